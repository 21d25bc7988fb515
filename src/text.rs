//! Positions and moves as text: what the games' notations have in common, and their errors.

use std::fmt::{self, Display, Formatter, Write as _};

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{digit1, none_of};
use nom::combinator::{all_consuming, map, verify};
use nom::multi::{many0, separated_list1};
use nom::{IResult, Parser};

use crate::game::{Game, Seat, Turn};

/// A game whose positions and turns can be written, read and drawn.
///
/// [`Display`] writes the position string and [`Notation::parse`] reads it back.
pub trait Notation: Game + Display {
    /// The rule options that a position string does not carry.
    type Rules: Copy;

    /// The rule options in force.
    fn rules(&self) -> Self::Rules;

    /// Reads a position string.
    ///
    /// # Errors
    /// Says which field is wrong and why.
    fn parse(text: &str, rules: Self::Rules) -> Result<Self, PositionError>;

    /// Writes a turn that is legal here, as one token of `[a-z0-9]+`.
    fn write_turn(&self, turn: Turn<Self::Step>) -> String;

    /// Reads a turn, in any letter case, and checks that it is legal here.
    ///
    /// # Errors
    /// [`MoveError::Malformed`] for what is no turn of this game anywhere, [`MoveError::Illegal`]
    /// with the reason for what is not allowed now.
    fn read_turn(&self, text: &str) -> Result<Turn<Self::Step>, MoveError>;

    /// The board drawn for a person, several lines.
    fn draw(&self, paint: Paint) -> String;

    /// The game's own score, if it keeps one.
    fn score(&self) -> Option<String> {
        None
    }
}

/// Whether a drawing may use terminal colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Characters only.
    Plain,
    /// ANSI escape sequences.
    Colour,
}

impl Paint {
    /// The text in the given style, or as it is.
    pub fn apply(self, style: anstyle::Style, text: impl Display) -> String {
        match self {
            Paint::Plain => text.to_string(),
            Paint::Colour => format!("{style}{text}{style:#}"),
        }
    }
}

/// Why a position string was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// A field is not there.
    Missing {
        /// Its name.
        field: &'static str,
    },
    /// There is more than the game's fields.
    Surplus {
        /// The first word too many.
        found: String,
    },
    /// A field other than the board is not one of its values.
    Value {
        /// Its name.
        field: &'static str,
        /// What stands there.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// A board row holds something that is neither a piece nor a number.
    Letter {
        /// The row, from the top, from 1.
        row: usize,
        /// What stands there.
        found: char,
        /// The pieces of the game.
        expected: &'static str,
    },
    /// A run of empty cells is zero, has leading zeros, or is absurdly long.
    Run {
        /// The row, from the top, from 1.
        row: usize,
        /// What stands there.
        found: String,
    },
    /// The board has no such number of rows.
    RowCount {
        /// How many rows there are.
        found: usize,
        /// What is allowed.
        expected: &'static str,
    },
    /// A row is too short or too long.
    RowLength {
        /// The row, from the top, from 1.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// The first row gives a number of columns that the game does not have.
    ColumnCount {
        /// How many columns there are.
        found: usize,
        /// What is allowed.
        expected: &'static str,
    },
    /// A start position was asked for in a size that the game does not have.
    Size,
    /// The board itself breaks a rule.
    Board {
        /// A sentence that names the cell, the column or the colour.
        fault: String,
    },
}

impl Display for PositionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { field } => write!(f, "{field}: missing"),
            Self::Surplus { found } => {
                write!(f, "unexpected '{}' after the last field", brief(found))
            }
            Self::Value { field, found, expected } => {
                write!(f, "{field}: expected {expected}, found '{}'", brief(found))
            }
            Self::Letter { row, found, expected } => {
                let found = found.escape_debug();
                write!(f, "board: row {row}: expected {expected} or a number, found '{found}'")
            }
            Self::Run { row, found } => {
                write!(f, "board: row {row}: '{}' is not a run of empty cells", brief(found))
            }
            Self::RowCount { found, expected } => {
                write!(f, "board: {}, expected {expected}", counted(*found, "row"))
            }
            Self::RowLength { row, found, expected } => {
                write!(f, "board: row {row}: {}, expected {expected}", counted(*found, "cell"))
            }
            Self::ColumnCount { found, expected } => {
                write!(f, "board: {}, expected {expected}", counted(*found, "column"))
            }
            Self::Size => f.write_str("the game has no board of that size"),
            Self::Board { fault } => write!(f, "board: {fault}"),
        }
    }
}

impl std::error::Error for PositionError {}

/// Why a move was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// Not a move of this game in any position.
    Malformed {
        /// What was read.
        found: String,
        /// How moves look.
        expected: &'static str,
    },
    /// A move of this game, but not now.
    Illegal {
        /// What was read.
        found: String,
        /// What forbids it.
        reason: String,
    },
}

impl MoveError {
    /// The text is no move of the game.
    pub fn malformed(found: &str, expected: &'static str) -> Self {
        MoveError::Malformed { found: found.into(), expected }
    }

    /// The move is not allowed now.
    pub fn illegal(found: &str, reason: impl Into<String>) -> Self {
        MoveError::Illegal { found: found.into(), reason: reason.into() }
    }
}

