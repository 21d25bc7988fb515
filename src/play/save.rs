//! Games written down and taken up again, in the referee's record format.

use std::fs;
use std::io::Write;
use std::time::SystemTime;

use super::ask::Ask;
use super::{Player, Table};
use crate::options::Options;
use crate::referee::pgn;
use crate::referee::record::{self, Played, Record};
use crate::referee::verdict::{Decision, Ending, Verdict};

impl<A: Ask, W: Write> Table<A, W> {
    /// Writes the game to a file.
    pub(super) fn save(&self, path: &str) -> Result<(), String> {
        let mut rules = self.options.rules().into_iter();
        let game = rules.next().map(|(_, game)| game).unwrap_or_default();
        let played = |mv: String| Played { mv, ..Played::default() };
        let player = |sitting: &super::Sitting| record::Player {
            name: sitting.player.to_string(),
            limits: String::new(),
        };
        let record = Record {
            event: "play".into(),
            number: 1,
            date: record::date(SystemTime::now()),
            game,
            options: rules.collect(),
            start: self.start.clone(),
            players: self.players.iter().map(player).collect(),
            moves: self.session.played().into_iter().map(played).collect(),
            ending: self.session.outcome().map(|outcome| Ending {
                decision: Decision::from(outcome),
                verdict: Verdict::Rules,
                detail: String::new(),
            }),
            ..Record::default()
        };
        fs::write(path, pgn::write(&record)).map_err(|error| error.to_string())
    }

    /// Goes on with the last game of a file, the same players in their seats.
    pub(super) fn load(&mut self, path: &str) -> Result<(), String> {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let records = pgn::read(&text).map_err(|error| error.to_string())?;
        let record = records.last().ok_or("there is no game in it")?;
        let session = record.replay().map_err(|error| error.to_string())?;
        if session.seats() != self.players.len() {
            return Err(format!(
                "it has {} seats, this table {}",
                session.seats(),
                self.players.len()
            ));
        }
        let mut options = Options { setup: Default::default(), ..self.options.clone() };
        let game = ("Game".to_owned(), record.game.clone());
        for (name, value) in std::iter::once(game).chain(record.options.clone()) {
            options.set(&name, &value).map_err(|error| error.to_string())?;
        }
        for sitting in &mut self.players {
            // An engine was told the rules when it sat down.
            if matches!(sitting.player, Player::Command(_)) {
                sitting.stand_up();
            }
        }
        (self.options, self.session, self.start) = (options, session, record.start.clone());
        Ok(())
    }
}
