#![doc = include_str!("../README.md")]

mod dialect;
mod error;
mod line;
mod units;
mod verb;

pub mod gtp;
pub mod ugi;

pub use dialect::Dialect;
pub use error::ErrorKind;
pub use units::{Depth, Millis, Nodes, Permille, Player, Seconds};
