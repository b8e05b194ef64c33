//! Bounds of times are bounds: whatever a key costs between its low and its high price, and however its branches are
//! predicted, what a run takes lies between the bounds; what is expected lies there, too.

use analyzer::budget::Budget;
use analyzer::entry::Entry;
use analyzer::inputs;
use analyzer::types::Metric;
use calibrate::bands::{Band, Bands, HeldOutError, Interval};
use calibrate::design::Column;
use calibrate::laws::{Gap, Invariants, Relation};
use calibrate::measure::Noise;
use calibrate::profile::{Mode, PriceRow, Profile, Standing};
use calibrate::variety::Variety;
use predict::bounds::{Bounded, PointValue, bound};
use predict::engine::Engine;
use predict::entries::Declared;
use predict::estimate::{Detail, Estimate};
use predict::load::load_text;
use predict::pricing::{Doubt, Pricing, Why};
use predict::sizes::SizePoint;
use predict::units::{Resource, Until};
use predict::value::Value;
use solver::Direction;
use wam::cost::{CostTable, Counts, Key, Nanoseconds};
use wam::instr::{PredId, key};
use wam::machine::{Foreseeing, Solutions};

/// What a run may take, in nanoseconds.
const LONGEST: f64 = 1e6;

const BAND: Band = Band { low: 0.8, high: 1.3 };

/// Prices that depend on the key's number only.
fn profile() -> Profile {
    let row = |column: Column| {
        let price = 1.0 + (column.index() * 7919 % 97) as f64 / 16.0;
        PriceRow {
            column,
            price: Nanoseconds(price),
            interval: Interval { low: Nanoseconds(price * 0.9), high: Nanoseconds(price * 1.1) },
            standing: Standing::Measured,
            runs: 10,
            mispredicted: Nanoseconds((column.index() % 5) as f64 / 8.0),
        }
    };
    Profile {
        engine: String::new(),
        build: String::new(),
        cpu: "a processor".into(),
        compiler: String::new(),
        made: 1,
        mode: Mode::Fast,
        seed: 1,
        runs: 1,
        noise: Noise::default(),
        held_out: HeldOutError::default(),
        band: BAND,
        bands: Bands::default(),
        variety: Variety::default(),
        invariants: Invariants::default(),
        prices: Column::priced().map(row).collect(),
        watching: Vec::new(),
    }
}

/// The same with changes to the rows of some keys.
fn changed(keys: &[Key], change: impl Fn(&mut PriceRow)) -> Profile {
    let mut profile = profile();
    let is_meant = |row: &&mut PriceRow| row.column.key().is_some_and(|key| keys.contains(&key));
    profile.prices.iter_mut().filter(is_meant).for_each(change);
    profile
}

/// The programs of the corpus.
fn corpus() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../programs");
    let files = std::fs::read_dir(folder).expect("the folder of programs").filter_map(|file| Some(file.ok()?.path()));
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|of| of == "pl")).collect();
    files.sort();
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).expect("a text");
    files.into_iter().map(|path| (path.display().to_string(), read(path))).collect()
}

/// The first predicate of a program that has an entry.
fn first(declared: &Declared<'_>) -> Entry {
    let all = (0..declared.loaded.program.predicates.len()).map(|at| PredId(at as u32));
    let own = all.filter(|pred| declared.loaded.program.get(*pred).module == wam::modules::ModuleId::USER);
    own.filter_map(|pred| declared.declared_entry(pred).ok().flatten()).next().expect("an entry")
}

fn times(declared: &Declared<'_>, entry: &Entry, pricing: Pricing<'_>) -> Bounded {
    let budget = Budget::unlimited();
    bound(declared, entry, Resource::Time, Until::All, Some(pricing), budget).expect("it is analysed")
}

/// The time bounds of the first entry of a text.
fn of_text(text: &str, pricing: Pricing<'_>) -> Bounded {
    let loaded = load_text("p.pl", text).expect("a program");
    let declared = Declared::of(&loaded).expect("good declarations");
    times(&declared, &first(&declared), pricing)
}

fn at(bounded: &Bounded, size: i64) -> SizePoint {
    bounded.names().into_iter().map(|name| (name, size)).collect()
}

/// A price for every key.
fn table(profile: &Profile, price: impl Fn(&PriceRow) -> f64) -> CostTable {
    let mut table = CostTable::zero();
    for row in &profile.prices {
        if let Some(key) = row.column.key() {
            table[key] = Nanoseconds(price(row));
        }
    }
    table
}

