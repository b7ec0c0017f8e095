import type { BuiltinFacts, GlobalKind } from '../builtinFacts.js';

export const symbolGlobals: Readonly<Record<string, GlobalKind>> = { Symbol: 'class' };

export const symbolFacts = {
  'Symbol.prototype.valueOf': { arity: 0, receiver: 'symbol', looks: true, abstract: true },
  'Symbol.prototype.toString': { arity: 0, receiver: 'symbol', looks: true, abstract: true },
  Symbol: { arity: 0, parameters: ['text'], abstract: true, concrete: true },
  'Symbol.for': { arity: 1, parameters: ['text'], abstract: true },
} satisfies Readonly<Record<string, BuiltinFacts>>;
