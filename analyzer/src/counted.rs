//! How many clauses a dynamic predicate has at most, where the text shows it: counters, flags, what is set once.
//!
//! `tick :- retract(count(N)), M is N + 1, assertz(count(M)).` leaves as many clauses as there were: each one that is added
//! stands for one that was removed just before, with nothing between that could be tried again. That `retract/1` has
//! succeeded says that it has removed a clause the first time only: it goes through the clauses that there were when it was
//! called, and others may have removed them since. So a predicate of several clauses needs a cut behind it, or `->`.
//! `retractall/1` of all clauses leaves none. Where every change of a predicate in a text is of this kind, it never has more
//! clauses than at the start, or than are added after all were removed. Who adds others at the prompt has more; of a
//! predicate that the text leaves as it is nothing is said, since somebody else is to change it.
//!
//! In: a program. Out: the [`Facts`] of dynamic predicates that nobody has vouched for.

use crate::clauses::{is_own, static_clauses};
use crate::dynamic::Facts;
use crate::operation::Operation;
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use wam::atoms::{Atom, Functor, known};
use wam::code::{PredicateKind, Program};
use wam::instr::PredId;
use wam::modules::ModuleId;
use wam::term::{Node, ReadTerm, TermId, VarId};

/// More clauses than this are not worth to be tried one by one.
const MOST: u32 = 1000;
/// Goals that are deeper in control constructs are not understood.
const DEEPEST: usize = 500;
/// How often the types of arguments are looked at again.
const ROUNDS: usize = 10;

/// Builtins that have one solution at most, and leave clauses alone.
const PLAIN: [&str; 31] = [
    "is", "=:=", "=\\=", "<", "=<", ">", ">=", "=", "\\=", "==", "\\==", "@<", "@=<", "@>", "@>=", "var", "nonvar",
    "atom", "number", "integer", "float", "atomic", "compound", "write", "print", "writeln", "writeq", "nl", "format",
    "true", "tab",
];

/// What changes clauses, or may: these names mean nothing else in a text that is understood.
const CHANGES: [&str; 14] = [
    "assert",
    "asserta",
    "assertz",
    "retract",
    "retractall",
    "abolish",
    "erase",
    "recorda",
    "recordz",
    "consult",
    "load_files",
    "ensure_loaded",
    "make",
    "dynamic",
];

/// What is known of the number of a predicate's clauses at a place in a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    /// It is one less than the most, or fewer: certainly, or if there was one at most.
    OneLess { certainly: bool },
    /// It is so many at most.
    AtMost(u32),
}

/// Where a variable has its value from: one of some terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// It is the value of an expression.
    Value(TermId),
    /// It is a term of the text.
    Term(TermId),
    /// It is an argument of a fact.
    Column(PredId, usize),
}

/// What is known at a place in a body.
#[derive(Clone, Default, Debug)]
struct Place {
    levels: FxHashMap<PredId, Level>,
    sources: FxHashMap<VarId, Vec<Source>>,
}

/// A fact that a text adds.
struct Added {
    pred: PredId,
    read: Arc<ReadTerm>,
    fact: TermId,
    sources: FxHashMap<VarId, Vec<Source>>,
}

/// The head of a clause, without the module that it may be qualified with.
fn head(clause: &ReadTerm) -> TermId {
    let mut head = clause.terms.head_and_body(clause.root).0;
    while let Some(&[_, inner]) = clause.terms.match_compound(head, known::COLON, 2) {
        head = inner;
    }
    head
}

struct Counting<'a> {
    program: &'a Program,
    /// How many clauses there are at most; nothing where that is not known.
    most: FxHashMap<PredId, Option<u32>>,
    added: Vec<Added>,
    /// Those that the text changes.
    changed: FxHashSet<PredId>,
    /// Those of which that holds only if it is one.
    single: FxHashSet<PredId>,
    /// How many changes of clauses have been met in the body that is looked at.
    met: usize,
    /// Whether that body is one that runs once.
    is_once: bool,
    /// How deep in control constructs the goal is.
    depth: usize,
}

