//! What the search knows of Manalath is true.

mod common;

use common::Rng;
use tetrarch::game::Game;
use tetrarch::games::manalath::{Both, Manalath};
use tetrarch::history::History;
use tetrarch::search::{Memory, Parts, Score, value};

/// A position after so many random turns, if there are as many. Turns that do not end the game
/// are preferred, so as to see full boards too.
fn random(start: Manalath, turns: usize, rng: &mut Rng) -> Option<Manalath> {
    let mut position = start;
    for _ in 0..turns {
        let legal = position.turns();
        let nexts = (0..8).map(|_| {
            let mut next = position;
            next.play_turn(legal[rng.below(legal.len())]);
            next
        });
        position = nexts.into_iter().find(|next| next.outcome().is_none())?;
    }
    Some(position)
}

/// Helped and unhelped searches agree on wins and losses within the depth.
fn agree(size: usize, turns: std::ops::Range<usize>, depth: u32, rounds: usize) {
    let mut rng = Rng::new(0x3a1a ^ size as u64);
    let unhelped = Parts { table: true, deeper: true, ..Parts::PLAIN };
    let helped = Parts { reduce: false, ..Parts::ALL };
    let memory = Memory::new(4);
    for round in 0..rounds {
        let both = [Both::Loses, Both::First][round % 2];
        let start = Manalath::new(size, both).expect("in range");
        let count = turns.start + rng.below(turns.len());
        let Some(position) = random(start, count, &mut rng) else { continue };
        let history = History::new(position);
        memory.clear();
        let expected = value(&history, depth, unhelped, &memory);
        memory.clear();
        let found = value(&history, depth, helped, &memory);
        let within = |score: Score| score.mate().is_some_and(|plies| plies.unsigned_abs() <= depth);
        if within(expected) || within(found) {
            assert_eq!(found, expected, "depth {depth}: {position}");
        }
    }
}

#[test]
fn what_is_settled_without_a_search_is_true() {
    agree(2, 0..6, 7, 60);
    agree(3, 2..18, 5, 200);
    agree(4, 6..34, 3, 200);
    agree(5, 20..56, 3, 100);
}

#[test]
#[ignore = "takes a minute"]
fn what_is_settled_without_a_search_is_true_everywhere() {
    agree(2, 0..7, 7, 1_000);
    agree(3, 2..18, 6, 3_000);
    agree(4, 6..34, 4, 4_000);
    agree(5, 12..56, 3, 4_000);
}
