% Which field is written in every run that passed, and not in a run that failed?
written(Run, Class, Name) :- row(change, [run = Run, kind = field, class = Class, name = Name]).

% Fields that the first of the runs has written, and each of the others, too.
always([First | Others], Class, Name) :-
    findall(Class0 - Name0, written(First, Class0, Name0), All),
    sort(All, Fields),
    member(Class - Name, Fields),
    Class \== null,
    forall(member(Other, Others), once(written(Other, Class, Name))).

passed(Runs) :- findall(Run, row(run, [id = Run, outcome = passed]), Runs).

?- passed(_Passed),
   always(_Passed, Class, Name),
   row(run, [id = Run, outcome = failed]),
   \+ written(Run, Class, Name).
