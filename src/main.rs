//! The `tetrarch` command: arguments, nothing else.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use tetrarch::daemon::{self, Config};
use tetrarch::options::Options;
use tetrarch::play::cli::{self as play, PlayArgs};
use tetrarch::referee::cli::{self as referee, RefereeArgs};
use tetrarch_protocol::Dialect;

/// An engine for Iris, Manalath, Otrio and Linetris that speaks UGI, UCI and GTP.
///
/// Without a terminal it serves a GUI or a referee on standard input and output. At a terminal,
/// type `help`.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,

    /// The game to start with: iris, manalath, otrio or linetris
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Sets an option of the engine, such as IrisSize=4; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// The protocol to speak; by default the first line decides
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,

    /// Writes the log there instead of to standard error (RUST_LOG=trace logs every line)
    #[arg(long, value_name = "FILE")]
    log_file: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Task {
    /// Plays a game at the terminal: people, the engine, other engines
    Play(PlayArgs),
    /// Plays matches between engines, or reports on them, or checks an engine
    Referee(Box<RefereeArgs>),
}

#[derive(Clone, Copy, ValueEnum)]
enum Protocol {
    /// UGI, with UCI as an alias
    Ugi,
    /// GTP version 2
    Gtp,
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("tetrarch: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<ExitCode, Box<dyn std::error::Error>> {
    start_log(arguments.log_file)?;
    match arguments.task {
        None => {}
        Some(Task::Play(arguments)) => {
            play::run(arguments)?;
            return Ok(ExitCode::SUCCESS);
        }
        Some(Task::Referee(arguments)) => return Ok(referee::run(*arguments)),
    }
    let mut options = Options::default();
    if let Some(game) = arguments.game {
        options.set("Game", &game)?;
    }
    options.assign(arguments.options.iter().map(String::as_str))?;
    let dialect = arguments.protocol.map(|protocol| match protocol {
        Protocol::Ugi => Dialect::Ugi,
        Protocol::Gtp => Dialect::Gtp,
    });
    let config = Config { options, dialect, ..Config::default() };
    if daemon::shell::is_wanted() {
        daemon::shell::serve(config)?;
    } else {
        daemon::serve(config, io::stdin(), io::stdout().lock())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn start_log(file: Option<PathBuf>) -> io::Result<()> {
    let mut logger = env_logger::Builder::from_default_env();
    if let Some(path) = file {
        let file = File::options().create(true).append(true).open(path)?;
        logger.target(env_logger::Target::Pipe(Box::new(file)));
    }
    logger.init();
    Ok(())
}
