//! `horolog estimate`: the functions of a predicate, and their values at sizes.

use crate::args::EstimateArgs;
use crate::calibrate::{LookUp, look_up};
use crate::compare::{disturbed, restored, watch};
use crate::error::{CliError, Exit};
use crate::files::write_whole;
use crate::hot::in_words;
use crate::interrupt;
use crate::plot::Plot;
use crate::plot::png::png;
use crate::plot::svg::svg;
use crate::plot::text::text as drawn;
use crate::reasons::remarks;
use crate::report::{Align, Grid, Paint, note, print, print_json, sequence_legend, warn};
use crate::target::Target;
use predict::bounds::{Bounded, FunctionReport, PointValue};
use predict::called::{Call, how_called};
use predict::collections::{Collecting, CollectionReport};
use predict::entries::Declared;
use predict::error::PredictError;
use predict::estimate::{Derived, Detail, DoubtReport, Estimate, ExpectedReport, HotAt, derivation, measure_once};
use predict::load::load;
use predict::observed::{Observations, Observed, observe};
use predict::predicates::find;
use predict::pricing::{Prices, Pricing, Why};
use predict::remedy::seek;
use predict::sizes::{SizePoint, SizeSpec, legend, show};
use predict::units::{Resource, TimeUnit, Until, percent, significant, time as show_time};
use predict::usage::{self, Asked, Domain, Used};
use predict::value::Value;
use std::path::Path;
use wam::instr::PredId;
use wam::read::Source;

/// Prints the functions of a predicate and their values.
pub fn estimate(args: &EstimateArgs) -> Result<Exit, CliError> {
    let report = report(args)?;
    let plot = args.plot.as_ref().map(|path| Ok::<_, CliError>((path, Plot::of(&report)?))).transpose()?;
    let file = plot.as_ref().filter(|(path, _)| !is_terminal(path));
    if let Some((path, plot)) = file {
        write_whole(path, picture(path, plot))?;
        note(&format!("the plot is in {}", path.display()));
    }
    match plot {
        _ if args.json => print_json(&report)?,
        Some((path, plot)) if is_terminal(path) => {
            print(&format!("{}\n{}", text(&report, Paint::stdout()), drawn(&plot, Paint::stdout())))?;
        }
        _ => print(&text(&report, Paint::stdout()))?,
    }
    if let Some(run) = &report.measured {
        restored(&run.changes, run.runs).iter().for_each(|line| note(line));
    }
    report.reason.iter().flat_map(remarks).for_each(|line| note(&line));
    Ok(disturbed(report.measured.as_ref().and_then(|run| run.disturbed)))
}

