//! In which order the steps of a position are searched.

use std::array;

use arrayvec::ArrayVec;

use crate::board::lanes::LANES;
use crate::game::Seat;

use super::judge::Judge;

/// No step has this code plus one: codes are kept plus one, so that 0 is none.
pub(super) const NONE: u16 = 0;

const KILLERS: [i32; 2] = [3_000, 2_000];
const COUNTER: i32 = 1_500;
/// What history adds or takes at the most.
const HISTORY: i32 = 4_096;

/// The rank of a step that was handed out.
const DONE: i32 = i32::MIN;

/// The places of the steps of a position, handed out best first.
///
/// Steps are ranked eight at a time, whether there are as many or not: a processor foresees a loop
/// that always runs as often, and ranks them side by side.
pub(super) struct Order {
    /// Ranks, each with the place of its step below it: one number to compare.
    ranked: ArrayVec<[i32; LANES], 20>,
}

impl Order {
    pub fn new() -> Self {
        Order { ranked: ArrayVec::new() }
    }

    /// Whether nothing is ranked yet.
    pub fn is_new(&self) -> bool {
        self.ranked.is_empty()
    }

    /// Ranks the next steps, those of the lanes that are open. Among equals the first in the game's
    /// order is the greatest.
    pub fn rank(&mut self, ranks: [i32; LANES], open: [bool; LANES]) {
        let last = 255 - (LANES * self.ranked.len()) as i32;
        self.ranked.push(array::from_fn(|lane| {
            if open[lane] { (ranks[lane] << 8) + last - lane as i32 } else { DONE }
        }));
    }

    /// The best that is left of the steps that were ranked.
    ///
    /// Most nodes need only their first few steps, so nothing is sorted beforehand.
    pub fn next(&mut self) -> Option<usize> {
        let best = self.ranked.iter().map(|lanes| lanes.iter().copied().fold(DONE, i32::max));
        let best = best.fold(DONE, i32::max);
        if best == DONE {
            return None;
        }
        let place = 255 - (best & 255) as usize;
        self.ranked[place / LANES][place % LANES] = DONE;
        Some(place)
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

    /// Ranks the steps of a seat with these codes, after the step `before`, by habit alone.
    pub fn ranks(&self, seat: Seat, ply: usize, before: u16, codes: [u16; LANES]) -> [i32; LANES] {
        let history = &self.history[self.at(seat, NONE)..][..self.codes];
        let killers = self.killers[ply];
        let counter = self.counters[self.at(seat, before)];
        let history = codes.map(|code| i32::from(history[usize::from(code)]));
        array::from_fn(|lane| {
            history[lane]
                + if codes[lane] == killers[0] { KILLERS[0] } else { 0 }
                + if codes[lane] == killers[1] { KILLERS[1] } else { 0 }
                + if codes[lane] == counter { COUNTER } else { 0 }
        })
    }

    /// A step refuted a position so far from the root.
    pub fn refute(&mut self, ply: usize, code: u16) {
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
    }

    /// A step refuted the position; those before it did not.
    pub fn learn(&mut self, seat: Seat, last: Refutation, tried: &[u16]) {
        let Refutation { ply, before, depth, code } = last;
        self.refute(ply, code);
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
