//! Counts how often each level of play gives away what is proven: a level that never does plays
//! perfectly, and no other can score against it but by the opening.
//!
//! The value of a position is a win for the mover or a loss, if either can be forced within a
//! number of plies, or else nothing. A turn is an error if what it leaves is worth less within the
//! plies that remain.

use std::error::Error;

use clap::Args;
use tetrarch::board::zobrist;
use tetrarch::game::Seat;
use tetrarch::games::{self, Name, Open, Playable};
use tetrarch::history::History;
use tetrarch::options::Options;
use tetrarch::referee::openings::Openings;
use tetrarch::search::{Judge, Limits, Memory, Signal, Task, search};

use crate::ladder::levels;
use crate::prove::Prover;
use crate::record;

/// What `tetrarch-lab errors` is asked to do.
#[derive(Args)]
pub struct ErrorsArgs {
    /// The game: linetris, manalath or otrio
    game: String,

    /// Sets an option of the game, such as OtrioMode=2x2; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// The levels, such as 4 or 2-10
    #[arg(long, default_value = "0-10", value_parser = levels)]
    levels: (u8, u8),

    /// Games that each level plays against itself
    #[arg(long, default_value_t = 50)]
    games: u64,

    /// Random turns at the beginning of each game
    #[arg(long, default_value_t = 4)]
    plies: usize,

    /// Plies within which wins are proven
    #[arg(long, default_value_t = 11)]
    within: u32,

    /// Positions to look at for a move, at the most
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,

    /// The randomness of the openings and of the levels
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// MiB of the table of proofs
    #[arg(long, default_value_t = 256)]
    memory: usize,
}

/// Plays, proves, and prints what was given away.
///
/// # Errors
/// An option is not as it should be, or the game cannot be proven this way.
pub fn run(arguments: &ErrorsArgs) -> Result<(), Box<dyn Error>> {
    let mut options = Options::default();
    options.set("Game", &arguments.game)?;
    options.assign(arguments.options.iter().map(String::as_str))?;
    if options.setup.game == Name::Iris {
        return Err("a game of Iris lasts until its board is full: no win comes sooner".into());
    }
    let openings = Openings::random(arguments.plies, arguments.seed);
    let openings = (0..arguments.games)
        .map(|game| openings.of_round(game, &options.setup).moves)
        .collect::<Vec<_>>();
    games::open(&options.setup, None, Count { arguments, openings: &openings })?
}

struct Count<'a> {
    arguments: &'a ErrorsArgs,
    openings: &'a [Vec<String>],
}

/// What a level did.
#[derive(Default)]
struct Tally {
    /// Turns in positions that were won.
    won: u64,
    /// Those after which they were not.
    thrown: u64,
    /// Turns in positions in which nothing was proven.
    open: u64,
    /// Those after which they were lost.
    spoilt: u64,
    /// Games with an error.
    flawed: u64,
}

impl Open for Count<'_> {
    type Output = Result<(), Box<dyn Error>>;

    fn open<G: Playable>(self, start: G) -> Self::Output {
        if start.seats() != 2 {
            return Err("nobody wins against more than one enemy: choose a game for two".into());
        }
        let &ErrorsArgs { levels: (low, high), games, memory, .. } = self.arguments;
        let mut truth =
            Truth([Seat::P1, Seat::P2].map(|seat| Prover::new(seat, memory / 2, false)));
        let count = usize::from(high - low + 1) * games as usize;
        let bar = record::progress(count, count);
        println!("level  won turns  thrown away  open turns  spoilt  games with an error");
        for level in low..=high {
            let mut tally = Tally::default();
            for (opening, number) in self.openings.iter().zip(0..) {
                let mut history = History::new(start.clone());
                for text in opening {
                    history.play(history.position().read_turn(text)?);
                }
                self.follow(history, level, number, &mut truth, &mut tally);
                bar.inc(1);
            }
            let Tally { won, thrown, open, spoilt, flawed } = tally;
            bar.suspend(|| {
                println!(
                    "{level:>5}{won:>11}{thrown:>7} {:>3.0} %{open:>12}{spoilt:>4} {:>2.0} %{flawed:>8} of {games}",
                    per_cent(thrown, won),
                    per_cent(spoilt, open)
                );
            });
        }
        bar.finish_and_clear();
        Ok(())
    }
}

fn per_cent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl Count<'_> {
    /// Lets a level play against itself to the end and counts its errors.
    fn follow<G: Playable>(
        &self,
        mut history: History<G>,
        level: u8,
        number: u64,
        truth: &mut Truth,
        tally: &mut Tally,
    ) {
        let &ErrorsArgs { within, nodes, seed, .. } = self.arguments;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let memory = Memory::new(Memory::MIN);
        let mut flawed = false;
        while history.outcome().is_none() {
            let position = history.position();
            let mover = position.mover();
            let seed = zobrist::key(zobrist::key(seed, number), mover.index() as u64);
            let task = Task { limits: limits.clone(), level, seed, ..Task::default() };
            memory.clear();
            let Some(found) = search(&history, &task, &memory, &Signal::default(), &mut |_| {})
            else {
                break;
            };
            let before = truth.value(position, mover, within);
            history.play(found.best);
            let after = truth.value(history.position(), mover, within - 1);
            tally.won += u64::from(before > 0);
            tally.open += u64::from(before == 0);
            tally.thrown += u64::from(before > 0 && after < before);
            tally.spoilt += u64::from(before == 0 && after < before);
            flawed |= after < before;
        }
        tally.flawed += u64::from(flawed);
    }
}

/// A prover for each seat.
struct Truth([Prover; 2]);

impl Truth {
    /// 1 if a seat can force its win within so many plies, -1 if the other seat can, or else 0.
    fn value<G: Judge>(&mut self, position: &G, seat: Seat, plies: u32) -> i32 {
        // Most wins are short, and a short one is proven soonest when it is looked for first.
        (0..=plies)
            .find_map(|plies| {
                let mut wins = |seat: Seat| self.0[seat.index()].wins_within(position, plies);
                match (wins(seat), wins(seat.other())) {
                    (true, _) => Some(1),
                    (_, true) => Some(-1),
                    _ => None,
                }
            })
            .unwrap_or(0)
    }
}
