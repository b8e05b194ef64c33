//! The machine profile: what a calibration found out, as a value and as TOML.
//!
//! Text form: a header (format, engine, processor, compiler, date, mode, seed), noise and held-out figures, the
//! laws and gaps as factors of keys, then under `[price]` a line a key: price, interval, standing, runs. Keys are written by
//! name, so that a profile can be read and compared; they are read back by name. A profile holds for the executable it was made
//! with ([`crate::executable`]): in another build of the same engine ([`ENGINE`]) its times are some percent off, and of another
//! engine it is of no use ([`Profile::freshness`]).

use crate::bands::{Band, Bands, HeldOutError, Interval};
use crate::design::Column;
use crate::executable;
use crate::fit::Prices;
use crate::laws::{Gap, Invariants, Relation, is_counted};
use crate::measure::Noise;
use crate::model::is_uneven;
use crate::variety::{Breadth, Variety};
use crate::watching::{WayPrices, WayText};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};
use wam::cost::{CostTable, Counts, Nanoseconds};

/// The format of profiles this version writes and reads.
pub const FORMAT: u32 = 6;
/// The engine: a hash of the source of the crate `wam` and of what it was compiled with, in hexadecimal.
pub const ENGINE: &str = env!("HOROLOG_ENGINE");
/// The compiler and the optimisation level this program was built with.
pub const COMPILER: &str = env!("HOROLOG_COMPILER");

/// How the engine runs; each mode has its own prices (spec/calibration.md, section 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// As fast as it can.
    #[default]
    Fast,
    /// Fences at clause boundaries: half as fast, predicted more closely.
    Predictable,
    /// Fences at every instruction: for the laboratory.
    Exact,
}

impl Mode {
    /// All modes.
    pub const ALL: [Mode; 3] = [Mode::Fast, Mode::Predictable, Mode::Exact];
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Fast => "fast",
            Mode::Predictable => "predictable",
            Mode::Exact => "exact",
        })
    }
}

/// Whether a price was measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// From runs that exercised the key.
    Measured,
    /// No workload exercises the key: it has the mean price of its class.
    Assumed,
}

/// A price with its interval, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PriceRow {
    /// What is priced.
    pub column: Column,
    /// The price.
    pub price: Nanoseconds,
    /// Its bootstrap interval (2.5 % to 97.5 %).
    pub interval: Interval,
    /// Whether it was measured.
    pub standing: Standing,
    /// How many runs exercised it.
    pub runs: usize,
    /// What mispredicted branches add to it on average.
    pub mispredicted: Nanoseconds,
}

/// The result of a calibration.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// Engine it holds for.
    pub engine: String,
    /// Executable it was made with: see [`crate::executable`]. Empty in profiles that do not say.
    pub build: String,
    /// Processor it was made on.
    pub cpu: String,
    /// Compiler of the engine.
    pub compiler: String,
    /// When it was made: seconds since 1970, UTC.
    pub made: u64,
    /// The run mode it holds for.
    pub mode: Mode,
    /// Seed of the generated workloads.
    pub seed: u64,
    /// How many runs the prices come from.
    pub runs: usize,
    /// Noise of the measurement.
    pub noise: Noise,
    /// Error on programs held out of the fit.
    pub held_out: HeldOutError,
    /// 95 % band of an estimate around its value.
    pub band: Band,
    /// The same by how much of an estimate is of uneven kinds.
    pub bands: Bands,
    /// What programs of many different instructions take longer than their prices, and of few less.
    pub variety: Variety,
    /// What all counts have in common: laws of the machine, and gaps of the workloads.
    pub invariants: Invariants,
    /// Every price, in key order, the overhead of a run last.
    pub prices: Vec<PriceRow>,
    /// What the events of goals cost in each way in which a run may be watched; nothing where that was not measured.
    pub watching: Vec<WayPrices>,
}

