//! Taking terms apart, making them, and walking over them.

use super::Outcome;
use crate::atoms::{Functor, known};
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::memory::Addr;
use crate::machine::number::Number;
use crate::meter;
use crate::modules::ModuleId;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// The most arguments a term may have.
const MAX_ARITY: i64 = (1 << 27) - 1;

/// Cells of a walk that take as long as it takes to remember a variable, or to bind it to a term with a number.
const VARIABLE: u64 = 6;

/// Cells after which a walk suspects that it goes in circles.
const CAREFUL: u64 = 1 << 20;

pub(crate) fn functor(m: &mut Machine) -> Outcome {
    let [term, name, arity] = [m.a(0), m.a(1), m.a(2)];
    match term.tag() {
        Tag::Ref => {
            if arity.is(Tag::Ref) || name.is(Tag::Ref) {
                return Err(m.instantiation_error());
            }
            let n = m.integer(arity)?;
            if n == 0 {
                if name.is_compound() {
                    return Err(m.type_error("atomic", name));
                }
                return Ok(m.unify(term, name));
            }
            if n < 0 {
                return Err(m.domain_error("not_less_than_zero", arity));
            }
            if name.is_compound() {
                return Err(m.type_error("atomic", name));
            }
            if !name.is(Tag::Atom) {
                return Err(m.type_error("atom", name));
            }
            if n > MAX_ARITY {
                return Err(m.out_of_memory());
            }
            m.units += n as u64;
            m.ensure(n as usize + 1)?;
            let functor = Functor { name: name.as_atom(), arity: n as u32 };
            let compound = m.make_compound(functor, &[]);
            for _ in 0..n {
                m.make_variable();
            }
            Ok(m.unify(term, compound))
        }
        Tag::List | Tag::Struct => {
            let functor = m.functor_of(term);
            Ok(m.unify(name, Cell::atom(functor.name)) && m.unify(arity, Cell::int(functor.arity.into())))
        }
        _ => Ok(m.unify(name, term) && m.unify(arity, Cell::int(0))),
    }
}

pub(crate) fn arg(m: &mut Machine) -> Outcome {
    let [n, term] = [m.a(0), m.a(1)];
    if n.is(Tag::Ref) || term.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !term.is_compound() {
        return Err(m.type_error("compound", term));
    }
    // Beyond 64 bits there are no arguments.
    let at = if n.is_integer() && !n.is(Tag::Int) { m.index(n) } else { m.integer(n)? };
    if at < 0 {
        return Err(m.domain_error("not_less_than_zero", n));
    }
    let arity = i64::from(m.functor_of(term).arity);
    if !(1..=arity).contains(&at) {
        return Ok(false);
    }
    let found = m.args_of(term).add(at as usize - 1).get();
    Ok(m.unify(m.a(2), found))
}

pub(crate) fn univ(m: &mut Machine) -> Outcome {
    let [term, list] = [m.a(0), m.a(1)];
    if term.is_compound() {
        let functor = m.functor_of(term);
        let args = m.args_of(term);
        m.check_list_or_partial(list)?;
        let mut items = vec![Cell::atom(functor.name)];
        items.extend((0..functor.arity as usize).map(|i| args.add(i).get()));
        m.units += u64::from(functor.arity);
        let made = m.make_list(&items, Cell::NIL)?;
        return Ok(m.unify(list, made));
    }
    if !term.is(Tag::Ref) {
        m.check_list_or_partial(list)?;
        let made = m.make_list(&[term], Cell::NIL)?;
        return Ok(m.unify(list, made));
    }
    let length = m.check_list(list)?;
    if length == 0 {
        return Err(m.domain_error("non_empty_list", list));
    }
    let (name, arity) = (list.addr().get().deref(), length as usize - 1);
    m.units += arity as u64;
    if arity == 0 {
        return match name.tag() {
            Tag::Ref => Err(m.instantiation_error()),
            Tag::List | Tag::Struct => Err(m.type_error("atomic", name)),
            _ => Ok(m.unify(term, name)),
        };
    }
    match name.tag() {
        Tag::Ref => Err(m.instantiation_error()),
        Tag::Atom => {
            let functor = Functor { name: name.as_atom(), arity: arity as u32 };
            m.ensure(arity + 1)?;
            let compound = m.make_compound(functor, &[]);
            let (mut h, mut rest) = (m.heap_top(), list);
            for _ in 0..arity {
                rest = rest.addr().add(1).get().deref();
                h.push(rest.addr().get());
            }
            m.set_heap_top(h);
            Ok(m.unify(term, compound))
        }
        _ => Err(m.type_error("atom", name)),
    }
}

