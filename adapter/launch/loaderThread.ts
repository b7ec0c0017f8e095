import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';
import type { MessagePort } from 'node:worker_threads';
import type { Plan } from '../instrument/plan.js';
import { installCodeProbe } from '../runtime/probes/generatedCode.js';
import { installProbes } from '../runtime/probes/probes.js';
import { isTypeScript, javaScriptOf, TextInstrumenter } from './textInstrumenter.js';

/** The data that the program's thread gives to the thread that loads ES modules on Node 20. */
export interface LoaderData {
  readonly plan: Plan;
  readonly counters: Int32Array<SharedArrayBuffer>;
  readonly port: MessagePort;
  /** Whether types are erased of what nobody else knows to load: this thread can ask for it then. */
  readonly doesErase: boolean;
}

interface Loaded {
  readonly format: string;
  readonly source?: string | NodeJS.ArrayBufferView | ArrayBuffer | null;
  readonly shortCircuit?: boolean;
}

let texts: TextInstrumenter | undefined;
let doesErase = false;

/** Hooks of `module.register`: they run in a thread of their own, which tells the program's thread what it put in. */
export function initialize({ plan, counters, port, ...data }: LoaderData): void {
  doesErase = data.doesErase;
  // Loaders that are registered later run in this thread, and are instrumented like all else: what they record is nobody's question.
  installCodeProbe();
  installProbes({
    fields: new Set(),
    elements: false,
    symbols: false,
    countsOnly: false,
    pause: () => {},
    stop: () => {},
    condition: () => {},
    isProxy: types.isProxy,
  });
  texts = new TextInstrumenter(plan, counters, (added) => port.postMessage(added), '__w_texts();');
}

export async function load(url: string, ctx: object, next: (url: string, ctx: object) => Promise<Loaded>): Promise<Loaded> {
  const result = await next(url, ctx).catch((error: unknown) => {
    if (texts === undefined || !doesErase || !isUnknownExtension(error) || !isTypeScript(fileURLToPath(url))) throw error;
    return loadTypeScript(fileURLToPath(url));
  });
  if (result.format !== 'module' || !url.startsWith('file:') || texts === undefined) return result;
  const path = fileURLToPath(url);
  return { ...result, source: texts.instrument(textOf(result.source, path), path, 'module'), shortCircuit: true };
}

/** Nobody knows what to do with the file: only files have an extension. */
function isUnknownExtension(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION';
}

function loadTypeScript(path: string): Loaded {
  return { format: 'module', source: javaScriptOf(readFileSync(path, 'utf8'), path, 'module') };
}

/** Node may leave it to whoever loads a text to read it. */
export function textOf(source: Loaded['source'], path: string): string {
  if (typeof source === 'string') return source;
  if (source === undefined || source === null) return readFileSync(path, 'utf8');
  return new TextDecoder().decode(source);
}
