//! The facts of Otrio.

use std::collections::BTreeSet;

use crate::oracle::otrio;
use crate::{at, drawn, result_after, won};

#[test]
fn there_are_49_triples() {
    assert_eq!(otrio::triples().len(), 49);
    assert!(otrio::triples().iter().all(|triple| triple.len() == 3));
}

#[test]
fn each_kind_of_triple_wins_at_once() {
    assert_eq!(result_after("otrio", "9/9/9 b 2x1", "a1s a1m a2s b1m a3s", &[]), won(1));
    assert_eq!(result_after("otrio", "9/9/9 b 2x1", "a1l c3m b2m c2m c3s", &[]), won(1));
    assert_eq!(result_after("otrio", "9/9/9 b 2x1", "b2l a1m b2m c3m b2s", &[]), won(1));
    assert_eq!(result_after("otrio", "9/9/9 b 2x1", "a1m c3m b2l c2m c3s", &[]), None);
    assert_eq!(result_after("otrio", "9/9/9 b 2x1", "a1s a1m a2s b1m c3l c1m", &[]), won(2));
}

#[test]
fn seats_own_colours() {
    for (mode, seats) in [("2x1", "1212"), ("2x2", "1212"), ("3x1", "1231"), ("4x1", "1234")] {
        let mut oracle = at("otrio", &otrio::start(mode));
        for (seat, token) in seats.chars().zip(["a1s", "b2m", "c3l", "a3l"]) {
            assert_eq!(oracle.turn().to_string(), seat.to_string());
            oracle.play(token);
        }
    }
    for (mode, seat) in [("2x2", 1), ("3x1", 3), ("4x1", 3)] {
        assert_eq!(result_after("otrio", &format!("pp7/9/9 p {mode}"), "a3l", &[]), won(seat));
    }
    for (mode, seat) in [("2x2", 2), ("4x1", 4)] {
        assert_eq!(result_after("otrio", &format!("gg7/9/9 g {mode}"), "a3l", &[]), won(seat));
    }
    assert_eq!(result_after("otrio", "bp7/9/9 b 2x2", "a3l", &[]), None);
}

#[test]
fn a_colour_that_cannot_place_passes() {
    for mode in ["2x2", "4x1"] {
        let oracle = at("otrio", &format!("grgbrgbpr/rrbg1gpgr/b1bppbpbp r {mode}"));
        assert_eq!(oracle.moves(), BTreeSet::from(["pass".to_string()]));
        let next = oracle.after("pass");
        assert_eq!(next.result(), None);
        assert_eq!(next.moves(), BTreeSet::from(["a1m", "b2m"].map(String::from)));
    }
}

#[test]
fn nothing_left_to_place_is_a_draw() {
    assert_eq!(at("otrio", "rbrrbbb1b/b2bbr1rr/1r1rr3b b 2x1").result(), drawn());
    assert_eq!(result_after("otrio", "rbrrbbb1b/b2bbr1rr/1r1rr4 b 2x1", "c1l", &[]), drawn());
}

#[test]
fn only_the_previous_colour_is_judged() {
    assert_eq!(at("otrio", "bbb6/9/9 r 2x1").result(), won(1));
    assert_eq!(at("otrio", "bbb6/9/9 b 3x1").result(), None);
    assert_eq!(at("otrio", "bbb6/9/9 p 3x1").result(), None);
    // What stood unjudged is judged with its owner's next turn, whatever that adds.
    assert_eq!(result_after("otrio", "bbb6/9/9 b 2x1", "c1l", &[]), won(1));
}
