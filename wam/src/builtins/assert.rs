//! The clauses of dynamic predicates.
//!
//! A clause is referred to by `'$clause'(Predicate, Order)` with two numbers. `clause/2` and `retract/1` are library
//! Prolog that steps from one to the next; the stamp they carry makes them see what was there when they began.

use super::Outcome;
use super::flags::StaticCode;
use crate::code::PredicateKind;
use crate::compile::Heads;
use crate::instr::PredId;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::clauses::{ClauseId, Place};
use crate::machine::error::Ball;
use crate::modules::ModuleId;

pub(crate) fn assertz(m: &mut Machine) -> Outcome {
    m.add_clause(m.a(0), Place::Last).map(|()| true)
}

pub(crate) fn asserta(m: &mut Machine) -> Outcome {
    m.add_clause(m.a(0), Place::First).map(|()| true)
}

/// Why clauses are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Look,
    Remove,
}

/// Whether a head is of a static predicate of the user, and the flag `protect_static_code` lets programs look at these.
fn is_open(m: &mut Machine, module: ModuleId, head: Cell) -> Result<bool, Ball> {
    if m.kept.static_code == StaticCode::Protected {
        return Ok(false);
    }
    let functor = m.callable_functor(head)?;
    let found = m.program.find_in(module, functor);
    Ok(found.is_some_and(|pred| m.program.get(pred).kind == PredicateKind::Static))
}

/// The dynamic predicate of a head, for looking at its clauses or for removing them; none where there is none.
fn visible(m: &mut Machine, module: ModuleId, head: Cell, purpose: Purpose) -> Result<Option<PredId>, Ball> {
    let functor = m.callable_functor(head)?;
    let found = m.program.find_in(module, functor);
    let kind = found.map_or(PredicateKind::Undefined, |pred| m.program.get(pred).kind);
    match kind {
        PredicateKind::Dynamic => Ok(found),
        PredicateKind::Undefined if !m.is_builtin(functor) => Ok(None),
        _ => {
            let indicator = m.indicator(functor);
            Err(match purpose {
                Purpose::Look => m.permission_error("access", "private_procedure", indicator),
                Purpose::Remove => m.permission_error("modify", "static_procedure", indicator),
            })
        }
    }
}

/// `$clause_next(Head, From, Stamp, Ref, Next)`: the first clause from `From` on that may match, and whether there is
/// another: `Next` is its number, or `[]`. `Stamp` is made where it is unbound. `From` is `[]` for the first clause, or
/// `retract` for the first one of those that are to be removed. `Next` is `static` where `$source/2` has the clauses.
pub(crate) fn clause_next(m: &mut Machine) -> Outcome {
    let (module, head) = m.strip_module(m.a(0), ModuleId::USER)?;
    let purpose = if m.a(1).is(Tag::Atom) && m.a(1) != Cell::NIL { Purpose::Remove } else { Purpose::Look };
    if purpose == Purpose::Look && is_open(m, module, head)? {
        let next = m.make_atom("static");
        return Ok(m.unify(m.a(3), Cell::NIL) && m.unify(m.a(4), next));
    }
    let Some(pred) = visible(m, module, head, purpose)? else { return Ok(false) };
    m.entry(pred);
    let stamp = m.a(2);
    let now = if stamp.is(Tag::Ref) { m.stamp() } else { (m.natural(stamp)? as u64).min(m.stamp()) };
    if stamp.is(Tag::Ref) {
        m.unify(stamp, Cell::int(now as i64));
    }
    let from = m.a(1);
    let found = if from.is(Tag::Int) { Some(ClauseId(from.as_int() as u32)) } else { m.first_clause(pred, head, now) };
    let Some(id) = found else { return Ok(false) };
    if !m.clauses(pred).shows(id, now) {
        return Ok(false);
    }
    let next = match m.next_clause(pred, id, head, now) {
        Some(ClauseId(next)) => Cell::int(next.into()),
        None => Cell::NIL,
    };
    let reference = Cell::int(i64::from(pred.0) << 32 | i64::from(id.0));
    Ok(m.unify(m.a(3), reference) && m.unify(m.a(4), next))
}

