/** V8's text for a callee that it cannot name. */
const unnamed = '(intermediate value)';
const sign = /[\w$]/;
const keyword = /^(?:return|typeof|await|new|throw|case|in|of|else|yield|void|delete|do|instanceof)$/;

/** How V8's messages show what is called at an offset of a source: `a.b(...).c`. `isCalled`: what stands before; else what begins there. */
export function calleeText(source: string, at: number, isCalled: boolean): string | null {
  if (!isCalled) return /^(?:this|[\w$]+)(?:\s*\.\s*[\w$]+)*/.exec(source.slice(at, at + longest))?.[0].replace(/\s+/g, '') ?? null;
  const made = /^new\s*\(?\s*/.exec(source.slice(at, at + longest));
  if (made !== null) return calledFrom(source, at + made[0].length);
  let end = at;
  while (end < source.length && sign.test(source[end] ?? '')) end++;
  return before(source, end);
}

/** In UTF-16 units. */
const longest = 1000;

/** A chain of names and calls that begins at an offset. */
function calledFrom(source: string, start: number): string | null {
  const [chain, open] = /^[\w$]+(?:\s*\.\s*[\w$]+)*\s*(\()?/.exec(source.slice(start, start + longest)) ?? [];
  return chain === undefined ? null : chain.replace(/[\s(]+/g, '') + (open === undefined ? '' : '(...)');
}

/** The expression that ends at an offset. */
function before(source: string, offset: number): string | null {
  let end = offset;
  while (end > 0 && /\s/.test(source[end - 1] ?? '')) end--;
  const last = source[end - 1] ?? '';
  if (last === ')') {
    const open = openingOf(source, end - 1);
    if (open < 0) return null;
    const callee = before(source, open);
    return callee === null && !/[\]`}]\s*$/.test(source.slice(Math.max(0, open - longest), open)) ? unnamed : `${callee ?? unnamed}(...)`;
  }
  if (!sign.test(last)) return null;
  let start = end;
  while (start > 0 && sign.test(source[start - 1] ?? '')) start--;
  const name = source.slice(start, end);
  while (start > 0 && /\s/.test(source[start - 1] ?? '')) start--;
  if (source[start - 1] !== '.') return keyword.test(name) ? null : name;
  const isOptional = source[start - 2] === '?';
  return `${before(source, start - (isOptional ? 2 : 1)) ?? unnamed}${isOptional ? '?.' : '.'}${name}`;
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
