//! The names of what is known of events, and terms made of them.

use super::attributes::Is;
use crate::determinism::Determinism;
use wam::atoms::{Atom, Atoms, Functor, known};
use wam::code::PredicateKind;
use wam::machine::Word;
use wam::machine::watch::{Event, Inside, Port};
use wam::modules::ModuleId;
use wam::term::{Node, TermId, Terms};

/// Atoms of events.
pub(super) struct Names {
    pub(super) ports: [Atom; Port::COUNT],
    pub(super) determinisms: [Atom; Determinism::ALL.len()],
    pub(super) live_var: Atom,
    pub(super) nondet: Atom,
    pub(super) det: Atom,
    pub(super) failure: Atom,
    pub(super) erroneous: Atom,
    pub(super) unknown: Atom,
    pub(super) none: Atom,
    pub(super) dynamic: Atom,
    pub(super) builtin: Atom,
    pub(super) user: Atom,
    pub(super) slash: Atom,
    pub(super) unbound: Atom,
    pub(super) var: Atom,
    pub(super) integer: Atom,
    pub(super) rational: Atom,
    pub(super) float: Atom,
    pub(super) string: Atom,
    pub(super) atom: Atom,
    pub(super) list: Atom,
}

impl Names {
    pub(super) fn new(atoms: &Atoms) -> Names {
        let name = |name: &str| atoms.intern(name);
        Names {
            ports: std::array::from_fn(|at| Port::every().nth(at).map_or(known::NIL, |port| name(port.name()))),
            determinisms: Determinism::ALL.map(|of| name(of.name())),
            live_var: name("live_var"),
            nondet: name("nondet"),
            det: name("det"),
            failure: name("failure"),
            erroneous: name("erroneous"),
            unknown: name("unknown"),
            none: name("none"),
            dynamic: name("dynamic"),
            builtin: name("builtin"),
            user: name("user"),
            slash: name("/"),
            unbound: name("-"),
            var: name("var"),
            integer: name("integer"),
            rational: name("rational"),
            float: name("float"),
            string: name("string"),
            atom: name("atom"),
            list: name("list"),
        }
    }

    /// What an event has of an attribute that it has later, too; 0 of others.
    #[inline]
    pub(super) fn word(&self, is: Is, event: &Event<'_>) -> Word {
        let predicate = || event.program().get(event.pred());
        match is {
            Is::Chrono => Word::int(event.chrono() as i64),
            Is::Call => Word::int(event.call() as i64),
            Is::Depth => Word::int(event.depth().into()),
            Is::Port | Is::Code => Word::atom(self.ports[event.port() as usize]),
            Is::Det => Word::atom(match event.port() {
                Port::Exit if event.has_choices() => self.nondet,
                Port::Exit => self.det,
                Port::Fail => self.failure,
                Port::Exception => self.erroneous,
                _ => self.unknown,
            }),
            Is::ProcType => Word::atom(match (predicate().kind, predicate().module) {
                (PredicateKind::Dynamic, _) => self.dynamic,
                (PredicateKind::Library, _) | (PredicateKind::Undefined, ModuleId::SYSTEM) => self.builtin,
                (PredicateKind::Static | PredicateKind::Undefined, _) => self.user,
            }),
            Is::DefModule | Is::DeclModule => Word::atom(event.program().module(predicate().module).name),
            Is::Name => Word::atom(event.functor().name),
            Is::Arity => Word::int(event.functor().arity.into()),
            _ => Word::int(0),
        }
    }

    /// Arguments as they are told: `-` for those that are unbound.
    pub(super) fn shown(&self, terms: &mut Terms, arguments: &[TermId]) -> Vec<TermId> {
        let unbound = terms.atom(self.unbound, Default::default());
        arguments.iter().map(|&of| if terms.variable(of).is_some() { unbound } else { of }).collect()
    }

    /// What an argument is: `var`, a sort of constant, `list` for a proper list, `Name/Arity` for another compound.
    pub(super) fn type_of(&self, terms: &mut Terms, argument: TermId) -> TermId {
        let mut end = argument;
        while let Some(&[_, tail]) = terms.match_compound(end, known::DOT, 2) {
            end = tail;
        }
        let of = match terms.get(argument) {
            _ if matches!(terms.get(end), Node::Atom(known::NIL)) => self.list,
            Node::Var(_) => self.var,
            Node::Atom(_) => self.atom,
            Node::Int(_) | Node::Big(_) => self.integer,
            Node::Rational(_) => self.rational,
            Node::Float(_) => self.float,
            Node::Str(_) => self.string,
            Node::Compound(functor, _) => return self.indicator(terms, functor),
        };
        terms.atom(of, Default::default())
    }

    /// `live_var(Name, Value, Type)` for each variable of the clause that has a value and is no argument.
    pub(super) fn local_vars(&self, event: &mut Event<'_>, inside: &Inside, terms: &mut Terms) -> Vec<TermId> {
        let variables = event.variables(terms);
        let is_local = |&(at, _): &(usize, TermId)| !inside.variables[at].is_argument;
        let local = variables.into_iter().filter(is_local);
        local
            .map(|(at, value)| {
                let name = terms.string(&inside.variables[at].name, Default::default());
                let of = self.type_of(terms, value);
                terms.compound(self.live_var, &[name, value, of], Default::default())
            })
            .collect()
    }

    /// `Name/Arity`.
    pub(super) fn indicator(&self, terms: &mut Terms, functor: Functor) -> TermId {
        let name = terms.atom(functor.name, Default::default());
        let arity = terms.int(functor.arity.into(), Default::default());
        terms.compound(self.slash, &[name, arity], Default::default())
    }
}
