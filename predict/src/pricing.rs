//! The prices of an estimate: low and high ones for bounds, those that are expected, and what is not known of them.
//!
//! Comes in: a profile. Goes out: a price a key for each use. A bound of counts times a price is a bound of a time only
//! where the price is one, too:
//!
//! | price | of a measured key | of one whose price is assumed |
//! |---|---|---|
//! | low | its price less the band; mispredicted branches cost nothing | nothing |
//! | high | its price and the band; mispredicted branches as any other key | more than 19 of 20 measured ones of its class |
//! | expected | its price, and what the calibration saw it mispredict on average | the same |
//!
//! The bands are of programs held out of the calibration, whose error is the model's: one of programs of plain instructions,
//! one of such as are mostly builtins and other uneven work (`calibrate::model::is_uneven`), each for the prices of its kind. A
//! price that the runs hardly determine (its interval reaches to twice it, or to half) has its own interval where that is wider.
//! One that rests on a single program has its band twice, since no other says how far that holds.

use calibrate::bands::{Band, quantile};
use calibrate::design::Column;
use calibrate::laws::{Admission, Gap, Width};
use calibrate::model::PriceClass;
use calibrate::profile::{PriceRow, Profile, Standing};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use wam::atoms::Atoms;
use wam::cost::{CostTable, Counts, Key, Nanoseconds};
use wam::instr::Instr;

/// A key that was not measured may cost as much as this share of the measured ones of its class, in bounds from above. The
/// price that is assumed of it is the mean over what runs execute, which the cheap ones of a class decide: measured builtins
/// cost 27 ns (median), at most 95 ns (19 of 20), where 7.4 ns are assumed of the others.
const CHEAPER: f64 = 0.95;

/// A price is hardly determined where its interval reaches to so many times the price, or to so small a part of it.
const UNDETERMINED: f64 = 2.0;

/// Which prices bounds of a time have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Prices {
    /// Low ones from below, high ones from above: what is observed lies between them, 95 times of 100.
    #[default]
    Bounds,
    /// The expected ones on both sides, as in the paper's tables: bounds of counts, at one price a key.
    Mean,
}

impl Serialize for Prices {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Prices {
    /// Its name in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Prices::Bounds => "bounds",
            Prices::Mean => "mean",
        }
    }
}

/// A profile and how it is used.
#[derive(Clone, Copy)]
pub struct Pricing<'a> {
    /// The machine's prices.
    pub profile: &'a Profile,
    /// Which of them bounds have.
    pub prices: Prices,
}

impl<'a> Pricing<'a> {
    /// Prices from either side.
    pub fn bounds(profile: &'a Profile) -> Self {
        Pricing { profile, prices: Prices::Bounds }
    }

    /// The expected prices from both sides.
    pub fn mean(profile: &'a Profile) -> Self {
        Pricing { profile, prices: Prices::Mean }
    }

    /// How far a time of any kind may be from its estimate, as factors.
    pub fn band(&self) -> Band {
        self.profile.band
    }

    /// The same of plain instructions, and of what is of uneven kinds: bounds have the one or the other for each price, so
    /// that they lie as far apart as what they are made of is uneven.
    pub fn bands(&self) -> [Band; 2] {
        [self.profile.band_at(0.0), self.profile.band_at(1.0)]
    }

    /// The prices that lower bounds have.
    pub fn lower(&self) -> CostTable {
        match self.prices {
            Prices::Bounds => self.low(),
            Prices::Mean => self.expected(),
        }
    }

    /// The prices that upper bounds have.
    pub fn upper(&self) -> CostTable {
        match self.prices {
            Prices::Bounds => self.high(),
            Prices::Mean => self.expected(),
        }
    }

    /// The low prices of what is not observed: mispredicted branches and the like cost nothing.
    pub fn low(&self) -> CostTable {
        without_observed(self.low_of_counted())
    }

    fn low_of_counted(&self) -> CostTable {
        let low = |row: &PriceRow| row.price.0 * self.band_of(row).low;
        self.table(|row| match row.standing {
            Standing::Assumed => 0.0,
            Standing::Measured if is_undetermined(row) => row.interval.low.0.min(low(row)),
            Standing::Measured => low(row),
        })
    }

