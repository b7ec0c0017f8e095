import { atom, type Formula } from './formula.js';

/** The kinds of values that a plain test tells apart. */
export type Kind = 'undefined' | 'null' | 'true' | 'false' | 'number' | 'string' | 'bigint' | 'symbol' | 'object';

/** A test, and how long it reads. */
export interface Guard {
  readonly formula: Formula;
  readonly cost: number;
}

/** For `isOne` tests of which one is true exactly for values of one of the kinds; else tests that are all true for values of none. */
export function guards(name: string, kinds: readonly Kind[], isOne: boolean): Guard[] {
  const left = new Set(kinds);
  const found: Guard[] = [];
  const equality = isOne ? '===' : '!==';
  const takeBoth = (a: Kind, b: Kind): boolean => left.has(a) && left.has(b) && left.delete(a) && left.delete(b);
  if (takeBoth('undefined', 'null')) found.push({ formula: atom(`${name} ${isOne ? '==' : '!='} null`), cost: 1 });
  if (takeBoth('true', 'false')) found.push({ formula: atom(`typeof ${name} ${equality} "boolean"`), cost: 2 });
  for (const kind of left) {
    switch (kind) {
      case 'undefined':
      case 'null':
      case 'true':
      case 'false':
        found.push({ formula: atom(`${name} ${equality} ${kind}`), cost: 1 });
        break;
      case 'object':
        // True of functions too, unlike `typeof`, and of nothing else.
        found.push({ formula: atom(`Object(${name}) ${equality} ${name}`), cost: 3 });
        break;
      default:
        found.push({ formula: atom(`typeof ${name} ${equality} "${kind}"`), cost: 2 });
    }
  }
  return found;
}
