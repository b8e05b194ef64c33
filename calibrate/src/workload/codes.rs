//! Skeletons over text: code lists that are split, parsed, counted, coded and printed, and atoms and strings that are built,
//! from random text.

use super::data;
use super::grammar::{Writer, part};
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("tokens", 5, tokens),
    ("grammar", 4, grammar),
    ("fields", 3, fields),
    ("recode", 4, recode),
    ("words", 3, words),
    ("text", 5, text),
    ("digits", 3, digits),
    ("edit distance", 3, distance),
    ("find text", 3, find),
    ("brackets", 2, brackets),
    ("print terms", 3, print_terms),
];

/// The list of a text's codes.
fn codes(text: &str) -> String {
    data::list_of(text.bytes())
}

/// A word of so many letters, of the first few of the alphabet.
fn word(w: &mut Writer, low: usize, high: usize) -> String {
    let letters = b"etaoinshrdlucm";
    (0..w.number(low, high)).map(|_| w.pick(letters) as char).collect()
}

/// Words with blanks between.
fn sentence(w: &mut Writer, words: usize) -> String {
    let words: Vec<String> = (0..words).map(|_| word(w, 1, 7)).collect();
    words.join(" ")
}

/// Source text of so many words, numbers, operators and blanks.
fn source(w: &mut Writer, tokens: usize) -> String {
    let weights = [w.number(1, 4), w.number(1, 4), w.number(1, 4)];
    let mut text = String::new();
    for _ in 0..tokens {
        let at = w.number(0, weights.iter().sum::<usize>() - 1);
        if at < weights[0] {
            text.push_str(&word(w, 1, 6));
        } else if at < weights[0] + weights[1] {
            text.push_str(&w.number(0, 9999).to_string());
        } else {
            text.push_str(w.pick(&["+", "-", "*", "(", ")", "=", "<=", ":=", ";", ">"]));
        }
        text.push_str(w.pick(&["", " ", " ", "  ", "\n"]));
    }
    text
}

