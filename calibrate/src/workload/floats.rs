//! Skeletons over floats, large integers and bits; and those that fill memory: deep recursion, and structure that is built
//! to be thrown away.

use super::data;
use super::grammar::{Writer, part};
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("float loop", 4, float_loop),
    ("float list", 4, float_list),
    ("float vectors", 3, vectors),
    ("float iteration", 3, iteration),
    ("large integers", 4, large),
    ("bits", 3, bits),
    ("garbage", 5, garbage),
    ("deep", 4, deep),
];

/// A float with a few decimals.
fn float(w: &mut Writer, most: usize) -> String {
    format!("{}.{:03}", w.number(0, most), w.number(0, 999))
}

/// A list of floats, integers among them in some.
fn floats(w: &mut Writer, length: usize) -> String {
    let (most, mixed) = (w.pick(&[1, 10, 100, 1000]), w.chance(0.25));
    let numbers =
        (0..length).map(|_| if mixed && w.chance(0.4) { w.number(1, most).to_string() } else { float(w, most) });
    data::list_of(numbers)
}

/// A function of `X`, for numbers that are not negative.
const FUNCTIONS: &[&str] = &[
    "Y is X * X + 1.0",
    "Y is sqrt(X)",
    "Y is sin(X) + cos(X)",
    "Y is exp(-X)",
    "Y is log(X + 1)",
    "Y is X / (X + 2)",
    "Y is ((2.5 * X - 1) * X + 0.5) * X - 3",
    "Y is X ** 2",
    "Y is 1 / (1 + X * X)",
    "( X < 5 -> Y is X * 2.0 ; Y is 10.0 - X / 4 )",
    "( X =< 0.5 -> Y = 0.0 ; X >= 3 -> Y = 1.0 ; Y is X / 3 )",
    "Y is abs(X - 2.5)",
    "Y is float(truncate(X)) + 0.5",
    "Y is X ** 0.5",
    "Y is atan2(X, 2.0)",
];

fn float_loop(w: &mut Writer) -> String {
    let f = w.pick(FUNCTIONS);
    let text = w.pick(&[
        // Sums over steps of an interval.
        "#run(N, S) :- H is {b} / N, #sum(0, N, H, 0.0, S).\n#sum(N, N, H, A, S) :- !, S is A * H.\n\
         #sum(I, N, H, A, S) :- X is (I + 0.5) * H, #f(X, Y), B is A + Y, J is I + 1, #sum(J, N, H, B, S).",
        "#run(N, S) :- H is {b} / N, #sum(N, H, T), S is T * H / 2.\n#sum(0, _, 0.0) :- !.\n\
         #sum(N, H, S) :- X is N * H, Z is X - H, #f(X, Y), #f(Z, V), M is N - 1, #sum(M, H, T), S is T + Y + V.",
        "#run(N, S) :- H is {b} / N, #sum(0.0, {b}, H, 0, S).\n#sum(X, B, _, S, S) :- X >= B, !.\n#sum(X, B, H, A, S) :- #f(X, Y), C is A + Y * H, Z is X + H, #sum(Z, B, H, C, S).",
        // The point where it is half: by halving, over and over.
        "#run(N, S) :- #times(N, 0.0, S).\n#times(0, S, S) :- !.\n#times(N, A, S) :- #half(0.0, {b}, 0, X), B is A + X, M is N - 4, ( M > 0 -> #times(M, B, S) ; S = B ).\n\
         #half(A, B, 20, X) :- !, X is (A + B) / 2.\n#half(A, B, K, X) :- C is (A + B) / 2, #f(C, Y), J is K + 1, ( Y > {c} -> #half(A, C, J, X) ; #half(C, B, J, X) ).",
        // Roots by Newton's rule.
        "#run(N, S) :- #run(N, 0.0, S).\n#run(0, S, S) :- !.\n#run(N, A, S) :- #root(N, {b}, R), #f(R, Y), B is A + Y, M is N - 1, #run(M, B, S).\n\
         #root(A, X, R) :- Z is (X + A / X) / 2, D is abs(Z - X), ( D < 1.0e-6 -> R = Z ; #root(A, Z, R) ).",
        // A motion in small steps.
        "#run(N, S) :- #move(N, {c}, {b}, 0.0, S).\n#move(0, X, V, _, p(X,V)) :- !.\n\
         #move(N, X0, V, T, S) :- U is V - 0.01 * X0, Z is X0 + 0.01 * U, X is abs(Z), #f(X, Y), W is T + Y, ( Z < 0 -> Q is -U ; Q = U ), M is N - 1, #move(M, X, Q, W, S).",
        // Terms of a series until they are small.
        "#run(N, S) :- #run(1, N, 0.0, S).\n#run(I, N, S, S) :- I > N, !.\n#run(I, N, A, S) :- X is I / {b}, #f(X, Y), #series(Y, 1, 1.0, 1.0, T), B is A + T, J is I + 3, #run(J, N, B, S).\n\
         #series(X, K, T, A, S) :- U is T * X / (K * 10), B is A + U, ( abs(U) < 0.0001 -> S = B ; K > 30 -> S = B ; J is K + 1, #series(X, J, U, B, S) ).",
    ]);
    let (b, c) = (w.number(1, 6).to_string() + ".5", float(w, 2));
    let mut parts = vec![("b", b.as_str())];
    parts.extend(part(text, "c", &c));
    w.write(text, &parts);
    w.write("#f(X, Y) :- {f}.", &[("f", f)]);
    let times = w.size(10, 60).to_string();
    w.fill("#run({times}, Out)", &[("times", &times)])
}

