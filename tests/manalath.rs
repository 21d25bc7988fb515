//! The facts of Manalath's rules, and what its texts are refused for.

use tetrarch::board::{Bits, Cell};
use tetrarch::game::{Game, Outcome, Seat};
use tetrarch::games::manalath::{Both, Colour, Manalath};
use tetrarch::text::{MoveError, Notation, Paint};

const BLACK_WINS: Option<Outcome> = Some(Outcome::Won(Seat::P1));
const WHITE_WINS: Option<Outcome> = Some(Outcome::Won(Seat::P2));
const DRAWN: Option<Outcome> = Some(Outcome::Drawn);

fn load(text: &str, both: Both) -> Manalath {
    Manalath::parse(text, both).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(mut position: Manalath, moves: &[&str]) -> Manalath {
    for text in moves {
        let turn = position.read_turn(text).unwrap_or_else(|error| panic!("{error}"));
        position.play_turn(turn);
    }
    position
}

/// The outcome of playing moves from a position, under both readings of a four with a five.
fn outcomes(text: &str, moves: &[&str]) -> [Option<Outcome>; 2] {
    [Both::Loses, Both::First].map(|both| play(load(text, both), moves).outcome())
}

#[test]
fn sizes_are_2_to_5() {
    for size in 2..=5 {
        let start = Manalath::new(size, Both::Loses).expect("a size in range");
        let cells = 3 * size * (size - 1) + 1;
        assert_eq!(start.turn_count() as usize, 2 * cells);
        assert_eq!(Colour::ALL.map(|colour| start.left(colour) as usize), [cells / 2; 2]);
    }
    assert_eq!([0, 1, 6, 8].map(|size| Manalath::new(size, Both::Loses)), [None; 4]);
}

#[test]
fn four_of_the_movers_colour_lose() {
    let text = "5/6/7/8/bbb6/8/7/6/5 b";
    assert_eq!(outcomes(text, &["e4b"]), [WHITE_WINS; 2]);
    // A stone that makes no four of one's own is nothing, even next to three.
    assert_eq!(outcomes(text, &["e4w"]), [None; 2]);
    // White's groups are judged at the end of white's turns only.
    assert_eq!(outcomes("5/6/7/8/www6/8/7/6/5 b", &["e4w"]), [None; 2]);
}

#[test]
fn five_of_the_movers_colour_win() {
    assert_eq!(outcomes("5/6/7/8/bb1bb4/8/7/6/5 b", &["e3b"]), [BLACK_WINS; 2]);
    assert_eq!(outcomes("5/6/7/8/ww1ww4/8/7/6/5 w", &["e3w"]), [WHITE_WINS; 2]);
}

#[test]
fn a_gift_counts_at_the_end_of_the_receivers_turn() {
    let five = "5/6/7/8/bb1bb4/8/7/6/5 w";
    assert_eq!(outcomes(five, &["e3b"]), [None; 2]);
    assert_eq!(outcomes(five, &["e3b", "a1w"]), [BLACK_WINS; 2]);
    let four = "5/6/7/8/bbb6/8/7/6/5 w";
    assert_eq!(outcomes(four, &["e4b"]), [None; 2]);
    assert_eq!(outcomes(four, &["e4b", "a1w"]), [WHITE_WINS; 2]);
    assert_eq!(outcomes(four, &["e4b", "e5b"]), [BLACK_WINS; 2]);
    // One stone does not mend two fours.
    assert_eq!(outcomes("bbbb1/6/7/8/bbbb5/8/7/6/5 b", &["e5b"]), [WHITE_WINS; 2]);
}

#[test]
fn a_four_and_a_five_together() {
    assert_eq!(
        outcomes("bbbbb/6/7/8/bbb6/8/7/6/5 b", &["e4b"]),
        [WHITE_WINS, BLACK_WINS],
        "the five stood first"
    );
    assert_eq!(
        outcomes("bbbb1/6/7/8/bb1bb4/8/7/6/5 b", &["e3b"]),
        [WHITE_WINS; 2],
        "the four stood first"
    );
    let stood = "bbbbb/6/7/8/bbbb5/8/7/6/5 b";
    assert_eq!(outcomes(stood, &["i9w"]), [WHITE_WINS; 2], "both stood first");
    assert_eq!(outcomes(stood, &["i9b"]), [WHITE_WINS; 2], "both stood first");
    assert_eq!(outcomes(stood, &["e5b"]), [BLACK_WINS; 2], "the four is gone");
    assert_eq!(
        outcomes("bbbbb/6/7/8/bbbb5/8/7/6/bbb2 b", &["i8b"]),
        [WHITE_WINS; 2],
        "one of two fours stood first"
    );
    // Nobody knows the last stone of a loaded position: the four decides.
    assert_eq!(outcomes("bbbbb/6/7/8/bbbb5/8/7/6/5 w", &[]), [WHITE_WINS; 2]);
}

#[test]
fn a_five_that_won_by_age_is_not_the_same_position_as_loaded() {
    let won = play(load("bbbbb/6/7/8/bbb6/8/7/6/5 b", Both::First), &["e4b"]);
    let loaded = load(&won.to_string(), Both::First);
    assert_eq!((won.outcome(), loaded.outcome()), (BLACK_WINS, WHITE_WINS));
    assert!(won != loaded && won.key() != loaded.key());
    assert!(
        (0..12).map(|symmetry| won.image(symmetry)).all(|image| image.key() == image.fresh_key()
            && image.outcome() == BLACK_WINS
            && image.canonical_key() == won.canonical_key())
    );
}

#[test]
fn a_position_where_nothing_can_be_placed_is_drawn() {
    let dead = "wbbwb/bwbwwb/b1w1b1w/bwb1bbwb/wwbww1wbw/b1wbb2w/wb1wwbw/bwb1bb/wbwww";
    for mover in ["b", "w"] {
        assert_eq!(outcomes(&format!("{dead} {mover}"), &[]), [DRAWN; 2]);
    }
    let position = load(&format!("{dead} b"), Both::Loses);
    assert_eq!(position.turn_count(), 0);
    assert!(position.empty() != 0 && Colour::ALL.iter().any(|&colour| position.left(colour) > 0));
}

#[test]
fn a_dead_four_is_drawn_if_no_stone_can_follow() {
    // White is handed a four on the last cell that takes any stone.
    let text = "wbw/1wbw/bbw1b/b1bw/wbw b";
    let position = play(load(text, Both::Loses), &["b1w"]);
    assert_eq!(position.fours(Colour::White).count(), 4);
    assert!(position.empty() != 0 && position.left(Colour::Black) > 0);
    assert_eq!(position.outcome(), DRAWN);
    assert_eq!(position.turn_count(), 0);
    assert_eq!(load(&position.to_string(), Both::Loses), position);
}

#[test]
fn a_dead_four_wins_if_a_stone_can_follow() {
    // Around white's new four are black stones, and cells where white would join another group.
    let text = "www2/2b1w1/wbb4/8/9/8/7/6/5 b";
    let position = play(load(text, Both::Loses), &["b2w"]);
    assert_eq!(position.fours(Colour::White).count(), 4);
    assert_eq!(position.outcome(), None);
    for turn in position.turns() {
        let mut child = position;
        child.play_turn(turn);
        assert_eq!(child.outcome(), BLACK_WINS, "{}", position.write_turn(turn));
    }
}

#[test]
fn the_supply_ends() {
    let position = load("bb/b2/2 w", Both::Loses);
    assert_eq!(Colour::ALL.map(|colour| position.left(colour)), [0, 3]);
    assert_eq!(position.turn_count(), 4);
    let last = play(position, &["b2w", "b3w", "c2w"]);
    assert_eq!(last.to_string(), "bb/bww/w1 b");
    assert_eq!(last.outcome(), DRAWN);
}

#[test]
fn what_is_kept_is_what_the_stones_say() {
    // A fixed walk through many games; each prefers to go on, so as to see full boards too.
    let mut word = 1_u64;
    let mut choose = |choices: usize| {
        word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (word >> 33) as usize % choices
    };
    for game in 0..200 {
        let both = [Both::Loses, Both::First][game % 2];
        let mut position = Manalath::new(2 + game / 2 % 4, both).expect("a size in range");
        while position.outcome().is_none() {
            assert_eq!(load(&position.to_string(), both), position);
            for colour in Colour::ALL {
                check_sets(&position, colour);
            }
            let turns = position.turns();
            let goes_on = |turn: &_| {
                let mut child = position;
                child.play_turn(*turn);
                child.outcome().is_none()
            };
            let quiet: Vec<_> = turns.iter().copied().filter(goes_on).collect();
            let turns = if quiet.is_empty() { turns } else { quiet };
            position.play_turn(turns[choose(turns.len())]);
        }
    }
}

fn check_sets(position: &Manalath, colour: Colour) {
    let (board, stones) = (position.board(), position.stones(colour));
    let size = |index| board.group(u64::bit(index), stones | u64::bit(index)).count();
    for index in board.cells().iter() {
        let name = board.name(Cell(index as u8));
        let (stone, empty) = (stones.has(index), position.empty().has(index));
        assert_eq!(position.fours(colour).has(index), stone && size(index) == 4, "{name}");
        assert_eq!(position.fives(colour).has(index), stone && size(index) == 5, "{name}");
        assert_eq!(position.forbidden(colour).has(index), empty && size(index) > 5, "{name}");
    }
}

#[test]
fn keys_tell_boards_and_options_apart() {
    let mut keys = Vec::new();
    for size in 2..=5 {
        for both in [Both::Loses, Both::First] {
            let start = Manalath::new(size, both).expect("a size in range");
            keys.extend([start, play(start, &["a1b"]), play(start, &["a1w"])].map(|p| p.key()));
        }
    }
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 24);
}

