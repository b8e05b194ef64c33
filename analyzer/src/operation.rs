//! What operations of arithmetic give for integers: type and value of the result, as far as they are known.
//!
//! A value that is no linear form gets a name of its own, of which the condition of the path knows the limits: so later
//! comparisons of it exclude each other. In calls the limits stand in its place (`State::hide`).

use crate::bits::{Side, bitwise, magnitude};
use crate::powers::{bits, by_exponent, shifted_right};
use crate::range::Range;
use crate::rounding::{self, Rounding};
use crate::state::State;
use crate::types::Type;
use solver::{Expr, Linear, Rational};

/// The operations whose results are known; the rest give some number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Divide,
    /// The same where it gives a float for integers.
    Quotient,
    IntDiv,
    Div,
    Mod,
    Rem,
    Neg,
    /// Of an integer, the same.
    Same,
    /// So it is; of another number, an integer beside it.
    Rounded(Rounding),
    Successor,
    Root,
    Min,
    Max,
    Abs,
    Sign,
    Gcd,
    ShiftRight,
    ShiftLeft,
    Power,
    /// The same, but that it gives a float for exponents below 0.
    FloatPower,
    And,
    Or,
    Xor,
    Complement,
    HighestBit,
    LowestBit,
    BitCount,
    Bit,
    /// Operations that give an integer for integers, and a natural one for natural ones.
    Integral,
    Some,
}

impl Operation {
    /// The operation of a name and an arity.
    pub fn named(name: &str, arity: u32) -> Operation {
        match (name, arity) {
            ("+" | "plus", 2) => Operation::Add,
            ("-", 2) => Operation::Sub,
            ("*", 2) => Operation::Mul,
            ("/", 2) => Operation::Divide,
            ("//", 2) => Operation::IntDiv,
            ("div", 2) => Operation::Div,
            ("mod", 2) => Operation::Mod,
            ("rem", 2) => Operation::Rem,
            ("-", 1) => Operation::Neg,
            ("+" | "eval", 1) => Operation::Same,
            ("ceiling", 1) => Operation::Rounded(Rounding::Up),
            ("floor", 1) => Operation::Rounded(Rounding::Down),
            ("truncate" | "trunc", 1) => Operation::Rounded(Rounding::ToZero),
            ("round" | "integer", 1) => Operation::Rounded(Rounding::Nearest),
            ("succ", 1) => Operation::Successor,
            ("sqrt", 1) => Operation::Root,
            ("min", 2) => Operation::Min,
            ("max", 2) => Operation::Max,
            ("abs", 1) => Operation::Abs,
            ("sign", 1) => Operation::Sign,
            ("gcd", 2) => Operation::Gcd,
            (">>", 2) => Operation::ShiftRight,
            ("<<", 2) => Operation::ShiftLeft,
            ("^", 2) => Operation::Power,
            ("**", 2) => Operation::FloatPower,
            ("/\\", 2) => Operation::And,
            ("\\/", 2) => Operation::Or,
            ("xor", 2) => Operation::Xor,
            ("\\", 1) => Operation::Complement,
            ("msb", 1) => Operation::HighestBit,
            ("lsb", 1) => Operation::LowestBit,
            ("popcount", 1) => Operation::BitCount,
            ("getbit", 2) => Operation::Bit,
            ("lcm", 2) => Operation::Integral,
            _ => Operation::Some,
        }
    }

    /// Whether it raises no exception for integers, but where [`outcomes`] says so.
    pub(crate) fn is_total(self) -> bool {
        let of_bits = self.is_of_bits() || self == Operation::Bit;
        self.keeps_integers() && !of_bits
    }

    /// Whether it gives an integer for integers, if anything.
    pub(crate) fn keeps_integers(self) -> bool {
        use Operation::{Divide, FloatPower, Power, Quotient, Root, Some};
        !matches!(self, Divide | Quotient | Root | Power | FloatPower | Some)
    }

