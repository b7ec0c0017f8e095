import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { debugging, type Debugged } from '../../support/debugging.js';
import { Refused } from '../../support/dapClient.js';

const program = `
class Row {
  #secret = 7;
  constructor(id) { this.id = id; }
  get twice() { return this.id * 2; }
  toString() { return 'Row number ' + this.id; }
}
class Named { [Symbol.for('debug.description')]() { return 'a named thing'; } }
function show(given) {
  const row = new Row(3);
  const long = Array.from({ length: 1000 }, (_, index) => index * index);
  const map = new Map([['a', 1], [{ k: 1 }, row]]);
  const set = new Set([1, 'two']);
  const mixed = { text: "it's", big: 12n, none: null, nothing: undefined, date: new Date(0), pattern: /x+/g, f(a, b) {}, list: [1, , 3], own: new Named(), [Symbol('s')]: 1, 'not-a-name': true };
  mixed.self = mixed;
  let changed = 1;
  const fixed = 1;
  Object.defineProperty(mixed, 'lazy', { get() { globalThis.touched = true; return 42; }, enumerable: true });
  return row.id + changed; //stop
}
console.log(show('x'), [1, { deep: { deeper: true } }]);
`;

const atStop = (use: (debugged: Debugged, stopped: Awaited<ReturnType<Debugged['stopped']>>) => Promise<void>) => () =>
  debugging(program, async (debugged) => {
    await debugged.launch({}, () => debugged.breakAt(['//stop']));
    await use(debugged, await debugged.stopped());
  });

