% Grammar rules: what is pushed back may be any body, lists of terminals may have an open end, nonterminals a module.
a, b --> [x].
b --> [p, q].
c, L --> [x], { L = [y] }.
d, [x|T] --> [z], { T = [w] }.
e(T) --> [a|T].
f --> user:b, user:g.
g --> [].
user:h --> [h].

%? phrase(a, [x, r], [p, q, r]) => true
%? phrase(a, [x, r], [r]) => no
%? phrase(c, [x, r], Rest) => Rest = [y,r]
%? phrase(d, [z, r], Rest) => Rest = [x,w,r]
%? phrase(e(T), [a, b, c], [c]) => T = [b]
%? phrase(f, [p, q]) => true
%? phrase(h, [h]) => true
%? dcg_translate_rule((a, 1 --> b), _) => error(type_error(callable,(a,1-->b)))
%? dcg_translate_rule((a, [x|y] --> b), _) => error(type_error(callable,(a,[x|y]-->b)))
%? dcg_translate_rule((a --> m:b, c), R), R = (_ :- m:B, _), functor(B, N, A) => R = a(_0,_1):-m:b(_0,_2),c(_2,_1), B = b(_0,_2), N = b, A = 2
