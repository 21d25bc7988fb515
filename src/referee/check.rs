//! Compliance: walks an engine through the protocol, one named step after the other, and says
//! which of them it fails, and why. What is right is decided by the rules of the games, not by
//! what some other engine answers.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tetrarch_protocol::ugi::{OptionDecl, OptionKind, Reply};

use super::clock::seconds;
use super::probe::{Probe, Search};
use super::report;
use crate::games::Name;
use crate::options::Options;
use crate::session::{self, Session};

/// The arguments of `tetrarch referee check`.
#[derive(clap::Args, Debug)]
pub struct CheckArgs {
    /// The shell command that starts the engine
    #[arg(value_name = "CMD")]
    command: String,

    /// Only this game, if the engine knows several
    #[arg(long, value_name = "GAME")]
    game: Option<Name>,

    /// Seconds to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    patience: String,

    /// Milliseconds by which a move may come too late
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
}

/// What came of a step: a remark, or what is wrong.
type Step = Result<String, String>;

/// Walks an engine through the protocol. The status is 0 if it passes every step, else 1.
pub fn run(arguments: &CheckArgs) -> ExitCode {
    let Some(patience) = seconds(&arguments.patience) else {
        eprintln!("tetrarch referee: --patience: expected seconds");
        return ExitCode::FAILURE;
    };
    let margin = Duration::from_millis(arguments.margin);
    let command = &arguments.command;
    let mut checks = Checks { command, patience, margin, passed: 0, failed: 0 };
    checks.all(arguments.game);
    report::say(format_args!("{} passed, {} failed", checks.passed, checks.failed));
    if checks.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Fails with a sentence unless something holds.
fn ensure(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault()) }
}

struct Checks<'a> {
    command: &'a str,
    patience: Duration,
    margin: Duration,
    passed: u32,
    failed: u32,
}

