import assert from 'node:assert/strict';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded } from '../../../adapter/operations/whyRecorded.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const text = `function mark(v) { return v; }
function keep(a, b) { var list = arguments; a = 9; mark(list); return list; }
const kept = keep(1, 2);
function under(x, y) { arguments[0] = 2; mark(1); x = 3; arguments[0]++; y = 5; arguments[1] = 6; mark(2); return x; }
under(1);
function twice(a, b, a) { a = 1; arguments[0] = 5; arguments[2] = 7; return arguments; }
const three = twice(10, 20, 30);
function strict(a) { 'use strict'; arguments[0] = 3; a = 4; return arguments; }
const own = strict(1);
function cut(a, b) { delete arguments[0]; a = 5; arguments[0] = 6; [].shift.call(arguments); return arguments; }
const shifted = cut(1, 2);
function deep(a) { const inner = () => { arguments[0]++; a *= 2; }; inner(); inner(); return a; }
deep(3);
function again(n) { if (n > 0) { arguments[0] -= 1; again(n); } return n; }
again(2);
`;

describe('the arguments object in a recording', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text })));
  after(() => run.dispose());

  const state = (name: string): unknown =>
    run.rows(`objectState(object: "${name} @ end", event: "end")`, 'name', 'value').filter(([key]) => key !== 'callee');
  const history = (name: string, variable: string): unknown =>
    run.rows(`localVariableHistory(function: "${name}", variable: "${variable}")`, 'after').flat();

  it('holds what the call gave, and what parameters were given since', () => {
    assert.deepEqual(state('kept'), [
      ['0', 9],
      ['1', 2],
      ['length', 2],
    ]);
    assert.deepEqual(state('three'), [
      ['0', 5],
      ['1', 20],
      ['2', 7],
      ['length', 3],
    ]);
    const rows = run.rows('dataStructureHistory(object: "kept @ end")', 'operation', 'key', 'before', 'after', 'contents');
    assert.deepEqual(rows, [
      ['create', undefined, undefined, undefined, [1, 2]],
      ['write', 0, 1, 9, [9, 2]],
    ]);
    const [row] = run.ask('returnValueHistory(method: "keep")').rows;
    assert.match(JSON.stringify(row), /\{0: 9, 1: 2\}/);
  });

  it('is one place with no parameter in strict mode, and with none that it has deleted', () => {
    assert.deepEqual(state('own'), [
      ['0', 3],
      ['length', 1],
    ]);
    assert.deepEqual(history('strict', 'a'), [1, 4]);
    assert.deepEqual(state('shifted'), [
      ['0', 2],
      ['length', 1],
    ]);
    assert.deepEqual(history('cut', 'a'), [1, 5]);
  });

  it('writes parameters that the call has given', () => {
    assert.deepEqual(history('under', 'x'), [1, 2, 3, 4]);
    assert.deepEqual(history('under', 'y'), [{ undefined: true }, 5]);
    assert.deepEqual(history('twice', 'a'), [30, 1, 7]);
    assert.deepEqual(history('deep', 'a'), [3, 4, 8, 9, 18]);
    const rows = run.rows('localVariableHistory(function: "again", variable: "n")', 'before', 'after');
    assert.deepEqual(rows, [
      [undefined, 2],
      [2, 1],
      [undefined, 1],
      [1, 0],
      [undefined, 0],
    ]);
    const seen = [1, 2].map((which) => run.event('argumentHistory(method: "mark")', { line: 4 }, which - 1));
    const values = seen.map((event) => run.ask(`localsBefore(event: ${event})`).rows.find(({ name }) => name === 'x')?.['value']);
    assert.deepEqual(values, [2, 4]);
  });

  it('has the last change of a parameter, by either of its names', async () => {
    const asked = readQuestions(['lastChange(P1: x)', 'lastChange(P1: y)', 'lastChange(P1: arguments[1])'], []);
    const stop = { kind: 'line', file: 'main.cjs', line: 4, column: 108, hit: 1, when: null } as const;
    const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...asked });
    assert.deepEqual(
      points.map(({ status, position }) => [status, position?.column]),
      [
        ['located', 108],
        ['located', 58],
        ['located', 74],
        ['located', 81],
      ],
    );
  });
});
