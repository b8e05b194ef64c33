//! Texts of unusual size compile or are refused with a message; nothing overflows the native stack.
#![allow(missing_docs)]

use std::fmt::Write;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::{CompileError, LoadError, Origin, Passing, Report, compile_goal};
use wam::machine::consult;
use wam::read::{Source, read_term_from_str};

fn load(text: String) -> (Program, Report) {
    let mut program = Program::empty(Atoms::new());
    let report = consult(&Source::new("test.pl", text), &mut program, Origin::User);
    (program, report)
}

fn compiles(text: String) {
    assert_eq!(load(text).1.errors, []);
}

fn refused(text: String) -> CompileError {
    match &load(text).1.errors[..] {
        [LoadError::Compile(error)] => error.clone(),
        other => panic!("expected one compile error, found {other:?}"),
    }
}

fn nested(open: &str, inner: &str, close: &str, times: usize) -> String {
    format!("{}{inner}{}", open.repeat(times), close.repeat(times))
}

#[test]
fn deep_terms_compile_in_heads_and_bodies() {
    let tower = nested("s(", "0", ")", 100_000);
    compiles(format!("p({tower})."));
    compiles(format!("p :- q({tower})."));
    compiles(format!("p(X) :- X = {tower}."));
    compiles(format!("p :- {tower} = {tower}."));
    let left = nested("f(", "0", ",1)", 100_000);
    compiles(format!("p({left}). p :- q({left})."));
    compiles(format!("p(X) :- X is {}, X < {}.", nested("1+(", "X", ")", 100_000), nested("-(", "X", ")", 100_000)));
}

#[test]
fn long_bodies_compile() {
    compiles(format!("p :- {}true.", "q, ".repeat(100_000)));
    compiles(format!("p(X) :- {}true.", "( X > 1 -> true ; X < 0 ), ".repeat(3_000)));
    compiles(format!("p(X) :- {}true.", "( X = 1 ; X = 2 ), ".repeat(3_000)));
    compiles(format!("p(X) :- ( {} q ).", "X = 1 ; ".repeat(20_000)));
}

#[test]
fn deep_control_is_refused_beyond_a_limit() {
    compiles(format!("p(X) :- ( {} true{} ).", "X > 1 -> q ; (".repeat(360), ")".repeat(360)));
    compiles(format!("p(X) :- ( {} true ).", "X > 1 -> q ; ".repeat(740)));
    compiles(format!("p(X) :- {}.", nested("\\+ (q, ", "X", ")", 740)));
    let error = refused(format!("p(X) :- {}.", nested("\\+ (q, ", "X", ")", 100_000)));
    assert!(matches!(error, CompileError::TooDeep { .. }), "{error}");
    let error = refused(format!("p --> {}.", nested("\\+ (q, ", "r", ")", 100_000)));
    assert!(matches!(error, CompileError::TooDeep { .. }), "{error}");
}

#[test]
fn wide_terms_are_refused_when_registers_run_out() {
    let wide = |n: usize| format!("f({})", vec!["g(X)"; n].join(","));
    compiles(format!("p({}).", wide(3000)));
    let error = refused(format!("p({}).", wide(5000)));
    assert!(matches!(error, CompileError::TooLarge { .. }), "{error}");
    let many: String = (0..70_000).map(|i| format!("q(X{i}), ")).collect();
    let error = refused(format!("p :- {many}{many}true."));
    assert!(matches!(error, CompileError::TooLarge { .. }), "{error}");
    let error = refused(format!("p({}).", vec!["a"; 256].join(",")));
    assert_eq!(error.to_string(), "256 arguments; a predicate can have 255");
    compiles(format!("p({}).", vec!["a"; 255].join(",")));
    let error = refused(format!("p :- q({}).", vec!["a"; 256].join(",")));
    assert!(matches!(error, CompileError::TooManyArguments { .. }), "{error}");
}

#[test]
fn many_facts_compile_in_about_linear_time() {
    let mut text = String::new();
    for i in 0..100_000 {
        let _ = writeln!(text, "fact({i}, f({i})).");
    }
    let start = std::time::Instant::now();
    let (program, report) = load(text);
    assert_eq!(report.errors, []);
    let fact = program.find(program.atoms.functor("fact", 2)).expect("defined");
    assert_eq!(program.get(fact).block.tables[0].len(), 100_000);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn goals_with_many_variables_take_them_in_a_structure() {
    let mut program = Program::empty(Atoms::new());
    let goal = |n: usize, program: &Program| {
        let args: Vec<String> = (0..n).map(|i| format!("X{i}")).collect();
        let text = format!("p(f({})), q", args.join(","));
        read_term_from_str(&text, &program.atoms, &program.ops, &program.flags).expect("a goal")
    };
    let few = goal(3, &program);
    let code = compile_goal(&few.terms, few.root, &mut program).expect("compiles");
    assert_eq!((code.variables.len(), code.passing), (3, Passing::Registers));
    let many = goal(300, &program);
    let code = compile_goal(&many.terms, many.root, &mut program).expect("compiles");
    assert_eq!(code.variables.len(), 300);
    assert!(matches!(code.passing, Passing::Structure(functor) if functor.arity == 300));
}

#[test]
fn the_deepest_control_needs_little_native_stack() {
    let chain = format!("p(X) :- ( {} true ).", "q(X) -> r(X) ; ".repeat(740));
    let nest = format!("p(X) :- {}.", nested("( q(X), ( r ; ", "s", " ), u ; v(X) )", 360));
    let negations = format!("p(X) :- {}.", nested("\\+ (q, ", "X", ")", 740));
    let rule = format!("p --> {}.", nested("\\+ (q, ", "r", ")", 740));
    for text in [chain, nest, negations, rule] {
        let thread = std::thread::Builder::new().stack_size(if cfg!(instrumented) { 64 << 20 } else { 1 << 20 });
        let report = thread.spawn(move || load(text).1).expect("a thread").join().expect("no overflow");
        assert_eq!(report.errors, []);
    }
}
