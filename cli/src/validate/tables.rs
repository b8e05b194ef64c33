//! What a validation writes: tables 2 to 11 as Markdown and CSV, plots as SVG, the summary as JSON.
//!
//! Tables 2 to 6 and 8 to 10 are of the first calibration; table 11 has the means over all of them.

use super::Provenance;
use super::evaluate::{Evaluation, Row};
use super::grids::{
    coverage, figures, goals, isolating, kinds, mixing, models, noise, parts, side_by_side, unification, unseen,
    watched,
};
use super::observe::Subject;
use super::suite::Input;
use super::summary::{Summary, name};
use crate::machine::{summary as profile_summary, watching_table};
use crate::plot::svg::svg;
use crate::plot::{Curve, Lines, Plot, Seen};
use crate::report::{Align, Grid, Paint};
use calibrate::profile::{Mode, PriceRow, Profile, Standing};
use calibrate::report::{instructions, units};
use predict::units::{Resource, significant};
use wam::cost::KeyKind;

/// The files of a validation, names and texts.
pub fn files(
    provenance: &Provenance,
    subjects: &[Subject],
    evaluations: &[Evaluation],
    summary: &Summary,
) -> Vec<(String, String)> {
    // The first calibration of each mode.
    let of = |mode: Mode| evaluations.iter().find(move |evaluation| evaluation.mode == mode);
    let first: Vec<&Evaluation> = Mode::ALL.into_iter().filter_map(of).collect();
    let json = serde_json::to_string_pretty(summary).expect("figures are plain data");
    let mut pages = Pages { page: heading(provenance), files: vec![("summary.json".into(), format!("{json}\n"))] };
    pages.page.push_str(&format!("## Summary\n\n```text\n{}```\n\n", summary.text(Paint::Plain)));
    pages.of_the_paper(subjects, &first, summary);
    pages.of_the_model(&first, summary);
    pages.add("points", "every observed point, all calibrations", &points(subjects, evaluations));
    pages.page.push_str("## Profiles\n\n");
    for evaluation in &first {
        let profile = profile_summary(&evaluation.calibration.profile, Paint::Plain);
        pages.page.push_str(&format!("```text\n{profile}```\n\n"));
    }
    pages.page.push_str(
        "## Plots\n\nThe fast mode, first calibration: bounds and their 95 % band against observed times.\n\n",
    );
    if let Some(fast) = of(Mode::Fast) {
        for (at, subject) in subjects.iter().enumerate() {
            let name = format!("{}.svg", subject.program.name());
            pages.page.push_str(&format!("![{}]({name})\n", subject.program.predicate));
            pages.files.push((name, svg(&plot(subject, at, fast))));
        }
    }
    let Pages { page, mut files } = pages;
    files.push(("README.md".into(), page));
    files
}

/// The page with all tables, and the files beside it.
struct Pages {
    page: String,
    files: Vec<(String, String)>,
}

impl Pages {
    /// A table on the page and as a file.
    fn add(&mut self, number: &str, title: &str, grid: &Grid) {
        self.page.push_str(&format!("## Table {number}: {title}\n\n{}\n", grid.markdown()));
        self.files.push((format!("table-{}.csv", number.replace(' ', "-")), grid.csv()));
    }

    /// Tables 2 to 11.
    fn of_the_paper(&mut self, subjects: &[Subject], first: &[&Evaluation], summary: &Summary) {
        let pointer = "`horolog calibrate --programs DIR` writes each program, with its counts";
        let title = format!("calibrators that repeat one thing, and the variables that are left ({pointer})");
        self.add("2", &title, &isolating(summary));
        self.add("3", "calibrators that mix instructions as programs do, by kind", &mixing(summary));
        for Evaluation { mode, calibration, .. } in first {
            let profile = &calibration.profile;
            let title = format!("instructions that succeed, {mode} mode");
            self.add(&format!("4 {mode}"), &title, &prices(profile, KeyKind::Success));
            let title = format!("work inside instructions, per unit, {mode} mode");
            self.add(&format!("4 {mode} units"), &title, &work(profile));
            let title =
                format!("same(X, X) on two lists of n elements, measured and priced by K1 + K2 n, {mode} mode (ns)");
            self.add(&format!("5 {mode}"), &title, &unification(summary, name(*mode)));
            let title = format!("instructions that fail, {mode} mode");
            self.add(&format!("6 {mode}"), &title, &prices(profile, KeyKind::Failure));
        }
        self.add("7", "programs and sizes", &programs(subjects));
        for evaluation in first {
            let number = match evaluation.mode {
                Mode::Fast => "8",
                Mode::Predictable => "9",
                Mode::Exact => "10",
            };
            let title = format!("observed and estimated times, {} mode", evaluation.mode);
            self.add(number, &title, &comparison(&evaluation.rows));
        }
        if let Some(fast) = first.iter().find(|evaluation| evaluation.mode == Mode::Fast) {
            let title = "observed and estimated times, fast mode, scaled by one measured run at another size";
            self.add("10 once", title, &comparison(&fast.once));
        }
        self.add("platforms", "tables 8 to 10 side by side", &side_by_side(summary));
        self.add("11", "timing models, fast mode", &models(summary));
    }

