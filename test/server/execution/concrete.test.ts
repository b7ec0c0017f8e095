import { concreteBuiltins } from '../../../server/builtins/concreteModels.js';
import assert from 'node:assert/strict';
import type { Expression } from '../../../server/ir/expression.js';
import type { Instruction } from '../../../server/ir/instruction.js';
import { runFunction, type RunArgument, type RunOutcome } from '../../../server/execution/concrete/run.js';
import type { ConcreteValue } from '../../../server/execution/concrete/concreteValue.js';
import { binary, constant, GraphBuilder, span, variable } from './concreteGraph.js';

const assign = (target: number, value: Expression): Instruction => ({ kind: 'assign', target, value, span });
const assume = (condition: Expression, truth: boolean): Instruction => ({ kind: 'assume', condition, truth, span });
const closure = (target: number, id: number): Instruction => ({
  kind: 'closure',
  target,
  site: 0,
  function: id,
  span,
  superclass: null,
  isClass: false,
});
const limits = { fuel: 10_000, maxDepth: 100, builtins: concreteBuiltins };

/** A module whose top level makes a closure of one function, whose edges the caller gives. */
function single(
  edges: (names: {
    n: number;
    x: number;
    result: number;
    exception: number;
    self: number;
  }) => Parameters<GraphBuilder['function']>[0]['edges'],
  marks: NonNullable<Parameters<GraphBuilder['function']>[0]['marks']> = {},
) {
  const builder = new GraphBuilder();
  const [topResult, topException] = [
    builder.variable(0, '%result', { kind: 'result' }),
    builder.variable(0, '%exception', { kind: 'exception' }),
  ];
  const self = builder.variable(0, 'f', { captured: true });
  const n = builder.variable(1, 'n', { kind: 'parameter' });
  const x = builder.variable(1, 'x', { kind: 'temporary' });
  const [result, exception] = [
    builder.variable(1, '%result', { kind: 'result' }),
    builder.variable(1, '%exception', { kind: 'exception' }),
  ];
  builder.function({
    kind: 'module',
    result: topResult,
    exception: topException,
    edges: [
      [0, 3, { kind: 'enterScope', variables: [self] }],
      [3, 1, closure(self, 1)],
    ],
  });
  builder.function({ kind: 'function', result, exception, parameters: [n], edges: edges({ n, x, result, exception, self }), marks });
  const module = builder.module();
  return {
    outcome: (...args: RunArgument[]): RunOutcome => runFunction(module, 1, args, limits).outcome,
    value: (...args: RunArgument[]): ConcreteValue => runFunction(module, 1, args, limits).value,
    run: (...args: RunArgument[]) => runFunction(module, 1, args, limits),
  };
}

describe('the concrete interpreter on hand-made graphs', () => {
  it('computes and returns', () => {
    const plusOne = single(({ n, result }) => [[0, 1, assign(result, binary('+', variable(n), constant(1)))]]);
    assert.equal(plusOne.value(41), 42);
    assert.equal(plusOne.value('a'), 'a1');
    assert.deepEqual(plusOne.outcome(41), { kind: 'good' });
  });

  it('chooses the branch that holds', () => {
    const sign = single(({ n, result }) => [
      [0, 3, assume(binary('<', variable(n), constant(0)), true)],
      [0, 4, assume(binary('<', variable(n), constant(0)), false)],
      [3, 1, assign(result, constant('negative'))],
      [4, 1, assign(result, constant('other'))],
    ]);
    assert.equal(sign.value(-1), 'negative');
    assert.equal(sign.value(NaN), 'other');
  });

  it('takes the edge of the outcome: a mixed operation throws', () => {
    const doubled = single(({ n, result }) => {
      const compute = assign(result, binary('*', variable(n), constant(2)));
      return [
        [0, 1, compute],
        [0, 2, compute, 'throw'],
      ];
    });
    assert.deepEqual(doubled.outcome(21), { kind: 'good' });
    assert.deepEqual(doubled.outcome(21n), { kind: 'failed', reason: 'exception' });
  });

  it('loops until the fuel is gone', () => {
    const down = single(({ n }) => [
      [0, 3, assume(binary('===', variable(n), constant(0)), false)],
      [0, 1, assume(binary('===', variable(n), constant(0)), true)],
      [3, 0, assign(n, binary('-', variable(n), constant(1)))],
    ]);
    assert.deepEqual(down.outcome(10), { kind: 'good' });
    assert.deepEqual(down.outcome(-1), { kind: 'outOfFuel' });
  });

  it('fails at a violated assertion', () => {
    const guarded = single(
      ({ n }) => [
        [0, 1, assume(binary('<=', variable(n), constant(99)), true)],
        [0, 3, assume(binary('<=', variable(n), constant(99)), false)],
      ],
      { 3: { kind: 'violation', assertion: 0 } },
    );
    assert.deepEqual(guarded.outcome(99), { kind: 'good' });
    assert.deepEqual(guarded.outcome(100), { kind: 'failed', reason: 'violation' });
  });

  it('records which intermittent assertions held', () => {
    const passing = single(
      ({ n }) => [
        [0, 3, assume(variable(n), true)],
        [0, 1, assume(variable(n), false)],
        [3, 1, { kind: 'nop' }],
      ],
      { 3: { kind: 'sometime', assertion: 7 } },
    );
    assert.deepEqual([...passing.run(1).passed], [7]);
    assert.deepEqual([...passing.run(0).passed], []);
  });

  it('calls itself; endless recursion is no crash', () => {
    const recursive = single(({ n, x, result, self }) => {
      const call: Instruction = {
        kind: 'call',
        target: x,
        callee: variable(self),
        receiver: null,
        args: [{ kind: 'value', value: binary('-', variable(n), constant(1)) }],
        mode: 'call',
        site: 1,
        span,
        awaited: false,
        text: 'f',
      };
      return [
        [0, 1, assume(binary('===', variable(n), constant(0)), true)],
        [0, 3, assume(binary('===', variable(n), constant(0)), false)],
        [3, 4, call],
        [3, 2, call, 'throw'],
        [4, 1, assign(result, variable(n))],
      ];
    });
    assert.deepEqual(recursive.outcome(20), { kind: 'good' });
    assert.deepEqual(recursive.outcome(-1), { kind: 'outOfFuel' });
  });

  it('says nothing where it meets what it does not model', () => {
    const havoc: Instruction = { kind: 'havoc', target: null, reads: [], writes: [], reason: 'something unknown', span };
    const unknown = single(() => [
      [0, 1, havoc],
      [0, 2, havoc, 'throw'],
    ]);
    assert.deepEqual(unknown.outcome(1), { kind: 'unmodelled', what: 'something unknown' });
  });
});
