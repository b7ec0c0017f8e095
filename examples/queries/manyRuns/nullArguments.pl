% How often was an argument null or undefined, by version of the program?
given(Version, Function, Position, Value) :-
    row(run, [id = Run, version = Version]),
    row(argument, [run = Run, call = Call, position = Position, value = Value]),
    row(call, [event = Call, run = Run, function = Function]).

all(All) :- findall(given(Version, Function, Position, Value), given(Version, Function, Position, Value), All).

?- all(_All),
   aggregate(count, _Value^(member(given(Version, Function, Position, _Value), _All), memberchk(_Value, [null, undefined])), Missing),
   aggregate_all(count, member(given(Version, Function, Position, _), _All), Calls).