fn float_list(w: &mut Writer) -> String {
    let f = w.pick(FUNCTIONS);
    let text = w.pick(&[
        "#go(L, s(M,V)) :- #sum(L, 0, 0, S, N), M is S / N, #var(L, M, 0.0, T), V is sqrt(T / N).\n#sum([], S, N, S, N).\n#sum([X|L], A, K, S, N) :- B is A + X, J is K + 1, #sum(L, B, J, S, N).\n\
         #var([], _, T, T).\n#var([X|L], M, A, T) :- D is X - M, B is A + D * D, #var(L, M, B, T).",
        "#go([X|L], r(A,B)) :- #range(L, X, X, A, B).\n#range([], A, B, A, B).\n#range([X|L], A, B, C, D) :- ( X < A -> #range(L, X, B, C, D) ; X > B -> #range(L, A, X, C, D) ; #range(L, A, B, C, D) ).",
        "#go(L, M) :- maplist(#f, L, M).",
        "#go([], []).\n#go([X|L], [Y|M]) :- #f(X, Y), #go(L, M).",
        "#go(L, S) :- sum_list(L, T), length(L, N), A is T / N, include(<(A), L, M), length(M, S).",
        "#go(L, M) :- msort(L, S), length(L, N), H is N // 2, nth0(H, S, M).",
        "#go([_], []) :- !.\n#go([X,Y|L], [Z|M]) :- Z is (X + Y) / 2, #go([Y|L], M).",
        "#go(L, B) :- #bins(L, [], B).\n#bins([], B, B).\n#bins([X|L], A, B) :- K is {way}(X / 5), #put(A, K, C), #bins(L, C, B).\n\
         #put([], K, [K-1]).\n#put([J-N|A], K, B) :- ( J =:= K -> M is N + 1, B = [J-M|A] ; B = [J-N|C], #put(A, K, C) ).",
        "#go(L, M) :- #round(L, M).\n#round([], []).\n#round([X|L], [Y|M]) :- Y is {way}(X * 100) / 100, #round(L, M).",
        "#go([X|L], R) :- #smooth(L, X, R).\n#smooth([], _, []).\n#smooth([X|L], A, [B|R]) :- B is 0.25 * X + 0.75 * A, #smooth(L, B, R).",
        "#go(L, p(I,F)) :- #sort(L, I, F0), foldl(#add, F0, 0.0, F).\n#sort([], [], []).\n#sort([X|L], I, F) :- ( #f(X, Y), Y > X -> F = [Y|G], #sort(L, I, G) ; J is {way}(X), I = [J|K], #sort(L, K, F) ).\n#add(X, A, B) :- B is A + X.",
        "#go(L, R) :- #ahead(L, 0.0, R).\n#ahead([], A, A).\n#ahead([X|L], A, R) :- compare(O, X, A), #way(O, X, A, B), #ahead(L, B, R).\n#way(<, X, A, B) :- B is A - X / 2.\n#way(=, _, A, A).\n#way(>, X, A, B) :- #f(X, Y), B is (A + Y) / 2.",
    ]);
    let way = w.pick(&["truncate", "round", "floor", "ceiling", "integer"]);
    w.write(text, &part(text, "way", way));
    if text.contains("#f") {
        w.write("#f(X, Y) :- {f}.", &[("f", f)]);
    }
    let length = w.size(10, 90);
    let list = floats(w, length);
    w.fill("#go({list}, Out)", &[("list", &list)])
}

