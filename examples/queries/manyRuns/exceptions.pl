% Which exceptions are there, in how many runs that passed, and in how many others?
thrown(Class, Function, Outcome, Run) :-
    row(run, [id = Run, outcome = Outcome]),
    row(exception, [run = Run, class = Class, call = Call]),
    row(call, [event = Call, run = Run, function = Function]).

all(Sorted) :-
    findall(thrown(Class, Function, Outcome, Run), thrown(Class, Function, Outcome, Run), All),
    sort(All, Sorted).

?- all(_All),
   aggregate(count, _Outcome^_Run^member(thrown(Class, Function, _Outcome, _Run), _All), _),
   aggregate_all(count, member(thrown(Class, Function, passed, _), _All), Passed),
   aggregate_all(count, (member(thrown(Class, Function, _Other, _), _All), _Other \== passed), Others).
