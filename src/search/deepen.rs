//! One thread's search from its first to its last iteration.

use std::cmp::Reverse;
use std::time::Instant;

use crate::game::Turn;

use super::alphabeta::Searcher;
use super::clock::{Budget, Pace};
use super::judge::Judge;
use super::score::{Bound, Score};
use super::workers::Shared;

/// Deeper than any game lasts in practice.
pub(super) const DEEPEST: u32 = 120;
/// Half the width of the first window around the last score.
const NARROW: i32 = 30;
/// Windows wider than this are opened altogether.
const WIDE: i32 = 600;
/// The worst that is no proven loss.
const LOST: Score = Score::raw(-Score::BOUND);

/// What the threads of a search are after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// The last iteration looks so many turns ahead.
    pub depth: u32,
    /// How many of the best turns are wanted.
    pub lines: usize,
    /// A win in so many plies is enough.
    pub mate: Option<u32>,
    pub budget: Budget,
}

/// A turn at the root with what it is worth and what follows.
#[derive(Clone, Debug)]
pub(super) struct Line<S> {
    pub score: Score,
    pub bound: Bound,
    pub depth: u32,
    /// Turns of the longest line looked at.
    pub longest: u32,
    pub turns: Vec<Turn<S>>,
}

/// Deepens until a limit is reached or nothing more can be learnt, and shows the lines of each
/// iteration, the best first. The first iteration always completes.
pub(super) fn deepen<G: Judge>(
    searcher: &mut Searcher<'_, G>,
    shared: &Shared<'_>,
    root: &G,
    turns: &[Turn<G::Step>],
    goal: Goal,
    show: &mut dyn FnMut(usize, &Line<G::Step>),
) -> Vec<Line<G::Step>> {
    let all = searcher.choice.is_empty();
    let wanted = goal.lines.clamp(1, turns.len());
    let mut found: Vec<Line<G::Step>> = Vec::new();
    let mut unrest = 0.0;
    let mut last = Instant::now();
    let grain = searcher.grain();
    let mut untold = false;
    for depth in 1..=grain * goal.depth.clamp(1, DEEPEST) {
        let mut lines: Vec<Line<G::Step>> = Vec::new();
        for rank in 0..wanted {
            if rank > 0 || !all {
                let taken = |turn: &Turn<G::Step>| lines.iter().any(|line| line.turns[0] == *turn);
                searcher.choice = turns.iter().copied().filter(|turn| !taken(turn)).collect();
            } else {
                searcher.choice.clear();
            }
            // The turns that are left for a lower rank need not be those of the iteration before.
            let before = found
                .get(rank)
                .filter(|line| if line.score.is_mate() { rank == 0 } else { depth > 4 });
            match aspire(searcher, root, depth, before) {
                Some(line) => lines.push(line),
                None => break,
            }
        }
        searcher.watch.look();
        if searcher.watch.is_out() && lines.len() < wanted {
            // The first line is good as far as it goes; the others are of the last iteration.
            if let Some(lead) = lines.into_iter().next().or_else(|| partial(searcher, root, depth))
            {
                if untold || found.first().is_none_or(|best| best.turns[0] != lead.turns[0]) {
                    show(1, &lead);
                    untold = false;
                }
                found.retain(|line| line.turns[0] != lead.turns[0]);
                found.insert(0, lead);
            }
            break;
        }
        lines.sort_by_key(|line| Reverse(line.score));
        let lead = lines[0].clone();
        let before = found.first().map(|line| (line.score, line.turns[0]));
        // Against a coalition every seat is lost sooner or later. What it found before it saw
        // that is the better guide.
        if root.seats() > 2
            && is_loss(lead.score)
            && before.is_some_and(|(score, _)| !is_loss(score))
        {
            break;
        }
        // Parts of a turn are not worth telling, unless they are the last.
        untold = depth % grain > 0;
        if !untold {
            lines.iter().zip(1..).for_each(|(line, rank)| show(rank, line));
        }
        found = lines;
        searcher.watch.patient = false;
        let spent = shared.signal.elapsed();
        let changed = before.is_some_and(|(_, turn)| turn != lead.turns[0]);
        unrest = unrest / 2.0 + if changed { 1.0 } else { 0.0 };
        let pace = Pace {
            spent: spent.unwrap_or_default(),
            last: last.elapsed(),
            unrest,
            fall: before.map_or(0, |(score, _)| score.value() - lead.score.value()),
        };
        last = Instant::now();
        let timed = goal.budget.hard.is_some() && spent.is_some();
        let clocked = timed && goal.budget.soft.is_some();
        let settled = is_settled(&found, root, depth, clocked, grain > 1);
        let done = settled
            || goal.mate.is_some_and(|plies| lead.score >= Score::win_in(plies))
            || (timed && turns.len() == 1)
            || (spent.is_some() && !goal.budget.allows_more(pace))
            || shared.must_end();
        if done {
            break;
        }
    }
    if let Some(lead) = found.first().filter(|_| untold) {
        show(1, lead);
    }
    found
}

