//! The facts of Otrio, and the words of its errors.

use tetrarch::game::{Game, Outcome, Seat, Turn};
use tetrarch::games::otrio::{Colour, Mode, Otrio, SLOTS, Size, Slot, Step};
use tetrarch::text::{MoveError, Notation, Paint};

/// Red holds two small pieces and a large one, but only medium slots are empty.
const BLOCKED: &str = "grgbrgbpr/rrbg1gpgr/b1bppbpbp r 2x2";
/// Red's last piece fits, and then nobody has any.
const LAST_PIECE: &str = "r2bbrbr1/b1r4bb/1bbrrbr1r r 2x1";

fn load(text: &str) -> Otrio {
    Otrio::parse(text, ()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(position: &mut Otrio, moves: &[&str]) {
    for text in moves {
        let turn = position.read_turn(text).unwrap_or_else(|error| panic!("{error}"));
        position.play_turn(turn);
    }
}

#[test]
fn each_of_the_49_triples_wins_and_no_other_three_do() {
    let slots: Vec<Slot> = Slot::members((1 << SLOTS) - 1).collect();
    let start = Otrio::new(Mode::FourByOne);
    let mut wins = 0;
    for (third, &c) in slots.iter().enumerate() {
        for (second, &b) in slots[..third].iter().enumerate() {
            for &a in &slots[..second] {
                let mut position = start;
                // The others play where blue does not.
                for slot in [a, b, c] {
                    while position.colour() != Colour::Blue {
                        let free = |&&other: &&Slot| {
                            ![a, b, c].contains(&other) && position.taken_by(other).is_none()
                        };
                        let other = slots.iter().rev().find(free).expect("27 slots are enough");
                        position.play(Step::Place(*other));
                    }
                    assert_eq!(position.outcome(), None);
                    position.play(Step::Place(slot));
                }
                if position.outcome() == Some(Outcome::Won(Seat::P1)) {
                    wins += 1;
                    assert_eq!(position.winners(), a.bit() | b.bit() | c.bit());
                } else {
                    assert_eq!(position.outcome(), None);
                    assert_eq!(position.winners(), 0);
                }
            }
        }
    }
    assert_eq!(wins, 49);
}

#[test]
fn lines_grow_in_order_with_medium_in_the_middle() {
    let won = Some(Outcome::Won(Seat::P1));
    // Small, medium, large from either end of a row, a column and a diagonal.
    for board in ["b3b3b", "2b1b1b2"].map(|row| format!("9/{row}/9")) {
        assert_eq!(load(&format!("{board} r 2x1")).outcome(), won, "{board}");
    }
    for board in ["b8/1b7/2b6", "8b/4b4/b8", "6b2/4b4/2b6"] {
        assert_eq!(load(&format!("{board} r 2x1")).outcome(), won, "{board}");
    }
    // Without medium in the middle.
    for board in ["9/b4b1b1/9", "9/1b1b4b/9", "9/b2b4b/9", "9/b5bb1/9"] {
        assert_eq!(load(&format!("{board} r 2x1")).outcome(), None, "{board}");
    }
    assert_eq!(load("9/3bbb3/9 r 2x1").outcome(), won);
    assert_eq!(load("9/3brb3/9 r 2x1").outcome(), None);
}

#[test]
fn only_the_colour_that_just_moved_is_judged() {
    let board = "bbb6/9/rrr6";
    assert_eq!(load(&format!("{board} r 2x1")).outcome(), Some(Outcome::Won(Seat::P1)));
    assert_eq!(load(&format!("{board} b 2x1")).outcome(), Some(Outcome::Won(Seat::P2)));
    assert_eq!(load(&format!("{board} b 4x1")).outcome(), None, "green was before blue");
    // Once it moves again, also what it had before counts.
    let mut position = load("bbb6/9/9 b 2x1");
    assert_eq!(position.outcome(), None);
    play(&mut position, &["c1l"]);
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::P1)));
    assert_eq!(position, load(&position.to_string()));
}

