//! The judgement of Iris: what the net says, and what is decided beyond doubt.

use std::cell::{OnceCell, RefCell};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::net::features::MAX_CELLS;
use super::net::{Net, Opinion};
use super::{Iris, Score, Step, endgame};
use crate::board::Cell;
use crate::board::hex::HexSet;
use crate::game::{Seat, Steps};
use crate::search::{Cost, Judge, Parts, Skill, Verdict};

/// Fewer empty cells than this, and the end may be decided.
const LATE: u32 = 48;
/// Parts of the depth that a step costs for every unit of -ln of its likelihood.
const DEPTH: f32 = 2.0;
/// Hundredths that a step costs for every unit by which -ln of its likelihood exceeds that of the
/// likeliest. Without it the search finds the net's errors. With less faith in shallow searches less
/// of it is needed: 30 was best without.
const DOUBT: f32 = 10.0;
/// How much a search counts beside the judgement it began with, in 64ths: at the leaves, and from
/// three turns of depth on.
const FAITH: [i32; 2] = [28, 60];
/// Rank in the order of steps for the same unit.
const RANK: i32 = 2_000;
/// Steps of -ln of a likelihood that are told apart.
const FINE: f32 = 16.0;

/// What the net says, as small as the search needs it.
#[derive(Clone, Copy)]
struct Glance {
    key: u64,
    /// The [mind](Mind) that asked for it last.
    mind: u32,
    /// The value to the mover, in hundredths of a logit.
    value: i16,
    /// By the lower cell of a placement: -ln of its likelihood, in 1/16.
    unlikely: [u8; MAX_CELLS],
}

impl Glance {
    fn of<B: HexSet>(net: &Net, position: &Iris<B>) -> Glance {
        let Opinion { value, policy } = net.judge(position);
        let mut steps = Steps::new();
        position.placements(&mut steps);
        let cells = || steps.iter().map(|&step| usize::from(position.code(step)));
        let most = cells().map(|cell| policy[cell]).fold(f32::MIN, f32::max);
        let sum: f32 = cells().map(|cell| libm::expf(policy[cell] - most)).sum();
        let all = most + libm::logf(sum);
        let mut unlikely = [u8::MAX; MAX_CELLS];
        for cell in cells() {
            unlikely[cell] = (FINE * (all - policy[cell])).clamp(0.0, 255.0) as u8;
        }
        let value = (100.0 * value).clamp(-3_000.0, 3_000.0) as i16;
        Glance { key: position.key, mind: 0, value, unlikely }
    }
}

/// Glances that each thread keeps: a search comes back to most positions.
const KEPT: usize = 1 << 15;

/// What a thread judges by, and what it has judged.
struct Mind {
    net: Option<Arc<Net>>,
    glances: Vec<Option<Glance>>,
    number: u32,
}

impl Mind {
    const fn new(net: Option<Arc<Net>>) -> Mind {
        Mind { net, glances: Vec::new(), number: 0 }
    }

    /// Makes room to keep glances in, or takes over what a thread before has kept: the next turn's
    /// search comes back to what the last one saw.
    #[cold]
    fn prepare(&mut self) {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        self.number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let spare = if self.net.is_none() { spare().pop() } else { None };
        self.glances = spare.unwrap_or_else(|| vec![None; KEPT]);
    }
}

impl Drop for Mind {
    fn drop(&mut self) {
        if self.net.is_none() && !self.glances.is_empty() {
            spare().push(std::mem::take(&mut self.glances));
        }
    }
}

/// What threads that have ended saw by the nets that are built in.
fn spare() -> MutexGuard<'static, Vec<Vec<Option<Glance>>>> {
    static SPARE: Mutex<Vec<Vec<Option<Glance>>>> = Mutex::new(Vec::new());
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    static MIND: RefCell<Mind> = const { RefCell::new(Mind::new(None)) };
}

/// From now on this thread's searches judge by another net than the built-in one, and begin with
/// nothing in mind: for training.
pub fn judge_by(net: Arc<Net>) {
    endgame::forget();
    MIND.replace(Mind::new(Some(net)));
}

/// What is seen of a position, once somebody asks.
#[derive(Default)]
pub struct Sight(OnceCell<Glance>);

impl Sight {
    fn glance<B: HexSet>(&self, position: &Iris<B>) -> &Glance {
        self.0.get_or_init(|| {
            MIND.with_borrow_mut(|mind| {
                if mind.glances.is_empty() {
                    mind.prepare();
                }
                let Mind { net, glances, number } = mind;
                let slot = &mut glances[position.key as usize % KEPT];
                let known = slot.take().filter(|glance| glance.key == position.key);
                if known.is_none_or(|glance| glance.mind != *number) {
                    // Known from before or not: the same searches find the same again.
                    endgame::earn();
                }
                let look = || {
                    let size = position.board.size();
                    Glance::of(net.as_deref().unwrap_or_else(|| Net::built_in(size)), position)
                };
                *slot.insert(Glance { mind: *number, ..known.unwrap_or_else(look) })
            })
        })
    }
}

