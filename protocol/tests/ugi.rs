//! UGI lines by example: what is read, what is refused, and with which words.

use tetrarch_protocol::ugi::{
    Answer, BestMove, Bound, Clock, Command, Flavour, GameResult, Go, Info, OptionDecl, OptionKind,
    Query, Reply, Score, ScoreReport, Start, Verb,
};
use tetrarch_protocol::{Depth, Millis, Nodes, Player};

fn read(line: &str) -> Command {
    Command::parse(line)
        .unwrap_or_else(|error| panic!("{line}: {error}"))
        .unwrap_or_else(|| panic!("{line}: no command"))
}

#[track_caller]
fn refused(line: &str, command: Option<Verb>, message: &str) {
    let error = Command::parse(line).expect_err(line);
    assert_eq!(error.command, command, "{line}");
    assert_eq!(error.to_string(), message);
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn every_command_is_listed_with_an_example_of_itself() {
    for &verb in Verb::ALL {
        let command = read(verb.example());
        assert_eq!(command.verb(), verb);
        assert_eq!(command.to_string(), verb.example());
        assert!(verb.usage().starts_with(verb.word()));
        assert!(!verb.about().is_empty() && !verb.about().ends_with('.'));
        let found = Verb::find(verb.word());
        assert_eq!(found, Some(verb));
    }
}

#[test]
fn blank_lines_are_no_commands() {
    for line in ["", " ", "\t \r\n", "\n", "\u{feff}"] {
        assert_eq!(Command::parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn line_ends_and_runs_of_blanks_do_not_matter() {
    assert_eq!(read("\u{feff}isready\r\n"), Command::IsReady);
    assert_eq!(
        read(" position \t startpos  moves   e5b\te4w \r\n"),
        Command::Position { from: Start::Startpos, moves: words("e5b e4w") }
    );
}

#[test]
fn words_after_a_complete_command_are_ignored() {
    assert_eq!(read("isready now please"), Command::IsReady);
    assert_eq!(read("bench 16 1 13"), Command::Bench);
    assert_eq!(read("debug on x"), Command::Debug(true));
    assert_eq!(read("help go now"), Command::Help(Some("go".into())));
    assert_eq!(read("query gameover ?"), Command::Query(Query::GameOver));
}

#[test]
fn options_may_have_blanks_and_empty_values() {
    let set = |name: &str, value: Option<&str>| Command::SetOption {
        name: name.into(),
        value: value.map(str::to_owned),
    };
    assert_eq!(read("setoption name Clear Hash"), set("Clear Hash", None));
    assert_eq!(
        read("setoption name Log  File value C:\\a b value"),
        set("Log File", Some("C:\\a b value"))
    );
    assert_eq!(read("setoption name X value"), set("X", Some("")));
    assert_eq!(read("setoption name X value <empty>"), set("X", Some("")));
    assert_eq!(set("X", Some("")).to_string(), "setoption name X value <empty>");
    refused(
        "setoption Hash 5",
        Some(Verb::SetOption),
        "setoption: expected the word name, not `Hash`",
    );
    refused(
        "setoption name value 5",
        Some(Verb::SetOption),
        "setoption: expected the name of an option, not `value`",
    );
}

#[test]
fn positions_keep_their_moves_as_they_came() {
    assert_eq!(
        read("position fen 6/7/8/9/10/11/10/9/8/7/6  b 0 moves F6 c3+e5"),
        Command::Position {
            from: Start::Fen("6/7/8/9/10/11/10/9/8/7/6 b 0".into()),
            moves: words("F6 c3+e5")
        }
    );
    assert_eq!(
        read("position startpos moves"),
        Command::Position { from: Start::Startpos, moves: vec![] }
    );
    let position = Some(Verb::Position);
    refused("position", position, "position: the line ends where startpos or fen should follow");
    refused("position start", position, "position: expected startpos or fen, not `start`");
    refused(
        "position fen",
        position,
        "position: the line ends where a position string should follow",
    );
    refused("position fen moves 4", position, "position: expected a position string, not `moves`");
    refused("position startpos 4 4", position, "position: expected the word moves, not `4`");
}

#[test]
fn go_takes_its_limits_in_any_order() {
    let mut go = Go {
        moves_to_go: Some(40),
        depth: Some(Depth(9)),
        ponder: true,
        search_moves: words("4 3"),
        ..Go::default()
    };
    go.clocks[0].time = Some(Millis(60000));
    go.clocks[1] = Clock { time: Some(Millis(-20)), inc: Some(Millis(1000)) };
    go.clocks[3].inc = Some(Millis(5));
    let line = "go ponder searchmoves 4 3 depth 9 binc 1000 p4inc 5 wtime 1 p1time 60000 \
                p2time -20 movestogo 40";
    assert_eq!(read(line), Command::Go(go.clone()));
    assert!(!go.is_infinite());
    assert_eq!(go.clock(Player::P4).inc, Some(Millis(5)));
    let command = Command::Go(go);
    assert_eq!(
        command.to_string(),
        "go p1time 60000 p2time -20 p2inc 1000 p4inc 5 movestogo 40 depth 9 ponder searchmoves 4 3"
    );
    assert_eq!(
        command.spelled(Flavour::Uci).to_string(),
        "go wtime 60000 btime -20 binc 1000 p4inc 5 movestogo 40 depth 9 ponder searchmoves 4 3"
    );
}

#[test]
fn a_search_without_a_limit_is_infinite() {
    for line in [
        "go",
        "go infinite",
        "go ponder",
        "go infinite depth 3",
        "go searchmoves 4",
        "go movestogo 3",
    ] {
        let Command::Go(go) = read(line) else { panic!("{line}") };
        assert!(go.is_infinite(), "{line}");
    }
    for line in ["go depth 0", "go winc 5", "go ponder movetime 5", "go mate 3"] {
        let Command::Go(go) = read(line) else { panic!("{line}") };
        assert!(!go.is_infinite(), "{line}");
    }
}

#[test]
fn go_names_the_word_it_cannot_read() {
    let go = Some(Verb::Go);
    refused(
        "go depth 99999999999999999999",
        go,
        "go: expected a whole number after depth, not `99999999999999999999`",
    );
    refused("go depth -1", go, "go: expected a whole number after depth, not `-1`");
    refused("go movetime soon", go, "go: expected a whole number after movetime, not `soon`");
    refused("go wtime", go, "go: the line ends where a whole number after p1time should follow");
    refused("go depth 3 fast", go, "go: expected a limit such as movetime or depth, not `fast`");
    refused("go p5time 3", go, "go: expected a limit such as movetime or depth, not `p5time`");
    refused("go searchmoves depth 3", go, "go: expected a move after searchmoves, not `depth`");
    refused("go searchmoves", go, "go: the line ends where a move after searchmoves should follow");
    assert_eq!(read("go perft 5"), Command::Perft(Depth(5)));
    refused("go perft x", Some(Verb::Perft), "go perft: expected a depth, not `x`");
    refused(
        "go perft 3 4",
        Some(Verb::Perft),
        "go perft: expected nothing after the depth, not `4`",
    );
}

#[test]
fn every_query_reaches_the_engine() {
    let query = |line: &str| match read(line) {
        Command::Query(query) => query,
        other => panic!("{other}"),
    };
    assert_eq!(query("query p3turn"), Query::IsTurn(Player::P3));
    assert_eq!(query("query"), Query::Unknown(String::new()));
    assert_eq!(query("query p5turn"), Query::Unknown("p5turn".into()));
    assert_eq!(query("query why  not"), Query::Unknown("why not".into()));
    assert_eq!(query("query islegal"), Query::IsLegal(String::new()));
    assert_eq!(query("query islegal a b"), Query::IsLegal("a b".into()));
}

#[test]
fn unknown_commands_are_named() {
    refused("Go", None, "unknown command `Go`");
    refused("# hello", None, "unknown command `#`");
    let long = "x".repeat(1 << 20);
    let error = Command::parse(&long).unwrap_err().to_string();
    assert!(error.len() < 200, "{} bytes", error.len());
    refused("play", Some(Verb::Play), "play: the line ends where a move should follow");
    refused("debug maybe", Some(Verb::Debug), "debug: expected on or off, not `maybe`");
}

#[test]
fn bytes_need_not_be_text() {
    assert_eq!(Command::parse_bytes(b"isready\xff").unwrap_err().command, None);
    assert_eq!(Command::parse_bytes(b"isready \xff\r"), Ok(Some(Command::IsReady)));
}

#[test]
fn replies_print_as_the_standard_has_them() {
    let info = Info {
        depth: Some(Depth(5)),
        seldepth: Some(Depth(9)),
        multipv: Some(1),
        score: Some(ScoreReport { score: Score::Mate(-4), bound: Some(Bound::Upper) }),
        nodes: Some(Nodes(123)),
        nps: Some(456),
        hashfull: Some(7.into()),
        time: Some(Millis(89)),
        pv: words("c3e5 pass"),
    };
    let line = "info depth 5 seldepth 9 multipv 1 score mate -4 upperbound nodes 123 nps 456 \
                hashfull 7 time 89 pv c3e5 pass";
    assert_eq!(info.to_string(), line);
    assert_eq!(Reply::parse(line), Reply::Info(info));
    assert_eq!(Info::idle(Score::Cp(0)).to_string(), "info depth 0 score cp 0");
    assert_eq!(BestMove::none().to_string(), "bestmove (none)");
    assert_eq!(BestMove::new("").to_string(), "bestmove (none)");
    assert_eq!(BestMove::new("c3e5").to_string(), "bestmove c3e5");
    assert_eq!(
        Reply::parse("bestmove 4 ponder 3"),
        Reply::BestMove(BestMove { mv: Some("4".into()), ponder: Some("3".into()) })
    );
    assert_eq!(Reply::parse("bestmove"), Reply::BestMove(BestMove::none()));
    assert_eq!(Reply::parse("e5b: 120"), Reply::PerftLine { mv: "e5b".into(), count: Nodes(120) });
    assert_eq!(Reply::parse("nodes 49"), Reply::PerftTotal(Nodes(49)));
    assert_eq!(Reply::parse("  a  b\t c \r\n"), Reply::Text("  a  b  c".into()));
}

#[test]
fn options_are_declared_in_the_words_of_uci() {
    let option = |name: &str, kind| OptionDecl { name: name.into(), kind };
    let cases = [
        (
            option("Ponder", OptionKind::Check { default: false }),
            "option name Ponder type check default false",
        ),
        (
            option("IrisSize", OptionKind::Spin { default: 6, min: 2, max: 8 }),
            "option name IrisSize type spin default 6 min 2 max 8",
        ),
        (
            option(
                "Game",
                OptionKind::Combo { default: "linetris".into(), values: words("iris linetris") },
            ),
            "option name Game type combo default linetris var iris var linetris",
        ),
        (option("Clear Hash", OptionKind::Button), "option name Clear Hash type button"),
        (
            option("Log", OptionKind::String { default: String::new() }),
            "option name Log type string default <empty>",
        ),
    ];
    for (option, line) in cases {
        assert_eq!(option.to_string(), line);
        assert_eq!(Reply::parse(line), Reply::Option(option));
    }
    for odd in ["option", "option name X", "option name X type spin default y"] {
        assert_eq!(Reply::parse(odd), Reply::Text(odd.into()));
    }
}

#[test]
fn answers_know_their_types() {
    assert_eq!(Answer::from(true).as_bool(), Some(true));
    assert_eq!(Answer::from(Player::P2).as_player(), Some(Player::P2));
    for result in [GameResult::Win(Player::P4), GameResult::Draw, GameResult::None] {
        assert_eq!(Answer::from(result).as_result(), Some(result));
    }
    assert_eq!(Answer::from(" a\nb ").as_words(), ["a", "b"]);
    assert_eq!(Answer::from(""), Answer::none());
    assert!(Answer::none().as_words().is_empty());
    assert_eq!(Answer::from("maybe").as_bool(), None);
    assert_eq!(Reply::response(false).to_string(), "response false");
}

#[test]
fn nothing_printed_can_break_its_line() {
    let evil = "a\nquit\r\u{85}\u{2028}b";
    let lines = [
        Reply::error(evil).to_string(),
        Reply::IdName(evil.into()).to_string(),
        Reply::response(evil).to_string(),
        Reply::Text(evil.into()).to_string(),
        BestMove::new(evil).to_string(),
        Command::Play(vec![evil.into()]).to_string(),
    ];
    for line in lines {
        assert!(!line.contains(['\n', '\r', '\u{85}', '\u{2028}']), "{line}");
    }
    assert_eq!(BestMove::new("a b\nc").to_string(), "bestmove a_b_c");
    let error = Reply::error("no\nsuch option");
    assert_eq!(error.to_string(), "info string error no such option");
    assert_eq!(Reply::parse(&error.to_string()).as_error(), Some("no such option"));
}
