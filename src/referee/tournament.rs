//! A run of games: places of work that play them, and one who counts.

use std::collections::{HashMap, HashSet};
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use super::bout::Crew;
use super::config::Settings;
use super::ledger::{Ledger, Run};
use super::record::{self, Player, Record};
use super::schedule::Assignment;
use super::sprt::Hypothesis;
use super::standings::{Standings, culprit};
use super::verdict::Verdict;
use super::{plot, report};

/// After so many failures to start in a row it is the command that is wrong, not the engine.
const HOPELESS: u32 = 10;

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// All games were played.
    Finished,
    /// The test came to a result.
    Accepted(Hypothesis),
    /// An engine could not be started again and again.
    Hopeless(String),
    /// Somebody stopped it.
    Interrupted,
}

/// A brake that everybody can pull, and everybody feels at once.
#[derive(Clone, Debug)]
pub struct Halt {
    /// Dropped to close the channel.
    sender: Arc<Mutex<Option<Sender<()>>>>,
    receiver: Receiver<()>,
}

impl Default for Halt {
    fn default() -> Self {
        let (sender, receiver) = bounded(0);
        Halt { sender: Arc::new(Mutex::new(Some(sender))), receiver }
    }
}

impl Halt {
    /// Stops everything that is under way.
    pub fn pull(&self) {
        lock(&self.sender).take();
    }

    /// A channel that closes when the brake is pulled.
    pub fn receiver(&self) -> Receiver<()> {
        self.receiver.clone()
    }

    fn is_pulled(&self) -> bool {
        lock(&self.sender).is_none()
    }
}

/// A panic elsewhere does not make what is behind a lock less true.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the places of work tell.
enum Event {
    Finished(Box<Record>),
    Note(String),
    Failed(io::Error),
}

/// What the places of work share.
struct Desk<'a> {
    settings: &'a Settings,
    run: Run,
    done: HashSet<u64>,
    next: Mutex<u64>,
    ledger: Mutex<Ledger>,
    halt: Halt,
}

impl Desk<'_> {
    fn next(&self) -> Option<Assignment> {
        let mut next = lock(&self.next);
        loop {
            let game = self.settings.schedule.game(*next)?;
            *next += 1;
            if let Some(game) = game.filter(|game| !self.done.contains(&game.number)) {
                return Some(game);
            }
        }
    }

    fn work(&self, events: &Sender<Event>) {
        let mut crew = Crew::new(self.settings, self.halt.receiver());
        while !self.halt.is_pulled() {
            let Some(game) = self.next() else { break };
            let Ok(record) = self.play(&mut crew, &game) else { return };
            let written = lock(&self.ledger).write(&record);
            // Nobody listens only when all is over.
            let _ = match written {
                Ok(()) => events.send(Event::Finished(Box::new(record))),
                Err(error) => events.send(Event::Failed(error)),
            };
            for note in crew.take_notes() {
                let _ = events.send(Event::Note(note));
            }
        }
        if !self.halt.is_pulled() {
            crew.dismiss_all();
        }
        for note in crew.take_notes() {
            let _ = events.send(Event::Note(note));
        }
    }

    fn play(&self, crew: &mut Crew<'_>, game: &Assignment) -> Result<Record, super::bout::Halted> {
        let Settings { setup, rules, engines, openings, .. } = self.settings;
        let opening = openings.of_round(game.place.round - 1, setup);
        let played = crew.play(&game.line_up, &opening)?;
        let player = |&engine: &usize| Player {
            name: engines[engine].name.clone(),
            limits: engines[engine].limits.to_string(),
        };
        Ok(Record {
            event: self.run.event.clone(),
            number: game.number,
            place: game.place,
            date: record::date(SystemTime::now()),
            game: setup.game.to_string(),
            options: rules[1..].iter().cloned().collect(),
            start: opening.start,
            players: game.line_up.iter().map(player).collect(),
            book: opening.moves.len(),
            moves: played.moves,
            ending: Some(played.ending),
        })
    }
}

/// Plays all games that are asked for and not yet played.
///
/// # Errors
/// The games cannot be written.
pub fn run(settings: &Settings, halt: &Halt) -> Result<End, String> {
    let run = Run::new(settings.fingerprint.clone());
    let (ledger, run, earlier) = match &settings.record {
        None => (Ledger::nowhere(), run, Vec::new()),
        Some(base) if settings.resume => Ledger::resume(base, run)?,
        Some(base) => (Ledger::create(base, &run)?, run, Vec::new()),
    };
    let mut desk = Desk {
        settings,
        run,
        done: earlier.iter().map(|record| record.number).collect(),
        next: Mutex::new(0),
        ledger: Mutex::new(ledger),
        halt: halt.clone(),
    };
    let mut score = Score::new(settings);
    for record in &earlier {
        score.count(record);
    }
    // Only games that are asked for count as done, also when fewer are asked for than before.
    desk.done.retain(|&number| matches!(settings.schedule.game(number - 1), Some(Some(_))));
    score.done = desk.done.len() as u64;
    score.records = earlier;
    let desk = desk;
    let end = match score.verdict() {
        Some(end) => Ok(end),
        None => thread::scope(|scope| {
            let (sender, events) = unbounded();
            for _ in 0..settings.concurrency {
                let (desk, sender) = (&desk, sender.clone());
                scope.spawn(move || desk.work(&sender));
            }
            drop(sender);
            score.watch(&events, halt)
        }),
    }?;
    report::say(format_args!("\n{}", report::table(&score.standings).trim_end()));
    if let Some(test) = &settings.sprt {
        let rotations = settings.schedule.rotations();
        report::say(report::sprt_line(test, &score.standings, rotations));
    }
    if let Some(path) = &settings.plot {
        std::fs::write(path, plot::svg(&score.records))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(end)
}

/// The one who counts and tells.
struct Score<'a> {
    settings: &'a Settings,
    standings: Standings,
    records: Vec<Record>,
    /// Games finished, those of earlier runs included.
    done: u64,
    began: Instant,
    /// Games finished in this run.
    fresh: u64,
    /// Failures to start in a row, by engine.
    failures: HashMap<String, u32>,
    live: bool,
}