    /// What parts of the model earn, how far it is off, and what may have disturbed that.
    fn of_the_model(&mut self, first: &[&Evaluation], summary: &Summary) {
        for mode in first.iter().map(|evaluation| evaluation.mode) {
            let title =
                format!("what each part of the model earns, {mode} mode: kinds of programs left out of the fit");
            self.add(&format!("parts {mode}"), &title, &parts(summary, name(mode)));
        }
        for mode in first.iter().map(|evaluation| evaluation.mode) {
            let title = format!(
                "kinds of programs left out of the fit, {mode} mode: what a kind that no workload has may be off by"
            );
            self.add(&format!("kinds {mode}"), &title, &kinds(summary, name(mode)));
        }
        self.add("figures", "figures that are wanted, and what was measured", &figures(summary));
        self.add("coverage", "95 % bands on programs that took no part, all calibrations", &coverage(summary));
        self.add("noise", "how quiet the machine was", &noise(summary));
        self.add("goals", "goals that once were far off", &goals(summary));
        self.add("unseen", "goals that took no part in making the model, each observed for itself", &unseen(summary));
        if let Some(fast) = first.iter().find(|evaluation| evaluation.mode == Mode::Fast) {
            let title = "what each event of a goal adds where a run is watched, by what is done with it, fast mode";
            self.add("watching", title, &watching_table(&fast.calibration.profile));
            let title = "goals that took no part, watched: expected is the unwatched time and the price of the events";
            self.add("watched", title, &watched(summary));
        }
    }
}

fn heading(provenance: &Provenance) -> String {
    format!(
        "# Validation on {}\n\nMade {} by `{}`, commit {}, {}. Generated; not edited by hand.\n\nColumns as in Mera et \
         al. 2008, tables 2 to 11; times in microseconds where nothing else is said. Est. is the value of the cost \
         function, Prf. the price of the counted instructions, Obs. the observed time (the fastest launch's \
         lower quartile of short batches, each after other programs have run, in the same launches as the \
         calibration's; without entering and leaving the machine), D. and Pr.D. their relative harmonic differences to Obs. E, L and U \
         are exact functions, lower and upper bounds.\n\n",
        provenance.processor, provenance.date, provenance.command, provenance.commit, provenance.compiler
    )
}

fn prices(profile: &Profile, kind: KeyKind) -> Grid {
    let mut grid = Grid::of(&["Instruction", "Variant"], &["Cost (ns)", "Low", "High", "Runs"]);
    for row in instructions(profile) {
        let price = if kind == KeyKind::Failure { row.failure } else { row.success };
        if let Some(price) = price.filter(|price| price.standing == Standing::Measured) {
            grid.row([vec![row.subject, row.variant], price_cells(&price)].concat());
        }
    }
    grid
}

fn work(profile: &Profile) -> Grid {
    let mut grid = Grid::of(&["Instruction", "Per"], &["Cost (ns)", "Low", "High", "Runs"]);
    for row in units(profile).into_iter().filter(|row| row.price.standing == Standing::Measured) {
        grid.row([vec![row.subject, row.unit.into()], price_cells(&row.price)].concat());
    }
    grid
}

fn price_cells(row: &PriceRow) -> Vec<String> {
    let number = |value: f64| significant(value, 3);
    vec![number(row.price.0), number(row.interval.low.0), number(row.interval.high.0), row.runs.to_string()]
}

