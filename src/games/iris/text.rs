//! Positions (`6/7/8/9/10/11/10/9/8/7/6 b 0`) and moves (`f6`, `c3e5`, `a1k11`, `pass`) of Iris.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{all_consuming, map, opt};
use nom::{IResult, Parser};

use super::{Iris, Step};
use crate::board::hex::HexSet;
use crate::board::{Cell, Hex};
use crate::game::{Seat, Turn};
use crate::games::hexagon::{self, Name};
use crate::text::{self, MoveError, Notation, Paint, PositionError};

/// The seats' stones, in turn order.
pub(super) const PIECES: [char; 2] = ['b', 'w'];

const MOVE: &str = "a cell such as f6, two cells such as c3e5, or pass";

impl<B: HexSet> fmt::Display for Iris<B> {
    /// Between turns. The string has no field for a half-played turn.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hexagon::write_board(f, self.board, self.stones, PIECES)?;
        write!(f, " {} {}", PIECES[self.mover.index()], self.passes)
    }
}

impl<B: HexSet> Notation for Iris<B> {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, _rules: ()) -> Result<Self, PositionError> {
        let [board, colour, passes] = text::fields(text, ["board", "colour", "passes"])?;
        let (board, stones) =
            hexagon::read_board::<B, 2>(board, PIECES, "b, w", "an odd number from 3 to 15")?;
        let mover = text::mover(colour, PIECES, "b or w")?;
        let passes = match passes {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => {
                let found = passes.into();
                let expected = "0, 1 or 2";
                return Err(PositionError::Value { field: "passes", found, expected });
            }
        };
        check_pairs(board, stones).map_err(|fault| PositionError::Board { fault })?;
        let position = Self::set_up(board, stones, mover, passes);
        if position.is_opening() && (mover, passes) != (Seat::P1, 0) {
            let fault = "empty, so black opens without a pass before it: expected 'b 0'".into();
            return Err(PositionError::Board { fault });
        }
        Ok(position)
    }

    fn write_turn(&self, turn: Turn<Step>) -> String {
        let name = |cell| self.board.name(cell);
        let step = |step| match step {
            Step::Gray(cell) => name(cell),
            Step::Rim(cell) => name(cell) + &name(self.board.opposite(cell)),
            Step::Pass => "pass".into(),
        };
        turn.steps().map(step).collect()
    }

    fn read_turn(&self, text: &str) -> Result<Turn<Step>, MoveError> {
        let lower = text.to_ascii_lowercase();
        let (_, spoken) = spoken(&lower).map_err(|_| MoveError::malformed(text, MOVE))?;
        self.judge(spoken).map_err(|reason| MoveError::illegal(text, reason))
    }

    fn draw(&self, paint: Paint) -> String {
        super::draw::draw(self, paint)
    }

    fn score(&self) -> Option<String> {
        let [black, white] = self.scores();
        Some(format!("{black} {white}"))
    }
}

