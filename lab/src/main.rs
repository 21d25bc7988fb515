//! The workshop of tetrarch: everything that makes the engine stronger and is no part of it.

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tetrarch_lab::errors::{self, ErrorsArgs};
use tetrarch_lab::iris::speed;
use tetrarch_lab::iris::train::{self, Train};
use tetrarch_lab::ladder::{self, LadderArgs};
use tetrarch_lab::openings::{self, OpeningsArgs};
use tetrarch_lab::prove::{self, ProveArgs};
use tetrarch_lab::serve::{self, PARTNERS};
use tetrarch_lab::tune::{self, TuneArgs};

/// Sparring partners, tuning and training for tetrarch.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Serves a sparring partner on standard input and output, for a referee
    Serve {
        /// The partner
        #[arg(value_parser = PARTNERS)]
        name: String,
    },
    /// Counts how often each level of play gives away what is proven
    Errors(ErrorsArgs),
    /// Holds each level of play against the next lower one
    Ladder(LadderArgs),
    /// Prints openings that are fair to both seats
    Openings(OpeningsArgs),
    /// Proves who wins a position, and in how many plies
    Prove(ProveArgs),
    /// Measures what an evaluation of Iris costs, on boards of sizes 4 and 6
    Speed,
    /// Learns the judgement of a game
    Train {
        #[command(subcommand)]
        game: Pupil,
    },
    /// Fits the weights of a game's judgement to games that the engine plays against itself
    Tune(TuneArgs),
}

#[derive(Subcommand)]
enum Pupil {
    /// The net of Iris
    #[command(subcommand)]
    Iris(Train),
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tetrarch-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    match arguments.task {
        Task::Serve { name } => {
            // The argument parser accepts no other names.
            let partner = serve::partner(&name).ok_or("there is no such partner")?;
            serve::serve(partner, io::stdin(), io::stdout().lock())?;
        }
        Task::Speed => {
            let found = [(4, speed::measure::<u64>(4)), (6, speed::measure::<u128>(6))];
            for (size, times) in found {
                let [features, whole] = times.ok_or("there is no board of that size")?;
                println!("size {size}: features {features:.2} us, evaluation {whole:.2} us");
            }
        }
        Task::Train { game: Pupil::Iris(train) } => train::run(train)?,
        Task::Errors(arguments) => errors::run(&arguments)?,
        Task::Ladder(arguments) => ladder::run(arguments)?,
        Task::Openings(arguments) => openings::run(&arguments)?,
        Task::Prove(arguments) => prove::run(&arguments)?,
        Task::Tune(arguments) => tune::run(arguments)?,
    }
    Ok(())
}
