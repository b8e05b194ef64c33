//! A machine with the programs that were loaded into it: what `run` and the top level share.
//!
//! In: files, limits and the program's own arguments. Out: a machine that has run the directives, and how many errors
//! were met on the way; what was wrong is told on standard error as it is met.

use crate::args::Dialect;
use crate::error::{CliError, Exit};
use crate::load::{Lenient, load_all, term};
use crate::message::explain;
use std::path::PathBuf;
use std::time::Duration;
use wam::atoms::Atoms;
use wam::error::{PrologError, RunError};
use wam::machine::{Config, Interrupt, Interrupter, Machine};
use wam::program::{Directive, When};
use wam::term::Node;

/// What a session is given.
#[derive(Default)]
pub struct Options<'a> {
    /// The programs, in order.
    pub files: &'a [PathBuf],
    /// Memory for terms in bytes, if it is limited.
    pub memory: Option<usize>,
    /// How long a query may run, if that is limited.
    pub time: Option<Duration>,
    /// What the flag `argv` says after the program's name.
    pub argv: &'a [String],
    /// Which system the programs are written for.
    pub dialect: Dialect,
}

/// A machine with its programs.
pub struct Session {
    /// The machine.
    pub machine: Box<Machine>,
    /// Clauses that were left out, and directives that failed or raised an exception.
    pub errors: usize,
    /// The worst end of a directive.
    pub directives: Exit,
    /// What `initialization(Goal, main)` asked for last.
    pub main: Option<Directive>,
}

/// How loading ended.
pub enum Started {
    /// The session is ready.
    Ready(Session),
    /// A directive left the program.
    Left(Exit),
}

impl Session {
    /// Loads the files and runs their directives.
    pub fn start(options: &Options) -> Result<Started, CliError> {
        let Lenient { program, errors } = load_all(options.files, options.dialect)?;
        let mut config = Config { time_limit: options.time, ..Config::default() };
        if let Some(bytes) = options.memory {
            config.heap_limit = bytes;
            config.stack_limit = bytes.min(config.stack_limit);
        }
        let machine = Machine::new(program, config).map_err(|error| CliError::usage(error.to_string()))?;
        let mut session = Session { machine, errors, directives: Exit::Ok, main: None };
        session.catch_interrupts();
        if options.dialect == Dialect::Swi {
            session.open_static_code()?;
        }
        session.set_argv(options);
        let directives = session.machine.program().directives.clone();
        for directive in directives.iter().filter(|directive| directive.when != When::Main) {
            if let Some(exit) = session.directive(directive) {
                return Ok(Started::Left(exit));
            }
        }
        session.machine.flush();
        session.main = directives.into_iter().rfind(|directive| directive.when == When::Main);
        Ok(Started::Ready(session))
    }

    /// Lets `clause/2` look at static predicates.
    fn open_static_code(&mut self) -> Result<(), CliError> {
        let goal = term(self.machine.program(), "flag", "set_prolog_flag(protect_static_code, false)")?;
        self.machine.query(&goal).next();
        Ok(())
    }

    /// The flag `argv`: the program's name and its arguments.
    fn set_argv(&mut self, options: &Options) {
        let name = options.files.first().map_or("horolog".to_string(), |file| file.display().to_string());
        self.machine.set_arguments(std::iter::once(name).chain(options.argv.iter().cloned()).collect());
    }

    /// Ctrl-C stops the running goal, not the process. Without a handler it ends the process, which is fine too.
    fn catch_interrupts(&self) {
        let interrupter: Interrupter = self.machine.interrupter();
        let _ = ctrlc::set_handler(move || interrupter.interrupt(Interrupt::Abort));
    }

    /// Runs a directive; one that fails or raises is reported, and the next one runs.
    fn directive(&mut self, directive: &Directive) -> Option<Exit> {
        let first = self.machine.query(directive).next();
        let (complaint, exit) = match first {
            Some(Ok(_)) => return None,
            Some(Err(RunError::Halt(status))) => return Some(Exit::Code(status as u8)),
            Some(Err(RunError::Prolog(error))) if is_abort(&error.text) => return Some(Exit::Interrupted),
            None => ("the directive is false".to_string(), Exit::False),
            Some(Err(RunError::Prolog(error))) => (explain(&error, self.machine.program()), Exit::Error),
        };
        let place = self.machine.program().place(directive.file, directive.terms.span(directive.root));
        self.machine.flush();
        eprintln!("{place}: warning: {complaint}");
        self.errors += 1;
        if self.directives != Exit::Error {
            self.directives = exit;
        }
        None
    }
}

/// Whether the ball is what Ctrl-C throws.
pub fn is_abort(ball: &str) -> bool {
    ball == "'$aborted'" || ball == "$aborted"
}

/// The exit code for an exception that says that a limit was reached: `error(resource_error(_), _)`, and what
/// `call_with_time_limit/2,3` throws.
pub fn limit_reached(error: &PrologError, atoms: &Atoms) -> Option<Exit> {
    let terms = &error.terms;
    let named = |id| match terms.get(id) {
        Node::Atom(atom) => (atoms.name(atom), &[][..]),
        Node::Compound(functor, args) => (atoms.name(functor.name), args),
        _ => (atoms.name(wam::atoms::known::NIL), &[][..]),
    };
    let (name, args) = named(error.ball);
    if &*name == "time_limit_exceeded" && args.len() < 2 {
        return Some(Exit::Time);
    }
    let (&[formal, _], "error") = (args, &*name) else { return None };
    let (name, args) = named(formal);
    match (&*name, args) {
        ("resource_error", &[what]) if &*named(what).0 == "time" => Some(Exit::Time),
        ("resource_error", &[_]) => Some(Exit::Resources),
        _ => None,
    }
}
