//! Whole sessions with the daemon, in either dialect: no panic on any thread, an end, and as many
//! answers as the lines are owed.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use tetrarch::daemon::{self, Config};
use tetrarch_protocol::Dialect;
use tetrarch_protocol::gtp::{self, Input, ResponseReader};
use tetrarch_protocol::ugi::{Command, Verb};

fuzz_target!(|data: &[u8]| {
    let Some((choice, data)) = data.split_first() else { return };
    let dialect = if choice % 2 == 0 { Dialect::Ugi } else { Dialect::Gtp };
    let mut input = Vec::new();
    let mut owed = 0;
    for line in data.split(|&byte| byte == b'\n') {
        let answers = match dialect {
            Dialect::Ugi => ugi(line),
            Dialect::Gtp => gtp(line),
        };
        if let Some(answers) = answers {
            owed += answers;
            input.extend_from_slice(line);
            input.push(b'\n');
        }
    }
    let (first, last) = match dialect {
        Dialect::Ugi => ("", "stop\nquit\n"),
        // A move takes a hundredth of a second.
        Dialect::Gtp => ("time_settings 0 1 100\n", "quit\n"),
    };
    let input = [first.as_bytes(), &input, last.as_bytes()].concat();
    let mut output = Vec::new();
    let mut config = Config { dialect: Some(dialect), ..Config::default() };
    // A small table: it is made anew for every session.
    config.options.set("Hash", "1").expect("a size");
    daemon::serve(config, Cursor::new(input), &mut output).expect("a vector takes everything");
    let output = String::from_utf8(output).expect("replies are UTF-8");
    let answers = match dialect {
        Dialect::Ugi => output.lines().filter(|line| is_answer(line)).count(),
        Dialect::Gtp => {
            let mut reader = ResponseReader::default();
            // Those to the first and the last line are no answers to the fuzzer's.
            output.lines().filter_map(|line| reader.feed(line)).count() - 2
        }
    };
    assert_eq!(answers, owed, "{output}");
});

fn is_answer(line: &str) -> bool {
    let answers = ["bestmove", "response", "readyok", "ugiok", "uciok", "nodes"];
    line.split(' ').next().is_some_and(|word| answers.contains(&word))
}

/// How many answers a line is owed; none to leave it out.
fn ugi(line: &[u8]) -> Option<usize> {
    let verb = match Command::parse_bytes(line) {
        // What costs much memory or time finds nothing.
        Ok(Some(Command::Quit | Command::Bench)) => return None,
        Ok(Some(Command::SetOption { name, .. })) if is_dear(&name) => return None,
        Ok(command) => command.map(|command| command.verb()),
        Err(error) => error.command,
    };
    let answered = [Verb::Go, Verb::Perft, Verb::Query, Verb::IsReady, Verb::Ugi, Verb::Uci];
    Some(usize::from(verb.is_some_and(|verb| answered.contains(&verb))))
}

fn is_dear(option: &str) -> bool {
    ["Hash", "Threads"].iter().any(|dear| dear.eq_ignore_ascii_case(option))
}

fn gtp(line: &[u8]) -> Option<usize> {
    match Input::parse_bytes(line) {
        Ok(None | Some(Input::Interrupt)) => Some(0),
        Ok(Some(Input::Request(request))) => match request.command {
            gtp::Command::Quit
            | gtp::Command::TimeSettings { .. }
            | gtp::Command::TimeLeft { .. } => None,
            _ => Some(1),
        },
        Err(_) => Some(1),
    }
}
