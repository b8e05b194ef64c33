//! Skeletons over trees that grow: search trees, heaps, tries, and what walks over them, with random keys.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] =
    &[("grow tree", 6, grow_tree), ("heap", 4, heap), ("balanced tree", 3, balanced), ("trie", 3, trie)];

/// What is done with a search tree `T` to give `Out`.
const USES: &[&str] = &[
    "#use(T, Out) :- #sum(T, Out).\n#sum(e, 0).\n#sum(n(L,K,_,R), S) :- #sum(L, A), #sum(R, B), S is A + B + K.",
    "#use(T, Out) :- #keys(T, Out, []).\n#keys(e, L, L).\n#keys(n(L,K,V,R), A, C) :- #keys(L, A, [K-V|B]), #keys(R, B, C).",
    "#use(T, Out) :- #depth(T, Out).\n#depth(e, 0).\n\
     #depth(n(L,_,_,R), D) :- #depth(L, A), #depth(R, B), ( A > B -> D is A + 1 ; D is B + 1 ).",
    "#use(T, Out) :- #some(T, 20, 70, Out, []).\n#some(e, _, _, L, L).\n#some(n(L,K,_,R), F, G, A, D) :-\n\
     ( K >= F -> #some(L, F, G, A, B) ; A = B ), ( K >= F, K =< G -> B = [K|C] ; B = C ),\n\
     ( K =< G -> #some(R, F, G, C, D) ; C = D ).",
    "#use(T, T).",
];

fn grow_tree(w: &mut Writer) -> String {
    let put = w.pick(&[
        "#put(e, K, V, n(e,K,V,e)).\n#put(n(L,K,_,R), K, V, n(L,K,V,R)) :- !.\n\
         #put(n(L,J,W,R), K, V, n(M,J,W,R)) :- K < J, !, #put(L, K, V, M).\n\
         #put(n(L,J,W,R), K, V, n(L,J,W,M)) :- #put(R, K, V, M).",
        "#put(e, K, V, n(e,K,V,e)).\n#put(n(L,J,W,R), K, V, T) :- compare(O, K, J), #put(O, L, J, W, R, K, V, T).\n\
         #put(=, L, _, W, R, K, V, n(L,K,U,R)) :- U = W-V.\n\
         #put(<, L, J, W, R, K, V, n(M,J,W,R)) :- #put(L, K, V, M).\n\
         #put(>, L, J, W, R, K, V, n(L,J,W,M)) :- #put(R, K, V, M).",
        "#put(T, K, V, S) :- ( T == e -> S = n(e,K,V,e) ; T = n(L,J,W,R),\n\
         ( K =:= J -> S = n(L,J,V,R) ; K < J -> S = n(M,J,W,R), #put(L, K, V, M) ; S = n(L,J,W,M), #put(R, K, V, M) ) ).",
    ]);
    let each = w.pick(&[
        "#all([], T, T).\n#all([K|Ks], T, S) :- #put(T, K, v, U), #all(Ks, U, S).",
        "#all(L, T, S) :- foldl(#add, L, T, S).\n#add(K, T, S) :- #put(T, K, K, S).",
        "#all([], T, T).\n#all([K|Ks], T, S) :- V is K mod 3, ( V =:= 0 -> U = T ; #put(T, K, V, U) ), #all(Ks, U, S).",
    ]);
    let uses = w.pick(USES);
    w.write("#top(L, Out) :- #all(L, e, T), #use(T, Out).", &[]);
    w.write(put, &[]);
    w.write(each, &[]);
    w.write(uses, &[]);
    let length = w.size(6, 60);
    let list = data::number_list(&mut w.rng, length);
    if w.chance(0.4) {
        let look = w.pick(&[
            "#get(n(L,J,V,R), K, U) :- ( K =:= J -> U = V ; K < J -> #get(L, K, U) ; #get(R, K, U) ).",
            "#get(n(_,K,V,_), K, V) :- !.\n#get(n(L,J,_,_), K, V) :- K < J, !, #get(L, K, V).\n#get(n(_,_,_,R), K, V) :- #get(R, K, V).",
        ]);
        w.write(look, &[]);
        let found = w.pick(&["C1 is C + 1", "C1 = f(C)", "C1 = C"]);
        w.write(
            "#seek([], _, C, C).\n#seek([K|Ks], T, C, D) :- ( #get(T, K, _) -> {found} ; C1 = C ), #seek(Ks, T, C1, D).\n\
             #both(L, M, Out) :- #all(L, e, T), #seek(M, T, 0, Out).",
            &[("found", found)],
        );
        let wanted = w.size(5, 80);
        let other = data::number_list(&mut w.rng, wanted);
        return w.fill("#both({list}, {other}, Out)", &[("list", &list), ("other", &other)]);
    }
    w.fill("#top({list}, Out)", &[("list", &list)])
}

