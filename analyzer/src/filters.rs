//! Filters: predicates that give those elements of a list of which something holds, each once. `less(Xs, P, Ls)` and
//! `others(Xs, P, Gs)` share out `Xs` where no element is of both, as `include(G, Xs, Ls)` and `exclude(G, Xs, Gs)` do: their
//! results together are no longer than `Xs`.
//!
//! In: a program, and on a path the calls of its filters. Out: by predicate what it keeps ([`Filter`]), and the length that is
//! left for the result of a call where others of the same list are known ([`Kept`]).

use crate::clauses::{cons, succeeded};
use crate::explore::Explorer;
use crate::range::Range;
use crate::remembered::{ANY, Order, SAME, Subject, is_true_of, turned};
use crate::state::{Cell, CellId, LIST, State};
use crate::types::Type;
use rustc_hash::FxHashMap;
use solver::{Expr, Linear};
use std::sync::Arc;
use wam::atoms::known;
use wam::code::Program;
use wam::instr::PredId;
use wam::term::{Node, ReadTerm, TermId, VarId};

/// How an element stands to a term, `T` being how that is known: in one of these ways, by its value or in the standard order; or
/// they have no order, as what is no number has none to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Comparison<T> {
    orders: Order,
    by_value: bool,
    unordered: bool,
    with: T,
}

/// What the clauses of a filter ask of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Condition {
    Compares(Comparison<Place>),
    /// A goal succeeds, or fails, that gets it as its last argument.
    Says {
        goal: Place,
        holds: bool,
    },
}

/// A term in the clauses of a filter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Argument(usize),
    Constant(Subject),
}

/// A predicate that gives those elements of a list of which something holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Filter {
    list: usize,
    out: usize,
    keeps: Condition,
}

/// The filters of a program.
#[derive(Debug, Default)]
pub(crate) struct Filters(FxHashMap<PredId, Filter>);

/// The result of a filter on a path.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Kept {
    list: Subject,
    keeps: Comparison<Subject>,
    out: CellId,
}

impl<T> Comparison<T> {
    /// A comparison that is true of some orders, where that is known of another term.
    fn of((orders, by_value): (Order, bool), with: T) -> Comparison<T> {
        Comparison { orders, by_value, unordered: false, with }
    }

    /// The same with another term.
    fn with<U>(self, with: U) -> Comparison<U> {
        let Comparison { orders, by_value, unordered, .. } = self;
        Comparison { orders, by_value, unordered, with }
    }

    /// What holds of the elements of which this does not.
    fn negated(self) -> Comparison<T> {
        let unordered = self.by_value && !self.unordered;
        Comparison { orders: !self.orders & ANY, unordered, ..self }
    }
}

impl<T: PartialEq> Comparison<T> {
    /// Whether both are about the same.
    fn is_alike(&self, other: &Comparison<T>) -> bool {
        self.by_value == other.by_value && self.with == other.with
    }

    /// Whether no element is of both.
    fn excludes(&self, other: &Comparison<T>) -> bool {
        self.is_alike(other) && self.orders & other.orders == 0 && !(self.unordered && other.unordered)
    }
}

impl Condition {
    fn negated(self) -> Condition {
        match self {
            Condition::Compares(comparison) => Condition::Compares(comparison.negated()),
            Condition::Says { goal, holds } => Condition::Says { goal, holds: !holds },
        }
    }
}

impl Filters {
    /// Those of a program.
    pub(crate) fn of(program: &Program) -> Filters {
        let mut filters: FxHashMap<PredId, Filter> = FxHashMap::default();
        loop {
            let before = filters.len();
            for pred in (0..program.predicates.len() as u32).map(PredId) {
                let of = program.get(pred);
                if of.source.is_empty() || of.functor.arity < 2 || filters.contains_key(&pred) {
                    continue;
                }
                let found = Written { program, pred }.filter(&filters);
                filters.extend(found.map(|filter| (pred, filter)));
            }
            if filters.len() == before {
                break;
            }
        }
        Filters(filters)
    }
}

/// A predicate that may be a filter.
struct Written<'a> {
    program: &'a Program,
    pred: PredId,
}

/// What is known of a way through a clause: what has been asked of the element, and which goals have succeeded.
type Way = (Vec<Condition>, Vec<TermId>);

