import assert from 'node:assert/strict';
import { analyseModule } from '../../../server/analysis/analyse.js';
import { defaultSettings } from '../../../server/analysis/settings.js';
import * as values from '../../../server/lattice/value.js';
import { withPrelude } from '../../../server/check/linkPrelude.js';
import { objectAt } from '../../../server/semantics/heap/objectAt.js';
import { read } from '../../../server/semantics/scope.js';
import { lowerModule } from '../../../server/syntax/lower/lower.js';
import * as numbers from '../../../server/lattice/number.js';

/** What a top-level variable `result` is after the text: a value, or an array as its length and elements. */
function resultOf(text: string): string {
  const lowered = lowerModule(text, { file: 'main.js', assertions: false });
  assert.ok(lowered.kind === 'module');
  const module = withPrelude(lowered.module);
  const variable = module.variables.find(({ name }) => name === 'result');
  assert.ok(variable !== undefined);
  let shown = 'never there';
  analyseModule(module, { ...defaultSettings, integers: false }, ({ reason, reachable, analysis }) => {
    const state = reachable[analysis.unfolding.root.exit] ?? null;
    if (reason !== 'module' || state === null) return;
    const { activation } = analysis.unfolding.root;
    const value = read(state, variable.id, activation);
    const [location] = value.objects;
    const object = location === undefined ? undefined : objectAt(state, location, activation);
    shown =
      object === undefined || object.escaped
        ? values.show(value)
        : `${numbers.show(object.length)} of ${values.show(object.elements)}${object.holes ? ' or holes' : ''}`;
  });
  return shown;
}

const told = (expression: string, expected: string): void => {
  it(`${expression} is ${expected}`, () => assert.equal(resultOf(`const xs = [1, 2, 3]; const result = ${expression};`), expected));
};

describe('callbacks of built-ins are analysed', () => {
  told('xs.map((x) => 10 * x)', '3 of 10..30 int');
  told('xs.map((x, i) => i)', '3 of 0..2 int');
  told('xs.filter((x) => x > 1)', '0..3 int of 1..3 int');
  told('xs.find((x) => x === 2)', 'undefined | 1..3 int');
  told('xs.findIndex((x) => x === 2)', '-1..2 int');
  told('xs.findLastIndex((x) => x === 2)', '-1..2 int');
  told('xs.some((x) => x > 5)', 'false');
  told('xs.every((x) => x < 5)', 'true');
  told('[].some(() => true)', 'false');
  told('xs.reduce((sum, x) => Math.max(sum, x))', '1..3 int');
  told('[7].reduceRight((sum, x) => sum + x)', '7');
  told('[].map((x) => x.y.z)', '0 of ⊥');
  told('xs.sort((a, b) => a - b)', '3 of 1..3 int');
  told('xs.toSorted((a, b) => a - b)', '3 of 1..3 int');
  told('xs.flatMap((x) => [x, -x])[0]', 'undefined | -3..3 int');
  told('Array.from({ length: 4 }, (_, i) => i)', '4 of 0..3 int');
  told('Array.from(xs, (x) => x + 1)', '3 of 2..4 int');
  told('typeof [xs].flat([0, undefined][Math.floor(2 * Math.random())])[0] === "number"', 'boolean');
  told('[[1, 2], [3, 4]].map((row) => row.map((cell) => cell + 1))[0][1]', '2..5 int');

  it('what a callback writes is known', () =>
    assert.equal(resultOf('let result = 0; [1, 2].forEach((x) => { result = x + 5; });'), '0..7 int'));
  it('what a callback throws is thrown', () =>
    assert.equal(resultOf('let result = 0; try { [1].forEach(() => { throw 1; }); result = 2; } catch { result = 3; }'), '3'));
  it('an array that grows meanwhile', () => assert.match(resultOf('const xs = [1]; const result = xs.map((x) => xs.push(x));'), /^1 of 2/));
  it('an array that shrinks meanwhile has holes in its image', () =>
    assert.match(resultOf('const xs = [1, 2]; const result = xs.map((x) => xs.pop());'), /or holes$/));
  it('something that is no function', () => assert.equal(resultOf('let result = 0; try { [].forEach(1); } catch { result = 1; }'), '1'));
  it('a this for the callback is unknown code', () =>
    assert.equal(resultOf('const result = [1].map(function () { return this.a; }, { a: 1 });'), 'anything'));
  it('an array that unknown code has reached', () =>
    assert.equal(resultOf('const xs = [1]; unknown(xs); const result = xs.map((x) => x);'), 'anything'));
});

describe('what a built-in creates again and again', () => {
  const repeated = (create: string, read: string): string =>
    resultOf(`let last = [0]; for (let i = 0; i < 3; i++) last = ${create}; const result = ${read};`);

  it('refers to what the same call created before, not to itself', () => {
    assert.equal(repeated('Array.of(last)', 'last[0] === last'), 'false');
  });
});