/// Tests of a code `C`: whether it is a digit, a letter, a blank; and the facts that they need.
fn classes(w: &mut Writer) -> ([&'static str; 3], String) {
    let table =
        |name: &str, of: &str| of.bytes().map(|code| format!("#{name}({code}).")).collect::<Vec<_>>().join("\n");
    match w.number(0, 4) {
        0 => (["C >= 0'0, C =< 0'9", "C >= 0'a, C =< 0'z", "C =< 32"], String::new()),
        1 => (["code_type(C, digit)", "code_type(C, alpha)", "code_type(C, space)"], String::new()),
        2 => {
            let facts = [table("dig", "0123456789"), table("let", "abcdefghijklmnopqrstuvwxyz"), table("gap", " \n\t")];
            (["#dig(C)", "#let(C)", "#gap(C)"], facts.join("\n"))
        }
        3 => {
            let text = "#is(C, K) :- ( C >= 0'a -> C =< 0'z, K = word ; C >= 0'0, C =< 0'9 -> K = digit ; C =< 32 -> K = blank ).";
            (["#is(C, digit)", "#is(C, word)", "#is(C, blank)"], text.into())
        }
        _ => (["between(48, 57, C)", "#letter(C)", "memberchk(C, [32,10,9])"], "#letter(C) :- C > 96, C < 123.".into()),
    }
}

fn tokens(w: &mut Writer) -> String {
    let ([digit, letter, blank], facts) = classes(w);
    let (number, name) = w.pick(&[
        ("number_codes(N, D), T = n(N)", "atom_codes(A, D), T = w(A)"),
        ("#value(D, 0, N), T = n(N)", "T = w(D)"),
        ("length(D, N), T = n(N)", "atom_codes(A, D), #kind(A, T)"),
    ]);
    let parts = [("digit", digit), ("letter", letter), ("blank", blank), ("number", number), ("name", name)];
    let text = w.pick(&[
        "#toks([], []).\n#toks([C|L], Ts) :- {blank}, !, #toks(L, Ts).\n\
         #toks([C|L], [T|Ts]) :- {digit}, !, #digits(L, Ds, R), D = [C|Ds], {number}, #toks(R, Ts).\n\
         #toks([C|L], [T|Ts]) :- {letter}, !, #letters(L, Ds, R), D = [C|Ds], {name}, #toks(R, Ts).\n\
         #toks([0':,0'=|L], [set|Ts]) :- !, #toks(L, Ts).\n#toks([C|L], [c(C)|Ts]) :- #toks(L, Ts).\n\
         #digits([C|L], [C|D], R) :- {digit}, !, #digits(L, D, R).\n#digits(L, [], L).\n\
         #letters([C|L], [C|D], R) :- {letter}, !, #letters(L, D, R).\n#letters(L, [], L).",
        "#toks(L, Ts) :- ( L = [C|R] -> ( {blank} -> #toks(R, Ts) ; #tok(C, R, S, T), Ts = [T|Us], #toks(S, Us) ) ; Ts = [] ).\n\
         #tok(C, R, S, T) :- ( {digit} -> #span(digit, [C|R], D, S), {number} ; {letter} -> #span(word, [C|R], D, S), {name} ; S = R, T = c(C) ).\n\
         #span(K, [C|L], D, R) :- #in(K, C), !, D = [C|E], #span(K, L, E, R).\n#span(_, L, [], L).\n\
         #in(digit, C) :- {digit}.\n#in(word, C) :- {letter}.",
        "#toks(L, Ts) :- phrase(#ts(Ts), L).\n#ts(Ts) --> #sp, ( #t(T) -> { Ts = [T|Us] }, #ts(Us) ; { Ts = [] } ).\n\
         #sp --> [C], { {blank} }, !, #sp.\n#sp --> [].\n\
         #t(T) --> #ds(D), { D = [_|_] }, !, { {number} }.\n#t(T) --> #ls(D), { D \\== [] }, !, { {name} }.\n\
         #t(set) --> \":=\", !.\n#t(le) --> [0'<], [0'=], !.\n#t(c(C)) --> [C].\n\
         #ds([C|D]) --> [C], { {digit} }, !, #ds(D).\n#ds([]) --> [].\n#ls([C|D]) --> [C], { {letter} }, !, #ls(D).\n#ls([]) --> [].",
        "#toks(L, Ts) :- #scan(L, none, [], Ts, []).\n#scan([], K, A, T, U) :- #emit(K, A, T, U).\n\
         #scan([C|L], K, A, T, V) :- #class(C, J), ( J == K, J \\== other -> #scan(L, K, [C|A], T, V)\n\
         ; #emit(K, A, T, U), #scan(L, J, [C], U, V) ).\n\
         #class(C, digit) :- {digit}, !.\n#class(C, word) :- {letter}, !.\n#class(C, blank) :- {blank}, !.\n#class(_, other).\n\
         #emit(none, _, T, T).\n#emit(blank, _, T, T).\n#emit(other, [C], [c(C)|T], T).\n\
         #emit(digit, S, [T|U], U) :- reverse(S, D), {number}.\n#emit(word, S, [T|U], U) :- reverse(S, D), {name}.",
    ]);
    w.write(text, &parts);
    if !facts.is_empty() {
        w.write(&facts, &[]);
    }
    if number.contains("#value") {
        w.write("#value([], N, N).\n#value([C|D], A, N) :- B is A * 10 + C - 0'0, #value(D, B, N).", &[]);
    }
    if name.contains("#kind") {
        w.write("#kind(a, key(a)) :- !.\n#kind(i, key(i)) :- !.\n#kind(to, key(to)) :- !.\n#kind(A, id(A)).", &[]);
    }
    let count = w.size(5, 40);
    let text = source(w, count);
    w.fill("#toks({codes}, Out)", &[("codes", &codes(&text))])
}

/// A sum of products in text; without division.
fn formula(w: &mut Writer, inner: usize) -> String {
    if inner == 0 {
        return if w.chance(0.75) { w.number(0, 500).to_string() } else { w.pick(&["x", "y"]).to_string() };
    }
    let left = w.number(0, inner - 1);
    let (one, two) = (formula(w, left), formula(w, inner - 1 - left));
    let blank = w.pick(&["", "", " "]);
    let whole = format!("{one}{blank}{}{blank}{two}", w.pick(&["+", "-", "*", "+"]));
    if w.chance(0.35) { format!("({whole})") } else { whole }
}

fn grammar(w: &mut Writer) -> String {
    let (plus, minus, times) = w.pick(&[
        ("Z is (X + Y) mod 10007", "Z is X - Y", "Z is X * Y mod 10007"),
        ("Z = add(X,Y)", "Z = sub(X,Y)", "Z = mul(X,Y)"),
        ("Z = X+Y", "Z = X-Y", "Z = X*Y"),
    ]);
    let letter = if plus.contains("is") { "7" } else { "v(C)" };
    let parts = [("plus", plus), ("minus", minus), ("times", times), ("letter", letter)];
    let rules = w.pick(&[
        "#e(Z) --> #t(X), #er(X, Z).\n#er(X, V) --> #sp, \"+\", !, #t(Y), { {plus} }, #er(Z, V).\n#er(X, V) --> #sp, \"-\", !, #t(Y), { {minus} }, #er(Z, V).\n#er(X, X) --> [].\n\
         #t(Z) --> #f(X), #tr(X, Z).\n#tr(X, V) --> #sp, \"*\", !, #f(Y), { {times} }, #tr(Z, V).\n#tr(X, X) --> [].",
        "#e(Z) --> #t(X), #er(X, Z).\n#er(X, V) --> #sp, [O], { #sum(O) }, !, #t(Y), { #do(O, X, Y, Z) }, #er(Z, V).\n#er(X, X) --> [].\n#sum(0'+).\n#sum(0'-).\n\
         #do(0'+, X, Y, Z) :- {plus}.\n#do(0'-, X, Y, Z) :- {minus}.\n\
         #t(Z) --> #f(X), ( #sp, [0'*] -> #t(Y), { {times} } ; { Z = X } ).",
        "#e(Z) --> #left(#t, #sum, Z).\n#left(P, O, Z) --> call(P, X), #more(P, O, X, Z).\n\
         #more(P, O, X, V) --> #sp, call(O, X, Y, Z), !, call(P, Y), #more(P, O, Z, V).\n#more(_, _, X, X) --> [].\n\
         #sum(X, Y, #later(plus, X, Y)) --> \"+\".\n#sum(X, Y, #later(minus, X, Y)) --> \"-\".\n#t(Z) --> #left(#f, #product, Z).\n\
         #product(X, Y, #later(times, X, Y)) --> \"*\".\n#use(plus, X, Y, Z) :- {plus}.\n#use(minus, X, Y, Z) :- {minus}.\n#use(times, X, Y, Z) :- {times}.",
        "#e(Z) --> #t(X), ( #sp, \"+\", #e(Y), { {plus} } ; #sp, \"-\", #e(Y), { {minus} } ; \\+ ( #sp, #op ), { Z = X } ).\n\
         #op --> \"+\" ; \"-\" ; \"*\".\n#t(Z) --> #f(X), #sp, #peek(C), ( { C == 0'* } -> \"*\", #t(Y), { {times} } ; { Z = X } ).\n\
         #peek(C), [C] --> [C], !.\n#peek(end) --> [].",
    ]);
    w.write(rules, &parts[..3]);
    let factor = w.pick(&[
        "#f(X) --> #sp, \"(\", !, #e(X), #sp, \")\".\n#f(X) --> #sp, #int(X), !.\n#f({letter}) --> #sp, [C], { C >= 0'x }.",
        "#f(X) --> #sp, [C], ( { C =:= 0'( } -> #e(X), #sp, \")\" ; { C >= 0'x } -> { X = {letter} } ; #rest(C, X) ).\n\
         #rest(C, X) --> { C >= 0'0, C =< 0'9, A is C - 0'0 }, #digits(A, X).",
    ]);
    w.write(factor, &parts[3..]);
    let number = if factor.contains("#rest") {
        "#digits(A, N) --> [D], { D >= 0'0, D =< 0'9 }, !, { B is A * 10 + D - 0'0 }, #digits(B, N).\n#digits(N, N) --> []."
    } else {
        w.pick(&[
            "#int(N) --> #ds(D), { D = [_|_], number_codes(N, D) }.\n#ds([C|D]) --> [C], { C >= 0'0, C =< 0'9 }, !, #ds(D).\n#ds([]) --> [].",
            "#int(N) --> #d(D), #int(D, N).\n#int(A, N) --> #d(D), !, { B is A * 10 + D }, #int(B, N).\n#int(N, N) --> [].\n#d(D) --> [C], { code_type(C, digit(D)) }.",
        ])
    };
    w.write(number, &[]);
    w.write("#sp --> \" \", !, #sp.\n#sp --> [].", &[]);
    let value = if rules.contains("#later") {
        w.write("#end(T, V) :- ( functor(T, F, 3), T =.. [F,O,X,Y], O \\== 0 -> #end(X, A), #end(Y, B), #use(O, A, B, V) ; V = T ).", &[]);
        "#end(X, V)"
    } else {
        "V = X"
    };
    w.write(
        "#all([], []).\n#all([L|Ls], [V|Vs]) :- ( phrase(#e(X), L) -> {value} ; V = no ), #all(Ls, Vs).",
        &[("value", value)],
    );
    let lines: Vec<String> = (0..w.size(1, 5))
        .map(|_| {
            let inner = w.number(1, 8);
            codes(&formula(w, inner))
        })
        .collect();
    w.fill("#all({lines}, Out)", &[("lines", &data::list_of(lines))])
}

fn fields(w: &mut Writer) -> String {
    let split = w.pick(&[
        "#split([], _, [[]]).\n#split([C|L], S, F) :- ( C =:= S -> F = [[]|G], #split(L, S, G) ; #split(L, S, [A|G]), F = [[C|A]|G] ).",
        "#split(L, S, [F|G]) :- append(F, [S|R], L), !, #split(R, S, G).\n#split(L, _, [L]).",
        "#split(L, S, Fs) :- #one(L, S, F, R), ( R = [_|T] -> Fs = [F|Gs], #split(T, S, Gs) ; Fs = [F] ).\n\
         #one([], _, [], []).\n#one([S|R], S, [], [S|R]) :- !.\n#one([C|L], S, [C|F], R) :- #one(L, S, F, R).",
        "#split(L, S, Fs) :- phrase(#fs(S, Fs), L).\n#fs(S, [F|Fs]) --> #f(S, F), ( [S] -> #fs(S, Fs) ; { Fs = [] } ).\n\
         #f(S, [C|F]) --> [C], { C \\== S }, !, #f(S, F).\n#f(_, []) --> [].",
        "#split(L, S, Fs) :- #split(L, S, [], Fs).\n#split([], _, A, [F]) :- reverse(A, F).\n#split([S|L], S, A, [F|Fs]) :- !, reverse(A, F), #split(L, S, [], Fs).\n\
         #split([C|L], S, A, Fs) :- #split(L, S, [C|A], Fs).",
    ]);
    let row = w.pick(&[
        "#row(L, Vs) :- #split(L, 0',, Fs), #values(Fs, Vs).\n#values([], []).\n#values([F|Fs], [V|Vs]) :- #value(F, V), #values(Fs, Vs).",
        "#row(L, Vs) :- #split(L, 0',, Fs), maplist(#value, Fs, Vs).",
        "#row(L, S) :- #split(L, 0',, Fs), foldl(#plus, Fs, 0, S).\n#plus(F, A, B) :- #value(F, V), ( integer(V) -> B is A + V ; B = A ).",
        "#row(L, r(A,B)) :- #split(L, 0',, [F,G|_]), #value(F, A), #value(G, B).",
    ]);
    let value = w.pick(&[
        "#value([C|F], V) :- C >= 0'0, C =< 0'9, !, number_codes(V, [C|F]).\n#value(F, V) :- atom_codes(V, F).",
        "#value(F, V) :- catch(number_codes(V, F), _, V = none).",
        "#value(F, V) :- #digits(F, 0, V), !.\n#value(F, F).\n#digits([], V, V).\n#digits([C|F], A, V) :- C >= 0'0, C =< 0'9, B is A * 10 + C - 0'0, #digits(F, B, V).",
        "#value(F, V) :- atom_codes(A, F), ( atom_number(A, N) -> V = N ; V = A ).",
    ]);
    w.write("#all(L, Out) :- #split(L, 10, Ls), #rows(Ls, Out).\n#rows([], []).\n#rows([L|Ls], [R|Rs]) :- #row(L, R), #rows(Ls, Rs).", &[]);
    for text in [split, row, value] {
        w.write(text, &[]);
    }
    let width = w.number(2, 6);
    let rows: Vec<String> = (0..w.size(1, 8))
        .map(|_| {
            let fields: Vec<String> =
                (0..width).map(|_| if w.chance(0.6) { w.number(0, 9999).to_string() } else { word(w, 1, 6) }).collect();
            fields.join(",")
        })
        .collect();
    w.fill("#all({codes}, Out)", &[("codes", &codes(&rows.join("\n")))])
}

fn recode(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#go([], []).\n#go([C|L], [C-N|R]) :- #run(L, C, 1, N, M), #go(M, R).\n#run([C|L], C, A, N, M) :- !, B is A + 1, #run(L, C, B, N, M).\n#run(L, _, N, N, L).",
        "#go([C|L], R) :- #go(L, C, 1, R).\n#go([], C, N, [N*C]).\n#go([D|L], C, N, R) :- ( D =:= C -> M is N + 1, #go(L, C, M, R) ; R = [N*C|S], #go(L, D, 1, S) ).",
        "#go(L, R) :- #pairs(L, P), #back(P, M), ( M == L -> R = P ; R = wrong ).\n#pairs([], []).\n#pairs([C|L], [C,D|P]) :- #same(L, C, 1, N, M), D = N, #pairs(M, P).\n\
         #same([C|L], D, A, N, M) :- C == D, !, B is A + 1, #same(L, D, B, N, M).\n#same(L, _, N, N, L).\n\
         #back([], []).\n#back([C,N|P], L) :- #times(N, C, L, M), #back(P, M).\n#times(0, _, L, L) :- !.\n#times(N, C, [C|L], M) :- O is N - 1, #times(O, C, L, M).",
        "#go([], []).\n#go([C|L], [D|M]) :- #turn(C, D), #go(L, M).\n#turn(C, D) :- C >= 0'a, C =< 0'z, !, D is (C - 0'a + {n}) mod 26 + 0'a.\n#turn(C, C).",
        "#go(L, M) :- maplist(#turn, L, M).\n#turn(C, D) :- ( C =:= 32 -> D = 0'_ ; #vowel(C) -> D is C - 32 ; D is 0'a + (C - 0'a) * {n} mod 26 ).\n\
         #vowel(0'a).\n#vowel(0'e).\n#vowel(0'i).\n#vowel(0'o).\n#vowel(0'u).",
        "#go(L, R) :- #words(L, [], Ws), #pal(Ws, 0, R).\n#words([], A, [A]).\n#words([32|L], A, [A|W]) :- !, #words(L, [], W).\n#words([C|L], A, W) :- #words(L, [C|A], W).\n\
         #pal([], N, N).\n#pal([W|Ws], N, R) :- ( reverse(W, W) -> M is N + {n} ; M = N ), #pal(Ws, M, R).",
        "#go(L, R) :- #best(L, 0, R).\n#best([], R, R).\n#best([C|L], B, R) :- #mirror([C|L], N), ( N > B -> #best(L, N, R) ; #best(L, B, R) ).\n\
         #mirror(L, N) :- #from(L, [], 0, N).\n#from([C|L], [D|M], A, N) :- C == D, !, B is A + 2, #from(L, M, B, N).\n#from([C|L], M, A, N) :- A < {n}, !, #from(L, [C|M], A, N).\n#from(_, _, N, N).",
        "#go(L, R) :- #key(K), #mix(L, K, K, R).\n#key([3,1,{n}]).\n#mix([], _, _, []).\n#mix(L, [], K, R) :- !, #mix(L, K, K, R).\n#mix([C|L], [A|J], K, [D|R]) :- D is C xor A, #mix(L, J, K, R).",
        "#go(L, R) :- atom_codes(A, L), atom_chars(A, Cs), #caps(Cs, start, Ds), atom_chars(R, Ds).\n#caps([], _, []).\n\
         #caps([' '|L], _, ['-'|M]) :- !, #caps(L, start, M).\n#caps([C|L], start, [D|M]) :- !, upcase_atom(C, D), #caps(L, in, M).\n#caps([C|L], in, [C|M]) :- #caps(L, in, M).",
    ]);
    let shift = w.number(1, 25).to_string();
    w.write(text, &part(text, "n", &shift));
    let repeats = w.chance(0.4);
    let words = w.size(3, 25);
    let mut text = sentence(w, words);
    if repeats {
        text = text.chars().flat_map(|c| vec![c; w.number(1, 4)]).collect();
    }
    w.fill("#go({codes}, Out)", &[("codes", &codes(&text))])
}

