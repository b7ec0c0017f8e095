import assert from 'node:assert/strict';
import { OpenedRecording, type Position, type StopPoint } from '../../../adapter/operations/openedRecording.js';
import { passagesOf, statementsAt } from '../../../adapter/trace/steps/recordedPassages.js';
import { recorded } from '../../support/recorded.js';

const program = `
function fib(n) {
  if (n < 2) return n;
  return fib(n - 1) + fib(n - 2);
}
function* count(to) {
  for (let i = 0; i < to; i++) {
    if (i === 1) continue;
    yield i;
  }
}
function risky(n) {
  try {
    if (n % 2) throw new Error('odd');
    return 'even';
  } catch (error) {
    return error.message;
  } finally {
    seen.push(n);
  }
}
const seen = [];
let total = 0;
outer: for (let i = 0; i < 3; i++) {
  for (const j of [1, 2, 3]) {
    if (j === 2 && i === 1) continue outer;
    if (j === 3) break;
    total += j;
  }
  switch (i) {
    case 0:
      total += 10;
    case 1:
      total += 100;
      break;
    default:
      total += 1000;
  }
}
let n = 0;
while (n < 4) {
  risky(n);
  n++;
}
do {
  n--;
} while (n > 2);
[5, 6].forEach((value) => {
  total += value;
  total -= 1;
});
for (const value of count(4)) total += value;
async function later(ms) {
  const before = total;
  await null;
  total += ms;
  for (let k = 0; k < 2; k++) {
    await null;
    total += k;
  }
  return before;
}
fib(5);
later(1).then(() => later(2));
`;

describe('positions in a recording', () => {
  let file: Awaited<ReturnType<typeof recorded>>;
  let opened: OpenedRecording;
  before(async () => {
    file = await recorded({ 'program.js': program });
    opened = OpenedRecording.of(file.file, file.folder);
  });
  after(() => {
    opened.close();
    file.dispose();
  });

  const line = ({ text, offset }: Position): number => text.lines.positionOf(offset).line;
  const key = (at: Position): string => `${at.activation}@${at.time}:${line(at)}:${at.offset}${at.kind}`;

  it('are the same ones backwards as forwards, step by step into every call', () => {
    const forward: string[] = [];
    let last: Position | null = null;
    for (let at = opened.first(); at !== null; at = opened.step(at, 'forward', 'in')) {
      forward.push(key(at));
      last = at;
      assert.ok(forward.length < 1000, 'a step leads nowhere');
    }
    assert.ok(forward.length > 150, String(forward.length));
    assert.equal(new Set(forward).size, forward.length);
    const backward: string[] = [];
    for (let at = last; at !== null; at = opened.step(at, 'back', 'in')) {
      backward.push(key(at));
      assert.ok(backward.length < 1000, 'a step leads nowhere');
    }
    // Where a function has ended its caller is in the midst of a statement: on the way back it is before one.
    const steps = forward.filter((one) => one.endsWith('step'));
    assert.deepEqual(
      backward.toReversed().filter((one) => one.endsWith('step')),
      steps,
    );
  });

  it('are found by the statement that control comes to, either way, as by following every activation from its begin', async () => {
    const { store, texts, paths } = opened.open.reader;
    const breathe = () => Promise.resolve();
    const [first, last] = [opened.first(), opened.last()];
    assert.ok(first !== null && last !== null);
    const text = first.text;
    let found = 0;
    for (let at = 1; at < program.split('\n').length; at++) {
      const [statement] = statementsAt(texts, paths, { isFile: () => true, line: at, column: null });
      if (statement === undefined || statement.node.type === 'LabeledStatement') continue;
      const stop: StopPoint = { kind: 'statement', statement };
      const all = async (from: Position, direction: 'forward' | 'back') => {
        const times: string[] = [];
        for await (const { position } of opened.stops(from, direction, [{ stop }], breathe))
          times.push(`${position.activation}@${position.time}`);
        return times;
      };
      const expected = passagesOf(store, statement)
        .filter(({ isCertain }) => isCertain)
        .map(({ activation, time }) => `${activation}@${time}`);
      found += expected.length;
      const start: Position = { ...first, time: 0, offset: 0, end: 0, kind: 'event' };
      assert.deepEqual(await all(start, 'forward'), expected, `line ${at}, forward`);
      const end: Position = { ...last, activation: 0, time: opened.end, kind: 'event', text };
      assert.deepEqual((await all(end, 'back')).toReversed(), expected, `line ${at}, back`);
    }
    assert.ok(found > 100, String(found));
  });

  it('over calls stay in the function, and lead out at its end', () => {
    const lines: number[] = [];
    for (let at = opened.first(); at !== null && lines.length < 12; at = opened.step(at, 'forward', 'over')) lines.push(line(at));
    assert.deepEqual(lines.slice(0, 8), [22, 23, 24, 25, 26, 27, 28, 26]);
  });
});
