//! Smaller systems that still show a fault: one thing is left out or made simpler at a time, for as long as that works.

use super::{Case, Comparison, Equations, Ranged, Relation, Value};

/// The smallest system reached by steps that keep the property.
pub fn shrink(equations: &Equations, fails: impl Fn(&Equations) -> bool) -> Equations {
    let mut smallest = equations.clone();
    while let Some(smaller) = simpler(&smallest).into_iter().find(|candidate| fails(candidate)) {
        smallest = smaller;
    }
    smallest
}

/// Systems with one thing less, the greatest steps first.
fn simpler(equations: &Equations) -> Vec<Equations> {
    let mut found = Vec::new();
    if equations.functions.len() > 1 {
        found.extend((0..equations.functions.len()).map(|at| without_function(equations, at)));
    }
    if equations.arity > 1 {
        found.extend((0..equations.arity).map(|at| without_param(equations, at)));
    }
    for (function, cases) in equations.functions.iter().enumerate() {
        let with = |cases: Vec<Case>| {
            let mut changed = equations.clone();
            changed.functions[function] = cases;
            changed
        };
        for at in 0..cases.len() {
            let mut fewer = cases.clone();
            fewer.remove(at);
            if !fewer.is_empty() {
                found.push(with(fewer));
            }
        }
        for (at, case) in cases.iter().enumerate() {
            for case in simpler_cases(case) {
                let mut changed = cases.clone();
                changed[at] = case;
                found.push(with(changed));
            }
        }
    }
    found
}

/// Without a function: what was called by it calls the other.
fn without_function(equations: &Equations, gone: usize) -> Equations {
    let mut changed = equations.clone();
    changed.functions.remove(gone);
    for case in changed.functions.iter_mut().flatten() {
        rewrite(&mut case.value, &|value| {
            if let Value::Call(function, _) = value {
                *function = 0;
            }
        });
    }
    changed
}

/// Without a parameter, which becomes 0 where it occurs.
fn without_param(equations: &Equations, gone: usize) -> Equations {
    let mut changed = equations.clone();
    changed.arity -= 1;
    for case in changed.functions.iter_mut().flatten() {
        case.guard.iter_mut().for_each(|comparison| {
            comparison.coefficients.remove(gone);
        });
        case.guard.retain(|comparison| comparison.coefficients.iter().any(|c| *c != 0));
        rewrite(&mut case.value, &|value| match value {
            Value::Call(_, args) => {
                args.remove(gone);
            }
            Value::Ranged(ranged) => ranged.hides = false,
            Value::Param(at) if *at == gone => *value = Value::Number(0),
            Value::Param(at) if *at > gone => *at -= 1,
            _ => {}
        });
    }
    changed
}

/// Applies a change to each part, parts before the whole.
fn rewrite(value: &mut Value, change: &impl Fn(&mut Value)) {
    match value {
        Value::Number(_) | Value::Param(_) => {}
        Value::Sum(parts) | Value::Max(parts) | Value::Min(parts) | Value::Call(_, parts) => {
            parts.iter_mut().for_each(|part| rewrite(part, change));
        }
        Value::Times(_, part) | Value::Over(part, _) => rewrite(part, change),
        Value::Product(a, b) => {
            rewrite(a, change);
            rewrite(b, change);
        }
        Value::Ranged(ranged) => {
            rewrite(&mut ranged.first, change);
            rewrite(&mut ranged.last, change);
            rewrite(&mut ranged.body, change);
        }
    }
    change(value);
}

fn simpler_cases(case: &Case) -> Vec<Case> {
    let mut found = Vec::new();
    for at in 0..case.guard.len() {
        let mut fewer = case.clone();
        fewer.guard.remove(at);
        found.push(fewer);
    }
    found.extend(simpler_values(&case.value).into_iter().map(|value| Case { value, ..case.clone() }));
    for (at, comparison) in case.guard.iter().enumerate() {
        for simpler in simpler_comparisons(comparison) {
            let mut changed = case.clone();
            changed.guard[at] = simpler;
            found.push(changed);
        }
    }
    found
}

