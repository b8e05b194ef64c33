% Grammar that takes grammar: sequences, options, repetition.
:- module(dcg_high_order, [sequence//2, sequence//3, sequence//5, optional//2, foreach//2, foreach//3]).

:- meta_predicate sequence(3, ?, ?, ?), sequence(3, //, ?, ?, ?), sequence(//, 3, //, //, ?, ?, ?),
   optional(//, //, ?, ?), foreach(0, //, ?, ?), foreach(0, //, //, ?, ?).

% sequence(:Element, ?List): as many elements as possible, fewer on backtracking.
sequence(Element, List) --> elements(List, Element).

elements([X|Xs], Element) --> call(Element, X), elements(Xs, Element).
elements([], _) --> [].

% sequence(:Element, :Separator, ?List): elements with separators between them, as many as there are; of a known list
% just its elements.
sequence(Element, Separator, List) --> separated(List, Element, Separator).

separated(List, Element, Separator, S0, S) :- is_list(List), !, given(List, Element, Separator, S0, S).
separated([X|Xs], Element, Separator) --> call(Element, X), !, after(Separator, Element, Xs).
separated([], _, _) --> [].

after(Separator, Element, [X|Xs]) --> phrase(Separator), !, call(Element, X), after(Separator, Element, Xs).
after(_, _, []) --> [].

given([], _, _) --> [].
given([X|Xs], Element, Separator) --> call(Element, X), given_after(Xs, Element, Separator).

given_after([], _, _) --> [].
given_after([X|Xs], Element, Separator) --> phrase(Separator), call(Element, X), given_after(Xs, Element, Separator).

% sequence(:Start, :Element, :Separator, :End, ?List): the same between a start and an end.
sequence(Start, Element, Separator, End, List) -->
    phrase(Start),
    separated(List, Element, Separator),
    phrase(End), !.

% optional(:Match, :Default): Match, or else Default, which reads nothing.
optional(Match, _) --> phrase(Match), !.
optional(_, Default) --> phrase(Default).

% foreach(:Generator, :Element), foreach(:Generator, :Element, :Separator): Element for each solution of Generator.
foreach(Generator, Element) --> foreach(Generator, Element, []).

foreach(Generator, Element, Separator) -->
    { findall(Element, Generator, Elements) },
    each(Elements, Separator).

each([], _) --> [].
each([Element|Elements], Separator) --> phrase(Element), each_after(Elements, Separator).

each_after([], _) --> [].
each_after([Element|Elements], Separator) --> phrase(Separator), phrase(Element), each_after(Elements, Separator).
