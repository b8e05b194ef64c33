//! `horolog solve`: bounds of functions that are given by equations.
//!
//! Comes in: equations as text (`solver::System`). Goes out: for each function and direction the closed forms with their
//! regions, the rule that found them and what was proved and compared; as text or as JSON.

use crate::args::SolveArgs;
use crate::error::{CliError, Exit};
use crate::report::{print, print_json, sequence_legend};
use predict::load::at_span;
use serde::Serialize;
use solver::{Bound, Budget, Definition, Direction, Limits, ParseError, System, Value, Var, Violation, check, solve};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use wam::read::Source;
use wam::term::Span;

/// So many errors of a text are shown.
const ERRORS_SHOWN: usize = 20;

/// The bounds of all functions of a system, in the order of its text.
#[derive(Serialize)]
pub struct Solved {
    functions: Vec<SolvedFunction>,
}

#[derive(Serialize)]
struct SolvedFunction {
    name: String,
    parameters: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<SolvedBound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<SolvedBound>,
}

#[derive(Serialize)]
struct SolvedBound {
    pieces: Vec<Piece>,
    /// What found it, and where that comes from.
    rule: Option<&'static str>,
    source: Option<&'static str>,
    /// What was done and proved, in order.
    proof: Vec<String>,
    /// What `--check` found.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Recheck>,
}

/// A closed form with its region, or why there is none.
#[derive(Serialize)]
struct Piece {
    /// Where it holds; empty means everywhere.
    region: String,
    bound: Option<String>,
    exact: bool,
    reason: Option<String>,
}

/// A comparison with the equations.
#[derive(Serialize)]
struct Recheck {
    /// At how many points the bound was compared.
    points: usize,
    /// What is wrong, or why nothing was compared.
    fault: Option<String>,
    #[serde(skip)]
    outcome: Outcome,
}

/// How a comparison with the equations ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Holds,
    Unchecked,
    Wrong,
}

/// Solves the equations of a file.
pub fn solve_file(args: &SolveArgs) -> Result<Exit, CliError> {
    let (name, text) = text_of(&args.file)?;
    let system = System::read(&text).map_err(|errors| faults(&name, &text, &errors))?;
    if system.definitions.is_empty() {
        return Err(CliError::with_help(
            format!("there is no equation in {name}"),
            "write some like T(n) = T(n - 1) + 1 if n >= 1; T(0) = 1",
        ));
    }
    let limits = Limits { budget: Budget::unlimited().lasting(args.time), ..Limits::default() };
    let solved = solve_all(&system, &args.directions(), args.check.map(|points| points as usize), &limits);
    if args.json {
        print_json(&solved)?;
    } else {
        print(&solved.text())?;
    }
    Ok(if solved.all_known() { Exit::Ok } else { Exit::False })
}

/// A text with the name to show for it.
fn text_of(file: &Path) -> Result<(String, String), CliError> {
    let standard_input = file == Path::new("-");
    let text = if standard_input { io::read_to_string(io::stdin()) } else { std::fs::read_to_string(file) };
    let text = text.map_err(|source| CliError::Read { path: file.into(), source })?;
    let name = if standard_input { "standard input".into() } else { file.display().to_string() };
    Ok((name, text))
}

/// Errors of a text with their places and excerpts.
fn faults(name: &str, text: &str, errors: &[ParseError]) -> CliError {
    let source = Source::new(name, text);
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let shown = errors.iter().take(ERRORS_SHOWN).map(|error| {
        let span = Span { start: offset(error.place.start), end: offset(error.place.end) };
        at_span("error", &error.fault.to_string(), span, &source)
    });
    let shown: Vec<String> = shown.collect();
    let count = match errors.len() {
        1 => "1 error".to_string(),
        n if n > ERRORS_SHOWN => format!("{n} errors or more, of which the first {ERRORS_SHOWN} are shown,"),
        n => format!("{n} errors"),
    };
    CliError::from(predict::error::PredictError::Source(format!("{}\n{count} in {name}", shown.join("\n"))))
}

fn solve_all(system: &System, directions: &[Direction], points: Option<usize>, limits: &Limits) -> Solved {
    let by_direction: Vec<_> =
        directions.iter().map(|&direction| (direction, solve(system, direction, limits))).collect();
    let one = |definition: &Definition, direction: Direction| {
        let (_, bounds) = by_direction.iter().find(|(of, _)| *of == direction)?;
        let bound = bounds.get(&definition.name)?;
        let mut solved = SolvedBound::of(bound);
        solved.check = points.and_then(|points| recheck(system, definition, bound, direction, points, limits));
        Some(solved)
    };
    let functions = system.definitions.iter().map(|definition| SolvedFunction {
        name: definition.name.to_string(),
        parameters: definition.params.iter().map(Var::to_string).collect(),
        upper: one(definition, Direction::Upper),
        lower: one(definition, Direction::Lower),
    });
    Solved { functions: functions.collect() }
}

