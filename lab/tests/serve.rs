//! Sparring partners survive what a referee sends them.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use tetrarch::games::{Name, Setup};
use tetrarch::session;
use tetrarch_lab::serve::{self, Budget, PARTNERS};
use tetrarch_protocol::ugi::Reply;

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().map_err(|_| io::Error::other("poisoned"))?.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn answers(name: &str, input: &str) -> Vec<Reply> {
    let partner = serve::partner(name).expect("a partner");
    let heard = Heard::default();
    serve::serve(partner, io::Cursor::new(input.to_owned()), heard.clone()).expect("it serves");
    let bytes = heard.0.lock().expect("nobody panicked").clone();
    String::from_utf8(bytes).expect("text").lines().map(Reply::parse).collect()
}

fn moves(replies: &[Reply]) -> Vec<Option<String>> {
    let best = |reply: &Reply| match reply {
        Reply::BestMove(best) => Some(best.mv.clone()),
        _ => None,
    };
    replies.iter().filter_map(best).collect()
}

#[test]
fn every_partner_introduces_itself() {
    for name in PARTNERS {
        let replies = answers(name, "ugi\nisready\nuginewgame\nquit\n");
        assert!(replies.contains(&Reply::UgiOk) && replies.contains(&Reply::ReadyOk), "{name}");
        assert!(!replies.iter().any(|reply| reply.as_error().is_some()), "{name}");
    }
}

#[test]
fn iris_partners_play_legal_moves_on_every_size() {
    for name in ["uct", "rave", "puct"] {
        for size in 3..=8 {
            let input = format!(
                "setoption name Game value iris\nsetoption name IrisSize value {size}\n\
                 position startpos\ngo nodes 100\n"
            );
            let first = moves(&answers(name, &input));
            let Some(Some(first)) = first.first() else { panic!("{name} has no move") };
            let next = format!("{input}position startpos moves {first}\ngo nodes 300\nquit\n");
            let replies = answers(name, &next);
            assert!(!replies.iter().any(|reply| reply.as_error().is_some()), "{replies:?}");
            assert_eq!(moves(&replies).iter().flatten().count(), 2);
        }
    }
}

#[test]
fn the_manalath_partner_takes_a_win_and_stops_one() {
    let setup = Setup { game: Name::Manalath, ..Setup::default() };
    let choose = |position| {
        let session = session::load(&setup, position).expect("a position");
        let mut partner = serve::partner("manalath-simple").expect("a partner");
        partner.choose(&setup, &*session, &Budget::nodes(u64::MAX)).mv
    };
    assert_eq!(choose("5/6/7/8/bb1bb4/8/7/6/5 b").as_deref(), Some("e3b"));
    assert_eq!(choose("5/6/7/8/wwbbb1bw1/8/7/6/5 w").as_deref(), Some("e6w"));
    let set = "setoption name Game value manalath\n";
    for size in 2..=5 {
        let input = format!(
            "{set}setoption name ManalathSize value {size}\nposition startpos\ngo nodes 2000\n"
        );
        assert_eq!(moves(&answers("manalath-simple", &input)).iter().flatten().count(), 1);
    }
}

#[test]
fn stop_ends_an_endless_search() {
    let replies = answers("rave", "position startpos\ngo infinite\nstop\nisready\n");
    assert_eq!(moves(&replies).iter().flatten().count(), 1);
    assert_eq!(replies.last(), Some(&Reply::ReadyOk));
}

#[test]
fn a_finished_game_has_no_move() {
    let replies = answers(
        "uct",
        "setoption name IrisSize value 2\nposition startpos moves b2 pass pass\ngo movetime 10\n\
         query gameover\nquery result\nposition fen nonsense\ngo nodes 1\n",
    );
    assert_eq!(moves(&replies), [None, None]);
    assert!(replies.contains(&Reply::response(true)));
}

#[test]
fn a_decided_game_is_played_on() {
    for name in ["uct", "rave", "puct"] {
        let input = "position fen bb1/bbbb/bwbwb/bbbb/1bb w 0\ngo nodes 50\n";
        let replies = answers(name, input);
        let legal = moves(&replies).iter().flatten().count();
        assert_eq!(legal, 1, "{name}: {replies:?}");
    }
}
