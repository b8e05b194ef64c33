% Grammar for what texts are made of: white space, words, numbers. The texts are lists of codes.
%
% Unless it says otherwise a nonterminal takes as much as it can and is determinate. Those with a value read it where it
% is unbound, and write it otherwise.
:- module(dcg_basics, [white//0, whites//0, nonblank//1, nonblanks//1, blank//0, blanks//0, blanks_to_nl//0, string//1,
                       string_without//2, alpha_to_lower//1, digits//1, digit//1, integer//1, float//1, number//1,
                       xinteger//1, xdigit//1, xdigits//1, eos//0, eol//0, remainder//1, prolog_symbol//1, csym//1,
                       csyms//0, prolog_var_name//1, atom//1]).

% white: a space or a tab. whites: any number of them.
:- entry white(+list(int), -).
:- pred white(A, B) : (list(int, A), var(B)) => list(int, B) + (is_det, cost(lb, steps, 1), cost(ub, steps, 2)).
white --> [C], { is_white(C) }.

:- entry whites(+list(int), -).
:- pred whites(A, B) : (list(int, A), var(B)) => list(int, B)
   + (not_fails, is_det, cost(lb, steps, 3), cost(ub, steps, 3 * length(A) + 4)).
whites --> white, !, whites.
whites --> [].

is_white(0' ).
is_white(0'\t).

% blank: white space, line ends among it. blanks: any number of it. nonblank(?Code): anything else.
:- entry blank(+list(int), -).
:- pred blank(A, B) : (list(int, A), var(B)) => list(int, B) + (is_det, cost(lb, steps, 1), cost(ub, steps, 4)).
blank --> [C], { nonvar(C), is_space(C) }.

:- entry blanks(+list(int), -).
:- pred blanks(A, B) : (list(int, A), var(B)) => list(int, B)
   + (not_fails, is_det, cost(lb, steps, 3), cost(ub, steps, 5 * length(A) + 6)).
blanks --> blank, !, blanks.
blanks --> [].

is_space(C) :- code_type(C, space).

:- entry nonblank(-, +list(int), -).
:- pred nonblank(A, B, C) : (var(A), list(int, B), var(C)) => (int(A), list(int, C))
   + (is_det, cost(lb, steps, 1), cost(ub, steps, 3)).
nonblank(C) --> [C], { code_type(C, graph) }.

% nonblanks(-Codes): the longest sequence of visible characters.
:- entry nonblanks(-, +list(int), -).
:- pred nonblanks(A, B, C) : (var(A), list(int, B), var(C)) => (list(int, A), list(int, C))
   + (not_fails, is_det, cost(lb, steps, 2), cost(ub, steps, 3 * length(B) + 2)).
nonblanks([C|Cs]) --> [C], { code_type(C, graph) }, !, nonblanks(Cs).
nonblanks([]) --> [].

% blanks_to_nl: white space up to and with the end of the line, or of the text.
:- entry blanks_to_nl(+list(int), -).
:- pred blanks_to_nl(A, B) : (list(int, A), var(B)) => list(int, B)
   + (is_det, cost(lb, steps, 2), cost(ub, steps, 4 * length(A) + 4)).
blanks_to_nl --> [C], { C \== 0'\n, is_space(C) }, !, blanks_to_nl.
blanks_to_nl --> "\n", !.
blanks_to_nl, [] --> eos.

% string(?Codes): as little as possible, more on backtracking.
:- entry string(-, +list(int), -).
:- pred string(A, B, C) : (var(A), list(int, B), var(C)) => (list(int, A), list(int, C))
   + (not_fails, cost(exact, steps, 2 * length(B) + 2)).
string([]) --> [].
string([C|Cs]) --> [C], string(Cs).

% string_without(+End, -Codes): the codes before the first that is in End.
:- entry string_without(+list(int), -, +list(int), -).
:- pred string_without(A, B, C, D) : (list(int, A), var(B), list(int, C), var(D)) => (list(int, B), list(int, D))
   + (not_fails, is_det, cost(lb, steps, 4), cost(ub, steps, (length(A) + 1) * length(C) + 4)).
string_without(End, Codes) --> { text_codes(End, Ends) }, without(Ends, Codes).

without(Ends, [C|Cs]) --> [C], { \+ memberchk(C, Ends) }, !, without(Ends, Cs).
without(_, []) --> [].

text_codes(Text, Codes) :- is_list(Text), !, Codes = Text.
text_codes(Text, Codes) :- string(Text), !, string_codes(Text, Codes).
text_codes(Text, _) :- must_be(list, Text).

% alpha_to_lower(?Lower): a letter, as its lower case.
:- entry alpha_to_lower(-, +list(int), -).
:- pred alpha_to_lower(A, B, C) : (var(A), list(int, B), var(C)) => list(int, C)
   + (is_det, cost(lb, steps, 1), cost(ub, steps, 5)).
alpha_to_lower(L) --> [C], { nonvar(C) -> code_type(C, alpha), code_type(C, to_upper(U)), L = U ; L = C }.

% digits(?Codes): decimal digits, perhaps none. digit(?Code): one.
:- entry digits(-, +list(int), -).
:- pred digits(A, B, C) : (var(A), list(int, B), var(C)) => (list(int, A), list(int, C))
   + (not_fails, is_det, cost(lb, steps, 3), cost(ub, steps, 2 * length(B) + 3)).
digits([D|Ds]) --> digit(D), !, digits(Ds).
digits([]) --> [].

:- entry digit(-, +list(int), -).
:- pred digit(A, B, C) : (var(A), list(int, B), var(C)) => (int(A), list(int, C)) + (is_det, cost(exact, steps, 1)).
digit(D) --> [D], { integer(D) -> D >= 0'0, D =< 0'9 ; code_type(D, digit) }.

% integer(?Integer): decimal, with an optional sign.
:- entry integer(-, +list(int), -).
:- pred integer(A, B, C) : (var(A), list(int, B), var(C)) => (num(A), list(int, C))
   + (is_det, cost(lb, steps, 3), cost(ub, steps, 2 * length(B) + 8)).
integer(I, Head, Tail) :- nonvar(I), !, spelled(integer, I, Head, Tail).
integer(I) --> signed_digits(Codes), { number_codes(I, Codes) }.

signed_digits(Codes) --> sign(Codes, Ds), some_digits(Ds).

sign([0'-|Ds], Ds) --> "-", !.
sign(Ds, Ds) --> "+", !.
sign(Ds, Ds) --> [].

some_digits([D|Ds]) --> digit(D), digits(Ds).

spelled(Type, Value, Head, Tail) :- must_be(Type, Value), format(codes(Codes), "~w", [Value]), append(Codes, Tail, Head).

% float(?Float): digits with a fraction, an exponent, or both. number(?Number): an integer or a float.
:- entry float(-, +list(int), -).
:- pred float(A, B, C) : (var(A), list(int, B), var(C)) => (num(A), list(int, C))
   + (is_det, cost(lb, steps, 5), cost(ub, steps, 8 * length(B) + 20)).
float(F, Head, Tail) :- float(F), !, spelled(float, F, Head, Tail).
float(F) --> numeral(Kind, F), { Kind = float }.

:- entry number(-, +list(int), -).
:- pred number(A, B, C) : (var(A), list(int, B), var(C)) => (num(A), list(int, C))
   + (is_det, cost(lb, steps, 5), cost(ub, steps, 8 * length(B) + 20)).
number(N, Head, Tail) :- nonvar(N), !, spelled(number, N, Head, Tail).
number(N) --> numeral(_, N).

numeral(Kind, N) -->
    sign(Codes, Codes1),
    some_digits(Ds),
    fraction(Kind, Fraction),
    exponent(Kind, Fraction, Rest),
    { append(Ds, Rest, Codes1), kind(Kind), number_codes(N, Codes) }.

kind(integer) :- !.
kind(float).

fraction(float, [0'.,D|Ds]) --> ".", digit(D), !, digits(Ds).
fraction(_, []) --> [].

% A float without a fraction is written with one, as it is read back.
exponent(float, Fraction, Codes) --> [E], { E == 0'e ; E == 0'E }, !, exponent_sign(Digits, Ds), some_digits(Ds),
    { ( Fraction == [] -> Before = ".0" ; Before = Fraction ), append(Before, [0'e|Digits], Codes) }.
exponent(_, Fraction, Fraction) --> [].

exponent_sign([0'-|Ds], Ds) --> "-", !.
exponent_sign([0'+|Ds], Ds) --> "+", !.
exponent_sign(Ds, Ds) --> [].

% xinteger(?Integer): hexadecimal digits, with an optional sign. xdigits(?Weights): their weights, perhaps none. xdigit(?Weight): one.
:- entry xinteger(-, +list(int), -).
:- pred xinteger(A, B, C) : (var(A), list(int, B), var(C)) => (num(A), list(int, C))
   + (is_det, cost(lb, steps, 2), cost(ub, steps, 5 * length(B) + 8)).
xinteger(I, Head, Tail) :- nonvar(I), !,
    must_be(integer, I),
    format(codes(Codes), "~16r", [I]),
    append(Codes, Tail, Head).
xinteger(I) --> "-", !, xdigit(W), xdigits(Ws), { weigh([W|Ws], 0, N), I is -N }.
xinteger(I) --> "+", !, xdigit(W), xdigits(Ws), { weigh([W|Ws], 0, I) }.
xinteger(I) --> xdigit(W), xdigits(Ws), { weigh([W|Ws], 0, I) }.

weigh([], I, I).
weigh([W|Ws], I0, I) :- I1 is 16 * I0 + W, weigh(Ws, I1, I).

:- entry xdigits(-, +list(int), -).
:- pred xdigits(A, B, C) : (var(A), list(int, B), var(C)) => list(int, C)
   + (not_fails, is_det, cost(lb, steps, 3), cost(ub, steps, 4 * length(B) + 5)).
xdigits([W|Ws]) --> xdigit(W), !, xdigits(Ws).
xdigits([]) --> [].

:- entry xdigit(-, +list(int), -).
:- pred xdigit(A, B, C) : (var(A), list(int, B), var(C)) => list(int, C)
   + (is_det, cost(lb, steps, 1), cost(ub, steps, 3)).
xdigit(W) --> [C], { var(C) -> W >= 0, W < 16, hexadecimal(W, C) ; code_type(C, xdigit(W)) }.

hexadecimal(W, C) :- ( W < 10 -> C is 0'0 + W ; C is 0'a + W - 10 ).

% eos: the end of the text. eol: the end of a line, or of the text. remainder(-Codes): all that is left.
:- entry eos(+list(int), -).
:- pred eos(A, B) : (list(int, A), var(B)) => list(int, B) + (is_det, cost(ub, steps, 1)).
eos([], []).

:- entry eol(+list(int), -).
:- pred eol(A, B) : (list(int, A), var(B)) => list(int, B) + (is_det, cost(lb, steps, 1), cost(ub, steps, 4)).
eol --> "\n", !.
eol --> "\r\n", !.
eol --> eos.

:- entry remainder(-, +list(int), -).
:- pred remainder(A, B, C) : (var(A), list(int, B), var(C)) => (list(int, A), list(C))
   + (not_fails, is_det, cost(exact, steps, 1)).
remainder(Codes, Codes, []).

% prolog_symbol(-Atom): symbol characters. csyms, csym(-Code): letters, digits and _.
:- entry prolog_symbol(-, +list(int), -).
:- pred prolog_symbol(A, B, C) : (var(A), list(int, B), var(C)) => (atm(A), list(int, C))
   + (is_det, cost(lb, steps, 3), cost(ub, steps, 3 * length(B) + 3)).
prolog_symbol(Symbol) --> symbols(Codes), { Codes = [_|_], atom_codes(Symbol, Codes) }.

symbols([C|Cs]) --> [C], { code_type(C, prolog_symbol) }, !, symbols(Cs).
symbols([]) --> [].

:- entry csyms(+list(int), -).
:- pred csyms(A, B) : (list(int, A), var(B)) => list(int, B)
   + (not_fails, is_det, cost(lb, steps, 3), cost(ub, steps, 4 * length(A) + 5)).
csyms --> csym(_), !, csyms.
csyms --> [].

:- entry csym(-, +list(int), -).
:- pred csym(A, B, C) : (var(A), list(int, B), var(C)) => (int(A), list(int, C))
   + (is_det, cost(lb, steps, 1), cost(ub, steps, 3)).
csym(C) --> [C], { code_type(C, csym) }.

% prolog_var_name(-Name): the name of a variable.
:- entry prolog_var_name(-, +list(int), -).
:- pred prolog_var_name(A, B, C) : (var(A), list(int, B), var(C)) => (atm(A), list(int, C))
   + (is_det, cost(lb, steps, 1), cost(ub, steps, 3 * length(B) + 2)).
prolog_var_name(Name) -->
    [C], { code_type(C, prolog_var_start) }, !,
    var_rest(Cs),
    { atom_codes(Name, [C|Cs]) }.

var_rest([C|Cs]) --> [C], { code_type(C, prolog_identifier_continue) }, !, var_rest(Cs).
var_rest([]) --> [].

% atom(++Atomic): the text of an atom, a number or a string.
atom(Atomic, Head, Tail) :-
    must_be(nonvar, Atomic),
    format(codes(Codes), "~a", [Atomic]),
    append(Codes, Tail, Head).
