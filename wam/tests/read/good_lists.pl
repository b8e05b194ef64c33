% Lists, curly terms, strings under each meaning of double quotes. Expected: no errors.
t([], [a], [a, b], [a|b], [a, b|C], [[]|[]], [a|[b|[c]]], [(a, b)], [(a :- b)], [a = b | c]).
t({}, {a}, {a, b}, {a :- b}, {{a}}, {[a]}).
t("", "abc", "a""b", "a\nb", "a\
b", "it's", `codes`, `a``b`).
:- set_prolog_flag(double_quotes, chars).
t("", "abc", `codes`).
:- set_prolog_flag(double_quotes, atom).
t("", "abc", "Hello World").
:- set_prolog_flag(double_quotes, string).
t("", "abc", "a\"b'c\n").
:- set_prolog_flag(double_quotes, codes).
t("abc").
