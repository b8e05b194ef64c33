% Terms: compared, mapped and searched.
:- module(terms, [term_size/2, variant/2, subsumes/2, term_subsumer/3, mapargs/3, mapsubterms/3, foldsubterms/4,
                  foldsubterms/5, same_functor/2, same_functor/3, same_functor/4, contains_term/2, contains_var/2,
                  free_of_term/2, free_of_var/2, occurrences_of_term/3, occurrences_of_var/3, sub_term/2, sub_var/2,
                  max_var_number/3, varnumbers/2, varnumbers/3]).

:- meta_predicate mapargs(2, ?, ?), mapsubterms(2, ?, ?), foldsubterms(3, ?, ?, ?), foldsubterms(4, ?, ?, ?, ?).

% term_size(@Term, -Cells): the cells that its compound terms, strings and floats take.
term_size(Term, Cells) :- cells(Term, 0, Cells).

cells(Term, N0, N) :- compound(Term), !,
    functor(Term, _, Arity),
    N1 is N0 + Arity + 1,
    cells_of(Arity, Term, N1, N).
cells(_, N, N).

cells_of(0, _, N, N) :- !.
cells_of(At, Term, N0, N) :- arg(At, Term, Arg), cells(Arg, N0, N1), Next is At - 1, cells_of(Next, Term, N1, N).

% variant(@A, @B), subsumes(+General, @Specific).
:- entry variant(+, +).
:- pred variant(A, B) : (gnd(A), gnd(B)) + (is_det, cost(ub, steps, 1)).
variant(A, B) :- A =@= B.

:- entry subsumes(+, +).
:- pred subsumes(A, B) : (gnd(A), gnd(B)) + (is_det, cost(exact, steps, 2)).
subsumes(General, Specific) :- subsumes_term(General, Specific), General = Specific.

% term_subsumer(@A, @B, -General): the most special term that both are instances of (Plotkin 1970).
term_subsumer(A, B, General) :- general(A, B, General, [], _).

general(A, B, A, Seen, Seen) :- A == B, !.
general(A, B, General, Seen0, Seen) :-
    compound(A),
    same_functor(A, B, Arity), !,
    functor(A, Name, Arity),
    functor(General, Name, Arity),
    general(Arity, A, B, General, Seen0, Seen).
general(A, B, General, Seen0, Seen) :-
    (   stands_for(Seen0, A, B, Found)
    ->  General = Found, Seen = Seen0
    ;   Seen = [for(A, B, General)|Seen0]
    ).

general(0, _, _, _, Seen, Seen) :- !.
general(N, A, B, General, Seen0, Seen) :-
    arg(N, A, ArgA),
    arg(N, B, ArgB),
    arg(N, General, Arg),
    general(ArgA, ArgB, Arg, Seen0, Seen1),
    Next is N - 1,
    general(Next, A, B, General, Seen1, Seen).

stands_for([for(A0, B0, V0)|Seen], A, B, V) :- ( A0 == A, B0 == B -> V = V0 ; stands_for(Seen, A, B, V) ).

% mapargs(:Goal, ?A, ?B): call(Goal, ArgA, ArgB) for the arguments of terms with the same functor.
mapargs(Goal, A, B) :- same_functor(A, B, Arity), mapped(1, Arity, Goal, A, B).

mapped(N, Arity, _, _, _) :- N > Arity, !.
mapped(N, Arity, Goal, A, B) :-
    arg(N, A, ArgA),
    arg(N, B, ArgB),
    call(Goal, ArgA, ArgB),
    Next is N + 1,
    mapped(Next, Arity, Goal, A, B).

% mapsubterms(:Goal, +Term, -New): a subterm for which call(Goal, Subterm, Instead) is true is replaced; the others are
% searched.
mapsubterms(_, Term, New) :- var(Term), !, New = Term.
mapsubterms(Goal, Term, New) :- call(Goal, Term, Instead), !, New = Instead.
mapsubterms(Goal, Term, New) :- compound(Term), !,
    functor(Term, Name, Arity),
    functor(New, Name, Arity),
    mapped(1, Arity, mapsubterms(Goal), Term, New).
mapsubterms(_, Term, Term).

% foldsubterms(:Goal, +Term, +S0, -S), foldsubterms(:Goal, +Term, -New, +S0, -S): call(Goal, Subterm, S0, S) or
% call(Goal, Subterm, Instead, S0, S) where it is true; the other subterms are searched.
foldsubterms(Goal, Term, S0, S) :- folded(Term, Goal, S0, S).

folded(Term, Goal, S0, S) :- nonvar(Term), call(Goal, Term, S0, S1), !, S = S1.
folded(Term, Goal, S0, S) :- compound(Term), !, functor(Term, _, Arity), folded(1, Arity, Term, Goal, S0, S).
folded(_, _, S, S).

