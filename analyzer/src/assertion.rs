//! Assertions about predicates: what the user vouches for of a predicate that is not analysed (`trust`), and what is to be
//! checked of one that is (`check`, or no word at all).
//!
//! `:- trust pred p(A, B) : (list(A), var(B)) => (list(B), size(ub, length, B, length(A)))
//!      + (not_fails, is_det, cost(ub, steps, length(A) + 1)).`
//!
//! The syntax is Ciao's. An assertion applies to calls whose arguments are of the types it names, and to no others.
//! Costs are `cost(ub | lb | exact, Resource, Expression)` with times in nanoseconds; sizes are
//! `size(ub | lb | exact, Metric, Var, Expression)`; expressions are over `length(A)`, `int(A)`, `size(A)`.

use crate::error::AnalysisError;
use crate::regtype::TypeTable;
use crate::resource::Weights;
use crate::types::{Metric, Type};
use rustc_hash::FxHashMap;
use solver::functions::{self, Applied};
use solver::{Direction, Expr, Rational};
use wam::atoms::{Atoms, Functor, known};
use wam::code::Program;
use wam::instr::PredId;
use wam::term::{Node, ReadTerm, Span, TermId, VarId};

/// An assertion about a predicate.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// The types of the arguments it is for.
    pub call: Vec<Type>,
    /// Their types when the call has succeeded.
    pub success: Vec<Type>,
    /// Whether a call always succeeds.
    pub not_fails: bool,
    /// Whether a call has one solution at the most and leaves no choice point.
    pub is_det: bool,
    /// Sizes of arguments after success: side, argument, metric, expression.
    pub sizes: Vec<(Direction, usize, Metric, Expr)>,
    /// Costs: side, resource, expression.
    pub costs: Vec<(Direction, String, Expr)>,
}

impl Assertion {
    /// A resource of which it gives two numbers, the lower of which is above the upper.
    fn contradiction(&self) -> Option<&str> {
        let number = |cost: &Expr| cost.simplify().as_num().cloned();
        let crosses = |of: &str, low: &Expr| {
            let mut uppers = self.costs.iter().filter(|(side, name, _)| *side == Direction::Upper && name == of);
            uppers.any(|(.., high)| number(low).zip(number(high)).is_some_and(|(low, high)| low > high))
        };
        let mut lowers = self.costs.iter().filter(|(side, ..)| *side == Direction::Lower);
        lowers.find(|(_, of, low)| crosses(of, low)).map(|(_, of, _)| of.as_str())
    }
}

/// The trust assertions of a program, by predicate.
#[derive(Clone, Debug, Default)]
pub struct Assertions(FxHashMap<PredId, Vec<Assertion>>);

impl Assertions {
    /// Reads the trust assertions of a program.
    pub fn of(program: &Program, types: &TypeTable) -> Result<Assertions, AnalysisError> {
        let mut assertions = Assertions::default();
        for (pred, read) in read(program, types, &|status| status == Some("trust"))? {
            assertions.0.entry(pred).or_default().push(read);
        }
        Ok(assertions)
    }

    /// The assertions of a program that are to be checked, in order.
    pub fn to_check(program: &Program, types: &TypeTable) -> Result<Vec<(PredId, Assertion)>, AnalysisError> {
        read(program, types, &|status| matches!(status, None | Some("check")))
    }

    /// The predicate that an assertion is about, where the term behind its status or `pred` is understood.
    pub(crate) fn subject(
        program: &Program,
        types: &TypeTable,
        read: &ReadTerm,
        claim: TermId,
    ) -> Result<Option<Functor>, AnalysisError> {
        let claim = read.terms.match_compound(claim, program.atoms.intern("pred"), 1).map_or(claim, |args| args[0]);
        Claim::read(program, types, read, claim).map(|(functor, _)| Some(functor))
    }

    /// The trust assertion that applies to a call, if any does.
    pub fn find(&self, pred: PredId, pattern: &[Type], types: &TypeTable) -> Option<&Assertion> {
        let fits = |trust: &&Assertion| trust.call.iter().zip(pattern).all(|(wanted, of)| types.includes(wanted, of));
        self.0.get(&pred)?.iter().find(fits)
    }
}

