//! `horolog machine`: the profile of this machine as tables, and its coming and going.

use crate::args::{MachineArgs, MachineCommand};
use crate::calibrate::{OTHER_BUILD, unsteady};
use crate::error::{CliError, Exit};
use crate::files::store;
use crate::report::{Grid, Paint, note, print, print_json};
use calibrate::bands::HeldOutError;
use calibrate::error::ProfileError;
use calibrate::laws::Width;
use calibrate::profile::{Freshness, PriceRow, Profile, Standing};
use calibrate::report::{instructions, units};
use calibrate::watching::{self, EVENTS, WayPrices};
use predict::pricing::Pricing;
use predict::profile::name;
use predict::units::{date, significant};
use serde::Serialize;
use std::collections::BTreeMap;

/// Shows, exports, imports or checks the profile.
pub fn machine(args: &MachineArgs) -> Result<Exit, CliError> {
    let store = store()?;
    let mode = args.mode.unwrap_or_default().0;
    match &args.command {
        MachineCommand::Show { laws: true } => {
            print(&laws(&store.load(mode)?, Paint::stdout()))?;
            Ok(Exit::Ok)
        }
        MachineCommand::Show { laws: false } => {
            let profile = store.load(mode)?;
            if args.json {
                print_json(&prices_json(&profile))?;
            } else {
                let paint = Paint::stdout();
                print(&format!("{}\n{}", summary(&profile, paint), tables(&profile, paint)))?;
            }
            Ok(Exit::Ok)
        }
        MachineCommand::Export { file } => {
            store.export(mode, file)?;
            note(&format!("the profile for {mode} mode is in {}", file.display()));
            Ok(Exit::Ok)
        }
        MachineCommand::Import { file } => {
            let profile = store.import(file, args.mode.map(|mode| mode.0))?;
            note(&format!("imported as the profile for {} mode", profile.mode));
            Ok(Exit::Ok)
        }
        MachineCommand::Check => check(args),
    }
}

fn check(args: &MachineArgs) -> Result<Exit, CliError> {
    let mode = args.mode.unwrap_or_default().0;
    let profile = match store()?.load(mode) {
        Err(ProfileError::Version { found, expected, .. }) if found < expected => {
            let verdict = format!("the profile for {mode} mode has the format of an earlier version");
            return told(args, CheckJson { mode: mode.to_string(), usable: false, verdict });
        }
        Err(error @ (ProfileError::Missing { .. } | ProfileError::Corrupt { .. } | ProfileError::Version { .. })) => {
            return told(args, CheckJson { mode: mode.to_string(), usable: false, verdict: error.to_string() });
        }
        profile => profile?,
    };
    let verdict = standing(&profile);
    let usable = matches!(profile.freshness(), Freshness::Current | Freshness::OtherBuild);
    told(args, CheckJson { mode: profile.mode.to_string(), usable, verdict })
}

/// Says what a check came to.
fn told(args: &MachineArgs, check: CheckJson) -> Result<Exit, CliError> {
    if args.json {
        print_json(&check)?;
    } else {
        print(&format!("{}\n", check.verdict))?;
    }
    if check.usable {
        return Ok(Exit::Ok);
    }
    note(&format!("recalibrate with `horolog calibrate --mode {}`", check.mode));
    Ok(Exit::False)
}

#[derive(Serialize)]
struct CheckJson {
    mode: String,
    usable: bool,
    verdict: String,
}

fn standing(profile: &Profile) -> String {
    match profile.freshness() {
        Freshness::Current => format!("the profile for {} mode is current", profile.mode),
        Freshness::OtherBuild => format!("the profile for {} mode may be used: {OTHER_BUILD}", profile.mode),
        Freshness::EngineChanged => {
            format!("the profile for {} mode is stale: the engine's code has changed", profile.mode)
        }
        Freshness::Unsteady { spread, drift } => {
            format!("the profile for {} mode is not current: {}", profile.mode, unsteady(spread, drift))
        }
        Freshness::OtherProcessor { made_on } => {
            format!("the profile for {} mode was made on another processor: {made_on}", profile.mode)
        }
    }
}

/// How many prices are not known well, and how much of a typical program they are.
fn assumed(profile: &Profile) -> String {
    let pricing = Pricing::bounds(profile);
    let doubtful = pricing.doubts().count();
    let share = significant(pricing.doubtful_in_library() * 100.0, 2);
    format!("{doubtful} of {} prices; {share} % of the instructions in the library's clauses", profile.prices.len())
}

