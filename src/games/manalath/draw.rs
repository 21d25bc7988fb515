//! The Manalath board for a person.

use anstyle::{Ansi256Color, Color, Style};

use super::{Colour, Manalath};
use crate::games::hexagon;
use crate::text::Paint;

/// The hexagon, and below it the stones that are left.
pub(super) fn draw(position: &Manalath, paint: Paint) -> String {
    let stone = |colour: Colour| paint.apply(style(colour), colour.letter());
    let picture = hexagon::picture(position.board(), paint, |cell| match position.stone(cell) {
        Some(colour) => stone(colour),
        None => paint.apply(Style::new().dimmed(), '.'),
    });
    let left = Colour::ALL.map(|colour| format!("{} {}", stone(colour), position.left(colour)));
    format!("{picture}\nstones left: {}\n", left.join(", "))
}

/// A dark and a light chip. Both the letter and what is behind it are set, in colours that no
/// terminal theme redefines, so that black stays black and white stays white on any background.
fn style(colour: Colour) -> Style {
    let fixed = |index| Some(Color::Ansi256(Ansi256Color(index)));
    let (letter, behind) = match colour {
        Colour::Black => (255, 237),
        Colour::White => (16, 253),
    };
    Style::new().bold().fg_color(fixed(letter)).bg_color(fixed(behind))
}
