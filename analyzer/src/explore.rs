//! Exploration of a predicate under a call pattern: all its paths, and what calls of it may do.
//!
//! A [`Variant`] is a predicate with the types of its arguments; its parameters are the sizes of those arguments. Its
//! code is executed on abstract cells from the entry, forking where the input decides, backtracking where the machine
//! would; calls are replaced by the [`Summary`] of the variant they call. Summaries start at "cannot return" and grow
//! until nothing changes; the paths of the last round are what [`crate::equations`] is made from.
//!
//! Two extents are explored: up to the first solution, and, where solutions may leave choice points, to the end of all.
//! The continuation of a call that may have several solutions is explored once, from the call down to its failure, and
//! multiplied by the number of solutions (paper section 4.2); a cut in it ends the multiplication.
//!
//! Long, because calls, continuations and summaries are explored in turns, on one stack of the same state.

use crate::affine::Affine;
use crate::assertion::{Assertion, Assertions};
use crate::balanced::Balanced;
use crate::bindings;
use crate::branches;
use crate::budget::{Budget, Spent};
use crate::calls::count_cut;
use crate::cleanup;
use crate::constants::Constants;
use crate::cost::{Cost, VariantId};
use crate::divisors::Divisors;
use crate::entry::{Entry, Inside};
use crate::equations::Equations;
use crate::exceptions::may_raise;
use crate::exits::{Exit, leaves};
use crate::failing::Fails;
use crate::functions::Functions;
use crate::goals::Goals;
use crate::invariant::Invariant;
use crate::joins::{join_endings, next_to_go_on};
use crate::kinds::{Kinds, SolutionKind, When, constants};
use crate::membership::{self, Tests};
use crate::mutation::Changes;
use crate::norms::{Manner, Norm};
use crate::pattern::{domain, known_variables, narrow, parameter, start, untouched};
use crate::range::Range;
use crate::reason::{Code as Kind, Reason};
use crate::regtype::TypeTable;
use crate::remembered::Depends;
use crate::roots::Roots;
use crate::rounding::Quotients;
use crate::settle::Agenda;
use crate::solutions::unmarked;
use crate::state::{Alternative, CellId, Choice, Split, State};
use crate::step::{Code, Flow, step};
use crate::tables::table;
use crate::types::{Metric, Type};
use crate::visited::Visits;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Expr, Var};
use solver::{Guard, Linear};
use std::sync::Arc;
use wam::code::{PredicateKind, Program};
use wam::instr::{Instr, Label, PredId, key};

/// A predicate under a call pattern.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The predicate.
    pub pred: PredId,
    /// The types of its arguments at the call.
    pub pattern: Vec<Type>,
    /// The sizes of its arguments, in order: the parameters of all its functions.
    pub params: Vec<(Var, Metric)>,
    /// The variant in which it was first called.
    pub caller: Option<VariantId>,
}

/// What a call of a variant may do, as far as it is known.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Its arguments when it succeeds; nothing while it is not known to succeed.
    pub exit: Option<Exit>,
    /// What holds between its sizes and those of its solutions.
    pub(crate) sizes: Affine,
    /// Which of its arguments certainly are the same when it succeeds.
    pub untouched: Vec<bool>,
    /// When it may succeed.
    pub when: When,
    /// The kinds of its solutions, if they are told apart.
    pub kinds: Vec<SolutionKind>,
    /// The compounds that it may have changed in place when it succeeds.
    pub(crate) changes: Changes,
    /// When it may fail.
    pub fails: Fails,
    /// Whether a solution may leave a choice point.
    pub leaves_choice: bool,
    /// Whether a solution may leave none.
    pub leaves_none: bool,
}

impl Summary {
    /// The types of its arguments when it succeeds; nothing while it is not known to succeed.
    pub fn success(&self) -> Option<&[Type]> {
        self.exit.as_ref().map(|exit| exit.types.as_slice())
    }

    fn bottom() -> Self {
        Summary {
            exit: None,
            sizes: Affine::Nothing,
            untouched: Vec::new(),
            when: When::default(),
            kinds: Vec::new(),
            changes: Changes::default(),
            fails: Fails::NEVER,
            leaves_choice: false,
            leaves_none: false,
        }
    }

