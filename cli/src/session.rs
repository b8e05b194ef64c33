//! A machine with the programs that were loaded into it: what `run` and the top level share.
//!
//! In: files, limits and the program's own arguments. Out: a machine that has run the directives, and how many errors
//! were met on the way; what was wrong is told on standard error as it is met.

use crate::args::Dialect;
use crate::args::WatchedArgs;
use crate::error::{CliError, Exit};
use crate::interrupt::{self, Signal};
use crate::message::explain;
use crate::output;
use crate::report::tell;
use crate::toplevel::watching;
use crate::watch::asked::Asked;
use predict::load::{at_span, errors, source_of, term, warnings};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use wam::atoms::Atoms;
use wam::compile::Instrument;
use wam::error::{PrologError, RunError};
use wam::machine::{Config, Event, Interrupt, Interrupter, Machine, WatchingBoxes};
use wam::modules::FileId;
use wam::program::{Directive, When};
use wam::reach::Reach;
use wam::term::{Node, Span};

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
    /// Where programs may read and write files, if they are trusted with nothing else.
    pub sandbox: Option<&'a [PathBuf]>,
    /// Who changes clauses before they are compiled.
    pub instrument: Option<Arc<dyn Instrument>>,
}

impl<'a> Options<'a> {
    /// Of programs that are watched.
    pub fn watched(files: &'a [PathBuf], program: &'a WatchedArgs) -> Options<'a> {
        let &WatchedArgs { memory, time, dialect, ref arguments } = program;
        let memory = Some(memory.unwrap_or_else(Config::memory_watched));
        Options { files, memory, time, argv: arguments, dialect, sandbox: None, instrument: None }
    }
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
    /// Whether a directive has called `main`.
    pub main_was_called: bool,
}

/// How loading ended.
pub enum Started {
    /// The session is ready.
    Ready(Session),
    /// A directive left the program.
    Left(Exit),
}

impl Session {
    /// Loads the files; what they ask to run runs where it stands.
    pub fn start(options: &Options) -> Result<Started, CliError> {
        let default = Config::default();
        let memory = options.memory.unwrap_or(default.memory);
        let (time_limit, last_resort) = (options.time, Some(out_of_time as fn()));
        let config = Config { memory, is_metered: true, time_limit, last_resort, ..default };
        let mut program = wam::library::program_to_run(Atoms::new());
        program.adopt(options.dialect.syntax());
        if let Some(allowed) = options.sandbox {
            let own = options.files.iter().filter_map(|file| Some(file.canonicalize().ok()?.parent()?.to_path_buf()));
            program.reach = Reach::below(own.chain(allowed.iter().cloned()));
        }
        if let Some(by) = &options.instrument {
            program.instrument(by.clone());
        }
        let mut machine = Machine::new(program, config).map_err(|error| CliError::usage(error.to_string()))?;
        if output::was_closed() {
            machine.set_output(Box::new(output::Closed));
        }
        if let Some(allowed) = options.sandbox {
            machine.confine(Reach::below(allowed.iter().cloned()));
        }
        let mut session = Session { machine, errors: 0, directives: Exit::Ok, main: None, main_was_called: false };
        session.machine.set_watcher(Box::new(Asked::default()));
        session.catch_interrupts();
        if options.dialect == Dialect::Swi {
            session.open_static_code()?;
        }
        session.set_argv(options);
        for path in options.files {
            session.machine.begin_load(&source_of(path)?);
            if let Some(exit) = session.load() {
                return session.left(exit).map(Started::Left);
            }
        }
        for (file, warning) in session.machine.undefined_calls() {
            let source = &session.machine.program().file(file).source;
            tell(&at_span("warning", &warning.to_string(), warning.span(), source));
        }
        session.machine.flush();
        let directives = &session.machine.program().directives;
        session.main = directives.iter().rfind(|directive| directive.when == When::Main).cloned();
        Ok(Started::Ready(session))
    }

    /// The end of a session: what output is buffered is written out, and what was refused is an error.
    pub fn left(mut self, exit: Exit) -> Result<Exit, CliError> {
        self.machine.flush();
        match self.machine.take_refusal() {
            Some((to, source)) => Err(CliError::Output { to, source }),
            None => Ok(exit),
        }
    }

    /// Loads the text that was begun; gives the exit if a directive left the program.
    fn load(&mut self) -> Option<Exit> {
        loop {
            let left = match self.machine.next_event() {
                Event::Loaded => return None,
                Event::Found(reports) => {
                    self.machine.flush();
                    for file in &reports {
                        warnings(file).iter().for_each(|warning| tell(warning));
                        let errors = errors(file);
                        errors.iter().for_each(|error| tell(error));
                        self.errors += errors.len();
                    }
                    None
                }
                Event::Directive(directive) => self.directive(&directive),
                Event::Failed(error, file, span) => self.failed(error, file, span),
            };
            if left.is_some() {
                return left;
            }
        }
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

    /// Ctrl-C stops the running goal, not the process. SIGTERM stops both, so that temporary files go with the machine.
    fn catch_interrupts(&self) {
        let interrupter: Interrupter = self.machine.interrupter();
        interrupt::listen(move |signal| {
            interrupter.interrupt(Interrupt::Abort);
            if signal == Signal::Terminate {
                interrupt::end_soon();
            }
        });
    }

    /// Runs a directive; one that fails or raises is reported, and the next one runs.
    fn directive(&mut self, directive: &Directive) -> Option<Exit> {
        let span = directive.terms.span(directive.root);
        let main = self.machine.program().atoms.intern("main");
        self.main_was_called |= directive.terms.get(directive.root) == Node::Atom(main);
        let watched = match watching::answered(&mut self.machine, directive).transpose() {
            Ok(watched) => watched,
            Err(error) => {
                self.complain(&error, Exit::Error, directive.file, span);
                return None;
            }
        };
        let goal = watched.as_ref().unwrap_or(directive);
        let may_watch = watching::is_named(self.machine.program(), goal) && self.machine.may_watch().is_ok();
        let ended = match may_watch {
            true => self.machine.query_as::<WatchingBoxes>(goal).without_bindings().next(),
            false => self.machine.query(goal).without_bindings().next(),
        };
        match ended {
            Some(Ok(_)) => None,
            Some(Err(error)) => self.failed(error, directive.file, span),
            None => {
                self.complain("the directive is false", Exit::False, directive.file, span);
                None
            }
        }
    }

    /// What ran while loading has not ended well.
    fn failed(&mut self, error: RunError, file: FileId, span: Span) -> Option<Exit> {
        match error {
            RunError::Halt(status) => return Some(Exit::Code(status as u8)),
            RunError::Prolog(error) if is_abort(&error.text) => return Some(interrupt::exit()),
            RunError::Prolog(error) => {
                let complaint = explain(&error, self.machine.program());
                self.complain(&complaint, Exit::Error, file, span);
            }
        }
        None
    }

    fn complain(&mut self, complaint: &str, exit: Exit, file: FileId, span: Span) {
        let place = self.machine.program().place(file, span);
        self.machine.flush();
        tell(&format!("{place}: warning: {complaint}\n"));
        self.errors += 1;
        if self.directives != Exit::Error {
            self.directives = exit;
        }
    }
}

/// Ends the process where a goal does not stop though its time is up.
fn out_of_time() {
    eprintln!("error: out of time: the goal did not stop");
    std::process::exit(Exit::Time.code().into());
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