fn words(w: &mut Writer) -> String {
    let split = w.pick(&[
        "#words(L, Ws) :- atom_codes(A, L), atomic_list_concat(Ws, ' ', A).",
        "#words(L, Ws) :- split_string(L, \" \", \"\", Ss), maplist(#name, Ss, Ws).\n#name(S, A) :- atom_string(A, S).",
        "#words([], []).\n#words([32|L], Ws) :- !, #words(L, Ws).\n#words([C|L], [A|Ws]) :- #word(L, D, R), atom_codes(A, [C|D]), #words(R, Ws).\n\
         #word([], [], []).\n#word([32|L], [], L) :- !.\n#word([C|L], [C|D], R) :- #word(L, D, R).",
        "#words(L, Ws) :- phrase(#ws(Ws), L).\n#ws([W|Ws]) --> #ls(D), { D = [_|_], !, atom_codes(W, D) }, ( \" \" -> #ws(Ws) ; { Ws = [] } ).\n#ws([]) --> [].\n\
         #ls([C|D]) --> [C], { C > 32 }, !, #ls(D).\n#ls([]) --> [].",
    ]);
    let count = w.pick(&[
        "#count([], T, T).\n#count([W|Ws], T, U) :- #bump(T, W, S), #count(Ws, S, U).\n\
         #bump([], W, [W-1]).\n#bump([V-N|T], W, U) :- ( V == W -> M is N + 1, U = [V-M|T] ; U = [V-N|S], #bump(T, W, S) ).",
        "#count(Ws, [], U) :- msort(Ws, Ss), #runs(Ss, U).\n#runs([], []).\n#runs([W|Ws], [W-N|U]) :- #run(Ws, W, 1, N, R), #runs(R, U).\n\
         #run([W|Ws], W, A, N, R) :- !, B is A + 1, #run(Ws, W, B, N, R).\n#run(R, _, N, N, R).",
        "#count(Ws, [], U) :- findall(N-W, ( member(W, Ws), atom_length(W, N) ), L), keysort(L, K), #groups(K, U).\n\
         #groups([], []).\n#groups([N-W|L], [N-[W|Vs]|U]) :- #group(L, N, Vs, R), #groups(R, U).\n#group([N-W|L], N, [W|Vs], R) :- !, #group(L, N, Vs, R).\n#group(R, _, [], R).",
        "#count(Ws, [], U) :- empty_assoc(A), foldl(#put, Ws, A, B), assoc_to_list(B, U).\n\
         #put(W, A, B) :- ( get_assoc(W, A, N) -> M is N + 1 ; M = 1 ), put_assoc(W, A, M, B).",
        "#count(Ws, [], U) :- sort(Ws, Set), findall(W-N, ( member(W, Set), #times(Ws, W, N) ), U).\n\
         #times(Ws, W, N) :- include(==(W), Ws, Same), length(Same, N).",
    ]);
    w.write("#go(L, Out) :- #words(L, Ws), #count(Ws, [], Out).", &[]);
    w.write(split, &[]);
    w.write(count, &[]);
    let (vocabulary, length) = (w.number(2, 12), w.size(5, 40));
    let known: Vec<String> = (0..vocabulary).map(|_| word(w, 1, 6)).collect();
    let text: Vec<String> = (0..length).map(|_| w.pick(&known)).collect();
    w.fill("#go({codes}, Out)", &[("codes", &codes(&text.join(" ")))])
}

