//! The claim of an assertion as it is read: what it is about, the types of its calls, and its properties.
//!
//! In: the term behind the status of an assertion. Out: an [`Assertion`] and what it claims in order (`assertion.rs`).

use crate::assertion::{Assertion, Precision, Property, size_variable};
use crate::error::AnalysisError;
use crate::regtype::{TypeTable, indicated};
use crate::resource::Weights;
use crate::types::{Metric, Type};
use crate::user_resource::declared;
use rustc_hash::FxHashMap;
use solver::functions::{self, Applied};
use solver::{Direction, Expr, Rational};
use wam::atoms::{Atoms, Functor, known};
use wam::code::Program;
use wam::term::{Node, ReadTerm, Span, TermId, Terms, VarId};

/// Words before a claim: of all that is said of a predicate, of its solutions, of its calls as a whole.
pub const WORDS: [&str; 3] = ["pred", "success", "comp"];

/// The claim behind one of the words for it.
pub(crate) fn claim_of(program: &Program, read: &ReadTerm, term: TermId) -> Option<TermId> {
    let claim = |word: &&str| Some(read.terms.match_compound(term, program.atoms.intern(word), 1)?[0]);
    WORDS.iter().find_map(claim)
}

pub(crate) fn wrong(what: &str, span: Span) -> AnalysisError {
    AnalysisError::Assertion { what: what.into(), span }
}

/// What is claimed in an assertion, and of which arguments.
pub(crate) struct Claimed {
    pub names: Vec<String>,
    pub properties: Vec<(Property, Span)>,
}

/// Where the type of an argument is said, which argument that is, and the type.
type Typed = (TermId, usize, Type);

/// `p/2`: the predicate.
pub(crate) fn indicator(terms: &Terms, term: TermId) -> Option<Functor> {
    let &[name, arity] = terms.match_compound(term, known::SLASH, 2)? else { return None };
    match (terms.get(name), terms.get(arity)) {
        (Node::Atom(name), Node::Int(arity)) if (0..=MOST_ARGUMENTS).contains(&arity) => {
            Some(Functor { name, arity: arity as u32 })
        }
        _ => None,
    }
}

/// An assertion being read.
pub(crate) struct Claim<'a> {
    read: &'a ReadTerm,
    atoms: &'a Atoms,
    types: &'a TypeTable,
    arguments: FxHashMap<VarId, usize>,
    /// Resources that the program declares.
    resources: Vec<String>,
}

/// The type that a mode in the head of an assertion means, of a variable or alone.
fn mode(program: &Program, types: &TypeTable, read: &ReadTerm, arg: TermId, of: Option<VarId>) -> Option<Type> {
    match (read.terms.get(arg), of) {
        (Node::Compound(Functor { name: known::PLUS, .. }, _), Some(_)) => Some(Type::Ground),
        (Node::Compound(Functor { name: known::MINUS, .. }, _), Some(_)) => Some(Type::Free),
        (Node::Compound(functor, _), Some(_)) => (&*program.atoms.name(functor.name) == "?").then_some(Type::Any),
        _ => crate::entry::mode(program, types, read, arg),
    }
}

