//! Property: a term written with quotes reads back as the same term, with the standard operators and with odd ones.
#![allow(missing_docs)]

use num_bigint::BigInt;
use proptest::prelude::*;
use wam::atoms::Atoms;
use wam::read::{DoubleQuotes, Flags, OpType, Ops, Reader, Source, read_term_from_str};
use wam::term::{Node, Span, TermId, Terms, VarId};
use wam::write::{WriteOptions, term_to_string, write_term};

/// A term as proptest makes and shrinks it.
#[derive(Clone, Debug)]
enum Tree {
    Var(u8),
    Atom(String),
    Int(i64),
    Big(String),
    Float(f64),
    Str(String),
    Compound(String, Vec<Tree>),
    List(Vec<Tree>, Option<Box<Tree>>),
}

/// Names that are operators of some sort, brackets, and names that look like nothing in particular.
const NAMES: &[&str] = &[
    "a",
    "foo",
    "B",
    "_x",
    "hello world",
    "[]",
    "{}",
    "!",
    ";",
    ",",
    "|",
    "||",
    ".",
    "",
    "é",
    "日本",
    "→",
    "'",
    "\\",
    "a\nb",
    "/*",
    "*/",
    "//",
    "%",
    ":-",
    "-->",
    "?-",
    "->",
    "*->",
    "\\+",
    "-",
    "+",
    "*",
    "/",
    "^",
    "**",
    "=",
    "is",
    "mod",
    "rem",
    "dynamic",
    "table",
    "check",
    "true",
    "entry",
    "pred",
    ":",
    "=>",
    "::",
    "=..",
    "..",
    "@",
    "#",
    "$",
    "neg",
    "low",
    "fact",
    "bang",
    "yfx700",
    "xfy700",
    "both",
    "prepost",
    "--",
    "<<",
    "end_of_file",
    "e",
    "e10",
    "Inf",
    "x41",
    "0'a",
    "\u{200b}",
    "\u{301}",
];

fn odd_ops(atoms: &Atoms) -> Ops {
    let mut ops = Ops::standard(atoms);
    let rows = [
        (200, OpType::Fy, "neg"),
        (100, OpType::Fx, "low"),
        (1, OpType::Fx, "$"),
        (300, OpType::Xf, "fact"),
        (300, OpType::Yf, "bang"),
        (700, OpType::Yfx, "yfx700"),
        (700, OpType::Xfy, "xfy700"),
        (700, OpType::Fy, "both"),
        (500, OpType::Yfx, "both"),
        (200, OpType::Yfx, "^"),
        (400, OpType::Fy, "prepost"),
        (400, OpType::Yf, "prepost"),
        (450, OpType::Xfx, ".."),
        (200, OpType::Fy, "--"),
        (200, OpType::Yf, "@"),
        (200, OpType::Xfx, "hello world"),
        (200, OpType::Fy, "B"),
        (150, OpType::Xfx, "."),
        (150, OpType::Fx, "%"),
        (600, OpType::Yfx, "→"),
        (200, OpType::Yfx, "é"),
        (200, OpType::Fy, "é"),
        (200, OpType::Xfy, "e10"),
        (200, OpType::Fy, "*"),
        (1150, OpType::Fy, ";"),
        (0, OpType::Xfy, "|"),
    ];
    for (priority, class, name) in rows {
        ops.add(priority, class, atoms.intern(name)).unwrap();
    }
    ops
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::sample::select(NAMES).prop_map(str::to_owned),
        1 => ".{0,3}",
        1 => "[-+*/<>=~:.?@#&$^\\\\]{1,4}",
    ]
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        2 => (0u8..4).prop_map(Tree::Var),
        6 => name().prop_map(Tree::Atom),
        2 => (-3i64..10).prop_map(Tree::Int),
        1 => any::<i64>().prop_map(Tree::Int),
        1 => "-?[1-9][0-9]{18,60}".prop_map(Tree::Big),
        1 => any::<f64>().prop_map(Tree::Float),
        1 => prop::sample::select(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0][..]).prop_map(Tree::Float),
        1 => (-20i32..20).prop_map(|e| Tree::Float(10f64.powi(e))),
        1 => ".{0,5}".prop_map(Tree::Str),
    ];
    leaf.prop_recursive(6, 40, 4, |inner| {
        prop_oneof![
            3 => (name(), inner.clone()).prop_map(|(name, x)| Tree::Compound(name, vec![x])),
            4 => (name(), inner.clone(), inner.clone()).prop_map(|(name, x, y)| Tree::Compound(name, vec![x, y])),
            1 => (name(), prop::collection::vec(inner.clone(), 3..5)).prop_map(|(name, args)| Tree::Compound(name, args)),
            1 => (prop::collection::vec(inner.clone(), 1..4), prop::option::of(inner))
                .prop_map(|(items, tail)| Tree::List(items, tail.map(Box::new))),
        ]
    })
}

