//! What a person can say instead of a move.

/// The words, explained.
pub const HELP: &str = "\
Type a move as the board shows it, for example
  iris      c3e5 (two gray cells), a1k11 (a rim pair), pass
  manalath  e5b or e5w (a cell and the colour of the stone)
  otrio     b2m (a cell and a size: s, m or l)
  linetris  4 (a column)
or one of these words:
  moves      lists the legal moves
  board      draws the board again
  hint       asks the engine what it would play
  undo       takes back your last move, and the answer to it
  save FILE  writes the game down
  load FILE  goes on with a game that was written down
  resign     gives the game up
  quit       leaves the table";

/// A line from a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// An empty line.
    Nothing,
    /// `help`
    Help,
    /// `moves`
    Moves,
    /// `board`
    Board,
    /// `hint`
    Hint,
    /// `undo`
    Undo,
    /// `save FILE`
    Save(String),
    /// `load FILE`
    Load(String),
    /// `resign`
    Resign,
    /// `quit`
    Quit,
    /// Anything else is meant as a move.
    Move(String),
}

impl Word {
    /// Reads a line.
    pub fn read(line: &str) -> Word {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Word::Nothing,
            ("help" | "?", _) => Word::Help,
            ("moves", _) => Word::Moves,
            ("board" | "d", _) => Word::Board,
            ("hint", _) => Word::Hint,
            ("undo", _) => Word::Undo,
            ("save", path) if !path.is_empty() => Word::Save(path.into()),
            ("load", path) if !path.is_empty() => Word::Load(path.into()),
            ("resign", _) => Word::Resign,
            ("quit" | "exit", _) => Word::Quit,
            // Blanks between the cells of a turn are no harm.
            _ => Word::Move(line.split_whitespace().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn what_is_no_word_is_a_move() {
        assert_eq!(Word::read("  c3 e5\n"), Word::Move("c3e5".into()));
        assert_eq!(Word::read("save my game.pgn"), Word::Save("my game.pgn".into()));
        assert_eq!(Word::read("UNDO"), Word::Undo);
        assert_eq!(Word::read("save"), Word::Move("save".into()));
        assert_eq!(Word::read(" \t"), Word::Nothing);
    }
}
