//! The evaluable functors: what arithmetic understands, one row each, shared by compiler and machine.
//!
//! The compiler turns a functor of one or two arguments into `eval_1` or `eval_2` with the row's number ([`EvalId`]), and leaves one of three to the machine;
//! `+`, `-`, `*`, `//` and `mod` have instructions of their own besides. Functors without arguments (`pi`, `e`, …) are
//! atoms that the machine evaluates where it meets them as operands, and so is every functor that has no row: that is
//! where its `type_error(evaluable, F/N)` comes from. Source: ISO 13211-1 section 9, with corrigendum 2, and
//! SWI-Prolog.

use crate::atoms::{Atoms, Functor};
use crate::instr::EvalId;

/// Makes the enum and its rows from one list; a function cannot declare an enum.
macro_rules! evaluables {
    ($($variant:ident $name:literal $arity:literal $meaning:literal;)*) => {
        /// An evaluable functor.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u16)]
        pub enum Evaluable { $(#[doc = $meaning] $variant,)* }

        impl Evaluable {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [Evaluable] = &[$(Evaluable::$variant,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Evaluable::$variant => $name,)* }
            }

            /// How many arguments it takes: 0 to 3.
            pub const fn arity(self) -> u32 {
                match self { $(Evaluable::$variant => $arity,)* }
            }

            /// What it computes.
            pub const fn meaning(self) -> &'static str {
                match self { $(Evaluable::$variant => $meaning,)* }
            }
        }
    };
}

evaluables! {
    Pos "+" 1 "x";
    Neg "-" 1 "-x";
    Abs "abs" 1 "absolute value";
    Sign "sign" 1 "-1, 0 or 1, of the operand's type";
    Min "min" 2 "the smaller";
    Max "max" 2 "the larger";
    Add "+" 2 "sum";
    Sub "-" 2 "difference";
    Mul "*" 2 "product";
    Divide "/" 2 "quotient; an integer where it is one, unless the flag iso asks for a float";
    IntDiv "//" 2 "quotient truncated to zero";
    Rem "rem" 2 "x - (x // y) * y";
    Div "div" 2 "quotient rounded down";
    Mod "mod" 2 "x - (x div y) * y";
    RatDiv "rdiv" 2 "quotient as a rational";
    Gcd "gcd" 2 "greatest common divisor";
    Lcm "lcm" 2 "least common multiple";
    PowMod "powm" 3 "x^y modulo z";
    Msb "msb" 1 "index of the highest bit set";
    Lsb "lsb" 1 "index of the lowest bit set";
    PopCount "popcount" 1 "how many bits are set";
    GetBit "getbit" 2 "the bit of x at index y";
    Power "**" 2 "power; of integers an integer, or a float where the exponent is negative";
    Caret "^" 2 "power; of integers an integer or an error";
    ShiftLeft "<<" 2 "x * 2^y";
    ShiftRight ">>" 2 "floor(x / 2^y)";
    And "/\\" 2 "bitwise and";
    Or "\\/" 2 "bitwise or";
    Xor "xor" 2 "bitwise exclusive or";
    Not "\\" 1 "bitwise complement";
    Sqrt "sqrt" 1 "square root";
    Sin "sin" 1 "sine";
    Cos "cos" 1 "cosine";
    Tan "tan" 1 "tangent";
    Cot "cot" 1 "cotangent";
    Asin "asin" 1 "arc sine";
    Acos "acos" 1 "arc cosine";
    Atan "atan" 1 "arc tangent";
    Acot "acot" 1 "arc cotangent";
    Atan2 "atan2" 2 "angle of the point (y, x)";
    AtanOf "atan" 2 "angle of the point (y, x)";
    Sinh "sinh" 1 "hyperbolic sine";
    Cosh "cosh" 1 "hyperbolic cosine";
    Tanh "tanh" 1 "hyperbolic tangent";
    Asinh "asinh" 1 "inverse hyperbolic sine";
    Acosh "acosh" 1 "inverse hyperbolic cosine";
    Atanh "atanh" 1 "inverse hyperbolic tangent";
    Exp "exp" 1 "e to the power x";
    Log "log" 1 "natural logarithm";
    LogBase "log" 2 "logarithm of y to the base x";
    Log2 "log2" 1 "logarithm to the base 2";
    Erf "erf" 1 "error function";
    Erfc "erfc" 1 "1 - erf(x)";
    LogGamma "lgamma" 1 "logarithm of the gamma function";
    Ceiling "ceiling" 1 "smallest integer not below";
    Floor "floor" 1 "largest integer not above";
    Round "round" 1 "nearest integer, halves away from zero";
    Truncate "truncate" 1 "integer part as an integer";
    Trunc "trunc" 1 "integer part as an integer";
    Integer "integer" 1 "nearest integer, halves away from zero";
    Float "float" 1 "as a float";
    FloatIntegerPart "float_integer_part" 1 "integer part";
    FloatFractionalPart "float_fractional_part" 1 "fractional part";
    Rational "rational" 1 "the rational that x is";
    Rationalize "rationalize" 1 "the simplest rational that is x as a float";
    Numerator "numerator" 1 "numerator of a rational";
    Denominator "denominator" 1 "denominator of a rational";
    NextToward "nexttoward" 2 "the next float from x towards y";
    Eval "eval" 1 "x";
    CopySign "copysign" 2 "x with the sign of y";
    Succ "succ" 1 "x + 1";
    Plus "plus" 2 "sum";
    Random "random" 1 "an integer from 0 to x - 1";
    RandomFloat "random_float" 0 "a float between 0 and 1";
    Pi "pi" 0 "the circle's number";
    E "e" 0 "Euler's number";
    Inf "inf" 0 "positive infinity";
    Infinite "infinite" 0 "positive infinity";
    Nan "nan" 0 "not a number";
    Epsilon "epsilon" 0 "distance from 1.0 to the next float";
    MaxTaggedInteger "max_tagged_integer" 0 "largest unboxed integer";
    MinTaggedInteger "min_tagged_integer" 0 "smallest unboxed integer";
    MaxInteger "max_integer" 0 "largest 64-bit integer";
    MinInteger "min_integer" 0 "smallest 64-bit integer";
    CpuTime "cputime" 0 "seconds of processor time used";
    RealTime "realtime" 0 "seconds since 1970";
    Event "$event" 2 "y, of which a watched run is told";
}

