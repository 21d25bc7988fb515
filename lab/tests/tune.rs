//! Tuning as its users run it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tune(arguments: &str, record: &Path) -> Output {
    let lab = env!("CARGO_BIN_EXE_tetrarch-lab");
    let words = arguments.split_whitespace();
    Command::new(lab).arg("tune").args(words).arg("--record").arg(record).output().expect("runs")
}

#[test]
fn a_stopped_run_goes_on_and_makes_the_same_games() {
    let folder = std::env::temp_dir().join(format!("tetrarch-tune-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a place to write");
    let [whole, parts] = ["whole", "parts"].map(|name| folder.join(name));
    let common = "manalath --option ManalathSize=3 --nodes 200 --plies 4";
    let at_once = tune(&format!("{common} --games 12"), &whole);
    assert!(at_once.status.success(), "{at_once:?}");
    tune(&format!("{common} --games 5"), &parts);
    let games = fs::read_to_string(&parts).expect("written");
    assert_eq!(games.lines().count(), 1 + 5);
    // Killed while it wrote a line.
    fs::write(&parts, &games[..games.len() - 9]).expect("written");
    let later = tune(&format!("{common} --games 12"), &parts);
    assert_eq!(fs::read(&whole).expect("written"), fs::read(&parts).expect("written"));
    assert_eq!(at_once.stdout, later.stdout);
    let other = tune(&format!("{common} --games 12 --seed 2"), &parts);
    assert!(!other.status.success(), "{other:?}");
    fs::remove_dir_all(&folder).expect("still there");
}

#[test]
fn a_judgement_without_weights_is_not_tuned() {
    let record = std::env::temp_dir().join(format!("tetrarch-tune-iris-{}", std::process::id()));
    let refused = tune("iris --games 1", &record);
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no weights"), "{refused:?}");
    fs::remove_file(record).expect("still there");
}
