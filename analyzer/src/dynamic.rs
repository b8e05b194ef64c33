//! Calls of dynamic predicates whose clauses are facts, so many at most: somebody vouches for that.
//!
//! `:- trust size(memo/2, clauses, 100).` says that at no moment `memo/2` has more than 100 clauses, and that all of them are
//! facts; `:- trust size(memo(int, int), clauses, 100).` says besides of what types their arguments are. A call tries each
//! clause at most once, in whichever order: its paths are made here, since code that changes has none to explore.
//!
//! In: the assertions of a program. Out: what is vouched for, and the ways in which a call may end.

use crate::cost::Cost;
use crate::counted::counted;
use crate::error::AnalysisError;
use crate::explore::{Ending, Explorer, Frame, Until};
use crate::outcome::Called;
use crate::range::Range;
use crate::regtype::TypeTable;
use crate::state::{Alternative, Cell, CellId, State};
use crate::step::{Next, false_builtin, in_module};
use crate::types::Type;
use rustc_hash::FxHashMap;
use solver::Expr;
use std::sync::Arc;
use wam::atoms::{Functor, known};
use wam::code::{PredicateKind, Program};
use wam::cost::Key;
use wam::family::Family;
use wam::instr::{Label, Op, PredId, key};
use wam::term::{Node, ReadTerm, Span, TermId};

/// What is vouched for of the clauses of a dynamic predicate.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Facts {
    /// How many there are at most.
    pub(crate) most: u32,
    /// The types of their arguments.
    pub(crate) columns: Vec<Type>,
}

fn wrong(what: &str, span: Span) -> AnalysisError {
    AnalysisError::Assertion { what: what.into(), span }
}

impl Facts {
    /// The predicate that `size(p/2, clauses, N)` is about; nothing where a term is not of that form.
    fn subject(program: &Program, read: &ReadTerm, claim: TermId) -> Result<Option<Functor>, AnalysisError> {
        let terms = &read.terms;
        let Some(&[subject, what, _]) = terms.match_compound(claim, program.atoms.intern("size"), 3) else {
            return Ok(None);
        };
        if !matches!(terms.get(what), Node::Atom(name) if &*program.atoms.name(name) == "clauses") {
            return Err(wrong("expected `size(p/2, clauses, N)`: p/2 has N clauses at most", terms.span(claim)));
        }
        let slash = terms.match_compound(subject, program.atoms.intern("/"), 2);
        match slash.map(|parts| (terms.get(parts[0]), terms.get(parts[1]))) {
            Some((Node::Atom(name), Node::Int(arity @ 0..=255))) => Ok(Some(Functor { name, arity: arity as u32 })),
            None => match terms.get(subject) {
                Node::Compound(functor, _) => Ok(Some(functor)),
                _ => Err(wrong("expected a predicate: p/2, or p(int, atm)", terms.span(subject))),
            },
            Some(_) => Err(wrong("expected a predicate: p/2, or p(int, atm)", terms.span(subject))),
        }
    }

    /// What such assertions of a program vouch for, and what its text shows of other predicates.
    pub(crate) fn of(program: &Program, types: &TypeTable) -> Result<FxHashMap<PredId, Facts>, AnalysisError> {
        let mut found = counted(program);
        for assertion in &program.assertions {
            let terms = &assertion.terms;
            let body = assertion.body();
            let Some(&[claim]) = terms.match_compound(body, program.atoms.intern("trust"), 1) else { continue };
            if let Some((functor, facts)) = Facts::claimed(program, types, assertion, claim)? {
                found.extend(program.find_in(assertion.module, functor).map(|pred| (pred, facts)));
            }
        }
        Ok(found)
    }

    /// The predicate that a term is about and what it says, where it is of that form.
    pub(crate) fn claimed(
        program: &Program,
        types: &TypeTable,
        read: &wam::program::Assertion,
        claim: TermId,
    ) -> Result<Option<(Functor, Facts)>, AnalysisError> {
        let Some(functor) = Facts::subject(program, read, claim)? else { return Ok(None) };
        let facts = Facts::read(program, types, read, claim, functor)?;
        let pred = program.find_in(read.module, functor).map(|pred| program.get(pred));
        if pred.is_some_and(|pred| pred.kind != PredicateKind::Dynamic) {
            let name = program.atoms.name(functor.name);
            let what =
                format!("{name}/{} is not declared as dynamic: its clauses are those of the text", functor.arity);
            return Err(wrong(&what, read.terms.span(claim)));
        }
        Ok(Some((functor, facts)))
    }

