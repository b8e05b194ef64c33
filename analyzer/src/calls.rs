//! Calls in an exploration: what a path does where it calls a variant, from the variant's summary.
//!
//! A call that leaves no choice point succeeds once or fails. One that may leave some is followed by an exploration of
//! what comes after it, down to where the call would be redone; its cost is multiplied by the number of solutions.

use crate::balanced::{self, Role};
use crate::cleanup;
use crate::cost::{Cost, Extent, Solutions, VariantId, Way};
use crate::endings::uncovered;
use crate::explore::{Ending, Explorer, Frame, Joint, Summary, Until, Variant, fail};
use crate::failing::Fails;
use crate::kinds::{SolutionKind, constants};
use crate::norms::Norm;
use crate::pattern::call_pattern;
use crate::promise::promise;
use crate::range::Range;
use crate::reason::Code as Kind;
use crate::remembered::Asked;
use crate::solutions::{least_sizes, marked, range_over, unmarked};
use crate::spread::{range_over_both, solutions_by_size};
use crate::state::{Alternative, Bag, Cell, CellId, Choice, Mode, Shared, State};
use crate::step::{Code, Flow};
use crate::tables::rows_of_each;
use crate::types::{Metric, Type};
use crate::unify::{Unified, unify};
use solver::{Expr, Var};
use solver::{Guard, Linear};
use std::sync::Arc;
use wam::cost::Key;
use wam::instr::{Instr, Label, PredId, X, key};

/// How many integers of an argument are told apart where they are constants of the text.
const INTEGERS: usize = 16;

/// A call that succeeds.
#[derive(Clone, Copy)]
struct Called<'a> {
    callee: VariantId,
    args: &'a [CellId],
    sizes: &'a [Range],
    /// The sizes with the names of values that are not known.
    known: &'a [Range],
    /// What it costs where it fails.
    failure: &'a Cost,
    /// What its arguments are to a predicate of a dictionary whose trees are balanced.
    roles: Option<&'a [Role]>,
    /// The mark of the sizes at its solutions, where it may have several.
    mark: Option<u32>,
    /// The goal, if it has the same answer whenever it is asked.
    asked: Option<&'a Asked>,
}

