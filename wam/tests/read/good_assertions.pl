% Assertions as Ciao writes them. Expected: status(kind(...)) around =>(:(Head, Pre), +(Post, Comp)).
:- module(_, [append/3], [assertions, regtypes]).
:- entry append(+list, +list, -).
:- entry p(+list, -list).
:- pred p(A, B) : (list(A)) => size(ub, length, B, length(A)) + (not_fails, cost(ub, steps, length(A) + 1)).
:- trust pred p(A, B) : (list(A), var(B)) => list(B).
:- check pred p(A, B) : list(A) => list(B) + is_det.
:- true pred p(A, B) : list(A).
:- check comp p(A, B) : list(A) + steps_ub(length(A)).
:- calls p(A, B) : list(A).
:- success p(A, B) : list(A) => list(B).
:- pred p(A, B) :: (list(A), list(B)).
:- regtype t/1.
:- resource r.
:- head_cost(ub, r, delta).
