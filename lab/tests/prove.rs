//! What is proven with the games' verdicts is what the rules alone prove, and what the engine finds.

use fastrand::Rng;
use tetrarch::game::Seat;
use tetrarch::games::linetris::{Linetris, Rules};
use tetrarch::games::manalath::{Both, Manalath};
use tetrarch::games::otrio::{Mode, Otrio};
use tetrarch::history::History;
use tetrarch::search::{Judge, Limits, Memory, Score, Signal, Task, search};
use tetrarch_lab::prove::Prover;

/// Positions after some random turns, as long as the game goes on.
fn positions<G: Judge>(start: G, turns: std::ops::Range<usize>, count: usize) -> Vec<G> {
    let mut rng = Rng::with_seed(0x9407e);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = start.clone();
        for _ in 0..rng.usize(turns.clone()) {
            let legal = position.turns();
            if legal.is_empty() {
                break;
            }
            position.play_turn(legal[rng.usize(..legal.len())]);
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}

fn check<G: Judge>(start: G, turns: std::ops::Range<usize>, plies: u32) {
    let provers =
        [Seat::P1, Seat::P2].map(|seat| [false, true].map(|plain| Prover::new(seat, 1, plain)));
    let mut provers = provers;
    for position in positions(start, turns, 60) {
        let limits = Limits { depth: Some(plies), ..Limits::default() };
        let mut score = Score::DRAW;
        let task = Task { limits, ..Task::default() };
        let history = History::new(position.clone());
        search(&history, &task, &Memory::new(1), &Signal::default(), &mut |report| {
            score = report.score;
        });
        for [helped, plain] in &mut provers {
            for plies in 0..=plies {
                let wins = plain.wins_within(&position, plies);
                assert_eq!(helped.wins_within(&position, plies), wins, "{plies}: {position:?}");
                if wins {
                    // Some of its turns are looked at less deeply, so it may find a longer win.
                    assert!(score.is_mate(), "{plies}: {position:?}");
                }
            }
        }
    }
}

#[test]
fn verdicts_shorten_proofs_and_change_none() {
    check(Otrio::new(Mode::TwoByOne), 2..16, 7);
    check(Otrio::new(Mode::TwoByTwo), 8..24, 6);
    check(Linetris::<u64>::new(4, 4, Rules::default()).expect("fits"), 0..20, 8);
    check(Manalath::new(3, Both::Loses).expect("in range"), 4..14, 5);
}

#[test]
#[ignore = "takes half a minute"]
fn otrio_with_two_colours_each_is_won_by_the_first_player_in_fifteen() {
    let start = Otrio::new(Mode::TwoByTwo);
    let [mut first, mut second] = [Seat::P1, Seat::P2].map(|seat| Prover::new(seat, 512, false));
    for plies in 0..15 {
        assert!(!first.wins_within(&start, plies) && !second.wins_within(&start, plies));
    }
    assert!(first.wins_within(&start, 15));
}
