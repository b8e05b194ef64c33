//! Skeletons that work on symbols: words against patterns, formulas to be proved, domains to be narrowed, games to be won, rules
//! that fire; random structures all of them.

use super::data;
use super::grammar::{Writer, part};
use super::mixed::Skeleton;
use super::reduction::built;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("regular expression", 4, regular),
    ("proof", 4, proof),
    ("satisfy", 3, satisfy),
    ("domains", 4, domains),
    ("game tree", 4, game),
    ("production rules", 3, production),
];

/// A regular expression; stars stand over what takes a letter.
fn expression(w: &mut Writer, inner: usize) -> String {
    let letter = w.pick(&["a", "b", "c"]);
    if inner == 0 {
        return format!("c({letter})");
    }
    let left = w.number(0, inner - 1);
    match w.number(0, 6) {
        0 => format!("star(c({letter}))"),
        1 => format!("star(alt(c({letter}),c({})))", w.pick(&["a", "b", "c"])),
        2 | 3 => format!("alt({},{})", expression(w, left), expression(w, inner - 1 - left)),
        _ => format!("seq({},{})", expression(w, left), expression(w, inner - 1 - left)),
    }
}

/// A list of words over `a` to `c`.
fn words(w: &mut Writer, count: usize, longest: usize) -> String {
    let letters = w.number(2, 3);
    let words = (0..count).map(|_| {
        let length = w.number(1, longest);
        data::list_of((0..length).map(|_| w.pick(&["a", "b", "c"][..letters])))
    });
    let words: Vec<String> = words.collect();
    data::list_of(words)
}

