//! Play below full strength.

use crate::board::zobrist;
use crate::game::{Game, Outcome, Turn};
use crate::history::History;

use super::judge::Judge;
use super::node::Parts;
use super::{STRONGEST, WEAKEST};

/// What the levels from [`FIRST_PLAN`] on may look at, in positions of a game that costs little.
const NODES: [u64; PLANS] = [1_500, 5_000, 15_000, 50_000, 150_000, 400_000];
/// How many levels there are that look so far and no further.
pub(super) const PLANS: usize = 6;
/// The levels below look one turn ahead, or two.
const FIRST_PLAN: u8 = STRONGEST - PLANS as u8;

/// What the levels before them may look at: enough for two turns nearly everywhere.
const TWO_TURNS: u64 = 20_000;
/// Where there are more turns than this, none of them ends the game.
const MANY: usize = 200;

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
    pub fn new<G: Judge>(level: u8, whim: u64) -> Plan {
        let whim = Some(whim);
        match level {
            STRONGEST.. => Plan { parts: Parts::ALL, depth: None, nodes: None, whim: None },
            FIRST_PLAN.. => {
                let nodes = NODES[usize::from(level - FIRST_PLAN)];
                Plan { parts: Parts::ALL, depth: None, nodes: Some(nodes / G::EFFORT), whim }
            }
            _ => {
                let depth = if level + 1 < FIRST_PLAN { 1 } else { 2 };
                let nodes = Some(TWO_TURNS / G::EFFORT);
                Plan { parts: Parts::PLAIN, depth: Some(depth), nodes, whim }
            }
        }
    }
}

/// The turns that a level chooses from: all of them where it searches, one by chance where it does
/// not. Even then every level but the lowest takes a win at once and avoids a loss at once.
pub(super) fn choices<G: Judge>(
    level: u8,
    history: &History<G>,
    mut turns: Vec<Turn<G::Step>>,
    whim: u64,
) -> Vec<Turn<G::Step>> {
    let mut order: Vec<_> = (0..).map(|at| zobrist::key(whim, at)).zip(turns).collect();
    let slips = match level {
        WEAKEST | 1 => true,
        STRONGEST.. => false,
        FIRST_PLAN.. => {
            zobrist::key(whim, u64::MAX) % 1_000 < G::SLIPS[usize::from(level - FIRST_PLAN)]
        }
        _ => false,
    };
    if slips {
        order.sort_unstable();
    }
    turns = order.into_iter().map(|(_, turn)| turn).collect();
    if slips && level > WEAKEST {
        turns = sensible(history, turns);
    }
    if slips {
        turns.truncate(1);
    }
    turns
}

/// A turn that wins at once, or the first that does not lose at once; if there is neither, all.
fn sensible<G: Game>(history: &History<G>, turns: Vec<Turn<G::Step>>) -> Vec<Turn<G::Step>> {
    if turns.len() > MANY {
        return turns;
    }
    let mover = history.position().mover();
    let after = |position: &G, turn| {
        let mut next = position.clone();
        next.play_turn(turn);
        next
    };
    let wins = |position: &G, turn| {
        after(position, turn).outcome() == Some(Outcome::Won(position.mover()))
    };
    if let Some(&turn) = turns.iter().find(|&&turn| wins(history.position(), turn)) {
        return vec![turn];
    }
    let loses = |turn| {
        let next = after(history.position(), turn);
        match next.outcome() {
            Some(Outcome::Won(winner)) => winner != mover,
            Some(Outcome::Drawn) => false,
            None => next.turns().into_iter().any(|reply| wins(&next, reply)),
        }
    };
    match turns.iter().copied().find(|&turn| !loses(turn)) {
        Some(turn) => vec![turn],
        None => turns,
    }
}