fn vectors(w: &mut Writer) -> String {
    let (rows, width) = (w.size(2, 8), w.number(2, 6));
    let matrix = data::list_of((0..rows).map(|_| floats(w, width)).collect::<Vec<_>>());
    let vector = floats(w, width);
    let inner = w.pick(&[
        "#dot([], [], 0).\n#dot([X|A], [Y|B], S) :- #dot(A, B, T), S is T + X * Y.",
        "#dot(A, B, S) :- #dot(A, B, 0.0, S).\n#dot([], [], S, S).\n#dot([X|A], [Y|B], P, S) :- Q is P + X * Y, #dot(A, B, Q, S).",
        "#dot(A, B, S) :- foldl(#plus, A, B, 0.0, S).\n#plus(X, Y, A, B) :- B is A + X * Y.",
    ]);
    let text = w.pick(&[
        "#go([], _, []).\n#go([R|M], V, [S|Out]) :- #dot(R, V, S), #go(M, V, Out).",
        // Lengths and directions.
        "#go([], _, []).\n#go([R|M], V, [C|Out]) :- #dot(R, V, S), #dot(R, R, A), #dot(V, V, B), C is S / sqrt(A * B + 0.001), #go(M, V, Out).",
        // The nearest.
        "#go(M, V, N) :- #near(M, V, 1.0e30, none, N).\n#near([], _, _, N, N).\n#near([R|M], V, D, N, O) :- #far(R, V, 0.0, E), ( E < D -> #near(M, V, E, R, O) ; #near(M, V, D, N, O) ).\n\
         #far([], [], D, D).\n#far([X|A], [Y|B], D, E) :- Z is X - Y, F is D + Z * Z, #far(A, B, F, E).",
        // All rows against one, scaled and added.
        "#go([], V, V).\n#go([R|M], V, W) :- #dot(R, V, S), F is S / ({n} + abs(S)), #axpy(R, F, V, U), #go(M, U, W).\n#axpy([], _, [], []).\n#axpy([X|A], F, [Y|B], [Z|C]) :- Z is F * X + Y, #axpy(A, F, B, C).",
        // Layers with a bend.
        "#go([], V, V).\n#go([R|M], V, W) :- #dot(R, V, S), ( S > {n} -> T is tanh(S / 100) ; T = 0.0 ), #shift(V, T, U), #go(M, U, W).\n#shift([_|V], T, W) :- append(V, [T], W).",
        // A walk over the columns.
        "#go(M, V, Out) :- #turn(M, V, T), #sums(T, Out).\n#turn(_, [], []).\n#turn(M, [_|V], [C|T]) :- #heads(M, C, N), #turn(N, V, T).\n#heads([], [], []).\n#heads([[X|R]|M], [X|C], [R|N]) :- #heads(M, C, N).\n\
         #sums([], []).\n#sums([C|T], [S|L]) :- #dot(C, C, Q), S is sqrt(Q), #sums(T, L).",
    ]);
    let n = w.number(1, 50).to_string();
    w.write(text, &part(text, "n", &n));
    if text.contains("#dot") {
        w.write(inner, &[]);
    }
    w.fill("#go({matrix}, {vector}, Out)", &[("matrix", &matrix), ("vector", &vector)])
}

