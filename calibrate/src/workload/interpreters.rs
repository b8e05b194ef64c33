//! Skeletons that interpret: rules, instructions, expressions and statements given as terms, random in structure and in
//! the data that they run on.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("meta-interpreter", 5, meta),
    ("register machine", 4, registers),
    ("stack machine", 3, stack),
    ("evaluator", 4, evaluator),
    ("statements", 4, statements),
];

/// A program given as rules: heads with their bodies; and a query over a list `L` to `Out`.
type Object = (&'static [(&'static str, &'static [&'static str])], &'static str);

const OBJECTS: &[Object] = &[
    (&[("app([],L,L)", &[]), ("app([X|A],L,[X|B])", &["app(A,L,B)"])], "app(L,[z],Out)"),
    (&[("rev([],A,A)", &[]), ("rev([X|L],A,B)", &["rev(L,[X|A],B)"])], "rev(L,[],Out)"),
    (&[("sum([],0)", &[]), ("sum([X|L],S)", &["sum(L,T)", "S is T + X"])], "sum(L,Out)"),
    (
        &[
            ("keep(_,[],[])", &[]),
            ("keep(Y,[X|L],[X|M])", &["X > Y", "keep(Y,L,M)"]),
            ("keep(Y,[X|L],M)", &["X =< Y", "keep(Y,L,M)"]),
        ],
        "keep(7,L,Out)",
    ),
    (
        &[
            ("max([X],X)", &[]),
            ("max([X,Y|L],M)", &["X >= Y", "max([X|L],M)"]),
            ("max([X,Y|L],M)", &["X < Y", "max([Y|L],M)"]),
        ],
        "max(L,Out)",
    ),
    (
        &[
            ("path(X,Y)", &["edge(X,Y)"]),
            ("path(X,Y)", &["edge(X,Z)", "path(Z,Y)"]),
            ("all([],[])", &[]),
            ("all([X|L],[Y|M])", &["N is X mod 8", "path(N,Y)", "ends(Y)", "all(L,M)"]),
            ("ends(8)", &[]),
            ("ends(9)", &[]),
        ],
        "all(L,Out)",
    ),
    (
        &[
            ("map([],[])", &[]),
            ("map([X|L],[Y|M])", &["Z is X mod 4", "name(Z,Y)", "map(L,M)"]),
            ("name(0,a)", &[]),
            ("name(1,b)", &[]),
            ("name(N,f(Y))", &["N > 1", "M is N - 2", "name(M,Y)"]),
        ],
        "map(L,Out)",
    ),
];

/// Rules as facts, or as a list: how the body of each is written.
fn rules(w: &mut Writer, object: Object, form: &str) -> Vec<String> {
    let mut clauses: Vec<(String, Vec<String>)> = object
        .0
        .iter()
        .map(|(head, body)| (head.to_string(), body.iter().map(|goal| goal.to_string()).collect()))
        .collect();
    if object.1.starts_with("all") {
        for from in 0..8 {
            for _ in 0..w.number(1, 2) {
                clauses.push((format!("edge({from},{})", w.number(from + 1, (from + 4).min(9))), vec![]));
            }
            clauses.push((format!("edge({from},{})", from + 2), vec![]));
        }
    }
    let written = |(head, body): (String, Vec<String>)| match form {
        "conjunction" if body.is_empty() => format!("{head}, true"),
        "conjunction" => format!("{head}, ({})", body.join(", ")),
        "rest" => format!("{head}, {}K], K", body.iter().fold("[".to_string(), |all, goal| all + goal + ",")),
        _ => format!("{head}, [{}]", body.join(", ")),
    };
    clauses.into_iter().map(written).map(|rule| rule.replace("[K]", "K").replace(",K]", "|K]")).collect()
}

