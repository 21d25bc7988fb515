//! Monte-Carlo players behind the protocol.

use fastrand::Rng;
use tetrarch::board::hex::HexSet;
use tetrarch::game::Turn;
use tetrarch::games::iris::Iris;
use tetrarch::games::{Name, Setup};
use tetrarch::session::Session;
use tetrarch::text::Notation;

use super::{Habit, OnBoard, Tree};
use crate::serve::{Budget, Choice, Partner};

/// Playouts between two looks at the clock.
const STRETCH: u64 = 64;

/// A player that knows nothing but the rules, and plays them out.
#[derive(Clone, Debug)]
pub struct Mcts {
    name: &'static str,
    habit: Habit,
    rng: Rng,
}

impl Mcts {
    /// Plain UCT.
    pub fn uct() -> Mcts {
        Mcts { name: "uct", habit: Habit::UCT, rng: Rng::with_seed(1) }
    }

    /// UCT with all-moves-as-first.
    pub fn rave() -> Mcts {
        Mcts { name: "rave", habit: Habit::RAVE, rng: Rng::with_seed(1) }
    }
}

impl Partner for Mcts {
    fn name(&self) -> &'static str {
        self.name
    }

    fn game(&self) -> Name {
        Name::Iris
    }

    fn choose(&mut self, _setup: &Setup, game: &dyn Session, budget: &Budget) -> Choice {
        let task = Think { habit: self.habit, rng: self.rng.fork(), budget };
        super::open(&game.position(), task).unwrap_or_default()
    }
}

struct Think<'a> {
    habit: Habit,
    rng: Rng,
    budget: &'a Budget,
}

impl OnBoard for Think<'_> {
    type Output = Choice;

    fn on<B: HexSet>(self, position: Iris<B>) -> Choice {
        let mut tree = Tree::new(position, self.habit, self.rng);
        let mut nodes = 0;
        loop {
            for _ in 0..STRETCH {
                tree.grow();
            }
            nodes += STRETCH;
            if self.budget.is_over(nodes) {
                break;
            }
        }
        Choice { mv: write(&position, &tree.best()), score: hundredths(tree.value()), nodes }
    }
}

/// Spells a turn whose stones may be in either order.
pub fn write<B: HexSet>(
    position: &Iris<B>,
    steps: &[tetrarch::games::iris::Step],
) -> Option<String> {
    let turn = match *steps {
        [] => return None,
        [only] => Turn::one(only),
        [one, other, ..] => Turn::two(one.min(other), one.max(other)),
    };
    Some(position.write_turn(turn))
}

/// A chance to win as a score.
pub fn hundredths(chance: f32) -> i32 {
    let chance = chance.clamp(0.001, 0.999);
    (100.0 * (chance / (1.0 - chance)).ln()) as i32
}
