//! Positions (`7/7/7/7/7/7 b`) and moves (`4`) of Linetris.

use std::fmt;

use nom::Parser;
use nom::combinator::all_consuming;

use super::{Column, Linetris, MAX_SIDE, MIN_SIDE, Order, Rules};
use crate::board::grid::Shifts;
use crate::game::{Game, Outcome, Turn};
use crate::text::{self, MoveError, Notation, Paint, PositionError};

/// The seats' pieces, in turn order.
pub(super) const PIECES: [char; 2] = ['b', 'r'];

const MOVE: &str = "a column number such as 4";

impl<B: Shifts> fmt::Display for Linetris<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = (0..self.grid.rows()).rev();
        text::write_rows(
            f,
            rows.map(|row| (0..self.grid.columns()).map(move |c| self.piece(c, row))),
        )?;
        write!(f, " {}", PIECES[self.mover.index()])
    }
}

impl<B: Shifts> Linetris<B> {
    /// The letter of the piece in a column and a row from the bottom, both from 0.
    pub(super) fn piece(&self, column: usize, row: usize) -> Option<char> {
        let cell = self.grid.cell(column, row);
        let owner = self.stones.iter().position(|&stones| !(stones & cell).is_empty());
        owner.map(|owner| PIECES[owner])
    }
}

/// The columns and rows that a position string seems to have, to choose a set that fits; parsing
/// tells whether they are right.
pub fn dimensions(text: &str) -> (usize, usize) {
    let board = text.split_ascii_whitespace().next().unwrap_or_default();
    let columns = text::rows(board.split('/').next().unwrap_or_default(), &PIECES, "");
    (columns.map_or(0, |rows| rows[0].len()), text::row_count(text))
}

impl<B: Shifts> Notation for Linetris<B> {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        self.rules
    }

    fn parse(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let [board, colour] = text::fields(text, ["board", "colour"])?;
        let lines = text::rows(board, &PIECES, "b, r")?;
        let columns = lines[0].len();
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&lines.len()) {
            return Err(PositionError::RowCount { found: lines.len(), expected: "4 to 10" });
        }
        if !sides.contains(&columns) {
            return Err(PositionError::ColumnCount { found: columns, expected: "4 to 10" });
        }
        for (line, row) in lines.iter().zip(1..) {
            if line.len() != columns {
                let (found, expected) = (line.len(), columns);
                return Err(PositionError::RowLength { row, found, expected });
            }
        }
        let mut position = Self::new(columns, lines.len(), rules).ok_or_else(|| {
            PositionError::Board { fault: format!("{columns}x{} is too large", lines.len()) }
        })?;
        for (row, line) in lines.iter().rev().enumerate() {
            for (column, piece) in line.iter().enumerate() {
                let Some(owner) = PIECES.iter().position(|&letter| Some(letter) == *piece) else {
                    continue;
                };
                if position.height(Column(column as u8)) < row {
                    let fault = format!(
                        "the piece in column {}, row {} from the bottom has nothing under it",
                        column + 1,
                        row + 1
                    );
                    return Err(PositionError::Board { fault });
                }
                position.stones[owner] |= position.grid.cell(column, row);
            }
        }
        position.mover = text::mover(colour, PIECES, "b or r")?;
        position.settle(position.mover.other());
        // A full bottom row stands only where a line won before it could vanish.
        let won = matches!(position.outcome, Some(Outcome::Won(_)));
        if rules.clear && position.bottom_is_full() && !(won && rules.order == Order::Win) {
            let fault = "the bottom row is full and would have vanished".into();
            return Err(PositionError::Board { fault });
        }
        Ok(position)
    }

    fn write_turn(&self, turn: Turn<Column>) -> String {
        (turn.first.0 + 1).to_string()
    }

    fn read_turn(&self, text: &str) -> Result<Turn<Column>, MoveError> {
        let (_, digits) = all_consuming(text::number)
            .parse(text)
            .map_err(|_| MoveError::malformed(text, MOVE))?;
        let columns = self.grid.columns();
        // A number too long for any integer is as far outside as one that is merely too large.
        let column = digits.parse::<usize>().ok().filter(|number| (1..=columns).contains(number));
        let Some(number) = column else {
            return Err(MoveError::illegal(text, format!("the columns are 1 to {columns}")));
        };
        let column = Column(number as u8 - 1);
        if self.outcome().is_some() {
            return Err(MoveError::illegal(text, "the game is over"));
        }
        if self.is_full(column) {
            return Err(MoveError::illegal(text, format!("column {number} is full")));
        }
        Ok(Turn::one(column))
    }

    fn draw(&self, paint: Paint) -> String {
        super::draw::draw(self, paint)
    }
}
