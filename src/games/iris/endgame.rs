//! The last cells, searched to the end: who wins, and nothing else.
//!
//! It is asked at nodes of the search where few cells are left, with a small allowance, and
//! remembers what it has found: what one allowance did not settle the next one may.
//!
//! Every win has a *carrier*: the empty cells that its strategy plays on. Whoever loses to it may
//! own all others, so a turn that keeps off the carrier loses in the same way, and need not be
//! looked at.
// CITE: the must-play regions of Hex: Hayward et al., "Solving 7x7 Hex with domination, fill-in,
// and virtual connections" (2005).

use std::any::Any;
use std::cell::RefCell;

use arrayvec::ArrayVec;

use super::{Iris, Score, Step};
use crate::board::Cell;
use crate::board::hex::HexSet;
use crate::game::{Game, Seat, Turn};

/// More empty cells than this, and nothing is tried.
const MOST: u32 = 22;
/// Results that each thread keeps.
const KEPT: usize = 1 << 16;

/// Positions that a turn may cost at the first look and at the second.
const LOOKS: [u32; 2] = [1, u32::MAX];

/// Positions that may be looked at each time.
const ALLOWANCE: u32 = 2_000;

thread_local! {
    /// Made for the width of the board in play.
    static SOLVER: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// Forgets what this thread has found.
pub fn forget() {
    SOLVER.take();
}

/// The seat that wins a position between turns, if that can be told cheaply.
pub fn winner<B: HexSet>(position: &Iris<B>) -> Option<Seat> {
    if position.empty().count() > MOST {
        return None;
    }
    SOLVER.with_borrow_mut(|solver| {
        if !solver.as_ref().is_some_and(|solver| solver.is::<Solver<B>>()) {
            *solver = Some(Box::new(Solver::<B>::new()));
        }
        let solver = solver.as_mut()?.downcast_mut::<Solver<B>>()?;
        solver.left = ALLOWANCE;
        let proof = solver.solve(position)?;
        Some(if proof.wins { position.mover() } else { position.mover().other() })
    })
}

/// Who wins, and by which cells.
#[derive(Clone, Copy)]
struct Proof<B> {
    /// Whether the mover wins.
    wins: bool,
    /// Empty cells; whoever owns all others, the winner is the same.
    carrier: B,
}

/// What was found of a position.
#[derive(Clone, Copy)]
struct Slot<B> {
    key: u64,
    proof: Proof<B>,
}

struct Solver<B> {
    slots: Vec<Slot<B>>,
    /// Positions that may still be looked at.
    left: u32,
}

impl<B: HexSet> Solver<B> {
    fn new() -> Self {
        let proof = Proof { wins: false, carrier: B::EMPTY };
        Solver { slots: vec![Slot { key: 0, proof }; KEPT], left: 0 }
    }

    /// Who wins; nothing if the allowance is used up.
    fn solve(&mut self, position: &Iris<B>) -> Option<Proof<B>> {
        if let Some(seat) = position.decided() {
            return Some(Proof { wins: seat == position.mover(), carrier: B::EMPTY });
        }
        self.open(position)
    }

    /// The same where nothing is decided yet.
    fn open(&mut self, position: &Iris<B>) -> Option<Proof<B>> {
        let at = position.key() as usize % KEPT;
        if self.slots[at].key == position.key() {
            return Some(self.slots[at].proof);
        }
        self.left = self.left.checked_sub(1)?;
        let proof = self.choose(position)?;
        self.slots[at] = Slot { key: position.key(), proof };
        Some(proof)
    }

    /// Looks at every turn a little, then at those that are left as long as it takes: what is
    /// easily settled need not wait for what is not.
    fn choose(&mut self, position: &Iris<B>) -> Option<Proof<B>> {
        let mut against: Vec<B> = Vec::new();
        let mut pending = turns(position);
        let mut wins = None;
        for patience in LOOKS {
            pending.retain(|&(cells, turn)| {
                if against.iter().any(|&carrier| (cells & carrier).is_empty()) {
                    return false;
                }
                if wins.is_some() || self.left == 0 {
                    return true;
                }
                match self.within(patience, position, turn) {
                    Some(Proof { wins: true, carrier }) => against.push(carrier),
                    Some(Proof { carrier, .. }) => wins = Some(carrier | cells),
                    None => return true,
                }
                false
            });
        }
        match wins {
            Some(carrier) => Some(Proof { wins: true, carrier }),
            None if !pending.is_empty() => None,
            None => {
                let carrier = against.into_iter().fold(B::EMPTY, |all, carrier| all | carrier);
                Some(Proof { wins: false, carrier })
            }
        }
    }

    /// What a turn leads to, if so many positions are enough to tell.
    fn within(&mut self, patience: u32, position: &Iris<B>, turn: Turn<Step>) -> Option<Proof<B>> {
        let mut next = *position;
        next.play_turn(turn);
        if won_by_last(&next) {
            return Some(Proof { wins: false, carrier: B::EMPTY });
        }
        if next.outcome().is_some() {
            return Some(Proof { wins: true, carrier: B::EMPTY });
        }
        let given = self.left.min(patience);
        let kept = self.left - given;
        self.left = given;
        let proof = self.open(&next);
        self.left += kept;
        proof
    }
}

/// Whether whoever moved last wins even if the other seat gets all empty cells. Nothing that it
/// does can decide the game for the other.
fn won_by_last<B: HexSet>(position: &Iris<B>) -> bool {
    let board = position.board();
    let [last, next] =
        [position.mover().other(), position.mover()].map(|seat| position.stones(seat));
    Score::of(board, last) > Score::of(board, next | position.empty())
}

/// The turns with their cells, those in the thick of it first.
fn turns<B: HexSet>(position: &Iris<B>) -> Vec<(B, Turn<Step>)> {
    let board = position.board();
    let [mine, theirs] =
        [position.mover(), position.mover().other()].map(|seat| position.stones(seat));
    let near = |cell: Cell| {
        let around = board.neighbours(cell);
        4 * (around & mine).count().min(3) + 5 * (around & theirs).count().min(3)
    };
    let mut ranked = Vec::new();
    let gray: ArrayVec<(Cell, u32), 128> = position
        .empty_gray()
        .iter()
        .map(|index| (Cell(index as u8), near(Cell(index as u8))))
        .collect();
    for (at, &(first, rank)) in gray.iter().enumerate() {
        let around = board.neighbours(first);
        let mut alone = true;
        for &(second, more) in &gray[..at] {
            if !around.has(second.0.into()) {
                let turn = Turn::of(Step::Gray(first), Step::Gray(second));
                ranked.push((rank + more, first.bit::<B>() | second.bit(), turn));
                alone = false;
            }
        }
        if alone && position.partners(first).is_empty() {
            ranked.push((rank, first.bit(), Turn::one(Step::Gray(first))));
        }
    }
    for index in position.empty_pairs().iter() {
        let cell = Cell(index as u8);
        let opposite = board.opposite(cell);
        let rank = 10 + near(cell) + near(opposite);
        ranked.push((rank, cell.bit::<B>() | opposite.bit(), Turn::one(Step::Rim(cell))));
    }
    ranked.sort_by_key(|&(rank, ..)| u32::MAX - rank);
    ranked.into_iter().map(|(_, cells, turn)| (cells, turn)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bits;
    use crate::game::Steps;

    /// By trying everything but the pass, which is never better than a placement.
    fn plain(position: &Iris<u64>) -> bool {
        match position.decided() {
            Some(seat) => seat == position.mover(),
            None => {
                position.turns().into_iter().filter(|turn| turn.first != Step::Pass).any(|turn| {
                    let mut next = *position;
                    next.play_turn(turn);
                    !plain(&next)
                })
            }
        }
    }

    #[test]
    fn a_proof_is_the_truth_and_holds_whoever_owns_the_rest() {
        let (mut chance, mut solved) = (7_u64, 0);
        for round in 0..400 {
            let mut position =
                Iris::<u64>::new(if round % 2 == 0 { 3 } else { 4 }).expect("a board");
            while position.empty().count() > 9 || position.mid_turn() {
                let mut steps = Steps::new();
                position.placements(&mut steps);
                chance = crate::board::zobrist::mix(chance);
                position.play(steps[(chance % steps.len() as u64) as usize]);
            }
            if position.outcome().is_some() {
                continue;
            }
            let mut solver = Solver::new();
            solver.left = u32::MAX;
            let proof = solver.solve(&position).expect("no limit");
            assert_eq!(proof.wins, plain(&position), "{position}");
            let loser = if proof.wins { position.mover().other() } else { position.mover() };
            let mut stones = [Seat::P1, Seat::P2].map(|seat| position.stones(seat));
            // A rim pair has one owner.
            let outside = position.empty() & !proof.carrier & !position.board().rim();
            stones[loser.index()] |= outside;
            let filled = Iris::with_stones(position.board(), stones, position.mover(), None);
            assert_eq!(plain(&filled), proof.wins, "{position} and {filled}");
            solved += u32::from(position.decided().is_none());
        }
        assert!(solved > 50, "{solved}");
    }
}
