//! Counting the lines of play: the yardstick of move generation, for speed and for truth.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{Game, Steps};
use crate::history::{History, is_repeated};

/// The number of ways to play exactly `depth` turns from here, with the last turn counted and not
/// played. `None` if `stop` was raised before the end.
///
/// A game that is over has no continuation, also when a repetition ended it.
pub fn perft<G: Game>(history: &History<G>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    let position = history.position();
    let mut past = Vec::new();
    if position.can_repeat() {
        past.extend_from_slice(&history.positions()[..history.turns().len()]);
    }
    Walk { past, stop }.count(position, depth)
}

struct Walk<'a, G> {
    /// The positions before this one, in games where they matter.
    past: Vec<G>,
    stop: &'a AtomicBool,
}

impl<G: Game> Walk<'_, G> {
    fn count(&mut self, position: &G, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if is_repeated(&self.past, position) {
            return Some(0);
        }
        if depth == 1 {
            return Some(position.turn_count());
        }
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let repeats = position.can_repeat();
        if repeats {
            self.past.push(position.clone());
        }
        let total = self.count_below(position, depth - 1);
        if repeats {
            self.past.pop();
        }
        total
    }

    /// Finishes the turn in every way, then counts so many more turns.
    fn count_below(&mut self, position: &G, depth: u32) -> Option<u64> {
        let mut steps = Steps::new();
        position.steps(&mut steps);
        let mut total = 0;
        for step in steps {
            let mut child = position.clone();
            child.play(step);
            total += if child.mid_turn() {
                self.count_below(&child, depth)?
            } else {
                self.count(&child, depth)?
            };
        }
        Some(total)
    }
}
