//! Arguments that a called predicate will call, as the machine passes them: with the module that the goal is called in.
//!
//! Comes in: the state at a `call/N`, the predicate, its arguments. Goes out: the arguments with `Module:` before those that its
//! `meta_predicate` declaration names, as `wam/src/machine/module.rs` puts it there.

use crate::shape::OTHER;
use crate::state::{Cell, CellId, LIST, State};
use wam::atoms::{Functor, known};
use wam::code::Program;
use wam::modules::{Meta, ModuleClass, ModuleId};

const COLON: Functor = Functor { name: known::COLON, arity: 2 };

/// The arguments of a predicate, as a module passes them; nothing where that depends on what is not known.
pub fn qualified(
    program: &Program,
    state: &mut State,
    functor: Functor,
    module: ModuleId,
    args: Vec<CellId>,
) -> Option<Vec<CellId>> {
    let Some(metas) = program.metas_said(module, functor) else { return Some(args) };
    args.into_iter().zip(metas.iter()).map(|(arg, &meta)| argument(program, state, arg, meta, module)).collect()
}

fn argument(program: &Program, state: &mut State, arg: CellId, meta: Meta, module: ModuleId) -> Option<CellId> {
    if meta == Meta::Plain {
        return Some(arg);
    }
    let wraps = match state.get(arg).clone() {
        Cell::Free => program.module(module).class != ModuleClass::Library,
        Cell::Atom(name) => meta != Meta::Grammar || name != known::NIL,
        Cell::Struct(OTHER, _) => return None,
        Cell::Struct(LIST, _) => meta != Meta::Grammar,
        Cell::Struct(COLON, _) => false,
        Cell::Struct(functor, parts) if meta == Meta::Caret && is_caret(program, functor) => {
            let inner = argument(program, state, parts[1], meta, module)?;
            return Some(state.cell(Cell::Struct(functor, [parts[0], inner].into())));
        }
        Cell::Struct(..) => true,
        Cell::Abstract(..) | Cell::Partial(..) | Cell::Ref(_) => return None,
    };
    let mut wrapped = || {
        let name = state.cell(Cell::Atom(program.module(module).name));
        state.cell(Cell::Struct(COLON, [name, arg].into()))
    };
    Some(if wraps { wrapped() } else { arg })
}

/// Whether a compound is a goal behind the variables that it is for all of: `X^Goal`.
pub(crate) fn is_caret(program: &Program, functor: Functor) -> bool {
    functor.arity == 2 && &*program.atoms.name(functor.name) == "^"
}
