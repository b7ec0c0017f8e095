import type { BuiltinFacts } from '../builtinFacts.js';

export const promiseFacts = {
  Promise: { arity: 1, construct: 'required', calls: [{ argument: 0 }], abstract: true, concrete: true },
  'Promise.all': { arity: 1, concrete: true },
  'Promise.allSettled': { arity: 1, concrete: true },
  'Promise.any': { arity: 1, concrete: true },
  'Promise.prototype.catch': { arity: 1, concrete: true },
  'Promise.prototype.finally': { arity: 1, concrete: true },
  'Promise.prototype.then': { arity: 2, concrete: true },
  'Promise.race': { arity: 1, concrete: true },
  'Promise.reject': { arity: 1, concrete: true },
  'Promise.resolve': { arity: 1, concrete: true },
} satisfies Readonly<Record<string, BuiltinFacts>>;
