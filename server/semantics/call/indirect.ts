import type { Instruction } from '../../ir/instruction.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { elementsOf, isPlainIterable } from '../iteration.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';
import type { Arguments } from './builtinCall.js';
import { isIndirect } from '../../builtins/names.js';

type CallInstruction = Instruction & { kind: 'call' };

/** A call of built-ins by `f.call(receiver, …)` or `f.apply(receiver, array)`, as if it were written without. */
export interface DirectCall {
  readonly names: readonly string[];
  readonly instruction: CallInstruction;
  readonly args: Arguments;
}

/** Null: other functions may be called, or with what is not known. */
export function directCall(
  name: string,
  instruction: CallInstruction,
  { positional, rest, receiver }: Arguments,
  state: LiveState,
  activation: Activation,
): DirectCall | null {
  const names = builtinsOf(receiver, activation);
  const [self, ...others] = instruction.args;
  if (names === null || instruction.mode !== 'call' || instruction.receiver === null || rest !== null) return null;
  if (instruction.args.some(({ kind }) => kind !== 'value')) return null;
  const direct = { ...instruction, callee: instruction.receiver, receiver: self?.kind === 'value' ? self.value : null };
  const [given = values.undefinedValue, ...following] = positional;
  if (name === 'Function.prototype.call')
    return { names, instruction: { ...direct, args: others }, args: { positional: following, rest: null, receiver: given } };
  const list = following[0] ?? values.undefinedValue;
  const [first] = others;
  if (values.leq(list, nullish))
    return { names, instruction: { ...direct, args: [] }, args: { positional: [], rest: null, receiver: given } };
  if (first?.kind !== 'value' || values.hasText(list) || !isPlainIterable(list, 'of', state, activation)) return null;
  const args = { positional: [], rest: elementsOf(list, state, activation), receiver: given };
  return { names, instruction: { ...direct, args: [{ kind: 'spread', value: first.value }] }, args };
}

const nullish = values.ofBits(values.Bit.Undefined | values.Bit.Null);

/** The names of the built-ins that the value is; null when it may be something else. */
function builtinsOf(value: Value, { program }: Activation): readonly string[] | null {
  const { locations } = program;
  if (value.objects.length === 0 || !values.isBottom(values.withObjects(value, []))) return null;
  if (!value.objects.every((location) => locations.isBuiltin(location))) return null;
  const names = value.objects.map((location) => locations.builtinName(location));
  return names.some(isIndirect) ? null : names;
}
