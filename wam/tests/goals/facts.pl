% Facts asserted while the program runs, held against unification with copies of their heads.
:- dynamic(f/4).
:- dynamic(wide/1).

% agree(Rounds, Seed): each round asserts some facts, calls them, looks at them and takes them away again.
agree(0, _) :- !.
agree(N, S0) :-
    retractall(f(_, _, _, _)),
    heads(6, S0, S1, [], Heads),
    calls(8, S1, S2, Heads),
    query(S2, S, Query),
    answers(Query, Heads, Expected),
    findall(Query, retract(Query), Taken),
    same(Taken, Expected),
    aggregate_all(count, f(_, _, _, _), Left),
    length(Taken, Gone),
    6 =:= Left + Gone,
    M is N - 1,
    agree(M, S).

heads(0, S, S, Heads, Heads) :- !.
heads(N, S0, S, Heads0, Heads) :-
    arguments(4, 3, [_, _, _], S0, S1, Args),
    Head =.. [f|Args],
    (   N mod 2 =:= 0
    ->  assertz(Head), append(Heads0, [Head], Heads1)
    ;   asserta(Head), Heads1 = [Head|Heads0]
    ),
    M is N - 1,
    heads(M, S1, S, Heads1, Heads).

calls(0, S, S, _) :- !.
calls(N, S0, S, Heads) :-
    query(S0, S1, Query),
    answers(Query, Heads, Expected),
    findall(Query, Query, Called),
    same(Called, Expected),
    findall(Query, clause(Query, true), Seen),
    same(Seen, Expected),
    M is N - 1,
    calls(M, S1, S, Heads).

% No variable occurs twice in a query, so that no cyclic term comes to be.
query(S0, S, Query) :- arguments(4, 2, [], S0, S, Args), Query =.. [f|Args].

answers(Query, Heads, Answers) :- findall(Query, (member(Head, Heads), copy_term(Head, Query)), Answers).

same(A, B) :- ( A =@= B -> true ; throw(different(A, B)) ).

arguments(0, _, _, S, S, []) :- !.
arguments(N, Depth, Vs, S0, S, [T|Ts]) :-
    pick(10, S0, S1, K),
    term(K, Depth, Vs, S1, S2, T),
    M is N - 1,
    arguments(M, Depth, Vs, S2, S, Ts).

term(0, _, _, S, S, a) :- !.
term(1, _, _, S, S, -7) :- !.
term(2, _, _, S, S, []) :- !.
term(3, _, _, S, S, T) :- !, ( S mod 3 =:= 0 -> T = 2.5 ; T = 123456789012345678901234567890 ).
term(K, Depth, Vs, S0, S, T) :- ( K < 6 ; Depth =:= 0 ), !, variable(Vs, S0, S, T).
term(K, Depth, Vs, S0, S, T) :-
    D is Depth - 1,
    ( K < 8 -> Arity = 2, Name = '[|]' ; K =:= 8 -> Arity = 3, Name = g ; Arity = 1, Name = h ),
    arguments(Arity, D, Vs, S0, S, Args),
    ( Arity =:= 2 -> Args = [A, B], T = [A|B] ; T =.. [Name|Args] ).

variable([], S, S, _) :- !.
variable(Vs, S0, S, V) :- pick(4, S0, S, K), ( nth0(K, Vs, V) -> true ; true ).

pick(N, S0, S, K) :- S is (S0 * 1103515245 + 12345) mod 2147483648, K is (S >> 8) mod N.

% What is too wide for the short way.
wide(N, T) :- length(L, N), T =.. [row|L].

long(Ks) :- numlist(1, 5000, L), assertz(wide(L)), findall(K, (wide(T), is_list(T), length(T, K)), Ks).

%? agree(10, 1) => true
%? agree(10, 4711) => true
%? retract(f(_, _, _, _)), fail => no
%? wide(40, R), assertz(wide(R)), fail => no
%? findall(K, (wide(T), term_variables(T, Vs), length(Vs, K)), Ks) => Ks = [40]
%? long(Ks) => Ks = [5000]
%? numlist(1, 5000, L), retract(wide(L)), fail => no
%? findall(K, (wide(T), functor(T, _, K)), Ks) => Ks = [40]
