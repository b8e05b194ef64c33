//! Ports: what is selected of goals whose boxes tell of them.
//!
//! In: the selections of `E_Call`, `E_Exit`, `E_Redo`, `E_Fail` and `E_Exception`. Out: a [`Plan`] of what is watched, and
//! for an event of a goal the codes by which it is told. A scope is where the goal is called. Goals of the library are told
//! where a user's clause calls them, and nobody else. Goals that are compiled where they stand, `call/N` and `catch/3` have no
//! boxes: the rewriting tells of their calls and exits, and of the former that they fail or raise.

use super::basis::Events;
use super::choose::{Choices, Spot};
use super::decide::{From, Looked, Verdict};
use super::machine::{doings, is_machines};
use super::mask::{Argument, Mask};
use super::rewrite::Values;
use super::site::{Code, Sites};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wam::atoms::Functor;
use wam::code::{PredicateKind, Program};
use wam::instr::PredId;
use wam::machine::watch::{Boxes, CallSite, Event, Plan, Port, Ports};
use wam::modules::ModuleClass;
use wam::term::Terms;

/// A selection that goals of a predicate may fulfil.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    selection: u32,
    code: Code,
    has_scope: bool,
    has_arguments: bool,
}

/// A place from which goals are called.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Its file and line, where they are known.
    pub place: Option<(Arc<str>, u32)>,
    /// The predicate of the clause, as `name/arity`.
    pub predicate: Arc<str>,
    /// The clause, from 1, where it is known.
    pub clause: Option<u32>,
    module: Arc<str>,
    name: Arc<str>,
    arity: u32,
    class: ModuleClass,
}

/// What is selected of ports, looked up by predicate.
#[derive(Default)]
pub struct PortChoices {
    candidates: FxHashMap<(Port, PredId), Arc<[Candidate]>>,
    callers: FxHashMap<CallSite, Arc<Caller>>,
    parents: FxHashMap<PredId, Arc<Caller>>,
}

/// The ports of which anything is selected.
fn selected(choices: &Choices) -> impl Iterator<Item = (Port, usize)> + '_ {
    let ports = Port::ALL.map(|port| (port, Events::all().of_port(port)));
    (0..).zip(&choices.config().selections).filter_map(move |(at, selection)| {
        ports.iter().find(|(_, event)| *event == selection.event).map(|&(port, _)| (port, at))
    })
}

/// What is watched so that boxes tell what is selected; nothing where no port is.
pub fn plan(choices: &Choices, values: Values, program: &Program) -> Option<Plan> {
    // Who calls what of the library is known by its box, and by the predicate of its caller.
    let mut plan = Plan { boxes: Boxes::MergeUsers, ..Plan::default() };
    let mut everywhere = Ports::NONE;
    let mut named: Option<FxHashMap<(String, u32), Vec<PredId>>> = None;
    let mut is_any = false;
    for (port, at) in selected(choices) {
        is_any = true;
        let selection = &choices.config().selections[at];
        let arguments = has_arguments(&selection.mask);
        // Where it is called, and by which clause, is the first call's in a box of several; arguments are known at calls.
        if selection.scope.is_some() || arguments && port != Port::Call || values == Values::All {
            plan.boxes = Boxes::Tail;
        }
        // Who calls it is known where the caller has a box.
        if selection.scope.is_some() || values == Values::All {
            plan.users = Some(Ports::NONE);
        }
        plan.keeps_arguments |= port != Port::Call && (values == Values::All || arguments);
        let found = match &selection.mask {
            Mask::Predicate { name, arity, .. } => Some((name.clone(), *arity)),
            Mask::Signature { name, args, rest: false, .. } => Some((name.clone(), args.len() as u32)),
            _ => None,
        }
        .and_then(|functor| named.get_or_insert_with(|| defined(program)).get(&functor));
        match found {
            Some(found) => found.iter().for_each(|&id| {
                let ports = plan.predicates.entry(id).or_default();
                *ports = ports.with(port);
                if program.module(program.get(id).module).class == ModuleClass::Library {
                    (plan.users, plan.library) = (Some(Ports::NONE), Some(Ports::NONE));
                }
            }),
            // Any, or one that may come yet.
            None => everywhere = everywhere.with(port),
        }
    }
    if !everywhere.is_empty() {
        plan.predicates.values_mut().for_each(|ports| *ports = ports.union(everywhere));
        (plan.users, plan.library) = (Some(everywhere), Some(everywhere));
    }
    plan.machine = doings(choices, &program.atoms);
    let has_scope = choices.config().selections.iter().any(|one| is_machines(one.event) && one.scope.is_some());
    if !plan.machine.is_empty() && (values == Values::All || has_scope) {
        // Whose doing it is is known where goals have boxes.
        plan.users = plan.users.or(Some(Ports::NONE));
        plan.boxes = Boxes::Tail;
    }
    (is_any || !plan.machine.is_empty()).then_some(plan)
}

/// The predicates that there are, by name and arity.
fn defined(program: &Program) -> FxHashMap<(String, u32), Vec<PredId>> {
    let mut named: FxHashMap<(String, u32), Vec<PredId>> = FxHashMap::default();
    for (id, predicate) in (0..).map(PredId).zip(&program.predicates) {
        if predicate.kind != PredicateKind::Undefined {
            let Functor { name, arity } = predicate.functor;
            named.entry((program.atoms.name(name).to_string(), arity)).or_default().push(id);
        }
    }
    named
}

/// Whether a mask looks at arguments.
fn has_arguments(mask: &Mask) -> bool {
    matches!(mask, Mask::Signature { args, .. } if args.iter().any(|arg| *arg != Argument::Any))
}

