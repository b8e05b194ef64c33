% Files: names with options, and what is made of the builtins on them.
:- module(filesystem, [absolute_file_name/2, absolute_file_name/3, tmp_file_stream/3, shell/1, shell/0, same_file/2,
                       directory_file_path/3, chdir/1, exists_source/1]).

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
