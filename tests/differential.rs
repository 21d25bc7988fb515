//! The engine against the oracle: the same random games, played by both, agree at every ply in
//! the moves, the position string, the seat on move, the result and the score.
//!
//! `TETRARCH_ROUNDS=100 cargo test --test differential` plays a hundred times as many games.

mod common;
mod oracle;

use std::collections::{BTreeMap, BTreeSet};

use common::{Rng, setup};
use oracle::{Oracle, Rules, iris, linetris, manalath, otrio};
use tetrarch::session::{self, Session};

/// A game with its rule options.
struct Variant {
    game: &'static str,
    options: Vec<(&'static str, &'static str)>,
}

impl Variant {
    /// The position in both, if the engine takes it.
    fn load(&self, position: &str) -> Option<Pair> {
        let session = session::load(&setup(self.game, &self.options), position).ok()?;
        let oracle = oracle::load(self.game, position, &Rules::with(&self.options));
        Some(Pair { session, oracle })
    }
}

fn variant(game: &'static str, options: &[(&'static str, &'static str)]) -> Variant {
    Variant { game, options: options.to_vec() }
}

/// Every game, size, mode and rule option: the variant and its start position.
fn variants() -> Vec<(Variant, String)> {
    let mut all = Vec::new();
    all.extend((2..=8).map(|size| (variant("iris", &[]), iris::start(size))));
    for both in ["loses", "first"] {
        let variant = || variant("manalath", &[("ManalathBoth", both)]);
        all.extend((2..=5).map(|size| (variant(), manalath::start(size))));
    }
    all.extend(
        ["2x1", "2x2", "3x1", "4x1"].map(|mode| (variant("otrio", &[]), otrio::start(mode))),
    );
    for clear in ["true", "false"] {
        for order in ["win", "clear"] {
            for columns in 4..=10 {
                for rows in 4..=10 {
                    let options = [("LinetrisClear", clear), ("LinetrisOrder", order)];
                    all.push((variant("linetris", &options), linetris::start(columns, rows)));
                }
            }
        }
    }
    all
}

fn rounds() -> u64 {
    let rounds = std::env::var("TETRARCH_ROUNDS");
    rounds.map_or(1, |rounds| rounds.parse().expect("TETRARCH_ROUNDS is a number"))
}

/// One game in progress, twice.
struct Pair {
    session: Box<dyn Session>,
    oracle: Box<dyn Oracle>,
}

impl Pair {
    /// Compares all there is to see, and returns the moves.
    fn agree(&self) -> BTreeSet<String> {
        let Pair { session, oracle } = self;
        let place = || format!("{} after {:?}", oracle.position(), session.played());
        let listed = session.moves();
        let moves: BTreeSet<String> = listed.iter().cloned().collect();
        assert_eq!(moves.len(), listed.len(), "a move is listed twice: {}", place());
        assert_eq!(moves, oracle.moves(), "{}", place());
        assert_eq!(session.position(), oracle.position(), "{}", place());
        assert_eq!(session.mover().to_string(), format!("p{}", oracle.turn()), "{}", place());
        let result = session.outcome().map(|outcome| outcome.to_string());
        assert_eq!(result, oracle.result(), "{}", place());
        assert_eq!(session.score(), oracle.score(), "{}", place());
        assert_eq!(moves.is_empty(), result.is_some(), "{}", place());
        moves
    }

    fn play(&mut self, token: &str) {
        self.session.play(token).unwrap_or_else(|error| panic!("{error}"));
        self.oracle.play(token);
    }

    /// Whether the engine plays exactly those of some tokens that the oracle lists.
    fn refuses_the_rest(&self, tokens: &[String], moves: &BTreeSet<String>, rng: &mut Rng) {
        for _ in 0..4 {
            let token = &tokens[rng.below(tokens.len())];
            let played = self.session.fork().play(token).is_ok();
            assert_eq!(played, moves.contains(token), "{token} at {}", self.oracle.position());
        }
    }
}

fn pick<'a>(tokens: &'a BTreeSet<String>, rng: &mut Rng) -> &'a str {
    tokens.iter().nth(rng.below(tokens.len())).expect("not empty")
}

/// Tokens that are moves of the variant somewhere: those of the first two plies, and the pass.
fn vocabulary(variant: &Variant, start: &str) -> Vec<String> {
    let mut pair = variant.load(start).expect("a start position");
    let mut tokens = pair.agree();
    let first = pick(&tokens, &mut Rng::new(0)).to_string();
    pair.play(&first);
    tokens.extend(pair.agree());
    tokens.insert("pass".into());
    tokens.into_iter().collect()
}

#[test]
fn random_games_from_the_start() {
    for (variant, start) in variants() {
        let tokens = vocabulary(&variant, &start);
        // Large Iris boards have thousands of moves, and one game has dozens of positions.
        let games = if tokens.len() > 500 { 1 } else { 3 };
        for round in 0..games * rounds() {
            let mut rng = Rng::new(round);
            let mut pair = variant.load(&start).expect("a start position");
            loop {
                let moves = pair.agree();
                pair.refuses_the_rest(&tokens, &moves, &mut rng);
                if moves.is_empty() {
                    break;
                }
                pair.play(pick(&moves, &mut rng));
            }
        }
    }
}

/// A position string whose cells can be changed one by one.
struct Cells {
    /// From the top, each from the left; `.` is empty.
    rows: Vec<Vec<char>>,
    fields: Vec<String>,
}

