//! Holds the oracle itself to the facts known about the rules, before anything is held to the oracle.

#[path = "../common/mod.rs"]
mod common;
mod iris_facts;
mod linetris_facts;
mod manalath_facts;
#[path = "../oracle/mod.rs"]
mod oracle;
mod otrio_facts;

use std::collections::{BTreeMap, HashMap};

use common::tables::{self, Line};
use oracle::{Dice, Oracle, Rules, iris, linetris, load, manalath, otrio};

const GAMES: [&str; 4] = ["iris", "manalath", "otrio", "linetris"];

fn at(game: &str, position: &str) -> Box<dyn Oracle> {
    load(game, position, &Rules::default())
}

fn result_after(
    game: &str,
    position: &str,
    tokens: &str,
    options: &[(&str, &str)],
) -> Option<String> {
    let mut oracle = load(game, position, &Rules::with(options));
    for token in tokens.split(' ') {
        assert!(oracle.moves().contains(token), "{token} at {}", oracle.position());
        oracle.play(token);
    }
    oracle.result()
}

fn won(seat: usize) -> Option<String> {
    Some(format!("p{seat}win"))
}

fn drawn() -> Option<String> {
    Some("draw".to_string())
}

/// Checks the oracle against the numbers of the tables that are in range, and as far down a line
/// as they are.
fn check_perft(sizes: std::ops::Range<u64>) {
    for line in tables::lines() {
        let start = load(line.game, line.position, &Rules::with(&line.options));
        assert_eq!(start.position(), line.position);
        let mut seen = HashMap::new();
        for (depth, &count) in (1..).zip(&line.counts).filter(|(_, count)| sizes.contains(count)) {
            let found = match line.game {
                "linetris" => oracle::perft(&*start, depth),
                _ => oracle::perft_by_position(&*start, depth, &mut seen),
            };
            let Line { game, position, options, .. } = &line;
            assert_eq!(found, count, "{game} {options:?} {position} at depth {depth}");
        }
    }
}

#[test]
fn perft() {
    check_perft(0..100_000);
}

#[test]
#[ignore = "takes half a minute"]
fn perft_of_larger_numbers() {
    check_perft(100_000..3_000_000);
}

fn starts(game: &str) -> Vec<String> {
    match game {
        "iris" => (2..=6).map(iris::start).collect(),
        "manalath" => (2..=5).map(manalath::start).collect(),
        "otrio" => ["2x1", "2x2", "3x1", "4x1"].map(otrio::start).into(),
        _ => [(4, 4), (5, 4), (4, 5), (7, 6), (10, 10)]
            .map(|(columns, rows)| linetris::start(columns, rows))
            .into(),
    }
}

#[test]
fn a_position_string_tells_all_but_the_past() {
    let mut dice = Dice::new(1);
    for (game, start) in
        GAMES.into_iter().flat_map(|game| starts(game).into_iter().map(move |start| (game, start)))
    {
        for _ in 0..20 {
            let mut oracle = at(game, &start);
            let mut seen = BTreeMap::new();
            while oracle.result().is_none() {
                *seen.entry(oracle.position()).or_insert(0) += 1;
                let token = dice.pick(&oracle.moves()).to_string();
                assert!(
                    token.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()),
                    "{token}"
                );
                oracle.play(&token);
                let copy = at(game, &oracle.position());
                assert_eq!(copy.position(), oracle.position());
                assert_eq!(copy.turn(), oracle.turn());
                assert_eq!(copy.score(), oracle.score());
                if game == "linetris" && seen.get(&oracle.position()) == Some(&2) {
                    assert_eq!(oracle.result(), drawn());
                } else {
                    assert_eq!(copy.result(), oracle.result());
                    assert_eq!(copy.moves(), oracle.moves());
                }
            }
            assert!(oracle.moves().is_empty());
        }
    }
}

/// 1, 0 or -1 for p1, by plain minimax, for games that must end.
fn value(oracle: &dyn Oracle, seen: &mut HashMap<String, i32>) -> i32 {
    match oracle.result().as_deref() {
        Some("p1win") => return 1,
        Some("p2win") => return -1,
        Some(_) => return 0,
        None => {}
    }
    if let Some(value) = seen.get(&oracle.position()) {
        return *value;
    }
    let moves = oracle.moves();
    let values = moves.iter().map(|token| value(&*oracle.after(token), seen));
    let best = if oracle.turn() == 1 { values.max() } else { values.min() }.expect("a move");
    seen.insert(oracle.position(), best);
    best
}