impl<B: HexSet> Iris<B> {
    /// The cells without a stone.
    pub fn empty(&self) -> B {
        self.board.cells() & !self.occupied()
    }

    /// The seat that wins however the empty cells are filled, if there is one: an own stone more
    /// never hurts, so it is enough that it wins when the other seat gets them all.
    pub fn decided(&self) -> Option<Seat> {
        let empty = self.empty();
        [Seat::P1, Seat::P2].into_iter().find(|&seat| {
            let own = Score::of(self.board, self.stones(seat));
            own > Score::of(self.board, self.stones(seat.other()) | empty)
        })
    }

    /// -ln of the likelihood of a step, in 1/16.
    fn unlikely(&self, sight: &Sight, step: Step) -> u8 {
        match step {
            Step::Gray(cell) | Step::Rim(cell) => sight.glance(self).unlikely[cell.index()],
            Step::Pass => u8::MAX,
        }
    }
}

impl<B: HexSet> Judge for Iris<B> {
    /// The cells and the pass.
    const CODES: usize = 256;

    /// A search of a few hundred positions plays nearly as well as one of thousands, so only the
    /// judgement tells levels apart; fitted on size 6. More positions would not help a level whose
    /// judgement is off: it would find its errors. The highest of them is off by little, and looks at
    /// more.
    const SKILLS: [Skill; 8] = [
        Skill { parts: Parts::PLAIN, nodes: 4_000, haze: 420 },
        Skill::sharp(400, 240),
        Skill::sharp(400, 165),
        Skill::sharp(400, 110),
        Skill::sharp(400, 80),
        Skill::sharp(400, 54),
        Skill::sharp(400, 36),
        Skill::sharp(700, 10),
    ];

    /// Towards the end the solver may take milliseconds for each.
    const POLL: u64 = 4;

    /// A turn of two stones that the net expects costs about four units of -ln of its likelihood.
    const GRAIN: u32 = 8;

    type Sight = Sight;

    fn look(&self) -> Sight {
        Sight::default()
    }

    fn judge(&self, sight: &Sight) -> i32 {
        sight.glance(self).value.into()
    }

    fn code(&self, step: Step) -> u16 {
        match step {
            Step::Gray(Cell(cell)) | Step::Rim(Cell(cell)) => cell.into(),
            Step::Pass => 255,
        }
    }

    /// Without the pass, which would only put off a loss.
    fn candidates(&self, out: &mut Steps<Step>) {
        self.placements(out);
    }

    fn resolve(&self, _sight: &Sight, out: &mut Steps<Step>) -> Verdict {
        if self.half.is_none() && self.empty().count() < LATE {
            let turns = self.turns_left().unwrap_or(1).max(1);
            match self.decided().or_else(|| endgame::winner(self)) {
                Some(seat) if seat == self.mover => return Verdict::Wins(turns),
                Some(_) => return Verdict::Loses(turns),
                None => {}
            }
        }
        // Stones never hurt, so a pass is never better than a placement.
        self.placements(out);
        Verdict::Open
    }

    fn hint(&self, sight: &Sight, step: Step) -> i32 {
        match step {
            Step::Pass => -64 * RANK,
            _ => -RANK * i32::from(self.unlikely(sight, step)) / FINE as i32,
        }
    }

    fn cost(&self, sight: &Sight, step: Step) -> Cost {
        let least = sight.glance(self).unlikely.iter().min().copied().unwrap_or(0);
        let unlikely = self.unlikely(sight, step);
        let depth = (DEPTH / FINE * f32::from(unlikely)).round().max(1.0) as i32;
        let score = (DOUBT / FINE * f32::from(unlikely - least)) as i32;
        Cost { depth, score }
    }

    fn faith(depth: i32) -> i32 {
        const DEEP: i32 = 3 * Iris::<u64>::GRAIN as i32;
        FAITH[0] + (FAITH[1] - FAITH[0]) * depth.clamp(0, DEEP) / DEEP
    }

    fn shares_images(&self) -> bool {
        self.occupied().count() <= if self.board.size() <= 4 { 8 } else { 3 }
    }

    /// Passes apart, which only end the game sooner.
    fn turns_left(&self) -> Option<u32> {
        Some(self.empty_pairs().count() + self.empty_gray().count())
    }

    fn explain(&self) -> String {
        let sight = self.look();
        let mut steps = Steps::new();
        self.placements(&mut steps);
        steps.sort_by_key(|&step| self.unlikely(&sight, step));
        let mut text = format!("for the mover: {}\nlikely:", self.judge(&sight));
        for &step in steps.iter().take(8) {
            let (Step::Gray(cell) | Step::Rim(cell)) = step else { continue };
            let share = libm::expf(-f32::from(self.unlikely(&sight, step)) / FINE);
            text += &format!(" {} {:.0} %", self.board.name(cell), 100.0 * share);
        }
        text + "\n"
    }
}