impl<'a> Score<'a> {
    fn new(settings: &'a Settings) -> Self {
        Score {
            settings,
            standings: Standings::of(settings.engines.iter().map(|engine| engine.name.clone())),
            records: Vec::new(),
            done: 0,
            began: Instant::now(),
            fresh: 0,
            failures: HashMap::new(),
            live: io::stderr().is_terminal(),
        }
    }

    fn count(&mut self, record: &Record) {
        self.standings.add(record);
    }

    /// The end, if the games so far bring it about.
    fn verdict(&self) -> Option<End> {
        let test = self.settings.sprt?;
        let duel = self.standings.duel(0, 1);
        let sample = duel.samples.get(&self.settings.schedule.rotations())?;
        test.verdict(sample).map(End::Accepted)
    }

    /// Counts what comes until all places of work are empty.
    fn watch(&mut self, events: &Receiver<Event>, halt: &Halt) -> Result<End, String> {
        let mut end = None;
        loop {
            match events.recv_timeout(Duration::from_secs(1)) {
                Ok(Event::Finished(record)) if end.is_none() => {
                    self.finished(*record);
                    end = self.verdict().or_else(|| self.hopeless()).map(Ok);
                    if end.is_some() {
                        halt.pull();
                    }
                }
                // It was under way when the end came; it is on record.
                Ok(Event::Finished(record)) => {
                    self.count(&record);
                    self.records.push(*record);
                }
                Ok(Event::Note(note)) => self.say(&format!("note: {note}")),
                Ok(Event::Failed(error)) => {
                    end = Some(Err(format!("a game cannot be written: {error}")));
                    halt.pull();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.show_progress();
        }
        self.clear_progress();
        let interrupted = halt.is_pulled();
        end.unwrap_or(Ok(if interrupted { End::Interrupted } else { End::Finished }))
    }

    fn finished(&mut self, record: Record) {
        self.done += 1;
        self.fresh += 1;
        self.count(&record);
        self.say(&report::game_line(&record, self.settings.schedule.total()));
        let failed = culprit(&record)
            .filter(|_| record.ending.as_ref().is_some_and(|end| end.verdict == Verdict::Start));
        for (seat, player) in record.players.iter().enumerate() {
            let count = self.failures.entry(player.name.clone()).or_default();
            if failed == Some(seat) {
                *count += 1;
            } else if failed.is_none() {
                *count = 0;
            }
        }
        self.records.push(record);
    }

    fn hopeless(&self) -> Option<End> {
        let (name, _) = self.failures.iter().find(|(_, count)| **count >= HOPELESS)?;
        Some(End::Hopeless(name.clone()))
    }

    fn say(&self, line: &str) {
        self.clear_progress();
        report::say(line);
    }

    fn clear_progress(&self) {
        if self.live {
            self.show("");
        }
    }

    /// One line at the bottom of a terminal, written over itself.
    fn show_progress(&self) {
        if !self.live {
            return;
        }
        let mut parts = Vec::new();
        if let Some(total) = self.settings.schedule.total() {
            parts.push(format!("{}/{total}", self.done));
            if self.fresh > 0 {
                let pace = self.began.elapsed().as_secs_f64() / self.fresh as f64;
                let left = pace * total.saturating_sub(self.done) as f64;
                parts.push(format!("{:.0} min left", (left / 60.0).ceil()));
            }
        } else {
            parts.push(format!("{} games", self.done));
        }
        if self.settings.engines.len() == 2 {
            parts.push(report::short_duel(&self.standings, 0, 1));
        }
        if let Some(test) = &self.settings.sprt {
            let rotations = self.settings.schedule.rotations();
            parts.push(report::sprt_line(test, &self.standings, rotations));
        }
        // A longer line would wrap on a narrow terminal, and could not be written over.
        let line: String = parts.join(" | ").chars().take(79).collect();
        self.show(&line);
    }

    fn show(&self, line: &str) {
        let mut terminal = io::stderr().lock();
        let _ = write!(terminal, "\r\x1b[K{line}").and_then(|()| terminal.flush());
    }
}
