//! Time controls, and the clock of one seat.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tetrarch_protocol::ugi::{self, Go};
use tetrarch_protocol::{Depth, Millis, Nodes};

/// A clock's rule: `base+inc`, or `moves/base+inc`, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Turns after which the base is added again; none if it is for the whole game.
    pub moves: Option<u32>,
    /// Time at the start.
    pub base: Duration,
    /// Time gained with each turn.
    pub increment: Duration,
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || format!("'{text}' is no time control: expected 10+0.1 or 40/10+0.1");
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                (Some(moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(fault)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = seconds(base).filter(|base| !base.is_zero()).ok_or_else(fault)?;
        let increment = seconds(increment).ok_or_else(fault)?;
        Ok(TimeControl { moves, base, increment })
    }
}

/// A number of seconds, perhaps with a fraction.
pub fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| plain).and_then(|value| Duration::try_from_secs_f64(value).ok())
}

/// What an engine may use for a turn. Everything that is set holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Its clock for the game.
    pub clock: Option<TimeControl>,
    /// Time for a turn.
    pub move_time: Option<Duration>,
    /// Positions for a turn.
    pub nodes: Option<u64>,
    /// Turns to look ahead.
    pub depth: Option<u32>,
    /// How much later than allowed an answer may arrive before it is late.
    pub margin: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let margin = Duration::from_millis(50);
        Limits { clock: None, move_time: None, nodes: None, depth: None, margin }
    }
}

impl Limits {
    /// Whether anything ends a turn.
    pub fn is_limited(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.clock.map(|clock| format!("tc={clock}")),
            self.move_time.map(|time| format!("movetime={}", time.as_millis())),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// The clock of one seat in one game, and the other limits of whoever sits there.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    limits: Limits,
    left: Duration,
    /// Turns until the base is added.
    to_go: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(limits: Limits) -> Clock {
        let left = limits.clock.map(|clock| clock.base).unwrap_or_default();
        Clock { limits, left, to_go: limits.clock.and_then(|clock| clock.moves) }
    }

    /// The time after which this turn's answer is late; none if only depth or nodes limit it.
    pub fn budget(&self) -> Option<Duration> {
        let clock = self.limits.clock.map(|_| self.left);
        let allowed = clock.into_iter().chain(self.limits.move_time).min();
        allowed.map(|time| time + self.limits.margin)
    }

    /// Takes a turn's time off the clock. What the margin forgave leaves nothing.
    pub fn spend(&mut self, time: Duration) {
        let Some(clock) = self.limits.clock else { return };
        self.left = self.left.saturating_sub(time) + clock.increment;
        if let Some(to_go) = &mut self.to_go {
            *to_go -= 1;
            if *to_go == 0 {
                self.left += clock.base;
                *to_go = clock.moves.unwrap_or(1);
            }
        }
    }

    /// What the seat `mover` is told when it is its turn.
    pub fn go(clocks: &[Clock], mover: usize) -> Go {
        let mut go = Go::default();
        let own = &clocks[mover];
        // An engine without a clock of its own must not think that one of the others is for it.
        if own.limits.clock.is_some() {
            for (shown, clock) in go.clocks.iter_mut().zip(clocks) {
                if let Some(control) = clock.limits.clock {
                    let (time, inc) = (Millis::from(clock.left), Millis::from(control.increment));
                    *shown = ugi::Clock { time: Some(time), inc: Some(inc) };
                }
            }
        }
        go.moves_to_go = own.to_go;
        go.move_time = own.limits.move_time.map(Millis::from);
        go.nodes = own.limits.nodes.map(Nodes);
        go.depth = own.limits.depth.map(Depth);
        go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Limits {
        Limits { clock: Some(text.parse().unwrap()), ..Limits::default() }
    }

    #[test]
    fn time_controls_are_read_as_they_are_written() {
        for text in ["10+0.1", "40/60+0.5", "1+0.01", "0.5+0"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("7".parse::<TimeControl>().unwrap().to_string(), "7+0");
        for bad in ["", "x", "10+", "+1", "0/10", "-1+0", "inf", "1e3", "0+1", "1+2+3"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_clock_runs_and_is_wound_up() {
        let mut clock = Clock::new(limits("2/10+1"));
        assert_eq!(clock.budget(), Some(Duration::from_millis(10_050)));
        clock.spend(Duration::from_secs(4));
        assert_eq!((clock.left, clock.to_go), (Duration::from_secs(7), Some(1)));
        clock.spend(Duration::from_secs(9));
        assert_eq!((clock.left, clock.to_go), (Duration::from_secs(11), Some(2)));
    }

    #[test]
    fn the_mover_hears_every_clock_or_none() {
        let clocks = [
            Clock::new(limits("10+0.1")),
            Clock::new(Limits { nodes: Some(5), ..Limits::default() }),
            Clock::new(limits("3/20")),
        ];
        let told = |mover| ugi::Command::Go(Clock::go(&clocks, mover)).to_string();
        assert_eq!(told(0), "go p1time 10000 p1inc 100 p3time 20000 p3inc 0");
        assert_eq!(told(1), "go nodes 5");
        assert_eq!(told(2), "go p1time 10000 p1inc 100 p3time 20000 p3inc 0 movestogo 3");
        assert_eq!(clocks[1].budget(), None);
    }
}
