import { writeSync } from 'node:fs';
import { types } from 'node:util';
import { Script } from 'node:vm';
import { withoutInsertions } from '../../instrument/edits.js';
import { apply, defineProperty, getPrototypeOf, ownKeys } from '../realm/intrinsics.js';
import { threadStart } from '../realm/numbers.js';
import { ownWork } from '../realm/ownWork.js';
import { onceAtEnd, onProcessEvent } from '../realm/processEvents.js';
import { pathOf } from '../realm/paths.js';
import { lineOf, sourcePlaceAt, type SourcePlace } from './callSites.js';
import { areTracesMapped, ownText } from './overflow.js';
import { sitesIn, type StackSite } from './stack.js';

/**
 * Above the trace of an exception that ends the program, Node prints the line that has thrown it, as V8 has got it. Where probes stand in
 * that line, it is printed from here as it is in the source. (Of what is no error, Node prints the line and asks nobody before.)
 */
export function showUncaughtLines(): void {
  if (threadStart !== null) return; // a worker hands its exceptions on, and prints none
  onProcessEvent('uncaughtExceptionMonitor', (error, origin) =>
    ownWork(() => {
      if (!types.isNativeError(error) || !isFatal()) return;
      takeInsertions(error);
      if (areTracesMapped()) return;
      const header = headerOf(error, origin === 'unhandledRejection');
      if (header === null) return;
      takeLine(error);
      onceAtEnd(() => print(header)); // last of all that the program prints at its end, and first of what Node does
    }),
  );
}

/** The program may replace it. */
const WeakReference = WeakRef;
const deref = Reflect.get(WeakRef.prototype, 'deref') as (this: unknown, ...values: unknown[]) => unknown;

/** The error that a statement has thrown last; it may go, whoever threw it. */
const thrown = { path: '', offset: 0, error: null as WeakRef<Error> | null };

/** The probe of `throw` statements. */
export const throwProbes = {
  /** A statement that begins at this offset of the source throws a value, which is handed on. */
  __w_threw(path: string, offset: number, value: unknown): unknown {
    if (!types.isNativeError(value)) return value;
    thrown.path = path;
    thrown.offset = offset;
    thrown.error = new WeakReference(value);
    return value;
  },
};

function isFatal(): boolean {
  return process.listenerCount('uncaughtException') === 0 && !process.hasUncaughtExceptionCaptureCallback();
}

/** The lines that Node prints above the trace, as they are without probes; null where the line has none, or where nothing says which one it is. */
function headerOf(error: Error, isRejection: boolean): string | null {
  const stack = ownText(error, 'stack') ?? '';
  if (readsText.test(stack)) return '';
  const sites = sitesIn(stack);
  const place = placeOf(error, isRejection, sites);
  const shown = place === null ? undefined : lineOf(place.path, place.line)?.replace(/[\r\n\u2028\u2029]+$/, '');
  if (place === null || shown === undefined) return null;
  const line = withoutInsertions(shown);
  if (line === shown) return null;
  const indent = line.slice(0, place.column).replace(/[^\t]/g, ' ');
  return `${scriptName(place.path, sites)}:${place.line}\n${line}\n${indent}^\n\n`;
}

/** Takes our insertions out of a trace: Node puts the line into it of a module that cannot be linked. */
function takeInsertions(error: Error): void {
  const stack = ownText(error, 'stack') ?? '';
  const source = withoutInsertions(stack);
  if (source !== stack) Reflect.set(error, 'stack', source); // one that is frozen keeps it
}

/** V8 says that the text has thrown that was read: of it there is no more than this. */
const readsText = /^SyntaxError: .*\n    at JSON\.parse \(<anonymous>\)\n/;

/** Where V8 says that it was thrown: of a promise's exception, where it was made. */
function placeOf(error: Error, isRejection: boolean, sites: readonly StackSite[]): SourcePlace | null {
  if (isRejection) return topPlace(sites[0]);
  if (isThrownByEmitter(error)) return null;
  if (thrown.error !== null && apply(deref, thrown.error, []) === error) return sourcePlaceAt(thrown.path, thrown.offset);
  const place = topPlace(sites[0]);
  return place !== null && isThrownByV8(error, place) ? place : null;
}

/** Whether an emitter of Node has thrown an error for which nobody listens: it marks it, so that the trace will say where. */
function isThrownByEmitter(error: Error): boolean {
  const keys = ownKeys(error);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    if (typeof key === 'symbol' && key.description === 'kEnhanceStackBeforeInspector') return true;
  }
  return false;
}

/** Whether V8 itself has made and thrown an error; otherwise Node or a native has thrown it, elsewhere than it was made. */
function isThrownByV8(error: Error, { path, line, column }: SourcePlace): boolean {
  const prototype = getPrototypeOf(error);
  if (prototype !== TypeErrors && prototype !== RangeErrors && prototype !== ReferenceErrors) return false;
  const text = withoutInsertions(lineOf(path, line) ?? '').slice(column);
  return !/^(new\s+)?[\w$.]*(Type|Range|Reference)Error\b/.test(text);
}

const [TypeErrors, RangeErrors, ReferenceErrors] = [TypeError.prototype, RangeError.prototype, ReferenceError.prototype];

function topPlace(top: StackSite | undefined): SourcePlace | null {
  const file = top?.getFileName();
  const line = top?.getLineNumber();
  const column = top?.getColumnNumber();
  return file && line && column ? { path: pathOf(file), line, column: column - 1 } : null;
}

/** V8 names a script as the frames of traces do: ES modules by their URL. */
function scriptName(path: string, sites: readonly StackSite[]): string {
  for (let at = 0; at < sites.length; at++) {
    const file = sites[at]?.getFileName();
    if (file && pathOf(file) === path) return file;
  }
  return path;
}

/**
 * Has Node print no line for an error: it prints none twice. For one that a script of `vm` throws, it puts the line into the trace, which
 * then gets its own text again.
 */
function takeLine(error: Error): void {
  const before = ownText(error, 'stack');
  defineProperty(globalThis, handedOver, { value: error, configurable: true });
  try {
    new Script(`throw ${handedOver}`, { filename: __filename }).runInThisContext({ displayErrors: true });
  } catch {
    // that is what it is for
  } finally {
    Reflect.deleteProperty(globalThis, handedOver);
  }
  if (before !== null && ownText(error, 'stack') !== before) error.stack = before;
}

const handedOver = '__w_handedOver';

function print(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // nobody reads it
  }
}
