//! The arguments of `tetrarch referee`, and the file that can stand for them.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use serde::{Deserialize, Deserializer};

use super::config::{FormatName, Settings};
use super::openings::Order;
use super::sprt::Hypothesis;
use super::standings::Standings;
use super::tournament::{self, End, Halt};
use super::{check, ledger, plot, report};

/// Everything after `tetrarch referee`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct RefereeArgs {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Plays recorded games over again, and merges them into one table
    Report(ReportArgs),
    /// Walks an engine through the protocol and says what fails
    Check(check::CheckArgs),
}

#[derive(Args, Debug)]
struct RunArgs {
    /// A TOML file with the same names; what is given here goes before what is given there
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    plan: Plan,
}

#[derive(Args, Debug)]
struct ReportArgs {
    /// Files of JSON lines, as --record writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Draws the score against the number of games, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The words of one flag, such as `name=A cmd=./tetrarch tc=10+0.1`; in a file a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words(pub Vec<String>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let table = toml::Table::deserialize(deserializer)?;
        flatten("", &table).map(Words).map_err(serde::de::Error::custom)
    }
}

/// A table as words: what is in a table inside has both names, with a point between them.
fn flatten(prefix: &str, table: &toml::Table) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    for (key, value) in table {
        let text = match value {
            toml::Value::Table(inner) => {
                words.extend(flatten(&format!("{prefix}{key}."), inner)?);
                continue;
            }
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            toml::Value::Boolean(flag) => flag.to_string(),
            _ => return Err(format!("{prefix}{key}: expected a text or a number")),
        };
        words.push(format!("{prefix}{key}={text}"));
    }
    Ok(words)
}

fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Words::deserialize(deserializer).map(|Words(words)| words)
}

