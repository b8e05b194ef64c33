//! Skeletons that differ in the shape of their program and draw what they do at each step from one table of everything:
//! so that every builtin is seen in several kinds of programs, beside any others, at several sizes.
//!
//! Data is a list of items `i(N, A, T, U, L)`: an integer, an atom, two terms (equal, nearly equal or unlike), a list.

use super::data;
use super::grammar::Writer;
use super::inspection;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("steps in a loop", 5, in_a_loop),
    ("steps called", 5, called),
    ("steps tested", 5, tested),
    ("steps by key", 4, by_key),
    ("steps backtracked into", 4, backtracked),
    ("steps on the way back", 4, on_the_way_back),
];

/// Goals that succeed and give `R`; `P`, `Q` and `S` are their own.
const STEPS: &[&str] = &[
    // Terms.
    "functor(T, P, Q), R = P/Q",
    "functor(R, new, 3), arg(2, R, N)",
    "( compound(T) -> arg(1, T, R) ; R = T )",
    "( compound(T) -> T =.. [P|Q], R =.. [k,P|Q] ; R = T )",
    "copy_term(T, R)",
    "copy_term(T-U, R)",
    "term_variables(T-P-U, R)",
    "R = p(T, N), setarg(2, R, A)",
    "R = p(N, N), nb_setarg(1, R, T)",
    "R = c(0), nb_setarg(1, R, N)",
    "copy_term(f(P, Q, T, P), R), numbervars(R, 0, _)",
    "f(R, N) = f(T, N)",
    "( S = g(T, _), S = g(U, _) -> R = yes ; R = no )",
    "( T = U -> R = T ; R = N )",
    "( unify_with_occurs_check(T, U) -> R = one ; R = two )",
    "( T == U -> R = same ; R = other )",
    "( T \\== U, N > 3 -> R = other ; R = same )",
    "compare(R, T, U)",
    "compare(R, A, N)",
    "( T @< U -> R = T ; R = U )",
    "( T @>= U -> R = up ; T @=< U -> R = down ; R = never )",
    "( T =@= U -> R = alike ; R = unlike )",
    "( subsumes_term(T, U) -> R = 1 ; R = 0 )",
    "term_to_atom(f(N, A), R)",
    "term_hash(A-N, R)",
    "( ground(T) -> R = closed ; R = open )",
    // Numbers.
    "R is N * 7 mod 13 - N // 3",
    "R is N * 0.25 + 1.5",
    "R is sqrt(N + 2.0) - N / 4.0",
    "P is N * 1.5, Q is P * P - 0.5, R is truncate(Q)",
    "P is 1.0 + N, ( P < 20.5 -> R = P ; R is P / 2 )",
    "P is N + 0.5, Q is float(N), ( P > Q, Q =:= N -> R = P ; R = Q )",
    "P is N * 1000000007 * 1000000007 * 3, R is P mod 998244353",
    "P is 123456789012345678901234567890 + N, R is P // 1000000007",
    "P is 10 ** 25 - N, Q is P * 3, ( Q > P -> R is Q - P ; R = P )",
    "P is N << 70, Q is P >> 68, R is Q /\\ 255",
    "P is 10 ** 22 + N, ( P =:= 10 ** 22 -> R = zero ; P >= 100000000000000000000000 -> R = much ; R is -P )",
    "R is (N << 3) xor (N >> 1) \\/ 5",
    "R is max(N, 20) - min(N, 7) + abs(3 - N) + sign(N)",
    "R is gcd(N + 1, 36) + msb(N + 1)",
    "R is N rem 7 + N div 5",
    "R is cot(1.0 + N / 1.0e7) + atan(N) * pi",
    "succ(N, P), succ(Q, P), plus(Q, 3, R)",
    "divmod(N, 7, P, Q), R = P-Q",
    // Texts.
    "atom_length(A, R)",
    "atom_codes(A, P), atom_codes(R, [0'x|P])",
    "atom_chars(A, R)",
    "atom_chars(R, [a,b,c])",
    "number_codes(N, P), length(P, R)",
    "number_codes(N, P), number_codes(R, [0'1|P])",
    "atom_number(P, N), atom_concat(A, P, R)",
    "atom_concat(A, '_', P), atom_concat(P, A, R)",
    "atomic_list_concat([A, N, x], R)",
    "atomic_list_concat([A, b, A], ',', P), atomic_list_concat(R, ',', P)",
    "sub_atom(A, 0, 1, P, Q), R = P/Q",
    "once(sub_atom(A, P, 1, 0, Q)), R = P-Q",
    "upcase_atom(A, R)",
    "downcase_atom(A, R)",
    "atom_codes(A, [P|_]), char_code(R, P)",
    "atom_string(A, P), string_concat(P, \"!\", R)",
    "atom_string(A, P), string_length(P, R)",
    "atom_string(A, P), string_chars(P, R)",
    "atom_string(A, P), string_codes(P, Q), length(Q, R)",
    "number_string(N, P), string_concat(\"n\", P, R)",
    "atom_string(A, P), string_upper(P, R)",
    "split_string(\"a,b,c\", \",\", \"\", P), length(P, R)",
    "number_codes(P, \"12\"), R is P + N",
    "atom_string(R, \"some\")",
    "format(atom(R), \"~w: ~d\", [A, N])",
    "format(atom(R), \"~a~q\", [A, T])",
    "with_output_to(atom(R), write(A))",
    "with_output_to(string(R), ( print(T), nl ))",
    "term_string(P, \"f(X, 2)\"), arg(2, P, R)",
    "copy_term(T, P), numbervars(P, 0, _), term_to_atom(P, R)",
    // Lists.
    "length(L, R)",
    "length(R, 3)",
    "msort(L, R)",
    "sort(L, R)",
    "sort(0, @>=, L, R)",
    "reverse(L, P), append(P, L, R)",
    "length(L, P), numlist(0, P, Q), pairs_keys_values(S, [N|L], Q), keysort(S, R)",
    "list_to_set(L, R)",
    "( memberchk(N, L) -> R = in ; R = out )",
    "( nth0(2, L, R) -> true ; R = none )",
    "last([N|L], R)",
    "sumlist([N,1], P), max_list([P,3], R)",
    "( is_list(L) -> R = list ; R = none )",
    "exclude(==(N), L, R)",
    "maplist(=(P), [N]), R = P",
    "list_to_assoc([k-N], P), put_assoc(j, P, T, Q), get_assoc(k, Q, R)",
    "list_to_ord_set(L, P), ord_union(P, [N], R)",
    "foldl([P,Q,S]>>( S = f(P, Q) ), [N,A], z, R)",
    "findall(P, member(P, L), R)",
    "findall(P-N, ( member(P, L), P \\== N ), R)",
    "findall(P, ( member(P, [1,2,N]), P > 1 ), R)",
    "aggregate_all(count, member(_, L), R)",
    "aggregate_all(sum(P), member(P, [N,3]), R)",
    "( bagof(P, member(P, L), R) -> true ; R = [] )",
    "( setof(P-Q, member(P-Q, [N-1,A-2]), R) -> true ; R = [] )",
    "( forall(member(P, L), P \\== N) -> R = 1 ; R = 0 )",
    // Control and effects.
    "catch(R = N, _, true)",
    "catch(( N mod 3 =:= 0 -> throw(b(N)) ; R = N ), b(P), R = P)",
    "catch(R is N + A, error(P, _), R = P)",
    "catch(atom_length(_, R), error(P, _), R = P)",
    "assertz(#kept(N, T)), retract(#kept(N, R))",
    "asserta(#kept(N, a)), #kept(N, R), retractall(#kept(_, _))",
    "assertz(#kept(A, N)), ( clause(#kept(A, P), true) -> R = P ; R = none ), retractall(#kept(_, _))",
    "nb_setval(#value, N), nb_getval(#value, R)",
    "nb_setval(#value, T), nb_getval(#value, R)",
    "b_setval(#value, T), b_getval(#value, R)",
    "call(#help, N, R)",
    "once(#help(N, R))",
    "ignore(( N > 10, R = N ))",
    "setup_call_cleanup(true, R = T, true)",
    "P =.. [#help, N, R], call(P)",
    "R = s(T, N, A)",
];

