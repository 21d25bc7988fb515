//! Eight sets side by side, for what is asked of eight similar positions at once.
//!
//! In the instructions that the build asks for: what is done with them takes nanoseconds, too little
//! to choose between machines at run time, as the net of Iris does.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use bytemuck::cast;
use wide::{i16x16, i32x8, u64x4};

use super::grid::Shifts;

/// How many sets stand side by side.
pub const LANES: usize = 8;

/// Times 16 bits, these bits four times.
const EACH: u64 = 0x0001_0001_0001_0001;

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

impl Eight {
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

    /// Adds a weight for each member: the first for one with an even index, else the second.
    /// Both fit 16 bits.
    #[inline(always)]
    pub fn weigh(self, weights: [i32; 2], sums: &mut Sums) {
        let [pairs, halves] = [0x5555, 0x3333].map(|mask: u64| u64x4::splat(mask * EACH));
        let low = i16x16::splat(0xf);
        for (four, sum) in self.0.into_iter().zip(&mut sums.0) {
            for (bits, weight) in [four & pairs, four >> 1 & pairs].into_iter().zip(weights) {
                // Two at the most in each half of a byte, and eight in the lowest of 16 bits.
                let count = (bits & halves) + (bits >> 2 & halves);
                let count = count + (count >> 8);
                let count: i16x16 = cast(count + (count >> 4));
                *sum += (count & low).dot(i16x16::splat(weight as i16));
            }
        }
    }
}
