//! Records as text, in the manner of chess's PGN: tags, then numbered moves with comments of
//! score, depth, time and nodes, then the result.
//!
//! ```text
//! [Game "linetris"]
//! [P1 "A"]
//! [P2 "B"]
//! [Result "p1win"]
//! [Verdict "rules"]
//!
//! 1. 4 {book} 4 {+0.31/7 0.045s 41873n} 2. 3 {-M4/9 0.001s 12n} … p1win
//! ```

use std::fmt::Write as _;

use super::record::{Broken, Place, Played, Player, Record, Score};
use super::verdict::Ending;
use crate::game::Seat;

/// The columns a line of moves may take.
const WIDTH: usize = 100;
/// The result of a game that was broken off.
const UNFINISHED: &str = "*";

/// Writes a record, with an empty line at its end.
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let Place { round, table, rotation, rotations } = record.place;
    tag("Event", &record.event);
    tag("Number", &record.number.to_string());
    tag("Round", &format!("{round}.{table}.{rotation}/{rotations}"));
    tag("Date", &record.date);
    tag("Game", &record.game);
    let options: Vec<String> =
        record.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    tag("Options", &options.join(" "));
    for (player, seat) in record.players.iter().zip(1..) {
        tag(&format!("P{seat}"), &player.name);
        if !player.limits.is_empty() {
            tag(&format!("P{seat}Limits"), &player.limits);
        }
    }
    if let Some(start) = &record.start {
        tag("Start", start);
    }
    let result = match &record.ending {
        Some(ending) => {
            tag("Result", &ending.decision.to_string());
            tag("Verdict", ending.verdict.as_str());
            if !ending.detail.is_empty() {
                tag("Detail", &ending.detail);
            }
            ending.decision.to_string()
        }
        None => {
            tag("Result", UNFINISHED);
            UNFINISHED.to_owned()
        }
    };
    text.push('\n');
    let seats = record.players.len().clamp(1, Seat::MAX);
    let mut width = 0;
    let mut put = |word: &str| {
        let blank = if width == 0 { "" } else { " " };
        if width + blank.len() + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else {
            text.push_str(blank);
            width += blank.len();
        }
        text.push_str(word);
        width += word.len();
    };
    for (ply, played) in record.moves.iter().enumerate() {
        if ply % seats == 0 {
            put(&format!("{}.", ply / seats + 1));
        }
        put(&played.mv);
        let comment = if ply < record.book { "book".to_owned() } else { comment(played) };
        if !comment.is_empty() {
            put(&format!("{{{comment}}}"));
        }
    }
    put(&result);
    text.push_str("\n\n");
    text
}

