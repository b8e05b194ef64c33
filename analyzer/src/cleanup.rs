//! Cleanups (`setup_call_cleanup/3`): a choice point that knows a goal, which runs when it goes.
//!
//! The goal around which it stands leaves no choice points, else it is not followed: then a cleanup runs where these are
//! cut. It fails: the cleanup runs and fails. It exits: the library takes the choice point away and runs the cleanup. It
//! raises an exception: the cleanup runs, and the exception goes on. Follows `wam/src/machine/cleanup.rs`.

use crate::cost::{Cost, Extent, VariantId};
use crate::range::Range;
use crate::reason::Code as Kind;
use crate::state::{Alternative, Cell, State};
use crate::step::{Flow, Next, unknown};
use crate::types::Type;
use wam::atoms::Functor;
use wam::code::Program;
use wam::cost::Key;
use wam::instr::{PredId, key};

/// What is not followed.
pub const LEFT: &str = "setup_call_cleanup/3 of a goal that may leave choice points";

/// The states after `$cleanup_push(Goal)`, whose argument is in the first register.
pub fn push(program: &Program, mut state: State) -> Next {
    let Some(failed) = of_machine(program, "$clean_up_failed", 1) else {
        return unknown(state, Kind::Machine, "a cleanup without the library");
    };
    state.push_choice(Alternative::Cleanup(failed), 1);
    vec![(state, Flow::Go)]
}

/// Whether the newest choice point was such a one, which is dropped: that it is none does not happen where goals around
/// cleanups leave no choice points.
pub fn pop(state: &mut State) -> bool {
    let is_newest = state.choices.last().is_some_and(|choice| matches!(choice.next, Alternative::Cleanup(_)));
    if is_newest {
        state.choices.pop();
    }
    is_newest
}

/// What the machine does where a goal has failed to which a cleanup belongs, until it calls the library.
pub fn enter(state: &mut State) {
    for key in [key::Trust::OK, key::Trust::ARG, key::PutValueX::OK, key::PutConstant::OK, key::MetaCall::OK] {
        state.count(key);
    }
    state.may_surprise();
    state.may_lead_elsewhere();
}

/// The goal has raised an exception: what it has done is undone, the library runs the cleanup, and raises it again.
pub fn raised(program: &Program, state: &State, callee: VariantId, sizes: &[Range]) -> Next {
    let mut state = state.clone();
    let Some(pred) = of_machine(program, "$clean_up_raised", 3) else {
        return unknown(state, Kind::Machine, "a cleanup without the library");
    };
    state.log.push(Cost::Call(callee, sizes.into(), Extent::Prefix));
    state.backtrack();
    state.choices.pop();
    state.log.push(Cost::Units(Key::RAISE_CELL, Range::from(0)));
    state.count(Key::RAISE);
    state.maybe(Key::RAISE_ERROR);
    state.count(key::MetaCall::OK);
    state.may_surprise();
    state.may_lead_elsewhere();
    let ball = state.cell(Cell::Abstract(Type::Any, Range::unknown()));
    let place = state.some(&Type::Int);
    state.x = vec![state.x[0], Some(ball), Some(place)];
    vec![(state, Flow::Call { pred, last: true })]
}

/// A predicate of the library that only the machine calls.
fn of_machine(program: &Program, name: &str, arity: u32) -> Option<PredId> {
    program.find(Functor { name: program.atoms.internal(name), arity })
}
