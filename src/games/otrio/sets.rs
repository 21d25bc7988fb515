//! What sets of slots know of the board: its winning triples and its symmetries.

use super::slots::SlotSet;

/// The winning triples whose slots are equally far apart.
struct Stride {
    /// From one slot of a triple to the next.
    step: u32,
    /// The first slots of the triples.
    first: SlotSet,
}

/// All 49 triples. A shift of a colour's whole board compares all those of one stride at once.
const STRIDES: [Stride; 13] = [
    // One size along a row, a column, and the two diagonals.
    Stride { step: 1, first: 0o111_111_111 },
    Stride { step: 3, first: 0o007_007_007 },
    Stride { step: 4, first: 0o001_001_001 },
    Stride { step: 2, first: 0o004_004_004 },
    // Growing along the same lines: a size is nine slots on.
    Stride { step: 9 + 1, first: 0o111 },
    Stride { step: 9 + 3, first: 0o007 },
    Stride { step: 9 + 4, first: 0o001 },
    Stride { step: 9 + 2, first: 0o004 },
    // Growing against them, from the other end.
    Stride { step: 9 - 1, first: 0o444 },
    Stride { step: 9 - 3, first: 0o700 },
    Stride { step: 9 - 4, first: 0o400 },
    Stride { step: 9 - 2, first: 0o100 },
    // All three sizes in one cell.
    Stride { step: 9, first: 0o777 },
];

/// Whether the set holds a winning triple.
pub(super) fn has_triple(set: SlotSet) -> bool {
    STRIDES.iter().any(|&Stride { step, first }| set & set >> step & set >> (2 * step) & first != 0)
}

/// The members of the set's winning triples.
pub(super) fn triples(set: SlotSet) -> SlotSet {
    STRIDES.iter().fold(0, |members, &Stride { step, first }| {
        let firsts = set & set >> step & set >> (2 * step) & first;
        members | firsts | firsts << step | firsts << (2 * step)
    })
}

/// The slots that make a triple with two members of a set, for several sets at once.
pub(super) fn completions<const N: usize>(sets: [SlotSet; N]) -> [SlotSet; N] {
    STRIDES.iter().fold([0; N], |slots, &Stride { step, first }| {
        std::array::from_fn(|at| {
            let set = sets[at];
            let [a, b, c] = [set, set >> step, set >> (2 * step)].map(|set| set & first);
            slots[at] | b & c | (a & c) << step | (a & b) << (2 * step)
        })
    })
}

/// Over all triples without a member of `blocked`: how many members of the set they have, and how
/// many of them have two.
pub(super) fn open_triples(set: SlotSet, blocked: SlotSet) -> (u32, u32) {
    STRIDES.iter().fold((0, 0), |(members, pairs), &Stride { step, first }| {
        let open = first & !(blocked | blocked >> step | blocked >> (2 * step));
        let [a, b, c] = [set, set >> step, set >> (2 * step)].map(|set| set & open);
        let ones = a.count_ones() + b.count_ones() + c.count_ones();
        (members + ones, pairs + (a & b | a & c | b & c).count_ones())
    })
}

/// The symmetries: those of the square, with or without small and large exchanged.
pub(super) const SYMMETRIES: usize = 16;

/// Leads from each image to the next, from number 0 to the last. Two neighbouring mirrors of the
/// square in turn make all its symmetries; then the sizes are exchanged, and the same again.
fn next_image(number: usize, set: SlotSet) -> SlotSet {
    match number {
        7 => exchange_sizes(set),
        _ if number.is_multiple_of(2) => mirror_columns(set),
        _ => mirror_diagonal(set),
    }
}

fn mirror_columns(set: SlotSet) -> SlotSet {
    (set & 0o111_111_111) << 2 | set & 0o222_222_222 | set >> 2 & 0o111_111_111
}

/// Exchanges rows and columns.
fn mirror_diagonal(set: SlotSet) -> SlotSet {
    let near = (set & 0o042_042_042) << 2 | set >> 2 & 0o042_042_042;
    let far = (set & 0o004_004_004) << 4 | set >> 4 & 0o004_004_004;
    set & 0o421_421_421 | near | far
}

/// Exchanges small and large.
fn exchange_sizes(set: SlotSet) -> SlotSet {
    (set & 0o777) << 18 | set & 0o777_000 | set >> 18
}

