%~ There, char_conversion/2 has no effect.
% Characters that stand for others outside of quotes, while the flag is on.
%> a
%> [b]
%> [a,&]

%= main.pl
:- writeln(a).
:- char_conversion('&', b), set_prolog_flag(char_conversion, on).
p(&).
:- findall(X, p(X), L), writeln(L).
q(a). q('&').
:- findall(X, q(X), L), writeln(L).
