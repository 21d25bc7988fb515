//! What a number of games says about strength: the Elo difference with its error, and how likely
//! it is that one engine is the better one.
//!
//! The unit of observation is not the game but the *set*: all games of one opening, every engine
//! in every seat once. The games of a set share their opening and are not independent; sets are.
//! With two seats a set is a pair of games, and the counts of its five scores are the
//! "pentanomial" of chess testers.
// CITE: Michel Van den Bergh, "A practical introduction to the GSPRT"; the same model is used by
// fishtest (LLRcalc.py, stat_util.py) and fastchess (elo_pentanomial).

/// The number of standard deviations on either side that hold 95 % of a normal distribution.
const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// The Elo difference at which a score (0 to 1) is expected; infinite at both ends.
pub fn elo(score: f64) -> f64 {
    // Adding zero turns a negative zero into the ordinary one.
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

/// The score (0 to 1) that is expected at an Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How many sets had which score, from one engine's side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// At `k` the sets in which it scored `k` half points.
    counts: Vec<u64>,
}

impl Sample {
    /// No sets yet, of so many games each.
    pub fn new(games: usize) -> Self {
        Sample { counts: vec![0; 2 * games + 1] }
    }

    /// A sample with these counts, from no half point to all of them.
    pub fn from_counts(counts: &[u64]) -> Self {
        Sample { counts: counts.to_vec() }
    }

    /// Adds a set in which so many half points were scored.
    pub fn add(&mut self, halves: usize) {
        if let Some(count) = self.counts.get_mut(halves) {
            *count += 1;
        }
    }

    /// At `k` the sets with `k` half points.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The score (0 to 1) that a place in [`Sample::counts`] stands for.
    pub fn score(&self, halves: usize) -> f64 {
        halves as f64 / (self.counts.len() - 1) as f64
    }

    /// What the sample says about strength.
    pub fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        for (halves, &count) in self.counts.iter().enumerate() {
            moments.add_many(self.score(halves), count);
        }
        moments
    }
}

/// Count, mean and variance of scores from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Adds the score of one set.
    pub fn add(&mut self, score: f64) {
        self.add_many(score, 1);
    }

    fn add_many(&mut self, score: f64, count: u64) {
        self.count += count;
        self.sum += score * count as f64;
        self.squares += score * score * count as f64;
    }

    /// The moments of both together.
    #[must_use]
    pub fn and(self, other: Moments) -> Moments {
        Moments {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// The estimate; none without observations.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.count == 0 {
            return None;
        }
        let count = self.count as f64;
        let score = self.sum / count;
        // Rounding may leave a trace below zero where all scores were the same.
        let variance = (self.squares / count - score * score).max(0.0);
        let deviation = (variance / count).sqrt();
        let margin = NINETY_FIVE * deviation;
        let superiority = if deviation > 0.0 {
            libm::erfc(-(score - 0.5) / (deviation * std::f64::consts::SQRT_2)) / 2.0
        } else if score == 0.5 {
            0.5
        } else {
            score.round()
        };
        Some(Estimate {
            sets: self.count,
            score,
            margin,
            elo: elo(score),
            low: elo(score - margin),
            high: elo(score + margin),
            superiority,
        })
    }
}

/// What the games so far say about strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number of complete sets it rests on.
    pub sets: u64,
    /// The mean score, 0 to 1.
    pub score: f64,
    /// Half the width of the 95 % interval of the score.
    pub margin: f64,
    /// The Elo difference of that score.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The likelihood of superiority, 0 to 1.
    pub superiority: f64,
}

impl Estimate {
    /// Half the width of the 95 % interval of the Elo difference.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(counts: &[u64]) -> Estimate {
        Sample::from_counts(counts).moments().estimate().unwrap()
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.006, "{found} is not {expected}");
    }

    /// The figures that fastchess publishes in its own tests for these counts.
    #[test]
    fn elo_error_and_superiority_of_known_samples() {
        let first = estimate(&[34, 54, 63, 64, 75]);
        near(first.elo, 55.58);
        near(first.error(), 27.65);
        let second = estimate(&[332, 433, 498, 333, 334]);
        near(second.elo, -8.64);
        near(second.error(), 10.33);
        near(second.superiority * 100.0, 5.05);
        // Without pairs, as losses, draws and wins.
        let third = estimate(&[96, 111, 136]);
        near(third.elo, 40.70);
        near(third.error(), 30.43);
        near(third.superiority * 100.0, 99.60);
    }

    #[test]
    fn the_ends_are_infinite_and_nothing_is_nothing() {
        assert_eq!(estimate(&[0, 0, 4]).elo, f64::INFINITY);
        assert_eq!(estimate(&[4, 0, 0]).elo, f64::NEG_INFINITY);
        assert_eq!(estimate(&[4, 0, 0]).superiority, 0.0);
        assert_eq!(estimate(&[0, 3, 0]).superiority, 0.5);
        assert_eq!(Sample::new(2).moments().estimate(), None);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo_in in [-300.0, -1.5, 0.0, 20.0, 700.0] {
            assert!((elo(expected_score(elo_in)) - elo_in).abs() < 1e-9);
        }
    }
}
