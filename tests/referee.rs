//! The referee as a program: faulty engines, resumption after a violent death, seats, files.
#![cfg(unix)]

mod faulty;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tetrarch::referee::ledger;
use tetrarch::referee::pgn;
use tetrarch::referee::record::Record;
use tetrarch::referee::verdict::{Decision, Verdict};

const TETRARCH: &str = env!("CARGO_BIN_EXE_tetrarch");

/// A directory that is gone after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("tetrarch-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn games(&self, name: &str) -> Vec<Record> {
        ledger::read(&self.path(&format!("{name}.jsonl"))).unwrap().games
    }

    /// A referee whose arguments are the words of a line, and which runs in this directory.
    fn referee(&self, line: &str) -> Command {
        let mut command = Command::new(TETRARCH);
        command.arg("referee").args(line.split_whitespace()).current_dir(&self.0);
        command
    }

    /// Processes that were started with this directory in their environment or arguments.
    fn processes(&self) -> Vec<String> {
        let mark = self.0.to_string_lossy().into_owned();
        let of = |file: &str, pid: &Path| fs::read(pid.join(file)).unwrap_or_default();
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let pid = entry.path();
            let everything = [of("cmdline", &pid), of("environ", &pid)].concat();
            let text = String::from_utf8_lossy(&everything);
            if text.contains(&mark) && pid != Path::new("/proc/self") {
                found.push(format!("{}: {}", pid.display(), text.replace('\0', " ")));
            }
        }
        found
    }

    /// Nothing that this test started is left.
    fn assert_empty(&self) {
        let deadline = Instant::now() + Duration::from_secs(30);
        while !self.processes().is_empty() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(self.processes(), [""; 0]);
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap()
}

fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}\n{}", text(&output.stdout), text(&output.stderr))
}

/// The command of an engine with a fault; the directory is there to recognise its processes by.
fn faulty(mode: &str, scratch: &Scratch) -> String {
    let exe = std::env::current_exe().unwrap();
    let (exe, mark) = (exe.display(), scratch.0.display());
    format!("FAULT={mode} MARK={mark} exec '{exe}' --exact faulty_engine --ignored --nocapture")
}

/// The other end of the tests: this executable as an engine. See [`faulty::serve`].
#[test]
#[ignore = "an engine for the other tests, not a test"]
fn faulty_engine() {
    if let Ok(mode) = std::env::var("FAULT") {
        faulty::serve(&mode);
    }
}

/// Games of a faulty engine against a good one: the verdicts and who won.
fn fault(mode: &str, settings: &str) -> Vec<(Verdict, String)> {
    let scratch = Scratch::new(mode);
    let mut referee = scratch.referee("--rounds 1 --concurrency 2 --record games");
    referee.args(settings.split_whitespace()).args(["--engine", "name=Good"]);
    referee.arg(format!("cmd={}", faulty("none", &scratch)));
    referee.args(["--engine", "name=Bad"]).arg(format!("cmd={}", faulty(mode, &scratch)));
    let output = run(&mut referee);
    assert!(output.status.success(), "{mode}: {}", shown(&output));
    scratch.assert_empty();
    let games = scratch.games("games");
    assert_eq!(games.len(), 2, "{mode}: the match goes on");
    games
        .iter()
        .map(|game| {
            game.replay().unwrap();
            let ending = game.ending.as_ref().unwrap();
            let Decision::Won(winner) = ending.decision else {
                panic!("{mode}: {}", ending.decision)
            };
            (ending.verdict, game.players[winner.index()].name.clone())
        })
        .collect()
}

fn assert_loses(mode: &str, settings: &str, verdict: Verdict) {
    let endings = fault(mode, settings);
    for ending in &endings {
        assert_eq!(*ending, (verdict, "Good".to_owned()), "{mode}: {endings:?}");
    }
}

/// Enough for any machine, where the fault itself ends the wait.
const CALM: &str = "--patience 60 --each movetime=20 margin=60000";
/// Where the referee has to run out of patience: long enough for an honest engine on a machine
/// that has other things to do.
const HASTY: &str = "--patience 5 --each movetime=20 margin=5000";

#[test]
fn a_crash_has_its_verdict() {
    assert_loses("crash", CALM, Verdict::Crash);
    assert_loses("abort", CALM, Verdict::Crash);
}

