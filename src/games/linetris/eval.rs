//! The judgement of Linetris: the empty cells where a piece would complete a line.

use std::any::Any;

use super::features::{Common, Signed, View};
use super::{Column, Linetris, Order};
use crate::board::grid::Shifts;
use crate::board::lanes::{Cells, LANES};
use crate::game::{Game, Outcome, Seat, Steps};
use crate::search::{Glance, Judge, Skill, Tally, Verdict, Weights};

/// What the search asks of a position again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight<B> {
    /// The cells without a piece.
    pub(super) empty: B,
    /// The cells a piece can land on.
    pub(super) landing: B,
    /// The empty cells that complete a line of the mover, and of the other seat.
    pub(super) lines: [B; 2],
    /// The only empty cell of the bottom row: a piece there makes the row vanish.
    pub(super) last: B,
    /// The rows below the pieces of the mover, and of the other seat, added up.
    pub(super) heights: [u32; 2],
}

impl<B: Shifts> Linetris<B> {
    /// The only empty cell of the bottom row, if it vanishes when it is full.
    fn last_gap(&self, empty: B) -> B {
        let gaps = self.grid.bottom() & empty;
        if self.rules.clear && gaps.without_lowest().is_empty() { gaps } else { B::EMPTY }
    }

    /// The cells, whether empty or not, that would stand in a line with three of the set.
    #[inline(always)]
    pub(super) fn completions<S: Cells<B>>(&self, set: S) -> S {
        let upright = set << 1 & set << 2 & set << 3;
        [B::STRIDE - 1, B::STRIDE, B::STRIDE + 1].into_iter().fold(upright, |found, step| {
            let [left, right] = [set << step, set >> step];
            let lefts = left & set << (2 * step);
            let rights = right & set >> (2 * step);
            found | lefts & (set << (3 * step) | right) | rights & (set >> (3 * step) | left)
        })
    }
}

impl<B: Shifts> Linetris<B> {
    /// Where the row vanishes before lines are looked at: the last two gaps of the bottom row, if
    /// all threats are there. A piece in one of them makes the other the last, and worthless.
    fn spoilers(&self, sight: &Sight<B>, threats: B) -> B {
        let gaps = self.grid.bottom() & sight.empty;
        let two = !gaps.is_empty() && gaps.without_lowest().without_lowest().is_empty();
        let spoils = self.rules.clear && self.rules.order == Order::Clear;
        if spoils && two && (threats & !gaps).is_empty() { gaps } else { B::EMPTY }
    }
}

impl<B: Shifts> Linetris<B> {
    /// The cells where a piece does not lose at once; nothing if there is one that wins at once.
    fn worth(&self, sight: &Sight<B>) -> Option<B> {
        let Sight { landing, lines: [mut mine, mut theirs], last, .. } = *sight;
        if self.rules.order == Order::Clear {
            // Every line through this cell vanishes with its row.
            mine &= !last;
            theirs &= !last;
        }
        if !(mine & landing).is_empty() {
            return None;
        }
        // A piece under a cell that wins for the other seat only helps it up.
        let mut worth = landing & !(theirs >> 1);
        let threats = theirs & landing;
        if !threats.is_empty() {
            let alone = threats.without_lowest().is_empty();
            let block = if alone { threats } else { B::EMPTY };
            worth &= block | self.spoilers(sight, threats);
        }
        // Blocking is not the only answer: when the bottom row vanishes, lines vanish with it.
        Some(worth | last)
    }
}

impl<B: Shifts> Judge for Linetris<B> {
    /// As many as there are bits.
    const CODES: usize = B::CAPACITY as usize;
    const REMEMBERED: i32 = 2;
    const GLANCES: bool = true;

    /// Looking further always pays.
    const SKILLS: [Skill; 8] = [
        Skill::plain(60),
        Skill::plain(0),
        Skill::sharp(300, 0),
        Skill::sharp(950, 0),
        Skill::sharp(3_200, 0),
        Skill::sharp(9_500, 0),
        Skill::sharp(28_000, 0),
        Skill::sharp(80_000, 0),
    ];