fn programs(subjects: &[Subject]) -> Grid {
    let mut grid = Grid::new([("No.", Align::Right), ("Program", Align::Left), ("Data size", Align::Left)]);
    for subject in subjects {
        let sizes = predict::sizes::show(&subject.program.at.point());
        grid.row(vec![subject.program.number.to_string(), subject.program.predicate.into(), sizes]);
    }
    grid
}

/// Tables 8 to 10.
fn comparison(rows: &[Row]) -> Grid {
    let mut grid = Grid::new([
        ("Pr. No.", Align::Right),
        ("Program", Align::Left),
        ("Cost App.", Align::Left),
        ("Cost Function", Align::Left),
        ("Est.", Align::Right),
        ("Prf.", Align::Right),
        ("Obs.", Align::Right),
        ("D. %", Align::Right),
        ("Pr.D. %", Align::Right),
    ]);
    let micro = |nanoseconds: f64| significant(nanoseconds / 1e3, 4);
    let share = |d: Option<f64>| d.map_or("–".into(), |d| format!("{:.1}", d * 100.0));
    for row in rows {
        grid.row(vec![
            row.number.to_string(),
            row.predicate.clone(),
            row.approximation.into(),
            row.function.clone(),
            row.estimated.map_or("–".into(), micro),
            micro(row.priced),
            micro(row.observed),
            share(row.deviation()),
            share(row.priced_deviation()),
        ]);
    }
    grid
}

fn points(subjects: &[Subject], evaluations: &[Evaluation]) -> Grid {
    let mut grid = Grid::new([
        ("Mode", Align::Left),
        ("Seed", Align::Right),
        ("Program", Align::Left),
        ("Input", Align::Left),
        ("Sizes", Align::Left),
        ("Lower (ns)", Align::Right),
        ("Upper (ns)", Align::Right),
        ("Band low", Align::Right),
        ("Band high", Align::Right),
        ("Obs. (ns)", Align::Right),
        ("Covered", Align::Left),
        ("Priced whole (ns)", Align::Right),
        ("From", Align::Right),
        ("To", Align::Right),
        ("Obs. whole", Align::Right),
        ("Within", Align::Left),
    ]);
    let number = |value: Option<f64>| value.map_or("–".into(), |value| significant(value, 5));
    for evaluation in evaluations {
        for point in &evaluation.points {
            grid.row(vec![
                evaluation.mode.to_string(),
                evaluation.seed.to_string(),
                subjects[point.subject].program.predicate.into(),
                input(point.input).into(),
                predict::sizes::show(&point.sizes.point()),
                number(point.lower),
                number(point.upper),
                number(point.band_low),
                number(point.band_high),
                number(Some(point.observed)),
                yes_or_no(point.is_covered()),
                number(Some(point.priced.time.0)),
                number(Some(point.priced.interval.low.0)),
                number(Some(point.priced.interval.high.0)),
                number(Some(point.whole)),
                yes_or_no(point.is_priced_within()),
            ]);
        }
    }
    grid
}

fn yes_or_no(whether: bool) -> String {
    if whether { "yes" } else { "no" }.into()
}

fn input(input: Input) -> &'static str {
    match input {
        Input::Any => "any",
        Input::Least => "least",
        Input::Most => "most",
    }
}

fn plot(subject: &Subject, at: usize, evaluation: &Evaluation) -> Plot {
    let points: Vec<_> = evaluation.points.iter().filter(|point| point.subject == at).collect();
    let x = |sizes: super::suite::Sizes| sizes.x as f64;
    let mut curve: Vec<_> = points.iter().filter(|point| point.input != Input::Most).collect();
    curve.sort_by_key(|point| point.sizes);
    let second = match subject.program.at.y {
        Some(y) if subject.program.sweep.iter().all(|sizes| sizes.y == Some(y)) => format!(", y = {y}"),
        Some(_) => ", y = x".into(),
        None => String::new(),
    };
    Plot {
        title: format!("{}, {} mode", subject.program.predicate, evaluation.mode),
        sizes: format!("size x{second}"),
        resource: Resource::Time,
        of: Lines::Bounds,
        curves: vec![Curve {
            name: String::new(),
            bounds: curve.iter().map(|point| (x(point.sizes), point.lower, point.upper)).collect(),
            band: curve.iter().filter_map(|point| Some((x(point.sizes), point.band_low?, point.band_high?))).collect(),
            observed: points.iter().map(|point| Seen::once(x(point.sizes), point.observed)).collect(),
        }],
    }
}
