//! The search at tables of more than two: many games played to their end.
//!
//! Against a coalition of all others every seat is lost, so minimax has little to say there. But
//! each seat wants to win for itself: in this tree every mover prefers what it won most often, and
//! below the tree games are played out by chance among the steps that [`Judge::resolve`] lists.
//!
//! In every second game the others choose only among what they are [likely](super::rivals) to play.
//! If they were always taken for perfect, the mover would leave it to them to stop what threatens
//! all of them; if never, it would fall into the traps of those who see more than that.
// CITE: Sturtevant, "An analysis of UCT in multi-player games" (2008).

use std::cmp::Reverse;
use std::ops::Range;

use crate::board::zobrist;
use crate::game::{Outcome, Seat, Steps, Turn};

use super::clock::Pace;
use super::deepen::{Goal, Line};
use super::judge::{Judge, Verdict};
use super::rivals::put_likely_first;
use super::score::{Bound, Score};
use super::workers::{Shared, Watch};

/// How many turns deep minimax looks for wins against all others together, before this search.
pub(super) const TACTICS: u32 = 3;
/// How much a step gains by having been tried seldom.
const CURIOSITY: f32 = 0.25;
/// The games won that a hint is worth before a step was tried.
const TRUST: f32 = 0.001;
/// A draw as a part of the fair share. With less, seats would dare too much; with all of it,
/// everybody waits for the others.
const DRAW: f32 = 0.5;
/// Games through a node before its children are told apart.
const RIPE: u32 = 2;
/// The most bytes of a tree. The table has its own memory; this has to fit beside it.
const ROOM: usize = 24 << 20;
/// Games before the first report, and between the looks at the clock.
const BATCH: u32 = 500;
/// A score of so many hundredths means e times the fair odds.
const UNIT: f32 = 200.0;

/// A step in the tree and what became of it.
struct Node<S> {
    step: S,
    hint: f32,
    /// Games through it.
    games: u32,
    /// What those were worth to the seat that chose it.
    points: f32,
    /// Its children stand together; until they are known there are none.
    first: u32,
    count: u32,
    /// The first of them are those that its mover, if it is not the root's, is likely to choose.
    likely: u32,
    /// How the game ends here if everybody plays for itself.
    end: Option<Outcome>,
}

impl<S> Node<S> {
    fn new(step: S, hint: i32) -> Self {
        let hint = hint as f32;
        Node { step, hint, games: 0, points: 0.0, first: 0, count: 0, likely: 0, end: None }
    }
}

/// One thread's tree.
pub(super) struct Crowd<'a, G: Judge> {
    watch: Watch<'a>,
    root: G,
    nodes: Vec<Node<G::Step>>,
    chance: u64,
    /// Whether the others choose only what is likely, in the game being played.
    plain: bool,
    /// Turns of the longest line in the tree.
    longest: u32,
}

impl<'a, G: Judge> Crowd<'a, G> {
    /// A tree of some turns to choose from; turns of two steps are for tables of two.
    pub fn new(root: &G, turns: &[Turn<G::Step>], chance: u64, mut watch: Watch<'a>) -> Self {
        watch.patient = false;
        let sight = root.look();
        let child = |turn: &Turn<G::Step>| Node::new(turn.first, root.hint(&sight, turn.first));
        let mut nodes = Vec::with_capacity(ROOM / size_of::<Node<G::Step>>());
        nodes.push(Node::new(turns[0].first, 0));
        nodes.extend(turns.iter().map(child));
        (nodes[0].first, nodes[0].count) = (1, turns.len() as u32);
        Crowd { watch, root: root.clone(), nodes, chance, plain: false, longest: 1 }
    }

