% Grammar for what texts are made of: white space, words, numbers. The texts are lists of codes.
%
% Unless it says otherwise a nonterminal takes as much as it can and is determinate. Those with a value read it where it
% is unbound, and write it otherwise.
:- module(dcg_basics, [white//0, whites//0, nonblank//1, nonblanks//1, blank//0, blanks//0, blanks_to_nl//0, string//1,
                       string_without//2, alpha_to_lower//1, digits//1, digit//1, integer//1, float//1, number//1,
                       xinteger//1, xdigit//1, xdigits//1, eos//0, eol//0, remainder//1, prolog_symbol//1, csym//1,
                       csyms//0, prolog_var_name//1, atom//1]).

:- entry whites(+list(int), -).
:- entry blanks(+list(int), -).
:- entry nonblanks(-, +list(int), -).
:- entry digits(-, +list(int), -).
:- entry remainder(-, +list(int), -).

% white: a space or a tab. whites: any number of them.
white --> [C], { is_white(C) }.

whites --> white, !, whites.
whites --> [].

is_white(0' ).
is_white(0'\t).

% blank: white space, line ends among it. blanks: any number of it. nonblank(?Code): anything else.
blank --> [C], { nonvar(C), is_space(C) }.

blanks --> blank, !, blanks.
blanks --> [].

is_space(C) :- code_type(C, space).

nonblank(C) --> [C], { code_type(C, graph) }.

% nonblanks(-Codes): the longest sequence of visible characters.
nonblanks([C|Cs]) --> [C], { code_type(C, graph) }, !, nonblanks(Cs).
nonblanks([]) --> [].

% blanks_to_nl: white space up to and with the end of the line, or of the text.
blanks_to_nl --> [C], { C \== 0'\n, is_space(C) }, !, blanks_to_nl.
blanks_to_nl --> "\n", !.
blanks_to_nl, [] --> eos.

% string(?Codes): as little as possible, more on backtracking.
string([]) --> [].
string([C|Cs]) --> [C], string(Cs).

% string_without(+End, -Codes): the codes before the first that is in End.
string_without(End, Codes) --> { text_codes(End, Ends) }, without(Ends, Codes).

without(Ends, [C|Cs]) --> [C], { \+ memberchk(C, Ends) }, !, without(Ends, Cs).
without(_, []) --> [].

text_codes(Text, Codes) :- string(Text), !, string_codes(Text, Codes).
text_codes(Codes, Codes) :- must_be(list, Codes).

% alpha_to_lower(?Lower): a letter, as its lower case.
alpha_to_lower(L) --> [C], { nonvar(C) -> code_type(C, alpha), code_type(C, to_upper(U)), L = U ; L = C }.

% digits(?Codes): decimal digits, perhaps none. digit(?Code): one.
digits([D|Ds]) --> digit(D), !, digits(Ds).
digits([]) --> [].

digit(D) --> [D], { is_digit(D) }.

is_digit(D) :- integer(D), !, D >= 0'0, D =< 0'9.
is_digit(D) :- code_type(D, digit).

% integer(?Integer): decimal, with an optional sign.
integer(I, Head, Tail) :- nonvar(I), !, spelled(integer, I, Head, Tail).
integer(I) --> signed_digits(Codes), { number_codes(I, Codes) }.

signed_digits(Codes) --> sign(Codes, Ds), some_digits(Ds).

sign([0'-|Ds], Ds) --> "-", !.
sign(Ds, Ds) --> "+", !.
sign(Ds, Ds) --> [].

some_digits([D|Ds]) --> digit(D), digits(Ds).

spelled(Type, Value, Head, Tail) :- must_be(Type, Value), format(codes(Codes), "~w", [Value]), append(Codes, Tail, Head).

% float(?Float): digits with a fraction, an exponent, or both. number(?Number): an integer or a float.
float(F, Head, Tail) :- float(F), !, spelled(float, F, Head, Tail).
float(F) --> numeral(Kind, F), { Kind = float }.

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
xinteger(I, Head, Tail) :- nonvar(I), !,
    must_be(integer, I),
    format(codes(Codes), "~16r", [I]),
    append(Codes, Tail, Head).
xinteger(I) --> "-", !, xdigit(W), xdigits(Ws), { weigh([W|Ws], 0, N), I is -N }.
xinteger(I) --> "+", !, xdigit(W), xdigits(Ws), { weigh([W|Ws], 0, I) }.
xinteger(I) --> xdigit(W), xdigits(Ws), { weigh([W|Ws], 0, I) }.

weigh([], I, I).
weigh([W|Ws], I0, I) :- I1 is 16 * I0 + W, weigh(Ws, I1, I).

xdigits([W|Ws]) --> xdigit(W), !, xdigits(Ws).
xdigits([]) --> [].

xdigit(W) --> [C], { var(C) -> W >= 0, W < 16, hexadecimal(W, C) ; code_type(C, xdigit(W)) }.

hexadecimal(W, C) :- ( W < 10 -> C is 0'0 + W ; C is 0'a + W - 10 ).

% eos: the end of the text. eol: the end of a line, or of the text. remainder(-Codes): all that is left.
eos([], []).

eol --> "\n", !.
eol --> "\r\n", !.
eol --> eos.

remainder(Codes, Codes, []).

% prolog_symbol(-Atom): symbol characters. csyms, csym(-Code): letters, digits and _.
prolog_symbol(Symbol) --> symbols(Codes), { Codes = [_|_], atom_codes(Symbol, Codes) }.

symbols([C|Cs]) --> [C], { code_type(C, prolog_symbol) }, !, symbols(Cs).
symbols([]) --> [].

csyms --> csym(_), !, csyms.
csyms --> [].

csym(C) --> [C], { code_type(C, csym) }.

% prolog_var_name(-Name): the name of a variable.
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
