//! GTP version 2 over an engine, with GoGui's extension for games other than Go.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};
use std::time::Instant;

use crossbeam_channel::{never, select};
use tetrarch_protocol::gtp::{ColourWord, Command, Failure, FailureKind, Input, Response, Verb};

use super::job::Event;
use super::lines::Line;
use super::time::Time;
use super::vertex::{self, PASS, View};
use super::{Host, NAME, VERSION, trace};
use crate::game::{Outcome, Seat};
use crate::games::Name;
use crate::games::otrio::Colour;
use crate::session::Session;
use crate::text::{MoveError, Paint, brief};

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

    /// The seat that a word for a colour means, and the colour if it is one of Otrio's own.
    fn seat(&self, word: &ColourWord) -> Result<(Seat, Option<Colour>), Failure> {
        let seats = self.session()?.seats();
        let player = word.player().and_then(|player| Seat::ALL[..seats].get(player.index()));
        let mode = self.host.engine.options().setup.otrio_mode;
        let named = || {
            let is_named = |of: &Colour| {
                word.as_str() == of.to_string() || word.as_str() == of.letter().to_string()
            };
            let found = mode.colours().iter().copied().find(is_named);
            found.filter(|_| self.game() == Name::Otrio).map(|of| (mode.owner(of), Some(of)))
        };
        player.map(|&seat| (seat, None)).or_else(named).ok_or_else(|| {
            let detail = format!("no player is called {}", brief(word.as_str()));
            Failure::new(FailureKind::SyntaxError, detail)
        })
    }

    /// Otrio's colour that is on move; none in the other games.
    fn next_colour(&self) -> Result<Option<Colour>, Failure> {
        let position = self.session()?.position();
        let letter = position.split(' ').nth(1).and_then(|field| field.chars().next());
        let colour = Colour::ALL.into_iter().find(|colour| Some(colour.letter()) == letter);
        Ok(colour.filter(|_| self.game() == Name::Otrio))
    }

    /// A seat that owns two colours is on move with one of them at a time.
    fn is_on_move(&self, seat: Seat, colour: Option<Colour>) -> Result<bool, Failure> {
        let session = self.session()?;
        let seat_is_on_move = session.outcome().is_none() && session.mover() == seat;
        Ok(seat_is_on_move && (colour.is_none() || colour == self.next_colour()?))
    }

    fn play(&mut self, colour: &ColourWord, text: &str) -> Answer {
        let (seat, own) = self.seat(colour)?;
        let passes = text.eq_ignore_ascii_case(PASS);
        if !self.is_on_move(seat, own)? {
            if passes {
                self.done.push(Done::Nothing);
                return Ok(String::new());
            }
            return fail(
                FailureKind::IllegalMove,
                match self.session()?.outcome() {
                    Some(_) => "the game is over".into(),
                    None => match self.next_colour()? {
                        Some(colour) => format!("{colour} is on move"),
                        None => format!("{} is on move", colour_of(self.session()?.mover())),
                    },
                },
            );
        }
        if let Some(half) = self.half.as_ref().filter(|_| passes) {
            let detail =
                format!("the turn that began with {} is not complete", vertex::of_cell(half));
            return fail(FailureKind::IllegalMove, detail);
        }
        self.advance(text)
    }

    /// Plays a vertex or a move for the side on move.
    fn advance(&mut self, text: &str) -> Answer {
        let illegal = |detail: String| Failure::new(FailureKind::IllegalMove, detail);
        let token = if text.eq_ignore_ascii_case(PASS) {
            "pass".to_owned()
        } else {
            let vertex = match self.game() {
                Name::Iris => vertex::to_cell(text),
                Name::Linetris => self.view()?.column(text),
                Name::Manalath | Name::Otrio => Some(text.to_owned()),
            };
            vertex.ok_or_else(|| illegal(format!("there is no vertex {}", brief(text))))?
        };
        let half = self.half.take();
        let whole = half.as_deref().unwrap_or_default().to_owned() + &token;
        let Some(session) = self.host.engine.session_mut() else {
            return fail(FailureKind::Other, "no position");
        };
        match session.play(&whole) {
            Ok(()) => {
                self.done.push(Done::Turn { half });
                Ok(String::new())
            }
            Err(error) => {
                self.half = half;
                let begins = self.half.is_none() && self.turns_with(&token)?.next().is_some();
                if !begins {
                    return Err(illegal(match error {
                        MoveError::Illegal { reason, .. } => reason,
                        MoveError::Malformed { .. } if token == "pass" => {
                            "there is no pass in this game".into()
                        }
                        MoveError::Malformed { expected, .. } => format!("expected {expected}"),
                    }));
                }
                self.half = Some(token.to_ascii_lowercase());
                self.done.push(Done::Half);
                Ok(String::new())
            }
        }
    }

    /// The turns of two stones that have this cell as one of them.
    fn turns_with(&self, cell: &str) -> Result<impl Iterator<Item = String>, Failure> {
        let cell = cell.to_ascii_lowercase();
        let moves = self.session()?.moves().into_iter();
        Ok(moves.filter(move |token| vertex::cells(token).contains(&cell.as_str())))
    }

    fn undo(&mut self) -> Answer {
        match self.done.pop() {
            None => return Err(FailureKind::CannotUndo.into()),
            Some(Done::Nothing) => {}
            Some(Done::Half) => self.half = None,
            Some(Done::Turn { half }) => {
                if let Some(session) = self.host.engine.session_mut() {
                    session.undo();
                }
                self.half = half;
            }
        }
        self.plan = None;
        Ok(String::new())
    }

    fn generate(&mut self, colour: &ColourWord, plays: bool) -> Answer {
        let (seat, own) = self.seat(colour)?;
        if !self.is_on_move(seat, own)? {
            if plays {
                self.done.push(Done::Nothing);
            }
            return Ok(PASS.into());
        }
        let token = match (&self.half, &self.plan) {
            (Some(half), Some(plan)) if vertex::cells(plan).contains(&half.as_str()) => {
                plan.clone()
            }
            _ => self.search(seat)?,
        };
        let answer = self.spell(&token)?;
        if plays {
            self.advance(&answer)?;
            self.plan = self.half.is_some().then_some(token);
        }
        Ok(answer)
    }

    /// What is answered for a move: the vertex to be played next, or the move itself.
    fn spell(&self, token: &str) -> Answer {
        if token == "pass" {
            return Ok(PASS.into());
        }
        match self.game() {
            Name::Iris => {
                let open = |cell: &&str| self.half.as_deref() != Some(cell);
                Ok(vertex::cells(token).into_iter().find(open).map_or(PASS.into(), vertex::of_cell))
            }
            Name::Linetris => Ok(self.view()?.landing(token).unwrap_or_default()),
            Name::Manalath | Name::Otrio => Ok(token.into()),
        }
    }

    /// Searches the best move for the seat on move. Lines that come meanwhile wait, except for
    /// the one that interrupts.
    fn search(&mut self, seat: Seat) -> Result<String, Failure> {
        let only = match &self.half {
            Some(half) => self.turns_with(half)?.collect(),
            None => Vec::new(),
        };
        let begin = Instant::now();
        let job = self.host.engine.search(self.time.limits(seat), only, Some(begin));
        let job = job.ok_or(Failure::new(FailureKind::Other, "no position"))?;
        let mut best = None;
        let mut open = true;
        loop {
            let listen = open && self.backlog.len() < BACKLOG;
            let lines = if listen { self.host.lines.clone() } else { never() };
            select! {
                recv(lines) -> line => match line {
                    Ok(line) if matches!(Input::parse(&line.text), Ok(Some(Input::Interrupt))) => {
                        trace(&line);
                        job.signal.stop();
                    }
                    Ok(line) => self.backlog.push_back(line),
                    Err(_) => open = false,
                },
                recv(job.events) -> event => match event {
                    Ok(Event::Found(found)) => best = Some(found.best),
                    Ok(Event::Report(report)) if report.rank == 1 => {
                        best = report.line.into_iter().next();
                    }
                    Ok(event) => log::debug!("{event:?}"),
                    Err(_) => break,
                },
            }
        }
        self.time.spend(seat, begin.elapsed());
        best.ok_or(Failure::new(FailureKind::Other, "no move was found"))
    }

    fn show(&self) -> Answer {
        let session = self.session()?;
        let mut text = format!("\n{}", session.draw(Paint::Plain));
        text.push_str(&format!("position: {}\n", session.position()));
        if let Some(half) = &self.half {
            text.push_str(&format!("begun with: {}\n", vertex::of_cell(half)));
        }
        text.push_str(&match session.outcome() {
            None => format!("on move: {}", session.mover()),
            Some(outcome) => format!("result: {outcome}"),
        });
        Ok(text)
    }

    fn view(&self) -> Result<View, Failure> {
        let session = self.session()?;
        let view = View::of(self.game(), session).map(|mut view| {
            if let Some(half) = &self.half {
                let sign = if session.mover() == Seat::P1 { 'X' } else { 'O' };
                view.put(&vertex::of_cell(half), sign);
            }
            view
        });
        view.ok_or_else(|| {
            Failure::new(FailureKind::Other, format!("{} has no vertices", self.game()))
        })
    }

    /// What can be played next: vertices where the game has them, else its own moves.
    fn legal_moves(&self) -> Result<Vec<String>, Failure> {
        let session = self.session()?;
        match (self.game(), &self.half) {
            (Name::Manalath | Name::Otrio, _) => Ok(session.moves()),
            (Name::Iris, Some(half)) => {
                self.turns_with(half)?.map(|token| self.spell(&token)).collect()
            }
            (Name::Iris, None) => {
                let moves = session.moves();
                let cells: BTreeSet<&str> =
                    moves.iter().flat_map(|token| vertex::cells(token)).collect();
                // GoGui looks for this word in lower case, and for vertices in upper case.
                let pass = moves.iter().find(|token| *token == "pass").cloned();
                Ok(cells.into_iter().map(vertex::of_cell).chain(pass).collect())
            }
            (Name::Linetris, _) => session.moves().iter().map(|token| self.spell(token)).collect(),
        }
    }

    fn final_score(&self) -> Answer {
        let session = self.session()?;
        let winner = match session.outcome() {
            None => return fail(FailureKind::Other, "cannot score: the game is not over"),
            Some(Outcome::Drawn) => return Ok("0".into()),
            Some(Outcome::Won(seat)) => seat,
        };
        let margin = session.score().map_or(1, |score| margin(&score));
        Ok(match winner {
            Seat::P1 => format!("B+{margin}"),
            Seat::P2 => format!("W+{margin}"),
            seat => format!("{}+{margin}", seat.to_string().to_uppercase()),
        })
    }

    fn final_result(&self) -> Answer {
        let session = self.session()?;
        let result = match session.outcome() {
            None => return Ok(String::new()),
            Some(Outcome::Drawn) => "Draw".to_owned(),
            Some(Outcome::Won(seat)) => {
                let name = colour_of(seat);
                format!("{}{} wins", name[..1].to_ascii_uppercase(), &name[1..])
            }
        };
        Ok(match session.score() {
            Some(score) => format!("{result}: {score}"),
            None => result,
        })
    }
}

/// What GoGui puts in its menu of things to ask.
const ANALYZE: &str = "hstring/Board/showboard\n\
    plist/Legal Moves/gogui-rules_legal_moves\n\
    string/Side to Move/gogui-rules_side_to_move\n\
    string/Final Score/final_score";

/// GTP's word for a seat.
fn colour_of(seat: Seat) -> &'static str {
    match seat {
        Seat::P1 => "black",
        Seat::P2 => "white",
        Seat::P3 => "p3",
        _ => "p4",
    }
}

/// By how much the greater of two lists of numbers is ahead where they first differ.
fn margin(score: &str) -> u32 {
    let mut lists = score.split(' ').map(|list| list.split(',').map(|n| n.parse().unwrap_or(0)));
    let (Some(mut ours), Some(mut theirs)) = (lists.next(), lists.next()) else {
        return 1;
    };
    loop {
        match (ours.next(), theirs.next()) {
            (None, None) => return 1,
            (a, b) => match a.unwrap_or(0_u32).abs_diff(b.unwrap_or(0)) {
                0 => {}
                difference => return difference,
            },
        }
    }
}
