% Makes every basis event happen at least once. DIR is a directory of the test's own.
:- dynamic d/1, e/1, gone/1.

fact(a).
fact(b).
rule(X) :- fact(X).
match(a, X) => X = 1.
match(_, X) => X = 2.
d(1).
d(2).
e(X) :- d(X).
count(0) :- !.
count(N) :- N > 0, M is N - 1, count(M).

main :- ports, control, unification, binding, tests, comparison, terms, texts, database, streams, meta, system, arithmetic, machine.

ports :- fact(X), X == b, rule(_), match(a, _), match(b, _), e(_), count(3), \+ fact(c), catch(bad, _, true).
bad :- throw(oops).

control :-
    ( fact(a) -> true ; true ), ( fact(z) -> true ; true ),
    ( fact(_) *-> true ; true ), ( fact(z) *-> true ; true ),
    ( fail ; true ), ( false ; true ; true ),
    \+ fact(z), ( \+ fact(a) ; true ),
    once(fact(_)), ignore(fact(z)), forall(fact(X), atom(X)),
    G = fact(a), G, user:fact(a), first, between(1, 2, _), ( repeat, ! ).
first :- fact(_), !.

unification :-
    X = f(Y), Y = 1, \+ X \= f(1), X \= g, unify_with_occurs_check(Z, f(_)), subsumes_term(f(_), Z).

binding :- atom(_A, _B, _C, _D, _E, _F).
atom(A, B, C, D, E, F) :- A = a, B = 1, C = 1.5, atom_string(abc, D), E = [1], F = f(x).

tests :-
    var(_), nonvar(a), atom(a), integer(1), float(1.5), rational(1r3), number(1), atomic(a), compound(f(x)), callable(a),
    atom_string(abc, S), string(S), is_list([a]), ground(f(x)).

comparison :-
    1 < 2, 2 > 1, 1 =< 1, 1 >= 1, 1 =:= 1, 1 =\= 2, a == a, a \== b, a @< b, a @=< b, compare(_, a, b),
    sort([b, a], _), msort([b, a], _), keysort([b-1, a-2], _).

terms :-
    functor(f(x), _, _), arg(1, f(x), _), f(x) =.. _, copy_term(f(_), _), T = f(x), setarg(1, T, y),
    term_variables(f(_), _), numbervars(f(_), 0, _), length([a], _).

texts :-
    atom_length(abc, _), atom_concat(a, b, _), atomic_list_concat([a, b], _), sub_atom(abc, _, 1, _, b), atom_chars(abc, _),
    string_chars(_, [a]), char_code(a, _), number_codes(_, "12"), upcase_atom(abc, _), split_string("a b", " ", "", _),
    term_to_atom(f(_), _), atom_string(abc, _).

database :-
    asserta(d(0)), assertz(d(3)), retract(d(0)), retractall(d(3)), assertz(gone(1)), abolish(gone/1), clause(e(_), _),
    recorda(key, value, Ref), recorded(key, _), erase(Ref), nb_setval(v, 1), nb_getval(v, _), flag(f, _, 1),
    set_prolog_flag(double_quotes, codes), current_prolog_flag(bounded, _), op(700, xfx, ===>), gensym(g, _),
    use_module(library(lists)).

streams :-
    open('DIR/a.txt', write, O), current_output(Old), set_output(O), put_char(x), write(y), nl, tab(1), format("~w~n", [z]),
    flush_output, set_output(Old), close(O),
    open('DIR/a.txt', read, I), set_input(I), stream_property(I, position(P)), peek_char(_), get_char(_),
    read_line_to_string(I, _), at_end, set_stream_position_(I, P), close(I),
    open('DIR/b.pl', write, W), write(W, 'b(1).'), nl(W), close(W), open('DIR/b.pl', read, R), read(R, _), close(R),
    with_output_to(string(_), write(a)), print_message(silent, hello).
at_end :- ( at_end_of_stream -> true ; true ).
set_stream_position_(I, _) :- seek(I, 0, bof, _).

meta :-
    call(fact(a)), call(fact, a), findall(X, fact(X), _), bagof(X, fact(X), _), aggregate_all(count, fact(_), _),
    maplist(fact, [a, b]), foldl(add, [1, 2], 0, _), include(fact, [a, z], _), catch(throw(x), _, true),
    setup_call_cleanup(true, true, true), call_with_time_limit(10, true), phrase(greeting, [hello]).
add(X, A, B) :- B is A + X.
greeting --> [hello].

system :-
    statistics(cputime, _), get_time(_), garbage_collect, random_between(1, 6, _), setenv('HOROLOG_TEST', 1),
    current_predicate(fact/1), current_op(_, _, is), ( exists_file('DIR/none') -> true ; exists_directory('DIR') ),
    delete_file('DIR/a.txt').

arithmetic :-
    Big is 1 << 100, _ is Big >> 1, A is 1 + 1, _ is Big + 1, _ is 1r3 + 1, _ is 1.5 + 1, _ is A - 1, _ is Big - 1,
    _ is 1r3 - 1, _ is 1.5 - 1, _ is A * 2, _ is Big * Big, _ is 1r3 * 2, _ is 1.5 * 2, _ is 4 / 2, _ is 1r3 / 2,
    _ is 1.5 / 2, _ is 5 // 2, _ is Big // 3, _ is 5 mod 3, _ is (Big + 1) mod (Big * 2), _ is -A, _ is -(1.5), _ is abs(A),
    _ is abs(1.5), _ is min(A, 3), _ is max(1.5, 2.5), _ is A ** 2, _ is 2 ** 100, _ is 1.5 ** 2, _ is 1 << A, _ is A /\ 3,
    _ is gcd(4, 6), _ is round(1.5), _ is random(10), _ is sqrt(2.0), _ is sin(1.0), _ is exp(1.0), _ is float(A), _ is pi.

machine :-
    decide(3, _), catch(nothing_of_the_kind(1), error(existence_error(_, _), _), true), G = machine(1), call(G),
    X = f(Y, [Y]), Y = 1, X = f(_, [_]), ( d(1), d(2) -> true ; true ), Z is Y mod 2 + min(Y, 3), Z > 1,
    findall(A, ( A = 1 ; A = 2 ), As), length(As, 2).
machine(X) :- integer(X), fact(_), !.
decide(X, less) :- X < 2.
decide(X, more) :- X >= 2.

last :- halt.
