//! What is known of the games, proven by the search.

use tetrarch::games::linetris;
use tetrarch::games::otrio::Mode;
use tetrarch::games::{Name, Setup};
use tetrarch::search::{Memory, Signal};
use tetrarch::session::{self, Request};

/// Searches to the end and returns the score and the best move.
fn solve(setup: &Setup, moves: &[&str]) -> (String, String) {
    let mut session = session::start(setup).expect("a good setup");
    for text in moves {
        session.play(text).expect("legal");
    }
    let memory = Memory::new(64);
    let mut last = None;
    let found = session
        .search(&Request::default(), &memory, &Signal::default(), &mut |report| last = Some(report))
        .expect("a good request")
        .expect("the game goes on");
    let last = last.expect("a report comes before the answer");
    assert_eq!(last.line[0], found.best);
    (last.score.to_string(), found.best)
}

fn linetris(columns: usize, rows: usize, clear: bool) -> Setup {
    Setup {
        game: Name::Linetris,
        linetris_columns: columns,
        linetris_rows: rows,
        linetris_rules: linetris::Rules { clear, ..linetris::Rules::default() },
        ..Setup::default()
    }
}

#[test]
fn small_linetris_boards() {
    let facts = [(4, 4, "mate -22"), (4, 5, "mate 29"), (4, 6, "mate -32")];
    for (columns, rows, value) in facts {
        let (score, _) = solve(&linetris(columns, rows, true), &[]);
        assert_eq!(score, value, "{columns}x{rows}");
    }
}

#[test]
fn otrio_openings() {
    let setup = Setup { game: Name::Otrio, otrio_mode: Mode::ALL[0], ..Setup::default() };
    assert_eq!(solve(&setup, &[]), ("mate 7".into(), "b2m".into()));
    let start = session::start(&setup).expect("a good setup");
    for opening in start.moves() {
        let (score, _) = solve(&setup, &[&opening]);
        assert_eq!(score, if opening == "b2m" { "mate -6" } else { "mate 9" }, "{opening}");
    }
}

#[test]
fn small_manalath_boards() {
    let setup = Setup { game: Name::Manalath, manalath_size: 2, ..Setup::default() };
    assert_eq!(solve(&setup, &[]).0, "cp 0");
    let setup = Setup { manalath_size: 3, ..setup };
    assert_eq!(solve(&setup, &[]), ("mate 14".into(), "c3b".into()));
}

#[test]
fn small_iris_boards() {
    let setup = Setup { game: Name::Iris, iris_size: 3, ..Setup::default() };
    let start = session::start(&setup).expect("a good setup");
    for opening in start.moves() {
        let (score, _) = solve(&setup, &[&opening]);
        assert_eq!(score.starts_with("mate -"), opening == "c3", "{opening} {score}");
    }
}