fn heap(w: &mut Writer) -> String {
    let kind = w.pick(&[
        // A leftist heap.
        "#meld(e, H, H) :- !.\n#meld(H, e, H) :- !.\n\
         #meld(h(R,X,A,B), h(_,Y,C,D), H) :- X =< Y, !, #meld(B, h(R,Y,C,D), M), #make(X, A, M, H).\n\
         #meld(G, h(_,Y,C,D), H) :- #meld(D, G, M), #make(Y, C, M, H).\n\
         #make(X, A, B, h(R,X,A,B)) :- #rank(A, P), #rank(B, Q), P >= Q, !, R is Q + 1.\n\
         #make(X, A, B, h(R,X,B,A)) :- #rank(A, P), R is P + 1.\n#rank(e, 0).\n#rank(h(R,_,_,_), R).\n\
         #one(X, h(1,X,e,e)).\n#top(h(_,X,A,B), X, H) :- #meld(A, B, H).",
        // A skew heap.
        "#meld(e, H, H).\n#meld(h(X,A,B), H, G) :- #skew(H, X, A, B, G).\n#skew(e, X, A, B, h(X,A,B)).\n\
         #skew(h(Y,C,D), X, A, B, H) :- ( X < Y -> H = h(X,M,A), #meld(B, h(Y,C,D), M) ; H = h(Y,M,C), #meld(D, h(X,A,B), M) ).\n\
         #one(X, h(X,e,e)).\n#top(h(X,A,B), X, H) :- #meld(A, B, H).",
        // A pairing heap.
        "#meld(e, H, H) :- !.\n#meld(H, e, H) :- !.\n#meld(p(X,A), p(Y,B), p(X,[p(Y,B)|A])) :- X =< Y, !.\n\
         #meld(p(X,A), p(Y,B), p(Y,[p(X,A)|B])).\n#one(X, p(X,[])).\n#top(p(X,L), X, H) :- #pairs(L, H).\n\
         #pairs([], e).\n#pairs([H], H).\n#pairs([A,B|L], H) :- #meld(A, B, C), #pairs(L, D), #meld(C, D, H).",
    ]);
    w.write(kind, &[]);
    w.write("#fill([], H, H).\n#fill([X|L], H, G) :- #one(X, S), #meld(S, H, F), #fill(L, F, G).", &[]);
    let empty = w.pick(&[
        "#drain(e, []) :- !.\n#drain(H, [X|L]) :- #top(H, X, G), #drain(G, L).",
        "#drain(H, S) :- #drain(H, 0, S).\n#drain(e, S, S) :- !.\n#drain(H, S, T) :- #top(H, X, G), U is max(S, X) + 1, #drain(G, U, T).",
        "#drain(H, L) :- ( #top(H, X, G) -> L = [X|M], #drain(G, M) ; L = [] ).",
    ]);
    w.write(empty, &[]);
    w.write("#run(L, Out) :- #fill(L, e, H), #drain(H, Out).", &[]);
    let length = w.size(5, 40);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#run({list}, Out)", &[("list", &list)])
}