impl Checks<'_> {
    /// Tells how a step went; true if it went well.
    fn step(&mut self, name: &str, step: Step) -> bool {
        match &step {
            Ok(remark) if remark.is_empty() => report::say(format_args!("ok    {name}")),
            Ok(remark) => report::say(format_args!("ok    {name} ({remark})")),
            Err(fault) => report::say(format_args!("FAIL  {name}: {fault}")),
        }
        *(if step.is_ok() { &mut self.passed } else { &mut self.failed }) += 1;
        step.is_ok()
    }

    /// An engine that has introduced itself.
    fn greet(&self, hello: &str) -> Result<(Probe, Vec<OptionDecl>, String), String> {
        let mut probe = Probe::start(self.command, self.patience)?;
        probe.say(hello);
        let welcome = format!("{hello}ok");
        let accept = |reply: &Reply| (reply.to_string() == welcome).then_some(());
        let ((), before) = probe.until(&welcome, accept)?;
        let mut name = None;
        let mut options = Vec::new();
        for reply in before {
            match reply {
                Reply::IdName(text) => name = Some(text),
                Reply::Option(option) => options.push(option),
                _ => {}
            }
        }
        let name = name.ok_or_else(|| format!("no `id name` before `{welcome}`"))?;
        Ok((probe, options, name))
    }

    fn all(&mut self, only: Option<Name>) {
        let greeted = self.greet("ugi");
        let remark =
            greeted.as_ref().map(|(_, options, name)| format!("{name}, {} options", options.len()));
        if !self.step("ugi: introduces itself", remark.map_err(Clone::clone)) {
            return;
        }
        let Ok((mut probe, options, _)) = greeted else { return };
        let ready = probe.ready().map(|_| String::new());
        if !self.step("isready: is ready", ready) {
            return;
        }
        let unknown = probe.provoke("castle");
        self.step("an unknown command is an error and nothing else", unknown);
        let games = games(&options, only);
        for (game, declared) in &games {
            self.game(&mut probe, *game, *declared);
        }
        if let Some((game, declared)) = games.first() {
            self.searches(&mut probe, *game, *declared);
        }
        let quit = {
            probe.say("quit");
            probe.farewell().map(|()| String::new())
        };
        self.step("quit: ends with status 0", quit);
        let step = self.quit_in_a_search();
        self.step("quit: also during a search", step);
        let step = self.end_of_input();
        self.step("end of input: finishes its search and ends with status 0", step);
        let step = self.greet("uci").map(|_| String::new());
        self.step("uci: introduces itself", step);
    }

    /// The rules of one game.
    fn game(&mut self, probe: &mut Probe, game: Name, declared: bool) {
        let name = |what: &str| format!("{game}: {what}");
        let mut options = Options::default();
        let chosen = options.set("Game", game.as_str()).map_err(|error| error.to_string());
        let start =
            chosen.and_then(|_| session::start(&options.setup).map_err(|error| error.to_string()));
        let Ok(start) = start else { return };
        if declared {
            let step = probe.order(format_args!("setoption name Game value {game}"));
            if !self.step(&name("can be chosen"), step.map(|()| String::new())) {
                return;
            }
        }
        let step = probe.order("position startpos").and_then(|()| same(probe, start.as_ref()));
        self.step(&name("the start position is the right one"), step);
        let step = perft(probe, start.as_ref());
        self.step(&name("go perft 2 counts right"), step);
        let step = self.timed_search(probe, start.as_ref());
        self.step(&name("go movetime 200 answers in time, with a legal line"), step);
        let played = whole_game(probe, start.fork());
        let step = match &played {
            Ok(end) => Ok(format!("{} moves", end.played().len())),
            Err(fault) => Err(fault.clone()),
        };
        self.step(&name("a whole game of legal moves"), step);
        let Ok(end) = played else { return };
        let step = after_the_end(probe, end.as_ref());
        self.step(&name("after the end there is no move, and the result is right"), step);
        let mut middle = end.fork();
        while middle.played().len() > end.played().len() / 2 && middle.undo() {}
        let position = middle.position();
        let step = probe
            .order(format_args!("position fen {position}"))
            .and_then(|()| same(probe, middle.as_ref()));
        self.step(&name("a position string is read and written"), step);
    }

    fn timed_search(&self, probe: &mut Probe, session: &dyn Session) -> Step {
        let allowed = Duration::from_millis(200);
        probe.order("position startpos")?;
        let search = probe.search("go movetime 200")?;
        legal(&search, session)?;
        let late = search.time.saturating_sub(allowed);
        ensure(late <= self.margin, || format!("the move came {} ms too late", late.as_millis()))?;
        Ok(format!("{} ms", search.time.as_millis()))
    }

    /// What does not depend on the game.
    fn searches(&mut self, probe: &mut Probe, game: Name, declared: bool) {
        let mut options = Options::default();
        let chosen = options.set("Game", game.as_str()).is_ok();
        let Ok(start) = session::start(&options.setup) else { return };
        let choice = format!("setoption name Game value {game}");
        let ready = if declared && chosen { probe.order(choice) } else { Ok(()) };
        if ready.is_err() {
            return;
        }
        type Check = fn(&mut Probe, &dyn Session) -> Step;
        let steps: [(&str, Check); 11] = [
            ("go depth 1", |probe, start| limited(probe, start, "go depth 1")),
            ("go nodes 1000", |probe, start| limited(probe, start, "go nodes 1000")),
            ("go with clocks of a second", |probe, start| {
                limited(probe, start, "go p1time 1000 p2time 1000 p1inc 10 p2inc 10")
            }),
            ("go searchmoves: only that move", search_moves),
            ("go infinite: no bestmove before stop, and questions are answered", infinite),
            ("go ponder: no bestmove before ponderhit", ponder),
            ("a new position ends the search, with one bestmove", interrupted),
            ("uginewgame: the same commands give the same answer", repeated),
            ("an illegal move in a position is an error, and the position void", illegal),
            ("a bad position string is an error, and the next good one is good", bad_position),
            ("queries: islegal, and an unknown one", queries),
        ];
        for (name, check) in steps {
            let step = check(probe, start.as_ref());
            self.step(name, step);
        }
        let step = probe.provoke("setoption name NoSuchOption value 1");
        self.step("an unknown option is an error and nothing else", step);
    }

    fn quit_in_a_search(&self) -> Step {
        let (mut probe, ..) = self.greet("ugi")?;
        probe.order("position startpos")?;
        probe.say("go infinite");
        probe.say("quit");
        probe.farewell().map(|()| String::new())
    }

    fn end_of_input(&self) -> Step {
        let (mut probe, ..) = self.greet("ugi")?;
        probe.order("position startpos")?;
        probe.say("go movetime 100");
        probe.hang_up();
        probe.result(Instant::now())?;
        probe.farewell().map(|()| String::new())
    }
}

