//! The search of one position to one depth: principal variation search over steps.
//!
//! Movers are compared, plies never counted for parity: where the same side is on move after a
//! step the window stays as it is, else it is turned round. So one search serves alternating
//! play, two-stone turns and larger tables, where it is the root's seat against all others.

use arrayvec::ArrayVec;

use crate::board::zobrist;
use crate::game::{Outcome, Seat, Steps, Turn};

use super::blend::Blend;
use super::judge::{Judge, Verdict, shared_key};
use super::node::{Image, Node, Parts, Place, Window, seen_code};
use super::order::{Habits, NONE, Order, Ranked, Refutation};
use super::score::{Bound, Score};
use super::table::{Entry, Table};
use super::threats::Threats;
use super::workers::Watch;

/// Turns from the root that are never exceeded.
pub(super) const MAX_PLY: u32 = 200;
/// The least depth below the root at which wins by threats are looked for.
const LEAST_PROOF: i32 = 3;
/// The longest win by threats that is looked for.
const LONGEST_PROOF: u32 = 15;
/// How many attacks are looked at for depth 0; twice as many for each turn more.
const ATTACKS: u32 = 16;
/// The same at the root.
const ROOT_ATTACKS: u32 = 64;
/// Salts the keys of whose search it is.
const WHOSE: u64 = 0x5ea7;

/// One thread's search.
pub(super) struct Searcher<'a, G: Judge> {
    pub watch: Watch<'a>,
    parts: Parts,
    table: &'a Table,
    /// The seat the search is for.
    seat: Seat,
    seats: usize,
    /// Keeps apart what the table knows where positions alone do not tell it.
    salt: u64,
    /// Positions whose next occurrence is a draw, whatever the path.
    drawn: Vec<u64>,
    /// The keys of the positions between turns from the root to here, if play can repeat.
    path: Vec<u64>,
    /// Whether the latest value rests on a repetition of its path.
    tainted: bool,
    habits: Habits,
    threats: Threats,
    /// The best line below each height.
    lines: Vec<Vec<G::Step>>,
    /// The turns to choose from at the root; all if empty.
    pub choice: Vec<Turn<G::Step>>,
    /// The first step of the root's own turn, while its second is looked for.
    first: Option<G::Step>,
    /// Breaks ties at the root by chance.
    pub whim: Option<u64>,
    /// The best at the root so far in this run: its score, and its steps.
    pub best: Option<(Score, Vec<G::Step>)>,
    /// Turns of the longest line.
    pub longest: u32,
    /// Turns from the root that forced replies do not exceed.
    cap: u32,
}

impl<'a, G: Judge> Searcher<'a, G> {
    /// A search for the mover of `root`. Positions in `drawn` are drawn when they come up once
    /// more.
    pub fn new(
        root: &G,
        drawn: Vec<u64>,
        parts: Parts,
        table: &'a Table,
        watch: Watch<'a>,
    ) -> Self {
        let (seats, seat) = (root.seats(), root.mover());
        // Where seats stand together, a value depends on whose search it is; and where a position
        // must not come up again, values hold in this game only.
        let whose = if seats > 2 { zobrist::key(WHOSE, seat.index() as u64) } else { 0 };
        let salt = drawn.iter().fold(whose, |salt, &key| salt ^ zobrist::mix(!key));
        Searcher {
            watch,
            parts,
            table,
            seat,
            seats,
            salt,
            drawn,
            path: Vec::new(),
            tainted: false,
            habits: Habits::new::<G>(MAX_PLY as usize + 1),
            threats: Threats::new(),
            lines: vec![Vec::new(); 2 * MAX_PLY as usize + 3],
            choice: Vec::new(),
            first: None,
            whim: None,
            best: None,
            longest: 0,
            cap: MAX_PLY,
        }
    }

    /// The value of the root at a depth within a window.
    pub fn run(&mut self, root: &G, depth: u32, alpha: Score, beta: Score) -> Score {
        self.path.clear();
        self.tainted = false;
        self.best = None;
        self.longest = 0;
        self.cap = (2 * depth / G::GRAIN + 24).min(MAX_PLY);
        let place = Place { depth: depth as i32, ply: 0, height: 0, before: NONE };
        self.node(root, place, Window { alpha, beta })
    }

    /// Whether steps cost what they are likely to.
    fn by_cost(&self) -> bool {
        G::GRAIN > 1 && self.parts.reduce
    }

    /// Into how many parts a turn of depth is split.
    pub fn grain(&self) -> u32 {
        if self.by_cost() { G::GRAIN } else { 1 }
    }

    fn same_side(&self, one: Seat, other: Seat) -> bool {
        match self.seats {
            2 => one == other,
            _ => (one == self.seat) == (other == self.seat),
        }
    }