fn meta(w: &mut Writer) -> String {
    let object = w.pick(OBJECTS);
    let query = object.1;
    let (form, text) = w.pick(&[
        (
            "conjunction",
            "#top(L, Out) :- #solve({query}).\n#solve(true) :- !.\n#solve((A,B)) :- !, #solve(A), #solve(B).\n\
             #solve(G) :- #built(G), !, call(G).\n#solve(G) :- #rule(G, B), #solve(B).",
        ),
        (
            "conjunction",
            "#top(L, Out) :- #solve({query}).\n#solve(G) :- ( G == true -> true ; G = (A,B) -> #solve(A), #solve(B)\n\
             ; #built(G) -> G ; #rule(G, B), #solve(B) ).",
        ),
        (
            "conjunction",
            "#top(L, Out-N) :- #solve({query}, 0, N).\n#solve(true, N, N).\n\
             #solve((A,B), N, M) :- #solve(A, N, K), #solve(B, K, M).\n\
             #solve(G, N, M) :- #built(G), call(G), M is N + 1.\n\
             #solve(G, N, M) :- G \\= true, G \\= (_,_), \\+ #built(G), #rule(G, B), K is N + 1, #solve(B, K, M).",
        ),
        (
            "conjunction",
            "#top(L, P) :- Out = _, #solve({query}, 100000, P).\n#solve(true, _, true) :- !.\n\
             #solve((A,B), D, (P,Q)) :- !, #solve(A, D, P), #solve(B, D, Q).\n\
             #solve(G, _, G) :- #built(G), !, call(G).\n\
             #solve(G, D, G-P) :- D > 0, E is D - 1, #rule(G, B), #solve(B, E, P).",
        ),
        (
            "conjunction",
            "#top(L, Out) :- #solve({query}, done).\n#solve(true, K) :- !, #next(K).\n\
             #solve((A,B), K) :- !, #solve(A, and(B,K)).\n#solve(G, K) :- #built(G), !, call(G), #next(K).\n\
             #solve(G, K) :- #rule(G, B), #solve(B, K).\n#next(done).\n#next(and(G,K)) :- #solve(G, K).",
        ),
        (
            "list",
            "#top(L, Out) :- #solve([{query}]).\n#solve([]).\n#solve([G|Gs]) :- #built(G), !, call(G), #solve(Gs).\n\
             #solve([G|Gs]) :- #rule(G, B), #join(B, Gs, Hs), #solve(Hs).\n\
             #join([], L, L).\n#join([X|L], M, [X|N]) :- #join(L, M, N).",
        ),
        (
            "list",
            "#top(L, Out) :- #all([{query}]).\n#all([]).\n#all([G|Gs]) :- #solve(G), #all(Gs).\n\
             #solve(G) :- ( #built(G) -> call(G) ; #rule(G, B), #all(B) ).",
        ),
        (
            "rest",
            "#top(L, Out) :- #solve([{query}]).\n#solve([]).\n\
             #solve([G|Gs]) :- ( #built(G) -> call(G), #solve(Gs) ; #rule(G, Hs, Gs), #solve(Hs) ).",
        ),
        (
            "held",
            "#top(L, Out) :- #rules(P), #all([{query}], P).\n#all([], _).\n#all([G|Gs], P) :- #solve(G, P), #all(Gs, P).\n\
             #solve(G, _) :- #built(G), !, call(G).\n#solve(G, P) :- #in(R, P), copy_term(R, r(G,B)), #all(B, P).\n\
             #in(X, [X|_]).\n#in(X, [_|L]) :- #in(X, L).",
        ),
    ]);
    w.write(text, &[("query", query)]);
    let rules = rules(w, object, form);
    if form == "held" {
        let rules: Vec<String> = rules.into_iter().map(|rule| format!("r({rule})")).collect();
        w.write("#rules([{rules}]).", &[("rules", &rules.join(",\n"))]);
    } else {
        let rules: Vec<String> = rules.into_iter().map(|rule| format!("#rule({rule}).")).collect();
        w.write(&rules.join("\n"), &[]);
    }
    let built = w.pick(&[
        "#built(_ is _).\n#built(_ > _).\n#built(_ < _).\n#built(_ >= _).\n#built(_ =< _).",
        "#built(G) :- functor(G, F, 2), #known(F).\n#known(is).\n#known(<).\n#known(>).\n#known(=<).\n#known(>=).",
    ]);
    w.write(built, &[]);
    let length = w.size(4, 30);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#top({list}, Out)", &[("list", &list)])
}

