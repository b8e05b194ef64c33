%~ There, an unread file is a warning of its own, double_quotes is codes only in ISO mode, and files include themselves without end.
% Files that load files: beside the loading one, in circles, again, once, and what stays in a file.
%> loading b
%> a in b
%> [codes]
%> b done
%> module m
%> loading once
%> [main,a]
%> in sub.pl
%> [atom]
%> main.pl:13:12: error: main.pl includes itself
%> main.pl:14:12: error: there is no file nowhere (nor nowhere.pl)
%> main.pl:15
%> module -user

%= main.pl
:- set_prolog_flag(double_quotes, atom).
in_main(main).
:- ensure_loaded(b), true.
:- use_module(m).
:- load_files([m], [if(not_loaded), must_be_module(true)]).
:- ensure_loaded(once), true.
:- load_files(once, [if(not_loaded), silent(true)]).
:- ensure_loaded(once).
:- findall(X, (in_main(X) ; in_a(X)), L), writeln(L).
:- include(sub).
quoted(X) :- X = "abc", atom(X).
:- ( quoted(_) -> writeln([atom]) ; writeln([codes]) ).
:- include(main).
:- consult(nowhere).
:- source_location(F, L), file_base_name(F, B), format("~w:~w~n", [B, L]).
:- prolog_load_context(module, M), writeln('module '-M).

%= a.pl
:- ensure_loaded(b).
in_a(a).

%= b.pl
:- writeln('loading b').
:- ensure_loaded(a).
:- in_a(X), format("~w in b~n", [X]).
q("abc").
:- q(X), ( X = [_|_] -> writeln([codes]) ; writeln([other]) ).
:- writeln('b done').

%= m.pl
:- module(m, [m/1]).
:- writeln('module m').
m(1).

%= once.pl
:- writeln('loading once').

%= sub.pl
:- prolog_load_context(file, F), file_base_name(F, B), format("in ~w~n", [B]).
