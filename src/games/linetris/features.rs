//! What the judgement of Linetris counts.
//!
//! Who gets a cell is mostly a matter of counting: if the columns are filled one after the other,
//! the parity of the empty cells tells who plays where. The empty cells of the other columns and
//! those below a cell together make it the mover's if they are even in number, so each row is
//! *due* to one of the seats. When the bottom row vanishes, the cell loses one row, and the others
//! gain as many empty cells as there are other columns: where the columns are odd in number,
//! nothing changes, else every row is due to the other seat from then on.

use super::Linetris;
use super::eval::Sight;
use crate::board::bits::Bits;
use crate::board::grid::Shifts;
use crate::game::Seat;
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
const HEIGHT: usize = EVEN.find("height");
/// To be on move.
const TEMPO: usize = EVEN.find("tempo");
/// To make the last move before all that is left is to help somebody up to a line.
const LAST: usize = EVEN.find("last");
/// To be on move with an odd number of empty cells.
const ODD: usize = EVEN.find("odd");

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
    fn across(pieces: B, empty: B) -> [B; 3] {
        let along = |set: B| [0, 1, 2, 3].map(|cells| set >> (cells * B::STRIDE));
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

    /// Counts for a seat what [`Judge::count`](crate::search::Judge::count) counts.
    pub(super) fn features(&self, sight: &Sight<B>, seat: Seat, tally: &mut impl Tally) {
        let Sight { empty, landing, lines, .. } = *sight;
        let mover = if seat == self.mover { 1 } else { -1 };
        let odd_rows = Self::rows_with(0);
        let odd = (empty.count() + self.grid.rows() as u32) % 2 == 1;
        let mut due = if odd { odd_rows } else { !odd_rows };
        let above = lines.map(|lines| self.grid.upwards(lines) << 1);
        for side in 0..2 {
            let sign = if side == 0 { mover } else { -mover };
            // The other seat takes a cell below it first, unless that completes a line as well.
            let beaten = above[1 - side] & !above[side];
            let mut cells = lines[side] & !beaten & !landing;
            let mut add = |[own, other]: [usize; 2], set: B| {
                tally.add(own, sign * (set & due).count() as i32);
                tally.add(other, sign * (set & !due).count() as i32);
            };
            for (places, far) in LINE.into_iter().zip(1..) {
                let here = if far < 4 { cells & landing << far } else { cells };
                if !here.is_empty() {
                    cells &= !here;
                    add(places, here);
                }
            }
            let pieces = self.stones(if side == 0 { self.mover } else { self.mover.other() });
            ACROSS.into_iter().zip(Self::across(pieces, empty)).for_each(|(places, fours)| {
                add(places, fours);
            });
            due = !due;
            tally.add(PIECE, sign * pieces.count() as i32);
            tally.add(HEIGHT, sign * sight.heights[side] as i32);
        }
        let lines = lines[0] | lines[1];
        let free = empty & !self.grid.upwards(lines | lines >> 1 & empty);
        tally.add(TEMPO, mover);
        if free.count() % 2 == 1 {
            tally.add(LAST, mover);
        }
        if empty.count() % 2 == 1 {
            tally.add(ODD, mover);
        }
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
