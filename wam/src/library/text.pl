% Atoms and strings: what has several solutions.

% What is told from the arguments to have one solution at the most is so without the mode.

:- entry atom_concat(+atm, +atm, -).
:- pred atom_concat(A, B, C) : (atm(A), atm(B), var(C)) + (is_det, cost(exact, steps, 1)).
atom_concat(A, B, C) :-
    (   nonvar(A), nonvar(B)
    ->  '$atom_concat'(A, B, C, _)
    ;   '$atom_concat'(A, B, C, Mode),
        '$concat'(Mode, atom, A, B, C)
    ).

:- entry string_concat(+atm, +atm, -).
:- pred string_concat(A, B, C) : (atm(A), atm(B), var(C)) + (is_det, cost(exact, steps, 1)).
string_concat(A, B, C) :-
    (   nonvar(A), nonvar(B)
    ->  '$string_concat'(A, B, C, _)
    ;   '$string_concat'(A, B, C, Mode),
        '$concat'(Mode, string, A, B, C)
    ).

text_concat(A, B, C) :-
    (   nonvar(A), nonvar(B)
    ->  '$text_concat'(A, B, C, _)
    ;   '$text_concat'(A, B, C, Mode),
        '$text_kind'(C, Kind),
        '$concat'(Mode, Kind, A, B, C)
    ).

'$text_kind'(Text, Kind) :- ( string(Text) -> Kind = string ; Kind = atom ).

'$concat'(one, _, _, _, _).
'$concat'(both, Kind, A, B, Given) :-
    '$text_at_once'(Given, C),
    '$length_as'(Kind, C, Length),
    between(0, Length, Before),
    After is Length - Before,
    '$slice'(Kind, C, 0, Before, A),
    '$slice'(Kind, C, Before, After, B).

:- entry sub_atom(+atm, +nat, +nat, -, -).
:- pred sub_atom(A, B, C, D, E) : (atm(A), nat(B), nat(C), var(D), var(E)) + (is_det, cost(exact, steps, 1)).
sub_atom(Text, Before, Length, After, Sub) :-
    (   integer(Before), integer(Length)
    ->  '$sub_text'(atom, Text, Before, Length, After, Sub, _)
    ;   '$sub_text'(atom, Text, Before, Length, After, Sub, Mode),
        '$sub_texts'(Mode, atom, Text, Before, Length, After, Sub)
    ).

:- entry sub_string(+atm, +nat, +nat, -, -).
:- pred sub_string(A, B, C, D, E) : (atm(A), nat(B), nat(C), var(D), var(E)) + (is_det, cost(exact, steps, 1)).
sub_string(Text, Before, Length, After, Sub) :-
    (   integer(Before), integer(Length)
    ->  '$sub_text'(string, Text, Before, Length, After, Sub, _)
    ;   '$sub_text'(string, Text, Before, Length, After, Sub, Mode),
        '$sub_texts'(Mode, string, Text, Before, Length, After, Sub)
    ).

'$sub_texts'(one, _, _, _, _, _, _).
'$sub_texts'(find(First, Next, Rest), _, Given, Before, _, After, Sub) :-
    '$text_at_once'(Given, Text),
    '$occurrence'(Next, First, Text, Sub, Before),
    After is Rest - Before.
'$sub_texts'(all, Kind, Given, Before, Length, After, Sub) :-
    '$text_at_once'(Given, Text),
    '$length_as'(Kind, Text, Total),
    '$slice_places'(Before, Length, After, Total),
    '$slice'(Kind, Text, Before, Length, Sub).

% What will be looked at for each solution is not read from a list each time.
'$text_at_once'(Given, Text) :- ( Given = [_|_] -> text_to_string(Given, Text) ; Text = Given ).

% As an atom, [] has two characters; as a string it is the empty list of codes.
'$length_as'(atom, Text, Length) :- atom_length(Text, Length).
'$length_as'(string, Text, Length) :- string_length(Text, Length).

% '$occurrence'(Next, Here, Text, Sub, Before): here, or at the next place, if any, or later.
'$occurrence'(none, Here, _, _, Before) :- !, Before = Here.
'$occurrence'(_, Here, _, _, Here).
'$occurrence'(Next, _, Text, Sub, Before) :-
    From is Next + 1,
    '$text_find'(Text, Sub, From, Later),
    '$occurrence'(Later, Next, Text, Sub, Before).

