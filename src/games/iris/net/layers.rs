//! Sums of rows: all the arithmetic there is.
//!
//! Everything is inlined into one function that is compiled for several machines (hence plain
//! loops: an iterator's closure would be compiled for the oldest of them), and products are
//! fused with sums on all of them, so that every machine gets the same numbers.

#![allow(clippy::needless_range_loop, reason = "iterators are not inlined for the machine at hand")]

use std::sync::LazyLock;

use pulp::{Arch, Simd, WithSimd};

use super::{CHANNELS, Row, TAPS, ZERO};

/// Something to compute with rows.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it; to be inlined, with all that it calls.
    fn work(self) -> Self::Output;
}

/// Does some work with all that this machine can do.
pub fn fast<W: Work>(work: W) -> W::Output {
    struct Vectors<W>(W);

    impl<W: Work> WithSimd for Vectors<W> {
        type Output = W::Output;

        #[inline(always)]
        fn with_simd<S: Simd>(self, _simd: S) -> W::Output {
            self.0.work()
        }
    }

    static ARCH: LazyLock<Arch> = LazyLock::new(Arch::new);
    ARCH.dispatch(Vectors(work))
}

/// Adds a row.
#[inline(always)]
pub fn add(sum: &mut Row, row: &Row) {
    for channel in 0..CHANNELS {
        sum[channel] += row[channel];
    }
}

/// Adds a multiple of a row.
#[inline(always)]
pub fn multiply(sum: &mut Row, factor: f32, row: &Row) {
    for channel in 0..CHANNELS {
        sum[channel] = factor.mul_add(row[channel], sum[channel]);
    }
}

/// The positive part.
#[inline(always)]
pub fn relu(mut row: Row) -> Row {
    for channel in 0..CHANNELS {
        row[channel] = row[channel].max(0.0);
    }
    row
}

/// The scalar product.
#[inline(always)]
pub fn dot(one: &Row, other: &Row) -> f32 {
    // Eight sums side by side, so that the machine can add them at once.
    let mut sums = [0.0; 8];
    for begin in 0..CHANNELS / 8 {
        for lane in 0..8 {
            let at = 8 * begin + lane;
            sums[lane] = one[at].mul_add(other[at], sums[lane]);
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

/// Cells that are worked on at once: their weights are loaded only once.
const BLOCK: usize = 4;

/// For each place: the sum over its taps and their channels of input times weight, beginning with
/// what `start` gives. `weights` has a row for each tap and input channel.
#[inline(always)]
pub fn convolve(
    weights: &[Row],
    places: &[usize],
    taps: &[isize; TAPS],
    input: &[Row],
    start: impl Fn(usize) -> Row,
    mut finish: impl FnMut(usize, Row),
) {
    let mut begin = 0;
    while begin < places.len() {
        let block = &places[begin..places.len().min(begin + BLOCK)];
        begin += BLOCK;
        // A short last block repeats its last cell.
        let (mut places, mut sums) = ([0; BLOCK], [ZERO; BLOCK]);
        for at in 0..BLOCK {
            places[at] = block[at.min(block.len() - 1)];
            sums[at] = start(places[at]);
        }
        for tap in 0..TAPS {
            let weights = &weights[tap * CHANNELS..(tap + 1) * CHANNELS];
            let mut near = [&input[0]; BLOCK];
            for at in 0..BLOCK {
                near[at] = &input[places[at].wrapping_add_signed(taps[tap])];
            }
            for channel in 0..CHANNELS {
                for at in 0..BLOCK {
                    multiply(&mut sums[at], near[at][channel], &weights[channel]);
                }
            }
        }
        for at in 0..block.len() {
            finish(block[at], sums[at]);
        }
    }
}
