//! A summary as tables: what is printed on the terminal, and what is written ([`super::tables`]) beside the prices.
//!
//! Comes in: a [`Summary`]. Goes out: grids, and the text of all that are short.

use super::summary::{CalibratorSummary, ONCE, PLATFORMS, Summary};
use super::unify::{LENGTHS, UnifyRow};
use super::watching::WatchedRow;
use crate::report::{Align, Grid, Paint};
use predict::units::significant;

/// A percentage.
fn share(value: f64) -> String {
    format!("{} %", significant(value, 3))
}

fn plain(value: f64) -> String {
    format!("{value:.1}")
}

fn either(value: Option<f64>) -> String {
    value.map_or("–".into(), plain)
}

/// A band, as percentages below and above.
fn band(ends: [f64; 2]) -> String {
    format!("{:+.1} to {:+.1}", ends[0], ends[1])
}

/// A platform's name to read.
pub fn platform(name: &str) -> String {
    match name {
        ONCE => "fast, measured once".into(),
        name => name.into(),
    }
}

/// The figures that are wanted, and what was measured.
pub fn figures(summary: &Summary) -> Grid {
    let mut grid = Grid::new([
        ("Figure", Align::Left),
        ("Goal (%)", Align::Right),
        ("Here (%)", Align::Right),
        ("Reached", Align::Left),
    ]);
    for row in &summary.figures {
        let goal = match row.least {
            0.0 => format!("≤ {}", row.most),
            least => format!("{least} – {}", row.most),
        };
        let reached = if row.reached { "yes" } else { "no" };
        grid.row(vec![row.figure.into(), goal, plain(row.measured), reached.into()]);
    }
    grid
}

/// A row a platform.
pub fn platforms(summary: &Summary) -> Grid {
    let mut grid = Grid::of(
        &["Platform"],
        &["√(Σd²/(n−1)), 7 exact", "Mean |D.|, 7 exact", "Mean |Pr.D.|, 4 others", "Worst |Pr.D.|"],
    );
    for (name, of) in PLATFORMS.iter().filter_map(|name| Some((name, summary.overall.get(name)?))) {
        let cells = [of.deviation, of.size, of.priced_bounds, of.worst].map(share);
        grid.row([vec![platform(name)], cells.to_vec()].concat());
    }
    grid
}

/// How 95 % bands hold on programs that took no part.
pub fn coverage(summary: &Summary) -> Grid {
    let mut grid = Grid::of(&["Mode", "Programs that took no part"], &["Number", "Inside (%)", "Median band (%)"]);
    for (name, of) in PLATFORMS.iter().filter_map(|name| Some((name, summary.overall.get(name)?))) {
        let Some(of) = &of.coverage else { continue };
        let mut row = |what: &str, number: usize, inside: f64, width: String| {
            grid.row(vec![platform(name), what.into(), number.to_string(), plain(inside), width]);
        };
        row("table 7, bands of priced counts", of.points, of.priced, band(of.width));
        row("table 7, between the bounds", of.points, of.bounds, "–".into());
        row("kinds left out, bands of priced counts", of.left_out, of.left_out_within, band(of.left_out_width));
        if let Some(of) = summary.overall.get(name).and_then(|of| of.unseen.as_ref()) {
            row("other goals, bands of priced counts", of.observed, of.within, band(of.width));
        }
    }
    grid
}

/// How quiet the machine was.
pub fn noise(summary: &Summary) -> Grid {
    let mut grid = Grid::of(
        &["Mode"],
        &[
            "Seed",
            "Probe (ns)",
            "Batches dropped (%)",
            "Programs disturbed (%)",
            "Launch spread (%)",
            "90th percentile",
            "Drift (%)",
            "Spread of observations (%)",
        ],
    );
    for row in &summary.noise {
        let shares = [row.dropped, row.disturbed, row.spread_median, row.spread_ninetieth, row.drift, row.observed];
        let cells = shares.map(|value| format!("{value:.2}")).to_vec();
        grid.row([vec![row.mode.into(), row.seed.to_string(), plain(row.probe)], cells].concat());
    }
    grid
}

/// Table 11.
pub fn models(summary: &Summary) -> Grid {
    let mut grid = Grid::of(&["Model", "A price per"], &["Deviation % (7 exact)", "Mean |d| % (4 others)"]);
    for row in &summary.models {
        let cells = [row.deviation, row.bounds].map(|value| format!("{value:.2}"));
        grid.row([vec![row.model.into(), row.prices.into()], cells.to_vec()].concat());
    }
    grid
}

