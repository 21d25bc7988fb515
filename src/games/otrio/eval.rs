//! The judgement of Otrio: the triples that each colour can still complete.

use super::{Colour, Mode, Otrio, SLOTS, Slot, Step, sets};
use crate::board::Bits;
use crate::game::{Seat, Steps};
use crate::search::{Judge, Verdict};

/// What a piece in a triple is worth that no other colour has entered.
const HOPE: i32 = 3;
/// What two pieces in such a triple are worth on top.
const PAIR: i32 = 15;
/// What a slot is worth that completes a triple.
const THREAT: i32 = 60;
/// Every colour has nine pieces.
const PIECES: u32 = 9;

impl Otrio {
    /// What a colour may still make of its pieces.
    fn prospects(&self, colour: Colour) -> i32 {
        let own = self.pieces(colour);
        let (pieces, pairs) = sets::open_triples(own, self.occupied() & !own);
        HOPE * pieces as i32 + PAIR * pairs as i32 + THREAT * self.wins_at(colour).count() as i32
    }

    /// The prospects of all colours of a seat, and of the best of the other seats.
    fn balance(&self, seat: Seat) -> (i32, i32) {
        let of = |seat: Seat| -> i32 {
            let colours = self.mode.colours().iter();
            colours.filter(|&&c| self.owner(c) == seat).map(|&c| self.prospects(c)).sum()
        };
        let others = Seat::ALL[..self.mode.seats()].iter().filter(|&&other| other != seat);
        (of(seat), others.map(|&other| of(other)).max().unwrap_or(0))
    }
}

impl Judge for Otrio {
    /// The slots and the pass.
    const CODES: usize = SLOTS + 1;

    type Sight = ();

    fn look(&self) {}

    fn judge(&self, (): &()) -> i32 {
        self.judge_for(&(), self.owner(self.colour))
    }

    fn judge_for(&self, (): &(), seat: Seat) -> i32 {
        let (own, other) = self.balance(seat);
        own - other
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
            let worth = self.prospects(colour);
            text += &format!(
                "{colour}: {pieces} hopes, {pairs} pairs, {wins} winning slots, worth {worth}\n"
            );
        }
        text + &format!("for the mover: {}\n", self.judge(&()))
    }
}
