//! Forced wins of Manalath that the engine has to find: positions of size 5 from games of its own,
//! each with the number of plies within which the seat on move wins.

mod common;

use std::collections::{BTreeMap, HashMap};

use common::Rng;
use tetrarch::game::{Game, Outcome, Turn};
use tetrarch::games::manalath::{Both, Manalath, Placement};
use tetrarch::history::History;
use tetrarch::search::{Limits, Memory, Score, Signal, Task, search};
use tetrarch::text::Notation;

/// Positions, each after the number of plies.
const WINS: &str = include_str!("manalath_wins.txt");

/// What the engine may look at to find a win.
const NODES: u64 = 300_000;
/// What it may look at where wins are collected.
const SEARCH: u64 = 200_000;

/// The plies and the positions of the file.
fn wins() -> Vec<(u32, Manalath)> {
    let read = |line: &str| {
        let (plies, position) = line.split_once(' ').expect("plies and a position");
        let position = Manalath::parse(position, Both::Loses).expect("a position");
        (plies.parse().expect("a number of plies"), position)
    };
    WINS.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

/// The turn that a search of so many nodes prefers, and its score. A win in so many plies is good
/// enough.
fn best(position: &Manalath, nodes: u64, plies: u32, memory: &Memory) -> (Turn<Placement>, Score) {
    let limits = Limits { nodes: Some(nodes), mate: Some(plies), ..Limits::default() };
    let task = Task { limits, ..Task::default() };
    let history = History::new(*position);
    let mut score = Score::DRAW;
    let found = search(&history, &task, memory, &Signal::default(), &mut |report| {
        score = report.score;
    });
    (found.expect("the game goes on").best, score)
}

/// Checks wins by the rules alone: every turn of the defender is tried. Only the attacker's turns
/// are taken from a search.
struct Witness {
    memory: Memory,
    /// The positions before the attacker's turns, up to symmetry, that are won within so many plies.
    won: HashMap<u64, u32>,
    nodes: u64,
}

impl Witness {
    fn new(nodes: u64) -> Self {
        Witness { memory: Memory::new(64), won: HashMap::new(), nodes }
    }

    fn wins_within(&mut self, position: &Manalath, plies: u32) -> bool {
        let attacker = position.mover();
        let after = |position: &Manalath, turn| {
            let mut next = *position;
            next.play_turn(turn);
            next
        };
        let won = |next: &Manalath| next.outcome() == Some(Outcome::Won(attacker));
        if position.turns().into_iter().any(|turn| plies > 0 && won(&after(position, turn))) {
            return true;
        }
        let key = position.canonical_key();
        if self.won.get(&key).is_some_and(|&known| known <= plies) {
            return true;
        }
        if plies < 2 {
            return false;
        }
        let (turn, score) = best(position, self.nodes, plies, &self.memory);
        if score < Score::win_in(plies) {
            return false;
        }
        let threat = after(position, turn);
        let holds = threat.outcome().is_none()
            && threat.turns().into_iter().all(|reply| {
                let next = after(&threat, reply);
                won(&next) || next.outcome().is_none() && self.wins_within(&next, plies - 2)
            });
        if holds {
            self.won.insert(key, plies);
        }
        holds
    }
}

#[test]
fn wins_are_found() {
    let wins = wins();
    assert!(wins.len() >= 50);
    for (plies, position) in wins {
        let (_, score) = best(&position, NODES, 2 * plies, &Memory::new(16));
        assert!(score.mate().is_some_and(|plies| plies > 0), "{plies} {position}: {score}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn wins_are_true() {
    for (plies, position) in wins() {
        assert!(Witness::new(4_000_000).wins_within(&position, plies), "{plies} {position}");
    }
}

/// Prints more lines for the file: from each of many games the longest win, as long as the file has
/// too few of its length. So the file grows with every run.
#[test]
#[ignore = "takes an hour or more; prints what the file should hold besides"]
fn collect() {
    let held = wins();
    let mut rng = Rng::new(held.len() as u64);
    let mut wanted = BTreeMap::from([(3, 6), (5, 8), (7, 16), (9, 20), (11, 20)]);
    for (plies, _) in held {
        wanted.entry(plies).and_modify(|count: &mut u32| *count = count.saturating_sub(1));
    }
    let memory = Memory::new(64);
    while wanted.values().any(|&count| count > 0) {
        let mut position = Manalath::new(5, Both::Loses).expect("in range");
        let book = 4 + rng.below(10);
        for turn in 0.. {
            let turns = position.turns();
            if turns.is_empty() {
                break;
            }
            if turn < book {
                position.play_turn(turns[rng.below(turns.len())]);
                continue;
            }
            let (turn, score) = best(&position, SEARCH, 0, &memory);
            let plies = score.mate().filter(|&plies| plies > 0).map(i32::unsigned_abs);
            if let Some(plies) = plies {
                let plies = plies + 1 - plies % 2;
                let count = wanted.entry(plies).or_default();
                if *count > 0 && Witness::new(4_000_000).wins_within(&position, plies) {
                    *count -= 1;
                    println!("{plies} {position}");
                }
                break;
            }
            if score.is_mate() {
                // The other seat's win is a turn away.
                position.play_turn(turn);
                continue;
            }
            position.play_turn(best(&position, 5_000, 0, &memory).0);
        }
    }
}
