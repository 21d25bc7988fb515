//! What the board shows and how the game stands, for GoGui and for people.

use std::collections::BTreeSet;
use std::io::Write;

use tetrarch_protocol::gtp::{Failure, FailureKind};

use super::vertex::{self, View};
use super::{Answer, Gtp, fail};
use crate::game::{Outcome, Seat};
use crate::games::Name;
use crate::text::Paint;

impl<W: Write> Gtp<W> {
    pub(super) fn show(&self) -> Answer {
        let session = self.session()?;
        let mut text = format!("\n{}", session.draw(Paint::Plain));
        text.push_str(&format!("position: {}\n", session.position()));
        if let Some(half) = &self.half {
            text.push_str(&format!("begun with: {}\n", vertex::of_cell(half)));
        }
        text.push_str(&match session.outcome() {
            None => format!("on move: {}", session.mover()),
            Some(outcome) => format!("result: {outcome}"),
        });
        Ok(text)
    }

    pub(super) fn view(&self) -> Result<View, Failure> {
        let session = self.session()?;
        let view = View::of(self.game(), session).map(|mut view| {
            if let Some(half) = &self.half {
                let sign = if session.mover() == Seat::P1 { 'X' } else { 'O' };
                view.put(&vertex::of_cell(half), sign);
            }
            view
        });
        view.ok_or_else(|| {
            Failure::new(FailureKind::Other, format!("{} has no vertices", self.game()))
        })
    }

    /// What can be played next: vertices where the game has them, else its own moves.
    pub(super) fn legal_moves(&self) -> Result<Vec<String>, Failure> {
        let session = self.session()?;
        match (self.game(), &self.half) {
            (Name::Manalath | Name::Otrio, _) => Ok(session.moves()),
            (Name::Iris, Some(half)) => {
                self.turns_with(half)?.map(|token| self.spell(&token)).collect()
            }
            (Name::Iris, None) => {
                let moves = session.moves();
                let cells: BTreeSet<&str> =
                    moves.iter().flat_map(|token| vertex::cells(token)).collect();
                // GoGui looks for this word in lower case, and for vertices in upper case.
                let pass = moves.iter().find(|token| *token == "pass").cloned();
                Ok(cells.into_iter().map(vertex::of_cell).chain(pass).collect())
            }
            (Name::Linetris, _) => session.moves().iter().map(|token| self.spell(token)).collect(),
        }
    }

    pub(super) fn final_score(&self) -> Answer {
        let session = self.session()?;
        let winner = match session.outcome() {
            None => return fail(FailureKind::Other, "cannot score: the game is not over"),
            Some(Outcome::Drawn) => return Ok("0".into()),
            Some(Outcome::Won(seat)) => seat,
        };
        let margin = session.score().map_or(1, |score| margin(&score));
        Ok(match winner {
            Seat::P1 => format!("B+{margin}"),
            Seat::P2 => format!("W+{margin}"),
            seat => format!("{}+{margin}", seat.to_string().to_uppercase()),
        })
    }

    pub(super) fn final_result(&self) -> Answer {
        let session = self.session()?;
        let result = match session.outcome() {
            None => return Ok(String::new()),
            Some(Outcome::Drawn) => "Draw".to_owned(),
            Some(Outcome::Won(seat)) => {
                let name = colour_of(seat);
                format!("{}{} wins", name[..1].to_ascii_uppercase(), &name[1..])
            }
        };
        Ok(match session.score() {
            Some(score) => format!("{result}: {score}"),
            None => result,
        })
    }
}

/// What GoGui puts in its menu of things to ask.
pub(super) const ANALYZE: &str = "hstring/Board/showboard\n\
    plist/Legal Moves/gogui-rules_legal_moves\n\
    string/Side to Move/gogui-rules_side_to_move\n\
    string/Final Score/final_score";

/// GTP's word for a seat.
pub(super) fn colour_of(seat: Seat) -> &'static str {
    match seat {
        Seat::P1 => "black",
        Seat::P2 => "white",
        Seat::P3 => "p3",
        _ => "p4",
    }
}

/// By how much the greater of two lists of numbers is ahead where they first differ.
fn margin(score: &str) -> u32 {
    let mut lists = score.split(' ').map(|list| list.split(',').map(|n| n.parse().unwrap_or(0)));
    let (Some(mut ours), Some(mut theirs)) = (lists.next(), lists.next()) else {
        return 1;
    };
    loop {
        match (ours.next(), theirs.next()) {
            (None, None) => return 1,
            (a, b) => match a.unwrap_or(0_u32).abs_diff(b.unwrap_or(0)) {
                0 => {}
                difference => return difference,
            },
        }
    }
}
