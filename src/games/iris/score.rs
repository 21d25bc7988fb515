//! What a player's groups are worth.

use std::fmt;

use arrayvec::ArrayVec;

use crate::board::hex::MAX_SIZE;
use crate::board::{Bits, Hex};

/// The most groups that score: neighbours on the rim belong to one group, so a player has at most
/// every other cell of it.
pub const MAX_GROUPS: usize = 3 * (MAX_SIZE - 1);

/// A player's groups that reach the rim, by their numbers of rim cells, the largest first.
///
/// Scores compare item by item, and a longer one beats its own prefix:
///
/// ```
/// use tetrarch::games::iris::Score;
///
/// let score = |groups: &[u8]| groups.iter().copied().collect::<Score>();
/// assert!(score(&[9, 7, 4]) > score(&[9, 7, 3, 3]));
/// assert!(score(&[9, 7, 1]) > score(&[9, 7]));
/// ```
// The derived order is that of slices, which is the game's.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(ArrayVec<u8, MAX_GROUPS>);

impl Score {
    /// The score of these stones.
    pub fn of<B: Bits>(board: &Hex<B>, stones: B) -> Self {
        let rim = board.rim();
        let mut unseen = stones;
        let mut groups = ArrayVec::new();
        while !(unseen & rim).is_empty() {
            let on_rim = unseen & rim;
            let mut edge = B::bit(on_rim.lowest());
            unseen ^= edge;
            // Once the rim is all seen, the rest of the group adds nothing.
            while !edge.is_empty() && !(unseen & rim).is_empty() {
                edge = board.around(edge) & unseen;
                unseen ^= edge;
            }
            groups.push((on_rim & !unseen).count() as u8);
        }
        Self::sorted(groups)
    }

    fn sorted(mut groups: ArrayVec<u8, MAX_GROUPS>) -> Self {
        groups.sort_unstable_by(|one, other| other.cmp(one));
        Score(groups)
    }

    /// The numbers of rim cells, the largest first.
    pub fn groups(&self) -> &[u8] {
        &self.0
    }
}

impl FromIterator<u8> for Score {
    /// The score of groups with these numbers of rim cells, in any order; a zero counts nothing.
    ///
    /// # Panics
    /// If more than [`MAX_GROUPS`] groups score.
    fn from_iter<I: IntoIterator<Item = u8>>(groups: I) -> Self {
        Self::sorted(groups.into_iter().filter(|&cells| cells > 0).collect())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((largest, rest)) = self.0.split_first() else {
            return f.write_str("-");
        };
        write!(f, "{largest}")?;
        rest.iter().try_for_each(|cells| write!(f, ",{cells}"))
    }
}
