//! Judgements whose numbers are data: what a game counts, and what each count is worth.
//!
//! A game counts its features in one place, [`Judge::count`](super::Judge::count). Play adds them
//! up by their weights; tuning takes them down one by one and fits the weights to the results of
//! games. So both see the same features.

use std::fmt;

/// The names and values of a judgement's weights, read from a text file when the program is
/// compiled: a line for each weight, its name and its value in hundredths.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    names: [&'static str; Weights::MOST],
    values: [i32; Weights::MOST],
    count: usize,
}

impl Weights {
    /// The most weights of a judgement.
    pub const MOST: usize = 128;
    /// Those of a judgement that is no weighted sum.
    pub const NONE: Weights =
        Weights { names: [""; Self::MOST], values: [0; Self::MOST], count: 0 };

    /// Reads lines of a name and a whole number with one space between them. Meant for constants:
    /// what cannot be read does not compile.
    ///
    /// # Panics
    /// A line is something else, or there are too many.
    pub const fn read(text: &'static str) -> Weights {
        let mut weights = Weights::NONE;
        let mut rest = text.as_bytes();
        while let Some(space) = find(rest, b' ') {
            let (name, value) = rest.split_at(space);
            let Some(end) = find(value, b'\n') else { panic!("a line does not end") };
            let (value, next) = value.split_at(end);
            let Ok(name) = str::from_utf8(name) else { panic!("a name is cut") };
            weights.names[weights.count] = name;
            weights.values[weights.count] = number(value.split_at(1).1);
            weights.count += 1;
            rest = next.split_at(1).1;
        }
        assert!(rest.is_empty(), "a line without a value");
        weights
    }

    /// The place of the weight of that name.
    ///
    /// # Panics
    /// There is none.
    pub const fn find(&self, name: &str) -> usize {
        let mut at = 0;
        while at < self.count {
            if same(self.names[at].as_bytes(), name.as_bytes()) {
                return at;
            }
            at += 1;
        }
        panic!("no weight of that name")
    }

    /// The weight at a place.
    pub const fn at(&self, place: usize) -> i32 {
        self.values[place]
    }

    /// The names, in the order of their places.
    pub fn names(&self) -> &[&'static str] {
        &self.names[..self.count]
    }

    /// The values, in the order of their places.
    pub fn values(&self) -> &[i32] {
        &self.values[..self.count]
    }

    /// The same weights with other values.
    #[must_use]
    pub fn with(mut self, values: &[i32]) -> Weights {
        self.values[..self.count].copy_from_slice(values);
        self
    }
}

impl fmt::Display for Weights {
    /// What [`Weights::read`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.names().iter().zip(self.values());
        lines.into_iter().try_for_each(|(name, value)| writeln!(f, "{name} {value}"))
    }
}

const fn find(text: &[u8], wanted: u8) -> Option<usize> {
    let mut at = 0;
    while at < text.len() {
        if text[at] == wanted {
            return Some(at);
        }
        at += 1;
    }
    None
}

const fn number(digits: &[u8]) -> i32 {
    let (negative, mut at) = match digits {
        [b'-', _, ..] => (true, 1),
        [_, ..] => (false, 0),
        [] => panic!("a value is missing"),
    };
    let mut value = 0;
    while at < digits.len() {
        assert!(digits[at].is_ascii_digit(), "a value is no whole number");
        value = 10 * value + (digits[at] - b'0') as i32;
        at += 1;
    }
    if negative { -value } else { value }
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Takes down what a judgement counts.
pub trait Tally {
    /// So many of the feature whose weight has this place.
    fn add(&mut self, place: usize, count: i32);
}

/// The weighted sum of all counts.
pub(super) struct Sum<'a> {
    pub weights: &'a Weights,
    pub total: i32,
}

impl Tally for Sum<'_> {
    fn add(&mut self, place: usize, count: i32) {
        self.total += self.weights.at(place) * count;
    }
}

/// The counts one by one.
impl Tally for Vec<i32> {
    fn add(&mut self, place: usize, count: i32) {
        self[place] += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        const TEXT: &str = "threat 40\ntower.2 -9\nnil 0\n";
        const WEIGHTS: Weights = Weights::read(TEXT);
        assert_eq!(WEIGHTS.names(), ["threat", "tower.2", "nil"]);
        assert_eq!(WEIGHTS.values(), [40, -9, 0]);
        assert_eq!(WEIGHTS.at(WEIGHTS.find("tower.2")), -9);
        assert_eq!(WEIGHTS.to_string(), TEXT);
        assert_eq!(WEIGHTS.with(&[1, 2, 3]).to_string(), "threat 1\ntower.2 2\nnil 3\n");
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        for text in ["threat\n", "threat 4x\n", "threat \n", "threat 4", "threat -\n"] {
            assert!(std::panic::catch_unwind(|| Weights::read(text)).is_err(), "{text:?}");
        }
    }
}