impl Explorer<'_> {
    /// A call: its success, its failure, and its further solutions.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn call(
        &mut self,
        code: &Code,
        frame: &mut Frame,
        mut state: State,
        pred: PredId,
        last: bool,
        base: usize,
        until: Until,
        todo: &mut Vec<(State, Flow)>,
        endings: &mut Vec<(State, Ending)>,
    ) {
        let functor = self.functor(pred);
        let here = Label(state.pc.0.saturating_sub(1));
        let args: Vec<CellId> = (0..functor.arity as u16).map(|at| state.register(X(at))).collect();
        let most = self.kinds.variants;
        if self.further_variants() > most {
            let what = format!("more than {most} further ways to call the predicates of the program were met");
            self.gap(frame, Some(here), Kind::ManyPatterns, what);
            return;
        }
        let divisors: Vec<Option<i64>> =
            args.iter().enumerate().map(|(at, &arg)| self.multiple_at(&state, pred, at, arg)).collect();
        self.has_multiples |= divisors.iter().any(Option::is_some);
        let keeps_integer = |at: usize, of: &Type| {
            let own = self.variants.iter().filter(|variant| variant.pred == pred);
            let known = || own.clone().map(|variant| &variant.pattern[at]);
            let is_constant = |of: &&Type| matches!(of, Type::Integer(_));
            self.constants.keeps(pred, at)
                && is_constant(&of)
                && (known().any(|known| known == of) || known().filter(is_constant).count() < INTEGERS)
        };
        let settled = |pattern: &[Type]| self.grown(pred, frame.id, pattern);
        let balanced = self.balanced.clone();
        let [by_library, keeps] =
            [self.variants[frame.id.0 as usize].pred, pred].map(|pred| balanced.keeps(self.program, pred));
        let roles = balanced.roles((pred, by_library), &state, &args, &self.types);
        let tree = |at: usize, of: &Type| roles.filter(|roles| roles[at].is_in()).and_then(|_| balanced.by_keys(of));
        let measured = |at: usize, of: &Type| match tree(at, of) {
            Some(tree) => tree,
            _ if keeps => self.measured_at(pred, at, &balanced::unbalanced(of), divisors[at]),
            _ => self.measured_at(pred, at, of, divisors[at]),
        };
        let (pattern, known) = call_pattern(&state, &args, &keeps_integer, &settled, &measured, &self.types);
        let metrics = pattern.iter().flat_map(Type::metrics);
        let hidden = |(size, metric): (&Range, Metric)| match metric {
            // What sizes are at most is chosen, and no lower bound of it is needed.
            Metric::Largest | Metric::Absent => state.hide(size).high.map_or(Range::from(0), Range::exact),
            _ => state.hide(size),
        };
        let sizes: Vec<Range> = known.iter().zip(metrics).map(hidden).collect();
        let by_depth = roles.and_then(|roles| balanced::by_depth(&pattern, roles));
        let callee = self.called_with(pred, pattern, frame.id, &state.guard, &known);
        // What it costs is told by the depth of its trees.
        let costed = by_depth.map(|(measured, places)| {
            let known = balanced::with_depths(&known, &places);
            let variant = self.called_with(pred, measured, frame.id, &state.guard, &known);
            (variant, balanced::with_depths(&sizes, &places))
        });
        for why in &self.paths[callee.0 as usize].unknown {
            if callee == frame.id || frame.paths.unknown.contains(why) {
                continue;
            }
            let why = self.told_by(why, pred, frame.id, here);
            if !frame.paths.unknown.contains(&why) {
                frame.paths.unknown.push(why);
            }
        }
        let is_caught = matches!(state.choices.last().map(|choice| &choice.next), Some(Alternative::Catch { .. }));
        let is_cleaned = matches!(state.choices.last().map(|choice| &choice.next), Some(Alternative::Cleanup(_)));
        if is_cleaned {
            todo.extend(cleanup::raised(self.program, &state, callee, &sizes));
        }
        state.x.clear();
        state.mode = Mode::None;
        let summary = self.summaries[callee.0 as usize].clone();
        let after = if last { Flow::Proceed } else { Flow::Go };
        let (costed, input) = costed.map_or((callee, sizes.clone()), |of| of);
        let input: Arc<[Range]> = input.into();
        let cost = |extent| Cost::Call(costed, input.clone(), extent);
        let asked = self.asked(&state, pred, &args);
        let asked = asked.as_ref();
        let mut covered = Vec::new();
        let mut narrowed = state.guard.clone();
        let params = &self.variants[callee.0 as usize].params;
        // Sizes that are equal wherever it succeeds would split a call of itself into one that succeeds and others.
        let again = callee == frame.id && summary.leaves_choice;
        let types = summary.success().unwrap_or_default();
        let failure = cost(Extent::Failure);
        let called =
            Called { callee, args: &args, sizes: &sizes, known: &known, failure: &failure, roles, mark: None, asked };
        let may_succeed = summary.exit.is_some()
            && asked.and_then(|asked| state.answer(asked)) != Some(false)
            && summary.when.narrow(&mut narrowed, params, &known, again)
            && summary.sizes.narrow(&mut narrowed, params, &known, types, again);
        let kinds = if may_succeed { self.kinds_of(frame, &state, callee, &known) } else { Vec::new() };
        if !(may_succeed && summary.leaves_choice) {
            if is_caught && self.raises_in(frame.id, callee) {
                self.raised(code, &state, callee, &sizes, todo);
            }
            let mut before = state.clone();
            before.log.push(cost(Extent::Success));
            let succeeded = self.succeed_by_kind(&before, called, &summary, kinds);
            covered.extend(succeeded.iter().map(|(guard, _)| guard.clone()));
            todo.extend(succeeded.into_iter().map(|(_, state)| (state, after.clone())));
            if !roles.is_some_and(|roles| balanced.is_certain(pred, roles, &state, &args)) {
                covered.extend(self.failures(&state, called, &summary.fails, todo));
                self.stuck(&state, callee, (&known, &sizes), &covered, todo);
            }
            return;
        }
        if is_caught && self.raises_in(frame.id, callee) {
            // How many solutions there are before an exception is not known: bounds of their number are of runs without.
            self.gap(
                frame,
                Some(here),
                Kind::Catch,
                "catch/3 of a goal that may leave choice points and raise an exception",
            );
            return;
        }
        if is_cleaned {
            // The cleanup runs when the choice points go, wherever that is.
            self.gap(frame, Some(here), Kind::Machine, cleanup::LEFT);
            return;
        }
        // Further solutions of the call: explore what comes after it once, down to where the call would be redone.
        state.marks += 1;
        let solutions = self.functions.solutions(callee, &sizes);
        let of =
            Solutions { callee, sizes: sizes.clone(), mark: state.marks, count: solutions.clone(), some_only: false };
        let mut inner = state.clone();
        inner.push_choice(Alternative::Callee { certain: !summary.leaves_none }, 0);
        inner.log.clear();
        inner.choices.last_mut().expect("just pushed").rebase(0);
        inner.solutions = Range::number(0);
        inner.bag = Bag::default();
        let inner_base = inner.choices.len();
        let pattern = &self.variants[callee.0 as usize].pattern;
        let rows = rows_of_each(self.program, pred, pattern, kinds.iter().map(|(_, kind)| kind.as_ref()));
        let mark = Some(of.mark).filter(|_| !frame.joins && rows.is_none());
        let called = Called { mark, ..called };
        let succeeded = self.succeed_by_kind(&inner, called, &summary, kinds);
        if !succeeded.is_empty() {
            covered.push(narrowed);
        }
        let rows = rows.filter(|rows| rows.len() == succeeded.len());
        let mut endings_inside = Vec::new();
        let mut row_of = Vec::new();
        for (row, (_, mut inner)) in succeeded.into_iter().enumerate() {
            if !last {
                endings_inside.extend(self.run(code, frame, inner, inner_base, until));
            } else {
                let sizes = self.exit(frame, &inner);
                if until == Until::First {
                    endings_inside.push((inner, Ending::Success(sizes)));
                } else {
                    inner.log.push(Cost::Solution(sizes));
                    inner.solutions = Range::number(1);
                    fail(inner, inner_base, &mut Vec::new(), &mut endings_inside);
                }
            }
            row_of.resize(endings_inside.len(), row);
        }
        let (exhausted, escapes): (Vec<_>, Vec<_>) =
            endings_inside.into_iter().zip(row_of).partition(|((_, ending), _)| matches!(ending, Ending::Exhausted));
        let (exhausted, row_of): (Vec<(State, Ending)>, Vec<usize>) = exhausted.into_iter().unzip();
        let escapes: Vec<(State, Ending)> = escapes.into_iter().map(|(escape, _)| escape).collect();
        // The solutions of which there are so many, and the ways in which what comes after one of them ends.
        let parts: Vec<(Solutions, Vec<usize>)> = match rows {
            Some(rows) if escapes.is_empty() && (0..rows.len()).all(|row| row_of.contains(&row)) => {
                let part = |(row, count)| {
                    let solutions = Solutions { count: Range::number(count as i64), ..of.clone() };
                    (solutions, (0..row_of.len()).filter(|&at| row_of[at] == row).collect())
                };
                rows.into_iter().enumerate().map(part).collect()
            }
            _ => vec![(of.clone(), (0..exhausted.len()).collect())],
        };
        // What a path has chosen since is its own: any of the solutions may be another choice.
        let outside = state.splits.len();
        let way = |(inner, _): &(State, Ending)| {
            let chosen = inner.splits.get(outside..).unwrap_or_default();
            let sum = Cost::Sum(inner.hidden_log().into());
            let cost = match chosen {
                [] => sum,
                chosen => Cost::Chosen(chosen.into(), inner.guard.clone(), sum.into()),
            };
            Way { guard: inner.condition(chosen).without_implied(&state.guard), cost }
        };
        let ways: Arc<[Way]> = exhausted.iter().map(way).collect();
        let up_to_a_cut = Solutions { some_only: true, ..of.clone() };
        let at_most = Arc::new(Cost::Sum([cost(Extent::All), Cost::Each(up_to_a_cut.into(), ways.clone())].into()));
        state.made.extend(exhausted.iter().flat_map(|(inner, _)| inner.made.clone()));
        state.made.sort_by_cached_key(|made| format!("{made:?}"));
        state.made.dedup();
        let found = exhausted.iter().map(|(inner, _)| {
            let any = |size: &Range| inner.over(&inner.splits[outside.min(inner.splits.len())..], &inner.hide(size));
            let bag = Bag { of: inner.bag.of.clone(), count: any(&inner.bag.count), cells: any(&inner.bag.cells) };
            (any(&inner.solutions), bag)
        });
        let each: Vec<(Range, Bag)> = found.collect();
        let (found, gathered) = each
            .iter()
            .cloned()
            .reduce(|a, b| (a.0.join(&b.0), a.1.join(&b.1)))
            .unwrap_or((Range::number(0), Bag::default()));
        // What is left by a cut has had some of the solutions before.
        let some = Range { low: Some(Expr::int(0)), high: solutions.high.clone() };
        let changes = changes(&state, &exhausted);
        if changes.len() > CHANGED {
            let what = format!("solutions of a call do something to more than {CHANGED} choice points");
            self.gap(frame, Some(here), Kind::ManyPaths, what);
            return;
        }
        if is_caught {
            let choice = state.choices.last_mut().expect("that of the catch");
            choice.next = Alternative::Catch { certain: !summary.leaves_none };
        }
        for (mut escape, ending) in escapes {
            let reach = if exhausted.is_empty() {
                cost(Extent::Success)
            } else {
                Cost::Between(cost(Extent::Success).into(), at_most.clone())
            };
            let mut log = state.log.clone();
            log.push(reach);
            log.append(&mut escape.log);
            escape.log = log;
            let before = state.solutions.plus(&some.times_natural(&found));
            escape.solutions = before.plus(&escape.solutions);
            escape.bag = state.bag.plus(&gathered, &some).plus(&escape.bag, &Range::number(1));
            match ending {
                Ending::CutThrough if escape.choices.len() >= base => {
                    todo.extend(with_some(escape, &changes).into_iter().map(|escape| (escape, Flow::Go)));
                }
                Ending::CutThrough => {
                    let escapes = with_some(escape, &changes).into_iter();
                    endings.extend(escapes.map(|escape| (escape, Ending::CutThrough)));
                }
                ending => endings.push((escape, ending)),
            }
        }
        if exhausted.is_empty() {
            covered.extend(self.failures(&state, called, &summary.fails, todo));
            self.stuck(&state, callee, (&known, &sizes), &covered, todo);
        } else {
            // With other sizes it does not succeed.
            for guard in uncovered(&state.guard, &covered) {
                let mut without = state.clone();
                without.guard = guard;
                let failing = self.failures(&without, called, &summary.fails, todo);
                self.stuck(&without, callee, (&known, &sizes), &failing, todo);
            }
            state.guard = covered.pop().expect("it succeeds");
            let by_all =
                |(at, next): &(usize, Alternative)| exhausted.iter().all(|(inner, _)| inner.choices[*at].next == *next);
            let always = !changes.is_empty() && changes.iter().all(by_all);
            if always {
                // Where there was no solution, nothing was done.
                self.failures(&state, called, &summary.fails, todo);
                changes.iter().for_each(|(at, next)| state.choices[*at].next = next.clone());
            }
            for (guard, kept) in self.behind(frame.id, &state.guard, &ways, &of) {
                let kept: Vec<(&Solutions, Vec<usize>)> =
                    parts.iter().map(|(of, ways)| (of, among(ways, &kept))).collect();
                let all = |size: &dyn Fn(&(Range, Bag)) -> Range| {
                    let part = |(of, kept): &(&Solutions, Vec<usize>)| {
                        range_over(of, kept.iter().map(|&at| (ways[at].guard.clone(), size(&each[at]))).collect())
                    };
                    kept.iter().map(part).reduce(|sum, part| sum.plus(&part)).expect("at least one part")
                };
                let (count, cells) = (all(&|each| each.1.count.clone()), all(&|each| each.1.cells.clone()));
                let gathered = Bag { of: gathered.of.clone(), count, cells };
                let of_each = kept.iter().map(|(of, kept)| {
                    Cost::Each((*of).clone().into(), kept.iter().map(|&at| ways[at].clone()).collect())
                });
                let solutions = all(&|each| each.0.clone());
                let by_size = kept.first().filter(|_| kept.len() == 1).map(|(of, kept)| {
                    let of_way = |&at: &usize| solutions_by_size(&exhausted[at].0, of.mark, outside);
                    (*of, kept, kept.iter().map(of_way).collect::<Vec<_>>())
                });
                let solutions = match by_size {
                    Some((of, kept, by_size)) if by_size.iter().any(Option::is_some) => {
                        let as_it_is = |at: usize| (ways[at].guard.clone(), each[at].0.clone());
                        let way = |(by_size, &at): (Option<_>, &usize)| by_size.unwrap_or_else(|| as_it_is(at));
                        range_over_both(range_over(of, by_size.into_iter().zip(kept).map(way).collect()), solutions)
                    }
                    _ => solutions,
                };
                let mut state = state.clone();
                state.guard = guard;
                state.solutions = state.solutions.plus(&solutions);
                state.bag = state.bag.plus(&gathered, &Range::number(1));
                state.log.push(Cost::Sum(std::iter::once(cost(Extent::All)).chain(of_each).collect()));
                todo.extend(with_some(state, &changes).into_iter().map(|state| (state, Flow::Fail)));
            }
        }
    }

    /// The variant that a caller calls under a condition with arguments of such types and sizes.
    fn called_with(
        &mut self,
        pred: PredId,
        pattern: Vec<Type>,
        caller: VariantId,
        guard: &Guard,
        known: &[Range],
    ) -> VariantId {
        let callee = self.variant(pred, pattern, Some(caller));
        self.agenda.called(callee, caller);
        let params = &self.variants[callee.0 as usize].params;
        if self.invariants[callee.0 as usize].meet(params, guard, known) {
            self.agenda.wake(callee);
        }
        callee
    }

    /// The number that is known to divide an argument which is asked for its remainder.
    fn multiple_at(&self, state: &State, pred: PredId, at: usize, arg: CellId) -> Option<i64> {
        let divisor = self.divisors.by(pred, at)?;
        let value = match state.get(arg) {
            Cell::Abstract(Type::Int | Type::Nat, value) => value,
            _ => return None,
        };
        (value.as_number().is_none() && state.is_multiple(value, divisor)).then_some(divisor)
    }

    /// An argument's type, measured as it is throughout the exploration.
    fn measured_at(&self, pred: PredId, at: usize, of: &Type, divisor: Option<i64>) -> Type {
        let is_asked = || self.asked_visits().is_some_and(|visits| visits.asks(pred, at));
        let by_value = || {
            let root = || self.roots.asks(pred, at).then_some(Norm::Root);
            divisor.map(Norm::Multiple).or_else(root).filter(|_| self.tells_values)
        };
        match self.manner.apply(of, &self.types) {
            of @ (Type::Int | Type::Nat) => match by_value() {
                Some(norm) => Type::Measured(Box::new(of), norm),
                None => of,
            },
            of @ Type::List(_) if of.as_constant().is_none() && of.is_ground() && is_asked() => {
                Type::Measured(Box::new(of), Norm::Absent)
            }
            of => of,
        }
    }

    /// Whether the goal of a catch may raise an exception, as far as has been explored.
    fn raises_in(&mut self, catch: VariantId, goal: VariantId) -> bool {
        self.caught.entry(catch).or_default().insert(goal);
        self.interrupted.contains(&catch)
    }

    /// The states in which the goal of a catch has raised an exception that reaches it: what it has done is undone, and the
    /// recovery is called, or the ball is none that is caught. It may be raised anywhere, and be any term.
    fn raised(
        &mut self,
        code: &Code,
        state: &State,
        callee: VariantId,
        sizes: &[Range],
        todo: &mut Vec<(State, Flow)>,
    ) {
        let mut state = state.clone();
        state.log.push(Cost::Call(callee, sizes.into(), Extent::Prefix));
        state.backtrack();
        let (catcher, recovery) = (state.register(X(1)), state.register(X(2)));
        let ball = state.cell(Cell::Abstract(Type::Any, Range::unknown()));
        for (mut state, how, pairs) in unify(state, catcher, ball, code.types) {
            state.log.push(Cost::Units(Key::RAISE_CELL, Range::from(0)));
            state.log.extend(pairs.with_outermost().costs());
            state.may_surprise();
            state.may_lead_elsewhere();
            if how == Unified::Fail {
                state.maybe(Key::RAISE_PAST);
                state.backtrack();
                state.choices.pop();
                todo.push((state, Flow::Raise));
                continue;
            }
            state.choices.pop();
            state.count(Key::RAISE);
            state.maybe(Key::RAISE_ERROR);
            state.x = vec![Some(recovery)];
            let pred = self.call_1().expect("the code of a catch calls it");
            todo.push((state, Flow::Call { pred, last: true }));
        }
    }

    /// The states in which a call has failed; gives back their conditions.
    fn failures(&self, state: &State, called: Called, fails: &Fails, todo: &mut Vec<(State, Flow)>) -> Vec<Guard> {
        let Called { callee, known, asked, failure, .. } = called;
        let mut failing = Vec::new();
        let mut push = |mut state: State| {
            failing.push(state.guard.clone());
            if asked.and_then(|asked| state.answer(asked)) == Some(true) || !self.ended(&mut state, called, false) {
                return;
            }
            state.log.push(failure.clone());
            todo.push((state, Flow::Fail));
        };
        match fails {
            Fails::Perhaps => push(state.clone()),
            Fails::When(guards, _) => {
                let params = &self.variants[callee.0 as usize].params;
                for guard in guards {
                    let actual = at_call(guard, params, known);
                    let mut state = state.clone();
                    if state.guard.require_all(&actual) {
                        push(state);
                    }
                }
            }
        }
        failing
    }

    /// Notes what a call says that has succeeded, or failed; false where it cannot have.
    #[must_use]
    fn ended(&self, state: &mut State, called: Called, succeeds: bool) -> bool {
        called.asked.into_iter().for_each(|asked| state.note_answer(asked.clone(), succeeds));
        let pred = self.variants[called.callee.0 as usize].pred;
        let visits = self.asked_visits();
        visits.filter(|_| succeeds).into_iter().for_each(|visits| visits.succeeded(state, pred, called.args));
        self.tests.get(&pred).is_none_or(|test| {
            let (term, list) = (called.args[test.element], called.args[test.list]);
            match (test.finds, succeeds) {
                (true, true) => state.is_one_of(term, list),
                (false, false) => true,
                _ => visits.is_none() || state.is_absent(term, list),
            }
        })
    }

    /// The states in which a call neither succeeds nor fails: it never ends, or raises an exception.
    fn stuck(
        &self,
        state: &State,
        callee: VariantId,
        (known, sizes): (&[Range], &[Range]),
        covered: &[Guard],
        todo: &mut Vec<(State, Flow)>,
    ) {
        for guard in uncovered(&state.guard, covered) {
            if self.has_path(callee, &guard, known) {
                let mut state = state.clone();
                state.guard = guard;
                state.log.push(Cost::Call(callee, sizes.into(), Extent::Either));
                todo.push((state, Flow::Stuck(callee)));
            }
        }
    }

    /// Whether a variant has a path for some of the sizes: where it has none, no term is of such a size. As long as its
    /// paths are not known for the sizes it may be called with, it may have one.
    fn has_path(&self, callee: VariantId, guard: &Guard, known: &[Range]) -> bool {
        let at = callee.0 as usize;
        if self.explored[at].as_ref() != Some(&self.invariants[at]) || !self.paths[at].unknown.is_empty() {
            return true;
        }
        let params = &self.variants[at].params;
        self.paths[at].first.iter().any(|path| {
            let own = path.guard.project(&|var| params.iter().any(|(param, _)| param == var));
            guard.clone().require_all(&at_call(&own, params, known))
        })
    }

    /// The states after a call has succeeded, one for each kind of its solutions, and the condition on which there is each.
    fn succeed_by_kind(
        &mut self,
        state: &State,
        called: Called,
        summary: &Summary,
        kinds: Vec<(Guard, Option<SolutionKind>)>,
    ) -> Vec<(Guard, State)> {
        let ways = state.ways * kinds.len();
        let chosen = state.splits.len();
        let each = kinds.into_iter().filter_map(|(guard, kind)| {
            let mut state = state.clone();
            (state.guard, state.ways) = (guard.clone(), ways);
            self.succeed(&mut state, called, summary);
            if !self.ended(&mut state, called, true) {
                return None;
            }
            let known = || summary.success().map(constants).unwrap_or_default();
            let state =
                state.with_constants(&kind.map_or_else(known, |kind| kind.constants), called.args, &self.types)?;
            // What is chosen of what it gives is no condition on whether it succeeds.
            let is_kept = |var: &Var| !state.splits[chosen..].iter().any(|split| split.var == *var);
            Some((state.guard.project_exactly(&is_kept).unwrap_or_else(|| state.guard.clone()), state))
        });
        each.collect()
    }

    /// The state after a call has succeeded: its arguments are of the types and sizes it promises.
    fn succeed(&mut self, state: &mut State, called: Called, summary: &Summary) {
        let Called { callee, args, sizes, known, mark, .. } = called;
        let Some(exit) = &summary.exit else { return };
        state.changed_by(&summary.changes, &self.types);
        let count = exit.types.iter().map(|of| of.metrics().len()).sum();
        let params = &self.variants[callee.0 as usize].params;
        let determined: Vec<Option<Range>> = (0..count).map(|at| summary.sizes.size(at, params, known)).collect();
        let mut outputs: Vec<Range> = determined
            .iter()
            .enumerate()
            .map(|(at, size)| size.clone().unwrap_or_else(|| self.functions.size(callee, at, sizes)))
            .collect();
        if let Some(mark) = mark {
            let pattern = &self.variants[callee.0 as usize].pattern;
            // What was ground at the call has its size already.
            let least = exit.types.iter().zip(pattern).flat_map(|(of, before)| {
                least_sizes(of).into_iter().map(|least| (!before.is_ground()).then_some(least))
            });
            for ((place, size), least) in outputs.iter_mut().enumerate().zip(least.collect::<Vec<_>>()) {
                if let Some(least) = least
                    && determined[place].is_none()
                {
                    *size = marked(state, std::mem::take(size), mark, place, least);
                }
            }
        }
        self.share_out(state, (callee, mark), sizes, &mut outputs);
        let Variant { pred, pattern, .. } = &self.variants[callee.0 as usize];
        self.share_filtered(state, *pred, args, [pattern, &exit.types], sizes, &mut outputs);
        let mut outputs = outputs.into_iter();
        let named = state.name_ends(args, &self.variants[callee.0 as usize].pattern, exit);
        for (at, (&arg, of)) in args.iter().zip(&exit.types).enumerate() {
            let is_untouched = summary.untouched.get(at) == Some(&true);
            let is_open = !named && of.holds_variables();
            if is_untouched || is_open {
                of.metrics().iter().for_each(|_| drop(outputs.next()));
            }
            match of {
                _ if is_untouched => {}
                _ if is_open => promise(state, arg, &Type::Any, &mut outputs, &self.types),
                of => promise(state, arg, of, &mut outputs, &self.types),
            }
        }
        if let Some(roles) = called.roles {
            state.has_balanced(args, roles, self.balanced.trees());
        }
        state.shared.clear();
        state.close_lists();
        state.share();
    }

    /// Output sizes that add up to a known sum become choices of all but one of them.
    fn share_out(
        &self,
        state: &mut State,
        (callee, mark): (VariantId, Option<u32>),
        sizes: &[Range],
        outputs: &mut [Range],
    ) {
        let params = &self.variants[callee.0 as usize].params;
        let mut used = Vec::new();
        for Joint { sum, is_exact, sizes: parts } in self.joint.get(&callee).into_iter().flatten() {
            if parts.iter().any(|(place, _)| used.contains(place)) {
                continue;
            }
            let here = |form: &Linear| {
                form.terms.iter().try_fold(Linear::constant(form.constant), |total, (var, &c)| {
                    let at = params.iter().position(|(param, _)| param == var)?;
                    total.plus(&sizes[at].as_linear()?, c)
                })
            };
            let Some(total) = here(sum) else { continue };
            // What is in the middle, the same as an element, is seldom called again: it is what others leave.
            let middle = (parts.len() > 1).then_some(parts.len() / 2);
            let (mut rest, mut each) = (total.clone(), Vec::new());
            for (nth, (place, _)) in parts.iter().enumerate().filter(|(nth, _)| Some(*nth) != middle) {
                let chosen = Linear::var(&state.split(Expr::int(0), rest.to_expr()));
                if let ([(place, _), (other, _)], true) = (&parts[..], *is_exact) {
                    let (place, other) = (*place, *other);
                    let (sizes, sum) = (sizes.iter().map(unmarked).collect(), total.to_expr());
                    let of = Shared { callee, sizes, place: place as u16, other: other as u16, sum, mark };
                    state.splits.last_mut().expect("just pushed").of = Some(of);
                }
                let Some(left) = rest.plus(&chosen, -1) else { return };
                rest = left;
                each.push((nth, *place, chosen));
            }
            match middle {
                Some(middle) => each.push((middle, parts[middle].0, rest)),
                None => drop(state.guard.require(rest)),
            }
            for (nth, _, size) in &each {
                // What is left for the last is no less than it, exact or not.
                let least = parts[*nth].1.as_ref().and_then(here);
                if let Some(above) = least.and_then(|least| size.plus(&least, -1)) {
                    let _ = state.guard.require(above);
                }
            }
            if each.iter().all(|(_, _, size)| state.guard.require(size.clone())) {
                for (nth, place, size) in each {
                    let size = size.to_expr();
                    outputs[place] = match Some(nth) == middle && !is_exact {
                        true => Range { low: outputs[place].low.clone(), high: Some(size) },
                        false => Range::exact(size),
                    };
                    used.push(place);
                }
            }
        }
    }
}