/// Where a symmetry takes a set of slots; symmetry 0 is the identity.
pub(super) fn image(symmetry: usize, set: SlotSet) -> SlotSet {
    (0..symmetry).fold(set, |set, number| next_image(number, set))
}

/// The least of all the images of some sets under the same symmetry.
pub(super) fn canonical<const N: usize>(sets: [SlotSet; N]) -> [SlotSet; N] {
    let mut image = sets;
    (0..SYMMETRIES - 1).fold(sets, |least, number| {
        image = image.map(|set| next_image(number, set));
        least.min(image)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::slots::{SIDE, SLOTS, Size, Slot};
    use super::*;

    /// The triples as the rules tell them, cell by cell.
    fn listed() -> BTreeSet<SlotSet> {
        let lines = [
            [(0, 0), (1, 0), (2, 0)],
            [(0, 1), (1, 1), (2, 1)],
            [(0, 2), (1, 2), (2, 2)],
            [(0, 0), (0, 1), (0, 2)],
            [(1, 0), (1, 1), (1, 2)],
            [(2, 0), (2, 1), (2, 2)],
            [(0, 0), (1, 1), (2, 2)],
            [(2, 0), (1, 1), (0, 2)],
        ];
        let [small, medium, large] = Size::ALL;
        let ways = [[small; 3], [medium; 3], [large; 3], Size::ALL, [large, medium, small]];
        let slot = |(column, row), size| Slot::at(column, row, size).expect("on the board").bit();
        let mut triples = BTreeSet::new();
        for (line, sizes) in lines.iter().flat_map(|line| ways.map(|way| (line, way))) {
            triples.insert(line.iter().zip(sizes).map(|(&cell, size)| slot(cell, size)).sum());
        }
        for cell in (0..SIDE).flat_map(|column| (0..SIDE).map(move |row| (column, row))) {
            triples.insert(Size::ALL.iter().map(|&size| slot(cell, size)).sum());
        }
        triples
    }

    #[test]
    fn the_strides_are_the_listed_triples() {
        let listed = listed();
        assert_eq!(listed.len(), 49);
        let strided: Vec<SlotSet> = STRIDES
            .iter()
            .flat_map(|stride| {
                let triple = 1 | 1 << stride.step | 1 << (2 * stride.step);
                Slot::members(stride.first).map(move |slot| triple << slot.index())
            })
            .collect();
        assert_eq!(strided.len(), listed.len());
        assert_eq!(strided.into_iter().collect::<BTreeSet<_>>(), listed);
    }

    #[test]
    fn sets_are_judged_by_the_list() {
        let listed = listed();
        for number in 0..20_000 {
            let random = crate::board::zobrist::mix(number);
            // From sparse to dense: few random sets of middling density lack a triple.
            let words = [random, random >> 13, random >> 29, random >> 37];
            let all = words[..=(number % 4) as usize].iter().fold(!0, |all, word| all & word);
            let set = all as SlotSet & ((1 << SLOTS) - 1);
            let within = listed.iter().filter(|&&triple| triple & !set == 0);
            assert_eq!(triples(set), within.fold(0, |members, triple| members | triple));
            assert_eq!(has_triple(set), triples(set) != 0);
            for slot in 0..SLOTS {
                let completes = listed
                    .iter()
                    .any(|&t| t >> slot & 1 != 0 && (t & !set) | 1 << slot == 1 << slot);
                let [found] = completions([set]);
                assert_eq!(found >> slot & 1 != 0, completes, "slot {slot} of {set:o}");
            }
            for symmetry in 0..SYMMETRIES {
                let image = image(symmetry, set);
                assert_eq!(has_triple(image), has_triple(set));
                assert_eq!(canonical([image]), canonical([set]));
            }
        }
    }

    #[test]
    fn the_symmetries_are_sixteen_and_keep_the_triples() {
        let listed = listed();
        let mut all = BTreeSet::new();
        for symmetry in 0..SYMMETRIES {
            all.insert((0..SLOTS).map(|slot| image(symmetry, 1 << slot)).collect::<Vec<_>>());
            let images: BTreeSet<SlotSet> =
                listed.iter().map(|&triple| image(symmetry, triple)).collect();
            assert_eq!(images, listed);
        }
        assert_eq!(all.len(), SYMMETRIES);
        assert!((0..SLOTS).all(|slot| image(0, 1 << slot) == 1 << slot));
    }
}
