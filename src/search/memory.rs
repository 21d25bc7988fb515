//! What outlives one search.

use super::table::Table;

/// What the searches of a session remember from one to the next. Shared by reference with the
/// threads of a search.
#[derive(Debug)]
pub struct Memory {
    pub(super) table: Table,
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
        Memory { table: Table::new(mebibytes.clamp(Self::MIN, Self::MAX) << 20) }
    }

    /// Forgets everything, so that the same searches find the same again.
    pub fn clear(&self) {
        self.table.clear();
    }

    /// How full it is, in thousandths.
    pub fn full(&self) -> u32 {
        self.table.full()
    }
}
