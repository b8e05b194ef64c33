//! The `horolog` program as a library: commands, reports, and the one place where predicted meets measured.
//!
//! | module | is |
//! |---|---|
//! | [`args`], [`error`] | the command line; errors and exit codes |
//! | [`load`], [`engine`] | programs, predicates and entries from the command line; counting and timing goals |
//! | [`toplevel`], [`session`], [`answer`], [`message`] | the prompt; programs in a machine; answers and exceptions as text |
//! | [`run`], [`list`], [`calibrate`], [`machine`] | the commands of those names |
//! | [`estimate`], [`bounds`], [`compare`], [`hints`], [`validate`] | what is predicted, and against what was observed |
//! | [`peers`] | benchmark programs here and in other Prolog systems |
//! | [`report`], [`plot`], [`files`], [`interrupt`] | tables and notes; SVG; whole files; Ctrl-C |
//! | [`units`], [`formula`], [`sizes`], [`postfix`] | quantities, functions and sizes as text |

pub mod answer;
pub mod args;
pub mod bounds;
pub mod calibrate;
pub mod compare;
pub mod engine;
pub mod error;
pub mod estimate;
pub mod files;
pub mod formula;
pub mod hints;
pub mod interrupt;
pub mod list;
pub mod load;
pub mod machine;
pub mod message;
pub mod peers;
pub mod plot;
pub mod postfix;
pub mod report;
pub mod run;
pub mod session;
pub mod sizes;
pub mod toplevel;
pub mod units;
pub mod validate;

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
        Command::Calibrate(args) => calibrate::calibrate(args),
        Command::Machine(args) => machine::machine(args),
        Command::Estimate(args) => estimate::estimate(args),
        Command::Compare(args) => compare::compare(args),
        Command::Validate(args) => validate::validate(args),
        Command::Peers(args) => peers::peers(args),
        Command::Hints(args) => hints::hints(args),
        Command::Completions(args) => {
            let mut text = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "horolog", &mut text);
            report::print(&String::from_utf8_lossy(&text));
            Ok(Exit::Ok)
        }
    }
}
