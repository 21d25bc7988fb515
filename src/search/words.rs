//! Memory for the table: zeroed words that threads share, on huge pages where the system has them.
//!
//! A table is read at random. On ordinary pages nearly every look misses the processor's page
//! table, and the first touch of each page is a trap into the kernel: filling 256 MiB for the first
//! time took longer than the search that filled it.

use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

type Slice<'a> = &'a [AtomicU64];

self_cell!(
    struct Mapped {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Slice,
    }
);

/// Words that were zero when they were made. The first begins a cache line.
pub(super) struct Words(Mapped);

impl Words {
    /// So many words; they take memory when they are first written.
    ///
    /// # Errors
    /// There is no such memory.
    pub fn new(count: usize) -> io::Result<Self> {
        let map = MmapMut::map_anon(count * size_of::<AtomicU64>())?;
        // Without huge pages it is only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let words = Mapped::new(MutBorrow::new(map), |map| {
            // A mapping begins on a page and holds whole words, so this is never empty.
            <[AtomicU64]>::mut_from_bytes(map.borrow_mut()).map_or(&[], |words| words)
        });
        Ok(Words(words))
    }

    pub fn get(&self) -> &[AtomicU64] {
        self.0.borrow_dependent()
    }
}