/// What each part of the model earns, in a mode.
pub fn parts(summary: &Summary, mode: &str) -> Grid {
    let mut grid = Grid::of(
        &["Model"],
        &[
            "Prices",
            "From runs",
            "Programs",
            "Mean |d| (%)",
            "Median",
            "95 of 100 below",
            "Mean d (%)",
            "95 % band (%)",
        ],
    );
    for row in summary.parts.get(mode).into_iter().flatten() {
        let counts = [row.prices, row.runs, row.programs].map(|count| count.to_string());
        let band = match row.band {
            [Some(low), Some(high)] => band([low, high]),
            _ => "–".into(),
        };
        let cells = [row.size, row.median, row.most].map(plain);
        let mean = format!("{:+.1}", row.mean);
        grid.row([vec![row.model.into()], counts.to_vec(), cells.to_vec(), vec![mean, band]].concat());
    }
    grid
}

/// Table 5 in a mode.
pub fn unification(summary: &Summary, mode: &str) -> Grid {
    let line = |k1: f64, k2: f64| format!("{} + {} n", significant(k1, 3), significant(k2, 3));
    let mut headings = vec![("Elements".to_string(), Align::Left)];
    headings.extend(LENGTHS.map(|length| (format!("n = {length}"), Align::Right)));
    headings.extend(["Timing model (ns)", "Priced (ns)", "Worst d (%)"].map(|name| (name.to_string(), Align::Right)));
    let mut grid = Grid::new(headings);
    for row in summary.unification.get(mode).into_iter().flatten() {
        let UnifyRow { elements, points, measured, priced } = row;
        let mut cells = vec![(*elements).to_string()];
        cells.extend(points.iter().map(|point| significant(point.measured, 3)));
        cells.extend([
            line(measured.k1, measured.k2),
            line(priced.k1, priced.k2),
            either(row.worst().map(|d| d * 100.0)),
        ]);
        grid.row(cells);
    }
    grid
}

/// Goals that once were far off, in all modes.
pub fn goals(summary: &Summary) -> Grid {
    let mut grid = Grid::of(&["Mode", "Goal"], &["Prf. (µs)", "Obs. (µs)", "Pr.D. %"]);
    for name in PLATFORMS {
        for row in summary.goals.get(name).into_iter().flatten() {
            let times = [row.priced, row.observed].map(|time| significant(time / 1e3, 4));
            grid.row([vec![name.into(), row.goal.into()], times.to_vec(), vec![either(row.deviation)]].concat());
        }
    }
    grid
}

/// Goals that took no part, in all modes: first what they come to.
pub fn unseen(summary: &Summary) -> Grid {
    let mut grid =
        Grid::of(&["Mode", "Program", "Goal"], &["Prf. (µs)", "Obs. (µs)", "Spread (%)", "Pr.D. %", "95 % band (%)"]);
    for name in PLATFORMS {
        let rows = summary.unseen.get(name).into_iter().flatten();
        for row in rows {
            let [priced, observed] = [row.priced, row.observed].map(|time| significant(time / 1e3, 4));
            let spread = format!("{}{}", plain(row.spread), if row.disturbed { " disturbed" } else { "" });
            let what = [name.into(), row.program.clone(), row.goal.clone()];
            grid.row([what.to_vec(), vec![priced, observed, spread, either(row.deviation), band(row.band)]].concat());
        }
    }
    grid
}

/// What goals that took no part come to, a row a mode.
pub fn unseen_in_all(summary: &Summary) -> Grid {
    let mut grid = Grid::of(
        &["Mode"],
        &["Observed", "Mean |Pr.D.| (%)", "Median", "Mean Pr.D. (%)", "Worst |Pr.D.| (%)", "Disturbed (%)"],
    );
    for (name, of) in PLATFORMS.iter().filter_map(|name| Some((name, summary.overall.get(name)?.unseen.as_ref()?))) {
        let mean = format!("{:+.1}", of.mean);
        let cells = [of.size, of.median].map(plain);
        let last = [of.worst, of.disturbed].map(plain);
        grid.row([vec![platform(name), of.observed.to_string()], cells.to_vec(), vec![mean], last.to_vec()].concat());
    }
    grid
}