    type Sight = Sight<B>;

    fn look(&self) -> Sight<B> {
        let occupied = self.occupied();
        let empty = self.grid.cells() & !occupied;
        let seats = [self.mover, self.mover.other()];
        Sight {
            empty,
            landing: (occupied << 1 | self.grid.bottom()) & empty,
            lines: seats.map(|seat| self.completions(self.stones(seat)) & empty),
            last: self.last_gap(empty),
            heights: seats.map(|seat| Self::height_of_all(self.stones(seat))),
        }
    }

    fn weights(&self) -> &'static Weights {
        self.weights_here()
    }

    fn count(&self, sight: &Sight<B>, seat: Seat, tally: &mut impl Tally) {
        let Sight { empty, landing, lines, heights, .. } = *sight;
        let pieces = [self.mover, self.mover.other()].map(|seat| self.stones(seat));
        let view = View { empty, landing, pieces, lines };
        let [ahead, higher] =
            [pieces.map(B::count), heights].map(|[mover, other]| mover as i32 - other as i32);
        let common = Common { empty: empty.count(), ahead, higher };
        let sign = if seat == self.mover { 1 } else { -1 };
        self.features(&view, common, &mut Signed { sign, tally });
    }

    /// The cell where the piece lands.
    fn code(&self, Column(column): Column) -> u16 {
        (self.grid.column(column.into()) & !self.occupied()).lowest() as u16
    }

    fn resolve(&self, sight: &Sight<B>, out: &mut Steps<Column>) -> Verdict {
        let Some(worth) = self.worth(sight) else { return Verdict::Wins(1) };
        if worth.is_empty() {
            return Verdict::Loses(2);
        }
        let column = |cell| Column(self.grid.column_of(cell) as u8);
        if worth.without_lowest().is_empty() {
            // A loop that mostly runs seven times would not expect this.
            out.push(column(worth.lowest()));
        } else {
            out.extend(worth.iter().map(column));
        }
        Verdict::Open
    }

    fn recall(&self, sight: &Sight<B>, code: u16, all: bool) -> Option<Column> {
        let cells = if all { sight.landing } else { self.worth(sight)? };
        cells.has(code.into()).then(|| Column(self.grid.column_of(code.into()) as u8))
    }

    /// Half of what is seen stays as it was, and a line was seen before it is made.
    fn advance(&self, sight: &Sight<B>, column: Column) -> (Self, Option<Sight<B>>) {
        let cell = self.grid.column(column.0.into()) & sight.landing;
        if cell == sight.last {
            let mut next = *self;
            next.play(column);
            return (next, None);
        }
        let empty = sight.empty & !cell;
        let outcome = if !(sight.lines[0] & cell).is_empty() {
            Some(Outcome::Won(self.mover))
        } else if (self.grid.top() & empty).is_empty() {
            Some(Outcome::Drawn)
        } else {
            None
        };
        // Written field by field: to change a copy and then move it would wait for the changes.
        let first = if self.mover == Seat::P1 { cell } else { B::EMPTY };
        let [p1, p2] = self.stones;
        let stones = [p1 | first, p2 | cell ^ first];
        let own = self.stones(self.mover) | cell;
        let Linetris { grid, rules, salt, mover, .. } = *self;
        let next = Linetris { grid, stones, rules, salt, mover: mover.other(), outcome };
        let sight = Sight {
            empty,
            landing: sight.landing & !cell | cell << 1 & empty,
            lines: [sight.lines[1] & !cell, self.completions(own) & empty],
            last: self.last_gap(empty),
            heights: [sight.heights[1], sight.heights[0] + cell.lowest() % B::STRIDE],
        };
        (next, Some(sight))
    }

    fn is_quiet(&self, sight: &Sight<B>) -> bool {
        self.worth(sight).is_some_and(|worth| !worth.without_lowest().is_empty())
    }

    /// Boards of one word each fit the registers; wider ones are better looked at one by one.
    #[inline(always)]
    fn glance(&self, sight: &Sight<B>, columns: &[Column]) -> Glance {
        let word = <dyn Any>::downcast_ref::<Linetris<u64>>(self);
        let sight = <dyn Any>::downcast_ref::<Sight<u64>>(sight);
        word.zip(sight).map_or(Glance::NONE, |(word, sight)| word.side_by_side(sight, columns))
    }

    fn key_after(&self, sight: &Sight<B>, column: Column) -> u64 {
        let cell = self.grid.column(column.0.into()) & sight.landing;
        if cell == sight.last {
            return self.advance(sight, column).0.key();
        }
        let mut stones = self.stones;
        stones[self.mover.index()] |= cell;
        self.key_of(stones, self.mover.other())
    }

    fn hint(&self, sight: &Sight<B>, column: Column) -> i32 {
        self.hints(sight, &[column]).1[0]
    }

    /// Side by side, and the last one again where there are fewer than eight: without a loop that
    /// ends here or there.
    fn hints(&self, sight: &Sight<B>, columns: &[Column]) -> ([u16; LANES], [i32; LANES]) {
        let own = self.stones(self.mover);
        let most = self.grid.columns() as i32 - 1;
        let columns: [u8; LANES] = std::array::from_fn(|at| columns[at.min(columns.len() - 1)].0);
        let cells = columns.map(|column| self.grid.column(column.into()) & sight.landing);
        let lines = cells.map(|cell| self.completions(own | cell) & sight.empty);
        let hint = |at: usize| {
            let inward = i32::from(columns[at]).min(most - i32::from(columns[at]));
            1_000 * lines[at].count() as i32 + 100 * inward
        };
        (cells.map(|cell| cell.lowest() as u16), std::array::from_fn(hint))
    }

    fn boldness(&self) -> i32 {
        if self.grid.columns() == super::MIN_SIDE { 2 } else { 4 }
    }

    fn shares_images(&self) -> bool {
        self.occupied().count() as usize <= self.grid.columns() + 1
    }

    /// A cycle brings back as many pieces as it takes, a row at a time, and the same mover.
    fn period(&self) -> usize {
        let columns = self.grid.columns();
        if columns.is_multiple_of(2) { columns } else { 2 * columns }
    }

    fn turns_left(&self) -> Option<u32> {
        (!self.rules.clear).then(|| (self.grid.cells() & !self.occupied()).count())
    }

    fn explain(&self) -> String {
        let sight = self.look();
        let seats = [self.mover, self.mover.other()];
        let mut text = String::new();
        for (seat, lines) in seats.into_iter().zip(sight.lines) {
            text += &format!("{seat}: {} cells complete a line\n", lines.count());
        }
        text + &format!("for the mover: {}\n", self.judge(&sight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::linetris::positions_by_chance;

    /// What is told from the position before is what is seen in the position itself.
    #[test]
    fn a_position_looks_the_same_from_before_and_from_itself() {
        for position in positions_by_chance() {
            let (sight, mut steps) = (position.look(), Steps::new());
            let verdict = position.resolve(&sight, &mut steps);
            assert_eq!(position.is_quiet(&sight), verdict == Verdict::Open && steps.len() > 1);
            let listed = steps.clone();
            steps.clear();
            position.steps(&mut steps);
            let (codes, hints) = position.hints(&sight, &steps);
            for (at, &step) in steps.iter().enumerate() {
                let code = position.code(step);
                assert_eq!((codes[at], hints[at]), (code, position.hint(&sight, step)));
                assert_eq!(position.recall(&sight, code, true), Some(step));
                let found = position.recall(&sight, code, false);
                assert_eq!(found, Some(step).filter(|step| listed.contains(step)));
            }
            for &step in &steps {
                let (next, seen) = position.advance(&sight, step);
                let mut played = position;
                played.play(step);
                assert_eq!(next, played);
                assert_eq!(position.key_after(&sight, step), played.key());
                assert!(next.outcome().is_some() || seen.is_none_or(|seen| seen == next.look()));
            }
        }
    }
}
