//! Texts into programs.
//!
//! In: a [`Source`] and the [`Program`] it joins. Out: what was wrong with it. All clauses are read first, directives
//! that change the reading being obeyed where they stand; then clauses are grouped by predicate, declared, and
//! compiled, so that the order of predicates does not matter. A predicate of the text replaces one of that name from
//! an earlier text.

use super::dcg;
use super::directive::{Directive, declared, directive};
use super::error::{CompileError, CompileWarning};
use super::predicate::{clause_functor, compile_clause, compile_predicate};
use crate::atoms::{Atoms, Functor, known};
use crate::code::{Block, PredicateKind, Program};
use crate::instr::{Instr, PredId};
use crate::read::{Source, SyntaxError, read_program};
use crate::term::{ReadTerm, Span};
use miette::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use thiserror::Error;

/// What was wrong with a text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Clauses and directives that were left out, in the order of the text.
    pub errors: Vec<LoadError>,
    /// What is probably not meant, in the order of the text.
    pub warnings: Vec<CompileWarning>,
}

/// Why a clause or directive was left out.
#[derive(Clone, PartialEq, Debug, Error, Diagnostic)]
pub enum LoadError {
    /// It could not be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Syntax(#[from] SyntaxError),
    /// It could not be compiled.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Compile(#[from] CompileError),
}

impl LoadError {
    /// Where it is.
    pub fn span(&self) -> Span {
        match self {
            LoadError::Syntax(error) => error.span,
            LoadError::Compile(error) => error.span(),
        }
    }
}

/// Whose predicates a text holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A user's program.
    User,
    /// The library: predicates that programs may replace by their own.
    Library,
}

/// Reads and compiles a text into a program.
pub fn consult(source: &Source, program: &mut Program, origin: Origin) -> Report {
    let atoms = program.atoms.clone();
    let mut loader =
        Loader { atoms, origin, groups: Groups::default(), declared: FxHashSet::default(), report: Report::default() };
    let read = read_program(source, &loader.atoms, &mut program.ops, &mut program.flags);
    loader.report.errors.extend(read.errors.into_iter().map(LoadError::Syntax));
    for clause in read.clauses {
        if let Err(error) = loader.clause(clause, program) {
            loader.report.errors.push(LoadError::Compile(error));
        }
    }
    loader.finish(program)
}

/// Clauses by predicate, in the order in which predicates begin.
#[derive(Default)]
struct Groups {
    order: Vec<Group>,
    index: FxHashMap<Functor, usize>,
    last: Option<usize>,
}

struct Group {
    functor: Functor,
    kind: PredicateKind,
    clauses: Vec<Arc<ReadTerm>>,
    /// Whether the next clause elsewhere is worth a warning.
    scattered: Scattered,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scattered {
    /// A warning is due when it happens.
    Unexpected,
    /// It was declared, or has been warned of.
    Known,
}

struct Loader {
    atoms: Atoms,
    origin: Origin,
    groups: Groups,
    declared: FxHashSet<Functor>,
    report: Report,
}

impl Groups {
    fn group(&mut self, functor: Functor) -> usize {
        *self.index.entry(functor).or_insert_with(|| {
            self.order.push(Group {
                functor,
                kind: PredicateKind::Static,
                clauses: Vec::new(),
                scattered: Scattered::Unexpected,
            });
            self.order.len() - 1
        })
    }
}

impl Loader {
    fn clause(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        if let Some(goal) = declared(&read) {
            return self.directive(ReadTerm { root: goal, ..read }, program);
        }
        if self.origin == Origin::User {
            self.warn_of_singletons(&read);
        }
        let read = match read.terms.match_compound(read.root, known::DCG, 2) {
            Some(_) => dcg::translate(read, &self.atoms)?,
            None => read,
        };
        let functor = clause_functor(&read.terms, read.root)?;
        let span = read.terms.span(read.root);
        self.check_protection(functor, span, program)?;
        let at = self.groups.group(functor);
        let group = &mut self.groups.order[at];
        let late = self.groups.last.is_some_and(|last| last != at) && !group.clauses.is_empty();
        if late && group.scattered == Scattered::Unexpected && !self.declared.contains(&functor) {
            group.scattered = Scattered::Known;
            let predicate = indicator(functor, &self.atoms);
            self.report.warnings.push(CompileWarning::Discontiguous { predicate, span });
        }
        self.groups.last = Some(at);
        self.groups.order[at].clauses.push(Arc::new(read));
        Ok(())
    }

