//! Compliance.
use std::process::ExitCode;
/// Arguments.
#[derive(clap::Args, Debug)]
pub struct CheckArgs {
    /// The shell command
    command: String,
}
/// Runs.
pub fn run(arguments: &CheckArgs) -> ExitCode {
    println!("{}", arguments.command);
    ExitCode::SUCCESS
}
