% Which ports each predicate has passed: exit, exit again in the same call, fail without having exited.
initialize(seen(t, t)).

collect(E, seen(Exited0, Met0), seen(Exited, Met)) :-
    port(E, Port),
    call(E, N),
    proc(E, P),
    step(Port, N, Exited0, Exited, What),
    meet(What, P, Met0, Met).

step(exit, N, T0, T, What) :- !, ( get_assoc(N, T0, _) -> What = again, T = T0 ; What = exit, put_assoc(N, T0, x, T) ).
step(fail, N, T, T, What) :- !, ( get_assoc(N, T, _) -> What = none ; What = fail ).
step(exception, _, T, T, exception) :- !.
step(_, _, T, T, none).

meet(none, _, T, T) :- !.
meet(What, P, T0, T) :-
    ( get_assoc(P, T0, Ws0) -> true ; Ws0 = [] ),
    ord_union([What], Ws0, Ws),
    put_assoc(P, T0, Ws, T).

post_process(seen(_, T), Met) :- assoc_to_list(T, Met).