    fn trusted(trust: &Assertion) -> Self {
        Summary {
            exit: Some(Exit { types: trust.success.clone(), ends: Vec::new() }),
            sizes: Affine::anything(),
            untouched: Vec::new(),
            when: When::default(),
            kinds: Vec::new(),
            changes: Changes::default(),
            fails: if trust.not_fails { Fails::NEVER } else { Fails::Perhaps },
            leaves_choice: !trust.is_det,
            leaves_none: true,
        }
    }
}

/// How a path ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// With its first solution, and the sizes of the arguments then (in the order of the success types' metrics); without
    /// them where it is several paths that were joined.
    Success(Vec<Range>),
    /// Without a solution.
    Failure,
    /// At the end of all solutions: so many.
    Finished(Range),
    /// In a call that never ends, or that raises an exception.
    Stuck(VariantId),
    /// With an exception.
    Raises,
}

impl Outcome {
    /// Whether the run is over then, without an exception: bounds are for such runs.
    pub fn is_end(&self) -> bool {
        matches!(self, Outcome::Success(_) | Outcome::Failure | Outcome::Finished(_))
    }
}

/// A path through a variant, from the call to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// The condition on the sizes it is taken under.
    pub guard: Guard,
    /// The sizes it chooses.
    pub splits: Vec<Split>,
    /// What it costs.
    pub cost: Cost,
    /// How it ends.
    pub outcome: Outcome,
    /// The integers it computes that may have more bits than what they are computed from.
    pub made: Vec<Range>,
}

/// Sizes of a result that are known together.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    /// What they add up to, or are together at most.
    pub sum: Linear,
    /// Whether that is what they add up to.
    pub is_exact: bool,
    /// Two and more, or one that is a choice: the place of each, and the least that it is, where that is known.
    pub sizes: Vec<(usize, Option<Linear>)>,
}

/// All paths of a variant.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// Up to the first solution, or to failure; also those that reach neither.
    pub first: Vec<Path>,
    /// To the end of all solutions; only where solutions may leave choice points.
    pub all: Vec<Path>,
    /// Sizes of the arguments at every solution.
    pub exits: Vec<(Guard, Vec<Split>, Vec<Range>)>,
    /// Why there may be paths that are not among them.
    pub unknown: Vec<Arc<Reason>>,
}

impl Paths {
    /// Whether one of them ends in an exception or without an end.
    fn may_raise(&self) -> bool {
        self.first.iter().chain(&self.all).any(|path| !path.outcome.is_end())
    }

