#!/usr/bin/env swipl
/*  Accounts, transactions, a report.

    account(Number, Owner, Balance)
    deposit(Number, Amount), withdraw(Number, Amount), transfer(From, To, Amount)
*/

:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(lists)).

main :-
    accounts(As0),
    post_all([deposit(1, 50), transfer(1, 2, 70), withdraw(3, 5)], As0, As),
    totals(As, Totals),
    findall(obj([owner-str(O), total-T]), member(O-T, Totals), Objs),
    json(arr(Objs), Codes),
    format("~s~n", [Codes]).

accounts([account(1, ann, 100), account(2, bob, 20), account(3, ann, 7)]).

% post_all(+Transactions, +Accounts0, -Accounts)
% fails if an account does not exist, or if there is too little on it

:- entry post_all(+, +, -).
post_all(Transactions, Accounts0, Accounts) :-
    foldl(post, Transactions, Accounts0, Accounts).

post(deposit(Nr, Amount), As0, As) :-
    change(As0, Nr, Amount, As).
post(withdraw(Nr, Amount), As0, As) :-
    Minus is -Amount,
    change(As0, Nr, Minus, As).
post(transfer(From, To, Amount), As0, As) :-
    post(withdraw(From, Amount), As0, As1),
    post(deposit(To, Amount), As1, As).

change([account(Nr, Owner, B0)|As], Nr, Amount, [account(Nr, Owner, B)|As]) :-
    !,
    B is B0 + Amount,
    B >= 0.
change([A|As0], Nr, Amount, [A|As]) :-
    change(As0, Nr, Amount, As).

% totals(+Accounts, -Totals): a list Owner-Sum

:- entry totals(+, -).
totals(Accounts, Totals) :-
    findall(O, member(account(_, O, _), Accounts), Os0),
    sort(Os0, Os),
    maplist(total(Accounts), Os, Totals).

total(Accounts, Owner, Owner-Sum) :-
    aggregate_all(sum(B), member(account(_, Owner, B), Accounts), Sum).

% json(+Value, -Codes)
% Value is a number, an atom (true, false, null), str(Atom), arr(Values), obj(Pairs)

:- entry json(+, -).
json(Value, Codes) :-
    phrase(value(Value), Codes).

value(str(A)) --> !, string(A).
value(arr(Vs)) --> !, "[", values(Vs), "]".
value(obj(Ps)) --> !, "{", pairs(Ps), "}".
value(V) --> { atomic(V), atom_codes(V, Cs) }, codes(Cs).

values([]) --> [].
values([V|Vs]) --> value(V), values_rest(Vs).

values_rest([]) --> [].
values_rest([V|Vs]) --> ",", value(V), values_rest(Vs).

pairs([]) --> [].
pairs([K-V|Ps]) --> string(K), ":", value(V), pairs_rest(Ps).

pairs_rest([]) --> [].
pairs_rest([K-V|Ps]) --> ",", string(K), ":", value(V), pairs_rest(Ps).

string(A) --> { atom_codes(A, Cs) }, "\"", escaped(Cs), "\"".

escaped([]) --> [].
escaped([C|Cs]) --> escape(C), escaped(Cs).

escape(0'\") --> !, "\\\"".
escape(0'\\) --> !, "\\\\".
escape(0'\n) --> !, "\\n".
escape(C) --> [C].

codes([]) --> [].
codes([C|Cs]) --> [C], codes(Cs).
