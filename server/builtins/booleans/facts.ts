import type { BuiltinFacts, GlobalKind } from '../builtinFacts.js';

export const booleanGlobals: Readonly<Record<string, GlobalKind>> = { Boolean: 'class' };

export const booleanFacts = {
  'Boolean.prototype.toString': { arity: 0, receiver: 'boolean', looks: true, abstract: true },
  'Boolean.prototype.valueOf': { arity: 0, receiver: 'boolean', looks: true, abstract: true },
  Boolean: { arity: 1, returns: 'boolean', throws: 'never', intrinsic: { least: 1, most: 1 }, concrete: true },
} satisfies Readonly<Record<string, BuiltinFacts>>;
