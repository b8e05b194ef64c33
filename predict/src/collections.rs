//! Collections of the heap: from which sizes on a run may be collected, and what that takes at most.
//!
//! Functions of time are of runs without a collection. What a run pushes is bounded like any resource; the machine's policy
//! says how much work collections do at most in a run that pushes so much, and that has prices as other work has. So an
//! upper bound at a point where there may be collections has what they take at most, and says so.

use crate::bounds::{Bounded, FunctionReport};
use crate::pricing::Pricing;
use crate::reach::Reach;
use crate::side::{Part, Side};
use crate::sizes::SizePoint;
use crate::units::{Resource, Until};
use crate::value::Value;
use analyzer::analysis::Analysis;
use analyzer::collections::Collections as Pushes;
use analyzer::equations::Equations;
use analyzer::resource::Weights;
use serde::Serialize;
use solver::{Direction, Expr, Monotone, Rational, Var};
use wam::cost::{CostTable, Key, Nanoseconds};
use wam::machine::{Pushed, UNCOLLECTED, most_collected};

/// Cells of heap beyond which it may not stay in caches: a megabyte, as counted runs simulate ([`Key::FETCHED_FAR`]). Which
/// lines a call fetches from beyond is not bounded.
const CACHED: u64 = 1 << 17;

/// Of more cells than this, work is counted in doubles.
const MANY: u64 = 1 << 50;

/// What is known of the collections of a predicate's runs.
#[derive(Clone, Debug)]
pub struct Collections {
    /// What is pushed at most, or why that is not known.
    pushed: Result<Pushes<Side>, String>,
    prices: CostTable,
    /// What a line takes that is fetched from beyond the caches.
    line: Nanoseconds,
}

/// From which sizes on the heap may be collected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CollectionReport {
    /// How many cells are pushed at least before the first collection.
    pub after: u64,
    /// The cells that a run pushes at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushed: Option<FunctionReport>,
    /// With which sizes nothing is collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub none: Option<String>,
    /// Why it is not known how many cells are pushed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What collections take at sizes with which there may be some.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Collecting {
    /// Their time at most, in nanoseconds: a part of the upper bound.
    pub time: f64,
    /// The cells that a run pushes at most.
    pub pushed: f64,
    /// What each line of 64 bytes takes besides that is fetched from beyond the caches, in nanoseconds, where what is live may
    /// not fit them: that is in no bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<f64>,
}

impl Collecting {
    fn of(time: f64, pushed: f64, line: Nanoseconds) -> Collecting {
        Collecting { time, pushed, line: (pushed > CACHED as f64).then_some(line.0) }
    }
}

impl Collections {
    pub(crate) fn of(
        analysis: &Analysis<'_>,
        equations: &mut Equations<'_>,
        until: Until,
        pricing: Pricing<'_>,
    ) -> Collections {
        let line = pricing.profile.table()[Key::FETCHED_FAR];
        Collections::priced(analysis, equations, until, (pricing.upper(), line))
    }

    fn priced(
        analysis: &Analysis<'_>,
        equations: &mut Equations<'_>,
        until: Until,
        (prices, line): (CostTable, Nanoseconds),
    ) -> Collections {
        let weights = analysis.pushed(equations);
        let side = |weights: Weights| {
            let wanted = [(Direction::Upper, weights)];
            let Reach { sides: [side], .. } = Reach::of(analysis, equations, wanted, until.solutions());
            side
        };
        let is_known = |side: &Side| !side.parts().is_empty() && !side.parts().iter().any(Part::is_open);
        let pushed = weights.map(|weights| weights.map(side)).and_then(|pushed| match is_known(&pushed.cells) {
            true => Ok(pushed),
            false => Err("how many cells are pushed is not known".to_string()),
        });
        Collections { pushed, prices, line }
    }
}

