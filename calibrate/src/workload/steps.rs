//! Skeletons that differ in the shape of their program and draw what they do at each step from one table of everything:
//! so that every builtin is seen in several kinds of programs, beside any others, at several sizes.
//!
//! Data is a list of items `i(N, A, T, U, L)`: an integer, an atom, two terms (equal, nearly equal or unlike), a list.

use super::data;
use super::grammar::Writer;
use super::inspection;
use super::mixed::Skeleton;
use super::step_table::{STEPS, TESTS};

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("steps in a loop", 6, in_a_loop),
    ("steps called", 6, called),
    ("steps tested", 6, tested),
    ("steps by key", 6, by_key),
    ("steps backtracked into", 5, backtracked),
    ("steps on the way back", 5, on_the_way_back),
    ("steps of a large program", 10, of_a_large_program),
];

/// A step, its variables numbered.
fn step(w: &mut Writer, number: usize) -> String {
    let step = w.pick(STEPS);
    if w.chance(0.55) {
        return numbered(step, number);
    }
    // The numbers of a test's own variables are far from those of steps.
    let condition = test(w, number + 50);
    match w.number(0, 3) {
        0 => numbered(&format!("( {condition} -> R = yes ; R = no )"), number),
        1 => numbered(&format!("( {condition} -> R = N ; {step} )"), number),
        2 => numbered(&format!("( \\+ ( {condition} ) -> {step} ; R = T )"), number),
        _ => numbered(&format!("( {condition} -> {step} ; R = A )"), number),
    }
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
    let (goals, result) = steps(w, 6);
    let text = w.pick(&[
        "#top([], []).\n#top([i(N,A,T,U,L)|Is], [{r}|Os]) :- {goals}, #top(Is, Os).",
        "#top(Is, Out) :- #go(Is, 0, Out).\n#go([], C, C).\n#go([i(N,A,T,U,L)|Is], C, Out) :- {goals}, ( {r} == none -> D = C ; D is C + 1 ), #go(Is, D, Out).",
        "#top(Is, Out) :- ( Is = [i(N,A,T,U,L)|Js] -> {goals}, Out = [{r}|Os], #top(Js, Os) ; Out = [] ).",
        "#top([], done) :- !.\n#top([i(N,A,T,U,L)|Is], Out) :- {goals}, !, #top(Is, Out).",
        "#top([], []).\n#top([I|Is], [{r}|Os]) :- I = i(N,A,T,U,L), {goals}, #top(Is, Os).",
    ]);
    w.tidy(&text.replace("{goals}", &goals).replace("{r}", &result), &[]);
    finish(w, 3, 16)
}

/// Many predicates that do something else each, all of them once for each of a few items.
fn of_a_large_program(w: &mut Writer) -> String {
    let parts = w.number(6, 24);
    for part in 0..parts {
        let (goals, result) = steps(w, 3);
        w.tidy(&format!("#part{part}(i(N,A,T,U,L), {result}) :- {goals}."), &[]);
    }
    let results: Vec<String> = (0..parts).map(|part| format!("O{part}")).collect();
    let text = w.pick(&[
        "#top([], []).\n#top([I|Is], [o({results})|Os]) :- {calls}, #top(Is, Os).",
        "#top(Is, Os) :- maplist(#all, Is, Os).\n#all(I, [{results}]) :- {calls}.",
        "#top(Is, Os) :- findall([{results}], ( member(I, Is), {calls} ), Os).",
    ]);
    let calls: Vec<String> = (0..parts).map(|part| format!("#part{part}(I, O{part})")).collect();
    w.tidy(&text.replace("{results}", &results.join(", ")).replace("{calls}", &calls.join(", ")), &[]);
    finish(w, 1, 6)
}

fn called(w: &mut Writer) -> String {
    let (goals, result) = steps(w, 4);
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
    if w.chance(0.5) {
        return marks(w);
    }
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

/// The outcomes of several tests of each item.
fn marks(w: &mut Writer) -> String {
    let count = w.number(2, 7);
    let goals: Vec<String> = (0..count).map(|at| format!("( {} -> M{at} = y ; M{at} = n )", test(w, at))).collect();
    let marks: Vec<String> = (0..count).map(|at| format!("M{at}")).collect();
    let text = w.pick(&[
        "#top([], []).\n#top([i(N,A,T,U,L)|Is], [m({marks})|Os]) :- {goals}, #top(Is, Os).",
        "#top(Is, Os) :- maplist(#mark, Is, Os).\n#mark(i(N,A,T,U,L), m({marks})) :- {goals}.",
        "#top(Is, Os) :- findall(m({marks}), ( member(i(N,A,T,U,L), Is), {goals} ), Os).",
        "#top(Is, Os) :- #all(Is, [], Os).\n#all([], Os, Os).\n#all([i(N,A,T,U,L)|Is], Ms, Os) :- {goals}, ( memberchk(m({marks}), Ms) -> Ns = Ms ; Ns = [m({marks})|Ms] ), #all(Is, Ns, Os).",
    ]);
    w.tidy(text, &[("goals", &goals.join(", ")), ("marks", &marks.join(", "))]);
    finish(w, 3, 20)
}

/// A predicate of many clauses, one for each of a few keys.
fn by_key(w: &mut Writer) -> String {
    let keys = w.number(2, 8);
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
    let ((goals, result), condition) = (steps(w, 3), test(w, 40));
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
