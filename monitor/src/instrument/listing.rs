//! What a configuration comes to in a program: the places that tell something, and why.
//!
//! In: a survey ([`Instrumenter::survey`]). Out: rows for each place and code, and for each selection what was decided when
//! the program was loaded, what is looked at when it runs, and what is not selected. Data only.

use super::basis::{Events, ROWS, row};
use super::config::Basis;
use super::machine::is_machines;
use super::mask::{Constant, Mask, Scope};
use super::rewrite::Instrumenter;
use super::site::By;
use serde::Serialize;
use std::sync::atomic::Ordering::Relaxed;
use wam::code::{PredicateKind, Program};
use wam::instr::OPS;
use wam::modules::ModuleClass;

/// A basis event.
#[derive(Clone, Debug, Serialize)]
pub struct BasisEvent {
    /// Its code.
    pub code: &'static str,
    /// The sets that it belongs to.
    pub sets: Vec<&'static str>,
    /// What its value is.
    pub value: &'static str,
    /// What it is.
    pub meaning: &'static str,
}

/// A place that tells something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Listed {
    /// The file, where it is in one.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The predicate of the clause, as `name/arity`.
    pub predicate: String,
    /// The clause, from 1.
    pub clause: Option<u32>,
    /// The code by which it is told.
    pub code: String,
    /// The basis event.
    pub event: String,
    /// The variable whose binding it is.
    pub variable: Option<String>,
    /// What is looked at when it happens.
    pub test: Option<String>,
    /// Whether the box of a goal tells it: there is no code in the clause.
    pub by_box: bool,
    /// Where it is selected.
    pub selection: String,
}

/// What became of a selection.
#[derive(Clone, Debug, Serialize)]
pub struct Explained {
    /// Where it is.
    pub place: String,
    /// The selection as it reads.
    pub selection: String,
    /// What the event is.
    pub meaning: &'static str,
    /// What its value is.
    pub value: &'static str,
    /// Places decided on when the program was loaded.
    pub decided: u32,
    /// Places with a test when the program runs.
    pub tested: u32,
    /// Places of such events out of the scope.
    pub out_of_scope: u32,
    /// Places of such events whose value is not meant.
    pub other_values: u32,
    /// Whether the machine tells it, and no place does.
    pub by_machine: bool,
    /// The places that tell it.
    pub places: Vec<Listed>,
}

/// A name in a configuration that nothing has.
#[derive(Clone, Debug)]
pub struct Nowhere {
    /// Where it is.
    pub place: String,
    /// What is not there.
    pub what: String,
}

/// All basis events.
pub fn basis() -> Vec<BasisEvent> {
    let sets = Events::all().sets();
    let of = |at: usize| -> Vec<&'static str> {
        sets.iter()
            .filter(|(_, events)| events.iter().any(|event| usize::from(event.0) == at))
            .map(|(name, _)| *name)
            .collect()
    };
    let event = |(at, row): (usize, &super::basis::Row)| BasisEvent {
        code: row.code,
        sets: of(at),
        value: row.value.words(),
        meaning: row.meaning,
    };
    ROWS.iter().enumerate().map(event).collect()
}

/// The places of a survey, by file and line.
pub fn listed(survey: &Instrumenter) -> Vec<Listed> {
    let sites = survey.sites();
    let selections = &survey.choices().config().selections;
    let mut rows: Vec<Listed> = Vec::new();
    for site in sites.all() {
        for told in &site.told {
            let selection = &selections[told.selection as usize];
            rows.push(Listed {
                file: site.place.as_ref().map(|(file, _)| file.to_string()),
                line: site.place.as_ref().map(|&(_, line)| line),
                predicate: site.predicate.to_string(),
                clause: site.clause,
                code: sites.codes()[told.code.0 as usize].to_string(),
                event: selection.basis.to_string(),
                variable: site.variable.as_deref().map(str::to_string),
                test: told.test.as_ref().map(super::site::Test::text),
                by_box: site.by == By::Box,
                selection: selection.place.to_string(),
            });
        }
    }
    rows.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    rows
}