fn regular(w: &mut Writer) -> String {
    let count = w.size(3, 16);
    let words = words(w, count, 9);
    let each = w.pick(&[
        "#all([], _, []).\n#all([S|L], R, [V|M]) :- ( #accepts(R, S) -> V = yes ; V = no ), #all(L, R, M).",
        "#all(L, R, N) :- #all(L, R, 0, N).\n#all([], _, N, N).\n#all([S|L], R, N, K) :- #accepts(R, S), !, M is N + 1, #all(L, R, M, K).\n\
         #all([_|L], R, N, K) :- #all(L, R, N, K).",
        "#all(L, R, M) :- include(#accepts(R), L, M).",
    ]);
    w.write(each, &[]);
    if w.chance(0.35) {
        // A machine of states, with several ways on.
        let (states, arcs) = (w.number(2, 6), w.number(6, 14));
        let mut facts: Vec<String> = (0..arcs)
            .map(|_| format!("#arc({}, {}, {}).", w.number(0, states), w.pick(&["a", "b", "c"]), w.number(0, states)))
            .collect();
        facts.sort();
        let accept = w.pick(&[
            "#accepts(Q, S) :- #from(S, Q).\n#from([], Q) :- Q > 1.\n#from([C|S], Q) :- #arc(Q, C, P), #from(S, P).",
            "#accepts(Q, S) :- #sets(S, [Q], P), memberchk(1, P).\n#sets([], P, P).\n\
             #sets([C|S], P, R) :- findall(Y, ( member(X, P), #arc(X, C, Y) ), Ys), sort(Ys, Q), #sets(S, Q, R).",
            "#accepts(Q, S) :- #sets(S, [Q], P), P = [_|_].\n#sets([], P, P).\n#sets([C|S], P, R) :- #moves(P, C, [], Q), #sets(S, Q, R).\n\
             #moves([], _, Q, Q).\n#moves([X|P], C, Q, S) :- ( #next(X, C, Y), \\+ memberchk(Y, Q) -> R = [Y|Q] ; R = Q ), #moves(P, C, R, S).\n\
             #next(X, C, Y) :- #arc(X, C, Y).",
        ]);
        w.write(accept, &[]);
        w.write(&facts.join("\n"), &[]);
        return w.fill("#all({words}, 0, Out)", &[("words", &words)]);
    }
    let accept = w.pick(&[
        "#accepts(R, S) :- #match(R, S, []).\n#match(c(C), [C|S], S).\n#match(seq(A,B), S, T) :- #match(A, S, U), #match(B, U, T).\n\
         #match(alt(A,_), S, T) :- #match(A, S, T).\n#match(alt(_,B), S, T) :- #match(B, S, T).\n\
         #match(star(A), S, T) :- #match(A, S, U), #match(star(A), U, T).\n#match(star(_), S, S).",
        "#accepts(R, S) :- phrase(#re(R), S).\n#re(c(C)) --> [C].\n#re(seq(A,B)) --> #re(A), #re(B).\n\
         #re(alt(A,B)) --> #re(A) ; #re(B).\n#re(star(A)) --> [] ; #re(A), #re(star(A)).",
        "#accepts(R, S) :- #run(S, [R]).\n#run(S, []) :- S == [].\n#run(S, [R|K]) :- #step(R, S, K).\n#step(c(C), [C|S], K) :- #run(S, K).\n\
         #step(seq(A,B), S, K) :- #step(A, S, [B|K]).\n#step(alt(A,B), S, K) :- ( #step(A, S, K) ; #step(B, S, K) ).\n\
         #step(star(A), S, K) :- ( #run(S, K) ; #step(A, S, [star(A)|K]) ).",
        "#accepts(R, []) :- #empty(R).\n#accepts(R, [C|S]) :- #after(R, C, Q), Q \\== none, #accepts(Q, S).\n\
         #empty(eps).\n#empty(star(_)).\n#empty(seq(A,B)) :- #empty(A), #empty(B).\n#empty(alt(A,B)) :- ( #empty(A) -> true ; #empty(B) ).\n\
         #after(none, _, none).\n#after(eps, _, none).\n#after(c(D), C, R) :- ( C == D -> R = eps ; R = none ).\n\
         #after(alt(A,B), C, R) :- #after(A, C, P), #after(B, C, Q), #alt(P, Q, R).\n#after(star(A), C, R) :- #after(A, C, P), #seq(P, star(A), R).\n\
         #after(seq(A,B), C, R) :- #after(A, C, P), #seq(P, B, Q), ( #empty(A) -> #after(B, C, O), #alt(Q, O, R) ; R = Q ).\n\
         #alt(none, Q, Q) :- !.\n#alt(P, none, P) :- !.\n#alt(P, P, P) :- !.\n#alt(P, Q, alt(P,Q)).\n\
         #seq(none, _, none) :- !.\n#seq(eps, Q, Q) :- !.\n#seq(P, Q, seq(P,Q)).",
    ]);
    w.write(accept, &[]);
    let inner = w.number(2, 8);
    let expression = expression(w, inner);
    w.fill("#all({words}, {expression}, Out)", &[("words", &words), ("expression", &expression)])
}