#[test]
fn what_runs_take_lies_between_their_bounds_whatever_keys_cost_within_the_band() {
    let profile = profile();
    let true_prices = [
        table(&profile, |row| row.price.0 * BAND.low),
        table(&profile, |row| row.price.0 * BAND.high),
        table(&profile, |row| row.price.0 * if row.column.index() % 2 == 0 { BAND.low } else { BAND.high }),
    ];
    let mut compared = 0;
    for (file, text) in corpus() {
        let loaded = load_text(&file, &text).expect("a program");
        let declared = Declared::of(&loaded).expect("good declarations");
        let entry = first(&declared);
        let bounded = times(&declared, &entry, Pricing::bounds(&profile));
        let mut engine = Engine::new(&loaded.program, Mode::Fast, None).expect("a machine");
        let metrics: Vec<Metric> = entry.pattern.iter().flat_map(|of| of.metrics()).collect();
        for size in [0, 1, 2, 5, 9] {
            let sizes: Vec<i64> =
                metrics.iter().map(|of| if *of == Metric::Size { 1 + 2 * size } else { size.min(6) }).collect();
            let Ok(goal) = inputs::generate(&loaded.program, &declared.types, &entry, &sizes, 1) else { continue };
            let point: SizePoint = bounded.names().into_iter().zip(sizes).collect();
            // Runs that take long, or nobody knows how long, are left out.
            if bounded.value(Direction::Upper, &point).is_none_or(|upper| upper.to_f64() > LONGEST) {
                continue;
            }
            let mut counts = foreseen(&mut engine, entry.pred, &goal);
            // No bound is claimed of what runs are only seen to do, but of mispredictions.
            let unbounded = Key::OBSERVED.into_iter().filter(|key| !Key::MISSED.contains(key));
            let seen: Vec<_> = unbounded.filter(|&key| counts[key] > 0).map(|key| (key, counts[key])).collect();
            seen.iter().for_each(|&(key, _)| counts[key] = 0);
            for prices in &true_prices {
                let time = prices.price(&counts).0;
                let lower = bounded.value(Direction::Lower, &point).map(|value| value.to_f64());
                let upper = bounded.value(Direction::Upper, &point).map(|value| value.to_f64());
                assert!(lower.is_none_or(|lower| lower <= time + 1.0), "{file} at {point:?}: {time} below {lower:?}");
                assert!(
                    upper.is_none_or(|upper| time <= upper + 1.0),
                    "{file} at {point:?}: {time} above {upper:?}, seen {seen:?}"
                );
                compared += usize::from(lower.is_some()) + usize::from(upper.is_some());
            }
        }
    }
    assert!(compared > 600, "{compared} comparisons");
}

/// What a run counts when its branches are predicted as well as they will be.
fn foreseen(engine: &mut Engine, pred: PredId, goal: &wam::term::ReadTerm) -> Counts {
    let goal = engine.load(pred, goal);
    let machine = engine.machine();
    machine.run_goal_batch::<Foreseeing>(&goal, Solutions::All, 20).expect("it ends");
    machine.take_counts();
    machine.run_goal_batch::<Foreseeing>(&goal, Solutions::All, 1).expect("it ends");
    machine.take_counts()
}

#[test]
fn what_is_expected_lies_between_the_bounds() {
    let narrow = Profile { band: Band { low: 1.0, high: 1.0 }, ..profile() };
    for profile in [profile(), narrow] {
        let mut compared = 0;
        for (file, text) in corpus() {
            let bounded = of_text(&text, Pricing::bounds(&profile));
            for size in [1, 3, 10, 31, 101] {
                let point = at(&bounded, size);
                let value = bounded.at(&point, None);
                let expected = value.expected.expect("times are expected");
                let ends = [value.lower, expected.lower, expected.upper, value.upper];
                let ends: Vec<f64> = ends.iter().flatten().map(Value::to_f64).collect();
                let is_sorted = ends.windows(2).all(|pair| pair[0] <= pair[1] * (1.0 + 1e-9) + 0.1);
                assert!(is_sorted, "{file} at {size}: {ends:?}");
                compared += usize::from(ends.len() == 4);
            }
        }
        assert!(compared > 130, "{compared} comparisons");
    }
}

const WALK: &str = ":- entry walk(+list(atm)).\nwalk([]).\nwalk([_|Xs]) :- walk(Xs).\n";

