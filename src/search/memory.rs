//! What outlives one search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::table::Table;

/// What the searches of a session remember from one to the next. Shared by reference with the
/// threads of a search.
#[derive(Debug)]
pub struct Memory {
    bytes: usize,
    /// Made when the first search needs it: a client that only asks about positions, or sets the
    /// size before it plays, pays for nothing.
    table: OnceLock<Table>,
    /// Whether anything was remembered since the last time it was forgotten.
    used: AtomicBool,
}

impl Memory {
    /// The least size in MiB.
    pub const MIN: usize = 1;
    /// The largest size in MiB.
    pub const MAX: usize = 65_536;
    /// The size in MiB where nothing else is asked for.
    pub const DEFAULT: usize = 64;

    /// An empty memory of so many MiB, or as much of that as there is.
    pub fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.clamp(Self::MIN, Self::MAX) << 20;
        Memory { bytes, table: OnceLock::new(), used: AtomicBool::new(false) }
    }

    /// Forgets everything, so that the same searches find the same again.
    pub fn clear(&self) {
        if let Some(table) = self.table.get()
            && self.used.swap(false, Ordering::Relaxed)
        {
            table.clear();
        }
    }

    /// The table, for a search that will write to it.
    pub(super) fn table(&self) -> &Table {
        self.used.store(true, Ordering::Relaxed);
        self.table.get_or_init(|| Table::new(self.bytes))
    }

    /// How full it is, in thousandths.
    pub fn full(&self) -> u32 {
        self.table.get().map_or(0, Table::full)
    }
}
