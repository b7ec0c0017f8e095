import { readFileSync } from 'node:fs';
import Module, * as nodeModule from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Site } from '../instrument/site.js';
import { knowCallers } from '../runtime/probes/seenCallers.js';
import { knowCalls, onNewSite, rememberText } from '../runtime/traces/callSites.js';
import type { Look } from '../events/rows.js';
import { tell } from '../runtime/channel/channel.js';
import { Counter, counters } from '../runtime/realm/numbers.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import { noteCode } from '../runtime/probes/generatedCode.js';
import { declareNames } from '../runtime/realm/globalNames.js';
import { addSites, lookAtSite } from '../runtime/rows/sites.js';
import { withoutWarnings } from '../runtime/realm/withoutWarnings.js';
import type { Begun } from '../runtime/start.js';
import { instrumentHandedTexts } from './handedTexts.js';
import { lastImport } from './lastImport.js';
import { textOf } from './loaderThread.js';
import { canHookReads, hookReads, isModule } from './moduleReads.js';
import { ModuleThread } from './moduleThread.js';
import { javaScriptOf, TextInstrumenter, type AddedText } from './textInstrumenter.js';

interface LoadResult {
  readonly format: string | undefined;
  readonly source?: string | NodeJS.ArrayBufferView | ArrayBuffer | null;
}

interface LoadHooks {
  /** Since Node 22.15: in the program's own thread, for `require` and `import` alike. */
  registerHooks?(hooks: { load(url: string, ctx: object, next: (url: string, ctx: object) => LoadResult): LoadResult }): void;
  /** Since Node 22.13. */
  stripTypeScriptTypes?(text: string): string;
}

const { registerHooks, stripTypeScriptTypes } = nodeModule as unknown as LoadHooks;

/** Hooks Node so that every text of the program passes the instrumenter before V8 sees it. `begun`: texts that another thread has instrumented. */
export function startInstrumenting({ plan, looks }: Begun, isImported: boolean, begun: readonly AddedText[]): void {
  for (const text of begun) {
    rememberText(text.path, text.text, text.isLeftOut);
    addSites(text.firstSite, text.sites, text.path);
    knowCalls(text.path, text.firstSite, text.sites);
    knowCallers(text.path, text.firstSite, text.sites);
  }
  const added = (text: AddedText) => ownWork(() => addText(text, looks));
  onNewSite((path, site) => {
    const firstSite = Atomics.add(counters, Counter.sites, 1);
    addSiteOf(path, firstSite, [site], looks, null, true);
    return firstSite;
  });
  const texts = new TextInstrumenter(plan, counters, added);
  const seeReads = () =>
    hookReads((text, path) => {
      inThread.startFor(text, path);
      return texts.instrument(text, path, 'module');
    });
  instrumentHandedTexts((text, path, format) => texts.instrumentHanded(text, path, format));
  const inThread = new ModuleThread(plan, counters, added, canHookReads() ? seeReads : null);
  const { _extensions: readers } = Module as unknown as { readonly _extensions: Readonly<Record<string, unknown>> };
  const ownReaders = { ...readers };
  if (registerHooks === undefined) hookCommonJs(texts, (text, path) => inThread.startFor(text, path));
  // Loaders that the program is started with are registered first: ours gets what they make.
  beforeMain(isImported, () => {
    if (registerHooks === undefined) inThread.startForMain(isImported);
    else {
      // Something else than Node reads files (tsx): its texts pass no hook.
      if (Object.keys(readers).some((extension) => readers[extension] !== ownReaders[extension])) hookCommonJs(texts, () => {});
      registerHooks({
        load(url, ctx, next) {
          const result = next(url, ctx);
          return ownWork(() => instrumentLoaded(texts, url, result));
        },
      });
    }
  });
}

/**
 * After what the program is started with. That is what `--import` names, if anything: then the last of these is ours. Else Node
 * reads the function that runs the program when all that is required before has been.
 */
function beforeMain(isImported: boolean, action: () => void): void {
  if (isImported) {
    declareNames({ [lastImport]: action });
    return;
  }
  const { runMain } = Module as unknown as { readonly runMain: unknown };
  Object.defineProperty(Module, 'runMain', {
    configurable: true,
    get() {
      Object.defineProperty(Module, 'runMain', { value: runMain, writable: true, configurable: true, enumerable: true });
      action();
      return runMain;
    },
  });
}

function addText({ path, firstSite, sites, text, source, isLeftOut }: AddedText, looks: readonly Look[]): void {
  rememberText(path, text, isLeftOut);
  if (sites.length > 0) addSiteOf(path, firstSite, sites, looks, source);
  else if (source !== null) tell({ kind: 'text', path, firstSite, sites, source });
}

