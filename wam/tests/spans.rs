//! Every node knows its text; readers go on where they stopped; numbers and flags through the public functions.
#![allow(missing_docs)]

use wam::atoms::Atoms;
use wam::read::{
    DoubleQuotes, Flags, Newlines, Number, Ops, Reader, Source, SyntaxErrorKind, parse_number, read_program,
    read_term_from_str,
};
use wam::term::{Node, ReadTerm, TermId};
use wam::write::{WriteOptions, format_float, needs_space_before_stop, write_term};

/// The text of each node, parents before children.
fn texts(source: &Source, term: &ReadTerm) -> Vec<String> {
    let mut out = Vec::new();
    let mut work: Vec<TermId> = vec![term.root];
    while let Some(id) = work.pop() {
        out.push(source.slice(term.terms.span(id)).to_owned());
        if let Node::Compound(_, args) = term.terms.get(id) {
            work.extend(args.iter().rev());
        }
    }
    out
}

fn first(text: &str) -> (Source, ReadTerm) {
    let atoms = Atoms::new();
    let source = Source::new("text", text);
    let term = Reader::new(&source, &atoms).read_term(&Ops::standard(&atoms), &Flags::default());
    let term = term.unwrap().unwrap();
    (source, term)
}

#[test]
fn every_node_knows_its_text() {
    let (source, term) = first("p(X, - 1) :- ( a , b ), \\+ c, f(-1, \"x\").");
    assert_eq!(
        texts(&source, &term),
        [
            "p(X, - 1) :- ( a , b ), \\+ c, f(-1, \"x\")",
            "p(X, - 1)",
            "X",
            "- 1",
            "( a , b ), \\+ c, f(-1, \"x\")",
            "a , b",
            "a",
            "b",
            "\\+ c, f(-1, \"x\")",
            "\\+ c",
            "c",
            "f(-1, \"x\")",
            "-1",
            "\"x\"",
            "\"x\"",
            "\"x\"",
        ]
    );
    let (source, term) = first("[a, {b}|T].");
    assert_eq!(texts(&source, &term), ["[a, {b}|T]", "a", "{b}|T]", "{b}", "b", "T"]);
    let (source, term) = first("[(a), (b)].");
    assert_eq!(texts(&source, &term), ["[(a), (b)]", "a", "b)]", "b", "]"]);
}

#[test]
fn variables_are_counted_for_singleton_warnings() {
    let (source, term) = first("p(X, Y, _, _Z) :- q(X, _).");
    let variables: Vec<_> =
        term.variables.iter().map(|v| (v.name.as_str(), v.occurrences, source.position(v.span.start).column)).collect();
    assert_eq!(variables, [("X", 2, 3), ("Y", 1, 6), ("_", 1, 9), ("_Z", 1, 12), ("_", 1, 24)]);
}

#[test]
fn a_reader_goes_on_where_another_stopped() {
    let atoms = Atoms::new();
    let (ops, flags) = (Ops::standard(&atoms), Flags::default());
    let source = Source::new("text", "a. b.\n c");
    let mut reader = Reader::new(&source, &atoms);
    assert!(matches!(reader.read_term(&ops, &flags), Ok(Some(_))));
    assert_eq!(reader.offset(), 2);
    let mut other = Reader::at(&source, &atoms, reader.offset());
    let term = other.read_term(&ops, &flags).unwrap().unwrap();
    assert_eq!(source.slice(term.terms.span(term.root)), "b");
    let error = other.read_term(&ops, &flags).unwrap_err();
    assert_eq!(error.kind, SyntaxErrorKind::EndOfFile, "a prompt may wait for more text");
    assert!(matches!(other.read_term(&ops, &flags), Ok(None)));
    assert!(matches!(Reader::at(&source, &atoms, 99).read_term(&ops, &flags), Ok(None)));
}

