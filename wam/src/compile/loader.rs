//! One text, clause by clause.
//!
//! Directives that change the reading, declare predicates or load other files are obeyed where they stand; clauses are
//! grouped by predicate. Where the text must not be read on before something is executed, [`Loader::advance`] stops;
//! the clauses so far are then made callable ([`super::define`]). When the text ends, what is not compiled yet is.
//! A predicate of the text replaces one of that name from an earlier text, unless it is multifile.

use super::conditions::Conditions;
use super::consult::{Goals, Join, Origin, Text, refusals};
use super::dcg;
use super::define::{Groups, Haste, Home};
use super::directive::{Directive, FileKind, Load, PREFIXES, Style, Tell, declared, directive, is_declaration};
use super::error::{CompileError, CompileWarning};
use super::files::{Files, import};
use super::predicate::clause_functor;
use super::report::{FileReport, LoadError, Report};
use crate::atoms::{Atom, Atoms, Functor, known};
use crate::code::{Extent, PredicateKind, Program};
use crate::instr::PredId;
use crate::modules::{FileId, LoadedFile, ModuleClass, ModuleId, Progress};
use crate::program::{Assertion, Directive as Pending, When};
use crate::read::{OpType, Reader, Source, obey_directive};
use crate::term::{Node, ReadTerm, Span, TermId};
use rustc_hash::FxHashSet;
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

/// What stands between two clauses that are read.
enum Due {
    Run(Pending),
    Load(Arc<ReadTerm>, TermId, Load),
}

/// A file that is being read: the text's own, or one that it includes.
struct Open {
    file: FileId,
    source: Source,
    offset: usize,
    /// How many conditions were open where it began.
    conditions: usize,
}