#[test]
fn the_modes_deal_colours_to_seats() {
    use Seat as S;
    let seats = |mode: Mode| {
        let mut position = Otrio::new(mode);
        let mut seats = Vec::new();
        for text in ["a1s", "c2m", "b3l", "a2m", "c3s"] {
            seats.push((position.mover(), position.colour().letter()));
            assert_eq!(position.owner(position.colour()), position.mover());
            play(&mut position, &[text]);
        }
        (position.seats(), seats)
    };
    let two = [(S::P1, 'b'), (S::P2, 'r'), (S::P1, 'b'), (S::P2, 'r'), (S::P1, 'b')];
    assert_eq!(seats(Mode::TwoByOne), (2, two.to_vec()));
    let two = [(S::P1, 'b'), (S::P2, 'r'), (S::P1, 'p'), (S::P2, 'g'), (S::P1, 'b')];
    assert_eq!(seats(Mode::TwoByTwo), (2, two.to_vec()));
    let three = [(S::P1, 'b'), (S::P2, 'r'), (S::P3, 'p'), (S::P1, 'b'), (S::P2, 'r')];
    assert_eq!(seats(Mode::ThreeByOne), (3, three.to_vec()));
    let four = [(S::P1, 'b'), (S::P2, 'r'), (S::P3, 'p'), (S::P4, 'g'), (S::P1, 'b')];
    assert_eq!(seats(Mode::FourByOne), (4, four.to_vec()));
}

#[test]
fn two_colours_of_one_seat_make_no_triple_together() {
    let mut position = load("9/9/p2b5 b 2x2");
    play(&mut position, &["c1s"]);
    assert_eq!(position.outcome(), None);
    let mut position = load("9/9/p2p5 p 2x2");
    play(&mut position, &["c1s"]);
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::P1)));
}

#[test]
fn a_blocked_colour_passes_and_nothing_else() {
    let mut position = load(BLOCKED);
    assert_eq!(position.open(Colour::Red), 0);
    assert_eq!(position.left(Colour::Red, Size::Small), 2);
    assert_eq!(position.turns(), [Turn::one(Step::Pass)]);
    assert_eq!(position.turn_count(), 1);
    play(&mut position, &["PASS"]);
    assert_eq!(position.to_string(), BLOCKED.replace(" r ", " p "));
    assert_eq!(position, load(&position.to_string()));
}

#[test]
fn the_game_is_drawn_as_soon_as_nobody_can_place() {
    // The board is full, though every colour has pieces left.
    let mut position = load(BLOCKED);
    play(&mut position, &["pass", "b2m", "a1m"]);
    assert_eq!(position.outcome(), Some(Outcome::Drawn));
    assert!(position.turns().is_empty());
    assert_eq!(position.turn_count(), 0);

    // Slots are left, but no pieces.
    let mut position = load(LAST_PIECE);
    play(&mut position, &["a2m"]);
    assert_eq!(position.outcome(), Some(Outcome::Drawn));
    assert_eq!(position.occupied().count_ones(), 18);
    assert_eq!(position, load(&position.to_string()));
}

#[test]
fn wins_are_where_a_triple_lacks_one_piece_that_is_left() {
    let names = |set| Slot::members(set).map(|slot| slot.to_string()).collect::<Vec<_>>();
    let position = load("9/3bb4/9 b 2x1");
    assert_eq!(names(position.wins_at(Colour::Blue)), ["b2l"]);
    assert_eq!(names(position.wins_at(Colour::Red)), [""; 0]);
    // Two columns of one size, and growing along a row and a diagonal; red holds c1l.
    let position = load("9/b3b4/b3b3r b 2x1");
    assert_eq!(names(position.wins_at(Colour::Blue)), ["a3s", "b3m", "c2l", "c3l"]);
    // The three small blue pieces are placed: the row of small ones cannot be completed.
    let position = load("6b2/9/b2b5 b 2x1");
    assert_eq!(names(position.wins_at(Colour::Blue)), [""; 0]);
}