fn report(args: &EstimateArgs) -> Result<Estimate, CliError> {
    let resource = args.resource.0;
    let spec = args.size.as_deref().map(SizeSpec::parse).transpose()?;
    if let Some(path) = &args.plot {
        check_plot(path, spec.as_ref())?;
    }
    if args.observe && spec.is_none() {
        return Err(CliError::with_help("runs are observed at sizes", "give some: --size 10..100:10"));
    }
    if args.measure_once && resource != Resource::Time {
        return Err(CliError::usage("--measure-once is about time: counts are not measured"));
    }
    if args.measure_once && args.until.until() == Until::First {
        return Err(CliError::usage("--measure-once runs to the end of all solutions: leave --first out"));
    }
    let target = Target::of(&args.target, &args.reading.of())?;
    let profile = (resource == Resource::Time).then(|| look_up(args.mode.0));
    let asked = format!("{} {}", target.indicator, args.modes.as_deref().unwrap_or_default());
    let loaded = load(target.file, &asked, &args.reading.of())?.counting(resource)?;
    let pred = find(&loaded.program, target.indicator)?;
    let declared = Declared::of(&loaded)?;
    warn(&declared.warnings);
    let modes = args.modes.as_deref().map(|modes| Source::new("--modes", modes));
    let profile = profile.map(LookUp::profile).transpose()?;
    let pricing = profile.as_ref().map(|profile| Pricing { profile, prices: args.prices.0 });
    let asked =
        Asked { resource, until: args.until.until(), pricing, budget: args.budget.budget(), domain: Domain::Every };
    let call = match &modes {
        Some(modes) => Call::declared(declared.entry(pred, Some(modes))?),
        None => {
            tell_others(&declared, pred, target.indicator)?;
            how_called(&declared, pred, asked)?
        }
    };
    let (Used { declared, entry, mut bounded, .. }, why, domain) = call.bounded(&declared, asked)?;
    let asked = Asked { domain, ..asked };
    seek(&declared, &entry, &mut bounded, asked);
    let points = match &spec {
        Some(spec) => spec.points(&bounded.names(), &bounded.needed())?,
        None => Vec::new(),
    };
    let points = of_inputs(points, &bounded)?;
    let mut measured = None;
    if let Some(pricing) = pricing.filter(|_| args.measure_once) {
        let run = measure_once(&declared, &entry, &bounded, pricing, points.first(), &watch(args.budget.time))
            .map_err(interrupt::of("measurement"))
            .map_err(without_measuring)?;
        bounded = bounded.scaled(run.factor);
        measured = Some(run);
    }
    let observed = match args.observe {
        true => observe(&declared, &entry, &bounded, pricing, &points, &watch(args.budget.time))
            .map_err(interrupt::of("measurement"))?,
        false => Observations::default(),
    };
    observed.left_out.iter().for_each(|line| note(line));
    let observed = observed.seen;
    let detail = if args.explain { Detail::Explained } else { Detail::Results };
    let mut estimate = Estimate { measured, observed, called: why, ..Estimate::of(&bounded, pricing, &points, detail) };
    if let Some(explanation) = &mut estimate.explanation {
        // As long again as the bounds may take.
        let asked = Asked { budget: args.budget.budget(), ..asked };
        (explanation.derivation, explanation.hot) = derivation(&declared, &entry, &bounded, asked, points.last())?;
    }
    Ok(estimate)
}

/// The sizes that inputs can have: of a range those that none has are left out, and named.
fn of_inputs(points: Vec<SizePoint>, bounded: &Bounded) -> Result<Vec<SizePoint>, CliError> {
    let mut refused = Vec::new();
    let mut of_inputs = points;
    of_inputs.retain(|point| bounded.check_sizes(point).map_err(|error| refused.push(error)).is_ok());
    let count = refused.len();
    let Some(error) = refused.into_iter().next() else { return Ok(of_inputs) };
    if of_inputs.is_empty() {
        return Err(error.into());
    }
    note(&format!("left out of the sizes: {count}, since {error}"));
    Ok(of_inputs)
}

/// Names the entries of a predicate that are left out: an estimate is about the first.
fn tell_others(declared: &Declared<'_>, pred: PredId, indicator: &str) -> Result<(), CliError> {
    let entries = declared.declared_entries(pred)?;
    if let [_, others @ ..] = &entries[..]
        && !others.is_empty()
    {
        let others: Vec<String> = others.iter().map(|entry| format!("--modes '{}'", entry.text)).collect();
        note(&format!("{indicator} has other entries, too, which are left out here: {}", others.join(", ")));
    }
    Ok(())
}

/// Whether a plot is for the terminal.
fn is_terminal(path: &Path) -> bool {
    path == Path::new("-")
}

/// That there is something to plot, and a place for it.
fn check_plot(path: &Path, spec: Option<&SizeSpec>) -> Result<(), CliError> {
    if spec.is_none() {
        return Err(CliError::with_help("there is nothing to plot", "give a range of sizes: --size 10..1000:10"));
    }
    if is_terminal(path) || path.extension().is_none() || is_named(path, "svg") || is_named(path, "png") {
        return Ok(());
    }
    let what = format!("plots are SVG or PNG, and {} is named otherwise", path.display());
    let [svg, png] = ["svg", "png"].map(|of| path.with_extension(of).display().to_string());
    Err(CliError::with_help(what, format!("name it {svg} or {png}")))
}

/// Whether a file's name ends so.
fn is_named(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|of| of.eq_ignore_ascii_case(extension))
}

/// A plot as the file is named: PNG, else SVG.
fn picture(path: &Path, plot: &Plot) -> Vec<u8> {
    if is_named(path, "png") { png(plot) } else { svg(plot).into_bytes() }
}

