//! `info`: what the engine tells while it thinks.

use std::fmt;

use crate::line::{self, Number};
use crate::{Depth, Millis, Nodes, Permille};

/// The value of a position, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of whatever the game counts in.
    Cp(i32),
    /// The game is decided: won (positive) or lost (negative) in that many plies under UGI, own
    /// moves under UCI. Zero means that it is lost already, with nothing left to play.
    Mate(i32),
}

impl Score {
    /// From UGI's plies to UCI's own moves, where `players` take turns.
    ///
    /// Own moves are the mover's turns among those plies, the current one first: with two players
    /// plies 1 and 2 are move 1, plies 3 and 4 are move 2, for a win and a loss alike. So a loss
    /// in one ply (in Manalath a player may have to complete a four) is `-1`, not the `0` that
    /// says it is over.
    ///
    /// ```
    /// use tetrarch_protocol::ugi::Score;
    /// assert_eq!(Score::Mate(5).in_own_moves(2), Score::Mate(3));
    /// assert_eq!(Score::Mate(-4).in_own_moves(2), Score::Mate(-2));
    /// assert_eq!(Score::Mate(-1).in_own_moves(2), Score::Mate(-1));
    /// assert_eq!(Score::Mate(0).in_own_moves(2), Score::Mate(0));
    /// ```
    pub fn in_own_moves(self, players: u8) -> Score {
        let Score::Mate(plies) = self else {
            return self;
        };
        let moves = plies.unsigned_abs().div_ceil(u32::from(players.max(1)));
        signed(moves, plies)
    }

    /// From UCI's own moves to UGI's plies: a win comes with the mover's last turn, a loss with
    /// the last turn before the mover's next. Its inverse, [`Score::in_own_moves`], restores the
    /// score exactly; the other way round the ply within the round is lost.
    ///
    /// ```
    /// use tetrarch_protocol::ugi::Score;
    /// assert_eq!(Score::Mate(3).in_plies(2), Score::Mate(5));
    /// assert_eq!(Score::Mate(-2).in_plies(2), Score::Mate(-4));
    /// ```
    pub fn in_plies(self, players: u8) -> Score {
        let Score::Mate(moves) = self else {
            return self;
        };
        let players = u32::from(players.max(1));
        let rounds = moves.unsigned_abs();
        let plies = match moves {
            1.. => (rounds - 1).saturating_mul(players).saturating_add(1),
            _ => rounds.saturating_mul(players),
        };
        signed(plies, moves)
    }
}

fn signed(size: u32, like: i32) -> Score {
    let size = i32::try_from(size).unwrap_or(i32::MAX);
    Score::Mate(if like < 0 { -size } else { size })
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(value) => write!(f, "cp {value}"),
            Score::Mate(length) => write!(f, "mate {length}"),
        }
    }
}

/// On which side of a score the truth lies, if the search did not find it exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// At least the score.
    Lower,
    /// At most the score.
    Upper,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bound::Lower => "lowerbound",
            Bound::Upper => "upperbound",
        })
    }
}

/// A score as it is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoreReport {
    /// The value.
    pub score: Score,
    /// None if it is exact.
    pub bound: Option<Bound>,
}

impl From<Score> for ScoreReport {
    fn from(score: Score) -> Self {
        ScoreReport { score, bound: None }
    }
}

impl fmt::Display for ScoreReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.score.fmt(f)?;
        match self.bound {
            Some(bound) => write!(f, " {bound}"),
            None => Ok(()),
        }
    }
}

/// The facts of an `info` line; each may be missing. Free text (`info string …`) is
/// [`Reply::InfoString`](super::Reply::InfoString).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Info {
    /// Turns searched completely.
    pub depth: Option<Depth>,
    /// Turns searched at the deepest.
    pub seldepth: Option<Depth>,
    /// The rank of this line among the best, from 1.
    pub multipv: Option<u32>,
    /// The value of the position.
    pub score: Option<ScoreReport>,
    /// Positions visited so far.
    pub nodes: Option<Nodes>,
    /// Positions visited a second.
    pub nps: Option<u64>,
    /// How full the table is.
    pub hashfull: Option<Permille>,
    /// Time since the search began.
    pub time: Option<Millis>,
    /// The expected course of the game, in whole turns.
    pub pv: Vec<String>,
}

impl Info {
    /// The line before a `bestmove (none)`: depth 0 and a score, nothing else.
    pub fn idle(score: Score) -> Info {
        Info { depth: Some(Depth(0)), score: Some(score.into()), ..Info::default() }
    }

