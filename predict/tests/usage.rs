//! Types from use: which bounds they give, that what they narrow is said, and how a predicate is called of which no entry
//! says so. That counted runs stay within such bounds, on foreign terms as well, is tested in `analyzer` (`traps/usage.rs`,
//! `random_programs.rs`).

use analyzer::budget::Budget;
use predict::called::how_called;
use predict::entries::Declared;
use predict::estimate::{Detail, Estimate};
use predict::load::load_text;
use predict::predicates::find;
use predict::units::{Resource, Until};
use predict::usage::{Asked, Domain, bound_as_used, text};
use std::time::Duration;

/// What the upper bound is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum For {
    /// All that the entry says.
    Every,
    /// Terms of some types only, as they are shown.
    Types(&'static str),
    /// Terms of some types, and from above every ground term.
    Both(&'static str),
    /// There is none for all sizes.
    Nothing,
}
use For::{Both, Every, Nothing, Types};

/// A predicate, what its bound is for, and the program.
type Row = (&'static str, For, &'static str);

const PROGRAMS: &[Row] = &[
    (
        "q/2",
        Both("argument 1 of type t with t ::= 0 ; s(t) and argument 2 of type t with t ::= 0 ; s(t)"),
        ":- entry q(+, +). q(X,Y) :- X = 0, Y = 0. q(X,Y) :- p(X,A), p(Y,B), q(A,B). p(s(X),X).",
    ),
    (
        "e/1",
        Both("argument 1 of type t with t ::= 0 ; s(t)"),
        ":- entry e(+). e(0) :- !. e(N) :- p(N,P), o(P). o(s(0)) :- !. o(N) :- p(N,P), e(P). p(0,0). p(s(X),X).",
    ),
    (
        "h/1",
        Both("argument 1 of type c(t, t) with t ::= 0 ; s(t)"),
        ":- entry h(+). h(c(X,Y)) :- f(X), f(Y). f(0). f(X) :- p(X,Y), f(Y). p(s(X),X).",
    ),
    ("d/1", Types("argument 1 of type int"), ":- entry d(+). d(X) :- X =< 0. d(X) :- X > 0, Y is X-1, d(Y)."),
    (
        "r/3",
        Types("argument 1 of type int and argument 2 of type int"),
        ":- entry r(+, +, -). r(A,B,[]) :- A > B. r(A,B,[A|L]) :- A =< B, C is A+1, r(C,B,L).",
    ),
    (
        "s/2",
        Types("argument 1 of type list(int)"),
        ":- entry s(+, -). s([],[]). s([X|Xs],S) :- p(Xs,X,L,B), s(L,A), s(B,C), append(A,[X|C],S). p([],_,[],[]).
            p([X|Xs],Y,[X|L],B) :- X =< Y, p(Xs,Y,L,B). p([X|Xs],Y,L,[X|B]) :- X > Y, p(Xs,Y,L,B).",
    ),
    // The argument that does not matter stays any term.
    (
        "d/2",
        Types("argument 1 of type int"),
        ":- entry d(+, +). d(X,_) :- X =< 0. d(X,Y) :- X > 0, Z is X-1, f(Y), d(Z,Y). f(a). f(b).",
    ),
    // An integer constant in a declared type is that constant.
    (
        "e/1",
        Every,
        ":- regtype t/1. t(0). t(s(X)) :- t(X). :- entry e(+t). e(0) :- !. e(N) :- p(N,P), e(P). p(0,0). p(s(X),X).",
    ),
    (
        "e/1",
        Nothing,
        ":- regtype t/1. t(0). t(1). t(s(X)) :- t(X). :- entry e(+t). e(0) :- !. e(N) :- p(N,P), e(P). p(0,0). p(1,1). p(s(X),X).",
    ),
    // What a declared type says is left alone.
    ("d/1", Nothing, ":- entry d(+gnd). d(X) :- d(X)."),
    // Neither type nor term of which it would end.
    ("a/1", Nothing, ":- entry a(+). a(0). a(s(X)) :- a(s(X))."),
    ("d/1", Nothing, ":- entry d(+). d(0). d(X) :- Y is X-2, d(Y)."),
    // Every term of the type ends, others do not: nothing may be said without the type.
    ("a/1", Nothing, ":- entry a(+). a(0) :- !. a(X) :- p(X,Y), a(Y). p(s(X),X) :- !. p(X,X) :- atom(X)."),
    ("l/1", Types("argument 1 of type list"), ":- entry l(+). l([]) :- !. l([_|T]) :- !, l(T). l(X) :- l(X)."),
    // Texts are measured where something works on them.
    (
        "p/1",
        Types("argument 1 of type atm"),
        ":- entry p(+). p(A) :- atom_codes(A,Cs), up(Cs). up([]). up([C|Cs]) :- C > 96, !, up(Cs). up([_|Cs]) :- up(Cs).",
    ),
    (
        "ds/2",
        Types("argument 1 of type int"),
        ":- entry ds(+, -). ds(N,N) :- N < 10, !. ds(N,S) :- Q is N//10, ds(Q,T), S is T + N mod 10.",
    ),
    // What is called for each element says what the elements are.
    (
        "a/3",
        Both(
            "argument 1 of type t with t ::= [] ; '.'(f(int), t) and argument 2 of type u with u ::= [] ; '.'(int, u)",
        ),
        ":- entry a(+, +, -). a(Ts,L,M) :- foldl(k, Ts, L, M). k(f(N),[X|Xs],[X|Ys]) :- N > X, k(f(N),Xs,Ys). k(f(N),[X|Xs],[N,X|Xs]) :- N =< X.",
    ),
    // Of every ground term there is a bound, from below a constant: of lists one that grows.
    (
        "s/2",
        Both("argument 1 of type list"),
        ":- entry s(+, -). s([],[]). s([X|L],[X|M]) :- s(L,M). s([_|L],M) :- s(L,M).",
    ),
    // So of trees.
    (
        "i/2",
        Both("argument 1 of type t with t ::= e ; n(t, gnd, t)"),
        ":- entry i(+, -). i(e,[]). i(n(L,X,R),Is) :- i(L,A), i(R,B), append(A,[X|B],Is).",
    ),
    // A last clause takes what the compounds of the others are not: constants are among the terms.
    (
        "f/2",
        Both("argument 1 of type t with t ::= atm ; num ; [] ; '.'(t, t)"),
        ":- entry f(+, -). f([],[]) :- !. f([H|T],F) :- !, f(H,A), f(T,B), append(A,B,F). f(X,[X]).",
    ),
    (
        "d/2",
        Both("argument 1 of type t with t ::= atm ; num ; t(t, gnd, t)"),
        ":- entry d(+, -). d(t(L,_,R),D) :- !, d(L,A), d(R,B), D is max(A,B)+1. d(_,0).",
    ),
    // What is left of a list when the other is at its end is no constant.
    (
        "m/3",
        Both("argument 1 of type list(int) and argument 2 of type list(int)"),
        ":- entry m(+, +, -). m([A|X],[B|Y],[A|Z]) :- A < B, m(X,[B|Y],Z). m([A|X],[B|Y],[B|Z]) :- A >= B, m([A|X],Y,Z). m([],L,L). m(L,[],L).",
    ),
    // Integers below zero are integers.
    ("z/1", Nothing, ":- entry z(+). z(X) :- X =:= 0. z(X) :- X =\\= 0, Y is X-1, z(Y)."),
    // No term succeeds: lists fail after a while, numbers at once.
    (
        "f/1",
        Both("argument 1 of type list"),
        ":- entry f(+). f(X) :- d(_,X,Z), f(Z). d(X,[X|T],T). d(X,[H|T],[H|R]) :- d(X,T,R).",
    ),
    ("n/1", Nothing, ":- entry n(+). n(X) :- m(X), n(X). m(X) :- Y is X + 0, m(Y)."),
    // Lists that have no end.
    ("l/1", Nothing, ":- entry l(+). l([X|T]) :- l([X,X|T])."),
];

fn asked() -> Asked<'static> {
    let budget = Budget::unlimited().lasting(Duration::from_secs(120));
    Asked { resource: Resource::Steps, until: Until::All, pricing: None, budget, domain: Domain::Every }
}

