//! Arithmetic and comparison on abstract cells: values as expressions over the input sizes, conditions as guards.
//!
//! Integers are taken to stay within 60 bits, where the machine's integer keys hold; bounds say so as a side condition.

use crate::integers::{evaluates_large, makes_large};
use crate::range::Range;
use crate::shape::OTHER;
use crate::state::{Cell, LIST, State};
use crate::step::{Code, Flow, Next, at};
use crate::types::Type;
use solver::Expr;
use solver::Linear;
use wam::atoms::{Functor, known};
use wam::compile::evaluable::Evaluable;
use wam::cost::Key;
use wam::instr::{EvalId, Imm, Instr, Label, X, key};

/// The operations whose results are known; the rest give some number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Add,
    Sub,
    Mul,
    Divide,
    IntDiv,
    Div,
    Mod,
    Neg,
    Pos,
    Min,
    Max,
    Abs,
    ShiftRight,
    /// Operations that give an integer for integers, and a natural one for natural ones.
    Integral,
    Some,
}

impl Operation {
    fn of(f: EvalId) -> Operation {
        let row = Evaluable::ALL[f.0 as usize];
        match (row.name(), row.arity()) {
            ("+", 2) => Operation::Add,
            ("-", 2) => Operation::Sub,
            ("*", 2) => Operation::Mul,
            ("/", 2) => Operation::Divide,
            ("//", 2) => Operation::IntDiv,
            ("div", 2) => Operation::Div,
            ("mod", 2) => Operation::Mod,
            ("-", 1) => Operation::Neg,
            ("+", 1) => Operation::Pos,
            ("min", 2) => Operation::Min,
            ("max", 2) => Operation::Max,
            ("abs", 1) => Operation::Abs,
            (">>", 2) => Operation::ShiftRight,
            ("rem" | "gcd" | "lcm" | "/\\" | "\\/" | "xor" | "<<", 2) => Operation::Integral,
            _ => Operation::Some,
        }
    }
}

/// What is known of an operand: its type and, for an integer, its value.
pub struct Operand {
    /// Its type.
    pub of: Type,
    /// Its value, for an integer.
    pub value: Range,
}

impl Operand {
    /// Whether it is certainly an integer.
    pub fn is_integer(&self) -> bool {
        matches!(self.of, Type::Int | Type::Nat)
    }

    fn is_natural(&self, state: &State) -> bool {
        self.of == Type::Nat || state.is_natural(&self.value)
    }
}

/// What is known of the operand in a register.
pub fn operand(state: &State, x: X) -> Operand {
    match state.get(state.register(x)) {
        Cell::Abstract(of @ (Type::Int | Type::Nat), value) => Operand { of: of.clone(), value: value.clone() },
        Cell::Abstract(Type::Float, _) => Operand { of: Type::Float, value: Range::unknown() },
        // Anything else may be a number or an expression; where it is not, the run ends in an exception.
        _ => Operand { of: Type::Number, value: Range::unknown() },
    }
}

/// Whether the term in a register is certainly no number and no expression: to evaluate it raises an exception.
fn has_no_value(code: &Code, state: &State, x: X) -> bool {
    let evaluable = |functor: Functor| {
        let name = code.program.atoms.name(functor.name);
        Evaluable::ALL.iter().any(|row| row.name() == &*name && row.arity() == functor.arity)
    };
    match state.get(state.register(x)) {
        Cell::Free | Cell::Abstract(Type::Free, _) => true,
        Cell::Atom(known::NIL) => false,
        Cell::Atom(name) | Cell::Abstract(Type::Const(name), _) => !evaluable(Functor { name: *name, arity: 0 }),
        Cell::Struct(functor, _) => *functor != LIST && *functor != OTHER && !evaluable(*functor),
        _ => false,
    }
}

