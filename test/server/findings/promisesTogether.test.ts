import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What an element of many comes to: a value, a promise of one, a promise that is rejected. */
const elements = ['1', 'Promise.resolve(2)', "Promise.reject(new Error('no'))", 'given()', 'failing()'];
const functions = "const given = async () => 3;\nconst failing = async () => { throw new Error('failed'); };\n";
const lists = ['', ...elements, ...elements.flatMap((first) => elements.map((second) => `${first}, ${second}`))];

/** Whether awaiting it throws, in Node; undefined: it is never settled. */
async function throws(expression: string): Promise<boolean | undefined> {
  const run = new Function(`${functions}return (async () => { await ${expression}; })();`) as () => Promise<void>;
  return Promise.race([
    run().then(
      () => false,
      () => true,
    ),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 20)),
  ]);
}

/** What the functions of a text ask of their parameters, by name. */
const required = (text: string): Readonly<Record<string, string | null>> =>
  Object.fromEntries(checkText(text, { gate: true }).functions.map(({ name, requires }) => [name, requires]));

describe('promises of several', function () {
  this.timeout(60_000);

  // The first that is settled is not known of several: of those nothing is said.
  for (const [name, isDecided] of [
    ['all', () => true],
    ['allSettled', () => true],
    ['race', (list: string) => list !== '' && (!list.includes(',') || !/[123]|given/.test(list))],
    ['any', (list: string) => list !== '' && /[123]|given/.test(list)],
  ] as const)
    it(`fail as in Node: Promise.${name}`, async () => {
      const decided = lists.filter(isDecided);
      const expected = await Promise.all(decided.map((list) => throws(`Promise.${name}([${list}])`)));
      const text = decided.map((list, index) => `export async function f${index}() { await Promise.${name}([${list}]); }`).join('\n');

      const told = required(functions + text);

      assert.deepEqual(
        decided.map((list, index) => [list, told[`f${index}`] === 'false']),
        decided.map((list, index) => [list, expected[index]]),
      );
    });

  it('have the conditions of what is promised', () => {
    const load = "async (id: number) => { if (id < 0) throw new RangeError('id'); return { id }; }";
    const text = `const load = ${load};
      export async function both(n: number) { const [a, b] = await Promise.all([load(n), load(1)]); return a.id + b.id; }
      export async function settled(n: number) { const [a] = await Promise.allSettled([load(n)]); return a!.status; }
      export async function caught(n: number) { try { await Promise.all([load(n)]); } catch { return null; } return n; }
      export async function unknown(p: Promise<number>, n: number) { return await Promise.race([load(n), p]); }`;

    assert.deepEqual(required(text), {
      load: 'typeof id !== "number" || !(id < 0)',
      both: '!(n < 0)',
      settled: null,
      caught: null,
      unknown: null,
    });
  });
});
