% In which runs did a branch go another way than in all runs that passed?
way(Run, File, Line, Column, Taken) :-
    row(branch, [run = Run, site = Site, taken = Taken]),
    Taken \== null,
    row(site, [id = Site, run = Run, file = File, line = Line, col = Column]).

passed(Ways) :-
    findall(way(File, Line, Column, Taken), (row(run, [id = Run, outcome = passed]), way(Run, File, Line, Column, Taken)), All),
    sort(All, Ways).

other(Run, File, Line, Column, Taken) :-
    passed(Ways),
    row(run, [id = Run]),
    way(Run, File, Line, Column, Taken),
    \+ memberchk(way(File, Line, Column, Taken), Ways).

all(All) :- findall(other(Run, File, Line, Column, Taken), other(Run, File, Line, Column, Taken), All).

?- all(_All), aggregate(count, member(other(Run, File, Line, Col, Taken), _All), Times).
