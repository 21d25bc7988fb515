//! The simple approach to Manalath: negamax to a depth of four with a table of group sizes.
//!
//! It has no table of positions, no knowledge of fours and fives beyond the rules, and no order of
//! moves but that stones next to others come first.

use tetrarch::board::Bits;
use tetrarch::game::{Game, Outcome, Steps};
use tetrarch::games::manalath::{Colour, Manalath, Placement};
use tetrarch::games::{Name, Setup};
use tetrarch::session::Session;
use tetrarch::text::Notation;

use crate::serve::{Budget, Choice, Partner};

/// Turns to look ahead.
const DEPTH: u32 = 4;
/// What a group is worth to its owner, by its size.
const GROUPS: [i32; 6] = [0, 1, 4, 9, 0, 0];
/// More than any board is worth; a win that comes later is worth less.
const WIN: i32 = 10_000;
/// How many positions pass between two looks at the clock.
const POLL: u64 = 1_024;

/// Negamax with alpha and beta, deepened one turn at a time.
#[derive(Debug, Default)]
pub struct Simple {
    nodes: u64,
    out: bool,
}

impl Simple {
    /// The best of some steps at a depth, with its worth; nothing if the budget ended before.
    fn best(
        &mut self,
        position: &Manalath,
        steps: &[Placement],
        depth: u32,
        budget: &Budget,
    ) -> Option<(i32, Placement)> {
        let mut best = None;
        let mut alpha = -WIN;
        for &step in steps {
            let mut child = *position;
            child.play(step);
            let worth = -self.negamax(&child, depth - 1, -WIN, -alpha, budget);
            if self.out {
                return None;
            }
            if best.is_none() || worth > alpha {
                best = Some((worth, step));
                alpha = worth;
            }
        }
        best
    }

    fn negamax(
        &mut self,
        position: &Manalath,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        budget: &Budget,
    ) -> i32 {
        self.nodes += 1;
        self.out |= self.nodes.is_multiple_of(POLL) && budget.is_over(self.nodes);
        match position.outcome() {
            Some(Outcome::Drawn) => return 0,
            Some(Outcome::Won(seat)) => {
                let worth = WIN - (DEPTH - depth) as i32;
                return if seat == position.mover() { worth } else { -worth };
            }
            None if depth == 0 => return judge(position),
            None => {}
        }
        for step in ordered(position) {
            let mut child = *position;
            child.play(step);
            let worth = -self.negamax(&child, depth - 1, -beta, -alpha, budget);
            alpha = alpha.max(worth);
            if alpha >= beta || self.out {
                break;
            }
        }
        alpha
    }
}

/// What the groups on the board are worth to the mover.
fn judge(position: &Manalath) -> i32 {
    let [black, white] = Colour::ALL.map(|colour| {
        let stones = position.stones(colour);
        let mut rest = stones;
        let mut worth = 0;
        while rest != 0 {
            let group = position.board().group(u64::bit(rest.lowest()), stones);
            worth += GROUPS[group.count() as usize];
            rest &= !group;
        }
        worth
    });
    match Colour::of(position.mover()) {
        Colour::Black => black - white,
        Colour::White => white - black,
    }
}

/// All steps, those next to a stone first.
fn ordered(position: &Manalath) -> Steps<Placement> {
    let mut steps = Steps::new();
    position.steps(&mut steps);
    let near = position.board().around(position.board().cells() & !position.empty());
    steps.sort_by_key(|step| !near.has(step.cell.0.into()));
    steps
}

impl Partner for Simple {
    fn name(&self) -> &'static str {
        "manalath-simple"
    }

    fn game(&self) -> Name {
        Name::Manalath
    }

    fn choose(&mut self, setup: &Setup, game: &dyn Session, budget: &Budget) -> Choice {
        let Ok(position) = Manalath::parse(&game.position(), setup.manalath_both) else {
            return Choice::default();
        };
        *self = Simple::default();
        let mut steps = ordered(&position);
        let mut choice = (0, steps.first().copied());
        for depth in 1..=DEPTH {
            let Some((worth, step)) = self.best(&position, &steps, depth, budget) else { break };
            choice = (worth, Some(step));
            // The best of one depth comes first in the next.
            if let Some(at) = steps.iter().position(|&other| other == step) {
                steps[..=at].rotate_right(1);
            }
        }
        let (score, step) = choice;
        let mv = step.map(|step| position.write_turn(tetrarch::game::Turn::one(step)));
        Choice { mv, score, nodes: self.nodes }
    }
}
