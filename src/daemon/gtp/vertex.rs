//! GTP's vertices for the games that GoGui can draw, made from their own notation.
//!
//! A vertex is a column letter without `I` and a row number from the bottom. On a hexhex board the
//! row letter of a cell becomes the column letter and its number stays the number, which GoGui
//! draws as a regular hexagon. Letters skip `I` here and nowhere else.

use crate::board::hex::columns;
use crate::games::Name;
use crate::session::Session;
use crate::text;

/// The name of GTP's one move without a vertex.
pub const PASS: &str = "PASS";

/// The number of letters a vertex can begin with.
const LETTERS: u8 = 25;

fn letter(index: u8) -> char {
    let skip = u8::from(index >= b'i' - b'a');
    char::from(b'A' + index + skip)
}

fn index(letter: char) -> Option<u8> {
    (0..LETTERS).find(|&index| self::letter(index) == letter.to_ascii_uppercase())
}

/// The vertex of a cell of a hexhex board, such as `J5` for `i5`.
pub fn of_cell(cell: &str) -> String {
    let mut rest = cell.chars();
    let row = rest.next().map_or(0, |row| (row as u32).saturating_sub('a'.into()) as u8);
    format!("{}{}", letter(row.min(LETTERS - 1)), rest.as_str())
}

/// The cell of a hexhex board at a vertex, whether or not the board has it.
pub fn to_cell(vertex: &str) -> Option<String> {
    let (letter, number) = split(vertex)?;
    Some(format!("{}{number}", char::from(b'a' + letter)))
}

/// The column index and the row number of a vertex.
fn split(vertex: &str) -> Option<(u8, u8)> {
    let mut rest = vertex.chars();
    let letter = index(rest.next()?)?;
    let number = rest.as_str();
    let plain = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((letter, number.parse().ok().filter(|&number| plain && number > 0)?))
}

/// The cells of a move of Iris; none for a pass.
pub fn cells(token: &str) -> Vec<&str> {
    if token == "pass" {
        return Vec::new();
    }
    let second = token.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic());
    match second {
        Some((at, _)) => vec![&token[..at], &token[at..]],
        None => vec![token],
    }
}

/// A board as GoGui sees it: `X` and `O` for p1 and p2, `.` for an empty point, `?` for a point
/// that the board does not have.
pub struct View {
    /// Whether the points are hexagons.
    pub hex: bool,
    /// From the left, each column from the bottom.
    columns: Vec<Vec<char>>,
}

impl View {
    /// The view of a session, if GoGui can draw its game.
    pub fn of(game: Name, session: &dyn Session) -> Option<View> {
        let hex = match game {
            Name::Iris | Name::Manalath => true,
            Name::Linetris => false,
            Name::Otrio => return None,
        };
        let position = session.position();
        let board = position.split(' ').next()?;
        let rows = text::rows(board, &['b', 'w', 'r'], "").ok()?;
        let sign = |cell: &Option<char>| match cell {
            None => '.',
            Some('b') => 'X',
            Some(_) => 'O',
        };
        let columns = if hex {
            let size = rows.len() / 2 + 1;
            let column = |(row, line): (usize, &Vec<Option<char>>)| {
                let mut column = vec!['?'; rows.len()];
                for (at, cell) in columns(size, row).zip(line) {
                    column[at] = sign(cell);
                }
                column
            };
            rows.iter().enumerate().map(column).collect()
        } else {
            let width = rows.first()?.len();
            (0..width).map(|x| rows.iter().rev().map(|line| sign(&line[x])).collect()).collect()
        };
        Some(View { hex, columns })
    }

    /// Puts a stone on an empty point: the first of a turn that is half played.
    pub fn put(&mut self, vertex: &str, sign: char) {
        let Some((x, number)) = split(vertex) else { return };
        let column = self.columns.get_mut(usize::from(x));
        if let Some(point) = column.and_then(|column| column.get_mut(usize::from(number) - 1)) {
            *point = sign;
        }
    }

    /// The vertex where a piece dropped into a column (from 1) comes to rest.
    pub fn landing(&self, column: &str) -> Option<String> {
        let x = column.parse::<usize>().ok()?.checked_sub(1)?;
        let height = self.columns.get(x)?.iter().filter(|&&sign| sign != '.').count();
        Some(format!("{}{}", letter(x as u8), height + 1))
    }

    /// The column (from 1) of a vertex on the board.
    pub fn column(&self, vertex: &str) -> Option<String> {
        let (x, number) = split(vertex)?;
        let height = self.columns.get(usize::from(x))?.len();
        (usize::from(number) <= height).then(|| (x + 1).to_string())
    }

    /// Width, height and geometry, as `gogui-rules_board_size` answers.
    pub fn size(&self) -> String {
        let (width, height) = (self.columns.len(), self.columns[0].len());
        match (self.hex, width == height) {
            (true, _) => format!("{width} hex"),
            (false, true) => width.to_string(),
            (false, false) => format!("{width} {height}"),
        }
    }

    /// The rows from the top, as `gogui-rules_board` answers.
    pub fn rows(&self) -> String {
        let row = |y: usize| {
            let signs: Vec<String> =
                self.columns.iter().map(|column| column[y].to_string()).collect();
            signs.join(" ")
        };
        (0..self.columns[0].len()).rev().map(row).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_skip_i() {
        assert_eq!(of_cell("h3"), "H3");
        assert_eq!(of_cell("i5"), "J5");
        assert_eq!(to_cell("j11").as_deref(), Some("i11"));
        assert_eq!(to_cell("A1").as_deref(), Some("a1"));
        for bad in ["", "I5", "5", "A", "A0", "A-1", "A+1", "A999", "é5", "A1x"] {
            assert_eq!(to_cell(bad), None, "{bad}");
        }
    }

    #[test]
    fn moves_are_split_into_cells() {
        assert_eq!(cells("a1k11"), ["a1", "k11"]);
        assert_eq!(cells("f6"), ["f6"]);
        assert!(cells("pass").is_empty());
    }
}
