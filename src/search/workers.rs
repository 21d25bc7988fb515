//! What the threads of one search share, and how each keeps watch over its limits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::zobrist;
use crate::game::Turn;
use crate::history::History;

use super::alphabeta::Searcher;
use super::claims::Claims;
use super::clock::Budget;
use super::crowd::{Crowd, TACTICS};
use super::deepen::{DEEPEST, Goal, Line, deepen};
use super::judge::Judge;
use super::level::{Plan, choices};
use super::limits::Signal;
use super::memory::Memory;
use super::node::Parts;
use super::score::Score;
use super::{Found, Report, STRONGEST, Task};

/// Room for the deepest line of the widest game.
const STACK: usize = 16 << 20;

/// MiB for a search below full strength, which must not profit from what others found.
const MODEST: usize = 2;

/// Searches until a limit is reached, the result is proven or the signal comes, and reports every
/// line it finishes. At least one report of rank 1 comes before the answer; there is none only if
/// the game is over or the task leaves no turn to choose from.
pub fn search<G: Judge>(
    history: &History<G>,
    task: &Task<G::Step>,
    memory: &Memory,
    signal: &Signal,
    report: &mut dyn FnMut(Report<Turn<G::Step>>),
) -> Option<Found<Turn<G::Step>>> {
    let begin = Instant::now();
    let legal = history.legal_turns();
    let mut turns = legal.clone();
    turns.retain(|turn| task.only.is_empty() || task.only.contains(turn));
    let root = history.position();
    let whim = zobrist::key(task.seed, root.key()) ^ history.turns().len() as u64;
    let level = task.level;
    turns = choices(level, history, turns, whim);
    if turns.is_empty() {
        return None;
    }
    let plan = Plan::new::<G>(level, whim);
    let modest = (level < STRONGEST).then(|| Memory::new(MODEST));
    let table = modest.as_ref().unwrap_or(memory).table();
    table.grow_old();
    let limits = &task.limits;
    let budget = Budget::new(limits, root.mover());
    let nodes = limits.nodes.into_iter().chain(plan.nodes).min();
    let shared = Shared::new(signal, nodes, budget.hard, task.threads);
    let depth = limits.depth.into_iter().chain(plan.depth).min().unwrap_or(DEEPEST);
    let goal = Goal { depth, lines: task.lines, mate: limits.mate, budget };
    let searcher = || {
        let watch = Watch::new(&shared, G::POLL);
        let mut searcher = Searcher::new(root, drawn(history), plan.parts, table, watch);
        searcher.whim = plan.whim;
        searcher.haze = plan.haze;
        if turns.len() < legal.len() {
            searcher.choice.clone_from(&turns);
        }
        searcher
    };
    let mut show = |rank: usize, line: &Line<G::Step>| {
        report(Report {
            depth: line.depth,
            seldepth: line.longest,
            rank,
            score: line.score,
            bound: line.bound,
            nodes: shared.nodes(),
            time: begin.elapsed(),
            full: table.full(),
            line: line.turns.clone(),
        });
    };
    let help = || {
        let mut searcher = searcher();
        searcher.watch.patient = false;
        let budget = Budget::default();
        let goal = Goal { depth: DEEPEST, lines: 1, mate: None, budget };
        deepen(&mut searcher, &shared, root, &turns, goal, &mut |_, _| {});
    };
    // A depth or a distance is a question to minimax.
    let asked = limits.depth.is_some() || limits.mate.is_some();
    let crowded = root.seats() > 2 && level == STRONGEST && !asked;
    let found = thread::scope(|scope| {
        for _ in 1..if crowded { 1 } else { task.threads } {
            // A search with fewer threads than it asked for is slower, not wrong.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help);
        }
        let found = if !crowded {
            deepen(&mut searcher(), &shared, root, &turns, goal, &mut show)
        } else {
            // A win against all others together is soon found, or not at all.
            let tactics = Goal { depth: TACTICS, ..goal };
            let found = deepen(&mut searcher(), &shared, root, &turns, tactics, &mut show);
            if found.first().is_some_and(|line| line.score.mate().is_some_and(|mate| mate > 0)) {
                found
            } else {
                Crowd::new(root, &turns, whim, Watch::new(&shared, G::POLL))
                    .grow(&shared, goal, &mut show)
            }
        };
        shared.end();
        found
    });
    let line = &found.first()?.turns;
    Some(Found { best: *line.first()?, ponder: line.get(1).copied() })
}

