//! The daemon: an event loop that reads lines, runs searches in the background and writes
//! replies, in either of two dialects.
//!
//! It is an object fed by any reader and heard by any writer, so that the same thing is served,
//! tested and fuzzed. One thread reads lines, one searches; both send to the loop, and only the
//! loop writes.

mod engine;
mod gtp;
mod job;
pub mod lines;
pub mod shell;
mod ugi;

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::sync::PoisonError;

use tetrarch_protocol::Dialect;

use crate::options::Options;
use crate::text::Paint;
use engine::Engine;
use lines::{Line, Lines};

/// The engine's name and version, as both dialects give them.
const NAME: &str = env!("CARGO_PKG_NAME");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How the daemon is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// The options as they are set at first.
    pub options: Options,
    /// The dialect, if it is not for the first line to decide.
    pub dialect: Option<Dialect>,
    /// Whether drawings may use colour.
    pub paint: Paint,
    /// Where to keep the legal moves after each line, for a shell that completes them.
    pub moves: Option<shell::Moves>,
}

impl Default for Config {
    fn default() -> Self {
        Config { options: Options::default(), dialect: None, paint: Paint::Plain, moves: None }
    }
}

/// Serves a client until it quits or its input ends.
///
/// # Errors
/// The output failed; a client that has hung up (a broken pipe) is no failure.
pub fn serve(
    config: Config,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    serve_lines(config, lines::read(input), output)
}

/// Serves a client whose lines are read elsewhere.
///
/// # Errors
/// As for [`serve`].
pub fn serve_lines(config: Config, lines: Lines, output: impl Write) -> io::Result<()> {
    let Config { options, dialect, paint, moves } = config;
    let host = Host { engine: Engine::new(options), lines, output, paint, moves };
    match host.run(dialect) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// What the dialects are spoken with: the engine, the lines that come in and the way out.
struct Host<W> {
    engine: Engine,
    lines: Lines,
    output: W,
    paint: Paint,
    moves: Option<shell::Moves>,
}

impl<W: Write> Host<W> {
    /// Waits for the line that decides the dialect, and goes on in it.
    fn run(self, forced: Option<Dialect>) -> io::Result<()> {
        loop {
            let Ok(line) = self.lines.recv() else {
                return Ok(());
            };
            match forced.or_else(|| Dialect::detect(&line.text)) {
                Some(Dialect::Ugi) => return ugi::Ugi::new(self).run(line),
                Some(Dialect::Gtp) => return gtp::Gtp::new(self).run(line),
                None => {
                    trace(&line);
                    self.dealt_with(line);
                }
            }
        }
    }

    /// Says that a line has been dealt with: whoever waits for that can go on.
    fn dealt_with(&self, mut line: Line) {
        if let Some(moves) = &self.moves {
            let legal = self.engine.session().map(|session| session.moves()).unwrap_or_default();
            *moves.lock().unwrap_or_else(PoisonError::into_inner) = legal;
        }
        line.handled();
    }

    /// Writes one reply, at once.
    fn say(&mut self, reply: impl Display) -> io::Result<()> {
        log::trace!("< {reply}");
        writeln!(self.output, "{reply}")?;
        self.output.flush()
    }
}

/// Whether to go on after a line.
type Flow = std::ops::ControlFlow<()>;

/// Notes a line that came in, marked as in the transcripts: `>` for what is sent to the engine.
fn trace(line: &Line) {
    log::trace!("> {}", line.text);
}
