//! A client's end of the pipe: the engine in this process or as the built binary, spoken to in
//! lines, with a watchdog on every wait.
#![allow(dead_code, reason = "each test uses its own part")]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tetrarch::daemon::{self, Config};
use tetrarch_protocol::Dialect;

/// Longer than anything here takes on a busy machine: only a hang reaches it.
pub const WATCHDOG: Duration = Duration::from_secs(120);

/// The built engine.
pub const BINARY: &str = env!("CARGO_BIN_EXE_tetrarch");

enum Body {
    Thread(JoinHandle<io::Result<()>>),
    Process(Child),
}

/// An engine and the pipes to it.
pub struct Engine {
    input: Option<Box<dyn Write + Send>>,
    lines: Receiver<String>,
    body: Body,
}

impl Engine {
    /// An engine in this process, started as the binary would be with these arguments.
    pub fn inside(arguments: &[&str]) -> Engine {
        let config = config(arguments);
        let (engine_input, input) = io::pipe().expect("a pipe");
        let (output, engine_output) = io::pipe().expect("a pipe");
        let body = thread::spawn(move || daemon::serve(config, engine_input, engine_output));
        let lines = read_lines(output);
        Engine { input: Some(Box::new(input)), lines, body: Body::Thread(body) }
    }

    /// The built binary.
    pub fn binary(arguments: &[&str]) -> Engine {
        Engine::spawn(Command::new(BINARY).args(arguments))
    }

    /// Any command that reads lines and writes lines.
    pub fn spawn(command: &mut Command) -> Engine {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("piped");
        let lines = read_lines(child.stdout.take().expect("piped"));
        Engine { input: Some(Box::new(input)), lines, body: Body::Process(child) }
    }

    /// The number of the engine's process.
    pub fn id(&self) -> u32 {
        match &self.body {
            Body::Thread(_) => std::process::id(),
            Body::Process(child) => child.id(),
        }
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(&[line.as_bytes(), b"\n"].concat());
    }

    /// Sends bytes as they are. An engine that has ended does not hear them.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Ends the engine's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// The next line; none at the end of the output.
    pub fn line(&self) -> Option<String> {
        match self.lines.recv_timeout(WATCHDOG) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine is silent"),
        }
    }

    /// A line that has already come, or comes within this time.
    pub fn line_within(&self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// Lines up to the first one that begins with this word, that one included.
    pub fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.line() {
            let found = line.split(' ').next() == Some(word);
            lines.push(line);
            if found {
                return lines;
            }
        }
        panic!("no {word} before the end, but {lines:#?}");
    }

    /// Sends a line and returns the answer up to the line that begins with this word.
    pub fn ask(&mut self, line: &str, word: &str) -> Vec<String> {
        self.send(line);
        self.until(word)
    }

    /// What a query answers.
    pub fn query(&mut self, what: &str) -> String {
        let lines = self.ask(&format!("query {what}"), "response");
        lines[lines.len() - 1]["response ".len()..].to_owned()
    }

    /// Ends the input if that was not done, waits for the engine to end well, and returns what
    /// it still had to say.
    pub fn end(mut self) -> Vec<String> {
        self.close();
        let rest = std::iter::from_fn(|| self.line()).collect();
        match self.body {
            Body::Thread(body) => {
                body.join().expect("no panic").expect("no failure");
            }
            Body::Process(mut child) => {
                let status = child.wait().expect("it was started");
                assert!(status.success(), "the engine ended with {status}");
            }
        }
        rest
    }
}

/// The lines of an output, read on a thread of its own so that every wait can end.
pub fn read_lines(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// What the binary makes of its arguments.
fn config(arguments: &[&str]) -> Config {
    let mut config = Config::default();
    for pair in arguments.chunks(2) {
        match *pair {
            ["--game", game] => {
                config.options.set("Game", game).expect(game);
            }
            ["--option", option] => {
                let (name, value) = option.split_once('=').expect(option);
                config.options.set(name, value).expect(option);
            }
            ["--protocol", name] => config.dialect = Some(Dialect::read(name).expect(name)),
            _ => panic!("unknown arguments {pair:?}"),
        }
    }
    config
}
