import type { Lattice } from './lattice.js';
import * as bigints from './bigint.js';
import type { BigintValue } from './bigint.js';
import * as numbers from './number.js';
import type { NumberValue } from './number.js';
import * as texts from './text.js';
import type { StringValue } from './text.js';

/** The address of an abstract object; what it stands for is the user of this lattice's business. */
export type LocationId = number;

/** Addresses from here on are of what was given, or is described like it: an unknown object may be any of them. */
export const firstGiven: LocationId = 2 ** 29;
/** The objects at the addresses from one to the other are alike but for what their address tells: the last may be any of them. */
export const firstAlike: LocationId = firstGiven + 2 ** 27 + 2 ** 26;
export const anyAlike: LocationId = firstAlike + 4 * (2 ** 24 - 1) + 1;
const isAlike = (location: LocationId): boolean => location >= firstAlike && location <= anyAlike;

/** The kinds without structure are bits. */
export const enum Bit {
  Undefined = 1,
  Null = 2,
  True = 4,
  False = 8,
  Symbol = 16,
  /** A `let`, `const` or `class` binding whose declaration has not been evaluated. Never the value of an expression. */
  Uninitialised = 32,
  /** Any object or function that is not tracked: an input, or one that escaped. */
  UnknownObject = 64,
}

const allBits = Bit.Undefined | Bit.Null | Bit.True | Bit.False | Bit.Symbol | Bit.UnknownObject;

/**
 * A set of JavaScript values: a disjoint sum per kind, so that `typeof`, `=== null` and truthiness refine by dropping summands.
 * `objects` are the tracked objects that it may be, ascending.
 */
export interface Value {
  readonly bits: number;
  readonly number: NumberValue;
  readonly text: StringValue;
  readonly bigint: BigintValue;
  readonly objects: readonly LocationId[];
}

const noObjects: readonly LocationId[] = [];

function make(bits: number, number: NumberValue, text: StringValue, bigint: BigintValue, objects: readonly LocationId[]): Value {
  return { bits, number, text, bigint, objects };
}

export const bottom: Value = make(0, numbers.noNumber, texts.noString, bigints.noBigint, noObjects);
/** Any initialised value but tracked objects (those that have not escaped). */
export const top: Value = make(allBits, numbers.anyNumber, texts.anyString, bigints.anyBigint, noObjects);
export const undefinedValue = ofBits(Bit.Undefined);
export const nullValue = ofBits(Bit.Null);
export const trueValue = ofBits(Bit.True);
export const falseValue = ofBits(Bit.False);
export const anyBoolean = ofBits(Bit.True | Bit.False);
export const uninitialised = ofBits(Bit.Uninitialised);
export const unknownObject = ofBits(Bit.UnknownObject);
export const anySymbol = ofBits(Bit.Symbol);
export const anyNumberValue = ofNumber(numbers.anyNumber);
export const anyStringValue = ofText(texts.anyString);
export const anyBigintValue = ofBigint(bigints.anyBigint);

/** The value of the given kinds alone, as bits. */
export function ofBits(bits: number): Value {
  return make(bits, numbers.noNumber, texts.noString, bigints.noBigint, noObjects);
}
/** The booleans of these two that are allowed; bottom where none is. */
export function ofBoolean(mayBeTrue: boolean, mayBeFalse: boolean): Value {
  if (mayBeTrue) return mayBeFalse ? anyBoolean : trueValue;
  return mayBeFalse ? falseValue : bottom;
}
/** The value of these numbers alone. */
export function ofNumber(number: NumberValue): Value {
  return make(0, number, texts.noString, bigints.noBigint, noObjects);
}
/** The value of these strings alone. */
export function ofText(text: StringValue): Value {
  return make(0, numbers.noNumber, text, bigints.noBigint, noObjects);
}
/** The value of these bigints alone. */
export function ofBigint(bigint: BigintValue): Value {
  return make(0, numbers.noNumber, texts.noString, bigint, noObjects);
}
/** `objects` ascending, without repetition. */
export function ofObjects(objects: readonly LocationId[]): Value {
  return make(0, numbers.noNumber, texts.noString, bigints.noBigint, objects);
}

/** The value with other kinds among the simple ones. */
export function withBits(value: Value, bits: number): Value {
  return value.bits === bits ? value : make(bits, value.number, value.text, value.bigint, value.objects);
}
/** The value with other numbers. */
export function withNumber(value: Value, number: NumberValue): Value {
  return value.number === number ? value : make(value.bits, number, value.text, value.bigint, value.objects);
}
/** The value with other strings. */
export function withText(value: Value, text: StringValue): Value {
  return value.text === text ? value : make(value.bits, value.number, text, value.bigint, value.objects);
}
/** The value with other bigints. */
export function withBigint(value: Value, bigint: BigintValue): Value {
  return value.bigint === bigint ? value : make(value.bits, value.number, value.text, bigint, value.objects);
}
/** The value with objects at other locations. */
export function withObjects(value: Value, objects: readonly LocationId[]): Value {
  return value.objects === objects ? value : make(value.bits, value.number, value.text, value.bigint, objects);
}

