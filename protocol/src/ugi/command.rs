//! What the client sends.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, value, verify};
use nom::multi::many1;
use nom::sequence::preceded;

use super::go::{self, Go};
use super::query::{self, Query};
use super::{Flavour, ParseError, Value, Verb};
use crate::line::{self, OneLine, OneWord, Parsed, expect, keyword, numeral, text_until, word};
use crate::{Depth, ErrorKind};

/// Where a position begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// The start position of the game in play.
    Startpos,
    /// A position string, its fields separated by single blanks.
    Fen(String),
}

/// A line for the engine. Moves are kept as they were sent: which of them are moves, and which
/// are legal, is for the game to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// `ugi`: introduce yourself.
    Ugi,
    /// `uci`: introduce yourself, and speak UCI from now on.
    Uci,
    /// `isready`
    IsReady,
    /// `setoption name N value V`
    SetOption {
        /// The name, in the sender's capitals, single blanks inside.
        name: String,
        /// The value; none for a button, empty for `value <empty>` and for nothing after `value`.
        value: Option<String>,
    },
    /// `uginewgame` or `ucinewgame`
    NewGame(Flavour),
    /// `position …`
    Position {
        /// Where it begins.
        from: Start,
        /// The moves played from there.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Go),
    /// `go perft N`
    Perft(Depth),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `query …`
    Query(Query),
    /// `d`
    Display,
    /// `play M…`
    Play(Vec<String>),
    /// `undo`
    Undo,
    /// `moves`
    Moves,
    /// `eval`
    Eval,
    /// `bench`
    Bench,
    /// `help`, perhaps about one command
    Help(Option<String>),
    /// `debug on|off`
    Debug(bool),
    /// `quit`
    Quit,
}

impl Command {
    /// Reads a line, with or without its line end. A blank line is no command.
    pub fn parse(line: &str) -> Result<Option<Command>, ParseError> {
        let Ok((rest, first)) = word(line) else {
            return Ok(None);
        };
        let Some(mut verb) = Verb::find(first) else {
            return Err(ParseError { command: None, kind: ErrorKind::unknown(first) });
        };
        let mut arguments = rest;
        if verb == Verb::Go
            && let Ok((rest, _)) = keyword("perft").parse(rest)
        {
            (verb, arguments) = (Verb::Perft, rest);
        }
        match command(verb, arguments) {
            Ok((_, command)) => Ok(Some(command)),
            Err(error) => Err(ParseError { command: Some(verb), kind: error.into() }),
        }
    }

    /// Reads a line as it comes out of a pipe. What is not UTF-8 becomes `U+FFFD`, which no
    /// command, option or move contains.
    pub fn parse_bytes(line: &[u8]) -> Result<Option<Command>, ParseError> {
        Command::parse(&String::from_utf8_lossy(line))
    }

    /// The name of the command.
    pub fn verb(&self) -> Verb {
        match self {
            Command::Ugi => Verb::Ugi,
            Command::Uci => Verb::Uci,
            Command::IsReady => Verb::IsReady,
            Command::SetOption { .. } => Verb::SetOption,
            Command::NewGame(Flavour::Ugi) => Verb::UgiNewGame,
            Command::NewGame(Flavour::Uci) => Verb::UciNewGame,
            Command::Position { .. } => Verb::Position,
            Command::Go(_) => Verb::Go,
            Command::Perft(_) => Verb::Perft,
            Command::Stop => Verb::Stop,
            Command::PonderHit => Verb::PonderHit,
            Command::Query(_) => Verb::Query,
            Command::Display => Verb::Display,
            Command::Play(_) => Verb::Play,
            Command::Undo => Verb::Undo,
            Command::Moves => Verb::Moves,
            Command::Eval => Verb::Eval,
            Command::Bench => Verb::Bench,
            Command::Help(_) => Verb::Help,
            Command::Debug(_) => Verb::Debug,
            Command::Quit => Verb::Quit,
        }
    }

    /// The line in the spelling of a flavour: they differ in the clocks of `go`.
    pub fn spelled(&self, flavour: Flavour) -> Spelled<'_> {
        Spelled { command: self, flavour }
    }
}

