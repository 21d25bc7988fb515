//! The last cells, searched to the end: who wins, and nothing else.
//!
//! It is asked at nodes of the search where few cells are left, with a small allowance, and
//! remembers what it has found: what one allowance did not settle the next one may.

use std::cell::RefCell;

use arrayvec::ArrayVec;

use super::{Iris, Step};
use crate::board::Cell;
use crate::board::hex::HexSet;
use crate::game::{Game, Seat, Turn};

/// More empty cells than this, and nothing is tried.
const MOST: u32 = 22;
/// Results that each thread keeps.
const KEPT: usize = 1 << 17;

thread_local! {
    /// Keys, the lowest bit of which says whether the mover wins.
    static RESULTS: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Positions that may be looked at where so many cells are empty.
fn allowance(empty: u32) -> u32 {
    match empty {
        0..=10 => 2_000,
        11..=13 => 300,
        14..=16 => 80,
        _ => 30,
    }
}

/// The seat that wins a position between turns, if that can be told cheaply.
pub fn winner<B: HexSet>(position: &Iris<B>) -> Option<Seat> {
    let empty = position.empty().count();
    if empty > MOST {
        return None;
    }
    RESULTS.with_borrow_mut(|results| {
        if results.is_empty() {
            results.resize(KEPT, 0);
        }
        let mut left = allowance(empty);
        let wins = wins(position, results, &mut left)?;
        Some(if wins { position.mover() } else { position.mover().other() })
    })
}

/// Whether the mover wins; nothing if the allowance is used up.
fn wins<B: HexSet>(position: &Iris<B>, results: &mut [u64], left: &mut u32) -> Option<bool> {
    if let Some(seat) = position.decided() {
        return Some(seat == position.mover());
    }
    let slot = position.key() as usize % KEPT;
    if results[slot] | 1 == position.key() | 1 {
        return Some(results[slot] & 1 == 1);
    }
    *left = left.checked_sub(1)?;
    let mut found = Some(false);
    for turn in turns(position) {
        let mut next = *position;
        next.play_turn(turn);
        match wins(&next, results, left) {
            Some(false) => {
                found = Some(true);
                break;
            }
            Some(true) => {}
            // Another turn may still win within what is left.
            None => found = None,
        }
        if found.is_none() && *left == 0 {
            break;
        }
    }
    if let Some(wins) = found {
        results[slot] = (position.key() & !1) | u64::from(wins);
    }
    found
}

/// The turns worth trying, those in the thick of it first.
fn turns<B: HexSet>(position: &Iris<B>) -> Vec<Turn<Step>> {
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
                ranked.push((rank + more, Turn::of(Step::Gray(first), Step::Gray(second))));
                alone = false;
            }
        }
        if alone && position.partners(first).is_empty() {
            ranked.push((rank, Turn::one(Step::Gray(first))));
        }
    }
    for index in position.empty_pairs().iter() {
        let cell = Cell(index as u8);
        let rank = 10 + near(cell) + near(board.opposite(cell));
        ranked.push((rank, Turn::one(Step::Rim(cell))));
    }
    ranked.sort_by_key(|&(rank, _)| u32::MAX - rank);
    ranked.into_iter().map(|(_, turn)| turn).collect()
}
