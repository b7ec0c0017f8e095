import { InternalError } from '../../base/errors.js';
import type { Intrinsic } from '../../ir/expression.js';
import type { NumberValue } from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { toNumber } from './convert.js';
import type { Effects } from './convert.js';
import type { IntrinsicCall } from '../call/model.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';

/** A pure built-in function of primitives: missing arguments are undefined, as in a call. */
export function evaluateIntrinsic(
  name: Intrinsic,
  operands: readonly Value[],
  state: LiveState,
  activation: Activation,
  effects: Effects,
): Value {
  const operand = (index: number): Value => operands[index] ?? values.undefinedValue;
  const number = (index: number): NumberValue => {
    if (values.hasBigint(operand(index))) effects.throws = true;
    return toNumber(operand(index), effects);
  };
  const model = activation.program.builtins.intrinsics.get(name);
  if (model === undefined) throw new InternalError(`the intrinsic ${name} has no model`);
  const call: IntrinsicCall = { operands, state, activation, effects, operand, number };
  return model(call);
}