/// Goals that succeed or fail.
const TESTS: &[&str] = &[
    "var(T)",
    "nonvar(T)",
    "atom(T)",
    "integer(T)",
    "float(T)",
    "number(T)",
    "atomic(T)",
    "compound(T)",
    "callable(T)",
    "is_list(T)",
    "ground(T)",
    "string(T)",
    "atom(A)",
    "integer(N)",
    "number(N)",
    "atomic(U)",
    "callable(U)",
    "T = U",
    "T \\= U",
    "T == U",
    "T \\== U",
    "T @< U",
    "T @> U",
    "T @=< U",
    "T @>= U",
    "T =@= U",
    "compare(<, T, U)",
    "?=(T, U)",
    "unify_with_occurs_check(T, U)",
    "subsumes_term(U, T)",
    "\\+ T = U",
    "f(T, 1) = f(U, 1)",
    "[N|L] = [N|_]",
    "T = f(_, _)",
    "T = [_|_]",
    "N > 10",
    "N < 100",
    "N =< 7",
    "N >= 50",
    "N =:= 3",
    "N =\\= 3",
    "N mod 2 =:= 0",
    "N * 2 + 1 > N + 40",
    "N mod 3 < N mod 5",
    "N + 0.5 > 20",
    "N * 1.5 =< 60.0",
    "N / 2.0 =\\= 5.5",
    "N < 10 ** 20",
    "N + 10 ** 20 =:= 10 ** 20",
    "N * 10 ** 19 >= 5 * 10 ** 20",
    "functor(T, f, 2)",
    "compound(T), arg(1, T, a)",
    "T =.. [f|_]",
    "copy_term(T, f(_))",
    "term_variables(T, [])",
    "atom_length(A, 3)",
    "atom_codes(A, [0'r|_])",
    "atom_chars(A, [_,_])",
    "sub_atom(A, _, _, 0, e)",
    "sub_atom(A, 0, 1, _, r)",
    "atom_concat(re, _, A)",
    "number_codes(N, [0'1|_])",
    "atom_number(A, _)",
    "upcase_atom(A, 'RED')",
    "char_code(e, N)",
    "memberchk(N, L)",
    "member(P, L), P @> N",
    "length(L, 4)",
    "msort(L, L)",
    "nth1(1, L, N)",
    "last(L, N)",
    "append(_, [N], L)",
    "subtract(L, [N], L)",
    "select(N, L, _)",
    "once(member(N, L))",
    "\\+ member(N, L)",
    "succ(_, N)",
    "between(5, 50, N)",
    "#help(N, P), P > 30",
    "call(#test, N)",
    "catch(#test(N), _, fail)",
    "\\+ #test(N)",
    "forall(member(P, [1,2,3]), P \\== N)",
    "findall(P, ( member(P, L), P == N ), [])",
    "aggregate_all(count, member(N, L), 1)",
    "nb_setval(#value, N), fail",
    "call(( N > 5, N < 80 ))",
    "call(N =:= 3)",
    "call((N > 20 ; T = U))",
    "call(T == U)",
    "call(>(N), 30)",
    "call(=, T, U)",
    "call(@<, T, U)",
    "call(( atom(T) -> true ; N > 6 ))",
    "call(number, T)",
    "call(\\+ T = U)",
    "call(N + 1.0 > 30)",
    "call(=\\=(N), 5)",
    "call(=<(N), 9)",
    "call(>=(N), 9)",
];

