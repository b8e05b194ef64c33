//! What is known of a file, as a page: one file of HTML that needs nothing else.

use super::{at_typical, bounds, hot, origin, properties};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use predict::analyze::{FileAnalysis, Functions, PatternAnalysis, PredicateAnalysis};
use predict::sizes::legend;
use predict::usage;

const STYLE: &str = include_str!("page.css");

/// The page of a report, with the source.
pub fn page(report: &FileAnalysis, source: &str) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (report.file) " – costs" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (report.file) }
                @if let Some(machine) = &report.machine { p.faint { "Times on " (machine) } }
                h2 { "Predicates" }
                (table(report))
                @for predicate in &report.predicates { (section(predicate)) }
                h2 { "Source" }
                (listing(report, source))
            }
        }
    };
    markup.into_string()
}

fn anchor(predicate: &PredicateAnalysis) -> String {
    format!("line-{}", predicate.line)
}

/// A row a call pattern.
fn table(report: &FileAnalysis) -> Markup {
    let is_timed = report.machine.is_some();
    let others = if is_timed { "4" } else { "3" };
    html! {
        div.wide { table {
            thead { tr { th { "Call" } th { "Solutions" } th { "Steps" } @if is_timed { th { "Expected time" } } th { "At a common size" } } }
            tbody {
                @for predicate in &report.predicates {
                    @for of in &predicate.patterns {
                        tr {
                            td.call { a href={ "#" (predicate.predicate) } { code { (of.entry) } } }
                            td { (cell(&of.solutions)) }
                            td { (cell(&of.steps)) }
                            @if is_timed { td { @if let Some(time) = &of.time { (cell(time)) } } }
                            td { (at_typical(of).unwrap_or_default()) }
                        }
                    }
                    @if let Some(missing) = &predicate.missing {
                        tr { td { a href={ "#" (predicate.predicate) } { code { (predicate.predicate) } } } td.unknown colspan=(others) { (missing) } }
                    }
                }
            }
        } }
    }
}

fn cell(of: &Functions) -> Markup {
    html! {
        @for (which, function) in bounds(of) {
            div class=[(function == "unknown").then_some("unknown")] { span.faint { (which) } " " (function) }
        }
    }
}

fn section(predicate: &PredicateAnalysis) -> Markup {
    html! {
        section id=(predicate.predicate) {
            h3 { (predicate.predicate) " " a.faint href={ "#" (anchor(predicate)) } { "line " (predicate.line) } }
            @for of in &predicate.patterns { (pattern(of)) }
            @if let Some(missing) = &predicate.missing { p.unknown { "Not analysed: " (missing) } }
        }
    }
}

fn pattern(of: &PatternAnalysis) -> Markup {
    let resources =
        [("Solutions", Some(&of.solutions)), ("Steps", Some(&of.steps)), ("Expected time", of.time.as_ref())];
    html! {
        h4 { code { (of.entry) } " " span.faint { (origin(of)) } }
        @if let Some(types) = usage::text(&of.types) { p { (types) } }
        p { (properties(of).join("; ")) @if !of.sizes.is_empty() { br; span.faint { (legend(&of.sizes)) } } }
        dl {
            @for (name, functions) in resources {
                @if let Some(functions) = functions { dt { (name) } dd { (cell(functions)) } }
            }
            @if let Some(typical) = at_typical(of) { dt { "Common" } dd { (typical) @if let Some(hot) = hot(of) { br; (hot) } } }
            @if let Some(reason) = &of.reason { dt { "Unknown" } dd.unknown { (reason.text) } }
        }
    }
}

/// The source with the steps of each predicate beside its first clause.
fn listing(report: &FileAnalysis, source: &str) -> Markup {
    html! {
        div.wide { table.source { tbody {
            @for (at, line) in source.lines().enumerate() {
                @let here = report.predicates.iter().find(|predicate| predicate.line == at + 1);
                tr id=[here.map(anchor)] {
                    td.number { (at + 1) }
                    td { pre { (line) } }
                    td.margin {
                        @if let Some(predicate) = here {
                            @if let Some(of) = predicate.patterns.first() {
                                a href={ "#" (predicate.predicate) } { (margin(&of.steps)) }
                            }
                        }
                    }
                }
            }
        } } }
    }
}

fn margin(steps: &Functions) -> String {
    let bounds: Vec<String> =
        bounds(steps).into_iter().map(|(which, function)| format!("{which} {function}").trim().to_string()).collect();
    bounds.join(", ")
}
