//! The rows of arithmetic: an operation and the type of what it gives.

use super::{At, Gives, Row, ValueKind};

const fn operation(
    code: &'static str,
    set: &'static str,
    of: &'static [(&'static str, u32)],
    gives: Gives,
    meaning: &'static str,
) -> Row {
    let value = match gives {
        Gives::Int | Gives::Big | Gives::Integer => ValueKind::Integer,
        Gives::Rational | Gives::Float | Gives::Number => ValueKind::Number,
    };
    Row { code, group: "E_Arith", set, value, at: At::Operation { of, gives }, meaning }
}

const ADD: &[(&str, u32)] = &[("+", 2), ("plus", 2), ("succ", 1)];
const SUB: &[(&str, u32)] = &[("-", 2)];
const MUL: &[(&str, u32)] = &[("*", 2)];
const DIVIDE: &[(&str, u32)] = &[("/", 2), ("rdiv", 2)];
const INT_DIV: &[(&str, u32)] = &[("//", 2), ("div", 2)];
const MOD: &[(&str, u32)] = &[("mod", 2), ("rem", 2)];
const NEG: &[(&str, u32)] = &[("-", 1)];
const ABS: &[(&str, u32)] = &[("abs", 1), ("sign", 1)];
const MIN_MAX: &[(&str, u32)] = &[("min", 2), ("max", 2)];
const POWER: &[(&str, u32)] = &[("**", 2), ("^", 2)];
const SHIFT: &[(&str, u32)] = &[("<<", 2), (">>", 2)];

pub(super) const ADD_INT: Row = operation("E_AddInt", "E_Add", ADD, Gives::Int, "sum, an integer");
pub(super) const ADD_BIG: Row = operation("E_AddBig", "E_Add", ADD, Gives::Big, "sum, an integer beyond a cell");
pub(super) const ADD_RATIONAL: Row = operation("E_AddRational", "E_Add", ADD, Gives::Rational, "sum, a rational");
pub(super) const ADD_FLOAT: Row = operation("E_AddFloat", "E_Add", ADD, Gives::Float, "sum, a float");
pub(super) const SUB_INT: Row = operation("E_SubInt", "E_Sub", SUB, Gives::Int, "difference, an integer");
pub(super) const SUB_BIG: Row = operation("E_SubBig", "E_Sub", SUB, Gives::Big, "difference, an integer beyond a cell");
pub(super) const SUB_RATIONAL: Row =
    operation("E_SubRational", "E_Sub", SUB, Gives::Rational, "difference, a rational");
pub(super) const SUB_FLOAT: Row = operation("E_SubFloat", "E_Sub", SUB, Gives::Float, "difference, a float");
pub(super) const MUL_INT: Row = operation("E_MulInt", "E_Mul", MUL, Gives::Int, "product, an integer");
pub(super) const MUL_BIG: Row = operation("E_MulBig", "E_Mul", MUL, Gives::Big, "product, an integer beyond a cell");
pub(super) const MUL_RATIONAL: Row = operation("E_MulRational", "E_Mul", MUL, Gives::Rational, "product, a rational");
pub(super) const MUL_FLOAT: Row = operation("E_MulFloat", "E_Mul", MUL, Gives::Float, "product, a float");
pub(super) const DIVIDE_INT: Row =
    operation("E_DivideInt", "E_Divide", DIVIDE, Gives::Int, "quotient of /, an integer");
pub(super) const DIVIDE_RATIONAL: Row =
    operation("E_DivideRational", "E_Divide", DIVIDE, Gives::Rational, "quotient of /, a rational");
pub(super) const DIVIDE_FLOAT: Row =
    operation("E_DivideFloat", "E_Divide", DIVIDE, Gives::Float, "quotient of /, a float");
pub(super) const INT_DIV_INT: Row =
    operation("E_IntDivInt", "E_IntDiv", INT_DIV, Gives::Int, "whole quotient, an integer");
pub(super) const INT_DIV_BIG: Row =
    operation("E_IntDivBig", "E_IntDiv", INT_DIV, Gives::Big, "whole quotient, an integer beyond a cell");
