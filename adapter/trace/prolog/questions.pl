% The named questions of `whence query --ask`, over row/2. Each solution is a row: a list of Name = Value, with the columns of the question.
% Objects are given as o(Class, Number), events as numbers, and a class or function by its name as an atom.
:- module(questions,
          [ callChain/2, fullDetailCallChain/2, where/2, whereExceptionIsThrown/1, exceptionHistory/2, objectState/3,
            preEventCalledMethods/2, postEventCalledMethods/2, localsBefore/2, localsAfter/2, enclosingArguments/2, enclosingReturnValue/2,
            instanceFieldHistory/3, classFieldHistory/3, localVariableHistory/3, argumentHistory/2, returnValueHistory/2,
            allInstances/3, threadStatus/2, callTree/2, wasStatementExecuted/2, wasMethodCalled/2, wasFieldAssigned/4, isThereAnInstance/2,
            wasExceptionCaught/2, isThreadRunning/2, hasThreadExited/2
          ]).
:- use_module(library(lists)).
:- use_module(library(aggregate)).
:- use_module(library(bridge)).

% The columns of whatever happened at an event, and More behind them.
happened(Event, [event = Event, thread = Thread, file = File, line = Line, column = Column, function = Function, call = Call | More], More) :-
    row(event, [id = Event, thread = Number, file = File, line = Line, col = Column, call = In]),
    row(thread, [id = Number, name = Thread]),
    (   In == null
    ->  Function = '', Call = null
    ;   row(call, [event = In, function = Function]),
        caller(In, Call)
    ).

% The columns of a call: where it is called, and what is called.
called(Event, [event = Event, thread = Thread, file = File, line = Line, column = Column, function = Function, call = Caller | More], More) :-
    row(call, [event = Event, thread = Number, site = Site, function = Function, parent = Parent, file = File0, line = Line0, col = Column0]),
    row(thread, [id = Number, name = Thread]),
    (   Site \== null, row(site, [id = Site, file = File1, line = Line1, col = Column1]), File1 \== null
    ->  File = File1, Line = Line1, Column = Column1
    ;   File = File0, Line = Line0, Column = Column0
    ),
    caller(Parent, Caller).

% A call; null for the top level of a text.
caller(null, null) :- !.
caller(Call, Caller) :-
    row(call, [event = Call, kind = Kind]),
    (   Kind == text -> Caller = null ; Caller = Call ).

detail(Call, [receiver = Receiver, arguments = Arguments | More], More) :-
    row(call, [event = Call, receiver = Receiver]),
    findall(Value, row(argument, [call = Call, value = Value]), Arguments).

% How a call ended; null where it did not.
ended(Call, Exit, Outcome, Result) :-
    (   row(exit, [call = Call, event = Exit, outcome = Outcome, value = Result])
    ->  true
    ;   Exit = null, Outcome = null, Result = null
    ).

around(Event, Call, Distance) :-
    row(event, [id = Event, call = Inner]),
    Inner \== null,
    row(ancestor, [call = Inner, ancestor = Call, distance = Distance]).

% callChain(+Event, -Row)
callChain(Event, Row) :-
    around(Event, Call, Depth),
    called(Call, Row, [depth = Depth]).

fullDetailCallChain(Event, Row) :-
    around(Event, Call, Depth),
    called(Call, Row, [depth = Depth | More]),
    detail(Call, More, []).

where(Event, Row) :-
    once(( around(Event, Call, Depth), Depth =:= 0 )),
    called(Call, Row, [depth = 0 | More]),
    detail(Call, More, []).

whereExceptionIsThrown(Row) :-
    row(exception, [event = Thrown, uncaught = 1, call = Call, class = Class, message = Message]),
    Call \== null,
    called(Call, Row, [depth = 0 | More]),
    message(Message, Text),
    detail(Call, More, [thrown = Thrown, class = Class, message = Text]).

% A message is a text, whatever it says: as an atom `false` would be a value.
message(Message, Text) :- ( Message == null -> Text = null ; atom_string(Message, Text) ).

