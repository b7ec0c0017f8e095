/**
 * A condition, which stays data until a face prints it (printCondition.ts). No parts at all: `all` of nothing is true, `any` of nothing is
 * false.
 */
export type ConditionTree =
  | { readonly kind: 'all' | 'any'; readonly of: readonly ConditionTree[] }
  | { readonly kind: 'not'; readonly of: ConditionTree }
  | Compared
  | { readonly kind: 'typeof'; readonly subject: Operand; readonly type: string; readonly equal: boolean }
  /** `Number.isNaN(n)`, `Number.isInteger(n)`, `Number.isFinite(n)`. */
  | { readonly kind: 'isNaN' | 'isInteger' | 'isFinite'; readonly subject: Operand }
  /** `Object(x) === x`. */
  | { readonly kind: 'isObject'; readonly subject: Operand; readonly equal: boolean }
  /** Any other expression that gives true or false; `isTruth`: one that may give another value, and counts as true or false. */
  | { readonly kind: 'test'; readonly of: Operand; readonly isTruth?: true; readonly list?: Listed };

/** That something is one of these numbers, as `[10, 25].includes(size)` says. */
export interface Listed {
  readonly subject: string;
  readonly least: number;
  readonly most: number;
}

/** A value that is written out comes last, if only one of the two is. */
export interface Compared {
  readonly kind: 'compare';
  readonly subject: Operand;
  readonly operator: Comparison;
  readonly other: Operand;
}

export type Comparison = '<' | '<=' | '>' | '>=' | '===' | '!==' | '==' | '!=';

export const isRelational = (operator: Comparison): boolean => operator.startsWith('<') || operator.startsWith('>');

/** A piece of JavaScript without effects. */
export interface Operand {
  readonly text: string;
  /** The precedence of its outermost operator: more binds tighter. */
  readonly precedence: number;
  /** It is a value that is written out. */
  readonly literal?: 'number' | 'bigint' | 'string' | 'other';
  /** It is the length of that. */
  readonly lengthOf?: string;
  /** It is at least so long, where it is a length. */
  readonly least?: number;
  /** It is made of numbers in this way. */
  readonly made?: { readonly by: Arithmetic; readonly of: readonly Operand[] };
}

/** What gives a number that grows, or shrinks, with each of its operands; `*` and `/` by a number above 0. */
export type Arithmetic = '+' | '-' | '*' | '/' | 'Math.floor' | 'Math.ceil' | 'Math.round' | 'Math.trunc';

/** The precedence of names, literals, calls and all else that never needs parentheses. */
export const tightest = 20;
export const unaryPrecedence = 12;
/** The precedence of `<` and the like; `===` and the like bind looser by one. */
export const relationalPrecedence = 7;
/** The precedence of `||` and of all that binds looser: `? :`, arrow functions, assignments, commas. */
export const loosest = 0;

export const always: ConditionTree = { kind: 'all', of: [] };
export const never: ConditionTree = { kind: 'any', of: [] };

export const isAlways = (tree: ConditionTree): boolean => tree.kind === 'all' && tree.of.length === 0;
export const isNever = (tree: ConditionTree): boolean => tree.kind === 'any' && tree.of.length === 0;

export const all = (...of: readonly ConditionTree[]): ConditionTree => combined('all', of);
export const any = (...of: readonly ConditionTree[]): ConditionTree => combined('any', of);
export const not = (of: ConditionTree): ConditionTree => ({ kind: 'not', of });
export const test = (text: string, precedence = tightest): ConditionTree => ({ kind: 'test', of: { text, precedence } });
export const compare = (subject: Operand, operator: Comparison, other: Operand): ConditionTree =>
  subject.literal !== undefined && other.literal === undefined
    ? { kind: 'compare', subject: other, operator: mirrored[operator], other: subject }
    : { kind: 'compare', subject, operator, other };

/** A name, or another expression that needs no parentheses. */
export const named = (text: string): Operand => ({ text, precedence: tightest });
export const lengthOf = (name: string): Operand => ({ text: `${name}.length`, precedence: tightest, lengthOf: name });

export function literal(value: number | bigint | string | boolean | null | undefined): Operand {
  switch (typeof value) {
    case 'number': {
      const text = Object.is(value, -0) ? '-0' : String(value);
      return { text, precedence: text.startsWith('-') ? unaryPrecedence : tightest, literal: 'number' };
    }
    case 'bigint':
      return { text: `${value}n`, precedence: value < 0n ? unaryPrecedence : tightest, literal: 'bigint' };
    case 'string':
      return { text: JSON.stringify(value), precedence: tightest, literal: 'string' };
    default:
      return { text: String(value), precedence: tightest, literal: 'other' };
  }
}

const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '===': '===',
  '!==': '!==',
  '==': '==',
  '!=': '!=',
};

/** Flattened, each part once; what decides all by itself is all there is. */
function combined(kind: 'all' | 'any', of: readonly ConditionTree[]): ConditionTree {
  const flat = of.flatMap((each) => (each.kind === kind ? each.of : [each]));
  const decided = kind === 'all' ? flat.find(isNever) : flat.find(isAlways);
  if (decided !== undefined) return decided;
  const parts = new Map(flat.map((each) => [flat.length === 1 ? '' : JSON.stringify(each), each]));
  const [only] = parts.values();
  return parts.size === 1 && only !== undefined ? only : { kind, of: [...parts.values()] };
}
