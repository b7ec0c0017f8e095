import assert from 'node:assert/strict';
import { watched, type Watched } from '../../support/watching.js';

/** Runs a program whose assertion comments are rules. */
function held(program: string, files: Readonly<Record<string, string>> = {}, name = 'prog.js'): Promise<Watched> {
  return watched(program, null, { files, name, options: { areAssertionsHeld: true } });
}

describe('assertion comments as rules', () => {
  it('hold where control is: before, behind and in statements, at entries and exits', async () => {
    const { told, exit, rules } = await held(`let out = '';
function at(n) {
  // @always n < 3
  if (n > 0)
    // @always n !== 1
    out += n;
  else out += '-'; // @always n > 5
  switch (n) {
    case 2:
      // @always out === ''
      break;
    default:
  }
  for (const each of [n]) { // @always each < 2
    out += each;
    // @always out.length < 5
  }
}
at(0); at(1); at(2); at(3);
/** @requires x.size > 0
 *  @ensures result > 1 */
const sized = (x) => x.size;
sized({ size: 1 }); sized({ size: 0 }); sized(2) ;
/** @ensures result === undefined */
function nothing(x) { if (x) return; if (x === 0) return x; }
nothing(1); nothing(0); nothing(false);
if (out !== '-01122' + '33') throw new Error(out);
`);
    assert.deepEqual(exit, { code: 0, signal: null });
    assert.deepEqual(
      rules.filter(({ fault }) => fault !== null),
      [],
    );
    assert.deepEqual(told, [
      '@always n > 5: @always n > 5 does not hold where n = 0 @ prog.js:7 #1',
      '@always n !== 1: @always n !== 1 does not hold where n = 1 @ prog.js:6 #1',
      "@always out === '': @always out === '' does not hold where out = -0112 @ prog.js:11 #1",
      '@always each < 2: @always each < 2 does not hold where each = 2 @ prog.js:14 #3',
      '@always out.length < 5: @always out.length < 5 does not hold where out = -01122 @ prog.js:15 #3',
      '@always n < 3: @always n < 3 does not hold where n = 3 @ prog.js:4 #4',
      '@always each < 2: @always each < 2 does not hold where each = 3 @ prog.js:14 #4',
      '@always out.length < 5: @always out.length < 5 does not hold where out = -0112233 @ prog.js:15 #4',
      '@ensures result > 1: @ensures result > 1 does not hold where result = 1 @ prog.js:22 #1',
      '@requires x.size > 0: @requires x.size > 0 does not hold where x = Object#1 @ prog.js:22 #2',
      '@ensures result > 1: @ensures result > 1 does not hold where result = 0 @ prog.js:22 #2',
      '@requires x.size > 0: @requires x.size > 0 does not hold where x = 2 @ prog.js:22 #3',
      '@ensures result > 1: @ensures result > 1 does not hold where result = undefined @ prog.js:22 #3',
      '@ensures result === undefined: @ensures result === undefined does not hold where result = 0 @ prog.js:25 #1',
    ]);
  });

  it('hold for each value of a variable, and of a field of all objects of a class', async () => {
    const { told, rules } = await held(
      `import { Tank } from './tank.mjs';
let count = 0, other = 1; // @range 0..3
let n = 1; // @range 0..3
{ let n = 9; n = 10; }
function inner(n) { n = 20; }
inner(5);
n += 2; [n, count] = [4, 2]; n--; ({ n } = { n: 7 });
const f = (/** @invariant this !== '' */ name) => { name = name.slice(1); return name; };
f('ab'); f('a');
const tank = (globalThis.tank = new Tank());
tank.fill(5); tank.fill(7); tank.drain();
// @always later > 1
let later = 0;
`,
      {
        'tank.mjs': `export class Tank {
  level = 0; // @range 0..10
  #open = true; // @invariant this
  static made = 0; // @range 0..1
  fill(x) { this.level += x; }
  drain() { this.#open = false; this.level = 0; }
}
`,
      },
      'prog.mjs',
    );
    assert.deepEqual(
      rules.filter(({ fault }) => fault !== null),
      [],
    );
    assert.deepEqual(told, [
      '@range 0..3: @range 0..3 does not hold where n = 4 @ prog.mjs:7 #1',
      '@range 0..3: @range 0..3 does not hold where n = 7 @ prog.mjs:7 #1',
      "@invariant this !== '': @invariant this !== '' does not hold where name =  @ prog.mjs:8 #2",
      '@range 0..10: Tank#1 breaks @range 0..10: level is 12 @ tank.mjs:5 #2',
      '@invariant this: Tank#1 breaks @invariant this: #open is private @ tank.mjs:6 #1',
    ]);
  });

  it('hold in TypeScript, whoever erases its types', async () => {
    const { told, notes } = await held(
      `import { Tank, scaled } from './tank.ts';
const t: Tank = ((globalThis as { t?: Tank }).t = new Tank());
t.fill(20);
scaled(50); scaled(-1);
for (const x of [1, 2] as readonly number[]) {
  scaled(x as number); // @always x < 2
}
`,
      {
        'tank.ts': `export class Tank {
  private level: number = 0; // @range 0..10
  fill(x: number): void { this.level += x; }
}
/** @requires p > 0 */
export function scaled(p: number, o?: { readonly k: number }): number { return p as number; }
`,
      },
      'prog.ts',
    );
    assert.deepEqual(notes, []);
    assert.deepEqual([...told].sort(), [
      '@always x < 2: @always x < 2 does not hold where x = 2 @ prog.ts:6 #2',
      '@range 0..10: Tank#1 breaks @range 0..10: level is 20 @ tank.ts:3 #1',
      '@requires p > 0: @requires p > 0 does not hold where p = -1 @ tank.ts:6 #2',
    ]);
  });

  it('names those that are not looked at', async () => {
    const { notes, told } = await held(`let n = 0;
// @always f(n) > 0
n = 1; // @sometime n > 1
/** @ensures result > 0 */
async function f(x) { return -1; }
f(1);
`);
    assert.deepEqual(told, []);
    assert.deepEqual(notes, [
      'prog.js:2: @always f(n) > 0 is not looked at: to evaluate it may change something.',
      'prog.js:3: @sometime n > 1 is not looked at: that a point is passed at some time is no rule at one time.',
      'prog.js:4: @ensures result > 0 is not looked at: the result of an async function or a generator is not what it returns.',
    ]);
  });
});
