import { InternalError, unreachable } from '../base/errors.js';
import * as maps from '../base/intMap.js';
import type { Expression } from '../ir/expression.js';
import type { Argument, Instruction } from '../ir/instruction.js';
import type { VariableId } from '../ir/program.js';
import { operandsOf } from '../ir/visit.js';
import * as numbers from '../lattice/number.js';
import * as arithmetic from '../lattice/numberArithmetic.js';
import * as texts from '../lattice/text.js';
import * as values from '../lattice/value.js';
import { Bit } from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { allocate, freshCells } from './age.js';
import type { Effects } from './convert.js';
import { evaluate, objectAt } from './evaluate.js';
import * as heap from './heap.js';
import { checkIndex } from './indexCheck.js';
import type { IndexCheck } from './indexCheck.js';
import * as objects from './object.js';
import type { AbstractObject } from './object.js';
import { assume, refine } from './refine.js';
import { read, restrict, write } from './scope.js';
import type { Activation } from './scope.js';
import * as states from './state.js';
import type { LiveState, State } from './state.js';

export type SimpleInstruction = Exclude<Instruction, { kind: 'call' }>;

/** What an instruction did, before its two outcomes are told apart. */
interface Done {
  /** After normal completion; null when it never completes. */
  readonly normal: State;
  /** The state in which it throws; null when it cannot. */
  readonly thrown: State;
  /** What it throws. */
  readonly exception: Value;
}

/** An error that the engine creates: an object that nobody else has. */
export const engineError: Value = values.unknownObject;

/**
 * The forward effect of an instruction other than a call: strict, monotone and total. With outcome `throw` the thrown value
 * is in `exception` afterwards.
 */
export function transfer(instruction: SimpleInstruction, outcome: 'normal' | 'throw', state: State, activation: Activation, exception: VariableId): State {
  if (state === null) return null;
  if (outcome === 'normal') {
    // The two most frequent instructions need no record of what else they did.
    if (instruction.kind === 'nop') return state;
    return perform(instruction, state, activation).normal;
  }
  const done = perform(instruction, state, activation);
  return done.thrown === null ? null : write(done.thrown, exception, done.exception, activation);
}

const completes = (normal: State): Done => ({ normal, thrown: null, exception: values.bottom });

