import type { BuiltinFacts, GlobalKind } from '../builtinFacts.js';

export const consoleGlobals: Readonly<Record<string, GlobalKind>> = { console: 'namespace' };

export const consoleFacts = {
  'console.log': { arity: 0, abstract: true, concrete: true },
  'console.error': { arity: 0, abstract: true, concrete: true },
  'console.warn': { arity: 0, abstract: true, concrete: true },
  'console.info': { arity: 0, abstract: true, concrete: true },
  'console.debug': { arity: 0, abstract: true, concrete: true },
  'console.trace': { arity: 0, abstract: true, concrete: true },
  'console.group': { arity: 0, abstract: true, concrete: true },
  'console.groupCollapsed': { arity: 0, abstract: true, concrete: true },
  'console.time': { arity: 0, parameters: ['text'], abstract: true, concrete: true },
  'console.timeEnd': { arity: 0, parameters: ['text'], abstract: true, concrete: true },
  'console.count': { arity: 0, parameters: ['text'], abstract: true, concrete: true },
  'console.countReset': { arity: 0, parameters: ['text'], abstract: true, concrete: true },
  'console.assert': { arity: 0, abstract: true },
  'console.dir': { arity: 0, abstract: true, concrete: true },
  'console.groupEnd': { arity: 0, abstract: true, concrete: true },
  'console.table': { arity: 0, parameters: ['text', 'text'], abstract: true, concrete: true },
} satisfies Readonly<Record<string, BuiltinFacts>>;
