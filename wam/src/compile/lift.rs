//! Goals that a clause gives to predicates of the library: `findall(X, (member(X, Xs), X > K * 2), Ys)`.
//!
//! In: a clause with its goals qualified. Out: the clause with such a goal replaced by a call of a predicate of its own,
//! over the variables that the goal shares with the clause; and that predicate, compiled. What is called as a term
//! evaluates its arithmetic step by step and puts its goals together anew at each call; code does neither.
//!
//! It is done only where nobody can tell, but by the time it takes: the predicate that gets the goal does nothing with
//! it but call it once ([`GIVEN`]); the goal is one that needs code of its own (a control construct, arithmetic, `once/1`
//! and its like); and it is known as a whole, since a goal that holds a variable is checked when it is called, before
//! anything of it runs. Clauses of the library are left alone: their goals are looked up in `user` when they are called.

use super::predicate::{compile_clause, goal_variables};
use super::qualify::qualify;
use super::vocabulary::Meaning;
use crate::atoms::{Atom, Functor, known};
use crate::code::{Block, MAX_ARITY, PredicateKind, Program};
use crate::instr::PredId;
use crate::modules::{ModuleClass, ModuleId};
use crate::term::{Node, Span, TermId, Terms, VarId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How the names of such predicates begin.
const NAME: &str = "$goal ";

/// Constructs nested more deeply are left as they are, and clauses of more nodes: each goal takes a look at all of them.
const MAX_NESTING: u32 = 200;
const MAX_NODES: usize = 1 << 12;

/// Which variables a goal gets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shared {
    /// Those that occur elsewhere in the clause.
    Outside,
    /// All that occur in it: which are free in it makes a difference.
    All,
}

/// Predicates that call an argument once and do nothing else with it: name, arity, the positions of such arguments.
const GIVEN: &[(&str, u32, &[usize], Shared)] = &[
    ("call", 1, &[0], Shared::Outside),
    ("catch", 3, &[0, 2], Shared::Outside),
    ("findall", 3, &[1], Shared::Outside),
    ("findall", 4, &[1], Shared::Outside),
    ("aggregate_all", 3, &[1], Shared::Outside),
    ("aggregate_all", 4, &[2], Shared::Outside),
    ("bagof", 3, &[1], Shared::All),
    ("setof", 3, &[1], Shared::All),
];

/// Makes predicates of goals that the clauses of a predicate give away.
pub(super) struct Lifter<'p> {
    program: &'p mut Program,
    /// The module of the clause.
    module: ModuleId,
    /// Whose clauses they are, as names have it, and how many goals of it have been lifted so far.
    owner: String,
    lifted: usize,
}

impl Program {
    /// Whether a predicate is a goal of a clause, compiled where it is given to a predicate of the library.
    pub fn is_lifted(&self, pred: PredId) -> bool {
        self.get(pred).module == ModuleId::SYSTEM && self.atoms.name(self.get(pred).functor.name).starts_with(NAME)
    }

    /// The predicate in whose clauses a goal stands that was compiled where it is given to a predicate of the library.
    pub fn lifted_from(&self, pred: PredId) -> Option<PredId> {
        if !self.is_lifted(pred) {
            return None;
        }
        let name = self.atoms.name(self.get(pred).functor.name);
        let (_, owner) = name.split_once(" of ")?;
        let is_it = |id: &PredId| self.indicator(*id) == owner;
        (0..self.predicates.len() as u32).map(PredId).find(is_it)
    }
}

impl<'p> Lifter<'p> {
    pub fn new(pred: PredId, program: &'p mut Program) -> Self {
        Lifter { module: program.get(pred).module, owner: program.indicator(pred), lifted: 0, program }
    }

    /// A clause with its goals lifted; none where there are none.
    pub fn clause(&mut self, terms: &Terms, root: TermId) -> Option<(Terms, TermId)> {
        let &[head, body] = terms.match_compound(root, known::NECK, 2)? else { return None };
        let of_user = self.program.module(self.module).class == ModuleClass::User;
        if !of_user || terms.nodes() > MAX_NODES || !self.mentions_given(terms) {
            return None;
        }
        let mut clause = Clause { terms: terms.clone(), root };
        let new = self.body(&mut clause, body, self.module, 0);
        if new == body {
            return None;
        }
        let span = terms.span(root);
        let root = clause.terms.compound(known::NECK, &[head, new], span);
        Some((clause.terms, root))
    }

