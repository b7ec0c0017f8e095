import type ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { Protocol } from './protocol.js';

/** A block-like node: something with a list of statements. */
export type StatementList = ts.Block | ts.SourceFile | ts.ModuleBlock | ts.CaseOrDefaultClause;

/**
 * The point at which an assertion holds.
 * - `before`, `after`: just before, just after the statement (in a list, or the sole statement of a branch, loop or label; never a
 *   block that is a branch or body, which is named by `start` and `end`). Type-level statements occur too.
 * - `start`, `end`: at the start of a block before its first statement; at its end, after its last one.
 * - `entry`, `exit`: of a function with a body, at its entry and at its normal exit.
 * - `value`: permanently, of what the declaration declares: a variable, parameter, property, or all that a type alias types.
 */
export type Attachment =
  | { readonly kind: 'before' | 'after'; readonly statement: ts.Statement }
  | { readonly kind: 'start' | 'end'; readonly block: StatementList }
  | { readonly kind: 'entry' | 'exit'; readonly function: ts.FunctionLikeDeclaration }
  | { readonly kind: 'value'; readonly declaration: ts.Declaration };

interface AssertionBase {
  /** The expression or range as written, without surrounding white space. */
  readonly text: string;
  /** Of `text` in the file. */
  readonly span: Span;
  /** Written in a `/**` comment. */
  readonly inJsDoc: boolean;
  readonly attachment: Attachment;
}

/** `@always E` and the like. */
export interface ExpressionAssertion extends AssertionBase {
  readonly tag: 'always' | 'sometime' | 'requires' | 'ensures' | 'invariant';
  /** Parsed in a source file of its own: `getStart()`, `pos` and `end` of its nodes are positions of the file after adding `offset`. */
  readonly expression: ts.Expression;
  readonly offset: number;
}

/** `@range min..max`, both ends included. */
export interface RangeAssertion extends AssertionBase {
  readonly tag: 'range';
  readonly min: number;
  readonly max: number;
}

export type AssertionComment = ExpressionAssertion | RangeAssertion;

export interface AssertionMessage {
  readonly span: Span;
  /** One sentence. */
  readonly message: string;
}

export interface AssertionParse {
  /** In the order of the text. */
  readonly assertions: readonly AssertionComment[];
  /** Those of classes. */
  readonly protocols: readonly Protocol[];
  /** To be reported as `assertion-invalid`. */
  readonly invalid: readonly AssertionMessage[];
  /** Understood, but not checked: reported so, as hints. */
  readonly notes: readonly AssertionMessage[];
}

/** The place in the file of a node of an assertion's expression. */
export function spanInFile(assertion: ExpressionAssertion, node: ts.Node): Span {
  return { start: node.getStart() + assertion.offset, end: node.end + assertion.offset };
}
