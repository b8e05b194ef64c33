//! The analysis of one predicate under one entry: its sizes, and bounds of any resource as functions of them.

use crate::assertion::{Assertions, size_variable};
use crate::budget::Budget;
use crate::cost::{Extent, VariantId};
use crate::endings::{Ends, uncovered};
use crate::entry::{Entry, Inside};
use crate::equations::{Equations, Progress, Solved, is_finite};
use crate::explore::{Explorer, Outcome, Path, Variant};
use crate::failing::Fails;
use crate::followed::{is_better, is_open};
use crate::functions::What;
use crate::integers::{Integers, LARGE};
use crate::reason::{Code, Reason};
use crate::regtype::TypeTable;
use crate::resource::Weights;
use crate::types::{Metric, Type};
use crate::visited::Visits;

use solver::{Direction, Expr, Guard, Linear, Var};
use std::sync::Arc;
use wam::code::Program;
use wam::cost::Key;
use wam::instr::PredId;
use wam::machine::Solutions;

/// The analysis of a predicate under an entry.
#[derive(Clone)]
pub struct Analysis<'a> {
    explorer: Arc<Explorer<'a>>,
    root: VariantId,
}

/// A size that bounds are functions of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// Its variable.
    pub var: Var,
    /// How it is measured.
    pub metric: Metric,
    /// The argument it is of, from 1.
    pub argument: usize,
}

/// The types of the arguments at the solutions of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Success<'a> {
    /// Paths are missing: there may be others.
    Unknown,
    /// It has no solution.
    Never,
    /// Of each argument.
    Types(&'a [Type]),
}

/// Bounds of one resource.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Never above the true value.
    pub lower: Solved,
    /// Never below the true value.
    pub upper: Solved,
    /// Which integers both are for, where that matters to the resource.
    pub integers: Integers,
}

/// The bound where integers fit a cell of the machine: up to a size.
fn within_cells(solved: &mut Solved, var: &Var, most: i64) {
    let solver::Bound::Known(solution) = &mut solved.bound else { return };
    let fits = Linear { constant: most, terms: [(var.clone(), -1)].into() };
    let Some(beyond) = fits.negated(-1) else { return };
    let unknown = solver::Value::Unknown(LARGE.to_string());
    let known =
        solution.pieces.iter().map(|p| solver::Piece { region: p.region.clone().with(fits.clone()), ..p.clone() });
    let mut pieces: Vec<solver::Piece> = known.filter(|piece| piece.region.possible()).collect();
    pieces.push(solver::Piece { region: Guard::always().with(beyond), value: unknown });
    solution.pieces = pieces;
    solved.total = None;
}

/// The bound for some sizes only.
fn only_for(solved: &mut Solved, meant: &Guard) {
    let solver::Bound::Known(solution) = &mut solved.bound else { return };
    solution.pieces.iter_mut().for_each(|piece| piece.region = piece.region.clone().both(meant));
    solution.pieces.retain(|piece| piece.region.possible());
    solved.total = None;
}

/// Whether a bound is known, and finite, for all sizes.
fn is_whole(solved: &Solved) -> bool {
    solved.bound.known().is_some_and(is_finite)
}

/// Whether two solutions are the same functions on the same regions, known wherever integers fit a cell.
fn same(a: &solver::Solution, b: &solver::Solution) -> bool {
    let is_known = |piece: &solver::Piece| match &piece.value {
        solver::Value::Closed { .. } => true,
        solver::Value::Unknown(reason) => reason == LARGE,
    };
    a.pieces.iter().all(is_known)
        && a.pieces.len() == b.pieces.len()
        && a.pieces.iter().all(|piece| {
            let twin = |other: &&solver::Piece| {
                other.closed() == piece.closed()
                    && is_known(other)
                    && other.region.implies_all(&piece.region)
                    && piece.region.implies_all(&other.region)
            };
            b.pieces.iter().any(|other| twin(&other))
        })
}

impl Bounds {
    /// Whether both bounds are known and the same function.
    pub fn exact(&self) -> bool {
        match (self.lower.bound.known(), self.upper.bound.known()) {
            (Some(lower), Some(upper)) => same(lower, upper),
            _ => false,
        }
    }
}

impl<'a> Analysis<'a> {
    /// Analyses a predicate under an entry, however long that takes.
    pub fn new(program: &'a Program, types: &TypeTable, assertions: &Assertions, entry: &Entry) -> Self {
        Analysis::within(program, types, assertions, entry, Budget::unlimited())
    }

