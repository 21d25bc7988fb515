//! What the net is shown: for every cell a few facts that connection is made of.

use arrayvec::ArrayVec;

use crate::board::hex::{HexSet, MAX_SIZE};
use crate::board::{Cell, Hex};
use crate::game::Seat;
use crate::games::iris::Iris;

/// The cells of the largest board.
pub const MAX_CELLS: usize = 3 * MAX_SIZE * (MAX_SIZE - 1) + 1;
/// The most facts that hold of one cell.
const MAX_FACTS: usize = 6;

/// Numbers of rim cells are told apart so far.
const BUCKETS: u16 = 9;

// The facts of a cell, each with the number of the first of its kind. Sides count from the mover.
const STATE: u16 = 0;
const HALF: u16 = 6;
const FORBIDDEN: u16 = 7;
const REAL: u16 = 8;
const VIRTUAL: u16 = REAL + 2 * BUCKETS;
const RANK: u16 = VIRTUAL + 2 * BUCKETS;
const JOIN: u16 = RANK + 6;
const JOINS: u16 = 4 * BUCKETS;
const ACROSS: u16 = JOIN + 2 * JOINS;
const ACROSS_JOIN: u16 = ACROSS + 2 * BUCKETS;
const TOGETHER: u16 = ACROSS_JOIN + 2 * JOINS;
/// How many different facts there are about a cell.
pub const FACTS: usize = TOGETHER as usize + 1;

// The facts of the whole board.
const LEAD: u16 = 0;
const VIRTUAL_LEAD: u16 = 3;
const LARGEST: u16 = 6;
const LARGEST_GAP: u16 = LARGEST + 2 * BUCKETS;
const SECOND_GAP: u16 = LARGEST_GAP + 17;
const REAL_GAP: u16 = SECOND_GAP + 9;
const EMPTY: u16 = REAL_GAP + 17;
const MID_TURN: u16 = EMPTY + 16;
const OPENING: u16 = MID_TURN + 1;
const SIZE: u16 = OPENING + 1;
const RIM_GAP: u16 = SIZE + MAX_SIZE as u16 + 1;
/// How many different facts there are about the whole board.
pub const BOARD_FACTS: usize = RIM_GAP as usize + 13;

/// The facts of one cell.
pub type Facts = ArrayVec<u16, MAX_FACTS>;

/// All facts of a position.
#[derive(Clone, Debug)]
pub struct Features {
    /// By cell.
    pub cells: ArrayVec<Facts, MAX_CELLS>,
    /// Of the whole board.
    pub board: ArrayVec<u16, 12>,
}

/// Stones that hold together: one group, or several that share two empty neighbours.
#[derive(Clone, Copy)]
struct Chain<B> {
    stones: B,
    edge: B,
    rim: u8,
}

type Chains<B> = ArrayVec<Chain<B>, 96>;

fn bucket(rim: u8) -> u16 {
    match rim {
        0..=4 => rim.into(),
        5..=6 => 5,
        7..=8 => 6,
        9..=11 => 7,
        _ => 8,
    }
}

/// A difference as one of `2 * most + 1` numbers.
fn gap(one: u8, other: u8, most: i16) -> u16 {
    ((i16::from(one) - i16::from(other)).clamp(-most, most) + most) as u16
}

/// One side's stones with what they reach.
struct Side<B> {
    groups: Chains<B>,
    chains: Chains<B>,
    /// By cell: groups and chains next to it, and the rim cells of those chains.
    touching: [(u8, u8, u8); MAX_CELLS],
}

impl<B: HexSet> Side<B> {
    fn new(board: &Hex<B>, stones: B, empty: B) -> Self {
        let mut groups = Chains::new();
        let mut rest = stones;
        while !rest.is_empty() && !groups.is_full() {
            let mut group = B::bit(rest.lowest());
            let (mut front, mut edge) = (group, B::EMPTY);
            while !front.is_empty() {
                let around = board.around(front);
                edge |= around;
                front = around & stones & !group;
                group |= front;
            }
            rest &= !group;
            let rim = (group & board.rim()).count() as u8;
            groups.push(Chain { stones: group, edge: edge & empty, rim });
        }
        let mut chains = Chains::new();
        for &group in &groups {
            let mut chain: Chain<B> = group;
            // Joining two chains may bring a third within reach.
            while let Some(at) =
                chains.iter().position(|other: &Chain<B>| (other.edge & chain.edge).count() >= 2)
            {
                let other = chains.swap_remove(at);
                chain.stones |= other.stones;
                chain.edge |= other.edge;
                chain.rim += other.rim;
            }
            chains.push(chain);
        }
        groups.sort_unstable_by_key(|group| u8::MAX - group.rim);
        chains.sort_unstable_by_key(|chain| u8::MAX - chain.rim);
        let mut touching = [(0, 0, 0); MAX_CELLS];
        for group in &groups {
            group.edge.iter().for_each(|cell| touching[cell as usize].0 += 1);
        }
        for chain in &chains {
            for cell in chain.edge.iter() {
                let (_, count, rim) = &mut touching[cell as usize];
                *count += 1;
                *rim += chain.rim;
            }
        }
        Side { groups, chains, touching }
    }

