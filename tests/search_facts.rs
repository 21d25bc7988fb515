//! What is known of the games, proven by the search.

use tetrarch::games::linetris;
use tetrarch::games::{Name, Setup};
use tetrarch::search::{Limits, Memory, Signal};
use tetrarch::session::{self, Request};

/// Searches to the end and returns the score, the best move and the nodes.
fn solve(setup: &Setup, moves: &[&str], limits: Limits) -> (String, String, u64) {
    let mut session = session::start(setup).expect("a good setup");
    for text in moves {
        session.play(text).expect("legal");
    }
    let request = Request { limits, ..Request::default() };
    let mut last = None;
    let found = session
        .search(&request, &Memory::new(64), &Signal::default(), &mut |report| last = Some(report))
        .expect("a good request")
        .expect("the game goes on");
    let last = last.expect("a report comes before the answer");
    assert_eq!(last.line[0], found.best);
    (last.score.to_string(), found.best, last.nodes)
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
        let (score, _, nodes) = solve(&linetris(columns, rows, true), &[], Limits::default());
        eprintln!("{columns}x{rows} {score} {nodes} nodes");
        assert_eq!(score, value, "{columns}x{rows}");
    }
}