    /// The high prices.
    pub fn high(&self) -> CostTable {
        let dear = dear_prices(self.profile);
        let assumed = |row: &PriceRow| dear.get(&PriceClass::of(row.column)).map_or(row.price.0, |&dear| dear);
        self.table(|row| {
            let band = self.band_of(row);
            let high = match row.standing {
                Standing::Assumed => assumed(row).max(row.price.0) * band.high,
                Standing::Measured if is_undetermined(row) => row.interval.high.0.max(row.price.0 * band.high),
                Standing::Measured => row.price.0 * band.high,
            };
            // Where the band is narrow, what is expected is in it all the same.
            high.max(row.price.0 + row.mispredicted.0)
        })
    }

    /// How far a price may be off, as factors.
    fn band_of(&self, row: &PriceRow) -> Band {
        let Band { low, high } = self.profile.band_of(row.column);
        if rests_on_one(row) { Band { low: low * low, high: high * high } } else { Band { low, high } }
    }

    /// The prices that are expected where what only an observed run tells (mispredicted branches) is not counted.
    pub fn expected(&self) -> CostTable {
        without_observed(self.profile.expected())
    }

    /// What mispredicted branches are expected to add to each key.
    pub fn mispredicted(&self) -> CostTable {
        without_observed(self.table(|row| row.mispredicted.0))
    }

    /// The expected prices of these keys, and nothing for all others.
    pub fn doubtful(&self, doubts: &[Doubt]) -> CostTable {
        let expected = self.expected();
        let mut table = CostTable::zero();
        doubts.iter().for_each(|doubt| table[doubt.key] = expected[doubt.key]);
        table
    }

    /// The keys of which the calibration knows little.
    pub fn doubts(&self) -> impl Iterator<Item = Doubt> + '_ {
        self.profile.prices.iter().filter_map(|row| {
            let why = match row.standing {
                Standing::Assumed => Why::Assumed,
                Standing::Measured if is_undetermined(row) => Why::Undetermined,
                Standing::Measured if rests_on_one(row) => Why::Single,
                Standing::Measured => return None,
            };
            Some(Doubt { key: row.column.key()?, why })
        })
    }

    /// What of these keys is doubtful.
    pub fn doubts_of(&self, keys: impl Iterator<Item = Key>) -> Vec<Doubt> {
        let keys: Vec<Key> = keys.collect();
        self.doubts().filter(|doubt| keys.contains(&doubt.key)).collect()
    }

    /// What is doubtful of a call that executes no other keys: what is doubtful of these, and prices that the workloads do not
    /// tell apart from those of keys that it never executes.
    pub fn doubts_of_call(&self, keys: impl Iterator<Item = Key>) -> Vec<Doubt> {
        let keys: Vec<Key> = keys.collect();
        let mut doubts = self.doubts_of(keys.iter().copied());
        let occurs = |column: &Column| column.key().is_none_or(|key| keys.contains(&key));
        let is_open = |gap: &&Gap| match &gap.relation {
            Some(relation) => !relation.terms().iter().all(|(column, _)| occurs(column)),
            None => true,
        };
        let gaps = self.profile.invariants.gaps.iter().filter(|gap| occurs(&gap.column)).filter(is_open);
        doubts.extend(gaps.filter_map(|gap| gap.column.key()).map(|key| Doubt { key, why: Why::Gap }));
        doubts.sort_by_key(|doubt| doubt.key);
        doubts.dedup_by_key(|doubt| doubt.key);
        doubts
    }

    /// What is doubtful of a counted run that had so many solutions, and the laws that it breaks: a run that ends without an
    /// error breaks none, unless the machine has changed.
    pub fn doubts_of_run(&self, counts: &Counts, solutions: u64) -> (Vec<Doubt>, Vec<String>) {
        let mut doubts = self.doubts_of(counts.iter().map(|(key, _)| key));
        let Admission::Undetermined { unpriced, open, broken } = self.profile.invariants.admits(counts, solutions)
        else {
            return (doubts, Vec::new());
        };
        // Of what no workload exercises it is said already that its price is assumed.
        let gaps = open.into_iter().filter(|column| !unpriced.contains(column)).filter_map(Column::key);
        let gaps: Vec<Key> = gaps.filter(|key| doubts.iter().all(|doubt| doubt.key != *key)).collect();
        doubts.extend(gaps.into_iter().map(|key| Doubt { key, why: Why::Gap }));
        (doubts, broken.iter().map(|law| law.line(Width::Short)).collect())
    }

    /// The share of doubtful prices in a typical program: of the instructions and builtins that stand in the clauses of the
    /// library, each as it succeeds.
    pub fn doubtful_in_library(&self) -> f64 {
        let doubts: Vec<Key> = self.doubts().map(|doubt| doubt.key).collect();
        let library = wam::library::everything(Atoms::new());
        let instrs = library.predicates.iter().flat_map(|predicate| &predicate.block.instrs);
        let keys: Vec<Key> = instrs.filter_map(key_of).collect();
        let doubtful = keys.iter().filter(|key| doubts.contains(key)).count();
        doubtful as f64 / keys.len().max(1) as f64
    }

    /// What a run that is counted, what only observed runs tell among the counts, is expected to take: the least, the expected and the
    /// most.
    pub fn of_counts(&self, counts: &Counts) -> [Nanoseconds; 3] {
        let tables = [self.low_of_counted(), self.profile.table(), self.high()];
        tables.map(|table| table.price(counts))
    }

    fn table(&self, price: impl Fn(&PriceRow) -> f64) -> CostTable {
        let mut table = CostTable::zero();
        for row in &self.profile.prices {
            if let Some(key) = row.column.key() {
                table[key] = Nanoseconds(price(row));
            }
        }
        table
    }
}

