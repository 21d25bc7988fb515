//! Threat-space search: a proof that the mover wins by threats alone.
//!
//! The attacker plays only threats, the defender everything that the game's resolver leaves, so
//! what is found is true. It reaches far beyond a search of all steps, because threats are few
//! and so are their answers; it finds nothing where a quiet step wins.

use crate::game::{Outcome, Steps};

use super::judge::{Judge, Verdict};

/// Slots of the table, a power of two.
const SLOTS: usize = 1 << 14;

/// Attacks that may be looked at to show a line.
const LINE: u32 = 512;

/// What is known of the attack from a position.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    /// There is no win in so many plies.
    not_in: u8,
    /// There is one in so many plies; 0 if none is known.
    within: u8,
}

/// One thread's search for wins by threats.
pub(super) struct Threats {
    slots: Vec<Slot>,
    /// Attacks that may still be looked at in this proof.
    left: u32,
    /// Positions looked at, as an attack or as the answer to one, since they were last counted.
    pub nodes: u64,
}

impl Threats {
    pub fn new() -> Self {
        Threats { slots: Vec::new(), left: 0, nodes: 0 }
    }

    /// The least number of plies, up to a limit, within which the mover wins by threats, and the
    /// step to begin with. Gives up after looking at so many attacks.
    pub fn prove<G: Judge>(
        &mut self,
        position: &G,
        plies: u32,
        attacks: u32,
    ) -> Option<(u32, G::Step)> {
        self.slots.resize(SLOTS, Slot::default());
        self.left = attacks;
        for plies in (3..=plies).step_by(2) {
            if let Some(step) = self.attack(position, plies) {
                return Some((plies, step));
            }
            if self.left == 0 {
                break;
            }
        }
        None
    }

    /// The line of a win within so many plies that was just proven to begin with this step: the
    /// defender lasts as long as it can. It ends where the game's resolver knows the rest.
    pub fn line<G: Judge>(&mut self, root: &G, first: G::Step, mut plies: u32) -> Vec<G::Step> {
        self.left = LINE;
        let mut position = root.clone();
        let mut line = Vec::new();
        let mut threat = Some(first);
        while let Some(step) = threat {
            line.push(step);
            position.play(step);
            let mut replies = Steps::new();
            position.resolve(&position.look(), &mut replies);
            let longest = replies.into_iter().filter_map(|reply| {
                let mut child = position.clone();
                child.play(reply);
                let lasts = (1..plies - 1).find(|&plies| self.wins(&child, plies))?;
                Some((lasts, reply))
            });
            let Some((lasts, reply)) = longest.max() else { break };
            line.push(reply);
            position.play(reply);
            plies = lasts;
            threat = if plies < 3 { None } else { self.attack(&position, plies) };
        }
        line
    }

    /// A threat that wins within so many plies, which are odd. Asked where nothing is settled.
    fn attack<G: Judge>(&mut self, position: &G, plies: u32) -> Option<G::Step> {
        self.left = self.left.saturating_sub(1);
        let mut steps = Steps::new();
        position.threats(&mut steps);
        self.nodes += 1 + steps.len() as u64;
        // The fewer the answers, the sooner it is clear what a threat is good for.
        let mut threats = Steps::<(usize, G::Step)>::new();
        for step in steps {
            let mut child = position.clone();
            child.play(step);
            let mut replies = Steps::new();
            match child.resolve(&child.look(), &mut replies) {
                Verdict::Loses(turns) if turns < plies => return Some(step),
                Verdict::Open if plies > 3 => threats.push((replies.len(), step)),
                _ => {}
            }
        }
        threats.sort_by_key(|&(replies, _)| replies);
        let wins = |&(_, step): &(usize, G::Step)| {
            let mut child = position.clone();
            child.play(step);
            self.defence_fails(&child, plies - 1)
        };
        threats.iter().copied().find(wins).map(|(_, step)| step)
    }

    /// Whether no reply to a threat lasts longer than so many plies.
    fn defence_fails<G: Judge>(&mut self, position: &G, plies: u32) -> bool {
        let mut replies = Steps::new();
        position.resolve(&position.look(), &mut replies);
        replies.into_iter().all(|reply| {
            let mut child = position.clone();
            child.play(reply);
            self.wins(&child, plies - 1)
        })
    }

    /// Whether the attacker, who is on move, wins within so many plies.
    fn wins<G: Judge>(&mut self, position: &G, plies: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome == Outcome::Won(position.mover());
        }
        match position.resolve(&position.look(), &mut Steps::new()) {
            Verdict::Wins(turns) => return turns <= plies,
            Verdict::Open if plies > 2 => {}
            _ => return false,
        }
        let key = position.key();
        let at = key as usize & (SLOTS - 1);
        let slot = match self.slots[at] {
            slot if slot.key == key => slot,
            _ => Slot { key, not_in: 0, within: 0 },
        };
        if plies <= slot.not_in.into() || self.left == 0 {
            return false;
        }
        if slot.within > 0 && plies >= slot.within.into() {
            return true;
        }
        let wins = self.attack(position, plies).is_some();
        if wins {
            self.slots[at] = Slot { within: plies as u8, ..slot };
        } else if self.left > 0 {
            self.slots[at] = Slot { not_in: plies as u8, ..slot };
        }
        wins
    }
}
