//! A game in progress: the position it started from and every turn since, so that turns can be
//! taken back and repetitions seen.

use crate::game::{Game, Outcome, Turn};

/// How often a position may occur before the game is drawn.
const REPETITIONS: usize = 3;

/// A start position and the turns played from it.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    /// Never empty: the start, then the position after each turn.
    positions: Vec<G>,
    turns: Vec<Turn<G::Step>>,
}

impl<G: Game> History<G> {
    /// A history that begins here: what came before is not known and does not count.
    pub fn new(start: G) -> Self {
        History { positions: vec![start], turns: Vec::new() }
    }

    /// The position on the board now.
    pub fn position(&self) -> &G {
        &self.positions[self.positions.len() - 1]
    }

    /// Every position since the start, the current one last.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The turns played since the start.
    pub fn turns(&self) -> &[Turn<G::Step>] {
        &self.turns
    }

    /// Plays a turn that is legal in the current position.
    pub fn play(&mut self, turn: Turn<G::Step>) {
        let mut next = self.position().clone();
        next.play_turn(turn);
        self.positions.push(next);
        self.turns.push(turn);
    }

    /// Takes back the last turn, if there is one.
    pub fn undo(&mut self) -> Option<Turn<G::Step>> {
        let turn = self.turns.pop()?;
        self.positions.pop();
        Some(turn)
    }

    /// The result, if the game is over by its own rules or by the third occurrence of the current
    /// position. Positions are compared whole: a hash is not the identity of a position.
    pub fn outcome(&self) -> Option<Outcome> {
        let (now, past) = (self.position(), &self.positions[..self.turns.len()]);
        now.outcome().or_else(|| is_repeated(past, now).then_some(Outcome::Drawn))
    }

    /// The legal turns: none once the game is over.
    pub fn legal_turns(&self) -> Vec<Turn<G::Step>> {
        if self.outcome().is_some() { Vec::new() } else { self.position().turns() }
    }
}

/// Whether a position has now come up often enough to be drawn, after these in the past.
pub(crate) fn is_repeated<G: Game>(past: &[G], now: &G) -> bool {
    now.can_repeat() && past.iter().filter(|&earlier| earlier == now).count() + 1 >= REPETITIONS
}
