//! Proves who wins a position, and in how many plies, without a judgement.
//!
//! For growing numbers of plies it asks of each seat whether it can force a win within so many.
//! That is a question of yes or no: it needs no window, a path never matters, and an answer holds
//! for every image of a position. It shares the rules and the verdicts of the games with the
//! engine, and nothing with its search; with `--plain` not even the verdicts.

use std::error::Error;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use tetrarch::game::{Outcome, Seat, Steps, Turn};
use tetrarch::games::{self, Name, Open, Playable};
use tetrarch::options::Options;
use tetrarch::search::{Judge, Verdict};

/// What `tetrarch-lab prove` is asked to do.
#[derive(Args)]
pub struct ProveArgs {
    /// The game: linetris, manalath or otrio
    game: String,

    /// Sets an option of the game, such as OtrioMode=2x2; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// The position; the start if there is none
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,

    /// Plies at which to give up
    #[arg(long, default_value_t = 99)]
    most: u32,

    /// MiB of the table
    #[arg(long, default_value_t = 1_024)]
    memory: usize,

    /// Uses the rules alone, and nothing that the game can settle without a search
    #[arg(long)]
    plain: bool,

    /// Proves what follows each turn as well, up to symmetry
    #[arg(long)]
    turns: bool,
}

/// Proves, and prints what is proven.
///
/// # Errors
/// An option or the position is not as it should be, or the game cannot be proven this way.
pub fn run(arguments: &ProveArgs) -> Result<(), Box<dyn Error>> {
    let mut options = Options::default();
    options.set("Game", &arguments.game)?;
    options.assign(arguments.options.iter().map(String::as_str))?;
    if options.setup.game == Name::Iris {
        return Err("a game of Iris lasts until its board is full: no win comes sooner".into());
    }
    games::open(&options.setup, arguments.position.as_deref(), Prove(arguments))?
}

struct Prove<'a>(&'a ProveArgs);

impl Open for Prove<'_> {
    type Output = Result<(), Box<dyn Error>>;

    fn open<G: Playable>(self, start: G) -> Self::Output {
        if start.seats() != 2 {
            return Err("nobody wins against more than one enemy: choose a game for two".into());
        }
        let ProveArgs { most, memory, plain, turns, .. } = *self.0;
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {elapsed} {msg}")?);
        bar.enable_steady_tick(Duration::from_millis(250));
        let mut provers = [Seat::P1, Seat::P2].map(|seat| Prover::new(seat, memory / 2, plain));
        let shown = |what: &str, found: Option<(Seat, u32)>| match found {
            Some((seat, plies)) => println!("{what}: {seat} wins in {plies} plies"),
            None => println!("{what}: nobody wins within {most} plies"),
        };
        let begin = Instant::now();
        let mut told = |plies: u32, provers: &[Prover]| {
            let nodes: u64 = provers.iter().map(|prover| prover.nodes).sum();
            let time = HumanDuration(begin.elapsed());
            bar.set_message(format!("{plies} plies, {} nodes", HumanCount(nodes)));
            bar.suspend(|| println!("within {plies} plies: {} nodes, {time}", HumanCount(nodes)));
        };
        println!("{start}");
        let found = first_win(&mut provers, &start, most, &mut told);
        shown("proven", found);
        if turns {
            for turn in different(&start) {
                let mut next = start.clone();
                next.play_turn(turn);
                let found = first_win(&mut provers, &next, most - 1, &mut |_, _| {});
                shown(&start.write_turn(turn), found.map(|(seat, plies)| (seat, plies + 1)));
            }
        }
        Ok(())
    }
}

/// One of each turns that are images of each other.
fn different<G: Judge>(position: &G) -> Vec<Turn<G::Step>> {
    let mut keys = Vec::new();
    let mut turns = position.turns();
    turns.retain(|&turn| {
        let mut next = position.clone();
        next.play_turn(turn);
        let key = next.canonical_key();
        let new = !keys.contains(&key);
        keys.push(key);
        new
    });
    turns
}

/// The seat that wins soonest, and in how many plies; tells how far the provers are.
fn first_win<G: Judge>(
    provers: &mut [Prover],
    position: &G,
    most: u32,
    told: &mut dyn FnMut(u32, &[Prover]),
) -> Option<(Seat, u32)> {
    let most = most.min(position.turns_left().unwrap_or(most));
    (0..=most).find_map(|plies| {
        let winner = provers.iter_mut().position(|prover| prover.wins_within(position, plies));
        told(plies, provers);
        winner.map(|at| (provers[at].seat, plies))
    })
}

