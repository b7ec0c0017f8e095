import { parseExpressionAt, type AnyNode, type Expression, type MemberExpression } from 'acorn';
import type { Evaluated, ValueReport } from '../../events/rows.js';
import { computedCall, type CallParts } from './computedCalls.js';
import { listOf, type Listing, type Lists } from './listExpressions.js';
import {
  binary,
  isNullish,
  isTruthy,
  NoValue,
  notRecorded,
  primitiveOf,
  recordedOf,
  textOf,
  thrown,
  typeName,
  unary,
  unknown,
  type Recorded,
} from './recordedOperators.js';

type RecordedObject = Extract<ValueReport, { kind: 'object' }>;

/** The key of a property: a symbol by its number in the recording, a private name with its `#`. */
export type PropertyKeyReport = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'symbol'; readonly symbol: number };

/**
 * What a recording knows at one moment. A value is absent where there certainly is none, along the whole chain of prototypes; an error
 * says why nothing is known.
 */
export interface Surroundings {
  /** What a name holds; absent when nothing declares it, the global object included. */
  variable(name: string): Evaluated;
  /** What the global object holds under a name that no text declares; absent when it has no such property. */
  global(name: string): Evaluated;
  /** What a module exports under a name, where a variable is known to hold the module's namespace; else null. */
  exported(variable: string, name: string): Evaluated | null;
  self(): Evaluated;
  property(object: RecordedObject, key: PropertyKeyReport): Evaluated;
  /** How many entries a Map or Set has; an error of anything else. */
  size(object: RecordedObject): Evaluated;
  /** What a Map holds under a key; of a Set `true`; absent when it has no such entry, an error of anything else. */
  entry(object: RecordedObject, key: Recorded): Evaluated;
  /** The keys, values or names of an object in their order; null: not known. */
  listed(object: RecordedObject, what: Listing): readonly Recorded[] | null;
  /** Whether an object is an instance of what a function constructs; null: not known. */
  isInstance(object: RecordedObject, maker: RecordedObject): boolean | null;
  /** Whether a name is declared nowhere. */
  isGlobal(name: string): boolean;
  /** Whether the program has put something of its own under a name into any object. */
  isWritten(name: string): boolean;
  /** Whether an object is an array, and of no class of the program's. */
  isPlainArray(object: RecordedObject): boolean;
}

/** Longer arrays are not looked through. */
const mostElements = 10_000;

/**
 * The value of an expression over recorded values: identifiers, members, literals, operators, `size`, `get` and `has` of Maps and Sets, parts of
 * lists (`listExpressions.ts`), and calls that compute a primitive of primitives (`computedCalls.ts`).
 * Nothing of the program is run. What it would throw is an error, worded as V8 does; what was not recorded is one too, never a guess.
 */
export function evaluateRecorded(expression: string, surroundings: Surroundings): Evaluated {
  try {
    return { value: new Evaluation(surroundings).value(parse(expression)) };
  } catch (error) {
    if (error instanceof NoValue) return { error: error.message };
    // Nested as deeply as our own stack: the recording does not say.
    if (error instanceof RangeError) return { error: notRecorded };
    throw error;
  }
}

function parse(expression: string): Expression {
  try {
    const options = { ecmaVersion: 'latest', checkPrivateFields: false, preserveParens: true } as const;
    const node = parseExpressionAt(expression, 0, options);
    if (expression.slice(node.end).trim() === '') return node;
  } catch {
    // said below
  }
  return thrown('SyntaxError: it is no expression');
}

/** Whether there is a property; an accessor is, whatever it would compute. */
function isHeld(held: Evaluated): boolean {
  return 'value' in held ? held.value.kind !== 'absent' : held.error === unreadable || unknown();
}

/** Ends the rest of an optional chain. */
class ShortCircuit extends Error {}

class Evaluation {
  constructor(private readonly surroundings: Surroundings) {}

  value(node: Expression | AnyNode): Recorded {
    switch (node.type) {
      case 'Literal':
        return literal(node);
      case 'TemplateLiteral':
        return recordedOf(
          node.quasis
            .map(({ value }, index) => {
              const part = node.expressions[index];
              return (value.cooked ?? '') + (part === undefined ? '' : textOf(this.value(part)));
            })
            .join(''),
        );
      case 'Identifier':
        return this.variable(node.name);
      case 'ThisExpression':
        return known(this.surroundings.self(), () => unknown());
      case 'ParenthesizedExpression':
        return this.value(node.expression);
      case 'MemberExpression':
        return this.member(node);
      case 'ChainExpression':
        return this.chain(node.expression);
      case 'CallExpression':
        return computedCall(node, this.parts) ?? (node.callee.type === 'MemberExpression' ? this.entry(node.callee, node) : refused(node));
      case 'UnaryExpression':
        return this.unary(node.operator, node.argument);
      case 'BinaryExpression':
        return this.binary(node.operator, node.left, node.right);
      case 'LogicalExpression':
        return this.logical(node.operator, node.left, node.right);
      case 'ConditionalExpression':
        return this.value(isTruthy(this.value(node.test)) ? node.consequent : node.alternate);
      case 'SequenceExpression':
        return node.expressions.map((one) => this.value(one)).at(-1) ?? unknown();
      default:
        return refused(node);
    }
  }

