import { unreachable } from '../base/errors.js';
import * as maps from '../base/intMap.js';
import type { Expression } from '../ir/expression.js';
import type { Instruction } from '../ir/instruction.js';
import type { VariableId } from '../ir/program.js';
import { operandsOf } from '../ir/visit.js';
import * as numbers from '../lattice/number.js';
import * as values from '../lattice/value.js';
import { Bit } from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { isForeign, isNumeric, mayBeOwnAccessor, mayBeOwnElement, mayRunOwnGetter } from './heap/accessors.js';
import { allocate, freshCells } from './heap/recency.js';
import { mayLackBrand } from './heap/brand.js';
import { both } from './expression/convert.js';
import type { Effects } from './expression/convert.js';
import { allocateLiteral, copyProperties, createClosure, defineAccessor } from './creation.js';
import { isSealed } from './heap/argumentsObject.js';
import { effectsOf, evaluate, valueIn } from './expression/evaluate.js';
import * as heap from './heap/heap.js';
import { accessorName } from './heap/propertyNames.js';
import { checkIndex } from './indexCheck.js';
import type { IndexCheck } from './indexCheck.js';
import { elementsOf, isPlainIterable, runIterator, step } from './iteration.js';
import * as objects from './heap/object.js';
import type { AbstractObject } from './heap/object.js';
import { completes, engineError } from './outcome.js';
import type { Done, InstructionOf, SimpleInstruction } from './outcome.js';
import { assume } from './expression/assume.js';
import { refine } from './expression/refine.js';
import { assigned } from './relational/assignment.js';
import { assumeRelated } from './relational/condition.js';
import { dropVariables, staysAsRead } from './relational/effects.js';
import { elementStored, isSomeLength, loaded, positionOf } from './relational/element.js';
import { withFound } from './relational/found.js';
import { read, restrict } from './scope.js';
import { write } from './write.js';
import type { Activation } from './scope.js';
import * as states from './state.js';
import { store } from './heap/store.js';
import type { LiveState, State } from './state.js';

/**
 * The forward effect of an instruction other than a call: strict, monotone and total. With outcome `throw` the thrown value
 * is in `exception` afterwards.
 */
export function transfer(
  instruction: SimpleInstruction,
  outcome: 'normal' | 'throw',
  state: State,
  activation: Activation,
  exception: VariableId,
): State {
  if (state === null) return null;
  return outcomeOf(perform(instruction, state, activation), outcome, activation, exception);
}

/** The state after one outcome of what was done. */
export function outcomeOf(done: Done, outcome: 'normal' | 'throw', activation: Activation, exception: VariableId): State {
  if (outcome === 'normal') return done.normal;
  return done.thrown === null ? null : write(done.thrown, exception, done.exception, activation);
}

/** The effect of an instruction, for both outcomes. */
export function perform(instruction: SimpleInstruction, state: LiveState, activation: Activation): Done {
  switch (instruction.kind) {
    case 'nop':
      return completes(state);
    case 'assign':
      return performAssign(instruction, state, activation);
    case 'assume':
      return performAssume(instruction, state, activation);
    case 'checkInitialised':
      return performCheck(instruction, state, activation);
    case 'enterScope':
      return completes(enterScope(state, instruction.variables, activation));
    case 'copyScope':
      return completes(freshCells(state, instruction.variables, (variable) => read(state, variable, activation), activation));
    case 'load':
      return performLoad(instruction, state, activation);
    case 'store':
      return performStore(instruction, state, activation);
    case 'defineAccessor':
      return defineAccessor(instruction, state, activation);
    case 'delete':
      return performDelete(instruction, state, activation);
    case 'copyProperties':
      return copyProperties(instruction, state, activation);
    case 'allocate':
      return allocateLiteral(instruction, state, activation);
    case 'closure':
      return createClosure(instruction, state, activation);
    case 'escape':
      return performEscape(instruction, state, activation);
    case 'throw':
      return performThrow(instruction, state, activation);
    case 'iterate':
      return performIterate(instruction, state, activation);
    case 'step':
      return step(instruction, state, activation);
    case 'closeIterator':
      return performClose(instruction, state, activation);
    case 'collect':
      return performCollect(instruction, state, activation);
    case 'await':
      return performAwait(instruction, state, activation);
    case 'yield':
      return unmodelled(instruction, state, instruction.target, values.top, activation);
    case 'havoc':
      return performHavoc(instruction, state, activation);
    default:
      return unreachable(instruction);
  }
}

