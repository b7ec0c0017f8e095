import type { BuiltinFacts, GlobalKind } from '../builtinFacts.js';

export const processGlobals: Readonly<Record<string, GlobalKind>> = { process: 'namespace', performance: 'namespace' };

export const processFacts = {
  'process.exit': { arity: 1, construct: 'optional', exits: true, abstract: true, concrete: true },
  'process.abort': { arity: 0, exits: true, abstract: true },
  'process.uptime': { arity: 0, abstract: true },
  'process.cwd': { arity: 0, construct: 'optional', abstract: true },
  'performance.now': { arity: 0, abstract: true },
} satisfies Readonly<Record<string, BuiltinFacts>>;