/// What follows the name of the command. Where nothing should, anything is ignored.
fn command(verb: Verb, input: &str) -> Parsed<'_, Command> {
    let plain = |command| Ok((input, command));
    match verb {
        Verb::Ugi => plain(Command::Ugi),
        Verb::Uci => plain(Command::Uci),
        Verb::IsReady => plain(Command::IsReady),
        Verb::SetOption => set_option(input),
        Verb::UgiNewGame => plain(Command::NewGame(Flavour::Ugi)),
        Verb::UciNewGame => plain(Command::NewGame(Flavour::Uci)),
        Verb::Position => position(input),
        Verb::Go => go::limits.map(Command::Go).parse(input),
        Verb::Perft => {
            let (rest, depth) = expect("a depth", numeral).parse(input)?;
            let (rest, ()) = expect("nothing after the depth", line::end).parse(rest)?;
            Ok((rest, Command::Perft(depth)))
        }
        Verb::Stop => plain(Command::Stop),
        Verb::PonderHit => plain(Command::PonderHit),
        Verb::Query => query::query.map(Command::Query).parse(input),
        Verb::Display => plain(Command::Display),
        Verb::Play => {
            expect("a move", many1(word.map(str::to_owned))).map(Command::Play).parse(input)
        }
        Verb::Undo => plain(Command::Undo),
        Verb::Moves => plain(Command::Moves),
        Verb::Eval => plain(Command::Eval),
        Verb::Bench => plain(Command::Bench),
        Verb::Help => opt(word.map(str::to_owned)).map(Command::Help).parse(input),
        Verb::Debug => {
            let on = value(true, keyword("on"));
            let off = value(false, keyword("off"));
            expect("on or off", alt((on, off))).map(Command::Debug).parse(input)
        }
        Verb::Quit => plain(Command::Quit),
    }
}

fn set_option(input: &str) -> Parsed<'_, Command> {
    let (input, _) = expect("the word name", keyword("name")).parse(input)?;
    let name = text_until(|word| word == "value");
    let name = verify(name, |name: &str| !name.is_empty());
    let (input, name) = expect("the name of an option", name).parse(input)?;
    let (input, value) = opt(preceded(keyword("value"), line::text)).parse(input)?;
    let value = value.map(Value::read);
    Ok((input, Command::SetOption { name, value }))
}

fn position(input: &str) -> Parsed<'_, Command> {
    let fen = text_until(|word| word == "moves");
    let fen = verify(fen, |fen: &str| !fen.is_empty());
    let from = alt((
        value(Start::Startpos, keyword("startpos")),
        preceded(keyword("fen"), expect("a position string", fen)).map(Start::Fen),
    ));
    let (input, from) = expect("startpos or fen", from).parse(input)?;
    let (input, moves) = opt(preceded(keyword("moves"), line::words)).parse(input)?;
    let (input, ()) = expect("the word moves", line::end).parse(input)?;
    let moves = moves.unwrap_or_default();
    Ok((input, Command::Position { from, moves }))
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spelled(Flavour::Ugi).fmt(f)
    }
}

/// A command in the spelling of a flavour.
#[derive(Clone, Copy, Debug)]
pub struct Spelled<'a> {
    command: &'a Command,
    flavour: Flavour,
}

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.command.verb().word())?;
        match self.command {
            Command::SetOption { name, value } => {
                write!(f, " name {}", OneLine(name))?;
                match value {
                    Some(value) => write!(f, " value {}", Value(value)),
                    None => Ok(()),
                }
            }
            Command::Position { from, moves } => {
                match from {
                    Start::Startpos => f.write_str(" startpos")?,
                    Start::Fen(fen) => write!(f, " fen {}", OneLine(fen))?,
                }
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                line::write_words(f, moves)
            }
            Command::Go(go) => go.write(f, self.flavour),
            Command::Perft(depth) => write!(f, " {depth}"),
            Command::Query(Query::Unknown(text)) if text.is_empty() => Ok(()),
            Command::Query(query) => write!(f, " {query}"),
            Command::Play(moves) => line::write_words(f, moves),
            Command::Help(Some(word)) => write!(f, " {}", OneWord(word)),
            Command::Debug(true) => f.write_str(" on"),
            Command::Debug(false) => f.write_str(" off"),
            Command::Ugi
            | Command::Uci
            | Command::IsReady
            | Command::NewGame(_)
            | Command::Stop
            | Command::PonderHit
            | Command::Display
            | Command::Undo
            | Command::Moves
            | Command::Eval
            | Command::Bench
            | Command::Help(None)
            | Command::Quit => Ok(()),
        }
    }
}
