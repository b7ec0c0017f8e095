import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { events, requests, type AskArguments, type Candidates, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';
import { root } from '../../tidy/files.js';

const ask = (debugged: Debugged, args: AskArguments): Promise<Chain> => debugged.client.request(requests.ask, args);

/** Asks at a stop; gives the newest point as [line, before, after]. */
async function change(debugged: Debugged, { frame }: Stopped, expression: string, more: Partial<AskArguments> = {}) {
  const chain = await ask(debugged, { kind: 'lastChange', frameId: frame.id, expression, ...more });
  const point = chain.points.at(-1);
  assert.equal(point?.status, 'located', point?.reason ?? '');
  return [point.place?.line, point.before, point.after];
}

/** The function that passes a loop many times, itself again, and a place that it never reaches the same way twice. */
const loops = `
const box = { value: 0, seen: [] };
function put(n) { //function
  box.value = n; //put
  return n; //return
}
for (let i = 0; i < 5; i++) { //for
  put(i * 10); //call
  box.seen.push(i); //push
}
function dive(n) {
  if (n === 0) return 0; //bottom
  const below = dive(n - 1); //below
  box.value = n; //dived
  return below + n; //sum
}
dive(3); //dive
console.log(box.value); //end
`;

describe('questions at a stop', () => {
  it('the painting application: a chain from the wrong colour to the slider that was read twice', () => {
    const text = readFileSync(join(root, 'examples/painting.cjs'), 'utf8');
    return debugging({ 'painting.cjs': text }, async (debugged) => {
      const line = text.split('\n').findIndex((one) => one.includes('this.lines.push(line);')) + 1;
      const set = { source: { path: debugged.path('painting.cjs') }, breakpoints: [{ line, condition: "from === '2,2'" }] };
      await debugged.launch({}, () => debugged.client.request('setBreakpoints', set));
      const stopped = await debugged.stopped();
      const first = await ask(debugged, { kind: 'lastChange', frameId: stopped.frame.id, expression: 'this.foregroundColor' });
      const second = await ask(debugged, { kind: 'lastChange', chain: first.id, of: 'P2', frame: 1, expression: 'this.color' });
      const third = await ask(debugged, { kind: 'lastChange', chain: first.id, of: 'P3', frame: 1, expression: 'this.color' });
      assert.deepEqual(
        third.points.map(({ id, functionName, place }) => [id, functionName, text.split('\n')[(place?.line ?? 0) - 1]?.trim()]),
        [
          ['P1', 'drawLine', 'this.lines.push(line);'],
          ['P2', 'setColor', 'this.foregroundColor = color;'],
          ['P3', 'setColor', 'this.color = color;'],
          ['P4', 'setColor', 'this.color = color;'],
        ],
      );
      assert.equal(second.points.length, 3);
      assert.equal(third.current, 'P1');
      assert.match(third.points[1]?.after ?? '', /^Color#\d+ /);
      const candidates = await debugged.client.request<Candidates>(requests.candidates, { chain: first.id, point: 'P2' });
      assert.equal(candidates.events.length, third.points[1]?.counts?.total);
      assert.equal(candidates.failed.filter((one) => one === -1).length, 1);
      assert.ok(candidates.failed.includes(1), 'the border has another surface');
      const [ofBorder] = candidates.failed.flatMap((failed, index) => (failed === 1 ? [index] : []));
      assert.ok(ofBorder !== undefined);
      const from = { chain: first.id, of: 'P2', candidate: ofBorder };
      const fourth = await ask(debugged, { kind: 'lastChange', ...from, expression: 'color' });
      const [candidate, origin] = fourth.points.slice(4);
      assert.deepEqual([candidate?.kind, candidate?.of, candidate?.status, origin?.of], ['candidate', 'P2', 'located', candidate?.id]);
      assert.deepEqual(candidate?.place, candidates.sites[candidates.places[ofBorder] ?? -1]);
      const again = await ask(debugged, { kind: 'lastCondition', ...from });
      assert.equal(again.points.length, fourth.points.length + 1, 'it is a point of the chain already');
      await assert.rejects(
        ask(debugged, { kind: 'lastCondition', chain: first.id, of: 'P2', candidate: 99 }),
        /There is no candidate 99 of P2/,
      );
      // The paused program is still there, and goes on.
      assert.match((await debugged.evaluate('this.name', 'watch', stopped)).result, /canvas/);
      assert.match(await debugged.finish(stopped), /rgb\(0, 0, 0\)/);
    });
  });

  it('a breakpoint in a loop: the moment is that of the hit at which the program waits', () =>
    debugging(loops, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//push']));
      let stopped = await debugged.stopped();
      assert.deepEqual(await change(debugged, stopped, 'box.value'), [debugged.line('//put'), '0', '0']);
      stopped = await debugged.go('continue', stopped);
      stopped = await debugged.go('continue', stopped);
      assert.deepEqual(await change(debugged, stopped, 'box.value'), [debugged.line('//put'), '10', '20']);
      assert.deepEqual(await change(debugged, stopped, 'box.value', { index: -2 }), [debugged.line('//put'), '0', '10']);
      await debugged.finish(await debugged.go('continue', await debugged.go('continue', stopped)));
    }));

  it('hit counts and conditions count what they stand for', () =>
    debugging(loops, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//push'], { hitCondition: '>2', condition: 'i !== 1' }));
      let stopped = await debugged.stopped();
      assert.deepEqual(await change(debugged, stopped, 'box.value'), [debugged.line('//put'), '20', '30']);
      stopped = await debugged.go('continue', stopped);
      assert.deepEqual(await change(debugged, stopped, 'box.value'), [debugged.line('//put'), '30', '40']);
      await debugged.finish(stopped);
    }));

  it('steps lead on from a moment that is known, over calls that pass the same place and into them', () =>
    debugging(loops, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//call']));
      let stopped = await debugged.go('next', await debugged.stopped());
      assert.equal(stopped.line, debugged.line('//push'));
      assert.deepEqual(await change(debugged, stopped, 'box.value'), [debugged.line('//put'), '0', '0']);
      stopped = await debugged.go('continue', stopped);
      stopped = await debugged.go('stepIn', stopped);
      assert.equal(stopped.line, debugged.line('//put'));
      assert.deepEqual(await change(debugged, stopped, 'box.value'), [debugged.line('//put'), '0', '0']);
      stopped = await debugged.go('next', stopped);
      assert.equal(stopped.line, debugged.line('//return'));
      assert.deepEqual(await change(debugged, stopped, 'box.value'), [debugged.line('//put'), '0', '10']);
      stopped = await debugged.go('stepOut', stopped);
      while (stopped.line !== debugged.line('//push')) stopped = await debugged.go('next', stopped);
      const { points } = await ask(debugged, { kind: 'lastCondition', frameId: stopped.frame.id });
      const [condition] = points.slice(-1);
      assert.deepEqual([condition?.place?.line, condition?.values], [debugged.line('//for'), [{ name: 'i', value: '1' }]]);
      await debugged.breakAt([]);
      await debugged.finish(stopped);
    }));

  it('recursion: the activation in which the program waits', () =>
    debugging(loops, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//sum']));
      let stopped = await debugged.go('continue', await debugged.stopped());
      assert.deepEqual(await change(debugged, stopped, 'n'), [debugged.line('function dive'), 'absent', '2']);
      assert.deepEqual(await change(debugged, stopped, 'box.value'), [debugged.line('//dived'), '1', '2']);
      stopped = await debugged.go('stepOut', stopped);
      assert.equal(stopped.line, debugged.line('//dived'));
      assert.deepEqual(await change(debugged, stopped, 'n'), [debugged.line('function dive'), 'absent', '3']);
      await debugged.breakAt([]);
      await debugged.finish(stopped);
    }));

  it('tells where it was as soon as a run has decided it, and the stack with the next', () =>
    debugging(loops, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//end']));
      const stopped = await debugged.stopped();
      const chain = await ask(debugged, { kind: 'lastChange', frameId: stopped.frame.id, expression: 'box.value' });
      const told = debugged.client.events.filter(({ event }) => event === events.chain).map(({ body }) => body as Chain);
      assert.deepEqual(
        told.map(({ executions, points: [, point] }) => [executions, point?.place?.line, point?.before, point?.after, point?.stack.length]),
        [
          [1, debugged.line('//dived'), '2', '3', 0],
          [2, debugged.line('//dived'), '2', '3', 2],
        ],
      );
      assert.deepEqual(told[1], chain);
      await debugged.finish(stopped);
    }));

  it('the first statement, and a statement debugger that is passed again', () =>
    debugging(`let n = 1; //first\nfor (let i = 0; i < 3; i++) {\n  n *= 2; //double\n  debugger; //debugger\n}\n`, async (debugged) => {
      await debugged.launch({ stopOnEntry: true });
      const entry = await debugged.stopped();
      const first = await ask(debugged, { kind: 'lastChange', frameId: entry.frame.id, expression: 'n' });
      assert.equal(first.points[1]?.status, 'initial', first.points[1]?.reason ?? '');
      const once = await debugged.go('continue', entry);
      const twice = await debugged.go('continue', once);
      assert.deepEqual(await change(debugged, twice, 'n'), [debugged.line('//double'), '2', '4']);
      await debugged.finish(await debugged.go('continue', twice));
    }));

  it('shows more of a point, and asks nothing new for it', () =>
    debugging(loops, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//end']));
      const stopped = await debugged.stopped();
      const question = { kind: 'lastChange', expression: 'box.value' } as const;
      const chain = await ask(debugged, { ...question, frameId: stopped.frame.id });
      const more = { chain: chain.id, of: 'P1', frame: 0, index: -1, show: ['below + 1', 'missing'], showAt: 'P2' };
      const { points } = await ask(debugged, { ...question, ...more });
      assert.equal(points.length, 2);
      assert.deepEqual(points[1]?.values[0], { name: 'below + 1', value: '4' });
      assert.match(points[1]?.values[1]?.value ?? '', /missing is not defined/);
      await debugged.finish(stopped);
    }));
});
