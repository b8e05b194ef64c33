% Declarations of files, called as goals: they are for the file that is being loaded.
:- module(declarations, [multifile/1, module_transparent/1, public/1, volatile/1, noprofile/1, thread_local/1,
   meta_predicate/1, license/1, license/2, style_check/1, include/1, table/1, use_foreign_library/1,
   use_foreign_library/2, create_prolog_flag/3]).

:- meta_predicate multifile(:), module_transparent(:), public(:), volatile(:), noprofile(:), thread_local(:),
   meta_predicate(:), style_check(:), include(:), table(:).

multifile(Indicators) :- '$declared_in'(Indicators, multifile).

module_transparent(_).

public(_).

volatile(_).

noprofile(_).

thread_local(Indicators) :- dynamic(Indicators).

meta_predicate(Heads) :- '$declared_in'(Heads, meta_predicate).

license(_).

license(_, _).

style_check(Styles) :- '$declared_in'(Styles, style_check).

include(Files) :- '$declared_in'(Files, include).

'$declared_in'(Module:What, Name) :- !, Declaration =.. [Name, What], '$declared'(Module:Declaration).
'$declared_in'(What, Name) :- Declaration =.. [Name, What], '$declared'(Declaration).

table(_) :- throw(error(existence_error(system_feature, tabling), context(table/1, _))).

use_foreign_library(_) :- '$no_foreign_libraries'.

use_foreign_library(_, _) :- '$no_foreign_libraries'.

'$no_foreign_libraries' :-
    throw(error(existence_error(system_feature, foreign_libraries), context(use_foreign_library/1, _))).

% create_prolog_flag(+Flag, +Value, +Options): a flag of the program's own.
create_prolog_flag(Flag, Value, Options) :-
    must_be(list, Options),
    must_be(atom, Flag),
    must_be(ground, Value),
    '$create_flag'(Flag, Value).
