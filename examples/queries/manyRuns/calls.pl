% How often is a function called in a run that passed, and how often in another one?
called(Outcome, Run, Function, File) :-
    row(run, [id = Run, outcome = Outcome]),
    row(call, [run = Run, function = Function, file = File, kind = Kind]),
    Kind \== text.

all(All) :- findall(called(Outcome, Run, Function, File), called(Outcome, Run, Function, File), All).

runs(All, Function, File, Runs) :-
    findall(Run, member(called(_, Run, Function, File), All), Each),
    sort(Each, Different),
    length(Different, Runs).

?- all(_All),
   aggregate(count, _Outcome^_Run^member(called(_Outcome, _Run, Function, File), _All), _),
   aggregate_all(count, member(called(passed, _, Function, File), _All), Passed),
   aggregate_all(count, (member(called(_Other, _, Function, File), _All), _Other \== passed), Others),
   runs(_All, Function, File, Runs).