/// The games to check, and whether the engine has an option to choose them.
fn games(options: &[OptionDecl], only: Option<Name>) -> Vec<(Name, bool)> {
    let choice = options.iter().find(|option| option.name.eq_ignore_ascii_case("game"));
    let names: Vec<String> = match choice.map(|option| &option.kind) {
        Some(OptionKind::Combo { values, .. }) => values.clone(),
        // With no choice it is the engine's only game, and the caller has to say which.
        _ => return only.map(|name| (name, false)).into_iter().collect(),
    };
    let known = names.iter().filter_map(|name| name.parse::<Name>().ok());
    known.filter(|name| only.is_none_or(|only| only == *name)).map(|name| (name, true)).collect()
}

/// Whether the engine sees the same position.
fn same(probe: &mut Probe, session: &dyn Session) -> Step {
    probe.expect("fen", &session.position())?;
    probe.expect("players", &session.seats().to_string())?;
    probe.expect("turn", &session.mover().to_string())?;
    probe.expect(&format!("{}turn", session.mover()), "true")?;
    probe.expect("gameover", "false")?;
    probe.expect("result", "none")?;
    let answer = probe.ask("moves")?;
    let mut found: Vec<&str> = answer.split(' ').collect();
    let moves = session.moves();
    let mut expected: Vec<&str> = moves.iter().map(String::as_str).collect();
    found.sort_unstable();
    expected.sort_unstable();
    ensure(found == expected, || {
        format!("`query moves` lists {} moves, there are {}", found.len(), expected.len())
    })?;
    Ok(format!("{} moves", expected.len()))
}

fn perft(probe: &mut Probe, session: &dyn Session) -> Step {
    probe.order("position startpos")?;
    let mut expected = 0;
    session.perft(2, &AtomicBool::new(false), &mut |_, count| expected += count);
    probe.say("go perft 2");
    let (total, _) = probe.until("nodes", |reply| match reply {
        Reply::PerftTotal(nodes) => Some(nodes.0),
        _ => None,
    })?;
    ensure(total == expected, || format!("{total} instead of {expected}"))?;
    Ok(total.to_string())
}

/// Whether the answer of a search is legal, and so is every line it showed.
fn legal(search: &Search, session: &dyn Session) -> Result<(), String> {
    let best = search.best.mv.as_deref().ok_or("bestmove (none) where there are moves")?;
    let plain = best.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    ensure(plain, || format!("`{best}` is not one word of a-z and 0-9"))?;
    session.fork().play(best).map_err(|error| format!("bestmove: {error}"))?;
    ensure(search.best.ponder.is_none(), || "words after the bestmove".into())?;
    for info in &search.infos {
        let mut line = session.fork();
        for mv in &info.pv {
            line.play(mv).map_err(|error| format!("pv {}: {error}", info.pv.join(" ")))?;
        }
    }
    Ok(())
}

fn limited(probe: &mut Probe, start: &dyn Session, go: &str) -> Step {
    probe.order("position startpos")?;
    let search = probe.search(go)?;
    legal(&search, start)?;
    Ok(format!("{} ms", search.time.as_millis()))
}

/// Lets the engine play against itself, hastily, until the game is over.
fn whole_game(
    probe: &mut Probe,
    mut session: Box<dyn Session>,
) -> Result<Box<dyn Session>, String> {
    const LONGEST: usize = 2_000;
    probe.order("uginewgame")?;
    while session.outcome().is_none() && session.played().len() < LONGEST {
        let played = session.played();
        let moves = if played.is_empty() { "" } else { " moves " };
        let position = format!("position startpos{moves}{}", played.join(" "));
        probe.order(&position)?;
        let search = probe.search("go nodes 100 depth 2")?;
        legal(&search, session.as_ref())
            .map_err(|fault| format!("after {} moves: {fault}", played.len()))?;
        session.play(&search.best.mv.unwrap_or_default()).map_err(|error| error.to_string())?;
    }
    Ok(session)
}

