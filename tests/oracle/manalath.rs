//! Manalath.

use std::collections::BTreeSet;

use super::Oracle;
use super::hex::{self, Cell, Stones};

/// The position before the first turn.
pub fn start(size: i32) -> String {
    format!("{} b", hex::write(size, &Stones::new()))
}

/// A game of Manalath.
#[derive(Clone)]
pub struct Manalath {
    size: i32,
    stones: Stones,
    colour: char,
    first: bool,
    result: Option<String>,
}

impl Manalath {
    /// Reads a position; `first` is the option `ManalathBoth first`.
    pub fn load(position: &str, first: bool) -> Self {
        let (board, colour) = position.split_once(' ').expect("two fields");
        let (size, stones) = hex::read(board);
        let colour = colour.chars().next().expect("a colour");
        let mut game = Self { size, stones, colour, first, result: None };
        let previous = hex::other(colour);
        let four = game.has(previous, 4);
        let five = game.has(previous, 5);
        game.judge(previous, if four { Some(false) } else { five.then_some(true) });
        game
    }

    fn has(&self, colour: char, stones: usize) -> bool {
        hex::groups(&self.stones, colour).iter().any(|group| group.len() == stones)
    }

    fn judge(&mut self, mover: char, wins: Option<bool>) {
        self.result = match wins {
            Some(true) => Some(format!("p{}win", hex::seat(mover))),
            Some(false) => Some(format!("p{}win", hex::seat(hex::other(mover)))),
            None if self.placements().next().is_none() => Some("draw".to_string()),
            None => None,
        };
    }

    fn placements(&self) -> impl Iterator<Item = (Cell, char)> + '_ {
        let cells = hex::cells(self.size);
        let supply = cells.len() / 2;
        let left = ['b', 'w']
            .map(|colour| self.stones.values().filter(|&&stone| stone == colour).count() < supply);
        let both = move |cell| [(cell, 'b', left[0]), (cell, 'w', left[1])];
        cells
            .into_iter()
            .filter(|cell| !self.stones.contains_key(cell))
            .flat_map(both)
            .filter(|&(cell, colour, left)| {
                left && hex::group(&self.stones, cell, colour).len() <= 5
            })
            .map(|(cell, colour, _)| (cell, colour))
    }
}

impl Oracle for Manalath {
    fn moves(&self) -> BTreeSet<String> {
        if self.result.is_some() {
            return BTreeSet::new();
        }
        self.placements().map(|(cell, colour)| format!("{}{colour}", hex::name(cell))).collect()
    }

    fn play(&mut self, token: &str) {
        let mover = self.colour;
        let four_before = self.has(mover, 4);
        let five_before = self.has(mover, 5);

        let (name, stone) = token.split_at(token.len() - 1);
        let before = self.stones.insert(hex::cell(name), stone.chars().next().expect("a colour"));
        assert_eq!(before, None, "{name} is taken");
        self.colour = hex::other(mover);

        let wins = match (self.has(mover, 4), self.has(mover, 5)) {
            (false, false) => None,
            (false, true) => Some(true),
            (true, false) => Some(false),
            (true, true) => Some(self.first && five_before && !four_before),
        };
        self.judge(mover, wins);
    }

    fn result(&self) -> Option<String> {
        self.result.clone()
    }

    fn turn(&self) -> usize {
        hex::seat(self.colour)
    }

    fn position(&self) -> String {
        format!("{} {}", hex::write(self.size, &self.stones), self.colour)
    }

    fn clone_box(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}
