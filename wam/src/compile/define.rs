//! From clauses by predicate to the predicates of a program: what is declared, replaced, added to, and gone.

use super::error::{CompileError, CompileWarning};
use super::lift::Lifter;
use super::loader::{Loader, indicator};
use super::loading::Origin;
use super::predicate::{compile_clause, compile_clauses};
use super::qualify::qualify;
use super::rules::{Heads, matching, no_rule};
use crate::atoms::{Atom, Functor, known};
use crate::code::{Block, Extent, Predicate, PredicateKind, Program};
use crate::instr::{Instr, PredId};
use crate::modules::{FileId, ModuleClass, ModuleId};
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
    /// Those that are not as they were made callable.
    dirty: Vec<usize>,
}

/// What a text says of one predicate.
pub(super) struct Group {
    home: Home,
    pub kind: PredicateKind,
    pub extent: Extent,
    /// Clauses that the predicate does not have yet.
    clauses: Vec<(Arc<ReadTerm>, FileId)>,
    /// How many clauses there are in all.
    count: usize,
    scattered: Scattered,
    /// How the heads of its clauses meet a goal, once it has clauses.
    heads: Option<Heads>,
    /// The predicate, and the kind it was declared as, once it was made callable.
    declared: Option<(PredId, PredicateKind)>,
    is_dirty: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scattered {
    /// A warning is due when it happens.
    Unexpected,
    /// It has been told.
    Known,
}

/// When the clauses that were read are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Haste {
    /// A predicate when it is called: more clauses may come.
    OnDemand,
    /// What is new now, since a goal runs that probably calls it. A predicate that had clauses before is compiled on
    /// demand: texts with many directives among the clauses of one predicate would take quadratic time otherwise.
    Now,
}

impl Groups {
    /// What is known of a predicate so far, to change it.
    pub fn group(&mut self, home: Home) -> &mut Group {
        let at = self.at(home);
        &mut self.order[at]
    }

    /// Whether the text has said anything of a predicate.
    pub fn has(&self, home: Home) -> bool {
        self.index.contains_key(&home)
    }

    fn at(&mut self, home: Home) -> usize {
        let at = *self.index.entry(home).or_insert_with(|| {
            self.order.push(Group {
                home,
                kind: PredicateKind::Static,
                extent: Extent::OneFile,
                clauses: Vec::new(),
                count: 0,
                scattered: Scattered::Unexpected,
                heads: None,
                declared: None,
                is_dirty: false,
            });
            self.order.len() - 1
        });
        if !std::mem::replace(&mut self.order[at].is_dirty, true) {
            self.dirty.push(at);
        }
        at
    }

    /// Whether a clause may be added whose head unifies or matches: all clauses of a predicate are of one kind.
    pub fn agrees(&self, home: Home, heads: Heads) -> bool {
        self.index.get(&home).and_then(|&at| self.order[at].heads).is_none_or(|known| known == heads)
    }

    /// Adds a clause; whether it is the first of its predicate that comes behind those of others.
    pub fn add(&mut self, home: Home, clause: ReadTerm, heads: Heads, file: FileId) -> bool {
        let at = self.at(home);
        let group = &mut self.order[at];
        let late = self.last.is_some_and(|last| last != at) && group.count > 0;
        let first = late && group.scattered == Scattered::Unexpected;
        if first {
            group.scattered = Scattered::Known;
        }
        self.last = Some(at);
        group.count += 1;
        group.heads = Some(heads);
        group.clauses.push((Arc::new(clause), file));
        first
    }
}

impl Loader {
    /// Makes what was read callable.
    pub(super) fn flush(&mut self, haste: Haste, program: &mut Program) {
        self.waiting = 0;
        let fresh = self.declare_all(program);
        for (id, is_new) in fresh {
            match program.get(id).kind {
                PredicateKind::Dynamic => program.compile_dynamic(id),
                _ if is_new && haste == Haste::Now => program.compile_static(id),
                _ => program.postpone(id),
            }
        }
    }

