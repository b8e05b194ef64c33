//! The top level: queries are read, run and answered until the user leaves.
//!
//! At a terminal queries come through a line editor, long answers are cut, and a key after an answer asks for more, for all
//! of it, or stops. Without one, queries are read as terms from the standard input, and have all their answers shown.
//! Either way `$X` in a query is what X was in an earlier answer, and `estimate(Goal)` and `cost(Name/Arity)` tell what
//! `horolog estimate` would, and `watch(Goal, Fold, Result)` what `horolog watch` would.

mod bindings;
mod costs;
mod debugger;
mod editor;
mod piped;
mod stopping;
pub mod watching;

use crate::answer::{Extent, Printer};
use crate::args::TopArgs;
use crate::error::{CliError, Exit};
use crate::interrupt;
use crate::message::explain;
use crate::report::{Paint, print, tell};
use crate::session::{Options, Session, Started, is_abort, limit_reached};
use crate::watch::raised;
use bindings::Bindings;
use debugger::Debugger;
use editor::Editor;
use piped::Piped;
use std::any::Any;
use std::io::{self, IsTerminal};
use wam::error::{PrologError, RunError};
use wam::machine::{Fast, Machine, More, RunMode, Solution, WatchingBoxes};
use wam::read::{Source as Text, SyntaxError, render};
use wam::term::ReadTerm;

/// Where queries come from.
trait Source {
    /// The next query; none at the end of the input.
    fn query(&mut self, machine: &mut Machine) -> Read;
    /// What to do after an answer that may not be the last, or of which not all was shown.
    fn wish(&mut self) -> Wish;
    /// Whether somebody sees the answers as they come.
    fn is_watched(&self) -> bool;
}

/// What reading a query came to.
enum Read {
    Query(ReadTerm),
    /// There was none.
    Nothing,
    /// It was not a query.
    Wrong(SyntaxError, Text),
    /// Reading has raised an exception, which was told.
    Failed,
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
    /// See it again, this much of it.
    Again(Extent),
}

/// Levels and elements of answers that are shown at a terminal.
const DEPTH: u32 = 10;

/// Loads the files and opens the top level.
pub fn top(args: &TopArgs) -> Result<Exit, CliError> {
    let TopArgs { files, memory, time, dialect } = args;
    match Session::start(&Options { files, memory: *memory, time: *time, dialect: *dialect, ..Options::default() })? {
        Started::Ready(mut session) => {
            let exit = converse(&mut session)?;
            session.left(exit)
        }
        Started::Left(exit) => Ok(exit),
    }
}

/// Reads and answers queries until the user leaves. Errors decide how it ends where nobody has seen them.
pub fn converse(session: &mut Session) -> Result<Exit, CliError> {
    let machine = &mut *session.machine;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        print(&format!(
            "Horolog {}. Queries end with a full stop; help. shows help, halt. or Ctrl-D leaves.\n",
            env!("CARGO_PKG_VERSION")
        ))?;
        machine.cut_answers(DEPTH);
        serve(machine, &mut Editor::new()?)
    } else {
        serve(machine, &mut Piped)
    }
}

fn serve(machine: &mut Machine, source: &mut impl Source) -> Result<Exit, CliError> {
    let mut bindings = Bindings::default();
    let mut debugger = Debugger::default();
    let mut worst = Exit::Ok;
    loop {
        let ended = match source.query(machine) {
            Read::Query(goal) => match bindings.fill(goal, &machine.program().atoms) {
                Ok(goal) => match debugger.obey(machine.program(), &goal) {
                    Some(Ok(text)) => {
                        tell(&format!("{text}\n"));
                        print("true.\n")?;
                        Answered::Well
                    }
                    Some(Err(error)) => {
                        say(&error);
                        Answered::Wrong(Exit::Error)
                    }
                    None => answer(machine, &goal, source, &mut bindings, &mut debugger)?,
                },
                Err(name) => {
                    say(&format!("no earlier answer has a value of {name} for ${name}"));
                    Answered::Wrong(Exit::Error)
                }
            },
            Read::Nothing => Answered::Well,
            Read::Wrong(error, text) => {
                tell(&render(&error, &text).to_string());
                Answered::Wrong(Exit::Error)
            }
            Read::Failed => Answered::Wrong(Exit::Error),
            Read::End => return Ok(if source.is_watched() { Exit::Ok } else { worst }),
            Read::Left(status) => Answered::Left(status),
        };
        match ended {
            Answered::Well | Answered::Stopped => {}
            Answered::Wrong(exit) if worst == Exit::Ok || exit == Exit::Error => worst = exit,
            Answered::Wrong(_) => {}
            Answered::Left(status) => {
                machine.flush();
                return Ok(Exit::Code(status as u8));
            }
        }
    }
}

/// How a query ended.
enum Answered {
    /// With its answers, if it has any.
    Well,
    /// With an error, and the exit code that goes with it.
    Wrong(Exit),
    /// It has left the program with this status.
    Left(i32),
    /// It was stopped, which is to be told.
    Stopped,
}

impl Answered {
    /// The same, told.
    fn told(self) -> Answered {
        match self {
            Answered::Stopped => {
                tell("\nstopped\n");
                Answered::Wrong(Exit::Interrupted)
            }
            other => other,
        }
    }
}

/// Tells an exception.
fn complain(error: &PrologError, machine: &Machine) {
    say(&explain(error, machine.program()));
}

fn say(error: &str) {
    tell(&format!("{} {error}\n", Paint::stderr().error("error:")));
}

