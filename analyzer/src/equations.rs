//! From paths to bounds: difference equations for sizes, solutions and costs, solved callees first.
//!
//! For a function (see [`crate::functions`]) each path of its variant is a case (see `definition.rs`). Functions that call
//! each other are solved together; solved ones are put in as
//! closed forms. An argument that is only known between two sizes takes the end that is worse, which needs a function
//! that is monotone in it: that is checked on the closed form. Source: Mera et al. 2008, section 4.2; Debray and Lin
//! 1993 (upper bounds); Debray et al. 1997 (lower bounds).
//!
//! Long, because one table of functions is filled by all of it: each kind of function asks for the others.

use crate::answers::Answers;
use crate::budget::{Budget, Spent};
use crate::condition::{cut_off, natural, settle, total, whole_numbers};
use crate::cost::{Extent, VariantId};
use crate::endings::{Ends, progress_of, with_nothing_between, with_nothing_elsewhere};
use crate::explore::{Explorer, Joint};
use crate::followed::{grows_better, is_better, is_open};
use crate::forgotten;
use crate::functions::{Function, Functions, Places, ResourceId, What, unknown};
use crate::ranged;
use crate::reason::{Code as Kind, Reason};
use crate::resource::Weights;
use crate::sequels::{Reach, Sequel};
use crate::solved::Turn;
use crate::spread::{Over, chosen, has_both};
use crate::system::{
    choose_ends, drop_parameters, drop_ranged_calls, drop_unknown_conditions, forget_where_alike, map_calls, violated,
    visit_calls, within_domains,
};
use crate::types::Metric;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{
    Bound, Case, Definition, Direction, Exactness, Expr, FnName, Guard, Limits, Linear, Monotone, Piece, Solution,
    System, Value, Var,
};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use wam::cost::Key;

/// A solved function.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Its parameters.
    pub params: Vec<Var>,
    /// Its bound, where the solution says that it is valid.
    pub bound: Bound,
    /// A bound for all sizes that the function is meant for.
    pub total: Option<Expr>,
    /// The equations it came from, as text.
    pub equations: String,
    /// Why there is no finite bound for all sizes it is meant for, if there is none.
    pub reason: Option<Arc<Reason>>,
}

/// The equations of an exploration and their solutions.
pub struct Equations<'a> {
    pub(crate) explorer: &'a Explorer<'a>,
    pub(crate) budget: Budget,
    pub(crate) functions: Functions,
    pub(crate) resources: Vec<Weights>,
    /// The cost keys of all paths.
    keys: FxHashSet<Key>,
    pub(crate) solved: Answers,
    pub(crate) order: Vec<Function>,
    /// Which variants may leave trail entries for choice points that are gone.
    pub(crate) leaving: Vec<bool>,
    /// Which variants may raise an exception, or call one that may, on a path that ends there.
    pub(crate) raising: Vec<bool>,
    /// Which variants read, or call one that does, where that was asked.
    pub(crate) reading: OnceLock<Vec<bool>>,
    /// Which variants lead to which, where that was asked.
    pub(crate) reach: OnceLock<Reach>,
    pub(crate) sequels: Vec<Sequel>,
    /// The functions whose equations are being made with sequels.
    pub(crate) followed: FxHashSet<Function>,
    /// The functions whose equations are being made with what calls leave.
    pub(crate) leaving_some: FxHashSet<Function>,
    /// Whether what they are of is looked at path by path.
    pub(crate) by_paths: bool,
    /// Functions that sums over solutions asked for and that were not solved.
    pub(crate) wanted: Mutex<Vec<Function>>,
    /// What waits for such functions.
    pub(crate) pending: Vec<Function>,
    /// Whether the equations being made are those of what the exploration was for.
    pub(crate) of_root: bool,
    /// Whether what they are of uses some of their resource itself, and not only what it calls.
    pub(crate) counts: bool,
    /// The sizes that the functions of each variant are meant for: those of successes, and of other functions.
    sizes: Vec<[OnceLock<Sizes>; 2]>,
    /// How bounds move with sizes: the same is asked wherever a function is called.
    pub(crate) moving: Mutex<FxHashMap<(Function, Var, Expr), Monotone>>,
}

/// The sizes that a function is meant for.
struct Sizes {
    meant: Guard,
    /// The least of each.
    least: Vec<(Var, i64)>,
}

fn least_of(meant: &Guard, params: &[Var]) -> Vec<(Var, i64)> {
    params.iter().filter_map(|param| Some((param.clone(), meant.lower_limit(&Linear::var(param))?))).collect()
}

fn sizes_of(explorer: &Explorer<'_>) -> Vec<[OnceLock<Sizes>; 2]> {
    explorer.variants.iter().map(|_| Default::default()).collect()
}

/// What has been made and solved of the equations of an exploration: they go on with it.
pub struct Progress {
    functions: Functions,
    resources: Vec<Weights>,
    keys: FxHashSet<Key>,
    solved: Answers,
    order: Vec<Function>,
    leaving: Vec<bool>,
    raising: Vec<bool>,
    sequels: Vec<Sequel>,
}

/// The resource that counts variable bindings: how many trail entries calls may leave.
pub(crate) const BINDINGS: ResourceId = ResourceId(0);
/// The resource of which every recursion uses some, runs that do not end included: where it is bounded, runs end.
pub(crate) const PROGRESS: ResourceId = ResourceId(1);

/// So many groups of more than two outputs are looked at, whether they add up.
const OUTPUTS: usize = 6;

/// The part of the time that is left which a system may take that has no bound at some sizes.
const PART_OF_OPEN: u32 = 16;

