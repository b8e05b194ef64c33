% Strings, characters, lists, aggregates: answers that SWI-Prolog gives, too.
%? string_concat(X,Y,"ab") => X = "", Y = "ab" ; X = "a", Y = "b" ; X = "ab", Y = ""
%? string_concat(X,c,abc) => X = "ab"
%? string_concat(X,Y,Z) => error(instantiation_error)
%? string_concat(f(x),a,Z) => error(type_error(atomic,f(x)))
%? atom_concat(X,Y,f(x)) => error(type_error(atom,f(x)))
%? atom_concat(1,2,X) => X = '12'
%? atom_concat(f(x),b,X) => error(type_error(atom,f(x)))
%? sub_atom(123,0,1,A,S) => A = 2, S = '1'
%? sub_atom(X,0,1,A,S) => error(instantiation_error)
%? sub_atom(abc,a,1,A,S) => error(type_error(integer,a))
%? sub_atom(abc,-1,1,A,S) => error(domain_error(not_less_than_zero,-1))
%? sub_atom(abc,B,L,A,1) => no
%? sub_atom(abc,B,4,A,S) => no
%? sub_atom(aaa,B,L,A,aa) => B = 0, L = 2, A = 1 ; B = 1, L = 2, A = 0
%? sub_atom(aaa,B,2,A,aa) => B = 0, A = 1 ; B = 1, A = 0
%? sub_atom(abcbc,B,_,0,bc) => B = 3
%? sub_atom(abc,B,L,A,'') => B = 0, L = 0, A = 3 ; B = 1, L = 0, A = 2 ; B = 2, L = 0, A = 1 ; B = 3, L = 0, A = 0
%? sub_atom(abc,0,L,A,ab) => L = 2, A = 1
%? sub_atom(abc,B,2,A,b) => no
%? string_code(1,"abc",X) => X = 97
%? string_code(0,"abc",X) => no
%? string_code(4,"abc",X) => no
%? string_code(-1,"abc",X) => error(domain_error(not_less_than_zero,-1))
%? string_code(a,"abc",X) => error(type_error(integer,a))
%? string_codes(X,[97,98]) => X = "ab"
%? string_codes(S,"ab") => S = "ab"
%? string_chars(X,[a,b]) => X = "ab"
%? string_chars(X,Y) => error(instantiation_error)
%? string_codes(abc,X) => X = [97,98,99]
%? string_codes(12,X) => X = [49,50]
%? string_to_atom(X,abc) => X = "abc"
%? string_to_atom(X,Y) => error(instantiation_error)
%? string_to_atom(X,12) => X = "12"
%? string_length(abc,X) => X = 3
%? string_length(X,Y) => error(instantiation_error)
%? text_to_string(abc,X) => X = "abc"
%? text_to_string([a,b],X) => X = "ab"
%? text_to_string([97,98],X) => X = "ab"
%? text_to_string("abc",X) => X = "abc"
%? text_to_string(X,Y) => error(instantiation_error)
%? text_to_string([],X) => X = ""
%? text_to_string(12,X) => error(type_error(text,12))
%? text_to_string(f(x),X) => error(type_error(text,f(x)))
%? split_string("a,b,,c",",","",L) => L = ["a","b","","c"]
%? split_string("/home//jan///nice/path","/","",L) => L = ["","home","","jan","","","nice","path"]
%? split_string(" a b ", " ", " ", L) => L = ["a","b"]
%? split_string("  a  ","","  ",L) => L = ["a"]
%? split_string("","","",L) => L = [""]
%? split_string("",",","",L) => L = [""]
%? split_string("a.b.c",".","",[A|B]) => A = "a", B = ["b","c"]
%? split_string("//a//b//","/","/",L) => L = ["a","b"]
%? split_string("//a//b//","","/",L) => L = ["a//b"]
%? split_string(X,"","",L) => error(instantiation_error)
%? split_string("SWI-Prolog, 7.0",","," ",L) => L = ["SWI-Prolog","7.0"]
%? split_string(" ","," , " ", L) => L = [""]
%? split_string("/home//jan///nice/path","/","/",L) => L = ["home","jan","nice","path"]
%? split_string(abc,"","",L) => L = ["abc"]
%? atomic_list_concat([a,b],X) => X = ab
%? atomic_list_concat([a,X],Y) => error(instantiation_error)
%? atomic_list_concat(X,Y) => error(instantiation_error)
%? atomic_list_concat([a|X],Y) => error(instantiation_error)
%? atomic_list_concat([a,b],',',X) => X = 'a,b'
%? atomic_list_concat(X,',','a,b') => X = [a,b]
%? atomic_list_concat(X,'','ab') => error(domain_error(non_empty_atom,''))
%? atomic_list_concat([a,B],',','a,b') => B = b
%? atomic_list_concat([a,B],',','x,b') => no
%? atomic_list_concat(X,Y,ab) => error(instantiation_error)
%? atomic_list_concat([a,b],X,Y) => error(instantiation_error)
%? atomic_list_concat(X,',',Y) => error(instantiation_error)
%? atomic_list_concat([a,b],-,'a-b') => true
%? atomic_list_concat([a,B|T],-,'a-b-c') => B = b, T = [c]
%? atomic_list_concat([a,B|T],-,X) => error(instantiation_error)
%? atomic_list_concat([],X) => X = ''
%? atomic_list_concat([],-,X) => X = ''
%? atomic_list_concat(L,-,'') => L = ['']
%? atomic_list_concat(L,-,12) => L = ['12']
%? atomic_list_concat([1,X],'-','1-2') => no
%? atomic_list_concat(L,1,a1b) => L = [a,b]
%? atomic_list_concat(abc,X) => error(type_error(list,abc))
%? atomic_list_concat([],ab) => no
%? atomic_list_concat([a],-,b) => no
%? char_type(X,digit(5)) => X = '5'
%? char_type('A',upper(L)) => L = a
%? char_type(a,lower(U)) => U = 'A'
%? char_type(a,to_lower(U)) => U = 'A'
%? char_type('A',to_lower(U)) => U = 'A'
%? char_type(a,to_upper(U)) => U = a
%? char_type('A',to_upper(U)) => U = a
%? char_type(X,upper(a)) => X = 'A'
%? char_type(X,lower('A')) => X = a
%? char_type(X,paren(P)) => X = '(', P = ')' ; X = '[', P = ']' ; X = '{', P = '}'
%? char_type('(',paren(P)) => P = ')'
%? char_type(X,end_of_line) => X = '\n' ; X = '\v' ; X = '\f' ; X = '\r'
%? char_type(X,newline) => X = '\n'
%? code_type(X,digit(1)) => X = 49
%? code_type(0'a,alpha) => true
%? code_type(a,alpha) => true
%? code_type(-1,T) => T = end_of_file
%? code_type(-1,end_of_file) => true
%? char_type(f(x),alpha) => error(type_error(character,f(x)))
%? char_type(ab,alpha) => error(type_error(character,ab))
%? char_type(1,alpha) => no
%? code_type(0x1F600,graph) => true
%? char_type('_',csym) => true
%? char_type('_',csymf) => true
%? char_type('_',alpha) => no
%? char_type(' ',white) => true
%? char_type('\n',white) => no
%? char_type('\n',space) => true
%? char_type(a,xdigit(W)) => W = 10
%? char_type(g,xdigit(W)) => no
%? char_type(',',punct) => true
%? char_type('+',punct) => true
%? char_type(a,prolog_var_start) => no
%? char_type('A',prolog_var_start) => true
%? char_type(a,prolog_atom_start) => true
%? char_type('+',prolog_symbol) => true
%? char_type('1',prolog_identifier_continue) => true
%? char_type(a,decimal(X)) => no
%? char_type('1',decimal(X)) => X = 1
%? code_type(1.5,alpha) => error(type_error(character,1.5))
%? char_type(é,alpha) => true
%? char_type(é,upper(X)) => no
%? char_type(é,lower(X)) => X = 'É'
%? char_type('\t',cntrl) => true
%? char_type(a,ascii) => true
%? char_type('1',digit) => true
%? char_type('1',alnum) => true
%? upcase_atom(f(x),X) => error(type_error(atomic,f(x)))
%? upcase_atom(12,X) => X = '12'
%? string_upper(abc,X) => X = "ABC"
%? number_codes(X,"1r3") => X = 1r3
%? atom_number('1r3',X) => X = 1r3
%? atom_number('0b101',X) => X = 5
%? atom_number('1 ',X) => no
%? atom_number(X,Y) => error(instantiation_error)
%? atom_number(abc,X) => no
%? atom_number('-12',X) => X = -12
%? atom_number('+12',X) => X = 12
%? atom_number('- 12',X) => X = -12
%? atom_number('1e10',X) => X = 10000000000.0
%? atom_number('1.0e',X) => no
%? atom_number('0''a',X) => X = 97
%? number_string(X,"12") => X = 12
%? number_string(X,"1x") => no
%? number_string(12,X) => X = "12"
%? number_string(X,Y) => error(instantiation_error)
%? sub_atom_icasechk('Hello World',S,world) => S = 6
%? sub_atom_icasechk('Hello World',4,o) => true
%? atom_string(X,"abc") => X = abc
%? atom_string(12,X) => X = "12"
%? atom_string(X,12) => X = '12'
%? atom_string(X,Y) => error(instantiation_error)
%? atom_chars(X,['1','2']) => X = '12'
%? atom_chars(12,X) => X = ['1','2']
%? atom_chars([],X) => X = ['[',']']
%? char_code(ab,X) => error(type_error(character,ab))
%? char_code(X,Y) => error(instantiation_error)
%? string(abc) => no
%? string("abc") => no
%? between(1,3,X) => X = 1 ; X = 2 ; X = 3
%? between(1,inf,2) => true
%? between(3,1,X) => no
%? between(1,a,X) => error(type_error(integer,a))
%? between(X,3,1) => error(instantiation_error)
%? between(1,3,a) => error(type_error(integer,a))
%? between(1,3,2.0) => error(type_error(integer,2.0))
%? between(1,infinite,5) => true
%? succ(X,4) => X = 3
%? succ(3,X) => X = 4
%? succ(X,0) => no
%? succ(X,Y) => error(instantiation_error)
%? succ(-1,X) => error(domain_error(not_less_than_zero,-1))
%? succ(a,X) => error(type_error(integer,a))
%? succ(X,-1) => error(domain_error(not_less_than_zero,-1))
%? succ(X,1.5) => error(type_error(integer,1.5))
%? plus(1,2,X) => X = 3
%? plus(1,X,3) => X = 2
%? plus(X,Y,3) => error(instantiation_error)
%? plus(1.5,2,X) => error(type_error(integer,1.5))
%? plus(a,1,X) => error(type_error(integer,a))
%? sort(0,@>=,[1,3,2,3],L) => L = [3,3,2,1]
%? sort(1,@<,[f(2),f(1),f(2)],L) => L = [f(1),f(2)]
%? sort(0,foo,[],L) => error(domain_error(order,foo))
%? sort(0,@<,[b|_],L) => error(instantiation_error)
%? sort(1,@<,[a],L) => error(type_error(compound,a))
%? sort(X,@<,[a],L) => error(instantiation_error)
%? predsort(foo,[a],L) => L = [a]
%? keysort([b-1,a-2,b-0,a-1],L) => L = [a-2,a-1,b-1,b-0]
%? keysort([a],L) => error(type_error(pair,a))
%? keysort([a-1|_],L) => error(instantiation_error)
%? keysort(X,L) => error(instantiation_error)
%? predsort(compare,[c,a,b,a],L) => L = [a,b,c]
%? keysort([_],L) => error(instantiation_error)
%? keysort([a-1],[b|c]) => error(type_error(list,[b|c]))
%? sort([b,a],[a|foo]) => error(type_error(list,[a|foo]))
%? length(L,-1) => error(domain_error(not_less_than_zero,-1))
%? length(a,N) => error(type_error(list,a))
%? length(L,a) => error(type_error(integer,a))
%? length([a|b],N) => error(type_error(list,[a|b]))
%? aggregate_all(count,member(_,[a,b]),C) => C = 2
%? aggregate_all(sum(X),member(X,[1,2.5]),S) => S = 3.5
%? aggregate_all(sum(X*2),member(X,[1,2]),S) => S = 6
%? aggregate_all(max(X),member(X,[1,3,2]),S) => S = 3
%? aggregate_all(max(X),member(X,[]),S) => no
%? aggregate_all(min(X-Y),member(X-Y,[2-a,1-b]),S) => error(type_error(evaluable,a/0))
%? aggregate_all(max(X,Y),member(X-Y,[1-a,3-b]),S) => S = max(3,b)
%? aggregate_all(max(X,Y),member(X-Y,[]),S) => no
%? aggregate_all(bag(X),member(X,[c,a,b,a]),S) => S = [c,a,b,a]
%? aggregate_all(set(X),member(X,[c,a,b,a]),S) => S = [a,b,c]
%? aggregate_all(count,fail,C) => C = 0
%? aggregate_all(sum(X),member(X,[]),S) => S = 0
%? aggregate_all(r(count,max(X)),member(X,[1,2]),S) => S = r(2,2)
%? aggregate_all(max(X),member(X,[a,b]),S) => error(type_error(evaluable,a/0))
%? aggregate_all(max(X),member(X,[1,2.0,1+4]),S) => S = 5
%? aggregate_all(foo,member(X,[1]),S) => error(domain_error(aggregate_template,foo))
%? aggregate_all(count,member(X,[a,b,a]),3) => true
%? aggregate_all(count,X,member(X,[a,b,a]),C) => C = 2
%? aggregate_all(sum(X),X,member(X,[1,2,1]),C) => C = 3
%? aggregate_all(max(X),X,member(X,[1,2,1]),C) => C = 2
%? aggregate_all(min(X,w),member(X,[3,1,2]),C) => C = min(1,w)
%? aggregate_all(X,true,C) => error(instantiation_error)
%? ground(f(a)) => true
%? term_variables(a,[a|b]) => error(type_error(list,[a|b]))
%? ?=(a,b) => true
%? ?=(X,b) => no
%? ?=(f(X),g(X)) => true
%? ?=(X,X) => true
%? subsumes_term(f(X),f(a)) => true
%? subsumes_term(f(a),f(X)) => no
%? subsumes_term(X,f(X)) => no
%? unify_with_occurs_check(X,f(X)) => no
%? ignore(fail) => true
%? once(member(X,[1,2])) => X = 1
%? forall(fail,true) => true
%? nb_getval(nokey,X) => error(existence_error(variable,nokey))
%? (b_setval(v,1),b_getval(v,V)) => V = 1
%? nb_setval(1,2) => error(type_error(atom,1))
%? nb_setval(X,2) => error(instantiation_error)
%? b_getval(nokey2,V) => error(existence_error(variable,nokey2))
%? nb_setval(f(x),1) => error(type_error(atom,f(x)))
