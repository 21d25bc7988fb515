//! The ladder of levels as its users run it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn ladder(arguments: &str, record: &Path) -> Output {
    let lab = env!("CARGO_BIN_EXE_tetrarch-lab");
    let words = arguments.split_whitespace();
    Command::new(lab).arg("ladder").args(words).arg("--record").arg(record).output().expect("runs")
}

#[test]
fn a_stopped_ladder_goes_on_and_comes_to_the_same() {
    let folder = std::env::temp_dir().join(format!("tetrarch-ladder-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a place to write");
    let [whole, parts] = ["whole", "parts"].map(|name| folder.join(name));
    let common = "linetris --levels 1-2 --nodes 200 --plies 2";
    let at_once = ladder(&format!("{common} --pairs 4"), &whole);
    assert!(at_once.status.success(), "{at_once:?}");
    ladder(&format!("{common} --pairs 2"), &parts);
    let pairs = fs::read_to_string(&parts).expect("written");
    assert_eq!(pairs.lines().count(), 1 + 2 * 2);
    // Killed while it wrote a line.
    fs::write(&parts, &pairs[..pairs.len() - 9]).expect("written");
    let later = ladder(&format!("{common} --pairs 4 --jobs 2"), &parts);
    assert_eq!(at_once.stdout, later.stdout);
    let other = ladder(&format!("{common} --pairs 4 --seed 2"), &parts);
    assert!(!other.status.success(), "{other:?}");
    fs::remove_dir_all(&folder).expect("still there");
}

#[test]
fn what_cannot_be_is_refused() {
    let record = std::env::temp_dir().join("tetrarch-ladder-refused");
    for arguments in ["otrio --option OtrioMode=4x1", "chess", "iris --levels 3-11"] {
        let refused = ladder(arguments, &record);
        assert!(!refused.status.success(), "{arguments}");
    }
    assert!(!record.exists());
}
