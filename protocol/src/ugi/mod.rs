//! UGI, and UCI as a flavour of it: what the client sends ([`Command`]) and what the engine
//! answers ([`Reply`]).

mod command;
mod error;
mod go;
mod info;
mod option;
mod query;
mod reply;
mod verb;

pub use command::{Command, Spelled, Start};
pub use error::ParseError;
pub use go::{Clock, Go};
pub use info::{Bound, Info, Score, ScoreReport};
pub use option::{OptionDecl, OptionKind};
pub use query::{Answer, GameResult, Query};
pub use reply::{BestMove, Reply};
pub use verb::Verb;

/// Which of the two handshakes was used. It changes a few words and the unit of `mate`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flavour {
    /// `ugi`: up to four players, `mate` in plies.
    #[default]
    Ugi,
    /// `uci`: `wtime` and `btime`, `mate` in own moves, `ponder M` after the best move.
    Uci,
}

/// UCI cannot write an empty value; it has this word instead.
const EMPTY: &str = "<empty>";

/// An option's value or default as it is written.
struct Value<'a>(&'a str);

impl std::fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            "" => f.write_str(EMPTY),
            text => crate::line::OneLine(text).fmt(f),
        }
    }
}

impl Value<'_> {
    fn read(text: String) -> String {
        if text == EMPTY { String::new() } else { text }
    }
}
