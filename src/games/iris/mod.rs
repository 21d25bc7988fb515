#![doc = include_str!("rules.md")]

mod draw;
pub mod endgame;
mod eval;
pub mod net;
mod score;
mod text;

pub use eval::{Sight, judge_by};
pub use score::{MAX_GROUPS, Score};

use std::cmp::Ordering;

use crate::board::hex::{HexSet, SYMMETRIES};
use crate::board::{Cell, Hex, zobrist};
use crate::game::{Game, Outcome, Seat, Steps, Turn};

/// The smallest board.
pub const MIN_SIZE: usize = crate::board::hex::MIN_SIZE;
/// The largest board.
pub const MAX_SIZE: usize = crate::board::hex::MAX_SIZE;

/// How many passes in a row end the game.
const LAST_PASS: u8 = 2;

/// One placement, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A stone on a gray cell: a turn by itself, or half of one.
    Gray(Cell),
    /// Stones on both cells of a rim pair, named by its lower cell: always a whole turn.
    Rim(Cell),
    /// No stone.
    Pass,
}

/// A position of Iris, on a set wide enough for the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iris<B: HexSet> {
    board: &'static Hex<B>,
    stones: [B; 2],
    key: u64,
    mover: Seat,
    /// The first stone of a turn that still lacks its second; it is on the board already.
    half: Option<Cell>,
    passes: u8,
    outcome: Option<Outcome>,
}

const SALT: u64 = u64::from_be_bytes(*b"iris\0\0\0\0");
/// As long as the board's tables, so that a cell never indexes past their end.
static STONE_KEYS: [[u64; 256]; 2] = [zobrist::keys(SALT), zobrist::keys(SALT + 1)];
static HALF_KEYS: [u64; 256] = zobrist::keys(SALT + 2);
static PASS_KEYS: [u64; LAST_PASS as usize + 1] = zobrist::keys(SALT + 3);
const MOVER_KEY: u64 = zobrist::key(SALT + 4, 0);

fn size_key(size: usize) -> u64 {
    zobrist::key(SALT + 5, size as u64)
}

impl<B: HexSet> Iris<B> {
    /// The start position, if there is a board of this size and its cells fit the set.
    pub fn new(size: usize) -> Option<Self> {
        Hex::of(size).map(|board| Self::set_up(board, [B::EMPTY; 2], Seat::P1, 0))
    }

    /// A position with these stones; with `half` the mover owes the second stone of a turn.
    /// Whether play can lead there is not asked.
    pub fn with_stones(
        board: &'static Hex<B>,
        stones: [B; 2],
        mover: Seat,
        half: Option<Cell>,
    ) -> Self {
        let mut position = Self::set_up(board, stones, mover, 0);
        if let Some(cell) = half {
            position.set_half(cell);
        }
        position
    }

    /// A position between two turns.
    fn set_up(board: &'static Hex<B>, stones: [B; 2], mover: Seat, passes: u8) -> Self {
        let mut position = Iris { board, stones, key: 0, mover, half: None, passes, outcome: None };
        position.key = position.fresh_key();
        position.settle();
        position
    }

    /// The board's geometry.
    pub fn board(&self) -> &'static Hex<B> {
        self.board
    }

    /// The stones of a seat.
    pub fn stones(&self, seat: Seat) -> B {
        self.stones[seat.index()]
    }

    /// Every stone on the board.
    pub fn occupied(&self) -> B {
        self.stones[0] | self.stones[1]
    }

    /// The passes in a row that led here.
    pub fn passes(&self) -> usize {
        self.passes.into()
    }

    /// The gray cells without a stone.
    pub fn empty_gray(&self) -> B {
        self.board.cells() & !self.board.rim() & !self.occupied()
    }

    /// The lower cells of the rim pairs without stones.
    pub fn empty_pairs(&self) -> B {
        // Opposite cells add up to the last index, so the lower ones come before the centre.
        let lower = B::below(self.board.cells().count() / 2);
        self.board.rim() & lower & !self.occupied()
    }

    /// The empty gray cells that can share a turn with an empty gray cell; if there is none, that
    /// cell is a turn by itself.
    pub fn partners(&self, cell: Cell) -> B {
        self.empty_gray() & !self.board.neighbours(cell) & !cell.bit::<B>()
    }

    /// The first stone of a turn that still lacks its second.
    pub fn half(&self) -> Option<Cell> {
        self.half
    }

    /// Every placement, whichever stone of a turn comes first: [`Game::steps`] lists each turn
    /// once, in the order of its cells, but who weighs cells one by one begins with the best.
    /// A pass is left out: an own stone more never hurts.
    pub fn placements(&self, out: &mut Steps<Step>) {
        if self.outcome.is_some() {
            return;
        }
        let cell = |index: u32| Cell(index as u8);
        let gray = self.half.map_or(self.empty_gray(), |first| self.partners(first));
        out.extend(gray.iter().map(|index| Step::Gray(cell(index))));
        if self.half.is_none() && !self.is_opening() {
            out.extend(self.empty_pairs().iter().map(|index| Step::Rim(cell(index))));
        }
    }

    /// Both scores as the board stands, p1's first.
    pub fn scores(&self) -> [Score; 2] {
        self.stones.map(|stones| Score::of(self.board, stones))
    }

    /// Nothing has been placed: the first turn is still to come.
    fn is_opening(&self) -> bool {
        self.occupied().is_empty()
    }

    fn place(&mut self, cell: Cell) {
        let owner = self.mover.index();
        self.stones[owner] |= cell.bit();
        self.key ^= STONE_KEYS[owner][cell.index()];
        self.set_passes(0);
    }

    fn set_passes(&mut self, passes: u8) {
        self.key ^= PASS_KEYS[usize::from(self.passes)] ^ PASS_KEYS[usize::from(passes)];
        self.passes = passes;
    }

    fn set_half(&mut self, cell: Cell) {
        self.half = Some(cell);
        self.key ^= HALF_KEYS[cell.index()];
    }

    fn end_turn(&mut self) {
        self.mover = self.mover.other();
        self.key ^= MOVER_KEY;
        self.settle();
    }

    fn settle(&mut self) {
        if self.passes == LAST_PASS || self.occupied() == self.board.cells() {
            let [black, white] = self.scores();
            self.outcome = Some(match black.cmp(&white) {
                Ordering::Greater => Outcome::Won(Seat::P1),
                Ordering::Less => Outcome::Won(Seat::P2),
                Ordering::Equal => Outcome::Drawn,
            });
        }
    }

    /// The key of an image, without making the image.
    fn key_of_image(&self, symmetry: usize) -> u64 {
        let mut key = size_key(self.board.size()) ^ PASS_KEYS[usize::from(self.passes)];
        for (stones, keys) in self.stones.iter().zip(&STONE_KEYS) {
            for index in stones.iter() {
                key ^= keys[self.board.image(symmetry, Cell(index as u8)).index()];
            }
        }
        if let Some(cell) = self.half {
            key ^= HALF_KEYS[self.board.image(symmetry, cell).index()];
        }
        if self.mover == Seat::P2 { key ^ MOVER_KEY } else { key }
    }
}

