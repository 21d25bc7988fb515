//! Games that the engine plays against itself, and where they are kept.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs::File;
use std::io;
use std::path::Path;

use fastrand::Rng;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use tetrarch::board::zobrist;
use tetrarch::game::{Outcome, Seat};
use tetrarch::games::{self, Name, Open, Playable};
use tetrarch::history::History;
use tetrarch::search::{Limits, Memory, Signal, Task, search};

use crate::record;

/// Turns after which a game is given up as drawn.
const LONGEST: usize = 400;

/// How games are played: the first line of a record.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Plan {
    #[serde(with = "name")]
    pub game: Name,
    pub options: Vec<String>,
    pub nodes: u64,
    pub plies: u32,
    pub seed: u64,
}

/// A recorded game.
#[derive(Serialize, Deserialize)]
pub(super) struct Game {
    pub number: u64,
    /// The seat that won, from 0, or nobody.
    pub winner: Option<usize>,
    pub moves: Vec<String>,
    /// What the search said before each move, from the mover's side; nothing where the move was
    /// random.
    pub scores: Vec<Option<i32>>,
}

/// A file of games.
pub(super) struct Record {
    pub plan: Plan,
    /// By number.
    pub games: Vec<Game>,
}

mod name {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use tetrarch::games::Name;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub fn serialize<S: Serializer>(name: &Name, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(name.as_str())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Name, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

impl Record {
    pub fn read(path: &Path) -> Result<Record, Box<dyn Error>> {
        let (plan, mut games): (_, Vec<Game>) = record::read(path)?;
        games.sort_by_key(|game| game.number);
        Ok(Record { plan, games })
    }
}

/// Plays the games from number 0 to `count` that the file does not have.
pub(super) fn play(
    plan: &Plan,
    path: &Path,
    count: u64,
    jobs: usize,
) -> Result<(), Box<dyn Error>> {
    let (file, known) = record::resume::<_, Game>(path, plan)?;
    let known: BTreeSet<u64> = known.iter().map(|game| game.number).collect();
    let missing: Vec<u64> = (0..count).filter(|number| !known.contains(number)).collect();
    let bar = record::progress(count as usize, missing.len());
    let played = Play { plan, missing: &missing, jobs, file, bar: &bar };
    games::open(&plan.setup()?, None, played)??;
    bar.finish();
    Ok(())
}

struct Play<'a> {
    plan: &'a Plan,
    missing: &'a [u64],
    jobs: usize,
    file: File,
    bar: &'a ProgressBar,
}

impl Open for Play<'_> {
    type Output = io::Result<()>;

    fn open<G: Playable>(mut self, start: G) -> io::Result<()> {
        if start.weights().names().is_empty() {
            return Err(io::Error::other("the judgement of this game has no weights"));
        }
        let play = |&number: &u64, memory: &Memory| one(&start, self.plan, number, memory);
        record::play_all(self.missing, self.jobs, play, |game| {
            self.bar.inc(1);
            record::append(&mut self.file, &game)
        })
    }
}

/// One game from a random opening. It depends on the plan and the number alone.
fn one<G: Playable>(start: &G, plan: &Plan, number: u64, memory: &Memory) -> Game {
    let mut rng = Rng::with_seed(zobrist::key(plan.seed, number));
    let mut history = History::new(start.clone());
    for _ in 0..rng.u32(0..=plan.plies) {
        let turns = history.legal_turns();
        if turns.is_empty() {
            break;
        }
        history.play(turns[rng.usize(..turns.len())]);
    }
    let mut scores = vec![None; history.turns().len()];
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let task = Task { limits, ..Task::default() };
    while history.outcome().is_none() && scores.len() < LONGEST {
        let mut last = 0;
        let mut report = |report: tetrarch::search::Report<_>| last = report.score.value();
        let Some(found) = search(&history, &task, memory, &Signal::default(), &mut report) else {
            break;
        };
        history.play(found.best);
        scores.push(Some(last));
    }
    let moves = history.positions().iter().zip(history.turns());
    let winner = match history.outcome() {
        Some(Outcome::Won(seat)) => Some(seat),
        Some(Outcome::Drawn) | None => None,
    };
    Game {
        number,
        winner: winner.map(Seat::index),
        moves: moves.map(|(position, &turn)| position.write_turn(turn)).collect(),
        scores,
    }
}
