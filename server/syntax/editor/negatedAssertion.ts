import ts from 'typescript';
import type { Offset, Span } from '../../base/span.js';
import type { ExpressionAssertion } from '../assertions/assertion.js';
import { commentsAt } from '../assertions/comments.js';
import { tagsOf } from '../assertions/tags.js';
import type { EditorSource } from './editorSource.js';
import { functionsAround } from './functions.js';

/** The program in which an assertion says the opposite. */
export interface NegatedAssertion {
  readonly tag: ExpressionAssertion['tag'];
  /** As written. */
  readonly assertion: string;
  /** Null when the assertion cannot be negated. Lines are as in the original; columns differ behind the assertion. */
  readonly text: string | null;
  /** A run that breaks an `@always` ends there, so that what would happen to it afterwards does not matter. */
  readonly endsThere: boolean;
  /** The functions around, from the inside to the module, as reports point at them. */
  readonly functions: readonly Span[];
}

/**
 * The assertion at an offset, negated: "when is it surely violated?" (Bourdoncle (PLDI), section 2). That `@always E` is surely violated
 * means that a run inevitably passes with E false, which is `@sometime !(E)`; the opposite of `@sometime E` is `@always !(E)`.
 */
export function negatedAssertion(source: EditorSource, offset: Offset): NegatedAssertion | null {
  const [comment] = commentsAt(source.file, [offset]);
  if (comment === undefined) return null;
  const within = source.assertions.assertions.filter(({ span }) => span.start >= comment.span.start && span.end <= comment.span.end);
  // The one whose text, or whose tag before it, the cursor is on; elsewhere in the comment the last one before.
  const found = within.find(({ span }) => offset <= span.end) ?? within.at(-1);
  if (found === undefined) return null;
  const functions = functionsAround(source, found.span.start);
  const { text: assertion, span } = found;
  const tag = tagsOf(source.text, comment).findLast((each) => each.span.start < span.start);
  if (found.tag === 'range' || found.tag === 'invariant' || tag === undefined) {
    return { tag: 'invariant', assertion, text: null, endsThere: false, functions };
  }
  const { text } = source;
  const replaced = (start: Offset, end: Offset, by: string): string => text.slice(0, start) + by + text.slice(end);
  if (found.tag === 'always') {
    if (canEndThere(found, comment.span, source)) {
      const end = 'process.exit(0)';
      const code = `; /* @sometime !(${assertion}) */ try { if (!(${assertion})) ${end}; } catch { ${end}; }`;
      return { tag: 'always', assertion, text: replaced(comment.span.start, comment.span.end, code), endsThere: true, functions };
    }
    return { tag: 'always', assertion, text: replaced(tag.span.start, span.end, `@sometime !(${assertion})`), endsThere: false, functions };
  }
  const name = found.tag === 'sometime' ? 'always' : found.tag;
  return { tag: found.tag, assertion, text: replaced(tag.span.start, span.end, `@${name} !(${assertion})`), endsThere: false, functions };
}

/** Whether a statement can stand in the place of the comment. */
function canEndThere({ attachment, text, tag }: ExpressionAssertion, comment: Span, source: EditorSource): boolean {
  if (tag !== 'always' || /\/\/|\*\/|[\n\r\u2028\u2029]/.test(text)) return false;
  if (/[\n\r\u2028\u2029]/.test(source.text.slice(comment.start, comment.end))) return false;
  const shadowed = source.bindings.variables.some(({ name }) => name === 'process');
  if (shadowed) return false;
  switch (attachment.kind) {
    case 'start':
    case 'end': {
      const { block } = attachment;
      // A comment behind the block of a branch speaks of the block's end.
      return !ts.isBlock(block) || (block.getStart(source.file) < comment.start && comment.end < block.end);
    }
    case 'before': {
      const { statement } = attachment;
      const isInList = 'statements' in statement.parent;
      return isInList && comment.end <= statement.getStart(source.file);
    }
    case 'after':
      return 'statements' in attachment.statement.parent && attachment.statement.end <= comment.start;
    default:
      return false;
  }
}
