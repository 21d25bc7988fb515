//! The tables of perft numbers.

/// A line of a table: a position, and how many lines of 1, 2, 3 … turns there are from it.
#[derive(Clone, Debug)]
pub struct Line {
    /// The game's name.
    pub game: &'static str,
    /// The position string.
    pub position: &'static str,
    /// Options that differ from the defaults, as `(name, value)`.
    pub options: Vec<(&'static str, &'static str)>,
    /// The numbers, from depth 1.
    pub counts: Vec<u64>,
}

/// The tables, by the name of the game.
const TABLES: [(&str, &str); 4] = [
    ("iris", include_str!("../perft/iris.perft")),
    ("manalath", include_str!("../perft/manalath.perft")),
    ("otrio", include_str!("../perft/otrio.perft")),
    ("linetris", include_str!("../perft/linetris.perft")),
];

/// Every line of every table.
pub fn lines() -> impl Iterator<Item = Line> {
    TABLES.into_iter().flat_map(|(game, table)| {
        let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(move |line| read(game, line))
    })
}

/// Reads `position; counts` or `position; Name=value …; counts`.
fn read(game: &'static str, line: &'static str) -> Line {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let (position, options, counts) = match fields[..] {
        [position, counts] => (position, "", counts),
        [position, options, counts] => (position, options, counts),
        _ => panic!("{game}: {line}"),
    };
    let option = |word: &'static str| word.split_once('=').expect("Name=value");
    Line {
        game,
        position,
        options: options.split_whitespace().map(option).collect(),
        counts: counts.split(' ').map(|count| count.parse().expect("a number")).collect(),
    }
}
