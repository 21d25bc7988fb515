#![doc = include_str!("../README.md")]

mod error;
mod line;
mod units;
mod verb;

pub mod ugi;

pub use error::ErrorKind;
pub use units::{Depth, Millis, Nodes, Permille, Player, Seconds};
