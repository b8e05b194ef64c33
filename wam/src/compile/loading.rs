//! Texts into programs.
//!
//! In: a [`Source`] and the [`Program`] it joins. Out: what was wrong with it and with the files it loads.
//!
//! A [`Loading`] goes through a text in steps and stops where something must be executed before it can go on: a
//! directive, a condition of `:- if`, an expansion of a clause. Whoever has a machine executes that and lets it go on
//! (`machine/loading.rs`), or only decides and expands (`machine/confined.rs`). What a text loads is on the same stack,
//! so that no depth of files nests native calls.

use super::error::{CompileError, CompileWarning};
use super::files;
use super::loader::{Advance, Loader, Task};
use super::report::{FileReport, Report};
use crate::code::Program;
use crate::compile::directive::Load;
use crate::modules::ModuleId;
use crate::program::Directive as Pending;
use crate::read::{Flags, Ops, Source};
use crate::term::Span;
use std::path::PathBuf;

/// Whose predicates a text holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A user's program.
    User,
    /// The library: predicates that programs may replace by their own.
    Library,
}

/// What becomes of the goals that a text asks to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goals {
    /// They are kept in the program: it is loaded to be looked at.
    Kept,
    /// They run where they stand.
    Run,
}

/// A text that is to be loaded into a module.
pub(crate) struct Text {
    pub path: PathBuf,
    pub source: Source,
    pub origin: Origin,
    pub into: ModuleId,
}

/// A text that was loaded.
pub(crate) struct Loaded {
    /// Its own module, or the one it was loaded into.
    pub module: ModuleId,
    pub report: Report,
}

/// What of operators and flags stays when a text is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    /// All.
    All,
    /// Operators, unless the text is a module.
    Operators,
}

/// Loads a text of the library, and what it loads. Nothing in it waits for a machine: it has no conditions, and what
/// programs say of expansions is not for it.
pub(crate) fn load_library_text(text: Text, program: &mut Program) -> Loaded {
    let mut loading = Loading::new(text, Goals::Kept, Keep::All, program);
    while let LoadStep::Work | LoadStep::Run(_) = loading.step(program) {
        if let Some(loader) = loading.innermost() {
            let what = "a text of the library is loaded without a machine".into();
            loader.complain(CompileError::Hook { what, span: loader.task().map_or_else(Span::default, Task::span) });
            loader.give_up();
        }
    }
    loading.loaded
}

/// What must be done before loading can go on.
pub(crate) enum LoadStep {
    /// The goal of a directive must run: what stands before it can be called.
    Run(Pending),
    /// There is a [`super::loader::Task`] for the library.
    Work,
    /// There is no memory to load all: what it has read is given up, and so are the texts that load it.
    Full,
    /// Nothing: all is loaded.
    Done,
}

/// What a file that loads another one does with it.
pub(super) struct Join {
    pub load: Load,
    /// The file, as messages show it.
    pub what: String,
    pub span: Span,
}

/// A text on the stack.
struct Frame {
    loader: Loader,
    join: Option<Join>,
    keep: Keep,
    into: ModuleId,
    flags: Flags,
    ops: Ops,
}

/// A text that is being loaded, and those that it loads, innermost last.
pub(crate) struct Loading {
    frames: Vec<Frame>,
    pub goals: Goals,
    loaded: Loaded,
    source: Source,
    /// Flags of the reader at the start of every text: what a text sets is its own affair.
    flags: Flags,
}

impl Loading {
    pub fn new(text: Text, goals: Goals, keep: Keep, program: &mut Program) -> Self {
        let loaded = Loaded { module: ModuleId::USER, report: Report::default() };
        let (source, flags) = (text.source.clone(), program.flags.clone());
        let mut loading = Loading { frames: Vec::new(), goals, loaded, source, flags };
        loading.push(text, None, keep, program);
        loading
    }

    /// Loads a text as part of another one that is being loaded.
    pub fn within(mut self, outer: &Loading, program: &mut Program) -> Self {
        self.flags = outer.flags.clone();
        program.flags = self.flags.clone();
        self
    }

    fn push(&mut self, text: Text, join: Option<Join>, keep: Keep, program: &mut Program) {
        let (flags, ops, into) = (program.flags.clone(), program.ops.clone(), text.into);
        let loader = Loader::new(text, self.goals, program);
        self.frames.push(Frame { loader, join, keep, into, flags, ops });
        program.flags = self.flags.clone();
    }

    /// Goes on to the next thing that must be executed.
    pub fn step(&mut self, program: &mut Program) -> LoadStep {
        loop {
            let Some(frame) = self.frames.last_mut() else { return LoadStep::Done };
            match frame.loader.advance(program) {
                Advance::Run(directive) => return LoadStep::Run(directive),
                Advance::Work => return LoadStep::Work,
                Advance::Load(text, join) => self.push(text, Some(join), Keep::Operators, program),
                Advance::Full => {
                    self.frames.iter_mut().for_each(|frame| frame.loader.renounce());
                    self.abandon(program);
                    return LoadStep::Full;
                }
                Advance::Done => self.pop(program),
            }
        }
    }

    /// The innermost text is loaded; who loads it goes on.
    fn pop(&mut self, program: &mut Program) {
        let Some(frame) = self.frames.pop() else { return };
        let source = frame.loader.source();
        let loaded = frame.loader.finish(program);
        if frame.keep == Keep::Operators {
            program.flags = frame.flags;
            if loaded.module != frame.into {
                program.ops = frame.ops;
            }
        }
        match (self.frames.last_mut(), frame.join) {
            (Some(outer), Some(join)) => {
                outer.loader.take_reports(loaded.report.by_file(&source));
                let from = Some(loaded.module).filter(|&module| module != frame.into);
                outer.loader.bring_in(from, &join, program);
            }
            _ => self.loaded = loaded,
        }
    }

    /// The text that was asked for.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What was loaded.
    pub fn loaded(self) -> Loaded {
        self.loaded
    }

    /// What was found wrong since it was asked last.
    pub fn news(&mut self, program: &mut Program) -> Vec<FileReport> {
        let mut news = Vec::new();
        for frame in &mut self.frames {
            news.extend(frame.loader.news(program));
        }
        news.extend(std::mem::take(&mut self.loaded.report).by_file(&self.source));
        news.retain(|report| !report.is_empty());
        news
    }

    /// The text that is being read.
    pub fn innermost(&mut self) -> Option<&mut Loader> {
        self.frames.last_mut().map(|frame| &mut frame.loader)
    }

    /// The same, to look at.
    pub fn current(&self) -> Option<&Loader> {
        self.frames.last().map(|frame| &frame.loader)
    }

    /// Gives up reading: what was read stays.
    pub fn abandon(&mut self, program: &mut Program) {
        while let Some(frame) = self.frames.last_mut() {
            frame.loader.abandon(program);
            self.pop(program);
        }
    }
}

/// Warnings of what does not come in with a module.
pub(super) fn refusals(
    refused: Vec<files::Refused>,
    module: &str,
    span: Span,
    show: impl Fn(crate::atoms::Functor) -> String,
) -> Vec<CompileWarning> {
    let warning = |refused| match refused {
        files::Refused::NotExported(f) => {
            CompileWarning::NotExported { predicate: show(f), module: module.into(), span }
        }
        files::Refused::Clash(f) => CompileWarning::Clash { predicate: show(f), module: module.into(), span },
    };
    refused.into_iter().map(warning).collect()
}