/// The key of an instruction that succeeds, in its first variant.
fn key_of(instr: &Instr) -> Option<Key> {
    match instr {
        Instr::Builtin { builtin, .. } => Some(Key::builtin_true(*builtin)),
        other => (!other.op().keys().is_empty()).then(|| other.op().key(0)),
    }
}

/// What measured keys of each class cost, but for the dearest.
fn dear_prices(profile: &Profile) -> BTreeMap<PriceClass, f64> {
    let mut classes: BTreeMap<PriceClass, Vec<f64>> = BTreeMap::new();
    for row in profile.prices.iter().filter(|row| row.standing == Standing::Measured) {
        classes.entry(PriceClass::of(row.column)).or_default().push(row.price.0);
    }
    let dear = |mut prices: Vec<f64>| {
        prices.sort_unstable_by(f64::total_cmp);
        quantile(&prices, CHEAPER)
    };
    classes.into_iter().map(|(class, prices)| (class, dear(prices))).collect()
}

/// The table where keys that only observed runs have cost nothing.
fn without_observed(mut table: CostTable) -> CostTable {
    Key::OBSERVED.into_iter().for_each(|key| table[key] = Nanoseconds(0.0));
    table
}

fn is_undetermined(row: &PriceRow) -> bool {
    let price = row.price.0;
    row.interval.high.0 > UNDETERMINED * price || row.interval.low.0 * UNDETERMINED < price
}

/// Whether a single program says what it costs.
fn rests_on_one(row: &PriceRow) -> bool {
    row.standing == Standing::Measured && row.runs <= 1
}

/// A key of which the calibration knows little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// The key.
    pub key: Key,
    /// Why.
    pub why: Why,
}

/// Why a price is doubtful.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// No workload of the calibration exercises it: it has the mean price of its class.
    Assumed,
    /// The runs that exercise it do not say what it costs.
    Undetermined,
    /// A single program of the calibration says what it costs.
    Single,
    /// The workloads do not tell it apart from others, and a run tells them apart.
    Gap,
}

impl Why {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Why::Assumed => "assumed",
            Why::Undetermined => "undetermined",
            Why::Single => "single",
            Why::Gap => "gap",
        }
    }
}
