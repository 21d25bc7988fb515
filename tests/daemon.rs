//! The engine over time, through the built binary: what is answered during a search, and that
//! each `go` gets its one `bestmove` however the commands fall.

mod common;
mod pipe;

use std::time::{Duration, Instant};

use common::Rng;
use pipe::Engine;

/// Long enough that an answer which ought to be held would have come.
const A_WHILE: Duration = Duration::from_millis(100);

fn is_bestmove(line: &str) -> bool {
    line.split(' ').next() == Some("bestmove")
}

/// Whatever comes within a while.
fn lines_of_a_while(engine: &Engine) -> Vec<String> {
    let end = Instant::now() + A_WHILE;
    std::iter::from_fn(|| engine.line_within(end.saturating_duration_since(Instant::now())))
        .collect()
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut engine = Engine::binary(&[]);
    for go in ["go infinite", "go movetime 600000", "go ponder depth 1", "go perft 30", "bench"] {
        engine.send(go);
        for _ in 0..20 {
            let lines = engine.ask("isready", "readyok");
            assert!(!lines.iter().any(|line| is_bestmove(line)), "{go}: {lines:?}");
        }
        engine.send("stop");
        engine.send("uginewgame");
        let lines = engine.ask("isready", "readyok");
        let best = lines.iter().filter(|line| is_bestmove(line)).count();
        let searches = go != "bench" && !go.contains("perft");
        assert_eq!(best, usize::from(searches), "{go}: {lines:?}");
    }
    engine.send("quit");
    assert_eq!(engine.end(), [""; 0]);
}

#[test]
fn infinite_and_ponder_hold_their_answer() {
    let mut engine = Engine::binary(&[]);
    let positions = [
        ("position startpos", None),
        ("position startpos moves 1 2 1 2 1 2", Some("bestmove 1")),
        ("position startpos moves 1 2 1 2 1 2 1", Some("bestmove (none)")),
        ("position startpos moves 8", Some("bestmove (none)")),
    ];
    for (position, best) in positions {
        for (go, word) in [
            ("go infinite", "stop"),
            ("go", "stop"),
            ("go infinite depth 1 nodes 1 movetime 1", "stop"),
            ("go ponder depth 1", "stop"),
            ("go ponder depth 1", "ponderhit"),
            ("go ponder p1time 1 p2time 1", "ponderhit"),
            ("go ponder infinite", "stop"),
        ] {
            engine.send(position);
            engine.send(go);
            let early = lines_of_a_while(&engine);
            assert!(!early.iter().any(|line| is_bestmove(line)), "{position}, {go}: {early:?}");
            let late = engine.ask(word, "bestmove");
            let scored = early.iter().chain(&late).any(|line| line.contains(" score "));
            assert!(scored, "{position}, {go}: no score before the move");
            if let Some(best) = best {
                assert_eq!(late.last().map(String::as_str), Some(best), "{position}, {go}");
            }
        }
    }
    // Pondering forever goes on forever after the hit, too.
    engine.send("position startpos moves 1 2 1 2 1 2");
    engine.send("go ponder infinite");
    engine.send("ponderhit");
    assert!(!lines_of_a_while(&engine).iter().any(|line| is_bestmove(line)));
    engine.ask("stop", "bestmove");
    assert_eq!(engine.end(), [""; 0]);
}

#[test]
fn what_changes_the_state_stops_the_search_first() {
    let mut engine = Engine::binary(&[]);
    let changes = [
        "position startpos",
        "position nowhere",
        "setoption name Level value 10",
        "setoption name Level value 11",
        "uginewgame",
        "ucinewgame",
        "go depth 1",
        "go nowhere",
        "go perft 1",
        "play 4",
        "undo",
        "bench",
    ];
    for change in changes {
        engine.send("position startpos moves 4");
        engine.send("go infinite");
        engine.until("info");
        engine.send(change);
        // An answer to the change would come after the move.
        let lines = engine.until("bestmove");
        assert!(!lines.iter().any(|line| line.contains("error")), "{change}: {lines:?}");
        engine.send("stop");
        engine.send("uginewgame");
        engine.ask("isready", "readyok");
    }
    let asks = [
        "isready",
        "query turn",
        "query nonsense",
        "d",
        "moves",
        "eval",
        "help",
        "debug on",
        "ponderhit",
        "nonsense",
        "setoption nonsense",
        "play",
        "",
    ];
    engine.send("go infinite");
    for ask in asks {
        engine.send(ask);
        let lines = engine.ask("isready", "readyok");
        assert!(!lines.iter().any(|line| is_bestmove(line)), "{ask}: {lines:?}");
    }
    engine.ask("stop", "bestmove");
    engine.send("quit");
    engine.end();
}

