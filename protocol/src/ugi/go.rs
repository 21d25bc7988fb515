//! `go`: how long to think, and about what.

use std::fmt;

use nom::Parser;
use nom::combinator::{map_opt, opt, verify};
use nom::multi::many1;

use super::Flavour;
use crate::line::{self, Number, Parsed, expect, numeral, word};
use crate::{Depth, Millis, Nodes, Player};

/// What one player's clock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    /// Time left.
    pub time: Option<Millis>,
    /// Time gained with each turn.
    pub inc: Option<Millis>,
}

/// The limits of a search, in any combination. The default, a bare `go`, has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Go {
    /// The clocks of `p1` to `p4`.
    pub clocks: [Clock; 4],
    /// Turns until the clocks are wound up again.
    pub moves_to_go: Option<u32>,
    /// Think exactly this long.
    pub move_time: Option<Millis>,
    /// Search no deeper.
    pub depth: Option<Depth>,
    /// Visit no more positions.
    pub nodes: Option<Nodes>,
    /// Look for a win of this length: plies under UGI, own moves under UCI.
    pub mate: Option<u32>,
    /// Give no answer before `stop`, whatever the other limits say.
    pub infinite: bool,
    /// Think on the opponent's time: no limit counts before `ponderhit`.
    pub ponder: bool,
    /// Consider only these moves; none listed means all.
    pub search_moves: Vec<String>,
}

impl Go {
    /// The clock of one player.
    pub fn clock(&self, player: Player) -> Clock {
        self.clocks[player.index()]
    }

    /// Whether anything but `stop` may end the search: no limit is given, or `infinite` overrules
    /// them. (`ponder` is another matter: it suspends the limits until `ponderhit`.)
    pub fn is_infinite(&self) -> bool {
        let limited = self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            // An increment alone is a clock at zero. Better a hasty move than a client that waits
            // for ever.
            || self.clocks.iter().any(|clock| *clock != Clock::default());
        self.infinite || !limited
    }

    fn time(&mut self, player: Player, time: Millis) {
        self.clocks[player.index()].time = Some(time);
    }

    fn inc(&mut self, player: Player, inc: Millis) {
        self.clocks[player.index()].inc = Some(inc);
    }

    /// `go` and everything after it, with the clocks of the first two players in the words of the
    /// flavour.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, flavour: Flavour) -> fmt::Result {
        for (player, clock) in Player::ALL.into_iter().zip(&self.clocks) {
            put(f, Word::Time(player).spelled(flavour), clock.time)?;
            put(f, Word::Inc(player).spelled(flavour), clock.inc)?;
        }
        put(f, Word::MovesToGo.spelled(flavour), self.moves_to_go)?;
        put(f, Word::MoveTime.spelled(flavour), self.move_time)?;
        put(f, Word::Depth.spelled(flavour), self.depth)?;
        put(f, Word::Nodes.spelled(flavour), self.nodes)?;
        put(f, Word::Mate.spelled(flavour), self.mate)?;
        for (flag, word) in [(self.infinite, Word::Infinite), (self.ponder, Word::Ponder)] {
            if flag {
                write!(f, " {}", word.spelled(flavour))?;
            }
        }
        // Last, because the list runs on to the end of the line.
        if !self.search_moves.is_empty() {
            write!(f, " {}", Word::SearchMoves.spelled(flavour))?;
            line::write_words(f, &self.search_moves)?;
        }
        Ok(())
    }
}

fn put<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    word: Spelled,
    value: Option<T>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {word} {value}"),
        None => Ok(()),
    }
}

/// The words that `go` knows.
#[derive(Clone, Copy)]
enum Word {
    Time(Player),
    Inc(Player),
    MovesToGo,
    MoveTime,
    Depth,
    Nodes,
    Mate,
    Infinite,
    Ponder,
    SearchMoves,
}

