//! Work in the background: a search, a count or a bench on a thread of its own.

use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::search::{Found, Report, Signal};

/// What a job tells while it works.
#[derive(Debug)]
pub enum Event {
    /// A line of play.
    Report(Report<String>),
    /// A move to play: the end of a search.
    Found(Found<String>),
    /// The number of lines of play below a move.
    Count(String, u64),
    /// A line for a person.
    Text(String),
    /// Something went wrong.
    Error(String),
}

/// Work in the background. It is over when its channel of events closes, which also happens when
/// it panics: whoever waits for it never waits in vain.
#[derive(Debug)]
pub struct Job {
    /// Word to the work.
    pub signal: Arc<Signal>,
    /// Word from the work.
    pub events: Receiver<Event>,
}

impl Job {
    /// Starts the work.
    pub fn start(work: impl FnOnce(&Signal, &Sender<Event>) + Send + 'static) -> Job {
        let (sender, events) = unbounded();
        let signal = Arc::new(Signal::default());
        let job = Job { signal: Arc::clone(&signal), events };
        // Searches recurse once a step: give the stack room for any depth.
        let builder = thread::Builder::new().name("search".into()).stack_size(64 << 20);
        if let Err(error) = builder.spawn(move || work(&signal, &sender)) {
            log::error!("no thread for the work: {error}");
        }
        job
    }
}

impl Drop for Job {
    /// Nobody listens any more: there is no use in going on.
    fn drop(&mut self) {
        self.signal.stop();
    }
}
