//! `horolog run`: a goal and its answers.

use crate::args::RunArgs;
use crate::engine::{Engine, of_run};
use crate::error::{CliError, Exit};
use crate::load::{Loaded, load, term};
use crate::report::print;
use calibrate::profile::Mode;
use std::collections::HashMap;
use wam::atoms::known;
use wam::code::Program;
use wam::error::RunError;
use wam::machine::{Exact, Fast, Interrupt, Machine, More, Predictable, Query, RunMode, Solution};
use wam::term::{Node, ReadTerm, TermId, Terms};
use wam::write::{Operators, Quoting, Spacing, WriteOptions, write_term};

/// Runs a goal and prints its answers.
pub fn run(args: &RunArgs) -> Result<Exit, CliError> {
    let loaded = load(Some(&args.file))?;
    for warning in &loaded.warnings {
        eprint!("{warning}");
    }
    let goal = flushing(&loaded.program, term(&loaded.program, "goal", &args.goal)?);
    let mut engine = Engine::new(&loaded.program, args.mode.0, args.memory)?;
    let interrupter = engine.machine().interrupter();
    // Without a handler Ctrl-C ends the process, which is fine too.
    let _ = ctrlc::set_handler(move || interrupter.interrupt(Interrupt::Abort));
    let most = if args.all { usize::MAX } else { args.answers };
    let machine = engine.machine();
    if let Some(exit) = directives(&loaded, machine)? {
        return Ok(exit);
    }
    match args.mode.0 {
        Mode::Fast => answers::<Fast>(machine, &goal, most),
        Mode::Predictable => answers::<Predictable>(machine, &goal, most),
        Mode::Exact => answers::<Exact>(machine, &goal, most),
    }
}

/// The goal and then `flush_output`: what it writes stands before its answer.
fn flushing(program: &Program, mut goal: ReadTerm) -> ReadTerm {
    let span = goal.terms.span(goal.root);
    let flush = goal.terms.atom(program.atoms.intern("flush_output"), span);
    goal.root = goal.terms.compound(known::COMMA, &[goal.root, flush], span);
    goal
}

/// Runs the directives of a program; one that fails or raises is reported, and the next one runs.
fn directives(loaded: &Loaded, machine: &mut Machine) -> Result<Option<Exit>, CliError> {
    for directive in &loaded.program.directives {
        let place = loaded.program.place(directive.file, directive.terms.span(directive.root));
        match machine.query(directive).next() {
            Some(Ok(_)) => {}
            None => eprintln!("{place}: warning: the directive is false"),
            Some(Err(RunError::Halt(status))) => return Ok(Some(Exit::Code(status as u8))),
            Some(Err(error)) if is_abort(&error) => return Ok(Some(Exit::Interrupted)),
            Some(Err(error)) => eprintln!("{place}: warning: {error}"),
        }
    }
    machine.flush();
    Ok(None)
}

fn answers<R: RunMode>(machine: &mut Machine, goal: &ReadTerm, most: usize) -> Result<Exit, CliError> {
    let program = machine.program().clone();
    let mut query: Query<'_, R> = machine.query_as::<R>(goal);
    let mut found = 0;
    while found < most {
        match query.next() {
            None => break,
            Some(Ok(solution)) => {
                found += 1;
                let more = solution.more == More::Perhaps && found < most;
                print(&format!("{}{}", answer(&solution, &program), if more { " ;\n" } else { "\n" }));
                if solution.more == More::No {
                    return Ok(Exit::Ok);
                }
            }
            Some(Err(RunError::Halt(status))) => return Ok(Exit::Code(status as u8)),
            Some(Err(error)) if is_abort(&error) => return Ok(Exit::Interrupted),
            Some(Err(error)) => return Err(of_run(error)),
        }
    }
    drop(query);
    machine.flush();
    if found == 0 || (found < most && most > 1) {
        print("false\n");
    }
    Ok(if found == 0 { Exit::False } else { Exit::Ok })
}

fn is_abort(error: &RunError) -> bool {
    matches!(error, RunError::Prolog(error) if error.text == "'$aborted'" || error.text == "$aborted")
}

/// A solution as text: `X = [1,2], Y = Z`, or `true` where there is nothing to say.
fn answer(solution: &Solution, program: &Program) -> String {
    let mut options = WriteOptions {
        quoting: Quoting::Quoted,
        operators: Operators::Used,
        spacing: Spacing::Standard,
        // What stands at the right of `=` binds more tightly than it.
        priority: Some(699),
        ..WriteOptions::default()
    };
    let mut owners: HashMap<u32, &str> = HashMap::new();
    let mut parts = Vec::new();
    for (name, value) in &solution.bindings {
        if let Node::Var(var) = solution.terms.get(*value) {
            owners.entry(var.0).or_insert(name);
        }
    }
    options.variable_names = (0..solution.terms.variables())
        .map(|var| owners.get(&var).map_or_else(|| format!("_G{var}"), |name| (*name).to_string()))
        .collect();
    for (name, value) in &solution.bindings {
        let shown = text(&solution.terms, *value, program, &options);
        if shown != *name {
            parts.push(format!("{name} = {shown}"));
        }
    }
    if parts.is_empty() { "true".into() } else { parts.join(", ") }
}

fn text(terms: &Terms, id: TermId, program: &Program, options: &WriteOptions) -> String {
    let mut out = String::new();
    write_term(&mut out, terms, id, &program.atoms, &program.ops, options);
    out
}
