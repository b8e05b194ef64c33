%~ There, tables work, and errors of directives are written otherwise.
% Declarations of other systems: obeyed, accepted, or refused in words.
%> main.pl:1:4: error: tabling is not supported: its predicates are evaluated as they stand
%> main.pl:12:4: error: foreign libraries are not supported
%> main.pl:20:6: warning: variable Y occurs only once
%> main.pl:26:13: error: directive encoding expects utf8 or iso_latin_1: other texts are not read
%> main.pl:28:4: uncaught exception: error(existence_error(procedure,unknown_declaration/1),context(unknown_declaration/1,_0))
%> [1,ok]
%> main.pl:32:4: uncaught exception: error(type_error(predicate_indicator,f(x)),_0)
%> main.pl:37:4: uncaught exception: error(domain_error(dialect,nonesuch),_0)
%> main.pl:42:8: error: directive det expects predicate indicators (name/arity)
%> b

%= main.pl
:- table fib/2.
:- license(gpl).
:- noprofile(foo/1).
:- public(foo/1).
:- public foo/1.
:- mode p(+, -).
:- mode append(in, in, out) is det.
:- pred p(+, -).
:- entry p(+int, -).
:- trust pred p/2.
:- meta_predicate q(0).
:- use_foreign_library(foreign(foo)).
:- create_prolog_flag(my_flag, 1, []).
:- volatile v/1.
:- thread_local tl/1.
:- module_transparent q/1.
:- style_check(-singleton).
p(X, Y) :- Y = 1.
:- style_check(+singleton).
p(1, Y).
:- style_check(-discontiguous).
d(1).
e(1).
d(2).
:- encoding(utf8).
:- encoding(octet).
:- garbage_collect.
:- unknown_declaration(x).
:- set_stream(user_output, encoding(utf8)).
:- \+ tl(_), current_prolog_flag(my_flag, X), ( d(2) -> writeln([X, ok]) ; true ).
:- require([append/3, pairs_keys/2]).
:- require(f(x)).
:- expects_dialect(swi).
:- expects_dialect(sicstus4).
:- expects_dialect(iso).
:- expects_dialect(yap).
:- expects_dialect(nonesuch).
:- import(foo).
:- import(lists:append/3).
:- import(user:f(_)).
:- det(r/1).
:- det(r).
m(X), X > 1 => true.
m(_) => true.
:- op(700, xfx, =>).
a => b.
:- a => X, writeln(X).
