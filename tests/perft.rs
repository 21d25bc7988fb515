//! Holds the engine to every number of the tables in `tests/perft`.

mod common;

use std::sync::atomic::AtomicBool;

use common::{setup, tables};
use tetrarch::session;

/// Larger numbers are left to the tests that do not run by default.
const QUICK: u64 = 2_000_000;

fn check(game: &str, sizes: std::ops::Range<u64>) {
    let mut checked = 0;
    for line in tables::lines().filter(|line| line.game == game) {
        let session = session::load(&setup(line.game, &line.options), line.position)
            .unwrap_or_else(|error| panic!("{}: {error}", line.position));
        assert_eq!(session.position(), line.position);
        for (depth, &expected) in (1..).zip(&line.counts).filter(|(_, n)| sizes.contains(n)) {
            let mut count = 0;
            let done =
                session.perft(depth, &AtomicBool::new(false), &mut |_, below| count += below);
            assert!(done);
            assert_eq!(count, expected, "{} {:?}, depth {depth}", line.position, line.options);
            checked += 1;
        }
    }
    assert!(checked > 0, "{game} has no numbers in {sizes:?}");
}

macro_rules! perft_of {
    ($($game:ident),+) => {
        $(
            #[test]
            fn $game() {
                check(stringify!($game), 0..QUICK);
            }
        )+

        mod large {
            $(
                #[test]
                #[ignore = "takes seconds"]
                fn $game() {
                    super::check(stringify!($game), super::QUICK..u64::MAX);
                }
            )+
        }
    };
}

perft_of!(iris, manalath, otrio, linetris);