impl Evaluable {
    /// Its number in `eval_1` and `eval_2`.
    pub const fn id(self) -> EvalId {
        EvalId(self as u16)
    }

    /// The functor behind a number the compiler made.
    pub fn from_id(id: EvalId) -> Evaluable {
        Self::ALL[id.0 as usize]
    }
}

/// The rows by functor: a table of bytes over the atoms up to the last that names a row. They are among the first that a
/// program makes, so it is short; and to look a functor up takes one load, which matters where terms are evaluated.
pub struct Evaluables(Vec<u8>);

/// Arities in the table; one more than the highest of a row.
const ARITIES: usize = 4;

impl Evaluables {
    /// The table over the atoms of a program.
    pub fn new(atoms: &Atoms) -> Evaluables {
        const { assert!(Evaluable::ALL.len() < 256) };
        let mut rows = Vec::new();
        for (number, row) in Evaluable::ALL.iter().enumerate() {
            let at = ARITIES * atoms.internal(row.name()).0 as usize + row.arity() as usize;
            rows.resize(rows.len().max(at + 1), 0);
            rows[at] = number as u8 + 1;
        }
        Evaluables(rows)
    }

    /// The row of a functor, if it is evaluable.
    #[inline]
    pub fn get(&self, functor: Functor) -> Option<Evaluable> {
        if functor.arity as usize >= ARITIES {
            return None;
        }
        match self.0.get(ARITIES * functor.name.0 as usize + functor.arity as usize) {
            None | Some(0) => None,
            Some(&number) => Some(Evaluable::ALL[usize::from(number) - 1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_evaluable_functor_has_one_row() {
        let atoms = Atoms::new();
        let index = Evaluables::new(&atoms);
        for &row in Evaluable::ALL {
            assert_eq!(index.get(Functor { name: atoms.internal(row.name()), arity: row.arity() }), Some(row));
            assert_eq!(Evaluable::from_id(row.id()), row);
        }
        assert_eq!(index.get(atoms.functor("+", 3)), None);
        assert_eq!(index.get(atoms.functor("foo", 1)), None);
        assert_eq!(index.get(atoms.functor("+", 5)), None);
    }
}