/// A step, its variables numbered.
fn step(w: &mut Writer, number: usize) -> String {
    let step = w.pick(STEPS);
    numbered(step, number)
}

fn test(w: &mut Writer, number: usize) -> String {
    let test = w.pick(TESTS);
    numbered(test, number)
}

fn numbered(goal: &str, number: usize) -> String {
    let mut out = String::new();
    let mut previous = ' ';
    let mut rest = goal.chars().peekable();
    while let Some(letter) = rest.next() {
        out.push(letter);
        let ends = rest.peek().is_none_or(|next| !next.is_ascii_alphanumeric());
        if "PQRS".contains(letter) && ends && !previous.is_ascii_alphanumeric() {
            out.push_str(&number.to_string());
        }
        previous = letter;
    }
    out
}

/// What steps call, and the goal over a list of items.
fn finish(w: &mut Writer, low: usize, high: usize) -> String {
    let help = w.pick(&[
        "#help(X, Y) :- Y is X + 1.\n#test(X) :- X > 25.",
        "#help(X, Y) :- ( X > 20 -> Y = X ; Y = 0 ).\n#test(X) :- X mod 2 =:= 0, !.\n#test(7).",
        "#help(X, Y) :- X > 30, !, Y is X mod 30.\n#help(X, X).\n#test(X) :- \\+ X = 4.",
    ]);
    w.tidy(&format!(":- dynamic(#kept/2).\n{help}"), &[]);
    let (cells, length) = ([1, 2, 4, 8, 20, 60, 200][w.number(0, 6)], w.number(1, 12));
    let letters = w.number(1, 6);
    let count = w.size(low, high);
    let numbers = data::numbers(&mut w.rng, count);
    let items: Vec<String> = numbers
        .into_iter()
        .map(|number| {
            let atom: String = (0..w.number(1, letters)).map(|_| data::atom(&mut w.rng)).collect();
            let (one, two) = inspection::pair(w, cells);
            let list = data::list_of((0..length).map(|_| w.number(0, 60)).collect::<Vec<_>>());
            format!("i({number}, {atom}, {one}, {two}, {list})")
        })
        .collect();
    w.fill("#top({items}, Out)", &[("items", &data::list_of(items))])
}

