//! The learned judgement of Iris: a small convolutional net over the hexagon.
//!
//! It looks at every cell and its six neighbours in the same way, so one set of weights serves all
//! sizes. The first layer adds up rows of a table, one for each [fact](features) and direction;
//! two more layers of [`CHANNELS`] channels follow. A placement's logit comes from its own cell (a
//! rim pair's from both), the value from the mean and the maximum over all cells and the mean over
//! the rim.

#![allow(clippy::needless_range_loop, reason = "iterators are not inlined for the machine at hand")]

pub mod features;
pub mod layers;

use std::sync::LazyLock;

use crate::board::Hex;
use crate::board::hex::{HexSet, MAX_SIZE};
use crate::games::iris::Iris;
use features::{BOARD_FACTS, FACTS, Features, MAX_CELLS};
use layers::{Layer, Machine, Sums, Work, add, add_packed, add_stored, dot, multiply, pack, relu};

/// Numbers that a layer keeps for each cell.
pub const CHANNELS: usize = 32;

/// What a layer keeps for one cell, and the unit that weights come in.
pub type Row = [f32; CHANNELS];

/// Nothing.
pub const ZERO: Row = [0.0; CHANNELS];

/// A cell and its six neighbours.
pub const TAPS: usize = 7;

// Where the rows of weights begin.
/// By tap and fact.
pub const EMBED: usize = 0;
/// The first layer's bias.
pub const BIAS_1: usize = EMBED + TAPS * FACTS;
/// By tap and input channel.
pub const CONV_2: usize = BIAS_1 + 1;
/// The second layer's bias.
pub const BIAS_2: usize = CONV_2 + TAPS * CHANNELS;
/// By tap and input channel.
pub const CONV_3: usize = BIAS_2 + 1;
/// The third layer's bias.
pub const BIAS_3: usize = CONV_3 + TAPS * CHANNELS;
/// By fact of the board: added to the second layer's bias.
pub const BOARD: usize = BIAS_3 + 1;
/// For a gray cell, and for each cell of a rim pair.
pub const POLICY: usize = BOARD + BOARD_FACTS;
/// By channel of the mean, the rim's mean and the maximum.
pub const HIDDEN: usize = POLICY + 2;
/// The hidden layer's bias.
pub const HIDDEN_BIAS: usize = HIDDEN + 3 * CHANNELS;
/// By fact of the board: added to the hidden layer's bias.
pub const HIDDEN_BOARD: usize = HIDDEN_BIAS + 1;
/// From the hidden layer to the value.
pub const VALUE: usize = HIDDEN_BOARD + BOARD_FACTS;
/// The biases of gray cells, rim pairs and the value, in that order.
pub const SCALARS: usize = VALUE + 1;
/// All rows.
pub const ROWS: usize = SCALARS + 1;

/// Bits below one of a stored weight.
const WEIGHT_BITS: u32 = 12;
/// Bits below one of what a layer hands to the next.
const BITS: u32 = 9;
/// What one unit of a stored weight is worth.
pub const UNIT: f32 = 1.0 / (1 << WEIGHT_BITS) as f32;
/// What one unit of a layer's sum is worth.
const SUM_UNIT: f32 = UNIT / (1 << BITS) as f32;

/// Weights, as they are computed with.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// All rows, in the order of the constants above.
    stored: Vec<[i16; CHANNELS]>,
    /// Both convolutions, by tap: weights of two input channels in one, as
    /// [their input](layers::Pairs) is.
    pairs: [Vec<Sums>; 2],
    /// From the last layer to value and policy: the rows from [`POLICY`] on.
    last: Vec<Row>,
}

/// What the net says of a position.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// The logit of the mover's chance to win.
    pub value: f32,
    /// By the lower cell of a placement: the logit of its being played.
    pub policy: [f32; MAX_CELLS],
}

/// The nets that are built in: for boards up to [`SMALL`], and for the larger ones. `lab/IRIS.md`
/// says how they were made.
static BUILT_IN: [LazyLock<Net>; 2] = [
    LazyLock::new(|| Net::from_bytes(include_bytes!("small.bin"))),
    LazyLock::new(|| Net::from_bytes(include_bytes!("weights.bin"))),
];

