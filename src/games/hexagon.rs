//! What the games on hexhex boards share: rows of text, names of cells, the drawing.

use std::fmt::{self, Write as _};

use nom::character::complete::satisfy;
use nom::{IResult, Parser};

use crate::board::hex::{HexSet, columns, row_letter};
use crate::board::{Bits, Cell, Hex};
use crate::text::{self, Paint, PositionError};

/// Reads the board field of a position: the geometry, and a set of cells for each piece's letter.
///
/// # Errors
/// Names the row that is wrong; a size that does not fit the set is refused as well.
pub fn read_board<B: HexSet, const P: usize>(
    text: &str,
    pieces: [char; P],
    expected: &'static str,
    row_counts: &'static str,
) -> Result<(&'static Hex<B>, [B; P]), PositionError> {
    let rows = text::rows(text, &pieces, expected)?;
    let board = if rows.len() % 2 == 1 { Hex::<B>::of(rows.len() / 2 + 1) } else { None };
    let board = board.ok_or(PositionError::RowCount { found: rows.len(), expected: row_counts })?;
    let mut sets = [B::EMPTY; P];
    for (row, line) in rows.iter().enumerate() {
        let expected = columns(board.size(), row).len();
        if line.len() != expected {
            let (row, found) = (row + 1, line.len());
            return Err(PositionError::RowLength { row, found, expected });
        }
        for (cell, piece) in board.row(row).zip(line) {
            if let Some(owner) = pieces.iter().position(|&letter| Some(letter) == *piece) {
                sets[owner] |= cell.bit();
            }
        }
    }
    Ok((board, sets))
}

/// Writes the board field the way [`read_board`] reads it.
pub fn write_board<B: Bits, const P: usize>(
    f: &mut fmt::Formatter<'_>,
    board: &Hex<B>,
    sets: [B; P],
    pieces: [char; P],
) -> fmt::Result {
    let piece = |cell: Cell| {
        let owner = sets.iter().position(|set| set.has(cell.0.into()));
        owner.map(|owner| pieces[owner])
    };
    text::write_rows(f, (0..board.rows()).map(|row| board.row(row).map(piece)))
}

/// A cell's name as text: a row letter and a diagonal number, whether or not a board has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name<'a>(char, &'a str);

/// The grammar of a cell's name, in lower case.
pub fn name(input: &str) -> IResult<&str, Name<'_>> {
    let letter = satisfy(|c| c.is_ascii_lowercase());
    (letter, text::number).map(|(letter, digits)| Name(letter, digits)).parse(input)
}

impl Name<'_> {
    /// The cell of that name, if the board has it.
    ///
    /// # Errors
    /// A sentence that names the cell.
    pub fn on<B: Bits>(self, board: &Hex<B>) -> Result<Cell, String> {
        let Name(letter, digits) = self;
        let row = usize::from(letter as u8 - b'a');
        // A number too long for any integer names no cell either.
        let number = digits.parse::<usize>().ok();
        number.and_then(|number| board.cell(row, number - 1)).ok_or_else(|| {
            format!(
                "there is no cell {} on a board of size {}",
                text::brief(&format!("{letter}{digits}")),
                board.size()
            )
        })
    }
}

/// Draws a hexagon: each row on a line with its letter before it, each diagonal's number at its
/// upper end. `cell` gives each cell's picture, one column wide.
pub fn picture<B: Bits>(board: &Hex<B>, paint: Paint, cell: impl Fn(Cell) -> String) -> String {
    let size = board.size();
    let label = |text: String| paint.apply(anstyle::Style::new().dimmed(), text);
    let mut picture = " ".repeat(size + 4);
    for number in 1..=size {
        let _ = write!(picture, "{}", label(format!("{number:<2}")));
    }
    picture.truncate(picture.trim_end().len());
    picture.push('\n');
    for row in 0..board.rows() {
        let indent = (size - 1).abs_diff(row);
        let _ = write!(picture, "{:indent$} {} ", "", label(row_letter(row).to_string()));
        for cell_picture in board.row(row).map(&cell) {
            let _ = write!(picture, " {cell_picture}");
        }
        // The diagonals that begin below the first row begin at the right end of the row above.
        if row + 1 < size {
            let _ = write!(picture, "  {}", label((size + row + 1).to_string()));
        }
        picture.push('\n');
    }
    picture
}
