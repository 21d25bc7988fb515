//! Matches of the search against itself. They take minutes, so they run only when asked for:
//! `cargo test --release --test search_matches -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use tetrarch::game::Outcome;
use tetrarch::games::otrio::Mode;
use tetrarch::games::{Name, Setup};
use tetrarch::search::{Clock, Limits, Memory, Signal};
use tetrarch::session::{self, Request, Session};

/// Moves after which a game that can go on for ever counts as drawn.
const LONG: usize = 200;

fn choose(session: &dyn Session, request: &Request, memory: &Memory) -> String {
    let signal = Signal::default();
    signal.start_clock(Instant::now());
    let found = session.search(request, memory, &signal, &mut |_| {});
    found.expect("a good request").expect("the game goes on").best
}

/// Plays `first` against `second` and returns the points of `first`, in halves.
fn play(setup: &Setup, levels: [u8; 2], seed: u64) -> u32 {
    let mut session = session::start(setup).expect("a good setup");
    for _ in 0..LONG {
        match session.outcome() {
            Some(Outcome::Won(seat)) => return if seat.index() == 0 { 2 } else { 0 },
            Some(Outcome::Drawn) => return 1,
            None => {}
        }
        let level = levels[session.mover().index()];
        let limits = Limits { move_time: Some(Duration::from_millis(300)), ..Limits::default() };
        let request = Request { level, seed, limits, ..Request::default() };
        let best = choose(&*session, &request, &Memory::new(4));
        session.play(&best).expect("legal");
    }
    1
}

#[test]
#[ignore = "takes minutes"]
fn each_level_beats_the_one_below() {
    let games = [
        Setup { game: Name::Linetris, ..Setup::default() },
        Setup { game: Name::Manalath, manalath_size: 4, ..Setup::default() },
        Setup { game: Name::Otrio, otrio_mode: Mode::ALL[1], ..Setup::default() },
        Setup { game: Name::Iris, iris_size: 4, ..Setup::default() },
    ];
    for setup in games {
        for level in 1..=10 {
            let pairs = 10;
            let points: u32 = (0..pairs)
                .map(|seed| {
                    play(&setup, [level, level - 1], seed) + 2
                        - play(&setup, [level - 1, level], seed)
                })
                .sum();
            println!(
                "{}: level {level} scores {:.1} of {}",
                setup.game,
                f64::from(points) / 2.0,
                2 * pairs
            );
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_short_clock_is_never_lost() {
    let games = [
        Setup { game: Name::Linetris, linetris_columns: 5, linetris_rows: 4, ..Setup::default() },
        Setup { game: Name::Manalath, manalath_size: 3, ..Setup::default() },
        Setup { game: Name::Otrio, ..Setup::default() },
        Setup { game: Name::Iris, iris_size: 3, ..Setup::default() },
    ];
    let increment = Duration::from_millis(10);
    let mut least = Duration::MAX;
    for round in 0..5 {
        for setup in &games {
            let mut session = session::start(setup).expect("a good setup");
            let memory = Memory::new(4);
            let mut left = [Duration::from_secs(1); 2];
            for _ in 0..LONG {
                if session.outcome().is_some() {
                    break;
                }
                let mut limits =
                    Limits { overhead: Duration::from_millis(10), ..Limits::default() };
                for (clock, left) in limits.clocks.iter_mut().zip(left) {
                    *clock = Some(Clock { left, increment });
                }
                let mover = session.mover().index();
                let begin = Instant::now();
                let best = choose(&*session, &Request { limits, ..Request::default() }, &memory);
                let spent = begin.elapsed();
                assert!(spent < left[mover], "{} round {round}: {spent:?} of {left:?}", setup.game);
                left[mover] = left[mover] - spent + increment;
                least = least.min(left[mover]);
                session.play(&best).expect("legal");
            }
        }
    }
    println!("never less than {least:?} left");
}
