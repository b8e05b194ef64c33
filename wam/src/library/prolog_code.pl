% Goals and clauses as terms.
:- module(prolog_code, [comma_list/2, semicolon_list/2, mkconj/3, mkdisj/3, pi_head/2, head_name_arity/3,
                        most_general_goal/2, extend_goal/3, is_control_goal/1, is_predicate_indicator/1]).

% comma_list(?Conjunction, ?Goals), semicolon_list(?Disjunction, ?Goals): either way.
:- entry comma_list(-, +list).
:- pred comma_list(A, B) : (var(A), list(B)) + (is_det, cost(lb, steps, 2), cost(ub, steps, length(B) + 2)).
comma_list(Conjunction, Goals) :- operands(Conjunction, ',', Goals).

:- entry semicolon_list(-, +list).
:- pred semicolon_list(A, B) : (var(A), list(B)) + (is_det, cost(lb, steps, 2), cost(ub, steps, length(B) + 2)).
semicolon_list(Disjunction, Goals) :- operands(Disjunction, ;, Goals).

operands(Term, Name, Operands) :- nonvar(Term), !, flat(Term, Name, Operands, []).
operands(Term, Name, Operands) :- is_list(Operands), Operands = [First|Rest], joined(Rest, First, Name, Term).

flat(Term, Name, Operands, Rest) :- nonvar(Term), Term =.. [Name, Left, Right], !,
    flat(Left, Name, Operands, Middle),
    flat(Right, Name, Middle, Rest).
flat(Term, _, [Term|Rest], Rest).

joined([], Last, _, Last).
joined([Next|Rest], First, Name, Term) :- Term =.. [Name, First, Right], joined(Rest, Next, Name, Right).

% mkconj(+A, +B, -Conjunction), mkdisj(+A, +B, -Disjunction): without needless true and false.
:- entry mkconj(+, +, -).
:- pred mkconj(A, B, C) : (gnd(A), gnd(B), var(C)) => gnd(C) + (not_fails, is_det, cost(exact, steps, 1)).
mkconj(A, B, B) :- A == true, !.
mkconj(A, B, A) :- B == true, !.
mkconj(A, B, (A, B)).

:- entry mkdisj(+, +, -).
:- pred mkdisj(A, B, C) : (gnd(A), gnd(B), var(C)) => gnd(C) + (not_fails, is_det, cost(exact, steps, 1)).
mkdisj(A, B, B) :- A == false, !.
mkdisj(A, B, A) :- B == false, !.
mkdisj(A, _, true) :- A == true, !.
mkdisj(_, B, true) :- B == true, !.
mkdisj(A, B, (A ; B)).

% pi_head(?Indicator, ?Head).
:- entry pi_head(-, +).
:- pred pi_head(A, B) : (var(A), gnd(B)) + (is_det, cost(lb, steps, 2), cost(ub, steps, size(B) / 2 + 2)).
pi_head(Indicator, Head) :- nonvar(Head), Head = Module:Inner, !, Indicator = Module:Name, pi_head(Name, Inner).
pi_head(Indicator, Head) :- nonvar(Indicator), Indicator = Module:Inner, !, Head = Module:Goal, pi_head(Inner, Goal).
pi_head(Name/Arity, Head) :- nonvar(Head), !, functor(Head, Name, Arity).
pi_head(Name/Arity, Head) :- functor(Head, Name, Arity).
pi_head(Name//Arity0, Head) :- integer(Arity0), Arity is Arity0 + 2, functor(Head, Name, Arity).

:- entry head_name_arity(+, -, -).
:- pred head_name_arity(A, B, C) : (gnd(A), var(B), var(C)) + (is_det, cost(exact, steps, 1)).
head_name_arity(Head, Name, Arity) :- functor(Head, Name, Arity).

:- entry most_general_goal(+, -).
:- pred most_general_goal(A, B) : (gnd(A), var(B)) + (is_det, cost(lb, steps, 1), cost(ub, steps, size(A) / 2 + 1)).
most_general_goal(Goal, General) :- var(Goal), !, General = Goal.
most_general_goal(Module:Goal, General) :- !, General = Module:Inner, most_general_goal(Goal, Inner).
most_general_goal(Goal, General) :- functor(Goal, Name, Arity), functor(General, Name, Arity).

% extend_goal(+Goal, +Arguments, -Extended).
extend_goal(Goal, [], Goal) :- !.
extend_goal(Module:Goal, Arguments, Module:Extended) :- !, extend_goal(Goal, Arguments, Extended).
extend_goal(Goal, Arguments, Extended) :- Goal =.. List, append(List, Arguments, Longer), Extended =.. Longer.

:- entry is_control_goal(+).
:- pred is_control_goal(A) : gnd(A) + (is_det, cost(ub, steps, 2)).
is_control_goal(Goal) :- callable(Goal), control(Goal), !.

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).
control(\+ _).

:- entry is_predicate_indicator(+).
:- pred is_predicate_indicator(A) : gnd(A) + (is_det, cost(ub, steps, size(A) / 2 + 1)).
is_predicate_indicator(Spec) :- ground(Spec), indicator(Spec).

indicator(Module:Spec) :- !, atom(Module), indicator(Spec).
indicator(Name/Arity) :- atom(Name), integer(Arity), Arity >= 0.
indicator(Name//Arity) :- atom(Name), integer(Arity), Arity >= 0.
