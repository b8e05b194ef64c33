//! Type tests as predicates. (The compiler has instructions for most of them; these are for `call/1`.)

use super::Outcome;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Kind, Tag};

/// Defines the tests: each a question on a dereferenced cell.
macro_rules! tests {
    ($($name:ident |$cell:ident| $test:expr;)*) => {$(
        pub(crate) fn $name(m: &mut Machine) -> Outcome {
            let $cell = m.a(0);
            Ok($test)
        }
    )*};
}

tests! {
    var |cell| cell.is(Tag::Ref);
    nonvar |cell| !cell.is(Tag::Ref);
    atom |cell| cell.is(Tag::Atom);
    integer |cell| cell.is_integer();
    rational |cell| cell.is_rational();
    float |cell| cell.is_float();
    number |cell| cell.is_number();
    atomic |cell| !cell.is(Tag::Ref) && !cell.is_compound();
    compound |cell| cell.is_compound();
    callable |cell| cell.is(Tag::Atom) || cell.is_compound();
    string |cell| cell.is_box(Kind::Text);
}

pub(crate) fn is_list(m: &mut Machine) -> Outcome {
    let (length, tail) = m.skip_list(m.a(0));
    m.units += length;
    Ok(tail == Cell::NIL)
}

pub(crate) fn ground(m: &mut Machine) -> Outcome {
    let mut ground = true;
    let cells = m.walk::<true>(m.a(0), |cell| {
        ground = !cell.is(Tag::Ref);
        ground
    });
    m.units += cells;
    Ok(ground)
}
