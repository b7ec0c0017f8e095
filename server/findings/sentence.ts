import { isAlways, isNever, not, type Compared, type ConditionTree, type Operand } from './conditionTree.js';
import { printCondition } from './printCondition.js';

export interface WordSettings {
  /** Numbers are assumed to be safe integers: NaN need not be mentioned. */
  readonly integers: boolean;
}

/**
 * A condition as one sentence without its full stop: `n <= 99` is "n must be at most 99, and not NaN", because NaN <= 99 is
 * false; `!(n > 99)` is "n must be at most 99, or NaN". What has no words stays code between backquotes.
 */
export function inWords(condition: ConditionTree, settings: WordSettings): string {
  return sentence(normalised(condition, false), settings);
}

/** A condition whose negations are all at its leaves. */
type Normal = { readonly kind: 'all' | 'any'; readonly of: readonly Normal[] } | Leaf;

type Leaf =
  | {
      readonly kind: 'bound';
      readonly subject: Operand;
      readonly side: 'min' | 'max';
      readonly strict: boolean;
      readonly other: Operand;
      readonly nan: boolean;
    }
  /** `text` goes on after "must be" or "must not be". */
  | { readonly kind: 'fact'; readonly subject: Operand; readonly text: string; readonly holds: boolean }
  | { readonly kind: 'integer'; readonly subject: Operand }
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'other'; readonly text: string };

function normalised(tree: ConditionTree, isNegated: boolean): Normal {
  if (isAlways(tree) || isNever(tree)) return { kind: 'constant', value: isAlways(tree) !== isNegated };
  switch (tree.kind) {
    case 'all':
    case 'any': {
      const kind = (tree.kind === 'all') === isNegated ? 'any' : 'all';
      return { kind, of: tree.of.map((part) => normalised(part, isNegated)) };
    }
    case 'not':
      return normalised(tree.of, !isNegated);
    case 'compare':
      return comparison(tree, isNegated);
    case 'typeof':
      return { kind: 'fact', subject: tree.subject, text: typeWords[tree.type] ?? tree.type, holds: tree.equal !== isNegated };
    case 'isObject':
      return { kind: 'fact', subject: tree.subject, text: 'an object or a function', holds: tree.equal !== isNegated };
    case 'isNaN':
      return { kind: 'fact', subject: tree.subject, text: 'NaN', holds: !isNegated };
    case 'isInteger':
      if (!isNegated) return { kind: 'integer', subject: tree.subject };
      return { kind: 'fact', subject: tree.subject, text: 'a whole number', holds: false };
    case 'isFinite':
      return { kind: 'fact', subject: tree.subject, text: 'a finite number', holds: !isNegated };
    case 'test':
      return { kind: 'other', text: printCondition(isNegated ? not(tree) : tree) };
  }
}

const typeWords: Readonly<Record<string, string>> = {
  undefined: 'undefined',
  boolean: 'true or false',
  number: 'a number',
  string: 'a string',
  bigint: 'a bigint',
  symbol: 'a symbol',
  function: 'a function',
  object: 'an object or null',
};

function comparison({ subject, operator, other }: Compared, isNegated: boolean): Leaf {
  switch (operator) {
    case '===':
    case '!==':
      return { kind: 'fact', subject, text: other.text, holds: (operator === '===') !== isNegated };
    case '==':
    case '!=': {
      const holds = (operator === '==') !== isNegated;
      return { kind: 'fact', subject, text: other.text === 'null' ? 'null or undefined' : `loosely equal to ${other.text}`, holds };
    }
    default: {
      const isMax = operator.startsWith('<');
      const isStrict = operator.length === 1;
      // The negation of a comparison is true of NaN.
      if (isNegated) return { kind: 'bound', subject, side: isMax ? 'min' : 'max', strict: !isStrict, other, nan: true };
      return { kind: 'bound', subject, side: isMax ? 'max' : 'min', strict: isStrict, other, nan: false };
    }
  }
}

function sentence(condition: Normal, settings: WordSettings): string {
  if (condition.kind === 'constant') return condition.value ? 'nothing is needed' : 'no input succeeds';
  if (condition.kind === 'other') return `\`${condition.text}\` must be true`;
  const subject = subjectOf(condition);
  if (subject !== null) return `${subjectWords(subject)} must ${phrase(condition, settings)}`;
  const parts = condition.kind === 'all' || condition.kind === 'any' ? bySubject(condition.of, condition.kind) : [];
  const sentences = parts.map((part) => sentence(part, settings));
  if (condition.kind === 'all') return sentences.join('; ');
  return `one of these must hold: ${sentences.map((each) => `(${each})`).join(' or ')}`;
}

