//! Arithmetic and comparison on abstract cells: values as expressions over the input sizes, conditions as guards.
//!
//! Integers are taken to stay within 60 bits, where the machine's integer keys hold; bounds say so as a side condition.

use crate::below::{at_least, at_most};
use crate::integers::{evaluates_large, makes_large};
use crate::operation::{Held, Operand, Operation, outcomes};
use crate::range::Range;
use crate::shape::OTHER;
use crate::solutions::unmarked;
use crate::state::{Cell, LIST, State};
use crate::step::{Code, Flow, Next, at};
use crate::types::Type;
use solver::Linear;
use wam::atoms::{Functor, known};
use wam::compile::evaluable::Evaluable;
use wam::cost::Key;
use wam::instr::{EvalId, Imm, Instr, Label, X, key};

/// What is known of the operand in a register.
pub fn operand(state: &State, x: X) -> Operand {
    match state.get(state.register(x)) {
        Cell::Abstract(of @ (Type::Int | Type::Nat), value) => Operand::cell(of.clone(), value.clone()),
        Cell::Abstract(of @ (Type::Float | Type::Number), value) => Operand::cell(of.clone(), value.clone()),
        // Anything else may be a number or an expression; where it is not, the run ends in an exception.
        _ => match state.value_of(state.register(x)) {
            Some(value) => Operand { of: Type::Int, value, held: Held::Expression },
            None => Operand { of: Type::Number, value: Range::unknown(), held: Held::Expression },
        },
    }
}

/// Whether the term in a register is certainly no number and no expression: to evaluate it raises an exception.
fn has_no_value(code: &Code, state: &State, x: X) -> bool {
    let evaluable = |functor: Functor| {
        let name = code.program.atoms.name(functor.name);
        Evaluable::ALL
            .iter()
            .any(|row| *row != Evaluable::Event && row.name() == &*name && row.arity() == functor.arity)
    };
    match state.get(state.register(x)) {
        Cell::Free | Cell::Abstract(Type::Free, _) => true,
        Cell::Atom(known::NIL) => false,
        Cell::Atom(name) | Cell::Abstract(Type::Const(name), _) => !evaluable(Functor { name: *name, arity: 0 }),
        Cell::Struct(functor, _) => *functor != LIST && *functor != OTHER && !evaluable(*functor),
        _ => false,
    }
}

/// The registers that an instruction evaluates.
pub(crate) fn operands(instr: Instr) -> [Option<X>; 2] {
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
        _ => [None, None],
    }
}

/// The keys that an operation may count: for integers, for floats, for all the rest.
struct Keys {
    int: Key,
    float: Option<Key>,
    other: Key,
}

/// The operation of an instruction.
pub(crate) fn operation(f: EvalId) -> Operation {
    let row = Evaluable::from_id(f);
    Operation::named(row.name(), row.arity())
}

/// `add` and its like.
pub fn evaluate(code: &Code, state: State, instr: Instr) -> Next {
    let constant = |i: Imm| Operand::cell(if i.0 < 0 { Type::Int } else { Type::Nat }, Range::number(i.0.into()));
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
            (d, operation(f), keys!(Eval1), operand, constant(Imm(0)))
        }
        Instr::Eval2 { d, a, b, f } => (d, operation(f), keys!(Eval2), operand(&state, a), operand(&state, b)),
        _ => unreachable!("only arithmetic instructions are evaluated"),
    };
    // An instruction that raises has been executed, in one of its variants.
    let raised = |mut state: State| {
        [keys.int, keys.other].into_iter().chain(keys.float).for_each(|key| state.maybe(key));
        (state, Flow::Raise)
    };
    if operands(instr).into_iter().flatten().any(|x| has_no_value(code, &state, x)) {
        return vec![raised(state)];
    }
    let operation = match operation {
        Operation::Divide if !code.has_whole_quotients => Operation::Quotient,
        Operation::FloatPower if !code.has_whole_quotients => Operation::Some,
        Operation::Power if !code.has_whole_quotients => Operation::FloatPower,
        operation => operation,
    };
    let cases = match state.result_of(operation, &left.value, &right.value) {
        Some(known) => vec![(state, Some(known))],
        None => outcomes(state, operation, &left, &right),
    };
    let mut next = Next::new();
    for (mut state, result) in cases {
        let Some((of, value)) = result else {
            next.push(raised(state));
            continue;
        };
        state.note_result(operation, &left.value, &right.value, &of, &value);
        if left.is_in_cell() && right.is_in_cell() && of != Type::Number {
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
        let name = match instr {
            Instr::Add { .. } | Instr::AddConst { .. } => "+",
            Instr::Sub { .. } => "-",
            Instr::Mul { .. } => "*",
            Instr::Eval2 { f, .. } => Evaluable::from_id(f).name(),
            _ => "",
        };
        let floats = [&of, &left.of, &right.of].contains(&&Type::Float);
        if !floats && makes_large(name, &left.value, &right.value) {
            let made = unmarked(&state.hide(&value));
            state.makes(made);
        }
        if operands(instr).into_iter().flatten().any(|x| evaluates_large(code, &state, state.register(x))) {
            state.makes(Range::unknown());
        }
        let cell = state.cell(Cell::Abstract(of, value));
        state.set_register(d, cell);
        next.push((state, Flow::Go));
    }
    next
}

/// `if_less` and its like: one state where the comparison may be true, one where it may be false.
pub fn compare(code: &Code, mut state: State, instr: Instr) -> Next {
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
    let constant = |i: Imm| Operand::cell(Type::Int, Range::number(i.0.into()));
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
    if operands(instr).into_iter().flatten().any(|x| has_no_value(code, &state, x)) {
        keys.into_iter().flat_map(|(int, slow)| [int, slow]).for_each(|key| state.maybe(key));
        return vec![(state, Flow::Raise)];
    }
    let integers = left.is_in_cell() && right.is_in_cell();
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
        if let Some(possible) = state.require_by_root(self, x, y) {
            return possible.then_some(state);
        }
        let guard = &mut state.guard;
        // x < y may hold when the least x is below the greatest y.
        let most = y.high.as_ref().map(|most| at_least(most, guard)).unwrap_or_default();
        let least = x.low.as_ref().map(|least| at_most(least, guard)).unwrap_or_default();
        let gaps = || most.iter().flat_map(|most| least.iter().filter_map(|least| most.plus(least, -1)));
        let exact = x.as_linear().zip(y.as_linear()).and_then(|(x, y)| y.plus(&x, -1));
        let possible = match self {
            Relation::Less => {
                gaps().all(|gap| gap.plus(&Linear::constant(1), -1).is_none_or(|form| guard.require(form)))
            }
            Relation::LessEqual => gaps().all(|gap| guard.require(gap)),
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
