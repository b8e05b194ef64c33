//! Random systems: functions of one to three parameters by guarded cases that go down, up to a limit, by halves, with
//! arguments swapped, by differences, with resets, by doubling, in intervals, or into each other; with gaps, overlaps and
//! two-sided guards; with domains below zero; in one of five with several choices in each other, products of calls, arguments
//! that grow by a factor.

use super::{Case, Comparison, Equations, Over, Ranged, Relation, Value};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The system of a seed.
pub fn generate(seed: u64) -> Equations {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let arity = *[1, 1, 2, 2, 2, 3].choose(&mut rng).expect("not empty");
    let functions = if rng.random_bool(0.2) { 2 } else { 1 };
    let ranges = rng.random_bool(0.3);
    let mut maker = Maker { rng, arity, functions, ranges, parts: seed.is_multiple_of(5) };
    let functions = (0..functions).map(|own| maker.function(own)).collect();
    let mut equations = Equations { arity, functions, domains: maker.rng.random_bool(0.15) };
    if equations.domains {
        for cases in &mut equations.functions {
            maker.domain(cases);
        }
    }
    equations
}

struct Maker {
    rng: ChaCha8Rng,
    arity: usize,
    functions: usize,
    /// Whether there are sums and splits.
    ranges: bool,
    /// Whether there are splits in splits, products of calls, and factors in arguments.
    parts: bool,
}

impl Maker {
    fn function(&mut self, own: usize) -> Vec<Case> {
        let cases = *[1, 1, 1, 2, 2, 3].choose(&mut self.rng).expect("not empty");
        let mut made: Vec<Case> = Vec::new();
        // Mostly one place where all recursion begins, as the clauses of one predicate have.
        let from = self.start();
        for _ in 0..cases {
            let from = if self.rng.random_bool(0.8) { from } else { self.start() };
            made.push(self.recursive(own, from));
        }
        made.extend(self.bases(&made.clone()));
        if self.rng.random_bool(0.1) {
            made.remove(self.rng.random_range(0..made.len()));
        }
        if made.is_empty() {
            made.push(Case { guard: vec![], value: self.rest() });
        }
        made
    }

    /// A lower limit of a parameter in all cases, seldom of two.
    fn domain(&mut self, cases: &mut [Case]) {
        for _ in 0..if self.rng.random_bool(0.3) { 2 } else { 1 } {
            let (at, least) = (self.param(), *[0, 0, 0, 1, -3].choose(&mut self.rng).expect("not empty"));
            let limit = self.compare(at, Relation::AtLeast, least);
            for case in cases.iter_mut().filter(|case| !case.guard.contains(&limit)) {
                case.guard.insert(0, limit.clone());
            }
        }
    }

    fn start(&mut self) -> i64 {
        match self.rng.random_range(0..10) {
            0..6 => 1,
            6 => 0,
            7 => 2,
            8 => self.rng.random_range(3..14),
            _ => self.rng.random_range(-7..0),
        }
    }

    fn param(&mut self) -> usize {
        self.rng.random_range(0..self.arity)
    }

    fn compare(&self, at: usize, relation: Relation, bound: i64) -> Comparison {
        let mut coefficients = vec![0; self.arity];
        coefficients[at] = 1;
        Comparison { coefficients, relation, bound }
    }

    /// `at` compared with `other`.
    fn between(&self, at: usize, relation: Relation, other: usize, bound: i64) -> Comparison {
        let mut coefficients = vec![0; self.arity];
        coefficients[at] = 1;
        coefficients[other] = -1;
        Comparison { coefficients, relation, bound }
    }

    fn at_least(&mut self, at: usize, bound: i64) -> Comparison {
        if self.rng.random_bool(0.2) {
            self.compare(at, Relation::Above, bound - 1)
        } else {
            self.compare(at, Relation::AtLeast, bound)
        }
    }

    fn same(&self) -> Vec<Value> {
        (0..self.arity).map(Value::Param).collect()
    }

