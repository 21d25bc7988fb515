//! What every game is to the rest of the engine: seats, outcomes, steps, turns and the [`Game`] trait.

use std::fmt;

use arrayvec::ArrayVec;

/// A place at the table, in turn order. What a seat puts on the board is the game's business:
/// in Otrio 2x2 one seat owns two colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The most seats any game has.
    pub const MAX: usize = 4;
    /// The seat that opens the game.
    pub const P1: Seat = Seat(0);
    /// The second seat in turn order.
    pub const P2: Seat = Seat(1);
    /// The third seat in turn order.
    pub const P3: Seat = Seat(2);
    /// The fourth seat in turn order.
    pub const P4: Seat = Seat(3);

    /// Every seat, in turn order.
    pub const ALL: [Seat; Self::MAX] = [Seat::P1, Seat::P2, Seat::P3, Seat::P4];

    /// The seat's place in turn order, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat after this one at a table of `seats`.
    #[must_use]
    pub const fn next(self, seats: usize) -> Seat {
        if self.index() + 1 == seats { Seat::P1 } else { Seat(self.0 + 1) }
    }

    /// The other seat at a table of two.
    #[must_use]
    pub const fn other(self) -> Seat {
        self.next(2)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0 + 1)
    }
}

/// How a game ended. Absolute: it names the seat, never "the mover".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This seat won, every other seat lost.
    Won(Seat),
    /// Nobody won.
    Drawn,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won(seat) => write!(f, "{seat}win"),
            Outcome::Drawn => f.write_str("draw"),
        }
    }
}

/// Room for the steps of any position of any game, so that generating them allocates nothing.
/// The widest is Iris of size 8: 127 gray cells, 21 rim pairs and a pass.
pub type Steps<S> = ArrayVec<S, 160>;

/// One whole turn: the steps a seat plays before the next seat is on move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn<S> {
    /// The only step, or the first of two.
    pub first: S,
    /// The second stone of a two-stone Iris turn.
    pub second: Option<S>,
}

impl<S: Copy> Turn<S> {
    /// A turn of one step.
    pub const fn one(first: S) -> Self {
        Turn { first, second: None }
    }

    /// A turn of two steps, in the game's canonical order.
    pub const fn two(first: S, second: S) -> Self {
        Turn { first, second: Some(second) }
    }

    /// A turn of two steps, whichever is first in the game's canonical order, which is that of
    /// steps.
    pub fn of(one: S, other: S) -> Self
    where
        S: Ord,
    {
        Turn::two(one.min(other), one.max(other))
    }

    /// The steps in the order they are played.
    pub fn steps(self) -> impl Iterator<Item = S> {
        std::iter::once(self.first).chain(self.second)
    }
}

/// The rules of a game, as a position that can be asked and advanced.
///
/// A position is small and copied before it is advanced ("copy-make"), so an aborted search has
/// nothing to unwind. It knows nothing of how it was reached: what depends on the past (a third
/// repetition) is the business of [`History`](crate::history::History).
pub trait Game: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// One placement. Most turns are one step; a two-stone Iris turn is two, which a search sees
    /// as 75 and then some 50 branches instead of 1,600.
    type Step: Copy + Eq + Ord + fmt::Debug + Send + Sync;

    /// How many seats play.
    fn seats(&self) -> usize {
        2
    }

    /// The seat that plays the next step. It repeats inside a two-stone turn.
    fn mover(&self) -> Seat;

    /// Whether the mover has begun a turn and still owes its second step.
    fn mid_turn(&self) -> bool {
        false
    }

    /// Appends every legal step, each once; none when the game is over.
    fn steps(&self, out: &mut Steps<Self::Step>);

    /// Plays a step that is legal here. Anything else leaves a position without meaning: text is
    /// checked by [`Notation::read_turn`](crate::text::Notation::read_turn).
    fn play(&mut self, step: Self::Step);

    /// The result if the game is over. Settled when the last step was played, so free to ask.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of everything that [`Eq`] compares: the board, the mover, a half-played turn, the
    /// rule options.
    fn key(&self) -> u64;

    /// [`Game::key`] computed from the board alone, never from earlier keys.
    fn fresh_key(&self) -> u64;

    /// How many whole turns are legal, without playing them where the game knows better.
    /// Asked only between turns.
    fn turn_count(&self) -> u64 {
        let mut steps = Steps::new();
        self.steps(&mut steps);
        steps.len() as u64
    }

    /// Whether play can come back to a position it left, so that the repetition rule applies.
    fn can_repeat(&self) -> bool {
        false
    }

    /// The number of symmetries of the board, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// This position under symmetry number `symmetry` (0 is the identity). Images have the same
    /// value, and the turns of the image are the images of the turns. Asked only between turns:
    /// the canonical order of two steps is not symmetric.
    #[must_use]
    fn image(&self, symmetry: usize) -> Self {
        debug_assert_eq!(symmetry, 0, "only the identity");
        self.clone()
    }

    /// A whole turn under the same symmetry as [`Game::image`], in canonical order.
    fn image_of_turn(&self, _symmetry: usize, turn: Turn<Self::Step>) -> Turn<Self::Step> {
        turn
    }

    /// One key for all symmetric images of a position, so that a table can share them.
    fn canonical_key(&self) -> u64 {
        if self.mid_turn() {
            return self.key();
        }
        (1..self.symmetries()).map(|symmetry| self.image(symmetry).key()).fold(self.key(), u64::min)
    }

    /// Plays the steps of a legal turn.
    fn play_turn(&mut self, turn: Turn<Self::Step>) {
        for step in turn.steps() {
            self.play(step);
        }
    }

    /// Every legal turn, each once. For text and tests; a search walks steps.
    fn turns(&self) -> Vec<Turn<Self::Step>> {
        let mut turns = Vec::new();
        let mut firsts = Steps::new();
        self.steps(&mut firsts);
        for first in firsts {
            let mut child = self.clone();
            child.play(first);
            if child.mid_turn() {
                let mut seconds = Steps::new();
                child.steps(&mut seconds);
                turns.extend(seconds.into_iter().map(|second| Turn::two(first, second)));
            } else {
                turns.push(Turn::one(first));
            }
        }
        turns
    }
}
