//! The best of the steps of a position a turn from the horizon.
//!
//! Where positions are cheap, these and the positions after them are most of the tree, and what
//! they need is little: no table, no proof, nothing to look at less deeply. What refuted similar
//! positions mostly refutes this one too, so it is tried before anything is even listed.

use arrayvec::ArrayVec;

use crate::game::Steps;
use crate::search::judge::Judge;
use crate::search::node::{Node, Place, Window};
use crate::search::order::{NONE, Order, Refutation};
use crate::search::score::Score;

use super::Searcher;

impl<G: Judge> Searcher<'_, G> {
    /// The best of the steps of a position where nothing is settled and there is a choice.
    pub(super) fn last(
        &mut self,
        position: &G,
        sight: &G::Sight,
        place: Place,
        window: Window,
    ) -> Score {
        let Place { depth, ply, height, before } = place;
        let window = window.within(ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let mut steps = Steps::new();
        let mut order = Order::new();
        let killers = self.habits.killers(ply as usize);
        let mut early = 0;
        let mut tried = ArrayVec::<u16, 64>::new();
        let mut best = Score::MIN;
        let mut alpha = window.alpha;
        let mut first = true;
        let mut tainted = false;
        let outer = self.tainted;
        while alpha < window.beta {
            let all = !self.parts.resolve;
            let (step, code) = if let Some(&code) = killers.get(early) {
                early += 1;
                if code == NONE {
                    continue;
                }
                let Some(step) = position.recall(sight, code - 1, all) else { continue };
                (step, code)
            } else {
                if order.is_new() {
                    if all {
                        position.steps(&mut steps);
                    } else {
                        position.resolve(sight, &mut steps);
                    }
                    let node = Node { position, sight, steps: &steps, place };
                    self.rank(&node, killers, &mut order);
                }
                let Some(at) = order.next() else { break };
                (steps[at], position.code(steps[at]) + 1)
            };
            let child = position.advance(sight, step);
            let below = Place { depth: depth - 1, before: code, ..place };
            self.tainted = false;
            let rest = Window { alpha, beta: window.beta };
            let score = self.scout(position.mover(), &child, below, rest, (!first).then_some(0));
            first = false;
            if self.watch.is_out() {
                return Score::DRAW;
            }
            tainted |= self.tainted;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if !window.is_null() {
                    self.lead(height, step);
                }
                if score >= window.beta {
                    tainted = self.tainted;
                    let last = Refutation { ply: ply as usize, before, depth, code };
                    self.habits.learn(position.mover(), last, &tried);
                    break;
                }
            }
            if !tried.is_full() {
                tried.push(code);
            }
        }
        self.tainted = outer | tainted;
        best
    }
}
