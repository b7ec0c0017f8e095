import { nextDown, nextUp } from '../lattice/double.js';
import { isRelational, type Arithmetic, type Compared, type Comparison, type ConditionTree, type Operand } from './conditionTree.js';

/** A test that is not made of others. */
export type Atom = Exclude<ConditionTree, { readonly kind: 'all' | 'any' | 'not' }>;

interface Fact {
  readonly atom: Atom;
  readonly truth: boolean;
  /** The same for the same test. */
  readonly key: string;
}

/**
 * What is known of the values at an entry where some tests are true and others are false. Texts stand for values: the same text has the
 * same value, since tests have no effects.
 */
export class Known {
  static readonly nothing = new Known([]);

  private constructor(private readonly facts: readonly Fact[]) {}

  /** And where the condition is true, or false. Of a choice nothing is kept. */
  with(tree: ConditionTree, truth: boolean): Known {
    switch (tree.kind) {
      case 'not':
        return this.with(tree.of, !truth);
      case 'all':
      case 'any':
        return (tree.kind === 'all') === truth ? tree.of.reduce<Known>((known, part) => known.with(part, truth), this) : this;
      default:
        return new Known([...this.facts, upright(tree, truth)]);
    }
  }

  /** Whether the test is true in all cases, or false in all; null where it depends. */
  decides(test: Atom): boolean | null {
    const { atom, truth, key } = upright(test, true);
    const same = this.facts.find((fact) => fact.key === key);
    const decided =
      same?.truth ??
      this.byTruth(atom) ??
      this.byText(atom) ??
      this.byKinds(atom) ??
      this.byRange(atom) ??
      this.byOrder(atom) ??
      this.byRelation(atom);
    return decided === null ? null : decided === truth;
  }

  /** The least that a length may be. */
  leastOf(length: Operand): number {
    return this.rangeOfOperand(length).min;
  }

  /** The kinds of values that the subject may have. */
  kindsOf(subject: string): ReadonlySet<Kind> {
    return this.facts.reduce<ReadonlySet<Kind>>((kinds, { atom, truth }) => {
      const sides = subjectOf(atom) === subject ? kindSides(atom) : null;
      return sides === null ? kinds : meet(kinds, truth ? sides.whenTrue : sides.whenFalse);
    }, everyKind);
  }

  /** What counts as true is no value that counts as false, and the other way round. */
  private byTruth(atom: Atom): boolean | null {
    const subject = subjectOf(atom);
    const known = this.facts.find((each) => each.atom.kind === 'test' && each.atom.isTruth === true && each.atom.of.text === subject);
    const counts = atom.kind === 'isNaN' ? false : atom.kind === 'compare' ? truthOf(atom) : null;
    if (known !== undefined) return counts !== null && counts !== known.truth ? false : null;
    if (atom.kind !== 'test' || atom.isTruth !== true) return null;
    const is = this.facts.find(
      (each) => each.truth && each.atom.kind === 'compare' && each.atom.subject.text === subject && truthOf(each.atom) !== null,
    );
    return is?.atom.kind === 'compare' ? truthOf(is.atom) : null;
  }

  /** What is one text is no other. */
  private byText(atom: Atom): boolean | null {
    if (!isText(atom)) return null;
    const isOther = ({ atom: fact, truth }: Fact): boolean =>
      truth && isText(fact) && fact.subject.text === atom.subject.text && fact.other.text !== atom.other.text;
    return this.facts.some(isOther) ? false : null;
  }

  private byKinds(atom: Atom): boolean | null {
    const sides = kindSides(atom);
    const subject = subjectOf(atom);
    if (sides === null || subject === null) return null;
    const possible = this.kindsOf(subject);
    if (meet(possible, sides.whenTrue).size === 0) return false;
    return meet(possible, sides.whenFalse).size === 0 ? true : null;
  }