  private variable(name: string): Recorded {
    return known(this.surroundings.variable(name), () => constant(name) ?? thrown(`ReferenceError: ${name} is not defined`));
  }

  private unary(operator: string, argument: Expression): Recorded {
    if (argument.type === 'ParenthesizedExpression') return this.unary(operator, argument.expression);
    if (operator === 'delete') return refused({ type: 'AssignmentExpression' });
    if (operator === 'typeof' && argument.type === 'Identifier') {
      const held = this.surroundings.variable(argument.name);
      if ('value' in held && held.value.kind === 'absent') return recordedOf(typeName(constant(argument.name) ?? recordedOf(undefined)));
    }
    const value = this.value(argument);
    if (operator === 'typeof') return recordedOf(typeName(value));
    return operator === 'void' ? recordedOf(undefined) : unary(operator, value);
  }

  private binary(operator: string, left: AnyNode, right: Expression): Recorded {
    if (operator === 'in') return recordedOf(this.isIn(left, right));
    const [a, b] = [this.value(left), this.value(right)];
    return operator === 'instanceof' ? recordedOf(this.isInstance(a, b)) : binary(operator, a, b);
  }

  private logical(operator: string, left: Expression, right: Expression): Recorded {
    const value = this.value(left);
    const isDecided = operator === '&&' ? !isTruthy(value) : operator === '||' ? isTruthy(value) : !isNullish(value);
    return isDecided ? value : this.value(right);
  }

  private isIn(left: AnyNode, right: Expression): boolean {
    const isPrivate = left.type === 'PrivateIdentifier';
    const key = isPrivate ? null : this.value(left);
    if (right.type === 'Identifier' && right.name === 'globalThis' && key?.kind === 'primitive' && key.type === 'string')
      return isHeld(this.surroundings.global(key.text));
    const object = this.value(right);
    const name = key === null ? `#${(left as { readonly name: string }).name}` : null;
    if (object.kind !== 'object') {
      const shown = name ?? (key === null ? '' : keyShown(key));
      return thrown(`TypeError: Cannot use 'in' operator to search for '${shown}' in ${shownPrimitive(object)}`);
    }
    // What traps of a Proxy would answer is not known.
    if (object.type === 'proxy') return unknown();
    const held = this.surroundings.property(object, key === null ? { kind: 'name', name: name ?? '' } : keyOf(key));
    return isHeld(held);
  }

  private isInstance(value: Recorded, maker: Recorded): boolean {
    if (maker.kind !== 'object') return thrown("TypeError: Right-hand side of 'instanceof' is not an object");
    if (maker.type !== 'function')
      return maker.type === 'proxy' ? unknown() : thrown("TypeError: Right-hand side of 'instanceof' is not callable");
    if (value.kind !== 'object') {
      const own = this.surroundings.isInstance({ ...maker, type: 'object', id: 0 }, maker);
      return own === null ? unknown() : false;
    }
    return this.surroundings.isInstance(value, maker) ?? unknown();
  }

  private chain(expression: Expression): Recorded {
    try {
      return this.value(expression);
    } catch (error) {
      if (error instanceof ShortCircuit) return recordedOf(undefined);
      throw error;
    }
  }

  private member(node: MemberExpression): Recorded {
    if (node.object.type === 'Super') return unknown();
    const list = listOf(node.object, this.lists);
    if (list !== null) return this.elementOf(list, node);
    const exported = this.exported(node);
    if (exported !== null) return known(exported, () => unknown());
    const object = this.value(node.object);
    if (node.optional && isNullish(object)) throw new ShortCircuit();
    const { property } = node;
    if (property.type === 'PrivateIdentifier') return this.property(object, { kind: 'name', name: `#${property.name}` });
    if (!node.computed) return this.property(object, { kind: 'name', name: (property as { readonly name: string }).name });
    const key = this.value(property);
    if (isNullish(object)) return nothingHeld(object, key);
    return this.property(object, keyOf(key));
  }

  private exported({ object, property, computed }: MemberExpression): Evaluated | null {
    const isNamed = object.type === 'Identifier' && !computed && property.type === 'Identifier';
    return isNamed ? this.surroundings.exported(object.name, property.name) : null;
  }

  private readonly parts: CallParts = {
    value: (node) => this.value(node),
    isGlobal: (name) => this.surroundings.isGlobal(name),
    isWritten: (name) => this.surroundings.isWritten(name),
    elements: (of) => this.elementsOf(of),
  };

  /** What an array holds, where it holds something at each index. */
  private elementsOf(array: Recorded): readonly Recorded[] | null {
    if (array.kind !== 'object' || !this.surroundings.isPlainArray(array)) return null;
    const length = this.property(array, { kind: 'name', name: 'length' });
    if (length.kind !== 'primitive' || Number(length.text) > mostElements) return null;
    return Array.from({ length: Number(length.text) }, (_, index) =>
      known(this.surroundings.property(array, { kind: 'name', name: String(index) }), () => unknown()),
    );
  }