fn iteration(w: &mut Writer) -> String {
    let most = w.number(8, 40).to_string();
    let text = w.pick(&[
        "#one(X, Y, N) :- #it(0.0, 0.0, X, Y, 0, N).\n#it(_, _, _, _, {most}, {most}) :- !.\n#it(A, B, _, _, N, N) :- A * A + B * B > 4.0, !.\n#it(A, B, X, Y, K, N) :- C is A * A - B * B + X, D is 2 * A * B + Y, J is K + 1, #it(C, D, X, Y, J, N).",
        "#one(X, Y, N) :- #it(c(X,Y), c(-0.4,0.6), {most}, N).\n#it(Z, C, K, N) :- ( K =:= 0 -> N = 0 ; Z = c(A,B), A * A + B * B > 4 -> N = K ; #sq(Z, S), #plus(S, C, W), J is K - 1, #it(W, C, J, N) ).\n\
         #sq(c(A,B), c(C,D)) :- C is A*A - B*B, D is 2.0*A*B.\n#plus(c(A,B), c(C,D), c(E,F)) :- E is A + C, F is B + D.",
        "#one(X, Y, N) :- R is 2.5 + abs(Y) / 2, #it(0.5, R, X, 0, N).\n#it(_, _, _, {most}, {most}) :- !.\n#it(Z, R, X, K, N) :- V is R * Z * (1 - Z), ( abs(V - Z) < 0.001 -> N = K ; V > 0.95, X > 0 -> N is -K ; J is K + 1, #it(V, R, X, J, N) ).",
        "#one(X, Y, N) :- A is abs(X) + 0.1, B is abs(Y) + 0.2, #it(A, B, 0, N).\n#it(A, B, K, N) :- ( K >= {most} -> N = K ; abs(A - B) < 1.0e-9 -> N = K ; C is (A + B) / 2, D is sqrt(A * B), J is K + 1, #it(C, D, J, N) ).",
        "#one(X, Y, p(A,B)) :- #turn({most}, X, Y, A, B).\n#turn(0, X, Y, X, Y) :- !.\n#turn(N, X, Y, A, B) :- C is cos(0.1 * N), S is sin(0.1 * N), Z is X * C - Y * S, V is X * S + Y * C, M is N - 4, ( M < 0 -> A = Z, B = V ; #turn(M, Z, V, A, B) ).",
    ]);
    w.write(text, &[("most", &most)]);
    let each = w.pick(&[
        "#all([], []).\n#all([X-Y|L], [N|M]) :- #one(X, Y, N), #all(L, M).",
        "#all(L, M) :- findall(N, ( member(X-Y, L), #one(X, Y, N) ), M).",
        "#all(L, M) :- maplist(#at, L, M).\n#at(X-Y, N) :- #one(X, Y, N).",
    ]);
    w.write(each, &[]);
    let points: Vec<String> = (0..w.size(2, 12))
        .map(|_| {
            let mut part = || format!("{}{}", w.pick(&["", "-"]), float(w, 1));
            format!("{}-({})", part(), part())
        })
        .collect();
    w.fill("#all({points}, Out)", &[("points", &data::list_of(points))])
}

