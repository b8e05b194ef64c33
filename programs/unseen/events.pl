%? clerk(Order, End) => Order = [ann,ben,cid,dee,edi,flo,gus,hal], End = 31
%? forward_chain(N) => N = 18

:- dynamic pending/3, clock/1, served/2, busy/1, waiting/1.

% A counter with one clerk. Customers arrive at fixed times.
arrival(1, ann, 4).
arrival(2, ben, 3).
arrival(6, cid, 5).
arrival(7, dee, 1).
arrival(8, edi, 2).
arrival(15, flo, 6).
arrival(16, gus, 2).
arrival(30, hal, 1).

reset :-
    retractall(pending(_,_,_)),
    retractall(clock(_)),
    retractall(served(_,_)),
    retractall(busy(_)),
    retractall(waiting(_)).

schedule(T, Kind, Who) :- assertz(pending(T, Kind, Who)).

next_event(T, K, W) :-
    findall(T0, pending(T0,_,_), Ts),
    Ts = [_|_],
    min_list(Ts, T),
    retract(pending(T, K, W)),
    !.

simulate :-
    next_event(T, K, W),
    !,
    retractall(clock(_)),
    asserta(clock(T)),
    handle(K, W, T),
    simulate.
simulate.

handle(arrive, W, T) :-
    (   busy(_)
    ->  assertz(waiting(W-T))
    ;   start(W, T)
    ).
handle(leave, W, T) :-
    retract(busy(W)), !,
    assertz(served(W, T)),
    (   retract(waiting(N-_))
    ->  start(N, T)
    ;   true
    ).

start(W, T) :-
    assertz(busy(W)),
    arrival(_, W, D),
    T1 is T + D,
    schedule(T1, leave, W).

clerk(Order, End) :-
    reset,
    forall(arrival(T, W, _), schedule(T, arrive, W)),
    simulate,
    findall(W, served(W, _), Order),
    clock(End),
    reset.

% Production rules: forward chaining over asserted facts
:- dynamic fact/1.

rule(r1, [has(X, feathers)], is(X, bird)).
rule(r2, [has(X, hair)], is(X, mammal)).
rule(r3, [is(X, mammal), eats(X, meat)], is(X, carnivore)).
rule(r4, [is(X, carnivore), has(X, stripes)], is(X, tiger)).
rule(r5, [is(X, bird), cannot(X, fly), does(X, swim)], is(X, penguin)).
rule(r6, [is(X, tiger), is(Y, penguin)], fears(Y, X)).

initial([has(rex, hair), eats(rex, meat), has(rex, stripes),
         has(pip, feathers), cannot(pip, fly), does(pip, swim),
         has(tom, hair), eats(tom, meat), has(sky, feathers)]).

infer :-
    rule(_, Conds, Concl),
    all_hold(Conds),
    \+ fact(Concl),
    !,
    assertz(fact(Concl)),
    infer.
infer.

all_hold([]).
all_hold([C|Cs]) :- fact(C), all_hold(Cs).

forward_chain(N) :-
    retractall(fact(_)),
    initial(Fs),
    maplist(add_fact, Fs),
    infer,
    fact(fears(pip, rex)), !,
    aggregate_facts(N),
    retractall(fact(_)).

add_fact(F) :- assertz(fact(F)).
aggregate_facts(N) :- findall(x, fact(_), L), length(L, N).
