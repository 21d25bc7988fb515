//! Logistic regression by Newton's method.

use clap::Args;
use tetrarch::search::Weights;

use super::sample::{Sample, Samples};

/// A judgement of so many hundredths means that a win is e times as likely as a loss.
const UNIT: f64 = 100.0;
/// Newton's method is exact to the last digit long before.
const STEPS: usize = 20;

/// How weights are fitted.
#[derive(Args)]
pub(super) struct Fit {
    /// How much of a position's worth comes from the search instead of the result, from 0 to 1
    #[arg(long, default_value_t = 0.5)]
    blend: f64,

    /// How far from 0 weights are expected before any game is seen, in hundredths
    #[arg(long, default_value_t = 100.0)]
    spread: f64,
}

impl Fit {
    /// The weights under which the games are most likely.
    pub fn run(&self, samples: &Samples, before: &Weights) -> Result<Weights, String> {
        let list = &samples.list;
        let places = before.names().len();
        // Scores are judgements by the weights before: first, what do those mean in points?
        let judged = |sample: &Sample| {
            Some(Row { inputs: vec![(0, sample.score?)], ..Row::of(sample, sample.points) })
        };
        let meaning = solve(1, &rows(list, false, judged), f64::INFINITY)?[0];
        let target = |sample: &Sample| match sample.score {
            Some(score) => {
                let blend = self.blend;
                sample.points * (1.0 - blend) + logistic(score * meaning) * blend
            }
            None => sample.points,
        };
        // Where more than two seats play, half the points is no fair share: the last input is 1.
        let inputs = places + usize::from(samples.crowd);
        let row = |sample: &Sample| {
            let mut row = Row::of(sample, target(sample));
            if samples.crowd {
                row.inputs.push((places, 1.0));
            }
            Some(row)
        };
        let [fitted, held] = [false, true].map(|held| rows(list, held, row));
        println!("{} positions to fit to, {} held back", fitted.len(), held.len());
        let found = solve(inputs, &fitted, self.spread / UNIT)?;
        let values: Vec<i32> =
            found[..places].iter().map(|value| (value * UNIT).round() as i32).collect();
        // The old weights may be right but for their scale, and get the best one.
        let old: Vec<f64> = before.values().iter().map(|&value| f64::from(value)).collect();
        let scaled = |rows: &[Row]| -> Vec<Row> {
            let along = |row: &Row| {
                let sum = row.inputs.iter().filter(|(place, _)| *place < places);
                let sum = sum.map(|&(place, input)| old[place] * input).sum();
                let mut inputs = vec![(0, sum)];
                inputs.extend(
                    row.inputs.iter().filter(|(place, _)| *place == places).map(|_| (1, 1.0)),
                );
                Row { inputs, ..*row }
            };
            rows.iter().map(along).collect()
        };
        let [old_fitted, old_held] = [&fitted, &held].map(|rows| scaled(rows));
        let scale = solve(1 + usize::from(samples.crowd), &old_fitted, f64::INFINITY)?;
        println!(
            "loss before {:.5}, held back {:.5}",
            loss(&scale, &old_fitted),
            loss(&scale, &old_held)
        );
        println!("loss after  {:.5}, held back {:.5}", loss(&found, &fitted), loss(&found, &held));
        println!("before, {:.0} hundredths were worth as much as {UNIT} now", 1.0 / scale[0]);
        Ok(before.with(&values))
    }
}

/// An equation of the regression.
struct Row {
    inputs: Vec<(usize, f64)>,
    target: f64,
    times: f64,
}

impl Row {
    fn of(sample: &Sample, target: f64) -> Row {
        Row { inputs: sample.counts.clone(), target, times: sample.times.sqrt() }
    }

    fn sum(&self, found: &[f64]) -> f64 {
        self.inputs.iter().map(|&(place, input)| found[place] * input).sum()
    }
}

fn rows(list: &[Sample], held: bool, row: impl Fn(&Sample) -> Option<Row>) -> Vec<Row> {
    list.iter().filter(|sample| sample.held == held).filter_map(row).collect()
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// The mean of what the targets' likelihood lacks, in natural logarithms.
fn loss(found: &[f64], rows: &[Row]) -> f64 {
    let one = |row: &Row| {
        let points = logistic(row.sum(found)).clamp(1e-9, 1.0 - 1e-9);
        -row.times * (row.target * points.ln() + (1.0 - row.target) * (1.0 - points).ln())
    };
    let times: f64 = rows.iter().map(|row| row.times).sum();
    rows.iter().map(one).sum::<f64>() / times
}

/// The factors that make the targets most likely, if each is expected within `spread` of 0.
fn solve(inputs: usize, rows: &[Row], spread: f64) -> Result<Vec<f64>, String> {
    let mut found = vec![0.0; inputs];
    for _ in 0..STEPS {
        // A trace of stiffness keeps what is never seen where it is.
        let stiff = spread.powi(-2).max(1e-12);
        let mut slope: Vec<f64> = found.iter().map(|value| -value * stiff).collect();
        let mut bend = vec![vec![0.0; inputs]; inputs];
        (0..inputs).for_each(|at| bend[at][at] = stiff);
        for row in rows {
            let points = logistic(row.sum(&found));
            let (error, weight) =
                (row.times * (row.target - points), row.times * points * (1.0 - points));
            for &(place, input) in &row.inputs {
                slope[place] += error * input;
                for &(other, factor) in &row.inputs {
                    bend[place][other] += weight * input * factor;
                }
            }
        }
        let change = eliminate(bend, slope).ok_or("the games leave the weights open")?;
        let far = change.iter().fold(0.0, |far: f64, value| far.max(value.abs()));
        // A step too far could overshoot where the curve is flat.
        let part = if far > 1.0 { 1.0 / far } else { 1.0 };
        found.iter_mut().zip(&change).for_each(|(value, change)| *value += part * change);
    }
    Ok(found)
}

/// Solves linear equations with a symmetric positive matrix.
fn eliminate(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for at in 0..size {
        let pivot = matrix[at].clone();
        if pivot[at].is_nan() || pivot[at] <= 0.0 {
            return None;
        }
        for below in at + 1..size {
            let factor = matrix[below][at] / pivot[at];
            matrix[below].iter_mut().zip(&pivot).for_each(|(value, part)| *value -= factor * part);
            right[below] -= factor * right[at];
        }
    }
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size).map(|other| matrix[at][other] * right[other]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_weights_that_made_the_points() {
        let truth = [0.7, -1.3, 0.0];
        let mut rng = fastrand::Rng::with_seed(1);
        let rows: Vec<Row> = (0..2_000)
            .map(|_| {
                let inputs = (0..3).map(|place| (place, f64::from(rng.i8(-3..=3)))).collect();
                let row = Row { inputs, target: 0.0, times: 1.0 };
                Row { target: logistic(row.sum(&truth)), ..row }
            })
            .collect();
        let found = solve(3, &rows, f64::INFINITY).expect("well posed");
        found.iter().zip(truth).for_each(|(found, truth)| assert!((found - truth).abs() < 1e-6));
        let shy = solve(3, &rows, 0.01).expect("well posed");
        assert!(shy[1].abs() < truth[1].abs(), "{shy:?}");
    }
}
