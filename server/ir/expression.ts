import type { VariableId } from './program.js';

/**
 * Expressions read variables and compute; they write nothing. On primitive operands they have no effect besides throwing
 * (a TypeError for mixed bigint and number, a Symbol converted, `in` and `instanceof` on a primitive; a RangeError of bigint
 * division or of a string too long). An operand that may be an object is converted by calling its `valueOf` or `toString`:
 * unknown code. Every edge whose instruction evaluates an expression that can throw or convert therefore has a `throw` twin.
 * Short-circuit operators, calls, property reads and assignments are never expressions: they are lowered to edges.
 */
export type Expression =
  | { readonly kind: 'constant'; readonly value: Constant }
  | { readonly kind: 'variable'; readonly variable: VariableId }
  /** A standard global that the module neither declares nor assigns: `Math`, `console`, `Array`, `undefined` is a constant instead. */
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression }
  /** A pure built-in function of primitives, called on the untampered global. */
  | { readonly kind: 'intrinsic'; readonly name: Intrinsic; readonly operands: readonly Expression[] }
  /** Any value: an input that nothing is known of. */
  | { readonly kind: 'unknown' };

export type Constant =
  | { readonly kind: 'undefined' }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bigint'; readonly value: bigint };

export type UnaryOperator =
  | '-'
  | '+'
  | '~'
  | '!'
  | 'typeof'
  | 'void'
  /** ToNumeric, for `++` and `--`; ToString, for templates; ToPropertyKey, for computed keys. */
  | 'toNumeric'
  | 'toString'
  | 'toPropertyKey';

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '**'
  | '<<'
  | '>>'
  | '>>>'
  | '&'
  | '|'
  | '^'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=='
  | '!='
  | '==='
  | '!=='
  | 'in'
  | 'instanceof';

/** Names as written in JavaScript. */
export const intrinsics = [
  'Math.abs',
  'Math.ceil',
  'Math.floor',
  'Math.round',
  'Math.trunc',
  'Math.sign',
  'Math.sqrt',
  'Math.min',
  'Math.max',
  'Math.pow',
  'Math.imul',
  'Math.fround',
  'Math.log',
  'Math.log2',
  'Math.log10',
  'Math.exp',
  'Math.sin',
  'Math.cos',
  'Math.tan',
  'Math.atan',
  'Math.atan2',
  'Math.hypot',
  'Math.cbrt',
  'Math.clz32',
  'Number',
  'Number.isInteger',
  'Number.isSafeInteger',
  'Number.isFinite',
  'Number.isNaN',
  'isNaN',
  'isFinite',
  'parseInt',
  'parseFloat',
  'Number.parseInt',
  'Number.parseFloat',
  'Boolean',
  'String',
  'Array.isArray',
  'Object.is',
] as const;
export type Intrinsic = (typeof intrinsics)[number];

const intrinsicNames: ReadonlySet<string> = new Set(intrinsics);

/** Whether the name is that of an intrinsic. */
export function isIntrinsic(name: string): name is Intrinsic {
  return intrinsicNames.has(name);
}