fn proof(w: &mut Writer) -> String {
    let prover = w.pick(&[
        // Sequents: what holds on the left, what is wanted on the right.
        "#proves(F) :- #seq([], [], [], [F]).\n#seq(A, B, [not(X)|L], R) :- !, #seq(A, B, L, [X|R]).\n\
         #seq(A, B, [and(X,Y)|L], R) :- !, #seq(A, B, [X,Y|L], R).\n#seq(A, B, [or(X,Y)|L], R) :- !, #seq(A, B, [X|L], R), #seq(A, B, [Y|L], R).\n\
         #seq(A, B, [imp(X,Y)|L], R) :- !, #seq(A, B, L, [X|R]), #seq(A, B, [Y|L], R).\n#seq(A, B, [P|L], R) :- !, ( memberchk(P, B) -> true ; #seq([P|A], B, L, R) ).\n\
         #seq(A, B, [], [not(X)|R]) :- !, #seq(A, B, [X], R).\n#seq(A, B, [], [and(X,Y)|R]) :- !, #seq(A, B, [], [X|R]), #seq(A, B, [], [Y|R]).\n\
         #seq(A, B, [], [or(X,Y)|R]) :- !, #seq(A, B, [], [X,Y|R]).\n#seq(A, B, [], [imp(X,Y)|R]) :- !, #seq(A, B, [X], [Y|R]).\n\
         #seq(A, B, [], [P|R]) :- ( memberchk(P, A) -> true ; #seq(A, [P|B], [], R) ).",
        // A tableau of the negation.
        "#proves(F) :- #closed([not(F)], []).\n#closed([F|L], S) :- #kind(F, K), #closed(K, F, L, S).\n\
         #closed(all(X,Y), _, L, S) :- #closed([X,Y|L], S).\n#closed(one(X,Y), _, L, S) :- #closed([X|L], S), #closed([Y|L], S).\n\
         #closed(same(X), _, L, S) :- #closed([X|L], S).\n#closed(atom, F, L, S) :- #against(F, G), ( #in(G, S) -> true ; #closed(L, [F|S]) ).\n\
         #against(not(P), P) :- !.\n#against(P, not(P)).\n#in(X, [Y|_]) :- X == Y, !.\n#in(X, [_|L]) :- #in(X, L).\n\
         #kind(and(X,Y), all(X,Y)) :- !.\n#kind(or(X,Y), one(X,Y)) :- !.\n#kind(imp(X,Y), one(not(X),Y)) :- !.\n#kind(not(F), K) :- !, #turned(F, K).\n\
         #kind(_, atom).\n#turned(and(X,Y), one(not(X),not(Y))) :- !.\n#turned(or(X,Y), all(not(X),not(Y))) :- !.\n\
         #turned(imp(X,Y), all(X,not(Y))) :- !.\n#turned(not(X), same(X)) :- !.\n#turned(_, atom).",
        // All rows of the table of truth.
        "#proves(F) :- \\+ ( #row([p,q,r], E), #value(F, E, 0) ).\n#row([], []).\n#row([P|L], [P-V|E]) :- #bit(V), #row(L, E).\n#bit(0).\n#bit(1).\n\
         #value(and(X,Y), E, V) :- !, #value(X, E, A), ( A =:= 0 -> V = 0 ; #value(Y, E, V) ).\n#value(not(X), E, V) :- !, #value(X, E, A), V is 1 - A.\n\
         #value(or(X,Y), E, V) :- !, #value(X, E, A), #value(Y, E, B), V is A \\/ B.\n\
         #value(imp(X,Y), E, V) :- !, #value(X, E, A), #value(Y, E, B), ( A =< B -> V = 1 ; V = 0 ).\n#value(P, E, V) :- memberchk(P-V, E).",
        // The formula decides on one letter after another.
        "#proves(F) :- #split([p,q,r], F).\n#split(_, t) :- !.\n#split([P|L], F) :- #put(F, P, t, G), #split(L, G), #put(F, P, f, H), #split(L, H).\n\
         #put(and(X,Y), P, V, Z) :- !, #put(X, P, V, A), #put(Y, P, V, B), #and(A, B, Z).\n#put(or(X,Y), P, V, Z) :- !, #put(X, P, V, A), #put(Y, P, V, B), #or(A, B, Z).\n\
         #put(imp(X,Y), P, V, Z) :- !, #put(or(not(X),Y), P, V, Z).\n#put(not(X), P, V, Z) :- !, #put(X, P, V, A), #not(A, Z).\n\
         #put(P, P, V, V) :- !.\n#put(X, _, _, X).\n#and(t, X, X) :- !.\n#and(f, _, f) :- !.\n#and(X, t, X) :- !.\n#and(_, f, f) :- !.\n#and(X, Y, and(X,Y)).\n\
         #or(f, X, X) :- !.\n#or(t, _, t) :- !.\n#or(X, f, X) :- !.\n#or(_, t, t) :- !.\n#or(X, Y, or(X,Y)).\n#not(t, f) :- !.\n#not(f, t) :- !.\n#not(X, not(X)).",
    ]);
    let each = w.pick(&[
        "#all([], []).\n#all([F|L], [V|M]) :- ( #proves(F) -> V = yes ; V = no ), #all(L, M).",
        "#all(L, N) :- #all(L, 0, N).\n#all([], N, N).\n#all([F|L], N, K) :- #proves(F), !, M is N + 1, #all(L, M, K).\n#all([_|L], N, K) :- #all(L, N, K).",
        "#all(L, R) :- findall(F, ( member(F, L), #proves(F) ), R).",
    ]);
    w.write(prover, &[]);
    w.write(each, &[]);
    let formulas: Vec<String> = (0..w.size(2, 8))
        .map(|_| {
            let inner = w.number(3, 12);
            let formula =
                built(w, inner, &[("and", 2), ("or", 2), ("imp", 2), ("not", 1), ("or", 2)], &["p", "q", "r"]);
            if w.chance(0.4) { format!("or({formula},not({formula}))") } else { formula }
        })
        .collect();
    w.fill("#all({formulas}, Out)", &[("formulas", &data::list_of(formulas))])
}

