% Control: what call/1 needs besides the constructs that are compiled in place.

:- meta_predicate once(0), ignore(0), not(0), apply(:, ?), setup_call_cleanup(0, 0, 0), call_cleanup(0, 0),
   setup_call_catcher_cleanup(0, 0, ?, 0), call_cleanup(0, ?, 0),
   phrase(//, ?), phrase(//, ?, ?), call_dcg(//, ?, ?).

true.

otherwise.

'$'.

fail :- fail.

false :- fail.

once(Goal) :- call(Goal), !.

ignore(Goal) :- call(Goal), !.
ignore(_).

not(Goal) :- \+ call(Goal).

forall(Condition, Action) :- \+ (call(Condition), \+ call(Action)).

apply(Module:Goal, Arguments) :- !,
    Goal =.. List0,
    append(List0, Arguments, List),
    Call =.. List,
    call(Module:Call).
apply(Goal, Arguments) :-
    Goal =.. List0,
    append(List0, Arguments, List),
    Call =.. List,
    call(Call).

repeat.
repeat :- repeat.

% $event_later(+Goal, +Site, +Value): Goal, and a watched run comes to a place of the text where another solution is asked for.
'$event_later'(Goal, Site, Value) :-
    '$limit_level'(_, Before),
    call(Goal),
    '$limit_level'(_, After),
    '$event_again'(Before, After, Site, Value).

'$event_again'(Same, Same, _, _) :- !.
'$event_again'(_, _, _, _).
'$event_again'(_, _, Site, Value) :- '$event'(Site, Value), fail.

% between(+Low, +High, ?Value): the integers from Low to High.
:- entry between(+int, +int, -).
:- pred between(A, B, C) : (int(A), int(B), var(C)) => int(C)
   + (cost(lb, steps, 7), cost(ub, steps, 2 * max(0, int(B) - int(A)) + 9)).
:- pred between(A, B, C) : (int(A), int(B), int(C)) + (is_det, cost(lb, steps, 1), cost(ub, steps, 2)).
between(Low, High, Value) :- integer(Value), !, Low =< Value, '$below'(Value, High).
between(Low, High, Value) :- var(Value), !, '$check_between'(Low, High), '$between'(Low, High, Value).
between(_, _, Value) :- throw(error(type_error(integer, Value), _)).

'$below'(Value, High) :- integer(High), !, Value =< High.
'$below'(_, High) :- '$infinite'(High).

'$infinite'(inf).
'$infinite'(infinite).

'$check_between'(Low, High) :-
    must_be(integer, Low),
    ( nonvar(High), '$infinite'(High) -> true ; must_be(integer, High) ).

'$between'(Low, High, Value) :- '$infinite'(High), !, '$from'(Low, Value).
'$between'(Low, High, Value) :- Low =< High, '$count'(Low, High, Value).

'$count'(High, High, Value) :- !, Value = High.
'$count'(Low, _, Low).
'$count'(Low, High, Value) :- Next is Low + 1, '$count'(Next, High, Value).

'$from'(Low, Low).
'$from'(Low, Value) :- Next is Low + 1, '$from'(Next, Value).

% setup_call_cleanup(:Setup, :Goal, :Cleanup): the cleanup runs once, when Goal fails, raises, has exited without
% choices, or has its choices cut.
setup_call_cleanup(Setup, Goal, Cleanup) :-
    once(Setup),
    '$check_cleanup'(Cleanup),
    '$call_cleanup'(Goal, Cleanup).

% setup_call_catcher_cleanup(:Setup, :Goal, ?Catcher, :Cleanup): the cleanup runs where Catcher unifies with why: exit,
% fail, !, or exception(Ball).
setup_call_catcher_cleanup(Setup, Goal, Catcher, Cleanup) :-
    once(Setup),
    '$check_cleanup'(Cleanup),
    '$call_cleanup'(Goal, '$caught'(Catcher, Cleanup)).

call_cleanup(Goal, Catcher, Cleanup) :- setup_call_catcher_cleanup(true, Goal, Catcher, Cleanup).

'$check_cleanup'(Cleanup) :- nonvar(Cleanup), Cleanup = _:Goal, !, '$check_cleanup'(Goal).
'$check_cleanup'(Cleanup) :- must_be(callable, Cleanup).

'$call_cleanup'(Goal, Cleanup) :-
    '$cleanup_push'(Cleanup),
    call(Goal),
    '$cleanup_pop'(Last),
    '$exited'(Last, Cleanup).

'$exited'(true, Cleanup) :- '$clean_up'(Cleanup, exit).
'$exited'(false, _).

'$clean_up'('$caught'(Catcher, Cleanup), Why) :- !, ( Catcher = Why, call(Cleanup) -> true ; true ).
'$clean_up'(Cleanup, _) :- call(Cleanup), !.
'$clean_up'(_, _).

% What the machine calls: after a failure, after an exception, at a cut.
'$clean_up_failed'(Cleanup) :- '$clean_up'(Cleanup, fail), fail.

'$clean_up_raised'(Cleanup, Ball, From) :- catch('$clean_up'(Cleanup, exception(Ball)), _, true), '$raise_from'(Ball, From).

'$clean_ups'([]).
'$clean_ups'([Cleanup|Cleanups]) :-
    catch('$clean_up'(Cleanup, !), Error, true),
    '$clean_ups'(Cleanups),
    '$rethrow'(Error).

'$rethrow'(Error) :- var(Error), !.
'$rethrow'(Error) :- throw(Error).

call_cleanup(Goal, Cleanup) :- setup_call_cleanup(true, Goal, Cleanup).

% prolog_current_choice(-Choice): a number for the newest choice point.
prolog_current_choice(Choice) :- '$limit_level'(_, Choice).

% abort: back to the prompt, or out of the program where there is none.
abort :- throw('$aborted').

% subsumes_term(?General, ?Specific): General has instances like Specific, which stays as it is. Unifying makes a cycle
% only where it binds a variable of Specific, and then the variables afterwards are others.
subsumes_term(General, Specific) :-
    \+ \+ ( term_variables(Specific, Before),
            General = Specific,
            term_variables(Before, After),
            Before == After ).

% phrase(+Body, ?List, ?Rest): what the compiler does with a grammar rule's body, done while it runs.
phrase(Body, List) :- phrase(Body, List, []).

phrase(Body, List, Rest) :-
    must_be(callable, Body),
    '$phrase_list'(List),
    '$phrase_list'(Rest),
    '$phrase'(Body, List, Rest).

% call_dcg(:Body, ?State0, ?State): phrase/3 for states that need not be lists.
call_dcg(Body, State0, State) :- must_be(callable, Body), '$phrase'(Body, State0, State).

'$phrase_list'(List) :- '$skip_list'(List, _, Tail), ( var(Tail) -> true ; Tail == [] ), !.
'$phrase_list'(List) :- throw(error(type_error(list, List), _)).

'$phrase'(Body, _, _) :- var(Body), !, throw(error(instantiation_error, _)).
'$phrase'((A, B), S0, S) :- !, '$phrase'(A, S0, S1), '$phrase'(B, S1, S).
'$phrase'(( If -> Then ; Else ), S0, S) :- !,
    ( '$phrase'(If, S0, S1) -> '$phrase'(Then, S1, S) ; '$phrase'(Else, S0, S) ).
'$phrase'(( A ; B ), S0, S) :- !, ( '$phrase'(A, S0, S) ; '$phrase'(B, S0, S) ).
'$phrase'(( A | B ), S0, S) :- !, ( '$phrase'(A, S0, S) ; '$phrase'(B, S0, S) ).
'$phrase'(( If -> Then ), S0, S) :- !, ( '$phrase'(If, S0, S1) -> '$phrase'(Then, S1, S) ).
'$phrase'(\+ A, S0, S) :- !, \+ '$phrase'(A, S0, _), S0 = S.
'$phrase'({Goal}, S0, S) :- !, call(Goal), S0 = S.
'$phrase'(!, S0, S) :- !, S0 = S.
'$phrase'([], S0, S) :- !, S0 = S.
'$phrase'([X|Xs], S0, S) :- !, append([X|Xs], S, S0).
'$phrase'(Module:Body, S0, S) :- !, '$phrase_in'(Body, Module, S0, S).
'$phrase'(Body, S0, S) :- call(Body, S0, S).

% The same for a body of a module: the module goes with each part.
'$phrase_in'(Body, _, _, _) :- var(Body), !, throw(error(instantiation_error, _)).
'$phrase_in'((A, B), M, S0, S) :- !, '$phrase'((M:A, M:B), S0, S).
'$phrase_in'((If -> Then ; Else), M, S0, S) :- !, '$phrase'((M:If -> M:Then ; M:Else), S0, S).
'$phrase_in'((A ; B), M, S0, S) :- !, '$phrase'((M:A ; M:B), S0, S).
'$phrase_in'((A | B), M, S0, S) :- !, '$phrase'((M:A ; M:B), S0, S).
'$phrase_in'((If -> Then), M, S0, S) :- !, '$phrase'((M:If -> M:Then), S0, S).
'$phrase_in'(\+ A, M, S0, S) :- !, '$phrase'(\+ M:A, S0, S).
'$phrase_in'({Goal}, M, S0, S) :- !, '$phrase'({M:Goal}, S0, S).
'$phrase_in'(!, _, S0, S) :- !, S0 = S.
'$phrase_in'([], _, S0, S) :- !, S0 = S.
'$phrase_in'([X|Xs], _, S0, S) :- !, '$phrase'([X|Xs], S0, S).
'$phrase_in'(M:Body, _, S0, S) :- !, '$phrase_in'(Body, M, S0, S).
'$phrase_in'(Body, M, S0, S) :- call(M:Body, S0, S).

% current_char_conversion(?From, ?To): which characters stand for others; a known one that does not stands for itself.
current_char_conversion(From, To) :-
    '$check_character'(From),
    '$check_character'(To),
    '$char_conversions'(Pairs),
    '$conversion'(From, To, Pairs).

'$check_character'(Char) :- ( var(Char) -> true ; atom(Char), atom_length(Char, 1) -> true ; throw(error(type_error(character, Char), _)) ).

'$conversion'(From, To, Pairs) :- nonvar(From), !, ( memberchk(From-Found, Pairs) -> To = Found ; To = From ).
'$conversion'(From, To, Pairs) :- member(From-To, Pairs).
'$conversion'(From, To, Pairs) :- nonvar(To), \+ memberchk(To-_, Pairs), From = To.

current_op(Priority, Type, Name) :-
    '$check_operator'(Priority, Type, Name),
    '$ops'(Ops),
    member(op(Priority, Type, Name), Ops).

'$check_operator'(Priority, _, _) :- nonvar(Priority), \+ '$operator_priority'(Priority), !,
    throw(error(domain_error(operator_priority, Priority), _)).
'$check_operator'(_, Type, _) :- nonvar(Type), \+ memberchk(Type, [xfx, xfy, yfx, fy, fx, xf, yf]), !,
    throw(error(domain_error(operator_specifier, Type), _)).
'$check_operator'(_, _, Name) :- nonvar(Name), \+ atom(Name), !, throw(error(type_error(atom, Name), _)).
'$check_operator'(_, _, _).

'$operator_priority'(Priority) :- integer(Priority), Priority >= 0, Priority =< 1200.

current_prolog_flag(Flag, Value) :- nonvar(Flag), !, '$flag'(Flag, Value).
current_prolog_flag(Flag, Value) :- '$flags'(Flags), member(Flag, Flags), '$flag'(Flag, Value).
