import { readFileSync } from 'node:fs';
import Module, { syncBuiltinESMExports } from 'node:module';
import { dirname, extname } from 'node:path';
import type { Plan } from '../instrument/plan.js';
import { wrap } from '../runtime/probes/natives.js';
import { onTexts } from '../runtime/probes/otherTexts.js';
import type { LoaderData } from './loaderThread.js';
import { isFirstProcess } from '../runtime/channel/channel.js';
import { packageType } from './moduleReads.js';
import { isTypeScript, type AddedText } from './textInstrumenter.js';

/** What a text must hold that loads ES modules, or is one. */
const importing = /\bimport\s*[(/]|^\s*(?:import|export)\b/m;

/** What a text must hold that loads modules with types; in packages Node erases none. */
const importingTypes = /\b(?:import\s*\(?|from)\s*['"`][^'"`\n]*\.[cm]?ts['"`]/;

/**
 * Where Node hooks the loading of ES modules in a thread of its own (before 22.15). That thread costs 50 to 100 milliseconds: it is
 * started when the program may load the first module that cannot be seen where Node reads it (`moduleReads.ts`). Those have types, or
 * pass through hooks that others have registered.
 */
export class ModuleThread {
  private isStarted = false;
  private areReadsSeen = false;
  private hasMainBegun = false;
  private areHooked = false;

  constructor(
    private readonly plan: Plan,
    private readonly counters: Int32Array<SharedArrayBuffer>,
    private readonly added: (text: AddedText) => void,
    /** Has modules be seen where Node reads them; null: this Node does not let us. */
    private readonly seeReads: (() => void) | null,
  ) {
    if (seeReads === null) return;
    wrap(Module, 'register', (_self, _values, call) => {
      this.areHooked = true;
      // Loaders that the program is started with are registered before ours.
      if (this.hasMainBegun && !this.isStarted) this.start();
      return call();
    });
    syncBuiltinESMExports();
  }

  /** Called with each text before it runs. */
  startFor(text: string, path: string): void {
    if (!this.isStarted && !this.areReadsSeen && importing.test(text)) this.begin();
    if (!this.isStarted && this.areReadsSeen && !path.includes('node_modules') && importingTypes.test(text)) this.start();
  }

  /** Called before the program's main file is loaded. */
  startForMain(isImported: boolean): void {
    this.hasMainBegun = true;
    this.areHooked ||= isImported;
    const { argv } = process;
    if (isTypeScript(argv[1] ?? '')) this.start();
    else if (this.areHooked || !isCertainlyCommonJs(argv[1])) this.begin();
  }

  private begin(): void {
    if (this.areHooked || this.seeReads === null) return this.start();
    this.areReadsSeen = true;
    this.seeReads();
  }

  private start(): void {
    this.isStarted = true;
    const { MessageChannel, receiveMessageOnPort } = process.getBuiltinModule('node:worker_threads');
    const { port1, port2 } = new MessageChannel();
    onTexts(() => {
      for (let message = receiveMessageOnPort(port1); message !== undefined; message = receiveMessageOnPort(port1))
        this.added(message.message as AddedText);
    });
    const data: LoaderData = { plan: this.plan, counters: this.counters, port: port2, doesErase: isFirstProcess() };
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