/// Steps in a row, and the last value of each.
fn steps(w: &mut Writer, most: usize) -> (String, String) {
    let count = w.number(1, most);
    let goals: Vec<String> = (0..count).map(|at| step(w, at)).collect();
    (goals.join(", "), format!("R{}", w.number(0, count - 1)))
}

fn in_a_loop(w: &mut Writer) -> String {
    let (goals, result) = steps(w, 4);
    let text = w.pick(&[
        "#top([], []).\n#top([i(N,A,T,U,L)|Is], [{r}|Os]) :- {goals}, #top(Is, Os).",
        "#top(Is, Out) :- #go(Is, 0, Out).\n#go([], C, C).\n#go([i(N,A,T,U,L)|Is], C, Out) :- {goals}, ( {r} == none -> D = C ; D is C + 1 ), #go(Is, D, Out).",
        "#top(Is, Out) :- ( Is = [i(N,A,T,U,L)|Js] -> {goals}, Out = [{r}|Os], #top(Js, Os) ; Out = [] ).",
        "#top([], done) :- !.\n#top([i(N,A,T,U,L)|Is], Out) :- {goals}, !, #top(Is, Out).",
        "#top([], []).\n#top([I|Is], [{r}|Os]) :- I = i(N,A,T,U,L), {goals}, #top(Is, Os).",
    ]);
    w.tidy(text, &[("goals", &goals), ("r", &result)]);
    finish(w, 3, 16)
}

fn called(w: &mut Writer) -> String {
    let (goals, result) = steps(w, 2);
    let text = w.pick(&[
        "#top(Is, Os) :- maplist(#one, Is, Os).",
        "#top(Is, Os) :- findall(O, ( member(I, Is), #one(I, O) ), Os).",
        "#top(Is, Out) :- foldl(#also, Is, 0, Out).\n#also(I, X, Y) :- #one(I, O), ( O == X -> Y = X ; Y = O ).",
        "#top(Is, Out) :- aggregate_all(count, ( member(I, Is), #one(I, _) ), Out).",
        "#top(Is, Os) :- #each(Is, #one, Os).\n#each([], _, []).\n#each([I|Is], G, [O|Os]) :- call(G, I, O), #each(Is, G, Os).",
        "#top(Is, Os) :- #each(Is, Os).\n#each([], []).\n#each([I|Is], [O|Os]) :- G =.. [#one,I,O], call(G), #each(Is, Os).",
        "#top(Is, Os) :- maplist([I,O]>>( #one(I, O) ), Is, Os).",
        "#top(Is, yes) :- forall(member(I, Is), #one(I, _)).",
        "#top(Is, Os) :- #each(Is, Os).\n#each([], []).\n#each([I|Is], [O|Os]) :- catch(#one(I, O), _, true), #each(Is, Os).",
    ]);
    w.tidy(text, &[]);
    w.tidy("#one(i(N,A,T,U,L), {r}) :- {goals}.", &[("goals", &goals), ("r", &result)]);
    finish(w, 3, 16)
}

