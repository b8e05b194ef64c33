//! What a configuration comes to in a program: the places that tell something, and why.
//!
//! In: a survey ([`Instrumenter::survey`]). Out: rows for each place and code, and for each selection what was decided when
//! the program was loaded, what is looked at when it runs, and what is not selected. Data only.

use super::basis::{Events, ROWS, row};
use super::config::Basis;
use super::machine::is_machines;
use super::rewrite::Instrumenter;
use super::site::By;
use serde::Serialize;
use std::sync::atomic::Ordering::Relaxed;

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
    /// What calls the goal, where that is only known when it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
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
    by_selection(survey).into_iter().map(|(_, row)| row).collect()
}

/// The same, each with the number of its selection.
fn by_selection(survey: &Instrumenter) -> Vec<(u32, Listed)> {
    let sites = survey.sites();
    let selections = &survey.choices().config().selections;
    let mut rows: Vec<(u32, Listed)> = Vec::new();
    for site in sites.all() {
        for told in &site.told {
            let selection = &selections[told.selection as usize];
            let row = Listed {
                file: site.place.as_ref().map(|(file, _)| file.to_string()),
                line: site.place.as_ref().map(|&(_, line)| line),
                predicate: site.predicate.to_string(),
                clause: site.clause,
                code: sites.codes()[told.code.0 as usize].to_string(),
                event: selection.basis.to_string(),
                variable: site.variable.as_deref().map(str::to_string),
                test: told.test.as_ref().map(super::site::Test::text),
                by_box: site.by == By::Box,
                through: site.through.as_deref().map(str::to_string),
                selection: selection.place.to_string(),
            };
            rows.push((told.selection, row));
        }
    }
    rows.sort_by(|(_, a), (_, b)| (&a.file, a.line).cmp(&(&b.file, b.line)));
    rows
}

/// What became of each selection of a survey.
pub fn explained(survey: &Instrumenter) -> Vec<Explained> {
    let choices = survey.choices();
    let all = (0..).zip(&choices.config().selections).zip(choices.tallies());
    let mut places: rustc_hash::FxHashMap<u32, Vec<Listed>> = Default::default();
    for (selection, row) in by_selection(survey) {
        places.entry(selection).or_default().push(row);
    }
    all.map(|((at, selection), tally)| Explained {
        place: selection.place.to_string(),
        selection: selection.to_string(),
        meaning: row(selection.event).meaning,
        value: Events::all().value(selection.event).words(),
        decided: tally.decided.load(Relaxed),
        tested: tally.tested.load(Relaxed),
        out_of_scope: tally.elsewhere.load(Relaxed),
        other_values: tally.other.load(Relaxed),
        by_machine: is_machines(selection.event),
        places: places.remove(&at).unwrap_or_default(),
    })
    .collect()
}
