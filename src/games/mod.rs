//! The four games, and the one place where a game's name becomes its type.

pub mod hexagon;
pub mod iris;
pub mod linetris;
pub mod manalath;
pub mod otrio;

use std::fmt;
use std::str::FromStr;

use crate::board::Wide;
use crate::board::grid::Grid;
use crate::search::Judge;
use crate::text::{self, Notation, PositionError};

use iris::Iris;
use linetris::Linetris;
use manalath::Manalath;
use otrio::Otrio;

/// A game with all that the engine needs: rules, text and judgement.
pub trait Playable: Notation + Judge {}

impl<G: Notation + Judge> Playable for G {}

/// The name of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Name {
    /// Connection on a hexagon, two stones a turn.
    Iris,
    /// Groups of five win, groups of four lose, and either colour may be played.
    Manalath,
    /// Rings of three sizes on nine cells, two to four seats.
    Otrio,
    /// Connect Four whose bottom row vanishes.
    Linetris,
}

impl Name {
    /// Every game.
    pub const ALL: [Name; 4] = [Name::Iris, Name::Manalath, Name::Otrio, Name::Linetris];

    /// The name as the protocol spells it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Name::Iris => "iris",
            Name::Manalath => "manalath",
            Name::Otrio => "otrio",
            Name::Linetris => "linetris",
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// There is no game of that name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownGame;

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the games are {}", Name::ALL.map(Name::as_str).join(", "))
    }
}

impl std::error::Error for UnknownGame {}

impl FromStr for Name {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        Name::ALL
            .into_iter()
            .find(|name| name.as_str().eq_ignore_ascii_case(text))
            .ok_or(UnknownGame)
    }
}

/// Which game is played, and the options of every game: its size or mode for a start position,
/// its rules for any position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The game in play.
    pub game: Name,
    /// The size of an Iris start position.
    pub iris_size: usize,
    /// The size of a Manalath start position.
    pub manalath_size: usize,
    /// The rule option of Manalath.
    pub manalath_both: manalath::Both,
    /// The mode of an Otrio start position.
    pub otrio_mode: otrio::Mode,
    /// Columns of a Linetris start position.
    pub linetris_columns: usize,
    /// Rows of a Linetris start position.
    pub linetris_rows: usize,
    /// The rule options of Linetris.
    pub linetris_rules: linetris::Rules,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            game: Name::Linetris,
            iris_size: 6,
            manalath_size: 5,
            manalath_both: manalath::Both::default(),
            otrio_mode: otrio::Mode::default(),
            linetris_columns: 7,
            linetris_rows: 6,
            linetris_rules: linetris::Rules::default(),
        }
    }
}

/// What is done with a position once its type is known.
pub trait Open {
    /// What comes of it.
    type Output;

    /// Does it.
    fn open<G: Playable>(self, position: G) -> Self::Output;
}

/// Opens the position that `text` describes, or the start position of the setup. Dimensions come
/// from the text where there is one; rule options always come from the setup.
///
/// # Errors
/// The text is no position of the game, or the setup has a size out of range.
pub fn open<O: Open>(
    setup: &Setup,
    text: Option<&str>,
    open: O,
) -> Result<O::Output, PositionError> {
    // Each type comes with its way to read a text and its way to begin.
    macro_rules! open {
        ($game:ty, $rules:expr, $start:expr) => {
            match text {
                Some(text) => <$game>::parse(text, $rules),
                None => $start.ok_or(PositionError::Size),
            }
            .map(|position: $game| open.open(position))
        };
    }
    match setup.game {
        Name::Iris => {
            let size = text.map_or(setup.iris_size, |text| text::row_count(text) / 2 + 1);
            match size {
                8 => open!(Iris<Wide>, (), Iris::new(size)),
                6 | 7 => open!(Iris<u128>, (), Iris::new(size)),
                _ => open!(Iris<u64>, (), Iris::new(size)),
            }
        }
        Name::Manalath => {
            let both = setup.manalath_both;
            open!(Manalath, both, Manalath::new(setup.manalath_size, both))
        }
        Name::Otrio => open!(Otrio, (), Some(Otrio::new(setup.otrio_mode))),
        Name::Linetris => {
            let rules = setup.linetris_rules;
            let (columns, rows) =
                text.map_or((setup.linetris_columns, setup.linetris_rows), linetris::dimensions);
            if Grid::<u64>::new(columns, rows).is_some() {
                open!(Linetris<u64>, rules, Linetris::new(columns, rows, rules))
            } else {
                open!(Linetris<u128>, rules, Linetris::new(columns, rows, rules))
            }
        }
    }
}
