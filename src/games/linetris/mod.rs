#![doc = include_str!("rules.md")]

mod draw;
mod eval;
mod features;
mod glance;
mod text;

pub use text::dimensions;

use crate::board::grid::{Grid, Shifts};
use crate::board::zobrist;
use crate::game::{Game, Outcome, Seat, Steps, Turn};

/// The fewest columns and the fewest rows.
pub const MIN_SIDE: usize = 4;
/// The most columns and the most rows.
pub const MAX_SIDE: usize = 10;

/// A column, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

/// What is looked at first when a move both makes a line and fills the bottom row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// The line: it wins, and nothing vanishes.
    #[default]
    Win,
    /// The row: it vanishes, and a line that used it is no win.
    Clear,
}

/// The rule options, which a position string does not carry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Whether a full bottom row vanishes; if not, this is Connect Four.
    pub clear: bool,
    /// What is looked at first.
    pub order: Order,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { clear: true, order: Order::Win }
    }
}

/// A position of Linetris, on a set wide enough for the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Linetris<B> {
    grid: Grid<B>,
    stones: [B; 2],
    rules: Rules,
    /// Keeps the keys of different boards and rules apart.
    salt: u64,
    mover: Seat,
    outcome: Option<Outcome>,
}

impl<B: Shifts> Linetris<B> {
    /// The start position, if the board is in range and fits the set.
    pub fn new(columns: usize, rows: usize, rules: Rules) -> Option<Self> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&columns) || !sides.contains(&rows) {
            return None;
        }
        Some(Linetris {
            grid: Grid::new(columns, rows)?,
            stones: [B::EMPTY; 2],
            rules,
            salt: salt(columns, rows, rules),
            mover: Seat::P1,
            outcome: None,
        })
    }

    /// The board's geometry.
    pub fn grid(&self) -> &Grid<B> {
        &self.grid
    }

    /// The pieces of a seat.
    pub fn stones(&self, seat: Seat) -> B {
        self.stones[seat.index()]
    }

    /// Every piece on the board.
    pub fn occupied(&self) -> B {
        self.stones[0] | self.stones[1]
    }

    /// Whether a column takes no more pieces.
    pub fn is_full(&self, column: Column) -> bool {
        !(self.grid.column(column.0.into()) & self.grid.top() & self.occupied()).is_empty()
    }

    /// The number of pieces in a column.
    pub fn height(&self, column: Column) -> usize {
        (self.grid.column(column.0.into()) & self.occupied()).count() as usize
    }

    fn bottom_is_full(&self) -> bool {
        (self.grid.bottom() & !self.occupied()).is_empty()
    }

    /// Settles the game as if `last` had just moved.
    fn settle(&mut self, last: Seat) {
        self.outcome = if self.grid.has_four(self.stones(last)) {
            Some(Outcome::Won(last))
        } else if (self.grid.top() & !self.occupied()).is_empty() {
            Some(Outcome::Drawn)
        } else {
            None
        };
    }

    /// A vanishing row moves every piece, which no incremental key survives. The board is hashed
    /// whole instead, which costs less than reading a table, and on 64 bits it is one to one:
    /// with a one on top of each column to end it, p1's pieces tell the whole board.
    fn key_of(&self, [p1, p2]: [B; 2], mover: Seat) -> u64 {
        let occupied = p1 | p2;
        let ends = (occupied << 1 | self.grid.bottom()) & !occupied;
        zobrist::mix((p1 | ends).fold() ^ self.salt.rotate_left(mover.index() as u32))
    }

    fn clear_bottom(&mut self) {
        self.stones = self.stones.map(|stones| self.grid.lowered(stones));
    }
}

fn salt(columns: usize, rows: usize, rules: Rules) -> u64 {
    const LINETRIS: u64 = 1;
    let options = usize::from(rules.clear) << 1 | usize::from(rules.order == Order::Clear);
    zobrist::key(LINETRIS, (columns << 16 | rows << 8 | options) as u64)
}

impl<B: Shifts> Game for Linetris<B> {
    type Step = Column;

    fn mover(&self) -> Seat {
        self.mover
    }

    fn steps(&self, out: &mut Steps<Column>) {
        if self.outcome.is_none() {
            let open = self.grid.top() & !self.occupied();
            out.extend(open.iter().map(|top| Column(self.grid.column_of(top) as u8)));
        }
    }

    fn play(&mut self, Column(column): Column) {
        let mover = self.mover;
        let column = self.grid.column(column.into());
        // Pieces stack from the bottom: the lowest empty cell is where this one lands.
        let landing = B::bit((column & !self.occupied()).lowest());
        self.stones[mover.index()] |= landing;
        self.mover = mover.other();
        if self.rules.clear && self.bottom_is_full() {
            let wins = self.rules.order == Order::Win && self.grid.has_four(self.stones(mover));
            if !wins {
                self.clear_bottom();
            }
        }
        self.settle(mover);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn key(&self) -> u64 {
        self.key_of(self.stones, self.mover)
    }

    fn fresh_key(&self) -> u64 {
        self.key()
    }

    fn turn_count(&self) -> u64 {
        match self.outcome {
            None => (self.grid.top() & !self.occupied()).count().into(),
            Some(_) => 0,
        }
    }

    fn can_repeat(&self) -> bool {
        self.rules.clear
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, symmetry: usize) -> Self {
        let mut image = *self;
        if symmetry == 1 {
            image.stones = self.stones.map(|stones| self.grid.mirrored(stones));
        }
        image
    }

    fn image_of_turn(&self, symmetry: usize, turn: Turn<Column>) -> Turn<Column> {
        match symmetry {
            1 => Turn::one(Column(self.grid.columns() as u8 - 1 - turn.first.0)),
            _ => turn,
        }
    }
}

/// Positions where the game goes on, from games by chance: all rules, all boards of one word.
#[cfg(test)]
fn positions_by_chance() -> impl Iterator<Item = Linetris<u64>> {
    (0..1_200).flat_map(|game| {
        let order = if game % 2 == 0 { Order::Win } else { Order::Clear };
        let rules = Rules { clear: game / 2 % 2 == 0, order };
        let (columns, rows) = (MIN_SIDE + game / 4 % 5, MIN_SIDE + game / 20 % 4);
        let start = Linetris::new(columns, rows, rules).expect("fits 64 bits");
        let positions = std::iter::successors(Some(start), move |position| {
            let mut steps = Steps::new();
            position.steps(&mut steps);
            let chance = zobrist::key(game as u64, position.key());
            let mut next = *position;
            next.play(steps[chance as usize % steps.len()]);
            next.outcome().is_none().then_some(next)
        });
        positions.take(60)
    })
}
