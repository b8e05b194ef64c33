//! What `listing/1` and `portray_clause/1` need: clauses as they were read, and the variables that occur once.

use super::Outcome;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::modules::ModuleId;
use rustc_hash::FxHashMap;

/// `$source(Head, Clauses)`: the clauses of a static predicate as the program has them.
pub(crate) fn source(m: &mut Machine) -> Outcome {
    let (module, head) = m.strip_module(m.a(0), ModuleId::USER)?;
    let functor = m.callable_functor(head)?;
    let Some(id) = m.program.find_in(module, functor) else { return Ok(false) };
    let clauses = m.program.get(id).source.clone();
    let mut items = Vec::with_capacity(clauses.len());
    for clause in &clauses {
        m.units += clause.terms.nodes() as u64;
        items.push(m.import_checked(clause, &mut Vec::new())?);
    }
    let list = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(m.a(1), list))
}

/// `$once_variables(Term, Variables)`: those that occur once, in order of occurrence.
pub(crate) fn once_variables(m: &mut Machine) -> Outcome {
    let term = m.a(0);
    let mut times: FxHashMap<Cell, u32> = FxHashMap::default();
    let mut order = Vec::new();
    m.walk::<false>(term, |cell| {
        if cell.is(Tag::Ref) {
            let times = times.entry(cell).or_insert(0);
            *times += 1;
            if *times == 1 {
                order.push(cell);
            }
        }
        true
    });
    m.units += order.len() as u64;
    order.retain(|variable| times[variable] == 1);
    let list = m.make_list(&order, Cell::NIL)?;
    Ok(m.unify(m.a(1), list))
}