/// Whether a profile may be used.
#[derive(Clone, PartialEq, Debug)]
pub enum Freshness {
    /// Made with this executable on this processor.
    Current,
    /// Made with another build of this engine: its times are off by some percent, see [`Profile::in_other_build`].
    OtherBuild,
    /// The engine's code has changed since: recalibrate.
    EngineChanged,
    /// Made on another processor.
    OtherProcessor {
        /// The processor of the profile.
        made_on: String,
    },
    /// Measured while the machine was busy with something else: its prices mean little.
    Unsteady {
        /// Spread between launches, the greater of median and 90th percentile, as a share.
        spread: f64,
        /// Drift, as a share.
        drift: f64,
    },
}

/// A spread or a drift from which a profile means little, as a share.
pub const UNSTEADY: f64 = 0.5;

/// How far the times of the same machine code lie apart in two executables, in logarithms, 95 times of 100: the median is
/// 4.3 %.
const BUILDS: f64 = 0.125;

/// No instruction takes longer, in nanoseconds: ten milliseconds.
pub(crate) const DEAREST: f64 = 1e7;
/// How many times its estimate a run may take at most, by a profile that is taken for one.
pub(crate) const WIDEST: f64 = 100.0;
/// A profile has no more ways to watch.
const MOST_WAYS: usize = 1000;
/// How far ahead the clock may be with which a profile was made, in seconds.
const AHEAD: u64 = 24 * 3600;

/// An estimated time with its 95 % band.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The time.
    pub time: Nanoseconds,
    /// Where it lies, 95 times of 100.
    pub interval: Interval,
}

impl Profile {
    /// The price of each key where mispredictions are not counted: with what they add on average.
    pub fn expected(&self) -> CostTable {
        let mut table = self.table();
        for row in &self.prices {
            if let Some(key) = row.column.key() {
                table[key].0 += row.mispredicted.0;
            }
        }
        table
    }

    /// The price of each key where mispredictions are counted as well.
    pub fn table(&self) -> CostTable {
        self.as_prices().table()
    }

    /// All prices, with the overhead of a run.
    pub fn as_prices(&self) -> Prices {
        let mut prices = Prices::zero();
        self.prices.iter().for_each(|row| prices.set(row.column, row.price));
        prices
    }

    /// What entering and leaving the machine costs a run.
    pub fn run_overhead(&self) -> Nanoseconds {
        self.as_prices().of(Column::RUN)
    }

    /// What the probe takes where nothing is in its way, if that is known.
    pub fn probe(&self) -> Option<Nanoseconds> {
        (self.noise.probe.0 > 0.0).then_some(self.noise.probe)
    }

    /// What events cost in a way in which a run may be watched.
    pub fn watched(&self, way: &str) -> Option<&WayPrices> {
        self.watching.iter().find(|prices| prices.way == way)
    }

    /// The profile of the same machine where everything takes so many times as long.
    pub fn scaled(mut self, pace: f64) -> Profile {
        self.noise.probe.0 *= pace;
        self.watching.iter_mut().for_each(|prices| prices.scale(pace));
        self.repriced(|_| pace)
    }

    fn repriced(mut self, factor: impl Fn(Column) -> f64) -> Profile {
        for PriceRow { column, price, interval, mispredicted, .. } in &mut self.prices {
            let factor = factor(*column);
            [price, mispredicted, &mut interval.low, &mut interval.high].into_iter().for_each(|time| time.0 *= factor);
        }
        self
    }

    /// The profile whose prices are those of programs of that breadth ([`crate::variety`]). What entering and leaving the
    /// machine costs stays as it is.
    pub fn for_breadth(&self, breadth: Breadth) -> Profile {
        let factors = self.variety.factors(breadth);
        let own = Profile { variety: Variety::default(), ..self.clone() };
        own.repriced(|column| factors.of(column))
    }

    /// The profile whose prices are those of programs with the keys that these counts have.
    pub fn for_run(&self, counts: &Counts) -> Profile {
        self.for_breadth(Breadth::of_run(counts))
    }

    /// The profile as it is to be used in another build of its engine: its band is wider by what lies between builds.
    pub fn in_other_build(mut self) -> Profile {
        self.band = self.band.widened(BUILDS);
        self.bands = self.bands.map(|band| band.widened(BUILDS));
        self.watching.iter_mut().for_each(|way| way.band = way.band.widened(BUILDS));
        self
    }

