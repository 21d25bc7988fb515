//! What the engine answers.

use std::fmt;

use nom::Parser;
use nom::combinator::opt;
use nom::sequence::preceded;

use super::info::Info;
use super::option::{self, OptionDecl};
use super::query::Answer;
use crate::Nodes;
use crate::line::{self, Number, OneLine, OneWord, is_blank, keyword, word};

/// The end of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BestMove {
    /// The move; none if there is no move to make, written `(none)`.
    pub mv: Option<String>,
    /// The answer the engine would like to ponder on. Only under UCI: UGI clients take the rest
    /// of the line for the move.
    pub ponder: Option<String>,
}

impl BestMove {
    const NONE: &str = "(none)";

    /// There is no move to make.
    pub fn none() -> BestMove {
        BestMove::default()
    }

    /// The move alone.
    pub fn new(mv: impl Into<String>) -> BestMove {
        BestMove { mv: Some(mv.into()), ponder: None }
    }

    fn read(input: &str) -> BestMove {
        match word(input) {
            Ok((rest, mv)) if mv != BestMove::NONE => BestMove {
                mv: Some(mv.to_owned()),
                ponder: match preceded(keyword("ponder"), word).parse(rest) {
                    Ok((_, BestMove::NONE)) | Err(_) => None,
                    Ok((_, reply)) => Some(reply.to_owned()),
                },
            },
            // No move at all is what some engines print for `(none)`.
            _ => BestMove::none(),
        }
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(mv) = self.mv.as_deref().filter(|mv| !mv.is_empty()) else {
            return write!(f, "bestmove {}", BestMove::NONE);
        };
        write!(f, "bestmove {}", OneWord(mv))?;
        match &self.ponder {
            Some(ponder) => write!(f, " ponder {}", OneWord(ponder)),
            None => Ok(()),
        }
    }
}

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// `id name …`
    IdName(String),
    /// `id author …`
    IdAuthor(String),
    /// `option …`
    Option(OptionDecl),
    /// `ugiok`: the end of the introduction.
    UgiOk,
    /// `uciok`: the same under UCI.
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `info …` with facts.
    Info(Info),
    /// `info string …`: free text; an error if it begins with the word `error`.
    InfoString(String),
    /// `bestmove …`
    BestMove(BestMove),
    /// `response …`, the answer to a query.
    Response(Answer),
    /// `M: N`, a line of `go perft`.
    PerftLine {
        /// The first move.
        mv: String,
        /// Positions counted behind it.
        count: Nodes,
    },
    /// `nodes N`, the end of `go perft`.
    PerftTotal(Nodes),
    /// Any other line: drawings, help, and what other engines print.
    Text(String),
}

impl Reply {
    const ERROR: &str = "error ";

    /// `info string error …`
    pub fn error(message: impl fmt::Display) -> Reply {
        Reply::InfoString(format!("{}{message}", Reply::ERROR))
    }

    /// The message, if this is an error.
    pub fn as_error(&self) -> Option<&str> {
        match self {
            Reply::InfoString(text) => text.strip_prefix(Reply::ERROR),
            _ => None,
        }
    }

    /// `response …`
    pub fn response(answer: impl Into<Answer>) -> Reply {
        Reply::Response(answer.into())
    }

    /// A text of several lines, a reply each.
    pub fn text(text: &str) -> impl Iterator<Item = Reply> + '_ {
        text.lines().map(|line| Reply::Text(line.to_owned()))
    }

    /// Reads a line, with or without its line end. Nothing is refused: what is not understood is
    /// [`Reply::Text`].
    pub fn parse(line: &str) -> Reply {
        Reply::known(line).unwrap_or_else(|| Reply::Text(flat(line).trim_end().to_owned()))
    }

    /// Reads a line as it comes out of a pipe; what is not UTF-8 becomes `U+FFFD`.
    pub fn parse_bytes(line: &[u8]) -> Reply {
        Reply::parse(&String::from_utf8_lossy(line))
    }

    fn known(line: &str) -> Option<Reply> {
        let (rest, first) = word(line).ok()?;
        let text = || line::text(rest).map_or_else(|_| String::new(), |(_, text)| text);
        Some(match first {
            "id" => {
                let (rest, field) = word(rest).ok()?;
                let (_, text) = line::text(rest).ok()?;
                match field {
                    "name" => Reply::IdName(text),
                    "author" => Reply::IdAuthor(text),
                    _ => return None,
                }
            }
            "option" => Reply::Option(option::option(rest).ok()?.1),
            "ugiok" => Reply::UgiOk,
            "uciok" => Reply::UciOk,
            "readyok" => Reply::ReadyOk,
            "info" => match opt(keyword("string")).parse(rest).ok()? {
                (rest, Some(_)) => Reply::InfoString(flat(rest).trim().to_owned()),
                (rest, None) => Reply::Info(Info::read(rest)),
            },
            "bestmove" => Reply::BestMove(BestMove::read(rest)),
            "response" => Reply::response(text()),
            _ => {
                let (rest, second) = word(rest).ok()?;
                line::end(rest).ok()?;
                let count = Nodes::read(second)?;
                match first.strip_suffix(':') {
                    Some(mv) if !mv.is_empty() => Reply::PerftLine { mv: mv.to_owned(), count },
                    None if first == "nodes" => Reply::PerftTotal(count),
                    _ => return None,
                }
            }
        })
    }
}

/// The line with a space for every other blank, so that it keeps its columns.
fn flat(line: &str) -> String {
    let line = line.trim_matches(|c| c != ' ' && is_blank(c));
    OneLine(line).to_string()
}

impl From<Info> for Reply {
    fn from(info: Info) -> Reply {
        Reply::Info(info)
    }
}

impl From<BestMove> for Reply {
    fn from(best: BestMove) -> Reply {
        Reply::BestMove(best)
    }
}

impl From<OptionDecl> for Reply {
    fn from(option: OptionDecl) -> Reply {
        Reply::Option(option)
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::IdName(name) => write!(f, "id name {}", OneLine(name)),
            Reply::IdAuthor(author) => write!(f, "id author {}", OneLine(author)),
            Reply::Option(option) => option.fmt(f),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.fmt(f),
            Reply::InfoString(text) => write!(f, "info string {}", OneLine(text)),
            Reply::BestMove(best) => best.fmt(f),
            Reply::Response(answer) => write!(f, "response {answer}"),
            Reply::PerftLine { mv, count } => write!(f, "{}: {count}", OneWord(mv)),
            Reply::PerftTotal(nodes) => write!(f, "nodes {nodes}"),
            Reply::Text(text) => OneLine(text).fmt(f),
        }
    }
}