fn large(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#do(N, F) :- M is N mod 60 + 2, #fact(M, F).\n#fact(0, 1) :- !.\n#fact(N, F) :- M is N - 1, #fact(M, G), F is N * G.",
        "#do(N, F) :- M is N mod 60 + 2, #fact(1, M, 1, F).\n#fact(I, N, F, F) :- I > N, !.\n#fact(I, N, A, F) :- B is A * I, J is I + 1, #fact(J, N, B, F).",
        "#do(N, F) :- M is N mod 180 + 2, #fib(M, 0, 1, F).\n#fib(0, A, _, A) :- !.\n#fib(N, A, B, F) :- C is A + B, M is N - 1, #fib(M, B, C, F).",
        "#do(N, P) :- #pow({big}, N, 1000000007000000009, P).\n#pow(_, 0, _, 1) :- !.\n#pow(B, E, M, P) :- H is E // 2, C is B * B mod M, #pow(C, H, M, Q), ( E mod 2 =:= 1 -> P is Q * B mod M ; P = Q ).",
        "#do(N, P) :- #pow({big}, N, 1, P).\n#pow(_, 0, P, P) :- !.\n#pow(B, E, A, P) :- ( E /\\ 1 =:= 1 -> C is A * B mod 170141183460469231731687303715884105727 ; C = A ), D is B * B mod 170141183460469231731687303715884105727, F is E >> 1, #pow(D, F, C, P).",
        "#do(N, G) :- A is (N + 7) ** 9 * {big}, B is (N + 3) ** 11, #gcd(A, B, G).\n#gcd(A, 0, A) :- !.\n#gcd(A, B, G) :- C is A mod B, #gcd(B, C, G).",
        "#do(N, R) :- M is (N mod 50 + 10) ** 12 + {big}, #root(M, M, R).\n#root(N, X, R) :- Y is (X + N // X) // 2, ( Y >= X -> R = X ; #root(N, Y, R) ).",
        "#do(N, S) :- A is {big} ** 3 + N, #digits(A, 0, S).\n#digits(0, S, S) :- !.\n#digits(A, S, T) :- D is A mod 10, B is A // 10, U is S + D, #digits(B, U, T).",
        "#do(N, C) :- A is N mod 40 + 2, B is A // 3, #choose(A, B, C).\n#choose(_, 0, 1) :- !.\n#choose(N, K, C) :- M is N - 1, J is K - 1, #choose(M, J, D), C is D * N // K.",
        "#do(N, R) :- #grow(N, {big}, 0, R).\n#grow(X, B, K, R) :- ( K > 12 -> R = X ; X mod 3 =:= 0 -> Y is X // 3 + B, J is K + 1, #grow(Y, B, J, R) ; Y is X * X mod 1000000000000000000000 + K, J is K + 1, #grow(Y, B, J, R) ).",
        "#do(N, s(A,B)) :- A is (1 << (N mod 150 + 20)) - {big}, ( A > 1000000000000000000 -> B is A >> 64 ; B is abs(A) ** 2 ).",
    ]);
    let big = w.number(1_000_000_000, 4_000_000_000_000).to_string();
    w.write(text, &part(text, "big", &big));
    let each = w.pick(&[
        "#all([], []).\n#all([N|L], [R|M]) :- #do(N, R), #all(L, M).",
        "#all(L, S) :- foldl(#one, L, 0, S).\n#one(N, A, B) :- #do(N, R), ( integer(R), R > A -> B = R ; B = A ).",
        "#all(L, M) :- findall(R-N, ( member(N, L), #do(N, R) ), K), keysort(K, M).",
    ]);
    w.write(each, &[]);
    let length = w.size(2, 12);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#all({list}, Out)", &[("list", &list)])
}

