import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';

/** Looks up a property by the names that lead to it from a variable in scope, and offers it to be watched. */
async function offered(
  debugged: Debugged,
  stopped: Stopped,
  path: readonly string[],
): Promise<DebugProtocol.DataBreakpointInfoResponse['body']> {
  const value = await debugged.evaluate(path.slice(0, -1).join('.'), 'watch', stopped);
  const { variablesReference } = value;
  return debugged.client.request('dataBreakpointInfo', { variablesReference, name: path.at(-1) ?? '' });
}

async function watch(
  debugged: Debugged,
  stopped: Stopped,
  path: readonly string[],
  options: Partial<DebugProtocol.DataBreakpoint> = {},
): Promise<readonly DebugProtocol.Breakpoint[]> {
  const { dataId, description } = await offered(debugged, stopped, path);
  const breakpoints = [{ dataId: dataId ?? assert.fail(description), ...options }];
  const answer = await debugged.client.request<DebugProtocol.SetDataBreakpointsResponse['body']>('setDataBreakpoints', { breakpoints });
  return answer.breakpoints;
}

const program = `const row = { price: 1, other: 0, list: [1, 2, 3] };
debugger; //start
row.other = 5;
row.price = 2; //two
row.price++; //three
const inherited = Object.create(row);
inherited.price = 9;
Object.assign(row, { price: 4 }); //assign
row.list[1] = 'x'; //element
console.log(JSON.stringify(row), row.price, inherited.price, Object.keys(row).join()); //read
console.log('end');
`;

describe('data breakpoints', () => {
  it('stop after each write of a property, and tell the change', () =>
    debugging(program, async (debugged) => {
      await debugged.launch();
      let stopped = await debugged.stopped();
      const [breakpoint] = await watch(debugged, stopped, ['row', 'price']);
      assert.equal(breakpoint?.verified, true);
      const seen = [];
      for (const mark of ['//two', '//three', '//assign']) {
        stopped = await debugged.go('continue', stopped);
        assert.deepEqual(
          [stopped.reason, stopped.line, stopped.hitBreakpointIds],
          ['data breakpoint', debugged.line(mark), [breakpoint?.id]],
        );
        seen.push(`${stopped.text}, ${(await debugged.evaluate('row.price', 'watch', stopped)).result}`);
      }
      assert.deepEqual(seen, ['1 → 2, 2', '2 → 3, 3', '3 → 4, 4']);
      assert.match(await debugged.finish(stopped), /\{"price":4,"other":5,"list":\[1,"x",3\]\} 4 9 price,other,list\nend/);
    }));

  it('stop where a property is read, or an element is written, under a condition', () =>
    debugging(program, async (debugged) => {
      await debugged.launch();
      const start = await debugged.stopped();
      await watch(debugged, start, ['row', 'price'], { accessType: 'read', condition: 'row.other === 5 && row.list[1] === "x"' });
      const read = await debugged.go('continue', start);
      assert.deepEqual([read.line, read.text], [debugged.line('//read'), undefined]);
      await debugged.client.request('restart', {});
      const again = await debugged.stopped();
      await watch(debugged, again, ['row', 'list', '1']);
      const element = await debugged.go('continue', again);
      assert.deepEqual([element.line, element.text], [debugged.line('//element'), "2 → 'x'"]);
      await debugged.finish(element);
    }));

  it('leave frames, variables and steps as they are', () =>
    debugging(program, async (debugged) => {
      await debugged.launch();
      const start = await debugged.stopped();
      await watch(debugged, start, ['row', 'price']);
      const stopped = await debugged.go('continue', start);
      assert.equal(stopped.frames.length, start.frames.length);
      const rows = await debugged.children(await debugged.evaluate('row', 'watch', stopped));
      assert.deepEqual([rows['price']?.value, rows['price']?.presentationHint?.lazy], ['2', undefined]);
      const next = await debugged.go('next', stopped);
      assert.deepEqual([next.reason, next.line], ['step', debugged.line('//three')]);
      await debugged.client.request('setDataBreakpoints', { breakpoints: [] });
      assert.equal((await debugged.evaluate("'value' in Object.getOwnPropertyDescriptor(row, 'price')", 'watch', next)).result, 'true');
      const into = await debugged.go('stepIn', next);
      assert.equal(into.line, debugged.line('//three') + 1);
      assert.match(await debugged.finish(into), /end/);
    }));

  it('do not keep a pause from coming that is asked for while they stop for nobody', () =>
    debugging('const o = { n: 0 };\ndebugger;\nfor (;;) o.n++;', async (debugged) => {
      await debugged.launch();
      const stopped = await debugged.stopped();
      const { dataId } = await offered(debugged, stopped, ['o', 'n']);
      await debugged.client.request('setDataBreakpoints', { breakpoints: [{ dataId, accessType: 'write', condition: 'o.n < 0' }] });
      const { threadId } = stopped;
      await debugged.client.request('continue', { threadId });
      for (let round = 0; round < 5; round++) {
        const paused = debugged.stopped();
        await debugged.client.request('pause', { threadId });
        assert.equal((await paused).reason, 'pause');
        await debugged.client.request('continue', { threadId });
      }
    }));

  it('are refused, with the reason, where nothing can be watched', () =>
    debugging(
      `const o = Object.freeze({ a: 1 }); const bytes = new Uint8Array(2); const list = [1]; const proxy = new Proxy({ a: 1 }, {});
function f(x) {
  debugger;
  return [x, arguments, o, bytes, list, proxy];
}
f(1);
`,
      async (debugged) => {
        await debugged.launch();
        const stopped = await debugged.stopped();
        const paths = [
          ['o', 'a'],
          ['bytes', '0'],
          ['list', 'length'],
          ['proxy', 'a'],
          ['arguments', '0'],
          ['list', 'map'],
        ];
        const answers = await Promise.all(paths.map((path) => offered(debugged, stopped, path)));
        const { scopes } = await debugged.client.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: stopped.frame.id });
        answers.push(await debugged.client.request('dataBreakpointInfo', { variablesReference: scopes[0]?.variablesReference, name: 'x' }));
        assert.deepEqual(
          answers.map(({ dataId }) => dataId),
          answers.map(() => null),
        );
        const reasons = [
          /cannot be redefined/,
          /cannot be watched/,
          /cannot be redefined/,
          /handler/,
          /the same/,
          /inherited/,
          /is a variable/,
        ];
        for (const [index, { description }] of answers.entries()) assert.match(description, reasons[index] ?? /^$/);
        await debugged.finish(stopped);
      },
    ));

  it('follow setters of the program’s own, and objects that are frozen meanwhile', () =>
    debugging(
      `'use strict';
const o = { get a() { return this.b; }, set a(value) { this.b = value; }, b: 1, c: 1 };
debugger;
o.a = 7; //set
console.log(o.a, o.b);
Object.freeze(o);
try { o.c = 2; } catch (error) { console.log(error.constructor.name, o.c); }
`,
      async (debugged) => {
        await debugged.launch();
        const start = await debugged.stopped();
        const dataIds = await Promise.all(['a', 'c'].map(async (name) => (await offered(debugged, start, ['o', name])).dataId));
        await debugged.client.request('setDataBreakpoints', { breakpoints: dataIds.map((dataId) => ({ dataId })) });
        const stopped = await debugged.go('continue', start);
        assert.deepEqual([stopped.line, stopped.text], [debugged.line('//set'), undefined]);
        assert.match(await debugged.finish(stopped), /7 7\nTypeError 1/);
      },
    ));
});
