//! A loaded program: modules, predicates, files, and the directives met while loading.
//!
//! In: what the compiler declares and defines. Out: what a name means in a module ([`Program::find_in`]), by the rules
//! of [`crate::modules`].

use crate::atoms::{Atom, Atoms, Functor, known};
use crate::code::{Block, Extent, Predicate, PredicateKind};
use crate::compile::qualify::qualify;
use crate::compile::rules::matching;
use crate::compile::{CompileError, Heads, Instrument, Vocabulary, compile_clause};
use crate::instr::{Instr, Label, PredId};
use crate::modules::{FileId, LoadedFile, Meta, Module, ModuleClass, ModuleId};
use crate::reach::Reach;
use crate::read::{DoubleQuotes, Flags, Newlines, OpType, Ops, Syntax};
use crate::term::{ReadTerm, Span, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Deref;
use std::sync::Arc;

/// When a directive's goal is to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// `:- Goal`.
    Loading,
    /// `:- initialization(Goal)`: after its file.
    Loaded,
    /// `:- initialization(Goal, main)`: instead of a dialogue.
    Main,
}

/// A goal to run after loading.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The goal, qualified with its module unless that is `user`.
    pub read: Arc<ReadTerm>,
    /// Where it stands.
    pub file: FileId,
    /// When it is to run.
    pub when: When,
}

/// An assertion for the analyzer, as read.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// The assertion.
    pub read: Arc<ReadTerm>,
    /// The module whose predicates it speaks of.
    pub module: ModuleId,
    /// Where it stands.
    pub file: FileId,
}

impl Assertion {
    /// What it says, as a directive or without `:-`.
    pub fn body(&self) -> TermId {
        self.terms.match_compound(self.root, known::NECK, 1).map_or(self.root, |args| args[0])
    }
}

impl Deref for Directive {
    type Target = ReadTerm;
    fn deref(&self) -> &ReadTerm {
        &self.read
    }
}

impl Deref for Assertion {
    type Target = ReadTerm;
    fn deref(&self) -> &ReadTerm {
        &self.read
    }
}

/// Whether predicates of the library come by themselves when they are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Autoload {
    /// They must be asked for.
    Off,
    /// They come.
    On,
}

/// A loaded program: modules, predicates, operators, flags and the directives met while loading.
#[derive(Clone)]
pub struct Program {
    /// The atoms, shared with everything made from the program.
    pub atoms: Atoms,
    /// Operators in force after loading.
    pub ops: Ops,
    /// Flags in force after loading.
    pub flags: Flags,
    /// Predicates by id.
    pub predicates: Vec<Predicate>,
    /// What goals are that are not calls.
    pub vocabulary: Arc<Vocabulary>,
    /// Goals of `:- Goal` and `:- initialization(Goal)`, in order.
    pub directives: Vec<Directive>,
    /// `:- entry`, `:- pred`, `:- trust`, `:- regtype`, … as read, for the analyzer.
    pub assertions: Vec<Assertion>,
    /// Modules by id.
    pub modules: Vec<Module>,
    /// Files by id.
    pub files: Vec<LoadedFile>,
    /// The module of the text that was consulted last.
    pub main: ModuleId,
    /// Whether the library comes by itself.
    pub autoload: Autoload,
    /// Predicates whose code is not what it was when a machine may have linked it.
    pub(crate) changed: Vec<PredId>,
    /// Dynamic predicates that a text has added clauses to since then, and from which on they are new.
    pub(crate) grown: Vec<(PredId, usize)>,
    /// Whether predicates of the library are compiled when they are called.
    pub(crate) lazy_library: bool,
    /// Predicates that are compiled when they are called: their text is being read, or they are the library's.
    pub(crate) pending: FxHashSet<PredId>,
    /// Of those, how many clauses were compiled so far, and the ones that are held as dynamic ones for the time being.
    pub(crate) spent: FxHashMap<PredId, usize>,
    pub(crate) growing: Vec<PredId>,
    /// What was wrong with clauses that were compiled, until the loader of their file takes it.
    pub(crate) faults: Vec<(FileId, CompileError)>,
    /// The module in which the compiler resolves names now.
    pub(crate) context: ModuleId,
    /// Whether a user's module has a meta predicate: see [`crate::modules`].
    pub user_metas: bool,
    pub(crate) libraries: crate::library::Index,
    /// What came from the library because it was called: a definition of the module, or of `user` where the module inherits
    /// from there, takes its place.
    pub(crate) autoloaded: FxHashSet<(ModuleId, Functor)>,
    /// The working directory of the machine that runs it, where it is not the process's.
    pub(crate) directory: Option<std::path::PathBuf>,
    /// Which files may be loaded.
    pub reach: Reach,
    /// Undefined predicates that a warning has named.
    pub(crate) told: FxHashSet<(ModuleId, Functor)>,
    /// Who changes clauses before they are compiled.
    pub(crate) instrument: Option<Arc<dyn Instrument>>,
    /// Builtins that users' clauses call, and do not run where they stand; and what is of the library and gets goals as they were
    /// written.
    pub(crate) called: FxHashSet<Functor>,
    names: FxHashMap<Atom, ModuleId>,
}

