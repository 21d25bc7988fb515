//! A table for people: a game of two to four seats, each taken by a person, by the engine at some
//! level, or by another engine.

pub mod ask;
pub mod cli;
mod commands;
mod result;
mod save;
mod seat;

use std::fmt::Display;
use std::io::{self, Write};

use crate::game::{Outcome, Seat};
use crate::options::Options;
use crate::session::{self, Session};
use crate::text::Paint;
use ask::Ask;
use commands::Word;
pub use seat::{Player, Sitting};

/// What is played, and by whom.
pub struct Table<A, W> {
    /// The game's options, to write them into the record.
    options: Options,
    session: Box<dyn Session>,
    /// The position string it began from; none is the start position.
    start: Option<String>,
    players: Vec<Sitting>,
    ask: A,
    out: W,
    paint: Paint,
    /// The seat that gave up.
    resigned: Option<Seat>,
}

/// Why the game is over, or was left.
enum End {
    Over(Outcome),
    Resigned(Seat),
    Left,
}

impl<A: Ask, W: Write> Table<A, W> {
    /// A table at the start of the game, with somebody in every seat: those that are not named
    /// are taken like the last one that is.
    ///
    /// # Errors
    /// The game has no such board.
    pub fn new(
        options: Options,
        players: Vec<Sitting>,
        ask: A,
        out: W,
        paint: Paint,
    ) -> Result<Self, crate::text::PositionError> {
        let session = session::start(&options.setup)?;
        Ok(Table { options, session, start: None, players, ask, out, paint, resigned: None })
    }

    fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Plays the game to its end, or until somebody leaves.
    ///
    /// # Errors
    /// The output failed.
    pub fn play(&mut self) -> io::Result<()> {
        self.say(
            "Type a move, or: moves, hint, undo, save FILE, load FILE, resign, help, quit.\n",
        )?;
        let end = loop {
            self.draw()?;
            if let Some(seat) = self.resigned {
                break End::Resigned(seat);
            }
            if let Some(outcome) = self.session.outcome() {
                break End::Over(outcome);
            }
            if !self.turn()? {
                break End::Left;
            }
        };
        match end {
            End::Over(outcome) => {
                let text = result::explain(self.session.as_ref(), outcome);
                self.say(text)
            }
            End::Resigned(seat) if self.session.seats() == 2 => {
                self.say(format_args!("{seat} resigns: {} wins.", seat.other()))
            }
            End::Resigned(seat) => self.say(format_args!("{seat} resigns.")),
            End::Left => self.say("The game is left unfinished."),
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let picture = self.session.draw(self.paint);
        self.say(picture)
    }

    /// The player in a seat, as the table calls it.
    fn name(&self, seat: Seat) -> String {
        match self.players.get(seat.index()) {
            Some(sitting) => format!("{seat} ({})", sitting.player),
            None => seat.to_string(),
        }
    }

    /// One turn of whoever is on move; false if a person left.
    fn turn(&mut self) -> io::Result<bool> {
        let mover = self.session.mover();
        if matches!(self.players[mover.index()].player, Player::Human) {
            return self.person(mover);
        }
        let name = self.name(mover);
        self.say(format_args!("{name} thinks …"))?;
        self.out.flush()?;
        let sitting = &mut self.players[mover.index()];
        match sitting.choose(self.session.as_ref(), &self.start, &self.options) {
            Ok(text) => match self.session.play(&text) {
                Ok(()) => self.say(format_args!("{name} plays {text}.\n"))?,
                Err(error) => {
                    self.say(format_args!("{name} answered with an {error}, and loses."))?;
                    self.resigned = Some(mover);
                }
            },
            Err(error) => {
                self.say(format_args!("{name} failed: {error}. It loses."))?;
                self.resigned = Some(mover);
            }
        }
        Ok(true)
    }

    /// Asks a person until there is a move or a reason to look at the board again.
    fn person(&mut self, mover: Seat) -> io::Result<bool> {
        loop {
            let Some(line) = self.ask.ask(&format!("{mover} to move: ")) else {
                return Ok(false);
            };
            let done = match Word::read(&line) {
                Word::Nothing => false,
                Word::Help => {
                    self.say(commands::HELP)?;
                    false
                }
                Word::Moves => {
                    let moves = self.session.moves().join(" ");
                    self.say(moves)?;
                    false
                }
                Word::Board => true,
                Word::Hint => {
                    let hint = seat::hint(self.session.as_ref(), &self.options);
                    self.say(hint)?;
                    false
                }
                Word::Undo => {
                    let undone = self.undo();
                    if !undone {
                        self.say("There is no move of yours to take back.")?;
                    }
                    undone
                }
                Word::Save(path) => {
                    let said = match self.save(&path) {
                        Ok(()) => format!("Saved to {path}."),
                        Err(error) => format!("Not saved: {error}."),
                    };
                    self.say(said)?;
                    false
                }
                Word::Load(path) => match self.load(&path) {
                    Ok(()) => true,
                    Err(error) => {
                        self.say(format_args!("Not loaded: {error}."))?;
                        false
                    }
                },
                Word::Resign => {
                    self.resigned = Some(mover);
                    true
                }
                Word::Quit => return Ok(false),
                Word::Move(text) => match self.session.play(&text) {
                    Ok(()) => {
                        self.say("")?;
                        true
                    }
                    Err(error) => {
                        self.say(format_args!("{error}. (moves lists the legal ones)"))?;
                        false
                    }
                },
            };
            if done {
                return Ok(true);
            }
        }
    }

    /// Takes moves back until a person is on move again; nothing if no person has moved.
    fn undo(&mut self) -> bool {
        let mut back = self.session.fork();
        while back.undo() {
            if matches!(self.players[back.mover().index()].player, Player::Human) {
                self.session = back;
                return true;
            }
        }
        false
    }
}
