% Directives of the program's own in formats.
:- module(format_predicates, [format_predicate/2, current_format_predicate/2]).

:- meta_predicate format_predicate(?, :), current_format_predicate(?, :).

% format_predicate(+Char, :Head): ~Char in a format calls the predicate with the number before it, or default, and the next
% argument; what that writes stands there.
format_predicate(Char, Head) :-
    must_be(nonvar, Char),
    ( integer(Char) -> char_code(Directive, Char) ; must_be(char, Char), Directive = Char ),
    in_module(Head, user, Module, Plain),
    must_be(callable, Plain),
    functor(Plain, Name, _),
    '$format_predicate'(Directive, Module, Name).

% current_format_predicate(?Code, ?Head): the directives that were made so.
current_format_predicate(Code, Head) :-
    '$format_predicates'(All),
    in_module(Head, user, _, Plain),
    member(Code-(Module:Name), All),
    functor(Called, Name, 2),
    ( Module == user -> Plain = Called ; Plain = Module:Called ).

in_module(Head, Module, Module, Head) :- var(Head), !.
in_module(Module:Head, _, Module1, Plain) :- !, in_module(Head, Module, Module1, Plain).
in_module(Head, Module, Module, Head).