  private byRange(atom: Atom): boolean | null {
    const asked = rangeOf(atom, true);
    const subject = subjectOf(atom);
    if (asked === null || subject === null) return null;
    let known = this.rangeOfText(subject);
    if (atom.kind === 'compare') known = within(known, this.rangeOfOperand(atom.subject));
    const both = within(known, asked);
    if (both.min > both.max && !both.nan) return false;
    // What compares as a number need not be one.
    if (atom.kind !== 'compare' || !isRelational(atom.operator)) return null;
    return (known.min > known.max || (asked.min <= known.min && known.max <= asked.max)) && (asked.nan || !known.nan) ? true : null;
  }

  /** Of two operands of which neither is written out. */
  private byOrder(atom: Atom): boolean | null {
    if (atom.kind !== 'compare' || !isRelational(atom.operator) || atom.other.literal !== undefined) return null;
    // Two texts compare as texts.
    if (!isNumber(atom.subject) && !isNumber(atom.other)) return null;
    const [a, b] = [this.rangeOfOperand(atom.subject), this.rangeOfOperand(atom.other)];
    const [less, more] = atom.operator.startsWith('<') ? [a, b] : [b, a];
    const isStrict = atom.operator.length === 1;
    if (isStrict ? less.min >= more.max : less.min > more.max) return false;
    return !a.nan && !b.nan && (isStrict ? less.max < more.min : less.max <= more.min) ? true : null;
  }

  private rangeOfText(subject: string): Range {
    return this.facts.reduce<Range>((known, { atom, truth }) => {
      if (isNoEmpty(atom, truth) && subjectOf(atom) === subject) return within(known, { min: 1, max: Infinity, nan: false });
      const range = subjectOf(atom) === subject ? rangeOf(atom, truth) : null;
      return range === null ? known : within(known, range);
    }, everyNumber);
  }

  /** What an operand is as a number, by its parts and by what is known of it. */
  private rangeOfOperand(operand: Operand): Range {
    if (operand.literal === 'number') return { min: Number(operand.text), max: Number(operand.text), nan: operand.text === 'NaN' };
    const known = this.rangeOfText(operand.text);
    if (operand.lengthOf !== undefined) return within(known, { min: operand.least ?? 0, max: Number.MAX_SAFE_INTEGER, nan: false });
    if (operand.made === undefined) return known;
    const parts = operand.made.of.map((part) => this.rangeOfOperand(part));
    return within(known, rangeOfMade(operand.made.by, parts));
  }

  /** Of tests that compare the same two. */
  private byRelation(atom: Atom): boolean | null {
    if (atom.kind !== 'compare') return null;
    let possible = everyOutcome;
    for (const { atom: fact, truth } of this.facts) {
      if (fact.kind !== 'compare' || fact.subject.text !== atom.subject.text || fact.other.text !== atom.other.text) continue;
      const sides = outcomesOf(fact.operator);
      possible = meet(possible, truth ? sides.whenTrue : sides.whenFalse);
    }
    const asked = outcomesOf(atom.operator);
    if (meet(possible, asked.whenTrue).size === 0) return false;
    return meet(possible, asked.whenFalse).size === 0 ? true : null;
  }
}

const isText = (atom: Atom): atom is Compared =>
  atom.kind === 'compare' && atom.operator === '===' && atom.other.literal === 'string' && atom.subject.literal === undefined;

/** The fact about the test that says what is, and not what is not. */
function upright(test: Atom, truth: boolean): Fact {
  if (test.kind === 'compare' && (test.operator === '!==' || test.operator === '!='))
    return fact({ ...test, operator: test.operator === '!==' ? '===' : '==' }, !truth);
  if ((test.kind === 'typeof' || test.kind === 'isObject') && !test.equal) return fact({ ...test, equal: true }, !truth);
  return fact(test, truth);
}

/** Whether it is a number for certain. A sum may be a text. */
const isNumber = ({ lengthOf, made }: Operand): boolean => lengthOf !== undefined || (made !== undefined && made.by !== '+');

