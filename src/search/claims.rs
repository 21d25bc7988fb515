//! What the threads of a search are looking at, so that they do not all look at the same.
//!
//! Threads that only share a table walk the same tree until chance parts them. Here a thread says
//! which step of which position it is about to search, and another that comes there puts that step
//! off until it has looked at the rest; by then the table often has the answer.
// CITE: Weill, "The ABDADA distributed minimax search algorithm" (1996); Kerrigan, "Simplified ABDADA".

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::board::zobrist;

/// Steps with fewer turns still to look ahead are not worth the talk.
const SHALLOW: i32 = 3;
/// Many more than there are threads times turns, so that claims seldom meet.
const SLOTS: usize = 1 << 14;
const FREE: u64 = 0;

/// The steps that threads are searching now. A claim that another one overwrites is forgotten:
/// then a step is searched twice, and nothing is wrong.
#[derive(Debug)]
pub(super) struct Claims {
    /// Empty where one thread searches alone.
    slots: Vec<AtomicU64>,
}

/// A step of a position, as threads name it to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim(u64);

impl Claims {
    pub fn new(threads: usize) -> Self {
        let count = if threads > 1 { SLOTS } else { 0 };
        Claims { slots: (0..count).map(|_| AtomicU64::new(FREE)).collect() }
    }

    /// The name of a step at a depth where others should know of it.
    pub fn name(&self, key: u64, code: u16, depth: i32) -> Option<Claim> {
        let worth = depth >= SHALLOW && !self.slots.is_empty();
        worth.then(|| Claim(zobrist::mix(key ^ u64::from(code)).max(1)))
    }

    fn slot(&self, Claim(name): Claim) -> &AtomicU64 {
        &self.slots[name as usize % SLOTS]
    }

    pub fn is_taken(&self, claim: Claim) -> bool {
        self.slot(claim).load(Relaxed) == claim.0
    }

    pub fn take(&self, claim: Claim) {
        self.slot(claim).store(claim.0, Relaxed);
    }

    pub fn give_back(&self, claim: Claim) {
        if self.is_taken(claim) {
            self.slot(claim).store(FREE, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_taken_until_it_is_given_back() {
        let claims = Claims::new(2);
        let claim = claims.name(5, 7, 9).expect("deep enough");
        assert!(!claims.is_taken(claim));
        claims.take(claim);
        assert!(claims.is_taken(claim));
        claims.give_back(claim);
        assert!(!claims.is_taken(claim));
        assert_eq!(claims.name(5, 7, SHALLOW - 1), None);
        assert_eq!(Claims::new(1).name(5, 7, 9), None);
    }
}
