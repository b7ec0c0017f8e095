import { readFileSync } from 'node:fs';
import Module, { syncBuiltinESMExports } from 'node:module';
import { dirname, extname } from 'node:path';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Plan } from '../instrument/plan.js';
import { wrap } from '../runtime/natives.js';
import { onTexts } from '../runtime/probes.js';
import type { LoaderData } from './loaderThread.js';
import { packageType } from './moduleReads.js';
import { isTypeScript, type AddedText } from './textInstrumenter.js';

/** What a text must hold that loads ES modules, or is one. */
const importing = /\bimport\s*[(/]|^\s*(?:import|export)\b/m;

/** What a text must hold that loads modules with types. */
const importingTypes = /\.[cm]?ts['"`]/;

/**
 * Where Node hooks the loading of ES modules in a thread of its own (before 22.15). That thread costs 50 to 100 milliseconds: it is
 * started when the program may load the first module that is not seen otherwise (`moduleReads.ts`).
 */
export class ModuleThread {
  private isStarted = false;
  private areReadsSeen = false;

  constructor(
    private readonly plan: Plan,
    private readonly counter: Int32Array<SharedArrayBuffer>,
    private readonly added: (text: AddedText) => void,
  ) {}

  /** Called with each text before it runs. */
  startFor(text: string): void {
    if (!this.isStarted && (this.areReadsSeen ? importingTypes : importing).test(text)) this.start();
  }

  /** Modules are seen where Node reads them, but for those that have types, and as long as the program has no hooks of its own. */
  startWhenNeeded(): void {
    this.areReadsSeen = true;
    if (isTypeScript(process.argv[1] ?? '')) return this.start();
    wrap(Module, 'register', (_self, _values, call) => {
      if (!this.isStarted) this.start();
      return call();
    });
    syncBuiltinESMExports();
  }

  /** Called before the program's main file is loaded. */
  startForMain(isImported: boolean): void {
    if (isImported || !isCertainlyCommonJs(process.argv[1])) this.start();
  }

  private start(): void {
    this.isStarted = true;
    const { port1, port2 } = new MessageChannel();
    onTexts(() => {
      for (let message = receiveMessageOnPort(port1); message !== undefined; message = receiveMessageOnPort(port1))
        this.added(message.message as AddedText);
    });
    const data: LoaderData = { plan: this.plan, counter: this.counter, port: port2 };
    Module.register(loaderUrl(), { data, transferList: [port2] });
  }
}

/** A module for the loader's thread: our own file again, of which it takes the hooks. */
function loaderUrl(): string {
  const own = JSON.stringify(__filename);
  const text = `import { createRequire } from 'node:module'; export const { initialize, load } = createRequire(${own})(${own});`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

function isCertainlyCommonJs(path: string | undefined): boolean {
  if (path === undefined) return false;
  if (extname(path) === '.cjs') return true;
  try {
    return extname(path) === '.js' && !importing.test(readFileSync(path, 'utf8')) && packageType(dirname(path)) !== 'module';
  } catch {
    return false;
  }
}
