:- module(words, [word_frequencies/2, longest_word/2, caesar/3]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(yall)).

/** <module> Small things to do with words

Text may be a string, an atom or anything else that string_lower/2 takes.
*/

%!  word_frequencies(+Text, -Frequencies:list(pair)) is det.
%
%   Frequencies is a list Count-Word, the most frequent first.

:- entry word_frequencies(+, -).
word_frequencies(Text, Frequencies) :-
    string_lower(Text, Lower),
    split_string(Lower, " \t\n", " \t\n.,;:!?()\"'", Parts),
    exclude(==(""), Parts, Words),
    msort(Words, Sorted),
    runs(Sorted, Runs),
    sort(1, @>=, Runs, Frequencies).

runs([], []).
runs([W|Ws], Runs) :-
    runs(Ws, W, 1, Runs).

runs([], W, N, [N-W]).
runs([V|Ws], W, N, Runs) :-
    (   V == W
    ->  N1 is N+1,
        runs(Ws, W, N1, Runs)
    ;   Runs = [N-W|Runs1],
        runs(Ws, V, 1, Runs1)
    ).

%!  longest_word(+Words:list(atom), -Longest:atom) is semidet.
%
%   The first one of the longest words. Fails for the empty list.

:- entry longest_word(+list(atm), -).
longest_word([W0|Ws], Longest) :-
    foldl([W,B0,B]>>( atom_length(W, LW),
                      atom_length(B0, LB),
                      ( LW > LB -> B = W ; B = B0 )
                    ), Ws, W0, Longest).

%!  caesar(+Shift:integer, +Plain:atom, -Cipher:atom) is det.

:- entry caesar(+int, +atm, -).
caesar(Shift, Plain, Cipher) :-
    atom_codes(Plain, Codes0),
    maplist(shift_code(Shift), Codes0, Codes),
    atom_codes(Cipher, Codes).

shift_code(Shift, C0, C) :-
    between(0'a, 0'z, C0),
    !,
    C is 0'a + (C0 - 0'a + Shift) mod 26.
shift_code(Shift, C0, C) :-
    between(0'A, 0'Z, C0),
    !,
    C is 0'A + (C0 - 0'A + Shift) mod 26.
shift_code(_, C, C).
