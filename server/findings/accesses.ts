import type { ReachableRoot } from '../analysis/rootSolution.js';
import type { FunctionId } from '../ir/program.js';
import type { Instruction } from '../ir/instruction.js';
import * as numbers from '../lattice/number.js';
import * as texts from '../lattice/text.js';
import * as values from '../lattice/value.js';
import { evaluate, valueIn } from '../semantics/expression/evaluate.js';
import { objectAt } from '../semantics/heap/objectAt.js';
import { inBounds, validIndices } from '../semantics/heap/heap.js';
import { isGiven, isTypedArray } from '../semantics/heap/locations.js';
import { positionOf } from '../semantics/relational/element.js';
import type { Activation } from '../semantics/scope.js';
import type { LiveState } from '../semantics/state.js';
import { convertsForeign } from '../semantics/transfer.js';

/** The element accesses of one function as one root proves them, in all copies that it made of the function. */
export interface FunctionAccesses {
  readonly functionId: FunctionId;
  /** False: the root was given up, and nothing is known. */
  readonly complete: boolean;
  /** The accesses that are not proven to be inside their arrays. */
  readonly failed: readonly number[];
}

export interface RootAccesses {
  /** The functions with accesses that the root reaches. */
  readonly functions: readonly FunctionAccesses[];
  /** Some access may be outside an array whose length is tracked: what keeps it inside can be asked. */
  readonly mayBeOutside: boolean;
}

export function accessesOf(solution: ReachableRoot): RootAccesses {
  const failed = new Map<FunctionId, Set<number>>();
  let mayBeOutside = false;
  for (const instance of solution.analysis.unfolding.instances) {
    const { body } = instance.indexed;
    if (body.accesses.length === 0) continue;
    if (solution.complete && (solution.reachable[instance.entry] ?? null) === null) continue;
    const failures = failed.get(body.id) ?? new Set();
    failed.set(body.id, failures);
    if (!solution.complete) continue;
    for (const edge of body.edges) {
      const { instruction } = edge;
      if ((instruction.kind !== 'load' && instruction.kind !== 'store') || instruction.access === null) continue;
      const state = solution.reachable[instance.base + edge.source] ?? null;
      if (state === null || isProven(instruction, state, instance.activation)) continue;
      failures.add(instruction.access);
      if (hasTrackedLength(instruction, state, instance.activation)) mayBeOutside = true;
    }
  }
  const functions = [...failed].map(([functionId, failures]) => ({ functionId, complete: solution.complete, failed: [...failures] }));
  return { functions, mayBeOutside };
}

/** Which element accesses are inside their arrays in every unfolding of every root. */
export class AccessProofs {
  private readonly failed = new Map<FunctionId, Set<number>>();
  private readonly unknown = new Set<FunctionId>();

  constructor(roots: Iterable<RootAccesses>) {
    for (const { functions } of roots) {
      for (const { functionId, complete, failed } of functions) {
        if (!complete) this.unknown.add(functionId);
        const failures = this.failed.get(functionId) ?? new Set();
        for (const access of failed) failures.add(access);
        this.failed.set(functionId, failures);
      }
    }
  }

  isProven(functionId: FunctionId, access: number): boolean {
    const failures = this.failed.get(functionId);
    return failures !== undefined && !this.unknown.has(functionId) && !failures.has(access);
  }

  /** The number of a function's accesses that are proven; none if no complete root reaches the function. */
  proven(functionId: FunctionId, total: number): number {
    const failures = this.failed.get(functionId);
    return failures === undefined || this.unknown.has(functionId) ? 0 : total - failures.size;
  }
}

function hasTrackedLength(instruction: Instruction & { kind: 'load' | 'store' }, state: LiveState, activation: Activation): boolean {
  const object = valueIn(instruction.object, state, activation);
  return (
    object.objects.length > 0 &&
    object.objects.every((location) => {
      const array = objectAt(state, location, activation);
      return array !== undefined && array.brand === 'array' && !array.escaped && !isGiven(location);
    })
  );
}

/**
 * Whether the index is inside in every state of these. A write at the length appends, which counts as in bounds. Of an object that is not
 * known: inside of what its `length` says, as long as that is an integer.
 */
export function isProven(instruction: Instruction & { kind: 'load' | 'store' }, state: LiveState, activation: Activation): boolean {
  const position = positionOf(instruction.object, instruction.key, state, activation);
  if (position === 'inside' || (instruction.kind === 'store' && position === 'atMostLength')) return true;
  const base = evaluate(instruction.object, state, activation);
  const index = evaluate(instruction.key, state, activation);
  const [object, key] = [base.value, index.value];
  // Of undefined and null nothing is read or written.
  const rest = object.bits & ~(values.Bit.Undefined | values.Bit.Null);
  if (object.objects.length === 0 && !values.hasText(object)) return false;
  if ((base.effects.converts || index.effects.converts) && !convertsForeign(instruction, state, activation)) return false;
  if (!values.isNumberOnly(key) || rest !== 0 || values.hasNumber(object) || values.hasBigint(object)) return false;
  const { number } = key;
  if (values.hasText(object) && !inBounds(number, texts.lengthOf(object.text))) return false;
  return object.objects.every((location) => {
    const array = objectAt(state, location, activation);
    if (array === undefined) return false;
    if (isTypedArray(location)) return inBounds(number, array.length);
    if (array.brand !== 'array' || array.escaped) return false;
    if (inBounds(number, array.length)) return true;
    return instruction.kind === 'store' && numbers.leq(number, validIndices) && number.max <= array.length.min;
  });
}
