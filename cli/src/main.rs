//! The `horolog` program: reads the command line, runs a command, and ends with its exit code.

use clap::Parser;
use horolog::args::Cli;
use horolog::error::Exit;
use horolog::{dispatch, report};
use std::process::ExitCode;
use std::thread;

/// Native stack of the thread that does everything: expressions and terms are walked recursively in places.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let work = thread::Builder::new().name("horolog".into()).stack_size(STACK).spawn(move || match dispatch(&cli) {
        Ok(exit) => exit,
        Err(error) => {
            report::complain(&error);
            error.exit()
        }
    });
    let exit = match work.map(thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The panic has printed its message: a bug of ours.
        Ok(Err(_)) | Err(_) => Exit::Error,
    };
    ExitCode::from(exit.code())
}
