//! Terms as text sees them: the exchange format between reader, compiler, analyzer, writer and machine.
//!
//! A [`Terms`] is an arena: nodes refer to each other by index, children before parents, so a term of any depth is
//! dropped, walked and copied without recursion. Every node carries the [`Span`] of the text it came from.

use crate::atoms::{Atom, Functor, known};
use num_bigint::BigInt;
use num_rational::BigRational;

/// A range of bytes in a source text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A node of a [`Terms`] arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub u32);

/// A variable of a clause, numbered in order of first occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub u32);

/// What a node is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Node<'a> {
    /// A variable.
    Var(VarId),
    /// An atom.
    Atom(Atom),
    /// An integer that fits a machine word.
    Int(i64),
    /// An integer that does not fit an `i64`.
    Big(&'a BigInt),
    /// A rational that is no integer.
    Rational(&'a BigRational),
    /// A finite IEEE double.
    Float(f64),
    /// A string object (only under `double_quotes = string`).
    Str(&'a str),
    /// A compound term and its arguments (at least one). Lists are `'.'(Head, Tail)` ending in `[]`.
    Compound(Functor, &'a [TermId]),
}

#[derive(Clone, Debug)]
enum Stored {
    Var(VarId),
    Atom(Atom),
    Int(i64),
    Big(Box<BigInt>),
    Rational(Box<BigRational>),
    Float(f64),
    Str(Box<str>),
    Compound { name: Atom, first: u32, arity: u32 },
}

/// An arena of terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Stored>,
    spans: Vec<Span>,
    args: Vec<TermId>,
    variables: u32,
}

impl Terms {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty arena with room for so many nodes.
    pub fn with_capacity(nodes: usize) -> Self {
        Terms {
            nodes: Vec::with_capacity(nodes),
            spans: Vec::with_capacity(nodes),
            args: Vec::with_capacity(nodes),
            variables: 0,
        }
    }

    /// Gives back the room that is not used: of a clause that is kept.
    pub fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
        self.spans.shrink_to_fit();
        self.args.shrink_to_fit();
    }

    /// What the node is.
    pub fn get(&self, id: TermId) -> Node<'_> {
        match &self.nodes[id.0 as usize] {
            Stored::Var(v) => Node::Var(*v),
            Stored::Atom(a) => Node::Atom(*a),
            Stored::Int(i) => Node::Int(*i),
            Stored::Big(b) => Node::Big(b),
            Stored::Rational(q) => Node::Rational(q),
            Stored::Float(x) => Node::Float(*x),
            Stored::Str(s) => Node::Str(s),
            Stored::Compound { name, first, arity } => Node::Compound(
                Functor { name: *name, arity: *arity },
                &self.args[*first as usize..(*first + *arity) as usize],
            ),
        }
    }

    /// How many nodes the arena holds.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes it allocates where it takes so many more nodes.
    pub(crate) fn next_bytes(&self, more: usize) -> usize {
        const EACH: usize = size_of::<Stored>() + size_of::<Span>() + 2 * size_of::<TermId>();
        let (taken, room) = (self.nodes.len() + more, self.nodes.capacity());
        if taken < room { 0 } else { EACH * taken.max(2 * room) }
    }

    /// The names of all atoms and compound terms but lists, with repetitions.
    pub fn names(&self) -> impl Iterator<Item = Atom> + '_ {
        (0..self.nodes.len() as u32).filter_map(|at| match self.get(TermId(at)) {
            Node::Compound(Functor { name: known::DOT, arity: 2 }, _) => None,
            Node::Atom(name) | Node::Compound(Functor { name, .. }, _) => Some(name),
            _ => None,
        })
    }

    /// Where the node's text is.
    pub fn span(&self, id: TermId) -> Span {
        self.spans[id.0 as usize]
    }

    /// Says that all nodes come from one place.
    pub fn place(&mut self, span: Span) {
        self.spans.fill(span);
    }

    /// How many distinct variables the arena's terms may mention: ids are below this.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// A variable never used before.
    pub fn fresh_var(&mut self, span: Span) -> TermId {
        let var = VarId(self.variables);
        self.var(var, span)
    }

    /// A variable.
    pub fn var(&mut self, var: VarId, span: Span) -> TermId {
        self.variables = self.variables.max(var.0 + 1);
        self.push(Stored::Var(var), span)
    }

    /// An atom.
    pub fn atom(&mut self, atom: Atom, span: Span) -> TermId {
        self.push(Stored::Atom(atom), span)
    }

    /// An integer.
    pub fn int(&mut self, value: i64, span: Span) -> TermId {
        self.push(Stored::Int(value), span)
    }

    /// An integer of any size.
    pub fn big(&mut self, value: BigInt, span: Span) -> TermId {
        match i64::try_from(&value) {
            Ok(small) => self.int(small, span),
            Err(_) => self.push(Stored::Big(Box::new(value)), span),
        }
    }

    /// A rational, or the integer it is.
    pub fn rational(&mut self, value: BigRational, span: Span) -> TermId {
        if value.is_integer() {
            return self.big(value.to_integer(), span);
        }
        self.push(Stored::Rational(Box::new(value)), span)
    }

    /// A float.
    pub fn float(&mut self, value: f64, span: Span) -> TermId {
        self.push(Stored::Float(value), span)
    }

    /// A string object.
    pub fn string(&mut self, value: &str, span: Span) -> TermId {
        self.push(Stored::Str(value.into()), span)
    }

    /// A compound term (an atom where there are no arguments).
    pub fn compound(&mut self, name: Atom, args: &[TermId], span: Span) -> TermId {
        if args.is_empty() {
            return self.atom(name, span);
        }
        let first = self.args.len() as u32;
        self.args.extend_from_slice(args);
        self.push(Stored::Compound { name, first, arity: args.len() as u32 }, span)
    }

    /// A list cell.
    pub fn cons(&mut self, head: TermId, tail: TermId, span: Span) -> TermId {
        self.compound(known::DOT, &[head, tail], span)
    }

    /// A proper list.
    pub fn list(&mut self, items: &[TermId], span: Span) -> TermId {
        let nil = self.atom(known::NIL, span);
        items.iter().rev().fold(nil, |tail, &head| self.cons(head, tail, span))
    }

    /// The arguments, if the node is a compound of that name and arity.
    pub fn match_compound(&self, id: TermId, name: Atom, arity: u32) -> Option<&[TermId]> {
        match self.get(id) {
            Node::Compound(functor, args) if functor == (Functor { name, arity }) => Some(args),
            _ => None,
        }
    }

    /// The arguments of a compound; none of another node.
    pub fn arguments(&self, id: TermId) -> &[TermId] {
        match self.get(id) {
            Node::Compound(_, args) => args,
            _ => &[],
        }
    }

    /// The variable, if the node is one.
    pub fn variable(&self, id: TermId) -> Option<VarId> {
        match self.get(id) {
            Node::Var(var) => Some(var),
            _ => None,
        }
    }

    /// The head of a clause, and its body if it has one.
    pub fn head_and_body(&self, clause: TermId) -> (TermId, Option<TermId>) {
        match self.match_compound(clause, known::NECK, 2) {
            Some(&[head, body]) => (head, Some(body)),
            _ => (clause, None),
        }
    }

    /// The goals of a conjunction, in order.
    pub fn conjuncts(&self, goal: TermId) -> Vec<TermId> {
        let (mut goals, mut rest) = (Vec::new(), vec![goal]);
        while let Some(goal) = rest.pop() {
            match self.match_compound(goal, known::COMMA, 2) {
                Some(&[left, right]) => rest.extend([right, left]),
                _ => goals.push(goal),
            }
        }
        goals
    }

    /// The name and arity of a callable node (atom or compound).
    pub fn functor(&self, id: TermId) -> Option<Functor> {
        match self.get(id) {
            Node::Atom(name) => Some(Functor { name, arity: 0 }),
            Node::Compound(functor, _) => Some(functor),
            _ => None,
        }
    }

    fn push(&mut self, node: Stored, span: Span) -> TermId {
        let id = TermId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes in one term"));
        self.nodes.push(node);
        self.spans.push(span);
        id
    }
}

/// A term read from text with its variables' names.
#[derive(Clone, Debug)]
pub struct ReadTerm {
    /// The arena that holds it.
    pub terms: Terms,
    /// The term itself.
    pub root: TermId,
    /// The variables in order of first occurrence; index = [`VarId`]. `_` has an entry of its own each time.
    pub variables: Vec<VariableName>,
}

/// A variable as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableName {
    /// Its name (`_` for anonymous ones).
    pub name: String,
    /// Where it occurs first.
    pub span: Span,
    /// How often it occurs.
    pub occurrences: u32,
}