/// The largest size with weights of its own: where the end is near from the beginning, other things
/// matter.
pub const SMALL: usize = 5;

/// A board in rows of equal length with an empty border, so that every cell has seven taps at the
/// same distances.
pub struct Frame {
    /// By cell.
    pub places: Vec<usize>,
    /// Distances to a cell's taps, itself first.
    pub taps: [isize; TAPS],
    /// By cell: its taps as cells, 255 off the board.
    pub near: Vec<[u8; TAPS]>,
    /// By cell: whether it is on the rim.
    pub rim: Vec<bool>,
    /// By cell.
    pub opposites: Vec<usize>,
}

impl Frame {
    fn new<B: HexSet>(board: &Hex<B>) -> Frame {
        let width = 2 * board.size() + 1;
        let cells = || board.cells().iter().map(|index| crate::board::Cell(index as u8));
        let place = |(row, column): (usize, usize)| (row + 1) * width + column + 1;
        let step = width as isize;
        let places: Vec<usize> = cells().map(|cell| place(board.coordinates(cell))).collect();
        let taps = [0, 1, step + 1, step, -1, -step - 1, -step];
        let cell_at = |place: usize| places.binary_search(&place).map_or(u8::MAX, |at| at as u8);
        let near = |&place: &usize| taps.map(|tap| cell_at(place.wrapping_add_signed(tap)));
        Frame {
            near: places.iter().map(near).collect(),
            places,
            taps,
            rim: cells().map(|cell| board.rim().has(cell.0.into())).collect(),
            opposites: cells().map(|cell| board.opposite(cell).index()).collect(),
        }
    }

    /// The frame of a board of some size.
    pub fn of(size: usize) -> &'static Frame {
        static FRAMES: LazyLock<Vec<Frame>> = LazyLock::new(|| {
            fn all<B: HexSet>() -> impl Iterator<Item = Frame> {
                B::boards().iter().map(Frame::new)
            }
            all::<u64>().chain(all::<u128>()).chain(all::<crate::board::Wide>()).collect()
        });
        &FRAMES[size.clamp(crate::board::hex::MIN_SIZE, MAX_SIZE) - crate::board::hex::MIN_SIZE]
    }
}

/// An evaluation on a board with so many places.
struct Forward<'a, const PLACES: usize> {
    net: &'a Net,
    frame: &'a Frame,
    features: &'a Features,
}

impl<const PLACES: usize> Work for Forward<'_, PLACES> {
    type Output = Opinion;

    #[inline(always)]
    fn work(self, machine: impl Machine) -> Opinion {
        self.net.forward::<PLACES>(machine, self.frame, self.features)
    }
}

