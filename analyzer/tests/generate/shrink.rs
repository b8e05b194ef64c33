//! Smaller programs that still show a fault: a predicate, a clause, a goal, an argument is left out, or a term is made
//! simpler, one at a time, for as long as that works.

use super::{Clause, Generated, Term, atom};

/// The smallest program reached by steps that keep the property, with so many tries at most.
pub fn shrink(program: &Generated, mut tries: usize, mut fails: impl FnMut(&Generated) -> bool) -> Generated {
    let mut smallest = program.clone();
    'next: loop {
        for candidate in simpler(&smallest) {
            if tries == 0 {
                return smallest;
            }
            tries -= 1;
            if fails(&candidate) {
                smallest = candidate;
                continue 'next;
            }
        }
        return smallest;
    }
}

/// Programs with one thing less, the greatest steps first.
fn simpler(program: &Generated) -> Vec<Generated> {
    let mut found = Vec::new();
    for at in 1..program.predicates.len() {
        let mut fewer = program.clone();
        let gone = fewer.predicates.remove(at);
        for clause in fewer.predicates.iter_mut().flat_map(|predicate| &mut predicate.clauses) {
            clause.body.iter_mut().for_each(|goal| without_calls(goal, gone.name));
        }
        found.push(fewer);
    }
    let places = program.predicates.iter().enumerate();
    let clauses: Vec<(usize, usize)> =
        places.flat_map(|(at, predicate)| (0..predicate.clauses.len()).map(move |clause| (at, clause))).collect();
    for &(at, clause) in clauses.iter().filter(|(at, _)| program.predicates[*at].clauses.len() > 1) {
        let mut fewer = program.clone();
        fewer.predicates[at].clauses.remove(clause);
        found.push(fewer);
    }
    found.extend(program.predicates.iter().enumerate().flat_map(|(at, _)| without_arguments(program, at)));
    for &(at, clause) in &clauses {
        for simpler in simpler_clauses(&program.predicates[at].clauses[clause]) {
            let mut changed = program.clone();
            changed.predicates[at].clauses[clause] = simpler;
            found.push(changed);
        }
    }
    found
}

fn without_calls(goal: &mut Term, name: &str) {
    let Term::Compound(functor, args) = goal else { return };
    if *functor == name {
        *goal = atom("true");
    } else {
        args.iter_mut().for_each(|arg| without_calls(arg, name));
    }
}

/// Without one of the arguments of a predicate, wherever it is called.
fn without_arguments(program: &Generated, at: usize) -> Vec<Generated> {
    let name = program.predicates[at].name;
    let Some(Term::Compound(_, args)) = program.predicates[at].clauses.first().map(|clause| &clause.head) else {
        return vec![];
    };
    let arity = args.len();
    let without = |argument: usize| {
        let mut changed = program.clone();
        if !changed.predicates[at].modes.is_empty() {
            changed.predicates[at].modes.remove(argument);
        }
        for clause in changed.predicates.iter_mut().flat_map(|predicate| &mut predicate.clauses) {
            for term in std::iter::once(&mut clause.head).chain(&mut clause.body) {
                without_argument(term, name, arity, argument);
            }
        }
        changed
    };
    // An entry keeps one argument: without any its modes would be no entry.
    if arity < 2 { vec![] } else { (0..arity).map(without).collect() }
}

fn without_argument(term: &mut Term, name: &str, arity: usize, argument: usize) {
    if let Term::Compound(functor, args) = term {
        args.iter_mut().for_each(|arg| without_argument(arg, name, arity, argument));
        if *functor == name && args.len() == arity {
            args.remove(argument);
        }
    }
}

fn simpler_clauses(clause: &Clause) -> Vec<Clause> {
    let mut found = Vec::new();
    for at in 0..clause.body.len() {
        let mut fewer = clause.clone();
        fewer.body.remove(at);
        found.push(fewer);
    }
    for at in 0..clause.body.len() {
        for goal in simpler_terms(&clause.body[at]) {
            let mut changed = clause.clone();
            changed.body[at] = goal;
            found.push(changed);
        }
    }
    if let Term::Compound(name, args) = &clause.head {
        for args in changed_arguments(args) {
            found.push(Clause { head: Term::Compound(name, args), body: clause.body.clone() });
        }
    }
    found
}

fn changed_arguments(args: &[Term]) -> Vec<Vec<Term>> {
    let changes = args.iter().enumerate().flat_map(|(at, arg)| {
        simpler_terms(arg).into_iter().map(move |simpler| {
            let mut changed = args.to_vec();
            changed[at] = simpler;
            changed
        })
    });
    changes.collect()
}

fn simpler_terms(term: &Term) -> Vec<Term> {
    match term {
        Term::Var(_) => vec![],
        Term::Int(value) => {
            let mut nearer: Vec<i64> = vec![0, value / 2, value - value.signum()];
            nearer.retain(|other| other.abs() < value.abs());
            nearer.dedup();
            nearer.into_iter().map(Term::Int).collect()
        }
        Term::Compound(name, args) => {
            let mut found = args.clone();
            if !args.is_empty() && *name != "." {
                found.push(atom("true"));
            }
            found.extend(changed_arguments(args).into_iter().map(|args| Term::Compound(name, args)));
            found
        }
    }
}
