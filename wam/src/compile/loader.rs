//! One text, clause by clause.
//!
//! Directives that change the reading, declare predicates or load other files are obeyed where they stand; clauses are
//! grouped by predicate. Where the text must not be read on before something is executed, [`Loader::advance`] stops;
//! the clauses so far are then made callable ([`super::define`]). When the text ends, what is not compiled yet is.
//! A predicate of the text replaces one of that name from an earlier text, unless it is multifile.

use super::COMPILED;
use super::conditions::Conditions;
use super::define::{Groups, Haste, Home};
use super::directive::{FileKind, Load, PREFIXES, Style, declared, is_declaration};
use super::error::CompileError;
use super::files::import;
use super::findings::Findings;
use super::loading::{Goals, Join, Origin, Text, refusals};
use super::report::{FileReport, LoadError};
use crate::atoms::{Atom, Atoms, Functor};
use crate::code::{PredicateKind, Program};
use crate::meter;
use crate::modules::{FileId, LoadedFile, ModuleId, Progress};
use crate::program::{Directive as Pending, When};
use crate::read::{Flags, OpType, Reader, Source, SyntaxErrorKind, obey_directive};
use crate::term::{Node, ReadTerm, Span, TermId};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

/// Why a text is not read on.
pub(super) enum Advance {
    /// A goal must run.
    Run(Pending),
    /// There is a [`Task`].
    Work,
    /// Another text comes first.
    Load(Text, Join),
    /// There is no memory for the rest.
    Full,
    /// It is at its end.
    Done,
}

/// What the library must do before a text can be read on.
pub(crate) enum Task {
    /// Decide whether a goal, qualified with its module, is true: the condition of `:- if` or `:- elif`.
    Test(Arc<ReadTerm>),
    /// Say what a clause or directive of a module stands for.
    Expand(Arc<ReadTerm>, ModuleId),
}

impl Task {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Task::Test(read) | Task::Expand(read, _) => read.terms.span(read.root),
        }
    }
}

/// What stands between two clauses that are read.
pub(super) enum Due {
    Run(Pending),
    Load(Arc<ReadTerm>, TermId, Load),
}

/// A file that is being read: the text's own, or one that it includes.
pub(super) struct Open {
    pub file: FileId,
    pub source: Source,
    pub offset: usize,
    /// How many conditions were open where it began.
    pub conditions: usize,
}

/// The number of a file that is going to be loaded.
pub(super) fn enter_file(program: &mut Program, path: &Path, source: &Source, module: ModuleId) -> FileId {
    let modified = std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let entry = LoadedFile {
        path: path.into(),
        source: source.clone(),
        module,
        into: module,
        modified,
        parent: None,
        progress: Progress::Loading,
    };
    match program.files.iter().position(|file| file.path == path) {
        Some(at) => {
            program.files[at] = entry;
            FileId(at as u32)
        }
        None => {
            program.files.push(entry);
            FileId(program.files.len() as u32 - 1)
        }
    }
}

/// The files that a text included when it was loaded before. From now on they are no part of it, unless it includes them
/// again.
fn leave_included(program: &mut Program, path: &Path) -> FxHashSet<FileId> {
    let mut left = FxHashSet::default();
    let mut above: Vec<FileId> =
        program.files.iter().position(|file| file.path == path).map(|at| FileId(at as u32)).into_iter().collect();
    while let Some(includer) = above.pop() {
        for (at, file) in program.files.iter_mut().enumerate().filter(|(_, file)| file.parent == Some(includer)) {
            (file.parent, file.modified) = (None, None);
            left.insert(FileId(at as u32));
            above.push(FileId(at as u32));
        }
    }
    left
}

/// Loads one text.
pub(crate) struct Loader {
    pub(super) atoms: Atoms,
    pub(super) origin: Origin,
    pub(super) goals: Goals,
    pub(super) groups: Groups,
    pub(super) discontiguous: FxHashSet<Home>,
    /// Of the text, and of the files it includes.
    pub(super) findings: Vec<Findings>,
    /// Of files that it loads.
    pub(super) others: Vec<FileReport>,
    /// Whose predicates follow.
    pub(crate) module: ModuleId,
    /// The file of the text, and the one being read: it, or one it includes.
    pub(crate) file: FileId,
    pub(crate) at: FileId,
    /// What an earlier version of the text included: its clauses are clauses of the text.
    pub(super) former: FxHashSet<FileId>,
    /// Where the module was declared.
    pub(super) module_span: Span,
    /// The files that are being read, innermost last.
    pub(super) reading: Vec<Open>,
    pub(super) conditions: Conditions,
    /// What expansion has made of what was read.
    queue: VecDeque<ReadTerm>,
    pub(super) due: VecDeque<Due>,
    task: Option<Task>,
    /// The goal that runs.
    pub(crate) current: Option<Arc<ReadTerm>>,
    /// What is to run when it is loaded.
    pub(super) after: VecDeque<Pending>,
    stage: Stage,
    /// Whether its end was shown to `term_expansion/2`.
    end_is_told: bool,
    /// What compiling the clauses needs that are not compiled yet, in nodes.
    pub(super) waiting: usize,
    /// Whether there is no memory for more.
    is_full: bool,
    /// `term_expansion/2,4` and `goal_expansion/2,4`.
    hooks: [Functor; 4],
    /// What is not warned of.
    pub(super) quiet: Vec<Style>,
    /// Names that mean another predicate since the text has defined one.
    pub(super) hidden: FxHashSet<(ModuleId, Atom)>,
}

