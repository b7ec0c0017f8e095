import assert from 'node:assert/strict';
import { PrologEngine } from '../../../../adapter/trace/prolog/prologQuery.js';
import { QueryError } from '../../../../adapter/trace/relations/queryError.js';
import { paperRelations } from '../../../support/paperTrace.js';

describe('Prolog over relations', () => {
  let engine: PrologEngine;

  before(async () => {
    engine = await PrologEngine.start(paperRelations, { rows: 100, megabytes: 128 });
  });

  const rows = (text: string) => engine.query(text).rows;

  describe('events', () => {
    it('are those of figure 2, but for steps', () => {
      const names = rows('?- event(Id, main, Term), Term =.. [Name | _].').map(([id, , name]) => `${String(id)} ${String(name)}`);
      assert.deepEqual(names, [
        '0 threadstart',
        '1 methodcall',
        '2 methodcall',
        '4 methodcall',
        '5 methodcall',
        '6 methodexit',
        '9 methodcall',
        '10 methodexit',
        '13 methodcall',
        '14 methodcall',
        '15 exception',
        '16 threaddeath',
      ]);
    });

    it('have locations, receivers, names and arguments', () => {
      assert.deepEqual(rows('?- event(1, T, E).'), [['main', "methodcall(l('example.js', 20), c('Example'), main, [o('Array', 1)])"]]);
      assert.deepEqual(rows('?- event(5, _, E).'), [["methodcall(l('example.js', 23), o('FarAWayClass', 5), '<init>', [])"]]);
      assert.deepEqual(rows('?- event(6, _, methodexit(C, _, o(_, O), N, V)).'), [[5, 5, '<init>', 'void']]);
      assert.deepEqual(rows('?- event(10, _, methodexit(C, _, _, N, V)).'), [[9, 'doSomeThing', null]]);
    });

    it('are found by what is known of them', () => {
      assert.deepEqual(rows('?- event(Id, _, methodcall(_, _, Name, [null])).'), [
        [13, 'm2'],
        [14, 'mN'],
      ]);
      assert.deepEqual(rows("?- event(Id, _, methodcall(_, o('FarAWayClass', _), Name, _))."), [
        [5, '<init>'],
        [9, 'doSomeThing'],
      ]);
      assert.deepEqual(rows('?- event(Id, _, methodcall(_, _, nothing, _)).'), []);
      assert.deepEqual(rows('?- event(3, _, _).'), [[false]]);
      assert.deepEqual(rows('?- event(Id, another, _).'), []);
      assert.deepEqual(rows('?- event(Id, _, nothing(_)).'), []);
    });

    it('come in chunks, all of them, in order', () => {
      assert.deepEqual(
        rows('?- findall(A-B, (event(A, _, _), event(B, _, _)), L), length(L, N), msort(L, S), (S == L -> true ; fail), L = _.')[0]?.[3],
        144,
      );
    });
  });

  describe("the paper's rules", () => {
    const far = (call: string) => `methodcall(l('example.js', ${call})`;

    it('table 1, Q1: where an exception is thrown', () => {
      assert.deepEqual(rows('?- where_exception_is_thrown(main, event(Id, _, methodcall(_, _, Name, Arguments))).'), [[14, 'mN', [null]]]);
    });

    it('table 1, Q2: the call chain in full detail, from the innermost', () => {
      const [[chain]] = rows('?- full_detail_call_chain(15, Chain).') as [[readonly string[]]];
      assert.deepEqual(
        chain.map((event) => /^event\((\d+), main, methodcall/.exec(event)?.[1]),
        ['14', '13', '4', '2', '1'],
      );
      assert.match(chain[0] ?? '', new RegExp(far('14').replace(/[()]/g, '\\$&')));
    });

    it('table 1, Q3: the methods called before an event in the same method', () => {
      assert.deepEqual(
        rows(
          '?- pre_event_called_methods(13, Pairs), member([event(Call, _, methodcall(_, _, N, _)), event(Exit, _, methodexit(_, _, _, _, V))], Pairs), Pairs = _.',
        ).map((row) => row.slice(1)),
        [
          [5, '<init>', 6, 'void'],
          [9, 'doSomeThing', 10, null],
        ],
      );
    });

    it('figure 4: calls in their order, an end not in what it ends', () => {
      assert.deepEqual(rows('?- call_chain(15, L).'), [[[1, 2, 4, 13, 14]]]);
      assert.deepEqual(rows('?- call_chain(10, L).'), [[[1, 2, 4]]]);
      assert.deepEqual(rows('?- call_chain(1, L).'), [[[]]]);
    });
  });

  describe('relations', () => {
    it('are read by names of columns', () => {
      assert.deepEqual(rows('?- row(call, [parent = 4, event = E, method = M]).'), [
        [5, 'constructor'],
        [9, 'doSomeThing'],
        [13, 'm2'],
      ]);
      assert.deepEqual(rows('?- row(call, [depth >= 3, event = E, event < 13]).'), [[5], [9]]);
      assert.deepEqual(rows('?- row(exit, [call = 9, value = V, site = S]).'), [[null, null]]);
      assert.deepEqual(rows('?- row(exit, [value = null, call = C]).'), [[9]]);
      assert.deepEqual(rows('?- row(call, [method = "m2", event = E]).'), [[13]]);
    });

    it('name what there is when a name is none', () => {
      assert.throws(() => rows('?- row(nothing, []).'), /row\/2 is given a relation first: run, thread/);
      assert.throws(() => rows('?- row(call, [nothing = 1]).'), /call has no column nothing: it has event, thread/);
      assert.throws(() => rows('?- row(call, X).'), /a list of columns/);
    });
  });

  describe('a query', () => {
    it('may have clauses, grammars and tables of its own', () => {
      assert.deepEqual(rows('long(Id) :- event(Id, _, methodcall(_, _, Name, _)), atom_length(Name, L), L > 6.\n?- long(Id).'), [[9]]);
      const above = `:- table above/2.
        above(A, B) :- row(call, [event = A, parent = B]).
        above(A, C) :- above(A, B), row(call, [event = B, parent = C]), C \\== null.
        ?- aggregate_all(bag(X), above(14, X), _L), sort(_L, Calls).`;
      assert.deepEqual(rows(above), [['_', [1, 2, 4, 13]]]);
      assert.deepEqual(rows('two --> [a], [b].\n?- phrase(two, [a, b]).'), [[true]]);
    });

    it('answers yes or no where it has no variables', () => {
      assert.deepEqual(engine.query('?- was_method_called(mN).'), { columns: ['answer'], rows: [[true]], total: 1 });
      assert.deepEqual(engine.query('?- was_method_called(nothing).'), { columns: ['answer'], rows: [[false]], total: 1 });
    });

    it('gives what it writes, and values as JSON', () => {
      assert.equal(engine.query('?- write(hello), nl.').output, 'hello\n');
      assert.deepEqual(
        rows('?- A = "ä😀", B = \'b c\', C = -0.0, D = [1, x], E = f(_, "q"), F = o(\'Row\', 3), G is 2 ** 100, H = _X.')[0]?.slice(0, 7),
        ['ä😀', 'b c', { number: '-0' }, [1, 'x'], 'f(_, "q")', { object: 'Row#3' }, { bigint: String(2n ** 100n) }],
      );
    });

    it('gives so many rows, and counts all', async () => {
      const { rows, total } = engine.query('?- between(1, 1000, X).');
      assert.deepEqual([rows.length, total], [100, 1000]);
    });

    const refused: readonly (readonly [what: string, text: string, message: RegExp, line: number | null, column: number])[] = [
      ['a predicate that is none', '?- true,\n   nothing(1).', /There is no predicate nothing\/1/, 2, 4],
      ['one that a clause calls', 'p :- nothing.\n?- p.', /There is no predicate nothing\/0/, 1, 6],
      ['what cannot be read', 'p(1).\n?- p(X)) .', /Syntax error/, 2, 7],
      ['a goal that does not end', '?- p(', /Syntax error: Unexpected end of file/, 1, 5],
      ['no goal', 'p(1).', /asks nothing/, null, 0],
      ['a second goal', '?- true.\n% and\n ?- fail.', /here another one begins/, 3, 2],
      ['a command', '?- true, shell(ls).', /may not call shell/, 1, 10],
      ['a file to read', "?- open('/etc/passwd', read, S).", /may not call open/, 1, 4],
      ['a text to load', "?- consult('/etc/passwd').", /may not call/, 1, 1],
      ['JavaScript', '?- X := "process.exit()".', /may not call '\$js_call'/, 1, 1],
      ['the way to JavaScript', "?- '$js_call'(text, X).", /may not call '\$js_call'/, 1, 5],
      ['the same through a module', "?- whence:'$js_call'(text, X).", /may not call '\$js_call'/, 1, 12],
      ['the same as a value', "?- G = '$js_call'(text, X), call(G).", /may not|Could not derive/i, 1, 1],
      ['the end of Prolog', '?- halt.', /may not call halt/, 1, 4],
      ['a directive', ':- shell(ls).\n?- true.', /No permission to run directive/, 1, 4],
      ['a file as a library', ":- use_module('/etc/passwd').\n?- true.", /No permission to run directive/, 1, 4],
      ['another definition of an event', 'event(1, 2, 3).\n?- true.', /No permission to modify/, 1, 1],
      ['a clause of the system', 'system:member(1, 2).\n?- true.', /No permission to define/, 1, 8],
      ['a change of another module', '?- assertz(whence:event(1, 2, 3)).', /may not call assertz/, 1, 4],
    ];
    for (const [what, text, message, line, column] of refused)
      it(`is refused, and its place said: ${what}`, () => {
        assert.throws(
          () => engine.query(text),
          (error) => {
            assert.ok(error instanceof QueryError, String(error));
            assert.match(error.message, message);
            assert.deepEqual(error.place, line === null ? null : { line, column });
            return true;
          },
        );
      });

    it('stops at its memory', () => {
      assert.throws(() => rows('?- findall(X, between(1, inf, X), L).'), /needs more than 128 MB/);
      assert.deepEqual(rows('?- X = 1.'), [[1]]);
    });
  });
});
