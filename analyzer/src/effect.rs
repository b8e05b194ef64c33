//! What builtins do to abstract cells: which arguments they bind and to what, whether they can be false, how many units
//! of work they take. A builtin without a row binds everything it can reach and does an unknown number of units.

use crate::cost::Cost;
use crate::guard::Linear;
use crate::range::Range;
use crate::state::{Cell, CellId, State};
use crate::step::{Code, Flow, Next, at, unknown};
use crate::types::{Metric, Type};
use crate::unify::{differ, equal, is_atomic};
use solver::Expr;
use wam::atoms::known;
use wam::builtins::BUILTINS;
use wam::cost::Key;
use wam::instr::{BuiltinId, Label, X};

/// Whether a builtin can be false when its arguments are as it wants them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Always,
    Either,
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

struct Effect {
    name: &'static str,
    arity: u8,
    truth: Truth,
    units: Units,
    /// Types of the arguments it may bind, by position.
    outputs: &'static [(u16, Type)],
}

const fn row(name: &'static str, arity: u8, truth: Truth, units: Units, outputs: &'static [(u16, Type)]) -> Effect {
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
    row("compare", 3, Truth::Either, Units::ComparedAfter, &[(0, Type::Atom)]),
    row("var", 1, Truth::Either, Units::None, &[]),
    row("nonvar", 1, Truth::Either, Units::None, &[]),
    row("atom", 1, Truth::Either, Units::None, &[]),
    row("integer", 1, Truth::Either, Units::None, &[]),
    row("float", 1, Truth::Either, Units::None, &[]),
    row("number", 1, Truth::Either, Units::None, &[]),
    row("rational", 1, Truth::Either, Units::None, &[]),
    row("divmod", 4, Truth::Either, Units::None, &[(2, Type::Int), (3, Type::Int)]),
    row("nth_integer_root_and_remainder", 4, Truth::Either, Units::None, &[(2, Type::Int), (3, Type::Int)]),
    row("rational", 3, Truth::Either, Units::None, &[(1, Type::Int), (2, Type::Int)]),
    row("atomic", 1, Truth::Either, Units::None, &[]),
    row("compound", 1, Truth::Either, Units::None, &[]),
    row("callable", 1, Truth::Either, Units::None, &[]),
    row("is_list", 1, Truth::Either, Units::Nodes(0), &[]),
    row("ground", 1, Truth::Either, Units::Nodes(0), &[]),
    row("atom_length", 2, Truth::Either, Units::Unknown, &[(1, Type::Nat)]),
    row("string_length", 2, Truth::Either, Units::Unknown, &[(1, Type::Nat)]),
    row("atom_number", 2, Truth::Either, Units::Unknown, &[(0, Type::Atom), (1, Type::Number)]),
    row("term_hash", 2, Truth::Either, Units::Nodes(0), &[(1, Type::Nat)]),
    row("upcase_atom", 2, Truth::Either, Units::Unknown, &[(1, Type::Atom)]),
    row("downcase_atom", 2, Truth::Either, Units::Unknown, &[(1, Type::Atom)]),
    row("succ", 2, Truth::Either, Units::None, &[(0, Type::Int), (1, Type::Int)]),
    row("plus", 3, Truth::Either, Units::None, &[(0, Type::Int), (1, Type::Int), (2, Type::Int)]),
    row("$set_random", 1, Truth::Always, Units::None, &[]),
    row("$get_random", 1, Truth::Either, Units::None, &[(0, Type::Int)]),
    row("get_time", 1, Truth::Either, Units::None, &[(0, Type::Float)]),
    row("atom_codes", 2, Truth::Either, Units::Unknown, &[]),
    row("char_code", 2, Truth::Either, Units::None, &[(0, Type::Atom), (1, Type::Nat)]),
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
    row("get_char", 1, Truth::Either, Units::None, &[(0, Type::Atom)]),
    row("get_char", 2, Truth::Either, Units::None, &[(1, Type::Atom)]),
    row("peek_char", 1, Truth::Either, Units::None, &[(0, Type::Atom)]),
    row("peek_char", 2, Truth::Either, Units::None, &[(1, Type::Atom)]),
    row("get_code", 1, Truth::Either, Units::None, &[(0, Type::Int)]),
    row("get_code", 2, Truth::Either, Units::None, &[(1, Type::Int)]),
    row("peek_code", 1, Truth::Either, Units::None, &[(0, Type::Int)]),
    row("peek_code", 2, Truth::Either, Units::None, &[(1, Type::Int)]),
    row("get_byte", 1, Truth::Either, Units::None, &[(0, Type::Int)]),
    row("get_byte", 2, Truth::Either, Units::None, &[(1, Type::Int)]),
    row("peek_byte", 1, Truth::Either, Units::None, &[(0, Type::Int)]),
    row("peek_byte", 2, Truth::Either, Units::None, &[(1, Type::Int)]),
    row("at_end_of_stream", 0, Truth::Either, Units::None, &[]),
    row("at_end_of_stream", 1, Truth::Either, Units::None, &[]),
    row("is_stream", 1, Truth::Either, Units::None, &[]),
    row("set_input", 1, Truth::Always, Units::None, &[]),
    row("set_output", 1, Truth::Always, Units::None, &[]),
    row("close", 1, Truth::Always, Units::None, &[]),
    row("exists_file", 1, Truth::Either, Units::None, &[]),
    row("exists_directory", 1, Truth::Either, Units::None, &[]),
    row("line_count", 2, Truth::Either, Units::None, &[(1, Type::Nat)]),
    row("line_position", 2, Truth::Either, Units::None, &[(1, Type::Nat)]),
    row("character_count", 2, Truth::Either, Units::None, &[(1, Type::Nat)]),
    row("byte_count", 2, Truth::Either, Units::None, &[(1, Type::Nat)]),
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
    let args: Vec<CellId> = (0..u16::from(subject.arity)).map(|at| state.register(X(at))).collect();
    if matches!(subject.name, "$skip_list" | "is_list")
        && let (Type::List(_), sizes) = state.describe(args[0])
    {
        state.log.push(Cost::Units(Key::builtin_unit(builtin), sizes[0].clone()));
        state.count(Key::builtin_true(builtin));
        return if subject.name == "is_list" { vec![(state, Flow::Go)] } else { skip_list(state, &args, &sizes[0]) };
    }
    let effect = ROWS.iter().find(|row| row.name == subject.name && row.arity == subject.arity);
    let units = match effect.map_or(Units::Unknown, |effect| effect.units) {
        _ if subject.unit.is_none() => None,
        Units::None => None,
        Units::Compared => Some(smaller(&state, &args)),
        Units::ComparedAfter => Some(smaller(&state, &args[1..])),
        Units::Nodes(at) => Some(nodes(&state, args[at as usize])),
        Units::Unknown => Some(Range::from(0)),
    };
    if let Some(units) = units.filter(|units| *units != Range::number(0)) {
        state.log.push(Cost::Units(Key::builtin_unit(builtin), units));
    }
    let mut next = Next::new();
    if let Some((same, differ)) = identity(code, &state, subject.name, &args) {
        // Identity of constants: each case knows what it means for them.
        let (yes, no) = if subject.name == "==" { (same, differ) } else { (differ, same) };
        for (state, key) in [(no, Key::builtin_false(builtin)), (yes, Key::builtin_true(builtin))] {
            let Some(mut state) = state else { continue };
            state.count(key);
            next.push(if key == Key::builtin_true(builtin) { (state, Flow::Go) } else { at(state, other) });
        }
        return next;
    }
    if subject.name == "compare" && matches!(state.get(args[0]), Cell::Free) {
        return order(code, &state, builtin, args[0]);
    }
    if effect.is_none_or(|effect| effect.truth == Truth::Either) {
        let mut no = state.clone();
        no.count(Key::builtin_false(builtin));
        next.push(at(no, other));
    }
    state.count(Key::builtin_true(builtin));
    match effect {
        Some(effect) => {
            for (at, of) in effect.outputs {
                output(&mut state, args[*at as usize], of);
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

/// The states in which two constants are the same, and in which they are not, for `==` and `\\==` on constants.
fn identity(code: &Code, state: &State, name: &str, args: &[CellId]) -> Option<(Option<State>, Option<State>)> {
    if !matches!(name, "==" | "\\==") || !args.iter().all(|&arg| is_atomic(state.get(arg), code.types)) {
        return None;
    }
    Some((equal(state, args[0], args[1]), differ(state, args[0], args[1])))
}

/// `compare(Order, A, B)` for an unbound order: one of three, each a case of its own.
fn order(code: &Code, state: &State, builtin: BuiltinId, order: CellId) -> Next {
    let case = |name| {
        let mut state = state.clone();
        state.count(Key::builtin_true(builtin));
        let found = state.cell(Cell::Atom(code.program.atoms.intern(name)));
        state.bind(order, Cell::Ref(found));
        (state, Flow::Go)
    };
    ["<", "=", ">"].map(case).into()
}

/// `$skip_list(List, Length, Tail)` on a proper list: binds its length, and `[]`.
fn skip_list(mut state: State, args: &[CellId], length: &Range) -> Next {
    for (arg, cell) in [(args[1], Cell::Abstract(Type::Nat, length.clone())), (args[2], Cell::Atom(known::NIL))] {
        if matches!(state.get(arg), Cell::Free) {
            let value = state.cell(cell);
            state.bind(arg, Cell::Ref(value));
        } else {
            state.forget(arg);
        }
    }
    vec![(state, Flow::Go)]
}

/// Binds an output argument to some term of a type, where it is not bound already.
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