/** The variable gets the value of the expression; what the value is related to is stated again. */
function performAssign(instruction: InstructionOf<'assign'>, state: LiveState, activation: Activation): Done {
  if (instruction.value.kind === 'unknown' && isArguments(instruction.target, activation)) return completes(state);
  const { value, effects } = evaluate(instruction.value, state, activation);
  const after = afterConversion(instruction, state, effects, activation);
  if (values.isBottom(value)) return outcomes(null, after, effects);
  const isRelated = !effects.converts || convertsForeign(instruction, state, activation);
  const relate = isRelated ? assigned(instruction.target, instruction.value, after, activation) : null;
  const written = write(after, instruction.target, value, activation);
  return outcomes(relate === null ? written : relate(written), after, effects);
}

/** Only states go on in which the condition has the truth. */
function performAssume(instruction: InstructionOf<'assume'>, state: LiveState, activation: Activation): Done {
  const { effects } = evaluate(instruction.condition, state, activation);
  const after = afterConversion(instruction, state, effects, activation);
  const assumed = assume(instruction.condition, instruction.truth, after, activation);
  const related = assumeRelated(instruction.condition, instruction.truth, assumed, activation);
  const isFound = related !== null && !convertsOwn(instruction, effects, state, activation);
  return outcomes(isFound ? withFound(instruction, state, related, effects.converts, activation) : related, after, effects);
}

/** A variable that is read before its declaration is evaluated is a ReferenceError. */
function performCheck(instruction: InstructionOf<'checkInitialised'>, state: LiveState, activation: Activation): Done {
  const value = read(state, instruction.variable, activation);
  if ((value.bits & Bit.Uninitialised) === 0) return completes(state);
  const initialised = values.withBits(value, value.bits & ~Bit.Uninitialised);
  return {
    normal: values.isBottom(initialised) ? null : restrict(state, instruction.variable, initialised, activation),
    thrown: state,
    exception: engineError,
  };
}

/** A property is read: a getter, the conversion of a key, or a Proxy may run unknown code. */
function performLoad(instruction: InstructionOf<'load'>, state: LiveState, activation: Activation): Done {
  const index = checkIndex(instruction, state, activation);
  if (index.mayBeOutside) return withOutside(instruction, index, state, activation);
  const base = evaluate(instruction.object, state, activation);
  const property = evaluate(instruction.key, state, activation);
  const [object, key] = [base.value, property.value];
  const before = both(base.effects, property.effects);
  const converted = afterKey(key, afterConversion(instruction, state, before, activation), activation);
  const { value, effects: access } = heap.load(object, key, converted, activation, 'unknown', instruction.key.kind === 'constant');
  const given = instruction.receiver === undefined ? [] : [evaluate(instruction.receiver, state, activation)];
  const receiver = given.map((evaluated) => evaluated.value);
  const effects = both(before, effectsOf(given));
  const isGetter = !mayRunOwnGetter(instruction.key, key, activation.program);
  const run = isGetter ? heap.runGetter : heap.runUnknown;
  const after = access.runsUnknown ? run(converted, [key, object, ...receiver], activation) : converted;
  const nonNullish = withoutNullish(instruction.object, object, after, activation);
  const relate = nonNullish === null || (access.runsUnknown && !isGetter) ? null : loaded(instruction, object, nonNullish, activation);
  // The object is asked for before its key is converted.
  const isQuiet =
    (!values.mayBeObject(key) || isForeign([key], activation.program)) && !convertsOwn(instruction, effects, state, activation);
  const isFound = nonNullish !== null && isQuiet && (!access.runsUnknown || isGetter);
  const hasRun = access.runsUnknown || effects.converts || values.mayBeObject(key);
  const found = isFound ? withFound(instruction, state, nonNullish, hasRun, activation) : nonNullish;
  const written = found === null ? null : write(found, instruction.target, value, activation);
  return accessOutcomes(
    written === null || relate === null ? written : relate(written),
    { expression: instruction.object, object, after },
    { throws: before.throws || access.throws, runsUnknown: hasRun },
    mayLackBrand(instruction, object, state, activation),
    activation,
  );
}

