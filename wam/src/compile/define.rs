//! From clauses by predicate to the predicates of a program: what is declared, replaced, added to, and gone.

use super::consult::{LoadError, Loader, Origin, indicator};
use super::error::CompileWarning;
use super::predicate::{compile_clause, compile_predicate};
use super::qualify::qualify;
use crate::atoms::Functor;
use crate::code::{Block, Extent, PredicateKind, Program};
use crate::instr::{Instr, PredId};
use crate::modules::{FileId, ModuleId};
use crate::term::ReadTerm;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A predicate by the module it belongs to.
pub(super) type Home = (ModuleId, Functor);

/// Clauses by predicate, in the order in which predicates begin.
#[derive(Default)]
pub(super) struct Groups {
    order: Vec<Group>,
    index: FxHashMap<Home, usize>,
    last: Option<usize>,
}

/// What a text says of one predicate.
pub(super) struct Group {
    home: Home,
    pub kind: PredicateKind,
    pub extent: Extent,
    clauses: Vec<(Arc<ReadTerm>, FileId)>,
    scattered: Scattered,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scattered {
    /// A warning is due when it happens.
    Unexpected,
    /// It has been told.
    Known,
}

impl Groups {
    /// What is known of a predicate so far.
    pub fn group(&mut self, home: Home) -> &mut Group {
        let at = self.at(home);
        &mut self.order[at]
    }

    fn at(&mut self, home: Home) -> usize {
        *self.index.entry(home).or_insert_with(|| {
            self.order.push(Group {
                home,
                kind: PredicateKind::Static,
                extent: Extent::OneFile,
                clauses: Vec::new(),
                scattered: Scattered::Unexpected,
            });
            self.order.len() - 1
        })
    }

    /// Adds a clause; whether it is the first of its predicate that comes behind those of others.
    pub fn add(&mut self, home: Home, clause: ReadTerm, file: FileId) -> bool {
        let at = self.at(home);
        let group = &mut self.order[at];
        let late = self.last.is_some_and(|last| last != at) && !group.clauses.is_empty();
        let first = late && group.scattered == Scattered::Unexpected;
        if first {
            group.scattered = Scattered::Known;
        }
        self.last = Some(at);
        group.clauses.push((Arc::new(clause), file));
        first
    }
}

impl Loader {
    /// Declares and compiles what was read; predicates that an earlier version of the file had are gone.
    pub fn define(&mut self, program: &mut Program) {
        let mut groups = std::mem::take(&mut self.groups).order;
        let own: FxHashSet<FileId> = self.findings.iter().map(|findings| findings.file).collect();
        let before: Vec<PredId> = (0..program.predicates.len() as u32).map(PredId).collect();
        let mut gone: Vec<PredId> = before
            .into_iter()
            .filter(|&id| program.get(id).places.iter().any(|file| own.contains(file)))
            .filter(|&id| program.get(id).kind != PredicateKind::Dynamic)
            .collect();
        let ids: Vec<PredId> = groups.iter_mut().map(|group| self.declare(group, &own, program)).collect();
        let kept: FxHashSet<PredId> = ids.iter().copied().collect();
        gone.retain(|id| !kept.contains(id));
        program.settle();
        for (group, id) in groups.into_iter().zip(ids) {
            self.compile(group, id, program);
        }
        for id in gone {
            self.forget(id, &own, program);
        }
        self.check_exports(program);
    }