/// A random program for registers `r0` to `r2` and the counter `n`: a loop whose body jumps forward as the data says.
fn instructions(w: &mut Writer) -> Vec<String> {
    let length = w.number(3, 9);
    let mut code: Vec<String> = (0..length)
        .map(|at| {
            let (a, b) = (w.number(0, 2), w.number(0, 2));
            let on = w.number(at + 1, length);
            match w.number(0, 7) {
                0 | 1 => format!("add(r{a},r{b})"),
                2 => format!("inc(r{a},{})", w.number(1, 40)),
                3 => format!("cpy(r{a},r{b})"),
                4 => format!("add(r{a},n)"),
                5 => format!("jgt(r{a},r{},{on})", (a + 1) % 3),
                6 => format!("jgt(r{a},n,{on})"),
                _ => format!("jev(r{a},{on})"),
            }
        })
        .collect();
    code.extend(["dec(n)".to_string(), "jnz(n,0)".to_string(), "halt".to_string()]);
    code
}

fn registers(w: &mut Writer) -> String {
    let code = instructions(w);
    let (fetch, held) = w.pick(&[
        ("#code(P, I)", "facts"),
        ("nth0(P, C, I)", "list"),
        ("#at(P, C, I)", "list"),
        ("A is P + 1, arg(A, C, I)", "term"),
    ]);
    let execute = w.pick(&[
        "#run(P, C, M, N) :- {fetch}, #do(I, P, Q, M, O), !, ( Q = end -> N = O ; #run(Q, C, O, N) ).\n\
         #do(halt, _, end, M, M).\n\
         #do(add(R,S), P, Q, M, N) :- #get(M, R, A), #get(M, S, B), V is (A + B) mod 1009, #put(M, R, V, N), Q is P + 1.\n\
         #do(inc(R,K), P, Q, M, N) :- #get(M, R, A), V is A + K, #put(M, R, V, N), Q is P + 1.\n\
         #do(cpy(R,S), P, Q, M, N) :- #get(M, S, V), #put(M, R, V, N), Q is P + 1.\n\
         #do(dec(R), P, Q, M, N) :- #get(M, R, A), V is A - 1, #put(M, R, V, N), Q is P + 1.\n\
         #do(jnz(R,T), P, Q, M, M) :- #get(M, R, A), ( A =\\= 0 -> Q = T ; Q is P + 1 ).\n\
         #do(jgt(R,S,T), _, T, M, M) :- #get(M, R, A), #get(M, S, B), A > B.\n#do(jgt(_,_,_), P, Q, M, M) :- Q is P + 1.\n\
         #do(jev(R,T), _, T, M, M) :- #get(M, R, A), A mod 2 =:= 0.\n#do(jev(_,_), P, Q, M, M) :- Q is P + 1.",
        "#run(P, C, M, N) :- {fetch}, Q is P + 1,\n( I == halt -> N = M\n\
         ; I = add(R,S) -> #get(M, R, X), #get(M, S, Y), V is (X + Y) mod 1009, #put(M, R, V, O), #run(Q, C, O, N)\n\
         ; I = inc(R,K) -> #get(M, R, X), V is X + K, #put(M, R, V, O), #run(Q, C, O, N)\n\
         ; I = cpy(R,S) -> #get(M, S, V), #put(M, R, V, O), #run(Q, C, O, N)\n\
         ; I = dec(R) -> #get(M, R, X), V is X - 1, #put(M, R, V, O), #run(Q, C, O, N)\n\
         ; #test(I, M, T) -> #run(T, C, M, N)\n; #run(Q, C, M, N) ).\n\
         #test(jnz(R,T), M, T) :- #get(M, R, X), X \\== 0.\n#test(jev(R,T), M, T) :- #get(M, R, X), X /\\ 1 =:= 0.\n\
         #test(jgt(R,S,T), M, T) :- #get(M, R, X), #get(M, S, Y), X > Y.",
        "#run(P, C, M, N) :- {fetch}, #do(I, P, C, M, N).\n#do(halt, _, _, M, M).\n\
         #do(add(R,S), P, C, M, N) :- #set(R, '+', R, S, M, O), #on(P, C, O, N).\n\
         #do(inc(R,K), P, C, M, N) :- #get(M, R, A), V is A + K, #put(M, R, V, O), #on(P, C, O, N).\n\
         #do(cpy(R,S), P, C, M, N) :- #set(R, max, S, S, M, O), #on(P, C, O, N).\n\
         #do(dec(R), P, C, M, N) :- #get(M, R, A), succ(V, A), #put(M, R, V, O), #on(P, C, O, N).\n\
         #do(jnz(R,T), P, C, M, N) :- #get(M, R, A), #jump(A, P, T, C, M, N).\n\
         #do(jev(R,T), P, C, M, N) :- #get(M, R, A), B is (A + 1) mod 2, #jump(B, P, T, C, M, N).\n\
         #do(jgt(R,S,T), P, C, M, N) :- #get(M, R, A), #get(M, S, B), ( A > B -> #run(T, C, M, N) ; #on(P, C, M, N) ).\n\
         #jump(0, P, _, C, M, N) :- !, #on(P, C, M, N).\n#jump(_, _, T, C, M, N) :- #run(T, C, M, N).\n\
         #on(P, C, M, N) :- Q is P + 1, #run(Q, C, M, N).\n\
         #set(R, F, X, Y, M, N) :- #get(M, X, A), #get(M, Y, B), #op(F, A, B, V), #put(M, R, V, N).\n\
         #op('+', A, B, V) :- V is (A + B) mod 1009.\n#op(max, A, B, V) :- V is max(A, B).",
    ]);
    w.write(execute, &[("fetch", fetch)]);
    if fetch.contains("#at") {
        w.write("#at(0, [I|_], I) :- !.\n#at(N, [_|L], I) :- M is N - 1, #at(M, L, I).", &[]);
    }
    let (memory, start) = w.pick(&[
        (
            "#get([K-V|L], R, X) :- ( K == R -> X = V ; #get(L, R, X) ).\n\
             #put([K-V|L], R, X, M) :- ( K == R -> M = [K-X|L] ; M = [K-V|N], #put(L, R, X, N) ).",
            "[r0-{a},r1-{b},r2-3,n-{n}]",
        ),
        (
            "#get(M, R, V) :- member(R=X, M), !, V = X.\n#put(M, R, V, [R=V|N]) :- select(R=_, M, N), !.",
            "[n={n},r0={a},r1={b},r2=1]",
        ),
        (
            "#get(m(A,B,C,N), R, V) :- #get(R, A, B, C, N, V).\n#get(r0, A, _, _, _, A).\n#get(r1, _, B, _, _, B).\n\
             #get(r2, _, _, C, _, C).\n#get(n, _, _, _, N, N).\n#put(m(_,B,C,N), r0, V, m(V,B,C,N)) :- !.\n\
             #put(m(A,_,C,N), r1, V, m(A,V,C,N)) :- !.\n#put(m(A,B,_,N), r2, V, m(A,B,V,N)) :- !.\n\
             #put(m(A,B,C,_), n, V, m(A,B,C,V)).",
            "m({a},{b},0,{n})",
        ),
    ]);
    w.write(memory, &[]);
    if held == "facts" {
        let facts: Vec<String> = code.iter().enumerate().map(|(at, one)| format!("#code({at}, {one}).")).collect();
        w.write(&facts.join("\n"), &[]);
    }
    let code = match held {
        "facts" => "none".to_string(),
        "term" => format!("code({})", code.join(", ")),
        _ => data::list_of(&code),
    };
    let start = start
        .replace("{a}", &w.number(0, 60).to_string())
        .replace("{b}", &w.number(0, 60).to_string())
        .replace("{n}", &w.size(2, 14).to_string());
    w.fill("#run(0, {code}, {start}, Out)", &[("code", &code), ("start", &start)])
}

