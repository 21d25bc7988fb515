//! What the games settle without a search is what a search without that help finds.

mod common;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use common::Rng;
use tetrarch::game::{Game, Outcome};
use tetrarch::games::iris::Iris;
use tetrarch::games::linetris::{Linetris, Order, Rules};
use tetrarch::games::manalath::{Both, Manalath};
use tetrarch::games::otrio::{Mode, Otrio};
use tetrarch::history::History;
use tetrarch::search::{Judge, Memory, Parts, Score, Signal, Task, search, value};

/// A position after some random turns, if the game is not over by then.
fn random<G: Judge>(start: &G, turns: usize, rng: &mut Rng) -> Option<History<G>> {
    let mut history = History::new(start.clone());
    for _ in 0..turns {
        let legal = history.legal_turns();
        if legal.is_empty() {
            return None;
        }
        history.play(legal[rng.below(legal.len())]);
    }
    history.outcome().is_none().then(|| History::new(history.position().clone()))
}

/// Helped and unhelped searches agree on wins and losses within the depth.
fn agree<G: Judge>(start: G, turns: std::ops::Range<usize>, depth: u32, rounds: usize) {
    let mut rng = Rng::new(0x0dd);
    let unhelped = Parts { table: true, deeper: true, ..Parts::PLAIN };
    let memory = Memory::new(4);
    for _ in 0..rounds {
        let count = turns.start + rng.below(turns.len());
        let Some(history) = random(&start, count, &mut rng) else { continue };
        memory.clear();
        let expected = value(&history, depth, unhelped, &memory);
        memory.clear();
        let helped = value(&history, depth, Parts { reduce: false, ..Parts::ALL }, &memory);
        let within = |score: Score| score.mate().is_some_and(|plies| plies.unsigned_abs() <= depth);
        if within(expected) || within(helped) {
            assert_eq!(helped, expected, "depth {depth}: {:?}", history.position());
        }
    }
}

#[test]
fn verdicts_are_true() {
    for mode in Mode::ALL {
        agree(Otrio::new(mode), 4..14, 4, 60);
    }
    for both in [Both::Loses, Both::First] {
        agree(Manalath::new(2, both).expect("in range"), 0..6, 7, 40);
        agree(Manalath::new(3, both).expect("in range"), 2..14, 5, 100);
        agree(Manalath::new(4, both).expect("in range"), 6..30, 3, 60);
    }
    for (clear, order) in [(true, Order::Win), (true, Order::Clear), (false, Order::Win)] {
        let rules = Rules { clear, order };
        agree(Linetris::<u64>::new(4, 4, rules).expect("fits"), 0..30, 8, 150);
        agree(Linetris::<u64>::new(7, 6, rules).expect("fits"), 4..36, 5, 150);
        agree(Linetris::<u128>::new(10, 10, rules).expect("fits"), 20..60, 4, 40);
    }
}

/// The verdict of Iris gives the winner, not the turn on which the board is full.
#[test]
fn decided_ends_of_iris_are_decided() {
    let start = Iris::<u64>::new(3).expect("fits");
    let mut rng = Rng::new(0x1815);
    let unhelped = Parts { table: true, deeper: true, ..Parts::PLAIN };
    let memory = Memory::new(4);
    for _ in 0..60 {
        let count = 4 + rng.below(4);
        let Some(history) = random(&start, count, &mut rng) else { continue };
        memory.clear();
        let expected = value(&history, 14, unhelped, &memory);
        memory.clear();
        let helped = value(&history, 14, Parts::ALL, &memory);
        let winner = |score: Score| score.cmp(&Score::DRAW);
        assert_eq!(winner(helped), winner(expected), "{:?}", history.position());
    }
}

/// Who wins a position of Iris, by trying every turn of both sides.
fn plain(position: &Iris<u128>, known: &mut HashMap<u64, Ordering>) -> Ordering {
    let mover = position.mover();
    match position.outcome() {
        Some(Outcome::Drawn) => return Ordering::Equal,
        Some(Outcome::Won(seat)) if seat == mover => return Ordering::Greater,
        Some(Outcome::Won(_)) => return Ordering::Less,
        None => {}
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let mut best = Ordering::Less;
    for turn in position.turns() {
        let mut next = *position;
        next.play_turn(turn);
        best = best.max(plain(&next, known).reverse());
        if best == Ordering::Greater {
            break;
        }
    }
    known.insert(position.key(), best);
    best
}

/// Random endings of Iris on size 6 are searched to their true winner; the slowest time, and how
/// many there were.
fn iris_endings(turns: std::ops::Range<usize>, rounds: usize) -> (Duration, usize) {
    let start = Iris::<u128>::new(6).expect("fits");
    let mut rng = Rng::new(0x510e);
    let mut slowest = Duration::ZERO;
    let mut proven = 0;
    for _ in 0..rounds {
        let count = turns.start + rng.below(turns.len());
        let Some(history) = random(&start, count, &mut rng) else { continue };
        let memory = Memory::new(64);
        let mut score = None;
        let begin = Instant::now();
        search(&history, &Task::default(), &memory, &Signal::default(), &mut |report| {
            score = Some(report.score);
        });
        slowest = slowest.max(begin.elapsed());
        let expected = plain(history.position(), &mut HashMap::new());
        let found =
            score.map(|score| (score.is_mate() || score == Score::DRAW, score.cmp(&Score::DRAW)));
        assert_eq!(found, Some((true, expected)), "{:?}", history.position());
        proven += 1;
    }
    (slowest, proven)
}

#[test]
fn endings_of_iris_are_exact() {
    // A turn takes two cells: 39 leave 14, 40 leave 12 and 42 leave 8 of 91.
    assert!(iris_endings(41..44, 40).1 > 10);
}

#[test]
#[ignore = "takes minutes"]
fn longer_endings_of_iris_are_exact() {
    let (time, count) = iris_endings(39..41, 100);
    println!("Iris 6, 12 to 14 empty cells: {count} positions, the slowest {time:?}");
}
