//! Weights from positions: Adam over shuffled batches.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use tetrarch::board::hex::{HexSet, SYMMETRIES};
use tetrarch::board::{Cell, Hex, Wide};
use tetrarch::game::Steps;
use tetrarch::games::iris::net::features::BOARD_FACTS;
use tetrarch::games::iris::net::features::Features;
use tetrarch::games::iris::net::{
    BOARD, CONV_2, CONV_3, HIDDEN, HIDDEN_BIAS, ROWS, Row, VALUE, ZERO,
};

use super::data::{self, Sample, code};
use super::gradient::{Gradient, Lesson, Loss};
use super::train::bar;
use super::weights::Weights;

/// Positions a step of Adam is made of.
const BATCH: usize = 256;
/// Every how many games one is kept to test with.
const HELD_OUT: usize = 25;

/// How to fit.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Passes over the data.
    pub epochs: usize,
    /// The first step's size; it falls to a twentieth.
    pub rate: f32,
    /// How much the search's own judgement counts beside the result.
    pub trust: f32,
    /// The seed.
    pub seed: u64,
}

/// Positions to learn from, and others to test with.
#[derive(Default)]
pub struct Data {
    learn: Vec<Sample>,
    test: Vec<Sample>,
}

impl Data {
    /// Loads files; of each, only so many of the latest positions.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn load(paths: &[PathBuf], most: usize) -> io::Result<Data> {
        let mut data = Data::default();
        for path in paths {
            let games = data::load(path)?;
            let total: usize = games.iter().map(Vec::len).sum();
            let mut skip = total.saturating_sub(most);
            for (number, game) in games.into_iter().enumerate() {
                let count = game.len();
                if skip >= count {
                    skip -= count;
                } else if number % HELD_OUT == 0 {
                    data.test.extend(game);
                } else {
                    data.learn.extend(game);
                }
            }
        }
        Ok(data)
    }

    /// How many positions there are to learn from.
    pub fn len(&self) -> usize {
        self.learn.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.learn.is_empty()
    }
}

/// A net with small random weights.
pub fn fresh(seed: u64) -> Weights {
    let mut rng = Rng::with_seed(seed);
    let mut net = Weights::blank();
    // By the number of inputs that each sum has.
    let mut sow = |rows: &mut [Row], inputs: f32| {
        let scale = (6.0 / inputs).sqrt();
        rows.iter_mut().flatten().for_each(|weight| *weight = scale * (2.0 * rng.f32() - 1.0));
    };
    sow(&mut net.rows[..CONV_2 - 1], 60.0);
    sow(&mut net.rows[CONV_2..CONV_3 - 1], 7.0 * 32.0);
    sow(&mut net.rows[CONV_3..BOARD - 1], 4.0 * 7.0 * 32.0);
    sow(&mut net.rows[BOARD..BOARD + BOARD_FACTS], 400.0);
    sow(&mut net.rows[HIDDEN..HIDDEN_BIAS], 96.0);
    sow(&mut net.rows[VALUE..VALUE + 1], 128.0);
    net
}

fn lesson(sample: &Sample, symmetry: usize, trust: f32) -> Option<Lesson> {
    fn on<B: HexSet>(sample: &Sample, symmetry: usize, trust: f32) -> Option<Lesson> {
        let board = Hex::<B>::of(sample.size.into())?;
        let image = |code: u8| board.image(symmetry, Cell(code)).0;
        let mut turned = sample.clone();
        for (at, &owner) in sample.cells.iter().enumerate() {
            turned.cells[usize::from(image(at as u8))] = owner;
        }
        turned.half = sample.half.map(|cell| Cell(image(cell.0)));
        let position = turned.position::<B>()?;
        let mut policy = Vec::new();
        if !sample.policy.is_empty() {
            let mut shares = [0.0; 256];
            let sum: f32 = sample.policy.iter().map(|one| f32::from(one.1)).sum();
            for &(code, share) in &sample.policy {
                let image = Cell(image(code));
                // A rim pair goes by its lower cell; a gray cell by itself.
                let cell = match board.rim().has(image.0.into()) {
                    true => image.min(board.opposite(image)),
                    false => image,
                };
                shares[cell.index()] = f32::from(share) / sum;
            }
            let mut steps = Steps::new();
            position.placements(&mut steps);
            policy.extend(steps.iter().map(|&step| (code(step), shares[usize::from(code(step))])));
        }
        let chance = match sample.won {
            Some(won) => trust * sample.chance + (1.0 - trust) * f32::from(u8::from(won)),
            None => sample.chance,
        };
        let features = Features::of(&position);
        Some(Lesson { size: sample.size.into(), features, chance, policy })
    }
    match sample.size {
        8 => on::<Wide>(sample, symmetry, trust),
        6 | 7 => on::<u128>(sample, symmetry, trust),
        _ => on::<u64>(sample, symmetry, trust),
    }
}

