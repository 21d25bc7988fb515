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
            let before = found.get(rank).map(|line| line.score);
            let around = before.filter(|score| depth > 4 && !score.is_mate());
            match aspire(searcher, root, depth, around) {
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
        let settled = is_settled(&found, root, depth, timed, grain > 1);
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

/// Whether a deeper iteration could tell nothing new. Where time counts, a win is good enough,
/// even if there may be a shorter one.
fn is_settled<G: Judge>(
    found: &[Line<G::Step>],
    root: &G,
    depth: u32,
    timed: bool,
    by_cost: bool,
) -> bool {
    let proven = |line: &Line<G::Step>| {
        line.score.mate().is_some_and(|plies| {
            plies.unsigned_abs() <= depth || (timed && line.score > Score::DRAW)
        })
    };
    (!by_cost && root.turns_left().is_some_and(|turns| turns <= depth)) || found.iter().all(proven)
}

/// Searches the root to a depth in parts of turns, first in a window around a score that is
/// expected; nothing if it had to give up.
fn aspire<G: Judge>(
    searcher: &mut Searcher<'_, G>,
    root: &G,
    depth: u32,
    around: Option<Score>,
) -> Option<Line<G::Step>> {
    let mut width = NARROW;
    let (mut alpha, mut beta) = match around {
        Some(score) => (score.moved(-width), score.moved(width)),
        None => (Score::MIN, Score::MAX),
    };
    loop {
        let score = searcher.run(root, depth, alpha, beta);
        if searcher.watch.is_out() {
            return None;
        }
        width *= 4;
        if score <= alpha && alpha > Score::MIN {
            alpha = if width > WIDE { Score::MIN } else { score.moved(-width) };
        } else if score >= beta && beta < Score::MAX {
            beta = if width > WIDE { Score::MAX } else { score.moved(width) };
        } else {
            let (_, steps) = searcher.best.take()?;
            let depth = depth.div_ceil(searcher.grain());
            let longest = searcher.longest.max(depth);
            let turns = join(root, &steps);
            return Some(Line { score, bound: Bound::Exact, depth, longest, turns });
        }
    }
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
