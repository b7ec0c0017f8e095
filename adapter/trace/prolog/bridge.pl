% How a query is read, checked and answered. Loaded before any text of the user's.
:- module(whence, [event/3, row/2]).
:- use_module(library(sandbox)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(solution_sequences)).
:- use_module(library(pairs)).
:- use_module(library(assoc)).
:- use_module(library(option)).
:- use_module(library(dcg/basics)).

% event(?Id, ?Thread, ?Term): the run in JEL, in the order of Id.
event(Id, Thread, Term) :-
    '$js_call'(event(Id, Thread, Term, first), Answer),
    solution(Answer, event(Id, Thread, Term)).

% bare_event(?Id, ?Thread, ?Term): the same; the list of variables of a step is left open, which costs much to find.
bare_event(Id, Thread, Term) :-
    '$js_call'(bare_event(Id, Thread, Term, first), Answer),
    solution(Answer, bare_event(Id, Thread, Term)).

% row(+Relation, ?Columns): Columns is a list of Name = Value, and of Name < Number and so on. Values that are bound are looked up by an index
% where the relation has one. A column that is empty is null; value is the four columns of a value as one term.
row(Relation, Columns) :-
    '$js_call'(row(Relation, Columns, first), Answer),
    solution(Answer, row(Relation, Columns)).

% solution(+Answer, ?Goal): Answer has some solutions, and where to ask for more.
solution(rows(Goals, none), Goal) :-
    !,
    member(Goal, Goals).
solution(rows(Goals, _), Goal) :-
    member(Goal, Goals).
solution(rows(_, More), Goal) :-
    Goal =.. [Name | Arguments],
    append(Arguments, [More], All),
    Request =.. [Name | All],
    '$js_call'(Request, Answer),
    solution(Answer, Goal).

:- multifile sandbox:safe_primitive/1.
sandbox:safe_primitive(whence:event(_, _, _)).
sandbox:safe_primitive(whence:row(_, _)).
% What is written goes into the answer.
sandbox:safe_primitive(system:write(_)).
sandbox:safe_primitive(system:writeln(_)).
sandbox:safe_primitive(system:writeq(_)).
sandbox:safe_primitive(system:print(_)).
sandbox:safe_primitive(system:nl).
sandbox:safe_primitive(system:tab(_)).

% Reads the text, and gives each solution of its goal to JavaScript.
main :-
    '$js_call'(text, Text),
    catch(whence:answer(Text), Error, whence:fault(Error)).

answer(Text) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_program(Stream, Goal, Names, Place),
        close(Stream)),
    (   Goal == none
    ->  '$js_call'(fault("The text asks nothing: write a goal behind ?- and end it with a full stop.", none), _)
    ;   catch(sandbox:safe_goal(program:Goal), Error, throw(unsafe(Error, Place))),
        pairs(Names, Columns, Values),
        '$js_call'(columns(Columns), _),
        bare_goal(Goal, Values, Bare),
        with_output_to(string(Output), run(Bare, Values)),
        '$js_call'(output(Output), _)
    ).

run(Goal, Values) :-
    forall(program:Goal, '$js_call'(solution(Values), _)).

% bare_goal(+Goal, +Values, -Bare): the goal, with bare events where nothing looks at the variables of a step: what stands for them is
% nowhere else in the goal, and is no value of the answer.
bare_goal(Goal, _, Goal) :-
    % Of the user's own.
    predicate_property(program:event(_, _, _), dynamic),
    !.
bare_goal(Goal, Values, Bare) :-
    term_singletons(Goal, Singletons),
    term_variables(Values, Shown),
    exclude(is_among(Shown), Singletons, Unseen),
    bare(Goal, Unseen, Bare).

is_among(List, Variable) :- member(One, List), One == Variable, !.

bare(Goal, _, Goal) :- var(Goal), !.
bare((A0, B0), Unseen, (A, B)) :- !, bare(A0, Unseen, A), bare(B0, Unseen, B).
bare((A0 ; B0), Unseen, (A ; B)) :- !, bare(A0, Unseen, A), bare(B0, Unseen, B).
bare((A0 -> B0), Unseen, (A -> B)) :- !, bare(A0, Unseen, A), bare(B0, Unseen, B).
bare((A0 *-> B0), Unseen, (A *-> B)) :- !, bare(A0, Unseen, A), bare(B0, Unseen, B).
bare(\+ Goal0, Unseen, \+ Goal) :- !, bare(Goal0, Unseen, Goal).
bare(forall(A0, B0), Unseen, forall(A, B)) :- !, bare(A0, Unseen, A), bare(B0, Unseen, B).
bare(once(Goal0), Unseen, once(Goal)) :- !, bare(Goal0, Unseen, Goal).
bare(ignore(Goal0), Unseen, ignore(Goal)) :- !, bare(Goal0, Unseen, Goal).
bare(findall(Template, Goal0, List), Unseen, findall(Template, Goal, List)) :- !, bare(Goal0, Unseen, Goal).
bare(aggregate_all(What, Goal0, Result), Unseen, aggregate_all(What, Goal, Result)) :- !, bare(Goal0, Unseen, Goal).
bare(limit(Count, Goal0), Unseen, limit(Count, Goal)) :- !, bare(Goal0, Unseen, Goal).
bare(event(Id, Thread, Term), Unseen, whence:bare_event(Id, Thread, Term)) :-
    (   var(Term)
    ->  is_among(Unseen, Term)
    ;   Term = step(_, Locals),
        var(Locals),
        is_among(Unseen, Locals)
    ),
    !.
