//! What builtins do to abstract cells: which arguments they bind and to what, whether they can be false, how many units
//! of work they take. A builtin without a row binds everything it can reach and does an unknown number of units.

use crate::cost::Cost;
use crate::guard::Linear;
use crate::outcome::Called;
use crate::range::Range;
use crate::state::{Cell, CellId, State};
use crate::step::{Code, Flow, Next, at, unknown};
use crate::types::{Metric, Type};
use solver::Expr;
use wam::builtins::BUILTINS;
use wam::cost::Key;
use wam::instr::{BuiltinId, Label, X};

/// Whether a builtin can be false when its arguments are as it wants them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Always,
    Either,
    /// Only when one of its outputs is bound already.
    Output,
}

/// How many units of work a builtin does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Units {
    /// None are counted.
    None,
    /// At most the nodes of the smaller of the first two arguments (comparisons).
    Compared,
    /// At most the nodes of the smaller of the two arguments after the first.
    ComparedAfter,
    /// At most the nodes of an argument.
    Nodes(u16),
    /// Anything.
    Unknown,
}

/// The type of an output.
#[derive(Clone)]
enum Output {
    One(Type),
    ListOf(Type),
}

const ANY: Output = Output::One(Type::Any);
const ATOM: Output = Output::One(Type::Atom);
const ATOMIC: Output = Output::One(Type::Atomic);
const FLOAT: Output = Output::One(Type::Float);
const GROUND: Output = Output::One(Type::Ground);
const INT: Output = Output::One(Type::Int);
const NAT: Output = Output::One(Type::Nat);
const NUMBER: Output = Output::One(Type::Number);
const ATOMS: Output = Output::ListOf(Type::Atom);
const CODES: Output = Output::ListOf(Type::Nat);
const STRINGS: Output = Output::ListOf(Type::Atomic);

impl Output {
    fn as_type(&self) -> Type {
        match self {
            Output::One(of) => of.clone(),
            Output::ListOf(of) => Type::List(Box::new(of.clone())),
        }
    }
}

struct Effect {
    name: &'static str,
    arity: u8,
    truth: Truth,
    units: Units,
    /// Types of the arguments it may bind, by position.
    outputs: &'static [(u16, Output)],
}

const fn row(name: &'static str, arity: u8, truth: Truth, units: Units, outputs: &'static [(u16, Output)]) -> Effect {
    Effect { name, arity, truth, units, outputs }
}

