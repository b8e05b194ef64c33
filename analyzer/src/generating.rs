//! All solutions of rules that leave a rest, by generating functions.
//!
//! In: functions that call each other, of all solutions, and whose bounds leave something to wish for. Out: bounds `c·b^n`.
//!
//! `expr(T, Cs, Rest)` has a solution for each of many ways to go through some of the codes, and what comes after it is done for
//! each. Where only the most is known that a solution leaves, their numbers multiply from rule to rule: a bound is doubly
//! exponential, or none. Together with what they leave they do not. A solution *weighs* `b^left` for some base `b`; so what comes
//! after it and weighs at most `c·b^left` comes, for all solutions of a call together, to `c` times their weight, and a rule weighs
//! what its goals do, multiplied. If the solutions of each predicate weigh at most a factor times `b^most`, where `most` is the most
//! that one leaves, then the factors satisfy inequalities between polynomials, one a path; and so do those of the costs, which are
//! linear in costs. Their least solution is looked for from nothing on, each step rounded up, in exact arithmetic: a step that
//! changes nothing is a proof by induction on the depth of calls. The least base is taken that has one.
//!
//! Sources: Flajolet and Sedgewick 2009, chapter I (the symbolic method) and section VII.6 (systems of such equations).

use crate::cost::{Extent, VariantId};
use crate::equations::{Equations, PROGRESS, Solved};
use crate::explore::{Outcome, Path};
use crate::followed::PART;
use crate::functions::{Function, ResourceId, What, between, ends, optional, unknown};
use crate::range::Range;
use crate::solutions::{Sum, plain, resolved, resolved_range, size_at};
use crate::system::map_calls;
use crate::types::Metric;
use crate::weights::{Factors, Inequalities, Node, Term};
use rustc_hash::FxHashSet;
use solver::{Binder, Bound, Direction, Exactness, Expr, FnName, Guard, Linear, Piece, Rational, Solution, Value, Var};

const UPPER: Direction = Direction::Upper;

/// The name of the function that stands for the weight of a solution that leaves a size.
const WEIGHT: &str = "weight";

/// What the run of all solutions is no less than.
const EXTENTS: [Extent; 4] = [Extent::Success, Extent::Failure, Extent::Either, Extent::All];
/// How many predicates are weighed together.
const MOST: usize = 24;
/// Among how many sizes it is chosen what weights are measured by.
const MEASURES: usize = 3;

/// What is weighed of a predicate.
struct Weighed {
    variant: VariantId,
    /// The size that its solutions leave, with the least that it may be; none where they leave nothing.
    left: Option<(u16, i64)>,
    /// The most that they may leave; where they leave nothing, what the weight is measured by.
    most: Linear,
}

/// What paths come to, in the making.
struct Weighing<'w, 'e, 'a> {
    equations: &'w mut Equations<'a>,
    all: &'e [Weighed],
    resource: Option<ResourceId>,
    /// The condition of the path.
    guard: Guard,
    /// The functions that are looked for.
    stay: &'e FxHashSet<FnName>,
    /// What has to be weighed as well.
    wanted: Option<VariantId>,
    /// Powers of this are powers of the base at most.
    least_base: Rational,
}

