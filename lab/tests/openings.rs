//! Fair openings as a referee gets them.

use std::process::{Command, Output};

use tetrarch::options::Options;
use tetrarch::referee::openings::Openings;

fn openings(arguments: &str) -> Output {
    let lab = env!("CARGO_BIN_EXE_tetrarch-lab");
    Command::new(lab).arg("openings").args(arguments.split_whitespace()).output().expect("runs")
}

#[test]
fn a_seed_makes_the_same_openings_and_a_referee_reads_them() {
    let arguments = "linetris --plies 4 --nodes 200 --count 5";
    let [first, again] = [openings(arguments), openings(arguments)];
    assert!(first.status.success(), "{first:?}");
    assert_eq!(first.stdout, again.stdout);
    let text = String::from_utf8(first.stdout).expect("text");
    assert_eq!(text.lines().count(), 5);
    Openings::read(&text, &Options::default().setup).expect("openings");
    assert_ne!(openings(&format!("{arguments} --seed 2")).stdout, again.stdout);
}

#[test]
fn what_is_fair_to_nobody_is_told() {
    let none = openings("linetris --nodes 1 --count 1 --within=-1");
    assert!(!none.status.success());
    let told = String::from_utf8_lossy(&none.stderr);
    assert!(told.contains("only 0 of 1 openings"), "{told}");
}
