//! What the analysis of a predicate depends on, as a digest: two texts with the same one have the same results.
//!
//! In: a program with its declarations. Out: of a predicate the [`Digest`] of all that its analysis may look at. That is every
//! predicate of the text whose name occurs in it or in what it reaches (a goal may be called later, so names count and not
//! calls), what these names mean where they come from the library, types, what is trusted, operators and flags. The library
//! itself and the analysis belong to the build, which the caller adds. Atoms and predicates are told by their names: numbers
//! change with every edit.

use crate::entries::Declared;
use analyzer::claim::WORDS;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::DefaultHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use wam::atoms::{Atom, Functor};
use wam::code::{PredicateKind, Program};
use wam::instr::PredId;
use wam::modules::{FileId, ModuleClass, ModuleId};
use wam::term::{Node, ReadTerm, Span, TermId};

/// A digest: 128 bits, so that no two texts that anybody writes share one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Digest(u64, u64);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:016x}", self.0, self.1)
    }
}

/// A digest being made.
#[derive(Clone)]
pub struct Digester(DefaultHasher, DefaultHasher);

impl Default for Digester {
    fn default() -> Self {
        let mut second = DefaultHasher::new();
        second.write_u8(1);
        Digester(DefaultHasher::new(), second)
    }
}

impl Hasher for Digester {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

impl Digester {
    /// The digest of what was written.
    pub fn digest(&self) -> Digest {
        Digest(self.0.finish(), self.1.finish())
    }
}

/// Of what hashes.
pub fn digest_of(what: impl Hash) -> Digest {
    let mut digester = Digester::default();
    what.hash(&mut digester);
    digester.digest()
}

/// What `compare/3` gives: the only names that the analysis makes and no text has.
const ORDERS: [&str; 3] = ["<", "=", ">"];

/// The arities with which a name in a term may be called: goals get arguments when they are called.
const ARITIES: u32 = 9;

/// A predicate of the text.
struct Member {
    content: Digest,
    /// Where its clauses stand: reasons say so.
    places: Digest,
    /// The predicates of the text that its names may mean.
    reaches: Vec<usize>,
}

/// What the predicates of a text depend on.
pub struct Dependencies {
    preds: Vec<PredId>,
    members: Vec<Member>,
    of: FxHashMap<PredId, usize>,
    /// What everything depends on.
    shared: Digest,
}

/// What a predicate and all that it reaches are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// What they say.
    pub content: Digest,
    /// Where they stand.
    pub places: Digest,
}

impl Dependencies {
    /// Of all predicates of a program that are not the library's.
    pub fn of(declared: &Declared<'_>) -> Dependencies {
        let program = &declared.loaded.program;
        let of_user = |pred: &PredId| program.module(program.get(*pred).module).class == ModuleClass::User;
        let preds: Vec<PredId> = (0..program.predicates.len() as u32).map(PredId).filter(of_user).collect();
        let mut by_name: FxHashMap<Atom, Vec<usize>> = FxHashMap::default();
        for (at, &pred) in preds.iter().enumerate() {
            by_name.entry(program.get(pred).functor.name).or_default().push(at);
        }
        let orders = ORDERS.map(|name| (program.atoms.intern(name), 0));
        let member = |&pred: &PredId| {
            let mut names = Names(orders.into_iter().collect());
            program.get(pred).source.iter().for_each(|clause| names.take(clause, clause.root));
            let reaches = names.reached(&by_name);
            Member { content: content(program, pred, &names), places: places(program, pred), reaches }
        };
        let members: Vec<Member> = preds.iter().map(member).collect();
        let of = preds.iter().enumerate().map(|(at, &pred)| (pred, at)).collect();
        let mut dependencies = Dependencies { preds, members, of, shared: digest_of(()) };
        dependencies.shared = dependencies.shared(program, &by_name);
        dependencies
    }

    /// What a predicate and all that it reaches are, together with what everything depends on.
    pub fn reach(&self, pred: PredId) -> Reach {
        let reached = self.reached(self.of.get(&pred).copied().into_iter().collect());
        let all = |part: &dyn Fn(&Member) -> Digest| {
            let parts: Vec<Digest> = reached.iter().map(|&at| part(&self.members[at])).collect();
            digest_of((self.shared, parts))
        };
        Reach { content: all(&|member| member.content), places: all(&|member| member.places) }
    }

    /// The predicates that a predicate reaches, itself included.
    pub fn reached_from(&self, pred: PredId) -> FxHashSet<PredId> {
        let reached = self.reached(self.of.get(&pred).copied().into_iter().collect());
        reached.into_iter().map(|at| self.preds[at]).collect()
    }

