//! Skeletons with effects: facts asserted, looked up and retracted (each run leaves none), balls thrown and caught at
//! depths, errors of builtins, arithmetic outside small integers.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("dynamic facts", 4, dynamic_facts),
    ("remembered results", 3, remembered_results),
    ("balls", 4, balls),
    ("errors", 3, errors),
    ("wide numbers", 4, wide_numbers),
    ("counters", 4, counters),
];

/// Counts, queues and tables in facts.
fn dynamic_facts(w: &mut Writer) -> String {
    let text = w.pick(&[
        // Adds all, uses all, and removes all.
        "#do(L, Out) :- #add(L), findall(X-Y, #f(X, Y), Out).\n#add([]).\n#add([X|L]) :- K is X mod 17, assertz(#f(K, X)), #add(L).",
        "#do(L, Out) :- forall(member(X, L), assertz(#f(X, y))), aggregate_all(count, #f(_, _), Out).",
        "#do(L, Out) :- #add(L, 0), #sum(L, 0, Out).\n#add([], _).\n#add([X|L], N) :- asserta(#f(X, N)), M is N + 1, #add(L, M).\n\
         #sum([], S, S).\n#sum([X|L], S, T) :- ( #f(X, N) -> U is S + N ; U = S ), #sum(L, U, T).",
        // A count.
        "#do(L, Out) :- assertz(#f(n, 0)), #count(L), #f(n, Out).\n#count([]).\n#count([X|L]) :- ( X mod 3 =:= 0 -> retract(#f(n, N)), M is N + 1, assertz(#f(n, M)) ; true ), #count(L).",
        "#do(L, Out) :- maplist(#bump, L), findall(K-N, #f(K, N), Out).\n#bump(X) :- K is X mod 7, ( retract(#f(K, N)) -> M is N + 1 ; M = 1 ), assertz(#f(K, M)).",
        // A queue.
        "#do(L, Out) :- maplist(#in, L), #drain(0, Out).\n#in(X) :- assertz(#f(q, X)).\n#drain(S, Out) :- ( retract(#f(q, X)) -> T is S + X, ( X > 60 -> Y is X // 2, #in(Y) ; true ), #drain(T, Out) ; Out = S ).",
        // A stack.
        "#do(L, Out) :- #each(L), #pop(Out).\n#each([]).\n#each([X|L]) :- ( X mod 4 =:= 0, retract(#f(s, _)) -> true ; asserta(#f(s, X)) ), #each(L).\n#pop(L) :- ( retract(#f(s, X)) -> L = [X|M], #pop(M) ; L = [] ).",
        // What was seen.
        "#do(L, Out) :- #new(L, 0, Out).\n#new([], N, N).\n#new([X|L], N, M) :- ( #f(X, _) -> O = N ; assertz(#f(X, seen)), O is N + 1 ), #new(L, O, M).",
        "#do(L, Out) :- exclude(#seen, L, Out).\n#seen(X) :- #f(X, _), !.\n#seen(X) :- assertz(#f(X, t(X, [X]))), fail.",
        // Rules.
        "#do(L, Out) :- assertz((#f(X, Y) :- Y is X * 2 + 1)), assertz((#f(X, Y) :- X > 50, Y = big(X))), maplist(#ask, L, Out).\n#ask(X, Ys) :- findall(Y, #f(X, Y), Ys).",
        "#do(L, Out) :- length(L, N), assertz(#f(0, N)), ( member(X, L), retract(#f(0, M)), K is M + X, assertz(#f(0, K)), fail ; #f(0, Out) ).",
        // Terms as values.
        "#do(L, Out) :- #parts(L, 0, N), ( N > 0 -> findall(V, ( between(1, N, K), #f(K, V) ), Out) ; Out = [] ).\n#parts([X,Y|L], N, M) :- !, K is N + 1, assertz(#f(K, p(X, [Y,X], f(Y)))), #parts(L, K, M).\n#parts(_, N, N).",
        "#do(L, Out) :- maplist(#put, L), ( clause(#f(A, _), true), A > 30 -> Out = A ; Out = none ).\n#put(X) :- assertz(#f(X, x)).",
    ]);
    w.tidy(":- dynamic(#f/2).\n#top(L, Out) :- retractall(#f(_, _)), #do(L, Out), retractall(#f(_, _)).", &[]);
    w.tidy(text, &[]);
    let length = w.size(4, 25);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#top({list}, Out)", &[("list", &list)])
}

