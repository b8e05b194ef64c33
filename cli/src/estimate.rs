//! `horolog estimate`: the functions of a predicate, and their values at sizes.

use crate::args::EstimateArgs;
use crate::bounds::{Bounded, PointValue, Side, SideJson, bound};
use crate::calibrate::profile;
use crate::engine::{Engine, ONCE, time};
use crate::error::{CliError, Exit};
use crate::files::write_whole;
use crate::formula;
use crate::load::{Loaded, Target, assertions, entry, find, load, types};
use crate::machine::name;
use crate::plot::{Plot, svg};
use crate::report::{Align, Grid, Paint, note, print, print_json};
use crate::sizes::{SizePoint, SizeSpec, show};
use crate::units::{Resource, TimeUnit, percent, time as show_time};
use analyzer::entry::Entry;
use analyzer::inputs::generate;
use analyzer::regtype::TypeTable;
use calibrate::profile::Profile;
use serde::Serialize;
use wam::cost::Nanoseconds;

/// Seed of generated input.
const SEED: u64 = 1;

/// Prints the functions of a predicate and their values.
pub fn estimate(args: &EstimateArgs) -> Result<Exit, CliError> {
    let spec = args.size.as_deref().map(SizeSpec::parse).transpose()?;
    if args.plot.is_some() && spec.is_none() {
        return Err(CliError::with_help("there is nothing to plot", "give a range of sizes: --size 10..1000:10"));
    }
    if args.measure_once && args.resource != Resource::Time {
        return Err(CliError::usage("--measure-once is about time: counts are not measured"));
    }
    let target = Target::of(&args.target)?;
    let loaded = load(target.file)?;
    let pred = find(&loaded.program, target.indicator)?;
    let types = types(&loaded)?;
    let entry = entry(&loaded, &types, pred, args.modes.as_deref())?;
    let profile = if args.resource == Resource::Time { Some(profile(args.mode.0)?) } else { None };
    let assertions = assertions(&loaded, &types)?;
    let mut bounded = bound(&loaded.program, &types, &assertions, &entry, args.resource, profile.as_ref())?;
    let points = match &spec {
        Some(spec) => spec.points(&bounded.names(), &bounded.needed)?,
        None => Vec::new(),
    };
    points.iter().try_for_each(|point| bounded.check_sizes(point))?;
    let mut measured = None;
    if args.measure_once {
        let profile = profile.as_ref().expect("times have a profile");
        let run = measure_once(&loaded, &types, &entry, &bounded, profile, points.first())?;
        bounded = bounded.scaled(run.factor);
        measured = Some(run);
    }
    let band = profile.as_ref().map(|profile| profile.band);
    let values: Vec<PointValue> = points.iter().map(|point| bounded.at(point, band)).collect();
    let estimate = Estimate { bounded, profile, values, measured };
    if let Some(path) = &args.plot {
        write_whole(path, &svg(&estimate.plot()))?;
        note(&format!("the plot is in {}", path.display()));
    }
    if args.json {
        print_json(&estimate.json(args.explain));
    } else {
        print(&estimate.text(args.explain, Paint::stdout()));
    }
    if let Some(help) = &estimate.bounded.help {
        note(help);
    }
    Ok(Exit::Ok)
}

/// What one measured run saw.
#[derive(Clone, Debug, Serialize)]
struct Measured {
    /// The sizes of its input.
    sizes: SizePoint,
    /// Its time, in nanoseconds.
    observed: f64,
    /// What its instructions cost by the profile.
    priced: f64,
    /// observed / priced: the functions are scaled by it.
    factor: f64,
}

