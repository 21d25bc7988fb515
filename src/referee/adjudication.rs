//! Ending a game before its rules do.

use super::verdict::{Decision, Ending, Verdict};
use crate::game::Seat;

/// When a game is ended early; nothing is set by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// Drawn after so many moves of each seat.
    pub max_moves: Option<usize>,
    /// Drawn when a position comes up for the so-manieth time.
    pub repetition: Option<usize>,
    /// Drawn when all engines say so.
    pub draw: Option<DrawRule>,
    /// Won when all engines say so.
    pub resign: Option<ResignRule>,
}

/// All scores were close to zero for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this move of each seat.
    pub from: usize,
    /// For so many moves of each seat.
    pub count: usize,
    /// At most so far from zero.
    pub score: i32,
}

/// One seat saw itself winning and all others losing for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// For so many moves of each seat.
    pub count: usize,
    /// By at least so much.
    pub score: i32,
}

/// What the referee has seen of a game.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// How many seats play.
    pub seats: usize,
    /// How many turns were played, the opening included.
    pub plies: usize,
    /// The position strings so far, the current one last.
    pub positions: Vec<String>,
    /// The score of every turn an engine played, from its own side.
    pub scores: Vec<(Seat, Option<i32>)>,
}

impl Course {
    /// The scores of the last `count` turns of each seat; none if there were not so many, or one
    /// of them came without a score.
    fn last(&self, count: usize) -> Option<Vec<(Seat, i32)>> {
        let from = self.scores.len().checked_sub(count.max(1) * self.seats)?;
        self.scores[from..].iter().map(|&(seat, score)| Some((seat, score?))).collect()
    }
}

impl Adjudication {
    /// The end of the game, if it is time.
    pub fn judge(&self, course: &Course) -> Option<Ending> {
        let end = |decision, verdict, detail: String| Some(Ending { decision, verdict, detail });
        if let Some(ResignRule { count, score }) = self.resign
            && let Some(last) = course.last(count)
        {
            let wins = |winner: Seat| {
                last.iter().all(|&(seat, value)| match seat == winner {
                    true => value >= score,
                    false => value <= -score,
                })
            };
            if let Some(&winner) = Seat::ALL[..course.seats].iter().find(|&&seat| wins(seat)) {
                let detail = format!("by {score} for {count} moves");
                return end(Decision::Won(winner), Verdict::Resignation, detail);
            }
        }
        if let Some(DrawRule { from, count, score }) = self.draw
            && course.plies >= from * course.seats
            && let Some(last) = course.last(count)
            && last.iter().all(|(_, value)| value.unsigned_abs() <= score.unsigned_abs())
        {
            let detail = format!("within {score} for {count} moves");
            return end(Decision::Drawn, Verdict::Agreement, detail);
        }
        if let Some(limit) = self.repetition
            && let Some(now) = course.positions.last()
            && course.positions.iter().filter(|&position| position == now).count() >= limit
        {
            let detail = format!("the position came up {limit} times");
            return end(Decision::Drawn, Verdict::Repetition, detail);
        }
        if let Some(limit) = self.max_moves
            && course.plies >= limit * course.seats
        {
            return end(Decision::Drawn, Verdict::Length, format!("{limit} moves each"));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(scores: &[(Seat, Option<i32>)], seats: usize) -> Course {
        Course { seats, plies: scores.len(), positions: Vec::new(), scores: scores.to_vec() }
    }

    const A: Seat = Seat::P1;
    const B: Seat = Seat::P2;
    const C: Seat = Seat::P3;

    #[test]
    fn a_win_needs_everybody() {
        let rule = Adjudication {
            resign: Some(ResignRule { count: 2, score: 500 }),
            ..Adjudication::default()
        };
        let verdict = |scores: &[_], seats| rule.judge(&course(scores, seats)).map(|e| e.decision);
        let agreed =
            [(A, Some(9)), (B, Some(-600)), (A, Some(500)), (B, Some(-700)), (A, Some(900))];
        assert_eq!(verdict(&agreed, 2), Some(Decision::Won(A)));
        assert_eq!(verdict(&agreed[1..4], 2), None, "not long enough");
        let doubted = [(B, Some(-600)), (A, Some(500)), (B, Some(-499)), (A, Some(900))];
        assert_eq!(verdict(&doubted, 2), None);
        let silent = [(B, Some(-600)), (A, None), (B, Some(-600)), (A, Some(900))];
        assert_eq!(verdict(&silent, 2), None);
        let three = [(A, -900), (B, 900), (C, -900), (A, -900), (B, 900), (C, -900)];
        let three = three.map(|(seat, score)| (seat, Some(score)));
        assert_eq!(verdict(&three, 3), Some(Decision::Won(B)));
        assert_eq!(verdict(&three[1..], 3), None);
    }

    #[test]
    fn draws_by_agreement_repetition_and_length() {
        let draw = Adjudication {
            draw: Some(DrawRule { from: 2, count: 1, score: 10 }),
            ..Adjudication::default()
        };
        let calm = [(A, Some(10)), (B, Some(-10)), (A, Some(0)), (B, Some(3))];
        assert_eq!(draw.judge(&course(&calm[..2], 2)), None, "too early");
        assert_eq!(draw.judge(&course(&calm, 2)).unwrap().verdict, Verdict::Agreement);
        let wild = [(A, Some(0)), (B, Some(0)), (A, Some(11)), (B, Some(0))];
        assert_eq!(draw.judge(&course(&wild, 2)), None);

        let twice = Adjudication { repetition: Some(2), ..Adjudication::default() };
        let mut game = course(&[], 2);
        game.positions = ["x", "y", "x"].map(String::from).to_vec();
        assert_eq!(twice.judge(&game).unwrap().verdict, Verdict::Repetition);
        game.positions.pop();
        assert_eq!(twice.judge(&game), None);

        let short = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        assert_eq!(short.judge(&course(&calm, 2)).unwrap().verdict, Verdict::Length);
        assert_eq!(short.judge(&course(&calm[..3], 2)), None);
    }
}
