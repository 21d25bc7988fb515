//! Sums of rows: all the arithmetic there is.
//!
//! Everything is inlined into one function that is compiled for several machines (hence plain
//! loops: an iterator's closure would be compiled for the oldest of them). The layers are whole
//! numbers, and where there are fractions products are fused with sums on all machines, so that
//! every machine gets the same numbers.

#![allow(clippy::needless_range_loop, reason = "iterators are not inlined for the machine at hand")]

use super::{CHANNELS, Row, TAPS};

/// Something to compute with rows.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it; to be inlined, with all that it calls.
    fn work(self, machine: impl Machine) -> Self::Output;
}

/// Sums of whole numbers, one for each channel.
pub type Sums = [i32; CHANNELS];

/// Whole numbers of two bytes, two in one: the lower half of the channels, and above it the upper
/// half.
pub type Pairs = [i32; CHANNELS / 2];

/// What a machine can do.
pub trait Machine: Copy {
    /// Adds the products of one pair of numbers with a pair of weights for each channel.
    fn multiply(self, sums: Sums, pair: i32, weights: &Sums) -> Sums;

    /// For each cell of the layer: the sums over its taps and their channels of input times weight,
    /// beginning with what `start` gives; with as many cells at once as there are registers for.
    #[inline(always)]
    fn convolve(
        self,
        layer: Layer<'_>,
        start: impl Fn(usize) -> Sums,
        finish: impl FnMut(usize, Sums),
    ) {
        convolve::<_, 2>(self, layer, start, finish);
    }
}

/// Any machine.
#[derive(Clone, Copy)]
struct Plain;

impl Machine for Plain {
    #[inline(always)]
    fn multiply(self, mut sums: Sums, pair: i32, weights: &Sums) -> Sums {
        let halves = |pair: i32| (i32::from(pair as i16), pair >> 16);
        let (low, high) = halves(pair);
        for channel in 0..CHANNELS {
            let (one, other) = halves(weights[channel]);
            let sum = (low.wrapping_mul(one)).wrapping_add(high.wrapping_mul(other));
            sums[channel] = sums[channel].wrapping_add(sum);
        }
        sums
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__m256i, __m512i};

    use pulp::cast;
    use pulp::x86::V3;

    use super::{Layer, Machine, Sums, convolve};

    impl Machine for V3 {
        #[inline(always)]
        fn multiply(self, sums: Sums, pair: i32, weights: &Sums) -> Sums {
            let pair = self.avx._mm256_set1_epi32(pair);
            let mut sums: [__m256i; 4] = cast(sums);
            let weights: [__m256i; 4] = cast(*weights);
            for at in 0..4 {
                let products = self.avx2._mm256_madd_epi16(weights[at], pair);
                sums[at] = self.avx2._mm256_add_epi32(sums[at], products);
            }
            cast(sums)
        }
    }

    pulp::simd_type! {
        /// Wide vectors, and an instruction for sums of products of pairs, which the compiler makes
        /// of the two below.
        pub struct Vnni {
            sse: "sse",
            sse2: "sse2",
            fxsr: "fxsr",
            sse3: "sse3",
            ssse3: "ssse3",
            sse4_1: "sse4.1",
            sse4_2: "sse4.2",
            popcnt: "popcnt",
            avx: "avx",
            avx2: "avx2",
            bmi1: "bmi1",
            bmi2: "bmi2",
            fma: "fma",
            lzcnt: "lzcnt",
            avx512f: "avx512f",
            avx512bw: "avx512bw",
            avx512cd: "avx512cd",
            avx512dq: "avx512dq",
            avx512vl: "avx512vl",
            avx512vnni: "avx512vnni",
        }
    }

    impl Machine for Vnni {
        #[inline(always)]
        fn multiply(self, sums: Sums, pair: i32, weights: &Sums) -> Sums {
            let pair = self.avx512f._mm512_set1_epi32(pair);
            let mut sums: [__m512i; 2] = cast(sums);
            let weights: [__m512i; 2] = cast(*weights);
            for at in 0..2 {
                let products = self.avx512bw._mm512_madd_epi16(weights[at], pair);
                sums[at] = self.avx512f._mm512_add_epi32(sums[at], products);
            }
            cast(sums)
        }

        #[inline(always)]
        fn convolve(
            self,
            layer: Layer<'_>,
            start: impl Fn(usize) -> Sums,
            finish: impl FnMut(usize, Sums),
        ) {
            convolve::<_, 8>(self, layer, start, finish);
        }
    }
}