#[test]
fn numbers_are_parsed_whole_or_not_at_all() {
    for (text, value) in [
        ("1", 1),
        (" -1", -1),
        ("+1", 1),
        ("\n12", 12),
        ("0x1f", 31),
        ("0'a", 97),
        ("-0'a", -97),
        ("- 1", -1),
        ("/* c */ 7", 7),
        ("-9223372036854775808", i64::MIN),
    ] {
        assert_eq!(parse_number(text), Ok(Number::Int(value)), "{text}");
    }
    assert_eq!(parse_number("1.5e3"), Ok(Number::Float(1500.0)));
    for text in ["", " ", "a", "1 ", "1a", "--1", "1.", "0'", "'1'", "1 2", "0x", "1e999", "1.0e999", ".5", "-", "é"] {
        assert!(parse_number(text).is_err(), "{text}");
    }
}

#[test]
fn a_term_in_a_string_may_lack_its_full_stop_but_have_nothing_after_it() {
    let atoms = Atoms::new();
    let (ops, flags) = (Ops::standard(&atoms), Flags::default());
    let read = |text: &str| read_term_from_str(text, &atoms, &ops, &flags);
    for text in ["a", "a.", "a. ", " a .\n", "a % comment", "a. % comment", "=.."] {
        assert!(read(text).is_ok(), "{text}");
    }
    for text in ["", " ", "% comment", ".", "a b", "a. b", "a. b.", "'a", "/* a"] {
        let error = read(text).unwrap_err();
        assert!(error.span.end as usize <= text.len(), "{text}: {error} at {:?}", error.span);
    }
}

#[test]
fn quoted_items_reach_over_lines_where_the_flag_lets_them() {
    let atoms = Atoms::new();
    let ops = Ops::standard(&atoms);
    let flags = Flags { newlines: Newlines::Accept, double_quotes: DoubleQuotes::Atom, ..Flags::default() };
    let source = Source::new("text", "p(\"a\nb\"). q('never closed).\n");
    let mut reader = Reader::new(&source, &atoms);
    let term = reader.read_term(&ops, &flags).unwrap().unwrap();
    let mut out = String::new();
    write_term(&mut out, &term.terms, term.root, &atoms, &ops, &WriteOptions::quoted());
    assert_eq!(out, "p('a\\nb')");
    assert_eq!(reader.read_term(&ops, &flags).unwrap_err().kind, SyntaxErrorKind::EndOfFileInQuoted);
}

#[test]
fn a_program_gives_its_clauses_and_all_its_errors() {
    let atoms = Atoms::new();
    let (mut ops, mut flags) = (Ops::standard(&atoms), Flags::default());
    let source = Source::new("text", ":- op(700, xfx, ~>). a ~> b. c d. e ~> . :- op(a, b, c). f.");
    let program = read_program(&source, &atoms, &mut ops, &mut flags);
    assert_eq!(program.clauses.len(), 4);
    assert_eq!(program.errors.len(), 3);
    assert!(ops.infix(atoms.intern("~>")).is_some());
}

#[test]
fn floats_print_the_shortest_text_that_reads_back() {
    for (value, text) in [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (0.1, "0.1"),
        (1e14, "100000000000000.0"),
        (1e15, "1.0e+15"),
        (1.5e300, "1.5e+300"),
        (1e-4, "0.0001"),
        (1e-5, "1.0e-5"),
        (f64::INFINITY, "1.0Inf"),
        (f64::NEG_INFINITY, "-1.0Inf"),
        (f64::NAN, "1.5NaN"),
        (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
    ] {
        assert_eq!(format_float(value), text);
    }
}

#[test]
fn a_full_stop_after_a_symbol_needs_its_space() {
    assert!(needs_space_before_stop("a= \\"));
    assert!(!needs_space_before_stop("f(-)"));
}

#[test]
fn errors_show_through_miette() {
    let atoms = Atoms::new();
    let error = read_term_from_str("p(a", &atoms, &Ops::standard(&atoms), &Flags::default()).unwrap_err();
    let report = miette::Report::new(error).with_source_code("p(a");
    let text = format!("{report:?}");
    assert!(text.contains("operator_expected") || text.contains("end_of_file"), "{text}");
    assert!(text.contains("opened here"), "{text}");
}