#[test]
fn at_mean_prices_both_bounds_are_what_is_expected() {
    let profile = profile();
    let (mean, bounds) = (of_text(WALK, Pricing::mean(&profile)), of_text(WALK, Pricing::bounds(&profile)));
    assert!(mean.exact && bounds.exact);
    let point = at(&mean, 10);
    let [mean, bounds] = [mean, bounds].map(|of| of.at(&point, None));
    let expected = mean.expected.clone().expect("times are expected");
    assert_eq!((&mean.lower, &mean.upper), (&expected.lower, &expected.upper));
    assert_eq!(mean.lower, mean.upper);
    assert_eq!(bounds.expected, mean.expected);
    let number = |value: &Option<Value>| value.as_ref().expect("it is known").to_f64();
    assert!(number(&bounds.lower) < 0.9 * number(&mean.lower) && number(&bounds.upper) > 1.1 * number(&mean.upper));
    assert!(expected.mispredicted.is_some_and(|share| 0.0 < share && share < 0.5), "{expected:?}");
}

#[test]
fn functions_have_the_prices_of_programs_with_as_many_instructions() {
    let alike = profile();
    let profile = Profile { variety: Variety::new(0.1, 0.0).expect("an exponent"), ..profile() };
    let [one, other] = [&alike, &profile].map(|profile| of_text(WALK, Pricing::bounds(profile)));
    assert!((3..20).contains(&one.breadth.instructions) && one.breadth == other.breadth, "{:?}", one.breadth);
    let factor = profile.variety.factors(one.breadth).of(Column::of(Key::UNDO));
    assert!(factor < 0.95);
    let (one, other) = (one.at(&at(&one, 1000), None), other.at(&at(&other, 1000), None));
    let expected = |of: &PointValue| of.expected.clone().expect("times are expected").upper;
    let sides = [(&one.lower, &other.lower), (&one.upper, &other.upper), (&expected(&one), &expected(&other))];
    for (one, other) in sides {
        let number = |value: &Option<Value>| value.as_ref().expect("it is known").to_f64();
        let ratio = number(other) / number(one);
        // Prices are whole picoseconds in functions.
        assert!((ratio / factor - 1.0).abs() < 0.01, "{ratio} for {factor}");
    }
}

#[test]
fn mispredictions_of_a_loop_are_no_more_the_longer_it_is() {
    // All else costs nothing.
    let mut profile = profile();
    for row in &mut profile.prices {
        let is_missed = row.column.key().is_some_and(|key| Key::MISSED.contains(&key));
        row.price = Nanoseconds(if is_missed { 5.0 } else { 0.0 });
        row.interval = Interval { low: row.price, high: row.price };
        row.mispredicted = Nanoseconds(0.0);
    }
    let bounded = of_text(WALK, Pricing::bounds(&profile));
    let upper = |size| bounded.value(Direction::Upper, &at(&bounded, size)).expect("it is known").to_f64();
    assert!(upper(1000) > 0.0 && upper(10) == upper(1000), "{} {}", upper(10), upper(1000));
    // One that the elements decide may be mispredicted at each.
    let deciding = ":- entry count(+list(int), -).\ncount([], 0).\n\
                    count([X|Xs], N) :- X > 3, !, count(Xs, M), N is M + 1.\ncount([_|Xs], N) :- count(Xs, N).\n";
    let bounded = of_text(deciding, Pricing::bounds(&profile));
    let upper = |size| bounded.value(Direction::Upper, &at(&bounded, size)).expect("it is known").to_f64();
    assert!(upper(1000) > 1000.0 * 5.0, "{}", upper(1000));
}

#[test]
fn a_time_that_is_vouched_for_is_in_the_bounds_as_it_is() {
    let mut profile = profile();
    for row in &mut profile.prices {
        (row.price, row.mispredicted) = (Nanoseconds(0.0), Nanoseconds(0.0));
        row.interval = Interval { low: Nanoseconds(0.0), high: Nanoseconds(0.0) };
    }
    let text = ":- trust pred hash(X, H) : (atm(X), var(H)) => int(H) + (not_fails, is_det, cost(ub, time, 800), \
                cost(lb, time, 300)).\n:- entry p(+atm, -).\np(X, H) :- hash(X, H).\n";
    let bounded = of_text(text, Pricing::bounds(&profile));
    let value = bounded.at(&SizePoint::new(), None);
    assert_eq!((value.lower, value.upper), (Some(Value::Time(300.0)), Some(Value::Time(800.0))));
}

