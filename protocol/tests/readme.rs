//! The sessions in the README are lines that both ends would write just so.

use tetrarch_protocol::gtp::{Input, ResponseReader};
use tetrarch_protocol::ugi::{Command, Flavour, Reply};

const README: &str = include_str!("../README.md");

/// The fenced blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let blocks: Vec<_> = README
        .split(fence.as_str())
        .skip(1)
        .filter_map(|rest| rest.split("```\n").next())
        .collect();
    assert!(!blocks.is_empty(), "no session in {language}");
    blocks
}

#[test]
fn ugi_sessions() {
    for block in blocks("ugi") {
        let mut lines = block.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some(sent) = line.strip_prefix("> ") {
                match Command::parse(sent) {
                    Ok(command) => {
                        let command = command.expect("a command");
                        let spelled =
                            [Flavour::Ugi, Flavour::Uci].map(|f| command.spelled(f).to_string());
                        assert!(spelled.iter().any(|line| line == sent), "{sent}");
                    }
                    Err(error) => {
                        let expected = format!("< {}", Reply::error(error));
                        assert_eq!(lines.peek(), Some(&expected.as_str()));
                    }
                }
            } else {
                let received = line.strip_prefix("< ").expect(line);
                let reply = Reply::parse(received);
                assert!(!matches!(reply, Reply::Text(_)), "{received}");
                assert_eq!(reply.to_string(), received);
            }
        }
    }
}

#[test]
fn gtp_sessions() {
    for block in blocks("gtp") {
        let mut reader = ResponseReader::default();
        let mut owed = None;
        for line in block.lines() {
            if let Some(sent) = line.strip_prefix("> ") {
                assert_eq!(owed, None, "{sent}");
                match Input::parse(sent) {
                    Ok(Some(Input::Interrupt)) => {}
                    Ok(Some(Input::Request(request))) => {
                        assert_eq!(request.to_string().split(' ').next(), sent.split(' ').next());
                        owed = Some((request.id, None));
                    }
                    Ok(None) => panic!("{sent}"),
                    Err(error) => owed = Some((error.id, Some(error.response()))),
                }
            } else {
                let received = line.strip_prefix('<').expect(line).trim_start();
                if let Some(response) = reader.feed(received) {
                    let (id, exactly) = owed.take().expect("a request");
                    assert_eq!(response.id, id);
                    assert!(exactly.is_none_or(|expected| expected == response));
                }
            }
        }
        assert_eq!(owed, None);
    }
}

#[test]
fn every_command_is_described() {
    for &verb in tetrarch_protocol::ugi::Verb::ALL {
        assert!(README.contains(&format!("`{verb}")), "{verb}");
    }
    for &verb in tetrarch_protocol::gtp::Verb::ALL {
        assert!(README.contains(&format!("`{verb}")), "{verb}");
    }
}
