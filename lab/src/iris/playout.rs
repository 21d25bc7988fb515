//! Random play to the end.

use arrayvec::ArrayVec;
use fastrand::Rng;
use tetrarch::board::Cell;
use tetrarch::board::hex::HexSet;
use tetrarch::game::{Game, Outcome, Seat};
use tetrarch::games::iris::{Iris, Score};

/// Guesses at a second stone before all cells are looked at.
const GUESSES: usize = 6;

/// A full board.
#[derive(Clone, Copy, Debug)]
pub struct Full<B> {
    /// The stones of both seats.
    pub stones: [B; 2],
    /// Who has won it; a full board is never drawn.
    pub winner: Seat,
}

/// Plays random legal turns until the board is full. Each step is equally likely among the
/// placements of its turn: a rim pair is as likely as a gray cell.
pub fn playout<B: HexSet>(position: &Iris<B>, rng: &mut Rng) -> Full<B> {
    let board = position.board();
    let mut stones = [Seat::P1, Seat::P2].map(|seat| position.stones(seat));
    let mut gray: ArrayVec<u8, 128> = position.empty_gray().iter().map(|at| at as u8).collect();
    let mut pairs: ArrayVec<u8, 24> = position.empty_pairs().iter().map(|at| at as u8).collect();
    let mut mover = position.mover().index();
    if let Some(first) = position.half() {
        second(position, first.0, &mut gray, &mut stones[mover], rng);
        mover ^= 1;
    } else if position.occupied().is_empty() {
        let at = rng.usize(..gray.len());
        stones[mover] |= B::bit(gray.swap_remove(at).into());
        mover ^= 1;
    }
    while !gray.is_empty() || !pairs.is_empty() {
        let own = &mut stones[mover];
        let at = rng.u32(..(gray.len() + pairs.len()) as u32) as usize;
        if at < gray.len() {
            let first = gray.swap_remove(at);
            *own |= B::bit(first.into());
            second(position, first, &mut gray, own, rng);
        } else {
            let cell = Cell(pairs.swap_remove(at - gray.len()));
            *own |= cell.bit::<B>() | board.opposite(cell).bit();
        }
        mover ^= 1;
    }
    let [black, white] = stones.map(|stones| Score::of(board, stones));
    Full { stones, winner: if black > white { Seat::P1 } else { Seat::P2 } }
}

/// Places the second stone of a turn, if there is a cell for it.
fn second<B: HexSet>(
    position: &Iris<B>,
    first: u8,
    gray: &mut ArrayVec<u8, 128>,
    own: &mut B,
    rng: &mut Rng,
) {
    if gray.is_empty() {
        return;
    }
    let around = position.board().neighbours(Cell(first));
    for _ in 0..GUESSES {
        let at = rng.u32(..gray.len() as u32) as usize;
        if !around.has(gray[at].into()) {
            *own |= B::bit(gray.swap_remove(at).into());
            return;
        }
    }
    let free: ArrayVec<usize, 128> =
        (0..gray.len()).filter(|&at| !around.has(gray[at].into())).collect();
    if !free.is_empty() {
        let at = free[rng.usize(..free.len())];
        *own |= B::bit(gray.swap_remove(at).into());
    }
}

/// The end of a game as a full board: the board itself if the game is over, else random play.
pub fn finish<B: HexSet>(position: &Iris<B>, rng: &mut Rng) -> Full<B> {
    match position.outcome() {
        Some(Outcome::Won(winner)) => {
            let stones = [Seat::P1, Seat::P2].map(|seat| position.stones(seat));
            Full { stones, winner }
        }
        _ => playout(position, rng),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fills<B: HexSet>(size: usize) {
        let mut rng = Rng::with_seed(7);
        let start = Iris::<B>::new(size).expect("a board");
        let mut black = 0;
        for _ in 0..2_000 {
            let full = playout(&start, &mut rng);
            let [one, other] = full.stones;
            assert!((one & other).is_empty());
            assert_eq!(one | other, start.board().cells());
            for stones in full.stones {
                assert_eq!(
                    start.board().image_of_set(3, stones & start.board().rim()),
                    stones & start.board().rim(),
                    "rim pairs have one owner"
                );
            }
            black += u32::from(full.winner == Seat::P1);
        }
        assert!((800..1_200).contains(&black), "nobody is far ahead by chance: {black}");
    }

    #[test]
    fn a_playout_fills_the_board() {
        fills::<u64>(4);
        fills::<u128>(6);
        fills::<tetrarch::board::Wide>(8);
    }
}
