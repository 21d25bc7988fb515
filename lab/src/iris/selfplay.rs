//! Games against oneself, to learn from.

use std::sync::Arc;

use fastrand::Rng;
use tetrarch::board::hex::HexSet;
use tetrarch::game::{Game, Outcome, Seat, Steps};
use tetrarch::games::iris::net::Net;
use tetrarch::games::iris::{Iris, Step, endgame, judge_by};
use tetrarch::history::History;
use tetrarch::search::{Found, Judge, Limits, Memory, Score, Signal, Task, search};

use super::data::{Sample, code};
use super::gradient::softmax;
use super::{Habit, Tree, playout};

/// What a player thinks of a position: its placements with their weights, and how likely it wins.
pub struct Thought {
    /// The placements, weights not normalised.
    pub policy: Vec<(Step, f32)>,
    /// How likely the mover wins.
    pub chance: f32,
}

/// Someone who plays against himself.
pub trait Thinker<B: HexSet> {
    /// Thinks about a position in which the game goes on.
    fn think(&mut self, position: &Iris<B>, rng: &mut Rng) -> Thought;

    /// A position that the engine's own search expects from here, right or wrong: what it errs
    /// about is often what games never show.
    fn imagine(&mut self, _position: &Iris<B>) -> Option<Iris<B>> {
        None
    }
}

/// Monte-Carlo with all-moves-as-first.
pub struct Rave {
    /// Playouts a step.
    pub visits: u32,
}

impl<B: HexSet> Thinker<B> for Rave {
    fn think(&mut self, position: &Iris<B>, rng: &mut Rng) -> Thought {
        let mut tree = Tree::new(*position, Habit::RAVE, rng.fork());
        (0..self.visits).for_each(|_| tree.grow());
        let policy = tree.seen().map(|seen| (seen.step, seen.visits as f32)).collect();
        Thought { policy, chance: tree.value() }
    }
}

/// Every how many games one has a blunder in it, so that lopsided positions are known, too.
const BLUNDERS: u32 = 3;

/// For every how many turns one that the engine has in mind is learnt from as well.
const IMAGINED: u32 = 3;

/// More empty cells than this, and who wins is not looked for.
const LATE: u32 = 24;

/// Positions that may be looked at to see who wins a game.
const ENDING: u32 = 4_000;

/// Plays a game to the point where it is decided, and tells what was thought on the way.
pub fn game<B: HexSet>(
    start: Iris<B>,
    thinker: &mut impl Thinker<B>,
    rng: &mut Rng,
) -> Vec<Sample> {
    let cells = start.board().cells().count();
    let mut position = start;
    let mut samples = Vec::new();
    let mut imagined = Vec::new();
    let mut legal = Steps::new();
    // A few steps by chance make every game another one.
    let random = rng.u32(0..6);
    let blunder = if rng.u32(..BLUNDERS) == 0 { rng.u32(..cells / 2) } else { u32::MAX };
    let mut winner = None;
    for count in 0.. {
        winner = winner.or_else(|| match position.outcome() {
            Some(Outcome::Won(seat)) => Some(seat),
            Some(Outcome::Drawn) => None,
            None if position.mid_turn() => None,
            None => position.decided().or_else(|| solved(&position, ENDING)),
        });
        if winner.is_some() || position.outcome().is_some() {
            break;
        }
        if count < random || count == blunder {
            legal.clear();
            position.placements(&mut legal);
            position.play(legal[rng.usize(..legal.len())]);
            continue;
        }
        let thought = thinker.think(&position, rng);
        samples.push(sample(&position, &thought));
        if !position.mid_turn()
            && rng.u32(..IMAGINED) == 0
            && let Some(leaf) = thinker.imagine(&position)
        {
            imagined.push(sample(&leaf, &thinker.think(&leaf, rng)));
        }
        let sharp = count > cells / 4;
        position.play(pick(&thought.policy, sharp, rng));
    }
    for sample in &mut samples {
        sample.won = winner.map(|seat| seat == sample.mover);
    }
    samples.extend(imagined);
    samples
}

fn sample<B: HexSet>(position: &Iris<B>, thought: &Thought) -> Sample {
    Sample { chance: thought.chance, policy: shares(&thought.policy), ..Sample::of(position) }
}

/// The likeliest placement, or any by its weight.
fn pick(policy: &[(Step, f32)], sharp: bool, rng: &mut Rng) -> Step {
    let best = policy.iter().fold(policy[0], |best, &one| if one.1 > best.1 { one } else { best });
    let sum: f32 = policy.iter().map(|one| one.1).sum();
    let mut at = rng.f32() * sum;
    if sharp || sum <= 0.0 {
        return best.0;
    }
    for &(step, weight) in policy {
        at -= weight;
        if at < 0.0 {
            return step;
        }
    }
    best.0
}

/// Weights as 255ths of the largest; those that round to nothing are left out.
fn shares(policy: &[(Step, f32)]) -> Vec<(u8, u8)> {
    let most = policy.iter().map(|one| one.1).fold(0.0, f32::max).max(1e-9);
    let share = |weight: f32| (255.0 * weight / most).round() as u8;
    let shares = policy.iter().map(|&(step, weight)| (code(step), share(weight)));
    shares.filter(|&(_, share)| share > 0).collect()
}

