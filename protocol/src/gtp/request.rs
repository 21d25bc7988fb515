//! A line from the controller.

use std::fmt;

use super::command::{self, Command};
use super::{Failure, FailureKind, Id, Response, Verb, clean};
use crate::ErrorKind;
use crate::line::{self, Number};

/// A command with the number its response must repeat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The number, if the controller gave one.
    pub id: Option<Id>,
    /// The command.
    pub command: Command,
}

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// `# interrupt`: stop a running `genmove`. It gets no response of its own.
    Interrupt,
    /// A request; it gets exactly one response.
    Request(Request),
}

impl Input {
    const INTERRUPT: &str = "# interrupt";

    /// Reads a line, with or without its line end. Blank lines and comments are nothing.
    ///
    /// A refused line still gets a response: [`RequestError::response`].
    pub fn parse(line: &str) -> Result<Option<Input>, RequestError> {
        if is_interrupt(line) {
            return Ok(Some(Input::Interrupt));
        }
        Ok(Request::parse(line)?.map(Input::Request))
    }

    /// Reads a line as it comes out of a pipe; what is not UTF-8 becomes `U+FFFD`.
    pub fn parse_bytes(line: &[u8]) -> Result<Option<Input>, RequestError> {
        Input::parse(&String::from_utf8_lossy(line))
    }
}

/// The comment is part of no standard's grammar: compared as a text, blanks around it aside.
fn is_interrupt(line: &str) -> bool {
    line.trim_matches(line::is_blank) == Input::INTERRUPT
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Interrupt => f.write_str(Input::INTERRUPT),
            Input::Request(request) => request.fmt(f),
        }
    }
}

impl Request {
    fn parse(line: &str) -> Result<Option<Request>, RequestError> {
        let line = clean(line);
        let Ok((rest, first)) = line::word(&line) else {
            return Ok(None);
        };
        let error = |id, command, kind| RequestError { id, command, kind };
        let (id, name, arguments) = if is_number(first) {
            let id = Id::read(first).ok_or_else(|| {
                let kind = ErrorKind::Unexpected {
                    word: line::excerpt(first),
                    expected: format!("a request id of at most {}", Id::MAX),
                };
                error(None, None, kind)
            })?;
            let (rest, name) = line::expect("a command", line::word)(rest)
                .map_err(|stuck| error(Some(id), None, stuck.into()))?;
            (Some(id), name, rest)
        } else {
            (None, first, rest)
        };
        let command = match Verb::find(name) {
            None => Command::Unknown(name.to_owned()),
            Some(verb) => {
                let parsed = command::command(verb, arguments);
                parsed.map_err(|stuck| error(id, Some(verb), stuck.into()))?.1
            }
        };
        Ok(Some(Request { id, command }))
    }
}

/// Whether a word at the beginning of a line is meant as a request's number.
pub(crate) fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        self.command.fmt(f)
    }
}

/// A refused line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// The number of the request. None also if it was too large to be read.
    pub id: Option<Id>,
    /// The command, if there was one.
    pub command: Option<Verb>,
    /// What is wrong with the line.
    pub kind: ErrorKind,
}

impl RequestError {
    /// What to answer: `syntax error` and the reason, under the number of the request.
    pub fn response(&self) -> Response {
        Response::err(self.id, Failure::new(FailureKind::SyntaxError, self.to_string()))
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(verb) = self.command {
            write!(f, "{verb}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for RequestError {}