    /// What is left of a parameter, divided among several parts, of which some are called.
    fn divided(&mut self, own: usize, from: i64) -> Case {
        let (at, choices) = (self.param(), *[1, 2, 2, 2, 2, 2, 3].choose(&mut self.rng).expect("some"));
        let over = if self.rng.random_bool(0.7) { Over::Greatest } else { Over::Least };
        let (first, lost) = (self.rng.random_range(0..2), self.rng.random_range(0..3));
        let chosen: Vec<Value> = (0..choices).map(|i| Value::Param(self.arity + i)).collect();
        let left = |made: &[Value], lost: i64| {
            let taken = made.iter().map(|part| Value::Times(-1, Box::new(part.clone())));
            Value::Sum([plus(at, -lost)].into_iter().chain(taken).collect())
        };
        let mut calls = Vec::new();
        for part in chosen.iter().cloned().chain([left(&chosen, lost)]) {
            if calls.is_empty() || self.rng.random_bool(0.6) {
                let mut args = self.same();
                args[at] = part;
                calls.push(Value::Call(own, args));
            }
        }
        let multiplies = self.rng.random_bool(0.3);
        let mut parts = if multiplies { vec![product(calls)] } else { calls };
        if self.rng.random_bool(0.2) {
            parts.push(chosen[0].clone());
        }
        if !multiplies || self.rng.random_bool(0.3) {
            parts.push(self.rest());
        }
        let innermost = Value::Sum(parts);
        let value = (0..choices).rev().fold(innermost, |body, i| {
            let last = left(&chosen[..i], lost + (choices - i) as i64 * first);
            Value::Ranged(Box::new(Ranged { over, first: Value::Number(first), last, body, hides: false }))
        });
        let guard = vec![self.at_least(at, from.max(1) + choices as i64)];
        Case { guard, value }
    }

    /// Calls of which an argument grows by a factor, up to another or while another falls.
    fn multiplied(&mut self, own: usize, from: i64) -> Case {
        let (at, other) = (0, 1);
        let mut args = self.same();
        let mut guard = Vec::new();
        let grown = Value::Sum(vec![
            Value::Times(*[2, 2, 3, 1].choose(&mut self.rng).expect("some"), Box::new(Value::Param(other))),
            [Value::Number(0), Value::Number(1), Value::Number(-1), Value::Param(at)]
                .choose(&mut self.rng)
                .expect("some")
                .clone(),
        ]);
        args[other] = grown;
        if self.rng.random_bool(0.5) {
            guard.push(self.at_least(at, from));
            args[at] = plus(at, -1);
        } else {
            guard.push(self.between(other, Relation::Below, at, 0));
            if self.rng.random_bool(0.7) {
                let least = self.rng.random_range(0..3);
                guard.push(self.at_least(other, least));
            }
        }
        let mut calls = vec![Value::Call(own, args.clone())];
        if self.rng.random_bool(0.2) {
            args[other] = plus(other, 1);
            calls.push(Value::Call(own, args));
        }
        Case { guard, value: self.with_calls(calls) }
    }

