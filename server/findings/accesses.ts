import type { RootSolution } from '../analysis/analyse.js';
import type { FunctionId } from '../ir/program.js';
import type { Instruction } from '../ir/instruction.js';
import * as numbers from '../lattice/number.js';
import * as texts from '../lattice/text.js';
import * as values from '../lattice/value.js';
import { evaluate, objectAt } from '../semantics/evaluate.js';
import { inBounds, validIndices } from '../semantics/heap.js';
import type { Activation } from '../semantics/scope.js';
import type { LiveState } from '../semantics/state.js';

/** Which element accesses are inside their arrays in every unfolding of every root that was analysed. */
export class AccessProofs {
  private readonly failed = new Map<FunctionId, Set<number>>();
  private readonly reached = new Set<FunctionId>();
  private readonly unknown = new Set<FunctionId>();
  /** Some access may be outside an array whose length is tracked: what keeps it inside can be asked. */
  mayBeOutside = false;

  add(solution: RootSolution): void {
    for (const instance of solution.analysis.unfolding.instances) {
      const { body } = instance.indexed;
      if (body.accesses.length === 0) continue;
      if (!solution.complete) {
        this.unknown.add(body.id);
        continue;
      }
      if ((solution.reachable[instance.entry] ?? null) === null) continue;
      this.reached.add(body.id);
      for (const edge of body.edges) {
        const { instruction } = edge;
        if ((instruction.kind !== 'load' && instruction.kind !== 'store') || instruction.access === null) continue;
        const state = solution.reachable[instance.base + edge.source] ?? null;
        if (state === null || isProven(instruction, state, instance.activation)) continue;
        let failures = this.failed.get(body.id);
        if (failures === undefined) this.failed.set(body.id, (failures = new Set()));
        failures.add(instruction.access);
        if (hasTrackedLength(instruction, state, instance.activation)) this.mayBeOutside = true;
      }
    }
  }

  /** How many of a function's accesses are proven; of one that no complete root reaches, none. */
  proven(functionId: FunctionId, total: number): number {
    if (this.unknown.has(functionId) || !this.reached.has(functionId)) return 0;
    return total - (this.failed.get(functionId)?.size ?? 0);
  }
}

function hasTrackedLength(instruction: Instruction & { kind: 'load' | 'store' }, state: LiveState, activation: Activation): boolean {
  const object = evaluate(instruction.object, state, activation, { throws: false, converts: false });
  return (
    object.objects.length > 0 &&
    object.objects.every((location) => {
      const array = objectAt(state, location, activation);
      return array !== undefined && array.brand === 'array' && !array.escaped;
    })
  );
}

/** A write at the length appends, which counts as in bounds. */
function isProven(instruction: Instruction & { kind: 'load' | 'store' }, state: LiveState, activation: Activation): boolean {
  const effects = { throws: false, converts: false };
  const object = evaluate(instruction.object, state, activation, effects);
  const key = evaluate(instruction.key, state, activation, effects);
  if (!values.isNumberOnly(key) || object.bits !== 0 || values.hasNumber(object) || values.hasBigint(object)) return false;
  const { number } = key;
  if (values.hasText(object) && !inBounds(number, texts.lengthOf(object.text))) return false;
  return object.objects.every((location) => {
    const array = objectAt(state, location, activation);
    if (array === undefined || array.brand !== 'array' || array.escaped) return false;
    if (inBounds(number, array.length)) return true;
    return instruction.kind === 'store' && numbers.leq(number, validIndices) && number.max <= array.length.min;
  });
}
