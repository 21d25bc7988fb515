//! How much of the clock one turn may take.

use std::time::Duration;

use crate::game::Seat;

use super::limits::Limits;

/// Turns a clock has to last for where nothing else is known.
const TURNS: u32 = 22;

/// What is kept on the clock as long as it can be.
const RESERVE: Duration = Duration::from_millis(100);

/// Time for one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Budget {
    /// Where a turn of ordinary difficulty should end.
    pub soft: Option<Duration>,
    /// Where any turn ends.
    pub hard: Option<Duration>,
}

impl Budget {
    pub fn new(limits: &Limits, mover: Seat) -> Budget {
        let fixed = limits.move_time.map(|time| time.saturating_sub(limits.overhead));
        let Some(clock) = limits.clocks[mover.index()] else {
            return Budget { soft: None, hard: fixed };
        };
        // A busy machine takes its share without asking: something is always kept for that.
        let left = clock.left.saturating_sub(limits.overhead);
        let left = left - (left / 2).min(RESERVE);
        let turns = limits.moves_to_go.unwrap_or(TURNS).clamp(1, TURNS);
        // Even the last turn before the clocks are set anew keeps something in hand.
        let most = if turns == 1 { left * 4 / 5 } else { left * 2 / 5 };
        let soft = (left / turns + clock.increment * 3 / 4).min(most);
        let hard = (soft * 4).min(most);
        Budget { soft: Some(soft), hard: Some(fixed.map_or(hard, |fixed| fixed.min(hard))) }
    }
}

/// What the search knows when an iteration is over.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// Time on the clock so far.
    pub spent: Duration,
    /// What the latest iteration took of it.
    pub last: Duration,
    /// In how many of the latest iterations the best turn was another, the latest counting most.
    pub unrest: f64,
    /// How far the score fell below that of the iteration before, in hundredths.
    pub fall: i32,
}

impl Budget {
    /// Whether another iteration is worth beginning.
    pub fn allows_more(&self, pace: Pace) -> bool {
        let Some(soft) = self.soft else { return true };
        let fall = f64::from(pace.fall.clamp(0, 200)) / 200.0;
        let wanted = soft.mul_f64(0.7 * (1.0 + pace.unrest + fall));
        // The next iteration takes longer than the last one did.
        let finishes = self.hard.is_none_or(|hard| pace.spent + pace.last * 3 / 2 < hard);
        pace.spent < wanted && finishes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn limits(left: u64, increment: u64) -> Limits {
        let mut limits = Limits { overhead: ms(10), ..Limits::default() };
        limits.clocks[1] = Some(Clock { left: ms(left), increment: ms(increment) });
        limits
    }

    #[test]
    fn a_turn_never_takes_what_the_clock_does_not_have() {
        for left in [0, 1, 5, 10, 11, 50, 1_000, 60_000] {
            for increment in [0, 10, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    let limits = Limits { moves_to_go, ..limits(left, increment) };
                    let budget = Budget::new(&limits, Seat::P2);
                    assert!(budget.soft <= budget.hard);
                    assert!(budget.hard.is_some_and(|hard| hard <= ms(left.saturating_sub(10))));
                }
            }
        }
    }

    #[test]
    fn the_other_seats_clock_is_not_ours() {
        assert_eq!(Budget::new(&limits(1_000, 0), Seat::P1), Budget::default());
        let both = Limits { move_time: Some(ms(100)), ..limits(60_000, 0) };
        assert_eq!(Budget::new(&both, Seat::P2).hard, Some(ms(90)));
        assert_eq!(Budget::new(&both, Seat::P1).hard, Some(ms(90)));
    }

    #[test]
    fn trouble_gets_more_time_and_a_hopeless_iteration_none() {
        let budget = Budget::new(&limits(60_000, 0), Seat::P2);
        let soft = budget.soft.expect("there is a clock");
        let calm = Pace { spent: soft, last: ms(1), unrest: 0.0, fall: 0 };
        assert!(!budget.allows_more(calm));
        assert!(budget.allows_more(Pace { unrest: 1.0, ..calm }));
        assert!(budget.allows_more(Pace { fall: 150, ..calm }));
        assert!(budget.allows_more(Pace { spent: soft / 4, ..calm }));
        let slow = Pace { spent: soft / 4, last: budget.hard.expect("as well"), ..calm };
        assert!(!budget.allows_more(slow));
    }
}
