//! The Otrio board for a person.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::slots::SIDE;
use super::{Colour, Otrio, Size, Slot};
use crate::game::Game;
use crate::text::Paint;

/// How far the outer ring is from the middle of its cell, in characters.
const RADIUS: usize = 2;
/// The width and the height of a cell, in characters.
const ACROSS: usize = 2 * RADIUS + 1;

const FAINT: Style = Style::new().dimmed();

fn style(colour: Colour) -> Style {
    let ansi = match colour {
        Colour::Blue => AnsiColor::BrightBlue,
        Colour::Red => AnsiColor::BrightRed,
        Colour::Purple => AnsiColor::BrightMagenta,
        Colour::Green => AnsiColor::BrightGreen,
    };
    Style::new().bold().fg_color(Some(ansi.into()))
}

/// The board with its labels, then what each colour has left.
pub(super) fn draw(position: &Otrio, paint: Paint) -> String {
    let faint = |text: &str| paint.apply(FAINT, text);
    let rule = vec!["-".repeat(2 * ACROSS + 1); SIDE].join("+");
    let mut lines = vec![format!("   {}", faint("     a           b           c"))];
    for row in (0..SIDE).rev() {
        for line in 0..ACROSS {
            let label = if line == RADIUS { faint(&(row + 1).to_string()) } else { " ".into() };
            let cells: Vec<_> = (0..SIDE).map(|c| cell(position, paint, c, row, line)).collect();
            lines.push(format!(" {label} {}", cells.join(&faint("|"))));
        }
        if row > 0 {
            lines.push(format!("   {}", faint(&rule)));
        }
    }
    lines.push(String::new());
    lines.extend(supply(position, paint));
    lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// One line of a cell: a peg for a small piece, a ring of eight letters for a medium one and of
/// twelve for a large one, in capitals where they won; dots on the axes where a piece is missing.
fn cell(position: &Otrio, paint: Paint, column: usize, row: usize, line: usize) -> String {
    let mut picture = String::from(" ");
    for place in 0..ACROSS {
        let (up, across) = (line.abs_diff(RADIUS), place.abs_diff(RADIUS));
        let slot = Slot::at(column, row, Size::ALL[up.max(across)]);
        let corner = up + across == 2 * RADIUS;
        let character = match slot.and_then(|slot| Some((slot, position.taken_by(slot)?))) {
            Some((slot, colour)) if !corner => {
                let letter = colour.letter();
                let won = position.winners() & slot.bit() != 0;
                let shown = if won { letter.to_ascii_uppercase() } else { letter };
                paint.apply(style(colour), shown)
            }
            None if up == 0 || across == 0 => paint.apply(FAINT, '.'),
            _ => " ".into(),
        };
        let _ = write!(picture, "{character} ");
    }
    picture
}

/// A table of the pieces that are left, with a mark at the colour on move.
fn supply(position: &Otrio, paint: Paint) -> Vec<String> {
    let sizes = Size::ALL.map(|size| format!("{size:^8}")).concat();
    let mut lines =
        vec![format!("   {}", paint.apply(FAINT, format!("  left      {sizes}").trim_end()))];
    for &colour in position.mode().colours() {
        let on_move = position.outcome().is_none() && position.colour() == colour;
        let mark = if on_move { '>' } else { ' ' };
        let name = paint.apply(style(colour), format_args!("{colour:<6}"));
        let left = Size::ALL.map(|size| format!("{:^8}", position.left(colour, size))).concat();
        lines.push(format!("   {mark} {} {name} {left}", position.owner(colour)));
    }
    lines
}