/// Recursions that look up what they have found before.
fn remembered_results(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#r(N, R) :- #f(N, R), !.\n#r(N, N) :- N < 2, !.\n#r(N, R) :- A is N - 1, B is N - 2, #r(A, P), #r(B, Q), R is (P + Q) mod 10007, assertz(#f(N, R)).",
        "#r(N, R) :- ( #f(N, S) -> R = S ; #new(N, R), assertz(#f(N, R)) ).\n#new(N, R) :- ( N =< 1 -> R = 0 ; N mod 2 =:= 0 -> M is N // 2, #r(M, S), R is S + 1 ; M is N - 1, #r(M, S), R is S + 1 ).",
        "#r(N, R) :- #f(N, R), !.\n#r(N, R) :- #work(N, R), asserta(#f(N, R)).\n#work(0, []) :- !.\n#work(N, [N|R]) :- M is N * 2 // 3, #r(M, R).",
        "#r(N, R) :- catch(#known(N, R), none, ( R is N * 3 mod 31, assertz(#f(N, R)) )).\n#known(N, R) :- ( #f(N, R) -> true ; throw(none) ).",
        "#r(N, R) :- #f(N, R), !.\n#r(N, R) :- findall(D, ( between(1, 6, D), N mod D =:= 0 ), Ds), sum_list(Ds, R), assertz(#f(N, R)).",
    ]);
    w.tidy(":- dynamic(#f/2).\n#top(L, Out) :- #each(L, Out), retractall(#f(_, _)).", &[]);
    w.tidy(text, &[]);
    let each = w.pick(&[
        "#each([], []).\n#each([X|Xs], [R|Rs]) :- #r(X, R), #each(Xs, Rs).",
        "#each(Xs, Out) :- foldl(#add, Xs, 0, Out).\n#add(X, N, M) :- #r(X, _), M is N + 1.",
        "#each(Xs, Rs) :- maplist(#r, Xs, Rs).",
    ]);
    w.tidy(each, &[]);
    let (length, most) = (w.size(3, 15), w.number(8, 40));
    let numbers: Vec<usize> = (0..length).map(|_| w.number(0, most)).collect();
    w.fill("#top({list}, Out)", &[("list", &data::list_of(numbers))])
}