impl Word {
    fn read(word: &str) -> Option<Word> {
        if let Some((player, rest)) = Player::strip(word) {
            return match rest {
                "time" => Some(Word::Time(player)),
                "inc" => Some(Word::Inc(player)),
                _ => None,
            };
        }
        Some(match word {
            "wtime" => Word::Time(Player::P1),
            "btime" => Word::Time(Player::P2),
            "winc" => Word::Inc(Player::P1),
            "binc" => Word::Inc(Player::P2),
            "movestogo" => Word::MovesToGo,
            "movetime" => Word::MoveTime,
            "depth" => Word::Depth,
            "nodes" => Word::Nodes,
            "mate" => Word::Mate,
            "infinite" => Word::Infinite,
            "ponder" => Word::Ponder,
            "searchmoves" => Word::SearchMoves,
            _ => return None,
        })
    }

    fn spelled(self, flavour: Flavour) -> Spelled {
        Spelled(self, flavour)
    }
}

/// A word in the spelling of a flavour.
struct Spelled(Word, Flavour);

impl fmt::Display for Spelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.0, self.1) {
            (Word::Time(Player::P1), Flavour::Uci) => "wtime",
            (Word::Time(Player::P2), Flavour::Uci) => "btime",
            (Word::Inc(Player::P1), Flavour::Uci) => "winc",
            (Word::Inc(Player::P2), Flavour::Uci) => "binc",
            (Word::Time(player), _) => return write!(f, "{player}time"),
            (Word::Inc(player), _) => return write!(f, "{player}inc"),
            (Word::MovesToGo, _) => "movestogo",
            (Word::MoveTime, _) => "movetime",
            (Word::Depth, _) => "depth",
            (Word::Nodes, _) => "nodes",
            (Word::Mate, _) => "mate",
            (Word::Infinite, _) => "infinite",
            (Word::Ponder, _) => "ponder",
            (Word::SearchMoves, _) => "searchmoves",
        })
    }
}

/// One limit, added to those before it; the later of two that contradict each other wins.
fn limit(input: &str, mut go: Go) -> Parsed<'_, Go> {
    let (input, key) = map_opt(word, Word::read).parse(input)?;
    let (rest, ()) = match key {
        Word::Time(player) => value(key, input, |time| go.time(player, time))?,
        Word::Inc(player) => value(key, input, |inc| go.inc(player, inc))?,
        Word::MovesToGo => value(key, input, |n| go.moves_to_go = Some(n))?,
        Word::MoveTime => value(key, input, |time| go.move_time = Some(time))?,
        Word::Depth => value(key, input, |depth| go.depth = Some(depth))?,
        Word::Nodes => value(key, input, |nodes| go.nodes = Some(nodes))?,
        Word::Mate => value(key, input, |length| go.mate = Some(length))?,
        Word::Infinite => {
            go.infinite = true;
            (input, ())
        }
        Word::Ponder => {
            go.ponder = true;
            (input, ())
        }
        Word::SearchMoves => {
            let one = verify(word, |word: &str| Word::read(word).is_none());
            let list = many1(one.map(str::to_owned));
            let (rest, moves) = expect("a move after searchmoves", list).parse(input)?;
            go.search_moves = moves;
            (rest, ())
        }
    };
    Ok((rest, go))
}

fn value<T: Number>(key: Word, input: &str, set: impl FnOnce(T)) -> Parsed<'_, ()> {
    let what = format!("a whole number after {}", key.spelled(Flavour::Ugi));
    let (rest, number) = expect(what, numeral).parse(input)?;
    set(number);
    Ok((rest, ()))
}

/// Everything after the word `go`.
pub(super) fn limits(mut input: &str) -> Parsed<'_, Go> {
    let mut go = Go::default();
    loop {
        let (rest, end) = opt(line::end).parse(input)?;
        if end.is_some() {
            return Ok((rest, go));
        }
        let add = |input| limit(input, std::mem::take(&mut go));
        (input, go) = expect("a limit such as movetime or depth", add).parse(input)?;
    }
}
