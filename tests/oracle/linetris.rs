//! Linetris.

use std::collections::{BTreeMap, BTreeSet};

use super::{Oracle, Rules};

/// The position before the first turn.
pub fn start(columns: usize, rows: usize) -> String {
    format!("{} b", vec![columns.to_string(); rows].join("/"))
}

/// A game of Linetris.
#[derive(Clone)]
pub struct Linetris {
    rows: usize,
    /// From left to right, each from the bottom up.
    columns: Vec<Vec<char>>,
    colour: char,
    rules: Rules,
    /// How often each position string has been seen since the loaded position.
    seen: BTreeMap<String, usize>,
    result: Option<String>,
}

impl Linetris {
    /// Reads a position, and forgets whatever was before it.
    pub fn load(position: &str, rules: &Rules) -> Self {
        let (board, colour) = position.split_once(' ').expect("two fields");
        let rows: Vec<_> = board.split('/').map(super::read_row).collect();
        let mut columns = vec![Vec::new(); rows[0].len()];
        for row in rows.iter().rev() {
            assert_eq!(row.len(), columns.len(), "{position}");
            for (column, place) in columns.iter_mut().zip(row) {
                column.extend(*place);
            }
        }
        let colour = colour.chars().next().expect("a colour");
        let mut game = Self {
            rows: rows.len(),
            columns,
            colour,
            rules: rules.clone(),
            seen: BTreeMap::new(),
            result: None,
        };
        assert_eq!(game.position(), position, "a piece floats, or the string is not canonical");
        let line = game.line(other(colour));
        game.judge(line);
        game
    }

    fn at(&self, column: i32, row: i32) -> Option<char> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    /// Whether four of a colour stand in a line.
    fn line(&self, colour: char) -> bool {
        let starts =
            (0..self.columns.len() as i32).flat_map(|x| (0..self.rows as i32).map(move |y| (x, y)));
        let mut lines =
            starts.flat_map(|from| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|step| (from, step)));
        lines.any(|((x, y), (dx, dy))| {
            (0..4).all(|n| self.at(x + n * dx, y + n * dy) == Some(colour))
        })
    }

    fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.columns.len()).filter(|&column| self.columns[column].len() < self.rows)
    }

    fn clear(&mut self) {
        if self.rules.linetris_clear && self.columns.iter().all(|column| !column.is_empty()) {
            for column in &mut self.columns {
                column.remove(0);
            }
        }
    }

    /// Settles the result, the colour on move having changed already.
    fn judge(&mut self, line: bool) {
        let times = self.seen.entry(self.position()).or_default();
        *times += 1;
        let repeated = *times >= 3;
        let full = self.open().next().is_none();
        self.result = match line {
            true => Some(format!("p{}win", seat(other(self.colour)))),
            false => (repeated || full).then(|| "draw".to_string()),
        };
    }
}

impl Oracle for Linetris {
    fn moves(&self) -> BTreeSet<String> {
        if self.result.is_some() {
            return BTreeSet::new();
        }
        self.open().map(|column| (column + 1).to_string()).collect()
    }

    fn play(&mut self, token: &str) {
        let mover = self.colour;
        let column: usize = token.parse().expect("a column");
        assert!(self.columns[column - 1].len() < self.rows, "column {column} is full");
        self.columns[column - 1].push(mover);
        self.colour = other(mover);
        if self.rules.linetris_order_clear {
            self.clear();
            let line = self.line(mover);
            self.judge(line);
        } else {
            let line = self.line(mover);
            if !line {
                self.clear();
            }
            self.judge(line);
        }
    }

    fn result(&self) -> Option<String> {
        self.result.clone()
    }

    fn turn(&self) -> usize {
        seat(self.colour)
    }

    fn position(&self) -> String {
        let row = |y| super::write_row((0..self.columns.len()).map(|x| self.at(x as i32, y)));
        let rows: Vec<String> = (0..self.rows as i32).rev().map(row).collect();
        format!("{} {}", rows.join("/"), self.colour)
    }

    fn clone_box(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}

fn other(colour: char) -> char {
    if colour == 'b' { 'r' } else { 'b' }
}

fn seat(colour: char) -> usize {
    if colour == 'b' { 1 } else { 2 }
}
