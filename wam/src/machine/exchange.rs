//! Terms into the machine and out of it: between the heap and [`Terms`] arenas. Iterative in both directions.

use super::Machine;
use super::cell::{Cell, Kind, Tag};
use super::error::Ball;
use super::memory::Addr;
use super::number::Number;
use crate::atoms::{Functor, known};
use crate::meter;
use crate::term::{Node, Span, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// Variables of an arena as they were met on the heap.
pub(crate) type Variables = FxHashMap<u64, VarId>;

/// Nodes that any term may have which is walked through part by part.
const FREE_NODES: usize = 1 << 22;
/// Nodes between two looks at memory; error terms have fewer.
const NODES: usize = 1 << 12;

impl Machine {
    /// The most nodes of a term that leaves the machine or is compiled: larger ones have a few for each word of the heap
    /// in use, which a cyclic term exceeds.
    pub(crate) fn most_nodes(&self) -> usize {
        FREE_NODES.max(4 * self.regs.h.words_from(self.heap.base()))
    }

    /// Builds a term of an arena on the heap; `variables` holds a cell for each variable met so far.
    pub(crate) fn import(&mut self, terms: &Terms, root: TermId, variables: &mut Vec<Option<Cell>>) -> Cell {
        variables.resize(variables.len().max(terms.variables() as usize), None);
        self.regs.h.push(Cell::NIL);
        let place = self.regs.h.sub(1);
        let mut todo = vec![(root, place)];
        while let Some((id, at)) = todo.pop() {
            let cell = match terms.get(id) {
                Node::Var(var) => match variables[var.0 as usize] {
                    Some(cell) => cell,
                    None => {
                        let cell = Cell::reference(at);
                        variables[var.0 as usize] = Some(cell);
                        cell
                    }
                },
                Node::Atom(atom) => Cell::atom(atom),
                Node::Int(value) => self.int_cell(value),
                Node::Big(value) => {
                    let number = Number::Big(value.clone());
                    self.count_read(&number);
                    self.number_cell(&number)
                }
                Node::Rational(value) => self.number_cell(&Number::rational(value.clone())),
                Node::Float(value) => self.number_cell(&Number::Float(value)),
                Node::Str(text) => self.string_cell(text),
                Node::Compound(functor, args) => {
                    let h = &mut self.regs.h;
                    let start = *h;
                    let is_list = functor == LIST;
                    if !is_list {
                        h.push(Cell::functor(functor));
                    }
                    let first = *h;
                    *h = first.add(args.len());
                    todo.extend(args.iter().enumerate().rev().map(|(i, &arg)| (arg, first.add(i))));
                    if is_list { Cell::list(start) } else { Cell::structure(start) }
                }
            };
            at.set(cell);
        }
        place.get()
    }

    /// Writes a term of the heap into an arena; `variables` numbers the variables met so far. A term that is not finite
    /// becomes `@(Template, Bindings)`, where variables stand for the compounds that it must be cut at.
    pub(crate) fn export(&mut self, term: Cell, terms: &mut Terms, variables: &mut Variables) -> Result<TermId, Ball> {
        if self.is_acyclic(term) {
            return self.export_cut(term, terms, variables, &Variables::default());
        }
        let entries = self.cycle_entries(term);
        let span = Span::default();
        let mut cuts = Variables::default();
        for entry in &entries {
            let id = terms.fresh_var(span);
            if let Node::Var(var) = terms.get(id) {
                cuts.insert(entry.0, var);
                // So that it has a name among the others.
                variables.insert(entry.0, var);
            }
        }
        let template = match cuts.get(&term.deref().0) {
            Some(&var) => terms.var(var, span),
            None => self.export_cut(term, terms, variables, &cuts)?,
        };
        let mut bindings = Vec::with_capacity(entries.len());
        let equals = known::EQUALS;
        for entry in entries {
            let variable = terms.var(cuts[&entry.0], span);
            let value = self.export_cut(entry, terms, variables, &cuts)?;
            bindings.push(terms.compound(equals, &[variable, value], span));
        }
        let bindings = terms.list(&bindings, span);
        let name = self.program.atoms.intern("@");
        Ok(terms.compound(name, &[template, bindings], span))
    }

    /// Writes a term into an arena with variables in the place of some compounds below its root.
    fn export_cut(
        &mut self,
        term: Cell,
        terms: &mut Terms,
        variables: &mut Variables,
        cuts: &Variables,
    ) -> Result<TermId, Ball> {
        /// A compound whose arguments are being exported.
        struct Open {
            functor: Functor,
            args: Addr,
            next: usize,
        }
        let span = Span::default();
        let mut open: Vec<Open> = Vec::new();
        let mut done: Vec<TermId> = Vec::new();
        let mut nodes = 0;
        let limit = self.most_nodes();
        let mut term = term.deref();
        loop {
            nodes += 1;
            if nodes > limit {
                return Err(self.out_of_memory());
            }
            if nodes % NODES == 0 {
                let lists = meter::next_of_list(&done, NODES) + meter::next_of_list(&open, NODES);
                let table = meter::more_of_table(variables, NODES);
                self.can_allocate(terms.next_bytes(NODES) + lists + table)?;
            }
            let id = match term.tag() {
                Tag::Ref => match variables.get(&term.0) {
                    Some(&var) => terms.var(var, span),
                    None => {
                        let id = terms.fresh_var(span);
                        if let Node::Var(var) = terms.get(id) {
                            variables.insert(term.0, var);
                        }
                        id
                    }
                },
                Tag::Int => terms.int(term.as_int(), span),
                Tag::Boxed if term.is_box(Kind::Text) => terms.string(self.text_of_string(term), span),
                Tag::Boxed => match self.number(term) {
                    Number::Int(value) => terms.int(value, span),
                    Number::Big(value) => terms.big(value, span),
                    Number::Rational(value) => terms.rational(*value, span),
                    Number::Float(value) => terms.float(value, span),
                },
                Tag::List | Tag::Struct if nodes > 1 && cuts.contains_key(&term.0) => terms.var(cuts[&term.0], span),
                Tag::List | Tag::Struct => {
                    let args = self.args_of(term);
                    open.push(Open { functor: self.functor_of(term), args, next: 1 });
                    term = args.get().deref();
                    continue;
                }
                _ => terms.atom(term.as_atom(), span),
            };
            done.push(id);
            loop {
                let Some(top) = open.last_mut() else {
                    return Ok(done.pop().expect("the root was exported"));
                };
                let arity = top.functor.arity as usize;
                if top.next < arity {
                    term = top.args.add(top.next).get().deref();
                    top.next += 1;
                    break;
                }
                let args = done.split_off(done.len() - arity);
                done.push(terms.compound(top.functor.name, &args, span));
                open.pop();
            }
        }
    }
}

const LIST: Functor = Functor { name: known::DOT, arity: 2 };