    fn recursive(&mut self, own: usize, from: i64) -> Case {
        match self.parts.then(|| self.rng.random_range(0..10)) {
            // Along one parameter only: following all choices at many points takes long.
            Some(0..5) if self.arity == 1 => return self.divided(own, from),
            Some(5 | 6) if self.arity > 1 => return self.multiplied(own, from),
            _ => {}
        }
        let at = self.param();
        let other = if self.arity > 1 { (at + self.rng.random_range(1..self.arity)) % self.arity } else { at };
        let callee = if self.functions > 1 && self.rng.random_bool(0.6) {
            self.rng.random_range(0..self.functions)
        } else {
            own
        };
        let mut args = self.same();
        let by = *[1, 1, 1, 1, 2, 3].choose(&mut self.rng).expect("not empty");
        let mut guard = Vec::new();
        let mut calls = Vec::new();
        match self.rng.random_range(0..19) {
            kind @ 14.. if other != at => self.measured(kind, (at, other), from, &mut guard, &mut args),
            0..5 => {
                guard.push(self.at_least(at, from));
                args[at] = plus(at, -by);
            }
            5 | 6 if other != at => {
                // Up to the other parameter.
                let relation =
                    *[Relation::Below, Relation::AtMost, Relation::Different].choose(&mut self.rng).expect("some");
                guard.push(self.between(at, relation, other, 0));
                args[at] = plus(at, if self.rng.random_bool(0.9) { 1 } else { by });
            }
            5 | 6 => {
                let limit = self.rng.random_range(-3..14);
                guard.push(self.compare(at, Relation::AtMost, limit));
                args[at] = plus(at, by);
            }
            7 => {
                guard.push(self.at_least(at, from.max(1)));
                let base = if self.rng.random_bool(0.3) { plus(at, 1) } else { Value::Param(at) };
                args[at] = Value::Over(Box::new(base), *[2, 2, 3].choose(&mut self.rng).expect("some"));
            }
            8 | 9 if other != at => {
                guard.push(self.at_least(at, from));
                guard.push(self.at_least(other, from));
                args[at] = plus(at, -by);
                args[other] = plus(other, -1);
            }
            10 if other != at => {
                guard.push(self.at_least(at, from));
                args[at] = Value::Param(other);
                args[other] = plus(at, -by);
            }
            11 if other != at => {
                // An accumulator.
                guard.push(self.at_least(at, from));
                args[at] = plus(at, -by);
                args[other] = match self.rng.random_range(0..3) {
                    0 => plus(other, 1),
                    1 => plus(other, 2),
                    _ => Value::Sum(vec![Value::Param(other), Value::Param(at)]),
                };
            }
            12 if other != at => {
                guard.push(self.at_least(at, from));
                let mut second = self.same();
                second[other] = plus(other, -1);
                if self.rng.random_bool(0.7) {
                    guard.push(self.at_least(other, from));
                }
                calls.push(Value::Call(callee, second));
                args[at] = plus(at, -by);
            }
            _ => {
                guard.push(self.at_least(at, from));
                args[at] = plus(at, -1);
                if self.rng.random_bool(0.5) {
                    let mut second = self.same();
                    second[at] = plus(at, -self.rng.random_range(1..3));
                    calls.push(Value::Call(own, second));
                }
            }
        }
        self.further(&mut guard, at, from);
        if self.ranges && self.rng.random_bool(0.7) {
            let value = self.ranged(callee, at, by);
            let value = Value::Sum(vec![value, self.rest()]);
            return Case { guard, value };
        }
        if self.rng.random_bool(0.1) {
            let limited = self.param();
            let ends = vec![args[limited].clone(), Value::Number(self.rng.random_range(-4..7))];
            args[limited] = if self.rng.random_bool(0.5) { Value::Min(ends) } else { Value::Max(ends) };
        }
        calls.push(Value::Call(callee, args));
        Case { guard, value: self.with_calls(calls) }
    }

    /// Steps whose measure is a difference, a sum in turns, a pair in order, or a logarithm; some of them never end.
    fn measured(
        &mut self,
        kind: i32,
        (at, other): (usize, usize),
        from: i64,
        guard: &mut Vec<Comparison>,
        args: &mut [Value],
    ) {
        let by = *[1, 1, 2, 3].choose(&mut self.rng).expect("not empty");
        match kind {
            14 => {
                // Down by the other parameter, which seldom may be 0 or less.
                let least = if self.rng.random_bool(0.8) { from.max(1) } else { from.min(0) };
                guard.push(self.between(at, Relation::AtLeast, other, 0));
                guard.push(self.at_least(other, least));
                let less = Value::Times(-1, Box::new(Value::Param(other)));
                args[at] = Value::Sum(vec![Value::Param(at), less]);
            }
            15 => {
                // One goes down, which begins another anew.
                guard.push(self.at_least(at, from));
                args[at] = plus(at, -by);
                let third = self.param();
                args[other] = match self.rng.random_range(0..4) {
                    0 => Value::Number(self.rng.random_range(0..6)),
                    1 => Value::Param(third),
                    2 => plus(third, by),
                    _ => Value::Sum(vec![Value::Param(other), Value::Param(third)]),
                };
            }
            16 => {
                // One rises less than another falls, or seldom as much.
                let rise = if self.rng.random_bool(0.8) { by - 1 } else { by };
                guard.push(self.at_least(at, from));
                (args[at], args[other]) = match self.rng.random_bool(0.5) {
                    true => (plus(other, rise), plus(at, -by)),
                    false => (plus(at, -by), plus(other, rise)),
                };
            }
            17 => {
                // Twice as much, up to the other parameter.
                let relation = if self.rng.random_bool(0.7) { Relation::Below } else { Relation::AtMost };
                guard.push(self.between(at, relation, other, 0));
                let least = if self.rng.random_bool(0.8) { from.max(1) } else { from };
                guard.push(self.at_least(at, least));
                let twice = Value::Times(2, Box::new(Value::Param(at)));
                args[at] = Value::Sum(vec![twice, Value::Number(self.rng.random_range(-1..2))]);
            }
            _ => {
                // Half of an interval.
                guard.push(self.between(at, Relation::AtMost, other, 0));
                let ends = Value::Sum(vec![Value::Param(at), Value::Param(other)]);
                let middle = Value::Over(Box::new(ends), *[2, 2, 3].choose(&mut self.rng).expect("some"));
                let step = if self.rng.random_bool(0.8) { 1 } else { 0 };
                let end = |step| Value::Sum(vec![middle, Value::Number(step)]);
                match self.rng.random_bool(0.5) {
                    true => args[at] = end(step),
                    false => args[other] = end(-step),
                }
            }
        }
    }

