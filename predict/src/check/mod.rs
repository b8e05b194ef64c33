//! Contracts: what the assertions of a program claim, against what is inferred and counted.
//!
//! Comes in: a program with its declarations. Goes out: a [`CheckReport`], with a verdict for each `pred` and `check`
//! assertion of the user's and for each of its properties.
//!
//! | verdict | means |
//! |---|---|
//! | checked | proved for every call that the assertion is about |
//! | false | a generated call was run that the claim is false of; it is shown |
//! | unknown | neither |
//!
//! A claim about sizes is compared with the bounds as functions, on their regions ([`solver::Compared`]): points alone prove
//! nothing. A bound alone refutes nothing either: there may be no input of these sizes. Runs are of a machine without files,
//! commands, environment and clock.

pub mod baseline;
mod judge;
mod search;

use crate::entries::{Declared, of_analysis};
use crate::error::PredictError;
use crate::load::Loaded;
use crate::pricing::Pricing;
use crate::profile::name;
use crate::sizes::SizePoint;
use crate::value::Value;
use analyzer::assertion::{Contract, Property};
use analyzer::budget::Budget;
use analyzer::user_resource;
use baseline::Regression;
use calibrate::watch::Watch;
use judge::Judge;
use search::Runner;
use serde::Serialize;
use std::time::Duration;
use wam::modules::{FileId, ModuleClass};
use wam::term::Span;

/// How a program is checked.
pub struct Options<'a> {
    /// The prices of claims about times.
    pub pricing: Option<Pricing<'a>>,
    /// What the analysis of a file may use.
    pub budget: Budget,
    /// How long the analysis of an assertion may take.
    pub each: Duration,
    /// Ends the runs that look for a call of which a property is false: made anew for each.
    pub watch: &'a dyn Fn() -> Watch,
}

/// Whether a claim holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Proved.
    Checked,
    /// Neither proved nor refuted.
    Unknown,
    /// Refuted by a run.
    False,
}

impl Verdict {
    /// As Ciao has it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Checked => "checked",
            Verdict::Unknown => "unknown",
            Verdict::False => "false",
        }
    }
}

/// Where something stands in a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The file, as it was given.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line of its end.
    pub end_line: usize,
    /// The column after its last character.
    pub end_column: usize,
    /// The text of its first line.
    #[serde(skip)]
    pub excerpt: String,
}

impl Place {
    fn of(loaded: &Loaded, file: FileId, span: Span) -> Place {
        let source = &loaded.program.file(file).source;
        let (start, end) = (source.position(span.start), source.position(span.end));
        Place {
            file: source.name().into(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            excerpt: source.slice(source.line(start.line)).into(),
        }
    }
}

/// All assertions of some files.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The machine that times are for, where some are claimed.
    pub machine: Option<String>,
    /// The assertions, in order.
    pub assertions: Vec<AssertionReport>,
    /// How many of them hold.
    pub checked: usize,
    /// How many of them are false.
    #[serde(rename = "false")]
    pub refuted: usize,
    /// Of how many neither is known.
    pub unknown: usize,
    /// How many calls were run.
    pub runs: usize,
    /// Bounds that got worse than those of a baseline.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regressions: Vec<Regression>,
}

impl CheckReport {
    /// Of several files.
    pub fn of(files: Vec<CheckReport>) -> CheckReport {
        let (assertions, regressions) = (Vec::new(), Vec::new());
        let mut all =
            CheckReport { machine: None, assertions, checked: 0, refuted: 0, unknown: 0, runs: 0, regressions };
        for file in files {
            all.machine = all.machine.or(file.machine);
            all.assertions.extend(file.assertions);
            all.runs += file.runs;
        }
        let count = |verdict| all.assertions.iter().filter(|assertion| assertion.verdict == verdict).count();
        (all.checked, all.refuted, all.unknown) =
            (count(Verdict::Checked), count(Verdict::False), count(Verdict::Unknown));
        all
    }
}

/// An assertion and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct AssertionReport {
    /// `name/arity`.
    pub predicate: String,
    /// Where it stands.
    pub place: Place,
    /// As it was written.
    pub text: String,
    /// The calls that it is about.
    pub entry: String,
    /// That of the worst property.
    pub verdict: Verdict,
    /// Its properties, in order.
    pub properties: Vec<PropertyReport>,
}

/// What kind of property is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A use of a resource.
    Cost,
    /// A size at success.
    Size,
    /// A type at success.
    Type,
    /// That there is one solution at most, or no choice point left.
    Determinism,
    /// That there is a solution.
    Nonfailure,
    /// That calls end.
    Termination,
    /// That calls end without an exception.
    Exception,
    /// A number of solutions.
    Solutions,
    /// One that is not checked.
    Other,
}

/// A property and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct PropertyReport {
    /// Where it stands.
    pub place: Place,
    /// As it was written.
    pub text: String,
    /// Of which kind it is.
    pub kind: Kind,
    /// The resource, of costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    /// Whether it holds.
    pub verdict: Verdict,
    /// What is inferred, from below and above where these differ.
    pub inferred: Vec<String>,
    /// The sizes for which it was proved to hold, where it is of some only; each condition is for some of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
    /// The sizes for which it was proved not to hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fails: Vec<String>,
    /// What the verdict takes for granted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Why it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The call that it is false of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Counterexample>,
}

