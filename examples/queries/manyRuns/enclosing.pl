% Which calls were under way where the exception was thrown that nobody caught? In how many runs, and how far away?
enclosing(Run, Function, Distance) :-
    row(run, [id = Run]),
    row(exception, [run = Run, caught = null, call = Call]),
    row(ancestor, [call = Call, run = Run, ancestor = Ancestor, distance = Distance]),
    row(call, [event = Ancestor, run = Run, function = Function]).

all(Sorted) :-
    findall(enclosing(Run, Function, Distance), enclosing(Run, Function, Distance), All),
    sort(All, Sorted).

?- all(_All),
   aggregate(count, _Run^member(enclosing(_Run, Function, Distance), _All), Runs).
