//! Tables for people.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use super::record::Record;
use super::sprt::Sprt;
use super::standings::{Duel, Standings, culprit};
use super::statistics::Estimate;
use super::verdict::Decision;

/// Writes a text and the end of its line to standard output, at once. A reader who has left is no
/// reason to stop: games are still written down.
pub fn say(text: impl std::fmt::Display) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

/// A line about a finished game.
pub fn game_line(record: &Record, total: Option<u64>) -> String {
    let Some(ending) = &record.ending else { return String::new() };
    let names: Vec<&str> = record.players.iter().map(|player| player.name.as_str()).collect();
    let of = total.map_or(String::new(), |total| format!("/{total}"));
    let winner = match ending.decision {
        Decision::Won(seat) => format!(" for {}", names[seat.index()]),
        Decision::Lost(seat) => format!(" of {}", names[seat.index()]),
        Decision::Drawn => String::new(),
    };
    let mut line = format!(
        "game {}{of}: {}: {}{winner}, {} in {} moves",
        record.number,
        names.join(" - "),
        ending.decision,
        ending.verdict,
        record.moves.len()
    );
    if culprit(record).is_some() || !ending.detail.is_empty() {
        let _ = write!(line, " ({})", ending.detail);
    }
    line
}

/// An Elo difference with its error.
fn elo(estimate: &Estimate) -> String {
    match estimate.elo.is_finite() {
        // Sets that were all alike tell nothing about the error.
        true if estimate.margin == 0.0 => format!("{:+.1} ± ?", estimate.elo),
        true if estimate.error().is_finite() => {
            format!("{:+.1} ± {:.1}", estimate.elo, estimate.error())
        }
        true => format!("{:+.1} ({:+.1} to {:+.1})", estimate.elo, estimate.low, estimate.high),
        false => format!("{:+}", estimate.elo),
    }
}

/// What two engines did against each other, in a line.
pub fn duel_line(standings: &Standings, a: usize, b: usize) -> String {
    let duel = standings.duel(a, b);
    let Duel { wins, draws, losses, ref samples } = duel;
    let names = standings.names();
    let games = wins + draws + losses;
    let points = wins as f64 + draws as f64 / 2.0;
    let mut line = format!(
        "{} - {}: +{wins} ={draws} -{losses}, {points}/{games} ({:.1} %)",
        names[a],
        names[b],
        100.0 * points / games.max(1) as f64
    );
    if let Some(estimate) = duel.moments().estimate() {
        let _ = write!(
            line,
            ", Elo {} (95 %), LOS {:.1} %, {} sets",
            elo(&estimate),
            100.0 * estimate.superiority,
            estimate.sets
        );
    }
    for (games, sample) in samples {
        let counts: Vec<String> = sample.counts().iter().map(u64::to_string).collect();
        let _ = write!(line, ", of {games} [{}]", counts.join(" "));
    }
    line
}

/// The same in few words.
pub fn short_duel(standings: &Standings, a: usize, b: usize) -> String {
    let duel = standings.duel(a, b);
    let mut line = format!("+{} ={} -{}", duel.wins, duel.draws, duel.losses);
    if let Some(estimate) = duel.moments().estimate() {
        let _ =
            write!(line, " | Elo {} | LOS {:.0} %", elo(&estimate), 100.0 * estimate.superiority);
    }
    line
}

/// How a test stands, in a line.
pub fn sprt_line(test: &Sprt, standings: &Standings, rotations: usize) -> String {
    let (low, high) = test.bounds();
    let duel = standings.duel(0, 1);
    let llr = duel.samples.get(&rotations).map_or(0.0, |sample| test.llr(sample));
    format!("LLR {llr:.2} ({low:.2}, {high:.2}) [{}, {}]", test.elo0, test.elo1)
}

/// The final table: every engine, who met whom, the seats and the endings.
pub fn table(standings: &Standings) -> String {
    let names = standings.names();
    let mut order: Vec<usize> = (0..names.len()).collect();
    let share = |engine: usize| {
        let tally = standings.tally(engine);
        if tally.par > 0.0 { tally.points / tally.par } else { 0.0 }
    };
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:>4}  {:<width$} {:>6} {:>6} {:>6} {:>6} {:>8} {:>7}  Elo (95 %)\n",
        "rank", "engine", "games", "+", "=", "-", "points", "of par"
    );
    for (&engine, rank) in order.iter().zip(1..) {
        let tally = standings.tally(engine);
        let elo = tally.sets.estimate().map_or("-".into(), |estimate| elo(&estimate));
        let _ = writeln!(
            text,
            "{rank:>4}  {:<width$} {:>6} {:>6} {:>6} {:>6} {:>8.1} {:>5.0} %  {elo}",
            names[engine],
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            tally.points,
            100.0 * share(engine)
        );
    }
    if names.len() > 1 {
        text.push('\n');
        text.push_str(&crosstable(standings, &order, width));
        text.push('\n');
        for (at, &a) in order.iter().enumerate() {
            for &b in &order[at + 1..] {
                let duel = standings.duel(a, b);
                if duel.wins + duel.draws + duel.losses > 0 {
                    let _ = writeln!(text, "{}", duel_line(standings, a, b));
                }
            }
        }
    }
    let games = standings.games().max(1) as f64;
    let seats: Vec<String> = standings
        .seats()
        .iter()
        .zip(1..)
        .map(|(points, seat)| format!("p{seat} {:.1} %", 100.0 * points / games))
        .collect();
    let _ = writeln!(text, "\n{} games; points by seat: {}", standings.games(), seats.join(", "));
    let endings: Vec<String> =
        standings.verdicts().iter().map(|(verdict, count)| format!("{verdict} {count}")).collect();
    let _ = writeln!(text, "endings: {}", endings.join(", "));
    for (engine, name) in names.iter().enumerate() {
        let faults = &standings.tally(engine).faults;
        if !faults.is_empty() {
            let words: Vec<String> =
                faults.iter().map(|(verdict, count)| format!("{verdict} {count}")).collect();
            let _ = writeln!(text, "faults of {name}: {}", words.join(", "));
        }
    }
    text
}

/// Points of each engine against each other.
fn crosstable(standings: &Standings, order: &[usize], width: usize) -> String {
    let mut text = format!("{:>4}  {:<width$}", "", "");
    for rank in 1..=order.len() {
        let _ = write!(text, " {rank:>13}");
    }
    text.push('\n');
    for (&a, rank) in order.iter().zip(1..) {
        let _ = write!(text, "{rank:>4}  {:<width$}", standings.names()[a]);
        for &b in order {
            let Duel { wins, draws, losses, .. } = standings.duel(a, b);
            let games = wins + draws + losses;
            let cell = match games {
                0 => "-".into(),
                _ => format!("{}/{games}", wins as f64 + draws as f64 / 2.0),
            };
            let _ = write!(text, " {cell:>13}");
        }
        text.push('\n');
    }
    text
}
