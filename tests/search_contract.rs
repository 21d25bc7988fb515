//! What a search promises whoever asks for it.

use std::collections::BTreeSet;

use tetrarch::games::otrio::Mode;
use tetrarch::games::{Name, Setup};
use tetrarch::search::{Limits, Memory, Report, Signal};
use tetrarch::session::{self, Request, Session};

fn every_game() -> Vec<Box<dyn Session>> {
    let mut setups: Vec<Setup> =
        Name::ALL.into_iter().map(|game| Setup { game, ..Setup::default() }).collect();
    let modes = Mode::ALL.into_iter();
    setups.extend(modes.map(|otrio_mode| Setup {
        game: Name::Otrio,
        otrio_mode,
        ..Setup::default()
    }));
    setups.iter().map(|setup| session::start(setup).expect("a good setup")).collect()
}

fn run(session: &dyn Session, request: &Request) -> (Vec<Report<String>>, String) {
    let mut reports = Vec::new();
    let found = session
        .search(request, &Memory::new(1), &Signal::default(), &mut |report| reports.push(report))
        .expect("a good request")
        .expect("the game goes on");
    for report in &reports {
        let mut line = session.fork();
        for text in &report.line {
            line.play(text).expect("lines are legal");
        }
        assert!(!report.line.is_empty() && report.depth >= 1 && report.seldepth >= report.depth);
    }
    assert!(session.moves().contains(&found.best));
    (reports, found.best)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn a_search_stopped_at_any_node_answers_and_spoils_nothing() {
    for mut session in every_game() {
        let memory = Memory::new(1);
        for limit in [0, 1, 2, 3, 10, 511, 512, 513, 1_000, 5_000] {
            let before = session.position();
            let request = Request { limits: nodes(limit), ..Request::default() };
            let mut last = String::new();
            let found = session
                .search(&request, &memory, &Signal::default(), &mut |report| {
                    if report.rank == 1 {
                        last.clone_from(&report.line[0]);
                    }
                })
                .expect("a good request")
                .expect("the game goes on");
            assert_eq!(found.best, last, "the last report is what is played");
            assert_eq!(session.position(), before);
            session.play(&found.best).expect("legal");
            if session.outcome().is_some() {
                break;
            }
        }
        let stopped = Signal::default();
        stopped.stop();
        if session.outcome().is_none() {
            let found = session.search(&Request::default(), &memory, &stopped, &mut |_| {});
            assert!(found.expect("a good request").is_some());
        }
    }
}

#[test]
fn one_thread_does_the_same_again() {
    for session in every_game() {
        let request = Request { limits: nodes(20_000), ..Request::default() };
        let strip = |(reports, best): (Vec<Report<String>>, String)| {
            let lines: Vec<_> =
                reports.into_iter().map(|r| (r.depth, r.score, r.nodes, r.line)).collect();
            (lines, best)
        };
        assert_eq!(strip(run(&*session, &request)), strip(run(&*session, &request)));
    }
}

#[test]
fn lines_are_distinct_and_ordered() {
    for session in every_game() {
        let request = Request { limits: nodes(30_000), lines: 4, ..Request::default() };
        let (reports, best) = run(&*session, &request);
        let mut whole = 0;
        for depth in 1.. {
            let lines: Vec<_> = reports.iter().filter(|r| r.depth == depth).collect();
            if lines.len() < 4 {
                break;
            }
            whole += 1;
            let first: BTreeSet<_> = lines.iter().map(|line| &line.line[0]).collect();
            assert_eq!(first.len(), 4);
            assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
            assert!(lines.iter().zip(1..).all(|(line, rank)| line.rank == rank));
        }
        assert!(whole > 0);
        assert!(reports.iter().any(|report| report.rank == 1 && report.line[0] == best));
    }
}

#[test]
fn only_the_moves_to_choose_from_are_played() {
    for session in every_game() {
        let only: Vec<String> = session.moves().into_iter().skip(3).step_by(5).take(3).collect();
        let request =
            Request { limits: nodes(5_000), only: only.clone(), lines: 9, ..Request::default() };
        let (reports, best) = run(&*session, &request);
        assert!(only.contains(&best));
        assert!(reports.iter().all(|report| only.contains(&report.line[0])));
        let bad = Request { only: vec!["nonsense".into()], ..Request::default() };
        let memory = Memory::new(1);
        assert!(session.search(&bad, &memory, &Signal::default(), &mut |_| {}).is_err());
    }
}

#[test]
fn every_level_plays_legal_moves_and_the_same_ones_for_a_seed() {
    for session in every_game() {
        for level in 0..=10 {
            let request = Request { limits: nodes(2_000), level, seed: 7, ..Request::default() };
            let (reports, best) = run(&*session, &request);
            assert!(!reports.is_empty());
            assert_eq!(best, run(&*session, &request).1, "level {level}");
        }
    }
}

#[test]
fn the_first_levels_see_what_they_should() {
    let setup = Setup { game: Name::Linetris, ..Setup::default() };
    let plays = |position: &str, level, column: &str| {
        let session = session::load(&setup, position).expect("a good position");
        let chosen = |seed| run(&*session, &Request { level, seed, ..Request::default() }).1;
        (0..40).filter(|&seed| chosen(seed) == column).count()
    };
    // A win at once, and a loss that one move averts.
    let (win, danger) = ("7/7/7/r6/r6/rbb1b2 r", "7/7/7/7/r6/bbb1r2 r");
    assert!((1..20).contains(&plays(win, 0, "1")));
    assert!((1..=3).all(|level| plays(win, level, "1") == 40));
    assert!((1..=3).all(|level| plays(danger, level, "4") == 40));
}

#[test]
fn more_threads_find_what_one_finds() {
    let setup = Setup { game: Name::Otrio, ..Setup::default() };
    let session = session::start(&setup).expect("a good setup");
    let request = Request { threads: 3, ..Request::default() };
    let (reports, best) = run(&*session, &request);
    assert_eq!(best, "b2m");
    assert_eq!(reports.last().map(|report| report.score.to_string()), Some("mate 7".into()));
}
