//! What the judgement of Linetris counts.
//!
//! Who gets a cell is mostly a matter of counting: if the columns are filled one after the other,
//! the parity of the empty cells tells who plays where. The empty cells of the other columns and
//! those below a cell together make it the mover's if they are even in number, so each row is
//! *due* to one of the seats. When the bottom row vanishes, the cell loses one row, and the others
//! gain as many empty cells as there are other columns: where the columns are odd in number,
//! nothing changes, else every row is due to the other seat from then on.

use super::Linetris;
use crate::board::bits::Bits;
use crate::board::grid::Shifts;
use crate::board::lanes::Cells;
use crate::search::{Tally, Weights};

/// The weights where the columns are even in number.
static EVEN: Weights = Weights::read(include_str!("weights_even.txt"));
/// The weights where they are odd, in the same order.
static UNEVEN: Weights = Weights::read(include_str!("weights_odd.txt"));
/// A cell that completes a line, one, two, three, and more cells above the next piece: on a row
/// that is due to its owner, and on one that is not.
const LINE: [[usize; 2]; 4] = [
    [EVEN.find("due.1"), EVEN.find("undue.1")],
    [EVEN.find("due.2"), EVEN.find("undue.2")],
    [EVEN.find("due.3"), EVEN.find("undue.3")],
    [EVEN.find("due.4"), EVEN.find("undue.4")],
];
/// Four cells in a row with one, two or three pieces of a seat and nothing else: on a row that is
/// due to it, and on one that is not. A line across sinks with its row and stays what it is, so
/// this is worth more than the same along a diagonal.
const ACROSS: [[usize; 2]; 3] = [
    [EVEN.find("row.due.1"), EVEN.find("row.undue.1")],
    [EVEN.find("row.due.2"), EVEN.find("row.undue.2")],
    [EVEN.find("row.due.3"), EVEN.find("row.undue.3")],
];
/// A piece.
const PIECE: usize = EVEN.find("piece");
/// A piece, for each row below it.
pub(super) const HEIGHT: usize = EVEN.find("height");
/// To be on move.
const TEMPO: usize = EVEN.find("tempo");
/// To make the last move before all that is left is to help somebody up to a line.
const LAST: usize = EVEN.find("last");
/// To be on move with an odd number of empty cells.
const ODD: usize = EVEN.find("odd");

/// What the features are seen in: of one position, or of several side by side.
#[derive(Clone, Copy)]
pub(super) struct View<S> {
    /// The cells without a piece.
    pub empty: S,
    /// The cells a piece can land on.
    pub landing: S,
    /// The pieces of the mover, and of the other seat.
    pub pieces: [S; 2],
    /// The empty cells that complete a line of the mover, and of the other seat.
    pub lines: [S; 2],
}

/// What is the same in positions side by side.
#[derive(Clone, Copy)]
pub(super) struct Common {
    /// The number of empty cells.
    pub empty: u32,
    /// By how many pieces the mover is ahead.
    pub ahead: i32,
    /// How much higher the mover's pieces stand, added up; side by side without the latest one.
    pub higher: i32,
}

/// Takes down what there is for the mover, which is side 0, and against it, in one position or in
/// several side by side.
pub(super) trait Ledger<S> {
    /// So many of a feature in each position.
    fn number(&mut self, place: usize, count: i32);

    /// A feature of a side for each cell: the first for those in rows with an even number, counted
    /// from 0, and the second for the others.
    fn cells(&mut self, side: usize, places: [usize; 2], cells: S);

    /// A feature for the mover where the cells are odd in number.
    fn odd(&mut self, place: usize, cells: S);
}

/// What there is for the mover counts so often for the seat that is asked for.
pub(super) struct Signed<'a, T> {
    pub sign: i32,
    pub tally: &'a mut T,
}