/// Code for a stack, which leaves one value more on it.
fn pushing(w: &mut Writer, inner: usize) -> Vec<String> {
    if inner == 0 {
        return vec![if w.chance(0.5) {
            format!("push({})", w.number(0, 20))
        } else {
            w.pick(&["load(x)", "load(y)"]).into()
        }];
    }
    let left = w.number(0, inner - 1);
    let mut code = pushing(w, left);
    if w.chance(0.2) {
        let (yes, no) = (pushing(w, (inner - 1 - left) / 2), pushing(w, (inner - 1 - left) / 2));
        code.push(format!("if([{}],[{}])", yes.join(","), no.join(",")));
        return code;
    }
    code.extend(pushing(w, inner - 1 - left));
    code.push(w.pick(&["add", "sub", "mul", "max", "less"]).into());
    if w.chance(0.2) {
        code.extend(["dup".to_string(), w.pick(&["add", "sub", "max"]).to_string()]);
    }
    code
}

fn stack(w: &mut Writer) -> String {
    let step = w.pick(&[
        "#run([], [V|_], _, V).\n#run([I|C], S, E, V) :- #do(I, S, E, T), #run(C, T, E, V).\n\
         #do(push(N), S, _, [N|S]).\n#do(load(X), S, E, [V|S]) :- #find(X, E, V).\n#do(dup, [A|S], _, [A,A|S]).\n\
         #do(add, [B,A|S], _, [C|S]) :- C is (A + B) mod 1000.\n#do(sub, [B,A|S], _, [C|S]) :- C is A - B.\n\
         #do(mul, [B,A|S], _, [C|S]) :- C is A * B mod 1000.\n#do(max, [B,A|S], _, [C|S]) :- ( A > B -> C = A ; C = B ).\n\
         #do(less, [B,A|S], _, [1|S]) :- A < B, !.\n#do(less, [_,_|S], _, [0|S]).\n\
         #do(if(P,Q), [A|S], E, [V|S]) :- ( A > 0 -> #run(P, [], E, V) ; #run(Q, [], E, V) ).",
        "#run([], [V|_], _, V).\n#run([push(N)|C], S, E, V) :- #run(C, [N|S], E, V).\n\
         #run([load(X)|C], S, E, V) :- #find(X, E, N), #run(C, [N|S], E, V).\n#run([dup|C], [A|S], E, V) :- #run(C, [A,A|S], E, V).\n\
         #run([if(P,Q)|C], [A|S], E, V) :- ( A =< 0 -> D = Q ; D = P ), append(D, C, F), #run(F, S, E, V).\n\
         #run([I|C], [B,A|S], E, V) :- #two(I, A, B, N), #run(C, [N|S], E, V).\n\
         #two(add, A, B, C) :- C is (A + B) mod 1000.\n#two(sub, A, B, C) :- C is A - B.\n\
         #two(mul, A, B, C) :- C is A * B mod 1000.\n#two(max, A, B, C) :- C is max(A, B).\n\
         #two(less, A, B, C) :- ( A < B -> C = 1 ; C = 0 ).",
        "#run(C, S, E, V) :- foldl(#do(E), C, S, [V|_]).\n#do(E, I, S, T) :- ( I = push(N) -> T = [N|S]\n\
         ; I = load(X) -> #find(X, E, V), T = [V|S] ; I = if(P,Q) -> S = [A|R], ( A > 0 -> D = P ; D = Q ), #run(D, R, E, V), T = [V|R]\n\
         ; I == dup -> S = [A|_], T = [A|S] ; S = [B,A|R], #two(I, A, B, V), T = [V|R] ).\n\
         #two(I, A, B, V) :- #form(I, A, B, F), V is F.\n#form(add, A, B, (A + B) mod 1000).\n#form(sub, A, B, A - B).\n\
         #form(mul, A, B, A * B mod 1000).\n#form(max, A, B, max(A,B)).\n#form(less, A, B, max(min(B - A,1),0)).",
    ]);
    w.write(step, &[]);
    let find = w.pick(&[
        "#find(X, [X-V|_], V) :- !.\n#find(X, [_|E], V) :- #find(X, E, V).",
        "#find(X, E, V) :- memberchk(X-V, E).",
        "#find(X, [Y-W|E], V) :- ( X == Y -> V = W ; #find(X, E, V) ).",
    ]);
    w.write(find, &[]);
    let each = w.pick(&[
        "#each([], _, []).\n#each([X|L], C, [V|M]) :- Y is X // 2, #run(C, [], [y-Y,x-X], V), #each(L, C, M).",
        "#each(L, C, S) :- #each(L, C, 0, S).\n#each([], _, S, S).\n\
         #each([X|L], C, S, T) :- #run(C, [], [x-X,z-S,y-1], V), U is (S + V) mod 1000, #each(L, C, U, T).",
    ]);
    w.write(each, &[]);
    let inner = w.number(3, 20);
    let code = data::list_of(pushing(w, inner));
    let length = w.size(2, 8);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#each({list}, {code}, Out)", &[("list", &list), ("code", &code)])
}

