% Classes of character codes.
:- module(ctypes, [is_alnum/1, is_alpha/1, is_ascii/1, is_cntrl/1, is_csym/1, is_csymf/1, is_digit/1, is_digit/3,
                   is_endfile/1, is_endline/1, is_graph/1, is_lower/1, is_newline/1, is_newpage/1, is_paren/2,
                   is_period/1, is_print/1, is_punct/1, is_quote/1, is_space/1, is_upper/1, is_white/1, to_lower/2,
                   to_upper/2, upper_lower/2]).

is_alnum(Code) :- code_type(Code, alnum).
is_alpha(Code) :- code_type(Code, alpha).
is_ascii(Code) :- integer(Code), Code >= 0, Code =< 127.
is_cntrl(Code) :- code_type(Code, cntrl).
is_csym(Code) :- code_type(Code, csym).
is_csymf(Code) :- code_type(Code, csymf).
is_digit(Code) :- code_type(Code, digit).
is_endfile(-1).
is_endline(Code) :- code_type(Code, end_of_line).
is_graph(Code) :- code_type(Code, graph).
is_lower(Code) :- code_type(Code, lower).
is_newline(10).
is_newpage(12).
is_period(Code) :- code_type(Code, period).
is_print(Code) :- code_type(Code, print).
is_punct(Code) :- code_type(Code, punct).
is_quote(Code) :- code_type(Code, quote).
is_space(Code) :- code_type(Code, space).
is_upper(Code) :- code_type(Code, upper).
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
to_lower(Code, Lower) :- char_code(Char, Code), downcase_atom(Char, LowerChar), char_code(LowerChar, Lower).

to_upper(Code, Upper) :- char_code(Char, Code), upcase_atom(Char, UpperChar), char_code(UpperChar, Upper).

upper_lower(Upper, Lower) :- nonvar(Upper), !, code_type(Upper, upper(Lower)).
upper_lower(Upper, Lower) :- code_type(Lower, lower(Upper)).