/// Who wins a position near the end, if so many positions are enough to tell.
fn solved<B: HexSet>(position: &Iris<B>, allowance: u32) -> Option<Seat> {
    let late = position.empty().count() <= LATE && !position.mid_turn();
    late.then(|| endgame::winner_within(position, allowance).0).flatten()
}

/// How often a step is taken by chance alone, where else the policy says how likely it is.
const WHIM: f32 = 0.1;

/// Positions from the last turns of a game that a net plays by chance, with who wins them: nobody
/// has to guess what can be known.
pub fn exact<B: HexSet>(start: Iris<B>, net: &Net, allowance: u32, rng: &mut Rng) -> Vec<Sample> {
    // A game depends on nothing that came before it.
    endgame::forget();
    let mut position = start;
    let mut samples = Vec::new();
    while position.outcome().is_none() {
        if !position.mid_turn() {
            if position.decided().is_some() {
                break;
            }
            if let Some(winner) = solved(&position, allowance) {
                let chance = f32::from(u8::from(winner == position.mover()));
                samples.push(Sample { chance, ..Sample::of(&position) });
            }
        }
        position.play(by_chance(&position, net, rng));
    }
    samples
}

/// A placement that a net thinks likely, or now and then any.
fn by_chance<B: HexSet>(position: &Iris<B>, net: &Net, rng: &mut Rng) -> Step {
    let mut steps = Steps::new();
    position.placements(&mut steps);
    let opinion = net.judge(position);
    let logit = |&step: &Step| opinion.policy[usize::from(code(step))];
    let mut shares: Vec<f32> = steps.iter().map(logit).collect();
    softmax(&mut shares);
    let even = 1.0 / steps.len() as f32;
    let mixed = shares.iter().map(|share| share + WHIM * (even - share));
    let policy: Vec<(Step, f32)> = steps.iter().copied().zip(mixed).collect();
    pick(&policy, false, rng)
}

/// Fewer stones than this, and positions are too much alike to learn from each.
const STONES: u32 = 3;
/// So few empty cells, and the engine mostly sees who wins.
const SEEN: u32 = 18;

/// Positions from the first turns of a game with what the engine's search of so many positions says
/// of them: what no end teaches. Half of the turns are by chance, or else games would be alike.
pub fn searched<B: HexSet>(start: Iris<B>, net: &Net, nodes: u64, rng: &mut Rng) -> Vec<Sample>
where
    Iris<B>: Judge<Step = Step>,
{
    judge_by(Arc::new(net.clone()));
    let memory = Memory::new(Memory::MIN);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let task = Task { limits, ..Task::default() };
    let mut position = start;
    let mut samples = Vec::new();
    while position.outcome().is_none() && position.empty().count() > SEEN {
        let mut best = None;
        if !position.mid_turn() && position.occupied().count() >= STONES {
            let mut score = Score::DRAW;
            let history = History::new(position);
            let found = search(&history, &task, &memory, &Signal::default(), &mut |report| {
                score = report.score;
            });
            let chance = 1.0 / (1.0 + (-score.value() as f32 / 100.0).exp());
            samples.push(Sample { chance, ..Sample::of(&position) });
            if let Some(Found { best: turn, .. }) = found {
                let mut half = position;
                half.play(turn.first);
                if half.mid_turn() {
                    // The same mover, and the better half is still to come.
                    samples.push(Sample { chance, ..Sample::of(&half) });
                }
                best = Some(turn).filter(|_| rng.bool());
            }
        }
        match best {
            Some(turn) => position.play_turn(turn),
            None => position.play(by_chance(&position, net, rng)),
        }
    }
    samples
}

/// Positions of random play in which one side often plays twice, judged by playouts: games of
/// equals never show how a lost position looks.
pub fn lopsided<B: HexSet>(start: Iris<B>, playouts: u32, rng: &mut Rng) -> Vec<Sample> {
    let board = start.board();
    let favoured = if rng.bool() { Seat::P1 } else { Seat::P2 };
    let bias = rng.f32() * 0.5;
    let mut position = start;
    let mut samples = Vec::new();
    let mut steps = Steps::new();
    while position.outcome().is_none() {
        steps.clear();
        position.placements(&mut steps);
        position.play(steps[rng.usize(..steps.len())]);
        let weak = position.mover() != favoured;
        if !position.mid_turn() && weak && rng.f32() < bias {
            let stones = [Seat::P1, Seat::P2].map(|seat| position.stones(seat));
            position = Iris::with_stones(board, stones, favoured, None);
        }
        if position.outcome().is_some() || rng.u32(..4) > 0 {
            continue;
        }
        let mover = position.mover();
        let won = |_| playout::playout(&position, &mut *rng).winner == mover;
        let wins = (0..playouts).map(won).filter(|&won| won).count();
        let chance = (wins as f32 + 0.5) / (playouts as f32 + 1.0);
        samples.push(Sample { chance, ..Sample::of(&position) });
    }
    samples
}
