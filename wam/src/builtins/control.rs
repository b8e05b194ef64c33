//! Exceptions, bags of solutions, global values, operators, statistics.

use super::Outcome;
use crate::atoms::{Atom, known};
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::copy::Record;
use crate::machine::error::Ball;
use crate::meter;
use crate::read::{OpError, OpType};

pub(crate) fn throw(m: &mut Machine) -> Outcome {
    let ball = m.a(0);
    if ball.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    Err(Ball::Term(ball))
}

/// `$no_rule(Module, Goal)`.
pub(crate) fn no_rule(m: &mut Machine) -> Outcome {
    Err(m.no_rule_error(m.a(0), m.a(1)))
}

/// `$cleanup_push(Goal)`.
pub(crate) fn cleanup_push(m: &mut Machine) -> Outcome {
    m.push_cleanup().map(|()| true)
}

/// `$cleanup_pop(Popped)`.
pub(crate) fn cleanup_pop(m: &mut Machine) -> Outcome {
    let popped = m.pop_cleanup();
    let popped = m.make_atom(if popped { "true" } else { "false" });
    Ok(m.unify(m.a(0), popped))
}

/// `$raise_from(Ball, Environment)`.
pub(crate) fn raise_from(m: &mut Machine) -> Outcome {
    Err(m.raise_from(m.a(0), m.a(1)))
}

pub(crate) fn halt(m: &mut Machine) -> Outcome {
    m.streams.flush_all();
    Err(Ball::Halt(0))
}

pub(crate) fn halt_status(m: &mut Machine) -> Outcome {
    let status = m.integer(m.a(0))?;
    m.streams.flush_all();
    Err(Ball::Halt(status as i32))
}

/// `$bag_open(Bag)`.
pub(crate) fn bag_open(m: &mut Machine) -> Outcome {
    m.bags.push(Vec::new());
    let depth = Cell::int(m.bags.len() as i64 - 1);
    Ok(m.unify(m.a(0), depth))
}

fn bag(m: &mut Machine) -> Result<usize, Ball> {
    let at = m.natural(m.a(0))? as usize;
    if at < m.bags.len() { Ok(at) } else { Err(m.existence_error("bag", m.a(0))) }
}

/// `$bag_add(Bag, Term)`.
pub(crate) fn bag_add(m: &mut Machine) -> Outcome {
    let at = bag(m)?;
    let record = m.record(m.a(1))?;
    m.units += record.len() as u64;
    m.can_allocate(meter::next_of_list(&m.bags[at], 1))?;
    m.bags[at].push(record);
    Ok(true)
}

/// `$bag_close(Bag, List, Tail)`: the copies in order, before a tail.
pub(crate) fn bag_close(m: &mut Machine) -> Outcome {
    let at = bag(m)?;
    let records = std::mem::take(&mut m.bags[at]);
    m.bags.truncate(at);
    let tail = m.a(2);
    let size: usize = records.iter().map(|record| record.len() + 2).sum();
    m.ensure(size)?;
    m.units += size as u64;
    let mut h = m.heap_top();
    let items: Vec<Cell> = records.iter().map(|record| record.build(&mut h)).collect();
    m.set_heap_top(h);
    let list = m.make_list(&items, tail)?;
    Ok(m.unify(m.a(1), list))
}

/// `$bag_count(Bag, N)`: closes the bag.
pub(crate) fn bag_count(m: &mut Machine) -> Outcome {
    let at = bag(m)?;
    let count = m.bags[at].len() as i64;
    m.bags.truncate(at);
    let count = m.int_cell(count);
    Ok(m.unify(m.a(1), count))
}

/// The name of a global value.
fn global_name(m: &mut Machine) -> Result<crate::atoms::Atom, Ball> {
    let name = m.a(0);
    match name.tag() {
        Tag::Ref => Err(m.instantiation_error()),
        Tag::Atom => Ok(name.as_atom()),
        _ => Err(m.type_error("atom", name)),
    }
}