    fn declare(&mut self, group: &mut Group, own: &FxHashSet<FileId>, program: &mut Program) -> PredId {
        let (module, functor) = group.home;
        let id = program.local(module, functor);
        let elsewhere = |file: &FileId| !own.contains(file);
        let predicate = program.get_mut(id);
        predicate.alias = None;
        let shared = predicate.extent == Extent::Multifile || group.extent == Extent::Multifile;
        let was = predicate.kind;
        if was == PredicateKind::Dynamic
            && group.kind == PredicateKind::Static
            && !predicate.places.iter().any(|f| own.contains(f))
        {
            group.kind = PredicateKind::Dynamic;
        }
        let others: Vec<_> = predicate.source.iter().cloned().zip(predicate.places.iter().copied()).collect();
        let others: Vec<_> = others.into_iter().filter(|(_, file)| elsewhere(file)).collect();
        if shared || group.clauses.is_empty() {
            predicate.extent = if shared { Extent::Multifile } else { predicate.extent };
            group.clauses.splice(0..0, others);
        } else if let (false, Some((first, _))) = (others.is_empty(), group.clauses.first())
            && self.origin == Origin::User
        {
            let warning = CompileWarning::Redefined {
                predicate: indicator(functor, &self.atoms),
                file: program.file(others[0].1).source.name().into(),
                span: first.terms.span(first.root),
            };
            let at = group.clauses[0].1;
            self.found_in(at).warnings.push(warning);
        }
        program.get_mut(id).kind = match (self.origin, group.kind) {
            (Origin::Library, PredicateKind::Static) => PredicateKind::Library,
            (_, kind) => kind,
        };
        id
    }

    fn compile(&mut self, group: Group, id: PredId, program: &mut Program) {
        let (module, _) = group.home;
        let outer = std::mem::replace(&mut program.context, module);
        let qualified: Vec<Arc<ReadTerm>> =
            group.clauses.iter().map(|(clause, _)| in_module(clause, module, program)).collect();
        let mut errors = Vec::new();
        let mut dynamic = Vec::new();
        let block = if group.kind == PredicateKind::Dynamic {
            for (number, clause) in qualified.iter().enumerate() {
                match compile_clause(&clause.terms, clause.root, program) {
                    Ok(block) => dynamic.push(Arc::new(block)),
                    Err(error) => errors.push((number, error)),
                }
            }
            Block::of(vec![Instr::DynamicEnter { pred: id }])
        } else {
            let (block, failed) = compile_predicate(qualified.iter().map(|clause| &**clause), program);
            errors = failed;
            block
        };
        program.context = outer;
        let bad: FxHashSet<usize> = errors.iter().map(|&(number, _)| number).collect();
        let files: Vec<FileId> = group.clauses.iter().map(|&(_, file)| file).collect();
        let good = group.clauses.into_iter().enumerate().filter(|(number, _)| !bad.contains(number));
        let predicate = program.get_mut(id);
        predicate.block = Arc::new(block);
        predicate.dynamic = dynamic;
        (predicate.source, predicate.places) = good.map(|(_, clause)| clause).unzip();
        program.changed.push(id);
        for (number, error) in errors {
            self.found_in(files[number]).errors.push(LoadError::Compile(error));
        }
    }

    /// What is left of a predicate that the file does not define any more.
    fn forget(&mut self, id: PredId, own: &FxHashSet<FileId>, program: &mut Program) {
        let predicate = program.get(id).clone();
        let clauses = predicate.source.into_iter().zip(predicate.places);
        let clauses: Vec<_> = clauses.filter(|(_, file)| !own.contains(file)).collect();
        if clauses.is_empty() {
            return program.undefine(id);
        }
        let home = (predicate.module, predicate.functor);
        let (kind, extent, scattered) = (PredicateKind::Static, predicate.extent, Scattered::Known);
        self.compile(Group { home, kind, extent, clauses, scattered }, id, program);
    }

    /// A module must have what it exports.
    fn check_exports(&mut self, program: &Program) {
        if program.module(self.module).file != Some(self.file) || self.origin == Origin::Library {
            return;
        }
        let missing: Vec<Functor> = (program.module(self.module).exports.iter().copied())
            .filter(|&functor| !program.own(self.module, functor).is_some_and(|id| program.is_defined(id)))
            .collect();
        for functor in missing {
            let predicate = indicator(functor, &self.atoms);
            let span = self.module_span;
            self.found_in(self.file).warnings.push(CompileWarning::NotDefined { predicate, span });
        }
    }
}

/// A clause of a module as it is compiled.
fn in_module(clause: &Arc<ReadTerm>, module: ModuleId, program: &mut Program) -> Arc<ReadTerm> {
    match qualify(&clause.terms, clause.root, module, program) {
        Some((terms, root)) => Arc::new(ReadTerm { terms, root, variables: clause.variables.clone() }),
        None => clause.clone(),
    }
}
