import * as maps from '../base/intMap.js';
import type { Argument, Instruction } from '../ir/instruction.js';
import type { FunctionIr, VariableId } from '../ir/program.js';
import { mayReflect } from '../ir/reflection.js';
import { isIntrinsic } from '../ir/expression.js';
import type { Intrinsic } from '../ir/expression.js';
import * as numbers from '../lattice/number.js';
import * as texts from '../lattice/text.js';
import * as values from '../lattice/value.js';
import { Bit } from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import type { AccessInstruction } from './access.js';
import { isForeign } from './heap/accessors.js';
import { allocate, freshCells, renamedBy } from './heap/recency.js';
import { argumentsValue } from './heap/argumentsObject.js';
import { acceptedArgument } from './call/accepted.js';
import { applyModel } from './call/apply.js';
import type { AbstractBuiltins } from './call/model.js';
import { describedBy } from './call/described.js';
import { directCall } from './call/indirect.js';
import { isIndirect, storingNames } from '../builtins/names.js';
import { valueIn } from './expression/evaluate.js';
import { objectAt } from './heap/objectAt.js';
import * as heap from './heap/heap.js';
import { evaluateIntrinsic } from './expression/intrinsics.js';
import * as objects from './heap/object.js';
import type { AbstractObject, Callable } from './heap/object.js';
import { isGivenArray, isTypedArray } from './heap/locations.js';
import { lookingMethods, methodName, takingPatterns } from './call/methodNames.js';
import { resultOf, withLengths } from './relational/builtinRelations.js';
import { comeBack, isPrivate } from './relational/effects.js';
import { entered } from './relational/relations.js';
import { read } from './scope.js';
import { write } from './write.js';
import type { Activation } from './scope.js';
import * as states from './state.js';
import type { LiveState, State } from './state.js';
import { elementsOf, isPlainIterable } from './iteration.js';
import { engineError } from './outcome.js';

export type CallInstruction = Instruction & { kind: 'call' };

/** The callees that an expression may denote in a state. */
export interface Callees {
  readonly functions: readonly Callable[];
  readonly builtins: readonly string[];
  /** Code that is not known. */
  readonly unknown: boolean;
  /** Something that cannot be called: a TypeError. */
  readonly notCallable: boolean;
}

const unknownCallee: Callees = { functions: [], builtins: [], unknown: true, notCallable: true };

/** The functions that a call may call, and whether one of them may be unknown. */
export function calleesOf(instruction: CallInstruction, state: LiveState, activation: Activation): Callees {
  const callee = valueIn(instruction.callee, state, activation);
  // Spreading an iterable of unknown code may do anything before the call.
  if (instruction.args.some(({ kind }) => kind === 'spread') && !evaluateArguments(instruction, state, activation).plain)
    return unknownCallee;
  const functions: Callable[] = [];
  const builtins: string[] = [];
  let unknown = (callee.bits & Bit.UnknownObject) !== 0;
  let notCallable = unknown || !values.isBottom(values.primitivesOf(callee));
  for (const location of callee.objects) {
    const object = objectAt(state, location, activation);
    if (object === undefined || object.brand === 'mixed') unknown = notCallable = true;
    else if (object.brand !== 'function') notCallable = true;
    else if (object.builtin !== null) {
      const described = instruction.mode === 'call' ? describedBy(object.builtin, instruction, state, activation) : null;
      if (described !== null) functions.push({ function: described.function, exact: true, isClass: false });
      if (described === null || !described.whole) builtins.push(object.builtin);
    } else if (object.callable === null) unknown = true;
    else if (!functions.some((known) => known.function === object.callable?.function && known.exact === object.callable.exact))
      functions.push(object.callable);
  }
  return { functions, builtins, unknown, notCallable };
}

