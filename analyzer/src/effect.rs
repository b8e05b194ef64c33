//! What builtins do to abstract cells, as their rows in [`wam::builtins`] say: which arguments they bind and to what,
//! whether they can be false, how many units of work they take. A builtin whose row says nothing binds everything it can
//! reach and does an unknown number of units.

use crate::cost::Cost;
use crate::integers::evaluates_large;
use crate::outcome::Called;
use crate::range::Range;
use crate::reason::Code as Kind;
use crate::remembered::{Subject, is_true_of};
use crate::shape::cases;
use crate::state::{Cell, CellId, LIST, State};
use crate::step::{Code, Flow, Next, false_builtin, is_false, unknown};
use crate::types::Type;
use crate::writing::{Quoting, spaces, written};
use solver::Expr;
use wam::atoms::known;
use wam::builtins::{BUILTINS, Effect, Refusal, Rule, Sort, Truth, Units};
use wam::cost::Key;
use wam::instr::{BuiltinId, Label, X};

/// Runs a builtin: one state where it is true, one where it is false.
pub fn builtin(code: &Code, state: State, builtin: BuiltinId, other: Label) -> Next {
    let row = &BUILTINS[builtin.0 as usize];
    let subject = |at: u16| state.subject(state.register(X(at)));
    let asked = is_true_of(row.name, row.arity).and_then(|order| Some((subject(0)?, subject(1)?, order)));
    let Some((left, right, order)) = asked else { return run(code, state, builtin, other) };
    if let Some(list) = compared_to_nothing(&state, left, right) {
        let cases = cases(&state, list, &[LIST], code.types).into_iter();
        return cases.flat_map(|state| self::builtin(code, state, builtin, other)).collect();
    }
    let told = run(code, state, builtin, other).into_iter().filter_map(|mut next| {
        let order = if is_false(&next, builtin) { !order } else { order };
        next.0.put_in_order(left, right, order).then_some(next)
    });
    told.collect()
}

/// The list of two terms, where the other is the empty one: whether it is that, too, is a case of its own.
fn compared_to_nothing(state: &State, left: Subject, right: Subject) -> Option<CellId> {
    let nothing = Subject::Atom(known::NIL);
    let list = match (left, right) {
        (Subject::Cell(list), other) | (other, Subject::Cell(list)) if other == nothing => list,
        _ => return None,
    };
    matches!(state.get(list), Cell::Abstract(Type::List(_), _)).then_some(list)
}

