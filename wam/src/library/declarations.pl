% Declarations of files, called as goals: they are for the file that is being loaded.
:- module(declarations, [multifile/1, module_transparent/1, public/1, volatile/1, noprofile/1, thread_local/1,
   meta_predicate/1, license/1, license/2, style_check/1, include/1, table/1, use_foreign_library/1,
   use_foreign_library/2, create_prolog_flag/3, require/1, expects_dialect/1]).

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

% require(:Indicators): what the file needs of the library, which comes when it is called anyway.
require(Indicators) :-
    must_be(nonvar, Indicators),
    ( is_list(Indicators) -> maplist(is_indicator, Indicators) ; is_indicator(Indicators) ).

is_indicator(Indicator) :-
    must_be(nonvar, Indicator),
    (   Indicator = Name/Arity
    ->  must_be(atom, Name),
        must_be(nonneg, Arity)
    ;   throw(error(type_error(predicate_indicator, Indicator), _))
    ).

% expects_dialect(+Dialect): which system the file is written for. What of it is not here is complained of where it is
% called; how texts read is said on the command line.
expects_dialect(Dialect) :-
    must_be(atom, Dialect),
    ( dialect(Dialect) -> true ; throw(error(domain_error(dialect, Dialect), _)) ).

dialect(horolog).
dialect(iso).
dialect(swi).
dialect(swi7).
dialect(sicstus).
dialect(sicstus4).
dialect(yap).
dialect(xsb).
dialect(eclipse).
dialect(ifprolog).
dialect(gprolog).
dialect(hprolog).
dialect(bim).
dialect(commons).

% create_prolog_flag(+Flag, +Value, +Options): a flag of the program's own.
create_prolog_flag(Flag, Value, Options) :-
    must_be(list, Options),
    must_be(atom, Flag),
    must_be(ground, Value),
    '$create_flag'(Flag, Value).
