//! The facts of Iris.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::oracle::{Dice, iris};
use crate::{at, drawn, result_after, won};

#[test]
fn turns_on_ply_two() {
    for (size, centre, turns) in
        [(3, "c3", 15), (4, "d4", 126), (5, "e5", 558), (6, "f6", 1635), (8, "h8", 7560)]
    {
        let moves = at("iris", &iris::start(size)).after(centre).moves();
        assert!(moves.contains("pass"));
        assert_eq!(moves.len() - 1, turns, "size {size}");
    }
}

#[test]
fn the_first_turn_is_one_gray_stone() {
    let moves = at("iris", &iris::start(3)).moves();
    assert_eq!(moves, BTreeSet::from(["b2", "b3", "c2", "c3", "c4", "d3", "d4"].map(String::from)));
    assert!(at("iris", &iris::start(6)).after("f6").moves().contains("a1k11"));
}

#[test]
fn adjacent_last_cells_are_taken_one_by_one() {
    let moves = |position| at("iris", position).moves().into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(moves("wwb/b2b/1w1w1/bbbb/bww b 0"), "b2 b3 c1c5 c3 pass");
    assert_eq!(moves("wwb/b1wb/1w1w1/bb1b/bww w 1"), "b2d4 c1c5 c3 pass");
    assert_eq!(moves("wwb/b1wb/bwwwb/bbbb/bww w 0"), "b2 pass");
    assert_eq!(moves("1wb/bbwb/1www1/bbbb/bw1 w 0"), "a1e5 c1c5 pass");
}

#[test]
fn a_full_board_is_scored() {
    let board = "wwbbbw/wwwwwbb/bwwwbbbw/wwwbbbbbw/wbwwbbwbww/bbwbbwbbbbb/wbbwwbwwww/wbbbwbbww/wwbbwwwb/bwbwbbw/wbbbww";
    for rest in ["b 0", "w 0"] {
        let oracle = at("iris", &format!("{board} {rest}"));
        assert_eq!(oracle.score().as_deref(), Some("9,1,1,1 5,5,4,3,1"));
        assert_eq!(oracle.result(), won(1));
        assert!(oracle.moves().is_empty());
    }
}

#[test]
fn lists_are_compared_item_by_item() {
    assert_eq!(iris::compare(&[9, 7, 4], &[9, 7, 3, 3]), Ordering::Greater);
    assert_eq!(iris::compare(&[9, 7], &[9, 7, 1]), Ordering::Less);
    assert_eq!(iris::compare(&[1], &[]), Ordering::Greater);
    assert_eq!(iris::compare(&[5, 5], &[5, 5]), Ordering::Equal);
}

#[test]
fn two_passes_end_it() {
    assert_eq!(result_after("iris", "2/3/2 b 0", "b2 pass", &[]), None);
    assert_eq!(result_after("iris", "2/3/2 b 0", "b2 pass pass", &[]), drawn());
    assert_eq!(result_after("iris", "2/3/2 b 0", "b2 pass a1c3 pass", &[]), None);
    assert_eq!(result_after("iris", "2/3/2 b 0", "b2 pass a1c3 pass pass", &[]), won(1));
    assert_eq!(at("iris", "2/1b1/2 w 2").score().as_deref(), Some("- -"));
}

#[test]
fn a_full_board_is_never_a_draw() {
    let mut dice = Dice::new(7);
    for game in 0..400 {
        let mut oracle = at("iris", &iris::start(2 + game % 5));
        while oracle.result().is_none() {
            let mut moves = oracle.moves();
            moves.remove("pass");
            oracle.play(dice.pick(&moves));
        }
        assert_ne!(oracle.result(), drawn());
        let score = oracle.score().expect("a score");
        let groups = score.split([' ', ',']).filter(|&worth| worth != "-").count();
        assert_eq!(groups % 2, 1, "{score} at {}", oracle.position());
    }
}
