//! `$X` in a query: what X was in an earlier answer.
//!
//! In: the answers that were shown, and queries as they were read. Out: queries with values in the place of `$X`. A
//! variable in such a value is a new one each time.

use std::collections::HashMap;
use std::rc::Rc;
use wam::atoms::{Atom, Atoms};
use wam::machine::Solution;
use wam::read::{OpType, Ops};
use wam::term::{Node, ReadTerm, Span, TermId, Terms, VarId, VariableName};

/// Answers of more nodes are not kept.
const LARGEST: usize = 1 << 20;

/// The values of the answers so far, the newest for each name.
#[derive(Default)]
pub struct Bindings(HashMap<String, (Rc<Terms>, TermId)>);

impl Bindings {
    /// The operators of queries: those of the program and `$`, unless that is one already.
    pub fn operators(ops: &Ops, atoms: &Atoms) -> Ops {
        let (mut ops, dollar) = (ops.clone(), atoms.intern("$"));
        if ops.prefix(dollar).is_none() {
            // Only a program that has made it something else could be in the way, and then it is that.
            let _ = ops.add(1, OpType::Fx, dollar);
        }
        ops
    }

    /// Keeps an answer.
    pub fn keep(&mut self, solution: &Solution) {
        if solution.bindings.is_empty() || solution.terms.nodes() > LARGEST {
            return;
        }
        let terms = Rc::new(solution.terms.clone());
        for (name, value) in &solution.bindings {
            // A variable is no value.
            if !matches!(terms.get(*value), Node::Var(_)) {
                self.0.insert(name.clone(), (terms.clone(), *value));
            }
        }
    }

    /// The query with the values that it asks for; or the name of a variable that has none.
    pub fn fill(&self, query: ReadTerm, atoms: &Atoms) -> Result<ReadTerm, String> {
        let dollar = atoms.intern("$");
        let ids = || (0..query.terms.nodes() as u32).map(TermId);
        if !ids().any(|id| asked(&query, id, dollar).is_some()) {
            return Ok(query);
        }
        let mut filled = ReadTerm { terms: Terms::new(), root: query.root, variables: query.variables.clone() };
        for var in 0..query.terms.variables() {
            filled.terms.var(VarId(var), Span::default());
        }
        let mut places = Vec::with_capacity(query.terms.nodes());
        // Children stand before their parents.
        for id in ids() {
            let place = match asked(&query, id, dollar) {
                None => copied(&query.terms, id, &mut filled.terms, |child| places[child.0 as usize], |var| var),
                Some(name) => {
                    let (terms, value) = self.0.get(name).ok_or_else(|| name.to_string())?;
                    put(terms, *value, &mut filled)
                }
            };
            places.push(place);
        }
        filled.root = places[query.root.0 as usize];
        Ok(filled)
    }
}

/// The name in `$Name`, if that is what a node is.
fn asked(query: &ReadTerm, id: TermId, dollar: Atom) -> Option<&str> {
    let &[variable] = query.terms.match_compound(id, dollar, 1)? else { return None };
    match query.terms.get(variable) {
        Node::Var(var) => query.variables.get(var.0 as usize).map(|variable| variable.name.as_str()),
        _ => None,
    }
}

/// Copies a value into a query, its variables being new.
fn put(terms: &Terms, root: TermId, query: &mut ReadTerm) -> TermId {
    let mut reached = vec![false; root.0 as usize + 1];
    reached[root.0 as usize] = true;
    for at in (0..=root.0).rev() {
        if let (true, Node::Compound(_, args)) = (reached[at as usize], terms.get(TermId(at))) {
            args.iter().for_each(|arg| reached[arg.0 as usize] = true);
        }
    }
    let (mut places, mut fresh): (Vec<TermId>, HashMap<VarId, VarId>) = (vec![root; reached.len()], HashMap::new());
    for at in (0..=root.0).filter(|&at| reached[at as usize]) {
        let next = VarId(query.terms.variables());
        let new = |var: VarId| *fresh.entry(var).or_insert(next);
        let place = copied(terms, TermId(at), &mut query.terms, |child| places[child.0 as usize], new);
        places[at as usize] = place;
    }
    let blank = || VariableName { name: "_".into(), span: Span::default(), occurrences: 1 };
    query.variables.resize_with(query.terms.variables() as usize, blank);
    places[root.0 as usize]
}

/// Copies a node whose children have been copied.
pub(super) fn copied(
    from: &Terms,
    id: TermId,
    to: &mut Terms,
    child: impl Fn(TermId) -> TermId,
    variable: impl FnOnce(VarId) -> VarId,
) -> TermId {
    let span = from.span(id);
    match from.get(id) {
        Node::Var(var) => to.var(variable(var), span),
        Node::Atom(atom) => to.atom(atom, span),
        Node::Int(value) => to.int(value, span),
        Node::Big(value) => to.big(value.clone(), span),
        Node::Rational(value) => to.rational(value.clone(), span),
        Node::Float(value) => to.float(value, span),
        Node::Str(text) => to.string(text, span),
        Node::Compound(functor, args) => {
            let args: Vec<TermId> = args.iter().map(|&arg| child(arg)).collect();
            to.compound(functor.name, &args, span)
        }
    }
}