/// The assertions about predicates whose status, if they have one, is wanted.
fn read(
    program: &Program,
    types: &TypeTable,
    wanted: &dyn Fn(Option<&str>) -> bool,
) -> Result<Vec<(PredId, Assertion)>, AnalysisError> {
    let pred_word = program.atoms.intern("pred");
    let mut found = Vec::new();
    for assertion in &program.assertions {
        let terms = &assertion.terms;
        let body = terms.match_compound(assertion.root, known::NECK, 1).map_or(assertion.root, |args| args[0]);
        let Node::Compound(Functor { name, arity: 1 }, &[inner]) = terms.get(body) else { continue };
        let (status, claim) = match &*program.atoms.name(name) {
            "pred" => (None, Some(inner)),
            status @ ("trust" | "check") => {
                (Some(status.to_string()), terms.match_compound(inner, pred_word, 1).map(|args| args[0]))
            }
            _ => continue,
        };
        if !wanted(status.as_deref()) {
            continue;
        }
        let Some(claim) = claim else {
            return Err(wrong("expected an assertion: `pred p(A) : … => … + …`", terms.span(inner)));
        };
        let (functor, read) = Claim::read(program, types, assertion, claim)?;
        found.extend(program.find_in(assertion.module, functor).map(|pred| (pred, read)));
    }
    Ok(found)
}

fn wrong(what: &str, span: Span) -> AnalysisError {
    AnalysisError::Assertion { what: what.into(), span }
}

/// An assertion being read.
struct Claim<'a> {
    read: &'a ReadTerm,
    atoms: &'a Atoms,
    types: &'a TypeTable,
    arguments: FxHashMap<VarId, usize>,
}

