//! The best of the steps of a position a turn from the horizon.
//!
//! Where positions are cheap, these and the positions after them are most of the tree, and what
//! they need is little: no table, no proof, nothing to look at less deeply, no history. What last
//! refuted such a position by more than a judgement is tried before any step is listed. If that
//! does not end the matter, most of what the others lead to is judged side by side. Only where there
//! is more to see than a judgement tells is a step looked into by itself, if it still matters.

use std::array;

use arrayvec::ArrayVec;

use crate::board::lanes::LANES;
use crate::game::Steps;
use crate::search::judge::{Glance, Judge};
use crate::search::node::{Node, Place, Window};
use crate::search::order::{NONE, Order};
use crate::search::score::Score;

use super::Searcher;

/// Of which steps, so many at a time, a judgement is not all there is to see.
type Open = ArrayVec<[bool; LANES], 20>;

impl<G: Judge> Searcher<'_, G> {
    /// The best of the steps of a position where nothing is settled and there is a choice.
    pub(super) fn last(
        &mut self,
        position: &G,
        sight: &G::Sight,
        place: Place,
        window: Window,
    ) -> Score {
        let Place { depth, ply, height, .. } = place;
        debug_assert_eq!(self.seats, 2, "what is good for one seat is bad for the other");
        let mut rest = window.within(ply);
        if rest.alpha >= rest.beta {
            return rest.alpha;
        }
        let all = !self.parts.resolve;
        let mut steps = Steps::new();
        let mut order = Order::new();
        let mut best = Score::MIN;
        let killer = self.habits.killers(ply as usize)[0];
        let known = if killer == NONE { None } else { position.recall(sight, killer - 1, all) };
        let mut early = known;
        while rest.alpha < rest.beta {
            let step = if let Some(step) = early.take() {
                step
            } else {
                if order.is_new() {
                    if all {
                        position.steps(&mut steps);
                    } else {
                        position.resolve(sight, &mut steps);
                    }
                    let mut open = Open::new();
                    let node = Node { position, sight, steps: &steps, place };
                    if let Some((score, step)) = self.glance(&node, known, &mut open)
                        && score > best
                    {
                        best = score;
                        if score > rest.alpha {
                            rest.alpha = score;
                            if !window.is_null() {
                                self.lines[height as usize + 1].clear();
                                self.lead(height, step);
                            }
                            if score >= rest.beta {
                                break;
                            }
                        }
                    }
                    if open.iter().flatten().all(|open| !open) {
                        break;
                    }
                    self.order(&node, &open, &mut order);
                }
                let Some(at) = order.next() else { break };
                steps[at]
            };
            let child = position.advance(sight, step);
            let code = position.code(step) + 1;
            let below = Place { depth: depth - 1, before: code, ..place };
            let less = (best > Score::MIN).then_some(0);
            let score = self.scout(position.mover(), &child, below, rest, less);
            if self.watch.is_out() {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > rest.alpha {
                rest.alpha = score;
                if !window.is_null() {
                    self.lead(height, step);
                }
                if score >= rest.beta {
                    self.habits.refute(ply as usize, code);
                }
            }
        }
        best
    }

    /// Judges side by side what steps lead to, but for the one that is known already; and tells
    /// the best of them, and of which that is not all there is to see.
    #[inline(always)]
    fn glance(
        &mut self,
        node: &Node<'_, G>,
        known: Option<G::Step>,
        open: &mut Open,
    ) -> Option<(Score, G::Step)> {
        let &Node { position, sight, steps, place, .. } = node;
        let may_repeat = self.may_repeat(position);
        let mut best = None;
        let mut judged = 0;
        for steps in steps.chunks(LANES) {
            // What a lower level sees of a position is a matter of that position alone; and a limit
            // of nodes is not exceeded.
            let whole = self.haze == 0 && self.watch.has_room((judged + LANES) as u64);
            let seen = if whole { position.glance(sight, steps) } else { Glance::NONE };
            open.push(array::from_fn(|lane| {
                let Some(&step) = steps.get(lane).filter(|&&step| Some(step) != known) else {
                    return false;
                };
                if seen.calm & 1 << lane == 0 {
                    return true;
                }
                judged += 1;
                let repeats = may_repeat && self.repeats(position, position.key_after(sight, step));
                let score = if repeats { Score::DRAW } else { -Score::cp(seen.score[lane]) };
                if best.is_none_or(|(best, _)| score > best) {
                    best = Some((score, step));
                }
                false
            }));
        }
        if judged > 0 {
            self.longest = self.longest.max(place.ply + 1);
            self.watch.count_all(judged as u64);
        }
        best
    }

    /// Ranks by habit the steps that are open.
    #[inline(always)]
    fn order(&self, node: &Node<'_, G>, open: &Open, order: &mut Order) {
        let &Node { position, steps, place, .. } = node;
        for (steps, &open) in steps.chunks(LANES).zip(open) {
            let code = |lane: usize| position.code(steps[lane.min(steps.len() - 1)]) + 1;
            let codes = array::from_fn(code);
            let Place { ply, before, .. } = place;
            order.rank(self.habits.ranks(position.mover(), ply as usize, before, codes), open);
        }
    }
}
