import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import type { VariableId } from '../../ir/program.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import * as zones from '../../lattice/zone.js';
import { load } from '../heap/heap.js';
import { read } from '../scope.js';
import type { Activation } from '../scope.js';
import * as states from '../state.js';
import type { LiveState } from '../state.js';
import { hasCountedElements } from './element.js';
import { isSharedAndRewritten, staysAsRead } from './effects.js';
import { Forms } from './form.js';
import { openForm, wholeForm } from './open.js';
import type { OpenForm } from './open.js';
import { Oracle } from './oracle.js';
import { variableOf, variablesOf, zero } from './packs.js';
import type { Dimension } from './packs.js';
import { withZone } from './relations.js';

/**
 * The state after the instruction, where elements that were read before it turned out to be there. `before`: the state that it began in.
 * `hasRun`: in between, accessors or conversions of unknown code have run.
 */
export function withFound(
  instruction: Instruction,
  before: LiveState,
  after: LiveState,
  hasRun: boolean,
  activation: Activation,
): LiveState {
  const packs = activation.program.packs.of(activation.function);
  const { found, packOf } = packs;
  const elements = found.get(instruction);
  const { describesProperties, asksInstances, inheritsElements } = activation.program;
  if (elements === undefined || describesProperties || asksInstances || inheritsElements) return after;
  const mayBeUndefined = (state: LiveState, variable: VariableId): boolean =>
    (read(state, variable, activation).bits & values.Bit.Undefined) !== 0;
  let current = after;
  for (const { value, key, lengths } of elements) {
    if (!mayBeUndefined(before, value) || mayBeUndefined(after, value)) continue;
    if (hasRun && !staysAsRead(key, activation)) continue;
    for (const length of lengths) {
      if (!hasCountedElements(objectOf(length, before, activation), before, activation)) continue;
      if (hasRun && variablesOf(length, packs).some((variable) => isSharedAndRewritten(variable, activation))) continue;
      const pack = packOf.get(length);
      const index = pack === undefined ? null : indexOf(key, current, activation);
      if (pack === undefined || index === null || (index.dimension !== zero && packOf.get(index.dimension) !== pack)) continue;
      const zone = new Oracle(current, activation).zone(pack);
      const next = zone === null ? null : zones.constrain(zone, index.dimension, length, -1 - index.constant);
      if (next !== null) current = states.withRelations(current, withZone(current.relations, pack, next));
    }
  }
  return current;
}

/** The object that has the length: the value of a variable, or of what a path leads to. */
function objectOf(length: Dimension, state: LiveState, activation: Activation): Value {
  const path = activation.program.packs.of(activation.function).paths.get(length);
  if (path === undefined) return read(state, variableOf(length), activation);
  const key = typeof path.key === 'string' ? values.ofText(texts.textConstant(path.key)) : read(state, path.key, activation);
  return load(read(state, path.base, activation), key, state, activation, 'unknown').value;
}

function indexOf(key: Expression, state: LiveState, activation: Activation): OpenForm | null {
  if (key.kind === 'constant') return key.value.kind === 'number' ? { dimension: zero, constant: key.value.value } : null;
  const oracle = new Oracle(state, activation);
  const form = new Forms(oracle, activation).of(key) === null ? wholeForm(key, oracle, activation) : openForm(key, oracle);
  return form === null || !oracle.packs.packOf.has(form.dimension) ? null : form;
}
