//! The search: iterative deepening over alpha-beta, the same for every game.
//!
//! It knows neither stdout nor protocol: it is given a history, limits and a signal, and reports
//! what it finds.

mod deepen;
pub mod limits;
pub mod score;

use std::time::Duration;

pub use deepen::search;
pub use limits::{Clock, Limits, Signal};
pub use score::Score;

use crate::game::{Game, Turn};

/// A game that can be judged without looking ahead.
pub trait Judge: Game {
    /// What the position is worth to the mover, in hundredths; asked only while the game goes on.
    fn judge(&self) -> i32 {
        0
    }
}

/// What one search is asked to do.
#[derive(Clone, Debug)]
pub struct Task<S> {
    /// When to end.
    pub limits: Limits,
    /// The turns to choose from; all legal ones if empty.
    pub only: Vec<Turn<S>>,
    /// How many of the best turns to report.
    pub lines: usize,
}

/// One line of play that a search found, and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// Turns looked ahead in full.
    pub depth: u32,
    /// Turns of the longest line looked at.
    pub seldepth: u32,
    /// The rank of this line, from 1.
    pub rank: usize,
    /// What the line is worth to the mover.
    pub score: Score,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub full: u32,
    /// The turns of the line.
    pub line: Vec<M>,
}

impl<M> Report<M> {
    /// The same report with its turns spelled another way.
    pub fn map<N>(self, spell: impl FnOnce(Vec<M>) -> Vec<N>) -> Report<N> {
        let Report { depth, seldepth, rank, score, nodes, time, full, line } = self;
        Report { depth, seldepth, rank, score, nodes, time, full, line: spell(line) }
    }
}
