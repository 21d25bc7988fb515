//! What is to be played, as it is asked for on the command line or in a TOML file, and as it is
//! once everything is checked.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use tetrarch_protocol::ugi::Flavour;

use super::adjudication::{Adjudication, DrawRule, ResignRule};
use super::cli::{Plan, Words};
use super::clock::{Limits, seconds};
use super::engine::Patience;
use super::openings::{Openings, Order};
use super::schedule::{Format, Schedule};
use super::sprt::Sprt;
use crate::games::Setup;
use crate::options::Options;
use crate::session;

/// How to start an engine and how long it may think.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSettings {
    /// Its name in tables and records.
    pub name: String,
    /// The shell command.
    pub command: String,
    /// The directory to run in.
    pub directory: Option<PathBuf>,
    /// Where its standard error goes; nowhere if there is none.
    pub log: Option<PathBuf>,
    /// The handshake it understands.
    pub flavour: Flavour,
    /// Its options.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub limits: Limits,
}

impl EngineSettings {
    /// Sets one `key=value`.
    ///
    /// # Errors
    /// The key is unknown, or the value is none for it.
    pub fn set(&mut self, word: &str) -> Result<(), String> {
        let (key, value) = split(word)?;
        let number = || format!("{key}: expected a whole number, found '{value}'");
        let millis = |text: &str| text.parse().map(Duration::from_millis).map_err(|_| number());
        match key {
            "name" => self.name = value.into(),
            "cmd" => self.command = value.into(),
            "dir" => self.directory = Some(value.into()),
            "log" => self.log = Some(value.into()),
            "proto" => {
                self.flavour = match value {
                    "ugi" => Flavour::Ugi,
                    "uci" => Flavour::Uci,
                    _ => return Err(format!("proto: expected ugi or uci, found '{value}'")),
                }
            }
            "tc" => self.limits.clock = Some(value.parse()?),
            "movetime" => self.limits.move_time = Some(millis(value)?),
            "nodes" => self.limits.nodes = Some(value.parse().map_err(|_| number())?),
            "depth" => self.limits.depth = Some(value.parse().map_err(|_| number())?),
            "margin" => self.limits.margin = millis(value)?,
            _ => {
                let name = key.strip_prefix("option.").filter(|name| !name.is_empty()).ok_or_else(
                    || {
                        format!(
                            "unknown key '{key}': expected name, cmd, dir, log, proto, tc, \
                             movetime, nodes, depth, margin or option.NAME"
                        )
                    },
                )?;
                self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                self.options.push((name.into(), value.into()));
            }
        }
        Ok(())
    }

    /// How many threads it thinks with, as far as its options tell.
    pub fn threads(&self) -> usize {
        let option = self.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"));
        option.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
    }
}

/// The two sides of a word such as `tc=10+0.1`.
fn split(word: &str) -> Result<(&str, &str), String> {
    word.split_once('=').ok_or_else(|| format!("expected KEY=VALUE, found '{word}'"))
}

/// In which order engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FormatName {
    /// All engines at one table
    #[default]
    Match,
    /// Every engine meets every other
    #[value(name = "roundrobin")]
    RoundRobin,
    /// The first engine meets every other
    Gauntlet,
}

/// A run of games, with everything checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game and its rules.
    pub setup: Setup,
    /// The same as options, the game first.
    pub rules: Vec<(String, String)>,
    /// Who plays.
    pub engines: Vec<EngineSettings>,
    /// Who meets whom, where, how often.
    pub schedule: Schedule,
    /// What every set of games begins with.
    pub openings: Openings,
    /// How many games run at a time.
    pub concurrency: usize,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// When a game is ended early.
    pub adjudication: Adjudication,
    /// When an engine counts as hanging.
    pub patience: Patience,
    /// Where games are written, without an extension; nowhere if there is none.
    pub record: Option<PathBuf>,
    /// Whether to go on where an earlier run was broken off.
    pub resume: bool,
    /// Where to draw the course of the score.
    pub plot: Option<PathBuf>,
    /// Everything that must be the same when a run is resumed, in words.
    pub fingerprint: Vec<String>,
}

impl Settings {
    /// Checks a plan.
    ///
    /// # Errors
    /// A sentence that names what is wrong.
    pub fn new(plan: Plan) -> Result<Settings, String> {
        let mut fingerprint = plan.fingerprint();
        let (setup, rules) = rules(plan.game.as_deref(), &plan.option)?;
        let engines = engines(&plan.engine.0, &plan.each)?;
        let start = session::start(&setup).map_err(|error| error.to_string())?;
        let openings = openings(&plan, &setup)?;
        // The name of a file may stay the same while its openings do not.
        fingerprint.push(format!("openings hash: {:016x}", openings.hash()));
        let seats = openings.seats(&setup).unwrap_or_else(|| start.seats());
        let format = match plan.format.unwrap_or_default() {
            FormatName::Match => Format::Match,
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Gauntlet => Format::Gauntlet { seeds: plan.seeds.unwrap_or(1) },
        };
        let mut schedule = Schedule::new(format, engines.len(), seats)?;
        let sprt = sprt(&plan.sprt)?;
        if sprt.is_some() && engines.len() != 2 {
            return Err("sprt compares two engines, no more and no fewer".into());
        }
        let rotations = schedule.rotations() as u64;
        let by_rounds = plan.rounds.map(|rounds| rounds.saturating_mul(rotations));
        let asked = by_rounds.into_iter().chain(plan.games).min();
        let default = if sprt.is_some() { u64::MAX } else { rotations };
        schedule.limit(asked.unwrap_or(default));
        let wait = |value: Option<f64>, default: Duration| match value {
            None => Ok(default),
            Some(value) => seconds(&value.to_string())
                .filter(|time| !time.is_zero())
                .ok_or_else(|| format!("patience, thought: expected seconds, found '{value}'")),
        };
        let default = Patience::default();
        let patience = Patience {
            answer: wait(plan.patience, default.answer)?,
            thought: wait(plan.thought, default.thought)?,
        };
        let concurrency = plan.concurrency.unwrap_or(1);
        if concurrency == 0 {
            return Err("concurrency: at least one game has to run".into());
        }
        Ok(Settings {
            adjudication: adjudication(&plan)?,
            setup,
            rules,
            engines,
            schedule,
            openings,
            concurrency,
            sprt,
            patience,
            record: plan.record,
            resume: plan.resume,
            plot: plan.plot,
            fingerprint,
        })
    }