/// What the text shows of its dynamic predicates.
pub(crate) fn counted(program: &Program) -> FxHashMap<PredId, Facts> {
    let mut counting = Counting {
        program,
        most: FxHashMap::default(),
        added: Vec::new(),
        changed: FxHashSet::default(),
        single: FxHashSet::default(),
        met: 0,
        is_once: false,
        depth: 0,
    };
    let all = || (0..program.predicates.len() as u32).map(PredId);
    let dynamic: Vec<PredId> = all().filter(|&pred| program.get(pred).kind == PredicateKind::Dynamic).collect();
    if dynamic.is_empty() {
        return FxHashMap::default();
    }
    for &pred in &dynamic {
        let clauses = &program.get(pred).source;
        let is_fact = |clause: &Arc<ReadTerm>| clause.terms.head_and_body(clause.root).1.is_none();
        let most = u32::try_from(clauses.len()).ok().filter(|most| *most <= MOST && clauses.iter().all(is_fact));
        counting.most.insert(pred, most);
        for clause in clauses {
            // Variables of a rule may be anything.
            let fact = head(clause);
            counting.added.push(Added { pred, read: clause.clone(), fact, sources: FxHashMap::default() });
        }
    }
    let changing = dynamic.iter().map(|&pred| program.get(pred));
    let changing = changing.flat_map(|of| of.source.iter().map(|clause| (clause, of.module)));
    for (clause, module) in static_clauses(program).map(|(_, clause, module)| (clause, module)).chain(changing) {
        let body = clause.terms.head_and_body(clause.root).1;
        if !counting.body(clause, module, body) {
            return FxHashMap::default();
        }
    }
    counting.is_once = true;
    for directive in &program.directives {
        if !counting.body(&directive.read, program.main, Some(directive.read.root)) {
            return FxHashMap::default();
        }
    }
    let columns = counting.columns();
    let found = counting.most.iter().filter_map(|(pred, most)| {
        let most = most.filter(|_| counting.changed.contains(pred));
        let most = most.filter(|most| *most == 1 || *most > 1 && !counting.single.contains(pred))?;
        Some((*pred, Facts { most, columns: columns[pred].clone() }))
    });
    found.collect()
}

