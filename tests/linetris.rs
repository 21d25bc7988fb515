//! The facts of Linetris, and what its moves are refused for.

mod common;

use common::Rng;
use tetrarch::game::{Game, Outcome, Seat};
use tetrarch::games::linetris::{Linetris, Order, Rules};
use tetrarch::history::History;
use tetrarch::text::{MoveError, Notation, Paint};

const WIN_FIRST: Rules = Rules { clear: true, order: Order::Win };
const CLEAR_FIRST: Rules = Rules { clear: true, order: Order::Clear };
const CONNECT_FOUR: Rules = Rules { clear: false, order: Order::Win };
const EVERY_RULE: [Rules; 3] = [WIN_FIRST, CLEAR_FIRST, CONNECT_FOUR];

const BLACK_WINS: Option<Outcome> = Some(Outcome::Won(Seat::P1));
const RED_WINS: Option<Outcome> = Some(Outcome::Won(Seat::P2));
const DRAWN: Option<Outcome> = Some(Outcome::Drawn);

fn load(text: &str, rules: Rules) -> Linetris<u64> {
    Linetris::parse(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The history of playing some columns from a position.
fn history(text: &str, rules: Rules, columns: &str) -> History<Linetris<u64>> {
    let mut history = History::new(load(text, rules));
    for column in columns.split_whitespace() {
        assert_eq!(history.outcome(), None, "before {column} of {columns}");
        let turn = history.position().read_turn(column).unwrap_or_else(|error| panic!("{error}"));
        history.play(turn);
    }
    history
}

fn after(text: &str, rules: Rules, columns: &str) -> Linetris<u64> {
    *history(text, rules, columns).position()
}

#[test]
fn boards_are_four_to_ten_either_way() {
    for columns in 4..=10 {
        for rows in 4..=10 {
            let start = Linetris::<u128>::new(columns, rows, WIN_FIRST).expect("in range");
            assert_eq!(start.turn_count() as usize, columns);
            assert_eq!(
                start.to_string(),
                format!("{} b", vec![columns.to_string(); rows].join("/"))
            );
        }
    }
    for (columns, rows) in [(3, 6), (11, 6), (7, 3), (7, 11), (0, 0)] {
        assert_eq!(Linetris::<u128>::new(columns, rows, WIN_FIRST), None);
    }
    assert_eq!(Linetris::<u64>::new(10, 10, WIN_FIRST), None, "the set is too narrow");
}

#[test]
fn four_in_any_line_win_for_the_mover() {
    for (text, column, outcome) in [
        ("7/7/7/b6/b6/b6 b", "1", BLACK_WINS),
        ("7/7/7/7/7/1bbb3 b", "1", BLACK_WINS),
        ("7/7/7/7/7/1bbb3 b", "5", BLACK_WINS),
        ("7/7/7/2br3/1brb3/brbr3 b", "4", BLACK_WINS),
        ("7/7/7/rb5/brb4/rbrb3 b", "1", BLACK_WINS),
        ("7/7/7/7/7/3rrr1 r", "7", RED_WINS),
        // Five are four or more.
        ("7/7/7/7/7/bb1bb2 b", "3", BLACK_WINS),
        // A line of the other's colour is nothing of the mover's.
        ("7/7/7/7/7/1bbb3 r", "1", None),
    ] {
        for rules in EVERY_RULE {
            assert_eq!(after(text, rules, column).outcome(), outcome, "{text}, {column}");
        }
    }
}

#[test]
fn no_line_leads_round_an_edge() {
    // Three on top of one column and one at the foot of the next; three at the right edge and one
    // at the left, a row higher.
    for text in ["7/b6/b6/b6/r6/rbrr3 r", "7/7/7/7/b6/r3bbb r"] {
        assert_eq!(load(text, WIN_FIRST).outcome(), None, "{text}");
    }
    assert_eq!(load("b3/b3/b3/rb1r r", WIN_FIRST).outcome(), None);
}

#[test]
fn a_full_bottom_row_vanishes() {
    let before = "7/7/7/7/3r3/bbrrbb1 r";
    assert_eq!(after(before, WIN_FIRST, "7").to_string(), "7/7/7/7/7/3r3 b");
    assert_eq!(after(before, CLEAR_FIRST, "7").to_string(), "7/7/7/7/7/3r3 b");
    assert_eq!(after(before, CONNECT_FOUR, "7").to_string(), "7/7/7/7/3r3/bbrrbbr b");
    // Full columns are open again.
    let before = load("r6/b6/r6/b6/r6/brbrbr1 b", WIN_FIRST);
    assert!(before.read_turn("1").is_err());
    let mut cleared = before;
    cleared.play_turn(before.read_turn("7").expect("an empty column"));
    assert!(cleared.read_turn("1").is_ok());
}

#[test]
fn the_order_decides_a_line_in_the_vanishing_row() {
    let before = "7/7/7/7/7/bbb1rrr b";
    for (rules, outcome, text) in [
        (WIN_FIRST, BLACK_WINS, "7/7/7/7/7/bbbbrrr r"),
        (CLEAR_FIRST, None, "7/7/7/7/7/7 r"),
        (CONNECT_FOUR, BLACK_WINS, "7/7/7/7/7/bbbbrrr r"),
    ] {
        let position = after(before, rules, "4");
        assert_eq!((position.outcome(), position.to_string().as_str()), (outcome, text));
    }
    // So does a diagonal that ends in it.
    let diagonal = "7/7/b6/rb5/brb4/rbr1rbr b";
    assert_eq!(after(diagonal, WIN_FIRST, "4").outcome(), BLACK_WINS);
    assert_eq!(after(diagonal, CLEAR_FIRST, "4").outcome(), None);
    // A loaded line that nobody judged yet is judged after the row has gone.
    let above = "7/7/7/7/bbbb3/rbrbrb1 b";
    assert_eq!(after(above, WIN_FIRST, "7").to_string(), "7/7/7/7/bbbb3/rbrbrbb r");
    assert_eq!(after(above, CLEAR_FIRST, "7").to_string(), "7/7/7/7/7/bbbb3 r");
    for rules in [WIN_FIRST, CLEAR_FIRST] {
        assert_eq!(after(above, rules, "7").outcome(), BLACK_WINS);
    }
}

#[test]
fn a_clear_takes_one_row_makes_no_line_and_empties_a_column() {
    let mut rng = Rng::new(3);
    let mut clears = 0;
    for game in 0..600 {
        let rules = EVERY_RULE[game % 2];
        let (columns, rows) = (4 + game % 4, 4 + game % 3);
        let start = Linetris::<u64>::new(columns, rows, rules).expect("in range");
        let mut history = History::new(start);
        while history.outcome().is_none() {
            let before = history.position().occupied().count_ones() as usize;
            let turns = history.legal_turns();
            history.play(turns[rng.below(turns.len())]);
            let position = history.position();
            let now = position.occupied().count_ones() as usize;
            if now == before + 1 {
                continue;
            }
            clears += 1;
            assert_eq!(now + columns, before + 1, "{position}");
            assert_eq!(position.outcome(), None, "{position}");
            assert_ne!(position.grid().bottom() & !position.occupied(), 0, "{position}");
        }
        assert_ne!(history.position().outcome(), DRAWN, "the board never fills");
    }
    assert!(clears > 1000, "only {clears} clears");
}

#[test]
fn connect_four_ends_in_a_draw_when_the_board_is_full() {
    let last = "brb1/rbr1/brb1/rbrr b";
    let text = last.replace("brb1/rbr1/brb1", "brb1/rbrb/brbr");
    let full = after(&text, CONNECT_FOUR, "4");
    assert_eq!(full.outcome(), DRAWN);
    assert_eq!((full.turn_count(), full.turns().len()), (0, 0));
    assert_eq!(load(&full.to_string(), CONNECT_FOUR), full);
}

#[test]
fn the_third_occurrence_is_a_draw() {
    // Four pieces fill the bottom row of an empty board and vanish.
    let once = "1 2 3 4";
    for rules in [WIN_FIRST, CLEAR_FIRST] {
        assert_eq!(history("4/4/4/4 b", rules, once).outcome(), None);
        let mut twice = history("4/4/4/4 b", rules, "1 2 3 4 1 2 3 4");
        assert_eq!(twice.outcome(), DRAWN, "the start was the first time");
        assert_eq!(twice.position().outcome(), None, "the position alone does not know");
        assert!(twice.legal_turns().is_empty());
        // Taken back it is not drawn, and another way round it is again.
        twice.undo();
        assert_eq!(twice.outcome(), None);
        assert_eq!(history("4/4/4/4 b", rules, "1 2 3 4 2 1 4 3").outcome(), DRAWN);
    }
    // With five columns the row takes an odd number: the other player is on move at first.
    let five = "5/5/5/5 b";
    assert_eq!(history(five, WIN_FIRST, "1 2 3 4 5 1 2 3 4 5").outcome(), None);
    let four_times = "1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5";
    assert_eq!(history(five, WIN_FIRST, four_times).outcome(), DRAWN);
    // A loaded position occurs for the first time, whatever was before it.
    assert_eq!(history("4/4/4/brb1 r", WIN_FIRST, "4 1 2 3 4").outcome(), None);
    assert_eq!(history("4/4/4/brb1 r", WIN_FIRST, "4 1 2 3 4 1 2 3").outcome(), DRAWN);
}

#[test]
fn only_the_previous_mover_is_judged() {
    for rules in EVERY_RULE {
        assert_eq!(load("7/7/7/7/7/bbbb3 r", rules).outcome(), BLACK_WINS);
        assert_eq!(load("7/7/7/7/7/bbbb3 b", rules).outcome(), None);
        assert_eq!(load("7/7/7/7/7/rrrr3 b", rules).outcome(), RED_WINS);
        // What stood unjudged is judged with its owner's next turn, whatever that adds.
        assert_eq!(after("7/7/7/7/7/bbbb3 b", rules, "7").outcome(), BLACK_WINS);
        assert_eq!(after("7/7/7/7/7/bbbb3 b", rules, "5").outcome(), BLACK_WINS);
    }
    assert_eq!(load("brbr/brbr/rbrb/brbr b", CONNECT_FOUR).outcome(), DRAWN);
    // A full bottom row is in order where a line won before it could vanish.
    assert_eq!(load("7/7/7/7/7/bbbbrrr r", WIN_FIRST).outcome(), BLACK_WINS);
    assert!(Linetris::<u64>::parse("7/7/7/7/7/bbbbrrr r", CLEAR_FIRST).is_err());
    assert!(Linetris::<u64>::parse("7/7/7/7/7/bbbbrrr b", WIN_FIRST).is_err());
}

#[test]
fn malformed_moves() {
    let start = load("7/7/7/7/7/7 b", WIN_FIRST);
    let long = "x".repeat(1 << 20);
    for text in ["", " ", "a", "4b", "-4", "+4", "4 ", "4.0", "٤", "4\n", "pass", "0", "04", &long]
    {
        let error = start.read_turn(text).expect_err(text);
        assert!(matches!(error, MoveError::Malformed { .. }), "{error}");
    }
    assert_eq!(
        start.read_turn("04").expect_err("one move, one spelling").to_string(),
        "malformed move '04': expected a column number such as 4"
    );
}

#[test]
fn illegal_moves_name_the_rule() {
    let full = "r6/b6/r6/b6/r6/b6 b";
    for (position, text, reason) in [
        (full, "1", "column 1 is full"),
        (full, "8", "the columns are 1 to 7"),
        (full, "99999999999999999999", "the columns are 1 to 7"),
        ("7/7/7/7/7/bbbb3 r", "7", "the game is over"),
    ] {
        let error = load(position, WIN_FIRST).read_turn(text).expect_err(text);
        assert_eq!(error, MoveError::illegal(text, reason));
    }
}

#[test]
fn keys_tell_boards_rules_and_movers_apart() {
    let mut keys = Vec::new();
    for rules in EVERY_RULE {
        for text in ["4/4/4/4", "5/5/5/5", "4/4/4/4/4", "4/4/4/b3", "4/4/4/r3", "4/4/4/3b"] {
            keys.extend(["b", "r"].map(|mover| load(&format!("{text} {mover}"), rules).key()));
        }
    }
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn the_drawing_numbers_the_columns() {
    let position = Linetris::<u128>::parse("10/10/10/b8r/rb7b r", WIN_FIRST).expect("a position");
    let expected = "
| . . . . . . . . . . |
| . . . . . . . . . . |
| . . . . . . . . . . |
| b . . . . . . . . r |
| r b . . . . . . . b |
+---------------------+
  1 2 3 4 5 6 7 8 910
";
    assert_eq!(position.draw(Paint::Plain), expected[1..]);
}
