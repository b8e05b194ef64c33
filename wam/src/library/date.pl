% Dates and times: seconds since 1970, date(Y, M, D, H, Mn, S, Offset, Zone, Summer) and date(Y, M, D).

:- module(date, [stamp_date_time/3, date_time_stamp/2, format_time/3, date_time_value/3, day_of_the_week/2, date/1,
                 parse_time/2, parse_time/3]).

:- regtype calendar_day/1.
calendar_day(date(Y, M, D)) :- integer(Y), integer(M), integer(D).

% stamp_date_time(+Stamp, -Date, +Zone): Zone is local, 'UTC' or an offset in seconds to the west of Greenwich.
:- entry stamp_date_time(+num, -, +int).
:- pred stamp_date_time(A, B, C) : (num(A), var(B), int(C)) + (is_det, cost(exact, steps, 2)).
stamp_date_time(Stamp, Date, Zone) :-
    '$time_zone'(Zone, Stamp, Offset, Name, Summer),
    '$stamp_date'(Stamp, Offset, Y, M, D, H, Mn, S),
    Date = date(Y, M, D, H, Mn, S, Offset, Name, Summer).

'$time_zone'(Zone, _, _, _, _) :- var(Zone), !, throw(error(instantiation_error, _)).
'$time_zone'(local, Stamp, Offset, Name, Summer) :- !, '$local_offset'(Stamp, Offset, Name, Summer).
'$time_zone'('UTC', _, 0, 'UTC', -) :- !.
'$time_zone'(Offset, _, Offset, -, -) :- integer(Offset), !.
'$time_zone'(Zone, _, _, _, _) :- throw(error(domain_error(timezone, Zone), _)).

% date_time_stamp(+Date, -Stamp): without an offset the date is local, without a time it is midnight UTC.
:- entry date_time_stamp(+calendar_day, -).
:- pred date_time_stamp(A, B) : (calendar_day(A), var(B)) => num(B) + (is_det, cost(exact, steps, 1)).
date_time_stamp(Date, _) :- var(Date), !, throw(error(instantiation_error, _)).
date_time_stamp(date(Y, M, D), Stamp) :- !,
    '$date_days'(Y, M, D, Days),
    Stamp is float(86400 * Days).
date_time_stamp(date(Y, M, D, H, Mn, S, Offset, Zone, Summer), Stamp) :- !,
    '$date_days'(Y, M, D, Days),
    must_be(integer, H),
    must_be(integer, Mn),
    must_be(number, S),
    Seconds is 86400 * Days + 3600 * H + 60 * Mn + S,
    '$date_offset'(Offset, Seconds, Zone, Summer),
    Stamp is float(Seconds + Offset).
date_time_stamp(Date, _) :- throw(error(type_error(time, Date), _)).

% The offset of local time is that at the moment which it leads to.
'$date_offset'(Offset, Seconds, Zone, Summer) :- var(Offset), !,
    '$local_offset'(Seconds, First, _, _),
    Guess is Seconds + First,
    '$local_offset'(Guess, Offset, Name, Saving),
    ( var(Zone) -> Zone = Name ; true ),
    ( var(Summer) -> Summer = Saving ; true ).
'$date_offset'(Offset, _, _, _) :- must_be(integer, Offset).

% format_time(+Sink, +Format, +Time): Time is a stamp or a date.
format_time(_, _, Time) :- var(Time), !, throw(error(instantiation_error, _)).
format_time(Sink, Format, Time) :-
    '$time_parts'(Time, Stamp, Offset, Zone),
    '$format_time'(Format, Stamp, Offset, Zone, Text),
    format(Sink, "~w", [Text]).

'$time_parts'(Stamp, Stamp, Offset, Zone) :- number(Stamp), !, '$local_offset'(Stamp, Offset, Zone, _).
'$time_parts'(date(Y, M, D), Stamp, 0, 'UTC') :- !, date_time_stamp(date(Y, M, D), Stamp).
'$time_parts'(Date, Stamp, Offset, Zone) :-
    date_time_stamp(Date, Stamp),
    Date = date(_, _, _, _, _, _, Offset, Name, _),
    ( atom(Name), Name \== (-) -> Zone = Name ; '$zone_name'(Offset, Zone) ).

'$zone_name'(0, Zone) :- !, Zone = 'UTC'.
'$zone_name'(_, '').