% One of the three is known, or none.
'$slice_places'(Before, Length, After, Total) :- integer(Before), !,
    Rest is Total - Before,
    Rest >= 0,
    between(0, Rest, Length),
    After is Rest - Length.
'$slice_places'(Before, Length, After, Total) :- integer(Length), !,
    Rest is Total - Length,
    Rest >= 0,
    between(0, Rest, Before),
    After is Rest - Before.
'$slice_places'(Before, Length, After, Total) :- integer(After), !,
    Rest is Total - After,
    Rest >= 0,
    between(0, Rest, Before),
    Length is Rest - Before.
'$slice_places'(Before, Length, After, Total) :-
    between(0, Total, Before),
    Rest is Total - Before,
    between(0, Rest, Length),
    After is Rest - Length.

string_code(Index, String, Code) :- var(Index), !,
    string_length(String, Length),
    between(1, Length, Index),
    '$string_code'(Index, String, Code).
string_code(Index, String, Code) :- '$string_code'(Index, String, Code).

% char_type(?Char, ?Type), code_type(?Code, ?Type).
:- entry char_type(+atm, +atm).
:- pred char_type(A, B) : (atm(A), atm(B)) + (is_det, cost(exact, steps, 2)).
char_type(Char, Type) :- '$class'(Char, Type, char).

:- entry code_type(+nat, +atm).
:- pred code_type(A, B) : (nat(A), atm(B)) + (is_det, cost(exact, steps, 2)).
code_type(Code, Type) :- '$class'(Code, Type, code).

'$class'(Char, Type, Form) :- nonvar(Char), nonvar(Type), !, '$char_type'(Form, Char, Type).
'$class'(Char, Type, Form) :- nonvar(Char), !, '$char_types'(Form, Char, Types), member(Type, Types).
'$class'(-1, end_of_file, code) :- !.
'$class'(Char, Type, Form) :- nonvar(Type), !,
    '$chars_of_type'(Form, 0, Type, Chars, Next),
    '$class_page'(Chars, Next, Char, Type, Form).
'$class'(Char, Type, Form) :-
    between(0, 0x10ffff, Code),
    \+ between(0xd800, 0xdfff, Code),
    '$char_types'(Form, Code, Types),
    '$class_member'(Form, Code, Char),
    member(Type, Types).

'$class_member'(char, Code, Char) :- char_code(Char, Code).
'$class_member'(code, Code, Code).

'$class_page'(Chars, _, Char, Type, _) :- member(Found, Chars), '$class_found'(Found, Char, Type).
'$class_page'(_, Next, Char, Type, Form) :-
    Next \== none,
    '$chars_of_type'(Form, Next, Type, Chars, Later),
    '$class_page'(Chars, Later, Char, Type, Form).

'$class_found'(Char-Value, Char, Type) :- compound(Type), !, arg(1, Type, Value).
'$class_found'(Char, Char, _).

% normalize_space(+Sink, +Text): the words of a text with one space between them.
normalize_space(Sink, Text) :- '$normal_space'(Text, Words), format(Sink, "~w", [Words]).

:- entry concat_atom(+list(atm), -).
:- pred concat_atom(A, B) : (list(atm, A), var(B)) => atm(B) + (not_fails, is_det, cost(exact, steps, 1)).
concat_atom(List, Atom) :- atomic_list_concat(List, Atom).
concat_atom(List, Separator, Atom) :- atomic_list_concat(List, Separator, Atom).

sformat(Atom, Format, Arguments) :- format(atom(Atom), Format, Arguments).

read_term_from_atom(Atom, Term, _) :- atom_to_term(Atom, Term, _).

term_variables(Term, Variables, Tail) :- term_variables(Term, List), append(List, Tail, Variables).

numbervars(Term) :- numbervars(Term, 0, _).

% ?=(?A, ?B): whether A and B are equal is decided: they are identical, or cannot be unified.
?=(A, B) :- ( A == B -> true ; A \= B ).

% name(?Constant, ?Codes): a number if the codes spell one, else an atom.
:- entry name(+atm, -).
:- pred name(A, B) : (atm(A), var(B)) + (is_det, cost(exact, steps, 3)).
name(Constant, Codes) :- nonvar(Constant), !,
    must_be(atomic, Constant),
    format(codes(Found), '~w', [Constant]),
    Codes = Found.
name(Constant, Codes) :- catch(number_codes(Found, Codes), error(syntax_error(_), _), atom_codes(Found, Codes)), Constant = Found.