fn balanced(w: &mut Writer) -> String {
    let text = w.pick(&[
        // Balance kept by the depths of subtrees.
        "#put(e, K, t(e,K,e,1)).\n#put(t(L,J,R,H), K, T) :- compare(O, K, J), #put(O, L, J, R, H, K, T).\n\
         #put(=, L, J, R, H, _, t(L,J,R,H)).\n#put(<, L, J, R, _, K, T) :- #put(L, K, M), #even(M, J, R, T).\n\
         #put(>, L, J, R, _, K, T) :- #put(R, K, M), #even(L, J, M, T).\n\
         #high(e, 0).\n#high(t(_,_,_,H), H).\n\
         #node(L, K, R, t(L,K,R,H)) :- #high(L, A), #high(R, B), H is max(A, B) + 1.\n\
         #even(L, K, R, T) :- #high(L, A), #high(R, B), D is A - B, #turn(D, L, K, R, T).\n\
         #turn(2, t(A,J,B,_), K, C, T) :- !, #high(A, P), #high(B, Q),\n\
         ( P >= Q -> #node(B, K, C, M), #node(A, J, M, T)\n\
         ; B = t(E,I,F,_), #node(A, J, E, M), #node(F, K, C, N), #node(M, I, N, T) ).\n\
         #turn(-2, A, K, t(B,J,C,_), T) :- !, #high(B, P), #high(C, Q),\n\
         ( Q >= P -> #node(A, K, B, M), #node(M, J, C, T)\n\
         ; B = t(E,I,F,_), #node(A, K, E, M), #node(F, J, C, N), #node(M, I, N, T) ).\n\
         #turn(_, L, K, R, T) :- #node(L, K, R, T).",
        // Red and black.
        "#put(T, K, b(L,J,R)) :- #ins(T, K, S), S =.. [_,L,J,R].\n#ins(e, K, r(e,K,e)).\n\
         #ins(r(L,J,R), K, T) :- ( K < J -> #ins(L, K, M), T = r(M,J,R) ; K > J -> #ins(R, K, M), T = r(L,J,M) ; T = r(L,J,R) ).\n\
         #ins(b(L,J,R), K, T) :- ( K < J -> #ins(L, K, M), #fix(M, J, R, T) ; K > J -> #ins(R, K, M), #fix(L, J, M, T) ; T = b(L,J,R) ).\n\
         #fix(r(r(A,X,B),Y,C), Z, D, r(b(A,X,B),Y,b(C,Z,D))) :- !.\n#fix(r(A,X,r(B,Y,C)), Z, D, r(b(A,X,B),Y,b(C,Z,D))) :- !.\n\
         #fix(A, X, r(r(B,Y,C),Z,D), r(b(A,X,B),Y,b(C,Z,D))) :- !.\n#fix(A, X, r(B,Y,r(C,Z,D)), r(b(A,X,B),Y,b(C,Z,D))) :- !.\n\
         #fix(A, X, B, b(A,X,B)).",
    ]);
    w.write(text, &[]);
    let each = w.pick(&[
        "#all([], T, T).\n#all([K|Ks], T, S) :- #put(T, K, U), #all(Ks, U, S).",
        "#all(L, T, S) :- ( L = [K|Ks] -> #put(T, K, U), #all(Ks, U, S) ; S = T ).",
    ]);
    w.write(each, &[]);
    let length = w.size(5, 40);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#all({list}, e, Out)", &[("list", &list)])
}

fn trie(w: &mut Writer) -> String {
    let children = w.pick(&[
        "#child([C-T|L], D, T, L, C) :- C == D, !.\n#child([X|L], D, T, [X|M], C) :- #child(L, D, T, M, C).\n#child([], D, t(0,[]), [], D).\n\
         #put([], t(N,L), t(M,L)) :- M is N + 1.\n#put([C|W], t(N,L), t(N,[C-U|M])) :- #child(L, C, T, M, _), #put(W, T, U).",
        "#put([], t(N,L), t(M,L)) :- M is N + 1.\n#put([C|W], t(N,L), t(N,M)) :- #under(L, C, W, M).\n\
         #under([], C, W, [C-T]) :- #put(W, t(0,[]), T).\n\
         #under([C-T|L], D, W, M) :- ( C = D -> M = [C-U|L], #put(W, T, U) ; C @< D -> M = [C-T|N], #under(L, D, W, N)\n\
         ; M = [D-U,C-T|L], #put(W, t(0,[]), U) ).",
    ]);
    w.write(children, &[]);
    w.write("#all([], T, T).\n#all([W|Ws], T, S) :- #put(W, T, U), #all(Ws, U, S).", &[]);
    let uses = w.pick(&[
        "#use(t(N,L), S) :- #use(L, N, S).\n#use([], S, S).\n#use([_-T|L], S, R) :- #use(T, A), B is S + A, #use(L, B, R).",
        "#use(T, T).",
    ]);
    w.write(uses, &[]);
    w.write("#top(Ws, Out) :- #all(Ws, t(0,[]), T), #use(T, Out).", &[]);
    let (alphabet, longest) = (w.number(2, 6), w.number(2, 7));
    let words: Vec<String> = (0..w.size(5, 30))
        .map(|_| {
            let letters: Vec<&str> =
                (0..w.number(1, longest)).map(|_| data::ATOMS[w.number(0, alphabet - 1)]).collect();
            data::list_of(letters)
        })
        .collect();
    w.fill("#top({words}, Out)", &[("words", &data::list_of(words))])
}
