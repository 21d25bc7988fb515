//! The judgement of Iris: the rim that groups reach, with what already holds together.

use arrayvec::ArrayVec;

use super::{Iris, Score, Step};
use crate::board::Cell;
use crate::board::hex::HexSet;
use crate::game::{Game, Seat, Steps};
use crate::search::{Judge, Verdict};

/// What a rim cell is worth in the largest group, the second, and so on.
const RIM: [i32; 4] = [60, 30, 15, 8];
/// What an empty cell next to the largest group is worth.
const BREATH: i32 = 4;
/// Fewer empty cells than this, and the end may be decided.
const LATE: u32 = 48;

/// Stones that hold together: groups that share two empty cells count as one.
#[derive(Clone, Copy)]
struct Chain<B> {
    rim: i32,
    edge: B,
}

impl<B: HexSet> Iris<B> {
    fn empty(&self) -> B {
        self.board.cells() & !self.occupied()
    }

    fn chains(&self, seat: Seat) -> ArrayVec<Chain<B>, 96> {
        let (stones, empty) = (self.stones(seat), self.empty());
        let mut chains = ArrayVec::<Chain<B>, 96>::new();
        let mut rest = stones;
        while !rest.is_empty() {
            let group = self.board.group(B::bit(rest.lowest()), stones);
            rest &= !group;
            let rim = (group & self.board.rim()).count() as i32;
            let mut chain = Chain { rim, edge: self.board.around(group) & empty };
            // Joining two chains may bring a third within reach.
            while let Some(at) =
                chains.iter().position(|other| (other.edge & chain.edge).count() >= 2)
            {
                let other = chains.swap_remove(at);
                chain = Chain { rim: chain.rim + other.rim, edge: chain.edge | other.edge };
            }
            if chains.try_push(chain).is_err() {
                break;
            }
        }
        chains.sort_unstable_by_key(|chain| -chain.rim);
        chains
    }

    fn prospects(&self, seat: Seat) -> i32 {
        let chains = self.chains(seat);
        let rim: i32 = chains.iter().zip(RIM).map(|(chain, weight)| weight * chain.rim).sum();
        rim + chains.first().map_or(0, |chain| BREATH * chain.edge.count() as i32)
    }

    /// The seat that wins however the empty cells are filled, if there is one: an own stone more
    /// never hurts, so it is enough that it wins when the other seat gets them all.
    fn decided(&self) -> Option<Seat> {
        let empty = self.empty();
        [Seat::P1, Seat::P2].into_iter().find(|&seat| {
            let own = Score::of(self.board, self.stones(seat));
            own > Score::of(self.board, self.stones(seat.other()) | empty)
        })
    }
}

impl<B: HexSet> Judge for Iris<B> {
    /// The cells and the pass.
    const CODES: usize = 256;

    const TURNS: u64 = 22;

    type Sight = ();

    fn look(&self) {}

    fn judge(&self, (): &()) -> i32 {
        self.prospects(self.mover) - self.prospects(self.mover.other())
    }

    fn code(&self, step: Step) -> u16 {
        match step {
            Step::Gray(Cell(cell)) | Step::Rim(Cell(cell)) => cell.into(),
            Step::Pass => 255,
        }
    }

    fn resolve(&self, (): &(), out: &mut Steps<Step>) -> Verdict {
        if self.half.is_none() && self.empty().count() < LATE {
            let turns = self.turns_left().unwrap_or(1).max(1);
            match self.decided() {
                Some(seat) if seat == self.mover => return Verdict::Wins(turns),
                Some(_) => return Verdict::Loses(turns),
                None => {}
            }
        }
        self.steps(out);
        // Stones never hurt, so a pass is never better than a placement.
        if out.len() > 1 && out.last() == Some(&Step::Pass) {
            out.pop();
        }
        Verdict::Open
    }

    /// Towards the middle of the fight: cells next to stones first.
    fn hint(&self, (): &(), step: Step) -> i32 {
        let near = |cell: Cell| {
            let around = self.board.neighbours(cell);
            let [mine, theirs] = [self.mover, self.mover.other()]
                .map(|seat| (around & self.stones(seat)).count() as i32);
            40 * mine.min(3) + 50 * theirs.min(3)
        };
        match step {
            Step::Gray(cell) => near(cell),
            Step::Rim(cell) => 100 + near(cell) + near(self.board.opposite(cell)),
            Step::Pass => -1_000,
        }
    }

    fn shares_images(&self) -> bool {
        self.occupied().count() <= if self.board.size() <= 4 { 8 } else { 3 }
    }

    /// Passes apart, which only end the game sooner.
    fn turns_left(&self) -> Option<u32> {
        Some(self.empty_pairs().count() + self.empty_gray().count())
    }

    fn explain(&self) -> String {
        let mut text = String::new();
        for seat in [Seat::P1, Seat::P2] {
            let rims: Vec<String> = self
                .chains(seat)
                .iter()
                .filter(|chain| chain.rim > 0)
                .map(|chain| chain.rim.to_string())
                .collect();
            let worth = self.prospects(seat);
            text +=
                &format!("{seat}: chains reach [{}] rim cells, worth {worth}\n", rims.join(","));
        }
        text + &format!("for the mover: {}\n", self.judge(&()))
    }
}