    fn read(
        program: &Program,
        types: &TypeTable,
        read: &ReadTerm,
        claim: TermId,
        functor: Functor,
    ) -> Result<Facts, AnalysisError> {
        let terms = &read.terms;
        let Node::Compound(_, &[subject, _, count]) = terms.get(claim) else { unreachable!("it has a subject") };
        let most = match terms.get(count) {
            Node::Int(most) => u32::try_from(most).ok(),
            _ => None,
        };
        let most =
            most.ok_or_else(|| wrong("expected how many clauses there are at most: a number", terms.span(count)))?;
        let columns = match terms.get(subject) {
            Node::Compound(of, args) if of == functor => {
                let column = |&arg: &TermId| {
                    let of = match terms.get(arg) {
                        Node::Var(_) => Some(Type::Any),
                        _ => types.expression(read, arg, &program.atoms),
                    };
                    of.ok_or_else(|| wrong("expected the type of an argument: int, atm, list(int)", terms.span(arg)))
                };
                args.iter().map(column).collect::<Result<_, _>>()?
            }
            _ => vec![Type::Any; functor.arity as usize],
        };
        Ok(Facts { most, columns })
    }
}

/// The keys by which a head meets an argument that is no small constant.
fn head_keys() -> impl Iterator<Item = Key> {
    let of_head = |key: Key| Op::of_key(key).is_some_and(|(op, _)| matches!(op.family(), Family::Get | Family::Unify));
    let unified = [Key::UNIFY_ENTRY, Key::UNIFY_SIMPLE, Key::UNIFY_LIST, Key::UNIFY_STRUCTURE];
    Key::all().filter(move |&key| of_head(key) || unified.contains(&key))
}

/// So many, or fewer.
fn up_to(high: Option<u32>) -> Range {
    Range { low: Some(Expr::int(0)), high: high.map(|high| Expr::int(high.into())) }
}

impl Explorer<'_> {
    /// The ways in which a call of a predicate with such facts ends.
    pub(crate) fn run_facts(
        &self,
        frame: &mut Frame,
        state: &State,
        args: &[CellId],
        facts: &Facts,
        until: Until,
    ) -> Vec<(State, Ending)> {
        let others = facts.most.saturating_sub(1);
        let tried = |state: &State, times: u32| {
            let step = Cost::Key { key: Key::STEP, low: 0, high: 1 };
            let one = [self.head(state, args, facts), vec![step]].concat();
            // Up to the first solution each clause is passed over or tried. After that some may be removed, and in the way still.
            let passed = if until == Until::First { Some(0) } else { None };
            let retry = vec![
                Cost::once(key::DynamicRetry::OK),
                Cost::Units(key::DynamicRetry::SCAN, up_to(Some(1))),
                Cost::Units(Key::CLAUSE_PASSED, up_to(passed)),
                Cost::Undo { low: 0, high: self.bound(state, args), calls: Arc::default() },
                Cost::Key { key: key::Proceed::OK, low: 0, high: 1 },
            ];
            (times > 0).then(|| Cost::Times(up_to(Some(times)), Arc::new(Cost::Sum([one, retry].concat().into()))))
        };
        let enter = |state: &mut State, more: bool| {
            state.count(key::DynamicEnter::OK);
            let scanned = if more { Range::between(1, 2) } else { Range::number(1) };
            state.log.push(Cost::Units(key::DynamicEnter::SCAN, scanned));
            state.log.push(Cost::Units(Key::CLAUSE_PASSED, up_to(Some(others))));
        };
        let mut none = state.clone();
        none.count(key::DynamicEnter::FAIL);
        none.log.push(Cost::Units(Key::CLAUSE_PASSED, up_to(Some(facts.most))));
        none.leave();
        let mut endings = vec![(none, Ending::Exhausted)];
        if facts.most == 0 {
            return endings;
        }
        let mut entered = state.clone();
        enter(&mut entered, others > 0);
        entered.log.extend(self.head(state, args, facts));
        entered.log.extend(tried(state, others));
        let mut matched = entered.clone();
        matched.log.extend([Cost::once(Key::STEP), Cost::once(key::Proceed::OK)]);
        give(&mut matched, args, facts);
        let sizes = self.exit(frame, &matched);
        let mut ended = entered;
        ended.log.push(Cost::Key { key: Key::STEP, low: 0, high: 1 });
        if until == Until::First {
            if others > 0 {
                let mut more = matched.clone();
                more.push_choice(Alternative::At(Label(1)), args.len());
                self.exit(frame, &more);
                endings.push((more, Ending::Success(Vec::new())));
            }
            endings.push((matched, Ending::Success(Vec::new())));
        } else {
            ended.log.push(Cost::Key { key: key::Proceed::OK, low: 0, high: 1 });
            ended.log.push(Cost::Times(up_to(Some(facts.most)), Arc::new(Cost::Solution(sizes))));
            ended.solutions = up_to(Some(facts.most));
        }
        ended.log.push(Cost::Left { high: self.bound(state, args), calls: Arc::default() });
        endings.push((ended, Ending::Exhausted));
        endings
    }

    /// What meeting the head of a fact costs.
    fn head(&self, state: &State, args: &[CellId], facts: &Facts) -> Vec<Cost> {
        let mut costs = Vec::new();
        for (&arg, of) in args.iter().zip(&facts.columns) {
            if !is_small(of) {
                costs.extend(head_keys().map(|key| Cost::Units(key, up_to(None))));
                continue;
            }
            let at_most = |key| Cost::Key { key, low: 0, high: 1 };
            // What is unbound may be another argument, too, and bound when its turn comes.
            if state.nodes(arg).is_none() {
                costs.push(at_most(key::GetConstant::WRITE));
            }
            costs.extend([key::GetConstant::READ, key::GetConstant::FAIL].map(at_most));
        }
        costs
    }

    /// How many variables a fact may bind.
    fn bound(&self, state: &State, args: &[CellId]) -> u32 {
        let each = args.iter().map(|&arg| match state.get(arg) {
            Cell::Free => 1,
            _ if state.nodes(arg).is_some() => 0,
            _ => u32::MAX / 2,
        });
        each.fold(0, u32::saturating_add)
    }
}

