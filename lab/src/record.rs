//! Files of games, one line of JSON each, so that a run that was stopped goes on where it was.
//!
//! The first line says how the games are played. What comes of a number depends on that and on the
//! number alone, so that it does not matter how many are played at a time, or in how many runs.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::unbounded;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tetrarch::search::Memory;

/// MiB of the table of a game: enough for some ten thousand nodes a move.
const MEMORY: usize = 4;

/// How the games of a file are played, and those that it holds.
///
/// # Errors
/// The file cannot be read, or its first line says something else.
pub fn read<P, L>(path: &Path) -> Result<(P, Vec<L>), Box<dyn Error>>
where
    P: DeserializeOwned,
    L: DeserializeOwned,
{
    let mut lines = BufReader::new(File::open(path)?).lines();
    let head = lines.next().ok_or_else(|| format!("{}: empty", path.display()))??;
    let plan = serde_json::from_str(&head)?;
    let mut games = Vec::new();
    for line in lines {
        // The last line of a run that was killed may be cut.
        let Ok(game) = serde_json::from_str(&line?) else { break };
        games.push(game);
    }
    Ok((plan, games))
}

/// Opens a file to add games to, and gives those that it holds already.
///
/// # Errors
/// The file cannot be read or written, or its games are played in another way.
pub fn resume<P, L>(path: &Path, plan: &P) -> Result<(File, Vec<L>), Box<dyn Error>>
where
    P: Serialize + DeserializeOwned + PartialEq,
    L: Serialize + DeserializeOwned,
{
    let known = if path.exists() { Some(read::<P, L>(path)?) } else { None };
    if known.as_ref().is_some_and(|(other, _)| other != plan) {
        return Err(format!("{}: games of another plan", path.display()).into());
    }
    let known = known.map_or_else(Vec::new, |(_, games)| games);
    // Written anew, so that nothing follows a line that is cut.
    let mut file = File::create(path)?;
    append(&mut file, plan)?;
    known.iter().try_for_each(|game| append(&mut file, game))?;
    Ok((file, known))
}

/// Adds a line.
///
/// # Errors
/// The file cannot be written.
pub fn append(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

/// Plays what is missing, so many at a time, each with a table of its own that is empty, and takes
/// the games as they end.
///
/// # Errors
/// A game could not be taken.
pub fn play_all<N: Sync, L: Send>(
    missing: &[N],
    jobs: usize,
    play: impl Fn(&N, &Memory) -> L + Sync,
    take: impl FnMut(L) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (send, receive) = unbounded();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (send, next, play) = (send.clone(), &next, &play);
            scope.spawn(move || {
                let memory = Memory::new(MEMORY);
                while let Some(number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    memory.clear();
                    if send.send(play(number, &memory)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        // Where writing fails, the receiver goes and the players end.
        receive.into_iter().try_for_each(take)
    })
}

/// A bar that shows how many of the games are there, and how long the others take.
pub fn progress(count: usize, missing: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len}, {per_sec}, {eta} left");
    let bar = ProgressBar::new(count as u64).with_position((count - missing) as u64);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