    /// Analyses a predicate under an entry within a budget; what is not known when it is spent says so.
    pub fn within(
        program: &'a Program,
        types: &TypeTable,
        assertions: &Assertions,
        entry: &Entry,
        budget: Budget,
    ) -> Self {
        let mut explorer = Explorer::new(program, types, assertions, budget);
        let root = explorer.explore(entry);
        Analysis { explorer: Arc::new(explorer), root }
    }

    /// The analyses of all predicates that calls under the entry reach, each as it is called there, this one included.
    pub fn reached(&self) -> impl Iterator<Item = Analysis<'a>> {
        let of = |at: u32| Analysis { explorer: self.explorer.clone(), root: VariantId(at) };
        (0..self.explorer.variants.len() as u32).map(of)
    }

    /// The predicate; nothing for a control construct that is called.
    pub fn pred(&self) -> Option<PredId> {
        let pred = self.explorer.variants[self.root.0 as usize].pred;
        self.explorer.module(pred).map(|_| pred)
    }

    /// The predicates whose clauses calls of it execute, this one first: control constructs and goals that were compiled
    /// apart are their predicate's.
    pub fn predicates(&self) -> Vec<PredId> {
        let (mut met, mut found) = (vec![false; self.explorer.variants.len()], Vec::new());
        let mut todo = vec![self.root];
        while let Some(id) = todo.pop() {
            if std::mem::replace(&mut met[id.0 as usize], true) {
                continue;
            }
            let owner = self.explorer.owner(id);
            if !found.contains(&owner) {
                found.push(owner);
            }
            let paths = &self.explorer.paths[id.0 as usize];
            let costs = paths.first.iter().chain(&paths.all).map(|path| &path.cost);
            costs.for_each(|cost| cost.calls(&mut |call| todo.extend(call.callee())));
        }
        found
    }

    /// The types of its arguments at the call.
    pub fn pattern(&self) -> &[Type] {
        &self.explorer.variants[self.root.0 as usize].pattern
    }

    /// The equations of the analysis: share them between resources, since sizes need solving once.
    pub fn equations(&self) -> Equations<'_> {
        Equations::new(&self.explorer)
    }

    /// The same with what has been solved of them before, and another budget for the rest.
    pub fn resumed(&self, progress: Progress, budget: Budget) -> Equations<'_> {
        Equations::resumed(&self.explorer, progress, budget)
    }

    /// Bounds of a resource over a run of a call: to its first solution or its failure, or to the end of all solutions.
    pub fn bounds(&self, equations: &mut Equations<'_>, weights: Weights, until: Solutions) -> Bounds {
        let both = [(Direction::Lower, weights.clone()), (Direction::Upper, weights)];
        let ([lower, upper], integers) = self.sides(equations, both, until);
        Bounds { lower, upper, integers }
    }

    /// One bound of each of several resources, solved side by side, and which integers they are for.
    pub fn sides<const N: usize>(
        &self,
        equations: &mut Equations<'_>,
        wanted: [(Direction, Weights); N],
        until: Solutions,
    ) -> ([Solved; N], Integers) {
        let sensitive = wanted.iter().any(|(_, weights)| weights.tells_large_integers());
        let extent = self.extent(until);
        let undone = wanted.each_ref().map(|(direction, weights)| {
            let undoes = *direction == Direction::Upper && !weights.of(Key::UNDO).is_zero();
            undoes.then(|| weights.undoing_all())
        });
        let wanted = wanted.map(|(side, weights)| (What::Cost(extent, equations.resource(weights)), side));
        let directions = wanted.each_ref().map(|(_, direction)| *direction);
        let mut sides = equations.solve_sides(self.root, wanted);
        let root = self.root.0 as usize;
        if until == Solutions::First && self.explorer.summaries[root].leaves_choice && !equations.raising[root] {
            // A run to the first solution is the beginning of one to the end of all, where that has an end and is no exception.
            for (solved, (what, direction)) in sides.iter_mut().zip(wanted) {
                let What::Cost(_, resource) = what else { continue };
                if direction == Direction::Upper && is_open(solved, direction) {
                    let [all] = equations.solve_sides(self.root, [(What::Cost(Extent::All, resource), direction)]);
                    if is_whole(&all) && (!is_whole(solved) || is_better(&all, solved, direction)) {
                        *solved = all;
                    }
                }
            }
        }
        for (solved, undone) in sides.iter_mut().zip(undone) {
            if let Some(undone) = undone.filter(|_| !is_whole(solved) && self.makes_all_it_undoes()) {
                let all = What::Cost(extent, equations.resource(undone));
                let [other] = equations.solve_sides(self.root, [(all, Direction::Upper)]);
                if is_whole(&other) {
                    *solved = other;
                }
            }
        }
        if extent == Extent::Success {
            let (domain, meant) = (self.domain(), self.explorer.success_domain(self.root));
            let lower = sides.iter_mut().zip(directions).filter(|(_, direction)| *direction == Direction::Lower);
            lower.filter(|_| domain != meant).for_each(|(solved, _)| only_for(solved, &meant));
        }
        let integers = if sensitive { self.integers(equations) } else { Integers::Small };
        if let Integers::UpTo(var, most) = &integers {
            sides.iter_mut().for_each(|solved| within_cells(solved, var, *most));
        }
        (sides, integers)
    }

    /// Whether what keys say of bindings is all that may be undone: not of what is vouched for, nor of facts that do not match.
    fn makes_all_it_undoes(&self) -> bool {
        self.explorer.trusted.is_empty() && self.explorer.assertions.facts.is_empty()
    }

    /// Bounds of the number of solutions.
    pub fn solutions(&self, equations: &mut Equations<'_>) -> Bounds {
        let both = [Direction::Lower, Direction::Upper].map(|side| (What::Solutions, side));
        let [lower, upper] = equations.solve_sides(self.root, both);
        Bounds { lower, upper, integers: Integers::Small }
    }

    /// Bounds of a resource over calls that fail, for all sizes that inputs can have.
    pub fn failures<const N: usize>(
        &self,
        equations: &mut Equations<'_>,
        wanted: [(Direction, Weights); N],
    ) -> [Solved; N] {
        let wanted = wanted.map(|(side, weights)| (What::Cost(Extent::Failure, equations.resource(weights)), side));
        equations.solve_sides(self.root, wanted)
    }

    /// Bounds of the size of an argument (from 0) at the solutions of a call; nothing where it has none in that metric.
    pub fn output(&self, equations: &mut Equations<'_>, argument: usize, metric: Metric) -> Option<[Solved; 2]> {
        let Success::Types(types) = self.success() else { return None };
        let before: usize = types[..argument].iter().map(|of| of.metrics().len()).sum();
        let place = What::Size(u16::try_from(before).ok()?);
        let both = [Direction::Lower, Direction::Upper].map(|side| (place, side));
        let is_list = !matches!(types[argument], Type::Partial(..));
        (is_list && types[argument].metric() == Some(metric)).then(|| equations.solve_sides(self.root, both))
    }

    /// In which other ways what is met inside may be looked at, the most likely to give a bound first.
    pub fn others_inside(&self) -> Vec<Inside> {
        let visited = self.asks_for_visited();
        let conditions = self.explorer.could_tell_apart && !visited;
        let uneven = self.makes_uneven_lists();
        let ways = [
            (Inside::Values, self.explorer.has_multiples || self.asks_for_roots()),
            (Inside::Absent, visited),
            (Inside::Conditions, conditions),
            (Inside::Goals, self.calls_open_goals()),
            (Inside::Rows, self.explorer.has_more_kinds),
            (Inside::Lengths, !self.explorer.joint.is_empty()),
            (Inside::Elements, uneven),
            (Inside::Nodes, uneven),
        ];
        ways.into_iter().filter(|(_, is_so)| *is_so).map(|(inside, _)| inside).collect()
    }

    /// Whether a goal is called that is not known, where the program holds terms that name goals.
    fn calls_open_goals(&self) -> bool {
        let is_open = |reason: &Arc<Reason>| reason.code == Code::OpenGoal;
        let mut unknown = self.explorer.paths.iter().flat_map(|paths| &paths.unknown);
        self.explorer.types.goals().next().is_some() && unknown.any(is_open)
    }

    /// Whether lists whose elements have different sizes are met in calls, and not in the one that is asked for.
    fn makes_uneven_lists(&self) -> bool {
        let holds = |pattern: &[Type]| pattern.iter().any(Type::holds_uneven_list);
        let of_calls = self.explorer.variants.iter().any(|variant| holds(&variant.pattern));
        !holds(self.pattern()) && of_calls
    }

    /// Whether something that is called compares squares with one of its arguments.
    fn asks_for_roots(&self) -> bool {
        let asks = |variant: &Variant| (0..variant.pattern.len()).any(|at| self.explorer.roots.asks(variant.pred, at));
        self.explorer.variants.iter().any(asks)
    }

    /// Whether something that is called asks a list of visited values whether another is among them.
    fn asks_for_visited(&self) -> bool {
        let visits = self.explorer.assertions.visits.get(|| Visits::of(self.explorer.program, &self.explorer.tests));
        let asks =
            |visits: &Visits, variant: &Variant| (0..variant.pattern.len()).any(|at| visits.asks(variant.pred, at));
        visits
            .as_ref()
            .as_ref()
            .is_some_and(|visits| self.explorer.variants.iter().any(|variant| asks(visits, variant)))
    }

    /// The sizes of the input, in the order of the arguments.
    pub fn sizes(&self) -> Vec<Size> {
        let variant = &self.explorer.variants[self.root.0 as usize];
        let arguments = variant.pattern.iter().enumerate().flat_map(|(at, of)| vec![at + 1; of.metrics().len()]);
        let params = variant.params.iter().zip(arguments);
        params.map(|((var, metric), argument)| Size { var: var.clone(), metric: *metric, argument }).collect()
    }

    /// An expression of an assertion over the sizes of the input; nothing where it mentions a size that the input has not.
    pub fn over_sizes(&self, claim: &Expr) -> Option<Expr> {
        let named: Vec<(Var, Expr)> = self
            .sizes()
            .into_iter()
            .map(|size| (Var::new(size_variable(size.argument - 1, size.metric)), Expr::Var(size.var)))
            .collect();
        let known = claim.vars().iter().all(|var| named.iter().any(|(name, _)| name == var));
        known.then(|| claim.subst_all(&named).simplify())
    }

    /// The sizes that bounds are for: those inputs can have, without the ones for which a call certainly fails.
    pub fn domain(&self) -> Guard {
        let (inputs, successes) = (self.inputs(), self.explorer.success_domain(self.root));
        let beyond = uncovered(&inputs, std::slice::from_ref(&successes));
        let paths = &self.explorer.paths[self.root.0 as usize].first;
        let mut stuck = paths.iter().filter(|path| matches!(path.outcome, Outcome::Stuck(_)));
        let is_stuck = |path: &Path| beyond.iter().any(|part| part.clone().both(&path.guard).possible());
        if stuck.any(is_stuck) { inputs } else { successes }
    }

    /// The sizes that inputs can have.
    pub fn inputs(&self) -> Guard {
        self.explorer.domain(self.root)
    }

    /// What a run extends to: to the first solution where that is its end in the whole domain.
    fn extent(&self, until: Solutions) -> Extent {
        let summary = &self.explorer.summaries[self.root.0 as usize];
        let domain = self.domain();
        let fails_within = match &summary.fails {
            Fails::Perhaps => true,
            Fails::When(guards, _) => guards.iter().any(|guard| guard.clone().require_all(&domain)),
        };
        let may_fail = summary.exit.is_none() || fails_within;
        match until {
            Solutions::All if summary.leaves_choice || may_fail => Extent::All,
            Solutions::First if may_fail => Extent::Either,
            Solutions::All | Solutions::First => Extent::Success,
        }
    }

    /// Whether a call has at most one solution and leaves no choice point; nothing where paths are missing.
    pub fn is_deterministic(&self) -> Option<bool> {
        self.known(!self.explorer.summaries[self.root.0 as usize].leaves_choice)
    }

    /// Whether no call fails, for all sizes; nothing where paths are missing. Whether it ends is another matter.
    pub fn cannot_fail(&self) -> Option<bool> {
        self.known(self.explorer.summaries[self.root.0 as usize].fails.is_never())
    }

    /// The types of the arguments when a call succeeds.
    pub fn success(&self) -> Success<'_> {
        let types = self.explorer.summaries[self.root.0 as usize].success();
        self.known(types).map_or(Success::Unknown, |types| types.map_or(Success::Never, Success::Types))
    }

    /// Whether a call may end in an exception, or not at all, as far as is known.
    pub fn may_raise(&self) -> bool {
        !self.unknown().is_empty() || self.explorer.raising()[self.root.0 as usize]
    }

    /// How all calls end, as far as that is certain.
    pub fn ends(&self) -> Ends {
        self.explorer.ends(self.root)
    }

    /// The cost keys with a part in a resource that bounds leave out: nobody bounds the work of the collector, so that what
    /// is said of such a resource holds until the first collection.
    pub fn excluded(&self, weights: &Weights) -> Vec<Key> {
        Key::COLLECTOR.into_iter().filter(|key| !weights.of(*key).is_zero()).collect()
    }

    /// The variant that is analysed.
    pub(crate) fn root(&self) -> VariantId {
        self.root
    }

    /// What all paths agree on, where none is missing.
    fn known<T>(&self, value: T) -> Option<T> {
        self.unknown().is_empty().then_some(value)
    }

    /// Why paths are missing from the analysis, if any are.
    pub fn unknown(&self) -> &[Arc<Reason>] {
        &self.explorer.paths[self.root.0 as usize].unknown
    }

    /// A reason that lies in the predicate itself.
    pub fn reason(&self, code: Code, what: &str) -> Reason {
        self.explorer.reason(self.root, None, code, what)
    }

    /// The exploration behind the analysis, for explanations.
    pub fn explorer(&self) -> &Explorer<'a> {
        &self.explorer
    }
}