impl Bounded {
    /// What collections take at most at a point, where there may be some.
    pub(crate) fn collecting(&self, point: &SizePoint) -> Option<Collecting> {
        let &Collections { ref pushed, ref prices, line } = self.collections.as_ref()?;
        let pushes = pushed.as_ref().ok()?;
        let value = |side: &Side| self.value_of(side, Resource::Heap, Direction::Upper, point).ok();
        let most = |side: &Side| match value(side) {
            Some(Value::Count(count)) => count.to_i64().and_then(|count| u64::try_from(count).ok()),
            Some(Value::Time(_)) | None => None,
        };
        let all = value(&pushes.cells)?.to_f64();
        let price = |pushed: Pushed| prices.price(&most_collected(pushed)).0;
        if all > MANY as f64 {
            // Of what is not known besides, collections take so much a cell at most, however many there are.
            let many = Pushed { cells: MANY, frames: None, trail: None, others: pushes.others };
            return Some(Collecting::of(price(many) * (all / MANY as f64).ceil(), all, line));
        }
        let pushed = pushes.pushed(most)?;
        (pushed.cells >= UNCOLLECTED).then(|| Collecting::of(price(pushed), all, line))
    }

    /// From which sizes on the heap may be collected; nothing where it is not, with any.
    pub fn collection_report(&self) -> Option<CollectionReport> {
        let report = CollectionReport { after: UNCOLLECTED, pushed: None, none: None, reason: None };
        match &self.collections.as_ref()?.pushed {
            Err(reason) => Some(CollectionReport { reason: Some(reason.clone()), ..report }),
            Ok(Pushes { cells, .. }) => {
                let function = self.function_of(cells, Resource::Heap);
                let none = match within(cells, UNCOLLECTED - 1) {
                    Within::Always => return None,
                    Within::Sizes(sizes) => sizes,
                    Within::While => format!("less than {UNCOLLECTED} cells pushed"),
                };
                Some(CollectionReport { pushed: function, none: Some(none), ..report })
            }
        }
    }
}

/// With which sizes an amount is within a limit.
#[derive(Debug, PartialEq)]
enum Within {
    /// With all.
    Always,
    /// With those that fit a condition.
    Sizes(String),
    /// There is no short condition.
    While,
}

fn within(side: &Side, limit: u64) -> Within {
    let forms: Vec<&Expr> = side.parts().iter().filter_map(|part| part.form.as_ref().ok()).collect();
    let mut vars: Vec<Var> = forms.iter().flat_map(|form| form.vars()).collect();
    vars.sort();
    vars.dedup();
    match (vars.as_slice(), forms.as_slice()) {
        ([], _) if forms.iter().all(|form| fits(form, &|_| None, limit)) => Within::Always,
        ([var], _) if forms.iter().all(|form| rises(form, var)) => {
            match forms.iter().filter_map(|form| largest(form, limit)).min() {
                Some(most) => Within::Sizes(format!("{var} <= {most}")),
                None => Within::Always,
            }
        }
        (_, [form]) => Within::Sizes(format!("{form} <= {limit}")),
        _ => Within::While,
    }
}

fn rises(form: &Expr, var: &Var) -> bool {
    matches!(form.monotone_in(var), Monotone::NonDecreasing | Monotone::Constant)
}

fn fits(form: &Expr, at: &dyn Fn(&Var) -> Option<Rational>, limit: u64) -> bool {
    form.eval_upper(&at).is_ok_and(|value| value <= Rational::from(limit))
}

