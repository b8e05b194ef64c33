//! Skeletons over functions given as terms: combinators and functions reduced, types inferred by unification,
//! terms brought to normal forms by rules.

use super::data;
use super::grammar::{Writer, part};
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[("reduction", 3, reduction), ("types", 3, types), ("normal form", 4, normal_form)];

/// A term of combinators.
fn combinators(w: &mut Writer, inner: usize) -> String {
    if inner == 0 {
        return w.pick(&["s", "k", "i", "k", "x", "y"]).into();
    }
    let left = w.number(0, inner - 1);
    format!("a({},{})", combinators(w, left), combinators(w, inner - 1 - left))
}

fn reduction(w: &mut Writer) -> String {
    let length = w.size(3, 14);
    if w.chance(0.5) {
        let step = w.pick(&[
            "#step(a(i,X), X).\n#step(a(a(k,X),_), X).\n#step(a(a(a(s,F),G),X), a(a(F,X),a(G,X))).\n\
             #step(a(F,X), a(G,X)) :- #step(F, G), !.\n#step(a(x,X), a(x,Y)) :- #step(X, Y).",
            "#step(a(F,X), T) :- ( F = i -> T = X ; F = a(k,Y) -> T = Y ; F = a(a(s,H),G) -> T = a(a(H,X),a(G,X))\n\
             ; #step(F, G) -> T = a(G,X) ; #step(X, Y), F = y, T = a(F,Y) ).",
        ]);
        let count = w.pick(&[
            "#go(T, N, M) :- N < {most}, once(#step(T, U)), !, K is N + 1, #go(U, K, M).\n#go(_, N, N).",
            "#go(T, N, M) :- ( N < {most}, #step(T, U) -> K is N + 1, #go(U, K, M) ; M = N ).",
            "#go(T, N, M) :- catch(#on(T, N), stop(M), true).\n#on(T, N) :- ( N =:= {most} -> throw(stop(N)) ; #step(T, U) ), !,\n\
             K is N + 1, #on(U, K).\n#on(_, N) :- throw(stop(N)).",
        ]);
        w.write(step, &[]);
        let most = w.number(8, 20).to_string();
        w.write(count, &[("most", &most)]);
        w.write("#all([], []).\n#all([T|L], [N|M]) :- #go(T, 0, N), #all(L, M).", &[]);
        let terms: Vec<String> = (0..length)
            .map(|_| {
                let inner = w.number(3, 14);
                combinators(w, inner)
            })
            .collect();
        return w.fill("#all({terms}, Out)", &[("terms", &data::list_of(terms))]);
    }
    // Functions with numbered variables, over numerals that are functions.
    let text = w.pick(&[
        "#nf(T, N) :- ( #step(T, U) -> #nf(U, N) ; N = T ).\n#step(a(l(B),X), T) :- !, #sub(B, 0, X, T).\n\
         #step(a(F,X), a(G,X)) :- #step(F, G), !.\n#step(a(F,X), a(F,Y)) :- #step(X, Y).\n#step(l(B), l(C)) :- #step(B, C).",
        "#nf(l(B), l(C)) :- #nf(B, C).\n#nf(v(I), v(I)).\n#nf(c(K), c(K)).\n\
         #nf(a(F,X), N) :- #head(F, G), ( G = l(B) -> #sub(B, 0, X, T), #nf(T, N) ; #nf(G, H), #nf(X, Y), N = a(H,Y) ).\n\
         #head(a(F,X), H) :- !, #head(F, G), ( G = l(B) -> #sub(B, 0, X, T), #head(T, H) ; H = a(G,X) ).\n#head(T, T).",
    ]);
    let substitute = w.pick(&[
        "#sub(v(I), N, X, T) :- ( I =:= N -> #lift(X, 0, N, T) ; I > N -> J is I - 1, T = v(J) ; T = v(I) ).\n\
         #sub(c(K), _, _, c(K)).\n#sub(a(F,G), N, X, a(P,Q)) :- #sub(F, N, X, P), #sub(G, N, X, Q).\n\
         #sub(l(B), N, X, l(C)) :- M is N + 1, #sub(B, M, X, C).",
        "#sub(l(B), N, X, l(C)) :- !, succ(N, M), #sub(B, M, X, C).\n#sub(a(F,G), N, X, T) :- !, T = a(P,Q), #sub(F, N, X, P), #sub(G, N, X, Q).\n\
         #sub(v(N), N, X, T) :- !, #lift(X, 0, N, T).\n#sub(v(I), N, _, v(J)) :- I > N, !, J is I - 1.\n#sub(T, _, _, T).",
    ]);
    w.write(text, &[]);
    w.write(substitute, &[]);
    w.write(
        "#lift(v(I), D, N, v(J)) :- ( I >= D -> J is I + N ; J = I ).\n#lift(c(K), _, _, c(K)).\n\
         #lift(a(F,X), D, N, a(G,Y)) :- #lift(F, D, N, G), #lift(X, D, N, Y).\n#lift(l(B), D, N, l(C)) :- E is D + 1, #lift(B, E, N, C).\n\
         #num(N, l(l(B))) :- #num1(N, B).\n#num1(0, v(0)) :- !.\n#num1(N, a(v(1),B)) :- M is N - 1, #num1(M, B).\n\
         #plus(l(l(l(l(a(a(v(3),v(1)),a(a(v(2),v(1)),v(0)))))))).\n#times(l(l(l(a(v(2),a(v(1),v(0))))))).",
        &[],
    );
    let by = w.pick(&["#plus(F)", "#times(F)", "( X > Y -> #plus(F) ; #times(F) )"]);
    w.write(
        "#all([], []).\n#all([X-Y|L], [N|M]) :- #num(X, A), #num(Y, B), {by}, #nf(a(a(a(a(F,A),B),c(s)),c(z)), N), #all(L, M).",
        &[("by", by)],
    );
    let pairs: Vec<String> =
        (0..length.div_ceil(3)).map(|_| format!("{}-{}", w.number(0, 4), w.number(0, 4))).collect();
    w.fill("#all({pairs}, Out)", &[("pairs", &data::list_of(pairs))])
}

