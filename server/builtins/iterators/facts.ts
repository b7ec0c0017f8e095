import type { BuiltinFacts } from '../builtinFacts.js';

export const iteratorFacts = {
  '%ArrayIteratorPrototype%.next': { arity: 0, concrete: true },
  '%GeneratorPrototype%.next': { arity: 1, concrete: true },
  '%GeneratorPrototype%.return': { arity: 1, concrete: true },
  'Iterator.prototype.toArray': { arity: 0, makes: 'own' },
} satisfies Readonly<Record<string, BuiltinFacts>>;