  private readonly lists: Lists = {
    value: (node) => this.value(node),
    listed: (object, what) => this.surroundings.listed(object, what),
  };

  /** A part of an array that was made for this look. */
  private elementOf(list: readonly Recorded[], { property, computed }: MemberExpression): Recorded {
    if (!computed) return property.type === 'Identifier' && property.name === 'length' ? recordedOf(list.length) : unknown();
    const key = this.value(property);
    const index = key.kind === 'primitive' && key.type === 'number' ? Number(key.text) : -1;
    if (!Number.isInteger(index) || index < 0) return unknown();
    return list[index] ?? recordedOf(undefined);
  }

  private property(object: Recorded, key: PropertyKeyReport): Recorded {
    const name = key.kind === 'name' ? key.name : null;
    if (object.kind === 'primitive') return this.partOf(object, name, key);
    if (name === 'size' && (object.type === 'map' || object.type === 'set')) {
      const size = this.surroundings.size(object);
      if ('value' in size) return known(size, () => unknown());
    }
    return known(this.surroundings.property(object, key), () =>
      name?.startsWith('#') === true
        ? thrown(`TypeError: Cannot read private member ${name} from an object whose class did not declare it`)
        : recordedOf(undefined),
    );
  }

  private partOf(value: Extract<Recorded, { kind: 'primitive' }>, name: string | null, key: PropertyKeyReport): Recorded {
    if (isNullish(value)) return nothingHeld(value, key.kind === 'name' ? recordedOf(key.name) : null);
    if (value.type !== 'string' || name === null) return unknown();
    if (name === 'length') return recordedOf(value.length ?? value.text.length);
    if (!/^(?:0|[1-9]\d{0,9})$/.test(name)) return unknown();
    const text = primitiveOf(value) as string;
    // An index that is not the text's may be one of its prototype's.
    return Number(name) < text.length ? recordedOf(text[Number(name)]) : unknown();
  }

  private entry(
    { object: of, property, computed, optional }: MemberExpression,
    call: Extract<Expression, { type: 'CallExpression' }>,
  ): Recorded {
    const name = !computed && property.type === 'Identifier' ? property.name : '';
    const [argument, another] = call.arguments;
    if (
      !/^(get|has)$/.test(name) ||
      argument === undefined ||
      another !== undefined ||
      argument.type === 'SpreadElement' ||
      of.type === 'Super'
    )
      return refused(call);
    const object = this.value(of);
    if (isNullish(object) && optional) throw new ShortCircuit();
    if (isNullish(object)) return nothingHeld(object, recordedOf(name));
    const key = this.value(argument);
    if (object.kind !== 'object' || (object.type === 'set' && name === 'get')) return unknown();
    const held = this.surroundings.entry(object, key);
    if ('error' in held) return thrown(held.error);
    if (name === 'has') return recordedOf(held.value.kind !== 'absent');
    return known(held, () => recordedOf(undefined));
  }
}

/** The words for a getter, as they are recognised where a place is resolved. */
export const unreadable = 'EvalError: Possible side-effect in debug-evaluate';

/** Code of the program would run, or an object be made, which a recording has none of. */
function refused({ type }: { readonly type: string }): never {
  return /^(Assignment|Update)Expression$/.test(type) ? thrown(unreadable) : unknown();
}

function known(held: Evaluated, absent: () => Recorded): Recorded {
  if ('error' in held) return thrown(held.error);
  return held.value.kind === 'absent' ? absent() : held.value;
}

/** Names of the language that nothing can write. */
function constant(name: string): Recorded | null {
  if (name === 'undefined') return recordedOf(undefined);
  return name === 'NaN' || name === 'Infinity' ? recordedOf(Number(name)) : null;
}

function literal(node: Extract<Expression, { type: 'Literal' }>): Recorded {
  if (node.regex !== undefined && node.regex !== null) return unknown();
  return recordedOf(node.value as null | boolean | number | string | bigint);
}

/** ECMA-262 `ToPropertyKey` of a primitive. */
function keyOf(key: Recorded): PropertyKeyReport {
  if (key.kind === 'object') return unknown();
  if (key.type === 'symbol') return key.symbol === undefined ? unknown() : { kind: 'symbol', symbol: key.symbol };
  return { kind: 'name', name: textOf(key) };
}

function keyShown(key: Recorded): string {
  if (key.kind === 'object') return unknown();
  return key.type === 'symbol' ? `Symbol(${key.text})` : textOf(key);
}

function shownPrimitive(value: Recorded): string {
  if (value.kind === 'object') return unknown();
  return value.type === 'symbol' ? `Symbol(${value.text})` : textOf(value);
}

function nothingHeld(value: Recorded, key: Recorded | null): never {
  const of = value.kind === 'primitive' ? value.text : '';
  return thrown(`TypeError: Cannot read properties of ${of}${key === null ? '' : ` (reading '${keyShown(key)}')`}`);
}
