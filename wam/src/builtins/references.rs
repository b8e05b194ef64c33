//! References to clauses that programs may keep: `'$clause'(Number, Birth)`, where the number says which clause of which
//! predicate is meant and the stamp of its birth tells it from a later clause of the same number.

use super::Outcome;
use crate::atoms::Functor;
use crate::instr::PredId;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::clauses::{ClauseId, Place};
use crate::machine::error::Ball;

/// The name of references.
const NAME: &str = "$clause";

/// `$assert(Clause, Place, Reference)`: adds a clause; the place is `first` or `last`.
pub(crate) fn assert(m: &mut Machine) -> Outcome {
    let place = if m.a(1) == m.make_atom("first") { Place::First } else { Place::Last };
    let (module, head, _) = m.split_clause(m.a(0))?;
    let functor = m.callable_functor(head)?;
    m.add_clause(m.a(0), place)?;
    let pred = m.modifiable(module, functor, "modify")?;
    let id = m.clauses(pred).end(place).expect("a clause was added");
    let reference = reference(m, pred, id);
    Ok(m.unify(m.a(2), reference))
}

/// `$reference(Reference, Clause, Module)`: the number of the clause, as `$clause` and `$erase` take it, and the module
/// of its predicate; or the reference of such a number. False where the clause is gone.
pub(crate) fn reference_parts(m: &mut Machine) -> Outcome {
    let found = if m.a(0).is(Tag::Ref) { numbered(m)? } else { referred(m)? };
    let Some((pred, id)) = found else { return Ok(false) };
    if !m.is_alive(pred, id) {
        return Ok(false);
    }
    let reference = reference(m, pred, id);
    let module = Cell::atom(m.program.module(m.program.get(pred).module).name);
    Ok(m.unify(m.a(0), reference) && m.unify(m.a(1), number(pred, id)) && m.unify(m.a(2), module))
}

fn number(pred: PredId, id: ClauseId) -> Cell {
    Cell::int(i64::from(pred.0) << 32 | i64::from(id.0))
}

fn reference(m: &mut Machine, pred: PredId, id: ClauseId) -> Cell {
    let born = m.clauses(pred).get(id).born;
    m.make(NAME, &[number(pred, id), Cell::int(born as i64)])
}

/// The clause whose number is the second argument; none where the clause is not there.
fn numbered(m: &mut Machine) -> Result<Option<(PredId, ClauseId)>, Ball> {
    let cell = m.a(1);
    if cell.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    let number = m.natural(cell)?;
    Ok(clause_of(m, number))
}

/// The clause that the reference in the first argument names; none where it is gone.
fn referred(m: &mut Machine) -> Result<Option<(PredId, ClauseId)>, Ball> {
    let cell = m.a(0);
    let parts = Functor { name: m.program.atoms.intern(NAME), arity: 2 };
    if cell.is(Tag::Struct) && m.functor_of(cell) == parts {
        let args = m.args_of(cell);
        let (number, born) = (args.get().deref(), args.add(1).get().deref());
        if number.is(Tag::Int) && number.as_int() >= 0 && born.is(Tag::Int) {
            let found = clause_of(m, number.as_int());
            return Ok(found.filter(|&(pred, id)| m.clauses(pred).get(id).born as i64 == born.as_int()));
        }
    }
    Err(m.type_error("db_reference", cell))
}

/// A clause by its number, if there is one.
fn clause_of(m: &Machine, number: i64) -> Option<(PredId, ClauseId)> {
    let (pred, id) = (PredId((number >> 32) as u32), ClauseId(number as u32));
    m.has_clause(pred, id).then_some((pred, id))
}