impl Weighing<'_, '_, '_> {
    fn place(&self, variant: VariantId) -> Option<usize> {
        self.all.iter().position(|of| of.variant == variant)
    }

    /// A size as a linear form that it is at most, or at least.
    fn linear(&mut self, size: &Expr, direction: Direction) -> Option<Linear> {
        let side = map_calls(size, &mut |name, args| {
            if *name != between() {
                return plain(name, args);
            }
            let (low, high) = (&args[0], &args[1]);
            Some(if direction == UPPER { high } else { low }.clone())
        });
        let mut open = Vec::new();
        side.visit(&mut |e| {
            if let Expr::Call(name, _) = e {
                open.extend(self.equations.functions.find(name))
            }
        });
        open.retain(|function| function.what.is_size());
        open.into_iter().for_each(|function| _ = self.equations.solve_derivations(function));
        let known = self.equations.put_in(&side, self.stay, &self.guard)?.simplify();
        let beyond = |one: &Expr, other: &Expr| {
            let gap = if direction == UPPER { one.clone() - other.clone() } else { other.clone() - one.clone() };
            self.guard.ensures(&gap.simplify())
        };
        let (Expr::Max(es) | Expr::Min(es)) = &known else { return Linear::of(&known) };
        if let Some(worst) = es.iter().find(|one| es.iter().all(|other| *one == other || beyond(one, other))) {
            return Linear::of(worst);
        }
        // The greatest of a form and a number is below the form and a number.
        let forms = es.iter().map(Linear::of).collect::<Option<Vec<Linear>>>()?;
        let form = forms.iter().find(|form| form.as_constant().is_none()).filter(|_| direction == UPPER)?;
        let least = self.guard.lower_limit(form)?;
        let others = forms.iter().filter(|other| *other != form).map(Linear::as_constant);
        let most = others.collect::<Option<Vec<i64>>>()?.into_iter().max()?;
        form.plus(&Linear::constant((most - least).max(0)), 1)
    }

    /// A form over the sizes of a callee for its arguments: the most that it comes to.
    fn at(&mut self, form: &Linear, variant: VariantId, args: &[Expr]) -> Option<Linear> {
        let explorer = self.equations.explorer;
        let params = &explorer.variants[variant.0 as usize].params;
        form.terms.iter().try_fold(Linear::constant(form.constant), |sum, (var, &times)| {
            let arg = &args[params.iter().position(|(param, _)| param == var)?];
            let direction = if times > 0 { UPPER } else { Direction::Lower };
            sum.plus(&self.linear(arg, direction)?, times)
        })
    }

    /// What a number comes to that grows with sizes linearly: each is below a power of the base, over the base less one
    /// (Bernoulli's inequality).
    fn of_form(&self, form: &Linear) -> Option<Node> {
        let constant = Rational::from(form.constant.max(0));
        let mut nodes = if form.constant > 0 { vec![Node::of(constant, Linear::constant(0))] } else { Vec::new() };
        for (var, &times) in &form.terms {
            if times < 0 && self.guard.implies(&Linear::var(var)) {
                continue;
            }
            let term = Term {
                number: Rational::from(times),
                exponent: Linear::var(var),
                over: 1,
                weights: Vec::new(),
                cost: None,
            };
            nodes.push(Node::Term(Some(term).filter(|_| times > 0)?));
        }
        Some(Node::Sum(nodes))
    }

    fn node(&mut self, expr: &Expr) -> Option<Node> {
        if let Some(form) = Linear::of(expr) {
            return if expr.mentions(&unknown()) { None } else { self.of_form(&form) };
        }
        let all = |this: &mut Self, es: &[Expr]| es.iter().map(|e| this.node(e)).collect::<Option<Vec<Node>>>();
        match expr {
            Expr::Num(number) if number.is_negative() => Some(Node::zero()),
            Expr::Num(number) => Some(Node::of(number.clone(), Linear::constant(0))),
            Expr::Add(es) => all(self, es).map(Node::Sum),
            Expr::Max(es) => all(self, es).map(Node::Max),
            Expr::Mul(es) if es.iter().any(|e| e.as_num().is_some_and(Rational::is_negative)) => None,
            Expr::Mul(es) => {
                let one = Node::of(Rational::ONE, Linear::constant(0));
                all(self, es)?.iter().try_fold(one, |product, node| product.times(node))
            }
            Expr::Pow(base, exponent) => {
                let base = base.as_num().filter(|base| **base > Rational::ONE)?.clone();
                let exponent = self.linear(exponent, UPPER)?;
                // Of what is 0 or more a power grows with its base.
                let least = self.guard.lower_limit(&exponent)?;
                let scale = base.powi(i32::try_from(least).ok()?)?;
                self.least_base = self.least_base.clone().max(base);
                Some(Node::of(scale, exponent.plus(&Linear::constant(least), -1)?))
            }
            Expr::MaxOver(binder) => self.chosen(binder),
            Expr::Call(name, args) => self.call(expr, name, args),
            _ => None,
        }
    }

    /// What comes to the most among choices.
    fn chosen(&mut self, choice: &Binder) -> Option<Node> {
        let own = Linear::var(&choice.var);
        let (low, high) = (self.linear(&choice.lo, Direction::Lower)?, self.linear(&choice.hi, UPPER)?);
        let within = [own.plus(&low, -1)?, high.plus(&own, -1)?];
        let inside = within.into_iter().fold(self.guard.clone(), Guard::with);
        let outside = std::mem::replace(&mut self.guard, inside);
        let node = self.node(&choice.body);
        self.guard = outside;
        node?.map(&mut |term| {
            let times = term.exponent.coefficient(&choice.var);
            let end = if times > 0 { &high } else { &low };
            let exponent = term.exponent.plus(&own, -times)?.plus(end, times)?;
            Some(Term { exponent, ..term.clone() })
        })
    }

    fn call(&mut self, expr: &Expr, name: &FnName, args: &[Expr]) -> Option<Node> {
        if *name == optional() {
            return self.node(&args[0]);
        }
        if *name == between() {
            return self.node(ends(expr).1);
        }
        if name.as_str() == WEIGHT {
            return Some(Node::of(Rational::ONE, self.linear(&args[0], UPPER)?));
        }
        if let Some(sum) = Sum::of(expr) {
            return self.each(&sum);
        }
        if let Some(size) = plain(name, args) {
            return self.node(&size);
        }
        let function = self.equations.functions.find(name)?;
        if !self.stay.contains(name) {
            self.equations.solve_derivations(function);
        }
        let Some(at) = self.place(function.variant).filter(|_| self.stay.contains(name)) else {
            let known = self.equations.put_in(expr, self.stay, &self.guard)?.simplify();
            if !known.has_call() && !known.is_infinite() && !known.mentions(&unknown()) {
                return self.node(&known);
            }
            let is_new = self.place(function.variant).is_none() && !function.what.is_size();
            self.wanted = Some(function.variant).filter(|_| is_new);
            return None;
        };
        let (all, resource) = (self.all, self.resource);
        let Weighed { left, most, .. } = &all[at];
        let exponent = self.at(most, function.variant, args)?;
        let plain = Term { number: Rational::ONE, exponent, over: 0, weights: Vec::new(), cost: None };
        match function.what {
            // The way to the first solution is a part of the whole.
            What::Cost(extent, of) if Some(of) == resource && extent != Extent::Prefix => {
                Some(Node::Term(Term { cost: Some(at), ..plain }))
            }
            What::Solutions => {
                let least = Linear::constant(left.map_or(0, |(_, least)| least));
                let exponent = plain.exponent.plus(&least, -1)?;
                Some(Node::Term(Term { weights: vec![at], exponent, ..plain }))
            }
            _ => None,
        }
    }

    /// What comes for each solution of a call.
    fn each(&mut self, sum: &Sum<'_>) -> Option<Node> {
        let mut ways = Vec::new();
        for (_, body) in &sum.ways {
            let node = self.node(&resolved(body, sum.mark))?;
            if !node.is_zero() {
                ways.push(node);
            }
        }
        if ways.is_empty() {
            return Some(Node::zero());
        }
        let body = if ways.len() == 1 { ways.swap_remove(0) } else { Node::Max(ways) };
        let own = |var: &Var| size_at(var).and_then(|(mark, place)| (mark == sum.mark).then_some(place));
        let all = self.all;
        let weighed = self.place(sum.callee);
        let Some(at) = weighed else {
            let mut depends = false;
            body.terms(&mut |term| depends |= term.exponent.terms.keys().any(|var| own(var).is_some()));
            if depends && self.equations.place_left(sum.callee).is_some() {
                self.wanted = Some(sum.callee);
                return None;
            }
            let count = self.node(sum.count)?;
            let bounded = body.map(&mut |term| self.without(term, sum, None))?;
            return count.times(&bounded);
        };
        let Weighed { left, most, .. } = &all[at];
        let most = self.at(most, sum.callee, sum.sizes)?;
        body.map(&mut |term| {
            let mut term = self.without(term, sum, left.map(|(place, _)| place))?;
            let var = term.exponent.terms.keys().find(|var| own(var).is_some()).cloned();
            // Each leaves the least there is at least.
            let rest = match &var {
                Some(var) => Linear::var(var),
                None => Linear::constant(left.map_or(0, |(_, least)| least)),
            };
            term.exponent = term.exponent.plus(&rest, -1)?.plus(&most, 1)?;
            term.weights.push(at);
            Some(term)
        })
    }

    /// A term without the sizes of a solution, but for what it leaves where that stands there once.
    fn without(&mut self, term: &Term, sum: &Sum<'_>, left: Option<u16>) -> Option<Term> {
        let mut exponent = term.exponent.clone();
        for (var, &times) in &term.exponent.terms {
            let Some((_, place)) = size_at(var).filter(|(mark, _)| *mark == sum.mark) else { continue };
            let place = u16::try_from(place).ok()?;
            if times == 1 && left == Some(place) {
                continue;
            }
            let direction = if times > 0 { UPPER } else { Direction::Lower };
            let size = Function { variant: sum.callee, what: What::Size(place), direction };
            self.equations.solve_derivations(size);
            let call = Expr::call(self.equations.functions.name(size), sum.sizes.to_vec());
            let bound = self.linear(&call, direction)?;
            exponent = exponent.plus(&Linear::var(var), -times)?.plus(&bound, times)?;
        }
        Some(Term { exponent, ..term.clone() })
    }

    /// What a path comes to, against what it is measured by.
    fn path(&mut self, of: &Weighed, guard: Guard, value: &Expr) -> Option<Node> {
        self.guard = guard;
        let node = self.node(value)?;
        node.map(&mut |term| {
            let gap = self.guard.lower_limit(&of.most.plus(&term.exponent, -1)?)?;
            Some(Term { exponent: Linear::constant(-gap), ..term.clone() })
        })
    }
}

