//! Bad text and what is said of it: the tables in `tests/refusals`, and texts that no table can
//! show.
//!
//! In a table, what stands after `>` is read as a position, and the line below it is the answer;
//! `= Name=value` sets an option for what follows.

mod common;

use common::setup;
use tetrarch::session;

const TABLES: [(&str, &str); 4] = [
    ("iris", include_str!("refusals/iris.txt")),
    ("manalath", include_str!("refusals/manalath.txt")),
    ("otrio", include_str!("refusals/otrio.txt")),
    ("linetris", include_str!("refusals/linetris.txt")),
];

/// What is said of a text that is no position.
fn refusal(game: &str, options: &[(&str, &str)], text: &str) -> String {
    match session::load(&setup(game, options), text) {
        Ok(session) => panic!("{game} took {text:?} for {}", session.position()),
        Err(error) => error.to_string(),
    }
}

/// The table with the answers of today.
fn answered(game: &str, table: &str) -> String {
    let mut options = Vec::new();
    let mut answered = String::new();
    let mut lines = table.lines().peekable();
    while let Some(line) = lines.next() {
        answered += &format!("{line}\n");
        if let Some(option) = line.strip_prefix("= ") {
            options = vec![option.split_once('=').expect("Name=value")];
        } else if let Some(text) = line.strip_prefix('>') {
            answered += &format!("{}\n", refusal(game, &options, text));
            lines.next_if(|line| !line.starts_with(['>', '#', '=']) && !line.is_empty());
        }
    }
    answered
}

#[test]
fn every_bad_position_has_its_own_words() {
    for (game, table) in TABLES {
        let now = answered(game, table);
        let same = now.lines().zip(table.lines()).take_while(|(now, then)| now == then).count();
        assert!(now == table, "{game}, from line {}:\n{now}", same + 1);
    }
}

#[test]
fn blanks_alone_are_no_position() {
    for (game, _) in TABLES {
        for text in [" ", "   ", "\t", " \t \r\n "] {
            assert_eq!(refusal(game, &[], text), "board: missing");
        }
    }
}

#[test]
fn blanks_between_fields_are_as_good_as_one() {
    for (game, start) in [
        ("iris", "2/3/2 b 0"),
        ("manalath", "2/3/2 b"),
        ("otrio", "9/9/9 b 2x1"),
        ("linetris", "4/4/4/4 b"),
    ] {
        let spread = format!("  {}\t", start.replace(' ', " \t  "));
        let session = session::load(&setup(game, &[]), &spread).expect("the same position");
        assert_eq!(session.position(), start);
    }
}

#[test]
fn an_answer_is_one_short_line_whatever_was_asked() {
    let long = "b".repeat(1 << 20);
    let rows = "7/".repeat(1 << 19);
    let digits = "9".repeat(1 << 20);
    for (game, _) in TABLES {
        for text in [
            "\0",
            "7\u{7}/7 b",
            "\u{1b}[31m b",
            "7/7/7\u{2028}/7 b 0",
            "9/9/9 \u{85} 2x1",
            "9/9/9 b \u{202e}2x1",
            "2/3/2 b \u{b}",
            &long,
            &rows,
            &digits,
            &format!("{long} b 0"),
            &format!("{rows} b 0"),
            &format!("{digits}/3/2 b 0"),
            &format!("2/3/2 {long} 0"),
            &format!("9/9/9 b {long}"),
            &format!("9/9/9 {} 2x1", "\u{10ffff}".repeat(100)),
        ] {
            let said = refusal(game, &[], text);
            assert!(said.len() < 200 && !said.contains(char::is_control), "{game}: {said:?}");
        }
    }
}
