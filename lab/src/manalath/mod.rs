//! Manalath: a plain sparring partner.

mod simple;

pub use simple::Simple;
