//! The whole of training as a loop: play, fit, gate, and again.
//!
//! Everything is in one directory, and what is there tells how far it got, so that a kill at any
//! time costs at most one game, one pass of fitting or one pair of the match.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use fastrand::Rng;
use tetrarch::board::Wide;
use tetrarch::games::iris::net::Net;
use tetrarch::games::iris::{Iris, judge_by};

use super::data::Store;
use super::fit::{self, Data, Plan};
use super::puct::ByNet;
use super::train::{Error, bar};
use super::{gate, selfplay};

/// How the loop goes round.
#[derive(Args)]
pub struct Campaign {
    /// The directory: `best.bin` is the net, `seed-*.bin` are games to begin with
    #[arg(long)]
    dir: PathBuf,
    /// How many generations there shall be in all
    #[arg(long, default_value_t = 1000)]
    generations: usize,
    /// Games of a generation
    #[arg(long, default_value_t = 600)]
    games: u64,
    /// Visits a step
    #[arg(long, default_value_t = 200)]
    visits: u32,
    /// The sizes of the boards, in turn
    #[arg(long, value_delimiter = ',', default_value = "6,5,4")]
    sizes: Vec<usize>,
    /// How many of the latest generations a net is fitted to, beside the games to begin with
    #[arg(long, default_value_t = 12)]
    window: usize,
    /// The most positions of one file of games to begin with, the latest
    #[arg(long, default_value_t = 300_000)]
    most: usize,
    /// Nodes a turn of the engine's search in the match that decides whether a net is accepted
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Pairs of games that decide whether a net is accepted
    #[arg(long, default_value_t = 30)]
    pairs: u64,
    /// The share of points from which on it is
    #[arg(long, default_value_t = 0.53)]
    accept: f64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Campaign {
    /// Goes on from wherever it is.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn run(&self) -> Result<(), Error> {
        let log = self.dir.join("log.tsv");
        loop {
            let done = fs::read_to_string(&log).unwrap_or_default();
            let generation = done.lines().count() + 1;
            fs::write(self.dir.join("curve.svg"), curve(&done))?;
            if generation > self.generations {
                return Ok(());
            }
            let line = self.generation(generation)?;
            println!("{line}");
            let mut file = OpenOptions::new().create(true).append(true).open(&log)?;
            writeln!(file, "{line}")?;
        }
    }

    fn path(&self, kind: &str, generation: usize) -> PathBuf {
        self.dir.join(format!("{kind}-{generation:04}.bin"))
    }

    fn rng(&self, generation: usize, number: u64) -> Rng {
        let seed = self.seed.wrapping_mul(1 << 48).wrapping_add((generation as u64) << 24);
        Rng::with_seed(seed.wrapping_add(number))
    }

    /// Plays, fits and gates; a line for the log: generation, positions, losses of the value and
    /// of the policy, hits of the policy, share of points, 1 if it was accepted.
    fn generation(&self, generation: usize) -> Result<String, Error> {
        let best_path = self.dir.join("best.bin");
        let weights = fit::read_net(&best_path)?;
        let best = Arc::new(weights.net());
        self.play(generation, &best)?;
        let first = generation.saturating_sub(self.window - 1).max(1);
        let mut files: Vec<PathBuf> = fs::read_dir(&self.dir)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("seed-"))
            })
            .collect();
        files.sort();
        files.extend((first..=generation).map(|number| self.path("games", number)));
        let data = Data::load(&files, self.most)?;
        let plan = Plan { epochs: 1, rate: 0.001, trust: 0.5, seed: generation as u64 };
        let candidate = self.path("net", generation);
        if !candidate.exists() {
            let mut net = weights;
            fit::fit(&mut net, &data, &plan, |_, _, _| {});
            fit::write_net(&candidate, &net)?;
        }
        let weights = fit::read_net(&candidate)?;
        let [value, policy, hits, _] = fit::test(&weights, &data, plan.trust).means();
        let share = self.gate(generation, &Arc::new(weights.net()), &best)?;
        let accepted = share >= self.accept;
        if accepted {
            fit::write_net(&best_path, &weights)?;
        }
        Ok(format!(
            "{generation}\t{}\t{value:.4}\t{policy:.4}\t{hits:.4}\t{share:.3}\t{}",
            data.len(),
            u8::from(accepted)
        ))
    }

    fn play(&self, generation: usize, net: &Arc<Net>) -> Result<(), Error> {
        let mut store = Store::open(&self.path("games", generation))?;
        let bar = bar(self.games).with_message("games");
        bar.set_position(store.games);
        while store.games < self.games {
            let mut rng = self.rng(generation, store.games);
            let size = self.sizes[store.games as usize % self.sizes.len()];
            // A game depends on nothing that came before it.
            judge_by(Arc::clone(net));
            let mut by_net = ByNet { net, visits: self.visits, curious: true };
            let game = match size {
                8 => Iris::<Wide>::new(8).map(|start| selfplay::game(start, &mut by_net, &mut rng)),
                6 | 7 => Iris::<u128>::new(size)
                    .map(|start| selfplay::game(start, &mut by_net, &mut rng)),
                _ => {
                    Iris::<u64>::new(size).map(|start| selfplay::game(start, &mut by_net, &mut rng))
                }
            };
            store.add(&game.ok_or("there is no board of that size")?)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// The share of points of a net against another.
    fn gate(&self, generation: usize, net: &Arc<Net>, best: &Arc<Net>) -> Result<f64, Error> {
        let path = self.dir.join(format!("gate-{generation:04}.txt"));
        let mut points: Vec<f64> = read_points(&path);
        let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
        let bar = bar(self.pairs).with_message("match");
        while (points.len() as u64) < self.pairs {
            let mut rng = self.rng(generation, (1 << 23) + points.len() as u64);
            let nets = [net, best];
            let won = match self.sizes[points.len() % self.sizes.len()] {
                8 => {
                    Iris::<Wide>::new(8).map(|start| gate::pair(start, nets, self.nodes, &mut rng))
                }
                size @ (6 | 7) => Iris::<u128>::new(size)
                    .map(|start| gate::pair(start, nets, self.nodes, &mut rng)),
                size => Iris::<u64>::new(size)
                    .map(|start| gate::pair(start, nets, self.nodes, &mut rng)),
            };
            let won = won.ok_or("there is no board of that size")?;
            writeln!(file, "{won}")?;
            points.push(won);
            bar.set_position(points.len() as u64);
        }
        bar.finish_and_clear();
        Ok(points.iter().sum::<f64>() / (2 * points.len()).max(1) as f64)
    }
}

fn read_points(path: &Path) -> Vec<f64> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map_while(|line| line.parse().ok()).collect()
}

