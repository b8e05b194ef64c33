//! The builtin table: one row a builtin.
//!
//! A builtin is deterministic: it is true, false, or raises an error. Predicates with several solutions are library
//! Prolog over builtins. Its cost keys are true, false and, where the row names a unit, one a unit of work.
//!
//! All that the compiler, the machine, the analyzer and calibration know of a builtin is in its row; what the columns
//! hold is in [`BuiltinRow`]. A long file, because it is a table.

mod assert;
mod atoms;
mod chars;
mod classes;
pub(crate) mod compare;
pub(crate) mod control;
mod dates;
mod files;
pub(crate) mod flags;
mod format;
mod help;
mod limits;
mod listing;
mod lists;
mod loading;
mod modules;
mod open;
mod properties;
mod random;
mod read_terms;
mod references;
mod row;
mod streams;
mod strings;
mod terms;
pub(crate) mod text;
mod types;
mod watching;
mod write_terms;

pub use read_terms::QueryRead;
pub use row::{
    Blame, BuiltinRow, Duplicates, Effect, Quick, Refusal, Rule, Sort, SortedBy, Standing, Test, TextRule, Truth, Units,
};
pub use text::Form as TextForm;

use crate::instr::BuiltinId;
use crate::machine::Machine;
use crate::machine::error::Ball;
use row::{always, by_output, by_outputs, either};

/// The body of a builtin: true or false, or an exception.
pub(crate) type Run = fn(&mut Machine) -> Outcome;

/// How a builtin ends.
pub(crate) type Outcome = Result<bool, Ball>;

/// The builtin of that name and arity. A scan: build a map where it matters.
pub fn builtin(name: &str, arity: u32) -> Option<BuiltinId> {
    BUILTINS.iter().position(|row| u32::from(row.arity) == arity && row.name == name).map(|at| BuiltinId(at as u16))
}

/// Lays the rows; a struct literal a row would hide them. After what every row has stand the columns that differ from a
/// [`BuiltinRow::plain`] one.
macro_rules! rows {
    ($($name:literal $arity:literal $unit:tt $run:path, $meaning:literal $(, $column:ident = $value:expr)*;)*) => {
        &[$(BuiltinRow {
            $($column: $value,)*
            ..BuiltinRow::plain($name, $arity, rows!(@unit $unit), $run, $meaning)
        }),*]
    };
    (@unit -) => { None };
    (@unit $unit:literal) => { Some($unit) };
}

