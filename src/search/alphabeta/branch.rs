//! The best of the steps of a position.

use std::array;

use arrayvec::ArrayVec;

use crate::board::lanes::LANES;
use crate::board::zobrist;
use crate::game::{Seat, Steps};
use crate::search::judge::{Judge, shared_key};
use crate::search::node::{Image, Next, Node, Place, Window, seen_code};
use crate::search::order::{NONE, Order, Refutation};
use crate::search::score::{Bound, Score};
use crate::search::table::Entry;

use super::Searcher;

/// The least depth below the root at which wins by threats are looked for.
const LEAST_PROOF: i32 = 3;
/// The longest win by threats that is looked for.
const LONGEST_PROOF: u32 = 15;
/// How many attacks are looked at for depth 0; twice as many for each turn more.
const ATTACKS: u32 = 16;
/// The same at the root.
const ROOT_ATTACKS: u32 = 64;

impl<G: Judge> Searcher<'_, G> {
    /// Searches a step that is worth less to its mover the less likely it is.
    fn likely(
        &mut self,
        mover: Seat,
        next: &Next<G>,
        place: Place,
        window: Window,
        less: i32,
        first: bool,
    ) -> Score {
        let up = |score: Score| if score.is_mate() { score } else { score.moved(less) };
        let down = |score: Score| if score.is_mate() { score } else { score.moved(-less) };
        let moved = Window { alpha: up(window.alpha), beta: up(window.beta) };
        let mut score = Score::MIN;
        if !first && !moved.is_null() {
            score = self.child(mover, next, place, Window::null(moved.alpha));
        }
        if first || moved.is_null() || moved.contains(score) {
            score = self.child(mover, next, place, moved);
        }
        down(score)
    }

    /// Searches what a step leads to: the first one as it is, the others by asking whether they are
    /// better at all, at first so many turns less deeply.
    #[inline(always)]
    pub(super) fn scout(
        &mut self,
        mover: Seat,
        next: &Next<G>,
        place: Place,
        window: Window,
        less: Option<i32>,
    ) -> Score {
        let mut less = less;
        // A loop, because what a step leads to is looked at in one place: that is half the search,
        // and one copy of it is inlined.
        loop {
            let asked = if less.is_some() { Window::null(window.alpha) } else { window };
            let depth = place.depth - less.unwrap_or(0);
            let score = self.child(mover, next, Place { depth, ..place }, asked);
            less = match less {
                Some(1..) if score > window.alpha => Some(0),
                Some(_) if window.contains(score) && !window.is_null() => None,
                _ => return score,
            };
        }
    }

    /// The line below, with this step before it, is the best here.
    pub(super) fn lead(&mut self, height: u32, step: G::Step) {
        let height = height as usize;
        let (above, below) = self.lines.split_at_mut(height + 1);
        let line = &mut above[height];
        line.clear();
        line.push(step);
        line.extend_from_slice(&below[0]);
    }

    /// The best of the steps of a position.
    pub(super) fn branch(&mut self, node: &Node<'_, G>, window: Window) -> Score {
        let &Node { position, sight, steps, place, .. } = node;
        let Place { depth, ply, height, before } = place;
        let remembers = self.parts.table && depth >= G::REMEMBERED;
        // Nobody asks for the key of what is too shallow to be remembered.
        let (key, symmetry) = if remembers { shared_key(position) } else { (0, 0) };
        let key = key ^ self.salt;
        let entry = if remembers { self.table.read(key) } else { None };
        if let Some(score) = entry.and_then(|entry| self.cut(entry, place, window)) {
            return score;
        }
        let mover = position.mover();
        let image = (symmetry > 0).then(|| Image { of: position.image(symmetry), symmetry });
        let known = entry.and_then(|entry| {
            let best = |&step: &G::Step| seen_code(position, image.as_ref(), step) == entry.code;
            steps.iter().position(best)
        });
        // What the table thinks best often ends the matter, so nothing is ranked before it.
        let (mut early, mut order) = (known, Order::new());
        let bold = self.boldness(position, place, window);
        // Where nothing is known yet, a look less deep finds the first step for the next.
        let unknown = known.is_none() && ply > 0 && depth > 7;
        let depth = if unknown && bold > 2 { depth - 1 } else { depth };
        let mut best = Score::MIN;
        let mut best_step = None;
        let mut alpha = window.alpha;
        let mut tried = ArrayVec::<u16, 64>::new();
        let mut tainted = false;
        let outer = self.tainted;
        if let Some((plies, step)) = self.prove(position, steps, place, alpha) {
            // There may be a sooner win: this is a bound.
            best = Score::win_in(ply + plies);
            alpha = best;
            best_step = Some(step);
            self.lines[height as usize + 1].clear();
            self.lead(height, step);
            if height == 0 {
                self.lines[0] = self.threats.line(position, step, plies);
                self.best = Some((best, self.lines[0].clone()));
            }
        }
        let mut put_off = Steps::<(u8, u8)>::new();
        let mut count = 0;
        while alpha < window.beta {
            let fresh = early.take().or_else(|| {
                if order.is_new() {
                    let done = known.map_or(NONE, |at| position.code(steps[at]) + 1);
                    self.rank(node, done, &mut order);
                }
                order.next()
            });
            let fresh = fresh.map(|at| (count, at));
            count += 1;
            let again = || put_off.pop().map(|(index, at)| (index.into(), at.into()));
            let Some((index, at)) = fresh.or_else(again) else { break };
            let step = steps[at];
            let code = position.code(step) + 1;
            let cost = self.by_cost().then(|| position.cost(sight, step));
            // Too unlikely for what depth is left, while there is something better than a loss:
            // a loss holds only if everything was looked at.
            let lost = best.is_mate() && best < Score::DRAW;
            if index > 0 && !lost && cost.is_some_and(|cost| cost.depth > depth) {
                continue;
            }
            let turns = depth / self.grain() as i32;
            let claim = self.watch.claims().name(key, code, turns).filter(|_| index > 0);
            if let Some(claim) = claim {
                if fresh.is_some() && self.watch.claims().is_taken(claim) {
                    put_off.push((index as u8, at as u8));
                    continue;
                }
                self.watch.claims().take(claim);
            }
            let child = node.after(step);
            if height == 0 {
                self.first = Some(step);
            }
            let turn = i32::from(!child.0.mid_turn());
            let next = depth - cost.map_or(turn, |cost| cost.depth);
            let below = Place { depth: next, before: code, ..place };
            if next >= G::REMEMBERED && self.parts.table {
                self.table.fetch(child.0.key() ^ self.salt);
            }
            self.tainted = false;
            let rest = Window { alpha, beta: window.beta };
            let score = if let Some(cost) = cost {
                self.likely(mover, &child, below, rest, cost.score, index == 0)
            } else {
                let less = reduction(index, steps.len(), depth).min(bold).min(next);
                self.scout(mover, &child, below, rest, (index > 0).then_some(less))
            };
            if let Some(claim) = claim {
                self.watch.claims().give_back(claim);
            }
            if self.watch.is_out() {
                return Score::DRAW;
            }
            tainted |= self.tainted;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_step = Some(step);
                // Nobody asks for the line of a question that is answered by yes or no.
                if !window.is_null() {
                    self.lead(height, step);
                }
                if height == 0 {
                    self.best = Some((score, self.lines[0].clone()));
                }
                if score >= window.beta {
                    // Nothing but this reply counts.
                    tainted = self.tainted;
                    let last = Refutation { ply: ply as usize, before, depth, code };
                    self.habits.learn(mover, last, &tried);
                    break;
                }
            }
            if !tried.is_full() {
                tried.push(code);
            }
        }
        self.tainted = outer | tainted;
        if remembers && (ply > 0 || self.choice.is_empty()) {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best_step.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let code = best_step.map_or(NONE, |step| seen_code(position, image.as_ref(), step));
            let entry = Entry {
                code,
                score: best.seen_from_below(ply),
                depth: depth.clamp(0, 255) as u8,
                // What rests on a repetition holds on this path only.
                bound: (!tainted).then_some(bound),
            };
            self.table.write(key, entry);
        }
        best
    }

    /// Looks for a win by threats that is better than `alpha`, with more patience the more depends
    /// on it.
    fn prove(
        &mut self,
        position: &G,
        steps: &Steps<G::Step>,
        place: Place,
        alpha: Score,
    ) -> Option<(u32, G::Step)> {
        let Place { depth, ply, .. } = place;
        if !G::THREATENS || !self.parts.resolve || (ply > 0 && depth < LEAST_PROOF) {
            return None;
        }
        let attacks = if ply == 0 { ROOT_ATTACKS } else { ATTACKS } << depth.min(6);
        let proof = self.threats.prove(position, LONGEST_PROOF, attacks);
        self.watch.count_all(std::mem::take(&mut self.threats.nodes));
        let (plies, step) = proof?;
        (Score::win_in(ply + plies) > alpha && steps.contains(&step)).then_some((plies, step))
    }

    /// What the table says, if that is all there is to know within the window.
    fn cut(&self, entry: Entry, place: Place, window: Window) -> Option<Score> {
        let bound = entry.bound.filter(|_| place.ply > 0)?;
        let score = entry.score.seen_from_root(place.ply);
        let depth = i32::from(entry.depth);
        let deeper = self.parts.deeper;
        let deep = depth == place.depth || (deeper && depth > place.depth);
        // A win or a loss that is proven stays so however deeply one looks.
        let proven = deeper && score.is_mate();
        let lower = bound != Bound::Upper && (deep || (proven && score > Score::DRAW));
        let upper = bound != Bound::Lower && (deep || (proven && score < Score::DRAW));
        // On the principal variation the line is wanted, too.
        let wanted = window.is_null() || (lower && upper && proven);
        let cuts =
            (lower && score >= window.beta) || (upper && score <= window.alpha) || (lower && upper);
        (wanted && cuts).then_some(score)
    }

    /// Ranks the steps of a position, but for the one with the code `done`.
    fn rank(&self, node: &Node<'_, G>, done: u16, order: &mut Order) {
        let &Node { position, sight, steps, place, .. } = node;
        let Place { ply, before, .. } = place;
        for steps in steps.chunks(LANES) {
            let (codes, hints) = position.hints(sight, steps);
            let codes = codes.map(|code| code + 1);
            let habits = self.habits.ranks(position.mover(), ply as usize, before, codes);
            let mut ranks = array::from_fn(|lane| hints[lane] + habits[lane]);
            if ply == 0 {
                self.add_whim(codes, &mut ranks);
            }
            let open = array::from_fn(|lane| (lane < steps.len()) & (codes[lane] != done));
            order.rank(ranks, open);
        }
    }

    /// Breaks ties at the root by chance, if it should.
    #[cold]
    fn add_whim(&self, codes: [u16; LANES], ranks: &mut [i32; LANES]) {
        let Some(whim) = self.whim else { return };
        // Where steps cost what they are likely to, the likely ones have to come first.
        let most = if self.by_cost() { 1 << 10 } else { 1 << 16 };
        for (rank, code) in ranks.iter_mut().zip(codes) {
            *rank += (zobrist::key(whim, code.into()) % most) as i32;
        }
    }

    /// By how many turns less late steps here may be looked at.
    fn boldness(&self, position: &G, place: Place, window: Window) -> i32 {
        let may = self.parts.reduce
            && G::GRAIN == 1
            && place.depth >= 3
            && !window.alpha.is_mate()
            // To the end of the game everything is looked at, so that it is proven.
            && position.turns_left().is_none_or(|turns| place.depth < turns as i32);
        if may { position.boldness() } else { 0 }
    }
}
/// How much less deeply a late step out of so many is looked at.
fn reduction(index: usize, steps: usize, depth: i32) -> i32 {
    let late = 2 * index >= steps;
    match (index, depth) {
        (0..2, _) => 0,
        (24.., 6..) => 3,
        (_, 14..) if late => 4,
        (_, 9..) if late => 3,
        (8.., 4..) => 2,
        (_, 6..) if late => 2,
        (_, 10..) => 2,
        _ => 1,
    }
}