    fn mentions_given(&self, terms: &Terms) -> bool {
        let mut names = terms.names();
        names.any(|name| GIVEN.iter().any(|&(given, ..)| *self.program.atoms.name(name) == *given))
    }

    /// A body of a module, its constructs looked through; without recursion along its commas.
    fn body(&mut self, clause: &mut Clause, body: TermId, module: ModuleId, depth: u32) -> TermId {
        let mut done = Vec::new();
        let mut rest = body;
        while let Some(&[left, right]) = clause.terms.match_compound(rest, known::COMMA, 2) {
            done.push((rest, left, self.one(clause, left, module, depth)));
            rest = right;
        }
        let mut all = self.one(clause, rest, module, depth);
        let mut changed = all != rest;
        for (old, left, new) in done.into_iter().rev() {
            changed |= new != left;
            all = if changed { clause.rebuilt(old, known::COMMA, &[new, all]) } else { old };
        }
        all
    }

    fn one(&mut self, clause: &mut Clause, body: TermId, module: ModuleId, depth: u32) -> TermId {
        let Node::Compound(functor, args) = clause.terms.get(body) else { return body };
        if depth >= MAX_NESTING {
            return body;
        }
        let args = args.to_vec();
        let meaning = self.program.vocabulary.goal(functor).filter(|_| !self.program.overrides(module, functor));
        let new: Vec<TermId> = match meaning {
            Some(meaning) if meaning.holds_goals() => {
                args.iter().map(|&arg| self.body(clause, arg, module, depth + 1)).collect()
            }
            Some(_) => return body,
            // What is watched by name is seen as it was written.
            None => match self.given(functor, module).filter(|_| !self.program.called.contains(&functor)) {
                Some((places, shared)) => {
                    let lift = |(at, &arg): (usize, &TermId)| match places.contains(&at) {
                        true => self.argument(clause, arg, shared).unwrap_or(arg),
                        false => arg,
                    };
                    args.iter().enumerate().map(lift).collect()
                }
                None => return body,
            },
        };
        match new == args {
            true => body,
            // Nothing is known of what is called but that it is called.
            false if functor == (Functor { name: known::CALL, arity: 1 }) => new[0],
            false => clause.rebuilt(body, functor.name, &new),
        }
    }

    /// The arguments that a predicate calls and does nothing else with.
    fn given(&self, functor: Functor, module: ModuleId) -> Option<(&'static [usize], Shared)> {
        let name = self.program.atoms.name(functor.name);
        let is_it = |row: &&(&str, u32, &[usize], Shared)| row.1 == functor.arity && *name == *row.0;
        let &(_, _, places, shared) = GIVEN.iter().find(is_it)?;
        let of_system = match self.program.find_in(module, functor).map(|pred| self.program.get(pred)) {
            Some(pred) => match pred.kind {
                PredicateKind::Library => pred.module == ModuleId::SYSTEM,
                PredicateKind::Undefined => matches!(&*name, "call" | "catch"),
                PredicateKind::Static | PredicateKind::Dynamic => false,
            },
            None => matches!(&*name, "call" | "catch"),
        };
        of_system.then_some((places, shared))
    }

    /// A call of the predicate that the goal in an argument becomes; none where it stays as it is.
    fn argument(&mut self, clause: &mut Clause, arg: TermId, shared: Shared) -> Option<TermId> {
        match clause.terms.get(arg) {
            Node::Compound(Functor { name, arity: 2 }, &[bound, inner])
                if shared == Shared::All && &*self.program.atoms.name(name) == "^" =>
            {
                let inner = self.argument(clause, inner, shared)?;
                Some(clause.rebuilt(arg, name, &[bound, inner]))
            }
            Node::Compound(Functor { name: known::COLON, arity: 2 }, &[module, inner]) => {
                let Node::Atom(name) = clause.terms.get(module) else { return None };
                let module = self.program.find_module(name)?;
                let of_user = self.program.module(module).class == ModuleClass::User;
                of_user.then(|| self.goal(clause, inner, module, shared)).flatten()
            }
            _ => self.goal(clause, arg, ModuleId::USER, shared),
        }
    }