/** A property is written; what the arrays of the state hold at that position is stated again. */
function performStore(instruction: InstructionOf<'store'>, state: LiveState, activation: Activation): Done {
  const index = checkIndex(instruction, state, activation);
  if (index.mayBeOutside) return withOutside(instruction, index, state, activation);
  const base = evaluate(instruction.object, state, activation);
  const property = evaluate(instruction.key, state, activation);
  const stores = evaluate(instruction.value, state, activation);
  const [object, key, value] = [base.value, property.value, stores.value];
  const effects = effectsOf([base, property, stores]);
  const converted = afterKey(key, afterConversion(instruction, state, effects, activation), activation);
  // What is converted for the value runs after the object and the key were read.
  const isRead = !effects.converts || [instruction.object, instruction.key].every((operand) => staysAsRead(operand, activation));
  const isPlaced = instruction.access !== null && isRead && !values.mayBeObject(key);
  const position = isPlaced ? positionOf(instruction.object, instruction.key, converted, activation) : 'unknown';
  const written = { object, key, value, mode: instruction.mode, position, accessors: 'unknown' } as const;
  const { state: completed, effects: access } = store(written, converted, activation);
  const stored = completed ?? converted;
  const after = access.runsUnknown ? runStore(instruction.key, key, stored, [key, object], activation) : stored;
  const runsUnknown = access.runsUnknown || effects.converts || values.mayBeObject(key);
  const thrown = runsUnknown
    ? heap.runUnknown(states.makeState(state.frame, state.cells, after.heap, after.relations), [], activation)
    : state;
  const relate = isPlaced ? elementStored(instruction, object, position, converted, activation) : null;
  const isRefused = completed === null && !access.runsUnknown;
  return {
    normal: isRefused ? null : withoutNullish(instruction.object, object, relate === null ? after : relate(after), activation),
    thrown: effects.throws || access.throws || runsUnknown || mayLackBrand(instruction, object, state, activation) ? thrown : null,
    exception: runsUnknown ? values.top : engineError,
  };
}

/** A property is deleted, or stays where that is refused. */
function performDelete(instruction: InstructionOf<'delete'>, state: LiveState, activation: Activation): Done {
  const { value: object, effects } = evaluate(instruction.object, state, activation);
  const weakened = weaken(object, state, activation);
  if (activation.program.describesProperties) return unmodelled(instruction, weakened, instruction.target, values.anyBoolean, activation);
  const { value: key, effects: ofKey } = evaluate(instruction.key, state, activation);
  const converted = afterKey(key, afterConversion(instruction, weakened, both(effects, ofKey), activation), activation);
  const after = heap.runPropertyStore(converted, [key], accessorName(instruction.key), activation);
  return { normal: write(after, instruction.target, values.anyBoolean, activation), thrown: after, exception: values.top };
}

/** Unknown code gets to know the value. */
function performEscape(instruction: InstructionOf<'escape'>, state: LiveState, activation: Activation): Done {
  const { value, effects } = evaluate(instruction.value, state, activation);
  const after = afterConversion(instruction, state, effects, activation);
  return outcomes(values.isBottom(value) ? null : heap.handOver(value, after, activation), after, effects);
}

/** The value is thrown. */
function performThrow(instruction: InstructionOf<'throw'>, state: LiveState, activation: Activation): Done {
  const value = valueIn(instruction.value, state, activation);
  return { normal: null, thrown: values.isBottom(value) ? null : state, exception: value };
}

/** Other code runs meanwhile. What is no object is no promise: it is given back, and never rejected. */
function performAwait(instruction: InstructionOf<'await'>, state: LiveState, activation: Activation): Done {
  const value = valueIn(instruction.value, state, activation);
  if (values.mayBeObject(value)) return unmodelled(instruction, state, instruction.target, values.top, activation);
  return { ...unmodelled(instruction, state, instruction.target, value, activation), thrown: null };
}

