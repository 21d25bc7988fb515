//! Fits the weights of a judgement to games that the engine plays against itself.
//!
//! Two stages, each from a file to a file: games are played and recorded, and weights are fitted
//! to the recorded games. The same seed gives the same games and so the same weights. Whether
//! they are any better only a match can tell.

mod fit;
mod record;
mod sample;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use clap::Args;
use tetrarch::games::{self, Open, Playable};
use tetrarch::options::Options;
use tetrarch::search::Weights;

use fit::Fit;
use record::{Plan, Record};
use sample::Samples;

/// What `tetrarch-lab tune` is asked to do.
#[derive(Args)]
pub struct TuneArgs {
    /// The game: linetris, manalath or otrio
    game: String,

    /// Sets an option of the game, such as LinetrisColumns=8; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// The file of recorded games; those that it lacks are played
    #[arg(long, value_name = "FILE")]
    record: PathBuf,

    /// How many games the record is to hold
    #[arg(long, default_value_t = 2_000)]
    games: u64,

    /// Positions to look at for a move
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,

    /// Each game begins with up to so many random turns
    #[arg(long, default_value_t = 8)]
    plies: u32,

    /// The randomness of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many games are played at a time
    #[arg(long, default_value_t = 1)]
    jobs: usize,

    /// Another file of recorded games to fit to, of any options; can be repeated
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,

    /// Where to write the weights; without it they are only shown
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    #[command(flatten)]
    fit: Fit,
}

/// Plays what the record lacks, fits, and writes the weights.
///
/// # Errors
/// A file or an option is not as it should be, or the game has no weights.
pub fn run(arguments: TuneArgs) -> Result<(), Box<dyn Error>> {
    let TuneArgs { game, options, games, nodes, plies, seed, .. } = &arguments;
    let plan = Plan {
        game: game.parse()?,
        options: options.clone(),
        nodes: *nodes,
        plies: *plies,
        seed: *seed,
    };
    record::play(&plan, &arguments.record, *games, arguments.jobs)?;
    let mut samples = Samples::default();
    let mut weights = None;
    for path in std::iter::once(&arguments.record).chain(&arguments.also) {
        let record = Record::read(path)?;
        if record.plan.game != plan.game {
            return Err(format!("{}: games of {}", path.display(), record.plan.game).into());
        }
        let setup = record.plan.setup()?;
        let before = games::open(&setup, None, Gather { record: &record, samples: &mut samples })??;
        weights.get_or_insert(before);
    }
    let before = weights.ok_or("no games")?;
    let after = arguments.fit.run(&samples, before)?;
    println!("\n{:<24}{:>8}{:>8}", "weight", "before", "after");
    for ((name, before), after) in before.names().iter().zip(before.values()).zip(after.values()) {
        println!("{name:<24}{before:>8}{after:>8}");
    }
    let Some(path) = arguments.weights else { return Ok(()) };
    fs::write(&path, after.to_string())?;
    println!("\n{} is written. The match that judges it:\n{}", path.display(), verify(&plan));
    Ok(())
}

/// The commands that hold the new weights against the old.
fn verify(plan: &Plan) -> String {
    let options: String = plan.options.iter().map(|option| format!(" --option {option}")).collect();
    format!(
        "cp target/release/tetrarch old && cargo build --release\n\
         tetrarch referee --game {}{options} --engine name=new cmd=target/release/tetrarch \
         --engine name=old cmd=./old --each movetime=100 --plies {} --seed {} --rounds 1000 \
         --sprt elo0=0 elo1=20",
        plan.game,
        plan.plies,
        plan.seed + 1
    )
}

/// Takes samples from recorded games, once the type of their positions is known.
struct Gather<'a> {
    record: &'a Record,
    samples: &'a mut Samples,
}

impl Open for Gather<'_> {
    type Output = Result<&'static Weights, Box<dyn Error>>;

    fn open<G: Playable>(self, start: G) -> Self::Output {
        for game in &self.record.games {
            self.samples.take(&start, game)?;
        }
        Ok(start.weights())
    }
}

impl Plan {
    /// The game and its options as the engine has them.
    fn setup(&self) -> Result<games::Setup, Box<dyn Error>> {
        let mut options = Options::default();
        options.set("Game", self.game.as_str())?;
        options.assign(self.options.iter().map(String::as_str))?;
        Ok(options.setup)
    }
}
