% Grammars on files and streams. The whole text is read first.
:- module(pure_input, [phrase_from_file/2, phrase_from_file/3, phrase_from_stream/2, stream_to_lazy_list/2,
                       syntax_error//1, lazy_list_location//1, lazy_list_character_count//1]).

:- meta_predicate phrase_from_file(//, +), phrase_from_file(//, +, +), phrase_from_stream(//, +).

% phrase_from_file(:Grammar, +File), phrase_from_file(:Grammar, +File, +Options): the codes of a file; the options are
% those of open/4.
phrase_from_file(Grammar, File) :- phrase_from_file(Grammar, File, []).

phrase_from_file(Grammar, File, Options) :- read_file_to_codes(File, Codes, Options), phrase(Grammar, Codes).

phrase_from_stream(Grammar, Stream) :- read_stream_to_codes(Stream, Codes), phrase(Grammar, Codes).

stream_to_lazy_list(Stream, Codes) :- read_stream_to_codes(Stream, Codes).

syntax_error(What, Codes, _) :- length(Codes, Left), throw(error(syntax_error(What), characters_left(Left))).

lazy_list_location(left(Left), Codes, Codes) :- length(Codes, Left).

lazy_list_character_count(left(Left), Codes, Codes) :- length(Codes, Left).
