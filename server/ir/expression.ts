import { intrinsicNames, isIntrinsicName, type IntrinsicName } from '../builtins/facts.js';
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

/** The built-ins that are expressions: names as written in JavaScript. */
export type Intrinsic = IntrinsicName;
export const intrinsics: readonly Intrinsic[] = intrinsicNames;

/** Whether the name is that of an intrinsic. */
export const isIntrinsic: (name: string) => name is Intrinsic = isIntrinsicName;
