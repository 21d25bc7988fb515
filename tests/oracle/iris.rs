//! Iris.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::Oracle;
use super::hex::{self, Cell, Stones};

/// The position before the first turn.
pub fn start(size: i32) -> String {
    format!("{} b 0", hex::write(size, &Stones::new()))
}

/// A game of Iris.
#[derive(Clone)]
pub struct Iris {
    size: i32,
    stones: Stones,
    colour: char,
    passes: usize,
}

impl Iris {
    /// Reads a position.
    pub fn load(position: &str) -> Self {
        let fields: Vec<&str> = position.split(' ').collect();
        let (size, stones) = hex::read(fields[0]);
        let colour = fields[1].chars().next().expect("a colour");
        Self { size, stones, colour, passes: fields[2].parse().expect("passes") }
    }

    fn empty(&self, rim: bool) -> Vec<Cell> {
        let mut cells = hex::cells(self.size);
        cells.retain(|&cell| {
            hex::on_rim(self.size, cell) == rim && !self.stones.contains_key(&cell)
        });
        cells
    }

    fn full(&self) -> bool {
        self.stones.len() == hex::cells(self.size).len()
    }

    fn list(&self, colour: char) -> Vec<usize> {
        let rim = |group: &BTreeSet<Cell>| {
            group.iter().filter(|&&cell| hex::on_rim(self.size, cell)).count()
        };
        let mut list: Vec<usize> =
            hex::groups(&self.stones, colour).iter().map(rim).filter(|&worth| worth > 0).collect();
        list.sort_by(|a, b| b.cmp(a));
        list
    }
}

/// More than nothing for the first list, less for the second.
pub fn compare(first: &[usize], second: &[usize]) -> Ordering {
    for (a, b) in first.iter().zip(second) {
        if a != b {
            return a.cmp(b);
        }
    }
    first.len().cmp(&second.len())
}

impl Oracle for Iris {
    fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        if self.result().is_some() {
            return moves;
        }
        let gray = self.empty(false);
        if self.stones.is_empty() {
            return gray.into_iter().map(hex::name).collect();
        }
        moves.insert("pass".to_string());
        for cell in self.empty(true) {
            let opposite = hex::opposite(self.size, cell);
            if cell < opposite {
                assert!(!self.stones.contains_key(&opposite), "half a pair is taken");
                moves.insert(hex::name(cell) + &hex::name(opposite));
            }
        }
        for &first in &gray {
            let near = hex::around(first);
            let apart: Vec<Cell> = gray
                .iter()
                .copied()
                .filter(|&second| second != first && !near.contains(&second))
                .collect();
            if apart.is_empty() {
                moves.insert(hex::name(first));
            }
            for second in apart {
                if first < second {
                    moves.insert(hex::name(first) + &hex::name(second));
                }
            }
        }
        moves
    }

    fn play(&mut self, token: &str) {
        if token == "pass" {
            self.passes += 1;
        } else {
            self.passes = 0;
            let second =
                token.rfind(|letter: char| letter.is_ascii_alphabetic()).expect("a letter");
            let (first, second) = token.split_at(second);
            for name in [first, second] {
                if !name.is_empty() {
                    let before = self.stones.insert(hex::cell(name), self.colour);
                    assert_eq!(before, None, "{name} is taken");
                }
            }
        }
        self.colour = hex::other(self.colour);
    }

    fn result(&self) -> Option<String> {
        if !self.full() && self.passes < 2 {
            return None;
        }
        let result = match compare(&self.list('b'), &self.list('w')) {
            Ordering::Greater => "p1win",
            Ordering::Less => "p2win",
            Ordering::Equal => "draw",
        };
        Some(result.to_string())
    }

    fn turn(&self) -> usize {
        hex::seat(self.colour)
    }

    fn position(&self) -> String {
        format!("{} {} {}", hex::write(self.size, &self.stones), self.colour, self.passes)
    }

    fn score(&self) -> Option<String> {
        let text = |colour| {
            let list: Vec<String> = self.list(colour).iter().map(usize::to_string).collect();
            if list.is_empty() { "-".to_string() } else { list.join(",") }
        };
        Some(format!("{} {}", text('b'), text('w')))
    }

    fn clone_box(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}