    /// Calls for numbers of a range that a parameter limits, or a sum without calls.
    fn ranged(&mut self, callee: usize, at: usize, by: i64) -> Value {
        let own = self.arity;
        let over = *[Over::Greatest, Over::Greatest, Over::Greatest, Over::Least, Over::Least, Over::Sum]
            .choose(&mut self.rng)
            .expect("some");
        let first = Value::Number(*[0, 0, 0, 1, 1, 2, -2].choose(&mut self.rng).expect("some"));
        let last = plus(at, -by + if self.rng.random_bool(0.1) { 1 } else { 0 });
        let mut parts = Vec::new();
        if over == Over::Sum && self.rng.random_bool(0.5) {
            let mut args = self.same();
            args[at] = if self.rng.random_bool(0.8) { Value::Param(own) } else { plus(own, -1) };
            parts.push(Value::Call(callee, args));
            if self.rng.random_bool(0.3) {
                parts.push(Value::Param(own));
            }
        } else if over == Over::Sum {
            parts.push(Value::Param(own));
            if self.rng.random_bool(0.3) {
                let inner = Value::Param(own + 1);
                let last = if self.rng.random_bool(0.7) { Value::Param(own) } else { Value::Param(at) };
                let over = if self.rng.random_bool(0.5) { Over::Greatest } else { Over::Least };
                let first = Value::Number(self.rng.random_range(-1..3));
                parts.push(Value::Ranged(Box::new(Ranged { over, first, last, body: inner, hides: false })));
            }
        } else {
            let mut args = self.same();
            args[at] = if self.rng.random_bool(0.8) { Value::Param(own) } else { plus(own, -1) };
            parts.push(Value::Call(callee, args.clone()));
            if self.rng.random_bool(0.4) {
                // The other part of what is divided.
                args[at] = Value::Sum(vec![plus(at, -by), Value::Times(-1, Box::new(Value::Param(own)))]);
                parts.push(Value::Call(callee, args));
            }
            if self.rng.random_bool(0.3) {
                parts.push(Value::Param(own));
            }
            if self.rng.random_bool(0.25) {
                let call = parts.remove(0);
                let pair = vec![Value::Number(self.rng.random_range(0..4)), call];
                parts.push(if self.rng.random_bool(0.7) { Value::Max(pair) } else { Value::Min(pair) });
            }
        }
        let body = Value::Sum(parts);
        let hides = !body.mentions(0) && self.rng.random_bool(0.3);
        Value::Ranged(Box::new(Ranged { over, first, last, body, hides }))
    }

    /// More conditions, sometimes: the other side, another parameter, two compared.
    fn further(&mut self, guard: &mut Vec<Comparison>, at: usize, from: i64) {
        if self.rng.random_bool(0.15) {
            let limit = from + self.rng.random_range(0..15);
            guard.push(self.compare(at, Relation::AtMost, limit));
        }
        if self.rng.random_bool(0.2) {
            let (one, bound) = (self.param(), self.rng.random_range(-4..8));
            let relation = *[
                Relation::AtLeast,
                Relation::AtMost,
                Relation::Equal,
                Relation::Different,
                Relation::Below,
                Relation::Above,
            ]
            .choose(&mut self.rng)
            .expect("some");
            guard.push(self.compare(one, relation, bound));
        }
        if self.arity > 1 && self.rng.random_bool(0.2) {
            let one = self.param();
            let other = (one + 1) % self.arity;
            let relation = *[Relation::Above, Relation::AtMost, Relation::Below, Relation::AtLeast]
                .choose(&mut self.rng)
                .expect("some");
            guard.push(self.between(one, relation, other, 0));
        }
    }

