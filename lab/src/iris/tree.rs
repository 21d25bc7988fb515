//! Monte-Carlo tree search over single placements, with or without all-moves-as-first.

use fastrand::Rng;
use tetrarch::board::Cell;
use tetrarch::board::hex::HexSet;
use tetrarch::game::{Game, Seat, Steps};
use tetrarch::games::iris::{Iris, Step};

use super::playout;

/// How a tree weighs what it has seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Habit {
    /// How much it likes what it has seen little of.
    pub explore: f32,
    /// Visits for which ownership at the end counts as much as the visits themselves; none for
    /// plain UCT.
    pub amaf: Option<f32>,
}

impl Habit {
    /// Plain UCT.
    pub const UCT: Habit = Habit { explore: 0.3, amaf: None };
    /// UCT with all-moves-as-first.
    pub const RAVE: Habit = Habit { explore: 0.0, amaf: Some(300.0) };
}

/// Visits after which a leaf grows branches.
const RIPE: u32 = 2;
/// Nodes that are never exceeded: some 200 MiB.
const MOST: usize = 8 << 20;

#[derive(Clone, Copy, Debug)]
struct Node {
    step: Step,
    branches: u8,
    first: u32,
    /// Where ownership below it is counted.
    owned: u32,
    visits: u32,
    /// Won by whoever played the step.
    wins: f32,
}

impl Node {
    fn new(step: Step) -> Node {
        Node { step, branches: 0, first: 0, owned: 0, visits: 0, wins: 0.0 }
    }

    fn branches(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.branches)
    }
}

/// A step with what the tree thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seen {
    /// The step.
    pub step: Step,
    /// How often it was tried.
    pub visits: u32,
}

/// The tree that grows from one position.
pub struct Tree<B: HexSet> {
    root: Iris<B>,
    habit: Habit,
    nodes: Vec<Node>,
    /// For every node with branches, by cell: how often the mover owned it at the end, and how
    /// often it won then.
    owned: Vec<[f32; 2]>,
    /// The cells of the board.
    cells: usize,
    path: Vec<(usize, Seat)>,
    rng: Rng,
}

impl<B: HexSet> Tree<B> {
    /// A tree of nothing but its root.
    pub fn new(root: Iris<B>, habit: Habit, rng: Rng) -> Self {
        let cells = root.board().cells().count() as usize;
        let (nodes, owned, path) = (vec![Node::new(Step::Pass)], Vec::new(), Vec::new());
        Tree { root, habit, nodes, owned, cells, path, rng }
    }

    /// One playout from a leaf of the tree.
    pub fn grow(&mut self) {
        let mut position = self.root;
        let mut at = 0;
        self.path.clear();
        loop {
            self.path.push((at, position.mover()));
            if self.nodes[at].branches == 0 && !self.branch(at, &position) {
                break;
            }
            at = self.choose(at);
            position.play(self.nodes[at].step);
        }
        let full = playout::finish(&position, &mut self.rng);
        // Nobody played the step that led to the root, and nobody asks who won by it.
        let mut player = self.root.mover();
        for index in 0..self.path.len() {
            let (at, mover) = self.path[index];
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.wins += f32::from(u8::from(full.winner == player));
            player = mover;
            if self.habit.amaf.is_some() && node.branches > 0 {
                let won = f32::from(u8::from(full.winner == mover));
                let at = node.owned as usize;
                for index in full.stones[mover.index()].iter() {
                    let [owned, wins] = &mut self.owned[at + index as usize];
                    *owned += 1.0;
                    *wins += won;
                }
            }
        }
    }

    /// Lets a leaf that is ripe grow branches; false if it stays a leaf.
    fn branch(&mut self, at: usize, position: &Iris<B>) -> bool {
        if (at > 0 && self.nodes[at].visits < RIPE) || self.nodes.len() > MOST {
            return false;
        }
        let mut steps = Steps::new();
        position.placements(&mut steps);
        // The first of several unseen branches is tried first: by chance, it is anyone.
        self.rng.shuffle(&mut steps);
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].branches = steps.len() as u8;
        self.nodes.extend(steps.iter().map(|&step| Node::new(step)));
        if self.habit.amaf.is_some() {
            self.nodes[at].owned = self.owned.len() as u32;
            self.owned.resize(self.owned.len() + self.cells, [0.0; 2]);
        }
        !steps.is_empty()
    }

    fn choose(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let visits = parent.visits as f32;
        let log = (visits + 1.0).ln();
        let explore = self.habit.explore * log.sqrt();
        let worth = |node: &Node| {
            let seen = node.visits as f32;
            let mean = if node.visits > 0 { node.wins / seen } else { 0.0 };
            let Some(k) = self.habit.amaf else {
                return if node.visits > 0 { mean + explore / seen.sqrt() } else { f32::MAX };
            };
            let (Step::Gray(Cell(cell)) | Step::Rim(Cell(cell))) = node.step else { return 0.0 };
            let [owned, wins] = self.owned[parent.owned as usize + usize::from(cell)];
            // As if every cell had been owned once, in a game that was half won.
            let amaf = (wins + 0.5) / (owned + 1.0);
            // By the branch's own visits: by its parent's, a branch that was tried twice would be
            // judged by two playouts alone (8-8 instead of 15-1 against plain UCT).
            let beta = (k / (3.0 * seen + k)).sqrt();
            mean + beta * (amaf - mean) + explore / (seen + 1.0).sqrt()
        };
        let mut best = (f32::MIN, parent.branches().start);
        for child in parent.branches() {
            let worth = worth(&self.nodes[child]);
            if worth > best.0 {
                best = (worth, child);
            }
        }
        best.1
    }

    /// How often the root was visited.
    pub fn visits(&self) -> u32 {
        self.nodes[0].visits
    }

    /// The steps at the root.
    pub fn seen(&self) -> impl Iterator<Item = Seen> + '_ {
        let steps = &self.nodes[self.nodes[0].branches()];
        steps.iter().map(|node| Seen { step: node.step, visits: node.visits })
    }

    /// How likely the mover wins, as far as the tree knows: the mean of its most visited step.
    pub fn value(&self) -> f32 {
        self.favourite(0).map_or(0.5, |at| {
            let node = &self.nodes[at];
            if node.visits == 0 { 0.5 } else { node.wins / node.visits as f32 }
        })
    }

    fn favourite(&self, at: usize) -> Option<usize> {
        let branches = self.nodes[at].branches();
        branches.max_by_key(|&child| (self.nodes[child].visits, self.nodes[child].wins as u32))
    }

    /// The most visited turn: one step or two.
    pub fn best(&self) -> Vec<Step> {
        let Some(first) = self.favourite(0) else { return Vec::new() };
        let mut steps = vec![self.nodes[first].step];
        let mut position = self.root;
        position.play(steps[0]);
        if position.mid_turn() {
            let mut rest = Steps::new();
            position.placements(&mut rest);
            let second = self.favourite(first).map(|at| self.nodes[at].step);
            steps.extend(second.or(rest.first().copied()));
        }
        steps
    }
}