/// Thrown through depths, caught or passed on, cleaned up behind; or never thrown.
fn balls(w: &mut Writer) -> String {
    let limit = w.number(2, 7).to_string();
    let text = w.pick(&[
        // Out of a recursion.
        "#try(X, R) :- N is X mod 20, catch(#down(N), found(R), true), !.\n#try(_, none).\n#down(0) :- throw(found(zero)).\n#down(N) :- M is N - 1, #down(M).",
        "#try(X, R) :- N is X mod 15, catch(#down(N, R), E, R = caught(E)).\n#down(N, R) :- ( N < {m} -> throw(low(N)) ; N =:= {m} -> R = done ; M is N - 1, #down(M, S), R = s(S) ).",
        "#try(X, R) :- N is X mod 9, catch(#nest(N), out(R), true).\n#nest(0) :- throw(out(0)).\n#nest(N) :- M is N - 1, catch(#nest(M), in(_), true).",
        // Passed on.
        "#try(X, R) :- N is X mod 6, catch(#pass(N), E, arg(1, E, R)).\n#pass(0) :- throw(a(0)).\n#pass(N) :- M is N - 1, catch(#pass(M), E, #again(E)).\n#again(a(K)) :- J is K + 1, ( J > 2 -> throw(b(J)) ; throw(a(J)) ).\n#again(b(K)) :- throw(b(K)).",
        // Never thrown.
        "#try(X, R) :- catch(R is X * 2, _, R = none).",
        "#try(X, R) :- catch(member(R, [X,2,3]), _, true), R > {m}, !.\n#try(_, small).",
        "#try(X, R) :- catch(#work(X, 0, R), too_large, R = many).\n#work(X, N, R) :- ( X =< 1 -> R = N ; N > {m} -> throw(too_large) ; Y is X // 2, M is N + 1, #work(Y, M, R) ).",
        // As a way to leave a loop.
        "#try(X, R) :- catch(( member(Y, [9,8,7,6,5,4,3,2]), 0 is X mod Y, throw(by(Y)) ; true ), by(R), true), ( var(R) -> R = prime ; true ).",
        "#try(X, R) :- catch(forall(between(1, {m}, I), #check(X, I)), bad(I), true), ( integer(I) -> R = I ; R = fine ).\n#check(X, I) :- ( X mod (I + 3) =:= 1 -> throw(bad(I)) ; true ).",
        // With cleaning up.
        "#try(X, R) :- setup_call_cleanup(Y = X, Z is Y + 1, true), R = Z.",
        "#try(X, R) :- catch(setup_call_cleanup(true, #odd(X), true), odd, true), R = X.\n#odd(X) :- ( X mod 2 =:= 1 -> throw(odd) ; true ).",
        "#try(X, R) :- catch(call_cleanup(#odd(X), true), E, true), ( var(E) -> R = X ; R = E ).\n#odd(X) :- X mod 2 =:= 0.\n#odd(X) :- X > 5, throw(odd(X)).\n#odd(_).",
        // With large balls.
        "#try(X, R) :- catch(#carry(X, []), ball(L), length(L, R)).\n#carry(X, L) :- length(L, N), ( N >= {m} -> throw(ball(L)) ; #carry(X, [f(X, N)|L]) ).",
    ]);
    w.tidy(&text.replace("{m}", &limit), &[]);
    let each = w.pick(&[
        "#each([], []).\n#each([X|Xs], [R|Rs]) :- #try(X, R), #each(Xs, Rs).",
        "#each(Xs, Rs) :- maplist(#try, Xs, Rs).",
        "#each(Xs, Rs) :- findall(R, ( member(X, Xs), #try(X, R) ), Rs).",
        "#each(Xs, Out) :- catch(#all(Xs, 0, Out), stop(Out), true).\n#all([], N, N).\n#all([X|Xs], N, Out) :- #try(X, R), ( R == 777 -> throw(stop(N)) ; M is N + 1, #all(Xs, M, Out) ).",
    ]);
    w.tidy(each, &[]);
    let length = w.size(4, 25);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#each({list}, Out)", &[("list", &list)])
}

/// Errors that builtins raise, caught near or far.
fn errors(w: &mut Writer) -> String {
    let goal = w.pick(&[
        "R is X + a",
        "R is X / (X mod 3)",
        "R is X // (X mod 2)",
        "atom_length(X, R)",
        "( X mod 2 =:= 0 -> R = X ; R is _ + 1 )",
        "arg(X, X, R)",
        "functor(R, _, X)",
        "( X > 40 -> atom_codes(_, R) ; atom_codes(X, R) )",
        "#unknown(X, R)",
        "number_codes(R, [0'1, X, 0'x])",
        "( X > 30 -> call(X) ; R = X )",
        "succ(R, 0)",
        "must_be(positive_integer, X), R = X",
        "atom_number(A, X), atom_length(A, R)",
        "( length(R, X), X < 0 -> true ; R = short )",
        "type_error(thing, X)",
    ]);
    let goal = if goal.starts_with("( length") { "( X > 30 -> length(a, R) ; R = X )" } else { goal };
    if goal.contains("#unknown") {
        w.tidy("#unknown(X, R) :- ( X mod 2 =:= 0 -> R = X ; existence_error(item, X) ).", &[]);
    }
    let text = w.pick(&[
        "#try(X, R) :- catch(({g}), error(E, _), R = E).",
        "#try(X, R) :- catch(({g}), _, R = none).",
        "#try(X, R) :- catch(#go(X, R), error(E, _), #told(E, R)).\n#go(X, R) :- {g}.\n#told(type_error(T, _), T) :- !.\n#told(E, R) :- ( E = evaluation_error(V) -> R = V ; functor(E, R, _) ).",
        "#try(X, R) :- catch(#deep(4, X, R), error(E, _), R = E).\n#deep(0, X, R) :- !, {g}.\n#deep(N, X, s(R)) :- M is N - 1, #deep(M, X, R).",
        "#try(X, R) :- catch(catch(({g}), mine(_), true), error(_, _), R = far).",
        "#try(X, R) :- catch(#go(X, R), E, true), ( nonvar(E) -> R = failed ; true ).\n#go(X, R) :- {g}.",
    ]);
    w.tidy(text, &[("g", goal)]);
    let each = w.pick(&[
        "#each([], []).\n#each([X|Xs], [R|Rs]) :- ( #try(X, R) -> true ; R = no ), #each(Xs, Rs).",
        "#each(Xs, Rs) :- findall(R, ( member(X, Xs), #try(X, R) ), Rs).",
        "#each([], 0).\n#each([X|Xs], N) :- ( #try(X, _) -> K = 1 ; K = 0 ), #each(Xs, M), N is M + K.",
    ]);
    w.tidy(each, &[]);
    let length = w.size(3, 15);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#each({list}, Out)", &[("list", &list)])
}

