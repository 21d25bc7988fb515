//! Tree search by the net alone: its policy says where to look, its value what was seen.

use fastrand::Rng;
use tetrarch::board::hex::HexSet;
use tetrarch::game::{Game, Outcome, Steps};
use tetrarch::games::iris::net::Net;
use tetrarch::games::iris::{Iris, Step};
use tetrarch::games::{Name, Setup};
use tetrarch::history::History;
use tetrarch::search::{Limits, Memory, Signal, Task, search};
use tetrarch::session::Session;

use super::OnBoard;
use super::data::code;
use super::gradient::softmax;
use super::mcts::{hundredths, write};
use super::selfplay::{Thinker, Thought};
use crate::serve::{Budget, Choice, Partner};

/// How much the policy counts beside what was seen.
const EXPLORE: f32 = 1.5;
/// How much worse than its parent a branch is taken to be before it was seen.
const UNSEEN: f32 = 0.1;
/// How much chance there is in the policy at the root of a game against oneself.
const NOISE: f32 = 0.25;
/// Nodes of the engine's search for a position that it has in mind.
const IMAGINED: u64 = 1_500;

#[derive(Clone, Copy, Debug)]
struct Node {
    step: Step,
    prior: f32,
    first: u32,
    branches: u8,
    visits: u32,
    /// Won by whoever played the step.
    wins: f32,
}

/// The tree that grows from one position.
pub struct Puct<'a, B: HexSet> {
    net: &'a Net,
    root: Iris<B>,
    nodes: Vec<Node>,
    path: Vec<usize>,
}

impl<'a, B: HexSet> Puct<'a, B> {
    /// A tree of nothing but its root.
    pub fn new(net: &'a Net, root: Iris<B>) -> Self {
        let node =
            Node { step: Step::Pass, prior: 1.0, first: 0, branches: 0, visits: 0, wins: 0.0 };
        Puct { net, root, nodes: vec![node], path: Vec::new() }
    }

    /// Asks the net about one more position.
    pub fn grow(&mut self) {
        let mut position = self.root;
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        while self.nodes[at].branches > 0 {
            at = self.choose(at);
            position.play(self.nodes[at].step);
            self.path.push(at);
        }
        let mover = position.mover();
        let decided = match position.outcome() {
            Some(Outcome::Won(seat)) => Some(seat),
            Some(Outcome::Drawn) => None,
            // A player has to move even where all is decided.
            None if position.mid_turn() || at == 0 => None,
            None => position.decided(),
        };
        let chance = match decided {
            Some(seat) => f32::from(u8::from(seat == mover)),
            None => self.branch(at, &position),
        };
        let mut walk = self.root;
        for index in 0..self.path.len() {
            let at = self.path[index];
            let player = walk.mover();
            if index > 0 {
                walk.play(self.nodes[at].step);
            }
            self.nodes[at].visits += 1;
            self.nodes[at].wins += if player == mover { chance } else { 1.0 - chance };
        }
    }

