//! Type tests: instructions that go on when what a register holds is of a type, and to a label otherwise.

use super::Machine;
use super::cell::Tag;
use super::comparisons::{Outcomes, branch};
use super::step::{LabelAt, Regs, RunMode, Step};
use crate::instr::{X, key};

/// Defines the type tests: each a question on a dereferenced cell.
macro_rules! type_tests {
    ($($body:ident $variant:ident |$m:ident, $cell:ident| $test:expr;)*) => {$(
        #[inline(always)]
        pub(crate) fn $body<R: RunMode>($m: &mut Machine, r: &mut Regs, a: X, other: LabelAt) -> Step {
            let $cell = $m.value::<R>(a);
            let outcome = $test;
            let keys = Outcomes { yes: key::$variant::TRUE, other: key::$variant::ELSE, fail: key::$variant::FAIL };
            branch::<R>($m, r, outcome, keys, other)
        }
    )*};
}

type_tests! {
    if_var IfVar |m, cell| cell.is(Tag::Ref);
    if_nonvar IfNonvar |m, cell| !cell.is(Tag::Ref);
    if_atom IfAtom |m, cell| cell.is(Tag::Atom);
    if_integer IfInteger |m, cell| cell.is_integer();
    if_float IfFloat |m, cell| cell.is_float();
    if_number IfNumber |m, cell| cell.is_number();
    if_atomic IfAtomic |m, cell| !cell.is(Tag::Ref) && !cell.is_compound();
    if_compound IfCompound |m, cell| cell.is_compound();
    if_callable IfCallable |m, cell| cell.is(Tag::Atom) || cell.is_compound();
}