function perform(instruction: SimpleInstruction, state: LiveState, activation: Activation): Done {
  switch (instruction.kind) {
    case 'nop':
      return completes(state);
    case 'assign': {
      const effects: Effects = { throws: false, converts: false };
      const value = evaluate(instruction.value, state, activation, effects);
      const after = afterConversion(instruction, state, effects, activation);
      return outcomes(values.isBottom(value) ? null : write(after, instruction.target, value, activation), after, effects, activation);
    }
    case 'assume': {
      const effects: Effects = { throws: false, converts: false };
      evaluate(instruction.condition, state, activation, effects);
      const after = afterConversion(instruction, state, effects, activation);
      return outcomes(assume(instruction.condition, instruction.truth, after, activation), after, effects, activation);
    }
    case 'checkInitialised': {
      const value = read(state, instruction.variable, activation);
      if ((value.bits & Bit.Uninitialised) === 0) return completes(state);
      const initialised = values.withBits(value, value.bits & ~Bit.Uninitialised);
      return { normal: values.isBottom(initialised) ? null : restrict(state, instruction.variable, initialised, activation), thrown: state, exception: engineError };
    }
    case 'enterScope':
      return completes(enterScope(state, instruction.variables, activation));
    case 'copyScope':
      return completes(freshCells(state, instruction.variables, (variable) => read(state, variable, activation), activation));
    case 'load': {
      const index = checkIndex(instruction, state, activation);
      if (index.mayBeOutside) return withOutside(instruction, index, state, activation);
      const effects: Effects = { throws: false, converts: false };
      const object = evaluate(instruction.object, state, activation, effects);
      const key = evaluate(instruction.key, state, activation, effects);
      const access = { throws: effects.throws, runsUnknown: effects.converts };
      const value = heap.load(object, key, state, activation, access);
      const after = access.runsUnknown ? heap.runUnknown(state, [key, object], activation) : state;
      const nonNullish = withoutNullish(instruction.object, object, after, activation);
      return accessOutcomes(nonNullish === null ? null : write(nonNullish, instruction.target, value, activation), instruction.object, object, after, access, activation);
    }
    case 'store': {
      const index = checkIndex(instruction, state, activation);
      if (index.mayBeOutside) return withOutside(instruction, index, state, activation);
      const effects: Effects = { throws: false, converts: false };
      const object = evaluate(instruction.object, state, activation, effects);
      const key = evaluate(instruction.key, state, activation, effects);
      const value = evaluate(instruction.value, state, activation, effects);
      const access = { throws: effects.throws, runsUnknown: effects.converts };
      const stored = heap.store(object, key, value, instruction.mode, state, activation, access);
      const after = access.runsUnknown ? heap.runUnknown(stored, [key, object], activation) : stored;
      const thrown = access.runsUnknown ? heap.runUnknown(states.makeState(state.frame, state.cells, after.heap), [], activation) : state;
      return { normal: withoutNullish(instruction.object, object, after, activation), thrown: access.throws || access.runsUnknown ? thrown : null, exception: access.runsUnknown ? activation.program.unknown : engineError };
    }
    case 'defineAccessor':
      return defineAccessor(instruction, state, activation);
    case 'delete': {
      const effects: Effects = { throws: false, converts: false };
      const object = evaluate(instruction.object, state, activation, effects);
      return unmodelled(instruction, weaken(object, state, activation), instruction.target, values.anyBoolean, activation);
    }
    case 'copyProperties':
      return copyProperties(instruction, state, activation);
    case 'allocate':
      return performAllocation(instruction, state, activation);
    case 'closure':
      return closure(instruction, state, activation);
    case 'throw': {
      const effects: Effects = { throws: false, converts: false };
      const value = evaluate(instruction.value, state, activation, effects);
      return { normal: null, thrown: values.isBottom(value) ? null : state, exception: value };
    }
    case 'iterate': {
      const effects: Effects = { throws: false, converts: false };
      const iterable = evaluate(instruction.iterable, state, activation, effects);
      const started = write(write(state, instruction.iterator, iterable, activation), instruction.index, zero, activation);
      if (isPlainIterable(iterable, instruction.protocol, state, activation)) return completes(started);
      const after = heap.runUnknown(started, [iterable], activation);
      return { normal: after, thrown: after, exception: activation.program.unknown };
    }
    case 'step':
      return step(instruction, state, activation);
    case 'closeIterator': {
      const iterable = read(state, instruction.iterator, activation);
      if (isPlainIterable(iterable, instruction.protocol, state, activation)) return completes(state);
      const after = heap.runUnknown(state, [], activation);
      return { normal: after, thrown: after, exception: activation.program.unknown };
    }
    case 'collect': {
      const iterable = read(state, instruction.iterator, activation);
      const plain = isPlainIterable(iterable, 'of', state, activation);
      const after = plain ? state : heap.runUnknown(state, [], activation);
      const elements = plain ? elementsOf(iterable, state, activation) : activation.program.unknown;
      const array: AbstractObject = { ...objects.emptyArray, elements, length: objects.anyLength };
      const allocated = write(allocate(after, instruction.site, array, activation), instruction.target, values.ofObjects([activation.program.locations.recent(instruction.site)]), activation);
      return { normal: allocated, thrown: plain ? null : after, exception: activation.program.unknown };
    }
    case 'await':
    case 'yield':
      return unmodelled(instruction, state, instruction.target, activation.program.unknown, activation);
    case 'havoc': {
      let current = state;
      for (const variable of instruction.writes) current = write(current, variable, activation.program.unknown, activation);
      return unmodelled(instruction, current, instruction.target, activation.program.unknown, activation);
    }
    default:
      return unreachable(instruction);
  }
}

/** An access whose index may be outside its array fails there, and goes on with an index inside. */
function withOutside(instruction: SimpleInstruction & { kind: 'load' | 'store' }, index: IndexCheck, state: LiveState, activation: Activation): Done {
  if (index.inside === null) return { normal: null, thrown: state, exception: engineError };
  if (checkIndex(instruction, index.inside, activation).mayBeOutside) {
    // The lengths differ by more than the index can be told apart by: it may still be outside.
    const unchecked = perform({ ...instruction, access: null }, index.inside, activation);
    return { ...unchecked, thrown: state, exception: activation.program.unknown };
  }
  const inside = perform(instruction, index.inside, activation);
  return { ...inside, thrown: state, exception: activation.program.unknown };
}

const zero = values.ofNumber(numbers.numberConstant(0));

