import assert from 'node:assert/strict';
import { expressionAt, frameIndexOf, subjectOf } from '../../extension/querypoints/subject.js';
import { rowsOf } from '../../extension/querypoints/rows.js';
import { read } from '../tidy/files.js';
import { chain, forecast, place, point } from '../support/chains.js';

describe('the rows of the Querypoints view', () => {
  const counts = { total: 9, rejected: { before: 2, sameness: 5, mayAffect: 0, index: 1 } };
  const change = point('P2', { before: '1', after: '2', place: place(20), hit: 3, event: 60, counts, index: -2 });
  const told = {
    ...chain(point('P1'), change, point('P3', { status: 'initial', reason: 'No write precedes.', place: null })),
    notes: ['A note.'],
  };

  it('are chains, newest first, with their points and what is known of each', () => {
    const [newest, oldest] = rowsOf([told, { ...told, id: 2 }]);
    assert.deepEqual([newest?.chain.id, oldest?.chain.id, oldest?.label], [2, 1, 'Stop at shop.ts:10']);
    assert.deepEqual(
      oldest?.children.map(({ label, description }) => [label, description]),
      [
        ['P1 stopped here', 'shop.ts:10'],
        ['P2 last change of this.total', 'shop.ts:20  1 → 2'],
        ['P3 last change of this.total', 'No write precedes.'],
        ['A note.', ''],
      ],
    );
    assert.deepEqual(
      oldest?.children[1]?.children.map(({ label, description }) => [label, description]),
      [
        ['this.total = n;', ''],
        ['9 candidates', '5 of another object, 2 later, 1 not the chosen one'],
      ],
    );
  });

  it('say what the analysis knew beforehand, once it is known', () => {
    const [row] = rowsOf([chain(point('P1', { forecast }))]);
    const [, ...rows] = row?.children[0]?.children ?? [];
    assert.deepEqual(
      rows.map(({ label, description, place: leadsTo }) => [label, description, leadsTo]),
      [
        ['predicted by', 'fails if n > 5 at shop.ts:6', place(6)],
        ['n just before', 'reachable 0..500, good 0..5: this run fails', null],
        ['k just before', 'reachable 1', null],
      ],
    );
  });

  it('say that a run is on which shows the stacks', () => {
    assert.equal(rowsOf([told])[0]?.description, '1 run');
    assert.equal(rowsOf([{ ...told, isSettled: false }])[0]?.description, '1 run, stacks follow');
  });

  it('say what can be done with them', () => {
    const points = rowsOf([told])[0]?.children.map(({ context }) => context) ?? [];
    assert.match(points[0] ?? '', / point located stop here /);
    assert.match(points[1] ?? '', / located lastChange hasPrevious hasNext /);
    assert.doesNotMatch(points[2] ?? '', / located /);
  });

  it('warn of runs that differ', () => {
    const { place: at, status, hit, event, before, after, taken } = change;
    const answer = { id: 'P2', status, place: at, hit, event, before, after, taken };
    const [row] = rowsOf([{ ...told, isDeterministic: false, runs: [[answer], [{ ...answer, after: '7' }]] }]);
    assert.deepEqual([row?.icon, row?.description], ['warning', '1 run, which differ']);
    assert.deepEqual(
      row?.children[1]?.children.slice(-2).map(({ label, description }) => [label, description]),
      [
        ['run 1', 'shop.ts:20, passage 3: 2'],
        ['run 2', 'shop.ts:20, passage 3: 7'],
      ],
    );
  });
});

describe('what is asked about', () => {
  it('is what the cursor is on, with what stands before it', () => {
    const line = '  if (this.rows[i].total > limit?.max) a.b();';
    const at = (text: string) => expressionAt(line, line.indexOf(text));
    assert.equal(at('this'), 'this');
    assert.equal(at('rows'), 'this.rows');
    assert.equal(at('total'), 'this.rows[i].total');
    assert.equal(at('limit'), 'limit');
    assert.equal(at('max'), 'limit.max');
    assert.equal(at('b()'), 'a.b');
    assert.equal(expressionAt('  #secret = 1; this.#secret', 22), 'this.#secret');
    assert.equal(expressionAt('1 + 2', 2), null);
  });

  it('is the row of a debug view', () => {
    const container = { name: 'Local', variablesReference: 4 };
    assert.deepEqual(subjectOf({ sessionId: 's', container, variable: { name: 'total', value: '3', evaluateName: 'this.total' } }), {
      expression: 'this.total',
    });
    assert.deepEqual(subjectOf({ sessionId: 's', container, variable: { name: 'total', value: '3' } }), {
      variablesReference: 4,
      name: 'total',
    });
    assert.deepEqual(subjectOf({ sessionId: 's', container: { expression: 'a.b' }, variable: { name: 'a.b', value: '3' } }), {
      expression: 'a.b',
    });
    assert.equal(subjectOf(undefined), null);
    assert.deepEqual(frameIndexOf({ sessionId: 's', frameId: 'stackframe:0a-1b:1:3:main.ts' }), { threadId: 1, index: 3 });
    assert.equal(frameIndexOf({ sessionId: 's', threadId: 'thread:1' }), null);
  });
});

describe('the menus of questions', () => {
  const { menus, views, viewsWelcome } = (
    JSON.parse(read('package.json')) as {
      readonly contributes: {
        readonly menus: Readonly<
          Record<string, readonly { readonly command?: string; readonly submenu?: string; readonly when?: string }[]>
        >;
        readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
        readonly viewsWelcome: readonly { readonly view: string }[];
      };
    }
  ).contributes;

  it('are in the debug views and the editor, of our sessions and those that the bridge leads from', () => {
    const sessions = 'debugType =~ /^(whence|pwa-node)$/';
    for (const menu of ['debug/variables/context', 'debug/watch/context', 'debug/callstack/context']) {
      assert.ok((menus[menu]?.length ?? 0) >= 2, menu);
      // Of recordings alone more can be asked.
      const questions = menus[menu]?.filter(({ when }) => when?.includes('whence.hasRecording') !== true) ?? [];
      for (const { when } of questions) assert.ok(when?.startsWith(sessions), when);
    }
    const submenu = menus['editor/context']?.find((item) => item.submenu === 'whence.debugContext');
    assert.equal(submenu?.when, `inDebugMode && ${sessions} && debugState == 'stopped'`);
  });

  it('are in the Querypoints view, on rows that are located points', () => {
    assert.ok(views['debug']?.some(({ id }) => id === 'whence.querypoints'));
    assert.ok(viewsWelcome.some(({ view }) => view === 'whence.querypoints'));
    const stop = menus['view/item/context']?.filter(({ command }) => command === 'whence.stopHere') ?? [];
    assert.ok(stop.length > 0);
    for (const { when } of stop) {
      const pattern = /viewItem =~ \/(.*)\//.exec(when ?? '')?.[1] ?? assert.fail('no test of the row');
      const contexts = rowsOf([chain(point('P1'), point('P2', { status: 'not-found', reason: 'No.' }))])[0]?.children.map(
        ({ context }) => context,
      );
      assert.deepEqual(
        contexts?.map((context) => new RegExp(pattern).test(context)),
        [true, false],
      );
    }
  });
});