/// What is known of a position, up to symmetry.
#[derive(Clone, Copy, Default)]
struct Known {
    key: u64,
    /// Not won in so many plies.
    not_in: u8,
    /// Won in so many plies; 0 in memory never written.
    within: u8,
    /// The step that showed it, as its code in the game plus one.
    code: u16,
}

/// Entries looked through for one key.
const BUCKET: usize = 4;
const NEVER: u8 = u8::MAX;
/// The last plies are tried faster than they are remembered.
const WORTH_KEEPING: u32 = 3;

/// Answers whether one seat can force its win, for many positions of one game.
pub struct Prover {
    seat: Seat,
    plain: bool,
    known: Vec<Known>,
    /// How often a step showed something, by seat and code.
    useful: Vec<u32>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Prover {
    /// A prover for a seat with so many MiB; a plain one uses nothing but the rules.
    pub fn new(seat: Seat, memory: usize, plain: bool) -> Self {
        let buckets = ((memory << 20) / (BUCKET * size_of::<Known>())).max(1);
        let known = vec![Known::default(); buckets * BUCKET];
        Prover { seat, plain, known, useful: Vec::new(), nodes: 0 }
    }

    /// Whether the seat can force a win in so many plies or fewer.
    pub fn wins_within<G: Judge>(&mut self, position: &G, plies: u32) -> bool {
        self.nodes += 1;
        if position.outcome().is_some() || plies == 0 {
            return position.outcome() == Some(Outcome::Won(self.seat));
        }
        let mine = position.mover() == self.seat;
        let sight = position.look();
        let mut steps = Steps::new();
        if self.plain {
            position.steps(&mut steps);
        } else {
            match position.resolve(&sight, &mut steps) {
                Verdict::Open => {}
                Verdict::Wins(turns) => return mine && turns <= plies,
                Verdict::Loses(turns) => return !mine && turns <= plies,
                Verdict::Drawn => return false,
            }
        }
        if plies < WORTH_KEEPING || steps.len() == 1 {
            let shows = |step: &G::Step| self.next(position, *step, plies) == mine;
            return steps.iter().any(shows) == mine;
        }
        let key = position.canonical_key();
        let known = self.recall(key);
        if plies <= known.not_in.into() || plies >= known.within.into() {
            return plies >= known.within.into();
        }
        // Codes are those of this image; another image's step is a guess as good as any.
        let mut ranked: Steps<(i64, G::Step)> = steps
            .iter()
            .map(|&step| {
                let code = position.code(step);
                let first = if known.code == code + 1 { 1 << 40 } else { 0 };
                let useful = i64::from(*self.useful_at::<G>(position.mover(), code));
                (first + useful + (i64::from(position.hint(&sight, step)) << 10), step)
            })
            .collect();
        ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        let shown = ranked.iter().find(|(_, step)| self.next(position, *step, plies) == mine);
        let mut code = known.code;
        if let Some((_, step)) = shown {
            code = position.code(*step) + 1;
            *self.useful_at::<G>(position.mover(), code - 1) += plies * plies;
        }
        let wins = shown.is_some() == mine;
        let (not_in, within) =
            if wins { (known.not_in, plies as u8) } else { (plies as u8, known.within) };
        self.keep(Known { key, not_in, within, code });
        wins
    }

    fn next<G: Judge>(&mut self, position: &G, step: G::Step, plies: u32) -> bool {
        let mut next = position.clone();
        next.play(step);
        self.wins_within(&next, plies - 1)
    }

    fn useful_at<G: Judge>(&mut self, mover: Seat, code: u16) -> &mut u32 {
        self.useful.resize(2 * G::CODES, 0);
        &mut self.useful[mover.index() * G::CODES + usize::from(code)]
    }

    fn bucket(&mut self, key: u64) -> &mut [Known] {
        let buckets = self.known.len() / BUCKET;
        let at = ((u128::from(key) * buckets as u128) >> 64) as usize;
        &mut self.known[at * BUCKET..][..BUCKET]
    }

    fn recall(&mut self, key: u64) -> Known {
        let found = self.bucket(key).iter().find(|known| known.key == key && known.within != 0);
        found.copied().unwrap_or(Known { key, not_in: 0, within: NEVER, code: 0 })
    }

    /// Keeps what is new at the cost of what was easiest to find.
    fn keep(&mut self, new: Known) {
        let ease = |old: &&mut Known| match old.within {
            within if within != 0 && old.key == new.key => 0,
            0 => 1,
            NEVER => 2 + u32::from(old.not_in),
            within => 2 + u32::from(within),
        };
        if let Some(old) = self.bucket(new.key).iter_mut().min_by_key(ease) {
            *old = new;
        }
    }
}
