//! Rules whose heads match: `Head, Guard => Body`.
//!
//! Follows section 5.6 of SWI-Prolog's manual (single sided unification rules): the head may bind its own variables and
//! none of the goal's, the clause commits when its guard is true, and a goal that no rule of its predicate is for is an
//! error. Unifications at the beginning of the guard whose one side is an argument of the head match as the head does.
//!
//! A predicate has only clauses of one kind; a clause behind its rules raises the error ([`no_rule`]).
//!
//! Two steps. [`translate`] makes `Head :- Guard, !, Body` of a rule when it is read or asserted: that is what
//! `clause/2`, listings and reasons see. [`matching`] makes what is compiled of that: arguments of the head become distinct
//! variables, and tests and unifications that bind only the rule's variables come before the guard,
//!
//! | head argument | goals |
//! |---|---|
//! | a constant `c` | `A == c` |
//! | `f(X, c, Y)` | `nonvar(A), A = f(X, C, Y), C == c` |
//! | a variable that is known already | `A == X` |
//!
//! so that rules need no instruction of their own, and selection and the analyzer know what they do.

use crate::atoms::{Atom, Atoms, known};
use crate::read::{OpDef, OpType, Ops};
use crate::term::{Node, ReadTerm, Span, TermId, Terms, VarId};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// How the heads of a predicate's clauses meet a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heads {
    /// They unify with it.
    #[default]
    Unify,
    /// They match it: its clauses were rules.
    Match,
}

/// Whether `=>` means rules with these operators. Who declares an operator of that name means something else.
pub(crate) fn has_rules(ops: &Ops) -> bool {
    ops.infix(known::RULE) == Some(OpDef { priority: 1200, class: OpType::Xfx })
}

/// A rule, under modules or not, as a clause; none for any other term.
pub(crate) fn translate(read: &ReadTerm) -> Option<ReadTerm> {
    let mut modules = Vec::new();
    let mut root = read.root;
    while let Some(&[module, inner]) = read.terms.match_compound(root, known::COLON, 2) {
        modules.push((module, root));
        root = inner;
    }
    let &[left, body] = read.terms.match_compound(root, known::RULE, 2)? else { return None };
    let mut terms = read.terms.clone();
    let span = terms.span(root);
    let (head, guard) = match terms.match_compound(left, known::COMMA, 2) {
        Some(&[head, guard]) => (head, guard),
        _ => (left, terms.atom(known::TRUE, span)),
    };
    let cut = terms.atom(known::CUT, span);
    let rest = terms.compound(known::COMMA, &[cut, body], span);
    let body = terms.compound(known::COMMA, &[guard, rest], span);
    let clause = terms.compound(known::NECK, &[head, body], span);
    let root = modules
        .into_iter()
        .rev()
        .fold(clause, |inner, (module, whole)| terms.compound(known::COLON, &[module, inner], read.terms.span(whole)));
    Some(ReadTerm { terms, root, variables: read.variables.clone() })
}

/// A clause that is compiled.
pub(crate) struct Matching {
    pub terms: Terms,
    pub root: TermId,
    /// How many goals its body begins with that do what the head did.
    pub goals: usize,
}

/// A clause whose head matches, as one whose head unifies with anything.
pub(crate) fn matching(terms: &Terms, root: TermId, atoms: &Atoms) -> Option<Matching> {
    let &[head, body] = terms.match_compound(root, known::NECK, 2)? else { return None };
    let span = terms.span(head);
    let args = match terms.get(head) {
        Node::Compound(_, args) => args.to_vec(),
        _ => Vec::new(),
    };
    let mut matcher = Matcher {
        terms: terms.clone(),
        span,
        identical: atoms.intern("=="),
        nonvar: atoms.intern("nonvar"),
        seen: FxHashSet::default(),
        tests: Vec::new(),
        goals: Vec::new(),
        open: VecDeque::new(),
    };
    let new = matcher.head(&args);
    let body = matcher.guard(body, &new);
    matcher.take_apart();
    let Matcher { mut terms, tests, goals, .. } = matcher;
    let all: Vec<TermId> = tests.into_iter().chain(goals).collect();
    let body = all.iter().rev().fold(body, |rest, &goal| terms.compound(known::COMMA, &[goal, rest], span));
    let head = terms.compound(terms.functor(head)?.name, &new, span);
    let root = terms.compound(known::NECK, &[head, body], terms.span(root));
    Some(Matching { terms, root, goals: all.len() })
}

