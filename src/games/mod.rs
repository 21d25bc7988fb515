//! The four games.

pub mod hexagon;
pub mod linetris;
pub mod otrio;
