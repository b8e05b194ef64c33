% Texts of several lines.
:- module(strings, [string_lines/2, dedent_lines/3, indent_lines/3, indent_lines/4]).

:- meta_predicate indent_lines(1, +, +, -).

% string_lines(?String, ?Lines): a text and the strings of its lines, either way.
:- entry string_lines(-, +list(atm)).
:- pred string_lines(A, B) : (var(A), list(atm, B)) + (is_det, cost(exact, steps, length(B) + 4)).
:- pred string_lines(A, B) : (atm(A), var(B)) => list(atomic, B) + (not_fails, is_det, cost(lb, steps, 5)).
string_lines(String, Lines) :- nonvar(String), !,
    must_be(text, String),
    split_lines(String, Lines).
string_lines(String, Lines) :-
    must_be(list, Lines),
    with_ends(Lines, Ended),
    atomic_list_concat(Ended, Atom),
    atom_string(Atom, String).

with_ends([], []).
with_ends([Line|Lines], [Line, '\n'|Ended]) :- with_ends(Lines, Ended).

split_lines(Text, Lines) :-
    split_string(Text, '\n', '', Lines0),
    (   append(Lines1, [Last], Lines0), string_length(Last, 0)
    ->  Lines = Lines1
    ;   Lines = Lines0
    ).

% dedent_lines(+Text, -String, +Options): without the blanks that all its lines begin with; tab(N) says how wide a tab is.
dedent_lines(Text, String, Options) :-
    ( memberchk(tab(Tab), Options) -> true ; Tab = 8 ),
    split_string(Text, '\n', '', Lines),
    margins(Lines, Tab, Margins),
    ( Margins == [] -> Margin = 0 ; min_list(Margins, Margin) ),
    without_margins(Lines, Margin, Tab, Cut),
    atomic_list_concat(Cut, '\n', Atom),
    atom_string(Atom, String).

% The margins of the lines that are not blank.
margins([], _, []).
margins([Line|Lines], Tab, Margins) :-
    string_codes(Line, Codes),
    margin(Codes, 0, Tab, Column, Rest),
    ( Rest == [] -> Margins = More ; Margins = [Column|More] ),
    margins(Lines, Tab, More).

margin([0' |Codes], Column0, Tab, Column, Rest) :- !, Column1 is Column0 + 1, margin(Codes, Column1, Tab, Column, Rest).
margin([0'\t|Codes], Column0, Tab, Column, Rest) :- !,
    Column1 is (Column0 // Tab + 1) * Tab,
    margin(Codes, Column1, Tab, Column, Rest).
margin(Rest, Column, _, Column, Rest).

without_margins([], _, _, []).
without_margins([Line|Lines], Margin, Tab, [Cut|Cuts]) :-
    string_codes(Line, Codes),
    margin(Codes, 0, Tab, Column, Rest),
    ( Rest == [] -> Blanks = 0 ; Blanks is max(0, Column - Margin) ),
    format(string(Cut), '~*c~s', [Blanks, 0' , Rest]),
    without_margins(Lines, Margin, Tab, Cuts).

% indent_lines(+Prefix, +Text, -String), indent_lines(:Filter, +Prefix, +Text, -String): Prefix before each line that is
% not blank, or for which call(Filter, Line) is true.
indent_lines(Prefix, Text, String) :- indented_lines(not_blank, Prefix, Text, String).

indent_lines(Filter, Prefix, Text, String) :- indented_lines(call(Filter), Prefix, Text, String).

indented_lines(Filter, Prefix, Text, String) :-
    split_string(Text, '\n', '', Lines),
    indented(Lines, Filter, Prefix, Indented),
    atomic_list_concat(Indented, '\n', Atom),
    atom_string(Atom, String).

indented([], _, _, []).
indented([Line|Lines], Filter, Prefix, [New|News]) :-
    ( wanted(Filter, Line) -> string_concat(Prefix, Line, New) ; New = Line ),
    indented(Lines, Filter, Prefix, News).

wanted(not_blank, Line) :- split_string(Line, '', ' \t\r', [Word]), string_length(Word, Length), Length > 0.
wanted(call(Filter), Line) :- call(Filter, Line).
