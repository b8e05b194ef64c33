% What other systems have as builtins for looking into terms.
:- module(inspect, [compound_name_arity/3, compound_name_arguments/3, unifiable/3, term_singletons/2, nonground/2,
                    is_most_general_term/1, duplicate_term/2, numbervars/4, term_attvars/2, copy_term/3, attvar/1,
                    copy_term_nat/2, write_length/3, strip_module/3, term_string/3, is_dict/1, is_engine/1, is_thread/1,
                    text_length/2, is_callable/1, copy_term/4, context_module/1]).

:- meta_predicate strip_module(:, -, -), context_module(:).


% compound_name_arity(?Term, ?Name, ?Arity): functor/3 for compound terms only.
compound_name_arity(Term, Name, Arity) :- var(Term), !,
    must_be(atom, Name),
    must_be(integer, Arity),
    ( Arity >= 0 -> true ; domain_error(not_less_than_zero, Arity) ),
    functor(Term, Name, Arity).
compound_name_arity(Term, Name, Arity) :- must_be(compound, Term), functor(Term, Name, Arity).

% compound_name_arguments(?Term, ?Name, ?Arguments): (=..)/2 for compound terms only.
compound_name_arguments(Term, Name, Arguments) :- var(Term), !,
    must_be(atom, Name),
    must_be(list, Arguments),
    Term =.. [Name|Arguments].
compound_name_arguments(Term, Name, Arguments) :- must_be(compound, Term), Term =.. [Name|Arguments].

% unifiable(@A, @B, -Bindings): Variable=Value for what unifying A with B would bind, the last binding first.
unifiable(A, B, Bindings) :-
    term_variables(A-B, Variables),
    copy_term(Variables-A-B, Copies-A1-B1),
    A1 = B1,
    bindings(Variables, Copies, [], [], Bindings, Seen),
    original(Seen).

% A variable whose copy is still a variable stands for it; others of the same copy are bound to it.
bindings([], [], Bindings, Seen, Bindings, Seen).
bindings([V|Vs], [C|Cs], Bindings0, Seen0, Bindings, Seen) :-
    (   var(C), seen(Seen0, C, First)
    ->  bindings(Vs, Cs, [V=First|Bindings0], Seen0, Bindings, Seen)
    ;   var(C)
    ->  bindings(Vs, Cs, Bindings0, [C-V|Seen0], Bindings, Seen)
    ;   bindings(Vs, Cs, [V=C|Bindings0], Seen0, Bindings, Seen)
    ).

seen([C0-V|Seen], C, First) :- ( C0 == C -> First = V ; seen(Seen, C, First) ).

% The copies become the variables that they stand for.
original([]).
original([V-V|Seen]) :- original(Seen).

% term_singletons(@Term, -Variables): the variables that occur once.
term_singletons(Term, Variables) :- '$once_variables'(Term, Variables).

% nonground(@Term, -Variable): its first variable; fails for a ground term.
nonground(Term, Variable) :- term_variables(Term, [Variable|_]).

% is_most_general_term(@Term): an atom, a compound term of distinct variables, or such a list.
is_most_general_term(Term) :- atom(Term), !.
is_most_general_term(Term) :- is_list(Term), !, distinct_variables(Term).
is_most_general_term(Term) :- compound(Term), Term =.. [_|Arguments], distinct_variables(Arguments).

distinct_variables(Terms) :-
    all_variables(Terms),
    length(Terms, Length),
    term_variables(Terms, Variables),
    length(Variables, Length).

all_variables([]).
all_variables([V|Vs]) :- var(V), all_variables(Vs).

% copy_term(+VarsIn, +Term, -VarsOut, -Copy): a copy in which only the variables of VarsIn are new; VarsOut has them.
copy_term(VarsIn, Term, VarsOut, Copy) :-
    term_variables(VarsIn, Renamed),
    term_variables(Term, Variables),
    kept(Variables, Renamed, Kept),
    copy_term(Kept-VarsIn-Term, Kept-VarsOut-Copy).

kept([], _, []).
kept([V|Vs], Renamed, Kept) :-
    ( seen_variable(Renamed, V) -> Kept = Kept1 ; Kept = [V|Kept1] ),
    kept(Vs, Renamed, Kept1).

seen_variable([W|Ws], V) :- ( V == W -> true ; seen_variable(Ws, V) ).

% context_module(-Module): the module of the clause that asks.
context_module(Context) :- nonvar(Context), Context = Module:Name, !, Name = Module.
context_module(user).

duplicate_term(Term, Copy) :- copy_term(Term, Copy).

copy_term_nat(Term, Copy) :- copy_term(Term, Copy).

% There are no attributed variables here, dictionaries, engines or threads: no term is one.
term_attvars(_, []).

attvar(_) :- fail.

copy_term(Term, Copy, []) :- copy_term(Term, Copy).

is_dict(_) :- fail.

is_engine(_) :- fail.

is_thread(Thread) :- Thread == main.

% numbervars(+Term, +Start, -End, +Options): numbervars/3 with functor_name(Name) and singletons(true).
numbervars(Term, Start, End, Options) :-
    must_be(list, Options),
    ( memberchk(functor_name(Name), Options) -> true ; Name = '$VAR' ),
    ( memberchk(singletons(true), Options) -> '$once_variables'(Term, Once) ; Once = [] ),
    same_value(Once, Name),
    term_variables(Term, Variables),
    numbered(Variables, Start, Name, End).

same_value([], _).
same_value([V|Vs], Name) :- V =.. [Name, '_'], same_value(Vs, Name).

numbered([], End, _, End).
numbered([V|Vs], N, Name, End) :- V =.. [Name, N], Next is N + 1, numbered(Vs, Next, Name, End).

% write_length(@Term, -Length, +Options): how many characters write_term/2 writes; fails where max_length(Most) is less.
write_length(Term, Length, Options) :-
    must_be(list, Options),
    ( select(max_length(Most), Options, Rest) -> true ; Most = inf, Rest = Options ),
    with_output_to(string(Text), write_term(Term, Rest)),
    string_length(Text, Length),
    ( Most == inf -> true ; Length =< Most ).

% strip_module(@Term, -Module, -Plain).
strip_module(Term, Module, Plain) :- plain(Term, user, Module, Plain).

plain(Term, Module, Module, Term) :- var(Term), !.
plain(Inner:Term, _, Module, Plain) :- atom(Inner), !, plain(Term, Inner, Module, Plain).
plain(Term, Module, Module, Term).

term_string(Term, String, _) :- term_string(Term, String).

text_length(Text, Length) :- text_to_string(Text, String), string_length(String, Length).

is_callable(Term) :- callable(Term).
