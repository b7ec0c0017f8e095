import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';
import { claims } from './running.js';

const conditionsOf = (text: string): readonly (string | null)[] => checkText(text).findings.map(({ condition }) => condition);

describe('a value of which nothing is known', () => {
  const others: readonly unknown[] = [
    ...[undefined, null, 'text', '5', '200', true, 5n, 200n],
    ...[{}, [], [200], { valueOf: () => 5 }, { valueOf: () => 200 }],
  ];

  it('is compared as numbers are where it is one, and as NaN is where it is undefined', async () => {
    await claims('export function main(n: any) { if (!(n < 100)) throw new Error("no"); }', { also: others });
    const asserted = checkText('export function main(n: any) { // @always n < 100\n}');
    assert.equal(asserted.functions[0]?.requires, 'n !== undefined && (typeof n !== "number" || n < 100)');
  });

  it('is asked for where the program reads it', () => {
    const read = 'declare function read(): number;\nexport function main() { ';
    const asked = 'n !== undefined && (typeof n !== "number" || n < 100)';
    assert.deepEqual(conditionsOf(`${read} const n = read(); // @always n < 100\n}`), [asked]);
    assert.deepEqual(conditionsOf(`${read} const n = read(); if (n >= 100) return; // @always n < 100\n}`), [
      'n !== undefined && (typeof n !== "number" || !Number.isNaN(n))',
    ]);
  });

  it('is not asked for where what it is converted by may change it', () =>
    assert.deepEqual(
      conditionsOf(`declare function read(): number;
        let n = 0;
        export function set(value: number) { n = value; }
        export function main() { n = read(); // @always n < 100\n}`),
      [],
    ));
});

describe('a conversion that throws', () => {
  const places: readonly (readonly [what: string, statement: string])[] = [
    ['in an argument', 'own(-x);'],
    ['in an argument of new', 'new Own(-x);'],
    ['in an argument of a method', '({ own }).own(-x);'],
    ['in an argument that is handed on', 'own.call(null, -x);'],
    ['in a tagged template', 'own`${-x}`;'],
    ['in an array', '[-x];'],
    ['in an array that is gone through', 'for (const each of [-x]) own(each);'],
    ['in a text that is gone through', "for (const each of '' + x) own(each);"],
    ['in a text that is taken apart', "const [each] = '' + x; own(each);"],
    ['in a text that is spread', "own({ ...('' + x) });"],
    ['in what a setter is given', 'new Own(1).value = -x;'],
  ];

  for (const [what, statement] of places)
    it(`is caught where it stands: ${what}`, () => {
      const text = `
        function own(given) { return given; }
        class Own { constructor(given) {} set value(given) {} }
        /** @param {any} x */
        export function main(x) {
          if (typeof x !== 'symbol') return 0;
          try { ${statement} } catch { return 1; }
          throw new Error('not reached');
        }`;
      assert.deepEqual(conditionsOf(text), []);
    });
});