    /// Whether it asks for bits of an integer that is not below 0.
    fn is_of_bits(self) -> bool {
        matches!(self, Operation::HighestBit | Operation::LowestBit | Operation::BitCount)
    }

    /// Whether it raises an exception where the second operand is 0.
    fn divides(self) -> bool {
        matches!(self, Operation::IntDiv | Operation::Div | Operation::Mod | Operation::Rem)
    }
}

/// What is known of an operand: its type and, for an integer, its value.
#[derive(Clone, Debug)]
pub struct Operand {
    /// Its type.
    pub of: Type,
    /// Its value, for an integer.
    pub value: Range,
    /// What a register holds of it.
    pub held: Held,
}

/// What a register holds of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// Its value.
    Cell,
    /// That, or an expression, which is evaluated first.
    Expression,
}

impl Operand {
    /// One that a register holds as it is.
    pub fn cell(of: Type, value: Range) -> Operand {
        Operand { of, value, held: Held::Cell }
    }

    /// Whether it is certainly an integer.
    pub fn is_integer(&self) -> bool {
        matches!(self.of, Type::Int | Type::Nat)
    }

    /// Whether the register certainly holds an integer.
    pub fn is_in_cell(&self) -> bool {
        self.is_integer() && self.held == Held::Cell
    }

    /// The same with its value, where the path has only one.
    fn pinned(&self, state: &State) -> Operand {
        let form = self.value.as_linear().filter(|form| form.as_constant().is_none());
        let value = form.map(|form| form.to_expr().subst_all(&state.guard.pinned()).simplify());
        match value.filter(|value| value.as_num().is_some()) {
            Some(value) => Operand { value: Range::exact(value), ..self.clone() },
            None => self.clone(),
        }
    }

    pub(crate) fn is_natural(&self, state: &State) -> bool {
        self.of == Type::Nat || state.is_natural(&self.value)
    }

    /// The negated one, an integer.
    pub(crate) fn negated(&self, state: &State) -> Operand {
        Operand { of: Type::Int, value: Range::number(0).minus(&self.natural_value(state)), held: self.held }
    }

    /// What is known of its sign.
    pub(crate) fn side(&self, state: &State) -> Side {
        if self.is_natural(state) {
            Side::Natural
        } else if is_at_most(state, &self.value, -1) {
            Side::Negative
        } else {
            Side::Unknown
        }
    }

    /// Its value, from 0 where it is not below.
    pub(crate) fn natural_value(&self, state: &State) -> Range {
        if self.is_natural(state) { self.natural(state) } else { self.value.clone() }
    }

    /// Its value: where the low end is not known to be natural and it is, from 0.
    fn natural(&self, state: &State) -> Range {
        if state.is_natural(&self.value) {
            self.value.clone()
        } else {
            Range { low: Some(Expr::int(0)), high: self.value.high.clone() }
        }
    }
}

/// The least divisor whose opposite is an `i64`.
const LEAST: i64 = -i64::MAX;

