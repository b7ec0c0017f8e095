import { unreachable } from '../base/errors.js';
import type { IntMap } from '../base/intMap.js';
import * as maps from '../base/intMap.js';
import type { Expression } from '../ir/expression.js';
import type { VariableId } from '../ir/program.js';
import { targetsOf } from '../ir/visit.js';
import * as numbers from '../lattice/number.js';
import * as texts from '../lattice/text.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { valueIn } from './expression/evaluate.js';
import { checkIndex, elementRead } from './indexCheck.js';
import { assume } from './expression/assume.js';
import { refine } from './expression/refine.js';
import type { Activation } from './scope.js';
import * as states from './state.js';
import type { Cell, LiveState, State } from './state.js';
import type { SimpleInstruction } from './outcome.js';
import { transfer, withoutNullish } from './transfer.js';

/**
 * The backward effect of an edge: the states of `invariant` (at the source) from which the instruction, with this outcome, may
 * lead into `after` (at the target). The inverse of `transfer`, met with the invariant before anything is joined
 * (Bourdoncle (PLDI), section 4).
 */
export function backward(
  instruction: SimpleInstruction,
  outcome: 'normal' | 'throw',
  after: State,
  invariant: State,
  activation: Activation,
  exception: VariableId,
): State {
  if (after === null || invariant === null) return null;
  if (outcome === 'throw') return backwardThrow(instruction, after, invariant, activation, exception);
  switch (instruction.kind) {
    case 'nop':
      return states.constrain(invariant, after.frame, after.cells);
    case 'assign': {
      const before = withoutTargets(instruction, after, invariant);
      const value = valueAfter(after, instruction.target, activation);
      return before === null || value === null ? before : refine(instruction.value, value, before, activation);
    }
    case 'assume': {
      const before = states.constrain(invariant, after.frame, after.cells);
      return before === null ? null : assume(instruction.condition, instruction.truth, before, activation);
    }
    case 'load':
    case 'store': {
      const met = withoutTargets(instruction, after, invariant);
      const inside = met === null ? null : checkIndex(instruction, met, activation).inside;
      const before =
        inside === null || !readsElement(instruction, after, activation) ? inside : elementRead(instruction, inside, activation);
      const measured = before === null ? null : textMeasured(instruction, after, before, activation);
      if (measured === null) return null;
      const object = valueIn(instruction.object, measured, activation);
      return withoutNullish(instruction.object, object, measured, activation);
    }
    case 'checkInitialised':
    case 'enterScope':
    case 'copyScope':
    case 'defineAccessor':
    case 'delete':
    case 'copyProperties':
    case 'allocate':
    case 'closure':
    case 'escape':
    case 'iterate':
    case 'step':
    case 'closeIterator':
    case 'collect':
    case 'await':
    case 'yield':
    case 'havoc':
      return possible(instruction, outcome, withoutTargets(instruction, after, invariant), activation, exception);
    case 'throw':
      return null;
    default:
      return unreachable(instruction);
  }
}

/** The state itself, unless the instruction cannot have this outcome from it. */
function possible(
  instruction: SimpleInstruction,
  outcome: 'normal' | 'throw',
  before: State,
  activation: Activation,
  exception: VariableId,
): State {
  return before === null || transfer(instruction, outcome, before, activation, exception) === null ? null : before;
}

function backwardThrow(
  instruction: SimpleInstruction,
  after: LiveState,
  invariant: LiveState,
  activation: Activation,
  exception: VariableId,
): State {
  const before = states.constrain(invariant, maps.remove(after.frame, exception), after.cells);
  if (before === null) return null;
  if (instruction.kind === 'throw') {
    const value = maps.get(after.frame, exception);
    return value === undefined ? before : refine(instruction.value, value, before, activation);
  }
  return possible(instruction, 'throw', before, activation, exception);
}

/** The invariant under the constraints of `after` that the instruction's targets do not overwrite. */
function withoutTargets(instruction: SimpleInstruction, after: LiveState, invariant: LiveState): State {
  let frame: IntMap<Value> = after.frame;
  let cells: IntMap<Cell> = after.cells;
  for (const target of targetsOf(instruction)) {
    frame = maps.remove(frame, target);
    cells = maps.remove(cells, target);
  }
  return states.constrain(invariant, frame, cells);
}

/** The value that was read is not undefined. */
function readsElement(instruction: SimpleInstruction, after: LiveState, activation: Activation): boolean {
  if (instruction.kind !== 'load') return false;
  const value = valueAfter(after, instruction.target, activation);
  return value !== null && (value.bits & values.Bit.Undefined) === 0;
}

/** A text whose length was read is as long as was read. What is known of the length anyway is not asked of the text. */
function textMeasured(instruction: SimpleInstruction, after: LiveState, before: LiveState, activation: Activation): State {
  if (instruction.kind !== 'load' || !isConstantText(instruction.key, 'length')) return before;
  const length = valueAfter(after, instruction.target, activation)?.number;
  if (length === undefined || !values.isTextOnly(valueIn(instruction.object, before, activation))) return before;
  const reached = transfer(instruction, 'normal', before, activation, instruction.target);
  const known = reached === null ? undefined : valueAfter(reached, instruction.target, activation)?.number;
  if (known === undefined || numbers.isEmpty(known)) return null;
  if (numbers.isEmpty(numbers.meet(known, length))) return null;
  const least = length.min > known.min ? length.min : 0;
  const most = length.max < known.max ? length.max : Infinity;
  if (least === 0 && most === Infinity) return before;
  return refine(instruction.object, values.ofText(texts.textOfLength(least, most)), before, activation);
}

const isConstantText = (key: Expression, text: string): boolean =>
  key.kind === 'constant' && key.value.kind === 'string' && key.value.value === text;

/** The requirement of `after` on a variable that was just assigned; null when it is not known to be the newest of its cells. */
export function valueAfter(after: LiveState, variable: VariableId, activation: Activation): Value | null {
  const { captured, stableOwner } = activation.program;
  if (captured[variable] === 0 || stableOwner[variable] === activation.function) return maps.get(after.frame, variable) ?? null;
  return activation.newest(variable) ? (maps.get(after.cells, variable)?.recent ?? null) : null;
}
