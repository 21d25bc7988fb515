//! The facts of Manalath.

use std::collections::HashMap;

use crate::oracle::{Rules, load, manalath};
use crate::{at, drawn, result_after, value, won};

const FIRST: &[(&str, &str)] = &[("ManalathBoth", "first")];

#[test]
fn a_gift_counts_at_the_end_of_the_owners_turn() {
    let three = "www2/6/7/8/9/8/7/6/5 b";
    assert_eq!(result_after("manalath", three, "a4w", &[]), None);
    assert_eq!(result_after("manalath", three, "a4w e5b", &[]), won(1));
    assert_eq!(result_after("manalath", three, "a4w e5w", &[]), won(1));
    assert_eq!(result_after("manalath", three, "a4w a5w", &[]), won(2));
    let four = "wwww1/6/7/8/9/8/7/6/5 b";
    assert_eq!(result_after("manalath", four.replace('b', "w").as_str(), "a5w", &[]), won(2));
    assert_eq!(at("manalath", four).result(), won(1));
}

#[test]
fn no_group_exceeds_five() {
    let five = at("manalath", "wwwww/6/7/8/9/8/7/6/5 w");
    assert_eq!(five.result(), None);
    assert!(five.moves().contains("b1b") && !five.moves().contains("b1w"));
    assert_eq!(five.after("e5b").result(), won(2));
}

#[test]
fn four_and_five_at_once() {
    let five_first = "wwwww/6/7/8/9/8/7/6/1www1 w";
    assert_eq!(result_after("manalath", five_first, "i5w", &[]), won(1));
    assert_eq!(result_after("manalath", five_first, "i5w", FIRST), won(2));
    let four_first = "wwww1/6/7/8/9/8/7/6/wwww1 w";
    let neither = "wwwww/6/7/8/9/8/7/6/wwww1 w";
    for options in [&[], FIRST] {
        assert_eq!(result_after("manalath", four_first, "a5w", options), won(1));
        assert_eq!(result_after("manalath", neither, "e5b", options), won(1));
        let loaded = load("manalath", "wwwww/6/7/8/9/8/7/6/wwww1 b", &Rules::with(options));
        assert_eq!(loaded.result(), won(1));
    }
}

#[test]
fn nothing_left_to_place_is_a_draw() {
    let dead = "wbbwb/bwbwwb/b1w1b1w/bwb1bbwb/wwbww1wbw/b1wbb2w/wb1wwbw/bwb1bb/wbwww b";
    assert_eq!(at("manalath", dead).result(), drawn());
    assert_eq!(result_after("manalath", "bb/b2/2 b", "b3w c2w c3w", &[]), drawn());
}

#[test]
fn size_two_is_a_draw() {
    assert_eq!(value(&*at("manalath", &manalath::start(2)), &mut HashMap::new()), 0);
}
