//! A sparring partner behind UGI: as much of the protocol as a referee needs.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};
use tetrarch::daemon::lines;
use tetrarch::games::{Name, Setup};
use tetrarch::options::{Effect, Options};
use tetrarch::session::{self, Session};
use tetrarch_protocol::ugi::{
    Answer, BestMove, Command, Flavour, GameResult, Go, Info, Query, Reply, Score, Start,
};
use tetrarch_protocol::{Millis, Nodes, Player};

use crate::iris::Mcts;
use crate::iris::puct::PuctPartner;
use crate::manalath::Simple;

/// Someone to play against.
pub trait Partner {
    /// The name it introduces itself by.
    fn name(&self) -> &'static str;

    /// The game it plays; options for others are accepted and useless.
    fn game(&self) -> Name;

    /// Chooses one of the legal moves of a game that is not over.
    fn choose(&mut self, setup: &Setup, game: &dyn Session, budget: &Budget) -> Choice;

    /// Forgets what it remembers of the game so far.
    fn new_game(&mut self) {}
}

/// What a partner has decided.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The move; none if it finds none.
    pub mv: Option<String>,
    /// What the position is worth to the mover, in hundredths.
    pub score: i32,
    /// Positions or playouts looked at.
    pub nodes: u64,
}

/// What one move may cost.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    nodes: Option<u64>,
    stop: Arc<AtomicBool>,
}

impl Budget {
    /// So many positions or playouts, and all the time they need.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { deadline: None, nodes: Some(nodes), stop: Arc::default() }
    }

    /// Whether to answer now, after so many positions or playouts.
    pub fn is_over(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.load(Ordering::Relaxed)
    }

    fn new(go: &Go, mover: usize, options: &Options, stop: Arc<AtomicBool>) -> Budget {
        let now = Instant::now();
        let nodes = if go.infinite { None } else { go.nodes.map(|Nodes(nodes)| nodes) };
        let clock = go.clocks[mover.min(3)];
        // A twentieth of the clock and most of what the move adds.
        let share = clock.time.or(clock.inc.map(|_| Millis(0))).map(|time| {
            let left = time.duration();
            let wanted = left / 20 + clock.inc.unwrap_or_default().duration() * 3 / 4;
            wanted.min(left / 2)
        });
        let time = go.move_time.map(Millis::duration).into_iter().chain(share).min();
        let time = time.filter(|_| !go.infinite).map(|time| time.saturating_sub(options.overhead));
        // A client that limits only the depth gets an answer, too: nothing here has a depth.
        let bounded = go.is_infinite() || nodes.is_some() || time.is_some();
        let time = if bounded { time } else { Some(Duration::from_secs(1)) };
        Budget { deadline: time.map(|time| now + time), nodes, stop }
    }
}

/// The names of all partners.
pub const PARTNERS: [&str; 4] = ["puct", "uct", "rave", "manalath-simple"];

/// The partner of that name.
pub fn partner(name: &str) -> Option<Box<dyn Partner>> {
    Some(match name {
        "puct" => Box::new(PuctPartner),
        "uct" => Box::new(Mcts::uct()),
        "rave" => Box::new(Mcts::rave()),
        "manalath-simple" => Box::new(Simple::default()),
        _ => return None,
    })
}

/// A line, and the flag that a later `stop` raises.
type Sent = (String, Arc<AtomicBool>);

