import type { AskArguments } from '../../adapter/dap/querypoints/protocol.js';

/** The subject of a question: an expression, or a named row below a reference to variables. */
export type Subject = Pick<AskArguments, 'expression' | 'variablesReference' | 'name'>;

const nameStart = '[\\p{ID_Start}$_]';
const name = `${nameStart}[\\p{ID_Continue}$]*`;
const places = new RegExp(`${name}(?:\\??\\.#?${name}|\\[(?:\\d+|${name}|'[^']*'|"[^"]*")\\])*`, 'gu');

/** The variable, field or element that a column (from 0) of a line is in, with all that stands before it: `a.b` at the `b` of `a.b.c`. */
export function expressionAt(line: string, column: number): string | null {
  for (const { 0: text, index } of line.matchAll(places)) {
    if (column < index || column > index + text.length) continue;
    const inside = column - index;
    const rest = /^[\p{ID_Continue}$#]*(?:\])?/u.exec(text.slice(inside))?.[0] ?? '';
    const expression = text
      .slice(0, inside + rest.length)
      .replace(/\??\.#?$/, '')
      .replaceAll('?.', '.');
    return isBalanced(expression) ? expression : text.replaceAll('?.', '.');
  }
  return null;
}

function isBalanced(text: string): boolean {
  return text.split('[').length === text.split(']').length;
}

/** The subject that a row of the Variables or the Watch view stands for; null if it is none of these. */
export function subjectOf(context: unknown): Subject | null {
  const given: unknown = Array.isArray(context) ? context[0] : context;
  if (!isRecord(given)) return null;
  const variable = isRecord(given['variable']) ? given['variable'] : given;
  const container = isRecord(given['container']) ? given['container'] : {};
  const { evaluateName, name: rowName } = variable;
  if (typeof evaluateName === 'string' && evaluateName !== '') return { expression: evaluateName };
  // A row of the Watch view is its own expression.
  if (typeof rowName === 'string' && typeof container['expression'] === 'string') return { expression: container['expression'] };
  if (typeof rowName === 'string' && typeof container['variablesReference'] === 'number')
    return { variablesReference: container['variablesReference'], name: rowName };
  return typeof rowName === 'string' && given['variable'] === undefined && 'value' in given ? { expression: rowName } : null;
}

/** The index of the frame, from 0, that a row of the Call Stack view shows; null if it is no frame. */
export function frameIndexOf(context: unknown): { readonly threadId: number; readonly index: number } | null {
  if (!isRecord(context) || typeof context['frameId'] !== 'string') return null;
  const match = /^stackframe:.*:(\d+):(\d+):[^:]*$/.exec(context['frameId']);
  return match === null ? null : { threadId: Number(match[1]), index: Number(match[2]) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