const ROWS: &[Effect] = &[
    row("==", 2, Truth::Either, Units::Compared, &[]),
    row("\\==", 2, Truth::Either, Units::Compared, &[]),
    row("@<", 2, Truth::Either, Units::Compared, &[]),
    row("@=<", 2, Truth::Either, Units::Compared, &[]),
    row("@>", 2, Truth::Either, Units::Compared, &[]),
    row("@>=", 2, Truth::Either, Units::Compared, &[]),
    row("\\=", 2, Truth::Either, Units::Compared, &[]),
    row("compare", 3, Truth::Either, Units::ComparedAfter, &[(0, ATOM)]),
    row("var", 1, Truth::Either, Units::None, &[]),
    row("nonvar", 1, Truth::Either, Units::None, &[]),
    row("atom", 1, Truth::Either, Units::None, &[]),
    row("integer", 1, Truth::Either, Units::None, &[]),
    row("float", 1, Truth::Either, Units::None, &[]),
    row("number", 1, Truth::Either, Units::None, &[]),
    row("rational", 1, Truth::Either, Units::None, &[]),
    row("divmod", 4, Truth::Either, Units::None, &[(2, INT), (3, INT)]),
    row("nth_integer_root_and_remainder", 4, Truth::Either, Units::None, &[(2, INT), (3, INT)]),
    row("rational", 3, Truth::Either, Units::None, &[(1, INT), (2, INT)]),
    row("atomic", 1, Truth::Either, Units::None, &[]),
    row("compound", 1, Truth::Either, Units::None, &[]),
    row("callable", 1, Truth::Either, Units::None, &[]),
    row("is_list", 1, Truth::Either, Units::Nodes(0), &[]),
    row("ground", 1, Truth::Either, Units::Nodes(0), &[]),
    row("atom_length", 2, Truth::Either, Units::Unknown, &[(1, NAT)]),
    row("string_length", 2, Truth::Either, Units::Unknown, &[(1, NAT)]),
    row("atom_number", 2, Truth::Either, Units::Unknown, &[(0, ATOM), (1, NUMBER)]),
    row("term_hash", 2, Truth::Either, Units::Nodes(0), &[(1, NAT)]),
    row("upcase_atom", 2, Truth::Either, Units::Unknown, &[(1, ATOM)]),
    row("downcase_atom", 2, Truth::Either, Units::Unknown, &[(1, ATOM)]),
    row("succ", 2, Truth::Either, Units::None, &[(0, INT), (1, INT)]),
    row("plus", 3, Truth::Either, Units::None, &[(0, INT), (1, INT), (2, INT)]),
    row("$set_random", 1, Truth::Always, Units::None, &[]),
    row("sleep", 1, Truth::Always, Units::None, &[]),
    row("$get_random", 1, Truth::Either, Units::None, &[(0, INT)]),
    row("get_time", 1, Truth::Either, Units::None, &[(0, FLOAT)]),
    row("atom_codes", 2, Truth::Either, Units::Unknown, &[(0, ATOM), (1, CODES)]),
    row("char_code", 2, Truth::Either, Units::None, &[(0, ATOM), (1, NAT)]),
    row("write", 1, Truth::Always, Units::Unknown, &[]),
    row("$print", 1, Truth::Always, Units::Unknown, &[]),
    row("$print", 2, Truth::Always, Units::Unknown, &[]),
    row("writeq", 1, Truth::Always, Units::Unknown, &[]),
    row("write", 2, Truth::Always, Units::Unknown, &[]),
    row("writeq", 2, Truth::Always, Units::Unknown, &[]),
    row("write_canonical", 1, Truth::Always, Units::Unknown, &[]),
    row("write_canonical", 2, Truth::Always, Units::Unknown, &[]),
    row("writeln", 1, Truth::Always, Units::Unknown, &[]),
    row("writeln", 2, Truth::Always, Units::Unknown, &[]),
    row("$write_term", 2, Truth::Always, Units::Unknown, &[]),
    row("$write_term", 3, Truth::Always, Units::Unknown, &[]),
    row("put_char", 1, Truth::Always, Units::None, &[]),
    row("put_char", 2, Truth::Always, Units::None, &[]),
    row("put_code", 1, Truth::Always, Units::None, &[]),
    row("put_code", 2, Truth::Always, Units::None, &[]),
    row("put_byte", 1, Truth::Always, Units::None, &[]),
    row("put_byte", 2, Truth::Always, Units::None, &[]),
    row("nl", 0, Truth::Always, Units::None, &[]),
    row("nl", 1, Truth::Always, Units::None, &[]),
    row("tab", 1, Truth::Always, Units::Unknown, &[]),
    row("tab", 2, Truth::Always, Units::Unknown, &[]),
    row("flush_output", 0, Truth::Always, Units::None, &[]),
    row("flush_output", 1, Truth::Always, Units::None, &[]),
    row("get_char", 1, Truth::Either, Units::None, &[(0, ATOM)]),
    row("get_char", 2, Truth::Either, Units::None, &[(1, ATOM)]),
    row("peek_char", 1, Truth::Either, Units::None, &[(0, ATOM)]),
    row("peek_char", 2, Truth::Either, Units::None, &[(1, ATOM)]),
    row("get_code", 1, Truth::Either, Units::None, &[(0, INT)]),
    row("get_code", 2, Truth::Either, Units::None, &[(1, INT)]),
    row("peek_code", 1, Truth::Either, Units::None, &[(0, INT)]),
    row("peek_code", 2, Truth::Either, Units::None, &[(1, INT)]),
    row("get_byte", 1, Truth::Either, Units::None, &[(0, INT)]),
    row("get_byte", 2, Truth::Either, Units::None, &[(1, INT)]),
    row("peek_byte", 1, Truth::Either, Units::None, &[(0, INT)]),
    row("peek_byte", 2, Truth::Either, Units::None, &[(1, INT)]),
    row("at_end_of_stream", 0, Truth::Either, Units::None, &[]),
    row("at_end_of_stream", 1, Truth::Either, Units::None, &[]),
    row("is_stream", 1, Truth::Either, Units::None, &[]),
    row("set_input", 1, Truth::Always, Units::None, &[]),
    row("set_output", 1, Truth::Always, Units::None, &[]),
    row("close", 1, Truth::Always, Units::None, &[]),
    row("exists_file", 1, Truth::Either, Units::None, &[]),
    row("exists_directory", 1, Truth::Either, Units::None, &[]),
    row("line_count", 2, Truth::Either, Units::None, &[(1, NAT)]),
    row("line_position", 2, Truth::Either, Units::None, &[(1, NAT)]),
    row("character_count", 2, Truth::Either, Units::None, &[(1, NAT)]),
    row("byte_count", 2, Truth::Either, Units::None, &[(1, NAT)]),
    row("arg", 3, Truth::Either, Units::None, &[(2, ANY)]),
    row("nb_getval", 2, Truth::Output, Units::Unknown, &[(1, ANY)]),
    row("b_getval", 2, Truth::Output, Units::Unknown, &[(1, ANY)]),
    row("nb_setval", 2, Truth::Always, Units::Unknown, &[]),
    row("$globals", 1, Truth::Output, Units::Unknown, &[(0, ATOMS)]),
    row("$assert", 3, Truth::Output, Units::Unknown, &[(2, GROUND)]),
    row("$reference", 3, Truth::Either, Units::None, &[(0, GROUND), (1, INT), (2, ATOM)]),
    row("assertz", 1, Truth::Always, Units::Unknown, &[]),
    row("assert", 1, Truth::Always, Units::Unknown, &[]),
    row("asserta", 1, Truth::Always, Units::Unknown, &[]),
    row("retractall", 1, Truth::Always, Units::Unknown, &[]),
    row("atom_chars", 2, Truth::Either, Units::Unknown, &[(0, ATOM), (1, ATOMS)]),
    row("number_codes", 2, Truth::Output, Units::Unknown, &[(0, NUMBER), (1, CODES)]),
    row("number_chars", 2, Truth::Output, Units::Unknown, &[(0, NUMBER), (1, ATOMS)]),
    row("atomic_list_concat", 2, Truth::Output, Units::Unknown, &[(1, ATOM)]),
    row("split_string", 4, Truth::Output, Units::Unknown, &[(3, STRINGS)]),
    row("string_codes", 2, Truth::Either, Units::Unknown, &[(0, ATOMIC), (1, CODES)]),
    row("string_chars", 2, Truth::Either, Units::Unknown, &[(0, ATOMIC), (1, ATOMS)]),
    row("string_lower", 2, Truth::Output, Units::Unknown, &[(1, ATOMIC)]),
    row("string_upper", 2, Truth::Output, Units::Unknown, &[(1, ATOMIC)]),
    row("string", 1, Truth::Either, Units::None, &[]),
    row("acyclic_term", 1, Truth::Either, Units::None, &[]),
    row("cyclic_term", 1, Truth::Either, Units::None, &[]),
    row("format", 1, Truth::Always, Units::Unknown, &[]),
    row("set_prolog_flag", 2, Truth::Always, Units::None, &[]),
    row("op", 3, Truth::Always, Units::None, &[]),
];