fn tested(w: &mut Writer) -> String {
    let (one, two, three) = (test(w, 1), test(w, 2), test(w, 3));
    let (yes, no) = (step(w, 4), step(w, 5));
    let text = w.pick(&[
        "#top([], []).\n#top([i(N,A,T,U,L)|Is], Out) :- ( {1} -> Out = [a|Os] ; {2} -> Out = [b|Os] ; Out = Os ), #top(Is, Os).",
        "#top([], []).\n#top([I|Is], [O|Os]) :- #class(I, O), #top(Is, Os).\n#class(i(N,A,T,U,L), a) :- {1}, !.\n#class(i(N,A,T,U,L), b) :- {2}, !.\n\
         #class(i(N,A,T,U,L), c) :- {3}, !.\n#class(_, d).",
        "#top(Is, Out) :- include(#good, Is, Gs), length(Gs, Out).\n#good(i(N,A,T,U,L)) :- {1}, \\+ ( {2} ).",
        "#top(Is, Out) :- partition(#good, Is, Gs, Bs), length(Gs, X), length(Bs, Y), Out = X/Y.\n#good(i(N,A,T,U,L)) :- ( {1} ; {2} ), !.",
        "#top(Is, Out) :- findall(N, ( member(i(N,A,T,U,L), Is), {1} ), Out).",
        "#top(Is, Out) :- aggregate_all(count, ( member(i(N,A,T,U,L), Is), ( {1} -> true ; {2} ) ), Out).",
        "#top([], 0).\n#top([i(N,A,T,U,L)|Is], Out) :- #top(Is, C), ( {1}, {2} -> Out is C + 1 ; \\+ ( {3} ) -> Out = C ; Out is C + 2 ).",
        "#top([], []).\n#top([i(N,A,T,U,L)|Is], [O|Os]) :- ( {1} -> {yes}, O = R4 ; {no}, O = R5 ), #top(Is, Os).",
        "#top(Is, Out) :- ( member(i(N,A,T,U,L), Is), {1}, {2}, N =:= -1 -> Out = N ; Out = none ).",
        "#top([], none).\n#top([I|Is], Out) :- ( #bad(I) -> Out = I ; #top(Is, Out) ).\n#bad(i(N,A,T,U,L)) :- \\+ \\+ ( {1} ), N < 0.\n#bad(i(N,A,T,U,L)) :- {2}, N < 0.",
        "#top(Is, Out) :- ( forall(( member(i(N,A,T,U,L), Is), {1} ), ( {2} ; N > -1 )) -> Out = yes ; Out = no ).",
    ]);
    let text = text.replace("{1}", &one).replace("{2}", &two).replace("{3}", &three);
    w.tidy(&text.replace("{yes}", &yes).replace("{no}", &no), &[]);
    finish(w, 4, 30)
}

/// A predicate of many clauses, one for each of a few keys.
fn by_key(w: &mut Writer) -> String {
    let keys = w.number(2, 6);
    let form = w.pick(&["k{n}", "{n}", "f{n}(x)"]);
    let key = |at: usize| form.replace("{n}", &at.to_string());
    let clauses: Vec<String> = (0..keys)
        .map(|at| {
            let cut = w.pick(&["", "", "!, "]);
            format!("#do({}, i(N,A,T,U,L), R1) :- {cut}{}.", key(at), step(w, 1))
        })
        .collect();
    let choose = (0..keys).map(|at| format!("#key({at}, {}).", key(at))).collect::<Vec<_>>().join("\n");
    let text = w.pick(&[
        "#top([], []).\n#top([I|Is], [O|Os]) :- I = i(N,_,_,_,_), K is N mod {keys}, #key(K, F), #do(F, I, O), !, #top(Is, Os).",
        "#top(Is, Os) :- maplist(#one, Is, Os).\n#one(I, O) :- arg(1, I, N), K is N mod {keys}, #key(K, F), #do(F, I, O), !.",
        "#top(Is, Out) :- findall(O, ( member(I, Is), #key(_, F), #do(F, I, O) ), Os), length(Os, Out).",
        "#top([], done).\n#top([I|Is], Out) :- #all(I, 0), #top(Is, Out).\n#all(I, K) :- ( #key(K, F) -> #do(F, I, _), J is K + 1, #all(I, J) ; true ).",
    ]);
    let text = text.replace("{keys}", &keys.to_string());
    w.tidy(&text, &[]);
    w.tidy(&clauses.join("\n"), &[]);
    w.tidy(&choose, &[]);
    finish(w, 3, 20)
}

