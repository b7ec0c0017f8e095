import { isExpression } from '../operations/askedChain.js';

/** The options of a breakpoint beside its place. */
export interface BreakpointOptions {
  readonly condition: string | null;
  readonly hitCondition: string | null;
  readonly logMessage: string | null;
}

/** The expression that V8 evaluates at each passage, stopping where it holds; or why there can be none. */
export type BreakpointCode = { readonly kind: 'code'; readonly code: string } | { readonly kind: 'wrong'; readonly reason: string };

/** Conditions, counts and messages all become one expression, so that a passage which does not stop costs no conversation. */
export function breakpointCode({ condition, hitCondition, logMessage }: BreakpointOptions, id: number): BreakpointCode {
  const parts: string[] = [];
  if (condition !== null) {
    if (!isExpression(condition)) return { kind: 'wrong', reason: `The condition “${condition}” is no JavaScript expression.` };
    parts.push(`(${condition}\n)`);
  }
  if (hitCondition !== null) {
    const count = hitTest(hitCondition);
    if (count === null) return { kind: 'wrong', reason: `The hit count “${hitCondition}” is none: write 5, >5, >=5, <5, <=5 or %5.` };
    parts.push(count(`(${counters})[${id}]`));
  }
  if (logMessage !== null) parts.push(`(${printing(logMessage)},false)`);
  return { kind: 'code', code: parts.join('&&') };
}

/** Counts are kept in the program, out of its sight as far as that goes: under a symbol that is not enumerable. */
const counters = '((g,s)=>g[s]??Object.defineProperty(g,s,{value:Object.create(null)})[s])(globalThis,Symbol.for("whence.hits"))';

function hitTest(text: string): ((counter: string) => string) | null {
  const match = /^\s*(>=|>|<=|<|={1,3}|%)?\s*(\d{1,15})\s*$/.exec(text);
  if (match === null) return null;
  const [, operator = '==', number = ''] = match;
  const limit = Number(number);
  if (operator === '%') return limit === 0 ? null : (counter) => `(${counter}=(${counter}|0)+1)%${limit}===0`;
  const comparison = operator.startsWith('=') ? '===' : operator;
  return (counter) => `(${counter}=(${counter}|0)+1)${comparison}${limit}`;
}

/** The inspector's own console: what it prints reaches the client with its objects, and not the program's output. */
function printing(message: string): string {
  const values: string[] = [];
  const found = parts(message);
  const isFormat = found.some(({ kind }) => kind === 'value');
  const format = found
    .map((part) => {
      if (part.kind === 'text') return isFormat ? part.text.replaceAll('%', '%%') : part.text;
      values.push(`(()=>{try{return (${part.text}\n)}catch(error){return String(error)}})()`);
      return '%O';
    })
    .join('');
  return `process.getBuiltinModule("inspector").console.log(${[JSON.stringify(format), ...values].join(',')})`;
}

type Part = { readonly kind: 'text' | 'value'; readonly text: string };

/** Braces hold expressions; those that hold none are text. */
function parts(message: string): readonly Part[] {
  const found: Part[] = [];
  let text = '';
  for (let at = 0; at < message.length;) {
    const length = message[at] === '{' ? expressionLength(message, at + 1) : null;
    if (length === null) {
      const isEscape = message[at] === '\\' && (message[at + 1] === '{' || message[at + 1] === '}');
      text += message[isEscape ? at + 1 : at] ?? '';
      at += isEscape ? 2 : 1;
      continue;
    }
    found.push({ kind: 'text', text }, { kind: 'value', text: message.slice(at + 1, at + 1 + length) });
    text = '';
    at += length + 2;
  }
  return [...found, { kind: 'text', text }];
}

function expressionLength(message: string, start: number): number | null {
  for (let end = message.indexOf('}', start); end >= 0; end = message.indexOf('}', end + 1)) {
    if (isExpression(message.slice(start, end))) return end - start;
  }
  return null;
}
