//! The top level: queries are read, run and answered until the user leaves.
//!
//! At a terminal queries come through a line editor, and a key after an answer asks for more or stops. Without one,
//! queries are read as terms from the standard input, and a `;` after a query asks for its next answer.

mod editor;
mod piped;

use crate::answer::Printer;
use crate::args::TopArgs;
use crate::error::{CliError, Exit};
use crate::interrupt;
use crate::message::explain;
use crate::report::{Paint, print, tell};
use crate::session::{Options, Session, Started, is_abort};
use editor::Editor;
use piped::Piped;
use std::io::{self, IsTerminal};
use wam::error::RunError;
use wam::machine::{Machine, More};
use wam::term::ReadTerm;

/// Where queries come from.
trait Source {
    /// The next query; none at the end of the input.
    fn query(&mut self, machine: &mut Machine) -> Read;
    /// What to do after an answer that may not be the last.
    fn wish(&mut self) -> Wish;
}

/// What reading a query came to.
enum Read {
    Query(ReadTerm),
    /// It was not a query, and was complained of.
    Nothing,
    /// The end of the input.
    End,
    /// Reading left the program.
    Left(i32),
}

/// What the user wants after an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    More,
    Stop,
}

/// Loads the files and opens the top level.
pub fn top(args: &TopArgs) -> Result<Exit, CliError> {
    let TopArgs { files, memory, time, dialect } = args;
    match Session::start(&Options { files, memory: *memory, time: *time, argv: &[], dialect: *dialect })? {
        Started::Ready(mut session) => {
            let exit = converse(&mut session)?;
            session.left(exit)
        }
        Started::Left(exit) => Ok(exit),
    }
}

/// Reads and answers queries until the user leaves.
pub fn converse(session: &mut Session) -> Result<Exit, CliError> {
    let machine = &mut *session.machine;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        print(&format!(
            "Horolog {}. Queries end with a full stop; help. shows help, halt. or Ctrl-D leaves.\n",
            env!("CARGO_PKG_VERSION")
        ))?;
        serve(machine, &mut Editor::new()?)
    } else {
        serve(machine, &mut Piped)
    }
}

fn serve(machine: &mut Machine, source: &mut impl Source) -> Result<Exit, CliError> {
    loop {
        let left = match source.query(machine) {
            Read::Query(goal) => answer(machine, &goal, source)?,
            Read::Nothing => None,
            Read::End => return Ok(Exit::Ok),
            Read::Left(status) => Some(status),
        };
        if let Some(status) = left {
            machine.flush();
            return Ok(Exit::Code(status as u8));
        }
    }
}

/// Runs a query and shows its answers; gives the status if the query leaves the program.
fn answer(machine: &mut Machine, goal: &ReadTerm, source: &mut impl Source) -> Result<Option<i32>, CliError> {
    machine.forget_interrupts();
    let goal = crate::run::flushing(machine.program(), goal.clone());
    let printer = Printer::of(machine.program());
    let mut query = machine.query(&goal);
    loop {
        match query.next() {
            None => {
                print("false.\n")?;
                break;
            }
            Some(Ok(solution)) => {
                let answer = printer.answer(&solution);
                let stop = if wam::write::needs_space_before_stop(&answer) { " ." } else { "." };
                if solution.more == More::No {
                    print(&format!("{answer}{stop}\n"))?;
                    break;
                }
                print(&format!("{answer} "))?;
                if source.wish() == Wish::Stop {
                    print(".\n")?;
                    break;
                }
                print(";\n")?;
            }
            Some(Err(RunError::Halt(status))) => return Ok(Some(status)),
            Some(Err(RunError::Prolog(error))) => {
                drop(query);
                machine.flush();
                if is_abort(&error.text) && interrupt::exit() == Exit::Terminated {
                    return Ok(Some(i32::from(Exit::Terminated.code())));
                }
                if is_abort(&error.text) {
                    tell("\nstopped\n");
                } else {
                    tell(&format!("{} {}\n", Paint::stderr().error("error:"), explain(&error, machine.program())));
                }
                return Ok(None);
            }
        }
    }
    drop(query);
    machine.flush();
    Ok(None)
}
