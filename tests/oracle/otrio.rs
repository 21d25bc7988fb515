//! Otrio.

use std::collections::{BTreeMap, BTreeSet};

use super::Oracle;

const COLOURS: [char; 4] = ['b', 'r', 'p', 'g'];
const SIZES: [char; 3] = ['s', 'm', 'l'];

/// Column and row from 0 (the bottom), and a size as an index of `SIZES`.
pub type Slot = (i32, i32, usize);

/// The position before the first turn.
pub fn start(mode: &str) -> String {
    format!("9/9/9 b {mode}")
}

/// Every set of three slots that wins for a colour that has all of them.
pub fn triples() -> BTreeSet<BTreeSet<Slot>> {
    let mut triples = BTreeSet::new();
    for x in 0..3 {
        for y in 0..3 {
            triples.insert(BTreeSet::from([0, 1, 2].map(|size| (x, y, size))));
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let line = [0, 1, 2].map(|step| (x + step * dx, y + step * dy));
                if !line.iter().all(|(x, y)| (0..3).contains(x) && (0..3).contains(y)) {
                    continue;
                }
                for sizes in [[0, 0, 0], [1, 1, 1], [2, 2, 2], [0, 1, 2], [2, 1, 0]] {
                    triples.insert([0, 1, 2].map(|at| (line[at].0, line[at].1, sizes[at])).into());
                }
            }
        }
    }
    triples
}

thread_local! {
    static TRIPLES: BTreeSet<BTreeSet<Slot>> = triples();
}

/// A game of Otrio.
#[derive(Clone)]
pub struct Otrio {
    mode: String,
    pieces: BTreeMap<Slot, char>,
    colour: char,
    result: Option<String>,
}

impl Otrio {
    /// Reads a position.
    pub fn load(position: &str) -> Self {
        let fields: Vec<&str> = position.split(' ').collect();
        let mut pieces = BTreeMap::new();
        for (text, y) in fields[0].split('/').zip([2, 1, 0]) {
            let row = super::read_row(text);
            assert_eq!(row.len(), 9, "{position}");
            for (at, place) in row.into_iter().enumerate() {
                if let Some(colour) = place {
                    pieces.insert((at as i32 / 3, y, at % 3), colour);
                }
            }
        }
        let colour = fields[1].chars().next().expect("a colour");
        let mut game = Self { mode: fields[2].to_string(), pieces, colour, result: None };
        let colours = game.colours();
        let previous = colours.iter().position(|&each| each == colour).expect("a colour in play")
            + colours.len()
            - 1;
        game.judge(colours[previous % colours.len()]);
        game
    }

    fn colours(&self) -> &'static [char] {
        match self.mode.as_str() {
            "2x1" => &COLOURS[..2],
            "3x1" => &COLOURS[..3],
            "2x2" | "4x1" => &COLOURS,
            mode => panic!("no such mode: {mode}"),
        }
    }

    fn seat(&self, colour: char) -> usize {
        match (self.mode.as_str(), colour) {
            ("2x2", 'b' | 'p') => 1,
            ("2x2", _) => 2,
            (_, 'b') => 1,
            (_, 'r') => 2,
            (_, 'p') => 3,
            _ => 4,
        }
    }

    fn next(&self, colour: char) -> char {
        let colours = self.colours();
        let at = colours.iter().position(|&each| each == colour).expect("a colour in play");
        colours[(at + 1) % colours.len()]
    }

    fn placements(&self, colour: char) -> BTreeSet<String> {
        let mut tokens = BTreeSet::new();
        for (size, letter) in SIZES.into_iter().enumerate() {
            let used = self
                .pieces
                .iter()
                .filter(|&(slot, &piece)| slot.2 == size && piece == colour)
                .count();
            if used >= 3 {
                continue;
            }
            for (x, column) in ['a', 'b', 'c'].into_iter().enumerate() {
                for (y, row) in ['1', '2', '3'].into_iter().enumerate() {
                    if !self.pieces.contains_key(&(x as i32, y as i32, size)) {
                        tokens.insert(format!("{column}{row}{letter}"));
                    }
                }
            }
        }
        tokens
    }

    fn judge(&mut self, mover: char) {
        let owns = |slot: &Slot| self.pieces.get(slot) == Some(&mover);
        let wins = TRIPLES.with(|triples| triples.iter().any(|triple| triple.iter().all(owns)));
        let stuck = || self.colours().iter().all(|&colour| self.placements(colour).is_empty());
        self.result = match wins {
            true => Some(format!("p{}win", self.seat(mover))),
            false => stuck().then(|| "draw".to_string()),
        };
    }
}

impl Oracle for Otrio {
    fn moves(&self) -> BTreeSet<String> {
        if self.result.is_some() {
            return BTreeSet::new();
        }
        let moves = self.placements(self.colour);
        if moves.is_empty() { BTreeSet::from(["pass".to_string()]) } else { moves }
    }

    fn play(&mut self, token: &str) {
        let mover = self.colour;
        if token != "pass" {
            let letters: Vec<u8> = token.bytes().collect();
            let size =
                SIZES.iter().position(|&size| size == char::from(letters[2])).expect("a size");
            let slot = (i32::from(letters[0] - b'a'), i32::from(letters[1] - b'1'), size);
            let before = self.pieces.insert(slot, mover);
            assert_eq!(before, None, "{token} is taken");
        }
        self.colour = self.next(mover);
        self.judge(mover);
    }

    fn result(&self) -> Option<String> {
        self.result.clone()
    }

    fn turn(&self) -> usize {
        self.seat(self.colour)
    }

    fn position(&self) -> String {
        let row = |y| {
            let slots = (0..3).flat_map(|x| [0, 1, 2].map(|size| (x, y, size)));
            super::write_row(slots.map(|slot| self.pieces.get(&slot).copied()))
        };
        format!("{}/{}/{} {} {}", row(2), row(1), row(0), self.colour, self.mode)
    }

    fn clone_box(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}
