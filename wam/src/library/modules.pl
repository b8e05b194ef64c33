% Files and modules while a program runs.

:- dynamic(file_search_path/2).

:- meta_predicate consult(:), use_module(:), use_module(:, ?), autoload(:), autoload(:, ?), ensure_loaded(:),
   load_files(:), load_files(:, ?), '.'(:, ?),
   export(:), import(:), @(0, ?), current_predicate(:), current_predicate(?, :), predicate_property(:, ?).

consult(Files) :- '$load_files'(Files, always, all).

[File|Files] :- consult(File), '$load_rest'(Files, File).

'$load_rest'([], _) :- !.
'$load_rest'(Files, Module:_) :- !, consult(Module:Files).
'$load_rest'(Files, _) :- consult(Files).

use_module(Files) :- '$load_files'(Files, changed, all).

use_module(Files, Imports) :- '$load_files'(Files, changed, Imports).

autoload(Files) :- use_module(Files).

autoload(Files, Imports) :- use_module(Files, Imports).

ensure_loaded(Files) :- '$load_files'(Files, changed, all).

load_files(Files) :- '$load_files'(Files, always, all).

load_files(Files, Options) :-
    must_be(list, Options),
    ( memberchk(if(If), Options) -> '$load_how'(If, How) ; How = always ),
    ( memberchk(imports(Imports), Options) -> true ; Imports = all ),
    '$load_files'(Files, How, Imports).

'$load_how'(true, always) :- !.
'$load_how'(changed, changed) :- !.
'$load_how'(not_loaded, never) :- !.
'$load_how'(If, _) :- throw(error(domain_error(load_option, if(If)), _)).

'$load_files'(Files, _, _) :- var(Files), !, throw(error(instantiation_error, _)).
'$load_files'(Module:Files, How, Imports) :- !, '$load_into'(Files, Module, How, Imports), '$tell_undefined'.
'$load_files'(Files, How, Imports) :- '$load_into'(Files, user, How, Imports), '$tell_undefined'.

'$load_into'(Files, _, _, _) :- var(Files), !, throw(error(instantiation_error, _)).
'$load_into'([], _, _, _) :- !.
'$load_into'([File|Files], Module, How, Imports) :- !,
    '$load_into'(File, Module, How, Imports),
    '$load_into'(Files, Module, How, Imports).
'$load_into'(Module:Files, _, How, Imports) :- !, '$load_into'(Files, Module, How, Imports).
'$load_into'(user, Module, _, _) :- !,
    '$typed'(Codes),
    '$load_text'(Codes, Module, Depth),
    '$load_all'(Depth).
'$load_into'(File, Module, How, Imports) :-
    '$source_of'(File, Source),
    '$load'(Source, Module, How, Imports, Texts, Depth),
    '$tell'(Texts),
    '$load_all'(Depth).

% Where a file is: Alias(Path) is looked for in the directories that file_search_path/2 has for the alias. A library of
% the system comes before one that is found there.
'$source_of'(Spec, Source) :- compound(Spec), '$path_alias'(Spec), !,
    (   '$search_path'(Spec, 0, File), '$find_source'(File, Source)
    ->  true
    ;   throw(error(existence_error(source_sink, Spec), _))
    ).
'$source_of'(Spec, Spec).

'$path_alias'(library(Name)) :- !, '$path_text'(Name, Text), \+ '$has_library'(Text).
'$path_alias'(Spec) :- functor(Spec, _, 1).

'$path_text'(Path, Text) :- must_be(nonvar, Path), format(atom(Text), '~w', [Path]).

% The files and directories that Alias(Path) may mean, where aliases are given by at most so many others.
'$search_path'(Spec, Depth, File) :-
    Depth < 32,
    Spec =.. [Alias, Path],
    '$path_text'(Path, Text),
    user:file_search_path(Alias, Where),
    (   compound(Where), functor(Where, _, 1)
    ->  Deeper is Depth + 1,
        '$search_path'(Where, Deeper, Directory)
    ;   '$path_text'(Where, Directory)
    ),
    ( Directory == '.' -> File = Text ; atomic_list_concat([Directory, /, Text], File) ).

'$load_all'([]) :- !.
'$load_all'(Depth) :- setup_call_cleanup(true, '$load_steps'(Depth), '$load_close'(Depth)).

% Step by step: what a step has left on the heap is gone before the next one.
'$load_steps'(Depth) :-
    repeat,
    '$load_step'(Depth, Texts, Step),
    '$tell'(Texts),
    '$load_do'(Step),
    Step == done, !.

'$load_do'(done).
'$load_do'(run(Goal, Place)) :- '$run_directive'(Goal, Place).
'$load_do'(work) :-
    '$load_task'(_, Place),
    (   catch('$load_work', Error, '$complain'(Error, Place)) -> true ; true ),
    '$load_give_up'.