/// Nodes that a clause counts for besides its own.
const CLAUSE: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Reading,
    /// All is defined; goals of `initialization/1` are left.
    Defined,
}

/// What a clause that was read leads to.
#[derive(PartialEq, Eq)]
enum Next {
    /// The clause after it.
    Read,
    /// Something else first.
    Stop,
}

impl Loader {
    pub(super) fn new(text: Text, goals: Goals, program: &mut Program) -> Self {
        let Text { path, source, origin, into } = text;
        let former = leave_included(program, &path);
        let file = enter_file(program, &path, &source, into);
        let atoms = program.atoms.clone();
        let hooks = [("term_expansion", 2), ("term_expansion", 4), ("goal_expansion", 2), ("goal_expansion", 4)];
        let hooks = hooks.map(|(name, arity)| atoms.functor(name, arity));
        Loader {
            atoms,
            origin,
            goals,
            groups: Groups::default(),
            discontiguous: FxHashSet::default(),
            findings: vec![Findings::new(file, source.clone())],
            others: Vec::new(),
            module: into,
            file,
            former,
            at: file,
            module_span: Span::default(),
            reading: vec![Open { file, source, offset: 0, conditions: 0 }],
            conditions: Conditions::default(),
            queue: VecDeque::new(),
            due: VecDeque::new(),
            task: None,
            current: None,
            after: VecDeque::new(),
            stage: Stage::Reading,
            end_is_told: false,
            waiting: 0,
            is_full: false,
            hooks,
            quiet: Vec::new(),
            hidden: FxHashSet::default(),
        }
    }

    /// The text itself.
    pub(super) fn source(&self) -> Source {
        self.findings[0].source.clone()
    }

    /// Goes on to what must be executed or loaded next.
    pub(super) fn advance(&mut self, program: &mut Program) -> Advance {
        loop {
            if self.is_full {
                return Advance::Full;
            } else if let Some(due) = self.due.pop_front() {
                if let Some(advance) = self.fall_due(due, program) {
                    return advance;
                }
            } else if let Some(read) = self.queue.pop_front() {
                self.item(read, program);
            } else if self.task.is_some() {
                self.flush(Haste::OnDemand, program);
                return Advance::Work;
            } else if self.stage == Stage::Reading {
                match self.reading.is_empty() {
                    false => self.read(program),
                    true => {
                        self.conditions_end(0);
                        self.define(program);
                        self.stage = Stage::Defined;
                        if self.goals == Goals::Kept {
                            program.directives.extend(self.after.drain(..));
                        }
                    }
                }
            } else {
                return self.after.pop_front().map_or(Advance::Done, Advance::Run);
            }
        }
    }

    fn fall_due(&mut self, due: Due, program: &mut Program) -> Option<Advance> {
        let due = match due {
            Due::Load(read, spec, load) => match self.search_goal(&read, spec, &load, program) {
                Some(goal) => Due::Run(Pending { read: Arc::new(goal), file: self.at, when: When::Loading }),
                None => Due::Load(read, spec, load),
            },
            run => run,
        };
        match due {
            Due::Run(pending) => {
                self.flush(Haste::Now, program);
                self.current = Some(pending.read.clone());
                Some(Advance::Run(pending))
            }
            Due::Load(read, spec, load) => match self.load(&read, spec, &load, program) {
                Ok(None) => None,
                Ok(Some((text, join))) => {
                    if self.goals == Goals::Run {
                        self.flush(Haste::Now, program);
                    }
                    Some(Advance::Load(text, join))
                }
                Err(error) => {
                    self.error(LoadError::Compile(error));
                    None
                }
            },
        }
    }

