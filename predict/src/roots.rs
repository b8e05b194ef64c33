//! How the predicates of a file are analysed: each by itself with all that its calls reach, so that many are side by side, and
//! so that what is known of one can be kept for the next run.
//!
//! In: a predicate, with its entry if it has one. Out: what is known of it and of those that it reaches ([`Reached`]).

use crate::analyze::{CallText, From, Functions, PatternAnalysis, Typical};
use crate::bounds::{Bounded, Work, bound_analysed, bound_with_work};
use crate::called::{Call, Callers, called_or_used, callers};
use crate::dependencies::{Dependencies, Digest, Reach, digest_of};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::hot::hot_path;
use crate::kept::Kept;
use crate::predicates::show;
use crate::pricing::Pricing;
use crate::remedy::{ReasonReport, Remedy, argument_names, entry_of, property, quoted, written};
use crate::sizes::SizePoint;
use crate::units::{Resource, Until};
use crate::usage::{Asked, Domain, Taken, Used};
use analyzer::analysis::{Analysis, Success};
use analyzer::budget::{Budget, Notice};
use analyzer::endings::Ends;
use analyzer::entry::Entry;
use analyzer::types::Type;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use solver::Direction;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use wam::code::Program;
use wam::instr::PredId;

/// Sizes that are tried for a typical call, the first with which it takes less than [`SHORT`].
const TYPICAL: [i64; 6] = [100, 30, 10, 5, 3, 1];

/// So many steps are no typical call's.
const SHORT: f64 = 1e7;

/// What is known of a predicate that calls of another reach, or of that one itself.
pub(crate) struct Reached<'a> {
    pred: PredId,
    /// The call pattern as it is written for any predicate; that of an entry is shown as it stands in the text.
    called: String,
    /// The types from use under which the other one was analysed.
    taken: Vec<Taken>,
    pattern: PatternAnalysis,
    left: Option<Left<'a>>,
}

/// What an analysis that was too much has reached and says nothing of.
pub(crate) struct Left<'a> {
    declared: Arc<Cow<'a, Declared<'a>>>,
    pred: PredId,
    entry: Entry,
    taken: Vec<Taken>,
}

/// Where nothing is known of a pattern, because that was too much.
fn too_much<'p>(
    found: &'p mut BTreeMap<PredId, Vec<PatternAnalysis>>,
    pred: PredId,
    called: &str,
    taken: &[Taken],
) -> Option<&'p mut PatternAnalysis> {
    let is_it = |known: &&mut PatternAnalysis| known.entry == called && known.types == taken && known.was_too_much();
    found.get_mut(&pred)?.iter_mut().find(is_it)
}

/// What a large analysis has reached gets such parts of its time, each by itself, one after the other.
const FEW_OF_EACH: [u32; 2] = [400, 40];
/// So many of them are looked at before what they have reached is put in.
const SIDE_BY_SIDE: usize = 8;

/// Whether calls of that pattern were analysed, with the same types.
fn is_known<'p>(mut known: impl Iterator<Item = &'p PatternAnalysis>, called: &str, taken: &[Taken]) -> bool {
    known.any(|known| known.entry == called && known.types == taken)
}

/// Adds what is not known yet; gives what was too much.
pub(crate) fn add<'a>(
    reached: Vec<Reached<'a>>,
    found: &mut BTreeMap<PredId, Vec<PatternAnalysis>>,
) -> impl Iterator<Item = Left<'a>> + use<'a> {
    let mut left_over = Vec::new();
    for Reached { pred, called, taken, pattern, left } in reached {
        left_over.extend(left);
        let known = found.entry(pred).or_default();
        if !is_known(known.iter(), &called, &taken) {
            known.push(pattern);
        }
    }
    left_over.into_iter()
}

/// A predicate by its names: its number is another one in another run.
type Named = (String, String, u32);

fn named(program: &Program, pred: PredId) -> Named {
    let of = program.get(pred);
    let name = |atom| program.atoms.name(atom).to_string();
    (name(program.module(of.module).name), name(of.functor.name), of.functor.arity)
}

