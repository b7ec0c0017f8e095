import ts from 'typescript';
import type { AssertionComment, AssertionMessage, AssertionParse, Attachment, ExpressionAssertion } from './assertion.js';
import { commentsAt, type Comment } from './comments.js';
import { documentedFunction, documentedValue } from './documented.js';
import { looksLikeCondition, parseExpression, rootOfPath } from './assertionExpression.js';
import { placeOf, pointOf } from './point.js';
import { readProtocol, type Protocol } from './protocol.js';
import { parseRange } from './range.js';
import { tagOffsets, tagsOf, type Tag } from './tags.js';

/**
 * All assertion comments of a file (parsed with parent nodes set). Linear in the size of the file, and free of any work but one search for
 * our tag names where there are none.
 */
export function collectAssertions(sourceFile: ts.SourceFile): AssertionParse {
  const results: Result[] = [];
  const offsets = tagOffsets(sourceFile.text);
  for (const comment of offsets.length === 0 ? [] : commentsAt(sourceFile, offsets)) {
    for (const tag of tagsOf(sourceFile.text, comment)) results.push(readTag(sourceFile, comment, tag));
  }
  return {
    assertions: results.flatMap((result) => (result.kind === 'assertion' ? [result.assertion] : [])),
    protocols: results.flatMap((result) => (result.kind === 'protocol' ? [result.protocol] : [])),
    invalid: results.flatMap((result) => (result.kind === 'invalid' ? [result.message] : [])),
    notes: results.flatMap((result) => (result.kind === 'note' ? [result.message] : [])),
  };
}

type Result =
  | { readonly kind: 'assertion'; readonly assertion: AssertionComment }
  | { readonly kind: 'protocol'; readonly protocol: Protocol }
  | { readonly kind: 'invalid' | 'note'; readonly message: AssertionMessage }
  /** A tag of another tool, or prose. */
  | { readonly kind: 'documentation' };

const documentation: Result = { kind: 'documentation' };

function readTag(sourceFile: ts.SourceFile, comment: Comment, tag: Tag): Result {
  if (tag.name === 'protocol') return protocolOf(comment, tag);
  const written = tag.name === 'range' ? readRange(comment, tag) : readExpression(comment, tag, tag.name);
  if (written.kind !== 'written') return written;
  const place = attach(sourceFile, comment, tag);
  const isPath = written.content.tag !== 'range' && isUnrelatedPath(written.content, comment, place);
  if (isPath) return documentation;
  if (place.kind === 'invalid' || place.kind === 'note') {
    return { kind: place.kind, message: { span: written.content.span, message: place.message } };
  }
  return { kind: 'assertion', assertion: { ...written.content, attachment: place } };
}

/** An assertion whose place is not known yet. */
type Content<T extends AssertionComment = AssertionComment> = T extends AssertionComment ? Omit<T, 'attachment'> : never;
type Written = { readonly kind: 'written'; readonly content: Content } | Result;

/** The first reading of the text that can be parsed; if none can be, the fault of the shortest that is not merely cut off. */
function readExpression(comment: Comment, tag: Tag, name: ExpressionAssertion['tag']): Written {
  const inJsDoc = comment.style === 'documentation';
  let fault: AssertionMessage | null = null;
  for (const reading of tag.readings) {
    const parsed = parseExpression(reading, `@${name}`, tag.span);
    if (parsed.kind === 'expression') {
      if (inJsDoc && !looksLikeCondition(parsed.expression)) continue;
      const { expression, offset } = parsed;
      const end = expression.end + offset;
      const span = { start: expression.getStart() + offset, end };
      const text = reading.text.slice(span.start - reading.span.start, end - reading.span.start);
      return { kind: 'written', content: { tag: name, text, span, inJsDoc, expression, offset } };
    }
    if (fault === null || !parsed.early) fault = { span: parsed.span, message: parsed.message };
  }
  return inJsDoc || fault === null ? documentation : { kind: 'invalid', message: fault };
}

