% Streams: which are open and what is known of them; current input and output, characters and codes as DEC-10 Prolog
% has them (seeing/1, told/0, get0/1, put/1).

% stream_property(?Stream, ?Property).
stream_property(Stream, Property) :-
    '$stream_property_check'(Stream, Property),
    '$stream_property'(Stream, Property).

'$stream_property'(Stream, Property) :- var(Stream), !,
    '$streams'(Streams),
    member(Stream, Streams),
    '$stream_properties'(Stream, Properties),
    member(Property, Properties).
'$stream_property'(Stream, Property) :-
    '$stream_properties'(Stream, Properties),
    '$one_property'(Property, Properties).

% But for alias/1, a stream has one property of a kind.
'$one_property'(Property, Properties) :- var(Property), !, member(Property, Properties).
'$one_property'(alias(Alias), Properties) :- !, member(alias(Alias), Properties).
'$one_property'(Property, Properties) :-
    functor(Property, Name, Arity),
    functor(Found, Name, Arity),
    memberchk(Found, Properties),
    Property = Found.

% current_stream(?File, ?Mode, ?Stream).
current_stream(File, Mode, Stream) :-
    '$streams'(Streams),
    member(Stream, Streams),
    '$stream_properties'(Stream, Properties),
    memberchk(mode(Mode), Properties),
    ( memberchk(file_name(Name), Properties) -> File = Name ; File = [] ).

stream_position_data(Field, Position, Value) :- nonvar(Field), !, '$stream_position_data'(Field, Position, Value).
stream_position_data(Field, Position, Value) :-
    member(Field, [char_count, line_count, line_position, byte_count]),
    '$stream_position_data'(Field, Position, Value).

current_alias(Alias, Stream) :- stream_property(Stream, alias(Alias)).

seeing(Stream) :- current_input(Stream).
telling(Stream) :- current_output(Stream).
seen :- current_input(Stream), close(Stream), set_input(user_input).
told :- current_output(Stream), close(Stream), set_output(user_output).

get0(Code) :- get_code(Code).
get0(Stream, Code) :- get_code(Stream, Code).
get(Code) :- current_input(Stream), get(Stream, Code).
get(Stream, Code) :- get_code(Stream, Next), '$get'(Next, Stream, Code).

'$get'(Next, Stream, Code) :- Next >= 0, Next =< 32, !, get(Stream, Code).
'$get'(Code, _, Code).

put(Char) :- current_output(Stream), put(Stream, Char).
put(Stream, Char) :- integer(Char), !, put_code(Stream, Char).
put(Stream, Char) :- put_char(Stream, Char).

skip(Code) :- current_input(Stream), skip(Stream, Code).
ttyflush :- flush_output(user_output).