/** The values of arguments in order, up to the first spread; then `rest` joins what a spread may give. */
function argumentValues(
  args: readonly Argument[],
  state: LiveState,
  activation: Activation,
): { positional: Value[]; rest: Value | null; plain: boolean } {
  const positional: Value[] = [];
  let rest: Value | null = null;
  let plain = true;
  for (const argument of args) {
    if (argument.kind === 'hole') continue;
    const value = valueIn(argument.value, state, activation);
    if (argument.kind === 'spread') {
      const known = isPlainIterable(value, 'of', state, activation);
      if (!known) plain = false;
      const elements = known ? elementsOf(value, state, activation) : values.join(values.top, value);
      rest = rest === null ? elements : values.join(rest, elements);
    } else if (rest === null) positional.push(value);
    else rest = values.join(rest, value);
  }
  return { positional, rest, plain };
}

/** The arguments of a call, evaluated in the caller. */
export interface BoundArguments {
  /** No spread of an iterable that runs unknown code. */
  readonly plain: boolean;
  readonly positional: readonly Value[];
  /** The join of the arguments beyond `positional`; null when there are none. */
  readonly rest: Value | null;
  readonly receiver: Value;
}

/** The receiver and the arguments of a call; not `plain` where spreading one may run unknown code. */
export function evaluateArguments(instruction: CallInstruction, state: LiveState, activation: Activation): BoundArguments {
  const { positional, rest, plain } = argumentValues(instruction.args, state, activation);
  const receiver = instruction.receiver === null ? values.undefinedValue : valueIn(instruction.receiver, state, activation);
  return { plain, positional, rest, receiver };
}

/** The arguments and the receiver of a getter or setter. */
export function accessorArguments(
  instruction: AccessInstruction,
  receiver: Value,
  state: LiveState,
  activation: Activation,
): BoundArguments {
  const positional = instruction.kind === 'store' ? [valueIn(instruction.value, state, activation)] : [];
  return { plain: true, positional, rest: null, receiver };
}

/** The object that `new` gives to a constructor, and a derived constructor to that of its superclass. */
export interface Construction {
  readonly instance: Value;
  readonly newTarget: Value;
}

/** The object that the `super()` of a derived constructor gives on. */
export function constructionOf(caller: FunctionIr, state: LiveState, activation: Activation): Construction {
  const { instanceVariable, newTargetVariable } = caller;
  return {
    instance: instanceVariable === null ? values.unknownObject : read(state, instanceVariable, activation),
    newTarget: newTargetVariable === null ? values.top : read(state, newTargetVariable, activation),
  };
}

/**
 * bind(call): the entry state of the callee. `inside` is the callee's activation. For `new` the receiver is a fresh object whose
 * prototype is the callee's `prototype` property.
 */
export function bind(
  callee: FunctionIr,
  args: BoundArguments,
  receiver: Value,
  state: LiveState,
  inside: Activation,
  construction: Construction | null = null,
): LiveState {
  let entry: LiveState = states.makeState(null, state.cells, state.heap, entered(state.relations));
  const argument = (index: number): Value => {
    const known = args.positional[index];
    if (known !== undefined) return known;
    return args.rest === null ? values.undefinedValue : values.join(args.rest, values.undefinedValue);
  };
  const bound: [VariableId, Value][] = callee.parameters.map((parameter, index) => [parameter, argument(index)]);
  if (callee.thisVariable !== null) bound.push([callee.thisVariable, receiver]);
  if (callee.newTargetVariable !== null) bound.push([callee.newTargetVariable, construction?.newTarget ?? values.undefinedValue]);
  if (callee.instanceVariable !== null) bound.push([callee.instanceVariable, construction?.instance ?? values.unknownObject]);
  if (callee.argumentsVariable !== null) {
    for (const value of [...args.positional, ...(args.rest === null ? [] : [args.rest])]) entry = heap.escapeValue(value, entry, inside);
    bound.push([callee.argumentsVariable, argumentsValue(callee, inside.program)]);
  }
  const extra = args.positional.slice(callee.parameters.length);
  let elements = extra.reduce(values.join, values.bottom);
  if (args.rest !== null) elements = values.join(elements, args.rest);
  const length = numbers.numberRange(extra.length, args.rest === null ? extra.length : 2 ** 32 - 1, true, false);
  return bindParameters(callee, bound, { ...objects.emptyArray, elements, length }, entry, inside);
}

