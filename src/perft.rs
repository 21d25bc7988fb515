//! Counting the lines of play: the yardstick of move generation, for speed and for truth.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::Game;
use crate::history::History;

/// The number of ways to play exactly `depth` turns from here, with the last turn counted and not
/// played. `None` if `stop` was raised before the end.
///
/// A game that is over has no continuation, also when a repetition ended it.
pub fn perft<G: Game>(history: &mut History<G>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if history.outcome().is_some() {
        return Some(0);
    }
    if depth == 1 {
        return Some(history.position().turn_count());
    }
    let mut total = 0;
    for turn in history.position().turns() {
        history.play(turn);
        let below = perft(history, depth - 1, stop);
        history.undo();
        total += below?;
    }
    Some(total)
}
