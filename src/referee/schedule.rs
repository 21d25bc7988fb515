//! Who meets whom, and who sits where.
//!
//! A *table* is a group of engines that meet. In every round each table plays one *set*: the
//! round's opening once for every *rotation*, so that each engine sits in each seat equally often.

use std::collections::BTreeSet;

use super::record::Place;

/// Which groups of engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// All of them at one table.
    Match,
    /// Every group that fills a table.
    RoundRobin,
    /// Every such group with exactly one of the first engines.
    Gauntlet {
        /// How many engines are the first.
        seeds: usize,
    },
}

/// The games of a run, in order. Their numbers do not depend on how many are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    tables: Vec<Vec<usize>>,
    seats: usize,
    rotations: usize,
    /// Games of each table.
    limit: u64,
}

/// One game to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// Its number, from 1.
    pub number: u64,
    /// Its place in the schedule.
    pub place: Place,
    /// The engine in each seat.
    pub line_up: Vec<usize>,
}

impl Schedule {
    /// All games of a format, without end.
    ///
    /// # Errors
    /// There are too few or too many engines for it.
    pub fn new(format: Format, engines: usize, seats: usize) -> Result<Schedule, String> {
        if engines < 2 {
            return Err("at least two engines have to meet".into());
        }
        let size = engines.min(seats);
        let all: Vec<usize> = (0..engines).collect();
        let tables = match format {
            Format::Match if engines > seats => {
                return Err(format!(
                    "a match is for {seats} engines at most, a seat each; \
                     with {engines} it has to be roundrobin or gauntlet"
                ));
            }
            Format::Match => vec![all],
            Format::RoundRobin => groups(&all, size),
            Format::Gauntlet { seeds } => {
                if seeds == 0 || engines - seeds.min(engines) + 1 < size {
                    return Err(format!("gauntlet: {seeds} of {engines} engines cannot be first"));
                }
                let others = groups(&all[seeds..], size - 1);
                let with =
                    |&seed: &usize| others.iter().map(move |group| [&[seed], &group[..]].concat());
                all[..seeds].iter().flat_map(with).collect()
            }
        };
        let rotations = line_ups(&(0..size).collect::<Vec<_>>(), seats).len();
        Ok(Schedule { tables, seats, rotations, limit: u64::MAX })
    }

    /// Ends each table after so many games.
    pub fn limit(&mut self, games: u64) {
        self.limit = games;
    }

    /// How many games make a set.
    pub fn rotations(&self) -> usize {
        self.rotations
    }

    /// How many games there are; none if there is no end.
    pub fn total(&self) -> Option<u64> {
        (self.limit != u64::MAX).then(|| self.limit.saturating_mul(self.tables.len() as u64))
    }

    /// The game at an index from 0: none after the last, and none inside for one that the limit
    /// leaves out of an incomplete set.
    pub fn game(&self, index: u64) -> Option<Option<Assignment>> {
        let (tables, rotations) = (self.tables.len() as u64, self.rotations as u64);
        let (set, rotation) = (index / rotations, index % rotations);
        let (round, table) = (set / tables, (set % tables) as usize);
        if round * rotations >= self.limit {
            return None;
        }
        if round * rotations + rotation >= self.limit {
            return Some(None);
        }
        // More than two engines can sit round a table in several orders; every round has another.
        let engines = &self.tables[table];
        let order = reordered(engines, round);
        let line_up = line_ups(&order, self.seats).swap_remove(rotation as usize);
        let place = Place {
            round: round + 1,
            table: table + 1,
            rotation: rotation as usize + 1,
            rotations: self.rotations,
        };
        Some(Some(Assignment { number: index + 1, place, line_up }))
    }
}

/// Every group of `size` of these, in their order.
fn groups(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (at, &first) in of.iter().enumerate() {
        found.extend(
            groups(&of[at + 1..], size - 1).into_iter().map(|rest| [&[first], &rest[..]].concat()),
        );
    }
    found
}

/// The first engine, then the others in the order that has this number among all their orders.
fn reordered(engines: &[usize], number: u64) -> Vec<usize> {
    let (mut order, mut rest) = (vec![engines[0]], engines[1..].to_vec());
    let mut number = number;
    while !rest.is_empty() {
        let choices = rest.len() as u64;
        order.push(rest.remove((number % choices) as usize));
        number /= choices;
    }
    order
}

