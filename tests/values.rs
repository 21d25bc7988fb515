//! What the small games are worth, shown by trying everything: no search, no judgement. The search
//! is held against it where positions are many.

mod common;

use std::collections::HashMap;

use std::time::{Duration, Instant};

use common::{Rng, setup};
use tetrarch::game::{Game, Outcome, Seat};
use tetrarch::games::otrio::{Mode, Otrio};
use tetrarch::games::{Open, Playable, open};
use tetrarch::history::History;
use tetrarch::search::{Memory, Score, Signal, Task, search};

/// Whether one seat can force its win, for many positions. No path matters: a repetition never is
/// a win, so it cannot shorten one.
struct Prover {
    seat: Seat,
    /// Of each position up to symmetry: in how many plies it is not won, in how many it is.
    known: HashMap<u64, (u32, u32)>,
}

impl Prover {
    fn new(seat: Seat) -> Self {
        Prover { seat, known: HashMap::new() }
    }

    fn wins_within<G: Game>(&mut self, position: &G, plies: u32) -> bool {
        if position.outcome().is_some() || plies == 0 {
            return position.outcome() == Some(Outcome::Won(self.seat));
        }
        let key = position.canonical_key();
        let (not_in, within) = self.known.get(&key).copied().unwrap_or((0, u32::MAX));
        if plies <= not_in || plies >= within {
            return plies >= within;
        }
        let mut nexts = position.turns().into_iter().map(|turn| {
            let mut next = position.clone();
            next.play_turn(turn);
            next
        });
        let wins = if position.mover() == self.seat {
            nexts.any(|next| self.wins_within(&next, plies - 1))
        } else {
            nexts.all(|next| self.wins_within(&next, plies - 1))
        };
        self.known.insert(key, if wins { (not_in, plies) } else { (plies, within) });
        wins
    }

    /// The fewest plies in which the win can be forced.
    fn distance<G: Game>(&mut self, position: &G, most: u32) -> Option<u32> {
        (0..=most).find(|&plies| self.wins_within(position, plies))
    }
}

/// Finds who wins a start position, and in how many plies, if anybody does in so many.
struct Solve {
    most: u32,
}

impl Open for Solve {
    type Output = Option<(Seat, u32)>;

    fn open<G: Playable>(self, start: G) -> Self::Output {
        [Seat::P1, Seat::P2]
            .into_iter()
            .find_map(|seat| Some((seat, Prover::new(seat).distance(&start, self.most)?)))
    }
}

fn solve(game: &str, position: &str, options: &[(&str, &str)], most: u32) -> Option<(Seat, u32)> {
    open(&setup(game, options), Some(position), Solve { most }).expect("a start position")
}

const CONNECT_FOUR: &[(&str, &str)] = &[("LinetrisClear", "false")];

#[test]
fn manalath_of_size_two_is_drawn() {
    assert_eq!(solve("manalath", "2/3/2 b", &[], 7), None);
}

#[test]
#[ignore = "takes seconds"]
fn manalath_of_size_three_is_won_in_the_centre_only() {
    for (opening, won) in openings("manalath", "3/4/5/4/3 b", &[Seat::P1], 14) {
        let expected = (opening == "c3b").then_some((Seat::P1, 14));
        assert_eq!(won, expected, "{opening}");
    }
}

#[test]
fn linetris_of_low_boards() {
    assert_eq!(solve("linetris", "4/4/4/4 b", &[], 22), Some((Seat::P2, 22)));
    assert_eq!(solve("linetris", "4/4/4/4/4 b", &[], 29), Some((Seat::P1, 29)));
}

#[test]
#[ignore = "takes seconds"]
fn linetris_of_higher_boards() {
    assert_eq!(solve("linetris", "4/4/4/4/4/4 b", &[], 32), Some((Seat::P2, 32)));
    assert_eq!(solve("linetris", "4/4/4/4/4/4/4 b", &[], 39), Some((Seat::P1, 39)));
}

