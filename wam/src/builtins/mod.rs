//! The builtin table: one row a builtin.
//!
//! A builtin is deterministic: it is true, false, or raises an error. Predicates with several solutions are library
//! Prolog over builtins. Its cost keys are true, false and, where the row names a unit, one a unit of work.

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
mod streams;
mod strings;
mod terms;
pub(crate) mod text;
mod types;
mod write_terms;

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
pub(crate) type Run = fn(&mut Machine) -> Outcome;

/// How a builtin ends.
pub(crate) type Outcome = Result<bool, Ball>;

/// The builtin of that name and arity. A scan: build a map where it matters.
pub fn builtin(name: &str, arity: u32) -> Option<BuiltinId> {
    BUILTINS.iter().position(|row| u32::from(row.arity) == arity && row.name == name).map(|at| BuiltinId(at as u16))
}

/// Lays the rows; a struct literal a row would hide them.
macro_rules! rows {
    ($($name:literal $arity:literal $unit:tt $run:path, $meaning:literal;)*) => {
        &[$(BuiltinRow { name: $name, arity: $arity, unit: rows!(@unit $unit), run: $run, meaning: $meaning }),*]
    };
    (@unit -) => { None };
    (@unit $unit:literal) => { Some($unit) };
}

/// All builtins.
pub const BUILTINS: &[BuiltinRow] = rows! {
    // Types
    "var" 1 - types::var, "unbound";
    "nonvar" 1 - types::nonvar, "bound";
    "atom" 1 - types::atom, "an atom";
    "integer" 1 - types::integer, "an integer";
    "rational" 1 - types::rational, "an integer or a rational";
    "float" 1 - types::float, "a float";
    "number" 1 - types::number, "a number";
    "atomic" 1 - types::atomic, "neither unbound nor compound";
    "compound" 1 - types::compound, "a compound term";
    "callable" 1 - types::callable, "an atom or a compound term";
    "string" 1 - types::string, "a string object";
    "is_list" 1 "cell" types::is_list, "a proper list";
    "ground" 1 "cell" types::ground, "a term without variables";

    // Unification and comparison
    "=" 2 "node" compare::unify, "unify";
    "\\=" 2 "node" compare::not_unifiable, "not unifiable";
    "unify_with_occurs_check" 2 "node" compare::unify_with_occurs_check, "unify without making cyclic terms";
    "==" 2 "node" compare::identical, "identical";
    "\\==" 2 "node" compare::not_identical, "not identical";
    "@<" 2 "node" compare::before, "before in the standard order";
    "@=<" 2 "node" compare::not_after, "before or identical in the standard order";
    "@>" 2 "node" compare::after, "after in the standard order";
    "@>=" 2 "node" compare::not_before, "after or identical in the standard order";
    "=@=" 2 "node" compare::variant, "the same but for the names of variables";
    "\\=@=" 2 "node" compare::not_variant, "not the same but for the names of variables";
    "acyclic_term" 1 - compare::acyclic, "a finite term";
    "cyclic_term" 1 - compare::cyclic, "no finite term";
    "compare" 3 "node" compare::compare, "compare(Order, A, B): <, = or > in the standard order";

    // Arithmetic on expressions that are known at run time only
    "is" 2 "operation" compare::is, "X is Expression";
    "=:=" 2 "operation" compare::equal, "equal values";
    "=\\=" 2 "operation" compare::not_equal, "different values";
    "<" 2 "operation" compare::less, "less";
    "=<" 2 "operation" compare::less_equal, "less or equal";
    ">" 2 "operation" compare::greater, "greater";
    ">=" 2 "operation" compare::greater_equal, "greater or equal";
    "divmod" 4 - compare::divmod, "divmod(A, B, Q, R): Q is A div B, R is A mod B";
    "nth_integer_root_and_remainder" 4 - compare::root, "nth_integer_root_and_remainder(N, A, Root, Rest)";
    "rational" 3 - compare::rational_parts, "rational(Q, Numerator, Denominator)";
    "succ" 2 - compare::succ, "succ(N, M): M is N + 1, both natural";
    "plus" 3 - compare::plus, "plus(A, B, C): C is A + B, one of them unbound";

    // Terms
    "functor" 3 "argument" terms::functor, "functor(Term, Name, Arity), either way";
    "arg" 3 - terms::arg, "arg(N, Term, Arg)";
    "=.." 2 "argument" terms::univ, "Term =.. [Name | Arguments], either way";
    "copy_term" 2 "cell" terms::copy_term, "a copy with new variables";
    "term_variables" 2 "cell" terms::term_variables, "the distinct variables in order of occurrence";
    "term_hash" 2 "cell" terms::term_hash, "a number for a ground term, the same for the same";
    "numbervars" 3 "cell" terms::numbervars, "bind the variables to '$VAR'(N), …";
    "setarg" 3 - terms::setarg, "replace an argument, undone on backtracking";
    "nb_setarg" 3 "cell" terms::nb_setarg, "replace an argument by a copy, not undone";

    // Atoms and strings
    "atom_length" 2 "character" atoms::atom_length, "the number of characters";
    "atom_codes" 2 "character" atoms::atom_codes, "an atomic and its character codes, either way";
    "atom_chars" 2 "character" atoms::atom_chars, "an atomic and its characters, either way";
    "char_code" 2 - atoms::char_code, "a character and its code, either way";
    "number_codes" 2 "character" atoms::number_codes, "a number and its character codes, either way";
    "number_chars" 2 "character" atoms::number_chars, "a number and its characters, either way";
    "atom_number" 2 "character" atoms::atom_number, "an atom and the number it spells, either way";
    "atom_string" 2 "character" atoms::atom_string, "an atomic and a string, either way";
    "atom_to_term" 3 "character" read_terms::atom_to_term, "the term an atom spells, and its variables by name";
    "term_to_atom" 2 "character" read_terms::term_to_atom, "a term and the atom that spells it, either way";
    "upcase_atom" 2 "character" atoms::upcase_atom, "in upper case";
    "downcase_atom" 2 "character" atoms::downcase_atom, "in lower case";
    "string_length" 2 "character" atoms::string_length, "the number of characters";
    "string_codes" 2 "character" atoms::string_codes, "a string and its codes, either way";
    "string_chars" 2 "character" atoms::string_chars, "a string and its characters, either way";
    "string_to_atom" 2 "character" atoms::string_to_atom, "a string and an atom, either way";
    "string_lower" 2 "character" atoms::string_lower, "in lower case";
    "string_upper" 2 "character" atoms::string_upper, "in upper case";
    "number_string" 2 "character" atoms::number_string, "a number and the string that spells it, either way";
    "term_string" 2 "character" read_terms::term_string, "a term and the string that spells it";
    "split_string" 4 "character" strings::split_string, "split at separators and strip padding";
    "atomic_list_concat" 2 "character" strings::join, "a list of atomics joined to an atom";
    "atomic_list_concat" 3 "character" strings::join_separated, "joined with a separator, or split at it";
    "text_to_string" 2 "character" strings::text_to_string, "a text as a string";
    "$string_code" 3 "character" strings::string_code, "$string_code(Index, String, Code): one code, counted from 1";
    "$atom_concat" 4 "character" strings::atom_concat, "$atom_concat(A, B, C, Mode): joined, or one taken off C";
    "$string_concat" 4 "character" strings::string_concat, "the same for strings";
    "$text_concat" 4 "character" strings::text_concat, "the same for strings where one is a string, else for atoms";
    "$sub_text" 7 "character" strings::sub_text, "$sub_text(Kind, Text, Before, Length, After, Sub, Mode): the only slice";
    "$slice" 5 "character" strings::known_slice, "$slice(Kind, Text, Before, Length, Sub): one slice";
    "$text_find" 4 "character" strings::text_find, "$text_find(Text, Sub, From, Before): the next occurrence";
    "sub_atom_icasechk" 3 "character" strings::find_icase, "a slice occurs, whatever the case of letters";
    "$normal_space" 2 "character" strings::normal_space, "the words of a text with one space between them";
    "$char_type" 3 - classes::char_type, "$char_type(Form, Char, Type): a known character is of a known type";
    "$char_types" 3 "type" classes::types_of, "$char_types(Form, Char, Types): all types of a character";
    "$chars_of_type" 5 "code" classes::chars_of, "$chars_of_type(Form, From, Type, Chars, Next): a page of characters";

    // Lists
    "$skip_list" 3 "cell" lists::skip_list, "$skip_list(List, Length, Tail): the list cells passed before Tail";
    "msort" 2 "comparison" lists::msort, "sort by the standard order";
    "sort" 2 "comparison" lists::sort, "sort by the standard order without duplicates";
    "sort" 4 "comparison" lists::sort_by, "sort(Key, Order, List, Sorted)";
    "keysort" 2 "comparison" lists::keysort, "sort Key-Value pairs by key, stable";

    // Clauses
    "assertz" 1 "cell" assert::assertz, "add a clause at the end";
    "assert" 1 "cell" assert::assertz, "add a clause at the end";
    "asserta" 1 "cell" assert::asserta, "add a clause at the front";
    "$clause_next" 5 "clause" assert::clause_next, "$clause_next(Head, From, Stamp, Ref, Next): the next clause that may match";
    "$clause" 3 "cell" assert::clause, "$clause(Ref, Head, Body): unify with a clause";
    "$erase" 1 - assert::erase, "remove a clause";
    "$assert" 3 "cell" references::assert, "$assert(Clause, Place, Reference): add a clause at an end";
    "$reference" 3 - references::reference_parts, "$reference(Reference, Clause, Module): what a clause reference names";
    "retractall" 1 "clause" assert::retractall, "remove all clauses whose head matches";
    "abolish" 1 "clause" assert::abolish, "remove a dynamic predicate";
    "$dynamic" 1 - assert::dynamic, "$dynamic(Name/Arity): declare a predicate dynamic";
    "$property" 2 - assert::property, "$property(Head, Property): the predicate's kind";
    "$predicates" 2 "predicate" modules::predicates, "$predicates(Module, List): the predicates in its table as Name/Arity";
    "$properties" 2 - modules::properties, "$properties(Head, List): what is known of a predicate";

    // Files and modules
    "$load_text" 3 - modules::load_text, "$load_text(Codes, Module, Depth): begin to load what the user typed";
    "$undefined_calls" 1 - modules::undefined, "$undefined_calls(Texts): calls of what nothing defines";
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
    "throw" 1 "cell" control::throw, "raise an exception";
    "$cleanup_push" 1 - control::cleanup_push, "$cleanup_push(Goal): a choice point that runs the goal when it goes";
    "$cleanup_pop" 1 - control::cleanup_pop, "$cleanup_pop(Popped): drop that choice point, if it is the newest";
    "$raise_from" 2 - control::raise_from, "$raise_from(Ball, Environment): go on with an exception";
    "halt" 0 - control::halt, "leave the program";
    "halt" 1 - control::halt_status, "leave the program with a status";
    "$bag_open" 1 - control::bag_open, "$bag_open(Bag): a new bag of solutions";
    "$bag_add" 2 "cell" control::bag_add, "$bag_add(Bag, Term): add a copy";
    "$bag_close" 3 "cell" control::bag_close, "$bag_close(Bag, List, Tail): the copies in order";
    "$bag_count" 2 - control::bag_count, "$bag_count(Bag, N): how many copies";
    "$limit_new" 1 - limits::limit_new, "$limit_new(Id): a number for a limit";
    "$limit_inferences" 2 - limits::limit_inferences, "$limit_inferences(Id, Budget): so many calls from now on";
    "$limit_depth" 3 - limits::limit_depth, "$limit_depth(Id, Most, Reached): calls no deeper than that from now on";
    "$limit_end" 2 - limits::limit_end, "$limit_end(Id, Left): the end of such a limit";
    "$limit_level" 2 - limits::limit_level, "$limit_level(Depth, Choices): how deep the clause is; its newest choice point";
    "$limit_time" 3 - limits::limit_time, "$limit_time(Seconds, Ball, Id): throw the ball then";
    "sleep" 1 - limits::sleep, "wait so many seconds";
    "$limit_time_end" 1 - limits::limit_time_end, "$limit_time_end(Id): do not";
    "nb_setval" 2 "cell" control::nb_setval, "keep a copy under a name";
    "b_setval" 2 - control::b_setval, "keep a value under a name, undone on backtracking";
    "nb_getval" 2 "cell" control::getval, "the value kept under a name";
    "b_getval" 2 "cell" control::getval, "the value kept under a name";
    "$globals" 1 "name" control::global_names, "$globals(Names): the names that have a value";
    "op" 3 - control::op, "declare operators";
    "$ops" 1 "operator" control::ops, "all operators as a list of op(Priority, Type, Name)";
    "set_prolog_flag" 2 - flags::set_flag, "set a flag";
    "$create_flag" 2 - flags::create_flag, "$create_flag(Flag, Value): a flag of the program's own";
    "$flags" 1 - flags::flags, "$flags(Names): the names of all flags";
    "$flag" 2 - flags::flag, "$flag(Name, Value): a flag's value";

    // Streams
    "open" 3 - open::open_3, "open(File, Mode, Stream)";
    "open" 4 "option" open::open_4, "open(File, Mode, Stream, Options)";
    "close" 1 - streams::close, "close a stream";
    "close" 2 "option" streams::close_2, "close a stream with options";
    "current_input" 1 - streams::current_input, "the current input";
    "current_output" 1 - streams::current_output, "the current output";
    "set_input" 1 - streams::set_input, "make a stream the current input";
    "set_output" 1 - streams::set_output, "make a stream the current output";
    "set_stream" 2 - properties::set_stream, "set a property of a stream";
    "is_stream" 1 - streams::is_stream, "an open stream or its alias";
    "$streams" 1 "stream" properties::streams, "all open streams";
    "$stream_property_check" 2 - properties::property_check, "the errors of stream_property/2";
    "$stream_properties" 2 "property" properties::properties, "all properties of an open stream";
    "at_end_of_stream" 0 - properties::at_end, "nothing is left to read";
    "at_end_of_stream" 1 - properties::at_end_1, "nothing is left to read from a stream";
    "set_stream_position" 2 - properties::set_position, "go to a position of a stream";
    "seek" 4 - properties::seek, "seek(Stream, Offset, Method, Location): go to a byte of a stream";
    "character_count" 2 - properties::character_count, "characters passed in a stream";
    "line_count" 2 - properties::line_count, "the line of a stream";
    "line_position" 2 - properties::line_position, "the column of a stream";
    "byte_count" 2 - properties::byte_count, "bytes passed in a stream";
    "$stream_position_data" 3 - properties::position_data, "$stream_position_data(Field, Position, Value)";
    "flush_output" 0 - streams::flush_output, "flush";
    "flush_output" 1 - streams::flush_output_1, "flush a stream";
    "see" 1 - open::see, "read from a file or stream from now on";
    "tell" 1 - open::tell, "write to a file or stream from now on";
    "append" 1 - open::append, "write to the end of a file from now on";
    "prompt" 2 - streams::prompt, "prompt(Old, New): what a terminal shows where input is expected";
    "$output_open" 0 - streams::output_open, "collect output";
    "$output_close" 2 "character" streams::output_close, "$output_close(Form, Text): what was collected";
    "$output_drop" 0 - streams::output_drop, "drop what was collected";

    // Files and the system around
    "exists_file" 1 - files::exists_file, "a file that is no directory";
    "exists_directory" 1 - files::exists_directory, "a directory";
    "access_file" 2 - files::access_file, "a file may be opened so";
    "delete_file" 1 - files::delete_file, "delete a file";
    "rename_file" 2 - files::rename_file, "rename a file";
    "make_directory" 1 - files::make_directory, "make a directory";
    "delete_directory" 1 - files::delete_directory, "delete an empty directory";
    "directory_files" 2 "file" files::directory_files, "the names in a directory";
    "working_directory" 2 - files::working_directory, "working_directory(Old, New)";
    "$absolute_file_name" 3 - files::absolute_file_name, "$absolute_file_name(File, Directory, Absolute)";
    "is_absolute_file_name" 1 - files::is_absolute_file_name, "a name from the root";
    "file_base_name" 2 - files::file_base_name, "the last part of a file name";
    "file_directory_name" 2 - files::file_directory_name, "a file name without its last part";
    "file_name_extension" 3 - files::file_name_extension, "file_name_extension(Base, Extension, Name), either way";
    "size_file" 2 - files::size_file, "the bytes of a file";
    "time_file" 2 - files::time_file, "when a file was changed";
    "tmp_file" 2 - files::tmp_file, "a name for a temporary file";
    "$tmp_file_stream" 4 - files::tmp_file_stream, "$tmp_file_stream(Encoding, Extension, File, Stream)";
    "getenv" 2 - files::getenv, "the value of an environment variable";
    "setenv" 2 - files::setenv, "set an environment variable";
    "unsetenv" 1 - files::unsetenv, "unset an environment variable";
    "shell" 2 - files::shell, "shell(Command, Status)";

    // Characters and bytes
    "get_char" 1 - chars::get_char, "read a character";
    "get_char" 2 - chars::get_char_2, "read a character from a stream";
    "peek_char" 1 - chars::peek_char, "the next character";
    "peek_char" 2 - chars::peek_char_2, "the next character of a stream";
    "get_code" 1 - chars::get_code, "read a character as its code";
    "get_code" 2 - chars::get_code_2, "read a character as its code from a stream";
    "peek_code" 1 - chars::peek_code, "the code of the next character";
    "peek_code" 2 - chars::peek_code_2, "the code of the next character of a stream";
    "get_byte" 1 - chars::get_byte, "read a byte";
    "get_byte" 2 - chars::get_byte_2, "read a byte from a stream";
    "peek_byte" 1 - chars::peek_byte, "the next byte";
    "peek_byte" 2 - chars::peek_byte_2, "the next byte of a stream";
    "put_char" 1 - chars::put_char, "write a character";
    "put_char" 2 - chars::put_char_2, "write a character, on a stream";
    "put_code" 1 - chars::put_code, "write the character of a code";
    "put_code" 2 - chars::put_code_2, "write the character of a code, on a stream";
    "put_byte" 1 - chars::put_byte, "write a byte";
    "put_byte" 2 - chars::put_byte_2, "write a byte, on a stream";
    "nl" 0 - chars::nl, "end the line";
    "nl" 1 - chars::nl_1, "end the line, on a stream";
    "tab" 1 "character" chars::tab, "write spaces";
    "tab" 2 "character" chars::tab_2, "write spaces, on a stream";
    "skip" 2 "character" chars::skip, "skip(Stream, Code): read up to and with a character";
    "$read_line" 2 "character" chars::read_line, "$read_line(Stream, Codes): the codes of a line, or -1";
    "copy_stream_data" 2 "character" chars::copy_stream_data, "copy what is left of an input to an output";
    "copy_stream_data" 3 "character" chars::copy_stream_data_3, "copy so many characters of an input to an output";

    // Terms in and out
    "write" 1 "character" write_terms::write, "write a term";
    "write" 2 "character" write_terms::write_2, "write a term, on a stream";
    "$print" 1 "character" write_terms::print, "write a term, quoted";
    "$print" 2 "character" write_terms::print_2, "write a term, quoted, on a stream";
    "writeln" 1 "character" write_terms::writeln, "write a term and end the line";
    "writeln" 2 "character" write_terms::writeln_2, "write a term and end the line, on a stream";
    "writeq" 1 "character" write_terms::writeq, "write a term, quoted";
    "writeq" 2 "character" write_terms::writeq_2, "write a term, quoted, on a stream";
    "write_canonical" 1 "character" write_terms::write_canonical, "write a term, quoted, without operators";
    "write_canonical" 2 "character" write_terms::write_canonical_2, "write a term, quoted, without operators, on a stream";
    "$write_term" 2 "character" write_terms::write_term, "write a term with options";
    "$write_term" 3 "character" write_terms::write_term_3, "write a term with options, on a stream";
    "format" 1 "character" format::format_1, "write a format";
    "format" 2 "character" format::format_2, "write a format with arguments";
    "format" 3 "character" format::format_3, "write a format with arguments, on a stream or to atom(A), string(S), codes(Cs), chars(Cs)";
    "$manual" 3 "node" help::manual, "$manual(Word, How, Rows): what is known of predicates";
    "$source" 2 "cell" listing::source, "$source(Head, Clauses): the clauses of a static predicate";
    "$once_variables" 2 "cell" listing::once_variables, "the variables that occur once";
    "read" 1 "character" read_terms::read, "read a term from the input";
    "read" 2 "character" read_terms::read_2, "read a term from a stream";
    "read_term" 2 "character" read_terms::read_term, "read a term from the input with options";
    "read_term" 3 "character" read_terms::read_term_3, "read a term from a stream with options";

    // The system
    "statistics" 2 - control::statistics, "statistics(Key, Value)";
    "$stamp_date" 8 - dates::stamp_date, "$stamp_date(Stamp, Offset, Y, M, D, H, Mn, S)";
    "$date_days" 4 - dates::date_days, "$date_days(Y, M, D, Days): days since 1970";
    "$local_offset" 4 - dates::local_offset, "$local_offset(Stamp, Offset, Zone, Summer): local time at a moment";
    "$format_time" 5 "character" dates::format_time, "$format_time(Format, Stamp, Offset, Zone, Atom)";
    "get_time" 1 - control::get_time, "seconds since 1970";
    "$set_random" 1 - random::set_random, "$set_random(Seed): where random numbers start; random for the time";
    "$get_random" 1 - random::get_random, "$get_random(Seed): where random numbers go on";
    "garbage_collect" 0 - control::garbage_collect, "collect the heap at the next call";
};