impl Claim<'_> {
    fn read(
        program: &Program,
        types: &TypeTable,
        read: &ReadTerm,
        claim: TermId,
    ) -> Result<(Functor, Assertion), AnalysisError> {
        let terms = &read.terms;
        let atoms = &program.atoms;
        let split = |id: TermId, operator: &str| match terms.match_compound(id, atoms.intern(operator), 2) {
            Some(&[left, right]) => (left, Some(right)),
            _ => (id, None),
        };
        // `=>` binds weakest, then `:`, then `+`: without a `=>` the `+` hangs on the types of the call, or on the head.
        let (before, after) = split(claim, "=>");
        let (head, calls) = split(before, ":");
        let (head, plus_head) = split(head, "+");
        let (calls, plus_before) = match calls {
            Some(calls) => {
                let (calls, plus) = split(calls, "+");
                (Some(calls), plus)
            }
            None => (None, plus_head),
        };
        let (after, plus_after) = match after {
            Some(after) => {
                let (after, plus) = split(after, "+");
                (Some(after), plus)
            }
            None => (None, None),
        };
        let Node::Compound(functor, args) = terms.get(head) else {
            return Err(wrong("an assertion is about a predicate with arguments", terms.span(head)));
        };
        let mut arguments = FxHashMap::default();
        for (at, &arg) in args.iter().enumerate() {
            let Node::Var(var) = terms.get(arg) else {
                return Err(wrong("the arguments of an assertion are distinct variables", terms.span(arg)));
            };
            arguments.insert(var, at);
        }
        let claim = Claim { read, atoms, types, arguments };
        let mut trust = Assertion {
            call: vec![Type::Any; args.len()],
            success: vec![Type::Any; args.len()],
            not_fails: false,
            is_det: false,
            sizes: Vec::new(),
            costs: Vec::new(),
        };
        for goal in claim.conjuncts(calls) {
            let (at, of) = claim.typing(goal)?;
            trust.call[at] = of.clone();
            if of != Type::Free {
                trust.success[at] = of;
            }
        }
        for goal in claim.conjuncts(after) {
            claim.property(goal, &mut trust)?;
        }
        for goal in claim.conjuncts(plus_before.or(plus_after)) {
            claim.property(goal, &mut trust)?;
        }
        if let Some(resource) = trust.contradiction() {
            let what = format!("its least cost in {resource} is above the greatest");
            return Err(wrong(&what, terms.span(head)));
        }
        Ok((functor, trust))
    }

    fn conjuncts(&self, goals: Option<TermId>) -> Vec<TermId> {
        let (mut todo, mut found): (Vec<TermId>, _) = (goals.into_iter().collect(), Vec::new());
        while let Some(goal) = todo.pop() {
            match self.read.terms.match_compound(goal, known::COMMA, 2) {
                Some(&[left, right]) => todo.extend([right, left]),
                _ => found.push(goal),
            }
        }
        found
    }

    /// `list(A)`, `list(int, A)`, `var(B)`: the argument and its type.
    fn typing(&self, goal: TermId) -> Result<(usize, Type), AnalysisError> {
        let terms = &self.read.terms;
        let fault = || wrong("expected a type of an argument, such as list(A), int(N) or var(B)", terms.span(goal));
        let Node::Compound(functor, args) = terms.get(goal) else { return Err(fault()) };
        let at = args.last().and_then(|&last| self.argument(last)).ok_or_else(fault)?;
        let of = match args {
            [_] => {
                let mut name = wam::term::Terms::new();
                let root = name.atom(functor.name, Span::default());
                let read = ReadTerm { terms: name, root, variables: Vec::new() };
                self.types.expression(&read, root, self.atoms)
            }
            [element, _] if &*self.atoms.name(functor.name) == "list" => {
                self.types.expression(self.read, *element, self.atoms).map(|element| Type::List(Box::new(element)))
            }
            _ => None,
        };
        Ok((at, of.ok_or_else(fault)?))
    }

    fn property(&self, goal: TermId, trust: &mut Assertion) -> Result<(), AnalysisError> {
        let terms = &self.read.terms;
        let span = terms.span(goal);
        let functor = terms.functor(goal).ok_or_else(|| wrong("expected a property", span))?;
        let name = self.atoms.name(functor.name);
        match (&*name, terms.get(goal)) {
            ("not_fails", Node::Atom(_)) => trust.not_fails = true,
            ("is_det", Node::Atom(_)) => trust.is_det = true,
            ("det", Node::Atom(_)) => (trust.not_fails, trust.is_det) = (true, true),
            ("true" | "terminates", Node::Atom(_)) => {}
            ("size", Node::Compound(_, &[side, metric, var, size])) => {
                let metric = self.metric(metric)?;
                let at = self.argument(var).ok_or_else(|| wrong("expected an argument", terms.span(var)))?;
                let size = self.expression(size)?;
                trust.sizes.extend(self.sides(side)?.into_iter().map(|side| (side, at, metric, size.clone())));
            }
            ("cost", Node::Compound(_, &[side, resource, cost])) => {
                let name = match terms.get(resource) {
                    Node::Atom(name) => self.atoms.name(name).to_string(),
                    _ => String::new(),
                };
                if !Weights::is_resource(&name) {
                    let what = format!("expected a resource: {}", Weights::RESOURCES.join(", "));
                    return Err(wrong(&what, terms.span(resource)));
                }
                let resource = name;
                let cost = self.expression(cost)?;
                trust.costs.extend(self.sides(side)?.into_iter().map(|side| (side, resource.clone(), cost.clone())));
            }
            _ => {
                let (at, of) = self.typing(goal)?;
                trust.success[at] = of;
            }
        }
        Ok(())
    }

    fn sides(&self, side: TermId) -> Result<Vec<Direction>, AnalysisError> {
        let terms = &self.read.terms;
        let name = match terms.get(side) {
            Node::Atom(name) => self.atoms.name(name).to_string(),
            _ => String::new(),
        };
        match name.as_str() {
            "ub" | "oub" => Ok(vec![Direction::Upper]),
            "lb" | "olb" => Ok(vec![Direction::Lower]),
            "exact" => Ok(vec![Direction::Lower, Direction::Upper]),
            _ => Err(wrong("expected ub, lb or exact", terms.span(side))),
        }
    }

    fn metric(&self, metric: TermId) -> Result<Metric, AnalysisError> {
        let terms = &self.read.terms;
        let name = match terms.get(metric) {
            Node::Atom(name) => self.atoms.name(name).to_string(),
            _ => String::new(),
        };
        [Metric::Value, Metric::Length, Metric::Size]
            .into_iter()
            .find(|metric| metric.name() == name)
            .ok_or_else(|| wrong("expected a metric: int, length or size", terms.span(metric)))
    }

    fn argument(&self, id: TermId) -> Option<usize> {
        match self.read.terms.get(id) {
            Node::Var(var) => self.arguments.get(&var).copied(),
            _ => None,
        }
    }

    /// An expression over sizes; the size of argument `i` in a metric is the variable [`size_variable`].
    fn expression(&self, id: TermId) -> Result<Expr, AnalysisError> {
        let value = self.value(id)?;
        match value.vars().iter().any(|var| var.as_str().starts_with('_')) {
            true => Err(wrong("a variable that is no argument, and that no sum is over", self.read.terms.span(id))),
            false => Ok(value),
        }
    }

    /// The same, in which variables that are no arguments may occur: sums are over them.
    fn value(&self, id: TermId) -> Result<Expr, AnalysisError> {
        let terms = &self.read.terms;
        let fault = |what: &str| wrong(what, terms.span(id));
        let unknown = || {
            let known: Vec<&str> = functions::FUNCTIONS.iter().map(|function| function.name).collect();
            fault(&format!("expected an expression over length(A), int(A), size(A): + - * / ** {}", known.join(" ")))
        };
        Ok(match terms.get(id) {
            Node::Int(value) => Expr::int(value),
            Node::Float(value) => {
                let scaled = (value * 1e6).round();
                if !value.is_finite() || scaled.abs() > 9e15 {
                    return Err(fault("a number this large is no cost"));
                }
                Expr::num(Rational::ratio(scaled as i64, 1_000_000).ok_or_else(unknown)?)
            }
            Node::Atom(name) if &*self.atoms.name(name) == "inf" => Expr::Inf,
            Node::Compound(functor, args) => match (&*self.atoms.name(functor.name), args) {
                (metric @ ("length" | "int" | "size"), &[arg]) => {
                    let at = self.argument(arg).ok_or_else(|| fault("expected an argument of the predicate"))?;
                    let metrics = [Metric::Value, Metric::Length, Metric::Size];
                    let metric = metrics.into_iter().find(|m| m.name() == metric).ok_or_else(unknown)?;
                    Expr::var(size_variable(at, metric))
                }
                ("+", &[a, b]) => self.value(a)? + self.value(b)?,
                ("-", &[a, b]) => self.value(a)? - self.value(b)?,
                ("*", &[a, b]) => self.value(a)? * self.value(b)?,
                ("/", &[a, b]) => {
                    let divisor = self.value(b)?.simplify();
                    let inverse =
                        divisor.as_num().and_then(Rational::recip).ok_or_else(|| fault("a divisor is a number"))?;
                    self.value(a)? * Expr::num(inverse)
                }
                ("**" | "^", &[a, b]) => self.value(a)?.pow(self.value(b)?),
                (name, args) => {
                    let args = args.iter().map(|&arg| self.value(arg)).collect::<Result<_, _>>()?;
                    match functions::apply(name, args) {
                        Applied::Known(expr) => expr,
                        Applied::Misused(function) => return Err(fault(&format!("expected {}", function.usage))),
                        Applied::Unknown(_) => return Err(unknown()),
                    }
                }
            },
            Node::Var(var) if !self.arguments.contains_key(&var) => Expr::var(format!("_{}", var.0)),
            _ => return Err(unknown()),
        }
        .simplify())
    }
}

/// The variable that stands for the size of an argument (from 0) in the expressions of an assertion.
pub fn size_variable(argument: usize, metric: Metric) -> String {
    format!("{}_{}", metric.name(), argument + 1)
}
