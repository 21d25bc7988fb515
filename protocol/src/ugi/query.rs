//! `query` and the one line that answers it.

use std::fmt;

use crate::Player;
use crate::line::{self, OneLine, Parsed};

/// A question about the position. Each gets exactly one `response`, so anything after the word
/// `query` is a question, also one that nobody understands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Is it this player's turn?
    IsTurn(Player),
    /// Who has won?
    Result,
    /// Whose turn is it?
    Turn,
    /// How many players are there?
    Players,
    /// The position string.
    Fen,
    /// The legal moves.
    Moves,
    /// Is this move legal? The text is the rest of the line: empty, or several words, are no
    /// move and hence not legal.
    IsLegal(String),
    /// The game's own score.
    Score,
    /// Anything else; empty for a bare `query`. To be answered `none`.
    Unknown(String),
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::GameOver => f.write_str("gameover"),
            Query::IsTurn(player) => write!(f, "{player}turn"),
            Query::Result => f.write_str("result"),
            Query::Turn => f.write_str("turn"),
            Query::Players => f.write_str("players"),
            Query::Fen => f.write_str("fen"),
            Query::Moves => f.write_str("moves"),
            Query::IsLegal(mv) if mv.is_empty() => f.write_str("islegal"),
            Query::IsLegal(mv) => write!(f, "islegal {}", OneLine(mv)),
            Query::Score => f.write_str("score"),
            Query::Unknown(text) => OneLine(text).fmt(f),
        }
    }
}

/// Everything after the word `query`. Words after a question that takes none are ignored.
pub(super) fn query(input: &str) -> Parsed<'_, Query> {
    let (end, text) = line::text(input)?;
    let (first, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let query = match first {
        "gameover" => Query::GameOver,
        "result" => Query::Result,
        "turn" => Query::Turn,
        "players" => Query::Players,
        "fen" => Query::Fen,
        "moves" => Query::Moves,
        "islegal" => Query::IsLegal(rest.to_owned()),
        "score" => Query::Score,
        _ => match Player::strip(first) {
            Some((player, "turn")) => Query::IsTurn(player),
            _ => Query::Unknown(text),
        },
    };
    Ok((end, query))
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This player has won.
    Win(Player),
    /// Nobody has won, and nobody will.
    Draw,
    /// The game goes on (or there is no position to speak of).
    None,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::Win(player) => write!(f, "{player}win"),
            GameResult::Draw => f.write_str("draw"),
            GameResult::None => f.write_str(Answer::NONE),
        }
    }
}

/// What follows the word `response`: kept as text, because only the question tells what it means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answer(String);

impl Answer {
    const NONE: &str = "none";

    /// The answer when there is nothing to say.
    pub fn none() -> Answer {
        Answer(Answer::NONE.to_owned())
    }

    /// The text, without the word `response`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Read as the answer to a question of yes or no.
    pub fn as_bool(&self) -> Option<bool> {
        self.0.parse().ok()
    }

    /// Read as the answer to `query result`.
    pub fn as_result(&self) -> Option<GameResult> {
        match self.0.as_str() {
            "draw" => Some(GameResult::Draw),
            Answer::NONE => Some(GameResult::None),
            text => match Player::strip(text)? {
                (player, "win") => Some(GameResult::Win(player)),
                _ => None,
            },
        }
    }

    /// Read as the answer to `query turn`.
    pub fn as_player(&self) -> Option<Player> {
        Player::read(&self.0)
    }

    /// Read as a list of words, such as the answer to `query moves`; `none` is no word.
    pub fn as_words(&self) -> Vec<&str> {
        match self.0.as_str() {
            Answer::NONE => Vec::new(),
            text => text.split(' ').filter(|word| !word.is_empty()).collect(),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Answer {
    /// Runs of blanks become one, and an empty text `none`: a client that splits the line finds
    /// one answer in any case.
    fn from(text: &str) -> Answer {
        match line::text(text) {
            Ok((_, text)) if !text.is_empty() => Answer(text),
            _ => Answer::none(),
        }
    }
}

impl From<String> for Answer {
    fn from(text: String) -> Answer {
        text.as_str().into()
    }
}

impl From<bool> for Answer {
    fn from(yes: bool) -> Answer {
        Answer(yes.to_string())
    }
}

impl From<GameResult> for Answer {
    fn from(result: GameResult) -> Answer {
        Answer(result.to_string())
    }
}

impl From<Player> for Answer {
    fn from(player: Player) -> Answer {
        Answer(player.to_string())
    }
}

impl From<Option<Player>> for Answer {
    fn from(player: Option<Player>) -> Answer {
        player.map_or_else(Answer::none, Answer::from)
    }
}