/// The number of a file that is going to be loaded.
fn enter_file(program: &mut Program, path: &Path, source: &Source, module: ModuleId) -> FileId {
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

/// What was found in one file while it was read.
pub(super) struct Findings {
    pub file: FileId,
    source: Source,
    pub errors: Vec<LoadError>,
    pub warnings: Vec<CompileWarning>,
}

impl Findings {
    fn new(file: FileId, source: Source) -> Self {
        Findings { file, source, errors: Vec::new(), warnings: Vec::new() }
    }

    fn sort(&mut self) {
        self.errors.sort_by_key(|error| error.span().start);
        self.warnings.sort_by_key(|warning| warning.span().start);
    }
}

/// Loads one text.
pub(crate) struct Loader {
    pub(super) atoms: Atoms,
    pub(super) origin: Origin,
    goals: Goals,
    pub(super) groups: Groups,
    pub(super) discontiguous: FxHashSet<Home>,
    /// Of the text, and of the files it includes.
    pub(super) findings: Vec<Findings>,
    /// Of files that it loads.
    others: Vec<FileReport>,
    /// Whose predicates follow.
    pub(crate) module: ModuleId,
    /// The file of the text, and the one being read: it, or one it includes.
    pub(crate) file: FileId,
    pub(crate) at: FileId,
    /// Where the module was declared.
    pub(super) module_span: Span,
    /// The files that are being read, innermost last.
    reading: Vec<Open>,
    pub(super) conditions: Conditions,
    /// What expansion has made of what was read.
    queue: VecDeque<ReadTerm>,
    due: VecDeque<Due>,
    task: Option<Task>,
    /// The goal that runs.
    pub(crate) current: Option<Arc<ReadTerm>>,
    /// What is to run when it is loaded.
    after: VecDeque<Pending>,
    stage: Stage,
    /// Whether its end was shown to `term_expansion/2`.
    end_is_told: bool,
    /// `term_expansion/2` and `goal_expansion/2`.
    hooks: [Functor; 2],
    /// What is not warned of.
    quiet: Vec<Style>,
    /// Predicates that were compiled before the text ended, and whether a definition since then hides what they may call.
    pub(super) early: Vec<PredId>,
    pub(super) hidden: bool,
}

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
        let file = enter_file(program, &path, &source, into);
        let atoms = program.atoms.clone();
        let hooks = ["term_expansion", "goal_expansion"].map(|name| atoms.functor(name, 2));
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
            hooks,
            quiet: Vec::new(),
            early: Vec::new(),
            hidden: false,
        }
    }

    /// The text itself.
    pub(super) fn source(&self) -> Source {
        self.findings[0].source.clone()
    }

    /// Goes on to what must be executed or loaded next.
    pub(super) fn advance(&mut self, program: &mut Program) -> Advance {
        loop {
            if let Some(due) = self.due.pop_front() {
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

    /// Reads clauses until one leads to something else, or the innermost file ends.
    fn read(&mut self, program: &mut Program) {
        let Some(open) = self.reading.last() else { return };
        let (source, atoms, depth) = (open.source.clone(), self.atoms.clone(), self.reading.len());
        let mut reader = match open.offset {
            0 => Reader::new(&source, &atoms),
            offset => Reader::at(&source, &atoms, offset),
        };
        loop {
            let from = reader.offset();
            let mut read = reader.read_term(&program.ops, &program.flags);
            let to = reader.offset();
            if read.is_err()
                && let Some(other) = read_declaration(&source, from, to, program)
            {
                read = Ok(Some(other));
            }
            self.reading[depth - 1].offset = to;
            match read {
                Ok(None) => return self.end_of_file(&source, program),
                Ok(Some(clause)) => {
                    if self.clause_or_hook(clause, program) == Next::Stop || self.reading.len() != depth {
                        return;
                    }
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
            && self.hooks.iter().any(|&hook| has(ModuleId::USER, hook) || other && has(self.module, hook))
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

    /// What was found in a file.
    pub(super) fn found_in(&mut self, file: FileId) -> &mut Findings {
        let at = self.findings.iter().position(|findings| findings.file == file);
        &mut self.findings[at.unwrap_or(0)]
    }

    /// Notes what is wrong at a place of the file that is read.
    pub(crate) fn complain(&mut self, error: CompileError) {
        self.error(LoadError::Compile(error));
    }

    fn error(&mut self, error: LoadError) {
        self.found_in(self.at).errors.push(error);
    }

    pub(super) fn warn(&mut self, warning: CompileWarning) {
        self.found_in(self.at).warnings.push(warning);
    }

    fn clause(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        if let Some(goal) = declared(&read) {
            return self.directives(ReadTerm { root: goal, ..read }, program);
        }
        if self.origin == Origin::User {
            self.warn_of_singletons(&read);
        }
        let read = match read.terms.match_compound(read.root, known::DCG, 2) {
            Some(_) => dcg::translate(read, &self.atoms)?,
            None => read,
        };
        let (module, read) = self.home(read, program);
        let functor = clause_functor(&read.terms, read.root)?;
        let span = read.terms.span(read.root);
        self.check_protection(functor, span, program)?;
        let known = self.discontiguous.contains(&(module, functor)) || self.quiet.contains(&Style::Discontiguous);
        if self.groups.add((module, functor), read, self.at) && !known {
            let predicate = indicator(functor, &self.atoms);
            self.warn(CompileWarning::Discontiguous { predicate, span });
        }
        Ok(())
    }

    /// The module a clause is for, and the clause without it: `M:(H :- B)`, `M:H :- B`, `M:H`. A body is of the module
    /// that the whole clause is of.
    fn home(&self, mut read: ReadTerm, program: &mut Program) -> (ModuleId, ReadTerm) {
        let mut module = self.module;
        while let Some((name, inner)) = qualified(&read, read.root) {
            module = program.module_named(name);
            read.root = inner;
        }
        let Some(&[head, body]) = read.terms.match_compound(read.root, known::NECK, 2) else {
            return (module, read);
        };
        let Some((name, inner)) = qualified(&read, head) else { return (module, read) };
        let home = program.module_named(name);
        let span = read.terms.span(read.root);
        let mut body = body;
        if home != module {
            let of = read.terms.atom(program.module(module).name, span);
            body = read.terms.compound(known::COLON, &[of, body], span);
        }
        read.root = read.terms.compound(known::NECK, &[inner, body], span);
        (home, read)
    }

    /// The goals of a directive: one by one where all of them are declarations.
    fn directives(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        let mut goals = vec![read.root];
        while let Some(&[left, right]) = goals.last().and_then(|&goal| read.terms.match_compound(goal, known::COMMA, 2))
        {
            goals.pop();
            goals.extend([left, right]);
        }
        if goals.len() == 1 || !goals.iter().all(|&goal| is_declaration(&read, goal, &self.atoms)) {
            return self.directive(read, program);
        }
        goals.into_iter().try_for_each(|root| self.directive(ReadTerm { root, ..read.clone() }, program))
    }

    fn directive(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        let span = read.terms.span(read.root);
        match directive(&read, &self.atoms)? {
            Directive::Obeyed => {}
            Directive::Goal(root, when) => {
                let read = Arc::new(self.in_module(ReadTerm { root, ..read }, program));
                let pending = Pending { read, file: self.at, when };
                match (when, self.goals) {
                    (When::Loading, Goals::Run) => self.due.push_back(Due::Run(pending)),
                    (When::Loading, Goals::Kept) | (When::Main, Goals::Run) => program.directives.push(pending),
                    (When::Loaded | When::Main, _) => self.after.push_back(pending),
                }
            }
            Directive::Assertion => {
                let (module, file) = (self.module, self.at);
                program.assertions.push(Assertion { read: Arc::new(read), module, file });
            }
            Directive::Discontiguous(named) => {
                for (module, functor) in named {
                    let home = self.named(module, functor, program);
                    self.discontiguous.insert(home);
                }
            }
            Directive::Dynamic(named) => {
                for (module, functor) in named {
                    self.check_protection(functor, span, program)?;
                    let home = self.named(module, functor, program);
                    self.groups.group(home).kind = PredicateKind::Dynamic;
                }
            }
            Directive::Multifile(named) => {
                for (module, functor) in named {
                    self.check_protection(functor, span, program)?;
                    let home = self.named(module, functor, program);
                    self.groups.group(home).extent = Extent::Multifile;
                }
            }
            Directive::MetaPredicate(metas) => {
                for ((module, functor), metas) in metas {
                    let (module, functor) = self.named(module, functor, program);
                    let id = program.local(module, functor);
                    program.get_mut(id).meta = Some(metas.into());
                    program.user_metas |= module != ModuleId::USER && program.module(module).class == ModuleClass::User;
                }
            }
            Directive::Module { name, exports } => self.begin_module(name, exports, span, program),
            Directive::Load { specs, load } => {
                let read = Arc::new(read);
                let due = specs.into_iter().map(|spec| Due::Load(read.clone(), spec, load.clone()));
                self.due.extend(due);
            }
            Directive::Style(styles) => {
                for (style, tell) in styles {
                    self.quiet.retain(|&other| other != style);
                    if tell == Tell::No {
                        self.quiet.push(style);
                    }
                }
            }
            Directive::Include(specs) => {
                for spec in specs {
                    self.include(&read, spec, program)?;
                }
            }
        }
        Ok(())
    }

    /// A goal as it is called from outside of its module.
    fn in_module(&self, mut read: ReadTerm, program: &Program) -> ReadTerm {
        if self.module != ModuleId::USER {
            let span = read.terms.span(read.root);
            let name = read.terms.atom(program.module(self.module).name, span);
            read.root = read.terms.compound(known::COLON, &[name, read.root], span);
        }
        read
    }

    fn named(&self, module: Option<Atom>, functor: Functor, program: &mut Program) -> Home {
        (module.map_or(self.module, |name| program.module_named(name)), functor)
    }

    fn check_protection(&self, functor: Functor, span: Span, program: &Program) -> Result<(), CompileError> {
        if self.origin == Origin::User && !program.vocabulary.may_define(&self.atoms, functor) {
            let predicate = indicator(functor, &self.atoms);
            return Err(CompileError::Protected { predicate, span });
        }
        Ok(())
    }

    fn warn_of_singletons(&mut self, read: &ReadTerm) {
        if self.quiet.contains(&Style::Singleton) {
            return;
        }
        let single = read.variables.iter().filter(|v| v.occurrences == 1 && !v.name.starts_with('_'));
        let warnings = single.map(|v| CompileWarning::Singleton { name: v.name.clone(), span: v.span });
        self.found_in(self.at).warnings.extend(warnings);
    }

    /// Reads another file in the place of the directive.
    fn include(&mut self, read: &ReadTerm, spec: TermId, program: &mut Program) -> Result<(), CompileError> {
        let files = Files::of(program, self.at);
        let path = files.path(&read.terms, spec, &self.atoms)?;
        let source = files.read(&path, read.terms.span(spec))?;
        if program.files.iter().any(|file| file.path == path && file.progress == Progress::Loading) {
            let (what, span) = (path.display().to_string(), read.terms.span(spec));
            return Err(CompileError::Circular { what, span });
        }
        let file = enter_file(program, &path, &source, self.module);
        program.files[file.0 as usize].parent = Some(self.at);
        self.findings.push(Findings::new(file, source.clone()));
        let conditions = self.conditions.depth();
        self.reading.push(Open { file, source, offset: 0, conditions });
        self.at = file;
        Ok(())
    }

    /// What was found since it was asked last, by file.
    pub(super) fn news(&mut self, program: &mut Program) -> Vec<FileReport> {
        self.take_faults(program);
        let mut news = std::mem::take(&mut self.others);
        for findings in &mut self.findings {
            findings.sort();
            let (errors, warnings) = (std::mem::take(&mut findings.errors), std::mem::take(&mut findings.warnings));
            news.push(FileReport { source: findings.source.clone(), errors, warnings });
        }
        news.retain(|report| !report.is_empty());
        news
    }

    /// What compiling found wrong with clauses of the files.
    pub(super) fn take_faults(&mut self, program: &mut Program) {
        let own = |file: &FileId| self.findings.iter().any(|findings| findings.file == *file);
        let (mine, others) = std::mem::take(&mut program.faults).into_iter().partition(|(file, _)| own(file));
        program.faults = others;
        let mine: Vec<(FileId, CompileError)> = mine;
        for (file, error) in mine {
            self.found_in(file).errors.push(LoadError::Compile(error));
        }
    }

    /// The text is loaded: its module, and what was wrong with it.
    pub(super) fn finish(mut self, program: &mut Program) -> super::consult::Loaded {
        self.take_faults(program);
        program.files[self.file.0 as usize].progress = Progress::Loaded;
        self.findings.iter_mut().for_each(Findings::sort);
        let mut findings = self.findings.into_iter();
        let own = findings.next().expect("the text itself comes first");
        let included = findings.map(|f| FileReport { source: f.source, errors: f.errors, warnings: f.warnings });
        let mut others = self.others;
        others.extend(included.filter(|report| !report.is_empty()));
        let report = Report { errors: own.errors, warnings: own.warnings, others };
        super::consult::Loaded { module: self.module, report }
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

/// `Module:Term`.
fn qualified(read: &ReadTerm, term: TermId) -> Option<(Atom, TermId)> {
    match read.terms.match_compound(term, known::COLON, 2) {
        Some(&[module, inner]) => match read.terms.get(module) {
            Node::Atom(name) => Some((name, inner)),
            _ => None,
        },
        _ => None,
    }
}

/// `name/arity`.
pub(super) fn indicator(functor: Functor, atoms: &Atoms) -> String {
    format!("{}/{}", atoms.name(functor.name), functor.arity)
}