    /// Whether one of them calls one of some variants.
    fn call(&self, some: &dyn Fn(VariantId) -> bool) -> bool {
        self.first.iter().chain(&self.all).any(|path| {
            let mut calls_one = false;
            path.cost.calls(&mut |call| calls_one |= matches!(call, Cost::Call(callee, ..) if some(*callee)));
            calls_one
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    First,
    All,
}

pub(crate) enum Ending {
    /// All choice points above the base are used up.
    Exhausted,
    /// A solution was reached, and one was asked for; the sizes of the arguments then.
    Success(Vec<Range>),
    /// A cut removed the base; the state goes on below it.
    CutThrough,
    /// A call neither succeeds nor fails.
    Stuck(VariantId),
    /// An exception was raised.
    Raised,
}

/// Limits that keep an exploration short.
pub(crate) const STEP_LIMIT: usize = 100_000;
pub(crate) const PATH_LIMIT: usize = 256;

/// The variants of a program reachable from an entry, with their summaries and paths.
pub struct Explorer<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its regular types.
    pub types: Arc<TypeTable>,
    /// The functions that stand for sizes and numbers of solutions.
    pub functions: Functions,
    /// The variants, by id.
    pub variants: Vec<Variant>,
    /// What is known of each.
    pub summaries: Vec<Summary>,
    /// The paths of each.
    pub paths: Vec<Paths>,
    /// What the user vouches for.
    pub assertions: Arc<Assertions>,
    /// The variants that are trusted or tables, not explored.
    pub trusted: FxHashMap<VariantId, Assertion>,
    /// How the sizes of each compare at its calls.
    pub(crate) invariants: Vec<Invariant>,
    /// What held at the calls of each when its paths were explored.
    pub(crate) explored: Vec<Option<Invariant>>,
    /// Whether a cut in each may drop choice points: trail entries made for them stay.
    drops: Vec<bool>,
    /// What the exploration was for.
    pub(crate) root: Option<VariantId>,
    pub(crate) goals: Goals,
    index: FxHashMap<(PredId, Vec<Type>), VariantId>,
    /// The predicates that have variants.
    met: FxHashSet<PredId>,
    /// Output sizes that add up to a function of the input sizes.
    pub(crate) joint: FxHashMap<VariantId, Vec<Joint>>,
    steps: usize,
    /// How types that have several norms are measured.
    pub(crate) manner: Manner,
    /// What the program asks of lists of visited values, where they are measured by that.
    pub(crate) tests: Arc<Tests>,
    visits: Arc<Option<Visits>>,
    /// Whether integers are measured by their roots, too, and multiples told from others.
    pub(crate) tells_values: bool,
    /// Whether lengths that calls give are choices up to the greatest.
    pub(crate) chooses: bool,
    /// Of which integers the program asks for roots.
    pub(crate) roots: Arc<Roots>,
    /// How many kinds of solutions are told apart.
    pub(crate) kinds: Kinds,
    /// Whether there are more of them than were told apart.
    pub(crate) has_more_kinds: bool,
    /// By which numbers arguments are divided.
    pub(crate) divisors: Arc<Divisors>,
    /// Arguments that keep their integers.
    pub(crate) constants: Arc<Constants>,
    /// The dictionaries of the program's library.
    pub(crate) balanced: Arc<Balanced>,
    /// Whether a multiple of one of these has been met in a call.
    pub(crate) has_multiples: bool,
    /// Whether conditions behind generators are told apart.
    pub(crate) tells_apart: bool,
    /// Whether there are such conditions.
    pub(crate) could_tell_apart: bool,
    /// What the answers of predicates depend on, as far as that was asked.
    pub(crate) depends: FxHashMap<PredId, Depends>,
    /// The variants through which too many paths lead.
    crowds: FxHashSet<VariantId>,
    /// The variants with an instruction that may raise an exception, beside what paths say.
    pub(crate) raisers: FxHashSet<VariantId>,
    /// The goals of catches, by the variant of the catch.
    pub(crate) caught: FxHashMap<VariantId, FxHashSet<VariantId>>,
    /// The catches among these whose goals may raise an exception.
    pub(crate) interrupted: FxHashSet<VariantId>,
    /// Whether that has just been found of one.
    is_crowded: bool,
    /// What the exploration may use.
    pub(crate) budget: Budget,
    /// What of it is used up.
    pub(crate) spent: Option<Spent>,
    pub(crate) agenda: Agenda,
}

/// The variant being explored.
pub(crate) struct Frame {
    pub(crate) id: VariantId,
    args: Vec<CellId>,
    /// The variables of the call pattern.
    leaves: Vec<CellId>,
    variables: Vec<Option<Vec<CellId>>>,
    untouched: Vec<bool>,
    pub(crate) paths: Paths,
    /// The constants of the arguments at each of the solutions.
    given: Vec<Vec<Option<Type>>>,
    exit: Option<Exit>,
    /// The condition and the sizes at each of the solutions, with the names of values that are not known.
    sizes: Vec<(Guard, Vec<Range>)>,
    /// Whether these types grew after sizes had been measured by them.
    is_uneven: bool,
    /// Whether paths are joined where they meet: there are too many.
    pub(crate) joins: bool,
    drops: bool,
    /// Whether a solution may leave no choice point.
    leaves_none: bool,
    changes: Changes,
}

impl<'a> Explorer<'a> {
    /// An explorer that knows no variant yet.
    pub fn new(program: &'a Program, types: &TypeTable, assertions: &Assertions, budget: Budget) -> Self {
        Explorer {
            budget,
            spent: None,
            agenda: Agenda::default(),
            program,
            types: Arc::new(types.clone()),
            assertions: Arc::new(assertions.clone()),
            trusted: FxHashMap::default(),
            functions: Functions::default(),
            variants: Vec::new(),
            summaries: Vec::new(),
            paths: Vec::new(),
            invariants: Vec::new(),
            explored: Vec::new(),
            drops: Vec::new(),
            root: None,
            goals: Goals::default(),
            index: FxHashMap::default(),
            met: FxHashSet::default(),
            joint: FxHashMap::default(),
            steps: 0,
            manner: Manner::default(),
            tests: assertions.tests.get(|| membership::tests(program)),
            visits: Arc::default(),
            tells_values: false,
            chooses: false,
            kinds: Kinds::FEW,
            has_more_kinds: false,
            roots: assertions.roots.get(|| Roots::of(program)),
            divisors: assertions.divisors.get(|| Divisors::of(program)),
            constants: assertions.constants.get(|| Constants::of(program)),
            balanced: assertions.balanced.get(|| Balanced::of(program, types)),
            has_multiples: false,
            tells_apart: false,
            could_tell_apart: false,
            depends: FxHashMap::default(),
            crowds: FxHashSet::default(),
            raisers: FxHashSet::default(),
            caught: FxHashMap::default(),
            interrupted: FxHashSet::default(),
            is_crowded: false,
        }
    }

    /// What the program asks of lists of visited values, where they are measured by that.
    pub(crate) fn asked_visits(&self) -> Option<&Visits> {
        self.visits.as_ref().as_ref()
    }

    /// Explores a predicate under a call pattern and everything it calls, until nothing changes.
    pub fn explore(&mut self, entry: &Entry) -> VariantId {
        let Entry { pred, pattern, inside, .. } = entry.clone();
        let of_lists = match inside {
            Inside::Elements => Some(Norm::Elements),
            Inside::Nodes => Some(Norm::Nodes),
            _ => None,
        };
        self.manner = Manner::of(&pattern).or(of_lists);
        self.manner = self.manner.with_trees(self.balanced.trees(), &pattern);
        self.tells_apart = matches!(inside, Inside::Conditions | Inside::Absent);
        self.tells_values = inside == Inside::Values;
        self.chooses = inside == Inside::Lengths;
        self.kinds = if inside == Inside::Rows { Kinds::ROWS } else { Kinds::FEW };
        if inside == Inside::Goals {
            self.types = Arc::new(self.types.telling_goals());
        }
        let visits = || self.assertions.visits.get(|| Visits::of(self.program, &self.tests));
        self.visits = if inside == Inside::Absent { visits() } else { Arc::default() };
        let root = self.variant(pred, pattern, None);
        self.root = Some(root);
        self.settle(root);
        if self.spent.is_some() {
            return root;
        }
        let joint: FxHashMap<VariantId, Vec<Joint>> = {
            let mut equations = Equations::within(self, self.budget.half());
            let variants = (0..self.variants.len() as u32).map(VariantId);
            let joint = variants.map(|variant| (variant, equations.joint_sizes(variant)));
            joint.filter(|(_, found)| !found.is_empty()).collect()
        };
        if !joint.is_empty() {
            // Sizes that depend on each other are worth a second look at everything that receives them.
            self.joint = joint;
            self.settle_again(root);
        }
        root
    }

    /// Whether a cut in a variant may drop choice points.
    pub(crate) fn drops(&self, variant: VariantId) -> bool {
        self.drops[variant.0 as usize]
    }

    /// Which variants may leave trail entries for choice points that are gone.
    pub(crate) fn leaving(&self) -> Vec<bool> {
        self.reaching(self.drops.clone())
    }

    /// Which variants have a path, or call what has one, that ends in an exception or without an end.
    pub(crate) fn raising(&self) -> Vec<bool> {
        // What is vouched for may raise; a table does not.
        let is_vouched =
            |variant: &Variant| self.assertions.find(variant.pred, &variant.pattern, &self.types).is_some();
        let raises = |(at, paths): (usize, &Paths)| {
            let id = VariantId(at as u32);
            self.raisers.contains(&id)
                || paths.may_raise()
                || self.trusted.contains_key(&id) && is_vouched(&self.variants[at])
        };
        self.reaching(self.paths.iter().enumerate().map(raises).collect())
    }

    /// The catches whose goals may raise an exception, that are not known as such.
    pub(crate) fn newly_interrupted(&self) -> Vec<VariantId> {
        if self.caught.is_empty() {
            return Vec::new();
        }
        let raising = self.raising();
        let raise = |goals: &FxHashSet<VariantId>| goals.iter().any(|goal| raising[goal.0 as usize]);
        let of = |(&id, goals): (&VariantId, &FxHashSet<VariantId>)| {
            (raise(goals) && !self.interrupted.contains(&id)).then_some(id)
        };
        let mut found: Vec<VariantId> = self.caught.iter().filter_map(of).collect();
        found.sort();
        found
    }

    /// Some variants, and all that call them.
    pub(crate) fn reaching(&self, mut some: Vec<bool>) -> Vec<bool> {
        loop {
            let before = some.clone();
            for (at, paths) in self.paths.iter().enumerate() {
                some[at] |= paths.call(&|callee| some[callee.0 as usize]);
            }
            if some == before {
                return some;
            }
        }
    }

    /// The predicate in whose text the clauses of a variant stand: of a control construct, or a goal that was compiled apart,
    /// that of the variant which calls it.
    pub(crate) fn owner(&self, id: VariantId) -> PredId {
        let Variant { pred, caller, .. } = &self.variants[id.0 as usize];
        let is_apart = self.module(*pred).is_none() || self.program.is_lifted(*pred);
        match caller {
            // A variant is called by one that was met before it.
            Some(caller) if is_apart && *caller < id => self.owner(*caller),
            _ => *pred,
        }
    }

    /// The sizes that inputs of a variant can have.
    pub fn domain(&self, id: VariantId) -> Guard {
        let variant = &self.variants[id.0 as usize];
        let mut guard = domain(&variant.params, &variant.pattern);
        self.invariants[id.0 as usize].add_to(&mut guard);
        guard
    }

    /// The sizes with which a call of a variant may succeed, as far as that is known.
    pub fn success_domain(&self, id: VariantId) -> Guard {
        let params = &self.variants[id.0 as usize].params;
        let sizes: Vec<Range> = params.iter().map(|(var, _)| Range::exact(Expr::Var(var.clone()))).collect();
        let mut guard = self.domain(id);
        let possible = narrow(&mut guard, &self.summaries[id.0 as usize].when.least, &sizes);
        debug_assert!(possible, "sizes of successes are possible");
        guard
    }

    /// How many variants there are besides one for each predicate: a large program has many of these.
    pub(crate) fn further_variants(&self) -> usize {
        self.variants.len() - self.predicates()
    }

    /// How many predicates have variants.
    pub(crate) fn predicates(&self) -> usize {
        self.met.len()
    }

    /// The variant of a predicate and call pattern, which a variant calls.
    pub(crate) fn variant(&mut self, pred: PredId, pattern: Vec<Type>, caller: Option<VariantId>) -> VariantId {
        if let Some(&id) = self.index.get(&(pred, pattern.clone())) {
            return id;
        }
        let id = VariantId(self.variants.len() as u32);
        let metrics: Vec<Metric> = pattern.iter().flat_map(Type::metrics).collect();
        let params = metrics.iter().enumerate().map(|(at, &metric)| (parameter(at), metric)).collect();
        self.index.insert((pred, pattern.clone()), id);
        self.met.insert(pred);
        let trust = self.assertions.find(pred, &pattern, &self.types).cloned();
        if let Some(trust) = trust.or_else(|| self.table(pred, &pattern)) {
            self.summaries.push(Summary::trusted(&trust));
            self.trusted.insert(id, trust);
        } else {
            self.summaries.push(Summary::bottom());
        }
        self.variants.push(Variant { pred, pattern, params, caller });
        self.paths.push(Paths::default());
        self.invariants.push(Invariant::Uncalled);
        self.agenda.add(id);
        self.explored.push(None);
        self.drops.push(self.trusted.contains_key(&id));
        id
    }

    /// What is known of calls of a predicate that is a table of facts, if it is one.
    fn table(&self, pred: PredId, pattern: &[Type]) -> Option<Assertion> {
        self.module(pred).and_then(|_| table(self.program, pred, pattern))
    }

    /// Explores one variant with the summaries as they are. Once more is needed where that says so: sizes at its solutions
    /// were measured by types that were too narrow.
    pub(crate) fn round(&mut self, id: VariantId) -> bool {
        if self.trusted.contains_key(&id) {
            return false;
        }
        let is_uneven = self.look(id);
        if std::mem::take(&mut self.is_crowded) {
            self.crowds.insert(id);
            return self.look(id);
        }
        // What holds between sizes is not known before they are measured alike.
        is_uneven && self.look(id)
    }

    /// The same, told apart or joined.
    fn look(&mut self, id: VariantId) -> bool {
        let variant = self.variants[id.0 as usize].clone();
        let program = self.program;
        let functor = self.functor(variant.pred);
        let is_construct = self.module(variant.pred).is_none();
        let block = &*self.block(variant.pred);
        if block.instrs.is_empty() {
            let name = program.atoms.name(functor.name);
            let what = format!("{name}/{} is not defined", functor.arity);
            self.paths[id.0 as usize].unknown = vec![Arc::new(self.reason(id, None, Kind::Undefined, what))];
            return false;
        }
        let of_goal = is_construct || program.is_lifted(variant.pred);
        let of_library = !of_goal && program.get(variant.pred).kind == PredicateKind::Library;
        let (types, assertions) = (self.types.clone(), self.assertions.clone());
        let (facts, has_whole_quotients) = (&assertions.facts, self.divisors.are_whole);
        let code = Code { program, block, types: &types, facts, of_library, has_whole_quotients };
        let (mut state, args) = start(&variant, self.domain(id));
        state.goals = self.types.tells_goals().then(|| self.types.clone());
        state.quotients = Quotients::of(&variant.params, variant.pred, code.block);
        if let Some(visits) = self.asked_visits() {
            let begins = self.root.map_or(variant.pred, |root| self.variants[root.0 as usize].pred);
            visits.start(&mut state, variant.pred, &args, begins);
        }
        let before = &self.summaries[id.0 as usize];
        let mut frame = Frame {
            id,
            variables: known_variables(&state, &args, &variant.pattern),
            leaves: leaves(&state, &args, &variant.pattern).unwrap_or_default(),
            args,
            untouched: before.untouched.clone(),
            paths: Paths::default(),
            given: Vec::new(),
            exit: before.exit.clone(),
            sizes: Vec::new(),
            is_uneven: false,
            joins: self.crowds.contains(&id),
            drops: false,
            leaves_none: before.leaves_none,
            changes: before.changes.clone(),
        };
        self.steps = 0;
        let invariant = self.invariants[id.0 as usize].clone();
        let mut summary = self.summaries[id.0 as usize].clone();
        let is_param = |var: &Var| variant.params.iter().any(|(param, _)| param == var);
        let facts = assertions.facts.get(&variant.pred).filter(|_| !of_goal);
        let run = |this: &mut Self, frame: &mut Frame, until| match facts {
            Some(facts) => {
                let args = frame.args.clone();
                this.run_facts(frame, &state, &args, facts, until)
            }
            None => this.run(&code, frame, state.clone(), 0, until),
        };
        for (state, ending) in run(self, &mut frame, Until::First) {
            let outcome = match ending {
                Ending::Success(sizes) => {
                    summary.leaves_choice |= !state.choices.is_empty();
                    Outcome::Success(sizes.iter().map(unmarked).collect())
                }
                Ending::Stuck(callee) => Outcome::Stuck(callee),
                Ending::Raised => Outcome::Raises,
                Ending::Exhausted | Ending::CutThrough => {
                    summary.fails.add(state.guard.project(&is_param), &variant.params);
                    Outcome::Failure
                }
            };
            frame.paths.first.push(path(state, outcome));
            if self.is_spent() {
                return false;
            }
        }
        if summary.leaves_choice {
            for (state, ending) in run(self, &mut frame, Until::All) {
                let outcome = match ending {
                    Ending::Stuck(callee) => Outcome::Stuck(callee),
                    Ending::Raised => Outcome::Raises,
                    _ => Outcome::Finished(state.solutions.clone()),
                };
                frame.paths.all.push(path(state, outcome));
                if self.is_spent() {
                    return false;
                }
            }
        }
        if self.is_crowded {
            return false;
        }
        summary.sizes = self.affine(&frame, &variant, &summary);
        summary.exit = frame.exit;
        summary.untouched = frame.untouched;
        summary.leaves_none = frame.leaves_none;
        summary.changes = frame.changes;
        // A path that is missing may succeed with any sizes.
        (summary.when, summary.kinds) = match frame.paths.unknown.is_empty() {
            true => {
                let exits = &frame.paths.exits;
                (When::of(exits, &variant.params), self.kinds(exits, &frame.given, &variant.params))
            }
            false => Default::default(),
        };
        self.summaries[id.0 as usize] = summary;
        self.paths[id.0 as usize] = frame.paths;
        self.explored[id.0 as usize] = Some(invariant);
        self.drops[id.0 as usize] = frame.drops;
        frame.is_uneven
    }

    /// What holds between the sizes of a variant and those of its solutions, at those that were just met and before.
    fn affine(&self, frame: &Frame, variant: &Variant, before: &Summary) -> Affine {
        if !frame.paths.unknown.is_empty() {
            return Affine::anything();
        }
        if frame.is_uneven {
            return Affine::Nothing;
        }
        let now = Affine::of(&frame.sizes, &variant.params);
        let types = |exit: &Option<Exit>| exit.as_ref().map(|exit| exit.types.clone());
        // Of other types the sizes are other ones.
        if types(&before.exit) == types(&frame.exit) { before.sizes.join(&now) } else { now }
    }

    /// Runs a state until the choice points above `base` are used up, in every case.
    pub(crate) fn run(
        &mut self,
        code: &Code,
        frame: &mut Frame,
        state: State,
        base: usize,
        until: Until,
    ) -> Vec<(State, Ending)> {
        let mut endings = Vec::new();
        let mut todo = vec![(state, Flow::Go)];
        let mut waiting = Vec::new();
        loop {
            if todo.is_empty() {
                todo.extend(next_to_go_on(&mut waiting).into_iter().map(|state| (state, Flow::Go)));
            }
            let Some((mut state, flow)) = todo.pop() else { break };
            self.steps += 1;
            if self.steps > STEP_LIMIT || endings.len() > PATH_LIMIT {
                self.is_crowded |= !frame.joins;
                let what = format!("more than {PATH_LIMIT} paths lead through its clauses");
                self.gap(frame, Some(state.pc), Kind::ManyPaths, what);
                break;
            }
            if self.is_crowded {
                break;
            }
            if self.is_spent() {
                break;
            }
            match flow {
                Flow::Go => {
                    let (before, choices) = (state.log.len(), state.choices.len());
                    let instr = code.block.instrs[state.pc.0 as usize];
                    state.bound = 0;
                    if !self.raisers.contains(&frame.id) && may_raise(code, &state, instr) {
                        self.raisers.insert(frame.id);
                    }
                    let mut next = step(code, state);
                    // That of a catch or of a cleanup that has done its work; the last alternative takes back what there is.
                    let is_last = matches!(instr, Instr::Trust { .. } | Instr::TrustElse {});
                    frame.drops |= !is_last && next.iter().any(|(state, _)| state.choices.len() < choices);
                    bindings::note(before, &mut next);
                    branches::note(before, &mut next);
                    todo.extend(next);
                }
                Flow::Fail if frame.joins => {
                    let mut next = Vec::new();
                    fail(state, base, &mut next, &mut endings);
                    for (state, flow) in next {
                        match flow {
                            Flow::Go => waiting.push(state),
                            // Choice points with no alternative fail on; that of a cleanup calls it.
                            _ => todo.push((state, flow)),
                        }
                    }
                    join_endings(&mut endings);
                }
                Flow::Fail => fail(state, base, &mut todo, &mut endings),
                Flow::Proceed => {
                    let sizes = self.exit(frame, &state);
                    if until == Until::First {
                        endings.push((state, Ending::Success(sizes)));
                        if frame.joins {
                            join_endings(&mut endings);
                        }
                    } else {
                        state.solutions = state.solutions.offset(1);
                        state.log.push(Cost::Solution(sizes));
                        state.may_lead_elsewhere();
                        todo.push((state, Flow::Fail));
                    }
                }
                Flow::Cut(level) => {
                    count_cut(code, &mut state, level);
                    frame.drops |= level < state.choices.len();
                    state.choices.truncate(level);
                    if level < base {
                        endings.push((state, Ending::CutThrough));
                    } else {
                        todo.push((state, Flow::Go));
                    }
                }
                Flow::Call { pred, last } => {
                    self.call(code, frame, state, pred, last, base, until, &mut todo, &mut endings);
                }
                Flow::Construct(shape) => {
                    let arity = state.x.len();
                    match self.goals.number(self.program, &shape, arity) {
                        Ok(pred) => {
                            self.call(code, frame, state, pred, true, base, until, &mut todo, &mut endings);
                        }
                        Err(why) => todo.push((state, Flow::Unknown(Kind::OtherGoal, why))),
                    }
                }
                Flow::Raise => endings.push((state, Ending::Raised)),
                Flow::Stuck(callee) => endings.push((state, Ending::Stuck(callee))),
                Flow::Unknown(kind, why) => {
                    let at = Label(state.pc.0.saturating_sub(1));
                    self.gap(frame, Some(at), kind, why);
                }
            }
        }
        endings
    }

    /// Whether the budget is used up, which is noted: what was found by then is not all.
    fn is_spent(&mut self) -> bool {
        self.spent = self.spent.or_else(|| self.budget.check().err());
        self.spent.is_some()
    }

    /// Records that there may be other paths, for a reason that lies at an instruction of the variant.
    pub(crate) fn gap(&self, frame: &mut Frame, at: Option<Label>, code: Kind, what: impl Into<String>) {
        let reason = self.reason(frame.id, at, code, what);
        if !frame.paths.unknown.iter().any(|known| **known == reason) {
            frame.paths.unknown.push(Arc::new(reason));
        }
    }

    /// Records the types and sizes of the arguments at a solution, which it gives back.
    pub(crate) fn exit(&self, frame: &mut Frame, state: &State) -> Vec<Range> {
        frame.leaves_none |= !state.choices.iter().any(Choice::is_certain);
        frame.changes.add(&state.changes);
        let same = match state.changes.is_empty() {
            true => untouched(state, &frame.args, &frame.variables),
            false => vec![false; frame.args.len()],
        };
        frame.untouched = match frame.exit {
            None => same,
            Some(_) => frame.untouched.iter().zip(same).map(|(known, same)| *known && same).collect(),
        };
        let measured = |of: &Type| if self.manner.is_plain() { of.clone() } else { self.manner.apply(of, &self.types) };
        let mut exit = Exit::of(state, &frame.args, &frame.leaves);
        exit.types.iter_mut().for_each(|of| *of = measured(of));
        frame.given.push(constants(&exit.types));
        if let Some(known) = frame.exit.take() {
            let several = !frame.paths.exits.is_empty();
            let join = |a: &Type, b: &Type| {
                if several { self.types.join_solutions(a, b) } else { self.types.join(a, b) }
            };
            exit = known.join(&exit, &|a, b| measured(&join(a, b).widen()));
            frame.is_uneven |= several && exit.types != known.types;
        }
        let sizes = frame.args.iter().zip(&exit.types).flat_map(|(&arg, of)| state.measures(arg, of, &self.types));
        let sizes: Vec<Range> = sizes.collect();
        frame.sizes.push((state.guard.clone(), sizes.clone()));
        let sizes: Vec<Range> = sizes.iter().map(|size| state.hide(size)).collect();
        frame.exit = Some(exit);
        let known = sizes.iter().map(unmarked).collect();
        frame.paths.exits.push((state.guard.clone(), state.splits.clone(), known));
        sizes
    }
}

pub(crate) fn fail(mut state: State, base: usize, todo: &mut Vec<(State, Flow)>, endings: &mut Vec<(State, Ending)>) {
    if state.choices.len() == base {
        if base > 0 {
            state.backtrack();
        } else {
            state.leave();
        }
        endings.push((state, Ending::Exhausted));
        return;
    }
    match state.backtrack() {
        Alternative::At(label) => {
            state.pc = label;
            todo.push((state, Flow::Go));
        }
        Alternative::Callee { .. } => {
            panic!("the choice point of a call is the base of its exploration")
        }
        Alternative::Dropped => {
            state.choices.pop();
            state.count(key::TrustElse::OK);
            state.count(key::Fail::FAIL);
            todo.push((state, Flow::Fail));
        }
        Alternative::Catch { certain } => {
            state.choices.pop();
            if certain {
                state.count(key::CatchFail::OK);
            } else {
                state.maybe(key::CatchFail::OK);
            }
            todo.push((state, Flow::Fail));
        }
        Alternative::Cleanup(pred) => {
            state.choices.pop();
            cleanup::enter(&mut state);
            todo.push((state, Flow::Call { pred, last: true }));
        }
    }
}

fn path(state: State, outcome: Outcome) -> Path {
    let cost = Cost::Sum(state.hidden_log().into());
    Path { guard: state.guard, splits: state.splits, cost, outcome, made: state.made }
}
