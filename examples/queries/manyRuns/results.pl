% Which type of result did a function have in no run that passed?
ended(Run, Passed, Function, How, Type, Text) :-
    row(run, [id = Run, outcome = Passed]),
    row(exit, [run = Run, call = Call, outcome = How, type = Type, text = Text, value = Value]),
    Type \== string,
    Value \== unknown,
    row(call, [event = Call, run = Run, function = Function, kind = Kind]),
    Kind \== text.

all(Sorted) :-
    findall(ended(Run, Passed, Function, How, Type, Text), ended(Run, Passed, Function, How, Type, Text), All),
    sort(All, Sorted).

?- all(_All),
   aggregate(count, _Run^_Passed^member(ended(_Run, _Passed, Function, Outcome, Type, Text), _All), Runs),
   \+ memberchk(ended(_, passed, Function, Outcome, Type, Text), _All).
