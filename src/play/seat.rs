//! Who can sit at the table.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crossbeam_channel::never;
use tetrarch_protocol::Millis;
use tetrarch_protocol::ugi::Go;

use crate::options::Options;
use crate::referee::config::EngineSettings;
use crate::referee::engine::{Engine, Patience, Silence, Task};
use crate::search::{Limits, Memory, STRONGEST, Signal, WEAKEST};
use crate::session::{Request, Session};

/// How long the engine thinks about a hint.
const HINT: Duration = Duration::from_secs(1);
/// How much later than asked an engine may answer: people are patient.
const GRACE: Duration = Duration::from_secs(10);

/// Somebody who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person at this terminal.
    Human,
    /// This engine at a level.
    Level(u8),
    /// Another engine, by its shell command.
    Command(String),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match text.parse::<u32>() {
            _ if text.eq_ignore_ascii_case("human") => Ok(Player::Human),
            _ if text.is_empty() => Err("nobody is named".into()),
            Ok(level) => u8::try_from(level)
                .ok()
                .filter(|level| (WEAKEST..=STRONGEST).contains(level))
                .map(Player::Level)
                .ok_or_else(|| format!("the levels are {WEAKEST} to {STRONGEST}")),
            Err(_) => Ok(Player::Command(text.into())),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Level(level) => write!(f, "level {level}"),
            Player::Command(command) => f.write_str(command),
        }
    }
}

/// A player in a seat, with what it needs to think.
pub struct Sitting {
    /// Who it is.
    pub player: Player,
    time: Duration,
    memory: Option<Memory>,
    engine: Option<Engine>,
}

impl Sitting {
    /// Somebody who thinks for so long.
    pub fn new(player: Player, time: Duration) -> Self {
        Sitting { player, time, memory: None, engine: None }
    }

    /// Forgets the engine; the next move starts it anew.
    pub fn stand_up(&mut self) {
        if let Some(engine) = self.engine.take() {
            let _ = engine.quit();
        }
    }

    /// Chooses a move in a game that began at `start`.
    ///
    /// # Errors
    /// Says what went wrong with an engine.
    pub fn choose(
        &mut self,
        session: &dyn Session,
        start: &Option<String>,
        options: &Options,
    ) -> Result<String, String> {
        match &self.player {
            Player::Human => Err("a person is asked, not searched".into()),
            Player::Level(level) => {
                let memory = self.memory.get_or_insert_with(|| Memory::new(Memory::DEFAULT));
                // A different game each time, and the same reply to the same position in it.
                let seed = u64::from(std::process::id());
                think(session, options, memory, *level, seed, self.time)
                    .ok_or_else(|| "it found no move".into())
            }
            Player::Command(command) => {
                let engine = match self.engine.take() {
                    Some(engine) => engine,
                    None => start_engine(command, options)?,
                };
                let engine = self.engine.insert(engine);
                let go = Go { move_time: Some(Millis::from(self.time)), ..Go::default() };
                let thought = engine.think(Task {
                    start: start.as_deref(),
                    moves: &session.played(),
                    go,
                    budget: Some(self.time + GRACE),
                    seats: session.seats() as u8,
                });
                thought.map(|(played, _)| played.mv).map_err(describe)
            }
        }
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        self.stand_up();
    }
}

fn start_engine(command: &str, options: &Options) -> Result<Engine, String> {
    let settings = EngineSettings {
        name: command.into(),
        command: command.into(),
        ..EngineSettings::default()
    };
    Engine::start(&settings, &options.rules(), Patience::default(), &never()).map_err(describe)
}

fn describe(silence: Silence) -> String {
    match silence {
        Silence::Fault(fault) => fault.to_string(),
        Silence::Halted => "it was stopped".into(),
    }
}

/// What the engine at full strength would play here, in words.
pub fn hint(session: &dyn Session, options: &Options) -> String {
    let memory = Memory::new(Memory::DEFAULT);
    match think(session, options, &memory, STRONGEST, 0, HINT) {
        Some(text) => format!("I would play {text}."),
        None => "I see no move.".into(),
    }
}

/// Searches for so long.
fn think(
    session: &dyn Session,
    options: &Options,
    memory: &Memory,
    level: u8,
    seed: u64,
    time: Duration,
) -> Option<String> {
    let limits = Limits { move_time: Some(time), ..Limits::default() };
    let request = Request { limits, threads: options.threads, level, seed, ..Request::default() };
    let signal = Signal::default();
    signal.start_clock(Instant::now());
    let found = session.search(&request, memory, &signal, &mut |_| ());
    found.ok().flatten().map(|found| found.best)
}

#[cfg(test)]
mod tests {
    use super::Player;

    #[test]
    fn players_are_people_levels_or_commands() {
        assert_eq!("Human".parse(), Ok(Player::Human));
        assert_eq!(" 7 ".parse(), Ok(Player::Level(7)));
        assert_eq!("./engine --fast".parse(), Ok(Player::Command("./engine --fast".into())));
        assert_eq!("11".parse::<Player>(), Err("the levels are 0 to 10".into()));
        assert!("".parse::<Player>().is_err());
    }
}