impl Net {
    /// The net that is built in for boards of a size.
    pub fn built_in(size: usize) -> &'static Net {
        &BUILT_IN[usize::from(size > SMALL)]
    }

    /// Reads weights, two bytes each, whole numbers of [`UNIT`]; what is missing is 0.
    pub fn from_bytes(bytes: &[u8]) -> Net {
        let mut stored = vec![[0; CHANNELS]; ROWS];
        for (weight, pair) in stored.iter_mut().flatten().zip(bytes.chunks_exact(2)) {
            *weight = i16::from_le_bytes([pair[0], pair[1]]);
        }
        let pairs = [CONV_2, CONV_3].map(|begin| {
            let half = CHANNELS / 2;
            let rows = (0..TAPS * half).map(|at| begin + at / half * CHANNELS + at % half);
            let pair =
                |(&low, &high): (&i16, &i16)| i32::from(low) & 0xffff | i32::from(high) << 16;
            let row = |low: usize| {
                let mut pairs = stored[low].iter().zip(&stored[low + half]).map(pair);
                std::array::from_fn(|_| pairs.next().unwrap_or(0))
            };
            rows.map(row).collect()
        });
        let last = stored[POLICY..].iter().map(|row| row.map(|weight| f32::from(weight) * UNIT));
        Net { last: last.collect(), pairs, stored }
    }

    /// What the net says of a position.
    pub fn judge<B: HexSet>(&self, position: &Iris<B>) -> Opinion {
        const FEW: usize = (2 * SMALL + 1) * (2 * SMALL + 1);
        const MANY: usize = (2 * MAX_SIZE + 1) * (2 * MAX_SIZE + 1);
        let features = &Features::of(position);
        let size = position.board().size();
        let frame = Frame::of(size);
        match size {
            ..=SMALL => layers::fast(Forward::<FEW> { net: self, frame, features }),
            _ => layers::fast(Forward::<MANY> { net: self, frame, features }),
        }
    }

    #[inline(always)]
    fn forward<const PLACES: usize>(
        &self,
        machine: impl Machine,
        frame: &Frame,
        features: &Features,
    ) -> Opinion {
        let Net { stored, pairs, .. } = self;
        let (places, taps) = (frame.places.as_slice(), &frame.taps);
        let count = places.len();
        let mut first = [[0; CHANNELS / 2]; PLACES];
        for cell in 0..count {
            first[places[cell]] = pack(&self.embed(frame, features, cell), WEIGHT_BITS - BITS);
        }
        let mut bias = [0; CHANNELS];
        add_stored(&mut bias, 1 << BITS, &stored[BIAS_2]);
        let mut hidden = *self.last(HIDDEN_BIAS);
        for &fact in &features.board {
            add_stored(&mut bias, 1 << BITS, &stored[BOARD + usize::from(fact)]);
            add(&mut hidden, self.last(HIDDEN_BOARD + usize::from(fact)));
        }
        let mut second = [[0; CHANNELS / 2]; PLACES];
        let layer = Layer { weights: &pairs[0], places, taps, input: &first };
        machine.convolve(
            layer,
            |_| bias,
            |cell, sums| second[places[cell]] = pack(&sums, WEIGHT_BITS),
        );
        let mut bias = [0; CHANNELS];
        add_stored(&mut bias, 1 << BITS, &stored[BIAS_3]);
        let start = |cell: usize| {
            let mut start = bias;
            add_packed(&mut start, WEIGHT_BITS, &first[places[cell]]);
            start
        };
        let (mut mean, mut edge, mut most) = (ZERO, ZERO, ZERO);
        let mut rim = 0;
        let mut policy = [0.0; MAX_CELLS];
        let layer = Layer { weights: &pairs[1], places, taps, input: &second };
        machine.convolve(layer, start, |cell, sums| {
            let mut row = ZERO;
            for channel in 0..CHANNELS {
                row[channel] = sums[channel].max(0) as f32 * SUM_UNIT;
                most[channel] = most[channel].max(row[channel]);
            }
            add(&mut mean, &row);
            let on_rim = frame.rim[cell];
            policy[cell] = dot(&row, self.last(POLICY + usize::from(on_rim)));
            if on_rim {
                add(&mut edge, &row);
                rim += 1;
            }
        });
        let biases = self.last(SCALARS);
        // Opposite cells add up to the last one, so the lower ones come first.
        for cell in 0..count {
            policy[cell] += match frame.rim[cell] {
                true => biases[1] + policy[count - 1 - cell],
                false => biases[0],
            };
        }
        let pools = [(mean, count), (edge, rim), (most, 1)];
        for part in 0..pools.len() {
            let (pool, of) = pools[part];
            for channel in 0..CHANNELS {
                let weights = self.last(HIDDEN + part * CHANNELS + channel);
                multiply(&mut hidden, pool[channel] / of as f32, weights);
            }
        }
        let hidden = relu(hidden);
        Opinion { value: biases[2] + dot(&hidden, self.last(VALUE)), policy }
    }

    /// A row of the last part.
    #[inline(always)]
    fn last(&self, row: usize) -> &Row {
        &self.last[row - POLICY]
    }

    /// The first layer before its activation: rows of facts, by direction.
    #[inline(always)]
    fn embed(&self, frame: &Frame, features: &Features, cell: usize) -> Sums {
        let mut sums = [0; CHANNELS];
        add_stored(&mut sums, 1, &self.stored[BIAS_1]);
        for tap in 0..TAPS {
            // The border is no cell and has no facts.
            let near = usize::from(frame.near[cell][tap]);
            if near >= features.cells.len() {
                continue;
            }
            let facts = features.cells[near].as_slice();
            for at in 0..facts.len() {
                add_stored(
                    &mut sums,
                    1,
                    &self.stored[EMBED + tap * FACTS + usize::from(facts[at])],
                );
            }
        }
        sums
    }
}
