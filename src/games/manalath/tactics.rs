//! What is settled in Manalath without a search, and which replies a threat leaves.
//!
//! A seat threatens in two ways. It can have a cell where a stone of its own makes a five. Or it
//! can have a cell where a stone of the *other* colour makes a dead four, one that cannot become
//! a five: its owner has to leave it standing and loses.

use super::{Colour, LARGEST_GROUP, LOSING_GROUP, Manalath, Placement};
use crate::board::{Bits, Cell};
use crate::game::{Game, Steps};
use crate::search::Verdict;

/// The steps worth a search, by the colour of the stone.
#[derive(Clone, Copy)]
struct Worth {
    own: u64,
    other: u64,
}

impl Manalath {
    fn with_stone(&self, cell: u32, colour: Colour) -> Manalath {
        let mut child = *self;
        child.play(Placement { cell: Cell(cell as u8), colour });
        child
    }

    /// The groups of a colour around an empty cell, as one set.
    fn groups_around(&self, cell: u32, colour: Colour) -> u64 {
        let stones = self.stones(colour);
        self.board.group(self.board.neighbours(Cell(cell as u8)) & stones, stones)
    }

    /// The cells where one more stone of a colour changes what another on `cell` would make. It
    /// always makes it larger.
    fn zone(&self, cell: u32, colour: Colour) -> u64 {
        let groups = self.groups_around(cell, colour);
        self.board.around(groups) | self.board.neighbours(Cell(cell as u8))
    }

    /// The cells next to a group of four of a colour where it becomes a five. There are ever fewer
    /// of them: cells are taken, and others come to touch a second group.
    fn ways_out(&self, four: u64, colour: Colour) -> u64 {
        let others = self.stones(colour) & !four;
        self.board.around(four) & self.empty() & !four & !self.board.around(others)
    }

    /// The cells where a stone of a colour makes a dead four.
    fn dead_fours(&self, colour: Colour) -> u64 {
        let making = self.making(colour, LOSING_GROUP);
        if making == 0 || self.left(colour) == 1 {
            return making;
        }
        // Most fours have a way out next to their last stone that no other stone touches.
        let loose = self.making(colour, 1);
        let dead = |&cell: &u32| {
            self.board.neighbours(Cell(cell as u8)) & loose == 0 && {
                let four = self.groups_around(cell, colour) | u64::bit(cell);
                self.ways_out(four, colour) == 0
            }
        };
        making.iter().filter(dead).fold(0, |set, cell| set | u64::bit(cell))
    }

    /// Whether a four that the seat on move has to answer is given to it: it extends the four to
    /// a five and wins, or it cannot and loses.
    fn settle_fours(&self) -> Option<Verdict> {
        let colour = Colour::of(self.mover);
        match self.fours(colour) {
            0 => None,
            // One stone cannot save two fours: joined they are too large.
            fours if fours.count() > LOSING_GROUP => Some(Verdict::Loses(1)),
            four if self.board.around(four) & self.open(colour) != 0 => Some(Verdict::Wins(1)),
            _ => Some(Verdict::Loses(1)),
        }
    }

    /// Settles the position, or lists the steps that may be better than all others.
    pub(super) fn settle(&self, out: &mut Steps<Placement>) -> Verdict {
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
        if self.making(own, LARGEST_GROUP) != 0 {
            return Verdict::Wins(1);
        }
        // A four of one's own loses at once. A four of theirs that can grow wins for them, and so
        // does a five, as long as they can still play elsewhere.
        let dead = self.dead_fours(other);
        let mut worth = Worth { own: open & !self.making(own, LOSING_GROUP), other: open_other };
        worth.other &= !(self.making(other, LOSING_GROUP) & !dead);
        for cell in dead.iter() {
            // With the last stone that can be placed it is a draw.
            if self.with_stone(cell, other).outcome.is_none() {
                return Verdict::Wins(2);
            }
        }
        let fives = self.making(other, LARGEST_GROUP);
        if open.count() > 2 {
            worth.other &= !fives;
        }
        let least = if fives != 0 {
            self.parry_fives(fives, other, &mut worth);
            2
        } else {
            self.parry_dead_fours(own, other, &mut worth)
        };
        for cell in (worth.own | worth.other).iter() {
            for colour in Colour::ALL {
                let set = if colour == own { worth.own } else { worth.other };
                if set.has(cell) {
                    out.push(Placement { cell: Cell(cell as u8), colour });
                }
            }
        }
        match out.is_empty() {
            false => Verdict::Open,
            // Stones that make a four of one's own lose at once, the others later.
            true if open_other == 0 && open == self.making(own, LOSING_GROUP) => Verdict::Loses(1),
            true => Verdict::Loses(least),
        }
    }

    /// Leaves what keeps the opponent from making a five: a stone in the way, or one of theirs
    /// that makes it too large, or their last one.
    fn parry_fives(&self, fives: u64, other: Colour, worth: &mut Worth) {
        worth.own &= if fives.count() == 1 { fives } else { 0 };
        if self.left(other) > 1 {
            let zones = fives.iter().map(|cell| self.zone(cell, other));
            worth.other &= zones.fold(!0, |all, zone| all & zone) | fives;
        }
    }

    /// Leaves what keeps the opponent from making a dead four of the mover's colour: a stone in
    /// the way, or one of the mover's own that makes it larger. The number of turns after which
    /// everything else loses.
    fn parry_dead_fours(&self, own: Colour, other: Colour, worth: &mut Worth) -> u32 {
        // Whatever is played now, somebody must be able to play after the dead four. And a stone
        // of one's own that loses no sooner must be among what is left out.
        if worth.own == 0 || self.left(own) < 3 || self.left(other) < 2 {
            return 2;
        }
        let room = |cell: u32| {
            let four = self.groups_around(cell, own) | u64::bit(cell);
            self.open(other).count() > 2 && (self.open(own) & !self.board.around(four)).count() > 2
        };
        let mut rest = *worth;
        let mut threats = 0;
        for cell in self.dead_fours(own).iter().filter(|&cell| room(cell)) {
            rest.own &= self.zone(cell, own);
            rest.other &= u64::bit(cell);
            threats += 1;
        }
        if threats == 0 {
            return 2;
        }
        // What lets the opponent make a five loses sooner than what is left out.
        for cell in rest.other.iter() {
            if self.with_stone(cell, other).making(other, LARGEST_GROUP) != 0 {
                rest.other &= !u64::bit(cell);
            }
        }
        *worth = rest;
        3
    }

    /// Lists the steps after which the mover threatens a five or a dead four.
    pub(super) fn find_threats(&self, out: &mut Steps<Placement>) {
        let [own, other] = [self.mover, self.mover.other()].map(Colour::of);
        let mut steps = Steps::new();
        self.settle(&mut steps);
        // A stone of one's own that touches no other of them makes a five possible next to a cell
        // where four could be made, and a dead four by taking a way out.
        let fours = self.making(other, LOSING_GROUP);
        let ways = fours.iter().fold(0, |ways, cell| ways | self.zone(cell, other));
        let near = self.board.around(self.making(own, LOSING_GROUP)) | ways;
        let idle = self.making(own, 1) & !near;
        for step in steps {
            if step.colour == own && idle.has(step.cell.0.into()) {
                continue;
            }
            let child = self.with_stone(step.cell.0.into(), step.colour);
            if child.outcome.is_none()
                && (child.making(own, LARGEST_GROUP) != 0 || child.dead_fours(other) != 0)
            {
                out.push(step);
            }
        }
    }
}