/// The cases of an operation: type and value of the result, or nothing where it raises an exception.
pub fn outcomes(
    state: State,
    operation: Operation,
    left: &Operand,
    right: &Operand,
) -> Vec<(State, Option<(Type, Range)>)> {
    if !(left.is_integer() && right.is_integer()) {
        return of_numbers(state, operation, left, right);
    }
    let divides = |divisor: i64| divisor > 0 && state.is_multiple(&left.value, divisor);
    match (operation, right.value.as_number()) {
        (Operation::Divide, Some(divisor)) if divides(divisor) => {
            return vec![divided(state, Operation::Div, left, right, Sign::Positive)];
        }
        (Operation::Divide, Some(divisor)) if divisor < 0 && divisor.checked_neg().is_some_and(divides) => {
            let (left, right) = (left.negated(&state), right.negated(&state));
            return vec![divided(state, Operation::Div, &left, &right, Sign::Positive)];
        }
        (Operation::Divide | Operation::Quotient, Some(divisor)) => {
            let value = rounding::divided(&state, left, divisor);
            return vec![(state, Some((Type::Number, value)))];
        }
        // The same quotient with both signs changed, and a remainder that has the sign of what is divided.
        (Operation::IntDiv | Operation::Div, Some(divisor @ LEAST..=-1)) => {
            let right = Operand::cell(Type::Nat, Range::number(-divisor));
            return division(state.clone(), operation, &left.negated(&state), &right);
        }
        (Operation::Rem, Some(divisor @ LEAST..=-1)) => {
            return division(state, operation, left, &Operand::cell(Type::Nat, Range::number(-divisor)));
        }
        _ if operation.divides() => return division(state, operation, left, right),
        _ if operation.is_of_bits() => return bits(state, operation, left),
        (Operation::And | Operation::Or | Operation::Xor, _) => {
            let (of, limits) = bitwise(&state, operation, left, right);
            let value = limits.range();
            return vec![within(state, of, value, &limits.least, &limits.most)];
        }
        (Operation::Power | Operation::FloatPower | Operation::ShiftLeft, _) => {
            return by_exponent(state, operation, left, right);
        }
        (Operation::Sign, _) if left.value.as_linear().is_some() => {
            let cases = by_sign(state, &left.value).into_iter();
            return cases.map(|(state, sign)| (state, Some(number_of(sign)))).collect();
        }
        _ => {}
    }
    let (of, value) = match operation {
        // A product with what has one value on this path is a multiple.
        Operation::Mul => result(&state, operation, &left.pinned(&state), &right.pinned(&state)),
        _ => result(&state, operation, left, right),
    };
    let known = [&left.value, &right.value].map(|side| side.as_linear().map(|form| form.to_expr()));
    let (least, most): (Vec<Expr>, Vec<Expr>) = match (operation, known) {
        (Operation::Min, [x, y]) => (Vec::new(), x.into_iter().chain(y).collect()),
        (Operation::Max, [x, y]) => (x.into_iter().chain(y).collect(), Vec::new()),
        (Operation::Abs, [Some(x), _]) if !left.is_natural(&state) => (vec![x.clone(), -x], Vec::new()),
        _ => return vec![named(state, of, value)],
    };
    vec![within(state, of, value, &least, &most)]
}

/// A result that is at least and at most some expressions.
fn within(mut state: State, of: Type, value: Range, least: &[Expr], most: &[Expr]) -> (State, Option<(Type, Range)>) {
    let value = if value.as_linear().is_some() { value } else { state.value(&of, &value, least, most) };
    (state, Some((of, value)))
}

/// The same where an operand may be no integer.
fn of_numbers(
    state: State,
    operation: Operation,
    left: &Operand,
    right: &Operand,
) -> Vec<(State, Option<(Type, Range)>)> {
    if let Operation::Rounded(way) = operation {
        if let Some(cases) = rounding::rounded(&state, way, left) {
            return cases.into_iter().map(|(state, of, value)| named(state, of, value)).collect();
        }
        if left.value.low.is_some() && left.value.high.is_some() && left.value.as_exact().is_none() {
            let of = if state.is_natural(&left.value) { Type::Nat } else { Type::Int };
            return vec![named(state, of, left.value.clone())];
        }
    }
    let floats = left.of == Type::Float || right.of == Type::Float;
    let keeps =
        matches!(operation, Operation::Add | Operation::Sub | Operation::Mul | Operation::Divide | Operation::Quotient);
    let of = if floats && keeps { Type::Float } else { Type::Number };
    vec![(state, Some((of, Range::unknown())))]
}

