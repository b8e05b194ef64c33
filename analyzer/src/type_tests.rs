//! Type tests on abstract cells.

use crate::range::Range;
use crate::shape::{CellClass, class};
use crate::state::{Cell, CellId, State};
use crate::step::{Code, Flow, Next, again, go_or_fail};
use crate::types::{Form, Type};
use wam::instr::{Instr, Label, key};

/// What a test asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Var,
    Nonvar,
    Atom,
    Integer,
    Float,
    Number,
    Atomic,
    Compound,
    Callable,
}

/// The answer for a constant of some type: certain, or the types it has when it is true and when it is false.
enum Answer {
    Yes,
    No,
    Depends { yes: Type, no: Type },
}

/// `if_var` and its like.
pub fn test(code: &Code, state: State, instr: Instr, here: Label) -> Next {
    /// The keys of one instruction: a function cannot take the instruction's key struct as a parameter.
    macro_rules! keys {
        ($op:ident) => {
            [key::$op::TRUE, key::$op::ELSE, key::$op::FAIL]
        };
    }
    let (question, [yes, otherwise, fail], a, other) = match instr {
        Instr::IfVar { a, other } => (Question::Var, keys!(IfVar), a, other),
        Instr::IfNonvar { a, other } => (Question::Nonvar, keys!(IfNonvar), a, other),
        Instr::IfAtom { a, other } => (Question::Atom, keys!(IfAtom), a, other),
        Instr::IfInteger { a, other } => (Question::Integer, keys!(IfInteger), a, other),
        Instr::IfFloat { a, other } => (Question::Float, keys!(IfFloat), a, other),
        Instr::IfNumber { a, other } => (Question::Number, keys!(IfNumber), a, other),
        Instr::IfAtomic { a, other } => (Question::Atomic, keys!(IfAtomic), a, other),
        Instr::IfCompound { a, other } => (Question::Compound, keys!(IfCompound), a, other),
        Instr::IfCallable { a, other } => (Question::Callable, keys!(IfCallable), a, other),
        _ => unreachable!("only type tests are tested"),
    };
    let cell = state.register(a);
    let answer = match class(&state, cell, code.types) {
        CellClass::Free if question == Question::Var => Answer::Yes,
        CellClass::Free => Answer::No,
        CellClass::Open if is_bound(&state, cell) && matches!(question, Question::Var | Question::Nonvar) => {
            if question == Question::Nonvar { Answer::Yes } else { Answer::No }
        }
        CellClass::Open => return again(code, state, here, cell, &[]),
        CellClass::Compound(..) => match question {
            Question::Nonvar | Question::Compound | Question::Callable => Answer::Yes,
            _ => Answer::No,
        },
        CellClass::Constant => constant(&state, cell, question),
    };
    let refined = |mut state: State, refine: Option<Type>| {
        if let Some(of) = refine {
            let size = if of == Type::Int { state.element(&of) } else { Range::unknown() };
            state.refine(cell, Cell::Abstract(of, size));
        }
        state
    };
    let is_true = |state: State, refine: Option<Type>| {
        let mut state = refined(state, refine);
        state.count(yes);
        (state, Flow::Go)
    };
    let is_false = |state: State, refine: Option<Type>| go_or_fail(refined(state, refine), other, otherwise, fail);
    match answer {
        Answer::Yes => vec![is_true(state, None)],
        Answer::No => vec![is_false(state, None)],
        Answer::Depends { yes, no } => vec![is_true(state.clone(), Some(yes)), is_false(state, Some(no))],
    }
}

/// A cell that is open but certainly not unbound.
pub(crate) fn is_bound(state: &State, cell: CellId) -> bool {
    matches!(state.get(cell), Cell::Abstract(of, _) if of.is_ground())
}

fn constant(state: &State, cell: CellId, question: Question) -> Answer {
    let of = match state.get(cell) {
        Cell::Atom(_) => Type::Atom,
        Cell::Abstract(of, _) => of.clone(),
        _ => unreachable!("a constant is an atom or of an atomic type"),
    };
    let known = |answer: bool| if answer { Answer::Yes } else { Answer::No };
    let atom = matches!(of, Type::Atom | Type::Const(_) | Type::Text(Form::Atom));
    let string = of == Type::Text(Form::String);
    let integer = matches!(of, Type::Int | Type::Nat);
    // Atomic types that are not settled below: any constant, or a named type of constants.
    let vague = !(atom || string || integer || matches!(of, Type::Float | Type::Number));
    let depends = |yes: Type, no: Type| Answer::Depends { yes, no };
    match question {
        Question::Var | Question::Compound => Answer::No,
        Question::Nonvar | Question::Atomic => Answer::Yes,
        Question::Atom | Question::Callable if vague => depends(Type::Atom, of),
        Question::Atom | Question::Callable => known(atom),
        Question::Number if vague => depends(Type::Number, of),
        Question::Number => known(!atom && !string),
        Question::Integer if vague || of == Type::Number => depends(Type::Int, of),
        Question::Integer => known(integer),
        Question::Float if vague || of == Type::Number => depends(Type::Float, of),
        Question::Float => known(of == Type::Float),
    }
}