    /// The text has ended: declares and compiles what is left; predicates that an earlier version of the file had are
    /// gone.
    pub fn define(&mut self, program: &mut Program) {
        let own = self.own_files();
        let before = program.predicates.len() as u32;
        let is_own = |id: &PredId| program.get(*id).places.iter().any(|file| own.contains(file));
        let of_file: Vec<PredId> = (0..before).map(PredId).filter(is_own).collect();
        let fresh = self.declare_all(program);
        program.settle_growing();
        let known = self.groups.order.iter().filter_map(|group| group.declared);
        let kept: FxHashSet<PredId> = known.clone().map(|(id, _)| id).collect();
        // What was compiled before a definition that hides something it calls is compiled again.
        let again = program.that_mention(&std::mem::take(&mut self.hidden));
        let mut all: Vec<PredId> = fresh.into_iter().map(|(id, _)| id).collect();
        all.extend(known.map(|(id, _)| id).filter(|id| program.pending.contains(id)).chain(again));
        let mut done = FxHashSet::default();
        for id in all.into_iter().filter(|&id| done.insert(id)) {
            match program.get(id).kind {
                PredicateKind::Dynamic => program.compile_dynamic(id),
                _ if program.lazy_library && self.origin == Origin::Library => program.postpone(id),
                _ => program.compile_static(id),
            }
        }
        for id in of_file.into_iter().filter(|id| !kept.contains(id)) {
            if program.get(id).kind != PredicateKind::Dynamic {
                self.forget(id, &own, program);
            }
        }
        self.take_faults(program);
        self.check_exports(program);
    }

    fn own_files(&self) -> FxHashSet<FileId> {
        self.findings.iter().map(|findings| findings.file).chain(self.former.iter().copied()).collect()
    }

    /// Gives predicates the clauses that were read; which ones, and whether they had none before.
    fn declare_all(&mut self, program: &mut Program) -> Vec<(PredId, bool)> {
        let dirty = std::mem::take(&mut self.groups.dirty);
        if dirty.is_empty() {
            return Vec::new();
        }
        let own = self.own_files();
        let mut found = Vec::with_capacity(dirty.len());
        for at in dirty {
            let mut group = std::mem::replace(&mut self.groups.order[at], Group::none());
            group.is_dirty = false;
            let is_new = group.declared.is_none();
            let id = match group.declared {
                None => self.declare(&mut group, &own, program),
                Some((id, kind)) => {
                    if group.kind != kind && group.kind == PredicateKind::Dynamic {
                        program.get_mut(id).kind = PredicateKind::Dynamic;
                        program.pending.remove(&id);
                    }
                    if group.extent == Extent::Multifile {
                        program.get_mut(id).extent = Extent::Multifile;
                    }
                    id
                }
            };
            group.declared = Some((id, group.kind));
            let is_changed = is_new || !group.clauses.is_empty() || group.kind == PredicateKind::Dynamic;
            let predicate = program.get_mut(id);
            if let Some(heads) = group.heads.filter(|_| !group.clauses.is_empty()) {
                predicate.heads = heads;
            }
            for (clause, file) in group.clauses.drain(..) {
                predicate.source.push(clause);
                predicate.places.push(file);
            }
            self.groups.order[at] = group;
            if is_changed {
                found.push((id, is_new));
            }
        }
        program.settle();
        found
    }

