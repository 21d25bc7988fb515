//! Nets against each other: a new one has to be better.

use fastrand::Rng;
use tetrarch::board::hex::HexSet;
use tetrarch::game::{Game, Outcome, Seat, Steps};
use tetrarch::games::iris::Iris;
use tetrarch::games::iris::net::Net;

use super::puct::ByNet;
use super::selfplay::Thinker;

/// The points of the first net out of two games from one random opening, each with either seat.
pub fn pair<B: HexSet>(start: Iris<B>, nets: [&Net; 2], visits: u32, rng: &mut Rng) -> f64 {
    let mut opening = start;
    let mut steps = Steps::new();
    for _ in 0..3 {
        steps.clear();
        opening.placements(&mut steps);
        opening.play(steps[rng.usize(..steps.len())]);
    }
    let mut points = 0.0;
    for first in [Seat::P1, Seat::P2] {
        let mut position = opening;
        let winner = loop {
            match position.outcome() {
                Some(Outcome::Won(seat)) => break Some(seat),
                Some(Outcome::Drawn) => break None,
                None => {}
            }
            if let Some(seat) = position.decided().filter(|_| !position.mid_turn()) {
                break Some(seat);
            }
            let net = nets[usize::from(position.mover() != first)];
            let thought = ByNet { net, visits, curious: false }.think(&position, rng);
            let best = |best: (_, f32), &one: &(_, f32)| if one.1 > best.1 { one } else { best };
            position.play(thought.policy.iter().fold(thought.policy[0], best).0);
        };
        points += winner.map_or(0.5, |seat| f64::from(u8::from(seat == first)));
    }
    points
}
