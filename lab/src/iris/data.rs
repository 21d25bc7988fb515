//! Positions to learn from, in files that only ever grow.
//!
//! A file is a sequence of games, each a length and its positions. A game that was cut short by a
//! kill is cut off when the file is opened again; the number of whole games tells which comes next.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use tetrarch::board::hex::HexSet;
use tetrarch::board::{Cell, Hex};
use tetrarch::game::{Game, Seat};
use tetrarch::games::iris::{Iris, Step};

/// A position with what is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The size of the board.
    pub size: u8,
    /// Who is on move.
    pub mover: Seat,
    /// The first stone of a half-played turn.
    pub half: Option<Cell>,
    /// The owner of each cell: 0 nobody, 1 p1, 2 p2.
    pub cells: Vec<u8>,
    /// How likely the mover wins, by a search or by playouts.
    pub chance: f32,
    /// Whether the mover won, if the game was played on.
    pub won: Option<bool>,
    /// Placements by the code of their cell, with their shares of the search in 255ths; empty if
    /// nobody searched.
    pub policy: Vec<(u8, u8)>,
}

/// The cell that names a placement.
pub fn code(step: Step) -> u8 {
    match step {
        Step::Gray(Cell(cell)) | Step::Rim(Cell(cell)) => cell,
        Step::Pass => u8::MAX,
    }
}

const NONE: u8 = u8::MAX;

impl Sample {
    /// A position of which nothing is known yet.
    pub fn of<B: HexSet>(position: &Iris<B>) -> Sample {
        let board = position.board();
        let owner = |cell: u32| {
            let seat = [Seat::P1, Seat::P2].into_iter();
            seat.zip(1..).find(|(seat, _)| position.stones(*seat).has(cell)).map_or(0, |(_, n)| n)
        };
        Sample {
            size: board.size() as u8,
            mover: position.mover(),
            half: position.half(),
            cells: board.cells().iter().map(owner).collect(),
            chance: 0.5,
            won: None,
            policy: Vec::new(),
        }
    }

    /// The position, on a set that its board fits.
    pub fn position<B: HexSet>(&self) -> Option<Iris<B>> {
        let board = Hex::of(self.size.into())?;
        let stones = [1, 2].map(|owner| {
            let own = self.cells.iter().zip(0..).filter(|&(&cell, _)| cell == owner);
            own.fold(B::EMPTY, |set, (_, index)| set | B::bit(index))
        });
        Some(Iris::with_stones(board, stones, self.mover, self.half))
    }

    fn write(&self, out: &mut Vec<u8>) {
        let half = self.half.map_or(NONE, |cell| cell.0);
        let won = self.won.map_or(NONE, u8::from);
        out.extend([self.size, self.mover.index() as u8, half, won]);
        out.extend(((self.chance * 65_535.0) as u16).to_le_bytes());
        for four in self.cells.chunks(4) {
            out.push(four.iter().zip(0..).fold(0, |byte, (cell, at)| byte | cell << (2 * at)));
        }
        out.push(self.policy.len() as u8);
        out.extend(self.policy.iter().flat_map(|&(code, share)| [code, share]));
    }

    fn read(input: &mut &[u8]) -> Option<Sample> {
        let mut take = |count: usize| {
            let (taken, rest) = input.split_at_checked(count)?;
            *input = rest;
            Some(taken)
        };
        let &[size, mover, half, won, low, high] = take(6)? else { return None };
        let n = usize::from(size);
        let count = 3 * n * (n.checked_sub(1)?) + 1;
        let packed = take(count.div_ceil(4))?;
        let cells = (0..count).map(|at| packed[at / 4] >> (2 * (at % 4)) & 3).collect();
        let moves = usize::from(take(1)?[0]);
        let policy = take(2 * moves)?.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        Some(Sample {
            size,
            mover: *Seat::ALL.get(usize::from(mover))?,
            half: (half != NONE).then_some(Cell(half)),
            cells,
            chance: f32::from(u16::from_le_bytes([low, high])) / 65_535.0,
            won: (won != NONE).then_some(won == 1),
            policy,
        })
    }
}

/// The whole games in a file's bytes, and how many bytes they take.
fn games(bytes: &[u8]) -> (Vec<&[u8]>, usize) {
    let mut games = Vec::new();
    let mut at = 0;
    while let Some(length) = bytes.get(at..at + 4) {
        let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize;
        let Some(game) = bytes.get(at + 4..at + 4 + length) else { break };
        games.push(game);
        at += 4 + length;
    }
    (games, at)
}

/// Every sample of a file, game by game.
///
/// # Errors
/// The file cannot be read.
pub fn load(path: &Path) -> io::Result<Vec<Vec<Sample>>> {
    let bytes = fs::read(path)?;
    let read = |mut game: &[u8]| std::iter::from_fn(|| Sample::read(&mut game)).collect();
    Ok(games(&bytes).0.into_iter().map(read).collect())
}

/// A file to add games to.
pub struct Store {
    file: File,
    /// The games in it.
    pub games: u64,
}

impl Store {
    /// Opens or creates a file, and cuts off what a kill left of its last game.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn open(path: &Path) -> io::Result<Store> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (games, length) = games(&bytes);
        file.set_len(length as u64)?;
        file.seek(io::SeekFrom::End(0))?;
        Ok(Store { games: games.len() as u64, file })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, game: &[Sample]) -> io::Result<()> {
        let mut bytes = vec![0; 4];
        game.iter().for_each(|sample| sample.write(&mut bytes));
        let length = (bytes.len() - 4) as u32;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        self.games += 1;
        self.file.write_all(&bytes)
    }
}
