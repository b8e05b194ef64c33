//! Lists: measuring, making, and sorting.

use super::Outcome;
use crate::atoms::known;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::predictor::Branch;
use std::cmp::Ordering;

/// `$skip_list(List, Length, Tail)`.
pub(crate) fn skip_list(m: &mut Machine) -> Outcome {
    let (length, tail) = m.skip_list(m.a(0));
    m.units += length;
    let length = m.int_cell(length as i64);
    Ok(m.unify(m.a(1), length) && m.unify(m.a(2), tail))
}

/// Comparisons between two looks for an interrupt.
const PATIENCE: u64 = 1 << 14;

/// How duplicates are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Duplicates {
    Keep,
    Drop,
}

/// What an element is sorted by.
#[derive(Clone, Copy)]
enum By {
    /// Itself.
    Whole,
    /// This argument of it, from 1.
    Argument(usize),
}

pub(crate) fn msort(m: &mut Machine) -> Outcome {
    sort_list(m, m.a(0), m.a(1), By::Whole, false, Duplicates::Keep)
}

pub(crate) fn sort(m: &mut Machine) -> Outcome {
    let items = m.list_items(m.a(0))?;
    m.check_list_or_partial(m.a(1))?;
    sort_items(m, items, m.a(1), By::Whole, false, Duplicates::Drop)
}

pub(crate) fn sort_by(m: &mut Machine) -> Outcome {
    let key = m.natural(m.a(0))?;
    let order = m.a(1);
    if order.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !order.is(Tag::Atom) {
        return Err(m.type_error("atom", order));
    }
    let name = m.program.atoms.name(order.as_atom());
    let (descending, duplicates) = match &*name {
        "@<" => (false, Duplicates::Drop),
        "@=<" => (false, Duplicates::Keep),
        "@>" => (true, Duplicates::Drop),
        "@>=" => (true, Duplicates::Keep),
        _ => return Err(m.domain_error("order", order)),
    };
    let by = if key == 0 { By::Whole } else { By::Argument(key as usize) };
    sort_list(m, m.a(2), m.a(3), by, descending, duplicates)
}

pub(crate) fn keysort(m: &mut Machine) -> Outcome {
    let items = m.list_items(m.a(0))?;
    for &item in &items {
        if item.deref().is(Tag::Ref) {
            return Err(m.instantiation_error());
        }
        check_pair(m, item)?;
    }
    let sorted = m.a(1);
    m.check_list_or_partial(sorted)?;
    let mut rest = sorted.deref();
    while rest.is(Tag::List) {
        check_pair(m, rest.addr().get())?;
        rest = rest.addr().add(1).get().deref();
    }
    sort_items(m, items, sorted, By::Argument(1), false, Duplicates::Keep)
}

/// An error for what is neither unbound nor `Key-Value`.
fn check_pair(m: &mut Machine, item: Cell) -> Result<(), Ball> {
    let item = item.deref();
    let is_pair = item.is(Tag::Struct) && {
        let functor = m.functor_of(item);
        functor.name == known::MINUS && functor.arity == 2
    };
    if is_pair || item.is(Tag::Ref) { Ok(()) } else { Err(m.type_error("pair", item)) }
}

fn sort_list(m: &mut Machine, list: Cell, sorted: Cell, by: By, descending: bool, duplicates: Duplicates) -> Outcome {
    let items = m.list_items(list)?;
    sort_items(m, items, sorted, by, descending, duplicates)
}

/// Sorts stably; a unit is a comparison, without the pairs of cells that are compared inside of compound terms, which have
/// a key of their own.
fn sort_items(
    m: &mut Machine,
    items: Vec<Cell>,
    sorted: Cell,
    by: By,
    descending: bool,
    duplicates: Duplicates,
) -> Outcome {
    // What waits already is not the sorting's: a timer may have been stopped since.
    if m.is_interrupted() {
        m.check_interrupt()?;
    }
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        keyed.push((sort_key(m, item, by)?, item));
    }
    let (mut comparisons, mut pairs) = (0u64, 0u64);
    let mut compare = |a: &(Cell, Cell), b: &(Cell, Cell)| {
        comparisons += 1;
        if comparisons.is_multiple_of(PATIENCE) && m.is_interrupted() {
            return None;
        }
        let order = m.compare(a.0, b.0, &mut pairs)?;
        m.foresee_branch(Branch::Sort, u8::from(order == Ordering::Greater));
        Some(if descending { order.reverse() } else { order })
    };
    let Some(mut keyed) = merge_sort(keyed, &mut compare) else {
        return Err(m.interrupted());
    };
    if duplicates == Duplicates::Drop {
        keyed.dedup_by(|b, a| compare(a, b) == Some(Ordering::Equal));
        m.check_interrupt()?;
    }
    m.units += comparisons;
    m.sorted_pairs += pairs;
    let items: Vec<Cell> = keyed.into_iter().map(|(_, item)| item).collect();
    let made = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(sorted, made))
}

