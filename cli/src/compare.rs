//! `horolog compare`: a goal estimated, counted, priced and observed.
//!
//! The estimate is of the predicate from its entry to the end of its solutions; entering and leaving the machine, which
//! every measured run pays, is taken off the observed and is no part of the priced time.

use crate::args::CompareArgs;
use crate::bounds::{Bounded, bound};
use crate::calibrate::profile;
use crate::engine::{COMPARE, Engine, time};
use crate::error::{CliError, Exit};
use crate::load::{Loaded, assertions, declared_entry, find_functor, load, term, types};
use crate::machine::name;
use crate::report::{Align, Grid, Paint, note, print, print_json};
use crate::sizes::{SizePoint, show};
use crate::units::{Resource, percent};
use analyzer::inputs::{arguments, entry_of_goal, sizes_of};
use calibrate::bands::harmonic_difference;
use calibrate::profile::Profile;
use serde::Serialize;
use wam::cost::{Counts, Nanoseconds};
use wam::machine::Outcome;

/// Compares a goal's estimate with its run.
pub fn compare(args: &CompareArgs) -> Result<Exit, CliError> {
    let loaded = load(Some(&args.file))?;
    let profile = if args.resource == Resource::Time { Some(profile(args.mode.0)?) } else { None };
    let comparison = Comparison::of(&loaded, &args.goal, args.resource, profile.as_ref())?;
    if args.json {
        print_json(&comparison.json());
    } else {
        print(&comparison.text(Paint::stdout()));
    }
    if let Some(reason) = comparison.bounded.reason() {
        note(&reason);
        if let Some(help) = &comparison.bounded.help {
            note(help);
        }
    }
    Ok(Exit::Ok)
}

/// A goal with its estimate, priced counts and observation.
pub struct Comparison {
    /// The goal, as given.
    pub goal: String,
    /// The functions of its predicate.
    pub bounded: Bounded,
    /// The sizes of its arguments.
    pub sizes: SizePoint,
    /// The lower bound at these sizes.
    pub lower: Option<f64>,
    /// The upper bound.
    pub upper: Option<f64>,
    /// What its counted instructions cost.
    pub priced: f64,
    /// What was observed.
    pub observed: f64,
    /// Solutions it had.
    pub solutions: u64,
    machine: Option<String>,
}

#[derive(Serialize)]
struct ComparisonJson {
    goal: String,
    entry: String,
    machine: Option<String>,
    sizes: SizePoint,
    resource: String,
    unit: &'static str,
    lower: Option<f64>,
    upper: Option<f64>,
    priced: f64,
    observed: f64,
    solutions: u64,
    deviation: DeviationJson,
    priced_deviation: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct DeviationJson {
    lower: Option<f64>,
    upper: Option<f64>,
}

/// Relative harmonic difference (paper, section 6); none where a side is zero or unknown, unless both are zero.
pub fn difference(estimated: Option<f64>, observed: f64) -> Option<f64> {
    let estimated = estimated?;
    if estimated == observed {
        return Some(0.0);
    }
    let d = harmonic_difference(Nanoseconds(estimated), Nanoseconds(observed));
    (d.is_finite() && estimated > 0.0 && observed > 0.0).then_some(d)
}

/// What a run used of a resource by its counts.
pub fn priced(resource: Resource, counts: &Counts, profile: Option<&Profile>) -> f64 {
    match resource {
        Resource::Time => profile.map_or(0.0, |profile| profile.table().price(counts).0),
        Resource::Steps => counts.steps() as f64,
        Resource::Instructions => counts.instructions() as f64,
        Resource::Heap => counts.heap() as f64,
    }
}

impl Comparison {
    /// Estimates, counts and observes a goal.
    pub fn of(
        loaded: &Loaded,
        text: &str,
        resource: Resource,
        profile: Option<&Profile>,
    ) -> Result<Comparison, CliError> {
        let program = &loaded.program;
        let goal = term(program, "goal", text)?;
        let Some(functor) = goal.terms.functor(goal.root) else {
            return Err(CliError::with_help(
                format!("`{text}` is not a goal"),
                "give a call of one predicate: p(a, X)",
            ));
        };
        let pred = find_functor(program, functor)?;
        let types = types(loaded)?;
        let assertions = assertions(loaded, &types)?;
        let declared = declared_entry(loaded, &types, pred)?;
        let entry = entry_of_goal(program, &types, &goal, declared.as_ref())
            .ok_or_else(|| CliError::usage(format!("it is not known how `{text}` is called")))?;
        let bounded = bound(program, &types, &assertions, &entry, resource, profile)?;
        let values = arguments(&goal).iter().zip(&entry.pattern).flat_map(|(&arg, of)| sizes_of(&goal.terms, arg, of));
        let sizes: SizePoint = bounded.names().into_iter().zip(values).collect();
        let mode = profile.map(|profile| profile.mode).unwrap_or_default();
        let (counts, Outcome { solutions, .. }) = Engine::new(program, mode, None)?.count(pred, &goal)?;
        let priced = priced(resource, &counts, profile);
        let observed = match profile {
            None => priced,
            Some(profile) => {
                let run = time(program, mode, pred, &goal, COMPARE)?;
                (run.0 - profile.run_overhead().0).max(0.0)
            }
        };
        let lower = bounded.value(&bounded.lower, &sizes);
        let upper = bounded.value(&bounded.upper, &sizes);
        let machine = profile.map(name);
        Ok(Comparison { goal: text.into(), bounded, sizes, lower, upper, priced, observed, solutions, machine })
    }

