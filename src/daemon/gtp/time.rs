//! GTP's clocks: main time, then periods of some seconds for some stones.

use std::time::Duration;

use tetrarch_protocol::Seconds;

use crate::game::Seat;
use crate::search::{Clock, Limits};

/// How long a move takes where no time was set.
const UNTIMED: Duration = Duration::from_secs(1);

/// The time settings and what the clocks show.
#[derive(Debug, Default)]
pub struct Time {
    /// Nothing where there is no limit.
    settings: Option<Settings>,
    clocks: [Shown; Seat::MAX],
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    main: Duration,
    period: Duration,
    stones: u32,
}

/// What one clock shows.
#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    left: Duration,
    /// Stones to play in that time; 0 in main time.
    stones: u32,
}

impl Time {
    /// The clocks at the start of a game. In the standard's words a period without stones means
    /// that there is no limit; no time at all can only mean the same.
    pub fn new(main: Seconds, period: Seconds, stones: u32) -> Time {
        let (main, period) = (main.duration(), period.duration());
        let limited = stones > 0 && !period.is_zero() || period.is_zero() && !main.is_zero();
        let settings = limited.then_some(Settings { main, period, stones });
        let mut time = Time { settings, clocks: Default::default() };
        time.wind_up();
        time
    }

    /// Sets every clock to the start of a game.
    pub fn wind_up(&mut self) {
        if let Some(settings) = self.settings {
            self.clocks = [settings.first(); Seat::MAX];
        }
    }

    /// Sets what one clock shows. A controller that tells the time of a game without settings has
    /// set them by that.
    pub fn set(&mut self, seat: Seat, time: Seconds, stones: u32) {
        let left = time.duration();
        self.settings.get_or_insert(Settings { main: left, period: Duration::ZERO, stones: 0 });
        self.clocks[seat.index()] = Shown { left, stones };
    }

    /// Takes the time a move took off the clock, for controllers that never tell.
    pub fn spend(&mut self, seat: Seat, time: Duration) {
        let Some(settings) = self.settings else { return };
        let clock = &mut self.clocks[seat.index()];
        clock.left = clock.left.saturating_sub(time);
        let in_main_time = clock.stones == 0;
        clock.stones = clock.stones.saturating_sub(1);
        let over = if in_main_time { clock.left.is_zero() } else { clock.stones == 0 };
        if over && settings.stones > 0 {
            *clock = settings.period();
        }
    }

    /// What a search for this seat may use.
    pub fn limits(&self, seat: Seat) -> Limits {
        let mut limits = Limits::default();
        if self.settings.is_some() {
            let Shown { left, stones } = self.clocks[seat.index()];
            limits.clocks[seat.index()] = Some(Clock { left, increment: Duration::ZERO });
            limits.moves_to_go = Some(stones).filter(|&stones| stones > 0);
        } else {
            limits.move_time = Some(UNTIMED);
        }
        limits
    }
}

impl Settings {
    fn first(self) -> Shown {
        if self.main.is_zero() { self.period() } else { Shown { left: self.main, stones: 0 } }
    }

    fn period(self) -> Shown {
        Shown { left: self.period, stones: self.stones }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(limits: &Limits) -> Option<(u64, Option<u32>)> {
        limits.clocks[0].map(|clock| (clock.left.as_secs(), limits.moves_to_go))
    }

    #[test]
    fn without_settings_a_move_takes_a_second() {
        let no_limit = Time::new(Seconds(0), Seconds(5), 0);
        let nothing = Time::new(Seconds(0), Seconds(0), 0);
        for time in [Time::default(), no_limit, nothing] {
            assert_eq!(time.limits(Seat::P1).move_time, Some(UNTIMED));
        }
    }

    #[test]
    fn main_time_is_followed_by_periods() {
        let mut time = Time::new(Seconds(10), Seconds(4), 2);
        assert_eq!(seconds(&time.limits(Seat::P1)), Some((10, None)));
        time.spend(Seat::P1, Duration::from_secs(7));
        assert_eq!(seconds(&time.limits(Seat::P1)), Some((3, None)));
        time.spend(Seat::P1, Duration::from_secs(7));
        assert_eq!(seconds(&time.limits(Seat::P1)), Some((4, Some(2))));
        time.spend(Seat::P1, Duration::from_secs(1));
        assert_eq!(seconds(&time.limits(Seat::P1)), Some((3, Some(1))));
        time.spend(Seat::P1, Duration::from_secs(1));
        assert_eq!(seconds(&time.limits(Seat::P1)), Some((4, Some(2))));
    }

    #[test]
    fn the_controller_knows_better() {
        let mut time = Time::default();
        time.set(Seat::P1, Seconds(9), 3);
        assert_eq!(seconds(&time.limits(Seat::P1)), Some((9, Some(3))));
        time.set(Seat::P1, Seconds(-1), 0);
        assert_eq!(seconds(&time.limits(Seat::P1)), Some((0, None)));
    }
}
