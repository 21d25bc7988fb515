//! An engine that plays the first legal move of any game, and has one fault.

use std::io::{self, BufRead, Write};
use std::time::Duration;
use std::{process, thread};

use tetrarch::games::Setup;
use tetrarch::session::{self, Session};
use tetrarch_protocol::ugi::{BestMove, Command, Reply, Start};

fn say(text: impl std::fmt::Display) {
    let mut output = io::stdout().lock();
    // The referee may be gone, and then there is nobody to tell.
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1000));
    }
}

/// Serves on standard input and output until the end of input, or worse.
pub fn serve(mode: &str) {
    // Something stands on this line already, put there by the test harness.
    say("");
    if mode == "stillborn" {
        process::exit(1);
    }
    if mode == "mute" {
        sleep_for_ever();
    }
    let mut session = session::start(&Setup::default()).unwrap();
    let (mut pings, mut games, mut owed) = (0, 0, None);
    for line in io::stdin().lock().lines() {
        let Ok(Ok(Some(command))) = line.map(|line| Command::parse(&line)) else { continue };
        match command {
            Command::Ugi => {
                say(Reply::IdName(format!("faulty ({mode})")));
                say(Reply::UgiOk);
            }
            Command::IsReady => {
                pings += 1;
                if mode != "noping" || pings < 4 {
                    say(Reply::ReadyOk);
                }
            }
            Command::Position { from, moves } => {
                session = match from {
                    Start::Startpos => session::start(&Setup::default()).unwrap(),
                    Start::Fen(text) => session::load(&Setup::default(), &text).unwrap(),
                };
                for mv in moves {
                    session.play(&mv).unwrap();
                }
            }
            Command::NewGame(_) => games += 1,
            Command::Go(_) if mode == "gated" && games > 3 => {
                // Behind the gate it still hears when the referee is gone: its input ends.
                let gate = std::path::PathBuf::from(std::env::var("MARK").unwrap()).join("open");
                if gate.exists() {
                    go(mode, session.as_ref());
                }
            }
            Command::Go(_) if mode == "late" && session.played().len() >= 2 => {
                owed = session.moves().into_iter().next();
            }
            Command::Stop => {
                if let Some(mv) = owed.take() {
                    say(Reply::BestMove(BestMove::new(mv)));
                }
            }
            Command::Go(_) => go(mode, session.as_ref()),
            Command::Quit if mode == "noquit" => sleep_for_ever(),
            Command::Quit => process::exit(0),
            _ => {}
        }
    }
    if mode == "noquit" {
        sleep_for_ever();
    }
    process::exit(0);
}

fn go(mode: &str, session: &dyn Session) {
    let moves = session.moves();
    let best = |text: &str| say(Reply::BestMove(BestMove::new(text)));
    say("info depth 1 score cp 0");
    // Faults come after some good moves.
    if session.played().len() < 2 {
        return best(&moves[0]);
    }
    match mode {
        "crash" => process::exit(3),
        "abort" => process::abort(),
        "hang" | "nostop" => sleep_for_ever(),
        "illegal" => {
            let full = ["1", "2", "3", "4", "5", "6", "7", "99"];
            let illegal = full.iter().find(|mv| !moves.iter().any(|legal| legal == *mv));
            best(illegal.unwrap());
        }
        "malformed" => best("e2e4"),
        "none-move" => say("bestmove"),
        "leave" => process::exit(0),
        "close" => {
            // Only a shell can close what belongs to somebody else: hand it the pipe and go.
            use std::os::unix::process::CommandExt;
            let error =
                process::Command::new("sh").args(["-c", "exec >&- 2>&-; sleep 1000"]).exec();
            panic!("{error}");
        }
        "flood" => loop {
            say(format_args!("info string {}", "flood ".repeat(1000)));
        },
        "chatter" => {
            best(&moves[0]);
            // Nobody asked for these.
            best("zz");
            say("readyok");
            say("info depth 9 score cp 900");
        }
        _ => best(&moves[0]),
    }
}