/// Does some work with all that this machine can do.
pub fn fast<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = x86::Vnni::try_new() {
        return machine.vectorize(
            #[inline(always)]
            || work.work(machine),
        );
    } else if let Some(machine) = pulp::x86::V3::try_new() {
        return machine.vectorize(
            #[inline(always)]
            || work.work(machine),
        );
    }
    work.work(Plain)
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

/// Adds a multiple of a row of stored weights.
#[inline(always)]
pub fn add_stored(sums: &mut Sums, factor: i32, row: &[i16; CHANNELS]) {
    for channel in 0..CHANNELS {
        sums[channel] = sums[channel].wrapping_add(factor * i32::from(row[channel]));
    }
}

/// The positive parts of sums, rounded to so many bits less.
#[inline(always)]
pub fn pack(sums: &Sums, bits: u32) -> Pairs {
    const MOST: i32 = i16::MAX as i32;
    let mut pairs = [0; CHANNELS / 2];
    let rounded = |sum: i32| (sum.wrapping_add(1 << (bits - 1)) >> bits).clamp(0, MOST);
    for at in 0..CHANNELS / 2 {
        pairs[at] = rounded(sums[at]) | rounded(sums[at + CHANNELS / 2]) << 16;
    }
    pairs
}

/// Adds what was packed, with so many bits more.
#[inline(always)]
pub fn add_packed(sums: &mut Sums, bits: u32, pairs: &Pairs) {
    for at in 0..CHANNELS / 2 {
        let (low, high) = (pairs[at] & 0xffff, pairs[at] >> 16);
        sums[at] = sums[at].wrapping_add(low << bits);
        sums[at + CHANNELS / 2] = sums[at + CHANNELS / 2].wrapping_add(high << bits);
    }
}

/// What a convolution works on.
#[derive(Clone, Copy)]
pub struct Layer<'a> {
    /// A row for each tap and pair of input channels: the pairs of weights.
    pub weights: &'a [Sums],
    /// By cell.
    pub places: &'a [usize],
    /// Distances to a place's taps.
    pub taps: &'a [isize; TAPS],
    /// By place.
    pub input: &'a [Pairs],
}

/// [`Machine::convolve`], so many cells at once: their weights are loaded only once.
#[inline(always)]
fn convolve<M: Machine, const BLOCK: usize>(
    machine: M,
    layer: Layer<'_>,
    start: impl Fn(usize) -> Sums,
    mut finish: impl FnMut(usize, Sums),
) {
    let Layer { weights, places, taps, input } = layer;
    let mut begin = 0;
    while begin < places.len() {
        let count = BLOCK.min(places.len() - begin);
        // A short last block repeats its last cell.
        let (mut block, mut sums) = ([0; BLOCK], [[0; CHANNELS]; BLOCK]);
        for at in 0..BLOCK {
            let cell = begin + at.min(count - 1);
            block[at] = places[cell];
            sums[at] = start(cell);
        }
        for tap in 0..TAPS {
            let weights = &weights[tap * CHANNELS / 2..(tap + 1) * CHANNELS / 2];
            let mut near = [&input[0]; BLOCK];
            for at in 0..BLOCK {
                near[at] = &input[block[at].wrapping_add_signed(taps[tap])];
            }
            for pair in 0..CHANNELS / 2 {
                for at in 0..BLOCK {
                    sums[at] = machine.multiply(sums[at], near[at][pair], &weights[pair]);
                }
            }
        }
        for at in 0..count {
            finish(begin + at, sums[at]);
        }
        begin += BLOCK;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist;

    /// One step of a convolution, from numbers made of a seed.
    struct Step(u64);

    impl Work for Step {
        type Output = Sums;

        fn work(self, machine: impl Machine) -> Sums {
            let numbers =
                |salt: u64| std::array::from_fn(|at| zobrist::key(self.0 + salt, at as u64) as i32);
            machine.multiply(numbers(0), zobrist::mix(self.0) as i32, &numbers(1 << 32))
        }
    }

    #[test]
    fn every_machine_gets_the_same_sums() {
        for seed in 0..1_000 {
            let expected = Step(seed).work(Plain);
            assert_eq!(fast(Step(seed)), expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(machine) = pulp::x86::V3::try_new() {
                assert_eq!(machine.vectorize(|| Step(seed).work(machine)), expected);
            }
        }
    }
}
