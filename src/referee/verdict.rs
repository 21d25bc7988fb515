//! How a game ended, and why: a name for everything that can happen at the table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{Outcome, Seat};

/// Who gets the points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Decision {
    /// This seat won, all others lost.
    Won(Seat),
    /// Nobody won.
    Drawn,
    /// This seat forfeited at a table of three or four; nobody else won or lost.
    Lost(Seat),
}

impl Decision {
    /// What follows when this seat forfeits.
    pub fn forfeit(seat: Seat, seats: usize) -> Decision {
        if seats == 2 { Decision::Won(seat.other()) } else { Decision::Lost(seat) }
    }

    /// The points of each seat. They always add up to one.
    pub fn points(self, seats: usize) -> Vec<f64> {
        let share = |seat: Seat| match self {
            Decision::Won(winner) => f64::from(seat == winner),
            Decision::Drawn => 1.0 / seats as f64,
            Decision::Lost(loser) if seat == loser => 0.0,
            Decision::Lost(_) => 1.0 / (seats - 1) as f64,
        };
        Seat::ALL[..seats].iter().map(|&seat| share(seat)).collect()
    }
}

impl From<Outcome> for Decision {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Won(seat) => Decision::Won(seat),
            Outcome::Drawn => Decision::Drawn,
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Won(seat) => write!(f, "{seat}win"),
            Decision::Drawn => f.write_str("draw"),
            Decision::Lost(seat) => write!(f, "{seat}loss"),
        }
    }
}

impl FromStr for Decision {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wins = Seat::ALL.map(Decision::Won);
        let losses = Seat::ALL.map(Decision::Lost);
        let mut every = wins.into_iter().chain(losses).chain([Decision::Drawn]);
        every
            .find(|decision| decision.to_string() == text)
            .ok_or_else(|| format!("no result is called '{text}'"))
    }
}

impl From<Decision> for String {
    fn from(decision: Decision) -> String {
        decision.to_string()
    }
}

impl TryFrom<String> for Decision {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Why a game ended. Everything from [`Verdict::Start`] on is an engine's fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// By the rules of the game.
    Rules,
    /// Adjudicated: all engines agree who wins.
    Resignation,
    /// Adjudicated: all engines agree that it is a draw.
    Agreement,
    /// Adjudicated: the position came up too often.
    Repetition,
    /// Adjudicated: the game was too long.
    Length,
    /// The engine could not be started, or did not introduce itself.
    Start,
    /// The engine's process ended by a signal or with an error.
    Crash,
    /// The engine did not answer at all and was killed.
    Hang,
    /// The engine answered, but not in time.
    Late,
    /// The engine's move is not legal.
    Illegal,
    /// The engine's move is not a move at all, or missing.
    Malformed,
    /// The engine hung up: its output was closed, or it ended as if all were well.
    Disconnect,
    /// The engine wrote without end.
    Flood,
}

impl Verdict {
    /// The name as it stands in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Rules => "rules",
            Verdict::Resignation => "resignation",
            Verdict::Agreement => "agreement",
            Verdict::Repetition => "repetition",
            Verdict::Length => "length",
            Verdict::Start => "start",
            Verdict::Crash => "crash",
            Verdict::Hang => "hang",
            Verdict::Late => "late",
            Verdict::Illegal => "illegal",
            Verdict::Malformed => "malformed",
            Verdict::Disconnect => "disconnect",
            Verdict::Flood => "flood",
        }
    }

    /// Whether an engine is to blame.
    pub fn is_fault(self) -> bool {
        self >= Verdict::Start
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of fault.
    pub verdict: Verdict,
    /// The particulars, for a person.
    pub detail: String,
}

impl Fault {
    /// A fault with its particulars.
    pub fn new(verdict: Verdict, detail: impl Into<String>) -> Fault {
        Fault { verdict, detail: detail.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.verdict, self.detail)
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who gets the points.
    #[serde(rename = "result")]
    pub decision: Decision,
    /// Why.
    pub verdict: Verdict,
    /// The particulars, for a person; empty where there are none.
    pub detail: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written() {
        for decision in [Decision::Won(Seat::P3), Decision::Drawn, Decision::Lost(Seat::P2)] {
            assert_eq!(decision.to_string().parse(), Ok(decision));
        }
        assert!("p5win".parse::<Decision>().is_err());
    }

    #[test]
    fn points_add_up_to_one() {
        assert_eq!(Decision::forfeit(Seat::P1, 2).points(2), [0.0, 1.0]);
        assert_eq!(Decision::forfeit(Seat::P2, 3).points(3), [0.5, 0.0, 0.5]);
        assert_eq!(Decision::Drawn.points(4), [0.25; 4]);
    }

    #[test]
    fn names_in_records_and_in_code_are_the_same() {
        for verdict in [Verdict::Rules, Verdict::Start, Verdict::Disconnect, Verdict::Flood] {
            assert_eq!(serde_json::to_string(&verdict).unwrap(), format!("\"{verdict}\""));
        }
        assert!(!Verdict::Length.is_fault() && Verdict::Start.is_fault());
    }
}
