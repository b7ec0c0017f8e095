import type { BuiltinFacts, GlobalKind } from '../builtinFacts.js';

export const errorGlobals: Readonly<Record<string, GlobalKind>> = {
  Error: 'class',
  TypeError: 'class',
  RangeError: 'class',
  SyntaxError: 'class',
  ReferenceError: 'class',
  EvalError: 'class',
  URIError: 'class',
};

export const errorFacts = {
  Error: { arity: 1, parameters: ['text', 'opaque'], construct: 'optional', abstract: true, concrete: true },
  TypeError: { arity: 1, parameters: ['text', 'opaque'], construct: 'optional', abstract: true, concrete: true },
  RangeError: { arity: 1, parameters: ['text', 'opaque'], construct: 'optional', abstract: true, concrete: true },
  SyntaxError: { arity: 1, parameters: ['text', 'opaque'], construct: 'optional', abstract: true, concrete: true },
  ReferenceError: { arity: 1, parameters: ['text', 'opaque'], construct: 'optional', abstract: true, concrete: true },
  EvalError: { arity: 1, parameters: ['text', 'opaque'], construct: 'optional', abstract: true, concrete: true },
  URIError: { arity: 1, parameters: ['text', 'opaque'], construct: 'optional', abstract: true, concrete: true },
  'Error.captureStackTrace': { arity: 2, parameters: ['opaque', 'opaque'], writes: [0], abstract: true, concrete: true },
  'Error.prototype.toString': { arity: 0, looks: true, concrete: true },
} satisfies Readonly<Record<string, BuiltinFacts>>;
