import { compare, literal, named, type ConditionTree } from './conditionTree.js';

/** The kinds of values that a plain test distinguishes. */
export type Kind = 'undefined' | 'null' | 'true' | 'false' | 'number' | 'string' | 'bigint' | 'symbol' | 'object';

/** A test, and how long it reads. */
export interface Guard {
  readonly formula: ConditionTree;
  readonly cost: number;
}

const constants = { undefined: literal(undefined), null: literal(null), true: literal(true), false: literal(false) } as const;

/** For `isOne` tests of which one is true exactly for values of one of the kinds; else tests that are all true for values of none. */
export function guards(name: string, kinds: readonly Kind[], isOne: boolean): Guard[] {
  const left = new Set(kinds);
  const found: Guard[] = [];
  const takeBoth = (a: Kind, b: Kind): boolean => left.has(a) && left.has(b) && left.delete(a) && left.delete(b);
  if (takeBoth('undefined', 'null')) found.push({ formula: compare(named(name), isOne ? '==' : '!=', literal(null)), cost: 1 });
  if (takeBoth('true', 'false')) found.push({ formula: { kind: 'typeof', subject: named(name), type: 'boolean', equal: isOne }, cost: 2 });
  for (const kind of left) {
    switch (kind) {
      case 'undefined':
      case 'null':
      case 'true':
      case 'false':
        found.push({ formula: compare(named(name), isOne ? '===' : '!==', constants[kind]), cost: 1 });
        break;
      case 'object':
        // True of functions too, unlike `typeof`, and of nothing else.
        found.push({ formula: { kind: 'isObject', subject: named(name), equal: isOne }, cost: 3 });
        break;
      default:
        found.push({ formula: { kind: 'typeof', subject: named(name), type: kind, equal: isOne }, cost: 2 });
    }
  }
  return found;
}
