% Which values was a function given that it was given in no run that passed?
given(Run, Passed, Function, Name, value(Type, Number, Text)) :-
    row(run, [id = Run, outcome = Passed]),
    row(argument, [run = Run, call = Call, name = Name, type = Type, number = Number, text = Text, value = Value]),
    Type \== object,
    Value \== unknown,
    row(call, [event = Call, run = Run, function = Function]).

all(Sorted) :-
    findall(given(Run, Passed, Function, Name, Value), given(Run, Passed, Function, Name, Value), All),
    sort(All, Sorted).

?- all(_All),
   aggregate(count, _Run^_Passed^member(given(_Run, _Passed, Function, Name, value(Type, Number, Text)), _All), Runs),
   \+ memberchk(given(_, passed, Function, Name, value(Type, Number, Text)), _All).
