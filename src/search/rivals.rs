//! What the others at a table of more than two are likely to play.
//!
//! Few players look further than two turns ahead: they stop the next seat, care for their own
//! prospects, and leave the rest to each other.

use crate::game::{Outcome, Seat, Steps};

use super::judge::Judge;
use super::score::Score;

/// Moves the steps to the front that look best two turns ahead. Returns how many they are, and how
/// many positions it took.
pub(super) fn put_likely_first<G: Judge>(position: &G, steps: &mut [G::Step]) -> (usize, u64) {
    if steps.len() < 2 {
        return (steps.len(), 0);
    }
    let (mut best, mut likely, mut looked) = (Score::MIN, 0, 0);
    for at in 0..steps.len() {
        let (worth, cost) = two_turns(position, steps[at], best);
        looked += cost;
        if worth > best {
            (best, likely) = (worth, 0);
        }
        if worth == best {
            steps.swap(at, likely);
            likely += 1;
        }
    }
    (likely, looked)
}

/// What a step is worth to the mover after the reply that is worst for it, and how many positions
/// were looked at; not to the end if it is less than another step's worth.
fn two_turns<G: Judge>(position: &G, step: G::Step, best: Score) -> (Score, u64) {
    let mover = position.mover();
    let next = after(position, step);
    let mut replies = Steps::new();
    next.steps(&mut replies);
    if next.outcome().is_some() || replies.is_empty() {
        return (worth(&next, mover), 1);
    }
    let (mut worst, mut looked) = (Score::MAX, 1);
    for &reply in &replies {
        worst = worst.min(worth(&after(&next, reply), mover));
        looked += 1;
        if worst < best {
            break;
        }
    }
    (worst, looked)
}

fn after<G: Judge>(position: &G, step: G::Step) -> G {
    let mut next = position.clone();
    next.play(step);
    next
}

/// What a position is worth to a seat without looking further.
fn worth<G: Judge>(position: &G, seat: Seat) -> Score {
    match position.outcome() {
        Some(Outcome::Won(winner)) if winner == seat => Score::win_in(2),
        Some(Outcome::Won(_)) => Score::loss_in(2),
        Some(Outcome::Drawn) => Score::DRAW,
        None => Score::cp(position.judge_for(&position.look(), seat)),
    }
}
