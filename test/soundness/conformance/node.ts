import { Console } from 'node:console';
import { Writable } from 'node:stream';
import type { Outcome } from './programs.js';
import { shared } from './values.js';

/** Thrown in place of ending the process. */
export const processEnd = Symbol('the process ended');

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

/** `process` with ends that can be observed; all else is the process's own. */
function observableProcess(): object {
  const end = (code: unknown, ...given: unknown[]): never => {
    // The setter refuses what is no exit code, as `exit` does.
    if (given.length > 0) {
      const before = process.exitCode;
      Reflect.set(process, 'exitCode', code);
      process.exitCode = before;
    }
    throw processEnd;
  };
  // `new` takes those of Node's own that are functions of JavaScript.
  return Object.assign(Object.create(process) as object, {
    exit: function (...args: unknown[]) {
      end(args[0], ...args);
    },
    abort: () => end(undefined),
    cwd: function () {
      return process.cwd();
    },
    uptime: () => process.uptime(),
  });
}

/** The functions of a module's text, which exports nothing but functions. */
export function instantiate(text: string): Readonly<Record<string, unknown>> {
  const names: string[] = [];
  const body = text.replace(/^export function (\w+)/gm, (_, name: string) => {
    names.push(name);
    return `function ${name}`;
  });
  const make = new Function('console', 'process', `'use strict';\n${body}\nreturn { ${names.join(', ')} };`) as (
    ...given: unknown[]
  ) => Record<string, unknown>;
  return make(new Console(silent, silent), observableProcess());
}

const makers = new Map<string, () => unknown>();

/** A fresh value of a text of ours. */
export function fresh(text: string): unknown {
  let maker = makers.get(text);
  if (maker === undefined) makers.set(text, (maker = new Function(`'use strict'; return (${text});`) as () => unknown));
  return maker();
}

const sharedFunctions = shared.map((text) => fresh(text) as object);
const ownProperties = new Map(sharedFunctions.map((each) => [each, Object.getOwnPropertyDescriptors(each)]));

/** Functions of the language have the same properties after a call as before. */
function restoreShared(): void {
  for (const [each, properties] of ownProperties) {
    for (const key of Reflect.ownKeys(each)) if (!Object.hasOwn(properties, key)) Reflect.deleteProperty(each, key);
    Object.defineProperties(each, properties);
  }
}

export type Ending = { readonly kind: Outcome; readonly value: unknown } | { readonly kind: 'ended' };

/** Calls one of the functions. */
export function run(callee: unknown, args: readonly unknown[]): Ending {
  if (typeof callee !== 'function') throw new Error('no function');
  const { emitWarning } = process;
  // The console warns of labels that it does not know.
  process.emitWarning = () => undefined;
  try {
    return { kind: 'returned', value: Reflect.apply(callee, undefined, args) };
  } catch (error) {
    return error === processEnd ? { kind: 'ended' } : { kind: 'threw', value: error };
  } finally {
    process.emitWarning = emitWarning;
    restoreShared();
  }
}
