% What programs for systems with threads call that has a meaning without them: one goal runs after the other.
:- module(without_threads, [concurrent_maplist/2, concurrent_maplist/3, concurrent_maplist/4, concurrent_forall/2,
                            concurrent_forall/3, concurrent/3, with_mutex/2, thread_self/1, trim_stacks/0,
                            garbage_collect_atoms/0]).

:- meta_predicate concurrent_maplist(1, ?), concurrent_maplist(2, ?, ?), concurrent_maplist(3, ?, ?, ?),
   concurrent_forall(0, 0), concurrent_forall(0, 0, ?), concurrent(+, :, ?), with_mutex(?, 0).

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
