//! What a search found and what the judgement says, weighed against each other.
//!
//! A learned judgement errs, and the best of many lines is most often the one with the luckiest
//! error. So a position is worth a mean of what the search below it found and of what the judgement
//! says of the position itself: the less deep the search, the less it counts. The mean grows with
//! what was found, hence windows can be translated and alpha-beta stays exact.

use super::node::Window;
use super::score::Score;

/// The weight of a search that counts alone.
pub(super) const WHOLE: i32 = 64;

/// A position's own judgement, and how much the search below it counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// The judgement, by its own weight.
    own: i32,
    weight: i32,
}

impl Blend {
    /// The weight is at least 1 and at most [`WHOLE`].
    pub fn new(own: Score, weight: i32) -> Blend {
        Blend { own: own.value() * (WHOLE - weight), weight }
    }

    /// What the position is worth if the search found this; a proof counts alone.
    pub fn of(self, found: Score) -> Score {
        match found.is_mate() {
            true => found,
            false => Score::cp((found.value() * self.weight + self.own).div_euclid(WHOLE)),
        }
    }

    /// The largest finding that makes the position worth no more than this.
    fn below(self, score: Score) -> Score {
        if score.is_mate() {
            return score;
        }
        let most = ((score.value() + 1) * WHOLE - self.own - 1).div_euclid(self.weight);
        // Beyond the largest judgement there are proofs only, and likewise below the smallest.
        Score::raw(most.clamp(-Score::BOUND - 1, Score::BOUND))
    }

    /// The window for the search, so that its answer settles the window for the position.
    pub fn window(self, Window { alpha, beta }: Window) -> Window {
        Window { alpha: self.below(alpha), beta: self.below(beta.below()).above() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_about_the_position_is_one_about_the_search() {
        let scores = (-900..900).map(Score::cp);
        let scores: Vec<Score> =
            scores.chain([Score::loss_in(3), Score::loss_in(900), Score::win_in(2)]).collect();
        for (own, weight) in [(-250, 28), (0, 1), (77, 60), (31, WHOLE)] {
            let blend = Blend::new(Score::cp(own), weight);
            for &alpha in scores.iter().step_by(7) {
                let asked = blend.window(Window::null(alpha));
                assert!(asked.is_null(), "{own} {weight} {alpha:?}: {asked:?}");
                for &found in &scores {
                    assert_eq!(blend.of(found) > alpha, found > asked.alpha, "{alpha:?} {found:?}");
                }
            }
        }
    }
}
