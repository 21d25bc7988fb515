//! The laws that every game, size, mode and rule option obeys, on positions met in random play.

mod common;

use std::any::Any;
use std::collections::{BTreeSet, HashMap};

use common::{Rng, with_every_game};
use tetrarch::game::{Game, Outcome, Steps};
use tetrarch::games::manalath::{Both, Colour, Manalath};
use tetrarch::history::History;
use tetrarch::text::{MoveError, Notation, Paint};

/// Plays a random game to its end (or for long enough) and shows each history on the way.
fn random_game<G: Notation>(start: &G, rng: &mut Rng, mut look: impl FnMut(&History<G>, &mut Rng)) {
    let mut history = History::new(start.clone());
    for _ in 0..200 {
        look(&history, rng);
        let turns = history.legal_turns();
        if turns.is_empty() {
            assert!(history.outcome().is_some(), "no moves, yet not over: {}", history.position());
            return;
        }
        history.play(turns[rng.below(turns.len())]);
    }
}

fn steps<G: Game>(position: &G) -> Steps<G::Step> {
    let mut steps = Steps::new();
    position.steps(&mut steps);
    steps
}

fn games_for<G: Notation>(start: &G) -> usize {
    // Iris has thousands of turns a position: fewer games show as many positions.
    if start.turns().len() > 60 { 6 } else { 30 }
}

/// Runs `law` on every position of some random games of every game there is.
macro_rules! law {
    ($name:ident, |$history:ident, $rng:ident| $body:block) => {
        #[test]
        fn $name() {
            fn check<G: Notation>(start: G) {
                let mut rng = Rng::new(0x1a35);
                for _ in 0..games_for(&start) {
                    random_game(&start, &mut rng, |$history, $rng| $body);
                }
            }
            with_every_game!(check);
        }
    };
}

law!(turns_are_unique_counted_and_only_before_the_end, |history, _rng| {
    let position = history.position();
    let turns = position.turns();
    assert_eq!(turns.iter().collect::<BTreeSet<_>>().len(), turns.len());
    assert_eq!(position.turn_count(), turns.len() as u64, "{position}");
    assert_eq!(turns.is_empty(), position.outcome().is_some(), "{position}");
    let steps = steps(position);
    assert_eq!(steps.iter().collect::<BTreeSet<_>>().len(), steps.len());
    assert_eq!(steps.is_empty(), turns.is_empty(), "{position}");
});

law!(a_turn_of_two_steps_is_in_ascending_order, |history, _rng| {
    for turn in history.position().turns() {
        assert!(turn.second.is_none_or(|second| turn.first < second), "{turn:?}");
    }
});

law!(a_turn_that_is_begun_can_be_finished, |history, _rng| {
    let position = history.position();
    for first in steps(position) {
        let mut half = position.clone();
        half.play(first);
        if !half.mid_turn() {
            continue;
        }
        assert_eq!(half.mover(), position.mover());
        assert_eq!(half.outcome(), None);
        assert_eq!(half.key(), half.fresh_key());
        assert_eq!(half.canonical_key(), half.key(), "half a turn has no images");
        let seconds = steps(&half);
        assert!(!seconds.is_empty(), "{position}: {first:?} leads nowhere");
        let keys: BTreeSet<u64> = seconds
            .into_iter()
            .map(|second| {
                let mut whole = half.clone();
                whole.play(second);
                assert!(!whole.mid_turn());
                whole.key()
            })
            .chain([position.key(), half.key()])
            .collect();
        assert_eq!(keys.len(), steps(&half).len() + 2, "{position}, {first:?}");
    }
});

law!(a_finished_game_takes_no_move, |history, _rng| {
    let mut before = history.clone();
    if history.position().outcome().is_none() || before.undo().is_none() {
        return;
    }
    for turn in before.position().turns() {
        let token = before.position().write_turn(turn);
        let refusal = history.position().read_turn(&token).expect_err("the game is over");
        assert_eq!(refusal, MoveError::illegal(&token, "the game is over"));
    }
});