impl Cells {
    fn read(position: &str) -> Self {
        let mut fields = position.split(' ').map(String::from);
        let board = fields.next().expect("a board");
        let row =
            |row: &str| oracle::read_row(row).into_iter().map(|cell| cell.unwrap_or('.')).collect();
        Cells { rows: board.split('/').map(row).collect(), fields: fields.collect() }
    }

    fn write(&self) -> String {
        let row = |row: &Vec<char>| {
            oracle::write_row(row.iter().map(|&cell| Some(cell).filter(|&cell| cell != '.')))
        };
        let board = self.rows.iter().map(row).collect::<Vec<_>>().join("/");
        [vec![board], self.fields.clone()].concat().join(" ")
    }

    /// Changes a few cells and perhaps the colour on move, without regard to how play could have
    /// come here; what the rules forbid altogether, the engine refuses to load.
    fn disturb(&mut self, game: &str, rng: &mut Rng) {
        let letters: &[char] = match game {
            "otrio" if self.fields[1] == "2x1" => &['b', 'r'],
            "otrio" if self.fields[1] == "3x1" => &['b', 'r', 'p'],
            "otrio" => &['b', 'r', 'p', 'g'],
            "linetris" => &['b', 'r'],
            _ => &['b', 'w'],
        };
        for _ in 0..1 + rng.below(6) {
            let (count, at) = (self.rows.len(), rng.below(self.rows.len()));
            let length = self.rows[at].len();
            let place = rng.below(length);
            let letter = letters[rng.below(letters.len())];
            // Pieces of Linetris rest on others, and the two ends of Iris' rim pairs are alike.
            if game != "linetris" {
                let cell = if rng.below(3) == 0 { '.' } else { letter };
                self.rows[at][place] = cell;
                if game == "iris" {
                    self.rows[count - 1 - at][length - 1 - place] = cell;
                }
            } else if self.rows[at][place] != '.' {
                self.rows[at][place] = letter;
            }
        }
        if rng.below(2) == 0 {
            self.fields[0] = letters[rng.below(letters.len())].to_string();
        }
        if game == "iris" {
            self.fields[1] = rng.below(3).min(rng.below(3)).to_string();
        }
    }
}

#[test]
fn random_games_from_disturbed_positions() {
    for (variant, start) in variants() {
        let cells: usize = Cells::read(&start).rows.iter().map(Vec::len).sum();
        let large = variant.game == "iris" && cells > 61;
        let tries = match variant.game {
            _ if large => 3,
            "linetris" => 5,
            _ => 60,
        };
        let (mut accepted, mut over) = (0, 0);
        for round in 0..tries * rounds() {
            let mut rng = Rng::new(round);
            // Not all the way to the end: what is added there is mostly too much.
            let mut pair = variant.load(&start).expect("a start position");
            for _ in 0..rng.below(cells) {
                let moves = pair.oracle.moves();
                if moves.is_empty() {
                    break;
                }
                pair.play(pick(&moves, &mut rng));
            }
            let mut cells = Cells::read(&pair.oracle.position());
            cells.disturb(variant.game, &mut rng);
            let Some(mut pair) = variant.load(&cells.write()) else { continue };
            accepted += 1;
            over += u32::from(pair.session.outcome().is_some());
            for _ in 0..20 {
                let moves = pair.agree();
                if moves.is_empty() {
                    break;
                }
                pair.play(pick(&moves, &mut rng));
            }
        }
        if tries == 60 {
            let seen = format!("{} {start}: {accepted} accepted, {over} over", variant.game);
            assert!(accepted >= 10 && over >= 1 && over < accepted, "{seen}");
        }
    }
}

/// The columns of a Linetris position with the fewest pieces.
fn lowest(position: &str, moves: &BTreeSet<String>) -> BTreeSet<String> {
    let rows = Cells::read(position).rows;
    let height = |token: &String| {
        let column = token.parse::<usize>().expect("a column") - 1;
        rows.iter().filter(|row| row[column] != '.').count()
    };
    let least = moves.iter().map(height).min();
    moves.iter().filter(|token| Some(height(token)) == least).cloned().collect()
}

#[test]
fn third_repetitions() {
    let mut drawn = BTreeMap::new();
    for order in ["win", "clear"] {
        let variant = variant("linetris", &[("LinetrisOrder", order)]);
        for (columns, rows) in [(4, 4), (5, 4), (4, 6), (6, 5)] {
            for round in 0..40 * rounds() {
                let mut rng = Rng::new(round);
                let start = linetris::start(columns, rows);
                let mut pair = variant.load(&start).expect("a start position");
                let mut seen: BTreeMap<String, usize> = BTreeMap::new();
                loop {
                    let moves = pair.agree();
                    let position = pair.oracle.position();
                    let times = seen.entry(position.clone()).or_default();
                    *times += 1;
                    assert!(*times < 3 || moves.is_empty(), "{position} goes on");
                    if moves.is_empty() {
                        let repeated = *times == 3;
                        *drawn.entry((order, columns, rows)).or_insert(0) += usize::from(repeated);
                        break;
                    }
                    // Play that keeps low clears row after row, and so comes back.
                    let back =
                        |token: &&String| seen.contains_key(&pair.oracle.after(token).position());
                    let back: BTreeSet<String> = moves.iter().filter(back).cloned().collect();
                    let choice = match rng.below(8) {
                        0 => moves,
                        _ if !back.is_empty() => back,
                        _ => lowest(&position, &moves),
                    };
                    pair.play(pick(&choice, &mut rng));
                }
            }
        }
    }
    assert_eq!(drawn.len(), 8);
    assert!(drawn.values().all(|&count| count >= 3), "{drawn:?}");
}
