//! How fast the rules are: leaves per second of perft, on one thread, with the last turn counted
//! and not played. Run it with
//!
//! ```text
//! cargo bench --bench perft
//! ```
//!
//! Every count is checked, so a figure is never that of wrong rules. Each line is the best of
//! several runs: what else the machine does can only make a run slower.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tetrarch::games::{Name, Setup};
use tetrarch::session::{self, Session};

/// A game in its default setup, a depth in turns, and the leaves there.
const CASES: [(Name, &str, u32, u64); 4] = [
    (Name::Manalath, "5", 4, 200_392_320),
    (Name::Linetris, "7x6", 9, 39_394_572),
    (Name::Otrio, "2x1", 6, 209_556_864),
    (Name::Iris, "6", 3, 152_521_825),
];

const RUNS: usize = 5;

fn main() {
    println!("{:<10}{:<6}{:>5}{:>15}{:>10}{:>17}", "game", "", "depth", "leaves", "s", "leaves/s");
    for (game, board, depth, expected) in CASES {
        let setup = Setup { game, ..Setup::default() };
        let session = session::start(&setup).expect("the default sizes are in range");
        let best = (0..RUNS).map(|_| time(&*session, depth, expected)).min().unwrap_or_default();
        let (seconds, rate) = (best.as_secs_f64(), expected as f64 / best.as_secs_f64());
        let game = game.as_str();
        println!("{game:<10}{board:<6}{depth:>5}{expected:>15}{seconds:>10.3}{rate:>17.0}");
    }
}

/// How long it takes to count the leaves, which must be `expected`.
fn time(session: &dyn Session, depth: u32, expected: u64) -> Duration {
    let mut leaves = 0;
    let start = Instant::now();
    session.perft(depth, &AtomicBool::new(false), &mut |_, count| leaves += count);
    let taken = start.elapsed();
    assert_eq!(leaves, expected, "{}, depth {depth}", session.position());
    taken
}
