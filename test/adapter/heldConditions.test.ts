import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { instrument } from '../../adapter/instrument/instrument.js';
import { emptyPlan, type WatchedCondition } from '../../adapter/instrument/plan.js';
import { brokenForm, namesOfPure } from '../../adapter/querypoints/text/pureCondition.js';

/** The text of a module with what asks a condition before a line of it, and how often the program tells that it is broken. */
function held(lines: readonly string[], condition: string, place: { line: number; column?: number; isAssertion?: boolean }) {
  const { line, column = 1, isAssertion = false } = place;
  const names = [...(namesOfPure(condition) ?? [])];
  const broken = brokenForm(condition, isAssertion);
  const watched: WatchedCondition = { paths: ['/p.js'], line, column, condition, isAssertion, broken, names, isFromOutside: false };
  const conditions = { watched: [watched], hit: 1 };
  const source = { path: '/p.js', text: lines.join('\n'), format: 'commonjs', mapping: null, preamble: '' } as const;
  const code = instrument(source, { ...emptyPlan, conditions }, 1)?.text ?? '';
  let told = 0;
  runInNewContext(code, { __w_condition: () => void told++ });
  return { code, told };
}

describe('conditions that a run is held against', () => {
  const calls = [
    'function first(list, n) {',
    '  return n;',
    '}',
    'first([1], 1); first(null, 2); first({ get length() { throw 0; } }, 3);',
  ];

  it('are asked in the text of a statement, where no function keeps its variables', () => {
    const { code, told } = held(calls, 'n < 2', { line: 2, column: 3 });
    assert.doesNotMatch(code, /=>/);
    assert.equal(told, 2);
  });

  it('are not broken by an exception, and assertions are', () => {
    assert.equal(held(calls, 'list.length > 0', { line: 2, column: 3 }).told, 0);
    assert.equal(held(calls, 'list.length > 0', { line: 2, column: 3, isAssertion: true }).told, 2);
  });

  it('are not broken by what has no value yet', () => {
    const early = ['const ask = () => {', '  return 1;', '};', 'ask();', 'let limit = 9;', 'ask();'];
    for (const isAssertion of [false, true]) assert.equal(held(early, 'limit < 5', { line: 2, column: 3, isAssertion }).told, 1);
  });

  it('are asked in expressions, too', () => {
    const looped = ['let n = 0;', 'for (', 'n = 1;', 'n < 4;', 'n++', ') { n; }'];
    assert.equal(held(looped, 'n < 3', { line: 6, column: 5 }).told, 1);
    const arrow = ['const twice = (n) =>', '  n * 2;', '[1, 2, 3].map(twice);'];
    assert.equal(held(arrow, 'n !== 2', { line: 2, column: 3 }).told, 1);
    const field = ['class A {', '  n = 1;', '}', 'new A(); new A();'];
    assert.equal(held(field, 'false', { line: 2, column: 7 }).told, 2);
  });
});
