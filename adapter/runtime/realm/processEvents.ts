import { disguise, disguised, type Callable } from './disguise.js';
import { apply, defineProperty, emptyList, getPrototypeOf } from './intrinsics.js';

type Listener = (first: unknown, second: unknown) => void;

/** Our listeners, called before the program's, in the order in which they began to hear. */
const early = emptyList<{ readonly name: string; readonly listener: Listener }>();

/** Our work at the end of the program. */
const late = emptyList<(code: number) => void>();

/** Whether the program has begun to end: all that comes now may be the last. */
let isEnding = false;

let isHeard = false;

/**
 * Hears an event of the process before the program's listeners. No listener is added: the program would see it, could remove it, and Node's
 * frames would be others in its traces.
 */
export function onProcessEvent(name: 'uncaughtExceptionMonitor' | 'worker', listener: Listener): void {
  early[early.length] = { name, listener };
  hear();
}

/**
 * Is called when all listeners of `exit` have run, or one has thrown; and again after each event that comes later, and before the process
 * is left. `code`: its exit code, as far as it is known.
 */
export function atEnd(action: (code: number) => void): void {
  late[late.length] = action;
  hear();
}

/** As `atEnd`, but only the next time. */
export function onceAtEnd(action: () => void): void {
  let isDone = false;
  atEnd(() => {
    if (isDone) return;
    isDone = true;
    action();
  });
}

/** Node emits each event by the method that `process` inherits, which is found on a prototype that nothing else has. */
function hear(): void {
  if (isHeard) return;
  isHeard = true;
  const owner = getPrototypeOf(process) as object;
  const inherited = (): Callable => (getPrototypeOf(owner) as { readonly emit: Callable }).emit;
  const holder = {
    emit(this: unknown, ...values: unknown[]): unknown {
      if (this !== process) return apply(inherited(), this, values);
      const name = values[0];
      for (let at = 0; at < early.length; at++) {
        const one = early[at];
        if (one?.name === name) one?.listener(values[1], values[2]);
      }
      if (name === 'exit') isEnding = true;
      if (!isEnding) return apply(inherited(), this, values);
      try {
        return apply(inherited(), this, values);
      } finally {
        end(codeOr(name === 'exit' ? values[1] : 1));
      }
    },
  };
  defineProperty(holder.emit, 'length', { value: inherited().length });
  defineProperty(owner, 'emit', { value: disguised(holder.emit, inherited()), writable: true, enumerable: true, configurable: true });
  disguise(process, 'reallyExit', (original) => {
    const leaving = {
      method(this: unknown, ...values: unknown[]): unknown {
        end(codeOr(values[0]));
        return apply(original, this, values);
      },
    };
    return leaving.method;
  });
}

/** A listener may have set another one. */
function codeOr(told: unknown): number {
  return Number(process.exitCode ?? told ?? 0);
}

function end(code: number): void {
  for (let at = 0; at < late.length; at++) late[at]?.(code);
}