impl Called<'_> {
    /// What is vouched for of the clauses with a head.
    fn facts_of(&self, state: &State, head: CellId) -> Option<(&Facts, Vec<CellId>)> {
        let (module, head) = in_module(self.code, state, head);
        let (functor, args) = match state.get(head) {
            Cell::Atom(name) => (Functor { name: *name, arity: 0 }, Vec::new()),
            Cell::Struct(functor, args) => (*functor, args.to_vec()),
            _ => return None,
        };
        let pred = self.code.program.find_in(module, functor)?;
        Some((self.code.facts.get(&pred)?, args))
    }

    /// `$clause_next(Head, From, Stamp, Reference, Next)`. What the library knows as the number of a clause is known here as
    /// how many may be left from that clause on: nothing else is done with it.
    pub(crate) fn next_clause(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let (facts, _) = self.facts_of(state, args[0])?;
        let left = match state.get(args[1]) {
            Cell::Atom(_) => Range::number(facts.most.into()),
            Cell::Abstract(Type::Nat, left) => left.clone(),
            _ => return None,
        };
        let is_free = |at: usize| matches!(state.get(args[at]), Cell::Free);
        if !is_free(3) || !is_free(4) {
            return None;
        }
        let mut state = state.clone();
        self.units(&mut state, Range::between(0, 2));
        // What is removed is still in the way.
        state.log.push(Cost::Units(Key::CLAUSE_PASSED, up_to(None)));
        let mut next = vec![false_builtin(state.clone(), self.builtin, self.other)];
        let found = |mut state: State, following: Cell| {
            for at in [2, 3].into_iter().filter(|&at| matches!(state.get(args[at]), Cell::Free)).collect::<Vec<_>>() {
                let number = state.some(&Type::Nat);
                state.bind(args[at], Cell::Ref(number));
            }
            self.bind(state, args[4], following)
        };
        let mut last = state.clone();
        if left.require_from(1, &mut last.guard) {
            next.extend(found(last, Cell::Atom(known::NIL)));
        }
        if left.require_from(2, &mut state.guard) {
            let after = left.offset(-1);
            let after = state.value(&Type::Nat, &Range { low: Some(Expr::int(1)), high: after.high }, &[], &[]);
            next.extend(found(state, Cell::Abstract(Type::Nat, after)));
        }
        Some(next)
    }

    /// `$clause(Reference, Head, Body)`.
    pub(crate) fn clause(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let (facts, parts) = self.facts_of(state, args[1])?;
        if !matches!(state.get(args[2]), Cell::Free | Cell::Atom(known::TRUE)) {
            return None;
        }
        let mut state = state.clone();
        self.units(&mut state, Range::from(0));
        state.log.extend(head_keys().map(|key| Cost::Units(key, up_to(None))));
        let mut next = vec![false_builtin(state.clone(), self.builtin, self.other)];
        give(&mut state, &parts, facts);
        state.may_trail(u32::MAX);
        let body = state.cell(Cell::Atom(known::TRUE));
        if matches!(state.get(args[2]), Cell::Free) {
            state.bind(args[2], Cell::Ref(body));
        }
        next.extend(self.is_true(state));
        Some(next)
    }
}

/// The arguments as a fact gives them.
fn give(state: &mut State, args: &[CellId], facts: &Facts) {
    for (&arg, of) in args.iter().zip(&facts.columns) {
        match state.get(arg) {
            Cell::Free => {
                let cell = state.some(of);
                state.bind(arg, Cell::Ref(cell));
            }
            _ if state.nodes(arg).is_some() => {}
            _ => state.forget(arg),
        }
    }
    state.share();
}

/// Whether terms of a type are constants that a fact holds in its code.
fn is_small(of: &Type) -> bool {
    matches!(of, Type::Int | Type::Nat | Type::Integer(_) | Type::Atom | Type::Const(_) | Type::Text(_))
}