fn after_the_end(probe: &mut Probe, session: &dyn Session) -> Step {
    let Some(outcome) = session.outcome() else {
        return Ok("the game did not end".into());
    };
    probe.order(format_args!("position startpos moves {}", session.played().join(" ")))?;
    probe.expect("gameover", "true")?;
    probe.expect("result", &outcome.to_string())?;
    let search = probe.search("go depth 1")?;
    ensure(search.best.mv.is_none(), || "a bestmove after the end".into())?;
    Ok(outcome.to_string())
}

fn search_moves(probe: &mut Probe, start: &dyn Session) -> Step {
    let moves = start.moves();
    let last = moves.last().ok_or("no moves")?;
    probe.order("position startpos")?;
    let search = probe.search(&format!("go depth 2 searchmoves {last}"))?;
    let found = search.best.mv.unwrap_or_default();
    ensure(found == *last, || format!("`{found}` though only `{last}` was to be looked at"))?;
    Ok(String::new())
}

/// How long an engine is watched that must keep quiet.
const QUIET: Duration = Duration::from_millis(300);

fn quiet(probe: &mut Probe) -> Result<(), String> {
    let heard = probe.listen(QUIET)?;
    ensure(!heard.iter().any(|reply| matches!(reply, Reply::BestMove(_))), || {
        "a bestmove that nobody had asked for yet".into()
    })
}

fn infinite(probe: &mut Probe, start: &dyn Session) -> Step {
    probe.order("position startpos")?;
    let begin = Instant::now();
    probe.say("go infinite");
    quiet(probe)?;
    probe.expect("turn", &start.mover().to_string())?;
    let before = probe.ready()?;
    ensure(!before.iter().any(|reply| matches!(reply, Reply::BestMove(_))), || {
        "a question ended the search".into()
    })?;
    probe.say("stop");
    // The scores came while it was quiet, so only the answer is looked at.
    let (best, _) = probe.until("bestmove after stop", |reply| match reply {
        Reply::BestMove(best) => Some(best.clone()),
        _ => None,
    })?;
    let search = Search { infos: Vec::new(), best, time: begin.elapsed() };
    legal(&search, start)?;
    Ok(String::new())
}

fn ponder(probe: &mut Probe, start: &dyn Session) -> Step {
    probe.order("position startpos")?;
    probe.say("go ponder movetime 50");
    quiet(probe)?;
    probe.say("ponderhit");
    let (best, _) = probe.until("bestmove after ponderhit", |reply| match reply {
        Reply::BestMove(best) => Some(best.clone()),
        _ => None,
    })?;
    legal(&Search { infos: Vec::new(), best, time: QUIET }, start)?;
    Ok(String::new())
}

fn interrupted(probe: &mut Probe, _: &dyn Session) -> Step {
    probe.order("position startpos")?;
    probe.say("go infinite");
    let heard = probe.settle("position startpos")?;
    let count = heard.iter().filter(|reply| matches!(reply, Reply::BestMove(_))).count();
    ensure(count == 1, || format!("{count} bestmoves instead of one"))?;
    Ok(String::new())
}

fn repeated(probe: &mut Probe, _: &dyn Session) -> Step {
    let mut answers = Vec::new();
    for _ in 0..2 {
        probe.order("uginewgame")?;
        probe.order("position startpos")?;
        let search = probe.search("go nodes 2000")?;
        let last = search.infos.last().map(|info| (info.depth, info.score, info.nodes));
        answers.push((search.best, last));
    }
    ensure(answers[0] == answers[1], || "two games, two answers".into())?;
    Ok(String::new())
}

fn illegal(probe: &mut Probe, _: &dyn Session) -> Step {
    let error = probe.provoke("position startpos moves zz99")?;
    probe.expect("gameover", "true")?;
    probe.expect("result", "none")?;
    let search = probe.search("go depth 1")?;
    ensure(search.best.mv.is_none(), || "a bestmove in a void position".into())?;
    Ok(error)
}

fn bad_position(probe: &mut Probe, start: &dyn Session) -> Step {
    let error = probe.provoke("position fen no/such/position x")?;
    probe.order("position startpos")?;
    same(probe, start)?;
    Ok(error)
}

fn queries(probe: &mut Probe, start: &dyn Session) -> Step {
    probe.order("position startpos")?;
    let moves = start.moves();
    let first = moves.first().ok_or("no moves")?;
    probe.expect(&format!("islegal {first}"), "true")?;
    probe.expect("islegal zz99", "false")?;
    probe.expect("the weather", "none")?;
    Ok(String::new())
}
