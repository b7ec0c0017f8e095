import type { BuiltinFacts } from '../builtinFacts.js';

export const regexpFacts = {
  RegExp: { arity: 2, construct: 'optional', concrete: true },
  'RegExp.prototype.test': {
    arity: 1,
    returns: 'boolean',
    receiver: 'regexp',
    parameters: ['text'],
    writes: ['this'],
    abstract: true,
    concrete: true,
    term: true,
  },
  'RegExp.prototype.exec': {
    arity: 1,
    receiver: 'regexp',
    parameters: ['text'],
    writes: ['this'],
    makes: 'parts',
    abstract: true,
    concrete: true,
    term: true,
  },
  '%RegExpStringIteratorPrototype%.next': { arity: 0, makes: 'all' },
} satisfies Readonly<Record<string, BuiltinFacts>>;
