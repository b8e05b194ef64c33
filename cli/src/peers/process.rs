//! A child process with a time limit: its output, how it ended, and how long it took.

use crate::error::CliError;
use crate::interrupt;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often Ctrl-C is looked at while a child runs.
const GLANCE: Duration = Duration::from_millis(100);

/// What a child did.
#[derive(Clone, Debug)]
pub struct Ran {
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
    /// How it ended; none if it was ended at its time limit.
    pub status: Option<ExitStatus>,
    /// From before its launch until it had ended.
    pub wall: Duration,
}

impl Ran {
    /// The last line it wrote, preferably to standard error: usually what went wrong.
    pub fn last_words(&self) -> String {
        let last = |text: &str| text.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(str::to_string);
        last(&self.stderr).or_else(|| last(&self.stdout)).unwrap_or_else(|| "it wrote nothing".into())
    }
}

/// Runs a command to its end, or to its time limit.
pub fn process(command: &mut Command, limit: Duration) -> Result<Ran, CliError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |source: std::io::Error| CliError::usage(format!("cannot run {program}: {source}"));
    // From here on a signal is heard: one that came after the child would leave it behind.
    interrupt::check("benchmarks")?;
    let start = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // What it starts itself ends with it.
    command.process_group(0);
    let mut family = Family { child: command.spawn().map_err(failed)?, ended: false };
    let child = &mut family.child;
    let (done, ended) = channel();
    let collect = |pipe: Option<Box<dyn Read + Send>>| {
        let done = done.clone();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                // What could be read counts; a broken pipe ends it.
                let _ = pipe.read_to_end(&mut bytes);
            }
            let _ = done.send(());
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let out = collect(child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let err = collect(child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let mut open = 2;
    let mut status = None;
    while status.is_none() && start.elapsed() < limit {
        interrupt::check("benchmarks")?;
        if open == 0 {
            // Both pipes are closed: it is ending, or has taken leave of its output.
            status = family.try_wait().map_err(failed)?;
            if status.is_none() {
                thread::sleep(Duration::from_micros(200));
            }
            continue;
        }
        match ended.recv_timeout(GLANCE.min(limit.saturating_sub(start.elapsed()))) {
            Ok(()) => open -= 1,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => open = 0,
        }
    }
    let wall = start.elapsed();
    // Only when all of it has ended are the pipes sure to be closed.
    drop(family);
    let text = |handle: thread::JoinHandle<String>| handle.join().unwrap_or_default();
    Ok(Ran { stdout: text(out), stderr: text(err), status, wall })
}

/// A child with what it has started, which ends when this is dropped.
struct Family {
    child: Child,
    /// It has been waited for, so that its number may be another's by now.
    ended: bool,
}

impl Family {
    fn try_wait(&mut self) -> std::io::Result<Option<ExitStatus>> {
        let status = self.child.try_wait()?;
        self.ended = status.is_some();
        Ok(status)
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        if !self.ended {
            // It may have ended just now, which is as good.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            let _ = self.child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::process;
    use std::process::Command;
    use std::time::Duration;

    #[test]
    fn a_child_s_output_and_end_are_told() {
        let ran = process(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]), Duration::from_secs(10));
        let ran = ran.expect("sh runs");
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("out\n", "err\n"));
        assert_eq!(ran.status.and_then(|status| status.code()), Some(3));
    }

    #[test]
    fn a_child_ends_at_its_limit() {
        let ran = process(Command::new("sleep").arg("60"), Duration::from_millis(50)).expect("sleep runs");
        assert!(ran.status.is_none() && ran.wall < Duration::from_secs(30));
    }

    #[test]
    fn what_a_child_has_started_ends_with_it() {
        // It holds the pipe for longer than the child itself.
        let ran = process(Command::new("sh").args(["-c", "sleep 60 & sleep 60"]), Duration::from_millis(50));
        assert!(ran.expect("sh runs").wall < Duration::from_secs(30));
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        assert!(process(&mut Command::new("no-such-program-here"), Duration::from_secs(1)).is_err());
    }
}
