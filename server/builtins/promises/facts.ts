import type { BuiltinFacts } from '../builtinFacts.js';

export const promiseFacts = {
  Promise: { arity: 1, construct: 'required', calls: [{ argument: 0 }], abstract: true, concrete: true },
  'Promise.reject': { arity: 1, concrete: true },
  'Promise.resolve': { arity: 1, concrete: true },
} satisfies Readonly<Record<string, BuiltinFacts>>;