    /// Looks whether there is memory to compile what waits and a clause more; whether there is.
    fn takes(&mut self, clause: &ReadTerm) -> bool {
        if self.origin == Origin::User {
            self.waiting += CLAUSE + clause.terms.nodes();
            self.is_full |= !meter::fits(COMPILED * self.waiting);
        }
        !self.is_full
    }

    /// Reads clauses until one leads to something else, or the innermost file ends.
    fn read(&mut self, program: &mut Program) {
        let Some(open) = self.reading.last() else { return };
        let (source, atoms, depth) = (open.source.clone(), self.atoms.clone(), self.reading.len());
        let converted = match program.flags.conversions.apply_in_place(source.text()) {
            Cow::Borrowed(_) => source.clone(),
            Cow::Owned(text) => Source::new(source.name(), text),
        };
        let mut reader = match open.offset {
            0 => Reader::new(&converted, &atoms),
            offset => Reader::at(&converted, &atoms, offset),
        };
        loop {
            let from = reader.offset();
            let flags = Flags { is_internal: self.origin == Origin::Library, ..program.flags.clone() };
            let mut read = reader.read_term(&program.ops, &flags);
            let to = reader.offset();
            if read.is_err()
                && let Some(other) = read_declaration(&source, from, to, program)
            {
                read = Ok(Some(other));
            }
            self.reading[depth - 1].offset = to;
            match read {
                Ok(None) => return self.end_of_file(&source, program),
                Ok(Some(mut clause)) => {
                    clause.terms.shrink_to_fit();
                    if !self.takes(&clause)
                        || self.clause_or_hook(clause, program) == Next::Stop
                        || self.reading.len() != depth
                    {
                        return;
                    }
                }
                Err(error) if error.kind == SyntaxErrorKind::OutOfMemory => {
                    self.is_full = true;
                    return;
                }
                // What is skipped may be in the syntax of another system.
                Err(_) if self.conditions.is_skipping() => {}
                Err(error) => self.error(LoadError::Syntax(error)),
            }
        }
    }

    /// The innermost file has no more clauses.
    fn end_of_file(&mut self, source: &Source, program: &mut Program) {
        if self.reading.len() == 1 && !self.end_is_told && self.is_hooked(program) {
            self.end_is_told = true;
            let at = source.text().len() as u32;
            let mut terms = crate::term::Terms::new();
            let root = terms.atom(self.atoms.intern("end_of_file"), Span { start: at, end: at });
            let read = Arc::new(ReadTerm { terms, root, variables: Vec::new() });
            self.task = Some(Task::Expand(read, self.module));
            return;
        }
        self.close_file(program);
    }

    /// The innermost file is read.
    fn close_file(&mut self, program: &mut Program) {
        let Some(open) = self.reading.pop() else { return };
        self.conditions_end(open.conditions);
        if let Some(outer) = self.reading.last() {
            program.files[open.file.0 as usize].progress = Progress::Loaded;
            self.at = outer.file;
        }
    }

    fn conditions_end(&mut self, depth: usize) {
        for span in self.conditions.close(depth) {
            let what = "this :- if has no :- endif";
            self.error(LoadError::Compile(CompileError::BadCondition { what, span }));
        }
    }

    /// What is read decides about what follows, is expanded first, or is taken as it is.
    fn clause_or_hook(&mut self, read: ReadTerm, program: &mut Program) -> Next {
        if let Some(goal) = declared(&read)
            && let Some(kind) = self.conditions.kind(&read, goal, &self.atoms)
        {
            match self.conditions.meet(kind, &read, goal, &self.atoms) {
                Ok(None) => return Next::Read,
                Ok(Some(root)) => {
                    let goal = self.in_module(ReadTerm { root, ..read }, program);
                    self.task = Some(Task::Test(Arc::new(goal)));
                    return Next::Stop;
                }
                Err(error) => {
                    self.error(LoadError::Compile(error));
                    return Next::Read;
                }
            }
        }
        if self.conditions.is_skipping() {
            return Next::Read;
        }
        if self.is_hooked(program) {
            self.end_is_told |= self.is_end(&read);
            self.task = Some(Task::Expand(Arc::new(read), self.module));
            return Next::Stop;
        }
        self.item(read, program);
        if self.due.is_empty() { Next::Read } else { Next::Stop }
    }

    fn is_end(&self, read: &ReadTerm) -> bool {
        matches!(read.terms.get(read.root), Node::Atom(name) if &*self.atoms.name(name) == "end_of_file")
    }

