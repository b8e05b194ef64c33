% Streams: what has several solutions or calls a goal.

:- meta_predicate with_output_to(?, 0).

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

% with_output_to(?Sink, :Goal): what the goal writes, as an atom, a string, codes or characters.
with_output_to(Sink, Goal) :-
    '$output_form'(Sink, Form, Text),
    '$output_open',
    ( catch(Goal, Error, ( '$output_drop', throw(Error) )) -> true ; '$output_drop', fail ),
    '$output_close'(Form, Found),
    '$output_text'(Sink, Text, Found).

'$output_form'(Sink, _, _) :- var(Sink), !, throw(error(instantiation_error, _)).
'$output_form'(atom(Text), atom, Text) :- !.
'$output_form'(string(Text), string, Text) :- !.
'$output_form'(codes(Text), codes, Text) :- !.
'$output_form'(chars(Text), chars, Text) :- !.
'$output_form'(codes(Text, _), codes, Text) :- !.
'$output_form'(chars(Text, _), chars, Text) :- !.
'$output_form'(Sink, _, _) :- throw(error(domain_error(output_sink, Sink), _)).

'$output_text'(codes(_, Tail), Text, Found) :- !, append(Found, Tail, Text).
'$output_text'(chars(_, Tail), Text, Found) :- !, append(Found, Tail, Text).
'$output_text'(_, Text, Text).

% Writing with user:portray/1, where the program has it.
print(Term) :- current_output(Stream), print(Stream, Term).

print(Stream, Term) :- '$has_portray', acyclic_term(Term), !,
    '$portrayed'(Term, New),
    '$write_term'(Stream, New, [quoted(true), numbervars(true), portrayed(true)]).
print(Stream, Term) :- '$print'(Stream, Term).

write_term(Term, Options) :- '$wants_portray'(Options), '$has_portray', acyclic_term(Term), !,
    '$portrayed'(Term, New),
    '$write_term'(New, [portrayed(true)|Options]).
write_term(Term, Options) :- '$write_term'(Term, Options).

write_term(Stream, Term, Options) :- '$wants_portray'(Options), '$has_portray', acyclic_term(Term), !,
    '$portrayed'(Term, New),
    '$write_term'(Stream, New, [portrayed(true)|Options]).
write_term(Stream, Term, Options) :- '$write_term'(Stream, Term, Options).

'$has_portray' :- '$property'(user:portray(_), Kind), '$own_kind'(Kind).

'$own_kind'(static).
'$own_kind'(dynamic).

'$wants_portray'(Options) :- is_list(Options), '$has_option'(Options, portray(true)).

'$has_option'([Option|Options], Wanted) :- ( Option == Wanted -> true ; '$has_option'(Options, Wanted) ).
