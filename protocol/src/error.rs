//! Why a line was refused.

use std::fmt;

use crate::line::{self, Stuck};

/// What is wrong with a line; each variant is a sentence that names the offending word.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The first word is no command.
    UnknownCommand {
        /// The word, shortened if it is very long.
        word: String,
    },
    /// The line ends where something should follow.
    Missing {
        /// What should follow.
        expected: String,
    },
    /// Something else stands there, or a number that does not fit.
    Unexpected {
        /// The word that stands there, shortened if it is very long.
        word: String,
        /// What should stand there.
        expected: String,
    },
}

impl ErrorKind {
    pub(crate) fn unknown(word: &str) -> Self {
        ErrorKind::UnknownCommand { word: line::excerpt(word) }
    }
}

impl<'a> From<nom::Err<Stuck<'a>>> for ErrorKind {
    fn from(error: nom::Err<Stuck<'a>>) -> Self {
        let Stuck { at, expected } = error.into();
        let expected = match expected.is_empty() {
            true => "the end of the line".to_owned(),
            false => expected.into_owned(),
        };
        match line::word(at) {
            Ok((_, word)) => ErrorKind::Unexpected { word: line::excerpt(word), expected },
            Err(_) => ErrorKind::Missing { expected },
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::UnknownCommand { word } => write!(f, "unknown command `{word}`"),
            ErrorKind::Missing { expected } => {
                write!(f, "the line ends where {expected} should follow")
            }
            ErrorKind::Unexpected { word, expected } => {
                write!(f, "expected {expected}, not `{word}`")
            }
        }
    }
}
