//! Fixed positions searched to fixed depths: the node count is a checksum of the search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::games::{Name, Setup, linetris, otrio};
use crate::session::{self, Request};

use super::limits::{Limits, Signal};
use super::memory::Memory;

/// MiB of the bench's own table.
const MEMORY: usize = 16;

/// What one position of the bench cost, or all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The game, its size and the position.
    pub name: String,
    /// Positions looked at: the same on every machine.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// The setups with the moves from their start and the depth to search them to: every game, and
/// every class of sizes that is compiled for itself.
fn positions() -> Vec<(Setup, &'static str, u32)> {
    let setup = Setup::default();
    let iris = |iris_size| Setup { game: Name::Iris, iris_size, ..setup };
    let manalath = |manalath_size| Setup { game: Name::Manalath, manalath_size, ..setup };
    let otrio =
        |mode: usize| Setup { game: Name::Otrio, otrio_mode: otrio::Mode::ALL[mode], ..setup };
    let linetris = |linetris_columns, linetris_rows, clear| Setup {
        game: Name::Linetris,
        linetris_columns,
        linetris_rows,
        linetris_rules: linetris::Rules { clear, ..setup.linetris_rules },
        ..setup
    };
    vec![
        (iris(3), "", 6),
        (iris(5), "e5 d3f7", 3),
        (iris(6), "f6", 3),
        (iris(8), "h8", 2),
        (manalath(3), "c3b", 8),
        (manalath(5), "", 5),
        (manalath(5), "e5b d4w e4b f5w", 5),
        (otrio(0), "", 7),
        (otrio(1), "b2m a1s", 8),
        (otrio(2), "b2m", 7),
        (otrio(3), "b2m a1l c3s", 7),
        (linetris(4, 4, true), "", 22),
        (linetris(7, 6, true), "", 18),
        (linetris(7, 6, true), "4 4 4 4 3 5 3 3", 17),
        (linetris(7, 6, false), "4 4 4 4 4 2", 17),
        (linetris(10, 10, true), "5 5 6", 11),
    ]
}

/// Runs the bench on one thread and a table of its own, showing each position's cost. The sum of
/// all, or `None` if `stop` was raised before the end.
pub fn run(stop: &AtomicBool, found: &mut dyn FnMut(&Cost)) -> Option<Cost> {
    let memory = Memory::new(MEMORY);
    let mut all = Cost { name: "all".into(), nodes: 0, time: Duration::ZERO };
    for (setup, moves, depth) in positions() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let cost = measure(&setup, moves, depth, &memory)?;
        found(&cost);
        all.nodes += cost.nodes;
        all.time += cost.time;
    }
    Some(all)
}

fn measure(setup: &Setup, moves: &str, depth: u32, memory: &Memory) -> Option<Cost> {
    let mut session = session::start(setup).ok()?;
    moves.split_whitespace().try_for_each(|text| session.play(text)).ok()?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    memory.clear();
    let begin = Instant::now();
    let mut nodes = 0;
    let signal = Signal::default();
    session.search(&request, memory, &signal, &mut |report| nodes = report.nodes).ok()?;
    let name = format!("{} {} depth {depth}", setup.game, session.position());
    Some(Cost { name, nodes, time: begin.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_set_up() {
        for (setup, moves, _) in positions() {
            let mut session = session::start(&setup).expect("a good setup");
            for text in moves.split_whitespace() {
                session.play(text).unwrap_or_else(|error| panic!("{moves}: {error}"));
            }
            assert_eq!(session.outcome(), None);
        }
    }
}
