//! How soon the engine answers while it searches: `isready`, and `stop` to `bestmove`, beside the
//! same client's round trip to `cat`.
//!
//! `cargo bench --bench latency`

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const TRIALS: usize = 1000;

const GAMES: [&str; 4] = ["iris", "manalath", "otrio", "linetris"];

struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn start(command: &mut Command) -> Peer {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Peer { child, input, output }
    }

    fn engine(game: &str) -> Peer {
        Peer::start(Command::new(env!("CARGO_BIN_EXE_tetrarch")).args(["--game", game]))
    }

    fn send(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).expect("it listens");
    }

    /// Reads up to the line that begins with this word.
    fn wait(&mut self, word: &str) {
        let mut line = String::new();
        while line.split_whitespace().next() != Some(word) {
            line.clear();
            assert!(self.output.read_line(&mut line).expect("UTF-8") > 0, "no {word}");
        }
    }

    /// The time from a line to the one that answers it.
    fn time(&mut self, line: &str, answer: &str) -> Duration {
        let begin = Instant::now();
        self.send(line);
        self.wait(answer);
        begin.elapsed()
    }

    fn end(mut self) {
        drop(self.input);
        self.child.wait().expect("it was started");
    }
}

/// Pauses of no fixed rhythm, so that the trials do not fall into step with the search.
fn pause(trial: usize) {
    thread::sleep(Duration::from_micros(500 + (trial as u64 * 7919) % 3000));
}

fn row(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    println!("{name:<36} {:>9.3} {:>9.3} {:>9.3}", at(50), at(99), at(100));
}

fn main() {
    println!("{TRIALS} trials each, in milliseconds {:>9} {:>9} {:>9}", "p50", "p99", "max");
    let mut cat = Peer::start(&mut Command::new("cat"));
    let round_trip = |trial| {
        pause(trial);
        cat.time("isready", "isready")
    };
    row("round trip to cat", (0..TRIALS).map(round_trip).collect());
    cat.end();
    for game in GAMES {
        let mut engine = Peer::engine(game);
        let idle = |trial| {
            pause(trial);
            engine.time("isready", "readyok")
        };
        row(&format!("{game}: isready, idle"), (0..TRIALS).map(idle).collect());
        engine.send("go infinite");
        let searching = |trial| {
            pause(trial);
            engine.time("isready", "readyok")
        };
        row(&format!("{game}: isready during search"), (0..TRIALS).map(searching).collect());
        engine.time("stop", "bestmove");
        let stopped = |trial| {
            engine.send("go infinite");
            pause(trial);
            engine.time("stop", "bestmove")
        };
        row(&format!("{game}: stop to bestmove"), (0..TRIALS).map(stopped).collect());
        engine.end();
    }
}
