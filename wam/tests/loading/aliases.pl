% Files below the directories of file_search_path/2, from facts, rules, other aliases and clauses that are asserted.
%> loading tools
%> [1,2]
%> loading deep
%> deep
%> loading extra
%> extra
%> loading own library
%> own
%> here
%> main.pl:18
%> tools.pl
%> included

%= main.pl
:- multifile file_search_path/2.
:- dynamic file_search_path/2.
file_search_path(app, 'DIR/sub').
file_search_path(inner, app(more)).
file_search_path(library, 'DIR/lib').
user:file_search_path(computed, Dir) :- atom_concat('DIR/', sub, Dir).
:- use_module(app(tools)).
:- findall(X, tool(X), L), writeln(L).
:- use_module(app('tools.pl'), [tool/1]).
:- ensure_loaded(inner(deep)).
:- deep(X), writeln(X).
:- assertz(file_search_path(late, 'DIR/sub/more')).
:- consult(late(extra)).
:- extra(X), writeln(X).
:- use_module(library(own_library)).
:- own(X), writeln(X).
:- [computed(here)].
:- catch(consult(nowhere(x)), error(existence_error(source_sink, S), _), true), S == nowhere(x), source_location(F, L), file_base_name(F, B), format("~w:~w~n", [B, L]).
:- absolute_file_name(app(tools), F, [file_type(prolog), access(read)]), file_base_name(F, B), writeln(B).
:- include(app('more/included')).

%= sub/tools.pl
:- module(tools, [tool/1]).
:- writeln('loading tools').
tool(1). tool(2).

%= sub/more/deep.pl
:- writeln('loading deep').
deep(deep).

%= sub/more/extra.pl
:- writeln('loading extra').
extra(extra).

%= sub/more/included.pl
:- writeln(included).

%= sub/here.pl
:- writeln(here).

%= lib/own_library.pl
:- module(own_library, [own/1]).
:- writeln('loading own library').
own(own).