/// A function term, mostly well typed: of so many inner nodes, over the names in scope.
fn typed(w: &mut Writer, inner: usize, scope: &[String]) -> String {
    if inner == 0 {
        return match w.number(0, 4) {
            0 => w.number(0, 9).to_string(),
            1 if scope.is_empty() => "true".into(),
            _ if scope.is_empty() => "zero".into(),
            _ => format!("v({})", w.pick(scope)),
        };
    }
    let left = w.number(0, inner - 1);
    match w.number(0, 5) {
        0 | 1 => {
            let mut under = scope.to_vec();
            under.push(w.pick(&["f", "g", "x", "y"]).to_string());
            let name = under.last().cloned().unwrap_or_default();
            format!("lam({name},{})", typed(w, inner - 1, &under))
        }
        2 => format!("pair({},{})", typed(w, left, scope), typed(w, inner - 1 - left, scope)),
        3 => format!(
            "if({},{},{})",
            w.pick(&["true", "less(1,2)", "false"]),
            typed(w, left, scope),
            typed(w, left, scope)
        ),
        _ => format!("app({},{})", typed(w, left, scope), typed(w, inner - 1 - left, scope)),
    }
}

fn types(w: &mut Writer) -> String {
    let unify = w.pick(&["P = Q, acyclic_term(Q)", "unify_with_occurs_check(P, Q)"]);
    let text = w.pick(&[
        "#type(X, _, int) :- integer(X), !.\n#type(zero, _, int).\n#type(true, _, bool).\n#type(false, _, bool).\n\
         #type(v(X), E, T) :- #find(X, E, T).\n#type(lam(X,B), E, (A->R)) :- #type(B, [X-A|E], R).\n\
         #type(app(F,X), E, R) :- #type(F, E, P), #type(X, E, A), #same(P, (A->R)).\n\
         #type(pair(X,Y), E, A*B) :- #type(X, E, A), #type(Y, E, B).\n#type(less(X,Y), E, bool) :- #type(X, E, int), #type(Y, E, int).\n\
         #type(if(C,X,Y), E, T) :- #type(C, E, bool), #type(X, E, T), #type(Y, E, U), #same(T, U).\n",
        "#type(T, E, A) :- ( integer(T) -> A = int ; atom(T) -> #base(T, A) ; T = v(X) -> #find(X, E, A)\n\
         ; T = lam(X,B) -> A = (P->R), #type(B, [X-P|E], R) ; T = app(F,X) -> #type(X, E, P), #type(F, E, Q), #same(Q, (P->A))\n\
         ; T = pair(X,Y) -> A = P*Q, #type(X, E, P), #type(Y, E, Q) ; T = if(C,X,Y) -> #type(C, E, B), B = bool, #type(X, E, A), #type(Y, E, P), #same(P, A)\n\
         ; T = less(X,Y), A = bool, #type(X, E, int), #type(Y, E, int) ).\n#base(zero, int).\n#base(true, bool).\n#base(false, bool).",
    ]);
    w.write(text, &[]);
    w.write("#same(P, Q) :- {unify}.", &[("unify", unify)]);
    let find = w.pick(&[
        "#find(X, [Y-U|E], T) :- ( X == Y -> {unify} ; #find(X, E, T) ).",
        "#find(X, E, T) :- memberchk(X-U, E), {unify}.",
    ]);
    let checked = unify.replace('P', "T").replace('Q', "U");
    w.write(find, &[("unify", &checked)]);
    let each = w.pick(&[
        "#all([], []).\n#all([X|L], [T|M]) :- ( #type(X, [], T) -> true ; T = ill ), #all(L, M).",
        "#all(L, N) :- #all(L, 0, N).\n#all([], N, N).\n#all([X|L], N, K) :- #type(X, [], _), !, M is N + 1, #all(L, M, K).\n\
         #all([_|L], N, K) :- #all(L, N, K).",
    ]);
    w.write(each, &[]);
    let terms: Vec<String> = (0..w.size(2, 12))
        .map(|_| {
            let inner = w.number(3, 14);
            typed(w, inner, &[])
        })
        .collect();
    w.fill("#all({terms}, Out)", &[("terms", &data::list_of(terms))])
}

