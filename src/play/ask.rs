//! Where a person's words come from: a terminal with line editing, or any stream of lines.

use std::io::{BufRead, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// Somebody who can be asked.
pub trait Ask {
    /// Puts a question and waits for a line. Nothing when there will be no more lines.
    fn ask(&mut self, question: &str) -> Option<String>;
}

/// A person at a terminal.
pub struct Terminal(DefaultEditor);

impl Terminal {
    /// A terminal with line editing and a history.
    ///
    /// # Errors
    /// There is no terminal.
    pub fn new() -> rustyline::Result<Self> {
        Ok(Terminal(DefaultEditor::new()?))
    }
}

impl Ask for Terminal {
    fn ask(&mut self, question: &str) -> Option<String> {
        loop {
            match self.0.readline(question) {
                Ok(line) => {
                    // History is a comfort, not a condition.
                    let _ = self.0.add_history_entry(&line);
                    return Some(line);
                }
                // Ctrl-C throws the line away, not the game.
                Err(ReadlineError::Interrupted) => {}
                Err(_) => return None,
            }
        }
    }
}

/// Lines from any reader, the questions to any writer.
pub struct Stream<R, W> {
    /// Where the answers come from.
    pub answers: R,
    /// Where the questions go.
    pub questions: W,
}

impl<R: BufRead, W: Write> Ask for Stream<R, W> {
    fn ask(&mut self, question: &str) -> Option<String> {
        write!(self.questions, "{question}").and_then(|()| self.questions.flush()).ok()?;
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => {
                // The answer is not echoed as it would be at a terminal.
                writeln!(self.questions, "{}", line.trim_end()).ok()?;
                Some(line)
            }
        }
    }
}
