/** The assignment target in front of a function without a name of its own: `a.b =`, `a = b.c ||=`. */
const targets = /(?:^|[^\w$.\])])((?:[\w$]+(?:\s*\.\s*[\w$]+)*\s*(?:\|\||&&|\?\?)?=\s*)+)$/;

/**
 * The name that V8 shows for a function without one, after the text before it: what it is written to (V8's FuncNameInferrer). Of
 * variables that follow each other the last counts; `this` and `prototype` are no part of it.
 */
export function inferredName(before: string): string | null {
  const [, chain] = targets.exec(before) ?? [];
  if (chain === undefined) return null;
  const parts: string[] = [];
  let isVariable = false;
  for (const target of chain.split(/\s*(?:\|\||&&|\?\?)?=\s*/)) {
    if (target === '') continue;
    const [first = '', ...keys] = target.split(/\s*\.\s*/);
    if (isVariable) parts.pop();
    if (first !== 'this') parts.push(first);
    const named = keys.filter((key) => key !== 'prototype');
    parts.push(...named);
    isVariable = first !== 'this' && named.length === 0;
  }
  return parts.length === 0 ? null : parts.join('.');
}
