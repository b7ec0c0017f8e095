import type ts from 'typescript';
import type { Span } from '../../base/span.js';
import { commentsAt } from './comments.js';

interface IgnoreComment {
  readonly span: Span;
  readonly codes: readonly { readonly text: string; readonly span: Span }[];
  /** Null where nothing is said. */
  readonly reason: string | null;
}

/** The word that such a comment begins with. */
export const ignoreWord = 'whence-ignore-next-line';

/** The comments `// whence-ignore-next-line CODE: reason` of a file; several codes stand behind each other, with commas. */
export function collectIgnores(file: ts.SourceFile): readonly IgnoreComment[] {
  const { text } = file;
  const offsets = Array.from(text.matchAll(new RegExp(ignoreWord, 'g')), ({ index }) => index);
  if (offsets.length === 0) return [];
  return commentsAt(file, offsets).flatMap(({ span }): IgnoreComment[] => {
    const match = new RegExp(`^/[/*]\\*?\\s*${ignoreWord}(?![\\w-])`).exec(text.slice(span.start, span.end));
    if (match === null) return [];
    const start = span.start + match[0].length;
    const content = text.slice(start, span.end).replace(/\*\/$/, '');
    const colon = content.indexOf(':');
    const words = colon < 0 ? content : content.slice(0, colon);
    const codes = Array.from(words.matchAll(/[^\s,]+/g), (word) => {
      const at = start + word.index;
      return { text: word[0], span: { start: at, end: at + word[0].length } };
    });
    const reason = colon < 0 ? '' : content.slice(colon + 1).trim();
    return [{ span: { start: span.start, end: span.end }, codes, reason: reason === '' ? null : reason }];
  });
}
