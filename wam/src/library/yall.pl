% Lambda expressions: Parameters>>Body, and Free/Parameters>>Body where variables of Free are the caller's.
%
% Each call has variables of its own for those of the expression that are free in it, but for those under Free.
:- module(yall, [(>>)/2, (>>)/3, (>>)/4, (>>)/5, (>>)/6, (>>)/7, (>>)/8, (>>)/9, (/)/2, (/)/3, (/)/4, (/)/5, (/)/6,
                 (/)/7, (/)/8, (/)/9, is_lambda/1]).

:- meta_predicate '>>'(?, 0), '>>'(?, :, ?), '>>'(?, :, ?, ?), '>>'(?, :, ?, ?, ?), '>>'(?, :, ?, ?, ?, ?),
   '>>'(?, :, ?, ?, ?, ?, ?), '>>'(?, :, ?, ?, ?, ?, ?, ?), '>>'(?, :, ?, ?, ?, ?, ?, ?, ?),
   '/'(?, 0), '/'(?, 1, ?), '/'(?, 2, ?, ?), '/'(?, 3, ?, ?, ?), '/'(?, 4, ?, ?, ?, ?), '/'(?, 5, ?, ?, ?, ?, ?),
   '/'(?, 6, ?, ?, ?, ?, ?, ?), '/'(?, 7, ?, ?, ?, ?, ?, ?, ?).

>>(Ps, B) :- copy_term(Ps-B, Ps1-B1), share(Ps, Ps1, B1).
>>(Ps, B, A1) :- copy_term(Ps-B, Ps1-B1), share(Ps, Ps1, B1, A1).
>>(Ps, B, A1, A2) :- copy_term(Ps-B, Ps1-B1), share(Ps, Ps1, B1, A1, A2).
>>(Ps, B, A1, A2, A3) :- copy_term(Ps-B, Ps1-B1), share(Ps, Ps1, B1, A1, A2, A3).
>>(Ps, B, A1, A2, A3, A4) :- copy_term(Ps-B, Ps1-B1), share(Ps, Ps1, B1, A1, A2, A3, A4).
>>(Ps, B, A1, A2, A3, A4, A5) :- copy_term(Ps-B, Ps1-B1), share(Ps, Ps1, B1, A1, A2, A3, A4, A5).
>>(Ps, B, A1, A2, A3, A4, A5, A6) :- copy_term(Ps-B, Ps1-B1), share(Ps, Ps1, B1, A1, A2, A3, A4, A5, A6).
>>(Ps, B, A1, A2, A3, A4, A5, A6, A7) :- copy_term(Ps-B, Ps1-B1), share(Ps, Ps1, B1, A1, A2, A3, A4, A5, A6, A7).

/(Free, B) :- copy_term(Free-B, Free-B1), call(B1).
/(Free, B, A1) :- copy_term(Free-B, Free-B1), call(B1, A1).
/(Free, B, A1, A2) :- copy_term(Free-B, Free-B1), call(B1, A1, A2).
/(Free, B, A1, A2, A3) :- copy_term(Free-B, Free-B1), call(B1, A1, A2, A3).
/(Free, B, A1, A2, A3, A4) :- copy_term(Free-B, Free-B1), call(B1, A1, A2, A3, A4).
/(Free, B, A1, A2, A3, A4, A5) :- copy_term(Free-B, Free-B1), call(B1, A1, A2, A3, A4, A5).
/(Free, B, A1, A2, A3, A4, A5, A6) :- copy_term(Free-B, Free-B1), call(B1, A1, A2, A3, A4, A5, A6).
/(Free, B, A1, A2, A3, A4, A5, A6, A7) :- copy_term(Free-B, Free-B1), call(B1, A1, A2, A3, A4, A5, A6, A7).

% is_lambda(@Term): one of the two forms.
is_lambda(Term) :- compound(Term), functor(Term, Name, 2), is_lambda_name(Name).

is_lambda_name(>>).
is_lambda_name(/).

% share(+Parameters, +Renamed, +Body, ?A1, ...): the variables under Free are those of the expression.
share(Ps, _, _) :- var(Ps), !, throw(error(instantiation_error, _)).
share(Free/_, Free1/Names, B) :- !, Free = Free1, pass(Names, B).
share(_, Names, B) :- pass(Names, B).

