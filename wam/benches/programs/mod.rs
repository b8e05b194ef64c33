//! The programs of the benchmarks, and how they are loaded.

use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::machine::{Config, Dispatch, Goal, Machine, consult};
use wam::read::{Source, read_term_from_str};

/// Name, goal, program.
pub const PROGRAMS: &[(&str, &str, &str)] = &[
    (
        "nrev30",
        "nrev([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30], R)",
        "app([], L, L).
         app([X|Xs], L, [X|Zs]) :- app(Xs, L, Zs).
         nrev([], []).
         nrev([X|Xs], R) :- nrev(Xs, R0), app(R0, [X], R).",
    ),
    (
        "tak",
        "tak(18, 12, 6, A)",
        "tak(X, Y, Z, A) :- X =< Y, !, Z = A.
         tak(X, Y, Z, A) :- X1 is X - 1, Y1 is Y - 1, Z1 is Z - 1,
             tak(X1, Y, Z, A1), tak(Y1, Z, X, A2), tak(Z1, X, Y, A3), tak(A1, A2, A3, A).",
    ),
    (
        "queens8",
        "queens([1,2,3,4,5,6,7,8], Qs)",
        "queens(L, Qs) :- perm(L, Qs), safe(Qs).
         perm([], []).
         perm(L, [X|Xs]) :- sel(X, L, R), perm(R, Xs).
         sel(X, [X|Xs], Xs).
         sel(X, [Y|Ys], [Y|Zs]) :- sel(X, Ys, Zs).
         safe([]).
         safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
         no_attack(_, [], _).
         no_attack(Q, [Q1|Qs], D) :- Q =\\= Q1 + D, Q =\\= Q1 - D, D1 is D + 1, no_attack(Q, Qs, D1).",
    ),
    (
        "fib18",
        "fib(18, F)",
        "fib(0, 0). fib(1, 1).
         fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y.",
    ),
    (
        "deriv",
        "ops(100)",
        "ops(0) :- !.
         ops(N) :- d(((x+1)*((x^2+2)*(x^3+3)))/(x*log(x)), x, _), M is N - 1, ops(M).
         d(U+V, X, DU+DV) :- !, d(U, X, DU), d(V, X, DV).
         d(U-V, X, DU-DV) :- !, d(U, X, DU), d(V, X, DV).
         d(U*V, X, DU*V+U*DV) :- !, d(U, X, DU), d(V, X, DV).
         d(U/V, X, (DU*V-U*DV)/(^(V,2))) :- !, d(U, X, DU), d(V, X, DV).
         d(^(U,N), X, DU*N*(^(U,N1))) :- !, integer(N), N1 is N-1, d(U, X, DU).
         d(-U, X, -DU) :- !, d(U, X, DU).
         d(exp(U), X, exp(U)*DU) :- !, d(U, X, DU).
         d(log(U), X, DU/U) :- !, d(U, X, DU).
         d(X, X, 1) :- !.
         d(_, _, 0).",
    ),
    (
        "qsort50",
        "qs([27,74,17,33,94,18,46,83,65,2,32,53,28,85,99,47,28,82,6,11,55,29,39,81,90,37,10,0,66,51,7,21,85,27,31,63,75,4,95,99,11,28,61,74,18,92,40,53,59,8], S, [])",
        "qs([], R, R).
         qs([X|L], R, R0) :- part(L, X, L1, L2), qs(L2, R1, R0), qs(L1, R, [X|R1]).
         part([], _, [], []).
         part([X|L], Y, [X|L1], L2) :- X =< Y, !, part(L, Y, L1, L2).
         part([X|L], Y, L1, [X|L2]) :- part(L, Y, L1, L2).",
    ),
    (
        "maplist",
        "go(1000)",
        "go(N) :- numlist(1, N, L), maplist(inc, L, M), foldl(add, M, 0, _).
         inc(X, Y) :- Y is X + 1.
         add(X, S0, S) :- S is S0 + X.",
    ),
    ("findall", "go(300)", "go(N) :- findall(X-Y, (between(1, N, X), Y is X * X, Y mod 3 =:= 1), L), length(L, _)."),
    (
        "assert",
        "go(100)",
        "go(N) :- retractall(f(_, _)), fill(N), sum(N, 0, _).
         fill(0) :- !.
         fill(N) :- assertz(f(N, N)), M is N - 1, fill(M).
         sum(0, S, S) :- !.
         sum(N, S0, S) :- f(N, V), S1 is S0 + V, M is N - 1, sum(M, S1, S).",
    ),
];

/// A machine with a program and its goal.
pub fn load(goal: &str, text: &str, dispatch: Dispatch) -> (Box<Machine>, Goal) {
    let atoms = Atoms::new();
    let mut program = wam::library::program(atoms.clone());
    let report = consult(&Source::new("bench.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, []);
    let goal = read_term_from_str(goal, &atoms, &program.ops, &program.flags).expect("a goal");
    let functor = goal.terms.functor(goal.root).expect("callable");
    let pred = program.find(functor).expect("defined");
    let mut machine = Machine::new(program, Config { dispatch, ..Config::default() }).expect("memory");
    machine.touch(4 << 20);
    let goal = machine.load_goal(pred, &goal);
    (machine, goal)
}