    fn directive(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        match directive(&read, &self.atoms)? {
            Directive::Obeyed => {}
            Directive::Goal(root) => program.directives.push(Arc::new(ReadTerm { root, ..read })),
            Directive::Assertion => program.assertions.push(Arc::new(read)),
            Directive::Discontiguous(functors) => self.declared.extend(functors),
            Directive::Dynamic(functors) => {
                for functor in functors {
                    self.check_protection(functor, read.terms.span(read.root), program)?;
                    let at = self.groups.group(functor);
                    self.groups.order[at].kind = PredicateKind::Dynamic;
                }
            }
        }
        Ok(())
    }

    fn check_protection(&self, functor: Functor, span: Span, program: &Program) -> Result<(), CompileError> {
        if self.origin == Origin::User && !program.vocabulary.may_define(&self.atoms, functor) {
            let predicate = indicator(functor, &self.atoms);
            return Err(CompileError::Protected { predicate, span });
        }
        Ok(())
    }

    fn warn_of_singletons(&mut self, read: &ReadTerm) {
        let single = read.variables.iter().filter(|v| v.occurrences == 1 && !v.name.starts_with('_'));
        self.report.warnings.extend(single.map(|v| CompileWarning::Singleton { name: v.name.clone(), span: v.span }));
    }

    fn finish(mut self, program: &mut Program) -> Report {
        let groups = std::mem::take(&mut self.groups.order);
        let ids: Vec<PredId> = groups.iter().map(|group| self.declare(group, program)).collect();
        for (group, id) in groups.into_iter().zip(ids) {
            self.compile(group, id, program);
        }
        self.report.errors.sort_by_key(|error| error.span().start);
        self.report.warnings.sort_by_key(|warning| warning.span().start);
        self.report
    }

    fn declare(&self, group: &Group, program: &mut Program) -> PredId {
        let known = program.find(group.functor);
        let replaced =
            known.filter(|&id| self.origin == Origin::User && program.get(id).kind == PredicateKind::Library);
        let id = match replaced {
            Some(_) => program.replace(group.functor),
            None => program.predicate(group.functor),
        };
        program.get_mut(id).kind = match (self.origin, group.kind) {
            (Origin::Library, PredicateKind::Static) => PredicateKind::Library,
            (_, kind) => kind,
        };
        id
    }

    fn compile(&mut self, group: Group, id: PredId, program: &mut Program) {
        let mut errors = Vec::new();
        let mut dynamic = Vec::new();
        let block = if group.kind == PredicateKind::Dynamic {
            for clause in &group.clauses {
                match compile_clause(&clause.terms, clause.root, program) {
                    Ok(block) => dynamic.push(Arc::new(block)),
                    Err(error) => errors.push(error),
                }
            }
            Block::of(vec![Instr::DynamicEnter { pred: id }])
        } else {
            let (block, failed) = compile_predicate(group.clauses.iter().map(|clause| &**clause), program);
            errors = failed;
            block
        };
        let bad: FxHashSet<u32> = errors.iter().map(|error| error.span().start).collect();
        let predicate = program.get_mut(id);
        predicate.block = Arc::new(block);
        predicate.dynamic = dynamic;
        predicate.source = group.clauses;
        if !bad.is_empty() {
            let fits = |clause: &Arc<ReadTerm>| {
                let span = clause.terms.span(clause.root);
                !bad.iter().any(|&at| (span.start..span.end).contains(&at))
            };
            predicate.source.retain(fits);
        }
        self.report.errors.extend(errors.into_iter().map(LoadError::Compile));
    }
}

/// `name/arity`.
fn indicator(functor: Functor, atoms: &Atoms) -> String {
    format!("{}/{}", atoms.name(functor.name), functor.arity)
}