#[test]
fn a_hang_has_its_verdict() {
    assert_loses("hang", HASTY, Verdict::Hang);
}

#[test]
fn an_engine_that_ignores_stop_hangs() {
    assert_loses("nostop", HASTY, Verdict::Hang);
}

#[test]
fn an_engine_that_ignores_pings_hangs() {
    assert_loses("noping", HASTY, Verdict::Hang);
}

#[test]
fn a_late_move_has_its_verdict() {
    assert_loses("late", HASTY, Verdict::Late);
}

#[test]
fn an_illegal_move_has_its_verdict() {
    assert_loses("illegal", CALM, Verdict::Illegal);
}

#[test]
fn a_malformed_reply_has_its_verdict() {
    assert_loses("malformed", CALM, Verdict::Malformed);
    assert_loses("none-move", CALM, Verdict::Malformed);
}

#[test]
fn a_disconnection_has_its_verdict() {
    assert_loses("leave", CALM, Verdict::Disconnect);
    assert_loses("close", CALM, Verdict::Disconnect);
}

#[test]
fn a_flood_has_its_verdict() {
    assert_loses("flood", CALM, Verdict::Flood);
}

#[test]
fn an_engine_that_does_not_start_has_its_verdict() {
    assert_loses("mute", HASTY, Verdict::Start);
    assert_loses("stillborn", CALM, Verdict::Start);
}

/// An engine that will not quit plays well enough, and is killed at the end.
#[test]
fn an_engine_that_does_not_quit_is_killed() {
    let endings = fault("noquit", HASTY);
    assert!(endings.iter().all(|(verdict, _)| *verdict == Verdict::Rules), "{endings:?}");
}

/// A game's first answer must not be the last one's: what comes late is drained.
#[test]
fn late_output_is_drained_before_the_next_game() {
    let endings = fault("chatter", CALM);
    assert!(endings.iter().all(|(verdict, _)| *verdict == Verdict::Rules), "{endings:?}");
}

#[test]
fn a_hopeless_command_ends_the_run() {
    let scratch = Scratch::new("hopeless");
    let line = format!(
        "--games 1000 --each nodes=10 --engine name=A cmd={TETRARCH} --engine name=B cmd=/no/such"
    );
    let output = run(&mut scratch.referee(&line));
    assert_eq!(output.status.code(), Some(12), "{}", shown(&output));
}

/// Killed again and again, and resumed: in the end exactly the asked games are there.
#[test]
fn killed_and_resumed_it_plays_exactly_the_asked_games() {
    let scratch = Scratch::new("resume");
    // Each process plays three games and then waits for the file `open`: so every death comes in
    // the middle of games, on any machine.
    let gated = faulty("gated", &scratch);
    let asked = 24;
    let referee = || {
        let line = format!("--games {asked} --plies 3 --seed 5 --concurrency 2 --record games");
        let mut referee = scratch.referee(&line);
        referee.args(["--resume", "--each", "movetime=5", "margin=600000"]);
        referee.args(["--engine", "name=A"]).arg(format!("cmd={gated}"));
        referee.args(["--engine", "name=B"]).arg(format!("cmd={gated}"));
        referee
    };
    let count = || {
        let json = scratch.path("games.jsonl");
        fs::read(json).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count()
    };
    for target in [4, 9] {
        let mut child = referee().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(120);
        while count() < target && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!((target..asked).contains(&count()), "{} lines at {target}", count());
        // The engines of a dead referee see the end of their input.
        scratch.assert_empty();
        // Half a line, as a death in the middle of a write leaves it.
        let mut bytes = fs::read(scratch.path("games.jsonl")).unwrap();
        bytes.extend_from_slice(b"{\"game\":{\"event\":\"x\",\"numb");
        fs::write(scratch.path("games.jsonl"), bytes).unwrap();
    }
    fs::write(scratch.path("open"), "").unwrap();
    let output = run(&mut referee());
    assert!(output.status.success(), "{}", shown(&output));
    scratch.assert_empty();
    let games = scratch.games("games");
    let numbers: BTreeSet<u64> = games.iter().map(|game| game.number).collect();
    assert_eq!(games.len(), asked);
    assert_eq!(numbers, (1..=asked as u64).collect());
    assert!(games.iter().all(|game| game.event == games[0].event));
    // The text holds the same games, and all of them play over.
    let text = fs::read_to_string(scratch.path("games.pgn")).unwrap();
    assert_eq!(pgn::read(&text).unwrap(), games);
    for game in &games {
        let end = game.replay().unwrap();
        assert!(end.outcome().is_some());
        assert_eq!(game.book, 3);
    }
    // Resumed once more there is nothing left to do; with other settings there is an error.
    let output = run(&mut referee());
    assert!(output.status.success() && scratch.games("games").len() == asked);
    let output = run(referee().args(["--repetition", "2"]));
    assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
}