#[test]
fn an_assumed_price_is_nothing_from_below_and_dear_from_above_and_is_named() {
    let assumed = [key::Execute::OK];
    let profile = changed(&assumed, |row| row.standing = Standing::Assumed);
    let pricing = Pricing::bounds(&profile);
    let row = profile.prices.iter().find(|row| row.column.key() == Some(assumed[0])).expect("a price");
    assert_eq!(pricing.low()[assumed[0]], Nanoseconds(0.0));
    // Few others are dearer: prices are spread evenly between 1 and 7.
    assert!(pricing.high()[assumed[0]].0 > row.price.0.max(6.0) * BAND.high);
    let bounded = of_text(WALK, pricing);
    let expected = bounded.expected.as_ref().expect("times are expected");
    assert_eq!(
        expected.doubts.iter().map(|doubt| (doubt.key, doubt.why)).collect::<Vec<_>>(),
        [(assumed[0], Why::Assumed)]
    );
    let point = at(&bounded, 10);
    let estimate = Estimate::of(&bounded, Some(pricing), std::slice::from_ref(&point), Detail::Results);
    assert_eq!(estimate.expected.expect("times are expected").doubts[0].subject, "execute");
    // It is executed once a turn.
    let [time, share] = [
        estimate.points[0].expected.as_ref().and_then(|of| Some(of.upper.as_ref()?.to_f64())),
        estimate.points[0].expected.as_ref().and_then(|of| of.doubtful),
    ];
    let own = 10.0 * (row.price.0 + row.mispredicted.0);
    assert!((share.expect("a share") - own / time.expect("a time")).abs() < 1e-3, "{share:?} {own} {time:?}");
    // What is not on the way is no matter.
    let elsewhere = changed(&[key::Cut::DROP], |row| row.standing = Standing::Assumed);
    let bounded = of_text(WALK, Pricing::bounds(&elsewhere));
    assert!(bounded.expected.expect("times are expected").doubts.is_empty());
}

#[test]
fn a_price_that_runs_do_not_determine_has_its_own_interval() {
    let keys = [key::Execute::OK];
    let profile = changed(&keys, |row| row.interval.high = Nanoseconds(40.0));
    let pricing = Pricing::bounds(&profile);
    assert_eq!(pricing.high()[keys[0]], Nanoseconds(40.0));
    assert_eq!(pricing.doubts().map(|doubt| doubt.why).collect::<Vec<_>>(), [Why::Undetermined]);
}

#[test]
fn a_price_on_a_single_program_has_its_band_twice_and_is_named() {
    let key = key::Execute::OK;
    let several = profile();
    let single = changed(&[key], |row| row.runs = 1);
    let [low, high] = [Pricing::low, Pricing::high].map(|side| {
        let of = |profile| side(&Pricing::bounds(profile))[key].0;
        of(&single) / of(&several)
    });
    assert!((low - BAND.low).abs() < 1e-9 && (high - BAND.high).abs() < 1e-9, "{low} {high}");
    let doubts = of_text(WALK, Pricing::bounds(&single)).expected.expect("times are expected").doubts;
    assert_eq!(doubts, [Doubt { key, why: Why::Single }]);
}

#[test]
fn a_price_that_workloads_tell_apart_only_from_what_a_call_never_executes_is_doubtful() {
    let with = |other: Key| {
        let [execute, other] = [key::Execute::OK, other].map(Column::of);
        let gap = Gap { column: execute, relation: Some(Relation::new(vec![(execute, 1), (other, -1)])) };
        Profile { invariants: Invariants { gaps: vec![gap], ..Invariants::default() }, ..profile() }
    };
    let doubts = |profile: &Profile| of_text(WALK, Pricing::bounds(profile)).expected.expect("expected").doubts;
    assert_eq!(doubts(&with(key::Mul::FLOAT)), [Doubt { key: key::Execute::OK, why: Why::Gap }]);
    // Where both are executed, they may be so in step.
    assert_eq!(doubts(&with(key::Proceed::OK)), []);
}

#[test]
fn upper_bounds_have_collections_at_high_prices_and_what_is_expected_is_without_them() {
    let text = ":- entry down(+nat, -). down(0, []) :- !. down(N, [N|T]) :- M is N - 1, down(M, T).";
    let profile = changed(&Key::COLLECTOR, |row| row.mispredicted = Nanoseconds(0.0));
    let (bounds, mean) = (of_text(text, Pricing::bounds(&profile)), of_text(text, Pricing::mean(&profile)));
    let value = |bounded: &Bounded, size: i64| bounded.at(&at(bounded, size), Some(BAND));
    let time = |value: Option<Value>| value.expect("a time").to_f64();
    let (last, many) = (32_767, 100_000);
    assert_eq!(bounds.collection_report().and_then(|report| report.none).as_deref(), Some("x <= 32767"));
    for bounded in [&bounds, &mean] {
        assert_eq!(value(bounded, last).collections, None);
        let grows = |of: &dyn Fn(i64) -> f64| of(last) + (of(last) - of(last - 1)) * (many - last) as f64;
        let collecting = value(bounded, many).collections.expect("there may be some").time;
        let near = |one: f64, other: f64| (one - other).abs() < 1e-6 * other;
        let upper = |size: i64| time(value(bounded, size).upper);
        assert!(collecting > 0.0 && near(upper(many), grows(&upper) + collecting), "{} {collecting}", upper(many));
        let lower = |size: i64| time(value(bounded, size).lower);
        assert!(near(lower(many), grows(&lower)));
        let expected = |size: i64| time(value(bounded, size).expected.expect("it is expected").upper);
        assert!(near(expected(many), grows(&expected)));
        let band_high = value(bounded, many).band_high.expect("a band");
        assert!(near(band_high, expected(many) * BAND.high + collecting), "{band_high}");
    }
    let collecting = |bounded: &Bounded| value(bounded, many).collections.expect("there may be some").time;
    let dearer = collecting(&bounds) / collecting(&mean);
    assert!((dearer - BAND.high).abs() < 1e-6, "{dearer}");
}

