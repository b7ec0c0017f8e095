/** V8's text for a callee that it cannot name. */
const unnamed = '(intermediate value)';
const sign = /[\w$]/;
const keyword = /^(?:return|typeof|await|new|throw|case|in|of|else|yield|void|delete|do|instanceof)$/;

/** How V8's messages show what is called at an offset of a source, where its last name or call begins: `a.b(...).c`. */
export function calleeText(source: string, at: number): string | null {
  const made = /^new\s*\(?\s*/.exec(source.slice(at, at + longest));
  if (made !== null) return calledFrom(source, at + made[0].length);
  let end = at;
  while (end < source.length && sign.test(source[end] ?? '')) end++;
  return textBefore(source, end);
}

const names = /^(?:new\s+)?((?:this|[\w$]+)(?:\s*\.\s*[\w$]+)*)/;

/** V8's words for something that begins at an offset and cannot be gone through; null where the text does not tell. `said`: what it said of our probe. */
export function iterableText(source: string, at: number, said: string): string | null {
  const [begun = '', named] = names.exec(source.slice(at, at + longest)) ?? [];
  if (named === undefined) return null;
  const open = at + begun.length;
  const isCall = /^\s*\(/.test(source.slice(open, open + longest));
  const spread = isCall && said.startsWith(' is not iterable') ? spreadIn(source, source.indexOf('(', open)) : -1;
  if (spread >= 0) return iterableText(source, spread, said);
  const isNamed = !keyword.test(named);
  const name = isNamed ? named.replace(/\s+/g, '') : unnamed;
  return name + (isCall && isNamed ? said : said.replace(' is not a function or its return value is not ', ' is not '));
}

/** Where the value begins that is spread first among the arguments behind a parenthesis; -1: none is. */
function spreadIn(source: string, open: number): number {
  const end = closingOf(source, open);
  const at = source.slice(open, end).search(/\.\.\.\s*[\w$]/);
  return at < 0 ? -1 : open + at + (/^\.\.\.\s*/.exec(source.slice(open + at))?.[0].length ?? 0);
}

/** How V8 shows what is taken apart by the pattern that a place is in; null where the text does not tell. */
export function takenApartText(source: string, at: number): string | null {
  const isPattern = source[at] === '{';
  const close = isPattern ? closingOf(source, at) : endOf(source, at, closers);
  const [equals] = /^\s*=(?![=>])\s*/.exec(source.slice(close + 1, close + longest)) ?? [];
  if (equals === undefined) return null;
  const start = close + 1 + equals.length;
  const [word = ''] = /^[\w$]*/.exec(source.slice(start, start + longest)) ?? [];
  return keyword.test(word) ? unnamed : (textBefore(source, endOf(source, start, ends)) ?? unnamed);
}

const closers = /[)\]}]/;
const ends = /[)\]},;]/;

/** Where what a place is in ends: at one of these signs that is not inside brackets or texts which begin behind it. */
function endOf(source: string, from: number, signs: RegExp): number {
  let at = from;
  while (at < source.length && !signs.test(source[at] ?? '')) at = /[([{"'`]/.test(source[at] ?? '') ? closingOf(source, at) + 1 : at + 1;
  return at;
}

/** The bracket, or sign of a text, that closes what is opened at an offset. */
export function closingOf(source: string, open: number): number {
  const sign = source[open] ?? '';
  if (/["'`]/.test(sign)) {
    let at = open + 1;
    while (at < source.length && source[at] !== sign) at += source[at] === '\\' ? 2 : 1;
    return at;
  }
  return endOf(source, open + 1, closers);
}

/** In UTF-16 units. */
const longest = 1000;

/** A chain of names and calls that begins at an offset. */
function calledFrom(source: string, start: number): string | null {
  const [chain, open] = /^[\w$]+(?:\s*\.\s*[\w$]+)*\s*(\()?/.exec(source.slice(start, start + longest)) ?? [];
  return chain === undefined
    ? null
    : keyword.test(chain.trim())
      ? unnamed
      : chain.replace(/[\s(]+/g, '') + (open === undefined ? '' : '(...)');
}

/** Two names of which one is chosen: V8 shows them as they are. */
const isChoice = /^\([\w$.]+ (?:\|\||&&|\?\?) [\w$.]+\)$/;

/** The expression that ends at an offset. */
export function textBefore(source: string, offset: number): string | null {
  let end = offset;
  while (end > 0 && /\s/.test(source[end - 1] ?? '')) end--;
  const last = source[end - 1] ?? '';
  if (last === ')') {
    const open = openingOf(source, end - 1);
    if (open < 0) return null;
    const content = source.slice(open, end);
    if (isChoice.test(content) && !/[\w$)\]]\s*$/.test(source.slice(Math.max(0, open - longest), open))) return content;
    const callee = textBefore(source, open);
    return callee === null && !/[\]`}]\s*$/.test(source.slice(Math.max(0, open - longest), open)) ? unnamed : `${callee ?? unnamed}(...)`;
  }
  if (!sign.test(last)) return null;
  let start = end;
  while (start > 0 && sign.test(source[start - 1] ?? '')) start--;
  const name = source.slice(start, end);
  while (start > 0 && /\s/.test(source[start - 1] ?? '')) start--;
  if (source[start - 1] !== '.') return keyword.test(name) ? null : name;
  const isOptional = source[start - 2] === '?';
  return `${textBefore(source, start - (isOptional ? 2 : 1)) ?? unnamed}${isOptional ? '?.' : '.'}${name}`;
}

/** The parenthesis that one closes; texts between are passed over. */
function openingOf(source: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const here = source[at] ?? '';
    if (here === '"' || here === "'" || here === '`') at = source.lastIndexOf(here, at - 1);
    else if (here === ')') depth++;
    else if (here === '(' && --depth === 0) return at;
    if (at < 0) return -1;
  }
  return -1;
}
