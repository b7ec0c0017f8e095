import type { BuiltinFacts, GlobalKind } from '../builtinFacts.js';

export const jsonGlobals: Readonly<Record<string, GlobalKind>> = { JSON: 'namespace' };

export const jsonFacts = {
  'JSON.stringify': { arity: 3, calls: [{ argument: 1 }], abstract: true, concrete: true },
  'JSON.parse': { arity: 2, parameters: ['text'], calls: [{ argument: 1 }], abstract: true, concrete: true },
} satisfies Readonly<Record<string, BuiltinFacts>>;
