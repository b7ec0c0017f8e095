import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded, type RecordedWhere } from '../../../adapter/operations/whyRecorded.js';
import { jsonPoint } from '../../../adapter/querypoints/report/reportJson.js';
import { why } from '../../support/querying.js';
import { comparable } from '../../soundness/providers/compareProviders.js';
import { recorded } from '../../support/recorded.js';

describe('where a recording is asked', () => {
  it('stops in the static block of a class, which has a name for itself there', async () => {
    const text = `let n = 0;
class A {
  static first = n > 0 ? 1 : (n = 5);
  static {
    for (let i = 0; i < 9; i++) {
      if (i % 4 === 3)
        A.last = i;
    }
  }
}
`;
    const run = await recorded({ 'program.js': text });
    try {
      const stop = { kind: 'line', file: 'program.js', line: 7, column: null, hit: 2, when: null } as const;
      const asked = readQuestions(['lastChange(P1:i)', 'lastChange(P1:n)', 'lastChange(P1:A.first)', 'lastCondition(P1)'], []);
      const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...asked });
      assert.deepEqual(
        points.map(({ status, position }) => [status, position?.line ?? null]),
        [
          ['located', 7],
          ['located', 5],
          ['located', 3],
          ['not-recorded', null],
          ['located', 6],
        ],
      );
    } finally {
      run.dispose();
    }
  });

  it('know that a getter has taken the place of a value', async () => {
    const text = `const d = { a: 1 };
d.a = 2;
Object.defineProperty(d, 'a', { get() { return 77; } });
console.log(d.a);
`;
    const run = await recorded({ 'program.js': text });
    try {
      const stop = { kind: 'line', file: 'program.js', line: 4, column: null, hit: 1, when: null } as const;
      const asked = readQuestions(['lastChange(d.a)', 'lastChange(P1:d.a)[-2]'], []);
      const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...asked });
      assert.deepEqual(
        points.map(({ position, after }) => [position?.line, after]),
        [
          [4, null],
          [3, null],
          [2, { kind: 'primitive', type: 'number', text: '2' }],
        ],
      );
    } finally {
      run.dispose();
    }
  });

  it('stops in a loop behind a call, where nothing of the statement is recorded', async () => {
    const text = `let n = 0;
function f(x) { return x; }
function more() { n++; return n < 5; }
for (let i = 0; i < 9; i++) {
  i++; f(i);
  void 0; //stop
}
while (more()) {
  f(n);
  void 1;
}
`;
    const run = await recorded({ 'program.js': text });
    try {
      const told: unknown[] = [];
      for (const [line, hit, ask] of [
        [6, 3, 'lastChange(i)'],
        [9, 3, 'lastChange(n)'],
        [10, 3, 'lastChange(n)'],
      ] as const) {
        const stop = { kind: 'line', file: 'program.js', line, column: null, hit, when: null } as const;
        const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions([ask], []) });
        told.push([points[1]?.position?.line, points[1]?.after]);
      }
      const number = (of: number) => ({ kind: 'primitive', type: 'number', text: String(of) });
      assert.deepEqual(told, [
        [5, number(5)],
        [3, number(3)],
        [3, number(3)],
      ]);
    } finally {
      run.dispose();
    }
  });

  it('stops at the throw that ended the program, at an event, and where a condition holds', async () => {
    const text = `function check(n) {
  const half = n / 2;
  if (half > 1) throw new RangeError('too much: ' + n);
  return half;
}
for (let n = 0; n < 9; n++) check(n);
`;
    const run = await recorded({ 'program.js': text });
    try {
      const live = await why({ files: { 'program.js': text }, stop: 'uncaught', ask: ['lastChange(half)', 'lastCondition(P1)'] });
      const asked = { recording: run.file, cwd: run.folder, ...readQuestions(['lastChange(half)', 'lastCondition(P1)'], []) };
      const points = async (stop: RecordedWhere): Promise<readonly unknown[]> => {
        const result = await whyRecorded({ ...asked, stop });
        return result.points.map((point) => comparable(jsonPoint(point, result, run.folder)));
      };
      assert.deepEqual(
        await points({ kind: 'uncaught' }),
        live.points.map((point) => comparable(point)),
      );
      const thrown = run.event('exceptionHistory()', {});
      assert.deepEqual(
        await points({ kind: 'event', event: thrown }),
        live.points.map((point) => comparable(point)),
      );
      const line = { kind: 'line', file: 'program.js', line: 3, column: null, hit: 1 } as const;
      const [stop, change] = (await points({ ...line, when: 'half === 1.5' })) as readonly Record<string, unknown>[];
      assert.deepEqual([stop?.['status'], change?.['after']], ['located', 1.5]);
    } finally {
      run.dispose();
    }
  });

  it('knows who runs while a `for await` waits', async () => {
    const text = `let n = 0;
async function* gen(k) { for (let i = 0; i < k; i++) yield i; }
async function main() {
  for await (const e of gen(2)) n = e;
  lab: for await (const c of 'ab') for (;;) continue lab;
  for await (const e of gen(3)) { if (e) return e; }
}
main();
n = 10;
`;
    const run = await recorded({ 'program.js': text });
    try {
      assert.deepEqual(run.rows('returnValueHistory(method: "main")', 'outcome', 'result'), [['return', 1]]);
      assert.deepEqual(run.rows('localVariableHistory(function: "", variable: "n")', 'function', 'after'), [
        ['', 0],
        ['', 10],
        ['main', 0],
        ['main', 1],
      ]);
    } finally {
      run.dispose();
    }
  });

  it('stops where control is, behind a loop, a default, an optional call and a handler', async () => {
    const text = `let y = 0, z = 0, w = 5;
const a = [1, 2];
for (const x of a) z += x;
y = 1;
y = 2;
({ p: z = 9, q: y } = { p: 4, q: 3 });
y = 4;
w ??= 6;
y = 5;
a.q?.(1);
y = 6;
function f(k = 3) { return k; }
f(2);
y = 7;
try { y = 8; null.x; } catch (e) { y = 9; }
y = 10;
for (const k in { g: 1 }) y = 11;
y = 12;
y = 13;
`;
    const run = await recorded({ 'program.js': text });
    try {
      const told: (readonly [number, unknown])[] = [];
      for (const line of [4, 5, 7, 8, 9, 11, 14, 16, 18, 19]) {
        const stop = { kind: 'line', file: 'program.js', line, column: null, hit: 1, when: null } as const;
        const result = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions(['lastChange(y)'], []) });
        told.push([line, result.points[1]?.position?.line]);
      }
      const wanted = [4, 5, 7, 8, 9, 11, 14, 16, 18, 19].map((line, at) => [line, [1, 4, 6, 7, 7, 9, 11, 15, 17, 18][at]]);
      assert.deepEqual(told, wanted);
    } finally {
      run.dispose();
    }
  });

  it("answers in the sources of a compiler's text whose map lies beside it, also when both are gone", async () => {
    const source = `enum Size { small = 1, large = 4 }
const sizes: number[] = [];
for (const one of [Size.small, Size.large])
  if (one > Size.small) sizes.push(one);
console.log(sizes[0]); //stop
`;
    const options = { loader: 'ts', sourcemap: true, sourcefile: '../source.ts', sourcesContent: false, format: 'cjs' } as const;
    const { code, map } = transformSync(source, options);
    const files = {
      'out/program.js': `${code}//# sourceMappingURL=program.js.map\n`,
      'out/program.js.map': map,
      'source.ts': source,
    };
    const ask = ['lastChange(sizes[0])', 'lastCondition(P2)'];
    const live = await why({ files, stop: 'source.ts:5', ask });
    const run = await recorded(files);
    try {
      for (const path of Object.keys(files)) rmSync(join(run.folder, path));
      const stop = { kind: 'line', file: join(run.folder, 'source.ts'), line: 5, column: null, hit: 1, when: null } as const;
      const result = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions(ask, []) });
      const points = result.points.map((point) => jsonPoint(point, result, run.folder));
      assert.deepEqual(
        points.map((point) => comparable(point)),
        live.points.map((point) => comparable(point)),
      );
      assert.deepEqual(
        points.map((point) => {
          const { file, line, text } = point as Record<string, unknown>;
          return [file, line, text];
        }),
        [
          ['source.ts', 5, 'console.log(sizes[0]); //stop'],
          ['source.ts', 4, 'if (one > Size.small) sizes.push(one);'],
          ['source.ts', 4, 'if (one > Size.small) sizes.push(one);'],
        ],
      );
      assert.deepEqual(run.rows('localVariableHistory(function: "source.ts:", variable: "sizes")', 'line'), [[2]]);
      assert.deepEqual(run.rows('objectState(object: "source.ts:sizes @ end", event: "end")', 'value'), [[4], [1]]);
    } finally {
      run.dispose();
    }
  });

  it('says that it does not know what code of texts has put into the global object', async () => {
    const text = `require('vm').runInThisContext('var made = 1');
const o = { made };
console.log(o); //stop
`;
    const run = await recorded({ 'program.js': text });
    try {
      const line = { kind: 'line', file: 'program.js', line: 3, column: null, hit: 1, when: null } as const;
      const asked = readQuestions(['lastChange(made)'], []);
      const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop: line, ...asked });
      assert.equal(points[1]?.status, 'not-recorded');
    } finally {
      run.dispose();
    }
  });

  it('records as deep as the program calls itself without probes', async () => {
    const text = `let depth = 0;
function down(n, most) { depth = n; let sum = n; if (n < most) sum += down(n + 1, most); return sum; }
down(0, 7000);
console.log(depth); //stop
`;
    const run = await recorded({ 'program.js': text }, { budget: 10 });
    try {
      assert.deepEqual(run.rows('exceptionHistory()', 'exception'), []);
    } finally {
      run.dispose();
    }
  });

  it('says what was only counted: not-recorded, with the place', async () => {
    const text = `const o = { n: 0, kept: 1 };
for (let i = 0; i < 40; i++) o.n = i;
console.log(o); //stop
`;
    const run = await recorded({ 'program.js': text }, { budget: 10 });
    try {
      const line = { kind: 'line', file: 'program.js', line: 3, column: null, hit: 1, when: null } as const;
      const result = await whyRecorded({ recording: run.file, cwd: run.folder, stop: line, ...readQuestions(['lastChange(o.n)'], []) });
      assert.deepEqual(
        result.points.map(({ status }) => status),
        ['not-recorded', 'not-recorded'],
      );
      assert.match(result.points[0]?.reason ?? '', /line 3/);
    } finally {
      run.dispose();
    }
  });
});