/// Both cells of a rim pair are taken in one turn, so they never differ.
fn check_pairs<B: HexSet>(board: &Hex<B>, stones: [B; 2]) -> Result<(), String> {
    let owner = |cell: Cell| stones.iter().position(|set| set.has(cell.0.into()));
    for cell in board.rim().iter().map(|index| Cell(index as u8)) {
        let opposite = board.opposite(cell);
        let names = || (board.name(cell), board.name(opposite));
        match (owner(cell), owner(opposite)) {
            (Some(one), Some(other)) if one != other => {
                let ((cell, opposite), [one, other]) = (names(), [PIECES[one], PIECES[other]]);
                return Err(format!(
                    "the rim pair {cell} and {opposite} is of two colours, {one} and {other}"
                ));
            }
            (Some(_), None) => {
                let (cell, opposite) = names();
                return Err(format!(
                    "the rim pair {cell} and {opposite} is half taken: {opposite} is empty"
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A turn as it was spelled, whether or not the board has its cells.
enum Spoken<'a> {
    Pass,
    One(Name<'a>),
    Two(Name<'a>, Name<'a>),
}

fn spoken(text: &str) -> IResult<&str, Spoken<'_>> {
    let cells = (hexagon::name, opt(hexagon::name)).map(|(one, other)| match other {
        Some(other) => Spoken::Two(one, other),
        None => Spoken::One(one),
    });
    all_consuming(alt((map(tag("pass"), |_| Spoken::Pass), cells))).parse(text)
}

impl<B: HexSet> Iris<B> {
    /// The turn that was meant, or the rule that forbids it.
    fn judge(&self, spoken: Spoken<'_>) -> Result<Turn<Step>, String> {
        match spoken {
            Spoken::Pass => {
                self.check_ready()?;
                if self.is_opening() {
                    return Err("the first turn may not be a pass".into());
                }
                Ok(Turn::one(Step::Pass))
            }
            Spoken::One(name) => {
                let cell = name.on(self.board)?;
                self.check_ready()?;
                self.judge_one(cell)
            }
            Spoken::Two(one, other) => {
                let (one, other) = (one.on(self.board)?, other.on(self.board)?);
                self.check_ready()?;
                self.judge_two(one.min(other), one.max(other))
            }
        }
    }

    fn check_ready(&self) -> Result<(), String> {
        if self.outcome.is_some() {
            return Err("the game is over".into());
        }
        match self.half {
            Some(cell) => Err(format!("the turn begun at {} is not over", self.board.name(cell))),
            None => Ok(()),
        }
    }

    fn check_empty(&self, cell: Cell) -> Result<(), String> {
        if self.occupied().has(cell.0.into()) {
            return Err(format!("{} is taken", self.board.name(cell)));
        }
        Ok(())
    }

    fn is_rim(&self, cell: Cell) -> bool {
        self.board.rim().has(cell.0.into())
    }

    fn judge_one(&self, cell: Cell) -> Result<Turn<Step>, String> {
        self.check_empty(cell)?;
        let name = self.board.name(cell);
        if self.is_rim(cell) {
            if self.is_opening() {
                return Err(format!("{name} is a rim cell, and the first turn takes a gray one"));
            }
            let opposite = self.board.name(self.board.opposite(cell));
            return Err(format!(
                "{name} is a rim cell and is taken together with its opposite {opposite}"
            ));
        }
        let partners = self.partners(cell);
        if !self.is_opening() && !partners.is_empty() {
            let partner = self.board.name(Cell(partners.lowest() as u8));
            return Err(format!(
                "{name} needs a second gray cell while one not adjacent is empty, such as {partner}"
            ));
        }
        Ok(Turn::one(Step::Gray(cell)))
    }

    /// Judges two cells in ascending order.
    fn judge_two(&self, low: Cell, high: Cell) -> Result<Turn<Step>, String> {
        let name = |cell| self.board.name(cell);
        if low == high {
            return Err(format!("{} is named twice", name(low)));
        }
        if self.is_opening() {
            return Err("the first turn takes one gray cell, not two cells".into());
        }
        self.check_empty(low)?;
        self.check_empty(high)?;
        let opposite = self.board.opposite(low);
        match (self.is_rim(low), self.is_rim(high)) {
            (true, true) if high == opposite => Ok(Turn::one(Step::Rim(low))),
            (true, true) => {
                let (low, high, opposite) = (name(low), name(high), name(opposite));
                Err(format!(
                    "the rim cells {low} and {high} are not opposite: {low} goes with {opposite}"
                ))
            }
            (false, false) if self.board.neighbours(low).has(high.0.into()) => {
                Err(format!("{} and {} are adjacent", name(low), name(high)))
            }
            (false, false) => Ok(Turn::two(Step::Gray(low), Step::Gray(high))),
            (true, false) => Err(self.mixed(low, high)),
            (false, true) => Err(self.mixed(high, low)),
        }
    }

    fn mixed(&self, rim: Cell, gray: Cell) -> String {
        let [rim, opposite, gray] =
            [rim, self.board.opposite(rim), gray].map(|cell| self.board.name(cell));
        format!("{rim} is a rim cell and goes with its opposite {opposite}, not with gray {gray}")
    }
}
