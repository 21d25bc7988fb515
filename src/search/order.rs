//! In which order the steps of a position are searched.

use arrayvec::ArrayVec;

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

/// The rank of a step that was handed out.
const DONE: i32 = i32::MIN;

/// The steps of a position, handed out best first.
///
/// What the table thinks best, or what refuted similar positions, often ends the matter, so nothing
/// is ranked before it.
pub(super) struct Order<S> {
    known: Option<S>,
    killers: [u16; 2],
    /// What was handed out without a rank.
    early: ArrayVec<S, 3>,
    /// How many of the early ones were looked for.
    asked: usize,
    ranked: Ranked<S>,
}

impl<S: Copy + Eq> Order<S> {
    /// First the step that is known, then those with these codes, then the others.
    pub fn new(known: Option<S>, killers: [u16; 2]) -> Self {
        Order { known, killers, early: ArrayVec::new(), asked: 0, ranked: Ranked::new() }
    }

    /// The next step; `find` knows the step of a code, and `rank` lists them all when the first
    /// one is chosen by its rank.
    ///
    /// Most nodes need only their first few steps, so nothing is sorted beforehand. Among equals
    /// the first in the game's order comes first.
    pub fn next(
        &mut self,
        find: impl Fn(u16) -> Option<S>,
        rank: impl FnOnce(&mut Ranked<S>),
    ) -> Option<S> {
        while self.asked <= self.killers.len() {
            let early = match self.asked {
                0 => self.known,
                at => Some(self.killers[at - 1]).filter(|&code| code != NONE).and_then(&find),
            };
            self.asked += 1;
            if let Some(step) = early.filter(|step| !self.early.contains(step)) {
                self.early.push(step);
                return Some(step);
            }
        }
        if self.ranked.is_empty() {
            rank(&mut self.ranked);
            let early = &self.early;
            self.ranked.iter_mut().filter(|(_, step)| early.contains(step)).for_each(|entry| {
                entry.0 = DONE;
            });
        }
        let best = self.ranked.iter_mut().reduce(
            |best, next| {
                if next.0 > best.0 { next } else { best }
            },
        )?;
        let (rank, step) = *best;
        best.0 = DONE;
        (rank != DONE).then_some(step)
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

    /// The steps that last refuted positions so far from the root.
    pub fn killers(&self, ply: usize) -> [u16; 2] {
        self.killers[ply]
    }

    /// Ranks the steps of a seat after the step `before` by habit alone.
    pub fn ranks(&self, seat: Seat, ply: usize, before: u16) -> impl Fn(u16) -> i32 {
        let history = &self.history[self.at(seat, NONE)..][..self.codes];
        let killers = self.killers[ply];
        let counter = self.counters[self.at(seat, before)];
        move |code| {
            let killer = match code {
                code if code == killers[0] => KILLERS[0],
                code if code == killers[1] => KILLERS[1],
                _ => 0,
            };
            let counter = if code == counter { COUNTER } else { 0 };
            i32::from(history[usize::from(code)]) + killer + counter
        }
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