/// Arithmetic with integers beyond the small ones, fractions in floats, bits and digits, as far as values stay bounded.
fn wide_numbers(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#f(X, A, B) :- B is (A * 6364136223846793005 + X) mod 18446744073709551616.",
        "#f(X, A, B) :- B is (A * 31 + X) mod 1000000000000000000039.",
        "#f(X, A, B) :- C is A + X * 1000000000000, ( C > 1000000000000000000000 -> B is C - 1000000000000000000000 ; B = C ).",
        "#f(X, A, B) :- C is A * (X + 2), ( C > 10 ** 40 -> B is C // 10 ** 38 ; B = C ).",
        "#f(X, A, B) :- C is A xor (X << 7), B is (C >> 3) /\\ 1048575.",
        "#f(X, A, B) :- B is (A << 5) xor (A >> 2) xor X /\\ 65535, B >= 0, !.\n#f(_, _, 1).",
        "#f(X, A, B) :- B is A * 0.5 + X.",
        "#f(X, A, B) :- C is sqrt(X + 1.0), ( C > A -> B = C ; B is (A + C) / 2 ).",
        "#f(X, A, B) :- B is truncate(A * 0.75) + X mod 7.",
        "#f(X, A, B) :- C is A + sin(X) * 10.0, B is max(C, 0.0).",
        "#f(X, A, B) :- B is A + gcd(X + 6, 12).",
        "#f(X, A, B) :- ( A =:= 0 -> B = X ; B is (A rem (X + 1)) + msb(X + 1) ).",
        "#f(X, A, B) :- B is X / 4 + A * 1.0e-3.",
        "#f(X, A, B) :- C is X * X - 5 * X, B is A + sign(C) * (abs(C) mod 11).",
        "#f(X, A, B) :- B is integer(A * 1.25) mod 1000 + round(X / 3.0).",
        "#f(X, A, B) :- C is 2 ** (X mod 80), B is (A + C) mod 1000000007.",
        "#f(X, A, B) :- C is X + 1.0, ( C =:= X + 1 -> B is A + 1 ; B = A ).",
        "#f(X, A, B) :- C is A mod 1000 + X, D is C * C * C * C * C * C, B is D mod 9973.",
        "#f(X, A, B) :- B is cot(0.5 + (X mod 2)) + exp(-A * A).",
        "#f(X, A, B) :- C is X * 1.0, D is truncate(C), ( D =:= X -> B is (A + D) /\\ 255 ; B = A ).",
    ]);
    w.tidy(text, &[]);
    let all = w.pick(&[
        "#all([], A, A).\n#all([X|L], A, Out) :- #f(X, A, B), #all(L, B, Out).",
        "#all(L, A, Out) :- foldl(#f, L, A, Out).",
        "#all(L, A, Out) :- findall(B, ( member(X, L), #f(X, A, B) ), Out).",
        "#all([], _, []).\n#all([X|L], A, [B|Out]) :- #f(X, A, B), #all(L, B, Out).",
        "#all([], A, A).\n#all([X|L], A, Out) :- #f(X, A, B), ( B > 500 -> C = B ; C is B + 1 ), #all(L, C, Out).",
        "#all([], A, A).\n#all([X|L], A, Out) :- #all(L, A, B), #f(X, B, Out).",
    ]);
    w.tidy(all, &[]);
    let length = w.size(6, 40);
    let list = data::number_list(&mut w.rng, length);
    let start = if text.contains('.') && text.contains("0.") { "1.5" } else { "3" };
    w.fill("#all({list}, {start}, Out)", &[("list", &list), ("start", start)])
}

