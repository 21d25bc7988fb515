//! The judgement of Linetris: the empty cells where a piece would complete a line.

use super::{Column, Linetris, Order};
use crate::board::grid::Shifts;
use crate::game::{Seat, Steps};
use crate::search::{Judge, Tally, Verdict, Weights};

/// What the search asks of a position again and again.
#[derive(Clone, Copy, Debug)]
pub struct Sight<B> {
    /// The cells without a piece.
    pub(super) empty: B,
    /// The cells a piece can land on.
    pub(super) landing: B,
    /// The empty cells that complete a line of the mover, and of the other seat.
    pub(super) lines: [B; 2],
    /// The only empty cell of the bottom row: a piece there makes the row vanish.
    last: B,
}

impl<B: Shifts> Linetris<B> {
    fn cells(&self) -> B {
        let rows = self.grid.rows() as u32;
        B::below(self.grid.columns() as u32 * (rows + 1)) & !(self.grid.bottom() << rows)
    }

    /// The cells, whether empty or not, that would stand in a line with three of the set.
    fn completions(&self, set: B) -> B {
        let stride = self.grid.rows() as u32 + 1;
        let upright = set << 1 & set << 2 & set << 3;
        [stride - 1, stride, stride + 1].into_iter().fold(upright, |found, step| {
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

impl<B: Shifts> Judge for Linetris<B> {
    /// Columns of eleven bits: ten rows and the spare one.
    const CODES: usize = 128;
    const REMEMBERED: i32 = 2;

    const SLIPS: [u64; 6] = [65, 30, 0, 0, 0, 0];

    type Sight = Sight<B>;

    fn look(&self) -> Sight<B> {
        let occupied = self.occupied();
        let empty = self.cells() & !occupied;
        let mut last = B::EMPTY;
        if self.rules.clear {
            let gaps = self.grid.bottom() & empty;
            if gaps.without_lowest().is_empty() {
                last = gaps;
            }
        }
        let seats = [self.mover, self.mover.other()];
        Sight {
            empty,
            landing: (occupied << 1 | self.grid.bottom()) & empty,
            lines: seats.map(|seat| self.completions(self.stones(seat)) & empty),
            last,
        }
    }

    fn weights(&self) -> &'static Weights {
        self.weights_here()
    }

    fn count(&self, sight: &Sight<B>, seat: Seat, tally: &mut impl Tally) {
        self.features(sight, seat, tally);
    }

    /// The cell where the piece lands.
    fn code(&self, Column(column): Column) -> u16 {
        (self.grid.column(column.into()) & !self.occupied()).lowest() as u16
    }

    fn resolve(&self, sight: &Sight<B>, out: &mut Steps<Column>) -> Verdict {
        let Sight { landing, lines: [mut mine, mut theirs], last, .. } = *sight;
        if self.rules.order == Order::Clear {
            // Every line through this cell vanishes with its row.
            mine &= !last;
            theirs &= !last;
        }
        if !(mine & landing).is_empty() {
            return Verdict::Wins(1);
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
        worth |= last;
        if worth.is_empty() {
            return Verdict::Loses(2);
        }
        out.extend(worth.iter().map(|cell| Column(self.grid.column_of(cell) as u8)));
        Verdict::Open
    }

    fn hint(&self, sight: &Sight<B>, Column(column): Column) -> i32 {
        let cells = self.grid.column(column.into());
        let stones = self.stones(self.mover) | (cells & sight.landing);
        let lines = self.completions(stones) & sight.empty;
        let columns = self.grid.columns() as i32;
        let inward = i32::from(column).min(columns - 1 - i32::from(column));
        1_000 * lines.count() as i32 + 100 * inward
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
        (!self.rules.clear).then(|| (self.cells() & !self.occupied()).count())
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
