import { disguised, type Callable } from '../realm/disguise.js';
import { apply, defineProperty, emptyList, getOwnPropertyDescriptor, isArray, isExtensible } from '../realm/intrinsics.js';
import { nameWithoutUs } from './messageNames.js';
import { ownWork } from '../realm/ownWork.js';
import { shownSites } from './shownSites.js';

// Circle: a trace is shown with the program’s own names, and to find them a trace is captured.

/**
 * Stack traces show the program as it is without us. Node has `Error.prepareStackTrace` write every trace, in each realm that has none
 * of its own. An accessor stands in its place: who writes traces gets the frames as they would be, whatever the program has put there,
 * and the program reads back what that was.
 */
export function showTracesWithoutUs(): void {
  const descriptor = getOwnPropertyDescriptor(Error, name);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || typeof original !== 'function') return;
  usual = standIn(original as Callable);
  own = usual;
  defineProperty(Error, name, {
    configurable: true,
    enumerable: false,
    get: disguised(readTrace, original),
    set: disguised(setTrace, original),
  });

  function readTrace(): unknown {
    if (isCapturing) return keepSites;
    if (own === usual || !isReadByNode(readTrace)) return own;
    if (typeof own !== 'function') return usual;
    return (error: unknown, sites: unknown) => apply(own as Callable, Error, [error, shown(error, sites)]);
  }

  function setTrace(this: unknown, value: unknown): void {
    if (isExtensible(Error)) own = value;
    else throw new TypeError(`Cannot assign to read only property '${name}' of function 'function Error() { [native code] }'`);
  }

  isStandingIn = () => getOwnPropertyDescriptor(Error, name)?.get === readTrace;
}

const name = 'prepareStackTrace';
const { captureStackTrace } = Error;
const { deleteProperty } = Reflect;
const includes = Reflect.get(String.prototype, 'includes') as Callable;

/** The function that the program has set as `prepareStackTrace`, and the one before. */
let own: unknown;
let usual: unknown;
let isCapturing = false;
let isStandingIn = () => false;
const keepSites = (_error: unknown, sites: unknown): unknown => sites;

/** The frames below a function as V8 has them, or the text that the program lets V8 write. */
export function captured(limit: number, below?: (...values: never[]) => unknown): unknown {
  const holder: { stack?: unknown } = {};
  const { stackTraceLimit } = Error;
  const isSettable = areTracesSettable();
  const isOurs = isStandingIn();
  const before = isOurs || !isSettable ? undefined : getOwnPropertyDescriptor(Error, name);
  try {
    isCapturing = true;
    if (isSettable) Error.stackTraceLimit = limit;
    if (isSettable && !isOurs) defineProperty(Error, name, { value: keepSites, configurable: true, writable: true });
    captureStackTrace(holder, below);
    return holder.stack;
  } finally {
    isCapturing = false;
    if (isSettable) Error.stackTraceLimit = stackTraceLimit;
    if (before !== undefined) defineProperty(Error, name, before);
    else if (isSettable && !isOurs) deleteProperty(Error, name);
  }
}

/**
 * The same, read when the result is called: to capture a trace takes a microsecond, and to read it twenty. Null where the program writes traces
 * itself.
 */
export function capturedForLater(limit: number, below?: (...values: never[]) => unknown): (() => unknown) | null {
  if (!isStandingIn() || !areTracesSettable()) return null;
  const holder: { stack?: unknown } = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = limit;
  captureStackTrace(holder, below);
  Error.stackTraceLimit = stackTraceLimit;
  return () => {
    isCapturing = true;
    try {
      return holder.stack;
    } finally {
      isCapturing = false;
    }
  };
}

/** A frame's place as V8 has it, with insertions. */
export type NotedFrame = Pick<NodeJS.CallSite, 'getFileName' | 'getLineNumber' | 'getColumnNumber'>;

let isNoting = false;
let noted: readonly NotedFrame[] | null = null;

/**
 * The frames of a trace that `write` has written; null where it was written before. `undefined` where the program writes traces itself:
 * then nothing is done, because it would see that it is asked.
 */
export function framesWritten(write: () => void): readonly NotedFrame[] | null | undefined {
  if (!areTracesUsual()) return undefined;
  try {
    isNoting = true;
    noted = null;
    write();
    return noted;
  } finally {
    isNoting = false;
  }
}

function placesOf(sites: unknown): readonly NotedFrame[] | null {
  if (!isArray(sites)) return null;
  const places = emptyList<NotedFrame>();
  for (let at = 0; at < sites.length; at++) {
    const site = sites[at] as NodeJS.CallSite;
    // The texts of generated code are not known.
    const file = site.isEval() ? null : site.getFileName();
    // A pattern would ask the program's iterators.
    const line = site.getLineNumber();
    const column = site.getColumnNumber();
    places[at] = { getFileName: () => file, getLineNumber: () => line, getColumnNumber: () => column };
  }
  return places;
}

/** Whether the program leaves it to Node how traces are written. */
export function areTracesUsual(): boolean {
  return isStandingIn() && own === usual;
}

/** Whether the program lets others say what is in a stack trace. */
export function areTracesSettable(): boolean {
  return isExtensible(Error) && getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.writable === true;
}

/** Whether it is Node that asks who writes a trace. */
function isReadByNode(reader: () => unknown): boolean {
  // While a trace is written V8 asks nobody about another one.
  const stack = captured(1, reader);
  return typeof stack === 'string' && apply(includes, stack, [' (node:internal/errors:']) === true;
}

/** Writes traces as the original does. */
function standIn(original: Callable): Callable {
  const { prepare } = {
    prepare(this: unknown, error: unknown, sites: unknown): unknown {
      if (isNoting) noted = placesOf(sites);
      return apply(original, this, [error, shown(error, sites)]);
    },
  };
  for (const key of ['name', 'length']) defineProperty(prepare, key, getOwnPropertyDescriptor(original, key) ?? {});
  return disguised(prepare, original);
}

/** A fault of ours must not take the program's trace away. */
function shown(error: unknown, sites: unknown): unknown {
  try {
    if (!isArray(sites)) return sites;
    ownWork(() => nameWithoutUs(error, sites as NodeJS.CallSite[]));
    return shownSites(sites as NodeJS.CallSite[]);
  } catch {
    return sites;
  }
}
