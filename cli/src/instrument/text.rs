//! Lists, explanations and counts as text and as lines of JSON.

use super::CountJson;
use crate::error::CliError;
use crate::report::{Grid, Paint};
use monitor::instrument::listing::{BasisEvent, Explained, Listed};
use serde::Serialize;
use std::fmt::Write;

/// One object a line.
pub fn json_lines(rows: &[impl Serialize]) -> Result<String, CliError> {
    let mut text = String::new();
    for row in rows {
        let line = serde_json::to_string(row).map_err(|error| CliError::usage(error.to_string()))?;
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}

/// The events there are.
pub fn basis(events: &[BasisEvent], paint: Paint) -> String {
    let mut grid = Grid::of(&["code", "value", "what happens", "in the sets"], &[]);
    for event in events {
        let sets = event.sets.iter().filter(|set| **set != "E_All").copied().collect::<Vec<_>>().join(", ");
        grid.row(vec![event.code.into(), event.value.into(), event.meaning.into(), sets]);
    }
    format!("{}{} events; E_All is all of them\n", grid.text(paint), events.len())
}

/// How often each code was told; those that were never told in a line.
pub fn counts(rows: &[CountJson], paint: Paint) -> String {
    const SHOWN: usize = 30;
    if rows.is_empty() {
        return "the configuration selects nothing\n".into();
    }
    let told = rows.iter().take_while(|row| row.count > 0).count();
    let mut text = String::new();
    if told > 0 {
        let mut grid = Grid::of(&["code"], &["events"]);
        for row in &rows[..told] {
            grid.row(vec![row.code.clone(), row.count.to_string()]);
        }
        text = grid.text(paint);
    }
    let never: Vec<&str> = rows[told..].iter().map(|row| &*row.code).collect();
    if !never.is_empty() {
        let more = if never.len() > SHOWN { format!(" and {} more", never.len() - SHOWN) } else { String::new() };
        let _ = writeln!(text, "never: {}{more}", never[..never.len().min(SHOWN)].join(", "));
    }
    text
}

fn place(row: &Listed) -> String {
    match (&row.file, row.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => "-".into(),
    }
}

fn clause(row: &Listed) -> String {
    match row.clause {
        Some(clause) => format!("{}#{clause}", row.predicate),
        None => row.predicate.clone(),
    }
}

fn test(row: &Listed) -> String {
    let of = row.variable.as_ref().map_or(String::new(), |variable| format!("{variable} is "));
    let through = row.through.as_ref().map_or(String::new(), |through| format!(", called through {through}"));
    match (&row.test, row.by_box) {
        (Some(test), true) => format!("if {test}; by its box{through}"),
        (Some(test), false) => format!("if {of}{test}"),
        (None, true) => format!("by its box{through}"),
        (None, false) => String::new(),
    }
}

/// The places that tell something.
pub fn list(rows: &[Listed], paint: Paint) -> String {
    if rows.is_empty() {
        return "nothing of what is selected is in the program\n".into();
    }
    let mut grid = Grid::of(&["place", "clause", "code", "when"], &[]);
    for row in rows {
        grid.row(vec![place(row), clause(row), row.code.clone(), test(row)]);
    }
    let of_code = rows.iter().filter(|row| !row.by_box).count();
    let tests = rows.iter().filter(|row| row.test.is_some()).count();
    format!("{}{} places, {of_code} of them with code; {tests} tests when it runs\n", grid.text(paint), rows.len())
}

/// Why each place does, and what else was looked at.
pub fn explanation(selections: &[Explained]) -> String {
    const SHOWN: usize = 12;
    let mut text = String::new();
    for one in selections {
        let _ = writeln!(text, "{}: {}", one.place, one.selection);
        let _ = writeln!(text, "  {}; its value is {}", one.meaning, one.value);
        if one.by_machine {
            let _ = writeln!(text, "  told by the machine, at no place of the program");
        } else if one.decided + one.tested == 0 {
            let _ = writeln!(text, "  nowhere in the program as it was loaded");
        } else {
            let _ = writeln!(
                text,
                "  {} decided when the program was loaded, {} tested when it runs",
                places(one.decided),
                places(one.tested)
            );
        }
        if one.out_of_scope + one.other_values > 0 {
            let _ = writeln!(
                text,
                "  not selected: {} out of scope, {} with other values",
                places(one.out_of_scope),
                places(one.other_values)
            );
        }
        for row in one.places.iter().take(SHOWN) {
            let why = test(row);
            let gap = if why.is_empty() { "" } else { "  " };
            let _ = writeln!(text, "    {}  {}{gap}{why}", place(row), clause(row));
        }
        if one.places.len() > SHOWN {
            let _ = writeln!(text, "    and {} more: --list", one.places.len() - SHOWN);
        }
    }
    if selections.is_empty() {
        text.push_str("the configuration selects nothing\n");
    }
    text
}

fn places(count: u32) -> String {
    if count == 1 { "1 place".into() } else { format!("{count} places") }
}
