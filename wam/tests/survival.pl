% Operations on terms that are deep or not finite: what matters is that each ends, as survival.rs checks.

:- dynamic kept/1, operation/3.

% deep(Kind, N, Term)
deep(list, N, List) :- numlist(1, N, List).
deep(Kind, N, Term) :- member(Kind, [left, right, brackets, braces, sign, sum, conjunction, negation, alternatives]), grow(N, Kind, x, Term).

grow(0, _, Term, Term) :- !.
grow(N, Kind, Term0, Term) :- around(Kind, Term0, Term1), M is N - 1, grow(M, Kind, Term1, Term).

around(left, T, f(T, b)).
around(right, T, f(b, T)).
around(brackets, T, [T]).
around(braces, T, {T}).
around(sign, T, -T).
around(sum, T, 1 + T).
around(conjunction, T, (true, T)).
around(negation, T, \+ T).
around(alternatives, T, (fail ; T)).

cyclic(compound, X) :- X = f(X, a).
cyclic(list, X) :- X = [a|X].
cyclic(twice, X) :- X = f(X, g(X, _), b).

operation(unify, X, Y) :- X = Y.
operation(identical, X, Y) :- ( X == Y -> true ; cyclic_term(X) ).
operation(compare, X, Y) :- compare(O, X, Y), ( O = (=) ; cyclic_term(X) ), !.
operation(variant, X, Y) :- X =@= Y.
operation(subsumes, X, Y) :- subsumes_term(X, Y).
operation(occurs_check, X, _) :- \+ unify_with_occurs_check(V, f(V, X)).
operation(copy, X, _) :- copy_term(X, Y), X =@= Y.
operation(findall, X, _) :- findall(X, true, [Y]), X =@= Y.
operation(bagof, X, _) :- bagof(X, member(_, [1]), [_]).
operation(assert, X, _) :- assertz(kept(X)), retract(kept(_)).
operation(global, X, _) :- nb_setval(kept, X), nb_getval(kept, Y), X =@= Y.
operation(throw, X, _) :- catch(throw(X), Y, true), X =@= Y.
operation(variables, X, _) :- term_variables(X, _).
operation(ground, X, _) :- ( ground(X) -> true ; true ).
operation(hash, X, _) :- term_hash(X, _).
operation(number, X, _) :- copy_term(X, Y), numbervars(Y, 0, _).
operation(finite, X, _) :- ( acyclic_term(X) -> true ; cyclic_term(X) ).
operation(length, X, _) :- catch(( length(X, _) -> true ; true ), error(type_error(list, _), _), true).
operation(sort, X, Y) :- msort([X, Y, X], [_, _, _]), sort([X, Y, X], [_|_]), keysort([X-1, Y-2], [_, _]).
operation(write, X, _) :- with_output_to(string(S), writeq(X)), ( acyclic_term(X), ground(X) -> term_string(Y, S), X == Y ; true ).
operation(canonical, X, _) :- with_output_to(string(_), write_canonical(X)).
operation(portray, X, _) :- with_output_to(string(_), portray_clause(X)).
operation(format, X, _) :- format(atom(_), "~w~q~p", [X, X, X]).
operation(to_atom, X, _) :- term_to_atom(X, A), atom(A).
operation(error, X, _) :- catch(atom_length(X, _), error(type_error(_, _), _), true).
operation(evaluate, X, _) :- catch(_ is X, error(type_error(_, _), _), true).
operation(call, X, _) :- catch(( call(X) -> true ; true ), error(_, _), true).
operation(clause, X, _) :- catch(assertz((kept(_) :- X)), error(_, _), true), retractall(kept(_)).
operation(collect, X, Y) :- garbage_collect, X = Y.
operation(limits, X, Y) :- call_with_inference_limit(X = Y, 1000, !), call_with_depth_limit(X = Y, 1000, _).

survives(Kind-Operation, X, Y) :-
    catch(call_with_time_limit(120, operation(Operation, X, Y)), Error, ( report(Kind-Operation, Error), fail )), !.
survives(What, _, _) :- report(What, failed), fail.

report(What, How) :- write_term(user_error, What-How, [max_depth(8), quoted(true)]), nl(user_error).

all_deep(N) :- forall(( deep(Kind, N, X), clause(operation(Operation, _, _), _) ), ( copy_term(X, Y), survives(Kind-Operation, X, Y) )).
all_cyclic :- forall(( cyclic(Kind, X), cyclic(Kind, Y), clause(operation(Operation, _, _), _) ), survives(Kind-Operation, X, Y)).