/** Whether it says that a length is not 0. */
const isNoEmpty = (atom: Atom, truth: boolean): boolean =>
  !truth && atom.kind === 'compare' && atom.subject.lengthOf !== undefined && atom.operator === '===' && atom.other.text === '0';

const fact = (atom: Atom, truth: boolean): Fact => ({ atom, truth, key: JSON.stringify(atom) });

function subjectOf(atom: Atom): string | null {
  if (atom.kind !== 'test') return atom.subject.text;
  if (atom.list !== undefined) return atom.list.subject;
  return atom.isTruth === true ? atom.of.text : (arrayIn(atom.of.text) ?? instanceIn(atom.of.text));
}

/** What `Array.isArray` is asked of; null where the text is another test. */
const arrayIn = (text: string): string | null => /^Array\.isArray\(([\w$.]+)\)$/.exec(text)?.[1] ?? null;

/** What is held against a class; null where the text is another test. */
const instanceIn = (text: string): string | null => /^([\w$.]+) instanceof [\w$]+$/.exec(text)?.[1] ?? null;

/** As what a value counts that is the same as a literal; null where it is not said to be. */
function truthOf({ operator, other }: Compared): boolean | null {
  if (operator !== '===' || other.literal === undefined) return null;
  if (other.literal === 'number') return Number(other.text) !== 0;
  if (other.literal === 'bigint') return other.text !== '0n';
  return other.literal === 'string' ? other.text !== '""' : other.text === 'true';
}

export type Kind = 'undefined' | 'null' | 'boolean' | 'number' | 'string' | 'bigint' | 'symbol' | 'object' | 'function';
const everyKind: ReadonlySet<Kind> = new Set([
  'undefined',
  'null',
  'boolean',
  'number',
  'string',
  'bigint',
  'symbol',
  'object',
  'function',
]);

interface Sides<T> {
  readonly whenTrue: ReadonlySet<T>;
  readonly whenFalse: ReadonlySet<T>;
}

/** The kinds of values for which a test may be true, and those for which it may be false; null: it is about no kind. */
function kindSides(atom: Atom): Sides<Kind> | null {
  switch (atom.kind) {
    case 'typeof': {
      return exactly([...everyKind].filter((kind) => (kind === 'null' ? 'object' : kind) === atom.type));
    }
    case 'isObject':
      return exactly(['object', 'function']);
    case 'isNaN':
    case 'isInteger':
    case 'isFinite':
      return { whenTrue: new Set(['number']), whenFalse: everyKind };
    case 'test':
      if (atom.isTruth === true)
        return { whenTrue: without(everyKind, ['undefined', 'null']), whenFalse: without(everyKind, ['object', 'function', 'symbol']) };
      if (instanceIn(atom.of.text) !== null) return { whenTrue: new Set(['object', 'function']), whenFalse: everyKind };
      return arrayIn(atom.of.text) === null ? null : { whenTrue: new Set(['object']), whenFalse: everyKind };
    case 'compare':
      return comparedSides(atom);
  }
}

function comparedSides({ operator, other }: Extract<Atom, { readonly kind: 'compare' }>): Sides<Kind> | null {
  if (other.literal === undefined) return null;
  // undefined compares as NaN does.
  if (isRelational(operator)) return { whenTrue: without(everyKind, ['undefined']), whenFalse: everyKind };
  if (other.text === 'null' || other.text === 'undefined') return exactly(operator === '==' ? ['undefined', 'null'] : [other.text]);
  return operator === '===' ? { whenTrue: new Set([other.literal === 'other' ? 'boolean' : other.literal]), whenFalse: everyKind } : null;
}

const exactly = (kinds: readonly Kind[]): Sides<Kind> => ({ whenTrue: new Set(kinds), whenFalse: without(everyKind, kinds) });

/** What a value is as a number; both ends included, and NaN where it may be that. */
interface Range {
  readonly min: number;
  readonly max: number;
  readonly nan: boolean;
}

const everyNumber: Range = { min: -Infinity, max: Infinity, nan: true };
const nanOnly: Range = { min: Infinity, max: -Infinity, nan: true };