function addSiteOf(
  path: string,
  firstSite: number,
  sites: readonly Site[],
  looks: readonly Look[],
  source: string | null = null,
  isMore = false,
): void {
  addSites(firstSite, sites, path);
  knowCalls(path, firstSite, sites);
  knowCallers(path, firstSite, sites);
  if (looks.length > 0) {
    for (let index = 0; index < sites.length; index++) {
      const site = sites[index];
      if (site !== undefined) lookAtPassages(firstSite + index, path, site, looks);
    }
  }
  tell({ kind: 'text', path, firstSite, sites, source, ...(isMore ? { isMore: true } : {}) });
}

/** Has the program wait at the passages of a site that the adapter wants to look at. */
function lookAtPassages(number: number, path: string, { kind, offset, end }: Site, looks: readonly Look[]): void {
  const here = looks.filter((one) => one.path === path && one.offset === offset && one.end === end && one.siteKind === kind);
  if (here.length === 0) return;
  const occurrences = here.map(({ occurrence }) => occurrence ?? 0);
  lookAtSite(number, occurrences.includes(0) ? null : [...new Set(occurrences)].sort((a, b) => a - b));
}

function instrumentLoaded(texts: TextInstrumenter, url: string, result: LoadResult): LoadResult {
  const format = result.format ?? 'commonjs'; // what an imported CommonJS package requires comes without one
  if (url.startsWith('data:')) noteCode(0, textOf(result.source, url));
  if (!url.startsWith('file:') || !/^(module|commonjs|typescript|(module|commonjs)-typescript)$/.test(format)) return result;
  const path = fileURLToPath(url);
  const isTypeScript = format.endsWith('typescript');
  if (isTypeScript && stripTypeScriptTypes === undefined) return result;
  const text = textOf(result.source, path);
  const script = isTypeScript && stripTypeScriptTypes !== undefined ? strip(text) : text;
  const isModule = format.startsWith('module');
  // Where Node has yet to find out whether it is a module, it does so, and strips again what has no types any more.
  return {
    ...result,
    format: result.format?.replace('-typescript', ''),
    source: texts.instrument(script, path, isModule ? 'module' : 'commonjs'),
  };
}

/** Types become blanks: positions stay. Node's warning about it is the program's, not ours to repeat. */
function strip(text: string): string {
  return withoutWarnings(() => stripTypeScriptTypes?.(text) ?? text);
}

/** What every ES module has that can be required. */
const moduleWords = /(?:^|[;}])\s*(?:import|export)\b|\bimport\s*\.\s*meta\b/m;

/**
 * On Node 20, what Node itself reads; everywhere, what something else reads (tsx). The function that compiles is handed out by a getter, already bound to the instrumented text, because bound functions are
 * not seen in stack traces. Where something else than Node
 * reads the file, only the call says what is compiled.
 */
function hookCommonJs(texts: TextInstrumenter, beforeText: (text: string, path: string) => void): void {
  const prototype = Module.prototype as unknown as { _compile: Compile };
  const compile = prototype._compile;
  const { _extensions: extensions } = Module as unknown as { readonly _extensions: Readonly<Record<string, unknown>> };
  const ownReader = extensions['.js'];
  const instrumented = (text: string, path: string, format: 'module' | 'commonjs') =>
    ownWork(() => {
      beforeText(text, path);
      return texts.instrument(text, path, format);
    });
  const read = (path: string) => {
    const text = javaScriptOf(fileText(path), path, 'commonjs');
    return instrumented(text, path, moduleWords.test(text) && isModule(text, path) ? 'module' : 'commonjs');
  };
  Object.defineProperty(prototype, '_compile', {
    configurable: true,
    get(this: { readonly filename?: unknown }): Compile {
      const { filename } = this;
      const isNamed = typeof filename === 'string'; // a module that the program makes itself has none, or null
      // What Node evaluates without a file.
      if (isNamed && /[\\/]\[(?:worker )?eval\]$|[\\/]\[stdin\]$/.test(filename)) return compile;
      const isRead = isNamed && extensions['.js'] === ownReader && (extensions[extname(filename)] ?? ownReader) === ownReader;
      if (isRead) return compile.bind(this, read(filename), filename);
      // Who takes it from the prototype, to wrap it, calls it for whatever module.
      return function (this: unknown, text, path, ...rest) {
        return compile.call(this, instrumented(text, path, rest[0] === 'module' ? 'module' : 'commonjs'), path, ...rest);
      };
    },
    // An assignment to one module is its own alone.
    set(this: object, value: unknown) {
      Object.defineProperty(this, '_compile', { value, writable: true, configurable: true, enumerable: true });
    },
  });
}

type Compile = (text: string, path: string, ...rest: unknown[]) => unknown;

/** As Node reads it. To have bytes and decode them takes half the time of having Node read a text. */
function fileText(path: string): string {
  return readFileSync(path)
    .toString()
    .replace(/^\ufeff/, '');
}