/// Runs a builtin: one state where it is true, one where it is false.
pub fn builtin(code: &Code, mut state: State, builtin: BuiltinId, other: Label) -> Next {
    let subject = &BUILTINS[builtin.0 as usize];
    if subject.name.starts_with("$cleanup") {
        return unknown(
            state,
            "setup_call_cleanup/3 is not analysed: give the predicate that uses it a trust assertion",
        );
    }
    if subject.name.starts_with("$limit") {
        return unknown(state, "limits are not analysed: give the predicate that sets one a trust assertion");
    }
    // The library changes only terms of its own, whose arguments it asks arg/3 for.
    if matches!(subject.name, "setarg" | "nb_setarg") && !code.of_library {
        return unknown(state, "a term is changed in place: give the predicate a trust assertion");
    }
    let args: Vec<CellId> = (0..u16::from(subject.arity)).map(|at| state.register(X(at))).collect();
    let called = Called { code, builtin, name: subject.name, other };
    if let Some(next) = called.outcome(&state, &args) {
        return next;
    }
    let effect = ROWS.iter().find(|row| row.name == subject.name && row.arity == subject.arity);
    let units = match effect.map_or(Units::Unknown, |effect| effect.units) {
        Units::None => Range::number(0),
        Units::Compared => smaller(&state, &args),
        Units::ComparedAfter => smaller(&state, &args[1..]),
        Units::Nodes(at) => nodes(&state, args[at as usize]),
        Units::Unknown => Range::from(0),
    };
    if subject.unit.is_some() && units != Range::number(0) {
        state.log.push(Cost::Units(Key::builtin_unit(builtin), units));
    }
    let mut next = Next::new();
    let may_fail = match effect.map_or(Truth::Either, |effect| effect.truth) {
        Truth::Always => false,
        Truth::Either => true,
        Truth::Output => {
            let outputs = effect.into_iter().flat_map(|effect| effect.outputs);
            outputs.into_iter().any(|(at, _)| !matches!(state.get(args[*at as usize]), Cell::Free))
        }
    };
    if may_fail {
        let mut no = state.clone();
        no.count(Key::builtin_false(builtin));
        next.push(at(no, other));
    }
    state.count(Key::builtin_true(builtin));
    match effect {
        Some(effect) => {
            // What is given back may be a part of another argument.
            if effect.outputs.iter().any(|(_, of)| matches!(of, Output::One(Type::Any))) {
                let bound = args.iter().filter(|&&arg| !matches!(state.get(arg), Cell::Free)).copied();
                bound.collect::<Vec<_>>().into_iter().for_each(|arg| state.forget(arg));
            }
            for (at, of) in effect.outputs {
                output(&mut state, args[*at as usize], &of.as_type());
            }
        }
        None => {
            args.iter().for_each(|&arg| state.forget(arg));
            state.may_trail(u32::MAX);
            state.share();
        }
    }
    next.push((state, Flow::Go));
    next
}

