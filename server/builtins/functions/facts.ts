import type { BuiltinFacts } from '../builtinFacts.js';

export const functionFacts = {
  'Function.prototype.call': { arity: 1, calls: [{ argument: 'this' }], indirect: true, concrete: true },
  'Function.prototype.apply': { arity: 2, calls: [{ argument: 'this' }], indirect: true, concrete: true },
  'Function.prototype.bind': { arity: 1, abstract: true, concrete: true },
} satisfies Readonly<Record<string, BuiltinFacts>>;
