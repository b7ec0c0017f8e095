import type { Span } from '../base/span.js';

/** A path of names, with what may stand before it in an expression. */
const path = String.raw`[\w$#]+(?:(?:\?\.|!?\.)\s*[\w$#]+)*`;

const keyword =
  /^(?:await|break|case|class|const|continue|default|delete|do|else|export|finally|for|function|if|import|let|new|return|static|switch|throw|try|typeof|using|var|void|while|with|yield)(?![\w$])/;

/** The keywords that an expression begins with. */
const operator = /^(?:await|class|delete|function|new|typeof|void|yield)(?![\w$])/;

/**
 * The part of a statement that an editor underlines where runs that come to it fail: the keyword that it begins with, the call or the name.
 * Never a whole block, and no white space or comment before it.
 */
export function underlinedBefore(text: string, span: Span): Span {
  const start = firstCode(text, span.start, span.end);
  const rest = text.slice(start, span.end);
  const word = keyword.exec(rest);
  if (word !== null) return { start, end: start + word[0].length };
  if (/^[{}()[\];,]/.test(rest)) return headOf(text, start) ?? { start, end: start + 1 };
  const name = new RegExp(`^${path}`).exec(rest);
  if (name === null) return { start, end: Math.min(span.end, lineEnd(text, start)) };
  const end = start + name[0].length;
  return { start, end: text.charAt(end) === '(' ? callEnd(text, end, span.end) : end };
}

/** The part of a statement that is underlined where runs fail that have come past it: what it declares, assigns or calls. */
export function underlinedAfter(text: string, span: Span): Span {
  const start = firstCode(text, span.start, span.end);
  const rest = text.slice(start, span.end);
  const declared = /^(?:export\s+)?(?:const|let|var|using)\s+(?=[\w$])/.exec(rest);
  const at = start + (declared?.[0].length ?? /^(?:await|void|delete|yield|typeof)\s+/.exec(rest)?.[0].length ?? 0);
  return underlinedBefore(text, { start: at, end: span.end });
}

/** The part of an expression, or of a statement that fails, that is underlined: an expression up to a bracket that another line closes. */
export function underlinedPart(text: string, { start, end }: Span): Span {
  const rest = text.slice(start, end);
  const isStatement = (keyword.test(rest) && !operator.test(rest)) || /^[{}\];,]/.test(rest);
  if (isStatement || end <= start) return underlinedBefore(text, { start, end });
  const last = lineEnd(text, start);
  if (end <= last) return { start, end };
  const open = leftOpen(text, start, last);
  return open > start && /[\w$)\]]$/.test(text.slice(start, open)) ? { start, end: open } : underlinedBefore(text, { start, end });
}

/** The first bracket of a line's part that it does not close; its end, where there is none. */
function leftOpen(text: string, start: number, end: number): number {
  const open: number[] = [];
  for (let at = start; at < end; at++) {
    const character = text.charAt(at);
    if ('([{'.includes(character)) open.push(at);
    if (')]}'.includes(character)) open.pop();
  }
  return open[0] ?? end;
}

/** The word that a block, or what else begins with punctuation, belongs to. */
function headOf(text: string, start: number): Span | null {
  let end = text.slice(0, start).trimEnd().length;
  if (text.charAt(end - 1) === ')') {
    let depth = 0;
    let at = end - 1;
    for (; at >= 0; at--) {
      if (text.charAt(at) === ')') depth++;
      if (text.charAt(at) === '(' && --depth === 0) break;
    }
    end = text.slice(0, Math.max(0, at)).trimEnd().length;
  }
  const word = /[\w$#]+$/.exec(text.slice(Math.max(0, end - 100), end));
  return word === null ? null : { start: end - word[0].length, end };
}

/** Behind white space and comments. */
function firstCode(text: string, start: number, end: number): number {
  const blank = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(text.slice(start, end));
  const at = start + (blank?.[0].length ?? 0);
  return at < end ? at : start;
}

/** Behind the closing parenthesis, if that is on the same line; else before the opening one. */
function callEnd(text: string, open: number, end: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(end, lineEnd(text, open)); at++) {
    const character = text.charAt(at);
    if (character === '(') depth++;
    if (character === ')' && --depth === 0) return at + 1;
  }
  return open;
}

function lineEnd(text: string, start: number): number {
  const at = text.slice(start).search(/[\n\r\u2028\u2029]/);
  return at < 0 ? text.length : start + at;
}
