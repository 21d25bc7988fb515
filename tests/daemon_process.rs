//! The engine as a process: how it ends, what it writes where, and what it costs.

mod pipe;

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use pipe::{BINARY, Engine, WATCHDOG};

/// Runs the binary with this as its whole input.
fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    // An engine that ends early does not read it all.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it was started")
}

fn engine() -> Command {
    let mut command = Command::new(BINARY);
    command.env_remove("RUST_LOG");
    command
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn a_session_from_a_file_is_clean() {
    let input = "ugi\nsetoption name Game value otrio\nposition startpos\ngo movetime 100\n";
    let output = run(&mut engine(), input);
    let text = stdout(&output);
    let mut words: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    words.dedup();
    assert_eq!(words, ["id", "option", "ugiok", "info", "bestmove"]);
    assert_eq!(text.lines().filter(|line| line.starts_with("bestmove ")).count(), 1);
    assert_eq!(output.stderr, b"");
}

#[test]
fn the_end_of_input_lets_a_limited_search_finish() {
    let begin = Instant::now();
    let text = stdout(&run(&mut engine(), "go movetime 300"));
    assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
    assert!(begin.elapsed() > Duration::from_millis(150), "it was cut short");
    let text = stdout(&run(&mut engine(), "go perft 5\n"));
    assert_eq!(text.lines().last(), Some("nodes 16807"));
    let text = stdout(&run(&mut engine(), "1 time_settings 2 0 0\n2 genmove b\n3 name"));
    let mut responses = text.split("\n\n");
    assert!(responses.nth(1).is_some_and(|second| second.starts_with("=2 ")), "{text}");
    assert_eq!(responses.next(), Some("=3 tetrarch"));
}

#[test]
fn the_end_of_input_stops_an_endless_search() {
    let endless = [
        "go infinite",
        "go",
        "go ponder movetime 100",
        "position startpos moves 1 2 1 2 1 2\ngo infinite",
        "position startpos moves 8\ngo infinite",
        "position startpos moves 8\ngo ponder",
    ];
    for input in endless {
        let text = stdout(&run(&mut engine(), input));
        let last = text.lines().last().unwrap_or_default();
        assert!(last.starts_with("bestmove "), "{input}: {text}");
    }
    for nothing in ["", "\n", "\n\n# comment\n", "isready"] {
        stdout(&run(&mut engine(), nothing));
    }
}

#[test]
fn quit_ends_at_once() {
    for work in ["go infinite", "go movetime 600000", "go ponder", "go perft 40", "bench", "ugi"] {
        for wait in [Duration::ZERO, Duration::from_millis(30)] {
            let mut engine = Engine::binary(&[]);
            engine.send(work);
            thread::sleep(wait);
            engine.send("quit");
            // The input stays open: only the command can end it.
            let mut lines = Vec::new();
            while let Some(line) = engine.line() {
                lines.push(line);
            }
            let best = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
            let searches = work.starts_with("go") && !work.contains("perft");
            assert_eq!(best, usize::from(searches), "{work}: {lines:?}");
            assert_eq!(engine.end(), [""; 0]);
        }
    }
}

#[test]
fn a_closed_output_ends_the_process_quietly() {
    for input in ["isready\n", "ugi\n", "go depth 1\n", "go infinite\nd\n", "1 name\n"] {
        let mut command = engine();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        drop(child.stdout.take());
        let mut pipe = child.stdin.take().expect("piped");
        pipe.write_all(input.as_bytes()).expect("it listens");
        // The input stays open: only the broken pipe can end it.
        let deadline = Instant::now() + WATCHDOG;
        let status = loop {
            if let Some(status) = child.try_wait().expect("it was started") {
                break status;
            }
            assert!(Instant::now() < deadline, "{input:?}: it goes on without a listener");
            thread::sleep(Duration::from_millis(5));
        };
        let mut said = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut said).expect("UTF-8");
        assert!(status.success(), "{input:?}: {status}");
        assert_eq!(said, "", "{input:?}");
    }
}