pub(crate) fn nb_setval(m: &mut Machine) -> Outcome {
    let name = global_name(m)?;
    let record = m.record(m.a(1))?;
    m.units += record.len() as u64;
    m.globals.insert(name, Global::Kept(record));
    Ok(true)
}

/// A value under a name: a copy off the heap, or a cell on it that backtracking restores.
pub(crate) enum Global {
    /// `nb_setval`.
    Kept(Record),
    /// `b_setval`: the cell that holds the value.
    Shared(crate::machine::memory::Addr),
}

pub(crate) fn b_setval(m: &mut Machine) -> Outcome {
    let name = global_name(m)?;
    let value = m.a(1);
    let place = match m.globals.get(&name) {
        Some(Global::Shared(place)) => *place,
        _ => {
            // Its first value, which backtracking restores, is 0 as in SWI-Prolog.
            let place = m.permanent_cell(Cell::int(0));
            m.globals.insert(name, Global::Shared(place));
            place
        }
    };
    m.assign_undoable(place, value)?;
    Ok(true)
}

pub(crate) fn getval(m: &mut Machine) -> Outcome {
    let name = global_name(m)?;
    let value = match m.globals.get(&name) {
        Some(Global::Shared(place)) => place.get(),
        Some(Global::Kept(record)) => {
            let record = record.clone();
            m.units += record.len() as u64;
            m.ensure(record.len())?;
            let mut h = m.heap_top();
            let value = record.build(&mut h);
            m.set_heap_top(h);
            value
        }
        None => return Err(m.existence_error("variable", Cell::atom(name))),
    };
    Ok(m.unify(m.a(1), value))
}

/// `$globals(Names)`: the names that `nb_setval/2` and `b_setval/2` have given a value, sorted.
pub(crate) fn global_names(m: &mut Machine) -> Outcome {
    let mut names: Vec<Atom> = m.globals.keys().copied().collect();
    names.sort_by_key(|&name| m.program.atoms.name(name));
    m.units += names.len() as u64;
    let cells: Vec<Cell> = names.into_iter().map(Cell::atom).collect();
    let list = m.make_list(&cells, Cell::NIL)?;
    Ok(m.unify(m.a(0), list))
}

pub(crate) fn op(m: &mut Machine) -> Outcome {
    let priority = m.integer(m.a(0))?;
    let kind = m.a(1);
    if kind.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !kind.is(Tag::Atom) {
        return Err(m.type_error("atom", kind));
    }
    let Some(class) = OpType::from_name(&m.program.atoms.name(kind.as_atom())) else {
        return Err(m.domain_error("operator_specifier", kind));
    };
    let names = operator_names(m, m.a(2))?;
    // All or none of a list.
    let mut ops = m.program.ops.clone();
    for name in names {
        if let Err(error) = ops.add(priority, class, name.as_atom()) {
            return Err(op_error(m, error, name));
        }
    }
    m.program.ops = ops;
    Ok(true)
}

/// The names that `op/3` is given: an atom or a list of atoms.
fn operator_names(m: &mut Machine, names: Cell) -> Result<Vec<Cell>, Ball> {
    match names.tag() {
        Tag::Ref => return Err(m.instantiation_error()),
        Tag::Atom => return Ok(vec![names]),
        Tag::List => {}
        _ => return Err(m.type_error("list", names)),
    }
    let names: Vec<Cell> = m.list_items(names)?.into_iter().map(Cell::deref).collect();
    for &name in &names {
        if name.is(Tag::Ref) {
            return Err(m.instantiation_error());
        }
        if !name.is(Tag::Atom) {
            return Err(m.type_error("atom", name));
        }
    }
    Ok(names)
}

