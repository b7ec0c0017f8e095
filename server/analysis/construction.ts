import * as maps from '../base/intMap.js';
import type { FunctionIr, VariableId } from '../ir/program.js';
import * as values from '../lattice/value.js';
import { Bit } from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { constructionOf } from '../semantics/call.js';
import { read } from '../semantics/scope.js';
import type { Activation } from '../semantics/scope.js';
import type { LiveState } from '../semantics/state.js';
import type { CallingInstruction, CallLink } from './unfolding.js';

/** The variable `this` that super() binds; null for every other call. */
export function boundBySuper(instruction: CallingInstruction): VariableId | null {
  if (instruction.kind !== 'call' || instruction.mode !== 'super') return null;
  return instruction.receiver?.kind === 'variable' ? instruction.receiver.variable : null;
}

/** `this` when the constructor ends; uninitialised where super() has not been called. `made`: what it is where no text names it. */
function selfAt(callee: FunctionIr, end: LiveState, inside: Activation, made: Value): Value {
  return callee.thisVariable === null ? made : read(end, callee.thisVariable, inside);
}

/** The object that a call made for its constructor: `new` allocated it, and there may be newer ones; `super()` was given it. */
export function madeFor({ instruction, caller }: CallLink, after: LiveState): Value {
  if (instruction.kind !== 'call' || instruction.mode === 'call') return values.unknownObject;
  if (instruction.mode === 'super') return constructionOf(caller.indexed.body, after, caller.activation).instance;
  const { locations } = caller.activation.program;
  const old = locations.old(instruction.site);
  const recent = locations.recent(instruction.site);
  return values.ofObjects(maps.get(after.heap, old) === undefined ? [recent] : [recent, old]);
}

function returnedBy(callee: FunctionIr, end: LiveState): Value {
  return maps.get(end.frame, callee.result) ?? values.top;
}

/** The result of `new` and super(): the object that the constructor returns, `this` where it returns none. */
export function constructed(callee: FunctionIr, end: LiveState, inside: Activation, made: Value): Value {
  const returned = returnedBy(callee, end);
  const self = selfAt(callee, end, inside, made);
  const instance = values.withBits(self, self.bits & ~Bit.Uninitialised);
  if (!values.mayBeObject(returned)) return instance;
  const object = values.withObjects(values.ofBits(returned.bits & Bit.UnknownObject), returned.objects);
  return values.isBottom(values.primitivesOf(returned)) ? object : values.join(object, instance);
}

/** Whether a constructor that ends normally still makes the call of it throw. */
export interface ConstructionFailure {
  readonly sometimes: boolean;
  readonly always: boolean;
}

export const neverFails: ConstructionFailure = { sometimes: false, always: false };

/**
 * A derived constructor must have called super(), and return an object or nothing; and super() binds `this` once. `end`: where the
 * constructor ends; `source`: the call.
 */
export function failsToConstruct(link: CallLink, end: LiveState, source: LiveState): ConstructionFailure {
  const { body } = link.callee.indexed;
  let { sometimes, always } = neverFails;
  if (body.kind === 'derivedConstructor') {
    const returned = returnedBy(body, end);
    const primitives = values.primitivesOf(returned);
    if (!values.isBottom(primitives)) {
      const uninitialised = (selfAt(body, end, link.callee.activation, values.unknownObject).bits & Bit.Uninitialised) !== 0;
      sometimes = uninitialised || !values.isBottom(values.withBits(primitives, primitives.bits & ~Bit.Undefined));
    }
    always = values.isBottom(constructed(body, end, link.callee.activation, values.unknownObject));
  }
  const bound = boundBySuper(link.instruction);
  if (bound !== null) {
    const before = read(source, bound, link.caller.activation);
    if (!values.isBottom(values.withBits(before, before.bits & ~Bit.Uninitialised))) sometimes = true;
    if ((before.bits & Bit.Uninitialised) === 0) always = true;
  }
  return { sometimes, always };
}

/** The variables of a derived constructor whose call completes: the result is an object, or it returns nothing and `this` is bound. */
export function returnedByDerived(body: FunctionIr, end: LiveState, inside: Activation): LiveState['frame'] {
  const frame = maps.set(null as LiveState['frame'], body.result, values.ofBits(Bit.Undefined | Bit.UnknownObject));
  const self = body.thisVariable;
  if (self === null || inside.program.captured[self] !== 0 || values.mayBeObject(returnedBy(body, end))) return frame;
  // Everything but what is not initialised.
  return maps.set(frame, self, values.top);
}
