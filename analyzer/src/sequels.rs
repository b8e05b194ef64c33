//! What follows a call as a part of it: `field(Cs, F, Rest), split(Rest)` costs what a path of `field/3` costs, and what
//! the rest costs that the same path leaves.
//!
//! In: the equation of a path whose recursive calls get what another call gives. Out: one in which that call and they are
//! one function, the *sequel* of the call: over each path of the callee, what it costs and what follows with the sizes it
//! gives. So what a call costs and what it leaves are seen together, which each by itself does not tell: a helper that
//! goes through a part of a list and gives the rest takes linear time with all that comes after it. Where the callee calls
//! itself at its end, so does its sequel, and the recursion of the caller goes through it.
//!
//! Only the first solution of a call is followed so, where it is known to be the one that the path goes on with; only
//! callees that do not call the caller; and only for sizes that are not known anyway. When they are looked for, and what of
//! them is kept, is in `followed.rs`. Source: continuations (Reynolds 1972); amortised cost by
//! potentials of what is left is what a bound of a sequel says (Hoffmann, Jost 2003).

use crate::choices::chooses;
use crate::cost::{Cost, Extent, VariantId};
use crate::equations::Equations;
use crate::explore::Outcome;
use crate::functions::{Function, ResourceId, SequelId, What, argument, between, ends, unknown};
use crate::leaving::used;
use crate::range::Range;
use crate::solutions::{has_sums, plain, unmarked};
use crate::state::Split;
use crate::system::{map_calls, without_exact_ranges};
use rustc_hash::FxHashSet;
use solver::{Direction, Expr, FnName, Guard, Linear, Var};

/// How many sequels may stand in each other.
const DEPTH: usize = 3;
/// How many sequels of one resource a callee may have.
const SEQUELS: usize = 4;

/// What follows a call and depends on what it gives.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sequel {
    /// What is called.
    callee: VariantId,
    resource: ResourceId,
    direction: Direction,
    /// The terms that follow, over the ends of the sizes the call gives ([`given`]) and over `others`.
    value: Expr,
    /// The sizes of its caller that count in it.
    others: Vec<Var>,
    /// What holds of those.
    domain: Guard,
    /// A variant of the recursion that goes through the sequel.
    root: VariantId,
    depth: usize,
}

/// The variable for an end of a size that a call gives.
fn given(at: u16, direction: Direction) -> Var {
    Var::new(format!("#{}{at}", if direction == Direction::Upper { "high" } else { "low" }))
}

