//! Any text at all as a position or a move: it is taken for what it says, or refused in a sentence.

mod common;

use common::setup;
use common::tables::{self, Line};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use tetrarch::session::{self, Session};

const GAMES: [&str; 4] = ["iris", "manalath", "otrio", "linetris"];

/// A game with its options, and a position: those of the perft tables are starts, middles and ends.
fn line() -> impl Strategy<Value = Line> {
    select(tables::lines().collect::<Vec<_>>())
}

fn open(line: &Line) -> Box<dyn Session> {
    session::load(&setup(line.game, &line.options), line.position).expect("a position of a table")
}

/// The same texts in every run: other ones are a fuzzer's business.
fn cases(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(7);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// One line that a person can read.
fn check_sentence(said: &str) {
    assert!(!said.is_empty() && said.len() < 300, "{said:?}");
    assert!(!said.contains(|c: char| c.is_control() || "\u{2028}\u{2029}".contains(c)), "{said:?}");
    assert_eq!(said, said.trim());
}

/// What is taken for a position has no other spelling, apart from blanks and Otrio's mode.
fn check_position(game: &str, options: &[(&str, &str)], text: &str) {
    match session::load(&setup(game, options), text) {
        Ok(session) => {
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            let spelled = words.join(" ");
            let same = if game == "otrio" { spelled.to_lowercase() } else { spelled };
            assert_eq!(session.position(), same, "{text:?}");
            assert_eq!(session.moves().is_empty(), session.outcome().is_some(), "{text:?}");
            assert!(!session.draw(tetrarch::text::Paint::Plain).is_empty());
        }
        Err(error) => check_sentence(&error.to_string()),
    }
}

/// What is taken for a move is a legal one, and has no other spelling but that of Iris' two cells
/// in the other order.
fn check_move(game: &str, session: &dyn Session, text: &str) {
    let mut after = session.fork();
    match after.play(text) {
        Ok(()) => {
            let played = after.played().pop().expect("one move was played");
            assert!(session.moves().contains(&played), "{text:?} was taken for {played}");
            let lower = text.to_lowercase();
            let second = lower.rfind(|c: char| c.is_ascii_lowercase()).unwrap_or(0);
            let turned = format!("{}{}", &lower[second..], &lower[..second]);
            assert!(played == lower || game == "iris" && played == turned, "{text:?}: {played}");
        }
        Err(error) => {
            check_sentence(&error.to_string());
            let lower = text.to_ascii_lowercase();
            assert!(!session.moves().contains(&lower), "{text:?}: {error}");
            assert_eq!(after.position(), session.position(), "{text:?}");
        }
    }
}

/// A small change to a text: what a slip of the hand or a broken pipe does.
#[derive(Clone, Debug)]
enum Edit {
    Insert(Index, char),
    Replace(Index, char),
    Remove(Index),
    Swap(Index, Index),
    Repeat(Index, Index),
    Cut(Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    // Mostly what may stand in a text of some game, and sometimes anything.
    let letter = || {
        prop_oneof![
            8 => select(" /0123456789bwrpgxesmlac".chars().collect::<Vec<_>>()),
            1 => any::<char>(),
        ]
    };
    prop_oneof![
        (at(), letter()).prop_map(|(at, letter)| Edit::Insert(at, letter)),
        (at(), letter()).prop_map(|(at, letter)| Edit::Replace(at, letter)),
        at().prop_map(Edit::Remove),
        (at(), at()).prop_map(|(one, other)| Edit::Swap(one, other)),
        (at(), at()).prop_map(|(one, other)| Edit::Repeat(one, other)),
        at().prop_map(Edit::Cut),
    ]
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for edit in edits {
        let length = letters.len();
        match edit {
            Edit::Insert(at, letter) => letters.insert(at.index(length + 1), *letter),
            _ if length == 0 => {}
            Edit::Replace(at, letter) => letters[at.index(length)] = *letter,
            Edit::Remove(at) => drop(letters.remove(at.index(length))),
            Edit::Swap(one, other) => letters.swap(one.index(length), other.index(length)),
            Edit::Repeat(one, other) => {
                let (one, other) = (one.index(length), other.index(length));
                let part = letters[one.min(other)..=one.max(other)].to_vec();
                letters.extend(part);
            }
            Edit::Cut(at) => letters.truncate(at.index(length)),
        }
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn anything_as_a_position(text in ".{0,80}|[0-9bwrpg/]{0,60} [bwrpg] ?[0-9x]{0,3}") {
        for game in GAMES {
            check_position(game, &[], &text);
        }
    }

    #[test]
    fn nearly_a_position(line in line(), edits in vec(edit(), 0..5)) {
        check_position(line.game, &line.options, &edited(line.position, &edits));
    }

    #[test]
    fn anything_as_a_move(line in line(), text in ".{0,12}|[a-z0-9]{0,8}") {
        check_move(line.game, &*open(&line), &text);
    }
}

proptest! {
    // Listing the moves of large Iris boards takes a while.
    #![proptest_config(cases(2000))]

    #[test]
    fn nearly_a_move(
        line in line(),
        at in any::<Index>(),
        edits in vec(edit(), 0..3),
        capitals in any::<bool>(),
    ) {
        let session = open(&line);
        let moves = session.moves();
        let token = if moves.is_empty() { "pass" } else { at.get(&moves) };
        let text = edited(token, &edits);
        check_move(line.game, &*session, &if capitals { text.to_uppercase() } else { text });
    }
}