/// Groups of some places.
type Groups = fn(&[usize]) -> Vec<Vec<usize>>;

/// All pairs.
fn pairs(places: &[usize]) -> Vec<Vec<usize>> {
    places.iter().enumerate().flat_map(|(nth, a)| places[nth + 1..].iter().map(|b| vec![*a, *b])).collect()
}

/// More than two: all, or all but one.
fn larger(places: &[usize]) -> Vec<Vec<usize>> {
    let but = |nth: usize| [&places[..nth], &places[nth + 1..]].concat();
    let groups = std::iter::once(places.to_vec()).chain((0..places.len()).map(but));
    groups.filter(|group| group.len() > 2).take(OUTPUTS).collect()
}

impl<'a> Equations<'a> {
    /// The equations of what has been explored, with what is left of the exploration's budget.
    pub fn new(explorer: &'a Explorer<'a>) -> Self {
        Equations::within(explorer, explorer.budget)
    }

    /// The same with a budget of their own.
    pub(crate) fn within(explorer: &'a Explorer<'a>, budget: Budget) -> Self {
        let mut keys = FxHashSet::default();
        for paths in &explorer.paths {
            let costs = paths.first.iter().chain(&paths.all).map(|path| &path.cost);
            costs.for_each(|cost| cost.keys(&mut |key| _ = keys.insert(key)));
        }
        Equations {
            explorer,
            budget,
            functions: explorer.functions.clone(),
            resources: vec![Weights::bindings(), Weights::progress()],
            keys,
            solved: Answers::default(),
            order: Vec::new(),
            leaving: explorer.leaving(),
            raising: explorer.raising(),
            reading: OnceLock::new(),
            reach: OnceLock::new(),
            sequels: Vec::new(),
            followed: FxHashSet::default(),
            leaving_some: FxHashSet::default(),
            by_paths: false,
            wanted: Mutex::default(),
            pending: Vec::new(),
            of_root: false,
            counts: true,
            sizes: sizes_of(explorer),
            moving: Mutex::default(),
        }
    }

    /// What has been solved so far.
    pub fn into_progress(self) -> Progress {
        let Equations { functions, resources, keys, solved, order, leaving, raising, sequels, .. } = self;
        Progress { functions, resources, keys, solved, order, leaving, raising, sequels }
    }

    /// The equations of an exploration of which some have been solved.
    pub(crate) fn resumed(explorer: &'a Explorer<'a>, progress: Progress, budget: Budget) -> Self {
        let Progress { functions, resources, keys, solved, order, leaving, raising, sequels } = progress;
        let sizes = sizes_of(explorer);
        let (of_root, moving) = (false, Mutex::default());
        let counts = true;
        Equations {
            explorer,
            budget,
            functions,
            resources,
            keys,
            solved,
            order,
            leaving,
            raising,
            reading: OnceLock::new(),
            reach: OnceLock::new(),
            sequels,
            followed: FxHashSet::default(),
            leaving_some: FxHashSet::default(),
            by_paths: false,
            wanted: Mutex::default(),
            pending: Vec::new(),
            of_root,
            counts,
            sizes,
            moving,
        }
    }

    /// Adds a resource. Those that weigh all keys of the paths alike are one, unless what the user vouches for tells them
    /// apart by their names.
    pub fn resource(&mut self, weights: Weights) -> ResourceId {
        let shares = |known: &Weights| {
            let is_apart = !self.explorer.trusted.is_empty() || known.is_of_collector() || weights.is_of_collector();
            *known == weights || !is_apart && known.agrees(&weights, self.keys.iter())
        };
        // The first two are the analysis's own.
        if let Some(at) = self.resources.iter().skip(2).position(shares) {
            return ResourceId(at as u16 + 2);
        }
        self.resources.push(weights);
        ResourceId(self.resources.len() as u16 - 1)
    }

    /// Does something with another budget. What that is too little for stays unknown.
    pub(crate) fn limited<T>(&mut self, budget: Budget, run: impl FnOnce(&mut Self) -> T) -> T {
        let whole = std::mem::replace(&mut self.budget, budget);
        let found = run(self);
        self.budget = whole;
        found
    }

