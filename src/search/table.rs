//! The transposition table: a slice of atomics shared by every thread, without locks.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;

use super::score::{Bound, Score};
use super::words::Words;

/// Words of an entry: the key mixed with the data, and the data. Two threads that write the same
/// entry at once leave a pair whose key no longer fits, and it counts as empty.
// CITE: Hyatt and Mann, "A lock-less transposition table implementation for parallel search" (2002).
const ENTRY: usize = 2;
/// Entries looked through for one key: what fits a cache line.
const BUCKET: usize = 4;
const LINE: usize = ENTRY * BUCKET;
const AGES: u8 = 64;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The step that was best, or 0 for none.
    pub code: u16,
    /// Counted from this position, not from the root.
    pub score: Score,
    /// Turns searched below it.
    pub depth: u8,
    /// What the score is; nothing where it held on one path only.
    pub bound: Option<Bound>,
}

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Lower) => 1,
            Some(Bound::Upper) => 2,
            Some(Bound::Exact) => 3,
        };
        // The top bit tells an entry from memory never written.
        1 << 63
            | u64::from(age) << 42
            | bound << 40
            | u64::from(self.depth) << 32
            | u64::from(self.score.value() as i16 as u16) << 16
            | u64::from(self.code)
    }

    fn unpack(data: u64) -> Entry {
        Entry {
            code: data as u16,
            score: Score::raw(i32::from((data >> 16) as u16 as i16)),
            depth: (data >> 32) as u8,
            bound: match data >> 40 & 3 {
                0 => None,
                1 => Some(Bound::Lower),
                2 => Some(Bound::Upper),
                _ => Some(Bound::Exact),
            },
        }
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 42) as u8 % AGES
}

pub(super) struct Table {
    words: Words,
    buckets: usize,
    age: AtomicU8,
}

impl Table {
    /// A table of at most so many bytes; smaller if there is no such memory.
    pub fn new(bytes: usize) -> Self {
        let mut buckets = (bytes / (8 * LINE)).max(1);
        loop {
            match Words::new(buckets * LINE) {
                Ok(words) => return Table { words, buckets, age: AtomicU8::new(0) },
                Err(error) if buckets == 1 => panic!("no memory at all: {error}"),
                Err(_) => buckets /= 2,
            }
        }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        &self.words.get()[LINE * self.index(key)..][..LINE]
    }

    /// Has what is known of a position brought near, for a look at it soon: a large table is far
    /// from the processor, and there is something to do until it comes.
    pub fn fetch(&self, key: u64) {
        prefetch_index(self.words.get(), LINE * self.index(key));
    }

    pub fn read(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(ENTRY).find_map(|entry| {
            let data = entry[1].load(Relaxed);
            (entry[0].load(Relaxed) ^ data == key && data != 0).then(|| Entry::unpack(data))
        })
    }

    pub fn write(&self, key: u64, mut new: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut worst = (i32::MAX, 0);
        for at in (0..LINE).step_by(ENTRY) {
            let data = bucket[at + 1].load(Relaxed);
            if data == 0 {
                worst = (i32::MIN, at);
                break;
            }
            let old = Entry::unpack(data);
            if bucket[at].load(Relaxed) ^ data == key {
                if new.code == 0 {
                    new.code = old.code;
                }
                // A shallower bound of the same search says less, unless it proves something.
                let keeps = old.bound.is_some()
                    && (old.depth > new.depth.saturating_add(2) || new.bound.is_none())
                    && new.bound != Some(Bound::Exact)
                    && !new.score.is_mate()
                    && age_of(data) == age;
                if keeps {
                    return;
                }
                worst = (i32::MIN, at);
                break;
            }
            let worth = i32::from(old.depth)
                - 8 * i32::from(age.wrapping_sub(age_of(data)) % AGES)
                - if old.bound.is_none() { 8 } else { 0 };
            worst = worst.min((worth, at));
        }
        let data = new.pack(age);
        bucket[worst.1].store(key ^ data, Relaxed);
        bucket[worst.1 + 1].store(data, Relaxed);
    }

    /// Marks what is there as older than what comes.
    pub fn grow_old(&self) {
        self.age.store(self.age.load(Relaxed).wrapping_add(1) % AGES, Relaxed);
    }

    pub fn clear(&self) {
        self.words.get().iter().for_each(|word| word.store(0, Relaxed));
        self.age.store(0, Relaxed);
    }

    /// Thousandths in use by the latest search, from a sample.
    pub fn full(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.min(250);
        let used = self
            .words
            .get()
            .chunks_exact(LINE)
            .take(sample)
            .flat_map(|bucket| bucket.iter().skip(1).step_by(ENTRY))
            .filter(|data| {
                let data = data.load(Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        (used * 1000 / (sample * BUCKET)) as u32
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} buckets)", self.buckets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = Table::new(1 << 16);
        for (index, bound) in [None, Some(Bound::Lower), Some(Bound::Upper), Some(Bound::Exact)]
            .into_iter()
            .enumerate()
        {
            let key = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index as u64 + 1);
            for score in [Score::loss_in(7), Score::cp(-13), Score::win_in(900)] {
                let entry = Entry { code: 511, score, depth: 120, bound };
                table.write(key, entry);
                assert_eq!(table.read(key).map(|read| read.code), Some(511));
                if bound.is_some() {
                    assert_eq!(table.read(key), Some(entry));
                }
            }
        }
        assert_eq!(table.read(5), None);
        table.clear();
        assert_eq!(table.read(0x9e37_79b9_7f4a_7c15), None);
    }

    #[test]
    fn deep_entries_outlast_shallow_ones_of_their_age_only() {
        let table = Table::new(1);
        let entry = |depth| Entry { code: 1, score: Score::DRAW, depth, bound: Some(Bound::Exact) };
        table.write(1, entry(50));
        (2..100).for_each(|key| table.write(key, entry(3)));
        assert!(table.read(1).is_some());
        for key in 100..200 {
            table.grow_old();
            table.write(key, entry(3));
        }
        assert!(table.read(1).is_none());
        assert!(table.full() > 0);
    }
}
