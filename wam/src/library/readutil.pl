% Reading lines, streams and files as a whole.
:- module(readutil, [read_line_to_codes/2, read_line_to_codes/3, read_line_to_string/2, read_stream_to_codes/2,
                     read_stream_to_codes/3, read_file_to_codes/3, read_file_to_string/3,
                     read_file_to_terms/3, read_string/3, read_string/5, get_single_char/1]).

% read_line_to_codes(+Stream, -Codes): the next line without its end, or end_of_file.
read_line_to_codes(Stream, Codes) :- '$read_line'(Stream, Line), !, Codes = Line.
read_line_to_codes(_, end_of_file).

% read_line_to_codes(+Stream, -Codes, ?Tail): the next line with its end before Tail, which is [] where the stream
% ends.
read_line_to_codes(Stream, Codes, Tail) :- get_code(Stream, Code), line(Code, Stream, Codes, Tail).

line(-1, _, Codes, Tail) :- !, Codes = Tail, Tail = [].
line(0'\n, _, Codes, Tail) :- !, Codes = [0'\n|Tail].
line(Code, Stream, [Code|Codes], Tail) :- get_code(Stream, Next), line(Next, Stream, Codes, Tail).

% read_line_to_string(+Stream, -String): the next line as a string, or end_of_file.
read_line_to_string(Stream, String) :- '$read_line'(Stream, Codes), !, string_codes(String, Codes).
read_line_to_string(_, end_of_file).

% read_stream_to_codes(+Stream, -Codes), read_stream_to_codes(+Stream, -Codes, ?Tail): all that is left.
read_stream_to_codes(Stream, Codes) :- read_stream_to_codes(Stream, Codes, []).

read_stream_to_codes(Stream, Codes, Tail) :- get_code(Stream, Code), codes(Code, Stream, Codes, Tail).

codes(-1, _, Tail, Tail) :- !.
codes(Code, Stream, [Code|Codes], Tail) :- get_code(Stream, Next), codes(Next, Stream, Codes, Tail).

% read_file_to_codes(+File, -Codes, +Options): the text of a file; the options are those of open/4 and tail(Tail).
read_file_to_codes(File, Codes, Options) :-
    must_be(list, Options),
    ( memberchk(tail(Tail), Options) -> true ; Tail = [] ),
    opened(File, Options, Stream),
    call_cleanup(read_stream_to_codes(Stream, Text, Tail), close(Stream)),
    Codes = Text.

% read_file_to_string(+File, -String, +Options): the text of a file as a string.
read_file_to_string(File, String, Options) :-
    must_be(list, Options),
    opened(File, Options, Stream),
    call_cleanup(read_stream_to_codes(Stream, Codes), close(Stream)),
    string_codes(String, Codes).

% read_file_to_terms(+File, -Terms, +Options): its clauses; the options are those of open/4, of read_term/3 and tail(Tail).
read_file_to_terms(File, Terms, Options) :-
    must_be(list, Options),
    ( memberchk(tail(Tail), Options) -> true ; Tail = [] ),
    read_options(Options, ReadOptions),
    opened(File, Options, Stream),
    call_cleanup(terms(Stream, ReadOptions, Found, Tail), close(Stream)),
    Terms = Found.

terms(Stream, Options, Terms, Tail) :-
    read_term(Stream, Term, Options),
    (   Term == end_of_file
    ->  Terms = Tail
    ;   Terms = [Term|More],
        terms(Stream, Options, More, Tail)
    ).

% The file itself where there is one, else with its extensions as a source.
opened(File, Options, Stream) :-
    open_options(Options, OpenOptions),
    (   atom(File), exists_file(File)
    ->  open(File, read, Stream, OpenOptions)
    ;   compound(File)
    ->  absolute_file_name(File, Path, [access(read), file_type(txt)]),
        open(Path, read, Stream, OpenOptions)
    ;   open(File, read, Stream, OpenOptions)
    ).

open_options([], []).
open_options([Option|Options], Kept) :-
    ( open_option(Option) -> Kept = [Option|More] ; Kept = More ),
    open_options(Options, More).

open_option(encoding(_)).
open_option(type(_)).
open_option(eof_action(_)).
open_option(bom(_)).

read_options([], []).
read_options([Option|Options], Kept) :-
    ( ( open_option(Option) ; Option = tail(_) ) -> Kept = More ; Kept = [Option|More] ),
    read_options(Options, More).

% read_string(+Stream, ?Length, -String): so many characters, or all that is left; Length is how many there were.
read_string(Stream, Length, String) :- integer(Length), !,
    must_be(nonneg, Length),
    take(Length, Stream, Codes),
    string_codes(String, Codes).
read_string(Stream, Length, String) :-
    must_be(var, Length),
    read_stream_to_codes(Stream, Codes),
    string_codes(String, Codes),
    string_length(String, Length).

take(0, _, Codes) :- !, Codes = [].
take(N, Stream, Codes) :-
    get_code(Stream, Code),
    (   Code =:= -1
    ->  Codes = []
    ;   Codes = [Code|More],
        Less is N - 1,
        take(Less, Stream, More)
    ).

% read_string(+Stream, +Separators, +Pads, -Separator, -String): up to one of the separators, which is read, too; Separator
% is its code, -1 at the end of the stream. The pads go from both sides.
read_string(Stream, Separators, Pads, Separator, String) :-
    text_codes(Separators, SeparatorCodes),
    get_code(Stream, Code),
    upto(Code, SeparatorCodes, Stream, Separator, Codes),
    string_codes(Text, Codes),
    split_string(Text, '', Pads, [String]).

upto(-1, _, _, -1, []) :- !.
upto(Code, Separators, _, Code, []) :- memberchk(Code, Separators), !.
upto(Code, Separators, Stream, Separator, [Code|Codes]) :-
    get_code(Stream, Next),
    upto(Next, Separators, Stream, Separator, Codes).

text_codes(Text, Codes) :- text_to_string(Text, String), string_codes(String, Codes).

% get_single_char(-Code): the next character of the user's input; a terminal gives it when the line ends.
get_single_char(Code) :- get_code(user_input, Code).