#[test]
fn the_log_has_both_directions_and_never_goes_to_the_output() {
    let file = std::env::temp_dir().join(format!("tetrarch-log-{}.txt", std::process::id()));
    for (input, sent, received) in [
        ("# who?\nisready\nquery turn\nquit\n", ["> # who?", "> query turn"], "< response p1"),
        ("1 name\n# hm\nquit\n", ["> 1 name", "> # hm"], "< =1 tetrarch"),
    ] {
        let silent = run(&mut engine(), input);
        assert_eq!(silent.stderr, b"");
        let logged = run(engine().env("RUST_LOG", "trace"), input);
        assert_eq!(stdout(&logged), stdout(&silent));
        let log = String::from_utf8(logged.stderr).expect("UTF-8");
        let to_file = run(engine().env("RUST_LOG", "trace").arg("--log-file").arg(&file), input);
        assert_eq!(stdout(&to_file), stdout(&silent));
        assert_eq!(to_file.stderr, b"");
        let filed = fs::read_to_string(&file).expect("a log");
        fs::remove_file(&file).expect("it is there");
        for log in [log, filed] {
            for line in sent.into_iter().chain([received]) {
                assert!(log.contains(line), "{line} is missing in {log}");
            }
        }
    }
}

#[test]
fn bad_arguments_are_refused() {
    for arguments in [
        &["--game", "chess"][..],
        &["--option", "Hash"],
        &["--option", "Hash=0"],
        &["--option", "Colour=red"],
        &["--protocol", "xboard"],
        &["--castle"],
    ] {
        let output = run(engine().args(arguments), "isready\n");
        assert!(!output.status.success(), "{arguments:?}");
        assert_eq!(output.stdout, b"", "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

/// A field of a file that Linux keeps about a process.
#[cfg(target_os = "linux")]
fn mebibytes(engine: &Engine, field: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("a process");
    let line = status.lines().find(|line| line.starts_with(field)).expect(field);
    let kibibytes: u64 = line.split_whitespace().nth(1).expect(line).parse().expect(line);
    kibibytes / 1024
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_computed_while_there_is_nothing_to_do() {
    /// Hundredths of a second of computing so far.
    fn ticks(engine: &Engine) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", engine.id())).expect("a process");
        // The name, in parentheses, may contain anything; user and system time follow it.
        let (_, fields) = stat.rsplit_once(')').expect("a name");
        fields.split_whitespace().skip(11).take(2).map(|n| n.parse::<u64>().expect("ticks")).sum()
    }
    let idle = [
        "isready",
        "position startpos moves 1 2 1 2 1 2\ngo infinite\nisready",
        "position startpos moves 8\ngo ponder\nisready",
        "position startpos moves 1 2 1 2 1 2 1\ngo infinite\nisready",
    ];
    let mut engines: Vec<Engine> = idle
        .iter()
        .map(|lines| {
            let mut engine = Engine::binary(&[]);
            engine.ask(lines, "readyok");
            engine
        })
        .collect();
    let mut gtp = Engine::binary(&[]);
    gtp.ask("1 name", "=1");
    engines.push(gtp);
    // Whatever a search still had to do is over soon.
    thread::sleep(Duration::from_millis(300));
    let before: Vec<u64> = engines.iter().map(ticks).collect();
    thread::sleep(Duration::from_secs(1));
    for (engine, before) in engines.iter().zip(before) {
        let used = ticks(engine) - before;
        assert!(used <= 5, "{used} hundredths of an idle second were used");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn long_lines_do_not_fill_the_memory() {
    let mut engine = Engine::binary(&["--option", "Hash=1"]);
    let word = "x".repeat(1 << 20);
    let moves = " 1".repeat((1 << 20) / 2);
    let endless = " 1".repeat(5 << 20);
    for _ in 0..8 {
        engine.send(&word);
        engine.send(&format!("position startpos moves{moves}"));
        engine.send(&format!("position startpos moves{endless}"));
        engine.send(&format!("query islegal{endless}"));
        engine.send(&format!("go infinite searchmoves{endless}"));
    }
    engine.send("isready");
    let mut counts = [0; 3];
    while counts[2] == 0 {
        let line = engine.line().expect("the engine is there");
        for (count, word) in counts.iter_mut().zip(["response", "bestmove", "readyok"]) {
            *count += usize::from(line.split(' ').next() == Some(word));
        }
    }
    assert_eq!(counts, [8, 8, 1]);
    let most = mebibytes(&engine, "VmHWM");
    println!("{most} MiB at the most");
    assert!(most < 64, "{most} MiB");
    engine.send("position startpos");
    assert_eq!(engine.query("turn"), "p1");
    engine.send("quit");
    engine.end();
}
