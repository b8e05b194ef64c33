//! The builtin table: one row a builtin.
//!
//! A builtin is deterministic: it is true, false, or raises an error. Predicates with several solutions are library
//! Prolog over builtins. Its cost keys are true, false and, where the row names a unit, one a unit of work.

use crate::instr::BuiltinId;
use crate::machine::Machine;
use crate::machine::error::Ball;

/// A builtin predicate.
pub struct BuiltinRow {
    /// Its name.
    pub name: &'static str,
    /// Its arity.
    pub arity: u8,
    /// What one unit of its work is, if its work is not constant.
    pub unit: Option<&'static str>,
    /// Runs it on the argument registers.
    pub(crate) run: Run,
    /// What it does, in one line.
    pub meaning: &'static str,
}

/// The body of a builtin: true or false, or an exception.
pub(crate) type Run = fn(&mut Machine) -> Result<bool, Ball>;

fn missing(_: &mut Machine) -> Result<bool, Ball> {
    Ok(false)
}

/// The builtin of that name and arity. A scan: build a map where it matters.
pub fn builtin(name: &str, arity: u32) -> Option<BuiltinId> {
    BUILTINS.iter().position(|row| u32::from(row.arity) == arity && row.name == name).map(|at| BuiltinId(at as u16))
}

/// Lays the rows; a struct literal a row would hide them.
macro_rules! rows {
    ($($name:literal $arity:literal $unit:tt $meaning:literal;)*) => {
        &[$(BuiltinRow { name: $name, arity: $arity, unit: rows!(@unit $unit), run: missing, meaning: $meaning }),*]
    };
    (@unit -) => { None };
    (@unit $unit:literal) => { Some($unit) };
}

