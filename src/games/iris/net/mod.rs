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
use layers::{add, convolve, dot, multiply, relu};

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

/// What one unit of a stored weight is worth.
const UNIT: f32 = 1.0 / 4096.0;

/// Weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// In the order of the constants above.
    pub rows: Vec<Row>,
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

/// Places of the largest board with a border around it.
pub const PADDED: usize = (2 * MAX_SIZE + 1) * (2 * MAX_SIZE + 1);

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

struct Forward<'a> {
    net: &'a Net,
    frame: &'a Frame,
    features: &'a Features,
}

impl layers::Work for Forward<'_> {
    type Output = Opinion;

    #[inline(always)]
    fn work(self) -> Opinion {
        self.net.forward(self.frame, self.features)
    }
}

impl Net {
    /// The net that is built in for boards of a size.
    pub fn built_in(size: usize) -> &'static Net {
        &BUILT_IN[usize::from(size > SMALL)]
    }

    /// A net without any weight: it finds everything equal.
    pub fn blank() -> Net {
        Net { rows: vec![ZERO; ROWS] }
    }

    /// Reads weights as [`Net::to_bytes`] writes them; what is missing is 0.
    pub fn from_bytes(bytes: &[u8]) -> Net {
        let mut net = Net::blank();
        let weights = net.rows.iter_mut().flatten();
        for (weight, pair) in weights.zip(bytes.chunks_exact(2)) {
            *weight = f32::from(i16::from_le_bytes([pair[0], pair[1]])) * UNIT;
        }
        net
    }

    /// The weights as whole numbers of 1/4096, two bytes each.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.rows.iter().flatten();
        weights.flat_map(|weight| ((weight / UNIT).round() as i16).to_le_bytes()).collect()
    }

    /// What the net says of a position.
    pub fn judge<B: HexSet>(&self, position: &Iris<B>) -> Opinion {
        let features = Features::of(position);
        let frame = Frame::of(position.board().size());
        layers::fast(Forward { net: self, frame, features: &features })
    }

    #[inline(always)]
    fn forward(&self, frame: &Frame, features: &Features) -> Opinion {
        let rows = &self.rows;
        let count = frame.places.len();
        let mut first = [ZERO; PADDED];
        for cell in 0..count {
            first[frame.places[cell]] = relu(embed(rows, frame, features, cell));
        }
        let mut bias = rows[BIAS_2];
        let mut hidden = rows[HIDDEN_BIAS];
        for &fact in &features.board {
            add(&mut bias, &rows[BOARD + usize::from(fact)]);
            add(&mut hidden, &rows[HIDDEN_BOARD + usize::from(fact)]);
        }
        let mut second = [ZERO; PADDED];
        let (places, taps) = (&frame.places, &frame.taps);
        let weights = &rows[CONV_2..BIAS_2];
        convolve(weights, places, taps, &first, |_| bias, |at, sum| second[at] = relu(sum));
        let mut third = [ZERO; PADDED];
        let weights = &rows[CONV_3..BIAS_3];
        let start = |place: usize| {
            let mut start = rows[BIAS_3];
            add(&mut start, &first[place]);
            start
        };
        convolve(weights, places, taps, &second, start, |at, sum| third[at] = relu(sum));
        let (mut mean, mut edge, mut most) = (ZERO, ZERO, ZERO);
        let mut policy = [0.0; MAX_CELLS];
        let biases = rows[SCALARS];
        for cell in 0..count {
            let row = &third[frame.places[cell]];
            add(&mut mean, row);
            for channel in 0..CHANNELS {
                most[channel] = most[channel].max(row[channel]);
            }
            if frame.rim[cell] {
                add(&mut edge, row);
                let across = &third[frame.places[frame.opposites[cell]]];
                let weights = &rows[POLICY + 1];
                policy[cell] = biases[1] + dot(row, weights) + dot(across, weights);
            } else {
                policy[cell] = biases[0] + dot(row, &rows[POLICY]);
            }
        }
        let rim = frame.rim.iter().filter(|&&rim| rim).count();
        let pools = [(mean, count), (edge, rim), (most, 1)];
        for part in 0..pools.len() {
            let (pool, of) = pools[part];
            for channel in 0..CHANNELS {
                let weights = &rows[HIDDEN + part * CHANNELS + channel];
                multiply(&mut hidden, pool[channel] / of as f32, weights);
            }
        }
        let hidden = relu(hidden);
        Opinion { value: biases[2] + dot(&hidden, &rows[VALUE]), policy }
    }
}

/// The first layer before its activation: rows of facts, by direction.
#[inline(always)]
pub fn embed(rows: &[Row], frame: &Frame, features: &Features, cell: usize) -> Row {
    let mut sum = rows[BIAS_1];
    for tap in 0..TAPS {
        // The border is no cell and has no facts.
        let near = usize::from(frame.near[cell][tap]);
        if near >= features.cells.len() {
            continue;
        }
        let facts = features.cells[near].as_slice();
        for at in 0..facts.len() {
            add(&mut sum, &rows[EMBED + tap * FACTS + usize::from(facts[at])]);
        }
    }
    sum
}
