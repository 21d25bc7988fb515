//! Questions about the position, from clients and from people.

use std::io::{self, Write};

use tetrarch_protocol::Player;
use tetrarch_protocol::ugi::{Answer, GameResult, Query, Reply, Verb};

use super::{Ugi, VOID};
use crate::game::Outcome;
use crate::text::brief;

impl<W: Write> Ugi<W> {
    pub(super) fn answer(&self, query: &Query) -> Answer {
        let Some(session) = self.host.engine.session() else {
            return match query {
                Query::GameOver => true.into(),
                _ => Answer::none(),
            };
        };
        match query {
            Query::GameOver => session.outcome().is_some().into(),
            Query::IsTurn(player) => (player.index() == session.mover().index()).into(),
            Query::Result => match session.outcome() {
                None => GameResult::None,
                Some(Outcome::Drawn) => GameResult::Draw,
                Some(Outcome::Won(seat)) => {
                    Player::from_index(seat.index()).map_or(GameResult::None, GameResult::Win)
                }
            }
            .into(),
            Query::Turn => Player::from_index(session.mover().index()).into(),
            Query::Players => session.seats().to_string().into(),
            Query::Fen => session.position().into(),
            Query::Moves => session.moves().join(" ").into(),
            Query::IsLegal(text) => session.fork().play(text).is_ok().into(),
            Query::Score => session.score().map_or_else(Answer::none, Answer::from),
            Query::Unknown(_) => Answer::none(),
        }
    }

    pub(super) fn display(&mut self) -> io::Result<()> {
        let Some(session) = self.host.engine.session() else {
            return self.error(VOID);
        };
        let drawing = session.draw(self.host.paint);
        let status = match session.outcome() {
            None => format!("on move: {}", session.mover()),
            Some(outcome) => format!("on move: {}, result: {outcome}", session.mover()),
        };
        let position = session.position();
        // Not as a reply: colours are control characters, which replies never contain.
        for line in drawing.lines() {
            self.host.say(line)?;
        }
        self.host.say(Reply::Text(format!("position: {position}")))?;
        self.host.say(Reply::Text(status))
    }

    pub(super) fn help(&mut self, topic: Option<&str>) -> io::Result<()> {
        let Some(topic) = topic else {
            for verb in Verb::ALL {
                self.host.say(Reply::Text(format!("{:<12} {}", verb.word(), verb.about())))?;
            }
            return self.host.say(Reply::Text("help COMMAND explains one of them".into()));
        };
        let found: Vec<Verb> = Verb::ALL
            .iter()
            .copied()
            .filter(|verb| verb.word().split(' ').next() == Some(topic))
            .collect();
        if found.is_empty() {
            return self.error(format_args!("help: no command '{}'", brief(topic)));
        }
        for verb in found {
            self.host.say(Reply::Text(format!("{}: {}", verb.usage(), verb.about())))?;
            self.host.say(Reply::Text(format!("  for example: {}", verb.example())))?;
        }
        Ok(())
    }
}