/// Runs the predicate on generated input: at half the sizes asked for, or smaller where that would take long.
fn measure_once(
    loaded: &Loaded,
    types: &TypeTable,
    entry: &Entry,
    bounded: &Bounded,
    profile: &Profile,
    point: Option<&SizePoint>,
) -> Result<Measured, CliError> {
    let asked = |name: &str| point.and_then(|point| point.get(name)).map_or(30, |&size| (size / 2).max(1));
    let mut sizes: Vec<i64> = bounded.sizes.iter().map(|size| asked(size.var.as_str())).collect();
    let named = |sizes: &[i64]| -> SizePoint { bounded.names().into_iter().zip(sizes.iter().copied()).collect() };
    let long = |sizes: &[i64]| {
        let at = named(sizes);
        let value = bounded.value(&bounded.upper, &at).or_else(|| bounded.value(&bounded.lower, &at));
        value.is_none_or(|time| time > 1e6)
    };
    while long(&sizes) && sizes.iter().any(|&size| size > 1) {
        sizes.iter_mut().for_each(|size| *size = (*size * 3 / 4).max(1));
    }
    // Sizes that no term has: the nearest one below or above.
    let goal = (0..8)
        .flat_map(|d| [-d, d])
        .find_map(|d| {
            let near: Vec<i64> = sizes.iter().map(|&size| (size + d).max(0)).collect();
            let goal = generate(&loaded.program, types, entry, &near, SEED).ok()?;
            Some((near, goal))
        })
        .ok_or_else(|| CliError::usage(format!("no input could be generated for {}", bounded.entry)))?;
    let (sizes, goal) = goal;
    let mut engine = Engine::new(&loaded.program, profile.mode, None)?;
    let (counts, _) = engine.count(entry.pred, &goal)?;
    let observed = time(&loaded.program, profile.mode, entry.pred, &goal, ONCE)?;
    let Nanoseconds(priced) = profile.estimate(&counts).time;
    Ok(Measured { sizes: named(&sizes), observed: observed.0, priced, factor: observed.0 / priced })
}

struct Estimate {
    bounded: Bounded,
    profile: Option<Profile>,
    values: Vec<PointValue>,
    measured: Option<Measured>,
}

#[derive(Serialize)]
struct EstimateJson {
    predicate: String,
    entry: String,
    machine: Option<String>,
    mode: Option<String>,
    resource: String,
    unit: &'static str,
    sizes: Vec<SizeJson>,
    lower: Option<SideJson>,
    upper: Option<SideJson>,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    band: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<Measured>,
    points: Vec<PointValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Explanation>,
}

#[derive(Serialize)]
struct SizeJson {
    name: String,
    metric: &'static str,
    argument: usize,
}

#[derive(Serialize)]
struct Explanation {
    facts: Vec<String>,
    lower: SideExplanation,
    upper: SideExplanation,
}

#[derive(Serialize)]
struct SideExplanation {
    equations: Vec<String>,
    how: Vec<String>,
}

impl Estimate {
    fn json(&self, explain: bool) -> EstimateJson {
        let bounded = &self.bounded;
        let size = |size: &analyzer::analysis::Size| SizeJson {
            name: size.var.to_string(),
            metric: size.metric.name(),
            argument: size.argument,
        };
        EstimateJson {
            predicate: bounded.predicate.clone(),
            entry: bounded.entry.clone(),
            machine: self.profile.as_ref().map(name),
            mode: self.profile.as_ref().map(|profile| profile.mode.to_string()),
            resource: bounded.resource.to_string(),
            unit: bounded.resource.unit(),
            sizes: bounded.sizes.iter().map(size).collect(),
            lower: bounded.side_json(&bounded.lower),
            upper: bounded.side_json(&bounded.upper),
            exact: bounded.exact,
            reason: bounded.reason(),
            help: bounded.help.clone(),
            band: self.profile.as_ref().map(|profile| [profile.band.low, profile.band.high]),
            measured: self.measured.clone(),
            points: self.values.clone(),
            explanation: explain.then(|| Explanation {
                facts: bounded.facts.clone(),
                lower: side_explanation(&bounded.lower, &bounded.equations[0]),
                upper: side_explanation(&bounded.upper, &bounded.equations[1]),
            }),
        }
    }