    /// Time of a run that executes these counts, mispredictions among them, the overhead of the run included.
    pub fn estimate(&self, counts: &Counts) -> Estimate {
        let prices = self.for_run(counts).as_prices();
        let mut row: Vec<(Column, i64)> = counts.iter().map(|(key, count)| (Column::of(key), count as i64)).collect();
        row.push((Column::RUN, 1));
        let time = prices.price_row(&row).0;
        let band = self.band_at(prices.uneven_share(&row));
        Estimate {
            time: Nanoseconds(time),
            interval: Interval { low: Nanoseconds(time * band.low), high: Nanoseconds(time * band.high) },
        }
    }

    /// The 95 % band of an estimate that consists of executions of one column.
    pub fn band_of(&self, column: Column) -> Band {
        self.band_at(if is_uneven(column) { 1.0 } else { 0.0 })
    }

    /// The 95 % band of an estimate of which such a share is of uneven kinds (see [`is_uneven`]).
    pub fn band_at(&self, share: f64) -> Band {
        self.bands.at(share).unwrap_or(self.band)
    }

    /// The same, corrected by one measured run of the same program at another size: the model scales what was measured
    /// (spec/calibration.md, section 2, last row).
    pub fn estimate_from(&self, counts: &Counts, measured: &Counts, time: Nanoseconds) -> Nanoseconds {
        Nanoseconds(self.estimate(counts).time.0 * time.0 / self.estimate(measured).time.0)
    }

    /// Keys whose price was not measured.
    pub fn assumed(&self) -> impl Iterator<Item = Column> + '_ {
        self.prices.iter().filter(|row| row.standing == Standing::Assumed).map(|row| row.column)
    }

    /// Whether it holds for this engine on this processor, and was measured well enough.
    pub fn freshness(&self) -> Freshness {
        let spread = self.noise.spread_median.max(self.noise.spread_ninetieth);
        if self.engine != ENGINE {
            Freshness::EngineChanged
        } else if self.cpu != processor() {
            Freshness::OtherProcessor { made_on: self.cpu.clone() }
        } else if spread >= UNSTEADY || self.noise.drift >= UNSTEADY {
            Freshness::Unsteady { spread, drift: self.noise.drift }
        } else if self.build != executable::own() {
            Freshness::OtherBuild
        } else {
            Freshness::Current
        }
    }

    /// The text form.
    pub fn to_toml(&self) -> String {
        toml::to_string(&Text::from(self)).expect("a profile has a text form")
    }

    /// Reads the text form; the message says what is wrong with it.
    pub fn from_toml(text: &str) -> Result<Profile, Rejection> {
        let corrupt = |error: toml::de::Error| {
            let line = error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            let place = line.map_or(String::new(), |line| format!("in line {line}, "));
            Rejection::Corrupt(format!("{place}{}", error.message()))
        };
        let read = toml::from_str::<Text>(text);
        // What another format looks like is not known, but it says which it is.
        let format = match &read {
            Ok(text) => text.format,
            Err(_) => toml::from_str::<Header>(text).map_err(corrupt)?.format,
        };
        if format != FORMAT {
            return Err(Rejection::Version(format));
        }
        Profile::try_from(read.map_err(corrupt)?)
    }
}

/// Why a text is not a profile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// Of another format.
    Version(u32),
    /// Not well formed, or of impossible content.
    Corrupt(String),
}

/// The processor's name as the system gives it.
pub fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    match model {
        Some((_, name)) => name.trim().to_string(),
        None => format!("unknown {}", std::env::consts::ARCH),
    }
}

#[derive(Deserialize)]
struct Header {
    format: u32,
}

#[derive(Serialize, Deserialize)]
struct Text {
    format: u32,
    engine: String,
    #[serde(default)]
    build: String,
    cpu: String,
    compiler: String,
    made: u64,
    mode: Mode,
    seed: u64,
    runs: usize,
    rank: usize,
    laws: Vec<RelationText>,
    gaps: Vec<(String, RelationText)>,
    noise: NoiseText,
    held_out: HeldOutText,
    /// The exponents of [`Variety`].
    variety: f64,
    variety_of_builtins: f64,
    price: BTreeMap<String, PriceText>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    watching: BTreeMap<String, WayText>,
}