/// The regions of a bound with what is known in each: the only place that knows how the solver gives them.
fn pieces(bound: &Bound) -> Vec<Piece> {
    match bound {
        Bound::Known(solution) => solution.pieces.iter().map(Piece::of).collect(),
        Bound::Unknown { reason, .. } => {
            vec![Piece { region: String::new(), bound: None, exact: false, reason: Some(reason.clone()) }]
        }
    }
}

impl SolvedBound {
    fn of(bound: &Bound) -> SolvedBound {
        let solution = bound.known();
        SolvedBound {
            pieces: pieces(bound),
            rule: solution.map(|solution| solution.rule),
            source: solution.map(|solution| solution.source),
            proof: solution.map_or_else(Vec::new, |solution| solution.steps.clone()),
            check: None,
        }
    }

    fn is_known(&self) -> bool {
        let wrong = self.check.as_ref().is_some_and(|check| check.outcome == Outcome::Wrong);
        !wrong && self.pieces.iter().all(|piece| piece.bound.is_some())
    }
}

/// Compares a known bound with the equations.
fn recheck(
    system: &System,
    definition: &Definition,
    bound: &Bound,
    direction: Direction,
    points: usize,
    limits: &Limits,
) -> Option<Recheck> {
    let claims = BTreeMap::from([(definition.name.clone(), bound.known()?.clone())]);
    let evaluations = limits.evaluations.max(u32::try_from(points).unwrap_or(u32::MAX).saturating_mul(100));
    let limits = Limits { points, evaluations, ..limits.clone() };
    Some(match check(system, &claims, direction, &limits) {
        Ok(checked) => Recheck { points: checked.points, fault: None, outcome: Outcome::Holds },
        Err(violation) => {
            let outcome = match violation {
                Violation::Point { .. } => Outcome::Wrong,
                Violation::Unchecked { .. } => Outcome::Unchecked,
            };
            Recheck { points: 0, fault: Some(violation.to_string()), outcome }
        }
    })
}

impl Solved {
    fn all_known(&self) -> bool {
        let bounds = self.functions.iter().flat_map(|function| [&function.upper, &function.lower]);
        bounds.flatten().all(SolvedBound::is_known)
    }

    fn text(&self) -> String {
        let texts: Vec<String> = self.functions.iter().map(SolvedFunction::text).collect();
        let text = texts.join("\n");
        format!("{text}{}", sequence_legend(&text))
    }
}

impl SolvedFunction {
    fn text(&self) -> String {
        let mut text = format!("{}({})\n", self.name, self.parameters.join(", "));
        for (side, bound) in [("upper", &self.upper), ("lower", &self.lower)] {
            let Some(bound) = bound else { continue };
            for piece in &bound.pieces {
                text.push_str(&format!("  {side}: {}\n", piece.text()));
            }
            if let (Some(rule), Some(source)) = (bound.rule, bound.source) {
                text.push_str(&format!("    rule: {rule} ({source})\n"));
            }
            for step in &bound.proof {
                text.push_str(&format!("    {step}\n"));
            }
            match &bound.check {
                Some(Recheck { fault: Some(fault), outcome: Outcome::Wrong, .. }) => {
                    text.push_str(&format!("    check: WRONG: {fault}\n"));
                }
                Some(Recheck { fault: Some(fault), .. }) => text.push_str(&format!("    check: {fault}\n")),
                Some(Recheck { points, fault: None, .. }) => {
                    text.push_str(&format!("    check: holds at {points} points\n"));
                }
                None => {}
            }
        }
        text
    }
}

impl Piece {
    fn of(piece: &solver::Piece) -> Piece {
        let reason = match &piece.value {
            Value::Unknown(reason) => Some(reason.clone()),
            Value::Closed { .. } => None,
        };
        Piece {
            region: piece.region.to_string(),
            bound: piece.closed().map(|expr| expr.to_string()),
            exact: piece.is_exact(),
            reason,
        }
    }

    fn text(&self) -> String {
        let region = if self.region.is_empty() { String::new() } else { format!("  if {}", self.region) };
        let exact = if self.exact { "  (exact)" } else { "" };
        match (&self.bound, &self.reason) {
            (Some(bound), _) => format!("{bound}{region}{exact}"),
            (None, Some(reason)) => format!("unknown{region}: {reason}"),
            (None, None) => format!("unknown{region}"),
        }
    }
}