impl Claim<'_> {
    pub fn read(
        program: &Program,
        types: &TypeTable,
        read: &ReadTerm,
        claim: TermId,
    ) -> Result<(Functor, Assertion, Claimed), AnalysisError> {
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
        let (functor, args) = match terms.get(head) {
            Node::Compound(functor, args) => (functor, args),
            Node::Atom(name) => (Functor { name, arity: 0 }, &[] as &[TermId]),
            _ => return Err(wrong("an assertion is about a predicate: `pred p(A) : … => … + …`", terms.span(head))),
        };
        // `p/2` is about arguments without names.
        let (functor, args) = match (indicator(terms, head), indicated(read, head)) {
            (Some(functor), _) => (functor, &[] as &[TermId]),
            (None, Some(_)) => {
                return Err(wrong("expected a name and a number of arguments: `p/2`", terms.span(head)));
            }
            (None, None) => (functor, args),
        };
        let (mut arguments, mut typed) = (FxHashMap::default(), Vec::new());
        let mut call = vec![Type::Any; functor.arity as usize];
        for (at, &arg) in args.iter().enumerate() {
            // `+A`, `-A`, `?A` are modes of a variable, others modes alone.
            let mut inner = match terms.get(arg) {
                Node::Compound(Functor { arity: 1, .. }, &[inner]) => inner,
                _ => arg,
            };
            // `+list(A)`: the variable's type, too.
            if inner != arg
                && let Node::Compound(_, of) = terms.get(inner)
                && let Some(&last) = of.last()
                && terms.variable(last).is_some()
            {
                typed.push((at, inner));
                inner = last;
            }
            let var = terms.variable(inner);
            if var.is_none() || inner != arg {
                call[at] = mode(program, types, read, arg, var)
                    .ok_or_else(|| wrong("an argument of an assertion is a variable or a mode", terms.span(arg)))?;
            }
            if var.is_some_and(|var| arguments.insert(var, at).is_some()) {
                return Err(wrong("the arguments of an assertion are distinct variables", terms.span(arg)));
            }
        }
        let named = |at: usize| {
            let name =
                arguments.iter().find(|&(_, &of)| of == at).and_then(|(var, _)| read.variables.get(var.0 as usize));
            name.map(|var| var.name.clone()).filter(|name| name != "_").unwrap_or(format!("argument {}", at + 1))
        };
        let names = (0..call.len()).map(named).collect();
        let claim = Claim { read, atoms, types, arguments, resources: declared(program) };
        let success = call.iter().map(|of| if *of == Type::Free { Type::Any } else { of.clone() }).collect();
        let (sizes, costs, solutions) = (Vec::new(), Vec::new(), None);
        let mut trust = Assertion { call, success, not_fails: false, is_det: false, sizes, costs, solutions };
        let arity = trust.call.len();
        let (mut of_calls, mut properties): (Vec<Typed>, Vec<_>) = (Vec::new(), Vec::new());
        for (at, goal) in typed {
            let (_, of) = claim.typing(goal)?;
            match trust.call[at] {
                Type::Free => properties.push((Property::Success(at, of), terms.span(goal))),
                _ => of_calls.push((goal, at, of)),
            }
        }
        let product = |of: Option<TermId>| of.map_or(Ok(None), |of| claim.product(of, arity));
        match product(calls)? {
            Some(product) => of_calls.extend(product),
            None => {
                for goal in calls.map_or(Vec::new(), |calls| terms.conjuncts(calls)) {
                    let (at, of) = claim.typing(goal)?;
                    of_calls.push((goal, at, of));
                }
            }
        }
        for (goal, at, of) in of_calls {
            let of = types.both(&trust.call[at], &of).ok_or_else(|| {
                let [known, of] = [&trust.call[at], &of].map(|of| of.display(atoms, types));
                let what = format!("no term is known to be both {known} and {of}: say one type of an argument");
                wrong(&what, terms.span(goal))
            })?;
            trust.call[at] = of.clone();
            if of != Type::Free {
                trust.success[at] = of;
            }
        }
        let of_success = product(after)?;
        let after = after.filter(|_| of_success.is_none());
        for (goal, at, of) in of_success.into_iter().flatten() {
            properties.push((Property::Success(at, of), terms.span(goal)));
        }
        let promised = [after, plus_before.or(plus_after)].into_iter().flatten();
        for goal in promised.flat_map(|goals| terms.conjuncts(goals)) {
            properties.extend(claim.property(goal)?.into_iter().map(|property| (property, terms.span(goal))));
        }
        properties.iter().for_each(|(property, _)| trust.add(property));
        if let Some(resource) = trust.contradiction() {
            let what = format!("its least cost in {resource} is above the greatest");
            return Err(wrong(&what, terms.span(head)));
        }
        Ok((functor, trust, Claimed { names, properties }))
    }

    /// `list * var`: the type of each argument; nothing where it is no product of so many types.
    fn product(&self, product: TermId, arity: usize) -> Result<Option<Vec<Typed>>, AnalysisError> {
        let terms = &self.read.terms;
        let (mut factors, mut rest) = (Vec::new(), product);
        while let Some(&[left, right]) = terms.match_compound(rest, self.atoms.intern("*"), 2) {
            factors.push(right);
            rest = left;
        }
        factors.push(rest);
        factors.reverse();
        let expression = |factor| self.types.expression(self.read, factor, self.atoms);
        // One factor may be a goal: `list(A)`, `is_det`.
        if factors.len() == 1 && (arity != 1 || expression(rest).is_none()) {
            return Ok(None);
        }
        if factors.len() != arity {
            let what = format!("expected {arity} types, one for each argument: found {}", factors.len());
            return Err(wrong(&what, terms.span(product)));
        }
        let of = |(at, factor): (usize, TermId)| {
            let fault = || wrong("expected a type: list, list(int), int, var", terms.span(factor));
            Ok((factor, at, expression(factor).ok_or_else(fault)?))
        };
        factors.into_iter().enumerate().map(of).collect::<Result<_, _>>().map(Some)
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

    /// What a property of an assertion says; of those that are several at once, each.
    fn property(&self, goal: TermId) -> Result<Vec<Property>, AnalysisError> {
        let terms = &self.read.terms;
        let span = terms.span(goal);
        let functor = terms.functor(goal).ok_or_else(|| wrong("expected a property", span))?;
        let name = self.atoms.name(functor.name);
        Ok(match (&*name, terms.get(goal)) {
            ("not_fails" | "multi", Node::Atom(_)) => vec![Property::NotFails],
            ("is_det" | "semidet", Node::Atom(_)) => vec![Property::IsDet],
            ("det", Node::Atom(_)) => vec![Property::NotFails, Property::IsDet],
            ("no_choicepoints", Node::Atom(_)) => vec![Property::NoChoicepoints],
            ("terminates", Node::Atom(_)) => vec![Property::Terminates],
            ("no_exception" | "no_exceptions", Node::Atom(_)) => vec![Property::NoException],
            ("true" | "nondet" | "non_det" | "possibly_nondet" | "possibly_fails", Node::Atom(_)) => Vec::new(),
            ("fails" | "failure", Node::Atom(_)) => {
                vec![Property::Solutions { sides: vec![Direction::Upper], number: Expr::int(0) }]
            }
            (name, Node::Atom(_)) if UNCHECKED.contains(&name) => vec![Property::Unchecked],
            ("num_solutions" | "solutions", Node::Compound(_, &[number])) if self.argument(number).is_none() => {
                vec![Property::Solutions {
                    sides: vec![Direction::Lower, Direction::Upper],
                    number: self.expression(number)?,
                }]
            }
            ("cardinality", Node::Compound(_, &[least, most])) => {
                let of = |side, number| Property::Solutions { sides: vec![side], number };
                let (least, most) = (self.expression(least)?, self.expression(most)?);
                let most = (!most.is_infinite()).then(|| of(Direction::Upper, most));
                std::iter::once(of(Direction::Lower, least)).chain(most).collect()
            }
            ("steps_o", Node::Compound(_, &[cost])) => {
                let (sides, cost) = (vec![Direction::Upper], self.expression(cost)?);
                vec![Property::Cost { sides, precision: Precision::Order, resource: "steps".into(), cost }]
            }
            ("steps" | "steps_ub" | "steps_lb", Node::Compound(_, &[number])) if self.argument(number).is_none() => {
                let sides = match &*name {
                    "steps_ub" => vec![Direction::Upper],
                    "steps_lb" => vec![Direction::Lower],
                    _ => vec![Direction::Lower, Direction::Upper],
                };
                let cost = self.expression(number)?;
                vec![Property::Cost { sides, precision: Precision::Exact, resource: "steps".into(), cost }]
            }
            ("size", Node::Compound(_, &[side, metric, var, size])) => {
                let metric = self.metric(metric)?;
                let argument = self.argument(var).ok_or_else(|| wrong("expected an argument", terms.span(var)))?;
                let size = self.expression(size)?;
                let sides = self.sides_of_numbers(side)?;
                vec![Property::Size { sides, argument, metric, size }]
            }
            ("cost", Node::Compound(_, &[side, resource, cost])) => {
                let name = match terms.get(resource) {
                    Node::Atom(name) => self.atoms.name(name).to_string(),
                    _ => String::new(),
                };
                if name == "solutions" && !self.resources.contains(&name) {
                    let sides = self.sides_of_numbers(side)?;
                    return Ok(vec![Property::Solutions { sides, number: self.expression(cost)? }]);
                }
                if !Weights::is_resource(&name) && !self.resources.contains(&name) {
                    let known = Weights::RESOURCES.iter().copied().chain(["solutions"]).map(ToString::to_string);
                    let known: Vec<String> = known.chain(self.resources.iter().cloned()).collect();
                    let what = format!("expected a resource: {}", known.join(", "));
                    return Err(wrong(&what, terms.span(resource)));
                }
                let cost = self.expression(cost)?;
                let (sides, precision) = self.sides(side)?;
                vec![Property::Cost { sides, precision, resource: name, cost }]
            }
            // What clauses use of a resource is read where resources are.
            ("head_cost" | "literal_cost", Node::Compound(_, [_, _, _])) => Vec::new(),
            _ => {
                let (at, of) = self.typing(goal)?;
                vec![Property::Success(at, of)]
            }
        })
    }

    fn sides(&self, side: TermId) -> Result<(Vec<Direction>, Precision), AnalysisError> {
        let terms = &self.read.terms;
        let name = match terms.get(side) {
            Node::Atom(name) => self.atoms.name(name).to_string(),
            _ => String::new(),
        };
        match name.as_str() {
            "ub" => Ok((vec![Direction::Upper], Precision::Exact)),
            "lb" => Ok((vec![Direction::Lower], Precision::Exact)),
            "exact" => Ok((vec![Direction::Lower, Direction::Upper], Precision::Exact)),
            "oub" => Ok((vec![Direction::Upper], Precision::Order)),
            "olb" => Ok((vec![Direction::Lower], Precision::Order)),
            _ => Err(wrong("expected ub, lb, exact, oub or olb", terms.span(side))),
        }
    }

    /// The same of what has no order of growth.
    fn sides_of_numbers(&self, side: TermId) -> Result<Vec<Direction>, AnalysisError> {
        match self.sides(side)? {
            (sides, Precision::Exact) => Ok(sides),
            (_, Precision::Order) => Err(wrong("expected ub, lb or exact", self.read.terms.span(side))),
        }
    }

    fn metric(&self, metric: TermId) -> Result<Metric, AnalysisError> {
        let terms = &self.read.terms;
        let name = match terms.get(metric) {
            Node::Atom(name) => self.atoms.name(name).to_string(),
            _ => String::new(),
        };
        Metric::ALL.into_iter().find(|metric| metric.name() == name).ok_or_else(|| {
            wrong("expected a metric: int, length, size, text, inner, depth, left or right", terms.span(metric))
        })
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
            fault(&format!(
                "expected an expression over length(A), int(A), size(A), text(A), inner(A), depth(A): + - * / ** {}",
                known.join(" ")
            ))
        };
        Ok(match terms.get(id) {
            Node::Int(value) => Expr::int(value),
            Node::Big(value) => Expr::num(value.clone()),
            Node::Rational(value) => Expr::num(value.clone()),
            // As it is written, which is the shortest decimal that reads as it.
            Node::Float(value) => Expr::num(value.to_string().parse::<Rational>().map_err(|_| unknown())?),
            Node::Atom(name) if &*self.atoms.name(name) == "inf" => Expr::Inf,
            Node::Compound(functor, &[number]) if unit(&self.atoms.name(functor.name)).is_some() => {
                let nanoseconds = unit(&self.atoms.name(functor.name)).ok_or_else(unknown)?;
                self.value(number)? * Expr::num(nanoseconds)
            }
            Node::Compound(functor, args) => match (&*self.atoms.name(functor.name), args) {
                (metric, &[arg]) if Metric::ALL.iter().any(|known| known.name() == metric) => {
                    let at = self.argument(arg).ok_or_else(|| fault("expected an argument of the predicate"))?;
                    let metric = Metric::ALL.into_iter().find(|m| m.name() == metric).ok_or_else(unknown)?;
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
                ("**" | "^" | "exp", &[a, b]) => self.value(a)?.pow(self.value(b)?),
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

/// Arguments that a predicate has at most.
const MOST_ARGUMENTS: i64 = 1 << 20;

/// Properties of Ciao's that nobody checks here.
const UNCHECKED: [&str; 14] = [
    "is_pure",
    "pure",
    "covered",
    "not_covered",
    "mut_exclusive",
    "not_mut_exclusive",
    "eval",
    "foldable",
    "no_signal",
    "finite_solutions",
    "exception",
    "possible_exceptions",
    "no_side_effects",
    "regular",
];

/// How many nanoseconds a unit of time is: `40 ns`, `2 us`.
fn unit(name: &str) -> Option<Rational> {
    Some(Rational::from(match name {
        "ns" => 1,
        "us" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        _ => return None,
    }))
}
