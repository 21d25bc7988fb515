//! The search of one position to one depth: principal variation search over steps.
//!
//! Movers are compared, plies never counted for parity: where the same side is on move after a
//! step the window stays as it is, else it is turned round. So one search serves alternating
//! play, two-stone turns and larger tables, where it is the root's seat against all others.

mod branch;
mod last;

use crate::board::zobrist;
use crate::game::{Outcome, Seat, Steps, Turn};

use super::blend::Blend;
use super::judge::{Judge, Verdict};
use super::node::{Next, Node, Parts, Place, Window};
use super::order::{Habits, NONE};
use super::score::Score;
use super::table::Table;
use super::threats::Threats;
use super::workers::Watch;

/// Turns from the root that are never exceeded.
pub(super) const MAX_PLY: u32 = 200;
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
    /// How wrong its judgement may be, in hundredths: by chance, but always in the same way of the
    /// same position.
    pub haze: i32,
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
            haze: 0,
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
        self.node(root, None, place, Window { alpha, beta })
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
        let score = match self.seats {
            2 => Score::cp(position.judge(sight)),
            _ if position.mover() == self.seat => Score::cp(position.judge_for(sight, self.seat)),
            _ => -Score::cp(position.judge_for(sight, self.seat)),
        };
        if self.haze > 0 { self.dimmed(position, score) } else { score }
    }

    /// A judgement as a lower level sees it.
    #[cold]
    fn dimmed(&self, position: &G, score: Score) -> Score {
        let chance = zobrist::key(self.whim.unwrap_or(0), position.key());
        let wrong = (chance % (2 * self.haze as u64 + 1)) as i32 - self.haze;
        Score::cp(score.value() + wrong)
    }

    /// Whether what a position leads to may be drawn by repetition.
    fn may_repeat(&self, position: &G) -> bool {
        position.can_repeat() && (self.path.len() >= position.period() || !self.drawn.is_empty())
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

    #[inline(always)]
    fn node(
        &mut self,
        position: &G,
        seen: Option<&G::Sight>,
        place: Place,
        window: Window,
    ) -> Score {
        self.lines[place.height as usize].clear();
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
        if ply > 0 && !position.mid_turn() && self.may_repeat(position) {
            let key = position.key();
            if self.repeats(position, key) {
                return Score::DRAW;
            }
        }
        self.look(position, seen, place, window)
    }

    /// A position that the rules do not end. Most are judged as they are, and that is all.
    #[inline(always)]
    fn look(
        &mut self,
        position: &G,
        seen: Option<&G::Sight>,
        place: Place,
        window: Window,
    ) -> Score {
        let own;
        let sight = match seen {
            Some(sight) => sight,
            None => {
                own = position.look();
                &own
            }
        };
        let is_quiet = || !self.parts.resolve || position.is_quiet(sight);
        if self.ends(position, place) && is_quiet() {
            return self.quiet(position, sight);
        }
        let remembers = position.can_repeat() && !position.mid_turn();
        if remembers {
            self.path.push(position.key());
        }
        let score = if G::GLANCES && place.depth == 1 && place.ply > 0 && is_quiet() {
            self.last(position, sight, place, window)
        } else {
            self.open(position, sight, place, window)
        };
        if remembers {
            self.path.pop();
        }
        score
    }

    /// Whether nothing but forced replies is looked at from here.
    fn ends(&self, position: &G, place: Place) -> bool {
        let whole = !position.mid_turn() || (self.by_cost() && place.ply > 0);
        (place.depth <= 0 && whole) || place.ply >= MAX_PLY
    }

    /// A position that has to be looked into.
    #[inline(never)]
    fn open(&mut self, position: &G, sight: &G::Sight, place: Place, window: Window) -> Score {
        let Place { depth, ply, height, .. } = place;
        let window = window.within(ply);
        if window.alpha >= window.beta && ply > 0 {
            return window.alpha;
        }
        let mut steps = Steps::new();
        if ply == 0 {
            position.candidates(&mut steps);
            self.choose(position, &mut steps);
        } else if self.parts.resolve {
            match position.resolve(sight, &mut steps) {
                Verdict::Open => {}
                Verdict::Wins(plies) => return Score::win_in(ply + plies),
                Verdict::Loses(plies) => return Score::loss_in(ply + plies),
                Verdict::Drawn => return Score::DRAW,
            }
        } else if depth > 0 || position.mid_turn() {
            position.steps(&mut steps);
        }
        let forced = self.parts.resolve && steps.len() == 1 && ply > 0 && ply < self.cap;
        if self.ends(position, place) && (!forced || ply >= MAX_PLY) {
            return self.quiet(position, sight);
        }
        let node = Node { position, sight, steps: &steps, place };
        if !forced {
            return self.weighed(&node, window);
        }
        // A reply without a choice is followed beyond the horizon.
        let step = steps[0];
        let next = node.after(step);
        let place = Place { depth: (depth - 1).max(0), before: position.code(step) + 1, ..place };
        let score = self.child(position.mover(), &next, place, window);
        if window.contains(score) {
            self.lead(height, step);
        }
        score
    }

    /// The best of the steps of a position; where those are followed as far as they are likely,
    /// weighed against the judgement of the position itself.
    fn weighed(&mut self, node: &Node<'_, G>, window: Window) -> Score {
        let Place { depth, ply, .. } = node.place;
        if !self.by_cost() || ply == 0 {
            return self.branch(node, window);
        }
        let own = self.quiet(node.position, node.sight);
        let blend = Blend::new(own, G::faith(depth));
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
    #[inline(always)]
    fn child(&mut self, mover: Seat, next: &Next<G>, place: Place, window: Window) -> Score {
        let (position, sight) = next;
        let ply = place.ply + u32::from(!position.mid_turn());
        let place = Place { ply, height: place.height + 1, ..place };
        let same = self.same_side(mover, position.mover());
        let turned = Window { alpha: -window.beta, beta: -window.alpha };
        let window = if same { window } else { turned };
        let score = self.node(position, sight.as_ref(), place, window);
        if same { score } else { -score }
    }
}
