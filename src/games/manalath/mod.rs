#![doc = include_str!("rules.md")]

mod draw;
mod eval;
mod tactics;
mod text;

use std::fmt;

use crate::board::hex::SYMMETRIES;
use crate::board::{Bits, Cell, Hex, zobrist};
use crate::game::{Game, Outcome, Seat, Steps, Turn};

/// The largest board.
pub const MAX_SIZE: usize = 5;

/// No group may have more stones: one of exactly this many wins.
const LARGEST_GROUP: u32 = 5;
/// A group of exactly this many loses.
const LOSING_GROUP: u32 = 4;

/// A number from 0 to 7 for each cell, as three planes of binary digits, so that all the cells
/// with the same number are found at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Numbers([u64; 3]);

impl Numbers {
    /// The cells with this number.
    fn are(self, number: u32) -> u64 {
        let digit = |at: u32| {
            let plane = self.0[at as usize];
            if number >> at & 1 == 1 { plane } else { !plane }
        };
        digit(0) & digit(1) & digit(2)
    }

    /// Gives these cells this number, whatever they had.
    fn set(&mut self, cells: u64, number: u32) {
        for (at, plane) in self.0.iter_mut().enumerate() {
            *plane = if number >> at & 1 == 1 { *plane | cells } else { *plane & !cells };
        }
    }
}

/// What [`Numbers`] say of a cell where a stone would make a group that is too large.
const FULL: u32 = 7;

/// The colour of a stone. Either player may place either.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// What p1's groups are made of.
    Black,
    /// What p2's groups are made of.
    White,
}

impl Colour {
    /// Both colours, in the order of their owners' turns.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// The colour whose groups count for a seat.
    pub const fn of(seat: Seat) -> Colour {
        Self::ALL[seat.index() & 1]
    }

    /// The colour as an index into tables.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in positions and moves.
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'b',
            Colour::White => 'w',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

/// A stone put on a cell: a whole turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement {
    /// Where it goes.
    pub cell: Cell,
    /// Which stone it is.
    pub colour: Colour,
}

/// What a four and a five of the mover's colour mean together at the end of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Both {
    /// The mover loses.
    #[default]
    Loses,
    /// The one that stood before the last stone decides; if both did, the four.
    First,
}

/// A position of Manalath.
///
/// All that follows from the stones is kept up to date with each one placed, so that generating
/// and counting placements are operations on sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manalath {
    board: &'static Hex<u64>,
    stones: [u64; 2],
    /// By colour: of a stone the size of its group, of an empty cell the stones of all the groups
    /// around it, or [`FULL`]. Nothing on the other colour's stones.
    sizes: [Numbers; 2],
    key: u64,
    left: [u8; 2],
    both: Both,
    mover: Seat,
    outcome: Option<Outcome>,
}

impl Manalath {
    /// The start position, if there is a board of this size: 2 to 5.
    pub fn new(size: usize, both: Both) -> Option<Self> {
        Hex::of(size).map(|board| Self::with(board, [0; 2], Seat::P1, both))
    }

    /// The position with these stones, which are within the supply and in groups that are not
    /// too large, judged as if the seat that is not on move had just moved.
    fn with(board: &'static Hex<u64>, stones: [u64; 2], mover: Seat, both: Both) -> Self {
        let mut position = Manalath {
            board,
            stones,
            sizes: [Numbers::default(); 2],
            key: 0,
            left: stones.map(|stones| (supply(board) - stones.count()) as u8),
            both,
            mover,
            outcome: None,
        };
        for colour in Colour::ALL {
            for group in position.groups(colour) {
                position.size_up(colour, group);
            }
        }
        // The last stone is not known, so it made no group.
        position.outcome = position.verdict(mover.other(), 0);
        position.key = position.fresh_key();
        position
    }