describe('values', () => {
  it(
    'are shown in one line each',
    atStop(async (debugged, stopped) => {
      const locals = await debugged.variables(stopped);
      const shown = Object.fromEntries(Object.entries(locals).map(([name, { value }]) => [name, value]));
      assert.deepEqual(
        { ...shown, mixed: null, this: null, long: shown['long']?.slice(0, 24) },
        {
          this: null,
          given: "'x'",
          row: 'Row number 3',
          long: '(1000) [0, 1, 4, 9, 16, ',
          map: "Map(2) {'a' => 1, {k: 1} => Row {#secret: 7, id: 3}}",
          set: "Set(2) {1, 'two'}",
          mixed: null,
          changed: '1',
          fixed: '1',
        },
      );
    }),
  );

  it(
    'tell menus which of them are objects, which were created somewhere',
    atStop(async (debugged, stopped) => {
      const locals = await debugged.variables(stopped);
      const kindOf = (name: string): unknown =>
        (locals[name] as { readonly __vscodeVariableMenuContext?: unknown }).__vscodeVariableMenuContext;
      assert.deepEqual(['row', 'map', 'long'].map(kindOf), ['object', 'object', 'object']);
      assert.deepEqual(['given', 'fixed'].map(kindOf), ['primitive', 'primitive']);
    }),
  );

  it(
    'are opened: kinds of properties, private members, getters that wait to be asked',
    atStop(async (debugged, stopped) => {
      const locals = await debugged.variables(stopped);
      const mixed = await debugged.children(locals['mixed'] ?? assert.fail());
      const shown = Object.fromEntries(Object.entries(mixed).map(([name, { value }]) => [name, value]));
      assert.deepEqual(
        ['text', 'big', 'none', 'nothing', 'pattern', 'f', 'list', 'own', 'Symbol(s)', 'not-a-name', 'lazy'].map((name) => shown[name]),
        ['"it\'s"', '12n', 'null', 'undefined', '/x+/g', 'ƒ f(a, b)', '(3) [1, empty, 3]', 'a named thing', '1', 'true', '(...)'],
      );
      assert.deepEqual([mixed['not-a-name']?.evaluateName, mixed['text']?.evaluateName], ['mixed["not-a-name"]', 'mixed.text']);

      const lazy = mixed['lazy'] ?? assert.fail();
      assert.equal(lazy.presentationHint?.lazy, true);
      assert.equal((await debugged.evaluate('typeof touched', 'watch', stopped)).result, "'undefined'");
      assert.deepEqual(
        Object.values(await debugged.children(lazy)).map(({ name, value }) => [name, value]),
        [['lazy', '42']],
      );

      const row = await debugged.children(locals['row'] ?? assert.fail());
      assert.deepEqual([row['#secret']?.value, row['twice']?.value, row['[[Prototype]]']?.variablesReference === 0], ['7', '(...)', false]);
      assert.deepEqual(Object.values(await debugged.children(row['twice'] ?? assert.fail()))[0]?.value, '6');

      const entries = await debugged.children((await debugged.children(locals['map'] ?? assert.fail()))['[[Entries]]'] ?? assert.fail());
      assert.deepEqual(entries['0']?.value, '{"a" => 1}');
      assert.deepEqual(Object.keys(await debugged.children(entries['1'] ?? assert.fail())).slice(0, 2), ['key', 'value']);
      const self = await debugged.children(
        await debugged.children(mixed['self'] ?? assert.fail()).then((one) => one['self'] ?? assert.fail()),
      );
      assert.equal(self['big']?.value, '12n');
    }),
  );

  it(
    'of long arrays come in portions',
    atStop(async (debugged, stopped) => {
      const long = (await debugged.variables(stopped))['long'] ?? assert.fail();
      assert.deepEqual([long.indexedVariables, long.namedVariables], [1000, 1]);
      const portion = await debugged.children(long, { filter: 'indexed', start: 500, count: 3 });
      assert.deepEqual(
        Object.entries(portion).map(([name, { value, evaluateName }]) => [name, value, evaluateName]),
        [
          ['500', '250000', 'long[500]'],
          ['501', '251001', 'long[501]'],
          ['502', '252004', 'long[502]'],
        ],
      );
      const named = await debugged.children(long, { filter: 'named' });
      assert.deepEqual([named['length']?.value, named['0']], ['1000', undefined]);
    }),
  );

  it(
    'are changed: variables, properties, expressions; constants are not',
    atStop(async (debugged, stopped) => {
      const { scopes } = await debugged.client.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: stopped.frame.id });
      const variablesReference = scopes[0]?.variablesReference ?? 0;
      const set = (name: string, value: string, reference = variablesReference) =>
        debugged.client.request<DebugProtocol.SetVariableResponse['body']>('setVariable', { variablesReference: reference, name, value });
      assert.equal((await set('changed', 'row.id * 100')).value, '300');
      await assert.rejects(set('fixed', '2'), Refused);
      assert.equal((await debugged.evaluate('fixed', 'watch', stopped)).result, '1');
      const row = (await debugged.variables(stopped))['row'] ?? assert.fail();
      assert.equal((await set('id', '[1, 2]', row.variablesReference)).value, '(2) [1, 2]');
      const written = await debugged.client.request<DebugProtocol.SetExpressionResponse['body']>('setExpression', {
        expression: 'row.id',
        value: '5',
        frameId: stopped.frame.id,
      });
      assert.equal(written.value, '5');
      assert.match(await debugged.finish(stopped), /^305 /m);
    }),
  );

  it(
    'are evaluated: hovering changes nothing, the console declares and awaits, copying gives all',
    atStop(async (debugged, stopped) => {
      assert.equal((await debugged.evaluate('row.id + 1', 'hover', stopped)).result, '4');
      await assert.rejects(debugged.evaluate('row.id = 9', 'hover', stopped), /side-effect/);
      await assert.rejects(debugged.evaluate('nobody', 'watch', stopped), /ReferenceError: nobody is not defined/);
      assert.equal((await debugged.evaluate('{ a: 1 }', 'repl', stopped)).result, '{a: 1}');
      assert.match((await debugged.evaluate('await Promise.resolve(6)', 'repl', stopped)).result, /^Promise/);
      assert.equal((await debugged.evaluate('mixed.text', 'clipboard', stopped)).result, "it's");
      assert.match((await debugged.evaluate('({ a: [1, 2n], b: { c: null } })', 'clipboard', stopped)).result, /"a": \[\s+1,\s+"2n"\s+\]/);
      assert.match((await debugged.evaluate('long', 'clipboard', stopped)).result, /998001\s+\]$/);
    }),
  );

  it(
    'that were printed stay to be opened, also when the program goes on',
    atStop(async (debugged, stopped) => {
      await debugged.client.request('continue', { threadId: stopped.threadId });
      const { body } = await debugged.client.event('output', ({ output }: { output: string }) => /^4 /.test(output));
      const { variablesReference = 0, line, output } = body as DebugProtocol.OutputEvent['body'];
      assert.deepEqual([output.trim(), line], ['4 (2) [1, {…}]', debugged.line("console.log(show('x')")]);
      const [[name, whole] = [], ...others] = Object.entries(await debugged.children({ variablesReference }));
      assert.deepEqual([name, whole?.value, others], ['', '4 (2) [1, {…}]', []]);
    }),
  );

  it('that were printed are one row each, also when the program has ended', () =>
    debugging("console.log({ total: 54, left: 10 });\nconsole.log('text and', [{ a: 1 }, 2], new Map([[1, 'b']]));", async (debugged) => {
      await debugged.launch();
      await debugged.finish();
      const printed = debugged.client.events.flatMap(({ event, body }) =>
        event === 'output' ? [(body as DebugProtocol.OutputEvent['body']).variablesReference ?? 0] : [],
      );
      const below = async (variablesReference: number) => {
        const { variables } = await debugged.client.request<DebugProtocol.VariablesResponse['body']>('variables', { variablesReference });
        return variables;
      };
      const [[object], [joined]] = (await Promise.all(printed.filter((reference) => reference > 0).map(below))) as [
        DebugProtocol.Variable[],
        DebugProtocol.Variable[],
      ];
      assert.deepEqual([object?.value, joined?.value], ['{total: 54, left: 10}', "text and (2) [{…}, 2] Map(1) {1 => 'b'}"]);
      const texts = async (variable: DebugProtocol.Variable | undefined) =>
        (await below(variable?.variablesReference ?? 0)).map(({ name, value }) => `${name}: ${value}`);
      assert.deepEqual(await texts(object), ['total: 54', 'left: 10']);
      assert.deepEqual(await texts(joined), ['0: (2) [{…}, 2]', "1: Map(1) {1 => 'b'}"]);
    }));

  it(
    'are completed: members behind a dot, names in scope, without calling anything',
    atStop(async (debugged, stopped) => {
      const complete = async (text: string) => {
        const { targets } = await debugged.client.request<DebugProtocol.CompletionsResponse['body']>('completions', {
          text,
          column: text.length + 1,
          frameId: stopped.frame.id,
        });
        return targets;
      };
      const members = await complete('row.tw');
      assert.deepEqual(
        members.filter(({ label }) => ['id', 'twice', 'toString'].includes(label)),
        [
          { label: 'id', type: 'property', start: 4, length: 2 },
          { label: 'twice', type: 'property', start: 4, length: 2 },
          { label: 'toString', type: 'method', start: 4, length: 2 },
        ],
      );
      assert.ok((await complete('1 + ch')).some(({ label, type, start }) => label === 'changed' && type === 'variable' && start === 4));
      assert.ok((await complete('mixed.text.')).some(({ label }) => label === 'toUpperCase'));
      assert.deepEqual(await complete('show(1).'), []);
    }),
  );

  it(
    'come from sources that can be listed and read',
    atStop(async (debugged) => {
      const { sources } = await debugged.client.request<DebugProtocol.LoadedSourcesResponse['body']>('loadedSources', {});
      assert.ok(sources.some(({ path }) => path === debugged.path('program.js')));
      const internal = sources.find(({ name }) => name === 'node:events') ?? assert.fail('node:events is not listed');
      const { content } = await debugged.client.request<{ content: string }>('source', {
        source: internal,
        sourceReference: internal.sourceReference,
      });
      assert.match(content, /EventEmitter/);
    }),
  );

  it('of a pause that is over are nothing, and no error: the client shows them for a moment more', () =>
    debugging('const box = { n: [1] };\nbox.n.push(2); //1\nbox.n.push(3); //2\nsetInterval(() => {}, 1000);', async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//1']));
      const first = await debugged.stopped();
      const frameId = first.frame.id;
      const { box } = await debugged.variables(first);
      const { variablesReference = 0 } = box ?? {};
      const second = await debugged.go('next', first);
      assert.deepEqual(await debugged.client.request('scopes', { frameId }), { scopes: [] });
      assert.deepEqual(await debugged.client.request('variables', { variablesReference }), { variables: [] });
      await assert.rejects(debugged.evaluate('box', 'watch', first), /^Error: not available$/);
      assert.equal((await debugged.evaluate('box.n.length', 'watch', second)).result, '2');
      await debugged.client.request('continue', { threadId: second.threadId });
      const body = await debugged.client.request('stackTrace', { threadId: second.threadId });
      assert.deepEqual(body, { stackFrames: [], totalFrames: 0 });
      await assert.rejects(debugged.client.request('scopes', { frameId: 1_000_000 }), /gone on/, 'it was never shown');
    }));
});
