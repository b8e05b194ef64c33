//! `horolog peers`: classical benchmark programs here and in other Prolog systems, side by side.
//!
//! | module | is |
//! |---|---|
//! | [`program`] | a benchmark program, what its header says, and the text that times it |
//! | [`process`](mod@process) | a child process with a time limit |
//! | [`system`] | the systems: how each is found, prepared and launched |
//! | [`measure`](mod@measure) | interleaved rounds, and what they make of a program |
//! | [`outcome`] | the figures as data: ratios, geometric means, JSON |
//! | [`tables`] | the figures as text and Markdown |
//!
//! Every system gets the same text: the program, then a loop that runs `top/0` as often as the header says and is left by
//! failure, and the same loop around `true`; the difference of their processor times, read inside the process, is the time.
//! This system is launched like the others, as a child process of the same binary.

pub mod measure;
pub mod outcome;
pub mod process;
pub mod program;
pub mod system;
pub mod tables;

use crate::args::PeersArgs;
use crate::error::{CliError, Exit};
use crate::files::{check_directory, write_whole};
use crate::report::{Paint, note, print, print_json};
use crate::validate::{Provenance, provenance, slug};
use calibrate::clock::Pin;
use indicatif::{ProgressBar, ProgressStyle};
use measure::{Plan, measure, start_up};
use outcome::Peers;
use std::env;
use std::path::Path;
use std::time::Duration;
use system::{SYSTEMS, System, Workshop};

/// Times the programs on every system that is installed, and prints the ratios.
pub fn peers(args: &PeersArgs) -> Result<Exit, CliError> {
    let programs = program::load(&args.dir, &args.programs)?;
    let systems = chosen(&args.systems)?;
    let (present, missing): (Vec<&System>, Vec<&System>) =
        systems.into_iter().partition(|system| system.is_installed());
    for system in &missing {
        note(&format!("{} is not installed: left out", system.name));
    }
    if let Some(output) = &args.output {
        check_directory(output)?;
    }
    let plan = Plan { rounds: args.rounds.max(1), launches: args.launches };
    let own = env::current_exe().map_err(|error| CliError::usage(format!("cannot find this program: {error}")))?;
    let workshop = Workshop::new(own, Duration::from_secs(args.timeout))?;
    let bar = bar((programs.len() * plan.rounds * present.len()) as u64);
    // Children inherit the core.
    let pin = Pin::new();
    let mut rows = Vec::new();
    for program in &programs {
        bar.set_message(program.name.clone());
        rows.push(measure(program, &present, &workshop, plan, &mut || bar.inc(1))?);
    }
    bar.set_message("start-up");
    let start_up = start_up(&present, &workshop, plan)?;
    drop(pin);
    bar.finish_and_clear();
    let provenance = provenance();
    let peers = Peers::new(&provenance, plan, &present, &missing, &rows, &start_up);
    if let Some(output) = &args.output {
        write(output, &provenance, &peers)?;
    }
    if args.json {
        print_json(&peers)?;
    } else {
        print(&tables::text(&peers, Paint::stdout()))?;
    }
    Ok(if peers.failures().next().is_some() { Exit::False } else { Exit::Ok })
}

/// The systems of these names; all of them where none is named.
fn chosen(names: &[String]) -> Result<Vec<&'static System>, CliError> {
    let known = || SYSTEMS.iter().map(|system| system.name).collect::<Vec<_>>().join(", ");
    if names.is_empty() {
        return Ok(SYSTEMS.iter().collect());
    }
    let find = |name: &String| {
        SYSTEMS
            .iter()
            .find(|system| system.name == name)
            .ok_or_else(|| CliError::with_help(format!("there is no system {name}"), format!("systems: {}", known())))
    };
    names.iter().map(find).collect()
}

fn write(output: &Path, provenance: &Provenance, peers: &Peers) -> Result<(), CliError> {
    let directory = output.join(format!("{}-{}", provenance.date, slug(&provenance.processor)));
    let json = serde_json::to_string_pretty(peers).expect("reports are plain data");
    write_whole(&directory.join("peers.json"), format!("{json}\n"))?;
    write_whole(&directory.join("peers.md"), tables::markdown(peers))?;
    note(&format!("the tables are in {}", directory.join("peers.md").display()));
    Ok(())
}

/// A progress bar on standard error, where that is a terminal.
fn bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    let style = ProgressStyle::with_template("{msg:16} {wide_bar} {percent:>3} % {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
