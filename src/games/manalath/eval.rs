//! The judgement of Manalath: the groups, and what a stone on each cell would make.

use super::{Colour, LOSING_GROUP, Manalath, Placement};
use crate::board::{Bits, Cell};
use crate::game::{Seat, Steps};
use crate::search::{Judge, Skill, Tally, Verdict, Weights};

static WEIGHTS: Weights = Weights::read(include_str!("weights.txt"));
/// It is one's turn.
const TEMPO: usize = WEIGHTS.find("tempo");
/// A group of two.
const PAIR: usize = WEIGHTS.find("pair");
/// A group of three.
const THREE: usize = WEIGHTS.find("three");
/// An open place that a group of three lacks to be safe.
const CRAMPED: usize = WEIGHTS.find("cramped");
/// A cell where a stone makes a group of two to five.
const MAKES: [usize; 4] = [
    WEIGHTS.find("makes.2"),
    WEIGHTS.find("makes.3"),
    WEIGHTS.find("makes.4"),
    WEIGHTS.find("makes.5"),
];
/// A cell where a stone makes a four, next to one that touches no stone of the colour: a stone on
/// the second makes a five possible on the first.
const GROWING: usize = WEIGHTS.find("growing");
/// A cell where no stone of the colour may go.
const FULL: usize = WEIGHTS.find("full");
/// A stone that is not on the rim.
const CENTRE: usize = WEIGHTS.find("centre");

/// A group of three with so many open places around it is safe.
const SAFE: i32 = 5;

impl Manalath {
    /// How many open places the groups of three of a colour lack to be safe, in all.
    fn cramped(&self, colour: Colour) -> i32 {
        let open = self.open(colour);
        let mut threes = self.groups_of(colour, 3);
        let mut cramped = 0;
        while threes != 0 {
            let three = self.board.group(threes & threes.wrapping_neg(), threes);
            cramped += (SAFE - (self.board.around(three) & open).count() as i32).max(0);
            threes &= !three;
        }
        cramped
    }

    /// Counts what a colour has, `sign` times.
    fn count_colour(&self, colour: Colour, sign: i32, tally: &mut impl Tally) {
        let mut add = |place, count: i32| tally.add(place, sign * count);
        add(PAIR, self.groups_of(colour, 2).count() as i32 / 2);
        add(THREE, self.groups_of(colour, 3).count() as i32 / 3);
        add(CRAMPED, self.cramped(colour));
        for (place, size) in MAKES.into_iter().zip(2..) {
            add(place, self.making(colour, size).count() as i32);
        }
        let fours = self.making(colour, LOSING_GROUP);
        let loose = self.making(colour, 1);
        let grows = |&cell: &u32| self.board.neighbours(Cell(cell as u8)) & loose != 0;
        add(GROWING, fours.iter().filter(grows).count() as i32);
        add(FULL, self.forbidden(colour).count() as i32);
        add(CENTRE, (self.stones(colour) & !self.board.rim()).count() as i32);
    }
}

impl Judge for Manalath {
    /// A cell and a colour.
    const CODES: usize = 128;
    const THREATENS: bool = true;

    /// With the game's verdicts very few positions are enough to win most games that are won, so
    /// the lower levels go without.
    const SKILLS: [Skill; 8] = [
        Skill::plain(500),
        Skill::plain(0),
        Skill::blunt(2_400, 142),
        Skill::blunt(3_800, 120),
        Skill::blunt(6_400, 102),
        Skill::sharp(850, 165),
        Skill::sharp(2_400, 92),
        Skill::sharp(17_500, 11),
    ];

    type Sight = ();

    fn look(&self) {}

    fn weights(&self) -> &'static Weights {
        &WEIGHTS
    }

    fn count(&self, (): &(), seat: Seat, tally: &mut impl Tally) {
        tally.add(TEMPO, if seat == self.mover { 1 } else { -1 });
        self.count_colour(Colour::of(seat), 1, tally);
        self.count_colour(Colour::of(seat.other()), -1, tally);
    }

    fn code(&self, Placement { cell, colour }: Placement) -> u16 {
        u16::from(cell.0) << 1 | colour as u16
    }

    fn resolve(&self, (): &(), out: &mut Steps<Placement>) -> Verdict {
        self.settle(out)
    }

    /// Stones of one's own come first, above all those that make a group larger or take a cell
    /// where the opponent could.
    fn hint(&self, (): &(), Placement { cell, colour }: Placement) -> i32 {
        let [own, other] = [self.mover, self.mover.other()].map(Colour::of);
        if colour == other {
            return -1_000;
        }
        let makes = |colour, size| self.making(colour, size).has(cell.0.into());
        let grows = [(2, 300), (3, 500)].map(|(size, hint)| (own, size, hint));
        let takes = [(2, 200), (3, 300), (4, 500)].map(|(size, hint)| (other, size, hint));
        let counts =
            grows.into_iter().chain(takes).filter(|&(colour, size, _)| makes(colour, size));
        counts.map(|(_, _, hint)| hint).sum()
    }

    fn threats(&self, out: &mut Steps<Placement>) {
        self.find_threats(out);
    }

    fn shares_images(&self) -> bool {
        let stones = (self.stones[0] | self.stones[1]).count();
        stones <= if self.board.size() <= 3 { 8 } else { 3 }
    }

    fn turns_left(&self) -> Option<u32> {
        Some(self.empty().count())
    }

    fn explain(&self) -> String {
        let mut text = String::new();
        for colour in Colour::ALL {
            let mut counts = vec![0; WEIGHTS.names().len()];
            self.count_colour(colour, 1, &mut counts);
            text += &format!("{colour}:");
            for (name, count) in WEIGHTS.names().iter().zip(counts).filter(|(_, count)| *count != 0)
            {
                text += &format!(" {name} {count}");
            }
            text += "\n";
        }
        text + &format!("for the mover: {}\n", self.judge(&()))
    }
}
