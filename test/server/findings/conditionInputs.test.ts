import assert from 'node:assert/strict';
import { inputsOutside } from '../../bench/conditions/inputs.js';
import { exporting, wayTo } from '../../bench/conditions/reach.js';
import { Random } from '../../soundness/random.js';

describe('inputs outside of a condition', () => {
  it('are of the declared types, and the condition is false of each', () => {
    const inputs = inputsOutside('!(n > 99)', [{ name: 'n', type: 'number' }], 20, new Random(1));
    assert.equal(inputs.length, 20);
    assert.ok(inputs.every(([n]) => typeof n === 'number' && n > 99));
  });

  it('have the members that the condition names', () => {
    const inputs = inputsOutside('event.id !== ""', [{ name: 'event', type: null }], 5, new Random(1));
    assert.ok(inputs.length > 0 && inputs.every(([event]) => (event as { readonly id: unknown }).id === ''));
  });

  it('are arrays where arrays are declared', () => {
    const inputs = inputsOutside('!(rows.length > 0)', [{ name: 'rows', type: 'array' }], 5, new Random(1));
    assert.ok(inputs.length > 0 && inputs.every(([rows]) => Array.isArray(rows)));
    assert.equal(wayTo('function a(rows: string[]) {}', 'a.ts', 1)?.parameters[0]?.type, 'array');
  });

  it('reach functions, constructors and static methods that are not exported', () => {
    const text = 'function a(n: number) {}\nexport class B {\n  constructor(s) {}\n  static c(o: { x: 1 }) {}\n  d() {}\n}\n';
    const ways = [1, 3, 4, 5].map((line) => wayTo(text, 'a.ts', line));
    assert.deepEqual(
      ways.map((way) => way && [way.exported, way.member, way.construct, way.parameters.map(({ type }) => type)]),
      [['a', null, false, ['number']], ['B', null, true, [null]], ['B', 'c', false, ['object']], null],
    );
    const [first] = ways;
    assert.ok(first !== null && first !== undefined && exporting(text, first).endsWith('export { a as __tried };\n'));
  });
});
