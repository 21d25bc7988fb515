//! Lines of input, read on a thread of their own so that they arrive while a search runs.

use std::io::{self, BufRead, BufReader, Read};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

/// The longest line that is read, a megabyte and a few words; the rest of a longer one is thrown
/// away. It holds a game of hundreds of thousands of moves, each of which takes some fifty bytes
/// once it is read: more of them would not fit what the engine may use beside its table.
pub const LONGEST: usize = (1 << 20) + 1024;

/// How many lines may wait. A client that sends faster than it is answered has to wait itself.
const WAITING: usize = 4;

/// A line of input, without its end.
#[derive(Debug)]
pub struct Line {
    /// What it says; what is not UTF-8 has become U+FFFD.
    pub text: String,
    /// Whether it was longer than [`LONGEST`].
    pub cut: bool,
    /// Closed when the line has been dealt with.
    handled: Option<Sender<()>>,
}

impl Line {
    /// A line, and a channel that closes once it has been dealt with.
    pub fn with_receipt(text: String) -> (Line, Receiver<()>) {
        let (handled, receipt) = bounded(0);
        (Line { text, cut: false, handled: Some(handled) }, receipt)
    }

    /// Says that the line has been dealt with.
    pub fn handled(&mut self) {
        self.handled = None;
    }
}

/// Lines as they come; the channel closes at the end of input.
pub type Lines = Receiver<Line>;

/// A channel for lines, narrow enough to hold a flood back.
pub fn channel() -> (Sender<Line>, Lines) {
    bounded(WAITING)
}

/// Reads lines on a new thread until the input ends, fails, or nobody listens any more.
pub fn read(input: impl Read + Send + 'static) -> Lines {
    let (sender, lines) = channel();
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        let lines = std::iter::from_fn(|| next_line(&mut input).transpose());
        for line in lines {
            match line {
                Ok(line) => {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
                Err(error) => return log::warn!("reading failed: {error}"),
            }
        }
    });
    lines
}

fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let cut = bytes.len() == LONGEST && bytes.last() != Some(&b'\n');
    if cut {
        input.skip_until(b'\n')?;
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Some(Line { text, cut, handled: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(input: &[u8]) -> Vec<String> {
        read(io::Cursor::new(input.to_vec())).iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_end_in_lf_or_crlf_or_with_the_input() {
        assert_eq!(texts(b"a\nb\r\n\nc"), ["a", "b", "", "c"]);
        assert_eq!(texts(b""), [""; 0]);
        assert_eq!(texts(b"\xff\n"), ["\u{fffd}"]);
    }

    #[test]
    fn an_endless_line_is_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; LONGEST + 5];
        input.extend(b"\nnext\n");
        let lines: Vec<Line> = read(io::Cursor::new(input)).iter().collect();
        assert_eq!((lines[0].text.len(), lines[0].cut), (LONGEST, true));
        assert_eq!((lines[1].text.as_str(), lines[1].cut), ("next", false));
    }
}
