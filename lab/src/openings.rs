//! Openings that are fair to both seats.
//!
//! From most random openings one seat wins whoever plays it: both games of a pair have the same
//! winner, the pair says nothing of the players, and the better one scores little more than half.
//! Here only those are kept that a search of some length thinks even.

use std::collections::BTreeSet;
use std::error::Error;

use clap::Args;
use tetrarch::options::Options;
use tetrarch::referee::openings::Openings;
use tetrarch::search::{Limits, Memory, Score, Signal};
use tetrarch::session::Request;

use crate::record;

/// How many random openings are looked at for each that is wanted.
const PATIENCE: u64 = 100;

/// What `tetrarch-lab openings` is asked to do.
#[derive(Args)]
pub struct OpeningsArgs {
    /// The game: iris, manalath, otrio or linetris
    game: String,

    /// Sets an option of the game, such as IrisSize=4; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// How many openings
    #[arg(long, default_value_t = 100)]
    count: usize,

    /// Random turns of each
    #[arg(long, default_value_t = 4)]
    plies: usize,

    /// Positions to look at to judge an opening
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,

    /// How far from even a score may be, in hundredths
    #[arg(long, default_value_t = 50, value_name = "CP")]
    within: i32,

    /// The randomness of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints the first random openings that are fair, one a line, as a referee reads them.
///
/// # Errors
/// An option is not as it should be, or fair openings are too rare.
pub fn run(arguments: &OpeningsArgs) -> Result<(), Box<dyn Error>> {
    let &OpeningsArgs { count, plies, nodes, within, seed, .. } = arguments;
    let mut options = Options::default();
    options.set("Game", &arguments.game)?;
    options.assign(arguments.options.iter().map(String::as_str))?;
    let setup = options.setup;
    let openings = Openings::random(plies, seed);
    let memory = Memory::new(Memory::MIN);
    let request = Request {
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        ..Request::default()
    };
    let bar = record::progress(count, count);
    let mut positions = BTreeSet::new();
    for round in 0..PATIENCE * count as u64 {
        if positions.len() == count {
            break;
        }
        let opening = openings.of_round(round, &setup);
        let session = opening.set_up(&setup)?;
        memory.clear();
        let mut score = Score::DRAW;
        session.search(&request, &memory, &Signal::default(), &mut |report| {
            score = report.score;
        })?;
        let even = !score.is_mate() && score.value().abs() <= within;
        if even && positions.insert(session.position()) {
            bar.inc(1);
            bar.suspend(|| println!("{}", opening.moves.join(" ")));
        }
    }
    bar.finish_and_clear();
    if positions.len() < count {
        return Err(format!("only {} of {count} openings are fair", positions.len()).into());
    }
    Ok(())
}
