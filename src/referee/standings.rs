//! Counting games: points, who beat whom, and what it says about strength.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::record::Record;
use super::statistics::{Moments, Sample};
use super::verdict::{Decision, Verdict};

/// The games of one engine.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How often it won, in any seat.
    pub wins: u64,
    /// How often nobody won.
    pub draws: u64,
    /// How often another engine won, or it forfeited.
    pub losses: u64,
    /// The points of its seats: each game has one to share.
    pub points: f64,
    /// The points it would have if all seats of all its games were equal.
    pub par: f64,
    /// The scores of its sets, against all it met.
    pub sets: Moments,
    /// Its faults.
    pub faults: BTreeMap<Verdict, u64>,
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// What two engines did in the games in which both sat, from the first one's side.
#[derive(Clone, Debug, Default)]
pub struct Duel {
    /// Games that the first won, or the other forfeited.
    pub wins: u64,
    /// Games that neither won.
    pub draws: u64,
    /// Games that the other won, or the first forfeited.
    pub losses: u64,
    /// The scores of complete sets, by the number of games in a set.
    pub samples: BTreeMap<usize, Sample>,
}

impl Duel {
    /// The moments over sets of every length.
    pub fn moments(&self) -> Moments {
        self.samples.values().map(Sample::moments).fold(Moments::default(), Moments::and)
    }

    /// The same from the other side.
    pub fn reversed(&self) -> Duel {
        let Duel { wins, draws, losses, samples } = self.clone();
        let turn = |(games, sample): (usize, Sample)| {
            let counts: Vec<u64> = sample.counts().iter().rev().copied().collect();
            (games, Sample::from_counts(&counts))
        };
        let samples = samples.into_iter().map(turn).collect();
        Duel { wins: losses, draws, losses: wins, samples }
    }
}

/// A set that is not complete yet: its games, and the half points of each pair.
#[derive(Clone, Debug, Default)]
struct OpenSet {
    games: usize,
    halves: BTreeMap<(usize, usize), usize>,
}

/// All games so far. Each game counts once, however often it is added.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    names: Vec<String>,
    tallies: Vec<Tally>,
    duels: BTreeMap<(usize, usize), Duel>,
    open: HashMap<(String, u64, usize), OpenSet>,
    seen: BTreeSet<(String, u64)>,
    seats: Vec<f64>,
    verdicts: BTreeMap<Verdict, u64>,
}

impl Standings {
    /// Counts these engines even before they have played.
    pub fn of(names: impl IntoIterator<Item = String>) -> Standings {
        let mut standings = Standings::default();
        for name in names {
            standings.engine(&name);
        }
        standings
    }

    fn engine(&mut self, name: &str) -> usize {
        if let Some(index) = self.names.iter().position(|known| known == name) {
            return index;
        }
        self.names.push(name.to_owned());
        self.tallies.push(Tally::default());
        self.names.len() - 1
    }

    /// Counts a game; false if it was counted before or has no result.
    pub fn add(&mut self, record: &Record) -> bool {
        let Some(ending) = &record.ending else { return false };
        if !self.seen.insert((record.event.clone(), record.number)) {
            return false;
        }
        let line_up: Vec<usize> =
            record.players.iter().map(|player| self.engine(&player.name)).collect();
        let seats = line_up.len();
        let points = ending.decision.points(seats);
        if self.seats.len() < seats {
            self.seats.resize(seats, 0.0);
        }
        *self.verdicts.entry(ending.verdict).or_default() += 1;
        for (seat, &engine) in line_up.iter().enumerate() {
            self.seats[seat] += points[seat];
            self.tallies[engine].points += points[seat];
            self.tallies[engine].par += 1.0 / seats as f64;
        }
        let engines: BTreeSet<usize> = line_up.iter().copied().collect();
        for &engine in &engines {
            let tally = &mut self.tallies[engine];
            match ending.decision {
                Decision::Won(seat) if line_up[seat.index()] == engine => tally.wins += 1,
                Decision::Lost(seat) if line_up[seat.index()] != engine => tally.draws += 1,
                Decision::Won(_) | Decision::Lost(_) => tally.losses += 1,
                Decision::Drawn => tally.draws += 1,
            }
        }
        if let Some(culprit) = culprit(record) {
            *self.tallies[line_up[culprit]].faults.entry(ending.verdict).or_default() += 1;
        }
        self.add_to_set(record, ending.decision, &line_up, &engines);
        true
    }