fn satisfy(w: &mut Writer) -> String {
    let solver = w.pick(&[
        // The first literal is made true, then false; what it settles is taken out.
        "#sat([], []) :- !.\n#sat(F, [L|A]) :- #least(F, [L0|_]), #either(L0, L), #assign(F, L, G), #sat(G, A).\n#either(L, L).\n#either(L, M) :- M is -L.\n\
         #least([C], C) :- !.\n#least([C|F], D) :- #least(F, E), ( C = [_] -> D = C ; D = E ).\n{assign}",
        "#sat(F, A) :- ( memberchk([L], F) -> A = [L|B], #assign(F, L, G), #sat(G, B) ; F = [[L|_]|_] -> #branch(F, L, A) ; F == [], A = [] ).\n\
         #branch(F, L, [L|A]) :- #assign(F, L, G), #sat(G, A).\n#branch(F, L, [M|A]) :- M is -L, #assign(F, M, G), #sat(G, A).\n{assign}",
        // Variables with values; a clause is watched when all values are there.
        "#sat(F, V) :- #holds(F, V), #fix(V).\n#fix([]).\n#fix([_-B|V]) :- ( B = 0 -> true ; true ), #fix(V).\n\
         #holds([], _).\n#holds([C|F], V) :- #one(C, V), #holds(F, V).\n\
         #one([L|C], V) :- X is abs(L), ( L > 0 -> B = 1 ; B = 0 ), memberchk(X-W, V), ( W = B ; W \\== B, #one(C, V) ).",
    ]);
    let assign = w.pick(&[
        "#assign([], _, []).\n#assign([C|F], L, G) :- ( memberchk(L, C) -> G = H ; M is -L, #drop(C, M, D), D \\== [], G = [D|H] ), #assign(F, L, H).\n\
         #drop([], _, []).\n#drop([X|C], M, D) :- ( X =:= M -> #drop(C, M, D) ; D = [X|E], #drop(C, M, E) ).",
        "#assign([], _, []).\n#assign([C|F], L, G) :- member(X, C), X == L, !, #assign(F, L, G).\n\
         #assign([C|F], L, [D|G]) :- M is -L, delete(C, M, D), D = [_|_], #assign(F, L, G).",
    ]);
    w.write(solver, &part(solver, "assign", assign));
    let each = w.pick(&[
        "#all([], _, []).\n#all([F|L], V, [A|M]) :- copy_term(V, W), ( #try(F, W, A) -> true ; A = none ), #all(L, V, M).",
        "#all(L, V, M) :- findall(A, ( member(F, L), once(#try(F, V, A)) ), M).",
        "#all([], _, 0).\n#all([F|L], V, N) :- #all(L, V, M), ( \\+ #try(F, V, _) -> N = M ; N is M + 1 ).",
    ]);
    w.write(each, &[]);
    let call = if solver.contains("#holds") { "#try(F, V, V) :- #sat(F, V)." } else { "#try(F, _, A) :- #sat(F, A)." };
    w.write(call, &[]);
    let (variables, widest) = (w.number(3, 7), w.number(2, 3));
    let problems: Vec<String> = (0..w.size(1, 5))
        .map(|_| {
            let clauses: Vec<String> = (0..w.number(3, 4 * variables))
                .map(|_| {
                    let width = w.number(1, widest).max(2);
                    data::list_of((0..width).map(|_| (w.number(1, variables) as i64) * w.pick(&[1, -1])))
                })
                .collect();
            data::list_of(clauses)
        })
        .collect();
    let values = data::list_of((1..=variables).map(|at| format!("{at}-_")));
    w.fill("#all({problems}, {values}, Out)", &[("problems", &data::list_of(problems)), ("values", &values)])
}

