//! Clause bodies as trees of goals: control constructs taken apart, every other goal classified by its meaning.
//!
//! In: a body as read. Out: a [`Goal`] whose leaves are numbered from 1 in the order of the text (the literals of Mera
//! et al. 2008, section 2). Conjunctions are flat lists, `\+ G` is `(G -> fail ; true)`, `once/1`, `ignore/1` and
//! `forall/2` are the if-then-elses they stand for. Nothing is known yet of variables; [`super::flow`] adds that.

use super::Scope;
use super::error::CompileError;
use super::once::settles_at_once;
use super::vocabulary::{Comparison, Meaning, TypeTest};
use crate::atoms::{Functor, known};
use crate::builtins::{BUILTINS, Test};
use crate::code::MAX_ARITY;
use crate::instr::{BuiltinId, PredId};
use crate::term::{Node, TermId, Terms, VarId};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// How deep control constructs may nest; the compiler recurses that deep.
const MAX_NESTING: u32 = 750;

/// Variables that an alternative has under names of its own.
pub(super) type Renaming = Rc<FxHashMap<VarId, VarId>>;

/// A goal without control.
#[derive(Debug)]
pub(super) struct Leaf {
    /// Which literal of the body it is, from 1.
    pub literal: u16,
    /// The goal as it stands in the text; none if it does not.
    pub term: Option<TermId>,
    /// What it does.
    pub kind: LeafKind,
    /// Its arguments.
    pub args: Vec<TermId>,
    /// Names its variables have here; set by the flow analysis, like all below.
    pub renaming: Option<Renaming>,
    /// Its place in the order of emission.
    pub position: u32,
    /// The chunk it belongs to: the stretch between calls within which registers keep their values.
    pub chunk: u32,
    /// Registers below this are arguments of a goal of this chunk.
    pub floor: u16,
}

/// Where a call returns to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Returns {
    /// To what follows it; as the last goal, to the caller of the clause.
    Plain,
    /// To the clause, also as its last goal: a builtin that is called raises its errors there.
    Here,
}

/// What a leaf does with its arguments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum LeafKind {
    Fail,
    /// Cuts back to the clause's entry, or to a level marked inside the clause.
    Cut(Option<VarId>),
    Unify,
    Is,
    Compare(Comparison),
    Type(TypeTest),
    Builtin(BuiltinId, Option<Test>),
    Call(PredId, Returns),
}

/// How an if-then-else commits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Commit {
    /// The condition is made of tests: conditional branches, no choice point.
    Tests,
    /// `->`: cut back to before the condition.
    Hard,
    /// `*->`: only the else part is cut.
    Soft,
}

/// A goal with control.
#[derive(Debug)]
pub(super) enum Goal {
    Leaf(Box<Leaf>),
    /// One after the other; empty is `true`.
    Seq(Vec<Goal>),
    If(Box<If>),
    /// Alternatives, at least two.
    Or(Vec<Alternative>),
}

/// A branch, with the range of positions it takes (set by the flow analysis).
#[derive(Debug)]
pub(super) struct Alternative {
    pub goal: Goal,
    pub range: Range<u32>,
}

/// An if-then-else.
#[derive(Debug)]
pub(super) struct If {
    pub commit: Commit,
    /// The choice point level that the commitment cuts back to; no variable of the text.
    pub level: VarId,
    /// The level that cuts inside the condition cut back to, where there are any.
    pub barrier: Option<VarId>,
    pub cond: Alternative,
    pub then: Alternative,
    pub otherwise: Alternative,
    /// Positions of the marking of the level and of the commitment.
    pub mark: u32,
    pub cut: u32,
}

impl Alternative {
    fn new(goal: Goal) -> Self {
        Alternative { goal, range: 0..0 }
    }
}

impl Goal {
    /// `true`.
    pub const TRUE: Goal = Goal::Seq(Vec::new());

    /// Whether it is a test: decides without binding, without choice points, without calls.
    pub fn is_test(&self) -> bool {
        match self {
            Goal::Leaf(leaf) => leaf.is_test() || leaf.kind == LeafKind::Fail,
            Goal::Seq(goals) => goals.iter().all(Goal::is_test),
            Goal::Or(alternatives) => alternatives.iter().all(|a| a.goal.is_test()),
            Goal::If(branch) => {
                branch.commit == Commit::Tests && branch.then.goal.is_test() && branch.otherwise.goal.is_test()
            }
        }
    }
}

