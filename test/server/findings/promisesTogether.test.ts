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

  it('are known as far as their functions run before they wait', () => {
    const load = `declare function ask(id: number): Promise<{ name: string }>;
      const store = { last: 0 };
      async function check(id: number) { if (id < 0) throw new RangeError('id'); }
      async function load(id: number) { if (id < 0) throw new RangeError('id'); store.last = id; return (await ask(id)).name; }
      async function nested(id: number) { await check(id); return (await ask(id)).name; }
      async function saved(id: number) { try { await check(id); } catch { return ''; } return (await ask(id)).name; }
      async function late(id: number) { await ask(id); if (id < 0) throw new RangeError('id'); return id; }`;
    const root = (name: string, body: string): string => `export async function ${name}(n: number, list: number[]) { ${body} }`;
    const told = required(
      [
        load,
        root('all', 'const [a, b] = await Promise.all([load(5), load(n)]); return a + b;'),
        root('mapped', 'return Promise.all([1, n].map((each) => load(each)));'),
        root('kept', 'const first = load(n); const second = load(1); return (await first) + (await second);'),
        root('through', 'const [a] = await Promise.all([nested(n), load(1)]); return a;'),
        root('always', 'return Promise.all([load(1), load(-1)]);'),
        root('some', 'return Promise.allSettled([load(1), load(n)]);'),
        root('caught', 'const first = load(n).catch(() => null); await load(1); return first;'),
        root('handled', 'try { await Promise.all([load(1), load(n)]); } catch { return 1; } return 2;'),
        root('inside', 'const [a] = await Promise.all([saved(n), load(1)]); return a;'),
        root('behind', 'const [a] = await Promise.all([late(n), load(1)]); return a;'),
        root('changed', 'store.last = 1; const first = load(2); if (store.last === 1) throw new Error(); await first; return 1;'),
        root('later', 'store.last = n; const first = load(2); await first; if (store.last === 2) throw new Error(); return 1;'),
      ].join('\n'),
    );

    const { all, mapped, kept, through, always } = told;
    assert.deepEqual([all, mapped, kept, through, always], ['!(n < 0)', '!(n < 0)', '!(n < 0)', '!(n < 0)', 'false']);
    const { some, caught, handled, inside, behind, changed, later } = told;
    assert.deepEqual([some, caught, handled, inside, changed, later], [null, null, null, null, null, null]);
    // What it does behind the wait concerns nobody else.
    assert.equal(behind, '!(n < 0)');
  });
});
