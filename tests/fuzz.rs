//! More than a hundred thousand hostile lines in both dialects, from fixed seeds: no panic on any
//! thread, no hang, every answer that is owed and none besides, and a sound state afterwards.

mod common;
mod hostile;
mod pipe;

use std::collections::VecDeque;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use hostile::Hostile;
use pipe::{Engine, WATCHDOG};
use tetrarch_protocol::gtp::{self, Input, ResponseReader};
use tetrarch_protocol::ugi::{Command, Verb};

/// Lines between two settlements.
const BATCH: usize = 500;

/// Panics on any thread of this process, also on those whose end nobody looks at.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.fetch_add(1, Ordering::SeqCst);
            report(panic);
        }));
    });
}

/// Runs a session on a thread of its own, so that a hang is seen even while writing.
fn watched(session: impl FnOnce() + Send + 'static) {
    count_panics();
    let (done, ended) = mpsc::channel();
    let thread = thread::spawn(move || {
        session();
        done.send(()).expect("the watcher waits");
    });
    match ended.recv_timeout(WATCHDOG) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("the engine hangs"),
        _ => thread.join().expect("no panic"),
    }
    assert_eq!(PANICS.load(Ordering::SeqCst), 0, "something panicked");
}

/// What lines of UGI are owed, by the first word of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Owed {
    bestmove: usize,
    response: usize,
    readyok: usize,
    handshake: usize,
    nodes: usize,
}

impl Owed {
    fn of(&mut self, verb: Verb) -> Option<&mut usize> {
        Some(match verb {
            Verb::Go => &mut self.bestmove,
            Verb::Query => &mut self.response,
            Verb::IsReady => &mut self.readyok,
            Verb::Ugi | Verb::Uci => &mut self.handshake,
            Verb::Perft => &mut self.nodes,
            _ => return None,
        })
    }

    fn note(&mut self, line: &str) {
        let count = match line.split(' ').next().unwrap_or_default() {
            "bestmove" => &mut self.bestmove,
            "response" => &mut self.response,
            "readyok" => &mut self.readyok,
            "ugiok" | "uciok" => &mut self.handshake,
            "nodes" => &mut self.nodes,
            _ => return,
        };
        *count += 1;
    }
}

/// Whether an option is too dear for a machine that also does other things.
fn is_dear(name: &str, value: Option<&str>) -> bool {
    let large = |most| value.and_then(|value| value.parse().ok()).is_some_and(|n: u64| n > most);
    name.eq_ignore_ascii_case("hash") && large(16)
        || name.eq_ignore_ascii_case("threads") && large(4)
}

fn ugi(lines: usize, seed: u64) {
    let mut engine = Engine::inside(&["--protocol", "ugi", "--option", "Hash=1"]);
    let mut hostile = Hostile::new(seed, false);
    let (mut owed, mut paid) = (Owed::default(), Owed::default());
    let mut sent = 0;
    while sent < lines {
        for _ in 0..BATCH {
            let long = hostile.below(4000) == 0;
            let line = if long { hostile.long_line() } else { hostile.line() };
            let parsed = Command::parse_bytes(&line);
            let verb = match &parsed {
                Ok(None) => None,
                Ok(Some(Command::SetOption { name, value })) if is_dear(name, value.as_deref()) => {
                    continue;
                }
                Ok(Some(command)) => Some(command.verb()),
                Err(error) => error.command,
            };
            let too_long = line.len() + 1 > tetrarch::daemon::lines::LONGEST;
            match verb {
                Some(Verb::Quit) => continue,
                // A line too long to be read is refused, unless it asks or moves something.
                Some(Verb::IsReady | Verb::Ugi | Verb::Uci) if too_long => {}
                Some(verb) => *owed.of(verb).unwrap_or(&mut 0) += 1,
                None => {}
            }
            engine.send_bytes(&[line.as_slice(), b"\n"].concat());
            sent += 1;
        }
        // Nothing runs after a new position, so by then everything is paid.
        for line in [
            "stop",
            "setoption name Game value iris",
            "setoption name IrisSize value 3",
            "position startpos moves c3",
            "query fen",
            "isready",
        ] {
            engine.send(line);
        }
        (owed.response, owed.readyok) = (owed.response + 1, owed.readyok + 1);
        let mut fen = String::new();
        while paid.readyok < owed.readyok {
            let line = engine.line().expect("the engine is there");
            paid.note(&line);
            if line.starts_with("response ") {
                fen = line;
            }
        }
        assert_eq!(paid, owed, "after {sent} lines of seed {seed}");
        assert_eq!(fen, "response 3/4/2b2/4/3 w 0");
    }
    engine.send("quit");
    engine.end();
}