/// What is done with an atom `A` and a number `N` to give `B`.
const TEXTS: &[&str] = &[
    "atom_concat(A, N, B)",
    "atom_length(A, K), B is K + N",
    "atom_codes(A, L), reverse(L, M), atom_codes(B, M)",
    "upcase_atom(A, B)",
    "sub_atom(A, 0, 1, _, C), atom_concat(C, N, B)",
    "( sub_atom(A, P, _, _, e) -> B = at(P) ; B = none )",
    "format(atom(B), '~w-~d', [A, N])",
    "atomic_list_concat([A, N, A], '_', B)",
    "atom_chars(A, [C|Cs]), append(Cs, [C], Ds), atom_chars(B, Ds)",
    "number_codes(N, D), atom_codes(A, L), append(L, D, M), atom_codes(B, M)",
    "atom_string(A, S), string_concat(S, \"s\", T), string_length(T, B)",
    "string_concat(A, N, S), string_codes(S, [C|_]), B = S-C",
    "atom_number(T, N), atom_length(T, K), ( K > 2 -> B = A-T ; B = A )",
    "findall(Q, sub_atom(A, _, 1, _, Q), Qs), sort(Qs, B)",
    "term_to_atom(f(A, N), B)",
    "( atom_concat(t, R, A) -> B = R ; atom_concat(R, s, A) -> B = R-s ; B = A )",
    "char_code(C, 0'a), ( sub_atom(A, _, _, 0, C) -> B = C ; B = N )",
    "string_code(1, A, C), ( C < 0'm -> B = low(N) ; B = high(N) )",
    "split_string(A, \"e\", \"\", P), length(P, K), B is K * N",
    "sub_atom(A, Be, 1, Af, C), Be >= Af, !, B = C",
    "atom_chars(A, Cs), last(Cs, C), ( memberchk(C, [a,e,i,o]) -> B = vowel ; B = C )",
    "( A @< m -> atom_concat(a_, A, B) ; atom_codes(A, B) )",
    "downcase_atom(A, D), ( D == A -> B = N ; B = D )",
];

