import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded } from '../../../adapter/operations/whyRecorded.js';
import { jsonPoint } from '../../../adapter/querypoints/report/reportJson.js';
import { why } from '../../support/querying.js';
import { recorded } from '../../support/recorded.js';

/** Programs with the line of their stop, and what is asked there. */
const programs: Readonly<Record<string, readonly [text: string, ask: readonly string[]]>> = {
  'a field, a condition, a counter and what was made': [
    `class Row { open = true; constructor(n) { this.n = n; } settle() { this.open = false; } }
const rows = [new Row(1), new Row(2)];
let count = 0;
function pick(list, want) {
  let found = null;
  for (const row of list) {
    if (row.n === want) found = row;
    count++;
  }
  return found;
}
const row = pick(rows, 2);
if (count > 1) row.settle();
console.log(row.open, count); //stop
`,
    ['lastChange(row.open)', 'lastCondition(P2)', 'lastChange(P1:count)', 'lastChange(P1:row)', 'created(P1:row)'],
  ],
  'recursion, where the binding decides': [
    `function walk(n, seen) {
  let own = n * 2;
  if (n > 0) walk(n - 1, seen);
  own = own + seen.length;
  seen.push(own);
  return own;
}
const seen = [];
const last = walk(3, seen);
console.log(last, seen); //stop
`,
    ['lastChange(seen[3])', 'lastChange(P1:last)'],
  ],
  'entries, deletions and indices from the end': [
    `const m = new Map();
for (let i = 0; i < 3; i++) m.set('k', i);
const o = { a: 1 };
delete o.a;
o.a = 5;
console.log(m, o); //stop
`,
    [`lastChange(m.get('k'))`, `lastChange(P1:m.get('k'))[-2]`, 'lastChange(P1:o.a)'],
  ],
};

/** Where a point is and what it says. Numbers of objects differ from run to run. */
function comparable(point: object): unknown {
  const { id, kind, of, status, reason, file, line, column, text, before, after, taken, values } = point as Record<string, unknown>;
  const told = {
    id,
    kind,
    of,
    status,
    reason,
    file,
    line,
    column,
    text,
    before,
    after,
    taken,
    values,
    function: (point as Record<string, unknown>)['function'],
  };
  return JSON.parse(JSON.stringify(told).replace(/#\d+/g, '#'));
}

describe('two providers, one answer', function () {
  this.timeout(60_000);
  for (const [name, [text, ask]] of Object.entries(programs))
    it(name, async () => {
      const line = text.split('\n').findIndex((one) => one.includes('//stop')) + 1;
      const live = await why({ files: { 'program.js': text }, ask });
      const run = await recorded({ 'program.js': text });
      try {
        const stop = { kind: 'line', file: join(run.folder, 'program.js'), line, column: null, hit: 1, when: null } as const;
        const result = await whyRecorded({ recording: run.file, stop, ...readQuestions(ask, []) });
        assert.deepEqual([result.executions, result.isDeterministic], [0, null]);
        const points = result.points.map((point) => jsonPoint(point, result, run.folder));
        assert.deepEqual(points.map(comparable), live.points.map(comparable));
      } finally {
        run.dispose();
      }
    });
});