impl<B: HexSet> Game for Iris<B> {
    type Step = Step;

    fn mover(&self) -> Seat {
        self.mover
    }

    fn mid_turn(&self) -> bool {
        self.half.is_some()
    }

    fn steps(&self, out: &mut Steps<Step>) {
        if self.outcome.is_some() {
            return;
        }
        let gray = self.empty_gray();
        let cell = |index: u32| Cell(index as u8);
        if self.is_opening() {
            out.extend(gray.iter().map(|index| Step::Gray(cell(index))));
            return;
        }
        if let Some(first) = self.half {
            let higher = self.partners(first) & !B::below(u32::from(first.0) + 1);
            out.extend(higher.iter().map(|index| Step::Gray(cell(index))));
            return;
        }
        let mut higher = gray;
        while !higher.is_empty() {
            let first = cell(higher.lowest());
            higher = higher.without_lowest();
            let begins_a_pair = !(higher & !self.board.neighbours(first)).is_empty();
            if begins_a_pair || self.partners(first).is_empty() {
                out.push(Step::Gray(first));
            }
        }
        out.extend(self.empty_pairs().iter().map(|index| Step::Rim(cell(index))));
        out.push(Step::Pass);
    }

    fn play(&mut self, step: Step) {
        match step {
            Step::Gray(cell) => {
                let whole = match self.half.take() {
                    Some(first) => {
                        self.key ^= HALF_KEYS[first.index()];
                        true
                    }
                    None => self.is_opening() || self.partners(cell).is_empty(),
                };
                self.place(cell);
                if !whole {
                    self.set_half(cell);
                    return;
                }
            }
            Step::Rim(cell) => {
                self.place(cell);
                self.place(self.board.opposite(cell));
            }
            Step::Pass => self.set_passes(self.passes + 1),
        }
        self.end_turn();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        self.key_of_image(0)
    }

    fn turn_count(&self) -> u64 {
        if self.outcome.is_some() {
            return 0;
        }
        let gray = self.empty_gray();
        let cells = gray.count();
        if self.is_opening() {
            return cells.into();
        }
        let (mut touching, mut lone) = (0, 0);
        for index in gray.iter() {
            let adjacent = (self.board.neighbours(Cell(index as u8)) & gray).count();
            touching += adjacent;
            lone += u32::from(adjacent + 1 == cells);
        }
        // Both sums see each pair of cells from either end.
        let pairs = (cells * cells.saturating_sub(1) - touching) / 2;
        u64::from(pairs + lone + self.empty_pairs().count() + 1)
    }

    fn symmetries(&self) -> usize {
        SYMMETRIES
    }

    fn image(&self, symmetry: usize) -> Self {
        debug_assert!(!self.mid_turn(), "half a turn has no image");
        Iris {
            stones: self.stones.map(|stones| self.board.image_of_set(symmetry, stones)),
            key: self.key_of_image(symmetry),
            ..*self
        }
    }

    fn image_of_turn(&self, symmetry: usize, turn: Turn<Step>) -> Turn<Step> {
        let image = |step| match step {
            Step::Gray(cell) => Step::Gray(self.board.image(symmetry, cell)),
            Step::Rim(cell) => {
                let cell = self.board.image(symmetry, cell);
                Step::Rim(cell.min(self.board.opposite(cell)))
            }
            Step::Pass => Step::Pass,
        };
        let first = image(turn.first);
        match turn.second.map(image) {
            Some(second) => Turn::two(first.min(second), first.max(second)),
            None => Turn::one(first),
        }
    }

    fn canonical_key(&self) -> u64 {
        if self.mid_turn() {
            return self.key;
        }
        (1..SYMMETRIES).map(|symmetry| self.key_of_image(symmetry)).fold(self.key, u64::min)
    }
}
