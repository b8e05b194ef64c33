% When the cleanups of setup_call_cleanup/3 run, and what becomes of what they do.
%? setup_call_cleanup(true, member(X, [1,2]), Y = 1), ! => X = 1, Y = 1
%? setup_call_cleanup(S = 1, G = 2, C = 3) => S = 1, G = 2, C = 3
%? said(setup_call_cleanup(true, fail, write(c)), A, R) => A = c, R = no
%? said(setup_call_cleanup(true, throw(x), write(c)), A, R) => A = c, R = ball(x)
%? said(setup_call_cleanup(true, true, write(c)), A, R) => A = c, R = yes
%? setup_call_cleanup(true, throw(x), throw(y)) => ball(x)
%? setup_call_cleanup(true, true, throw(y)) => ball(y)
%? setup_call_cleanup(true, fail, throw(y)) => ball(y)
%? setup_call_cleanup(true, member(_, [1,2]), throw(y)), ! => ball(y)
%? setup_call_cleanup(true, member(_, [1,2]), fail), ! => true
%? setup_call_cleanup(true, true, _) => error(instantiation_error)
%? setup_call_cleanup(true, _, true) => error(instantiation_error)
%? setup_call_cleanup(_, true, true) => error(instantiation_error)
%? setup_call_cleanup(fail, true, true) => no
%? setup_call_cleanup(true, true, 1) => error(type_error(callable,1))
%? said((scc(a), scc(b), !), A, R) => A = ba, R = yes
%? said(catch((scc(c), throw(oops)), oops, write(d)), A, R) => A = cd, R = yes
%? said((catch(scc(c), oops, write(wrong)), throw(oops)), A, R) => A = c, R = ball(oops)
%? catch((setup_call_cleanup(true, member(_, [1,2]), throw(second)), throw(first)), B, true) => B = first
%? said((setup_call_cleanup(true, member(Q, [1,2]), write(c)), Q == 2), A, R) => Q = 2, A = c, R = yes
%? said((setup_call_cleanup(true, (member(Q, [1,2]), write(Q)), write(c)), Q == 3), A, R) => A = '12c', R = no
%? said(\+ \+ scc(c), A, R) => A = c, R = yes
%? said((scc(c) -> write(d) ; true), A, R) => A = cd, R = yes
%? said(findall(Z, setup_call_cleanup(true, member(Z, [1,2]), write(c)), L), A, R), L = [1,2] => L = [1,2], A = c, R = yes
%? said(forall(setup_call_cleanup(true, member(Z, [1,2]), write(c)), Z > 0), A, R) => A = c, R = yes
%? said(call_cleanup(true, write(x)), A, R) => A = x, R = yes
%? said(once((scc(a), once((scc(b), write(i))), write(j))), A, R) => A = ibja, R = yes
%? said((scc(setup_call_cleanup(true, member(_, [1,2]), write(in)), write(out)), !), A, R) => A = inout, R = yes
%? said(catch(setup_call_cleanup(true, setup_call_cleanup(true, throw(x), write(a)), write(b)), x, write(c)), A, R) => A = abc, R = yes
%? said(catch((scc(a), catch((scc(b), throw(x)), y, write(wrong))), x, write(c)), A, R) => A = bac, R = yes
%? said(catch((scc(a), catch((scc(b), throw(x)), x, write(m)), throw(z)), z, write(c)), A, R) => A = bmac, R = yes
%? said((keeps(1, 2, 3, 4, X), write(X)), A, R) => X = [1,2,3,4], A = 'c[1,2,3,4]', R = yes
%? said((keeps_slots(1, 2, X), write(X)), A, R) => X = [1,2], A = 'c[1,2]', R = yes
%? loop(1000), ! => true
%? many(1000, N), N == 1000 => N = 1000
%? said(setup_call_cleanup(true, (member(_, [1,2]), !), write(c)), A, R) => A = c, R = yes
%? catch(setup_call_cleanup(true, forever(1), nb_setval(cleaned, yes)), error(E, _), true), nb_getval(cleaned, V) => E = resource_error(memory), V = yes

scc(What) :- setup_call_cleanup(true, member(_, [1,2]), write(What)).
scc(Goal, Cleanup) :- setup_call_cleanup(true, Goal, Cleanup).

said(Goal, Text, Result) :-
    with_output_to(atom(Text), said_result(Goal, Result)).

said_result(Goal, Result) :- catch(( Goal -> Result = yes ; Result = no ), Ball, Result = ball(Ball)).

% Registers and slots outlive the cleanups of a cut.
keeps(A, B, C, D, L) :- ( scc(c) -> L = [A,B,C,D] ; L = [] ).

keeps_slots(A, B, L) :- one(A, X), scc(c), !, one(B, Y), L = [X,Y].

one(X, X).

loop(0) :- !.
loop(N) :- ( setup_call_cleanup(true, member(_, [1,2]), true) -> true ; true ), M is N - 1, loop(M).

% Cleanups that wait all at once.
many(N, Count) :- nb_setval(count, 0), pile(N), !, nb_getval(count, Count).

pile(0).
pile(N) :- setup_call_cleanup(true, member(_, [1,2]), counted), M is N - 1, pile(M).

counted :- nb_getval(count, C), D is C + 1, nb_setval(count, D).

forever(X) :- forever(f(X)), one(X, _).