    /// The judgement of a quiet position, from its mover's side.
    fn quiet(&self, position: &G, sight: &G::Sight) -> Score {
        match self.seats {
            2 => Score::cp(position.judge(sight)),
            _ if position.mover() == self.seat => Score::cp(position.judge_for(sight, self.seat)),
            _ => -Score::cp(position.judge_for(sight, self.seat)),
        }
    }

    /// Whether a position between turns is drawn by repetition.
    fn repeats(&mut self, position: &G, key: u64) -> bool {
        if self.drawn.contains(&key) {
            return true;
        }
        let period = position.period();
        let mut earlier = self.path.iter().rev().skip(period - 1).step_by(period);
        let repeated = earlier.any(|&old| old == key);
        self.tainted |= repeated;
        repeated
    }

    fn node(&mut self, position: &G, place: Place, window: Window) -> Score {
        self.lines[place.height].clear();
        if self.watch.count() {
            return Score::DRAW;
        }
        let ply = place.ply;
        self.longest = self.longest.max(ply);
        match position.outcome() {
            None => {}
            Some(Outcome::Drawn) => return Score::DRAW,
            Some(Outcome::Won(seat)) if self.same_side(seat, position.mover()) => {
                return Score::win_in(ply);
            }
            Some(Outcome::Won(_)) => return Score::loss_in(ply),
        }
        if position.mid_turn() || !position.can_repeat() {
            return self.open(position, place, window);
        }
        let key = position.key();
        if ply > 0 && self.repeats(position, key) {
            return Score::DRAW;
        }
        self.path.push(key);
        let score = self.open(position, place, window);
        self.path.pop();
        score
    }

    /// A position that the rules do not end.
    fn open(&mut self, position: &G, place: Place, window: Window) -> Score {
        let Place { depth, ply, height, .. } = place;
        // Nothing below is better than a win by this turn or worse than a loss before it.
        let alpha = window.alpha.max(Score::loss_in(ply));
        let beta = window.beta.min(Score::win_in(ply + 1));
        if alpha >= beta && ply > 0 {
            return alpha;
        }
        let window = Window { alpha, beta };
        let sight = position.look();
        let mut steps = Steps::new();
        if ply == 0 {
            position.candidates(&mut steps);
            self.choose(position, &mut steps);
        } else if self.parts.resolve {
            match position.resolve(&sight, &mut steps) {
                Verdict::Open => {}
                Verdict::Wins(plies) => return Score::win_in(ply + plies),
                Verdict::Loses(plies) => return Score::loss_in(ply + plies),
                Verdict::Drawn => return Score::DRAW,
            }
        } else if depth > 0 || position.mid_turn() {
            position.steps(&mut steps);
        }
        let forced = self.parts.resolve && steps.len() == 1 && ply > 0 && ply < self.cap;
        let whole = !position.mid_turn() || (self.by_cost() && ply > 0);
        if (depth <= 0 && whole && !forced) || ply >= MAX_PLY {
            return self.quiet(position, &sight);
        }
        if !forced {
            let node = Node { position, sight: &sight, steps: &steps, place };
            return self.weighed(&node, window);
        }
        // A reply without a choice is followed beyond the horizon.
        let step = steps[0];
        let mut child = position.clone();
        child.play(step);
        let place = Place { depth: (depth - 1).max(0), before: position.code(step) + 1, ..place };
        let score = self.child(position.mover(), &child, place, window);
        if window.contains(score) {
            self.lead(height, step);
        }
        score
    }

    /// The best of the steps of a position; where those are followed as far as they are likely,
    /// weighed against the judgement of the position itself.
    fn weighed(&mut self, node: &Node<'_, G>, window: Window) -> Score {
        if !self.by_cost() || node.place.ply == 0 {
            return self.branch(node, window);
        }
        let own = self.quiet(node.position, node.sight);
        let blend = Blend::new(own, G::faith(node.place.depth));
        blend.of(self.branch(node, blend.window(window)))
    }

    /// Leaves the turns that the root may choose from.
    fn choose(&self, position: &G, steps: &mut Steps<G::Step>) {
        if self.choice.is_empty() {
            return;
        }
        let first = if position.mid_turn() { self.first } else { None };
        steps.retain(|step| {
            self.choice.iter().any(|turn| match first {
                Some(first) => *turn == Turn::of(first, *step),
                None => turn.steps().any(|one| one == *step),
            })
        });
        if steps.is_empty() {
            steps.extend(self.choice.iter().map(|turn| turn.first).take(1));
        }
    }