pub(super) const MOD_INT: Row = operation("E_ModInt", "E_Mod", MOD, Gives::Int, "remainder, an integer");
pub(super) const MOD_BIG: Row = operation("E_ModBig", "E_Mod", MOD, Gives::Big, "remainder, an integer beyond a cell");
pub(super) const NEG_INT: Row = operation("E_NegInt", "E_Neg", NEG, Gives::Int, "negative, an integer");
pub(super) const NEG_FLOAT: Row = operation("E_NegFloat", "E_Neg", NEG, Gives::Float, "negative, a float");
pub(super) const ABS_INT: Row = operation("E_AbsInt", "E_Abs", ABS, Gives::Int, "absolute value or sign, an integer");
pub(super) const ABS_FLOAT: Row =
    operation("E_AbsFloat", "E_Abs", ABS, Gives::Float, "absolute value or sign, a float");
pub(super) const MIN_MAX_INT: Row =
    operation("E_MinMaxInt", "E_MinMax", MIN_MAX, Gives::Int, "smaller or larger number, an integer");
pub(super) const MIN_MAX_FLOAT: Row =
    operation("E_MinMaxFloat", "E_MinMax", MIN_MAX, Gives::Float, "smaller or larger number, a float");
pub(super) const POWER_INT: Row = operation("E_PowerInt", "E_Power", POWER, Gives::Int, "power, an integer");
pub(super) const POWER_BIG: Row =
    operation("E_PowerBig", "E_Power", POWER, Gives::Big, "power, an integer beyond a cell");
pub(super) const POWER_FLOAT: Row = operation("E_PowerFloat", "E_Power", POWER, Gives::Float, "power, a float");
pub(super) const SHIFT_INT: Row = operation("E_ShiftInt", "E_Shift", SHIFT, Gives::Int, "shifted integer, an integer");
pub(super) const SHIFT_BIG: Row =
    operation("E_ShiftBig", "E_Shift", SHIFT, Gives::Big, "shifted integer, an integer beyond a cell");
pub(super) const BITS: Row = operation(
    "E_Bits",
    "",
    &[("/\\", 2), ("\\/", 2), ("xor", 2), ("\\", 1), ("msb", 1)],
    Gives::Integer,
    "an operation on bits",
);
pub(super) const GCD: Row =
    operation("E_Gcd", "", &[("gcd", 2), ("lcm", 2)], Gives::Integer, "common divisor or multiple");
pub(super) const ROUND: Row = operation(
    "E_Round",
    "",
    &[("round", 1), ("floor", 1), ("ceiling", 1), ("truncate", 1), ("integer", 1)],
    Gives::Integer,
    "a number as an integer",
);
pub(super) const RANDOM: Row = operation("E_RandomInt", "", &[("random", 1)], Gives::Integer, "an integer by chance");
pub(super) const ROOT: Row = operation("E_Root", "", &[("sqrt", 1)], Gives::Float, "square root");
pub(super) const TRIG: Row = operation(
    "E_Trig",
    "",
    &[
        ("sin", 1),
        ("cos", 1),
        ("tan", 1),
        ("asin", 1),
        ("acos", 1),
        ("atan", 1),
        ("atan2", 2),
        ("atan", 2),
        ("sinh", 1),
        ("cosh", 1),
        ("tanh", 1),
    ],
    Gives::Float,
    "a function of angles",
);
pub(super) const LOG: Row = operation(
    "E_Log",
    "",
    &[("exp", 1), ("log", 1), ("log2", 1), ("log", 2)],
    Gives::Float,
    "exponential or logarithm",
);
pub(super) const TO_FLOAT: Row = operation("E_ToFloat", "", &[("float", 1)], Gives::Float, "a number as a float");
pub(super) const CONSTANT: Row = operation(
    "E_Constant",
    "",
    &[("pi", 0), ("e", 0), ("inf", 0), ("nan", 0), ("epsilon", 0), ("cputime", 0), ("random_float", 0)],
    Gives::Float,
    "a number by name",
);
/// At the root of what `is/2` evaluates.
pub(super) const IS: Row = operation("E_Is", "", &[("is", 2)], Gives::Number, "what is/2 has evaluated");