/// An expression over the names in scope, which nests `let` and `if`.
fn scoped(w: &mut Writer, inner: usize, scope: &[&str]) -> String {
    if inner == 0 {
        return if w.chance(0.4) { format!("n({})", w.number(0, 30)) } else { format!("v({})", w.pick(scope)) };
    }
    let left = w.number(0, inner - 1);
    let (a, right) = (scoped(w, left, scope), inner - 1 - left);
    match w.number(0, 7) {
        0 | 1 => {
            let name = w.pick(&["p", "q", "s", "t"]);
            let under: Vec<&str> = scope.iter().copied().chain([name]).collect();
            format!("let({name},{a},{})", scoped(w, right, &under))
        }
        2 => {
            let (yes, no) = (scoped(w, right / 2, scope), scoped(w, right / 2, scope));
            format!("if({a},{yes},{no})")
        }
        _ => format!("{}({a},{})", w.pick(&["add", "sub", "mul", "lt"]), scoped(w, right, scope)),
    }
}

fn evaluator(w: &mut Writer) -> String {
    let evaluate = w.pick(&[
        "#ev(n(N), _, N).\n#ev(v(X), E, V) :- #find(E, X, V).\n#ev(add(A,B), E, V) :- #ev(A, E, X), #ev(B, E, Y), V is (X + Y) mod 997.\n\
         #ev(sub(A,B), E, V) :- #ev(A, E, X), #ev(B, E, Y), V is X - Y.\n\
         #ev(mul(A,B), E, V) :- #ev(A, E, X), #ev(B, E, Y), V is X * Y mod 997.\n\
         #ev(lt(A,B), E, V) :- #ev(A, E, X), #ev(B, E, Y), ( X < Y -> V = 1 ; V = 0 ).\n\
         #ev(let(X,A,B), E, V) :- #ev(A, E, U), {bind}, #ev(B, F, V).\n\
         #ev(if(C,A,B), E, V) :- #ev(C, E, U), ( U =:= 0 -> #ev(B, E, V) ; #ev(A, E, V) ).",
        "#ev(T, E, V) :- ( T = n(N) -> V = N ; T = v(X) -> #find(E, X, V)\n\
         ; T = let(X,A,B) -> #ev(A, E, U), {bind}, #ev(B, F, V)\n\
         ; T = if(C,A,B) -> #ev(C, E, U), ( U > 0 -> #ev(A, E, V) ; #ev(B, E, V) )\n\
         ; T =.. [Op,A,B], #ev(A, E, X), #ev(B, E, Y), #op(Op, X, Y, V) ).\n\
         #op(add, X, Y, V) :- V is (X + Y) mod 997.\n#op(sub, X, Y, V) :- V is X - Y.\n\
         #op(mul, X, Y, V) :- V is X * Y mod 997.\n#op(lt, X, Y, 1) :- X < Y, !.\n#op(lt, _, _, 0).",
        "#ev(n(N), _, N) :- !.\n#ev(v(X), E, V) :- !, #find(E, X, V).\n#ev(let(X,A,B), E, V) :- !, #ev(A, E, U), {bind}, #ev(B, F, V).\n\
         #ev(if(C,A,_), E, V) :- #ev(C, E, U), U \\== 0, !, #ev(A, E, V).\n#ev(if(_,_,B), E, V) :- !, #ev(B, E, V).\n\
         #ev(T, E, V) :- functor(T, Op, 2), arg(1, T, A), arg(2, T, B), #ev(A, E, X), #ev(B, E, Y), #op(Op, X, Y, V).\n\
         #op(add, X, Y, V) :- V is (X + Y) mod 997.\n#op(sub, X, Y, V) :- V is abs(X - Y).\n\
         #op(mul, X, Y, V) :- V is (X * Y) /\\ 1023.\n#op(lt, X, Y, V) :- compare(O, X, Y), #less(O, V).\n\
         #less(<, 1).\n#less(=, 0).\n#less(>, 0).",
    ]);
    let (bind, find, start) = w.pick(&[
        ("F = [X-U|E]", "#find([Y-W|E], X, V) :- ( X == Y -> V = W ; #find(E, X, V) ).", "[x-X,y-Y]"),
        ("F = [X=U|E]", "#find([X=V|_], X, V) :- !.\n#find([_|E], X, V) :- #find(E, X, V).", "[y=Y,x=X]"),
        ("F = b(X,U,E)", "#find(b(X,V,_), X, V) :- !.\n#find(b(_,_,E), X, V) :- #find(E, X, V).", "b(x,X,b(y,Y,e))"),
        ("put_assoc(X, E, U, F)", "#find(E, X, V) :- get_assoc(X, E, V).", "A"),
    ]);
    w.write(evaluate, &[("bind", bind)]);
    w.write(find, &[]);
    let made = if start == "A" { "list_to_assoc([x-X,y-Y], A), " } else { "" };
    let each = w.pick(&[
        "#each([], _, []).\n#each([X|L], T, [V|M]) :- Y is X mod 5, {made}#ev(T, {start}, V), #each(L, T, M).",
        "#each([], _, 0).\n#each([X|L], T, S) :- #each(L, T, Y), {made}#ev(T, {start}, V), S is max(V, Y).",
    ]);
    w.write(each, &[("made", made), ("start", start)]);
    let inner = w.number(4, 25);
    let term = scoped(w, inner, &["x", "y"]);
    let length = w.size(2, 8);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#each({list}, {term}, Out)", &[("list", &list), ("term", &term)])
}