% What was not decided or expanded by now does not hold, or stands for itself.
'$load_give_up' :- '$load_decide'(false), '$load_keep'.

% What the user types, up to the line end_of_file. or the end of the input.
'$typed'(Codes) :-
    '$read_line'(user_input, Line), \+ '$is_last'(Line), !,
    append(Line, [0'\n|Rest], Codes),
    '$typed'(Rest).
'$typed'([]).

'$is_last'(Line) :- append("end_of_file.", Blanks, Line), forall(member(C, Blanks), C =< 0' ).

'$tell_undefined' :- '$undefined_calls'(Texts), '$tell'(Texts).

'$tell'([]).
'$tell'([Text|Texts]) :- write(user_error, Text), nl(user_error), '$tell'(Texts).

% A directive that fails or raises is complained of, and loading goes on.
'$run_directive'(Goal, Place) :-
    (   catch(Goal, Error, '$complain'(Error, Place))
    ->  true
    ;   '$warn'(Place, 'the directive is false', [])
    ).

'$complain'('$aborted', _) :- !, throw('$aborted').
'$complain'(Error, Place) :- '$warn'(Place, 'uncaught exception: ~q', [Error]).

'$warn'(Place, Format, Arguments) :-
    format(user_error, '~w: warning: ', [Place]),
    format(user_error, Format, Arguments),
    nl(user_error).

% make: loads again what was changed since it was loaded.
make :- '$stale'(Files), '$load_files'(Files, always, all).

export(Module:Indicators) :- !, '$export'(Module, Indicators).
export(Indicators) :- '$export'(user, Indicators).

import(Module:Indicators) :- '$importer'(Indicators, Module, Into, From), !, '$import'(Into, From).
import(Indicators) :- '$import'(user, Indicators).

'$importer'(From:Indicators, Module, Module, From:Indicators) :- !.
'$importer'(Indicators, From, user, From:Indicators).

@(Goal, Module) :- call(Module:Goal).

current_module(Module) :- '$modules'(Modules), '$member_or_check'(Module, Modules).

'$member_or_check'(X, Xs) :- var(X), !, member(X, Xs).
'$member_or_check'(X, Xs) :- memberchk(X, Xs).

module_property(Module, Property) :-
    current_module(Module),
    '$module_properties'(Module, Properties),
    member(Property, Properties).

current_predicate(Spec) :- '$in_modules'(Spec, user, Module, Indicator), '$current_predicate'(Indicator, Module).

'$in_modules'(Spec, Module, Module, Spec) :- var(Spec), !.
'$in_modules'(Module:Spec, _, Module1, Spec1) :- !,
    ( var(Module) -> '$modules'(Modules), member(Module, Modules) ; true ),
    '$in_modules'(Spec, Module, Module1, Spec1).
'$in_modules'(Spec, Module, Module, Spec).

'$current_predicate'(Indicator, Module) :- var(Indicator), !, Indicator = _/_, '$current_predicate'(Indicator, Module).
'$current_predicate'(Name/Arity, Module) :- !,
    ( '$part_of_indicator'(Name, Arity) -> true ; throw(error(type_error(predicate_indicator, Name/Arity), _)) ),
    '$predicates'(Module, List),
    ( ground(Name/Arity) -> memberchk(Name/Arity, List) ; member(Name/Arity, List) ),
    functor(Head, Name, Arity),
    '$is_current'(Module:Head).
'$current_predicate'(Indicator, _) :- throw(error(type_error(predicate_indicator, Indicator), _)).

% Of those that a module sees.
'$is_current'(Head) :- '$property'(Head, Kind), ( Kind == library -> true ; '$defined'(Kind, Head) ).

'$part_of_indicator'(Name, Arity) :- ( var(Name) -> true ; atom(Name) ), ( var(Arity) -> true ; integer(Arity) ).

% current_predicate(?Name, :Head).
current_predicate(Name, Spec) :-
    '$in_modules'(Spec, user, Module, Head),
    '$predicates'(Module, List),
    (   var(Head)
    ->  member(Name/Arity, List), functor(Head, Name, Arity)
    ;   functor(Head, Name, Arity), memberchk(Name/Arity, List)
    ),
    '$is_current'(Module:Head).

predicate_property(Spec, Property) :-
    '$in_modules'(Spec, user, Module, Head),
    (   var(Head)
    ->  '$predicates'(Module, List), member(Name/Arity, List), functor(Head, Name, Arity)
    ;   true
    ),
    '$properties'(Module:Head, Properties),
    '$member_or_check'(Property, Properties).
