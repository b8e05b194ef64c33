//! The instructions that move, unify and build arguments, on abstract cells.

use crate::cost::Cost;
use crate::range::Range;
use crate::shape::{CellClass, class};
use crate::state::{Cell, CellId, LIST, Mode, Reach, Slot, State};
use crate::step::{Code, Flow, Next, again, go};
use crate::types::{Form, Type};
use crate::unify::{Unified, constant, unify};
use std::sync::Arc;
use wam::atoms::Functor;
use wam::cost::Key;
use wam::instr::{Instr, Label, X, key};

/// The keys of an instruction that unifies generally.
pub struct GeneralKeys {
    bind: Key,
    same: Key,
    fail: Key,
}

pub const GET_VALUE_X: GeneralKeys =
    GeneralKeys { bind: key::GetValueX::BIND, same: key::GetValueX::SAME, fail: key::GetValueX::FAIL };
pub const GET_VALUE_Y: GeneralKeys =
    GeneralKeys { bind: key::GetValueY::BIND, same: key::GetValueY::SAME, fail: key::GetValueY::FAIL };
const UNIFY_VALUE_X: GeneralKeys =
    GeneralKeys { bind: key::UnifyValueX::BIND, same: key::UnifyValueX::SAME, fail: key::UnifyValueX::FAIL };
const UNIFY_VALUE_Y: GeneralKeys =
    GeneralKeys { bind: key::UnifyValueY::BIND, same: key::UnifyValueY::SAME, fail: key::UnifyValueY::FAIL };

pub fn general(code: &Code, state: State, left: CellId, right: CellId, keys: &GeneralKeys) -> Next {
    let cases = unify(state, left, right, code.types).into_iter();
    cases
        .map(|(mut state, how, pairs)| {
            let (key, flow) = match how {
                Unified::Bind => (keys.bind, Flow::Go),
                Unified::Same => (keys.same, Flow::Go),
                Unified::Fail => (keys.fail, Flow::Fail),
            };
            state.count(key);
            state.log.extend(pairs.costs());
            (state, flow)
        })
        .collect()
}

pub fn unify_argument(code: &Code, mut state: State, instr: Instr) -> Next {
    let here = Label(state.pc.0 - 1);
    if let (Instr::UnifyConstant { .. }, Mode::Read(args, at)) = (instr, &state.mode)
        && let argument = args[*at]
        && matches!(class(&state, argument, code.types), CellClass::Open)
    {
        return again(code, state, here, argument, &[]);
    }
    let mode = std::mem::take(&mut state.mode);
    let Mode::Read(args, at) = mode else {
        state.mode = mode;
        return write_argument(state, instr);
    };
    let next = args.get(at).copied();
    let skipped = if let Instr::UnifyVoid { n } = instr { n.0 as usize } else { 1 };
    state.mode = Mode::Read(args, at + skipped);
    let next = next.expect("a structure has as many arguments as its functor says");
    match instr {
        Instr::UnifyVariableX { x } => {
            state.set_register(x, next);
            go(state, key::UnifyVariableX::READ)
        }
        Instr::UnifyVariableY { y } => {
            state.set_slot(y, Slot::Cell(next));
            go(state, key::UnifyVariableY::READ)
        }
        Instr::UnifyValueX { x } => {
            let cell = state.register(x);
            general(code, state, cell, next, &UNIFY_VALUE_X)
        }
        Instr::UnifyValueY { y } => {
            let cell = state.slot_cell(y);
            general(code, state, cell, next, &UNIFY_VALUE_Y)
        }
        Instr::UnifyConstant { c } => {
            let wanted = state.cell(constant(c));
            let keys = GeneralKeys {
                bind: key::UnifyConstant::BIND,
                same: key::UnifyConstant::SAME,
                fail: key::UnifyConstant::FAIL,
            };
            general(code, state, wanted, next, &keys)
        }
        _ => go(state, key::UnifyVoid::READ),
    }
}

fn write_argument(mut state: State, instr: Instr) -> Next {
    let key = match instr {
        Instr::UnifyVariableX { x } => {
            let cell = state.push_free();
            state.set_register(x, cell);
            key::UnifyVariableX::WRITE
        }
        Instr::UnifyVariableY { y } => {
            let cell = state.push_free();
            state.set_slot(y, Slot::Cell(cell));
            key::UnifyVariableY::WRITE
        }
        Instr::UnifyValueX { x } => {
            let cell = state.register(x);
            state.push_argument(cell);
            key::UnifyValueX::WRITE
        }
        Instr::UnifyValueY { y } => {
            let cell = state.slot_cell(y);
            state.push_argument(cell);
            key::UnifyValueY::WRITE
        }
        Instr::UnifyConstant { c } => {
            let cell = state.cell(constant(c));
            state.push_argument(cell);
            key::UnifyConstant::WRITE
        }
        Instr::UnifyVoid { n } => {
            push_voids(&mut state, n.0, key::UnifyVoid::CELL);
            key::UnifyVoid::WRITE
        }
        _ => unreachable!("only unify instructions write arguments of heads"),
    };
    go(state, key)
}

