//! A well-typing of a program: what its text says of the terms in each argument of a predicate.
//!
//! In: a program and one of its predicates. Out: a [`Signature`], a graph of classes of terms, one for each argument, from
//! which regular types are made ([`Signature::types`]). The method is that of Bruynooghe, Gallagher and Van Humbeeck
//! (SAS 2005): each argument of a predicate and each variable of a clause has a class; what occurs in the same place is of
//! the same class (union-find); a compound or constant adds an alternative to its class, and two alternatives of one
//! functor are one. Predicates that call each other share their classes, others copy those of what they call, so that one
//! `append/3` may have lists of several kinds. Beyond the paper: arithmetic, type tests and builtins say of what sort their
//! arguments are, and what works on dictionaries says which of its are. What is not known says nothing.
//!
//! Nothing here is a promise: a type is one to analyse with, and bounds hold for terms of it. Whether a program is called
//! with other terms is not asked.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wam::atoms::{Functor, known};
use wam::builtins::{BUILTINS, Rule, Sort, TextForm, TextRule};
use wam::code::{PredicateKind, Program};
use wam::instr::PredId;
use wam::modules::ModuleId;
use wam::term::{Node, ReadTerm, TermId, VarId};

use crate::balanced::Balanced;
use crate::clauses::head_arguments;
use crate::roles::variables;
use crate::state::LIST;
use crate::types::{Type, is_control};

/// A class of terms, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ClassId(pub(crate) u32);

/// How the terms of a class begin.
#[derive(Clone, Default, Debug)]
pub(crate) struct Class {
    /// The constants: types of one, or of all of a sort.
    pub(crate) leaves: BTreeSet<Type>,
    /// The compounds, with the classes of their arguments.
    pub(crate) compounds: BTreeMap<Functor, Vec<ClassId>>,
    /// Whether a clause is for all that begins otherwise.
    pub(crate) has_others: bool,
}

/// The classes of a predicate's arguments.
#[derive(Debug)]
pub struct Signature {
    graph: Graph,
    arguments: Vec<ClassId>,
}

/// More classes than this are not made.
const CLASS_LIMIT: usize = 50_000;
/// A class of more constants of a sort holds all of that sort.
const LEAF_LIMIT: usize = 24;
/// Elements of a list that the text writes: those behind are of one class.
const ELEMENT_LIMIT: usize = 8;

impl Signature {
    /// What the text says of the arguments of a predicate; nothing where it is too large.
    pub(crate) fn of(program: &Program, balanced: &Balanced, pred: PredId) -> Option<Signature> {
        Signature::of_each(program, balanced, pred, |at| at == pred)?.pop()
    }

    /// The same of predicates that one reaches, callers before what they call.
    pub(crate) fn of_each(
        program: &Program,
        balanced: &Balanced,
        pred: PredId,
        is_wanted: impl Fn(PredId) -> bool,
    ) -> Option<Vec<Signature>> {
        let (order, calls) = components(program, pred);
        let mut typing = Typing { program, balanced, graph: Graph::default(), known: FxHashMap::default() };
        for component in &order {
            for &pred in component {
                let arity = program.get(pred).functor.arity;
                let arguments = (0..arity).map(|_| typing.graph.fresh()).collect();
                typing.known.insert(pred, arguments);
            }
            for &pred in component {
                for at in of_all_others(program, pred) {
                    let class = typing.graph.find(typing.known[&pred][at]);
                    typing.graph.classes[class.0 as usize].has_others = true;
                }
                for (at, clause) in program.get(pred).source.iter().enumerate() {
                    typing.clause(pred, clause, &calls[&pred][at], component);
                    if typing.graph.classes.len() > CLASS_LIMIT {
                        return None;
                    }
                }
            }
        }
        let wanted = order.into_iter().rev().flatten().filter(|&pred| is_wanted(pred));
        let signature = |pred| {
            let arguments = typing.known.remove(&pred)?;
            let mut graph = Graph::default();
            let arguments = graph.copy(&mut typing.graph, &arguments);
            Some(Signature { graph, arguments })
        };
        Some(wanted.filter_map(signature).collect())
    }

