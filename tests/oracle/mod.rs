//! The rules a second time, as plainly as they can be put: maps of cells, recursive flood fills, lists of all lines.
//!
//! Slow, and of no use but as a witness: it shares nothing with the engine, only strings cross its boundary.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::collections::{BTreeSet, HashMap};

mod hex;
pub mod iris;
pub mod linetris;
pub mod manalath;
pub mod otrio;

/// The rule options that a position string does not carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// `ManalathBoth first` instead of `loses`.
    pub manalath_first: bool,
    /// `LinetrisClear`.
    pub linetris_clear: bool,
    /// `LinetrisOrder clear` instead of `win`.
    pub linetris_order_clear: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self { manalath_first: false, linetris_clear: true, linetris_order_clear: false }
    }
}

impl Rules {
    /// The defaults with some options set, named as in the protocol: `("ManalathBoth", "first")`.
    pub fn with(options: &[(&str, &str)]) -> Self {
        let mut rules = Self::default();
        for option in options {
            match option {
                ("ManalathBoth", value) => rules.manalath_first = *value == "first",
                ("LinetrisClear", value) => rules.linetris_clear = *value == "true",
                ("LinetrisOrder", value) => rules.linetris_order_clear = *value == "clear",
                other => panic!("no such option: {other:?}"),
            }
        }
        rules
    }
}

/// A game in progress.
pub trait Oracle {
    /// The legal turns as canonical tokens; empty when the game is over.
    fn moves(&self) -> BTreeSet<String>;
    /// Plays one of `moves()`; anything else may panic or spoil the position.
    fn play(&mut self, token: &str);
    /// `p1win` to `p4win`, `draw`, or nothing while the game goes on.
    fn result(&self) -> Option<String>;
    /// The seat on move, from 1; also after the end it is the seat after the last mover's.
    fn turn(&self) -> usize;
    /// The position string.
    fn position(&self) -> String;
    /// The game's own score, at any time of the game: only Iris has one.
    fn score(&self) -> Option<String> {
        None
    }
    /// A copy, history included.
    fn clone_box(&self) -> Box<dyn Oracle>;

    /// The position after one more turn.
    fn after(&self, token: &str) -> Box<dyn Oracle> {
        let mut next = self.clone_box();
        next.play(token);
        next
    }
}

/// Reads a position that is known to be valid; panics on most that are not.
pub fn load(game: &str, position: &str, rules: &Rules) -> Box<dyn Oracle> {
    match game {
        "iris" => Box::new(iris::Iris::load(position)),
        "manalath" => Box::new(manalath::Manalath::load(position, rules.manalath_first)),
        "otrio" => Box::new(otrio::Otrio::load(position)),
        "linetris" => Box::new(linetris::Linetris::load(position, rules)),
        _ => panic!("no such game: {game}"),
    }
}

/// How many sequences of `depth` turns there are; a finished game has none to add.
pub fn perft(oracle: &dyn Oracle, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => oracle.moves().len() as u64,
        _ => oracle.moves().iter().map(|token| perft(&*oracle.after(token), depth - 1)).sum(),
    }
}

/// The same number, each position counted once a depth. Wrong for Linetris, whose repetitions depend on the path.
pub fn perft_by_position(
    oracle: &dyn Oracle,
    depth: usize,
    seen: &mut HashMap<(String, usize), u64>,
) -> u64 {
    if depth < 2 {
        return perft(oracle, depth);
    }
    let key = (oracle.position(), depth);
    if let Some(count) = seen.get(&key) {
        return *count;
    }
    let count = oracle
        .moves()
        .iter()
        .map(|token| perft_by_position(&*oracle.after(token), depth - 1, seen))
        .sum();
    seen.insert(key, count);
    count
}

/// A small reproducible generator (xorshift64*).
pub struct Dice(u64);

impl Dice {
    /// The same seed gives the same throws.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        high as usize % end
    }

    /// One of the tokens.
    pub fn pick<'a>(&mut self, tokens: &'a BTreeSet<String>) -> &'a str {
        tokens.iter().nth(self.below(tokens.len())).expect("a token")
    }
}

/// The contents of one row of a position string; `None` is an empty place.
pub fn read_row(text: &str) -> Vec<Option<char>> {
    let mut row = Vec::new();
    let mut run = String::new();
    for letter in text.chars().chain(['.']) {
        if letter.is_ascii_digit() {
            run.push(letter);
            continue;
        }
        if !run.is_empty() {
            let length: usize = run.parse().expect("a run of empties");
            row.extend(std::iter::repeat_n(None, length));
            run.clear();
        }
        if letter != '.' {
            row.push(Some(letter));
        }
    }
    row
}

/// The row as a position string has it.
pub fn write_row(row: impl IntoIterator<Item = Option<char>>) -> String {
    let mut text = String::new();
    let mut run = 0;
    for place in row {
        match place {
            None => run += 1,
            Some(letter) => {
                if run > 0 {
                    text.push_str(&run.to_string());
                }
                run = 0;
                text.push(letter);
            }
        }
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
    text
}