function rangeOf(atom: Atom, truth: boolean): Range | null {
  if (atom.kind === 'isNaN') return truth ? nanOnly : null;
  if (atom.kind === 'isFinite') return truth ? { min: -Number.MAX_VALUE, max: Number.MAX_VALUE, nan: false } : null;
  if (atom.kind === 'test' && atom.list !== undefined) return truth ? { min: atom.list.least, max: atom.list.most, nan: false } : null;
  if (atom.kind !== 'compare' || atom.other.literal !== 'number') return null;
  const bound = Number(atom.other.text);
  if (Number.isNaN(bound)) return null;
  const { operator } = atom;
  if (operator === '===') return truth ? { min: bound, max: bound, nan: false } : null;
  if (!isRelational(operator)) return null;
  const isBelow = operator.startsWith('<') === truth;
  const includes = operator.endsWith('=') === truth;
  // The next double is not the next bigint there.
  if (!includes && Math.abs(bound) >= 2 ** 53) return null;
  if (isBelow) return { min: -Infinity, max: includes ? bound : nextDown(bound), nan: !truth };
  return { min: includes ? bound : nextUp(bound), max: Infinity, nan: !truth };
}

function within(a: Range, b: Range): Range {
  return { min: Math.max(a.min, b.min), max: Math.min(a.max, b.max), nan: a.nan && b.nan };
}

/** Rounding keeps the order of what it rounds. */
function rangeOfMade(by: Arithmetic, [a = everyNumber, b = everyNumber]: readonly Range[]): Range {
  switch (by) {
    case '+':
      return spanned(a.min + b.min, a.max + b.max, [a, b]);
    case '-':
      return spanned(a.min - b.max, a.max - b.min, [a, b]);
    case '*':
      return spanned(a.min * b.min, a.max * b.min, [a, b]);
    case '/':
      return spanned(a.min / b.min, a.max / b.min, [a, b]);
    default:
      return spanned(roundings[by](a.min), roundings[by](a.max), [a]);
  }
}

/** The values between two ends; of two operands that may be infinite the result may be NaN. */
function spanned(min: number, max: number, of: readonly Range[]): Range {
  if (Number.isNaN(min) || Number.isNaN(max)) return everyNumber;
  const infinite = of.filter((each) => !Number.isFinite(each.min) || !Number.isFinite(each.max));
  return { min, max, nan: infinite.length > 1 || of.some(({ nan }) => nan) };
}

const roundings = { 'Math.floor': Math.floor, 'Math.ceil': Math.ceil, 'Math.round': Math.round, 'Math.trunc': Math.trunc } as const;

type Outcome = 'less' | 'equal' | 'greater' | 'none';
const everyOutcome: ReadonlySet<Outcome> = new Set(['less', 'equal', 'greater', 'none']);

/** How two values may compare where a test of them is true, and where it is false. Values that compare as equal need not be the same. */
const outcomeSides: Readonly<Record<Exclude<Comparison, '!==' | '!='>, Sides<Outcome>>> = {
  '<': outcomes(['less']),
  '<=': outcomes(['less', 'equal']),
  '>': outcomes(['greater']),
  '>=': outcomes(['greater', 'equal']),
  '===': { whenTrue: new Set(['equal', 'none']), whenFalse: everyOutcome },
  '==': { whenTrue: new Set(['equal', 'none']), whenFalse: everyOutcome },
};

function outcomesOf(operator: Comparison): Sides<Outcome> {
  return operator === '!==' || operator === '!=' ? { whenTrue: everyOutcome, whenFalse: everyOutcome } : outcomeSides[operator];
}

function outcomes(these: readonly Outcome[]): Sides<Outcome> {
  return { whenTrue: new Set(these), whenFalse: without(everyOutcome, these) };
}

function without<T>(all: ReadonlySet<T>, these: readonly T[]): ReadonlySet<T> {
  return new Set([...all].filter((each) => !these.includes(each)));
}

function meet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...a].filter((each) => b.has(each)));
}