/** The state in which these variables have these values, and the rest parameter is a fresh array like `rest`. */
export function bindParameters(
  callee: FunctionIr,
  bound: readonly (readonly [VariableId, Value])[],
  rest: AbstractObject | null,
  state: LiveState,
  inside: Activation,
): LiveState {
  if (callee.rest === null || callee.restSite === null || rest === null) return bindVariables(bound, state, inside);
  const renamed = renamedBy(state, callee.restSite, inside);
  const array = values.ofObjects([inside.program.locations.recent(callee.restSite)]);
  const all = [...bound.map(([variable, value]) => [variable, renamed(value)] as const), [callee.rest, array] as const];
  return bindVariables(all, allocate(state, callee.restSite, rest, inside), inside);
}

function bindVariables(bound: readonly (readonly [VariableId, Value])[], state: LiveState, inside: Activation): LiveState {
  let frame = state.frame;
  const captured = new Map<VariableId, Value>();
  for (const [variable, value] of bound) {
    if (inside.program.captured[variable] === 0) frame = maps.set(frame, variable, value);
    else captured.set(variable, value);
  }
  const framed = states.withFrame(state, frame);
  if (captured.size === 0) return framed;
  return freshCells(framed, [...captured.keys()], (variable) => captured.get(variable) ?? values.top, inside);
}

/** The receiver of a `new` call: a fresh object at the call's site, and the state with it. */
export function allocateInstance(
  instruction: CallInstruction,
  callee: Value,
  args: BoundArguments,
  state: LiveState,
  activation: Activation,
): { readonly state: LiveState; readonly instance: Value; readonly args: BoundArguments } {
  const { value: prototype, effects } = heap.load(callee, values.ofText(texts.textConstant('prototype')), state, activation, 'unknown');
  const allocated = allocate(
    state,
    instruction.site,
    { ...objects.emptyObject, prototype: effects.runsUnknown ? values.top : prototype },
    activation,
  );
  const renamed = renamedBy(state, instruction.site, activation);
  return {
    state: allocated,
    instance: values.ofObjects([activation.program.locations.recent(instruction.site)]),
    args: {
      plain: args.plain,
      positional: args.positional.map(renamed),
      rest: args.rest === null ? null : renamed(args.rest),
      receiver: renamed(args.receiver),
    },
  };
}

/**
 * The caller's frame after a call during which the sites of `renewed` may have allocated: what was the newest object of such a
 * site may have become an older one.
 */
export function afterCall(caller: LiveState, callee: LiveState, renewed: (site: number) => boolean, activation: Activation): LiveState {
  const locations = activation.program.locations;
  const frame = maps.mapValues(caller.frame, (value) => {
    let result = value;
    for (const location of value.objects) {
      if (!locations.isRecent(location) || !renewed(locations.siteOf(location))) continue;
      const old = locations.old(locations.siteOf(location));
      // An older object of the site exists where it was renewed.
      if (maps.get(callee.heap, old) !== undefined) result = values.join(result, values.ofObjects([old]));
    }
    return result;
  });
  const { packs, module, captured } = activation.program;
  const isWritten = (variable: VariableId): boolean => captured[variable] !== 0 && module.variables[variable]?.reassigned !== false;
  const isFixed = (variable: VariableId): boolean => {
    const { objects: held } = read(caller, variable, activation);
    return held.length > 0 && held.every(isTypedArray);
  };
  const after = states.makeState(frame, callee.cells, callee.heap, caller.relations);
  const isOwn = (variable: VariableId): boolean => isPrivate(read(after, variable, activation), after, activation);
  return states.withRelations(
    after,
    comeBack(caller.relations, callee.relations, isWritten, isFixed, isOwn, packs.of(activation.function)),
  );
}

