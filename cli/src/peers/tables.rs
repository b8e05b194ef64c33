//! The figures as text for the terminal and as Markdown.

use super::outcome::{Cell, Mean, Peers};
use super::system::REFERENCE;
use crate::report::{Align, Grid, Paint};
use std::fmt::Write;

/// For the terminal.
pub fn text(peers: &Peers, paint: Paint) -> String {
    let mut out = format!("Processor time as a share of {REFERENCE}'s, least of {} rounds.\n\n", peers.rounds);
    let _ = write!(out, "{}\n{}", ratios(peers).text(paint), start_up(peers).text(paint));
    let notes = notes(peers);
    if !notes.is_empty() {
        let _ = write!(out, "\n{}", notes.join("\n") + "\n");
    }
    out
}

/// For the results.
pub fn markdown(peers: &Peers) -> String {
    let mut out = format!(
        "# Benchmarks beside other Prolog systems\n\n\
         Made {} by `{}`, commit {}, {}, on {}. Generated; not edited by hand.\n\n\
         Processor time of each program's goal as a share of {REFERENCE}'s: launches interleaved system by system and \
         pinned to one core, the least of {} rounds, an empty loop taken off; ± is how far the median of the rounds lies \
         above the least. µs is one run of the goal on {REFERENCE}.\n\n",
        peers.date, peers.command, peers.commit, peers.compiler, peers.processor, peers.rounds,
    );
    for version in &peers.systems {
        let _ = writeln!(out, "- {}: {}", version.system, version.version);
    }
    let _ = write!(out, "\n{}\n## Start-up\n\n", ratios(peers).markdown());
    let _ = write!(
        out,
        "Milliseconds from launch to end of a program that does nothing, {} launches.\n\n{}",
        peers.launches,
        start_up(peers).markdown()
    );
    let notes = notes(peers);
    if !notes.is_empty() {
        let _ = write!(out, "\n## Notes\n\n{}", notes.iter().map(|note| format!("- {note}\n")).collect::<String>());
    }
    out
}

fn ratios(peers: &Peers) -> Grid {
    let unit = format!("µs on {REFERENCE}");
    let mut headings = vec![("program", Align::Left), (unit.as_str(), Align::Right)];
    headings.extend(peers.systems.iter().map(|version| (version.system.as_str(), Align::Right)));
    let mut grid = Grid::new(headings);
    for program in &peers.programs {
        let reference = program.results.iter().find(|cell| cell.system == REFERENCE);
        let unit = reference.and_then(|cell| cell.microseconds).map_or("–".into(), figure);
        let mut cells = vec![program.program.clone(), unit];
        cells.extend(program.results.iter().map(cell));
        grid.row(cells);
    }
    let mut last = vec!["geometric mean".to_string(), String::new()];
    last.extend(peers.means.iter().map(mean));
    grid.row(last);
    grid
}

fn cell(cell: &Cell) -> String {
    match (cell.ratio, cell.microseconds) {
        (Some(ratio), _) => format!("{ratio:.3} ±{:.0} %", cell.spread.unwrap_or(0.0) * 100.0),
        // Without a reference the time itself is all there is.
        (None, Some(time)) => format!("{} µs", figure(time)),
        _ if cell.without.is_some() => "–".into(),
        _ => "failed".into(),
    }
}

fn mean(mean: &Mean) -> String {
    match (mean.mean, mean.spread) {
        (Some(mean), Some([low, high])) => format!("{mean:.3} ({low:.3} – {high:.3})"),
        _ => "–".into(),
    }
}

fn start_up(peers: &Peers) -> Grid {
    let mut grid = Grid::of(&["start-up"], &["least (ms)", "median (ms)"]);
    for row in &peers.start_up {
        let shown = |time: Option<f64>| time.map_or("–".into(), |time| format!("{time:.1}"));
        grid.row(vec![row.system.clone(), shown(row.least), shown(row.median)]);
    }
    grid
}

/// What the tables do not say.
fn notes(peers: &Peers) -> Vec<String> {
    let mut notes: Vec<String> =
        peers.missing.iter().map(|system| format!("{system} is not installed: left out")).collect();
    for program in &peers.programs {
        for cell in &program.results {
            if let Some(reason) = &cell.without {
                notes.push(format!("{} cannot run on {}: {reason}", program.program, cell.system));
            }
        }
    }
    // What went wrong in the same way is told once.
    let mut failures: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for (program, system, what) in peers.failures() {
        match failures.iter_mut().find(|row| (row.0, row.1) == (system, what)) {
            Some(row) => row.2.push(program),
            None => failures.push((system, what, vec![program])),
        }
    }
    notes.extend(
        failures.iter().map(|(system, what, programs)| format!("failed on {system}: {}: {what}", programs.join(", "))),
    );
    let all = peers.programs.len();
    for mean in &peers.means {
        if mean.mean.is_some() && mean.programs < all {
            notes.push(format!("the mean of {} is over {} of {all} programs", mean.system, mean.programs));
        }
        if mean.system != REFERENCE && !mean.slower.is_empty() {
            notes.push(format!("slower than {REFERENCE} on {}: {}", mean.system, mean.slower.join(", ")));
        }
    }
    notes
}

/// Microseconds with three digits.
fn figure(time: f64) -> String {
    let digits = if time >= 100.0 {
        0
    } else if time >= 10.0 {
        1
    } else {
        2
    };
    format!("{time:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::super::outcome::tests::made_up;
    use super::{markdown, text};
    use crate::report::Paint;

    #[test]
    fn the_tables_of_two_programs() {
        insta::assert_snapshot!(text(&made_up(), Paint::Plain));
        insta::assert_snapshot!(markdown(&made_up()));
    }
}
