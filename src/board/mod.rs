//! Boards without rules: sets of cells, hexagonal and rectangular geometry, hash keys.

pub mod bits;
pub mod grid;
pub mod hex;
pub mod lanes;
pub mod zobrist;

pub use bits::{Bits, Wide};
pub use grid::Grid;
pub use hex::{Cell, Hex};