/// Sorts stably, bottom up from the runs that are there.
///
/// Of our own, because the standard one may panic on an order that is not total, which cyclic terms can bring about, and
/// because how often it compares is counted and must not change with the compiler's version. None where a comparison was
/// refused.
fn merge_sort<T: Copy>(items: Vec<T>, compare: &mut dyn FnMut(&T, &T) -> Option<Ordering>) -> Option<Vec<T>> {
    let mut runs: Vec<usize> = vec![0];
    for i in 1..items.len() {
        if compare(&items[i - 1], &items[i])? == Ordering::Greater {
            runs.push(i);
        }
    }
    let (mut from, mut to) = (items, Vec::new());
    while runs.len() > 1 {
        to.clear();
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        for pair in runs.chunks(2) {
            merged.push(to.len());
            let start = pair[0];
            let middle = pair.get(1).copied().unwrap_or(from.len());
            let end = runs.get(merged.len() * 2).copied().unwrap_or(from.len());
            let (mut left, mut right) = (start, middle);
            while left < middle && right < end {
                if compare(&from[left], &from[right])? == Ordering::Greater {
                    to.push(from[right]);
                    right += 1;
                } else {
                    to.push(from[left]);
                    left += 1;
                }
            }
            to.extend_from_slice(&from[left..middle]);
            to.extend_from_slice(&from[right.min(end)..end]);
        }
        runs = merged;
        std::mem::swap(&mut from, &mut to);
    }
    Some(from)
}

fn sort_key(m: &mut Machine, item: Cell, by: By) -> Result<Cell, Ball> {
    let By::Argument(at) = by else { return Ok(item) };
    let item = item.deref();
    if item.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !item.is_compound() {
        return Err(m.type_error("compound", item));
    }
    if at > m.functor_of(item).arity as usize {
        return Err(m.type_error("compound", item));
    }
    Ok(m.args_of(item).add(at - 1).get())
}

impl Machine {
    /// How many list cells there are before the tail that is none, and the tail. A cyclic list has no such tail; the
    /// cell at which it was found to be one is returned.
    pub(crate) fn skip_list(&self, list: Cell) -> (u64, Cell) {
        let mut length = 0;
        let mut tail = list.deref();
        // Brent's algorithm: a cell to compare with, renewed at powers of two.
        let (mut anchor, mut renew) = (tail, 1);
        while tail.is(Tag::List) {
            tail = tail.addr().add(1).get().deref();
            length += 1;
            if tail == anchor && tail.is(Tag::List) {
                return (length, tail);
            }
            if length == renew {
                anchor = tail;
                renew *= 2;
            }
        }
        (length, tail)
    }

    /// How many elements a proper list has.
    pub(crate) fn check_list(&mut self, list: Cell) -> Result<u64, Ball> {
        let (length, tail) = self.skip_list(list);
        if tail.is(Tag::Ref) {
            return Err(self.instantiation_error());
        }
        if tail != Cell::NIL {
            return Err(self.type_error("list", list));
        }
        Ok(length)
    }

    /// The elements of a proper list.
    pub(crate) fn list_items(&mut self, list: Cell) -> Result<Vec<Cell>, Ball> {
        let length = self.check_list(list)?;
        self.can_allocate(size_of::<Cell>() * length as usize)?;
        let mut items = Vec::with_capacity(length as usize);
        let mut rest = list.deref();
        while rest.is(Tag::List) {
            items.push(rest.addr().get());
            rest = rest.addr().add(1).get().deref();
        }
        Ok(items)
    }

    /// A list of elements before a tail.
    pub(crate) fn make_list(&mut self, items: &[Cell], tail: Cell) -> Result<Cell, Ball> {
        if items.is_empty() {
            return Ok(tail);
        }
        self.ensure(2 * items.len())?;
        Ok(self.make_list_of(items.iter().copied(), tail))
    }

    /// A list of elements before a tail, where the room is there.
    pub(crate) fn make_list_of(&mut self, items: impl ExactSizeIterator<Item = Cell>, tail: Cell) -> Cell {
        let n = items.len();
        if n == 0 {
            return tail;
        }
        let start = self.heap_top();
        let mut h = start;
        for (i, item) in items.enumerate() {
            h.push(item);
            let next = h.add(1);
            h.push(if i + 1 == n { tail } else { Cell::list(next) });
        }
        self.set_heap_top(h);
        Cell::list(start)
    }
}
