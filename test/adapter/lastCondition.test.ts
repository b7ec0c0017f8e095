import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whence } from '../support/command.js';
import { check } from '../support/querying.js';

describe('lastCondition', () => {
  it('is the fork around the point that was evaluated last', () =>
    check(
      `
function pick(n) {
  if (n > 1) { //P5
    for (let i = 0; i < n; i++) { //P2 P3 P4
      if (i === 5) console.log('never');
      console.log(i); //stop
    }
  }
}
pick(1);
pick(3);
`,
      ['lastCondition(P1)', 'lastCondition(P2)', 'lastCondition(P3)', 'lastCondition(P4)'],
      {
        P2: { taken: 'again', values: { i: 2, n: 3 } },
        P3: { values: { i: 1, n: 3 } },
        P4: { values: { i: 0, n: 3 } },
        P5: { taken: 'then', values: { n: 3 } },
      },
      { hit: 3 },
    ));

  it('is an earlier one of the same block when its other way would have left', () =>
    check(
      `
function visit(node) {
  if (node === null) return;
  if (node.isHidden) return; //P2
  if (node.name) node.name;
  console.log(node.name); //stop
}
visit({ name: 'a', isHidden: false });
`,
      ['lastCondition(P1)'],
      { P2: { taken: 'else', values: { 'node.isHidden': false } } },
    ));

  it('is looked for in the calling frame when the function has none, and not in another activation', () =>
    check(
      `
function leaf(x) {
  console.log(x); //stop
}
function walk(n) {
  if (n > 0) { //P2
    walk(n - 1);
    leaf(n);
  }
}
walk(3);
`,
      ['lastCondition(P1)'],
      { P2: { taken: 'then', values: { n: 2 } } },
      { hit: 2 },
    ));

  it('is the discriminant of a switch, also after fall-through, and names the case', () =>
    check(
      `
function f(kind) {
  switch (kind) { //P2
    case 1:
      console.log('one');
    case 2:
      console.log('two'); //stop
      break;
    default:
  }
}
f(1);
`,
      ['lastCondition(P1)'],
      { P2: { taken: 'case', values: { kind: 1 } } },
    ));

  it('is the test of a do-while only from the second iteration on', () =>
    check(
      `
let i = 0;
if (i === 0) { //P2
  do {
    i++; //stop
  } while (i < 3);
}
`,
      ['lastCondition(P1)'],
      { P2: { taken: 'then' } },
    ).then(() =>
      check(
        `
let i = 0;
if (i === 0) {
  do {
    i++; //stop
  } while (i < 3); //P2
}
`,
        ['lastCondition(P1)'],
        { P2: { taken: 'again' } },
        { hit: 2 },
      ),
    ));

  it('counts an operand of a test only for what lies behind it', () =>
    check(
      `
function effect() {
  return true; //stop
}
const ready = 1;
if (ready && //P2
  effect()) {
  console.log('done');
}
`,
      ['lastCondition(P1)'],
      { P2: { taken: 'right', values: { ready: 1 } } },
    ));

  it('is in a handler the throw that was caught, in the frame that threw', () =>
    check(
      `
function parse(text) {
  if (text === '') throw new SyntaxError('empty'); //P2
  return text;
}
function read(text) {
  try {
    return parse(text);
  } catch (error) {
    console.log(error.message); //stop
  }
}
read('a');
read('');
`,
      ['lastCondition(P1)'],
      { P2: { taken: 'caught', function: 'parse', exception: { class: 'SyntaxError', message: 'empty', caught: true } } },
    ));

  const rejections = `
async function ask(list) {
  for (const n of list) {
    try {
      if (n === 1) throw new Error('one'); //P2
      if (n === 2) await new Promise((_, no) => setTimeout(no, 1, new Error('two')));
      if (n === 3) await { then(_, no) { no('three'); } };
      if (n === 4) await later(n);
    } catch (error) { //P3
      console.log(String(error)); //stop
    }
  }
}
async function later(n) {
  await null;
  if (n > 0) throw new Error('later'); //P4
}
ask([1, 2, 3, 4]);
`;

  it('is in a handler no throw that another handler has caught before', async () => {
    await check(rejections, ['lastCondition(P1)'], {
      P2: { taken: 'caught', exception: { class: 'Error', message: 'one', caught: true } },
    });
    for (const [hit, told, message] of [
      [2, 'Error', 'two'],
      [3, null, 'three'],
    ] as const) {
      const text = rejections.replace(' //P2', '').replace('//P3', '//P2').replace(' //P4', '');
      await check(
        text,
        ['lastCondition(P1)'],
        { P2: { taken: 'caught', function: 'ask', exception: { class: told, message, caught: true } } },
        { hit },
      );
    }
  });

  it('is in a handler the throw that has rejected what was awaited', () =>
    check(
      rejections.replace(' //P2', '').replace('//P4', '//P2'),
      ['lastCondition(P1)'],
      { P2: { taken: 'caught', function: 'later', exception: { class: 'Error', message: 'later', caught: true } } },
      { hit: 4 },
    ));

  it('is in a handler the last throw of an object that was thrown again', () =>
    check(
      `
async function again(error) {
  await null;
  throw error; //P2
}
async function main() {
  let kept;
  try {
    throw new Error('kept');
  } catch (error) {
    kept = error;
  }
  try {
    await again(kept);
  } catch (error) {
    console.log(error.message); //stop
  }
}
main();
`,
      ['lastCondition(P1)'],
      { P2: { taken: 'caught', function: 'again', exception: { class: 'Error', message: 'kept', caught: true } } },
    ));

  it('is above an await looked for in the function that awaits', () =>
    check(
      `
async function load(id) {
  await null;
  console.log(id); //stop
}
async function main(ids) {
  if (ids.length > 0) { //P2
    await load(ids[0]);
  }
}
main([7]);
`,
      ['lastCondition(P1)'],
      { P2: { taken: 'then', values: { 'ids.length': 1 } } },
    ));

  it('is the ?. that what is evaluated stands behind, of a member, a call and a chain', async () => {
    const ask = ['lastCondition(P1)'];
    const program = (call: string) => `
function effect(x) {
  return x; //stop
}
const o = { f(x) { return effect(x); }, none: null };
if (o.f) {
  console.log(${call}); //P2
}
`;
    await check(program('o?.list?.[effect(1)], o?.f'.replace('list?.', '["f"]?.')), ask, { P2: { taken: 'right' } });
    await check(program('o.none?.f(effect(1)), o.f?.(effect(2))'), ask, { P2: { taken: 'right' } });
    await check(program('o?.f.call?.(null, 3)'), ask, { P2: { taken: 'right' } });
    await check(program('effect.call?.()'), ask, { P2: { taken: 'right' } });
  });

  it('is the throw, from which the chain goes on', () =>
    check(
      `
function parse(text) {
  if (text.length > 1) { //P3
    throw new SyntaxError('long'); //P2
  }
}
function read(text) {
  if (text !== 'never') {
    try {
      parse(text);
    } catch (error) {
      console.log(error.message); //stop
    }
  }
}
read('ab');
`,
      ['lastCondition(P1)', 'lastCondition(P2)'],
      { P2: { taken: 'caught' }, P3: { taken: 'then', values: { 'text.length': 2 } } },
    ));

  it('is chosen by an index among all that led there', () =>
    check(
      `
for (let i = 0; i < 5; i++) { //P3 P4
  if (i % 2 === 0) { //P2
    console.log(i); //stop
  }
}
`,
      ['lastCondition(P1)[-1]', 'lastCondition(P1)[-3]', 'lastCondition(P1)[2]'],
      { P2: { values: { i: 4 } }, P3: { hit: 4, values: { i: 3 } }, P4: { hit: 2, values: { i: 1 } } },
      { hit: 3 },
    ));

  it('is no test of a do-while that was entered again', () =>
    check(
      `
let turns = 0;
for (const n of [1, 2]) { //P2
  do {
    console.log(n); //stop
    if (turns++ === 1) break;
  } while (n === 1);
}
`,
      ['lastCondition(P1)'],
      { P2: { taken: 'again' } },
      { hit: 3 },
    ));

  it('is found in what a class evaluates when it, or an instance, comes to be', async () => {
    // Before Node 22, V8 shows the variables of a static block at one moment alone: that of the stop.
    const values = Number(process.versions.node.split('.')[0]) < 22 ? {} : { i: 7 };
    await check(
      `class A {
  static {
    for (let i = 0; i < 9; i++) {
      if (i % 4 === 3) //P2
        A.last = i; //stop
    }
  }
}`,
      ['lastCondition(P1)'],
      { P2: { taken: 'then', values, hit: 8 } },
      { hit: 2 },
    );
    await check(
      `let made = 0;
class B {
  even = made++ % 2 ? odd() : even(); //P2
}
function odd() {
  return 1; //stop
}
function even() {}
for (let i = 0; i < 9; i++) new B();`,
      ['lastCondition(P1)'],
      { P2: { taken: 'then', hit: 6 } },
      { hit: 3 },
    );
  });

  it('is found beside a point in a field that is initialised, which sees no variable of the function around', () =>
    check(
      `class Item { id = 1; } //P3
const item = new Item();
for (let q = 0; q < 2; q++) {
  if (q < 5) //P4
    item.q = q; //P2
}
console.log(item); //stop
`,
      ['lastChange(P1:item.q)', 'lastChange(P1:item.id)', 'lastCondition(P2)'],
      { P2: { hit: 2 }, P4: { taken: 'then', hit: 2 } },
    ));

  it('says how many precede, and is none of a package that loads the file', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'whence-conditions-'));
    try {
      mkdirSync(join(cwd, 'node_modules/loader'), { recursive: true });
      writeFileSync(join(cwd, 'node_modules/loader/index.js'), 'if (process.argv.length > 2) require(process.argv[2]);\n');
      writeFileSync(join(cwd, 'main.js'), 'function f(n) {\n  if (n > 1)\n    return n;\n}\nf(2);\nconsole.log(1);\n');
      const run = ['--', 'node_modules/loader/index.js', join(cwd, 'main.js')];
      const inside = whence(cwd, 'why', '--json', '--stop', 'main.js:3', '--ask', 'lastCondition(P1)[-2]', ...run);
      const outside = whence(cwd, 'why', '--json', '--stop', 'main.js:6', '--ask', 'lastCondition(P1)', ...run);

      assert.deepEqual(
        [inside, outside].map(({ out }) => JSON.parse(out).points[1].reason),
        ['Only one condition precedes.', 'No condition precedes.'],
      );
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
