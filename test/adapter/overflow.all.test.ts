import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { transformSync } from 'esbuild';
import { testedNodes } from '../support/nodes.js';
import { check, why } from '../support/querying.js';

const cycle = `
class Entry {
  constructor(name) {
    this.name = name;
    this.parent = null;
  }
}
function attach(child, parent) {
  child.parent = parent; //P3
}
const root = new Entry('root');
const leaf = new Entry('leaf');
attach(leaf, root);
attach(root, leaf);
function pathOf(entry) {
  if (entry === null) return []; //P1 P2
  return [...pathOf(entry.parent), entry.name];
}
pathOf(leaf);
`;

describe('a stack overflow', () => {
  for (const { name, path } of testedNodes)
    it(`on ${name} is an uncaught exception from which questions can be asked, although V8 stops at none`, async () => {
      const exception = { class: 'RangeError', message: 'Maximum call stack size exceeded', caught: false };
      await check(
        cycle,
        ['lastCondition(P1)', 'lastChange(entry.parent)'],
        {
          P1: { exception, function: 'pathOf' },
          P2: { taken: 'else', function: 'pathOf' },
          P3: { function: 'attach' },
        },
        { stop: 'uncaught', node: path() },
      );
    });

  it('is found where traces are mapped to the sources that a compiler has read', async () => {
    const source = cycle.replace('constructor(name)', 'parent: Entry | null;\n  constructor(readonly name: string)');
    const options = { loader: 'ts', sourcemap: 'inline', sourcefile: 'program.ts', minifyWhitespace: true } as const;
    const { code } = transformSync(source, options);
    await check(
      '',
      ['lastCondition(P1)', 'lastChange(entry.parent)'],
      { P2: { taken: 'else', file: 'program.ts' } },
      { files: { 'program.cjs': code, 'program.ts': source }, stop: 'uncaught', nodeArgs: ['--enable-source-maps'] },
    );
  });

  it('is told by a sentence where its trace names no place', async () => {
    const text = `Error.stackTraceLimit = 0;\nconst again = () => again() + 1;\nagain();\n`;
    const { points } = await why({ files: { 'program.js': text }, stop: 'uncaught', ask: ['lastCondition(P1)'] });
    assert.equal(
      points[0]?.['reason'],
      'The program ended by RangeError: Maximum call stack size exceeded, and V8 does not tell where it was thrown.',
    );
  });

  it('that a program catches is where it was when it was thrown again', async () => {
    await check(
      `const again = (n) => again(n + 1) + 1;\ntry {\n  again(0);\n} catch (error) {\n  throw error; //P1\n}\n`,
      ['lastCondition(P1)'],
      { P1: { exception: { class: 'RangeError', message: 'Maximum call stack size exceeded', caught: false } } },
      { stop: 'uncaught' },
    );
  });

  it('does not happen only because the program is asked about', async () => {
    const recursion = `
const state = { deepest: 0 };
function descend(depth, wanted) {
  let result = depth;
  if (depth % 2 === 0) result += 1;
  else result += 2;
  state.deepest = depth;
  if (depth === wanted) return result;
  return result + descend(depth + 1, wanted);
}
`;
    const measure = `${recursion}try { descend(0, Infinity); } catch {}\nconsole.log(state.deepest);\n`;
    const capacity = Number(spawnSync(process.execPath, ['-'], { input: measure, encoding: 'utf8' }).stdout);
    const wanted = Math.floor(capacity * 0.95);
    assert.ok(wanted > 1000);

    const files = { 'program.js': `${recursion}descend(0, ${wanted});\nconsole.log(state.deepest, process.execArgv.length); //stop\n` };
    const { points } = await why({ files, ask: ['lastChange(state.deepest)'] });
    assert.deepEqual([points[1]?.['status'], points[1]?.['after']], ['located', wanted]);
  });

  it('is not made unlikely: what overflows without questions does with them', async () => {
    const text = `function again(n) {\n  return n === 0 ? 0 : again(n - 1) + 1;\n}\nlet depth = null;\ntry {\n  depth = again(30_000);\n} catch {\n  depth = -1; //P2\n}\ndepth; //stop\n`;
    await check(text, ['lastChange(depth)'], { P2: { after: -1 } });
  });
});

describe('a stack of thousands of frames', () => {
  it('is looked through for conditions without asking each frame', async () => {
    const text = `function sum(n) {\n  if (n === 0) //P3\n    return base(); \n  return n + sum(n - 1); //P4\n}\nfunction base() {\n  return 0; //stop\n}\nsum(5000);\n`;
    const { points } = await why({ files: { 'program.js': text }, ask: ['lastCondition(P1)', 'lastCondition(P2)'] });
    assert.deepEqual(
      points.map(({ status, line, taken }) => [status, line, taken]),
      [
        ['located', 7, null],
        ['located', 2, 'then'],
        ['located', 2, 'else'],
      ],
    );
  });

  it('is not waited at in each of thousands of passages, where runs overflow at other depths', async () => {
    const text = `const o = {};\nfunction endless(k) {\n  o.x = k;\n  return endless(k + 1);\n}\ntry { endless(0); } catch {}\nconsole.log(o); //stop\n`;
    const began = Date.now();
    const { points, result } = await why({ files: { 'program.js': text }, ask: ['lastChange(o.x)'] });
    assert.deepEqual([points[1]?.['status'], points[1]?.line], ['located', 3]);
    // Runs that agree by chance are as good.
    if (result.isDeterministic === true) return;
    assert.ok(Date.now() - began < 60_000, `${Date.now() - began} ms`);
  });
});
