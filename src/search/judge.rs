//! What a game tells the search beyond its rules.

use crate::board::lanes::LANES;
use crate::game::{Game, Seat, Steps};

use super::blend::WHOLE;
use super::level::{SKILLS, Skill};
use super::weights::{Sum, Tally, Weights};

/// What a game can say of a position without looking ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The steps listed have to be searched. A step that is left out is no better than one of
    /// those.
    Open,
    /// The mover wins after so many turns, this one included.
    Wins(u32),
    /// The mover loses after so many turns, this one included, whatever it plays.
    Loses(u32),
    /// Nobody can win any more.
    Drawn,
}

/// What up to eight steps lead to, seen side by side.
pub struct Glance {
    /// What the position after each step is worth to the seat on move there, as [`Judge::judge`]
    /// says.
    pub score: [i32; LANES],
    /// Of which steps that is all there is to say, a bit for each: the game goes on, and the
    /// position [is quiet](Judge::is_quiet).
    pub calm: u8,
}

impl Glance {
    /// Nothing to be seen.
    pub const NONE: Glance = Glance { score: [0; LANES], calm: 0 };
}

/// What it takes to look at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Taken from the depth.
    pub depth: i32,
    /// Taken from the step's score: an unlikely step has to promise more, or else the search
    /// would hunt for the judgement's errors.
    pub score: i32,
}

/// A game that can be judged without looking ahead.
///
/// Nearly everything has a default, so that a game plays as soon as it has rules; what it adds here
/// makes it play well.
pub trait Judge: Game {
    /// How many different numbers [`Judge::code`] gives.
    const CODES: usize = 160;
    /// Whether [`Judge::threats`] finds any.
    const THREATENS: bool = false;

    /// What the levels between chance and full strength can do, from the lowest. Where a game takes
    /// long to play well, looking further tells them apart; where it is soon played perfectly, how
    /// well they judge.
    const SKILLS: [Skill; SKILLS];

    /// Positions between two looks at the clock: a search ends so much too late at the most.
    const POLL: u64 = 512;

    /// Positions with so many turns or more still to look ahead are kept in the table; below that
    /// it costs more to look them up than to look at them.
    const REMEMBERED: i32 = 1;

    /// Whether a turn from the horizon what refuted similar positions is tried before any step is
    /// listed, and then a [glance](Judge::glance) at all the others: where it takes little longer
    /// to look at a position than to rank a step. Such positions are not kept in the table. Only
    /// for two seats that move by turns.
    const GLANCES: bool = false;

    /// Into how many parts a turn of depth is split. 1: every turn costs one, and late steps are
    /// reduced. More: the game knows how likely each step is, and the search goes deep where play
    /// is likely, by the [cost](Judge::cost) of steps; such a game is judged in the middle of a
    /// turn, too.
    const GRAIN: u32 = 1;

    /// What the game sees in a position at a glance. A node looks once, and then asks for a
    /// verdict, a judgement or hints, which share what was seen.
    type Sight;

    /// Looks at a position; asked only while the game goes on.
    fn look(&self) -> Self::Sight;