fn domains(w: &mut Writer) -> String {
    let names = ["a", "b", "c", "d", "e", "f"];
    let variables = w.number(3, 6);
    let most = w.number(4, 9);
    if w.chance(0.5) {
        // Domains are narrowed by one constraint after another until none changes.
        let narrow = w.pick(&[
            "#narrow(lt(X,Y), S, T) :- #get(S, X, A), #get(S, Y, B), #below(A, B, C), #above(B, A, D), #set(S, X, C, U), #set(U, Y, D, T).\n\
             #below(A, B, C) :- last(B, M), #keep(A, <, M, C).\n#above(B, A, D) :- A = [M|_], #keep(B, >, M, D).",
            "#narrow(lt(X,Y), S, T) :- #get(S, X, A), #get(S, Y, B), #some(A, B, <, C), #some(B, A, >, D), #set(S, X, C, U), #set(U, Y, D, T).\n\
             #some([], _, _, []).\n#some([X|A], B, O, C) :- ( member(Y, B), #test(O, X, Y) -> C = [X|D] ; C = D ), #some(A, B, O, D).",
        ]);
        w.write(
            "#narrow(ne(X,Y), S, T) :- #get(S, X, A), #get(S, Y, B), ( A = [V] -> #keep(B, \\=, V, C), #set(S, Y, C, T)\n\
             ; B = [V] -> #keep(A, \\=, V, C), #set(S, X, C, T) ; T = S ).\n\
             #narrow(gap(X,N), S, T) :- #get(S, X, A), #keep(A, \\=, N, B), #set(S, X, B, T).\n{narrow}",
            &[("narrow", narrow)],
        );
        let keep = w.pick(&[
            "#keep([], _, _, []).\n#keep([X|L], O, M, K) :- #test(O, X, M), !, K = [X|J], #keep(L, O, M, J).\n#keep([_|L], O, M, K) :- #keep(L, O, M, K).",
            "#keep(L, O, M, K) :- findall(X, ( member(X, L), #test(O, X, M) ), K).",
        ]);
        w.write(keep, &[]);
        w.write("#test(<, X, Y) :- X < Y.\n#test(>, X, Y) :- X > Y.\n#test(\\=, X, Y) :- X =\\= Y.", &[]);
        let store = w.pick(&[
            "#get(S, X, D) :- memberchk(X-D, S).\n#set([X-_|S], X, D, [X-D|S]) :- !.\n#set([P|S], X, D, [P|T]) :- #set(S, X, D, T).",
            "#get([Y-E|S], X, D) :- ( X == Y -> D = E ; #get(S, X, D) ).\n#set(S, X, D, T) :- selectchk(X-E, S, X-D, T), D = [_|_], E = [_|_].",
        ]);
        w.write(store, &[]);
        let fix = w.pick(&[
            "#fix(Cs, S, T) :- #pass(Cs, S, U), ( U == S -> T = S ; #fix(Cs, U, T) ).",
            "#fix(Cs, S, T) :- #pass(Cs, S, U), #more(S, U, Cs, T).\n#more(S, S, _, T) :- !, T = S.\n#more(_, S, Cs, T) :- #fix(Cs, S, T).",
        ]);
        w.write(fix, &[]);
        w.write("#pass([], S, S).\n#pass([C|Cs], S, T) :- ( #narrow(C, S, U) -> true ; U = S ), #pass(Cs, U, T).", &[]);
        w.write("#all([], _, []).\n#all([Cs|L], S, [T|M]) :- #fix(Cs, S, T), #all(L, S, M).", &[]);
        let problems: Vec<String> = (0..w.size(1, 4))
            .map(|_| {
                let constraints = (0..w.number(2, 8)).map(|_| {
                    let (x, y) = (w.number(0, variables - 2), w.number(1, variables - 1));
                    match w.number(0, 5) {
                        0 => format!("gap({},{})", names[y], w.number(1, most)),
                        1 | 2 => format!("ne({},{})", names[x], names[(x + y) % variables]),
                        _ => format!("lt({},{})", names[x], names[x.max(y - 1) + 1]),
                    }
                });
                data::list_of(constraints.collect::<Vec<_>>())
            })
            .collect();
        let domain = data::list_of(1..=most);
        let start = data::list_of(names[..variables].iter().map(|name| format!("{name}-{domain}")));
        return w.fill("#all({problems}, {start}, Out)", &[("problems", &data::list_of(problems)), ("start", &start)]);
    }
    // Colours for the nodes of graphs, each choice checked at once or narrowing what is left.
    let colour = w.pick(&[
        "#colour([], _, A, A).\n#colour([X|L], G, A, B) :- #one(C), \\+ #clash(X, C, G, A), #colour(L, G, [X-C|A], B).\n\
         #clash(X, C, G, A) :- member(Y-C, A), #near(X, Y, G).\n#near(X, Y, G) :- ( member(X-Y, G) ; member(Y-X, G) ), !.",
        "#colour([], _, A, A).\n#colour([X|L], G, A, B) :- findall(C, ( member(Y-C, A), #near(X, Y, G) ), Cs), #one(D), \\+ memberchk(D, Cs),\n\
         #colour(L, G, [X-D|A], B).\n#near(X, Y, G) :- ( memberchk(X-Y, G) -> true ; memberchk(Y-X, G) ).",
        "#colour(L, G, [], B) :- #open(L, S), #choose(S, G, B).\n#open([], []).\n#open([X|L], [X-D|S]) :- findall(C, #one(C), D), #open(L, S).\n\
         #choose([], _, []).\n#choose([X-D|S], G, [X-C|B]) :- member(C, D), #narrow(S, X, C, G, T), #choose(T, G, B).\n\
         #narrow([], _, _, _, []).\n#narrow([Y-D|S], X, C, G, [Y-E|T]) :- ( #near(X, Y, G) -> #out(D, C, E), E \\== [] ; E = D ), #narrow(S, X, C, G, T).\n\
         #near(X, Y, G) :- ( memberchk(X-Y, G) ; memberchk(Y-X, G) ), !.\n#out([], _, []).\n#out([C|L], C, L) :- !.\n#out([X|L], C, [X|M]) :- #out(L, C, M).",
    ]);
    w.write(colour, &[]);
    w.write("#one(red).\n#one(green).\n#one(blue).", &[]);
    w.write(
        "#all([], _, []).\n#all([G|L], N, [A|M]) :- ( #colour(N, G, [], A) -> true ; A = none ), #all(L, N, M).",
        &[],
    );
    let graphs: Vec<String> = (0..w.size(1, 6))
        .map(|_| {
            let edges: Vec<String> = (0..w.number(3, 11))
                .map(|_| {
                    let x = w.number(0, variables - 1);
                    format!("{}-{}", names[x], names[(x + w.number(1, variables - 1)) % variables])
                })
                .collect();
            data::list_of(edges)
        })
        .collect();
    w.fill(
        "#all({graphs}, {nodes}, Out)",
        &[("graphs", &data::list_of(graphs)), ("nodes", &data::list_of(&names[..variables]))],
    )
}

