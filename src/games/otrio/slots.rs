//! The 27 slots of the board: three sizes in each of nine cells.

use std::fmt;

use super::sets;
use crate::board::Bits;

/// The number of columns, and of rows.
pub(super) const SIDE: usize = 3;
/// The number of cells, and so the number of slots of one size.
const CELLS: usize = SIDE * SIDE;
/// The number of slots.
pub const SLOTS: usize = CELLS * Size::ALL.len();

/// A set of slots, by [`Slot::index`]: size by size from the small, row by row from the bottom,
/// column by column. Written in octal, a digit is a row and three digits are a size.
pub type SlotSet = u32;

/// The size of a piece and of the slot it fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// The peg in the middle of a cell.
    Small,
    /// The inner ring.
    Medium,
    /// The outer ring.
    Large,
}

impl Size {
    /// Every size, ascending.
    pub const ALL: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

    /// The size's letter in a move.
    pub const fn letter(self) -> char {
        match self {
            Size::Small => 's',
            Size::Medium => 'm',
            Size::Large => 'l',
        }
    }

    /// The slots of this size.
    pub const fn slots(self) -> SlotSet {
        ((1 << CELLS) - 1) << (self as usize * CELLS)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
        })
    }
}

/// A place for one piece: a cell and a size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(u8);

impl Slot {
    /// The slot of a size in a column and a row from the bottom, both from 0, if there is one.
    pub const fn at(column: usize, row: usize, size: Size) -> Option<Slot> {
        if column < SIDE && row < SIDE {
            Some(Slot((size as usize * CELLS + row * SIDE + column) as u8))
        } else {
            None
        }
    }

    /// The slots of a set, ascending.
    pub fn members(set: SlotSet) -> impl Iterator<Item = Slot> {
        set.iter().map(|index| Slot(index as u8))
    }

    /// The slot's place in a [`SlotSet`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this slot alone.
    pub const fn bit(self) -> SlotSet {
        1 << self.0
    }

    /// The column, from 0.
    pub const fn column(self) -> usize {
        self.index() % SIDE
    }

    /// The row from the bottom, from 0.
    pub const fn row(self) -> usize {
        self.index() % CELLS / SIDE
    }

    /// The size of the piece that fits.
    pub const fn size(self) -> Size {
        Size::ALL[self.index() / CELLS]
    }

    /// Where a symmetry takes the slot; symmetry 0 is the identity.
    pub(super) fn image(self, symmetry: usize) -> Slot {
        Slot(sets::image(symmetry, self.bit()).lowest() as u8)
    }

    /// The name of the slot's cell.
    pub fn cell(self) -> String {
        format!("{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}

/// The slot as a move is written: `b2m`.
impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell(), self.size().letter())
    }
}
