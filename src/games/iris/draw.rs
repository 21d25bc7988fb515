//! The Iris board for a person.

use anstyle::{Ansi256Color, Style};

use super::Iris;
use super::text::PIECES;
use crate::board::hex::HexSet;
use crate::board::{Cell, Hex};
use crate::games::hexagon;
use crate::text::Paint;

/// The rim's colours in rainbow order, of the 256 a terminal has: legible on black and on white.
const HUES: [Ansi256Color; 7] = [
    Ansi256Color(160),
    Ansi256Color(172),
    Ansi256Color(142),
    Ansi256Color(34),
    Ansi256Color(37),
    Ansi256Color(69),
    Ansi256Color(134),
];
const GRAY: Ansi256Color = Ansi256Color(243);
/// The seats' stones, and a letter on each.
const STONES: [(Ansi256Color, Ansi256Color); 2] =
    [(Ansi256Color(16), Ansi256Color(252)), (Ansi256Color(231), Ansi256Color(236))];

/// Empty cells are `.` where gray and `+` on the rim; a stone is its letter on a ground of its
/// colour. What stands on the rim has the colour of its cell.
pub(super) fn draw<B: HexSet>(position: &Iris<B>, paint: Paint) -> String {
    let board = position.board;
    hexagon::picture(board, paint, |cell| {
        let hue = hue(board, cell);
        let style = |letter| Style::new().fg_color(Some(hue.unwrap_or(letter).into()));
        match position.stones.iter().position(|stones| stones.has(cell.0.into())) {
            Some(owner) => {
                let (stone, letter) = STONES[owner];
                paint.apply(style(letter).bold().bg_color(Some(stone.into())), PIECES[owner])
            }
            None => paint.apply(style(GRAY), if hue.is_some() { '+' } else { '.' }),
        }
    })
}

/// The colour of a rim cell. On the way round the rim, clockwise from `a1`, the colours repeat six
/// times, so the half turn that takes a cell to its opposite takes each colour to itself.
fn hue<B: HexSet>(board: &Hex<B>, cell: Cell) -> Option<Ansi256Color> {
    if !board.rim().has(cell.0.into()) {
        return None;
    }
    let (row, column) = board.coordinates(cell);
    let (side, last) = (board.size() - 1, board.rows() - 1);
    // How far round, up to whole sides.
    let way = match (row, column) {
        (0, _) => column,
        (row, _) if row == last => last - column,
        (row, column) if column > row || column == last => row,
        _ => last - row,
    };
    Some(HUES[way % side])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: HexSet>() {
        for board in B::boards() {
            let rim: Vec<Cell> = board.rim().iter().map(|index| Cell(index as u8)).collect();
            for &cell in &rim {
                assert_eq!(hue(board, cell), hue(board, board.opposite(cell)));
                for symmetry in 0..6 {
                    assert_eq!(hue(board, cell), hue(board, board.image(symmetry, cell)));
                }
            }
            for colour in &HUES[..board.size() - 1] {
                let same = rim.iter().filter(|&&cell| hue(board, cell) == Some(*colour));
                assert_eq!(same.count(), 6);
            }
        }
    }

    #[test]
    fn hues_repeat_six_times_round_the_rim() {
        check::<u64>();
        check::<u128>();
        check::<crate::board::Wide>();
    }
}