/// What cannot be measured can be estimated all the same.
fn without_measuring(error: CliError) -> CliError {
    match error {
        CliError::Predict(PredictError::NotUndone(_)) => {
            CliError::with_help(error.to_string(), "leave --measure-once out")
        }
        other => other,
    }
}

/// A report as text.
pub fn text(report: &Estimate, paint: Paint) -> String {
    let mut text = format!("{}, {}\n", paint.strong(&report.entry), report.until);
    if !report.sizes.is_empty() {
        text.push_str(&format!("{}\n", legend(&report.sizes)));
    }
    text.extend(report.called.iter().map(|why| format!("called {why}\n")));
    text.extend(usage::text(&report.types).map(|line| format!("{line}\n")));
    text.push('\n');
    let sides = sides(report);
    let width = sides.iter().map(|(what, ..)| what.len()).max().unwrap_or_default();
    for (what, side, reason) in sides {
        let heading = format!("{} {what:<width$}", report.resource);
        let function = function(side.as_ref(), reason.as_deref(), heading.chars().count() + 2);
        text.push_str(&format!("{}  {function}\n", paint.faint(&heading)));
    }
    // What takes more than a line tells nobody more than the bounds above; --json has it.
    let short = report.every_ground_term.iter().filter(|every| every.upper.is_short());
    text.extend(short.map(|every| {
        let upper = function(Some(&every.upper), None, 2);
        format!("for every ground term at most  {upper}\n  where {}\n", legend(&every.sizes))
    }));
    text.push_str(sequence_legend(&text));
    if let Some(condition) = &report.condition {
        text.push_str(&format!("{}\n", paint.faint(condition)));
    }
    if let Some(collections) = report.collections.as_ref().filter(|_| report.upper.is_some()) {
        text.push_str(&format!("{}\n", paint.faint(&until_collected(collections))));
    }
    if let Some(run) = &report.measured {
        text.push_str(&format!(
            "\nscaled by {:.3}: one run{} took {} (spread {} %), its instructions were priced at {}\n",
            run.factor,
            if run.sizes.is_empty() { String::new() } else { format!(" at {}", show(&run.sizes)) },
            show_time(run.observed),
            significant(run.spread, 2),
            show_time(run.priced)
        ));
    }
    text.push_str(&points(report, paint));
    text.push_str(&doubts(report, paint));
    if let (Some(machine), Some(band)) = (&report.machine, report.band) {
        let range = |[low, high]: [f64; 2]| format!("{} to {}", percent(low - 1.0), percent(high - 1.0));
        let bands = match report.bands {
            Some([plain, uneven]) if plain != uneven => format!("{}, of builtins {}", range(plain), range(uneven)),
            _ => range(band),
        };
        let line = format!("on {machine}; 95 % band {bands}");
        text.push_str(&format!("\n{}\n", paint.faint(&line)));
    }
    text.push_str(&explanation(report, paint));
    text
}

/// A function, by what it is called, and why there is none for some sizes.
type Named<'a> = (&'static str, &'a Option<FunctionReport>, &'a Option<String>);

/// The functions of a report in the order in which they are read: what is expected stands before its bounds.
fn sides(report: &Estimate) -> Vec<Named<'_>> {
    let lower = ("lower", &report.lower, &report.lower_reason);
    let upper = ("upper", &report.upper, &report.upper_reason);
    match bounded_by_prices(report) {
        None if report.exact => vec![("exact", upper.1, upper.2)],
        None => vec![lower, upper],
        Some(expected) if report.exact => vec![("expected", &expected.upper, &None), lower, upper],
        Some(expected) => {
            // Why something is unknown is said once, where the function is not known at all.
            let why = if expected.upper.is_none() { &report.upper_reason } else { &None };
            vec![("expected, least", &expected.lower, &None), ("expected, most", &expected.upper, why), lower, upper]
        }
    }
}

/// What is expected, where the bounds say more than that.
fn bounded_by_prices(report: &Estimate) -> Option<&ExpectedReport> {
    report.expected.as_ref().filter(|_| report.prices == Some(Prices::Bounds))
}

