//! The laws that every game, size, mode and rule option obeys, on positions met in random play.

mod common;

use std::collections::BTreeSet;

use common::{Rng, with_every_game};
use tetrarch::game::{Outcome, Steps};
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
    let mut steps = Steps::new();
    position.steps(&mut steps);
    assert_eq!(steps.iter().collect::<BTreeSet<_>>().len(), steps.len());
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
    let legal = position.turns();
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

law!(positions_read_as_they_are_written, |history, _rng| {
    let position = history.position();
    let read = G::parse(&position.to_string(), position.rules());
    let read = read.unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(read.to_string(), position.to_string());
    assert_eq!(read.outcome(), position.outcome());
    assert_eq!(read, *position);
    assert_eq!(read.key(), position.key());
});

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

law!(images_have_the_images_of_the_turns, |history, rng| {
    let position = history.position();
    let symmetry = rng.below(position.symmetries());
    let image = position.image(symmetry);
    assert_eq!(image.key(), image.fresh_key());
    assert_eq!(image.outcome(), position.outcome());
    assert_eq!(image.canonical_key(), position.canonical_key(), "{position}, {symmetry}");
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
    assert!(position.draw(Paint::Colour).contains('\x1b'));
});