/// Moments of the gradient.
struct Adam {
    mean: Vec<Row>,
    square: Vec<Row>,
    steps: i32,
}

impl Adam {
    fn step(&mut self, net: &mut Weights, gradient: &[Row], rate: f32) {
        const FADE: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let [one, two] = FADE.map(|fade| 1.0 - fade.powi(self.steps));
        let moments = self.mean.iter_mut().flatten().zip(self.square.iter_mut().flatten());
        let weights = net.rows.iter_mut().flatten().zip(gradient.iter().flatten());
        for ((mean, square), (weight, &slope)) in moments.zip(weights) {
            *mean += (1.0 - FADE[0]) * (slope - *mean);
            *square += (1.0 - FADE[1]) * (slope * slope - *square);
            *weight -= rate * (*mean / one) / ((*square / two).sqrt() + 1e-8);
            // What is stored has two bytes; and a little forgetting keeps weights small.
            *weight = (*weight * (1.0 - 0.01 * rate)).clamp(-7.9, 7.9);
        }
    }
}

/// One line of the learning curve.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// On what it learnt from.
    pub learn: Loss,
    /// On what it was tested with.
    pub test: Loss,
}

/// Fits a net, and tells after every pass how it is.
pub fn fit(
    net: &mut Weights,
    data: &Data,
    plan: &Plan,
    mut tell: impl FnMut(usize, &Weights, Point),
) {
    let mut rng = Rng::with_seed(plan.seed);
    let mut adam = Adam { mean: vec![ZERO; ROWS], square: vec![ZERO; ROWS], steps: 0 };
    let mut order: Vec<usize> = (0..data.learn.len()).collect();
    let batches = data.learn.len().div_ceil(BATCH);
    let bar = bar((plan.epochs * batches) as u64);
    for epoch in 0..plan.epochs {
        rng.shuffle(&mut order);
        let mut learn = Loss::default();
        for (number, batch) in order.chunks(BATCH).enumerate() {
            let done = (epoch * batches + number) as f32 / (plan.epochs * batches) as f32;
            let rate = plan.rate * (1.0 - 0.95 * done) * (20.0 * done + 0.1).min(1.0);
            let turn = |&at: &usize| lesson(&data.learn[at], rng.usize(..SYMMETRIES), plan.trust);
            let lessons: Vec<Lesson> = batch.iter().filter_map(turn).collect();
            let mut gradient = Gradient::new(net);
            learn.add(&gradient.learn(net, &lessons));
            let share = 1.0 / lessons.len().max(1) as f32;
            gradient.rows.iter_mut().flatten().for_each(|slope| *slope *= share);
            adam.step(net, &gradient.rows, rate);
            bar.inc(1);
        }
        tell(epoch, net, Point { learn, test: test(net, data, plan.trust) });
    }
    bar.finish_and_clear();
}

/// How wrong a net is about what was held out.
pub fn test(net: &Weights, data: &Data, trust: f32) -> Loss {
    let mut loss = Loss::default();
    for samples in data.test.chunks(BATCH) {
        let lessons: Vec<Lesson> = samples.iter().filter_map(|one| lesson(one, 0, trust)).collect();
        loss.add(&Gradient::new(net).learn(net, &lessons));
    }
    loss
}

/// Reads a net from a file.
///
/// # Errors
/// It cannot be read.
pub fn read_net(path: &Path) -> io::Result<Weights> {
    Ok(Weights::from_bytes(&fs::read(path)?))
}

/// Writes a net to a file, whole or not at all.
///
/// # Errors
/// It cannot be written.
pub fn write_net(path: &Path, net: &Weights) -> io::Result<()> {
    let draft = path.with_extension("draft");
    fs::write(&draft, net.to_bytes())?;
    fs::rename(draft, path)
}