export interface BuiltinOutcome {
  readonly normal: State;
  readonly thrown: State;
  readonly exception: Value;
  /** Nothing is asked of the state before: the call may end the run well, or run unknown code. */
  readonly opaque: boolean;
  /** The call ends the process. */
  readonly ends?: boolean;
}

/** A call of a built-in; unknown code where there is no model for it. */
export function callBuiltin(
  name: string,
  instruction: CallInstruction,
  args: BoundArguments,
  state: LiveState,
  activation: Activation,
  /** It is read from what it is called on. */
  isMethod = true,
): BuiltinOutcome {
  if (isIntrinsic(name) && instruction.mode === 'call' && args.rest === null) {
    const { value, effects } = evaluateIntrinsic(name, args.positional, state, activation);
    const run = isForeign(args.positional, activation.program) ? heap.runGetter : heap.runUnknown;
    const after = effects.converts ? run(state, args.positional, activation) : state;
    return {
      normal: write(after, instruction.target, value, activation),
      thrown: effects.throws || effects.converts ? after : null,
      exception: effects.converts ? values.top : engineError,
      opaque: effects.converts,
    };
  }
  if (isIndirect(name)) {
    const direct = directCall(name, instruction, args, state, activation);
    if (direct === null) return runUnknown(instruction, args, state, activation);
    const bound = { plain: args.plain, ...direct.args };
    return direct.names.map((called) => callBuiltin(called, direct.instruction, bound, state, activation, false)).reduce(eitherOutcome);
  }
  const model = activation.program.builtins.models.get(name);
  if (model?.exits) {
    const isRefused = applyModel(model, instruction, args, state, activation)?.throws ?? true;
    return { normal: null, thrown: isRefused ? state : null, exception: engineError, opaque: true, ends: true };
  }
  const applied = model === undefined ? null : applyModel(model, instruction, args, state, activation);
  // Where something that is no object has the method, something unknown has another.
  if (applied === null && isMethod && values.mayBeObject(args.receiver)) return callUnknown(instruction, args, state, activation);
  if (applied === null) return runUnknown(instruction, args, state, activation);
  const after = applied.ranUnknown ? applied.state : withLengths(name, instruction, state, applied.state, activation);
  const relate = applied.ranUnknown ? null : resultOf(name, instruction, state, activation);
  const completed = values.isBottom(applied.result) ? null : complete(after, instruction, applied.result, activation);
  return {
    normal: completed === null || relate === null ? completed : relate(completed),
    thrown: applied.throws ? states.join(state, applied.state) : null,
    exception: applied.ranUnknown ? values.top : engineError,
    opaque: applied.ranUnknown,
  };
}

const eitherOutcome = (a: BuiltinOutcome, b: BuiltinOutcome): BuiltinOutcome => ({
  normal: states.join(a.normal, b.normal),
  thrown: states.join(a.thrown, b.thrown),
  exception: values.join(a.exception, b.exception),
  opaque: a.opaque || b.opaque,
  ends: a.ends === true || b.ends === true,
});

/** The call gives its result; super(...) binds it to `this`. */
function complete(state: LiveState, instruction: CallInstruction, result: Value, activation: Activation): LiveState {
  const given = write(state, instruction.target, result, activation);
  return instruction.mode === 'super' && instruction.receiver?.kind === 'variable'
    ? write(given, instruction.receiver.variable, result, activation)
    : given;
}

