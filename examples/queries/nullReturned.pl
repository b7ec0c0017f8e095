% Methods that return null to a method that hands the null on.
handed_on(Returned, Given) :-
    event(Exit, Thread, methodexit(_, _, _, Returned, null)),
    event(Call, Thread, methodcall(_, _, Given, Arguments)),
    Call > Exit,
    memberchk(null, Arguments).
?- distinct(Returned - Given, handed_on(Returned, Given)).