/// Every way to seat the engines in this order round the table, each once. Where there are more
/// seats than engines the order begins again, and each of them may be the one to sit twice.
fn line_ups(order: &[usize], seats: usize) -> Vec<Vec<usize>> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for first in 0..order.len() {
        let filled: Vec<usize> =
            (0..seats).map(|seat| order[(first + seat) % order.len()]).collect();
        for turn in 0..seats {
            let mut line_up = filled.clone();
            line_up.rotate_left(turn);
            if seen.insert(line_up.clone()) {
                found.push(line_up);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_ups_of(format: Format, engines: usize, seats: usize, games: u64) -> Vec<Vec<usize>> {
        let mut schedule = Schedule::new(format, engines, seats).unwrap();
        schedule.limit(games);
        let played: Vec<_> = (0..).map_while(|index| schedule.game(index)).flatten().collect();
        assert_eq!(schedule.total(), Some(played.len() as u64));
        played.into_iter().map(|game| game.line_up).collect()
    }

    #[test]
    fn two_engines_change_seats() {
        let games = line_ups_of(Format::Match, 2, 2, 4);
        assert_eq!(games, [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert_eq!(line_ups_of(Format::Match, 2, 2, 3).len(), 3);
        assert_eq!(line_ups_of(Format::Match, 2, 4, 2), [[0, 1, 0, 1], [1, 0, 1, 0]]);
    }

    #[test]
    fn everybody_sits_everywhere_equally_often() {
        for (engines, seats, rotations) in
            [(2, 2, 2), (2, 3, 6), (3, 3, 3), (2, 4, 2), (3, 4, 12), (4, 4, 4)]
        {
            let schedule = Schedule::new(Format::Match, engines, seats).unwrap();
            assert_eq!(schedule.rotations(), rotations);
            for round in 0..6 {
                let set: Vec<_> = (0..rotations as u64)
                    .map(|rotation| schedule.game(round * rotations as u64 + rotation))
                    .map(|game| game.flatten().unwrap().line_up)
                    .collect();
                for seat in 0..seats {
                    for engine in 0..engines {
                        let count = set.iter().filter(|line_up| line_up[seat] == engine).count();
                        assert_eq!(count * engines, rotations, "{engines} at {seats}: {set:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn neighbours_change_from_round_to_round() {
        let games = line_ups_of(Format::Match, 4, 4, 24);
        let orders: BTreeSet<_> = games.iter().step_by(4).collect();
        assert_eq!(orders.len(), 6);
    }

    #[test]
    fn round_robin_and_gauntlet() {
        let games = line_ups_of(Format::RoundRobin, 3, 2, 2);
        assert_eq!(games, [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        let games = line_ups_of(Format::Gauntlet { seeds: 1 }, 3, 2, 2);
        assert_eq!(games, [[0, 1], [1, 0], [0, 2], [2, 0]]);
        let games = line_ups_of(Format::Gauntlet { seeds: 2 }, 4, 2, 1);
        assert_eq!(games, [[0, 2], [0, 3], [1, 2], [1, 3]]);
        assert_eq!(Schedule::new(Format::RoundRobin, 4, 3).unwrap().tables.len(), 4);
    }

    #[test]
    fn numbers_do_not_depend_on_the_limit() {
        let mut short = Schedule::new(Format::RoundRobin, 3, 2).unwrap();
        let long = short.clone();
        short.limit(3);
        for index in 0..12 {
            if let Some(Some(game)) = short.game(index) {
                assert_eq!(Some(Some(game)), long.game(index));
            }
        }
        assert_eq!(short.game(7), Some(None));
        assert_eq!(short.game(12), None);
    }

    #[test]
    fn impossible_formats_are_refused() {
        assert!(Schedule::new(Format::Match, 1, 2).is_err());
        assert!(Schedule::new(Format::Match, 3, 2).is_err());
        assert!(Schedule::new(Format::Gauntlet { seeds: 0 }, 3, 2).is_err());
        assert!(Schedule::new(Format::Gauntlet { seeds: 3 }, 3, 2).is_err());
    }
}
