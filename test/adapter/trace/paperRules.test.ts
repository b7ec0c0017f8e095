import assert from 'node:assert/strict';
import { ownQuery } from '../../../adapter/operations/ownQuery.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

/** The rules of the paper on JavaTA (Girgis and Jayaraman), as its figures have them, over event/3 of a recording. */
const figure4 = `call_chain(Id, OutList) :- findall(CId, any_enclosing_method(Id, CId, _), OutList).
any_enclosing_method(Id, CallId, ExitId) :-
  event(Id, T, _), event(CallId, T, methodcall(_, O, N, _)), Id > CallId,
  event(ExitId, T, methodexit(CallId, _, O, N, _)), Id < ExitId.
any_enclosing_method(Id, CallId, ExpId) :-
  event(Id, T, _), event(CallId, T, methodcall(_, O, N, _)), Id > CallId,
  \\+ event(_, T, methodexit(CallId, _, O, N, _)),
  event(ExpId, T, exception(_, _, _, uncaught)), Id =< ExpId.
`;
/** The text of the paper tells what it does: the list of Figure 4, from its end, with the events. */
const fullDetail = `full_detail_call_chain(Id, Events) :-
  call_chain(Id, Ids), reverse(Ids, Back), findall(event(C, T, E), ( member(C, Back), event(C, T, E), E = methodcall(_, _, _, _) ), Events).
`;
const figure5 = `where_exception_is_thrown(Thread, Environment) :- where(Thread, exception(_, _, _, uncaught), Environment).
where(Thread, Event, EnclosingEnvironment) :- event(Id, Thread, Event), full_detail_call_chain(Id, [EnclosingEnvironment|_]).
`;
const figure8 = `instance_field_history(S, E, OName, OId, F, R) :- findall([Id, F, V], instance_field_value(S, E, OName, OId, F, Id, V), R).
instance_field_value(S, E, OName, OId, F, Id, V) :- event(Id, _, setfield(_, o(OName, OId), F, V)), Id >= S, Id =< E.
class_field_history(S, E, OName, F, R) :- findall([Id, F, V], ( event(Id, _, setfield(_, c(OName), F, V)), Id >= S, Id =< E ), R).
`;
const figure6 = `object_state(E, OName, OId, State) :-
  event(S, _, methodcall(_, o(OName, OId), '<init>', _)),
  event(_, _, memberfields(c(OName), Fields)),
  object_state_helper(S, E, OName, OId, Fields, [], State).
object_state_helper(_, _, _, _, [], Ans, Ans).
object_state_helper(S, E, OName, OId, [cf(F)|R], SoFar, Ans) :-
  class_field_history(S, E, OName, F, H), last(H, C), object_state_helper(S, E, OName, OId, R, [C|SoFar], Ans).
object_state_helper(S, E, OName, OId, [of(F)|R], SoFar, Ans) :-
  instance_field_history(S, E, OName, OId, F, H), last(H, C), object_state_helper(S, E, OName, OId, R, [C|SoFar], Ans).
`;
const figure7 = `pre_event_called_methods(Id, OutList) :- findall([Call, Exit], pre_event_called_method(Id, Call, Exit), OutList).
pre_event_called_method(Id, event(Call, T, E1), event(Exit, T, E2)) :-
  enclosed_method(Id, Call, Exit), Call < Id, Exit < Id, event(Call, T, E1), event(Exit, T, E2).
enclosed_method(Id, Call, Exit) :-
  full_detail_call_chain(Id, [event(EnclosingId, Thread, _)|_]),
  any_enclosing_method(Id, EnclosingId, IdExit),
  event(Call, Thread, methodcall(_, O, N, _)),
  event(Exit, Thread, methodexit(Call, _, O, N, _)),
  any_enclosing_method(Call, EnclosingId, IdExit),
  any_enclosing_method(Exit, EnclosingId, IdExit).
`;
const figure9 = `login :-
  event(_, _, setfield(_, _, uBox, UBox)),
  event(_, _, setfield(_, _, pBox, PBox)),
  event(Id1, _, methodexit(_, _, UBox, getText, Username)),
  write('got user name'), nl,
  event(Id2, _, methodexit(_, _, PBox, getText, Password)),
  Id2 > Id1, write('got password'), nl,
  event(Id3, _, methodcall(_, _, verify, [Username, Password])),
  Id3 > Id2, write('enter verify'), nl,
  event(Id4, _, methodexit(Id3, _, _, verify, true)),
  Id4 > Id3, write('exit verify'), nl,
  event(Id5, _, methodexit(_, _, _, login, true)),
  Id5 > Id4, write('exit login'), nl.
`;

const traveller = `class Far { get() { return null; } }
class Example {
  run() {
    const far = new Far();
    const result = far.get();
    this.pass(result);
  }
  pass(value) { value.length; }
}
function main() { new Example().run(); }
main();
`;

