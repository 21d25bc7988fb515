//! Sets of cells as machine words: `u64` where the board fits, wider only where it must.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cell indices below [`Bits::CAPACITY`].
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many indices there are.
    const CAPACITY: u32;
    /// The set without members.
    const EMPTY: Self;

    /// The set of one index.
    fn bit(index: u32) -> Self;

    /// The number of members.
    fn count(self) -> u32;

    /// The smallest member. Meaningless for the empty set.
    fn lowest(self) -> u32;

    /// The set without its smallest member.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// The set of all indices below `end`.
    fn below(end: u32) -> Self;

    /// Whether the set has no members.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the index is a member.
    fn has(self, index: u32) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// The members, ascending.
    fn iter(self) -> Members<Self> {
        Members(self)
    }
}

/// The members of a set, ascending.
#[derive(Clone, Debug)]
pub struct Members<B>(B);

impl<B: Bits> Iterator for Members<B> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

macro_rules! impl_bits_for_word {
    ($($word:ty),+) => {$(
        impl Bits for $word {
            const CAPACITY: u32 = <$word>::BITS;
            const EMPTY: Self = 0;

            fn bit(index: u32) -> Self {
                1 << index
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            fn below(end: u32) -> Self {
                if end == Self::BITS { !0 } else { (1 << end) - 1 }
            }
        }
    )+};
}

impl_bits_for_word!(u32, u64, u128);

/// A set of up to 192 cells, for the 169 of a hexhex board of size 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wide([u64; 3]);

impl Bits for Wide {
    const CAPACITY: u32 = 192;
    const EMPTY: Self = Wide([0; 3]);

    fn bit(index: u32) -> Self {
        let mut words = [0; 3];
        words[(index / 64) as usize] = 1 << (index % 64);
        Wide(words)
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn lowest(self) -> u32 {
        let [low, middle, high] = self.0;
        if low != 0 {
            low.trailing_zeros()
        } else if middle != 0 {
            64 + middle.trailing_zeros()
        } else {
            128 + high.trailing_zeros()
        }
    }

    fn without_lowest(self) -> Self {
        let [low, middle, high] = self.0;
        if low != 0 {
            Wide([low & (low - 1), middle, high])
        } else if middle != 0 {
            Wide([0, middle & (middle - 1), high])
        } else {
            Wide([0, 0, high & high.wrapping_sub(1)])
        }
    }

    fn below(end: u32) -> Self {
        Wide(std::array::from_fn(|word| u64::below(end.saturating_sub(64 * word as u32).min(64))))
    }

    fn has(self, index: u32) -> bool {
        self.0[(index / 64) as usize] >> (index % 64) & 1 != 0
    }
}

macro_rules! impl_wide_operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $symbol:tt) => {
        impl $operator for Wide {
            type Output = Wide;

            fn $method(self, other: Wide) -> Wide {
                Wide(std::array::from_fn(|word| self.0[word] $symbol other.0[word]))
            }
        }

        impl $assign for Wide {
            fn $assign_method(&mut self, other: Wide) {
                *self = *self $symbol other;
            }
        }
    };
}

impl_wide_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
impl_wide_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
impl_wide_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Wide {
    type Output = Wide;

    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves_like_a_set<B: Bits>() {
        let indices = [0, 1, 31, 63, 64, 127, 128, 168].map(|index| index % B::CAPACITY);
        let set = indices.into_iter().fold(B::EMPTY, |set, index| set | B::bit(index));
        let mut expected = indices.to_vec();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(set.iter().collect::<Vec<_>>(), expected);
        assert_eq!(set.count() as usize, expected.len());
        assert!((0..B::CAPACITY).all(|index| set.has(index) == expected.contains(&index)));
        assert_eq!(set & !set, B::EMPTY);
        assert_eq!((set ^ B::bit(0)) | B::bit(0), set);
        for end in 0..=B::CAPACITY {
            assert_eq!(B::below(end).iter().collect::<Vec<_>>(), (0..end).collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_width_is_a_set() {
        behaves_like_a_set::<u32>();
        behaves_like_a_set::<u64>();
        behaves_like_a_set::<u128>();
        behaves_like_a_set::<Wide>();
    }
}