/// Loops that count with `succ/2`, `plus/3`, `between/3`, `length/2`, arguments changed in place.
fn counters(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#go(0, S, S) :- !.\n#go(N, S, Out) :- succ(M, N), succ(S, T), #go(M, T, Out).",
        "#go(N, S, Out) :- ( N =:= 0 -> Out = S ; plus(M, 1, N), plus(S, N, T), #go(M, T, Out) ).",
        "#go(N, S, Out) :- C = c(S), ( between(1, N, I), arg(1, C, A), B is A + I mod 3, nb_setarg(1, C, B), fail ; arg(1, C, Out) ).",
        "#go(N, S, Out) :- C = c(S), #down(N, C), arg(1, C, Out).\n#down(0, _) :- !.\n#down(N, C) :- arg(1, C, A), B is A + 1, setarg(1, C, B), M is N - 1, #down(M, C).",
        "#go(N, S, Out) :- length(L, N), #number(L, S), sum_list(L, Out).\n#number([], _).\n#number([X|L], X) :- succ(X, Y), #number(L, Y).",
        "#go(N, S, Out) :- numlist(0, N, L), foldl(plus, L, S, Out).",
        "#go(N, _, Out) :- functor(A, a, N), #fill(N, A), #sum(N, A, 0, Out).\n#fill(0, _) :- !.\n#fill(I, A) :- arg(I, A, X), X is I * I mod 7, J is I - 1, #fill(J, A).\n\
         #sum(I, A, S, Out) :- ( I =:= 0 -> Out = S ; arg(I, A, X), T is S + X, J is I - 1, #sum(J, A, T, Out) ).",
        "#go(N, _, Out) :- length(L, N), maplist(=(0), L), A =.. [a|L], #sieve(2, N, A), findall(I, ( between(2, N, I), arg(I, A, 0) ), Out).\n\
         #sieve(P, N, _) :- P * P > N, !.\n#sieve(P, N, A) :- ( arg(P, A, 0) -> Q is P * P, #strike(Q, P, N, A) ; true ), R is P + 1, #sieve(R, N, A).\n\
         #strike(Q, _, N, _) :- Q > N, !.\n#strike(Q, P, N, A) :- setarg(Q, A, 1), R is Q + P, #strike(R, P, N, A).",
        "#go(N, S, Out) :- nb_setval(#n, S), forall(between(1, N, _), ( nb_getval(#n, A), succ(A, B), nb_setval(#n, B) )), nb_getval(#n, Out).",
        "#go(N, S, Out) :- b_setval(#n, S), #each(N), b_getval(#n, Out).\n#each(0) :- !.\n#each(N) :- b_getval(#n, A), B is A + N, b_setval(#n, B), M is N - 1, #each(M).",
        "#go(N, S, Out) :- aggregate_all(count, ( between(1, N, I), I mod 3 =\\= 1 ), K), plus(S, K, Out).",
        "#go(N, S, Out) :- findall(I, between(1, N, I), L), last(L, M), length(L, K), Out is M + K + S.",
        "#go(N, S, Out) :- once(( between(0, inf, I), I + S >= N )), Out = I.",
        "#go(N, S, Out) :- ( repeat, flag(#n, A, A + 1), A >= N -> flag(#n, _, 0), Out = S ; true ).",
    ]);
    w.tidy(text, &[]);
    let outer = w.pick(&[
        "#top([], []).\n#top([N|Ns], [R|Rs]) :- #go(N, 0, R), #top(Ns, Rs).",
        "#top(Ns, Rs) :- findall(R, ( member(N, Ns), #go(N, 1, R) ), Rs).",
        "#top(Ns, Out) :- foldl(#one, Ns, 0, Out).\n#one(N, S, T) :- #go(N, 0, _), T is S + N.",
    ]);
    w.tidy(outer, &[]);
    let count = w.number(1, 4);
    let sizes: Vec<usize> = (0..count).map(|_| w.size(6, 40)).collect();
    w.fill("#top({sizes}, Out)", &[("sizes", &data::list_of(sizes))])
}