    /// Whether there are clauses that say what others stand for.
    fn is_hooked(&self, program: &Program) -> bool {
        let has = |module, hook| {
            let is = |id| matches!(program.get(id).kind, PredicateKind::Static | PredicateKind::Dynamic);
            self.groups.has((module, hook)) || program.own(module, hook).is_some_and(is)
        };
        let other = self.module != ModuleId::USER;
        self.origin == Origin::User
            && self.hooks.iter().any(|&hook| {
                has(ModuleId::USER, hook) || has(ModuleId::SYSTEM, hook) || other && has(self.module, hook)
            })
    }

    /// What the library is to do.
    pub(crate) fn task(&self) -> Option<&Task> {
        self.task.as_ref()
    }

    /// The condition that was asked for is true or not.
    pub(crate) fn decide(&mut self, truth: bool) {
        if let Some(Task::Test(_)) = self.task.take_if(|task| matches!(task, Task::Test(_))) {
            self.conditions.decide(truth);
        }
    }

    /// What was to be expanded stands for these; for itself where there are none.
    pub(crate) fn expand(&mut self, clauses: Option<Vec<ReadTerm>>) {
        if let Some(Task::Expand(read, _)) = self.task.take_if(|task| matches!(task, Task::Expand(..))) {
            match clauses {
                None => self.queue.push_back(Arc::unwrap_or_clone(read)),
                Some(clauses) => {
                    if declared(&read).is_none() {
                        self.warn_of_singletons(&read);
                    }
                    self.queue.extend(clauses);
                }
            }
        }
    }

    /// What waits is not done: a condition is false, and what was to be expanded stands for itself.
    pub(crate) fn give_up(&mut self) {
        self.decide(false);
        self.expand(None);
    }

    /// Gives up what was read of the text: there is no memory for it.
    pub(super) fn renounce(&mut self) {
        self.groups = Groups::default();
    }

    /// Stops reading: what was read stays.
    pub(super) fn abandon(&mut self, program: &mut Program) {
        self.conditions = Conditions::default();
        self.due.clear();
        self.queue.clear();
        self.after.clear();
        self.task = None;
        while !self.reading.is_empty() {
            self.close_file(program);
        }
        if self.stage == Stage::Reading {
            self.define(program);
            self.stage = Stage::Defined;
        }
    }

    /// A clause or directive that is expanded.
    fn item(&mut self, read: ReadTerm, program: &mut Program) {
        if self.is_end(&read) {
            self.queue.clear();
            return self.close_file(program);
        }
        let goal = declared(&read);
        if self.goals == Goals::Kept || goal.is_some_and(|goal| is_declaration(&read, goal, &self.atoms)) {
            let atoms = self.atoms.clone();
            let wrong = obey_directive(&read, &atoms, &mut program.ops, &mut program.flags);
            wrong.into_iter().for_each(|error| self.error(LoadError::Syntax(error)));
        }
        if let Err(error) = self.clause(read, program) {
            self.error(LoadError::Compile(error));
        }
    }

    /// Obeys a goal as if it were a directive of the text.
    pub(crate) fn obey(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        self.directive(read, program)
    }

    pub(super) fn take_reports(&mut self, reports: Vec<FileReport>) {
        self.others.extend(reports.into_iter().filter(|report| !report.is_empty()));
    }

    /// Imports from a module that was loaded.
    pub(super) fn bring_in(&mut self, from: Option<ModuleId>, join: &Join, program: &mut Program) {
        let Some(from) = from else {
            if join.load.kind == FileKind::Module {
                self.complain(CompileError::NoModule { what: join.what.clone(), span: join.span });
            }
            return;
        };
        let atoms = self.atoms.clone();
        let module = atoms.name(program.module(from).name).to_string();
        let refused = import(program, from, self.module, &join.load);
        for warning in refusals(refused, &module, join.span, |functor| indicator(functor, &atoms)) {
            self.warn(warning);
        }
    }
}

/// A directive that begins with a word that is an operator in directives of other systems.
fn read_declaration(source: &Source, from: usize, to: usize, program: &Program) -> Option<ReadTerm> {
    let text = source.text().get(from..to)?;
    let (_, rest) = text.split_once(":-")?;
    let rest = rest.trim_start();
    let word =
        PREFIXES.iter().find(|&&word| rest.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t'])))?;
    let mut ops = program.ops.clone();
    ops.add(1150, OpType::Fx, program.atoms.intern(word)).ok()?;
    let read = Reader::at(source, &program.atoms, from).read_term(&ops, &program.flags).ok()??;
    let goal = declared(&read)?;
    read.terms.match_compound(goal, program.atoms.intern(word), 1).is_some().then_some(read)
}

/// `name/arity`.
pub(super) fn indicator(functor: Functor, atoms: &Atoms) -> String {
    format!("{}/{}", atoms.name(functor.name), functor.arity)
}