/// The calls that a cost certainly has, each up to its first solution, in order; none that stands in it more than once.
pub(crate) fn single_calls(cost: &Cost) -> Vec<(VariantId, &[Range])> {
    fn certain<'c>(cost: &'c Cost, found: &mut Vec<(VariantId, &'c [Range])>) {
        match cost {
            Cost::Sum(costs) => costs.iter().for_each(|cost| certain(cost, found)),
            Cost::Call(callee, sizes, Extent::Success) => found.push((*callee, sizes)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    certain(cost, &mut found);
    let times = |callee: VariantId, sizes: &[Range]| {
        let mut times = 0;
        cost.calls(&mut |call| {
            times += usize::from(matches!(call, Cost::Call(of, with, _) if *of == callee && **with == *sizes));
        });
        times
    };
    found.retain(|(callee, sizes)| times(*callee, sizes) == 1);
    found
}

/// A size that a path chooses, as one of two sizes that a call gives and that add up.
struct Choice<'a> {
    var: &'a Var,
    given: &'a [Range; 2],
    sum: &'a Expr,
}

impl Choice<'_> {
    /// A call with bounds of the sizes in place of the choice; nothing where it is none.
    fn call(&self, term: &Expr) -> Option<Expr> {
        let Expr::Call(name, args) = term else { return None };
        let args = args.iter().map(|arg| match arg.mentions(self.var) {
            true => self.between(arg),
            false => Some(arg.clone()),
        });
        Some(Expr::Call(name.clone(), args.collect::<Option<_>>()?))
    }

    fn between(&self, arg: &Expr) -> Option<Expr> {
        let (low, high) = ends(arg);
        Some(Expr::call(between(), vec![self.end(low, Direction::Lower)?, self.end(high, Direction::Upper)?]))
    }

    /// An end of a linear form of the choice.
    fn end(&self, form: &Expr, direction: Direction) -> Option<Expr> {
        let side = |size: &Range| if direction == Direction::Upper { size.high.clone() } else { size.low.clone() };
        let rises = match form {
            Expr::Mul(factors) => match factors.as_slice() {
                [Expr::Num(factor), Expr::Var(var)] if var == self.var => !factor.is_negative(),
                _ => return None,
            },
            form => *Linear::of(form)?.terms.get(self.var)? > 0,
        };
        // What falls with one of them rises with the other.
        let instead = match rises {
            true => side(&self.given[0])?,
            false => self.sum.clone() - side(&self.given[1])?,
        };
        Some(form.subst(self.var, &instead).simplify())
    }
}

/// A sequel as it is taken out of an equation.
struct Taken {
    /// The ends of sizes that it depends on, as calls, and their variables.
    results: Vec<(Expr, Var)>,
    /// What it depends on besides, and the variables of that.
    others: Vec<(Expr, Var)>,
}

impl Taken {
    fn depends(&self, expr: &Expr) -> bool {
        self.in_it(expr).contains(&true)
    }

    /// Which of the results stand in an expression.
    fn in_it(&self, expr: &Expr) -> Vec<bool> {
        let mut found = vec![false; self.results.len()];
        expr.visit(&mut |e| {
            let same = || self.results.iter().position(|(result, _)| result == e);
            if matches!(e, Expr::Call(..))
                && let Some(at) = same()
            {
                found[at] = true;
            }
        });
        found
    }

    /// Whether a term is a number times a result.
    fn is_multiple(&self, term: &Expr) -> bool {
        let is_result = |e: &Expr| self.results.iter().any(|(result, _)| result == e);
        match term {
            Expr::Mul(factors) => matches!(factors.as_slice(), [Expr::Num(_), e] if is_result(e)),
            e => is_result(e),
        }
    }

    /// Terms over variables; whole arguments of calls that do not depend on results have one.
    fn abstracted(&mut self, expr: &Expr) -> Expr {
        if let Some((_, var)) = self.results.iter().find(|(call, _)| call == expr) {
            return Expr::Var(var.clone());
        }
        match expr {
            Expr::Var(var) if *var != unknown() => self.other(expr),
            Expr::Call(name, args) if *name != between() => {
                let args = args.iter().map(|arg| match arg {
                    Expr::Num(_) => arg.clone(),
                    arg if self.depends(arg) => self.abstracted(arg),
                    arg => self.other(arg),
                });
                Expr::Call(name.clone(), args.collect())
            }
            _ => expr.map_children(&mut |child| self.abstracted(child)),
        }
    }

    fn other(&mut self, expr: &Expr) -> Expr {
        if let Some((_, var)) = self.others.iter().find(|(known, _)| known == expr) {
            return Expr::Var(var.clone());
        }
        let var = Var::new(format!("with{}", self.others.len() + 1));
        self.others.push((expr.clone(), var.clone()));
        Expr::Var(var)
    }
}

/// Which variants lead to which: `reach[a][b]` where calls of a may come to b.
pub(crate) type Reach = Vec<Vec<bool>>;

impl Equations<'_> {
    /// The parameters of a function: the sizes of its variant, and what a sequel depends on besides.
    pub(crate) fn parameters(&self, function: Function) -> Vec<Var> {
        let own = self.explorer.variants[function.variant.0 as usize].params.iter().map(|(var, _)| var.clone());
        let more = self.sequel(function).into_iter().flat_map(|sequel| sequel.others.clone());
        own.chain(more).chain(matches!(function.what, What::Leaving(..)).then(used)).collect()
    }

    /// The sizes that the arguments of a function can have.
    pub(crate) fn domain(&self, function: &Function) -> Guard {
        let own = self.explorer.domain(function.variant);
        match function.what {
            What::Leaving(at, _) => own.both(&self.domain_of_left(function.variant, at)),
            _ => self.sequel(*function).map_or(own.clone(), |sequel| own.both(&sequel.domain)),
        }
    }

    /// What a sequel asks of what it depends on besides the sizes of its variant.
    pub(crate) fn domain_of_others(&self, function: &Function) -> Guard {
        self.sequel(*function).map(|sequel| sequel.domain.clone()).unwrap_or_default()
    }

    fn sequel(&self, function: Function) -> Option<&Sequel> {
        match function.what {
            What::Then(id, _) => Some(&self.sequels[id.0 as usize]),
            _ => None,
        }
    }

    /// What follows a solution with sizes.
    pub(crate) fn following(&self, id: SequelId, sizes: &[Range]) -> Expr {
        let mut values = Vec::new();
        for (at, size) in sizes.iter().enumerate() {
            let end = |end: &Option<Expr>| end.clone().unwrap_or_else(|| Expr::Var(unknown()));
            values.push((given(at as u16, Direction::Lower), end(&size.low)));
            values.push((given(at as u16, Direction::Upper), end(&size.high)));
        }
        let value = self.sequels[id.0 as usize].value.subst_all(&values).simplify();
        without_exact_ranges(&value)
    }

    /// The value of a path with what follows its calls as parts of those, where its recursive calls depend on them.
    pub(crate) fn with_sequels(&mut self, of: Function, cost: &Cost, splits: &[Split], value: Expr) -> Expr {
        let (What::Cost(_, resource) | What::Then(_, resource)) = of.what else { return value };
        let root = self.sequel(of).map_or(of.variant, |sequel| sequel.root);
        if !self.followed.contains(&of) && self.sequel(of).is_none() || has_sums(&value) {
            return value;
        }
        let calls = single_calls(cost).into_iter().filter(|(callee, _)| self.can_be_followed(*callee, root));
        let calls: Vec<(VariantId, &[Range])> = calls.collect();
        if calls.is_empty() {
            return value;
        }
        let value = map_calls(&value, &mut |name, args| plain(name, args)).simplify();
        // The last first: what follows it is a part of it then, which may follow another.
        calls.into_iter().rev().fold(value, |value, (callee, sizes)| {
            let sizes: Vec<Range> = sizes.iter().map(unmarked).collect();
            let given = self.with_sizes(&value, splits, (callee, &sizes), (root, of.direction));
            self.with_sequel(of, root, resource, callee, &sizes, &given).unwrap_or(value)
        })
    }

    /// The value with the sizes that a call gives in the place of a choice of them, between what bounds them, where one
    /// recursive call depends on that choice. Where several do, the choice tells more of them.
    fn with_sizes(
        &mut self,
        value: &Expr,
        splits: &[Split],
        (callee, sizes): (VariantId, &[Range]),
        (root, direction): (VariantId, Direction),
    ) -> Expr {
        let chosen = splits.iter().filter_map(|split| Some((&split.var, split.of.as_ref()?)));
        let chosen = chosen.filter(|(_, of)| of.callee == callee && of.sizes == sizes);
        chosen.fold(value.clone(), |value, (var, of)| {
            let Expr::Add(terms) = &value else { return value };
            let given = [of.place, of.other].map(|at| self.functions.size(callee, at as usize, sizes));
            let choice = Choice { var, given: &given, sum: &of.sum };
            let recursive = terms.iter().filter(|term| term.mentions(var) && self.is_recursive(term, root));
            if recursive.count() != 1 {
                return value;
            }
            let replaced = terms.iter().map(|term| match (term.mentions(var), self.is_recursive(term, root)) {
                (false, _) => Some(term.clone()),
                (true, true) => choice.call(term),
                (true, false) => choice.end(&self.settled(term, root), direction),
            });
            replaced.collect::<Option<Vec<Expr>>>().map_or(value.clone(), |terms| Expr::Add(terms).simplify())
        })
    }

    /// A term that no recursion goes through, with bounds in place of its calls of what is not a size, if that is no more
    /// than a multiple of sizes; as it is where not.
    fn settled(&mut self, term: &Expr, root: VariantId) -> Expr {
        if self.is_recursive(term, root) || chooses(term) {
            return term.clone();
        }
        let (mut sizes, mut others) = (FxHashSet::default(), Vec::new());
        term.visit(&mut |e| {
            if let Expr::Call(name, _) = e
                && let Some(function) = self.functions.find(name)
            {
                match function.what {
                    What::Size(_) | What::Joint(..) | What::Moment(..) => _ = sizes.insert(name.clone()),
                    What::Cost(..) | What::Then(..) | What::Leaving(..) | What::Solutions => others.push(function),
                }
            }
        });
        if others.is_empty() {
            return term.clone();
        }
        let ends = |name: &FnName| {
            self.functions
                .find(name)
                .into_iter()
                .flat_map(|of| [Direction::Lower, Direction::Upper].map(|direction| Function { direction, ..of }))
        };
        let ends: Vec<Function> = sizes.iter().flat_map(ends).collect();
        self.solve_together(&[ends, others].concat());
        let settled = self.put_in(term, &sizes, &Guard::always()).map(|settled| settled.simplify());
        let is_known = |settled: &Expr| !settled.mentions(&unknown()) && !settled.is_infinite();
        settled.filter(is_known).unwrap_or_else(|| term.clone())
    }

    /// The value with what follows one call, which can be followed, as a part of it.
    fn with_sequel(
        &mut self,
        of: Function,
        root: VariantId,
        resource: ResourceId,
        callee: VariantId,
        sizes: &[Range],
        value: &Expr,
    ) -> Option<Expr> {
        let Expr::Add(terms) = value else { return None };
        let direction = of.direction;
        let args: Vec<Expr> = sizes.iter().map(|size| argument(size).simplify()).collect();
        let is_call = |this: &Self, term: &Expr| match term {
            Expr::Call(name, with) => {
                let first =
                    |what| matches!(what, What::Cost(Extent::Success | Extent::Either, used) if used == resource);
                let called = this.functions.find(name);
                called.is_some_and(|of| of.variant == callee && of.direction == direction && first(of.what))
                    && *with == args
            }
            _ => false,
        };
        terms.iter().position(|term| is_call(self, term))?;
        let places = 0..self.sizes_given(callee);
        let both = [Direction::Lower, Direction::Upper];
        let ends = places.flat_map(|at| both.map(|side| (at, side)));
        let ends: Vec<(u16, Direction)> = ends.collect();
        let results = ends.iter().map(|&(at, side)| {
            let name = self.functions.name(Function { variant: callee, what: What::Size(at), direction: side });
            (Expr::call(name, args.clone()), given(at, side))
        });
        let mut taken = Taken { results: results.collect(), others: Vec::new() };
        let depending = terms.iter().map(|term| (term, taken.in_it(term))).filter(|(_, found)| found.contains(&true));
        let recursive: Vec<_> = depending.filter(|(term, _)| self.is_recursive(term, root)).collect();
        // Several that share what a call gives are known better by how they share it.
        let [(_, found)] = recursive.as_slice() else { return None };
        let open: Vec<u16> = ends.iter().zip(found).filter_map(|((at, _), stands)| stands.then_some(*at)).collect();
        if !open.into_iter().any(|at| !self.is_simple(callee, at)) {
            return None;
        }
        // What else grows with what the call gives goes with it.
        let settled =
            terms.iter().map(|term| if taken.depends(term) { self.settled(term, root) } else { term.clone() });
        let Expr::Add(terms) = Expr::Add(settled.collect()).simplify() else { return None };
        let call = terms.iter().position(|term| is_call(self, term))?;
        let follows = |this: &Self, term: &Expr| {
            taken.depends(term) && !chooses(term) && (this.is_recursive(term, root) || taken.is_multiple(term))
        };
        let (after, before): (Vec<&Expr>, Vec<&Expr>) = terms.iter().partition(|term| follows(self, term));
        let after = Expr::Add(after.into_iter().cloned().collect()).simplify();
        let value = taken.abstracted(&after).simplify();
        let id = self.sequel_of(
            of,
            Sequel {
                callee,
                resource,
                direction,
                domain: self.domain_in(&value, &taken.others),
                others: taken.others.iter().map(|(_, var)| var.clone()).collect(),
                root,
                depth: self.depth(&value) + 1,
                value,
            },
        )?;
        let sequel = Function { variant: callee, what: What::Then(id, resource), direction };
        let name = self.functions.name(sequel);
        let args = args.into_iter().chain(taken.others.into_iter().map(|(other, _)| other)).collect();
        let rest = before.into_iter().filter(|term| **term != terms[call]).cloned();
        Some(Expr::Add(rest.chain([Expr::call(name, args)]).collect()).simplify())
    }

    /// Whether all paths of a callee are known with what they give, it goes through something, and is not itself in the
    /// recursion.
    fn can_be_followed(&self, callee: VariantId, root: VariantId) -> bool {
        let at = callee.0 as usize;
        let reached = &self.reach()[at];
        let goes_round = || reached[at] || (0..reached.len()).any(|to| reached[to] && self.reach()[to][to]);
        let paths = &self.explorer.paths[at];
        let count = usize::from(self.sizes_given(callee));
        let tells = |outcome: &Outcome| match outcome {
            Outcome::Success(sizes) => sizes.len() == count,
            _ => true,
        };
        !self.explorer.trusted.contains_key(&callee)
            && callee != root
            && !reached[root.0 as usize]
            && goes_round()
            && paths.unknown.is_empty()
            && paths.first.iter().all(|path| tells(&path.outcome))
    }

    /// How many sizes its solutions have.
    pub(crate) fn sizes_given(&self, variant: VariantId) -> u16 {
        let success = self.explorer.summaries[variant.0 as usize].success().unwrap_or_default();
        success.iter().map(|of| of.metrics().len()).sum::<usize>() as u16
    }

    /// Whether a recursion goes through a call in a term.
    fn is_recursive(&self, term: &Expr, root: VariantId) -> bool {
        let mut found = false;
        term.visit(&mut |e| {
            if let Expr::Call(name, _) = e
                && let Some(called) = self.functions.find(name)
            {
                found |= match called.what {
                    What::Then(..) => true,
                    What::Cost(..) => {
                        called.variant == root || self.reach()[called.variant.0 as usize][root.0 as usize]
                    }
                    What::Size(_) | What::Joint(..) | What::Moment(..) | What::Leaving(..) | What::Solutions => false,
                };
            }
        });
        found
    }

    /// Whether a size that a variant gives is a linear function of those it gets: then it says all.
    pub(crate) fn is_simple(&mut self, variant: VariantId, at: u16) -> bool {
        let size = |direction| Function { variant, what: What::Size(at), direction };
        let low = self.solve_derivations(size(Direction::Lower)).total.clone();
        low.as_ref().is_some_and(|low| Linear::of(low).is_some())
            && self.solve_derivations(size(Direction::Upper)).total == low
    }

    /// How deep sequels stand in an expression.
    fn depth(&self, value: &Expr) -> usize {
        let mut depth = 0;
        value.visit(&mut |e| {
            if let Expr::Call(name, _) = e {
                let sequel = self.functions.find(name).and_then(|function| self.sequel(function));
                depth = depth.max(sequel.map_or(0, |sequel| sequel.depth));
            }
        });
        depth
    }

    /// What the calls in a value ask of arguments that are variables of their own.
    fn domain_in(&self, value: &Expr, others: &[(Expr, Var)]) -> Guard {
        let mut domain = Guard::always();
        value.visit(&mut |e| {
            let Expr::Call(name, args) = e else { return };
            let Some(function) = self.functions.find(name) else { return };
            let params = self.parameters(function);
            let other = |param: &Var| {
                let at = params.iter().position(|known| known == param)?;
                others.iter().map(|(_, var)| var).find(|var| args.get(at) == Some(&Expr::Var((*var).clone())))
            };
            let asked = self.meant(&function).project(&|var| other(var).is_some());
            domain = domain.clone().both(&asked.subst(&|var| other(var).map(Linear::var)));
        });
        domain
    }

    /// The number of a sequel; nothing where there are too many. In a sequel of the same callee only the same one: what
    /// is added to a result from call to call would make others without end.
    fn sequel_of(&mut self, of: Function, sequel: Sequel) -> Option<SequelId> {
        let id = |at: usize| SequelId(at as u16);
        let is_of_callee = |known: &Sequel| {
            known.callee == sequel.callee && known.resource == sequel.resource && known.direction == sequel.direction
        };
        // Which of them goes through the recursion makes no difference.
        let same = |known: &Sequel| {
            is_of_callee(known)
                && known.depth == sequel.depth
                && known.others == sequel.others
                && known.value == sequel.value
                && known.domain == sequel.domain
        };
        if let Some(at) = self.sequels.iter().position(same) {
            return Some(id(at));
        }
        let repeats = of.variant == sequel.callee && matches!(of.what, What::Then(..));
        if repeats || sequel.depth > DEPTH || self.sequels.iter().filter(|known| is_of_callee(known)).count() >= SEQUELS
        {
            return None;
        }
        self.sequels.push(sequel);
        Some(id(self.sequels.len() - 1))
    }
}

/// Whether an expression stands in another.
pub(crate) fn stands_in(part: &Expr, whole: &Expr) -> bool {
    part == whole || whole.children().any(|child| stands_in(part, child))
}
