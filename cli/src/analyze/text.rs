//! What is known of a file, as text.

use super::{at_typical, bounds, hot, origin, properties};
use crate::report::{Paint, sequence_legend};
use predict::analyze::{FileAnalysis, Functions, PatternAnalysis};
use predict::sizes::legend;
use predict::usage;

/// The whole report.
pub fn text(report: &FileAnalysis, paint: Paint) -> String {
    let mut text = String::new();
    for predicate in &report.predicates {
        text.push_str(&format!("{}  {}:{}\n", paint.strong(&predicate.predicate), report.file, predicate.line));
        predicate.patterns.iter().for_each(|of| text.push_str(&pattern(of, paint)));
        if let Some(missing) = &predicate.missing {
            text.push_str(&format!("  not analysed: {missing}\n"));
        }
        text.push('\n');
    }
    text.push_str(sequence_legend(&text));
    if let Some(machine) = &report.machine {
        text.push_str(&format!("{}\n", paint.faint(&format!("times on {machine}"))));
    }
    text
}

fn pattern(of: &PatternAnalysis, paint: Paint) -> String {
    let mut text = format!("  {}  {}\n", of.entry, paint.faint(&origin(of)));
    let mut line = |of: String| text.push_str(&format!("    {of}\n"));
    usage::text(&of.types).into_iter().for_each(&mut line);
    Some(properties(of).join("; ")).filter(|known| !known.is_empty()).into_iter().for_each(&mut line);
    if !of.sizes.is_empty() {
        line(paint.faint(&legend(&of.sizes)));
    }
    let resources: [(&str, Option<&Functions>); 3] =
        [("solutions", Some(&of.solutions)), ("steps", Some(&of.steps)), ("expected", of.time.as_ref())];
    for (name, functions) in resources {
        for (which, function) in functions.into_iter().flat_map(bounds) {
            line(format!("{} {function}", paint.faint(&format!("{name:<9} {which:<8}"))));
        }
    }
    at_typical(of).into_iter().for_each(&mut line);
    hot(of).into_iter().for_each(|hot| line(format!("  {hot}")));
    of.reason.iter().for_each(|reason| line(format!("unknown: {}", reason.text)));
    text
}