#[derive(Serialize, Deserialize)]
struct NoiseText {
    spread_median: f64,
    spread_ninetieth: f64,
    drift: f64,
    dropped: f64,
    disturbed: f64,
    /// In nanoseconds.
    probe: f64,
}

/// How far times are off, and where they lie.
#[derive(Serialize, Deserialize)]
pub(crate) struct ErrorText {
    programs: usize,
    deviation: f64,
    mean: f64,
    ninetieth: f64,
    band_low: f64,
    band_high: f64,
}

impl ErrorText {
    pub(crate) fn of(error: &HeldOutError, band: Band) -> ErrorText {
        let HeldOutError { programs, deviation, mean, ninetieth } = *error;
        ErrorText { programs, deviation, mean, ninetieth, band_low: band.low, band_high: band.high }
    }

    /// What it says, or what is wrong with it.
    pub(crate) fn read(&self) -> Result<(HeldOutError, Band), String> {
        let ErrorText { programs, deviation, mean, ninetieth, band_low, band_high } = *self;
        shares([deviation, mean, ninetieth])?;
        let band = checked(Band { low: band_low, high: band_high })?;
        Ok((HeldOutError { programs, deviation, mean, ninetieth }, band))
    }
}

/// Whether all may be shares.
fn shares<const N: usize>(shares: [f64; N]) -> Result<(), String> {
    match shares.into_iter().find(|share| !share.is_finite() || *share < 0.0) {
        Some(share) => Err(format!("{share} is no share of noise or error")),
        None => Ok(()),
    }
}

/// A band that may be one.
fn checked(band: Band) -> Result<Band, String> {
    match band.low > 0.0 && band.low <= 1.0 && (1.0..=WIDEST).contains(&band.high) {
        true => Ok(band),
        false => Err(format!("the band reaches from {} to {}", band.low, band.high)),
    }
}

#[derive(Serialize, Deserialize)]
struct HeldOutText {
    #[serde(flatten)]
    error: ErrorText,
    /// Up to which share of uneven kinds each band reaches, its low and high end.
    #[serde(default)]
    bands: Vec<(f64, f64, f64)>,
}

/// Factors by name; of a gap without a small relation, none.
type RelationText = Vec<(String, i64)>;

/// Price, least, greatest, standing, runs, what mispredictions add.
type PriceText = (f64, f64, f64, Standing, usize, f64);

impl From<&Profile> for Text {
    fn from(profile: &Profile) -> Text {
        Text {
            format: FORMAT,
            engine: profile.engine.clone(),
            build: profile.build.clone(),
            cpu: profile.cpu.clone(),
            compiler: profile.compiler.clone(),
            made: profile.made,
            mode: profile.mode,
            seed: profile.seed,
            runs: profile.runs,
            rank: profile.invariants.rank,
            laws: profile.invariants.laws.iter().map(relation_text).collect(),
            gaps: (profile.invariants.gaps.iter())
                .map(|gap| (gap.column.to_string(), gap.relation.as_ref().map(relation_text).unwrap_or_default()))
                .collect(),
            noise: NoiseText {
                spread_median: profile.noise.spread_median,
                spread_ninetieth: profile.noise.spread_ninetieth,
                drift: profile.noise.drift,
                dropped: profile.noise.dropped,
                disturbed: profile.noise.disturbed,
                probe: profile.noise.probe.0,
            },
            held_out: HeldOutText {
                error: ErrorText::of(&profile.held_out, profile.band),
                bands: profile.bands.by_share().iter().map(|&(to, Band { low, high })| (to, low, high)).collect(),
            },
            variety: profile.variety.exponents()[0],
            variety_of_builtins: profile.variety.exponents()[1],
            price: profile
                .prices
                .iter()
                .map(|row| {
                    let Interval { low, high } = row.interval;
                    (row.column.to_string(), (row.price.0, low.0, high.0, row.standing, row.runs, row.mispredicted.0))
                })
                .collect(),
            watching: profile.watching.iter().map(|way| (way.way.clone(), way.to_text())).collect(),
        }
    }
}

