//! The `horolog` program as a library: the command line, and reports as text, JSON and plots.
//!
//! | module | is |
//! |---|---|
//! | [`args`], [`amounts`], [`target`], [`error`] | the command line; errors and exit codes |
//! | [`toplevel`], [`session`], [`answer`], [`message`] | the prompt; programs in a machine; answers and exceptions as text |
//! | [`run`], [`list`], [`calibrate`], [`machine`] | the commands of those names |
//! | [`watch`] | folds over the events of a run, and what they come to, shown |
//! | [`mod@instrument`] | what a configuration of events selects, listed, explained and told |
//! | [`estimate`], [`compare`], [`check`], [`hints`], [`analyze`] | reports of `predict`, shown |
//! | [`reasons`], [`hot`] | codes of unknown bounds, explained, and `help`; hot paths in words |
//! | [`validate`] | what is predicted against what was observed, over a suite |
//! | [`solve`] | bounds of functions that are given by equations |
//! | [`peers`] | benchmark programs here and in other Prolog systems |
//! | [`report`], [`plot`], [`output`], [`files`] | tables and notes; plots; closed output; whole files |
//! | [`interrupt`], [`memory`] | Ctrl-C; what is in use |

pub mod amounts;
pub mod analyze;
pub mod answer;
pub mod args;
pub mod calibrate;
pub mod check;
pub mod compare;
pub mod error;
pub mod estimate;
pub mod files;
pub mod hints;
pub mod hot;
pub mod instrument;
pub mod interrupt;
pub mod list;
pub mod machine;
pub mod memory;
pub mod message;
pub mod output;
pub mod peers;
pub mod plot;
pub mod reasons;
pub mod report;
pub mod run;
pub mod session;
pub mod solve;
pub mod target;
pub mod toplevel;
pub mod validate;
pub mod watch;

use args::{Cli, Command, TopArgs};
use clap::CommandFactory;
use error::{CliError, Exit};

/// Runs a command.
pub fn dispatch(cli: &Cli) -> Result<Exit, CliError> {
    let Some(command) = &cli.command else {
        return toplevel::top(&TopArgs::default());
    };
    match command {
        Command::Top(args) => toplevel::top(args),
        Command::Run(args) => run::run(args),
        Command::List(args) => list::list(args),
        Command::Watch(args) => watch::watch(args),
        Command::Instrument(args) => instrument::instrument(args),
        Command::Calibrate(args) => calibrate::calibrate(args),
        Command::Machine(args) => machine::machine(args),
        Command::Estimate(args) => estimate::estimate(args),
        Command::Check(args) => check::check(args),
        Command::Compare(args) => compare::compare(args),
        Command::Validate(args) => validate::validate(args),
        Command::Peers(args) => peers::peers(args),
        Command::Analyze(args) => analyze::analyze(args),
        Command::Hints(args) => hints::hints(args),
        Command::Solve(args) => solve::solve_file(args),
        Command::Help(args) => reasons::help(args),
        Command::Completions(args) => {
            let mut text = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "horolog", &mut text);
            report::print(&String::from_utf8_lossy(&text))?;
            Ok(Exit::Ok)
        }
    }
}