    /// The keys that some path executes; that of what backtracking undoes is not among them.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.keys.iter().copied()
    }

    /// The name of a resource.
    pub(crate) fn resource_name(&self, resource: ResourceId) -> &str {
        self.resources[resource.0 as usize].name()
    }

    /// All functions solved so far, in the order in which they were solved: callees first. What shows that runs end is not
    /// among them where it does.
    pub fn in_order(&self) -> impl Iterator<Item = (Function, &Solved)> {
        let solved = self.order.iter().map(|function| (*function, &self.solved[function]));
        solved.filter(|(function, solved)| !function.is_progress() || solved.bound.known().is_none())
    }

    /// The first function that shows whether runs end and does not show that they all do.
    pub(crate) fn first_endless(&self) -> Option<(Function, &Solved)> {
        let solved = self.order.iter().map(|function| (*function, &self.solved[function]));
        let ends = |solved: &Solved| solved.bound.known().is_some_and(is_finite);
        solved.into_iter().find(|(function, solved)| function.is_progress() && !ends(solved))
    }

    /// The names of functions in the equations.
    pub fn functions(&self) -> &Functions {
        &self.functions
    }

    /// The bound of a function, with everything it needs solved first. An upper bound of a cost or of a number of
    /// solutions is given where runs are known to end.
    pub fn solve(&mut self, root: Function) -> Solved {
        let solved = self.solve_derivations(root).clone();
        match root.what {
            What::Size(_) | What::Joint(..) | What::Moment(..) | What::Then(..) | What::Leaving(..) => solved,
            What::Cost(_, resource) if self.resources[resource.0 as usize].is_of_collector() => collected(root, solved),
            What::Solutions | What::Cost(..) => self.of_runs(root, solved),
        }
    }

    /// Bounds of what a variant does, each from one side.
    pub(crate) fn solve_sides<const N: usize>(
        &mut self,
        variant: VariantId,
        wanted: [(What, Direction); N],
    ) -> [Solved; N] {
        let sides = wanted.map(|(what, direction)| Function { variant, what, direction });
        let mut ends: Vec<What> = wanted.iter().flat_map(|(what, _)| progress_of(*what)).copied().collect();
        ends.sort();
        ends.dedup();
        let ends = ends.into_iter().map(|what| Function { variant, what, direction: Direction::Upper });
        self.solve_together(&sides.into_iter().chain(ends).collect::<Vec<_>>());
        sides.map(|side| self.solve(side))
    }

    /// The bound of a function over all finite derivations, with everything it needs solved first.
    pub(crate) fn solve_derivations(&mut self, root: Function) -> &Solved {
        if !self.solved.contains_key(&root) {
            self.solve_together(&[root]);
        }
        &self.solved[&root]
    }

    /// Solves functions and everything they need: components of functions that do not need each other side by side.
    pub(crate) fn solve_together(&mut self, roots: &[Function]) {
        match self.definitions_of(roots, &[]) {
            Ok(definitions) => self.solve_all(&definitions.expect("nothing is in the way")),
            Err(spent) => {
                let open: Vec<Function> =
                    roots.iter().copied().filter(|root| !self.solved.contains_key(root)).collect();
                open.into_iter().for_each(|root| self.give_up(root, spent));
            }
        }
    }

    /// The equations of functions that are not solved and of all that they need; nothing where some of that is in the way.
    pub(crate) fn definitions_of(
        &mut self,
        roots: &[Function],
        in_the_way: &[Function],
    ) -> Result<Option<FxHashMap<Function, Definition>>, Spent> {
        let mut definitions: FxHashMap<Function, Definition> = FxHashMap::default();
        let mut todo = roots.to_vec();
        while let Some(function) = todo.pop() {
            if self.solved.contains_key(&function) || definitions.contains_key(&function) {
                continue;
            }
            if in_the_way.contains(&function) {
                return Ok(None);
            }
            self.budget.check()?;
            let definition = self.definition(function);
            todo.extend(self.callees(&definition));
            definitions.insert(function, definition);
        }
        // What an equation was made from may have been solved for it.
        definitions.retain(|function, _| !self.solved.contains_key(function));
        Ok(Some(definitions))
    }

    pub(crate) fn solve_all(&mut self, definitions: &FxHashMap<Function, Definition>) {
        let mut graph = DiGraph::<Function, ()>::new();
        let mut order: Vec<Function> = definitions.keys().copied().collect();
        order.sort();
        let nodes: FxHashMap<Function, _> =
            order.iter().map(|&function| (function, graph.add_node(function))).collect();
        for function in &order {
            for callee in self.callees(&definitions[function]) {
                if let Some(&to) = nodes.get(&callee) {
                    graph.add_edge(nodes[function], to, ());
                }
            }
        }
        for mut level in levels(&graph) {
            level.iter().for_each(|members| self.prepare(members, definitions));
            level.retain(|members| members.iter().any(|member| !self.solved.contains_key(member)));
            let with_systems: Vec<(&Vec<Function>, Vec<Definition>)> = level
                .iter()
                .map(|members| {
                    let exact = match members.as_slice() {
                        [only] => self.of_one_value(*only, &definitions[only]).map(|exact| vec![exact]),
                        _ => None,
                    };
                    let system = || members.iter().map(|member| definitions[member].clone()).collect();
                    (members, exact.unwrap_or_else(system))
                })
                .collect();
            let solve = |(members, system): (&Vec<Function>, Vec<Definition>)| {
                self.budget.check()?;
                self.solve_component(members, system)
            };
            let solved: Vec<Result<Vec<Solved>, Spent>> = with_systems.into_par_iter().map(solve).collect();
            for (members, solved) in level.iter().zip(solved) {
                match solved {
                    Ok(solved) => {
                        self.order.extend(members);
                        members.iter().zip(solved).for_each(|(&member, solved)| self.solved.insert(member, solved));
                    }
                    Err(spent) => members.iter().for_each(|&member| self.give_up(member, spent)),
                }
            }
            level.iter().for_each(|members| self.follow(members));
            level.iter().for_each(|members| self.look_at_left(members));
            level.iter().for_each(|members| self.weigh(members));
            level.iter().flatten().for_each(|&member| self.bound_by_either(member));
            level.iter().flatten().for_each(|&member| self.of_either_end(member));
        }
    }

    /// A function that the budget did not suffice for.
    fn give_up(&mut self, function: Function, spent: Spent) {
        let reason = self.explorer.out_of(function.variant, spent);
        let bound = Bound::Unknown { equation: String::new(), reason: reason.to_string() };
        let params = self.parameters(function);
        let reason = Some(reason);
        let solved = Solved { params, bound, total: None, equations: String::new(), reason };
        self.order.push(function);
        self.solved.insert(function, solved);
    }

    /// A call that fails, or that succeeds, costs no more than one that ends in either way: an upper bound where their own
    /// equations have none. Those of failures have a case for each place to fail; those of solutions are for sizes only
    /// with which there is one.
    fn bound_by_either(&mut self, function: Function) {
        let Function { variant, what: What::Cost(extent, resource), direction: Direction::Upper } = function else {
            return;
        };
        let is_open = match extent {
            _ if self.leaves(&function) => false,
            Extent::Failure => self.solved[&function].total.is_none(),
            Extent::Success => self.solved[&function].reason.is_some(),
            _ => false,
        };
        if is_open {
            let what = What::Cost(Extent::Either, resource);
            let either = self.solve_derivations(Function { variant, what, direction: Direction::Upper });
            if either.total.is_some() {
                let either = either.clone();
                self.solved.insert(function, either);
            }
        }
        // So does one up to the first solution, of which there may be more, unless the run to the end of all has no end.
        if self.raising[variant.0 as usize] {
            return;
        }
        let all = Function { variant, what: What::Cost(Extent::All, resource), direction: Direction::Upper };
        if extent != Extent::All
            && extent != Extent::Prefix
            && let Some(all) = self.solved.get(&all).filter(|all| all.total.is_some())
            && is_better(all, &self.solved[&function], Direction::Upper)
        {
            self.solved.insert(function, all.clone());
        }
    }

    /// A recursion that leaves no choice point costs to the end of all solutions what it costs to its end, in which way soever.
    /// Its own equations tell calls that succeed from calls that fail; those of both say more where the sizes with which
    /// there is a solution are known roughly only: `p([], _). p([_|Ks], N) :- N > 0, M is N // 10, p(Ks, M).`
    fn of_either_end(&mut self, function: Function) {
        let Function { variant, what: What::Cost(Extent::All, resource), direction } = function else { return };
        let (at, solved) = (variant.0 as usize, &self.solved[&function]);
        let never = |reason: &Arc<Reason>| matches!(reason.code, Kind::Endless | Kind::Raises);
        let is_asked = !self.explorer.summaries[at].leaves_choice
            && resource != PROGRESS
            && !solved.reason.as_ref().is_some_and(never)
            && !self.explorer.trusted.contains_key(&variant)
            && !self.leaves(&function)
            && is_open(solved, direction)
            && self.reach()[at][at];
        if !is_asked {
            return;
        }
        let what = What::Cost(Extent::Either, resource);
        let either = self.solve_derivations(Function { what, ..function }).clone();
        let all = &self.solved[&function];
        let is_simpler = || {
            let is_no_worse = either.total.is_some() && !is_better(all, &either, direction);
            is_no_worse && pieces(&either) < pieces(all)
        };
        if grows_better(&either, all, direction) || is_simpler() {
            self.solved.insert(function, either);
        }
    }

    pub(crate) fn callees(&self, definition: &Definition) -> Vec<Function> {
        let function = self.functions.find(&definition.name).expect("definitions are of functions");
        let mut callees = Vec::new();
        for case in &definition.cases {
            visit_calls(&case.rhs, function.direction, &mut |name| callees.extend(self.functions.find(name)));
        }
        callees
    }

    /// The sums of output sizes that are the same linear function of the input sizes from both sides.
    pub(crate) fn joint_sizes(&mut self, variant: VariantId) -> Vec<Joint> {
        let explorer = self.explorer;
        let Some(success) = explorer.summaries[variant.0 as usize].success() else { return Vec::new() };
        let pattern = &explorer.variants[variant.0 as usize].pattern;
        let outputs: Vec<(usize, Metric)> = success
            .iter()
            .zip(pattern)
            .flat_map(|(of, before)| of.metrics().into_iter().map(move |metric| (metric, !before.is_ground())))
            .enumerate()
            .filter(|(_, (metric, is_output))| *is_output && *metric != Metric::Value)
            .map(|(at, (metric, _))| (at, metric))
            .collect();
        if outputs.len() < if explorer.chooses { 1 } else { 2 } {
            return Vec::new();
        }
        let mut side = |what, direction| self.solve_derivations(Function { variant, what, direction }).total.clone();
        let mut open = Vec::new();
        for (at, metric) in outputs {
            let what = What::Size(at as u16);
            let (low, high) = (side(what, Direction::Lower), side(what, Direction::Upper));
            if low.is_none() || low != high {
                open.push((at, metric, [low, high].map(|side| side.as_ref().and_then(Linear::of))));
            }
        }
        let of_place = |at: &usize| open.iter().find(|(place, ..)| place == at).map(|(.., sides)| sides);
        let mut joint = |places: &[usize], is_exact: bool| {
            let what = What::Joint(Places::of(places)?);
            let [low, high] = [Direction::Lower, Direction::Upper].map(|direction| side(what, direction));
            let sum = high.as_ref().filter(|_| low == high || !is_exact).and_then(Linear::of)?;
            // What each is at most says as much of a sum that may be less.
            let mut each = places.iter().map(|at| of_place(at)?[1].clone());
            let all = each.try_fold(Linear::constant(0), |all, most| all.plus(&most?, 1));
            if !is_exact && all.is_none_or(|all| all == sum) {
                return None;
            }
            let least = |at: &usize| of_place(at).and_then(|[least, _]| least.clone());
            Some(Joint { sum, is_exact, sizes: places.iter().map(|at| (*at, least(at))).collect() })
        };
        let mut found = Vec::new();
        let metrics: Vec<Metric> = open.iter().map(|(_, metric, _)| *metric).collect();
        for (_, metric) in metrics.iter().enumerate().filter(|(nth, metric)| !metrics[..*nth].contains(metric)) {
            let of_metric = open.iter().filter(|(_, other, _)| other == metric);
            let mut places: Vec<usize> = of_metric.map(|(at, ..)| *at).collect();
            // What is exact goes first: of two, else of more. Of what is not, more say more.
            let stages: [(Groups, bool, usize); 4] =
                [(pairs, true, usize::MAX), (larger, true, 1), (larger, false, 1), (pairs, false, usize::MAX)];
            for (groups, is_exact, most) in stages {
                let sums = groups(&places).into_iter().filter_map(|group| joint(&group, is_exact));
                let sums: Vec<Joint> = sums.take(most).collect();
                places.retain(|place| !sums.iter().any(|joint| joint.sizes.iter().any(|(at, _)| at == place)));
                found.extend(sums);
            }
            let alone = |at: usize| {
                let [least, most] = of_place(&at)?.clone();
                Some(Joint { sum: most?, is_exact: false, sizes: vec![(at, least)] })
            };
            if explorer.chooses && *metric == Metric::Length {
                found.extend(places.into_iter().filter_map(alone));
            }
        }
        found
    }

    /// Functions that call each other, solved; of each what is known. Nothing where the budget ends before they are asked of
    /// the solver.
    fn solve_component(&self, members: &[Function], definitions: Vec<Definition>) -> Result<Vec<Solved>, Spent> {
        let direction = members[0].direction;
        let system = self.filled_system(&definitions, direction)?;
        let has_sums = system.definitions.iter().flat_map(|of| &of.cases).any(|case| has_both(&case.rhs));
        if !has_sums {
            return Ok(self.solve_with_all(members, &definitions, &system));
        }
        let with_sums = |definitions: &[Definition], over| {
            let of_case = |case: &Case| Case { guard: case.guard.clone(), rhs: chosen(&case.rhs, over) };
            let of = |of: &Definition| Definition { cases: of.cases.iter().map(of_case).collect(), ..of.clone() };
            definitions.iter().map(of).collect::<Vec<Definition>>()
        };
        let by_sizes = System { definitions: with_sums(&system.definitions, Over::Sizes) };
        let solved = self.solve_with_all(members, &definitions, &by_sizes);
        let outgrows_powers = |solved: &Solved| solved.total.as_ref().is_some_and(Expr::outgrows_powers);
        let is_simple = |solved: &Solved| tells(solved, direction) && !outgrows_powers(solved);
        if solved.iter().all(is_simple) || self.budget.check().is_err() {
            return Ok(solved);
        }
        // Without what only sums over sizes need, cases are not told apart for it.
        let any = self.filled_system(&with_sums(&definitions, Over::Any), direction)?;
        let of_any = System { definitions: with_sums(&any.definitions, Over::Any) };
        let of_any = self.solve_with_all(members, &definitions, &of_any);
        let better = |(one, other): (Solved, Solved)| {
            let is_better = match (tells(&one, direction), tells(&other, direction)) {
                (true, false) => false,
                (false, true) => true,
                _ if outgrows_powers(&one) != outgrows_powers(&other) => outgrows_powers(&one),
                _ => is_better(&other, &one, direction),
            };
            if is_better { other } else { one }
        };
        Ok(solved.into_iter().zip(of_any).map(better).collect())
    }

    /// The system of some definitions, with everything that is solved put in.
    fn filled_system(&self, definitions: &[Definition], direction: Direction) -> Result<System, Spent> {
        let names: FxHashSet<FnName> = definitions.iter().map(|definition| definition.name.clone()).collect();
        let mut system = System { definitions: definitions.to_vec() };
        for definition in &mut system.definitions {
            for case in std::mem::take(&mut definition.cases) {
                for case in self.filled_in(case, &names, direction)? {
                    if !definition.cases.contains(&case) {
                        definition.cases.push(case);
                    }
                }
            }
        }
        Ok(system)
    }

    /// The same with everything that is solved put in; also with conditions that are not known, where more is claimed without.
    fn solve_with_all(&self, members: &[Function], definitions: &[Definition], with_all: &System) -> Vec<Solved> {
        let direction = members[0].direction;
        let mut system = with_all.clone();
        forget_where_alike(&mut system);
        let has_unknown = drop_unknown_conditions(&mut system);
        let solved = self.solve_filled(members, definitions, system);
        // Without them more is claimed, and less may be found: calls that end under a condition need not end without.
        let is_open = solved.iter().any(|solved| !tells(solved, direction));
        if !has_unknown || !is_open || self.budget.check().is_err() {
            return solved;
        }
        let with_all = self.solve_filled(members, definitions, with_all.clone());
        let better = |(one, other): (Solved, Solved)| {
            let gains = !tells(&one, direction) && known_pieces(&other) > known_pieces(&one);
            if gains || tells(&other, direction) && !tells(&one, direction) { other } else { one }
        };
        solved.into_iter().zip(with_all).map(better).collect()
    }

    /// The same without another try.
    fn solve_filled(&self, members: &[Function], definitions: &[Definition], mut system: System) -> Vec<Solved> {
        let direction = members[0].direction;
        let names: Vec<FnName> = definitions.iter().map(|definition| definition.name.clone()).collect();
        let domains: Vec<Guard> = members.iter().map(|member| self.domain(member)).collect();
        let kept = drop_parameters(&mut system, &domains);
        let equations = system.to_string();
        let vague = system.clone();
        let least = |name: &FnName, param: &Var| {
            let of = self.functions.find(name)?;
            self.least_sizes(of).iter().find_map(|(of, least)| (of == param).then_some(*least))
        };
        let assumed = choose_ends(&mut system, direction, &least);
        let blocked = match members.iter().all(|member| member.direction == direction) {
            true => self.blocked(members, &mut system, direction),
            false => {
                let what = "lower and upper sizes depend on each other";
                Some(Arc::new(self.explorer.reason(members[0].variant, None, Kind::Crossed, what)))
            }
        };
        let is_open = system.definitions.iter().flat_map(|of| &of.cases).any(|case| case.rhs.is_infinite());
        let mut cause = blocked.clone();
        let mut bounds = match blocked {
            Some(reason) => {
                let unknown = || Bound::Unknown { equation: equations.clone(), reason: reason.to_string() };
                let mut bounds = names.iter().map(|name| (name.clone(), unknown())).collect();
                if members.iter().any(|member| member.direction != direction) {
                    self.bound_derived(&self.upper_half(members, &vague), &mut bounds);
                }
                bounds
            }
            None => {
                let domains: Vec<Guard> = members.iter().map(|member| self.meant(member)).collect();
                let system = within_domains(&system, &domains);
                let mut bounds = self.solve_system(&system, direction);
                if direction == Direction::Upper && members.iter().all(|member| member.what.is_size()) {
                    self.bound_derived(&system, &mut bounds);
                }
                bounds
            }
        };
        let meant = |name: &FnName| self.functions.find(name).map(|function| self.meant(&function)).unwrap_or_default();
        // A lower bound of a cost still holds without the calls whose sizes are not known.
        let is_lower_cost = direction == Direction::Lower && !members[0].what.is_size();
        let violated = violated(&bounds, &assumed, &meant, direction);
        if is_lower_cost && (violated.is_some() || !assumed.is_empty()) {
            let domains: Vec<Guard> = members.iter().map(|member| self.meant(member)).collect();
            bounds = match self.without_ranges(&vague, &domains) {
                Some(better) if violated.is_some() || value_of_large(&better) > value_of_large(&bounds) => better,
                Some(_) => bounds,
                None if violated.is_none() => bounds,
                None => {
                    system = vague;
                    drop_ranged_calls(&mut system);
                    self.solve_system(&within_domains(&system, &domains), direction)
                }
            };
        } else if let Some(var) = violated {
            let over_ranges = || self.over_ranges(members, &vague, &meant);
            bounds = if let Some(bounds) = (direction == Direction::Upper).then(over_ranges).flatten() {
                bounds
            } else {
                let what = format!("a size is known as a range only, and the bound is not known to grow with {var}");
                let reason = self.explorer.reason(members[0].variant, None, Kind::Direction, what);
                let unknown = Bound::Unknown { equation: equations.clone(), reason: reason.to_string() };
                cause = Some(Arc::new(reason));
                bounds.into_keys().map(|name| (name, unknown.clone())).collect()
            };
        }
        let is_blocked = cause.is_some();
        let mut all = Vec::new();
        for (member, Definition { name, .. }) in members.iter().zip(definitions) {
            let mut bound = bounds.remove(name).expect("the solver answers for every function of the system");
            let meant = self.meant(member);
            let is_size = member.what.is_size();
            let mut total = None;
            if let (Bound::Unknown { equation, reason }, None) = (&bound, &cause) {
                let why = self.lost(members, definitions, *member, reason, is_open);
                bound = Bound::Unknown { equation: equation.clone(), reason: why.to_string() };
                cause = Some(why);
            }
            // Where paths are missing there may be other cases.
            let is_whole = self.explorer.paths[member.variant.0 as usize].unknown.is_empty();
            if !is_size && is_whole && !is_blocked {
                let cases = &system.get(name).expect("it was solved").cases;
                bound = with_nothing_elsewhere(bound, cases, &meant);
                if matches!(member.what, What::Cost(_, PROGRESS)) {
                    with_nothing_between(&mut bound, cases, &meant);
                }
            }
            let mut reason = cause.clone();
            if let Bound::Known(solution) = &mut bound {
                settle(solution, &meant);
                if self.is_whole(member) {
                    whole_numbers(solution, direction);
                }
                let is_natural = direction == Direction::Lower && !is_size;
                if is_natural {
                    natural(solution, &meant);
                }
                total = self::total(solution, &meant, direction);
                if is_natural {
                    total = total.map(|total| cut_off(&total, &meant).unwrap_or(total));
                }
                reason = match total {
                    None => self.partial(members, definitions, *member, solution, is_open),
                    Some(_) => None,
                };
            }
            all.push(Solved { params: kept[name].clone(), bound, total, equations: equations.clone(), reason });
        }
        all
    }

    /// Whether the values of a function are whole numbers: who vouches for a cost may name any.
    fn is_whole(&self, function: &Function) -> bool {
        match function.what {
            What::Cost(_, resource) | What::Then(_, resource) | What::Leaving(_, resource) => {
                self.explorer.trusted.is_empty() && self.resources[resource.0 as usize].is_whole()
            }
            What::Solutions | What::Size(_) | What::Joint(..) | What::Moment(..) => true,
        }
    }

    /// The equations of upper bounds of sizes among those of lower ones, with the upper ends of what is between the two.
    fn upper_half(&self, members: &[Function], system: &System) -> System {
        let of_upper = members
            .iter()
            .zip(&system.definitions)
            .filter(|(member, _)| member.direction == Direction::Upper && member.what.is_size());
        let (domains, definitions) =
            of_upper.map(|(member, definition)| (self.meant(member), definition.clone())).unzip();
        let (domains, mut upper): (Vec<Guard>, System) = (domains, System { definitions });
        choose_ends(&mut upper, Direction::Upper, &|_, _| None);
        within_domains(&upper, &domains)
    }

    /// Sizes that are not known are bounded from above by induction over derivations: where there is no size, it bounds nothing.
    /// So are those whose bound is no form of sizes, which says less to those who call.
    fn bound_derived(&self, system: &System, bounds: &mut BTreeMap<FnName, Bound>) {
        let is_form = |piece: &Piece| {
            let mut some = false;
            piece.closed().inspect(|closed| closed.visit(&mut |e| some |= matches!(e, Expr::Sequence(_))));
            piece.closed().is_some() && !some
        };
        let is_simple = |bound: &Bound| {
            bound.known().is_some_and(|solution| solution.is_complete() && solution.pieces.iter().all(is_form))
        };
        if bounds.values().all(is_simple) {
            return;
        }
        for (name, expr) in solver::derived(system, &self.budget) {
            let value = || Value::Closed { expr: expr.clone(), exactness: Exactness::Bound };
            match bounds.get_mut(&name).expect("the solver answers for every function of the system") {
                Bound::Known(solution) => {
                    let open = solution.pieces.iter_mut().filter(|piece| !is_form(piece));
                    open.for_each(|piece| piece.value = value());
                }
                unknown => {
                    let domain = system.get(&name).map(|definition| definition.domain.clone()).unwrap_or_default();
                    *unknown = Bound::Known(Solution::derived(Piece { region: domain, value: value() }));
                }
            }
        }
    }

    /// Upper bounds over all values of the sizes that are known as ranges, where they are known.
    fn over_ranges(
        &self,
        members: &[Function],
        system: &System,
        meant: &dyn Fn(&FnName) -> Guard,
    ) -> Option<BTreeMap<FnName, Bound>> {
        let mut system = ranged::with_choices(system)?;
        let assumed = choose_ends(&mut system, Direction::Upper, &|_, _| None);
        if self.blocked(members, &mut system, Direction::Upper).is_some() {
            return None;
        }
        let domains: Vec<Guard> = members.iter().map(|member| self.meant(member)).collect();
        let bounds = self.solve_system(&within_domains(&system, &domains), Direction::Upper);
        let is_some = bounds.values().any(|bound| bound.known().is_some());
        (is_some && violated(&bounds, &assumed, meant, Direction::Upper).is_none()).then_some(bounds)
    }

    /// Lower bounds that do not ask for the sizes that are known as ranges, where they say more than a constant.
    fn without_ranges(&self, system: &System, domains: &[Guard]) -> Option<BTreeMap<FnName, Bound>> {
        let system = forgotten::without_ranges(system)?;
        let bounds = self.solve_system(&within_domains(&system, domains), Direction::Lower);
        bounds.values().any(varies).then_some(bounds)
    }

    /// The sizes a function is meant for: all that its variant can have; with a success, those it may succeed with.
    pub(crate) fn meant(&self, function: &Function) -> Guard {
        match function.what {
            What::Then(..) => self.sizes(function).meant.clone().both(&self.domain_of_others(function)),
            What::Leaving(at, _) => self.sizes(function).meant.clone().both(&self.domain_of_left(function.variant, at)),
            _ => self.sizes(function).meant.clone(),
        }
    }

    /// The least sizes that a function is meant for.
    pub(crate) fn least_sizes(&self, function: Function) -> Cow<'_, [(Var, i64)]> {
        match function.what {
            What::Then(..) | What::Leaving(..) => least_of(&self.meant(&function), &self.parameters(function)).into(),
            _ => self.sizes(&function).least.as_slice().into(),
        }
    }

    fn sizes(&self, function: &Function) -> &Sizes {
        let of_success = matches!(
            function.what,
            What::Cost(Extent::Success, _) | What::Size(_) | What::Joint(..) | What::Then(..) | What::Leaving(..)
        );
        self.sizes[function.variant.0 as usize][usize::from(of_success)].get_or_init(|| {
            let meant = match of_success {
                true => self.explorer.success_domain(function.variant),
                false => self.explorer.domain(function.variant),
            };
            let params = self.explorer.variants[function.variant.0 as usize].params.iter();
            let params: Vec<Var> = params.map(|(param, _)| param.clone()).collect();
            Sizes { least: least_of(&meant, &params), meant }
        })
    }

    fn solve_system(&self, system: &System, direction: Direction) -> BTreeMap<FnName, Bound> {
        // Many cost keys have the same equations under other names. What has no case is not in the text.
        let mut renamed = system.clone();
        let place = |name: &FnName| system.definitions.iter().position(|definition| definition.name == *name);
        for (at, definition) in renamed.definitions.iter_mut().enumerate() {
            definition.name = FnName::new(format!("f{at}"));
            for case in &mut definition.cases {
                case.rhs = map_calls(&case.rhs, &mut |name, args| {
                    Some(Expr::call(FnName::new(format!("f{}", place(name)?)), args.to_vec()))
                });
            }
        }
        let text = format!("{} {renamed}", system.definitions.len());
        // What has no bound at some sizes seldom has one at others that is of use.
        let is_open = system.definitions.iter().flat_map(|of| &of.cases).any(|case| case.rhs.is_infinite());
        let budget = if is_open { self.budget.part(PART_OF_OPEN) } else { self.budget };
        let open = match self.explorer.assertions.solved.turn(text, direction, &budget) {
            Turn::Solved(known) => {
                let by_place = |at: usize| known[&FnName::new(format!("f{at}"))].clone();
                let bounds = system.definitions.iter().enumerate();
                return bounds.map(|(at, definition)| (definition.name.clone(), by_place(at))).collect();
            }
            Turn::Open(open) => open,
        };
        let limits = Limits { budget, ..Limits::default() };
        let bounds = solver::solve(system, direction, &limits);
        let places = system.definitions.iter().enumerate();
        let stored = places.map(|(at, definition)| (FnName::new(format!("f{at}")), bounds[&definition.name].clone()));
        open.keep(stored.collect());
        bounds
    }

    /// Why the functions cannot be bounded from their equations, if they cannot. For lower bounds of costs, cases that
    /// are not known become zero instead.
    fn blocked(&self, members: &[Function], system: &mut System, direction: Direction) -> Option<Arc<Reason>> {
        let is_size = members[0].what.is_size();
        let hidden =
            members.iter().find_map(|member| self.explorer.paths[member.variant.0 as usize].unknown.first().cloned());
        if let Some(why) = hidden {
            if direction == Direction::Upper || is_size {
                return Some(why);
            }
            system.definitions.iter_mut().for_each(|definition| definition.cases = vec![nothing()]);
            return None;
        }
        let endless = |member: &&Function| {
            let paths = &self.explorer.paths[member.variant.0 as usize];
            let ends = paths.first.iter().any(|path| path.outcome.is_end());
            let counts = matches!(member.what, What::Cost(Extent::All, _) | What::Solutions) && !member.is_progress();
            counts && !ends && !self.explorer.trusted.contains_key(&member.variant)
        };
        if let Some(member) = members.iter().find(endless) {
            let because = |kind, what: &str| Some(Arc::new(self.explorer.reason(member.variant, None, kind, what)));
            match self.explorer.ends(member.variant) {
                Ends::Raises => return because(Kind::Raises, "every call of it raises an exception"),
                Ends::Perhaps | Ends::Never if direction == Direction::Upper => {
                    return because(Kind::Endless, "no call of it ends");
                }
                Ends::Perhaps | Ends::Never => {}
            }
            system.definitions.iter_mut().for_each(|definition| definition.cases = vec![nothing()]);
        }
        let open = unknown();
        for definition in &mut system.definitions {
            for case in &mut definition.cases {
                // A choice that a path makes is none of the sizes of its input.
                let chosen = case.rhs.vars().iter().any(|var| !definition.params.contains(var));
                if chosen || case.rhs.mentions(&open) || case.rhs.is_infinite() {
                    if direction == Direction::Upper || is_size {
                        case.rhs = Expr::Inf;
                    } else {
                        case.rhs = Expr::int(0);
                    }
                }
            }
        }
        None
    }
}

