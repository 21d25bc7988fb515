//! The hexhex board: a hexagon of hexagons, with rows lettered from the top and numbered diagonals.
//!
//! Cells are indexed row by row from the top, so a board of size `n` has the indices
//! `0..3n(n-1)+1` and ascending index is ascending (row, number), the order moves are written in.

use std::fmt;
use std::sync::LazyLock;

use super::bits::{Bits, Wide};

/// The smallest board.
pub const MIN_SIZE: usize = 2;
/// The largest board.
pub const MAX_SIZE: usize = 8;

/// The index of a cell of a hexhex board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

impl Cell {
    /// The cell as an index into tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this cell alone.
    pub fn bit<B: Bits>(self) -> B {
        B::bit(u32::from(self.0))
    }
}

/// The rotations and reflections of a hexagon.
pub const SYMMETRIES: usize = 12;

/// Tables are this long whatever the board, so that a `u8` can never index past their end and the
/// compiler drops the check.
const TABLE: usize = 256;

/// The geometry of a hexhex board.
///
/// There is one of each size for the whole program: positions share it by reference, and compare
/// it by its size.
pub struct Hex<B> {
    size: usize,
    cells: B,
    rim: B,
    neighbours: [B; TABLE],
    opposites: [Cell; TABLE],
    images: [[Cell; TABLE]; SYMMETRIES],
    coordinates: Vec<(usize, usize)>,
}

impl<B: HexSet> Hex<B> {
    /// The board of size `size`, if there is one and its cells fit the set.
    pub fn of(size: usize) -> Option<&'static Self> {
        B::boards().iter().find(|board| board.size == size)
    }

    fn build(size: usize) -> Self {
        let coordinates: Vec<(usize, usize)> = (0..2 * size - 1)
            .flat_map(|row| columns(size, row).map(move |column| (row, column)))
            .collect();
        let find = |row: i32, column: i32| {
            let at = |&(r, c): &(usize, usize)| (r as i32, c as i32) == (row, column);
            coordinates.iter().position(at).map(|index| Cell(index as u8))
        };
        let centre = size as i32 - 1;
        let mut board = Hex {
            size,
            cells: B::below(coordinates.len() as u32),
            rim: B::EMPTY,
            neighbours: [B::EMPTY; TABLE],
            opposites: [Cell(0); TABLE],
            images: [[Cell(0); TABLE]; SYMMETRIES],
            coordinates: Vec::new(),
        };
        for (index, &(row, column)) in coordinates.iter().enumerate() {
            let (row, column) = (row as i32, column as i32);
            for (down, right) in [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)] {
                match find(row + down, column + right) {
                    Some(cell) => board.neighbours[index] |= cell.bit(),
                    None => board.rim |= B::bit(index as u32),
                }
            }
            // With the centre as origin a sixth of a turn takes (x, y) to (x - y, x), and
            // swapping the axes is a reflection.
            let (mut x, mut y) = (column - centre, row - centre);
            for symmetry in 0..SYMMETRIES {
                if symmetry == SYMMETRIES / 2 {
                    (x, y) = (y, x);
                }
                // Six rotations return to the start, so the mapping never leaves the board.
                if let Some(cell) = find(centre + y, centre + x) {
                    board.images[symmetry][index] = cell;
                }
                (x, y) = (x - y, x);
            }
            board.opposites[index] = Cell((coordinates.len() - 1 - index) as u8);
        }
        board.coordinates = coordinates;
        board
    }
}

