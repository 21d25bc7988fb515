//! What the engine answers, of one line or several, ended by an empty one.

use std::fmt;

use super::{Id, plain};
use crate::line::Number;

/// The standard's words for what went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// There is no such command.
    UnknownCommand,
    /// The arguments cannot be read.
    SyntaxError,
    /// The move can be read, but not played.
    IllegalMove,
    /// The engine has no board of that size.
    UnacceptableSize,
    /// There is nothing to take back.
    CannotUndo,
    /// Anything else; the detail is the whole message.
    Other,
}

impl FailureKind {
    const STANDARD: [FailureKind; 5] = [
        FailureKind::UnknownCommand,
        FailureKind::SyntaxError,
        FailureKind::IllegalMove,
        FailureKind::UnacceptableSize,
        FailureKind::CannotUndo,
    ];

    /// The words; none for [`FailureKind::Other`].
    pub fn words(self) -> &'static str {
        match self {
            FailureKind::UnknownCommand => "unknown command",
            FailureKind::SyntaxError => "syntax error",
            FailureKind::IllegalMove => "illegal move",
            FailureKind::UnacceptableSize => "unacceptable size",
            FailureKind::CannotUndo => "cannot undo",
            FailureKind::Other => "",
        }
    }
}

/// Why a request failed: the standard's words, then perhaps `: ` and the particulars.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    /// What kind of failure.
    pub kind: FailureKind,
    /// The particulars, possibly empty.
    pub detail: String,
}

impl Failure {
    /// A failure with its particulars.
    pub fn new(kind: FailureKind, detail: impl Into<String>) -> Failure {
        Failure { kind, detail: detail.into() }
    }

    /// Reads a message; one that does not begin with the standard's words is
    /// [`FailureKind::Other`].
    fn read(message: &str) -> Failure {
        for kind in FailureKind::STANDARD {
            let Some(rest) = message.strip_prefix(kind.words()) else {
                continue;
            };
            if rest.is_empty() || rest.starts_with([':', ' ', '\n']) {
                let rest = rest.trim_start();
                let rest = rest.strip_prefix(':').unwrap_or(rest);
                return Failure::new(kind, rest.trim_start());
            }
        }
        Failure::new(FailureKind::Other, message)
    }
}

impl From<FailureKind> for Failure {
    fn from(kind: FailureKind) -> Failure {
        Failure::new(kind, "")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind.words(), self.detail.as_str()) {
            ("", detail) => f.write_str(detail),
            (words, "") => f.write_str(words),
            (words, detail) => write!(f, "{words}: {detail}"),
        }
    }
}

/// The answer to one request. It prints with both of its line ends, the second of which makes the
/// empty line that ends it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Response {
    /// The number of the request.
    pub id: Option<Id>,
    /// What was asked for, or why not. Blank lines inside would end the response and are left
    /// out; but a text that begins with a line end leaves the first line to `=`, as is usual for
    /// drawings.
    pub body: Result<String, Failure>,
}

impl Response {
    /// A success; the text may be empty or have several lines.
    pub fn ok(id: Option<Id>, text: impl Into<String>) -> Response {
        Response { id, body: Ok(text.into()) }
    }

    /// A failure.
    pub fn err(id: Option<Id>, failure: impl Into<Failure>) -> Response {
        Response { id, body: Err(failure.into()) }
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.body {
            Ok(text) => (SUCCESS, text.clone()),
            Err(failure) => (FAILURE, failure.to_string()),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        for (number, line) in text.split('\n').enumerate() {
            let line: String = plain(line).collect();
            match (number, line.trim()) {
                (0, "") => f.write_str("\n")?,
                (0, line) => writeln!(f, " {line}")?,
                (_, "") => {}
                _ => writeln!(f, "{}", line.trim_end())?,
            }
        }
        f.write_str("\n")
    }
}

const SUCCESS: char = '=';
const FAILURE: char = '?';

/// Puts responses together from the lines of an engine.
///
/// ```
/// use tetrarch_protocol::gtp::{Response, ResponseReader};
/// let mut reader = ResponseReader::default();
/// assert_eq!(reader.feed("=7 d4"), None);
/// assert_eq!(reader.feed(""), Some(Response::ok(Some(7), "d4")));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ResponseReader {
    lines: Vec<String>,
}

impl ResponseReader {
    /// Takes the next line, with or without its line end; answers with a response when the line
    /// is the empty one that ends it. Lines outside a response are noise and ignored.
    pub fn feed(&mut self, line: &str) -> Option<Response> {
        let line: String = plain(line).collect();
        let line = line.trim_end();
        if line.is_empty() {
            return self.finish();
        }
        if !self.lines.is_empty() || line.starts_with([SUCCESS, FAILURE]) {
            self.lines.push(line.to_owned());
        }
        None
    }

    /// Takes the next line as it comes out of a pipe; what is not UTF-8 becomes `U+FFFD`.
    pub fn feed_bytes(&mut self, line: &[u8]) -> Option<Response> {
        self.feed(&String::from_utf8_lossy(line))
    }

    /// Whether a response has begun and not ended.
    pub fn is_pending(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Ends the response, also without the empty line: for an engine that has closed its output.
    pub fn finish(&mut self) -> Option<Response> {
        let lines = std::mem::take(&mut self.lines);
        let (first, more) = lines.split_first()?;
        let succeeded = first.starts_with(SUCCESS);
        let head = first.strip_prefix([SUCCESS, FAILURE])?;
        let digits = head.bytes().take_while(u8::is_ascii_digit).count();
        let (id, head) = match Id::read(&head[..digits]) {
            Some(id) => (Some(id), &head[digits..]),
            // No number, or one that nobody can have asked with: then it is text.
            None => (None, head),
        };
        let mut text = head.trim_start().to_owned();
        for line in more {
            text.push('\n');
            text.push_str(line);
        }
        Some(Response {
            id,
            body: match succeeded {
                true => Ok(text),
                false => Err(Failure::read(&text)),
            },
        })
    }
}