    /// Reads what follows the word `info`, in any order. What it does not know, and what is not
    /// the number it should be, is passed over without harm to the rest.
    pub(super) fn read(input: &str) -> Info {
        let mut info = Info::default();
        let (mut score, mut bound) = (None, None);
        let mut rest = input;
        while let Ok((after, word)) = line::word(rest) {
            rest = after;
            match Word::read(word) {
                Some(Word::Depth) => number(&mut info.depth, &mut rest),
                Some(Word::SelDepth) => number(&mut info.seldepth, &mut rest),
                Some(Word::MultiPv) => number(&mut info.multipv, &mut rest),
                Some(Word::Cp) => number_as(&mut score, Score::Cp, &mut rest),
                Some(Word::Mate) => number_as(&mut score, Score::Mate, &mut rest),
                Some(Word::Bound(side)) => bound = Some(side),
                Some(Word::Nodes) => number(&mut info.nodes, &mut rest),
                Some(Word::Nps) => number(&mut info.nps, &mut rest),
                Some(Word::HashFull) => number(&mut info.hashfull, &mut rest),
                Some(Word::Time) => number(&mut info.time, &mut rest),
                Some(Word::Pv) => {
                    info.pv.clear();
                    while let Ok((after, word)) = line::word(rest)
                        && Word::read(word).is_none()
                    {
                        info.pv.push(word.to_owned());
                        rest = after;
                    }
                }
                // Free text: nothing in it is a keyword.
                Some(Word::String) => break,
                Some(Word::Other) | None => {}
            }
        }
        info.score = score.map(|score| ScoreReport { score, bound });
        info
    }
}

/// Takes the next word if it is a number.
fn number<T: Number>(slot: &mut Option<T>, rest: &mut &str) {
    number_as(slot, |value| value, rest);
}

fn number_as<N: Number, T>(slot: &mut Option<T>, make: impl Fn(N) -> T, rest: &mut &str) {
    if let Ok((after, value)) = line::numeral(rest) {
        *slot = Some(make(value));
        *rest = after;
    }
}

/// The words of an `info` line.
enum Word {
    Depth,
    SelDepth,
    MultiPv,
    Cp,
    Mate,
    Bound(Bound),
    Nodes,
    Nps,
    HashFull,
    Time,
    Pv,
    String,
    /// Words of UCI that carry nothing for us, but end a pv.
    Other,
}

impl Word {
    fn read(word: &str) -> Option<Word> {
        Some(match word {
            "depth" => Word::Depth,
            "seldepth" => Word::SelDepth,
            "multipv" => Word::MultiPv,
            "cp" => Word::Cp,
            "mate" => Word::Mate,
            "lowerbound" => Word::Bound(Bound::Lower),
            "upperbound" => Word::Bound(Bound::Upper),
            "nodes" => Word::Nodes,
            "nps" => Word::Nps,
            "hashfull" => Word::HashFull,
            "time" => Word::Time,
            "pv" => Word::Pv,
            "string" => Word::String,
            "score" | "wdl" | "tbhits" | "sbhits" | "cpuload" | "currmove" | "currmovenumber"
            | "refutation" | "currline" => Word::Other,
            _ => return None,
        })
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        put(f, "depth", &self.depth)?;
        put(f, "seldepth", &self.seldepth)?;
        put(f, "multipv", &self.multipv)?;
        put(f, "score", &self.score)?;
        put(f, "nodes", &self.nodes)?;
        put(f, "nps", &self.nps)?;
        put(f, "hashfull", &self.hashfull)?;
        put(f, "time", &self.time)?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
        }
        line::write_words(f, &self.pv)
    }
}

fn put<T: fmt::Display>(f: &mut fmt::Formatter<'_>, word: &str, value: &Option<T>) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {word} {value}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_cost_nothing() {
        let info = Info::read(
            " depth 9 currmove e2e4 currmovenumber 3 score cp 13 wdl 1 2 3 nodes x nps 5 \
             foo pv a1 b2 tbhits 7 time 12 string depth 99",
        );
        let expected = Info {
            depth: Some(Depth(9)),
            score: Some(Score::Cp(13).into()),
            nps: Some(5),
            time: Some(Millis(12)),
            pv: vec!["a1".into(), "b2".into()],
            ..Info::default()
        };
        assert_eq!(info, expected);
    }

    #[test]
    fn mate_counts_in_both_units() {
        for players in 1..=4 {
            for moves in -20..=20 {
                let uci = Score::Mate(moves);
                assert_eq!(uci.in_plies(players).in_own_moves(players), uci);
            }
        }
        let plies = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map(|n| Score::Mate(n).in_own_moves(2));
        assert_eq!(plies, [-2, -2, -1, -1, 0, 1, 1, 2, 2].map(Score::Mate));
        for extreme in [i32::MIN, i32::MAX] {
            for players in [0, 1, 2, 255] {
                let _ = Score::Mate(extreme).in_plies(players);
                let _ = Score::Mate(extreme).in_own_moves(players);
            }
        }
    }
}
