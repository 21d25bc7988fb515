//! What a node of the search is made of.

use crate::game::{Steps, Turn};

use super::judge::Judge;
use super::score::Score;

/// Parts of the search that can be switched off, to compare what is left with plain minimax.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Remember positions.
    pub table: bool,
    /// Take the game's word for what it can settle, and follow forced replies without counting
    /// them.
    pub resolve: bool,
    /// Look less deeply at late moves.
    pub reduce: bool,
    /// Use what was found deeper or by chance; else a depth is that depth exactly.
    pub deeper: bool,
}

impl Parts {
    /// Everything.
    pub const ALL: Parts = Parts { table: true, resolve: true, reduce: true, deeper: true };
    /// What returns exactly what minimax returns.
    pub const PLAIN: Parts = Parts { table: false, resolve: false, reduce: false, deeper: false };
}

/// Where in the tree a node is, and how much further to go.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Whole turns still to look ahead, or parts of them where steps have costs.
    pub depth: i32,
    /// Whole turns from the root.
    pub ply: u32,
    /// Steps from the root.
    pub height: u32,
    /// The code of the step that led here, plus one.
    pub before: u16,
}

/// A position with a choice, and what was seen there.
pub(super) struct Node<'n, G: Judge> {
    pub position: &'n G,
    pub sight: &'n G::Sight,
    pub steps: &'n Steps<G::Step>,
    pub place: Place,
}

/// What a step leads to, and what is seen there, if that was told.
///
/// As the game returns it, because to move it elsewhere would wait for its parts to be written.
pub(super) type Next<G> = (G, Option<<G as Judge>::Sight>);

impl<G: Judge> Node<'_, G> {
    /// After a step of the root, which may be any, or else after one that was listed.
    pub fn after(&self, step: G::Step) -> Next<G> {
        if self.place.height > 0 {
            return self.position.advance(self.sight, step);
        }
        let mut next = self.position.clone();
        next.play(step);
        (next, None)
    }
}

/// The scores that still matter to both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// The question whether a score is above alpha, and nothing else.
    pub fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha.above() }
    }

    /// Nothing below is better than a win by this turn or worse than a loss before it.
    pub fn within(self, ply: u32) -> Window {
        let alpha = self.alpha.max(Score::loss_in(ply));
        Window { alpha, beta: self.beta.min(Score::win_in(ply + 1)) }
    }

    pub fn is_null(self) -> bool {
        self.alpha.above() >= self.beta
    }

    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

/// The image of a position that the table keeps instead.
pub(super) struct Image<G> {
    pub of: G,
    pub symmetry: usize,
}

/// The code of a step, plus one, as the table sees it.
pub(super) fn seen_code<G: Judge>(position: &G, image: Option<&Image<G>>, step: G::Step) -> u16 {
    1 + match image {
        None => position.code(step),
        Some(image) => image.of.code(position.image_of_turn(image.symmetry, Turn::one(step)).first),
    }
}
