#![doc = include_str!("README.md")]

pub mod clock;
pub mod pgn;
pub mod record;
pub mod sprt;
pub mod statistics;
pub mod verdict;
