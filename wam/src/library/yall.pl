% Lambda expressions: Parameters>>Body, and Free/Parameters>>Body where variables of Free are the caller's.
%
% Each call has variables of its own for those of the expression that are free in it, but for those under Free.
:- module(yall, [(>>)/2, (>>)/3, (>>)/4, (>>)/5, (>>)/6, (>>)/7, (>>)/8, (>>)/9, (/)/2, (/)/3, (/)/4, (/)/5, (/)/6,
                 (/)/7, (/)/8, (/)/9, is_lambda/1]).

:- meta_predicate '>>'(?, 0), '>>'(?, :, ?), '>>'(?, :, ?, ?), '>>'(?, :, ?, ?, ?), '>>'(?, :, ?, ?, ?, ?),
   '>>'(?, :, ?, ?, ?, ?, ?), '>>'(?, :, ?, ?, ?, ?, ?, ?), '>>'(?, :, ?, ?, ?, ?, ?, ?, ?),
   '/'(?, 0), '/'(?, 1, ?), '/'(?, 2, ?, ?), '/'(?, 3, ?, ?, ?), '/'(?, 4, ?, ?, ?, ?), '/'(?, 5, ?, ?, ?, ?, ?),
   '/'(?, 6, ?, ?, ?, ?, ?, ?), '/'(?, 7, ?, ?, ?, ?, ?, ?, ?).

>>(Ps, B) :- lambda(Ps, B, []).
>>(Ps, B, A1) :- lambda(Ps, B, [A1]).
>>(Ps, B, A1, A2) :- lambda(Ps, B, [A1,A2]).
>>(Ps, B, A1, A2, A3) :- lambda(Ps, B, [A1,A2,A3]).
>>(Ps, B, A1, A2, A3, A4) :- lambda(Ps, B, [A1,A2,A3,A4]).
>>(Ps, B, A1, A2, A3, A4, A5) :- lambda(Ps, B, [A1,A2,A3,A4,A5]).
>>(Ps, B, A1, A2, A3, A4, A5, A6) :- lambda(Ps, B, [A1,A2,A3,A4,A5,A6]).
>>(Ps, B, A1, A2, A3, A4, A5, A6, A7) :- lambda(Ps, B, [A1,A2,A3,A4,A5,A6,A7]).

/(Free, B) :- shared(Free, B, []).
/(Free, B, A1) :- shared(Free, B, [A1]).
/(Free, B, A1, A2) :- shared(Free, B, [A1,A2]).
/(Free, B, A1, A2, A3) :- shared(Free, B, [A1,A2,A3]).
/(Free, B, A1, A2, A3, A4) :- shared(Free, B, [A1,A2,A3,A4]).
/(Free, B, A1, A2, A3, A4, A5) :- shared(Free, B, [A1,A2,A3,A4,A5]).
/(Free, B, A1, A2, A3, A4, A5, A6) :- shared(Free, B, [A1,A2,A3,A4,A5,A6]).
/(Free, B, A1, A2, A3, A4, A5, A6, A7) :- shared(Free, B, [A1,A2,A3,A4,A5,A6,A7]).

% is_lambda(@Term): one of the two forms.
is_lambda(Term) :- compound(Term), functor(Term, Name, 2), is_lambda_name(Name).

is_lambda_name(>>).
is_lambda_name(/).

% The parameters are unified with the arguments; what is left of these is passed to the body.
lambda(Parameters, Body, Arguments) :-
    copy_term(Parameters-Body, Parameters1-Body1),
    same_free(Parameters, Parameters1, Names),
    bind(Names, Arguments, Rest),
    called(Rest, Body1).

same_free(Parameters, _, _) :- var(Parameters), !, throw(error(instantiation_error, _)).
same_free(Free/_, Free1/Names, Names) :- !, Free = Free1.
same_free(_, Names, Names).

shared(Free, Body, Arguments) :- copy_term(Free-Body, Free-Body1), called(Arguments, Body1).

bind([Name|Names], [Argument|Arguments], Rest) :- !, Name = Argument, bind(Names, Arguments, Rest).
bind(_, Rest, Rest).

called([], B) :- call(B).
called([A1], B) :- call(B, A1).
called([A1,A2], B) :- call(B, A1, A2).
called([A1,A2,A3], B) :- call(B, A1, A2, A3).
called([A1,A2,A3,A4], B) :- call(B, A1, A2, A3, A4).
called([A1,A2,A3,A4,A5], B) :- call(B, A1, A2, A3, A4, A5).
called([A1,A2,A3,A4,A5,A6], B) :- call(B, A1, A2, A3, A4, A5, A6).
called([A1,A2,A3,A4,A5,A6,A7], B) :- call(B, A1, A2, A3, A4, A5, A6, A7).