    fn json(&self) -> ComparisonJson {
        let percent = |d: Option<f64>| d.map(|d| d * 100.0);
        ComparisonJson {
            goal: self.goal.clone(),
            entry: self.bounded.entry.clone(),
            machine: self.machine.clone(),
            sizes: self.sizes.clone(),
            resource: self.bounded.resource.to_string(),
            unit: self.bounded.resource.unit(),
            lower: self.lower,
            upper: self.upper,
            priced: self.priced,
            observed: self.observed,
            solutions: self.solutions,
            deviation: DeviationJson {
                lower: percent(difference(self.lower, self.observed)),
                upper: percent(difference(self.upper, self.observed)),
            },
            priced_deviation: percent(difference(Some(self.priced), self.observed)),
            reason: self.bounded.reason(),
        }
    }

    fn text(&self, paint: Paint) -> String {
        let resource = self.bounded.resource;
        let mut text = format!("{}\n", paint.strong(&self.goal));
        text.push_str(&format!("called as {}", self.bounded.entry));
        if !self.sizes.is_empty() {
            text.push_str(&format!(", {}", show(&self.sizes)));
        }
        text.push_str(match self.solutions {
            0 => "; no solution\n\n",
            1 => "; one solution\n\n",
            _ => "; all solutions\n\n",
        });
        let mut grid =
            Grid::new(&[("", Align::Left), (&resource.to_string(), Align::Right), ("against observed", Align::Right)]);
        let shown = |value: Option<f64>| value.map_or("unknown".to_string(), |value| resource.show(value));
        let deviation = |value: Option<f64>| difference(value, self.observed).map_or("–".to_string(), percent);
        let mut row = |what: &str, value: Option<f64>| grid.row(vec![what.into(), shown(value), deviation(value)]);
        if self.lower == self.upper && self.lower.is_some() {
            row("estimated", self.lower);
        } else {
            row("estimated, lower", self.lower);
            row("estimated, upper", self.upper);
        }
        row("priced counts", Some(self.priced));
        grid.row(vec!["observed".into(), resource.show(self.observed), String::new()]);
        text.push_str(&grid.text(paint));
        if let Some(machine) = &self.machine {
            text.push_str(&format!("\n{}\n", paint.faint(&format!("on {machine}"))));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_harmonic_and_never_nan() {
        let d = difference(Some(110.0), 100.0).expect("both are positive");
        assert!((d - 10.0 * (1.0 / 110.0 + 0.01) / 2.0).abs() < 1e-12);
        assert_eq!(difference(Some(0.0), 0.0), Some(0.0));
        assert_eq!(difference(Some(0.0), 5.0), None);
        assert_eq!(difference(None, 5.0), None);
    }
}
