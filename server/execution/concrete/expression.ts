import type { Constant, Expression, Intrinsic } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { binary, isTrue, strictlyEqual, toNumber, toPrimitive, toText, unary } from './primitive.js';
import { getData, hasProperty, isConstructor, ownProperty, propertyName } from './property.js';
import type { Realm } from './realm.js';
import { Unmodelled } from './signals.js';
import { ConcreteObject, ConcreteSymbol, Opaque, Term, isCallable, type ConcreteValue } from './value.js';

/** Where an expression's variables are read. */
export interface Environment {
  readonly realm: Realm;
  read(variable: VariableId): ConcreteValue;
}

/** The value of an expression; throws a `Thrown` where the program throws. */
export function evaluate(expression: Expression, environment: Environment): ConcreteValue {
  switch (expression.kind) {
    case 'constant':
      return constantValue(expression.value);
    case 'variable':
      return environment.read(expression.variable);
    case 'global':
      return environment.realm.global(expression.name);
    case 'unary':
      return unary(expression.operator, evaluate(expression.operand, environment), environment.realm);
    case 'binary': {
      const left = evaluate(expression.left, environment);
      const right = evaluate(expression.right, environment);
      if (expression.operator === 'in') return isIn(left, right, environment.realm);
      if (expression.operator === 'instanceof' && expression.right.kind === 'global' && left instanceof Term)
        return left.algebra.instanceOf(left, expression.right.name);
      if (expression.operator === 'instanceof') return isInstance(left, right, environment.realm);
      return binary(expression.operator, left, right, environment.realm);
    }
    case 'intrinsic':
      return applyIntrinsic(
        expression.name,
        expression.operands.map((operand) => evaluate(operand, environment)),
        environment.realm,
      );
    case 'unknown':
      return new Opaque('an unknown input');
  }
}

function constantValue(constant: Constant): ConcreteValue {
  switch (constant.kind) {
    case 'undefined':
      return undefined;
    case 'null':
      return null;
    default:
      return constant.value;
  }
}

function isIn(left: ConcreteValue, right: ConcreteValue, realm: Realm): boolean {
  if (right instanceof Opaque) throw new Unmodelled(right.what);
  if (!(right instanceof ConcreteObject)) return realm.throwError('TypeError', 'the right side of "in" is no object');
  if (left instanceof Opaque) throw new Unmodelled(left.what);
  return hasProperty(right, propertyName(left), realm);
}

function isInstance(left: ConcreteValue, right: ConcreteValue, realm: Realm): ConcreteValue {
  if (right instanceof Opaque) throw new Unmodelled(right.what);
  if (!(right instanceof ConcreteObject)) return realm.throwError('TypeError', 'the right side of "instanceof" is no object');
  if (left instanceof Opaque) throw new Unmodelled(left.what);
  const hasInstance = realm.wellKnownSymbol('Symbol.hasInstance');
  for (let holder: ConcreteObject | null = right; holder !== null && holder !== realm.functionPrototype; holder = holder.prototype) {
    // Constructors of the language inherit theirs.
    if (holder.nature.kind !== 'builtin' && ownProperty(holder, hasInstance, realm) !== undefined)
      throw new Unmodelled('Symbol.hasInstance');
  }
  if (!isCallable(right)) return realm.throwError('TypeError', 'the right side of "instanceof" is not callable');
  if (right.nature.kind === 'bound') return isInstance(left, right.nature.target, realm);
  if (!(left instanceof ConcreteObject)) return false;
  if (!isConstructor(right)) throw new Unmodelled('instanceof of a function without prototype');
  const prototype = getData(right, 'prototype', realm);
  if (prototype instanceof Opaque) throw new Unmodelled(prototype.what);
  if (!(prototype instanceof ConcreteObject)) return realm.throwError('TypeError', 'the prototype is no object');
  for (let holder = left.prototype; holder !== null; holder = holder.prototype) {
    realm.fuel.spend(1);
    if (holder === prototype) return true;
    if (holder.library?.isOpen === true) throw new Unmodelled(`what ${holder.library.name} is an instance of`);
  }
  return false;
}

