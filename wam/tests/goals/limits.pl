% Limits of goals: time, inferences, depth. Results are SWI-Prolog's where its calls are ours.
len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.
walk([]).
walk([_|T]) :- walk(T).
% A list of so many elements that ends in itself. Two of other lengths differ, if they do, in one of as many pairs as the product.
ring(N, L) :- length(L0, N), maplist(=(a), L0), append(L0, L, L).
of_rings(G) :- ring(30011, X), ring(29989, Y), call_with_time_limit(0.1, call(G, X, Y)).
sorted(X, Y) :- msort([X, Y], _).
apart(X, Y) :- \+ f(X, a) = f(Y, b).

loop :- loop.
down(0).
down(N) :- N > 0, M is N - 1, down(M).
a :- b.
b :- c.
c.
either :- down(50).
either.
choose(X) :- member(X, [1, 2, 3]).
stubborn :- catch(loop, _, true), stubborn.
waste(X) :- Y = f(X), waste(Y).

% Depth: last calls count as others do; call/N is no level of its own.
%? call_with_depth_limit(true, 10, R) => R = 1
% What cleans up after an exception is not within the depth of the goal that raised it.
%? catch(call_with_time_limit(0.05, (repeat, call_with_depth_limit(fail, 1, no))), E, true) => E = time_limit_exceeded
%? call_with_depth_limit(c, 10, R) => R = 1
%? call_with_depth_limit(a, 10, R) => R = 3
%? call_with_depth_limit(a, 3, R) => R = 3
%? call_with_depth_limit(a, 2, R) => R = depth_limit_exceeded
%? call_with_depth_limit(a, 0, R) => R = depth_limit_exceeded
%? call_with_depth_limit(len([x, y, z], L), 10, R) => L = 3, R = 4
%? call_with_depth_limit(walk([x, y, z]), 10, R) => R = 4
%? call_with_depth_limit(loop, 10, R) => R = depth_limit_exceeded
%? call_with_depth_limit(fail, 10, R) => no
%? call_with_depth_limit((b, c), 10, R) => R = 3
%? call_with_depth_limit(call(call(a)), 10, R) => R = 3
% What is too deep fails; another way may be found.
%? call_with_depth_limit(either, 10, R) => R = 11
%? call_with_depth_limit(choose(X), 10, R) => X = 1, R = 3 ; X = 2, R = 4 ; X = 3, R = 5
%? call_with_depth_limit(choose(X), 10, R), X > 1, ! => X = 2, R = 4
%? call_with_depth_limit(choose(X), 10, _), call_with_depth_limit(a, 3, R), X > 1 => X = 2, R = 3 ; X = 3, R = 3
%? call_with_depth_limit(down(100000), 200000, R) => R = 100001
%? call_with_depth_limit(call_with_depth_limit(a, 2, S), 20, _) => S = depth_limit_exceeded
%? call_with_depth_limit(call_with_depth_limit(a, 5, _), 3, R) => R = depth_limit_exceeded
%? catch(call_with_depth_limit(throw(x), 5, _), x, true), call_with_depth_limit(down(10), 20, R) => R = 11
%? call_with_depth_limit(catch(down(10), _, true), 30, R), R > 10, R < 15 => R = 12
%? call_with_depth_limit((garbage_collect, down(5), garbage_collect, down(5)), 30, R), R < 10 => R = 7
%? call_with_depth_limit(a, -1, _) => error(domain_error(not_less_than_zero,-1))
%? call_with_depth_limit(a, x, _) => error(type_error(integer,x))
%? call_with_depth_limit(a, _, _) => error(instantiation_error)

