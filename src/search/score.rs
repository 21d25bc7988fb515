//! What a position is worth to the seat on move.

use std::fmt;
use std::ops::Neg;

/// A score from the mover's side: a judgement in hundredths of some unit, or a proven end counted
/// in plies, where sooner wins and later losses are better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

/// What a score says about the true worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the worth.
    Exact,
    /// The worth is this or more.
    Lower,
    /// The worth is this or less.
    Upper,
}

impl Score {
    /// Worse than anything.
    pub const MIN: Score = Score(-32_000);
    /// Better than anything.
    pub const MAX: Score = Score(32_000);
    /// Nobody is ahead.
    pub const DRAW: Score = Score(0);
    /// A win at once.
    const WIN: i32 = 31_000;
    /// The longest proven win; every judgement is smaller.
    const LONGEST: i32 = 1_000;
    /// The largest judgement.
    pub(super) const BOUND: i32 = Self::WIN - Self::LONGEST - 1;

    /// A judgement, cut to what a judgement can be.
    pub fn cp(value: i32) -> Score {
        Score(value.clamp(-Self::BOUND, Self::BOUND))
    }

    /// The mover wins after so many plies.
    pub fn win_in(plies: u32) -> Score {
        Score(Self::WIN - plies.min(Self::LONGEST as u32) as i32)
    }

    /// The mover loses after so many plies.
    pub fn loss_in(plies: u32) -> Score {
        -Self::win_in(plies)
    }

    /// The number of plies to the proven end, negative if the mover loses.
    pub fn mate(self) -> Option<i32> {
        match self.0.abs() > Self::BOUND {
            false => None,
            true if self.0 > 0 => Some(Self::WIN - self.0),
            true => Some(-Self::WIN - self.0),
        }
    }

    /// Whether the score is a proven win or loss.
    pub fn is_mate(self) -> bool {
        self.mate().is_some()
    }

    /// The bare number.
    pub fn value(self) -> i32 {
        self.0
    }

    pub(super) const fn raw(value: i32) -> Score {
        Score(value)
    }

    /// The score just above this one.
    #[must_use]
    pub(super) const fn above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The score just below this one.
    #[must_use]
    pub(super) const fn below(self) -> Score {
        Score(self.0 - 1)
    }

    /// So much higher or, if negative, lower, within what scores can be.
    #[must_use]
    pub(super) fn moved(self, by: i32) -> Score {
        Score((self.0 + by).clamp(Self::MIN.0, Self::MAX.0))
    }

    /// A score counted from `ply` turns below the root, counted from the root.
    #[must_use]
    pub(super) fn seen_from_root(self, ply: u32) -> Score {
        match self.mate() {
            None => self,
            Some(plies) if self > Self::DRAW => Score::win_in(plies.unsigned_abs() + ply),
            Some(plies) => Score::loss_in(plies.unsigned_abs() + ply),
        }
    }

    /// A score counted from the root, counted from `ply` turns below it.
    #[must_use]
    pub(super) fn seen_from_below(self, ply: u32) -> Score {
        match self.mate() {
            None => self,
            Some(plies) if self > Self::DRAW => {
                Score::win_in(plies.unsigned_abs().saturating_sub(ply))
            }
            Some(plies) => Score::loss_in(plies.unsigned_abs().saturating_sub(ply)),
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        assert!(Score::win_in(1) > Score::win_in(3) && Score::win_in(3) > Score::cp(i32::MAX));
        assert!(Score::loss_in(4) > Score::loss_in(2) && Score::loss_in(4) < Score::cp(i32::MIN));
        assert_eq!(Score::win_in(7).to_string(), "mate 7");
        assert_eq!(Score::loss_in(2).to_string(), "mate -2");
        assert_eq!(Score::cp(-13).to_string(), "cp -13");
    }
}
