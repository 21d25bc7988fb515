//! One search from its first to its last iteration.

use std::cmp::Reverse;
use std::time::Instant;

use super::{Bound, Found, Judge, Memory, Report, Score, Signal, Task};
use crate::game::{Outcome, Seat, Turn};
use crate::history::History;

/// How many nodes pass between two looks at the clock.
const POLL: u64 = 1024;
/// Deeper than any game lasts in practice.
const DEEPEST: u32 = 120;

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
    let mut turns = history.legal_turns();
    turns.retain(|turn| task.only.is_empty() || task.only.contains(turn));
    if turns.is_empty() {
        return None;
    }
    let mut search = Search::<G> {
        task,
        signal,
        mover: history.position().mover(),
        nodes: 0,
        out: false,
        first: true,
    };
    let begin = Instant::now();
    let mut ranked: Vec<Ranked<G>> =
        turns.into_iter().map(|turn| Ranked { score: Score::MIN, line: vec![turn] }).collect();
    for depth in 1..=task.limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
        search.first = depth == 1;
        if !search.iterate(history, depth, &mut ranked) {
            break;
        }
        for (index, found) in ranked.iter().take(task.lines.max(1)).enumerate() {
            report(Report {
                depth,
                seldepth: depth,
                rank: index + 1,
                score: found.score,
                bound: Bound::Exact,
                nodes: search.nodes,
                time: begin.elapsed(),
                full: memory.full(),
                line: found.line.clone(),
            });
        }
        if search.is_settled(&ranked) || search.must_stop() {
            break;
        }
    }
    let line = &ranked[0].line;
    Some(Found { best: line[0], ponder: line.get(1).copied() })
}

/// A turn at the root with what it was last worth and the line it leads to.
struct Ranked<G: Judge> {
    score: Score,
    line: Vec<Turn<G::Step>>,
}

struct Search<'a, G: Judge> {
    task: &'a Task<G::Step>,
    signal: &'a Signal,
    mover: Seat,
    nodes: u64,
    /// Time or patience ran out: the current iteration is void.
    out: bool,
    /// The first iteration always completes, so that there is an answer.
    first: bool,
}

impl<G: Judge> Search<'_, G> {
    /// Whether the next iteration could tell nothing new.
    fn is_settled(&self, ranked: &[Ranked<G>]) -> bool {
        let lines = self.task.lines.clamp(1, ranked.len());
        let mated = |found: &Ranked<G>| found.score.is_mate();
        ranked[..lines].iter().all(mated) || ranked.iter().all(mated)
    }

    fn must_stop(&self) -> bool {
        let limits = &self.task.limits;
        self.signal.stopped()
            || limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || limits.time_for(self.mover).is_some_and(|time| self.signal.has_run(time))
    }

    /// Looks at every root turn to this depth; false if it had to give up.
    fn iterate(&mut self, history: &History<G>, depth: u32, ranked: &mut [Ranked<G>]) -> bool {
        let mut alpha = Score::MIN;
        let mut best = Vec::new();
        for found in ranked.iter_mut() {
            let turn = found.line[0];
            let mut next = history.clone();
            next.play(turn);
            let mut line = Vec::new();
            // More lines than one need the true score of each turn.
            let floor = if self.task.lines > 1 { Score::MIN } else { alpha };
            let score = -self.value(&mut next, depth - 1, 1, Score::MIN, -floor, &mut line);
            if self.out {
                return false;
            }
            line.insert(0, turn);
            if score > alpha {
                alpha = score;
                best.clone_from(&line);
            }
            *found = Ranked { score, line };
        }
        ranked.sort_by_key(|found| Reverse(found.score));
        // Turns that only failed low may tie with the best: the proven one leads.
        if let Some(leader) = ranked.iter().position(|found| found.line == best) {
            ranked[..=leader].rotate_right(1);
        }
        true
    }

    fn value(
        &mut self,
        history: &mut History<G>,
        depth: u32,
        ply: u32,
        mut alpha: Score,
        beta: Score,
        line: &mut Vec<Turn<G::Step>>,
    ) -> Score {
        self.nodes += 1;
        if !self.first && self.nodes.is_multiple_of(POLL) && self.must_stop() {
            self.out = true;
        }
        if self.out {
            return Score::DRAW;
        }
        let position = history.position();
        match history.outcome() {
            Some(Outcome::Drawn) => return Score::DRAW,
            Some(Outcome::Won(seat)) if seat == position.mover() => return Score::win_in(ply),
            Some(Outcome::Won(_)) => return Score::loss_in(ply),
            None if depth == 0 => return Score::cp(position.judge()),
            None => {}
        }
        let mut best = Score::MIN;
        for turn in position.turns() {
            history.play(turn);
            let mut below = Vec::new();
            let score = -self.value(history, depth - 1, ply + 1, -beta, -alpha, &mut below);
            history.undo();
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    below.insert(0, turn);
                    *line = below;
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}
