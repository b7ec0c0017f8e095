import { writeSync } from 'node:fs';
import { types } from 'node:util';
import { Script } from 'node:vm';
import { withoutInsertions } from '../../instrument/edits.js';
import { isObject } from '../realm/identity.js';
import { apply, defineProperty, getPrototypeOf, hasOwn, isExtensible, ownKeys } from '../realm/intrinsics.js';
import { threadStart } from '../realm/numbers.js';
import { ownWork } from '../realm/ownWork.js';
import { onceAtEnd, onProcessEvent } from '../realm/processEvents.js';
import { pathOf } from '../realm/paths.js';
import { lineOf, sourcePlaceAt, type SourcePlace } from './callSites.js';
import { areTracesMapped, ownText } from './overflow.js';
import { fileOfCaller, sitesIn, type StackSite } from './stack.js';

/**
 * Above the trace of an exception that ends the program, Node prints the line that has thrown it, as V8 has got it. Where probes stand in
 * that line, it is printed from here as it is in the source. (Of a primitive value, Node prints the line and asks nobody before.)
 */
export function showUncaughtLines(): void {
  if (threadStart !== null) return; // a worker hands its exceptions on, and prints none
  onProcessEvent('uncaughtExceptionMonitor', (error, origin) =>
    ownWork(() => {
      if (!isFatal()) return;
      if (!types.isNativeError(error)) return isObject(error) && origin !== 'unhandledRejection' ? showLineOf(error) : undefined;
      takeInsertions(error);
      if (areTracesMapped()) return;
      const header = headerOf(error, origin === 'unhandledRejection');
      if (header === null) return;
      takeLine(error);
      onceAtEnd(() => print(header)); // last of all that the program prints at its end, and first of what Node does
    }),
  );
}

/** Prints the line that has thrown an object which is no error: Node prints it without a trace. */
function showLineOf(value: object): void {
  if (areTracesMapped() || thrown.error === null || apply(deref, thrown.error, []) !== value) return;
  const place = sourcePlaceAt(thrown.path, thrown.offset);
  const header = place === null ? null : headerAt(place, thrown.name);
  // Node marks an object for which it has shown the line already by its trace.
  if (header === null || hasOwn(value, 'stack') || !isExtensible(value)) return;
  defineProperty(value, 'stack', { value: '', writable: true, configurable: true });
  showLine(value);
  Reflect.deleteProperty(value, 'stack');
  onceAtEnd(() => print(`\n${header}`));
}

/** The program may replace it. */
const WeakReference = WeakRef;
const deref = Reflect.get(WeakRef.prototype, 'deref') as (this: unknown, ...values: unknown[]) => unknown;

/** The object that a statement has thrown last; it may go, whoever threw it. */
const thrown = { path: '', name: '', offset: 0, error: null as WeakRef<object> | null };

/** The probe of `throw` statements. */
export const throwProbes = {
  /** A statement that begins at this offset of the source throws a value, which is handed on. */
  __w_threw(path: string, offset: number, value: unknown): unknown {
    if (!isObject(value)) return value;
    thrown.path = path;
    thrown.offset = offset;
    if (!types.isNativeError(value)) thrown.name = fileOfCaller(throwProbes.__w_threw) ?? path;
    thrown.error = new WeakReference(value);
    return value;
  },
};

/** Whether an exception that nobody catches ends the thread: no listener of the program handles it. */
export function isFatal(): boolean {
  return process.listenerCount('uncaughtException') === 0 && !process.hasUncaughtExceptionCaptureCallback();
}

/** The lines that Node prints above the trace, as they are without probes; null where the line has none, or where nothing says which one it is. */
function headerOf(error: Error, isRejection: boolean): string | null {
  const stack = ownText(error, 'stack') ?? '';
  if (readsText.test(stack)) return '';
  const sites = sitesIn(stack);
  const place = placeOf(error, isRejection, sites);
  const header = place === null ? null : headerAt(place, scriptName(place.path, sites));
  return header === null ? null : `${header}\n`;
}

/** A line with a sign below the place; null where it has no probes, or is not known. */
function headerAt({ path, line: number, column }: SourcePlace, name: string): string | null {
  const shown = lineOf(path, number)?.replace(/[\r\n\u2028\u2029]+$/, '');
  if (shown === undefined) return null;
  const line = withoutInsertions(shown);
  const indent = line.slice(0, column).replace(/[^\t]/g, ' ');
  return line === shown ? null : `${name}:${number}\n${line}\n${indent}^\n`;
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
  showLine(error);
  if (before !== null && ownText(error, 'stack') !== before) error.stack = before;
}

function showLine(error: object): void {
  defineProperty(globalThis, handedOver, { value: error, configurable: true });
  try {
    new Script(`throw ${handedOver}`, { filename: __filename }).runInThisContext({ displayErrors: true });
  } catch {
    // that is what it is for
  } finally {
    Reflect.deleteProperty(globalThis, handedOver);
  }
}

const handedOver = '__w_handedOver';

function print(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // nobody reads it
  }
}