/// So many keys are named.
const NAMED: usize = 5;

/// The share of an estimate from which it is worth a line, where sizes are given.
const WORTH: f64 = 0.001;

/// The instructions of which the calibration knows little, where they matter.
fn doubts(report: &Estimate, paint: Paint) -> String {
    let Some(expected) = &report.expected else { return String::new() };
    let share = report.points.iter().filter_map(|point| point.expected.as_ref()?.doubtful).reduce(f64::max);
    if expected.doubts.is_empty() || share.is_some_and(|share| share < WORTH) {
        return String::new();
    }
    let of = share.map_or(String::new(), |share| format!(" ({} % of what is expected)", significant(share * 100.0, 2)));
    format!("\n{}{of}\n", paint.strong(&doubtful(&expected.doubts)))
}

/// That some keys have prices of which little is known: nothing, or what one program says.
pub fn doubtful(doubts: &[DoubtReport]) -> String {
    let (single, others): (Vec<&DoubtReport>, Vec<_>) =
        doubts.iter().partition(|doubt| doubt.why == Why::Single.name());
    let said = [("no workload of the calibration says", others), ("a single program of the calibration says", single)];
    let said = said.iter().filter(|(_, doubts)| !doubts.is_empty());
    said.map(|(who, doubts)| format!("{who} what these cost: {}", named(doubts))).collect::<Vec<String>>().join("\n")
}

/// Their instructions and builtins, the first few by name.
fn named(doubts: &[&DoubtReport]) -> String {
    let mut names: Vec<&str> = doubts.iter().map(|doubt| doubt.subject.as_str()).collect();
    names.dedup();
    let more = format!("{} more", names.len().saturating_sub(NAMED));
    if names.len() > NAMED {
        names.truncate(NAMED);
        names.push(&more);
    }
    names.join(", ")
}

/// With which sizes functions of time have all that a run takes.
fn until_collected(report: &CollectionReport) -> String {
    let until = "until the heap is first collected";
    match (&report.none, &report.reason) {
        (Some(sizes), _) => format!("{until}: {sizes}"),
        (None, reason) => format!("{until}; when that is, is not known: {}", reason.as_deref().unwrap_or_default()),
    }
}

/// What is said of expected times beside those of collections.
pub const WITHOUT_COLLECTIONS: &str = "; what is expected is without collections";

/// What is in upper bounds for collections, and what is not.
pub fn collecting(at: Collecting) -> String {
    let time = show_time(at.time);
    let line =
        |line| format!("; each 64 bytes fetched from beyond the caches take {} more, in no bound", show_time(line));
    let caches = at.line.map_or(String::new(), line);
    format!("beyond the first collection of the heap upper has up to {time} for collections{caches}")
}

/// Functions of more parts than this are shown with a part a line.
const PARTS_IN_LINE: usize = 3;

/// Of functions of many parts only so many are shown.
const PARTS_SHOWN: usize = 8;

fn function(side: Option<&FunctionReport>, reason: Option<&str>, indent: usize) -> String {
    let Some(function) = side else { return format!("unknown: {}", reason.unwrap_or_default()) };
    let mut parts = function.part_texts();
    let more = parts.len().saturating_sub(PARTS_SHOWN);
    let mut text = match parts.len() {
        ..=PARTS_IN_LINE => parts.join("; "),
        _ => {
            parts.truncate(PARTS_SHOWN);
            parts.join(&format!("\n{:indent$}", ""))
        }
    };
    if more > 0 {
        text.push_str(&format!("\n{:indent$}and {more} parts more, in --explain and --json", ""));
    }
    match reason {
        Some(reason) => format!("{text}\n  unknown there: {reason}"),
        None => text,
    }
}

fn points(report: &Estimate, paint: Paint) -> String {
    match report.points.as_slice() {
        [] => String::new(),
        [only] => {
            let seen = observed_at(report, &only.sizes).map(|seen| {
                let shown = spread(seen, |value| value.show(report.resource));
                format!("observed with {} inputs: {shown}\n", seen.inputs)
            });
            format!("\n{}\n{}", single(report, only, paint), seen.unwrap_or_default())
        }
        several => format!("\n{}", table(report, several, paint)),
    }
}

