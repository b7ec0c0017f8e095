% The queries of JavaTA (Girgis and Jayaraman, section 4) over event/3 and row/2. Those with a figure have its names and arguments.
% The paper goes through all events to find what encloses one; here that is looked up.
:- module(javata,
          [ call_chain/2, any_enclosing_method/3, full_detail_call_chain/2, where/3, where_exception_is_thrown/2,
            object_state/4, instance_field_history/6, instance_field_value/7,
            pre_event_called_methods/2, post_event_called_methods/2, enclosed_method/3,
            enclosing_arguments/2, enclosing_return_value/2, locals_before/2, locals_after/2,
            local_variable_history/3, argument_history/2, return_value_history/2, data_structure_history/3,
            all_instances/3, thread_status/3, call_tree/2,
            was_statement_executed/2, was_method_called/1, was_field_assigned/3, is_there_an_instance/1,
            was_exception_caught/1, is_thread_running/1, has_thread_exited/1
          ]).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(bridge)).

% Figure 4, outermost first. The paper's clauses for normal and abnormal termination lose a call that a caught exception left: it has no exit,
% and the exception is not uncaught. Here each call has the event that was its last.
call_chain(Id, Calls) :-
    findall(Call, any_enclosing_method(Id, Call, _), Innermost),
    reverse(Innermost, Calls).

% Innermost first when Id is known.
any_enclosing_method(Id, Call, Last) :-
    nonvar(Id),
    !,
    call_of(Id, Inner),
    row(ancestor, [call = Inner, ancestor = Call]),
    row(call, [event = Call, kind = Kind, last = Last]),
    Kind \== text.
any_enclosing_method(Id, Call, Last) :-
    event(Id, _, _),
    any_enclosing_method(Id, Call, Last).

% The call that an event happened in. Its end is not in it, as its beginning is not.
call_of(Id, Call) :-
    \+ integer(Id),
    Event is floor(Id),
    row(step, [event = Event, id = Id, call = Call]),
    !.
call_of(Id, Call) :-
    Event is floor(Id),
    row(event, [id = Event, call = Inner]),
    Inner \== null,
    (   row(exit, [event = Event, call = Inner, outcome = return])
    ->  row(call, [event = Inner, parent = Call]),
        Call \== null
    ;   Call = Inner
    ).

full_detail_call_chain(Id, Events) :-
    findall(event(Call, Thread, methodcall(Location, Receiver, Name, Arguments)),
            ( any_enclosing_method(Id, Call, _), event(Call, Thread, methodcall(Location, Receiver, Name, Arguments)) ),
            Events).

% Figure 5.
where_exception_is_thrown(Thread, Environment) :-
    where(Thread, exception(_, _, _, uncaught), Environment).

where(Thread, Event, Environment) :-
    event(Id, Thread, Event),
    full_detail_call_chain(Id, [Environment | _]).

% Figure 6: [Id, Field, Value] for each field of an object at an event.
object_state(Event, Class, Object, State) :-
    findall(Field, ( row(change, [owner = Object, event =< Event, kind = Kind, name = Field]), memberchk(Kind, [field, private]) ), Fields),
    list_to_set(Fields, Set),
    findall(Last, ( member(Field, Set), instance_field_history(0, Event, Class, Object, Field, History), last(History, Last) ), State).

% Figure 8.
instance_field_history(Start, End, Class, Object, Field, History) :-
    findall([Id, Field, Value], instance_field_value(Start, End, Class, Object, Field, Id, Value), History).

instance_field_value(Start, End, Class, Object, Field, Id, Value) :-
    row(change, [event >= Start, event =< End, owner = Object, name = Field, class = Class, event = Id, kind = Kind, value = Value]),
    memberchk(Kind, [field, private]).

% Figure 7: calls that the method around an event made before it and that had ended, each with its end.
pre_event_called_methods(Id, Pairs) :-
    findall([event(Call, Thread, Called), event(Exit, Thread, Ended)],
            ( enclosed_method(Id, Call, Exit), Call < Id, Exit < Id,
              Called = methodcall(_, _, _, _), event(Call, Thread, Called), Ended = methodexit(_, _, _, _, _), event(Exit, Thread, Ended) ),
            Pairs).