/// How many choice points of a clause the solutions of one call may do something to.
const CHANGED: usize = 3;

/// Those of some ways that are kept; all of them where none is.
fn among(ways: &[usize], kept: &[usize]) -> Vec<usize> {
    let found: Vec<usize> = ways.iter().copied().filter(|at| kept.contains(at)).collect();
    if found.is_empty() { ways.to_vec() } else { found }
}

/// What solutions of a call have done to older choice points of the clause, by `*->`.
fn changes(state: &State, exhausted: &[(State, Ending)]) -> Vec<(usize, Alternative)> {
    let changed = |at: usize| {
        let mut next = exhausted.iter().map(|(inner, _)| &inner.choices[at].next);
        next.find(|next| **next != state.choices[at].next).cloned()
    };
    // How sure a catch is to be there is told apart.
    let is_catch = |at: &usize| matches!(state.choices[*at].next, Alternative::Catch { .. });
    (0..state.choices.len()).filter(|at| !is_catch(at)).filter_map(|at| Some((at, changed(at)?))).collect()
}

/// A state with some of these done to its choice points, in all ways: each solution may have done it or not.
fn with_some(state: State, changes: &[(usize, Alternative)]) -> Vec<State> {
    changes.iter().fold(vec![state], |states, (at, next)| {
        let both = |state: State| {
            let mut changed = state.clone();
            match changed.choices.get_mut(*at) {
                Some(choice) if choice.next != *next => {
                    choice.next = next.clone();
                    vec![state, changed]
                }
                _ => vec![state],
            }
        };
        states.into_iter().flat_map(both).collect()
    })
}

/// A condition on the sizes of a variant as one on the sizes of a call, as far as those are known.
pub(crate) fn at_call(guard: &Guard, params: &[(Var, Metric)], known: &[Range]) -> Guard {
    guard.subst(&|var| known[params.iter().position(|(param, _)| param == var)?].as_linear())
}

/// Counts a cut back to so many choice points.
pub(crate) fn count_cut(code: &Code, state: &mut State, level: usize) {
    let (idle, drop) = match code.block.instrs[state.pc.0 as usize - 1] {
        Instr::NeckCut {} => (key::NeckCut::IDLE, key::NeckCut::DROP),
        _ => (key::Cut::IDLE, key::Cut::DROP),
    };
    let removed = &state.choices[level.min(state.choices.len())..];
    if removed.iter().any(Choice::is_certain) {
        state.count(drop);
    } else if removed.is_empty() {
        state.count(idle);
    } else {
        state.maybe(idle);
        state.maybe(drop);
        state.may_surprise();
    }
}
