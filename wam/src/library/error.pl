% Types of arguments, and errors.

% must_be(+Type, ?Value): an error unless the value is of the type.
must_be(Type, Value) :- nonvar(Type), '$has_type'(Type, Value), !.
must_be(Type, Value) :- '$is_not'(Type, Value).

% is_of_type(+Type, ?Value).
is_of_type(Type, _) :- var(Type), !, throw(error(instantiation_error, _)).
is_of_type(Type, Value) :- '$has_type'(Type, Value), !.

'$has_type'(any, _).
'$has_type'(var, Value) :- var(Value).
'$has_type'(nonvar, Value) :- nonvar(Value).
'$has_type'(atom, Value) :- atom(Value).
'$has_type'(symbol, Value) :- atom(Value).
'$has_type'(atomic, Value) :- atomic(Value).
'$has_type'(constant, Value) :- atomic(Value).
'$has_type'(integer, Value) :- integer(Value).
'$has_type'(nonneg, Value) :- integer(Value), Value >= 0.
'$has_type'(positive_integer, Value) :- integer(Value), Value >= 1.
'$has_type'(negative_integer, Value) :- integer(Value), Value < 0.
'$has_type'(between(Low, High), Value) :- '$lies_between'(Low, High, Value).
'$has_type'(float, Value) :- float(Value).
'$has_type'(rational, Value) :- rational(Value).
'$has_type'(number, Value) :- number(Value).
'$has_type'(callable, Value) :- callable(Value).
'$has_type'(compound, Value) :- compound(Value).
'$has_type'(pair, Value) :- nonvar(Value), Value = _-_.
'$has_type'(string, Value) :- string(Value).
'$has_type'(boolean, Value) :- '$is_boolean'(Value).
'$has_type'(bool, Value) :- '$is_boolean'(Value).
'$has_type'(oneof(Values), Value) :- ground(Value), memberchk(Value, Values).
'$has_type'(list, Value) :- is_list(Value).
'$has_type'(proper_list, Value) :- is_list(Value).
'$has_type'(list_or_partial_list, Value) :- '$skip_list'(Value, _, Tail), ( var(Tail) -> true ; Tail == [] ).
'$has_type'(list(Type), Value) :- is_list(Value), '$all_of_type'(Value, Type).
'$has_type'(list_of(Type), Value) :- is_list(Value), '$all_of_type'(Value, Type).
'$has_type'(char, Value) :- atom(Value), atom_length(Value, 1).
'$has_type'(chars, Value) :- is_list(Value), '$all_of_type'(Value, char).
'$has_type'(code, Value) :- integer(Value), Value >= 0, Value =< 0x10ffff.
'$has_type'(codes, Value) :- is_list(Value), '$all_of_type'(Value, code).
'$has_type'(text, Value) :- '$is_text'(Value).
'$has_type'(ground, Value) :- ground(Value).
'$has_type'(acyclic, Value) :- acyclic_term(Value).
'$has_type'(cyclic, Value) :- \+ acyclic_term(Value).
'$has_type'(encoding, Value) :- atom(Value), memberchk(Value, [octet, ascii, iso_latin_1, text, utf8, unicode_be, unicode_le, utf16be, utf16le, wchar_t]).
'$has_type'(stream, Value) :- nonvar(Value), is_stream(Value).
'$has_type'(type, Value) :- ground(Value), '$is_type'(Value).

'$lies_between'(Low, High, Value) :- integer(Low), !, integer(Value), Value >= Low, Value =< High.
'$lies_between'(Low, High, Value) :- number(Value), Value >= Low, Value =< High.

'$is_boolean'(Value) :- ( Value == true -> true ; Value == false ).

'$all_of_type'([], _).
'$all_of_type'([Value|Values], Type) :- is_of_type(Type, Value), '$all_of_type'(Values, Type).

'$is_text'(Value) :- ( atom(Value) -> true ; string(Value) ), !.
'$is_text'(Value) :- is_list(Value), ( '$all_of_type'(Value, char) -> true ; '$all_of_type'(Value, code) ).

'$is_type'(Type) :-
    functor(Type, Name, Arity),
    '$type_names'(Arity, Names),
    memberchk(Name, Names).

'$type_names'(0, [any, var, nonvar, atom, symbol, atomic, constant, integer, nonneg, positive_integer, negative_integer,
                  float, rational, number, callable, compound, pair, string, boolean, bool, list, proper_list,
                  list_or_partial_list, char, chars, code, codes, text, ground, acyclic, cyclic, encoding, stream,
                  type]).
'$type_names'(1, [oneof, list, list_of]).
'$type_names'(2, [between]).

% The error for a value that is not of a type.
'$is_not'(Type, _) :- var(Type), !, throw(error(instantiation_error, _)).
'$is_not'(Type, Value) :- '$elements'(Type, Expected, Element), !, '$is_no_list'(Value, Expected, Element).
'$is_not'(list_or_partial_list, Value) :- !, throw(error(type_error(list, Value), _)).
'$is_not'(var, Value) :- !, throw(error(uninstantiation_error(Value), _)).
'$is_not'(cyclic, Value) :- !, throw(error(domain_error(cyclic_term, Value), _)).
'$is_not'(acyclic, Value) :- !, throw(error(domain_error(acyclic_term, Value), _)).
'$is_not'(Type, _) :- \+ '$is_type'(Type), !, throw(error(existence_error(type, Type), _)).
'$is_not'(_, Value) :- var(Value), !, throw(error(instantiation_error, _)).
'$is_not'(Type, Value) :- '$of_ground'(Type), \+ ground(Value), !, throw(error(instantiation_error, _)).
'$is_not'(Type, Value) :- throw(error(type_error(Type, Value), _)).

'$elements'(list, list, any).
'$elements'(list(Type), list(Type), Type).
'$elements'(list_of(Type), list_of(Type), Type).
'$elements'(chars, list(char), char).
'$elements'(codes, list(code), code).

'$of_ground'(ground).
'$of_ground'(oneof(_)).
'$of_ground'(stream).
'$of_ground'(text).
'$of_ground'(string).
'$of_ground'(rational).

'$is_no_list'(Value, Expected, Element) :-
    '$skip_list'(Value, _, Tail),
    (   var(Tail)
    ->  throw(error(instantiation_error, _))
    ;   Tail == []
    ->  '$wrong_element'(Value, Element)
    ;   throw(error(type_error(Expected, Value), _))
    ).

'$wrong_element'([Value|Values], Type) :-
    ( is_of_type(Type, Value) -> '$wrong_element'(Values, Type) ; '$is_not'(Type, Value) ).

type_error(Type, Value) :- throw(error(type_error(Type, Value), _)).
domain_error(Domain, Value) :- throw(error(domain_error(Domain, Value), _)).
existence_error(Kind, What) :- throw(error(existence_error(Kind, What), _)).
existence_error(Kind, What, Where) :- throw(error(existence_error(Kind, What, Where), _)).
permission_error(Action, Type, What) :- throw(error(permission_error(Action, Type, What), _)).
instantiation_error(_) :- throw(error(instantiation_error, _)).
uninstantiation_error(Value) :- throw(error(uninstantiation_error(Value), _)).
representation_error(What) :- throw(error(representation_error(What), _)).
syntax_error(What) :- throw(error(syntax_error(What), _)).
resource_error(What) :- throw(error(resource_error(What), _)).