impl<B: Shifts, T: Tally> Ledger<B> for Signed<'_, T> {
    fn number(&mut self, place: usize, count: i32) {
        self.tally.add(place, self.sign * count);
    }

    fn cells(&mut self, side: usize, [even, odd]: [usize; 2], cells: B) {
        let sign = if side == 0 { self.sign } else { -self.sign };
        let odd_rows = Linetris::<B>::rows_with(0);
        self.tally.add(even, sign * (cells & !odd_rows).count() as i32);
        self.tally.add(odd, sign * (cells & odd_rows).count() as i32);
    }

    fn odd(&mut self, place: usize, cells: B) {
        self.tally.add(place, self.sign * (cells.count() % 2) as i32);
    }
}

impl<B: Shifts> Linetris<B> {
    /// The cells of the rows whose number has a one in this binary digit.
    fn rows_with(digit: usize) -> B {
        const NUMBERS: [u64; 4] = [0b10_1010_1010, 0b00_1100_1100, 0b00_1111_0000, 0b11_0000_0000];
        // The product has a copy of the numbers above each cell of the bottom row.
        B::BOTTOM * B::from(NUMBERS[digit] & u64::below(B::STRIDE))
    }

    /// The rows below each of the pieces, added up.
    pub(super) fn height_of_all(pieces: B) -> u32 {
        let digits = (B::STRIDE - 1).ilog2() as usize + 1;
        (0..digits).map(|digit| (pieces & Self::rows_with(digit)).count() << digit).sum()
    }

    /// The left ends of four cells in a row that hold one, two and three of the pieces and are
    /// empty else.
    #[inline(always)]
    fn across<S: Cells<B>>(pieces: S, empty: S) -> [S; 3] {
        let along = |set: S| [0, 1, 2, 3].map(|cells| set >> (cells * B::STRIDE));
        let room = along(pieces | empty).into_iter().fold(empty | pieces, |room, set| room & set);
        let [a, b, c, d] = along(pieces);
        let (left, right) = (a & b, c & d);
        let odd = a ^ b ^ c ^ d;
        let pair = left | right;
        let two = !odd & (a ^ b | left ^ right);
        [odd & !pair, two, odd & pair].map(|set| set & room)
    }

    /// The weights for boards like this one.
    pub(super) fn weights_here(&self) -> &'static Weights {
        if self.grid.columns().is_multiple_of(2) { &EVEN } else { &UNEVEN }
    }

    /// Counts what [`Judge::count`](crate::search::Judge::count) counts for the mover.
    #[inline(always)]
    pub(super) fn features<S: Cells<B>, L: Ledger<S>>(
        &self,
        view: &View<S>,
        common: Common,
        ledger: &mut L,
    ) {
        let View { empty, landing, pieces, lines } = *view;
        let odd = (common.empty + self.grid.rows() as u32) % 2 == 1;
        let above = lines.map(|lines| self.grid.upwards(lines) << 1);
        for side in 0..2 {
            let by_row = |[due, undue]: [usize; 2]| {
                if odd == (side == 0) { [undue, due] } else { [due, undue] }
            };
            // The other seat takes a cell below it first, unless that completes a line as well.
            let beaten = above[1 - side] & !above[side];
            let mut cells = lines[side] & !beaten & !landing;
            for (places, far) in LINE.into_iter().zip(1..) {
                let here = if far < 4 { cells & landing << far } else { cells };
                cells = cells & !here;
                ledger.cells(side, by_row(places), here);
            }
            for (places, fours) in ACROSS.into_iter().zip(Self::across(pieces[side], empty)) {
                ledger.cells(side, by_row(places), fours);
            }
        }
        let lines = lines[0] | lines[1];
        let free = empty & !self.grid.upwards(lines | lines >> 1 & empty);
        ledger.odd(LAST, free);
        ledger.number(PIECE, common.ahead);
        ledger.number(HEIGHT, common.higher);
        ledger.number(TEMPO, 1);
        ledger.number(ODD, (common.empty % 2) as i32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_stand_in_one_order() {
        assert_eq!(EVEN.names(), UNEVEN.names());
    }
}
