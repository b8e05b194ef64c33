% Loading while the program runs: new definitions, reloading, properties.

%= main.pl
version(X) :- value(X).
value(old).
use_old(X, Y) :- value(X), rewrite, value(Y).
rewrite :- consult('DIR/second.pl').
both(X) :- pick(X).
pick(1). pick(2). pick(3).
:- dynamic kept/1.
kept(first).
calls_later(X) :- comes_later(X).

%? version(X) => X = old
%? calls_later(X) => error(existence_error(procedure,comes_later/1))
%? use_old(X, Y) => error(existence_error(source_sink,'DIR/second.pl'))
%? findall(X-Y, ( pick(X), ( X =:= 1 -> consult('DIR/picks') ; true ), ( pick(Y) -> true ) ), L) => L = [1-a,2-a,3-a]
%? findall(X, both(X), L) => L = [a,b]
%? consult('DIR/picks'), findall(X, both(X), L) => L = [a,b]
%? consult('DIR/nothing') => error(existence_error(source_sink,'DIR/nothing'))
%? consult(_) => error(instantiation_error)
%? consult(1) => error(domain_error(source_sink,1))
%? use_module(library(nothing)) => error(existence_error(source_sink,library(nothing)))
%? use_module(library(lists)) => true
%? consult('DIR/third'), value(X), version(Y), calls_later(Z) => X = new, Y = new, Z = now
%? extra(X) => X = 1
%? kept(X) => X = first
%? assertz(kept(second)), findall(X, kept(X), L) => L = [first,second]
%? use_module('DIR/mod'), exported(X) => X = 7
%? use_module('DIR/mod', [exported/1 as other]), other(X) => X = 7
%? private(X) => error(existence_error(procedure,private/1))
%? mod:private(X) => X = 7
%? loaded(X) => X = 1
%? ensure_loaded('DIR/mod'), findall(X, loaded(X), L) => L = [1]
%? load_files('DIR/mod', [if(not_loaded)]), findall(X, loaded(X), L) => L = [1]
%? load_files('DIR/mod', []), findall(X, loaded(X), L) => L = [1,1]
%? current_module(mod) => true
%? current_module(no_such_module) => no
%? module_property(mod, exports(L)) => L = [exported/1]
%? module_property(mod, file(F)) => F = 'DIR/mod.pl'
%? module_property(system, class(C)) => C = system
%? predicate_property(exported(_), imported_from(M)) => M = mod
%? predicate_property(mod:exported(_), exported) => true
%? predicate_property(mod:private(_), exported) => no
%? predicate_property(kept(_), dynamic) => true
%? predicate_property(kept(_), number_of_clauses(N)) => N = 2
%? predicate_property(pick(_), number_of_clauses(N)) => N = 2
%? predicate_property(append(_, _, _), built_in) => true
%? predicate_property(atom_length(_, _), built_in) => true
%? predicate_property((_ , _), built_in) => true
%? predicate_property(maplist(_, _), meta_predicate(M)) => M = maplist(1,?)
%? predicate_property(mod:wrapper(_), meta_predicate(M)) => M = wrapper(0)
%? predicate_property(no_such(_), _) => no
%? predicate_property(pick(_), file(F)), predicate_property(pick(_), line_count(L)) => F = 'DIR/picks.pl', L = 1
%? current_predicate(pick/N) => N = 1
%? current_predicate(mod:N/1), N = private => N = private
%? current_predicate(private/1) => no
%? current_predicate(foo:bar/1) => no
%? current_predicate(pick/a) => error(type_error(predicate_indicator,pick/a))
%? current_predicate(3/1) => error(type_error(predicate_indicator,3/1))
%? @(pick(X), user) => X = a ; X = b
%? @(private(X), mod) => X = 7
%? ['DIR/picks', 'DIR/third'] => true
%? static_then_dynamic(X) => X = 1
%? consult('DIR/becomes_dynamic'), assertz(static_then_dynamic(3)), findall(X, static_then_dynamic(X), L) => L = [2,3]
%? findall(X-Y, ( static_then_dynamic(X), ( X =:= 2 -> consult('DIR/third') ; true ), static_then_dynamic(Y) ), L) => L = [2-3,2-1,3-3,3-1]
%? findall(X, static_then_dynamic(X), L) => L = [3,1]
%? make => true
%? consult('DIR/raising'), raised_after(X) => X = yes
%? findall(N, counted(N), L) => L = [1]

%= picks.pl
pick(a).
pick(b).

%= third.pl
value(new).
comes_later(now).
:- dynamic extra/1.
:- assertz(extra(1)).
static_then_dynamic(1).

%= mod.pl
:- module(mod, [exported/1]).
:- meta_predicate wrapper(0).
exported(X) :- private(X).
private(7).
wrapper(G) :- call(G).
:- dynamic user:loaded/1.
:- initialization(assertz(user:loaded(1))).

%= becomes_dynamic.pl
:- dynamic static_then_dynamic/1.
static_then_dynamic(2).

%= raising.pl
:- dynamic counted/1.
:- undefined_in_directive.
:- fail.
:- X is foo + 1, write(X).
:- assertz(counted(1)).
raised_after(yes).