fn text(w: &mut Writer) -> String {
    let mut clauses: Vec<String> = Vec::new();
    let ways = w.number(1, 3);
    for way in 0..ways {
        let act = w.pick(TEXTS);
        let number = if act.contains('N') { "N" } else { "_" };
        clauses.push(format!("#do({way}, A, {number}, B) :- {act}."));
    }
    let each = w.pick(&[
        "#all([], []).\n#all([A-N|L], [B|M]) :- K is N mod {ways}, #do(K, A, N, B), #all(L, M).",
        "#all([], []).\n#all([A-N|L], M) :- K is N mod {ways}, ( #do(K, A, N, B), B \\== none -> M = [B|R] ; M = R ), #all(L, R).",
        "#all(L, M) :- findall(B, ( member(A-N, L), K is N mod {ways}, #do(K, A, N, B) ), M).",
        "#all(L, M) :- maplist(#one, L, M).\n#one(A-N, B) :- K is N mod {ways}, once(#do(K, A, N, B)).",
        "#all(L, M) :- foldl(#one, L, '', M).\n#one(A-N, B, C) :- K is N mod {ways}, ( #do(K, A, N, D), atom(D), atom_length(B, P), P < 40 -> atom_concat(B, D, C) ; C = A ).",
    ]);
    w.write(each, &[("ways", &ways.to_string())]);
    w.write(&clauses.join("\n"), &[]);
    let pairs: Vec<String> = (0..w.size(4, 30)).map(|_| format!("{}-{}", word(w, 1, 8), w.number(0, 300))).collect();
    w.fill("#all({pairs}, Out)", &[("pairs", &data::list_of(pairs))])
}