/// The registers that an arithmetic instruction evaluates.
fn operands(instr: Instr) -> [Option<X>; 2] {
    match instr {
        Instr::Add { a, b, .. }
        | Instr::Sub { a, b, .. }
        | Instr::Mul { a, b, .. }
        | Instr::IntDiv { a, b, .. }
        | Instr::Mod { a, b, .. }
        | Instr::Eval2 { a, b, .. }
        | Instr::IfLess { a, b, .. }
        | Instr::IfLessEqual { a, b, .. }
        | Instr::IfEqual { a, b, .. }
        | Instr::IfNotEqual { a, b, .. } => [Some(a), Some(b)],
        Instr::AddConst { a, .. }
        | Instr::Eval1 { a, .. }
        | Instr::IfLessConst { a, .. }
        | Instr::IfGreaterConst { a, .. }
        | Instr::IfEqualConst { a, .. }
        | Instr::IfNotEqualConst { a, .. } => [Some(a), None],
        _ => unreachable!("only arithmetic instructions have operands"),
    }
}

/// The keys that an operation may count: for integers, for floats, for all the rest.
struct Keys {
    int: Key,
    float: Option<Key>,
    other: Key,
}

/// `add` and its like.
pub fn evaluate(code: &Code, mut state: State, instr: Instr) -> Next {
    if operands(instr).into_iter().flatten().any(|x| has_no_value(code, &state, x)) {
        return vec![(state, Flow::Raise)];
    }
    let constant =
        |i: Imm| Operand { of: if i.0 < 0 { Type::Int } else { Type::Nat }, value: Range::number(i.0.into()) };
    /// The keys of one instruction; a function cannot take the instruction's key struct as a parameter.
    macro_rules! keys {
        ($op:ident) => {
            Keys { int: key::$op::INT, float: Some(key::$op::FLOAT), other: key::$op::OTHER }
        };
        ($op:ident, integers only) => {
            Keys { int: key::$op::INT, float: None, other: key::$op::OTHER }
        };
    }
    let (d, operation, keys, left, right) = match instr {
        Instr::Add { d, a, b } => (d, Operation::Add, keys!(Add), operand(&state, a), operand(&state, b)),
        Instr::Sub { d, a, b } => (d, Operation::Sub, keys!(Sub), operand(&state, a), operand(&state, b)),
        Instr::Mul { d, a, b } => (d, Operation::Mul, keys!(Mul), operand(&state, a), operand(&state, b)),
        Instr::IntDiv { d, a, b } => {
            (d, Operation::IntDiv, keys!(IntDiv, integers only), operand(&state, a), operand(&state, b))
        }
        Instr::Mod { d, a, b } => {
            (d, Operation::Mod, keys!(Mod, integers only), operand(&state, a), operand(&state, b))
        }
        Instr::AddConst { d, a, i } => (d, Operation::Add, keys!(AddConst), operand(&state, a), constant(i)),
        Instr::Eval1 { d, a, f } => {
            let operand = operand(&state, a);
            (d, Operation::of(f), keys!(Eval1), operand, constant(Imm(0)))
        }
        Instr::Eval2 { d, a, b, f } => (d, Operation::of(f), keys!(Eval2), operand(&state, a), operand(&state, b)),
        _ => unreachable!("only arithmetic instructions are evaluated"),
    };
    let (of, value) = result(&state, operation, &left, &right);
    if left.is_integer() && right.is_integer() && of != Type::Number {
        // Which operations have a fast path for integers is the machine's business: those with a key of their own do.
        if matches!(instr, Instr::Eval1 { .. } | Instr::Eval2 { .. }) {
            [keys.int, keys.other].into_iter().chain(keys.float).for_each(|key| state.maybe(key));
        } else {
            state.count(keys.int);
        }
    } else {
        let integers = left.of != Type::Float && right.of != Type::Float;
        integers.then(|| state.maybe(keys.int));
        state.maybe(keys.other);
        keys.float.into_iter().for_each(|key| state.maybe(key));
    }
    let value = match of {
        Type::Int | Type::Nat if value == Range::unknown() => state.element(&of),
        _ => value,
    };
    let name = match instr {
        Instr::Add { .. } | Instr::AddConst { .. } => "+",
        Instr::Sub { .. } => "-",
        Instr::Mul { .. } => "*",
        Instr::Eval2 { f, .. } => Evaluable::from_id(f).name(),
        _ => "",
    };
    let floats = [&of, &left.of, &right.of].contains(&&Type::Float);
    if !floats && makes_large(name, &left.value, &right.value) {
        state.makes(value.clone());
    }
    if operands(instr).into_iter().flatten().any(|x| evaluates_large(code, &state, state.register(x))) {
        state.makes(Range::unknown());
    }
    let cell = state.cell(Cell::Abstract(of, value));
    state.set_register(d, cell);
    vec![(state, Flow::Go)]
}