/// Reads lines ahead, so that `stop` is heard while the partner thinks.
fn listen(input: impl Read + Send + 'static) -> Receiver<Sent> {
    let (sender, receiver) = unbounded();
    let lines = lines::read(input);
    thread::spawn(move || {
        let mut stop = Arc::new(AtomicBool::new(false));
        for line in lines {
            match line.text.split_whitespace().next() {
                Some("go") => stop = Arc::default(),
                Some("stop" | "quit" | "ponderhit") => stop.store(true, Ordering::Relaxed),
                _ => {}
            }
            if sender.send((line.text, Arc::clone(&stop))).is_err() {
                return;
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    receiver
}

/// Serves a client until it quits or its input ends.
///
/// # Errors
/// The output failed.
pub fn serve(
    partner: Box<dyn Partner>,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let mut options = Options::default();
    options.setup.game = partner.game();
    let mut server = Server { partner, options, session: None, output };
    server.restart();
    for (line, stop) in listen(input) {
        match Command::parse(&line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(()),
            Ok(Some(command)) => server.command(command, stop)?,
            Err(error) => server.say(Reply::error(error))?,
        }
    }
    Ok(())
}

struct Server<W> {
    partner: Box<dyn Partner>,
    options: Options,
    session: Option<Box<dyn Session>>,
    output: W,
}

impl<W: Write> Server<W> {
    fn say(&mut self, reply: impl Into<Reply>) -> io::Result<()> {
        writeln!(self.output, "{}", reply.into())?;
        self.output.flush()
    }

    fn restart(&mut self) {
        self.session = session::start(&self.options.setup).ok();
    }

    fn command(&mut self, command: Command, stop: Arc<AtomicBool>) -> io::Result<()> {
        match command {
            Command::Ugi => self.introduce(Flavour::Ugi),
            Command::Uci => self.introduce(Flavour::Uci),
            Command::IsReady => self.say(Reply::ReadyOk),
            Command::SetOption { name, value } => {
                match self.options.set(&name, &value.unwrap_or_default()) {
                    Ok(Effect::Restart) => self.restart(),
                    Ok(Effect::Nothing | Effect::Resize) => {}
                    Err(error) => self.say(Reply::error(error))?,
                }
                Ok(())
            }
            Command::NewGame(_) => {
                self.partner.new_game();
                self.restart();
                Ok(())
            }
            Command::Position { from, moves } => self.position(&from, &moves),
            Command::Go(go) => self.go(&go, stop),
            Command::Query(query) => {
                let answer = self.answer(&query);
                self.say(Reply::Response(answer))
            }
            Command::Stop | Command::PonderHit | Command::Debug(_) => Ok(()),
            other => self.say(Reply::error(format_args!(
                "a sparring partner has no '{}'",
                other.verb().word()
            ))),
        }
    }

    fn introduce(&mut self, flavour: Flavour) -> io::Result<()> {
        self.say(Reply::IdName(format!("tetrarch-lab {}", self.partner.name())))?;
        self.say(Reply::IdAuthor("the tetrarch authors".into()))?;
        for option in Options::declarations() {
            self.say(option)?;
        }
        self.say(match flavour {
            Flavour::Ugi => Reply::UgiOk,
            Flavour::Uci => Reply::UciOk,
        })
    }

    fn position(&mut self, from: &Start, moves: &[String]) -> io::Result<()> {
        self.session = None;
        let setup = &self.options.setup;
        let session = match from {
            Start::Startpos => session::start(setup),
            Start::Fen(text) => session::load(setup, text),
        };
        let mut session = match session {
            Ok(session) => session,
            Err(error) => return self.say(Reply::error(format_args!("position: {error}"))),
        };
        for (text, number) in moves.iter().zip(1..) {
            if let Err(error) = session.play(text) {
                let error = format_args!("position: move {number}: {error}");
                return self.say(Reply::error(error));
            }
        }
        self.session = Some(session);
        Ok(())
    }

    fn go(&mut self, go: &Go, stop: Arc<AtomicBool>) -> io::Result<()> {
        let open = self.session.as_deref().filter(|session| session.outcome().is_none());
        let Some(session) = open.filter(|_| self.options.setup.game == self.partner.game()) else {
            self.say(Info::idle(Score::Cp(0)))?;
            return self.say(BestMove::none());
        };
        let begin = Instant::now();
        let budget = Budget::new(go, session.mover().index(), &self.options, stop);
        let choice = self.partner.choose(&self.options.setup, session, &budget);
        let info = Info {
            score: Some(Score::Cp(choice.score).into()),
            nodes: Some(Nodes(choice.nodes)),
            time: Some(begin.elapsed().into()),
            ..Info::idle(Score::Cp(0))
        };
        self.say(info)?;
        self.say(choice.mv.map_or_else(BestMove::none, BestMove::new))
    }

    fn answer(&self, query: &Query) -> Answer {
        let Some(session) = &self.session else {
            return Answer::none();
        };
        match query {
            Query::GameOver => session.outcome().is_some().into(),
            Query::Turn => Player::from_index(session.mover().index()).into(),
            Query::Fen => session.position().into(),
            Query::Result if session.outcome().is_none() => GameResult::None.into(),
            Query::Result => session
                .outcome()
                .map(|outcome| outcome.to_string())
                .map_or_else(Answer::none, Answer::from),
            _ => Answer::none(),
        }
    }
}