impl Program {
    /// A program without predicates.
    pub fn empty(atoms: Atoms) -> Self {
        let ops = Ops::standard(&atoms);
        let vocabulary = Arc::new(Vocabulary::new(&atoms));
        let mut program = Program {
            ops,
            flags: Flags::default(),
            predicates: Vec::new(),
            vocabulary,
            directives: Vec::new(),
            assertions: Vec::new(),
            modules: Vec::new(),
            files: Vec::new(),
            main: ModuleId::USER,
            autoload: Autoload::Off,
            changed: Vec::new(),
            grown: Vec::new(),
            lazy_library: false,
            pending: FxHashSet::default(),
            spent: FxHashMap::default(),
            growing: Vec::new(),
            faults: Vec::new(),
            context: ModuleId::USER,
            user_metas: false,
            libraries: crate::library::Index::default(),
            autoloaded: FxHashSet::default(),
            directory: None,
            reach: Reach::default(),
            told: FxHashSet::default(),
            instrument: None,
            called: FxHashSet::default(),
            names: FxHashMap::default(),
            atoms,
        };
        program.add_module(known::USER, ModuleClass::User);
        let system = program.atoms.intern("system");
        program.add_module(system, ModuleClass::Library);
        program
    }

    /// From now on texts are in that syntax, with what `"…"` stands for there, and its operators.
    pub fn adopt(&mut self, syntax: Syntax) {
        self.flags.syntax = syntax;
        if syntax == Syntax::Swi {
            self.flags.double_quotes = DoubleQuotes::String;
            self.flags.newlines = Newlines::Accept;
            // Only a program that has made it something else could be in the way, and then it is that.
            let _ = self.ops.add(1, OpType::Fx, self.atoms.intern("$"));
        }
    }

    /// The predicate of that name and arity as `user` sees it, or as the text consulted last does.
    pub fn find(&self, functor: Functor) -> Option<PredId> {
        let found = self.find_in(ModuleId::USER, functor);
        let own = self.find_in(self.main, functor).filter(|&id| self.is_defined(id));
        let is_of_library = |id: &PredId| self.module(self.get(*id).module).class == ModuleClass::Library;
        match found.filter(|&id| self.is_defined(id)) {
            // A text's own predicate is meant before one of the library that has its name.
            Some(id) => own.filter(|_| is_of_library(&id)).or(Some(id)),
            None => own.or(found),
        }
    }

    /// The predicate that a name and arity mean in a module, if it was ever mentioned.
    pub fn find_in(&self, module: ModuleId, functor: Functor) -> Option<PredId> {
        let own = self.own(module, functor);
        if own.is_some_and(|id| self.is_defined(id)) {
            return own;
        }
        let behind = self.behind(module).iter();
        let inherited = behind.filter_map(|&other| self.own(other, functor)).find(|&id| self.is_defined(id));
        inherited.or(own)
    }

