//! Iris: Monte-Carlo sparring partners, and how its judgement is learned.

pub mod campaign;
pub mod data;
pub mod fit;
pub mod gate;
pub mod gradient;
mod mcts;
pub mod playout;
pub mod puct;
pub mod selfplay;
pub mod speed;
pub mod train;
mod tree;
pub mod weights;

pub use mcts::Mcts;
pub use tree::{Habit, Tree};

use tetrarch::board::Wide;
use tetrarch::board::hex::HexSet;
use tetrarch::games::iris::Iris;
use tetrarch::text::{self, Notation};

/// What is done with a position of Iris once the width of its board is known.
pub trait OnBoard {
    /// What comes of it.
    type Output;

    /// Does it.
    fn on<B: HexSet>(self, position: Iris<B>) -> Self::Output;
}

/// Opens the position that a text describes; nothing if it describes none.
pub fn open<O: OnBoard>(text: &str, task: O) -> Option<O::Output> {
    Some(match text::row_count(text) / 2 + 1 {
        8 => task.on(Iris::<Wide>::parse(text, ()).ok()?),
        6 | 7 => task.on(Iris::<u128>::parse(text, ()).ok()?),
        _ => task.on(Iris::<u64>::parse(text, ()).ok()?),
    })
}
