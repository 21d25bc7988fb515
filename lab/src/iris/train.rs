//! `train iris`: from games to weights.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand, ValueEnum};
use fastrand::Rng;
use indicatif::{ProgressBar, ProgressStyle};
use tetrarch::board::Wide;
use tetrarch::board::hex::HexSet;
use tetrarch::games::iris::net::Net;
use tetrarch::games::iris::{Iris, judge_by};

use super::campaign::Campaign;
use super::data::{Sample, Store};
use super::fit::{self, Data, Plan};
use super::puct::ByNet;
use super::selfplay::{self, Rave};

/// An error with a sentence for a person.
pub type Error = Box<dyn std::error::Error>;

/// The steps of training.
#[derive(Subcommand)]
pub enum Train {
    /// Adds games to a file until it has so many
    Play(Play),
    /// Fits a net to games
    Fit(Fit),
    /// Plays by the net, fits it to its games and accepts it by a match, again and again
    Loop(Campaign),
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Player {
    /// Monte-Carlo with all-moves-as-first
    Rave,
    /// Lopsided random play, judged by playouts
    Random,
    /// The net by tree search, as in the loop
    Net,
    /// The net by chance, its last turns judged by who wins
    Exact,
    /// The engine with the net, its first turns judged by its search
    Search,
}

/// Where games come from and where they go.
#[derive(Args)]
pub struct Play {
    /// The file that they are added to
    #[arg(long)]
    file: PathBuf,
    /// Who plays
    #[arg(long, value_enum)]
    player: Player,
    /// Playouts or visits a step, or positions that may be looked at to judge one
    #[arg(long, default_value_t = 1600)]
    visits: u32,
    /// The net that plays; by default the one that is built in
    #[arg(long)]
    net: Option<PathBuf>,
    /// The sizes of the boards, in turn
    #[arg(long, value_delimiter = ',', default_value = "6,5,4")]
    sizes: Vec<usize>,
    /// How many games the file shall have
    #[arg(long)]
    games: u64,
    /// The seed; with the number of a game it makes that game
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Does it.
///
/// # Errors
/// A file cannot be read or written.
pub fn run(train: Train) -> Result<(), Error> {
    match train {
        Train::Play(play) => play.run(),
        Train::Fit(fit) => fit.run(),
        Train::Loop(campaign) => campaign.run(),
    }
}

/// What a net is fitted to.
#[derive(Args)]
pub struct Fit {
    /// The files with games
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where the net goes
    #[arg(long)]
    net: PathBuf,
    /// The net to begin with; by default a random one
    #[arg(long)]
    from: Option<PathBuf>,
    /// Passes over the data
    #[arg(long, default_value_t = 4)]
    epochs: usize,
    /// The size of the first steps
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// How much the search's own judgement counts beside the result, from 0 to 1
    #[arg(long, default_value_t = 0.5)]
    trust: f32,
    /// The most positions of one file, the latest
    #[arg(long, default_value_t = usize::MAX)]
    most: usize,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Fit {
    fn run(&self) -> Result<(), Error> {
        let data = Data::load(&self.data, self.most)?;
        println!("{} positions", data.len());
        let mut net = match &self.from {
            Some(path) => fit::read_net(path)?,
            None => fit::fresh(self.seed),
        };
        let Fit { epochs, rate, trust, seed, .. } = *self;
        let mut failed = None;
        fit::fit(&mut net, &data, &Plan { epochs, rate, trust, seed }, |epoch, net, point| {
            println!(
                "epoch {} learnt {:.4?} held out {:.4?}",
                epoch + 1,
                point.learn.means(),
                point.test.means()
            );
            failed = fit::write_net(&self.net, net).err();
        });
        failed.map_or(Ok(()), |error| Err(error.into()))
    }
}

impl Play {
    fn run(&self) -> Result<(), Error> {
        let mut store = Store::open(&self.file)?;
        let net = self.net.as_deref().map(fit::read_net).transpose()?.map(|weights| weights.net());
        let bar = bar(self.games);
        bar.set_position(store.games);
        bar.reset_eta();
        while store.games < self.games {
            let mut rng = Rng::with_seed(self.seed.wrapping_mul(1 << 32).wrapping_add(store.games));
            let size = self.sizes[store.games as usize % self.sizes.len()];
            let game = match size {
                8 => self.game::<Wide>(size, net.as_ref(), &mut rng),
                6 | 7 => self.game::<u128>(size, net.as_ref(), &mut rng),
                _ => self.game::<u64>(size, net.as_ref(), &mut rng),
            };
            store.add(&game.ok_or("there is no board of that size")?)?;
            bar.inc(1);
        }
        bar.finish();
        Ok(())
    }

    fn game<B: HexSet>(
        &self,
        size: usize,
        net: Option<&Net>,
        rng: &mut Rng,
    ) -> Option<Vec<Sample>> {
        let start = Iris::<B>::new(size)?;
        let net = net.unwrap_or_else(|| Net::built_in(size));
        Some(match self.player {
            Player::Rave => selfplay::game(start, &mut Rave { visits: self.visits }, rng),
            Player::Net => {
                // A game depends on nothing that came before it.
                judge_by(Arc::new(net.clone()));
                let mut by_net = ByNet { net, visits: self.visits, curious: true };
                selfplay::game(start, &mut by_net, rng)
            }
            Player::Random => selfplay::lopsided(start, self.visits, rng),
            Player::Exact => selfplay::exact(start, net, self.visits, rng),
            Player::Search => selfplay::searched(start, net, self.visits.into(), rng),
        })
    }
}

/// A bar that tells how far it is and how long it will take.
pub fn bar(length: u64) -> ProgressBar {
    let template = "{elapsed_precise} {wide_bar} {pos}/{len} {per_sec} eta {eta} {msg}";
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