/** A call of code that is not known: all arguments become known to it. */
export function callUnknown(instruction: CallInstruction, args: BoundArguments, state: LiveState, activation: Activation): BuiltinOutcome {
  if (!onlyLooks(instruction, args, state, activation)) return runUnknown(instruction, args, state, activation);
  const after = heap.runGetter(state, [args.receiver, ...args.positional], activation);
  return { normal: complete(after, instruction, values.top, activation), thrown: after, exception: values.top, opaque: true };
}

function runUnknown(instruction: CallInstruction, args: BoundArguments, state: LiveState, activation: Activation): BuiltinOutcome {
  const callee = valueIn(instruction.callee, state, activation);
  for (const location of callee.objects) {
    const callable = objectAt(state, location, activation)?.callable;
    if (callable) activation.outside.calledOpaquely(callable.function);
  }
  let handed = state;
  for (const value of [...args.positional, ...(args.rest === null ? [] : [args.rest])]) handed = heap.handOver(value, handed, activation);
  const body = activation.program.module.functions[activation.function];
  // A constructor of a superclass has the new object, and so the methods of its class.
  const made = instruction.mode === 'super' && body !== undefined ? [constructionOf(body, state, activation).instance] : [];
  const names = storesNames(instruction, callee, args, activation) ? heap.storedUnderSomeName(handed) : handed;
  const after = heap.runUnknown(names, [callee, args.receiver, ...made], activation);
  // What is handed in may come back; only what comes from nowhere is an input.
  const isInput = instruction.args.length === 0 && instruction.receiver === null;
  const value = isInput ? activation.program.unknown : values.top;
  const result = instruction.mode === 'call' ? value : values.unknownObject;
  return { normal: complete(after, instruction, result, activation), thrown: after, exception: values.top, opaque: true };
}

/** Whether the call may be of a built-in that gives a declared array members of its own: `Object.defineProperty(rows, …)`. */
function storesNames(instruction: CallInstruction, callee: Value, args: BoundArguments, { program, function: id }: Activation): boolean {
  if (!args.positional.some((value) => value.objects.some(isGivenArray))) return false;
  const { locations, module } = program;
  if (callee.objects.some((location) => locations.isBuiltin(location) && storingNames.has(locations.builtinName(location)))) return true;
  if ((callee.bits & Bit.UnknownObject) === 0) return false;
  const body = module.functions[id];
  const name = body === undefined ? null : methodName(instruction.callee, body, module);
  return mayReflect(module) || (name !== null && storingNames.has(`Object.${name}`));
}

/** A method of something unknown by a name of the language's own (methodNames.ts): it is given nothing that it could call. */
function onlyLooks(instruction: CallInstruction, args: BoundArguments, state: LiveState, activation: Activation): boolean {
  const { program } = activation;
  const body = program.module.functions[activation.function];
  if (instruction.mode !== 'call' || instruction.receiver === null || args.rest !== null || body === undefined) return false;
  const name = methodName(instruction.callee, body, program.module);
  if (name === null || !lookingMethods.has(name) || program.ownLookingMethods.has(name)) return false;
  const callee = valueIn(instruction.callee, state, activation);
  if (callee.objects.some((location) => !program.locations.isBuiltin(location))) return false;
  const isPattern = (location: number): boolean => objectAt(state, location, activation)?.brand === 'regexp';
  const others = args.positional.map((value) => (value.objects.every(isPattern) ? values.withObjects(value, []) : value));
  if (args.receiver.objects.length > 0 || (takingPatterns.has(name) && others.some(values.mayBeObject))) return false;
  return isForeign(others, program);
}

/** The values that the argument at `index` of `count` may have had if the call of the built-in returned. */
export function acceptedBy({ models }: AbstractBuiltins, name: string, index: number, count: number): Value {
  return acceptedArgument(models.get(name)?.accepts, index, count);
}

/** Whether the call only computes a number or boolean of its arguments, so that the arguments can be refined by the result. */
export function isPureIntrinsic(name: string, instruction: CallInstruction): name is Intrinsic {
  return instruction.mode === 'call' && isIntrinsic(name);
}
