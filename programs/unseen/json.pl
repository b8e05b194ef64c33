%? read_json(D) => D = 7
%? write_json(A) => A = '{"id":17,"list":[1,2,3,"four",{}],"inner":{"a":true,"b":[null,-5],"c":"long text here"}}'

% JSON reader and writer over code lists.
:- set_prolog_flag(double_quotes, codes).

text('{"name": "Widget", "price": 129, "tags": ["red","metal", "new"],\n "dims": {"w": 12, "h": -7, "deep": [1,[2,[3,[4,[]]]]]}, "ok": true, "none": null}').

json(V) --> blank, value(V), blank.

value(obj(Ps)) --> "{", !, blank, members(Ps), "}".
value(arr(Es)) --> "[", !, blank, elements(Es), "]".
value(str(A)) --> string(A), !.
value(N) --> number(N), !.
value(true) --> "true".
value(false) --> "false".
value(null) --> "null".

members([K-V|Ps]) -->
    string(K), !, blank, ":", blank, value(V), blank,
    members_rest(Ps).
members([]) --> [].
members_rest(Ps) --> ",", !, blank, members(Ps).
members_rest([]) --> [].

elements([V|Vs]) --> value(V), !, blank, elements_rest(Vs).
elements([]) --> [].
elements_rest(Vs) --> ",", !, blank, elements(Vs).
elements_rest([]) --> [].

string(A) --> "\"", chars(Cs), { atom_codes(A, Cs) }.
chars([]) --> "\"", !.
chars([C|Cs]) --> [C], chars(Cs).

number(N) --> "-", !, digits(Ds), { Ds = [_|_], number_codes(M, Ds), N is -M }.
number(N) --> digits(Ds), { Ds = [_|_], number_codes(N, Ds) }.

digits([D|Ds]) --> [D], { D >= 48, D =< 57 }, !, digits(Ds).
digits([]) --> [].

blank --> [C], { memberchk(C, [32,9,10,13]) }, !, blank.
blank --> [].

depth(obj(Ps), D) :- !,
    findall(X, ( member(_-V, Ps), depth(V, X) ), Xs),
    foldl(maximum, Xs, 0, M), D is M+1.
depth(arr(Vs), D) :- !,
    maplist(depth, Vs, Xs),
    foldl(maximum, Xs, 0, M), D is M+1.
depth(_, 0).
maximum(A, B, C) :- C is max(A, B).

read_json(D) :-
    text(T),
    atom_codes(T, Cs),
    phrase(json(J), Cs),
    !,
    depth(J, D).

% writing back
doc(obj([id-17, list-arr([1,2,3,str(four),obj([])]),
         inner-obj([a-true, b-arr([null, -5]), c-str('long text here')])])).

out(obj(Ps)) --> !, "{", out_pairs(Ps), "}".
out(arr(Vs)) --> !, "[", out_values(Vs), "]".
out(str(A)) --> !, quoted(A).
out(N) --> { integer(N) }, !, { number_codes(N, Cs) }, codes(Cs).
out(A) --> { atom_codes(A, Cs) }, codes(Cs).

out_pairs([]) --> [].
out_pairs([K-V]) --> !, quoted(K), ":", out(V).
out_pairs([K-V|Ps]) --> quoted(K), ":", out(V), ",", out_pairs(Ps).
out_values([]) --> [].
out_values([V]) --> !, out(V).
out_values([V|Vs]) --> out(V), ",", out_values(Vs).

quoted(A) --> { atom_codes(A, Cs) }, [0'"], codes(Cs), [0'"].
codes([]) --> [].
codes([C|Cs]) --> [C], codes(Cs).

write_json(A) :-
    doc(J),
    phrase(out(J), Cs),
    phrase(json(J2), Cs),
    !,
    J2 == J,
    atom_codes(A, Cs).
