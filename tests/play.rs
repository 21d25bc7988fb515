//! People at the table, their words through a pipe.

use std::io::Write;
use std::process::{Command, Stdio};

const TETRARCH: &str = env!("CARGO_BIN_EXE_tetrarch");

/// Plays with these arguments and these lines typed; what was shown.
fn play(arguments: &[&str], typed: &str) -> String {
    let mut child = Command::new(TETRARCH)
        .arg("play")
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    let mut input = child.stdin.take().expect("stdin is piped");
    // A game that ends early leaves the rest unread.
    let _ = input.write_all(typed.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {:?}", output.status);
    String::from_utf8(output.stdout).expect("UTF-8")
}

const PEOPLE: [&str; 4] = ["--p1", "human", "--p2", "human"];

#[test]
fn two_people_play_linetris_to_a_win() {
    let shown = play(&[&["linetris"], &PEOPLE[..]].concat(), "4\n4\n3\n1\n5\n1\n2\n");
    assert!(shown.contains("| r b b b b . . |"), "{shown}");
    assert!(shown.trim_end().ends_with("p1 wins."), "{shown}");
}

#[test]
fn bad_input_is_explained_and_asked_again() {
    let shown = play(&[&["linetris"], &PEOPLE[..]].concat(), "x\n9\n\n4\nquit\n");
    assert!(shown.contains("malformed move 'x': expected a column number"), "{shown}");
    assert!(shown.contains("illegal move '9': the columns are 1 to 7"), "{shown}");
    assert!(shown.contains("| . . . b . . . |"), "{shown}");
    assert!(shown.trim_end().ends_with("The game is left unfinished."), "{shown}");
}

#[test]
fn iris_explains_where_the_lists_differ() {
    let arguments = [&["iris", "--option", "IrisSize=2"], &PEOPLE[..]].concat();
    let shown = play(&arguments, "b2\na1 c3\na2c2\nb3b1\n");
    assert!(shown.contains("Rim cells of each group: p1 2, p2 2,2."), "{shown}");
    assert!(shown.contains("group 2: p1 has nothing, p2 has 2, so p2's list is greater."));
    assert!(shown.contains("p2 wins."), "{shown}");
}

#[test]
fn without_arguments_it_asks_until_the_answer_will_do() {
    let shown = play(&[], "chess\nmanalath\nManalathSize=9\nManalathSize=2\n\n0\nhint\nresign\n");
    assert!(shown.contains("expected one of iris, manalath, otrio, linetris, found 'chess'"));
    assert!(shown.contains("expected a whole number from 2 to 5, found '9'"), "{shown}");
    assert!(shown.contains("I would play "), "{shown}");
    assert!(shown.trim_end().ends_with("p1 resigns: p2 wins."), "{shown}");
}

#[test]
fn a_game_is_taken_back_saved_and_loaded() {
    let directory = std::env::temp_dir().join(format!("tetrarch-play-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for temporary files");
    let file = directory.join("game.pgn");
    let path = file.to_str().expect("a plain path");
    let arguments = [&["linetris", "--option", "LinetrisRows=8"], &PEOPLE[..]].concat();
    play(&arguments, &format!("4\n4\n5\nundo\nsave {path}\nquit\n"));
    let shown = play(&[&["linetris"], &PEOPLE[..]].concat(), &format!("load {path}\n7\nquit\n"));
    assert!(shown.contains("| . . . b . . b |"), "{shown}");
    assert_eq!(shown.lines().filter(|line| *line == "| . . . . . . . |").count(), 6 + 6 + 6);
    let shown = play(&["linetris"], &format!("load {path}/nothing\nquit\n"));
    assert!(shown.contains("Not loaded: "), "{shown}");
    std::fs::remove_dir_all(directory).expect("it was ours");
}

#[test]
fn engines_play_each_other_and_a_fault_is_named() {
    let engine = format!("{TETRARCH} --option Level=1");
    let arguments = ["otrio", "--p1", "1", "--p2", &engine, "--movetime", "20"];
    let shown = play(&arguments, "");
    assert!(shown.contains("p2 wins.") || shown.contains("p1 wins.") || shown.contains("drawn"));
    let shown = play(&["otrio", "--p1", "0", "--p2", "false", "--movetime", "20"], "");
    assert!(shown.contains("p2 (false) failed: "), "{shown}");
    assert!(shown.trim_end().ends_with("p2 resigns: p1 wins."), "{shown}");
}