/// A tree of that many leaves, of a list of subtrees at each node.
fn tree_of_moves(w: &mut Writer, leaves: usize) -> String {
    if leaves <= 1 {
        return format!("n({})", w.number(0, 99));
    }
    let ways = w.number(2, 4).min(leaves);
    let parts: Vec<String> = (0..ways)
        .map(|at| {
            let share = leaves / ways + usize::from(at < leaves % ways);
            tree_of_moves(w, share)
        })
        .collect();
    format!("t({})", data::list_of(parts))
}

fn game(w: &mut Writer) -> String {
    if w.chance(0.6) {
        let search = w.pick(&[
            "#best(n(V), _, V).\n#best(t([T|Ts]), P, V) :- #other(P, Q), #best(T, Q, U), #rest(Ts, P, Q, U, V).\n\
             #rest([], _, _, V, V).\n#rest([T|Ts], P, Q, U, V) :- #best(T, Q, X), #choose(P, U, X, Y), #rest(Ts, P, Q, Y, V).\n\
             #other(max, min).\n#other(min, max).\n{choose}",
            "#best(n(V), S, W) :- W is S * V.\n#best(t(L), S, V) :- R is -S, #each(L, R, Vs), #most(Vs, V).\n\
             #each([], _, []).\n#each([T|Ts], S, [V|Vs]) :- #best(T, S, U), V is -U, #each(Ts, S, Vs).\n\
             #most([V], V) :- !.\n#most([V|Vs], M) :- #most(Vs, N), ( V > N -> M = V ; M = N ).",
            "#best(T, max, V) :- #cut(T, -1000, 1000, 1, V).\n#cut(n(X), _, _, S, V) :- V is X * S.\n#cut(t(L), A, B, S, V) :- R is -S, #moves(L, A, B, R, V).\n\
             #moves([], A, _, _, A).\n#moves([T|L], A, B, S, V) :- C is -B, D is -A, #cut(T, C, D, S, U), W is -U,\n\
             ( W >= B -> V = W ; W > A -> #moves(L, W, B, S, V) ; #moves(L, A, B, S, V) ).",
            "#best(n(V), _, V) :- !.\n#best(t(L), max, V) :- !, findall(U, ( member(T, L), #best(T, min, U) ), Us), max_list(Us, V).\n\
             #best(t(L), min, V) :- findall(U, ( member(T, L), #best(T, max, U) ), Us), min_list(Us, V).",
        ]);
        let choose = w.pick(&[
            "#choose(max, A, B, A) :- A >= B, !.\n#choose(max, _, B, B).\n#choose(min, A, B, A) :- A =< B, !.\n#choose(min, _, B, B).",
            "#choose(max, A, B, C) :- C is max(A, B).\n#choose(min, A, B, C) :- C is min(A, B).",
        ]);
        w.write(search, &part(search, "choose", choose));
        let player = if search.contains("S * V") { "1" } else { "max" };
        let leaves = w.size(12, 80);
        let tree = tree_of_moves(w, leaves);
        return w.fill("#best({tree}, {player}, Out)", &[("tree", &tree), ("player", player)]);
    }
    // Heaps from which two players take; who cannot, loses.
    let moves = w.pick(&[
        "#move([H|T], [G|T]) :- #take(N), H >= N, G is H - N.\n#move([H|T], [H|U]) :- #move(T, U).\n#take(1).\n#take(2).\n{third}",
        "#move(L, M) :- select(H, L, R), H > 0, #take(N), N =< H, G is H - N, msort([G|R], M).\n#take(1).\n#take(3).\n{third}",
    ]);
    let third = w.pick(&["#take(4).", "#take(5).", "#take(N) :- N = 3."]);
    w.write(moves, &[("third", third)]);
    let wins = w.pick(&[
        "#wins(P) :- #move(P, Q), \\+ #wins(Q), !.",
        "#wins(P) :- #move(P, Q), #loses(Q), !.\n#loses(P) :- forall(#move(P, Q), #wins(Q)).",
        "#wins(P) :- findall(Q, #move(P, Q), Qs), #some(Qs).\n#some([Q|Qs]) :- ( #wins(Q) -> #some(Qs) ; true ).",
    ]);
    w.write(wins, &[]);
    w.write("#all([], []).\n#all([P|L], [V|M]) :- ( #wins(P) -> V = 1 ; V = 0 ), #all(L, M).", &[]);
    let places: Vec<String> = (0..w.size(2, 10)).map(|_| format!("[{}, {}]", w.number(1, 4), w.number(0, 3))).collect();
    w.fill("#all({places}, Out)", &[("places", &data::list_of(places))])
}

