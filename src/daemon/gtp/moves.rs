//! Moves in GTP: whose they are, one vertex at a time, back and forth.

use std::io::Write;
use std::time::Instant;

use crossbeam_channel::{never, select};
use tetrarch_protocol::gtp::{ColourWord, Failure, FailureKind, Input};

use super::super::job::Event;
use super::super::trace;
use super::results::colour_of;
use super::vertex::{self, PASS};
use super::{Answer, BACKLOG, Done, Gtp, fail};
use crate::game::Seat;
use crate::games::Name;
use crate::games::otrio::Colour;
use crate::text::{MoveError, brief};

impl<W: Write> Gtp<W> {
    /// The seat that a word for a colour means, and the colour if it is one of Otrio's own.
    pub(super) fn seat(&self, word: &ColourWord) -> Result<(Seat, Option<Colour>), Failure> {
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
    pub(super) fn is_on_move(&self, seat: Seat, colour: Option<Colour>) -> Result<bool, Failure> {
        let session = self.session()?;
        let seat_is_on_move = session.outcome().is_none() && session.mover() == seat;
        Ok(seat_is_on_move && (colour.is_none() || colour == self.next_colour()?))
    }

    pub(super) fn play(&mut self, colour: &ColourWord, text: &str) -> Answer {
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
    pub(super) fn advance(&mut self, text: &str) -> Answer {
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
    pub(super) fn turns_with(&self, cell: &str) -> Result<impl Iterator<Item = String>, Failure> {
        let cell = cell.to_ascii_lowercase();
        let moves = self.session()?.moves().into_iter();
        Ok(moves.filter(move |token| vertex::cells(token).contains(&cell.as_str())))
    }

    pub(super) fn undo(&mut self) -> Answer {
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

    pub(super) fn generate(&mut self, colour: &ColourWord, plays: bool) -> Answer {
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
    pub(super) fn spell(&self, token: &str) -> Answer {
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
}