/** An iteration begins: whatever has an iterator of its own runs unknown code. */
function performIterate(instruction: InstructionOf<'iterate'>, state: LiveState, activation: Activation): Done {
  const iterable = valueIn(instruction.iterable, state, activation);
  const started = write(write(state, instruction.iterator, iterable, activation), instruction.index, zero, activation);
  if (isPlainIterable(iterable, instruction.protocol, state, activation)) return completes(started);
  const after = runIterator(instruction.protocol, activation)(started, [iterable], activation);
  return { normal: after, thrown: after, exception: values.top };
}

/** An iteration is left before its end. */
function performClose(instruction: InstructionOf<'closeIterator'>, state: LiveState, activation: Activation): Done {
  const iterable = read(state, instruction.iterator, activation);
  if (isPlainIterable(iterable, instruction.protocol, state, activation)) return completes(state);
  const after = runIterator(instruction.protocol, activation)(state, [], activation);
  return { normal: after, thrown: after, exception: values.top };
}

/** The rest of an iteration becomes an array. */
function performCollect(instruction: InstructionOf<'collect'>, state: LiveState, activation: Activation): Done {
  const iterable = read(state, instruction.iterator, activation);
  const plain = isPlainIterable(iterable, 'of', state, activation);
  const after = plain ? state : heap.runUnknown(state, [], activation);
  const elements = plain ? elementsOf(iterable, state, activation) : values.top;
  const array: AbstractObject = { ...objects.emptyArray, elements, length: objects.anyLength };
  const allocated = write(
    allocate(after, instruction.site, array, activation),
    instruction.target,
    values.ofObjects([activation.program.locations.recent(instruction.site)]),
    activation,
  );
  return { normal: allocated, thrown: plain ? null : after, exception: values.top };
}

/** Something that is not modelled has written the variables. */
function performHavoc(instruction: InstructionOf<'havoc'>, state: LiveState, activation: Activation): Done {
  let current = state;
  for (const variable of instruction.writes) current = write(current, variable, values.top, activation);
  return unmodelled(instruction, current, instruction.target, values.top, activation);
}

/** An object that only its own function knows needs no relations of elements: it is assigned anything where they may change (lowerFunction.ts). */
function isArguments(variable: VariableId, { program, function: id }: Activation): boolean {
  const body = program.module.functions[id];
  return body?.argumentsVariable === variable && isSealed(body, program);
}

/** Unknown code runs when a property of an unknown object is written. */
function runStore(expression: Expression, key: Value, state: LiveState, known: readonly Value[], activation: Activation): LiveState {
  if (isNumeric(key) && !mayBeOwnElement(activation.program)) return heap.runElementStore(state, known, activation);
  const name = accessorName(expression);
  if (name === null || changingLength.has(name) || mayBeOwnAccessor(name, activation.program))
    return heap.runUnknown(state, known, activation);
  return heap.runPropertyStore(state, known, name, activation);
}

const changingLength: ReadonlySet<string> = new Set(['length', '__proto__']);

/** An access whose index may be outside its array fails there, and goes on with an index inside. */
function withOutside(instruction: InstructionOf<'load' | 'store'>, index: IndexCheck, state: LiveState, activation: Activation): Done {
  if (index.inside === null) return { normal: null, thrown: state, exception: engineError };
  if (checkIndex(instruction, index.inside, activation).mayBeOutside) {
    // The lengths differ by more than the index can be distinguished by: it may still be outside.
    const unchecked = perform({ ...instruction, access: null }, index.inside, activation);
    return { ...unchecked, thrown: state, exception: values.top };
  }
  const inside = perform(instruction, index.inside, activation);
  return { ...inside, thrown: state, exception: values.top };
}

const zero = values.ofNumber(numbers.numberConstant(0));

/**
 * Converting an object calls its valueOf or toString: unknown code that knows the operands. Where they are not the module's own, they
 * change no more than getters do.
 */
function afterConversion(instruction: SimpleInstruction, state: LiveState, effects: Effects, activation: Activation): LiveState {
  if (!effects.converts) return state;
  const known = convertedBy(instruction, state, activation);
  return isForeign(known, activation.program) ? heap.runGetter(state, known, activation) : heap.runUnknown(state, known, activation);
}

/** The key of a property is converted, too. */
function afterKey(key: Value, state: LiveState, activation: Activation): LiveState {
  if (!values.mayBeObject(key)) return state;
  return isForeign([key], activation.program) ? heap.runGetter(state, [key], activation) : heap.runUnknown(state, [key], activation);
}