fn production(w: &mut Writer) -> String {
    let mut rules: Vec<String> = Vec::new();
    for at in 0..w.number(4, 9) {
        let (a, b) = (w.number(0, 5), w.number(0, 5));
        let condition = match w.number(0, 4) {
            0 => format!("has(X,f{a}), has(X,f{b})"),
            1 => format!("has(X,f{a}), lacks(X,f{b})"),
            2 => format!("has(X,f{a}), next(X,Y), has(Y,f{b})"),
            3 => format!("val(X,N), N > {}", w.number(10, 90)),
            _ => format!("next(X,Y), has(Y,f{a})"),
        };

        let then = w.number(4, 9);
        rules.push(format!("#rule(r{at}, ({condition}), has(X,f{then}))."));
    }
    let holds = w.pick(&[
        "#holds((A,B), M) :- !, #holds(A, M), #holds(B, M).\n#holds(A > B, _) :- !, A > B.\n#holds(lacks(X,F), M) :- !, \\+ memberchk(has(X,F), M).\n#holds(F, M) :- member(F, M).",
        "#holds(C, M) :- ( C = (A,B) -> #holds(A, M), #holds(B, M) ; C = (A > B) -> A > B ; C = lacks(X,F) -> \\+ #in(has(X,F), M) ; #in(C, M) ).\n\
         #in(X, [X|_]).\n#in(X, [_|L]) :- #in(X, L).",
    ]);
    let run = w.pick(&[
        "#run(M, N) :- #rule(_, C, F), #holds(C, M), ground(F), \\+ memberchk(F, M), !, #run([F|M], N).\n#run(M, N) :- length(M, N).",
        "#run(M, N) :- findall(F, ( #rule(_, C, F), #holds(C, M) ), New), sort(New, All), #add(All, M, K, no, D), ( D == no -> length(M, N) ; #run(K, N) ).\n\
         #add([], M, M, D, D).\n#add([F|Fs], M, K, D, E) :- ( memberchk(F, M) -> #add(Fs, M, K, D, E) ; #add(Fs, [F|M], K, yes, E) ).",
        "#run(M, N) :- ( #rule(R, C, F), #holds(C, M), \\+ memberchk(F, M) -> #run([F,done(R)|M], N) ; N = M ).",
    ]);
    w.write(holds, &[]);
    w.write(run, &[]);
    w.write(&rules.join("\n"), &[]);
    let each = w.pick(&[
        "#all([], []).\n#all([M|L], [N|R]) :- #run(M, N), #all(L, R).",
        "#all(L, R) :- maplist(#run, L, R).",
        "#all([], R, R).\n#all([M|L], _, R) :- #run(M, N), #all(L, N, R).\n#all(L, R) :- #all(L, none, R).",
    ]);
    w.write(each, &[]);
    let memories: Vec<String> = (0..w.size(1, 3)).map(|_| memory(w)).collect();
    w.fill("#all({memories}, Out)", &[("memories", &data::list_of(memories))])
}

/// Facts about a few things.
fn memory(w: &mut Writer) -> String {
    let things = w.number(2, 6);
    let facts: Vec<String> = (0..things)
        .flat_map(|at| {
            let value = w.number(0, 99);
            let mut facts = vec![format!("val(t{at},{value})"), format!("has(t{at},f{})", w.number(0, 5))];
            if at > 0 {
                facts.push(format!("next(t{},t{at})", w.number(0, at - 1)));
            }
            facts
        })
        .collect();
    data::list_of(facts)
}
