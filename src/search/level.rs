//! Play below full strength.

use crate::board::zobrist;
use crate::game::{Game, Outcome, Turn};
use crate::history::History;

use super::judge::Judge;
use super::node::Parts;
use super::{STRONGEST, WEAKEST};

/// What a level between two turns ahead and full strength can do.
#[derive(Clone, Copy, Debug)]
pub struct Skill {
    /// How many positions it looks at for a turn.
    pub nodes: u64,
    /// In how many of a thousand turns it looks two turns ahead and no further, as the level below
    /// all of these does.
    pub slips: u64,
}

/// How many levels there are with a [`Skill`].
pub(super) const SKILLS: usize = 6;
/// The first of them. The levels below look one turn ahead, or two.
const FIRST_SKILL: u8 = STRONGEST - SKILLS as u8;
/// Looks two turns ahead.
const TWO: u8 = FIRST_SKILL - 1;
/// Looks one turn ahead.
const ONE: u8 = TWO - 1;

/// What the levels that look one turn ahead or two may look at: enough nearly everywhere.
const TWO_TURNS: u64 = 20_000;
/// The same for two turns where the game knows how likely each step is: there are too many others.
const TWO_LIKELY: u64 = 400;
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
            FIRST_SKILL.. => {
                let nodes = skill::<G>(level).map(|skill| skill.nodes);
                Plan { parts: Parts::ALL, depth: None, nodes, whim }
            }
            TWO if G::GRAIN > 1 => {
                Plan { parts: Parts::ALL, depth: Some(2), nodes: Some(TWO_LIKELY), whim }
            }
            _ => {
                let depth = if level < TWO { 1 } else { 2 };
                let nodes = Some(TWO_TURNS / G::EFFORT);
                Plan { parts: Parts::PLAIN, depth: Some(depth), nodes, whim }
            }
        }
    }
}

fn skill<G: Judge>(level: u8) -> Option<Skill> {
    G::SKILLS.get(usize::from(level.checked_sub(FIRST_SKILL)?)).copied()
}

/// Whether something happens that does in so many of a thousand turns.
fn happens(share: u64, whim: u64) -> bool {
    zobrist::key(whim, u64::MAX) % 1_000 < share
}

/// The level that a turn is played at: the level itself, unless it slips.
pub(super) fn of_turn<G: Judge>(level: u8, whim: u64) -> u8 {
    match skill::<G>(level) {
        Some(skill) if happens(skill.slips, whim) => TWO,
        _ => level,
    }
}

/// The turns that a level chooses from: one by chance where it does not look ahead, or else all.
/// Even by chance every level but the lowest takes a win at once and avoids a loss at once.
pub(super) fn choices<G: Judge>(
    level: u8,
    history: &History<G>,
    turns: Vec<Turn<G::Step>>,
    whim: u64,
) -> Vec<Turn<G::Step>> {
    if level > ONE || (level == ONE && !happens(G::MINDS, whim)) {
        return turns;
    }
    let mut order: Vec<_> = (0..).map(|at| zobrist::key(whim, at)).zip(turns).collect();
    order.sort_unstable();
    let mut turns: Vec<_> = order.into_iter().map(|(_, turn)| turn).collect();
    if level > WEAKEST {
        turns = sensible(history, turns);
    }
    if level < ONE {
        turns.truncate(1);
    }
    turns
}

/// A turn that wins at once, or all that do not lose at once; if there is neither, all.
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
    let safe: Vec<_> = turns.iter().copied().filter(|&turn| !loses(turn)).collect();
    if safe.is_empty() { turns } else { safe }
}