impl Goal {
    /// Appends the literals of the text, in their order.
    pub fn literals(&self, into: &mut Vec<TermId>) {
        match self {
            Goal::Leaf(leaf) => into.extend(leaf.term),
            Goal::Seq(goals) => goals.iter().for_each(|goal| goal.literals(into)),
            Goal::Or(alternatives) => alternatives.iter().for_each(|a| a.goal.literals(into)),
            Goal::If(branch) => {
                [&branch.cond, &branch.then, &branch.otherwise].iter().for_each(|p| p.goal.literals(into));
            }
        }
    }

    fn has_disjunction(&self) -> bool {
        match self {
            Goal::Leaf(_) => false,
            Goal::Seq(goals) => goals.iter().any(Goal::has_disjunction),
            Goal::Or(_) => true,
            Goal::If(branch) => {
                [&branch.cond, &branch.then, &branch.otherwise].iter().any(|p| p.goal.has_disjunction())
            }
        }
    }
}

impl Leaf {
    /// Whether it is a test.
    pub fn is_test(&self) -> bool {
        match self.kind {
            LeafKind::Compare(_) | LeafKind::Type(_) | LeafKind::Builtin(_, Some(_)) => true,
            LeafKind::Fail
            | LeafKind::Cut(_)
            | LeafKind::Unify
            | LeafKind::Is
            | LeafKind::Builtin(_, None)
            | LeafKind::Call(..) => false,
        }
    }
}

/// Takes a body apart.
pub(super) struct Normaliser<'a> {
    terms: &'a Terms,
    scope: &'a mut dyn Scope,
    literals: u16,
    /// The next variable that is not of the text.
    fresh: u32,
    /// The level of the innermost condition around, for cuts in it.
    barrier: Option<VarId>,
    barrier_used: bool,
    depth: u32,
    /// How many goals come first that are none of the text's.
    matching: usize,
}

impl<'a> Normaliser<'a> {
    pub fn new(terms: &'a Terms, scope: &'a mut dyn Scope) -> Self {
        let fresh = terms.variables();
        Normaliser { terms, scope, literals: 0, fresh, barrier: None, barrier_used: false, depth: 0, matching: 0 }
    }

    /// For a body that begins with so many goals that are no literals of the text.
    pub fn behind(self, matching: usize) -> Self {
        Normaliser { matching, ..self }
    }

    /// The goal of a body, and how many variables there are now.
    pub fn body(mut self, body: TermId) -> Result<(Goal, u32), CompileError> {
        let goal = self.goal(body)?;
        Ok((goal, self.fresh))
    }

    fn goal(&mut self, term: TermId) -> Result<Goal, CompileError> {
        if self.depth >= MAX_NESTING {
            return Err(CompileError::TooDeep { limit: MAX_NESTING, span: self.terms.span(term) });
        }
        self.depth += 1;
        let mut goals = Vec::new();
        let mut rest = vec![term];
        while let Some(term) = rest.pop() {
            match self.terms.match_compound(term, known::COMMA, 2) {
                Some(&[left, right]) => rest.extend([right, left]),
                _ => match self.one(term)? {
                    Goal::Seq(inner) => goals.extend(inner),
                    goal => goals.push(goal),
                },
            }
        }
        self.depth -= 1;
        Ok(match goals.len() {
            1 => goals.remove(0),
            _ => Goal::Seq(goals),
        })
    }

    fn one(&mut self, term: TermId) -> Result<Goal, CompileError> {
        let (functor, args) = match self.terms.get(term) {
            Node::Var(_) => return self.call(known_call(1), vec![term], term),
            Node::Atom(name) => (Functor { name, arity: 0 }, &[][..]),
            Node::Compound(functor, args) => (functor, args),
            _ => {
                return Err(CompileError::GoalNotCallable { span: self.terms.span(term) });
            }
        };
        let meaning = self.scope.vocabulary().goal(functor);
        match meaning.filter(|_| !self.scope.is_overridden(functor)) {
            Some(Meaning::True) => Ok(Goal::TRUE),
            Some(Meaning::Or) => self.disjunction(term),
            Some(Meaning::IfThen) => self.if_then(args[0], Some(args[1]), None, Commit::Hard),
            Some(Meaning::SoftIfThen) => self.if_then(args[0], Some(args[1]), None, Commit::Soft),
            Some(Meaning::Not) => self.negation(args[0]),
            Some(Meaning::Once) => self.if_then(args[0], None, None, Commit::Hard),
            Some(Meaning::Ignore) => {
                let mut goal = self.if_then(args[0], None, None, Commit::Hard)?;
                if let Goal::If(branch) = &mut goal {
                    branch.otherwise = Alternative::new(Goal::TRUE);
                }
                Ok(goal)
            }
            Some(Meaning::Forall) => self.forall(args[0], args[1]),
            Some(Meaning::InModule) => self.in_module(args[0], args[1], term),
            // A format with goals is the library's work, where the analyzer sees that they are called.
            Some(Meaning::Builtin(_)) if functor.name == known::FORMAT && self.has_goals(args) => {
                self.call(Functor { name: known::FORMAT_GOALS, ..functor }, args.to_vec(), term)
            }
            Some(Meaning::And) | None => self.call(functor, args.to_vec(), term),
            Some(meaning) => {
                let level = self.cut_level(meaning);
                Ok(self.leaf(leaf_kind(meaning, level), args.to_vec(), term))
            }
        }
    }