/// The positions that are drawn when they come up once more: those that stood twice.
fn drawn<G: Judge>(history: &History<G>) -> Vec<u64> {
    let positions = history.positions();
    if !history.position().can_repeat() {
        return Vec::new();
    }
    let twice =
        |at: &usize| positions[..*at].iter().filter(|&old| *old == positions[*at]).count() == 1;
    (0..positions.len()).filter(twice).map(|at| positions[at].key()).collect()
}

/// The value of a position at a fixed depth, with some parts of the search switched off: for
/// tests and for study.
pub fn value<G: Judge>(history: &History<G>, depth: u32, parts: Parts, memory: &Memory) -> Score {
    study(history, depth, parts, memory).0
}

/// The same value, and how many positions were looked at to find it.
pub fn study<G: Judge>(
    history: &History<G>,
    depth: u32,
    parts: Parts,
    memory: &Memory,
) -> (Score, u64) {
    let signal = Signal::default();
    let shared = Shared::new(&signal, None, None, 1);
    let root = history.position();
    let mut searcher =
        Searcher::new(root, drawn(history), parts, memory.table(), Watch::new(&shared, G::POLL));
    let depth = depth * searcher.grain();
    let score = searcher.run(root, depth, Score::MIN, Score::MAX);
    searcher.watch.look();
    (score, shared.nodes())
}

/// What ends a search, for all its threads.
pub(super) struct Shared<'a> {
    pub signal: &'a Signal,
    /// Nodes to look at in all.
    pub limit: Option<u64>,
    /// Time that must not be exceeded.
    pub hard: Option<Duration>,
    /// The nodes of all threads, up to their last look.
    nodes: AtomicU64,
    over: AtomicBool,
    claims: Claims,
}

impl<'a> Shared<'a> {
    pub fn new(
        signal: &'a Signal,
        limit: Option<u64>,
        hard: Option<Duration>,
        threads: usize,
    ) -> Self {
        let (nodes, over) = (AtomicU64::new(0), AtomicBool::new(false));
        Shared { signal, limit, hard, nodes, over, claims: Claims::new(threads) }
    }

    /// Tells every thread that the search is over.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// The nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub fn must_end(&self) -> bool {
        self.over.load(Relaxed)
            || self.signal.stopped()
            || self.limit.is_some_and(|limit| self.nodes() >= limit)
            || self.hard.is_some_and(|hard| self.signal.has_run(hard))
    }
}

/// One thread's count of nodes and its eye on the end.
pub(super) struct Watch<'a> {
    shared: &'a Shared<'a>,
    /// Nodes since the last look.
    fresh: u64,
    next: u64,
    /// The most nodes between two looks.
    poll: u64,
    /// Whether that look is the last one before a limit of nodes.
    near: bool,
    out: bool,
    /// Looks away until there is an answer.
    pub patient: bool,
}

impl<'a> Watch<'a> {
    pub fn new(shared: &'a Shared<'a>, poll: u64) -> Self {
        Watch { shared, fresh: 0, next: poll, poll, near: false, out: false, patient: true }
    }

    /// Counts a node; true if the search must end.
    pub fn count(&mut self) -> bool {
        self.count_all(1)
    }

    /// Counts some nodes; true if the search must end.
    pub fn count_all(&mut self, nodes: u64) -> bool {
        self.fresh += nodes;
        if self.fresh >= self.next {
            self.look();
        }
        self.out
    }

    /// Whether a limit leaves room for so many nodes.
    pub fn has_room(&self, nodes: u64) -> bool {
        !self.near || self.next - self.fresh >= nodes
    }

    /// What the threads of this search tell each other.
    pub fn claims(&self) -> &'a Claims {
        &self.shared.claims
    }

    /// Whether the search had to give up: what it is about to return means nothing.
    pub fn is_out(&self) -> bool {
        self.out
    }

    /// Adds up and looks at the limits.
    pub fn look(&mut self) {
        let before = self.shared.nodes.fetch_add(self.fresh, Relaxed);
        let nodes = before + self.fresh;
        self.fresh = 0;
        // The last stretch before a limit of nodes ends with it.
        let left = self.shared.limit.map_or(u64::MAX, |limit| limit.saturating_sub(nodes));
        self.near = left <= self.poll;
        self.next = left.clamp(1, self.poll);
        self.out |= !self.patient && self.shared.must_end();
    }
}
