% Classes of character codes.
:- module(ctypes, [is_alnum/1, is_alpha/1, is_ascii/1, is_cntrl/1, is_csym/1, is_csymf/1, is_digit/1, is_digit/3,
                   is_endfile/1, is_endline/1, is_graph/1, is_lower/1, is_newline/1, is_newpage/1, is_paren/2,
                   is_period/1, is_print/1, is_punct/1, is_quote/1, is_space/1, is_upper/1, is_white/1, to_lower/2,
                   to_upper/2, upper_lower/2]).

:- entry is_alnum(+nat).
:- pred is_alnum(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_alnum(Code) :- code_type(Code, alnum).
:- entry is_alpha(+nat).
:- pred is_alpha(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_alpha(Code) :- code_type(Code, alpha).
:- entry is_ascii(+nat).
:- pred is_ascii(A) : nat(A) + (is_det, cost(ub, steps, 1)).
is_ascii(Code) :- integer(Code), Code >= 0, Code =< 127.
:- entry is_cntrl(+nat).
:- pred is_cntrl(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_cntrl(Code) :- code_type(Code, cntrl).
:- entry is_csym(+nat).
:- pred is_csym(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_csym(Code) :- code_type(Code, csym).
:- entry is_csymf(+nat).
:- pred is_csymf(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_csymf(Code) :- code_type(Code, csymf).
:- entry is_digit(+nat).
:- pred is_digit(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_digit(Code) :- code_type(Code, digit).
is_endfile(-1).
is_endline(Code) :- code_type(Code, end_of_line).
:- entry is_graph(+nat).
:- pred is_graph(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_graph(Code) :- code_type(Code, graph).
:- entry is_lower(+nat).
:- pred is_lower(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_lower(Code) :- code_type(Code, lower).
is_newline(10).
is_newpage(12).
is_period(Code) :- code_type(Code, period).
:- entry is_print(+nat).
:- pred is_print(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_print(Code) :- code_type(Code, print).
:- entry is_punct(+nat).
:- pred is_punct(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_punct(Code) :- code_type(Code, punct).
is_quote(Code) :- code_type(Code, quote).
:- entry is_space(+nat).
:- pred is_space(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_space(Code) :- code_type(Code, space).
:- entry is_upper(+nat).
:- pred is_upper(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_upper(Code) :- code_type(Code, upper).
:- entry is_white(+nat).
:- pred is_white(A) : nat(A) + (is_det, cost(exact, steps, 3)).
is_white(Code) :- code_type(Code, white).

is_paren(0'(, 0')).
is_paren(0'[, 0']).
is_paren(0'{, 0'}).

% is_digit(?Code, +Base, ?Weight).
is_digit(Code, Base, Weight) :-
    must_be(between(2, 36), Base),
    (   code_type(Code, xdigit(Weight0)), Weight0 < Base
    ->  Weight = Weight0
    ;   letter(Code, Weight), Weight < Base
    ).

letter(Code, Weight) :- integer(Code), Code >= 0'a, Code =< 0'z, !, Weight is Code - 0'a + 10.
letter(Code, Weight) :- integer(Code), Code >= 0'A, Code =< 0'Z, Weight is Code - 0'A + 10.

% to_lower(+Code, -Lower), to_upper(+Code, -Upper): the same where there is none; upper_lower(?Upper, ?Lower).
:- entry to_lower(+nat, -).
:- pred to_lower(A, B) : (nat(A), var(B)) => nat(B) + (is_det, cost(exact, steps, 1)).
to_lower(Code, Lower) :- char_code(Char, Code), downcase_atom(Char, LowerChar), char_code(LowerChar, Lower).

:- entry to_upper(+nat, -).
:- pred to_upper(A, B) : (nat(A), var(B)) => nat(B) + (is_det, cost(exact, steps, 1)).
to_upper(Code, Upper) :- char_code(Char, Code), upcase_atom(Char, UpperChar), char_code(UpperChar, Upper).

:- entry upper_lower(+nat, -).
:- pred upper_lower(A, B) : (nat(A), var(B)) + (is_det, cost(exact, steps, 3)).
upper_lower(Upper, Lower) :- nonvar(Upper), !, code_type(Upper, upper(Lower)).
upper_lower(Upper, Lower) :- code_type(Lower, lower(Upper)).
