//! How runs end: no upper bound for runs that may never end, none for predicates that only raise exceptions, and what is
//! not analysed is not known. Every bound there is holds for the goals that are run here.

mod common;

use analyzer::analysis::{Analysis, Success};
use analyzer::assertion::Assertions;
use analyzer::endings::Ends;
use analyzer::entry::Entry;
use analyzer::equations::Solved;
use analyzer::integers::Integers;
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use common::find;
use solver::{Rational, Var};
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::cost::Key;
use wam::machine::consult;
use wam::machine::{Config, Counting, Machine, Solutions};
use wam::read::{Source, read_term_from_str};

fn program(text: &str) -> Program {
    let mut program = wam::library::everything(Atoms::new());
    let report = consult(&Source::new("endings.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, [], "{text}");
    program
}

/// What is asked of the analysis of a predicate under its entry.
fn analysed<T>(text: &str, indicator: &str, ask: impl FnOnce(&Analysis) -> T) -> T {
    let program = program(text);
    let types = TypeTable::of(&program).expect("good regular types");
    let assertions = Assertions::of(&program, &types).expect("good assertions");
    let entry = Entry::declared(&program, &types, find(&program, indicator)).expect("a good entry").expect("an entry");
    ask(&Analysis::new(&program, &types, &assertions, &entry))
}

fn why_unknown(solved: &Solved) -> String {
    match &solved.bound {
        solver::Bound::Known(solution) => solution.to_string(),
        solver::Bound::Unknown { reason, .. } => format!("unknown: {reason}"),
    }
}

/// Programs with runs that do not end, or are not known to, and why their bounds are not known: the code, and where.
const ENDLESS: &[(&str, &str, &str)] = &[
    ("q/1", ":- entry q(+). q(X) :- X \\== a, r(X). r(a) :- r(a). r(_).", "H0405 in r/1"),
    ("b/1", ":- entry b(+int). b(N) :- ( N > 5 -> loop ; true ). loop :- loop.", "H0405 in loop/0"),
    ("t/1", ":- entry t(+int). t(X) :- X is 1, t(X).", "H0405 in t/1"),
    ("s/1", ":- entry s(+). s(plus(A,B)) :- s(plus(B,A)). s(a).", "H0405 in s/1"),
    ("one/1", ":- entry one(+). one(X) :- two(X). two(X) :- one(X).", "H0403 in one/1"),
    ("c/1", ":- entry c(+int). c(N) :- N > 3, !, loop. c(_). loop :- loop.", "H0405 in loop/0"),
    ("d/1", ":- entry d(+int). d(N) :- ( e(N) -> true ; true ). e(N) :- N > 1, e(N).", "H0405 in e/1"),
    ("f/1", ":- entry f(-). f(L) :- findall(X, (X = 1, loop), L). loop :- loop.", "H0403 in f/1"),
    ("g/0", ":- entry g. g :- repeat, fail.", "H0401 in g/0"),
    ("h/0", ":- entry h. h :- \\+ loop. loop :- loop.", "H0403 in h/0"),
    ("m/2", ":- entry m(-, ?). m(X, L) :- member(X, L).", "H0401 in m/2"),
    ("a/3", ":- entry a(-, -, -). a(X, Y, Z) :- append(X, Y, Z).", "H0401 in a/3"),
    ("l/2", ":- entry l(-, -). l(L, N) :- length(L, N).", "H0401 in l/2"),
    ("w/1", ":- entry w(-). w(X) :- between(1, inf, X).", "H0401 in w/1"),
    ("before/0", ":- entry before. before :- loop, throw(never). loop :- loop.", "H0403 in before/0"),
    ("n/2", ":- entry n(+list, -). n(L, X) :- member(X, L), loop. loop :- loop.", "H0405 in loop/0"),
    ("rd/0", ":- entry rd. rd :- rd1(X), ( X == end_of_file -> true ; rd ). rd1(X) :- read(X).", "H0301 in rd/0"),
    ("after/1", ":- entry after(+int). after(N) :- e(N), e(N). e(N) :- N > 1, e(N). e(_).", "H0000"),
];

/// Programs of which runs end for some sizes, each with a size for which one does not.
const WITNESSES: &[(&str, i64)] =
    &[("q/1", 1), ("b/1", 6), ("t/1", 1), ("s/1", 3), ("c/1", 4), ("d/1", 2), ("n/2", 1), ("after/1", 2)];

/// Whether an upper bound says nothing: anywhere, or at the size for which a run does not end.
fn says_nothing(indicator: &str, bound: &solver::Bound) -> bool {
    let Some(solution) = bound.known() else { return true };
    let witness = WITNESSES.iter().find(|(of, _)| *of == indicator);
    witness.is_some_and(|(_, size)| solution.at(&|_| Some(*size)).is_none())
}

#[test]
fn runs_that_may_never_end_have_no_upper_bound_of_any_resource() {
    let mut wrong: Vec<String> = Vec::new();
    for (indicator, text, why) in ENDLESS {
        analysed(text, indicator, |analysis| {
            let mut equations = analysis.equations();
            let keys = [Weights::key(Key::STEP), Weights::key(Key::UNDO), Weights::heap(), Weights::instructions()];
            let mut uppers: Vec<(String, Solved)> = Vec::new();
            for weights in keys {
                let name = weights.name().to_string();
                uppers.push((name, analysis.bounds(&mut equations, weights, Solutions::All).upper));
            }
            uppers.push(("solutions".into(), analysis.solutions(&mut equations).upper));
            let said_something = uppers.iter().filter(|(_, upper)| !says_nothing(indicator, &upper.bound));
            wrong.extend(said_something.map(|(name, upper)| format!("{indicator}, {name}: {}", why_unknown(upper))));
            let steps = analysis.bounds(&mut equations, Weights::steps(), Solutions::All);
            let said = why_unknown(&steps.upper);
            let has_witness = WITNESSES.iter().any(|(of, _)| of == indicator);
            if !has_witness && !said.starts_with(&format!("unknown: {why} (")) {
                wrong.push(format!("{indicator}: {said}"));
            }
        });
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn predicates_that_only_raise_exceptions_say_so() {
    let cases = [
        ("bad/2", ":- entry bad(+int, -). bad(X, Y) :- Y is foo + X."),
        ("free/1", ":- entry free(-). free(X) :- X < 3."),
        ("outer/2", ":- entry outer(+int, -). outer(X, Y) :- inner(X), Y = X. inner(X) :- throw(no(X))."),
    ];
    for (indicator, text) in cases {
        analysed(text, indicator, |analysis| {
            assert_eq!(analysis.ends(), Ends::Raises, "{indicator}");
            let bounds = analysis.bounds(&mut analysis.equations(), Weights::instructions(), Solutions::All);
            for said in [why_unknown(&bounds.lower), why_unknown(&bounds.upper)] {
                assert!(said.starts_with(&format!("unknown: H0404 in {indicator} (endings.pl:1:")), "{said}");
            }
        });
    }
    analysed(":- entry ok(+int). ok(X) :- ( X > 3 -> throw(x) ; true ).", "ok/1", |analysis| {
        assert_eq!(analysis.ends(), Ends::Perhaps);
        assert!(
            analysis.bounds(&mut analysis.equations(), Weights::steps(), Solutions::All).upper.bound.known().is_some()
        );
    });
}

#[test]
fn what_is_not_analysed_is_not_known() {
    let text = ":- entry five(-). five(X) :- setup_call_cleanup(true, member(X, [1,2,3,4,5]), true).
                :- entry via(-). via(X) :- next(X). next(X) :- last(X). last(X) :- five(X).";
    for indicator in ["five/1", "via/1"] {
        analysed(text, indicator, |analysis| {
            assert_eq!(analysis.is_deterministic(), None, "{indicator}");
            assert_eq!(analysis.cannot_fail(), None, "{indicator}");
            assert_eq!(analysis.success(), Success::Unknown, "{indicator}");
        });
    }
}

#[test]
fn the_work_of_the_collector_is_not_known() {
    analysed(":- entry len(+list, -). len([], 0). len([_|T], N) :- len(T, M), N is M + 1.", "len/2", |analysis| {
        let mut equations = analysis.equations();
        for key in Key::COLLECTOR {
            let bounds = analysis.bounds(&mut equations, Weights::key(key), Solutions::All);
            assert_eq!(why_unknown(&bounds.upper), "unknown: H0502 when the heap is collected is not known", "{key}");
        }
        assert_eq!(analysis.excluded(&Weights::key(Key::COLLECT_LIVE)), [Key::COLLECT_LIVE]);
        assert_eq!(analysis.excluded(&Weights::instructions()), []);
    });
}

#[test]
fn integers_stay_within_a_cell_up_to_a_size() {
    let cases = [
        (
            "fact/2",
            ":- entry fact(+nat, -). fact(0, 1). fact(N, F) :- N > 0, M is N-1, fact(M, G), F is N*G.",
            Some(19),
        ),
        (
            "double/2",
            ":- entry double(+nat, -). double(0, 1). double(N, F) :- N > 0, M is N-1, double(M, G), F is G+G.",
            Some(58),
        ),
        (
            "cut/2",
            ":- entry cut(+int, -). cut(N, 1) :- N =< 1, !. cut(N, F) :- M is N-1, cut(M, G), F is N*G.",
            Some(19),
        ),
        (
            "inner/2",
            ":- entry inner(+int, -). inner(N, r) :- N > 5, M is N-5, fact(M, _).
             fact(0, 1). fact(N, F) :- N > 0, M is N-1, fact(M, G), F is N*G.",
            Some(19),
        ),
        ("count/2", ":- entry count(+list, -). count([], 0). count([_|T], N) :- count(T, M), N is M + 1.", None),
    ];
    for (indicator, text, limit) in cases {
        analysed(text, indicator, |analysis| match analysis.integers(&mut analysis.equations()) {
            Integers::UpTo(_, most) => assert_eq!(Some(most), limit, "{indicator}"),
            other => assert_eq!((other, limit), (Integers::Small, None), "{indicator}"),
        });
    }
    // More than the input, and one of two inputs each: no one size says it.
    let factorial = "fact(0, 1). fact(N, F) :- N > 0, M is N-1, fact(M, G), F is N*G.";
    for (indicator, entry) in [
        ("more/2", ":- entry more(+nat, -). more(N, F) :- M is N+1, fact(M, F)."),
        ("both/2", ":- entry both(+nat, +nat). both(X, Y) :- fact(X, _), fact(Y, _)."),
    ] {
        analysed(&format!("{entry} {factorial}"), indicator, |analysis| {
            assert_eq!(analysis.integers(&mut analysis.equations()), Integers::Unknown("fact/2".into()), "{indicator}");
        });
    }
    analysed(":- entry sum(+list(int), -). sum([], 0). sum([X|T], N) :- sum(T, M), N is M + X.", "sum/2", |analysis| {
        assert_eq!(analysis.integers(&mut analysis.equations()), Integers::Unknown("sum/2".into()));
    });
}

#[test]
fn powers_sums_of_any_numbers_and_expressions_made_at_run_time_may_be_large() {
    for (indicator, text) in [
        ("p/2", ":- entry p(+nat, -). p(N, X) :- X is N ** N."),
        ("p/2", ":- entry p(+nat, -). p(N, X) :- X is N ^ N."),
        ("p/1", ":- entry p(+nat). p(N) :- N ** N > 3."),
        ("p/2", ":- entry p(+num, -). p(A, X) :- X is A + A."),
        ("p/3", ":- entry p(+nat, +nat, -). p(A, B, X) :- plus(A, B, X)."),
        ("p/2", ":- entry p(+nat, -). p(N, X) :- E = N ** N, X is E."),
        ("p/1", ":- entry p(+nat). p(N) :- E = f(N ** N), E = f(F), F > 3."),
    ] {
        analysed(text, indicator, |analysis| {
            let found = analysis.integers(&mut analysis.equations());
            assert_eq!(found, Integers::Unknown(indicator.into()), "{text}");
        });
    }
    // The last square of less than 60 bits.
    analysed(":- entry p(+nat, -). p(N, X) :- X is N ^ 2.", "p/2", |analysis| {
        assert_eq!(analysis.integers(&mut analysis.equations()), Integers::UpTo(Var::new("x"), 759_250_124));
    });
    analysed(":- entry p(+nat, -). p(N, X) :- X is 7 ** N.", "p/2", |analysis| {
        assert_eq!(analysis.integers(&mut analysis.equations()), Integers::UpTo(Var::new("x"), 21));
    });
    analysed(":- entry p(+nat, -). p(N, X) :- G = (X is 7 ** N), call(G).", "p/2", |analysis| {
        assert_eq!(analysis.integers(&mut analysis.equations()), Integers::Unknown("call/1".into()));
    });
    for (indicator, text) in [
        ("p/2", ":- entry p(+nat, -). p(N, X) :- X is (-1) ** N."),
        ("p/2", ":- entry p(+flt, -). p(A, X) :- X is A * A + 1.5."),
        ("p/2", ":- entry p(+nat, -). p(N, X) :- E = N + 1, X is E."),
        ("p/1", ":- entry p(-). p(X) :- X is 2 ** 10."),
        ("p/2", ":- entry p(+num, -). p(A, X) :- X is A + 1."),
        ("p/2", ":- entry p(+nat, -). p(A, X) :- plus(A, 1, X)."),
    ] {
        analysed(text, indicator, |analysis| {
            assert_eq!(analysis.integers(&mut analysis.equations()), Integers::Small, "{text}");
        });
    }
}

/// What is shown, the entry, the program, and goals that are run with the sizes of their inputs.
type CountedCase = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static [i64])]);

/// Goals that are run, with the sizes of their inputs, and the entry they are goals of.
const COUNTED: &[CountedCase] = &[
    (
        "a cut after a generator",
        "s/1",
        ":- entry s(+list). s(L) :- m(L, M), o(M), !. s(_).
         m([], []). m([X|T], [X|R]) :- m(T, R). m([_|T], [z|R]) :- m(T, R).
         o([]). o([_]). o([X,Y|T]) :- X @=< Y, o([Y|T]).",
        &[("s([])", &[0]), ("s([a])", &[1]), ("s([c,b])", &[2]), ("s([d,c,b,a])", &[4])],
    ),
    (
        "permutation sort",
        "p/2",
        ":- entry p(+list(int), -). p(L, M) :- perm(L, M), o(M), !.
         perm([], []). perm(L, [X|M]) :- sel(X, L, R), perm(R, M).
         sel(X, [X|T], T). sel(X, [Y|T], [Y|R]) :- sel(X, T, R).
         o([]). o([_]). o([X,Y|T]) :- X =< Y, o([Y|T]).",
        &[("p([], _)", &[0]), ("p([1], _)", &[1]), ("p([2,1], _)", &[2]), ("p([3,2,1], _)", &[3])],
    ),
    (
        "once/1 of two generators",
        "t/2",
        ":- entry t(+list, +list). t(A, B) :- once((member(X, A), member(Y, B), X == Y)). t(_, _).",
        &[("t([], [])", &[0, 0]), ("t([a], [])", &[1, 0]), ("t([a,b], [c,d])", &[2, 2]), ("t([a,b], [c,b])", &[2, 2])],
    ),
    (
        "a generator in a condition",
        "c/2",
        ":- entry c(+list, +list). c(A, B) :- ( member(X, A), member(X, B) -> true ; \\+ member(z, A) ).",
        &[("c([], [])", &[0, 0]), ("c([a], [b])", &[1, 1]), ("c([a,b,c], [d,c])", &[3, 2])],
    ),
    (
        "a cut in the middle",
        "d/3",
        ":- entry d(+list, +list, -). d(A, B, Y) :- member(X, A), X == a, !, member(Y, B), Y \\== X. d(_, B, Y) :- member(Y, B).",
        &[("d([], [], _)", &[0, 0]), ("d([a], [a,b], _)", &[1, 2]), ("d([b,b], [a,b], _)", &[2, 2])],
    ),
    (
        "comparison of compounds",
        "r/2",
        ":- entry r(+, +). r(X, Y) :- compare(_, X, Y), X == Y, ground(X).",
        &[("r(f(b), f(b))", &[2, 2]), ("r(a, a)", &[1, 1]), ("r(f(g(a),b), f(g(a),c))", &[4, 4])],
    ),
    (
        "comparison of lists of compounds",
        "i/2",
        ":- entry i(+list, +list). i(X, Y) :- X == Y, X @=< Y.",
        &[("i([f(f(f(a)))], [f(f(f(a)))])", &[1, 1]), ("i([], [])", &[0, 0])],
    ),
    (
        "trail entries that a cut leaves",
        "k/2",
        ":- entry k(+int, -). k(A, 0) :- !, A =< 0. k(_, _).",
        &[("k(1, _)", &[1]), ("k(0, _)", &[0])],
    ),
    (
        "trail entries that a call leaves",
        "j/2",
        ":- entry j(+int, -). j(A, B) :- k(A, B), A =< 0. k(_, 0) :- !. k(_, 1).",
        &[("j(1, _)", &[1]), ("j(0, _)", &[0])],
    ),
    (
        "trail entries",
        "u/2",
        ":- entry u(+list, -). u(L, R) :- member(X, L), call((q(X, Y), !)), R = X-Y. q(_, b).",
        &[("u([], _)", &[0]), ("u([a], _)", &[1]), ("u([a,b,c], _)", &[3])],
    ),
];

#[test]
fn counts_stay_within_their_bounds() {
    for (what, indicator, text, goals) in COUNTED {
        let program = program(text);
        let types = TypeTable::of(&program).expect("good regular types");
        let assertions = Assertions::of(&program, &types).expect("good assertions");
        let pred = find(&program, indicator);
        let entry = Entry::declared(&program, &types, pred).expect("a good entry").expect("an entry");
        let analysis = Analysis::new(&program, &types, &assertions, &entry);
        let mut equations = analysis.equations();
        let params: Vec<solver::Var> = analysis.sizes().into_iter().map(|size| size.var).collect();
        let bounds: Vec<(Key, analyzer::analysis::Bounds)> =
            Key::all().map(|key| (key, analysis.bounds(&mut equations, Weights::key(key), Solutions::All))).collect();
        for (goal, sizes) in *goals {
            let mut machine = Machine::new(program.clone(), Config::default()).expect("memory for a machine");
            let read =
                read_term_from_str(&format!("{goal}."), &program.atoms, &program.ops, &program.flags).expect("a goal");
            let loaded = machine.load_goal(pred, &read);
            machine.take_counts();
            machine.run_goal::<Counting>(&loaded, Solutions::All).expect("an end without an exception");
            let counts = machine.take_counts();
            let point =
                |var: &solver::Var| params.iter().position(|param| param == var).map(|at| Rational::from(sizes[at]));
            for (key, bounds) in &bounds {
                let counted = Rational::from(counts[*key] as i64);
                if let Some(lower) = bounds.lower.total.as_ref() {
                    let value = lower.eval_lower(&point).expect("a value");
                    assert!(value <= counted, "{what}: {goal}: {key} counted {counted}, lower {value} = {lower}");
                }
                if let Some(upper) = bounds.upper.total.as_ref() {
                    let value = upper.eval_upper(&point).expect("a value");
                    assert!(counted <= value, "{what}: {goal}: {key} counted {counted}, upper {value} = {upper}");
                }
            }
        }
    }
}

#[test]
fn analyses_can_be_sent_to_other_threads() {
    fn is_send<T: Send>() {}
    is_send::<Analysis<'static>>();
    is_send::<analyzer::equations::Equations<'static>>();
}
