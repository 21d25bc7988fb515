//! What several tests need: a small random generator and the list of every game there is.
#![allow(dead_code, unused_imports, unused_macros, reason = "each test uses its own part")]

pub mod tables;

use tetrarch::games::Setup;
use tetrarch::options::Options;

/// A seeded generator, so that a failure can be repeated.
pub struct Rng(u64);

impl Rng {
    /// A generator whose numbers depend on the seed alone.
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// The next word.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        tetrarch::board::zobrist::mix(self.0)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// A game and its options, named and valued as in the protocol.
pub fn setup(game: &str, options: &[(&str, &str)]) -> Setup {
    let mut set = Options::default();
    for &(name, value) in [("Game", game)].iter().chain(options) {
        set.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    set.setup
}

/// Calls a generic function with the start position of every game, size, mode and rule option.
macro_rules! with_every_game {
    ($check:ident) => {{
        use tetrarch::board::Wide;
        use tetrarch::games::iris::Iris;
        use tetrarch::games::linetris::{self, Linetris, Order};
        use tetrarch::games::manalath::{Both, Manalath};
        use tetrarch::games::otrio::{Mode, Otrio};
        for size in 2..=5 {
            $check(Iris::<u64>::new(size).expect("fits 64 bits"));
        }
        for size in 6..=7 {
            $check(Iris::<u128>::new(size).expect("fits 128 bits"));
        }
        $check(Iris::<Wide>::new(8).expect("fits 192 bits"));
        for size in 2..=5 {
            $check(Manalath::new(size, Both::Loses).expect("in range"));
            $check(Manalath::new(size, Both::First).expect("in range"));
        }
        for mode in Mode::ALL {
            $check(Otrio::new(mode));
        }
        let every_rule = [(true, Order::Win), (true, Order::Clear), (false, Order::Win)];
        for (clear, order) in every_rule {
            let rules = linetris::Rules { clear, order };
            for (columns, rows) in [(4, 4), (5, 4), (7, 6), (6, 7), (8, 7)] {
                $check(Linetris::<u64>::new(columns, rows, rules).expect("fits 64 bits"));
            }
            for (columns, rows) in [(4, 10), (10, 5), (8, 8), (10, 10)] {
                $check(Linetris::<u128>::new(columns, rows, rules).expect("fits 128 bits"));
            }
        }
    }};
}
pub(crate) use with_every_game;
