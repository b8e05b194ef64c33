%~ There, what was called once is imported and cannot be defined any more.
% Definitions that hide a predicate of the library which was called before.
%> library
%> mine
%> mine

%= main.pl
:- initialization((which(W), writeln(W))).
which(W) :- ( last([library, x], x) -> W = library ; W = mine ).
:- which(W), writeln(W).
last(_, mine).
which2(W) :- ( last([library, x], x) -> W = library ; W = mine ).
:- which2(W), writeln(W).
