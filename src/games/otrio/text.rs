//! Positions (`9/9/9 b 2x1`) and moves (`b2m`) of Otrio.

use std::fmt;

use nom::character::complete::anychar;
use nom::combinator::{all_consuming, map_opt};
use nom::{IResult, Parser};

use super::slots::SIDE;
use super::{Colour, Mode, Otrio, SUPPLY, Size, Slot, Step};
use crate::game::{Game, Turn};
use crate::text::{self, MoveError, Notation, Paint, PositionError};

/// The slots of a row, in the order they are written: all of a cell before the next cell.
const ROW: usize = SIDE * Size::ALL.len();

const MOVE: &str = "a cell and a size (s, m, l) such as b2m, or pass";

/// The slot at a place of a row as it is written, the row from the bottom.
fn written(row: usize, place: usize) -> Option<Slot> {
    Slot::at(place / Size::ALL.len(), row, Size::ALL[place % Size::ALL.len()])
}

/// A letter or a digit as its place among those that may stand there.
fn place<'a>(
    among: &'static str,
) -> impl Parser<&'a str, Output = usize, Error = nom::error::Error<&'a str>> {
    map_opt(anychar, move |letter: char| among.find(letter.to_ascii_lowercase()))
}

fn slot(text: &str) -> IResult<&str, Slot> {
    let parts = (place("abc"), place("123"), place("sml"));
    map_opt(parts, |(column, row, size)| Slot::at(column, row, Size::ALL[size])).parse(text)
}

impl fmt::Display for Otrio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piece = |slot: Slot| self.taken_by(slot).map(Colour::letter);
        let row = |row: usize| (0..ROW).map(move |place| written(row, place).and_then(piece));
        text::write_rows(f, (0..SIDE).rev().map(row))?;
        write!(f, " {} {}", self.colour.letter(), self.mode)
    }
}

impl Notation for Otrio {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): ()) -> Result<Self, PositionError> {
        let [board, colour, mode] = text::fields(text, ["board", "colour", "mode"])?;
        let mut position = Otrio::new(read_mode(mode)?);
        position.place_all(board)?;
        position.colour = read_colour(colour, position.mode)?;
        position.key = position.fresh_key();
        position.settle();
        Ok(position)
    }

    fn write_turn(&self, turn: Turn<Step>) -> String {
        match turn.first {
            Step::Place(slot) => slot.to_string(),
            Step::Pass => "pass".into(),
        }
    }

    fn read_turn(&self, text: &str) -> Result<Turn<Step>, MoveError> {
        let step = if text.eq_ignore_ascii_case("pass") {
            Step::Pass
        } else {
            let slot = all_consuming(slot).parse(text);
            Step::Place(slot.map_err(|_| MoveError::malformed(text, MOVE))?.1)
        };
        match self.objection(step) {
            Some(reason) => Err(MoveError::illegal(text, reason)),
            None => Ok(Turn::one(step)),
        }
    }

    fn draw(&self, paint: Paint) -> String {
        super::draw::draw(self, paint)
    }
}

fn read_mode(text: &str) -> Result<Mode, PositionError> {
    Mode::named(text).ok_or_else(|| PositionError::Value {
        field: "mode",
        found: text.into(),
        expected: "2x1, 2x2, 3x1 or 4x1",
    })
}

fn read_colour(text: &str, mode: Mode) -> Result<Colour, PositionError> {
    let colour = mode.colours().iter().find(|colour| text.chars().eq([colour.letter()]));
    colour.copied().ok_or_else(|| PositionError::Value {
        field: "colour",
        found: text.into(),
        expected: match mode {
            Mode::TwoByOne => "b or r",
            Mode::ThreeByOne => "b, r or p",
            Mode::TwoByTwo | Mode::FourByOne => "b, r, p or g",
        },
    })
}

impl Otrio {
    /// Places the pieces of a position's board field.
    fn place_all(&mut self, board: &str) -> Result<(), PositionError> {
        let lines = text::rows(board, &Colour::ALL.map(Colour::letter), "b, r, p, g")?;
        if lines.len() != SIDE {
            return Err(PositionError::RowCount { found: lines.len(), expected: "3" });
        }
        for (index, line) in lines.iter().enumerate() {
            if line.len() != ROW {
                let (row, found) = (index + 1, line.len());
                return Err(PositionError::RowLength { row, found, expected: ROW });
            }
            for (place, &letter) in line.iter().enumerate() {
                let colour = Colour::ALL.into_iter().find(|c| Some(c.letter()) == letter);
                let slot = written(SIDE - 1 - index, place);
                if let (Some(colour), Some(slot)) = (colour, slot) {
                    self.place(colour, slot).map_err(|fault| PositionError::Board { fault })?;
                }
            }
        }
        Ok(())
    }

    fn place(&mut self, colour: Colour, slot: Slot) -> Result<(), String> {
        let (size, mode) = (slot.size(), self.mode);
        if !mode.colours().contains(&colour) {
            return Err(format!("{slot} is {colour}, which does not play in {mode}"));
        }
        if self.left(colour, size) == 0 {
            return Err(format!("{colour} has more than {SUPPLY} {size} pieces"));
        }
        self.pieces[colour.index()] |= slot.bit();
        Ok(())
    }

    /// Why a step is not legal here, if it is not.
    fn objection(&self, step: Step) -> Option<String> {
        let colour = self.colour;
        if self.outcome.is_some() {
            return Some("the game is over".into());
        }
        match (self.open(colour), step) {
            (0, Step::Pass) => None,
            (0, Step::Place(_)) => {
                Some(format!("no piece of {colour} fits anywhere: it must pass"))
            }
            (_, Step::Pass) => Some(format!("{colour} can place a piece and must")),
            (open, Step::Place(slot)) if open & slot.bit() != 0 => None,
            (_, Step::Place(slot)) => Some(match self.taken_by(slot) {
                Some(owner) => {
                    format!("the {} slot of {} is taken by {owner}", slot.size(), slot.cell())
                }
                None => format!("{colour} has no {} piece left", slot.size()),
            }),
        }
    }
}
