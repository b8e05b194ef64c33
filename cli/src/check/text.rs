//! A check for people: a paragraph for each property that is false or unknown, and a line that sums up.

use crate::report::Paint;
use predict::check::{CheckReport, Counterexample, Kind, Place, PropertyReport, Verdict};
use predict::sizes::show;
use unicode_width::UnicodeWidthChar;

/// All of it.
pub fn text(report: &CheckReport, paint: Paint) -> String {
    let mut text = String::new();
    for property in report.assertions.iter().flat_map(|assertion| &assertion.properties) {
        if property.verdict != Verdict::Checked {
            text.push_str(&paragraph(property, paint));
            text.push('\n');
        } else if let Some(condition) = &property.condition {
            let Place { file, line, column, .. } = &property.place;
            text.push_str(&format!("{file}:{line}:{column}: checked {condition}: {}\n\n", one_line(&property.text)));
        }
    }
    text.push_str(&summary(report));
    text
}

/// The line that sums up.
pub fn summary(report: &CheckReport) -> String {
    let CheckReport { checked, refuted, unknown, runs, .. } = report;
    let count = report.assertions.len();
    let assertions = if count == 1 { "assertion" } else { "assertions" };
    let calls = if *runs == 1 { "call" } else { "calls" };
    format!("{count} {assertions}: {checked} checked, {refuted} false, {unknown} unknown ({runs} {calls} run)\n")
}

fn paragraph(property: &PropertyReport, paint: Paint) -> String {
    let Place { file, line, column, excerpt, .. } = &property.place;
    let heading = match property.verdict {
        Verdict::False => paint.error("false:"),
        verdict => paint.strong(&format!("{}:", verdict.name())),
    };
    let mut text = format!("{}: {heading} {}\n", paint.strong(&format!("{file}:{line}:{column}")), headline(property));
    let number = line.to_string();
    // Tabs stay tabs under the line, so that the caret stands below its place however wide they are.
    let blank = |c: char| if c == '\t' { "\t".into() } else { " ".repeat(c.width().unwrap_or(0)) };
    let before: String = excerpt.chars().take(column - 1).map(blank).collect();
    let end = if property.place.end_line == *line { property.place.end_column } else { excerpt.chars().count() + 1 };
    let marked = excerpt.chars().skip(column - 1).take(end.saturating_sub(*column));
    let carets = "^".repeat(marked.map(|c| c.width().unwrap_or(0)).sum::<usize>().max(1));
    text.push_str(&format!("  {number} | {}\n", excerpt.trim_end()));
    text.push_str(&format!("  {:1$} | {before}{carets}\n", "", number.len()));
    for line in details(property) {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

/// What is wrong, in a line.
pub fn headline(property: &PropertyReport) -> String {
    let claim = one_line(&property.text);
    match &property.counterexample {
        Some(Counterexample { claimed, found, sizes, .. }) => {
            let at = if sizes.is_empty() { String::new() } else { format!(" at {}", show(sizes)) };
            format!("{claim}: {found}{at}, claimed {claimed}")
        }
        None => claim,
    }
}

/// What is known of it, a line each.
pub fn details(property: &PropertyReport) -> Vec<String> {
    let mut lines = Vec::new();
    let unit = property.resource.as_deref().filter(|_| property.kind == Kind::Cost).unwrap_or_default();
    let of = |what: &str| match unit {
        "" | "time" => what.to_string(),
        unit => format!("{what} ({unit})"),
    };
    if !property.inferred.is_empty() {
        lines.push(format!("inferred: {}", of(&property.inferred.join(", "))));
    }
    if !property.holds.is_empty() {
        lines.push(format!("holds for {}", property.holds.join(", or ")));
    }
    if !property.fails.is_empty() {
        lines.push(format!("false for {}", property.fails.join(", or ")));
    }
    if let Some(example) = &property.counterexample {
        lines.push(format!("counterexample, run: {}", cut(&example.goal)));
    }
    lines.extend(property.condition.iter().cloned());
    lines.extend(property.reason.iter().map(|reason| format!("not known: {reason}")));
    lines
}

/// Long calls are shown by their beginning.
fn cut(goal: &str) -> String {
    const SHOWN: usize = 160;
    if goal.chars().count() <= SHOWN { goal.into() } else { goal.chars().take(SHOWN).chain("…".chars()).collect() }
}

/// A claim of several lines in one.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