impl Written<'_> {
    fn filter(&self, known: &FxHashMap<PredId, Filter>) -> Option<Filter> {
        let of = self.program.get(self.pred);
        if let [clause] = &of.source[..]
            && let Some(filter) = self.by_another(clause, known)
        {
            return Some(filter);
        }
        let arity = of.functor.arity as usize;
        let places = (0..arity).flat_map(|list| (0..arity).map(move |out| (list, out)));
        places.filter(|(list, out)| list != out).find_map(|(list, out)| {
            let mut keeps = None;
            for clause in &of.source {
                for condition in self.kept(clause, list, out)? {
                    keeps = Some(match keeps {
                        None => condition,
                        Some(known) => either(known, condition)?,
                    });
                }
            }
            Some(Filter { list, out, keeps: keeps? })
        })
    }

    /// The only clause hands everything on to a filter.
    fn by_another(&self, clause: &ReadTerm, known: &FxHashMap<PredId, Filter>) -> Option<Filter> {
        let terms = &clause.terms;
        let (head, body) = terms.head_and_body(clause.root);
        let body = body?;
        let callee = self.program.find_in(self.program.get(self.pred).module, terms.functor(body)?)?;
        let filter = known.get(&callee)?;
        let (head, args) = (terms.arguments(head), terms.arguments(body));
        let place = |at: usize| self.place(clause, args[at], head);
        let argument = |at: usize| match place(at)? {
            Place::Argument(at) => Some(at),
            Place::Constant(_) => None,
        };
        let handed = |of: Place| match of {
            Place::Argument(at) => place(at),
            constant => Some(constant),
        };
        let keeps = match filter.keeps {
            Condition::Compares(comparison) => Condition::Compares(comparison.with(handed(comparison.with)?)),
            Condition::Says { goal, holds } => Condition::Says { goal: handed(goal)?, holds },
        };
        Some(Filter { list: argument(filter.list)?, out: argument(filter.out)?, keeps })
    }

    /// A term of a clause, where it is an argument of the head or a constant.
    fn place(&self, clause: &ReadTerm, term: TermId, head: &[TermId]) -> Option<Place> {
        match clause.terms.get(term) {
            Node::Atom(name) => Some(Place::Constant(Subject::Atom(name))),
            Node::Int(value) => Some(Place::Constant(Subject::Int(value))),
            Node::Var(var) => {
                let mut places = (0..head.len()).filter(|&at| clause.terms.variable(head[at]) == Some(var));
                places.next().filter(|_| places.next().is_none()).map(Place::Argument)
            }
            _ => None,
        }
    }

    /// What is asked of the elements that a clause keeps, on each of its ways; nothing where it is no clause of a filter.
    fn kept(&self, clause: &ReadTerm, list: usize, out: usize) -> Option<Vec<Condition>> {
        let terms = &clause.terms;
        let (head, body) = terms.head_and_body(clause.root);
        let head = terms.arguments(head);
        let is_nil = |term: TermId| matches!(terms.get(term), Node::Atom(known::NIL));
        let Some((element, rest)) = cons(clause, head[list]) else {
            // It ends.
            return (is_nil(head[out]) && (is_nil(head[list]) || terms.variable(head[list]).is_some())).then(Vec::new);
        };
        let (element, rest) = (terms.variable(element)?, terms.variable(rest)?);
        let mut found = Vec::new();
        for (conditions, goals) in self.ways(clause, element, head, body?)? {
            let again = |&&goal: &&TermId| terms.functor(goal) == Some(self.program.get(self.pred).functor);
            let mut calls = goals.iter().filter(again);
            let (call, None) = (calls.next(), calls.next()) else { return None };
            let Some(&call) = call else {
                // Nothing comes after the last element that was looked at.
                self.made(clause, &goals, head[out]).filter(|&made| is_nil(made))?;
                continue;
            };
            let args = terms.arguments(call);
            let is_same = |at: usize| {
                at == list
                    || at == out
                    || terms.variable(head[at]).is_some() && terms.variable(head[at]) == terms.variable(args[at])
            };
            let (true, true) = (terms.variable(args[list]) == Some(rest), (0..head.len()).all(is_same)) else {
                return None;
            };
            let others = terms.variable(args[out])?;
            let made = self.made(clause, &goals, head[out])?;
            match cons(clause, made) {
                None if terms.variable(made) == Some(others) => {}
                Some((first, tail))
                    if terms.variable(first) == Some(element) && terms.variable(tail) == Some(others) =>
                {
                    found.push(conditions.into_iter().next()?);
                }
                _ => return None,
            }
        }
        Some(found)
    }

    /// What an argument of the head is unified with by some goals, else itself.
    fn made(&self, clause: &ReadTerm, goals: &[TermId], argument: TermId) -> Option<TermId> {
        let terms = &clause.terms;
        let Some(var) = terms.variable(argument) else { return Some(argument) };
        let unify = self.program.atoms.intern("=");
        let mut made = goals.iter().filter_map(|&goal| match terms.match_compound(goal, unify, 2) {
            Some(&[left, right]) if terms.variable(left) == Some(var) => Some(right),
            Some(&[left, right]) if terms.variable(right) == Some(var) => Some(left),
            _ => None,
        });
        let first = made.next();
        made.next().is_none().then(|| first.unwrap_or(argument))
    }

    /// The ways through a body, each with what has been asked of an element.
    fn ways(&self, clause: &ReadTerm, element: VarId, head: &[TermId], body: TermId) -> Option<Vec<Way>> {
        const MOST: usize = 16;
        let terms = &clause.terms;
        let mut ways: Vec<Way> = vec![Default::default()];
        for goal in succeeded(clause, body) {
            let sides: Vec<Way> = match terms.match_compound(goal, known::SEMICOLON, 2) {
                None => vec![(Vec::from_iter(self.asked(clause, element, head, goal)), vec![goal])],
                Some(&[first, other]) => {
                    let mut sides = self.ways(clause, element, head, first)?;
                    let test = terms.match_compound(first, known::ARROW, 2).map(|parts| parts[0]);
                    let failed = test.and_then(|test| self.asked(clause, element, head, test)).map(Condition::negated);
                    for (mut conditions, goals) in self.ways(clause, element, head, other)? {
                        conditions.splice(0..0, failed);
                        sides.push((conditions, goals));
                    }
                    sides
                }
                Some(_) => return None,
            };
            let both = |(conditions, goals): &Way| {
                let with = |side: &Way| ([&conditions[..], &side.0].concat(), [&goals[..], &side.1].concat());
                sides.iter().map(with).collect::<Vec<Way>>()
            };
            ways = ways.iter().flat_map(both).collect();
            if ways.len() > MOST {
                return None;
            }
        }
        Some(ways)
    }

    /// What a goal asks of an element.
    fn asked(&self, clause: &ReadTerm, element: VarId, head: &[TermId], goal: TermId) -> Option<Condition> {
        let terms = &clause.terms;
        let functor = terms.functor(goal)?;
        let name = self.program.atoms.name(functor.name);
        match (&*name, terms.arguments(goal)) {
            ("\\+", &[inner]) => self.asked(clause, element, head, inner).map(Condition::negated),
            ("call", &[goal, last]) if terms.variable(last) == Some(element) => {
                self.place(clause, goal, head).map(|goal| Condition::Says { goal, holds: true })
            }
            (name, &[left, right]) => {
                let (orders, by_value) = comparison(name)?;
                let (orders, with) = match [left, right].map(|side| terms.variable(side) == Some(element)) {
                    [true, false] => (orders, right),
                    [false, true] => (turned(orders), left),
                    _ => return None,
                };
                Some(Condition::Compares(Comparison::of((orders, by_value), self.place(clause, with, head)?)))
            }
            _ => None,
        }
    }
}

