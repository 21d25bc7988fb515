//! Hostile lines from a seed: good ones from the golden sessions, cut, spliced, swollen and
//! sprinkled with bytes.

use std::fs;
use std::path::Path;

use crate::common::Rng;

/// Numbers at the edges of every type, and beyond.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "7",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "1e9",
    "0x10",
    "1.5",
    "NaN",
    "inf",
    "+3",
    "--3",
    "٣",
];

/// What may stand between words.
const BLANKS: &[&str] = &[" ", "  ", "\t", "\r", "\0", "\u{b}", "\u{a0}", "\u{feff}", "\u{2028}"];

/// A source of lines.
pub struct Hostile {
    rng: Rng,
    lines: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Hostile {
    /// Lines made from those that are sent in the golden sessions, of GTP or of UGI.
    pub fn new(seed: u64, gtp: bool) -> Hostile {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/transcripts");
        let mut lines: Vec<Vec<u8>> = Vec::new();
        for file in fs::read_dir(folder).expect("the transcripts") {
            let path = file.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if name.ends_with(".txt") && name.starts_with("gtp") == gtp {
                let text = fs::read_to_string(&path).expect("a transcript");
                let sent = text.lines().filter_map(|line| line.strip_prefix("> "));
                lines.extend(sent.map(|line| line.as_bytes().to_vec()));
            }
        }
        // The order of a folder is not always the same, and a seed must be.
        lines.sort();
        lines.dedup();
        let words = lines.iter().flat_map(|line| line.split(|&byte| byte == b' '));
        let mut words: Vec<Vec<u8>> = words.map(<[u8]>::to_vec).collect();
        words.sort();
        words.dedup();
        assert!(lines.len() > 100 && words.len() > 100);
        Hostile { rng: Rng::new(seed), lines, words }
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.rng.below(end)
    }

    fn pick(&mut self) -> Vec<u8> {
        let at = self.rng.below(self.lines.len());
        self.lines[at].clone()
    }

    fn word(&mut self) -> Vec<u8> {
        match self.rng.below(4) {
            0 => NUMBERS[self.rng.below(NUMBERS.len())].as_bytes().to_vec(),
            _ => {
                let at = self.rng.below(self.words.len());
                self.words[at].clone()
            }
        }
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.rng.below(most)).map(|_| self.rng.next() as u8).collect()
    }

    /// The next line, without its end.
    pub fn line(&mut self) -> Vec<u8> {
        let mut line = self.pick();
        for _ in 0..self.rng.below(4) {
            line = self.spoil(line);
        }
        line.retain(|&byte| byte != b'\n');
        line
    }

    fn spoil(&mut self, mut line: Vec<u8>) -> Vec<u8> {
        let at = self.rng.below(line.len() + 1);
        match self.rng.below(10) {
            0 => line.truncate(at),
            1 => drop(line.drain(..at)),
            2 => {
                line.truncate(at);
                let other = self.pick();
                let from = self.rng.below(other.len() + 1);
                line.extend(&other[from..]);
            }
            3 | 4 => {
                let mut words: Vec<Vec<u8>> =
                    line.split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
                let place = self.rng.below(words.len());
                words[place] = self.word();
                line = words.join(&b' ');
            }
            5 => {
                line.push(b' ');
                line.extend(self.word());
            }
            6 => {
                let sprinkled = self.bytes(6);
                line.splice(at..at, sprinkled);
            }
            7 => {
                let blank = BLANKS[self.rng.below(BLANKS.len())];
                line.splice(at..at, blank.bytes());
            }
            8 => line = self.bytes(200),
            _ => match self.rng.below(2) {
                0 => line.make_ascii_uppercase(),
                _ => line.extend(line.clone()),
            },
        }
        line
    }

    /// A line of about a megabyte, sometimes a little more than is read.
    pub fn long_line(&mut self) -> Vec<u8> {
        let length = (1 << 20) + self.rng.below(4096);
        let mut line = self.pick();
        let filling = match self.rng.below(3) {
            0 => b" 1".to_vec(),
            1 => b"x".to_vec(),
            _ => {
                let mut word = self.word();
                word.push(b' ');
                word
            }
        };
        while line.len() < length {
            line.extend(&filling);
        }
        line
    }
}
