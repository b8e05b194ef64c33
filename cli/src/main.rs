//! The `horolog` program: reads the command line, runs a command, and ends with its exit code.

use clap::{Arg, Command, CommandFactory, Parser};
use horolog::args::Cli;
use horolog::error::{CliError, Exit};
use horolog::{dispatch, report};
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

/// Native stack of the thread that does everything: expressions and terms are walked recursively in places.
const STACK: usize = 512 << 20;
/// The same of each thread that solves beside others.
const WORKERS_STACK: usize = 64 << 20;
/// What part of a limited address space it may take, and what part all of those.
const STACK_PART: u64 = 8;

/// `horolog FILE` is `horolog top FILE`, also with options of `top` before the file: `horolog --dialect swi FILE`.
fn with_command(mut words: Vec<OsString>) -> Vec<OsString> {
    let cli = Cli::command();
    let Some(top) = cli.find_subcommand("top") else { return words };
    let mut at = 1;
    while let Some(option) = words.get(at).map(|word| word.to_string_lossy()).filter(|word| word.starts_with("--")) {
        let name = option[2..].split('=').next().unwrap_or_default();
        if !top.get_arguments().any(|arg| arg.get_long() == Some(name)) {
            return words;
        }
        at += 1 + usize::from(!option.contains('=') && takes_next(top, &option));
    }
    let is_program = |word: &OsString| {
        let name = word.to_string_lossy();
        let is_command = cli.get_subcommands().any(|command| *command.get_name() == *name);
        !is_command && Path::new(word).is_file()
    };
    // Options alone are those of the prompt.
    if words.get(at).map_or(at > 1, is_program) {
        words.insert(1, "top".into());
    }
    words
}

/// What stands behind a script that begins with `#!` is the script's own: `horolog run SCRIPT WORDS` is
/// `horolog run SCRIPT -- WORDS`.
fn with_script(mut words: Vec<OsString>) -> Vec<OsString> {
    let cli = Cli::command();
    let Some(run) = cli.find_subcommand("run").filter(|run| words.get(1).is_some_and(|word| *word == *run.get_name()))
    else {
        return words;
    };
    let mut at = 2;
    while words.get(at).is_some_and(|word| word.to_string_lossy().starts_with('-') && word != "--") {
        at += 1 + usize::from(takes_next(run, &words[at].to_string_lossy()));
    }
    if words.get(at).is_some_and(|file| is_script(Path::new(file)))
        && words.get(at + 1).is_some_and(|next| next != "--")
    {
        words.insert(at + 1, "--".into());
    }
    words
}

/// Whether the word after an option is its value.
fn takes_next(command: &Command, option: &str) -> bool {
    let takes = |matches: &dyn Fn(&Arg) -> bool| {
        command.get_arguments().find(|arg| matches(arg)).is_some_and(|arg| arg.get_action().takes_values())
    };
    match option.strip_prefix("--") {
        Some(long) => takes(&|arg| arg.get_long() == Some(long)),
        // The first of several letters that has a value takes the rest of them.
        None => match option.char_indices().skip(1).find(|(_, c)| takes(&|arg| arg.get_short() == Some(*c))) {
            Some((at, c)) => at + c.len_utf8() == option.len(),
            None => false,
        },
    }
}

fn is_script(file: &Path) -> bool {
    let mut begin = [0; 2];
    File::open(file).and_then(|mut file| file.read_exact(&mut begin)).is_ok() && begin == *b"#!"
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(with_script(with_command(std::env::args_os().collect()))) {
        Ok(cli) => cli,
        Err(answer) => return shown(&answer),
    };
    // A file that grows beyond its limit is an error like a full disk; it would end the process.
    let _ = signal_hook::flag::register(libc::SIGXFSZ, Arc::default());
    let stack = wam::machine::address_space().map_or(STACK, |all| STACK.min((all / STACK_PART) as usize));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let each = wam::machine::address_space()
        .map_or(WORKERS_STACK, |all| WORKERS_STACK.min((all / STACK_PART) as usize / workers));
    // Where threads cannot be had now, they are asked for again when there is work.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(workers).stack_size(each).build_global();
    let work = thread::Builder::new().name("horolog".into()).stack_size(stack).spawn(move || match dispatch(&cli) {
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
    ended(exit)
}

/// Help, the version, or what is wrong with the command line.
fn shown(answer: &clap::Error) -> ExitCode {
    match answer.print() {
        Ok(()) => ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(Exit::Error.code())),
        Err(source) => {
            let to = if answer.use_stderr() { "standard error" } else { "standard output" };
            let error = CliError::Output { to: to.into(), source };
            report::complain(&error);
            ended(error.exit())
        }
    }
}

/// The exit code, which says, too, that not all could be told.
fn ended(exit: Exit) -> ExitCode {
    let told = if exit.code() == 0 { report::untold().unwrap_or(exit) } else { exit };
    ExitCode::from(told.code())
}
