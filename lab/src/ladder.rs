//! Holds each level of play against the next lower one.
//!
//! A pair is one opening, of a file or a random one, with either level in either seat. Random
//! openings and the randomness of the levels depend on the seed and the number of the pair alone; so
//! does the result, where the limit is one of nodes.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};
use tetrarch::board::zobrist;
use tetrarch::game::{Outcome, Seat};
use tetrarch::games::Setup;
use tetrarch::options::Options;
use tetrarch::referee::openings::{Opening, Openings};
use tetrarch::referee::statistics::{Estimate, Sample};
use tetrarch::search::{Limits, Memory, STRONGEST, Signal, WEAKEST};
use tetrarch::session::Request;

use crate::record;

/// Turns after which a game is given up as drawn.
const LONGEST: usize = 400;

/// What `tetrarch-lab ladder` is asked to do.
#[derive(Args)]
pub struct LadderArgs {
    /// The game: iris, manalath, otrio or linetris
    game: String,

    /// Sets an option of the game, such as OtrioMode=2x2; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// The levels that have to win, such as 4 or 2-10
    #[arg(long, default_value = "1-10", value_parser = levels)]
    levels: (u8, u8),

    /// Holds them all against this level instead of each against the next lower one
    #[arg(long)]
    against: Option<u8>,

    /// Pairs of games for each step
    #[arg(long, default_value_t = 50)]
    pairs: u64,

    /// Random turns at the beginning of each pair
    #[arg(long, default_value_t = 4)]
    plies: usize,

    /// A file of openings, instead of random ones: positions or moves, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    openings: Option<PathBuf>,

    /// Milliseconds for a move, at the most
    #[arg(long, default_value_t = 100, conflicts_with = "nodes")]
    movetime: u64,

    /// Positions to look at for a move, at the most, instead of a time
    #[arg(long)]
    nodes: Option<u64>,

    /// The randomness of the openings and of the levels
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The file of recorded pairs; those that it lacks are played
    #[arg(long, value_name = "FILE")]
    record: PathBuf,

    /// How many pairs are played at a time
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

/// Reads a level or a range of them.
///
/// # Errors
/// It is neither, or a level is out of range.
pub fn levels(text: &str) -> Result<(u8, u8), String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high && high <= STRONGEST => Ok((low, high)),
        _ => Err(format!("expected levels from {WEAKEST} to {STRONGEST}, such as 2-10")),
    }
}

/// How pairs are played: the first line of a record.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Plan {
    game: String,
    options: Vec<String>,
    /// Random turns, unless there is a file.
    plies: usize,
    /// What tells the openings of a file from others.
    #[serde(default)]
    openings: Option<u64>,
    /// Milliseconds a move, unless there is a limit of nodes.
    movetime: u64,
    nodes: Option<u64>,
    seed: u64,
}

/// Which pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Pair {
    /// First, so that all steps go on together.
    number: u64,
    level: u8,
    against: u8,
}

/// A pair that was played.
#[derive(Serialize, Deserialize)]
struct Played {
    #[serde(flatten)]
    pair: Pair,
    /// The half points of the level with the first move after the opening, and with the second.
    halves: [usize; 2],
}

