import type { CallExpression, Expression } from 'acorn';
import { primitiveOf, recordedOf, unknown, type Recorded } from './recordedOperators.js';

/** What is known of the parts of a call. */
export interface CallParts {
  value(node: Expression): Recorded;
  /** Whether a name is the global object's. */
  isGlobal(name: string): boolean;
  /** Whether the program has put something of its own under a name into any object. */
  isWritten(name: string): boolean;
  /** The elements of an array that is of no class of the program's; null: not known. */
  elements(of: Recorded): readonly Recorded[] | null;
}

type Primitive = ReturnType<typeof primitiveOf>;

/** What V8 itself computes where nothing may change, and whose result is no longer than what it is made of. */
const ofTexts: ReadonlySet<string> = new Set(
  'at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf slice startsWith substring trim trimEnd trimStart'.split(
    ' ',
  ),
);
const ofNumbers: ReadonlySet<string> = new Set('toExponential toFixed toPrecision toString'.split(' '));
const ofArrays: ReadonlySet<string> = new Set('includes indexOf lastIndexOf'.split(' '));
const functions: ReadonlySet<string> = new Set('Boolean Number String isFinite isNaN parseFloat parseInt'.split(' '));
const ofGlobals: Readonly<Record<string, ReadonlySet<string>>> = {
  Array: new Set(['isArray']),
  Number: new Set('isFinite isInteger isNaN isSafeInteger parseFloat parseInt'.split(' ')),
  Object: new Set(['is']),
  Math: new Set('abs ceil floor max min round sign sqrt trunc'.split(' ')),
};

/**
 * The value of a call of the language's own that computes a primitive of primitives, as `text.startsWith('a')`, `list.includes(3)` or `Number.isInteger(n)`.
 * null: it is none. Throws what is not known.
 */
export function computedCall({ callee, arguments: given, optional }: CallExpression, parts: CallParts): Recorded | null {
  if (optional || given.some(({ type }) => type === 'SpreadElement')) return null;
  const values = () => given.map((one) => parts.value(one as Expression));
  if (callee.type === 'Identifier')
    return functions.has(callee.name) && parts.isGlobal(callee.name) && !parts.isWritten(callee.name)
      ? performed(Reflect.get(globalThis, callee.name), undefined, values())
      : null;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.optional || callee.property.type !== 'Identifier') return null;
  const { object, property } = callee;
  const { name } = property;
  if (object.type === 'Super' || parts.isWritten(name)) return null;
  if (object.type === 'Identifier' && ofGlobals[object.name]?.has(name) === true && parts.isGlobal(object.name)) {
    if (parts.isWritten(object.name)) return null;
    const method: unknown = Reflect.get(Reflect.get(globalThis, object.name) as object, name);
    return name === 'isArray' ? isArray(values()) : performed(method, undefined, values());
  }
  if (!ofTexts.has(name) && !ofNumbers.has(name)) return null;
  const receiver = parts.value(object);
  if (receiver.kind === 'object') return ofArrays.has(name) ? found(name, parts.elements(receiver), values()) : null;
  if (!(receiver.type === 'string' ? ofTexts : receiver.type === 'number' ? ofNumbers : nothing).has(name)) return null;
  const value = primitiveOf(receiver);
  return performed(Reflect.get(Object(value) as object, name), value, values());
}

const nothing: ReadonlySet<string> = new Set();

/** What a function of the language gives for primitives; it may throw, which is left to V8's words. */
function performed(method: unknown, receiver: Primitive, values: readonly Recorded[]): Recorded {
  const given = values.map((value) => (value.kind === 'object' ? unknown() : primitiveOf(value)));
  try {
    return recordedOf(Reflect.apply(method as (...given: readonly unknown[]) => Primitive, receiver, given));
  } catch {
    return unknown();
  }
}

/** Whether a Proxy counts as an array depends on its target. */
function isArray([value = recordedOf(undefined)]: readonly Recorded[]): Recorded {
  if (value.kind === 'object' && value.type === 'proxy') return unknown();
  return recordedOf(value.kind === 'object' && value.type === 'array');
}

/** Where an array holds a value, from its begin or end, or whether it does. */
function found(name: string, elements: readonly Recorded[] | null, [wanted, from]: readonly Recorded[]): Recorded {
  if (elements === null || wanted === undefined || from !== undefined) return unknown();
  const keys = elements.map(keyOfValue);
  const key = keyOfValue(wanted);
  if (name === 'includes') return recordedOf(keys.includes(key));
  return recordedOf(name === 'indexOf' ? keys.indexOf(key) : keys.lastIndexOf(key));
}

/** A primitive as it is, or a number for an object: two are the same where these are. */
function keyOfValue(value: Recorded): unknown {
  if (value.kind === 'object') return `object ${value.id}`;
  const primitive = primitiveOf(value);
  return typeof primitive === 'string' ? `text ${primitive}` : primitive;
}
