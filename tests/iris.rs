//! The facts of Iris: turns, scores, the end of the game, and what is wrong with bad text.

use tetrarch::board::hex::HexSet;
use tetrarch::board::{Wide, zobrist};
use tetrarch::game::{Game, Outcome, Seat, Steps, Turn};
use tetrarch::games::iris::{Iris, Score, Step};
use tetrarch::text::{MoveError, Notation, Paint};

fn position<B: HexSet>(text: &str) -> Iris<B> {
    Iris::parse(text, ()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position after some turns from here.
fn after<B: HexSet>(start: &Iris<B>, turns: &str) -> Iris<B> {
    let mut position = *start;
    for turn in turns.split_whitespace() {
        let turn = position.read_turn(turn).unwrap_or_else(|error| panic!("{position}: {error}"));
        position.play_turn(turn);
    }
    position
}

fn start<B: HexSet>(size: usize) -> Iris<B> {
    Iris::new(size).expect("the set is chosen by the size")
}

fn written<B: HexSet>(position: &Iris<B>) -> Vec<String> {
    position.turns().into_iter().map(|turn| position.write_turn(turn)).collect()
}

/// The reason why a move is illegal.
fn reason<B: HexSet>(position: &Iris<B>, text: &str) -> String {
    match position.read_turn(text) {
        Err(MoveError::Illegal { found, reason }) if found == text => reason,
        other => panic!("'{text}' should be illegal: {other:?}"),
    }
}

#[test]
fn every_size_starts_empty_with_black() {
    fn check<B: HexSet>(size: usize, text: &str) {
        let position = start::<B>(size);
        assert_eq!(position.to_string(), text);
        assert_eq!(Iris::parse(text, ()), Ok(position));
        assert_eq!(position.mover(), Seat::P1);
        assert_eq!(position.outcome(), None);
        assert_eq!(position.symmetries(), 12);
        // One turn for each gray cell, and nothing else.
        assert_eq!(position.turn_count() as usize, 3 * (size - 1) * (size - 2) + 1);
        assert!(position.turns().iter().all(|turn| matches!(turn.first, Step::Gray(_))));
    }
    check::<u64>(2, "2/3/2 b 0");
    check::<u64>(3, "3/4/5/4/3 b 0");
    check::<u64>(4, "4/5/6/7/6/5/4 b 0");
    check::<u64>(5, "5/6/7/8/9/8/7/6/5 b 0");
    check::<u128>(6, "6/7/8/9/10/11/10/9/8/7/6 b 0");
    check::<u128>(7, "7/8/9/10/11/12/13/12/11/10/9/8/7 b 0");
    check::<Wide>(8, "8/9/10/11/12/13/14/15/14/13/12/11/10/9/8 b 0");
    assert!(Iris::<u64>::new(1).is_none() && Iris::<Wide>::new(9).is_none());
}

#[test]
fn boards_of_different_sizes_share_no_key() {
    let keys = [start::<u64>(2).key(), start::<u64>(5).key(), start::<u128>(6).key()];
    assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
}

#[test]
fn a_two_stone_turn_is_two_steps_in_ascending_order() {
    let mut position = after(&start::<u64>(3), "c3");
    let turn = position.read_turn("d3b3").expect("legal in either order");
    assert_eq!(position.write_turn(turn), "b3d3");
    assert_eq!(turn, position.read_turn("B3D3").expect("legal in capitals"));

    let before = position.key();
    position.play(turn.first);
    assert!(position.mid_turn());
    assert_eq!(position.mover(), Seat::P2);
    assert_eq!(position.key(), position.fresh_key());
    assert_ne!(position.key(), before);
    let mut seconds = Steps::new();
    position.steps(&mut seconds);
    let seconds = seconds.into_iter().map(|step| position.write_turn(Turn::one(step)));
    assert_eq!(seconds.collect::<Vec<_>>(), ["c2", "d3", "d4"], "c4 and b2 are adjacent to b3");
    assert_eq!(reason(&position, "c2"), "the turn begun at b3 is not over");

    position.play(turn.second.expect("two stones"));
    assert!(!position.mid_turn());
    assert_eq!(position.mover(), Seat::P1);
    assert_eq!(position.to_string(), "3/2w1/2b2/1w2/3 b 0");
}

#[test]
fn a_gray_cell_goes_alone_only_without_a_partner() {
    // The ring round the centre lacks b2, b3 and c4: b3 is adjacent to both others.
    let ring = position::<u64>("3/4/1bw2/1bb1/3 w 0");
    let turns = written(&ring);
    assert!(turns.contains(&"b3".into()) && turns.contains(&"b2c4".into()));
    assert!(!turns.contains(&"b2".into()) && !turns.contains(&"c4".into()));
    assert_eq!(turns.len(), 2 + 6 + 1, "two gray turns, the rim, the pass");
    assert_eq!(
        reason(&ring, "b2"),
        "b2 needs a second gray cell while one not adjacent is empty, such as c4"
    );
    assert_eq!(after(&ring, "b3").mover(), Seat::P1);

    // The last gray cell of all.
    let last = position::<u64>("3/1bb1/1b1w1/1ww1/3 w 0");
    assert_eq!(last.turn_count(), 1 + 6 + 1);
    assert_eq!(after(&last, "c3").to_string(), "3/1bb1/1bww1/1ww1/3 b 0");
}

#[test]
fn a_rim_pair_is_one_step() {
    let position = after(&start::<u128>(6), "f6");
    let turn = position.read_turn("k11a1").expect("opposite and empty");
    assert_eq!(position.write_turn(turn), "a1k11");
    assert_eq!(turn.second, None);
    let position = after(&position, "a1k11");
    assert_eq!(position.to_string(), "w5/7/8/9/10/5b5/10/9/8/7/5w b 0");
    assert_eq!(position.score().as_deref(), Some("- 1,1"));
}

#[test]
fn two_passes_in_a_row_end_the_game() {
    let opened = after(&start::<u64>(2), "b2");
    assert_eq!(after(&opened, "pass").to_string(), "2/1b1/2 b 1");
    let drawn = after(&opened, "pass pass");
    assert_eq!(drawn.to_string(), "2/1b1/2 w 2");
    assert_eq!(drawn.outcome(), Some(Outcome::Drawn), "nobody has a rim cell");
    assert_eq!((drawn.turn_count(), drawn.turns().len()), (0, 0));
    assert_eq!(drawn.score().as_deref(), Some("- -"));

    // A stone in between starts the count again.
    let between = after(&opened, "pass a1c3 pass");
    assert_eq!(between.outcome(), None);
    assert_eq!(after(&between, "pass").outcome(), Some(Outcome::Won(Seat::P1)));
}

#[test]
fn a_loaded_position_that_is_over_is_over() {
    for text in ["2/1b1/2 w 2", "bw/bbb/wb w 0", "bw/bbb/wb b 1"] {
        let position = position::<u64>(text);
        assert!(position.outcome().is_some(), "{text}");
        assert_eq!(position.to_string(), text);
        assert!(position.turns().is_empty());
        assert_eq!(reason(&position, "pass"), "the game is over");
        assert_eq!(reason(&position, "a1"), "the game is over");
    }
}

#[test]
fn lists_are_compared_item_by_item() {
    let score = |groups: &[u8]| groups.iter().copied().collect::<Score>();
    assert!(score(&[9, 7, 4]) > score(&[9, 7, 3, 3]));
    assert!(score(&[9, 7, 3, 3]) > score(&[9, 7, 3]));
    assert!(score(&[1]) > score(&[]));
    assert_eq!(score(&[3, 0, 9, 7]).groups(), [9, 7, 3]);
    assert_eq!(score(&[9, 7, 3, 3]).to_string(), "9,7,3,3");
    assert_eq!(score(&[0]).to_string(), "-");
}

#[test]
fn a_full_board_is_scored_by_groups() {
    let full = position::<u128>(
        "wwbbbw/wwwwwbb/bwwwbbbw/wwwbbbbbw/wbwwbbwbww/bbwbbwbbbbb/wbbwwbwwww/wbbbwbbww/wwbbwwwb/bwbwbbw/wbbbww w 0",
    );
    assert_eq!(full.score().as_deref(), Some("9,1,1,1 5,5,4,3,1"));
    assert_eq!(full.outcome(), Some(Outcome::Won(Seat::P1)));
}

/// Plays to the end without passing.
fn playout<B: HexSet>(size: usize, seed: u64) -> Iris<B> {
    let mut position = start::<B>(size);
    let mut ply = 0;
    while position.outcome().is_none() {
        let mut turns = position.turns();
        turns.retain(|turn| turn.first != Step::Pass);
        let choice = zobrist::key(seed, ply) % turns.len() as u64;
        position.play_turn(turns[choice as usize]);
        ply += 1;
    }
    position
}

#[test]
fn a_full_board_is_never_a_draw() {
    fn check<B: HexSet>(size: usize, games: u64) {
        for seed in 0..games {
            let end = playout::<B>(size, seed);
            assert_eq!(end.occupied(), end.board().cells());
            let [black, white] = end.scores();
            assert_eq!((black.groups().len() + white.groups().len()) % 2, 1, "{end}");
            assert!(matches!(end.outcome(), Some(Outcome::Won(_))), "{end}");
            assert_eq!(end.key(), end.fresh_key());
            let rim: u32 = black.groups().iter().chain(white.groups()).map(|&n| u32::from(n)).sum();
            assert_eq!(rim, end.board().rim().count());
        }
    }
    check::<u64>(2, 50);
    check::<u64>(3, 50);
    check::<u64>(4, 50);
    check::<u64>(5, 50);
    check::<u128>(6, 20);
    check::<u128>(7, 10);
    check::<Wide>(8, 5);
}

#[test]
fn turn_parity_and_reachability_are_not_checked() {
    for text in ["bw/1w1/wb b 1", "bb/bbb/bb b 2", "b1/3/1b b 0", "2/1w1/2 w 0"] {
        assert_eq!(position::<u64>(text).to_string(), text);
    }
}

#[test]
fn what_is_no_move_anywhere_is_malformed() {
    let position = after(&start::<u64>(3), "c3");
    let long = "a1".repeat(1 << 19);
    for text in [
        "", " ", "c", "3", "c3 d4", "c3-d4", "c3d4e5", "c3d", "passe", "pass ", "c+3", "é3", "c３",
        "b0", "b02", "b2c04",
    ]
    .into_iter()
    .chain([long.as_str()])
    {
        let error = position.read_turn(text).expect_err(text);
        assert!(matches!(error, MoveError::Malformed { .. }), "{error}");
        assert!(error.to_string().len() < 200);
    }
    assert_eq!(
        position.read_turn("c3-d4").expect_err("a hyphen").to_string(),
        "malformed move 'c3-d4': expected a cell such as f6, two cells such as c3e5, or pass"
    );
}

#[test]
fn an_illegal_move_is_told_the_rule() {
    let empty = start::<u64>(3);
    assert_eq!(reason(&empty, "pass"), "the first turn may not be a pass");
    assert_eq!(reason(&empty, "b2d4"), "the first turn takes one gray cell, not two cells");
    assert_eq!(reason(&empty, "a1e5"), "the first turn takes one gray cell, not two cells");
    assert_eq!(reason(&empty, "a1"), "a1 is a rim cell, and the first turn takes a gray one");

    let opened = after(&empty, "c3");
    assert_eq!(reason(&opened, "a4"), "there is no cell a4 on a board of size 3");
    assert_eq!(reason(&opened, "b2z1"), "there is no cell z1 on a board of size 3");
    let digits = "b".to_owned() + &"9".repeat(1 << 20);
    assert!(reason(&opened, &digits).len() < 200);
    assert_eq!(reason(&opened, "c3"), "c3 is taken");
    assert_eq!(reason(&opened, "B2C3"), "c3 is taken");
    assert_eq!(reason(&opened, "b2b2"), "b2 is named twice");
    assert_eq!(reason(&opened, "b3b2"), "b2 and b3 are adjacent");
    assert_eq!(
        reason(&opened, "b2"),
        "b2 needs a second gray cell while one not adjacent is empty, such as c4"
    );
    assert_eq!(
        reason(&opened, "a1"),
        "a1 is a rim cell and is taken together with its opposite e5"
    );
    assert_eq!(
        reason(&opened, "a2a1"),
        "the rim cells a1 and a2 are not opposite: a1 goes with e5"
    );
    for text in ["e5b2", "b2e5"] {
        assert_eq!(
            reason(&opened, text),
            "e5 is a rim cell and goes with its opposite a1, not with gray b2"
        );
    }
}

#[test]
fn the_drawing_tells_rim_gray_and_stones_apart() {
    let position = after(&start::<u64>(3), "c3 b2d4 a1e5");
    let plain = position.draw(Paint::Plain);
    let expected = "
       1 2 3
   a  b + +  4
  b  + w . +  5
 c  + . b . +
  d  + . w +
   e  + + b
";
    assert_eq!(plain, expected[1..]);
}