% exceptionHistory(?Class, -Row): any class when it is open.
exceptionHistory(Class, Row) :-
    row(exception, [event = Event, class = Own, message = Message, value = Value, caught = Caught]),
    ( var(Class) -> true ; is_a(Own, Class) ),
    message(Message, Text),
    happened(Event, Row, [class = Own, message = Text, value = Value, caughtAt = Caught]).

is_a(Class, Class) :- !.
is_a(Class, Ancestor) :- once(row(subclass, [class = Class, ancestor = Ancestor])).

% objectState(+Object, +Event, -Row)
objectState(o(_, Object), Until, Row) :-
    row(object, [id = Object, class = Class, kind = Type]),
    (   Owner = Object, Kind = Own
    ;   row(subclass, [class = Class, ancestor = Ancestor]),
        row(object, [id = Owner, name = Ancestor]),
        Owner =\= Object,
        Kind = static
    ),
    held(Owner, Until, Event, Name, Own0, Value),
    ( Own0 == element, Type \== array -> Own = field ; Own = Own0 ),
    happened(Event, Row, [name = Name, kind = Kind, value = Value, written = Event]).

% What a place of an object holds when an event has happened. An element of an array that a shorter length has cut off is gone.
held(Owner, Until, Event, Name, Kind, Value) :-
    row(change, [owner = Owner, event =< Until, event = Event, name = Name, kind = Kind, next = Next, type = Type, value = Value, position = Position]),
    Type \== absent,
    ( Next == null -> true ; Next > Until ),
    \+ ( Kind == element,
         row(object, [id = Owner, kind = array]),
         row(change, [owner = Owner, name = length, event = Cut, number = Length]),
         Cut > Event, Cut =< Until, Length \== null, Length =< Position ).

% preEventCalledMethods(+Event, -Row)
preEventCalledMethods(Event, Row) :-
    made(Event, Call, Exit, Outcome, Result),
    Call < Event, Exit \== null, Exit < Event,
    made_row(Call, Exit, Outcome, Result, Row).

postEventCalledMethods(Event, Row) :-
    made(Event, Call, Exit, Outcome, Result),
    Call > Event,
    made_row(Call, Exit, Outcome, Result, Row).

made(Event, Call, Exit, Outcome, Result) :-
    row(event, [id = Event, call = Enclosing]),
    Enclosing \== null,
    row(call, [parent = Enclosing, event = Call]),
    ended(Call, Exit, Outcome, Result).

made_row(Call, Exit, Outcome, Result, Row) :-
    called(Call, Row, More),
    detail(Call, More, [exit = Exit, outcome = Outcome, result = Result]).

% localsBefore(+Event, -Row): the variables that the event's code sees.
localsBefore(Event, Row) :- seen(Event, before, Row).
localsAfter(Event, Row) :- seen(Event, after, Row).

seen(Event, Moment, Row) :-
    row(visible, [event = Event, moment = Moment, name = Name, scope = Scope, written = Written, value = Value]),
    ( Written == null -> At = Event ; At = Written ),
    happened(At, Row, [name = Name, value = Value, scope = Scope, written = Written]).

enclosing(Event, Call) :-
    row(event, [id = Event, call = Call]),
    Call \== null,
    row(call, [event = Call, kind = Kind]),
    Kind \== text.

enclosingArguments(Event, Row) :-
    enclosing(Event, Call),
    row(argument, [call = Call, position = Position, name = Name, value = Value]),
    called(Call, Row, [position = Position, name = Name, value = Value]).

enclosingReturnValue(Event, Row) :-
    enclosing(Event, Call),
    ended(Call, Exit, Outcome, Result),
    called(Call, Row, [exit = Exit, outcome = Outcome, result = Result]).

% instanceFieldHistory(+Object, +Field, -Row)
instanceFieldHistory(o(_, Object), Field, Row) :- field_change(Object, Field, Row).

classFieldHistory(Class, Field, Row) :-
    row(subclass, [class = Own, ancestor = Class]),
    row(object, [id = Object, name = Own]),
    field_change(Object, Field, Row).

