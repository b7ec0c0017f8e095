import type { BinaryOperator, UnaryOperator } from '../../ir/expression.js';
import type { Hint, Realm } from './realm.js';
import { Unmodelled } from './signals.js';
import { ConcreteObject, ConcreteSymbol, Opaque, Term, type ConcreteValue, type Primitive } from './concreteValue.js';

/** The primitives that the host's operators accept: all but symbols, which are ours. */
type HostPrimitive = Exclude<Primitive, ConcreteSymbol>;

/** Longer strings are not built: 2^20 units. */
export const maxStringLength = 1 << 20;
const maxBigintBits = 1 << 14;

/** The primitive that a value becomes; one that is not known is refused. */
export function toPrimitive(value: ConcreteValue, realm: Realm, depth = 0, hint: Hint = 'default'): Primitive {
  const primitive = primitiveOf(value, realm, hint, depth);
  if (primitive instanceof Opaque) throw new Unmodelled(primitive.what);
  return primitive;
}

/** The primitive that a value becomes, which may be one that is not known. */
function primitiveOf(value: ConcreteValue, realm: Realm, hint: Hint, depth = 0): Primitive | Opaque {
  if (!(value instanceof ConcreteObject)) return value;
  if (value.isExposed) throw new Unmodelled('conversion of an object to a primitive');
  if (hasOwnConversion(value)) return convertedByProgram(value, realm, hint);
  if (value.nature.kind === 'array' && value.prototype === realm.arrayPrototype && depth < 8)
    return joinElements(value.nature.elements, ',', realm, depth);
  if (value.nature.kind === 'ordinary' && value.prototype === realm.objectPrototype) return '[object Object]';
  return convertedByProgram(value, realm, hint);
}

/** The primitive that methods of the object, or of its prototypes, give. */
function convertedByProgram(object: ConcreteObject, realm: Realm, hint: Hint): Primitive | Opaque {
  if (realm.innerCalls === null) throw new Unmodelled('conversion of an object to a primitive');
  return realm.innerCalls.convert(object, hint);
}

/** The number that a date becomes where a number is wanted; undefined for other values. */
function timeOf(value: ConcreteValue, realm: Realm): number | undefined {
  if (!(value instanceof ConcreteObject) || value.nature.kind !== 'date') return undefined;
  const isPlain = !value.isExposed && !hasOwnConversion(value) && value.prototype === realm.prototypeOf('Date');
  return isPlain ? value.nature.time : undefined;
}

function hasOwnConversion(object: ConcreteObject): boolean {
  for (const name of object.properties.keys()) {
    if (name instanceof ConcreteSymbol || name === 'toString' || name === 'valueOf' || name === 'join') return true;
  }
  return false;
}

/** The text of `join`: undefined and null are left out, everything else is converted. */
export function joinElements(elements: readonly ConcreteValue[], separator: string, realm: Realm, depth = 0): string | Opaque {
  realm.fuel.spend(elements.length);
  let text: string | Term = '';
  const add = (part: string | Term): void => {
    const sum = binary('+', text, part, realm);
    if (typeof sum !== 'string' && !(sum instanceof Term)) throw new Unmodelled('a sum of texts');
    text = sum;
    if (typeof text === 'string') checkLength(text);
  };
  for (let i = 0; i < elements.length; i++) {
    if (i > 0) add(separator);
    const element = elements[i];
    if (element instanceof Term && isTrue(element.algebra.binary('==', element, null))) continue;
    if (element === undefined || element === null) continue;
    const part = element instanceof ConcreteObject ? primitiveOf(element, realm, 'string', depth + 1) : element;
    const written = part instanceof Term ? part.algebra.unary('toString', part) : toText(part, realm);
    if (typeof written !== 'string' && !(written instanceof Term)) throw new Unmodelled('a text that is not known');
    add(written);
  }
  return text;
}