#[test]
fn an_interrupted_run_leaves_nobody_behind() {
    let scratch = Scratch::new("interrupt");
    let slow = faulty("hang", &scratch);
    let mut referee = scratch.referee("--rounds 5 --concurrency 2 --record games");
    referee.args(["--each", "tc=1000+0", "--engine", "name=A"]).arg(format!("cmd={slow}"));
    referee.args(["--engine", "name=B"]).arg(format!("cmd={slow}"));
    let mut child = referee.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while scratch.processes().len() < 4 && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(20));
    }
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    scratch.assert_empty();
    assert_eq!(scratch.games("games").len(), 0);
}

/// A reader who leaves (`| head`) does not stop a match, and a relay in front of an engine ends
/// with it.
#[test]
fn nobody_has_to_listen_and_relays_end() {
    let scratch = Scratch::new("listen");
    let mut referee = scratch.referee("--rounds 2 --patience 60 --record games --each nodes=20");
    referee.args(["--engine", "name=A"]).arg(format!("cmd=cat | {TETRARCH}"));
    referee.args(["--engine", "name=B"]).arg(format!("cmd={TETRARCH}"));
    let mut child = referee.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    assert_eq!(scratch.games("games").len(), 4);
    // Once more, with somebody who listens for complaints about the relay.
    fs::remove_file(scratch.path("games.jsonl")).unwrap();
    fs::remove_file(scratch.path("games.pgn")).unwrap();
    let output = run(referee.stderr(Stdio::piped()).stdout(Stdio::piped()));
    assert!(output.status.success() && !shown(&output).contains("killed"), "{}", shown(&output));
    scratch.assert_empty();
}

#[test]
fn seats_rotate_at_tables_of_three_and_four() {
    let scratch = Scratch::new("seats");
    for (mode, names, sets) in [("3x1", &["A", "B", "C"][..], 3), ("4x1", &["A", "B"][..], 2)] {
        let line = format!(
            "--game otrio --option OtrioMode={mode} --rounds 2 --plies 2 --record {mode} \
             --each nodes=50 option.Hash=1 cmd={TETRARCH}"
        );
        let mut referee = scratch.referee(&line);
        for name in names {
            referee.arg("--engine").arg(format!("name={name}"));
        }
        let output = run(&mut referee);
        assert!(output.status.success(), "{}", shown(&output));
        let games = scratch.games(mode);
        assert_eq!(games.len(), 2 * sets);
        for set in games.chunks(sets) {
            let openings: BTreeSet<Vec<String>> = set
                .iter()
                .map(|game| game.moves[..2].iter().map(|played| played.mv.clone()).collect())
                .collect();
            assert_eq!(openings.len(), 1, "one opening for every rotation");
            for seat in 0..usize::from(mode.as_bytes()[0] - b'0') {
                let sat: BTreeSet<&str> =
                    set.iter().map(|game| game.players[seat].name.as_str()).collect();
                assert_eq!(sat.len(), names.len(), "everybody sits everywhere");
            }
        }
        for game in &games {
            let end = game.replay().unwrap();
            let ending = game.ending.as_ref().unwrap();
            assert_eq!(ending.verdict, Verdict::Rules);
            assert_eq!(ending.decision, end.outcome().unwrap().into());
        }
    }
}