#[test]
fn keys_that_a_run_tells_apart_and_the_calibration_does_not_are_doubtful_and_broken_laws_are_named() {
    let [call, execute] = [Column::of(key::Call::OK), Column::of(key::Execute::OK)];
    let relation = || Relation::new(vec![(call, 1), (execute, -1)]);
    let gap = Gap { column: execute, relation: Some(relation()) };
    let columns: Vec<Column> = Column::priced().collect();
    let with = |laws: Vec<Relation>, gaps: Vec<Gap>| Profile {
        invariants: Invariants { columns: columns.clone(), rank: 1, laws, gaps },
        ..profile()
    };
    let counts = |calls: u64, executes: u64| {
        let mut counts = Counts::new();
        (counts[key::Call::OK], counts[key::Execute::OK]) = (calls, executes);
        counts
    };
    let open = with(Vec::new(), vec![gap]);
    let doubts = |counts: &Counts| Pricing::bounds(&open).doubts_of_run(counts, 1);
    assert_eq!(doubts(&counts(2, 2)), (Vec::new(), Vec::new()));
    assert_eq!(doubts(&counts(2, 1)), (vec![Doubt { key: key::Execute::OK, why: Why::Gap }], Vec::new()));
    let lawful = with(vec![relation()], Vec::new());
    let broken = |counts: &Counts| Pricing::bounds(&lawful).doubts_of_run(counts, 1);
    assert_eq!(broken(&counts(2, 2)), (Vec::new(), Vec::new()));
    assert_eq!(broken(&counts(2, 1)), (Vec::new(), vec!["call = execute".to_string()]));
}

#[test]
fn a_lower_bound_is_not_above_what_is_expected_where_a_call_meets_several_pieces() {
    let text = ":- entry p(+list(int), -). p([X|_], X) :- Y is 2, X > 1, \\+ d(X, Y). p([_|T], Z) :- p(T, Z).
        d(X, Y) :- N is Y*Y, N =< X, X mod Y =:= 0. d(X, Y) :- Y < X, Z is Y+1, d(X, Z).";
    let loaded = load_text("test", text).expect("a program");
    let declared = Declared::of(&loaded).expect("entries");
    let (profile, entry) = (profile(), first(&declared));
    let bounded = times(&declared, &entry, Pricing::bounds(&profile));
    let counted = bound(&declared, &entry, Resource::Instructions, Until::All, None, Budget::unlimited());
    let counted = counted.expect("it is analysed");
    for size in [1, 5, 40] {
        let point = SizePoint::from_iter([("x".to_string(), size)]);
        let at = bounded.at(&point, None);
        let lower = at.lower.expect("a lower bound").to_f64();
        let expected = at.expected.and_then(|expected| expected.lower).expect("something is expected").to_f64();
        assert!(0.0 < lower && lower <= expected, "{size}: {lower} {expected}");
        // No element is above 1: the call is not reached, which is the least.
        let least = counted.value(Direction::Lower, &point).expect("a lower bound").to_f64();
        assert_eq!(least, 13.0 * size as f64 + 1.0, "{size}");
    }
}

#[test]
fn without_arguments_there_is_one_way_to_call() {
    let loaded = load_text("test", "one. 'two words'. three(_).").expect("a program");
    let declared = Declared::of(&loaded).expect("entries");
    let entry = |indicator| {
        let pred = predict::predicates::find(&loaded.program, indicator).expect("it is defined");
        declared.entry(pred, None).map(|entry| entry.text).map_err(|error| error.to_string())
    };
    assert_eq!(entry("one/0"), Ok("one".into()));
    assert_eq!(entry("two words/0"), Ok("'two words'".into()));
    assert!(entry("three/1").is_err_and(|error| error.contains("no modes")));
}