/// The cases of a division that gives an integer.
fn division(
    state: State,
    operation: Operation,
    left: &Operand,
    right: &Operand,
) -> Vec<(State, Option<(Type, Range)>)> {
    let cases = by_sign(state, &right.value).into_iter();
    let cases = cases.flat_map(|(state, sign)| match operation {
        // These round towards 0: down, or up.
        Operation::IntDiv | Operation::Rem if matches!(sign, Sign::Positive | Sign::Negative) => {
            by_side(state, left, sign)
        }
        _ => vec![(state, sign)],
    });
    let cases = cases.flat_map(|(state, sign)| match operation {
        Operation::IntDiv | Operation::Div if sign == Sign::Positive => by_size(state, left, right),
        _ => vec![(state, sign)],
    });
    cases.map(|(state, sign)| divided(state, operation, left, right, sign)).collect()
}

/// A result, with a name where its value is not known exactly.
pub(crate) fn named(mut state: State, of: Type, value: Range) -> (State, Option<(Type, Range)>) {
    let is_whole = matches!(of, Type::Int | Type::Nat);
    let value = if is_whole && value.as_exact().is_none() { state.value(&of, &value, &[], &[]) } else { value };
    (state, Some((of, value)))
}

/// The type and value of the result of an operation that every two integers have.
fn result(state: &State, operation: Operation, left: &Operand, right: &Operand) -> (Type, Range) {
    let naturals = left.is_natural(state) && right.is_natural(state);
    let (x, y) = (&left.value, &right.value);
    let natural = |when: bool| if when { Type::Nat } else { Type::Int };
    let up_to = |high: Option<Expr>| Range { low: Some(Expr::int(0)), high };
    match operation {
        Operation::Add => (natural(naturals), x.plus(y)),
        Operation::Sub => (Type::Int, x.minus(y)),
        Operation::Mul if naturals && (x.as_exact().is_none() || y.as_exact().is_none()) => {
            (Type::Nat, left.natural(state).times_natural(&right.natural(state)))
        }
        Operation::Mul => (natural(naturals), x.times(y)),
        Operation::Neg => (Type::Int, Range::number(0).minus(x)),
        Operation::Same | Operation::Rounded(_) => (left.of.clone(), x.clone()),
        Operation::Successor => (natural(left.is_natural(state)), x.offset(1)),
        Operation::Complement => (Type::Int, Range::number(-1).minus(x)),
        // It is rounded, to a number that is not below the root's whole part, nor above the next.
        Operation::Root => {
            let Range { low, high } = state.root(x);
            (Type::Float, Range { low, high: high.map(|high| (high + Expr::int(1)).simplify()) })
        }
        Operation::Min => {
            let of = natural(naturals);
            (of, Range { low: both(&x.low, &y.low, Expr::min), high: either(&x.high, &y.high, Expr::min) })
        }
        Operation::Max => {
            let of = natural(left.is_natural(state) || right.is_natural(state));
            (of, Range { low: either(&x.low, &y.low, Expr::max), high: both(&x.high, &y.high, Expr::max) })
        }
        Operation::Abs if left.is_natural(state) => (Type::Nat, left.natural(state)),
        Operation::Abs => (Type::Nat, x.as_exact().map_or(Range::from(0), |x| Range::exact(x.clone().max(-x.clone())))),
        Operation::Sign => match left.is_natural(state) {
            true => (Type::Nat, Range::between(0, 1)),
            false => (Type::Int, Range::between(-1, 1)),
        },
        // At most either operand but 0.
        Operation::Gcd => {
            let [a, b] = [left, right].map(|operand| match operand.side(state) {
                Side::Natural => (is_at_least(state, &operand.value, 1), operand.natural(state).high),
                Side::Negative => (true, operand.value.low.clone().map(|low| (-low).simplify())),
                Side::Unknown => (false, magnitude(&operand.value)),
            });
            let high = match (a.0, b.0) {
                (true, true) => either(&a.1, &b.1, Expr::min),
                (true, false) => a.1,
                (false, true) => b.1,
                (false, false) => both(&a.1, &b.1, Expr::max),
            };
            (Type::Nat, Range { low: Some(Expr::int(i64::from(a.0 || b.0))), high })
        }
        Operation::Bit => (Type::Nat, Range::between(0, 1)),
        Operation::ShiftRight if right.is_natural(state) => shifted_right(state, left, right),
        Operation::ShiftRight => (natural(left.is_natural(state)), Range::unknown()),
        Operation::Integral if naturals => {
            (Type::Nat, up_to(left.natural(state).times_natural(&right.natural(state)).high))
        }
        Operation::Integral => (Type::Int, Range::unknown()),
        Operation::Power | Operation::FloatPower | Operation::ShiftLeft => unreachable!("exponents have cases"),
        Operation::HighestBit | Operation::LowestBit | Operation::BitCount => unreachable!("bits have cases"),
        Operation::And | Operation::Or | Operation::Xor => unreachable!("combined bits have limits"),
        Operation::IntDiv | Operation::Div | Operation::Mod | Operation::Rem => {
            unreachable!("divisions have cases")
        }
        Operation::Divide | Operation::Quotient | Operation::Some => (Type::Number, Range::unknown()),
    }
}