/// Runs a query, shows its answers and keeps them.
fn answer(
    machine: &mut Machine,
    goal: &ReadTerm,
    source: &mut impl Source,
    bindings: &mut Bindings,
    debugger: &mut Debugger,
) -> Result<Answered, CliError> {
    machine.forget_interrupts();
    let watched = match watching::answered(machine, goal) {
        None => None,
        Some(Ok(answer)) => Some(answer),
        Some(Err(error)) => {
            machine.flush();
            say(&error);
            return Ok(Answered::Wrong(Exit::Error));
        }
    };
    let goal = watched.as_ref().unwrap_or(goal);
    let goal = crate::run::flushing(machine.program(), costs::answered(machine.program(), goal.clone()));
    if let Some(config) = debugger.configuration() {
        return Ok(stopping::answered(machine, &goal, source, bindings, config)?.told());
    }
    if !debugger.is_on() {
        let answered = match watching::is_named(machine.program(), &goal) && machine.may_watch().is_ok() {
            true => answers::<WatchingBoxes>(machine, &goal, source, bindings),
            false => answers::<Fast>(machine, &goal, source, bindings),
        };
        return Ok(answered?.told());
    }
    let mut again = None;
    loop {
        let answered = debugged(machine, &goal, source, bindings, debugger, &mut again)?;
        if again.is_none() {
            return Ok(answered.told());
        }
        machine.forget_interrupts();
    }
}

/// Runs a query in the debugger, up to a call if it runs again; then that is the next one up to which it is to run.
fn debugged(
    machine: &mut Machine,
    goal: &ReadTerm,
    source: &mut impl Source,
    bindings: &mut Bindings,
    debugger: &mut Debugger,
    again: &mut Option<u64>,
) -> Result<Answered, CliError> {
    let mut observer = debugger.begun(!source.is_watched(), again.take());
    let is_changed = match observer.prepare(machine) {
        Ok(is_changed) => is_changed,
        Err(error) => {
            say(&raised(&error, machine.program()));
            return Ok(Answered::Wrong(Exit::Resources));
        }
    };
    let answered = match machine.watch(observer.plan(), Some(Box::new(observer))) {
        Ok(()) => answers::<WatchingBoxes>(machine, goal, source, bindings),
        Err(error) => {
            say(&error.to_string());
            Ok(Answered::Wrong(Exit::Resources))
        }
    };
    // What was aborted at its end has not seen it.
    machine.forget_interrupts();
    let last = machine.events();
    if let Some(observer) = machine.unwatch() {
        let observer: Box<dyn Any> = observer;
        if let Ok(met) = observer.downcast::<Debugger>() {
            *debugger = *met;
            *again = debugger.ended(machine.program(), last);
        }
    }
    if is_changed && let Err(error) = machine.recompile(None).and_then(|()| machine.call_builtins([])) {
        say(&raised(&error, machine.program()));
    }
    answered
}

/// Runs a query in a run mode, shows its answers and keeps them.
fn answers<R: RunMode>(
    machine: &mut Machine,
    goal: &ReadTerm,
    source: &mut impl Source,
    bindings: &mut Bindings,
) -> Result<Answered, CliError> {
    let printer = Printer::of_answers(machine);
    let mut query = machine.query_as::<R>(goal);
    loop {
        match query.next() {
            None => {
                drop(query);
                machine.flush();
                if machine.was_aborted() {
                    return Ok(Answered::Stopped);
                }
                print("false.\n")?;
                return Ok(Answered::Well);
            }
            Some(Ok(solution)) => {
                bindings.keep(&solution);
                if show(&solution, &printer, source)? == Wish::Stop {
                    break;
                }
            }
            Some(Err(RunError::Halt(status))) => {
                drop(query);
                return Ok(if machine.was_aborted() { Answered::Stopped } else { Answered::Left(status) });
            }
            Some(Err(RunError::Prolog(error))) => {
                drop(query);
                machine.flush();
                if is_abort(&error.text) || machine.was_aborted() {
                    if interrupt::exit() == Exit::Terminated {
                        return Ok(Answered::Left(i32::from(Exit::Terminated.code())));
                    }
                    return Ok(Answered::Stopped);
                }
                complain(&error, machine);
                let limit = limit_reached(&error, &machine.program().atoms);
                return Ok(Answered::Wrong(limit.unwrap_or(Exit::Error)));
            }
        }
    }
    drop(query);
    machine.flush();
    Ok(Answered::Well)
}

/// Shows an answer as often as the user wants to see it, and gives whether the next one is wanted.
fn show(solution: &Solution, printer: &Printer, source: &mut impl Source) -> Result<Wish, CliError> {
    let mut extent = Extent::Cut;
    loop {
        let answer = printer.answer(solution, extent);
        // Whoever sees it may want to see the rest.
        let is_cut = source.is_watched() && answer.contains("...") && answer != printer.answer(solution, Extent::Whole);
        if solution.more == More::No && !is_cut {
            let stop = if wam::write::needs_space_before_stop(&answer) { " ." } else { "." };
            print(&format!("{answer}{stop}\n"))?;
            return Ok(Wish::Stop);
        }
        print(&format!("{answer} "))?;
        match (source.wish(), solution.more) {
            (Wish::Again(wanted), _) => {
                extent = wanted;
                print(if extent == Extent::Whole { "[write]\n" } else { "[print]\n" })?;
            }
            (Wish::More, More::Perhaps) => {
                print(";\n")?;
                return Ok(Wish::More);
            }
            (Wish::Stop, _) | (Wish::More, More::No) => {
                print(".\n")?;
                return Ok(Wish::Stop);
            }
        }
    }
}