/// How a predicate is called, why so, and the report.
fn estimated(program: &str, predicate: &str) -> (String, Option<String>, Estimate) {
    let loaded = load_text("a.pl", program).unwrap_or_else(|error| panic!("{program}: {error}"));
    let declared = Declared::of(&loaded).unwrap_or_else(|error| panic!("{program}: {error}"));
    let pred = find(&loaded.program, predicate).unwrap_or_else(|error| panic!("{program}: {error}"));
    let call = how_called(&declared, pred, asked()).unwrap_or_else(|error| panic!("{program}: {error}"));
    let called = call.entry.text.clone();
    let (used, why, _) = call.bounded(&declared, asked()).unwrap_or_else(|error| panic!("{program}: {error}"));
    (called, why, Estimate::of(&used.bounded, None, &[], Detail::Results))
}

fn bound_for(report: &Estimate) -> String {
    match text(&report.types) {
        _ if report.upper_reason.is_some() => "nothing".into(),
        None => "every".into(),
        Some(types) if report.every_ground_term.is_some() => format!("{types}; every"),
        Some(types) => types,
    }
}

#[test]
fn bounds_say_which_types_they_are_for() {
    let mut wrong = Vec::new();
    for (predicate, expected, program) in PROGRAMS {
        let (_, _, report) = estimated(program, predicate);
        let wanted = match expected {
            Every => "every".to_string(),
            Types(types) => format!("for {types} only: taken from use"),
            Both(types) => format!("for {types} only: taken from use; every"),
            Nothing => "nothing".into(),
        };
        let found = bound_for(&report);
        if found != wanted {
            wrong.push(format!("{program}\n  expected a bound for {wanted}, found {found}: {:?}", report.upper));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_bound_for_some_types_is_none_for_every_ground_term() {
    // With an integer there is a bound for every list, and with a list of integers one that grows alike from both sides.
    let program = ":- entry c(+, +). c(_, M) :- M < 0, !. c(L, M) :- o(L, M), N is M-1, c(L, N).
        o([], _). o([X|Xs], M) :- ( X =:= M -> true ; true ), o(Xs, M).";
    let (_, _, report) = estimated(program, "c/2");
    let narrowed: Vec<usize> = report.types.iter().map(|taken| taken.argument).collect();
    assert_eq!(narrowed, [1, 2]);
    assert!(report.every_ground_term.is_none());
}

#[test]
fn a_type_with_a_bound_for_some_sizes_is_taken_where_there_is_none_at_all() {
    let program = ":- entry f(+, -). f(0,0) :- !. f(1,1) :- !. f(N,F) :- A is N-1, B is N-2, f(A,X), f(B,Y), F is X+Y.";
    let (_, _, report) = estimated(program, "f/2");
    assert_eq!(bound_for(&report), "nothing", "of all integers");
    assert_eq!(report.entry, "f(+int,-)");
    assert_eq!(report.upper.expect("it is known from 0 on").expr, "2*fib(x + 1) - 1");
}

#[test]
fn a_type_that_narrows_is_in_the_report() {
    let down = ":- entry d(+). d(X) :- X =< 0. d(X) :- X > 0, Y is X-1, d(Y).";
    let json = serde_json::to_value(estimated(down, "d/1").2).expect("a report");
    assert_eq!(json["types"][0]["argument"], 1);
    assert_eq!(json["types"][0]["type"], "int");
    assert_eq!(json["entry"], "d(+int)");
}

#[test]
fn a_predicate_without_an_entry_is_called_as_the_text_calls_it() {
    let program = ":- entry nrev(+list(int), -). nrev([],[]). nrev([X|Xs],Ys) :- nrev(Xs,Zs), app(Zs,[X],Ys).
        app([],L,L). app([X|Xs],Y,[X|Zs]) :- app(Xs,Y,Zs).";
    let (entry, why, report) = estimated(program, "app/3");
    assert_eq!(entry, "app(+list(int),+list(int),-)");
    assert_eq!(why.as_deref(), Some("as nrev/2 calls it"));
    assert_eq!(report.upper.expect("it is known").expr, "x + 1");
}

#[test]
fn what_others_read_of_an_argument_goes_in() {
    let sums = "dn(X,0) :- X =< 0, !. dn(X,K) :- Y is X-1, dn(Y,J), K is J+1. all([],0). all([X|T],N) :- dn(X,K), all(T,M), N is K+M.";
    assert_eq!(estimated(sums, "all/2").0, "all(+,-)");
    let (entry, _, report) = estimated("f(N) :- forall(between(1, N, X), X > 0).", "f/1");
    assert_eq!((entry.as_str(), report.entry.as_str()), ("f(+)", "f(+int)"));
    let (_, _, report) = estimated("m(N, L) :- numlist(1, N, Ns), maplist(d, Ns, L). d(X, Y) :- Y is X * 2.", "m/2");
    assert_eq!(report.entry, "m(+int,-)");
    assert_eq!(report.upper.expect("it is known").expr, "3*x + 5");
}

#[test]
fn natural_numbers_have_the_bounds_of_integers_where_zero_has_none() {
    let program = ":- entry g(+nat, +nat, -). g(X,X,X) :- !. g(X,Y,G) :- X > Y, !, Z is X-Y, g(Z,Y,G). g(X,Y,G) :- Z is Y-X, g(X,Z,G).";
    let (_, _, report) = estimated(program, "g/3");
    let upper = report.upper.expect("it is known");
    assert_eq!(upper.parts.iter().filter(|part| part.expr.is_some()).count(), 5, "{upper:?}");
    assert_eq!(report.entry, "g(+nat,+nat,-)");
}

#[test]
fn a_predicate_of_the_text_is_meant_before_one_of_the_library() {
    let program = ":- module(numbers, []). :- entry delete(+nat, +nat, -). delete(0, _, 1). delete(N, X, Y) :- N > 0, M is N-1, delete(M, X, Y).";
    let (entry, _, report) = estimated(program, "delete/3");
    assert_eq!((entry.as_str(), report.upper.expect("it is known").expr.as_str()), ("delete(+nat,+nat,-)", "x + 1"));
}

#[test]
fn lists_without_a_bound_by_length_have_others() {
    let heads = "h([],[],[]). h([[X|Xs]|Rs],[X|C],[Xs|Ys]) :- h(Rs,C,Ys).";
    let merge = "m([],B,B) :- !. m(A,[],A) :- !. m([X|Xs],[Y|Ys],[X|Zs]) :- X =< Y, !, m(Xs,[Y|Ys],Zs). m(Xs,[Y|Ys],[Y|Zs]) :- m(Xs,Ys,Zs).";
    let trees = ":- regtype t/1. t(v). t(n(L,X,R)) :- t(L), int(X), t(R).";
    let rows: [(&str, &str, String); 3] = [
        // Without rows it does not end; by the greatest number of columns all else does.
        ("t/2", "x*y + x + 3*y + 1", format!(":- entry t(+list(list(int)),-). t([[]|_],[]). t(M,[C|Cs]) :- h(M,C,R), t(R,Cs). {heads}")),
        // Neither does passing over no lists again.
        (
            "s/2",
            "x*log2(x - 1) + 6*x - log2(x - 1) + 2*ceil(log2(x)) - 3",
            format!(
                ":- entry s(+list(int),-). s(L,S) :- o(L,Ls), q(Ls,S). o([],[]). o([X|Xs],[[X]|Ys]) :- o(Xs,Ys).
                q([],[]). q([L],L) :- !. q(Ls,S) :- p(Ls,Ms), q(Ms,S). p([],[]). p([A],[A]). p([A,B|R],[C|S]) :- m(A,B,C), p(R,S). {merge}"
            ),
        ),
        // A queue of trees grows with each of them, its nodes do not.
        (
            "l/2",
            "3/2*x^2 - 8*x + 14",
            format!(
                "{trees} :- entry l(+t,-). l(T,Xs) :- b([T],Xs). b([],[]). b([v|Q],Xs) :- b(Q,Xs).
                b([n(L,X,R)|Q],[X|Xs]) :- append(Q,[L,R],P), b(P,Xs)."
            ),
        ),
    ];
    for (name, form, program) in rows {
        let (_, _, report) = estimated(&program, name);
        let parts = report.upper.expect("it is known").parts;
        assert!(parts.iter().any(|part| part.expr.as_deref() == Some(form)), "{program}: {parts:?}");
    }
}

#[test]
fn lists_of_natural_numbers_are_measured_by_the_greatest_as_well() {
    let program = ":- entry e(+list(nat)). e([]). e([N|R]) :- d(N), e(R). d(0). d(X) :- X > 0, Y is X-1, d(Y).";
    let (_, _, report) = estimated(program, "e/1");
    assert_eq!(report.upper.expect("it is known").expr, "x*y + 2*x + 1");
}

#[test]
fn entries_of_the_trail_are_undone_once() {
    // Each half leaves choice points: by those behind them, what they have bound would be undone again and again.
    let program = ":- entry ms(+list(int), -). ms([],[]). ms([X],[X]). ms([X,Y|T],S) :- sp([X,Y|T],A,B), ms(A,C), ms(B,D), mg(C,D,S).
        sp([],[],[]). sp([X],[X],[]). sp([X,Y|T],[X|A],[Y|B]) :- sp(T,A,B). mg([],L,L). mg([H|T],[],[H|T]).
        mg([X|A],[Y|B],[X|C]) :- X =< Y, mg(A,[Y|B],C). mg([X|A],[Y|B],[Y|C]) :- X > Y, mg([X|A],B,C).";
    let loaded = load_text("a.pl", program).expect("it loads");
    let declared = Declared::of(&loaded).expect("good declarations");
    let pred = find(&loaded.program, "ms/2").expect("it is there");
    let entry = declared.entry(pred, None).expect("an entry");
    let asked = Asked { resource: Resource::Trail, ..asked() };
    let used = bound_as_used(&declared, &entry, asked, &|_, _| true).expect("bounds");
    let upper = used.bounded.upper.expr().map(ToString::to_string);
    assert_eq!(upper.as_deref(), Some("2*x*ceil(log2(x)) + 5*x - 2^(ceil(log2(x)) + 1) - 2"));
}

#[test]
fn a_first_solution_may_come_before_an_exception() {
    let loaded =
        load_text("a.pl", "t(1). t(_) :- throw(x). :- entry t(-). f(_) :- throw(x). :- entry f(-).").expect("it loads");
    let declared = Declared::of(&loaded).expect("good declarations");
    let most = |predicate: &str, until| {
        let pred = find(&loaded.program, predicate).expect("it is there");
        let entry = declared.entry(pred, None).expect("an entry");
        let asked = Asked { resource: Resource::Solutions, until, ..asked() };
        let used = bound_as_used(&declared, &entry, asked, &|_, _| true).expect("bounds");
        used.bounded.upper.expr().map(ToString::to_string)
    };
    assert_eq!(most("t/1", Until::First).as_deref(), Some("1"));
    assert_ne!(most("f/1", Until::First).as_deref(), Some("1"));
}

#[test]
fn predicates_without_arguments_and_directives_are_callers() {
    let called = |program: &str| {
        let (entry, why, _) = estimated(program, "len/2");
        (entry, why.unwrap_or_default())
    };
    let len = "len([],0). len([_|T],N) :- len(T,M), N is M+1.";
    let (entry, why) = called(&format!("main :- findall(X, member(X,[a,b]), L), len(L,_). {len}"));
    assert_eq!((entry.as_str(), why.as_str()), ("len(+list(atm),-)", "as main/0 calls it"));
    let (entry, why) = called(&format!("{len} :- initialization(len([1,2],_))."));
    assert_eq!((entry.as_str(), why.as_str()), ("len(+list(nat),-)", "as the directive len/2 calls it"));
}

#[test]
fn a_predicate_that_nothing_calls_is_called_as_its_clauses_use_it() {
    let used = |program: &str, predicate: &str| estimated(program, predicate);
    let (entry, why, report) = used("app([],L,L). app([X|Xs],Y,[X|Zs]) :- app(Xs,Y,Zs).", "app/3");
    assert_eq!(entry, "app(+,+,-)");
    assert_eq!(why.as_deref(), Some("as its clauses use it, and no entry leads to it"));
    assert!(report.upper_reason.is_none());
    let (entry, _, _) = used("in(X,[X|_]). in(X,[_|T]) :- in(X,T).", "in/2");
    assert_eq!(entry, "in(+,+)");
    let (entry, _, report) = used("up(I,N,[]) :- I > N. up(I,N,[I|L]) :- I =< N, J is I+1, up(J,N,L).", "up/3");
    assert_eq!(entry, "up(+,+,-)");
    assert_eq!(report.entry, "up(+int,+int,-)");
    assert!(report.upper_reason.is_none());
    let (entry, _, _) = used("len([],0). len([_|T],N) :- len(T,M), N is M+1.", "len/2");
    assert_eq!(entry, "len(+,-)");
    let rules = "e(V) --> t(T), r(T,V). r(A,V) --> \"+\", !, t(T), {B is A+T}, r(B,V). r(A,A) --> []. t(D) --> [D].";
    let (entry, _, report) = used(rules, "e/3");
    assert_eq!(entry, "e(-,+,-)");
    assert!(report.upper_reason.is_none());
    let words = ":- use_module(library(assoc)). count(Ws,A) :- empty_assoc(E), add(Ws,E,A). add([],A,A).
        add([W|Ws],A0,A) :- ( get_assoc(W,A0,N0) -> N is N0+1 ; N = 1 ), put_assoc(W,A0,N,A1), add(Ws,A1,A).";
    let (_, _, report) = used(words, "count/2");
    assert_eq!((report.entry.as_str(), report.upper_reason.is_none()), ("count(+list,-)", true));
    let (_, _, report) = used(words, "add/3");
    assert_eq!((report.entry.as_str(), report.upper_reason.is_none()), ("add(+list,+assoc,-)", true));
}

#[test]
fn calls_that_nothing_bounds_give_way_to_what_clauses_are_for() {
    let text = "main :- read(X), len(X, _). len([], 0). len([_|T], N) :- len(T, M), N is M + 1.";
    let (called, why, report) = estimated(text, "len/2");
    assert_eq!(
        (called.as_str(), bound_for(&report).as_str()),
        ("len(+,-)", "for argument 1 of type list only: taken from use")
    );
    let why = why.expect("somebody calls it");
    assert!(why.contains("nothing bounds len(?,-), as main/0 calls it"), "{why}");
    // Where something does, it is taken as it is called.
    let (_, why, _) = estimated(&text.replace("read(X)", "X = [a, b]"), "len/2");
    assert_eq!(why.as_deref(), Some("as main/0 calls it"));
    // Modes in which all calls fail are not what it is for.
    let (called, ..) =
        estimated("p(A, B) :- atom(A), !, B = A. p(A, B) :- nonvar(B), A = B. p(A, B) :- p(A, B).", "p/2");
    assert_ne!(called, "p(-,-)");
}

/// A term that is written in a call is an example.
#[test]
fn bounds_are_not_of_the_term_that_is_written_in_a_call() {
    let program = "main :- d(x*x+1, _), p(level). d(x,1) :- !. d(A+B,C+D) :- !, d(A,C), d(B,D). d(A*B,A*D+B*C) :- !, d(A,C), d(B,D).
        d(_,0). p(W) :- atom_chars(W,Cs), reverse(Cs,Cs).";
    let (entry, why, report) = estimated(program, "d/2");
    assert_eq!((entry.as_str(), why.as_deref()), ("d(+,-)", Some("as main/0 calls it")));
    assert!(report.upper_reason.is_none() && report.upper.is_some_and(|upper| upper.expr.contains('x')));
    let (_, _, report) = estimated(program, "p/1");
    assert!(report.upper_reason.is_none());
}