    /// The classes of the arguments, by their representatives.
    pub(crate) fn arguments(&mut self) -> Vec<ClassId> {
        self.arguments.iter().map(|&class| self.graph.find(class)).collect()
    }

    /// A class, of which all parts are representatives.
    pub(crate) fn class(&self, id: ClassId) -> &Class {
        &self.graph.classes[id.0 as usize]
    }
}

/// Classes with what is the same class.
#[derive(Default, Debug)]
struct Graph {
    classes: Vec<Class>,
    parents: Vec<u32>,
}

impl Graph {
    fn fresh(&mut self) -> ClassId {
        self.classes.push(Class::default());
        self.parents.push(self.parents.len() as u32);
        ClassId(self.parents.len() as u32 - 1)
    }

    fn find(&mut self, class: ClassId) -> ClassId {
        let mut at = class.0;
        while self.parents[at as usize] != at {
            let above = self.parents[at as usize];
            self.parents[at as usize] = self.parents[above as usize];
            at = self.parents[at as usize];
        }
        ClassId(at)
    }

    fn unify(&mut self, a: ClassId, b: ClassId) {
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            let (into, from) = if a < b { (a, b) } else { (b, a) };
            self.parents[from.0 as usize] = into.0;
            let Class { leaves, compounds, has_others } = std::mem::take(&mut self.classes[from.0 as usize]);
            self.classes[into.0 as usize].has_others |= has_others;
            leaves.into_iter().for_each(|leaf| self.leaf(into, leaf));
            for (functor, args) in compounds {
                match self.classes[into.0 as usize].compounds.get(&functor) {
                    Some(known) => todo.extend(known.iter().copied().zip(args)),
                    None => drop(self.classes[into.0 as usize].compounds.insert(functor, args)),
                }
            }
        }
    }

    fn leaf(&mut self, class: ClassId, leaf: Type) {
        let class = self.find(class);
        let leaves = &mut self.classes[class.0 as usize].leaves;
        leaves.insert(leaf);
        for (sort, all) in [(Type::is_integer as fn(&Type) -> bool, Type::Int), (is_atom, Type::Atom)] {
            let several = leaves.iter().filter(|leaf| sort(leaf)).count();
            if several > LEAF_LIMIT || several > 1 && leaves.contains(&all) {
                leaves.retain(|leaf| !sort(leaf));
                leaves.insert(all);
            }
        }
    }

    /// The classes of the arguments of a compound of a class.
    fn compound(&mut self, class: ClassId, functor: Functor) -> Vec<ClassId> {
        let class = self.find(class);
        if let Some(known) = self.classes[class.0 as usize].compounds.get(&functor) {
            return known.clone();
        }
        let args: Vec<ClassId> = (0..functor.arity).map(|_| self.fresh()).collect();
        self.classes[class.0 as usize].compounds.insert(functor, args.clone());
        args
    }

    /// The classes of another graph, with all they consist of, as new ones of this.
    fn copy(&mut self, from: &mut Graph, classes: &[ClassId]) -> Vec<ClassId> {
        let mut copies: FxHashMap<ClassId, ClassId> = FxHashMap::default();
        let mut todo = Vec::new();
        let roots: Vec<ClassId> = classes.iter().map(|&class| from.find(class)).collect();
        let mut new = |this: &mut Graph, class: ClassId, todo: &mut Vec<ClassId>| {
            *copies.entry(class).or_insert_with(|| {
                todo.push(class);
                this.fresh()
            })
        };
        let found = roots.iter().map(|&class| new(self, class, &mut todo)).collect();
        while let Some(class) = todo.pop() {
            let Class { leaves, compounds, has_others } = from.classes[class.0 as usize].clone();
            let into = new(self, class, &mut todo);
            let copied = compounds.into_iter().map(|(functor, args)| {
                let args = args.into_iter().map(|arg| new(self, from.find(arg), &mut todo)).collect();
                (functor, args)
            });
            let compounds = copied.collect();
            self.classes[into.0 as usize] = Class { leaves, compounds, has_others };
        }
        found
    }

    /// The same within the graph.
    fn instance(&mut self, classes: &[ClassId]) -> Vec<ClassId> {
        let mut part = Graph::default();
        let own = part.copy(self, classes);
        self.copy(&mut part, &own)
    }
}

