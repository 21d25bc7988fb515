//! The judgement of Otrio: the triples that each colour can still complete.

use super::{Mode, Otrio, SLOTS, Slot, Step, sets};
use crate::board::Bits;
use crate::game::{Seat, Steps};
use crate::search::{Judge, Tally, Verdict, Weights};

static WEIGHTS: Weights = Weights::read(include_str!("weights.txt"));
/// A piece in a triple that no other colour has entered.
const HOPE: usize = WEIGHTS.find("hope");
/// Two pieces in such a triple.
const PAIR: usize = WEIGHTS.find("pair");
/// A slot that completes a triple.
const THREAT: usize = WEIGHTS.find("threat");
/// Every colour has nine pieces.
const PIECES: u32 = 9;

impl Otrio {
    /// Counts what the colours of a seat may still make of their pieces.
    fn prospects(&self, seat: Seat) -> [(usize, i32); 3] {
        let mut counts = [(HOPE, 0), (PAIR, 0), (THREAT, 0)];
        for &colour in self.mode.colours().iter().filter(|&&colour| self.owner(colour) == seat) {
            let own = self.pieces(colour);
            let (pieces, pairs) = sets::open_triples(own, self.occupied() & !own);
            for (count, more) in
                counts.iter_mut().zip([pieces, pairs, self.wins_at(colour).count()])
            {
                count.1 += more as i32;
            }
        }
        counts
    }
}

fn worth(counts: [(usize, i32); 3]) -> i32 {
    counts.iter().map(|&(place, count)| WEIGHTS.at(place) * count).sum()
}

impl Judge for Otrio {
    /// The slots and the pass.
    const CODES: usize = SLOTS + 1;

    type Sight = ();

    fn look(&self) {}

    fn weights(&self) -> &'static Weights {
        &WEIGHTS
    }

    /// The prospects of a seat against those of the best of the others.
    fn count(&self, (): &(), seat: Seat, tally: &mut impl Tally) {
        let others = Seat::ALL[..self.mode.seats()].iter().filter(|&&other| other != seat);
        let best = others.map(|&other| self.prospects(other)).max_by_key(|&counts| worth(counts));
        self.prospects(seat).into_iter().for_each(|(place, count)| tally.add(place, count));
        best.into_iter().flatten().for_each(|(place, count)| tally.add(place, -count));
    }

    fn judge_for(&self, sight: &(), seat: Seat) -> i32 {
        self.weighed(sight, seat)
    }

    fn code(&self, step: Step) -> u16 {
        match step {
            Step::Place(slot) => slot.index() as u16,
            Step::Pass => SLOTS as u16,
        }
    }

    fn boldness(&self) -> i32 {
        if self.mode == Mode::default() { 0 } else { 4 }
    }

    fn resolve(&self, (): &(), out: &mut Steps<Step>) -> Verdict {
        if self.wins_at(self.colour) != 0 {
            return Verdict::Wins(1);
        }
        let open = self.open(self.colour);
        let mut worth = open;
        // At a larger table the next colour may be a partner in the search's eyes.
        if self.mode.seats() == 2 {
            let threats = self.wins_at(self.mode.after(self.colour));
            if threats != 0 {
                worth &= threats;
                if worth == 0 || !threats.without_lowest().is_empty() {
                    return Verdict::Loses(2);
                }
            }
        }
        match open {
            0 => out.push(Step::Pass),
            _ => out.extend(Slot::members(worth).map(Step::Place)),
        }
        Verdict::Open
    }

    fn hint(&self, (): &(), step: Step) -> i32 {
        let Step::Place(slot) = step else { return 0 };
        let (own, free) = (self.pieces(self.colour), !self.occupied());
        let made = sets::completions(own | slot.bit()) & free & !slot.bit();
        // A slot is also good for what it takes from the others.
        let others = self.mode.colours().iter().filter(|&&colour| colour != self.colour);
        let taken: u32 = others
            .map(|&colour| {
                let with = sets::completions(self.pieces(colour) | slot.bit()) & free;
                with.count()
            })
            .sum();
        600 * made.count() as i32 + 150 * taken as i32
    }

    fn shares_images(&self) -> bool {
        self.occupied().count() <= 5
    }

    /// A colour for which nothing fits passes for ever, while the others place what they have.
    fn turns_left(&self) -> Option<u32> {
        let colours = self.mode.colours();
        let most = colours.iter().map(|&colour| PIECES - self.pieces(colour).count()).max();
        most.map(|most| (most + 1) * colours.len() as u32)
    }

    fn explain(&self) -> String {
        let mut text = String::new();
        for &colour in self.mode.colours() {
            let own = self.pieces(colour);
            let (pieces, pairs) = sets::open_triples(own, self.occupied() & !own);
            let wins = self.wins_at(colour).count();
            text += &format!("{colour}: {pieces} hopes, {pairs} pairs, {wins} winning slots\n");
        }
        text + &format!("for the mover: {}\n", self.judge(&()))
    }
}