/// What a profile says besides prices: where it holds, noise, error on held-out programs, laws.
pub fn summary(profile: &Profile, paint: Paint) -> String {
    let share = |value: f64| format!("{} %", significant(value * 100.0, 2));
    let band = |factor: f64| format!("{:+.1} %", (factor - 1.0) * 100.0);
    let lines = [
        ("processor", profile.cpu.clone()),
        ("compiler", profile.compiler.clone()),
        ("engine", format!("{:.12}, build {:.12}", profile.engine, profile.build)),
        ("mode", profile.mode.to_string()),
        ("made", format!("{}, seed {}", date(profile.made), profile.seed)),
        ("standing", standing(profile)),
        ("fitted to", format!("{} runs, rank {}", profile.runs, profile.invariants.rank)),
        (
            "noise",
            format!(
                "spread between launches {} (median), {} (90th percentile); drift {}; {} of batches dropped, {} of \
                 programs disturbed",
                share(profile.noise.spread_median),
                share(profile.noise.spread_ninetieth),
                share(profile.noise.drift),
                share(profile.noise.dropped),
                share(profile.noise.disturbed)
            ),
        ),
        (
            "held out",
            format!(
                "{} programs: mean error {}, 90th percentile {}, deviation {}",
                profile.held_out.programs,
                share(profile.held_out.mean),
                share(profile.held_out.ninetieth),
                share(profile.held_out.deviation)
            ),
        ),
        ("95 % band", format!("{} to {} of an estimate", band(profile.band.low), band(profile.band.high))),
        ("assumed", assumed(profile)),
        ("a run", format!("{} ns to enter and leave the machine", significant(profile.run_overhead().0, 3))),
    ];
    let mut text: String =
        lines.iter().map(|(name, value)| format!("{} {value}\n", paint.faint(&format!("{name:<10}")))).collect();
    text.push_str(&law_lines(profile, Width::Short, paint));
    let gaps = profile.invariants.gaps.len();
    if gaps > 0 {
        let keys = if gaps == 1 { "1 key is" } else { &format!("{gaps} keys are") };
        text.push_str(&format!(
            "  {keys} not told apart from others by the workloads: `horolog machine show --laws`\n"
        ));
    }
    text
}

fn law_lines(profile: &Profile, width: Width, paint: Paint) -> String {
    let mut text = format!("\n{}\n", paint.strong("Laws of the counts (nullspace)"));
    if profile.invariants.laws.is_empty() {
        text.push_str("  none\n");
    }
    for law in &profile.invariants.laws {
        text.push_str(&format!("  {}\n", law.line(width)));
    }
    text
}

/// What counts have in common, in full, and where workloads do not tell keys apart.
fn laws(profile: &Profile, paint: Paint) -> String {
    let mut text = law_lines(profile, Width::Full, paint).trim_start().to_string();
    text.push_str(&format!("\n{}\n", paint.strong("Gaps: what the workloads do not tell apart")));
    if profile.invariants.gaps.is_empty() {
        text.push_str("  none\n");
    }
    for gap in &profile.invariants.gaps {
        let line = gap.relation.as_ref().map_or("follows from others".into(), |relation| relation.line(Width::Full));
        text.push_str(&format!("  {}: {line}\n", gap.column));
    }
    text
}

/// Prices as the paper's tables 4 and 6 (instructions that succeed and that fail) and 5 (work per unit).
pub fn tables(profile: &Profile, paint: Paint) -> String {
    let mut prices =
        Grid::of(&["instruction", "variant"], &["success ns", "95 % interval", "failure ns", "95 % interval", "runs"]);
    let mut assumed = 0;
    for row in instructions(profile) {
        let measured = |price: &Option<PriceRow>| price.filter(|price| price.standing == Standing::Measured);
        if measured(&row.success).is_none() && measured(&row.failure).is_none() {
            assumed += 1;
            continue;
        }
        let (ok, ok_range) = cells(row.success);
        let (no, no_range) = cells(row.failure);
        let runs = row.success.map_or(0, |row| row.runs).max(row.failure.map_or(0, |row| row.runs));
        prices.row(vec![row.subject, row.variant, ok, ok_range, no, no_range, runs.to_string()]);
    }
    let mut work = Grid::of(&["instruction", "per"], &["ns", "95 % interval", "runs"]);
    for row in units(profile) {
        if row.price.standing == Standing::Assumed {
            assumed += 1;
            continue;
        }
        let (price, range) = cells(Some(row.price));
        work.row(vec![row.subject, row.unit.into(), price, range, row.price.runs.to_string()]);
    }
    let mut text = format!("{}\n{}", paint.strong("Prices of instructions"), prices.text(paint));
    text.push_str(&format!("\n{}\n{}", paint.strong("Prices of work inside instructions"), work.text(paint)));
    if assumed > 0 {
        text.push_str(&format!(
            "\n{assumed} further rows are not exercised by any workload and have the mean price of their class.\n"
        ));
    }
    if !profile.watching.is_empty() {
        let heading = paint.strong("Prices of events where a run is watched, by what is done with them");
        text.push_str(&format!("\n{heading}\n{}", watching_table(profile).text(paint)));
    }
    text
}

/// What watching adds for each event, in each way.
pub fn watching_table(profile: &Profile) -> Grid {
    let headings: Vec<String> = (0..EVENTS).map(|event| format!("{} ns", watching::name(event))).collect();
    let headings: Vec<&str> = headings.iter().map(String::as_str).chain(["error %"]).collect();
    let mut grid = Grid::of(&["way"], &headings);
    for way in &profile.watching {
        let price = |event: usize| match way.standings[event] {
            Standing::Measured => significant(way.prices[event].0, 3),
            Standing::Assumed => format!("({})", significant(way.prices[event].0, 3)),
        };
        let mut cells = vec![way.way.clone()];
        cells.extend((0..EVENTS).map(price));
        cells.push(significant(way.held_out.mean * 100.0, 2));
        grid.row(cells);
    }
    grid
}