field_change(Object, Field, Row) :-
    row(change, [owner = Object, name = Field, event = Event, kind = Kind, site = Site, previous = Previous, value = After]),
    \+ memberchk(Kind, [entry, symbol]),
    row(site, [id = Site, kind = What]),
    What \== initial,
    ( Previous == null -> Before = null ; row(change, [event = Previous, value = Before]) ),
    happened(Event, Row, [object = Object, before = Before, after = After]).

% localVariableHistory(+Function, +Variable, -Row)
localVariableHistory(Function, Variable, Row) :-
    row(local, [name = Variable, function = Name, place = Place, event = Event, scope = Scope, site = Site, previous = Previous, value = After]),
    once(( Function = Name ; Function = Place, Place \== null )),
    row(site, [id = Site, kind = What]),
    What \== initial,
    ( Previous == null -> Before = null ; row(local, [event = Previous, value = Before]) ),
    happened(Event, Row, [before = Before, after = After, binding = Scope]).

% named(+Name, -Call): by the name alone, with the class, or by FILE:LINE.
named(Name, Call) :-
    row(call, [function = Name, event = Call, kind = Kind]),
    Kind \== text.
named(Name, Call) :-
    row(call, [method = Name, event = Call, kind = Kind, function = Function]),
    Kind \== text,
    Function \== Name.
named(Place, Call) :-
    row(call, [place = Place, event = Call, kind = Kind, function = Function, method = Method]),
    Kind \== text,
    Function \== Place,
    Method \== Place.

argumentHistory(Method, Row) :-
    named(Method, Call),
    called(Call, Row, More),
    detail(Call, More, []).

% returnValueHistory(+Method, -Row)
returnValueHistory(Method, Row) :-
    named(Method, Call),
    gave(Call, Event, Site, Outcome, Result),
    row(call, [event = Call, thread = Number, function = Function, file = File0, line = Line0, col = Column0]),
    row(thread, [id = Number, name = Thread]),
    (   Site \== null, row(site, [id = Site, file = File1, line = Line1, col = Column1]), File1 \== null
    ->  File = File1, Line = Line1, Column = Column1
    ;   File = File0, Line = Line0, Column = Column0
    ),
    findall(Value, row(argument, [call = Call, value = Value]), Arguments),
    Row = [event = Event, thread = Thread, file = File, line = Line, column = Column, function = Function, call = Call,
           outcome = Outcome, result = Result, callArguments = Arguments].

% What a call returned or yielded, or the exception by which it ended, and where control left it.
gave(Call, Event, Site, Outcome, Value) :-
    row(exit, [call = Call, event = Event, site = Site, outcome = Outcome, value = Value]).
gave(Call, Event, Site, yield, Value) :-
    row(switch, [call = Call, kind = suspend, way = yield, event = Event, site = Site, value = Value]).

% allInstances(+Class, +Event, -Row); state is a list of Name = Value.
allInstances(Class, Until, Row) :-
    instance(Class, Object, Own, Created),
    Created =< Until,
    findall(Name = Value, held(Object, Until, _, Name, _, Value), State),
    happened(Created, [_, Thread | _], []),
    madeIn(Object, Created, Place, [object = o(Own, Object), class = Own, created = Created, state = State]),
    Row = [event = Created, Thread | Place].

% Where an object was made, and in which call; where that is not known, where it was seen first.
madeIn(Object, Created, [File, Line, Column, function = Function, call = Call | More], More) :-
    row(object, [id = Object, site = Site, call = In]),
    (   Site == null
    ->  happened(Created, [_, _, File, Line, Column | _], [])
    ;   row(site, [id = Site, file = Path, line = L, col = C]), File = (file = Path), Line = (line = L), Column = (column = C)
    ),
    (   In == null
    ->  Function = '', Call = null
    ;   row(call, [event = In, function = Function]),
        caller(In, Call)
    ).

instance(Class, Object, Own, Created) :-
    row(subclass, [ancestor = Class, class = Own, declared = 1]),
    row(object, [class = Own, id = Object, kind = Kind, created = Created]),
    Kind \== function,
    Kind \== prototype,
    Created \== null.