/// What is known of a predicate, as it is kept.
#[derive(Serialize, Deserialize)]
struct Line {
    /// Where the texts stand that reasons speak of; nothing where there are none.
    places: Option<String>,
    reached: Vec<(Named, String, Vec<Taken>, PatternAnalysis, CallText)>,
}

/// What results depend on, and where they are kept.
struct Memory<'a> {
    kept: &'a Kept,
    dependencies: Dependencies,
    /// What prices times.
    prices: Digest,
    /// The predicates of the text by their names.
    preds: FxHashMap<Named, PredId>,
    /// The ways into the text: what is called in which way, with all that it reaches.
    ways: Vec<(Digest, FxHashSet<PredId>)>,
}

/// The predicates of a file, to be analysed.
pub(crate) struct Roots<'a> {
    declared: &'a Declared<'a>,
    pricing: Option<Pricing<'a>>,
    own: FxHashSet<PredId>,
    /// For all of them.
    budget: Budget,
    /// For each of them.
    each: Duration,
    memory: Option<Memory<'a>>,
}

/// What ways into a text call, and whether that is all of it.
pub(crate) struct Ways {
    callers: Callers,
    notice: Notice,
}

impl<'a> Roots<'a> {
    /// Those of a program, within a budget for all and a time for each.
    pub(crate) fn of(
        declared: &'a Declared<'a>,
        pricing: Option<Pricing<'a>>,
        (budget, each): (Budget, Duration),
        own: &[PredId],
        kept: Option<&'a Kept>,
    ) -> Result<Roots<'a>, PredictError> {
        let memory = kept.map(|kept| Memory::of(declared, pricing, own, kept)).transpose()?;
        Ok(Roots { declared, pricing, own: own.iter().copied().collect(), budget, each, memory })
    }

    /// A predicate under its entry.
    pub(crate) fn declared(&self, pred: PredId, entry: Entry) -> Result<Vec<Reached<'a>>, PredictError> {
        let way = digest_of(("entry", &entry.text, written(self.declared, &entry)));
        let kept = self.memory.as_ref().map(|memory| memory.place(self.declared, pred, way));
        if let Some(known) = self.find(kept) {
            return Ok(known);
        }
        let (budget, notice) = self.budget.lasting(self.each).noting();
        let reached = self.under(pred, Call::declared(entry), asked(budget))?;
        self.keep(kept, &reached, notice.was_spent());
        Ok(reached)
    }

    /// A predicate without an entry, as an earlier run has left it.
    pub(crate) fn kept_use(&self, pred: PredId) -> Option<Vec<Reached<'a>>> {
        self.find(self.use_of(pred))
    }

    /// What the ways into the text call.
    pub(crate) fn callers(&self) -> Result<Ways, PredictError> {
        let (budget, notice) = self.budget.lasting(self.each).noting();
        Ok(Ways { callers: Callers::of(self.declared, budget)?, notice })
    }

    /// A predicate that has no entry, as it is called or used; or why there is no such way.
    pub(crate) fn used(&self, pred: PredId, ways: &Ways) -> Result<Result<Vec<Reached<'a>>, String>, PredictError> {
        let (budget, notice) = self.budget.lasting(self.each).noting();
        let asked = asked(budget);
        match called_or_used(self.declared, pred, asked, &ways.callers) {
            Ok(call) => {
                let reached = self.under(pred, call, asked)?;
                self.keep(self.use_of(pred), &reached, notice.was_spent() || ways.notice.was_spent());
                Ok(Ok(reached))
            }
            Err(error) => Ok(Err(error.to_string())),
        }
    }

    /// Where a predicate's result is kept that has no entry: it depends on the ways into the text that may lead to it.
    fn use_of(&self, pred: PredId) -> Option<(Digest, Reach)> {
        let memory = self.memory.as_ref()?;
        let ways = memory.ways.iter().filter(|(_, reached)| reached.contains(&pred)).map(|(way, _)| *way);
        let way = digest_of(("use", ways.collect::<Vec<Digest>>()));
        Some(memory.place(self.declared, pred, way))
    }

    fn find(&self, place: Option<(Digest, Reach)>) -> Option<Vec<Reached<'a>>> {
        let (memory, (key, reach)) = self.memory.as_ref().zip(place)?;
        let line: Line = memory.kept.find(key, &|line: &Line| {
            line.places.as_ref().is_none_or(|places| *places == reach.places.to_string())
                && line.reached.iter().all(|(name, ..)| memory.preds.contains_key(name))
        })?;
        let reached = |(name, called, taken, pattern, call): (Named, _, _, PatternAnalysis, _)| Reached {
            pred: memory.preds[&name],
            called,
            taken,
            pattern: PatternAnalysis { call, ..pattern },
            left: None,
        };
        Some(line.reached.into_iter().map(reached).collect())
    }

    /// Keeps a result, unless more might be known with a larger budget.
    fn keep(&self, place: Option<(Digest, Reach)>, reached: &[Reached], is_partial: bool) {
        let Some((memory, (key, reach))) = self.memory.as_ref().zip(place) else { return };
        if is_partial {
            return memory.kept.pass();
        }
        let program = &self.declared.loaded.program;
        let speaks = |reached: &Reached| reached.pattern.speaks_of_places();
        let line = |of: &Reached| {
            let Reached { called, taken, pattern, .. } = of;
            (named(program, of.pred), called.clone(), taken.clone(), pattern.clone(), pattern.call.clone())
        };
        memory.kept.keep(
            key,
            &Line {
                places: reached.iter().any(speaks).then(|| reach.places.to_string()),
                reached: reached.iter().map(line).collect(),
            },
        );
    }

    /// A predicate called in one way.
    fn under(&self, pred: PredId, call: Call<'a>, asked: Asked<'_>) -> Result<Vec<Reached<'a>>, PredictError> {
        let (used, why, _) = call.bounded(self.declared, asked)?;
        self.patterns(used, (pred, why.map_or(From::Declared, From::Use)), asked.budget)
    }

    /// Looks at those by themselves that an analysis which was too much has reached, the last ones first: what they call are
    /// later ones, mostly. Some of a large program are simple, and all of these are known before others get more time.
    pub(crate) fn look_again(
        &self,
        left: Vec<Left<'a>>,
        budget: Budget,
        found: &mut BTreeMap<PredId, Vec<PatternAnalysis>>,
    ) -> Result<(), PredictError> {
        let rounds = FEW_OF_EACH.into_iter().flat_map(|few| left.rchunks(SIDE_BY_SIDE).map(move |some| (few, some)));
        for (few, some) in rounds {
            if budget.check().is_err() {
                break;
            }
            let open: Vec<&Left> =
                some.iter().filter(|of| too_much(found, of.pred, &of.entry.text, &of.taken).is_some()).collect();
            let again = open.into_par_iter().map(|of| self.by_itself(of, budget.lasting(self.each / few)));
            for reached in again.collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
                let Reached { pred, called, taken, pattern, .. } = reached;
                if let Some(known) = too_much(found, pred, &called, &taken).filter(|_| !pattern.was_too_much()) {
                    *known = PatternAnalysis { from: known.from.clone(), ..pattern };
                }
            }
        }
        Ok(())
    }

    fn by_itself(&self, left: &Left<'a>, budget: Budget) -> Result<Vec<Reached<'a>>, PredictError> {
        let Left { declared, pred, entry, taken } = left;
        let (bounded, work) = bound_with_work(declared, entry, Resource::Steps, Until::All, None, budget)?;
        let bounded = Bounded { taken: taken.clone(), ..bounded };
        let used = Used { declared: (**declared).clone(), entry: entry.clone(), bounded, work: work.map(Arc::new) };
        self.patterns(used, (*pred, From::Declared), budget)
    }

    fn called_by(&self, root: PredId) -> From {
        let program = &self.declared.loaded.program;
        From::CallsOf(show(program, program.get(root).functor))
    }

    /// What is known of a predicate under an entry, and of those that its calls reach.
    fn patterns(
        &self,
        used: Used<'a>,
        (root, from): (PredId, From),
        budget: Budget,
    ) -> Result<Vec<Reached<'a>>, PredictError> {
        let Used { declared, entry: of_root, bounded, work } = used;
        let declared = Arc::new(declared);
        let entry = bounded.measured(&of_root);
        let program = &declared.loaded.program;
        let (analysis, progress) = match work.and_then(|work| Arc::try_unwrap(work).ok()) {
            Some(Work { analysis, progress }) => (analysis, Some(progress)),
            None => {
                let Declared { types, assertions, .. } = &**declared;
                (Analysis::within(program, types, assertions, &entry, budget), None)
            }
        };
        let mut equations = match progress {
            Some(progress) => analysis.resumed(progress, budget),
            None => analysis.equations(),
        };
        let mut found: Vec<Reached<'a>> = Vec::new();
        for reached in analysis.reached() {
            let Some(pred) = reached.pred() else { continue };
            let is_root = pred == root && reached.pattern() == entry.pattern;
            if !is_root && !self.own.contains(&pred) {
                continue;
            }
            let entry = entry_of(&declared, pred, reached.pattern().to_vec());
            let of_pred = found.iter().filter(|reached| reached.pred == pred).map(|reached| &reached.pattern);
            if is_known(of_pred, &entry.text, &bounded.taken) {
                continue;
            }
            let mut bound = |resource: Resource, pricing| {
                bound_analysed(&declared, &reached, &mut equations, &entry, resource, Until::All, pricing)
            };
            let (steps, solutions) = (bound(Resource::Steps, None)?, bound(Resource::Solutions, None)?);
            let time = self.pricing.map(|pricing| bound(Resource::Time, Some(pricing))).transpose()?;
            let mut typical = typical(&steps, time.as_ref());
            if let Some(typical) = &mut typical {
                let of = (&steps, Until::All);
                typical.hot = hot_path(&declared, &reached, &mut equations, of, &typical.sizes, budget);
            }
            let pattern = PatternAnalysis {
                entry: if is_root { of_root.text.clone() } else { entry.text.clone() },
                from: if is_root { from.clone() } else { self.called_by(root) },
                types: if is_root { bounded.taken.clone() } else { Vec::new() },
                sizes: steps.size_reports(),
                deterministic: reached.is_deterministic(),
                cannot_fail: reached.cannot_fail(),
                ends: match reached.ends() {
                    Ends::Raises => Some("every call raises an exception".into()),
                    Ends::Never => Some("no call ends".into()),
                    Ends::Perhaps => None,
                },
                success: success(&declared, &reached),
                typical,
                call: call_text(&declared, &reached),
                reason: steps.reason().map(|reason| ReasonReport::of(reason, &Remedy::NotSought)),
                solutions: functions(&solutions),
                steps: functions(&steps),
                time: time.as_ref().map(expected),
            };
            let (taken, called) = (bounded.taken.clone(), entry.text.clone());
            // What is asked for has had its time, unless there was none.
            let is_left = pattern.was_too_much() && (!is_root || self.budget.check().is_err());
            let left = is_left.then(|| Left { declared: declared.clone(), pred, entry, taken: taken.clone() });
            found.push(Reached { pred, called, taken, pattern, left });
        }
        Ok(found)
    }
}

