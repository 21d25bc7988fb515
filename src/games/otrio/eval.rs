//! The judgement of Otrio: the triples that each colour can still complete.

use super::{Colour, Mode, Otrio, SLOTS, Slot, SlotSet, Step, sets};
use crate::board::Bits;
use crate::game::{Seat, Steps};
use crate::search::{Judge, Skill, Tally, Verdict, Weights};

static WEIGHTS: Weights = Weights::read(include_str!("weights.txt"));
/// A piece in a triple that no other colour has entered.
const HOPE: usize = WEIGHTS.find("hope");
/// Two pieces in such a triple.
const PAIR: usize = WEIGHTS.find("pair");
/// A slot that completes a triple.
const THREAT: usize = WEIGHTS.find("threat");
/// Every colour has nine pieces.
const PIECES: u32 = 9;

/// What a node asks of a position more than once, colour by colour.
pub struct Sight {
    /// The empty slots that the colour has a piece for.
    open: [SlotSet; Colour::ALL.len()],
    /// Those that complete a triple.
    wins: [SlotSet; Colour::ALL.len()],
}

impl Otrio {
    /// Counts what the colours of a seat may still make of their pieces.
    fn prospects(&self, sight: &Sight, seat: Seat) -> [(usize, i32); 3] {
        let mut counts = [(HOPE, 0), (PAIR, 0), (THREAT, 0)];
        for &colour in self.mode.colours().iter().filter(|&&colour| self.owner(colour) == seat) {
            let own = self.pieces(colour);
            let (pieces, pairs) = sets::open_triples(own, self.occupied() & !own);
            let wins = sight.wins[colour.index()].count();
            for (count, more) in counts.iter_mut().zip([pieces, pairs, wins]) {
                count.1 += more as i32;
            }
        }
        counts
    }

    /// Between two players, where the mover cannot win at once: which of its open slots are worth
    /// a look, or how the game ends within four turns.
    ///
    /// A winning slot of the next colour has to be taken now. One of the mover's own next colour
    /// can be taken by one enemy, one of the enemy's second colour by two of the mover's.
    fn duel(&self, sight: &Sight) -> Result<SlotSet, Verdict> {
        let [enemy, partner, late] = self.others().map(Colour::index);
        let open = sight.open[self.colour.index()];
        let threats = sight.wins[enemy];
        let worth = if threats.is_empty() { open } else { open & threats };
        if threats.count() > 1 || threats & !open != 0 {
            return Err(Verdict::Loses(2));
        }
        if self.mode != Mode::TwoByTwo {
            return Ok(worth);
        }
        let own = sight.wins[partner];
        // The mover may have to take a slot itself.
        let stays = |slots: SlotSet, enough: u32| {
            let spoilt = u32::from(!open.is_empty() && worth & !slots == 0);
            slots.count() >= enough + spoilt
        };
        if stays(own, 2) || stays(own & !sight.open[enemy], 1) {
            return Err(Verdict::Wins(3));
        }
        // The mover's own winning slot, if there is one, is taken by either side.
        let late = sight.wins[late] & !own;
        let lasting = late & !sight.open[partner];
        let must = match (lasting.is_empty(), late.count()) {
            (true, 0..2) => return Ok(worth),
            (true, _) => late,
            (false, _) => lasting,
        };
        // Towards the end of the game the enemy may have to take them itself.
        if own.count() > 1 || (sight.open[enemy] & !late).count() < 2 {
            return Ok(worth);
        }
        if lasting.count() > 1 || late.count() > 2 || worth & must == 0 {
            return Err(Verdict::Loses(4));
        }
        Ok(worth & must)
    }

    /// At a larger table, where the mover cannot win at once: its open slots, or the one where it
    /// must stop the next colour. What comes later others may stop as well.
    fn duty(&self, sight: &Sight) -> SlotSet {
        let open = sight.open[self.colour.index()];
        let threats = sight.wins[self.mode.after(self.colour).index()];
        if threats.count() == 1 && threats & !open == 0 { threats } else { open }
    }

    /// The colours that move after the one on move; with two or three, some come twice.
    fn others(&self) -> [Colour; 3] {
        let next = self.mode.after(self.colour);
        let second = self.mode.after(next);
        [next, second, self.mode.after(second)]
    }
}

fn worth(counts: [(usize, i32); 3]) -> i32 {
    counts.iter().map(|&(place, count)| WEIGHTS.at(place) * count).sum()
}

impl Judge for Otrio {
    /// The slots and the pass.
    const CODES: usize = SLOTS + 1;

    /// A few positions are enough to see what matters, so levels see it less clearly as well.
    const SKILLS: [Skill; 8] = [
        Skill::plain(350),
        Skill::plain(300),
        Skill::sharp(85, 180),
        Skill::sharp(205, 104),
        Skill::sharp(520, 85),
        Skill::sharp(1_500, 60),
        Skill::sharp(3_500, 40),
        Skill::sharp(11_500, 8),
    ];

    type Sight = Sight;

    fn look(&self) -> Sight {
        let open = Colour::ALL.map(|colour| self.open(colour));
        let completions = sets::completions(self.pieces);
        let wins = std::array::from_fn(|at| completions[at] & open[at]);
        Sight { open, wins }
    }

    fn weights(&self) -> &'static Weights {
        &WEIGHTS
    }

    /// The prospects of a seat against those of the best of the others.
    fn count(&self, sight: &Sight, seat: Seat, tally: &mut impl Tally) {
        let others = Seat::ALL[..self.mode.seats()].iter().filter(|&&other| other != seat);
        let others = others.map(|&other| self.prospects(sight, other));
        let best = others.max_by_key(|&counts| worth(counts));
        self.prospects(sight, seat).into_iter().for_each(|(place, count)| tally.add(place, count));
        best.into_iter().flatten().for_each(|(place, count)| tally.add(place, -count));
    }

    fn judge_for(&self, sight: &Sight, seat: Seat) -> i32 {
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

    fn resolve(&self, sight: &Sight, out: &mut Steps<Step>) -> Verdict {
        let at = self.colour.index();
        if !sight.wins[at].is_empty() {
            return Verdict::Wins(1);
        }
        let worth = match self.mode.seats() {
            2 => match self.duel(sight) {
                Ok(worth) => worth,
                Err(verdict) => return verdict,
            },
            _ => self.duty(sight),
        };
        match worth {
            0 => out.push(Step::Pass),
            _ => out.extend(Slot::members(worth).map(Step::Place)),
        }
        Verdict::Open
    }

    fn hint(&self, sight: &Sight, step: Step) -> i32 {
        let Step::Place(slot) = step else { return 0 };
        let free = !self.occupied() & !slot.bit();
        // A slot is also good for what it takes from the others.
        let with = sets::completions(self.pieces.map(|pieces| pieces | slot.bit()));
        let at = self.colour.index();
        let made = (with[at] & free).count();
        let taken: u32 = self
            .mode
            .colours()
            .iter()
            .filter(|colour| colour.index() != at)
            .map(|colour| {
                (with[colour.index()] & free).count()
                    + u32::from(sight.wins[colour.index()] & slot.bit() != 0)
            })
            .sum();
        600 * made as i32 + 150 * taken as i32
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
        let sight = self.look();
        let mut text = String::new();
        for &colour in self.mode.colours() {
            let own = self.pieces(colour);
            let (pieces, pairs) = sets::open_triples(own, self.occupied() & !own);
            let wins = sight.wins[colour.index()].count();
            text += &format!("{colour}: {pieces} hopes, {pairs} pairs, {wins} winning slots\n");
        }
        text + &format!("for the mover: {}\n", self.judge(&sight))
    }
}
