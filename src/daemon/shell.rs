//! A person at a terminal: line editing, history and completion around the same daemon.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::Sender;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, ExternalPrinter, Helper};
use tetrarch_protocol::ugi::{OptionKind, Verb};

use super::lines::{self, Line};
use super::{Config, VERSION, serve_lines};
use crate::options::Options;
use crate::text::Paint;

const BANNER: &str = "Iris, Manalath, Otrio and Linetris over UGI, UCI and GTP.\n\
    Try: d, play 4, go movetime 1000, setoption name Game value iris, help, quit.";
const PROMPT: &str = "> ";

/// The legal moves of the position on the board, for completion.
pub type Moves = Arc<Mutex<Vec<String>>>;

/// Whether both ends are a person's terminal.
pub fn is_wanted() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether a person's drawings may be coloured.
// CITE: no-color.org: any value but the empty one means no colour.
pub fn paint() -> Paint {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    if refused || dumb || !io::stdout().is_terminal() { Paint::Plain } else { Paint::Colour }
}

/// Serves a person until they quit.
///
/// # Errors
/// The terminal failed.
pub fn serve(config: Config) -> io::Result<()> {
    println!("tetrarch {VERSION}: {BANNER}");
    let moves = Moves::default();
    // Without brackets a pasted session is what it looks like: several lines.
    let editing = rustyline::Config::builder().bracketed_paste(false).build();
    let mut editor = Editor::with_config(editing).map_err(io::Error::other)?;
    editor.set_helper(Some(Completion { moves: Arc::clone(&moves) }));
    let (sender, lines) = lines::channel();
    let config = Config { paint: paint(), moves: Some(moves), ..config };
    match editor.create_external_printer() {
        Ok(printer) => {
            thread::spawn(move || converse(editor, &sender));
            serve_lines(config, lines, AbovePrompt { printer, text: Vec::new() })
        }
        // A terminal without cursor movement still takes lines.
        Err(_) => {
            thread::spawn(move || converse(editor, &sender));
            serve_lines(config, lines, io::stdout())
        }
    }
}

/// Reads lines until the end of input or of the daemon.
fn converse(mut editor: Editor<Completion, DefaultHistory>, lines: &Sender<Line>) {
    loop {
        let text = match editor.readline(PROMPT) {
            Ok(text) => text,
            // A person's way to say stop.
            Err(ReadlineError::Interrupted) => "stop".into(),
            Err(_) => return,
        };
        // History is a comfort: a line that it will not keep is sent all the same.
        let _ = editor.add_history_entry(&text);
        let (line, receipt) = Line::with_receipt(text);
        if lines.send(line).is_err() {
            return;
        }
        // The prompt comes back after the answer. Nothing is ever sent: the channel closes.
        let _ = receipt.recv();
    }
}

/// Writes whole lines above the line that is being edited.
struct AbovePrompt<P> {
    printer: P,
    text: Vec<u8>,
}

impl<P: ExternalPrinter> Write for AbovePrompt<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&self.text).into_owned();
        self.text.clear();
        self.printer.print(text).map_err(io::Error::other)
    }
}

/// Completes commands, options, their values, and legal moves.
struct Completion {
    moves: Moves,
}

impl Completion {
    /// What could stand after the words before the cursor.
    fn candidates(&self, before: &[&str]) -> Vec<String> {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        let moves = || self.moves.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match before {
            [] | ["help"] => {
                let mut verbs: Vec<String> = Verb::ALL
                    .iter()
                    .filter_map(|verb| verb.word().split(' ').next())
                    .map(Into::into)
                    .collect();
                verbs.dedup();
                verbs
            }
            ["setoption"] => words(&["name"]),
            ["setoption", "name"] => {
                Options::declarations().into_iter().map(|option| option.name).collect()
            }
            ["setoption", "name", _] => words(&["value"]),
            ["setoption", "name", name, "value"] => values(name),
            ["position"] => words(&["startpos", "fen"]),
            ["position", "startpos"] => words(&["moves"]),
            ["query"] => words(&[
                "gameover", "p1turn", "result", "turn", "players", "fen", "moves", "islegal",
                "score",
            ]),
            ["query", "islegal"] | ["play"] => moves(),
            ["go", rest @ ..] if rest.contains(&"searchmoves") => moves(),
            ["go", ..] => words(&[
                "movetime",
                "depth",
                "nodes",
                "infinite",
                "ponder",
                "searchmoves",
                "perft",
                "mate",
                "p1time",
                "p2time",
                "p1inc",
                "p2inc",
                "movestogo",
            ]),
            ["debug"] => words(&["on", "off"]),
            _ => Vec::new(),
        }
    }
}

/// The values that an option takes, where they can be listed.
fn values(name: &str) -> Vec<String> {
    let option =
        Options::declarations().into_iter().find(|option| option.name.eq_ignore_ascii_case(name));
    match option.map(|option| option.kind) {
        Some(OptionKind::Combo { values, .. }) => values,
        Some(OptionKind::Check { .. }) => vec!["true".into(), "false".into()],
        _ => Vec::new(),
    }
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..pos];
        let start = typed.rfind(' ').map_or(0, |blank| blank + 1);
        let before: Vec<&str> = typed[..start].split_whitespace().collect();
        let begun = typed[start..].to_ascii_lowercase();
        let mut candidates = self.candidates(&before);
        candidates.retain(|word| word.to_ascii_lowercase().starts_with(&begun));
        Ok((start, candidates))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}

impl Validator for Completion {}

impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(line: &str) -> Vec<String> {
        let moves = Arc::new(Mutex::new(vec!["1".into(), "12".into(), "3".into()]));
        let history = DefaultHistory::new();
        let found = Completion { moves }.complete(line, line.len(), &Context::new(&history));
        found.map(|(_, candidates)| candidates).unwrap_or_default()
    }

    #[test]
    fn commands_options_values_and_moves_are_completed() {
        assert_eq!(complete("isr"), ["isready"]);
        assert_eq!(complete("go per"), ["perft"]);
        assert_eq!(complete("setoption name iris"), ["IrisSize"]);
        assert_eq!(complete("setoption name Game value m"), ["manalath"]);
        assert_eq!(complete("setoption name LinetrisClear value "), ["true", "false"]);
        assert_eq!(complete("play 1"), ["1", "12"]);
        assert_eq!(complete("go depth 3 searchmoves 3"), ["3"]);
        assert_eq!(complete("help und"), ["undo"]);
        assert!(complete("nonsense ").is_empty());
    }
}