fn digits(w: &mut Writer) -> String {
    let base = w.number(2, 16).to_string();
    let text = w.pick(&[
        "#do(N, Ds) :- #do(N, {base}, [], Ds).\n#do(0, _, Ds, Ds) :- !.\n#do(N, B, A, Ds) :- D is N mod B, M is N // B, #do(M, B, [D|A], Ds).",
        "#do(N, A) :- #list(N, L), reverse(L, Cs), atom_codes(A, Cs).\n#list(N, [C]) :- N < {base}, !, #code(N, C).\n#list(N, [C|L]) :- divmod(N, {base}, M, D), #code(D, C), #list(M, L).\n\
         #code(D, C) :- ( D < 10 -> C is D + 0'0 ; C is D + 87 ).",
        "#do(N, S) :- number_codes(N, L), #sum(L, 0, S).\n#sum([], S, S).\n#sum([C|L], A, S) :- B is A * {base} mod 97 + C - 0'0, #sum(L, B, S).",
        "#do(N, R) :- number_codes(N, L), reverse(L, M), #luhn(M, odd, S), R is S mod {base}.\n#luhn([], _, 0).\n#luhn([C|L], odd, S) :- #luhn(L, even, T), S is T + C - 0'0.\n\
         #luhn([C|L], even, S) :- D is (C - 0'0) * 2, ( D > 9 -> E is D - 9 ; E = D ), #luhn(L, odd, T), S is T + E.",
        "#do(N, s(A,B)) :- number_codes(N, L), foldl(#add, L, 1-{base}, A-B).\n#add(C, A-B, D-E) :- D is (A + C) mod 65521, E is (B + D) mod 65521.",
        "#do(N, R) :- number_codes(N, L), reverse(L, M), number_codes(K, M), ( K =:= N -> R = same ; K > N -> R = K ; R is N - K + {base} ).",
        "#do(N, C) :- #crc(N, {base}, 16, C).\n#crc(_, C, 0, C) :- !.\n#crc(N, A, K, C) :- J is K - 1, B is (A << 1) xor ((N >> J) /\\ 1), ( B > 255 -> D is B xor 285 ; D = B ), #crc(N, D, J, C).",
        "#do(N, R) :- #steps(N, {base}, R).\n#steps(N, K, K) :- N < 10, !.\n#steps(N, K, R) :- #squares(N, 0, M), L is K + 1, ( M < N -> #steps(M, L, R) ; R = L ).\n\
         #squares(0, S, S) :- !.\n#squares(N, A, S) :- D is N mod 10, B is A + D * D, M is N // 10, #squares(M, B, S).",
        "#do(N, R) :- #roman(N, [1000-m,500-d,100-c,50-l,10-x,5-v,1-i], {base}, R).\n#roman(0, _, _, []) :- !.\n\
         #roman(N, [V-C|T], K, R) :- ( N >= V -> M is N - V, R = [C|S], #roman(M, [V-C|T], K, S) ; #roman(N, T, K, R) ).",
    ]);
    let each = w.pick(&[
        "#all([], []).\n#all([N|L], [R|M]) :- #do(N, R), #all(L, M).",
        "#all(L, M) :- maplist(#do, L, M).",
        "#all([], 0).\n#all([N|L], S) :- #do(N, R), #all(L, T), ( R == T -> S = N ; S = R ).",
    ]);
    w.write(text, &[("base", &base)]);
    w.write(each, &[]);
    let (most, length) =
        (if text.contains("#roman") { 2000 } else { w.pick(&[1000, 1_000_000, 1_000_000_000]) }, w.size(3, 20));
    let list = data::list_of((0..length).map(|_| w.number(1, most)));
    w.fill("#all({list}, Out)", &[("list", &list)])
}

fn distance(w: &mut Writer) -> String {
    let text = w.pick(&[
        // Row by row.
        "#go(A, B, D) :- #first(B, 0, R), #rows(A, B, R, S), last(S, D).\n#first([], N, [N]).\n#first([_|L], N, [N|R]) :- M is N + 1, #first(L, M, R).\n\
         #rows([], _, R, R).\n#rows([X|A], B, [P|R], S) :- Q is P + 1, #row(B, X, P, Q, R, T), #rows(A, B, [Q|T], S).\n\
         #row([], _, _, _, [], []).\n#row([Y|B], X, Corner, Left, [Up|R], [V|T]) :- {cell}, #row(B, X, Up, V, R, T).",
        // The longest common part.
        "#go(A, B, D) :- #zero(B, R), #rows(A, B, R, S), last([0|S], D).\n#zero([], []).\n#zero([_|L], [0|R]) :- #zero(L, R).\n\
         #rows([], _, R, R).\n#rows([X|A], B, R, S) :- #row(B, X, 0, 0, R, T), #rows(A, B, T, S).\n#row([], _, _, _, [], []).\n\
         #row([Y|B], X, Corner, Left, [Up|R], [V|T]) :- ( X == Y -> V is Corner + 1 ; Up >= Left -> V = Up ; V = Left ), #row(B, X, Up, V, R, T).",
        // With a fold over each row.
        "#go(A, B, D) :- length(B, N), numlist(0, N, R), foldl(#row(B), A, R, S), last(S, D).\n\
         #row(B, X, [P|R], [Q|T]) :- Q is P + 1, #cells(B, R, X, P, Q, T).\n#cells([], [], _, _, _, []).\n\
         #cells([Y|B], [Up|R], X, Corner, Left, [V|T]) :- {cell}, #cells(B, R, X, Up, V, T).",
    ]);
    let cell = w.pick(&[
        "( X =:= Y -> V = Corner ; V is min(Corner, min(Left, Up)) + 1 )",
        "( X == Y -> K = 0 ; K = 1 ), V is min(Corner + K, min(Left + 1, Up + 1))",
        "( X = Y, V = Corner -> true ; Left < Up, Left < Corner -> V is Left + 1 ; Up < Corner -> V is Up + 1 ; V is Corner + 1 )",
    ]);
    w.write(text, &part(text, "cell", cell));
    let each = w.pick(&[
        "#all([], []).\n#all([A-B|L], [D|M]) :- #go(A, B, D), #all(L, M).",
        "#all(L, M) :- findall(D-A, ( member(A-B, L), #go(A, B, D) ), M0), keysort(M0, M).",
        "#all([A-B|L], R) :- #go(A, B, D), #all(L, D, B, R).\n#all([], _, W, W).\n\
         #all([A-B|L], D, W, R) :- #go(A, B, E), ( E < D -> #all(L, E, B, R) ; #all(L, D, W, R) ).",
    ]);
    w.write(each, &[]);
    let letters: &[u8] = if w.chance(0.5) { b"ab" } else { b"abcdefgh" };
    let (count, longest) = if w.chance(0.5) { (1, w.side(4, 16)) } else { (w.size(1, 6), w.number(4, 9)) };
    let mut list = || {
        let length = w.number(longest.div_ceil(2), longest);
        data::list_of((0..length).map(|_| w.pick(letters)))
    };
    let pairs: Vec<String> = (0..count).map(|_| format!("{}-{}", list(), list())).collect();
    w.fill("#all({pairs}, Out)", &[("pairs", &data::list_of(pairs))])
}