    /// What a stone of this side on an empty cell would join.
    fn join(&self, cell: usize) -> u16 {
        let (groups, chains, rim) = self.touching[cell];
        let class = match (groups, chains) {
            (0, _) => 0,
            (1, _) => 1,
            (_, 1) => 2,
            _ => 3,
        };
        class * BUCKETS + bucket(rim)
    }

    fn rim(chains: &Chains<B>, rank: usize) -> u8 {
        chains.get(rank).map_or(0, |chain| chain.rim)
    }

    fn rims(chains: &Chains<B>) -> impl Iterator<Item = u8> + '_ {
        chains.iter().map(|chain| chain.rim).filter(|&rim| rim > 0)
    }
}

impl Features {
    /// The facts of a position, from its mover's side.
    pub fn of<B: HexSet>(position: &Iris<B>) -> Features {
        let board = position.board();
        let empty = position.empty();
        let seats = [position.mover, position.mover.other()];
        let sides = seats.map(|seat| Side::new(board, position.stones(seat), empty));
        let mut cells: ArrayVec<Facts, MAX_CELLS> =
            (0..board.cells().count()).map(|_| Facts::new()).collect();
        for (side, number) in sides.iter().zip(0..) {
            for group in &side.groups {
                let facts = [bucket(group.rim) + number * BUCKETS + REAL];
                group.stones.iter().for_each(|cell| cells[cell as usize].extend(facts));
            }
            for (chain, rank) in side.chains.iter().zip(0..) {
                let facts = [
                    VIRTUAL + number * BUCKETS + bucket(chain.rim),
                    RANK + number * 3 + u16::min(rank, 2),
                ];
                for cell in chain.stones.iter() {
                    let own = &mut cells[cell as usize];
                    own.extend(facts);
                    let across = board.opposite(Cell(cell as u8));
                    let rim = board.rim().has(cell);
                    own.push(STATE + number + if rim { 3 } else { 0 });
                    if !rim {
                        continue;
                    }
                    if chain.stones.has(across.0.into()) {
                        own.push(TOGETHER);
                    } else {
                        let reach =
                            side.chains.iter().find(|chain| chain.stones.has(across.0.into()));
                        let rim = reach.map_or(0, |chain| chain.rim);
                        own.push(ACROSS + number * BUCKETS + bucket(rim));
                    }
                }
            }
        }
        let forbidden = position.half().map_or(B::EMPTY, |cell| board.neighbours(cell)) & empty;
        for cell in empty.iter() {
            let facts = &mut cells[cell as usize];
            let rim = board.rim().has(cell);
            facts.push(STATE + 2 + if rim { 3 } else { 0 });
            for (side, number) in sides.iter().zip(0..) {
                facts.push(JOIN + number * JOINS + side.join(cell as usize));
                if rim {
                    let across = board.opposite(Cell(cell as u8)).index();
                    facts.push(ACROSS_JOIN + number * JOINS + side.join(across));
                }
            }
            if !rim && forbidden.has(cell) {
                facts.push(FORBIDDEN);
            }
        }
        if let Some(cell) = position.half() {
            cells[cell.index()].push(HALF);
        }
        Features { cells, board: whole(position, &sides) }
    }
}

fn whole<B: HexSet>(position: &Iris<B>, sides: &[Side<B>; 2]) -> ArrayVec<u16, 12> {
    let board = position.board();
    let [own, other] = sides;
    let sign = |order: std::cmp::Ordering| (order as i8 + 1) as u16;
    let rim = |seat: Seat| (position.stones(seat) & board.rim()).count() as u8;
    let (mover, cells) = (position.mover, board.cells().count());
    let largest = sides.each_ref().map(|side| Side::rim(&side.chains, 0));
    let mut facts = ArrayVec::from_iter([
        LEAD + sign(Side::rims(&own.groups).cmp(Side::rims(&other.groups))),
        VIRTUAL_LEAD + sign(Side::rims(&own.chains).cmp(Side::rims(&other.chains))),
        LARGEST + bucket(largest[0]),
        LARGEST + BUCKETS + bucket(largest[1]),
        LARGEST_GAP + gap(largest[0], largest[1], 8),
        SECOND_GAP + gap(Side::rim(&own.chains, 1), Side::rim(&other.chains, 1), 4),
        REAL_GAP + gap(Side::rim(&own.groups, 0), Side::rim(&other.groups, 0), 8),
        EMPTY + (16 * position.empty().count() / (cells + 1)) as u16,
        SIZE + board.size() as u16,
        RIM_GAP + gap(rim(mover), rim(mover.other()), 6),
    ]);
    if position.half().is_some() {
        facts.push(MID_TURN);
    }
    if position.occupied().is_empty() {
        facts.push(OPENING);
    }
    facts
}
