import type { Wanted } from '../../execution/concrete/concreteValue.js';

/**
 * Kinds of arguments that some built-ins want, by position; those that no engine knows more of are among them, and so are constructors.
 * Of ECMA-262: 20.1.2, 20.4.2.6, 22.1.2.4, 25.3.2.1, 26.1.1, 26.2.1, 28.1 and 28.2.1; of Node: Buffer.
 */
export const wanted = {
  'Object.create': ['objectOrNull'],
  'Object.defineProperties': ['object', 'notNullish'],
  'Object.defineProperty': ['object'],
  'Object.getOwnPropertyDescriptor': ['notNullish'],
  'Object.getOwnPropertyDescriptors': ['notNullish'],
  'Object.getOwnPropertyNames': ['notNullish'],
  'Object.getOwnPropertySymbols': ['notNullish'],
  'Object.getPrototypeOf': ['notNullish'],
  'Object.setPrototypeOf': ['notNullish', 'objectOrNull'],
  'Reflect.apply': ['function', 'any', 'object'],
  'Reflect.construct': ['function', 'object'],
  'Reflect.defineProperty': ['object'],
  'Reflect.deleteProperty': ['object'],
  'Reflect.get': ['object'],
  'Reflect.getOwnPropertyDescriptor': ['object'],
  'Reflect.getPrototypeOf': ['object'],
  'Reflect.has': ['object'],
  'Reflect.isExtensible': ['object'],
  'Reflect.ownKeys': ['object'],
  'Reflect.preventExtensions': ['object'],
  'Reflect.set': ['object'],
  'Reflect.setPrototypeOf': ['object', 'objectOrNull'],
  'String.raw': ['notNullish'],
  'Symbol.keyFor': ['symbol'],
  Proxy: ['object', 'object'],
  WeakRef: ['weak'],
  FinalizationRegistry: ['function'],
  DataView: ['object'],
  'Buffer.from': ['textOrObject'],
  'Buffer.concat': ['object'],
} as const satisfies Readonly<Record<string, readonly Wanted[]>>;
