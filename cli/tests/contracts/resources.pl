% Resources of a program's own: bits that are sent, and calls of a database.

:- resource sent.
:- resource asked.
:- head_cost(ub, asked, 0).
:- pred send(A) + head_cost(ub, sent, 8).
:- pred look(A, B) + literal_cost(ub, asked, 3).

:- pred client(A) : list(A) + cost(exact, sent, 8*length(A)).
:- pred client(A) : list(A) + cost(ub, sent, 8*length(A) - 1).  % false
:- pred client(A) : list(A) + cost(ub, sent, 7*length(A)).  % false
:- pred client(A) : list(A) + cost(ub, sent, 40).  % false
:- pred client(A) : list(A) + cost(lb, sent, 8*length(A) + 1).  % false
:- pred client(A) : list(A) + cost(lb, sent, length(A)**2).  % false
:- pred client(A) : list(A) + cost(exact, sent, length(A)).  % false
:- pred client(A) : list(A) + cost(exact, asked, 0).
:- pred client(A) : list(A) + cost(lb, asked, 1).  % false
client([]).
client([X|Xs]) :- send(X), client(Xs).
send(_).

:- pred query(A, B) : (list(A), var(B)) + cost(exact, asked, 6*length(A)).
:- pred query(A, B) : (list(A), var(B)) + cost(ub, asked, 5*length(A)).  % false
:- pred query(A, B) : (list(A), var(B)) + cost(lb, asked, 7*length(A)).  % false
:- pred query(A, B) : (list(A), var(B)) + cost(ub, asked, 6*length(A) - max(0, 1 - (length(A) - 2)**2)).  % false
:- pred query(A, B) : (list(A), var(B)) + cost(exact, sent, 0).
query([], []).
query([X|Xs], [Y|Ys]) :- look(X, Z), look(Z, Y), query(Xs, Ys).
look(X, f(X)).

:- pred count(A) : int(A) + cost(ub, asked, 3*max(int(A), 0)).
:- pred count(A) : int(A) + cost(ub, asked, 3*int(A)).  % false
:- pred count(A) : int(A) + cost(ub, asked, 2*max(int(A), 0)).  % false
count(N) :- N > 0, look(N, _), M is N - 1, count(M).
count(0).
