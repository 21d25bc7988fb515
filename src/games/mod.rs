//! The games, and the one place where a game's name becomes its type.

pub mod hexagon;
pub mod iris;
pub mod linetris;
pub mod manalath;
pub mod otrio;

use std::fmt;
use std::str::FromStr;

use crate::board::grid::{Grid, Shifts};
use crate::search::Judge;
use crate::text::{Notation, PositionError};

use linetris::Linetris;

/// A game with all that the engine needs: rules, text and judgement.
pub trait Playable: Notation + Judge {}

impl<G: Notation + Judge> Playable for G {}

/// The name of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Name {
    /// Connect Four whose bottom row vanishes.
    Linetris,
}

impl Name {
    /// Every game.
    pub const ALL: [Name; 1] = [Name::Linetris];

    /// The name as the protocol spells it.
    pub const fn as_str(self) -> &'static str {
        match self {
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
    match setup.game {
        Name::Linetris => {
            let (columns, rows) =
                text.map_or((setup.linetris_columns, setup.linetris_rows), linetris::dimensions);
            if Grid::<u64>::new(columns, rows).is_some() {
                open_linetris::<u64, O>(setup, text, open)
            } else {
                open_linetris::<u128, O>(setup, text, open)
            }
        }
    }
}

fn open_linetris<B: Shifts, O: Open>(
    setup: &Setup,
    text: Option<&str>,
    open: O,
) -> Result<O::Output, PositionError> {
    let rules = setup.linetris_rules;
    let position = match text {
        Some(text) => Linetris::<B>::parse(text, rules)?,
        None => Linetris::<B>::new(setup.linetris_columns, setup.linetris_rows, rules)
            .ok_or_else(|| PositionError::Board { fault: "size out of range".into() })?,
    };
    Ok(open.open(position))
}
