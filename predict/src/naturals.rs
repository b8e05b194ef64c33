//! Bounds of integers where these are natural: those of natural numbers, which tell more, since no case for what is below
//! zero is in their way.
//!
//! Comes in: the bounds of an entry with integers. Goes out: the same with those of the entry with natural numbers in their
//! place, for sizes from zero on.

use crate::bounds::{Bounded, Expected, is_exact};
use crate::side::Side;
use analyzer::entry::Entry;
use analyzer::types::{Metric, Type};
use solver::{Direction, Expr, Guard, Linear};

/// The entry with natural numbers for integers; nothing where it has none.
pub(crate) fn of_naturals(entry: &Entry) -> Option<Entry> {
    let natural = |of: &Type| if *of == Type::Int { Type::Nat } else { of.clone() };
    let pattern: Vec<Type> = entry.pattern.iter().map(natural).collect();
    (pattern != entry.pattern).then(|| Entry { pattern, ..entry.clone() })
}

/// Bounds with others in their place where its integers are natural, if both are functions of the same sizes.
pub(crate) fn with_naturals(found: Bounded, natural: Bounded) -> Bounded {
    let is_integer = |argument: usize| found.pattern.get(argument - 1) == Some(&Type::Int);
    let values = found.sizes.iter().filter(|size| is_integer(size.argument) && size.metric == Metric::Value);
    let meant = values.fold(Guard::always(), |meant, size| meant.with(Linear::var(&size.var)));
    let here = found.domain.clone().both(&meant);
    if found.sizes != natural.sizes || !here.implies_all(&natural.domain) || natural.condition.is_some() {
        return found;
    }
    let over = |own: &Side, natural: &Side, direction| own.or_better(natural, &here, &found.domain, direction);
    let upper = over(&found.upper, &natural.upper, Direction::Upper);
    let lower = over(&found.lower, &natural.lower, Direction::Lower);
    let expected = found.expected.as_ref().zip(natural.expected.as_ref()).map(|(own, natural)| {
        let none = Side::everywhere(Expr::int(0));
        let side = |of: &Option<Side>| of.clone().unwrap_or_else(|| none.clone());
        let mut doubts = own.doubts.clone();
        doubts.extend(natural.doubts.iter().filter(|doubt| !own.doubts.contains(doubt)));
        let (of_own, of_natural) = (side(&own.doubtful), side(&natural.doubtful));
        Expected {
            lower: over(&own.lower, &natural.lower, Direction::Lower),
            upper: over(&own.upper, &natural.upper, Direction::Upper),
            mispredicted: over(&own.mispredicted, &natural.mispredicted, Direction::Upper),
            doubtful: (!doubts.is_empty()).then(|| over(&of_own, &of_natural, Direction::Upper)),
            doubts,
        }
    });
    let exact = is_exact(&lower, &upper, expected.as_ref());
    let both = |[own, natural]: [&String; 2]| if own == natural { own.clone() } else { format!("{own}\n{natural}") };
    let equations = std::array::from_fn(|at| both([&found.equations[at], &natural.equations[at]]));
    Bounded { lower, upper, expected, exact, equations, ..found }
}

#[cfg(test)]
mod tests {
    use crate::bounds::bound;
    use crate::entries::Declared;
    use crate::load::load_text;
    use crate::predicates::find;
    use crate::units::{Resource, Until};
    use crate::value::Value;
    use analyzer::budget::Budget;
    use solver::Direction;

    #[test]
    fn integers_from_zero_on_have_the_bounds_of_natural_numbers() {
        let text = ":- entry halved(+int). halved(0) :- !. halved(E) :- E mod 2 =:= 0, !, H is E // 2, halved(H).\n\
                    halved(E) :- F is E - 1, halved(F).\n\
                    :- entry root(+int). root(N) :- from(N, 0). from(N, K) :- (K+1)*(K+1) > N, !.\n\
                    from(N, K) :- L is K + 1, from(N, L).";
        let loaded = load_text("t.pl", text).expect("a good text");
        let declared = Declared::of(&loaded).expect("good declarations");
        for (indicator, at, least, most) in
            [("halved/1", 1024, 11, 22), ("root/1", 10_000, 102, 102), ("root/1", -5, 2, 2)]
        {
            let pred = find(&loaded.program, indicator).expect("it is defined");
            let entry = declared.entry(pred, None).expect("an entry");
            let bounded = bound(&declared, &entry, Resource::Steps, Until::All, None, Budget::unlimited());
            let bounded = bounded.expect("it is bounded");
            let value =
                |direction| bounded.value(direction, &[("x".to_string(), at)].into()).map(|of: Value| of.to_f64());
            let found = [Direction::Lower, Direction::Upper].map(value);
            assert_eq!(found, [Some(f64::from(least)), Some(f64::from(most))], "{indicator} at {at}");
        }
    }

    #[test]
    fn sizes_on_which_only_the_bounds_of_natural_numbers_depend_are_needed() {
        let text = ":- entry p(+int, +int). p(A, B) :- V is sign(A)//2, between(B, V, _).";
        let loaded = load_text("t.pl", text).expect("a good text");
        let declared = Declared::of(&loaded).expect("good declarations");
        let pred = find(&loaded.program, "p/2").expect("it is defined");
        let entry = declared.entry(pred, None).expect("an entry");
        let bounded = bound(&declared, &entry, Resource::Steps, Until::All, None, Budget::unlimited());
        let bounded = bounded.expect("it is bounded");
        let regions = bounded.upper.parts().iter().chain(bounded.lower.parts()).flat_map(|part| part.region.vars());
        let vars: std::collections::BTreeSet<String> = regions.map(|var| var.to_string()).collect();
        assert!(!vars.is_empty() && vars.iter().all(|var| bounded.needed().contains(var)), "{vars:?}");
    }
}