/// The type and value of an operation's result.
fn result(state: &State, operation: Operation, left: &Operand, right: &Operand) -> (Type, Range) {
    let naturals = left.is_natural(state) && right.is_natural(state);
    if !(left.is_integer() && right.is_integer()) {
        let floats = left.of == Type::Float || right.of == Type::Float;
        let keeps = matches!(operation, Operation::Add | Operation::Sub | Operation::Mul | Operation::Divide);
        return (if floats && keeps { Type::Float } else { Type::Number }, Range::unknown());
    }
    let (x, y) = (&left.value, &right.value);
    let natural = |when: bool| if when { Type::Nat } else { Type::Int };
    match operation {
        Operation::Add => (natural(naturals), x.plus(y)),
        Operation::Sub => (Type::Int, x.minus(y)),
        Operation::Mul if naturals && (x.as_exact().is_none() || y.as_exact().is_none()) => {
            (Type::Nat, at_least_zero(state, x).times_natural(&at_least_zero(state, y)))
        }
        Operation::Mul => (natural(naturals), x.times(y)),
        Operation::Neg => (Type::Int, Range::number(0).minus(x)),
        Operation::Pos => (left.of.clone(), x.clone()),
        Operation::IntDiv | Operation::Div => match (x.as_exact(), y.as_number()) {
            (Some(value), Some(divisor)) if divisor > 0 && (naturals || operation == Operation::Div) => {
                let quotient =
                    value.clone() * Expr::num(solver::Rational::ratio(1, divisor).expect("a divisor above 0"));
                (natural(naturals), Range::exact(quotient.floor()))
            }
            _ => (natural(naturals), Range::unknown()),
        },
        Operation::ShiftRight => match (x.as_exact(), y.as_number()) {
            (Some(value), Some(1)) => {
                let half = value.clone() * Expr::num(solver::Rational::ratio(1, 2).expect("2 is not 0"));
                (natural(naturals), Range::exact(half.floor()))
            }
            _ => (natural(naturals), Range::unknown()),
        },
        Operation::Mod => match y.as_number() {
            Some(divisor) if divisor > 0 => (Type::Nat, Range::between(0, divisor - 1)),
            _ => (natural(naturals), Range::unknown()),
        },
        Operation::Min => (natural(naturals), extremum(x, y, Expr::min)),
        Operation::Max => (natural(naturals), extremum(x, y, Expr::max)),
        Operation::Abs => (Type::Nat, if left.is_natural(state) { x.clone() } else { Range::from(0) }),
        Operation::Integral => (natural(naturals), Range::unknown()),
        Operation::Divide | Operation::Some => (Type::Number, Range::unknown()),
    }
}

/// The size of a natural number: where its low end is not known to be natural, from 0.
fn at_least_zero(state: &State, size: &Range) -> Range {
    if state.is_natural(size) { size.clone() } else { Range { low: Some(Expr::int(0)), high: size.high.clone() } }
}

fn extremum(x: &Range, y: &Range, pick: fn(Expr, Expr) -> Expr) -> Range {
    match (x.as_exact(), y.as_exact()) {
        (Some(x), Some(y)) => Range::exact(pick(x.clone(), y.clone())),
        _ => Range::unknown(),
    }
}

