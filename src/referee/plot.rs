//! The course of a match as a picture: the score of each engine against the number of games, with
//! the 95 % band that would hold an engine of equal strength.

use std::fmt::Write as _;

use super::record::Record;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 400.0;
/// Room for the labels.
const LEFT: f64 = 50.0;
const BOTTOM: f64 = 40.0;
const TOP: f64 = 20.0;
const RIGHT: f64 = 140.0;
const COLOURS: [&str; 8] =
    ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f"];

/// Draws the games, in the order in which they stand, as SVG. A score is an engine's share of its
/// points: 50 % is what it gets when all seats are equal.
pub fn svg(records: &[Record]) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut courses: Vec<Vec<(usize, f64)>> = Vec::new();
    // Points above what an equal engine would have made, and games.
    let mut sums: Vec<(f64, f64)> = Vec::new();
    let finished = records.iter().filter_map(|record| Some((record, record.ending.as_ref()?)));
    let mut count = 0;
    for (record, ending) in finished {
        count += 1;
        let seats = record.players.len();
        let points = ending.decision.points(seats);
        let mut met = Vec::new();
        for (player, points) in record.players.iter().zip(points) {
            let engine = names.iter().position(|name| *name == player.name).unwrap_or_else(|| {
                names.push(&player.name);
                courses.push(Vec::new());
                sums.push((0.0, 0.0));
                names.len() - 1
            });
            // Scaled so that a winner has 1 and a loser 0 at a table of two.
            sums[engine].0 += points - 1.0 / seats as f64;
            if !met.contains(&engine) {
                met.push(engine);
                sums[engine].1 += 1.0;
            }
        }
        for engine in met {
            courses[engine].push((count, 0.5 + sums[engine].0 / sums[engine].1));
        }
    }
    let last = count.max(1) as f64;
    let x = |game: f64| LEFT + (WIDTH - LEFT - RIGHT) * game / last;
    let y = |score: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * score.clamp(0.0, 1.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    // Writing to a string cannot fail, so the results below are not looked at.
    let upper = |game: f64| 0.5 + (0.98 / game.sqrt()).min(0.5);
    let steps = || (1..=200).map(|step| (last * f64::from(step) / 200.0).max(1.0));
    let band: Vec<String> = steps()
        .map(|game| format!("{:.1},{:.1}", x(game), y(upper(game))))
        .chain(steps().rev().map(|game| format!("{:.1},{:.1}", x(game), y(1.0 - upper(game)))))
        .collect();
    let _ = writeln!(text, "<polygon points=\"{}\" fill=\"#eeeeee\"/>", band.join(" "));
    for tick in 0..=4 {
        let score = f64::from(tick) / 4.0;
        let (line, right) = (y(score), WIDTH - RIGHT);
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT},{line:.1}H{right}\" stroke=\"#cccccc\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{:.0} %</text>",
            LEFT - 6.0,
            line + 4.0,
            100.0 * score
        );
        let game = (last * score).round();
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{game}</text>",
            x(game),
            HEIGHT - BOTTOM + 18.0
        );
    }
    for (engine, course) in courses.iter().enumerate() {
        let colour = COLOURS[engine % COLOURS.len()];
        let points: Vec<String> = course
            .iter()
            .map(|&(game, score)| format!("{:.1},{:.1}", x(game as f64), y(score)))
            .collect();
        let name = names[engine].replace('&', "&amp;").replace('<', "&lt;");
        let score = course.last().map_or(0.5, |&(_, score)| score);
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\">{name} {:.1} %</text>",
            points.join(" "),
            WIDTH - RIGHT + 8.0,
            TOP + 16.0 * (engine as f64 + 1.0),
            100.0 * score
        );
    }
    text.push_str("</svg>\n");
    text
}
