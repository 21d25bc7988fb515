//! What games begin with: positions or moves from a file, or random turns from a seed.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use tetrarch_protocol::ugi::{Command, Start};

use crate::board::zobrist;
use crate::games::Setup;
use crate::session::{self, Session};

/// In which order the openings of a file are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As they stand there
    #[default]
    Sequential,
    /// Shuffled by the seed
    Random,
}

/// The beginning of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The position string; none is the start position.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Opening {
    /// The game after the opening.
    ///
    /// # Errors
    /// The position or a move is none.
    pub fn set_up(&self, setup: &Setup) -> Result<Box<dyn Session>, String> {
        let session = match &self.start {
            Some(text) => session::load(setup, text),
            None => session::start(setup),
        };
        let mut session = session.map_err(|error| error.to_string())?;
        for (text, number) in self.moves.iter().zip(1..) {
            session.play(text).map_err(|error| format!("move {number}: {error}"))?;
        }
        Ok(session)
    }
}

/// An opening for every round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings(Source);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    List(Vec<Opening>),
    Random { plies: usize, seed: u64 },
}

impl Openings {
    /// The start position, always.
    pub fn start() -> Openings {
        Openings(Source::List(vec![Opening::default()]))
    }

    /// So many random turns.
    pub fn random(plies: usize, seed: u64) -> Openings {
        Openings(Source::Random { plies, seed })
    }

    /// Reads openings, one a line: a position string, moves, or what follows `position` in the
    /// protocol (`startpos moves 4 4`, `fen F moves M…`). Empty lines and what follows a `#` do
    /// not count.
    ///
    /// # Errors
    /// A line is none of these, or the game is over there; the error names the line.
    pub fn read(text: &str, setup: &Setup) -> Result<Openings, String> {
        let mut openings = Vec::new();
        let mut seats = None;
        for (line, number) in text.lines().zip(1..) {
            let line = line.split('#').next().unwrap_or_default().trim();
            let Some(first) = line.split_whitespace().next() else { continue };
            let fault = |error: String| format!("openings: line {number}: {error}");
            let command = match first {
                "startpos" | "fen" => format!("position {line}"),
                _ if first.contains('/') => format!("position fen {line}"),
                _ => format!("position startpos moves {line}"),
            };
            let opening = match Command::parse(&command) {
                Ok(Some(Command::Position { from, moves })) => {
                    let start = match from {
                        Start::Startpos => None,
                        Start::Fen(text) => Some(text),
                    };
                    Opening { start, moves }
                }
                Ok(_) => return Err(fault("no opening".into())),
                Err(error) => return Err(fault(error.to_string())),
            };
            let session = opening.set_up(setup).map_err(fault)?;
            if session.outcome().is_some() {
                return Err(fault("the game is over".into()));
            }
            if *seats.get_or_insert(session.seats()) != session.seats() {
                return Err(fault("another number of seats than before".into()));
            }
            openings.push(Opening { moves: session.played(), ..opening });
        }
        match openings.is_empty() {
            true => Err("openings: none in the file".into()),
            false => Ok(Openings(Source::List(openings))),
        }
    }

    /// The same openings in an order that depends on the seed alone.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Openings {
        if let Source::List(list) = &mut self.0 {
            for last in (1..list.len()).rev() {
                let other = zobrist::key(seed, last as u64) % (last as u64 + 1);
                list.swap(last, other as usize);
            }
        }
        self
    }

    /// The number of seats in the positions, where they do not leave it to the setup.
    pub fn seats(&self, setup: &Setup) -> Option<usize> {
        match &self.0 {
            Source::List(list) => list.first()?.set_up(setup).ok().map(|game| game.seats()),
            Source::Random { .. } => None,
        }
    }

    /// A number that is another one for other openings.
    pub fn hash(&self) -> u64 {
        let text = format!("{self:?}");
        text.bytes().fold(0, |hash, byte| zobrist::key(hash, byte.into()))
    }

    /// The opening of a round, counted from 0.
    pub fn of_round(&self, round: u64, setup: &Setup) -> Opening {
        match &self.0 {
            Source::List(list) => list[(round % list.len() as u64) as usize].clone(),
            Source::Random { plies, seed } => random_opening(*plies, *seed, round, setup),
        }
    }
}