#[test]
fn keys_separate_modes_and_colours_on_move() {
    let mut keys: Vec<u64> = Vec::new();
    for board in ["9/9/9", "9/4b4/9"] {
        for mode in Mode::ALL {
            let colours = mode.colours().iter();
            keys.extend(colours.map(|c| load(&format!("{board} {} {mode}", c.letter())).key()));
        }
    }
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn the_27_openings_are_six_up_to_symmetry() {
    let start = Otrio::new(Mode::TwoByOne);
    let mut keys: Vec<u64> = Vec::new();
    for turn in start.turns() {
        let mut child = start;
        child.play_turn(turn);
        keys.push(child.canonical_key());
    }
    keys.sort_unstable();
    keys.dedup();
    // Corner, edge and centre, each medium or not.
    assert_eq!(keys.len(), 6);
}

#[test]
fn positions_are_read_with_any_blanks_and_the_mode_in_any_case() {
    for mode in Mode::ALL {
        let text = format!("9/9/9 b {mode}");
        assert_eq!(Otrio::new(mode).to_string(), text);
        assert_eq!(
            load(&format!("  9/9/9\t b  {} ", mode.name().to_uppercase())),
            Otrio::new(mode)
        );
    }
    assert_eq!(Otrio::new(Mode::default()).to_string(), "9/9/9 b 2x1");
}

#[test]
fn a_malformed_move_is_no_move_anywhere() {
    let position = Otrio::new(Mode::TwoByOne);
    let long = "b".repeat(1 << 20);
    for text in [
        "", "b", "b2", "b2x", "d2m", "b4m", "b0m", "2bm", "b2mm", " b2m", "passe", "ｂ2m", "é",
        &long,
    ] {
        let error = position.read_turn(text).expect_err("not a move");
        assert!(matches!(error, MoveError::Malformed { .. }), "{error}");
        assert!(error.to_string().ends_with("a cell and a size (s, m, l) such as b2m, or pass"));
    }
}

#[test]
fn an_illegal_move_is_refused_with_the_reason() {
    for (position, text, reason) in [
        ("9/4b4/9 r 2x1", "b2m", "the medium slot of b2 is taken by blue"),
        ("2p6/9/9 p 3x1", "A3L", "the large slot of a3 is taken by purple"),
        ("6b2/9/b2b5 b 2x1", "a2s", "blue has no small piece left"),
        ("9/9/9 b 2x1", "pass", "blue can place a piece and must"),
        (BLOCKED, "a1m", "no piece of red fits anywhere: it must pass"),
        ("bbb6/9/9 r 2x1", "b2m", "the game is over"),
        ("bbb6/9/9 r 2x1", "pass", "the game is over"),
        ("r2bbrbr1/brr4bb/1bbrrbr1r b 2x1", "pass", "the game is over"),
    ] {
        let error = load(position).read_turn(text).expect_err(text);
        assert_eq!(error.to_string(), format!("illegal move '{text}': {reason}"));
    }
}

#[test]
fn the_drawing_shows_rings_and_what_is_left() {
    let drawing = load("2rb2r2/1rp1b1g2/b1g3r2 p 2x2").draw(Paint::Plain);
    let expected = "
        a           b           c
      r r r   |     .     |     .
    r   .   r |     .     |     .
 3  r . . . r | . . b . . | . . r . .
    r   .   r |     .     |     .
      r r r   |     .     |     .
   -----------+-----------+-----------
      p p p   |     .     |     .
    p r r r p |   b b b   |     .
 2  p r . r p | . b . b . | . . g . .
    p r r r p |   b b b   |     .
      p p p   |     .     |     .
   -----------+-----------+-----------
      g g g   |     .     |     .
    g   .   g |     .     |     .
 1  g . b . g | . . . . . | . . r . .
    g   .   g |     .     |     .
      g g g   |     .     |     .

     left       small   medium  large
     p1 blue      1       2       3
     p2 red       1       2       2
   > p1 purple    3       3       2
     p2 green     2       3       2
";
    assert_eq!(drawing, expected.trim_start_matches('\n'));
}

#[test]
fn the_drawing_shows_who_won() {
    let plain = load("bbb6/9/4r4 r 2x1").draw(Paint::Plain);
    assert!(plain.contains("B B B B B"), "the winning pieces are capitals");
    assert!(!plain.contains('>'), "nobody is on move");
}