/// All builtins.
pub const BUILTINS: &[BuiltinRow] = rows! {
    // Types
    "var" 1 - types::var, "unbound",
        effect = either(Units::None, &[]),
        workloads = &[("G = var(_)", "call(G)"), ("G = var(a)", "\\+ call(G)")];
    "nonvar" 1 - types::nonvar, "bound",
        effect = either(Units::None, &[]),
        workloads = &[("G = nonvar(a)", "call(G)"), ("G = nonvar(_)", "\\+ call(G)")];
    "atom" 1 - types::atom, "an atom",
        effect = either(Units::None, &[]),
        workloads = &[("G = atom(a)", "call(G)"), ("G = atom(1)", "\\+ call(G)")];
    "integer" 1 - types::integer, "an integer",
        effect = either(Units::None, &[]),
        workloads = &[("G = integer(1)", "call(G)"), ("G = integer(a)", "\\+ call(G)")];
    "rational" 1 - types::rational, "an integer or a rational",
        test = Some(Test::Other), effect = either(Units::None, &[]),
        workloads = &[("A = 1r3", "rational(A)"), ("A = a", "\\+ rational(A)"),
            ("A = a, G = (rational(A))", "\\+ call(G)")];
    "float" 1 - types::float, "a float",
        effect = either(Units::None, &[]),
        workloads = &[("G = float(1.5)", "call(G)"), ("G = float(a)", "\\+ call(G)")];
    "number" 1 - types::number, "a number",
        effect = either(Units::None, &[]),
        workloads = &[("G = number(1)", "call(G)"), ("G = number(a)", "\\+ call(G)")];
    "atomic" 1 - types::atomic, "neither unbound nor compound",
        effect = either(Units::None, &[]),
        workloads = &[("G = atomic(1)", "call(G)"), ("G = atomic(f(x))", "\\+ call(G)")];
    "compound" 1 - types::compound, "a compound term",
        effect = either(Units::None, &[]),
        workloads = &[("G = compound(f(x))", "call(G)"), ("G = compound(1)", "\\+ call(G)")];
    "callable" 1 - types::callable, "an atom or a compound term",
        effect = either(Units::None, &[]),
        workloads = &[("G = callable(f(x))", "call(G)"), ("G = callable(1)", "\\+ call(G)")];
    "string" 1 - types::string, "a string object",
        test = Some(Test::Other), effect = either(Units::None, &[]),
        workloads = &[("atom_string(abc, A)", "string(A)"), ("A = 1", "\\+ string(A)"),
            ("A = 1, G = (string(A))", "\\+ call(G)")];
    "is_list" 1 "cell" types::is_list, "a proper list",
        test = Some(Test::Other), effect = either(Units::Cells(0), &[]), rule = Some(Rule::ProperList),
        workloads = &[("A = @L", "is_list(A)"), ("A = [a|b]", "\\+ is_list(A)"),
            ("A = [a|b], G = (is_list(A))", "\\+ call(G)")];
    "ground" 1 "cell" types::ground, "a term without variables",
        test = Some(Test::Other), standing = Standing::Standard, effect = either(Units::Nodes(0), &[]),
        workloads = &[
            ("A = @T", "ground(A)"), ("A = f(_)", "\\+ ground(A)"),
            ("A = f(_), G = (ground(A))", "\\+ call(G)"),
            ("A = @L", "ground(A)"),
        ];

    // Unification and comparison
    "=" 2 "node" compare::unify, "unify",
        workloads = &[("G = (@T = @T)", "call(G)"), ("A = @T, G = (f(A) = f(zz))", "\\+ call(G)")];
    "\\=" 2 "node" compare::not_unifiable, "not unifiable",
        test = Some(Test::Other), standing = Standing::Standard, effect = either(Units::Compared, &[]),
        workloads = &[
            ("A = @T, B = zz(1)", "A \\= B"), ("A = @T, B = @T", "\\+ A \\= B"),
            ("A = @T, B = @T, G = (A \\= B)", "\\+ call(G)"),
            ("A = @L, B = @L", "\\+ A \\= B"),
        ];
    "unify_with_occurs_check" 2 "node" compare::unify_with_occurs_check, "unify without making cyclic terms",
        standing = Standing::Standard,
        workloads = &[
            ("A = @T, B = @T", "unify_with_occurs_check(A, B)"), ("A = @T", "\\+ unify_with_occurs_check(A, zz)"),
            ("A = @L", "unify_with_occurs_check(_, A)"), ("A = f(X, @T, X)", "\\+ unify_with_occurs_check(X, A)"),
            ("A = @T", "unify_with_occurs_check(_, A)"),
            ("true", "\\+ unify_with_occurs_check(X#, f(X#))"),
            ("A = g(B, B), B = h(@T, C, C)", "unify_with_occurs_check(A, g(_, _))"),
        ];
    "==" 2 "node" compare::identical, "identical",
        test = Some(Test::Same), standing = Standing::Standard, quick = Some(Quick::Same),
        effect = either(Units::Compared, &[]), rule = Some(Rule::Same),
        workloads = &[
            ("A = @T, B = @T", "A == B"), ("A = @T", "\\+ A == zz"),
            ("A = @T, G = (A == zz)", "\\+ call(G)"),
            ("A = @L, B = @L", "A == B"),
        ];
    "\\==" 2 "node" compare::not_identical, "not identical",
        test = Some(Test::NotSame), standing = Standing::Standard, quick = Some(Quick::NotSame),
        effect = either(Units::Compared, &[]), rule = Some(Rule::NotSame),
        workloads = &[("A = @T", "A \\== zz"), ("A = @T, B = @T", "\\+ A \\== B"),
            ("A = @T, B = @T, G = (A \\== B)", "\\+ call(G)")];
    "@<" 2 "node" compare::before, "before in the standard order",
        test = Some(Test::Other), standing = Standing::Standard, quick = Some(Quick::Before),
        effect = either(Units::Compared, &[]),
        workloads = &[("A = @L, B = zz(1, 2, 3, 4)", "A @< B"), ("A = @T, B = @T", "\\+ A @< B"),
            ("A = @T, B = @T, G = (A @< B)", "\\+ call(G)")];
    "@=<" 2 "node" compare::not_after, "before or identical in the standard order",
        test = Some(Test::Other), standing = Standing::Standard, quick = Some(Quick::NotAfter),
        effect = either(Units::Compared, &[]),
        workloads = &[("A = @T, B = @T", "A @=< B"), ("A = f(1)", "\\+ A @=< b"),
            ("A = f(1), G = (A @=< b)", "\\+ call(G)")];
    "@>" 2 "node" compare::after, "after in the standard order",
        test = Some(Test::Other), standing = Standing::Standard, quick = Some(Quick::After),
        effect = either(Units::Compared, &[]),
        workloads = &[("A = f(1)", "A @> b"), ("A = @T, B = @T", "\\+ A @> B"),
            ("A = @T, B = @T, G = (A @> B)", "\\+ call(G)")];
    "@>=" 2 "node" compare::not_before, "after or identical in the standard order",
        test = Some(Test::Other), standing = Standing::Standard, quick = Some(Quick::NotBefore),
        effect = either(Units::Compared, &[]),
        workloads = &[("A = @T, B = @T", "A @>= B"), ("A = f(1)", "\\+ b @>= A"),
            ("A = f(1), G = (b @>= A)", "\\+ call(G)")];
    "=@=" 2 "node" compare::variant, "the same but for the names of variables",
        test = Some(Test::Other),
        workloads = &[
            ("A = f(X, @T, X), B = f(Y, @T, Y)", "A =@= B"), ("A = f(X, X), B = f(X, Y)", "\\+ A =@= B"),
            ("A = f(a, @T), B = f(b, @T)", "\\+ A =@= B"),
            ("A = f(X, X), B = f(X, Y), G = (A =@= B)", "\\+ call(G)"),
            ("A = @L, B = @L", "A =@= B"),
        ];
    "\\=@=" 2 "node" compare::not_variant, "not the same but for the names of variables",
        test = Some(Test::Other),
        workloads = &[
            ("A = f(X, X), B = f(X, Y)", "A \\=@= B"), ("A = f(X, @T, X), B = f(Y, @T, Y)", "\\+ A \\=@= B"),
            ("A = f(X, @T, X), B = f(Y, @T, Y), G = (A \\=@= B)", "\\+ call(G)"),
        ];
    "acyclic_term" 1 "node" compare::acyclic, "a finite term",
        effect = either(Units::Nodes(0), &[]),
        workloads = &[
            ("A = @T", "acyclic_term(A)"), ("A = @L", "acyclic_term(A)"),
            ("numlist(1, 2500, A)", "acyclic_term(A)"),
            ("A = f(A)", "\\+ acyclic_term(A)"),
            ("A = g(B), B = f(B)", "\\+ acyclic_term(A)"),
            ("A = g(@L, B), B = f(B)", "\\+ acyclic_term(A)"),
        ];
    "cyclic_term" 1 "node" compare::cyclic, "no finite term",
        effect = either(Units::Nodes(0), &[]),
        workloads = &[("A = @T", "\\+ cyclic_term(A)"), ("A = @L", "\\+ cyclic_term(A)")];
    "compare" 3 "node" compare::compare, "compare(Order, A, B): <, = or > in the standard order",
        standing = Standing::Standard, quick = Some(Quick::Compare),
        effect = either(Units::ComparedAfter, &[(0, Sort::Atom)]), rule = Some(Rule::Order),
        workloads = &[
            ("A = @T, B = @T", "compare(_, A, B)"), ("A = @T, B = @T", "\\+ compare(<, A, B)"),
            ("A = @L, B = @L", "compare(_, A, B)"),
            ("A = @R, B = @R", "compare(_, A, B)"),
        ];

    // Arithmetic on expressions that are known at run time only
    "is" 2 "operation" compare::is, "X is Expression",
        rule = Some(Rule::Value),
        workloads = &[
            ("A = 1 + 2 * 3", "_ is A"), ("A = 7", "_ is A"), ("A = (_ is 7)", "call(A)"),
            ("A = (_ is 7 + 1)", "call(A)"), ("A = (_ is 7 * 2 + 1 - 5)", "call(A)"),
            ("A = (9 is 7 + 1)", "\\+ call(A)"), ("A = 1 + 2 + 3 + 4 + 5 + 6", "_ is A"),
            ("A = 1 + 2", "\\+ 4 is A"), ("A = (X is 1 + 2 * 3), B = X", "\\+ \\+ call(A)"),
        ];
    "=:=" 2 "operation" compare::equal, "equal values",
        rule = Some(Rule::CompareValues),
        workloads = &[
            ("G = (1 + 2 =:= 3)", "call(G)"), ("G = (1 + 2 =:= 4)", "\\+ call(G)"),
            ("G = (1 + 2 * 3 - 4 =:= 3)", "call(G)"),
        ];
    "=\\=" 2 "operation" compare::not_equal, "different values",
        rule = Some(Rule::CompareValues),
        workloads = &[
            ("G = (1 + 2 =\\= 4)", "call(G)"), ("G = (1 + 2 * 3 - 4 =\\= 3)", "\\+ call(G)"),
            ("G = (1 =\\= 4)", "call(G)"),
        ];
    "<" 2 "operation" compare::less, "less",
        rule = Some(Rule::CompareValues),
        workloads = &[
            ("G = (1 + 2 < 4)", "call(G)"), ("G = (1 + 2 * 2 < 4)", "\\+ call(G)"), ("G = (1 < 4)", "call(G)"),
        ];
    "=<" 2 "operation" compare::less_equal, "less or equal",
        rule = Some(Rule::CompareValues),
        workloads = &[
            ("G = (1 + 2 =< 4)", "call(G)"), ("G = (1 + 2 * 2 =< 4)", "\\+ call(G)"), ("G = (1 =< 4)", "call(G)"),
        ];
    ">" 2 "operation" compare::greater, "greater",
        rule = Some(Rule::CompareValues),
        workloads = &[
            ("G = (1 + 2 > 2)", "call(G)"), ("G = (1 + 2 * 2 > 6)", "\\+ call(G)"), ("G = (4 > 1)", "call(G)"),
        ];
    ">=" 2 "operation" compare::greater_equal, "greater or equal",
        rule = Some(Rule::CompareValues),
        workloads = &[
            ("G = (1 + 2 >= 2)", "call(G)"), ("G = (1 + 2 * 2 >= 6)", "\\+ call(G)"), ("G = (4 >= 1)", "call(G)"),
        ];
    "divmod" 4 - compare::divmod, "divmod(A, B, Q, R): Q is A div B, R is A mod B",
        effect = either(Units::None, &[(2, Sort::Int), (3, Sort::Int)]),
        workloads = &[("A = 17", "divmod(A, 5, _, _)"), ("A = 17", "\\+ divmod(A, 5, 4, _)")];
    "nth_integer_root_and_remainder" 4 - compare::root, "nth_integer_root_and_remainder(N, A, Root, Rest)",
        effect = either(Units::None, &[(2, Sort::Int), (3, Sort::Int)]),
        workloads = &[
            ("A = 17", "nth_integer_root_and_remainder(2, A, _, _)"),
            ("A = 17", "\\+ nth_integer_root_and_remainder(2, A, 5, _)"),
        ];
    "rational" 3 - compare::rational_parts, "rational(Q, Numerator, Denominator)",
        effect = either(Units::None, &[(1, Sort::Int), (2, Sort::Int)]),
        workloads = &[("A = 1r3", "rational(A, _, _)"), ("A = 1r3", "\\+ rational(A, 2, _)")];
    "succ" 2 - compare::succ, "succ(N, M): M is N + 1, both natural",
        effect = either(Units::None, &[(0, Sort::Int), (1, Sort::Int)]), rule = Some(Rule::Successor),
        workloads = &[("A = 4", "succ(A, _)"), ("A = 4", "\\+ succ(A, 9)")];
    "plus" 3 - compare::plus, "plus(A, B, C): C is A + B, one of them unbound",
        effect = either(Units::None, &[(0, Sort::Int), (1, Sort::Int), (2, Sort::Int)]), rule = Some(Rule::Sum),
        workloads = &[("A = 4", "plus(A, 3, _)"), ("A = 4", "\\+ plus(A, 3, 9)")];

    // Terms
    "functor" 3 "argument" terms::functor, "functor(Term, Name, Arity), either way",
        standing = Standing::Standard, quick = Some(Quick::Functor), rule = Some(Rule::Functor),
        workloads = &[
            ("A = f(a, b)", "functor(A, _, _)"), ("A = f(a, b)", "\\+ functor(A, g, _)"),
            ("A = f", "functor(_, A, 2)"), ("A = f", "functor(_, A, 12)"),
            ("A = f", "functor(_, A, 200)"),
        ];
    "arg" 3 - terms::arg, "arg(N, Term, Arg)",
        standing = Standing::Standard, quick = Some(Quick::Arg), effect = either(Units::None, &[(2, Sort::Any)]),
        workloads = &[("A = f(a, b)", "arg(2, A, _)"), ("A = f(a, b)", "\\+ arg(2, A, c)")];
    "=.." 2 "argument" terms::univ, "Term =.. [Name | Arguments], either way",
        standing = Standing::Standard, rule = Some(Rule::Univ),
        workloads = &[
            ("A = f(a, b)", "A =.. _"), ("A = f(a, b, c, d, e, f, g, h)", "A =.. _"),
            ("A = f(a, b)", "\\+ A =.. [g|_]"), ("A = [f, a, b, c]", "_ =.. A"),
            ("B = [f|@L], A =.. B", "A =.. _"),
            ("A = [f|@L]", "_ =.. A"),
        ];
    "copy_term" 2 "cell" terms::copy_term, "a copy with new variables",
        standing = Standing::Standard, rule = Some(Rule::Copy),
        workloads = &[
            ("A = @T", "copy_term(A, _)"), ("A = f(X, Y, X, Y)", "copy_term(A, _)"),
            ("A = @T", "\\+ copy_term(A, zz)"),
            ("A = @L", "copy_term(A, _)"),
            ("A = @R", "copy_term(A, _)"),
            ("length(A, 60)", "copy_term(A, _)"),
        ];
    "term_variables" 2 "cell" terms::term_variables, "the distinct variables in order of occurrence",
        standing = Standing::Standard, rule = Some(Rule::Variables),
        workloads = &[
            ("A = f(X, @T, Y)", "term_variables(A, _)"), ("A = f(X, @T)", "\\+ term_variables(A, [])"),
            ("length(A, 12)", "term_variables(A, _)"),
            ("A = @L", "term_variables(A, _)"),
        ];
    "term_hash" 2 "cell" terms::term_hash, "a number for a ground term, the same for the same",
        effect = either(Units::Nodes(0), &[(1, Sort::Nat)]),
        workloads = &[
            ("A = @T", "term_hash(A, _)"), ("A = @T", "\\+ term_hash(A, zz)"),
            ("A = @L", "term_hash(A, _)"),
        ];
    "numbervars" 3 "cell" terms::numbervars, "bind the variables to '$VAR'(N), …",
        workloads = &[
            ("true", "numbervars(f(X#, Y#, a), 0, _)"), ("A = @T", "numbervars(A, 0, _)"),
            ("A = f(b)", "\\+ numbervars(A, 0, 5)"), ("true", "length(A#, 12), numbervars(A#, 0, _)"),
        ];
    "setarg" 3 - terms::setarg, "replace an argument, undone on backtracking",
        rule = Some(Rule::Replaced),
        workloads = &[("A = f(a, b)", "setarg(1, A, c)")];
    "nb_setarg" 3 "cell" terms::nb_setarg, "replace an argument by a copy, not undone",
        rule = Some(Rule::Refused(Refusal::ChangedTerm)),
        workloads = &[("A = f(a, b)", "nb_setarg(1, A, c)"), ("A = f(a, b)", "nb_setarg(1, A, @T)")];

    // Atoms and strings
    "atom_length" 2 "character" atoms::atom_length, "the number of characters",
        rule = Some(Rule::Text(TextRule::Length(TextForm::Atom))),
        standing = Standing::Standard, effect = either(Units::Unknown, &[(1, Sort::Nat)]),
        workloads = &[
            ("A = @A", "atom_length(A, _)"), ("A = abc", "\\+ atom_length(A, 9)"),
            ("A = @N", "atom_length(A, _)"),
        ];
    "atom_codes" 2 "character" atoms::atom_codes, "an atomic and its character codes, either way",
        rule = Some(Rule::Text(TextRule::Convert { forward: TextForm::Codes, back: TextForm::Atom })),
        standing = Standing::Standard, effect = either(Units::Unknown, &[(0, Sort::Atom), (1, Sort::Codes)]),
        workloads = &[
            ("A = @A", "atom_codes(A, _)"), ("A = abc", "\\+ atom_codes(A, [0'z|_])"),
            ("atom_codes(@A, L)", "atom_codes(_, L)"),
            ("A = @N", "atom_codes(A, _)"),
        ];
    "atom_chars" 2 "character" atoms::atom_chars, "an atomic and its characters, either way",
        rule = Some(Rule::Text(TextRule::Convert { forward: TextForm::Chars, back: TextForm::Atom })),
        standing = Standing::Standard, effect = either(Units::Unknown, &[(0, Sort::Atom), (1, Sort::Atoms)]),
        workloads = &[
            ("A = @A", "atom_chars(A, _)"), ("A = abc", "\\+ atom_chars(A, [z|_])"),
            ("atom_chars(@A, L)", "atom_chars(_, L)"),
        ];
    "char_code" 2 - atoms::char_code, "a character and its code, either way",
        standing = Standing::Standard, effect = by_outputs(Units::None, &[(0, Sort::Atom), (1, Sort::Nat)]),
        workloads = &[("A = a", "char_code(A, _)"), ("A = a", "\\+ char_code(A, 7)")];
    "number_codes" 2 "character" atoms::number_codes, "a number and its character codes, either way",
        rule = Some(Rule::Text(TextRule::Convert { forward: TextForm::Codes, back: TextForm::Number })),
        standing = Standing::Standard, effect = by_output(Units::Unknown, &[(0, Sort::Number), (1, Sort::Codes)]),
        workloads = &[
            ("A = 1234", "number_codes(A, _)"), ("A = 123456789", "number_codes(A, _)"),
            ("A = 1234", "\\+ number_codes(A, [0'7])"),
            ("A = @N", "number_codes(A, _)"),
            ("number_codes(@N, L)", "number_codes(_, L)"),
        ];
    "number_chars" 2 "character" atoms::number_chars, "a number and its characters, either way",
        rule = Some(Rule::Text(TextRule::Convert { forward: TextForm::Chars, back: TextForm::Number })),
        standing = Standing::Standard, effect = by_output(Units::Unknown, &[(0, Sort::Number), (1, Sort::Atoms)]),
        workloads = &[
            ("A = 1234", "number_chars(A, _)"), ("A = 123456789", "number_chars(A, _)"),
            ("A = 1234", "\\+ number_chars(A, ['7'])"),
            ("A = @N", "number_chars(A, _)"),
            ("number_chars(@N, L)", "number_chars(_, L)"),
        ];
    "atom_number" 2 "character" atoms::atom_number, "an atom and the number it spells, either way",
        rule = Some(Rule::Text(TextRule::Number)),
        effect = either(Units::Unknown, &[(0, Sort::Atom), (1, Sort::Number)]),
        workloads = &[
            ("A = '1234'", "atom_number(A, _)"), ("A = '123456789'", "atom_number(A, _)"),
            ("A = zz", "\\+ atom_number(A, _)"),
            ("A = '@N'", "atom_number(A, _)"),
            ("A = @N", "atom_number(_, A)"),
        ];
    "atom_string" 2 "character" atoms::atom_string, "an atomic and a string, either way",
        rule = Some(Rule::Text(TextRule::Convert { forward: TextForm::Text, back: TextForm::Atom })),
        workloads = &[("A = @A", "atom_string(A, _)"), ("atom_string(abc, A)", "\\+ atom_string(zz, A)")];
    "atom_to_term" 3 "character" read_terms::atom_to_term, "the term an atom spells, and its variables by name",
        workloads = &[
            ("A = 'f(X, Y, abc)'", "atom_to_term(A, _, _)"), ("A = 'f(X)'", "atom_to_term(A, _, _)"), ("term_to_atom(@T, A)", "atom_to_term(A, _, _)"),
            ("A = 'f(X)'", "\\+ atom_to_term(A, g(_), _)"),
            ("term_to_atom(@L, A)", "atom_to_term(A, _, _)"),
        ];
    "term_to_atom" 2 "character" read_terms::term_to_atom, "a term and the atom that spells it, either way",
        workloads = &[
            ("A = f(x, 12, abc)", "term_to_atom(A, _)"), ("A = @T", "term_to_atom(A, _)"),
            ("term_to_atom(@T, A)", "term_to_atom(_, A)"), ("A = @L", "term_to_atom(A, _)"),
            ("A = f(x)", "\\+ term_to_atom(A, zz)"),
            ("term_to_atom(@L, A)", "term_to_atom(_, A)"),
            ("term_to_atom(@R, A)", "term_to_atom(_, A)"),
            ("A = @R", "term_to_atom(A, _)"),
            ("A = @F", "term_to_atom(A, _)"),
            ("A = @N", "term_to_atom(A, _)"),
        ];
    "upcase_atom" 2 "character" atoms::upcase_atom, "in upper case",
        rule = Some(Rule::Text(TextRule::Recase(TextForm::Atom))),
        effect = either(Units::Unknown, &[(1, Sort::Atom)]),
        workloads = &[("A = @A", "upcase_atom(A, _)"), ("A = abc", "\\+ upcase_atom(A, zz)")];
    "downcase_atom" 2 "character" atoms::downcase_atom, "in lower case",
        rule = Some(Rule::Text(TextRule::Recase(TextForm::Atom))),
        effect = either(Units::Unknown, &[(1, Sort::Atom)]),
        workloads = &[("A = @A", "downcase_atom(A, _)"), ("A = abc", "\\+ downcase_atom(A, zz)")];
    "string_length" 2 "character" atoms::string_length, "the number of characters",
        rule = Some(Rule::Text(TextRule::Length(TextForm::Text))),
        effect = either(Units::Unknown, &[(1, Sort::Nat)]),
        workloads = &[
            ("A = @A", "string_length(A, _)"), ("A = abc", "\\+ string_length(A, 9)"),
            ("atom_codes(@A, A)", "string_length(A, _)"),
        ];
    "string_codes" 2 "character" atoms::string_codes, "a string and its codes, either way",
        rule = Some(Rule::Text(TextRule::Convert { forward: TextForm::Codes, back: TextForm::Text })),
        effect = either(Units::Unknown, &[(0, Sort::Atomic), (1, Sort::Codes)]),
        workloads = &[
            ("A = @A", "string_codes(A, _)"), ("A = abc", "\\+ string_codes(A, [0'z])"),
            ("atom_codes(@A, L)", "string_codes(_, L)"),
        ];
    "string_chars" 2 "character" atoms::string_chars, "a string and its characters, either way",
        rule = Some(Rule::Text(TextRule::Convert { forward: TextForm::Chars, back: TextForm::Text })),
        effect = either(Units::Unknown, &[(0, Sort::Atomic), (1, Sort::Atoms)]),
        workloads = &[
            ("A = @A", "string_chars(A, _)"), ("A = abc", "\\+ string_chars(A, [z])"),
            ("atom_chars(@A, L)", "string_chars(_, L)"),
        ];
    "string_to_atom" 2 "character" atoms::string_to_atom, "a string and an atom, either way",
        rule = Some(Rule::Text(TextRule::Convert { forward: TextForm::Atom, back: TextForm::Text })),
        workloads = &[
            ("atom_string(@A, A)", "string_to_atom(A, _)"), ("atom_string(abc, A)", "\\+ string_to_atom(A, zz)"),
            ("atom_string(@A, A)", "string_to_atom(A, _)"),
            ("atom_codes(@A, A)", "string_to_atom(A, _)"),
        ];
    "string_lower" 2 "character" atoms::string_lower, "in lower case",
        rule = Some(Rule::Text(TextRule::Recase(TextForm::Text))),
        effect = by_output(Units::Unknown, &[(1, Sort::Atomic)]),
        workloads = &[
            ("A = @A", "string_lower(A, _)"), ("A = abc", "\\+ string_lower(A, zz)"),
            ("atom_codes(@A, A)", "string_lower(A, _)"),
        ];
    "string_upper" 2 "character" atoms::string_upper, "in upper case",
        rule = Some(Rule::Text(TextRule::Recase(TextForm::Text))),
        effect = by_output(Units::Unknown, &[(1, Sort::Atomic)]),
        workloads = &[("A = @A", "string_upper(A, _)"), ("A = abc", "\\+ string_upper(A, zz)")];
    "number_string" 2 "character" atoms::number_string, "a number and the string that spells it, either way",
        workloads = &[
            ("A = 1234", "number_string(A, _)"), ("atom_string('1234', A)", "number_string(_, A)"),
            ("atom_string('123456789', A)", "number_string(_, A)"),
            ("atom_string(zz, A)", "\\+ number_string(_, A)"),
        ];
    "term_string" 2 "character" read_terms::term_string, "a term and the string that spells it",
        workloads = &[
            ("A = f(x, 12)", "term_string(A, _)"), ("A = @T", "term_string(A, _)"),
            ("term_string(@T, A)", "term_string(_, A)"),
            ("A = f(x)", "\\+ term_string(A, zz)"),
        ];
    "split_string" 4 "character" strings::split_string, "split at separators and strip padding",
        rule = Some(Rule::Text(TextRule::Split)),
        effect = by_output(Units::Unknown, &[(3, Sort::Atomics)]),
        workloads = &[
            ("A = 'ab,cd,ef'", "split_string(A, ',', ' ', _)"),
            ("A = 'ab,cd,ef,gh,ij,kl,mn'", "split_string(A, ',', ' ', _)"),
            ("A = 'ab,cd'", "\\+ split_string(A, ',', ' ', [])"), ("A = '@A,@A,@A'", "split_string(A, ',', ' ', _)"),
            ("A = @A", "split_string(A, '', '', _)"),
            ("atomic_list_concat(@W, ',', A)", "split_string(A, ',', ' ', _)"),
        ];
    "atomic_list_concat" 2 "character" strings::join, "a list of atomics joined to an atom",
        rule = Some(Rule::Text(TextRule::Join)),
        effect = by_output(Units::Unknown, &[(1, Sort::Atom)]),
        workloads = &[
            ("A = [a, b, 12]", "atomic_list_concat(A, _)"), ("A = @L", "atomic_list_concat(A, _)"),
            ("A = [a, b]", "\\+ atomic_list_concat(A, zz)"), ("A = [@A, @A, @A]", "atomic_list_concat(A, _)"),
            ("A = @W", "atomic_list_concat(A, _)"),
        ];
    "atomic_list_concat" 3 "character" strings::join_separated, "joined with a separator, or split at it",
        rule = Some(Rule::Text(TextRule::JoinSeparated)),
        workloads = &[
            ("A = @L", "atomic_list_concat(A, '-', _)"), ("A = 'a-b-c'", "atomic_list_concat(_, '-', A)"),
            ("A = [@A, @A, @A]", "atomic_list_concat(A, '-', _)"), ("A = '@A-@A-@A'", "atomic_list_concat(_, '-', A)"),
            ("A = [a, b]", "\\+ atomic_list_concat(A, '-', zz)"),
            ("A = @W", "atomic_list_concat(A, ', ', _)"),
            ("atomic_list_concat(@W, ',', A)", "atomic_list_concat(_, ',', A)"),
        ];
    "text_to_string" 2 "character" strings::text_to_string, "a text as a string",
        workloads = &[("A = @A", "text_to_string(A, _)"), ("A = @A", "\\+ text_to_string(A, zz)")];
    "$string_code" 3 "character" strings::string_code, "$string_code(Index, String, Code): one code, counted from 1",
        rule = Some(Rule::Text(TextRule::Code));
    "$atom_concat" 4 "character" strings::atom_concat, "$atom_concat(A, B, C, Mode): joined, or one taken off C",
        rule = Some(Rule::Text(TextRule::Concat(Some(TextForm::Atom))));
    "$string_concat" 4 "character" strings::string_concat, "the same for strings",
        rule = Some(Rule::Text(TextRule::Concat(Some(TextForm::Text))));
    "$text_concat" 4 "character" strings::text_concat, "the same for strings where one is a string, else for atoms",
        rule = Some(Rule::Text(TextRule::Concat(None)));
    "$sub_text" 7 "character" strings::sub_text, "$sub_text(Kind, Text, Before, Length, After, Sub, Mode): the only slice",
        rule = Some(Rule::Text(TextRule::SubText));
    "$slice" 5 "character" strings::known_slice, "$slice(Kind, Text, Before, Length, Sub): one slice",
        rule = Some(Rule::Text(TextRule::Slice));
    "$text_find" 4 "character" strings::text_find, "$text_find(Text, Sub, From, Before): the next occurrence",
        rule = Some(Rule::Text(TextRule::Find));
    "sub_atom_icasechk" 3 "character" strings::find_icase, "a slice occurs, whatever the case of letters",
        workloads = &[
            ("A = 'Abcabc'", "sub_atom_icasechk(A, _, 'BCA')"),
            ("A = 'Abcabc'", "\\+ sub_atom_icasechk(A, _, 'BCB')"),
        ];
    "$normal_space" 2 "character" strings::normal_space, "the words of a text with one space between them";
    "string_bytes" 3 "character" strings::string_bytes, "string_bytes(String, Bytes, Encoding), either way",
        workloads = &[
            ("A = @A", "string_bytes(A, _, utf8)"), ("string_bytes(@A, L, utf8)", "string_bytes(_, L, utf8)"),
            ("A = abc", "\\+ string_bytes(A, [0'z|_], utf8)"),
        ];
    "$char_type" 3 - classes::char_type, "$char_type(Form, Char, Type): a known character is of a known type";
    "$char_types" 3 "type" classes::types_of, "$char_types(Form, Char, Types): all types of a character";
    "$chars_of_type" 5 "code" classes::chars_of, "$chars_of_type(Form, From, Type, Chars, Next): a page of characters";

    // Lists
    "$skip_list" 3 "cell" lists::skip_list, "$skip_list(List, Length, Tail): the list cells passed before Tail",
        rule = Some(Rule::ListPrefix);
    "msort" 2 "comparison" lists::msort, "sort by the standard order",
        rule = Some(Rule::Sorted { list: 0, sorted: 1, by: SortedBy::Whole, duplicates: Duplicates::Stay }),
        workloads = &[
            ("A = @L", "msort(A, _)"), ("A = [b, a]", "\\+ msort(A, [b|_])"),
            ("A = [f(@T, b), f(@T, a), f(@T, c)]", "msort(A, _)"),
            ("A = @F", "msort(A, _)"),
            ("A = @R", "msort(A, _)"),
            ("A = @W", "msort(A, _)"),
        ];
    "sort" 2 "comparison" lists::sort, "sort by the standard order without duplicates",
        standing = Standing::Standard, rule = Some(Rule::Sorted { list: 0, sorted: 1, by: SortedBy::Whole, duplicates: Duplicates::Go }),
        workloads = &[
            ("A = @L", "sort(A, _)"), ("A = [b, a]", "\\+ sort(A, [b|_])"),
            ("A = [f(@T, b), f(@T, a), f(@T, b)]", "sort(A, _)"),
            ("A = @W", "sort(A, _)"),
            ("A = @R", "sort(A, _)"),
        ];
    "sort" 4 "comparison" lists::sort_by, "sort(Key, Order, List, Sorted)",
        rule = Some(Rule::Sorted { list: 2, sorted: 3, by: SortedBy::Whole, duplicates: Duplicates::Go }),
        workloads = &[
            ("A = @L", "sort(0, @>=, A, _)"), ("A = [b, a]", "\\+ sort(0, @>=, A, [a|_])"),
            ("A = @R", "sort(1, @>=, A, _)"),
            ("A = @R", "sort(2, @<, A, _)"),
        ];
    "keysort" 2 "comparison" lists::keysort, "sort Key-Value pairs by key, stable",
        standing = Standing::Standard,
        rule = Some(Rule::Sorted { list: 0, sorted: 1, by: SortedBy::First, duplicates: Duplicates::Stay }),
        workloads = &[
            ("A = [b-1, a-2, c-3]", "keysort(A, _)"),
            ("A = [b-1, a-2, c-3, z-1, x-2, k-3, d-1, e-2, l-3]", "keysort(A, _)"),
            ("A = [b-1, a-2, c-3]", "\\+ keysort(A, [b-_|_])"),
            ("findall(X-y, member(X, @L), A)", "keysort(A, _)"),
            ("findall(X-y, member(X, @W), A)", "keysort(A, _)"),
        ];

    // Clauses
    "assertz" 1 "cell" assert::assertz, "add a clause at the end",
        standing = Standing::Standard, metas = ":", effect = always(Units::Unknown, &[]),
        workloads = &[("true", "assertz(e$(@T)), retract(e$(_))")];
    "assert" 1 "cell" assert::assertz, "add a clause at the end",
        metas = ":", effect = always(Units::Unknown, &[]),
        workloads = &[("true", "assert(e$(@T)), retract(e$(_))")];
    "asserta" 1 "cell" assert::asserta, "add a clause at the front",
        standing = Standing::Standard, metas = ":", effect = always(Units::Unknown, &[]),
        workloads = &[
            ("true", "asserta(e$(@T)), retract(e$(_))"),
            ("true", "asserta(( e$(X#) :- atom(X#), nonvar(X#) )), retract(( e$(_) :- _ ))"),
        ];
    "$clause_next" 5 "clause" assert::clause_next, "$clause_next(Head, From, Stamp, Ref, Next): the next clause that may match",
        rule = Some(Rule::NextClause);
    "$clause" 3 "cell" assert::clause, "$clause(Ref, Head, Body): unify with a clause", rule = Some(Rule::Clause);
    "$erase" 1 - assert::erase, "remove a clause", effect = always(Units::None, &[]);
    "$assert" 3 "cell" references::assert, "$assert(Clause, Place, Reference): add a clause at an end",
        effect = by_output(Units::Unknown, &[(2, Sort::Ground)]);
    "$reference" 3 - references::reference_parts, "$reference(Reference, Clause, Module): what a clause reference names",
        effect = either(Units::None, &[(0, Sort::Ground), (1, Sort::Int), (2, Sort::Atom)]);
    "retractall" 1 "clause" assert::retractall, "remove all clauses whose head matches",
        standing = Standing::Standard, metas = ":", effect = always(Units::Unknown, &[]),
        workloads = &[
            ("true", "assertz(e$(a)), assertz(e$(b)), retractall(e$(_))"), ("true", "retractall(e$(_))"),
            ("true", "assertz(e$(a)), retractall(e$(b)), retractall(e$(_))"),
        ];
    "abolish" 1 "clause" assert::abolish, "remove a dynamic predicate",
        standing = Standing::Standard, metas = ":",
        workloads = &[
            ("true", "assertz(g$(a)), abolish(g$/1)"), ("true", "assertz(g$(a)), assertz(g$(b)), abolish(g$/1)"),
        ];
    "$dynamic" 1 - assert::dynamic, "$dynamic(Name/Arity): declare a predicate dynamic";
    "$property" 2 - assert::property, "$property(Head, Property): the predicate's kind", rule = Some(Rule::Property);
    "$predicates" 2 "predicate" modules::predicates, "$predicates(Module, List): the predicates in its table as Name/Arity";
    "$properties" 2 - modules::properties, "$properties(Head, List): what is known of a predicate";

    // Files and modules
    "$load_text" 3 - modules::load_text, "$load_text(Codes, Module, Depth): begin to load what the user typed";
    "$undefined_calls" 1 - modules::undefined, "$undefined_calls(Texts): calls of what nothing defines";
    "$find_source" 2 - modules::find_source, "$find_source(Name, Path): the file that is loaded for a name";
    "$has_library" 1 - modules::has_library, "$has_library(Name): library(Name) is known";
    "$load" 6 - modules::load, "$load(Spec, Module, How, Imports, Texts, Depth): begin to load a file, or import from it";
    "$load_step" 3 - loading::step, "$load_step(Depth, Texts, Step): load on; what was found, and what is next";
    "$load_close" 1 - loading::close, "$load_close(Depth): give up what is still being loaded";
    "$load_task" 2 - loading::task, "$load_task(Task, Place): what must be decided or expanded";
    "$load_decide" 1 - loading::decide, "$load_decide(Truth): whether the condition holds";
    "$load_expand" 2 - loading::expand, "$load_expand(Clauses, Names): what the term stands for";
    "$load_keep" 0 - loading::keep, "the term stands for itself";
    "$load_declare" 1 - loading::declare, "$load_declare(Directive): as if the text held it";
    "$load_context" 2 - loading::context, "$load_context(Key, Value): what is known of the text that is being loaded";
    "$dcg" 2 - loading::dcg, "$dcg(Rule, Clause): the clause that a grammar rule stands for";
    "$stale" 1 - modules::stale, "$stale(Files): files that were changed since they were loaded";
    "$modules" 1 - modules::modules, "the names of all modules";
    "$module_properties" 2 - modules::module_properties, "$module_properties(Name, List): what is known of a module";
    "$export" 2 - modules::export, "$export(Module, Indicators): add to what a module exports";
    "$import" 2 - modules::import_names, "$import(Module, Indicators): bring From:Name/Arity into a module";

    // Control
    "throw" 1 "cell" control::throw, "raise an exception",
        standing = Standing::Standard, blame = Blame::Nobody, rule = Some(Rule::Raises);
    "$no_rule" 2 - control::no_rule, "$no_rule(Module, Goal): raise what a goal gets that no rule is for",
        rule = Some(Rule::Raises);
    "$cleanup_push" 1 - control::cleanup_push, "$cleanup_push(Goal): a choice point that runs the goal when it goes",
        rule = Some(Rule::PushCleanup);
    "$cleanup_pop" 1 - control::cleanup_pop, "$cleanup_pop(Popped): drop that choice point, if it is the newest",
        rule = Some(Rule::PopCleanup);
    "$raise_from" 2 - control::raise_from, "$raise_from(Ball, Environment): go on with an exception",
        rule = Some(Rule::Raises);
    "halt" 0 - control::halt, "leave the program",
        standing = Standing::Standard;
    "halt" 1 - control::halt_status, "leave the program with a status",
        standing = Standing::Standard;
    "$bag_open" 1 - control::bag_open, "$bag_open(Bag): a new bag of solutions",
        rule = Some(Rule::OpenBag);
    "$bag_add" 2 "cell" control::bag_add, "$bag_add(Bag, Term): add a copy",
        rule = Some(Rule::AddToBag);
    "$bag_close" 3 "cell" control::bag_close, "$bag_close(Bag, List, Tail): the copies in order",
        rule = Some(Rule::CloseBag);
    "$bag_count" 2 - control::bag_count, "$bag_count(Bag, N): how many copies";
    "$limit_new" 1 - limits::limit_new, "$limit_new(Id): a number for a limit",
        rule = Some(Rule::Refused(Refusal::Limit));
    "$limit_inferences" 2 - limits::limit_inferences, "$limit_inferences(Id, Budget): so many calls from now on",
        rule = Some(Rule::Refused(Refusal::Limit));
    "$limit_depth" 3 - limits::limit_depth, "$limit_depth(Id, Most, Reached): calls no deeper than that from now on",
        rule = Some(Rule::Refused(Refusal::Limit));
    "$limit_end" 2 - limits::limit_end, "$limit_end(Id, Left): the end of such a limit",
        rule = Some(Rule::Refused(Refusal::Limit));
    "$limit_level" 2 - limits::limit_level, "$limit_level(Depth, Choices): how deep the clause is; its newest choice point",
        rule = Some(Rule::Refused(Refusal::Limit));
    "$limit_time" 3 - limits::limit_time, "$limit_time(Seconds, Ball, Id): throw the ball then",
        rule = Some(Rule::Refused(Refusal::Limit));
    "sleep" 1 - limits::sleep, "wait so many seconds", outside = true,
        effect = always(Units::None, &[]);
    "$limit_time_end" 1 - limits::limit_time_end, "$limit_time_end(Id): do not",
        rule = Some(Rule::Refused(Refusal::Limit));
    "nb_setval" 2 "cell" control::nb_setval, "keep a copy under a name",
        effect = always(Units::Unknown, &[]),
        workloads = &[
            ("A = @T", "nb_setval(k$, A)"),
            ("A = @L", "nb_setval(k$, A)"),
        ];
    "b_setval" 2 - control::b_setval, "keep a value under a name, undone on backtracking",
        rule = Some(Rule::Kept),
        workloads = &[("nb_setval(k$, 1)", "b_setval(k$, 2)")];
    "nb_getval" 2 "cell" control::getval, "the value kept under a name",
        effect = by_output(Units::Unknown, &[(1, Sort::Any)]),
        workloads = &[
            ("nb_setval(k$, @T)", "nb_getval(k$, _)"), ("nb_setval(k$, 1)", "\\+ nb_getval(k$, 2)"),
            ("nb_setval(k$, @L)", "nb_getval(k$, _)"),
        ];
    "b_getval" 2 "cell" control::getval, "the value kept under a name",
        effect = by_output(Units::Unknown, &[(1, Sort::Any)]),
        workloads = &[
            ("b_setval(k$, 1)", "b_getval(k$, _)"), ("b_setval(k$, f(a, b, c))", "b_getval(k$, _)"),
            ("b_setval(k$, 1)", "\\+ b_getval(k$, 2)"),
        ];
    "$globals" 1 "name" control::global_names, "$globals(Names): the names that have a value",
        effect = by_output(Units::Unknown, &[(0, Sort::Atoms)]);
    "op" 3 - control::op, "declare operators",
        standing = Standing::Standard, effect = always(Units::None, &[]),
        workloads = &[("true", "op(700, xfx, =@@=)")];
    "$ops" 1 "operator" control::ops, "all operators as a list of op(Priority, Type, Name)";
    "set_prolog_flag" 2 - flags::set_flag, "set a flag",
        standing = Standing::Standard, effect = always(Units::None, &[]),
        workloads = &[("true", "set_prolog_flag(double_quotes, codes)")];
    "$create_flag" 2 - flags::create_flag, "$create_flag(Flag, Value): a flag of the program's own";
    "$flags" 1 - flags::flags, "$flags(Names): the names of all flags";
    "$flag" 2 - flags::flag, "$flag(Name, Value): a flag's value";
    "$command_line" 1 - flags::command_line, "$command_line(Words): the program's name and its arguments";

    // Streams
    "open" 3 - open::open_3, "open(File, Mode, Stream)", outside = true,
        standing = Standing::Standard;
    "open" 4 "option" open::open_4, "open(File, Mode, Stream, Options)", outside = true,
        standing = Standing::Standard;
    "close" 1 - streams::close, "close a stream", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]);
    "close" 2 "option" streams::close_2, "close a stream with options", outside = true,
        standing = Standing::Standard;
    "current_input" 1 - streams::current_input, "the current input", outside = true,
        standing = Standing::Standard;
    "current_output" 1 - streams::current_output, "the current output", outside = true,
        standing = Standing::Standard;
    "set_input" 1 - streams::set_input, "make a stream the current input", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]);
    "set_output" 1 - streams::set_output, "make a stream the current output", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]);
    "set_stream" 2 - properties::set_stream, "set a property of a stream", outside = true;
    "is_stream" 1 - streams::is_stream, "an open stream or its alias", outside = true,
        effect = either(Units::None, &[]);
    "$streams" 1 "stream" properties::streams, "all open streams", outside = true;
    "$stream_property_check" 2 - properties::property_check, "the errors of stream_property/2", outside = true;
    "$stream_properties" 2 "property" properties::properties, "all properties of an open stream", outside = true;
    "at_end_of_stream" 0 - properties::at_end, "nothing is left to read", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[]);
    "at_end_of_stream" 1 - properties::at_end_1, "nothing is left to read from a stream", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[]);
    "set_stream_position" 2 - properties::set_position, "go to a position of a stream", outside = true,
        standing = Standing::Standard;
    "seek" 4 - properties::seek, "seek(Stream, Offset, Method, Location): go to a byte of a stream", outside = true;
    "character_count" 2 - properties::character_count, "characters passed in a stream", outside = true,
        effect = either(Units::None, &[(1, Sort::Nat)]);
    "line_count" 2 - properties::line_count, "the line of a stream", outside = true,
        effect = either(Units::None, &[(1, Sort::Nat)]);
    "line_position" 2 - properties::line_position, "the column of a stream", outside = true,
        effect = either(Units::None, &[(1, Sort::Nat)]);
    "byte_count" 2 - properties::byte_count, "bytes passed in a stream", outside = true,
        effect = either(Units::None, &[(1, Sort::Nat)]);
    "$stream_position_data" 3 - properties::position_data, "$stream_position_data(Field, Position, Value)", outside = true;
    "flush_output" 0 - streams::flush_output, "flush", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]),
        workloads = &[("true", "with_output_to(atom(_), ( flush_output, flush_output ))")];
    "flush_output" 1 - streams::flush_output_1, "flush a stream", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]);
    "see" 1 - open::see, "read from a file or stream from now on", outside = true;
    "tell" 1 - open::tell, "write to a file or stream from now on", outside = true;
    "append" 1 - open::append, "write to the end of a file from now on", outside = true;
    "prompt" 2 - streams::prompt, "prompt(Old, New): what a terminal shows where input is expected", outside = true;
    "$output_open" 0 - streams::output_open, "collect output", outside = true;
    "$output_close" 2 "character" streams::output_close, "$output_close(Form, Text): what was collected", outside = true;
    "$output_drop" 0 - streams::output_drop, "drop what was collected", outside = true;

    // Files and the system around
    "exists_file" 1 - files::exists_file, "a file that is no directory", outside = true,
        effect = either(Units::None, &[]);
    "exists_directory" 1 - files::exists_directory, "a directory", outside = true,
        effect = either(Units::None, &[]);
    "access_file" 2 - files::access_file, "a file may be opened so", outside = true;
    "delete_file" 1 - files::delete_file, "delete a file", outside = true;
    "rename_file" 2 - files::rename_file, "rename a file", outside = true;
    "make_directory" 1 - files::make_directory, "make a directory", outside = true;
    "delete_directory" 1 - files::delete_directory, "delete an empty directory", outside = true;
    "directory_files" 2 "file" files::directory_files, "the names in a directory", outside = true;
    "working_directory" 2 - files::working_directory, "working_directory(Old, New)", outside = true;
    "$absolute_file_name" 3 - files::absolute_file_name, "$absolute_file_name(File, Directory, Absolute)", outside = true;
    "is_absolute_file_name" 1 - files::is_absolute_file_name, "a name from the root", outside = true;
    "file_base_name" 2 - files::file_base_name, "the last part of a file name", outside = true;
    "file_directory_name" 2 - files::file_directory_name, "a file name without its last part", outside = true;
    "file_name_extension" 3 - files::file_name_extension, "file_name_extension(Base, Extension, Name), either way", outside = true;
    "size_file" 2 - files::size_file, "the bytes of a file", outside = true;
    "time_file" 2 - files::time_file, "when a file was changed", outside = true;
    "tmp_file" 2 - files::tmp_file, "a name for a temporary file", outside = true;
    "$tmp_file_stream" 4 - files::tmp_file_stream, "$tmp_file_stream(Encoding, Extension, File, Stream)", outside = true;
    "getenv" 2 - files::getenv, "the value of an environment variable", outside = true;
    "setenv" 2 - files::setenv, "set an environment variable", outside = true;
    "unsetenv" 1 - files::unsetenv, "unset an environment variable", outside = true;
    "shell" 2 - files::shell, "shell(Command, Status)", outside = true;

    // Characters and bytes
    "get_char" 1 - chars::get_char, "read a character", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(0, Sort::Atom)]);
    "get_char" 2 - chars::get_char_2, "read a character from a stream", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(1, Sort::Atom)]);
    "peek_char" 1 - chars::peek_char, "the next character", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(0, Sort::Atom)]);
    "peek_char" 2 - chars::peek_char_2, "the next character of a stream", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(1, Sort::Atom)]);
    "get_code" 1 - chars::get_code, "read a character as its code", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(0, Sort::Int)]);
    "get_code" 2 - chars::get_code_2, "read a character as its code from a stream", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(1, Sort::Int)]);
    "peek_code" 1 - chars::peek_code, "the code of the next character", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(0, Sort::Int)]);
    "peek_code" 2 - chars::peek_code_2, "the code of the next character of a stream", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(1, Sort::Int)]);
    "get_byte" 1 - chars::get_byte, "read a byte", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(0, Sort::Int)]);
    "get_byte" 2 - chars::get_byte_2, "read a byte from a stream", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(1, Sort::Int)]);
    "peek_byte" 1 - chars::peek_byte, "the next byte", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(0, Sort::Int)]);
    "peek_byte" 2 - chars::peek_byte_2, "the next byte of a stream", outside = true,
        standing = Standing::Standard, effect = either(Units::None, &[(1, Sort::Int)]);
    "put_char" 1 - chars::put_char, "write a character", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]),
        workloads = &[("true", "with_output_to(atom(_), ( put_char(a), put_char(b) ))")];
    "put_char" 2 - chars::put_char_2, "write a character, on a stream", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]);
    "put_code" 1 - chars::put_code, "write the character of a code", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]);
    "put_code" 2 - chars::put_code_2, "write the character of a code, on a stream", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]);
    "put_byte" 1 - chars::put_byte, "write a byte", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]);
    "put_byte" 2 - chars::put_byte_2, "write a byte, on a stream", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]);
    "nl" 0 - chars::nl, "end the line", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]),
        workloads = &[("true", "with_output_to(atom(_), ( nl, nl ))")];
    "nl" 1 - chars::nl_1, "end the line, on a stream", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]);
    "tab" 1 "character" chars::tab, "write spaces", outside = true,
        effect = always(Units::Spaces(0), &[]),
        workloads = &[
            ("true", "with_output_to(atom(_), ( tab(2), tab(8) ))"),
            ("true", "with_output_to(atom(_), ( tab(20), tab(3) ))"),
            ("true", "with_output_to(atom(_), ( tab(300), tab(700) ))"),
        ];
    "tab" 2 "character" chars::tab_2, "write spaces, on a stream", outside = true,
        effect = always(Units::Spaces(1), &[]);
    "skip" 2 "character" chars::skip, "skip(Stream, Code): read up to and with a character", outside = true;
    "$read_line" 2 "character" chars::read_line, "$read_line(Stream, Codes): the codes of a line, unless the input ends",
        outside = true, effect = either(Units::Unknown, &[(1, Sort::Codes)]);
    "copy_stream_data" 2 "character" chars::copy_stream_data, "copy what is left of an input to an output", outside = true;
    "copy_stream_data" 3 "character" chars::copy_stream_data_3, "copy so many characters of an input to an output", outside = true;

    // Terms in and out
    "write" 1 "character" write_terms::write, "write a term", outside = true,
        standing = Standing::Standard, effect = always(Units::Written(0), &[]),
        workloads = &[
            ("A = @T", "with_output_to(atom(_), ( write(A), write(A) ))"),
            ("A = @L", "with_output_to(atom(_), ( write(A), write(A) ))"),
            ("A = @F", "with_output_to(atom(_), ( write(A), write(A) ))"),
            ("A = @N", "with_output_to(atom(_), ( write(A), write(A) ))"),
            ("A = @A", "with_output_to(atom(_), ( write(A), write(A) ))"),
        ];
    "write" 2 "character" write_terms::write_2, "write a term, on a stream", outside = true,
        standing = Standing::Standard, effect = always(Units::Written(1), &[]);
    "$print" 1 "character" write_terms::print, "write a term, quoted", outside = true,
        effect = always(Units::Quoted(0), &[]);
    "$print" 2 "character" write_terms::print_2, "write a term, quoted, on a stream", outside = true,
        effect = always(Units::Quoted(1), &[]);
    "writeln" 1 "character" write_terms::writeln, "write a term and end the line", outside = true,
        effect = always(Units::Written(0), &[]),
        workloads = &[("A = @T", "with_output_to(atom(_), ( writeln(A), writeln(A) ))")];
    "writeln" 2 "character" write_terms::writeln_2, "write a term and end the line, on a stream", outside = true,
        effect = always(Units::Written(1), &[]);
    "writeq" 1 "character" write_terms::writeq, "write a term, quoted", outside = true,
        standing = Standing::Standard, effect = always(Units::Quoted(0), &[]),
        workloads = &[
            ("A = @T", "with_output_to(atom(_), ( writeq(A), writeq(A) ))"),
            ("A = @W", "with_output_to(atom(_), ( writeq(A), writeq(A) ))"),
        ];
    "writeq" 2 "character" write_terms::writeq_2, "write a term, quoted, on a stream", outside = true,
        standing = Standing::Standard, effect = always(Units::Quoted(1), &[]);
    "write_canonical" 1 "character" write_terms::write_canonical, "write a term, quoted, without operators", outside = true,
        standing = Standing::Standard, effect = always(Units::Unknown, &[]),
        workloads = &[
            ("A = @T", "with_output_to(atom(_), ( write_canonical(A), write_canonical(A) ))"),
            ("A = @L", "with_output_to(atom(_), ( write_canonical(A), write_canonical(A) ))"),
        ];
    "write_canonical" 2 "character" write_terms::write_canonical_2, "write a term, quoted, without operators, on a stream", outside = true,
        standing = Standing::Standard, effect = always(Units::Unknown, &[]);
    "$write_term" 2 "character" write_terms::write_term, "write a term with options", outside = true,
        effect = always(Units::Unknown, &[]);
    "$write_term" 3 "character" write_terms::write_term_3, "write a term with options, on a stream", outside = true,
        effect = always(Units::Unknown, &[]);
    "format" 1 "character" format::format_1, "write a format", outside = true,
        effect = always(Units::Unknown, &[]),
        workloads = &[("true", "with_output_to(atom(_), ( format(abc), format('abc~n') ))")];
    "format" 2 "character" format::format_2, "write a format with arguments", outside = true,
        effect = always(Units::Unknown, &[]),
        workloads = &[
            ("true", "with_output_to(atom(_), ( format('~w', [a]), format('~a~w', [abc, f(x)]) ))"),
            ("A = @A", "with_output_to(atom(_), ( format('~a', [A]), format(A, []) ))"),
            ("A = @T", "with_output_to(atom(_), ( format('~w~n', [A]), format('~q', [A]) ))"),
            ("A = 12", "with_output_to(atom(_), ( format('~d ~d ~d ~d ~w~t~20|~w~t~12+~w', [A, A, A, A, A, A, A]), format('~a ~a', [b, c]) ))"),
        ];
    "format" 3 "character" format::format_3, "write a format with arguments, on a stream or to atom(A), string(S), codes(Cs), chars(Cs)", outside = true,
        workloads = &[
            ("true", "format(atom(_), abc, [])"), ("true", "format(atom(_), 'abc ~w ~a ~d', [f(x), abc, 12])"),
            ("true", "\\+ format(atom(zz), 'abc', [])"),
            ("A = @A", "format(atom(_), A, [])"),
            ("A = @A", "format(atom(_), '~a', [A])"),
            ("A = @T", "format(atom(_), '~w', [A])"),
            ("A = @N", "format(atom(_), '~d', [A])"),
            ("A = @L", "format(codes(_), '~w', [A])"),
            ("atom_codes(@A, A)", "format(atom(_), '~s', [A])"),
            ("A = 12", "format(atom(_), '~w~t~10|~w~t~8+~w~t~8+~w', [A, b, c, d])"),
            ("A = 2.5", "format(atom(_), '~2f ~3f ~e ~g', [A, A, A, A])"),
            ("A = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", "format(atom(_), '~d ~d ~d ~d ~d ~d ~d ~d ~d ~d', A)"),
            ("A = [1, 2, 3, 4, b, c, d, e, f, g]", "format(atom(_), '~w ~w ~w ~w ~w ~a ~a ~a ~a ~a', A)"),
            ("true", "format(atom(_), '~`-t~300|', [])"),
        ];
    "$format_plan" 3 "character" format::plan, "$format_plan(Format, Arguments, Plan): which arguments are goals", outside = true;
    "$format_predicate" 3 - format::set_own, "$format_predicate(Char, Module, Name): what a directive calls", outside = true;
    "$format_predicates" 1 - format::all_own, "$format_predicates(List): the directives of the program's own", outside = true;
    "$manual" 3 "node" help::manual, "$manual(Word, How, Rows): what is known of predicates", outside = true;
    "$source" 2 "cell" listing::source, "$source(Head, Clauses): the clauses of a static predicate", outside = true;
    "$once_variables" 2 "cell" listing::once_variables, "the variables that occur once", outside = true;
    "read" 1 "character" read_terms::read, "read a term from the input", outside = true,
        standing = Standing::Standard;
    "read" 2 "character" read_terms::read_2, "read a term from a stream", outside = true,
        standing = Standing::Standard;
    "read_term" 2 "character" read_terms::read_term, "read a term from the input with options", outside = true,
        standing = Standing::Standard;
    "read_term" 3 "character" read_terms::read_term_3, "read a term from a stream with options", outside = true,
        standing = Standing::Standard;

    "read_term_from_chars" 3 "character" read_terms::read_term_from_chars, "read the first term of a list of characters with options", outside = true,
        workloads = &[
            ("A = [f, '(', a, ')']", "read_term_from_chars(A, _, [])"),
            ("A = [a]", "\\+ read_term_from_chars(A, zz, [])"),
        ];

    "char_conversion" 2 - control::char_conversion, "let a character stand for another one where texts are read", outside = true,
        standing = Standing::Standard, effect = always(Units::None, &[]),
        workloads = &[("true", "char_conversion(a, b), char_conversion(a, a)")];
    "$char_conversions" 1 "pair" control::char_conversions, "$char_conversions(Pairs): what stands for what", outside = true;

    // The system
    "statistics" 2 - control::statistics, "statistics(Key, Value)",
        effect = by_outputs(Units::None, &[(1, Sort::Ground)]),
        workloads = &[("true", "statistics(runtime, _)"), ("true", "\\+ statistics(runtime, zz)")];
    "$stamp_date" 8 - dates::stamp_date, "$stamp_date(Stamp, Offset, Y, M, D, H, Mn, S)";
    "$date_days" 4 - dates::date_days, "$date_days(Y, M, D, Days): days since 1970";
    "$local_offset" 4 - dates::local_offset, "$local_offset(Stamp, Offset, Zone, Summer): local time at a moment";
    "$format_time" 5 "character" dates::format_time, "$format_time(Format, Stamp, Offset, Zone, Atom)";
    "get_time" 1 - control::get_time, "seconds since 1970",
        effect = by_outputs(Units::None, &[(0, Sort::Float)]),
        workloads = &[("true", "get_time(_)"), ("true", "\\+ get_time(zz)")];
    "$set_random" 1 - random::set_random, "$set_random(Seed): where random numbers start; random for the time",
        effect = always(Units::None, &[]);
    "$get_random" 1 - random::get_random, "$get_random(Seed): where random numbers go on",
        effect = either(Units::None, &[(0, Sort::Int)]);
    "$use" 1 "unit" control::used, "$use(N): N units of a resource that a program declares are used",
        effect = always(Units::Value(0), &[]);
    "$event" 2 - control::event, "$event(Site, Value): a watched run comes to a place of the text",
        effect = always(Units::None, &[]);
    "$event_test" 2 - control::event, "$event_test(Site, Value): the same in a condition",
        test = Some(Test::Other), blame = Blame::Itself, effect = always(Units::None, &[]);
    "$event_raises" 2 - control::event_raises, "$event_raises(Site, Value): the same if what follows raises an exception",
        test = Some(Test::Other), blame = Blame::Itself, effect = always(Units::None, &[]);
    "$event_calm" 0 - control::event_calm, "$event_calm: what follows is not looked at any more",
        test = Some(Test::Other), blame = Blame::Itself, effect = always(Units::None, &[]);
    "$event_trap" 3 - control::event_trap, "$event_trap(Site, Value, Told): the same where Value is bound and Told is not",
        effect = always(Units::None, &[(2, Sort::Atom)]);
    "$watch_begin" 1 - watching::begin, "$watch_begin(Fold): goals are watched for a fold from now on";
    "$watch_end" 1 - watching::end, "$watch_end(Results): what the fold has come to";
    "garbage_collect" 0 - control::garbage_collect, "collect the heap at the next call",
        workloads = &[("true", "garbage_collect")];
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_rows_are_of_one_predicate() {
        for (at, row) in BUILTINS.iter().enumerate() {
            assert_eq!(builtin(row.name, row.arity.into()), Some(BuiltinId(at as u16)), "{}/{}", row.name, row.arity);
        }
    }

    #[test]
    fn an_effect_counts_units_exactly_where_there_is_a_unit() {
        for row in BUILTINS {
            if let Some(effect) = row.effect {
                assert_eq!(effect.units == Units::None, row.unit.is_none(), "{}/{}", row.name, row.arity);
            }
        }
    }

    #[test]
    fn columns_name_arguments_that_there_are() {
        for row in BUILTINS {
            let arity = u16::from(row.arity);
            assert!(row.metas.is_empty() || row.metas.len() == usize::from(row.arity), "{}/{arity}", row.name);
            for &(at, _) in row.effect.iter().flat_map(|effect| effect.outputs) {
                assert!(at < arity, "{}/{arity}", row.name);
            }
            if let Some(Rule::Sorted { list, sorted, .. }) = row.rule {
                assert!(list < row.arity && sorted < row.arity, "{}/{arity}", row.name);
            }
        }
    }

    #[test]
    fn a_test_binds_nothing() {
        for row in BUILTINS.iter().filter(|row| row.test.is_some()) {
            let outputs = row.effect.map_or(0, |effect| effect.outputs.len());
            assert_eq!(outputs, 0, "{}/{}", row.name, row.arity);
            assert_eq!(row.blame, Blame::Itself, "{}/{}", row.name, row.arity);
        }
    }
}