/// A call that was run, and of which a claim is false.
#[derive(Clone, Debug, Serialize)]
pub struct Counterexample {
    /// The call.
    pub goal: String,
    /// Its sizes, by what they are: `length(A)`.
    pub sizes: SizePoint,
    /// What is claimed of it.
    pub claimed: String,
    /// What was seen.
    pub found: String,
    /// The claimed number, of costs and sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_value: Option<Value>,
    /// The number that was counted or measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_value: Option<Value>,
}

/// Whether a program claims times, for which a profile is needed.
pub fn claims_times(declared: &Declared<'_>) -> bool {
    let is_time =
        |(property, _): &(Property, Span)| matches!(property, Property::Cost { resource, .. } if resource == "time");
    own(declared).any(|contract| contract.properties.iter().any(is_time))
}

/// The assertions of the user's about predicates that have clauses.
fn own<'a>(declared: &'a Declared<'_>) -> impl Iterator<Item = &'a Contract> {
    let program = &declared.loaded.program;
    let is_own = |contract: &&Contract| {
        program.module(contract.module).class == ModuleClass::User && !program.get(contract.pred).source.is_empty()
    };
    declared.contracts.iter().filter(is_own)
}

/// Checks the assertions of a program.
pub fn check(declared: &Declared<'_>, options: &Options<'_>) -> Result<CheckReport, PredictError> {
    let (mut reports, mut runs) = (Vec::new(), 0);
    for contract in own(declared) {
        let (report, run) = assertion(declared, contract, options)?;
        reports.push(report);
        runs += run;
    }
    let machine = options.pricing.map(|pricing| name(pricing.profile));
    let file =
        CheckReport { machine, assertions: reports, checked: 0, refuted: 0, unknown: 0, runs, regressions: Vec::new() };
    Ok(CheckReport::of(vec![file]))
}

/// Checks assertions that are not in a program's text but written behind it, a line and a property each: which of them can
/// be read, and are proved.
pub(crate) fn proved(
    declared: &Declared<'_>,
    lines: &[String],
    options: &Options<'_>,
) -> Result<Vec<bool>, PredictError> {
    let head = format!("{}\n", declared.loaded.source.text());
    let with = |lines: &[String]| declared.loaded.with_text(format!("{head}{}\n", lines.join("\n")));
    let reads = |lines: &[String]| with(lines).is_ok_and(|loaded| Declared::of(&loaded).is_ok());
    let mut readable = vec![true; lines.len()];
    if !reads(lines) {
        readable = lines.iter().map(|line| reads(std::slice::from_ref(line))).collect();
    }
    let kept: Vec<String> =
        lines.iter().zip(&readable).filter(|(_, reads)| **reads).map(|(line, _)| line.clone()).collect();
    let loaded = with(&kept)?;
    let again = Declared::of(&loaded)?;
    let first = head.matches('\n').count() + 1;
    let line = |file: &str, line: usize| (file == loaded.source.name() && line >= first).then(|| line - first);
    let mut holds = vec![false; kept.len()];
    for contract in own(&again) {
        let place = Place::of(&loaded, contract.file, contract.span);
        let Some(known) = line(&place.file, place.line).and_then(|at| holds.get_mut(at)) else { continue };
        if options.budget.check().is_err() {
            break;
        }
        // A claim that is not over sizes of the calls that it is about is an error, and proves nothing.
        *known = assertion(&again, contract, options).is_ok_and(|(report, _)| report.verdict == Verdict::Checked);
    }
    let mut holds = holds.into_iter();
    Ok(readable.into_iter().map(|reads| reads && holds.next().unwrap_or(false)).collect())
}

fn assertion(
    declared: &Declared<'_>,
    contract: &Contract,
    options: &Options<'_>,
) -> Result<(AssertionReport, usize), PredictError> {
    let loaded = declared.loaded;
    let judge = Judge::new(declared, contract, options, None);
    let mut runner = Runner::new(declared, contract, options.watch);
    let (mut properties, mut runs) = (Vec::new(), 0);
    let own = user_resource::declared(&loaded.program);
    for (property, span) in &contract.properties {
        let place = Place::of(loaded, contract.file, *span);
        let text = loaded.program.file(contract.file).source.slice(*span).to_string();
        properties.push(match property {
            Property::Cost { resource, .. } if own.contains(resource) => {
                let program = user_resource::counting(&loaded.program, resource)
                    .map_err(|error| of_analysis(error, &loaded.source))?;
                let loaded = loaded.with_program(program);
                let declared = Declared::of(&loaded)?;
                let mut runner = Runner::new(&declared, contract, options.watch);
                let judge = Judge::new(&declared, contract, options, Some(user_resource::weights(resource)));
                let report = judge.property(property, place, text, &mut runner)?;
                runs += runner.runs();
                report
            }
            _ => judge.property(property, place, text, &mut runner)?,
        });
    }
    let verdict = properties.iter().map(|property| property.verdict).max().unwrap_or(Verdict::Checked);
    let report = AssertionReport {
        predicate: crate::predicates::show(&loaded.program, loaded.program.get(contract.pred).functor),
        place: Place::of(loaded, contract.file, contract.span),
        text: loaded.program.file(contract.file).source.slice(contract.span).into(),
        entry: judge.entry().text.clone(),
        verdict,
        properties,
    };
    Ok((report, runs + runner.runs()))
}
