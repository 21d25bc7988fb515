//! Upright rectangular boards as columns of bits.
//!
//! Column by column, bottom to top, each column with spare bits on top that stay empty, so that a
//! line shifted past the edge meets nothing. How far columns are apart is a matter of the set, not
//! of the board: shifts by a number that the compiler knows take half the time.

use std::ops::{Mul, Shl, Shr, Sub};

use super::bits::Bits;
use super::lanes::Cells;

/// A set that can be shifted and counted with as a whole.
pub trait Shifts:
    Bits
    + From<u64>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
{
    /// The distance between a cell and its right neighbour, an even number: more than the rows of
    /// any board.
    const STRIDE: u32;
    /// The lowest cell of as many columns as there is room for.
    const BOTTOM: Self;

    /// The whole set folded into a word; for a set of 64 bits the word itself.
    fn fold(self) -> u64;
}

impl Shifts for u64 {
    const STRIDE: u32 = 8;
    const BOTTOM: u64 = 0x0101_0101_0101_0101;

    fn fold(self) -> u64 {
        self
    }
}

impl Shifts for u128 {
    const STRIDE: u32 = 12;
    const BOTTOM: u128 = 0x1001_0010_0100_1001_0010_0100_1001;

    fn fold(self) -> u64 {
        self as u64 ^ super::zobrist::mix((self >> 64) as u64)
    }
}

/// The geometry of a board of columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid<B> {
    columns: u8,
    rows: u8,
    bottom: B,
}

impl<B: Shifts> Grid<B> {
    /// A board of this many columns and rows, if its bits fit the set.
    pub fn new(columns: usize, rows: usize) -> Option<Self> {
        if rows >= B::STRIDE as usize || columns > (B::CAPACITY / B::STRIDE) as usize {
            return None;
        }
        let bottom = B::BOTTOM & B::below(columns as u32 * B::STRIDE);
        Some(Grid { columns: columns as u8, rows: rows as u8, bottom })
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// The lowest cell of every column.
    pub fn bottom(&self) -> B {
        self.bottom
    }

    /// Every cell of the board.
    pub fn cells(&self) -> B {
        (self.bottom << self.rows.into()) - self.bottom
    }

    /// The highest cell of every column.
    pub fn top(&self) -> B {
        self.bottom << (u32::from(self.rows) - 1)
    }

    /// The cell of a column and a row, both from 0, rows from the bottom.
    pub fn cell(&self, column: usize, row: usize) -> B {
        B::bit(column as u32 * B::STRIDE + row as u32)
    }

    /// The column of the bit with this index.
    pub fn column_of(&self, index: u32) -> usize {
        (index / B::STRIDE) as usize
    }

    /// All cells of a column.
    pub fn column(&self, column: usize) -> B {
        (B::bit(self.rows.into()) - B::bit(0)) << (column as u32 * B::STRIDE)
    }

    /// The set with its rows lowered by one; the bottom row is lost.
    pub fn lowered(&self, set: B) -> B {
        (set & !self.bottom) >> 1
    }

    /// From the lowest member of each column upwards.
    pub fn upwards<S: Cells<B>>(&self, set: S) -> S {
        // Without its spare bit a column minus itself would borrow from the next one.
        let spare = S::all(self.bottom << self.rows.into());
        (set | (spare - set)) & !spare
    }

    /// The set with left and right exchanged.
    pub fn mirrored(&self, set: B) -> B {
        (0..self.columns() / 2).fold(set, |set, column| {
            // Where a column and its image differ, both change.
            let distance = (self.columns() - 1 - 2 * column) as u32 * B::STRIDE;
            let differ = (set ^ set >> distance) & self.column(column);
            set ^ differ ^ differ << distance
        })
    }

    /// Whether four members stand in a row, a column or a diagonal.
    pub fn has_four(&self, set: B) -> bool {
        [1, B::STRIDE - 1, B::STRIDE, B::STRIDE + 1].into_iter().any(|step| {
            let pairs = set & set >> step;
            !(pairs & pairs >> (2 * step)).is_empty()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_in_its_column() {
        for (columns, rows) in
            (1..=10).flat_map(|columns| (1..=10).map(move |rows| (columns, rows)))
        {
            let grid = Grid::<u128>::new(columns, rows).expect("fits 128 bits");
            for (column, row) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
                assert_eq!(grid.column_of(grid.cell(column, row).lowest()), column);
            }
        }
    }
}