/// From one value to another, as far as they are known.
fn between(resource: Resource, lower: Option<&Value>, upper: Option<&Value>) -> Option<String> {
    let shown = |value: &Value| value.show(resource);
    Some(match (lower, upper) {
        (Some(lower), Some(upper)) if lower == upper => shown(lower),
        (Some(lower), Some(upper)) => format!("{} to {}", shown(lower), shown(upper)),
        (Some(lower), None) => format!("at least {}", shown(lower)),
        (None, Some(upper)) => format!("at most {}", shown(upper)),
        (None, None) => return None,
    })
}

fn single(report: &Estimate, value: &PointValue, paint: Paint) -> String {
    let at = if value.sizes.is_empty() { "always".into() } else { format!("at {}", show(&value.sizes)) };
    let bounds = between(report.resource, value.lower.as_ref(), value.upper.as_ref());
    let unknown = || value.reason.clone().unwrap_or_default();
    if bounded_by_prices(report).is_some() {
        let expected = value.expected.as_ref();
        let what = expected.and_then(|of| between(report.resource, of.lower.as_ref(), of.upper.as_ref()));
        let Some(what) = what else { return format!("{at}: {}", paint.strong(&unknown())) };
        let bounds = bounds.map_or(String::new(), |bounds| format!("   (95 % bounds {bounds})"));
        let share = expected.and_then(|of| of.mispredicted).map_or(String::new(), |share| {
            let share = significant(share * 100.0, 2);
            format!("\n{}", paint.faint(&format!("of what is expected, {share} % are mispredicted branches")))
        });
        let (without, collecting) = match value.collections {
            Some(at) => (" without collections", format!("\n{}", collecting(at))),
            None => ("", String::new()),
        };
        return format!("{at}: {} expected{without}{bounds}{share}{collecting}", paint.strong(&what));
    }
    let mut text = format!("{at}: {}", paint.strong(&bounds.unwrap_or_else(unknown)));
    if report.band.is_some() && (value.band_low.is_some() || value.band_high.is_some()) {
        let low = value.band_low.map_or("?".into(), show_time);
        let high = value.band_high.map_or("?".into(), show_time);
        text.push_str(&format!("   (95 % band {low} to {high})"));
    }
    if let Some(at) = value.collections {
        text.push_str(&format!("\n{}", collecting(at)));
    }
    text
}

fn table(report: &Estimate, values: &[PointValue], paint: Paint) -> String {
    let resource = report.resource;
    let ends = values.iter().filter_map(|value| value.upper.as_ref().or(value.lower.as_ref()));
    let largest = ends.map(Value::to_f64).fold(0.0, f64::max);
    let unit = TimeUnit::of(largest);
    let named = |what: &str| match resource {
        Resource::Time => format!("{what} {unit}"),
        _ => what.to_string(),
    };
    let names: Vec<String> = values[0].sizes.keys().cloned().collect();
    let mut headings: Vec<(String, Align)> = names.iter().map(|name| (name.clone(), Align::Right)).collect();
    let timed = report.band.is_some();
    let priced = bounded_by_prices(report).is_some();
    let exact = report.exact && values.iter().all(|value| priced || value.collections.is_none());
    let columns: &[&str] = match (exact, timed) {
        (true, true) if priced => &["expected", "lower", "upper"],
        (false, true) if priced => &["expected, least", "expected, most", "lower", "upper"],
        (true, true) => &["estimate", "band low", "band high"],
        (true, false) => &["estimate"],
        (false, true) => &["lower", "upper", "band low", "band high"],
        (false, false) => &["lower", "upper"],
    };
    headings.extend(columns.iter().map(|what| (named(what), Align::Right)));
    headings.extend((!report.observed.is_empty()).then(|| (named("observed"), Align::Right)));
    let mut grid = Grid::new(headings);
    let dash = || "–".to_string();
    let cell = |value: &Option<Value>| value.as_ref().map_or_else(dash, |value| value.show_in(unit));
    let band = |value: Option<f64>| value.map_or_else(dash, |value| Value::Time(value).show_in(unit));
    for value in values {
        let mut row: Vec<String> = value.sizes.values().map(ToString::to_string).collect();
        if let Some(expected) = value.expected.as_ref().filter(|_| priced) {
            row.extend((!exact).then(|| cell(&expected.lower)));
            row.push(cell(&expected.upper));
        }
        row.push(cell(&value.lower));
        if !exact || priced {
            row.push(cell(&value.upper));
        }
        if timed && !priced {
            row.extend([band(value.band_low), band(value.band_high)]);
        }
        if !report.observed.is_empty() {
            row.push(observed_at(report, &value.sizes).map_or_else(dash, |seen| spread(seen, |of| of.show_in(unit))));
        }
        grid.row(row);
    }
    let mut text = grid.text(paint);
    // With larger sizes more is pushed.
    if let Some(at) = values.iter().filter_map(|value| value.collections).max_by(|a, b| a.pushed.total_cmp(&b.pushed)) {
        let without = if priced { WITHOUT_COLLECTIONS } else { "" };
        text.push_str(&format!("{}{without}\n", collecting(at)));
    }
    text
}

