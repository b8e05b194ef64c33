% second_argument: distances along a line of stations looked up by the second argument, and by both.
% origin:          this suite
% stresses:        indexing on an argument that is not the first
% repeat:          37000

top :- result(_).

check :- result(R), R == 1716.

result(Length) :- back(s40, 0, Length).

% From the last station to the first: each is found by where its link leads.
back(s0, L, L) :- !.
back(S, L0, L) :-
    link(R, S, D),
    !,
    state(D, R, K),
    L1 is L0 + D * K,
    back(R, L1, L).

state(_, s0, 0).
state(D, S, K) :- S \== s0, K is D mod 3 + 1.

link(s0, s1, 11).
link(s1, s2, 18).
link(s2, s3, 25).
link(s3, s4, 32).
link(s4, s5, 16).
link(s5, s6, 23).
link(s6, s7, 30).
link(s7, s8, 14).
link(s8, s9, 21).
link(s9, s10, 28).
link(s10, s11, 12).
link(s11, s12, 19).
link(s12, s13, 26).
link(s13, s14, 33).
link(s14, s15, 17).
link(s15, s16, 24).
link(s16, s17, 31).
link(s17, s18, 15).
link(s18, s19, 22).
link(s19, s20, 29).
link(s20, s21, 13).
link(s21, s22, 20).
link(s22, s23, 27).
link(s23, s24, 11).
link(s24, s25, 18).
link(s25, s26, 25).
link(s26, s27, 32).
link(s27, s28, 16).
link(s28, s29, 23).
link(s29, s30, 30).
link(s30, s31, 14).
link(s31, s32, 21).
link(s32, s33, 28).
link(s33, s34, 12).
link(s34, s35, 19).
link(s35, s36, 26).
link(s36, s37, 33).
link(s37, s38, 17).
link(s38, s39, 24).
link(s39, s40, 31).