fn op_error(m: &mut Machine, error: OpError, name: Cell) -> Ball {
    match error {
        OpError::Priority { .. } => m.domain_error("operator_priority", m.a(0)),
        _ if name == Cell::atom(known::COMMA) => m.permission_error("modify", "operator", name),
        _ => m.permission_error("create", "operator", name),
    }
}

/// `char_conversion(From, To)`.
pub(crate) fn char_conversion(m: &mut Machine) -> Outcome {
    let (from, to) = (m.character(m.a(0))?, m.character(m.a(1))?);
    m.program.flags.conversions.set(from, to);
    Ok(true)
}

/// `$char_conversions(Pairs)`: `From-To` for the characters that stand for others.
pub(crate) fn char_conversions(m: &mut Machine) -> Outcome {
    let pairs: Vec<(char, char)> = m.program.flags.conversions.pairs().collect();
    m.units += pairs.len() as u64;
    m.ensure(5 * pairs.len())?;
    let items = pairs.into_iter().map(|(from, to)| {
        let pair = [m.char_atom(from), m.char_atom(to)];
        m.make("-", &pair)
    });
    let items: Vec<Cell> = items.collect();
    let list = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(m.a(0), list))
}

/// `$ops(List)`: all operators as `op(Priority, Type, Name)`.
pub(crate) fn ops(m: &mut Machine) -> Outcome {
    let mut found: Vec<_> = m.program.ops.iter().collect();
    found.sort_by_key(|(name, def)| (*name, def.class.name()));
    m.units += found.len() as u64;
    let mut items = Vec::with_capacity(found.len());
    for (name, def) in found {
        let kind = m.make_atom(def.class.name());
        items.push(m.make("op", &[Cell::int(def.priority.into()), kind, Cell::atom(name)]));
    }
    let list = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(m.a(0), list))
}

pub(crate) fn statistics(m: &mut Machine) -> Outcome {
    let key = m.a(0);
    if key.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !key.is(Tag::Atom) {
        return Err(m.type_error("atom", key));
    }
    let name = m.program.atoms.name(key.as_atom());
    let value = match m.statistic(&name) {
        Some(value) => value?,
        None => return Err(m.domain_error("statistics_key", key)),
    };
    Ok(m.unify(m.a(1), value))
}

pub(crate) fn get_time(m: &mut Machine) -> Outcome {
    let now = m.surroundings.now();
    let now = m.number_cell(&crate::machine::number::Number::Float(now));
    Ok(m.unify(m.a(0), now))
}

/// Units of a resource are used, which a run counts.
pub(crate) fn used(m: &mut Machine) -> Outcome {
    m.units += m.natural(m.a(0))? as u64;
    Ok(true)
}

/// `$event(Site, Value)`.
pub(crate) fn event(m: &mut Machine) -> Outcome {
    let site = m.natural(m.a(0))? as u32;
    m.tell_site(site, m.a(1));
    Ok(true)
}

/// `$event_raises(Site, Value)`.
pub(crate) fn event_raises(m: &mut Machine) -> Outcome {
    let site = m.natural(m.a(0))? as u32;
    m.may_raise(Some((site, m.a(1))));
    Ok(true)
}

/// `$event_calm`.
pub(crate) fn event_calm(m: &mut Machine) -> Outcome {
    m.may_raise(None);
    Ok(true)
}

/// `$event_trap(Site, Value, Told)`.
pub(crate) fn event_trap(m: &mut Machine) -> Outcome {
    let is_due = m.a(2).is(Tag::Ref) && !m.a(1).is(Tag::Ref);
    if !is_due {
        return Ok(true);
    }
    let site = m.natural(m.a(0))? as u32;
    m.tell_site(site, m.a(1));
    Ok(m.unify(m.a(2), Cell::NIL))
}

/// `garbage_collect`: at the next call, because a builtin does not know which registers are in use.
pub(crate) fn garbage_collect(m: &mut Machine) -> Outcome {
    m.want_collection();
    Ok(true)
}