% Inferences.
%? call_with_inference_limit(true, 100, R) => R = !
%? call_with_inference_limit(loop, 100, R) => R = inference_limit_exceeded
%? call_with_inference_limit(true, 0, R) => R = inference_limit_exceeded
%? call_with_inference_limit(fail, 100, R) => no
%? call_with_inference_limit(throw(x), 100, R) => ball(x)
%? call_with_inference_limit(choose(X), 100, R) => X = 1, R = true ; X = 2, R = true ; X = 3, R = !
%? call_with_inference_limit(down(1000), 100, !) => no
%? call_with_inference_limit(down(1000), 10000, R) => R = !
% What was used before an exit counts when the goal is redone.
%? call_with_inference_limit((choose(X), down(40)), 100, R) => X = 1, R = true ; X = 2, R = true ; R = inference_limit_exceeded
%? call_with_inference_limit(choose(X), 100, _), down(1000), X > 1 => X = 2 ; X = 3
% The inner limit, the outer limit, and a goal that catches all.
%? call_with_inference_limit(call_with_inference_limit(loop, 100, R), 1000, S) => R = inference_limit_exceeded, S = !
%? call_with_inference_limit(call_with_inference_limit(loop, 1000, R), 100, S) => S = inference_limit_exceeded
%? call_with_inference_limit(stubborn, 1000, R) => R = inference_limit_exceeded
%? call_with_inference_limit(true, -1, _) => error(domain_error(not_less_than_zero,-1))
%? call_with_inference_limit(true, a, _) => error(type_error(integer,a))
%? call_with_inference_limit(true, _, _) => error(instantiation_error)
%? call_with_inference_limit(true, 100000000000000000000000000, R) => R = !
%? call_with_inference_limit(call_with_depth_limit(loop, 100000000, R), 100000, S) => S = inference_limit_exceeded
%? call_with_depth_limit(call_with_inference_limit(loop, 100000000, R), 1000, S) => S = depth_limit_exceeded

% Time.
%? call_with_time_limit(0.02, loop) => ball(time_limit_exceeded)
%? call_with_time_limit(0.02, loop, it) => ball(time_limit_exceeded(it))
%? catch(call_with_time_limit(0.02, waste(1)), time_limit_exceeded, true) => true
%? catch(call_with_time_limit(0.02, (repeat, fail)), time_limit_exceeded, true) => true
%? of_rings(==) => ball(time_limit_exceeded)
%? of_rings(@<) => ball(time_limit_exceeded)
%? of_rings(compare(_)) => ball(time_limit_exceeded)
%? of_rings(sorted) => ball(time_limit_exceeded)
%? of_rings(=) => true
%? of_rings(apart) => true
%? call_with_time_limit(10, choose(X)) => X = 1
%? call_with_time_limit(10, fail) => no
%? call_with_time_limit(0, true) => ball(time_limit_exceeded)
%? call_with_time_limit(-1, true) => ball(time_limit_exceeded)
%? call_with_time_limit(1.0Inf, c) => true
%? call_with_time_limit(a, true) => error(type_error(number,a))
%? call_with_time_limit(_, true) => error(instantiation_error)
%? catch(call_with_time_limit(10, catch(call_with_time_limit(0.02, loop), time_limit_exceeded, X = inner)), _, X = outer) => X = inner
%? catch(call_with_time_limit(0.02, (call_with_time_limit(10, loop), true)), time_limit_exceeded, X = outer) => X = outer
%? catch(call_with_time_limit(0.02, loop), time_limit_exceeded, true), down(100000) => true
%? catch(call_with_time_limit(0.02, call_with_inference_limit(loop, 1000000000000, _)), time_limit_exceeded, true) => true

% Flags.
%? current_prolog_flag(time_limit, X) => X = infinite
%? set_prolog_flag(time_limit, x) => error(domain_error(flag_value,time_limit+x))
%? set_prolog_flag(time_limit, 0) => error(domain_error(flag_value,time_limit+0))
%? set_prolog_flag(stack_limit, x) => error(domain_error(flag_value,stack_limit+x))
%? set_prolog_flag(stack_limit, 100) => error(domain_error(flag_value,stack_limit+100))
%? set_prolog_flag(stack_limit, 10000000), current_prolog_flag(stack_limit, X) => X = 10000000
%? catch(numlist(1, 1000000, _), error(resource_error(memory), _), true) => true
%? catch(waste(1), error(resource_error(memory), _), true) => true
%? set_prolog_flag(stack_limit, 40000000), numlist(1, 1000000, L), length(L, N), N > 0, L = [H|_], H > 1 => no
