//! UGI, and UCI as a flavour of it, over an engine.

mod answers;
mod running;

use std::io::{self, Write};
use std::time::Instant;

use crossbeam_channel::{never, select};
use tetrarch_protocol::ugi::{
    Answer, BestMove, Command, Flavour, Go, Info, ParseError, Reply, Score, Start, Verb,
};
use tetrarch_protocol::{Depth, Millis, Nodes, Player};

use super::lines::Line;
use super::{Flow, Host, NAME, VERSION, trace};
use crate::options::Options;
use crate::search::{Clock, Limits};
use running::{Kind, Running};

/// A client that speaks UGI or UCI.
pub(super) struct Ugi<W> {
    host: Host<W>,
    flavour: Flavour,
    running: Option<Running>,
}

const VOID: &str = "there is no position: the last one was refused";

impl<W: Write> Ugi<W> {
    pub fn new(host: Host<W>) -> Self {
        Ugi { host, flavour: Flavour::Ugi, running: None }
    }

    /// Serves the client, beginning with a line that was already read.
    pub fn run(mut self, first: Line) -> io::Result<()> {
        if self.line(first)?.is_break() {
            return Ok(());
        }
        loop {
            let job = self.running.as_ref().and_then(|running| running.job.as_ref());
            let events = job.map_or_else(never, |job| job.events.clone());
            select! {
                recv(self.host.lines) -> line => match line {
                    Ok(line) => if self.line(line)?.is_break() {
                        return Ok(());
                    },
                    Err(_) => return self.end_of_input(),
                },
                recv(events) -> event => match event {
                    Ok(event) => self.event(event)?,
                    Err(_) => self.work_is_done()?,
                },
            }
        }
    }

    fn error(&mut self, message: impl std::fmt::Display) -> io::Result<()> {
        self.host.say(Reply::error(message))
    }

    fn line(&mut self, line: Line) -> io::Result<Flow> {
        trace(&line);
        let flow = match Command::parse(&line.text) {
            parsed if line.cut => {
                self.refuse_cut(parsed)?;
                Flow::Continue(())
            }
            Ok(None) => Flow::Continue(()),
            Ok(Some(command)) => self.command(command)?,
            Err(error) => {
                self.refuse(error.command, &error)?;
                Flow::Continue(())
            }
        };
        self.host.dealt_with(line);
        Ok(flow)
    }

    /// A line that could not be read still has its consequences: a refused `position` leaves
    /// nothing to search, and whoever sent a refused `go` waits for a move or a total.
    fn refuse(&mut self, verb: Option<Verb>, error: impl std::fmt::Display) -> io::Result<()> {
        match verb {
            Some(Verb::Position) => {
                self.interrupt()?;
                self.host.engine.replace_session(None);
                self.error(error)
            }
            Some(Verb::Go) => {
                self.interrupt()?;
                self.error(error)?;
                self.host.say(Reply::Info(Info::idle(Score::Cp(0))))?;
                self.host.say(Reply::BestMove(BestMove::none()))
            }
            Some(Verb::Perft) => {
                self.interrupt()?;
                self.error(error)?;
                self.host.say(Reply::PerftTotal(Nodes(0)))
            }
            _ => self.error(error),
        }
    }

    /// What the beginning of a line that was too long to be read to its end says that it was.
    fn refuse_cut(&mut self, parsed: Result<Option<Command>, ParseError>) -> io::Result<()> {
        let verb = match &parsed {
            Ok(command) => command.as_ref().map(Command::verb),
            Err(error) => error.command,
        };
        match verb {
            Some(Verb::Query) => self.host.say(Reply::Response(Answer::none())),
            _ => self.refuse(verb, "the line is too long"),
        }
    }

    fn command(&mut self, command: Command) -> io::Result<Flow> {
        match command {
            Command::Ugi => self.introduce(Flavour::Ugi)?,
            Command::Uci => self.introduce(Flavour::Uci)?,
            Command::IsReady => self.host.say(Reply::ReadyOk)?,
            Command::SetOption { name, value } => {
                self.interrupt()?;
                let value = value.unwrap_or_default();
                if let Err(error) = self.host.engine.set_option(&name, &value) {
                    self.error(error)?;
                }
            }
            Command::NewGame(_) => {
                self.interrupt()?;
                self.host.engine.new_game();
            }
            Command::Position { from, moves } => {
                self.interrupt()?;
                self.position(&from, &moves)?;
            }
            Command::Go(go) => {
                let clock = Instant::now();
                self.interrupt()?;
                self.go(go, clock)?;
            }
            Command::Perft(Depth(depth)) => {
                self.interrupt()?;
                self.perft(depth)?;
            }
            Command::Stop => {
                if let Some(running) = &mut self.running {
                    running.stop();
                }
                self.conclude_unless_held()?;
            }
            Command::PonderHit => {
                if let Some(running) = &mut self.running {
                    running.ponder = false;
                    if let Some(job) = &running.job {
                        job.signal.start_clock(Instant::now());
                    }
                }
                self.conclude_unless_held()?;
            }
            Command::Query(query) => {
                let answer = self.answer(&query);
                self.host.say(Reply::Response(answer))?;
            }
            Command::Display => self.display()?,
            Command::Play(moves) => {
                self.interrupt()?;
                self.play(&moves)?;
            }
            Command::Undo => {
                self.interrupt()?;
                match self.host.engine.session_mut().map(|session| session.undo()) {
                    None => self.error(VOID)?,
                    Some(false) => self.error("there is no move to take back")?,
                    Some(true) => {}
                }
            }
            Command::Moves => match self.host.engine.session().map(|session| session.moves()) {
                None => self.error(VOID)?,
                Some(moves) if moves.is_empty() => self.host.say(Reply::Text("none".into()))?,
                Some(moves) => self.host.say(Reply::Text(moves.join(" ")))?,
            },
            Command::Eval => match self.host.engine.session().map(|session| session.explain()) {
                None => self.error(VOID)?,
                Some(text) => self.text(&text)?,
            },
            Command::Bench => {
                self.interrupt()?;
                let job = Some(self.host.engine.bench());
                self.running =
                    Some(Running { job, kind: Kind::Bench, infinite: false, ponder: false });
            }
            Command::Help(topic) => self.help(topic.as_deref())?,
            Command::Debug(on) => log::debug!("debug {on}"),
            Command::Quit => {
                self.interrupt()?;
                return Ok(Flow::Break(()));
            }
        }
        Ok(Flow::Continue(()))
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        Reply::text(text).try_for_each(|line| self.host.say(line))
    }

