//! When a search must end: what `go` asked for, and the signals that come while it runs.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::game::Seat;

/// One seat's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What every turn adds.
    pub increment: Duration,
}

/// What a search may use. Everything that is set holds; with nothing set it is endless.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The clocks of the seats that have one.
    pub clocks: [Option<Clock>; Seat::MAX],
    /// Turns until the clocks are set anew.
    pub moves_to_go: Option<u32>,
    /// Time for this turn.
    pub move_time: Option<Duration>,
    /// Turns to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// End when a win in so many plies is proven.
    pub mate: Option<u32>,
    /// Time that passes between the clock and the engine.
    pub overhead: Duration,
}

/// Word from outside to a running search.
#[derive(Debug, Default)]
pub struct Signal {
    stop: AtomicBool,
    /// Set once the clock of this search runs: at its start, or when the pondered move was played.
    clock: OnceLock<Instant>,
}

impl Signal {
    /// Tells the search to end.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag itself, for what polls nothing else.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Starts the clock; later calls change nothing.
    pub fn start_clock(&self, now: Instant) {
        // A clock that already runs keeps its start.
        let _ = self.clock.set(now);
    }

    /// How long the clock has run; nothing while pondering.
    pub fn elapsed(&self) -> Option<Duration> {
        self.clock.get().map(Instant::elapsed)
    }

    /// Whether this much of the clock's time has passed. Never while pondering.
    pub fn has_run(&self, time: Duration) -> bool {
        self.clock.get().is_some_and(|start| start.elapsed() >= time)
    }
}