fn is_atom(of: &Type) -> bool {
    matches!(of, Type::Atom | Type::Const(_))
}

/// A goal of a clause that is no control construct.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) term: TermId,
    /// The predicate that it calls, if its clauses are known.
    pub(crate) callee: Option<PredId>,
    /// The predicate that the first argument gets more arguments for, once an element of the lists besides.
    each: Option<PredId>,
}

/// The goals of each clause of each predicate.
type Calls = FxHashMap<PredId, Vec<Vec<Goal>>>;

/// The predicates that one reaches, in groups that call each other: callees first.
fn components(program: &Program, pred: PredId) -> (Vec<Vec<PredId>>, Calls) {
    let (mut calls, mut todo) = (Calls::default(), vec![pred]);
    let mut graph: DiGraph<PredId, ()> = DiGraph::new();
    let mut nodes: FxHashMap<PredId, NodeIndex> = FxHashMap::default();
    while let Some(pred) = todo.pop() {
        if calls.contains_key(&pred) {
            continue;
        }
        let of = program.get(pred);
        let goals: Vec<Vec<Goal>> = of.source.iter().map(|clause| goals(program, clause, of.module)).collect();
        let from = *nodes.entry(pred).or_insert_with(|| graph.add_node(pred));
        for callee in goals.iter().flatten().flat_map(|goal| [goal.callee, goal.each]).flatten() {
            let to = *nodes.entry(callee).or_insert_with(|| graph.add_node(callee));
            graph.update_edge(from, to, ());
            todo.push(callee);
        }
        calls.insert(pred, goals);
    }
    let order = tarjan_scc(&graph).into_iter().map(|group| group.into_iter().map(|node| graph[node]).collect());
    (order.collect(), calls)
}

/// The goals of a clause, those in control constructs and in goals that are called as they are among them.
pub(crate) fn goals(program: &Program, clause: &ReadTerm, module: ModuleId) -> Vec<Goal> {
    let terms = &clause.terms;
    let mut todo: Vec<(TermId, ModuleId)> =
        terms.head_and_body(clause.root).1.into_iter().map(|body| (body, module)).collect();
    let mut found = Vec::new();
    while let Some((term, module)) = todo.pop() {
        let Some(functor) = terms.functor(term) else { continue };
        let args = terms.arguments(term);
        if let (known::COLON, &[name, goal]) = (functor.name, args) {
            let named = match terms.get(name) {
                Node::Atom(name) => program.find_module(name),
                _ => None,
            };
            todo.extend(named.map(|module| (goal, module)));
            continue;
        }
        if is_control(functor) {
            todo.extend(args.iter().map(|&arg| (arg, module)));
            continue;
        }
        let known = |functor: Functor| {
            let is_known = |&pred: &PredId| {
                let of = program.get(pred);
                let is_told =
                    || of.kind == PredicateKind::Library && is_told(&program.atoms.name(functor.name), functor.arity);
                !of.source.is_empty() && !is_told()
            };
            program.find_in(module, functor).filter(is_known)
        };
        let callee = known(functor);
        let each = over_elements(&program.atoms.name(functor.name), functor.arity).and_then(|(lists, others)| {
            // The variables of a lambda expression are renamed at each call.
            let closure = terms.functor(args[0]).filter(|of| *program.atoms.name(of.name) != *">>")?;
            known(Functor { arity: closure.arity + lists + others, ..closure })
        });
        found.push(Goal { term, callee, each });
        // Goals that builtins and the library call are called as they stand there.
        let called: &[usize] = match (&*program.atoms.name(functor.name), functor.arity) {
            ("call" | "once" | "ignore" | "\\+" | "not", 1) => &[0],
            ("forall", 2) => &[0, 1],
            ("findall" | "bagof" | "setof" | "aggregate_all", 3) => &[1],
            ("catch", 3) => &[0, 2],
            ("setup_call_cleanup", 3) => &[0, 1, 2],
            ("call_cleanup", 2) => &[0, 1],
            ("call_with_depth_limit" | "call_with_inference_limit", 3) => &[0],
            ("call_with_time_limit" | "with_output_to", 2) => &[1],
            _ => &[],
        };
        todo.extend(called.iter().map(|&at| (args[at], module)));
    }
    found
}

