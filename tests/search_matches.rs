//! Games of the search against itself. They take minutes, so they run only when asked for:
//! `cargo test --release --test search_matches -- --ignored --nocapture`.

use std::time::{Duration, Instant};

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