/** `wantsNumber`: the operation has no use for texts. */
function hostPrimitive(value: ConcreteValue, realm: Realm, wantsNumber = false): HostPrimitive {
  const primitive = (wantsNumber ? timeOf(value, realm) : undefined) ?? toPrimitive(value, realm, 0, wantsNumber ? 'number' : 'default');
  if (primitive instanceof ConcreteSymbol) return realm.throwError('TypeError', 'Cannot convert a Symbol value');
  return primitive;
}

/** ToString. */
export function toText(value: ConcreteValue, realm: Realm, depth = 0): string {
  const primitive = toPrimitive(value, realm, depth, 'string');
  if (primitive instanceof ConcreteSymbol) return realm.throwError('TypeError', 'Cannot convert a Symbol value to a string');
  return String(primitive);
}

/** ToNumber. */
export function toNumber(value: ConcreteValue, realm: Realm): number {
  const primitive = hostPrimitive(value, realm, true);
  if (typeof primitive === 'bigint') return realm.throwError('TypeError', 'Cannot convert a BigInt value to a number');
  return Number(primitive);
}

/** ToIntegerOrInfinity. */
export function toInteger(value: ConcreteValue, realm: Realm): number {
  const number = Math.trunc(toNumber(value, realm));
  return Number.isNaN(number) ? 0 : number;
}

/** ToBoolean. */
export function isTrue(value: ConcreteValue): boolean {
  if (value instanceof Term) return value.algebra.decide(value);
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  return Boolean(value);
}

function typeOf(value: ConcreteValue): string {
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  if (value instanceof ConcreteSymbol) return 'symbol';
  if (!(value instanceof ConcreteObject)) return typeof value;
  const kind = value.nature.kind;
  return kind === 'closure' || kind === 'builtin' || kind === 'bound' ? 'function' : 'object';
}

/** `===`; objects and symbols by identity. */
export function strictlyEqual(left: ConcreteValue, right: ConcreteValue): boolean {
  if (left instanceof Opaque || right instanceof Opaque) throw new Unmodelled((left instanceof Opaque ? left : (right as Opaque)).what);
  return left === right;
}

/** `==` */
export function looselyEqual(left: ConcreteValue, right: ConcreteValue, realm: Realm): boolean {
  if (left instanceof Opaque || right instanceof Opaque) return strictlyEqual(left, right);
  if (left === undefined || left === null) return right === undefined || right === null;
  if (right === undefined || right === null) return false;
  if (left instanceof ConcreteObject && right instanceof ConcreteObject) return left === right;
  const a = toPrimitive(left, realm);
  const b = toPrimitive(right, realm);
  if (a instanceof ConcreteSymbol || b instanceof ConcreteSymbol) return a === b;
  const x = typeof a === 'boolean' ? Number(a) : a;
  const y = typeof b === 'boolean' ? Number(b) : b;
  if (typeof x === typeof y) return x === y;
  // Of different types, the host's comparisons convert strings as `==` does; NaN and texts that are no number compare false.
  return (x as number) >= (y as number) && (x as number) <= (y as number);
}

export function unary(operator: UnaryOperator, given: ConcreteValue, realm: Realm): ConcreteValue {
  const value = operator in hints && given instanceof ConcreteObject ? reduced(given, realm, hints[operator] ?? 'default') : given;
  if (value instanceof Term) return value.algebra.unary(operator, value);
  switch (operator) {
    case '!':
      return !isTrue(value);
    case 'typeof':
      return typeOf(value);
    case 'void':
      return undefined;
    case '+':
      return toNumber(value, realm);
    case 'toString':
      return toText(value, realm);
    case 'toPropertyKey': {
      const primitive = toPrimitive(value, realm);
      return primitive instanceof ConcreteSymbol ? primitive : String(primitive);
    }
    case 'toNumeric': {
      const primitive = hostPrimitive(value, realm, true);
      return typeof primitive === 'bigint' ? primitive : Number(primitive);
    }
    case '-':
    case '~': {
      const primitive = hostPrimitive(value, realm, true);
      if (typeof primitive === 'bigint') return operator === '-' ? -primitive : ~primitive;
      return operator === '-' ? -Number(primitive) : ~Number(primitive);
    }
  }
}

