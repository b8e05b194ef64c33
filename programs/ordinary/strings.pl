% strings.pl
% author: R. M.   last change: 14-Mar-91
% Strings are lists of character codes unless noted otherwise.

% split(String, Separator, Fields)
:- entry split(+, +, -).

split(Cs, Sep, [F|Fs]) :-
   field(Cs, Sep, F, Rest),
   split_rest(Rest, Sep, Fs).

split_rest(end, _, []).
split_rest(more(Cs), Sep, Fs) :-
   split(Cs, Sep, Fs).

field([], _, [], end).
field([Sep|Cs], Sep, [], more(Cs)) :- !.
field([C|Cs], Sep, [C|F], Rest) :-
   field(Cs, Sep, F, Rest).

% join(Atoms, Separator, Atom)
:- entry join(+list(atm), +atm, -).

join([], _, '').
join([A], _, A) :- !.
join([A|As], Sep, Joined) :-
   join(As, Sep, J),
   atom_concat(Sep, J, J1),
   atom_concat(A, J1, Joined).

% palindrome(Atom): reads the same backwards; only letters count.
:- entry palindrome(+).

palindrome(Atom) :-
   atom_codes(Atom, Codes),
   letters(Codes, Ls),
   rev(Ls, [], Rs),
   Ls == Rs.

letters([], []).
letters([C|Cs], [C|Ls]) :- C >= 97, C =< 122, !, letters(Cs, Ls).
letters([C|Cs], [D|Ls]) :- C >= 65, C =< 90, !, D is C+32, letters(Cs, Ls).
letters([_|Cs], Ls) :- letters(Cs, Ls).

rev([], Rs, Rs).
rev([X|Xs], Ys, Rs) :- rev(Xs, [X|Ys], Rs).
