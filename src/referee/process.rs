//! An engine's process: started through the shell, in a process group of its own, and never left
//! behind.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Sender, unbounded};

use crate::daemon::lines::{self, Lines};

/// A child and its pipes. When it is dropped, the child and everything it started are killed.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines for the child. A thread writes them, so that a child that does not read cannot block
    /// the one who watches it. None once its input was closed.
    input: Option<Sender<String>>,
    output: Lines,
    status: Option<ExitStatus>,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// By itself.
    Ended(ExitStatus),
    /// It did not end by itself and was killed.
    Killed,
}

impl Process {
    /// Runs a command of the shell.
    ///
    /// # Errors
    /// There is no shell, or no room for another process.
    pub fn start(command: &str, directory: Option<&Path>, log: Stdio) -> io::Result<Process> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        if let Some(directory) = directory {
            shell.current_dir(directory);
        }
        // With a group of its own, a Ctrl-C at the terminal does not reach it (the referee ends it
        // in good order), and whatever it starts can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let mut child = shell.spawn()?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipe"));
        };
        let (input, pending) = unbounded::<String>();
        thread::spawn(move || {
            for line in pending {
                // The reader of its output finds out that the child is gone, and says how.
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        Ok(Process { child, input: Some(input), output: lines::read(stdout), status: None })
    }

    /// Sends a line. Whether it arrives shows in the answer.
    pub fn send(&self, line: impl Display) {
        if let Some(input) = &self.input {
            // A writer that has given up has no use for it.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Closes the child's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The lines it writes; the channel closes when its output does.
    pub fn output(&self) -> &Lines {
        &self.output
    }

    /// Waits for its end, at most so long, and reads what it still writes meanwhile: a child must
    /// not be stuck because nobody listens.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        loop {
            while self.output.try_recv().is_ok() {}
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.status = Some(status);
                    return Some(status);
                }
                Ok(None) if Instant::now() < deadline => {
                    thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_millis(10));
                }
                _ => return None,
            }
        }
    }

    /// Lets it end by itself, at most so long, and kills it otherwise. What it started itself and
    /// left behind is killed in any case.
    pub fn finish(mut self, patience: Duration) -> Exit {
        let exit = self.wait(patience).map_or(Exit::Killed, Exit::Ended);
        self.kill();
        exit
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, killpg};
            use nix::unistd::Pid;
            if let Ok(group) = i32::try_from(self.child.id()) {
                // An empty group is what is hoped for.
                let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
            }
        }
        if self.status.is_none() {
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How a process ended, in words.
pub fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = nix::sys::signal::Signal::try_from(signal).map_or("unknown", |s| s.as_str());
        return format!("killed by signal {signal} ({name})");
    }
    match status.code() {
        // What a shell makes of a signal.
        Some(code @ 129..=159) => format!("exit status {code} (signal {})", code - 128),
        Some(code) => format!("exit status {code}"),
        None => status.to_string(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(command: &str) -> Process {
        Process::start(command, None, Stdio::null()).unwrap()
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn lines_go_both_ways_and_the_end_is_told() {
        let mut process = start("read x; echo got $x; exit 3");
        process.send("this");
        assert_eq!(process.output().recv().unwrap().text, "got this");
        let status = process.wait(LONG).unwrap();
        assert_eq!(describe(status), "exit status 3");
        assert_eq!(process.finish(LONG), Exit::Ended(status));
    }

    #[test]
    fn a_child_that_stays_is_killed_with_all_it_started() {
        let process = start("sleep 1000 & echo $!; wait");
        let pid = process.output().recv().unwrap().text;
        assert_eq!(process.finish(Duration::ZERO), Exit::Killed);
        let gone = || {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
            // Killed, but perhaps not yet reaped by whoever inherited it.
            stat.map_or(true, |stat| stat.contains(") Z "))
        };
        let deadline = Instant::now() + LONG;
        while !gone() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(gone());
    }

    #[test]
    fn a_child_that_does_not_read_blocks_nobody() {
        let process = start("sleep 1000");
        for _ in 0..10_000 {
            process.send("a line that nobody will ever read");
        }
        assert_eq!(process.finish(Duration::ZERO), Exit::Killed);
    }

    #[test]
    fn signals_have_names() {
        let mut process = start("kill -SEGV $$");
        assert_eq!(describe(process.wait(LONG).unwrap()), "killed by signal 11 (SIGSEGV)");
    }
}
