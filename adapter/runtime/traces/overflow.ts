import { types } from 'node:util';
import { apply, emptyList, getOwnPropertyDescriptor } from '../realm/intrinsics.js';
import type { Uncaught } from '../channel/messages.js';
import { isProgram, pathOf } from '../realm/paths.js';
import { sitesIn } from './stack.js';

/** Whether an exception says that the stack has overflowed. */
export function isOverflow(error: unknown): error is Error {
  return types.isNativeError(error) && ownText(error, 'message') === 'Maximum call stack size exceeded';
}

/** From now on traces say where V8 was, whatever source maps and the program make of them: what it prints of one changes. */
export function keepTracesRaw(): void {
  process.setSourceMapsEnabled(false);
  process.setSourceMapsEnabled = () => {};
  Object.defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set: () => {} });
}

/** Where the program was then, as the exception's trace says; null where source maps or the program itself have a hand in it. */
export function placeOfOverflow(error: Error): Uncaught['overflow'] {
  if (Error.prepareStackTrace !== undefined || areTracesMapped()) return null;
  const sites = sitesIn(ownText(error, 'stack') ?? '');
  const places = emptyList<NonNullable<Uncaught['overflow']>>();
  for (let at = 0; at < sites.length && places.length === 0; at++) {
    const path = pathOf(sites[at]?.getFileName() ?? '');
    const line = sites[at]?.getLineNumber();
    const column = sites[at]?.getColumnNumber();
    if (isProgram(path) && line && column) places[0] = { path, line, column };
  }
  return places[0] ?? null;
}

/** Node's types do not know it yet. */
export function areTracesMapped(): boolean {
  return Reflect.get(process, 'sourceMapsEnabled') === true;
}

/** From Node 22 on, a trace is written when it is asked for, by a getter that all errors share. */
const writeTrace = getOwnPropertyDescriptor(new Error(), 'stack')?.get;

/** A text property of an error, read without running code of the program. */
export function ownText(error: Error, name: 'message' | 'stack'): string | null {
  const { value, get } = getOwnPropertyDescriptor(error, name) ?? {};
  const text: unknown = get !== undefined && get === writeTrace ? apply(get, error, []) : value;
  return typeof text === 'string' ? text : null;
}
