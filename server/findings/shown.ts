import type { ModuleIr } from '../ir/program.js';
import { all, any, test, type ConditionTree } from './conditionTree.js';
import { failingSideOf } from './failingSide.js';
import { printCondition } from './printCondition.js';

/** A message, a lens and a line of a report show so many parts; the rest is in hovers and in JSON. */
const mostParts = 3;

/** Bounds from here on say that memory is exhausted, or what widening leaves, unless the program names them. */
const leastUnlikely = 2 ** 29;

/** The numbers that a program's text names, and whether it speaks of bigints. O(its length), once asked. */
export class WrittenNumbers {
  private known: ReadonlySet<number> | null = null;
  private bigints: boolean | null = null;

  constructor(private readonly texts: readonly string[]) {}

  has(value: number): boolean {
    this.known ??= new Set([...this.texts].flatMap(numbersIn));
    return this.known.has(value) || this.known.has(value - 1) || this.known.has(value + 1);
  }

  get hasBigints(): boolean {
    this.bigints ??= [...this.texts].some((text) => /\bBigInt\b|\bbigint\b|\b\d+n\b|BigInt64|BigUint64/.test(text));
    return this.bigints;
  }
}

const written = new WeakMap<ModuleIr, WrittenNumbers>();

/** The numbers that the texts of a module and of what it imports name. */
export function writtenNumbersOf(module: ModuleIr): WrittenNumbers {
  const known = written.get(module) ?? new WrittenNumbers([module.text, ...(module.linked?.texts.values() ?? [])]);
  written.set(module, known);
  return known;
}

function numbersIn(text: string): readonly number[] {
  const literals = text.match(/(?<![\w$.])(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?)/g) ?? [];
  const values = literals.map((literal) => Number(literal.replaceAll('_', '')));
  // `2 ** 53`, `1 << 30` and the like.
  const powers = Array.from(text.matchAll(/(\d+)\s*(?:\*\*|<<)\s*(\d+)/g), ([, base, exponent]) => [
    Number(base) ** Number(exponent),
    Number(base) * 2 ** Number(exponent),
  ]);
  return [...values.flatMap((value) => [value, -value]), ...powers.flat().flatMap((value) => [value, -value])];
}

/**
 * A failing side without bounds that no run comes to, and without bigints where nothing speaks of them: null where it says nothing else.
 * What is left is still enough to fail.
 */
export function withoutUnlikely(failing: ConditionTree, written: WrittenNumbers): ConditionTree | null {
  switch (failing.kind) {
    case 'any': {
      const parts = failing.of.flatMap((part) => withoutUnlikely(part, written) ?? []);
      return parts.length === 0 && failing.of.length > 0 ? null : any(...parts);
    }
    case 'all': {
      const parts = failing.of.map((part) => withoutUnlikely(part, written));
      if (parts.some((part) => part === null)) return null;
      // That a number is no such bound is no test to read.
      const kept = parts.filter((part) => part !== null && withoutUnlikely(failingSideOf(part), written) !== null);
      return all(...(kept.length > 0 ? kept : parts).filter((part) => part !== null));
    }
    case 'compare': {
      const { operator, other, subject } = failing;
      if (other.literal !== 'number' || subject.literal !== undefined || !/[<>]/.test(operator)) return failing;
      const bound = Number(other.text);
      const isOutward = operator.startsWith('>') ? bound >= leastUnlikely : bound <= -leastUnlikely;
      return isOutward && !written.has(bound) ? null : failing;
    }
    case 'typeof':
      return failing.type === 'bigint' && failing.equal && !written.hasBigints ? null : failing;
    default:
      return failing;
  }
}

/**
 * A condition as one line: what relates names first, then what compares with values, then kinds. Of many alternatives only the first are
 * shown; of many tests that must all hold the last, which decide.
 */
export function printShown(condition: ConditionTree): string {
  return printCondition(shownOf(condition, 0)).replace(/\(…\)/g, '…');
}

function shownOf(condition: ConditionTree, depth: number): ConditionTree {
  if (condition.kind !== 'any' && condition.kind !== 'all') return condition;
  if (depth > deepest && printCondition(condition).length > shortest) return rest;
  const { kind } = condition;
  const of = kind === 'all' ? withoutPlain(condition.of) : condition.of;
  const isTest = kind === 'all' && of.some((part) => rank(part) === 3);
  // A guard stands before what it guards.
  const ordered = isTest || depth > 0 ? of : [...of].sort((a, b) => rank(a) - rank(b));
  const parts = (kind === 'any' ? ordered.slice(0, mostParts) : ordered.slice(-mostParts)).map((part) => shownOf(part, depth + 1));
  const isCut = ordered.length > mostParts;
  const [only] = parts;
  if (only !== undefined && parts.every((part) => part === rest)) return rest;
  if (isCut) return { kind, of: kind === 'any' ? [...parts, rest] : [rest, ...parts] };
  return parts.length === 1 && only !== undefined ? only : { kind, of: parts };
}

/** Conditions in conditions are shown so deep, and those that have no more characters than this. */
const deepest = 2;
const shortest = 40;

/** What is not shown. */
const rest: ConditionTree = test('…');

/** The parts without those that others say as well: of what has a member, that it is there. */
function withoutPlain(parts: readonly ConditionTree[]): readonly ConditionTree[] {
  const isPlain = (part: ConditionTree): boolean => {
    if (part.kind !== 'compare' || !/^!=/.test(part.operator) || !/^(?:null|undefined)$/.test(part.other.text)) return false;
    const { text } = part.subject;
    return parts.some((other) => other !== part && [`${text}.`, `${text}[`].some((member) => readsOnly(other, member)));
  };
  return parts.filter((part) => !isPlain(part));
}

/** Whether all that the condition tests is of members of that. */
function readsOnly(condition: ConditionTree, member: string): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.length > 0 && condition.of.every((part) => readsOnly(part, member));
    case 'not':
      return readsOnly(condition.of, member);
    case 'test':
      return condition.of.text.startsWith(member);
    case 'compare':
      return [condition.subject, condition.other].some(({ text }) => text.startsWith(member));
    default:
      return condition.subject.text.startsWith(member);
  }
}

function rank(part: ConditionTree): number {
  switch (part.kind) {
    case 'compare':
      if (part.other.text === 'null' || part.other.text === 'undefined') return 3;
      return part.other.literal === undefined ? 0 : 1;
    case 'not':
      return rank(part.of);
    case 'isInteger':
    case 'isFinite':
    case 'test':
      return 1;
    case 'all':
    case 'any':
      return part.of.length > 0 && part.of.every((each) => rank(each) === 0) ? 0 : 2;
    case 'isNaN':
    case 'typeof':
    case 'isObject':
      return 3;
  }
}
