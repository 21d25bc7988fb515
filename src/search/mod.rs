//! The search: iterative deepening over alpha-beta, the same for every game.
//!
//! Steps cost depth alike, and late ones are reduced; where a game knows how likely each step is,
//! they cost by that instead, and what was found is weighed against the judgement of where the
//! search began. Wins by threats alone are looked for apart. Threads share a table
//! and tell each other what they are at. At tables of three and four, alpha-beta finds what wins
//! against all others together, and games played out tell the rest.
//!
//! It knows neither stdout nor protocol: it is given a history, limits and a signal, and reports
//! what it finds.

mod alphabeta;
pub mod bench;
mod blend;
mod claims;
mod clock;
mod crowd;
mod deepen;
mod judge;
mod level;
pub mod limits;
mod memory;
mod node;
mod order;
mod rivals;
pub mod score;
mod table;
mod threats;
mod weights;
mod words;
mod workers;

use std::time::Duration;

pub use judge::{Cost, Glance, Judge, Verdict};
pub use level::Skill;
pub use limits::{Clock, Limits, Signal};
pub use memory::Memory;
pub use node::Parts;
pub use score::{Bound, Score};
pub use weights::{Tally, Weights};
pub use workers::{search, study, value};

use crate::game::Turn;

/// The weakest level of play: random moves.
pub const WEAKEST: u8 = 0;
/// The strongest level of play: everything the search can do.
pub const STRONGEST: u8 = 10;

/// What one search is asked to do.
#[derive(Clone, Debug)]
pub struct Task<S> {
    /// When to end.
    pub limits: Limits,
    /// The turns to choose from; all legal ones if empty.
    pub only: Vec<Turn<S>>,
    /// How many of the best turns to report; 0 is as good as 1.
    pub lines: usize,
    /// How many threads search; 0 is as good as 1.
    pub threads: usize,
    /// How well to play, from [`WEAKEST`] to [`STRONGEST`].
    pub level: u8,
    /// The randomness of the lower levels.
    pub seed: u64,
}

impl<S> Default for Task<S> {
    /// Full strength on one thread, without a limit.
    fn default() -> Self {
        Task {
            limits: Limits::default(),
            only: Vec::new(),
            lines: 1,
            threads: 1,
            level: STRONGEST,
            seed: 0,
        }
    }
}

/// What a search decided to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// The turn to play. Below full strength it need not be the first of the best line.
    pub best: M,
    /// The reply it expects.
    pub ponder: Option<M>,
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
    /// Whether the score is the line's worth or only a bound of it.
    pub bound: Bound,
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
        let Report { depth, seldepth, rank, score, bound, nodes, time, full, line } = self;
        let line = spell(line);
        Report { depth, seldepth, rank, score, bound, nodes, time, full, line }
    }
}