pub(crate) fn copy_term(m: &mut Machine) -> Outcome {
    let before = m.heap_top();
    let copy = m.copy(m.a(0))?;
    m.units += m.heap_top().words_from(before) as u64;
    Ok(m.unify(m.a(1), copy))
}

pub(crate) fn term_variables(m: &mut Machine) -> Outcome {
    m.check_list_or_partial(m.a(1))?;
    let (variables, work) = m.variables_of(m.a(0))?;
    m.units += work;
    let list = m.make_list(&variables, Cell::NIL)?;
    Ok(m.unify(m.a(1), list))
}

pub(crate) fn numbervars(m: &mut Machine) -> Outcome {
    let start = m.integer(m.a(1))?;
    let (next, work) = m.number_variables(m.a(0), start, "$VAR")?;
    m.units += work;
    let next = m.int_cell(next);
    Ok(m.unify(m.a(2), next))
}

/// The cell of an argument named by number, for the predicates that replace it.
fn argument_place(m: &mut Machine) -> Result<Option<Addr>, Ball> {
    let at = m.integer(m.a(0))?;
    let term = m.a(1);
    if !term.is_compound() {
        return Err(if term.is(Tag::Ref) { m.instantiation_error() } else { m.type_error("compound", term) });
    }
    let arity = i64::from(m.functor_of(term).arity);
    Ok((1..=arity).contains(&at).then(|| m.args_of(term).add(at as usize - 1)))
}

pub(crate) fn setarg(m: &mut Machine) -> Outcome {
    let Some(place) = argument_place(m)? else { return Ok(false) };
    let value = m.a(2);
    m.assign_undoable(place, value)?;
    Ok(true)
}

/// `term_hash(Term, Hash)`: nothing is unified where the term is not ground. Hashes are the same in every run.
pub(crate) fn term_hash(m: &mut Machine) -> Outcome {
    let mut hash = FxHasher::default();
    let (mut ground, mut names) = (true, Vec::new());
    let cells = m.walk::<true>(m.a(0), |cell| {
        ground = !cell.is(Tag::Ref);
        names.push(cell);
        ground
    });
    m.units += cells;
    if !ground {
        return Ok(true);
    }
    for cell in names {
        match cell.tag() {
            Tag::Atom => m.program.atoms.name(cell.as_atom()).hash(&mut hash),
            Tag::List | Tag::Struct => {
                let functor = m.functor_of(cell);
                (m.program.atoms.name(functor.name), functor.arity).hash(&mut hash);
            }
            Tag::Boxed => {
                let at = cell.addr();
                (0..=at.get().payload_words()).for_each(|i| at.add(i).get().hash(&mut hash));
            }
            _ => cell.hash(&mut hash),
        }
    }
    // The upper bits are the well-mixed ones.
    Ok(m.unify(m.a(1), Cell::int((hash.finish() >> 40) as i64)))
}

pub(crate) fn nb_setarg(m: &mut Machine) -> Outcome {
    let Some(place) = argument_place(m)? else { return Ok(false) };
    let value = m.a(2);
    if value.is_constant() {
        place.set(value);
        return Ok(true);
    }
    let before = m.heap_top();
    let value = m.copy(value)?;
    m.units += m.heap_top().words_from(before) as u64 + m.keep_heap();
    place.set(value);
    Ok(true)
}

/// How predicates are named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    /// By `Name/Arity`.
    Indicators,
    /// So, or by terms that call them.
    Heads,
}

impl Machine {
    /// An integer as an index: those beyond 64 bits are beyond all indices.
    fn index(&self, cell: Cell) -> i64 {
        match self.number(cell) {
            Number::Int(value) => value,
            other if other.compare(&Number::Int(0)).is_some_and(Ordering::is_lt) => i64::MIN,
            _ => i64::MAX,
        }
    }

    /// An error unless a result that is to be a list can become one.
    pub(crate) fn check_list_or_partial(&mut self, list: Cell) -> Result<(), Ball> {
        let (_, tail) = self.skip_list(list);
        if tail.is(Tag::Ref) || tail == Cell::NIL { Ok(()) } else { Err(self.type_error("list", list)) }
    }

