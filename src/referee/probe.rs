//! A conversation with an engine that may do anything, for the compliance check: every question
//! has a limit of time, and every answer that does not come is a sentence.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;
use tetrarch_protocol::ugi::{BestMove, Info, Reply};

use super::process::{Exit, Process, describe};

/// An engine under examination.
#[derive(Debug)]
pub struct Probe {
    process: Process,
    patience: Duration,
}

/// What an engine wrote between `go` and `bestmove`.
#[derive(Clone, Debug)]
pub struct Search {
    /// Its `info` lines with facts.
    pub infos: Vec<Info>,
    /// Its answer.
    pub best: BestMove,
    /// The time from `go` to the answer.
    pub time: Duration,
}

impl Probe {
    /// Starts an engine.
    ///
    /// # Errors
    /// There is no shell to start it.
    pub fn start(command: &str, patience: Duration) -> Result<Probe, String> {
        let process = Process::start(command, None, Stdio::null());
        process
            .map(|process| Probe { process, patience })
            .map_err(|error| format!("cannot be started: {error}"))
    }

    /// Sends a line as it is.
    pub fn say(&self, line: impl std::fmt::Display) {
        log::trace!("> {line}");
        self.process.send(line);
    }

    /// The next line within a time; none when the time is up.
    fn line(&mut self, deadline: Instant) -> Result<Option<Reply>, String> {
        match self.process.output().recv_deadline(deadline) {
            Ok(line) => {
                log::trace!("< {}", line.text);
                // A line that begins like one of the protocol's but is not is worth a word.
                let reply = Reply::parse(&line.text);
                match reply {
                    Reply::Text(text) if text.split(' ').next() == Some("option") => {
                        Err(format!("unreadable: `{text}`"))
                    }
                    reply => Ok(Some(reply)),
                }
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let end = self.process.wait(Duration::from_secs(1)).map_or_else(
                    || "it closed its output".to_owned(),
                    |status| format!("it ended with {}", describe(status)),
                );
                Err(end)
            }
        }
    }

    /// Every line up to the one that is accepted, without it.
    ///
    /// # Errors
    /// It does not come, or the engine is gone.
    pub fn until<T>(
        &mut self,
        what: &str,
        mut accept: impl FnMut(&Reply) -> Option<T>,
    ) -> Result<(T, Vec<Reply>), String> {
        let deadline = Instant::now() + self.patience;
        let mut before = Vec::new();
        while let Some(reply) = self.line(deadline)? {
            if let Some(found) = accept(&reply) {
                return Ok((found, before));
            }
            before.push(reply);
        }
        Err(format!("no {what} within {} s", self.patience.as_secs_f64()))
    }

    /// Everything that comes within a time.
    ///
    /// # Errors
    /// The engine is gone.
    pub fn listen(&mut self, time: Duration) -> Result<Vec<Reply>, String> {
        let deadline = Instant::now() + time;
        let mut heard = Vec::new();
        while let Some(reply) = self.line(deadline)? {
            heard.push(reply);
        }
        Ok(heard)
    }

    /// Waits until the engine is ready: what it wrote before.
    ///
    /// # Errors
    /// It is not ready in time.
    pub fn ready(&mut self) -> Result<Vec<Reply>, String> {
        self.say("isready");
        let ready = self.until("readyok", |reply| (*reply == Reply::ReadyOk).then_some(()));
        ready.map(|((), before)| before)
    }

    /// Sends a line and waits until the engine is ready: what it wrote meanwhile.
    ///
    /// # Errors
    /// It is not ready in time.
    pub fn settle(&mut self, line: impl std::fmt::Display) -> Result<Vec<Reply>, String> {
        self.say(line);
        self.ready()
    }

    /// Sends a line that must be taken without a word of complaint.
    ///
    /// # Errors
    /// It complains, or is not ready in time.
    pub fn order(&mut self, line: impl std::fmt::Display) -> Result<(), String> {
        let line = line.to_string();
        let replies = self.settle(&line)?;
        match replies.iter().find_map(Reply::as_error) {
            Some(error) => Err(format!("`{line}` is refused: {error}")),
            None => Ok(()),
        }
    }

    /// Sends a line that must be complained about.
    ///
    /// # Errors
    /// It is taken in silence.
    pub fn provoke(&mut self, line: &str) -> Result<String, String> {
        let replies = self.settle(line)?;
        let error = replies.iter().find_map(Reply::as_error);
        error.map(str::to_owned).ok_or_else(|| format!("no `info string error` for `{line}`"))
    }

    /// The answer to a query.
    ///
    /// # Errors
    /// There is none.
    pub fn ask(&mut self, query: &str) -> Result<String, String> {
        self.say(format_args!("query {query}"));
        let answer = self.until(&format!("response to `query {query}`"), |reply| match reply {
            Reply::Response(answer) => Some(answer.to_string()),
            _ => None,
        });
        answer.map(|(answer, _)| answer)
    }

    /// Fails unless a query is answered like this.
    ///
    /// # Errors
    /// The answer is another one.
    pub fn expect(&mut self, query: &str, expected: &str) -> Result<(), String> {
        match self.ask(query)? {
            answer if answer == expected => Ok(()),
            answer => {
                Err(format!("`query {query}` is answered `{answer}`, it should be `{expected}`"))
            }
        }
    }

    /// Waits for the end of a search that began at a moment.
    ///
    /// # Errors
    /// There is no `bestmove`, or no score before it.
    pub fn result(&mut self, begin: Instant) -> Result<Search, String> {
        let (best, before) = self.until("bestmove", |reply| match reply {
            Reply::BestMove(best) => Some(best.clone()),
            _ => None,
        })?;
        let time = begin.elapsed();
        let infos: Vec<Info> = before
            .into_iter()
            .filter_map(|reply| match reply {
                Reply::Info(info) => Some(info),
                _ => None,
            })
            .collect();
        match infos.iter().any(|info| info.score.is_some()) {
            true => Ok(Search { infos, best, time }),
            false => Err("no info with a score before the bestmove".into()),
        }
    }

    /// Searches, and makes sure that there is one answer, not two.
    ///
    /// # Errors
    /// There is none, or more than one.
    pub fn search(&mut self, go: &str) -> Result<Search, String> {
        let begin = Instant::now();
        self.say(go);
        let search = self.result(begin)?;
        let rest = self.ready()?;
        match rest.iter().any(|reply| matches!(reply, Reply::BestMove(_))) {
            true => Err(format!("more than one bestmove for `{go}`")),
            false => Ok(search),
        }
    }

    /// Closes the engine's input.
    pub fn hang_up(&mut self) {
        self.process.close_input();
    }

    /// Waits for the engine to end by itself, without an error.
    ///
    /// # Errors
    /// It does not, or with an error.
    pub fn farewell(self) -> Result<(), String> {
        let patience = self.patience;
        match self.process.finish(patience) {
            Exit::Ended(status) if status.success() => Ok(()),
            Exit::Ended(status) => Err(format!("it ended with {}", describe(status))),
            Exit::Killed => Err(format!("it was still there after {} s", patience.as_secs_f64())),
        }
    }
}