fn is_loss(score: Score) -> bool {
    score.is_mate() && score < Score::DRAW
}

/// Whether a deeper iteration could tell nothing new. Where what is left of the time is of use
/// later, a win is good enough, even if there may be a shorter one.
fn is_settled<G: Judge>(
    found: &[Line<G::Step>],
    root: &G,
    depth: u32,
    clocked: bool,
    by_cost: bool,
) -> bool {
    let proven = |line: &Line<G::Step>| {
        let exact = line.bound == Bound::Exact && comes_within(line.score, depth);
        exact || (clocked && line.score.is_mate() && line.score > Score::DRAW)
    };
    (!by_cost && root.turns_left().is_some_and(|turns| turns <= depth)) || found.iter().all(proven)
}

/// Searches the root to a depth in parts of turns, first in a window around what the iteration
/// before found; nothing if it had to give up.
///
/// That the game is won or lost is often clear long before it is in how many turns, so that is
/// asked first, and then only for an end within the depth: all longer ones are left for later.
fn aspire<G: Judge>(
    searcher: &mut Searcher<'_, G>,
    root: &G,
    depth: u32,
    before: Option<&Line<G::Step>>,
) -> Option<Line<G::Step>> {
    let mut width = NARROW;
    let mut proven = before.map(|line| line.score).filter(|score| score.is_mate());
    let mut turns = before.map(|line| line.turns.clone());
    let (mut alpha, mut beta) = match before.map(|line| line.score) {
        None => (Score::MIN, Score::MAX),
        Some(score) if score.is_mate() => sooner(score, depth),
        Some(score) => (score.moved(-width), score.moved(width)),
    };
    loop {
        let score = searcher.run(root, depth, alpha, beta);
        if searcher.watch.is_out() {
            return None;
        }
        let low = score <= alpha && alpha > Score::MIN;
        let high = score >= beta && beta < Score::MAX;
        let best = searcher.best.take().map(|(_, steps)| join(root, &steps));
        let best = best.filter(|turns| !turns.is_empty());
        if high && best.is_none() {
            // Of a turn of two steps only the first is known.
            beta = Score::MAX;
            continue;
        }
        turns = best.or(turns);
        let line = |score, bound, turns| {
            let depth = depth.div_ceil(searcher.grain());
            Some(Line { score, bound, depth, longest: searcher.longest.max(depth), turns })
        };
        if !low && !high {
            return line(score, Bound::Exact, turns?);
        }
        let known = proven.is_some();
        proven = proven.or(Some(score).filter(|score| score.is_mate()));
        if let Some(end) = proven {
            if known || !comes_within(end, depth) {
                let bound = if end > Score::DRAW { Bound::Lower } else { Bound::Upper };
                return line(end, bound, turns?);
            }
            (alpha, beta) = sooner(end, depth);
            continue;
        }
        width *= 4;
        match (low, width > WIDE) {
            (true, false) => alpha = score.moved(-width),
            (true, true) => alpha = if alpha > LOST { LOST } else { Score::MIN },
            (false, false) => beta = score.moved(width),
            (false, true) => beta = if beta < -LOST { -LOST } else { Score::MAX },
        }
    }
}

/// The window of ends within the depth that come no later than one that is proven.
fn sooner(end: Score, depth: u32) -> (Score, Score) {
    let plies = end.mate().map_or(0, i32::unsigned_abs).min(depth);
    if end > Score::DRAW {
        (Score::win_in(plies).below(), Score::MAX)
    } else {
        (Score::MIN, Score::loss_in(plies).above())
    }
}

fn comes_within(end: Score, depth: u32) -> bool {
    end.mate().is_some_and(|plies| plies.unsigned_abs() <= depth)
}

/// What an iteration that had to give up knows: a turn that is better than the best before it.
fn partial<G: Judge>(
    searcher: &mut Searcher<'_, G>,
    root: &G,
    depth: u32,
) -> Option<Line<G::Step>> {
    let (score, steps) = searcher.best.take()?;
    let depth = depth.div_ceil(searcher.grain());
    let longest = searcher.longest.max(depth);
    Some(Line { score, bound: Bound::Lower, depth, longest, turns: join(root, &steps) })
}

/// The whole turns that steps make, one after the other.
fn join<G: Judge>(root: &G, steps: &[G::Step]) -> Vec<Turn<G::Step>> {
    let mut position = root.clone();
    let mut turns = Vec::new();
    let mut steps = steps.iter().copied();
    while let Some(first) = steps.next() {
        position.play(first);
        if !position.mid_turn() {
            turns.push(Turn::one(first));
        } else if let Some(second) = steps.next() {
            position.play(second);
            turns.push(Turn::of(first, second));
        }
    }
    turns
}
