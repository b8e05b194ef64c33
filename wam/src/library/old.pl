% What programs for DEC-10, C-Prolog, Quintus and older systems call; and what programs for systems with threads call
% that has a meaning without them.
:- module(old, [display/1, display/2, displayq/1, displayq/2, reconsult/1, unknown/2, write_ln/1, concat/3, merge/3,
                merge_set/3, sublist/3, checklist/2, 'C'/3, free_variables/2, string_to_list/2, substring/4,
                flush/0, proper_list/1, setup_and_call_cleanup/3, hash_term/2, prolog_flag/2, genarg/3,
                on_exception/3, raise_exception/1, skip_line/0, skip_line/1, no_style_check/1,
                abs/2, sin/2, cos/2, tan/2, log/2, log10/2, pow/3, sqrt/2, round/2, floor/2, ceiling/2, sign/2,
                truncate/2, trunc/2,
                concurrent_maplist/2, concurrent_maplist/3, concurrent_maplist/4, concurrent_forall/2,
                concurrent_forall/3, concurrent/3, with_mutex/2, thread_self/1, trim_stacks/0,
                garbage_collect_atoms/0, nb_linkval/2,
                current_arithmetic_function/1, same_term/2, open_null_stream/1]).

:- meta_predicate sublist(1, ?, ?), checklist(1, ?), setup_and_call_cleanup(0, 0, 0), on_exception(?, 0, 0),
   concurrent_maplist(1, ?), concurrent_maplist(2, ?, ?), concurrent_maplist(3, ?, ?, ?), concurrent_forall(0, 0),
   concurrent_forall(0, 0, ?), concurrent(+, :, ?), with_mutex(?, 0), reconsult(:).

display(Term) :- write_term(Term, [ignore_ops(true)]).
display(Stream, Term) :- write_term(Stream, Term, [ignore_ops(true)]).

displayq(Term) :- write_term(Term, [ignore_ops(true), quoted(true)]).
displayq(Stream, Term) :- write_term(Stream, Term, [ignore_ops(true), quoted(true)]).

reconsult(Files) :- consult(Files).

% unknown(-Old, +New): the flag unknown.
unknown(Old, New) :- current_prolog_flag(unknown, Old), set_prolog_flag(unknown, New).

write_ln(Term) :- writeln(Term).

:- entry concat(+atm, +atm, -).
:- pred concat(A, B, C) : (atm(A), atm(B), var(C)) => atm(C) + (not_fails, is_det, cost(exact, steps, 1)).
concat(A, B, C) :- atomic_list_concat([A, B], C).

% merge(+A, +B, -All), merge_set(+A, +B, -Set): sorted lists in one, merge_set/3 without duplicates.
:- entry merge(+list(atm), +list(atm), -).
:- pred merge(A, B, C) : (list(atm, A), list(atm, B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, length(A) + length(B) + 2)).
merge([], Bs, Bs) :- !.
merge(As, [], As) :- !.
merge([A|As], [B|Bs], Cs) :-
    (   A @=< B
    ->  Cs = [A|More], merge(As, [B|Bs], More)
    ;   Cs = [B|More], merge([A|As], Bs, More)
    ).

:- entry merge_set(+list(atm), +list(atm), -).
:- pred merge_set(A, B, C) : (list(atm, A), list(atm, B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 2), cost(ub, steps, 2 * (length(A) + length(B)) + 2)).
merge_set(As, Bs, Cs) :- ord_union(As, Bs, Cs).

sublist(Goal, Xs, Ys) :- include(Goal, Xs, Ys).

checklist(Goal, Xs) :- maplist(Goal, Xs).

:- entry 'C'(+list, -, -).
:- pred 'C'(A, B, C) : (list(A), var(B), var(C)) => list(C) + (is_det, cost(exact, steps, 1)).
'C'([X|Xs], X, Xs).

free_variables(Term, Variables) :- term_variables(Term, Variables).

:- entry string_to_list(+atm, -).
:- pred string_to_list(A, B) : (atm(A), var(B)) => list(nat, B) + (is_det, cost(exact, steps, 1)).
string_to_list(String, Codes) :- nonvar(String), !, atom_codes(String, Codes).
string_to_list(String, Codes) :- string_codes(String, Codes).

% substring(+String, +Start, +Length, -Sub): counted from 0.
:- entry substring(+atm, +nat, +nat, -).
:- pred substring(A, B, C, D) : (atm(A), nat(B), nat(C), var(D)) + (is_det, cost(exact, steps, 2)).
substring(String, Start, Length, Sub) :- sub_string(String, Start, Length, _, Sub).

