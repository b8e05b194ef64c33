% Operators that the program declares take effect from there on. Expected: no errors.
:- op(700, xfx, likes), op(200, xf, [squared, '!']), op(150, fx, #).
mary likes wine.
likes(mary, food).
x likes y squared.
t(3!, -a squared, #a, # 1).
:- op(200, xfy, user:and).
t(a and b and c).
:- op(0, xfx, likes).
t(likes).
:- op(700, xfx, 'is not').
t(a 'is not' b).
:- op(700, xfx, ≤).
t(a ≤ b, a≤b).
:- module(m, [p/1, op(700, xfx, ===>), op(100, fy, ~)]).
t(a ===> ~ ~b).
:- op(0, fy, ~).
t(~).
:- op(1105, xfy, '|').
t((a ; b | c)).
