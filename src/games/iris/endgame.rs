//! The last cells, searched to the end: who wins, and nothing else.
//!
//! It is asked at nodes of the search where few cells are left, with a small allowance, and
//! remembers what it has found: where one allowance ends the next one goes on.
//!
//! It looks at what is easiest to prove: each position has two numbers, how hard it is to show that
//! its mover wins and how hard that it loses. A win takes the easiest turn; a loss takes all of
//! them, though not all of them matter: every win has a *carrier*, the empty cells that its
//! strategy plays on. Whoever loses to it may own all others, so a turn that keeps off the carrier
//! loses in the same way, and need not be looked at.
// CITE: the must-play regions of Hex: Hayward et al., "Solving 7x7 Hex with domination, fill-in,
// and virtual connections" (2005); depth-first proof-number search: Nagai, "Df-pn algorithm for
// searching AND/OR trees" (2002), with the weak numbers of Ueda et al. (2008), for the turns of a
// position have much in common.

use std::any::Any;
use std::cell::{Cell as Counter, RefCell};

use prefetch_index::prefetch_index;

use super::{Iris, Score, Step};
use crate::board::Cell;
use crate::board::hex::{Hex, HexSet};
use crate::game::{Game, Seat, Turn};

/// The largest board on which the whole game is an end.
const TINY: usize = 3;
/// So many empty cells are settled nearly always.
const FEW: u32 = 14;
/// Positions that may be looked at each time: with [`FEW`] empty cells, and with each turn more.
const ALLOWANCES: [u32; 4] = [2_000, 1_000, 400, 100];
/// Positions that may be looked at for each one that is judged.
const EARNED: u32 = 3;
/// No more than this can be saved up; a search begins with it.
const SAVED: u32 = 4_000;
/// Results that each thread keeps.
const KEPT: usize = 1 << 16;
/// Harder than anything that can be shown.
const NEVER: u32 = 1 << 24;
/// How much harder a turn seems for each rim cell that its largest group lacks.
const LACK: u32 = 64;

