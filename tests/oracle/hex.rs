//! Hexhex boards, with rows and columns counted from 0.

use std::collections::{BTreeMap, BTreeSet};

/// Row, then diagonal column.
pub type Cell = (i32, i32);

/// The stones that lie on the board.
pub type Stones = BTreeMap<Cell, char>;

pub fn on_board(size: i32, (r, c): Cell) -> bool {
    (0..=2 * size - 2).contains(&r)
        && ((r - size + 1).max(0)..=(r + size - 1).min(2 * size - 2)).contains(&c)
}

fn row(size: i32, r: i32) -> Vec<Cell> {
    (0..=2 * size - 2).map(|c| (r, c)).filter(|&cell| on_board(size, cell)).collect()
}

/// All cells in ascending order.
pub fn cells(size: i32) -> Vec<Cell> {
    (0..=2 * size - 2).flat_map(|r| row(size, r)).collect()
}

/// The six neighbours, also those off the board.
pub fn around((r, c): Cell) -> [Cell; 6] {
    [(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r + 1, c + 1), (r - 1, c - 1)]
}

pub fn opposite(size: i32, (r, c): Cell) -> Cell {
    (2 * size - 2 - r, 2 * size - 2 - c)
}

/// A cell of the outermost ring misses some neighbours.
pub fn on_rim(size: i32, cell: Cell) -> bool {
    around(cell).into_iter().any(|next| !on_board(size, next))
}

pub fn name((r, c): Cell) -> String {
    format!("{}{}", (b'a' + r as u8) as char, c + 1)
}

/// Reads what `name` writes.
pub fn cell(name: &str) -> Cell {
    let number: i32 = name[1..].parse().expect("a number after the row's letter");
    (i32::from(name.as_bytes()[0] - b'a'), number - 1)
}

/// The cells that hang together with `start`, which counts as a stone of this colour whatever lies there.
pub fn group(stones: &Stones, start: Cell, colour: char) -> BTreeSet<Cell> {
    fn spread(stones: &Stones, from: Cell, colour: char, found: &mut BTreeSet<Cell>) {
        found.insert(from);
        for next in around(from) {
            if stones.get(&next) == Some(&colour) && !found.contains(&next) {
                spread(stones, next, colour, found);
            }
        }
    }
    let mut found = BTreeSet::new();
    spread(stones, start, colour, &mut found);
    found
}

/// All groups of a colour.
pub fn groups(stones: &Stones, colour: char) -> Vec<BTreeSet<Cell>> {
    let mut groups: Vec<BTreeSet<Cell>> = Vec::new();
    for (&cell, &stone) in stones {
        if stone == colour && !groups.iter().any(|group| group.contains(&cell)) {
            groups.push(group(stones, cell, colour));
        }
    }
    groups
}

/// The size and the stones of a position string's board field.
pub fn read(board: &str) -> (i32, Stones) {
    let rows: Vec<_> = board.split('/').map(super::read_row).collect();
    let size = (rows.len() as i32 + 1) / 2;
    let mut stones = Stones::new();
    for (r, places) in rows.into_iter().enumerate() {
        let cells = row(size, r as i32);
        assert_eq!(cells.len(), places.len(), "row {r} of {board}");
        for (cell, place) in cells.into_iter().zip(places) {
            if let Some(colour) = place {
                stones.insert(cell, colour);
            }
        }
    }
    (size, stones)
}

pub fn write(size: i32, stones: &Stones) -> String {
    let rows = (0..=2 * size - 2)
        .map(|r| super::write_row(row(size, r).into_iter().map(|cell| stones.get(&cell).copied())));
    rows.collect::<Vec<_>>().join("/")
}

/// The colour that moves after this one, or moved before it.
pub fn other(colour: char) -> char {
    if colour == 'b' { 'w' } else { 'b' }
}

pub fn seat(colour: char) -> usize {
    if colour == 'b' { 1 } else { 2 }
}