/// The case of what is of nothing.
pub(crate) fn nothing() -> Case {
    Case { guard: Guard::always(), rhs: Expr::int(0) }
}

/// The strongly connected components of who calls whom, in levels: each calls those of earlier levels only.
fn levels(graph: &DiGraph<Function, ()>) -> Vec<Vec<Vec<Function>>> {
    let mut levels: Vec<Vec<Vec<Function>>> = Vec::new();
    let mut level_of = vec![0; graph.node_count()];
    for component in tarjan_scc(graph) {
        let callees = || component.iter().flat_map(|&node| graph.neighbors(node));
        let level =
            callees().filter(|to| !component.contains(to)).map(|to| level_of[to.index()] + 1).max().unwrap_or(0);
        component.iter().for_each(|node| level_of[node.index()] = level);
        if levels.len() == level {
            levels.push(Vec::new());
        }
        levels[level].push(component.into_iter().map(|node| graph[node]).collect());
    }
    levels
}

/// Whether a bound is known for all sizes, and one from below grows with some.
fn tells(solved: &Solved, direction: Direction) -> bool {
    let varies = |total: &Expr| direction == Direction::Upper || !total.vars().is_empty();
    solved.total.as_ref().is_some_and(varies)
}

/// On how many pieces a bound is known.
fn known_pieces(solved: &Solved) -> usize {
    let known = solved.bound.known().into_iter().flat_map(|solution| &solution.pieces);
    known.filter(|piece| piece.closed().is_some()).count()
}