#[test]
fn a_file_stands_for_the_arguments() {
    let scratch = Scratch::new("toml");
    fs::write(scratch.path("openings.txt"), "4 4\n7/7/7/7/7/3b3 r\n").unwrap();
    let text = format!(
        r#"
        game = "linetris"
        format = "gauntlet"
        rounds = 2
        openings = "openings.txt"
        concurrency = 2
        record = "games"
        plot = "course.svg"
        max_moves = 30
        draw = {{ movenumber = 10, movecount = 4, score = 0 }}

        [option]
        LinetrisRows = 6

        [each]
        cmd = "{TETRARCH}"
        nodes = 200
        option = {{ Hash = 1 }}

        [[engine]]
        name = "A"

        [[engine]]
        name = "B"
        depth = 1

        [[engine]]
        name = "C"
        option = {{ Level = 0 }}
        "#
    );
    fs::write(scratch.path("plan.toml"), text).unwrap();
    let output = run(&mut scratch.referee("--config plan.toml"));
    assert!(output.status.success(), "{}", shown(&output));
    let games = scratch.games("games");
    assert_eq!(games.len(), 8);
    assert!(games.iter().all(|game| game.players.iter().any(|player| player.name == "A")));
    assert!(games.iter().any(|game| game.players[0].limits == "nodes=200 depth=1"));
    assert!(games.iter().any(|game| game.start.as_deref() == Some("7/7/7/7/7/3b3 r")));
    assert!(fs::read_to_string(scratch.path("course.svg")).unwrap().contains("</svg>"));
    // The same file twice is still eight games.
    let output = run(&mut scratch.referee("report games.jsonl games.jsonl --plot again.svg"));
    assert!(shown(&output).contains("8 games"), "{}", shown(&output));
    fs::write(scratch.path("plan.toml"), "colour = 3").unwrap();
    let output = run(&mut scratch.referee("--config plan.toml"));
    assert!(shown(&output).contains("colour"), "{}", shown(&output));
}

#[test]
fn a_test_stops_when_it_is_decided() {
    let scratch = Scratch::new("sprt");
    let line = format!(
        "--plies 4 --concurrency 2 --each cmd={TETRARCH} option.Hash=1 nodes=300 \
         --engine name=Good --engine name=Random option.Level=0 \
         --sprt elo0=0 elo1=50 alpha=0.05 beta=0.05"
    );
    let output = run(&mut scratch.referee(&line));
    assert_eq!(output.status.code(), Some(10), "{}", shown(&output));
    let line = line.replace("elo0=0 elo1=50", "elo0=3000 elo1=3100");
    let output = run(&mut scratch.referee(&line));
    assert_eq!(output.status.code(), Some(11), "{}", shown(&output));
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let scratch = Scratch::new("nonsense");
    for (line, reason) in [
        ("--engine name=A cmd=x nodes=1", "at least two engines"),
        ("--engine name=A cmd=x --engine name=B cmd=y", "no limit"),
        ("--engine name=A cmd=x nodes=1 --engine name=A cmd=y nodes=1", "two engines are called"),
        ("--engine name=A nodes=1", "no cmd="),
        ("--engine nonsense", "KEY=VALUE"),
        ("--engine speed=3", "unknown key 'speed'"),
        ("--each tc=soon", "no time control"),
        ("--game chess", "chess"),
        ("--option Hash=3", "no option of linetris"),
        ("--resume", "--record"),
        (
            "--sprt elo0=5 elo1=0 --each cmd=x nodes=1 --engine name=A --engine name=B",
            "elo0 < elo1",
        ),
        ("--openings none.txt --each cmd=x nodes=1 --engine name=A --engine name=B", "none.txt"),
    ] {
        let output = run(&mut scratch.referee(line));
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(shown(&output).contains(reason), "{line}: {}", shown(&output));
    }
}

#[test]
fn the_compliance_check_passes_the_engine_and_names_faults() {
    let scratch = Scratch::new("check");
    let check = |command: &str| {
        let mut referee = scratch.referee("check --patience 60 --margin 60000");
        run(referee.arg(command))
    };
    let output = check(TETRARCH);
    assert!(output.status.success(), "{}", shown(&output));
    let mut referee = scratch.referee("check --game linetris --patience 5 --margin 60000");
    let output = run(referee.arg(faulty("illegal", &scratch)));
    assert_eq!(output.status.code(), Some(1));
    let text = shown(&output);
    assert!(text.contains("FAIL  linetris: a whole game of legal moves: "), "{text}");
    assert!(text.contains("ok    ugi: introduces itself"), "{text}");
    scratch.assert_empty();
}