/** Whether what the instruction converts can have no methods of the module. */
export function convertsForeign(instruction: Instruction, state: LiveState, activation: Activation): boolean {
  return isForeign(convertedBy(instruction, state, activation), activation.program);
}

const convertsOwn = (instruction: SimpleInstruction, effects: Effects, state: LiveState, activation: Activation): boolean =>
  effects.converts && !convertsForeign(instruction, state, activation);

/** The values that operands are computed from: a variable by itself is not converted. */
function convertedBy(instruction: Instruction, state: LiveState, activation: Activation): readonly Value[] {
  const convertible = operandsOf(instruction).filter((operand) => operand.kind !== 'variable');
  return convertible.flatMap((operand) => sourcesOf(operand, state, activation));
}

/** The values of the variables that an expression is computed from. */
function sourcesOf(expression: Expression, state: LiveState, activation: Activation): readonly Value[] {
  switch (expression.kind) {
    case 'variable':
      return isSomeLength(expression.variable, state, activation) ? [] : [read(state, expression.variable, activation)];
    case 'unary':
      return sourcesOf(expression.operand, state, activation);
    case 'binary': {
      const left = sourcesOf(expression.left, state, activation);
      // Only Proxies are asked what is in them, and what is described is none.
      if (expression.operator === 'in' && !activation.program.describesProperties) return left;
      return [...left, ...sourcesOf(expression.right, state, activation)];
    }
    case 'intrinsic':
      return expression.operands.flatMap((operand) => sourcesOf(operand, state, activation));
    default:
      return [];
  }
}

function outcomes(normal: State, thrown: LiveState, effects: Effects): Done {
  return { normal, thrown: effects.throws || effects.converts ? thrown : null, exception: effects.converts ? values.top : engineError };
}

function accessOutcomes(
  normal: State,
  { expression, object, after }: { readonly expression: Expression; readonly object: Value; readonly after: LiveState },
  access: { readonly throws: boolean; readonly runsUnknown: boolean },
  lacksBrand: boolean,
  activation: Activation,
): Done {
  if (access.runsUnknown) return { normal, thrown: after, exception: values.top };
  if (lacksBrand) return { normal, thrown: after, exception: engineError };
  if (!access.throws) return completes(normal);
  const nullish = values.withBits(values.bottom, object.bits & (Bit.Undefined | Bit.Null));
  return { normal, thrown: refine(expression, nullish, after, activation), exception: engineError };
}

/** The states in which the object is neither undefined nor null; null when there are none. */
export function withoutNullish(expression: Expression, object: Value, state: LiveState, activation: Activation): State {
  if (!values.mayBeNullish(object)) return state;
  const rest = values.withBits(object, object.bits & ~(Bit.Undefined | Bit.Null));
  return values.isBottom(rest) ? null : refine(expression, rest, state, activation);
}

function enterScope(state: LiveState, variables: readonly VariableId[], activation: Activation): LiveState {
  const declared = activation.program.module.variables;
  const initial = (variable: VariableId): Value => {
    const { lexical = false, madeFirst = false } = declared[variable] ?? {};
    if (madeFirst) return values.bottom;
    return lexical ? values.uninitialised : values.undefinedValue;
  };
  const entered = dropVariables(state, variables, activation);
  let frame = entered.frame;
  for (const variable of variables) {
    if (activation.program.captured[variable] === 0) frame = maps.set(frame, variable, initial(variable));
  }
  return freshCells(states.withFrame(entered, frame), variables, initial, activation);
}

/** Something with unknown effects happens: all operands become known to unknown code. */
function unmodelled(
  instruction: SimpleInstruction,
  state: LiveState,
  target: VariableId | null,
  result: Value,
  activation: Activation,
): Done {
  let handed = state;
  for (const operand of operandsOf(instruction)) handed = heap.handOver(valueIn(operand, state, activation), handed, activation);
  const after = heap.runUnknown(handed, [], activation);
  return { normal: target === null ? after : write(after, target, result, activation), thrown: after, exception: values.top };
}

/** The objects lose what is known of their properties, but stay unknown to unknown code. */
function weaken(object: Value, state: LiveState, activation: Activation): LiveState {
  return heap.handOver(object, state, activation);
}