impl PortChoices {
    /// The codes by which an event is told.
    pub fn codes(&mut self, choices: &Choices, sites: &mut Sites, event: &mut Event<'_>) -> Vec<Code> {
        let (port, pred) = (event.port(), event.pred());
        let candidates = match self.candidates.get(&(port, pred)) {
            Some(known) => known.clone(),
            None => {
                let found = candidates(choices, sites, event.program(), port, pred);
                self.candidates.insert((port, pred), found.clone());
                found
            }
        };
        if candidates.is_empty() {
            return Vec::new();
        }
        let program = event.program();
        let of_library = program.module(program.get(pred).module).class == ModuleClass::Library;
        let caller = match of_library || candidates.iter().any(|candidate| candidate.has_scope) {
            true => self.caller(event),
            false => None,
        };
        if of_library && caller.as_ref().is_some_and(|caller| caller.class == ModuleClass::Library) {
            return Vec::new();
        }
        let mut codes = Vec::new();
        for candidate in candidates.iter().copied() {
            let selection = &choices.config().selections[candidate.selection as usize];
            let is_there = selection
                .scope
                .as_ref()
                .is_none_or(|scope| caller.as_ref().is_some_and(|caller| caller.spot().is_in(scope)));
            if is_there
                && !codes.contains(&candidate.code)
                && (!candidate.has_arguments || is_meant(&selection.mask, event))
            {
                codes.push(candidate.code);
            }
        }
        codes
    }

    /// From where the goal of an event is called, if that is known. What the library calls because it was given a goal is
    /// called by the clause that gave it.
    pub fn caller(&mut self, event: &mut Event<'_>) -> Option<Arc<Caller>> {
        if let Some(site) = event.call_site() {
            let known = self.callers.get(&site).cloned();
            let caller = known.unwrap_or_else(|| {
                let place = site.place(event.program());
                let place = place.map(|(file, position)| (file.into(), position.line as u32));
                let clause = Some(site.clause as u32 + 1);
                let caller = Arc::new(Caller::of(event.program(), site.caller, place, clause));
                self.callers.insert(site, caller.clone());
                caller
            });
            if caller.class == ModuleClass::User || site.callee == event.pred() {
                return Some(caller);
            }
        }
        let mut ancestor = event.goal()?.parent()?;
        let of_library = |pred: PredId| {
            let program = event.program();
            program.module(program.get(pred).module).class == ModuleClass::Library && !program.is_lifted(pred)
        };
        while of_library(ancestor.pred()) {
            ancestor = ancestor.parent()?;
        }
        let (pred, program) = (ancestor.pred(), event.program());
        Some(self.parents.entry(pred).or_insert_with(|| Arc::new(Caller::of(program, pred, None, None))).clone())
    }
}

/// The selections that goals of a predicate may fulfil.
fn candidates(choices: &Choices, sites: &mut Sites, program: &Program, port: Port, pred: PredId) -> Arc<[Candidate]> {
    let predicate = program.get(pred);
    let name = program.atoms.name(predicate.functor.name);
    let module = program.atoms.name(program.module(predicate.module).name);
    let arity = predicate.functor.arity;
    let is_of = |of: &Option<String>| of.as_ref().is_none_or(|of| **of == *module);
    let found = selected(choices).filter(|(of, _)| *of == port).filter_map(|(_, at)| {
        let selection = &choices.config().selections[at];
        let is_it = match &selection.mask {
            Mask::All => true,
            Mask::Predicate { module: of, name: wanted, arity: n } => is_of(of) && **wanted == *name && *n == arity,
            Mask::Signature { module: of, name: wanted, args, rest } => {
                let n = args.len() as u32;
                is_of(of) && **wanted == *name && (n == arity || *rest && n < arity)
            }
            _ => false,
        };
        is_it.then(|| Candidate {
            selection: at as u32,
            code: sites.code(&selection.name),
            has_scope: selection.scope.is_some(),
            has_arguments: has_arguments(&selection.mask),
        })
    });
    found.collect()
}

/// Whether the arguments of an event's goal are as a mask has them.
fn is_meant(mask: &Mask, event: &mut Event<'_>) -> bool {
    let mut terms = Terms::new();
    let Some(goal) = event.goal_term(&mut terms) else { return false };
    let from = if event.port() == Port::Call { From::Call } else { From::Exit };
    let atoms = &event.program().atoms;
    Looked { terms: &terms, id: goal, atoms, from }.is_meant(mask) == Verdict::Yes
}

impl Caller {
    fn of(program: &Program, pred: PredId, place: Option<(Arc<str>, u32)>, clause: Option<u32>) -> Caller {
        // A goal that stands in a clause and is compiled apart belongs to that clause's predicate.
        let (pred, place, clause) = match program.lifted_from(pred) {
            Some(owner) => (owner, None, None),
            None => (pred, place, clause),
        };
        let predicate = program.get(pred);
        let module = program.module(predicate.module);
        Caller {
            place,
            predicate: program.indicator(pred).into(),
            clause,
            module: program.atoms.name(module.name),
            name: program.atoms.name(predicate.functor.name),
            arity: predicate.functor.arity,
            class: module.class,
        }
    }

    /// Whether its clause is a user's or the library's.
    pub fn class(&self) -> ModuleClass {
        self.class
    }

    fn spot(&self) -> Spot<'_> {
        Spot {
            file: self.place.as_ref().map(|(file, _)| &**file),
            line: self.place.as_ref().map_or(0, |&(_, line)| line),
            module: &self.module,
            name: &self.name,
            arity: self.arity,
            clause: self.clause,
        }
    }
}
