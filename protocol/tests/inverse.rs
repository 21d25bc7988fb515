//! Parsing is the inverse of printing, and what was once read is read the same again.

mod values;

use proptest::prelude::*;
use tetrarch_protocol::gtp::{Input, Response, ResponseReader};
use tetrarch_protocol::ugi::{Command, Flavour, Reply};

fn read_response(text: &str) -> Option<Response> {
    let mut reader = ResponseReader::default();
    text.split('\n').find_map(|line| reader.feed(line))
}

/// A line made of the words of both dialects, so that parsers get past the first one.
fn plausible() -> impl Strategy<Value = String> {
    let words = "ugi uci setoption name value position startpos fen moves go perft depth wtime \
        p2inc searchmoves infinite ponder query islegal p1turn debug on play help <empty> id \
        author option type spin check combo string button default min max var info score cp mate \
        upperbound pv nodes bestmove (none) response none x: : = ? =1 ?2 # 1 007 -5 \
        99999999999999999999 boardsize komi time_left time_settings genmove b set_game \
        known_command illegal move syntax error: interrupt";
    let words: Vec<&str> = words.split_whitespace().collect();
    let blank = prop_oneof![9 => Just(" "), 1 => Just("\t"), 1 => Just("  "), 1 => Just("\u{1}"), 1 => Just("")];
    let word = (proptest::sample::select(words), blank);
    proptest::collection::vec(word, 0..9)
        .prop_map(|parts| parts.into_iter().flat_map(|(word, blank)| [word, blank]).collect())
}

fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![plausible(), any::<String>(), "\\PC*"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn commands(command in values::command()) {
        for flavour in [Flavour::Ugi, Flavour::Uci] {
            let line = command.spelled(flavour).to_string();
            prop_assert_eq!(Command::parse(&line), Ok(Some(command.clone())), "{}", line);
        }
    }

    #[test]
    fn replies(reply in values::reply()) {
        let line = reply.to_string();
        prop_assert_eq!(Reply::parse(&line), reply, "{}", line);
    }

    #[test]
    fn inputs(input in values::input()) {
        let line = input.to_string();
        prop_assert_eq!(Input::parse(&line), Ok(Some(input)), "{}", line);
    }

    #[test]
    fn responses(response in values::response()) {
        let text = response.to_string();
        prop_assert!(text.ends_with("\n\n"));
        prop_assert_eq!(text.find("\n\n"), Some(text.len() - 2));
        prop_assert_eq!(read_response(&text), Some(response), "{}", text);
    }

    #[test]
    fn what_was_read_is_read_again(line in any_line()) {
        if let Ok(Some(command)) = Command::parse(&line) {
            prop_assert_eq!(Command::parse(&command.to_string()), Ok(Some(command)));
        }
        let reply = Reply::parse(&line);
        prop_assert_eq!(Reply::parse(&reply.to_string()), reply);
        if let Ok(Some(input)) = Input::parse(&line) {
            prop_assert_eq!(Input::parse(&input.to_string()), Ok(Some(input)));
        }
        if let Some(response) = read_response(&format!("{line}\n\n")) {
            prop_assert_eq!(read_response(&response.to_string()), Some(response));
        }
    }

    #[test]
    fn a_reply_is_one_line(text in any::<String>(), word in any::<String>()) {
        let replies = [
            Reply::error(&text),
            Reply::IdName(text.clone()),
            Reply::response(text.clone()),
            Reply::PerftLine { mv: word, count: 1.into() },
            Reply::Text(text),
        ];
        for reply in replies {
            prop_assert!(!reply.to_string().chars().any(char::is_control));
        }
    }

    #[test]
    fn a_response_ends_where_it_ends(text in any::<String>(), id in any::<Option<u32>>()) {
        let response = Response::ok(id, text).to_string();
        prop_assert_eq!(response.find("\n\n"), Some(response.len() - 2));
        prop_assert!(!response.chars().any(|c| c.is_control() && c != '\n'));
    }
}