/// Plays the pairs that the record lacks, and prints what each level scores.
///
/// # Errors
/// A file or an option is not as it should be, or the game is not one for two.
pub fn run(arguments: LadderArgs) -> Result<(), Box<dyn Error>> {
    let LadderArgs { game, options, levels, against, pairs, plies, movetime, nodes, .. } =
        arguments;
    let mut set = Options::default();
    set.set("Game", &game)?;
    set.assign(options.iter().map(String::as_str))?;
    let setup = set.setup;
    if Opening::default().set_up(&setup)?.seats() != 2 {
        return Err("a ladder is for two: choose a game for two".into());
    }
    let seed = arguments.seed;
    let (openings, hash) = match &arguments.openings {
        None => (Openings::random(plies, seed), None),
        Some(path) => {
            let openings = Openings::read(&fs::read_to_string(path)?, &setup)?;
            let hash = openings.hash();
            (openings, Some(hash))
        }
    };
    let plan = Plan { game, options, plies, openings: hash, movetime, nodes, seed };
    let (mut file, mut played) = record::resume::<_, Played>(&arguments.record, &plan)?;
    let steps: Vec<(u8, u8)> = (levels.0..=levels.1)
        .filter_map(|level| Some((level, against.or(level.checked_sub(1))?)))
        .filter(|(level, against)| level != against)
        .collect();
    let wanted: BTreeSet<Pair> = (0..pairs)
        .flat_map(|number| {
            steps.iter().map(move |&(level, against)| Pair { number, level, against })
        })
        .collect();
    played.retain(|one| wanted.contains(&one.pair));
    let known: BTreeSet<Pair> = played.iter().map(|one| one.pair).collect();
    let missing: Vec<Pair> = wanted.difference(&known).copied().collect();
    let bar = record::progress(wanted.len(), missing.len());
    let play = |pair: &Pair, memory: &Memory| plan.play(&setup, &openings, *pair, memory);
    record::play_all(&missing, arguments.jobs, play, |result| {
        bar.inc(1);
        let result = result.map_err(std::io::Error::other)?;
        record::append(&mut file, &result)?;
        played.push(result);
        Ok(())
    })?;
    bar.finish_and_clear();
    println!("level  against  points        Elo  pairs by points 0 1/2 1 3/2 2");
    for (level, against) in steps {
        let mut sample = Sample::new(2);
        played
            .iter()
            .filter(|one| (one.pair.level, one.pair.against) == (level, against))
            .for_each(|one| sample.add(one.halves.iter().sum()));
        if let Some(Estimate { score, margin, elo, .. }) = sample.moments().estimate() {
            let share = format!("{:.1} % ± {:.1}", 100.0 * score, 100.0 * margin);
            println!("{level:>5}  {against:>7}  {share:<12}{elo:>+5.0}  {:?}", sample.counts());
        }
    }
    Ok(())
}

impl Plan {
    /// Two games from one opening.
    fn play(
        &self,
        setup: &Setup,
        openings: &Openings,
        pair: Pair,
        memory: &Memory,
    ) -> Result<Played, String> {
        let Pair { number, level, against } = pair;
        let opening = openings.of_round(number, setup);
        let first = opening.set_up(setup)?.mover();
        let mut halves = [0; 2];
        for (at, halves) in halves.iter_mut().enumerate() {
            memory.clear();
            let own = if at == 0 { first } else { first.other() };
            let seed = zobrist::key(zobrist::key(self.seed, number), at as u64);
            let level_of = |seat| if seat == own { level } else { against };
            *halves = match self.game(setup, &opening, level_of, seed, memory)? {
                Some(winner) => 2 * usize::from(winner == own),
                None => 1,
            };
        }
        Ok(Played { pair, halves })
    }

    /// Who wins a game.
    fn game(
        &self,
        setup: &Setup,
        opening: &Opening,
        level_of: impl Fn(Seat) -> u8,
        seed: u64,
        memory: &Memory,
    ) -> Result<Option<Seat>, String> {
        let mut session = opening.set_up(setup)?;
        let move_time = self.nodes.is_none().then(|| Duration::from_millis(self.movetime));
        for _ in 0..LONGEST {
            match session.outcome() {
                Some(Outcome::Won(seat)) => return Ok(Some(seat)),
                Some(Outcome::Drawn) => return Ok(None),
                None => {}
            }
            let mover = session.mover();
            let limits = Limits { move_time, nodes: self.nodes, ..Limits::default() };
            let seed = zobrist::key(seed, mover.index() as u64);
            let request = Request { limits, level: level_of(mover), seed, ..Request::default() };
            let signal = Signal::default();
            signal.start_clock(Instant::now());
            let found = session.search(&request, memory, &signal, &mut |_| {});
            let best = found.map_err(|error| error.to_string())?.ok_or("no move")?.best;
            session.play(&best).map_err(|error| error.to_string())?;
        }
        Ok(None)
    }
}
