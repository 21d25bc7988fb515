//! Games on disk: each is written and synchronised before its place of work begins another, as
//! a line of JSON and as text. The JSON is the truth; the text is made from it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::pgn;
use super::record::{self, Record};
use crate::board::zobrist;

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Entry {
    /// The first line: what is played.
    Run(Run),
    /// A finished game.
    Game(Box<Record>),
}

/// What a file is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The name of the run, unlike that of any other.
    pub event: String,
    /// When it began.
    pub date: String,
    /// The version of the referee.
    pub version: String,
    /// What must be the same when it is resumed.
    pub settings: Vec<String>,
}

impl Run {
    /// A new run.
    pub fn new(settings: Vec<String>) -> Run {
        let now = SystemTime::now();
        let nanos = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64;
        let date = record::date(now);
        // Two machines may begin in the same second.
        let tail = zobrist::key(nanos, std::process::id().into()) >> 40;
        let event = format!("{date}-{tail:06x}");
        Run { event, date, version: env!("CARGO_PKG_VERSION").into(), settings }
    }
}

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// What was played, if the file tells.
    pub run: Option<Run>,
    /// The finished games.
    pub games: Vec<Record>,
    /// How many bytes of it are whole lines: the last one may have been torn.
    whole: usize,
}

/// Reads a file of games. A last line without an end was torn when the referee was killed, and
/// is left out.
///
/// # Errors
/// It cannot be read, or a whole line is no game; the error names it.
pub fn read(path: &Path) -> Result<Contents, String> {
    let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = fs::read(path).map_err(|error| fault(&error))?;
    let mut contents = Contents::default();
    for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(1..) {
        if !line.ends_with(b"\n") {
            break;
        }
        if !line.trim_ascii().is_empty() {
            match serde_json::from_slice(line) {
                Ok(Entry::Run(run)) => contents.run = Some(run),
                Ok(Entry::Game(game)) => contents.games.push(*game),
                Err(error) => return Err(fault(&format_args!("line {number}: {error}"))),
            }
        }
        contents.whole += line.len();
    }
    Ok(contents)
}

/// Where the games of a run are written.
#[derive(Debug)]
pub struct Ledger {
    files: Option<(File, File)>,
}

impl Ledger {
    /// Writes nothing.
    pub fn nowhere() -> Ledger {
        Ledger { files: None }
    }

    /// The file of JSON lines and the file of text for a base name.
    pub fn paths(base: &Path) -> (PathBuf, PathBuf) {
        let with = |extension: &str| {
            let mut name = base.as_os_str().to_owned();
            name.push(extension);
            PathBuf::from(name)
        };
        (with(".jsonl"), with(".pgn"))
    }