folded(N, Arity, _, _, S, S) :- N > Arity, !.
folded(N, Arity, Term, Goal, S0, S) :-
    arg(N, Term, Arg),
    folded(Arg, Goal, S0, S1),
    Next is N + 1,
    folded(Next, Arity, Term, Goal, S1, S).

foldsubterms(Goal, Term, New, S0, S) :- replaced(Term, New, Goal, S0, S).

replaced(Term, New, Goal, S0, S) :- nonvar(Term), call(Goal, Term, Instead, S0, S1), !, New = Instead, S = S1.
replaced(Term, New, Goal, S0, S) :- compound(Term), !,
    functor(Term, Name, Arity),
    functor(New, Name, Arity),
    replaced(1, Arity, Term, New, Goal, S0, S).
replaced(Term, Term, _, S, S).

replaced(N, Arity, _, _, _, S, S) :- N > Arity, !.
replaced(N, Arity, Term, New, Goal, S0, S) :-
    arg(N, Term, Arg),
    arg(N, New, Instead),
    replaced(Arg, Instead, Goal, S0, S1),
    Next is N + 1,
    replaced(Next, Arity, Term, New, Goal, S1, S).

% same_functor(?A, ?B), same_functor(?A, ?B, ?Arity), same_functor(?A, ?B, ?Name, ?Arity).
:- entry same_functor(+, +).
:- pred same_functor(A, B) : (gnd(A), gnd(B)) + (is_det, cost(exact, steps, 2)).
same_functor(A, B) :- same_functor(A, B, _, _).

:- entry same_functor(+, +, -).
:- pred same_functor(A, B, C) : (gnd(A), gnd(B), var(C)) + (is_det, cost(exact, steps, 2)).
same_functor(A, B, Arity) :- same_functor(A, B, _, Arity).

:- entry same_functor(+, +, -, -).
:- pred same_functor(A, B, C, D) : (gnd(A), gnd(B), var(C), var(D)) + (is_det, cost(exact, steps, 1)).
same_functor(A, B, Name, Arity) :- nonvar(A), !, functor(A, Name, Arity), functor(B, Name, Arity).
same_functor(A, B, Name, Arity) :- functor(B, Name, Arity), functor(A, Name, Arity).

% sub_term(-Sub, +Term): a subterm, Term itself first.
:- pred sub_term(A, B) : (var(A), gnd(B)) + (not_fails, cost(lb, steps, 1)).
sub_term(Term, Term).
sub_term(Sub, Term) :- compound(Term), functor(Term, _, Arity), between(1, Arity, N), arg(N, Term, Arg), sub_term(Sub, Arg).

sub_var(Sub, Term) :- sub_term(Found, Term), Found == Sub, !.

% contains_term(+Sub, +Term): a subterm unifies with Sub; contains_var/2: one is identical to it.
contains_term(Sub, Term) :- \+ free_of_term(Sub, Term).

contains_var(Sub, Term) :- \+ free_of_var(Sub, Term).

free_of_term(Sub, Term) :- \+ sub_term(Sub, Term).

free_of_var(Sub, Term) :- \+ ( sub_term(Found, Term), Found == Sub ).

% occurrences_of_term(+Sub, +Term, -Count): the subterms that Sub subsumes; occurrences_of_var/3: identical ones.
occurrences_of_term(Sub, Term, Count) :- aggregate_all(count, ( sub_term(Found, Term), subsumes_term(Sub, Found) ), Count).

occurrences_of_var(Sub, Term, Count) :- aggregate_all(count, ( sub_term(Found, Term), Found == Sub ), Count).

% max_var_number(@Term, +Start, -Max), varnumbers(+Numbered, -Term): what numbervars/3 did, and undone.
max_var_number(Term, Start, Max) :-
    findall(N, ( sub_term(Found, Term), nonvar(Found), Found = '$VAR'(N), integer(N) ), Ns),
    max_list([Start|Ns], Max).

varnumbers(Numbered, Term) :- varnumbers(Numbered, 0, Term).

varnumbers(Numbered, Start, Term) :- unnumbered(Numbered, Start, Term, [], _).

unnumbered(Term, _, New, Seen, Seen) :- var(Term), !, New = Term.
unnumbered('$VAR'(N), Start, V, Seen0, Seen) :- integer(N), N >= Start, !,
    ( memberchk(N-V, Seen0) -> Seen = Seen0 ; Seen = [N-V|Seen0] ).
unnumbered(Term, Start, New, Seen0, Seen) :- compound(Term), !,
    Term =.. [Name|Args],
    unnumbered_all(Args, Start, News, Seen0, Seen),
    New =.. [Name|News].
unnumbered(Term, _, Term, Seen, Seen).

unnumbered_all([], _, [], Seen, Seen).
unnumbered_all([Arg|Args], Start, [New|News], Seen0, Seen) :-
    unnumbered(Arg, Start, New, Seen0, Seen1),
    unnumbered_all(Args, Start, News, Seen1, Seen).