struct Matcher {
    terms: Terms,
    span: Span,
    identical: Atom,
    nonvar: Atom,
    /// Variables that have a value.
    seen: FxHashSet<VarId>,
    /// What is asked of the arguments alone: it comes first, where selection sees it.
    tests: Vec<TermId>,
    goals: Vec<TermId>,
    /// Variables that are known to be bound, and the compounds that they must match.
    open: VecDeque<(TermId, TermId)>,
}

impl Matcher {
    /// The arguments of the new head.
    fn head(&mut self, args: &[TermId]) -> Vec<TermId> {
        // An argument that is a variable gives it its value, wherever else it stands.
        let mut own = Vec::with_capacity(args.len());
        for &arg in args {
            own.push(matches!(self.terms.get(arg), Node::Var(var) if self.seen.insert(var)));
        }
        let new = args.iter().zip(&own).map(|(&arg, &own)| if own { arg } else { self.terms.fresh_var(self.span) });
        let new: Vec<TermId> = new.collect();
        for ((&arg, &own), &var) in args.iter().zip(&own).zip(&new) {
            if !own {
                let test = self.meet(var, arg);
                self.tests.push(test);
            }
        }
        new
    }

    /// The test that a value is or may be a term whose variables are known or inside of a compound.
    fn meet(&mut self, value: TermId, term: TermId) -> TermId {
        match self.terms.get(term) {
            Node::Compound(..) => {
                self.open.push_back((value, term));
                self.terms.compound(self.nonvar, &[value], self.span)
            }
            _ => self.terms.compound(self.identical, &[value, term], self.span),
        }
    }

    /// Takes the unifications from the beginning of a guard that match an argument of the head; the body without them.
    fn guard(&mut self, body: TermId, args: &[TermId]) -> TermId {
        let Some(&[guard, rest]) = self.terms.match_compound(body, known::COMMA, 2) else { return body };
        let mut left = vec![guard];
        while let Some(goal) = left.pop() {
            if let Some(&[first, second]) = self.terms.match_compound(goal, known::COMMA, 2) {
                left.extend([second, first]);
                continue;
            }
            let Some((value, term)) = self.matched_by(goal, args) else {
                left.push(goal);
                break;
            };
            let test = self.meet(value, term);
            self.tests.push(test);
        }
        let span = self.terms.span(body);
        left.into_iter().fold(rest, |rest, goal| self.terms.compound(known::COMMA, &[goal, rest], span))
    }

    /// The argument and the term of `Argument = Term`, either way.
    fn matched_by(&self, goal: TermId, args: &[TermId]) -> Option<(TermId, TermId)> {
        let &[left, right] = self.terms.match_compound(goal, known::EQUALS, 2)? else { return None };
        let is_argument = |term| {
            let Node::Var(var) = self.terms.get(term) else { return false };
            args.iter().any(|&arg| matches!(self.terms.get(arg), Node::Var(other) if other == var))
        };
        let is_term = |term| !matches!(self.terms.get(term), Node::Var(_));
        match (left, right) {
            (value, term) | (term, value) if is_argument(value) && is_term(term) => Some((value, term)),
            _ => None,
        }
    }

    /// Unifies what must match compounds with these, of which all arguments are new variables.
    fn take_apart(&mut self) {
        while let Some((value, term)) = self.open.pop_front() {
            let Node::Compound(functor, args) = self.terms.get(term) else { continue };
            let (args, mut parts, mut checked) = (args.to_vec(), Vec::new(), Vec::new());
            for arg in args {
                let is_new = matches!(self.terms.get(arg), Node::Var(var) if self.seen.insert(var));
                let part = if is_new { arg } else { self.terms.fresh_var(self.span) };
                parts.push(part);
                if !is_new {
                    checked.push((part, arg));
                }
            }
            let opened = self.terms.compound(functor.name, &parts, self.span);
            let goal = self.terms.compound(known::EQUALS, &[value, opened], self.span);
            self.goals.push(goal);
            for (part, arg) in checked {
                let test = self.meet(part, arg);
                self.goals.push(test);
            }
        }
    }
}

/// The clause behind the rules of a predicate: the goal is one that none of them is for.
pub(crate) fn no_rule(name: Atom, arity: u32, module: Atom, span: Span, atoms: &Atoms) -> ReadTerm {
    let mut terms = Terms::new();
    let args: Vec<TermId> = (0..arity).map(|_| terms.fresh_var(span)).collect();
    let head = terms.compound(name, &args, span);
    let of = terms.atom(module, span);
    let goal = terms.compound(atoms.internal("$no_rule"), &[of, head], span);
    let root = terms.compound(known::NECK, &[head, goal], span);
    ReadTerm { terms, root, variables: Vec::new() }
}