fn backtracked(w: &mut Writer) -> String {
    let ((goals, result), condition) = (steps(w, 2), test(w, 8));
    let text = w.pick(&[
        "#top(Is, done) :- member(I, Is), #one(I, _), fail.\n#top(_, done).\n#one(i(N,A,T,U,L), {r}) :- {goals}.",
        "#top(Is, Out) :- findall({r}, ( member(i(N,A,T,U,L), Is), {goals} ), Out).",
        "#top(Is, Out) :- ( member(i(N,A,T,U,L), Is), {goals}, {r} == nothing -> Out = N ; Out = none ).",
        "#top(Is, Out) :- findall(N-{r}, ( #item(Is, i(N,A,T,U,L)), {goals} ), Out).\n#item([I|_], I).\n#item([_|Is], I) :- #item(Is, I).",
        "#top(Is, Out) :- ( bagof({r}, N^A^T^U^L^( member(i(N,A,T,U,L), Is), #one(i(N,A,T,U,L), {r}) ), Out) -> true ; Out = [] ).\n#one(i(N,A,T,U,L), {r}) :- {goals}.",
        "#top(Is, Out) :- S = n(0), ( member(i(N,A,T,U,L), Is), {goals}, arg(1, S, X), Y is X + 1, nb_setarg(1, S, Y), fail ; arg(1, S, Out) ).",
        "#top(Is, Out) :- aggregate_all(count, ( select(i(N,A,T,U,L), Is, _), {test}, {goals} ), Out).",
        "#top(Is, Out) :- \\+ ( member(i(N,A,T,U,L), Is), {goals}, N < -5 ), Out = none.",
        "#top(Is, Out) :- ( member(X, Is), member(Y, Is), #both(X, Y), fail ; Out = done ).\n#both(i(N,A,T,_,L), i(_,_,U,_,_)) :- {test}, !.\n#both(i(N,A,T,U,L), _) :- {goals}.",
    ]);
    let text = text.replace("{test}", &condition).replace("{goals}", &goals).replace("{r}", &result);
    w.tidy(&text, &[]);
    let most = if text.contains("#both(X, Y)") { 8 } else { 16 };
    finish(w, 3, most)
}

/// Recursion with steps before and behind the call, over the list or a tree of it.
fn on_the_way_back(w: &mut Writer) -> String {
    let (before, behind, condition) = (step(w, 1), step(w, 2), test(w, 3));
    let text = w.pick(&[
        "#top([], 0).\n#top([i(N,A,T,U,L)|Is], Out) :- {1}, #top(Is, O), {2}, ( R1 == R2 -> Out = O ; Out is O + 1 ).",
        "#top([], []).\n#top([i(N,A,T,U,L)|Is], Out) :- #top(Is, O), {2}, ( {3} -> Out = [R2|O] ; Out = O ).",
        "#top([], e) :- !.\n#top(Is, t(P, R1, Q)) :- #deal(Is, [i(N,A,T,U,L)|Xs], Ys), {1}, #top(Xs, P), #top(Ys, Q).\n#deal([], [], []).\n#deal([X|L], [X|P], Q) :- #deal(L, Q, P).",
        "#top(Is, Out) :- #grow(Is, V), #walk(V, Out).\n#grow([], e).\n#grow([I|Is], n(P, I, Q)) :- #deal(Is, Xs, Ys), #grow(Xs, P), #grow(Ys, Q).\n\
         #deal([], [], []).\n#deal([X|L], [X|P], Q) :- #deal(L, Q, P).\n#walk(e, 0).\n#walk(n(P, i(N,A,T,U,L), Q), Out) :- #walk(P, X), {1}, #walk(Q, Y), ( R1 = none -> Out = X ; Out is X + Y + 1 ).",
        "#top([], []).\n#top([I|Is], [O|Os]) :- #deep(3, I, O), #top(Is, Os).\n#deep(0, i(N,A,T,U,L), R1) :- !, {1}.\n#deep(M, i(N,A,T,U,L), R2) :- K is M - 1, #deep(K, i(N,A,T,U,L), O), {2}, ( O = R2 ; true ), !.",
        "#top(Is, Out) :- #two(Is, Out, _).\n#two([], [], []).\n#two([i(N,A,T,U,L)|Is], [R1|X], Y) :- {3}, !, {1}, #two(Is, X, Y).\n#two([i(N,A,T,U,L)|Is], X, [R2|Y]) :- {2}, #two(Is, X, Y).",
    ]);
    let text = text.replace("{1}", &before).replace("{2}", &behind).replace("{3}", &condition);
    w.tidy(&text, &[]);
    finish(w, 3, 16)
}