thread_local! {
    /// Positions that may still be looked at.
    static CREDIT: Counter<u32> = const { Counter::new(SAVED) };
    /// Made for the width of the board in play.
    static SOLVER: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// Forgets what this thread has found.
pub fn forget() {
    SOLVER.take();
    CREDIT.set(SAVED);
}

/// A position has been judged, which took as long as looking at a few here: so the solver takes no
/// more than its share of the time.
pub fn earn() {
    CREDIT.set((CREDIT.get() + EARNED).min(SAVED));
}

/// The seat that wins a position between turns that is not [decided](Iris::decided), if that can be
/// told cheaply.
pub fn winner<B: HexSet>(position: &Iris<B>) -> Option<Seat> {
    if position.board().size() <= TINY {
        return winner_within(position, u32::MAX).0;
    }
    let beyond = position.empty().count().saturating_sub(FEW) as usize;
    let allowance = *ALLOWANCES.get(beyond.div_ceil(2))?;
    let credit = CREDIT.get();
    // Half an allowance would be spent for nothing; what was found before is free.
    let allowance = if allowance <= credit { allowance } else { 0 };
    let (winner, looked) = winner_within(position, allowance);
    CREDIT.set(credit - looked);
    winner
}

/// The same, looking at so many positions at the most; and at how many it looked.
pub fn winner_within<B: HexSet>(position: &Iris<B>, allowance: u32) -> (Option<Seat>, u32) {
    SOLVER.with_borrow_mut(|solver| {
        if !solver.as_ref().is_some_and(|solver| solver.is::<Solver<B>>()) {
            *solver = Some(Box::new(Solver::<B>::new()));
        }
        let solver = solver.as_mut().and_then(|solver| solver.downcast_mut::<Solver<B>>());
        let Some(solver) = solver else { return (None, 0) };
        solver.left = allowance;
        let found = solver.solve(position);
        let [mover, other] = [position.mover(), position.mover().other()];
        let seat = found.map(|found| if found.win == 0 { mover } else { other });
        (seat, allowance - solver.left)
    })
}

/// What was found of a position.
#[derive(Clone, Copy)]
struct Slot<B> {
    key: u64,
    /// How hard it still is to show that the mover wins; 0 if that is shown.
    win: u32,
    /// How hard it still is to show that the mover loses; 0 if that is shown.
    loss: u32,
    /// Where one of them is shown: empty cells; whoever owns all others, the winner is the same.
    carrier: B,
}

impl<B: HexSet> Slot<B> {
    fn won(key: u64, carrier: B) -> Self {
        Slot { key, win: 0, loss: NEVER, carrier }
    }

    fn lost(key: u64, carrier: B) -> Self {
        Slot { key, win: NEVER, loss: 0, carrier }
    }

    fn is_settled(&self) -> bool {
        self.win == 0 || self.loss == 0
    }
}

/// A turn, and what is known of where it leads.
#[derive(Clone, Copy)]
struct Branch<B> {
    cells: B,
    turn: Turn<Step>,
    slot: Slot<B>,
}

struct Solver<B> {
    slots: Vec<Slot<B>>,
    /// Positions that may still be looked at.
    left: u32,
}

impl<B: HexSet> Solver<B> {
    fn new() -> Self {
        Solver { slots: vec![Slot { key: 0, win: 1, loss: 1, carrier: B::EMPTY }; KEPT], left: 0 }
    }

    /// A win or a loss; nothing if the allowance is used up.
    fn solve(&mut self, position: &Iris<B>) -> Option<Slot<B>> {
        let known = self.known(position.key()).filter(Slot::is_settled);
        let found = known.unwrap_or_else(|| self.look(position, NEVER, NEVER));
        found.is_settled().then_some(found)
    }

    fn known(&self, key: u64) -> Option<Slot<B>> {
        let slot = self.slots[key as usize % KEPT];
        (slot.key == key).then_some(slot)
    }

    /// Looks at a position until one of its numbers reaches its bound or the allowance is used up.
    fn look(&mut self, position: &Iris<B>, most_win: u32, most_loss: u32) -> Slot<B> {
        let mut found = Slot { key: position.key(), win: 1, loss: 1, carrier: B::EMPTY };
        if self.left == 0 {
            return found;
        }
        self.left -= 1;
        let mut branches = self.branches(position);
        let mut against = B::EMPTY;
        loop {
            if let Some(slot) = settled(found.key, &mut branches, &mut against) {
                found = slot;
                break;
            }
            let (best, second) = easiest(&branches);
            let hardest = branches.iter().map(|branch| branch.slot.win).max().unwrap_or(0);
            let others = branches.len() as u32 - 1;
            found.win = branches[best].slot.loss;
            found.loss = (hardest + others).min(NEVER - 1);
            if found.win >= most_win || found.loss >= most_loss || self.left == 0 {
                break;
            }
            let mut next = *position;
            next.play_turn(branches[best].turn);
            // A little more than the second best, or the two would take turns all the time.
            let patience = most_win.min(second + second / 4 + 1);
            branches[best].slot = self.look(&next, most_loss - others, patience);
        }
        self.slots[found.key as usize % KEPT] = found;
        found
    }

    /// The turns with what is known or guessed of them.
    fn branches(&self, position: &Iris<B>) -> Vec<Branch<B>> {
        let outlook = Outlook::new(position);
        // All keys before the first look into the memory, which would wait for each.
        let ahead = turns(position).into_iter().map(|(cells, turn)| {
            let mut next = *position;
            next.play_turn(turn);
            prefetch_index(&self.slots, next.key() as usize % KEPT);
            (cells, turn, next.key())
        });
        let ahead: Vec<_> = ahead.collect();
        let branch = |(cells, turn, key)| {
            let slot = self.known(key).unwrap_or_else(|| outlook.guess(key, cells));
            Branch { cells, turn, slot }
        };
        ahead.into_iter().map(branch).collect()
    }
}

/// The value of a position if the turns left are enough to tell. Turns that are lost leave the list,
/// and with them all that keep off what those are lost by.
fn settled<B: HexSet>(key: u64, branches: &mut Vec<Branch<B>>, against: &mut B) -> Option<Slot<B>> {
    if let Some(branch) = branches.iter().find(|branch| branch.slot.loss == 0) {
        return Some(Slot::won(key, branch.slot.carrier | branch.cells));
    }
    while let Some(at) = branches.iter().position(|branch| branch.slot.win == 0) {
        let carrier = branches.swap_remove(at).slot.carrier;
        branches.retain(|branch| !(branch.cells & carrier).is_empty());
        *against |= carrier;
    }
    branches.is_empty().then(|| Slot::lost(key, *against))
}

/// The turn after which the loss of the other is the easiest to show, and how hard it is for the
/// second such turn.
fn easiest<B: HexSet>(branches: &[Branch<B>]) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, NEVER, NEVER);
    for (at, branch) in branches.iter().enumerate() {
        let loss = branch.slot.loss;
        if loss < least {
            (best, least, second) = (at, loss, least);
        } else {
            second = second.min(loss);
        }
    }
    (best, second)
}