% date_time_value(?Field, +Date, ?Value).
:- entry date_time_value(+atm, +calendar_day, -).
:- pred date_time_value(A, B, C) : (atm(A), calendar_day(B), var(C)) + (cost(lb, steps, 5), cost(ub, steps, 9)).
date_time_value(Field, date(Y, M, D, H, Mn, S, Offset, Zone, Summer), Value) :-
    '$date_field'(Field, date(Y, M, D, H, Mn, S, Offset, Zone, Summer), Value).
date_time_value(Field, date(Y, M, D), Value) :-
    member(Field-Value, [year-Y, month-M, day-D, date-date(Y, M, D)]).

'$date_field'(year, Date, Year) :- arg(1, Date, Year).
'$date_field'(month, Date, Month) :- arg(2, Date, Month).
'$date_field'(day, Date, Day) :- arg(3, Date, Day).
'$date_field'(hour, Date, Hour) :- arg(4, Date, Hour).
'$date_field'(minute, Date, Minute) :- arg(5, Date, Minute).
'$date_field'(second, Date, Second) :- arg(6, Date, Second).
'$date_field'(utc_offset, Date, Offset) :- arg(7, Date, Offset).
'$date_field'(time_zone, Date, Zone) :- arg(8, Date, Zone), Zone \== (-).
'$date_field'(daylight_saving, Date, Summer) :- arg(9, Date, Summer), Summer \== (-).
'$date_field'(date, date(Y, M, D, _, _, _, _, _, _), date(Y, M, D)).
'$date_field'(time, date(_, _, _, H, Mn, S, _, _, _), time(H, Mn, S)).

% day_of_the_week(+Date, -Day): Monday is 1.
:- entry day_of_the_week(+calendar_day, -).
:- pred day_of_the_week(A, B) : (calendar_day(A), var(B)) => num(B) + (is_det, cost(exact, steps, 1)).
day_of_the_week(date(Y, M, D), Day) :-
    '$date_days'(Y, M, D, Days),
    Day is (Days + 3) mod 7 + 1.

% date(-Date): today.
date(Date) :-
    get_time(Now),
    stamp_date_time(Now, date(Y, M, D, _, _, _, _, _, _), local),
    Date = date(Y, M, D).

% parse_time(+Text, -Stamp): ISO 8601, 2024-01-02, 2024-01-02T03:04:05, with Z or an offset.
parse_time(Text, Stamp) :- parse_time(Text, iso_8601, Stamp).

parse_time(Text, iso_8601, Stamp) :-
    text_to_string(Text, String),
    string_codes(String, Codes),
    phrase('$iso_date'(Date), Codes),
    date_time_stamp(Date, Stamp).

'$iso_date'(Date) --> '$digits'(4, Y), "-", '$digits'(2, M), "-", '$digits'(2, D), '$iso_time'(Y, M, D, Date).

'$iso_time'(Y, M, D, date(Y, M, D, H, Mn, S, Offset, -, -)) -->
    ( "T" ; " " ), !,
    '$digits'(2, H), ":", '$digits'(2, Mn), '$iso_seconds'(S), '$iso_offset'(Offset).
'$iso_time'(Y, M, D, date(Y, M, D)) --> [].

'$iso_seconds'(S) --> ":", !, '$digits'(2, Whole), '$iso_fraction'(Whole, S).
'$iso_seconds'(0) --> [].

'$iso_fraction'(Whole, S) --> ".", '$some_digits'(Codes), { Codes = [_|_] }, !,
    { number_codes(Digits, Codes), length(Codes, N), S is Whole + Digits / 10 ** N }.
'$iso_fraction'(S, S) --> [].

'$some_digits'([C|Cs]) --> [C], { C >= 0'0, C =< 0'9 }, !, '$some_digits'(Cs).
'$some_digits'([]) --> [].

'$iso_offset'(0) --> "Z", !.
'$iso_offset'(Offset) --> "+", !, '$iso_zone'(East), { Offset is -East }.
'$iso_offset'(Offset) --> "-", !, '$iso_zone'(Offset).
'$iso_offset'(_) --> [].

'$iso_zone'(Seconds) --> '$digits'(2, H), ( ":" ; [] ), '$digits'(2, M), !, { Seconds is 3600 * H + 60 * M }.
'$iso_zone'(Seconds) --> '$digits'(2, H), { Seconds is 3600 * H }.

'$digits'(N, Number) --> '$digits'(N, 0, Number).

'$digits'(0, Number, Number) --> !.
'$digits'(N, Number0, Number) -->
    [C], { C >= 0'0, C =< 0'9, Number1 is 10 * Number0 + C - 0'0, M is N - 1 },
    '$digits'(M, Number1, Number).
