//! GTP version 2 over an engine, with GoGui's extension for games other than Go.

mod moves;
mod results;
mod time;
mod vertex;

use std::collections::VecDeque;
use std::io::{self, Write};

use tetrarch_protocol::gtp::{Command, Failure, FailureKind, Input, Response, Verb};

use super::lines::Line;
use super::{Host, NAME, VERSION, trace};
use crate::games::Name;
use crate::session::Session;
use results::{ANALYZE, colour_of};
use time::Time;

/// How many lines are taken in during a `genmove` to look for an interruption.
const BACKLOG: usize = 64;

/// A controller that speaks GTP.
pub(super) struct Gtp<W> {
    host: Host<W>,
    /// The cell of the first stone of a two-stone turn whose second stone is still to come.
    half: Option<String>,
    /// The whole turn that the engine has begun to play.
    plan: Option<String>,
    /// What `undo` takes back, the latest last.
    done: Vec<Done>,
    time: Time,
    /// Lines that came while a move was searched.
    backlog: VecDeque<Line>,
}

/// What a `play` or `genmove` did.
enum Done {
    /// Nothing: the colour was not on move.
    Nothing,
    /// The first stone of a turn.
    Half,
    /// A turn, perhaps completed from its first stone.
    Turn { half: Option<String> },
}

type Answer = Result<String, Failure>;

fn fail(kind: FailureKind, detail: impl Into<String>) -> Answer {
    Err(Failure::new(kind, detail))
}

impl<W: Write> Gtp<W> {
    pub fn new(host: Host<W>) -> Self {
        let (half, plan, done) = (None, None, Vec::new());
        Gtp { host, half, plan, done, time: Time::default(), backlog: VecDeque::new() }
    }

    /// Serves the controller, beginning with a line that was already read.
    pub fn run(mut self, first: Line) -> io::Result<()> {
        self.backlog.push_back(first);
        loop {
            let line = self.backlog.pop_front().or_else(|| self.host.lines.recv().ok());
            let Some(line) = line else {
                return Ok(());
            };
            trace(&line);
            let (response, quits) = self.line(&line);
            if let Some(response) = response {
                // The response brings its own last line end, and writing a reply adds another.
                let text = response.to_string();
                self.host.say(text.strip_suffix('\n').unwrap_or(&text))?;
            }
            self.host.dealt_with(line);
            if quits {
                return Ok(());
            }
        }
    }

    /// The response to a line, and whether it was the last one.
    fn line(&mut self, line: &Line) -> (Option<Response>, bool) {
        let too_long = || Failure::new(FailureKind::SyntaxError, "the line is too long");
        match Input::parse(&line.text) {
            // Nothing runs between two commands, so there is nothing to interrupt.
            Ok(None | Some(Input::Interrupt)) => (None, false),
            Ok(Some(Input::Request(request))) if line.cut => {
                (Some(Response::err(request.id, too_long())), false)
            }
            Ok(Some(Input::Request(request))) => {
                let quits = request.command == Command::Quit;
                let body = self.command(request.command);
                (Some(Response { id: request.id, body }), quits)
            }
            Err(error) if line.cut => (Some(Response::err(error.id, too_long())), false),
            Err(error) => (Some(error.response()), false),
        }
    }

