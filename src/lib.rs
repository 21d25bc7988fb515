#![doc = include_str!("../README.md")]

pub mod board;
pub mod daemon;
pub mod game;
pub mod games;
pub mod history;
pub mod options;
pub mod perft;
pub mod play;
pub mod referee;
pub mod search;
pub mod session;
pub mod text;
