//! Terms too deep or too long for recursion, and texts whose cost could grow faster than their length. Sizes are small
//! enough for debug builds and far beyond what the native stack would bear.
#![allow(missing_docs)]

use wam::atoms::{Atoms, known};
use wam::read::{Flags, Number, Ops, Reader, Source, parse_number, read_term_from_str, render};
use wam::term::{Node, ReadTerm, TermId};
use wam::write::{WriteOptions, term_to_string, write_term};

const DEEP: usize = 1_000_000;

fn read(text: &str) -> (Atoms, Ops, ReadTerm) {
    let atoms = Atoms::new();
    let ops = Ops::standard(&atoms);
    let term = read_term_from_str(text, &atoms, &ops, &Flags::default()).unwrap_or_else(|error| panic!("{error}"));
    (atoms, ops, term)
}

/// Follows the last arguments down and counts.
fn depth(term: &ReadTerm) -> usize {
    let mut at: TermId = term.root;
    let mut depth = 0;
    while let Node::Compound(_, args) = term.terms.get(at) {
        at = args[args.len() - 1];
        depth += 1;
    }
    depth
}

fn reads_and_writes_back(text: &str, expected_depth: usize) {
    let (atoms, ops, term) = read(text);
    assert_eq!(depth(&term), expected_depth);
    assert_eq!(term_to_string(&term.terms, term.root, &atoms, &ops), text);
}

#[test]
fn a_million_nested_parentheses_are_read() {
    let (_, _, term) = read(&format!("{}a{}", "(".repeat(DEEP), ")".repeat(DEEP)));
    assert_eq!(depth(&term), 0);
}

#[test]
fn a_million_nested_brackets_are_read_and_written() {
    let text = format!("{}a{}", "{".repeat(DEEP), "}".repeat(DEEP));
    reads_and_writes_back(&text, DEEP);
    let text = format!("{}a{}", "[".repeat(DEEP), "]".repeat(DEEP));
    let (atoms, ops, term) = read(&text);
    assert_eq!(term_to_string(&term.terms, term.root, &atoms, &ops), text);
    let text = format!("{}a{}", "f(".repeat(DEEP), ")".repeat(DEEP));
    reads_and_writes_back(&text, DEEP);
}

#[test]
fn a_million_operators_are_read_and_written() {
    reads_and_writes_back(&format!("{}a", "- ".repeat(DEEP).trim_end()), DEEP);
    reads_and_writes_back(&format!("{}a", "a,".repeat(DEEP)), DEEP);
    let left = format!("{}a", "a-".repeat(DEEP));
    let (atoms, ops, term) = read(&left);
    assert_eq!(term_to_string(&term.terms, term.root, &atoms, &ops), left);
    let right = format!("{}a{}", "a-(".repeat(DEEP), ")".repeat(DEEP));
    // The innermost parentheses, around an atom, are not written.
    let (atoms, ops, term) = read(&right);
    assert_eq!(term_to_string(&term.terms, term.root, &atoms, &ops).len(), right.len() - 2);
    let words = format!("{}a{}", "table (- (".repeat(DEEP), "))".repeat(DEEP));
    assert_eq!(depth(&read(&words).2), 2 * DEEP);
}

#[test]
fn a_list_of_a_million_elements_is_read_and_written() {
    let text = format!("[{}a]", "a,".repeat(DEEP - 1));
    reads_and_writes_back(&text, DEEP);
    let (_, _, term) = read(&format!("\"{}\"", "x".repeat(DEEP)));
    assert_eq!(depth(&term), DEEP);
}

#[test]
fn a_term_of_a_million_arguments_and_variables_is_read_and_written() {
    let arguments: Vec<String> = (0..DEEP / 2).flat_map(|i| [format!("V{i}"), "_".to_owned()]).collect();
    let (atoms, ops, term) = read(&format!("f({})", arguments.join(",")));
    assert_eq!(term.variables.len(), DEEP);
    assert!(term.variables.iter().all(|variable| variable.occurrences == 1));
    assert!(term_to_string(&term.terms, term.root, &atoms, &ops).ends_with("_999999)"));
}

#[test]
fn tokens_of_a_million_characters_are_read() {
    let wide = "é".repeat(DEEP);
    for text in [
        "a".repeat(DEEP),
        wide.clone(),
        format!("'{wide}'"),
        format!("'{}'", "\\n".repeat(DEEP)),
        "+".repeat(DEEP),
        "≤".repeat(DEEP),
        format!("/*{wide}*/ a"),
        format!("{} a", "/**/".repeat(DEEP)),
        format!("%{wide}\n a"),
        format!("{} a", "%\n".repeat(DEEP)),
        format!("{}a", " ".repeat(DEEP)),
        format!("{}a", "\u{a0}".repeat(DEEP)),
        format!("0.{}", "1".repeat(DEEP)),
        format!("X{}", "_".repeat(DEEP)),
    ] {
        read(&text);
    }
}

/// How long the text of an error may be, however long the line it is in.
const LONGEST: usize = 1_000;

#[test]
fn a_million_errors_are_each_told_in_a_bounded_text() {
    let mut errors = 0;
    for line in ["). ", "é ). ", "'\\z'. ", "a b. \n", "(a. ", "'\n", "0'\n. "] {
        let count = 100_000;
        let atoms = Atoms::new();
        let (ops, flags) = (Ops::standard(&atoms), Flags::default());
        let source = Source::new("many", line.repeat(count));
        let mut reader = Reader::new(&source, &atoms);
        let mut found = 0;
        loop {
            match reader.read_term(&ops, &flags) {
                Ok(None) => break,
                Ok(Some(_)) => {}
                Err(error) => {
                    let length = render(&error, &source).len();
                    assert!((1..=LONGEST).contains(&length), "{line}: {length} characters");
                    found += 1;
                }
            }
        }
        assert!(found > 0, "{line}");
        errors += found;
    }
    println!("{errors} errors");
    assert!(errors >= 500_000, "only {errors} errors");
}

#[test]
fn an_integer_of_a_hundred_thousand_digits_is_read_and_written() {
    for text in ["7".repeat(100_001), format!("-1{}", "0".repeat(99_999)), format!("1{}", "0".repeat(2048))] {
        let (atoms, ops, term) = read(&text);
        assert_eq!(term_to_string(&term.terms, term.root, &atoms, &ops), text);
    }
    assert_eq!(
        parse_number(&format!("0x1{}", "0".repeat(50_000))),
        parse_number(&format!("0b1{}", "0".repeat(200_000)))
    );
    assert!(matches!(parse_number(&"9".repeat(1000)), Ok(Number::Big(_))));
}

#[test]
fn what_is_left_open_a_million_times_is_an_error() {
    let atoms = Atoms::new();
    let ops = Ops::standard(&atoms);
    for open in ["(", "[", "{", "f(", "a-", "a=(", "[a|", ":- ", "'", "\"", "/* ", "0'", "\\+ ("] {
        let error = read_term_from_str(&open.repeat(DEEP / 4 + 1), &atoms, &ops, &Flags::default());
        assert!(error.is_err(), "{open}");
    }
}

#[test]
fn a_depth_limit_cuts_terms_and_lists() {
    let (atoms, ops, term) = read("f(g(h(i)),[1,2,3,4,5],a+(b+(c+d)))");
    let mut out = String::new();
    let options = WriteOptions { max_depth: Some(3), ..WriteOptions::quoted() };
    write_term(&mut out, &term.terms, term.root, &atoms, &ops, &options);
    assert_eq!(out, "f(g(h(...)),[1,2,3|...],a+(... + ...))");
    assert_eq!(known::NIL, atoms.intern("[]"));
}
