//! Whether chains of calls end, by ranking functions that linear programs find.
//!
//! In: calls, each from a place to a place, under a guard. Out: whether no chain of them is endless. A linear form for each
//! place is looked for such that no call makes it rise and as many as possible make it fall by one from where it is not
//! negative; those are taken out, for no chain has infinitely many of them, and the rest is looked at again. Sources:
//! Podelski and Rybalchenko (2004); lexicographic as in Alias, Darte, Feautrier, Gonnord (2010), section 3, where taking out as
//! many as possible is shown to lose nothing; a form for each place as they have one for each point of control.

use crate::expression::poly::Poly;
use crate::system::certificate::{demand, facts, products};
use crate::system::guard::Guard;
use crate::system::simplex::Program;
use crate::{Rational, Var};
use std::collections::BTreeSet;

/// Calls looked at at most.
const CALLS: usize = 60;

/// A call that may be made.
pub(crate) struct Move {
    /// Where it is made, by number.
    pub from: usize,
    /// Where its arguments are, by number.
    pub to: usize,
    /// What holds when it is made, for natural numbers.
    pub guard: Guard,
    pub args: Vec<Poly>,
}

/// Whether no chain of moves is endless.
pub(crate) fn all_end(params: &[Var], moves: &[Move]) -> bool {
    let mut left: Vec<&Move> = moves.iter().collect();
    while !left.is_empty() {
        let falling = (left.len() <= CALLS).then(|| falling(params, &left)).flatten();
        let Some(falling) = falling.filter(|falling| falling.contains(&true)) else { return false };
        let mut keep = falling.into_iter().map(|falls| !falls);
        left.retain(|_| keep.next().expect("one for each"));
    }
    true
}

/// Which moves make some forms fall by one, while none makes them rise.
fn falling(params: &[Var], moves: &[&Move]) -> Option<Vec<bool>> {
    let mut program = Program::default();
    let places: BTreeSet<usize> = moves.iter().flat_map(|m| [m.from, m.to]).collect();
    let basis: Vec<Poly> = std::iter::once(Poly::one()).chain(params.iter().map(Poly::var)).collect();
    let forms: Vec<(usize, Vec<usize>)> =
        places.into_iter().map(|place| (place, basis.iter().map(|_| program.free()).collect())).collect();
    let form = |place: usize| &forms.iter().find(|(of, _)| *of == place).expect("every place has one").1;
    let mut steps = Vec::new();
    for m in moves {
        let about: Vec<&Poly> = m.args.iter().chain(&basis).collect();
        let products = products(&facts(&m.guard, &about), 1);
        // A step is between 0 and 1.
        let (step, rest) = (program.nonnegative(), program.nonnegative());
        program.equation([(step, Rational::ONE), (rest, Rational::ONE)], Rational::ONE);
        program.cost(step, &Rational::from(-1));
        steps.push(step);
        let before = || form(m.from).iter().copied().zip(basis.iter().cloned());
        let values = std::iter::once(Poly::one()).chain(m.args.iter().cloned());
        let after = form(m.to).iter().copied().zip(values.map(|value| value.neg()));
        let fall: Vec<(usize, Poly)> = before().chain(after).chain([(step, Poly::int(-1))]).collect();
        demand(&mut program, &fall, &Poly::zero(), &products);
        // Where it falls it is at least as much as the step, which is as good as not negative.
        let floor: Vec<(usize, Poly)> = before().chain([(step, Poly::int(-1))]).collect();
        demand(&mut program, &floor, &Poly::zero(), &products);
    }
    let values = program.solve()?;
    Some(steps.into_iter().map(|step| values[step].is_one()).collect())
}