law!(turns_read_as_they_are_written_in_any_case, |history, _rng| {
    let position = history.position();
    let mut tokens = BTreeSet::new();
    for turn in position.turns() {
        let token = position.write_turn(turn);
        assert!(token.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert_eq!(position.read_turn(&token), Ok(turn));
        assert_eq!(position.read_turn(&token.to_uppercase()), Ok(turn));
        assert!(tokens.insert(token), "two turns are written alike");
    }
});

law!(what_is_not_generated_is_illegal, |history, rng| {
    // Every token the game can write anywhere in this line is either generated now or refused.
    let position = history.position();
    let legal: BTreeSet<_> = position.turns().into_iter().collect();
    let earlier = &history.positions()[rng.below(history.positions().len())];
    for turn in earlier.turns() {
        let token = earlier.write_turn(turn);
        match position.read_turn(&token) {
            Ok(read) => assert!(legal.contains(&read), "{position}: {token}"),
            Err(MoveError::Illegal { reason, .. }) => {
                assert!(!legal.contains(&turn), "{position}: {token} refused: {reason}");
            }
            Err(error) => panic!("{position}: {error}"),
        }
    }
});

/// Whether this is the one kind of position that its string does not tell: Manalath won by a five
/// that was there before the four. Nobody knows the past of a loaded board, so the four decides.
fn is_won_by_age<G: Notation>(position: &G) -> bool {
    (position as &dyn Any).downcast_ref::<Manalath>().is_some_and(|position| {
        let last = position.mover().other();
        let own = Colour::of(last);
        position.rules() == Both::First
            && position.outcome() == Some(Outcome::Won(last))
            && position.fours(own) != 0
            && position.fives(own) != 0
    })
}

fn check_text<G: Notation>(position: &G) {
    let text = position.to_string();
    let read = G::parse(&text, position.rules());
    let read = read.unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(read.to_string(), text);
    if is_won_by_age(position) {
        let four = Outcome::Won(position.mover());
        assert_eq!(read.outcome(), Some(four), "{position}");
        assert_ne!(read.key(), position.key(), "{position}");
    } else {
        assert_eq!(read.outcome(), position.outcome());
        assert_eq!(read, *position);
        assert_eq!(read.key(), position.key());
    }
}

law!(positions_read_as_they_are_written, |history, _rng| {
    check_text(history.position());
});

#[test]
fn a_five_that_won_by_age_is_told_by_no_string() {
    let mut position = Manalath::parse("bbbbb/6/7/8/bbb6/8/7/6/5 b", Both::First).expect("valid");
    position.play_turn(position.read_turn("e4b").expect("legal"));
    assert!(is_won_by_age(&position));
    check_text(&position);
}

law!(the_key_is_the_recomputed_key, |history, _rng| {
    let position = history.position();
    assert_eq!(position.key(), position.fresh_key(), "{position}");
    for turn in position.turns().into_iter().step_by(7) {
        let mut child = position.clone();
        for step in turn.steps() {
            child.play(step);
            assert_eq!(child.key(), child.fresh_key(), "{position}, {turn:?}");
            assert_ne!(child.key(), position.key());
        }
    }
});

#[test]
fn different_positions_have_different_keys() {
    fn check<G: Notation>(start: G) {
        let mut seen: HashMap<u64, G> = HashMap::new();
        let mut rng = Rng::new(0x4e7);
        for _ in 0..games_for(&start) {
            random_game(&start, &mut rng, |history, _| {
                let position = history.position();
                let known = seen.entry(position.key()).or_insert_with(|| position.clone());
                assert_eq!(known, position, "{known} and {position}");
            });
        }
        assert!(seen.len() > 1);
    }
    with_every_game!(check);
}

law!(images_have_the_images_of_the_turns, |history, rng| {
    let position = history.position();
    let symmetry = rng.below(position.symmetries());
    let image = position.image(symmetry);
    let turns = position.turns();
    let images: BTreeSet<_> =
        turns.iter().map(|&turn| position.image_of_turn(symmetry, turn)).collect();
    assert_eq!(images, image.turns().into_iter().collect(), "{position}, {symmetry}");
    if !turns.is_empty() {
        let turn = turns[rng.below(turns.len())];
        let mut then = position.clone();
        then.play_turn(turn);
        let mut first = image.clone();
        first.play_turn(position.image_of_turn(symmetry, turn));
        assert_eq!(then.image(symmetry), first);
    }
});

law!(the_symmetries_are_a_group, |history, rng| {
    let position = history.position();
    let images: Vec<G> = (0..position.symmetries()).map(|number| position.image(number)).collect();
    assert_eq!(images[0], *position, "number 0 is the identity");
    for image in &images {
        assert_eq!(image.key(), image.fresh_key(), "{image}");
        assert_eq!(image.outcome(), position.outcome(), "{image}");
        assert_eq!(image.mover(), position.mover(), "{image}");
        assert_eq!(image.canonical_key(), position.canonical_key(), "{position}, {image}");
    }
    assert!(images.iter().any(|image| image.key() == position.canonical_key()), "{position}");
    // The images of an image are the same ones, so each symmetry can be undone and combined.
    let texts = |images: &[G]| images.iter().map(G::to_string).collect::<BTreeSet<_>>();
    let image = &images[rng.below(images.len())];
    let again: Vec<G> = (0..image.symmetries()).map(|number| image.image(number)).collect();
    assert_eq!(texts(&again), texts(&images), "{position}, {image}");
    assert!(images.len().is_multiple_of(texts(&images).len()), "orbits divide the group");
});

law!(the_mover_stays_only_inside_a_turn, |history, _rng| {
    let position = history.position();
    assert!(!position.mid_turn());
    let next = position.mover().next(position.seats());
    for turn in position.turns().into_iter().step_by(5) {
        let mut child = position.clone();
        child.play(turn.first);
        assert_eq!(child.mid_turn(), turn.second.is_some());
        if let Some(second) = turn.second {
            assert_eq!(child.mover(), position.mover());
            assert_eq!(child.outcome(), None);
            child.play(second);
        }
        assert_eq!(child.mover(), next);
    }
});

law!(playing_a_copy_leaves_the_parent_alone, |history, _rng| {
    let position = history.position();
    let before = (position.clone(), position.to_string(), position.key());
    for turn in position.turns().into_iter().step_by(11) {
        position.clone().play_turn(turn);
    }
    assert_eq!((position.clone(), position.to_string(), position.key()), before);
});

law!(the_outcome_names_a_seat_at_the_table, |history, _rng| {
    if let Some(Outcome::Won(seat)) = history.outcome() {
        assert!(seat.index() < history.position().seats());
    }
    assert!(history.position().mover().index() < history.position().seats());
});

law!(taking_back_restores_the_game, |history, _rng| {
    let mut back = history.clone();
    while let Some(turn) = back.undo() {
        let played = back.turns().len();
        assert_eq!(turn, history.turns()[played]);
        assert_eq!(back.position(), &history.positions()[played]);
    }
});

law!(drawings_are_plain_or_coloured, |history, _rng| {
    let position = history.position();
    let plain = position.draw(Paint::Plain);
    assert!(!plain.contains('\x1b') && plain.ends_with('\n'), "{plain}");
    assert!(plain.lines().all(|line| line == line.trim_end()), "{plain}");
    let coloured = position.draw(Paint::Colour);
    assert!(coloured.contains('\x1b'));
    // Without its escapes, which all end in m, the coloured drawing is the plain one.
    let mut parts = coloured.split('\x1b');
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('m').expect("an escape").1);
    let stripped: String = std::iter::once(first).chain(rest).collect();
    let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(trimmed(&stripped), trimmed(&plain));
});
