//! Texts that are loaded by a machine, which runs what they ask to run where they stand.
//!
//! In: a text. Out: [`Event`]s, or, for a text that is loaded while a goal runs, what the library does next
//! (`library/modules.pl`, `builtins/loading.rs`). Conditions and expansions are the library's work in both.

use super::Machine;
use super::error::Ball;
use crate::atoms::Atoms;
use crate::compile::directive::Load as How;
use crate::compile::files::{Refused, identity, import};
use crate::compile::loading::{Keep, LoadStep, Loaded, Loading, Text};
use crate::compile::{CompileWarning, FileReport, Goals, Origin, undefined_calls};
use crate::error::{PrologError, RunError};
use crate::modules::{FileId, ModuleId};
use crate::program::{Directive, When};
use crate::read::Source;
use crate::term::{ReadTerm, Span, Terms};

/// A text that a machine loads.
pub(crate) struct Load {
    pub loading: Loading,
    /// The module that asks for it, and what of it that takes.
    pub into: ModuleId,
    pub how: How,
    /// What is next, when what was found before it is told.
    pub(super) step: Option<LoadStep>,
}

/// What happens while a text is loaded.
#[derive(Debug)]
pub enum Event {
    /// These things are wrong with it.
    Found(Vec<FileReport>),
    /// The goal of a directive must run now.
    Directive(Directive),
    /// Deciding a condition or expanding a clause has not ended well; where that is.
    Failed(RunError, FileId, Span),
    /// It is loaded.
    Loaded,
}

/// A directive whose goal has not come to an end as it should.
#[derive(Debug)]
pub struct Misfire {
    /// Where it stands.
    pub file: FileId,
    /// Its goal there.
    pub span: Span,
    /// What it raised; nothing where it was false.
    pub error: Option<PrologError>,
}

impl Machine {
    /// Runs what a text that was only looked at wants to be run when it is loaded, and that was kept: goals of directives
    /// and of `initialization/1`, up to one that halts. Gives those that were false or raised an error.
    pub fn run_kept_directives(&mut self) -> Vec<Misfire> {
        let mut misfires = Vec::new();
        let kept = self.program().directives.clone();
        for directive in kept.iter().filter(|directive| directive.when != When::Main) {
            let error = match self.query(directive).without_bindings().next() {
                Some(Ok(_)) => continue,
                Some(Err(RunError::Halt(_))) => break,
                Some(Err(RunError::Prolog(error))) => Some(error),
                None => None,
            };
            misfires.push(Misfire { file: directive.file, span: directive.terms.span(directive.root), error });
        }
        misfires
    }

    /// Begins to load a program; [`Machine::next_event`] does the rest.
    pub fn begin_load(&mut self, source: &Source) {
        let text =
            Text { path: identity(source.name()), source: source.clone(), origin: Origin::User, into: ModuleId::USER };
        self.open_load(text, How::all());
    }

    /// Loads on to the next thing that its caller must know of or do.
    pub fn next_event(&mut self) -> Event {
        loop {
            let (news, step) = match self.load_on() {
                Ok(next) => next,
                Err(ball) => {
                    let error = self.error_of(ball);
                    self.close_loads(1);
                    return Event::Failed(error, FileId(0), Span::default());
                }
            };
            if !news.is_empty() {
                // What is next is asked for again.
                if let (Some(load), false) = (self.loads.last_mut(), matches!(step, LoadStep::Done)) {
                    load.step = Some(step);
                }
                return Event::Found(news);
            }
            match step {
                LoadStep::Run(directive) => return Event::Directive(directive),
                LoadStep::Done | LoadStep::Full => return Event::Loaded,
                LoadStep::Work => {
                    if let Some(event) = self.work() {
                        return event;
                    }
                }
            }
        }
    }

    /// The calls of what nothing defines that were not told before.
    pub fn undefined_calls(&mut self) -> Vec<(FileId, CompileWarning)> {
        undefined_calls(&mut self.program)
    }