/// Counts what comes against what was sent.
#[derive(Default)]
struct Ledger {
    sent: usize,
    got: usize,
    scored: bool,
}

impl Ledger {
    fn note(&mut self, line: &str) {
        if is_bestmove(line) {
            assert!(self.scored, "a bestmove without a score before it");
            self.got += 1;
            self.scored = false;
            assert!(self.got <= self.sent, "a bestmove too many");
        } else if line.starts_with("info ") && line.contains(" score ") {
            self.scored = true;
        }
    }
}

/// Sends random commands in random order, waits or not, and settles the accounts after each
/// round.
fn interleave(rounds: usize, seed: u64) {
    let mut engine = Engine::binary(&["--option", "Hash=1"]);
    let mut rng = Rng::new(seed);
    let mut ledger = Ledger::default();
    let commands = [
        "go depth 1",
        "go depth 2",
        "go nodes 300",
        "go movetime 1",
        "go infinite",
        "go",
        "go ponder depth 2",
        "go p1time 20 p2time 20",
        "go nonsense",
        "go depth 1 searchmoves 9",
        "stop",
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "query gameover",
        "position startpos",
        "position startpos moves 1 2 1 2 1 2",
        "position startpos moves 1 2 1 2 1 2 1",
        "position startpos moves 9",
        "setoption name MultiPV value 2",
        "setoption name MultiPV value 1",
        "uginewgame",
        "undo",
        "nonsense",
    ];
    for _ in 0..rounds {
        let mut owed = [0, 0];
        for _ in 0..1 + rng.below(6) {
            let command = commands[rng.below(commands.len())];
            engine.send(command);
            ledger.sent += usize::from(command.starts_with("go"));
            owed[0] += usize::from(command == "isready");
            owed[1] += usize::from(command == "query gameover");
            if rng.below(3) == 0 {
                // Let the search get on, or even finish.
                std::thread::sleep(Duration::from_micros(rng.below(1500) as u64));
            }
        }
        // Nothing is held any more after a stop, and nothing runs after a new position.
        engine.send("stop");
        engine.send("position startpos");
        engine.send("isready");
        owed[0] += 1;
        while owed != [0, 0] {
            let line = engine.line().expect("the engine is there");
            ledger.note(&line);
            owed[0] -= usize::from(line == "readyok");
            owed[1] -= usize::from(line.starts_with("response "));
        }
        assert_eq!(ledger.got, ledger.sent, "a go without its bestmove");
    }
    engine.send("quit");
    assert_eq!(engine.end(), [""; 0]);
}

#[test]
fn one_bestmove_per_go() {
    interleave(400, 1);
}

#[test]
#[ignore = "the long version, for CI"]
fn one_bestmove_per_go_over_ten_thousand_interleavings() {
    interleave(10_000, 2);
}

/// Reported, not asserted: the machine may be busy with something else.
#[test]
fn movetime_is_measured() {
    for game in ["iris", "manalath", "otrio", "linetris"] {
        let mut engine = Engine::binary(&["--game", game]);
        engine.ask("isready", "readyok");
        let mut worst = Duration::ZERO;
        for _ in 0..5 {
            let begin = Instant::now();
            engine.ask("go movetime 40", "bestmove");
            worst = worst.max(begin.elapsed().saturating_sub(Duration::from_millis(40)));
        }
        println!("{game}: movetime 40 overshot by {worst:?} at the most");
        engine.send("quit");
        engine.end();
    }
}
