import type { Constant, Expression, Intrinsic } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { binary, unary } from './primitive.js';
import { getData, hasOwnProperty, hasProperty, isConstructor, ownProperty, propertyName, refuseExposed } from './properties.js';
import type { Realm } from './realm.js';
import { Unmodelled } from './signals.js';
import { ConcreteObject, Opaque, Term, isCallable, type ConcreteValue } from './concreteValue.js';

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
        return left.algebra.instanceOf(left, expression.right.name, environment.realm);
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

/** The value that a constant of the graph stands for. */
export function constantValue(constant: Constant): ConcreteValue {
  switch (constant.kind) {
    case 'undefined':
      return undefined;
    case 'null':
      return null;
    default:
      return constant.value;
  }
}

function isIn(left: ConcreteValue, right: ConcreteValue, realm: Realm): ConcreteValue {
  if (right instanceof Term) return right.algebra.has(left, right, realm);
  if (right instanceof Opaque) throw new Unmodelled(right.what);
  if (!(right instanceof ConcreteObject)) return realm.throwError('TypeError', 'the right side of "in" is no object');
  const isMember = left instanceof Term ? left.algebra.isMember(right, left, 'in', realm) : null;
  if (isMember !== null) return isMember;
  if (left instanceof Opaque) throw new Unmodelled(left.what);
  const name = propertyName(left);
  const has = hasProperty(right, name, realm);
  // An object does not inherit private names, which are written so; a text may be, too.
  if (typeof name === 'string' && name.startsWith('#') && (has ? !hasOwnProperty(right, name, realm) : right.mayHavePrivateNames))
    throw new Unmodelled('a private name of a prototype');
  return has;
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
  refuseExposed(left);
  for (let holder = left.prototype; holder !== null; holder = holder.prototype) {
    realm.fuel.spend(1);
    if (holder === prototype) return true;
    refuseExposed(holder);
    if (holder.library?.isOpen === true) throw new Unmodelled(`what ${holder.library.name} is an instance of`);
  }
  return false;
}

/**
 * The value of an intrinsic; the algebra of a term among the operands decides what it is then. What it does not look at is left out:
 * `map(Number)` gives it three arguments.
 */
export function applyIntrinsic(name: Intrinsic, given: readonly ConcreteValue[], realm: Realm): ConcreteValue {
  const most = realm.tables.looksAt(name);
  const operands = given.length > most ? given.slice(0, most) : given;
  const term = operands.find((operand): operand is Term => operand instanceof Term);
  if (term !== undefined) return term.algebra.intrinsic(name, operands, realm);
  const compute = realm.tables.intrinsics.get(name);
  if (compute === undefined) throw new Unmodelled(name);
  return compute(operands, realm);
}