/// A random term over constructors with their arities.
pub fn built(w: &mut Writer, inner: usize, of: &[(&str, usize)], leaves: &[&str]) -> String {
    if inner == 0 {
        return w.pick(leaves).into();
    }
    let (functor, arity) = w.pick(of);
    let left = if arity == 1 { inner - 1 } else { w.number(0, inner - 1) };
    let first = built(w, left, of, leaves);
    if arity == 1 {
        format!("{functor}({first})")
    } else {
        format!("{functor}({first},{})", built(w, inner - 1 - left, of, leaves))
    }
}

fn normal_form(w: &mut Writer) -> String {
    let (of, leaves, rules): (&[(&str, usize)], &[&str], &[&str]) = w.pick(&[
        (
            &[("and", 2), ("or", 2), ("not", 1), ("imp", 2)][..],
            &["p", "q", "r", "t", "f"][..],
            &[
                "#rule(not(not(X)), X).",
                "#rule(and(t,X), X).",
                "#rule(and(X,t), X).",
                "#rule(and(f,_), f).",
                "#rule(and(_,f), f).",
                "#rule(or(t,_), t).",
                "#rule(or(_,t), t).",
                "#rule(or(f,X), X).",
                "#rule(or(X,f), X).",
                "#rule(not(t), f).",
                "#rule(not(f), t).",
                "#rule(imp(X,Y), or(not(X),Y)).",
                "#rule(not(and(X,Y)), or(not(X),not(Y))).",
                "#rule(not(or(X,Y)), and(not(X),not(Y))).",
                "#rule(and(X,X), X).",
                "#rule(or(X,X), X).",
            ][..],
        ),
        (
            &[("add", 2), ("mul", 2), ("neg", 1), ("sq", 1)][..],
            &["x", "y", "0", "1", "1", "0"][..],
            &[
                "#rule(add(0,X), X).",
                "#rule(add(X,0), X).",
                "#rule(mul(0,_), 0).",
                "#rule(mul(_,0), 0).",
                "#rule(mul(1,X), X).",
                "#rule(mul(X,1), X).",
                "#rule(neg(neg(X)), X).",
                "#rule(neg(0), 0).",
                "#rule(sq(X), mul(X,X)).",
                "#rule(add(X,neg(X)), 0).",
                "#rule(mul(neg(X),Y), neg(mul(X,Y))).",
                "#rule(add(neg(X),neg(Y)), neg(add(X,Y))).",
            ][..],
        ),
        (
            &[("plus", 2), ("s", 1), ("s", 1), ("min", 2), ("half", 1), ("even", 1)][..],
            &["0", "0", "a"][..],
            &[
                "#rule(plus(0,X), X).",
                "#rule(plus(s(X),Y), s(plus(X,Y))).",
                "#rule(min(0,_), 0).",
                "#rule(min(_,0), 0).",
                "#rule(min(s(X),s(Y)), s(min(X,Y))).",
                "#rule(half(s(s(X))), s(half(X))).",
                "#rule(half(0), 0).",
                "#rule(half(s(0)), 0).",
                "#rule(even(0), s(0)).",
                "#rule(even(s(0)), 0).",
                "#rule(even(s(s(X))), even(X)).",
            ][..],
        ),
        (
            &[("cat", 2), ("rev", 1), ("cons", 2), ("cat", 2), ("tail", 1)][..],
            &["nil", "a", "b", "nil"][..],
            &[
                "#rule(cat(nil,X), X).",
                "#rule(cat(cons(A,X),Y), cons(A,cat(X,Y))).",
                "#rule(rev(nil), nil).",
                "#rule(rev(cons(A,X)), cat(rev(X),cons(A,nil))).",
                "#rule(rev(rev(X)), X).",
                "#rule(tail(cons(_,X)), X).",
                "#rule(tail(nil), nil).",
                "#rule(cat(X,nil), X).",
            ][..],
        ),
    ]);
    let mut rules = rules.to_vec();
    if w.chance(0.5) {
        let gone = w.number(0, rules.len() - 1);
        rules.remove(gone);
    }
    let unary = of.iter().filter(|one| one.1 == 1).map(|one| one.0).collect::<Vec<_>>();
    let normal = w.pick(&[
        "#nf(T, N) :- T =.. [F|L], #all(L, M), U =.. [F|M], ( #rule(U, V) -> #nf(V, N) ; N = U ).\n\
         #all([], []).\n#all([X|L], [Y|M]) :- #nf(X, Y), #all(L, M).",
        "#nf(T, N) :- #step(T, U), !, #nf(U, N).\n#nf(N, N).\n#step(T, U) :- #rule(T, U).\n\
         #step(T, U) :- T =.. [F,X], #step(X, Y), U =.. [F,Y].\n#step(T, U) :- T =.. [F,X,Y], ( #step(X, Z), U =.. [F,Z,Y] ; #step(Y, Z), U =.. [F,X,Z] ).",
        "#nf(T, N) :- ( #rule(T, U) -> #nf(U, N) ; atomic(T) -> N = T ; functor(T, F, A), functor(U, F, A), #args(A, T, U, C),\n\
         ( C == same -> N = U ; #nf(U, N) ) ).\n#args(0, _, _, same) :- !.\n\
         #args(I, T, U, C) :- arg(I, T, X), #nf(X, Y), arg(I, U, Y), J is I - 1, ( X == Y -> D = C ; C = new ), #args(J, T, U, D0), ( var(D) -> D = D0 ; true ).",
        "#nf(T, N) :- #down(T, U), ( #rule(U, V) -> #nf(V, N) ; N = U ).\n{down}",
    ]);
    let mut down: Vec<String> = unary.iter().map(|f| format!("#down({f}(X), {f}(Y)) :- !, #nf(X, Y).")).collect();
    let mut seen: Vec<&str> = Vec::new();
    for (f, arity) in of {
        if *arity == 2 && !seen.contains(f) {
            seen.push(f);
            down.push(format!("#down({f}(X,Y), {f}(P,Q)) :- !, #nf(X, P), #nf(Y, Q)."));
        }
    }
    down.push("#down(X, X).".into());
    down.dedup();
    let down = down.join("\n");
    w.write(normal, &part(normal, "down", &down));
    w.write(&rules.join("\n"), &[]);
    w.write("#each([], []).\n#each([T|L], [N|M]) :- #nf(T, N), #each(L, M).", &[]);
    let terms: Vec<String> = (0..w.size(2, 9))
        .map(|_| {
            let inner = w.number(2, 14);
            built(w, inner, of, leaves)
        })
        .collect();
    w.fill("#each({terms}, Out)", &[("terms", &data::list_of(terms))])
}
