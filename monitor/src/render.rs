//! Reports in the formats of other programs: DOT, folded stacks, speedscope, lcov.

use crate::report::{Coverage, Covered, Graph, Stack};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A graph for Graphviz.
pub fn dot(graph: &Graph) -> String {
    let mut text = String::from("digraph run {\n    node [shape=box, fontname=\"DejaVu Sans\"];\n");
    for (at, name) in graph.nodes.iter().enumerate() {
        let _ = writeln!(text, "    n{at} [label=\"{}\"];", escaped(name));
    }
    for arc in &graph.arcs {
        let label = if graph.counted { format!(" [label=\"{}\"]", arc.count) } else { String::new() };
        let _ = writeln!(text, "    n{} -> n{}{label};", arc.from, arc.to);
    }
    text.push_str("}\n");
    text
}

fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// Stacks a line each, frames with semicolons between them: what flame graph tools read.
pub fn folded(stacks: &[Stack]) -> String {
    let frame = |name: &String| name.replace([';', '\n', ' '], "_");
    let line =
        |stack: &Stack| format!("{} {}", stack.frames.iter().map(frame).collect::<Vec<_>>().join(";"), stack.calls);
    stacks.iter().map(|stack| line(stack) + "\n").collect()
}

/// Stacks as a file of speedscope: <https://www.speedscope.app/file-format-schema.json>.
pub fn speedscope(name: &str, stacks: &[Stack]) -> Value {
    let mut frames: Vec<&str> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut samples = Vec::new();
    for stack in stacks {
        let sample: Vec<usize> = stack
            .frames
            .iter()
            .map(|frame| {
                *places.entry(frame).or_insert_with(|| {
                    frames.push(frame);
                    frames.len() - 1
                })
            })
            .collect();
        samples.push(sample);
    }
    let weights: Vec<u64> = stacks.iter().map(|stack| stack.calls).collect();
    let total: u64 = weights.iter().sum();
    json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "exporter": concat!("horolog ", env!("CARGO_PKG_VERSION")),
        "name": name,
        "activeProfileIndex": 0,
        "shared": { "frames": frames.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>() },
        "profiles": [{
            "type": "sampled",
            "name": name,
            "unit": "none",
            "startValue": 0,
            "endValue": total,
            "samples": samples,
            "weights": weights,
        }],
    })
}

/// Coverage as a tracefile of lcov: a line is covered as often as what stands there was called, of several the most often, and each
/// criterion is a branch, in a block for each of several.
pub fn lcov(coverage: &Coverage) -> String {
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    let mut lines: BTreeMap<(&str, usize), Vec<&Covered>> = BTreeMap::new();
    for row in &coverage.rows {
        let (Some(file), Some(line)) = (&row.file, row.line) else { continue };
        let record = files.entry(file).or_default();
        if row.callee.is_none() {
            let _ = writeln!(record, "FN:{line},{}\nFNDA:{},{}", row.predicate, row.calls, row.predicate);
        }
        lines.entry((file, line)).or_default().push(row);
    }
    for ((file, line), rows) in lines {
        let record = files.entry(file).or_default();
        let _ = writeln!(record, "DA:{line},{}", rows.iter().map(|row| row.calls).max().unwrap_or_default());
        for (block, row) in rows.into_iter().enumerate() {
            let branches = row.met.iter().map(|_| "1").chain(row.missing.iter().map(|_| "0"));
            for (at, taken) in branches.enumerate() {
                let taken = if row.calls == 0 { "-" } else { taken };
                let _ = writeln!(record, "BRDA:{line},{block},{at},{taken}");
            }
        }
    }
    files.into_iter().map(|(file, record)| format!("TN:\nSF:{file}\n{record}end_of_record\n")).collect()
}