share(Ps, _, _, _) :- var(Ps), !, throw(error(instantiation_error, _)).
share(Free/_, Free1/Names, B, A1) :- !, Free = Free1, pass(Names, B, A1).
share(_, Names, B, A1) :- pass(Names, B, A1).

share(Ps, _, _, _, _) :- var(Ps), !, throw(error(instantiation_error, _)).
share(Free/_, Free1/Names, B, A1, A2) :- !, Free = Free1, pass(Names, B, A1, A2).
share(_, Names, B, A1, A2) :- pass(Names, B, A1, A2).

share(Ps, _, _, _, _, _) :- var(Ps), !, throw(error(instantiation_error, _)).
share(Free/_, Free1/Names, B, A1, A2, A3) :- !, Free = Free1, pass(Names, B, A1, A2, A3).
share(_, Names, B, A1, A2, A3) :- pass(Names, B, A1, A2, A3).

share(Ps, _, _, _, _, _, _) :- var(Ps), !, throw(error(instantiation_error, _)).
share(Free/_, Free1/Names, B, A1, A2, A3, A4) :- !, Free = Free1, pass(Names, B, A1, A2, A3, A4).
share(_, Names, B, A1, A2, A3, A4) :- pass(Names, B, A1, A2, A3, A4).

share(Ps, _, _, _, _, _, _, _) :- var(Ps), !, throw(error(instantiation_error, _)).
share(Free/_, Free1/Names, B, A1, A2, A3, A4, A5) :- !, Free = Free1, pass(Names, B, A1, A2, A3, A4, A5).
share(_, Names, B, A1, A2, A3, A4, A5) :- pass(Names, B, A1, A2, A3, A4, A5).

share(Ps, _, _, _, _, _, _, _, _) :- var(Ps), !, throw(error(instantiation_error, _)).
share(Free/_, Free1/Names, B, A1, A2, A3, A4, A5, A6) :- !, Free = Free1, pass(Names, B, A1, A2, A3, A4, A5, A6).
share(_, Names, B, A1, A2, A3, A4, A5, A6) :- pass(Names, B, A1, A2, A3, A4, A5, A6).

share(Ps, _, _, _, _, _, _, _, _, _) :- var(Ps), !, throw(error(instantiation_error, _)).
share(Free/_, Free1/Names, B, A1, A2, A3, A4, A5, A6, A7) :- !, Free = Free1, pass(Names, B, A1, A2, A3, A4, A5, A6, A7).
share(_, Names, B, A1, A2, A3, A4, A5, A6, A7) :- pass(Names, B, A1, A2, A3, A4, A5, A6, A7).

% pass(+Names, +Body, ?A1, ...): the parameters are unified with the arguments; what is left of these is passed to the
% body.
pass(_, B) :- call(B).

pass([N|Ns], B, A1) :- !, N = A1, pass(Ns, B).
pass(_, B, A1) :- call(B, A1).

pass([N|Ns], B, A1, A2) :- !, N = A1, pass(Ns, B, A2).
pass(_, B, A1, A2) :- call(B, A1, A2).

pass([N|Ns], B, A1, A2, A3) :- !, N = A1, pass(Ns, B, A2, A3).
pass(_, B, A1, A2, A3) :- call(B, A1, A2, A3).

pass([N|Ns], B, A1, A2, A3, A4) :- !, N = A1, pass(Ns, B, A2, A3, A4).
pass(_, B, A1, A2, A3, A4) :- call(B, A1, A2, A3, A4).

pass([N|Ns], B, A1, A2, A3, A4, A5) :- !, N = A1, pass(Ns, B, A2, A3, A4, A5).
pass(_, B, A1, A2, A3, A4, A5) :- call(B, A1, A2, A3, A4, A5).

pass([N|Ns], B, A1, A2, A3, A4, A5, A6) :- !, N = A1, pass(Ns, B, A2, A3, A4, A5, A6).
pass(_, B, A1, A2, A3, A4, A5, A6) :- call(B, A1, A2, A3, A4, A5, A6).

pass([N|Ns], B, A1, A2, A3, A4, A5, A6, A7) :- !, N = A1, pass(Ns, B, A2, A3, A4, A5, A6, A7).
pass(_, B, A1, A2, A3, A4, A5, A6, A7) :- call(B, A1, A2, A3, A4, A5, A6, A7).