fn cells(row: Option<PriceRow>) -> (String, String) {
    match row {
        None => (String::new(), String::new()),
        Some(row) if row.standing == Standing::Assumed => (format!("({})", significant(row.price.0, 3)), String::new()),
        Some(row) => {
            let interval = format!("{} – {}", significant(row.interval.low.0, 3), significant(row.interval.high.0, 3));
            (significant(row.price.0, 3), interval)
        }
    }
}

/// A profile as JSON: all figures and prices.
#[derive(Serialize)]
pub struct ProfileJson {
    machine: String,
    processor: String,
    compiler: String,
    engine: String,
    build: String,
    mode: String,
    made: u64,
    seed: u64,
    current: bool,
    runs: usize,
    rank: usize,
    noise: NoiseJson,
    held_out: HeldOutJson,
    band: BandJson,
    assumed: AssumedJson,
    run_overhead: f64,
    unit: &'static str,
    /// Laws of the counts.
    invariants: Vec<String>,
    /// Keys that the workloads do not tell apart from others.
    gaps: Vec<String>,
    prices: Vec<PriceJson>,
    /// Ways in which a run may be watched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    watching: Vec<WatchingJson>,
}

/// What events cost in a way in which a run may be watched.
#[derive(Clone, Debug, Serialize)]
pub struct WatchingJson {
    way: String,
    /// What each event adds to the time of an unwatched run.
    prices: BTreeMap<&'static str, f64>,
    held_out: HeldOutJson,
    band: BandJson,
}

#[derive(Serialize)]
struct NoiseJson {
    spread_median: f64,
    spread_ninetieth: f64,
    drift: f64,
    /// Batches beside a slow probe, as a share.
    dropped: f64,
    /// Programs with too few others, as a share.
    disturbed: f64,
    /// In nanoseconds.
    probe: f64,
}

#[derive(Clone, Debug, Serialize)]
struct HeldOutJson {
    programs: usize,
    mean: f64,
    ninetieth: f64,
    deviation: f64,
}

impl From<HeldOutError> for HeldOutJson {
    fn from(HeldOutError { programs, mean, ninetieth, deviation }: HeldOutError) -> HeldOutJson {
        HeldOutJson { programs, mean, ninetieth, deviation }
    }
}

#[derive(Clone, Debug, Serialize)]
struct BandJson {
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct AssumedJson {
    /// Prices that no run says, or not well.
    prices: usize,
    /// Their share of the instructions in the library's clauses.
    library: f64,
}

#[derive(Serialize)]
struct PriceJson {
    key: String,
    price: f64,
    low: f64,
    high: f64,
    measured: bool,
    runs: usize,
}

/// A profile as JSON.
pub fn prices_json(profile: &Profile) -> ProfileJson {
    ProfileJson {
        machine: name(profile),
        processor: profile.cpu.clone(),
        compiler: profile.compiler.clone(),
        engine: profile.engine.clone(),
        build: profile.build.clone(),
        mode: profile.mode.to_string(),
        made: profile.made,
        seed: profile.seed,
        current: profile.freshness() == Freshness::Current,
        runs: profile.runs,
        rank: profile.invariants.rank,
        noise: NoiseJson {
            spread_median: profile.noise.spread_median,
            spread_ninetieth: profile.noise.spread_ninetieth,
            drift: profile.noise.drift,
            dropped: profile.noise.dropped,
            disturbed: profile.noise.disturbed,
            probe: profile.noise.probe.0,
        },
        held_out: profile.held_out.into(),
        band: BandJson { low: profile.band.low, high: profile.band.high },
        assumed: {
            let pricing = Pricing::bounds(profile);
            AssumedJson { prices: pricing.doubts().count(), library: pricing.doubtful_in_library() }
        },
        run_overhead: profile.run_overhead().0,
        unit: "ns",
        invariants: profile.invariants.laws.iter().map(|law| law.line(Width::Full)).collect(),
        gaps: profile.invariants.gaps.iter().map(|gap| gap.column.to_string()).collect(),
        prices: profile
            .prices
            .iter()
            .map(|row| PriceJson {
                key: row.column.to_string(),
                price: row.price.0,
                low: row.interval.low.0,
                high: row.interval.high.0,
                measured: row.standing == Standing::Measured,
                runs: row.runs,
            })
            .collect(),
        watching: profile.watching.iter().map(watching_json).collect(),
    }
}

/// What events cost in a way, as JSON.
pub fn watching_json(way: &WayPrices) -> WatchingJson {
    WatchingJson {
        way: way.way.clone(),
        prices: (0..EVENTS).map(|event| (watching::name(event), way.prices[event].0)).collect(),
        held_out: way.held_out.into(),
        band: BandJson { low: way.band.low, high: way.band.high },
    }
}