    /// Plays games until a limit is reached, or the result is certain, and shows
    /// the lines whenever their number has doubled, the best first: that counts as one depth more.
    pub fn grow(
        &mut self,
        shared: &Shared<'_>,
        goal: Goal,
        show: &mut dyn FnMut(usize, &Line<G::Step>),
    ) -> Vec<Line<G::Step>> {
        let (mut shown, mut depth) = (0, TACTICS + 1);
        loop {
            for _ in 0..BATCH {
                if self.nodes[0].end.is_none() && !self.watch.is_out() {
                    self.game();
                }
            }
            self.watch.look();
            let spent = shared.signal.elapsed();
            let pace = Pace { spent: spent.unwrap_or_default(), ..Pace::default() };
            let timed = goal.budget.hard.is_some() && spent.is_some();
            let done = self.watch.is_out()
                || shared.must_end()
                || self.nodes[0].end.is_some()
                || (timed && self.nodes[0].count == 1)
                || (spent.is_some() && !goal.budget.allows_more(pace));
            if done || self.nodes[0].games >= 2 * shown {
                let lines = self.lines(goal.lines, depth);
                lines.iter().zip(1..).for_each(|(line, rank)| show(rank, line));
                (shown, depth) = (self.nodes[0].games, depth + 1);
                if done {
                    return lines;
                }
            }
        }
    }

    /// One game, through the tree and out of it.
    fn game(&mut self) {
        let mut position = self.root.clone();
        self.plain = !self.plain;
        let mut path = vec![(0, position.mover())];
        let mut at = 0;
        let outcome = loop {
            if let Some(outcome) = self.nodes[at].end.or(position.outcome()) {
                self.nodes[at].end = Some(outcome);
                break outcome;
            }
            if self.nodes[at].count == 0 && self.nodes[at].games >= RIPE && self.has_room() {
                self.expand(at, &position);
                continue;
            }
            if self.nodes[at].count == 0 {
                break self.play_out(&mut position);
            }
            let mover = position.mover();
            at = self.select(at, mover);
            position.play(self.nodes[at].step);
            self.watch.count();
            path.push((at, mover));
        };
        if self.watch.is_out() {
            return;
        }
        self.longest = self.longest.max(path.len() as u32 - 1);
        for &(at, chooser) in &path {
            let node = &mut self.nodes[at];
            node.games += 1;
            node.points += points(&self.root, outcome, chooser);
        }
        for pair in path.windows(2).rev() {
            let [(parent, _), (child, mover)] = [pair[0], pair[1]];
            if self.nodes[child].end.is_none() || !self.conclude(parent, mover) {
                break;
            }
        }
    }

    /// Whether the steps of one more position fit. If not, games are played out from where the
    /// tree ends, and still tell what its steps are worth.
    fn has_room(&self) -> bool {
        self.nodes.len() + Steps::<G::Step>::new().capacity() <= self.nodes.capacity()
    }

    /// Adds the steps of a position below its node, or its end.
    fn expand(&mut self, at: usize, position: &G) {
        let sight = position.look();
        let mut steps = Steps::new();
        self.nodes[at].end = verdict(position, &sight, &mut steps);
        if self.nodes[at].end.is_none() {
            if position.mover() != self.root.mover() {
                let (likely, looked) = put_likely_first(position, &mut steps);
                self.nodes[at].likely = likely as u32;
                self.watch.count_all(looked);
            }
            self.nodes[at].first = self.nodes.len() as u32;
            self.nodes[at].count = steps.len() as u32;
            let child = |step| Node::new(step, position.hint(&sight, step));
            self.nodes.extend(steps.into_iter().map(child));
        }
    }

    fn children(&self, at: usize) -> Range<usize> {
        let Node { first, count, .. } = self.nodes[at];
        first as usize..(first + count) as usize
    }

    /// The child to look into next.
    fn select(&self, at: usize, mover: Seat) -> usize {
        let log = (self.nodes[at].games as f32 + 1.0).ln();
        let fair = fair_share(&self.root);
        let worth = |child: &usize| {
            let node = &self.nodes[*child];
            // What is certain comes last: if it were a win, there would be nothing to look into.
            if let Some(end) = node.end {
                return points(&self.root, end, mover) - 2.0;
            }
            let games = node.games as f32 + 1.0;
            (node.points + fair + TRUST * node.hint) / games + CURIOSITY * (log / games).sqrt()
        };
        let mut children = self.children(at);
        if self.plain && mover != self.root.mover() {
            children.end = children.start + self.nodes[at].likely as usize;
        }
        let best = children.map(|child| (worth(&child), child));
        best.reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map_or(at, |best| best.1)
    }

