//! `horolog run`: programs, goals and their answers.

use crate::answer::{Extent, Printer};
use crate::args::RunArgs;
use crate::error::{CliError, Exit};
use crate::interrupt;
use crate::message::explain_uncaught;
use crate::report::{print, tell};
use crate::session::{Options, Session, Started, is_abort, limit_reached};
use crate::toplevel;
use calibrate::profile::Mode;
use predict::load::term;
use wam::atoms::{Functor, known};
use wam::code::Program;
use wam::error::RunError;
use wam::machine::{Exact, Fast, Machine, More, Predictable, Query, RunMode, WatchingBoxes};
use wam::term::{Node, ReadTerm, TermId};
use wam::write::term_to_string;

/// Loads programs, runs goals and prints their answers.
pub fn run(args: &RunArgs) -> Result<Exit, CliError> {
    let options = Options {
        files: &args.files,
        memory: args.memory,
        time: args.time,
        argv: &args.arguments,
        dialect: args.dialect,
        sandbox: args.sandbox.then_some(&args.allow[..]),
        instrument: None,
    };
    if !matches!(args.toplevel.as_deref(), Some("prolog" | "toplevel")) {
        interrupt::end_at_second();
    }
    let mut session = match Session::start(&options)? {
        Started::Ready(session) => session,
        Started::Left(exit) => return Ok(exit),
    };
    let exit = run_in(&mut session, args)?;
    session.left(exit)
}

fn run_in(session: &mut Session, args: &RunArgs) -> Result<Exit, CliError> {
    if args.strict && session.errors > 0 {
        let count = if session.errors == 1 { "1 error".to_string() } else { format!("{} errors", session.errors) };
        return Err(CliError::with_help(format!("{count} while loading"), "without --strict, what is right runs"));
    }
    let implied = ["main".to_string()];
    let (goals, show) = match (args.goals.as_slice(), &args.toplevel) {
        ([], None) if session.main_was_called => return Ok(session.directives),
        // What a program writes is its own affair when no goal was asked for.
        ([], None) => (&implied[..], Show::Nothing),
        (goals, _) => (goals, if args.quiet { Show::Nothing } else { Show::Answers }),
    };
    // A program that says what its main goal is needs no main/0.
    let main = session.main.take().filter(|_| args.goals.is_empty() && args.toplevel.is_none());
    if let Some(main) = main {
        return answers_of(session, &main.read, args, Show::Nothing);
    }
    for goal in goals {
        let exit = goal_of(session, goal, args, show)?;
        if exit != Exit::Ok {
            return Ok(exit);
        }
    }
    let exit = match args.toplevel.as_deref() {
        None | Some("halt") if session.errors > 0 && goals.is_empty() => Exit::Error,
        None | Some("halt") => session.directives,
        Some("prolog" | "toplevel") => return toplevel::converse(session),
        Some(goal) => goal_of(session, goal, args, Show::Nothing)?,
    };
    Ok(exit)
}

/// Whether answers are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// They are.
    Answers,
    /// Only what the program writes.
    Nothing,
}

fn goal_of(session: &mut Session, text: &str, args: &RunArgs, show: Show) -> Result<Exit, CliError> {
    let goal = goal_named(session.machine.program(), text)?;
    answers_of(session, &goal, args, show)
}

/// The goal that a text of the command line is.
pub fn goal_named(program: &Program, text: &str) -> Result<ReadTerm, CliError> {
    let read = term(program, "goal", text)?;
    match no_goal(&read) {
        None => Ok(read),
        Some(part) => {
            let part = term_to_string(&read.terms, part, &program.atoms, &program.ops);
            Err(CliError::with_help(format!("{part} is no goal"), "goals are atoms and compounds: main, or p(1, X)"))
        }
    }
}

/// What is no goal in a goal, of those that control constructs hold.
fn no_goal(read: &ReadTerm) -> Option<TermId> {
    let mut todo = vec![read.root];
    while let Some(id) = todo.pop() {
        match read.terms.get(id) {
            Node::Compound(Functor { name, arity: 2 }, args)
                if [known::COMMA, known::SEMICOLON, known::ARROW, known::SOFT_ARROW].contains(&name) =>
            {
                todo.extend(args.iter().rev());
            }
            Node::Var(_) | Node::Atom(_) | Node::Compound(..) => {}
            _ => return Some(id),
        }
    }
    None
}

fn answers_of(session: &mut Session, goal: &ReadTerm, args: &RunArgs, show: Show) -> Result<Exit, CliError> {
    let machine = &mut *session.machine;
    let watched = toplevel::watching::answered(machine, goal).transpose().map_err(CliError::Prolog)?;
    let goal = flushing(machine.program(), watched.unwrap_or_else(|| goal.clone()));
    let most = if args.all { usize::MAX } else { args.answers.get() };
    match args.mode.0 {
        Mode::Fast if toplevel::watching::is_named(machine.program(), &goal) => {
            machine.may_watch().map_err(|error| CliError::usage(error.to_string()))?;
            answers::<WatchingBoxes>(machine, &goal, most, show)
        }
        Mode::Fast => answers::<Fast>(machine, &goal, most, show),
        Mode::Predictable => answers::<Predictable>(machine, &goal, most, show),
        Mode::Exact => answers::<Exact>(machine, &goal, most, show),
    }
}

/// The goal and then `flush_output`: what it writes stands before its answer. What is no goal stays alone, so that its error
/// is about it.
pub fn flushing(program: &Program, mut goal: ReadTerm) -> ReadTerm {
    if no_goal(&goal).is_some() {
        return goal;
    }
    let span = goal.terms.span(goal.root);
    let flush = goal.terms.atom(program.atoms.intern("flush_output"), span);
    goal.root = goal.terms.compound(known::COMMA, &[goal.root, flush], span);
    goal
}

/// Runs a goal and prints its answers, at most so many.
pub fn answers<R: RunMode>(machine: &mut Machine, goal: &ReadTerm, most: usize, show: Show) -> Result<Exit, CliError> {
    let printer = Printer::of_answers(machine);
    let say = |text: &str| if show == Show::Answers { print(text) } else { Ok(()) };
    let mut query: Query<'_, R> = machine.query_as::<R>(goal);
    if show == Show::Nothing {
        query = query.without_bindings();
    }
    let mut found = 0;
    while found < most {
        match query.next() {
            None => break,
            Some(Ok(solution)) => {
                found += 1;
                let more = solution.more == More::Perhaps && found < most;
                say(&format!("{}{}", printer.answer(&solution, Extent::Cut), if more { " ;\n" } else { "\n" }))?;
                if solution.more == More::No {
                    return Ok(Exit::Ok);
                }
            }
            Some(Err(RunError::Halt(status))) => return Ok(Exit::Code(status as u8)),
            Some(Err(RunError::Prolog(error))) => {
                drop(query);
                machine.flush();
                if is_abort(&error.text) {
                    return Ok(interrupt::exit());
                }
                let text = explain_uncaught(&error, machine.program());
                return Err(match limit_reached(&error, &machine.program().atoms) {
                    Some(exit) => CliError::Limit(text, exit),
                    None => CliError::Prolog(text),
                });
            }
        }
    }
    drop(query);
    machine.flush();
    if found == 0 || (found < most && most > 1) {
        say("false\n")?;
    }
    if found == 0 && show == Show::Nothing {
        tell("warning: the goal is false\n");
    }
    Ok(if found == 0 { Exit::False } else { Exit::Ok })
}
