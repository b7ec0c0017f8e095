% Which functions were called in runs that failed, and in none that passed?
called(Outcome, Run, Function, File, Line) :-
    row(run, [id = Run, outcome = Outcome]),
    row(call, [run = Run, function = Function, file = File, line = Line]).

all(Sorted) :-
    findall(called(Outcome, Run, Function, File, Line), called(Outcome, Run, Function, File, Line), All),
    sort(All, Sorted).

?- all(_All),
   aggregate(count, _Outcome^_Run^member(called(_Outcome, _Run, Function, File, Line), _All), Runs),
   \+ memberchk(called(passed, _, Function, File, Line), _All).
