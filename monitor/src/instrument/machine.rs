//! What the machine does: selections of instructions, of memory and of collections.
//!
//! In: the selections of events that no clause tells. Out: what a plan asks the machine for ([`Doings`]), and for each such
//! event the codes by which it is told. Which instructions a mask means is decided before the run; numbers are looked at when
//! they come. A scope is the predicate of the goal that runs: instructions of clauses, of what is compiled for them, and of
//! what the library does for them are that goal's. They belong to no clause, file or line.

use super::basis::{At, Does, row};
use super::choose::{Choices, Spot, integer};
use super::config::{EventId, Selection};
use super::decide::{From, Looked, Verdict};
use super::mask::Mask;
use super::site::{Code, Sites};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wam::atoms::Atoms;
use wam::machine::watch::{Doing, Doings, MachineEvent};
use wam::term::{Span, Terms};

/// A selection that something the machine does may fulfil.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    selection: u32,
    code: Code,
}

/// What is selected of the machine's doings, by doing.
#[derive(Default)]
pub struct MachineChoices {
    candidates: FxHashMap<Doing, Arc<[Candidate]>>,
}

/// Whether an event is one of what the machine does.
fn does(event: EventId, doing: Doing) -> bool {
    match (row(event).at, doing) {
        (At::Machine(Does::Instruction(is_of)), Doing::Instruction(op)) => is_of(op.family()),
        (At::Machine(Does::Else(known)), doing) => known == doing,
        _ => false,
    }
}

/// Whether a selection may be about it, as far as that is known before it happens.
fn may_mean(selection: &Selection, doing: Doing, atoms: &Atoms) -> bool {
    let Doing::Instruction(op) = doing else { return does(selection.event, doing) };
    let mut terms = Terms::new();
    let id = terms.atom(atoms.intern(op.name()), Span::default());
    let looked = Looked { terms: &terms, id, atoms, from: From::Call };
    does(selection.event, doing) && looked.is_meant(&selection.mask) == Verdict::Yes
}

/// What a configuration selects of it.
pub fn doings(choices: &Choices, atoms: &Atoms) -> Doings {
    let selections = &choices.config().selections;
    let of_machine: Vec<&Selection> = selections.iter().filter(|one| is_machines(one.event)).collect();
    Doing::all().filter(|&doing| of_machine.iter().any(|one| may_mean(one, doing, atoms))).collect()
}

/// Whether an event is the machine's, and has no place in a program.
pub fn is_machines(event: EventId) -> bool {
    matches!(row(event).at, At::Machine(_))
}

impl MachineChoices {
    /// The codes by which an event is told.
    pub fn codes(&mut self, choices: &Choices, sites: &mut Sites, event: &MachineEvent<'_>) -> Vec<Code> {
        let doing = event.doing();
        let selections = &choices.config().selections;
        let candidates = self.candidates.entry(doing).or_insert_with(|| {
            let atoms = &event.program().atoms;
            let found = (0..).zip(selections).filter(|(_, one)| may_mean(one, doing, atoms));
            found.map(|(selection, one)| Candidate { selection, code: sites.code(&one.name) }).collect()
        });
        let mut codes = Vec::new();
        for candidate in candidates.iter() {
            let selection = &selections[candidate.selection as usize];
            let has_value = match (&selection.mask, doing) {
                (Mask::All, _) | (_, Doing::Instruction(_)) => true,
                (mask, _) => integer(mask, event.amount()) == Verdict::Yes,
            };
            if has_value && !codes.contains(&candidate.code) && is_there(selection, event) {
                codes.push(candidate.code);
            }
        }
        codes
    }
}

/// Whether the goal that runs is in the scope of a selection.
fn is_there(selection: &Selection, event: &MachineEvent<'_>) -> bool {
    let Some(scope) = &selection.scope else { return true };
    let Some(pred) = event.within() else { return false };
    let program = event.program();
    let predicate = program.get(pred);
    let (module, name) =
        (program.atoms.name(program.module(predicate.module).name), program.atoms.name(predicate.functor.name));
    let spot = Spot { file: None, line: 0, module: &module, name: &name, arity: predicate.functor.arity, clause: None };
    spot.is_in(scope)
}
