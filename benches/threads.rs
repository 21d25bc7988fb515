//! What a second thread is worth: the time of one thread to a depth over the time of two, from random
//! openings of every game.
//!
//! How long a position takes is much a matter of chance: another order of two steps, and the tree is
//! half or twice as large. So one position says nothing, and the mean is one of logarithms. Nor may
//! the search that is timed choose the depth, or depths would be chosen at which it had bad luck:
//! another search, with a table of another size, finds the depth that takes a second.
//!
//! `cargo bench --bench threads`, on a machine with two cores that has nothing else to do.

use std::time::{Duration, Instant};

use tetrarch::games::{Name, Setup, otrio};
use tetrarch::referee::openings::Openings;
use tetrarch::search::{Limits, Memory, Signal};
use tetrarch::session::{Request, Session};

/// The least time that one thread takes to the depth.
const LEAST: Duration = Duration::from_secs(1);
/// A depth that takes longer than this is not waited for.
const MOST: Duration = Duration::from_secs(8);
const POSITIONS: usize = 12;
/// MiB of the tables of the search that chooses the depth, and of those that are timed.
const SIZES: [usize; 2] = [192, 256];

/// The first depth that takes long enough, if that is known in time and nothing is proven by then.
fn depth_of(session: &dyn Session, memory: &Memory) -> Option<u32> {
    let (signal, begin) = (Signal::default(), Instant::now());
    let limits = Limits { move_time: Some(MOST), ..Limits::default() };
    signal.start_clock(begin);
    let mut depth = None;
    memory.clear();
    session
        .search(&Request { limits, ..Request::default() }, memory, &signal, &mut |report| {
            if begin.elapsed() >= LEAST && begin.elapsed() < MOST && depth.is_none() {
                depth = Some(report.depth).filter(|_| !report.score.is_mate());
                signal.stop();
            }
        })
        .expect("no turn is asked for");
    depth
}

/// How long so many threads take to a depth.
fn time(session: &dyn Session, memory: &Memory, depth: u32, threads: usize) -> Duration {
    memory.clear();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let begin = Instant::now();
    session
        .search(
            &Request { limits, threads, ..Request::default() },
            memory,
            &Signal::default(),
            &mut |_| {},
        )
        .expect("no turn is asked for");
    begin.elapsed()
}

fn main() {
    let [scout, memory] = SIZES.map(Memory::new);
    let setup = |game| Setup { game, ..Setup::default() };
    let otrio = Setup { otrio_mode: otrio::Mode::ALL[1], ..setup(Name::Otrio) };
    let games = [
        ("Manalath", setup(Name::Manalath), 2),
        ("Linetris 7x6", setup(Name::Linetris), 4),
        ("Iris 6", setup(Name::Iris), 2),
        ("Otrio 2x2", otrio, 2),
    ];
    for (name, setup, plies) in games {
        let openings = Openings::random(plies, 1);
        let mut logs = Vec::new();
        for round in 0..4 * POSITIONS as u64 {
            if logs.len() == POSITIONS {
                break;
            }
            let session = openings.of_round(round, &setup).set_up(&setup).expect("a legal opening");
            let Some(depth) = depth_of(&*session, &scout) else { continue };
            let [one, two] = [1, 2].map(|threads| time(&*session, &memory, depth, threads));
            println!(
                "  {name} {} depth {depth}: {one:.2?}, {two:.2?}: {:.2}",
                session.position(),
                one.as_secs_f64() / two.as_secs_f64()
            );
            logs.push((one.as_secs_f64() / two.as_secs_f64()).ln());
        }
        let count = logs.len() as f64;
        let mean = logs.iter().sum::<f64>() / count;
        let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let error = 1.96 * (variance / count).sqrt();
        println!(
            "{name}: two threads are {:.2} times faster ({:.2} to {:.2}), {count} positions",
            mean.exp(),
            (mean - error).exp(),
            (mean + error).exp()
        );
    }
}
