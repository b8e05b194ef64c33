% tokens:   a text as codes cut into words, numbers and punctuation by a grammar.
% origin:   this suite
% stresses: definite clause grammars over codes, integer comparison, number_codes and atom_codes
% repeat:   17000

top :- result(_).

check :-
    result(Ts),
    length(Ts, 37),
    Ts = [while, '(', x1, '<', 100, ')', '{'|_].

result(Tokens) :-
    text(Codes),
    phrase(tokens(Tokens), Codes),
    !.

text(Codes) :-
    atom_codes('while (x1 < 100) { total = total + x1 * 37; if (total > 1000) { print(total); total = 0; } x1 = 12345; }',
               Codes).

tokens(Ts) --> space, !, tokens(Ts).
tokens([T|Ts]) --> token(T), !, tokens(Ts).
tokens([]) --> [].

space --> [C], { C =< 32 }.

token(N) --> digit(C), !, digits(Cs), { number_codes(N, [C|Cs]) }.
token(A) --> letter(C), !, alphanumerics(Cs), { atom_codes(A, [C|Cs]) }.
token(A) --> [C], { char_code(A, C) }.

digits([C|Cs]) --> digit(C), !, digits(Cs).
digits([]) --> [].

alphanumerics([C|Cs]) --> letter(C), !, alphanumerics(Cs).
alphanumerics([C|Cs]) --> digit(C), !, alphanumerics(Cs).
alphanumerics([]) --> [].

digit(C) --> [C], { C >= 48, C =< 57 }.
letter(C) --> [C], { C >= 97, C =< 122 }.
