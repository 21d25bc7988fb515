//! What recorded games teach: the counts of a position, and what came of it.

use std::collections::HashMap;

use tetrarch::game::{Seat, Steps};
use tetrarch::games::Playable;
use tetrarch::search::{Score, Verdict};
use tetrarch::text::MoveError;

use super::record::Game;

/// A position seen by a seat.
pub(super) struct Sample {
    /// The counts that are not 0, by the places of their weights.
    pub counts: Vec<(usize, f64)>,
    /// The points that the seat made: 1 for a win, its share of a draw.
    pub points: f64,
    /// What the search said, if it was a judgement.
    pub score: Option<f64>,
    /// How often the position came up; points and score are means.
    pub times: f64,
    /// Whether it is kept from the fit, to see how well that does elsewhere.
    pub held: bool,
}

/// The samples of all games.
#[derive(Default)]
pub(super) struct Samples {
    pub list: Vec<Sample>,
    /// Whether more than two seats play, so that a seat's points are half on the average no more.
    pub crowd: bool,
    /// The place in the list, by position and seat.
    places: HashMap<(u64, usize), usize>,
}

impl Samples {
    /// One game in so many is held back.
    const HELD: u64 = 8;

    /// Takes the positions that are judged in a search: those that the game cannot settle by
    /// itself and where the mover has a choice.
    pub fn take<G: Playable>(&mut self, start: &G, game: &Game) -> Result<(), MoveError> {
        let mut position = start.clone();
        let seats = start.seats();
        self.crowd |= seats > 2;
        let held = game.number.is_multiple_of(Self::HELD);
        for (text, &score) in game.moves.iter().zip(&game.scores) {
            let mut steps = Steps::new();
            let open =
                position.resolve(&position.look(), &mut steps) == Verdict::Open && steps.len() > 1;
            if let Some(score) = score.filter(|_| open) {
                let mover = position.mover();
                // Two seats see the same with opposite signs.
                let seen =
                    if seats == 2 { std::slice::from_ref(&mover) } else { &Seat::ALL[..seats] };
                for &seat in seen {
                    let score = if seats == 2 { Some(score) } else { None };
                    self.add(&position, seat, game.winner, score, held);
                }
            }
            position.play_turn(position.read_turn(text)?);
        }
        Ok(())
    }

    fn add<G: Playable>(
        &mut self,
        position: &G,
        seat: Seat,
        winner: Option<usize>,
        score: Option<i32>,
        held: bool,
    ) {
        let points = match winner {
            Some(winner) => f64::from(u8::from(winner == seat.index())),
            None => 1.0 / position.seats() as f64,
        };
        // What is proven needs no estimate.
        let proven = score.filter(|score| score.abs() > Score::cp(i32::MAX).value());
        let points = proven.map_or(points, |score| f64::from(u8::from(score > 0)));
        let score = score.filter(|_| proven.is_none()).map(f64::from);
        let key = (position.canonical_key(), seat.index());
        if let Some(&place) = self.places.get(&key) {
            let old = &mut self.list[place];
            let share = 1.0 / (old.times + 1.0);
            old.points += (points - old.points) * share;
            old.score = match (old.score, score) {
                (Some(old), Some(new)) => Some(old + (new - old) * share),
                _ => None,
            };
            old.times += 1.0;
            return;
        }
        let mut counts = vec![0; position.weights().names().len()];
        position.count(&position.look(), seat, &mut counts);
        let counts = counts.into_iter().enumerate().filter(|&(_, count)| count != 0);
        let counts = counts.map(|(place, count)| (place, f64::from(count))).collect();
        self.places.insert(key, self.list.len());
        self.list.push(Sample { counts, points, score, times: 1.0, held });
    }
}