fn build(tree: &Tree, terms: &mut Terms, atoms: &Atoms) -> TermId {
    let span = Span::default();
    match tree {
        Tree::Var(n) => terms.var(VarId(u32::from(*n)), span),
        Tree::Atom(name) => terms.atom(atoms.intern(name), span),
        Tree::Int(value) => terms.int(*value, span),
        Tree::Big(digits) => terms.big(digits.parse::<BigInt>().unwrap(), span),
        Tree::Float(value) => terms.float(*value, span),
        Tree::Str(value) => terms.string(value, span),
        Tree::Compound(name, args) => {
            let args: Vec<TermId> = args.iter().map(|arg| build(arg, terms, atoms)).collect();
            terms.compound(atoms.intern(name), &args, span)
        }
        Tree::List(items, tail) => {
            let items: Vec<TermId> = items.iter().map(|item| build(item, terms, atoms)).collect();
            let tail = match tail {
                Some(tail) => build(tail, terms, atoms),
                None => terms.atom(wam::atoms::known::NIL, span),
            };
            items.iter().rev().fold(tail, |tail, &head| terms.cons(head, tail, span))
        }
    }
}

/// Whether two terms are the same up to a renaming of variables that `names` maps (written names to variables).
fn same(left: (&Terms, TermId), right: (&Terms, TermId), renamed: &dyn Fn(VarId) -> VarId) -> bool {
    match (left.0.get(left.1), right.0.get(right.1)) {
        (Node::Var(x), Node::Var(y)) => x == renamed(y),
        (Node::Float(x), Node::Float(y)) => x.to_bits() == y.to_bits(),
        (Node::Compound(f, xs), Node::Compound(g, ys)) => {
            f == g && xs.iter().zip(ys).all(|(&x, &y)| same((left.0, x), (right.0, y), renamed))
        }
        (x, y) => x == y,
    }
}

fn check(tree: &Tree, atoms: &Atoms, ops: &Ops) -> Result<(), TestCaseError> {
    let mut terms = Terms::new();
    let root = build(tree, &mut terms, atoms);
    let flags = Flags { double_quotes: DoubleQuotes::String, ..Flags::default() };
    for options in [
        WriteOptions { numbervars: Default::default(), ..WriteOptions::quoted() },
        WriteOptions {
            spacing: wam::write::Spacing::NextArgument,
            numbervars: Default::default(),
            ..WriteOptions::quoted()
        },
        WriteOptions::canonical(),
    ] {
        let mut text = String::new();
        write_term(&mut text, &terms, root, atoms, ops, &options);
        let back = read_term_from_str(&text, atoms, ops, &flags);
        let back = back.map_err(|error| TestCaseError::fail(format!("{text}\n{error} at {:?}", error.span)))?;
        let renamed = |var: VarId| VarId(back.variables[var.0 as usize].name[1..].parse().unwrap());
        prop_assert!(same((&terms, root), (&back.terms, back.root), &renamed), "{text}\nreads as {}", {
            let mut again = String::new();
            write_term(&mut again, &back.terms, back.root, atoms, &Ops::empty(), &WriteOptions::canonical());
            again
        });
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_quoted_term_reads_back_as_itself(tree in tree()) {
        let atoms = Atoms::new();
        let ops = Ops::standard(&atoms);
        check(&tree, &atoms, &ops)?;
    }

    #[test]
    fn a_quoted_term_reads_back_as_itself_among_odd_operators(tree in tree()) {
        let atoms = Atoms::new();
        let ops = odd_ops(&atoms);
        check(&tree, &atoms, &ops)?;
    }

    #[test]
    fn any_text_reads_to_its_end_and_what_was_read_writes(text in prop_oneof![
        ".{0,60}",
        r#"([a-zA-Z_0-9'"`\\(){}\[\],|.%/*+: \n-]|:-|\. |0'|/\*|dynamic |- |= ){0,60}"#,
    ]) {
        let atoms = Atoms::new();
        let ops = odd_ops(&atoms);
        let source = Source::new("any", text.clone());
        let mut reader = Reader::new(&source, &atoms);
        let mut before = 0;
        loop {
            match reader.read_term(&ops, &Flags::default()) {
                Ok(None) => break,
                Ok(Some(clause)) => {
                    let written = term_to_string(&clause.terms, clause.root, &atoms, &ops);
                    prop_assert!(!written.is_empty());
                }
                Err(error) => {
                    let rendered = wam::read::render(&error, &source);
                    prop_assert!(rendered.starts_with("any:"));
                    prop_assert!(error.span.start <= error.span.end && error.span.end as usize <= text.len());
                }
            }
            prop_assert!(reader.offset() > before, "each clause or error takes some text");
            before = reader.offset();
        }
        prop_assert_eq!(reader.offset(), text.len());
    }
}

/// In an assertion `=>` binds less than elsewhere, between its parts: not in brackets, which are written where it stands.
#[test]
fn rules_in_directives_are_read_as_they_are_written() {
    let atoms = Atoms::new();
    let (ops, flags) = (Ops::standard(&atoms), Flags::default());
    for text in [
        ":- dynamic d, (1.5, ? => r = float)",
        ":- dynamic (a, b => c)",
        ":- entry p, (a, b => c)",
        ":- pred p(a) : (list(a), [b, (c, d => e)]) => list(b) + f((g, h => i))",
        ":- (a, b => c)",
        ":- true pred {a, b => c}",
    ] {
        let read = read_term_from_str(text, &atoms, &ops, &flags).unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = term_to_string(&read.terms, read.root, &atoms, &ops);
        let back = read_term_from_str(&written, &atoms, &ops, &flags).unwrap_or_else(|e| panic!("{written}: {e}"));
        let equal = same((&read.terms, read.root), (&back.terms, back.root), &|var| var);
        assert!(equal, "{text}: {written}");
    }
}
