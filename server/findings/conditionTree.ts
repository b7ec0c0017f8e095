/** A condition as this folder prints it, read back. */
export type ConditionTree =
  | { readonly kind: 'all' | 'any'; readonly of: readonly ConditionTree[] }
  | { readonly kind: 'not'; readonly of: ConditionTree }
  /** `subject` is an expression, often a name or path; `other` is another one, often a literal. */
  | { readonly kind: 'compare'; readonly subject: string; readonly operator: Comparison; readonly other: string }
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
const literal = /^(?:-?(?:\d[\d.]*(?:e[+-]?\d+)?n?|Infinity)|"(?:[^"\\]|\\.)*"|undefined|null|true|false)$/;
const call = new RegExp(`^Number\\.(isNaN|isInteger)\\((${path})\\)$`, 'u');
const typeTest = new RegExp(`^typeof (${path}) ([!=]==) "(\\w+)"$`, 'u');
const objectTest = new RegExp(`^Object\\((${path})\\) ([!=]==) (${path})$`, 'u');
function parseAtom(text: string): ConditionTree {
  if (text === 'true' || text === 'false') return { kind: 'constant', value: text === 'true' };
  const called = call.exec(text);
  if (called !== null) return { kind: called[1] === 'isNaN' ? 'isNaN' : 'isInteger', subject: called[2] ?? '' };
  const typed = typeTest.exec(text);
  if (typed !== null) return { kind: 'typeof', subject: typed[1] ?? '', equal: typed[2] === '===', type: typed[3] ?? '' };
  const object = objectTest.exec(text);
  if (object !== null && object[1] === object[3]) return { kind: 'isObject', subject: object[1] ?? '', equal: object[2] === '===' };
  return parseComparison(text) ?? { kind: 'other', text };
}

/** Whether an operand of a comparison is a value that is written out. */
export function isLiteral(operand: string): boolean {
  return literal.test(operand);
}

const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '===': '===',
  '!==': '!==',
  '==': '==',
  '!=': '!=',
};

/** One comparison between two expressions, a literal last; null where there are several, or something that binds looser. */
function parseComparison(text: string): ConditionTree | null {
  let found: { readonly at: number; readonly operator: Comparison } | null = null;
  let isOther = false;
  forEachOutside(text, (offset) => {
    const operator = /^ (<=|>=|<|>|[!=]==?|\?\??|[|&^]|in|instanceof|:|=) /.exec(text.slice(offset, offset + 12))?.[1];
    if (operator === undefined) return;
    if (!(operator in mirrored) || found !== null) isOther = true;
    found = { at: offset, operator: operator as Comparison };
  });
  if (found === null || isOther) return null;
  const { at, operator } = found as { readonly at: number; readonly operator: Comparison };
  const left = text.slice(0, at);
  const right = text.slice(at + operator.length + 2);
  if (left === '' || right === '') return null;
  if (isLiteral(left) && !isLiteral(right)) return { kind: 'compare', subject: right, operator: mirrored[operator], other: left };
  return { kind: 'compare', subject: left, operator, other: right };
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
