% Atoms and strings: what has several solutions.

atom_concat(A, B, C) :- nonvar(A), nonvar(B), !, '$atom_concat'(A, B, C).
atom_concat(A, B, C) :- var(C), !, '$instantiated'(A, B).
atom_concat(A, B, C) :- nonvar(A), !, '$strip_prefix'(A, C, B).
atom_concat(A, B, C) :- nonvar(B), !, '$strip_suffix'(B, C, A).
atom_concat(A, B, C) :-
    atom_length(C, Length),
    between(0, Length, Before),
    After is Length - Before,
    '$sub_text'(atom, C, 0, Before, A),
    '$sub_text'(atom, C, Before, After, B).

'$instantiated'(_, _) :- throw(error(instantiation_error, _)).

'$strip_prefix'(Prefix, Text, Rest) :-
    atom_length(Prefix, Before),
    atom_length(Text, Length),
    After is Length - Before,
    After >= 0,
    '$sub_text'(atom, Text, 0, Before, Found),
    atom_string(Prefix, Same),
    atom_string(Found, Same),
    '$sub_text'(atom, Text, Before, After, Rest).

'$strip_suffix'(Suffix, Text, Rest) :-
    atom_length(Suffix, After),
    atom_length(Text, Length),
    Before is Length - After,
    Before >= 0,
    '$sub_text'(atom, Text, Before, After, Found),
    atom_string(Suffix, Same),
    atom_string(Found, Same),
    '$sub_text'(atom, Text, 0, Before, Rest).

sub_atom(Text, Before, Length, After, Sub) :- '$slice'(atom, Text, Before, Length, After, Sub).

sub_string(Text, Before, Length, After, Sub) :- '$slice'(string, Text, Before, Length, After, Sub).

'$slice'(_, Text, _, _, _, _) :- var(Text), !, throw(error(instantiation_error, _)).
'$slice'(_, _, Before, Length, After, _) :- '$slice_error'(Before, Length, After, Error), !, throw(error(Error, _)).
'$slice'(Kind, Text, Before, Length, After, Sub) :- nonvar(Sub), !,
    atom_length(Text, Total),
    atom_length(Sub, Length),
    '$occurrence'(Text, Sub, 0, Before),
    After is Total - Before - Length,
    '$sub_text'(Kind, Text, Before, Length, _).
'$slice'(Kind, Text, Before, Length, After, Sub) :-
    atom_length(Text, Total),
    '$slice_places'(Before, Length, After, Total),
    '$sub_text'(Kind, Text, Before, Length, Sub).

% What is wrong with the places of a slice.
'$slice_error'(Before, _, _, Error) :- '$place_error'(Before, Error), !.
'$slice_error'(_, Length, _, Error) :- '$place_error'(Length, Error), !.
'$slice_error'(_, _, After, Error) :- '$place_error'(After, Error).

'$place_error'(Place, type_error(integer, Place)) :- nonvar(Place), \+ integer(Place).
'$place_error'(Place, domain_error(not_less_than_zero, Place)) :- integer(Place), Place < 0.

'$occurrence'(Text, Sub, From, Before) :-
    '$text_find'(Text, Sub, From, First),
    '$occurrence_or_later'(Text, Sub, First, Before).

'$occurrence_or_later'(_, _, First, First).
'$occurrence_or_later'(Text, Sub, First, Before) :- From is First + 1, '$occurrence'(Text, Sub, From, Before).

'$slice_places'(Before, Length, After, Total) :- integer(Before), integer(Length), !,
    Before >= 0, Length >= 0,
    After is Total - Before - Length,
    After >= 0.
'$slice_places'(Before, Length, After, Total) :- integer(Before), integer(After), !,
    Before >= 0, After >= 0,
    Length is Total - Before - After,
    Length >= 0.
'$slice_places'(Before, Length, After, Total) :- integer(Length), integer(After), !,
    Length >= 0, After >= 0,
    Before is Total - Length - After,
    Before >= 0.
'$slice_places'(Before, Length, After, Total) :- integer(Before), !,
    Rest is Total - Before,
    Rest >= 0, Before >= 0,
    between(0, Rest, Length),
    After is Rest - Length.
'$slice_places'(Before, Length, After, Total) :- integer(Length), !,
    Rest is Total - Length,
    Rest >= 0, Length >= 0,
    between(0, Rest, Before),
    After is Rest - Before.
'$slice_places'(Before, Length, After, Total) :- integer(After), !,
    Rest is Total - After,
    Rest >= 0, After >= 0,
    between(0, Rest, Before),
    Length is Rest - Before.
'$slice_places'(Before, Length, After, Total) :-
    between(0, Total, Before),
    Rest is Total - Before,
    between(0, Rest, Length),
    After is Rest - Length.

concat_atom(List, Atom) :- atomic_list_concat(List, Atom).
concat_atom(List, Separator, Atom) :- atomic_list_concat(List, Separator, Atom).

sformat(Atom, Format, Arguments) :- format(atom(Atom), Format, Arguments).

read_term_from_atom(Atom, Term, _) :- atom_to_term(Atom, Term, _).

string_code(Index, String, Code) :-
    Index >= 1,
    Before is Index - 1,
    '$sub_text'(atom, String, Before, 1, Char),
    char_code(Char, Code).

text_concat(A, B, C) :- atom_concat(A, B, C).

term_variables(Term, Variables, Tail) :- term_variables(Term, List), append(List, Tail, Variables).
