//! `speed`: what an evaluation of Iris costs.

use std::time::Instant;

use fastrand::Rng;
use tetrarch::board::hex::HexSet;
use tetrarch::game::{Game, Steps};
use tetrarch::games::iris::Iris;
use tetrarch::games::iris::net::Net;
use tetrarch::games::iris::net::features::Features;

/// Microseconds of the features, and of the whole evaluation, on boards of any fullness, of the
/// quickest of several rounds; nothing if there is no such board on this set.
pub fn measure<B: HexSet>(size: usize) -> Option<[f64; 2]> {
    let mut rng = Rng::with_seed(1);
    let mut positions = Vec::new();
    for _ in 0..200 {
        let mut position = Iris::<B>::new(size)?;
        let mut steps = Steps::new();
        let cells = position.board().cells().count();
        for _ in 0..rng.u32(cells / 18..cells / 2) {
            steps.clear();
            position.placements(&mut steps);
            position.play(steps[rng.usize(..steps.len())]);
        }
        positions.push(position);
    }
    let net = Net::built_in(size);
    let time = |work: &dyn Fn(&Iris<B>) -> f32| {
        let round = |_| {
            let begin = Instant::now();
            std::hint::black_box(positions.iter().map(work).sum::<f32>());
            begin.elapsed().as_secs_f64() * 1e6 / positions.len() as f64
        };
        (0..20).map(round).fold(f64::MAX, f64::min)
    };
    Some([
        time(&|position| Features::of(position).board.len() as f32),
        time(&|position| net.judge(position).value),
    ])
}