    fn add_to_set(
        &mut self,
        record: &Record,
        decision: Decision,
        line_up: &[usize],
        engines: &BTreeSet<usize>,
    ) {
        let place = record.place;
        let key = (record.event.clone(), place.round, place.table);
        let set = self.open.entry(key.clone()).or_default();
        set.games += 1;
        let sits = |seat: crate::game::Seat, engine: usize| line_up[seat.index()] == engine;
        for &a in engines {
            for &b in engines.range(a + 1..) {
                let halves = match decision {
                    Decision::Won(seat) if sits(seat, a) => 2,
                    Decision::Won(seat) if sits(seat, b) => 0,
                    Decision::Lost(seat) if sits(seat, a) => 0,
                    Decision::Lost(seat) if sits(seat, b) => 2,
                    Decision::Won(_) | Decision::Lost(_) | Decision::Drawn => 1,
                };
                *set.halves.entry((a, b)).or_default() += halves;
                let duel = self.duels.entry((a, b)).or_default();
                *[&mut duel.losses, &mut duel.draws, &mut duel.wins][halves] += 1;
            }
        }
        if set.games < place.rotations {
            return;
        }
        let Some(set) = self.open.remove(&key) else { return };
        let mut scores: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for (&(a, b), &halves) in &set.halves {
            let duel = self.duels.entry((a, b)).or_default();
            let fresh = || Sample::new(set.games);
            duel.samples.entry(set.games).or_insert_with(fresh).add(halves);
            let score = halves as f64 / (2 * set.games) as f64;
            for (engine, score) in [(a, score), (b, 1.0 - score)] {
                let (sum, count) = scores.entry(engine).or_default();
                *sum += score;
                *count += 1.0;
            }
        }
        for (engine, (sum, count)) in scores {
            self.tallies[engine].sets.add(sum / count);
        }
    }

    /// The engines, in the order in which they came.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The games of an engine.
    pub fn tally(&self, engine: usize) -> &Tally {
        &self.tallies[engine]
    }

    /// The games between two engines, from the first one's side.
    pub fn duel(&self, a: usize, b: usize) -> Duel {
        match a < b {
            true => self.duels.get(&(a, b)).cloned().unwrap_or_default(),
            false => self.duels.get(&(b, a)).map(Duel::reversed).unwrap_or_default(),
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.seen.len() as u64
    }

    /// The points made in each seat.
    pub fn seats(&self) -> &[f64] {
        &self.seats
    }

    /// How games ended.
    pub fn verdicts(&self) -> &BTreeMap<Verdict, u64> {
        &self.verdicts
    }
}

/// The seat of the engine that was at fault, if one was.
pub fn culprit(record: &Record) -> Option<usize> {
    let ending = record.ending.as_ref().filter(|ending| ending.verdict.is_fault())?;
    match ending.decision {
        Decision::Lost(seat) => Some(seat.index()),
        Decision::Won(seat) if record.players.len() == 2 => Some(seat.other().index()),
        Decision::Won(_) | Decision::Drawn => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{Place, Player};
    use super::super::verdict::Ending;
    use super::*;
    use crate::game::Seat;

    fn record(number: u64, place: Place, names: &[&str], decision: Decision) -> Record {
        let players =
            names.iter().map(|&name| Player { name: name.into(), limits: String::new() }).collect();
        let ending = Ending { decision, verdict: Verdict::Rules, detail: String::new() };
        Record { number, place, players, ending: Some(ending), ..Record::default() }
    }

    const WON: Decision = Decision::Won(Seat::P1);

    #[test]
    fn pairs_make_a_pentanomial_and_count_once() {
        let mut standings = Standings::default();
        let place = |round, rotation| Place { round, table: 1, rotation, rotations: 2 };
        let games = [
            record(1, place(1, 1), &["A", "B"], WON),
            record(2, place(1, 2), &["B", "A"], Decision::Drawn),
            record(3, place(2, 1), &["A", "B"], Decision::Won(Seat::P2)),
            record(4, place(2, 2), &["B", "A"], WON),
            record(5, place(3, 1), &["A", "B"], WON),
        ];
        for game in &games {
            assert!(standings.add(game));
            assert!(!standings.add(game));
        }
        let duel = standings.duel(0, 1);
        assert_eq!((duel.wins, duel.draws, duel.losses), (2, 1, 2));
        assert_eq!(duel.samples[&2].counts(), [1, 0, 0, 1, 0]);
        assert_eq!(standings.duel(1, 0).samples[&2].counts(), [0, 1, 0, 0, 1]);
        assert_eq!(standings.tally(0).points, 2.5);
        assert_eq!(standings.seats(), [3.5, 1.5]);
    }

    #[test]
    fn three_at_a_table() {
        let mut standings = Standings::default();
        let place = |rotation| Place { round: 1, table: 1, rotation, rotations: 3 };
        standings.add(&record(1, place(1), &["A", "B", "C"], WON));
        standings.add(&record(2, place(2), &["B", "C", "A"], WON));
        let mut forfeited = record(3, place(3), &["C", "A", "B"], Decision::Lost(Seat::P1));
        forfeited.ending.as_mut().unwrap().verdict = Verdict::Crash;
        standings.add(&forfeited);
        assert_eq!(standings.duel(0, 1).samples[&3].counts(), [0, 0, 0, 1, 0, 0, 0]);
        // Against C: a win, nothing, a forfeit of C.
        assert_eq!(standings.duel(0, 2).samples[&3].counts(), [0, 0, 0, 0, 0, 1, 0]);
        assert_eq!(standings.tally(0).points, 1.5);
        assert_eq!(standings.tally(2).faults[&Verdict::Crash], 1);
        assert!((standings.tally(2).par - 1.0).abs() < 1e-9);
    }
}
