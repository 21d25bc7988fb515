//! GTP lines by example.

use tetrarch_protocol::gtp::{
    ColourWord, Command, Failure, FailureKind, Input, Request, Response, ResponseReader, Verb,
};
use tetrarch_protocol::{Player, Seconds};

fn read(line: &str) -> Request {
    match Input::parse(line) {
        Ok(Some(Input::Request(request))) => request,
        other => panic!("{line}: {other:?}"),
    }
}

#[track_caller]
fn refused(line: &str, response: &str) {
    let error = Input::parse(line).expect_err(line);
    assert_eq!(error.response().to_string(), response);
}

#[test]
fn every_command_is_listed_with_an_example_of_itself() {
    for &verb in Verb::ALL {
        let request = read(verb.example());
        assert_eq!(request.id, None);
        assert_eq!(request.command.verb(), Some(verb));
        assert_eq!(request.to_string(), verb.example());
        assert!(verb.usage().starts_with(verb.word()));
        assert_eq!(Verb::find(verb.word()), Some(verb));
    }
}

#[test]
fn lines_are_cleaned_first() {
    let play = Command::Play { colour: ColourWord::new("black"), mv: "D4".into() };
    let line = " 007\tplay  \u{1}BLA\u{2}CK\tD4 # the centre\r\n";
    let expected = Request { id: Some(7), command: play };
    assert_eq!(read(line), expected);
    for line in ["", "  \r\n", "# a comment", "\u{7f}", " \t#"] {
        assert_eq!(Input::parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn the_interrupt_is_no_comment() {
    assert_eq!(Input::parse("# interrupt\r\n"), Ok(Some(Input::Interrupt)));
    assert_eq!(Input::Interrupt.to_string(), "# interrupt");
    for line in ["# interrupted", "#interrupt"] {
        assert_eq!(Input::parse(line), Ok(None), "{line}");
    }
    // With a command before it, it is an ordinary comment.
    assert_eq!(read("name # interrupt").command, Command::Name);
}

#[test]
fn unknown_names_are_requests_all_the_same() {
    assert_eq!(
        read("3 loadsgf x.sgf"),
        Request { id: Some(3), command: Command::Unknown("loadsgf".into()) }
    );
    assert_eq!(read("-1 name").command, Command::Unknown("-1".into()));
}

#[test]
fn refusals_answer_under_their_number() {
    refused(
        "5 boardsize",
        "?5 syntax error: boardsize: the line ends where a size should follow\n\n",
    );
    refused(
        "boardsize 99999999999",
        "? syntax error: boardsize: expected a size, not `99999999999`\n\n",
    );
    refused("8", "?8 syntax error: the line ends where a command should follow\n\n");
    refused(
        "99999999999 name",
        "? syntax error: expected a request id of at most 4294967295, not `99999999999`\n\n",
    );
    refused("play b c3 d4", "? syntax error: play: expected nothing after the move, not `d4`\n\n");
    refused("komi inf", "? syntax error: komi: expected a number, not `inf`\n\n");
    refused("genmove", "? syntax error: genmove: the line ends where a colour should follow\n\n");
    refused("time_left b soon 0", "? syntax error: time_left: expected seconds, not `soon`\n\n");
}

#[test]
fn arguments_are_typed() {
    assert_eq!(
        read("time_left W -5 3").command,
        Command::TimeLeft { colour: ColourWord::new("w"), time: Seconds(-5), stones: 3 }
    );
    assert_eq!(read("boardsize 7 7").command, Command::BoardSize(7));
    let player = |word: &str| ColourWord::new(word).player();
    assert_eq!(player("B"), Some(Player::P1));
    assert_eq!(player("White"), Some(Player::P2));
    assert_eq!(player("P4"), Some(Player::P4));
    assert_eq!(player("green"), None);
}

#[test]
fn responses_print_as_the_standard_has_them() {
    let print = |response: Response| response.to_string();
    assert_eq!(print(Response::ok(None, "")), "=\n\n");
    assert_eq!(print(Response::ok(Some(3), "PASS")), "=3 PASS\n\n");
    assert_eq!(print(Response::ok(Some(1), "\n  A B\n\n \t\n1 . .\r\n\n")), "=1\n  A B\n1 . .\n\n");
    assert_eq!(print(Response::err(Some(2), FailureKind::IllegalMove)), "?2 illegal move\n\n");
    let failure = Failure::new(FailureKind::CannotUndo, "nothing\u{7}\tplayed");
    assert_eq!(print(Response::err(None, failure)), "? cannot undo: nothing played\n\n");
}

#[test]
fn responses_are_put_together_line_by_line() {
    let mut reader = ResponseReader::default();
    for noise in ["", "hello", " "] {
        assert_eq!(reader.feed(noise), None);
    }
    assert!(!reader.is_pending());
    assert_eq!(reader.feed("=12 a\r\n"), None);
    assert!(reader.is_pending());
    assert_eq!(reader.feed("  b"), None);
    assert_eq!(reader.feed("= c"), None);
    assert_eq!(reader.feed("\r\n"), Some(Response::ok(Some(12), "a\n  b\n= c")));
    assert_eq!(reader.feed_bytes(b"? illegal move e5"), None);
    assert_eq!(
        reader.finish(),
        Some(Response::err(None, Failure::new(FailureKind::IllegalMove, "e5")))
    );
    assert_eq!(reader.finish(), None);
    reader.feed("=99999999999 x");
    assert_eq!(reader.feed(""), Some(Response::ok(None, "99999999999 x")));
    reader.feed("?illegal moves");
    assert_eq!(
        reader.feed(""),
        Some(Response::err(None, Failure::new(FailureKind::Other, "illegal moves")))
    );
}