fn bits(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#do(X, N) :- #ones(X, 0, N).\n#ones(0, N, N) :- !.\n#ones(X, A, N) :- B is A + (X /\\ 1), Y is X >> 1, #ones(Y, B, N).",
        "#do(X, N) :- #ones(X, N).\n#ones(X, N) :- ( X =:= 0 -> N = 0 ; Y is X /\\ (X - 1), #ones(Y, M), N is M + 1 ).",
        "#do(X, Y) :- #mix({k}, X, Y).\n#mix(0, X, X) :- !.\n#mix(K, X, Y) :- A is (X xor (X << 7)) /\\ 0xffffff, B is A xor (A >> 9), Z is (B xor (B << 8)) /\\ 0xffffff, J is K - 1, #mix(J, Z, Y).",
        "#do(X, Y) :- #turn(20, X, 0, Y).\n#turn(0, _, Y, Y) :- !.\n#turn(K, X, A, Y) :- B is (A << 1) \\/ (X /\\ 1), Z is X >> 1, J is K - 1, #turn(J, Z, B, Y).",
        "#do(X, L) :- #set(X, 0, L).\n#set(0, _, []) :- !.\n#set(X, I, L) :- J is I + 1, Y is X >> 1, ( X /\\ 1 =:= 1 -> L = [I|M] ; L = M ), #set(Y, J, M).",
        "#do(X, G) :- G0 is X xor (X >> 1), #back(G0, {k}, Y), ( Y =:= X -> G = G0 ; G = Y-X ).\n#back(G, 0, G) :- !.\n#back(G, K, X) :- J is K - 1, #back(G, J, Y), X is Y xor (G >> K).",
        "#do(X, N) :- #lcg({k}, X, 0, N).\n#lcg(0, _, N, N) :- !.\n#lcg(K, X, A, N) :- Y is (X * 1103515245 + 12345) /\\ 0x7fffffff, ( (Y >> 16) /\\ 3 =:= 0 -> B is A + 1 ; B = A ), J is K - 1, #lcg(J, Y, B, N).",
        "#do(X, H) :- M is msb(X + 1), #from(M, X, H).\n#from(I, X, H) :- ( I < 0 -> H = 0 ; J is I - 1, #from(J, X, G), H is (G * 31 + ((X >> I) /\\ 1) + \\ I) mod 8191 ).",
    ]);
    let k = w.number(4, 24).to_string();
    w.write(text, &part(text, "k", &k));
    let each = w.pick(&[
        "#all([], []).\n#all([X|L], [Y|M]) :- #do(X, Y), #all(L, M).",
        "#all(L, M) :- maplist(#do, L, M).",
        "#all([], A, A).\n#all([X|L], A, B) :- #do(X, Y), ( Y == A -> C = X ; C = Y ), #all(L, C, B).\n#all(L, B) :- #all(L, 0, B).",
    ]);
    w.write(each, &[]);
    let length = w.size(2, 14);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#all({list}, Out)", &[("list", &list)])
}

fn garbage(w: &mut Writer) -> String {
    let turn = w.pick(&[
        "append(L, [], M)",
        "reverse(L, M)",
        "#copy(L, M)",
        "copy_term(L, M)",
        "maplist(#next, L, M)",
        "L = [X|R], append(R, [X], M)",
        "findall(X, member(X, L), M)",
        "T =.. [t|L], #touch(T), L = M",
        "length(L, U), #make(U, M)",
        "#pairs(L, P), #firsts(P, M)",
        "msort(L, S), L = [X|_], ( S = [X|_] -> reverse(L, M) ; M = L )",
        "#rev(L, [], R), #rev(R, [], M)",
        "sum_list(L, U), atom_length(U, V), #make(V, Q), append(Q, L, R), #drop(V, R, M)",
    ]);
    let helpers = [
        ("#copy", "#copy([], []).\n#copy([X|L], [X|M]) :- #copy(L, M)."),
        ("#next", "#next(X, Y) :- Y is (X + 7) mod 1000."),
        ("#touch", "#touch(T) :- functor(T, _, N), arg(N, T, _)."),
        ("#make", "#make(0, []) :- !.\n#make(N, [N|L]) :- M is N - 1, #make(M, L)."),
        (
            "#pairs",
            "#pairs([], []).\n#pairs([X|L], [p(X,f(X))|P]) :- #pairs(L, P).\n#firsts([], []).\n#firsts([p(X,_)|P], [X|L]) :- #firsts(P, L).",
        ),
        ("#rev", "#rev([], A, A).\n#rev([X|L], A, B) :- #rev(L, [X|A], B)."),
        ("#drop", "#drop(0, L, L) :- !.\n#drop(N, [_|L], M) :- K is N - 1, #drop(K, L, M)."),
    ];
    let keep = w.pick(&["nothing", "nothing", "some", "all"]);
    let text = w.pick(&[
        "#run(0, L, _, L) :- !.\n#run(N, L, K, Out) :- {turn}, {keep}, J is N - 1, #run(J, M, K1, Out).",
        "#run(N, L, K, Out) :- ( N =:= 0 -> Out = L-K ; {turn}, {keep}, J is N - 1, #run(J, M, K1, Out) ).",
    ]);
    let kept = match keep {
        "some" => "( N mod 8 =:= 0 -> K1 = [M|K] ; K1 = K )",
        "all" => "K1 = k(M,K)",
        _ => "K1 = K",
    };
    w.write(text, &[("turn", turn), ("keep", kept)]);
    for (name, helper) in helpers {
        if turn.contains(name) {
            w.write(helper, &[]);
        }
    }
    let (length, times) = (w.side(2, 30), w.side(3, 16).to_string());
    let list = data::number_list(&mut w.rng, length);
    w.fill("#run({times}, {list}, none, Out)", &[("times", &times), ("list", &list)])
}

