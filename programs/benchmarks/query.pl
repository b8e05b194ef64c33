% query:    pairs of countries whose population densities differ by less than a twentieth.
% origin:   Warren's database query (1977) with other data
% stresses: facts, backtracking, integer arithmetic, lookup by key
% repeat:   2400

top :- pair(_, _, _, _), fail.
top.

check :-
    findall(A-B, pair(A, _, B, _), Pairs),
    Pairs == [chile-brazil, china-indonesia, egypt-austria, egypt-turkey, ethiopia-austria, ethiopia-egypt,
              ethiopia-turkey, france-poland, indonesia-ghana, nigeria-germany, peru-brazil, spain-kenya,
              turkey-austria].

pair(C1, D1, C2, D2) :-
    density(C1, D1),
    density(C2, D2),
    D1 > D2,
    20 * D1 < 21 * D2.

density(C, D) :-
    people(C, P),
    area(C, A),
    D is P * 1000 // A.

people(argentina, 46).
people(australia, 26).
people(austria, 9).
people(bangladesh, 171).
people(brazil, 215).
people(canada, 39).
people(chile, 20).
people(china, 1412).
people(egypt, 110).
people(ethiopia, 123).
people(france, 68).
people(germany, 84).
people(ghana, 33).
people(india, 1417).
people(indonesia, 276).
people(iran, 89).
people(italy, 59).
people(japan, 125).
people(kenya, 54).
people(mexico, 128).
people(nigeria, 219).
people(pakistan, 236).
people(peru, 34).
people(poland, 38).
people(spain, 48).
people(turkey, 85).

area(argentina, 2780).
area(australia, 7692).
area(austria, 84).
area(bangladesh, 148).
area(brazil, 8516).
area(canada, 9985).
area(chile, 756).
area(china, 9597).
area(egypt, 1002).
area(ethiopia, 1104).
area(france, 549).
area(germany, 358).
area(ghana, 239).
area(india, 3287).
area(indonesia, 1905).
area(iran, 1648).
area(italy, 302).
area(japan, 378).
area(kenya, 580).
area(mexico, 1964).
area(nigeria, 924).
area(pakistan, 882).
area(peru, 1285).
area(poland, 313).
area(spain, 506).
area(turkey, 784).
