//! Play below full strength.

use crate::board::zobrist;
use crate::game::{Game, Outcome, Turn};
use crate::history::History;

use super::judge::Judge;
use super::node::Parts;
use super::{STRONGEST, WEAKEST};

/// What a level between chance and full strength can do.
#[derive(Clone, Copy, Debug)]
pub struct Skill {
    /// What it searches with.
    pub parts: Parts,
    /// How many positions it looks at for a turn, at the most.
    pub nodes: u64,
    /// How wrong its judgement may be of a position that is not decided, in hundredths: what
    /// makes a level weaker where looking less far would not.
    pub haze: i32,
}

impl Skill {
    /// Searches with everything.
    pub const fn sharp(nodes: u64, haze: i32) -> Skill {
        Skill { parts: Parts::ALL, nodes, haze }
    }

    /// Does not know what a game settles by itself.
    pub const fn blunt(nodes: u64, haze: i32) -> Skill {
        Skill { parts: Parts { resolve: false, ..Parts::ALL }, nodes, haze }
    }

    /// Looks at everything, and nothing else: for one turn ahead, or two.
    pub const fn plain(haze: i32) -> Skill {
        Skill { parts: Parts::PLAIN, nodes: TWO_TURNS, haze }
    }
}

/// Two turns ahead nearly everywhere.
const TWO_TURNS: u64 = 20_000;
/// How many levels there are with a [`Skill`].
pub(super) const SKILLS: usize = 8;
/// Looks one turn ahead: the first of them.
const ONE: u8 = STRONGEST - SKILLS as u8;
/// Looks two turns ahead.
const TWO: u8 = ONE + 1;

/// Where there are more turns than this, none of them ends the game.
const MANY: usize = 200;

/// What a level may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub parts: Parts,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// How wrong the judgement may be.
    pub haze: i32,
    /// What chance depends on.
    pub whim: Option<u64>,
}

impl Plan {
    pub fn new<G: Judge>(level: u8, whim: u64) -> Plan {
        if level >= STRONGEST {
            return Plan { parts: Parts::ALL, depth: None, nodes: None, haze: 0, whim: None };
        }
        // Those below the first look as it does, at the one turn that chance has left them.
        let at = usize::from(level.saturating_sub(ONE));
        let Skill { parts, nodes, haze } = G::SKILLS[at];
        let depth = match level {
            ..=ONE => Some(1),
            TWO => Some(2),
            _ => None,
        };
        Plan { parts, depth, nodes: Some(nodes), haze, whim: Some(whim) }
    }
}

/// The turns that a level chooses from: one by chance where it does not look ahead, or else all.
/// Every level but the lowest takes a win at once and avoids a loss at once.
pub(super) fn choices<G: Judge>(
    level: u8,
    history: &History<G>,
    turns: Vec<Turn<G::Step>>,
    whim: u64,
) -> Vec<Turn<G::Step>> {
    if level > ONE {
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