/** Converting an object calls its valueOf or toString: unknown code that knows the operands. */
function afterConversion(instruction: SimpleInstruction, state: LiveState, effects: Effects, activation: Activation): LiveState {
  if (!effects.converts) return state;
  const known: Value[] = [];
  for (const operand of operandsOf(instruction)) forEachObject(operand, state, activation, known);
  return heap.runUnknown(state, known, activation);
}

function forEachObject(expression: Expression, state: LiveState, activation: Activation, known: Value[]): void {
  switch (expression.kind) {
    case 'variable':
      known.push(read(state, expression.variable, activation));
      return;
    case 'unary':
      return forEachObject(expression.operand, state, activation, known);
    case 'binary':
      forEachObject(expression.left, state, activation, known);
      return forEachObject(expression.right, state, activation, known);
    case 'intrinsic':
      for (const operand of expression.operands) forEachObject(operand, state, activation, known);
      return;
    default:
      return;
  }
}

function outcomes(normal: State, thrown: LiveState, effects: Effects, activation: Activation): Done {
  return { normal, thrown: effects.throws || effects.converts ? thrown : null, exception: effects.converts ? activation.program.unknown : engineError };
}

function accessOutcomes(normal: State, expression: Expression, object: Value, after: LiveState, access: heap.AccessEffects, activation: Activation): Done {
  if (access.runsUnknown) return { normal, thrown: after, exception: activation.program.unknown };
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

export function enterScope(state: LiveState, variables: readonly VariableId[], activation: Activation): LiveState {
  const declared = activation.program.module.variables;
  const initial = (variable: VariableId): Value => (declared[variable]?.lexical ? values.uninitialised : values.undefinedValue);
  let frame = state.frame;
  for (const variable of variables) {
    if (activation.program.captured[variable] === 0) frame = maps.set(frame, variable, initial(variable));
  }
  return freshCells(states.withFrame(state, frame), variables, initial, activation);
}

/** Something with unknown effects happens: all operands become known to unknown code. */
function unmodelled(instruction: SimpleInstruction, state: LiveState, target: VariableId | null, result: Value, activation: Activation): Done {
  const effects: Effects = { throws: false, converts: false };
  const known = operandsOf(instruction).map((operand) => evaluate(operand, state, activation, effects));
  const after = heap.runUnknown(state, known, activation);
  return { normal: target === null ? after : write(after, target, result, activation), thrown: after, exception: activation.program.unknown };
}

/** The objects lose what is known of their properties, but stay unknown to unknown code. */
function weaken(object: Value, state: LiveState, activation: Activation): LiveState {
  return heap.escapeValue(object, state, activation);
}

function defineAccessor(instruction: SimpleInstruction & { kind: 'defineAccessor' }, state: LiveState, activation: Activation): Done {
  const effects: Effects = { throws: false, converts: false };
  const object = evaluate(instruction.object, state, activation, effects);
  const key = evaluate(instruction.key, state, activation, effects);
  const name = heap.constantKey(key);
  let current = state;
  for (const accessor of [instruction.getter, instruction.setter]) {
    if (accessor !== null) current = heap.escapeValue(evaluate(accessor, state, activation, effects), current, activation);
  }
  for (const location of object.objects) {
    const target = objectAt(current, location, activation);
    if (target === undefined || target.escaped) continue;
    if (name === null) {
      current = heap.escapeValue(values.ofObjects([location]), current, activation);
      continue;
    }
    const property = { value: activation.program.unknown, optional: false, accessor: true };
    current = heap.update(current, location, { ...target, properties: maps.set(target.properties, heap.keyOf(name), property) }, activation);
  }
  return { normal: current, thrown: current, exception: engineError };
}

/** Getters of the source run; its own properties land in the object. */
function copyProperties(instruction: SimpleInstruction & { kind: 'copyProperties' }, state: LiveState, activation: Activation): Done {
  const effects: Effects = { throws: false, converts: false };
  const object = evaluate(instruction.object, state, activation, effects);
  const source = evaluate(instruction.source, state, activation, effects);
  let plain = (source.bits & Bit.UnknownObject) === 0;
  let copied = values.hasText(source) ? values.ofText(texts.textOfLength(1, 1)) : values.bottom;
  for (const location of source.objects) {
    const from = objectAt(state, location, activation);
    if (from === undefined || from.escaped) plain = false;
    else {
      maps.forEach(from.properties, (_, property) => {
        if (property.accessor) plain = false;
        copied = values.join(copied, property.value);
      });
      copied = values.join(copied, values.join(from.others, from.elements));
    }
  }
  const after = plain ? state : heap.runUnknown(state, [source], activation);
  if (!plain) copied = values.join(copied, activation.program.unknown);
  let current = after;
  for (const location of object.objects) {
    const target = objectAt(current, location, activation);
    if (target === undefined || target.escaped) {
      current = heap.escapeValue(copied, current, activation);
      continue;
    }
    const properties = maps.mapValues(target.properties, (property) => ({ ...property, value: values.join(property.value, copied) }));
    current = heap.update(current, location, { ...target, properties, others: values.join(target.others, copied) }, activation);
  }
  return { normal: current, thrown: plain ? null : after, exception: activation.program.unknown };
}

function performAllocation(instruction: SimpleInstruction & { kind: 'allocate' }, state: LiveState, activation: Activation): Done {
  const { program } = activation;
  const effects: Effects = { throws: false, converts: false };
  let spreadUnknown = false;
  let current = state;
  let object: AbstractObject = objects.emptyObject;
  if (instruction.form === 'regexp') object = { ...objects.emptyObject, brand: 'regexp', escaped: true };
  if (instruction.form === 'array') {
    let elements = values.bottom;
    let length = numbers.numberConstant(0);
    let holes = false;
    for (const element of instruction.elements) {
      if (element.kind === 'hole') {
        holes = true;
        length = arithmetic.add(length, numbers.numberConstant(1));
      } else if (element.kind === 'value') {
        elements = values.join(elements, evaluate(element.value, state, activation, effects));
        length = arithmetic.add(length, numbers.numberConstant(1));
      } else {
        const iterable = evaluate(element.value, state, activation, effects);
        if (isPlainIterable(iterable, 'of', current, activation)) {
          elements = values.join(elements, elementsOf(iterable, current, activation));
          length = arithmetic.add(length, lengthOf(iterable, current, activation));
        } else {
          spreadUnknown = true;
          current = heap.runUnknown(current, [iterable], activation);
          elements = values.join(elements, program.unknown);
          length = objects.anyLength;
        }
      }
    }
    object = { ...objects.emptyArray, elements, length: numbers.meet(length, objects.anyLength), holes };
  }
  const allocated = allocate(current, instruction.site, object, activation);
  return {
    normal: write(allocated, instruction.target, values.ofObjects([program.locations.recent(instruction.site)]), activation),
    thrown: spreadUnknown ? current : null,
    exception: program.unknown,
  };
}

function closure(instruction: SimpleInstruction & { kind: 'closure' }, state: LiveState, activation: Activation): Done {
  const { program } = activation;
  const body = program.module.functions[instruction.function];
  if (body === undefined) throw new InternalError(`function ${instruction.function} is missing`);
  const prototypeLocation = program.locations.prototypeOf(instruction.site);
  const effects: Effects = { throws: false, converts: false };
  const superclass = instruction.superclass === null ? null : evaluate(instruction.superclass, state, activation, effects);
  let current = state;
  const constructs = instruction.isClass || (body.kind === 'function' && !body.isAsync && !body.isGenerator);
  let object = objects.functionObject({ function: instruction.function, exact: true, isClass: instruction.isClass });
  if (superclass !== null) object = { ...object, prototype: superclass };
  if (constructs) {
    const access = { throws: false, runsUnknown: false };
    const parent = superclass === null ? null : heap.load(superclass, values.ofText(texts.textConstant('prototype')), current, activation, access);
    const existing = maps.get(current.heap, prototypeLocation);
    const fresh: AbstractObject = { ...objects.emptyObject, prototype: parent };
    current = states.setObject(current, prototypeLocation, existing === undefined ? fresh : { ...objects.join(existing, fresh), summary: true });
    const property = { value: values.ofObjects([prototypeLocation]), optional: false, accessor: false };
    object = { ...object, properties: maps.set(object.properties, heap.keyOf('prototype'), property) };
  }
  const allocated = allocate(current, instruction.site, object, activation);
  return {
    normal: write(allocated, instruction.target, values.ofObjects([program.locations.recent(instruction.site)]), activation),
    thrown: superclass === null ? null : state,
    exception: engineError,
  };
}

/** Arrays that have not escaped, and strings: iterating them runs no code of the user. */
export function isPlainIterable(iterable: Value, protocol: 'of' | 'in' | 'asyncOf', state: LiveState, activation: Activation): boolean {
  if (protocol === 'asyncOf' || activation.program.module.tampersWithBuiltins) return false;
  const text = values.hasText(iterable);
  if (iterable.bits !== 0 || values.hasNumber(iterable) || values.hasBigint(iterable)) {
    return protocol === 'in' && (iterable.bits & Bit.UnknownObject) === 0 && iterable.objects.length === 0;
  }
  if (iterable.objects.length === 0) return text;
  return iterable.objects.every((location) => {
    const object = objectAt(state, location, activation);
    if (object === undefined || object.escaped) return false;
    return protocol === 'in' || object.brand === 'array';
  });
}

export function elementsOf(iterable: Value, state: LiveState, activation: Activation): Value {
  let elements = values.hasText(iterable) ? values.ofText(texts.textOfLength(1, 2)) : values.bottom;
  for (const location of iterable.objects) {
    const object = objectAt(state, location, activation);
    if (object === undefined) return activation.program.unknown;
    elements = values.join(elements, object.elements);
    if (object.holes) elements = values.join(elements, values.undefinedValue);
  }
  return elements;
}

export function lengthOf(iterable: Value, state: LiveState, activation: Activation): numbers.NumberValue {
  let length = values.hasText(iterable) ? numbers.meet(numbers.join(numbers.numberConstant(0), texts.lengthOf(iterable.text)), objects.anyLength) : numbers.noNumber;
  for (const location of iterable.objects) length = numbers.join(length, objectAt(state, location, activation)?.length ?? objects.anyLength);
  return length;
}

function step(instruction: SimpleInstruction & { kind: 'step' }, state: LiveState, activation: Activation): Done {
  const iterable = read(state, instruction.iterator, activation);
  const index = read(state, instruction.index, activation);
  const next = values.ofNumber(arithmetic.add(index.number, numbers.numberConstant(1)));
  if (!isPlainIterable(iterable, instruction.protocol, state, activation)) {
    const after = heap.runUnknown(state, [], activation);
    const value = instruction.protocol === 'in' ? values.anyStringValue : activation.program.unknown;
    const normal = instruction.found ? write(write(after, instruction.index, next, activation), instruction.target, value, activation) : after;
    return { normal, thrown: after, exception: activation.program.unknown };
  }
  if (instruction.protocol === 'in') {
    if (!instruction.found) return completes(state);
    return completes(write(write(state, instruction.index, next, activation), instruction.target, values.anyStringValue, activation));
  }
  const length = lengthOf(iterable, state, activation);
  // A string's code points are at most as many as its units.
  const exact = !values.hasText(iterable);
  const comparable = restrictIndex(index.number, length, instruction.found, exact);
  if (numbers.isEmpty(comparable)) return completes(null);
  if (!instruction.found) return completes(exact ? write(state, instruction.index, values.ofNumber(comparable), activation) : state);
  const advanced = values.ofNumber(arithmetic.add(comparable, numbers.numberConstant(1)));
  const element = elementsOf(iterable, state, activation);
  if (values.isBottom(element)) return completes(null);
  return completes(write(write(state, instruction.index, advanced, activation), instruction.target, element, activation));
}

/** The step counts for which an iteration over so many elements goes on (or ends). */
function restrictIndex(index: numbers.NumberValue, length: numbers.NumberValue, found: boolean, exact: boolean): numbers.NumberValue {
  if (found) return numbers.meet(index, numbers.numberRange(0, length.max - 1, true, false));
  return exact ? numbers.meet(index, numbers.numberRange(length.min, Infinity, true, false)) : index;
}

/** The values of arguments in order, up to the first spread; then `rest` joins what a spread may give. */
export function argumentValues(args: readonly Argument[], state: LiveState, activation: Activation, effects: Effects): { positional: Value[]; rest: Value | null; plain: boolean } {
  const positional: Value[] = [];
  let rest: Value | null = null;
  let plain = true;
  for (const argument of args) {
    if (argument.kind === 'hole') continue;
    const value = evaluate(argument.value, state, activation, effects);
    if (argument.kind === 'spread') {
      const known = isPlainIterable(value, 'of', state, activation);
      if (!known) plain = false;
      const elements = known ? elementsOf(value, state, activation) : values.join(activation.program.unknown, value);
      rest = rest === null ? elements : values.join(rest, elements);
    } else if (rest === null) positional.push(value);
    else rest = values.join(rest, value);
  }
  return { positional, rest, plain };
}
