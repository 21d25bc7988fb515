//! Whatever comes in, nothing panics and nothing takes long.

use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use tetrarch_protocol::Dialect;
use tetrarch_protocol::gtp::{self, Input, ResponseReader};
use tetrarch_protocol::ugi::{self, Command, Reply};

/// Through every parser there is, and printed again.
fn swallow(line: &[u8]) {
    match Command::parse_bytes(line) {
        Ok(command) => drop(command.map(|command| command.to_string())),
        Err(error) => drop(error.to_string()),
    }
    match Input::parse_bytes(line) {
        Ok(input) => drop(input.map(|input| input.to_string())),
        Err(error) => drop(error.response().to_string()),
    }
    let _ = Reply::parse_bytes(line).to_string();
    let _ = Dialect::detect(&String::from_utf8_lossy(line));
    let mut reader = ResponseReader::default();
    for part in line.split(|byte| *byte == b'\n') {
        let _ = reader.feed_bytes(part);
    }
    let _ = reader.finish().map(|response| response.to_string());
}

fn examples() -> Vec<&'static str> {
    let ugi = ugi::Verb::ALL.iter().map(|verb| verb.example());
    let gtp = gtp::Verb::ALL.iter().map(|verb| verb.example());
    ugi.chain(gtp).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bytes(line in vec(any::<u8>(), 0..300)) {
        swallow(&line);
    }

    #[test]
    fn bytes_after_a_command(
        example in proptest::sample::select(examples()),
        cut in 0.0..1.0,
        rest in vec(any::<u8>(), 0..60),
    ) {
        let cut = (example.len() as f64 * cut) as usize;
        swallow(&[&example.as_bytes()[..cut], rest.as_slice()].concat());
        swallow(&[example.as_bytes(), b" ", rest.as_slice()].concat());
    }

    #[test]
    fn huge_numbers(example in proptest::sample::select(examples()), digits in "-?[0-9]{1,60}") {
        swallow(format!("{example} {digits}").as_bytes());
        swallow(format!("{digits} {example}").as_bytes());
        let line: String = example
            .split(' ')
            .map(|word| if word.parse::<i64>().is_ok() { &digits } else { word })
            .flat_map(|word| [word, " "])
            .collect();
        swallow(line.as_bytes());
    }
}

#[test]
fn a_mebibyte_is_read_at_once() {
    const LONG: usize = 1 << 20;
    let heads = "position startpos moves |position fen |go searchmoves |go |query islegal |play |\
        setoption name |setoption name x value |info |info pv |info string |option name x type combo |\
        option name x type combo default y var |bestmove |response |= |? |1 |play b |set_game ||# ";
    let tails = ["x", "x ", " ", "9 ", "depth 1 ", "ä"];
    let started = Instant::now();
    let mut lines = 0;
    for head in heads.split('|') {
        for tail in tails {
            swallow(format!("{head}{}", tail.repeat(LONG / tail.len())).as_bytes());
            lines += 1;
        }
    }
    // Linear reading takes some milliseconds a line; quadratic reading would take hours.
    let limit = Duration::from_millis(500) * lines;
    assert!(started.elapsed() < limit, "{:?}", started.elapsed());
}
