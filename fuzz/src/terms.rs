//! Terms and operators out of choices, and whether two terms are the same.

use crate::Choices;
use num_bigint::BigInt;
use wam::atoms::{Atoms, known};
use wam::read::{OpType, Ops};
use wam::term::{Node, Span, TermId, Terms, VarId};

/// How deep terms nest: their comparison recurs.
const DEEPEST: usize = 40;

/// Names that are operators of some sort, brackets, and names that look like nothing in particular.
const NAMES: &[&str] = &[
    "a", "b", "f", "B", "_x", "a b", "[]", "{}", "!", ";", ",", "|", "||", ".", "", "é", "日本", "→", "'", "\\", "a\nb",
    "/*", "*/", "//", "%", ":-", "-->", "?-", "->", "*->", "\\+", "-", "+", "*", "/", "^", "**", "=", "is", "mod", "rem",
    "dynamic", "table", ":", "::", "=..", "..", "@", "#", "$", "--", "<<", "end_of_file", "e", "e10", "inf", "x41", "0'a",
    "\u{200b}", "\u{301}", "$VAR", "\"", "`", "\\e", "\t", "\u{0}", "1", "_",
];

const TYPES: &[OpType] =
    &[OpType::Xfx, OpType::Xfy, OpType::Yfx, OpType::Fy, OpType::Fx, OpType::Xf, OpType::Yf];

/// The standard operators and some more, as many as a byte says.
pub fn operators(choices: &mut Choices, atoms: &Atoms) -> Ops {
    let mut ops = Ops::standard(atoms);
    for _ in 0..choices.below(12) {
        let name = atoms.intern(choices.of(NAMES));
        let class = *choices.of(TYPES);
        let priority = *choices.of(&[0, 1, 200, 200, 400, 500, 699, 700, 990, 999, 1000, 1001, 1100, 1199, 1200]);
        // Some are refused, as `op/3` would.
        let _ = ops.add(priority, class, name);
    }
    ops
}

/// A term.
pub fn term(choices: &mut Choices, terms: &mut Terms, atoms: &Atoms) -> TermId {
    nested(choices, terms, atoms, 0)
}

fn nested(choices: &mut Choices, terms: &mut Terms, atoms: &Atoms, depth: usize) -> TermId {
    let span = Span::default();
    let kinds = if depth > DEEPEST || choices.is_over() { 6 } else { 13 };
    match choices.below(kinds) {
        0 | 1 => terms.atom(name(choices, atoms), span),
        2 => terms.var(VarId(choices.below(4) as u32), span),
        3 => terms.int(integer(choices), span),
        4 => match choices.below(3) {
            0 => terms.big(BigInt::from(choices.word()) * BigInt::from(u64::MAX) * integer(choices).signum(), span),
            1 => terms.string(&text(choices), span),
            _ => terms.string(choices.of(NAMES), span),
        },
        5 => match f64::from_bits(choices.word()) {
            value if value.is_nan() => terms.float(1e22, span),
            value => terms.float(value, span),
        },
        6 | 7 => {
            let argument = nested(choices, terms, atoms, depth + 1);
            terms.compound(name(choices, atoms), &[argument], span)
        }
        8..=10 => {
            let name = name(choices, atoms);
            let args = [nested(choices, terms, atoms, depth + 1), nested(choices, terms, atoms, depth + 1)];
            terms.compound(name, &args, span)
        }
        11 => {
            let name = name(choices, atoms);
            let args: Vec<TermId> = (0..3).map(|_| nested(choices, terms, atoms, depth + 1)).collect();
            terms.compound(name, &args, span)
        }
        _ => {
            let items: Vec<TermId> = (0..choices.below(4)).map(|_| nested(choices, terms, atoms, depth + 1)).collect();
            let tail = match choices.below(4) {
                0 => nested(choices, terms, atoms, depth + 1),
                _ => terms.atom(known::NIL, span),
            };
            items.iter().rev().fold(tail, |tail, &item| terms.cons(item, tail, span))
        }
    }
}

fn name(choices: &mut Choices, atoms: &Atoms) -> wam::atoms::Atom {
    match choices.below(16) {
        0 => atoms.intern(&text(choices)),
        _ => atoms.intern(choices.of(NAMES)),
    }
}

fn text(choices: &mut Choices) -> String {
    let length = choices.below(5);
    (0..length).filter_map(|_| char::from_u32((choices.word() >> 43) as u32 & 0x1f_ffff)).collect()
}

fn integer(choices: &mut Choices) -> i64 {
    match choices.below(3) {
        0 => choices.word() as i64,
        1 => i64::from(choices.byte() as i8),
        _ => 1,
    }
}

/// Whether two terms are the same, where the variables of the second mean those that `renamed` says.
pub fn same_terms(left: (&Terms, TermId), right: (&Terms, TermId), renamed: &dyn Fn(VarId) -> VarId) -> bool {
    match (left.0.get(left.1), right.0.get(right.1)) {
        (Node::Var(x), Node::Var(y)) => x == renamed(y),
        (Node::Float(x), Node::Float(y)) => x.to_bits() == y.to_bits(),
        (Node::Compound(f, xs), Node::Compound(g, ys)) => {
            f == g && xs.iter().zip(ys).all(|(&x, &y)| same_terms((left.0, x), (right.0, y), renamed))
        }
        (x, y) => x == y,
    }
}
