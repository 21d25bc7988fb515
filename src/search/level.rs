//! Play below full strength.

use crate::board::zobrist;
use crate::game::{Game, Outcome, Turn};
use crate::history::History;

use super::STRONGEST;
use super::alphabeta::Parts;

/// What a level may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub parts: Parts,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Chooses among equals by chance.
    pub whim: Option<u64>,
}

impl Plan {
    pub fn new(level: u8, whim: u64) -> Plan {
        let (parts, depth, nodes) = match level {
            0..=2 => (Parts::PLAIN, 1, 1_000_000),
            3 => (Parts::PLAIN, 2, 1_000_000),
            4 => (Parts::PLAIN, 3, 100_000),
            5 => (Parts::ALL, 4, 100_000),
            6 => (Parts::ALL, 6, 150_000),
            7 => (Parts::ALL, 8, 250_000),
            8 => (Parts::ALL, 10, 500_000),
            9 => (Parts::ALL, 14, 1_000_000),
            STRONGEST.. => {
                return Plan { parts: Parts::ALL, depth: None, nodes: None, whim: None };
            }
        };
        Plan { parts, depth: Some(depth), nodes: Some(nodes), whim: Some(whim) }
    }
}

/// The turn that the lowest levels play without a search, if this is one of them: level 0 any
/// turn, level 1 a win at once, else a turn that does not lose at once, if there is one.
pub(super) fn careless<G: Game>(
    level: u8,
    history: &History<G>,
    turns: &[Turn<G::Step>],
    whim: u64,
) -> Option<Turn<G::Step>> {
    let mut order: Vec<_> = (0..).map(|at| zobrist::key(whim, at)).zip(turns.iter()).collect();
    order.sort_unstable();
    let mut turns = order.into_iter().map(|(_, &turn)| turn);
    match level {
        0 => turns.next(),
        1 => {
            let turns: Vec<_> = turns.collect();
            let wins = |history: &History<G>, turn| {
                let mover = history.position().mover();
                let mut next = history.position().clone();
                next.play_turn(turn);
                next.outcome() == Some(Outcome::Won(mover))
            };
            let loses = |turn| {
                let mut next = history.clone();
                next.play(turn);
                let mover = history.position().mover();
                let lost = matches!(next.outcome(), Some(Outcome::Won(winner)) if winner != mover);
                lost || next.legal_turns().into_iter().any(|reply| wins(&next, reply))
            };
            let mut choices = turns.iter().copied();
            choices
                .clone()
                .find(|&turn| wins(history, turn))
                .or_else(|| choices.find(|&turn| !loses(turn)))
                .or_else(|| turns.first().copied())
        }
        _ => None,
    }
}