bare(Goal, _, Goal).

pairs([], [], []).
pairs([Name = Value | Names], Columns, Values) :-
    (   sub_atom(Name, 0, _, _, '_')
    ->  pairs(Names, Columns, Values)
    ;   Columns = [Name | MoreColumns],
        Values = [Value | MoreValues],
        pairs(Names, MoreColumns, MoreValues)
    ).

read_program(Stream, Goal, Names, Place) :-
    read_program(Stream, none, [], none, Goal, Names, Place).

read_program(Stream, Goal0, Names0, Place0, Goal, Names, Place) :-
    read_term(Stream, Term, [module(program), variable_names(Read), term_position(Position), syntax_errors(error), double_quotes(string)]),
    stream_position_data(char_count, Position, At),
    (   Term == end_of_file
    ->  Goal = Goal0, Names = Names0, Place = Place0
    ;   nonvar(Term), Term = (?- Asked)
    ->  (   Goal0 == none
        ->  read_program(Stream, Asked, Read, At, Goal, Names, Place)
        ;   throw(second_goal(At))
        )
    ;   catch(add(Term), Error, throw(unsafe(Error, At))),
        read_program(Stream, Goal0, Names0, Place0, Goal, Names, Place)
    ).

% A clause of the user's own. Nothing of it runs here.
add(Term) :- var(Term), !, throw(error(instantiation_error, _)).
add((:- Directive)) :- !, direct(Directive).
add((Head --> Body)) :- !, dcg_translate_rule((Head --> Body), Clause), add(Clause).
add((Head :- Body)) :- !, own(Head), assertz(program:(Head :- Body)).
add(Head) :- own(Head), assertz(program:Head).

own(Head) :-
    must_be(callable, Head),
    (   Head = _:_
    ->  throw(error(permission_error(define, predicate_of_module, Head), _))
    ;   true
    ).

direct(Directive) :- var(Directive), !, throw(error(instantiation_error, _)).
direct((table Predicates)) :- !, own_indicators(Predicates), table(program:Predicates).
direct((dynamic Predicates)) :- !, own_indicators(Predicates), dynamic(program:Predicates).
direct((discontiguous _)) :- !.
direct(use_module(library(Library))) :- allowed_library(Library), !, program:use_module(library(Library)).
direct(Directive) :- throw(error(permission_error(run, directive, Directive), _)).

own_indicators((A, B)) :- !, own_indicators(A), own_indicators(B).
own_indicators(Name/Arity) :- must_be(atom, Name), must_be(nonneg, Arity).

allowed_library(lists).
allowed_library(apply).
allowed_library(aggregate).
allowed_library(solution_sequences).
allowed_library(pairs).
allowed_library(assoc).
allowed_library(ordsets).
allowed_library(ugraphs).
allowed_library(option).
allowed_library(yall).
allowed_library(dcg/basics).
allowed_library(strings).

% What went wrong, as one text, and the number of the character where.
fault(second_goal(At)) :- !, '$js_call'(fault("A query is one goal: here another one begins.", At), _).
fault(whence_failure(Text)) :- !, '$js_call'(fault(Text, none), _).
fault(unsafe(Error, At)) :- !, sentence(Error, Text), name_of(Error, Name), '$js_call'(fault(Text, At, Name), _).
fault(error(syntax_error(What), Context)) :-
    character(Context, At), !,
    sentence(error(syntax_error(What), _), Text),
    '$js_call'(fault(Text, At), _).
fault(error(resource_error(What), _)) :- !, '$js_call'(resource(What), _).
fault(Error) :- sentence(Error, Text), name_of(Error, Name), '$js_call'(fault(Text, none, Name), _).

character(stream(_, _, _, At), At).
character(string(_, At), At).
character(file(_, _, _, At), At).

% The name of the predicate that an error is about.
name_of(error(existence_error(_, What), _), Name) :- predicate_of(What, Name/_), !.
name_of(error(permission_error(_, _, What), _), Name) :- predicate_of(What, Name/_), !.
name_of(_, none).

predicate_of(What, _) :- var(What), !, fail.
predicate_of(_:What, Predicate) :- !, predicate_of(What, Predicate).
predicate_of(Name/Arity, Name/Arity) :- atom(Name), integer(Arity), !.
predicate_of(Goal, Name/Arity) :- callable(Goal), functor(Goal, Name, Arity).

sentence(error(existence_error(procedure, What), _), Text) :-
    predicate_of(What, Name/Arity),
    !,
    format(string(Text), "There is no predicate ~q.", [Name/Arity]).
sentence(error(permission_error(_, sandboxed, What), _), Text) :-
    predicate_of(What, Name/Arity),
    !,
    format(string(Text), "A query may not call ~q: it only reads the recording.", [Name/Arity]).
sentence(Error, Text) :-
    nonvar(Error),
    Error \= error(_, _),
    !,
    format(string(Text), "The query threw ~q.", [Error]).
sentence(Error, Text) :-
    catch(phrase('$messages':translate_message(Error), Lines), _, fail),
    with_output_to(string(Text0), print_message_lines(current_output, '', Lines)),
    split_string(Text0, "", "\s\n", [Text]),
    !.
sentence(Error, Text) :- format(string(Text), "~q", [Error]).

:- initialization(prepare).

prepare :-
    set_prolog_flag(program:unknown, error),
    set_module(program:class(user)),
    add_import_module(program, questions, start),
    add_import_module(program, javata, start),
    add_import_module(program, whence, end).