    /// Some predicates and all that they reach, in the order of the text.
    fn reached(&self, from: Vec<usize>) -> Vec<usize> {
        let mut seen = vec![false; self.members.len()];
        let mut todo = from;
        while let Some(at) = todo.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                todo.extend(&self.members[at].reaches);
            }
        }
        (0..seen.len()).filter(|&at| seen[at]).collect()
    }

    /// What the analysis of every predicate depends on.
    fn shared(&self, program: &Program, by_name: &FxHashMap<Atom, Vec<usize>>) -> Digest {
        let mut digester = Digester::default();
        format!("{:?} {:?} {}", program.flags, program.autoload, program.user_metas).hash(&mut digester);
        let mut ops: Vec<(String, String)> =
            program.ops.iter().map(|(name, def)| (program.atoms.name(name).to_string(), format!("{def:?}"))).collect();
        ops.sort();
        ops.hash(&mut digester);
        let own = ["entry", "check"].iter().chain(&WORDS).map(|name| program.atoms.intern(name)).collect::<Vec<Atom>>();
        for assertion in &program.assertions {
            if program.module(assertion.module).class != ModuleClass::User {
                continue;
            }
            let terms = &assertion.terms;
            let body = assertion.body();
            let kind = terms.functor(body).map(|functor| functor.name);
            if kind.is_some_and(|kind| own.contains(&kind)) {
                continue;
            }
            term(program, assertion, &mut digester);
            // Types are what the clauses of their predicates say.
            if kind.is_some_and(|kind| &*program.atoms.name(kind) == "regtype") {
                let mut names = Names::default();
                names.take(assertion, body);
                for at in self.reached(names.reached(by_name)) {
                    self.members[at].content.hash(&mut digester);
                }
            }
        }
        digester.digest()
    }
}

/// What a predicate says: its clauses, what it is, and what its names mean that come from elsewhere.
fn content(program: &Program, pred: PredId, names: &Names) -> Digest {
    let of = program.get(pred);
    let mut digester = Digester::default();
    let name = |functor: Functor| (program.atoms.name(functor.name).to_string(), functor.arity);
    let module = |id: ModuleId| program.atoms.name(program.module(id).name).to_string();
    name(of.functor).hash(&mut digester);
    module(of.module).hash(&mut digester);
    format!("{:?} {:?} {:?} {:?}", of.kind, of.meta, of.extent, of.heads).hash(&mut digester);
    of.alias.map(|alias| (name(program.get(alias).functor), module(program.get(alias).module))).hash(&mut digester);
    of.source.iter().for_each(|clause| term(program, clause, &mut digester));
    let mut meant: Vec<(String, u32, String)> = Vec::new();
    for &(atom, arity) in &names.0 {
        for arity in (0..ARITIES).chain([arity]) {
            let found = program.find_in(of.module, Functor { name: atom, arity });
            let found = found.filter(|&found| program.get(found).kind == PredicateKind::Library);
            meant.extend(
                found.map(|found| (program.atoms.name(atom).to_string(), arity, module(program.get(found).module))),
            );
        }
    }
    meant.sort();
    meant.dedup();
    meant.hash(&mut digester);
    digester.digest()
}

/// Where the clauses of a predicate stand.
fn places(program: &Program, pred: PredId) -> Digest {
    let of = program.get(pred);
    let place = |(clause, &file): (&Arc<ReadTerm>, &FileId)| {
        let (source, terms) = (&program.file(file).source, &clause.terms);
        let position = source.position(terms.span(clause.root).start);
        let spans = (0..terms.nodes() as u32).map(|node| terms.span(TermId(node)));
        let whole = spans.reduce(|a, b| Span { start: a.start.min(b.start), end: a.end.max(b.end) });
        let text = whole.map(|span| source.slice(span).to_string());
        (source.name().to_string(), position.line, position.column, text)
    };
    let all: Vec<_> = of.source.iter().zip(&of.places).map(place).collect();
    digest_of(all)
}

/// A term by what it says.
fn term(program: &Program, read: &ReadTerm, into: &mut Digester) {
    let mut todo = vec![read.root];
    while let Some(id) = todo.pop() {
        match read.terms.get(id) {
            Node::Var(var) => (0u8, var.0).hash(into),
            Node::Atom(name) => (1u8, &*program.atoms.name(name)).hash(into),
            Node::Int(value) => (2u8, value).hash(into),
            Node::Big(value) => (3u8, value.to_string()).hash(into),
            Node::Rational(value) => (4u8, value.to_string()).hash(into),
            Node::Float(value) => (5u8, value.to_bits()).hash(into),
            Node::Str(text) => (6u8, text).hash(into),
            Node::Compound(functor, args) => {
                (7u8, &*program.atoms.name(functor.name), functor.arity).hash(into);
                todo.extend(args.iter().rev());
            }
        }
    }
    read.variables.iter().for_each(|variable| variable.name.hash(into));
}

/// The names in terms, with their arities.
#[derive(Default)]
struct Names(FxHashSet<(Atom, u32)>);

impl Names {
    fn take(&mut self, read: &ReadTerm, from: TermId) {
        let mut todo = vec![from];
        while let Some(id) = todo.pop() {
            match read.terms.get(id) {
                Node::Atom(name) => _ = self.0.insert((name, 0)),
                Node::Compound(functor, args) => {
                    self.0.insert((functor.name, functor.arity));
                    todo.extend(args);
                }
                _ => {}
            }
        }
    }

    fn reached(&self, by_name: &FxHashMap<Atom, Vec<usize>>) -> Vec<usize> {
        let mut reached: Vec<usize> =
            self.0.iter().filter_map(|(name, _)| by_name.get(name)).flatten().copied().collect();
        reached.sort_unstable();
        reached.dedup();
        reached
    }
}