flush :- flush_output.

:- entry proper_list(+list).
:- pred proper_list(A) : list(A) + (not_fails, is_det, cost(exact, steps, 1)).
proper_list(List) :- is_list(List).

setup_and_call_cleanup(Setup, Goal, Cleanup) :- setup_call_cleanup(Setup, Goal, Cleanup).

:- entry hash_term(+, -).
:- pred hash_term(A, B) : (gnd(A), var(B)) => nat(B) + (is_det, cost(exact, steps, 1)).
hash_term(Term, Hash) :- term_hash(Term, Hash).

prolog_flag(Flag, Value) :- current_prolog_flag(Flag, Value).

genarg(N, Term, Arg) :- arg(N, Term, Arg).

on_exception(Ball, Goal, Handler) :- catch(Goal, Ball, Handler).

raise_exception(Ball) :- throw(Ball).

skip_line :- current_input(Stream), skip_line(Stream).

skip_line(Stream) :- skip(Stream, 0'\n).

no_style_check(_).

% Functions as predicates.
:- entry abs(+int, -).
:- pred abs(A, B) : (int(A), var(B)) => nat(B) + (not_fails, is_det, cost(exact, steps, 1)).
abs(X, Y) :- Y is abs(X).
:- entry sin(+num, -).
:- pred sin(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
sin(X, Y) :- Y is sin(X).
:- entry cos(+num, -).
:- pred cos(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
cos(X, Y) :- Y is cos(X).
:- entry tan(+num, -).
:- pred tan(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
tan(X, Y) :- Y is tan(X).
:- entry log(+num, -).
:- pred log(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
log(X, Y) :- Y is log(X).
log10(X, Y) :- Y is log(X) / log(10).
:- entry pow(+int, +nat, -).
:- pred pow(A, B, C) : (int(A), nat(B), var(C)) => num(C) + (not_fails, is_det, cost(exact, steps, 1)).
pow(X, Y, Z) :- Z is X ** Y.
:- entry sqrt(+num, -).
:- pred sqrt(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
sqrt(X, Y) :- Y is sqrt(X).
:- entry round(+num, -).
:- pred round(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
round(X, Y) :- Y is round(X).
:- entry floor(+num, -).
:- pred floor(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
floor(X, Y) :- Y is floor(X).
:- entry ceiling(+num, -).
:- pred ceiling(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
ceiling(X, Y) :- Y is ceiling(X).
:- entry sign(+num, -).
:- pred sign(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
sign(X, Y) :- Y is sign(X).
:- entry truncate(+num, -).
:- pred truncate(A, B) : (num(A), var(B)) => num(B) + (not_fails, is_det, cost(exact, steps, 1)).
truncate(X, Y) :- Y is truncate(X).
trunc(X, Y) :- Y is truncate(X).

% Without threads: one goal after the other.
concurrent_maplist(Goal, Xs) :- maplist(Goal, Xs), !.
concurrent_maplist(Goal, Xs, Ys) :- maplist(Goal, Xs, Ys), !.
concurrent_maplist(Goal, Xs, Ys, Zs) :- maplist(Goal, Xs, Ys, Zs), !.

concurrent_forall(Condition, Action) :- forall(Condition, Action).

concurrent_forall(Condition, Action, _) :- forall(Condition, Action).

concurrent(_, Goals, _) :- each(Goals).

each(_:Goals) :- !, each(Goals).
each([]).
each([Goal|Goals]) :- once(Goal), each(Goals).

with_mutex(_, Goal) :- once(Goal).

thread_self(main).

trim_stacks :- garbage_collect.

garbage_collect_atoms.

nb_linkval(Name, Value) :- nb_setval(Name, Value).

same_term(A, B) :- A == B.

open_null_stream(Stream) :- open('/dev/null', write, Stream).

% current_arithmetic_function(?Head): what arithmetic can evaluate.
current_arithmetic_function(Head) :-
    must_be(callable, Head),
    functor(Head, Name, Arity),
    length(Ones, Arity),
    all_ones(Ones),
    Expression =.. [Name|Ones],
    catch(_ is Expression, Error, true),
    \+ no_function(Error).

all_ones([]).
all_ones([1|Ones]) :- all_ones(Ones).

no_function(Error) :- nonvar(Error), Error = error(type_error(evaluable, _), _).
