% chart:    all parses of an ambiguous sentence, with a table of partial parses as dynamic facts.
% origin:   tabular parsing (Kay 1973, Cocke, Younger and Kasami)
% stresses: assertz and calls of dynamic predicates by key, retract, backtracking
% repeat:   110

:- dynamic(edge/3).

top :- parses(_).

check :- parses(N), N == 429.

% The sentence has eight nouns joined by prepositions: seven joints are bracketed in Catalan(7) ways.
parses(N) :-
    retractall(edge(_, _, _)),
    words(Ws),
    lexical(Ws, 0, Last),
    spans(2, Last),
    count(np, 0, Last, N).

words([n, p, n, p, n, p, n, p, n, p, n, p, n, p, n]).

lexical([], I, I).
lexical([W|Ws], I, Last) :-
    J is I + 1,
    (   word(W, Class),
        assertz(edge(I, J, Class)),
        fail
    ;   lexical(Ws, J, Last)
    ).

word(n, np).
word(p, prep).

spans(Size, Last) :- Size > Last, !.
spans(Size, Last) :-
    From is Last - Size,
    (   between(0, From, I),
        J is I + Size,
        K1 is I + 1,
        K2 is J - 1,
        between(K1, K2, K),
        rule(Class, A, B),
        edge(I, K, A),
        edge(K, J, B),
        \+ edge(I, J, Class),
        assertz(edge(I, J, Class)),
        fail
    ;   Next is Size + 1,
        spans(Next, Last)
    ).

rule(np, np, pp).
rule(pp, prep, np).

count(prep, _, _, 1) :- !.
count(np, I, J, 1) :- J =:= I + 1, !.
count(Class, I, J, N) :-
    rule(Class, A, B),
    K1 is I + 1,
    K2 is J - 1,
    findall(C, ( between(K1, K2, K), edge(I, K, A), edge(K, J, B), count(A, I, K, CA), count(B, K, J, CB),
                 C is CA * CB ), Cs),
    total(Cs, 0, N).

total([], N, N).
total([C|Cs], N0, N) :-
    N1 is N0 + C,
    total(Cs, N1, N).