    /// Grows the branches of a leaf; how likely its mover wins.
    fn branch(&mut self, at: usize, position: &Iris<B>) -> f32 {
        let opinion = self.net.judge(position);
        let mut steps = Steps::new();
        position.placements(&mut steps);
        let mut priors: Vec<f32> =
            steps.iter().map(|&step| opinion.policy[usize::from(code(step))]).collect();
        softmax(&mut priors);
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].branches = steps.len() as u8;
        let node =
            |(&step, prior)| Node { step, prior, first: 0, branches: 0, visits: 0, wins: 0.0 };
        self.nodes.extend(steps.iter().zip(priors).map(node));
        1.0 / (1.0 + (-opinion.value).exp())
    }

    fn choose(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let branches = self.range(at);
        let wide = EXPLORE * (parent.visits as f32).sqrt();
        let seen = self.nodes[branches.clone()].iter().filter(|node| node.visits > 0);
        let (wins, visits) =
            seen.fold((0.0, 0), |sum, node| (sum.0 + node.wins, sum.1 + node.visits));
        let unseen = if visits > 0 { wins / visits as f32 - UNSEEN } else { 0.5 };
        let mut best = (f32::MIN, branches.start);
        for child in branches {
            let node = &self.nodes[child];
            let mean = if node.visits > 0 { node.wins / node.visits as f32 } else { unseen };
            let worth = mean + wide * node.prior / (1.0 + node.visits as f32);
            if worth > best.0 {
                best = (worth, child);
            }
        }
        best.1
    }

    fn range(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        node.first as usize..node.first as usize + usize::from(node.branches)
    }

    /// Mixes chance into the policy at the root.
    fn shake(&mut self, rng: &mut Rng) {
        let range = self.range(0);
        // A few steps get all the noise, as with a Dirichlet distribution of small alpha.
        let mut noise: Vec<f32> = range.clone().map(|_| rng.f32().powi(16)).collect();
        let sum: f32 = noise.iter().sum();
        noise.iter_mut().for_each(|part| *part /= sum.max(1e-9));
        for (node, noise) in self.nodes[range].iter_mut().zip(noise) {
            node.prior += NOISE * (noise - node.prior);
        }
    }

    fn favourite(&self, at: usize) -> Option<&Node> {
        self.nodes[self.range(at)].iter().max_by_key(|node| node.visits)
    }

    /// How likely the mover wins.
    pub fn value(&self) -> f32 {
        let best = self.favourite(0).filter(|node| node.visits > 0);
        best.map_or(0.5, |node| node.wins / node.visits as f32)
    }

    /// The most visited turn: one step or two.
    pub fn best(&self) -> Vec<Step> {
        let Some(first) = self.range(0).max_by_key(|&at| self.nodes[at].visits) else {
            return Vec::new();
        };
        let mut steps = vec![self.nodes[first].step];
        let mut position = self.root;
        position.play(steps[0]);
        if position.mid_turn() {
            let mut rest = Steps::new();
            position.placements(&mut rest);
            let second = self.favourite(first).map(|node| node.step);
            steps.extend(second.or(rest.first().copied()));
        }
        steps
    }
}

/// Plays by a net, so many visits a step.
pub struct ByNet<'a> {
    /// The net.
    pub net: &'a Net,
    /// Positions a step.
    pub visits: u32,
    /// Whether to try out what the net does not expect.
    pub curious: bool,
}

impl<B: HexSet> Thinker<B> for ByNet<'_> {
    fn think(&mut self, position: &Iris<B>, rng: &mut Rng) -> Thought {
        let mut tree = Puct::new(self.net, *position);
        tree.grow();
        if self.curious {
            tree.shake(rng);
        }
        (1..self.visits).for_each(|_| tree.grow());
        let steps = &tree.nodes[tree.range(0)];
        let policy = steps.iter().map(|node| (node.step, node.visits as f32)).collect();
        Thought { policy, chance: tree.value() }
    }

    fn imagine(&mut self, position: &Iris<B>) -> Option<Iris<B>> {
        let limits = Limits { nodes: Some(IMAGINED), ..Limits::default() };
        let task = Task { limits, ..Task::default() };
        let (history, memory) = (History::new(*position), Memory::new(Memory::MIN));
        let mut line = Vec::new();
        search(&history, &task, &memory, &Signal::default(), &mut |report| line = report.line);
        let mut leaf = *position;
        line.into_iter().for_each(|turn| leaf.play_turn(turn));
        (leaf.outcome().is_none() && leaf.decided().is_none()).then_some(leaf)
    }
}

/// The net as a sparring partner.
#[derive(Clone, Copy, Debug)]
pub struct PuctPartner;

impl Partner for PuctPartner {
    fn name(&self) -> &'static str {
        "puct"
    }

    fn game(&self) -> Name {
        Name::Iris
    }

    fn choose(&mut self, _setup: &Setup, game: &dyn Session, budget: &Budget) -> Choice {
        super::open(&game.position(), Think { budget }).unwrap_or_default()
    }
}

struct Think<'a> {
    budget: &'a Budget,
}

impl OnBoard for Think<'_> {
    type Output = Choice;

    fn on<B: HexSet>(self, position: Iris<B>) -> Choice {
        let mut tree = Puct::new(Net::built_in(position.board().size()), position);
        let mut nodes = 0;
        loop {
            (0..8).for_each(|_| tree.grow());
            nodes += 8;
            if self.budget.is_over(nodes) {
                break;
            }
        }
        Choice { mv: write(&position, &tree.best()), score: hundredths(tree.value()), nodes }
    }
}