impl<B: Bits> Hex<B> {
    /// The number of cells on an edge.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        2 * self.size - 1
    }

    /// All cells.
    pub fn cells(&self) -> B {
        self.cells
    }

    /// The cells with fewer than six neighbours.
    pub fn rim(&self) -> B {
        self.rim
    }

    /// The cells next to a cell.
    pub fn neighbours(&self, cell: Cell) -> B {
        self.neighbours[cell.index()]
    }

    /// The cells next to any cell of a set, members of the set included where they touch.
    pub fn around(&self, set: B) -> B {
        set.iter().fold(B::EMPTY, |around, index| around | self.neighbours[index as usize])
    }

    /// The members of `area` connected within it to `seed`, which is a part of it.
    pub fn group(&self, seed: B, area: B) -> B {
        let mut group = seed;
        let mut edge = seed;
        while !edge.is_empty() {
            edge = self.around(edge) & area & !group;
            group |= edge;
        }
        group
    }

    /// The cell across the centre.
    pub fn opposite(&self, cell: Cell) -> Cell {
        self.opposites[cell.index()]
    }

    /// Where a symmetry takes a cell; symmetry 0 is the identity.
    pub fn image(&self, symmetry: usize, cell: Cell) -> Cell {
        self.images[symmetry][cell.index()]
    }

    /// Where a symmetry takes a set of cells.
    pub fn image_of_set(&self, symmetry: usize, set: B) -> B {
        let image = |index: u32| self.images[symmetry][index as usize].bit::<B>();
        set.iter().fold(B::EMPTY, |images, index| images | image(index))
    }

    /// The row and the diagonal column of a cell, both from 0.
    pub fn coordinates(&self, cell: Cell) -> (usize, usize) {
        self.coordinates[cell.index()]
    }

    /// The cell at a row and a diagonal column, both from 0.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        // Rows ascend and so do the columns within one: the list is sorted.
        self.coordinates.binary_search(&(row, column)).ok().map(|index| Cell(index as u8))
    }

    /// The cells of a row, from the left.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Cell> + '_ {
        columns(self.size, row).filter_map(move |column| self.cell(row, column))
    }

    /// The name of a cell: its row's letter and its diagonal's number.
    pub fn name(&self, cell: Cell) -> String {
        let (row, column) = self.coordinates(cell);
        format!("{}{}", row_letter(row), column + 1)
    }
}

/// The diagonal columns of a row of a board of size `size`.
pub fn columns(size: usize, row: usize) -> std::ops::Range<usize> {
    (row + 1).saturating_sub(size)..(2 * size - 1).min(row + size)
}

/// The letter of a row counted from 0.
pub fn row_letter(row: usize) -> char {
    char::from(b'a' + row as u8)
}

// Positions hold the board by reference; its size says all about it.
impl<B> PartialEq for Hex<B> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}

impl<B> Eq for Hex<B> {}

impl<B> fmt::Debug for Hex<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hex({})", self.size)
    }
}

/// A set wide enough for some hexhex boards, with those boards.
pub trait HexSet: Bits {
    /// The boards whose cells fit this set and no narrower one.
    fn boards() -> &'static [Hex<Self>];
}

macro_rules! impl_hex_set {
    ($($set:ty: $sizes:expr),+) => {$(
        impl HexSet for $set {
            fn boards() -> &'static [Hex<Self>] {
                static BOARDS: LazyLock<Vec<Hex<$set>>> =
                    LazyLock::new(|| $sizes.map(Hex::build).collect());
                &BOARDS
            }
        }
    )+};
}

impl_hex_set!(u64: 2..=5, u128: 6..=7, Wide: 8..=8);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: HexSet>() {
        for board in B::boards() {
            let n = board.size;
            assert_eq!(board.cells.count() as usize, 3 * n * (n - 1) + 1);
            assert_eq!(board.rim.count() as usize, 6 * (n - 1));
            for cell in board.cells.iter().map(|index| Cell(index as u8)) {
                let (row, column) = board.coordinates(cell);
                assert_eq!(board.cell(row, column), Some(cell));
                assert_eq!(
                    board.coordinates(board.opposite(cell)),
                    (2 * n - 2 - row, 2 * n - 2 - column)
                );
                for other in board.cells.iter().map(|index| Cell(index as u8)) {
                    let (r, c) = board.coordinates(other);
                    let step = (r as i32 - row as i32, c as i32 - column as i32);
                    let adjacent =
                        [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)].contains(&step);
                    assert_eq!(board.neighbours(cell).has(other.0.into()), adjacent);
                    for symmetry in 0..SYMMETRIES {
                        let image = board.image(symmetry, cell);
                        let other = board.image(symmetry, other);
                        assert_eq!(board.neighbours(image).has(other.0.into()), adjacent);
                    }
                }
                assert_eq!(board.image(0, cell), cell);
            }
            let corner: std::collections::BTreeSet<_> = (0..SYMMETRIES)
                .map(|symmetry| board.images[symmetry][..board.coordinates.len()].to_vec())
                .collect();
            assert_eq!(corner.len(), SYMMETRIES, "all symmetries differ");
        }
    }

    #[test]
    fn every_board_is_a_hexagon() {
        check::<u64>();
        check::<u128>();
        check::<Wide>();
    }

    #[test]
    fn cells_are_named_by_row_and_diagonal() {
        let board = Hex::<u64>::of(5).expect("size 5 fits 64 bits");
        let names: Vec<String> = board.row(8).map(|cell| board.name(cell)).collect();
        assert_eq!(names, ["i5", "i6", "i7", "i8", "i9"]);
        assert_eq!(board.name(Cell(30)), "e5");
        assert!(Hex::<u64>::of(6).is_none() && Hex::<u128>::of(5).is_none());
    }
}
