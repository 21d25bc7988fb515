//! The judgement of the positions after all moves of a position at once.

use std::array;

use super::eval::Sight;
use super::features::{Common, HEIGHT, Ledger, View};
use super::{Column, Linetris};
use crate::board::bits::Bits;
use crate::board::grid::Shifts;
use crate::board::lanes::{Cells, Eight, LANES, Sums};
use crate::search::{Glance, Weights};

/// The weights of what is counted in eight positions, added up.
struct Totals {
    weights: &'static Weights,
    /// What is the same in all of them.
    common: i32,
    /// For the mover, and for the other seat.
    sides: [Sums; 2],
}

impl Ledger<Eight> for Totals {
    #[inline(always)]
    fn number(&mut self, place: usize, count: i32) {
        self.common += self.weights.at(place) * count;
    }

    #[inline(always)]
    fn cells(&mut self, side: usize, places: [usize; 2], cells: Eight) {
        cells.weigh(places.map(|place| self.weights.at(place)), &mut self.sides[side]);
    }

    #[inline(always)]
    fn odd(&mut self, place: usize, cells: Eight) {
        let folded = [32, 16, 8, 4, 2, 1].into_iter().fold(cells, |set, half| set ^ set >> half);
        self.cells(0, [place; 2], folded & Eight::all(1));
    }
}

impl Linetris<u64> {
    /// Looks at the positions after these moves, the last one again where there are fewer than
    /// eight, and judges them.
    #[inline(always)]
    pub(super) fn side_by_side(&self, sight: &Sight<u64>, columns: &[Column]) -> Glance {
        let [here, there] = [self.mover, self.mover.other()].map(|seat| self.stones(seat));
        let columns: [Column; LANES] = array::from_fn(|at| columns[at.min(columns.len() - 1)]);
        let cells = columns.map(|column| self.grid.column(column.0.into()) & sight.landing);
        let cell = Eight::new(cells);
        let all = Eight::all;
        // Where the bottom row vanishes, or the game ends, this is nonsense.
        let own = all(here) | cell;
        let empty = all(sight.empty) & !cell;
        let landing = all(sight.landing) & !cell | cell << 1 & empty;
        let lines = [all(sight.lines[1]) & !cell, self.completions(own) & empty];
        let view = View { empty, landing, pieces: [all(there), own], lines };
        let [heights, other_heights] = sight.heights.map(|heights| heights as i32);
        let common = Common {
            empty: sight.empty.count() - 1,
            ahead: there.count() as i32 - here.count() as i32 - 1,
            higher: other_heights - heights,
        };
        let weights = self.weights_here();
        let mut totals = Totals { weights, common: 0, sides: Default::default() };
        self.features(&view, common, &mut totals);
        let [mover, other] = totals.sides.map(Sums::totals);
        let score = array::from_fn(|lane| {
            // The seat that moved is the other one there.
            let height = (cells[lane].lowest() % u64::STRIDE) as i32;
            totals.common - weights.at(HEIGHT) * height + mover[lane] - other[lane]
        });
        let ends = all(sight.lines[0] | sight.last) & cell;
        let threats = (lines[0] | lines[1]) & landing;
        // Two cells at least where a piece does not help the other seat up.
        let worth = landing & !(lines[1] >> 1);
        let choice = worth & (worth - all(1));
        Glance { score, calm: (ends | threats).empty() & !choice.empty() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Steps};
    use crate::games::linetris::{Rules, positions_by_chance};
    use crate::search::{Judge, Verdict};

    /// What is seen side by side is what is seen one by one, and most of it is.
    #[test]
    fn a_glance_is_as_good_as_a_look() {
        let (mut calm, mut quiet) = (0, 0);
        for position in positions_by_chance() {
            let (sight, mut steps) = (position.look(), Steps::new());
            let verdict = position.resolve(&sight, &mut steps);
            steps.clear();
            position.steps(&mut steps);
            let glance = position.glance(&sight, &steps);
            for (lane, &step) in steps.iter().enumerate() {
                let mut next = position;
                next.play(step);
                let is_quiet = next.outcome().is_none() && next.is_quiet(&next.look());
                quiet += usize::from(is_quiet);
                if verdict == Verdict::Open && glance.calm & 1 << lane != 0 {
                    calm += 1;
                    assert!(is_quiet, "{}", position.explain());
                    assert_eq!(glance.score[lane], next.judge(&next.look()));
                }
            }
        }
        assert!(2 * calm > quiet, "{calm} of {quiet}");
    }

    /// Sums are made of products of 16 bits.
    #[test]
    fn weights_fit_16_bits() {
        for columns in [6, 7] {
            let position = Linetris::<u64>::new(columns, 6, Rules::default()).expect("fits");
            let values = position.weights_here().values();
            assert!(values.iter().all(|&value| i16::try_from(value).is_ok()));
        }
    }
}