    /// The board's geometry.
    pub fn board(&self) -> &'static Hex<u64> {
        self.board
    }

    /// The stones of a colour.
    pub fn stones(&self, colour: Colour) -> u64 {
        self.stones[colour.index()]
    }

    /// The stones of a colour that are in a group of exactly four.
    pub fn fours(&self, colour: Colour) -> u64 {
        self.groups_of(colour, LOSING_GROUP)
    }

    /// The stones of a colour that are in a group of exactly five.
    pub fn fives(&self, colour: Colour) -> u64 {
        self.groups_of(colour, LARGEST_GROUP)
    }

    /// The stones of a colour that are in groups of exactly this size.
    fn groups_of(&self, colour: Colour, size: u32) -> u64 {
        self.stones(colour) & self.sizes[colour.index()].are(size)
    }

    /// The empty cells where a stone of this colour would make a group that is too large.
    /// Groups only grow, so such a cell never comes free again.
    pub fn forbidden(&self, colour: Colour) -> u64 {
        self.sizes[colour.index()].are(FULL)
    }

    /// The cells where a stone of this colour may go and makes a group of exactly this size.
    fn making(&self, colour: Colour, size: u32) -> u64 {
        self.open(colour) & self.sizes[colour.index()].are(size - 1)
    }

    /// How many stones of a colour are still beside the board.
    pub fn left(&self, colour: Colour) -> u32 {
        self.left[colour.index()].into()
    }

    /// The cells without a stone.
    pub fn empty(&self) -> u64 {
        self.board.cells() & !(self.stones[0] | self.stones[1])
    }

    /// The cells where a stone of this colour may go, whoever is on move, unless the game is over.
    pub fn open(&self, colour: Colour) -> u64 {
        match self.left(colour) {
            0 => 0,
            _ => self.empty() & !self.forbidden(colour),
        }
    }

    /// The groups of a colour.
    fn groups(&self, colour: Colour) -> impl Iterator<Item = u64> + use<> {
        let (board, stones) = (self.board, self.stones(colour));
        let mut rest = stones;
        std::iter::from_fn(move || {
            let seed = rest & rest.wrapping_neg();
            let group = board.group(seed, stones);
            rest &= !group;
            (seed != 0).then_some(group)
        })
    }

    /// The group that a stone of this colour on this cell would belong to.
    fn group_with(&self, cell: Cell, colour: Colour) -> u64 {
        self.board.group(cell.bit(), self.stones(colour) | cell.bit::<u64>())
    }

    /// Enters the size of a whole group of a colour on its stones and on the cells next to it.
    fn size_up(&mut self, colour: Colour, group: u64) {
        let size = group.count();
        let others = self.stones(colour) & !group;
        let edge = self.board.around(group) & self.empty() & !self.forbidden(colour);
        let mut sizes = self.sizes[colour.index()];
        sizes.set(group, size);
        sizes.set(edge, if size < LARGEST_GROUP { size } else { FULL });
        if size < LARGEST_GROUP {
            for index in edge.iter() {
                let seeds = self.board.neighbours(Cell(index as u8)) & others;
                if seeds != 0 {
                    // One flood from all the stones around the cell: their groups count once each.
                    let sum = size + self.board.group(seeds, others).count();
                    sizes.set(u64::bit(index), if sum < LARGEST_GROUP { sum } else { FULL });
                }
            }
        }
        self.sizes[colour.index()] = sizes;
    }

    /// The result if `last` has just moved and its stone became part of the group `made`.
    fn verdict(&self, last: Seat, made: u64) -> Option<Outcome> {
        let colour = Colour::of(last);
        let (fours, fives) = (self.fours(colour), self.fives(colour));
        if fours != 0 {
            // If the only four was made just now, any five stood before it.
            let five_first = self.both == Both::First && fives != 0 && fours == made;
            Some(Outcome::Won(if five_first { last } else { last.other() }))
        } else if fives != 0 {
            Some(Outcome::Won(last))
        } else if self.open(Colour::Black) | self.open(Colour::White) == 0 {
            Some(Outcome::Drawn)
        } else {
            None
        }
    }

    /// Whether a five won against a four because it stood first: the one result that the stones
    /// alone do not tell, so that it belongs in the key.
    fn won_by_age(&self) -> bool {
        let last = self.mover.other();
        self.outcome == Some(Outcome::Won(last)) && self.fours(Colour::of(last)) != 0
    }

    /// The part of the key that is not about stones.
    fn frame_key(&self) -> u64 {
        let board = zobrist::key(SALT, (self.board.size() << 8 | self.both as usize) as u64);
        let mover = if self.mover == Seat::P1 { 0 } else { MOVER };
        board ^ mover ^ if self.won_by_age() { AGE } else { 0 }
    }
}