/// What became of each selection of a survey.
pub fn explained(survey: &Instrumenter) -> Vec<Explained> {
    let rows = listed(survey);
    let choices = survey.choices();
    let all = choices.config().selections.iter().zip(choices.tallies());
    let mut by_selection: rustc_hash::FxHashMap<(String, String, String), Vec<Listed>> = Default::default();
    for listed in rows {
        let key = (listed.selection.clone(), listed.event.clone(), listed.code.clone());
        by_selection.entry(key).or_default().push(listed);
    }
    all.map(|(selection, tally)| {
        let key = (selection.place.to_string(), selection.basis.to_string(), selection.name.to_string());
        Explained {
            place: selection.place.to_string(),
            selection: selection.to_string(),
            meaning: row(selection.event).meaning,
            value: Events::all().value(selection.event).words(),
            decided: tally.decided.load(Relaxed),
            tested: tally.tested.load(Relaxed),
            out_of_scope: tally.elsewhere.load(Relaxed),
            other_values: tally.other.load(Relaxed),
            by_machine: is_machines(selection.event),
            places: by_selection.get(&key).cloned().unwrap_or_default(),
        }
    })
    .collect()
}

/// Scopes and masks of a configuration that name what the program does not have: each once.
pub fn nowhere(survey: &Instrumenter, program: &Program) -> Vec<Nowhere> {
    let mut users: Vec<(String, u32)> = Vec::new();
    for predicate in &program.predicates {
        let is_own = program.module(predicate.module).class == ModuleClass::User
            && matches!(predicate.kind, PredicateKind::Static | PredicateKind::Dynamic);
        if is_own {
            users.push((program.atoms.name(predicate.functor.name).to_string(), predicate.functor.arity));
        }
    }
    let users: rustc_hash::FxHashSet<(String, u32)> = users.into_iter().collect();
    let files: Vec<&str> = program.files.iter().map(|file| file.source.name()).collect();
    let mut found: Vec<Nowhere> = Vec::new();
    let mut told = rustc_hash::FxHashSet::default();
    for selection in &survey.choices().config().selections {
        let mut tell = |what: String| {
            if told.insert(what.clone()) {
                found.push(Nowhere { place: selection.place.to_string(), what });
            }
        };
        match &selection.scope {
            Some(Scope::Predicate { name, arity, .. }) if !users.contains(&(name.clone(), *arity)) => {
                tell(format!("there are no clauses of {name}/{arity}"));
            }
            Some(Scope::File { file } | Scope::Lines { file, .. })
                if !files.iter().any(|known| known.ends_with(file.trim_start_matches("./"))) =>
            {
                tell(format!("there is no file {file}"));
            }
            _ => {}
        }
        let has_place = |scope: &Scope| !matches!(scope, Scope::Predicate { file: None, clause: None, .. });
        if is_machines(selection.event) && selection.scope.as_ref().is_some_and(has_place) {
            tell(format!("{} happens at no place of a clause or file", selection.basis));
        }
        match &selection.mask {
            Mask::Constant(Constant::Atom(name))
                if is_machines(selection.event) && !OPS.iter().any(|op| op.name() == name) =>
            {
                tell(format!("there is no instruction {name}"));
            }
            Mask::Predicate { name, arity, .. } => {
                let functor = program.atoms.functor(name, *arity);
                if !users.contains(&(name.clone(), *arity)) && !program.may_call(functor) {
                    tell(format!("there is no predicate {name}/{arity}"));
                }
            }
            Mask::Variable { of, .. } if !users.contains(&(of.name.clone(), of.arity)) => {
                tell(format!("there are no clauses of {}/{}", of.name, of.arity));
            }
            _ => {}
        }
    }
    found
}
