//! Holds the oracle itself to the facts known about the rules, before anything is held to the oracle.

mod common;
mod oracle;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

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

mod iris_facts {
    use super::*;

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
        assert_eq!(
            moves,
            BTreeSet::from(["b2", "b3", "c2", "c3", "c4", "d3", "d4"].map(String::from))
        );
        assert!(at("iris", &iris::start(6)).after("f6").moves().contains("a1k11"));
    }

    #[test]
    fn adjacent_last_cells_are_taken_one_by_one() {
        let moves =
            |position| at("iris", position).moves().into_iter().collect::<Vec<_>>().join(" ");
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
}

mod manalath_facts {
    use super::*;

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
}

mod otrio_facts {
    use super::*;

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
}

mod linetris_facts {
    use super::*;

    const CLEAR_FIRST: &[(&str, &str)] = &[("LinetrisOrder", "clear")];
    const NO_CLEAR: &[(&str, &str)] = &[("LinetrisClear", "false")];

    #[test]
    fn a_full_bottom_row_vanishes() {
        assert_eq!(
            at("linetris", "7/7/7/7/3r3/bbrrbb1 r").after("7").position(),
            "7/7/7/7/7/3r3 b"
        );
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
}
