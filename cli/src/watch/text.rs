//! What folds come to, as text and as lines of JSON.

use crate::report::{Align, Grid, Paint};
use monitor::driver::Ended;
use monitor::report::{Coverage, CoverageOf, Covered, Field, Graph, Report, Table};
use serde::Serialize;
use std::fmt::Write;

/// Why a fold may have several slices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slices {
    /// They were asked for.
    Asked,
    /// It ends itself, if at all.
    Ended,
}

/// What a fold, one of several, has come to, with its name and its events where those say which result it is.
pub fn titled(name: &str, folds: usize, slices: Slices, ended: &Ended, paint: Paint) -> String {
    let is_of_several = slices == Slices::Asked || ended.slice > 1 || !ended.is_last;
    let title = match (is_of_several, folds > 1) {
        (true, _) => format!("{name}, events {} to {}: ", ended.events.0 + 1, ended.events.1),
        (false, true) => format!("{name}: "),
        (false, false) => String::new(),
    };
    text(&title, &ended.report, paint)
}

/// A report in JSON.
#[derive(Serialize)]
struct Line<'a> {
    fold: &'a str,
    slice: u64,
    from: u64,
    to: u64,
    report: &'a Report,
}

/// The same as a line of JSON.
pub fn line(fold: &str, ended: &Ended) -> String {
    let (from, to) = (ended.events.0 + 1, ended.events.1);
    let line = Line { fold, slice: ended.slice, from, to, report: &ended.report };
    serde_json::to_string(&line).expect("reports are data") + "\n"
}

/// A report as text, with a title if there is one.
pub fn text(title: &str, report: &Report, paint: Paint) -> String {
    let below = |text: String| match title.trim_end() {
        "" => text,
        title => format!("{}\n{text}", paint.strong(title)),
    };
    match report {
        // A fold has the name of what it counts, or says more.
        Report::Count { what, value } if title.trim_end_matches(": ") == what => format!("{what}: {value}\n"),
        Report::Count { what, value } => format!("{title}{what}: {value}\n"),
        Report::Term { text } => format!("{title}{text}\n"),
        // A monitor says its file itself.
        Report::Error { message } if message.starts_with(title) => format!("{message}\n"),
        Report::Error { message } => format!("{title}{message}\n"),
        Report::Table(table) => below(grid(table).text(paint)),
        Report::Graph(graph) => below(arcs(graph).text(paint)),
        Report::Proof { nodes } => {
            below(nodes.iter().map(|node| format!("{}{}\n", "  ".repeat(node.depth), node.goal)).collect())
        }
        Report::Stacks { stacks } => {
            let mut grid = Grid::of(&["stack"], &["calls"]);
            for stack in stacks {
                grid.row(vec![stack.frames.join(" > "), stack.calls.to_string()]);
            }
            below(grid.text(paint))
        }
        Report::Coverage(of) => below(coverage(of, paint)),
    }
}

fn grid(table: &Table) -> Grid {
    let is_number = |at: usize| table.rows.first().is_some_and(|row| matches!(row.get(at), Some(Field::Number(_))));
    let heading = |(at, name): (usize, &String)| (name.clone(), if is_number(at) { Align::Right } else { Align::Left });
    let mut grid = Grid::new(table.columns.iter().enumerate().map(heading));
    let field = |field: &Field| match field {
        Field::Number(number) => number.to_string(),
        Field::Text(text) => text.clone(),
    };
    table.rows.iter().for_each(|row| grid.row(row.iter().map(field).collect()));
    grid
}

fn arcs(graph: &Graph) -> Grid {
    let numbers: &[&str] = if graph.counted { &["times"] } else { &[] };
    let mut grid = Grid::of(&["from", "to"], numbers);
    for arc in &graph.arcs {
        let mut row = vec![graph.nodes[arc.from].clone(), graph.nodes[arc.to].clone()];
        row.extend(graph.counted.then(|| arc.count.to_string()));
        grid.row(row);
    }
    grid
}

fn coverage(coverage: &Coverage, paint: Paint) -> String {
    let mut grid = match coverage.of {
        CoverageOf::Predicates => Grid::of(&["predicate", "line", "solutions", "met", "missing"], &["calls"]),
        CoverageOf::CallSites => Grid::of(&["clause of", "call", "line", "solutions", "met", "missing"], &["calls"]),
    };
    for row in &coverage.rows {
        let mut cells = vec![row.predicate.clone()];
        cells.extend(row.callee.clone());
        cells.extend([
            row.line.map_or(String::new(), |line| line.to_string()),
            row.determinism.clone(),
            row.met.join(", "),
            row.missing.join(", "),
            row.calls.to_string(),
        ]);
        grid.row(cells);
    }
    let mut text = grid.text(paint);
    let _ = writeln!(text, "{}", summary(coverage));
    text
}

/// How much is covered, in words.
pub fn summary(coverage: &Coverage) -> String {
    let of = match coverage.of {
        CoverageOf::Predicates => "predicates",
        CoverageOf::CallSites => "calls",
    };
    let untouched = coverage.rows.iter().filter(|row: &&Covered| row.calls == 0).count();
    let rest = match untouched {
        0 => String::new(),
        n => format!("; {n} of {} {of} never called", coverage.rows.len()),
    };
    format!("{} of {} criteria met: {:.2} %{rest}", coverage.met, coverage.criteria, coverage.percent())
}