fn run(code: &Code, mut state: State, builtin: BuiltinId, other: Label) -> Next {
    let subject = &BUILTINS[builtin.0 as usize];
    if let Some(Rule::Refused(refusal)) = subject.rule
        && let Some((kind, why)) = reason(refusal, code)
    {
        return unknown(state, kind, why);
    }
    let args: Vec<CellId> = (0..u16::from(subject.arity)).map(|at| state.register(X(at))).collect();
    // A sum, or expressions that are evaluated: what either comes to may be too large for the keys of integers.
    let evaluates = matches!(subject.rule, Some(Rule::Value | Rule::CompareValues));
    let adds = subject.name == "plus" && args.iter().filter(|&&arg| is_number(&state, arg)).count() == 0;
    if adds || evaluates && args.iter().any(|&arg| evaluates_large(code, &state, arg)) {
        state.makes(Range::unknown());
    }
    let called = Called { code, builtin, other };
    if let Some(next) = subject.rule.and_then(|rule| called.outcome(rule, &state, &args)) {
        return next;
    }
    // What is sorted is not known to be a list, or what it is sorted into is bound: elements may be compared inside.
    if matches!(subject.rule, Some(Rule::Sorted { .. })) {
        state.log.push(Cost::Units(Key::SORT_PAIR, Range::from(0)));
    }
    let effect = subject.effect.as_ref();
    let units = match effect.map_or(Units::Unknown, |effect| effect.units) {
        Units::None => Range::number(0),
        Units::Compared => compared(&state, &args),
        Units::ComparedAfter => compared(&state, &args[1..]),
        Units::Cells(at) => at_most(state.nodes(args[at as usize]).map(|nodes| nodes.offset(-1))),
        Units::Nodes(at) => at_most(state.nodes(args[at as usize])),
        Units::Value(at) => match state.get(args[at as usize]) {
            Cell::Abstract(Type::Nat | Type::Int, value) => value.clone(),
            _ => Range::from(0),
        },
        Units::Spaces(at) => spaces(&state, args[at as usize]),
        Units::Written(at) => written(code, &state, args[at as usize], Quoting::Plain),
        Units::Quoted(at) => written(code, &state, args[at as usize], Quoting::Quoted),
        Units::Unknown => Range::from(0),
    };
    if subject.unit.is_some() && units != Range::number(0) {
        state.log.push(Cost::Units(Key::builtin_unit(builtin), units));
    }
    if subject.unit == Some("clause") {
        state.log.push(Cost::Units(Key::CLAUSE_PASSED, Range { low: Some(Expr::int(0)), high: None }));
    }
    let mut next = Next::new();
    let outputs = || {
        let outputs = effect.into_iter().flat_map(|effect| effect.outputs);
        outputs.map(|(at, _)| matches!(state.get(args[*at as usize]), Cell::Free))
    };
    let may_fail = match effect.map_or(Truth::Either, |effect| effect.truth) {
        Truth::Always => false,
        Truth::Either => true,
        Truth::Output => outputs().any(|free| !free),
        Truth::Outputs => !outputs().any(|free| free),
    };
    if may_fail {
        let mut state = state.clone();
        state.may_trail(before_failing(&state, &args, effect));
        next.push(false_builtin(state, builtin, other));
    }
    state.count(Key::builtin_true(builtin));
    match effect {
        Some(effect) => {
            // What is given back may be a part of another argument.
            if effect.outputs.iter().any(|&(_, of)| of == Sort::Any) {
                let bound = args.iter().filter(|&&arg| !matches!(state.get(arg), Cell::Free)).copied();
                let bound: Vec<CellId> = bound.collect();
                let is_given =
                    |&(at, of): &(u16, Sort)| of == Sort::Any && !matches!(state.get(args[at as usize]), Cell::Free);
                // What is given is unified with it then, and either may hold variables.
                if effect.outputs.iter().any(is_given) && bound.iter().any(|&arg| state.nodes(arg).is_none()) {
                    state.may_trail(u32::MAX);
                    state.share();
                }
                bound.into_iter().for_each(|arg| state.forget(arg));
            }
            for (at, of) in effect.outputs {
                output(&mut state, args[*at as usize], *of);
            }
        }
        None => {
            state.may_trail(args.iter().fold(0, |sum: u32, &arg| sum.saturating_add(most_bound(&state, arg))));
            args.iter().for_each(|&arg| state.forget(arg));
            state.share();
        }
    }
    next.push((state, Flow::Go));
    next
}

/// Whether a cell holds a number that the program says.
fn is_number(state: &State, id: CellId) -> bool {
    matches!(state.get(id), Cell::Abstract(_, value) if value.as_number().is_some())
}

/// Why a builtin is not analysed here; nothing where it is.
fn reason(refusal: Refusal, code: &Code) -> Option<(Kind, &'static str)> {
    match refusal {
        Refusal::Limit => Some((Kind::Machine, "limits are not analysed")),
        // The library changes only terms of its own, whose arguments it asks arg/3 for.
        Refusal::ChangedTerm if code.of_library => None,
        Refusal::ChangedTerm => Some((Kind::Mutation, "a term is changed in place")),
    }
}

