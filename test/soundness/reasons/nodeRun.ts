import { createContext, runInContext } from 'node:vm';
import { parse } from '../syntaxTree.js';
import { removeTypes } from '../removeTypes.js';

/** What a call came to in Node. */
export type Outcome =
  | { readonly kind: 'good' }
  /** `line` is null where what was thrown has no stack. */
  | { readonly kind: 'thrown'; readonly name: string; readonly line: number | null }
  | { readonly kind: 'violated'; readonly line: number }
  /** It took too long, or the stack was exhausted. */
  | { readonly kind: 'endless' };

/** Lines stay, and assertions throw, or are only noted; null for a program that cannot be run like that. */
export function runnable(text: string, whatAssertionsDo: 'throw' | 'note'): string | null {
  if (/@(?:sometime|requires|ensures|range|invariant)\b|\b(?:import|require|process|yield)\b/.test(text)) return null;
  const lines = text.split('\n').map((line, i) => {
    const [, indent = '', condition] = /^(\s*)\/\/ ?@always (.*)$/.exec(line) ?? [];
    return condition === undefined ? line : `${indent}$${whatAssertionsDo}(() => (${condition}), ${i + 1});`;
  });
  if (lines.some((line) => line.includes('@always'))) return null;
  try {
    // What exports is a module, and strict.
    return `'use strict'; ${removeTypes(parse(lines.join('\n')))}`;
  } catch {
    return null;
  }
}

/** What a call came to, and the lines of the violated assertions that were only noted. */
export type Noted = Outcome & { readonly noted: readonly number[] };

/** A top level that takes longer does not get to its end. Milliseconds; many, for a machine that is busy with other things. */
const topLevelPatience = 10_000;

/**
 * Calls a function of the program, in a module instance of its own. Null where the top level does not get to its end.
 *
 * @param milliseconds so long may the call take
 */
export function callInNode(code: string, call: string, milliseconds: number): Noted | null {
  const context = createContext(
    { structuredClone, console: { log: () => undefined, error: () => undefined } },
    { microtaskMode: 'afterEvaluate' },
  );
  const run = (script: string, filename: string, timeout = topLevelPatience): unknown =>
    runInContext(script, context, { filename, timeout }) as unknown;
  try {
    run(prelude, 'prelude.js');
    run(code, 'program.js');
  } catch {
    return null;
  }
  try {
    run(`$call(() => ${call})`, 'call.js', milliseconds);
    return toldBy(run);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    // An assertion that the program has caught was violated before.
    const told = toldBy(run);
    return told?.kind === 'violated' ? told : { kind: 'endless', noted: told?.noted ?? [] };
  }
}

function toldBy(run: (script: string, filename: string) => unknown): Noted | null {
  const answer = run('$told()', 'prelude.js');
  if (typeof answer !== 'string') return null;
  const told = JSON.parse(answer) as Told;
  const outcome = outcomeOf(told);
  return outcome === null ? null : { ...outcome, noted: told.noted };
}

interface Told {
  readonly kind: 'good' | 'thrown' | 'violated' | 'pending';
  readonly name?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly line?: number;
  readonly noted: readonly number[];
}

function outcomeOf({ kind, name = '', message = '', stack = '', line = 0 }: Told): Outcome | null {
  if (kind === 'violated') return { kind, line };
  if (kind === 'good') return { kind };
  if (kind === 'pending') return null;
  if (name === 'RangeError' && message.includes('call stack')) return { kind: 'endless' };
  const place = /program\.js:(\d+)/.exec(stack.slice(stack.indexOf('\n    at ')))?.[1];
  return { kind: 'thrown', name, line: place === undefined ? null : Number(place) };
}

/** Runs inside of the context: its own classes of errors are the program's. */
const prelude = `
class $Violation { constructor(line) { this.line = line; } }
const $noted = new Set();
let $violated = null, $outcome = { kind: 'pending' };
function $holds(test) {
  try { return Boolean(test()); } catch { return false; }
}
function $throw(test, line) {
  if ($violated !== null) throw $violated;
  if (!$holds(test)) throw ($violated = new $Violation(line));
}
function $note(test, line) {
  if (!$holds(test)) $noted.add(line);
}
function $told() {
  return JSON.stringify({ ...($violated === null ? $outcome : { kind: 'violated', line: $violated.line }), noted: [...$noted] });
}
function $call(call) {
  const fails = (e) => {
    $outcome = e instanceof Error
      ? { kind: 'thrown', name: e.constructor.name, message: String(e.message), stack: String(e.stack) }
      : { kind: 'thrown', name: typeof e };
  };
  try {
    const value = call();
    if (value instanceof Promise) value.then(() => { $outcome = { kind: 'good' }; }, fails);
    else $outcome = { kind: 'good' };
  } catch (e) { fails(e); }
}
Error.stackTraceLimit = 30;
`;