    /// Says what a predicate is, and leaves of its clauses those that stay.
    fn declare(&mut self, group: &mut Group, own: &FxHashSet<FileId>, program: &mut Program) -> PredId {
        let (module, functor) = group.home;
        let before = program.find_in(module, functor).filter(|&id| program.is_defined(id));
        let was_seen = program.give_way(module, functor);
        let id = program.local(module, functor);
        if was_seen || before.is_some_and(|before| before != id) || program.vocabulary.goal(functor).is_some() {
            self.hidden.insert((module, functor.name));
        }
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
        let source = std::mem::take(&mut predicate.source);
        let places = std::mem::take(&mut predicate.places);
        predicate.dynamic.clear();
        let others: Vec<_> = source.into_iter().zip(places).filter(|(_, file)| elsewhere(file)).collect();
        if shared || group.clauses.is_empty() {
            predicate.extent = if shared { Extent::Multifile } else { predicate.extent };
            (predicate.source, predicate.places) = others.into_iter().unzip();
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

    /// What is left of a predicate that the file does not define any more.
    fn forget(&mut self, id: PredId, own: &FxHashSet<FileId>, program: &mut Program) {
        let predicate = program.get(id).clone();
        let clauses = predicate.source.into_iter().zip(predicate.places);
        let clauses: Vec<_> = clauses.filter(|(_, file)| !own.contains(file)).collect();
        if clauses.is_empty() {
            return program.undefine(id);
        }
        let predicate = program.get_mut(id);
        (predicate.source, predicate.places) = clauses.into_iter().unzip();
        program.compile_static(id);
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

impl Group {
    /// What stands in the place of a group that is being declared.
    fn none() -> Group {
        Group {
            home: (ModuleId::USER, Functor { name: known::NIL, arity: 0 }),
            kind: PredicateKind::Undefined,
            extent: Extent::OneFile,
            clauses: Vec::new(),
            count: 0,
            scattered: Scattered::Known,
            heads: None,
            declared: None,
            is_dirty: false,
        }
    }
}

impl Program {
    /// Static predicates that are compiled and see one of these modules, in whose clauses one of its names occurs: what they
    /// call or pass may be another predicate now.
    pub(crate) fn that_mention(&self, names: &FxHashSet<(ModuleId, Atom)>) -> Vec<PredId> {
        if names.is_empty() {
            return Vec::new();
        }
        let is_compiled = |id: &PredId| {
            let predicate = self.get(*id);
            matches!(predicate.kind, PredicateKind::Static | PredicateKind::Library) && !self.pending.contains(id)
        };
        let mentions = |id: &PredId| {
            let Predicate { module, source, .. } = self.get(*id);
            let sees_user = self.module(*module).class == ModuleClass::User;
            let is_hidden =
                |name| names.contains(&(*module, name)) || sees_user && names.contains(&(ModuleId::USER, name));
            source.iter().any(|read| read.terms.names().any(is_hidden))
        };
        (0..self.predicates.len() as u32).map(PredId).filter(|id| is_compiled(id) && mentions(id)).collect()
    }

    /// Compiles what mentions names that mean another predicate now.
    pub(crate) fn compile_again(&mut self, names: &FxHashSet<(ModuleId, Atom)>) {
        self.that_mention(names).into_iter().for_each(|id| self.compile_static(id));
    }

    /// Compiles the clauses of a static predicate; those that cannot be compiled go.
    pub(crate) fn compile_static(&mut self, id: PredId) {
        self.pending.remove(&id);
        let module = self.get(id).module;
        let source = std::mem::take(&mut self.get_mut(id).source);
        let outer = std::mem::replace(&mut self.context, module);
        let told = self.instrumented(id, &source, 0);
        let qualified: Vec<Arc<ReadTerm>> = told.iter().map(|clause| in_module(clause, module, self)).collect();
        drop(told);
        let mut lifter = Lifter::new(id, self);
        let lifted: Vec<Arc<ReadTerm>> = qualified.into_iter().map(|clause| lift(clause, &mut lifter)).collect();
        let (block, errors) = self.compile_heads(id, &lifted);
        self.context = outer;
        let predicate = self.get_mut(id);
        predicate.source = source;
        predicate.block = Arc::new(block);
        predicate.dynamic.clear();
        self.leave_out(id, errors);
        self.changed.push(id);
    }

    /// Compiles clauses whose heads unify or match.
    fn compile_heads(&mut self, id: PredId, clauses: &[Arc<ReadTerm>]) -> (Block, Vec<(usize, CompileError)>) {
        let Predicate { functor, heads, module, .. } = *self.get(id);
        if heads == Heads::Unify || clauses.is_empty() {
            return compile_clauses(clauses.iter().map(|clause| (&clause.terms, clause.root, 0)), self);
        }
        let rules: Vec<_> = clauses.iter().map(|clause| matching(&clause.terms, clause.root, &self.atoms)).collect();
        let span = clauses.last().map(|clause| clause.terms.span(clause.root)).unwrap_or_default();
        let last = no_rule(functor.name, functor.arity, self.module(module).name, span, &self.atoms);
        let all = clauses.iter().zip(&rules).map(|(clause, rule)| match rule {
            Some(rule) => (&rule.terms, rule.root, rule.goals),
            None => (&clause.terms, clause.root, 0),
        });
        compile_clauses(all.chain([(&last.terms, last.root, 0)]), self)
    }

    /// Compiles the clauses of a dynamic predicate that it has not compiled yet.
    pub(crate) fn compile_dynamic(&mut self, id: PredId) {
        let Predicate { module, dynamic, source, block, heads, .. } = self.get(id);
        let (module, from, heads) = (*module, dynamic.len(), *heads);
        let is_new = from == 0 || !matches!(block.instrs[..], [Instr::DynamicEnter { .. }]);
        let added: Vec<Arc<ReadTerm>> = self.instrumented(id, &source[from..], from).into_owned();
        if added.is_empty() && !is_new {
            return;
        }
        let outer = std::mem::replace(&mut self.context, module);
        let mut errors = Vec::new();
        let mut blocks = Vec::with_capacity(added.len());
        for (number, clause) in added.iter().enumerate() {
            let clause = in_module(clause, module, self);
            let rule = if heads == Heads::Match { matching(&clause.terms, clause.root, &self.atoms) } else { None };
            let compiled = match &rule {
                Some(rule) => compile_clause(&rule.terms, rule.root, self),
                None => compile_clause(&clause.terms, clause.root, self),
            };
            match compiled {
                Ok(block) => blocks.push(Arc::new(block)),
                Err(error) => errors.push((from + number, error)),
            }
        }
        self.context = outer;
        self.leave_out(id, errors);
        let predicate = self.get_mut(id);
        predicate.dynamic.extend(blocks);
        match is_new {
            true => {
                predicate.block = Arc::new(Block::of(vec![Instr::DynamicEnter { pred: id }]));
                self.changed.push(id);
            }
            false => self.grown.push((id, from)),
        }
    }

    /// Gives a dynamic predicate other clauses.
    pub(crate) fn replace_clauses(&mut self, id: PredId, clauses: Vec<Arc<ReadTerm>>) {
        self.instrument = None;
        let predicate = self.get_mut(id);
        let file = predicate.places.first().copied().unwrap_or(FileId(0));
        predicate.places = vec![file; clauses.len()];
        predicate.source = clauses;
        predicate.dynamic.clear();
        self.compile_dynamic(id);
    }

    /// Takes clauses that could not be compiled, by number, out of a predicate.
    fn leave_out(&mut self, id: PredId, errors: Vec<(usize, CompileError)>) {
        if errors.is_empty() {
            return;
        }
        let bad: FxHashSet<usize> = errors.iter().map(|&(number, _)| number).collect();
        let predicate = &mut self.predicates[id.0 as usize];
        self.faults.extend(errors.into_iter().map(|(number, error)| (predicate.places[number], error)));
        let mut numbers = 0..;
        predicate.source.retain(|_| numbers.next().is_some_and(|number| !bad.contains(&number)));
        let mut numbers = 0..;
        predicate.places.retain(|_| numbers.next().is_some_and(|number| !bad.contains(&number)));
    }

    /// Lets a static predicate be compiled when it is called.
    fn postpone(&mut self, id: PredId) {
        if self.pending.insert(id) {
            self.get_mut(id).block = Arc::new(Block::of(vec![Instr::Undefined { pred: id }]));
            self.changed.push(id);
        }
    }

    /// Compiles a predicate that was to be compiled when it is called; whether it was. One that is called again and again
    /// while it grows is held as a dynamic one until its text ends, each of its clauses being compiled once.
    pub(crate) fn compile_pending(&mut self, id: PredId) -> bool {
        if !self.pending.contains(&id) {
            return false;
        }
        let clauses = self.get(id).source.len();
        let spent = self.spent.entry(id).or_default();
        *spent += clauses;
        if *spent < REPEATS * clauses + FREE_CLAUSES {
            self.compile_static(id);
            return true;
        }
        self.pending.remove(&id);
        self.growing.push(id);
        let predicate = self.get_mut(id);
        predicate.kind = PredicateKind::Dynamic;
        predicate.dynamic.clear();
        self.compile_dynamic(id);
        true
    }

    /// Compiles what of the library predicates call that are new, from a number on, or changed, and what that calls itself:
    /// calls that are linked then go straight there.
    pub(crate) fn compile_reached(&mut self, new: usize) {
        if !self.lazy_library {
            return;
        }
        let new = (new..self.predicates.len()).map(|id| PredId(id as u32));
        let mut left: Vec<PredId> = self.changed.iter().copied().chain(new).collect();
        let mut seen = FxHashSet::default();
        while let Some(id) = left.pop() {
            let block = self.get(id).block.clone();
            for instr in &block.instrs {
                let (Instr::Call { pred, .. } | Instr::Execute { pred }) = *instr else { continue };
                let Predicate { kind, alias, .. } = *self.get(pred);
                if kind == PredicateKind::Library && self.pending.contains(&pred) {
                    self.compile_static(pred);
                    left.push(pred);
                } else if alias.is_some() && seen.insert(pred) {
                    left.push(pred);
                }
            }
        }
    }

    /// Compiles what may be called of the library by predicates that are compiled, and by goals in which names occur for which
    /// `is_asked` holds: all that has a name that occurs in what is compiled, because goals are also built and called later.
    /// Only names that are put together while a program runs are not seen.
    pub fn compile_named(&mut self, is_asked: impl Fn(&str) -> bool) {
        let mut waiting: FxHashMap<Atom, Vec<PredId>> = FxHashMap::default();
        for &id in &self.pending {
            waiting.entry(self.get(id).functor.name).or_default().push(id);
        }
        let is_pending = |id: &PredId| self.pending.contains(id);
        let mut left: Vec<PredId> =
            (0..self.predicates.len() as u32).map(PredId).filter(|id| !is_pending(id)).collect();
        let by_machine = CALLED_BY_THE_MACHINE.map(|name| self.atoms.internal(name));
        let is_reached = |name: &Atom| by_machine.contains(name) || is_asked(&self.atoms.name(*name));
        let asked: Vec<Atom> = waiting.keys().copied().filter(is_reached).collect();
        let mut reached: Vec<PredId> = asked.iter().flat_map(|name| waiting.remove(name).unwrap_or_default()).collect();
        loop {
            while let Some(id) = reached.pop() {
                if self.pending.contains(&id) {
                    self.compile_static(id);
                    left.push(id);
                }
            }
            let Some(id) = left.pop() else { return };
            let Predicate { source, block, .. } = self.get(id);
            for read in source {
                reached.extend(read.terms.names().filter_map(|name| waiting.remove(&name)).flatten());
            }
            for instr in &block.instrs {
                if let Instr::Call { pred, .. } | Instr::Execute { pred } = *instr {
                    reached.push(pred);
                }
            }
        }
    }

    /// Predicates that were held as dynamic ones while they grew are static again.
    fn settle_growing(&mut self) {
        for id in std::mem::take(&mut self.growing) {
            let predicate = self.get_mut(id);
            predicate.kind = PredicateKind::Static;
            predicate.dynamic.clear();
            self.postpone(id);
        }
        self.spent.clear();
    }
}

/// What no clause calls: the machine does after a failure and after an exception, where a cleanup waits.
const CALLED_BY_THE_MACHINE: [&str; 2] = ["$clean_up_failed", "$clean_up_raised"];

/// How often all clauses of a predicate may be compiled while its text is read, and how many are not counted.
const REPEATS: usize = 4;
const FREE_CLAUSES: usize = 2000;

/// A clause with the goals that it gives away as predicates of their own.
fn lift(clause: Arc<ReadTerm>, lifter: &mut Lifter<'_>) -> Arc<ReadTerm> {
    match lifter.clause(&clause.terms, clause.root) {
        Some((terms, root)) => Arc::new(ReadTerm { terms, root, variables: clause.variables.clone() }),
        None => clause,
    }
}

/// A clause of a module as it is compiled.
fn in_module(clause: &Arc<ReadTerm>, module: ModuleId, program: &mut Program) -> Arc<ReadTerm> {
    match qualify(&clause.terms, clause.root, module, program) {
        Some((terms, root)) => Arc::new(ReadTerm { terms, root, variables: clause.variables.clone() }),
        None => clause.clone(),
    }
}
