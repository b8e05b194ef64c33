//! Coverage beside the source: as text, and as a page.

use super::text::summary;
use maud::{DOCTYPE, PreEscaped, html};
use monitor::report::{Coverage, Covered};
use std::collections::BTreeMap;
use wam::code::Program;

const STYLE: &str = include_str!("cover.css");

/// What is known of a line: the rows that stand there.
type Lines<'c> = BTreeMap<usize, Vec<&'c Covered>>;

/// The files that rows are of, with their text, and the rows by line.
fn files<'c>(coverage: &'c Coverage, program: &Program) -> Vec<(String, String, Lines<'c>)> {
    let mut files: BTreeMap<&str, Lines<'c>> = BTreeMap::new();
    for row in &coverage.rows {
        if let (Some(file), Some(line)) = (&row.file, row.line) {
            files.entry(file).or_default().entry(line).or_default().push(row);
        }
    }
    let text = |name: &str| {
        let found = program.files.iter().find(|file| file.source.name() == name);
        found.map_or(String::new(), |file| file.source.text().to_string())
    };
    files.into_iter().map(|(name, lines)| (name.to_string(), text(name), lines)).collect()
}

/// How a line stands: nothing was called, something is missing, or all was met.
fn mark(rows: &[&Covered]) -> &'static str {
    if rows.iter().all(|row| row.calls == 0) {
        "none"
    } else if rows.iter().any(|row| !row.missing.is_empty()) {
        "part"
    } else {
        "full"
    }
}

/// What is missing in a line, in words.
fn missing(rows: &[&Covered]) -> String {
    let of = |row: &&Covered| {
        let what = row.callee.as_ref().unwrap_or(&row.predicate);
        format!("{what}: {}", row.missing.join(", "))
    };
    rows.iter().filter(|row| !row.missing.is_empty()).map(of).collect::<Vec<_>>().join("; ")
}

/// The source with a margin: how often what stands in a line was called, `+` where all was met that should be, `-` where something
/// is missing, `!` where nothing was called; what is missing behind the line.
pub fn annotated(coverage: &Coverage, program: &Program) -> String {
    let mut out = String::new();
    for (name, text, lines) in files(coverage, program) {
        out += &format!("{name}\n");
        for (number, line) in (1..).zip(text.lines()) {
            match lines.get(&number) {
                None => out += &format!("{:>10}   {line}\n", ""),
                Some(rows) => {
                    let calls: u64 = rows.iter().map(|row| row.calls).sum();
                    let sign = match mark(rows) {
                        "full" => '+',
                        "part" => '-',
                        _ => '!',
                    };
                    let missing = missing(rows);
                    let behind = if missing.is_empty() { String::new() } else { format!("    % missing: {missing}") };
                    out += &format!("{calls:>10} {sign} {line}{behind}\n");
                }
            }
        }
    }
    out + &summary(coverage) + "\n"
}

/// The same as a page: one file that needs nothing else.
pub fn page(coverage: &Coverage, program: &Program) -> String {
    let files = files(coverage, program);
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Coverage" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Coverage" }
                p { (summary(coverage)) }
                table {
                    thead { tr { th { "Predicate" } th { "Solutions" } th.number { "Calls" } th { "Met" } th { "Missing" } } }
                    tbody {
                        @for row in &coverage.rows {
                            tr class=(mark(&[row])) {
                                td { code {
                                    (row.predicate)
                                    @if let Some(callee) = &row.callee { " → " (callee) }
                                } }
                                td { (row.determinism) }
                                td.number { (row.calls) }
                                td { (row.met.join(", ")) }
                                td { (row.missing.join(", ")) }
                            }
                        }
                    }
                }
                @for (name, text, lines) in &files {
                    h2 { (name) }
                    table.source {
                        @for (number, line) in (1..).zip(text.lines()) {
                            @match lines.get(&number) {
                                None => tr { td.number { (number) } td.number {} td { pre { (line) } } td {} },
                                Some(rows) => tr class=(mark(rows)) {
                                    td.number { (number) }
                                    td.number { (rows.iter().map(|row| row.calls).sum::<u64>()) "×" }
                                    td { pre { (line) } }
                                    td.missing { (missing(rows)) }
                                },
                            }
                        }
                    }
                }
            }
        }
    };
    markup.into_string()
}
