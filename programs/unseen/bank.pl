%? business_day(Total, Failures) => Total = 562, Failures = 4
%? sorted_statement(First, Balance) => First = m(1,eli,40), Balance = 118

% Accounts in an assoc; failing transactions raise errors and are logged.

account(alice, 120). account(bob, 45). account(carol, 300). account(dan, 0).
account(eve, 77). account(frank, 5).

txn(transfer(alice, bob, 30)).
txn(deposit(dan, 50)).
txn(withdraw(bob, 100)).
txn(transfer(carol, eve, 125)).
txn(transfer(frank, zoe, 1)).
txn(withdraw(frank, 6)).
txn(interest(3)).
txn(transfer(eve, dan, 199)).
txn(deposit(alice, -4)).
txn(transfer(dan, frank, 75)).
txn(interest(2)).
txn(withdraw(carol, 60)).
txn(transfer(bob, alice, 76)).

open_bank(B) :-
    findall(N-V, account(N, V), Ps),
    list_to_assoc(Ps, B).

balance(B, N, V) :-
    ( get_assoc(N, B, V) -> true ; throw(error(no_account(N), bank)) ).

apply(deposit(N, X), B0, B) :-
    ( X > 0 -> true ; throw(error(bad_amount(X), bank)) ),
    balance(B0, N, V),
    V1 is V + X,
    put_assoc(N, B0, V1, B).
apply(withdraw(N, X), B0, B) :-
    balance(B0, N, V),
    ( V >= X -> true ; throw(error(insufficient(N, V, X), bank)) ),
    V1 is V - X,
    put_assoc(N, B0, V1, B).
apply(transfer(From, To, X), B0, B) :-
    apply(withdraw(From, X), B0, B1),
    apply(deposit(To, X), B1, B).
apply(interest(Pct), B0, B) :-
    map_assoc(add_interest(Pct), B0, B).

add_interest(P, V, W) :- W is V + V*P // 100.

process([], B, B, []).
process([T|Ts], B0, B, Log) :-
    catch(( apply(T, B0, B1), Log = Log1 ),
          error(E, bank),
          ( B1 = B0, Log = [failed(T, E)|Log1] )),
    !,
    process(Ts, B1, B, Log1).

business_day(Total, Failures) :-
    open_bank(B0),
    findall(T, txn(T), Ts),
    process(Ts, B0, B, Log),
    assoc_to_values(B, Vs),
    sum_list(Vs, Total),
    length(Log, Failures).

% Sorting customers' movements: natural merge sort with an own order,
% and a shell-like comb over a list for checking.

movement([m(14,ann,30), m(2,bob,-7), m(9,cyd,12), m(9,ann,-3), m(21,dot,8),
          m(1,eli,40), m(17,bob,5), m(3,ann,3), m(3,dot,-60), m(28,eli,2),
          m(11,fay,19), m(6,cyd,-1), m(14,ann,22), m(8,gil,7), m(25,bob,31),
          m(19,dot,4), m(7,eli,-16), m(30,fay,0), m(12,gil,13), m(5,ann,9)]).

before(m(D1,N1,_), m(D2,N2,_)) :-
    (   D1 =:= D2
    ->  N1 @=< N2
    ;   D1 < D2
    ).

runs([], []).
runs([X|Xs], [[X|R]|Rs]) :- a_run(Xs, X, R, Rest), runs(Rest, Rs).

a_run([Y|Ys], X, [Y|R], Rest) :- before(X, Y), !, a_run(Ys, Y, R, Rest).
a_run(Rest, _, [], Rest).

merge_all([], []) :- !.
merge_all([S], S) :- !.
merge_all(Rs, S) :- merge_pairs(Rs, Qs), merge_all(Qs, S).

merge_pairs([A,B|Rs], [C|Qs]) :- !, merge(A, B, C), merge_pairs(Rs, Qs).
merge_pairs(Rs, Rs).

merge([], B, B) :- !.
merge(A, [], A) :- !.
merge([A|As], [B|Bs], [X|Xs]) :-
    (   before(A, B)
    ->  X = A, merge(As, [B|Bs], Xs)
    ;   X = B, merge([A|As], Bs, Xs)
    ).

insertion([], []).
insertion([X|Xs], S) :- insertion(Xs, S0), place(S0, X, S).
place([Y|Ys], X, [Y|Zs]) :- \+ before(X, Y), !, place(Ys, X, Zs).
place(Ys, X, [X|Ys]).

sorted_statement(First, Balance) :-
    movement(Ms),
    runs(Ms, Rs),
    merge_all(Rs, S),
    insertion(Ms, S1),
    S == S1,
    S = [First|_],
    foldl(running, S, 0, Balance).
running(m(_,_,X), B0, B) :- B is B0 + X.