fn deep(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#go(N, S) :- #down(N, S).\n#down(0, 0) :- !.\n#down(N, S) :- M is N - 1, #down(M, T), {back}.",
        "#go(N, S) :- #list(N, L), #back(L, S).\n#list(0, []) :- !.\n#list(N, [N|L]) :- M is N - 1, #list(M, L).\n#back([], 0).\n#back([N|L], S) :- #back(L, T), {back}.",
        "#go(N, S) :- #nest(N, z, T0), #back(T0, S).\n#nest(0, T, T) :- !.\n#nest(N, A, T) :- M is N - 1, ( N mod 3 =:= 0 -> B = f(A) ; B = g(N,A) ), #nest(M, B, T).\n\
         #back(z, 0).\n#back(f(A), S) :- #back(A, T), N = 1, {back}.\n#back(g(N,A), S) :- #back(A, T), {back}.",
        "#go(N, S) :- #even(N, S).\n#even(0, 0) :- !.\n#even(N, S) :- M is N - 1, #odd(M, T), {back}.\n#odd(0, 1) :- !.\n#odd(N, S) :- M is N - 1, #even(M, T), S is T + 1.",
        "#go(N, S) :- #pick(N, T), N1 = N, #with(T, N1, S).\n#pick(0, 0).\n#pick(N, T) :- N > 0, M is N - 1, #pick(M, T).\n#with(T, N, S) :- {back}.",
        "#go(N, S) :- numlist(1, N, L), foldr_(L, S).\nfoldr_([], 0).\nfoldr_([N|L], S) :- foldr_(L, T), {back}.",
        "#go(N, S) :- #both(N, A, B), S = A-B.\n#both(0, 0, 1) :- !.\n#both(N, S, R) :- M is N - 1, #both(M, Q, T), {back}, R is (Q + T) mod 1009.",
        "#go(N, S) :- numlist(1, N, L), catch(#safe(L, S), _, S = bad).\n#safe([], 0).\n#safe([N|L], S) :- ( N > 0, #safe(L, T) -> {back} ; S = none ).",
    ]);
    let back = w.pick(&[
        "S is T + N /\\ 1",
        "S is (T * 3 + N) mod 1013",
        "( N > T -> S = N ; S is T - 1 )",
        "S is max(T, N mod 17)",
        "( N mod 2 =:= 0 -> S is T + N ; S = T )",
    ]);
    let text = text.replace("foldr_", "#fold");
    w.write(&text, &[("back", back)]);
    let depth = w.size(20, 200).to_string();
    w.fill("#go({depth}, Out)", &[("depth", &depth)])
}
