//! Which instructions may raise an exception though no path says so.
//!
//! Bounds are of runs that end without an exception, so that paths need not say where one may be raised: what an argument of
//! another sort raises, the logarithm of a negative number, what is out of range. Where a goal is called by `catch/3`, or is
//! said to raise none, it matters all the same. What is not known here to raise nothing may raise.

use crate::arith::{operand, operands, operation};
use crate::state::{Cell, State};
use crate::step::{Code, in_module};
use wam::atoms::Atom;
use wam::builtins::{BUILTINS, builtin};
use wam::instr::{BuiltinId, Instr, X};

/// Builtins that raise no exception, whatever they get.
const NEVER: [(&str, u32); 33] = [
    ("=", 2),
    ("\\=", 2),
    ("==", 2),
    ("\\==", 2),
    ("@<", 2),
    ("@>", 2),
    ("@=<", 2),
    ("@>=", 2),
    ("=@=", 2),
    ("\\=@=", 2),
    ("unify_with_occurs_check", 2),
    ("copy_term", 2),
    ("var", 1),
    ("nonvar", 1),
    ("atom", 1),
    ("number", 1),
    ("integer", 1),
    ("float", 1),
    ("rational", 1),
    ("atomic", 1),
    ("compound", 1),
    ("callable", 1),
    ("string", 1),
    ("is_list", 1),
    ("ground", 1),
    ("$skip_list", 3),
    ("$bag_open", 1),
    ("$bag_add", 2),
    ("$bag_close", 3),
    ("$bag_count", 2),
    ("true", 0),
    ("fail", 0),
    ("false", 0),
];

/// Whether an instruction may raise an exception, beside where its outcomes say so.
pub(crate) fn may_raise(code: &Code, state: &State, instr: Instr) -> bool {
    let is_safe = match instr {
        Instr::Builtin { builtin, .. }
        | Instr::BuiltinArg { builtin, .. }
        | Instr::BuiltinFunctor { builtin, .. }
        | Instr::BuiltinSame { builtin, .. }
        | Instr::BuiltinNotSame { builtin, .. }
        | Instr::BuiltinCompare { builtin, .. }
        | Instr::BuiltinBefore { builtin, .. }
        | Instr::BuiltinNotAfter { builtin, .. }
        | Instr::BuiltinAfter { builtin, .. }
        | Instr::BuiltinNotBefore { builtin, .. } => raises_nothing(builtin),
        Instr::MetaCall { arity } => match state.get(in_module(code, state, state.register(X(0))).1) {
            Cell::Atom(name) => is_safe_goal(code, *name, arity.0 as u32 - 1),
            Cell::Struct(functor, _) => is_safe_goal(code, functor.name, functor.arity + arity.0 as u32 - 1),
            _ => false,
        },
        Instr::Eval1 { f, .. } | Instr::Eval2 { f, .. } => operation(f).is_total(),
        _ => true,
    };
    let is_integer = |x| operand(state, x).is_in_cell();
    !is_safe || !operands(instr).into_iter().flatten().all(is_integer)
}

fn raises_nothing(builtin: BuiltinId) -> bool {
    let row = &BUILTINS[builtin.0 as usize];
    NEVER.contains(&(row.name, row.arity.into()))
}

/// Whether a goal that is called is none of the builtins that may raise an exception: what clauses do is told by them.
fn is_safe_goal(code: &Code, name: Atom, arity: u32) -> bool {
    builtin(&code.program.atoms.name(name), arity).is_none_or(raises_nothing)
}
