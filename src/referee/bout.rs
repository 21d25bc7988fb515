//! One game: the referee asks, checks every move by the rules, and says how it ended.

use crossbeam_channel::Receiver;

use super::adjudication::{Adjudication, Course};
use super::clock::Clock;
use super::config::{EngineSettings, Settings};
use super::engine::{Engine, Silence, Task};
use super::openings::Opening;
use super::process::Exit;
use super::record::Played;
use super::verdict::{Decision, Ending, Fault, Verdict};
use crate::game::Seat;
use crate::session::Session;
use crate::text::MoveError;

/// What happened at a table.
#[derive(Clone, Debug)]
pub struct Game {
    /// The moves, those of the opening included.
    pub moves: Vec<Played>,
    /// How it ended.
    pub ending: Ending,
}

/// The referee was told to stop: there is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halted;

/// The engines of one place of work. They stay from game to game as long as they are needed.
#[derive(Debug)]
pub struct Crew<'a> {
    settings: &'a Settings,
    halt: Receiver<()>,
    /// Those that are ready, with their number.
    ready: Vec<(usize, Engine)>,
    /// What a person should know and no verdict tells.
    notes: Vec<String>,
}

impl<'a> Crew<'a> {
    /// Nobody yet.
    pub fn new(settings: &'a Settings, halt: Receiver<()>) -> Self {
        Crew { settings, halt, ready: Vec::new(), notes: Vec::new() }
    }

    /// What should be told since the last time.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Plays a game.
    ///
    /// # Errors
    /// The referee was told to stop.
    pub fn play(&mut self, line_up: &[usize], opening: &Opening) -> Result<Game, Halted> {
        let session = match opening.set_up(&self.settings.setup) {
            Ok(session) => session,
            Err(error) => unreachable!("openings are checked when they are read: {error}"),
        };
        let book: Vec<Played> =
            opening.moves.iter().map(|mv| Played { mv: mv.clone(), ..Played::default() }).collect();
        let mut seated: Vec<(usize, Engine)> = Vec::new();
        let idle = std::mem::take(&mut self.ready);
        let mut idle: Vec<Option<(usize, Engine)>> = idle.into_iter().map(Some).collect();
        for (seat, &number) in line_up.iter().enumerate() {
            let known = idle
                .iter_mut()
                .find(|engine| engine.as_ref().is_some_and(|(known, _)| *known == number))
                .and_then(Option::take);
            match self.seat(number, known.map(|(_, engine)| engine)) {
                Ok(engine) => seated.push((number, engine)),
                Err(Silence::Halted) => return Err(Halted),
                Err(Silence::Fault(fault)) => {
                    self.ready = seated;
                    let ending = forfeit(Seat::ALL[seat], line_up.len(), fault);
                    return Ok(Game { moves: book, ending });
                }
            }
        }
        for (number, engine) in idle.into_iter().flatten() {
            self.dismiss(number, engine);
        }
        let players: Vec<&EngineSettings> =
            line_up.iter().map(|&number| &self.settings.engines[number]).collect();
        let mut engines: Vec<&mut Engine> = seated.iter_mut().map(|(_, engine)| engine).collect();
        let (game, faulty) =
            play(session, opening, book, &players, &mut engines, &self.settings.adjudication)?;
        if let Some(seat) = faulty {
            // It is killed, and started anew when it is needed again.
            seated.remove(seat.index());
        }
        self.ready = seated;
        Ok(game)
    }

    /// An engine that is ready for a new game.
    fn seat(&mut self, number: usize, known: Option<Engine>) -> Result<Engine, Silence> {
        let Settings { engines, rules, patience, .. } = self.settings;
        if let Some(mut engine) = known {
            match engine.new_game() {
                Ok(()) => return Ok(engine),
                Err(Silence::Halted) => return Err(Silence::Halted),
                // Between two games nothing is lost but the process.
                Err(Silence::Fault(fault)) => {
                    self.notes.push(format!("{}: between games: {fault}", engines[number].name));
                }
            }
        }
        let mut engine = Engine::start(&engines[number], rules, *patience, &self.halt)?;
        engine.new_game()?;
        Ok(engine)
    }

    fn dismiss(&mut self, number: usize, engine: Engine) {
        if engine.quit() == Exit::Killed {
            let name = &self.settings.engines[number].name;
            self.notes.push(format!("{name}: did not quit and was killed"));
        }
    }

    /// Sends everybody home.
    pub fn dismiss_all(&mut self) {
        for (number, engine) in std::mem::take(&mut self.ready) {
            self.dismiss(number, engine);
        }
    }
}

fn forfeit(seat: Seat, seats: usize, fault: Fault) -> Ending {
    let Fault { verdict, detail } = fault;
    Ending {
        decision: Decision::forfeit(seat, seats),
        verdict,
        detail: format!("{seat}: {detail}"),
    }
}

/// Plays a game between engines that are ready; tells also the seat of one that was at fault.
fn play(
    mut session: Box<dyn Session>,
    opening: &Opening,
    mut moves: Vec<Played>,
    players: &[&EngineSettings],
    engines: &mut [&mut Engine],
    adjudication: &Adjudication,
) -> Result<(Game, Option<Seat>), Halted> {
    let seats = players.len();
    let mut clocks: Vec<Clock> = players.iter().map(|player| Clock::new(player.limits)).collect();
    let mut words = opening.moves.clone();
    let mut course = Course { seats, plies: words.len(), ..Course::default() };
    course.positions.push(session.position());
    loop {
        let by_rules = session.outcome().map(|outcome| Ending {
            decision: outcome.into(),
            verdict: Verdict::Rules,
            detail: session.score().unwrap_or_default(),
        });
        if let Some(ending) = by_rules.or_else(|| adjudication.judge(&course)) {
            return Ok((Game { moves, ending }, None));
        }
        let mover = session.mover();
        let clock = &clocks[mover.index()];
        let task = Task {
            start: opening.start.as_deref(),
            moves: &words,
            go: Clock::go(&clocks, mover.index()),
            budget: clock.budget(),
            seats: seats as u8,
        };
        let answer = engines[mover.index()].think(task).and_then(|(played, time)| {
            match session.play(&played.mv) {
                Ok(()) => Ok((played, time)),
                Err(error) => {
                    let verdict = match error {
                        MoveError::Malformed { .. } => Verdict::Malformed,
                        MoveError::Illegal { .. } => Verdict::Illegal,
                    };
                    Err(Fault::new(verdict, error.to_string()).into())
                }
            }
        });
        match answer {
            Ok((played, time)) => {
                clocks[mover.index()].spend(time);
                words.push(played.mv.clone());
                course.plies += 1;
                course.positions.push(session.position());
                course.scores.push((mover, played.score.map(|score| score.value())));
                moves.push(played);
            }
            Err(Silence::Halted) => return Err(Halted),
            Err(Silence::Fault(fault)) => {
                let ending = forfeit(mover, seats, fault);
                return Ok((Game { moves, ending }, Some(mover)));
            }
        }
    }
}