    /// Walks over the cells of a term, dereferenced, left to right, until `visit` says no; returns how many were seen. A
    /// builtin whose work that is shows the branch predictor what it sees.
    pub(crate) fn walk<const FORESEEN: bool>(&mut self, term: Cell, mut visit: impl FnMut(Cell) -> bool) -> u64 {
        let mut cells = 0;
        let mut seen = FxHashSet::default();
        let mut stack: Vec<(Addr, usize)> = Vec::new();
        let mut cell = term.deref();
        loop {
            cells += 1;
            if FORESEEN {
                self.foresee_walk(cell, !stack.is_empty());
            }
            if !visit(cell) {
                return cells;
            }
            if cell.is_compound() && (cells < CAREFUL || seen.insert(cell)) {
                stack.push((self.args_of(cell), self.functor_of(cell).arity as usize));
            }
            let Some((args, left)) = stack.pop() else { return cells };
            if left > 1 {
                stack.push((args.add(1), left - 1));
            }
            cell = args.get().deref();
        }
    }

    /// The distinct variables of a term in order of occurrence, and the work in cells.
    pub(crate) fn variables_of(&mut self, term: Cell) -> Result<(Vec<Cell>, u64), Ball> {
        let mut variables = Vec::new();
        let mut known: FxHashMap<Cell, ()> = FxHashMap::default();
        let mut fits = true;
        let cells = self.walk::<true>(term, |cell| {
            if cell.is(Tag::Ref) {
                fits = meter::fits(meter::more_of_table(&known, 1) + meter::next_of_list(&variables, 1));
                if fits && known.insert(cell, ()).is_none() {
                    variables.push(cell);
                }
            }
            fits
        });
        let work = cells + VARIABLE * variables.len() as u64;
        if fits { Ok((variables, work)) } else { Err(self.out_of_memory()) }
    }

    /// Binds the variables of a term to `Name(N)`, `Name(N+1)`, …; returns the next number and the work in cells.
    pub(crate) fn number_variables(&mut self, term: Cell, start: i64, name: &str) -> Result<(i64, u64), Ball> {
        let (variables, work) = self.variables_of(term)?;
        let work = work + VARIABLE * variables.len() as u64;
        self.ensure(4 * variables.len())?;
        let mut next = start;
        for variable in variables {
            let number = self.int_cell(next);
            let value = self.make(name, &[number]);
            self.unify(variable, value);
            next += 1;
        }
        Ok((next, work))
    }

    /// `Name/Arity`, or a conjunction or list of such, taken apart.
    /// Those without a module are of `user`.
    pub(crate) fn indicators(&mut self, term: Cell) -> Result<Vec<(ModuleId, Functor)>, Ball> {
        self.named(term, Naming::Indicators)
    }

    /// The predicates that a term names, in the ways it may.
    pub(crate) fn named(&mut self, term: Cell, naming: Naming) -> Result<Vec<(ModuleId, Functor)>, Ball> {
        let mut found = Vec::new();
        let mut todo = vec![(ModuleId::USER, term)];
        while let Some((module, term)) = todo.pop() {
            let term = term.deref();
            if term.is(Tag::Ref) {
                return Err(self.instantiation_error());
            }
            if term == Cell::NIL {
                continue;
            }
            if term.is(Tag::Atom) && naming == Naming::Heads {
                found.push((module, Functor { name: term.as_atom(), arity: 0 }));
                continue;
            }
            if !term.is_compound() {
                return Err(self.type_error("predicate_indicator", term));
            }
            let functor = self.functor_of(term);
            let args = self.args_of(term);
            let (left, right) = (args.get().deref(), args.add(1).get());
            match (functor.name, functor.arity) {
                (known::COMMA | known::DOT, 2) => todo.extend([(module, right), (module, left)]),
                (known::COLON, 2) => todo.push(self.strip_module(term, module)?),
                (known::SLASH, 2) => {
                    if left.is(Tag::Ref) {
                        return Err(self.instantiation_error());
                    }
                    if !left.is(Tag::Atom) {
                        return Err(self.type_error("atom", left));
                    }
                    let arity = self.natural(right)?;
                    if arity > MAX_ARITY {
                        return Err(self.representation_error("max_arity"));
                    }
                    found.push((module, Functor { name: left.as_atom(), arity: arity as u32 }));
                }
                _ if naming == Naming::Heads => found.push((module, functor)),
                _ => return Err(self.type_error("predicate_indicator", term)),
            }
        }
        Ok(found)
    }
}