fn find(w: &mut Writer) -> String {
    let all = w.pick(&[
        "#all(L, P, Out) :- #from(L, P, 0, Out).\n#from([], _, _, []).\n#from([C|L], P, N, R) :- ( #starts(P, [C|L]) -> R = [N|S] ; R = S ), M is N + 1, #from(L, P, M, S).\n\
         #starts([], _).\n#starts([C|P], [C|L]) :- #starts(P, L).",
        "#all(L, P, Out) :- findall(N, ( append(A, B, L), append(P, _, B), length(A, N) ), Out).",
        "#all(L, P, Out) :- atom_codes(A, L), atom_codes(B, P), findall(N, sub_atom(A, N, _, _, B), Out).",
        "#all(L, P, Out) :- #put(L, P, Out).\n#put([], _, []).\n#put(L, P, R) :- append(P, T, L), !, R = [0'*|S], #put(T, P, S).\n#put([C|L], P, [C|R]) :- #put(L, P, R).",
        "#all(L, P, N) :- #count(L, P, P, 0, N).\n#count([], _, _, N, N).\n#count([C|L], [C], P, A, N) :- !, B is A + 1, #count(L, P, P, B, N).\n\
         #count([C|L], [C|Q], P, A, N) :- !, #count(L, Q, P, A, N).\n#count([_|L], _, P, A, N) :- #count(L, P, P, A, N).",
        "#all(L, P, R) :- ( phrase(#seek(P, 0, N), L, T) -> R = [N|S], #all(T, P, S) ; R = [] ).\n#seek(P, N, N) --> #lit(P), !.\n#seek(P, A, N) --> [_], { B is A + 1 }, #seek(P, B, N).\n\
         #lit([]) --> [].\n#lit([C|P]) --> [C], #lit(P).",
        "#all(L, P, R) :- #wild(P, L), !, R = yes.\n#all(_, _, no).\n#wild([], _).\n#wild([C|P], L) :- #skip(L, C, M), #wild(P, M).\n#skip([C|L], C, L).\n#skip([_|L], C, M) :- #skip(L, C, M).",
    ]);
    let each = w.pick(&[
        "#each([], _, []).\n#each([P|Ps], L, [R|M]) :- #all(L, P, R), #each(Ps, L, M).",
        "#each(Ps, L, M) :- findall(P-R, ( member(P, Ps), #all(L, P, R) ), M).",
        "#each(Ps, L, R) :- ( member(P, Ps), #all(L, P, R), R \\== [], R \\== 0 -> true ; R = none ).",
    ]);
    w.write(all, &[]);
    w.write(each, &[]);
    let letters: &[u8] = if w.chance(0.6) { b"ab" } else { b"abc def" };
    let (length, pattern) = (if all.contains("length(A") { w.side(10, 40) } else { w.size(15, 120) }, w.number(2, 4));
    let list = |w: &mut Writer, length: usize| data::list_of((0..length).map(|_| w.pick(letters)));
    let text = list(w, length);
    let patterns: Vec<String> = (0..w.number(1, 3)).map(|_| list(w, pattern)).collect();
    w.fill("#each({patterns}, {text}, Out)", &[("patterns", &data::list_of(patterns)), ("text", &text)])
}

/// Nested brackets, with letters between.
fn nested(w: &mut Writer, pairs: usize) -> String {
    if pairs == 0 {
        return w.pick(&["", "x", "yz", ""]).into();
    }
    let inside = w.number(0, pairs - 1).min(20);
    let (open, close) = w.pick(&[("(", ")"), ("[", "]"), ("{", "}"), ("(", ")")]);
    format!("{}{open}{}{close}{}", w.pick(&["", "a"]), nested(w, inside), nested(w, (pairs - 1 - inside).min(20)))
}