/// Stones of both sides, none of them missing, before one side takes a few cells of the other.
struct Sides<B: HexSet> {
    board: &'static Hex<B>,
    own: B,
    other: B,
    /// What is next to each own group, and how many rim cells it has.
    groups: Vec<(B, u32)>,
    /// The groups of the other side with their rim cells.
    others: Vec<(B, u32)>,
    /// Cells of the other side without which its groups may fall apart.
    frail: B,
}

impl<B: HexSet> Sides<B> {
    /// With these stones; the other side may lose some of `loose`.
    fn new(board: &'static Hex<B>, own: B, other: B, loose: B) -> Self {
        let groups = |stones: B| {
            let mut rest = stones;
            std::iter::from_fn(move || {
                (!rest.is_empty()).then(|| {
                    let group = board.group(B::bit(rest.lowest()), rest);
                    rest &= !group;
                    (group, (group & board.rim()).count())
                })
            })
        };
        let frail = |&cell: &u32| {
            let near = board.neighbours(Cell(cell as u8)) & other;
            !near.is_empty() && board.group(B::bit(near.lowest()), near) != near
        };
        Sides {
            board,
            own,
            other,
            groups: groups(own).map(|(group, rim)| (board.around(group), rim)).collect(),
            others: groups(other).collect(),
            frail: loose.iter().filter(frail).fold(B::EMPTY, |set, cell| set | B::bit(cell)),
        }
    }

    /// When the first side takes the cells of a turn: 0 if its stones win against those of the
    /// other, else 1 more than its largest group lacks.
    fn lack(&self, cells: B) -> u32 {
        let (mine, theirs) = (self.largest_own(cells), self.largest_other(cells));
        if mine == theirs {
            let score = |stones| Score::of(self.board, stones);
            if score(self.own | cells) > score(self.other & !cells) {
                return 0;
            }
        }
        (theirs + 1).saturating_sub(mine)
    }

    fn largest_own(&self, cells: B) -> u32 {
        let rim = |cells: B| (self.board.rim() & cells).count();
        // A turn has one cell or two, which do not touch.
        let one = B::bit(cells.lowest());
        let other = cells & !one;
        let (mut first, mut second, mut both, mut most) = (rim(one), rim(other), 0, 0);
        let mut joined = false;
        for &(around, rim) in &self.groups {
            let (near, beside) = (!(around & one).is_empty(), !(around & other).is_empty());
            first += if near { rim } else { 0 };
            second += if beside { rim } else { 0 };
            both += if near && beside { rim } else { 0 };
            joined |= near && beside;
            most = most.max(rim);
        }
        most.max(if joined { first + second - both } else { first.max(second) })
    }

    fn largest_other(&self, cells: B) -> u32 {
        if !(cells & self.frail).is_empty() {
            return largest(self.board, self.other & !cells);
        }
        let taken = cells & self.board.rim();
        self.others.iter().map(|&(group, rim)| rim - (group & taken).count()).max().unwrap_or(0)
    }
}

/// What there is to see of a position before a turn is played.
struct Outlook<B: HexSet> {
    mine: B,
    theirs: B,
    empty: B,
    /// Two empty cells that touch, and the two cells that touch both: with stones on these, one of
    /// the empty ones is enough to connect them, and no turn takes both.
    bridges: Vec<(B, B)>,
    /// If the other gets all empty cells.
    plain: Sides<B>,
    /// The same but for the cells between the ends of bridges.
    hopeful: Sides<B>,
    /// Turns on these cells change nothing about bridges, unless they make one by themselves.
    calm: B,
}