impl Counting<'_> {
    /// Looks through a body; false where it may change clauses that it does not name.
    fn body(&mut self, clause: &Arc<ReadTerm>, module: ModuleId, body: Option<TermId>) -> bool {
        let changes = |name: Atom| CHANGES.contains(&&*self.program.atoms.name(name));
        let (mut todo, mut named) = (vec![clause.root], 0);
        while let Some(id) = todo.pop() {
            named += usize::from(clause.terms.functor(id).is_some_and(|functor| changes(functor.name)));
            todo.extend(clause.terms.arguments(id));
        }
        if named == 0 {
            return true;
        }
        self.met = 0;
        if let Some(body) = body {
            self.goal(clause, module, body, &mut Place::default());
        }
        self.met == named
    }

    fn goal(&mut self, read: &Arc<ReadTerm>, module: ModuleId, goal: TermId, at: &mut Place) {
        self.depth += 1;
        match self.depth {
            // What is deeper is not looked at, so that changes in it are not met.
            DEEPEST.. => at.levels.clear(),
            _ => self.shallow_goal(read, module, goal, at),
        }
        self.depth -= 1;
    }

    fn shallow_goal(&mut self, read: &Arc<ReadTerm>, module: ModuleId, goal: TermId, at: &mut Place) {
        let terms = &read.terms;
        let Some(functor) = terms.functor(goal) else {
            at.levels.clear();
            return;
        };
        let callee = self.program.find_in(module, functor);
        // A program's own predicate of a builtin's name is another one.
        let is_own = callee.is_some_and(|pred| is_own(self.program, pred));
        let name = self.program.atoms.name(functor.name);
        match (&*name, terms.arguments(goal)) {
            _ if is_own => self.call(read, callee, goal, at),
            (",", _) => terms.conjuncts(goal).into_iter().for_each(|goal| self.goal(read, module, goal, at)),
            ("->", &[asked, then]) => {
                self.goal(read, module, asked, at);
                committed(at);
                self.goal(read, module, then, at);
            }
            ("!", []) => committed(at),
            (";", &[choice, other]) => self.choice(read, module, (choice, other), at),
            (":", &[_, inner]) if self.module(read, goal).is_some() => {
                let module = self.module(read, goal).unwrap_or(module);
                self.goal(read, module, inner, at);
            }
            ("\\+" | "not" | "call" | "once" | "ignore", &[inner]) | ("findall" | "aggregate_all", &[_, inner, _]) => {
                self.inner(read, module, &[inner], at)
            }
            ("forall", &[each, then]) => {
                // Both run for each of them, one after the other.
                self.inner(read, module, &[each, then], at);
            }
            ("assert" | "asserta" | "assertz", &[fact]) => {
                self.met += 1;
                self.add(read, module, fact, at);
            }
            ("retract", &[fact]) => {
                self.met += 1;
                // It may be tried again, and with it what has been done since for others.
                let levels = std::mem::take(&mut at.levels);
                let Some(pred) = self.subject(read, module, fact) else { return };
                let less = match levels.get(&pred) {
                    Some(Level::AtMost(0 | 1)) => Level::AtMost(0),
                    _ => Level::OneLess { certainly: false },
                };
                self.changed.insert(pred);
                at.levels.insert(pred, less);
                self.note_columns(read, pred, fact, at);
            }
            ("retractall", &[fact]) => {
                self.met += 1;
                if let Some(pred) = self.subject(read, module, fact).filter(|_| is_any(read, fact)) {
                    at.levels.insert(pred, Level::AtMost(0));
                }
            }
            ("is", &[var, value]) => {
                let source = |var| at.sources.insert(var, vec![Source::Value(value)]);
                terms.variable(var).map(source);
            }
            ("=", &[left, right]) => {
                let sides = [(left, right), (right, left)].into_iter();
                for (var, term) in sides.filter_map(|(var, term)| Some((terms.variable(var)?, term))) {
                    if terms.variable(term).is_none() {
                        at.sources.insert(var, vec![Source::Term(term)]);
                    }
                }
            }
            (name, _) if PLAIN.contains(&name) => {}
            _ => self.call(read, callee, goal, at),
        }
    }

    /// Who is called may change clauses, and may be asked again.
    fn call(&mut self, read: &ReadTerm, callee: Option<PredId>, goal: TermId, at: &mut Place) {
        at.levels.clear();
        if let Some(pred) = callee {
            self.note_columns(read, pred, goal, at);
        }
    }

    /// The module that a goal is qualified with.
    fn module(&self, read: &ReadTerm, goal: TermId) -> Option<ModuleId> {
        let &[module, _] = read.terms.match_compound(goal, known::COLON, 2)? else { return None };
        match read.terms.get(module) {
            Node::Atom(name) => self.program.find_module(name),
            _ => None,
        }
    }

    /// Goals that are called from elsewhere, each as often as that likes.
    fn inner(&mut self, read: &Arc<ReadTerm>, module: ModuleId, goals: &[TermId], at: &mut Place) {
        let is_once = std::mem::take(&mut self.is_once);
        for &goal in goals {
            let mut inside = Place { levels: FxHashMap::default(), sources: at.sources.clone() };
            self.goal(read, module, goal, &mut inside);
        }
        self.is_once = is_once;
        at.levels.clear();
    }

    fn choice(&mut self, read: &Arc<ReadTerm>, module: ModuleId, (choice, other): (TermId, TermId), at: &mut Place) {
        let mut otherwise = at.clone();
        let asked = read.terms.match_compound(choice, known::ARROW, 2);
        match asked {
            Some(&[asked, then]) => {
                let met = self.met;
                self.goal(read, module, asked, at);
                // Where not one clause was found there is none.
                match self.none_left(read, module, asked) {
                    Some(pred) => drop(otherwise.levels.insert(pred, Level::AtMost(0))),
                    None if self.met > met => otherwise.levels.clear(),
                    None => {}
                }
                committed(at);
                self.goal(read, module, then, at);
            }
            _ => {
                self.goal(read, module, choice, at);
                otherwise.levels.clear();
            }
        }
        self.goal(read, module, other, &mut otherwise);
        let join = |a: Level, b: Level| match (a, b) {
            (Level::AtMost(a), Level::AtMost(b)) => Some(Level::AtMost(a.max(b))),
            (Level::OneLess { certainly }, Level::AtMost(0)) | (Level::AtMost(0), Level::OneLess { certainly }) => {
                Some(Level::OneLess { certainly })
            }
            (Level::OneLess { certainly: a }, Level::OneLess { certainly: b }) => {
                Some(Level::OneLess { certainly: a && b })
            }
            _ => None,
        };
        let levels = at.levels.iter();
        let levels = levels.filter_map(|(pred, level)| Some((*pred, join(*level, *otherwise.levels.get(pred)?)?)));
        at.levels = if asked.is_some() { levels.collect() } else { FxHashMap::default() };
        at.sources.retain(|var, _| otherwise.sources.contains_key(var));
        for (var, sources) in &mut at.sources {
            let others = otherwise.sources[var].iter().filter(|source| !sources.contains(source));
            let others: Vec<Source> = others.copied().collect();
            sources.extend(others);
        }
    }

    /// The dynamic predicate that has no clause where a goal fails.
    fn none_left(&self, read: &ReadTerm, module: ModuleId, goal: TermId) -> Option<PredId> {
        let name = self.program.atoms.name(read.terms.functor(goal)?.name);
        let fact = match (&*name, read.terms.arguments(goal)) {
            ("retract", &[fact]) => fact,
            _ => goal,
        };
        self.subject(read, module, fact).filter(|_| is_any(read, fact))
    }

    /// The dynamic predicate that a fact is of.
    fn subject(&self, read: &ReadTerm, module: ModuleId, fact: TermId) -> Option<PredId> {
        let pred = self.program.find_in(module, read.terms.functor(fact)?)?;
        self.most.contains_key(&pred).then_some(pred)
    }

    fn add(&mut self, read: &Arc<ReadTerm>, module: ModuleId, fact: TermId, at: &mut Place) {
        let rule = read.terms.match_compound(fact, known::NECK, 2).map(|args| args[0]);
        let Some(pred) = self.subject(read, module, rule.unwrap_or(fact)) else {
            // It is none of those, or nobody knows which: a variable, a qualified one.
            let functor = read.terms.functor(rule.unwrap_or(fact));
            if functor.is_none_or(|of| of.name == known::COLON) {
                self.most.values_mut().for_each(|most| *most = None);
            }
            return;
        };
        self.changed.insert(pred);
        let most = match (at.levels.remove(&pred), self.most[&pred]) {
            _ if rule.is_some() => None,
            (_, None) => None,
            (Some(Level::OneLess { certainly }), most) => {
                if !certainly {
                    self.single.insert(pred);
                }
                most
            }
            (Some(Level::AtMost(before)), Some(most)) => {
                at.levels.insert(pred, Level::AtMost(before + 1));
                Some(most.max(before + 1))
            }
            (None, Some(most)) => self.is_once.then_some(most + 1),
        };
        self.most.insert(pred, most.filter(|most| *most <= MOST));
        let fact = rule.unwrap_or(fact);
        self.added.push(Added { pred, read: read.clone(), fact, sources: at.sources.clone() });
    }

    /// The variables of a fact that has been found have their values from there.
    fn note_columns(&self, read: &ReadTerm, pred: PredId, fact: TermId, at: &mut Place) {
        if self.most.contains_key(&pred) {
            let args = read.terms.arguments(fact).iter().enumerate();
            let columns = args.filter_map(|(column, &arg)| Some((read.terms.variable(arg)?, column)));
            at.sources.extend(columns.map(|(var, column)| (var, vec![Source::Column(pred, column)])));
        }
    }

    /// The types of the arguments of all facts.
    fn columns(&self) -> FxHashMap<PredId, Vec<Type>> {
        let arity = |pred: PredId| self.program.get(pred).functor.arity as usize;
        let mut columns: FxHashMap<PredId, Vec<Type>> =
            self.most.keys().map(|&pred| (pred, vec![Type::Bottom; arity(pred)])).collect();
        for _ in 0..ROUNDS {
            let before = columns.clone();
            for added in &self.added {
                for (column, &arg) in added.read.terms.arguments(added.fact).iter().enumerate() {
                    let of = self.type_of(added, arg, &columns, ROUNDS);
                    let own = columns.get_mut(&added.pred).expect("it is dynamic");
                    own[column] = own[column].lub(&of);
                }
            }
            if columns == before {
                let any = |of: &mut Type| {
                    if *of == Type::Bottom {
                        *of = Type::Any;
                    }
                };
                columns.values_mut().flatten().for_each(any);
                return columns;
            }
        }
        self.most.keys().map(|&pred| (pred, vec![Type::Any; arity(pred)])).collect()
    }

    /// The type of a term in a fact, by those of all facts as far as they are known.
    fn type_of(&self, added: &Added, term: TermId, columns: &FxHashMap<PredId, Vec<Type>>, depth: usize) -> Type {
        let Some(depth) = depth.checked_sub(1) else { return Type::Any };
        match added.read.terms.get(term) {
            Node::Int(_) => Type::Int,
            Node::Atom(_) => Type::Atom,
            Node::Var(var) => {
                let of = |source: &Source| match *source {
                    Source::Column(pred, column) => columns[&pred][column].clone(),
                    Source::Term(term) => self.type_of(added, term, columns, depth),
                    Source::Value(term) => self.value_type(added, term, columns, depth),
                };
                let known = added.sources.get(&var).filter(|sources| !sources.is_empty());
                known.map_or(Type::Any, |sources| sources.iter().map(of).fold(Type::Bottom, |all, one| all.lub(&one)))
            }
            _ => Type::Any,
        }
    }

    /// The type of the value of an expression.
    fn value_type(&self, added: &Added, term: TermId, columns: &FxHashMap<PredId, Vec<Type>>, depth: usize) -> Type {
        let Some(depth) = depth.checked_sub(1) else { return Type::Number };
        let terms = &added.read.terms;
        let args = terms.arguments(term);
        if args.is_empty() {
            let of = self.type_of(added, term, columns, depth);
            return if of == Type::Int || of == Type::Bottom { of } else { Type::Number };
        }
        let keeps =
            |Functor { name, arity }: Functor| Operation::named(&self.program.atoms.name(name), arity).keeps_integers();
        let is_whole = terms.functor(term).is_some_and(keeps);
        let mut all = args.iter().map(|&arg| self.value_type(added, arg, columns, depth));
        if is_whole && all.all(|of| of == Type::Int || of == Type::Bottom) { Type::Int } else { Type::Number }
    }
}

/// What has been removed is not tried again.
fn committed(at: &mut Place) {
    for level in at.levels.values_mut() {
        if let Level::OneLess { certainly } = level {
            *certainly = true;
        }
    }
}

/// Whether every fact of a predicate is an instance of a term: its arguments are variables that occur nowhere else.
fn is_any(read: &ReadTerm, fact: TermId) -> bool {
    let once = |var: VarId| read.variables.get(var.0 as usize).is_some_and(|var| var.occurrences == 1);
    read.terms.arguments(fact).iter().all(|&arg| read.terms.variable(arg).is_some_and(once))
}
