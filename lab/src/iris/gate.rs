//! Nets against each other: a new one has to be better, and in the engine's own search.

use std::sync::Arc;

use fastrand::Rng;
use tetrarch::board::hex::HexSet;
use tetrarch::game::{Game, Outcome, Seat, Steps};
use tetrarch::games::iris::net::Net;
use tetrarch::games::iris::{Iris, judge_by};
use tetrarch::history::History;
use tetrarch::search::{Limits, Memory, Signal, Task, search};

/// The points of the first net out of two games from one random opening, each with either seat, so
/// many nodes a turn.
pub fn pair<B: HexSet>(start: Iris<B>, nets: [&Arc<Net>; 2], nodes: u64, rng: &mut Rng) -> f64 {
    let mut opening = start;
    let mut steps = Steps::new();
    opening.placements(&mut steps);
    opening.play(steps[rng.usize(..steps.len())]);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let task = Task { limits, ..Task::default() };
    let memory = Memory::new(Memory::MIN);
    let mut points = 0.0;
    for first in [Seat::P1, Seat::P2] {
        let mut position = opening;
        let winner = loop {
            match position.outcome() {
                Some(Outcome::Won(seat)) => break Some(seat),
                Some(Outcome::Drawn) => break None,
                None => {}
            }
            if let Some(seat) = position.decided() {
                break Some(seat);
            }
            judge_by(Arc::clone(nets[usize::from(position.mover() != first)]));
            // What one net found must not help the other.
            memory.clear();
            let history = History::new(position);
            match search(&history, &task, &memory, &Signal::default(), &mut |_| {}) {
                Some(found) => position.play_turn(found.best),
                None => break None,
            }
        };
        points += winner.map_or(0.5, |seat| f64::from(u8::from(seat == first)));
    }
    points
}