impl<B: HexSet> Outlook<B> {
    fn new(position: &Iris<B>) -> Self {
        let board = position.board();
        let [mine, theirs] =
            [position.mover(), position.mover().other()].map(|seat| position.stones(seat));
        let empty = position.empty();
        let mut bridges = Vec::new();
        let (mut held, mut calm) = (B::EMPTY, empty);
        for one in empty.iter() {
            let around = board.neighbours(Cell(one as u8));
            for other in (around & empty & !B::below(one)).iter() {
                let ends = around & board.neighbours(Cell(other as u8));
                if ends.count() < 2 || !(ends & theirs).is_empty() {
                    continue;
                }
                let middle = B::bit(one) | B::bit(other);
                bridges.push((middle, ends));
                let open = ends & !mine;
                match open.count() {
                    0 => held |= middle,
                    1 => calm &= !open,
                    _ => {}
                }
            }
        }
        let rest = theirs | empty;
        Outlook {
            mine,
            theirs,
            empty,
            plain: Sides::new(board, mine, rest, empty),
            hopeful: Sides::new(board, mine | held, rest & !held, empty & !held),
            calm: calm & !held,
            bridges,
        }
    }

    /// What to think of a turn at first sight, from the side of whoever replies to it.
    fn guess(&self, key: u64, cells: B) -> Slot<B> {
        let lack = self.plain.lack(cells);
        if lack == 0 {
            return Slot::lost(key, B::EMPTY);
        }
        if self.empty == cells {
            return Slot::won(key, B::EMPTY);
        }
        let loss = 1 + LACK * (lack - 1 + self.hope(cells));
        Slot { key, win: 1, loss, carrier: B::EMPTY }
    }

    /// What the largest group lacks if all bridges hold.
    fn hope(&self, cells: B) -> u32 {
        let board = self.plain.board;
        let one = cells.lowest();
        let near = |cell: u32| board.neighbours(Cell(cell as u8));
        let rest = cells.without_lowest();
        let between =
            if rest.is_empty() { rest } else { near(one) & near(rest.lowest()) & self.empty };
        if (cells & !self.calm).is_empty() && between.count() < 2 {
            return self.hopeful.lack(cells);
        }
        let (mine, empty) = (self.mine | cells, self.empty & !cells);
        let bridges = self
            .bridges
            .iter()
            .filter(|&&(middle, ends)| (middle & cells).is_empty() && (ends & !mine).is_empty());
        let held = bridges.fold(B::EMPTY, |held, &(middle, _)| held | middle);
        let (own, other) = (mine | held, self.theirs | (empty & !held));
        let [mine, theirs] = [own, other].map(|stones| largest(board, stones));
        if mine == theirs && Score::of(board, own) > Score::of(board, other) {
            return 0;
        }
        (theirs + 1).saturating_sub(mine)
    }
}

/// The rim cells of the largest group.
fn largest<B: HexSet>(board: &Hex<B>, stones: B) -> u32 {
    let mut unseen = stones;
    let mut most = 0;
    loop {
        let rim = unseen & board.rim();
        if rim.count() <= most {
            return most;
        }
        let group = board.group(B::bit(rim.lowest()), unseen);
        most = most.max((group & rim).count());
        unseen ^= group;
    }
}

/// The turns with their cells.
fn turns<B: HexSet>(position: &Iris<B>) -> Vec<(B, Turn<Step>)> {
    let board = position.board();
    let mut turns = Vec::new();
    let gray = position.empty_gray();
    for index in gray.iter() {
        let first = Cell(index as u8);
        let partners = position.partners(first);
        if partners.is_empty() {
            turns.push((first.bit(), Turn::one(Step::Gray(first))));
        }
        for index in (partners & !B::below(index)).iter() {
            let second = Cell(index as u8);
            let turn = Turn::two(Step::Gray(first), Step::Gray(second));
            turns.push((first.bit::<B>() | second.bit(), turn));
        }
    }
    for index in position.empty_pairs().iter() {
        let cell = Cell(index as u8);
        let cells = cell.bit::<B>() | board.opposite(cell).bit();
        turns.push((cells, Turn::one(Step::Rim(cell))));
    }
    turns
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
            if position.outcome().is_some() || position.decided().is_some() {
                continue;
            }
            let mut solver = Solver::new();
            solver.left = u32::MAX;
            let proof = solver.solve(&position).expect("no limit");
            let wins = proof.win == 0;
            assert_eq!(wins, plain(&position), "{position}");
            let loser = if wins { position.mover().other() } else { position.mover() };
            let mut stones = [Seat::P1, Seat::P2].map(|seat| position.stones(seat));
            // A rim pair has one owner.
            let outside = position.empty() & !proof.carrier & !position.board().rim();
            stones[loser.index()] |= outside;
            let filled = Iris::with_stones(position.board(), stones, position.mover(), None);
            assert_eq!(plain(&filled), wins, "{position} and {filled}");
            solved += 1;
        }
        assert!(solved > 50, "{solved}");
    }
}
