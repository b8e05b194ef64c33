% Loading: once, in circles, included text, several files for one predicate, and what is complained of where.
%! broken.pl:1:4: warning: gone/1 is exported but not defined
%! broken.pl:2:12: warning: variable Lonely occurs only once
%! broken.pl:3:8: error: syntax error: found the operator `:-` of priority 1200, expected a term of at most 999
%! main.pl:4:15: warning: there is no library no_such
%! main.pl:5:15: error: there is no file nothing (nor nothing.pl)
%! main.pl:6:15: warning: ping does not export missing/0
%! main.pl:10:1: warning: clauses of late/1 are not together

%= main.pl
:- use_module(ping).
:- ensure_loaded(plain).
:- ensure_loaded('plain.pl').
:- use_module(library(no_such)).
:- use_module(nothing).
:- use_module(ping, [missing/0]).
:- use_module(broken).
late(1).
:- include(part).
late(2).
:- multifile fact/1.
fact(main).

%? ping(X) => X = pong
%? plain(X) => X = once
%? included(X) => X = yes
%? findall(X, fact(X), Xs) => Xs = [plain,main]
%? fine(X) => X = 1
%? gone(X) => error(existence_error(procedure,broken:gone/1))
%? from_plain(X) => X = 1 ; X = 2

%= ping.pl
:- module(ping, [ping/1, base/1]).
:- use_module(pong).
ping(X) :- pong(X).
base(pong).

%= pong.pl
:- module(pong, [pong/1]).
:- use_module(ping).
pong(X) :- base(X).

%= plain.pl
:- multifile fact/1.
fact(plain).
plain(once).
from_plain(X) :- late(X).

%= part.pl
included(yes).

%= broken.pl
:- module(broken, [fine/1, gone/1]).
fine(1) :- Lonely = 1.
fine(2 :-