/// Goals that took no part, watched.
pub fn watched(summary: &Summary) -> Grid {
    let mut grid = Grid::of(
        &["Program", "Goal", "Way"],
        &["Events", "Unwatched (µs)", "Expected (µs)", "Obs. (µs)", "Obs. ratio", "D. %"],
    );
    for row in &summary.watched {
        let times = [row.unwatched, row.expected, row.observed].map(|time| significant(time / 1e3, 4));
        let ratio = significant(row.observed / row.unwatched.max(f64::MIN_POSITIVE), 3);
        let what = vec![row.program.clone(), row.goal.clone(), row.way.clone(), row.events.to_string()];
        grid.row([what, times.to_vec(), vec![ratio, either(row.deviation)]].concat());
    }
    grid
}

/// What that comes to, a row a way.
pub fn watched_in_all(summary: &Summary) -> Grid {
    let mut ways: Vec<&str> = summary.watched.iter().map(|row| &*row.way).collect();
    ways.dedup();
    ways.sort_unstable();
    ways.dedup();
    let mut grid =
        Grid::of(&["Way"], &["Goals", "Ratio, geometric mean", "Mean |D.| (%)", "Mean D. (%)", "In their bands (%)"]);
    for way in ways {
        let rows: Vec<&WatchedRow> = summary.watched.iter().filter(|row| row.way == way).collect();
        let mean = |of: &dyn Fn(&WatchedRow) -> f64| rows.iter().map(|row| of(row)).sum::<f64>() / rows.len() as f64;
        let ratio = mean(&|row| (row.observed / row.unwatched.max(f64::MIN_POSITIVE)).ln()).exp();
        let off = |row: &WatchedRow| row.deviation.unwrap_or_default();
        let within = mean(&|row| if row.within { 100.0 } else { 0.0 });
        let shares = [mean(&|row| off(row).abs()), mean(&off), within].map(plain);
        grid.row([vec![way.into(), rows.len().to_string(), significant(ratio, 3)], shares.to_vec()].concat());
    }
    grid
}

/// Kinds left out of the fit, in all modes side by side.
pub fn kinds_in_all(summary: &Summary) -> Grid {
    let modes: Vec<&str> = PLATFORMS.into_iter().filter(|name| summary.kinds.contains_key(name)).collect();
    let mut headings = vec![("Kind".to_string(), Align::Left), ("Programs".to_string(), Align::Right)];
    for name in &modes {
        headings.extend(["|D.| %", "D. %"].map(|what| (format!("{name}: {what}"), Align::Right)));
    }
    let mut grid = Grid::new(headings);
    for row in modes.first().and_then(|name| summary.kinds.get(name)).into_iter().flatten() {
        let mut cells = vec![row.kind.clone(), row.programs.to_string()];
        for name in &modes {
            let of = summary.kinds[name].iter().find(|of| of.kind == row.kind);
            cells.extend([either(of.map(|of| of.size)), either(of.map(|of| of.mean))]);
        }
        grid.row(cells);
    }
    grid
}

/// Kinds left out of the fit, in a mode.
pub fn kinds(summary: &Summary, mode: &str) -> Grid {
    let mut grid = Grid::of(&["Kind"], &["Programs", "Mean |D.| (%)", "Mean D. (%)"]);
    for row in summary.kinds.get(mode).into_iter().flatten() {
        grid.row(vec![row.kind.clone(), row.programs.to_string(), plain(row.size), plain(row.mean)]);
    }
    grid
}

/// Table 2: calibrators that repeat one thing. What is left of their equations are their variables.
pub fn isolating(summary: &Summary) -> Grid {
    let mut grid = Grid::new([
        ("Calibrator", Align::Left),
        ("Programs", Align::Right),
        ("Instructions left", Align::Right),
        ("Variables", Align::Left),
    ]);
    for of in summary.calibrators.iter().filter(|of| of.isolates) {
        grid.row(vec![of.kind.clone(), of.programs.to_string(), span(of), of.variables.join(", ")]);
    }
    grid
}

/// Table 3: calibrators that mix instructions as programs do.
pub fn mixing(summary: &Summary) -> Grid {
    let mut grid = Grid::of(&["Kind"], &["Programs", "Instructions", "Variables"]);
    for of in summary.calibrators.iter().filter(|of| !of.isolates) {
        grid.row(vec![of.kind.clone(), of.programs.to_string(), span(of), of.variables.len().to_string()]);
    }
    grid
}

