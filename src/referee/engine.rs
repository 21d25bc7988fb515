//! An engine from the other end of the pipe: asked, timed and never trusted.

use std::fs::File;
use std::io;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, at, select};
use tetrarch_protocol::ugi::{Command, Flavour, Go, Info, Reply, Start};

use super::config::EngineSettings;
use super::process::{Exit, Process, describe};
use super::record::{Played, Score};
use super::verdict::{Fault, Verdict};

/// How much an engine may write before it has answered. An honest one writes some hundred lines
/// a turn.
const FLOOD: usize = 64 << 20;

/// How long the process of an engine that hung up may take to end.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// How long the referee waits for an answer that is not on anybody's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For the introduction, a ping, the end, and a move after its time was up.
    pub answer: Duration,
    /// For a move that is limited by depth or nodes alone.
    pub thought: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { answer: Duration::from_secs(10), thought: Duration::from_secs(600) }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The engine is at fault.
    Fault(Fault),
    /// The referee was told to stop.
    Halted,
}

impl From<Fault> for Silence {
    fn from(fault: Fault) -> Self {
        Silence::Fault(fault)
    }
}

/// What an engine is asked.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The position string; none is the start position.
    pub start: Option<&'a str>,
    /// The moves since.
    pub moves: &'a [String],
    /// The limits.
    pub go: Go,
    /// The time after which the answer is late.
    pub budget: Option<Duration>,
    /// How many seats play.
    pub seats: u8,
}

/// What ended a wait.
enum Waited<T> {
    Answered(T),
    TimeUp,
    Closed,
    Flooded,
    Halted,
}

/// An engine that has introduced itself and is ready to play.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    flavour: Flavour,
    patience: Patience,
    /// Closes when the referee is told to stop.
    halt: Receiver<()>,
    /// The last error it told, to explain what follows from it.
    error: Option<String>,
}

impl Engine {
    /// Starts an engine, lets it introduce itself and sets its options.
    ///
    /// # Errors
    /// It could not be started, or did not answer: [`Verdict::Start`].
    pub fn start(
        settings: &EngineSettings,
        rules: &[(String, String)],
        patience: Patience,
        halt: &Receiver<()>,
    ) -> Result<Engine, Silence> {
        let fault = |detail: String| Fault::new(Verdict::Start, detail);
        let log = match &settings.log {
            None => Ok(Stdio::null()),
            Some(path) => open_log(path),
        }
        .map_err(|error| fault(format!("its log: {error}")))?;
        let process = Process::start(&settings.command, settings.directory.as_deref(), log)
            .map_err(|error| fault(error.to_string()))?;
        let flavour = settings.flavour;
        let halt = halt.clone();
        let mut engine = Engine { process, flavour, patience, halt, error: None };
        match engine.introduce(settings, rules) {
            Err(Silence::Fault(Fault { detail, .. })) => Err(fault(detail).into()),
            Err(Silence::Halted) => Err(Silence::Halted),
            Ok(()) => Ok(engine),
        }
    }

    fn introduce(
        &mut self,
        settings: &EngineSettings,
        rules: &[(String, String)],
    ) -> Result<(), Silence> {
        let (hello, welcome) = match self.flavour {
            Flavour::Ugi => (Command::Ugi, Reply::UgiOk),
            Flavour::Uci => (Command::Uci, Reply::UciOk),
        };
        self.send(&hello);
        let mut declared = Vec::new();
        self.expect(&welcome.to_string(), |reply| match reply {
            Reply::Option(option) => {
                declared.push(option.name.to_ascii_lowercase());
                None
            }
            reply => (reply == welcome).then_some(()),
        })?;
        let is_declared = |name: &str| declared.contains(&name.to_ascii_lowercase());
        // An engine that knows one game only need not have an option for it.
        let rules = rules.iter().filter(|(name, _)| is_declared(name));
        for (name, value) in rules.chain(&settings.options) {
            if !is_declared(name) {
                log::warn!("{}: does not declare the option {name}", settings.name);
            }
            self.send(&Command::SetOption { name: name.clone(), value: Some(value.clone()) });
        }
        self.ping()?;
        match self.error.take() {
            None => Ok(()),
            Some(error) => Err(Fault::new(Verdict::Start, format!("options: {error}")).into()),
        }
    }

    fn send(&self, command: &Command) {
        log::trace!("> {}", command.spelled(self.flavour));
        self.process.send(command.spelled(self.flavour));
    }

    /// Reads replies until one is accepted.
    fn wait<T>(
        &mut self,
        deadline: Instant,
        mut accept: impl FnMut(Reply) -> Option<T>,
    ) -> Waited<T> {
        let alarm = at(deadline);
        let mut written = 0;
        loop {
            let line = select! {
                recv(self.process.output()) -> line => line,
                recv(self.halt) -> _ => return Waited::Halted,
                recv(alarm) -> _ => return Waited::TimeUp,
            };
            let Ok(line) = line else {
                return Waited::Closed;
            };
            log::trace!("< {}", line.text);
            written += line.text.len() + 1;
            if written > FLOOD {
                return Waited::Flooded;
            }
            let reply = Reply::parse(&line.text);
            if let Some(error) = reply.as_error() {
                self.error = Some(error.to_owned());
            }
            if let Some(answer) = accept(reply) {
                return Waited::Answered(answer);
            }
        }
    }