/// What is asked of each: resolution steps to the end of all solutions.
fn asked<'a>(budget: Budget) -> Asked<'a> {
    Asked { resource: Resource::Steps, until: Until::All, pricing: None, budget, domain: Domain::Every }
}

impl<'a> Memory<'a> {
    fn of(
        declared: &Declared<'_>,
        pricing: Option<Pricing<'_>>,
        own: &[PredId],
        kept: &'a Kept,
    ) -> Result<Memory<'a>, PredictError> {
        let program = &declared.loaded.program;
        let dependencies = Dependencies::of(declared);
        let prices = pricing.map(|pricing| (pricing.profile.to_toml(), pricing.prices.name()));
        let way = |(entry, name): &(Entry, String)| {
            let content = dependencies.reach(entry.pred).content;
            let digest = digest_of((name, &entry.text, written(declared, entry), content));
            (digest, dependencies.reached_from(entry.pred))
        };
        Ok(Memory {
            kept,
            prices: digest_of(prices),
            preds: own.iter().map(|&pred| (named(program, pred), pred)).collect(),
            ways: callers(declared)?.iter().map(way).collect(),
            dependencies,
        })
    }

    /// Under which key the result of a predicate is kept that is called in some way, and what it depends on.
    fn place(&self, declared: &Declared<'_>, pred: PredId, way: Digest) -> (Digest, Reach) {
        let reach = self.dependencies.reach(pred);
        (digest_of((named(&declared.loaded.program, pred), way, self.prices, reach.content)), reach)
    }
}

