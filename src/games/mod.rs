//! The four games.

pub mod hexagon;
pub mod iris;
pub mod linetris;
