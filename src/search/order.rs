//! In which order the steps of a position are searched.

use crate::game::{Seat, Steps};

use super::judge::Judge;

/// No step has this code plus one: codes are kept plus one, so that 0 is none.
pub(super) const NONE: u16 = 0;

const KILLERS: [i32; 2] = [3_000, 2_000];
const COUNTER: i32 = 1_500;
/// What history adds or takes at the most.
const HISTORY: i32 = 4_096;

/// Steps with their ranks.
pub(super) type Ranked<S> = Steps<(i32, S)>;

/// The steps of a position, handed out best first.
pub(super) struct Order<S> {
    /// What the table thinks best. It often ends the matter, so nothing is ranked before it.
    known: Option<S>,
    ranked: Ranked<S>,
    next: usize,
}

impl<S: Copy + Eq> Order<S> {
    pub fn new(known: Option<S>) -> Self {
        Order { known, ranked: Ranked::new(), next: 0 }
    }

    /// The next step; `rank` lists them all when the first one is chosen by its rank.
    ///
    /// Most nodes need only their first few steps, so nothing is sorted beforehand. Among equals
    /// the first in the game's order comes first.
    pub fn next(&mut self, rank: impl FnOnce(&mut Ranked<S>)) -> Option<S> {
        if self.next == 0
            && let Some(known) = self.known
        {
            self.next = 1;
            return Some(known);
        }
        if self.ranked.is_empty() {
            rank(&mut self.ranked);
            if let Some(at) = self.ranked.iter().position(|&(_, step)| Some(step) == self.known) {
                self.ranked[..=at].rotate_right(1);
            }
        }
        let rest = &mut self.ranked[self.next..];
        let best =
            (1..rest.len()).fold(0, |best, at| if rest[at].0 > rest[best].0 { at } else { best });
        let &(_, found) = rest.get(best)?;
        // Keeps the order of the others.
        rest[..=best].rotate_right(1);
        self.next += 1;
        Some(found)
    }
}

/// A step that refuted a position, and where.
#[derive(Clone, Copy)]
pub(super) struct Refutation {
    /// Turns from the root.
    pub ply: usize,
    /// The step before it.
    pub before: u16,
    /// Turns looked ahead.
    pub depth: i32,
    pub code: u16,
}

/// What earlier parts of this search learnt about steps, whatever the position.
pub(super) struct Habits {
    codes: usize,
    /// By seat and code.
    history: Vec<i16>,
    /// By the code before it.
    counters: Vec<u16>,
    /// By turns from the root.
    killers: Vec<[u16; 2]>,
}

impl Habits {
    pub fn new<G: Judge>(plies: usize) -> Self {
        let codes = G::CODES + 1;
        Habits {
            codes,
            history: vec![0; Seat::MAX * codes],
            counters: vec![NONE; Seat::MAX * codes],
            killers: vec![[NONE; 2]; plies],
        }
    }

    fn at(&self, seat: Seat, code: u16) -> usize {
        seat.index() * self.codes + usize::from(code)
    }

    /// The rank of a step by habit alone.
    pub fn rank(&self, seat: Seat, ply: usize, before: u16, code: u16) -> i32 {
        let mut rank = i32::from(self.history[self.at(seat, code)]);
        let [first, second] = self.killers[ply];
        if code == first {
            rank += KILLERS[0];
        } else if code == second {
            rank += KILLERS[1];
        }
        if code == self.counters[self.at(seat, before)] {
            rank += COUNTER;
        }
        rank
    }

    /// A step refuted the position; those before it did not.
    pub fn learn(&mut self, seat: Seat, last: Refutation, tried: &[u16]) {
        let Refutation { ply, before, depth, code } = last;
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let counter = self.at(seat, before);
        self.counters[counter] = code;
        let weight = (depth * depth * 4 + 16 * depth).clamp(8, 1_024);
        self.shift(seat, code, weight);
        for &code in tried {
            self.shift(seat, code, -weight);
        }
    }

    /// Moves a step's history, the less the further it already went that way.
    fn shift(&mut self, seat: Seat, code: u16, weight: i32) {
        let at = self.at(seat, code);
        let now = i32::from(self.history[at]);
        self.history[at] = (now + weight - now * weight.abs() / HISTORY) as i16;
    }
}