/// Binds an output argument to some term of a type, where it is not bound already. Parts of a compound may be bound.
fn output(state: &mut State, arg: CellId, of: &Type) {
    match state.get(arg) {
        Cell::Free => {
            let cell = state.some(of);
            state.bind(arg, Cell::Ref(cell));
        }
        Cell::Abstract(Type::Any | Type::Free, _) => {
            let cell = state.some(of);
            state.bind(arg, Cell::Ref(cell));
            state.share();
        }
        Cell::Struct(..) | Cell::Abstract(Type::List(_), _) if state.nodes(arg).is_none() => {
            state.forget(arg);
            state.may_trail(u32::MAX);
            state.share();
        }
        _ => {}
    }
}

/// The units of comparing two terms: pairs after the first, at most those of the smaller term.
fn smaller(state: &State, args: &[CellId]) -> Range {
    let (a, b) = (nodes(state, args[0]), nodes(state, args[1]));
    let high = match (a.high, b.high) {
        (Some(a), Some(b)) => Some(a.min(b).simplify()),
        (a, b) => a.or(b),
    };
    Range { low: Some(Expr::int(0)), high }
}

/// Units of walking a term: none for a constant, else at most its nodes.
fn nodes(state: &State, arg: CellId) -> Range {
    let size = match state.get(arg) {
        Cell::Abstract(of, size) if of.metric() == Some(Metric::Length) => size.plus(size).offset(1),
        _ => state.nodes(arg).unwrap_or_else(Range::unknown),
    };
    if size.high.as_ref().and_then(Linear::of).and_then(|form| form.as_constant()) == Some(1) {
        return Range::number(0);
    }
    Range { low: Some(Expr::int(0)), high: size.high }
}
