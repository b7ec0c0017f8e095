import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { AssertionComment } from '../assertions/assertion.js';
import { commentsAt } from '../assertions/comments.js';
import { tagOffsets, tagsOf } from '../assertions/tags.js';
import type { VariableInfo } from '../names/scopes.js';
import type { EditorSource } from './editorSource.js';

/** What a piece of an assertion comment is, in the words of the language server protocol but for the tag, which it has no word for. */
export const tokenTypes = [
  'assertionTag',
  'parameter',
  'variable',
  'property',
  'function',
  'number',
  'string',
  'keyword',
  'operator',
] as const;
export type TokenType = (typeof tokenTypes)[number];

export interface AssertionToken {
  readonly span: Span;
  readonly type: TokenType;
  /** A variable that is never assigned again. */
  readonly isReadonly: boolean;
}

/** The pieces of all assertion comments that are understood, in the order of the text. */
export function assertionTokens(source: EditorSource): readonly AssertionToken[] {
  const offsets = tagOffsets(source.text);
  const tokens: AssertionToken[] = [];
  const assertions = source.assertions.assertions.toSorted((a, b) => a.span.start - b.span.start);
  let next = 0;
  for (const comment of offsets.length === 0 ? [] : commentsAt(source.file, offsets)) {
    const tags = tagsOf(source.text, comment);
    for (const [index, tag] of tags.entries()) {
      const end = tags[index + 1]?.span.start ?? comment.span.end;
      while ((assertions[next]?.span.start ?? Infinity) < tag.span.end) next++;
      const assertion = assertions[next];
      if (assertion === undefined || assertion.span.end > end) continue;
      tokens.push({ span: tag.span, type: 'assertionTag', isReadonly: false }, ...tokensOf(source, assertion));
    }
  }
  return tokens;
}

function tokensOf(source: EditorSource, { span, tag }: AssertionComment): readonly AssertionToken[] {
  // The stars that decorate the lines of a block comment are no operators.
  const text = source.text.slice(span.start, span.end).replace(/([\n\r\u2028\u2029][^\S\n\r\u2028\u2029]*)\*/g, '$1 ');
  if (tag === 'range') return rangeTokens(text, span.start);
  const tokens: AssertionToken[] = [];
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  let previous = ts.SyntaxKind.Unknown;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const start = span.start + scanner.getTokenStart();
    const piece = { start, end: span.start + scanner.getTokenEnd() };
    const variable = source.variables.get(start);
    const name = variable === undefined ? null : nameToken(variable);
    const type = typeOf(kind, previous, name?.type ?? null);
    if (type !== null) tokens.push({ span: piece, type, isReadonly: name?.isReadonly ?? false });
    previous = kind;
  }
  return tokens;
}

function rangeTokens(text: string, start: number): readonly AssertionToken[] {
  return Array.from(text.matchAll(/\.\.|[+-]?(?:Infinity|[\d_]*\.?\d[\d_]*(?:[eE][+-]?\d+)?)/g), (match) => ({
    span: { start: start + match.index, end: start + match.index + match[0].length },
    type: match[0] === '..' ? 'operator' : 'number',
    isReadonly: false,
  }));
}

interface NameToken {
  readonly type: TokenType;
  readonly isReadonly: boolean;
}

function nameToken({ form, reassigned }: VariableInfo): NameToken {
  const type = form === 'parameter' ? 'parameter' : form === 'function' ? 'function' : 'variable';
  return { type, isReadonly: form === 'const' || (form !== 'parameter' && !reassigned) };
}

function typeOf(kind: ts.SyntaxKind, previous: ts.SyntaxKind, name: TokenType | null): TokenType | null {
  switch (kind) {
    case ts.SyntaxKind.Identifier:
      if (name !== null) return name;
      return previous === ts.SyntaxKind.DotToken || previous === ts.SyntaxKind.QuestionDotToken ? 'property' : 'variable';
    case ts.SyntaxKind.NumericLiteral:
    case ts.SyntaxKind.BigIntLiteral:
      return 'number';
    case ts.SyntaxKind.StringLiteral:
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
    case ts.SyntaxKind.RegularExpressionLiteral:
      return 'string';
    default:
      if (kind >= ts.SyntaxKind.FirstKeyword && kind <= ts.SyntaxKind.LastKeyword) return 'keyword';
      return kind >= ts.SyntaxKind.LessThanToken && kind <= ts.SyntaxKind.LastBinaryOperator ? 'operator' : null;
  }
}
