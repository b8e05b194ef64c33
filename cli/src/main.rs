//! The `horolog` program: reads the command line, runs a command, and ends with its exit code.

use clap::{CommandFactory, Parser};
use horolog::args::Cli;
use horolog::error::Exit;
use horolog::{dispatch, report};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

/// Native stack of the thread that does everything: expressions and terms are walked recursively in places.
const STACK: usize = 512 << 20;

/// `horolog FILE` is `horolog top FILE`.
fn with_command(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_program = |word: &OsString| {
        let name = word.to_string_lossy();
        let is_command = Cli::command().get_subcommands().any(|command| *command.get_name() == *name);
        !is_command && Path::new(word).is_file()
    };
    if words.get(1).is_some_and(is_program) {
        words.insert(1, "top".into());
    }
    words
}

fn main() -> ExitCode {
    let cli = Cli::parse_from(with_command(std::env::args_os().collect()));
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