    fn with_calls(&mut self, mut calls: Vec<Value>) -> Value {
        for call in &mut calls {
            if self.rng.random_bool(0.08) {
                *call = Value::Times(2, Box::new(call.clone()));
            }
        }
        if self.parts && self.rng.random_bool(0.4) {
            if calls.len() == 1 {
                calls.push(calls[0].clone());
            }
            let rest = if self.rng.random_bool(0.5) { self.rest() } else { Value::Number(0) };
            return Value::Sum(vec![product(calls), rest]);
        }
        let mut parts = match self.rng.random_range(0..10) {
            0 if calls.len() > 1 => vec![Value::Max(calls)],
            1 if calls.len() > 1 => vec![Value::Min(calls)],
            2 => {
                let floor = self.rng.random_range(0..9);
                calls.push(Value::Number(floor));
                vec![if self.rng.random_bool(0.5) { Value::Max(calls) } else { Value::Min(calls) }]
            }
            _ => calls,
        };
        parts.push(self.rest());
        Value::Sum(parts)
    }

    /// A number, or something linear, seldom quadratic, in the parameters.
    fn rest(&mut self) -> Value {
        let constant = Value::Number(self.rng.random_range(0..10));
        let at = self.param();
        match self.rng.random_range(0..10) {
            0..5 => constant,
            5..7 => Value::Sum(vec![constant, Value::Param(at)]),
            7 => {
                let k = self.rng.random_range(2..4);
                Value::Sum(vec![constant, Value::Times(k, Box::new(Value::Param(at)))])
            }
            8 => Value::Sum(vec![constant, Value::Param(at), Value::Param(self.param())]),
            _ => {
                let other = self.param();
                Value::Sum(vec![constant, Value::Product(Box::new(Value::Param(at)), Box::new(Value::Param(other)))])
            }
        }
    }

    /// Cases without calls: mostly what the first recursive case leaves over, sometimes less or more.
    fn bases(&mut self, recursive: &[Case]) -> Vec<Case> {
        let mut bases = Vec::new();
        let first = recursive.first().map(|case| case.guard.clone()).unwrap_or_default();
        match self.rng.random_range(0..10) {
            0..6 => {
                for comparison in first {
                    let guard = vec![opposite(&comparison)];
                    let value = self.rest();
                    bases.push(Case { guard, value });
                }
            }
            6 | 7 => {
                let (at, bound) = (self.param(), self.rng.random_range(-1..2));
                let guard = vec![self.compare(at, Relation::Equal, bound)];
                bases.push(Case { guard, value: self.rest() });
            }
            8 => bases.push(Case { guard: vec![], value: self.rest() }),
            _ => {
                let (at, bound) = (self.param(), self.rng.random_range(-3..4));
                let guard = vec![self.compare(at, Relation::AtMost, bound)];
                bases.push(Case { guard, value: self.rest() });
            }
        }
        // A clause that always may be taken, or from some size on.
        if self.rng.random_bool(0.2) {
            let (at, bound) = (self.param(), self.rng.random_range(-2..6));
            let guard = vec![self.at_least(at, bound)];
            bases.push(Case { guard, value: self.rest() });
        }
        bases
    }
}

fn plus(at: usize, by: i64) -> Value {
    Value::Sum(vec![Value::Param(at), Value::Number(by)])
}

fn product(parts: Vec<Value>) -> Value {
    let factors = parts.into_iter().reduce(|a, b| Value::Product(Box::new(a), Box::new(b)));
    factors.expect("there are factors")
}

fn opposite(comparison: &Comparison) -> Comparison {
    let relation = match comparison.relation {
        Relation::Equal => Relation::Different,
        Relation::Different => Relation::Equal,
        Relation::AtMost => Relation::Above,
        Relation::AtLeast => Relation::Below,
        Relation::Below => Relation::AtLeast,
        Relation::Above => Relation::AtMost,
    };
    Comparison { relation, ..comparison.clone() }
}
