//! The sequential probability ratio test: play on until it is clear enough which of two hypotheses
//! about the Elo difference is true.
// CITE: A. Wald, "Sequential tests of statistical hypotheses" (1945) for the bounds; M. Van den
// Bergh, "A practical introduction to the GSPRT", for the likelihood ratio when the distribution
// of the scores is not known: each hypothesis gets the distribution that makes the observations
// most likely among those with its expected score. fishtest's `LLR_logistic` is the same function.

use super::statistics::{Sample, expected_score};

/// A count of zero is taken for this, so that no logarithm is infinite; as in fishtest.
const PRIOR: f64 = 1e-3;

/// The hypotheses and the accepted errors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1.
    pub elo1: f64,
    /// The probability of accepting H1 though H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 though H1 is true.
    pub beta: f64,
}

/// The hypothesis that a test accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The difference is `elo0` or less.
    H0,
    /// The difference is `elo1` or more.
    H1,
}

impl Sprt {
    /// A test, if its numbers make sense.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Option<Sprt> {
        let share = |error: f64| error > 0.0 && error < 0.5;
        let sensible = elo0 < elo1 && elo0.is_finite() && elo1.is_finite();
        (sensible && share(alpha) && share(beta)).then_some(Sprt { elo0, elo1, alpha, beta })
    }

    /// Where the log-likelihood ratio accepts H0 and where H1.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = *self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of H1 against H0.
    pub fn llr(&self, sample: &Sample) -> f64 {
        if sample.counts().iter().all(|&count| count == 0) {
            return 0.0;
        }
        let weights: Vec<(f64, f64)> = sample
            .counts()
            .iter()
            .enumerate()
            .map(|(halves, &count)| (sample.score(halves), (count as f64).max(PRIOR)))
            .collect();
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        let (tilt0, tilt1) = (tilt(&weights, s0), tilt(&weights, s1));
        weights
            .iter()
            .map(|(score, weight)| {
                let under0 = 1.0 + tilt0 * (score - s0);
                let under1 = 1.0 + tilt1 * (score - s1);
                weight * (under0 / under1).ln()
            })
            .sum()
    }

    /// The hypothesis to accept, if it is time.
    pub fn verdict(&self, sample: &Sample) -> Option<Hypothesis> {
        let (low, high) = self.bounds();
        match self.llr(sample) {
            llr if llr >= high => Some(Hypothesis::H1),
            llr if llr <= low => Some(Hypothesis::H0),
            _ => None,
        }
    }
}

/// The most likely distribution with mean `mean` gives each score its observed weight divided by
/// `1 + tilt * (score - mean)`; this finds the tilt, where the weighted deviations sum up to zero.
fn tilt(weights: &[(f64, f64)], mean: f64) -> f64 {
    let deviation = |tilt: f64| -> f64 {
        let term =
            |(score, weight): &(f64, f64)| weight * (score - mean) / (1.0 + tilt * (score - mean));
        weights.iter().map(term).sum()
    };
    // Between the poles of the extreme scores, 0 and 1, the sum only falls.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if deviation(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(counts: &[u64], elo0: f64, elo1: f64) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().llr(&Sample::from_counts(counts))
    }

    /// Values of fishtest's `LLR_logistic`.
    #[test]
    fn the_ratio_agrees_with_fishtest() {
        let known = [
            ([3, 20, 50, 22, 5], 0.0, 20.0, 0.040_320_372_416_706_79),
            ([3, 20, 50, 22, 5], 0.0, 5.0, 0.178_380_224_381_881_25),
            ([3, 20, 50, 22, 5], -10.0, 10.0, 0.934_472_911_388_982_9),
            ([0, 10, 30, 12, 0], 0.0, 20.0, -0.270_414_536_288_852_04),
            ([12, 40, 60, 30, 8], 0.0, 20.0, -2.997_301_135_158_272_3),
        ];
        for (counts, elo0, elo1, expected) in known {
            let found = llr(&counts, elo0, elo1);
            assert!((found - expected).abs() < 1e-6, "{counts:?}: {found} is not {expected}");
        }
    }

    /// Values from fastchess's own tests, to their two decimals.
    #[test]
    fn the_ratio_agrees_with_fastchess() {
        let known: [(&[u64], f64, f64, f64); 4] = [
            (&[223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
            (&[871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
            (&[21184, 40708, 21404], 0.5, 2.5, -1.57),
            (&[57030, 106_593, 57433], 0.0, 2.0, -2.59),
        ];
        for (counts, elo0, elo1, expected) in known {
            let found = llr(counts, elo0, elo1);
            assert!((found - expected).abs() < 0.03, "{counts:?}: {found} is not {expected}");
        }
    }

    #[test]
    fn bounds_decide() {
        let test = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
        let (low, high) = test.bounds();
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
        let verdict = |counts: &[u64]| test.verdict(&Sample::from_counts(counts));
        assert_eq!(verdict(&[0, 0, 0, 0, 0]), None);
        assert_eq!(verdict(&[10, 20, 40, 20, 10]), None);
        assert_eq!(verdict(&[10, 100, 400, 300, 200]), Some(Hypothesis::H1));
        assert_eq!(verdict(&[200, 300, 400, 100, 10]), Some(Hypothesis::H0));
    }

    #[test]
    fn senseless_tests_are_refused() {
        assert!(Sprt::new(5.0, 0.0, 0.05, 0.05).is_none());
        assert!(Sprt::new(0.0, 5.0, 0.0, 0.05).is_none());
        assert!(Sprt::new(0.0, 5.0, 0.05, 0.5).is_none());
        assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05).is_none());
    }
}
