//! The record of one game: everything that is needed to play it over again and to count it. As
//! a line of JSON it is one value; as text it looks like the PGN of chess ([`super::pgn`]).

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tetrarch_protocol::ugi;

use super::verdict::{Decision, Ending, Verdict};
use crate::options::Options;
use crate::session::{self, Session};

/// One game. What the referee did not arrange (a game between people) leaves the fields of the
/// schedule at their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// The run that it belongs to, unlike that of any other run.
    pub event: String,
    /// Its number in the run, from 1.
    pub number: u64,
    /// Its place in the schedule.
    pub place: Place,
    /// When it ended, in UTC.
    pub date: String,
    /// The name of the game.
    pub game: String,
    /// The options that make its rules and its board.
    pub options: BTreeMap<String, String>,
    /// The position string it began from; none is the start position.
    pub start: Option<String>,
    /// Who played, in the order of the seats.
    pub players: Vec<Player>,
    /// How many of the moves were the opening, played by nobody.
    pub book: usize,
    /// The moves.
    pub moves: Vec<Played>,
    /// How it ended; none if it was broken off.
    pub ending: Option<Ending>,
}

/// Where a game stands in a schedule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The round, from 1: each has an opening of its own.
    pub round: u64,
    /// Which engines meet, from 1.
    pub table: usize,
    /// Which of them sits where, from 1.
    pub rotation: usize,
    /// The number of games of the set: all rotations of one opening.
    pub rotations: usize,
}

impl Default for Place {
    fn default() -> Self {
        Place { round: 1, table: 1, rotation: 1, rotations: 1 }
    }
}

/// Who sat in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The time control and other limits.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub limits: String,
}

/// A move, and what its player said about it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Played {
    /// The move.
    pub mv: String,
    /// The score, from its player's side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Turns looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time it took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

/// A score as engines report it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths of what the game counts in.
    Cp(i32),
    /// Decided, in so many plies; negative if its player loses.
    Mate(i32),
}

impl From<ugi::Score> for Score {
    fn from(score: ugi::Score) -> Self {
        match score {
            ugi::Score::Cp(value) => Score::Cp(value),
            ugi::Score::Mate(plies) => Score::Mate(plies),
        }
    }
}

impl Score {
    /// The score in hundredths, where a decided game is worth more than any judgement.
    pub fn value(self) -> i32 {
        match self {
            Score::Cp(value) => value,
            Score::Mate(plies) if plies > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        }
    }
}

/// Why a record cannot be played over again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken(pub String);

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

impl Record {
    /// The position that the game began from.
    ///
    /// # Errors
    /// The game, an option or the position is none.
    pub fn begin(&self) -> Result<Box<dyn Session>, Broken> {
        let broken = |error: &dyn std::fmt::Display| Broken(error.to_string());
        let mut options = Options::default();
        options.set("Game", &self.game).map_err(|error| broken(&error))?;
        for (name, value) in &self.options {
            options.set(name, value).map_err(|error| broken(&error))?;
        }
        match &self.start {
            Some(text) => session::load(&options.setup, text),
            None => session::start(&options.setup),
        }
        .map_err(|error| broken(&error))
    }

    /// Plays the game over again, with every move judged by the rules.
    ///
    /// # Errors
    /// It cannot begin, or a move is not legal: the error names it and its number.
    pub fn replay(&self) -> Result<Box<dyn Session>, Broken> {
        let mut session = self.begin()?;
        for (played, number) in self.moves.iter().zip(1..) {
            session.play(&played.mv).map_err(|error| Broken(format!("move {number}: {error}")))?;
        }
        Ok(session)
    }
}

impl Record {
    /// Plays the game over again, and makes sure that a result by the rules is what they say.
    ///
    /// # Errors
    /// As for [`Record::replay`], or the result is another one.
    pub fn verify(&self) -> Result<(), Broken> {
        let outcome = self.replay()?.outcome().map(Decision::from);
        match &self.ending {
            Some(ending)
                if ending.verdict == Verdict::Rules && outcome != Some(ending.decision) =>
            {
                Err(Broken(format!("by the rules it is not {}", ending.decision)))
            }
            _ => Ok(()),
        }
    }
}

/// A moment in UTC, such as `2026-11-18T09:05:00Z`.
pub fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years are counted from March, so that the leap day is the last of its year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right_on_both_sides_of_leap_days() {
        let at = |seconds| date(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(951_868_800), "2000-03-01T00:00:00Z");
        assert_eq!(at(1_798_761_599), "2026-12-31T23:59:59Z");
    }

    #[test]
    fn a_record_plays_over_or_says_why_not() {
        let played = |mv: &str| Played { mv: mv.into(), ..Played::default() };
        let mut record = Record {
            game: "linetris".into(),
            options: [("LinetrisRows".to_owned(), "4".to_owned())].into(),
            moves: ["1", "1", "1", "1"].map(played).to_vec(),
            ..Record::default()
        };
        assert_eq!(record.replay().unwrap().position(), "r6/b6/r6/b6 b");
        record.moves.push(played("1"));
        assert!(record.replay().unwrap_err().0.starts_with("move 5: "));
        record.moves.pop();
        let ending =
            Ending { decision: Decision::Drawn, verdict: Verdict::Rules, detail: String::new() };
        record.ending = Some(ending);
        assert!(record.verify().unwrap_err().0.contains("not draw"));
        record.game = "chess".into();
        assert!(record.replay().is_err());
    }
}
