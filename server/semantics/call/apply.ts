import * as maps from '../../base/intMap.js';
import type { Instruction } from '../../ir/instruction.js';
import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { objectAt } from '../heap/objectAt.js';
import { maxChain } from '../heap/heap.js';
import { keyOf } from '../heap/propertyNames.js';
import { read } from '../scope.js';
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
  if (instruction.mode === 'super' && mayOverrideAdder(model, call.argument(0), state, activation)) {
    // Methods of the derived class run before its constructor goes on.
    call.runUnknown([...call.args, pendingInstance(state, activation)]);
    return { state: call.state, result: values.unknownObject, throws: true, ranUnknown: true };
  }
  let result = model.apply(call);
  if (result === null) return null;
  if (instruction.mode === 'super' && values.mayBeObject(result)) {
    const prototype = derivedPrototype(state, activation);
    if (prototype === null || call.objectsOf(result)?.every(({ brand }) => brand === 'error') !== true) {
      // Its methods are called on an object that is not known, and arrays are made again where methods like `slice` make a new one.
      call.escape(derivedClass(state, activation));
      // Models of other built-ins hold for objects with their own prototype only.
      call.escape(result);
      result = values.unknownObject;
    } else {
      call.updateAll(result, (object) => ({ ...object, prototype }));
    }
  }
  return { state: call.state, result, throws: call.throws, ranUnknown: call.ranUnknown };
}

/** The receiver has no value of the kind that the built-in takes. */
function hasNoReceiver(model: BuiltinModel, call: StatefulCall): boolean {
  if (model.receiver === 'text' || model.receiver === 'string') return texts.isEmpty(call.text);
  return model.receiver === 'number' && numbers.isEmpty(call.number);
}

/** The object that the constructor was called to make, which `super()` gives to it; with its prototype. */
function pendingInstance(state: LiveState, activation: Activation): Value {
  const instance = activation.program.module.functions[activation.function]?.instanceVariable ?? null;
  return instance === null ? values.unknownObject : read(state, instance, activation);
}

/** Whether the constructor may hand what it is given to a method of a subclass. */
function mayOverrideAdder({ adder }: BuiltinModel, iterable: Value, state: LiveState, activation: Activation): boolean {
  if (adder === undefined || values.isNullish(iterable)) return false;
  const key = keyOf(adder);
  let level = derivedPrototype(state, activation);
  for (let depth = 0; depth < maxChain && level !== null; depth++) {
    if (level.bits !== 0) return true;
    const above: Value[] = [];
    for (const location of level.objects) {
      if (activation.program.locations.isBuiltin(location)) continue;
      const object = objectAt(state, location, activation);
      const isKnown = object?.escaped === false ? values.isBottom(object.others) : object?.fixed === true;
      if (object === undefined || !isKnown || object.prototype === null || maps.get(object.properties, key) !== undefined) return true;
      above.push(object.prototype);
    }
    if (above.length === 0) return false;
    level = above.reduce(values.join);
  }
  return true;
}

/** The class that `new` was called on. */
function derivedClass(state: LiveState, activation: Activation): Value {
  const newTarget = activation.program.module.functions[activation.function]?.newTargetVariable ?? null;
  return newTarget === null ? values.top : read(state, newTarget, activation);
}

/** The prototype that `new` gives to the object that super() creates; null when it is not known. */
function derivedPrototype(state: LiveState, activation: Activation): Value | null {
  const pending = pendingInstance(state, activation);
  if (pending.bits !== 0 || pending.objects.length === 0) return null;
  let prototype = values.bottom;
  for (const location of pending.objects) {
    const of = objectAt(state, location, activation)?.prototype;
    if (of === undefined || of === null) return null;
    prototype = values.join(prototype, of);
  }
  return prototype;
}