/// What was observed at sizes.
fn observed_at<'a>(report: &'a Estimate, sizes: &SizePoint) -> Option<&'a Observed> {
    report.observed.iter().find(|seen| seen.sizes == *sizes)
}

/// What was observed: from the least to the greatest, or the only one.
fn spread(seen: &Observed, show: impl Fn(&Value) -> String) -> String {
    let [least, most] = [&seen.least, &seen.most].map(show);
    if least == most { least } else { format!("{least} – {most}") }
}

fn explanation(report: &Estimate, paint: Paint) -> String {
    let Some(explanation) = &report.explanation else { return String::new() };
    let mut text = format!("\n{}\n", paint.strong("What is known"));
    explanation.facts.iter().for_each(|fact| text.push_str(&format!("  {fact}\n")));
    let lower = ("Lower bound", &report.lower, &explanation.lower);
    for (what, function, side) in [lower, ("Upper bound", &report.upper, &explanation.upper)] {
        text.push_str(&format!("\n{}\n", paint.strong(what)));
        let parts = function.as_ref().map(FunctionReport::part_texts).unwrap_or_default();
        parts.iter().skip(PARTS_SHOWN).for_each(|part| text.push_str(&format!("  {part}\n")));
        if let Some(whole) = function.as_ref().and_then(|function| function.whole.as_ref()) {
            text.push_str(&format!("  {whole}\n"));
        }
        side.equations.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        side.how.iter().for_each(|line| text.push_str(&format!("  {}\n", paint.faint(line))));
    }
    if let Some(HotAt { sizes, path }) = &explanation.hot {
        let at = if sizes.is_empty() { String::new() } else { format!("at {}: ", show(sizes)) };
        text.push_str(&format!("\n{}\n  {at}{}\n", paint.strong("Hot path of the upper bound"), in_words(path)));
    }
    text.push_str(&derived(&explanation.derivation, paint));
    text
}

/// So many functions on the way to a bound are shown.
const DERIVED_SHOWN: usize = 40;

/// The functions on the way to the bounds.
fn derived(all: &[Derived], paint: Paint) -> String {
    let Some(first) = all.len().checked_sub(1).map(|last| last.saturating_sub(DERIVED_SHOWN - 1)) else {
        return String::new();
    };
    let mut text = format!("\n{}\n", paint.strong("Functions that these call"));
    if first > 0 {
        text.push_str(&format!("  {first} that are called first are in --json\n"));
    }
    for of in &all[first..] {
        let line = of.line.map_or(String::new(), |line| format!("  (line {line})"));
        text.push_str(&format!("  {}{line}\n", of.subject));
        of.equations.iter().filter(|of| !of.is_empty()).for_each(|of| text.push_str(&format!("    {of}\n")));
        text.push_str(&match &of.solution {
            Some(solution) => format!("    so {solution}\n    {}\n", paint.faint(&format!("rule: {}", of.how))),
            None => format!("    {}\n", paint.faint(&format!("unknown: {}", of.how))),
        });
    }
    text
}
