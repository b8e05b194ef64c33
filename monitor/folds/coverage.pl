% Which predicates did what they should: exit, exit again in the same call, fail without having exited. What that is, by how many
% solutions a predicate is said to have, is below: change it where something else is wanted.
wanted(det, [exit]).
wanted(semidet, [exit, fail]).
wanted(multi, [again, exit]).
wanted(nondet, [again, exit, fail]).
wanted(failure, [fail]).
wanted(erroneous, [exception]).
wanted(unknown, Wanted) :- wanted(nondet, Wanted).

initialize(seen(t, t)).

collect(E, seen(Exited0, Met0), seen(Exited, Met)) :-
    port(E, Port),
    call(E, N),
    proc(E, P),
    determinism(E, Det),
    step(Port, N, Exited0, Exited, What),
    ( get_assoc(P, Met0, _-Whats0) -> true ; Whats0 = [] ),
    ord_union(What, Whats0, Whats),
    put_assoc(P, Met0, Det-Whats, Met).

step(exit, N, T0, T, What) :- !, ( get_assoc(N, T0, _) -> What = [again], T = T0 ; What = [exit], put_assoc(N, T0, x, T) ).
step(fail, N, T, T, What) :- !, ( get_assoc(N, T, _) -> What = [] ; What = [fail] ).
step(exception, _, T, T, [exception]) :- !.
step(_, _, T, T, []).

% How many criteria are met, of how many, and for each predicate what was met and what is missing.
post_process(seen(_, T), coverage(Met, Wanted, Rows)) :-
    assoc_to_list(T, Seen),
    rows(Seen, 0, Met, 0, Wanted, Rows).

rows([], M, M, W, W, []).
rows([P-(Det-Whats)|Seen], M0, M, W0, W, [P-Met-Missing|Rows]) :-
    wanted(Det, Wanted),
    ord_intersection(Wanted, Whats, Met),
    ord_subtract(Wanted, Whats, Missing),
    length(Met, LM),
    length(Wanted, LW),
    M1 is M0 + LM,
    W1 is W0 + LW,
    rows(Seen, M1, M, W1, W, Rows).