/// In how many pieces a bound is.
fn pieces(solved: &Solved) -> usize {
    solved.bound.known().map_or(0, |solution| solution.pieces.len())
}

/// Whether a bound is somewhere no constant.
fn varies(bound: &Bound) -> bool {
    let closed =
        |solution: &Solution| solution.pieces.iter().filter_map(|piece| piece.closed()).any(|e| !e.vars().is_empty());
    bound.known().is_some_and(closed)
}

/// What bounds come to for large sizes, all together: where both of two are bounds, the greater lower ones are better.
fn value_of_large(bounds: &BTreeMap<FnName, Bound>) -> f64 {
    const LARGE: i64 = 100;
    let value = |bound: &Bound| {
        let form = bound.known()?.at(&|_| Some(LARGE))?.eval_f64(&|_| Some(LARGE as f64));
        (!form.is_nan()).then_some(form)
    };
    bounds.values().filter_map(value).sum()
}

/// Whether every piece of a solution is known and finite.
pub(crate) fn is_finite(solution: &Solution) -> bool {
    solution.pieces.iter().all(|piece| piece.closed().is_some_and(|expr| !expr.is_infinite()))
}

/// What is known of the work of the collector: nothing from above.
fn collected(function: Function, mut solved: Solved) -> Solved {
    if function.direction == Direction::Upper {
        let what = "when the heap is collected is not known";
        let reason = Reason {
            code: Kind::Collector,
            place: None,
            predicate: String::new(),
            called: None,
            size: None,
            what: what.into(),
            tried: Vec::new(),
        };
        solved.bound = Bound::Unknown { equation: solved.equations.clone(), reason: reason.to_string() };
        solved.reason = Some(Arc::new(reason));
        solved.total = None;
    }
    solved
}