    fn text(&self, explain: bool, paint: Paint) -> String {
        let bounded = &self.bounded;
        let mut text = format!("{}\n", paint.strong(&bounded.entry));
        if !bounded.sizes.is_empty() {
            text.push_str(&format!("{}\n", bounded.legend()));
        }
        text.push('\n');
        let sides = if bounded.exact {
            vec![("exact", &bounded.upper)]
        } else {
            vec![("lower", &bounded.lower), ("upper", &bounded.upper)]
        };
        for (what, side) in sides {
            let heading = format!("{} {what:<5}", bounded.resource);
            text.push_str(&format!("{}  {}\n", paint.faint(&heading), self.function(side)));
        }
        if let Some(run) = &self.measured {
            text.push_str(&format!(
                "\nscaled by {:.3}: one run at {} took {}, its instructions were priced at {}\n",
                run.factor,
                show(&run.sizes),
                show_time(run.observed),
                show_time(run.priced)
            ));
        }
        text.push_str(&self.points(paint));
        if let Some(profile) = &self.profile {
            let band = |factor: f64| percent(factor - 1.0);
            let (low, high) = (band(profile.band.low), band(profile.band.high));
            let line = format!("on {}; 95 % band {low} to {high}", name(profile));
            text.push_str(&format!("\n{}\n", paint.faint(&line)));
        }
        if explain {
            text.push_str(&self.explanation(paint));
        }
        text
    }

    fn function(&self, side: &Side) -> String {
        match side {
            Side::Unknown { reason } => format!("unknown: {reason}"),
            Side::Known { expr, .. } => {
                let function = formula::readable(expr, self.bounded.resource);
                match self.bounded.valid(side).as_str() {
                    "" => function,
                    valid => format!("{function}   for {valid}"),
                }
            }
        }
    }

    fn points(&self, paint: Paint) -> String {
        match self.values.as_slice() {
            [] => String::new(),
            [only] => format!("\n{}\n", self.single(only, paint)),
            several => format!("\n{}", self.table(several, paint)),
        }
    }

    fn single(&self, value: &PointValue, paint: Paint) -> String {
        let resource = self.bounded.resource;
        let shown = |value: Option<f64>| value.map_or_else(|| "unknown".to_string(), |value| resource.show(value));
        let what = match (value.lower, value.upper) {
            (Some(lower), Some(upper)) if lower == upper => shown(value.lower),
            (None, None) => self.bounded.why_none(&self.bounded.upper, &value.sizes),
            (Some(_), None) => format!("at least {}", shown(value.lower)),
            (None, Some(_)) => format!("at most {}", shown(value.upper)),
            (Some(_), Some(_)) => format!("{} to {}", shown(value.lower), shown(value.upper)),
        };
        let at = if value.sizes.is_empty() { "always".into() } else { format!("at {}", show(&value.sizes)) };
        let mut text = format!("{at}: {}", paint.strong(&what));
        if self.profile.is_some() && (value.band_low.is_some() || value.band_high.is_some()) {
            let low = value.band_low.map_or("?".into(), show_time);
            let high = value.band_high.map_or("?".into(), show_time);
            text.push_str(&format!("   (95 % band {low} to {high})"));
        }
        text
    }