    /// The weights of what [`Judge::count`] counts.
    fn weights(&self) -> &'static Weights {
        &Weights::NONE
    }

    /// Counts what there is for a seat, and negatively what there is against it. Asked when
    /// [`Judge::judge`] is.
    fn count(&self, _sight: &Self::Sight, _seat: Seat, _tally: &mut impl Tally) {}

    /// The counts for a seat by their weights.
    fn weighed(&self, sight: &Self::Sight, seat: Seat) -> i32 {
        let mut sum = Sum { weights: self.weights(), total: 0 };
        self.count(sight, seat, &mut sum);
        sum.total
    }

    /// What the position is worth to the mover, in hundredths; asked only while the game goes on
    /// and between turns.
    fn judge(&self, sight: &Self::Sight) -> i32 {
        self.weighed(sight, self.mover())
    }

    /// What the position is worth to any seat. At a table of more than two the seats' prospects
    /// need not add up to nothing.
    fn judge_for(&self, sight: &Self::Sight, seat: Seat) -> i32 {
        if seat == self.mover() { self.judge(sight) } else { -self.judge(sight) }
    }

    /// A number for a step, below [`Judge::CODES`], that no other step of this position has and
    /// that means much the same in similar positions.
    fn code(&self, step: Self::Step) -> u16 {
        let mut steps = Steps::new();
        self.steps(&mut steps);
        steps.iter().position(|&other| other == step).unwrap_or(0) as u16
    }

    /// Settles the position if that needs no search, or else lists the steps that do. What it
    /// says is the truth: proofs rest on it. A list of one step is a forced reply.
    ///
    /// At a table of more than two it is the truth for a mover that plays for itself: it takes its
    /// own win, and does not let the next seat win if it can help it.
    fn resolve(&self, _sight: &Self::Sight, out: &mut Steps<Self::Step>) -> Verdict {
        self.steps(out);
        Verdict::Open
    }

    /// The step with this code, if [`Judge::resolve`] lists it, or if it is legal where `all` steps
    /// count; asked only where nothing is settled.
    fn recall(&self, sight: &Self::Sight, code: u16, all: bool) -> Option<Self::Step> {
        let mut steps = Steps::new();
        if all {
            self.steps(&mut steps);
        } else {
            self.resolve(sight, &mut steps);
        }
        steps.into_iter().find(|&step| self.code(step) == code)
    }

    /// The position after a step that [`Judge::resolve`] listed; and what is seen there, if that is
    /// cheaper to tell from what was seen here.
    fn advance(&self, _sight: &Self::Sight, step: Self::Step) -> (Self, Option<Self::Sight>) {
        let mut next = self.clone();
        next.play(step);
        (next, None)
    }

    /// Whether [`Judge::resolve`] would settle nothing and list more than one step: what there is
    /// to know where nothing is looked at any more, if it is cheaper to tell than to list.
    fn is_quiet(&self, _sight: &Self::Sight) -> bool {
        false
    }

    /// Judges the positions after up to eight steps side by side, where that is cheaper than one by
    /// one. Asked only where nothing is settled, and there is a choice.
    fn glance(&self, _sight: &Self::Sight, _steps: &[Self::Step]) -> Glance {
        Glance::NONE
    }

    /// The key of the position after a step.
    fn key_after(&self, sight: &Self::Sight, step: Self::Step) -> u64 {
        self.advance(sight, step).0.key()
    }

    /// Lists steps that may be worth a search after which the opponent has to answer at once, so
    /// that [`Judge::resolve`] leaves it few. Asked only where nothing is settled.
    fn threats(&self, _out: &mut Steps<Self::Step>) {}

    /// How promising a step looks: a bonus for the order in which steps are searched, where 1,000
    /// is much and the history of a step moves it by a few thousand at the most.
    fn hint(&self, _sight: &Self::Sight, _step: Self::Step) -> i32 {
        0
    }

    /// The codes and the hints of up to eight steps, if they are cheaper to tell together.
    fn hints(&self, sight: &Self::Sight, steps: &[Self::Step]) -> ([u16; LANES], [i32; LANES]) {
        let (mut codes, mut hints) = ([0; LANES], [0; LANES]);
        for (at, &step) in steps.iter().enumerate() {
            (codes[at], hints[at]) = (self.code(step), self.hint(sight, step));
        }
        (codes, hints)
    }

    /// The steps to choose from at the root. A turn that begins with none of them is played only if
    /// there is nothing else to choose from.
    fn candidates(&self, out: &mut Steps<Self::Step>) {
        self.steps(out);
    }

    /// What a step costs; asked only if the grain is not 1.
    fn cost(&self, _sight: &Self::Sight, _step: Self::Step) -> Cost {
        Cost { depth: 1, score: 0 }
    }

    /// How much a search of so many parts of depth counts beside the judgement of the position
    /// that it began with, in 64ths; asked only if the grain is not 1.
    fn faith(_depth: i32) -> i32 {
        WHOLE
    }

    /// By how many turns less a late step may be looked at, at the most. Where nearly every step
    /// matters, it only hides things, and proofs come later.
    fn boldness(&self) -> i32 {
        4
    }

    /// Whether symmetric positions like this one are so frequent that looking for them pays.
    fn shares_images(&self) -> bool {
        false
    }

    /// Where play can repeat: a number of turns that divides the length of every cycle.
    fn period(&self) -> usize {
        1
    }

    /// The most turns the game can still last, if there is such a number.
    fn turns_left(&self) -> Option<u32> {
        None
    }

    /// What the judgement sees, in a few lines for a person.
    fn explain(&self) -> String {
        format!("judgement {}\n", self.judge(&self.look()))
    }
}

/// One key for all images of a position, and the symmetry that leads to it.
pub(super) fn shared_key<G: Judge>(position: &G) -> (u64, usize) {
    if position.mid_turn() || !position.shares_images() {
        return (position.key(), 0);
    }
    let images =
        (1..position.symmetries()).map(|symmetry| (position.image(symmetry).key(), symmetry));
    images.fold((position.key(), 0), Ord::min)
}