#[test]
fn connect_four_on_small_boards_is_drawn() {
    for start in ["4/4/4/4 b", "4/4/4/4/4 b", "5/5/5/5 b"] {
        assert_eq!(solve("linetris", start, CONNECT_FOUR, 20), None);
    }
}

/// Which of some seats wins after each first turn, and in how many plies, if it does in so many.
struct Openings<'a> {
    seats: &'a [Seat],
    most: u32,
}

impl Open for Openings<'_> {
    type Output = Vec<(String, Option<(Seat, u32)>)>;

    fn open<G: Playable>(self, start: G) -> Self::Output {
        let mut provers: Vec<_> = self.seats.iter().copied().map(Prover::new).collect();
        let mut result = |next: &G| {
            for plies in 0..self.most {
                for prover in &mut provers {
                    if prover.wins_within(next, plies) {
                        return Some((prover.seat, plies + 1));
                    }
                }
            }
            None
        };
        let result = |turn| {
            let mut next = start.clone();
            next.play_turn(turn);
            (start.write_turn(turn), result(&next))
        };
        start.turns().into_iter().map(result).collect()
    }
}

fn openings(
    game: &str,
    position: &str,
    seats: &[Seat],
    most: u32,
) -> Vec<(String, Option<(Seat, u32)>)> {
    open(&setup(game, &[]), Some(position), Openings { seats, most }).expect("a start position")
}

#[test]
#[ignore = "takes seconds"]
fn otrio_is_won_by_medium_in_the_centre_and_lost_by_all_else() {
    for (opening, result) in openings("otrio", "9/9/9 b 2x1", &[Seat::P1, Seat::P2], 10) {
        let (seat, plies) = result.expect("decided by ply 10");
        let expected = if opening == "b2m" { (Seat::P1, 7..=7) } else { (Seat::P2, 2..=10) };
        assert!(seat == expected.0 && expected.1.contains(&plies), "{opening} {seat} {plies}");
    }
}

/// A position after so many random turns, if nobody has won by then.
fn random(turns: usize, rng: &mut Rng) -> Option<Otrio> {
    let mut position = Otrio::new(Mode::TwoByOne);
    for _ in 0..turns {
        let legal = position.turns();
        position.play_turn(*legal.get(rng.below(legal.len().max(1)))?);
    }
    position.outcome().is_none().then_some(position)
}

/// Holds the score of the whole search against the plain values, positions enough for the count.
/// How long the slowest search took.
fn slowest_exact(count: usize) -> Duration {
    let mut rng = Rng::new(0x071);
    let mut provers = [Seat::P1, Seat::P2].map(Prover::new);
    let mut slowest = Duration::ZERO;
    let mut kinds = [0; 3];
    for number in 0.. {
        if kinds.iter().sum::<usize>() == count {
            break;
        }
        let Some(position) = random(number % 16, &mut rng) else { continue };
        // Eighteen pieces, and then nothing fits.
        let value = (0..=18).find_map(|plies| {
            let wins = |prover: &mut Prover| prover.wins_within(&position, plies);
            provers.iter_mut().find_map(|prover| wins(prover).then_some((prover.seat, plies)))
        });
        let expected = match value {
            Some((seat, plies)) if seat == position.mover() => Score::win_in(plies),
            Some((_, plies)) => Score::loss_in(plies),
            None => Score::DRAW,
        };
        let (mut score, begin) = (None, Instant::now());
        let (history, memory) = (History::new(position), Memory::new(16));
        search(&history, &Task::default(), &memory, &Signal::default(), &mut |report| {
            score = Some(report.score);
        });
        slowest = slowest.max(begin.elapsed());
        assert_eq!(score, Some(expected), "{position}");
        kinds[(expected.cmp(&Score::DRAW) as i8 + 1) as usize] += 1;
    }
    let [lost, drawn, won] = kinds;
    println!("Otrio 2x1: {won} won, {drawn} drawn, {lost} lost, the slowest {slowest:?}");
    slowest
}

#[test]
fn otrio_positions_are_exact() {
    slowest_exact(100);
}

#[test]
#[ignore = "takes a minute"]
fn a_thousand_otrio_positions_are_exact() {
    slowest_exact(1_000);
}