    /// Searches what one step leads to; `place` has the depth for it and the step's code.
    fn child(&mut self, mover: Seat, child: &G, place: Place, window: Window) -> Score {
        let ply = place.ply + u32::from(!child.mid_turn());
        let place = Place { ply, height: place.height + 1, ..place };
        if self.same_side(mover, child.mover()) {
            self.node(child, place, window)
        } else {
            let turned = Window { alpha: -window.beta, beta: -window.alpha };
            -self.node(child, place, turned)
        }
    }

    /// Searches a step that is worth less to its mover the less likely it is.
    fn likely(
        &mut self,
        mover: Seat,
        child: &G,
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
            score = self.child(mover, child, place, Window::null(moved.alpha));
        }
        if first || moved.is_null() || moved.contains(score) {
            score = self.child(mover, child, place, moved);
        }
        down(score)
    }

    /// Searches what a step leads to: the first one as it is, the others by asking whether they are
    /// better at all, at first so many turns less deeply.
    fn scout(
        &mut self,
        mover: Seat,
        child: &G,
        place: Place,
        window: Window,
        less: Option<i32>,
    ) -> Score {
        let Some(less) = less else { return self.child(mover, child, place, window) };
        let null = Window::null(window.alpha);
        let mut score =
            self.child(mover, child, Place { depth: place.depth - less, ..place }, null);
        if less > 0 && score > window.alpha {
            score = self.child(mover, child, place, null);
        }
        if window.contains(score) && !window.is_null() {
            score = self.child(mover, child, place, window);
        }
        score
    }

    /// The line below, with this step before it, is the best here.
    fn lead(&mut self, height: usize, step: G::Step) {
        let (above, below) = self.lines.split_at_mut(height + 1);
        let line = &mut above[height];
        line.clear();
        line.push(step);
        line.extend_from_slice(&below[0]);
    }

    /// The best of the steps of a position.
    fn branch(&mut self, node: &Node<'_, G>, window: Window) -> Score {
        let &Node { position, sight, steps, place, .. } = node;
        let Place { depth, ply, height, before } = place;
        let (key, symmetry) = shared_key(position);
        let key = key ^ self.salt;
        let remembers = self.parts.table && depth >= G::REMEMBERED;
        let entry = if remembers { self.table.read(key) } else { None };
        if let Some(score) = entry.and_then(|entry| self.cut(entry, place, window)) {
            return score;
        }
        let mover = position.mover();
        let image = (symmetry > 0).then(|| Image { of: position.image(symmetry), symmetry });
        let known = entry.and_then(|entry| {
            let best = |&&step: &&G::Step| seen_code(position, image.as_ref(), step) == entry.code;
            steps.iter().find(best).copied()
        });
        let mut order = Order::new(known);
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
            self.lines[height + 1].clear();
            self.lead(height, step);
            if height == 0 {
                self.lines[0] = self.threats.line(position, step, plies);
                self.best = Some((best, self.lines[0].clone()));
            }
        }
        let mut put_off = Steps::<(usize, G::Step)>::new();
        let mut count = 0;
        while alpha < window.beta {
            let fresh = order.next(|ranked| self.rank(node, ranked)).map(|step| (count, step));
            count += 1;
            let Some((index, step)) = fresh.or_else(|| put_off.pop()) else { break };
            let cost = self.by_cost().then(|| position.cost(sight, step));
            // Too unlikely for what depth is left, while there is something better than a loss:
            // a loss holds only if everything was looked at.
            let lost = best.is_mate() && best < Score::DRAW;
            if index > 0 && !lost && cost.is_some_and(|cost| cost.depth > depth) {
                continue;
            }
            let code = position.code(step) + 1;
            let turns = depth / self.grain() as i32;
            let claim = self.watch.claims().name(key, code, turns).filter(|_| index > 0);
            if let Some(claim) = claim {
                if fresh.is_some() && self.watch.claims().is_taken(claim) {
                    put_off.push((index, step));
                    continue;
                }
                self.watch.claims().take(claim);
            }
            let mut child = position.clone();
            child.play(step);
            if height == 0 {
                self.first = Some(step);
            }
            let turn = i32::from(!child.mid_turn());
            let next = depth - cost.map_or(turn, |cost| cost.depth);
            let below = Place { depth: next, before: code, ..place };
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
                self.lead(height, step);
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

    fn rank(&self, node: &Node<'_, G>, ranked: &mut Ranked<G::Step>) {
        let &Node { position, sight, steps, place, .. } = node;
        let mover = position.mover();
        let ply = place.ply as usize;
        for &step in steps {
            let code = position.code(step) + 1;
            let mut rank =
                self.habits.rank(mover, ply, place.before, code) + position.hint(sight, step);
            if let Some(whim) = self.whim.filter(|_| place.ply == 0) {
                rank += (zobrist::key(whim, code.into()) >> 48) as i32;
            }
            ranked.push((rank, step));
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