/// The type of what an output is bound to.
fn type_of(sort: Sort) -> Type {
    let list = |of| Type::List(Box::new(of));
    match sort {
        Sort::Any => Type::Any,
        Sort::Atom => Type::Atom,
        Sort::Atoms => list(Type::Atom),
        Sort::Atomic => Type::Atomic,
        Sort::Atomics => list(Type::Atomic),
        Sort::Codes => list(Type::Nat),
        Sort::Float => Type::Float,
        Sort::Ground => Type::Ground,
        Sort::Int => Type::Int,
        Sort::Nat => Type::Nat,
        Sort::Number => Type::Number,
    }
}

/// Whether it has no parts, which could be unified with variables in an argument.
fn is_scalar(of: Sort) -> bool {
    match of {
        Sort::Atom | Sort::Atomic | Sort::Float | Sort::Int | Sort::Nat | Sort::Number => true,
        Sort::Any | Sort::Atoms | Sort::Atomics | Sort::Codes | Sort::Ground => false,
    }
}

/// How many variables in an argument may be bound.
fn most_bound(state: &State, arg: CellId) -> u32 {
    match state.get(arg) {
        Cell::Free => 1,
        _ if state.nodes(arg).is_some() => 0,
        _ => u32::MAX,
    }
}

/// How many variables may be bound by a builtin that is false: the one output that does not unify may be the last.
fn before_failing(state: &State, args: &[CellId], effect: Option<&Effect>) -> u32 {
    let Some(effect) = effect else {
        return match args.iter().map(|&arg| most_bound(state, arg)).collect::<Vec<u32>>()[..] {
            // What is unbound takes anything.
            [1] => 0,
            ref each => each.iter().copied().fold(0, u32::saturating_add),
        };
    };
    let of_output = |&(at, of): &(u16, Sort)| match most_bound(state, args[at as usize]) {
        u32::MAX if is_scalar(of) => 1,
        most => most,
    };
    let is_open = |arg: &CellId| most_bound(state, *arg) == u32::MAX;
    let takes_part = |&(at, of): &(u16, Sort)| {
        of == Sort::Any && most_bound(state, args[at as usize]) != 1 && args.iter().any(is_open)
    };
    match effect.outputs {
        outputs if outputs.iter().any(takes_part) => u32::MAX,
        [only] if of_output(only) <= 1 => 0,
        outputs => outputs.iter().map(of_output).fold(0, u32::saturating_add),
    }
}

/// Binds an output argument to some term of a type, where it is not bound already. Parts of a compound may be bound.
fn output(state: &mut State, arg: CellId, of: Sort) {
    match state.get(arg) {
        Cell::Free => {
            let cell = state.some(&type_of(of));
            state.bind(arg, Cell::Ref(cell));
        }
        Cell::Abstract(Type::Any | Type::Free, _) => {
            if !is_scalar(of) {
                state.may_trail(u32::MAX);
            }
            let cell = state.some(&type_of(of));
            state.bind(arg, Cell::Ref(cell));
            state.share();
        }
        Cell::Struct(..) | Cell::Partial(..) | Cell::Abstract(Type::List(_), _) if state.nodes(arg).is_none() => {
            state.forget(arg);
            state.may_trail(u32::MAX);
            state.share();
        }
        _ => {}
    }
}

/// The units of comparing two terms: pairs after the first, as many as the smaller term has nodes besides its outermost.
pub(crate) fn compared(state: &State, args: &[CellId]) -> Range {
    let inner = |arg| state.nodes(arg).and_then(|nodes| nodes.offset(-1).high);
    let high = match (inner(args[0]), inner(args[1])) {
        (Some(a), Some(b)) if a == b => Some(a),
        (Some(a), Some(b)) => Some(a.min(b).simplify()),
        (a, b) => a.or(b),
    };
    at_most(Some(Range { low: None, high }))
}

/// From nothing to the high end of a number of units.
fn at_most(units: Option<Range>) -> Range {
    match units.and_then(|units| units.high) {
        Some(high) if high == Expr::int(0) => Range::number(0),
        high => Range { low: Some(Expr::int(0)), high },
    }
}