const counter = `class Counter {
  static made = 0;
  constructor(name) {
    this.open = true;
    this.name = name;
    Counter.made = Counter.made + 1;
  }
  close() { this.open = false; }
}
function main() {
  const one = new Counter('a');
  new Counter('b');
  one.close();
}
main();
`;

const login = (password: string) => `class Box { constructor(text) { this.text = text; } getText() { return this.text; } }
class Form {
  constructor() { this.uBox = new Box('ada'); this.pBox = new Box('${password}'); }
  verify(user, word) { return user === 'ada' && word === 'lovelace'; }
  login() {
    const user = this.uBox.getText();
    const word = this.pBox.getText();
    return this.verify(user, word);
  }
}
new Form().login();
`;

describe('rules of the paper, in its own words', function () {
  this.timeout(240_000);
  const runs: RecordedProgram[] = [];
  after(() => runs.forEach((run) => run.dispose()));

  const of = async (program: string) => {
    const run = await recorded({ 'main.js': program });
    runs.push(run);
    return async (text: string) => {
      const limits = { rows: 100, megabytes: 256 };
      return await ownQuery({ recording: run.file, file: 'asked.pl', text, limits, cwd: run.folder });
    };
  };

  it('figure 4: the call chain; figure 5: where the exception is thrown; figure 7: what was called before', async () => {
    const ask = await of(traveller);
    const rules = figure4 + fullDetail + figure5 + figure7;
    const thrown = 'event(_E, main, exception(_, _, _, uncaught))';
    const chain = await ask(
      `${rules}?- ${thrown}, call_chain(_E, _Ids), findall(N, ( member(_I, _Ids), event(_I, _, methodcall(_, _, N, _)) ), Names).`,
    );
    assert.deepEqual(chain.rows[0]?.at(-1), ['main', 'run', 'pass']);
    const where = await ask(`${rules}?- where_exception_is_thrown(main, event(_, _, methodcall(_, _, Name, Given))).`);
    assert.deepEqual(where.rows, [['pass', [null]]]);
    const before = await ask(
      `${rules}?- event(_P, _, methodcall(_, _, pass, _)), pre_event_called_methods(_P, Pairs), member([event(_, _, methodcall(_, _, Name, _)), event(_, _, methodexit(_, _, _, _, Result))], Pairs).`,
    );
    assert.deepEqual(
      before.rows.map((row) => row.slice(1)),
      [
        ['<init>', 'void'],
        ['get', null],
      ],
    );
  });

  it('figure 4, 5 and 7: the library gives the same', async () => {
    const ask = await of(traveller);
    const both = `${figure4.replaceAll('call_chain', 'paper_chain').replaceAll('any_enclosing_method', 'paper_enclosing')}
?- findall(_I, event(_I, _, methodcall(_, _, _, _)), _Ids), forall(member(_I, _Ids), ( paper_chain(_I, _A), call_chain(_I, _B), sort(_A, _S), sort(_B, _S) )).`;
    assert.deepEqual((await ask(both)).rows, [[true]]);
  });

  it('figure 6: the state of an object; figure 8: the history of a field', async () => {
    const ask = await of(counter);
    const end = 'event(End, main, threaddeath(main))';
    const state = await ask(`${figure6}${figure8}?- ${end}, object_state(End, 'Counter', Id, State).`);
    assert.deepEqual(
      state.rows.map(([, , fields]) => (fields as readonly (readonly unknown[])[]).map(([, name, value]) => [name, value])),
      [
        [
          ['name', 'a'],
          ['open', false],
          ['made', 2],
        ],
        [
          ['name', 'b'],
          ['open', true],
          ['made', 2],
        ],
      ],
    );
    const history = await ask(
      `${figure8}?- ${end}, event(_, _, setfield(_, o('Counter', Id), name, "a")), instance_field_history(0, End, 'Counter', Id, open, History).`,
    );
    assert.deepEqual(
      (history.rows[0]?.at(-1) as readonly (readonly unknown[])[]).map(([, name, value]) => [name, value]),
      [
        ['open', true],
        ['open', false],
      ],
    );
  });

  it('figure 9: the behaviour view of a login task', async () => {
    const good = await (await of(login('lovelace')))(`${figure9}?- login.`);
    assert.deepEqual(
      [good.rows, good.output?.trim().split('\n')],
      [[[true]], ['got user name', 'got password', 'enter verify', 'exit verify', 'exit login']],
    );
    const wrong = await (await of(login('babbage')))(`${figure9}?- login.`);
    assert.deepEqual([wrong.rows, wrong.output?.trim().split('\n').at(-1)], [[[false]], 'enter verify']);
  });
});
