//! Plays the golden sessions in `protocol/transcripts` against the engine, once inside this
//! process and once through the built binary. Their format is told in the README there.

mod pipe;

use std::fs;
use std::path::{Path, PathBuf};

use pipe::Engine;

/// One line of a transcript.
enum Step {
    /// `$`: the arguments the engine is started with.
    Start(Vec<String>),
    /// `>`: a line to be sent.
    Send(Vec<u8>),
    /// `<`: a line that must come, in which `*` stands for any text.
    Expect(String),
    /// `< ...`: any number of lines that answer nothing.
    Skip,
}

fn steps(text: &str) -> Vec<(usize, Step)> {
    let step = |line: &str| {
        Some(match line.split_at_checked(1)? {
            ("$", arguments) => Step::Start(arguments.split_whitespace().map(Into::into).collect()),
            (">", line) => Step::Send(unescape(line.strip_prefix(' ').unwrap_or(line))),
            ("<", " ...") => Step::Skip,
            ("<", line) => Step::Expect(line.strip_prefix(' ').unwrap_or(line).to_owned()),
            ("#", _) => return None,
            _ => panic!("a line of a transcript begins with one of # $ > <, not: {line}"),
        })
    };
    (1..).zip(text.lines()).filter_map(|(number, line)| Some((number, step(line)?))).collect()
}

/// Reads `\r`, `\t`, `\\` and `\xHH`.
fn unescape(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, byte == b'\\') {
            (byte, false) => byte,
            _ => match rest.next() {
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let digits: Vec<u8> = rest.by_ref().take(2).collect();
                    let digits = std::str::from_utf8(&digits).expect("two digits");
                    u8::from_str_radix(digits, 16).expect("two digits")
                }
                _ => panic!("unknown escape in {line}"),
            },
        });
    }
    bytes
}

/// Whether a text is what a pattern says, `*` being any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            (0..=rest.len())
                .filter(|&at| rest.is_char_boundary(at))
                .any(|at| matches(tail, &rest[at..]))
        }),
    }
}

/// Whether a client waits for this line, so that `...` must not hide it.
fn is_answer(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    matches!(first, "bestmove" | "response" | "readyok" | "ugiok" | "uciok" | "nodes")
        || line.starts_with("info string error")
        || line.starts_with(['=', '?'])
        || line.is_empty()
}

fn play(path: &Path, start: fn(&[&str]) -> Engine) {
    let text = fs::read_to_string(path).expect("a transcript");
    let steps = steps(&text);
    let name = path.file_name().expect("a file").to_string_lossy();
    let mut engine: Option<Engine> = None;
    let mut skips = false;
    for (number, step) in &steps {
        if let Step::Start(arguments) = step {
            finish(engine.take(), &name, *number, skips);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            (engine, skips) = (Some(start(&arguments)), false);
            continue;
        }
        let engine = engine.get_or_insert_with(|| start(&[]));
        match step {
            Step::Start(_) => {}
            Step::Send(line) => {
                // What `...` allows may come before or after the next line is sent.
                engine.send_bytes(&[line.as_slice(), b"\n"].concat());
            }
            Step::Skip => skips = true,
            Step::Expect(pattern) => loop {
                let Some(line) = engine.line() else {
                    panic!("{name}:{number}: expected `{pattern}`, but the engine has ended");
                };
                if matches(pattern, &line) {
                    skips = false;
                    break;
                }
                assert!(
                    skips && !is_answer(&line),
                    "{name}:{number}: expected `{pattern}`, found `{line}`"
                );
            },
        }
    }
    finish(engine, &name, text.lines().count(), skips);
}

/// At its end a session has nothing more to say.
fn finish(engine: Option<Engine>, name: &str, number: usize, skips: bool) {
    let rest = engine.map_or_else(Vec::new, Engine::end);
    let unexpected = rest.iter().find(|line| !skips || is_answer(line));
    assert_eq!(unexpected, None, "{name}:{number}: something came after the end");
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/transcripts");
    let files = fs::read_dir(folder).expect("the transcripts");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

#[test]
fn inside_this_process() {
    for path in transcripts() {
        play(&path, Engine::inside);
    }
}

#[test]
fn through_the_binary() {
    for path in transcripts() {
        play(&path, Engine::binary);
    }
}

#[test]
fn patterns_match_what_they_say() {
    assert!(matches("info *score cp * pv *", "info depth 1 score cp 3 nodes 2 pv 4"));
    assert!(matches("a*", "a") && matches("*", ""));
    assert!(!matches("bestmove 4", "bestmove 44") && !matches("a*b", "abc"));
    assert_eq!(unescape(r"a\tb\r\x00\xff\\"), b"a\tb\r\0\xff\\");
    assert!(
        is_answer("bestmove 4") && is_answer("info string error x") && !is_answer("info depth")
    );
}