% threadStatus(+Event, -Row)
threadStatus(Event, [event = Started, thread = Thread, function = '', parent = Parent, started = Started, ended = Ended, status = Status]) :-
    row(thread, [name = Thread, parent = Number, first = Started, last = Last, status = AtEnd]),
    Started =< Event,
    ( Number == null -> Parent = null ; row(thread, [id = Number, name = Parent]) ),
    (   Last \== null, Last >= Event
    ->  Ended = null, Status = running
    ;   Ended = Last, Status = AtEnd
    ).

% callTree(+Event, -Row)
callTree(Event, Row) :-
    row(ancestor, [ancestor = Event, call = Call, distance = Depth]),
    ( Depth =:= 0 -> Parent = null ; row(call, [event = Call, parent = Parent]) ),
    ended(Call, _, Outcome, Result),
    called(Call, Row, [depth = Depth, parent = Parent | More]),
    detail(Call, More, [outcome = Outcome, result = Result]).

% Questions with yes or no: the first event, or null, and how often.
answered(Events0, [event = First, answer = Answer, count = Count]) :-
    sort(Events0, Events),
    length(Events, Count),
    ( Events = [First | _] -> Answer = true ; First = null, Answer = false ).

% wasStatementExecuted(+Location, -Row): whether control came to the first statement of a line, 'row.js:12'.
wasStatementExecuted(Location, [event = First, answer = Answer, count = Count]) :-
    sub_atom(Location, Before, 1, After, ':'),
    sub_atom(Location, _, After, 0, Number),
    atom_number(Number, Line), !,
    sub_atom(Location, 0, Before, _, File),
    findall(Kind - Event, ( row(step, [file = File, line = Line, first = 1, kind = Kind, event = Event]), Kind \== return ), Steps),
    findall(Event, ( member(Kind - Last, Steps), Kind \== perhaps, Event is Last + 1 ), Events),
    length(Events, Count),
    (   min_list(Events, First) -> Answer = true
    ;   First = null, ( Steps == [] -> Answer = false ; Answer = null )
    ).

wasMethodCalled(Method, Row) :-
    findall(Call, named(Method, Call), Calls),
    answered(Calls, Row).

% wasFieldAssigned(+Class, +Field, +Value, -Row)
wasFieldAssigned(Class, Field, Value, Row) :-
    findall(Event, assigned(Class, Field, Value, Event), Events),
    (   Events == [], unknownAssigned(Class, Field, Value)
    ->  Row = [event = null, answer = null, count = 0]
    ;   answered(Events, Row)
    ).

assigned(Class, Field, Value, Event) :-
    row(change, [name = Field, value = Value, event = Event, owner = Owner, kind = Kind]),
    \+ memberchk(Kind, [entry, symbol]),
    row(object, [id = Owner, class = Own, name = Name]),
    once(( row(subclass, [class = Own, ancestor = Class]) ; Name \== null, row(subclass, [class = Name, ancestor = Class]) )).

% What may have been the value was not recorded: of a text under a name such as password the type alone is.
unknownAssigned(Class, Field, Value) :-
    assigned(Class, Field, unknown, Event),
    row(change, [event = Event, name = Field, type = Type]),
    ( Type == null -> true ; string(Value) ),
    !.

isThereAnInstance(Class, [event = First, answer = Answer, count = Count]) :-
    findall(Created, instance(Class, _, _, Created), Events),
    length(Events, Count),
    ( Events == [] -> First = null, Answer = false ; min_list(Events, First), Answer = true ).

wasExceptionCaught(Class, Row) :-
    findall(Event, ( row(switch, [kind = catch, event = Event, value = o(Own, _)]), is_a(Own, Class) ), Events),
    answered(Events, Row).

isThreadRunning(Thread, [thread = Thread, answer = Answer, count = Count]) :-
    row(thread, [name = Thread, status = Status]),
    ( Status == unknown -> Answer = null, Count = 0 ; Status == running -> Answer = true, Count = 1 ; Answer = false, Count = 0 ).

hasThreadExited(Thread, [event = Last, thread = Thread, answer = Answer, count = Count]) :-
    row(thread, [name = Thread, last = Last, status = Status]),
    ( Status == unknown -> Answer = null, Count = 0 ; Status == running -> Answer = false, Count = 0 ; Answer = true, Count = 1 ).