    fn introduce(&mut self, flavour: Flavour) -> io::Result<()> {
        self.flavour = flavour;
        self.host.say(Reply::IdName(format!("{NAME} {VERSION}")))?;
        self.host.say(Reply::IdAuthor(format!("the {NAME} authors")))?;
        for option in Options::declarations() {
            self.host.say(Reply::Option(option))?;
        }
        self.host.say(match flavour {
            Flavour::Ugi => Reply::UgiOk,
            Flavour::Uci => Reply::UciOk,
        })
    }

    fn position(&mut self, from: &Start, moves: &[String]) -> io::Result<()> {
        let text = match from {
            Start::Startpos => None,
            Start::Fen(text) => Some(text.as_str()),
        };
        if let Err(error) = self.host.engine.set_position(text) {
            return self.error(format_args!("position: {error}"));
        }
        let Some(session) = self.host.engine.session_mut() else {
            return Ok(());
        };
        let mut numbered = moves.iter().zip(1..);
        let refused = numbered.find_map(|(text, number)| Some((number, session.play(text).err()?)));
        if let Some((number, error)) = refused {
            self.host.engine.replace_session(None);
            self.error(format_args!("position: move {number}: {error}"))?;
        }
        Ok(())
    }

    /// Plays all the moves or none.
    fn play(&mut self, moves: &[String]) -> io::Result<()> {
        let Some(session) = self.host.engine.session() else {
            return self.error(VOID);
        };
        let mut next = session.fork();
        for (text, number) in moves.iter().zip(1..) {
            if let Err(error) = next.play(text) {
                return self.error(format_args!("play: move {number}: {error}"));
            }
        }
        self.host.engine.replace_session(Some(next));
        Ok(())
    }

    fn go(&mut self, go: Go, clock: Instant) -> io::Result<()> {
        let (infinite, ponder) = (go.is_infinite(), go.ponder);
        let kind = Kind::Search { found: None, best: None, told: false };
        let playing = self.host.engine.session().is_some_and(|session| session.outcome().is_none());
        let job = if playing {
            let limits = self.limits(&go);
            self.host.engine.search(limits, go.search_moves, (!ponder).then_some(clock))
        } else {
            None
        };
        self.running = Some(Running { job, kind, infinite, ponder });
        self.conclude_unless_held()
    }

    fn limits(&self, go: &Go) -> Limits {
        let clocks = Player::ALL.map(|player| {
            let clock = go.clock(player);
            // An increment alone is a clock at zero.
            let shown = clock.time.or(clock.inc.map(|_| Millis(0)));
            shown.map(|time| Clock {
                left: time.duration(),
                increment: clock.inc.unwrap_or_default().duration(),
            })
        });
        let mate = go.mate.map(|mate| match self.flavour {
            Flavour::Ugi => mate,
            Flavour::Uci => {
                let own_moves = Score::Mate(i32::try_from(mate).unwrap_or(i32::MAX));
                match own_moves.in_plies(self.seats()) {
                    Score::Mate(plies) => plies.unsigned_abs(),
                    Score::Cp(_) => mate,
                }
            }
        });
        Limits {
            clocks,
            moves_to_go: go.moves_to_go,
            move_time: go.move_time.map(Millis::duration),
            depth: go.depth.map(|Depth(depth)| depth),
            nodes: go.nodes.map(|Nodes(nodes)| nodes),
            mate,
            ..Limits::default()
        }
    }

    fn perft(&mut self, depth: u32) -> io::Result<()> {
        let job = self.host.engine.perft(depth);
        if job.is_none() {
            self.error(VOID)?;
        }
        // The one way to play nothing is no move's.
        let total = u64::from(depth == 0 && job.is_some());
        let kind = Kind::Perft { total };
        self.running = Some(Running { job, kind, infinite: false, ponder: false });
        self.conclude_unless_held()
    }
}