/// The arguments, from 0, of which the last clause takes whatever the compounds of the others are not, as `flatten(X, [X])` and
/// `depth(_, 0)` do. What is written in its other arguments is for the output, where the other clauses have a variable: so
/// `merge(L, [], L)` is none.
fn of_all_others(program: &Program, pred: PredId) -> Vec<usize> {
    let clauses = &program.get(pred).source;
    let Some((last, others)) = clauses.split_last() else { return Vec::new() };
    let body = last.terms.head_and_body(last.root).1;
    let used = body.map_or(Vec::new(), |body| variables(&last.terms, body));
    let arity = program.get(pred).functor.arity as usize;
    let is_variable = |clause: &ReadTerm, at: usize| matches!(head_argument(clause, at), Node::Var(_));
    let written: Vec<usize> = (0..arity).filter(|&at| !is_variable(last, at)).collect();
    let takes = |&at: &usize| {
        let is_unused = matches!(head_argument(last, at), Node::Var(var) if !used.contains(&var));
        let is_compound = |clause: &&Arc<ReadTerm>| matches!(head_argument(clause, at), Node::Compound(..));
        let mut apart = others.iter().filter(is_compound).peekable();
        is_unused && apart.peek().is_some() && apart.all(|clause| written.iter().all(|&out| is_variable(clause, out)))
    };
    (0..arity).filter(takes).collect()
}

/// An argument of the head of a clause, from 0.
pub(crate) fn head_argument(clause: &ReadTerm, at: usize) -> Node<'_> {
    clause.terms.get(head_arguments(clause)[at])
}

/// Whether what a predicate of the library says of its arguments is told here, and not by its clauses.
fn is_told(name: &str, arity: u32) -> bool {
    matches!(
        (name, arity),
        ("between" | "numlist" | "nth0" | "nth1", 3)
            | ("length" | "sum_list" | "sumlist" | "max_list" | "min_list" | "last", 2)
            | ("phrase", 2 | 3)
    )
}

/// How many lists a predicate of the library goes through, whose elements its first argument gets, and how many arguments
/// more that gets.
fn over_elements(name: &str, arity: u32) -> Option<(u32, u32)> {
    match (name, arity) {
        ("maplist", 2..) => Some((arity - 1, 0)),
        ("foldl", 4..) => Some((arity - 3, 2)),
        ("include" | "exclude", 3) | ("partition", 4) => Some((1, 0)),
        // Not of each element: of the text, and what is left of it.
        ("phrase", 2 | 3) => Some((0, 2)),
        _ => None,
    }
}

/// The typing of a program, as far as it is made.
struct Typing<'a> {
    program: &'a Program,
    balanced: &'a Balanced,
    graph: Graph,
    known: FxHashMap<PredId, Vec<ClassId>>,
}

/// The clause that is typed: the classes of its variables.
struct Scope<'a> {
    clause: &'a ReadTerm,
    variables: FxHashMap<VarId, ClassId>,
}

/// An argument of a builtin: a term of the clause, or any of a class.
#[derive(Clone, Copy)]
enum Operand {
    Term(TermId),
    Class(ClassId),
}

