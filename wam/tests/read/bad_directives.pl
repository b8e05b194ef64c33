% Directives that the reader obeys and cannot. Expected: an error for each but the first.
:- op(700, xfx, fine).
:- op(1201, xfx, high).
:- op(-1, xfx, low).
:- op(a, xfx, b).
:- op(700, xxx, b).
:- op(700, xfx, X).
:- op(700, xfx, [a, 1, b]).
:- op(700, xfx, ',').
:- op(700, xfx, '|').
:- op(700, xfx, []).
:- op(700, xfx, {}).
:- op(700, xf, fine).
:- set_prolog_flag(double_quotes, maybe).
a fine b.