pub fn set_argument(mut state: State, instr: Instr) -> Next {
    let key = match instr {
        Instr::SetVariableX { x } => {
            let cell = state.push_free();
            state.set_register(x, cell);
            key::SetVariableX::OK
        }
        Instr::SetVariableY { y } => {
            let cell = state.push_free();
            state.set_slot(y, Slot::Cell(cell));
            key::SetVariableY::OK
        }
        Instr::SetValueX { x } => {
            let cell = state.register(x);
            state.push_argument(cell);
            key::SetValueX::OK
        }
        Instr::SetValueY { y } => {
            let cell = state.slot_cell(y);
            state.push_argument(cell);
            key::SetValueY::OK
        }
        Instr::SetConstant { c } => {
            let cell = state.cell(constant(c));
            state.push_argument(cell);
            key::SetConstant::OK
        }
        Instr::SetVoid { n } => {
            push_voids(&mut state, n.0, key::SetVoid::CELL);
            key::SetVoid::OK
        }
        _ => unreachable!("only set instructions build arguments of bodies"),
    };
    go(state, key)
}

fn push_voids(state: &mut State, n: u16, unit: Key) {
    (0..n).for_each(|_| {
        state.push_free();
    });
    state.log.push(Cost::Key { key: unit, low: n.into(), high: n.into() });
}

pub fn put(code: &Code, mut state: State, instr: Instr) -> Next {
    let key = match instr {
        Instr::PutVariableX { x, a } => {
            let cell = state.cell(Cell::Free);
            state.set_register(x, cell);
            state.set_register(a, cell);
            key::PutVariableX::OK
        }
        Instr::PutVariableY { y, a } => {
            let cell = state.cell(Cell::Free);
            state.set_slot(y, Slot::Cell(cell));
            state.set_register(a, cell);
            key::PutVariableY::OK
        }
        Instr::PutValueY { y, a } => {
            let cell = state.slot_cell(y);
            state.set_register(a, cell);
            key::PutValueY::OK
        }
        Instr::PutConstant { c, a } => {
            let cell = state.cell(constant(c));
            state.set_register(a, cell);
            key::PutConstant::OK
        }
        Instr::PutLiteral { k, a } => {
            let of = match code.block.literals[k.0 as usize] {
                wam::code::Literal::Big(_) | wam::code::Literal::Rational(_) => Type::Number,
                wam::code::Literal::Float(_) => Type::Float,
                wam::code::Literal::Str(_) => Type::Text(Form::String),
            };
            let size = match &code.block.literals[k.0 as usize] {
                wam::code::Literal::Str(text) => Range::number(text.chars().count() as i64),
                _ => Range::unknown(),
            };
            let cell = state.cell(Cell::Abstract(of, size));
            state.set_register(a, cell);
            key::PutLiteral::OK
        }
        Instr::PutList { a } => {
            build(&mut state, LIST, a);
            key::PutList::OK
        }
        Instr::PutStructure { f, a } => {
            build(&mut state, f, a);
            key::PutStructure::OK
        }
        _ => unreachable!("only put instructions load arguments"),
    };
    go(state, key)
}

fn build(state: &mut State, functor: Functor, a: X) {
    let built = state.cell(Cell::Struct(functor, Arc::from([])));
    state.set_register(a, built);
    state.mode = Mode::Write(built, functor, Vec::new(), Reach::Nowhere);
}

impl State {
    /// Pushes a new variable as the next argument of the compound being built.
    fn push_free(&mut self) -> CellId {
        let cell = self.cell(Cell::Free);
        self.push_argument(cell);
        cell
    }

    /// Pushes the next argument of the compound being built, and closes it after the last.
    fn push_argument(&mut self, cell: CellId) {
        let Mode::Write(built, functor, args, reach) = &mut self.mode else {
            panic!("an argument is pushed while a compound is being built");
        };
        args.push(cell);
        if args.len() == functor.arity as usize {
            let (built, reach, whole) = (*built, *reach, Cell::Struct(*functor, Arc::from(std::mem::take(args))));
            self.mode = Mode::None;
            if let Cell::Struct(_, args) = &whole
                && reach != Reach::Nowhere
                && args.iter().any(|&arg| self.reaches(arg, built))
            {
                // The machine has a cyclic term then, of which nothing is known.
                self.refine(built, Cell::Abstract(Type::Any, Range::unknown()));
                args.iter().for_each(|&arg| self.forget(arg));
                self.share();
                return;
            }
            self.refine(built, whole);
            if reach == Reach::Anywhere {
                self.expose(built, Type::Free);
            }
        }
    }
}