impl Typing<'_> {
    fn clause(&mut self, pred: PredId, clause: &ReadTerm, goals: &[Goal], component: &[PredId]) {
        let mut scope = Scope { clause, variables: FxHashMap::default() };
        let arguments = self.known[&pred].clone();
        self.compound(&mut scope, clause.terms.head_and_body(clause.root).0, &arguments);
        for goal in goals {
            match goal.callee {
                Some(callee) => {
                    let known = self.known[&callee].clone();
                    let mut classes = if component.contains(&callee) { known } else { self.graph.instance(&known) };
                    if !self.balanced.keeps(self.program, pred) {
                        self.dictionaries(callee, &mut classes);
                    }
                    self.compound(&mut scope, goal.term, &classes);
                }
                None => self.of_builtin(&mut scope, goal.term),
            }
            if let Some(callee) = goal.each {
                let known = self.known[&callee].clone();
                let classes = if component.contains(&callee) { known } else { self.graph.instance(&known) };
                self.each(&mut scope, goal.term, &classes);
            } else {
                self.each_of_builtin(&mut scope, goal.term);
            }
        }
    }

    /// Trees that a library keeps balanced are dictionaries to others, whatever they are made of.
    fn dictionaries(&mut self, callee: PredId, classes: &mut [ClassId]) {
        let (Some(roles), Some(tree)) = (self.balanced.told(callee), self.balanced.dictionary()) else { return };
        for (class, _) in classes.iter_mut().zip(roles).filter(|(_, role)| role.is_tree()) {
            *class = self.graph.fresh();
            self.graph.leaf(*class, tree.clone());
        }
    }

    /// What a predicate gets that is called for the elements of lists is of its classes.
    fn each(&mut self, scope: &mut Scope<'_>, goal: TermId, classes: &[ClassId]) {
        let Some((closure, elements)) = self.over(scope, goal) else { return };
        let own = scope.clause.terms.arguments(closure).len();
        self.compound(scope, closure, &classes[..own]);
        elements.into_iter().zip(&classes[own..]).for_each(|(of, &class)| self.graph.unify(of, class));
    }

    /// So is what a builtin gets, as far as it says.
    fn each_of_builtin(&mut self, scope: &mut Scope<'_>, goal: TermId) {
        let terms = &scope.clause.terms;
        let closure = terms.arguments(goal).first().and_then(|&closure| terms.functor(closure));
        let Some(name) = closure.map(|closure| self.program.atoms.name(closure.name)) else { return };
        if *name != *">>"
            && let Some((closure, elements)) = self.over(scope, goal)
        {
            let own = terms.arguments(closure).iter().map(|&arg| Operand::Term(arg));
            let args: Vec<Operand> = own.chain(elements.into_iter().map(Operand::Class)).collect();
            self.builtin(scope, &name, &args);
        }
    }

    /// What is called for the elements of lists, and the classes of what it gets besides.
    fn over(&mut self, scope: &mut Scope<'_>, goal: TermId) -> Option<(TermId, Vec<ClassId>)> {
        let clause = scope.clause;
        let Node::Compound(functor, args) = clause.terms.get(goal) else { return None };
        let (lists, others) = over_elements(&self.program.atoms.name(functor.name), functor.arity)?;
        let class = |(at, &arg): (usize, &TermId)| {
            let of = self.class_of(scope, Operand::Term(arg));
            if at < lists as usize { self.list(of) } else { of }
        };
        Some((args[0], args[1..].iter().take((lists + others) as usize).enumerate().map(class).collect()))
    }

    /// The arguments of a term are of some classes.
    fn compound(&mut self, scope: &mut Scope<'_>, term: TermId, classes: &[ClassId]) {
        let args = scope.clause.terms.arguments(term);
        args.iter().zip(classes).for_each(|(&arg, &class)| self.term(scope, arg, class));
    }

    /// A term is of a class.
    fn term(&mut self, scope: &mut Scope<'_>, term: TermId, class: ClassId) {
        let clause = scope.clause;
        let mut todo = vec![(term, class, 0)];
        while let Some((term, class, element)) = todo.pop() {
            match clause.terms.get(term) {
                Node::Var(var) => {
                    let own = *scope.variables.entry(var).or_insert_with(|| self.graph.fresh());
                    self.graph.unify(own, class);
                }
                Node::Atom(known::NIL) => self.graph.leaf(class, Type::List(Box::new(Type::Bottom))),
                Node::Atom(name) => self.graph.leaf(class, Type::Const(name)),
                Node::Int(value) => self.graph.leaf(class, Type::Integer(value)),
                Node::Float(_) => self.graph.leaf(class, Type::Float),
                Node::Big(_) | Node::Rational(_) => self.graph.leaf(class, Type::Number),
                Node::Str(_) => {}
                Node::Compound(functor, args) => {
                    let classes = self.graph.compound(class, functor);
                    let is_long = functor == LIST && element >= ELEMENT_LIMIT;
                    if is_long {
                        self.graph.unify(class, classes[1]);
                    }
                    for (at, (&arg, class)) in args.iter().zip(classes).enumerate() {
                        let element = if functor == LIST && at == 1 { element + 1 } else { 0 };
                        todo.push((arg, class, element));
                    }
                }
            }
        }
    }

    /// The class of a term.
    fn class_of(&mut self, scope: &mut Scope<'_>, arg: Operand) -> ClassId {
        match arg {
            Operand::Class(class) => class,
            Operand::Term(term) => {
                let class = self.graph.fresh();
                self.term(scope, term, class);
                class
            }
        }
    }

    /// What the builtin of a goal says of its arguments.
    fn of_builtin(&mut self, scope: &mut Scope<'_>, goal: TermId) {
        let Node::Compound(functor, args) = scope.clause.terms.get(goal) else { return };
        let name = self.program.atoms.name(functor.name);
        self.builtin(scope, &name, &args.iter().map(|&arg| Operand::Term(arg)).collect::<Vec<Operand>>());
    }

    /// What a builtin says of its arguments.
    fn builtin(&mut self, scope: &mut Scope<'_>, name: &str, args: &[Operand]) {
        match (name, args) {
            ("=" | "==" | "\\=" | "\\==" | "unify_with_occurs_check", &[left, right]) => {
                let (left, right) = (self.class_of(scope, left), self.class_of(scope, right));
                self.graph.unify(left, right);
            }
            ("is", &[value, expression]) => {
                let of = self.expression(scope, expression);
                self.leaf(scope, value, of);
            }
            ("<" | ">" | "=<" | ">=" | "=:=" | "=\\=", &[left, right]) => {
                self.expression(scope, left);
                self.expression(scope, right);
            }
            ("integer", &[arg]) => self.leaf(scope, arg, Type::Int),
            ("float", &[arg]) => self.leaf(scope, arg, Type::Float),
            ("number", &[arg]) => self.leaf(scope, arg, Type::Number),
            ("atom", &[arg]) => self.leaf(scope, arg, Type::Atom),
            ("atomic", &[arg]) => [Type::Atom, Type::Number].into_iter().for_each(|of| self.leaf(scope, arg, of)),
            ("length", &[list, length]) => {
                let class = self.class_of(scope, list);
                self.list(class);
                self.leaf(scope, length, Type::Int);
            }
            ("between", &[low, high, value]) => {
                [low, high, value].into_iter().for_each(|arg| self.leaf(scope, arg, Type::Int));
            }
            ("numlist", &[low, high, list]) => {
                [low, high].into_iter().for_each(|arg| self.leaf(scope, arg, Type::Int));
                let class = self.class_of(scope, list);
                let element = self.list(class);
                self.graph.leaf(element, Type::Int);
            }
            ("nth0" | "nth1", &[place, list, element]) => {
                self.leaf(scope, place, Type::Int);
                let (class, of) = (self.class_of(scope, list), self.class_of(scope, element));
                let own = self.list(class);
                self.graph.unify(own, of);
            }
            ("last", &[list, element]) => {
                let (class, of) = (self.class_of(scope, list), self.class_of(scope, element));
                let own = self.list(class);
                self.graph.unify(own, of);
            }
            ("sum_list" | "sumlist" | "max_list" | "min_list", &[list, value]) => {
                let class = self.class_of(scope, list);
                let element = self.list(class);
                self.graph.leaf(element, Type::Int);
                self.leaf(scope, value, Type::Int);
            }
            ("findall", &[template, _, list]) => {
                let (of, class) = (self.class_of(scope, template), self.class_of(scope, list));
                let element = self.list(class);
                self.graph.unify(of, element);
            }
            ("msort" | "sort" | "predsort" | "keysort", &[.., from, to]) => {
                let (from, to) = (self.class_of(scope, from), self.class_of(scope, to));
                self.list(from);
                self.graph.unify(from, to);
            }
            ("atomic_list_concat", &[parts, ..]) => {
                let class = self.class_of(scope, parts);
                self.list(class);
                args[1..].iter().for_each(|&arg| self.leaf(scope, arg, Type::Atom));
            }
            (name, args) => {
                let row = BUILTINS.iter().find(|row| row.name == name && usize::from(row.arity) == args.len());
                if let Some(Rule::Text(rule)) = row.and_then(|row| row.rule.as_ref()) {
                    texts(*rule).iter().for_each(|&at| self.leaf(scope, args[at], Type::Atom));
                }
                let outputs = row.and_then(|row| row.effect).map_or(&[][..], |effect| effect.outputs);
                for &(at, sort) in outputs {
                    self.output(scope, args[usize::from(at)], sort);
                }
            }
        }
    }

    /// What a builtin gives is of a sort.
    fn output(&mut self, scope: &mut Scope<'_>, arg: Operand, sort: Sort) {
        let (leaf, is_list) = match sort {
            Sort::Any | Sort::Ground | Sort::Atomic => return,
            Sort::Atomics => (None, true),
            Sort::Atoms => (Some(Type::Atom), true),
            Sort::Codes => (Some(Type::Int), true),
            Sort::Atom => (Some(Type::Atom), false),
            Sort::Float => (Some(Type::Float), false),
            Sort::Int | Sort::Nat => (Some(Type::Int), false),
            Sort::Number => (Some(Type::Number), false),
        };
        let class = self.class_of(scope, arg);
        let class = if is_list { self.list(class) } else { class };
        leaf.into_iter().for_each(|leaf| self.graph.leaf(class, leaf));
    }

    fn leaf(&mut self, scope: &mut Scope<'_>, arg: Operand, leaf: Type) {
        // What is asked for as a constant is not one: the sort of a constant that is written there is known.
        if !matches!(arg, Operand::Term(term) if !matches!(scope.clause.terms.get(term), Node::Var(_))) {
            let class = self.class_of(scope, arg);
            self.graph.leaf(class, leaf);
        }
    }

    /// A class is of lists: the class of their elements.
    fn list(&mut self, class: ClassId) -> ClassId {
        self.graph.leaf(class, Type::List(Box::new(Type::Bottom)));
        let args = self.graph.compound(class, LIST);
        self.graph.unify(class, args[1]);
        args[0]
    }

    /// The variables of an expression are integers; the sort of its value.
    fn expression(&mut self, scope: &mut Scope<'_>, expression: Operand) -> Type {
        let Operand::Term(expression) = expression else {
            self.leaf(scope, expression, Type::Int);
            return Type::Int;
        };
        let (mut todo, mut of) = (vec![expression], Type::Int);
        while let Some(term) = todo.pop() {
            match scope.clause.terms.get(term) {
                Node::Var(_) => self.leaf(scope, Operand::Term(term), Type::Int),
                Node::Compound(LIST, _) | Node::Int(_) => {}
                Node::Compound(functor, args) => {
                    let name = self.program.atoms.name(functor.name);
                    if !matches!(
                        &*name,
                        "+" | "-" | "*" | "//" | "mod" | "rem" | "div" | "min" | "max" | "abs" | ">>" | "<<"
                    ) {
                        of = Type::Number;
                    }
                    todo.extend(args);
                }
                _ => of = Type::Number,
            }
        }
        of
    }
}

/// The arguments of a builtin over texts that may be atoms: of `atom_codes/2` and its like the atomic one.
fn texts(rule: TextRule) -> &'static [usize] {
    match rule {
        TextRule::Convert { back: TextForm::Number, .. } => &[],
        TextRule::Length(_) | TextRule::Convert { .. } | TextRule::Recase(_) => &[0],
        TextRule::Code | TextRule::Slice => &[1],
        TextRule::Split => &[0, 1, 2],
        TextRule::Find => &[0, 1],
        TextRule::Number => &[0],
        TextRule::SubText => &[0, 4],
        TextRule::Concat(_) | TextRule::Join | TextRule::JoinSeparated => &[],
    }
}