/** Whether no concrete value is one of it. */
export function isBottom(value: Value): boolean {
  return (
    value.bits === 0 &&
    value.objects.length === 0 &&
    numbers.isEmpty(value.number) &&
    texts.isEmpty(value.text) &&
    bigints.isEmpty(value.bigint)
  );
}

export const hasNumber = (value: Value): boolean => !numbers.isEmpty(value.number);
export const hasText = (value: Value): boolean => !texts.isEmpty(value.text);
export const hasBigint = (value: Value): boolean => !bigints.isEmpty(value.bigint);
export const mayBeObject = (value: Value): boolean => (value.bits & Bit.UnknownObject) !== 0 || value.objects.length > 0;
export const mayBeNullish = (value: Value): boolean => (value.bits & (Bit.Undefined | Bit.Null)) !== 0;

/** Nothing but undefined and null. */
export function isNullish(value: Value): boolean {
  return !isBottom(value) && isBottom(withBits(value, value.bits & ~(Bit.Undefined | Bit.Null)));
}

/** Only strings. */
export function isTextOnly(value: Value): boolean {
  return hasText(value) && value.bits === 0 && value.objects.length === 0 && !hasNumber(value) && !hasBigint(value);
}

/** Only bigints. */
export function isBigintOnly(value: Value): boolean {
  return hasBigint(value) && value.bits === 0 && value.objects.length === 0 && !hasNumber(value) && !hasText(value);
}

/** Only numbers. */
export function isNumberOnly(value: Value): boolean {
  return value.bits === 0 && value.objects.length === 0 && texts.isEmpty(value.text) && bigints.isEmpty(value.bigint);
}

/** Everything but the objects. */
export function primitivesOf(value: Value): Value {
  return withObjects(withBits(value, value.bits & ~Bit.UnknownObject), noObjects);
}

