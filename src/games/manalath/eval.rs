//! The judgement of Manalath: the cells where a stone makes a five or a four.

use super::{Colour, Manalath, Placement};
use crate::board::{Bits, Cell};
use crate::game::{Game, Seat, Steps};
use crate::search::{Judge, Tally, Verdict, Weights};

static WEIGHTS: Weights = Weights::read(include_str!("weights.txt"));
/// A cell where a stone makes a five.
const FIVE: usize = WEIGHTS.find("five");
/// An open place that a group of three lacks to be safe.
const CRAMPED: usize = WEIGHTS.find("cramped");
/// A group of two or three.
const GROUP: usize = WEIGHTS.find("group");
/// A group of three with so many open places around it is safe.
const SAFE: i32 = 5;

/// What a stone of one colour would make, by cell.
#[derive(Clone, Copy, Default)]
struct Sight {
    /// The open cells where it makes a group of exactly five.
    fives: u64,
    /// The open cells where it makes a group of exactly four.
    fours: u64,
    /// The groups of two and three.
    groups: i32,
    /// The open places that the groups of three lack to be safe.
    cramped: i32,
}

impl Manalath {
    fn sight(&self, colour: Colour) -> Sight {
        let open = self.open(colour);
        // The stones of all the groups around each cell, as three planes of binary digits that
        // stay at seven.
        let mut sum = [0_u64; 3];
        let (mut groups, mut cramped) = (0, 0);
        for group in self.groups(colour) {
            let edge = self.board.around(group) & open;
            let size = group.count();
            let mut carry = 0;
            for (digit, plane) in sum.iter_mut().enumerate() {
                let add = if size >> digit & 1 == 1 { edge } else { 0 };
                let next = *plane & add | carry & (*plane | add);
                *plane ^= add ^ carry;
                carry = next;
            }
            sum = sum.map(|plane| plane | carry);
            groups += i32::from(matches!(size, 2 | 3));
            if size == 3 {
                cramped += (SAFE - edge.count() as i32).max(0);
            }
        }
        let [ones, twos, fours] = sum;
        let [fives, fours] = [fours & !twos & !ones & open, !fours & twos & ones & open];
        Sight { fives, fours, groups, cramped }
    }

    fn with_stone(&self, cell: u32, colour: Colour) -> Manalath {
        let mut child = *self;
        child.play(Placement { cell: Cell(cell as u8), colour });
        child
    }

    /// Whether a four that the seat on move has to answer is given to it: it extends the four to
    /// a five and wins, or it cannot and loses.
    fn settle_fours(&self) -> Option<Verdict> {
        let colour = Colour::of(self.mover);
        match self.fours(colour) {
            0 => None,
            // One stone cannot save two fours: joined they are too large.
            fours if fours.count() > super::LOSING_GROUP => Some(Verdict::Loses(1)),
            four if self.board.around(four) & self.open(colour) != 0 => Some(Verdict::Wins(1)),
            _ => Some(Verdict::Loses(1)),
        }
    }
}

impl Judge for Manalath {
    /// A cell and a colour.
    const CODES: usize = 128;

    const TURNS: u64 = 14;

    type Sight = ();

    fn look(&self) {}

    fn weights(&self) -> &'static Weights {
        &WEIGHTS
    }

    fn count(&self, (): &(), seat: Seat, tally: &mut impl Tally) {
        for (side, sign) in [(seat, 1), (seat.other(), -1)] {
            let Sight { fives, groups, cramped, .. } = self.sight(Colour::of(side));
            tally.add(FIVE, sign * fives.count() as i32);
            tally.add(GROUP, sign * groups);
            tally.add(CRAMPED, sign * cramped);
        }
    }

    fn code(&self, Placement { cell, colour }: Placement) -> u16 {
        u16::from(cell.0) << 1 | colour as u16
    }

    fn resolve(&self, (): &(), out: &mut Steps<Placement>) -> Verdict {
        if let Some(verdict) = self.settle_fours() {
            return verdict;
        }
        let [own, other] = [self.mover, self.mover.other()].map(Colour::of);
        let [open, open_other] = [own, other].map(|colour| self.open(colour));
        if self.fives(own) != 0 {
            // A five that the opponent made: any stone that spoils nothing wins.
            if open_other != 0 {
                return Verdict::Wins(1);
            }
            self.steps(out);
            return Verdict::Open;
        }
        let mine = self.sight(own);
        if mine.fives != 0 {
            return Verdict::Wins(1);
        }
        let theirs = self.sight(other);
        // A four of one's own loses at once. A four of theirs that can grow wins for them, and so
        // does a five, as long as they can still play elsewhere.
        let mut worth = open & !mine.fours;
        let mut worth_other = open_other;
        if open.count() > 2 {
            worth_other &= !theirs.fives;
        }
        for cell in theirs.fours.iter() {
            let child = self.with_stone(cell, other);
            if child.outcome.is_none() {
                if child.settle_fours() == Some(Verdict::Loses(1)) {
                    return Verdict::Wins(2);
                }
                worth_other &= !u64::bit(cell);
            }
        }
        if theirs.fives != 0 {
            // Only a stone in the way helps, or one that makes the five too large.
            worth &= if theirs.fives.count() == 1 { theirs.fives } else { 0 };
        }
        for cell in (worth | worth_other).iter() {
            for colour in Colour::ALL {
                let set = if colour == own { worth } else { worth_other };
                if set.has(cell) {
                    out.push(Placement { cell: Cell(cell as u8), colour });
                }
            }
        }
        match out.is_empty() {
            false => Verdict::Open,
            // Stones that make a four of one's own lose at once, the others a turn later.
            true if open_other == 0 && open == mine.fours => Verdict::Loses(1),
            true => Verdict::Loses(2),
        }
    }

    fn shares_images(&self) -> bool {
        let stones = (self.stones[0] | self.stones[1]).count();
        stones <= if self.board.size() <= 3 { 8 } else { 3 }
    }

    fn turns_left(&self) -> Option<u32> {
        Some(self.empty().count())
    }

    fn explain(&self) -> String {
        let mut text = String::new();
        for colour in Colour::ALL {
            let Sight { fives, fours, groups, cramped } = self.sight(colour);
            text += &format!(
                "{colour}: {} cells make a five, {} a four; {groups} groups, cramped by {cramped}\n",
                fives.count(),
                fours.count()
            );
        }
        text + &format!("for the mover: {}\n", self.judge(&()))
    }
}
