% Dates and times in UTC: answers that SWI-Prolog gives, too.
%? stamp_date_time(0,D,'UTC') => D = date(1970,1,1,0,0,0.0,0,'UTC',-)
%? stamp_date_time(1700000000.5,D,-3600) => D = date(2023,11,14,23,13,20.5,-3600,-,-)
%? stamp_date_time(-1,D,'UTC') => D = date(1969,12,31,23,59,59.0,0,'UTC',-)
%? stamp_date_time(a,D,'UTC') => error(type_error(float,a))
%? stamp_date_time(X,D,'UTC') => error(instantiation_error)
%? stamp_date_time(0,D,foo) => error(domain_error(timezone,foo))
%? stamp_date_time(0,D,Z) => error(instantiation_error)
%? stamp_date_time(0,date(Y,M,D,H,Mn,S,O,TZ,DST),'UTC') => Y = 1970, M = 1, D = 1, H = 0, Mn = 0, S = 0.0, O = 0, TZ = 'UTC', DST = -
%? date_time_stamp(date(2024,2,29,12,30,15.5,0,-,-),S) => S = 1709209815.5
%? date_time_stamp(date(2024,2,30),S) => S = 1709251200.0
%? date_time_stamp(date(2024,13,1),S) => S = 1735689600.0
%? date_time_stamp(date(2024,1,1,0,0,0,-3600,-,-),S) => S = 1704063600.0
%? date_time_stamp(foo,S) => error(type_error(time,foo))
%? date_time_stamp(date(2024,1,1,25,61,0,0,-,-),S) => S = 1704160860.0
%? date_time_stamp(date(1,1,1),S) => S = -62135596800.0
%? date_time_stamp(date(-44,3,15),S) => S = -63549360000.0
%? in_utc('%Y-%m-%d %H:%M:%S', 0, A) => A = '1970-01-01 00:00:00'
%? in_utc('%f %3f %6f %FT%T%:z', 1700000000.123456, A) => A = '123456 123 123456 2023-11-14T22:13:20+00:00'
%? format_time(atom(A),'%FT%T%z',date(2024,1,2,3,4,5.5,-3600,-,-)) => A = '2024-01-02T03:04:05+0100'
%? format_time(atom(A),'%F',date(2024,1,2)) => A = '2024-01-02'
%? in_utc('%q', 0, A) => error(existence_error(format,'%q'))
%? in_utc('%a, %d %b %Y %T GMT', 0, A) => A = 'Thu, 01 Jan 1970 00:00:00 GMT'
%? in_utc("%d", 0, A) => A = '01'
%? in_utc("%S", 59.9, A) => A = '59'
%? in_utc("%n%t|", 0, A) => A = '\n\t|'
%? format_time(atom(A),foo,X) => error(instantiation_error)
%? in_utc('%E %O %Ey %Od', 0, A) => error(existence_error(format,'%E'))
%? in_utc('%G-%V %g %U %W %j', 1104537600, A) => A = '2004-53 04 00 00 001'
%? in_utc('%Y', -100000000000, A) => A = '-1199'
%? in_utc('%y %C %Y', -62135596800, A) => A = '01 00 1'
%? format_time(atom(A),'%Z %z',date(2024,1,2,3,4,5.5,-3600,'CET',-)) => A = 'CET +0100'
%? date_time_value(year,date(2024,1,2,3,4,5,0,-,-),Y) => Y = 2024
%? date_time_value(date,date(2024,1,2,3,4,5,0,-,-),Y) => Y = date(2024,1,2)
%? day_of_the_week(date(2024,1,2),D) => D = 2
%? parse_time('2024-01-02T03:04:05Z',S) => S = 1704164645.0
%? parse_time('2024-01-02',S) => S = 1704153600.0
%? format(atom(X),'~t~w~t~w~10|',[ab,c]) => X = '   ab    c'
%? format(atom(X),'~t~w~t~w~t~10|',[ab,c]) => X = '  ab   c  '
%? format(atom(X),'~t~ta~t~tb~t~t~20|',[]) => X = '      a      b      '

in_utc(Format, Stamp, Text) :- stamp_date_time(Stamp, Date, 'UTC'), format_time(atom(Text), Format, Date).