/// Whether an integer is certainly at most a number.
fn is_at_most(state: &State, value: &Range, most: i64) -> bool {
    let high = value.high.as_ref().and_then(Linear::of).and_then(|high| high.negated(most));
    high.is_some_and(|form| state.guard.implies(&form))
}

/// Whether it is certainly at least one.
fn is_at_least(state: &State, value: &Range, least: i64) -> bool {
    let low = value.low.as_ref().and_then(Linear::of).and_then(|low| low.plus(&Linear::constant(least), -1));
    low.is_some_and(|form| state.guard.implies(&form))
}

/// The quotient by a number above 0, rounded down.
pub(crate) fn halves(x: &Range, divisor: i64) -> Range {
    let part = |end: &Option<Expr>| Some(quotient(end.as_ref()?, divisor).floor().simplify());
    Range { low: part(&x.low), high: part(&x.high) }
}

/// A quotient that is rounded down with a name, so that conditions can be told of it: what is divided is so many times as
/// large, and less than one time more.
fn whole_part(state: &mut State, of: &Type, value: Range, divided: &Linear, divisor: i64) -> Range {
    if value.as_linear().is_some() {
        return value;
    }
    let value = state.value(of, &value, &[], &[]);
    let limits = value.as_linear().and_then(|name| {
        let rest = divided.plus(&name, divisor.checked_neg()?)?;
        Some([rest.clone(), rest.negated(divisor - 1)?])
    });
    for limit in limits.into_iter().flatten() {
        // What contradicts another condition here is the end of a path that no input takes.
        let _ = state.guard.require(limit);
    }
    value
}

pub(crate) fn quotient(x: &Expr, divisor: i64) -> Expr {
    x.clone() * Expr::num(Rational::ratio(1, divisor).expect("a divisor above 0"))
}

/// Of two ends what holds where both are known.
pub(crate) fn both(a: &Option<Expr>, b: &Option<Expr>, pick: fn(Expr, Expr) -> Expr) -> Option<Expr> {
    let (a, b) = (a.as_ref()?, b.as_ref()?);
    Some(if a == b { a.clone() } else { pick(a.clone(), b.clone()).simplify() })
}

/// Of two ends what holds where one is known.
fn either(a: &Option<Expr>, b: &Option<Expr>, pick: fn(Expr, Expr) -> Expr) -> Option<Expr> {
    both(a, b, pick).or_else(|| a.clone().or_else(|| b.clone()))
}

/// The sign of a divisor in one case, or more than that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Zero,
    Positive,
    /// It is 1.
    One,
    /// It is what is divided, and positive.
    Same,
    /// It is more than what is divided.
    Greater,
    Negative,
    Unknown,
}

