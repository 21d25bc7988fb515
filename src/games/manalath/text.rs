//! Positions (`5/6/7/8/9/8/7/6/5 b`) and moves (`e5w`) of Manalath.

use std::fmt;

use nom::Parser;
use nom::character::complete::one_of;
use nom::combinator::all_consuming;

use super::{Both, Colour, LARGEST_GROUP, Manalath, Placement, supply};
use crate::board::{Bits, Cell, Hex};
use crate::game::{Game, Turn};
use crate::games::hexagon;
use crate::text::{self, MoveError, Notation, Paint, PositionError};

/// The stones, in the order of [`Colour::ALL`].
const PIECES: [char; 2] = [Colour::Black.letter(), Colour::White.letter()];

const MOVE: &str = "a cell and a stone, b or w, such as e5b";

impl fmt::Display for Manalath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hexagon::write_board(f, self.board, self.stones, PIECES)?;
        write!(f, " {}", Colour::of(self.mover).letter())
    }
}

impl Manalath {
    /// The stone on a cell.
    pub(super) fn stone(&self, cell: Cell) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.stones(colour).has(cell.0.into()))
    }
}

/// Refuses stones that no play could leave: more than there are, or in too large a group.
fn check(board: &Hex<u64>, stones: [u64; 2]) -> Result<(), PositionError> {
    let fault = |fault| Err(PositionError::Board { fault });
    for colour in Colour::ALL {
        let (stones, supply) = (stones[colour.index()], supply(board));
        let count = stones.count();
        if count > supply {
            return fault(format!("{count} {colour} stones, there are only {supply}"));
        }
        for index in stones.iter() {
            let size = board.group(u64::bit(index), stones).count();
            if size > LARGEST_GROUP {
                let cell = board.name(Cell(index as u8));
                return fault(format!(
                    "the {colour} group of {cell} has {size} stones, the most is {LARGEST_GROUP}"
                ));
            }
        }
    }
    Ok(())
}

impl Notation for Manalath {
    type Rules = Both;

    fn rules(&self) -> Both {
        self.both
    }

    fn parse(text: &str, both: Both) -> Result<Self, PositionError> {
        let [board, colour] = text::fields(text, ["board", "colour"])?;
        let (board, stones) = hexagon::read_board(board, PIECES, "b, w", "3, 5, 7 or 9")?;
        check(board, stones)?;
        let mover = text::mover(colour, PIECES, "b or w")?;
        Ok(Manalath::with(board, stones, mover, both))
    }

    fn write_turn(&self, turn: Turn<Placement>) -> String {
        let Placement { cell, colour } = turn.first;
        format!("{}{}", self.board.name(cell), colour.letter())
    }

    fn read_turn(&self, text: &str) -> Result<Turn<Placement>, MoveError> {
        let lower = text.to_ascii_lowercase();
        let (_, (name, letter)) = all_consuming((hexagon::name, one_of("bw")))
            .parse(&lower)
            .map_err(|_| MoveError::malformed(text, MOVE))?;
        let illegal = |reason: String| MoveError::illegal(text, reason);
        let colour = if letter == PIECES[0] { Colour::Black } else { Colour::White };
        let cell = name.on(self.board).map_err(illegal)?;
        if self.outcome().is_some() {
            return Err(illegal("the game is over".into()));
        }
        if let Some(stone) = self.stone(cell) {
            return Err(illegal(format!("{} holds a {stone} stone", self.board.name(cell))));
        }
        if self.left(colour) == 0 {
            return Err(illegal(format!("no {colour} stones are left")));
        }
        let size = self.group_with(cell, colour).count();
        if size > LARGEST_GROUP {
            return Err(illegal(format!(
                "it would make a group of {size} {colour} stones, the most is {LARGEST_GROUP}"
            )));
        }
        Ok(Turn::one(Placement { cell, colour }))
    }

    fn draw(&self, paint: Paint) -> String {
        super::draw::draw(self, paint)
    }
}
