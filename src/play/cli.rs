//! The arguments of `tetrarch play`, and the questions it asks when there are none.

use std::io::{self, BufReader, IsTerminal};
use std::time::Duration;

use clap::Args;

use super::ask::{Ask, Stream, Terminal};
use super::{Player, Sitting, Table};
use crate::daemon::shell;
use crate::options::Options;
use crate::session;
use crate::text::PositionError;

/// How well the engine plays against a person who does not say.
const DEFAULT_LEVEL: u8 = 5;

/// Plays a game at the terminal: people, the engine, other engines. Without arguments it asks.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// iris, manalath, otrio or linetris
    game: Option<String>,

    /// Sets an option, such as IrisSize=4; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Who plays first: human, a level from 0 to 10, or the command of an engine
    #[arg(long, value_name = "WHO")]
    p1: Option<String>,

    /// Who plays second
    #[arg(long, value_name = "WHO")]
    p2: Option<String>,

    /// Who plays third, in Otrio 3x1 and 4x1
    #[arg(long, value_name = "WHO")]
    p3: Option<String>,

    /// Who plays fourth, in Otrio 4x1
    #[arg(long, value_name = "WHO")]
    p4: Option<String>,

    /// How long an engine thinks, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    movetime: u64,
}

impl PlayArgs {
    /// Whether nothing was said about the game.
    fn is_bare(&self) -> bool {
        let players = [&self.p1, &self.p2, &self.p3, &self.p4];
        self.game.is_none() && self.options.is_empty() && players.iter().all(|who| who.is_none())
    }
}

/// Plays as the arguments say.
///
/// # Errors
/// An argument is wrong, or the terminal failed.
pub fn run(arguments: PlayArgs) -> Result<(), Box<dyn std::error::Error>> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        sit_down(arguments, Terminal::new()?)
    } else {
        sit_down(
            arguments,
            Stream { answers: BufReader::new(io::stdin()), questions: io::stdout() },
        )
    }
}

fn sit_down(arguments: PlayArgs, mut ask: impl Ask) -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options::default();
    let bare = arguments.is_bare();
    if bare {
        let names = "iris, manalath, otrio or linetris";
        question(&mut ask, &format!("Which game: {names}? [linetris] "), "linetris", |game| {
            options.set("Game", game).map(drop)
        })?;
        let example = "Options, such as IrisSize=4 or OtrioMode=2x2? [none] ";
        question(&mut ask, example, "", |words| options.assign(words.split_whitespace()))?;
    }
    if let Some(game) = &arguments.game {
        options.set("Game", game)?;
    }
    options.assign(arguments.options.iter().map(String::as_str))?;
    let seats = session::start(&options.setup)?.seats();
    let movetime = Duration::from_millis(arguments.movetime);
    let mut players = Vec::new();
    for (who, seat) in
        [arguments.p1, arguments.p2, arguments.p3, arguments.p4].into_iter().take(seats).zip(1..)
    {
        // A person against the engine, unless somebody else is wanted.
        let usual = if seat == 1 { "human".to_owned() } else { DEFAULT_LEVEL.to_string() };
        let mut sit = |who: &str| -> Result<(), String> {
            players.push(Sitting::new(who.parse::<Player>()?, movetime));
            Ok(())
        };
        match who {
            Some(who) => sit(&who)?,
            None if bare => {
                let text = format!(
                    "Who plays p{seat}: human, a level from 0 to 10, or an engine's command? [{usual}] "
                );
                question(&mut ask, &text, &usual, &mut sit)?;
            }
            None => sit(&usual)?,
        }
    }
    let mut table = Table::new(options, players, ask, io::stdout(), shell::paint())
        .map_err(|error: PositionError| error.to_string())?;
    table.play()?;
    Ok(())
}

/// Asks until the answer will do; an empty one stands for the usual.
fn question<E: std::fmt::Display>(
    ask: &mut impl Ask,
    text: &str,
    usual: &str,
    mut take: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), String> {
    loop {
        let answer = ask.ask(text).ok_or("no answer")?;
        let answer = answer.trim();
        match take(if answer.is_empty() { usual } else { answer }) {
            Ok(()) => return Ok(()),
            Err(error) => println!("{error}"),
        }
    }
}
