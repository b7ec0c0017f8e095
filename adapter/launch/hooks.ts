import { readFileSync } from 'node:fs';
import Module, * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Site } from '../instrument/site.js';
import { knowCallers } from '../runtime/probes/seenCallers.js';
import { knowCalls, onNewSite, rememberText } from '../runtime/traces/callSites.js';
import type { Look } from '../events/rows.js';
import { tell } from '../runtime/channel/channel.js';
import { OwnMap } from '../runtime/realm/intrinsics.js';
import { Counter, counters } from '../runtime/realm/numbers.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import { nameEvaluated } from '../runtime/realm/paths.js';
import { noteCode } from '../runtime/probes/generatedCode.js';
import { wrap } from '../runtime/probes/natives.js';
import { declareNames } from '../runtime/realm/globalNames.js';
import { addSites, lookAtSite } from '../runtime/rows/sites.js';
import { withoutWarnings } from '../runtime/realm/withoutWarnings.js';
import type { Begun } from '../runtime/start.js';
import { instrumentHandedTexts } from './handedTexts.js';
import { lastImport } from './lastImport.js';
import { textOf } from './loaderThread.js';
import { canHookReads, hookReads, isModule } from './moduleReads.js';
import { hookCompile, isMadeOtherwise } from './moduleTexts.js';
import { ModuleThread } from './moduleThread.js';
import { javaScriptOf, TextInstrumenter, type AddedText } from './textInstrumenter.js';

interface LoadResult {
  readonly format: string | undefined;
  readonly source?: string | NodeJS.ArrayBufferView | ArrayBuffer | null;
}

interface LoadContext {
  readonly conditions?: readonly string[];
}

interface ModuleHooks {
  load(url: string, ctx: LoadContext, next: (url: string, ctx: LoadContext) => LoadResult): LoadResult;
}

type RegisterHooks = (hooks: ModuleHooks) => { deregister(): void };

interface LoadHooks {
  /** Since Node 22.15: in the program's own thread, for `require` and `import` alike. */
  readonly registerHooks?: RegisterHooks;
  /** Since Node 22.13. */
  stripTypeScriptTypes?(text: string): string;
}

const { registerHooks, stripTypeScriptTypes } = nodeModule as unknown as LoadHooks;

/** Hooks Node so that every text of the program passes the instrumenter before V8 sees it. `begun`: texts that another thread has instrumented. */
export function startInstrumenting({ plan, looks }: Begun, isImported: boolean, begun: readonly AddedText[]): void {
  for (const text of begun) {
    nameEvaluated(text.path);
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
  // Loaders that the program is started with are registered first: ours gets what they make.
  const afterOthers = (action: () => void) => beforeMain(isImported, action);
  if (registerHooks !== undefined) return seeLoaded(texts, registerHooks, afterOthers);
  seeRequired(texts, (text, path) => inThread.startFor(text, path));
  afterOthers(() => inThread.startForMain(isImported));
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

/** What every ES module has that can be required. */
const moduleWords = /(?:^|[;}])\s*(?:import|export)\b|\bimport\s*\.\s*meta\b/m;

/** On Node 20, which has no hook for them, required files are read ahead, unless something else than Node makes what is compiled of them. */
function seeRequired(texts: TextInstrumenter, beforeText: (text: string, path: string) => void): void {
  const instrumented = (text: string, path: string, format: 'module' | 'commonjs') =>
    ownWork(() => {
      beforeText(text, path);
      return texts.instrument(text, path, format);
    });
  hookCompile({
    ahead: (path) => {
      if (isMadeOtherwise(path)) return null;
      const text = javaScriptOf(readFileSync(path, 'utf8').replace(/^\ufeff/, ''), path, 'commonjs');
      return { text: instrumented(text, path, moduleWords.test(text) && isModule(text, path) ? 'module' : 'commonjs') };
    },
    instrument: (text, path, format) => ({ text: instrumented(text, path, format === 'module' ? 'module' : 'commonjs'), format }),
  });
}

/**
 * Since Node 22.15 every text that Node reads passes a hook, required or imported. What is required is left there as it is where something else
 * (tsx, Babel) makes another text of it, or reads the file by itself: then the text is seen where it is compiled.
 *
 * @param toRegister registers the hook when all others are that the program is started with
 */
function seeLoaded(texts: TextInstrumenter, register: RegisterHooks, toRegister: (action: () => void) => void): void {
  /** Texts that have passed the hook and are not compiled yet, and whether the instrumenter changed them. */
  const passed = new OwnMap<string, boolean>();
  let isRegistered = false;
  hookCompile({
    ahead: (path) => {
      const isProbed = passed.get(path);
      passed.delete(path);
      return isProbed === true || ((isProbed === false || !isRegistered) && !isMadeOtherwise(path)) ? 'as-it-is' : null;
    },
    instrument: (text, path, format) => ownWork(() => instrumentAs(texts, text, path, format)),
  });
  const hooks: ModuleHooks = {
    load(url, ctx, next) {
      const result = next(url, ctx);
      return ownWork(() => {
        if (url.startsWith('data:')) noteCode(0, textOf(result.source, url), 'late');
        const path = url.startsWith('file:') ? fileURLToPath(url) : null;
        // What an imported CommonJS package requires comes without a format.
        if (path === null || !/^(module|commonjs|typescript|(module|commonjs)-typescript)$/.test(result.format ?? 'commonjs'))
          return result;
        const isCompiled = ctx.conditions?.includes('require') === true || !/^module/.test(result.format ?? '');
        if (isCompiled && isMadeOtherwise(path)) return result;
        const source = textOf(result.source, path);
        const { text, format } = instrumentAs(texts, source, path, result.format);
        if (isCompiled) passed.set(path, text !== source);
        return { ...result, format, source: text };
      });
    },
  };
  toRegister(() => {
    isRegistered = true;
    let own = register(hooks);
    // What is registered last is called first: ours must get what the program's hooks make.
    wrap(Module, 'registerHooks', (_self, _values, call) => {
      const registered = call();
      own.deregister();
      own = register(hooks);
      return registered;
    });
    nodeModule.syncBuiltinESMExports();
  });
}

/** Where Node has yet to find out whether a text is a module, it does so, and strips again what has no types any more. */
function instrumentAs<Format>(
  texts: TextInstrumenter,
  text: string,
  path: string,
  format: Format,
): { readonly text: string; readonly format: Format | string | undefined } {
  if (typeof format !== 'string') return { text: texts.instrument(text, path, 'commonjs'), format };
  const isTypeScript = format.endsWith('typescript');
  if (isTypeScript && stripTypeScriptTypes === undefined) return { text, format };
  const script = isTypeScript ? strip(text) : text;
  return {
    text: texts.instrument(script, path, format.startsWith('module') ? 'module' : 'commonjs'),
    format: isTypeScript ? format.replace('-typescript', '') : format,
  };
}

/** Types become blanks: positions stay. Node's warning about it is the program's, not ours to repeat. */
function strip(text: string): string {
  return withoutWarnings(() => stripTypeScriptTypes?.(text) ?? text);
}
