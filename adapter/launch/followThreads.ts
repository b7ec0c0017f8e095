import { syncBuiltinESMExports } from 'node:module';
import { disguised } from '../runtime/realm/disguise.js';
import { Counter, counters, threadStart, type ThreadStart } from '../runtime/realm/numbers.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import type { Plan } from '../instrument/plan.js';
import { tell } from '../runtime/channel/channel.js';
import { TextInstrumenter, type AddedText } from './textInstrumenter.js';
import { shipRows } from '../runtime/record/events.js';
import { threadStartName } from './laneSettings.js';

type Making = new (...values: unknown[]) => object;

/**
 * Has each thread that the program starts be recorded: it is given its start, and loads us. The class is replaced by a Proxy of it: a
 * program may extend it.
 */
export function followThreads(lanes: string, plan: Plan): void {
  const threads = process.getBuiltinModule('node:worker_threads');
  const { Worker, setEnvironmentData } = threads;
  const give = setEnvironmentData as (key: string, value: unknown) => void;
  const proxy: typeof Worker = new Proxy(Worker, {
    construct(target, values: readonly unknown[], newTarget: Making): object {
      const made = newTarget === (proxy as unknown) ? (target as unknown as Making) : newTarget;
      const thread = Atomics.add(counters, Counter.threads, 1) + 1;
      const [program, ...rest] = values;
      const given = ownWork(() => {
        // What it is started by comes before what it does.
        shipRows();
        const text = isText(program, rest[0]) ? instrumented(program, thread, plan) : null;
        const start: ThreadStart = { counters, thread, parent: threadStart?.thread ?? 0, lanes, text };
        give(threadStartName, start);
        return [text?.text ?? program, ...loadingUs(rest)];
      });
      try {
        return Reflect.construct(target as unknown as Making, given, made) as object;
      } finally {
        ownWork(() => give(threadStartName, undefined));
      }
    },
  });
  Worker.prototype.constructor = proxy;
  Object.defineProperty(threads, 'Worker', { ...Object.getOwnPropertyDescriptor(threads, 'Worker'), value: disguised(proxy, Worker) });
  syncBuiltinESMExports();
}

/** Whether a thread is given the text itself that it runs, and no file. */
function isText(program: unknown, options: unknown): program is string {
  return (
    typeof program === 'string' && typeof options === 'object' && options !== null && (options as { readonly eval?: unknown }).eval === true
  );
}

/** The text, which Node runs as a script, with its probes: nobody hooks what Node evaluates in a thread. Our conversation reports it. */
function instrumented(text: string, thread: number, plan: Plan): AddedText | null {
  let result: AddedText | null = null;
  const texts = new TextInstrumenter(plan, counters, (added) => (result = added));
  texts.instrumentHanded(text, `[worker ${thread} eval]`, 'script');
  const added = result as AddedText | null;
  if (added !== null) tell({ kind: 'text', path: added.path, firstSite: added.firstSite, sites: added.sites, source: text });
  return added;
}

/** A thread that is given its own arguments or environment does not get ours with them. */
function loadingUs([options, ...rest]: readonly unknown[]): readonly unknown[] {
  if (typeof options !== 'object' || options === null) return options === undefined ? rest : [options, ...rest];
  const { execArgv, env } = options as { readonly execArgv?: unknown; readonly env?: unknown };
  if (!Array.isArray(execArgv) && (typeof env !== 'object' || env === null)) return [options, ...rest];
  const own: readonly unknown[] = Array.isArray(execArgv) ? execArgv : process.execArgv;
  return [{ ...options, execArgv: [...own, '--require', __filename] }, ...rest];
}