/// The greatest size with which a form of it that does not fall is within a limit; nothing where it is with all.
fn largest(form: &Expr, limit: u64) -> Option<i64> {
    let is_within = |size: i64| fits(form, &|_| Some(Rational::from(size)), limit);
    // Upwards in doubled steps: far beyond the limit, a form that grows exponentially takes long to compute.
    let (mut within, mut beyond) = (-1, 1);
    while is_within(beyond) {
        if beyond > i64::MAX >> 2 {
            return None;
        }
        (within, beyond) = (beyond, 2 * beyond);
    }
    while beyond - within > 1 {
        let middle = within + (beyond - within) / 2;
        if is_within(middle) { within = middle } else { beyond = middle }
    }
    Some(within)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::bound;
    use crate::entries::Declared;
    use crate::load::load_text;
    use crate::predicates::find;
    use analyzer::budget::Budget;
    use wam::cost::{Key, Nanoseconds};

    /// The bounds of a predicate on a machine of which every instruction takes a nanosecond, and every collected word.
    fn bounded(text: &str, indicator: &str) -> Bounded {
        let loaded = load_text("t.pl", text).expect("a good text");
        let declared = Declared::of(&loaded).expect("good declarations");
        let entry = declared.entry(find(&loaded.program, indicator).expect("it is defined"), None).expect("an entry");
        let analysis =
            Analysis::within(&loaded.program, &declared.types, &declared.assertions, &entry, Budget::unlimited());
        let mut prices = CostTable::zero();
        for key in Key::COLLECTOR {
            prices[key] = Nanoseconds(1.0);
        }
        let collections =
            Collections::priced(&analysis, &mut analysis.equations(), Until::All, (prices, Nanoseconds(3.0)));
        let bounded = bound(&declared, &entry, Resource::Steps, Until::All, None, Budget::unlimited());
        Bounded { collections: Some(collections), ..bounded.expect("it is bounded") }
    }

    const PROGRAM: &str = "
        :- entry mk(+nat, -).
        mk(0, []) :- !.
        mk(N, [N|T]) :- M is N - 1, mk(M, T).
        :- entry app(+list, +list, -).
        app(Xs, Ys, Zs) :- copy(Xs, As), copy(Ys, Bs), Zs = As-Bs.
        copy([], []).
        copy([X|Xs], [X|Ys]) :- copy(Xs, Ys).
        :- entry walk(+list).
        walk([]).
        walk([_|Xs]) :- walk(Xs).
        :- entry open(?).
        open(X) :- X = f(_).
    ";

    #[test]
    fn sizes_with_which_nothing_is_collected_are_told() {
        let report = |indicator: &str| bounded(PROGRAM, indicator).collection_report();
        let none = |indicator: &str| report(indicator).and_then(|report| report.none);
        assert_eq!(none("mk/2").as_deref(), Some("x <= 32767"));
        assert_eq!(none("app/3").as_deref(), Some("2*x + 2*y + 5 <= 65535"));
        assert_eq!(report("walk/1"), None);
        let reason = report("open/1").and_then(|report| report.reason);
        assert_eq!(reason.as_deref(), Some("how many variables the input holds is not known"));
    }

    #[test]
    fn what_calls_push_that_fail_is_bounded_for_the_sizes_with_which_they_do() {
        let text = ":- entry f(+nat, -). f(N, L) :- N > 0, g(N, L). f(0, L) :- mk(100000, L), fail.\n\
                    g(1, []) :- !. g(N, [a|T]) :- M is N - 1, g(M, T).\n\
                    mk(0, []) :- !. mk(N, [N|T]) :- M is N - 1, mk(M, T).";
        let bounded = bounded(text, "f/2");
        let at = |x: i64| bounded.collecting(&[("x".to_string(), x)].into()).map(|at| at.pushed);
        assert_eq!(at(1_000), None);
        assert!(at(0).is_some_and(|pushed| pushed >= 200_000.0), "{:?}", at(0));
    }

    #[test]
    fn forms_that_grow_fast_are_looked_at_where_they_are_small() {
        let text = ":- entry f(+nat, -).\nf(0, s(0)). f(1, s(1)).\n\
                    f(N, s(F)) :- N > 1, A is N - 1, B is N - 2, f(A, s(X)), f(B, s(Y)), F is X + Y.";
        let report = bounded(text, "f/2").collection_report().expect("of a time");
        let sizes = report.none.expect("sizes with which nothing is collected");
        let most: i64 = sizes.strip_prefix("x <= ").and_then(|most| most.parse().ok()).expect("a size");
        assert!((10..40).contains(&most), "{sizes}");
    }

    #[test]
    fn what_collections_take_begins_with_the_first_and_grows_with_what_is_pushed() {
        let bounded = bounded(PROGRAM, "mk/2");
        let at = |x: i64| bounded.collecting(&[("x".to_string(), x)].into()).map(|at| at.time);
        assert_eq!(at(32_767), None);
        let times: Vec<f64> = [32_768, 100_000, 1 << 30, 1 << 55, 1 << 60].into_iter().filter_map(at).collect();
        assert_eq!(times.len(), 5);
        // A live word a cell, one block in 64, and what is counted once.
        assert!((65_536.0..80_000.0).contains(&times[0]), "{times:?}");
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
    }
}
