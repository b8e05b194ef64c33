% chat_parser: questions about geography parsed to trees by a grammar with agreement.
% origin:      the kind of grammar of Chat-80 (Warren and Pereira 1982); grammar, words and questions are this suite's
% stresses:    definite clause grammars, unification of features, backtracking
% repeat:      7500

top :- question(_, Q), parsed(Q, _), fail.
top.

check :-
    findall(N-C, (question(N, Q), findall(T, phrase(sentence(T), Q), Ts), length(Ts, C)), Cs),
    Cs == [1-1, 2-2, 3-2, 4-1, 5-1, 6-5, 7-1, 8-14].

parsed(Words, Tree) :- phrase(sentence(Tree), Words).

question(1, [which, rivers, flow, through, poland, ?]).
question(2, [what, is, the, capital, of, each, country, in, europe, ?]).
question(3, [does, the, river, that, crosses, a, country, in, asia, drain, into, the, sea, ?]).
question(4, [is, there, more, than, one, country, bordering, france, ?]).
question(5, [which, country, bordering, the, baltic, borders, a, country, in, asia, ?]).
question(6, [what, are, the, large, cities, of, the, countries, that, border, the, sea, in, africa, ?]).
question(7, [london, borders, no, old, sea, '.']).
question(8, [which, is, the, largest, city, in, a, country, in, the, north, of, a, continent, with, rivers, ?]).

sentence(ask(S)) --> inverted(S), [?].
sentence(which(N, V)) --> wh_phrase(N, Num), verb_phrase(Num, V), [?].
sentence(tell(N, V)) --> noun_phrase(Num, N), verb_phrase(Num, V), ['.'].

inverted(does(N, V)) --> auxiliary(Num), noun_phrase(Num, N), bare_verb_phrase(V).
inverted(exists(N)) --> be(Num), [there], noun_phrase(Num, N).
inverted(is(N, A)) --> be(Num), noun_phrase(Num, N), complement(Num, A).

wh_phrase(wh(N), Num) --> [which], nominal(Num, N).
wh_phrase(wh(thing), Num) --> wh_word, number(Num).

wh_word --> [what].
wh_word --> [which].

number(singular) --> [].
number(plural) --> [].

noun_phrase(Num, np(D, N)) --> determiner(Num, D), nominal(Num, N).
noun_phrase(plural, np(all, N)) --> nominal(plural, N).
noun_phrase(singular, name(N)) --> [N], { name_of(N) }.
noun_phrase(Num, np(count(C), N)) --> comparison(C, Num), nominal(Num, N).

comparison(more(K), Num) --> [more, than], numeral(K, Num).
comparison(less(K), Num) --> [less, than], numeral(K, Num).
comparison(exactly(K), Num) --> numeral(K, Num).

nominal(Num, n(As, N, Ps)) --> adjectives(As), noun(Num, N), modifiers(Num, Ps).

adjectives([A|As]) --> [A], { adjective(A) }, adjectives(As).
adjectives([]) --> [].

modifiers(Num, [P|Ps]) --> modifier(Num, P), modifiers(Num, Ps).
modifiers(_, []) --> [].

modifier(_, in(P, N)) --> [P], { preposition(P) }, noun_phrase(_, N).
modifier(Num, that(V)) --> [that], verb_phrase(Num, V).
modifier(_, part(V, N)) --> [W], { participle(W, V) }, noun_phrase(_, N).

verb_phrase(Num, v(V, N)) --> [W], { transitive(Num, W, V) }, noun_phrase(_, N).
verb_phrase(Num, v(V, P, N)) --> [W], { intransitive(Num, W, V) }, [P], { direction(P) }, noun_phrase(_, N).
verb_phrase(Num, is(C)) --> be(Num), complement(Num, C).

bare_verb_phrase(v(V, N)) --> [V], { transitive(plural, V, V) }, noun_phrase(_, N).
bare_verb_phrase(v(V, P, N)) --> [V], { intransitive(plural, V, V) }, [P], { direction(P) }, noun_phrase(_, N).

complement(_, quality(A)) --> [A], { adjective(A) }.
complement(Num, same(N)) --> noun_phrase(Num, N).

determiner(Num, D) --> [W], { determiner_of(Num, W, D) }.
noun(Num, N) --> [W], { noun_of(Num, W, N) }.
be(Num) --> [W], { be_of(Num, W) }.
auxiliary(Num) --> [W], { do_of(Num, W) }.
numeral(K, Num) --> [W], { numeral_of(W, K, Num) }.

be_of(singular, is).
be_of(plural, are).
do_of(singular, does).
do_of(plural, do).
numeral_of(one, 1, singular).
numeral_of(two, 2, plural).
numeral_of(three, 3, plural).
numeral_of(ten, 10, plural).

determiner_of(_, the, the).
determiner_of(_, no, no).
determiner_of(singular, a, some).
determiner_of(singular, each, each).
determiner_of(singular, every, each).
determiner_of(plural, some, some).
determiner_of(plural, all, all).

noun_of(singular, country, country).
noun_of(plural, countries, country).
noun_of(singular, city, city).
noun_of(plural, cities, city).
noun_of(singular, river, river).
noun_of(plural, rivers, river).
noun_of(singular, sea, sea).
noun_of(plural, seas, sea).
noun_of(singular, capital, capital).
noun_of(plural, capitals, capital).
noun_of(singular, continent, continent).
noun_of(plural, continents, continent).
noun_of(singular, north, north).
noun_of(singular, baltic, baltic).

adjective(large).
adjective(largest).
adjective(small).
adjective(old).
adjective(deep).
adjective(northern).

preposition(of).
preposition(in).
preposition(with).
preposition(near).

direction(through).
direction(into).
direction(from).

transitive(singular, borders, border).
transitive(plural, border, border).
transitive(singular, crosses, cross).
transitive(plural, cross, cross).
transitive(singular, contains, contain).
transitive(plural, contain, contain).

intransitive(singular, flows, flow).
intransitive(plural, flow, flow).
intransitive(singular, drains, drain).
intransitive(plural, drain, drain).

participle(bordering, border).
participle(crossing, cross).
participle(containing, contain).

name_of(france).
name_of(poland).
name_of(london).
name_of(europe).
name_of(asia).
name_of(africa).
