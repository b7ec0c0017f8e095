import ts from 'typescript';
import type { Offset, Span } from '../../base/span.js';
import { commentsAt, type Comment } from '../assertions/comments.js';
import { documentedFunction, documentedValue } from '../assertions/documented.js';
import { pointOf } from '../assertions/point.js';
import { tagNames, tagsOf, type TagName } from '../assertions/tags.js';
import { methodsThat } from '../../builtins/facts.js';
import { intrinsics } from '../../ir/expression.js';
import type { Scope } from '../names/scopes.js';
import type { EditorSource } from './editorSource.js';

export interface AssertionCompletion {
  readonly label: string;
  readonly kind: 'tag' | 'parameter' | 'variable' | 'constant' | 'function' | 'property' | 'method' | 'keyword' | 'object';
  readonly detail: string;
  /** What it replaces: the name before the cursor. */
  readonly span: Span;
}

/**
 * What can be written next at an offset inside a comment; nothing outside of comments. `isTyping`: nobody has asked, so that nothing is
 * offered but where a name must follow.
 */
export function completionsAt(source: EditorSource, offset: Offset, isTyping = false): readonly AssertionCompletion[] {
  const comment = commentBefore(source, offset);
  if (comment === null) return [];
  const before = source.text.slice(comment.span.start, offset);
  const typedTag = /(?:^\/\/\s*|^\/\*[*!]?\s*|[\n\r]\s*\*?\s*)@(\w*)$/.exec(before);
  if (typedTag !== null) return tagCompletions(source, comment, { start: offset - (typedTag[1]?.length ?? 0) - 1, end: offset });
  const tag = tagsOf(source.text, comment).findLast((each) => each.span.end < offset);
  if (tag === undefined || tag.name === 'range' || tag.name === 'protocol') return [];
  const expression = source.text.slice(tag.span.end, offset);
  if (isInString(expression)) return [];
  const name = /[\p{ID_Continue}$]*$/u.exec(expression)?.[0] ?? '';
  const span = { start: offset - name.length, end: offset };
  const owner = /([\p{ID_Continue}$\])]+)\s*\??\.\s*$/u.exec(expression.slice(0, expression.length - name.length))?.[1];
  if (owner !== undefined) return memberCompletions(owner, span);
  if (isTyping && !isOperandNext(expression)) return [];
  return nameCompletions(source, comment, tag.name, span);
}

/** The comment that holds the offset, its end included if it is a line comment. */
function commentBefore(source: EditorSource, offset: Offset): Comment | null {
  if (offset === 0) return null;
  const [comment] = commentsAt(source.file, [offset - 1]);
  if (comment === undefined || offset - comment.span.start < 2) return null;
  return comment.style !== 'line' && offset > comment.span.end - 2 ? null : comment;
}

const tagDetails: Readonly<Record<TagName, string>> = {
  always: 'holds whenever control is here',
  sometime: 'every run passes here with it true',
  requires: 'holds at the entry of the function',
  ensures: 'holds at the normal exit of the function; result is what it returns',
  range: 'the value is always from one number to another',
  invariant: 'holds of the value, which is this, at all times',
  protocol: 'the order in which methods are called',
};

function tagCompletions(source: EditorSource, comment: Comment, span: Span): readonly AssertionCompletion[] {
  return tagNames
    .filter((name) => fits(source, comment, name))
    .map((name) => ({ label: `@${name}`, kind: 'tag', detail: tagDetails[name], span }));
}

function fits(source: EditorSource, comment: Comment, name: TagName): boolean {
  switch (name) {
    case 'always':
    case 'sometime':
      return comment.style !== 'documentation' && pointOf(source.file, comment) !== null;
    case 'requires':
    case 'ensures':
      return comment.style === 'documentation' && documentedFunction(comment) !== null;
    case 'range':
    case 'invariant':
      return documentedValue(source.file, comment).kind === 'declaration';
    case 'protocol':
      return comment.next !== null && comment.adjoinsNext && ts.isClassLike(comment.next);
  }
}

const pureMethods = [...methodsThat(({ inAssertions }) => inAssertions === 'offered')];

function memberCompletions(owner: string, span: Span): readonly AssertionCompletion[] {
  const functions = intrinsics.filter((name) => name.startsWith(`${owner}.`)).map((name) => name.slice(owner.length + 1));
  if (functions.length > 0) return functions.map((label) => ({ label, kind: 'function', detail: `${owner}.${label}`, span }));
  return [
    { label: 'length', kind: 'property', detail: 'of an array or string', span },
    ...pureMethods.map((label): AssertionCompletion => ({ label, kind: 'method', detail: 'changes nothing', span })),
  ];
}

function nameCompletions(source: EditorSource, comment: Comment, tag: TagName, span: Span): readonly AssertionCompletion[] {
  const found = new Map<string, AssertionCompletion>();
  const add = (label: string, kind: AssertionCompletion['kind'], detail: string): void => {
    if (!found.has(label)) found.set(label, { label, kind, detail, span });
  };
  if (tag === 'ensures') add('result', 'keyword', 'what the function returns');
  if (tag === 'invariant') add('this', 'keyword', 'the value');
  for (let scope = scopeOf(source, comment, tag); scope !== null; scope = scope.parent) {
    for (const { name, form, reassigned } of scope.names.values()) {
      if (form === 'implicit' || name.startsWith('%')) continue;
      const kind = form === 'parameter' ? 'parameter' : form === 'function' ? 'function' : reassigned ? 'variable' : 'constant';
      add(name, kind, form);
    }
  }
  for (const name of ['Math', 'Number']) add(name, 'object', 'its functions can be used in assertions');
  for (const name of ['true', 'false', 'undefined', 'null', 'typeof']) add(name, 'keyword', '');
  return [...found.values()];
}

/** The scope of the place that the assertion will speak of, where the expression is yet to be written. */
function scopeOf(source: EditorSource, comment: Comment, tag: TagName): Scope | null {
  const { scopes } = source.bindings;
  const documented = tag === 'requires' || tag === 'ensures' ? documentedFunction(comment) : null;
  const point = tag === 'always' || tag === 'sometime' ? pointOf(source.file, comment) : null;
  const isInBlock = point?.kind === 'start' || point?.kind === 'end';
  const inner = documented ?? (isInBlock ? point.block : null) ?? comment.container;
  for (let node: ts.Node | undefined = inner; node !== undefined; node = node.parent) {
    const scope = scopes.get(node);
    if (scope !== undefined) return scope;
  }
  return scopes.get(source.file) ?? null;
}

/** Behind a name or a value an operator follows. */
function isOperandNext(expression: string): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, expression);
  let last = ts.SyntaxKind.Unknown;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) last = kind;
  const takesOperand = [ts.SyntaxKind.TypeOfKeyword, ts.SyntaxKind.InstanceOfKeyword, ts.SyntaxKind.InKeyword, ts.SyntaxKind.VoidKeyword];
  if (takesOperand.includes(last)) return true;
  const isClosing =
    last === ts.SyntaxKind.CloseParenToken || last === ts.SyntaxKind.CloseBracketToken || last === ts.SyntaxKind.CloseBraceToken;
  const isPunctuation = last >= ts.SyntaxKind.FirstPunctuation && last <= ts.SyntaxKind.LastPunctuation;
  return last === ts.SyntaxKind.Unknown || (isPunctuation && !isClosing);
}

function isInString(expression: string): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, expression);
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (scanner.isUnterminated()) return true;
  }
  return false;
}