    /// The modules that a module inherits from, nearest first.
    fn behind(&self, module: ModuleId) -> &'static [ModuleId] {
        match (module, self.module(module).class) {
            (ModuleId::SYSTEM, _) => &[],
            (ModuleId::USER, _) | (_, ModuleClass::Library) => &[ModuleId::SYSTEM],
            (_, ModuleClass::User) => &[ModuleId::USER, ModuleId::SYSTEM],
        }
    }

    /// What a module's own table has under a name: a predicate of its own or an imported one.
    pub fn own(&self, module: ModuleId, functor: Functor) -> Option<PredId> {
        self.module(module).table.get(&functor).copied()
    }

    /// Whether there is something to call.
    pub fn is_defined(&self, id: PredId) -> bool {
        let predicate = self.get(id);
        predicate.kind != PredicateKind::Undefined || self.is_machine(predicate.functor)
    }

    /// Whether a call of that name and arity from a module would find nothing.
    pub(crate) fn is_missing(&self, module: ModuleId, functor: Functor) -> bool {
        if let Some(id) = self.find_in(module, functor)
            && (self.is_defined(id) || self.get(id).alias.is_some())
        {
            return false;
        }
        !self.is_machine(functor)
            && self.vocabulary.may_define(&self.atoms, functor)
            && !crate::library::exports(self, functor)
    }

    /// Whether a goal of that name and arity, called in `user`, would find anything: of the program's or of the library's.
    pub fn may_call(&self, functor: Functor) -> bool {
        !self.is_missing(ModuleId::USER, functor)
    }

    /// Whether that functor is a builtin or a control construct, which no clauses define unless the program does.
    pub fn is_builtin(&self, functor: Functor) -> bool {
        self.is_machine(functor) || self.vocabulary.is_inline(functor)
    }

    /// Whether the machine itself has code for it.
    pub(crate) fn is_machine(&self, functor: Functor) -> bool {
        functor.name == known::CALL && functor.arity > 0
            || functor.arity == 3 && &*self.atoms.name(functor.name) == "catch"
            || self.vocabulary.builtin(functor).is_some()
    }

    /// The predicate of that name and arity in `user`, undefined if it was never mentioned. Builtins have one too, so
    /// that they can be called by number.
    pub fn predicate(&mut self, functor: Functor) -> PredId {
        self.predicate_in(ModuleId::USER, functor)
    }

    /// The predicate that a name and arity mean in a module: of its own, imported, inherited, of a library that is
    /// loaded now, or else undefined.
    pub fn predicate_in(&mut self, module: ModuleId, functor: Functor) -> PredId {
        if let Some(&id) = self.module(module).resolved.get(&functor) {
            return id;
        }
        let found = self.find_in(module, functor);
        let defined = match found {
            Some(id) if self.is_defined(id) => Some(id),
            _ if self.is_machine(functor) => None,
            _ => crate::library::autoload(self, module, functor),
        };
        match defined.or(found) {
            Some(id) => {
                if defined.is_some() {
                    self.module_mut(module).resolved.insert(functor, id);
                }
                id
            }
            None => self.add(if self.is_machine(functor) { ModuleId::SYSTEM } else { module }, functor),
        }
    }

    /// The predicate of a module's own under that name, to be defined: what was inherited or imported is hidden by it.
    pub fn local(&mut self, module: ModuleId, functor: Functor) -> PredId {
        match self.own(module, functor) {
            Some(id) if self.get(id).module == module => id,
            _ => self.add(module, functor),
        }
    }

    /// The predicate that a change of the clauses of a name in a module is about: one the module sees, or else its own.
    pub(crate) fn changeable(&mut self, module: ModuleId, functor: Functor) -> PredId {
        match self.own(module, functor) {
            Some(id) => id,
            None if self.is_machine(functor) => self.predicate_in(module, functor),
            None if module == ModuleId::USER => {
                let found = self.predicate_in(module, functor);
                let of_library = self.get(found).kind == PredicateKind::Library;
                match of_library && self.vocabulary.may_define(&self.atoms, functor) {
                    true => self.local(module, functor),
                    false => found,
                }
            }
            None => match self.own(ModuleId::SYSTEM, functor).filter(|&id| self.is_defined(id)) {
                Some(id) => id,
                None => self.local(module, functor),
            },
        }
    }

    /// The code of a clause of a module, whose head unifies or matches.
    pub(crate) fn compile_clause_in(
        &mut self,
        module: ModuleId,
        terms: &Terms,
        root: TermId,
        heads: Heads,
    ) -> Result<Block, CompileError> {
        let (told, root) = self.instrumented_clause(module, terms, root, heads);
        self.compile_as_it_is(module, &told, root, heads)
    }

    /// The same of a clause that nobody changes.
    pub(crate) fn compile_as_it_is(
        &mut self,
        module: ModuleId,
        terms: &Terms,
        root: TermId,
        heads: Heads,
    ) -> Result<Block, CompileError> {
        let qualified = qualify(terms, root, module, self);
        let (terms, root) = qualified.as_ref().map_or((terms, root), |(terms, root)| (terms, *root));
        let outer = std::mem::replace(&mut self.context, module);
        let matched = if heads == Heads::Match { matching(terms, root, &self.atoms) } else { None };
        let block = match &matched {
            Some(rule) => compile_clause(&rule.terms, rule.root, self),
            None => compile_clause(terms, root, self),
        };
        self.context = outer;
        block
    }

    /// Whether something the vocabulary knows is called in a module: it has clauses there, of the module's own, imported or
    /// inherited from `user`, or is called instead of run where it stands.
    pub fn overrides(&self, module: ModuleId, functor: Functor) -> bool {
        let is_user = |module| self.module(module).class == ModuleClass::User;
        if self.called.contains(&functor) && is_user(module) {
            return true;
        }
        match self.own(module, functor).map(|id| self.get(id)) {
            Some(Predicate { kind: PredicateKind::Static | PredicateKind::Dynamic, .. }) => true,
            Some(Predicate { kind: PredicateKind::Library, module, .. }) if *module != ModuleId::SYSTEM => true,
            _ => module != ModuleId::USER && is_user(module) && self.overrides(ModuleId::USER, functor),
        }
    }

    /// Whether it is a builtin that a module calls, and that would be run where it stands.
    pub(crate) fn calls_builtin(&self, module: ModuleId, functor: Functor) -> bool {
        self.called.contains(&functor)
            && self.vocabulary.is_inline(functor)
            && self.module(module).class == ModuleClass::User
            && self.find_in(module, functor).is_none_or(|pred| self.get(pred).module == ModuleId::SYSTEM)
    }

    /// What the arguments of a predicate mean to a module that calls it, and the module it is defined in.
    pub fn meta(&self, module: ModuleId, functor: Functor) -> Option<(ModuleId, Arc<[Meta]>)> {
        match self.find_in(module, functor).map(|id| self.get(id)) {
            Some(predicate) if predicate.kind != PredicateKind::Undefined || predicate.meta.is_some() => {
                predicate.meta.clone().map(|meta| (predicate.module, meta))
            }
            _ => self.vocabulary.meta(functor).map(|meta| (ModuleId::SYSTEM, meta)),
        }
    }

    /// Puts a predicate of another module under a name into a module's table. Calls of an undefined predicate of that
    /// name go to it, and those of what the module has seen under it so far. False where the module has another one of its
    /// own, or of a third module.
    pub fn import(&mut self, module: ModuleId, name: Functor, id: PredId) -> bool {
        if self.own(module, name) == Some(id) {
            return true;
        }
        let was_seen = self.give_way(module, name) || self.find_in(module, name).is_some_and(|id| self.is_defined(id));
        match self.own(module, name) {
            Some(own) if self.get(own).kind != PredicateKind::Undefined => return false,
            Some(own) => self.forward(own, id),
            None => {}
        }
        self.module_mut(module).table.insert(name, id);
        self.settle();
        if (was_seen || self.vocabulary.is_inline(name)) && self.module(module).class == ModuleClass::User {
            self.compile_again(&[(module, name.name)].into_iter().collect());
        }
        true
    }

    /// What came from the library under a name makes room for another definition in a module, and in those that inherit
    /// from it; whether there was anything.
    pub(crate) fn give_way(&mut self, module: ModuleId, name: Functor) -> bool {
        let inherits = |of: ModuleId| module == ModuleId::USER && self.module(of).class == ModuleClass::User;
        let seen = self.autoloaded.iter().filter(|(of, functor)| *functor == name && (*of == module || inherits(*of)));
        let seen: Vec<ModuleId> = seen.map(|&(of, _)| of).collect();
        for &of in &seen {
            self.autoloaded.remove(&(of, name));
            self.module_mut(of).table.remove(&name);
        }
        if !seen.is_empty() {
            self.settle();
        }
        !seen.is_empty()
    }

    /// Sends calls of an undefined predicate to another one.
    fn forward(&mut self, from: PredId, to: PredId) {
        let predicate = self.get_mut(from);
        predicate.alias = Some(to);
        predicate.block = Arc::new(Block::of(vec![Instr::Execute { pred: to }]));
        self.changed.push(from);
    }

    /// Sends calls of undefined predicates on where their module inherits or autoloads one of that name by now.
    pub(crate) fn forward_undefined(&mut self) {
        for at in 0..self.predicates.len() {
            let id = PredId(at as u32);
            let Predicate { kind, alias, module, functor, .. } = *self.get(id);
            if kind != PredicateKind::Undefined || alias.is_some() || self.is_machine(functor) {
                continue;
            }
            let found = self.predicate_in(module, functor);
            if found != id && self.get(id).alias.is_none() {
                self.forward(id, found);
            }
        }
    }

    /// Forgets what names were found to mean, because something was defined.
    pub(crate) fn settle(&mut self) {
        self.modules.iter_mut().for_each(|module| module.resolved.clear());
    }

    /// A module by name.
    pub fn find_module(&self, name: Atom) -> Option<ModuleId> {
        self.names.get(&name).copied()
    }

    /// A module by name, made if it is new.
    pub fn module_named(&mut self, name: Atom) -> ModuleId {
        self.find_module(name).unwrap_or_else(|| self.add_module(name, ModuleClass::User))
    }

    pub(crate) fn add_module(&mut self, name: Atom, class: ModuleClass) -> ModuleId {
        let id = ModuleId(self.modules.len() as u32);
        self.modules.push(Module::new(name, class));
        self.names.insert(name, id);
        id
    }

    /// The module behind an id of this program.
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0 as usize]
    }

    pub(crate) fn module_mut(&mut self, id: ModuleId) -> &mut Module {
        &mut self.modules[id.0 as usize]
    }

    fn add(&mut self, module: ModuleId, functor: Functor) -> PredId {
        let pred = PredId(self.predicates.len() as u32);
        let builtin = self.vocabulary.builtin(functor).filter(|_| module == ModuleId::SYSTEM);
        let (kind, instrs) = match builtin {
            Some(builtin) => {
                let other = Label::FAIL;
                let code = vec![Instr::Builtin { builtin, other }, Instr::Proceed {}];
                (PredicateKind::Library, code)
            }
            None => (PredicateKind::Undefined, vec![Instr::Undefined { pred }]),
        };
        self.predicates.push(Predicate {
            functor,
            kind,
            block: Arc::new(Block::of(instrs)),
            dynamic: Vec::new(),
            source: Vec::new(),
            places: Vec::new(),
            module,
            meta: if module == ModuleId::SYSTEM { self.vocabulary.meta(functor) } else { None },
            extent: Extent::OneFile,
            alias: None,
            heads: Heads::Unify,
        });
        self.module_mut(module).table.insert(functor, pred);
        self.settle();
        pred
    }

    /// Leaves nothing of a predicate's definition; a machine that runs the program refreshes itself afterwards.
    pub(crate) fn undefine(&mut self, id: PredId) {
        let predicate = self.get_mut(id);
        predicate.kind = PredicateKind::Undefined;
        predicate.block = Arc::new(Block::of(vec![Instr::Undefined { pred: id }]));
        (predicate.source, predicate.places, predicate.dynamic) = (Vec::new(), Vec::new(), Vec::new());
        predicate.heads = Heads::Unify;
        self.changed.push(id);
        self.settle();
    }

    /// The predicate behind an id, to change it.
    pub fn get_mut(&mut self, id: PredId) -> &mut Predicate {
        &mut self.predicates[id.0 as usize]
    }

    /// The predicate behind an id of this program.
    pub fn get(&self, id: PredId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }

    /// The file behind an id of this program.
    pub fn file(&self, id: FileId) -> &LoadedFile {
        &self.files[id.0 as usize]
    }

    /// A place as `file:line:column`.
    pub fn place(&self, file: FileId, span: Span) -> String {
        let source = &self.file(file).source;
        let position = source.position(span.start);
        format!("{}:{}:{}", source.name(), position.line, position.column)
    }

    /// `name/arity`, qualified unless it is one of `user` or `system`.
    pub fn indicator(&self, id: PredId) -> String {
        let Predicate { functor, module, .. } = *self.get(id);
        let plain = format!("{}/{}", self.atoms.name(functor.name), functor.arity);
        match module {
            ModuleId::USER | ModuleId::SYSTEM => plain,
            module => format!("{}:{plain}", self.atoms.name(self.module(module).name)),
        }
    }
}
