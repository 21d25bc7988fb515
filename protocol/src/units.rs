//! Numbers with a meaning.

use std::fmt;
use std::time::Duration;

macro_rules! units {
    ($($(#[$attribute:meta])* $name:ident($inner:ty);)*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<$inner> for $name {
            fn from(value: $inner) -> Self {
                $name(value)
            }
        }

        impl crate::line::Number for $name {
            fn read(word: &str) -> Option<Self> {
                <$inner as crate::line::Number>::read(word).map($name)
            }
        }
    )*};
}

units! {
    /// Milliseconds. Signed, because real clients send the negative clock of a late player.
    Millis(i64);
    /// Seconds, as GTP counts time. Signed for the same reason as [`Millis`].
    Seconds(i64);
    /// A search depth in turns.
    Depth(u32);
    /// A count of positions visited.
    Nodes(u64);
    /// Parts of a thousand.
    Permille(u32);
}

impl Millis {
    /// The time a clock still shows; one that has run out shows nothing.
    pub fn duration(self) -> Duration {
        Duration::from_millis(u64::try_from(self.0).unwrap_or(0))
    }
}

impl Seconds {
    /// The time a clock still shows; one that has run out shows nothing.
    pub fn duration(self) -> Duration {
        Duration::from_secs(u64::try_from(self.0).unwrap_or(0))
    }
}

impl From<Duration> for Millis {
    fn from(duration: Duration) -> Self {
        Millis(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
    }
}

/// A seat at the table, in turn order: `p1` to `p4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who begins.
    P1,
    /// The second player.
    P2,
    /// The third player.
    P3,
    /// The fourth player.
    P4,
}

impl Player {
    /// All seats in turn order.
    pub const ALL: [Player; 4] = [Player::P1, Player::P2, Player::P3, Player::P4];

    /// Counted from 0.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The inverse of [`Player::index`].
    pub fn from_index(index: usize) -> Option<Player> {
        Player::ALL.get(index).copied()
    }

    /// Splits the name of a player off the front of a word.
    pub(crate) fn strip(word: &str) -> Option<(Player, &str)> {
        let rest = word.strip_prefix('p')?;
        let digit = rest.chars().next()?.to_digit(10)?;
        let player = Player::from_index((digit as usize).checked_sub(1)?)?;
        Some((player, &rest[1..]))
    }

    /// Reads exactly `p1` … `p4`.
    pub fn read(word: &str) -> Option<Player> {
        match Player::strip(word)? {
            (player, "") => Some(player),
            _ => None,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.index() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_read_what_they_print() {
        for player in Player::ALL {
            assert_eq!(Player::read(&player.to_string()), Some(player));
        }
        for word in ["", "p", "p0", "p5", "p1x", "q1", "p²"] {
            assert_eq!(Player::read(word), None, "{word}");
        }
    }

    #[test]
    fn a_clock_below_zero_shows_nothing() {
        assert_eq!(Millis(-3).duration(), Duration::ZERO);
        assert_eq!(Millis::from(Duration::MAX), Millis(i64::MAX));
    }
}