    /// Waits for an answer that is not on the clock.
    fn expect<T>(
        &mut self,
        what: &str,
        accept: impl FnMut(Reply) -> Option<T>,
    ) -> Result<T, Silence> {
        let patience = self.patience.answer;
        match self.wait(Instant::now() + patience, accept) {
            Waited::Answered(answer) => Ok(answer),
            Waited::TimeUp => Err(Fault::new(
                Verdict::Hang,
                format!("no {what} within {} s", patience.as_secs_f64()),
            )
            .into()),
            other => Err(self.blame(&other, what)),
        }
    }

    /// Whose fault it is that a wait ended without an answer, other than by the time.
    fn blame<T>(&mut self, waited: &Waited<T>, what: &str) -> Silence {
        match waited {
            Waited::Halted => Silence::Halted,
            Waited::Flooded => {
                let detail = format!("more than {} MiB without a {what}", FLOOD >> 20);
                Fault::new(Verdict::Flood, detail).into()
            }
            Waited::Closed => match self.process.wait(LAST_BREATH) {
                Some(status) if !status.success() => {
                    Fault::new(Verdict::Crash, format!("{} instead of {what}", describe(status)))
                }
                Some(_) => Fault::new(Verdict::Disconnect, format!("it left instead of {what}")),
                None => {
                    Fault::new(Verdict::Disconnect, format!("it closed its output before {what}"))
                }
            }
            .into(),
            Waited::TimeUp | Waited::Answered(_) => {
                Fault::new(Verdict::Hang, format!("no {what}")).into()
            }
        }
    }

    /// Waits until the engine is ready. What it wrote before is read and forgotten.
    ///
    /// # Errors
    /// It does not answer.
    pub fn ping(&mut self) -> Result<(), Silence> {
        self.send(&Command::IsReady);
        self.expect("readyok", |reply| (reply == Reply::ReadyOk).then_some(()))
    }

    /// Begins a new game: all that it wrote for an earlier one is gone.
    ///
    /// # Errors
    /// It does not answer.
    pub fn new_game(&mut self) -> Result<(), Silence> {
        self.send(&Command::NewGame(self.flavour));
        self.ping()
    }

    /// Asks for a move. The time counts from `go` to the arrival of the answer; the position is
    /// set up before.
    ///
    /// # Errors
    /// There is no move, or it comes too late. Whether it is legal is not asked here.
    pub fn think(&mut self, task: Task<'_>) -> Result<(Played, Duration), Silence> {
        let Task { start, moves, go, budget, seats } = task;
        let from = start.map_or(Start::Startpos, |text| Start::Fen(text.to_owned()));
        self.send(&Command::Position { from, moves: moves.to_vec() });
        self.error = None;
        self.ping()?;
        let begin = Instant::now();
        self.send(&Command::Go(go));
        let mut last = Info::default();
        let accept = |last: &mut Info, reply: Reply| match reply {
            Reply::Info(info) => {
                if info.score.is_some() && info.multipv.is_none_or(|rank| rank == 1) {
                    *last = info;
                }
                None
            }
            Reply::BestMove(best) => Some((best.mv, Instant::now())),
            _ => None,
        };
        let allowed = budget.unwrap_or(self.patience.thought);
        let waited = match self.wait(begin + allowed, |reply| accept(&mut last, reply)) {
            Waited::TimeUp => {
                // It has lost; whether it is late or gone for good remains to be seen.
                self.send(&Command::Stop);
                let deadline = Instant::now() + self.patience.answer;
                self.wait(deadline, |reply| accept(&mut last, reply))
            }
            waited => waited,
        };
        let (mv, arrival) = match waited {
            Waited::Answered(answer) => answer,
            Waited::TimeUp => {
                let time = begin.elapsed().as_millis();
                let detail = format!("no bestmove after {time} ms, nor after stop");
                return Err(Fault::new(Verdict::Hang, detail).into());
            }
            other => return Err(self.blame(&other, "bestmove")),
        };
        let time = arrival - begin;
        if time > allowed {
            let (time, allowed) = (time.as_millis(), allowed.as_millis());
            let detail = format!("{time} ms of {allowed} ms, margin included");
            return Err(Fault::new(Verdict::Late, detail).into());
        }
        let Some(mv) = mv else {
            let reason = self.error.take().map_or(String::new(), |error| format!(": {error}"));
            return Err(Fault::new(Verdict::Malformed, format!("no move{reason}")).into());
        };
        let played = Played {
            mv,
            score: last.score.map(|report| match self.flavour {
                Flavour::Ugi => Score::from(report.score),
                Flavour::Uci => Score::from(report.score.in_plies(seats)),
            }),
            depth: last.depth.map(|depth| depth.0),
            nodes: last.nodes.map(|nodes| nodes.0),
            ms: Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        };
        Ok((played, time))
    }

    /// Asks it to quit, and kills it if it does not.
    pub fn quit(mut self) -> Exit {
        self.send(&Command::Quit);
        // A relay between the two (ssh, a pipeline of the shell) goes by the end of its input.
        self.process.close_input();
        let patience = self.patience.answer;
        self.process.finish(patience)
    }
}

fn open_log(path: &std::path::Path) -> io::Result<Stdio> {
    File::options().create(true).append(true).open(path).map(Stdio::from)
}
