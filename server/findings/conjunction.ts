/**
 * The conjunction of conditions that are texts: null when all of them say nothing, "false" when one is. Parts that occur twice are
 * written once.
 */
export function conjunction(texts: readonly (string | null)[]): string | null {
  const parts = new Set<string>();
  for (const text of texts) {
    if (text === null) continue;
    for (const part of conjuncts(text.trim())) if (part !== 'true') parts.add(part);
  }
  if (parts.has('false')) return 'false';
  if (parts.size === 0) return null;
  const [only] = parts;
  if (parts.size === 1) return only ?? null;
  return [...parts].map((part) => (bindsLooser(part) ? `(${part})` : part)).join(' && ');
}

/** The parts of a text that && joins outside of parentheses; the text itself where a looser operator is there. */
function conjuncts(text: string): string[] {
  if (bindsLooser(text)) return [text];
  const parts: string[] = [];
  let start = 0;
  for (const at of topLevel(text)) {
    if (!text.startsWith('&&', at) || at < start) continue;
    parts.push(text.slice(start, at).trim());
    start = at + 2;
  }
  return [...parts, text.slice(start).trim()];
}

/** An operator that binds looser than && is outside of parentheses. */
function bindsLooser(text: string): boolean {
  return topLevel(text).some(
    (at) => text.startsWith('||', at) || text.startsWith('=>', at) || /^(?:\?(?!\.)|,)/.test(text.slice(at, at + 2)),
  );
}

/** The offsets outside of parentheses, brackets, braces and strings. */
function topLevel(text: string): number[] {
  const offsets: number[] = [];
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if ('"\'`'.includes(character)) i = endOfString(text, i);
    else if (depth === 0) offsets.push(i);
  }
  return offsets;
}

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charAt(end) !== text.charAt(start)) end += text.charAt(end) === '\\' ? 2 : 1;
  return end;
}