/// The cases of a divisor.
fn by_sign(state: State, divisor: &Range) -> Vec<(State, Sign)> {
    let Some(form) = divisor.as_linear() else {
        let sign = if state.is_natural(divisor) { Sign::Positive } else { Sign::Unknown };
        return vec![(state, sign)];
    };
    let mut cases = Vec::new();
    let mut zero = state.clone();
    if zero.guard.require_zero(form.clone()) {
        cases.push((zero, Sign::Zero));
    }
    for (sign, side) in [(Sign::Positive, form.plus(&Linear::constant(1), -1)), (Sign::Negative, form.negated(-1))] {
        let mut case = state.clone();
        let sign = if side.is_some() { sign } else { Sign::Unknown };
        if side.is_none_or(|side| case.guard.require(side)) {
            cases.push((case, sign));
        }
    }
    cases
}

/// What `sign/1` gives.
fn number_of(sign: Sign) -> (Type, Range) {
    match sign {
        Sign::Zero => (Type::Nat, Range::number(0)),
        Sign::Positive | Sign::One | Sign::Same | Sign::Greater => (Type::Nat, Range::number(1)),
        Sign::Negative => (Type::Int, Range::number(-1)),
        Sign::Unknown => (Type::Int, Range::between(-1, 1)),
    }
}

/// The cases of what is divided: not below 0, or below.
fn by_side(state: State, left: &Operand, sign: Sign) -> Vec<(State, Sign)> {
    let known = left.value.as_linear().filter(|_| !left.is_natural(&state));
    let Some(sides) = known.and_then(|form| Some([form.negated(-1)?, form])) else { return vec![(state, sign)] };
    let case = |side| {
        let mut state = state.clone();
        state.guard.require(side).then_some((state, sign))
    };
    sides.into_iter().rev().filter_map(case).collect()
}

/// The cases of a positive divisor that is not known: what is divided by less than itself, and not by 1, is halved at least.
fn by_size(state: State, left: &Operand, right: &Operand) -> Vec<(State, Sign)> {
    let forms = left.value.as_linear().zip(right.value.as_linear());
    let forms = forms.filter(|_| left.is_natural(&state) && right.value.as_number().is_none());
    let one = Linear::constant(1);
    let forms = forms.and_then(|(x, y)| {
        let (more, same, less) = (y.plus(&one, -1)?, x.plus(&y, -1)?, y.plus(&x, -1)?);
        Some([more.plus(&one, -1)?, same.plus(&one, -1)?, less.plus(&one, -1)?, more, same])
    });
    let Some([two, below, above, more, same]) = forms else { return vec![(state, Sign::Positive)] };
    let mut found = Vec::new();
    let mut case = |sign: Sign, zero: &[&Linear], least: &[&Linear]| {
        let mut state = state.clone();
        let possible = zero.iter().all(|form| state.guard.require_zero((*form).clone()))
            && least.iter().all(|form| state.guard.require((*form).clone()));
        found.extend(possible.then_some((state, sign)));
    };
    case(Sign::One, &[&more], &[]);
    case(Sign::Same, &[&same], &[&two]);
    case(Sign::Greater, &[], &[&two, &above]);
    case(Sign::Positive, &[], &[&two, &below]);
    found
}