fn brackets(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#ok(L) :- #ok(L, []).\n#ok([], []).\n#ok([C|L], S) :- #open(C, D), !, #ok(L, [D|S]).\n#ok([C|L], [C|S]) :- #close(C), !, #ok(L, S).\n#ok([C|L], S) :- \\+ #close(C), #ok(L, S).",
        "#ok(L) :- phrase(#whole, L).\n#whole --> [C], ( { #open(C, D) } -> #whole, [D], #whole ; { \\+ #close(C) }, #whole ).\n#whole --> [].",
        "#ok(L) :- #ok(L, 0, N), N =:= 0.\n#ok([], N, N).\n#ok([C|L], N, M) :- ( #open(C, _) -> K is N + 1 ; #close(C) -> N > 0, K is N - 1 ; K = N ), #ok(L, K, M).",
        "#ok(L) :- #tree(L, T, []), T \\== none.\n#tree([C|L], [T|Ts], R) :- #open(C, D), !, #tree(L, T, [D|M]), #tree(M, Ts, R).\n\
         #tree([C|L], [C|Ts], R) :- \\+ #close(C), !, #tree(L, Ts, R).\n#tree(L, [], L).",
    ]);
    w.write(text, &[]);
    let kinds = w.pick(&[
        "#open(0'(, 0')).\n#open(0'[, 0']).\n#open(0'{, 0'}).\n#close(0')).\n#close(0']).\n#close(0'}).",
        "#open(C, D) :- #pair(C, D).\n#close(D) :- #pair(_, D), !.\n#pair(40, 41).\n#pair(91, 93).\n#pair(123, 125).",
        "#open(C, D) :- ( C =:= 40 -> D = 41 ; C =:= 91 ; C =:= 123 ), D is C + 2 - 40 // C.\n#close(C) :- memberchk(C, [41,93,125]).",
    ]);
    w.write(kinds, &[]);
    let each = w.pick(&[
        "#all([], []).\n#all([L|Ls], [V|Vs]) :- ( #ok(L) -> V = yes ; V = no ), #all(Ls, Vs).",
        "#all(Ls, N) :- include(#ok, Ls, M), length(M, N).",
        "#all([], 0).\n#all([L|Ls], N) :- #ok(L), !, #all(Ls, M), N is M + 1.\n#all([_|Ls], N) :- #all(Ls, N).",
    ]);
    w.write(each, &[]);
    let lines: Vec<String> = (0..w.size(2, 10))
        .map(|_| {
            let pairs = w.number(1, 10);
            let mut text = nested(w, pairs);
            if w.chance(0.25) {
                text.insert_str(text.len() / 2, w.pick(&["(", "]", "}"]));
            }
            codes(&text)
        })
        .collect();
    w.fill("#all({lines}, Out)", &[("lines", &data::list_of(lines))])
}

fn print_terms(w: &mut Writer) -> String {
    let atom = w.pick(&[
        "{ atom_codes(T, L) }, #codes(L)",
        "{ integer(T) } -> { number_codes(T, L) }, #codes(L) ; { atom_codes(T, L) }, #codes(L)",
        "{ format(codes(L), \"~w\", [T]) }, #codes(L)",
    ]);
    let text = w.pick(&[
        "#go(T, L) :- phrase(#show(T, 9), L).\n#show(T, P) --> { #op(T, A, C, B, Q) }, !, ( { Q > P } -> \"(\", #two(A, C, B, Q), \")\" ; #two(A, C, B, Q) ).\n\
         #show(T, _) --> ( {atom} ).\n#two(A, C, B, Q) --> { R is Q - 1 }, #show(A, Q), [C], #show(B, R).\n#codes([]) --> [].\n#codes([C|L]) --> [C], #codes(L).\n\
         #op(plus(A,B), A, 0'+, B, 5).\n#op(minus(A,B), A, 0'-, B, 5).\n#op(times(A,B), A, 0'*, B, 4).\n#op(over(A,B), A, 0'/, B, 4).",
        "#go(T, L) :- #show(T, L, []).\n#show(T, L, M) :- atomic(T), !, #name(T, L, M).\n#show(T, L, M) :- T =.. [F|As], #name(F, L, [0'(|K]), #args(As, K, [0')|M]).\n\
         #args([A], L, M) :- !, #show(A, L, M).\n#args([A|As], L, M) :- #show(A, L, [0',|K]), #args(As, K, M).\n#name(T, L, M) :- phrase(#leaf(T), L, M).\n\
         #leaf(T) --> ( {atom} ).\n#codes([], L, L).\n#codes([C|A], [C|L], M) :- #codes(A, L, M).",
        "#go(T, L) :- #lines(T, 0, L0), #flat(L0, L).\n#lines(T, I, [I-N]) :- atomic(T), !, phrase(#leaf(T), N).\n#lines(T, I, [I-N|L]) :- T =.. [F,A,B], J is I + 2, atom_codes(F, N), #lines(A, J, K), #lines(B, J, M), append(K, M, L).\n\
         #flat([], []).\n#flat([I-N|L], R) :- length(S, I), #blank(S), append(S, M, R), append(N, [10|Q], M), #flat(L, Q).\n#blank([]).\n#blank([32|S]) :- #blank(S).\n\
         #leaf(T) --> ( {atom} ).\n#codes([]) --> [].\n#codes([C|L]) --> [C], #codes(L).",
        "#go(T, A) :- #show(T, P), atomic_list_concat(P, A).\n#show(T, P) :- #show(T, P, []).\n#show(T, [C|P], P) :- atomic(T), !, phrase(#leaf(T), L), atom_codes(C, L).\n#show(T, ['('|P], R) :- arg(1, T, A), arg(2, T, B), functor(T, F, 2), #sign(F, S),\n\
         #show(A, P, [S|Q]), #show(B, Q, [')'|R]).\n#sign(plus, +).\n#sign(minus, -).\n#sign(times, *).\n#sign(over, '/').\n#leaf(T) --> ( {atom} ).\n#codes([]) --> [].\n#codes([C|L]) --> [C], #codes(L).",
    ]);
    w.write(text, &[("atom", atom)]);
    w.write("#all([], []).\n#all([T|L], [R|M]) :- #go(T, R), #all(L, M).", &[]);
    let terms: Vec<String> = (0..w.size(1, 4))
        .map(|_| {
            let inner = w.number(1, 9);
            data::expression(&mut w.rng, &["plus", "minus", "times", "over"], inner, &["x", "yes", "abc"])
        })
        .collect();
    w.fill("#all({terms}, Out)", &[("terms", &data::list_of(terms))])
}