/** Functions of numbers only, which convert all their operands. */
const numeric: ReadonlyMap<Intrinsic, (...operands: number[]) => number> = new Map([
  ['Math.abs', Math.abs],
  ['Math.ceil', Math.ceil],
  ['Math.floor', Math.floor],
  ['Math.round', Math.round],
  ['Math.trunc', Math.trunc],
  ['Math.sign', Math.sign],
  ['Math.sqrt', Math.sqrt],
  ['Math.min', Math.min],
  ['Math.max', Math.max],
  ['Math.pow', Math.pow],
  ['Math.imul', Math.imul],
  ['Math.fround', Math.fround],
  ['Math.log', Math.log],
  ['Math.log2', Math.log2],
  ['Math.log10', Math.log10],
  ['Math.exp', Math.exp],
  ['Math.sin', Math.sin],
  ['Math.cos', Math.cos],
  ['Math.tan', Math.tan],
  ['Math.atan', Math.atan],
  ['Math.atan2', Math.atan2],
  ['Math.hypot', Math.hypot],
  ['Math.cbrt', Math.cbrt],
  ['Math.clz32', Math.clz32],
] as [Intrinsic, (...operands: number[]) => number][]);

/** Functions of any number of operands; the others look at a fixed number and convert no more than that. */
const variadic: ReadonlySet<Intrinsic> = new Set<Intrinsic>(['Math.min', 'Math.max', 'Math.hypot']);
const binaryIntrinsics: ReadonlySet<Intrinsic> = new Set<Intrinsic>(['Math.pow', 'Math.imul', 'Math.atan2']);

export function applyIntrinsic(name: Intrinsic, operands: readonly ConcreteValue[], realm: Realm): ConcreteValue {
  const term = operands.find((operand): operand is Term => operand instanceof Term);
  if (term !== undefined) return term.algebra.intrinsic(name, operands);
  const compute = numeric.get(name);
  if (compute !== undefined) {
    const count = variadic.has(name) ? operands.length : binaryIntrinsics.has(name) ? 2 : 1;
    const numbers = Array.from({ length: count }, (_, i) => toNumber(operands[i], realm));
    return compute(...numbers);
  }
  const operand = operands[0];
  switch (name) {
    case 'Number': {
      if (operands.length === 0) return 0;
      const primitive = toPrimitive(operand, realm);
      return typeof primitive === 'bigint' ? Number(primitive) : toNumber(primitive, realm);
    }
    case 'Number.isInteger':
      return Number.isInteger(known(operand));
    case 'Number.isSafeInteger':
      return Number.isSafeInteger(known(operand));
    case 'Number.isFinite':
      return Number.isFinite(known(operand));
    case 'Number.isNaN':
      return Number.isNaN(known(operand));
    case 'isNaN':
      return Number.isNaN(toNumber(operand, realm));
    case 'isFinite':
      return Number.isFinite(toNumber(operand, realm));
    case 'parseFloat':
    case 'Number.parseFloat':
      return parseFloat(toText(operand, realm));
    case 'parseInt':
    case 'Number.parseInt': {
      const text = toText(operand, realm);
      return parseInt(text, operands[1] === undefined ? undefined : toNumber(operands[1], realm));
    }
    case 'Boolean':
      return isTrue(operand);
    case 'String': {
      if (operands.length === 0) return '';
      return operand instanceof ConcreteSymbol ? `Symbol(${operand.description})` : toText(operand, realm);
    }
    case 'Array.isArray': {
      const value = known(operand);
      return value instanceof ConcreteObject && (value.nature.kind === 'array' || value === realm.arrayPrototype);
    }
    case 'Object.is':
      return Object.is(known(operand), known(operands[1])) || (operand instanceof ConcreteObject && strictlyEqual(operand, operands[1]));
    default:
      throw new Unmodelled(name);
  }
}

function known(value: ConcreteValue): Exclude<ConcreteValue, Opaque> {
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  return value;
}
