//! What has begun and is not yet answered: its reports, its end, its last line.

use std::io::{self, Write};

use tetrarch_protocol::ugi::{self, BestMove, Flavour, Info, Reply, Score};
use tetrarch_protocol::{Depth, Millis, Nodes, Permille};

use super::super::engine::per_second;
use super::super::job::{Event, Job};
use super::Ugi;
use crate::game::Outcome;
use crate::search::{self, Bound, Found, Report};

/// Work that has begun and whose last line is not yet written.
pub(super) struct Running {
    /// The work; none when there was nothing to do.
    pub job: Option<Job>,
    pub kind: Kind,
    /// The answer waits for `stop`.
    pub infinite: bool,
    /// The answer waits for `ponderhit`.
    pub ponder: bool,
}

pub(super) enum Kind {
    Search {
        found: Option<Found<String>>,
        /// The best move so far, should the search end without an answer.
        best: Option<String>,
        /// Whether a score has been told, as it must be before the move.
        told: bool,
    },
    Perft {
        total: u64,
    },
    Bench,
}

impl Running {
    pub fn is_held(&self) -> bool {
        self.infinite || self.ponder
    }

    pub fn stop(&mut self) {
        (self.infinite, self.ponder) = (false, false);
        if let Some(job) = &self.job {
            job.signal.stop();
        }
    }
}

impl<W: Write> Ugi<W> {
    /// A search with a limit may finish; one that waits for a word that cannot come any more is
    /// stopped.
    pub(super) fn end_of_input(&mut self) -> io::Result<()> {
        if let Some(running) = self.running.as_mut().filter(|running| running.is_held()) {
            running.stop();
        }
        self.finish()
    }

    /// Ends what is running and writes its last line.
    pub(super) fn interrupt(&mut self) -> io::Result<()> {
        if let Some(running) = &mut self.running {
            running.stop();
        }
        self.finish()
    }

    /// Waits for the end of what is running.
    fn finish(&mut self) -> io::Result<()> {
        while let Some(job) = self.running.as_ref().and_then(|running| running.job.as_ref()) {
            match job.events.recv() {
                Ok(event) => self.event(event)?,
                Err(_) => self.work_is_done()?,
            }
        }
        self.conclude()
    }

    /// Writes what a job tells.
    pub(super) fn event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Report(report) => self.report(report),
            Event::Found(answer) => {
                if let Some(Running { kind: Kind::Search { found, .. }, .. }) = &mut self.running {
                    *found = Some(answer);
                }
                Ok(())
            }
            Event::Count(mv, count) => {
                if let Some(Running { kind: Kind::Perft { total }, .. }) = &mut self.running {
                    *total += count;
                }
                self.host.say(Reply::PerftLine { mv, count: Nodes(count) })
            }
            Event::Text(text) => self.host.say(Reply::Text(text)),
            Event::Error(message) => {
                // Nothing was searched, so there is nothing to hold back.
                if let Some(running) = &mut self.running {
                    running.stop();
                }
                self.error(format_args!("go: {message}"))
            }
        }
    }

    pub(super) fn work_is_done(&mut self) -> io::Result<()> {
        if let Some(running) = &mut self.running {
            running.job = None;
        }
        self.conclude_unless_held()
    }

    pub(super) fn conclude_unless_held(&mut self) -> io::Result<()> {
        match &self.running {
            Some(running) if running.job.is_none() && !running.is_held() => self.conclude(),
            _ => Ok(()),
        }
    }

    /// Writes the last line of what has run.
    fn conclude(&mut self) -> io::Result<()> {
        match self.running.take().map(|running| running.kind) {
            None | Some(Kind::Bench) => Ok(()),
            Some(Kind::Perft { total }) => self.host.say(Reply::PerftTotal(Nodes(total))),
            Some(Kind::Search { found, best, told }) => {
                if !told {
                    let score = self.idle_score();
                    self.host.say(Reply::Info(Info::idle(score)))?;
                }
                let found = found.or(best.map(|best| Found { best, ponder: None }));
                self.host.say(Reply::BestMove(match found {
                    None => BestMove::none(),
                    Some(Found { best, ponder }) => BestMove {
                        mv: Some(best),
                        ponder: ponder.filter(|_| self.flavour == Flavour::Uci),
                    },
                }))
            }
        }
    }

    /// The score where there is nothing to search: `mate 0` says that the mover has lost.
    fn idle_score(&self) -> Score {
        let session = self.host.engine.session();
        match session.and_then(|session| Some((session.outcome()?, session.mover()))) {
            Some((Outcome::Won(winner), mover)) if winner != mover => Score::Mate(0),
            _ => Score::Cp(0),
        }
    }

    fn report(&mut self, report: Report<String>) -> io::Result<()> {
        if let Some(Running { kind: Kind::Search { best, told, .. }, .. }) = &mut self.running {
            *told = true;
            if report.rank == 1 {
                *best = report.line.first().cloned();
            }
        }
        let info = Info {
            depth: Some(Depth(report.depth)),
            seldepth: Some(Depth(report.seldepth)),
            multipv: Some(report.rank as u32),
            score: Some(self.score(report.score, report.bound)),
            nodes: Some(Nodes(report.nodes)),
            nps: Some(per_second(report.nodes, report.time)),
            hashfull: Some(Permille(report.full)),
            time: Some(Millis::from(report.time)),
            pv: report.line,
        };
        self.host.say(Reply::Info(info))
    }

    fn score(&self, score: search::Score, bound: Bound) -> ugi::ScoreReport {
        let score = score.mate().map_or(Score::Cp(score.value()), Score::Mate);
        let score = match self.flavour {
            Flavour::Ugi => score,
            Flavour::Uci => score.in_own_moves(self.seats()),
        };
        let bound = match bound {
            Bound::Exact => None,
            Bound::Lower => Some(ugi::Bound::Lower),
            Bound::Upper => Some(ugi::Bound::Upper),
        };
        ugi::ScoreReport { score, bound }
    }

    pub(super) fn seats(&self) -> u8 {
        self.host.engine.session().map_or(2, |session| session.seats() as u8)
    }
}