/// How many stones of each colour there are.
fn supply(board: &Hex<u64>) -> u32 {
    board.cells().count() / 2
}

/// The keys of this game and no other.
const SALT: u64 = u64::from_be_bytes(*b"manalath");
/// A key for each stone on each cell; cells are below 64.
static STONES: [[u64; 64]; 2] = [zobrist::keys(SALT ^ 1), zobrist::keys(SALT ^ 2)];
const MOVER: u64 = zobrist::key(SALT, 0);
const AGE: u64 = zobrist::key(SALT, 1);

fn stone_key(colour: Colour, cell: Cell) -> u64 {
    STONES[colour.index()][cell.index() & 63]
}

impl Game for Manalath {
    type Step = Placement;

    fn mover(&self) -> Seat {
        self.mover
    }

    fn steps(&self, out: &mut Steps<Placement>) {
        if self.outcome.is_some() {
            return;
        }
        let open = Colour::ALL.map(|colour| self.open(colour));
        for index in (open[0] | open[1]).iter() {
            for colour in Colour::ALL {
                if open[colour.index()].has(index) {
                    out.push(Placement { cell: Cell(index as u8), colour });
                }
            }
        }
    }

    fn play(&mut self, Placement { cell, colour }: Placement) {
        let stone: u64 = cell.bit();
        let group = self.group_with(cell, colour);
        self.stones[colour.index()] |= stone;
        self.left[colour.index()] -= 1;
        self.sizes.iter_mut().for_each(|sizes| sizes.set(stone, 0));
        self.size_up(colour, group);
        self.key ^= stone_key(colour, cell) ^ MOVER;
        let last = self.mover;
        self.mover = last.other();
        self.outcome = self.verdict(last, group);
        if self.won_by_age() {
            self.key ^= AGE;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        Colour::ALL.into_iter().fold(self.frame_key(), |key, colour| {
            let stones = self.stones(colour).iter();
            stones.fold(key, |key, index| key ^ stone_key(colour, Cell(index as u8)))
        })
    }

    fn turn_count(&self) -> u64 {
        match self.outcome {
            None => Colour::ALL.map(|colour| u64::from(self.open(colour).count())).iter().sum(),
            Some(_) => 0,
        }
    }

    fn symmetries(&self) -> usize {
        SYMMETRIES
    }

    fn image(&self, symmetry: usize) -> Self {
        let image = |set: u64| self.board.image_of_set(symmetry, set);
        let mut position = Manalath {
            stones: self.stones.map(image),
            sizes: self.sizes.map(|sizes| Numbers(sizes.0.map(image))),
            ..*self
        };
        position.key = position.fresh_key();
        position
    }

    fn image_of_turn(&self, symmetry: usize, turn: Turn<Placement>) -> Turn<Placement> {
        let cell = self.board.image(symmetry, turn.first.cell);
        Turn::one(Placement { cell, ..turn.first })
    }

    /// The same as the least key of the images, without making them.
    fn canonical_key(&self) -> u64 {
        let mut keys = [self.frame_key(); SYMMETRIES];
        for colour in Colour::ALL {
            for index in self.stones(colour).iter() {
                for (symmetry, key) in keys.iter_mut().enumerate() {
                    *key ^= stone_key(colour, self.board.image(symmetry, Cell(index as u8)));
                }
            }
        }
        keys.into_iter().fold(u64::MAX, u64::min)
    }
}