fn call_text(declared: &Declared<'_>, analysis: &Analysis<'_>) -> CallText {
    let Some(pred) = analysis.pred() else { return CallText::default() };
    let name = quoted(declared, declared.loaded.program.get(pred).functor.name);
    let names = argument_names(analysis.pattern().len());
    let of_each = |types: &[Type]| -> Vec<Option<String>> {
        let plain = |of: &Type| if matches!(of, Type::Integer(_)) { Type::Int } else { of.plain() };
        types.iter().zip(&names).map(|(of, name)| property(declared, &plain(of), name)).collect()
    };
    let types = of_each(analysis.pattern());
    let success = match analysis.success() {
        Success::Types(success) => {
            of_each(success).into_iter().zip(&types).filter(|(now, then)| now != *then).map(|of| of.0).collect()
        }
        Success::Never | Success::Unknown => Vec::new(),
    };
    CallText {
        head: if names.is_empty() { name } else { format!("{name}({})", names.join(", ")) },
        types: types.into_iter().flatten().collect(),
        success: success.into_iter().flatten().collect(),
        names,
    }
}

fn success(declared: &Declared<'_>, analysis: &Analysis<'_>) -> Option<Vec<String>> {
    let Success::Types(types) = analysis.success() else { return None };
    Some(types.iter().map(|of| declared.shown(of)).collect())
}

