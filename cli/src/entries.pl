% How predicates of the library are called when no modes are given.
:- entry append(+list, +list, -).
:- entry member(+gnd, +list).
:- entry memberchk(+gnd, +list).
:- entry reverse(+list, -).
:- entry select(+gnd, +list, -).
:- entry last(+list, -).
:- entry sum_list(+list(int), -).
:- entry max_list(+list(int), -).
:- entry min_list(+list(int), -).
:- entry numlist(+nat, +nat, -).
:- entry delete(+list, +gnd, -).
:- entry subtract(+list, +list, -).
:- entry permutation(+list, -).
:- entry nth0(+nat, +list, -).
:- entry nth1(+nat, +list, -).