fn span(of: &CalibratorSummary) -> String {
    let [least, most] = of.instructions;
    if least == most { least.to_string() } else { format!("{least} – {most}") }
}

/// Tables 8 to 10 side by side: a column group a platform, with their figures below.
pub fn side_by_side(summary: &Summary) -> Grid {
    let shown: Vec<&str> = PLATFORMS.into_iter().filter(|name| summary.programs.contains_key(name)).collect();
    let mut headings: Vec<(String, Align)> =
        vec![("Pr. No.".into(), Align::Right), ("Program".into(), Align::Left), ("Cost App.".into(), Align::Left)];
    for name in &shown {
        headings.extend(
            ["Est. (µs)", "Obs. (µs)", "D. %", "Pr.D. %"]
                .map(|column| (format!("{}: {column}", platform(name)), Align::Right)),
        );
    }
    let mut grid = Grid::new(headings);
    let micro = |time: f64| significant(time / 1e3, 4);
    let first = shown.first().and_then(|name| summary.programs.get(name)).into_iter().flatten();
    for (at, row) in first.enumerate() {
        let mut cells = vec![row.number.to_string(), row.program.clone(), row.approximation.into()];
        for of in shown.iter().filter_map(|name| summary.programs[name].get(at)) {
            cells.extend([of.estimated.map_or("–".into(), micro), micro(of.observed)]);
            cells.extend([either(of.deviation), either(of.priced_deviation)]);
        }
        grid.row(cells);
    }
    let mut below = |what: &str, place: usize, of: fn(&super::summary::ModeSummary) -> f64| {
        let mut cells = vec![String::new(), what.into(), String::new()];
        for name in &shown {
            let value = summary.overall.get(name).map(|mode| format!("{:.2}", of(mode)));
            cells.extend((0..4).map(|at| if at == place { value.clone().unwrap_or_default() } else { String::new() }));
        }
        grid.row(cells);
    };
    below("√(Σd²/(n−1)) of 1 to 7, all calibrations", 2, |mode| mode.deviation);
    below("mean |d| of 1 to 7", 2, |mode| mode.size);
    below("mean |d| of 8 to 11", 3, |mode| mode.priced_bounds);
    grid
}

impl Summary {
    /// For the terminal: all but tables of many rows.
    pub fn text(&self, paint: Paint) -> String {
        let mut text = String::new();
        let mut add = |title: &str, grid: &Grid| {
            if !grid.is_empty() {
                text.push_str(&format!("{}\n{}\n", paint.strong(title), grid.text(paint)));
            }
        };
        add("Figures that are wanted", &figures(self));
        add("Estimated and observed, table 7's programs", &platforms(self));
        add("95 % bands", &coverage(self));
        add("Noise", &noise(self));
        add("Table 11: timing models, fast mode", &models(self));
        for mode in PLATFORMS {
            add(&format!("What each part of the model earns, {mode} mode: kinds left out"), &parts(self, mode));
        }
        for mode in PLATFORMS {
            add(&format!("Table 5: same(X, X) on two lists, {mode} mode (ns)"), &unification(self, mode));
        }
        add("Goals that were far off", &goals(self));
        add("Goals that took no part", &unseen_in_all(self));
        add("Goals that took no part, watched", &watched_in_all(self));
        add("Kinds of programs left out of the fit: what an unseen kind may be off by", &kinds_in_all(self));
        text + &self.speeds()
    }

    fn speeds(&self) -> String {
        let mut text = format!("nrev30: {} MLIPS", significant(self.rates.lips / 1e6, 3));
        if let (Some(theirs), Some(ratio), Some(spread)) =
            (self.rates.swipl_lips, self.rates.ratio, self.rates.ratio_spread)
        {
            text.push_str(&format!(
                "; SWI-Prolog {} {} MLIPS; ratio {} ({} – {})",
                self.rates.swipl_version.as_deref().unwrap_or(""),
                significant(theirs / 1e6, 3),
                significant(ratio, 3),
                significant(spread[0], 3),
                significant(spread[1], 3)
            ));
        }
        let slowest = self.estimate_ms.iter().max_by(|a, b| a.1.total_cmp(b.1));
        text.push_str(&format!("\ncounting takes {} times a plain run", significant(self.count_ratio, 3)));
        if let Some((program, time)) = slowest {
            text.push_str(&format!("\nthe slowest estimate, of {program}, takes {} ms\n", significant(*time, 3)));
        }
        text
    }
}
