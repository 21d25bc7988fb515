//! GTP version 2: requests for the engine ([`Input`], [`Request`]) and what it answers
//! ([`Response`]).

mod command;
mod request;
mod response;
mod verb;

pub use command::{ColourWord, Command};
pub(crate) use request::is_number;
pub use request::{Input, Request, RequestError};
pub use response::{Failure, FailureKind, Response, ResponseReader};
pub use verb::Verb;

/// The number a request may carry and its response repeats.
pub type Id = u32;

/// What the standard does to every line before it is read: control characters vanish (except the
/// line end, which is gone already), a tab is a blank, and `#` begins a comment.
pub(crate) fn clean(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    plain(line).collect()
}

/// Without control characters; a tab is a blank.
fn plain(line: &str) -> impl Iterator<Item = char> + '_ {
    line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control())
}