impl Equations<'_> {
    /// Looks for bounds of all solutions by what they weigh.
    pub(crate) fn weigh(&mut self, members: &[Function]) {
        let Some(resource) = self.is_weighed(members) else { return };
        let mut variants: Vec<VariantId> = members.iter().map(|member| member.variant).collect();
        variants.sort_unstable();
        variants.dedup();
        let weighed = |this: &mut Self| (0..MEASURES).find_map(|nth| this.weighed(&mut variants, resource, nth));
        let found = self.limited(self.budget.part(PART), weighed);
        let Some((all, factors)) = found else { return };
        for &member in members {
            let Some(at) = all.iter().position(|of| of.variant == member.variant) else { continue };
            let least = if member.what == What::Solutions { all[at].left.map_or(0, |(_, least)| least) } else { 0 };
            let factor = if member.what == What::Solutions { &factors.weights[at] } else { &factors.costs[at] };
            let exponent = all[at].most.to_expr() - Expr::int(least);
            let expr = (Expr::Num(factor.clone()) * Expr::Num(factors.base.clone()).pow(exponent)).simplify();
            let old = &self.solved[&member];
            let value = Value::Closed { expr: expr.clone(), exactness: Exactness::Bound };
            let solution = Solution {
                rule: "weights of solutions by what they leave",
                source: "Flajolet and Sedgewick 2009, chapter I",
                steps: vec![format!("each solution weighs {} to the power of what it leaves", factors.base)],
                ..Solution::derived(Piece { region: self.meant(&member), value })
            };
            let new = Solved {
                params: self.parameters(member),
                bound: Bound::Known(solution),
                total: Some(expr),
                equations: old.equations.clone(),
                reason: None,
            };
            self.solved.insert(member, new);
        }
    }

    /// Whether functions are weighed, and what of them: their costs, or only their numbers of solutions.
    fn is_weighed(&self, members: &[Function]) -> Option<Option<ResourceId>> {
        let of = |member: &Function| match member.what {
            What::Cost(extent, resource) if extent != Extent::Prefix => Some(Some(resource)),
            What::Solutions => Some(None),
            _ => None,
        };
        let resource = of(members.first()?)?;
        let is_one = |member: &Function| {
            let at = member.variant.0 as usize;
            let is_upper = member.direction == UPPER && of(member) == Some(resource);
            is_upper && self.reach()[at][at] && self.has_paths(member.variant)
        };
        let is_open = |member: &Function| match &self.solved.get(member).and_then(|solved| solved.total.as_ref()) {
            None => true,
            Some(total) => grows_beyond(total),
        };
        let leaves = |member: &Function| self.explorer.summaries[member.variant.0 as usize].leaves_choice;
        let is_so = members.iter().all(is_one) && members.iter().any(leaves) && members.iter().any(is_open);
        is_so.then_some(resource)
    }

    /// Whether all that a variant does is known, up to the end of all solutions: what stands for its run to the first one is what
    /// stands for its run to the end of all, which says nothing of one that an exception ends.
    fn has_paths(&self, variant: VariantId) -> bool {
        let at = variant.0 as usize;
        let is_known = self.explorer.paths[at].unknown.is_empty() && !self.explorer.trusted.contains_key(&variant);
        is_known && !self.raising[at]
    }

    /// What is weighed of a variant, in several ways where it leaves nothing.
    fn measures(&mut self, variant: VariantId) -> Vec<Weighed> {
        if let Some(place) = self.place_left(variant)
            && let (Some(most), Some(least)) = (self.most_left(variant, place), self.least_left(variant, place))
        {
            return vec![Weighed { variant, left: Some((place, least)), most }];
        }
        let (explorer, domain) = (self.explorer, self.explorer.domain(variant));
        let params = explorer.variants[variant.0 as usize].params.iter().map(|(var, _)| Linear::var(var));
        let natural = params.filter(|form| domain.implies(form));
        natural.map(|most| Weighed { variant, left: None, most }).collect()
    }

    /// Variants with what else has to be weighed, and their factors.
    fn weighed(
        &mut self,
        variants: &mut Vec<VariantId>,
        resource: Option<ResourceId>,
        nth: usize,
    ) -> Option<(Vec<Weighed>, Factors)> {
        while variants.len() <= MOST && self.budget.check().is_ok() {
            let mut measures: Vec<Vec<Weighed>> = variants.iter().map(|&variant| self.measures(variant)).collect();
            if !variants.iter().all(|&variant| self.has_paths(variant)) || measures.iter().all(|of| of.len() <= nth) {
                return None;
            }
            // What leaves nothing goes through what others leave something of, of lists where that is not known yet.
            let explorer = self.explorer;
            let metrics = |of: &Weighed| -> Vec<Metric> {
                let params = explorer.variants[of.variant.0 as usize].params.iter();
                params.filter(|(var, _)| of.most.terms.contains_key(var)).map(|(_, metric)| *metric).collect()
            };
            let left = measures.iter().flatten().filter(|of| of.left.is_some());
            let through: Vec<Metric> = left.flat_map(metrics).chain([Metric::Length]).collect();
            let is_other = |of: &Weighed| !metrics(of).iter().any(|metric| through.contains(metric));
            measures.iter_mut().for_each(|of| of.sort_by_key(is_other));
            let choose = |mut of: Vec<Weighed>| (!of.is_empty()).then(|| of.swap_remove(nth % of.len()));
            let all = measures.into_iter().map(choose).collect::<Option<Vec<Weighed>>>()?;
            match self.nodes(&all, resource) {
                Ok(inequalities) => return inequalities.solve().map(|factors| (all, factors)),
                Err(Some(wanted)) if !variants.contains(&wanted) => variants.push(wanted),
                Err(_) => return None,
            }
        }
        None
    }

    /// What the paths of all come to: weights, costs, and what the base is at least; or what has to be weighed besides.
    fn nodes(&mut self, all: &[Weighed], resource: Option<ResourceId>) -> Result<Inequalities, Option<VariantId>> {
        let explorer = self.explorer;
        let mut stay: FxHashSet<FnName> = FxHashSet::default();
        for Weighed { variant, .. } in all {
            let costs = resource.map(|of| EXTENTS.map(|extent| What::Cost(extent, of)));
            for what in costs.into_iter().flatten().chain([What::Solutions]) {
                stay.insert(self.functions.name(Function { variant: *variant, what, direction: UPPER }));
            }
        }
        let mut found = Inequalities { weights: Vec::new(), costs: Vec::new(), least_base: Rational::ONE };
        for of in all {
            let at = of.variant.0 as usize;
            let several = explorer.summaries[at].leaves_choice;
            let paths = if several { &explorer.paths[at].all } else { &explorer.paths[at].first };
            let mut values: Vec<(&Path, bool, Expr)> = Vec::new();
            for path in paths {
                if let Some(weight) = self.weight(path, of.left.map(|(place, _)| place)) {
                    values.push((path, true, weight));
                }
                let ends = !matches!(path.outcome, Outcome::Stuck(_) | Outcome::Raises);
                if let Some(resource) = resource.filter(|resource| ends || *resource == PROGRESS) {
                    self.counts = self.resources[resource.0 as usize].counts_in(explorer.owner(of.variant));
                    values.push((path, false, self.cost(&path.cost, resource, UPPER).into_expr()));
                }
            }
            let (mut own_weights, mut own_costs) = (Vec::new(), Vec::new());
            for (path, is_weight, value) in values {
                let guard = path.guard.clone().both(&explorer.domain(of.variant));
                let mut weighing = Weighing {
                    equations: &mut *self,
                    all,
                    resource,
                    guard: Guard::always(),
                    stay: &stay,
                    wanted: None,
                    least_base: Rational::ONE,
                };
                let node = weighing.path(of, guard, &value).ok_or(weighing.wanted)?;
                found.least_base = found.least_base.max(weighing.least_base);
                if is_weight { &mut own_weights } else { &mut own_costs }.push(node);
            }
            found.weights.push(own_weights);
            found.costs.push(own_costs);
        }
        Ok(found)
    }

    /// What the solutions of a path weigh; nothing where it has none.
    fn weight(&mut self, path: &Path, place: Option<u16>) -> Option<Expr> {
        let leaf = |sizes: &[Range], marks: &[u32]| match place {
            None => Expr::int(1),
            Some(place) => {
                let size = sizes.get(place as usize).map(|size| resolved_range(size, marks)).unwrap_or_default();
                Expr::call(WEIGHT, vec![size.high.unwrap_or_else(|| Expr::Var(unknown()))])
            }
        };
        match &path.outcome {
            Outcome::Success(sizes) => Some(leaf(sizes, &[])),
            Outcome::Finished(_) => Some(self.over_solutions(&path.cost, &leaf, true, UPPER, &mut Vec::new())),
            Outcome::Failure | Outcome::Stuck(_) | Outcome::Raises => None,
        }
    }
}

/// Whether a bound grows faster than a power of any number.
fn grows_beyond(total: &Expr) -> bool {
    let mut found = false;
    total.visit(&mut |e| {
        found |= match e {
            Expr::Pow(base, exponent) => {
                let is_number = base.as_num().is_some();
                is_number && Linear::of(exponent).is_none() || !is_number && exponent.as_num().is_none()
            }
            Expr::Fact(_) => true,
            _ => false,
        }
    });
    found
}
