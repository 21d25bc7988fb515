//! Alpha-beta returns exactly what plain minimax returns, whatever the judgement says.

mod common;

use common::{Rng, with_every_game};
use tetrarch::board::zobrist;
use tetrarch::game::{Game, Outcome, Seat, Steps, Turn};
use tetrarch::history::History;
use tetrarch::search::{Glance, Judge, Memory, Parts, Score, Skill, value};

/// A game whose judgement is as good as random, but the same for symmetric positions.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Hashed<G>(G);

impl<G: Judge> Game for Hashed<G> {
    type Step = G::Step;

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn mover(&self) -> Seat {
        self.0.mover()
    }

    fn mid_turn(&self) -> bool {
        self.0.mid_turn()
    }

    fn steps(&self, out: &mut Steps<G::Step>) {
        self.0.steps(out);
    }

    fn play(&mut self, step: G::Step) {
        self.0.play(step);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn fresh_key(&self) -> u64 {
        self.0.fresh_key()
    }

    fn can_repeat(&self) -> bool {
        self.0.can_repeat()
    }

    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn image(&self, symmetry: usize) -> Self {
        Hashed(self.0.image(symmetry))
    }

    fn image_of_turn(&self, symmetry: usize, turn: Turn<G::Step>) -> Turn<G::Step> {
        self.0.image_of_turn(symmetry, turn)
    }

    fn canonical_key(&self) -> u64 {
        self.0.canonical_key()
    }
}

impl<G: Judge> Judge for Hashed<G> {
    const CODES: usize = G::CODES;

    const SKILLS: [Skill; 8] = G::SKILLS;
    const REMEMBERED: i32 = G::REMEMBERED;
    const GLANCES: bool = G::GLANCES;

    type Sight = G::Sight;

    fn look(&self) -> G::Sight {
        self.0.look()
    }

    fn judge(&self, sight: &G::Sight) -> i32 {
        self.judge_for(sight, self.mover())
    }

    fn judge_for(&self, _sight: &G::Sight, seat: Seat) -> i32 {
        let number = (zobrist::mix(self.0.canonical_key()) % 7) as i32 - 3;
        // At a table of two what is good for one is bad for the other.
        let sign = if seat == Seat::P1 { 1 } else { -1 };
        number * sign * 10
    }

    fn code(&self, step: G::Step) -> u16 {
        self.0.code(step)
    }

    fn hint(&self, sight: &G::Sight, step: G::Step) -> i32 {
        self.0.hint(sight, step)
    }

    fn hints(&self, sight: &G::Sight, steps: &[G::Step]) -> ([u16; 8], [i32; 8]) {
        self.0.hints(sight, steps)
    }

    /// Some of what there is to see, by chance.
    fn glance(&self, _sight: &G::Sight, steps: &[G::Step]) -> Glance {
        let mut glance = Glance::NONE;
        for (lane, &step) in steps.iter().enumerate() {
            let mut next = self.clone();
            next.play(step);
            if next.outcome().is_none() && !zobrist::mix(next.key()).is_multiple_of(4) {
                glance.calm |= 1 << lane;
                glance.score[lane] = next.judge(&next.look());
            }
        }
        glance
    }

    fn shares_images(&self) -> bool {
        true
    }

    fn period(&self) -> usize {
        self.0.period()
    }
}

/// What `root` makes of a position: every line looked at, nothing remembered.
fn minimax<G: Judge>(position: &G, path: &mut Vec<G>, depth: u32, ply: u32, root: Seat) -> Score {
    match position.outcome() {
        Some(Outcome::Drawn) => return Score::DRAW,
        Some(Outcome::Won(seat)) if seat == root => return Score::win_in(ply),
        Some(Outcome::Won(_)) => return Score::loss_in(ply),
        None if position.can_repeat() && path.contains(position) => return Score::DRAW,
        None if depth == 0 => return Score::cp(position.judge_for(&position.look(), root)),
        None => {}
    }
    path.push(position.clone());
    let scores = position.turns().into_iter().map(|turn| {
        let mut next = position.clone();
        next.play_turn(turn);
        minimax(&next, path, depth - 1, ply + 1, root)
    });
    let score = if position.mover() == root { scores.max() } else { scores.min() };
    path.pop();
    score.expect("a game that goes on has turns")
}

/// The greatest depth that plain minimax can afford.
fn affordable<G: Game>(position: &G, most: u64) -> u32 {
    let branches = position.turns().len().max(2) as u64;
    (1..7).take_while(|&depth| branches.pow(depth) <= most).last().unwrap_or(1)
}

#[test]
fn alpha_beta_is_minimax() {
    fn check<G: Judge>(start: G) {
        let mut rng = Rng::new(0xab);
        let memory = Memory::new(1);
        for game in 0..12 {
            let mut history = History::new(Hashed(start.clone()));
            for _ in 0..rng.below(40) {
                let turns = history.legal_turns();
                if turns.is_empty() {
                    break;
                }
                history.play(turns[rng.below(turns.len())]);
            }
            let root = history.position().clone();
            if history.outcome().is_some() {
                continue;
            }
            // The past may count as well: it is forgotten here, and tested where games repeat.
            let history = History::new(root.clone());
            for depth in 1..=affordable(&root, 40_000) {
                let expected = minimax(&root, &mut Vec::new(), depth, 0, root.mover());
                let plain = value(&history, depth, Parts::PLAIN, &memory);
                assert_eq!(plain, expected, "game {game}, depth {depth}: {root:?}");
                // Where a position can come back, a value depends on the path, and a table that
                // knows only positions cannot return the same.
                if root.can_repeat() && depth >= root.period() as u32 {
                    continue;
                }
                memory.clear();
                let table = Parts { table: true, ..Parts::PLAIN };
                for _ in 0..2 {
                    let remembered = value(&history, depth, table, &memory);
                    assert_eq!(remembered, expected, "game {game}, depth {depth}: {root:?}");
                }
            }
        }
    }
    with_every_game!(check);
}