function readRange(comment: Comment, tag: Tag): Written {
  const inJsDoc = comment.style === 'documentation';
  let fault: AssertionMessage | null = null;
  for (const reading of tag.readings) {
    const parsed = parseRange(reading, tag);
    if (parsed.kind === 'range') {
      const { min, max } = parsed;
      return { kind: 'written', content: { tag: 'range', text: reading.text, span: reading.span, inJsDoc, min, max } };
    }
    fault = { span: parsed.span, message: parsed.message };
  }
  return inJsDoc || fault === null ? documentation : { kind: 'invalid', message: fault };
}

function protocolOf(comment: Comment, tag: Tag): Result {
  const span = tag.readings[0]?.text === '' ? tag.span : (tag.readings[0]?.span ?? tag.span);
  // A tag of other tools has a text, and no steps.
  const isEmpty = tag.readings.every(({ text }) => text.trim() === '');
  if (comment.style === 'documentation' && !isEmpty && !tag.readings.some(({ text }) => /-\s*[\w$#]+\s*->/.test(text)))
    return documentation;
  if (comment.next === null || !comment.adjoinsNext || !ts.isClassLike(comment.next)) {
    return comment.style === 'documentation' ? documentation : invalidAt(span, '@protocol belongs before a class.');
  }
  const read = readProtocol(comment.next, tag.readings[0]?.text ?? '', span);
  return 'steps' in read ? { kind: 'protocol', protocol: read } : { kind: 'invalid', message: read };
}

const invalidAt = (span: AssertionMessage['span'], message: string): Result => ({ kind: 'invalid', message: { span, message } });

type Place = Attachment | { readonly kind: 'invalid'; readonly message: string } | { readonly kind: 'note'; readonly message: string };

function attach(sourceFile: ts.SourceFile, comment: Comment, tag: Tag): Place {
  switch (tag.name) {
    case 'requires':
    case 'ensures': {
      if (comment.style !== 'documentation') return invalid(`@${tag.name} belongs in a /** … */ comment before a function.`);
      const documented = documentedFunction(comment);
      if (documented === null) return invalid(`@${tag.name} belongs in the comment before a function, and no function follows here.`);
      if (!hasBody(documented)) return { kind: 'note', message: `@${tag.name} is not checked for a function without a body.` };
      return { kind: tag.name === 'requires' ? 'entry' : 'exit', function: documented };
    }
    case 'range':
    case 'invariant': {
      const value = documentedValue(sourceFile, comment);
      if (value.kind === 'declaration') return { kind: 'value', declaration: value.declaration };
      if (value.kind === 'ambiguous') return invalid(`@${tag.name} ${value.message}.`);
      return invalid(`@${tag.name} belongs beside a variable, parameter, property or type alias.`);
    }
    default:
      return (
        pointOf(sourceFile, comment) ?? invalid(`@${tag.name} cannot stand ${placeOf(comment)}; write it before or after a statement.`)
      );
  }
}

function invalid(message: string): Place {
  return { kind: 'invalid', message };
}

function hasBody(declaration: ts.SignatureDeclaration): declaration is ts.FunctionLikeDeclaration {
  return 'body' in declaration && declaration.body !== undefined;
}

/**
 * A bare name or path in a documentation comment that names nothing of the function or value it documents:
 * "@requires lodash", "@invariant sorted" are prose.
 */
function isUnrelatedPath(content: Content<ExpressionAssertion>, comment: Comment, place: Place): boolean {
  if (comment.style !== 'documentation' || content.tag === 'always' || content.tag === 'sometime') return false;
  const root = rootOfPath(content.expression);
  if (root === null || root === 'this') return false;
  if (place.kind !== 'entry' && place.kind !== 'exit') return true;
  if (root === 'result' && place.kind === 'exit') return false;
  return !place.function.parameters.some((parameter) => namesOf(parameter.name).includes(root));
}

function namesOf(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesOf(element.name)));
}