/// For which orders of its two arguments a comparison is true, and whether it compares values.
fn comparison(name: &str) -> Option<(Order, bool)> {
    let standard = match name {
        "<" => "@<",
        "=<" => "@=<",
        ">" => "@>",
        ">=" => "@>=",
        "=:=" => "==",
        "=\\=" => "\\==",
        "=" => return Some((SAME, false)),
        _ => return is_true_of(name, 2).map(|orders| (orders, false)),
    };
    is_true_of(standard, 2).map(|orders| (orders, true))
}

/// What holds of an element if one of two conditions does.
fn either(a: Condition, b: Condition) -> Option<Condition> {
    match (a, b) {
        (Condition::Compares(a), Condition::Compares(b)) if a.is_alike(&b) => Some(Condition::Compares(Comparison {
            orders: a.orders | b.orders,
            unordered: a.unordered || b.unordered,
            ..a
        })),
        (a, b) => (a == b).then_some(a),
    }
}

impl Explorer<'_> {
    /// The length of the result of a filter, which is at a place of the outputs, is at most what the results of others leave of the
    /// list.
    pub(crate) fn share_filtered(
        &self,
        state: &mut State,
        pred: PredId,
        args: &[CellId],
        types: [&[Type]; 2],
        sizes: &[Range],
        outputs: &mut [Range],
    ) {
        let filters = self.assertions.filters.get(|| Filters::of(self.program));
        let Some(filter) = filters.0.get(&pred) else { return };
        let place = |types: &[Type], at: usize| {
            let before: usize = types[..at].iter().map(|of| of.metrics().len()).sum();
            matches!(types[at], Type::List(_)).then_some(before)
        };
        let [before, after] = types;
        let (Some(from), Some(to)) = (place(before, filter.list), place(after, filter.out)) else { return };
        let (Some(list), Some(all)) = (state.subject(args[filter.list]), sizes[from].as_linear()) else { return };
        let Type::List(element) = &before[filter.list] else { return };
        let Some(keeps) = self.known(state, filter.keeps, args, element) else { return };
        let others: Vec<Kept> = state.remembered.filters.iter().filter(|other| other.list == list).cloned().collect();
        let mut chosen: Vec<&Kept> = Vec::new();
        for other in others.iter().filter(|other| other.keeps.excludes(&keeps)) {
            if chosen.iter().all(|known| known.keeps.excludes(&other.keeps)) {
                chosen.push(other);
            }
        }
        let out = state.deref(args[filter.out]);
        Arc::make_mut(&mut state.remembered).filters.push(Kept { list, keeps, out });
        // The lengths of two are a choice and up to what it leaves. Of more the one before is chosen last: what is the same as an
        // element is seldom called again, and choices that are go before it.
        let Some((last, before)) = chosen.split_last() else { return };
        let mut rest = all;
        for other in if before.is_empty() { &chosen[..] } else { before } {
            let left = state.named_length(other.out, &rest).and_then(|length| rest.plus(&length, -1));
            let Some(left) = left else { return };
            rest = left;
        }
        if before.is_empty() {
            outputs[to] = Range { low: Some(Expr::int(0)), high: Some(rest.to_expr()) };
        } else if let Some(length) = state.length_up_to(&rest) {
            outputs[to] = Range::exact(length.to_expr());
            let _ = rest.plus(&length, -1).and_then(|left| state.named_length(last.out, &left));
        }
    }

    /// A condition on elements of a type with what its terms are on a path; nothing where answers may differ from one call to the
    /// next.
    fn known(
        &self,
        state: &State,
        condition: Condition,
        args: &[CellId],
        element: &Type,
    ) -> Option<Comparison<Subject>> {
        let of = |place: Place| match place {
            Place::Argument(at) => state.subject(args[at]),
            Place::Constant(constant) => Some(constant),
        };
        // Expressions may have another value each time.
        let is_value = |of: Subject| match of {
            Subject::Int(_) => true,
            Subject::Atom(_) => false,
            Subject::Cell(id) => matches!(state.get(id), Cell::Abstract(of, _) if of.is_number()),
        };
        let asked = match condition {
            Condition::Compares(comparison) => comparison.with(of(comparison.with)?),
            Condition::Says { goal: Place::Argument(at), holds } => {
                let (comparison, with) = self.closure(state, args[at])?;
                let asked = Comparison::of(comparison, state.subject(with)?);
                if holds { asked } else { asked.negated() }
            }
            Condition::Says { .. } => return None,
        };
        (!asked.by_value || element.inside().is_number() && is_value(asked.with)).then_some(asked)
    }

    /// How a goal that gets one argument more, or a lambda expression of one parameter, compares that with a term.
    fn closure(&self, state: &State, goal: CellId) -> Option<((Order, bool), CellId)> {
        let compound = |id: CellId| match state.get(id) {
            Cell::Struct(functor, parts) => Some((self.program.atoms.name(functor.name), &**parts)),
            _ => None,
        };
        let (name, parts) = compound(goal)?;
        if let (">>", &[parameters, body]) = (&*name, parts) {
            let parameters = match compound(parameters)? {
                (name, &[_, parameters]) if &*name == "/" => parameters,
                _ => parameters,
            };
            let Cell::Struct(LIST, cell) = state.get(parameters) else { return None };
            let parameter = state.deref(cell[0]);
            // One that is bound asks besides whether the element is the same.
            if *state.get(parameter) != Cell::Free || *state.get(cell[1]) != Cell::Atom(known::NIL) {
                return None;
            }
            let (name, &[left, right]) = compound(body)? else { return None };
            let (orders, by_value) = comparison(&name)?;
            return match [left, right].map(|side| state.deref(side) == parameter) {
                [true, false] => Some(((orders, by_value), right)),
                [false, true] => Some(((turned(orders), by_value), left)),
                _ => None,
            };
        }
        let (&[with], (orders, by_value)) = (parts, comparison(&name)?) else { return None };
        // The element is the last argument.
        Some(((turned(orders), by_value), with))
    }
}

impl State {
    /// A length that is chosen: any up to another.
    fn length_up_to(&mut self, most: &Linear) -> Option<Linear> {
        let length = Linear::var(&self.split(Expr::int(0), most.to_expr()));
        let rest = most.plus(&length, -1)?;
        (self.guard.require(length.clone()) && self.guard.require(rest)).then_some(length)
    }

    /// The length of a list, which is chosen where it is not known.
    fn named_length(&mut self, list: CellId, most: &Linear) -> Option<Linear> {
        let Cell::Abstract(of @ Type::List(_), size) = self.get(list) else { return None };
        let of = of.clone();
        if let Some(known) = size.as_linear() {
            return Some(known);
        }
        let length = self.length_up_to(most)?;
        self.refine(list, Cell::Abstract(of, Range::exact(length.to_expr())));
        Some(length)
    }
}