/// What a comment says about a move; empty if there is nothing to say.
fn comment(played: &Played) -> String {
    if (played.score, played.depth, played.nodes, played.ms) == (None, None, None, None) {
        return String::new();
    }
    let score = match played.score {
        None => "?".into(),
        Some(Score::Cp(value)) => {
            let sign = if value < 0 { '-' } else { '+' };
            let size = value.unsigned_abs();
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
        Some(Score::Mate(plies)) => {
            format!("{}M{}", if plies > 0 { '+' } else { '-' }, plies.unsigned_abs())
        }
    };
    let depth = played.depth.map_or("?".into(), |depth| depth.to_string());
    let mut text = format!("{score}/{depth}");
    if let Some(ms) = played.ms {
        let _ = write!(text, " {}.{:03}s", ms / 1000, ms % 1000);
    }
    if let Some(nodes) = played.nodes {
        let _ = write!(text, " {nodes}n");
    }
    text
}

/// Reads the comment of a move; what it does not understand it leaves out.
fn annotate(played: &mut Played, comment: &str) {
    for word in comment.split_whitespace() {
        if let Some((score, depth)) = word.split_once('/') {
            played.score = read_score(score);
            played.depth = depth.parse().ok();
        } else if let Some(seconds) = word.strip_suffix('s') {
            played.ms = seconds.parse().ok().map(|seconds: f64| (seconds * 1000.0).round() as u64);
        } else if let Some(nodes) = word.strip_suffix('n') {
            played.nodes = nodes.parse().ok();
        }
    }
}

fn read_score(text: &str) -> Option<Score> {
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let size = text.get(1..)?;
    if let Some(plies) = size.strip_prefix('M') {
        return Some(Score::Mate(sign * plies.parse::<i32>().ok()?));
    }
    let (whole, part) = size.split_once('.')?;
    let cents = whole.parse::<i32>().ok()?.checked_mul(100)?;
    Some(Score::Cp(sign * cents.checked_add(part.parse().ok()?)?))
}

/// Reads all the records in a text.
///
/// # Errors
/// A tag cannot be read; the error names its line.
pub fn read(text: &str) -> Result<Vec<Record>, Broken> {
    let mut records: Vec<Record> = Vec::new();
    let mut in_tags = false;
    let mut lines = text.lines().zip(1..).peekable();
    while let Some((line, number)) = lines.next() {
        if line.starts_with('[') {
            if !in_tags {
                records.push(Record::default());
                in_tags = true;
            }
            let broken = || Broken(format!("line {number}: '{line}' is no tag"));
            let (name, value) = read_tag(line).ok_or_else(broken)?;
            if let Some(record) = records.last_mut() {
                set_tag(record, name, value).ok_or_else(broken)?;
            }
        } else if !line.trim().is_empty() {
            in_tags = false;
            let mut movetext = line.to_owned();
            while let Some((more, _)) = lines.next_if(|(line, _)| !line.trim().is_empty()) {
                movetext.push(' ');
                movetext.push_str(more);
            }
            let record = records.last_mut().ok_or_else(|| {
                Broken(format!("line {number}: moves without the tags of their game"))
            })?;
            read_moves(record, &movetext);
        }
    }
    Ok(records)
}

fn read_tag(line: &str) -> Option<(&str, String)> {
    let inner = line.trim_end().strip_prefix('[')?.strip_suffix("\"]")?;
    let (name, value) = inner.split_once(" \"")?;
    let mut plain = String::new();
    let mut signs = value.chars();
    while let Some(sign) = signs.next() {
        plain.push(if sign == '\\' { signs.next()? } else { sign });
    }
    Some((name, plain))
}

/// Sets what a tag says; none if it cannot be understood. Unknown tags are passed over.
fn set_tag(record: &mut Record, name: &str, value: String) -> Option<()> {
    match name {
        "Event" => record.event = value,
        "Number" => record.number = value.parse().ok()?,
        "Round" => {
            let mut numbers = value.split(['.', '/']);
            let mut next = || numbers.next()?.parse::<u64>().ok();
            let (round, table, rotation, rotations) = (next()?, next()?, next()?, next()?);
            let (table, rotation) = (table as usize, rotation as usize);
            record.place = Place { round, table, rotation, rotations: rotations as usize };
        }
        "Date" => record.date = value,
        "Game" => record.game = value,
        "Options" => {
            for option in value.split_whitespace() {
                let (name, value) = option.split_once('=')?;
                record.options.insert(name.into(), value.into());
            }
        }
        "Start" => record.start = Some(value),
        "Result" if value == UNFINISHED => record.ending = None,
        "Result" => {
            let decision = value.parse().ok()?;
            let verdict = super::verdict::Verdict::Rules;
            record.ending = Some(Ending { decision, verdict, detail: String::new() });
        }
        "Verdict" => {
            let verdict = serde_json::from_value(value.into()).ok()?;
            record.ending.as_mut()?.verdict = verdict;
        }
        "Detail" => record.ending.as_mut()?.detail = value,
        _ => {
            let Some(seat) = name.strip_prefix('P') else { return Some(()) };
            let (seat, limits) = match seat.strip_suffix("Limits") {
                Some(seat) => (seat, true),
                None => (seat, false),
            };
            let Ok(seat @ 1..=Seat::MAX) = seat.parse::<usize>() else { return Some(()) };
            if record.players.len() < seat {
                record.players.resize(seat, Player::default());
            }
            let player = &mut record.players[seat - 1];
            if limits { player.limits = value } else { player.name = value }
        }
    }
    Some(())
}

fn read_moves(record: &mut Record, text: &str) {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('{') {
            let (comment, after) = inside.split_once('}').unwrap_or((inside, ""));
            if comment == "book" {
                record.book = record.moves.len();
            } else if let Some(played) = record.moves.last_mut() {
                annotate(played, comment);
            }
            rest = after;
        } else {
            let end = rest.find([' ', '{']).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let is_result = after.trim().is_empty()
                && (word == UNFINISHED || word.parse::<super::verdict::Decision>().is_ok());
            if !word.ends_with('.') && !is_result {
                record.moves.push(Played { mv: word.into(), ..Played::default() });
            }
            rest = after;
        }
        rest = rest.trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::super::verdict::{Decision, Verdict};
    use super::*;

    fn sample() -> Record {
        let mv = |mv: &str, score, depth, nodes, ms| Played {
            mv: mv.into(),
            score,
            depth,
            nodes,
            ms: Some(ms),
        };
        let plain = |mv: &str| Played { mv: mv.into(), ..Played::default() };
        Record {
            event: "a \"quoted\" \\ name".into(),
            number: 7,
            place: Place { round: 2, table: 1, rotation: 2, rotations: 2 },
            date: "2026-11-18T00:00:00Z".into(),
            game: "linetris".into(),
            options: [("LinetrisRows".to_owned(), "6".to_owned())].into(),
            start: Some("7/7/7/7/7/7 b".into()),
            players: vec![
                Player { name: "A".into(), limits: "tc=1+0.01".into() },
                Player { name: "B B".into(), limits: String::new() },
            ],
            book: 2,
            moves: vec![
                plain("4"),
                plain("4"),
                mv("3", Some(Score::Cp(-5)), Some(7), Some(41_873), 1_045),
                mv("2", Some(Score::Mate(-4)), None, None, 1),
                mv("1", Some(Score::Mate(3)), Some(1), Some(1), 0),
                mv("1", None, None, None, 12),
            ],
            ending: Some(Ending {
                decision: Decision::Won(Seat::P2),
                verdict: Verdict::Late,
                detail: "12 ms".into(),
            }),
        }
    }

    #[test]
    fn text_is_read_as_it_is_written() {
        let mut long = sample();
        long.moves.extend((0..30).flat_map(|_| sample().moves));
        long.moves.iter_mut().skip(long.book).for_each(|played| played.ms = Some(3));
        let mut broken_off = sample();
        broken_off.ending = None;
        let records = [sample(), long, broken_off, Record::default()];
        let text: String = records.iter().map(write).collect();
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(read(&text).unwrap(), records);
    }

    #[test]
    fn nonsense_is_refused_without_harm() {
        assert!(read("[Game linetris]\n").is_err());
        assert!(read("[Number \"x\"]\n").is_err());
        assert!(read("1. 4 4\n").is_err());
        assert_eq!(read("").unwrap(), []);
        assert_eq!(read("[P9 \"x\"]\n[Puzzle \"y\"]\n\n{").unwrap().len(), 1);
    }
}