    /// Settles a node whose mover wins for certain, or has nothing uncertain left; whether it did.
    fn conclude(&mut self, at: usize, mover: Seat) -> bool {
        let mut best = None;
        let mut open = false;
        for child in self.children(at) {
            match self.nodes[child].end {
                Some(end) if end == Outcome::Won(mover) => {
                    self.nodes[at].end = Some(end);
                    return true;
                }
                // Nobody winning is better than anybody else; between those the mover has no choice
                // that matters to it.
                Some(end) => best = best.filter(|&best| best == Outcome::Drawn).or(Some(end)),
                None => open = true,
            }
        }
        if !open {
            self.nodes[at].end = best;
        }
        !open
    }

    /// Plays by chance to the end of the game.
    fn play_out(&mut self, position: &mut G) -> Outcome {
        loop {
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
            let mut steps = Steps::new();
            if let Some(outcome) = verdict(position, &position.look(), &mut steps) {
                return outcome;
            }
            self.chance = self.chance.wrapping_add(1);
            let random = zobrist::mix(self.chance) >> 32;
            position.play(steps[((random * steps.len() as u64) >> 32) as usize]);
            if self.watch.count() {
                return Outcome::Drawn;
            }
        }
    }

    /// The best lines, best first: what is won, else what most games were spent on.
    fn lines(&self, wanted: usize, depth: u32) -> Vec<Line<G::Step>> {
        let mover = self.root.mover();
        let rank = |&child: &usize| match self.nodes[child].end {
            Some(end) if end == Outcome::Won(mover) => (2, 0),
            Some(Outcome::Drawn) | None => (1, self.nodes[child].games),
            Some(_) => (0, self.nodes[child].games),
        };
        let mut order: Vec<usize> = self.children(0).collect();
        order.sort_by_key(|child| Reverse(rank(child)));
        // What few games speak for is no better than what many do.
        let mut most = Score::MAX;
        let line = |child| {
            most = most.min(self.score(child));
            let turns = self.line(child);
            let longest = self.longest.max(depth);
            Line { score: most, bound: Bound::Exact, depth, longest, turns }
        };
        order.into_iter().take(wanted.max(1)).map(line).collect()
    }

    /// The share of the points as a score: none if it is the fair one.
    fn score(&self, child: usize) -> Score {
        let (node, fair) = (&self.nodes[child], fair_share(&self.root));
        let share = (node.points + fair) / (node.games as f32 + 1.0);
        let share = share.clamp(0.001, 0.999);
        let odds = share / (1.0 - share) * (1.0 - fair) / fair;
        Score::cp((UNIT * odds.ln()) as i32)
    }

    /// A turn at the root and the turns that follow it most often.
    fn line(&self, child: usize) -> Vec<Turn<G::Step>> {
        let mut turns = vec![Turn::one(self.nodes[child].step)];
        let mut at = child;
        while let Some(next) = self.children(at).max_by_key(|&next| self.nodes[next].games) {
            if self.nodes[next].games == 0 {
                break;
            }
            turns.push(Turn::one(self.nodes[next].step));
            at = next;
        }
        turns
    }
}

/// How a game ends that needs no search if its mover plays for itself; else lists the steps.
fn verdict<G: Judge>(
    position: &G,
    sight: &G::Sight,
    steps: &mut Steps<G::Step>,
) -> Option<Outcome> {
    match position.resolve(sight, steps) {
        Verdict::Wins(_) => Some(Outcome::Won(position.mover())),
        Verdict::Drawn => Some(Outcome::Drawn),
        // Who wins where the mover loses, it does not say.
        Verdict::Loses(_) => {
            position.steps(steps);
            None
        }
        Verdict::Open => None,
    }
}

fn fair_share<G: Judge>(root: &G) -> f32 {
    1.0 / root.seats() as f32
}

/// What an outcome is worth to a seat.
fn points<G: Judge>(root: &G, outcome: Outcome, seat: Seat) -> f32 {
    match outcome {
        Outcome::Won(winner) => f32::from(winner == seat),
        Outcome::Drawn => DRAW * fair_share(root),
    }
}
