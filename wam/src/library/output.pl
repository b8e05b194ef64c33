% Output: what a goal writes as a text (with_output_to/2), and terms written with what user:portray/1 has for them
% (print/1,2, write_term/2,3).

:- meta_predicate with_output_to(?, 0).

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

% format/2,3 with goals (~@): what they write stands in their place, and they bind nothing.
'$format'(Format, Arguments) :- '$format_arguments'(Format, Arguments, New), format(Format, New).

'$format'(Sink, Format, Arguments) :- '$format_arguments'(Format, Arguments, New), format(Sink, Format, New).

'$format_arguments'(Format, Arguments, New) :- '$format_plan'(Format, Arguments, Plan), '$format_run'(Plan, New).

'$format_run'([], []).
'$format_run'([Item|Items], [New|News]) :- '$format_item'(Item, New), '$format_run'(Items, News).

'$format_item'(give(Argument), Argument).
'$format_item'(run(Goal), '$written'(Text)) :- findall(Found, with_output_to(string(Found), Goal), [Text]).

% What the machine calls in the place of a builtin that has left a goal to do.
'$detour'(format(Format, Arguments)) :- '$format'(Format, Arguments).
'$detour'(format(Sink, Format, Arguments)) :- '$format'(Sink, Format, Arguments).