    fn table(&self, values: &[PointValue], paint: Paint) -> String {
        let resource = self.bounded.resource;
        let largest = values.iter().filter_map(|value| value.upper.or(value.lower)).fold(0.0, f64::max);
        let unit = TimeUnit::of(largest);
        let named = |what: &str| match resource {
            Resource::Time => format!("{what} {unit}"),
            _ => what.to_string(),
        };
        let names: Vec<String> = values[0].sizes.keys().cloned().collect();
        let mut headings: Vec<(String, Align)> = names.iter().map(|name| (name.clone(), Align::Right)).collect();
        let timed = self.profile.is_some();
        let columns: &[&str] = match (self.bounded.exact, timed) {
            (true, true) => &["estimate", "band low", "band high"],
            (true, false) => &["estimate"],
            (false, true) => &["lower", "upper", "band low", "band high"],
            (false, false) => &["lower", "upper"],
        };
        headings.extend(columns.iter().map(|what| (named(what), Align::Right)));
        let headings: Vec<(&str, Align)> = headings.iter().map(|(name, align)| (name.as_str(), *align)).collect();
        let mut grid = Grid::new(&headings);
        let cell = |value: Option<f64>| value.map_or_else(|| "–".to_string(), |value| resource.show_in(value, unit));
        for value in values {
            let mut row: Vec<String> = value.sizes.values().map(ToString::to_string).collect();
            row.push(cell(value.lower));
            if !self.bounded.exact {
                row.push(cell(value.upper));
            }
            if timed {
                row.extend([cell(value.band_low), cell(value.band_high)]);
            }
            grid.row(row);
        }
        grid.text(paint)
    }

    fn explanation(&self, paint: Paint) -> String {
        let bounded = &self.bounded;
        let mut text = format!("\n{}\n", paint.strong("What is known"));
        bounded.facts.iter().for_each(|fact| text.push_str(&format!("  {fact}\n")));
        for (what, side, equations) in [
            ("Lower bound", &bounded.lower, &bounded.equations[0]),
            ("Upper bound", &bounded.upper, &bounded.equations[1]),
        ] {
            let explanation = side_explanation(side, equations);
            text.push_str(&format!("\n{}\n", paint.strong(what)));
            explanation.equations.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
            explanation.how.iter().for_each(|line| text.push_str(&format!("  {}\n", paint.faint(line))));
        }
        text
    }

    fn plot(&self) -> Plot {
        let bounded = &self.bounded;
        // The size that moves; the others are in the title.
        let moving = bounded.needed.iter().find(|name| {
            let mut values = self.values.iter().filter_map(|value| value.sizes.get(*name));
            let first = values.next();
            values.any(|value| Some(value) != first)
        });
        let moving = moving.or(bounded.needed.first()).cloned().unwrap_or_default();
        let x = |value: &PointValue| value.sizes.get(&moving).map_or(0.0, |&size| size as f64);
        let of = bounded.sizes.iter().find(|size| size.var.as_str() == moving);
        let sizes = of.map_or(moving.clone(), |size| {
            format!("{moving} = {} of argument {}", crate::bounds::metric(size.metric), size.argument)
        });
        let others = bounded.needed.iter().filter(|name| **name != moving).map(|name| {
            let together = self.values.iter().all(|value| value.sizes.get(name) == value.sizes.get(&moving));
            let first = self.values.first().and_then(|value| value.sizes.get(name)).copied().unwrap_or_default();
            if together { format!(", {name} = {moving}") } else { format!(", {name} = {first}") }
        });
        let sizes = sizes + &others.collect::<String>();
        let banded = |value: &PointValue| Some((x(value), value.band_low?, value.band_high?));
        let band = if self.profile.is_some() { self.values.iter().filter_map(banded).collect() } else { Vec::new() };
        Plot {
            title: bounded.entry.clone(),
            sizes,
            resource: bounded.resource,
            bounds: self.values.iter().map(|value| (x(value), value.lower, value.upper)).collect(),
            band,
            observed: self
                .measured
                .iter()
                .map(|run| (run.sizes.get(&moving).map_or(0.0, |&s| s as f64), run.observed))
                .collect(),
        }
    }
}

fn side_explanation(side: &Side, equations: &str) -> SideExplanation {
    let equations = equations.split("; ").filter(|line| !line.is_empty()).map(str::to_string).collect();
    let how = match side {
        Side::Known { how, .. } => how.clone(),
        Side::Unknown { reason } => vec![format!("unknown: {reason}")],
    };
    SideExplanation { equations, how }
}
