/** A condition as this folder prints it, read back. */
export type ConditionTree =
  | { readonly kind: 'all' | 'any'; readonly of: readonly ConditionTree[] }
  | { readonly kind: 'not'; readonly of: ConditionTree }
  /** `subject` is a name or path. */
  | { readonly kind: 'compare'; readonly subject: string; readonly operator: Comparison; readonly literal: string }
  | { readonly kind: 'typeof'; readonly subject: string; readonly type: string; readonly equal: boolean }
  /** `Number.isNaN(n)`, `Number.isInteger(n)`. */
  | { readonly kind: 'isNaN' | 'isInteger'; readonly subject: string }
  /** `Object(x) === x`. */
  | { readonly kind: 'isObject'; readonly subject: string; readonly equal: boolean }
  | { readonly kind: 'constant'; readonly value: boolean }
  /** Anything else. */
  | { readonly kind: 'other'; readonly text: string };

export type Comparison = '<' | '<=' | '>' | '>=' | '===' | '!==' | '==' | '!=';

export function parseCondition(text: string): ConditionTree {
  const whole = text.trim();
  for (const [operator, kind] of [
    ['||', 'any'],
    ['&&', 'all'],
  ] as const) {
    const parts = splitAt(whole, operator);
    if (parts.length > 1) return { kind, of: parts.map(parseCondition) };
  }
  if (isEnclosed(whole)) return parseCondition(whole.slice(1, -1));
  if (whole.startsWith('!') && isEnclosed(whole.slice(1))) return { kind: 'not', of: parseCondition(whole.slice(2, -1)) };
  if (whole.startsWith('!Number.')) return { kind: 'not', of: parseAtom(whole.slice(1)) };
  return parseAtom(whole);
}

const path = String.raw`(?:[\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\.#?[\p{ID_Start}$_][\p{ID_Continue}$]*|\[\d+\])*`;
const literal = String.raw`-?(?:\d[\d.]*(?:e[+-]?\d+)?n?|Infinity)|"(?:[^"\\]|\\.)*"|undefined|null|true|false`;
const call = new RegExp(`^Number\\.(isNaN|isInteger)\\((${path})\\)$`, 'u');
const typeTest = new RegExp(`^typeof (${path}) ([!=]==) "(\\w+)"$`, 'u');
const objectTest = new RegExp(`^Object\\((${path})\\) ([!=]==) (${path})$`, 'u');
const comparison = new RegExp(`^(${path}) (<=|>=|<|>|[!=]==?) (${literal})$`, 'u');

function parseAtom(text: string): ConditionTree {
  if (text === 'true' || text === 'false') return { kind: 'constant', value: text === 'true' };
  const called = call.exec(text);
  if (called !== null) return { kind: called[1] === 'isNaN' ? 'isNaN' : 'isInteger', subject: called[2] ?? '' };
  const typed = typeTest.exec(text);
  if (typed !== null) return { kind: 'typeof', subject: typed[1] ?? '', equal: typed[2] === '===', type: typed[3] ?? '' };
  const object = objectTest.exec(text);
  if (object !== null && object[1] === object[3]) return { kind: 'isObject', subject: object[1] ?? '', equal: object[2] === '===' };
  const compared = comparison.exec(text);
  if (compared !== null) {
    return { kind: 'compare', subject: compared[1] ?? '', operator: compared[2] as Comparison, literal: compared[3] ?? '' };
  }
  return { kind: 'other', text };
}

/** The parts that an operator joins outside of parentheses and strings. */
function splitAt(text: string, operator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  forEachOutside(text, (offset) => {
    if (!text.startsWith(operator, offset)) return;
    parts.push(text.slice(start, offset));
    start = offset + operator.length;
  });
  return [...parts, text.slice(start)];
}

/** The whole text is in one pair of parentheses. */
function isEnclosed(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let outside = 0;
  forEachOutside(text, () => outside++);
  return outside === 0;
}

/** Visits the offsets outside of parentheses, brackets and strings; brackets themselves are not visited. */
function forEachOutside(text: string, visit: (offset: number) => void): void {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const character = text.charAt(offset);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if ('"\'`'.includes(character)) {
      for (offset++; offset < text.length && text.charAt(offset) !== character; offset++) if (text.charAt(offset) === '\\') offset++;
    } else if (depth === 0) visit(offset);
  }
}