/// The learning curve: losses of value and policy, and Elo added up over accepted nets.
pub fn curve(log: &str) -> String {
    let rows: Vec<Vec<f64>> = log
        .lines()
        .map(|line| line.split('\t').filter_map(|word| word.parse().ok()).collect())
        .filter(|row: &Vec<f64>| row.len() == 7)
        .collect();
    let mut elo = 0.0;
    let mut strength = Vec::new();
    for row in &rows {
        if row[6] > 0.0 {
            let share = row[5].clamp(0.02, 0.98);
            elo += 400.0 * (share / (1.0 - share)).log10();
        }
        strength.push(elo);
    }
    let series: [(&str, &str, Vec<f64>); 3] = [
        ("value loss", "#1f77b4", rows.iter().map(|row| row[2]).collect()),
        ("policy loss", "#d62728", rows.iter().map(|row| row[3]).collect()),
        ("Elo, accepted", "#2ca02c", strength),
    ];
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 400\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"800\" height=\"400\" fill=\"white\"/>\n",
    );
    for (number, (name, colour, values)) in series.iter().enumerate() {
        let most = values.iter().copied().fold(1e-9, f64::max);
        let x = |at: usize| 50.0 + 600.0 * at as f64 / values.len().max(2).saturating_sub(1) as f64;
        let points: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(at, value)| {
                format!("{:.1},{:.1}", x(at), 370.0 - 340.0 * (value / most).max(0.0))
            })
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\n\
             <text x=\"660\" y=\"{}\" fill=\"{colour}\">{name} (top {most:.3})</text>",
            points.join(" "),
            40 + 20 * number
        );
    }
    text + "<text x=\"350\" y=\"392\">generation</text>\n</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_a_line_for_each_column() {
        let svg = curve("1\t100\t0.2\t0.9\t0.4\t0.6\t1\n2\t200\t0.1\t0.8\t0.5\t0.5\t0\n");
        assert_eq!(svg.matches("<polyline").count(), 3);
    }

    #[test]
    fn the_loop_goes_on_where_it_was() {
        let dir = std::env::temp_dir().join(format!("iris-loop-{}", std::process::id()));
        fs::create_dir_all(&dir).expect("a directory");
        fit::write_net(&dir.join("best.bin"), &fit::fresh(1)).expect("a net");
        let campaign = |generations| Campaign {
            dir: dir.clone(),
            generations,
            games: 26,
            visits: 4,
            sizes: vec![3],
            window: 2,
            most: 1000,
            nodes: 50,
            pairs: 2,
            accept: 0.5,
            seed: 1,
        };
        let net = fs::read(dir.join("best.bin")).expect("a net");
        campaign(1).run().expect("one generation");
        let games = fs::read(dir.join("games-0001.bin")).expect("games");
        // As if it had been killed while it played.
        fs::remove_file(dir.join("log.tsv")).expect("a log");
        fs::write(dir.join("best.bin"), net).expect("the net before");
        fs::write(dir.join("games-0001.bin"), &games[..games.len() / 2]).expect("half of them");
        campaign(2).run().expect("both again");
        assert_eq!(fs::read(dir.join("games-0001.bin")).expect("games"), games);
        assert_eq!(fs::read_to_string(dir.join("log.tsv")).expect("a log").lines().count(), 2);
        fs::remove_dir_all(dir).expect("no trace");
    }
}
