//! The Linetris board for a person.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::Linetris;
use crate::board::grid::Shifts;
use crate::text::Paint;

/// Rows from the top, a frame, and the column numbers to type below it.
pub(super) fn draw<B: Shifts>(position: &Linetris<B>, paint: Paint) -> String {
    let columns = position.grid.columns();
    let mut picture = String::new();
    for row in (0..position.grid.rows()).rev() {
        picture.push('|');
        for column in 0..columns {
            let cell = match position.piece(column, row) {
                Some('b') => {
                    paint.apply(Style::new().bold().fg_color(Some(AnsiColor::Cyan.into())), 'b')
                }
                Some('r') => {
                    paint.apply(Style::new().bold().fg_color(Some(AnsiColor::Red.into())), 'r')
                }
                _ => paint.apply(Style::new().dimmed(), '.'),
            };
            let _ = write!(picture, " {cell}");
        }
        picture.push_str(" |\n");
    }
    let _ = writeln!(picture, "+{}+", "-".repeat(2 * columns + 1));
    picture.push(' ');
    for number in 1..=columns {
        let _ = write!(picture, "{number:>2}");
    }
    picture.push('\n');
    picture
}
