//! Who plays with what: the colours, and the modes that deal them to the seats.

use std::fmt;

use crate::game::Seat;

/// What the pieces are told apart by. A seat may own two colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// `b`, which opens the game.
    Blue,
    /// `r`
    Red,
    /// `p`
    Purple,
    /// `g`
    Green,
}

impl Colour {
    /// Every colour, in turn order.
    pub const ALL: [Colour; 4] = [Colour::Blue, Colour::Red, Colour::Purple, Colour::Green];

    /// The colour's place in turn order, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the colour's pieces.
    pub const fn letter(self) -> char {
        match self {
            Colour::Blue => 'b',
            Colour::Red => 'r',
            Colour::Purple => 'p',
            Colour::Green => 'g',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Blue => "blue",
            Colour::Red => "red",
            Colour::Purple => "purple",
            Colour::Green => "green",
        })
    }
}

/// How many play with how many colours each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Mode {
    /// `2x1`: two players, blue and red.
    #[default]
    TwoByOne,
    /// `2x2`: two players, p1 with blue and purple, p2 with red and green.
    TwoByTwo,
    /// `3x1`: three players, blue, red and purple.
    ThreeByOne,
    /// `4x1`: four players.
    FourByOne,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Mode; 4] = [Mode::TwoByOne, Mode::TwoByTwo, Mode::ThreeByOne, Mode::FourByOne];

    /// The mode of that name, in any letter case.
    pub fn named(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name))
    }

    /// The mode's name.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::TwoByOne => "2x1",
            Mode::TwoByTwo => "2x2",
            Mode::ThreeByOne => "3x1",
            Mode::FourByOne => "4x1",
        }
    }

    /// How many seats play.
    pub const fn seats(self) -> usize {
        match self {
            Mode::TwoByOne | Mode::TwoByTwo => 2,
            Mode::ThreeByOne => 3,
            Mode::FourByOne => 4,
        }
    }

    /// The colours that play, in turn order.
    pub const fn colours(self) -> &'static [Colour] {
        match self {
            Mode::TwoByOne => &[Colour::Blue, Colour::Red],
            Mode::ThreeByOne => &[Colour::Blue, Colour::Red, Colour::Purple],
            Mode::TwoByTwo | Mode::FourByOne => &Colour::ALL,
        }
    }

    /// The seat that plays a colour of this mode.
    pub const fn owner(self, colour: Colour) -> Seat {
        match self {
            Mode::TwoByTwo => Seat::ALL[colour.index() % 2],
            _ => Seat::ALL[colour.index()],
        }
    }

    /// The colour that moves after one of this mode.
    pub const fn after(self, colour: Colour) -> Colour {
        let next = colour.index() + 1;
        Colour::ALL[if next == self.colours().len() { 0 } else { next }]
    }

    /// The colour that moves before one of this mode.
    pub const fn before(self, colour: Colour) -> Colour {
        let place = if colour.index() == 0 { self.colours().len() } else { colour.index() };
        Colour::ALL[place - 1]
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
