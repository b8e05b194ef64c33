% Files: names with options, and what is made of the builtins on them.
:- module(filesystem, [absolute_file_name/2, absolute_file_name/3, tmp_file_stream/3, shell/1, shell/0, same_file/2,
                       directory_file_path/3, chdir/1, exists_source/1, cd/1, cd/0, pwd/0, ls/0, ls/1, expand_file_name/2, wildcard_match/2,
                       wildcard_match/3, prolog_to_os_filename/2]).

absolute_file_name(Spec, Absolute) :- compound(Spec), functor(Spec, Alias, 1), Alias \== (/), !,
    (   '$search_path'(Spec, 0, File)
    ->  '$absolute_file_name'(File, '.', Absolute)
    ;   throw(error(existence_error(source_sink, Spec), _))
    ).
absolute_file_name(File, Absolute) :- '$absolute_file_name'(File, '.', Absolute).

% absolute_file_name(+File, -Absolute, +Options): the first existing file among the extensions, where access is asked for.
absolute_file_name(File, Options, Absolute) :- is_list(Options), \+ is_list(Absolute), !,
    absolute_file_name(File, Absolute, Options).
absolute_file_name(File, Absolute, Options) :-
    must_be(list, Options),
    '$file_option'(relative_to(Directory), Options, '.'),
    '$file_option'(access(Access), Options, none),
    '$file_option'(file_errors(Errors), Options, error),
    '$file_option'(file_type(Type), Options, txt),
    '$file_extensions'(Type, Options, Extensions),
    (   '$file_candidate'(File, Directory, Extensions, Type, Access, Found)
    ->  Absolute = Found
    ;   Errors == fail
    ->  fail
    ;   Type == directory
    ->  throw(error(existence_error(directory, File), _))
    ;   throw(error(existence_error(source_sink, File), _))
    ).

'$file_option'(Option, Options, Default) :-
    (   memberchk(Option, Options)
    ->  true
    ;   arg(1, Option, Default)
    ).

'$file_extensions'(_, Options, Extensions) :- memberchk(extensions(Extensions), Options), !.
'$file_extensions'(prolog, _, ['.pl', '']) :- !.
'$file_extensions'(source, _, ['.pl', '']) :- !.
'$file_extensions'(_, _, ['']).

'$file_candidate'(Spec, Directory, Extensions, Type, Access, Found) :- compound(Spec), functor(Spec, _, 1), !,
    '$search_path'(Spec, 0, File),
    '$file_candidate'(File, Directory, Extensions, Type, Access, Found).
'$file_candidate'(File, Directory, Extensions, Type, Access, Found) :-
    member(Extension, Extensions),
    file_name_extension(File, Extension, Name),
    '$absolute_file_name'(Name, Directory, Found),
    '$file_fits'(Type, Access, Found).

'$file_fits'(directory, none, _) :- !.
'$file_fits'(directory, _, Found) :- !, exists_directory(Found).
'$file_fits'(_, none, _) :- !.
'$file_fits'(_, Access, Found) :- access_file(Found, Access), \+ exists_directory(Found).

% tmp_file_stream(+Encoding, -File, -Stream), or tmp_file_stream(-File, -Stream, +Options).
tmp_file_stream(Encoding, File, Stream) :- atom(Encoding), !, '$tmp_file_stream'(Encoding, '', File, Stream).
tmp_file_stream(File, Stream, Options) :-
    '$file_option'(encoding(Encoding), Options, utf8),
    '$file_option'(extension(Extension), Options, ''),
    '$tmp_file_stream'(Encoding, Extension, File, Stream).

shell(Command) :- shell(Command, 0).

shell :- ( getenv('SHELL', Shell) -> true ; Shell = sh ), shell(Shell).

same_file(File, File) :- !.
same_file(A, B) :- absolute_file_name(A, File), absolute_file_name(B, File).

directory_file_path(Directory, File, Path) :-
    (   is_absolute_file_name(File)
    ->  Path = File
    ;   Directory == '.'
    ->  Path = File
    ;   atom_concat(_, /, Directory)
    ->  atom_concat(Directory, File, Path)
    ;   atomic_list_concat([Directory, /, File], Path)
    ).

chdir(Directory) :- working_directory(_, Directory).

exists_source(File) :- absolute_file_name(File, _, [file_type(prolog), access(read), file_errors(fail)]).

cd(Directory) :- working_directory(_, Directory).

cd :- ( getenv('HOME', Home) -> cd(Home) ; cd(/) ).

pwd :- working_directory(Directory, Directory), writeln(Directory).

ls :- ls('.').

