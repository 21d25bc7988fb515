//! The facts of Linetris.

use std::collections::HashMap;

use crate::oracle::{Dice, Rules, linetris, load};
use crate::{at, drawn, result_after, value, won};

const CLEAR_FIRST: &[(&str, &str)] = &[("LinetrisOrder", "clear")];
const NO_CLEAR: &[(&str, &str)] = &[("LinetrisClear", "false")];

#[test]
fn a_full_bottom_row_vanishes() {
    assert_eq!(at("linetris", "7/7/7/7/3r3/bbrrbb1 r").after("7").position(), "7/7/7/7/7/3r3 b");
    let reopened = at("linetris", "r6/b6/r6/b6/r6/brbrbr1 b");
    assert!(!reopened.moves().contains("1"));
    assert!(reopened.after("7").moves().contains("1"));
    let kept = load("linetris", "7/7/7/7/3r3/bbrrbb1 r", &Rules::with(NO_CLEAR)).after("7");
    assert_eq!(kept.position(), "7/7/7/7/3r3/bbrrbbr b");
}

#[test]
fn the_order_decides_a_line_in_the_vanishing_row() {
    let before = "7/7/7/7/7/bbb1rrr b";
    let won_first = at("linetris", before).after("4");
    assert_eq!(
        (won_first.result(), won_first.position().as_str()),
        (won(1), "7/7/7/7/7/bbbbrrr r")
    );
    let cleared = load("linetris", before, &Rules::with(CLEAR_FIRST)).after("4");
    assert_eq!((cleared.result(), cleared.position().as_str()), (None, "7/7/7/7/7/7 r"));
    assert_eq!(result_after("linetris", before, "4", NO_CLEAR), won(1));
}

#[test]
fn lines_in_all_directions_win() {
    for position in [
        "7/7/7/b6/b6/b6 b",
        "7/7/7/7/7/1bbb3 b",
        "7/7/7/2br3/1brb3/brbr3 b",
        "7/7/7/rb5/brb4/rbrb3 b",
    ] {
        for options in [&[], CLEAR_FIRST, NO_CLEAR] {
            let oracle = load("linetris", position, &Rules::with(options));
            let wins = |token: &String| oracle.after(token).result() == won(1);
            assert!(oracle.moves().iter().any(wins), "{position}");
        }
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let once = "1 2 3 4";
    assert_eq!(result_after("linetris", "4/4/4/4 b", once, &[]), None);
    assert_eq!(result_after("linetris", "4/4/4/4 b", &format!("{once} 1 2 3"), &[]), None);
    assert_eq!(result_after("linetris", "4/4/4/4 b", &format!("{once} {once}"), &[]), drawn());
    let other_mover = "1 2 3 4 5 5 1 2 3 4";
    assert_eq!(result_after("linetris", "5/5/5/5 b", other_mover, &[]), None);
}

#[test]
fn only_the_previous_mover_is_judged() {
    assert_eq!(at("linetris", "7/7/7/7/7/bbbb3 r").result(), won(1));
    assert_eq!(at("linetris", "7/7/7/7/7/bbbb3 b").result(), None);
    assert_eq!(at("linetris", "7/7/7/7/7/rrrr3 b").result(), won(2));
    // What stood unjudged is judged with its owner's next turn, whatever that adds.
    assert_eq!(result_after("linetris", "7/7/7/7/7/bbbb3 b", "7", &[]), won(1));
    let full = load("linetris", "brbr/brbr/rbrb/brbr b", &Rules::with(NO_CLEAR));
    assert_eq!(full.result(), drawn());
}

#[test]
fn a_clear_takes_one_row_makes_no_line_and_empties_a_column() {
    let mut dice = Dice::new(3);
    let stones =
        |position: &str| position.chars().filter(|letter| "br".contains(*letter)).count() - 1;
    for game in 0..500 {
        let (columns, rows) = (4 + game % 4, 4 + game % 3);
        let mut oracle = at("linetris", &linetris::start(columns, rows));
        while oracle.result().is_none() {
            let before = stones(&oracle.position());
            let token = dice.pick(&oracle.moves()).to_string();
            oracle.play(&token);
            let position = oracle.position();
            if stones(&position) == before + 1 {
                continue;
            }
            assert_eq!(stones(&position) + columns, before + 1);
            assert_ne!(oracle.result(), won(1));
            assert_ne!(oracle.result(), won(2));
            let board = position.split(' ').next().expect("a board");
            let bottom = board.rsplit('/').next().expect("a row");
            assert!(bottom.contains(|place: char| place.is_ascii_digit()), "{position}");
        }
    }
}

/// In how many plies the mover of the empty board wins (positive) or loses (negative), over all positions at once.
fn distance(columns: usize, rows: usize) -> Option<i32> {
    let start = linetris::start(columns, rows);
    let mut nexts: HashMap<String, Vec<String>> = HashMap::new();
    let mut lost: HashMap<String, bool> = HashMap::new();
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        if nexts.contains_key(&position) {
            continue;
        }
        let oracle = at("linetris", &position);
        if oracle.result().is_some() {
            lost.insert(position.clone(), true);
        }
        let after: Vec<String> =
            oracle.moves().iter().map(|token| oracle.after(token).position()).collect();
        open.extend(after.iter().cloned());
        nexts.insert(position, after);
    }
    for ply in 1.. {
        let known = |position: &String| lost.get(position).copied();
        let fresh: Vec<(String, bool)> = nexts
            .iter()
            .filter(|(position, after)| !lost.contains_key(*position) && !after.is_empty())
            .filter_map(|(position, after)| {
                let wins = after.iter().any(|next| known(next) == Some(true));
                let loses = after.iter().all(|next| known(next) == Some(false));
                (wins || loses).then(|| (position.clone(), loses))
            })
            .collect();
        if fresh.is_empty() {
            return None;
        }
        lost.extend(fresh);
        if let Some(loses) = lost.get(&start) {
            return Some(if *loses { -ply } else { ply });
        }
    }
    None
}

#[test]
#[ignore = "takes seconds"]
fn four_by_four_is_lost_at_ply_22() {
    assert_eq!(distance(4, 4), Some(-22));
}

#[test]
#[ignore = "takes seconds"]
fn four_by_four_without_clears_is_a_draw() {
    let start = load("linetris", "4/4/4/4 b", &Rules::with(NO_CLEAR));
    assert_eq!(value(&*start, &mut HashMap::new()), 0);
}
