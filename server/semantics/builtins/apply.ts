import type { Instruction } from '../../ir/instruction.js';
import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';
import { StatefulCall } from './builtinCall.js';
import type { Arguments } from './builtinCall.js';
import type { BuiltinModel } from './model.js';

export interface Applied {
  /** The state after the call; where it throws, some of its effects may not have happened yet: it may also be the state before. */
  readonly state: LiveState;
  /** Bottom: it does not complete. */
  readonly result: Value;
  readonly throws: boolean;
  readonly ranUnknown: boolean;
}

/** A call of a modelled built-in; null where the model does not hold for its receiver and arguments: unknown code. */
export function applyModel(
  model: BuiltinModel,
  instruction: Instruction & { kind: 'call' },
  args: Arguments,
  state: LiveState,
  activation: Activation,
): Applied | null {
  const isNew = instruction.mode !== 'call';
  if (isNew ? model.construct === undefined : model.construct === 'required') {
    return { state, result: values.bottom, throws: true, ranUnknown: false };
  }
  const call = new StatefulCall(args, instruction, state, activation);
  if (!call.admits(model)) return null;
  if (hasNoReceiver(model, call)) return { state, result: values.bottom, throws: true, ranUnknown: false };
  let result = model.apply(call);
  if (result === null) return null;
  if (instruction.mode === 'super' && values.mayBeObject(result)) {
    // The object has the prototype of the derived class, which is not known here.
    call.escape(result);
    result = values.unknownObject;
  }
  return { state: call.state, result, throws: call.throws, ranUnknown: call.ranUnknown };
}

/** The receiver has no value of the kind that the built-in takes. */
function hasNoReceiver(model: BuiltinModel, call: StatefulCall): boolean {
  if (model.receiver === 'text' || model.receiver === 'string') return texts.isEmpty(call.text);
  return model.receiver === 'number' && numbers.isEmpty(call.number);
}