impl Display for MoveError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { found, expected } => {
                write!(f, "malformed move '{}': expected {expected}", brief(found))
            }
            Self::Illegal { found, reason } => {
                write!(f, "illegal move '{}': {reason}", brief(found))
            }
        }
    }
}

impl std::error::Error for MoveError {}

/// So many of a thing, in words.
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Foreign text fit to be quoted in one line: escaped, and cut where it gets long.
pub fn brief(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown = String::new();
    for letter in text.chars() {
        // What counts is what is shown: one character can take ten to escape.
        if shown.len() >= LONGEST {
            shown.push('…');
            break;
        }
        shown.extend(letter.escape_debug());
    }
    shown
}

/// Splits a position string into exactly the named fields.
///
/// # Errors
/// Names the field that is missing, or the word that is too much.
pub fn fields<'a, const N: usize>(
    text: &'a str,
    names: [&'static str; N],
) -> Result<[&'a str; N], PositionError> {
    let mut words = text.split_ascii_whitespace();
    let mut found = [""; N];
    for (word, field) in found.iter_mut().zip(names) {
        *word = words.next().ok_or(PositionError::Missing { field })?;
    }
    match words.next() {
        None => Ok(found),
        Some(word) => Err(PositionError::Surplus { found: word.into() }),
    }
}

/// Reads the field of the colour on move, in a game where each of two seats has a colour of its
/// own.
///
/// # Errors
/// Says which colours there are.
pub fn mover(
    text: &str,
    colours: [char; 2],
    expected: &'static str,
) -> Result<Seat, PositionError> {
    let owner = colours.iter().position(|&colour| text.chars().eq([colour]));
    owner.map(|owner| Seat::ALL[owner]).ok_or_else(|| PositionError::Value {
        field: "colour",
        found: text.into(),
        expected,
    })
}

/// The grammar of a number in a move: from 1, and without leading zeros, so that a move has one
/// spelling. It may be too long for any integer.
pub fn number(text: &str) -> IResult<&str, &str> {
    verify(digit1, |digits: &str| !digits.starts_with('0')).parse(text)
}

/// The rows of a board from the top, cell by cell: a piece's letter or nothing.
pub type Rows = Vec<Vec<Option<char>>>;

/// No board of any game has longer rows.
const LONGEST_ROW: usize = 15;
/// No board of any game has more rows.
const MOST_ROWS: usize = 15;

/// What a row is written with.
enum Part<'a> {
    Run(&'a str),
    Letter(char),
}

fn row(text: &str) -> IResult<&str, Vec<Part<'_>>> {
    many0(alt((map(digit1, Part::Run), map(none_of("/"), Part::Letter)))).parse(text)
}

fn board(text: &str) -> IResult<&str, Vec<Vec<Part<'_>>>> {
    all_consuming(separated_list1(tag("/"), row)).parse(text)
}

/// Reads the board field: rows from the top separated by `/`, letters for pieces (those of
/// `pieces`), numbers for runs of empty cells.
///
/// # Errors
/// Names the row and what stands in it.
pub fn rows(text: &str, pieces: &[char], expected: &'static str) -> Result<Rows, PositionError> {
    let found = text.split('/').count();
    if found > MOST_ROWS {
        return Err(PositionError::RowCount { found, expected: "at most 15" });
    }
    let (_, parts) = board(text).map_err(|_| PositionError::Missing { field: "board" })?;
    let mut rows = Rows::new();
    for (parts, row) in parts.into_iter().zip(1..) {
        let mut cells = Vec::new();
        for part in parts {
            match part {
                Part::Run(digits) => match digits.parse::<usize>() {
                    Ok(length @ 1..=LONGEST_ROW) if !digits.starts_with('0') => {
                        cells.resize(cells.len() + length, None);
                    }
                    _ => return Err(PositionError::Run { row, found: digits.into() }),
                },
                Part::Letter(letter) if pieces.contains(&letter) => cells.push(Some(letter)),
                Part::Letter(found) => return Err(PositionError::Letter { row, found, expected }),
            }
            // A hostile row must not grow beyond what could be right.
            if cells.len() > LONGEST_ROW {
                let fault = format!("row {row}: more than {LONGEST_ROW} cells");
                return Err(PositionError::Board { fault });
            }
        }
        rows.push(cells);
    }
    Ok(rows)
}

/// The number of rows that the board field of a position string has.
pub fn row_count(text: &str) -> usize {
    text.split_ascii_whitespace().next().map_or(0, |board| board.split('/').count())
}

/// Writes rows the way [`rows`] reads them.
pub fn write_rows<R, C>(f: &mut Formatter<'_>, rows: R) -> fmt::Result
where
    R: IntoIterator<Item = C>,
    C: IntoIterator<Item = Option<char>>,
{
    for (index, row) in rows.into_iter().enumerate() {
        if index > 0 {
            f.write_char('/')?;
        }
        let mut run = 0;
        for cell in row {
            match cell {
                None => run += 1,
                Some(piece) => {
                    if run > 0 {
                        write!(f, "{run}")?;
                    }
                    run = 0;
                    f.write_char(piece)?;
                }
            }
        }
        if run > 0 {
            write!(f, "{run}")?;
        }
    }
    Ok(())
}