fn relation_text(relation: &Relation) -> RelationText {
    relation.terms().iter().map(|&(column, factor)| (column.to_string(), factor)).collect()
}

/// No factor of a relation is larger: what is found has smaller ones, and sums of products with counts fit.
const LARGEST_FACTOR: u64 = 1 << 32;

/// A relation from its text; none if it names what this engine lacks, being one of another.
fn relation_of(
    text: &RelationText,
    names: &HashMap<String, Column>,
    same_engine: bool,
) -> Result<Option<Relation>, Rejection> {
    let mut terms: Vec<(Column, i64)> = Vec::new();
    for (name, factor) in text {
        let Some(&column) = names.get(name) else {
            let unknown = || Rejection::Corrupt(format!("a relation of the unknown key `{name}`"));
            return if same_engine { Err(unknown()) } else { Ok(None) };
        };
        if *factor == 0 || factor.unsigned_abs() > LARGEST_FACTOR || terms.iter().any(|&(known, _)| known == column) {
            return Err(Rejection::Corrupt(format!("a relation has {factor} times `{name}`")));
        }
        terms.push((column, *factor));
    }
    Ok((!terms.is_empty()).then(|| Relation::new(terms)))
}

/// What counts have in common, from its text; what the runs exercise is not told by it.
fn invariants_of(text: &Text, names: &HashMap<String, Column>) -> Result<Invariants, Rejection> {
    let same_engine = text.engine == ENGINE;
    let relations = text.laws.len() + text.gaps.len();
    if relations > 10 * names.len() {
        return Err(Rejection::Corrupt(format!("{relations} relations of {} keys", names.len())));
    }
    let mut invariants = Invariants { rank: text.rank, ..Invariants::default() };
    for law in &text.laws {
        if law.is_empty() {
            return Err(Rejection::Corrupt("a law of nothing".into()));
        }
        invariants.laws.extend(relation_of(law, names, same_engine)?);
    }
    for (name, relation) in &text.gaps {
        let relation = relation_of(relation, names, same_engine)?;
        match names.get(name) {
            Some(&column) => invariants.gaps.push(Gap { column, relation }),
            None if same_engine => return Err(Rejection::Corrupt(format!("a gap at the unknown key `{name}`"))),
            None => {}
        }
    }
    Ok(invariants)
}

/// A name in a profile's text with control characters: what is printed must not move a terminal's cursor.
fn unprintable(text: &Text) -> Option<&String> {
    let relations = text.laws.iter().chain(text.gaps.iter().map(|(_, relation)| relation));
    let keys = text.price.keys().chain(text.watching.keys()).chain(text.gaps.iter().map(|(name, _)| name));
    let mut names = [&text.engine, &text.build, &text.cpu, &text.compiler]
        .into_iter()
        .chain(keys)
        .chain(relations.flatten().map(|(name, _)| name));
    names.find(|name| name.chars().any(char::is_control))
}

impl TryFrom<Text> for Profile {
    type Error = Rejection;

