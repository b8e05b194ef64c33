//! Compiled control constructs do what they mean: programs run on the machine, answers against answers on record.
#![allow(missing_docs)]

use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::machine::{Config, Exact, Machine, Solutions, consult};
use wam::read::{Source, read_term_from_str};
use wam::write::term_to_string;

/// The answers to `t(X)` in order, found by asking for the first answer that skips the ones before it: `t/1` and its
/// predicates are compiled with the text; answers are collected by counting.
fn first_answer_and_count(text: &str, goal: &str) -> (Option<String>, u64) {
    let atoms = Atoms::new();
    let mut program = Program::empty(atoms.clone());
    let report = consult(&Source::new("test.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, [], "{text}");
    let goal = read_term_from_str(goal, &atoms, &program.ops, &program.flags).expect("a goal");
    let functor = goal.terms.functor(goal.root).expect("callable");
    let pred = program.find(functor).expect("defined");
    let ops = program.ops.clone();
    let mut machine = Machine::new(program, Config::default()).expect("memory");
    let loaded = machine.load_goal(pred, &goal);
    let first = machine.run_goal::<Exact>(&loaded, Solutions::First);
    let first = match first {
        Ok(outcome) if outcome.solutions == 0 => None,
        Ok(_) => {
            let (terms, args) = machine.goal_arguments(&loaded);
            let texts: Vec<String> = args.iter().map(|&arg| term_to_string(&terms, arg, &atoms, &ops)).collect();
            Some(texts.join(" "))
        }
        Err(error) => Some(error.to_string()),
    };
    let all = machine.run_goal::<Exact>(&loaded, Solutions::All).map_or(0, |outcome| outcome.solutions);
    (first, all)
}

fn check(text: &str, goal: &str, first: &str, count: u64) {
    let found = first_answer_and_count(text, goal);
    let expected = (Some(first.to_owned()).filter(|first| first != "no"), count);
    assert_eq!(found, expected, "{goal} in {text}");
}

const LISTS: &str = "
    append([], L, L).
    append([H|T], L, [H|R]) :- append(T, L, R).
    member(X, [X|_]).
    member(X, [_|T]) :- member(X, T).
    nrev([], []).
    nrev([H|T], R) :- nrev(T, RT), append(RT, [H], R).
    p(1). p(2). p(3).
";

fn with_lists(text: &str, goal: &str, first: &str, count: u64) {
    check(&format!("{LISTS}{text}"), goal, first, count);
}

#[test]
fn the_usual_programs_run() {
    with_lists("", "append([1,2],[3],X)", "[1,2] [3] [1,2,3]", 1);
    with_lists("", "append(X,Y,[1,2])", "[] [1,2] [1,2]", 3);
    with_lists("", "nrev([1,2,3,4],X)", "[1,2,3,4] [4,3,2,1]", 1);
    let fib = "fib(0,0). fib(1,1). fib(N,F) :- N > 1, N1 is N-1, N2 is N-2, fib(N1,F1), fib(N2,F2), F is F1+F2.";
    check(fib, "fib(15,X)", "15 610", 1);
    let hanoi = "hanoi(1, A, _, C, [mv(A,C)]). hanoi(N, A, B, C, M) :- N > 1, N1 is N-1, hanoi(N1, A, C, B, M1),
        hanoi(N1, B, A, C, M2), append(M1, [mv(A,C)], T), append(T, M2, M).";
    with_lists(hanoi, "hanoi(2,a,b,c,X)", "2 a b c [mv(a,b),mv(a,c),mv(b,c)]", 1);
    with_lists(
        "diff([],_,[]). diff([X|Xs],Ys,Zs) :- member(X,Ys), !, diff(Xs,Ys,Zs). diff([X|Xs],Ys,[X|Zs]) :- diff(Xs,Ys,Zs).",
        "diff([a,b,c],[b],X)",
        "[a,b,c] [b] [a,c]",
        1,
    );
}

#[test]
fn branches_agree_where_they_meet() {
    let clip = "t(X, Y) :- ( X < 0 -> Z = 0 ; X > 9 -> Z = 9 ; Z = X ), u(Z, Y). u(Z, f(Z)).";
    check(clip, "t(-3, Y)", "-3 f(0)", 1);
    check(clip, "t(30, Y)", "30 f(9)", 1);
    check(clip, "t(5, Y)", "5 f(5)", 1);
    let late = "t(X, Y) :- ( X > 0 -> Y0 = a(Z) ; X < 0 -> Y0 = b(W, Z) ; true ), Y = g(Y0, W, Z), Z = 1, W = 2.";
    check(late, "t(1, Y)", "1 g(a(1),2,1)", 1);
    check(late, "t(-1, Y)", "-1 g(b(2,1),2,1)", 1);
    check(late, "t(0, Y)", "0 g(_0,2,1)", 1);
    let call = "t(X, Y) :- ( X > 0 -> u(Z) ; Z = b ), v(Z, Y). u(a). v(Z, f(Z)).";
    check(call, "t(1, Y)", "1 f(a)", 1);
    check(call, "t(0, Y)", "0 f(b)", 1);
    let swap = "t(A, B, Y) :- ( A > B -> X1 = B, X2 = A ; X1 = A, X2 = B ), u(X1, X2, Y). u(X, Y, X-Y).";
    check(swap, "t(5, 3, Y)", "5 3 3-5", 1);
    check(swap, "t(3, 5, Y)", "3 5 3-5", 1);
}

#[test]
fn conditions_commit_and_cuts_are_local() {
    with_lists("t(X) :- ( p(X), X > 1 -> true ; X = none ).", "t(X)", "2", 1);
    with_lists("t(X) :- ( p(X), X > 7 -> true ; X = none ).", "t(X)", "none", 1);
    with_lists("t(X) :- ( p(X) *-> true ; X = none ).", "t(X)", "1", 3);
    with_lists("t(X) :- ( p(X), X > 7 *-> true ; X = none ).", "t(X)", "none", 1);
    with_lists("t(X, Y) :- ( p(X) *-> p(Y) ; X = none ).", "t(X, Y)", "1 1", 9);
    with_lists("t(X, Y) :- p(X), ( p(Y), ! ; Y = 9 ).", "t(X, Y)", "1 1", 1);
    with_lists("t(X, Y) :- p(X), ( p(Y), ! -> true ; Y = 9 ).", "t(X, Y)", "1 1", 3);
    with_lists("t(X, Y) :- p(X), \\+ ( p(Y), !, Y > 1 ), Y = z.", "t(X, Y)", "1 z", 3);
    with_lists("t(X) :- p(X), X > 1, !. t(0).", "t(X)", "2", 1);
    with_lists("t(X) :- ( X = 1 ; X = 2 ; X = 3 ), X > 1.", "t(X)", "2", 2);
    with_lists("t(X) :- ( X = 1, ! ; X = 2 ). t(3).", "t(X)", "1", 1);
    with_lists("t(X) :- once(p(X)). t(Y) :- ignore((p(Y), Y > 2)), forall(p(X), X < 4).", "t(X)", "1", 2);
    with_lists("t(X) :- forall(p(Y), Y < 3), X = 1. t(2) :- forall(p(Y), (Y > 0, Y < 4)).", "t(X)", "2", 1);
    with_lists("t(X) :- \\+ \\+ X = 1, X = 2.", "t(X)", "2", 1);
}

#[test]
fn disjunctions_in_clauses_keep_what_lives_across_them() {
    with_lists("t(X, R) :- p(A), ( X = A ; p(B), X = A-B ), R = f(A, X).", "t(X, R)", "1 f(1,1)", 12);
    with_lists("t(X, Y) :- ( p(X), p(Y) ; Y = X, p(X) ; p(Y) ), X = Y.", "t(X, Y)", "1 1", 9);
    with_lists("t(X) :- A = f(B), ( B = 1 ; p(B) ; B = A2, A2 = 7 ), X = A.", "t(X)", "f(1)", 5);
    with_lists(
        "t(X) :- ( p(A), ( A > 1 -> B = A ; B = 10 ) ; A = 0, B = 5 ), C is A + B, X = [A, B, C].",
        "t(X)",
        "[1,10,11]",
        4,
    );
}

#[test]
fn arithmetic_is_left_to_right_and_exact() {
    check("t(X, Y) :- Y is (X * 3 - 4) // 2 + X mod 3 - -1.", "t(7, Y)", "7 10", 1);
    check("t(X, Y) :- X1 is X + 1, X2 is X1 * X1, Y is max(X2, 3) - X.", "t(2, Y)", "2 7", 1);
    check("t(X) :- 5 is 2 + 3, X is 7, 7 is X.", "t(X)", "7", 1);
    check("t(X, Y) :- Y = X + 1, 3 =:= Y, Y > 2, Y >= 3, 4 > Y, Y =< 3.", "t(2, Y)", "2 2+1", 1);
    check("t(X) :- X is truncate(pi * 100).", "t(X)", "314", 1);
    check("t(X) :- Y = 2, X is Y.", "t(X)", "2", 1);
}

#[test]
fn selection_finds_the_same_clauses_for_bound_and_unbound() {
    let mixed = "m(a,1). m(X,2) :- atom(X). m([],3). m([_|_],4). m(f(_),5). m(g(_),6). m(f(_),7). m(1.5,8).
        m(X,9) :- integer(X). m(X,10) :- compound(X). m(X,11) :- var(X). t(X, Y) :- m(X, Y).";
    check(mixed, "m(a, Y)", "a 1", 2);
    check(mixed, "m([], Y)", "[] 2", 2);
    check(mixed, "m(b, Y)", "b 2", 1);
    check(mixed, "m(5, Y)", "5 9", 1);
    check(mixed, "m(1.5, Y)", "1.5 8", 1);
    check(mixed, "m(2.5, Y)", "no", 0);
    check(mixed, "m([1], Y)", "[1] 4", 2);
    check(mixed, "m(f(1), Y)", "f(1) 5", 3);
    check(mixed, "m(h(1), Y)", "h(1) 10", 1);
    check(mixed, "m(X, Y)", "a 1", 8);
    let sign = "s(N, neg) :- N < 0, !. s(0, zero) :- !. s(_, pos).";
    check(sign, "s(0, Y)", "0 zero", 1);
    check(sign, "s(-1, Y)", "-1 neg", 1);
    check(sign, "s(3, Y)", "3 pos", 1);
    check(sign, "s(0, pos)", "0 pos", 1);
}

#[test]
fn large_terms_need_few_registers() {
    let list: Vec<String> = (0..20_000).map(|i| format!("k({i})")).collect();
    let list = format!("[{}]", list.join(","));
    let text = format!("t(X) :- u({list}, X). u([_, X|_], X). f({list}).  g(X) :- h(X, Y), f(Y). h(1, {list}).");
    check(&text, "t(X)", "k(1)", 1);
    check(&text, "g(X)", "1", 1);
    let tower = format!("{}0{}", "s(".repeat(20_000), ")".repeat(20_000));
    check(&format!("t(X) :- u({tower}, X). u(s(s(s(_))), 1)."), "t(X)", "1", 1);
    let sum = vec!["1"; 20_000].join("+");
    check(&format!("t(X) :- X = ({sum}). u({sum})."), "u(1)", "no", 0);
    check(&format!("t(X) :- X is {sum}."), "t(X)", "20000", 1);
}
