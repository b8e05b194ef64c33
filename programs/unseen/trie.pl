%? word_games(A, P, L) => A = [[stale,least,steal],[listen,silent,enlist,tinsel],[evil,live,vile,veil],[night,thing]], P = [level,rotor,refer,noon,racecar,stats], L = racecar
%? autocomplete(All) => All = [ca-[car,care,careful,cart,cat,catalog],do-[do,dog,done,door,dot,dote],ze-[zebra,zero,zest],ap-[apple,apply,apt],xy-[],te-[tea,ten,tent],i-[in,inn,inner]]

% A trie as nested node(EndFlag, [Char-Node, ...]) terms, children sorted.

word(car). word(cart). word(care). word(careful). word(cat). word(catalog).
word(dog). word(dot). word(dote). word(door). word(do). word(done).
word(zebra). word(zero). word(zest). word(apple). word(apply). word(apt).
word(tea). word(ten). word(tent). word(inn). word(inner). word(in).

empty_trie(node(no, [])).

trie_insert([], node(_, Kids), node(yes, Kids)).
trie_insert([C|Cs], node(E, Kids0), node(E, Kids)) :-
    insert_kid(Kids0, C, Cs, Kids).

insert_kid([], C, Cs, [C-T]) :-
    empty_trie(T0),
    trie_insert(Cs, T0, T).
insert_kid([K-T0|Rest], C, Cs, Kids) :-
    (   K == C
    ->  trie_insert(Cs, T0, T),
        Kids = [K-T|Rest]
    ;   K @> C
    ->  empty_trie(E),
        trie_insert(Cs, E, T),
        Kids = [C-T, K-T0|Rest]
    ;   Kids = [K-T0|Rest1],
        insert_kid(Rest, C, Cs, Rest1)
    ).

add_word(W, T0, T) :-
    atom_chars(W, Cs),
    trie_insert(Cs, T0, T).

build(T) :-
    findall(W, word(W), Ws),
    empty_trie(T0),
    foldl(add_word, Ws, T0, T).

descend([], T, T).
descend([C|Cs], node(_, Kids), T) :-
    memberchk(C-T1, Kids),
    descend(Cs, T1, T).

suffix(node(yes, _), []).
suffix(node(_, Kids), [C|Cs]) :-
    member(C-T, Kids),
    suffix(T, Cs).

completions(Prefix, Trie, Words) :-
    atom_chars(Prefix, Ps),
    (   descend(Ps, Trie, Sub)
    ->  findall(W, ( suffix(Sub, S), append(Ps, S, Cs), atom_chars(W, Cs) ), Words)
    ;   Words = []
    ).

% Anagrams and palindromes over the same kind of words.
text(listen). text(silent). text(enlist). text(level). text(rotor). text(tinsel).
text(stale). text(least). text(steal). text(refer). text(night). text(thing).
text(noon). text(evil). text(live). text(vile). text(veil). text(racecar). text(stats).

palindrome(W) :-
    atom_chars(W, Cs),
    reverse(Cs, Cs).

signature(W, S-W) :-
    atom_chars(W, Cs),
    msort(Cs, Ss),
    atom_chars(S, Ss).

groups([], []).
groups([K-V|Ps], [K-[V|Vs]|Gs]) :-
    same_key(Ps, K, Vs, Rest),
    groups(Rest, Gs).
same_key([K1-V|Ps], K, [V|Vs], Rest) :- K1 == K, !, same_key(Ps, K, Vs, Rest).
same_key(Ps, _, [], Ps).

% longest palindrome inside of an atom, by trying all sub atoms from the long end
longest_inside(A, P) :-
    atom_length(A, N),
    between(1, N, I),
    L is N - I + 1,
    sub_atom(A, _, L, _, P),
    palindrome(P),
    !.

word_games(Anagrams, Pals, Long) :-
    findall(W, ( text(W), palindrome(W) ), Pals),
    findall(W, ( text(W), \+ palindrome(W) ), Ws),
    maplist(signature, Ws, Keyed),
    keysort(Keyed, Sorted),
    groups(Sorted, Gs),
    findall(Vs, member(_-Vs, Gs), Anagrams),
    longest_inside(xabracecarecy, Long).

autocomplete(All) :-
    build(T),
    maplist(complete_in(T), [ca, do, ze, ap, xy, te, i], All),
    All = [ca-Ca|_],
    length(Ca, 6).

complete_in(T, P, P-Ws) :- completions(P, T, Ws0), Ws = Ws0.