    /// Begins to load a text.
    pub(crate) fn open_load(&mut self, text: Text, how: How) {
        let confined = self.loads.last().is_some_and(|load| load.loading.goals == Goals::Kept);
        let goals = if confined { Goals::Kept } else { Goals::Run };
        let into = text.into;
        self.core.program.directory = Some(self.core.surroundings.directory());
        let mut loading = Loading::new(text, goals, Keep::Operators, &mut self.program);
        let core = &mut self.core;
        if let Some(outer) = core.loads.first() {
            loading = loading.within(&outer.loading, &mut core.program);
        }
        self.loads.push(Load { loading, into, how, step: None });
    }

    /// Loads on, and links what is new: what was found wrong, and what is next.
    pub(crate) fn load_on(&mut self) -> Result<(Vec<FileReport>, LoadStep), Ball> {
        let Some(mut load) = self.loads.pop() else { return Ok((Vec::new(), LoadStep::Done)) };
        let step = match load.step.take() {
            Some(step) => step,
            None => load.loading.step(&mut self.program),
        };
        if let LoadStep::Full = step {
            drop(load);
            self.refresh()?;
            return Err(self.out_of_memory());
        }
        let mut news = load.loading.news(&mut self.program);
        if let LoadStep::Done = step {
            news.extend(self.join(load));
            self.program.forward_undefined();
        } else {
            self.loads.push(load);
        }
        self.refresh()?;
        Ok((news, step))
    }

    /// Who asked for a text that is loaded gets what it exports.
    fn join(&mut self, load: Load) -> Vec<FileReport> {
        let Load { loading, into, how, .. } = load;
        let source = loading.source().clone();
        let Loaded { module, .. } = loading.loaded();
        self.program.main = module;
        if module == into {
            return Vec::new();
        }
        let refused = import(&mut self.program, module, into, &how);
        if refused.is_empty() {
            return Vec::new();
        }
        let warnings = refused.into_iter().map(|refused| self.refusal(module, refused)).collect();
        vec![FileReport { source, errors: Vec::new(), warnings }]
    }

    /// What does not come in, as a warning about a whole text.
    pub(crate) fn refusal(&self, from: ModuleId, refused: Refused) -> CompileWarning {
        let atoms = &self.program.atoms;
        let module = atoms.name(self.program.module(from).name).to_string();
        let show = |functor: crate::atoms::Functor| format!("{}/{}", atoms.name(functor.name), functor.arity);
        let span = Span::default();
        match refused {
            Refused::NotExported(f) => CompileWarning::NotExported { predicate: show(f), module, span },
            Refused::Clash(f) => CompileWarning::Clash { predicate: show(f), module, span },
        }
    }

    /// Gives up loading those from a number on; what was read stays.
    pub(crate) fn close_loads(&mut self, from: usize) {
        while self.loads.len() >= from.max(1)
            && let Some(mut load) = self.loads.pop()
        {
            load.loading.abandon(&mut self.program);
            load.loading.news(&mut self.program);
            self.join(load);
        }
        // Where there is no room for the code, the calls will say so.
        let _ = self.refresh();
    }

    /// Lets the library decide a condition or expand a clause.
    pub(super) fn work(&mut self) -> Option<Event> {
        let goal = work_goal(&self.program.atoms);
        let ended = self.query(&goal).next();
        let load = self.loads.last_mut()?;
        let place = load.loading.current().and_then(|loader| Some((loader.at, loader.task()?.span())));
        if let Some(loader) = load.loading.innermost() {
            loader.give_up();
        }
        match (ended, place) {
            (Some(Err(error)), place) => {
                let (file, span) = place.unwrap_or((FileId(0), Span::default()));
                Some(Event::Failed(error, file, span))
            }
            _ => None,
        }
    }
}

/// The goal that does what a text needs before it can be read on.
fn work_goal(atoms: &Atoms) -> ReadTerm {
    let mut terms = Terms::new();
    let root = terms.atom(atoms.internal("$load_work"), Span::default());
    ReadTerm { terms, root, variables: Vec::new() }
}