/// The parts of a clause reference.
fn reference(m: &mut Machine) -> Result<(PredId, ClauseId), Ball> {
    let cell = m.a(0);
    if !cell.is(Tag::Int) || cell.as_int() < 0 {
        return Err(m.type_error("db_reference", cell));
    }
    Ok((PredId((cell.as_int() >> 32) as u32), ClauseId(cell.as_int() as u32)))
}

/// `$clause(Ref, Head, Body)`.
pub(crate) fn clause(m: &mut Machine) -> Outcome {
    let (pred, id) = reference(m)?;
    let Some(term) = m.build_clause(pred, id)? else { return Ok(false) };
    let args = m.args_of(term);
    let (_, head) = m.strip_module(m.a(1), ModuleId::USER)?;
    Ok(m.unify(head, args.get()) && m.unify(m.a(2), args.add(1).get()))
}

/// `$erase(Ref)`: false where the clause is gone already.
pub(crate) fn erase(m: &mut Machine) -> Outcome {
    let (pred, id) = reference(m)?;
    if m.erase(pred, id) {
        m.sweep(pred);
    }
    Ok(true)
}

pub(crate) fn retractall(m: &mut Machine) -> Outcome {
    let (module, head) = m.strip_module(m.a(0), ModuleId::USER)?;
    let functor = m.callable_functor(head)?;
    let pred = m.modifiable(module, functor, "modify")?;
    let stamp = m.stamp();
    let mut next = m.first_clause(pred, head, stamp);
    while let Some(id) = next {
        next = m.next_clause(pred, id, head, stamp);
        let start = m.heap_top();
        let matches = m.tentatively(|m| {
            let body = m.make_variable();
            m.unify_clause(pred, id, head, body)
        })?;
        m.set_heap_top(start);
        if matches {
            m.erase(pred, id);
        }
    }
    m.sweep(pred);
    Ok(true)
}

pub(crate) fn abolish(m: &mut Machine) -> Outcome {
    for (module, functor) in m.indicators(m.a(0))? {
        let found = m.program.find_in(module, functor);
        match found.map_or(PredicateKind::Undefined, |pred| m.program.get(pred).kind) {
            PredicateKind::Undefined if !m.is_builtin(functor) => {}
            PredicateKind::Dynamic => {
                let pred = m.modifiable(module, functor, "modify")?;
                m.program.undefine(pred);
                m.refresh()?;
            }
            _ => {
                let indicator = m.indicator(functor);
                return Err(m.permission_error("modify", "static_procedure", indicator));
            }
        }
    }
    Ok(true)
}

/// `$dynamic(Indicators)`.
pub(crate) fn dynamic(m: &mut Machine) -> Outcome {
    for (module, functor) in m.indicators(m.a(0))? {
        m.modifiable(module, functor, "modify")?;
    }
    Ok(true)
}

/// `$property(Head, Property)`: `dynamic`, `static`, `library` or `builtin`; false where there is no predicate. Asked for
/// `rules`, whether its clauses are such.
pub(crate) fn property(m: &mut Machine) -> Outcome {
    let (module, head) = m.strip_module(m.a(0), ModuleId::USER)?;
    let functor = m.callable_functor(head)?;
    let found = m.program.find_in(module, functor);
    if m.a(1) == m.make_atom("rules") {
        return Ok(found.is_some_and(|pred| m.program.get(pred).heads == Heads::Match));
    }
    let kind = found.map_or(PredicateKind::Undefined, |pred| m.program.get(pred).kind);
    let name = match kind {
        PredicateKind::Dynamic => "dynamic",
        PredicateKind::Static => "static",
        PredicateKind::Library => "library",
        PredicateKind::Undefined if m.is_builtin(functor) => "builtin",
        PredicateKind::Undefined => return Ok(false),
    };
    let found = m.make_atom(name);
    Ok(m.unify(m.a(1), found))
}