% ls(+Directory): the names in a directory, or that a pattern matches, one a line.
ls(Directory) :- exists_directory(Directory), !,
    directory_files(Directory, Names0),
    msort(Names0, Names),
    forall(( member(Name, Names), \+ sub_atom(Name, 0, 1, _, '.') ), writeln(Name)).
ls(Pattern) :-
    expand_file_name(Pattern, Names),
    forall(member(Name, Names), writeln(Name)).

prolog_to_os_filename(Name, Name).

% wildcard_match(+Pattern, +Text), wildcard_match(+Pattern, +Text, +Options): * is any text, ? any character, [a-z] one of
% these, {a,b} one of these texts, \\ takes away the meaning; case_sensitive(false) for any case.
wildcard_match(Pattern, Text) :- wildcard_match(Pattern, Text, []).

wildcard_match(Pattern, Text, Options) :-
    must_be(list, Options),
    '$wildcard_codes'(Pattern, Options, PatternCodes),
    '$wildcard_codes'(Text, Options, TextCodes),
    '$wildcard'(PatternCodes, TextCodes), !.

'$wildcard_codes'(Text, Options, Codes) :-
    text_to_string(Text, String0),
    ( memberchk(case_sensitive(false), Options) -> string_lower(String0, String) ; String = String0 ),
    string_codes(String, Codes).

'$wildcard'([], []).
'$wildcard'([P|Ps], Codes) :- '$wildcard'(P, Ps, Codes).

'$wildcard'(0'*, Ps, Codes) :- !, append(_, Rest, Codes), '$wildcard'(Ps, Rest).
'$wildcard'(0'?, Ps, [_|Codes]) :- !, '$wildcard'(Ps, Codes).
'$wildcard'(0'[, Ps, [Code|Codes]) :- append(Set, [0']|Rest], Ps), !, '$in_set'(Set, Code), '$wildcard'(Rest, Codes).
'$wildcard'(0'{, Ps, Codes) :- append(Texts, [0'}|Rest], Ps), !,
    '$alternative'(Texts, Text),
    append(Text, Rest, Pattern),
    '$wildcard'(Pattern, Codes).
'$wildcard'(0'\\, [P|Ps], [P|Codes]) :- !, '$wildcard'(Ps, Codes).
'$wildcard'(P, Ps, [P|Codes]) :- '$wildcard'(Ps, Codes).

'$in_set'([Low, 0'-, High|Set], Code) :- !, ( Code >= Low, Code =< High -> true ; '$in_set'(Set, Code) ).
'$in_set'([One|Set], Code) :- ( One =:= Code -> true ; '$in_set'(Set, Code) ).

'$alternative'(Texts, Text) :- append(First, [0',|Rest], Texts), !, ( Text = First ; '$alternative'(Rest, Text) ).
'$alternative'(Text, Text).

% expand_file_name(+Pattern, -Names): the files that match, sorted; a leading ~ is the home directory, $NAME a variable's
% value. What has no pattern in it is returned as it is.
expand_file_name(Pattern0, Names) :-
    text_to_string(Pattern0, String),
    '$expanded_home'(String, Pattern),
    atom_codes(Pattern, Codes),
    (   '$has_wildcard'(Codes)
    ->  atomic_list_concat(Parts, /, Pattern),
        findall(Name, '$matching_file'(Parts, Name), Names0),
        msort(Names0, Names)
    ;   Names = [Pattern]
    ).

'$expanded_home'(String, Pattern) :-
    sub_string(String, 0, 1, _, First), atom_string(~, First),
    getenv('HOME', Home), !,
    sub_string(String, 1, _, 0, Rest),
    atom_concat(Home, Rest, Pattern).
'$expanded_home'(String, Pattern) :- atom_string(Pattern, String).

'$has_wildcard'(Codes) :- member(Code, Codes), memberchk(Code, [0'*, 0'?, 0'[, 0'{]), !.

'$matching_file'(['', Part|Parts], Name) :- !, '$matching'([Part|Parts], /, Name).
'$matching_file'(Parts, Name) :- '$matching'(Parts, '', Name).

'$matching'([], Name, Name).
'$matching'([Part|Parts], Before, Name) :-
    atom_codes(Part, Codes),
    (   '$has_wildcard'(Codes)
    ->  ( Before == '' -> Directory = '.' ; Directory = Before ),
        exists_directory(Directory),
        directory_files(Directory, Found),
        member(File, Found),
        \+ sub_atom(File, 0, 1, _, '.'),
        wildcard_match(Part, File)
    ;   File = Part
    ),
    ( ( Before == '' ; atom_concat(_, /, Before) ) -> atom_concat(Before, File, Next)
    ; atomic_list_concat([Before, /, File], Next)
    ),
    ( exists_file(Next) -> true ; exists_directory(Next) ),
    '$matching'(Parts, Next, Name).
