//! Why a line of UGI was refused.

use std::fmt;

use super::Verb;
use crate::ErrorKind;

/// A refused line. Which command it was meant to be decides what the engine owes the client: a
/// refused `position` leaves the position void, a refused `go` is still owed a `bestmove`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The command, if the first word was one.
    pub command: Option<Verb>,
    /// What is wrong with the line.
    pub kind: ErrorKind,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(verb) = self.command {
            write!(f, "{verb}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for ParseError {}