#[test]
fn malformed_moves() {
    let start = Manalath::new(5, Both::Loses).expect("a size in range");
    let long = "e".repeat(1 << 20);
    for text in
        ["", " ", "e", "5", "e5", "5b", "eb", "e5r", "e5bw", "e5b ", " e5b", "be5", "e-5b", "pass"]
            .into_iter()
            .chain(["ë5b", "e５b", "e5ß", "\0", "0000", "e0b", "e05b", &long])
    {
        let error = start.read_turn(text).expect_err(text);
        assert!(matches!(error, MoveError::Malformed { .. }), "{error}");
    }
    assert_eq!(
        start.read_turn("e5").expect_err("no stone").to_string(),
        "malformed move 'e5': expected a cell and a stone, b or w, such as e5b"
    );
}

#[test]
fn illegal_moves_name_the_rule() {
    let refusals = [
        ("5/6/7/8/9/8/7/6/5 b", "a6b", "there is no cell a6 on a board of size 5"),
        ("5/6/7/8/9/8/7/6/5 b", "z1w", "there is no cell z1 on a board of size 5"),
        (
            "2/3/2 b",
            "a18446744073709551617b",
            "there is no cell a18446744073709551617 on a board of size 2",
        ),
        ("5/6/7/8/4b4/8/7/6/5 w", "e5w", "e5 holds a black stone"),
        ("5/6/7/8/4w4/8/7/6/5 b", "e5w", "e5 holds a white stone"),
        ("bb/b2/2 w", "c2b", "no black stones are left"),
        (
            "5/6/7/8/bbb1bbb2/8/7/6/5 b",
            "e4b",
            "it would make a group of 7 black stones, the most is 5",
        ),
        (
            "5/6/7/8/bbbbb4/8/7/6/5 b",
            "e6b",
            "it would make a group of 6 black stones, the most is 5",
        ),
        ("5/6/7/8/bbbb5/8/7/6/5 w", "a1w", "the game is over"),
    ];
    for (position, text, reason) in refusals {
        let error = load(position, Both::Loses).read_turn(text).expect_err(text);
        assert_eq!(error, MoveError::illegal(text, reason));
    }
    let digits = "9".repeat(1 << 20);
    let start = Manalath::new(5, Both::Loses).expect("a size in range");
    let error = start.read_turn(&format!("e{digits}b")).expect_err("no such number");
    assert!(matches!(error, MoveError::Illegal { .. }) && error.to_string().len() < 200);
}

#[test]
fn positions_are_written_as_they_are_read() {
    for text in [
        "5/6/7/8/9/8/7/6/5 b",
        "2/3/2 w",
        "b1w/4/2b2/4/w2 w",
        "4/5/1bw3/7/2w3/5/4 b",
        "bbbbb/6/7/8/wwww5/8/7/6/5 w",
    ] {
        assert_eq!(load(text, Both::Loses).to_string(), text);
        assert_eq!(load(text, Both::First).rules(), Both::First);
    }
}

#[test]
fn the_drawing_shows_the_stones_and_what_is_left() {
    let position = load("b1w/4/2b2/4/w2 w", Both::Loses);
    let plain = position.draw(Paint::Plain);
    let expected = "
       1 2 3
   a  b . w  4
  b  . . . .  5
 c  . . b . .
  d  . . . .
   e  w . .

stones left: b 7, w 7
";
    assert_eq!(plain, expected[1..]);
}