    /// The same for a goal of a module.
    fn goal(&mut self, clause: &mut Clause, goal: TermId, module: ModuleId, shared: Shared) -> Option<TermId> {
        if !self.needs_code(&clause.terms, goal, module) || !self.is_known(&clause.terms, goal) {
            return None;
        }
        let variables = match shared {
            Shared::Outside => clause.shared(goal),
            Shared::All => goal_variables(&clause.terms, goal).0,
        };
        let arity = variables.len() as u32;
        if arity > MAX_ARITY {
            return None;
        }
        let span = clause.terms.span(goal);
        let number = self.lifted + 1;
        let name = self.program.atoms.internal(&format!("{NAME}{number} of {}", self.owner));
        let args: Vec<TermId> = variables.into_iter().map(|var| clause.terms.var(var, span)).collect();
        let call = clause.terms.compound(name, &args, span);
        self.lifted = number;
        let block = self.compile(&clause.terms, call, goal, module, span)?;
        let pred = self.program.local(ModuleId::SYSTEM, Functor { name, arity });
        let predicate = self.program.get_mut(pred);
        predicate.kind = PredicateKind::Library;
        predicate.block = Arc::new(block);
        self.program.changed.push(pred);
        self.program.settle();
        Some(call)
    }

    /// The code of the clause `Head :- Goal`; none where the goal cannot be compiled, as the call of it will tell.
    fn compile(&mut self, terms: &Terms, head: TermId, goal: TermId, module: ModuleId, span: Span) -> Option<Block> {
        let mut terms = terms.clone();
        let root = terms.compound(known::NECK, &[head, goal], span);
        let (mut terms, root) = qualify(&terms, root, module, self.program).unwrap_or((terms, root));
        let body = terms.match_compound(root, known::NECK, 2)?[1];
        let mut clause = Clause { terms: std::mem::take(&mut terms), root };
        let body = self.body(&mut clause, body, module, 0);
        let root = clause.terms.compound(known::NECK, &[head, body], span);
        let outer = std::mem::replace(&mut self.program.context, module);
        let block = compile_clause(&clause.terms, root, self.program);
        self.program.context = outer;
        block.ok()
    }

    /// Whether a goal is compiled when it is called, or is arithmetic that would be worked out step by step then.
    fn needs_code(&self, terms: &Terms, goal: TermId, module: ModuleId) -> bool {
        let Node::Compound(functor, args) = terms.get(goal) else { return false };
        let meaning = self.program.vocabulary.goal(functor).filter(|_| !self.program.overrides(module, functor));
        match meaning {
            Some(meaning) if meaning.holds_goals() => true,
            Some(Meaning::Is | Meaning::Compare(_)) => {
                args.iter().any(|&arg| matches!(terms.get(arg), Node::Compound(..)))
            }
            _ => false,
        }
    }

    /// Whether all goals that control constructs in it hold are known.
    fn is_known(&self, terms: &Terms, goal: TermId) -> bool {
        let mut todo = vec![goal];
        while let Some(goal) = todo.pop() {
            match terms.get(goal) {
                Node::Atom(_) => {}
                Node::Compound(Functor { name: known::COLON, arity: 2 }, _) => return false,
                Node::Compound(functor, args) => {
                    let meaning = self.program.vocabulary.goal(functor);
                    if meaning.is_some_and(Meaning::is_control) {
                        todo.extend(args);
                    }
                }
                _ => return false,
            }
        }
        true
    }
}

/// A clause that is changed.
struct Clause {
    terms: Terms,
    root: TermId,
}

impl Clause {
    fn rebuilt(&mut self, old: TermId, name: Atom, args: &[TermId]) -> TermId {
        let span = self.terms.span(old);
        self.terms.compound(name, args, span)
    }

    /// The variables of a goal that occur elsewhere in the clause as well, in the order in which the goal has them.
    fn shared(&self, goal: TermId) -> Vec<VarId> {
        let (all, own) = (self.occurrences(self.root), self.occurrences(goal));
        let mut variables = goal_variables(&self.terms, goal).0;
        variables.retain(|var| all[var] > own[var]);
        variables
    }

    fn occurrences(&self, term: TermId) -> FxHashMap<VarId, usize> {
        let mut counts = FxHashMap::default();
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            match self.terms.get(term) {
                Node::Var(var) => *counts.entry(var).or_default() += 1,
                Node::Compound(_, args) => todo.extend(args),
                _ => {}
            }
        }
        counts
    }
}
