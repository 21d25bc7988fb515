//! `speed iris`: what an evaluation costs.

use std::time::Instant;

use fastrand::Rng;
use tetrarch::game::{Game, Steps};
use tetrarch::games::iris::Iris;
use tetrarch::games::iris::net::Net;
use tetrarch::games::iris::net::features::Features;

/// Microseconds of the features, and of the whole evaluation, on half-full boards of size 6.
pub fn measure(net: &Net) -> [f64; 2] {
    let mut rng = Rng::with_seed(1);
    let mut positions = Vec::new();
    for _ in 0..200 {
        let mut position = Iris::<u128>::new(6).expect("there is a board of size 6");
        let mut steps = Steps::new();
        for _ in 0..rng.usize(5..50) {
            steps.clear();
            position.placements(&mut steps);
            position.play(steps[rng.usize(..steps.len())]);
        }
        positions.push(position);
    }
    let time = |work: &dyn Fn(&Iris<u128>) -> f32| {
        let begin = Instant::now();
        let sum: f32 = (0..10).flat_map(|_| &positions).map(work).sum();
        std::hint::black_box(sum);
        begin.elapsed().as_secs_f64() * 1e6 / (10 * positions.len()) as f64
    };
    [
        time(&|position| Features::of(position).board.len() as f32),
        time(&|position| net.judge(position).value),
    ]
}