    /// Whether the arguments of `format/2,3` say that goals are called, or may do.
    fn has_goals(&self, args: &[TermId]) -> bool {
        let &[.., format, _] = args else { return false };
        match self.terms.get(format) {
            Node::Atom(name) => self.scope.vocabulary().calls_goals(name),
            Node::Str(text) => text.contains('~') && text.contains('@'),
            Node::Compound(..) => {
                let mut rest = format;
                let mut tilde = false;
                while let Some(&[code, more]) = self.terms.match_compound(rest, known::DOT, 2) {
                    match self.terms.get(code) {
                        Node::Int(126) => tilde = true,
                        Node::Int(64) if tilde => return true,
                        _ => {}
                    }
                    rest = more;
                }
                false
            }
            // Whether it does is known when it runs.
            Node::Var(_) => !self.scope.is_library(),
            _ => false,
        }
    }

    /// `Module:Goal`: names are looked up in the module. What is known at run time only is called as a whole.
    fn in_module(&mut self, module: TermId, goal: TermId, term: TermId) -> Result<Goal, CompileError> {
        match (self.terms.get(module), self.terms.get(goal)) {
            (Node::Var(_), _) | (_, Node::Var(_)) => self.call(known_call(1), vec![term], term),
            (Node::Atom(name), _) => {
                let before = self.scope.enter(name);
                let goal = self.nested(goal);
                self.scope.leave(before);
                goal
            }
            _ => self.call(known_call(1), vec![term], term),
        }
    }

    /// The level a cut here cuts back to; none is the clause's.
    fn cut_level(&mut self, meaning: Meaning) -> Option<VarId> {
        if meaning != Meaning::Cut {
            return None;
        }
        self.barrier_used |= self.barrier.is_some();
        self.barrier
    }

    fn leaf(&mut self, kind: LeafKind, args: Vec<TermId>, term: TermId) -> Goal {
        // What a clause was given to tell something is no goal of the text either.
        let tells = matches!(kind, LeafKind::Builtin(id, _) if BUILTINS[usize::from(id.0)].tells());
        let of_text = self.matching == 0 && !tells;
        if !tells {
            self.matching = self.matching.saturating_sub(1);
        }
        self.literals = self.literals.saturating_add(of_text.into());
        Goal::Leaf(Box::new(Leaf {
            literal: self.literals,
            term: of_text.then_some(term),
            kind,
            args,
            renaming: None,
            position: 0,
            chunk: 0,
            floor: 0,
        }))
    }

    fn fail(&self) -> Goal {
        Goal::Leaf(Box::new(Leaf {
            literal: self.literals,
            term: None,
            kind: LeafKind::Fail,
            args: Vec::new(),
            renaming: None,
            position: 0,
            chunk: 0,
            floor: 0,
        }))
    }

    fn call(&mut self, functor: Functor, args: Vec<TermId>, term: TermId) -> Result<Goal, CompileError> {
        if functor.arity > MAX_ARITY {
            return Err(CompileError::TooManyArguments {
                arity: functor.arity,
                limit: MAX_ARITY,
                span: self.terms.span(term),
            });
        }
        let predicate = self.scope.predicate(functor);
        let returns = if self.scope.calls_builtin(functor) { Returns::Here } else { Returns::Plain };
        Ok(self.leaf(LeafKind::Call(predicate, returns), args, term))
    }

    /// A goal one level further in: conjunctions inside of control constructs count as nesting.
    fn nested(&mut self, term: TermId) -> Result<Goal, CompileError> {
        self.goal(term)
    }

    /// A goal in which cut is local.
    fn opaque(&mut self, term: TermId) -> Result<(Goal, Option<VarId>), CompileError> {
        let level = self.fresh_var();
        let outer = (self.barrier.replace(level), self.barrier_used);
        self.barrier_used = false;
        let goal = self.nested(term);
        let used = self.barrier_used;
        (self.barrier, self.barrier_used) = outer;
        Ok((goal?, used.then_some(level)))
    }