/// A walk of random turns that does not end the game. Where that is too much to ask, a shorter
/// one: the answer depends on the arguments alone.
fn random_opening(plies: usize, seed: u64, round: u64, setup: &Setup) -> Opening {
    const ATTEMPTS: u64 = 100;
    let salt = zobrist::key(seed, round);
    let walk = |plies: usize, attempt: u64| {
        let mut session = session::start(setup).ok()?;
        for ply in 0..plies {
            let moves = session.moves();
            let dice = zobrist::key(zobrist::key(salt, attempt), ply as u64);
            let choice = moves.get((dice % moves.len().max(1) as u64) as usize)?;
            session.play(choice).ok()?;
        }
        session.outcome().is_none().then(|| session.played())
    };
    let found =
        (0..=plies).rev().find_map(|plies| (0..ATTEMPTS).find_map(|attempt| walk(plies, attempt)));
    Opening { start: None, moves: found.unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_is_read() {
        let text = "# openings\n4 4\n\n7/7/7/7/7/7 r\n7/7/7/7/7/3b3 r moves 1 # a comment\n\
                    startpos moves 3\nfen 7/7/7/7/7/7 b\nstartpos\n";
        let openings = Openings::read(text, &Setup::default()).unwrap();
        let get = |round| {
            let Opening { start, moves } = openings.of_round(round, &Setup::default());
            (start.unwrap_or_default(), moves.join(" "))
        };
        let expected = [
            ("", "4 4"),
            ("7/7/7/7/7/7 r", ""),
            ("7/7/7/7/7/3b3 r", "1"),
            ("", "3"),
            ("7/7/7/7/7/7 b", ""),
            ("", ""),
            ("", "4 4"),
        ];
        for (round, (start, moves)) in expected.into_iter().enumerate() {
            assert_eq!(get(round as u64), (start.to_owned(), moves.to_owned()));
        }
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = |text| Openings::read(text, &Setup::default()).unwrap_err();
        assert!(error("4\n8\n").starts_with("openings: line 2: move 1"), "{}", error("4\n8\n"));
        assert!(error("7/7 b").starts_with("openings: line 1"));
        assert!(error("1 2 1 2 1 2 1").contains("over"));
        assert!(error("\n# nothing\n").contains("none"));
    }

    #[test]
    fn random_openings_depend_on_the_seed_and_the_round_alone() {
        let setup = Setup::default();
        let of = |seed, round| Openings::random(6, seed).of_round(round, &setup);
        assert_eq!(of(1, 5), of(1, 5));
        assert_ne!(of(1, 5), of(1, 6));
        assert_ne!(of(1, 5), of(2, 5));
        for round in 0..50 {
            let opening = of(3, round);
            assert_eq!(opening.moves.len(), 6);
            assert_eq!(opening.set_up(&setup).unwrap().outcome(), None);
        }
        // Otrio's longest game has 18 turns in 2x1.
        let otrio = Setup { game: crate::games::Name::Otrio, ..setup };
        assert!(Openings::random(100, 0).of_round(0, &otrio).moves.len() < 18);
    }

    #[test]
    fn shuffling_keeps_every_opening() {
        let text: String = (1..=7).map(|column| format!("{column}\n")).collect();
        let openings = Openings::read(&text, &Setup::default()).unwrap();
        let shuffled = openings.clone().shuffled(4);
        assert_eq!(shuffled, openings.clone().shuffled(4));
        assert_ne!(shuffled, openings);
        let mut moves: Vec<_> =
            (0..7).flat_map(|round| shuffled.of_round(round, &Setup::default()).moves).collect();
        moves.sort();
        assert_eq!(moves, ["1", "2", "3", "4", "5", "6", "7"]);
    }
}