/// A request with its number, or a reason to leave a line out.
enum Asked {
    Nothing,
    Request(Option<gtp::Id>),
    Clock(Option<gtp::Id>),
    Unwanted,
}

fn asked(hostile: &mut Hostile, line: &[u8]) -> Asked {
    match Input::parse_bytes(line) {
        Ok(None | Some(Input::Interrupt)) => Asked::Nothing,
        Err(error) => Asked::Request(error.id),
        Ok(Some(Input::Request(request))) => match request.command {
            gtp::Command::Quit => Asked::Unwanted,
            // Each costs a hundredth of a second.
            gtp::Command::GenMove(_) | gtp::Command::RegGenMove(_) if hostile.below(8) > 0 => {
                Asked::Unwanted
            }
            gtp::Command::TimeSettings { .. } | gtp::Command::TimeLeft { .. } => {
                Asked::Clock(request.id)
            }
            _ => Asked::Request(request.id),
        },
    }
}

fn gtp(lines: usize, seed: u64) {
    let mut engine = Engine::inside(&["--protocol", "gtp", "--option", "Hash=1"]);
    let mut hostile = Hostile::new(seed, true);
    let mut reader = ResponseReader::default();
    let mut owed = VecDeque::new();
    let mut sent = 0;
    let hurry = "time_settings 0 1 100";
    engine.send(hurry);
    owed.push_back(None);
    while sent < lines {
        for _ in 0..BATCH {
            let long = hostile.below(4000) == 0;
            let line = if long { hostile.long_line() } else { hostile.line() };
            let asked = asked(&mut hostile, &line);
            if matches!(asked, Asked::Unwanted) {
                continue;
            }
            engine.send_bytes(&[line.as_slice(), b"\n"].concat());
            sent += 1;
            match asked {
                Asked::Nothing | Asked::Unwanted => {}
                Asked::Request(id) => owed.push_back(id),
                Asked::Clock(id) => {
                    engine.send(hurry);
                    owed.extend([id, None]);
                }
            }
        }
        for line in ["set_game iris", "boardsize 5", "clear_board", "play b C3"] {
            engine.send(line);
            owed.push_back(None);
        }
        engine.send("gogui-rules_legal_moves");
        owed.push_back(None);
        while let Some(&id) = owed.front() {
            let line = engine.line().expect("the engine is there");
            let Some(response) = reader.feed(&line) else { continue };
            assert_eq!(response.id, id, "after {sent} lines of seed {seed}: {response}");
            owed.pop_front();
            if owed.is_empty() {
                let moves = response.body.expect("moves");
                assert!(moves.starts_with("A1 A2 A3") && moves.ends_with(" pass"), "{moves}");
            }
        }
    }
    engine.send("quit");
    assert_eq!(engine.end(), ["=", ""]);
}

#[test]
fn sixty_thousand_hostile_lines_of_ugi() {
    watched(|| ugi(60_000, 1));
}

#[test]
fn fifty_thousand_hostile_lines_of_gtp() {
    watched(|| gtp(50_000, 2));
}

/// The first line decides the dialect: hostile ones too.
#[test]
fn a_thousand_hostile_beginnings() {
    watched(|| {
        for mut hostile in [Hostile::new(3, false), Hostile::new(4, true)] {
            for _ in 0..500 {
                let mut engine = Engine::inside(&["--option", "Hash=1"]);
                engine.send_bytes(&hostile.line());
                engine.send_bytes(b"\nstop\nquit\n");
                engine.end();
            }
        }
    });
}