/// `if_less` and its like: one state where the comparison may be true, one where it may be false.
pub fn compare(code: &Code, mut state: State, instr: Instr) -> Next {
    if operands(instr).into_iter().flatten().any(|x| has_no_value(code, &state, x)) {
        return vec![(state, Flow::Raise)];
    }
    /// The keys of one instruction; see above.
    macro_rules! keys {
        ($op:ident) => {
            [
                (key::$op::TRUE, key::$op::SLOW_TRUE),
                (key::$op::ELSE, key::$op::SLOW_ELSE),
                (key::$op::FAIL, key::$op::SLOW_FAIL),
            ]
        };
    }
    if operands(instr).into_iter().flatten().any(|x| evaluates_large(code, &state, state.register(x))) {
        state.makes(Range::unknown());
    }
    let constant = |i: Imm| Operand { of: Type::Int, value: Range::number(i.0.into()) };
    let x = |x| operand(&state, x);
    let (relation, keys, left, right, other) = match instr {
        Instr::IfLess { a, b, other } => (Relation::Less, keys!(IfLess), x(a), x(b), other),
        Instr::IfLessEqual { a, b, other } => (Relation::LessEqual, keys!(IfLessEqual), x(a), x(b), other),
        Instr::IfEqual { a, b, other } => (Relation::Equal, keys!(IfEqual), x(a), x(b), other),
        Instr::IfNotEqual { a, b, other } => (Relation::NotEqual, keys!(IfNotEqual), x(a), x(b), other),
        Instr::IfLessConst { a, i, other } => (Relation::Less, keys!(IfLessConst), x(a), constant(i), other),
        Instr::IfGreaterConst { a, i, other } => (Relation::Less, keys!(IfGreaterConst), constant(i), x(a), other),
        Instr::IfEqualConst { a, i, other } => (Relation::Equal, keys!(IfEqualConst), x(a), constant(i), other),
        Instr::IfNotEqualConst { a, i, other } => {
            (Relation::NotEqual, keys!(IfNotEqualConst), x(a), constant(i), other)
        }
        _ => unreachable!("only comparisons are compared"),
    };
    let [yes_keys, else_keys, fail_keys] = keys;
    let integers = left.is_integer() && right.is_integer();
    let count = |state: &mut State, (int, slow): (Key, Key)| {
        if integers {
            state.count(int);
        } else {
            state.maybe(int);
            state.maybe(slow);
        }
    };
    let mut next = Next::new();
    if let Some(mut yes) = relation.holds(&state, &left.value, &right.value) {
        count(&mut yes, yes_keys);
        next.push((yes, Flow::Go));
    }
    if let Some(mut no) = relation.fails(&state, &left.value, &right.value) {
        count(&mut no, if other == Label::FAIL { fail_keys } else { else_keys });
        next.push(at(no, other));
    }
    next
}

/// A relation of two numbers.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub enum Relation {
    Less,
    LessEqual,
    Equal,
    NotEqual,
}

impl Relation {
    /// The state in which the relation holds, if it may.
    pub fn holds(self, state: &State, x: &Range, y: &Range) -> Option<State> {
        let mut state = state.clone();
        let guard = &mut state.guard;
        // x < y may hold when the least x is below the greatest y.
        let most = y.high.as_ref().and_then(Linear::of);
        let least = x.low.as_ref().and_then(Linear::of);
        let gap = most.zip(least).and_then(|(most, least)| most.plus(&least, -1));
        let exact = x.as_linear().zip(y.as_linear()).and_then(|(x, y)| y.plus(&x, -1));
        let possible = match self {
            Relation::Less => gap.is_none_or(|gap| gap.plus(&Linear::constant(1), -1).is_none_or(|f| guard.require(f))),
            Relation::LessEqual => gap.is_none_or(|gap| guard.require(gap)),
            Relation::Equal => exact.is_none_or(|difference| guard.require_zero(difference)),
            Relation::NotEqual => exact.is_none_or(|difference| guard.require_distinct(difference)),
        };
        possible.then_some(state)
    }

    /// The state in which the relation does not hold, if it may not.
    pub fn fails(self, state: &State, x: &Range, y: &Range) -> Option<State> {
        match self {
            Relation::Less => Relation::LessEqual.holds(state, y, x),
            Relation::LessEqual => Relation::Less.holds(state, y, x),
            Relation::Equal => Relation::NotEqual.holds(state, x, y),
            Relation::NotEqual => Relation::Equal.holds(state, x, y),
        }
    }
}
