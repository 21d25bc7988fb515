//! Eight sets side by side, for what is asked of eight similar positions at once.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use bytemuck::cast;
use wide::{i16x16, i32x8, u8x32, u64x4};

use super::grid::Shifts;

/// How many sets stand side by side.
pub const LANES: usize = 8;

/// One set of cells, or several side by side: whatever is written for these does for both.
pub trait Cells<B>:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
{
    /// The same set in every place.
    fn all(set: B) -> Self;
}

impl<B: Shifts> Cells<B> for B {
    fn all(set: B) -> B {
        set
    }
}

/// Eight sets of 64 bits, in registers that hold four of them.
#[derive(Clone, Copy, Debug)]
pub struct Eight([u64x4; 2]);

/// For each half of a byte, how many members it has of either kind.
#[derive(Clone, Copy, Debug)]
pub struct Rows([u8x32; 2]);

/// A sum for each of eight sets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums([i32x8; 2]);

impl Sums {
    /// The sums one by one.
    #[inline(always)]
    pub fn totals(self) -> [i32; LANES] {
        let parts: [[i32; 2]; LANES] = cast(self.0.map(|sum| sum.to_array()));
        parts.map(|[one, other]| one + other)
    }
}

macro_rules! impl_operator {
    ($operator:ident, $method:ident, $symbol:tt) => {
        impl $operator for Eight {
            type Output = Eight;

            #[inline(always)]
            fn $method(self, Eight([c, d]): Eight) -> Eight {
                let Eight([a, b]) = self;
                Eight([a $symbol c, b $symbol d])
            }
        }
    };
}

impl_operator!(BitAnd, bitand, &);
impl_operator!(BitOr, bitor, |);
impl_operator!(BitXor, bitxor, ^);
impl_operator!(Sub, sub, -);

macro_rules! impl_shift {
    ($operator:ident, $method:ident, $symbol:tt) => {
        impl $operator<u32> for Eight {
            type Output = Eight;

            #[inline(always)]
            fn $method(self, distance: u32) -> Eight {
                Eight(self.0.map(|four| four $symbol distance))
            }
        }
    };
}

impl_shift!(Shl, shl, <<);
impl_shift!(Shr, shr, >>);

impl Not for Eight {
    type Output = Eight;

    #[inline(always)]
    fn not(self) -> Eight {
        Eight(self.0.map(|four| !four))
    }
}

impl Cells<u64> for Eight {
    #[inline(always)]
    fn all(set: u64) -> Eight {
        Eight([u64x4::splat(set); 2])
    }
}

/// For each half of a byte, how many of the bits in this mask it has; twice, because a register
/// looks up each of its halves in a half of the table.
const fn counts(mask: u8) -> [u8; 32] {
    let mut table = [0; 32];
    let mut half = 0;
    while half < 32 {
        table[half as usize] = (half & 15 & mask).count_ones() as u8;
        half += 1;
    }
    table
}

impl Eight {
    /// Tells the members with an odd index from the others, or the other way round.
    #[inline(always)]
    pub fn rows(odd: bool) -> Rows {
        const TABLES: [[u8; 32]; 3] = [counts(0b0101), counts(0b1010), counts(0b0101)];
        let at = usize::from(odd);
        Rows([u8x32::new(TABLES[at]), u8x32::new(TABLES[at + 1])])
    }

    /// The sets one by one, put together.
    #[inline(always)]
    pub fn new([a, b, c, d, e, f, g, h]: [u64; LANES]) -> Eight {
        Eight([u64x4::new([a, b, c, d]), u64x4::new([e, f, g, h])])
    }

    /// Which of the sets are empty: a bit for each.
    #[inline(always)]
    pub fn empty(self) -> u8 {
        let [low, high] = self.0.map(|four| four.simd_eq(u64x4::ZERO).to_bitmask());
        (low | high << 4) as u8
    }

    /// Adds a weight for each member, the first weight for those in the rows that are told first.
    /// Both fit 16 bits.
    ///
    /// Looks up the counts of half bytes, for lack of an instruction that counts them.
    #[inline(always)]
    pub fn weigh(self, weights: [i32; 2], rows: Rows, sums: &mut Sums) {
        let halves = u64x4::splat(0x0f0f_0f0f_0f0f_0f0f);
        let bytes = u64x4::splat(0x00ff_00ff_00ff_00ff);
        for (four, sum) in self.0.into_iter().zip(&mut sums.0) {
            let [low, high]: [u8x32; 2] = [cast(four & halves), cast(four >> 4 & halves)];
            for (table, weight) in rows.0.into_iter().zip(weights) {
                let count = table.swizzle_half_relaxed(low) + table.swizzle_half_relaxed(high);
                let count: u64x4 = cast(count);
                let count: i16x16 = cast((count & bytes) + (count >> 8 & bytes));
                *sum += count.dot(i16x16::splat(weight as i16));
            }
        }
    }
}
