//! What both dialects speak about: the options, the game in progress, and the work they start.

use std::sync::Arc;
use std::time::Instant;

use super::job::{Event, Job};
use crate::options::{Effect, OptionError, Options};
use crate::search::{Limits, Memory, bench};
use crate::session::{self, Request, Session};
use crate::text::PositionError;

/// The state of the engine, without a word of any protocol.
pub struct Engine {
    options: Options,
    memory: Arc<Memory>,
    /// The game in progress; nothing after a position was refused, until a good one comes.
    session: Option<Box<dyn Session>>,
}

impl Engine {
    /// An engine at the start position of its options.
    pub fn new(options: Options) -> Engine {
        let memory = Arc::new(Memory::new(options.hash));
        let mut engine = Engine { options, memory, session: None };
        engine.restart();
        engine
    }

    /// The options as they are set.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The game in progress, unless the position is void.
    pub fn session(&self) -> Option<&dyn Session> {
        self.session.as_deref()
    }

    /// The game in progress, to be played on.
    pub fn session_mut(&mut self) -> Option<&mut (dyn Session + 'static)> {
        self.session.as_deref_mut()
    }

    /// Sets an option and does what follows from it.
    ///
    /// # Errors
    /// The name or the value is wrong; nothing has changed then.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match self.options.set(name, value)? {
            Effect::Nothing => {}
            Effect::Restart => self.restart(),
            Effect::Resize => self.memory = Arc::new(Memory::new(self.options.hash)),
        }
        Ok(())
    }

    /// Returns to the start position.
    pub fn restart(&mut self) {
        self.session = session::start(&self.options.setup)
            .inspect_err(|error| log::error!("no start position: {error}"))
            .ok();
    }

    /// Returns to the start position with nothing remembered.
    pub fn new_game(&mut self) {
        self.memory.clear();
        self.restart();
    }

    /// Sets up a position: the start position or the one in the text.
    ///
    /// # Errors
    /// The text is no position; the position is void then.
    pub fn set_position(&mut self, text: Option<&str>) -> Result<(), PositionError> {
        self.session = None;
        let setup = &self.options.setup;
        let session = text.map_or_else(|| session::start(setup), |text| session::load(setup, text));
        self.session = Some(session?);
        Ok(())
    }

    /// Puts a game in progress in place of the current one.
    pub fn replace_session(&mut self, session: Option<Box<dyn Session>>) {
        self.session = session;
    }

    /// Starts a search of the position, unless it is void. Its clock runs from `clock` on, or
    /// from a later signal if there is none yet.
    pub fn search(&self, limits: Limits, only: Vec<String>, clock: Option<Instant>) -> Option<Job> {
        let session = self.session.as_ref()?.fork();
        let memory = Arc::clone(&self.memory);
        let Options { threads, level, seed, multi_pv: lines, overhead, .. } = self.options;
        let limits = Limits { overhead, ..limits };
        let request = Request { limits, only, lines, threads, level, seed };
        Some(Job::start(move |signal, events| {
            if let Some(clock) = clock {
                signal.start_clock(clock);
            }
            // A closed channel only means that nobody wants to know any more.
            let report = &mut |report| drop(events.send(Event::Report(report)));
            let _ = match session.search(&request, &memory, signal, report) {
                Ok(Some(found)) => events.send(Event::Found(found)),
                Ok(None) => Ok(()),
                Err(error) => events.send(Event::Error(error.to_string())),
            };
        }))
    }

    /// Starts counting lines of play, unless the position is void.
    pub fn perft(&self, depth: u32) -> Option<Job> {
        let session = self.session.as_ref()?.fork();
        Some(Job::start(move |signal, events| {
            let found = &mut |text, count| drop(events.send(Event::Count(text, count)));
            if !session.perft(depth, signal.flag(), found) {
                let _ = events.send(Event::Text("info string stopped".into()));
            }
        }))
    }

    /// Starts the bench.
    pub fn bench(&self) -> Job {
        Job::start(|signal, events| {
            let tell = |cost: &bench::Cost| {
                let nps = per_second(cost.nodes, cost.time);
                let text = format!(
                    "{:<44} {:>10} nodes {:>7} ms {:>9} nps",
                    cost.name,
                    cost.nodes,
                    cost.time.as_millis(),
                    nps
                );
                drop(events.send(Event::Text(text)));
            };
            match bench::run(signal.flag(), &mut |cost| tell(cost)) {
                Some(total) => tell(&total),
                None => drop(events.send(Event::Text("info string stopped".into()))),
            }
        })
    }
}

/// So many in a second.
pub fn per_second(count: u64, time: std::time::Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(count) * 1_000_000 / micros).unwrap_or(u64::MAX)
}
