% Formatted output as before format/2.
:- module(writef, [writef/1, writef/2, swritef/2, swritef/3]).

% writef(+Text), writef(+Text, +Arguments): %w and %d write the next argument, %p prints it, %s writes a text; %Nl, %Nr and
% %Nc write it in N columns, to the left, to the right or centred; \n and \l end the line.
writef(Text) :- writef(Text, []).

writef(Text, Arguments) :-
    must_be(list, Arguments),
    text_codes(Text, Codes),
    written(Codes, Arguments).

% swritef(-String, +Text, +Arguments): what writef/2 writes, as a string.
swritef(String, Text) :- swritef(String, Text, []).

swritef(String, Text, Arguments) :- with_output_to(string(String), writef(Text, Arguments)).

text_codes(Text, Codes) :- is_list(Text), !, Codes = Text.
text_codes(Text, Codes) :- atom_codes(Text, Codes).

written([], _).
written([0'%, 0'w|Codes], [X|Xs]) :- !, write(X), written(Codes, Xs).
written([0'%, 0'd|Codes], [X|Xs]) :- !, write(X), written(Codes, Xs).
written([0'%, 0'p|Codes], [X|Xs]) :- !, print(X), written(Codes, Xs).
written([0'%, 0's|Codes], [X|Xs]) :- !, format('~s', [X]), written(Codes, Xs).
written([0'%|Codes], [X|Xs]) :- column(Codes, Width, Side, Rest), !, padded(Side, Width, X), written(Rest, Xs).
written([0'\\, 0'n|Codes], Xs) :- !, nl, written(Codes, Xs).
written([0'\\, 0'l|Codes], Xs) :- !, nl, written(Codes, Xs).
written([0'\\, 0't|Codes], Xs) :- !, put_char('\t'), written(Codes, Xs).
written([0'\\, 0'r|Codes], Xs) :- !, put_char('\r'), written(Codes, Xs).
written([0'\\, 0'\\|Codes], Xs) :- !, put_char(\), written(Codes, Xs).
written([Code|Codes], Xs) :- put_code(Code), written(Codes, Xs).

column(Codes, Width, Side, Rest) :-
    digits(Codes, Digits, [Letter|Rest]),
    Digits = [_|_],
    number_codes(Width, Digits),
    side(Letter, Side).

digits([Code|Codes], [Code|Digits], Rest) :- Code >= 0'0, Code =< 0'9, !, digits(Codes, Digits, Rest).
digits(Rest, [], Rest).

side(0'l, left).
side(0'r, right).
side(0'c, centre).

padded(left, Width, X) :- format('~w~t~*+', [X, Width]).
padded(right, Width, X) :- format('~t~w~*+', [X, Width]).
padded(centre, Width, X) :- format('~t~w~t~*+', [X, Width]).