/** The kind of primitive that each operator wants of objects which it converts. */
const hints: Readonly<Partial<Record<UnaryOperator, Hint>>> = {
  '+': 'number',
  '-': 'number',
  '~': 'number',
  toNumeric: 'number',
  toString: 'string',
  toPropertyKey: 'string',
};

/** An object as the primitive that it becomes, whether that is known or not. */
function reduced(value: ConcreteValue, realm: Realm, hint: Hint): ConcreteValue {
  if (!(value instanceof ConcreteObject)) return value;
  return (hint === 'number' ? timeOf(value, realm) : undefined) ?? primitiveOf(value, realm, hint);
}

/** Every binary operator but `in` and `instanceof`. */
export function binary(
  operator: Exclude<BinaryOperator, 'in' | 'instanceof'>,
  first: ConcreteValue,
  second: ConcreteValue,
  realm: Realm,
): ConcreteValue {
  const hint = operator === '+' ? 'default' : 'number';
  const converts = !equalities.has(operator);
  const left = converts ? reduced(first, realm, hint) : first;
  const right = converts ? reduced(second, realm, hint) : second;
  const term = left instanceof Term ? left : right instanceof Term ? right : null;
  if (term !== null) return term.algebra.binary(operator, left, right);
  switch (operator) {
    case '===':
      return strictlyEqual(left, right);
    case '!==':
      return !strictlyEqual(left, right);
    case '==':
      return looselyEqual(left, right, realm);
    case '!=':
      return !looselyEqual(left, right, realm);
    default:
      return arithmetic(operator, hostPrimitive(left, realm, operator !== '+'), hostPrimitive(right, realm, operator !== '+'), realm);
  }
}

const equalities: ReadonlySet<BinaryOperator> = new Set(['===', '!==', '==', '!=']);

type Arithmetic = Exclude<BinaryOperator, 'in' | 'instanceof' | '==' | '!=' | '===' | '!=='>;

/** The host's operators define the meaning on primitives; the casts only tell the compiler that any primitive may stand here. */
function arithmetic(operator: Arithmetic, left: HostPrimitive, right: HostPrimitive, realm: Realm): ConcreteValue {
  const a = left as number;
  const b = right as number;
  if (typeof left === 'bigint' && typeof right === 'bigint') boundBigints(operator, left, right);
  try {
    switch (operator) {
      case '+':
        return checked(a + b);
      case '-':
        return a - b;
      case '*':
        return a * b;
      case '/':
        return a / b;
      case '%':
        return a % b;
      case '**':
        return a ** b;
      case '<<':
        return a << b;
      case '>>':
        return a >> b;
      case '>>>':
        return a >>> b;
      case '&':
        return a & b;
      case '|':
        return a | b;
      case '^':
        return a ^ b;
      case '<':
        return a < b;
      case '<=':
        return a <= b;
      case '>':
        return a > b;
      case '>=':
        return a >= b;
    }
  } catch (error) {
    return rethrow(error, realm);
  }
}

/** A host error of a primitive operation is the program's error of the same class. */
export function rethrow(error: unknown, realm: Realm): never {
  if (error instanceof TypeError) return realm.throwError('TypeError', null);
  if (error instanceof RangeError) return realm.throwError('RangeError', null);
  throw error;
}

function checked<T>(value: T): T {
  if (typeof value === 'string') checkLength(value);
  return value;
}

/** Refuses a text that engines differ about: it is too long. */
export function checkLength(text: string): void {
  if (text.length > maxStringLength) throw new Unmodelled('a very long string');
}

function boundBigints(operator: Arithmetic, left: bigint, right: bigint): void {
  const bits = (value: bigint): number => value.toString(16).length * 4;
  const shift = operator === '<<' ? right : operator === '>>' ? -right : 0n;
  const size =
    operator === '**'
      ? bits(left) * (right > 0n ? Number(right) : 1)
      : operator === '*'
        ? bits(left) + bits(right)
        : Math.max(bits(left), bits(right)) + (shift > 0n ? Number(shift) : 0);
  if (size > maxBigintBits) throw new Unmodelled('a very large bigint');
}