    fn try_from(text: Text) -> Result<Profile, Rejection> {
        let corrupt = |reason: String| Err(Rejection::Corrupt(reason));
        if let Some(name) = unprintable(&text) {
            return corrupt(format!("{name:?} has control characters"));
        }
        // A profile of another engine may name keys that this one lacks, and lack some; it is kept, as stale.
        let same_engine = text.engine == ENGINE;
        let names: HashMap<String, Column> = Column::priced().map(|column| (column.to_string(), column)).collect();
        let mut invariants = invariants_of(&text, &names)?;
        // Engines differ by some instructions, not by this.
        if text.price.len() > 10 * names.len() {
            return corrupt(format!("{} prices; this engine has {}", text.price.len(), names.len()));
        }
        let mut prices: Vec<PriceRow> = Vec::new();
        for (key, &(ns, low, high, standing, runs, mispredicted)) in &text.price {
            let Some(&column) = names.get(key) else {
                if same_engine {
                    return corrupt(format!("unknown key `{key}`"));
                }
                continue;
            };
            // Not a number is in no range, and in no order.
            let possible = [ns, low, high, mispredicted].iter().all(|price| (0.0..=DEAREST).contains(price));
            if !possible || !(low..=high).contains(&ns) {
                return corrupt(format!(
                    "`{key}` has the price {ns:e} ({low:e} to {high:e}), and {mispredicted:e} for mispredictions"
                ));
            }
            if standing == Standing::Measured && runs == 0 {
                return corrupt(format!("`{key}` was measured by no program"));
            }
            let interval = Interval { low: Nanoseconds(low), high: Nanoseconds(high) };
            let (price, mispredicted) = (Nanoseconds(ns), Nanoseconds(mispredicted));
            prices.push(PriceRow { column, price, interval, standing, runs, mispredicted });
        }
        prices.sort_unstable_by_key(|row| row.column);
        let measured = prices.iter().filter(|row| row.standing == Standing::Measured && is_counted(row.column));
        invariants.columns = measured.map(|row| row.column).collect();
        if let Some(missing) =
            Column::priced().find(|&column| prices.binary_search_by_key(&column, |row| row.column).is_err())
            && same_engine
        {
            return corrupt(format!("`{missing}` has no price"));
        }
        if !prices.iter().any(|row| row.standing == Standing::Measured && row.price.0 > 0.0) {
            return corrupt("no price was measured, or all are 0".into());
        }
        let today = SystemTime::now().duration_since(UNIX_EPOCH).map_or(u64::MAX, |since| since.as_secs());
        if text.made > today.saturating_add(AHEAD) {
            return corrupt(format!("it was made at {}, which is to come", text.made));
        }
        if text.runs == 0 || text.rank > Column::priced().count() && same_engine {
            return corrupt(format!("{} runs with a rank of {} for {} prices", text.runs, text.rank, prices.len()));
        }
        let NoiseText { spread_median, spread_ninetieth, drift, dropped, disturbed, probe } = text.noise;
        if let Some(part) = [dropped, disturbed].into_iter().find(|part| *part > 1.0) {
            return corrupt(format!("{part} is no part of all batches or programs"));
        }
        let shares = shares([spread_median, spread_ninetieth, drift, dropped, disturbed]);
        let (held_out, band) = match shares.and_then(|()| text.held_out.error.read()) {
            Ok(known) => known,
            Err(what) => return corrupt(what),
        };
        if !(0.0..=DEAREST).contains(&probe) {
            return corrupt(format!("the probe takes {probe:e} ns"));
        }
        let bands = text.held_out.bands.iter().map(|&(to, low, high)| Ok((to, checked(Band { low, high })?)));
        let bands: Vec<(f64, Band)> = match bands.collect::<Result<_, String>>() {
            Ok(bands) => bands,
            Err(what) => return corrupt(what),
        };
        let Some(bands) = Bands::new(bands) else {
            return corrupt("the bands by share are not in order, or do not reach 1".into());
        };
        let Some(variety) = Variety::new(text.variety, text.variety_of_builtins) else {
            let (all, builtins) = (text.variety, text.variety_of_builtins);
            return corrupt(format!(
                "exponents of variety are {all} and {builtins}, not from 0 to {}",
                Variety::LARGEST
            ));
        };
        if text.watching.len() > MOST_WAYS {
            return corrupt(format!("{} ways to watch", text.watching.len()));
        }
        let watching =
            text.watching.iter().map(|(way, text)| WayPrices::of_text(way, text)).collect::<Result<_, _>>()?;
        Ok(Profile {
            engine: text.engine,
            build: text.build,
            cpu: text.cpu,
            compiler: text.compiler,
            made: text.made,
            mode: text.mode,
            seed: text.seed,
            runs: text.runs,
            noise: Noise { spread_median, spread_ninetieth, drift, dropped, disturbed, probe: Nanoseconds(probe) },
            held_out,
            band,
            bands,
            variety,
            invariants,
            prices,
            watching,
        })
    }
}