/// Numbers nearer to zero.
fn nearer(n: i64) -> Vec<i64> {
    let mut found = vec![0, n / 2, n - n.signum()];
    found.retain(|m| m.abs() < n.abs());
    found.dedup();
    found
}

fn simpler_comparisons(comparison: &Comparison) -> Vec<Comparison> {
    let mut found: Vec<Comparison> =
        nearer(comparison.bound).into_iter().map(|bound| Comparison { bound, ..comparison.clone() }).collect();
    for (at, c) in comparison.coefficients.iter().enumerate() {
        for c in nearer(*c) {
            let mut changed = comparison.clone();
            changed.coefficients[at] = c;
            if changed.coefficients.iter().any(|c| *c != 0) {
                found.push(changed);
            }
        }
    }
    let strict = match comparison.relation {
        Relation::Below => Some((Relation::AtMost, -1)),
        Relation::Above => Some((Relation::AtLeast, 1)),
        _ => None,
    };
    found.extend(strict.map(|(relation, by)| Comparison {
        relation,
        bound: comparison.bound + by,
        ..comparison.clone()
    }));
    found
}

fn simpler_values(value: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    match value {
        Value::Number(n) => found.extend(nearer(*n).into_iter().map(Value::Number)),
        Value::Param(_) => found.push(Value::Number(0)),
        Value::Sum(parts) | Value::Max(parts) | Value::Min(parts) => {
            found.extend(parts.iter().cloned());
            if parts.len() > 1 {
                for at in 0..parts.len() {
                    let mut fewer = parts.clone();
                    fewer.remove(at);
                    found.push(with_parts(value, fewer));
                }
            }
            found.extend(changed_parts(parts).into_iter().map(|parts| with_parts(value, parts)));
        }
        Value::Call(function, args) => {
            found.push(Value::Number(0));
            found.extend(changed_parts(args).into_iter().map(|args| Value::Call(*function, args)));
            // Arguments that are handed on as they are.
            for at in 0..args.len() {
                if args[at] != Value::Param(at) && !args[at].parts().is_empty() {
                    let mut plain = args.clone();
                    plain[at] = Value::Param(at);
                    found.push(Value::Call(*function, plain));
                }
            }
        }
        Value::Times(k, part) => {
            found.push((**part).clone());
            found.extend(nearer(*k).into_iter().filter(|k| *k != 0).map(|k| Value::Times(k, part.clone())));
            found.extend(simpler_values(part).into_iter().map(|part| Value::Times(*k, Box::new(part))));
        }
        Value::Product(a, b) => found.extend([(**a).clone(), (**b).clone()]),
        Value::Over(part, by) => {
            found.push((**part).clone());
            found.extend(simpler_values(part).into_iter().map(|part| Value::Over(Box::new(part), *by)));
        }
        Value::Ranged(ranged) => {
            let with = |change: &dyn Fn(&mut Ranged)| {
                let mut changed = ranged.clone();
                change(&mut changed);
                Value::Ranged(changed)
            };
            found.push(Value::Number(0));
            if ranged.hides {
                found.push(with(&|changed| changed.hides = false));
            }
            found.extend(simpler_values(&ranged.first).into_iter().map(|first| with(&|of| of.first = first.clone())));
            found.extend(simpler_values(&ranged.last).into_iter().map(|last| with(&|of| of.last = last.clone())));
            found.extend(simpler_values(&ranged.body).into_iter().map(|body| with(&|of| of.body = body.clone())));
        }
    }
    found
}

fn changed_parts(parts: &[Value]) -> Vec<Vec<Value>> {
    let changes = parts.iter().enumerate().flat_map(|(at, part)| {
        simpler_values(part).into_iter().map(move |simpler| {
            let mut changed = parts.to_vec();
            changed[at] = simpler;
            changed
        })
    });
    changes.collect()
}

fn with_parts(value: &Value, parts: Vec<Value>) -> Value {
    match value {
        Value::Max(_) => Value::Max(parts),
        Value::Min(_) => Value::Min(parts),
        _ => Value::Sum(parts),
    }
}
