//! Upright rectangular boards as columns of bits.
//!
//! Column by column, bottom to top, each column with one spare bit on top that stays empty, so
//! that a line shifted past the edge meets nothing.

use std::ops::{Mul, Shl, Shr, Sub};

use super::bits::Bits;

/// A set that can be shifted and counted with as a whole.
pub trait Shifts:
    Bits
    + From<u64>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
{
    /// The whole set folded into a word; for a set of 64 bits the word itself.
    fn fold(self) -> u64;
}

impl Shifts for u64 {
    fn fold(self) -> u64 {
        self
    }
}

impl Shifts for u128 {
    fn fold(self) -> u64 {
        self as u64 ^ super::zobrist::mix((self >> 64) as u64)
    }
}

/// The geometry of a board of columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid<B> {
    columns: u8,
    rows: u8,
    /// What a multiplication divides a bit's index with to find its column.
    divisor: u16,
    bottom: B,
}

/// The index of a bit times the divisor is its column times this, and a rest.
const COLUMN: u32 = 1 << 12;

impl<B: Shifts> Grid<B> {
    /// A board of this many columns and rows, if its bits fit the set.
    pub fn new(columns: usize, rows: usize) -> Option<Self> {
        if columns * (rows + 1) > B::CAPACITY as usize {
            return None;
        }
        let mut bottom = B::EMPTY;
        for column in 0..columns {
            bottom |= B::bit((column * (rows + 1)) as u32);
        }
        let divisor = COLUMN.div_ceil(rows as u32 + 1) as u16;
        Some(Grid { columns: columns as u8, rows: rows as u8, divisor, bottom })
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// The distance between a cell and its right neighbour.
    fn stride(&self) -> u32 {
        u32::from(self.rows) + 1
    }

    /// The lowest cell of every column.
    pub fn bottom(&self) -> B {
        self.bottom
    }

    /// The highest cell of every column.
    pub fn top(&self) -> B {
        self.bottom << (u32::from(self.rows) - 1)
    }

    /// The cell of a column and a row, both from 0, rows from the bottom.
    pub fn cell(&self, column: usize, row: usize) -> B {
        B::bit(column as u32 * self.stride() + row as u32)
    }

    /// The column of the bit with this index.
    pub fn column_of(&self, index: u32) -> usize {
        (index * u32::from(self.divisor) / COLUMN) as usize
    }

    /// All cells of a column.
    pub fn column(&self, column: usize) -> B {
        (B::bit(self.rows.into()) - B::bit(0)) << (column as u32 * self.stride())
    }

    /// The set with its rows lowered by one; the bottom row is lost.
    pub fn lowered(&self, set: B) -> B {
        (set & !self.bottom) >> 1
    }

    /// From the lowest member of each column upwards.
    pub fn upwards(&self, set: B) -> B {
        // Without its spare bit a column minus itself would borrow from the next one.
        let spare = self.bottom << self.rows.into();
        (set | (spare - set)) & !spare
    }

    /// The set with left and right exchanged.
    pub fn mirrored(&self, set: B) -> B {
        (0..self.columns() / 2).fold(set, |set, column| {
            // Where a column and its image differ, both change.
            let distance = (self.columns() - 1 - 2 * column) as u32 * self.stride();
            let differ = (set ^ set >> distance) & self.column(column);
            set ^ differ ^ differ << distance
        })
    }

    /// Whether four members stand in a row, a column or a diagonal.
    pub fn has_four(&self, set: B) -> bool {
        let stride = self.stride();
        [1, stride - 1, stride, stride + 1].into_iter().any(|step| {
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
