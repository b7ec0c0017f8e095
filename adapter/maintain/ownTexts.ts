import { append, newList } from './ownLists.js';

/** What the language does with texts, as functions of our own: the program beside which they run may replace the methods of texts and expressions. */
const { apply } = Reflect;
type Method = (this: unknown, ...values: unknown[]) => unknown;
const sliceOf = Reflect.get(String.prototype, 'slice') as Method;
const includesOf = Reflect.get(String.prototype, 'includes') as Method;
const execOf = Reflect.get(RegExp.prototype, 'exec') as Method;
const descriptionOf = Reflect.getOwnPropertyDescriptor(Symbol.prototype, 'description')?.get as Method;

/** The signs of a text from an index on, before another one. */
export function sliceOfText(text: string, from: number, end = text.length): string {
  return apply(sliceOf, text, [from, end]) as string;
}

/** Whether a text has another in it. */
export function isInText(text: string, part: string): boolean {
  return apply(includesOf, text, [part]) as boolean;
}

/** Whether a text begins with another. */
export function beginsWith(text: string, beginning: string): boolean {
  return sliceOfText(text, 0, beginning.length) === beginning;
}

/** What an expression that keeps no place (`g`, `y`) finds in a text. */
export function matchIn(expression: RegExp, text: string): RegExpExecArray | null {
  return apply(execOf, expression, [text]) as RegExpExecArray | null;
}

/** The parts of a text between signs. */
export function splitAt(text: string, sign: string): string[] {
  const parts = newList<string>();
  let begin = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && text[at] !== sign) continue;
    append(parts, sliceOfText(text, begin, at));
    begin = at + 1;
  }
  return parts;
}

/** The name of a symbol; empty where it has none. */
export function nameOfSymbol(symbol: symbol): string {
  return (apply(descriptionOf, symbol, []) as string | undefined) ?? '';
}
