% What programs for DEC-10, C-Prolog, Quintus and older systems call: other names, mostly, of what there is.
:- module(old_names, [display/1, display/2, displayq/1, displayq/2, reconsult/1, unknown/2, write_ln/1, concat/3,
                      merge/3, merge_set/3, sublist/3, checklist/2, 'C'/3, free_variables/2, string_to_list/2,
                      substring/4, flush/0, proper_list/1, setup_and_call_cleanup/3, hash_term/2, prolog_flag/2,
                      genarg/3, on_exception/3, raise_exception/1, skip_line/0, skip_line/1, no_style_check/1,
                      same_term/2, open_null_stream/1, subsumes_chk/2]).

:- meta_predicate sublist(1, ?, ?), checklist(1, ?), setup_and_call_cleanup(0, 0, 0), on_exception(?, 0, 0),
   reconsult(:).

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

same_term(A, B) :- A == B.

open_null_stream(Stream) :- open('/dev/null', write, Stream).

% subsumes_chk(@General, @Specific): subsumes_term/2 by its old name.
:- entry subsumes_chk(+, +).
:- pred subsumes_chk(A, B) : (gnd(A), gnd(B)) + (is_det, cost(exact, steps, 2)).
subsumes_chk(General, Specific) :- subsumes_term(General, Specific).
