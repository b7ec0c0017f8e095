% Which fields held a number, and then something that is none? In which runs?
overwritten(Run, Class, Name, Before, Type, Text) :-
    row(run, [id = Run]),
    row(change, [run = Run, kind = field, class = Class, name = Name, previous = Previous, type = Type, number = Number, text = Text]),
    Previous \== null,
    ( Type \== number -> true ; Number == null ),
    row(change, [event = Previous, run = Run, type = number, number = Before]),
    Before \== null.

all(All) :- findall(overwritten(Run, Class, Name, Before, Type, Text), overwritten(Run, Class, Name, Before, Type, Text), All).

?- all(_All), aggregate(count, member(overwritten(Run, Class, Name, Before, Type, Text), _All), Times).