    fn disjunction(&mut self, term: TermId) -> Result<Goal, CompileError> {
        let mut alternatives = Vec::new();
        let mut rest = Some(term);
        while let Some(term) = rest.take() {
            let Some((left, right)) = self.or_parts(term) else {
                alternatives.push(Alternative::new(self.nested(term)?));
                break;
            };
            let arrow = |name| self.terms.match_compound(left, name, 2);
            let commit = if arrow(known::ARROW).is_some() {
                Some(Commit::Hard)
            } else {
                arrow(known::SOFT_ARROW).map(|_| Commit::Soft)
            };
            match (commit, self.terms.get(left)) {
                (Some(commit), Node::Compound(_, &[cond, then])) => {
                    let goal = self.if_then(cond, Some(then), Some(right), commit)?;
                    alternatives.push(Alternative::new(goal));
                }
                _ => {
                    alternatives.push(Alternative::new(self.nested(left)?));
                    rest = Some(right);
                }
            }
        }
        Ok(match alternatives.len() {
            1 => alternatives.remove(0).goal,
            _ => Goal::Or(alternatives),
        })
    }

    fn or_parts(&self, term: TermId) -> Option<(TermId, TermId)> {
        let or = self.terms.match_compound(term, known::SEMICOLON, 2);
        match or.or_else(|| self.terms.match_compound(term, known::BAR, 2)) {
            Some(&[left, right]) => Some((left, right)),
            _ => None,
        }
    }

    fn if_then(
        &mut self,
        cond: TermId,
        then: Option<TermId>,
        otherwise: Option<TermId>,
        commit: Commit,
    ) -> Result<Goal, CompileError> {
        let (cond, barrier) = self.opaque(cond)?;
        let then = match then {
            Some(then) => self.nested(then)?,
            None => Goal::TRUE,
        };
        let otherwise = match otherwise {
            Some(otherwise) => self.nested(otherwise)?,
            None => self.fail(),
        };
        Ok(self.branch(cond, barrier, then, otherwise, commit))
    }

    fn branch(&mut self, cond: Goal, barrier: Option<VarId>, then: Goal, otherwise: Goal, commit: Commit) -> Goal {
        // All solutions of the condition of `*->` count, and a disjunction of tests may have several.
        let once = commit == Commit::Hard || !cond.has_disjunction();
        let commit = if cond.is_test() && once && settles_at_once(&cond, self.terms) { Commit::Tests } else { commit };
        Goal::If(Box::new(If {
            commit,
            level: self.fresh_var(),
            barrier,
            cond: Alternative::new(cond),
            then: Alternative::new(then),
            otherwise: Alternative::new(otherwise),
            mark: 0,
            cut: 0,
        }))
    }

    fn negation(&mut self, goal: TermId) -> Result<Goal, CompileError> {
        let (cond, barrier) = self.opaque(goal)?;
        let fail = self.fail();
        Ok(self.branch(cond, barrier, fail, Goal::TRUE, Commit::Hard))
    }

    /// `\+ (C, \+ A)`.
    fn forall(&mut self, cond: TermId, action: TermId) -> Result<Goal, CompileError> {
        let (cond_goal, barrier) = self.opaque(cond)?;
        let inner = self.negation(action)?;
        let goals = match cond_goal {
            Goal::Seq(mut goals) => {
                goals.push(inner);
                goals
            }
            goal => vec![goal, inner],
        };
        let fail = self.fail();
        Ok(self.branch(Goal::Seq(goals), barrier, fail, Goal::TRUE, Commit::Hard))
    }

    fn fresh_var(&mut self) -> VarId {
        self.fresh += 1;
        VarId(self.fresh - 1)
    }
}

fn leaf_kind(meaning: Meaning, level: Option<VarId>) -> LeafKind {
    match meaning {
        Meaning::Fail => LeafKind::Fail,
        Meaning::Cut => LeafKind::Cut(level),
        Meaning::Unify => LeafKind::Unify,
        Meaning::Is => LeafKind::Is,
        Meaning::Compare(comparison) => LeafKind::Compare(comparison),
        Meaning::Type(test) => LeafKind::Type(test),
        Meaning::Builtin(id) => LeafKind::Builtin(id, BUILTINS[usize::from(id.0)].test),
        other => unreachable!("{other:?} is control"),
    }
}

/// `call/N`.
fn known_call(arity: u32) -> Functor {
    Functor { name: known::CALL, arity }
}
