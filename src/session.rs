//! One game in progress behind an object: here types are forgotten, and nowhere deeper.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::game::{Outcome, Seat, Turn};
use crate::games::{self, Open, Playable, Setup};
use crate::history::History;
use crate::perft::perft;
use crate::search::{self, Found, Limits, Memory, Report, Signal, Task};
use crate::text::{MoveError, Paint, PositionError};

/// What a search is asked to do, with turns as text.
#[derive(Clone, Debug)]
pub struct Request {
    /// When to end.
    pub limits: Limits,
    /// The moves to choose from; all legal ones if empty.
    pub only: Vec<String>,
    /// How many of the best moves to report; 0 is as good as 1.
    pub lines: usize,
    /// How many threads search; 0 is as good as 1.
    pub threads: usize,
    /// How well to play, from [`search::WEAKEST`] to [`search::STRONGEST`].
    pub level: u8,
    /// The randomness of the lower levels.
    pub seed: u64,
}

impl Default for Request {
    /// Full strength on one thread, without a limit.
    fn default() -> Self {
        let Task { limits, only: _, lines, threads, level, seed } = Task::<()>::default();
        Request { limits, only: Vec::new(), lines, threads, level, seed }
    }
}

/// A game in progress, whatever game it is. Moves and positions are text.
pub trait Session: Send {
    /// The number of seats at the table.
    fn seats(&self) -> usize;

    /// The seat on move.
    fn mover(&self) -> Seat;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The position string.
    fn position(&self) -> String;

    /// The game's own score, if it keeps one.
    fn score(&self) -> Option<String>;

    /// The legal moves; none when the game is over.
    fn moves(&self) -> Vec<String>;

    /// The moves played since the session's first position.
    fn played(&self) -> Vec<String>;

    /// Plays a move.
    ///
    /// # Errors
    /// Says why it is no move, or not a legal one; nothing has changed then.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// Takes back the last move; false if there is none.
    fn undo(&mut self) -> bool;

    /// The board drawn for a person.
    fn draw(&self, paint: Paint) -> String;

    /// What the judgement sees here, in a few lines for a person.
    fn explain(&self) -> String;

    /// Searches for the best move: see [`search::search`].
    ///
    /// # Errors
    /// One of the moves to choose from is not legal.
    fn search(
        &self,
        request: &Request,
        memory: &Memory,
        signal: &Signal,
        report: &mut dyn FnMut(Report<String>),
    ) -> Result<Option<Found<String>>, MoveError>;

    /// Counts the lines of exactly `depth` turns below each move, as they are found. True at the
    /// end, false if it was stopped.
    fn perft(&self, depth: u32, stop: &AtomicBool, found: &mut dyn FnMut(String, u64)) -> bool;

    /// The same game once more, to be searched while this one answers questions.
    fn fork(&self) -> Box<dyn Session>;
}

/// A session at the start position of a setup.
///
/// # Errors
/// The setup has a size out of range.
pub fn start(setup: &Setup) -> Result<Box<dyn Session>, PositionError> {
    games::open(setup, None, Begin)
}

/// A session at a given position.
///
/// # Errors
/// The text is no position of the game.
pub fn load(setup: &Setup, text: &str) -> Result<Box<dyn Session>, PositionError> {
    games::open(setup, Some(text), Begin)
}

struct Begin;

impl Open for Begin {
    type Output = Box<dyn Session>;

    fn open<G: Playable>(self, start: G) -> Box<dyn Session> {
        Box::new(History::new(start))
    }
}

impl fmt::Debug for dyn Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Session({})", self.position())
    }
}

/// Spells turns that are played one after the other.
fn spell<G: Playable>(start: &G, turns: &[Turn<G::Step>]) -> Vec<String> {
    let mut position = start.clone();
    let spell_next = |&turn: &Turn<G::Step>| {
        let text = position.write_turn(turn);
        position.play_turn(turn);
        text
    };
    turns.iter().map(spell_next).collect()
}

impl<G: Playable> Session for History<G> {
    fn seats(&self) -> usize {
        self.position().seats()
    }

    fn mover(&self) -> Seat {
        self.position().mover()
    }

    fn outcome(&self) -> Option<Outcome> {
        History::outcome(self)
    }

    fn position(&self) -> String {
        History::position(self).to_string()
    }

    fn score(&self) -> Option<String> {
        History::position(self).score()
    }

    fn moves(&self) -> Vec<String> {
        let position = History::position(self);
        self.legal_turns().into_iter().map(|turn| position.write_turn(turn)).collect()
    }

    fn played(&self) -> Vec<String> {
        spell(&self.positions()[0], self.turns())
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let turn = self.read(text)?;
        History::play(self, turn);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        History::undo(self).is_some()
    }

    fn draw(&self, paint: Paint) -> String {
        History::position(self).draw(paint)
    }

    fn explain(&self) -> String {
        History::position(self).explain()
    }

    fn search(
        &self,
        request: &Request,
        memory: &Memory,
        signal: &Signal,
        report: &mut dyn FnMut(Report<String>),
    ) -> Result<Option<Found<String>>, MoveError> {
        let only = request.only.iter().map(|text| self.read(text)).collect::<Result<_, _>>()?;
        let Request { ref limits, lines, threads, level, seed, .. } = *request;
        let task = Task { limits: limits.clone(), only, lines, threads, level, seed };
        let root = History::position(self);
        let found = search::search(self, &task, memory, signal, &mut |found| {
            report(found.map(|line| spell(root, &line)));
        });
        Ok(found.map(|found| {
            let turns: Vec<_> = std::iter::once(found.best).chain(found.ponder).collect();
            let mut texts = spell(root, &turns).into_iter();
            Found { best: texts.next().unwrap_or_default(), ponder: texts.next() }
        }))
    }

    fn perft(&self, depth: u32, stop: &AtomicBool, found: &mut dyn FnMut(String, u64)) -> bool {
        let mut walk = self.clone();
        let turns = if depth == 0 { Vec::new() } else { self.legal_turns() };
        turns.into_iter().all(|turn| {
            walk.play(turn);
            let count = perft(&walk, depth - 1, stop);
            walk.undo();
            if let Some(count) = count {
                found(History::position(self).write_turn(turn), count);
            }
            count.is_some()
        })
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}

impl<G: Playable> History<G> {
    /// Reads a move that is legal now; a repetition can end a game that its position would not.
    fn read(&self, text: &str) -> Result<Turn<G::Step>, MoveError> {
        let turn = self.position().read_turn(text)?;
        match self.outcome() {
            None => Ok(turn),
            Some(_) => {
                Err(MoveError::illegal(text, "the game is over: the position came up three times"))
            }
        }
    }
}