/// Statements over the variables `a` to `c`; loops count `i` or `j` down.
fn block(w: &mut Writer, length: usize, depth: usize) -> Vec<String> {
    let names = ["a", "b", "c"];
    let value = |w: &mut Writer| match w.number(0, 3) {
        0 => w.number(0, 20).to_string(),
        _ => format!("v({})", w.pick(&names)),
    };
    (0..length)
        .flat_map(|_| {
            let (x, y) = (value(w), value(w));
            match w.number(0, 6) {
                0 if depth > 0 => {
                    let body = block(w, 2, 0);
                    let times = w.number(2, 5);
                    vec![
                        format!("set(j,{times})"),
                        format!("while(more(v(j),0),[{},set(j,minus(v(j),1))])", body.join(",")),
                    ]
                }
                1 | 2 if depth > 0 => {
                    let (yes, no) = (block(w, 2, 0), block(w, 1, 0));
                    vec![format!("if(more({x},{y}),[{}],[{}])", yes.join(","), no.join(","))]
                }
                _ => {
                    let by = w.pick(&["plus", "minus", "times", "plus"]);
                    vec![format!("set({},{by}({x},{y}))", w.pick(&names))]
                }
            }
        })
        .collect()
}

fn statements(w: &mut Writer) -> String {
    let run = w.pick(&[
        "#run([], S, S).\n#run([C|L], S, T) :- #do(C, S, U), #run(L, U, T).\n\
         #do(set(X,A), S, T) :- #val(A, S, V), #put(S, X, V, T).\n\
         #do(if(C,A,B), S, T) :- #val(C, S, V), ( V =:= 1 -> #run(A, S, T) ; #run(B, S, T) ).\n\
         #do(while(C,A), S, T) :- #val(C, S, V), ( V =:= 0 -> T = S ; #run(A, S, U), #do(while(C,A), U, T) ).",
        "#run([], S, S) :- !.\n#run([set(X,A)|L], S, T) :- !, #val(A, S, V), #put(S, X, V, U), #run(L, U, T).\n\
         #run([if(C,A,_)|L], S, T) :- #val(C, S, 1), !, #run(A, S, U), #run(L, U, T).\n\
         #run([if(_,_,B)|L], S, T) :- !, #run(B, S, U), #run(L, U, T).\n\
         #run([while(C,A)|L], S, T) :- #val(C, S, 1), !, #run(A, S, U), #run([while(C,A)|L], U, T).\n\
         #run([while(_,_)|L], S, T) :- #run(L, S, T).",
        "#run(L, S, T) :- #go(L, [], S, T).\n#go([], [], S, S).\n#go([], [L|K], S, T) :- #go(L, K, S, T).\n\
         #go([C|L], K, S, T) :- ( C = set(X,A) -> #val(A, S, V), #put(S, X, V, U), #go(L, K, U, T)\n\
         ; C = if(D,A,B) -> #val(D, S, V), ( V == 1 -> #go(A, [L|K], S, T) ; #go(B, [L|K], S, T) )\n\
         ; C = while(D,A), #val(D, S, V), ( V == 1 -> #go(A, [[C|L]|K], S, T) ; #go(L, K, S, T) ) ).",
    ]);
    let value = w.pick(&[
        "#val(v(X), S, V) :- !, #get(S, X, V).\n#val(plus(A,B), S, V) :- !, #val(A, S, X), #val(B, S, Y), V is (X + Y) mod 1000.\n\
         #val(minus(A,B), S, V) :- !, #val(A, S, X), #val(B, S, Y), V is X - Y.\n\
         #val(times(A,B), S, V) :- !, #val(A, S, X), #val(B, S, Y), V is X * Y mod 1000.\n\
         #val(more(A,B), S, V) :- !, #val(A, S, X), #val(B, S, Y), ( X > Y -> V = 1 ; V = 0 ).\n#val(N, _, N).",
        "#val(T, S, V) :- ( integer(T) -> V = T ; T = v(X) -> #get(S, X, V)\n\
         ; T =.. [F,A,B], #val(A, S, X), #val(B, S, Y), #op(F, X, Y, V) ).\n#op(plus, X, Y, V) :- V is (X + Y) mod 1000.\n\
         #op(minus, X, Y, V) :- V is X - Y.\n#op(times, X, Y, V) :- V is X * Y mod 1000.\n\
         #op(more, X, Y, V) :- X > Y, !, V = 1.\n#op(more, _, _, 0).",
    ]);
    let (store, start) = w.pick(&[
        (
            "#get([X-V|_], X, V) :- !.\n#get([_|S], X, V) :- #get(S, X, V).\n\
             #put([], X, V, [X-V]).\n#put([X-_|S], X, V, [X-V|S]) :- !.\n#put([P|S], X, V, [P|T]) :- #put(S, X, V, T).",
            "[a-{x},b-{y},i-{n},c-1]",
        ),
        ("#get(S, X, V) :- memberchk(X=V, S).\n#put(S, X, V, [X=V|T]) :- ( select(X=_, S, T) -> true ; T = S ).", "[c=0,b={y},a={x},i={n}]"),
        (
            "#get(S, X, V) :- #at(X, I), arg(I, S, V).\n#put(S, X, V, T) :- #at(X, I), S =.. [F|L], #nth(I, L, V, M), T =.. [F|M].\n\
             #at(a, 1).\n#at(b, 2).\n#at(c, 3).\n#at(i, 4).\n#at(j, 5).\n\
             #nth(1, [_|L], V, [V|L]) :- !.\n#nth(I, [X|L], V, [X|M]) :- J is I - 1, #nth(J, L, V, M).",
            "s({x},{y},1,{n},0)",
        ),
    ]);
    w.write(run, &[]);
    w.write(value, &[]);
    w.write(store, &[]);
    let length = w.number(1, 5);
    let body = block(w, length, 1).join(",");
    let start = start
        .replace("{x}", &w.number(0, 99).to_string())
        .replace("{y}", &w.number(0, 99).to_string())
        .replace("{n}", &w.size(2, 8).to_string());
    w.fill(
        "#run([while(more(v(i),0),[{body},set(i,minus(v(i),1))])], {start}, Out)",
        &[("body", &body), ("start", &start)],
    )
}