function joinObjects(a: readonly LocationId[], b: readonly LocationId[]): readonly LocationId[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  if (areAmong(b, a)) return a;
  if (areAmong(a, b)) return b;
  const joined: LocationId[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const x = a[i] ?? Infinity;
    const y = b[j] ?? Infinity;
    joined.push(Math.min(x, y));
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return joined.includes(anyAlike) ? joined.filter((location) => location === anyAlike || !isAlike(location)) : joined;
}

/** Both ascending. */
function areAmong(some: readonly LocationId[], all: readonly LocationId[]): boolean {
  if (some.length > all.length && !all.includes(anyAlike)) return false;
  let place = 0;
  for (const location of some) {
    while ((all[place] ?? Infinity) < location) place++;
    if (all[place] !== location && !(isAlike(location) && all.includes(anyAlike))) return false;
  }
  return true;
}

function meetObjects(a: readonly LocationId[], b: readonly LocationId[]): readonly LocationId[] {
  if (a === b || a.length === 0) return a;
  if (b.length === 0) return b;
  if (areAmong(a, b)) return a;
  if (areAmong(b, a)) return b;
  return joinObjects(
    a.filter((location) => areAmong([location], b)),
    b.filter((location) => areAmong([location], a)),
  );
}

/** The value, or `a` or `b` where it has the same parts. */
function reuse(a: Value, b: Value, value: Value): Value {
  if (hasSameParts(value, a)) return a;
  return hasSameParts(value, b) ? b : value;
}

const hasSameParts = (value: Value, { bits, number, text, bigint, objects }: Value): boolean =>
  hasParts(value, bits, number, text, bigint, objects);

function hasParts(
  value: Value,
  bits: number,
  number: NumberValue,
  text: StringValue,
  bigint: BigintValue,
  objects: readonly LocationId[],
): boolean {
  return value.bits === bits && value.number === number && value.text === text && value.bigint === bigint && value.objects === objects;
}

/** The least value that holds both: x ⊔ y. */
export function join(a: Value, b: Value): Value {
  if (a === b) return a;
  const bits = a.bits | b.bits;
  const number = numbers.join(a.number, b.number);
  const text = texts.join(a.text, b.text);
  const bigint = bigints.join(a.bigint, b.bigint);
  const objects = joinObjects(a.objects, b.objects);
  // Nothing is made where nothing is new: no other operation is done as often.
  if (hasParts(a, bits, number, text, bigint, objects)) return a;
  return hasParts(b, bits, number, text, bigint, objects) ? b : make(bits, number, text, bigint, objects);
}

/** The join of many values: one after the other would take time with the square of their objects. */
export function joinAll(all: readonly Value[]): Value {
  let level = all;
  while (level.length > 1) {
    const next: Value[] = [];
    for (let index = 0; index < level.length; index += 2) next.push(join(level[index] ?? bottom, level[index + 1] ?? bottom));
    level = next;
  }
  return level[0] ?? bottom;
}

/**
 * The objects that both may be. What was an unknown object in one state may be a tracked one in a more precise state of the same
 * point, so that an unknown object may be any of the other side's.
 */
function commonObjects(a: Value, b: Value): readonly LocationId[] {
  const known = meetObjects(a.objects, b.objects);
  const fromA = (b.bits & Bit.UnknownObject) !== 0 ? a.objects : known;
  const fromB = (a.bits & Bit.UnknownObject) !== 0 ? b.objects : known;
  return joinObjects(fromA, fromB);
}

/** The concrete values of both: x ⊓ y. */
export function meet(a: Value, b: Value): Value {
  if (a === b) return a;
  return reuse(
    a,
    b,
    make(
      a.bits & b.bits,
      numbers.meet(a.number, b.number),
      texts.meet(a.text, b.text),
      bigints.meet(a.bigint, b.bigint),
      commonObjects(a, b),
    ),
  );
}

/** The part of `value` that the primitive part of `condition` admits; objects are kept when `condition` has any. */
export function meetPrimitives(value: Value, condition: Value): Value {
  if (value === condition) return value;
  const objectBits = mayBeObject(condition) ? value.bits & Bit.UnknownObject : 0;
  const primitiveBits = value.bits & condition.bits & ~Bit.UnknownObject;
  return reuse(
    value,
    condition,
    make(
      objectBits | primitiveBits,
      numbers.meet(value.number, condition.number),
      texts.meet(value.text, condition.text),
      bigints.meet(value.bigint, condition.bigint),
      mayBeObject(condition) ? value.objects : noObjects,
    ),
  );
}

/** x ⊑ y: every concrete value of `x` is one of `y`; what was given is one of the unknown objects. */
export function leq(a: Value, b: Value): boolean {
  if (a === b) return true;
  return (
    (a.bits & ~b.bits) === 0 &&
    numbers.leq(a.number, b.number) &&
    texts.leq(a.text, b.text) &&
    bigints.leq(a.bigint, b.bigint) &&
    areAmong((b.bits & Bit.UnknownObject) === 0 ? a.objects : withoutGiven(a.objects), b.objects)
  );
}

/** Given objects have the highest addresses. */
function withoutGiven(objects: readonly LocationId[]): readonly LocationId[] {
  if ((objects[objects.length - 1] ?? 0) < firstGiven) return objects;
  return objects.filter((location) => location < firstGiven);
}

/** Whether both hold the same concrete values. */
export function equal(a: Value, b: Value): boolean {
  return a === b || (leq(a, b) && leq(b, a));
}

/** The finitely many kinds and locations need no extrapolation; the solver guarantees previous ⊑ next. */
export function widen(previous: Value, next: Value, thresholds: readonly number[]): Value {
  if (previous === next) return previous;
  return reuse(
    previous,
    next,
    make(
      previous.bits | next.bits,
      numbers.widen(previous.number, next.number, thresholds),
      texts.widen(previous.text, next.text, thresholds),
      bigints.widen(previous.bigint, next.bigint, thresholds),
      joinObjects(previous.objects, next.objects),
    ),
  );
}

/** previous △ next, for next ⊑ previous. The finite parts take `next`'s. */
export function narrow(previous: Value, next: Value): Value {
  if (previous === next) return previous;
  return reuse(
    previous,
    next,
    make(
      previous.bits & next.bits,
      numbers.narrow(previous.number, next.number),
      texts.narrow(previous.text, next.text),
      bigints.narrow(previous.bigint, next.bigint),
      commonObjects(previous, next),
    ),
  );
}

/** The value without one kind of boolean truth: `truth` true keeps what ToBoolean makes true. */
export function assumeTruth(value: Value, truth: boolean): Value {
  const falsyBits = Bit.Undefined | Bit.Null | Bit.False;
  if (truth) {
    return reuse(
      value,
      value,
      make(
        value.bits & ~falsyBits,
        numbers.withoutZeroAndNaN(value.number),
        texts.withoutEmpty(value.text),
        bigints.withoutZero(value.bigint),
        value.objects,
      ),
    );
  }
  return reuse(
    value,
    value,
    make(
      value.bits & falsyBits,
      numbers.onlyZeroAndNaN(value.number),
      texts.onlyEmpty(value.text),
      bigints.onlyZero(value.bigint),
      noObjects,
    ),
  );
}

/** The value for people: `1..5 int | "a" | null`. */
export function show(value: Value): string {
  const parts: string[] = [];
  if (value.bits & Bit.Uninitialised) parts.push('uninitialised');
  if (value.bits & Bit.Undefined) parts.push('undefined');
  if (value.bits & Bit.Null) parts.push('null');
  if ((value.bits & (Bit.True | Bit.False)) === (Bit.True | Bit.False)) parts.push('boolean');
  else if (value.bits & Bit.True) parts.push('true');
  else if (value.bits & Bit.False) parts.push('false');
  if (hasNumber(value)) parts.push(numbers.show(value.number));
  if (hasBigint(value)) parts.push(bigints.show(value.bigint));
  if (hasText(value)) parts.push(texts.show(value.text));
  if (value.bits & Bit.Symbol) parts.push('symbol');
  if (mayBeObject(value)) parts.push('object');
  if (parts.length === 0) return '⊥';
  return equal(value, top) ? 'anything' : parts.join(' | ');
}

export const valueLattice: Lattice<Value> = { bottom, top, leq, join, meet, widen, narrow, show };