fn functions(of: &Bounded) -> Functions {
    Functions { lower: of.function(&of.lower), upper: of.function(&of.upper), exact: of.exact }
}

/// What a time is expected to be.
fn expected(of: &Bounded) -> Functions {
    match &of.expected {
        Some(expected) => {
            Functions { lower: of.function(&expected.lower), upper: of.function(&expected.upper), exact: of.exact }
        }
        None => functions(of),
    }
}

/// Steps and time at the largest typical size with which there are not too many steps.
fn typical(steps: &Bounded, time: Option<&Bounded>) -> Option<Typical> {
    let sizes = typical_sizes(steps)?;
    let times = time.map(|time| {
        let expected = time.at(&sizes, None).expected;
        expected.map_or([None, None], |of| [of.lower, of.upper])
    });
    Some(Typical {
        steps: [Direction::Lower, Direction::Upper].map(|side| steps.value(side, &sizes)),
        time: times,
        hot: None,
        sizes,
    })
}

/// The largest typical sizes with which there are not too many steps.
pub(crate) fn typical_sizes(steps: &Bounded) -> Option<SizePoint> {
    let point = |size: i64| -> SizePoint { steps.names().into_iter().map(|name| (name, size)).collect() };
    let few = |size: &i64| {
        let at = point(*size);
        let value = steps.value(Direction::Upper, &at).or_else(|| steps.value(Direction::Lower, &at));
        value.is_some_and(|value| value.to_f64() <= SHORT)
    };
    TYPICAL.into_iter().find(few).map(point)
}