    fn command(&mut self, command: Command) -> Answer {
        match command {
            Command::ProtocolVersion => Ok("2".into()),
            Command::Name => Ok(NAME.into()),
            Command::Version => Ok(VERSION.into()),
            Command::KnownCommand(name) => Ok(Verb::find(&name).is_some().to_string()),
            Command::ListCommands => {
                Ok(Verb::ALL.iter().map(|verb| verb.word()).collect::<Vec<_>>().join("\n"))
            }
            Command::Quit | Command::Komi(_) | Command::GoguiInterrupt => Ok(String::new()),
            Command::BoardSize(size) => self.resize(size, size),
            Command::RectangularBoardSize { width, height } => self.resize(width, height),
            Command::ClearBoard => {
                self.host.engine.new_game();
                self.forget();
                Ok(String::new())
            }
            Command::SetGame(name) => match self.host.engine.set_option("Game", &name) {
                Ok(()) => {
                    self.forget();
                    Ok(String::new())
                }
                Err(error) => fail(FailureKind::Other, error.to_string()),
            },
            Command::ListGames => Ok(Name::ALL.map(Name::as_str).join("\n")),
            Command::Play { colour, mv } => self.play(&colour, &mv),
            Command::GenMove(colour) => self.generate(&colour, true),
            Command::RegGenMove(colour) => self.generate(&colour, false),
            Command::Undo => self.undo(),
            Command::ShowBoard => self.show(),
            Command::FinalScore => self.final_score(),
            Command::TimeSettings { main, byo_yomi, stones } => {
                self.time = Time::new(main, byo_yomi, stones);
                Ok(String::new())
            }
            Command::TimeLeft { colour, time, stones } => {
                let (seat, _) = self.seat(&colour)?;
                self.time.set(seat, time, stones);
                Ok(String::new())
            }
            Command::CpuTime => {
                let time = cpu_time::ProcessTime::try_now().map(|time| time.as_duration());
                Ok(format!("{:.2}", time.unwrap_or_default().as_secs_f64()))
            }
            Command::GoguiAnalyzeCommands => Ok(ANALYZE.into()),
            Command::GoguiRulesGameId => {
                let name = self.game().as_str();
                Ok(name[..1].to_ascii_uppercase() + &name[1..])
            }
            Command::GoguiRulesBoard => Ok(self.view()?.rows()),
            Command::GoguiRulesBoardSize => Ok(self.view()?.size()),
            Command::GoguiRulesLegalMoves => Ok(self.legal_moves()?.join(" ")),
            Command::GoguiRulesSideToMove => Ok(colour_of(self.session()?.mover()).into()),
            Command::GoguiRulesFinalResult => self.final_result(),
            Command::Unknown(_) => Err(FailureKind::UnknownCommand.into()),
        }
    }

    fn game(&self) -> Name {
        self.host.engine.options().setup.game
    }

    fn session(&self) -> Result<&dyn Session, Failure> {
        // GTP has no command that could leave the position void.
        self.host.engine.session().ok_or(Failure::new(FailureKind::Other, "no position"))
    }

    fn forget(&mut self) {
        (self.half, self.plan) = (None, None);
        self.done.clear();
        self.time.wind_up();
    }

    fn resize(&mut self, width: u32, height: u32) -> Answer {
        let square = width == height;
        let unacceptable = || {
            let asked = if square { width.to_string() } else { format!("{width} {height}") };
            Failure::new(FailureKind::UnacceptableSize, asked)
        };
        let edge = u64::from(width / 2) + 1;
        let settings = match self.game() {
            Name::Linetris => {
                vec![("LinetrisColumns", width.into()), ("LinetrisRows", height.into())]
            }
            Name::Iris if square && !width.is_multiple_of(2) => vec![("IrisSize", edge)],
            Name::Manalath if square && !width.is_multiple_of(2) => vec![("ManalathSize", edge)],
            Name::Otrio if (width, height) == (3, 3) => vec![],
            Name::Iris | Name::Manalath | Name::Otrio => return Err(unacceptable()),
        };
        // All or nothing: a board with a good width and a bad height changes neither.
        let mut trial = self.host.engine.options().clone();
        let mut fits = settings.iter().map(|(name, size)| trial.set(name, &size.to_string()));
        if fits.any(|result| result.is_err()) {
            return Err(unacceptable());
        }
        for (name, size) in &settings {
            let result = self.host.engine.set_option(name, &size.to_string());
            result.map_err(|_| unacceptable())?;
        }
        self.host.engine.new_game();
        self.forget();
        Ok(String::new())
    }
}