    /// Begins new files.
    ///
    /// # Errors
    /// They are there already, or cannot be written.
    pub fn create(base: &Path, run: &Run) -> Result<Ledger, String> {
        let (json, text) = Ledger::paths(base);
        let fault = |path: &Path, error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                format!("{}: is there already; --resume would go on with it", path.display())
            }
            _ => format!("{}: {error}", path.display()),
        };
        let open = |path: &Path| {
            File::options()
                .append(true)
                .create_new(true)
                .open(path)
                .map_err(|error| fault(path, error))
        };
        let mut ledger = Ledger { files: Some((open(&json)?, open(&text)?)) };
        ledger
            .put(&Entry::Run(run.clone()), "")
            .and_then(|()| sync_directory(&json))
            .map_err(|error| fault(&json, error))?;
        Ok(ledger)
    }

    /// Goes on with the files of a run that was broken off, or begins them if there are none.
    ///
    /// # Errors
    /// They belong to a run with other settings, or cannot be read or written.
    pub fn resume(base: &Path, run: Run) -> Result<(Ledger, Run, Vec<Record>), String> {
        let (json, text) = Ledger::paths(base);
        if !json.exists() {
            // The text is made from the JSON, so alone it is the rest of nothing of ours.
            let ledger = Ledger::create(base, &run)?;
            return Ok((ledger, run, Vec::new()));
        }
        let contents = read(&json)?;
        let Some(earlier) = contents.run else {
            if contents.games.is_empty() {
                // Killed before the first line was whole.
                fs::remove_file(&json).map_err(|error| format!("{}: {error}", json.display()))?;
                let _ = fs::remove_file(&text);
                return Ledger::resume(base, run);
            }
            return Err(format!("{}: does not tell what was played", json.display()));
        };
        let changed = run.settings.iter().find(|line| !earlier.settings.contains(line));
        let missing = earlier.settings.iter().find(|line| !run.settings.contains(line));
        if let Some(line) = changed.or(missing) {
            return Err(format!(
                "{}: was played with other settings; only one of the two has: {line}",
                json.display()
            ));
        }
        let reopen = || -> io::Result<(File, File)> {
            let file = File::options().append(true).open(&json)?;
            file.set_len(contents.whole as u64)?;
            file.sync_all()?;
            let fresh = text.with_extension("pgn.new");
            let all: String = contents.games.iter().map(pgn::write).collect();
            fs::write(&fresh, all)?;
            File::open(&fresh)?.sync_all()?;
            fs::rename(&fresh, &text)?;
            sync_directory(&text)?;
            Ok((file, File::options().append(true).open(&text)?))
        };
        let files = reopen().map_err(|error| format!("{}: {error}", json.display()))?;
        Ok((Ledger { files: Some(files) }, earlier, contents.games))
    }

    /// Writes a game, and returns when it is safe.
    ///
    /// # Errors
    /// The disk is full, for example.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        self.put(&Entry::Game(Box::new(record.clone())), &pgn::write(record))
    }

    fn put(&mut self, entry: &Entry, text: &str) -> io::Result<()> {
        let Some((json, pgn)) = &mut self.files else {
            return Ok(());
        };
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        json.write_all(&line)?;
        json.sync_data()?;
        pgn.write_all(text.as_bytes())?;
        pgn.sync_data()
    }
}

/// Makes the names in a file's directory as durable as what is in the file.
fn sync_directory(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("tetrarch-ledger-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).unwrap();
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn game(number: u64) -> Record {
        Record { number, game: "linetris".into(), ..Record::default() }
    }

    #[test]
    fn a_torn_line_is_forgotten_and_the_rest_goes_on() {
        let scratch = Scratch::new("torn");
        let base = scratch.0.join("games");
        let run = Run::new(vec!["game=linetris".into()]);
        let mut ledger = Ledger::create(&base, &run).unwrap();
        ledger.write(&game(1)).unwrap();
        ledger.write(&game(2)).unwrap();
        drop(ledger);
        let (json, text) = Ledger::paths(&base);
        let whole = fs::read(&json).unwrap();
        let numbers = |games: &[Record]| games.iter().map(|game| game.number).collect::<Vec<_>>();
        // Whatever the moment of death, what was whole is kept.
        for cut in (0..=whole.len()).rev().step_by(17) {
            fs::write(&json, &whole[..cut]).unwrap();
            let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
            let (mut ledger, event, games) = Ledger::resume(&base, run.clone()).unwrap();
            assert_eq!(event, run);
            assert_eq!(numbers(&games), (1..lines.max(1) as u64).collect::<Vec<_>>());
            ledger.write(&game(9)).unwrap();
            let again = read(&json).unwrap();
            assert_eq!(numbers(&again.games).last(), Some(&9));
            let texts = pgn::read(&fs::read_to_string(&text).unwrap()).unwrap();
            assert_eq!(texts, again.games);
        }
    }

    #[test]
    fn other_settings_and_other_files_are_refused() {
        let scratch = Scratch::new("other");
        let base = scratch.0.join("games");
        let run = |text: &str| Run::new(vec![text.into()]);
        drop(Ledger::create(&base, &run("seed=1")).unwrap());
        assert!(Ledger::create(&base, &run("seed=1")).unwrap_err().contains("--resume"));
        assert!(Ledger::resume(&base, run("seed=2")).unwrap_err().contains("seed=2"));
        fs::write(Ledger::paths(&base).0, "nonsense\n").unwrap();
        assert!(Ledger::resume(&base, run("seed=1")).unwrap_err().contains("line 1"));
    }
}