/** Parts about the same subject are put together; the order is that of their first ones. */
function bySubject(parts: readonly Normal[], kind: 'all' | 'any'): readonly Normal[] {
  const groups = new Map<string, Normal[]>();
  for (const [index, part] of parts.entries()) {
    const key = subjectOf(part)?.text ?? `\0${index}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups.values()].map((of) => (of.length === 1 && of[0] !== undefined ? of[0] : { kind, of }));
}

/** The one thing that a condition speaks of; null when it speaks of several. */
function subjectOf(condition: Normal): Operand | null {
  if (condition.kind === 'constant' || condition.kind === 'other') return null;
  if ('subject' in condition) return condition.subject;
  const [first = null, ...others] = condition.of.map(subjectOf);
  return others.every((subject) => subject?.text === first?.text) ? first : null;
}

function subjectWords({ text, lengthOf }: Operand): string {
  return lengthOf === undefined ? text : `the length of ${lengthOf}`;
}

/** The words after "must", for a condition with one subject. */
function phrase(condition: Normal, settings: WordSettings): string {
  switch (condition.kind) {
    case 'any':
      return joined(alternatives(condition.of, settings), ', or ');
    case 'all':
      return conjunctionPhrase(condition.of, settings, ', and ');
    case 'fact':
      return condition.holds ? `be ${condition.text}` : `not be ${condition.text}`;
    case 'integer':
      return 'be a whole number';
    case 'bound':
      return conjunctionPhrase([condition], settings, ', and ');
    default:
      return sentence(condition, settings);
  }
}

/** Without commas of their own, which would not say what belongs together. */
function alternatives(parts: readonly Normal[], settings: WordSettings): readonly string[] {
  return parts.map((part) => {
    const isJoint = part.kind === 'all' || part.kind === 'bound';
    return isJoint ? conjunctionPhrase(part.kind === 'all' ? part.of : [part], settings, ' and ') : phrase(part, settings);
  });
}

function conjunctionPhrase(parts: readonly Normal[], settings: WordSettings, and: ', and ' | ' and '): string {
  const bounds = parts.flatMap((part) => (part.kind === 'bound' ? [part] : []));
  const isInteger = parts.some(({ kind }) => kind === 'integer');
  const range = rangeWords(bounds);
  const phrases: string[] = [];
  if (isInteger) phrases.push(`be a whole number${range === '' ? '' : ` ${range}`}`);
  else if (range !== '') phrases.push(`be ${range}${nanWords(bounds, settings, and)}`);
  for (const part of parts) {
    if (part.kind === 'bound' || part.kind === 'integer') continue;
    phrases.push(part.kind === 'any' ? `either ${alternatives(part.of, settings).join(' or ')}` : phrase(part, settings));
  }
  return joined(phrases, and);
}

type Bound = Leaf & { readonly kind: 'bound' };

function rangeWords(bounds: readonly Bound[]): string {
  const [a, b] = bounds;
  if (a !== undefined && b !== undefined && bounds.length === 2 && a.side !== b.side && !a.strict && !b.strict) {
    const [min, max] = a.side === 'min' ? [a, b] : [b, a];
    return `from ${min.other.text} to ${max.other.text}`;
  }
  return bounds.map(boundWords).join(' and ');
}

function boundWords({ side, strict, other: { text } }: Bound): string {
  if (side === 'min') return strict ? `greater than ${text}` : `at least ${text}`;
  return strict ? `less than ${text}` : `at most ${text}`;
}

/** NaN satisfies no comparison: it is admitted only if every bound is the negation of one. */
function nanWords(bounds: readonly Bound[], { integers }: WordSettings, and: ', and ' | ' and '): string {
  const isNumber = bounds.every(
    ({ subject, other }) => other.literal !== 'bigint' && other.literal !== 'string' && subject.lengthOf === undefined,
  );
  if (integers || !isNumber) return '';
  const comma = and.startsWith(',') ? ',' : '';
  const areLiterals = bounds.every(({ other }) => other.literal !== undefined);
  if (!bounds.every(({ nan }) => nan)) return areLiterals ? `${comma} and not NaN` : '';
  return areLiterals ? `${comma} or NaN` : ' unless one of them is NaN';
}

/** "be A" and "be B" are "be A, or B". */
function joined(phrases: readonly string[], by: string): string {
  const areAlike = phrases.every((each) => each.startsWith('be '));
  if (areAlike) return `be ${phrases.map((each) => each.slice('be '.length)).join(by)}`;
  return phrases.join(`${by}must `);
}