/// All builtins.
pub const BUILTINS: &[BuiltinRow] = rows! {
    // Types
    "var" 1 - "unbound";
    "nonvar" 1 - "bound";
    "atom" 1 - "an atom";
    "integer" 1 - "an integer";
    "float" 1 - "a float";
    "number" 1 - "a number";
    "atomic" 1 - "neither unbound nor compound";
    "compound" 1 - "a compound term";
    "callable" 1 - "an atom or a compound term";
    "string" 1 - "a string object";
    "is_list" 1 "cell" "a proper list";
    "ground" 1 "cell" "a term without variables";

    // Unification and comparison
    "=" 2 "node" "unify";
    "\\=" 2 "node" "not unifiable";
    "unify_with_occurs_check" 2 "node" "unify without making cyclic terms";
    "==" 2 "node" "identical";
    "\\==" 2 "node" "not identical";
    "@<" 2 "node" "before in the standard order";
    "@=<" 2 "node" "before or identical in the standard order";
    "@>" 2 "node" "after in the standard order";
    "@>=" 2 "node" "after or identical in the standard order";
    "compare" 3 "node" "compare(Order, A, B): <, = or > in the standard order";

    // Arithmetic on expressions that are known at run time only
    "is" 2 "operation" "X is Expression";
    "=:=" 2 "operation" "equal values";
    "=\\=" 2 "operation" "different values";
    "<" 2 "operation" "less";
    "=<" 2 "operation" "less or equal";
    ">" 2 "operation" "greater";
    ">=" 2 "operation" "greater or equal";
    "succ" 2 - "succ(N, M): M is N + 1, both natural";
    "plus" 3 - "plus(A, B, C): C is A + B, one of them unbound";

    // Terms
    "functor" 3 "argument" "functor(Term, Name, Arity), either way";
    "arg" 3 - "arg(N, Term, Arg)";
    "=.." 2 "argument" "Term =.. [Name | Arguments], either way";
    "copy_term" 2 "cell" "a copy with new variables";
    "term_variables" 2 "cell" "the distinct variables in order of occurrence";
    "numbervars" 3 "cell" "bind the variables to '$VAR'(N), …";
    "setarg" 3 - "replace an argument, undone on backtracking";
    "nb_setarg" 3 "cell" "replace an argument by a copy, not undone";

    // Atoms and strings
    "atom_length" 2 "character" "the number of characters";
    "atom_codes" 2 "character" "an atomic and its character codes, either way";
    "atom_chars" 2 "character" "an atomic and its characters, either way";
    "char_code" 2 - "a character and its code, either way";
    "number_codes" 2 "character" "a number and its character codes, either way";
    "number_chars" 2 "character" "a number and its characters, either way";
    "atom_number" 2 "character" "an atom and the number it spells, either way";
    "atom_string" 2 "character" "an atomic and a string, either way";
    "atom_to_term" 3 "character" "the term an atom spells, and its variables by name";
    "term_to_atom" 2 "character" "a term and the atom that spells it, either way";
    "upcase_atom" 2 "character" "in upper case";
    "downcase_atom" 2 "character" "in lower case";
    "string_concat" 3 "character" "two atomics joined to a string";
    "string_length" 2 "character" "the number of characters";
    "string_codes" 2 "character" "a string and its codes, either way";
    "string_chars" 2 "character" "a string and its characters, either way";
    "string_to_atom" 2 "character" "a string and an atom, either way";
    "string_lower" 2 "character" "in lower case";
    "string_upper" 2 "character" "in upper case";
    "number_string" 2 "character" "a number and the string that spells it, either way";
    "term_string" 2 "character" "a term and the string that spells it";
    "split_string" 4 "character" "split at separators and strip padding";
    "atomic_list_concat" 2 "character" "a list of atomics joined to an atom";
    "atomic_list_concat" 3 "character" "joined with a separator, or split at it";
    "char_type" 2 - "a character is of a type";
    "code_type" 2 - "a character code is of a type";
    "$atom_concat" 3 "character" "two atomics joined to an atom";
    "$sub_text" 5 "character" "$sub_text(Kind, Text, Before, Length, Sub): one slice";
    "$text_find" 4 "character" "$text_find(Text, Sub, From, Before): the next occurrence";

    // Lists
    "$skip_list" 3 "cell" "$skip_list(List, Length, Tail): the list cells passed before Tail";
    "msort" 2 "comparison" "sort by the standard order";
    "sort" 2 "comparison" "sort by the standard order without duplicates";
    "sort" 4 "comparison" "sort(Key, Order, List, Sorted)";
    "keysort" 2 "comparison" "sort Key-Value pairs by key, stable";

    // Clauses
    "assertz" 1 "cell" "add a clause at the end";
    "assert" 1 "cell" "add a clause at the end";
    "asserta" 1 "cell" "add a clause at the front";
    "$clause_next" 5 "clause" "$clause_next(Head, From, Stamp, Ref, Next): the next clause that may match";
    "$clause" 3 "cell" "$clause(Ref, Head, Body): unify with a clause";
    "$erase" 1 - "remove a clause";
    "retractall" 1 "clause" "remove all clauses whose head matches";
    "abolish" 1 "clause" "remove a dynamic predicate";
    "$dynamic" 1 - "$dynamic(Name/Arity): declare a predicate dynamic";
    "$property" 2 - "$property(Head, Property): the predicate's kind";
    "$predicates" 1 "predicate" "all defined predicates as a list of Name/Arity";

    // Control
    "throw" 1 "cell" "raise an exception";
    "halt" 0 - "leave the program";
    "halt" 1 - "leave the program with a status";
    "$bag_open" 1 - "$bag_open(Bag): a new bag of solutions";
    "$bag_add" 2 "cell" "$bag_add(Bag, Term): add a copy";
    "$bag_close" 3 "cell" "$bag_close(Bag, List, Tail): the copies in order";
    "$bag_count" 2 - "$bag_count(Bag, N): how many copies";
    "nb_setval" 2 "cell" "keep a copy under a name";
    "b_setval" 2 - "keep a value under a name, undone on backtracking";
    "nb_getval" 2 "cell" "the value kept under a name";
    "b_getval" 2 "cell" "the value kept under a name";
    "op" 3 - "declare operators";
    "$ops" 1 "operator" "all operators as a list of op(Priority, Type, Name)";
    "set_prolog_flag" 2 - "set a flag";
    "$flag" 2 - "$flag(Name, Value): a flag's value";

    // Output and input
    "nl" 0 - "end the line";
    "nl" 1 - "end the line, on a stream";
    "write" 1 "character" "write a term";
    "write" 2 "character" "write a term, on a stream";
    "print" 1 "character" "write a term, quoted, with portray";
    "print" 2 "character" "write a term, quoted, with portray, on a stream";
    "writeln" 1 "character" "write a term and end the line";
    "writeln" 2 "character" "write a term and end the line, on a stream";
    "writeq" 1 "character" "write a term, quoted";
    "writeq" 2 "character" "write a term, quoted, on a stream";
    "write_canonical" 1 "character" "write a term, quoted, without operators";
    "write_canonical" 2 "character" "write a term, quoted, without operators, on a stream";
    "write_term" 2 "character" "write a term with options";
    "write_term" 3 "character" "write a term with options, on a stream";
    "put_char" 1 - "write a character";
    "put_char" 2 - "write a character, on a stream";
    "tab" 1 "character" "write spaces";
    "tab" 2 "character" "write spaces, on a stream";
    "flush_output" 0 - "flush";
    "flush_output" 1 - "flush a stream";
    "format" 1 "character" "write a format";
    "format" 2 "character" "write a format with arguments";
    "format" 3 "character" "write a format with arguments, on a stream or to atom(A), string(S), codes(Cs), chars(Cs)";
    "$output_open" 0 - "collect output";
    "$output_close" 1 "character" "$output_close(Atom): what was collected";
    "$output_drop" 0 - "drop what was collected";
    "read" 1 "character" "read a term from the input";
    "read" 2 "character" "read a term from a stream";
    "read_term" 2 "character" "read a term from the input with options";
    "read_term" 3 "character" "read a term from a stream with options";
    "get_char" 1 - "read a character";
    "peek_char" 1 - "the next character";
    "statistics" 2 - "statistics(Key, Value)";
    "get_time" 1 - "seconds since 1970";
    "garbage_collect" 0 - "nothing: heap is reclaimed on backtracking";
};