/// One group of words for every `--engine`. Written by hand, because a derived list would run all
/// of them together.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Engines(pub Vec<Words>);

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new("engine")
                .long("engine")
                .num_args(1..)
                .action(ArgAction::Append)
                .value_name("KEY=VALUE")
                .help("An engine: name= cmd= tc= movetime= nodes= depth= margin= proto= dir= log= option.NAME="),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Engines::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let found = matches.get_occurrences::<String>("engine");
        let engines = found.into_iter().flatten().map(|words| Words(words.cloned().collect()));
        Ok(Engines(engines.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Engines::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What is asked for, unchecked.
#[derive(Args, Deserialize, Clone, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Plan {
    /// The engines.
    #[command(flatten)]
    pub engine: Engines,

    /// Settings for every engine, with the same keys as --engine
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    #[serde(deserialize_with = "words")]
    pub each: Vec<String>,

    /// The game: iris, manalath, otrio or linetris (the default)
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,

    /// An option of the game, such as OtrioMode=3x1; can be repeated
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    #[serde(deserialize_with = "words")]
    pub option: Vec<String>,

    /// Who meets whom [default: match]
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,

    /// How many engines are the first ones of a gauntlet [default: 1]
    #[arg(long, value_name = "N")]
    pub seeds: Option<usize>,

    /// How many openings each table plays, each in every rotation of the seats [default: 1]
    #[arg(long, value_name = "N")]
    pub rounds: Option<u64>,

    /// How many games each table plays, if that is less
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,

    /// A file of openings: positions or moves, one a line
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// The order in which the file is used [default: sequential]
    #[arg(long, value_enum)]
    pub order: Option<Order>,

    /// Random openings of so many turns
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,

    /// The randomness of openings and their order [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// How many games run at a time [default: 1]
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,

    /// Stops when a test is decided: elo0=0 elo1=5 alpha=0.05 beta=0.05
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    #[serde(deserialize_with = "words")]
    pub sprt: Vec<String>,

    /// Ends drawn games: movenumber=1 movecount=8 score=10
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    #[serde(deserialize_with = "words")]
    pub draw: Vec<String>,

    /// Ends won games: movecount=3 score=1000
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    #[serde(deserialize_with = "words")]
    pub resign: Vec<String>,

    /// Ends a game as drawn after so many moves of each seat
    #[arg(long, value_name = "N")]
    pub max_moves: Option<usize>,

    /// Ends a game as drawn when a position comes up so often
    #[arg(long, value_name = "N")]
    pub repetition: Option<usize>,

    /// Seconds to wait for an answer that is not on the clock [default: 10]
    #[arg(long, value_name = "SECONDS")]
    pub patience: Option<f64>,

    /// Seconds to wait for a move that only depth or nodes limit [default: 600]
    #[arg(long, value_name = "SECONDS")]
    pub thought: Option<f64>,

    /// Writes every game to NAME.jsonl and NAME.pgn
    #[arg(long, value_name = "NAME")]
    pub record: Option<PathBuf>,

    /// Goes on with the games of --record where an earlier run was broken off
    #[arg(long)]
    pub resume: bool,

    /// Draws the score against the number of games, as SVG
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}

impl Plan {
    /// Reads a file.
    ///
    /// # Errors
    /// It is no TOML, or has something in it that is unknown.
    pub fn read(text: &str) -> Result<Plan, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Takes from another plan what this one leaves open.
    #[must_use]
    pub fn or(self, other: Plan) -> Plan {
        fn either<T>(first: Vec<T>, second: Vec<T>) -> Vec<T> {
            if first.is_empty() { second } else { first }
        }
        Plan {
            engine: Engines(either(self.engine.0, other.engine.0)),
            // The later of two settings counts.
            each: [other.each, self.each].concat(),
            game: self.game.or(other.game),
            option: [other.option, self.option].concat(),
            format: self.format.or(other.format),
            seeds: self.seeds.or(other.seeds),
            rounds: self.rounds.or(other.rounds),
            games: self.games.or(other.games),
            openings: self.openings.or(other.openings),
            order: self.order.or(other.order),
            plies: self.plies.or(other.plies),
            seed: self.seed.or(other.seed),
            concurrency: self.concurrency.or(other.concurrency),
            sprt: either(self.sprt, other.sprt),
            draw: either(self.draw, other.draw),
            resign: either(self.resign, other.resign),
            max_moves: self.max_moves.or(other.max_moves),
            repetition: self.repetition.or(other.repetition),
            patience: self.patience.or(other.patience),
            thought: self.thought.or(other.thought),
            record: self.record.or(other.record),
            resume: self.resume || other.resume,
            plot: self.plot.or(other.plot),
        }
    }

    /// Everything that makes two runs the same one, in words. How many games there are, how many
    /// run at a time and when to stop may change when a run is resumed.
    pub fn fingerprint(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (Words(engine), number) in self.engine.0.iter().zip(1..) {
            words.push(format!("engine {number}: {}", engine.join(" ")));
        }
        let mut put = |name: &str, value: String| {
            if !value.is_empty() {
                words.push(format!("{name}: {value}"));
            }
        };
        fn text<T: std::fmt::Debug>(value: &Option<T>) -> String {
            value.as_ref().map_or(String::new(), |value| format!("{value:?}"))
        }
        put("each", self.each.join(" "));
        put("game", self.game.clone().unwrap_or_default());
        put("option", self.option.join(" "));
        put("format", text(&self.format));
        put("seeds", text(&self.seeds));
        put("openings", text(&self.openings));
        put("order", text(&self.order));
        put("plies", text(&self.plies));
        put("seed", text(&self.seed));
        put("draw", self.draw.join(" "));
        put("resign", self.resign.join(" "));
        put("max-moves", text(&self.max_moves));
        put("repetition", text(&self.repetition));
        words
    }
}

/// The exit status when a test accepted H1.
pub const ACCEPTED_H1: u8 = 10;
/// The exit status when a test accepted H0.
pub const ACCEPTED_H0: u8 = 11;
/// The exit status when an engine could not be started again and again.
pub const HOPELESS: u8 = 12;
/// The exit status when somebody stopped the run.
pub const INTERRUPTED: u8 = 130;

/// Does what the arguments ask for. The status is 0 when all games were played (or all checks
/// passed), 1 for an error (or a failed check), and otherwise one of [`ACCEPTED_H1`],
/// [`ACCEPTED_H0`], [`HOPELESS`] and [`INTERRUPTED`].
pub fn run(arguments: RefereeArgs) -> ExitCode {
    let result = match arguments.task {
        None => play(arguments.run),
        Some(Task::Report(arguments)) => merge(&arguments),
        Some(Task::Check(arguments)) => Ok(check::run(&arguments)),
    };
    result.unwrap_or_else(|error| {
        eprintln!("tetrarch referee: {error}");
        ExitCode::FAILURE
    })
}

fn play(RunArgs { config, plan }: RunArgs) -> Result<ExitCode, String> {
    let plan = match config {
        None => plan,
        Some(path) => {
            let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
            let text = std::fs::read_to_string(&path).map_err(|error| fault(&error))?;
            plan.or(Plan::read(&text).map_err(|error| fault(&error))?)
        }
    };
    if plan.resume && plan.record.is_none() {
        return Err("--resume goes on with a --record NAME".into());
    }
    let settings = Settings::new(plan)?;
    if settings.record.is_none() {
        eprintln!("note: games are not written down; --record NAME would do it");
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if settings.cores_used() > cores {
        let used = settings.cores_used();
        eprintln!("note: the engines use {used} cores of {cores}: they will disturb each other");
    }
    let halt = Halt::default();
    let brake = halt.clone();
    ctrlc::set_handler(move || brake.pull()).map_err(|error| error.to_string())?;
    let end = tournament::run(&settings, &halt)?;
    Ok(match end {
        End::Finished => ExitCode::SUCCESS,
        End::Accepted(hypothesis) => {
            report::say(format_args!("SPRT: accepted {hypothesis:?}"));
            ExitCode::from(match hypothesis {
                Hypothesis::H0 => ACCEPTED_H0,
                Hypothesis::H1 => ACCEPTED_H1,
            })
        }
        End::Hopeless(name) => {
            eprintln!("tetrarch referee: {name} cannot be started; the rest is not played");
            ExitCode::from(HOPELESS)
        }
        End::Interrupted => {
            eprintln!("tetrarch referee: interrupted");
            ExitCode::from(INTERRUPTED)
        }
    })
}

fn merge(arguments: &ReportArgs) -> Result<ExitCode, String> {
    let mut standings = Standings::default();
    let mut games = Vec::new();
    for path in &arguments.files {
        for game in ledger::read(path)?.games {
            game.verify()
                .map_err(|error| format!("{}: game {}: {error}", path.display(), game.number))?;
            if standings.add(&game) {
                games.push(game);
            }
        }
    }
    report::say(format_args!("{}every move of every game is legal", report::table(&standings)));
    if let Some(path) = &arguments.plot {
        std::fs::write(path, plot::svg(&games))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        referee: RefereeArgs,
    }

    /// A settled plan from the words of a command line as the documentation prints it.
    fn settings(line: &str) -> Settings {
        let words = line.split_whitespace().filter(|word| *word != "\\").skip(1);
        let RefereeArgs { task, run } = Arguments::parse_from(words).referee;
        assert!(task.is_none());
        Settings::new(run.plan).unwrap()
    }

    /// Blocks of the documentation that begin with a word.
    fn blocks(fence: &str) -> Vec<&'static str> {
        let text = include_str!("README.md");
        let blocks = text.split("```").skip(1).step_by(2);
        blocks.filter_map(|block| block.strip_prefix(fence)).collect()
    }

    #[test]
    fn the_commands_of_the_documentation_can_be_given() {
        let runs: Vec<&str> = blocks("text\n")
            .into_iter()
            .filter(|block| block.starts_with("tetrarch referee --"))
            .map(|block| block.split("\ntetrarch").next().unwrap_or(block))
            .collect();
        assert_eq!(runs.len(), 3);
        let first = settings(runs[0]);
        assert_eq!((first.engines.len(), first.schedule.total()), (2, Some(100)));
        assert_eq!(first.engines[1].command, "./new");
        let four = settings(runs[1]);
        assert_eq!((four.engines.len(), four.schedule.total()), (4, Some(40)));
        let test = settings(runs[2]);
        assert_eq!((test.sprt.map(|sprt| sprt.elo1), test.schedule.total()), (Some(10.0), None));
    }

    #[test]
    fn the_file_of_the_documentation_can_be_read_and_arguments_go_before_it() {
        let file = Plan::read(blocks("toml\n")[0]).unwrap();
        let settings = Settings::new(file.clone()).unwrap();
        assert_eq!(settings.schedule.total(), Some(100));
        assert_eq!(settings.engines[0].limits.to_string(), "tc=10+0.1");
        assert_eq!(settings.engines[0].options, [("Hash".to_owned(), "16".to_owned())]);
        assert_eq!(settings.engines[1].options, [("Hash".to_owned(), "64".to_owned())]);
        let arguments = Plan { rounds: Some(3), each: vec!["tc=1+0".into()], ..Plan::default() };
        let both = Settings::new(arguments.or(file)).unwrap();
        assert_eq!(both.schedule.total(), Some(6));
        assert_eq!(both.engines[0].limits.to_string(), "tc=1+0");
        assert_eq!(both.concurrency, 2);
    }
}