post_event_called_methods(Id, Pairs) :-
    findall([event(Call, Thread, Called), event(Exit, Thread, Ended)],
            ( enclosed_method(Id, Call, Exit), Call > Id,
              Called = methodcall(_, _, _, _), event(Call, Thread, Called), Ended = methodexit(_, _, _, _, _), event(Exit, Thread, Ended) ),
            Pairs).

enclosed_method(Id, Call, Exit) :-
    call_of(Id, Enclosing),
    row(call, [parent = Enclosing, event = Call]),
    row(exit, [call = Call, outcome = return, event = Exit]).

enclosing_arguments(Id, Arguments) :-
    call_of(Id, Call),
    event(Call, _, methodcall(_, _, _, Arguments)).

enclosing_return_value(Id, Value) :-
    call_of(Id, Call),
    event(_, _, methodexit(Call, _, _, _, Value)).

% Name = Value for the variables of the call around an event.
locals_before(Id, Locals) :- locals(Id, <, Locals).
locals_after(Id, Locals) :- locals(Id, =<, Locals).

locals(Id, Comparison, Locals) :-
    call_of(Id, Call),
    Bound =.. [Comparison, event, Id],
    findall(Name - Value, row(local, [Bound, call = Call, name = Name, value = Value]), Changes),
    foldl(newest, Changes, [], Locals).

newest(Name - Value, Before, [Name = Value | Others]) :-
    (   selectchk(Name = _, Before, Others) -> true ; Others = Before ).

% Histories: [Id, Value] and so on, by event.
local_variable_history(Method, Variable, History) :-
    findall([Id, Value],
            ( row(local, [name = Variable, event = Id, call = Call, value = Value]), row(call, [event = Call, method = Method]) ),
            History).

argument_history(Method, History) :-
    findall([Call, Arguments], event(Call, _, methodcall(_, _, Method, Arguments)), History).

return_value_history(Method, History) :-
    findall([Exit, Value], event(Exit, _, methodexit(_, _, _, Method, Value)), History).

data_structure_history(Class, Object, History) :-
    findall([Id, Contents],
            ( row(change, [owner = Object, event = Id, class = Class, kind = Kind]), memberchk(Kind, [element, entry]),
              event(Id, _, datastructure(_, Contents)) ),
            History).

all_instances(Class, Event, Instances) :-
    findall(o(Class, Object) - State,
            ( row(object, [class = Class, id = Object, created = Created]), Created \== null, Created =< Event,
              object_state(Event, Class, Object, State) ),
            Instances).

% running, exited, failed or none yet.
thread_status(Event, Thread, Status) :-
    row(thread, [name = Thread, first = First, last = Last, status = AtEnd]),
    (   Event < First
    ->  Status = none
    ;   ( Last == null ; Event < Last )
    ->  Status = running
    ;   Status = AtEnd
    ).

% tree(Call, Name, Trees).
call_tree(Call, tree(Call, Name, Trees)) :-
    row(call, [event = Call, function = Name]),
    findall(Tree, ( row(call, [parent = Call, event = Inner]), call_tree(Inner, Tree) ), Trees).

% Seven questions that are answered yes or no.
was_statement_executed(File, Line) :- once(row(event, [file = File, line = Line])).
was_method_called(Name) :- once(event(_, _, methodcall(_, _, Name, _))).
was_field_assigned(Class, Field, Value) :- once(event(_, _, setfield(_, o(Class, _), Field, Value))).
is_there_an_instance(Class) :- once(row(object, [class = Class])).
was_exception_caught(Class) :- row(exception, [class = Class, caught = Caught]), Caught \== null, !.
is_thread_running(Thread) :- once(row(thread, [name = Thread, status = running])).
has_thread_exited(Thread) :- row(thread, [name = Thread, status = Status]), memberchk(Status, [exited, failed]), !.