    /// The cores that the engines use at the most: in every game one engine thinks at a time.
    pub fn cores_used(&self) -> usize {
        let threads = self.engines.iter().map(EngineSettings::threads).max().unwrap_or(1);
        self.concurrency * threads
    }
}

/// The setup of a game, and every option that makes it, the game first. All are told to every
/// engine, for another engine may have other defaults.
fn rules(game: Option<&str>, words: &[String]) -> Result<(Setup, Vec<(String, String)>), String> {
    let mut options = Options::default();
    if let Some(game) = game {
        options.set("Game", game).map_err(|error| error.to_string())?;
    }
    for word in words {
        let (name, value) = split(word)?;
        let mut rules = options.rules().into_iter().skip(1);
        if !rules.any(|(rule, _)| rule.eq_ignore_ascii_case(name)) {
            let game = options.setup.game;
            return Err(format!(
                "{name} is no option of {game}; for engines: --each option.{word}"
            ));
        }
        options.set(name, value).map_err(|error| error.to_string())?;
    }
    Ok((options.setup, options.rules()))
}

fn engines(asked: &[Words], each: &[String]) -> Result<Vec<EngineSettings>, String> {
    let mut common = EngineSettings::default();
    for word in each {
        common.set(word).map_err(|error| format!("each: {error}"))?;
    }
    let mut engines: Vec<EngineSettings> = Vec::new();
    for (Words(words), number) in asked.iter().zip(1..) {
        let mut engine = common.clone();
        for word in words {
            engine.set(word).map_err(|error| format!("engine {number}: {error}"))?;
        }
        if engine.command.trim().is_empty() {
            return Err(format!("engine {number}: no cmd="));
        }
        if engine.name.is_empty() {
            engine.name = format!("engine{number}");
        }
        if !engine.limits.is_limited() {
            let name = &engine.name;
            return Err(format!("{name} has no limit: tc=, movetime=, nodes= or depth="));
        }
        if engines.iter().any(|other| other.name == engine.name) {
            return Err(format!("two engines are called {}", engine.name));
        }
        engines.push(engine);
    }
    Ok(engines)
}

fn openings(plan: &Plan, setup: &Setup) -> Result<Openings, String> {
    let seed = plan.seed.unwrap_or(0);
    match (&plan.openings, plan.plies) {
        (Some(_), Some(_)) => Err("openings, plies: only one of the two".into()),
        (None, None) => Ok(Openings::start()),
        (None, Some(plies)) => Ok(Openings::random(plies, seed)),
        (Some(path), None) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("openings: {}: {error}", path.display()))?;
            let openings = Openings::read(&text, setup)?;
            Ok(match plan.order.unwrap_or_default() {
                Order::Sequential => openings,
                Order::Random => openings.shuffled(seed),
            })
        }
    }
}

/// Reads words of a rule such as `score=10`, each known key at most once.
fn numbers(rule: &str, words: &[String], known: &mut [(&str, &mut f64)]) -> Result<(), String> {
    for word in words {
        let (key, value) = split(word).map_err(|error| format!("{rule}: {error}"))?;
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let slot = known.iter_mut().find(|(name, _)| *name == key);
        let (_, slot) = slot
            .ok_or_else(|| format!("{rule}: unknown key '{key}': expected {}", names.join(", ")))?;
        **slot = value
            .parse()
            .map_err(|_| format!("{rule}: {key}: expected a number, found '{value}'"))?;
    }
    Ok(())
}

fn sprt(words: &[String]) -> Result<Option<Sprt>, String> {
    if words.is_empty() {
        return Ok(None);
    }
    let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, 5.0, 0.05, 0.05);
    let known =
        &mut [("elo0", &mut elo0), ("elo1", &mut elo1), ("alpha", &mut alpha), ("beta", &mut beta)];
    numbers("sprt", words, known)?;
    let test = Sprt::new(elo0, elo1, alpha, beta);
    test.map(Some).ok_or_else(|| "sprt: elo0 < elo1 and 0 < alpha, beta < 0.5, please".into())
}

fn adjudication(plan: &Plan) -> Result<Adjudication, String> {
    let mut rules = Adjudication { max_moves: plan.max_moves, ..Adjudication::default() };
    rules.repetition = plan.repetition;
    if !plan.draw.is_empty() {
        let (mut from, mut count, mut score) = (1.0, 8.0, 10.0);
        let known =
            &mut [("movenumber", &mut from), ("movecount", &mut count), ("score", &mut score)];
        numbers("draw", &plan.draw, known)?;
        rules.draw =
            Some(DrawRule { from: from as usize, count: count as usize, score: score as i32 });
    }
    if !plan.resign.is_empty() {
        let (mut count, mut score) = (3.0, 1000.0);
        numbers("resign", &plan.resign, &mut [("movecount", &mut count), ("score", &mut score)])?;
        rules.resign = Some(ResignRule { count: count as usize, score: score as i32 });
    }
    Ok(rules)
}
