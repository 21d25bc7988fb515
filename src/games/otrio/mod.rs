#![doc = include_str!("rules.md")]

mod colours;
mod draw;
mod eval;
mod sets;
mod slots;
mod text;

pub use colours::{Colour, Mode};
pub use slots::{SLOTS, Size, Slot, SlotSet};

use crate::board::{Bits, zobrist};
use crate::game::{Game, Outcome, Seat, Steps, Turn};

/// How many pieces of each size a colour has.
pub const SUPPLY: u32 = 3;

/// What a colour does on its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// Puts a piece in a slot of its size.
    Place(Slot),
    /// Nothing, because nothing fits.
    Pass,
}

/// A position of Otrio.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Otrio {
    /// The slots that each colour has taken.
    pieces: [SlotSet; Colour::ALL.len()],
    key: u64,
    mode: Mode,
    /// The colour on move.
    colour: Colour,
    outcome: Option<Outcome>,
}

impl Otrio {
    /// The start position.
    pub fn new(mode: Mode) -> Self {
        let colour = mode.colours()[0];
        let mut start = Otrio { pieces: Default::default(), key: 0, mode, colour, outcome: None };
        start.key = start.fresh_key();
        start
    }

    /// How many play with how many colours.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The colour on move.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// The seat that plays a colour of this mode.
    pub fn owner(&self, colour: Colour) -> Seat {
        self.mode.owner(colour)
    }

    /// The slots that a colour has taken.
    pub fn pieces(&self, colour: Colour) -> SlotSet {
        self.pieces[colour.index()]
    }

    /// The slots that are taken.
    pub fn occupied(&self) -> SlotSet {
        self.pieces.iter().fold(0, |all, pieces| all | pieces)
    }

    /// How many pieces of a size a colour has not yet placed.
    pub fn left(&self, colour: Colour, size: Size) -> u32 {
        SUPPLY - (self.pieces(colour) & size.slots()).count()
    }

    /// The empty slots that a colour has a piece for.
    pub fn open(&self, colour: Colour) -> SlotSet {
        let pieces = self.pieces(colour);
        let fits = Size::ALL.iter().fold(0, |fits, &size| {
            // Without its lowest two a supply of three is not yet empty: this needs no counting.
            let third = (pieces & size.slots()).without_lowest().without_lowest();
            if third.is_empty() { fits | size.slots() } else { fits }
        });
        fits & !self.occupied()
    }

    /// The slots where a piece of a colour, if it were on move, would complete a triple.
    pub fn wins_at(&self, colour: Colour) -> SlotSet {
        sets::completions([self.pieces(colour)])[0] & self.open(colour)
    }

    /// The colour that has taken a slot.
    pub fn taken_by(&self, slot: Slot) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.pieces(colour) & slot.bit() != 0)
    }

    /// The pieces that won the game, none if nobody did.
    pub fn winners(&self) -> SlotSet {
        match self.outcome {
            Some(Outcome::Won(_)) => sets::triples(self.pieces(self.mode.before(self.colour))),
            _ => 0,
        }
    }

    /// Settles the game as if the colour before the one on move had just moved.
    fn settle(&mut self) {
        let last = self.mode.before(self.colour);
        self.outcome = if sets::has_triple(self.pieces(last)) {
            Some(Outcome::Won(self.owner(last)))
        } else if self.mode.colours().iter().any(|&colour| self.open(colour) != 0) {
            None
        } else {
            Some(Outcome::Drawn)
        };
    }
}

/// Keeps the keys apart from those of the other games.
const SALT: u64 = 0x4f74_7269_6f00;
static PIECE_KEYS: [[u64; SLOTS]; Colour::ALL.len()] = [
    zobrist::keys(SALT),
    zobrist::keys(SALT + 1),
    zobrist::keys(SALT + 2),
    zobrist::keys(SALT + 3),
];
static COLOUR_KEYS: [u64; Colour::ALL.len()] = zobrist::keys(SALT + 4);
static MODE_KEYS: [u64; Mode::ALL.len()] = zobrist::keys(SALT + 5);

impl Game for Otrio {
    type Step = Step;

    fn seats(&self) -> usize {
        self.mode.seats()
    }

    fn mover(&self) -> Seat {
        self.owner(self.colour)
    }

    fn steps(&self, out: &mut Steps<Step>) {
        if self.outcome.is_some() {
            return;
        }
        match self.open(self.colour) {
            0 => out.push(Step::Pass),
            open => out.extend(Slot::members(open).map(Step::Place)),
        }
    }

    fn play(&mut self, step: Step) {
        let colour = self.colour;
        if let Step::Place(slot) = step {
            self.pieces[colour.index()] |= slot.bit();
            self.key ^= PIECE_KEYS[colour.index()][slot.index()];
        }
        self.colour = self.mode.after(colour);
        self.key ^= COLOUR_KEYS[colour.index()] ^ COLOUR_KEYS[self.colour.index()];
        self.settle();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let start = MODE_KEYS[self.mode as usize] ^ COLOUR_KEYS[self.colour.index()];
        self.pieces.iter().zip(&PIECE_KEYS).fold(start, |key, (&pieces, keys)| {
            Slot::members(pieces).fold(key, |key, slot| key ^ keys[slot.index()])
        })
    }

    fn turn_count(&self) -> u64 {
        match self.outcome {
            // A colour for which nothing fits has one turn, the pass.
            None => self.open(self.colour).count().max(1).into(),
            Some(_) => 0,
        }
    }

    fn symmetries(&self) -> usize {
        sets::SYMMETRIES
    }

    fn image(&self, symmetry: usize) -> Self {
        let pieces = self.pieces.map(|pieces| sets::image(symmetry, pieces));
        let mut image = Otrio { pieces, ..*self };
        image.key = image.fresh_key();
        image
    }

    fn image_of_turn(&self, symmetry: usize, turn: Turn<Step>) -> Turn<Step> {
        match turn.first {
            Step::Place(slot) => Turn::one(Step::Place(slot.image(symmetry))),
            Step::Pass => turn,
        }
    }

    /// The key of one image chosen by its pieces, so that one key is computed and not sixteen.
    fn canonical_key(&self) -> u64 {
        let pieces = sets::canonical(self.pieces);
        if pieces == self.pieces { self.key } else { Otrio { pieces, ..*self }.fresh_key() }
    }
}