/// What a division gives for divisors of a sign.
fn divided(
    mut state: State,
    operation: Operation,
    left: &Operand,
    right: &Operand,
    sign: Sign,
) -> (State, Option<(Type, Range)>) {
    let is_natural = left.is_natural(&state);
    let x = if is_natural { left.natural(&state) } else { left.value.clone() };
    let y = &right.value;
    let rounds_down = operation == Operation::Div || is_natural;
    let rest_below = |high: &Option<Expr>| high.clone().map(|high| (high - Expr::int(1)).simplify());
    match (operation, sign) {
        (_, Sign::Zero) => (state, None),
        (_, Sign::One) => (state, Some((left.of.clone(), x))),
        (_, Sign::Same) => (state, Some((Type::Nat, Range::number(1)))),
        (_, Sign::Greater) => (state, Some((Type::Nat, Range::number(0)))),
        (Operation::Mod, Sign::Positive) | (Operation::Rem, Sign::Positive)
            if operation == Operation::Mod || is_natural =>
        {
            let rest = Range { low: Some(Expr::int(0)), high: rest_below(&y.high) };
            let value = match (x.as_exact(), y.as_exact(), y.as_number()) {
                (Some(x), Some(y), None) => {
                    let limits = [rest.high.clone(), is_natural.then(|| x.clone())];
                    let exactly = Range::exact(x.clone().modulo(y.clone()));
                    state.value(&Type::Nat, &exactly, &[], &limits.into_iter().flatten().collect::<Vec<Expr>>())
                }
                _ => {
                    let most: Vec<Expr> = x.high.clone().filter(|_| is_natural).into_iter().collect();
                    state.value(&Type::Nat, &rest, &[], &most)
                }
            };
            (state, Some((Type::Nat, value)))
        }
        (Operation::Mod, Sign::Negative) => {
            let low = y.low.clone().map(|low| (low + Expr::int(1)).simplify());
            named(state, Type::Int, Range { low, high: Some(Expr::int(0)) })
        }
        (Operation::Rem, Sign::Positive | Sign::Negative) => {
            let magnitude = if sign == Sign::Positive { y.clone() } else { Range::number(0).minus(y) };
            let high = rest_below(&magnitude.high);
            if is_natural {
                let high = either(&high, &x.high, Expr::min);
                return named(state, Type::Nat, Range { low: Some(Expr::int(0)), high });
            }
            let low = high.clone().map(|high| (-high).simplify());
            let high = if is_at_most(&state, &x, 0) { Some(Expr::int(0)) } else { high };
            named(state, Type::Int, Range { low, high })
        }
        (Operation::Rem, Sign::Unknown) if is_natural => {
            named(state, Type::Nat, Range { low: Some(Expr::int(0)), high: x.high })
        }
        (Operation::IntDiv | Operation::Div, Sign::Positive) => {
            let value = match y.as_number() {
                Some(divisor) if rounds_down => halves(&x, divisor),
                // Down or up, by the sign.
                Some(divisor) => {
                    let up = |end: &Option<Expr>| Some(quotient(end.as_ref()?, divisor).ceil().simplify());
                    let below = x.as_linear().and_then(|form| form.negated(0));
                    let is_below = below.is_some_and(|below| state.guard.implies(&below));
                    Range { low: if is_below { up(&x.low) } else { halves(&x, divisor).low }, high: up(&x.high) }
                }
                None if is_natural => {
                    let limit = y.low.as_ref().and_then(Linear::of).and_then(|low| state.guard.lower_limit(&low));
                    let below = x.as_linear().zip(y.as_linear()).and_then(|(x, y)| x.plus(&y, -1));
                    let low = i64::from(below.is_some_and(|below| state.guard.implies(&below)));
                    Range { low: Some(Expr::int(low)), high: halves(&x, limit.unwrap_or(1).max(1)).high }
                }
                None if is_at_most(&state, &x, 0) => Range { low: x.low.clone(), high: Some(Expr::int(0)) },
                None => Range::unknown(),
            };
            let of = if is_natural { Type::Nat } else { Type::Int };
            match (x.as_linear(), y.as_number()) {
                (Some(form), Some(divisor)) if rounds_down => {
                    let value = whole_part(&mut state, &of, value, &form, divisor);
                    (state, Some((of, value)))
                }
                _ => named(state, of, value),
            }
        }
        // The absolute value is not above that of what is divided.
        (Operation::IntDiv | Operation::Div, Sign::Negative) if is_natural => {
            named(state, Type::Int, Range { low: Range::number(0).minus(&x).low, high: Some(Expr::int(0)) })
        }
        (Operation::IntDiv | Operation::Div, Sign::Negative) if is_at_most(&state, &x, 0) => {
            named(state, Type::Nat, Range { low: Some(Expr::int(0)), high: Range::number(0).minus(&x).high })
        }
        (Operation::IntDiv | Operation::Div, Sign::Unknown) if is_natural => {
            named(state, Type::Int, Range { low: Range::number(0).minus(&x).low, high: x.high })
        }
        _ => named(state, Type::Int, Range::unknown()),
    }
}
